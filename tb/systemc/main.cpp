// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A recorded program through encoder and PIB twice, side by side in one SystemC simulation: the
// golden models, and the RTL made by `verilator --sc`. Every output is compared in every clock.
#include <getopt.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "Vencoder.h"
#include "Vpib.h"
#include "harness/print.h"
#include "rvt/player.h"
#include "rvt/prng.h"
#include "rvt/rvti.h"
#include "wires.h"

namespace {

enum { EXIT_GOOD = 0, EXIT_DIFFERENCE = 1, EXIT_BAD = 2 };
enum { RESET_CLOCKS = 4, QUIET_CLOCKS = 50, DRAIN_CLOCKS = 1000000 };

struct options {
  const char *recording = nullptr, *vcd = nullptr;
  uint64_t seed = 1, reset = 0;
  rvt_mode mode = RVT_MODE_HTM;
  uint16_t divider = 0;
  bool nibbles = pib_build::Pins == 4;
  rvt_stall_rule stall = RVT_STALL_RANDOM;
  bool help = false;
};

const char usage[] =
    "Usage: systemc [OPTION...] RECORDING.rvti\n"
    "Compare the SystemC models with the RTL while they trace a recorded program.\n\n"
    "  --mode=btm|htm   of the trace; htm\n"
    "  --divider=N      of the PIB: a beat every N + 1 clocks; 0\n"
    "  --nibbles        the PIB in its 4-bit mode\n"
    "  --disobey        the hart ignores stall\n"
    "  --reset=CLOCK    a second reset in this clock\n"
    "  --seed=N         of configuration changes and of the hart's free choices; 1\n"
    "  --vcd=FILE       waveform of all signals\n\n"
    "Exit status: 0 all equal, 1 a difference, 2 bad use or file.\n";

/** Plays the recording, changes the configuration now and then, compares. */
class bench : public sc_core::sc_module {
public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  uint64_t clocks = 0, messages = 0, stalls = 0, overflows = 0, refused = 0;
  int status = EXIT_GOOD;

  bench(const sc_core::sc_module_name &module, const options &o, rvt_player &player,
        input_wires &inputs, const output_wires &model_side, const output_wires &rtl_side)
      : sc_core::sc_module(module), option(o), hart(player), in(inputs), model(model_side),
        rtl(rtl_side), random(o.seed) {
    config.mode = static_cast<uint8_t>(o.mode);
    config.stall_ena = true;
    config.sync_mode = RVT_PERIOD_MESSAGES;
    config.sync_max = 2;
    config.ir_mode = build::StackDepth > 0 ? 3 : 0;
    config.ir_en = true;
    config.src_bits = build::SrcBitsMax > 5 ? 5 : 0;
    config.src_id = 0xa59;
    config.ts_en = build::TsWidth > 0;
    SC_HAS_PROCESS(bench);
    SC_METHOD(drive);
    sensitive << clk_i.neg();
    dont_initialize();
    SC_METHOD(compare);
    sensitive << clk_i.pos();
    dont_initialize();
  }

private:
  const options &option;
  rvt_player &hart;
  input_wires &in;
  const output_wires &model, &rtl;
  uint64_t random;
  rvt_config config = {};
  rvt_player_clock told = {};
  uint64_t falls = 0, pause = 2 * RESET_CLOCKS, inactive = 0, quiet = 0, draining = 0;
  bool played = false;

  void end(int how) {
    status = how;
    sc_core::sc_stop();
  }

  /** Only what may change at any time (rvt_config); an inactive encoder loses its messages,
   * so its PIB is inactive too. */
  void drive_config() {
    switch (rvt_prng_below(&random, 2048)) {
    case 0: config.stall_ena = !config.stall_ena; break;
    case 1: {
      static const uint8_t periods[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS};
      config.sync_mode = periods[rvt_prng_below(&random, 3)];
      break;
    }
    case 2: config.sync_max = static_cast<uint8_t>(rvt_prng_below(&random, 4)); break;
    case 3: pause = 1 + rvt_prng_below(&random, 64); break;
    case 4: pause = 8, inactive = 1 + rvt_prng_below(&random, 4); break;
    default: break;
    }
    if (pause > 0) pause--;
    if (inactive > 0) inactive--;
    config.active = inactive == 0;
    config.tracing = config.enable = pause == 0 && !played;
    if (rvt_prng_below(&random, 64) == 0)
      in.encoder.m_flush_req_i.write(!in.encoder.m_flush_req_i.read());
    in.encoder.m_dn_lost_i.write(rvt_prng_below(&random, 8192) == 0);
    in.encoder.m_sync_req_i.write(rvt_prng_below(&random, 8192) == 0);
    in.encoder.cfg_i.write(rvt_config_pack(&config));
    in.active_i.write(config.active);
    in.enable_i.write(true);
    in.mode_i.write(option.nibbles ? RVT_PIB_4BIT : RVT_PIB_8BIT);
    in.divider_i.write(option.divider);
  }

  void drive_ingress(const rvt_ingress &now) {
    in.encoder.iretire_i.write(now.block[0].iretire);
    in.encoder.iaddr_i.write(static_cast<rvt_sc_native::type<build::Xlen>>(now.block[0].iaddr));
    in.encoder.itype_i.write(now.block[0].itype);
    in.encoder.ilastsize_i.write(now.block[0].ilastsize);
    in.encoder.sijump_i.write(now.block[0].sijump);
    in.encoder.cause_i.write(static_cast<rvt_sc_native::type<build::Xlen>>(now.cause));
    in.encoder.tval_i.write(static_cast<rvt_sc_native::type<build::Xlen>>(now.tval));
    in.encoder.priv_i.write(now.priv);
    in.encoder.context_i.write(now.context & (UINT64_MAX >> (64 - build::ContextWidth)));
    in.encoder.ctype_i.write(now.ctype);
    in.encoder.impdef_i.write(now.impdef & (UINT64_MAX >> (64 - build::ImpdefWidth)));
    in.encoder.trigger_i.write(now.trigger);
    in.encoder.ext_trigger_i.write(now.ext_trigger);
    in.encoder.halted_i.write(now.halted);
    in.encoder.hart_reset_i.write(now.hart_reset);
    in.encoder.lowpower_i.write(now.lowpower);
    in.encoder.time_i.write(now.time & (UINT64_MAX >> (64 - model_encoder::TimeWidth)));
  }

  void drive() {
    falls++;
    in.encoder.rst_ni.write(falls > RESET_CLOCKS && falls - RESET_CLOCKS != option.reset);
    drive_config();
    rvt_ingress now = {};
    rvt_error e = {""};
    const rvt_status s = rvt_player_tick(&hart, model.encoder.stall_o.read(), &now, &told, &e);
    if (s != RVT_OK && s != RVT_END) {
      std::fprintf(stderr, "systemc: %s\n", e.text);
      end(EXIT_BAD);
    }
    played = s == RVT_END;
    refused += told.refusing;
    drive_ingress(now);
  }

  void compare() {
    if (falls <= RESET_CLOCKS) return;
    bool equal = true;
    for_outputs(model, rtl, [&](const char *name, const auto &a, const auto &b) {
      if (a.read() == b.read() || !equal) return;
      equal = false;
      std::ostringstream line;
      line << "clock " << clocks << ": " << name << ": model 0x" << std::hex << a.read()
           << ", RTL 0x" << b.read();
      std::printf("%s\n", line.str().c_str());
    });
    if (!equal) return end(EXIT_DIFFERENCE);
    if (Verilated::threadContextp()->gotError()) {
      std::printf("clock %" PRIu64 ": RTL: %s\n", clocks, tb_text());
      return end(EXIT_DIFFERENCE);
    }
    clocks++;
    messages += model.encoder.m_valid_o.read() && model.encoder.m_ready_i.read() &&
                model.encoder.m_eom_o.read();
    stalls += model.encoder.stall_o.read();
    overflows += model.encoder.overflow_o.read();
    drained();
  }

  /** The end is a while after everything has left. */
  void drained() {
    if (!played) return;
    quiet = model.encoder.empty_o.read() && model.empty_o.read() ? quiet + 1 : 0;
    if (quiet == QUIET_CLOCKS) return end(EXIT_GOOD);
    if (++draining < DRAIN_CLOCKS) return;
    std::printf("clock %" PRIu64 ": the models never become empty\n", clocks);
    end(EXIT_DIFFERENCE);
  }
};

/** Everything the simulation consists of. */
struct system_under_test {
  sc_core::sc_clock clk{"clk", 10, sc_core::SC_NS, 0.5, 10, sc_core::SC_NS};
  input_wires in;
  output_wires model, rtl;
  model_encoder encoder{"encoder"};
  model_pib pib{"pib"};
  Vencoder rtl_encoder{"rtl_encoder"};
  Vpib rtl_pib{"rtl_pib"};
  bench player;

  system_under_test(const options &o, rvt_player &hart)
      : player("player", o, hart, in, model, rtl) {
    rvt_encoder_sc_bind(encoder, clk, in.encoder, model.encoder);
    bind_pib(pib, clk, in, model);
    rvt_encoder_sc_bind(rtl_encoder, clk, in.encoder, rtl.encoder);
    bind_pib(rtl_pib, clk, in, rtl);
    player.clk_i(clk);
  }
};

void trace(sc_core::sc_trace_file *vcd, const system_under_test &s) {
  sc_core::sc_trace(vcd, s.clk, "clk_i");
  const auto one = [&](const auto &signal) { sc_core::sc_trace(vcd, signal, signal.basename()); };
  const auto &in = s.in.encoder;
  one(in.rst_ni), one(in.cfg_i), one(in.iretire_i), one(in.iaddr_i), one(in.itype_i),
      one(in.ilastsize_i), one(in.sijump_i), one(in.cause_i), one(in.tval_i), one(in.priv_i),
      one(in.context_i), one(in.ctype_i), one(in.impdef_i), one(in.trigger_i),
      one(in.ext_trigger_i), one(in.halted_i), one(in.hart_reset_i), one(in.lowpower_i),
      one(in.time_i), one(in.m_dn_lost_i), one(in.m_sync_req_i), one(in.m_flush_req_i);
  for_outputs(s.model, s.rtl, [&](const std::string &name, const auto &a, const auto &b) {
    sc_core::sc_trace(vcd, a, "model." + name);
    sc_core::sc_trace(vcd, b, "rtl." + name);
  });
}

bool parse(int argc, char **argv, options &o) {
  enum { MODE = 1, DIVIDER, NIBBLES, DISOBEY, RESET, SEED, VCD, HELP };
  static const option names[] = {{"mode", required_argument, nullptr, MODE},
                                 {"divider", required_argument, nullptr, DIVIDER},
                                 {"nibbles", no_argument, nullptr, NIBBLES},
                                 {"disobey", no_argument, nullptr, DISOBEY},
                                 {"reset", required_argument, nullptr, RESET},
                                 {"seed", required_argument, nullptr, SEED},
                                 {"vcd", required_argument, nullptr, VCD},
                                 {"help", no_argument, nullptr, HELP},
                                 {nullptr, 0, nullptr, 0}};
  for (int c; (c = getopt_long(argc, argv, "", names, nullptr)) != -1;) {
    switch (c) {
    case MODE:
      if (std::string(optarg) != "btm" && std::string(optarg) != "htm") return false;
      o.mode = *optarg == 'b' ? RVT_MODE_BTM : RVT_MODE_HTM;
      break;
    case DIVIDER:
      o.divider = static_cast<uint16_t>(std::strtoul(optarg, nullptr, 0) &
                                        ((1U << pib_build::DivWidth) - 1));
      break;
    case NIBBLES: o.nibbles = true; break;
    case DISOBEY: o.stall = RVT_STALL_IGNORE; break;
    case RESET: o.reset = std::strtoull(optarg, nullptr, 0); break;
    case SEED: o.seed = std::strtoull(optarg, nullptr, 0); break;
    case HELP: o.help = true; return true;
    case VCD: o.vcd = optarg; break;
    default: return false;
    }
  }
  if (optind + 1 != argc) return false;
  o.recording = argv[optind];
  return true;
}

/** Opens the recording for a player with the port of this build. */
rvt_status open_player(const options &o, rvt_rvti_reader **reader, rvt_player &hart, rvt_error &e) {
  const rvt_status status = rvt_rvti_reader_open(reader, o.recording, &e);
  if (status != RVT_OK) return status;
  const unsigned xlen = rvt_rvti_get_info(*reader)->xlen;
  if (xlen != build::Xlen)
    return rvt_error_set(&e, RVT_ERR_ARG, "%s: its XLEN is %u, this build has %u", o.recording,
                         xlen, build::Xlen);
  rvt_player_options p = {};
  p.seed = o.seed;
  p.xlen = build::Xlen;
  p.blocks = build::Blocks;
  p.iretire_width = build::IretireWidth;
  p.itype_width = 4;
  p.single = build::Single != 0;
  p.iaddr_on_int = build::IaddrOnInt != 0;
  p.stall_latency = build::StallLatency;
  p.stall_rule = o.stall;
  p.time_step = 1;
  const rvt_step_source source = {rvt_step_rvti_next, *reader};
  return rvt_player_init(&hart, &p, &source, &e);
}

} // namespace

int sc_main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) {
    std::fputs(usage, stderr);
    return EXIT_BAD;
  }
  if (o.help) {
    std::fputs(usage, stdout);
    return EXIT_GOOD;
  }
  rvt_rvti_reader *reader = nullptr;
  static rvt_player hart;
  rvt_error e = {""};
  if (open_player(o, &reader, hart, e) != RVT_OK) {
    std::fprintf(stderr, "systemc: %s\n", e.text);
    rvt_rvti_reader_close(reader);
    return EXIT_BAD;
  }
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  Verilated::threadContextp()->randReset(2);
  Verilated::threadContextp()->randSeed(static_cast<int>(o.seed % 1000000 + 1));
  system_under_test s(o, hart);
  sc_core::sc_trace_file *vcd = nullptr;
  if (o.vcd != nullptr) {
    const std::string path = o.vcd;
    const bool dotted = path.size() > 4 && path.substr(path.size() - 4) == ".vcd";
    vcd = sc_core::sc_create_vcd_trace_file(path.substr(0, path.size() - (dotted ? 4 : 0)).c_str());
    vcd->set_time_unit(1, sc_core::SC_NS);
    trace(vcd, s);
  }
  sc_core::sc_start();
  if (vcd != nullptr) sc_core::sc_close_vcd_trace_file(vcd);
  rvt_rvti_reader_close(reader);
  if (s.player.status == EXIT_GOOD)
    std::printf("%" PRIu64 " clocks compared, all outputs equal: %" PRIu64 " messages, %" PRIu64
                " clocks of stall, %" PRIu64 " of an overflow\n",
                s.player.clocks, s.player.messages, s.player.stalls, s.player.overflows);
  return s.player.status;
}

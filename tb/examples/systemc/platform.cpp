// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// A virtual platform: software starts the trace and reads it out with the project's driver, through
// the TLM-2.0 socket of the golden model, while a hart plays a recorded program.
//
// usage: platform RECORDING TRACE    writes the bytes of the trace
#include <cstdio>
#include <cstring>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "rvt/player.h"
#include "rvt/regs.h"
#include "rvt/rvti.h"
#include "rvt_top_sc_wires.h"
#include "rvt_top_tlm.h"

extern "C" {
#include "capture.h"
}

namespace {
using namespace sc_core;

struct build : rvt_top_sc_params {
  static constexpr unsigned StackDepth = 8, SramWordsLog2 = 13, Pib = 0;
};

struct platform : sc_module {
  sc_clock clk{"clk", 10, SC_NS, 0.5, 5, SC_NS};
  rvt_top_sc_wires<build> wires{"wires"};
  rvt_top_tlm<build> top{"top"};
  tlm_utils::simple_initiator_socket<platform> cpu{"cpu"};
  std::vector<uint32_t> memory = std::vector<uint32_t>(1U << build::SramWordsLog2);
  std::vector<uint8_t> trace = std::vector<uint8_t>(4U << build::SramWordsLog2);
  size_t size = 0;
  rvt_player &hart;
  rvt_player_clock told = {};
  bool run = false, good = false;

  platform(const sc_module_name &name, rvt_player &player) : sc_module(name), hart(player) {
    rvt_top_sc_bind(top, clk, wires);
    cpu.bind(top.socket);
    SC_HAS_PROCESS(platform);
    SC_THREAD(software);
    SC_METHOD(retire);
    sensitive << clk.negedge_event();
    dont_initialize();
    SC_METHOD(sram);
    sensitive << clk.posedge_event();
    dont_initialize();
    SC_METHOD(power);
    sensitive << wires.active_req_o;
  }

  // No power switch: the acknowledge is the request.
  void power() { wires.active_ack_i.write(wires.active_req_o.read()); }

  void sram() {
    if (!wires.ram_cs_o.read()) return;
    uint32_t &word = memory[wires.ram_addr_o.read()];
    if (!wires.ram_we_o.read()) return wires.ram_rdata_i.write(word);
    for (unsigned i = 0; i < 4; i++)
      if (wires.ram_be_o.read() >> i & 1)
        word = (word & ~(0xFFU << (8 * i))) | (wires.ram_wdata_o.read() & 0xFFU << (8 * i));
  }

  void retire() {
    rvt_ingress now = {};
    if (run) {
      rvt_error e = {""};
      const rvt_status status = rvt_player_tick(&hart, wires.stall_o.read(), &now, &told, &e);
      if (status != RVT_OK) run = false;
      if (status != RVT_OK && status != RVT_END) std::fprintf(stderr, "platform: %s\n", e.text);
    }
    wires.iretire_i.write(now.block[0].iretire);
    wires.itype_i.write(now.block[0].itype);
    wires.iaddr_i.write(static_cast<uint32_t>(now.block[0].iaddr));
    wires.ilastsize_i.write(now.block[0].ilastsize);
    wires.priv_i.write(now.priv);
    wires.halted_i.write(now.halted);
  }

  bool access(tlm::tlm_command command, uint64_t address, uint32_t *value) {
    tlm::tlm_generic_payload payload;
    sc_time delay = SC_ZERO_TIME;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char *>(value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    cpu->b_transport(payload, delay);
    return payload.is_response_ok();
  }

  static bool read32(void *context, uint64_t address, uint32_t *value) {
    return static_cast<platform *>(context)->access(tlm::TLM_READ_COMMAND, address, value);
  }
  static bool write32(void *context, uint64_t address, uint32_t value) {
    return static_cast<platform *>(context)->access(tlm::TLM_WRITE_COMMAND, address, &value);
  }
  // What is traced: the program, to its end.
  static void work(void *context) {
    auto *p = static_cast<platform *>(context);
    p->run = true;
    while (p->run) sc_core::wait(1, SC_US);
  }

  void software() {
    wires.rst_ni.write(false);
    wait(20, SC_NS);
    wires.rst_ni.write(true);
    const rvt_drv_bus bus = {this, read32, write32, nullptr, nullptr};
    const capture_map map = {RVT_TE_BASE, RVT_RAM_BASE};
    char text[192] = "";
    bool wrapped = false;
    good = capture(&bus, &map, work, this, trace.data(), trace.size(), &size, &wrapped, text);
    if (!good) std::fprintf(stderr, "platform: %s\n", text);
    sc_stop();
  }
};
} // namespace

int sc_main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: platform RECORDING TRACE\n", stderr);
    return 2;
  }
  rvt_error e = {""};
  rvt_rvti_reader *reader = nullptr;
  rvt_player hart;
  rvt_params encoder;
  (void)rvt_params_init(&encoder, nullptr);
  const rvt_player_options options = rvt_player_options_for(&encoder);
  rvt_status status = rvt_rvti_reader_open(&reader, argv[1], &e);
  const rvt_step_source source = {rvt_step_rvti_next, reader};
  if (status == RVT_OK) status = rvt_player_init(&hart, &options, &source, &e);
  if (status != RVT_OK) {
    std::fprintf(stderr, "platform: %s\n", e.text);
    return 2;
  }
  platform p("platform", hart);
  sc_start();
  rvt_rvti_reader_close(reader);
  FILE *file = p.good ? std::fopen(argv[2], "wb") : nullptr;
  if (file == nullptr) return 2;
  const bool written = std::fwrite(p.trace.data(), 1, p.size, file) == p.size;
  if (std::fclose(file) != 0 || !written) return 2;
  std::printf("platform: %zu bytes of trace in %.0f clocks\n", p.size,
              sc_time_stamp() / sc_time(10, SC_NS));
  return 0;
}

// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The model of the recorder of control transfers beside the RTL, under random values of every port;
// most accesses are of its registers, and most transfers of M.
//
// usage: recorder [CLOCKS]
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "Vctr.h"
#include "rvt/prng.h"
#include "rvt_ctr_sc.h"

namespace {
using namespace sc_core;

struct build : rvt_ctr_sc_params {
#define SET(Name, value) static constexpr unsigned Name = value;
  TB_CTR_PARAMS(SET)
#undef SET
};

template <unsigned N> using pin = rvt_sc_native::type<N>;
template <unsigned N> using wire = sc_signal<pin<N>>;

struct outputs {
  wire<1> ready, done;
  wire<build::Xlen> rdata;
  wire<2> exc;
};

struct bench : sc_module {
  sc_clock clk{"clk", 10, SC_NS, 0.5, 5, SC_NS};
  rvt_ctr_sc<build> model{"model"};
  Vctr rtl{"rtl"};
  outputs of_model, of_rtl;
  uint64_t random = 1, clocks = 0, end, answers = 0, entries = 0;
  bool failed = false;

#define BOTH(bits, port) wire<bits> port{#port};
  BOTH(1, rst_ni)
  BOTH(build::Blocks *build::IretireWidth, iretire_i)
  BOTH(build::Blocks *build::Xlen, iaddr_i)
  BOTH(build::Blocks * 4, itype_i)
  BOTH(build::Blocks * 2, ilastsize_i)
  BOTH(build::Xlen, cause_i)
  BOTH(3, priv_i)
  BOTH(1, halted_i)
  BOTH(build::Blocks *build::Xlen, target_i)
  BOTH(build::Blocks, mispredict_i)
  BOTH(3, priv_after_i)
  BOTH(build::Xlen, epc_i)
  BOTH(1, cycle_i)
  BOTH(1, csr_valid_i)
  BOTH(2, csr_op_i)
  BOTH(12, csr_addr_i)
  BOTH(12, csr_select_i)
  BOTH(build::Xlen, csr_wdata_i)
  BOTH(3, csr_mode_i)
  BOTH(1, csr_xlen32_i)
  BOTH(1, mstateen_ctr_i)
  BOTH(1, hstateen_ctr_i)
#undef BOTH

  template <class Module> void bind(Module &m, outputs &out) {
    m.clk_i(clk), m.rst_ni(rst_ni), m.iretire_i(iretire_i), m.iaddr_i(iaddr_i);
    m.itype_i(itype_i), m.ilastsize_i(ilastsize_i), m.cause_i(cause_i), m.priv_i(priv_i);
    m.halted_i(halted_i), m.target_i(target_i), m.mispredict_i(mispredict_i);
    m.priv_after_i(priv_after_i), m.epc_i(epc_i), m.cycle_i(cycle_i), m.csr_valid_i(csr_valid_i);
    m.csr_op_i(csr_op_i), m.csr_addr_i(csr_addr_i), m.csr_select_i(csr_select_i);
    m.csr_wdata_i(csr_wdata_i), m.csr_mode_i(csr_mode_i), m.csr_xlen32_i(csr_xlen32_i);
    m.mstateen_ctr_i(mstateen_ctr_i), m.hstateen_ctr_i(hstateen_ctr_i);
    m.csr_ready_o(out.ready), m.csr_done_o(out.done), m.csr_rdata_o(out.rdata);
    m.csr_exc_o(out.exc);
  }

  bench(const sc_module_name &name, uint64_t count) : sc_module(name), end(count) {
    SC_HAS_PROCESS(bench);
    SC_METHOD(drive);
    sensitive << clk.negedge_event();
    dont_initialize();
    SC_METHOD(compare);
    sensitive << clk.posedge_event();
    dont_initialize();
    bind(model, of_model);
    bind(rtl, of_rtl);
  }

  template <class T> void chance(sc_signal<T> &port, unsigned bits) {
    if constexpr (std::is_same_v<T, bool>) {
      port.write(rvt_prng_below(&random, 2) == 0);
    } else if constexpr (std::is_integral_v<T>) {
      port.write(static_cast<T>(rvt_prng_next(&random) & (UINT64_MAX >> (64 - bits))));
    } else {
      T value;
      for (int i = 0; i < static_cast<int>(bits); i += 32)
        value.range(std::min(i + 31, static_cast<int>(bits) - 1), i) =
            static_cast<uint32_t>(rvt_prng_next(&random));
      port.write(value);
    }
  }

  uint16_t address() {
    static constexpr uint16_t numbers[] = {0x34e, 0x14e, 0x24e, 0x35f, 0x15f, 0x18f,
                                           0x151, 0x152, 0x153, 0x251, 0x252, 0x253};
    if (rvt_prng_below(&random, 16) == 0)
      return static_cast<uint16_t>(rvt_prng_below(&random, 4096));
    return numbers[rvt_prng_below(&random, sizeof numbers / sizeof *numbers)];
  }

  void drive() {
    rst_ni.write(clocks >= 4 && rvt_prng_below(&random, 20000) != 0);
    chance(iretire_i, build::Blocks * build::IretireWidth);
    chance(iaddr_i, build::Blocks * build::Xlen);
    chance(itype_i, build::Blocks * 4);
    chance(ilastsize_i, build::Blocks * 2);
    chance(cause_i, build::Xlen);
    priv_i.write(rvt_prng_below(&random, 8) == 0 ? rvt_prng_below(&random, 8) & 7 : 3);
    priv_after_i.write(rvt_prng_below(&random, 8) == 0 ? rvt_prng_below(&random, 8) & 7 : 3);
    halted_i.write(rvt_prng_below(&random, 64) == 0);
    chance(target_i, build::Blocks * build::Xlen);
    chance(mispredict_i, build::Blocks);
    chance(epc_i, build::Xlen);
    chance(cycle_i, 1);
    chance(csr_valid_i, 1);
    csr_op_i.write(rvt_prng_below(&random, 200) == 0 ? 2 : rvt_prng_below(&random, 4) == 0);
    csr_addr_i.write(address());
    csr_select_i.write(static_cast<uint32_t>(0x1f8 + rvt_prng_below(&random, 0x30)));
    chance(csr_wdata_i, build::Xlen);
    csr_mode_i.write(rvt_prng_below(&random, 4) == 0 ? rvt_prng_below(&random, 8) & 7 : 3);
    csr_xlen32_i.write(rvt_prng_below(&random, 16) == 0);
    mstateen_ctr_i.write(rvt_prng_below(&random, 16) != 0);
    hstateen_ctr_i.write(rvt_prng_below(&random, 16) != 0);
  }

  void compare() {
    const outputs &a = of_model, &b = of_rtl;
    clocks++;
    // What was read outlasts a reset by a clock.
    const bool equal = a.ready == b.ready && a.done == b.done && a.exc == b.exc &&
                       (!rst_ni.read() || a.rdata == b.rdata);
    answers += a.done.read() && a.exc.read() == 0;
    entries += a.done.read() && a.rdata.read() != 0;
    if (!equal) {
      std::printf("clock %" PRIu64 ": expected ready %d, done %d, rdata 0x%" PRIx64
                  ", exc %u, found %d, %d, 0x%" PRIx64 ", %u\n",
                  clocks, a.ready.read(), a.done.read(), static_cast<uint64_t>(a.rdata.read()),
                  a.exc.read(), b.ready.read(), b.done.read(),
                  static_cast<uint64_t>(b.rdata.read()), b.exc.read());
      failed = true;
    }
    if (failed || clocks == end) sc_stop();
  }
};
} // namespace

int sc_main(int argc, char **argv) {
  bench b("bench", argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200000);
  sc_start();
  std::printf("recorder: %" PRIu64 " clocks, %" PRIu64 " accesses, %" PRIu64
              " of them read something\n",
              b.clocks, b.answers, b.entries);
  return b.failed || b.answers < b.clocks / 32 || b.entries < b.clocks / 100 ? 1 : 0;
}

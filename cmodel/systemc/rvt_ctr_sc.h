/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTR_SC_H
#define RVT_CTR_SC_H

/*
 * The golden model of the recorder of control transfers as a SystemC module: ports, parameters and
 * behaviour of rtl/ctr/rvt_ctr.sv, equal to it in every clock.
 *
 * Latency: inputs count at the rising edge of clk_i. Outputs change one delta cycle after that
 * edge, or after the falling edge of rst_ni.
 */

#include "rvt/unit/ctr.h"
#include "rvt_sc_pins.h"

/** Parameters of the RTL with their defaults. To change some, derive. */
struct rvt_ctr_sc_params {
  static constexpr unsigned Xlen = 64, Blocks = 1, IretireWidth = 3, Single = 0, Depths = 1,
                            CounterWidth = 27, Misp = 1, Type = 1, Filters = 65342, ExtTraps = 1,
                            RasEmu = 1, Hyp = 0, Lcofi = 1, BlockRam = 0;
};

using rvt_ctr_sc_base = rvt_sc_unit<rvt_ctr, rvt_ctr_params, rvt_ctr_init>;

template <class Params = rvt_ctr_sc_params, class Pins = rvt_sc_native>
class rvt_ctr_sc : public rvt_ctr_sc_base {
  using P = Params;
  template <unsigned N> using pin = typename Pins::template type<N>;
  template <unsigned N> using in = sc_core::sc_in<pin<N>>;
  template <unsigned N> using out = sc_core::sc_out<pin<N>>;

public:
  in<1> clk_i{"clk_i"};
  in<1> rst_ni{"rst_ni"};
  in<P::Blocks * P::IretireWidth> iretire_i{"iretire_i"};
  in<P::Blocks * P::Xlen> iaddr_i{"iaddr_i"};
  in<P::Blocks * 4> itype_i{"itype_i"};
  in<P::Blocks * 2> ilastsize_i{"ilastsize_i"};
  in<P::Xlen> cause_i{"cause_i"};
  in<3> priv_i{"priv_i"};
  in<1> halted_i{"halted_i"};
  in<P::Blocks * P::Xlen> target_i{"target_i"};
  in<P::Blocks> mispredict_i{"mispredict_i"};
  in<3> priv_after_i{"priv_after_i"};
  in<P::Xlen> epc_i{"epc_i"};
  in<1> cycle_i{"cycle_i"};
  in<1> csr_valid_i{"csr_valid_i"};
  in<2> csr_op_i{"csr_op_i"};
  in<12> csr_addr_i{"csr_addr_i"};
  in<12> csr_select_i{"csr_select_i"};
  in<P::Xlen> csr_wdata_i{"csr_wdata_i"};
  in<3> csr_mode_i{"csr_mode_i"};
  in<1> csr_xlen32_i{"csr_xlen32_i"};
  in<1> mstateen_ctr_i{"mstateen_ctr_i"};
  in<1> hstateen_ctr_i{"hstateen_ctr_i"};
  out<1> csr_ready_o{"csr_ready_o"};
  out<1> csr_done_o{"csr_done_o"};
  out<P::Xlen> csr_rdata_o{"csr_rdata_o"};
  out<2> csr_exc_o{"csr_exc_o"};

  explicit rvt_ctr_sc(const sc_core::sc_module_name &name)
      : rvt_ctr_sc_base("rvt_ctr_sc", name, params()) {
    SC_HAS_PROCESS(rvt_ctr_sc);
    SC_METHOD(evaluate);
    sensitive << clk_i.pos() << rst_ni.neg();
  }

  /** The model's own form of the parameters. */
  static rvt_ctr_params params() {
    rvt_ctr_params p = {};
    p.xlen = P::Xlen;
    p.blocks = P::Blocks;
    p.iretire_width = P::IretireWidth;
    p.single = P::Single != 0;
    p.depths = P::Depths;
    p.counter_width = P::CounterWidth;
    p.misp = P::Misp != 0;
    p.type = P::Type != 0;
    p.filters = P::Filters;
    p.ext_traps = P::ExtTraps != 0;
    p.ras_emu = P::RasEmu != 0;
    p.hyp = P::Hyp != 0;
    p.lcofi = P::Lcofi != 0;
    p.block_ram = P::BlockRam != 0;
    return p;
  }

private:
  void read_hart(rvt_ctr_hart &hart) {
    for (unsigned i = 0; i < P::Blocks; i++) {
      rvt_block &block = hart.block[i];
      block.iretire = static_cast<uint8_t>(
          rvt_sc_field<P::IretireWidth, P::Blocks * P::IretireWidth>(iretire_i, i));
      block.itype = static_cast<uint8_t>(rvt_sc_field<4, P::Blocks * 4>(itype_i, i));
      block.ilastsize = static_cast<uint8_t>(rvt_sc_field<2, P::Blocks * 2>(ilastsize_i, i));
      block.iaddr = rvt_sc_field<P::Xlen, P::Blocks * P::Xlen>(iaddr_i, i);
      hart.slot[i].target = rvt_sc_field<P::Xlen, P::Blocks * P::Xlen>(target_i, i);
      hart.slot[i].mispredict = rvt_sc_field<1, P::Blocks>(mispredict_i, i) != 0;
    }
    hart.cause = rvt_sc_get<P::Xlen>(cause_i);
    hart.epc = rvt_sc_get<P::Xlen>(epc_i);
    hart.priv = static_cast<uint8_t>(rvt_sc_get<3>(priv_i));
    hart.priv_after = static_cast<uint8_t>(rvt_sc_get<3>(priv_after_i));
    hart.halted = halted_i.read();
    hart.cycle = cycle_i.read();
  }

  void evaluate() {
    rvt_ctr_in now = {};
    read_hart(now.hart);
    now.csr_valid = csr_valid_i.read();
    now.csr_op = static_cast<uint8_t>(rvt_sc_get<2>(csr_op_i));
    now.csr_addr = static_cast<uint16_t>(rvt_sc_get<12>(csr_addr_i));
    now.csr_select = static_cast<uint16_t>(rvt_sc_get<12>(csr_select_i));
    now.csr_wdata = rvt_sc_get<P::Xlen>(csr_wdata_i);
    now.csr_mode = static_cast<uint8_t>(rvt_sc_get<3>(csr_mode_i));
    now.csr_xlen32 = csr_xlen32_i.read();
    now.mstateen_ctr = mstateen_ctr_i.read();
    now.hstateen_ctr = hstateen_ctr_i.read();
    if (!rst_ni.read()) {
      state = reset_state;
    } else if (clk_i.posedge()) {
      rvt_ctr_tick(&state, &now);
    }
    rvt_ctr_out result;
    rvt_ctr_outputs(&state, &result);
    csr_ready_o.write(result.csr_ready);
    csr_done_o.write(result.csr_done);
    csr_rdata_o.write(static_cast<pin<P::Xlen>>(result.csr_rdata));
    csr_exc_o.write(static_cast<pin<2>>(result.csr_exc));
  }
};

#endif

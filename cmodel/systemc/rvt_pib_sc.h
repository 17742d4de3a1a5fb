/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PIB_SC_H
#define RVT_PIB_SC_H

/*
 * The golden model of the pin interface block as a SystemC module: ports, parameters and behaviour
 * of rtl/transport/rvt_pib.sv, equal to it in every clock.
 *
 * Latency: inputs count at the rising edge of clk_i. Outputs change one delta cycle after that
 * edge, or after the falling edge of rst_ni; s_ready_o, s_dn_on_o and s_dn_lost_o also follow
 * active_i, enable_i, mode_i and calibrate_i, one delta cycle later.
 */

#include "rvt/unit/pib.h"
#include "rvt_sc_pins.h"

/** Parameters of the RTL with their defaults. To change some, derive. */
struct rvt_pib_sc_params {
  static constexpr unsigned Framing = 0, Lanes = 1, Pins = 8, DivWidth = 8, BufferBytes = 64,
                            ClkCenter = 0, Calibrate = 0;
};

using rvt_pib_sc_base = rvt_sc_unit<rvt_pib, rvt_pib_params, rvt_pib_init>;

template <class Params = rvt_pib_sc_params, class Pins = rvt_sc_native>
class rvt_pib_sc : public rvt_pib_sc_base {
  using P = Params;
  template <unsigned N> using pin = typename Pins::template type<N>;
  template <unsigned N> using in = sc_core::sc_in<pin<N>>;
  template <unsigned N> using out = sc_core::sc_out<pin<N>>;
  static constexpr unsigned BytesWidth = rvt_sc_clog2(P::Lanes) + 1;

public:
  in<1> clk_i{"clk_i"};
  in<1> rst_ni{"rst_ni"};
  in<1> active_i{"active_i"};
  in<1> enable_i{"enable_i"};
  in<4> mode_i{"mode_i"};
  in<1> center_i{"center_i"};
  in<1> calibrate_i{"calibrate_i"};
  in<P::DivWidth> divider_i{"divider_i"};
  in<1> s_valid_i{"s_valid_i"};
  in<8 * P::Lanes> s_data_i{"s_data_i"};
  in<BytesWidth> s_bytes_i{"s_bytes_i"};
  in<1> s_eom_i{"s_eom_i"};
  out<1> s_ready_o{"s_ready_o"};
  out<1> s_dn_on_o{"s_dn_on_o"};
  out<1> s_dn_lost_o{"s_dn_lost_o"};
  out<1> empty_o{"empty_o"};
  out<1> in_msg_o{"in_msg_o"};
  out<1> trc_clk_o{"trc_clk_o"};
  out<P::Pins> trc_data_o{"trc_data_o"};

  explicit rvt_pib_sc(const sc_core::sc_module_name &name)
      : rvt_pib_sc_base("rvt_pib_sc", name, params()) {
    SC_HAS_PROCESS(rvt_pib_sc);
    SC_METHOD(evaluate);
    sensitive << clk_i.pos() << rst_ni.neg() << active_i << enable_i << mode_i << calibrate_i;
  }

  /** The model's own form of the parameters. */
  static rvt_pib_params params() {
    rvt_pib_params p = {};
    p.framing = P::Framing;
    p.lanes = P::Lanes;
    p.pins = P::Pins;
    p.div_width = P::DivWidth;
    p.buffer_bytes = P::BufferBytes;
    p.clk_center = P::ClkCenter != 0;
    p.calibrate = P::Calibrate != 0;
    return p;
  }

private:
  void evaluate() {
    rvt_pib_in now = {};
    now.active = active_i.read();
    now.enable = enable_i.read();
    now.mode = static_cast<uint8_t>(rvt_sc_get<4>(mode_i));
    now.center = center_i.read();
    now.calibrate = calibrate_i.read();
    now.divider = static_cast<uint16_t>(rvt_sc_get<P::DivWidth>(divider_i));
    now.s.valid = s_valid_i.read();
    now.s.eom = s_eom_i.read();
    now.s.bytes = static_cast<uint8_t>(rvt_sc_get<BytesWidth>(s_bytes_i));
    for (unsigned i = 0; i < P::Lanes; i++)
      now.s.data[i] = static_cast<uint8_t>(rvt_sc_field<8, 8 * P::Lanes>(s_data_i, i));
    if (!rst_ni.read()) {
      state = reset_state;
    } else if (clk_i.posedge()) {
      rvt_pib_tick(&state, &now);
    }
    rvt_pib_out result;
    rvt_pib_outputs(&state, &now, &result);
    s_ready_o.write(result.s_ready);
    s_dn_on_o.write(result.s_dn_on);
    s_dn_lost_o.write(result.s_dn_lost);
    empty_o.write(result.empty);
    in_msg_o.write(result.in_msg);
    trc_clk_o.write(result.trc_clk);
    trc_data_o.write(static_cast<pin<P::Pins>>(result.trc_data));
  }
};

#endif

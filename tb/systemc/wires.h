/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SYSTEMC_WIRES_H
#define RVT_TB_SYSTEMC_WIRES_H

/* What the two sides of the comparison share, and what each has for itself. */

#include "rvt_encoder_sc_wires.h"
#include "rvt_pib_sc.h"

struct build : rvt_encoder_sc_params {
  static constexpr unsigned TB_ENCODER_PARAMS;
};
struct pib_build : rvt_pib_sc_params {
  static constexpr unsigned TB_PIB_PARAMS;
};
using model_encoder = rvt_encoder_sc<build>;
using model_pib = rvt_pib_sc<pib_build>;

template <unsigned N> using wire = sc_core::sc_signal<rvt_sc_native::type<N>>;

struct input_wires {
  rvt_encoder_sc_inputs<build> encoder;
  wire<1> active_i{"active_i"}, enable_i{"enable_i"};
  wire<4> mode_i{"mode_i"};
  wire<1> center_i{"center_i"}, calibrate_i{"calibrate_i"};
  wire<pib_build::DivWidth> divider_i{"divider_i"};
};

/** The PIB's s_ready_o is the encoder's m_ready_i. */
struct output_wires {
  rvt_encoder_sc_outputs<build> encoder;
  wire<1> s_dn_on_o, s_dn_lost_o, empty_o, in_msg_o, trc_clk_o;
  wire<pib_build::Pins> trc_data_o;
};

/** Call `f(name, signal of a, signal of b)` for every output. */
template <class F> void for_outputs(const output_wires &a, const output_wires &b, F f) {
  f("stall_o", a.encoder.stall_o, b.encoder.stall_o);
  f("m_valid_o", a.encoder.m_valid_o, b.encoder.m_valid_o);
  f("m_data_o", a.encoder.m_data_o, b.encoder.m_data_o);
  f("m_bytes_o", a.encoder.m_bytes_o, b.encoder.m_bytes_o);
  f("m_eom_o", a.encoder.m_eom_o, b.encoder.m_eom_o);
  f("m_sync_o", a.encoder.m_sync_o, b.encoder.m_sync_o);
  f("m_length_o", a.encoder.m_length_o, b.encoder.m_length_o);
  f("m_flush_ack_o", a.encoder.m_flush_ack_o, b.encoder.m_flush_ack_o);
  f("empty_o", a.encoder.empty_o, b.encoder.empty_o);
  f("settled_o", a.encoder.settled_o, b.encoder.settled_o);
  f("overflow_o", a.encoder.overflow_o, b.encoder.overflow_o);
  f("pib.s_ready_o", a.encoder.m_ready_i, b.encoder.m_ready_i);
  f("pib.s_dn_on_o", a.s_dn_on_o, b.s_dn_on_o);
  f("pib.s_dn_lost_o", a.s_dn_lost_o, b.s_dn_lost_o);
  f("pib.empty_o", a.empty_o, b.empty_o);
  f("pib.in_msg_o", a.in_msg_o, b.in_msg_o);
  f("pib.trc_clk_o", a.trc_clk_o, b.trc_clk_o);
  f("pib.trc_data_o", a.trc_data_o, b.trc_data_o);
}

template <class Pib>
void bind_pib(Pib &p, sc_core::sc_clock &clk, input_wires &in, output_wires &out) {
  p.clk_i(clk);
  p.rst_ni(in.encoder.rst_ni);
  p.active_i(in.active_i);
  p.enable_i(in.enable_i);
  p.mode_i(in.mode_i);
  p.center_i(in.center_i);
  p.calibrate_i(in.calibrate_i);
  p.divider_i(in.divider_i);
  p.s_valid_i(out.encoder.m_valid_o);
  p.s_data_i(out.encoder.m_data_o);
  p.s_bytes_i(out.encoder.m_bytes_o);
  p.s_eom_i(out.encoder.m_eom_o);
  p.s_ready_o(out.encoder.m_ready_i);
  p.s_dn_on_o(out.s_dn_on_o);
  p.s_dn_lost_o(out.s_dn_lost_o);
  p.empty_o(out.empty_o);
  p.in_msg_o(out.in_msg_o);
  p.trc_clk_o(out.trc_clk_o);
  p.trc_data_o(out.trc_data_o);
}

#endif

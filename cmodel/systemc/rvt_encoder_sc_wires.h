/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ENCODER_SC_WIRES_H
#define RVT_ENCODER_SC_WIRES_H

/*
 * A signal for every port of the encoder, named like it, and one function that binds them to
 * rvt_encoder_sc or to a module made by `verilator --sc` with the same parameters. Two
 * encoders side by side share the inputs and have outputs of their own.
 */

#include "rvt_encoder_sc.h"

template <class Params = rvt_encoder_sc_params, class Pins = rvt_sc_native>
struct rvt_encoder_sc_inputs {
  using P = Params;
  using module = rvt_encoder_sc<Params, Pins>;
  static constexpr unsigned TimeWidth = module::TimeWidth;
  template <unsigned N> using wire = sc_core::sc_signal<typename Pins::template type<N>>;

  wire<1> rst_ni{"rst_ni"};
  wire<RVT_SC_CONFIG_WIDTH> cfg_i{"cfg_i"};
#define RVT_SC_SLOT(field, bits)  wire<P::Blocks *(bits)> field##_i{#field "_i"};
#define RVT_SC_CLOCK(field, bits) wire<(bits)> field##_i{#field "_i"};
  RVT_SC_INGRESS_SLOT(RVT_SC_SLOT)
  RVT_SC_INGRESS_CLOCK(RVT_SC_CLOCK)
#undef RVT_SC_SLOT
#undef RVT_SC_CLOCK
  wire<1> m_dn_on_i{"m_dn_on_i"};
  wire<1> m_dn_stopped_i{"m_dn_stopped_i"};
  wire<1> m_dn_lost_i{"m_dn_lost_i"};
  wire<1> m_sync_req_i{"m_sync_req_i"};
  wire<1> m_flush_req_i{"m_flush_req_i"};
};

/** Outputs, and the one input that belongs to who takes the byte stream. */
template <class Params = rvt_encoder_sc_params, class Pins = rvt_sc_native>
struct rvt_encoder_sc_outputs {
  using P = Params;
  using module = rvt_encoder_sc<Params, Pins>;
  template <unsigned N> using wire = sc_core::sc_signal<typename Pins::template type<N>>;

  wire<1> stall_o;
  wire<1> m_valid_o;
  wire<8 * P::Lanes> m_data_o;
  wire<module::BytesWidth> m_bytes_o;
  wire<1> m_eom_o;
  wire<1> m_sync_o;
  wire<6> m_length_o;
  wire<1> m_flush_ack_o;
  wire<1> empty_o;
  wire<1> settled_o;
  wire<1> overflow_o;
  wire<1> m_ready_i;
};

template <class Module, class Clock, class Inputs, class Outputs>
void rvt_encoder_sc_bind(Module &m, Clock &clk, Inputs &in, Outputs &out) {
  m.clk_i(clk);
  m.rst_ni(in.rst_ni);
  m.cfg_i(in.cfg_i);
#define RVT_SC_JOIN(field, bits) m.field##_i(in.field##_i);
  RVT_SC_INGRESS_SLOT(RVT_SC_JOIN)
  RVT_SC_INGRESS_CLOCK(RVT_SC_JOIN)
#undef RVT_SC_JOIN
  m.stall_o(out.stall_o);
  m.m_valid_o(out.m_valid_o);
  m.m_data_o(out.m_data_o);
  m.m_bytes_o(out.m_bytes_o);
  m.m_eom_o(out.m_eom_o);
  m.m_sync_o(out.m_sync_o);
  m.m_length_o(out.m_length_o);
  m.m_ready_i(out.m_ready_i);
  m.m_dn_on_i(in.m_dn_on_i);
  m.m_dn_stopped_i(in.m_dn_stopped_i);
  m.m_dn_lost_i(in.m_dn_lost_i);
  m.m_sync_req_i(in.m_sync_req_i);
  m.m_flush_req_i(in.m_flush_req_i);
  m.m_flush_ack_o(out.m_flush_ack_o);
  m.empty_o(out.empty_o);
  m.settled_o(out.settled_o);
  m.overflow_o(out.overflow_o);
}

#endif

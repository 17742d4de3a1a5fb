/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOP_SC_WIRES_H
#define RVT_TOP_SC_WIRES_H

/*
 * A signal for every port of the top, named like it, and one function that binds those that are
 * free: all of rvt_top_sc, or of a module by `verilator --sc`; of rvt_top_tlm all
 * but the bus.
 */

#include "rvt_top_sc.h"

template <class Params = rvt_top_sc_params, class Types = rvt_sc_native>
struct rvt_top_sc_wires : sc_core::sc_module {
  using module = rvt_top_sc<Params, Types>;
  template <unsigned N> using wire = sc_core::sc_signal<typename Types::template type<N>>;
#define RVT_SC_PARAM(Name, least, greatest, preset) static constexpr unsigned Name = Params::Name;
#define RVT_SC_MADE(Name, value)                    static constexpr unsigned Name = value;
  RVT_TOP_PARAMS(RVT_SC_PARAM)
  RVT_TOP_DERIVED(RVT_SC_MADE, rvt_sc_clog2)
#undef RVT_SC_PARAM
#undef RVT_SC_MADE

  wire<1> rst_ni{"rst_ni"};
#define RVT_SC_WIRE(port, member, bits) wire<(bits)> port{#port};
#define RVT_SC_SLOT(port, member, bits) wire<Blocks *(bits)> port{#port};
  RVT_TOP_INPUTS(RVT_SC_WIRE, RVT_SC_SLOT)
  RVT_TOP_OUTPUTS(RVT_SC_WIRE)
#undef RVT_SC_WIRE
#undef RVT_SC_SLOT

  /** Under a name of its own, as several may be in one module. */
  explicit rvt_top_sc_wires(const sc_core::sc_module_name &name) : sc_module(name) {}
};

template <class Module, class Clock, class Wires>
void rvt_top_sc_bind(Module &m, Clock &clk, Wires &wires) {
  m.clk_i(clk);
  m.rst_ni(wires.rst_ni);
#define RVT_SC_JOIN(port, member, bits)                                                            \
  if (m.port.get_interface() == nullptr) m.port(wires.port);
  RVT_TOP_INPUTS(RVT_SC_JOIN, RVT_SC_JOIN)
  RVT_TOP_OUTPUTS(RVT_SC_JOIN)
#undef RVT_SC_JOIN
}

#endif

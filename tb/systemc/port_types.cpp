// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Port types of other builds than the compared one, as `verilator --sc` makes them. Compiling is
// the test.
#include "rvt_encoder_sc_wires.h"
#include "rvt_pib_sc.h"

using sc_core::sc_in;
using sc_core::sc_out;
using std::is_same_v;

struct wide : rvt_encoder_sc_params {
  static constexpr unsigned Xlen = 64, TsWidth = 64, Lanes = 16, ImpdefWidth = 64;
};
struct several : rvt_encoder_sc_params {
  static constexpr unsigned Xlen = 64, Blocks = 4, FlowBlocks = 2, Events = 1, SeqJump = 1;
};
struct small_pib : rvt_pib_sc_params {
  static constexpr unsigned Pins = 4, DivWidth = 1;
};

struct wide_pib : rvt_pib_sc_params {
  static constexpr unsigned Lanes = 16, Pins = 16;
};

template <class Params, class Pins> void made_and_bound() {
  rvt_encoder_sc<Params, Pins> encoder("encoder");
  sc_core::sc_clock clk;
  rvt_encoder_sc_inputs<Params, Pins> in;
  rvt_encoder_sc_outputs<Params, Pins> out;
  rvt_encoder_sc_bind(encoder, clk, in, out);
}
template void made_and_bound<rvt_encoder_sc_params, rvt_sc_native>();
template void made_and_bound<rvt_encoder_sc_params, rvt_sc_uints>();
template void made_and_bound<wide, rvt_sc_native>();
template void made_and_bound<wide, rvt_sc_uints>();
template void made_and_bound<several, rvt_sc_native>();
template void made_and_bound<several, rvt_sc_uints>();

using plain_ports = rvt_encoder_sc<>;
using wide_ports = rvt_encoder_sc<wide>;
using several_ports = rvt_encoder_sc<several>;
using uint_ports = rvt_encoder_sc<wide, rvt_sc_uints>;
static_assert(is_same_v<decltype(plain_ports::iaddr_i), sc_in<uint32_t>>);
static_assert(is_same_v<decltype(plain_ports::time_i), sc_in<bool>>);
static_assert(is_same_v<decltype(plain_ports::m_data_o), sc_out<uint32_t>>);
static_assert(is_same_v<decltype(plain_ports::m_bytes_o), sc_out<bool>>);
static_assert(is_same_v<decltype(plain_ports::cfg_i), sc_in<uint64_t>>);
static_assert(is_same_v<decltype(wide_ports::m_data_o), sc_out<sc_dt::sc_bv<128>>>);
static_assert(is_same_v<decltype(wide_ports::m_bytes_o), sc_out<uint32_t>>);
static_assert(is_same_v<decltype(several_ports::iaddr_i), sc_in<sc_dt::sc_bv<256>>>);
static_assert(is_same_v<decltype(several_ports::iretire_i), sc_in<uint32_t>>);
static_assert(is_same_v<decltype(several_ports::trigger_i), sc_in<uint32_t>>);
static_assert(is_same_v<decltype(uint_ports::m_data_o), sc_out<sc_dt::sc_bv<128>>>);
static_assert(is_same_v<decltype(uint_ports::cfg_i), sc_in<sc_dt::sc_uint<RVT_SC_CONFIG_WIDTH>>>);
static_assert(is_same_v<decltype(uint_ports::time_i), sc_in<sc_dt::sc_uint<64>>>);

template class rvt_pib_sc<small_pib>;
template class rvt_pib_sc<small_pib, rvt_sc_uints>;
template class rvt_pib_sc<wide_pib>;
template class rvt_pib_sc<wide_pib, rvt_sc_uints>;

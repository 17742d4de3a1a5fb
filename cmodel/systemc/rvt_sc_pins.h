/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SC_PINS_H
#define RVT_SC_PINS_H

/* What the SystemC modules share: types of their ports, a unit's model as a module. */

#include <cstdint>
#include <string>
#include <type_traits>

#include <systemc>

#include "rvt/error.h"

/** The types that `verilator --sc` gives a port of N bits. */
struct rvt_sc_native {
  template <unsigned N>
  using type = std::conditional_t<
      N == 1, bool,
      std::conditional_t<N <= 32, uint32_t,
                         std::conditional_t<N <= 64, uint64_t, sc_dt::sc_bv<static_cast<int>(N)>>>>;
};

/** The types of `verilator --sc --pins-sc-uint`. */
struct rvt_sc_uints {
  template <unsigned N>
  using type = std::conditional_t<
      N == 1, bool,
      std::conditional_t<N <= 64, sc_dt::sc_uint<static_cast<int>(N <= 64 ? N : 1)>,
                         sc_dt::sc_bv<static_cast<int>(N)>>>;
};

/** The low N bits of a port of at most 64 bits. */
template <unsigned N, class Port> uint64_t rvt_sc_get(const Port &port) {
  static_assert(N >= 1 && N <= 64);
  return static_cast<uint64_t>(port.read()) & (UINT64_MAX >> (64 - N));
}

/** Field `i` of `Width` (1..64) bits of a port of N bits, field 0 in the low bits. */
template <unsigned Width, unsigned N, class Port>
uint64_t rvt_sc_field(const Port &port, unsigned i) {
  if constexpr (N <= 64) {
    return rvt_sc_get<N>(port) >> (Width * i) & (UINT64_MAX >> (64 - Width));
  } else {
    const auto low = static_cast<int>(Width * i);
    return port.read().range(low + static_cast<int>(Width) - 1, low).to_uint64();
  }
}

/** Bytes, byte 0 in bits 7:0, as the value of a port of 8 * Bytes bits. */
template <unsigned Bytes, class T> T rvt_sc_from_bytes(const uint8_t *data) {
  if constexpr (Bytes <= 8) {
    uint64_t value = 0;
    for (unsigned i = 0; i < Bytes; i++) value |= static_cast<uint64_t>(data[i]) << (8 * i);
    return static_cast<T>(value);
  } else {
    T value;
    for (unsigned i = 0; i < Bytes; i++)
      value.range(static_cast<int>(8 * i + 7), static_cast<int>(8 * i)) = data[i];
    return value;
  }
}

/** $clog2 of SystemVerilog. */
constexpr unsigned rvt_sc_clog2(unsigned n) {
  unsigned bits = 0;
  while ((1U << bits) < n) bits++;
  return bits;
}

/** The model of a unit, of any parameters and port types: its state, and that after reset. */
template <class State, class Params, rvt_status init(State *, const Params *, rvt_error *)>
class rvt_sc_unit : public sc_core::sc_module {
protected:
  /** Reports an SC_ERROR (by default an exception) if a parameter is out of its range. */
  rvt_sc_unit(const char *kind, const sc_core::sc_module_name &module, const Params &params)
      : sc_core::sc_module(module), reset_state(), state() {
    rvt_error error = {""};
    if (init(&reset_state, &params, &error) != RVT_OK)
      SC_REPORT_ERROR(kind, (std::string(name()) + ": " + error.text).c_str());
    state = reset_state;
  }

  State reset_state;
  State state;
};

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOP_SC_H
#define RVT_TOP_SC_H

/*
 * The golden model of encoder, sinks and registers as a SystemC module: ports, parameters and
 * behaviour of rtl/top/rvt_top.sv, equal to it in every clock. rvt_top_tlm.h has a
 * TLM-2.0 socket in place of the bus. docs/systemc.md shows the use.
 *
 * Inputs count at the rising edge of clk_i, as they are before it. Outputs change one delta cycle
 * after that edge, or after the falling edge of rst_ni; those of the bus also after the bus's
 * inputs and ram_rdata_i. Registers have their reset values from the start of simulation on.
 */

#include "rvt/ref.h"
#include "rvt_sc_pins.h"

/**
 * Parameters of the RTL with their defaults. To change some, derive:
 *   struct build : rvt_top_sc_params { static constexpr unsigned Xlen = 64; };
 */
struct rvt_top_sc_params {
#define RVT_SC_PARAM(Name, least, greatest, preset) static constexpr unsigned Name = preset;
  RVT_TOP_PARAMS(RVT_SC_PARAM)
#undef RVT_SC_PARAM
};

/** What is the same for all parameters and port types. */
class rvt_top_sc_base : public sc_core::sc_module {
protected:
  /** Reports an SC_ERROR (by default an exception) if a parameter is out of its range. */
  rvt_top_sc_base(const sc_core::sc_module_name &name, const uint32_t *params);
  ~rvt_top_sc_base() override;

  /** Bits of the inputs, in their order after begin(). */
  void begin();
  void put(unsigned width, uint64_t value);
  void reset();
  void tick();
  /** Bits of the outputs of this clock, in their order. */
  void outputs();
  uint64_t take(unsigned width);

  /**
   * What a register reads in this clock; the model stays as it is.
   * @return false  at trRamData, whose value is in the memory outside
   */
  bool peek(uint16_t address, uint32_t *value) const;

private:
  rvt_ref *ref = nullptr;
  uint32_t in[RVT_TOP_INPUT_WORDS] = {};
  uint32_t out[RVT_TOP_OUTPUT_WORDS] = {};
  unsigned at = 0;
};

template <class Params = rvt_top_sc_params, class Types = rvt_sc_native>
class rvt_top_sc : public rvt_top_sc_base {
protected:
  template <unsigned N> using pin = typename Types::template type<N>;
  template <unsigned N> using in = sc_core::sc_in<pin<N>>;
  template <unsigned N> using out = sc_core::sc_out<pin<N>>;

public:
#define RVT_SC_PARAM(Name, least, greatest, preset) static constexpr unsigned Name = Params::Name;
#define RVT_SC_MADE(Name, value)                    static constexpr unsigned Name = value;
  RVT_TOP_PARAMS(RVT_SC_PARAM)
  RVT_TOP_DERIVED(RVT_SC_MADE, rvt_sc_clog2)
#undef RVT_SC_PARAM
#undef RVT_SC_MADE

  in<1> clk_i{"clk_i"};
  in<1> rst_ni{"rst_ni"}; // asynchronous, also while low at a clock edge
#define RVT_SC_IN(port, member, bits)   in<(bits)> port{#port};
#define RVT_SC_SLOT(port, member, bits) in<Blocks *(bits)> port{#port};
#define RVT_SC_OUT(port, member, bits)  out<(bits)> port{#port};
  RVT_TOP_INPUTS(RVT_SC_IN, RVT_SC_SLOT)
  RVT_TOP_OUTPUTS(RVT_SC_OUT)
#undef RVT_SC_IN
#undef RVT_SC_SLOT
#undef RVT_SC_OUT

  explicit rvt_top_sc(const sc_core::sc_module_name &name) : rvt_top_sc_base(name, values().value) {
    SC_HAS_PROCESS(rvt_top_sc);
    SC_METHOD(evaluate);
    sensitive << clk_i.pos() << rst_ni.neg() << psel_i << penable_i << pwrite_i << paddr_i
              << ram_rdata_i;
  }

private:
  struct words {
    uint32_t value[RVT_REF_PARAMS];
  };
  static words values() {
#define RVT_SC_VALUE(Name, least, greatest, preset) Name,
    return {{RVT_TOP_PARAMS(RVT_SC_VALUE)}};
#undef RVT_SC_VALUE
  }

  void evaluate() {
    begin();
#define RVT_SC_IN(port, member, bits) put((bits), rvt_sc_get<(bits)>(port));
#define RVT_SC_SLOT(port, member, bits)                                                            \
  for (unsigned i = 0; i < Blocks; i++) put((bits), rvt_sc_field<(bits), Blocks *(bits)>(port, i));
    RVT_TOP_INPUTS(RVT_SC_IN, RVT_SC_SLOT)
#undef RVT_SC_IN
#undef RVT_SC_SLOT
    if (!rst_ni.read()) {
      reset();
    } else if (clk_i.posedge()) {
      tick();
    }
    outputs();
#define RVT_SC_OUT(port, member, bits) port.write(static_cast<pin<(bits)>>(take(bits)));
    RVT_TOP_OUTPUTS(RVT_SC_OUT)
#undef RVT_SC_OUT
  }
};

#endif

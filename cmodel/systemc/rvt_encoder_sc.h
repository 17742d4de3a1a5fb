/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ENCODER_SC_H
#define RVT_ENCODER_SC_H

/*
 * The golden model of the encoder as a SystemC module: ports, parameters and behaviour of
 * rtl/top/rvt_encoder.sv, equal to it in every clock. docs/systemc.md shows its use.
 *
 * Latency: inputs count at the rising edge of clk_i, as they are before it. Outputs change one
 * delta cycle after that edge, or after the falling edge of rst_ni. stall_o also follows cfg_i, one
 * delta cycle later; no other input reaches an output without a clock. A block presented in clock
 * n is on the byte stream in clock n+3 at the earliest.
 *
 * Registers have their reset values from the start of simulation on, where RTL has random ones.
 */

#include "rvt/encoder.h"
#include "rvt_ingress_sc.h"
#include "rvt_sc_pins.h"

/**
 * Parameters of the RTL with their defaults. To change some, derive:
 *   struct build : rvt_encoder_sc_params { static constexpr unsigned Xlen = 64; };
 */
struct rvt_encoder_sc_params {
#define RVT_SC_MODEL(Name, field, kind, least, greatest, preset)                                   \
  static constexpr unsigned Name = preset;
#define RVT_SC_PORT(Name, preset) static constexpr unsigned Name = preset;
  RVT_PARAMS(RVT_SC_MODEL) RVT_PORT_PARAMS(RVT_SC_PORT)
#undef RVT_SC_MODEL
#undef RVT_SC_PORT
};

enum { RVT_SC_CONFIG_WIDTH = RVT_CONFIG_BITS };

using rvt_encoder_sc_base = rvt_sc_unit<rvt_encoder, rvt_params, rvt_encoder_init>;

template <class Params = rvt_encoder_sc_params, class Pins = rvt_sc_native>
class rvt_encoder_sc : public rvt_encoder_sc_base {
  using P = Params;
  template <unsigned N> using pin = typename Pins::template type<N>;
  template <unsigned N> using in = sc_core::sc_in<pin<N>>;
  template <unsigned N> using out = sc_core::sc_out<pin<N>>;

public:
  static constexpr unsigned TimeWidth = P::TsWidth > 0 ? P::TsWidth : 1;
  static constexpr unsigned BytesWidth = rvt_sc_clog2(P::Lanes) + 1;

  in<1> clk_i{"clk_i"};
  in<1> rst_ni{"rst_ni"}; // asynchronous, also while low at a clock edge
  in<RVT_SC_CONFIG_WIDTH> cfg_i{"cfg_i"};
#define RVT_SC_SLOT(field, bits)  in<P::Blocks *(bits)> field##_i{#field "_i"};
#define RVT_SC_CLOCK(field, bits) in<(bits)> field##_i{#field "_i"};
  RVT_SC_INGRESS_SLOT(RVT_SC_SLOT)
  RVT_SC_INGRESS_CLOCK(RVT_SC_CLOCK)
#undef RVT_SC_SLOT
#undef RVT_SC_CLOCK
  out<1> stall_o{"stall_o"};
  out<1> m_valid_o{"m_valid_o"};
  out<8 * P::Lanes> m_data_o{"m_data_o"};
  out<BytesWidth> m_bytes_o{"m_bytes_o"};
  out<1> m_eom_o{"m_eom_o"};
  out<1> m_sync_o{"m_sync_o"};
  out<6> m_length_o{"m_length_o"};
  in<1> m_ready_i{"m_ready_i"};
  in<1> m_dn_on_i{"m_dn_on_i"};           // not read, as in the RTL
  in<1> m_dn_stopped_i{"m_dn_stopped_i"}; // not read
  in<1> m_dn_lost_i{"m_dn_lost_i"};
  in<1> m_sync_req_i{"m_sync_req_i"};
  in<1> m_flush_req_i{"m_flush_req_i"};
  out<1> m_flush_ack_o{"m_flush_ack_o"};
  out<1> empty_o{"empty_o"};
  out<1> settled_o{"settled_o"};
  out<1> overflow_o{"overflow_o"};

  explicit rvt_encoder_sc(const sc_core::sc_module_name &name)
      : rvt_encoder_sc_base("rvt_encoder_sc", name, params()) {
    SC_HAS_PROCESS(rvt_encoder_sc);
    SC_METHOD(evaluate);
    sensitive << clk_i.pos() << rst_ni.neg() << cfg_i;
  }

  /** The model's own form of the parameters. */
  static rvt_params params() {
    rvt_params p = {};
#define RVT_SC_SET(Name, field, kind, least, greatest, preset)                                     \
  p.field = static_cast<decltype(p.field)>(P::Name);
    RVT_PARAMS(RVT_SC_SET)
#undef RVT_SC_SET
    return p;
  }

private:
  void evaluate() {
    const uint64_t bits = rvt_sc_get<RVT_SC_CONFIG_WIDTH>(cfg_i);
    const rvt_config cfg = rvt_config_unpack(bits);
    if (!rst_ni.read()) {
      state = reset_state;
    } else if (clk_i.posedge()) {
      tick(cfg);
    }
    drive(cfg);
  }

  void slot(unsigned i, rvt_block &b) {
#define RVT_SC_GET(field, bits)                                                                    \
  b.field = static_cast<decltype(b.field)>(rvt_sc_field<(bits), P::Blocks *(bits)>(field##_i, i));
    RVT_SC_INGRESS_SLOT(RVT_SC_GET)
#undef RVT_SC_GET
  }

  void tick(const rvt_config &cfg) {
    rvt_encoder_in now = {};
    now.cfg = cfg;
    for (unsigned i = 0; i < P::Blocks; i++) slot(i, now.ingress.block[i]);
#define RVT_SC_GET(field, bits)                                                                    \
  now.ingress.field = static_cast<decltype(now.ingress.field)>(rvt_sc_get<(bits)>(field##_i));
    RVT_SC_INGRESS_CLOCK(RVT_SC_GET)
#undef RVT_SC_GET
    now.m_ready = m_ready_i.read();
    now.dn_lost = m_dn_lost_i.read();
    now.sync_req = m_sync_req_i.read();
    now.flush_req = m_flush_req_i.read();
    rvt_encoder_tick(&state, &now);
  }

  void drive(const rvt_config &cfg) {
    rvt_encoder_out now;
    rvt_encoder_outputs(&state, &cfg, &now);
    stall_o.write(now.stall);
    m_valid_o.write(now.m.valid);
    m_data_o.write(rvt_sc_from_bytes<P::Lanes, pin<8 * P::Lanes>>(now.m.data));
    m_bytes_o.write(static_cast<pin<BytesWidth>>(now.m.bytes));
    m_eom_o.write(now.m.eom);
    m_sync_o.write(now.m.sync);
    m_length_o.write(static_cast<pin<6>>(now.m.length));
    m_flush_ack_o.write(now.flush_ack);
    empty_o.write(now.empty);
    settled_o.write(now.settled);
    overflow_o.write(now.overflow);
  }
};

#endif

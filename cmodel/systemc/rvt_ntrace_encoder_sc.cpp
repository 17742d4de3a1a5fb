// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "rvt_ntrace_encoder_sc.h"

#include <string>

namespace {

/** Fields from the top bit down. */
struct packer {
  uint64_t bits = 0;
  void field(uint64_t value, unsigned width) {
    bits = bits << width | (value & ((UINT64_C(1) << width) - 1));
  }
};

struct unpacker {
  uint64_t bits;
  unsigned left = RVT_SC_CONFIG_WIDTH;
  uint8_t field(unsigned width) { return static_cast<uint8_t>(wide(width)); }
  bool flag() { return wide(1) != 0; }
  uint16_t wide(unsigned width) {
    left -= width;
    return static_cast<uint16_t>(bits >> left & ((UINT64_C(1) << width) - 1));
  }
};

} // namespace

uint64_t rvt_sc_config_bits(const rvt_config &config) {
  packer p;
  p.field(config.active, 1);
  p.field(config.enable, 1);
  p.field(config.tracing, 1);
  p.field(config.trig_ena, 1);
  p.field(config.mode, 4);
  p.field(config.stall_ena, 1);
  p.field(config.sync_mode, 2);
  p.field(config.sync_max, 4);
  p.field(config.ir_mode, 2);
  p.field(config.ir_en, 1);
  p.field(config.seq_en, 1);
  p.field(config.inhibit_src, 1);
  p.field(config.src_bits, 4);
  p.field(config.src_id, 12);
  p.field(config.ts_en, 1);
  p.field(config.plain_sync, 1);
  return p.bits;
}

rvt_config rvt_sc_config(uint64_t bits) {
  unpacker u{bits};
  rvt_config c = {};
  c.active = u.flag();
  c.enable = u.flag();
  c.tracing = u.flag();
  c.trig_ena = u.flag();
  c.mode = u.field(4);
  c.stall_ena = u.flag();
  c.sync_mode = u.field(2);
  c.sync_max = u.field(4);
  c.ir_mode = u.field(2);
  c.ir_en = u.flag();
  c.seq_en = u.flag();
  c.inhibit_src = u.flag();
  c.src_bits = u.field(4);
  c.src_id = u.wide(12);
  c.ts_en = u.flag();
  c.plain_sync = u.flag();
  return c;
}

rvt_ntrace_encoder_sc_base::rvt_ntrace_encoder_sc_base(const sc_core::sc_module_name &module,
                                                       const rvt_params &params)
    : sc_core::sc_module(module), reset_state(), state() {
  rvt_error error = {""};
  if (rvt_ntrace_encoder_init(&reset_state, &params, &error) != RVT_OK)
    SC_REPORT_ERROR("rvt_ntrace_encoder_sc", (std::string(name()) + ": " + error.text).c_str());
  state = reset_state;
}

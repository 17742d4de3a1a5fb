// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "rvt_ntrace_encoder_sc.h"

#include <string>

uint64_t rvt_sc_config_bits(const rvt_config &config) {
  uint64_t bits = 0;
#define PUT(field, width)                                                                          \
  bits = bits << (width) | (static_cast<uint64_t>(config.field) & ((UINT64_C(1) << (width)) - 1));
  RVT_SC_CONFIG(PUT)
#undef PUT
  return bits;
}

rvt_config rvt_sc_config(uint64_t bits) {
  rvt_config c = {};
  unsigned left = RVT_SC_CONFIG_WIDTH;
#define GET(field, width)                                                                          \
  left -= (width);                                                                                 \
  c.field = static_cast<decltype(c.field)>(bits >> left & ((UINT64_C(1) << (width)) - 1));
  RVT_SC_CONFIG(GET)
#undef GET
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

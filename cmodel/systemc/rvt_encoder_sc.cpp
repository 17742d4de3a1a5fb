// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "rvt_encoder_sc.h"

#include <string>

rvt_encoder_sc_base::rvt_encoder_sc_base(const sc_core::sc_module_name &module,
                                         const rvt_params &params)
    : sc_core::sc_module(module), reset_state(), state() {
  rvt_error error = {""};
  if (rvt_encoder_init(&reset_state, &params, &error) != RVT_OK)
    SC_REPORT_ERROR("rvt_encoder_sc", (std::string(name()) + ": " + error.text).c_str());
  state = reset_state;
}

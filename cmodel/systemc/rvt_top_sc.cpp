// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "rvt_top_sc.h"

#include <algorithm>
#include <string>

#include "rvt/regs.h"

rvt_top_sc_base::rvt_top_sc_base(const sc_core::sc_module_name &module, const uint32_t *params)
    : sc_core::sc_module(module) {
  rvt_error error = {""};
  if (rvt_ref_new(params, &ref, &error) != RVT_OK)
    SC_REPORT_ERROR("rvt_top_sc", (std::string(name()) + ": " + error.text).c_str());
}

rvt_top_sc_base::~rvt_top_sc_base() { rvt_ref_free(ref); }

void rvt_top_sc_base::begin() {
  std::fill(std::begin(in), std::end(in), 0U);
  at = 0;
}

void rvt_top_sc_base::put(unsigned width, uint64_t value) {
  for (unsigned left = width; left > 0;) {
    const unsigned low = at % 32, count = std::min(32 - low, left);
    in[at / 32] |= static_cast<uint32_t>(value << low);
    value = count < 64 ? value >> count : 0;
    left -= count;
    at += count;
  }
}

uint64_t rvt_top_sc_base::take(unsigned width) {
  uint64_t value = 0;
  for (unsigned got = 0; got < width;) {
    const unsigned low = at % 32, count = std::min(32 - low, width - got);
    value |= static_cast<uint64_t>(out[at / 32] >> low & (UINT32_MAX >> (32 - count))) << got;
    got += count;
    at += count;
  }
  return value;
}

void rvt_top_sc_base::reset() { rvt_ref_reset(ref); }

void rvt_top_sc_base::tick() { rvt_ref_tick(ref, in); }

void rvt_top_sc_base::outputs() {
  rvt_ref_outputs(ref, in, out);
  at = 0;
}

bool rvt_top_sc_base::peek(uint16_t address, uint32_t *value) const {
  if ((address & 0xFFFCU) == RVT_RAM_BASE + RVT_TR_RAM_DATA_OFFSET) return false;
  rvt_top copy = *rvt_ref_state(ref);
  rvt_top_in now = {};
  rvt_top_out then = {};
  now.apb.psel = true;
  now.apb.paddr = address;
  rvt_top_outputs(&copy, &now, &then);
  now.active_ack = then.active_req;
  rvt_top_tick(&copy, &now, &then);
  now.apb.penable = true;
  rvt_top_outputs(&copy, &now, &then);
  *value = then.prdata;
  return true;
}

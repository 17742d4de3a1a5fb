// Copyright 2026 rvtrace contributors
// SPDX-License-Identifier: Apache-2.0
#include "rvt_top_tlm.h"

namespace {
constexpr unsigned SIZE = 0x10000;

bool enabled(const tlm::tlm_generic_payload &payload, unsigned byte) {
  const unsigned length = payload.get_byte_enable_length();
  return payload.get_byte_enable_ptr() == nullptr || length == 0 ||
         payload.get_byte_enable_ptr()[byte % length] == TLM_BYTE_ENABLED;
}
} // namespace

bool rvt_tlm_check(tlm::tlm_generic_payload &payload) {
  const uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  tlm::tlm_response_status refused = tlm::TLM_OK_RESPONSE;
  if (address >= SIZE || length > SIZE - address)
    refused = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  else if (address % 4 != 0 || length == 0 || length % 4 != 0 ||
           payload.get_streaming_width() < length)
    refused = tlm::TLM_BURST_ERROR_RESPONSE;
  else if (!payload.is_read() && !payload.is_write())
    refused = tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (refused == tlm::TLM_OK_RESPONSE) return true;
  payload.set_response_status(refused);
  return false;
}

rvt_tlm_word rvt_tlm_get(const tlm::tlm_generic_payload &payload, unsigned i) {
  rvt_tlm_word word = {payload.is_write(), static_cast<uint16_t>(payload.get_address() + 4 * i), 0,
                       0};
  for (unsigned k = 0; k < 4; k++) {
    if (word.write)
      word.data |= static_cast<uint32_t>(payload.get_data_ptr()[4 * i + k]) << (8 * k);
    if (enabled(payload, 4 * i + k)) word.strobes = static_cast<uint8_t>(word.strobes | 1U << k);
  }
  return word;
}

void rvt_tlm_put(tlm::tlm_generic_payload &payload, unsigned i, uint32_t data) {
  for (unsigned k = 0; k < 4; k++)
    if (enabled(payload, 4 * i + k))
      payload.get_data_ptr()[4 * i + k] = static_cast<unsigned char>(data >> (8 * k));
}

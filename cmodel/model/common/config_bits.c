/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/config.h"

uint64_t rvt_config_pack(const struct rvt_config *c) {
  uint64_t bits = 0;
#define PUT(field, width)                                                                          \
  bits = bits << (width) | ((uint64_t)c->field & ((UINT64_C(1) << (width)) - 1));
  RVT_CONFIG_FIELDS(PUT)
#undef PUT
  return bits;
}

struct rvt_config rvt_config_unpack(uint64_t bits) {
  struct rvt_config c = {0};
  unsigned left = RVT_CONFIG_BITS;
/* A field of one bit is a bool: no value of it is lost. */
#define GET(field, width)                                                                          \
  left -= (width);                                                                                 \
  const uint64_t field = bits >> left & ((UINT64_C(1) << (width)) - 1);                            \
  c.field = _Generic(c.field, bool                                                                 \
                     : field != 0, uint8_t                                                         \
                     : (uint8_t)field, uint16_t                                                    \
                     : (uint16_t)field);
  RVT_CONFIG_FIELDS(GET)
#undef GET
  return c;
}

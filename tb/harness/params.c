/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

bool tb_encoder_params(struct tb *tb, struct rvt_params *p) {
#define FROM(Name, field, kind, least, greatest, preset)                                           \
  FROM_##kind(p->field, tb_param_or(#Name, preset));
#define FROM_FLAG(to, value) to = (value) != 0
#define FROM_BYTE(to, value) to = (uint8_t)(value)
#define FROM_HALF(to, value) to = (uint16_t)(value)
  RVT_PARAMS(FROM)
  return tb->error[0] == 0;
}

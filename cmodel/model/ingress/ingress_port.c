/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ingress_port.h"

static uint8_t low(unsigned value, unsigned bits) { return (uint8_t)(value & ((1u << bits) - 1)); }

struct rvt_block rvt_block_cut(const struct rvt_params *p, const struct rvt_block *b) {
  struct rvt_block cut = *b;
  uint64_t numbers;
  memcpy(&numbers, &cut, sizeof numbers);
  numbers &= ~rvt_block_beyond(p);
  memcpy(&cut, &numbers, sizeof numbers);
  return cut;
}

struct rvt_ingress rvt_ingress_cut(const struct rvt_params *p, const struct rvt_ingress *in) {
  struct rvt_ingress cut = *in;
  for (unsigned i = 0; i < p->blocks; i++) cut.block[i] = rvt_block_cut(p, &in->block[i]);
  cut.priv = low(in->priv, RVT_PORT_PRIV_BITS);
  return cut;
}

struct rvt_config rvt_config_cut(const struct rvt_params *p, const struct rvt_config *c) {
  struct rvt_config cut = *c;
  cut.mode = low(c->mode, 4);
  cut.sync_mode = low(c->sync_mode, 2);
  cut.sync_max = low(c->sync_max, 4);
  cut.ir_mode = low(c->ir_mode, 2);
  cut.src_id = (uint16_t)(c->src_id & 0xfff);
  if (c->src_bits > p->src_bits_max) cut.src_bits = p->src_bits_max;
  return cut;
}

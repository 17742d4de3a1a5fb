/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_INGRESS_PORT_H
#define RVT_SRC_INGRESS_PORT_H

/*
 * What the wires of the ingress port and of config_t carry of a value: a value wider than its wire
 * loses its upper bits. The encoders cut at their edge, so that no unit inside ever sees more, but
 * of context and ctype, which the ingress stage cuts where it reads them. A clock in which
 * everything fits, which is every clock of a model of hardware, costs a comparison.
 */

#include <stddef.h>
#include <string.h>

#include "rvt/config.h"

enum { RVT_PORT_PRIV_BITS = 3 };

#if defined(__GNUC__)
#define RVT_SELDOM(condition) __builtin_expect(condition, false)
#else
#define RVT_SELDOM(condition) (condition)
#endif

/* The numbers of a block are its first bytes, those of a configuration lie in two words: each is
 * compared in one step. */
_Static_assert(offsetof(struct rvt_block, iaddr) == sizeof(uint64_t), "the numbers of a block");
_Static_assert(offsetof(struct rvt_config, src_id) + 2 <= 16 && sizeof(struct rvt_config) >= 16,
               "the numbers of a configuration");

/** The bits of a block's numbers that the ports of the build have no wire for. */
static inline uint64_t rvt_block_beyond(const struct rvt_params *p) {
  struct rvt_block b;
  memset(&b, 0, sizeof b); /* what lies between them, too */
  /* interface: beyond slot */
  /* clang-format off */
  b.iretire = (uint8_t)(0xff << p->iretire_width);
  b.itype = (uint8_t)(0xff << p->itype_width);
  b.ilastsize = (uint8_t)(0xff << 2);
  /* clang-format on */
  /* interface end */
  uint64_t beyond;
  memcpy(&beyond, &b, sizeof beyond);
  return beyond;
}

static inline bool rvt_block_too_wide(uint64_t beyond, const struct rvt_block *b) {
  uint64_t numbers;
  memcpy(&numbers, b, sizeof numbers);
  return RVT_SELDOM((numbers & beyond) != 0);
}

static inline bool rvt_ingress_too_wide(const struct rvt_params *p, uint64_t beyond,
                                        const struct rvt_ingress *in) {
  bool wide = in->priv >> RVT_PORT_PRIV_BITS != 0;
  for (unsigned i = 0; i < p->blocks; i++) wide |= rvt_block_too_wide(beyond, &in->block[i]);
  return RVT_SELDOM(wide);
}

/** `src_bits` is cut to what is built, as the registers do; the rest to the bits of config_t. */
static inline bool rvt_config_too_wide(const struct rvt_params *p, const struct rvt_config *c) {
  static const struct rvt_config beyond = {
      .mode = 0xf0, .sync_mode = 0xfc, .sync_max = 0xf0, .ir_mode = 0xfc, .src_id = 0xf000};
  uint64_t numbers[2], mask[2];
  memcpy(numbers, c, sizeof numbers);
  memcpy(mask, &beyond, sizeof mask);
  return RVT_SELDOM(((numbers[0] & mask[0]) | (numbers[1] & mask[1])) != 0 ||
                    c->src_bits > p->src_bits_max);
}

struct rvt_block rvt_block_cut(const struct rvt_params *p, const struct rvt_block *b);
struct rvt_ingress rvt_ingress_cut(const struct rvt_params *p, const struct rvt_ingress *in);
struct rvt_config rvt_config_cut(const struct rvt_params *p, const struct rvt_config *c);

#endif

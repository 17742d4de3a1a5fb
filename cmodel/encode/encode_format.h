/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ENCODE_FORMAT_H
#define RVT_ENCODE_FORMAT_H

/* What a format is to the functional encoder; `messages` is the format's part of struct rvt_encode.
 */

#include "model/ingress/ingress_port.h"
#include "model/ingress/ingress_slot.h"
#include "rvt/unit/encode.h"

/** Clocks that do nothing but pass a block on while configuration and hart state stay. */
struct rvt_encode_steady {
  const struct rvt_config *cfg;
  const struct rvt_block *blocks;
  const uint64_t *time; /* NULL: 0 */
  size_t count;
};

struct rvt_encode_format {
  /** State after reset. */
  void (*init)(void *messages, const struct rvt_params *p);
  /** One clock, `entry` NULL if nothing comes of it; bit n of `due`: a sync is due from block n on.
   */
  void (*clock)(void *messages, const struct rvt_config *cfg, const struct rvt_entry *entry,
                uint8_t due, struct rvt_encode_bytes *out);
  /** rvt_encode_steady_with() and the format's function for a head. */
  enum rvt_status (*steady)(struct rvt_encode *s, const struct rvt_encode_steady *in,
                            struct rvt_head *head, size_t *i, struct rvt_encode_bytes *out);
};

/** Each format's, whose state is its member of `messages`. */
#define RVT_ENCODE_FORMAT(NAME, name, text, format, major)                                         \
  extern const struct rvt_encode_format rvt_##name##_encode_format;
RVT_PROTOCOL_LIST(RVT_ENCODE_FORMAT)
#undef RVT_ENCODE_FORMAT

/**
 * One clock of the ingress stage with a queue of one entry that is emptied at once.
 * @return the blocks of it before which a sync is due
 */
uint8_t rvt_encode_ingress(struct rvt_encode *s, const struct rvt_config *cfg,
                           const struct rvt_ingress *ingress, enum rvt_loss loss,
                           struct rvt_ingress_stage_out *out);

static inline bool rvt_encode_too_wide(const struct rvt_encode *s, const struct rvt_config *cfg,
                                       const struct rvt_ingress *ingress) {
  return rvt_config_too_wide(&s->ingress.p, cfg) ||
         rvt_ingress_too_wide(&s->ingress.p, s->beyond, ingress);
}

static inline bool rvt_encode_has_room(const struct rvt_encode_bytes *out) {
  return out->size - out->used >= RVT_ENCODE_BYTES_MAX;
}

/**
 * The blocks from `*i` on, with `no_trap` to the first that ends in a trap; `head` has what does
 * not change. One loop for each format, with its `write` within: a call by pointer costs six
 * percent.
 */
static inline enum rvt_status
rvt_encode_steady_with(struct rvt_encode *s, const struct rvt_encode_steady *in,
                       struct rvt_head *head, size_t *i, struct rvt_encode_bytes *out, bool no_trap,
                       void (*write)(void *messages, const struct rvt_config *cfg,
                                     const struct rvt_head *head, struct rvt_encode_bytes *out)) {
  const struct rvt_params *p = &s->ingress.p;
  const uint64_t *time = in->time;
  const size_t count = in->count;
  size_t at = *i;
  enum rvt_status status = RVT_OK;
  for (; at < count; at++) {
    const struct rvt_block *b = &in->blocks[at];
    struct rvt_block cut_block;
    if (rvt_block_too_wide(s->beyond, b)) {
      cut_block = rvt_block_cut(p, b);
      b = &cut_block;
    }
    if (!rvt_block_valid(b)) continue;
    if (no_trap && (b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT)) break;
    if (!rvt_encode_has_room(out)) {
      status = RVT_NEED_MORE;
      break;
    }
    rvt_slot_block(p, in->cfg, b, time == NULL ? 0 : time[at], head);
    write(&s->messages, in->cfg, head, out);
  }
  *i = at;
  return status;
}

#endif

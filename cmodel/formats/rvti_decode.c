/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvti_decode.h"

#include "rvt/itype.h"
#include "rvti_format.h"

/** Codes of a tag that are not the itype of an instruction of one or two half-words. */
#define SPECIAL_CODES                                                                              \
  (1u << RVTI_CODE_EXCEPTION | 1u << RVTI_CODE_INTERRUPT | 1u << RVTI_CODE_WIDE |                  \
   1u << RVTI_CODE_EVENT)

/** @return false: the stream ends inside the number, or the number has more than `bits` bits */
static bool get_varint(const uint8_t **p, const uint8_t *end, unsigned bits, uint64_t *value) {
  const uint8_t *at = *p;
  uint64_t v = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at == end || shift >= bits) return false;
    const uint64_t digit = *at & 0x7f;
    if (shift + 7 > bits && digit >> (bits - shift) != 0) return false;
    v |= digit << shift;
    if ((*at++ & 0x80) == 0) break;
  }
  *p = at;
  *value = v;
  return true;
}

static enum rvt_status damaged(struct rvt_error *e, const char *stream) {
  return rvt_error_set(e, RVT_ERR_FORMAT,
                       "expected a number in the stream of %s, found its end or an overlong number",
                       stream);
}

/** PC and clocks of an instruction or trap. */
static inline bool get_place(struct rvti_chunk *c, unsigned tag, uint64_t mask, uint64_t *pc,
                             uint64_t *clocks) {
  *pc = c->next_pc;
  *clocks = 1;
  if ((tag & RVTI_TAG_PC) != 0) {
    uint64_t delta;
    if (!get_varint(&c->pc, c->pc_end, 63, &delta)) return false;
    *pc = rvti_pc_undelta(delta, c->next_pc, mask);
  }
  return (tag & RVTI_TAG_CLOCKS) == 0 || get_varint(&c->clocks, c->clocks_end, 32, clocks);
}

static bool get_word(struct rvti_chunk *c, struct rvt_step *s) {
  const size_t size = 2u * s->size;
  if ((size_t)(c->word_end - c->word) < size) return false;
  for (size_t i = 0; i < size; i++) s->word |= (uint64_t)c->word[i] << (8 * i);
  c->word += size;
  s->has_word = true;
  return true;
}

static enum rvt_status decode_event(struct rvti_chunk *c, unsigned tag, struct rvt_step *s,
                                    struct rvt_error *e) {
  s->kind = (uint8_t)(tag >> 4);
  if (s->kind <= RVT_STEP_TRAP || s->kind > RVT_STEP_TIME)
    return rvt_error_set(e, RVT_ERR_FORMAT, "an event has kind 2..8, found %u", s->kind);
  if (s->kind == RVT_STEP_TIME) {
    uint64_t delta;
    if (!get_varint(&c->event, c->event_end, 64, &delta)) return damaged(e, "events");
    s->tval = c->time += delta;
    return RVT_OK;
  }
  if (c->event == c->event_end) return damaged(e, "events");
  s->value = *c->event++;
  if (s->kind == RVT_STEP_CONTEXT && !get_varint(&c->event, c->event_end, 64, &s->tval))
    return damaged(e, "events");
  return rvt_step_check(s, c->xlen, e);
}

/** Traps, events, instructions of three or four half-words. */
static enum rvt_status decode_special(struct rvti_chunk *c, unsigned tag, struct rvt_step *s,
                                      struct rvt_error *e) {
  *s = (struct rvt_step){0};
  const unsigned code = tag & RVTI_TAG_CODE;
  if (code == RVTI_CODE_EVENT) return decode_event(c, tag, s, e);
  uint64_t clocks;
  if (!get_place(c, tag, rvti_pc_mask(c->xlen), &s->pc, &clocks))
    return damaged(e, "PCs or clocks");
  s->clocks = (uint32_t)clocks;
  c->next_pc = s->pc;
  if (code == RVTI_CODE_WIDE) {
    if (c->event == c->event_end) return damaged(e, "events");
    s->itype = *c->event++;
    s->size = (tag & RVTI_TAG_SIZE2) != 0 ? 4 : 3;
    s->sijump = (tag & RVTI_TAG_SIJUMP) != 0;
    c->next_pc = (s->pc + 2u * s->size) & rvti_pc_mask(c->xlen);
    c->insns++;
    if (c->words && !get_word(c, s)) return damaged(e, "words");
  } else {
    s->kind = RVT_STEP_TRAP;
    s->itype = (uint8_t)code;
    if ((tag & (RVTI_TAG_SIZE2 | RVTI_TAG_SIJUMP)) != 0)
      return rvt_error_set(e, RVT_ERR_FORMAT, "a trap has no size and no sijump, found tag 0x%02x",
                           tag);
    if (!get_varint(&c->event, c->event_end, 64, &s->cause) ||
        !get_varint(&c->event, c->event_end, 64, &s->tval))
      return damaged(e, "events");
  }
  return rvt_step_check(s, c->xlen, e);
}

enum rvt_status rvt_rvti_decode(struct rvti_chunk *c, struct rvt_step *steps, size_t max,
                                size_t *count, struct rvt_error *e) {
  const uint64_t mask = rvti_pc_mask(c->xlen);
  const size_t left = (size_t)(c->tag_end - c->tag);
  const size_t n = left < max ? left : max;
  enum rvt_status status = RVT_OK;
  size_t i = 0;
  for (; i < n; i++) {
    const unsigned tag = c->tag[i];
    const unsigned code = tag & RVTI_TAG_CODE;
    struct rvt_step *s = &steps[i];
    if ((SPECIAL_CODES >> code & 1) != 0) {
      status = decode_special(c, tag, s, e);
      if (status != RVT_OK) break;
      continue;
    }
    uint64_t pc, clocks;
    if (!get_place(c, tag, mask, &pc, &clocks)) {
      status = damaged(e, "PCs or clocks");
      break;
    }
    const unsigned size = (tag & RVTI_TAG_SIZE2) != 0 ? 2 : 1;
    *s = (struct rvt_step){.size = (uint8_t)size,
                           .itype = (uint8_t)code,
                           .sijump = (tag & RVTI_TAG_SIJUMP) != 0,
                           .clocks = (uint32_t)clocks,
                           .pc = pc};
    c->next_pc = (pc + 2 * size) & mask;
    c->insns++;
    if (c->words && !get_word(c, s)) {
      status = damaged(e, "words");
      break;
    }
  }
  c->tag += i;
  *count = i;
  if (status == RVT_OK && c->tag == c->tag_end &&
      (c->pc != c->pc_end || c->clocks != c->clocks_end || c->event != c->event_end ||
       c->word != c->word_end))
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected the chunk's streams to end with its steps, "
                         "found bytes left over");
  return status;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvti_format.h"

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
    if (!rvti_get_varint(&c->pc, c->pc_end, 63, &delta)) return false;
    *pc = rvti_pc_undelta(delta, c->next_pc, mask);
  }
  return (tag & RVTI_TAG_CLOCKS) == 0 || rvti_get_varint(&c->clocks, c->clocks_end, 32, clocks);
}

static bool get_word(const uint8_t **at, const uint8_t *end, struct rvt_step *s) {
  const uint8_t *const word = *at;
  const size_t size = 2u * s->size;
  if ((size_t)(end - word) < size) return false;
  for (size_t i = 0; i < size; i++) s->word |= (uint64_t)word[i] << (8 * i);
  *at = word + size;
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
    if (!rvti_get_varint(&c->event, c->event_end, 64, &delta)) return damaged(e, "events");
    s->tval = c->time += delta;
    return RVT_OK;
  }
  if (c->event == c->event_end) return damaged(e, "events");
  s->value = *c->event++;
  if (s->kind == RVT_STEP_CONTEXT && !rvti_get_varint(&c->event, c->event_end, 64, &s->tval))
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
    if (c->words && !get_word(&c->word, c->word_end, s)) return damaged(e, "words");
  } else {
    s->kind = RVT_STEP_TRAP;
    s->itype = (uint8_t)code;
    if ((tag & (RVTI_TAG_SIZE2 | RVTI_TAG_SIJUMP)) != 0)
      return rvt_error_set(e, RVT_ERR_FORMAT, "a trap has no size and no sijump, found tag 0x%02x",
                           tag);
    if (!rvti_get_varint(&c->event, c->event_end, 64, &s->cause) ||
        !rvti_get_varint(&c->event, c->event_end, 64, &s->tval))
      return damaged(e, "events");
  }
  return rvt_step_check(s, c->xlen, e);
}

_Static_assert(RVTI_TAG_SIZE2 == 16, "also the bits that a short word lacks");

enum rvt_status rvt_rvti_decode(struct rvti_chunk *c, struct rvt_step *steps, size_t max,
                                size_t *count, struct rvt_error *e) {
  const uint64_t mask = rvti_pc_mask(c->xlen);
  const uint8_t *const tags = c->tag;
  const size_t left = (size_t)(c->tag_end - c->tag);
  const size_t n = left < max ? left : max;
  const bool words = c->words;
  enum rvt_status status = RVT_OK;
  /* in registers, while no other function looks at the chunk */
  uint64_t next_pc = c->next_pc;
  const uint8_t *word = c->word, *const word_end = c->word_end;
  uint32_t insns = 0;
  size_t i = 0;
  for (; i < n; i++) {
    const unsigned tag = tags[i];
    const unsigned code = tag & RVTI_TAG_CODE;
    struct rvt_step *s = &steps[i];
    if ((RVTI_SPECIAL_CODES >> code & 1) != 0) {
      c->next_pc = next_pc;
      c->word = word;
      status = decode_special(c, tag, s, e);
      next_pc = c->next_pc;
      word = c->word;
      if (status != RVT_OK) break;
      continue;
    }
    uint64_t pc = next_pc, clocks = 1;
    if ((tag & (RVTI_TAG_PC | RVTI_TAG_CLOCKS)) != 0) {
      c->next_pc = next_pc;
      if (!get_place(c, tag, mask, &pc, &clocks)) {
        status = damaged(e, "PCs or clocks");
        break;
      }
    }
    /* without a branch, which none could foresee */
    const unsigned narrow = ~tag & RVTI_TAG_SIZE2, size = 2 - narrow / RVTI_TAG_SIZE2;
    *s = (struct rvt_step){.size = (uint8_t)size,
                           .itype = (uint8_t)code,
                           .sijump = (tag & RVTI_TAG_SIJUMP) != 0,
                           .clocks = (uint32_t)clocks,
                           .pc = pc};
    next_pc = (pc + 2 * size) & mask;
    insns++;
    if (words && word_end - word >= 4) {
      s->word = rvti_get32(word) & UINT32_MAX >> narrow;
      s->has_word = true;
      word += 2 * size;
    } else if (words && !get_word(&word, word_end, s)) {
      status = damaged(e, "words");
      break;
    }
  }
  c->next_pc = next_pc;
  c->word = word;
  c->insns += insns;
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/itype.h"
#include "rvti_format.h"

/*
 * Decompressed chunk -> straight runs, without a step for each instruction: eight tags are looked
 * at once, and their half-words are a count of bits. What is not plain is left to
 * rvt_rvti_decode(), damage above all.
 */

/* In each of eight tags: what a linear instruction does not have, and its size. */
#define NOT_LINEAR UINT64_C(0xefefefefefefefef)
#define SIZES      UINT64_C(0x1010101010101010)

/* Where the run at hand ends, as far as it is known to. */
struct place {
  const uint8_t *tag, *pc, *clocks; /* the tag of its last instruction; bytes after it */
  uint64_t next_pc;
  unsigned insns, halfwords;
};

static bool is_special(unsigned tag) {
  return (RVTI_SPECIAL_CODES >> (tag & RVTI_TAG_CODE) & 1) != 0;
}

static unsigned size_of(unsigned tag) { return (tag & RVTI_TAG_SIZE2) != 0 ? 2 : 1; }

/* What a tag says besides: PC and clocks. False: the streams are damaged. */
static bool take_place(const struct rvti_chunk *c, uint64_t mask, unsigned tag, struct place *p,
                       uint64_t *pc) {
  uint64_t delta;
  if ((tag & RVTI_TAG_PC) != 0) {
    if (!rvti_get_varint(&p->pc, c->pc_end, 63, &delta)) return false;
    *pc = rvti_pc_undelta(delta, *pc, mask);
  }
  return (tag & RVTI_TAG_CLOCKS) == 0 || rvti_get_varint(&p->clocks, c->clocks_end, 32, &delta);
}

/* The run at the chunk's place; false: what comes is none. The loop is over pieces of linear
 * instructions and what stands between them. */
static inline bool find_run(const struct rvti_chunk *c, uint64_t mask, unsigned limit,
                            uint64_t *first, struct place *p) {
  const uint8_t *at = c->tag, *const end = c->tag_end;
  *p = (struct place){.pc = c->pc, .clocks = c->clocks};
  if (at == end || is_special(*at)) return false;
  uint64_t pc = c->next_pc;
  if (!take_place(c, mask, *at, p, &pc)) return false;
  unsigned halfwords = size_of(*at);
  while ((*at & RVTI_TAG_CODE) == RVT_IT_NONE) {
    if (end - at >= 10) {
      const uint64_t tags = rvti_get64(at + 1), other = tags & NOT_LINEAR;
      const unsigned count = other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
      const uint64_t these = count == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * count) - 1;
      const uint64_t wide = (tags & SIZES & these) >> 4; /* a bit in each byte: their sum */
      const unsigned more = count + (unsigned)(wide * UINT64_C(0x0101010101010101) >> 56);
      if (halfwords + more <= limit) {
        at += count;
        halfwords += more;
        if (count == 8) continue;
      }
    }
    if (at + 1 == end || is_special(at[1])) return false;
    if (halfwords + size_of(at[1]) > limit) break;
    if ((at[1] & (RVTI_TAG_PC | RVTI_TAG_CLOCKS)) != 0) {
      const uint64_t expected = (pc + 2 * halfwords) & mask;
      struct place after = *p;
      uint64_t next = expected;
      if (!take_place(c, mask, at[1], &after, &next)) return false;
      if (next != expected) break;
      *p = after;
    }
    at++;
    halfwords += size_of(*at);
  }
  *first = pc;
  p->tag = at;
  p->insns = (unsigned)(at - c->tag) + 1;
  p->halfwords = halfwords;
  p->next_pc = (pc + 2 * halfwords) & mask;
  /* an event after the last instruction may belong to it */
  return end - at >= 2 && !is_special(at[1]) && halfwords <= limit &&
         (!c->words || (size_t)(c->word_end - c->word) >= 2 * (size_t)halfwords);
}

size_t rvt_rvti_decode_runs(struct rvti_chunk *c, unsigned limit, struct rvt_rvti_run *runs,
                            size_t max) {
  const uint64_t mask = rvti_pc_mask(c->xlen);
  struct place p;
  size_t count = 0;
  for (; count < max && find_run(c, mask, limit, &runs[count].pc, &p); count++) {
    struct rvt_rvti_run *run = &runs[count];
    run->insns = p.insns;
    run->halfwords = p.halfwords;
    run->last_size = (uint8_t)size_of(*p.tag);
    run->itype = *p.tag & RVTI_TAG_CODE;
    run->sijump = (*p.tag & RVTI_TAG_SIJUMP) != 0;
    c->insns += p.insns;
    c->tag = p.tag + 1;
    c->pc = p.pc;
    c->clocks = p.clocks;
    c->next_pc = p.next_pc;
    if (c->words) c->word += 2 * (size_t)p.halfwords;
  }
  return count;
}

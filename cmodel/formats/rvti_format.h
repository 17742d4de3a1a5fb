/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RVTI_FORMAT_H
#define RVT_RVTI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/rvti.h"

/* The bytes of `.rvti` as docs/reference/rvti.md fixes them; shared by writer and reader. */

#define RVTI_MAGIC "\x89RVTI\r\n\x1a"

enum {
  RVTI_VERSION = 1,
  RVTI_FLAG_WORDS = 1,
  RVTI_FLAG_LOADED = 2, /* the hash of what the ELF file loads is after the ISA string */

  RVTI_HEADER_FIXED = 80, /* then the ISA string, then the CRC */
  RVTI_LOADED = 32,
  RVTI_HEADER_MAX = RVTI_HEADER_FIXED + 255 + RVTI_LOADED + 4,
  RVTI_CHUNK_HEADER = 56,
  RVTI_INDEX_HEADER = 16,
  RVTI_INDEX_ENTRY = 24,

  RVTI_CHUNK_STEPS = 65536,
  /* most bytes that one step adds to each stream of a chunk */
  RVTI_PC_MAX = 9,
  RVTI_CLOCKS_MAX = 5,
  RVTI_EVENT_MAX = 20,
  RVTI_WORD_MAX = 8
};

#define RVTI_CHUNK_MAGIC UINT32_C(0x4b4e4843) /* "CHNK" */
#define RVTI_INDEX_MAGIC UINT32_C(0x58444e49) /* "INDX" */

/*
 * A tag is one byte per step. Its low nibble is the itype of an instruction; the four codes that no
 * retired instruction has on a 4-bit port stand for the other steps.
 */
enum {
  RVTI_TAG_CODE = 0x0f,
  RVTI_TAG_SIZE2 = 0x10,  /* INSN: two half-words, else one */
  RVTI_TAG_SIJUMP = 0x20, /* INSN */
  RVTI_TAG_CLOCKS = 0x40, /* INSN, TRAP: clocks is in its stream, else 1 */
  RVTI_TAG_PC = 0x80,     /* INSN, TRAP: the PC is not the next one */
  RVTI_CODE_EXCEPTION = 1,
  RVTI_CODE_INTERRUPT = 2,
  RVTI_CODE_WIDE =
      6, /* INSN of 3 half-words, or 4 with RVTI_TAG_SIZE2; itype in the event stream */
  RVTI_CODE_EVENT = 7 /* the kind is in the high nibble */
};

static inline uint64_t rvti_pc_mask(unsigned xlen) {
  return xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
}

/** Signed distance, in half-words, of two even addresses; zigzag, at most 63 bits. */
static inline uint64_t rvti_pc_delta(uint64_t pc, uint64_t expected, unsigned xlen) {
  uint64_t delta = pc - expected;
  if (xlen == 32) delta = (uint64_t)(int64_t)(int32_t)(uint32_t)delta;
  uint64_t sign = (uint64_t)0 - (delta >> 63);
  /* zigzag shifts left by one, bytes to half-words shifts right by one: nothing is shifted */
  return delta ^ sign;
}

static inline uint64_t rvti_pc_undelta(uint64_t coded, uint64_t expected, uint64_t mask) {
  uint64_t sign = (uint64_t)0 - (coded & 1);
  return (expected + (coded ^ sign)) & mask;
}

static inline void rvti_put16(uint8_t *p, uint16_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
}
static inline void rvti_put32(uint8_t *p, uint32_t v) {
  rvti_put16(p, (uint16_t)v);
  rvti_put16(p + 2, (uint16_t)(v >> 16));
}
static inline void rvti_put64(uint8_t *p, uint64_t v) {
  rvti_put32(p, (uint32_t)v);
  rvti_put32(p + 4, (uint32_t)(v >> 32));
}
static inline uint16_t rvti_get16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static inline uint32_t rvti_get32(const uint8_t *p) {
  return (uint32_t)rvti_get16(p) | (uint32_t)rvti_get16(p + 2) << 16;
}
static inline uint64_t rvti_get64(const uint8_t *p) {
  return (uint64_t)rvti_get32(p) | (uint64_t)rvti_get32(p + 4) << 32;
}

/** LEB128: seven bits per byte, lowest first. */
static inline uint8_t *rvti_put_varint(uint8_t *p, uint64_t v) {
  while (v >= 0x80) {
    *p++ = (uint8_t)(v | 0x80);
    v >>= 7;
  }
  *p++ = (uint8_t)v;
  return p;
}

/** Codes of a tag that are not the itype of an instruction of one or two half-words. */
#define RVTI_SPECIAL_CODES                                                                         \
  (1u << RVTI_CODE_EXCEPTION | 1u << RVTI_CODE_INTERRUPT | 1u << RVTI_CODE_WIDE |                  \
   1u << RVTI_CODE_EVENT)

/** @return false: the stream ends inside the number, or the number has more than `bits` bits */
static inline bool rvti_get_long_varint(const uint8_t **p, const uint8_t *end, unsigned bits,
                                        uint64_t *value) {
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

static inline bool rvti_get_varint(const uint8_t **p, const uint8_t *end, unsigned bits,
                                   uint64_t *value) {
  if (*p == end || (**p & 0x80) != 0) return rvti_get_long_varint(p, end, bits, value);
  *value = *(*p)++;
  return true;
}

/* Decompressed chunk -> steps. Split from the reader's files: this is the loop that must be fast.
 */

/** A decompressed chunk and how far it has been read. */
struct rvti_chunk {
  const uint8_t *tag, *tag_end;
  const uint8_t *pc, *pc_end;
  const uint8_t *clocks, *clocks_end;
  const uint8_t *event, *event_end;
  const uint8_t *word, *word_end;
  uint32_t insns; /* delivered so far */
  uint64_t next_pc;
  uint64_t time;
  uint8_t xlen;
  bool words;
};

/**
 * Deliver up to `max` steps. After the last one every stream must be used up.
 * The text of an error names no place. `*count` is the number of good steps, also on an error.
 */
enum rvt_status rvt_rvti_decode(struct rvti_chunk *c, struct rvt_step *steps, size_t max,
                                size_t *count, struct rvt_error *e);

/** The same for whole runs, as rvt_rvti_runs(). */
size_t rvt_rvti_decode_runs(struct rvti_chunk *c, unsigned limit, struct rvt_rvti_run *runs,
                            size_t max);

#endif

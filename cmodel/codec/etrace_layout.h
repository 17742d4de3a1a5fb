/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CODEC_ETRACE_LAYOUT_H
#define RVT_CODEC_ETRACE_LAYOUT_H

/* The fields of each kind of packet, which writer, reader and text follow. */

#include "rvt/etrace_packet.h"

enum rvt_etrace_field {
  RVT_EF_NONE,
  RVT_EF_BRANCH_COUNT,
  RVT_EF_BRANCH_FMT,
  RVT_EF_INDEX,
  RVT_EF_BRANCHES,
  RVT_EF_BRANCH_MAP,
  RVT_EF_ADDRESS,
  RVT_EF_NOTIFY, /* this one and the next three refer to the bit before */
  RVT_EF_UPDISCON,
  RVT_EF_IRREPORT,
  RVT_EF_IRDEPTH,
  RVT_EF_BRANCH,
  RVT_EF_PRIVILEGE,
  RVT_EF_TIME,
  RVT_EF_CONTEXT,
  RVT_EF_ECAUSE,
  RVT_EF_INTERRUPT,
  RVT_EF_THADDR,
  RVT_EF_TVAL,
  RVT_EF_IENABLE,
  RVT_EF_ENCODER_MODE,
  RVT_EF_QUAL_STATUS,
  RVT_EF_IOPTIONS,
  RVT_EF_SIJUMP, /* this one and the next ones to cache_size: of the standard support packet */
  RVT_EF_IMPLICIT_RETURN,
  RVT_EF_BRANCH_PREDICTOR,
  RVT_EF_JUMP_TARGET_CACHE,
  RVT_EF_IMPLICIT_EXCEPT,
  RVT_EF_FULL_IADDRESS,
  RVT_EF_RESYNC_DISABLED,
  RVT_EF_IRET_EXT,
  RVT_EF_TIME_WIDTH,
  RVT_EF_F0S_WIDTH,
  RVT_EF_RETURN_STACK_SIZE,
  RVT_EF_CALL_COUNTER_SIZE,
  RVT_EF_BPRED_SIZE,
  RVT_EF_CACHE_SIZE,
  RVT_EF_DENABLE,
  RVT_EF_DLOSS,
  RVT_EF_DOPTIONS,
  RVT_EF_FIELDS
};

enum { RVT_ETRACE_LIST = 21 + 1, RVT_ETRACE_FORMAT_BITS = 2, RVT_ETRACE_VECTOR = 4 };

struct rvt_etrace_layout {
  const char *name, *row;
  uint8_t format, subformat;
  uint8_t field[RVT_ETRACE_LIST]; /* in the order of transmission, RVT_EF_NONE at the end */
};

extern const struct rvt_etrace_layout rvt_etrace_layouts[RVT_ETRACE_KINDS];

struct rvt_etrace_field_info {
  const char *name;
  uint16_t offset;
  uint8_t size; /* bytes in struct rvt_etrace_packet */
  bool hex;
};
extern const struct rvt_etrace_field_info rvt_etrace_fields[RVT_EF_FIELDS];

uint64_t rvt_etrace_get(const struct rvt_etrace_packet *packet, unsigned field);
void rvt_etrace_set(struct rvt_etrace_packet *packet, unsigned field, uint64_t value);

/** Bits of a field in this packet, as far as its earlier fields are known; 0: it has none. */
unsigned rvt_etrace_bits(const struct rvt_etrace_format *format,
                         const struct rvt_etrace_packet *packet, unsigned field);
/** Bits of the subformat: of format 0 f0s_width_p, of 3 two, else none. */
unsigned rvt_etrace_subformat_bits(const struct rvt_etrace_format *format, unsigned which);
/** The kind of a format and subformat; RVT_ETRACE_KINDS: the build has no such packet. */
uint8_t rvt_etrace_kind_of(const struct rvt_etrace_format *format, unsigned which,
                           unsigned subformat);

/** Bits of a payload, bit 0 first; those above what was put are copies of the last one only after
 * rvt_etrace_extend(). */
struct rvt_etrace_vector {
  uint64_t word[RVT_ETRACE_VECTOR];
};

/** `value` fits into 1 to 64 bits. */
static inline void rvt_etrace_vector_put(struct rvt_etrace_vector *v, unsigned at, uint64_t value,
                                         unsigned bits) {
  const unsigned word = at / 64, shift = at % 64;
  v->word[word] |= value << shift;
  if (shift + bits > 64) v->word[word + 1] |= value >> (64 - shift);
}
static inline uint64_t rvt_etrace_vector_get(const struct rvt_etrace_vector *v, unsigned at,
                                             unsigned bits) {
  const unsigned word = at / 64, shift = at % 64;
  uint64_t value = v->word[word] >> shift;
  if (shift + bits > 64) value |= v->word[word + 1] << (64 - shift);
  return bits == 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}
/** Make all bits from `bits` on copies of the one before. */
void rvt_etrace_vector_extend(struct rvt_etrace_vector *v, unsigned bits);
/** Bytes of the shortest form of the vector, of which `bits` were put and the rest extended. */
unsigned rvt_etrace_vector_bytes(const struct rvt_etrace_vector *v, unsigned bits);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_LAYOUT_H
#define RVT_NTRACE_LAYOUT_H

/*
 * The one table of fields and messages that writer, reader, text form, record conversion and the
 * packer model read.
 */

#include <stddef.h>
#include <string.h>

#include "rvt/ntrace_msg.h"

enum rvt_field {
  RVT_F_NONE, /* ends a list */
  RVT_F_SRC,
  RVT_F_SYNC,
  RVT_F_B_TYPE,
  RVT_F_ETYPE,
  RVT_F_RCODE,
  RVT_F_EVCODE,
  RVT_F_CDF,
  RVT_F_I_CNT,
  RVT_F_F_ADDR,
  RVT_F_U_ADDR,
  RVT_F_HIST,
  RVT_F_HREPEAT,
  RVT_F_B_CNT,
  RVT_F_NOT_TAKEN,
  RVT_F_TAKEN,
  RVT_F_ECODE,
  RVT_F_PROCESS,
  RVT_F_IDTAG,
  RVT_F_DQDATA,
  RVT_F_CKSRC,
  RVT_F_CKDF,
  RVT_F_CKDATA0,
  RVT_F_CKDATA1,
  RVT_F_TSTAMP,
  RVT_F_COUNT
};

/** Which member of struct rvt_ntrace_record feeds a field; the packer's own fields have none. */
enum rvt_record_part {
  RVT_PART_NONE,
  RVT_PART_SUB,
  RVT_PART_BTYPE,
  RVT_PART_ICNT,
  RVT_PART_HIST,
  RVT_PART_ADDR
};

struct rvt_field_info {
  const char *name;
  uint8_t bits;   /* width of a fixed field, ceiling of a variable one; SRC: see the format */
  bool hex;       /* shown in hexadecimal */
  uint8_t offset; /* of the member in struct rvt_ntrace_msg */
  uint8_t size;   /* of that member in bytes: 1, 2 or 8 */
  enum rvt_record_part part;
  uint16_t reserved; /* bit n: value n is reserved; such a value is remarked (NT:DEC-08) */
};

enum { RVT_LAYOUT_FIXED = 2, RVT_LAYOUT_VARIABLE = 3, RVT_LAYOUT_VARIANTS = 3 };

/**
 * Fields of one TCODE in transmission order, between SRC and TSTAMP. With more than one variant
 * the value of the last fixed field selects the variable fields; a value with no variant is
 * reserved. Lists end with RVT_F_NONE or when full.
 */
struct rvt_layout {
  uint8_t tcode;
  const char *name;
  const char *row;
  uint8_t fixed[RVT_LAYOUT_FIXED];
  uint8_t variants;
  const char *variant_row; /* row broken by a selector without a variant */
  uint8_t variable[RVT_LAYOUT_VARIANTS][RVT_LAYOUT_VARIABLE];
};

enum { RVT_LAYOUTS = 64 }; /* 6 bits of TCODE */

extern const struct rvt_field_info rvt_fields[RVT_F_COUNT];
/** By TCODE; an entry without a name: no such message. */
extern const struct rvt_layout rvt_layouts[RVT_LAYOUTS];

static inline const struct rvt_field_info *rvt_field_info(unsigned field) {
  return &rvt_fields[field];
}

/** NULL: the TCODE is vendor defined, or reserved and of no known layout. */
static inline const struct rvt_layout *rvt_layout_of(unsigned tcode) {
  return tcode < RVT_LAYOUTS && rvt_layouts[tcode].name != NULL ? &rvt_layouts[tcode] : NULL;
}

/** NULL: no message has this name of `length` characters. */
const struct rvt_layout *rvt_layout_named(const char *name, size_t length);

static inline uint64_t rvt_field_get(const struct rvt_ntrace_msg *msg, unsigned field) {
  const uint8_t *member = (const uint8_t *)msg + rvt_fields[field].offset;
  uint16_t u16;
  uint64_t u64;
  switch (rvt_fields[field].size) {
  case sizeof u16: memcpy(&u16, member, sizeof u16); return u16;
  case sizeof u64: memcpy(&u64, member, sizeof u64); return u64;
  default: return *member;
  }
}

/** `value` must fit the member. */
static inline void rvt_field_set(struct rvt_ntrace_msg *msg, unsigned field, uint64_t value) {
  uint8_t *member = (uint8_t *)msg + rvt_fields[field].offset;
  uint16_t u16 = (uint16_t)value;
  switch (rvt_fields[field].size) {
  case sizeof u16: memcpy(member, &u16, sizeof u16); break;
  case sizeof value: memcpy(member, &value, sizeof value); break;
  default: *member = (uint8_t)value; break;
  }
}

/** The field whose value selects the variant: the last fixed one. */
static inline unsigned rvt_layout_selector(const struct rvt_layout *layout) {
  return layout->fixed[1] != RVT_F_NONE ? layout->fixed[1] : layout->fixed[0];
}

/** Of ResourceFull with RCODE 8 and 9, in a dialect that has `runs`. */
extern const uint8_t rvt_layout_runs[2][RVT_LAYOUT_VARIABLE];

/**
 * Variable fields of a message whose fixed fields are known: RVT_LAYOUT_VARIABLE entries.
 * NULL: the selecting field has a value that the dialect, of enum rvt_dialect, does not have.
 */
static inline const uint8_t *rvt_layout_variable(const struct rvt_layout *layout, uint8_t dialect,
                                                 const struct rvt_ntrace_msg *msg) {
  if (layout->variants == 1) return layout->variable[0];
  const uint64_t variant = rvt_field_get(msg, rvt_layout_selector(layout));
  if (variant < layout->variants) return layout->variable[variant];
  return layout->tcode == RVT_TC_RESOURCE_FULL && rvt_dialects[dialect].runs &&
                 (variant == RVT_RC_NOT_TAKEN || variant == RVT_RC_TAKEN)
             ? rvt_layout_runs[variant - RVT_RC_NOT_TAKEN]
             : NULL;
}

/** Whether a field is F-ADDR or U-ADDR. */
static inline bool rvt_field_is_address(unsigned field) {
  return field == RVT_F_F_ADDR || field == RVT_F_U_ADDR;
}

/** Members of struct rvt_ntrace_record that a message uses, in the packer's terms. */
enum {
  RVT_PARTS_SUB = 1 << RVT_PART_SUB,
  RVT_PARTS_BTYPE = 1 << RVT_PART_BTYPE,
  RVT_PARTS_ICNT = 1 << RVT_PART_ICNT,
  RVT_PARTS_HIST = 1 << RVT_PART_HIST,
  RVT_PARTS_ADDR = 1 << RVT_PART_ADDR,
  RVT_PARTS_HIST_FIRST = 1 << (RVT_PART_ADDR + 1) /* HIST comes before the ICNT part */
};

/** Bits RVT_PARTS_* of the message; 0 for a reserved TCODE, RCODE or CDF. */
unsigned rvt_layout_parts(const struct rvt_ntrace_record *record);

/** Whether a format is one that the header describes. */
static inline bool rvt_format_valid(const struct rvt_ntrace_format *format) {
  return format->src_bits <= RVT_SRC_BITS_CEIL && format->extend_bits <= RVT_ADDR_CEIL &&
         format->dialect < RVT_DIALECTS;
}

enum { RVT_MDO_BITS = 6, RVT_MDO_MASK = 0x3f };

/**
 * Fewest bytes whose top MDO bit, replicated up to `width` bits, 1..63, gives `value`, which has no
 * more (NT:ADR-11, ADR-12); 1 at least.
 */
static inline unsigned rvt_extended_bytes(uint64_t value, unsigned width) {
  const uint64_t upper = value >> (width - 1) & 1 ? ((uint64_t)1 << width) - 1 : 0;
  uint64_t differs = value ^ upper; /* from the bits that are not sent */
  unsigned bytes = 1;
  for (; differs >> (RVT_MDO_BITS - 1) != 0; differs >>= RVT_MDO_BITS) bytes++;
  return bytes;
}

/** Whether `value` fits into `bits` bits, 0..64. */
static inline bool rvt_fits(uint64_t value, unsigned bits) {
  return bits >= 64 || value >> bits == 0;
}

#endif

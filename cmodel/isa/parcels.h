/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_PARCELS_H
#define RVT_DECODER_PARCELS_H

/*
 * Inside of an image: one parcel per half-word, so that a walk is table look-ups, one per straight
 * run. A run begins at any parcel and ends with the first instruction that is not linear (or where
 * code or the counters end).
 */

#include "rvt/image.h"

struct rvt_parcel {
  uint16_t run;      /* half-words from here to the end of the run */
  uint16_t insns;    /* instructions in them */
  int32_t imm;       /* that of struct rvt_insn */
  uint8_t size;      /* half-words of the instruction here; 0: none */
  uint8_t last;      /* half-words of the run's last instruction */
  uint8_t kind;      /* enum rvt_insn_kind or enum rvt_parcel_kind */
  uint8_t itype : 4; /* of the instruction here */
  uint8_t pair : 4;  /* half-words of the last instruction but one, if it lies in this run and sets
                      * the register that the last one jumps to (NT:SQJ-05); else 0 */
};

/** What is LINEAR to the table of classes, and more than that to a walk. */
enum rvt_parcel_kind {
  RVT_PARCEL_CUSTOM = RVT_INSN_TABLE_JUMP + 1, /* may divert the flow (NT:CUS-03) */
  RVT_PARCEL_UPPER_ABSOLUTE,                   /* LUI, C.LUI: rd = imm */
  RVT_PARCEL_UPPER_PC                          /* AUIPC: rd = pc + imm */
};

struct rvt_segment {
  uint64_t base;
  uint64_t count; /* half-words */
  struct rvt_parcel *parcel;
  uint8_t *bytes;
  struct rvt_isa isa;
};

enum { RVT_TABLE_ENTRIES = 256 };

/** The table of CM.JT and CM.JALT (NT:CUS-07). */
struct rvt_table {
  bool known; /* where it is */
  uint64_t base;
  uint8_t *bytes; /* where it lies in no code; else NULL */
  size_t size;
};

struct rvt_symbol {
  uint64_t address;
  char *name;
};

struct rvt_image {
  unsigned xlen;
  struct rvt_isa isa; /* of code that is added; its XLEN is that of the image */
  bool isa_given;     /* by the caller: attributes of ELF files are not looked at */
  struct rvt_table table;
  size_t segments;
  struct rvt_segment *segment; /* sorted by base */
  size_t files;
  struct rvt_image_file *file;
  size_t symbols;
  struct rvt_symbol *symbol; /* sorted by address */
};

/** The segment that holds `pc`, or NULL. */
const struct rvt_segment *rvt_image_find(const struct rvt_image *image, uint64_t pc);

struct Elf;
/** The ISA that an ELF file names in its attributes; false: none. `elf` is an Elf of libelf. */
bool rvt_image_elf_isa(struct Elf *elf, struct rvt_isa *isa);

/** Target of CM.JT or CM.JALT with this entry of the table; false: the image does not hold it. */
bool rvt_image_table(const struct rvt_image *image, uint32_t entry, uint64_t *target);

/** The parcel at `pc`, or NULL; `*hint` is any segment of the image or NULL, and is updated. */
static inline const struct rvt_parcel *
rvt_image_parcel(const struct rvt_image *image, const struct rvt_segment **hint, uint64_t pc) {
  const struct rvt_segment *s = *hint;
  if (s == NULL || (pc - s->base) >> 1 >= s->count) {
    s = rvt_image_find(image, pc);
    if (s == NULL) return NULL;
    *hint = s;
  }
  const struct rvt_parcel *parcel = &s->parcel[(pc - s->base) >> 1];
  return parcel->size != 0 ? parcel : NULL;
}

#endif

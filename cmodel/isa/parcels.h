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
  uint8_t pair : 2;  /* half-words of the last instruction but one, if it lies in this run and sets
                      * the register that the last one jumps to (NT:SQJ-05); else 0 */
  uint8_t absolute : 1; /* INDIRECT: `imm` is the target */
};

/** What is LINEAR to the table of classes, and more than that to a walk. */
enum rvt_parcel_kind {
  RVT_PARCEL_CUSTOM = RVT_INSN_TABLE_JUMP + 1, /* may divert the flow (NT:CUS-03) */
  RVT_PARCEL_UPPER_ABSOLUTE,                   /* LUI, C.LUI: rd = imm */
  RVT_PARCEL_UPPER_PC                          /* AUIPC: rd = pc + imm */
};

/** Half-words of an instruction that may lie in the segments after its own. */
enum { RVT_TAIL_MAX = RVT_INSN_SIZE_MAX - 1 };

struct rvt_segment {
  uint64_t base;
  uint64_t count; /* half-words */
  struct rvt_parcel *parcel;
  uint8_t *bytes;
  uint8_t tail; /* half-words behind those of `count`, of the segments that adjoin */
  struct rvt_isa isa;
  size_t file;                   /* number of its file, from 1 on; 0: it is of none */
  const struct rvt_names *names; /* of the file; NULL: there are none */
  bool borrowed;                 /* parcels and bytes are another image's */
  bool data;                     /* of a segment of the file that is not executable */
};

enum { RVT_TABLE_ENTRIES = 256 };

/** The table of CM.JT and CM.JALT (NT:CUS-07). */
struct rvt_table {
  bool known; /* where it is */
  bool given; /* by the caller */
  uint64_t base;
  uint8_t *bytes; /* where it lies in no code; else NULL */
  size_t size;
};

/** Longer names are no help, and many of them may share the bytes of one. */
enum { RVT_NAME_MAX = 2048 };

struct rvt_symbol {
  uint64_t address, size; /* 0: it reaches to the next one, or to `limit` */
  uint64_t limit;         /* last address of the piece of code that it is in */
  char *name;
  bool function, local, weak;
};

/** From `from` on, to the next one. */
struct rvt_span {
  uint64_t from, address;
  const char *name; /* NULL: there is none */
};

/** The symbols of a file, and what they name. */
struct rvt_names {
  struct rvt_names *next;
  size_t symbols, spans;
  struct rvt_symbol *symbol; /* sorted by address, the best first */
  struct rvt_span *span;     /* sorted by `from` */
};

/** Code of certain contexts, and what a hart sees where these and no other parts are there. */
struct rvt_image_part {
  struct rvt_image_context context;
  struct rvt_image *image;
};
struct rvt_image_view {
  uint64_t parts; /* bit n: part n */
  struct rvt_image *image;
};

/* What is there in every context; with parts, what a hart sees is a view, which shares all it can.
 */
struct rvt_image {
  unsigned xlen;
  struct rvt_isa isa;             /* of code that is added; its XLEN is that of the image */
  bool isa_given;                 /* by the caller: attributes of ELF files are not looked at */
  struct rvt_insn_class *classes; /* of encodings, by the caller */
  size_t class_count;
  size_t adding;                        /* file of code that is added, as in segments; */
  const struct rvt_names *adding_names; /* its names */
  struct rvt_table table;
  size_t segments;
  struct rvt_segment *segment; /* sorted by base */
  size_t datas;
  struct rvt_segment *data; /* what can be written; none of it where there is code */
  bool overlay;             /* code that is added hides what is there; so much did: */
  uint64_t hidden, hidden_at;
  size_t files;
  struct rvt_image_file *file;
  struct rvt_names *names; /* of its files, the last one first */
  struct rvt_names *extra; /* of files that have names alone, the last one first; views borrow it */
  bool keep_mangled;
  bool is_part; /* the classes are another image's */
  bool is_view; /* the table is another image's */
  size_t parts;
  struct rvt_image_part *part;
  size_t views;
  struct rvt_image_view *view;
};

/** rvt_image_add() to this image alone. */
enum rvt_status rvt_image_put(struct rvt_image *image, uint64_t address, const void *bytes,
                              size_t size);
/** Bytes of a segment that is not executable: code where no other is. RVT_ERR_ARG: it is no place
 * for any. */
enum rvt_status rvt_image_put_data(struct rvt_image *image, uint64_t address, const void *bytes,
                                   size_t size);
bool rvt_image_insert_data(struct rvt_image *image, const struct rvt_segment *segment);
/** Copies of what the code of the image leaves of a segment; rvt_image_join() is still to come. */
enum rvt_status rvt_image_put_rest(struct rvt_image *image, const struct rvt_segment *segment);
/** After bytes of `first`..`last` have changed: instructions go on where segments adjoin. */
enum rvt_status rvt_image_join(struct rvt_image *image, uint64_t first, uint64_t last);
/** A segment that overlaps no other of the image; false: there is no memory. */
bool rvt_image_insert(struct rvt_image *image, const struct rvt_segment *segment);

/** An image for code of this context, NULL: there are too many or there is no memory; the image
 * itself if that is every one. */
struct rvt_image *rvt_image_new_part(struct rvt_image *image,
                                     const struct rvt_image_context *context);
/** The part made last goes. */
void rvt_image_drop_part(struct rvt_image *image);
/**
 * After anything was added: make all views anew. RVT_ERR_MISMATCH: parts overlap, at `*where`;
 * there are no views then.
 */
enum rvt_status rvt_image_make_views(struct rvt_image *image, uint64_t *where);
/** Code is at an address in some context. */
bool rvt_image_has(const struct rvt_image *image, uint64_t pc);

/** A mangled name of C++ or Rust as its source has it, any other as it is; NULL: no memory. */
char *rvt_names_plain(const char *name);
/** After all symbols are there: sort them and make the spans. False: there is no memory. */
bool rvt_names_finish(struct rvt_names *names);
/** The name at `pc`; `first` and `last` of `*found` are cut to the code that has it. */
void rvt_names_at(const struct rvt_names *names, uint64_t pc, struct rvt_image_function *found);
/** All of a list. */
void rvt_names_free(struct rvt_names *names);

/** The first segment whose base is above `pc`, or NULL. */
const struct rvt_segment *rvt_image_above(const struct rvt_image *image, uint64_t pc);

/** The segment that holds `pc`, or NULL; */
const struct rvt_segment *rvt_image_find_code(const struct rvt_image *image, uint64_t pc);
/** also of what is not executable. */
const struct rvt_segment *rvt_image_find(const struct rvt_image *image, uint64_t pc);

struct Elf;
/** rvt_image_hash_loaded() of an Elf of libelf; false: it is damaged, or loads nothing. */
bool rvt_image_elf_loaded(struct Elf *elf, uint8_t digest[32]);
/** The file with the symbols of a stripped one, as debuggers find it; NULL: none. The caller ends
 * it and closes `*fd`. */
struct Elf *rvt_image_elf_debug(struct Elf *elf, const char *path, int *fd);
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

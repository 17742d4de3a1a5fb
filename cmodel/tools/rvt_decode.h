/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODE_H
#define RVT_DECODE_H

#include "rvt/decoder.h"
#include "rvt_tool.h"

struct decode_listing;
struct decode_functions;

enum decode_style { DECODE_TEXT, DECODE_PCS, DECODE_JSON, DECODE_FUNCTIONS };

struct decode_options {
  struct rvt_tool_format format;
  const char *input;
  const char *output;
  const char *elf[RVT_SIDECAR_ELFS];
  char *path[RVT_SIDECAR_ELFS]; /* those that the side-car names, to be freed */
  size_t elfs;
  bool elf_told; /* by the side-car */
  enum decode_style style;
  bool pcs, json, functions; /* as given */
  int src;                   /* -1: all */
  int implicit_return;       /* -1: as in the side-car */
  bool sequential_jump;
  const char *isa; /* NULL: as in the side-car, else as in the ELF files */
  bool has_jvt;
  uint64_t jvt;
  bool blind;
  bool lenient;
  bool disassemble;
};

struct decode {
  const struct decode_options *o;
  struct rvt_image *image;
  struct decode_listing *listing;     /* NULL: without mnemonics */
  struct decode_functions *functions; /* NULL: not counted */
  struct rvt_tool_stream in;
  struct rvt_tool_output out;
  bool any;          /* a byte that is not idle has come */
  bool synchronized; /* a source that is shown was, once */
  unsigned long warnings, errors, losses;
  uint64_t first_loss;
};

/**
 * Find and load the programs that --elf or the side-car names; their hashes must be the side-car's.
 * Complains and returns false on failure.
 */
RVT_MUST_CHECK bool decode_programs_load(struct decode_options *o, struct rvt_image **image);

/** The decoder's sink: prints one event; `user` is a struct decode. */
void decode_put_event(void *user, const struct rvt_decoder_event *event);

/** Say how much was lost, and how many complaints were held back. */
void decode_finish(const struct decode *d);

/** Instructions and calls by function; `take` has the decoder's events, in order. */
struct decode_functions *decode_functions_new(void);
void decode_functions_free(struct decode_functions *f);
void decode_functions_take(const struct decode *d, const struct rvt_decoder_event *e);
/** The list, hottest first. */
void decode_functions_print(const struct decode *d);

/** Mnemonics of all files, by objdump. Complains and returns false on failure. */
RVT_MUST_CHECK bool decode_listing_make(struct decode_listing **made, const char *const *elf,
                                        size_t elfs);
void decode_listing_free(struct decode_listing *l);
/** Mnemonic and operands of the instruction at an address; NULL: it was not disassembled. */
const char *decode_listing_at(const struct decode_listing *l, uint64_t pc);

#endif

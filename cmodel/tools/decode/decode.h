/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODE_H
#define RVT_DECODE_H

#include "tools/shared/decoding.h"

struct decode_kept;
struct decode_listing;
struct decode_functions;
struct decode_times;

enum decode_style { DECODE_TEXT, DECODE_PCS, DECODE_RUNS, DECODE_JSON, DECODE_FUNCTIONS };

struct decode_options {
  const char *output;
  enum decode_style style;
  bool pcs, runs, json, functions; /* as given */
  bool disassemble, times;
  unsigned jobs, hold; /* threads; MiB of lines that each holds */
};

/** Instructions that the hart reported not before `from` and not after `until`; some are printed.
 */
struct decode_span {
  bool known;
  uint64_t from, until, insns;
  uint64_t mask; /* of times; `until` may be beyond a wrap */
  uint64_t done; /* of these */
};

/** Lines in memory; RVT_PCS_COPY bytes after them can be read. */
struct decode_text {
  char *text;
  size_t size, room;
};

struct decode {
  struct rvt_decoding decoding;
  struct decode_options o;
  struct decode_listing *listing;     /* NULL: without mnemonics */
  struct decode_functions *functions; /* NULL: not counted */
  struct decode_times *times;         /* NULL: not asked for */
  struct decode_kept *kept;           /* lines of instructions */
  struct decode_text made;            /* lines of instructions, before they are */
  struct rvt_tool_output out;
  struct rvt_tool_pcs list; /* all lines but those of --functions go through it */
};

/** Print one event; its instructions with what is known of their times, and `span` goes on. NULL:
 * no times. */
void decode_put(struct decode *d, const struct rvt_decoder_event *event, struct decode_span *span);
/** Print the runs of a path, which the event does not tell; no times. */
void decode_put_path(struct decode *d, const struct rvt_decoder_event *event,
                     const struct rvt_decoder_path *path);

/** Where so many bytes may be put; who does so adds them to `size`. */
char *decode_text_room(struct decode_text *t, size_t size);

/** What lines are of. */
struct decode_key {
  const struct rvt_image *image;
  uint64_t place; /* address of a run, number of a path */
  uint64_t what;  /* instructions of a run, serial of a path */
  bool is_path;
  int src; /* that the lines name; -1: none */
};

/** Decode the capture by several threads, where it has parts for them; false: it has not, and
 * nothing was done. `*good`: as rvt_decoding_walk(). */
RVT_MUST_CHECK bool decode_parallel(struct decode *d, bool *good);

/** Lines that are kept; `find` returns NULL for those that are not. */
struct decode_kept *decode_kept_new(void);
void decode_kept_free(struct decode_kept *k);
const char *decode_kept_find(struct decode_kept *k, const struct decode_key *key, size_t *size);
void decode_kept_keep(struct decode_kept *k, const struct decode_key *key,
                      const struct decode_text *lines);

/** Times of instructions; `take` has the decoder's events of one SRC, in order, and prints them. */
struct decode_times *decode_times_new(void);
void decode_times_free(struct decode_times *t);
void decode_times_take(struct decode *d, const struct rvt_decoder_event *e);
/** Print what waits. */
void decode_times_end(struct decode *d);

/** Instructions and calls by function; `take` has the decoder's events, in order. */
struct decode_functions *decode_functions_new(void);
void decode_functions_free(struct decode_functions *f);
void decode_functions_take(const struct decode *d, const struct rvt_decoder_event *e);
/** The list, hottest first. */
void decode_functions_print(const struct decode *d);

/** Mnemonics of all files, by objdump. Complains and returns false on failure. */
RVT_MUST_CHECK bool decode_listing_make(struct decode_listing **made,
                                        const struct rvt_decoding *decoding);
void decode_listing_free(struct decode_listing *l);
/** Mnemonic and operands of the instruction at an address of an image; NULL: it was not
 * disassembled.
 */
const char *decode_listing_at(const struct decode_listing *l, const struct rvt_image *image,
                              uint64_t pc);

#endif

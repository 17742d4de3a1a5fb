/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODING_H
#define RVT_DECODING_H

/*
 * A capture on its way to a program flow: options, programs, decoder, and what is said of damage
 * and loss. What `rvt decode` and `rvt diff` share.
 */

#include "process.h"
#include "rvt/decoder.h"
#include "tool.h"

/** A program, where it lies and in which contexts. */
struct rvt_program {
  const char *path;
  bool has_address; /* said on the command line */
  uint64_t address; /* ELF: added to its addresses; raw: of the first byte */
  uint64_t size;    /* bytes, of raw code that is loaded */
  struct rvt_image_context context;
};

/** Code with this context is there in some contexts only. */
static inline bool rvt_decoding_has_context(const struct rvt_image_context *c) {
  return c->has_scontext || c->has_hcontext;
}

struct rvt_decoding {
  /* What the options say; rvt_decoding_argp sets the defaults. */
  struct rvt_tool_format format;
  const char *input; /* the capture */
  struct rvt_program elf[RVT_SIDECAR_ELFS], raw[RVT_SIDECAR_ELFS];
  char *path[RVT_SIDECAR_ELFS]; /* those that the side-car names, to be freed */
  size_t elfs, raws;
  struct rvt_program names[RVT_SIDECAR_ELFS]; /* files with symbols alone */
  size_t name_files;
  bool elf_told;       /* by the side-car */
  bool elf_cut;        /* those given are parts of what the side-car names */
  int src;             /* -1: all */
  int implicit_return; /* -1: as in the side-car */
  bool sequential_jump, all_jumps;
  uint8_t addr_bits;   /* 0: all */
  const char *classes; /* file of --insn-class; NULL: none */
  const char *isa;     /* NULL: as in the side-car, else as in the ELF files */
  bool has_jvt;
  uint64_t jvt;
  bool blind;
  bool lenient;
  bool keep_mangled; /* names of C++ and Rust */

  /* What the walk has. */
  struct rvt_image *image;
  struct rvt_decoder *decoder;
  struct rvt_process *process; /* by SRC: as Ownership messages since the last sync say */
  struct rvt_tool_stream in;
  bool data_told;    /* that code of a segment that is not executable has run */
  bool any;          /* a byte that is not idle has come */
  uint64_t lead;     /* idle bytes before everything else */
  bool whole;        /* what stands after them reads as a whole synchronizing message */
  bool synchronized; /* a source that is shown was, once, and first here: */
  uint64_t begin, begin_message;
  bool begin_passed;              /* none of the messages before has a flow */
  bool hinted;                    /* at a dialect */
  unsigned long passed, messages; /* those without program flow; all, until synchronized */
  unsigned long warnings, errors, losses;
  uint64_t first_loss;
};

/** Child parser of these options; its input is a struct rvt_decoding. Bad values end the program.
 */
extern const struct argp rvt_decoding_argp;

/**
 * FILE[@ADDRESS][,scontext=N][,hcontext=N], which is cut; a file of the whole name wins. False: it
 * is none of these; `*complaint` says what was expected and how it is not, and `*found` what is
 * there.
 */
RVT_MUST_CHECK bool rvt_decoding_parse_program(char *text, struct rvt_program *program,
                                               const char **complaint, const char **found);

/** The argument TRACE. */
void rvt_decoding_set_input(struct rvt_decoding *f, const char *path);

/**
 * Load the programs, make the decoder, open the capture. Complains and returns false on failure;
 * rvt_decoding_close() is due in either case.
 */
RVT_MUST_CHECK bool rvt_decoding_open(struct rvt_decoding *f, rvt_decoder_sink *sink, void *user);
void rvt_decoding_close(struct rvt_decoding *f);

/**
 * Find and load the programs that --elf or the side-car names; their hashes must be the side-car's.
 * Complains and returns false on failure.
 */
RVT_MUST_CHECK bool rvt_decoding_load(struct rvt_decoding *f);

/**
 * Decode to the end of the capture. `show` is called before more bytes are waited for, where the
 * capture is no regular file; NULL: there is nothing to show. False: reading failed, and that was
 * reported.
 */
RVT_MUST_CHECK bool rvt_decoding_walk(struct rvt_decoding *f, void (*show)(void *user), void *user);

/**
 * For the sink, of every event: counts, and reports damage and what seems wrong. False: an event of
 * an SRC that is not asked for.
 */
RVT_MUST_CHECK bool rvt_decoding_take(struct rvt_decoding *f,
                                      const struct rvt_decoder_event *event);

/** Whether rvt_decoding_take() would say so; nothing else. */
bool rvt_decoding_shows(const struct rvt_decoding *f, const struct rvt_decoder_event *event);

/** One more decoder for the same capture. Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_decoding_decoder(const struct rvt_decoding *f, rvt_decoder_sink *sink,
                                         void *user, struct rvt_decoder **decoder);
/** For who decodes the capture without rvt_decoding_walk(): its first bytes have come; and so much
 * of it is done. */
void rvt_decoding_begins(struct rvt_decoding *f, const uint8_t *data, size_t size);
void rvt_decoding_show_progress(const struct rvt_decoding *f, uint64_t pos);

/** One of them is there in some contexts only. */
bool rvt_decoding_has_contexts(const struct rvt_decoding *f);
/** More than one program is given: which one code is of may be asked. */
bool rvt_decoding_has_several(const struct rvt_decoding *f);
/** The program that the code at an address of an event's image is of; NULL: none. For the sink, of
 * an event that rvt_decoding_take() has taken. */
const struct rvt_program *rvt_decoding_program_at(const struct rvt_decoding *f,
                                                  const struct rvt_decoder_event *event,
                                                  uint64_t pc);

/** Events are of more than one SRC, perhaps: lines name it. */
bool rvt_decoding_names_src(const struct rvt_decoding *f);

/** After the walk: say how much was lost. True: nothing, and nothing was damaged. */
RVT_MUST_CHECK bool rvt_decoding_finish(const struct rvt_decoding *f);

#endif

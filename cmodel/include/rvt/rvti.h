/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RVTI_H
#define RVT_RVTI_H

/*
 * Recorded programs in files: `.rvti`, and their text form. docs/reference/rvti.md fixes the bytes.
 */

#include <stddef.h>
#include <stdio.h>

#include "rvt/error.h"
#include "rvt/step.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_RVTI_ISA_MAX = 255 };

/** What the header says. */
struct rvt_rvti_info {
  uint8_t xlen;                   /* 32 or 64 */
  bool words;                     /* every instruction has its word */
  char isa[RVT_RVTI_ISA_MAX + 1]; /* ISA string, printable without blanks; may be empty */
  uint8_t elf_sha256[32];         /* of the ELF file; all zero: unknown */
  uint8_t loaded_sha256[32];      /* of what it loads, rvt_image_hash_loaded(); as above */
  uint64_t steps;                 /* set by the writer */
  uint64_t instructions;          /* INSN steps; set by the writer */
};

/** The hart's state between two steps; before the first step privilege M, all else 0. */
struct rvt_rvti_state {
  uint8_t priv; /* enum rvt_priv */
  uint8_t ctype;
  bool halted, reset, lowpower;
  uint64_t context;
  uint64_t time; /* of the last TIME step */
};

/**
 * Whether a step is one that a recording may hold: known kind, size 1..4, an itype that a 4-bit
 * port reports for a retired instruction, and so on. The text names the row, not the place.
 *
 * @param xlen  32 or 64: addresses, causes and trap values must fit
 * @retval RVT_OK
 * @retval RVT_ERR_RESERVED  itype 6 or 7 (NT:ING-09, NT:ITY-07), privilege 2 or 7 (NT:ING-18)
 * @retval RVT_ERR_RANGE     another field has no meaning
 */
RVT_MUST_CHECK enum rvt_status rvt_step_check(const struct rvt_step *step, unsigned xlen,
                                              struct rvt_error *e);

/** Follow the effect of a step on the state. */
void rvt_rvti_state_apply(struct rvt_rvti_state *state, const struct rvt_step *step);
/** State before the first step. */
void rvt_rvti_state_init(struct rvt_rvti_state *state);

/** SHA-256 of a whole file. @retval RVT_ERR_IO  `digest` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_rvti_hash_file(const char *path, uint8_t digest[32],
                                                  struct rvt_error *e);

/* ---- writer ---- */

struct rvt_rvti_writer;

/**
 * Begin a file. The steps go to a temporary file beside `path`; `path` itself is replaced by
 * rvt_rvti_writer_close() in one move, so it never holds half a recording.
 *
 * @retval RVT_ERR_ARG  xlen or the ISA string
 * @retval RVT_ERR_IO, RVT_ERR_NO_MEMORY
 * On an error `*w` is NULL and nothing is left behind.
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_writer_open(struct rvt_rvti_writer **w, const char *path,
                                                    const struct rvt_rvti_info *info,
                                                    struct rvt_error *e);
/**
 * Begin a file on a stream of the caller, who opens it for writing, closes it and gives the file
 * its name; it must be one that can be positioned. `name` is for texts of errors. Status as above.
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_writer_open_on(struct rvt_rvti_writer **w, FILE *file,
                                                       const char *name,
                                                       const struct rvt_rvti_info *info,
                                                       struct rvt_error *e);
/**
 * Append steps. Fields that a kind does not have are not stored.
 *
 * @retval RVT_ERR_ARG  an instruction without its word in a file with words
 * @retval RVT_ERR_RANGE, RVT_ERR_RESERVED  see rvt_step_check()
 * @retval RVT_ERR_IO
 * After an error the writer takes no more steps and rvt_rvti_writer_close() fails.
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_write(struct rvt_rvti_writer *w,
                                              const struct rvt_step *steps, size_t count,
                                              struct rvt_error *e);
/** Finish: the file appears under its name, or nothing does. Frees `w`, which may be NULL. */
RVT_MUST_CHECK enum rvt_status rvt_rvti_writer_close(struct rvt_rvti_writer *w,
                                                     struct rvt_error *e);
/** Throw the recording away. Frees `w`, which may be NULL. */
void rvt_rvti_writer_abort(struct rvt_rvti_writer *w);

/* ---- reader ---- */

struct rvt_rvti_reader;

/**
 * Open a file and check its header and index.
 * @retval RVT_ERR_FORMAT  not a recording, another version, or damaged
 * @retval RVT_ERR_IO, RVT_ERR_NO_MEMORY
 * On an error `*r` is NULL.
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_reader_open(struct rvt_rvti_reader **r, const char *path,
                                                    struct rvt_error *e);
void rvt_rvti_reader_close(struct rvt_rvti_reader *r);
/** Valid until the reader is closed. */
const struct rvt_rvti_info *rvt_rvti_get_info(const struct rvt_rvti_reader *r);
/**
 * Deliver the next steps, at least one and at most `max` (> 0); fields that a kind does not have
 * are 0.
 *
 * @retval RVT_OK   `*count` steps were delivered
 * @retval RVT_END  none is left; `*count` is 0
 * @retval RVT_ERR_FORMAT, RVT_ERR_RESERVED, RVT_ERR_RANGE  the file is damaged or breaks a rule
 * @retval RVT_ERR_IO, RVT_ERR_NO_MEMORY
 * On an error `*count` is 0 and the reader does not go on until a seek.
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_read(struct rvt_rvti_reader *r, struct rvt_step *steps,
                                             size_t max, size_t *count, struct rvt_error *e);
/** Instructions one after the other, of which only the last one may be no linear one. */
struct rvt_rvti_run {
  uint64_t pc; /* of the first one */
  unsigned insns, halfwords;
  uint8_t itype, last_size; /* of the last one */
  bool sijump;
};

/** Take back the last `count` steps of the last read: they come once more. False: it cannot, and
 * nothing has changed. */
RVT_MUST_CHECK bool rvt_rvti_take_back(struct rvt_rvti_reader *r, size_t count);
/**
 * In place of steps, runs of at most `limit` (1..255) half-words up to `max`, as long as the
 * recording goes on with nothing but instructions of one or two half-words; clocks and words are
 * passed over. What comes then is left to rvt_rvti_read(). Returns their number.
 */
size_t rvt_rvti_runs(struct rvt_rvti_reader *r, unsigned limit, struct rvt_rvti_run *runs,
                     size_t max);
/**
 * Go to step number `step` (0 is the first), or to the end with `step` = info.steps.
 * @param state  the hart's state just before that step; may be NULL
 * @retval RVT_ERR_ARG  `step` lies beyond the end; the position has not changed
 * and the errors of rvt_rvti_read()
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_seek_step(struct rvt_rvti_reader *r, uint64_t step,
                                                  struct rvt_rvti_state *state,
                                                  struct rvt_error *e);
/**
 * Go to the INSN step that is instruction number `insn` (0 is the first).
 * @param step  its step number; may be NULL
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_seek_insn(struct rvt_rvti_reader *r, uint64_t insn,
                                                  uint64_t *step, struct rvt_rvti_state *state,
                                                  struct rvt_error *e);
/**
 * Whether an encoder's port of `bits` bits (1..64) shows every context of the recording. Reads all
 * of it, and goes to its first step.
 * @param name  what the text calls the width: a parameter or an option
 * @retval RVT_ERR_MISMATCH  one has more bits; the text names the first one, its place, and the
 *                           width that all of them fit
 * and the errors of rvt_rvti_read()
 */
RVT_MUST_CHECK enum rvt_status rvt_rvti_check_context(struct rvt_rvti_reader *r, unsigned bits,
                                                      const char *name, struct rvt_error *e);

/* ---- text ---- */

enum { RVT_STEP_TEXT_MAX = 192 };

/** One line without its end; `step` must have passed rvt_step_check(). */
void rvt_step_format(const struct rvt_step *step, char text[RVT_STEP_TEXT_MAX]);
/**
 * The step on a line; comments and blanks around it are ignored.
 *
 * @param next_pc  what `+` stands for as a PC
 * @retval RVT_OK
 * @retval RVT_END  the line holds no step
 * @retval RVT_ERR_FORMAT, RVT_ERR_RANGE, RVT_ERR_RESERVED
 * `*step` has changed on RVT_OK only.
 */
RVT_MUST_CHECK enum rvt_status rvt_step_parse(const char *line, unsigned xlen, uint64_t next_pc,
                                              struct rvt_step *step, struct rvt_error *e);
/** Text file to `.rvti`, in one move like the writer. */
RVT_MUST_CHECK enum rvt_status rvt_rvti_from_text(const char *text_path, const char *rvti_path,
                                                  struct rvt_error *e);
/** The same on a stream, as rvt_rvti_writer_open_on(). */
RVT_MUST_CHECK enum rvt_status rvt_rvti_from_text_on(const char *text_path, FILE *rvti,
                                                     const char *name, struct rvt_error *e);
/** `.rvti` to text on an open stream. */
RVT_MUST_CHECK enum rvt_status rvt_rvti_to_text(const char *rvti_path, FILE *out,
                                                struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

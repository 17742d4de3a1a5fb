/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_IMPORT_H
#define RVT_IMPORT_H

/*
 * Importer: turns what other simulators print into steps, with the program's code at hand.
 *
 * Three kinds of lines, told apart by how they begin:
 *
 *   core   0: 0x80000000 (0x00000297) auipc t0, 0x0     as `spike -l` prints them: an instruction
 *   core   0: exception interrupt #7, epc 0x80000010    that was tried, a trap, its tval
 *   core   0: 3 0x80000000 (0x00000297) x5 0x80000000   of `spike --log-commits`: what retired, a
 * list 0x80000000 anything                                 a list of PCs, of which the first word
 * counts
 *   Trace 0: 0x7f4f [0/80000000/02c24003/0]             of QEMU's `-d exec,nochain,int`, and an
 * instruction in each block: what begins; traps; what was stopped before it was executed
 *
 * What stands before the first address with code, as a boot ROM, is skipped, and so are empty
 * lines and those that begin with #. A log names its traps: all of them are as they were. A list of
 * PCs does not: an ECALL or EBREAK in it, or left out of it, is an exception, and any other step to
 * where the instruction before cannot go is refused, or with `traps` taken for an interrupt after
 * that instruction, whose branch is then not taken. Spike prints no line for an instruction
 * that goes on at itself again, so a loop of one instruction is there once. QEMU alone
 * tells privileges, but not that of an interrupt directly behind a return from a trap, which stands
 * here in that of the return; else all is in machine mode.
 */

#include "record.h"
#include "rvt/image.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_import_config {
  const struct rvt_image *image; /* its XLEN is known; must not change */
  bool traps;                    /* a list of PCs may have them */
  uint64_t limit;                /* end after this many instructions; 0: no limit */
};

/** State; to be read by others only as far as noted. */
struct rvt_import {
  struct rvt_import_config config;
  rvt_record_sink sink;
  void *context;

  uint64_t instructions; /* readable: INSN steps delivered */
  uint64_t traps;        /* readable: TRAP steps delivered */

  bool started;
  bool held;               /* an instruction whose successor is not known */
  bool tells;              /* a log has lines of what was tried, and names its traps */
  bool tried;              /* and that may still trap, as it stands in a log */
  struct rvt_step step;    /* it */
  struct rvt_insn decoded; /* its class */
  bool before;             /* `last` is the one before it, retired */
  struct rvt_insn last;
  bool told;                          /* the log tells privileges */
  uint8_t told_priv, priv, trap_priv; /* of the last PRIV step, of `step`, of `trap` */
  bool trap_held;                     /* a trap whose tval may follow */
  struct rvt_step trap;
};

/** @retval RVT_OK  @retval RVT_ERR_ARG  the image's XLEN is not known; `*i` is unchanged */
RVT_MUST_CHECK enum rvt_status rvt_import_init(struct rvt_import *i,
                                               const struct rvt_import_config *config,
                                               rvt_record_sink sink, void *context);
/**
 * Take a line, `size` bytes without its end.
 *
 * @retval RVT_OK
 * @retval RVT_END  the limit is reached
 * @retval RVT_ERR_FORMAT    it is none of these lines, or an instruction that no step can tell
 * @retval RVT_ERR_NO_CODE   a PC in a list has no code
 * @retval RVT_ERR_MISMATCH  it contradicts those before it
 * or what the sink returned.
 */
RVT_MUST_CHECK enum rvt_status rvt_import_line(struct rvt_import *i, const char *text, size_t size,
                                               struct rvt_error *e);
/** What happened, in numbers in place of a line. */
enum rvt_import_event {
  RVT_IMPORT_INSN, /* at `pc`; it may still trap there, until the hart stands elsewhere */
  RVT_IMPORT_EXCEPTION,
  RVT_IMPORT_INTERRUPT,
  RVT_IMPORT_HALT, /* debug mode was entered and left */
  RVT_IMPORT_RESET,
  RVT_IMPORT_STAND /* the hart stands at `pc` */
};
struct rvt_imported {
  enum rvt_import_event event;
  bool has_priv, names_traps; /* else a trap is found as in a list of PCs */
  uint8_t priv;               /* enum rvt_priv: before it */
  uint64_t pc, word, cause, tval;
};
/** Take it; status as of rvt_import_line(). */
RVT_MUST_CHECK enum rvt_status
rvt_import_take(struct rvt_import *i, const struct rvt_imported *what, struct rvt_error *e);
/**
 * The lines are over. A branch at the very end is left out: its outcome is not known.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  there was no instruction of the program
 */
RVT_MUST_CHECK enum rvt_status rvt_import_finish(struct rvt_import *i, struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_PROGEN_CHECK_H
#define RVT_TESTS_PROGEN_CHECK_H

/*
 * Walks again what the generator walked, from the ELF file and the instruction table alone, and
 * counts what it finds. Everything that is wrong is said in `error`.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt/insn.h"
#include "stimulus/progen.h"

enum { CHECK_SEGMENTS = 8, CHECK_STACK = 32, CHECK_EPCS = 4096, CHECK_CALLS = 4096 };

struct check_segment {
  uint64_t address;
  size_t size;
  uint8_t *bytes;
  uint8_t *starts; /* 1 where an instruction begins, per half-word */
};

struct progen_check {
  unsigned xlen;
  struct check_segment segment[CHECK_SEGMENTS];
  size_t segments;
  uint64_t entry;
  /* the hart */
  uint8_t priv;
  bool level[3], level_seen[3]; /* halt, reset, low power: on now, on since the last instruction */
  bool level_seen_any, level_off;
  uint64_t expected;     /* PC that must come next */
  bool free;             /* it may be any instruction */
  bool halt_before;      /* a halt stands between: the PC may have been altered */
  bool reset_before;     /* a reset does: the PC is the entry */
  bool pair_waits;       /* the levels came between the two of a sequential pair */
  bool environment;      /* the trap before was an ECALL or EBREAK */
  uint8_t returning;     /* RETURN or SWAP whose target has not been seen yet; else 0 */
  uint32_t returns_rule; /* as the parameter `returns`; set by the caller */
  struct rvt_insn last;
  uint64_t last_pc;
  uint8_t last_itype; /* 0..15, TRAP too */
  uint8_t last_kind;  /* of the step before; 255 at the beginning */
  uint8_t ended_by;   /* itype just before if nothing but PRIV came since, else 0 */
  bool directly;      /* `last` retired directly before */
  bool may_change_priv;
  bool next_clock;
  uint64_t stack[CHECK_STACK];
  unsigned depth;
  uint64_t tracer[CHECK_CALLS]; /* ring */
  uint32_t tracer_top, tracer_count;
  uint64_t low_seen, high_seen; /* returns that differ from it in those bits only */
  uint64_t epc[CHECK_EPCS];
  size_t epcs;
  uint64_t count[RVT_PROGEN_COUNTS];
  uint64_t stack_hits, returns, swaps, known_epcs, xrets, halts_moved;
  char error[256];
};

/** Load an ELF file; false with `error` if it cannot be used. */
bool progen_check_open(struct progen_check *c, int fd, unsigned xlen);
void progen_check_close(struct progen_check *c);
/** Check the next step; false with `error`. */
bool progen_check_step(struct progen_check *c, const struct rvt_step *s);
/** Compare what was counted with the generator's counts; false with `error`. */
bool progen_check_counts(struct progen_check *c, const uint64_t *counts);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RVFI_H
#define RVT_TB_RVFI_H

#include "harness/bench.h"
#include "harness/rng.h"
#include "rvt/unit/ingress_rvfi.h"
#include "stimulus/progen.h"

/** An instruction word: any; more often one of an opcode that transfers control, with registers
 * that are often links; or one of those of which all bits count. */
uint32_t tb_insn_word(struct tb_rng *rng);

/*
 * A hart with RVFI that runs a generated program: steps -> channels, clock by clock. It says of
 * each step at once what the ingress port has to say (struct tb_rvfi_event), by the step alone.
 */

enum { TB_RVFI_WINDOW = 64, TB_RVFI_EVENTS = 1024 };

/** What the port has to report: an instruction, or a trap. */
struct tb_rvfi_event {
  uint64_t pc;   /* of a trap: the faulting or interrupted one */
  uint8_t size;  /* half-words; 0: a trap */
  uint8_t itype; /* 4 bits */
  uint8_t mode;
  bool sijump;
  bool either;          /* a branch to the instruction after it */
  uint64_t cause, tval; /* of a trap, as far as the ports say it */
  uint64_t target;      /* of a branch or jump */
};

struct tb_rvfi {
  struct rvt_ingress_rvfi_in in;
  struct rvt_progen *progen;
  struct tb_rng traps; /* causes and values, so that they change no other draw */
  uint8_t nret, xlen;
  bool format;  /* of the trace */
  bool program; /* else: anything, whatever the ports can say */
  bool commit; /* as commit ports: every trap has a channel, `intr` is an interrupt there; or ... */
  bool irq;    /* ... an interrupt comes beside the channels, after them, ... */
  uint64_t irq_pc; /* ... here */
  uint64_t irq_cause;
  uint8_t irq_mode;
  struct rvt_step window[TB_RVFI_WINDOW];
  size_t head, fill;
  bool ended; /* the program's last step was shown */
  uint8_t mode, told_mode;
  bool pending; /* a trap that RVFI does not show as an instruction waits for its handler ... */
  struct tb_rvfi_event trap; /* ... and is this; its mode is the true one */
  bool known;                /* an instruction was shown since reset or debug mode */
  bool returned;             /* the newest instruction shown was MRET or SRET */
  bool excepted;             /* the newest instruction shown has trapped */
  uint32_t busy;             /* of 256: a clock has instructions; drifts */
  uint32_t halt_left, rest;
  uint64_t dpc; /* with `commit`: where the program goes on after debug mode */
  /* what was shown and is not checked yet */
  struct tb_rvfi_event event[TB_RVFI_EVENTS];
  size_t first, count;
};

/** Options insns=N: length of the program; gen=: as for `scenario`; wild=1: no program. */
bool tb_rvfi_init(struct tb_rvfi *g, struct tb *tb, const struct rvt_rvfi_params *p);
void tb_rvfi_reset(struct tb_rvfi *g);
/** Make the next clock. `room`: groups that the adapter can take; none is shown without. */
void tb_rvfi_next(struct tb_rvfi *g, struct tb *tb, unsigned room);
void tb_rvfi_close(struct tb_rvfi *g);

#endif

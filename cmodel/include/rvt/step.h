/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_STEP_H
#define RVT_STEP_H

/*
 * A recorded program as a sequence of steps in program order: what a `.rvti` file holds, what the
 * recorder and the program generator produce, and what the player turns into ingress clocks.
 * A step knows nothing of blocks, of encoder configuration or of messages.
 */

#include "rvt/ingress.h"
#include "rvt/itype.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_step_kind {
  RVT_STEP_INSN = 0,     /* an instruction retired */
  RVT_STEP_TRAP = 1,     /* an exception or interrupt was taken; nothing retires */
  RVT_STEP_PRIV = 2,     /* the instructions that follow run at another privilege */
  RVT_STEP_CONTEXT = 3,  /* context or ctype change with the instruction that follows */
  RVT_STEP_TRIGGER = 4,  /* trigger pulses in the clock of the instruction just before */
  RVT_STEP_HALT = 5,     /* debug mode is entered (on) or left (off) */
  RVT_STEP_RESET = 6,    /* hart reset begins (on) or ends (off) */
  RVT_STEP_LOWPOWER = 7, /* low power is entered (on) or left (off) */
  RVT_STEP_TIME = 8      /* outside time at the instruction that follows */
};

/** Pulses of a TRIGGER step; their sum is its value. */
enum {
  RVT_PULSE_ON = 1, /* by the hart's debug triggers (NT:ING-21) */
  RVT_PULSE_OFF = 2,
  RVT_PULSE_NOTIFY = 4, /* of the block that holds the instruction */
  RVT_PULSE_EXT_ON = 8, /* from outside, in the same clock (NT:ING-30) */
  RVT_PULSE_EXT_OFF = 16,
  RVT_PULSE_EXT_NOTIFY = 32,
  RVT_PULSE_ALL = 63
};

struct rvt_step {
  uint8_t kind; /* enum rvt_step_kind */
  uint8_t size; /* INSN: half-words, 1..4 */
  uint8_t
      itype; /* INSN: 4-bit itype (NT:ITY-22..25), never 1 or 2; TRAP: 1 exception, 2 interrupt */
  uint8_t value; /* PRIV: enum rvt_priv; CONTEXT: ctype; TRIGGER: RVT_PULSE_; HALT …: 1 on, 0 off */
  bool sijump;   /* INSN; with itype 9, 11 or 15: see rvt_step_absolute() */
  bool has_word;   /* INSN: `word` is known */
  uint32_t clocks; /* INSN, TRAP: clocks since the step of these kinds before it, 0 = same clock */
  uint64_t pc;     /* INSN: its address; TRAP: the faulting or interrupted PC (xEPC) */
  uint64_t cause;  /* TRAP: cause without its interrupt bit */
  uint64_t tval;   /* TRAP; CONTEXT: the context; TIME: the time */
  uint64_t word;   /* INSN: instruction bits, low half-word first */
};

/**
 * Whether the instruction is a JALR with rs1 = x0. Its itype in a step is E-Trace's, that of a
 * direct jump (ETR:IN-03), to which `sijump` means nothing else.
 */
static inline bool rvt_step_absolute(const struct rvt_step *s) {
  return s->sijump && (s->itype == RVT_IT_DIRECT_CALL || s->itype == RVT_IT_DIRECT_JUMP ||
                       s->itype == RVT_IT_DIRECT_LINK);
}

/** What a port of 4 bits says: to N-Trace such a jump is indirect (NT:ITY-26). */
static inline uint8_t rvt_step_itype(const struct rvt_step *s, bool infers) {
  return rvt_step_absolute(s) && !infers ? (uint8_t)(s->itype - 1U) : s->itype;
}

#ifdef __cplusplus
}
#endif
#endif

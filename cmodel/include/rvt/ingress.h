/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INGRESS_H
#define RVT_INGRESS_H

/*
 * The ingress port: the E-Trace 2.0 instruction interface (rows NT:ING), one struct per clock.
 * docs/units/ingress.md. Slot 0 is the oldest.
 *
 * The encoders (rvt_encoder, _te, _top, rvt_encode) take any value: of one that is
 * wider than the port of the build, its upper bits are lost, as on a wire. itype has itype_width
 * bits, iretire iretire_width, ilastsize 2, priv 3, iaddr xlen, time ts_width. Slots beyond
 * `blocks` are not read.
 */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/itype.h"
#include "rvt/params.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Privilege codes of the port (NT:ING-18). */
enum rvt_priv {
  RVT_PRIV_U = 0,
  RVT_PRIV_S = 1,
  RVT_PRIV_M = 3,
  RVT_PRIV_DEBUG = 4,
  RVT_PRIV_VU = 5,
  RVT_PRIV_VS = 6
};

/**
 * One slot: a run of instructions at consecutive addresses, or a trap alone.
 *
 * Valid when `iretire` is not 0 or `itype` is 1 or 2; otherwise every other field is undefined
 * (NT:ING-03). `iaddr` is meaningful when `iretire` is not 0, with itype 1 (the faulting
 * instruction, NT:ING-13), and with itype 2 if the hart drives the interrupted PC (NT:ING-14).
 */
struct rvt_block {
  /* interface: port slot */
  /* clang-format off */
  uint8_t iretire;   /* half-words retired (block form), or 0 and 1 (single form) (NT:ING-05) */
  uint8_t itype;     /* enum rvt_itype, below 2^itype_width */
  uint8_t ilastsize; /* the last instruction has 2^ilastsize half-words (NT:ING-06), 0..2 */
  bool sijump;       /* the jump is sequentially inferable (NT:ING-20) */
  uint64_t iaddr;    /* address of the first instruction */
  /* clang-format on */
  /* interface end */
};

/** The whole port in one clock. */
struct rvt_ingress {
  struct rvt_block block[RVT_BLOCKS_MAX];
  /* interface: port clock */
  /* clang-format off */
  uint64_t cause;      /* of the trap in this clock (NT:ING-16); E-Trace reads it */
  uint64_t tval;       /* ... and its value; E-Trace reads it */
  uint8_t priv;        /* enum rvt_priv, of everything reported in this clock (NT:ING-17) */
  uint64_t context;    /* held between changes; hcontext, if any, above scontext (NT:OWN-10) */
  uint8_t ctype;       /* context is reported: 0 not, 1 imprecise, 2 precise, 3 asynchronous (NT:ING-19) */
  uint64_t impdef;     /* not read in this version */
  uint8_t trigger;     /* [0] trace-on, [1] trace-off, [2+i] notify for block i (NT:ING-21) */
  uint8_t ext_trigger; /* external: [0] trace-on, [1] trace-off, [2] notify (NT:ING-30) */
  bool halted;         /* debug mode (NT:ING-24) */
  bool hart_reset;     /* the hart is in reset (NT:ING-25) */
  bool lowpower;       /* ... in low power (NT:SEQ-18) */
  uint64_t time;       /* from the timestamp unit */
  /* clang-format on */
  /* interface end */
};

/** Whether a block reports anything (NT:ING-03). */
static inline bool rvt_block_valid(const struct rvt_block *b) {
  return b->iretire != 0 || b->itype == 1 || b->itype == 2;
}

#ifdef __cplusplus
}
#endif
#endif

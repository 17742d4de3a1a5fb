/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TRACE_LATE_H
#define RVT_TB_TRACE_LATE_H

/*
 * The checks of tb_trace_check for a bench that has the encoder's model. Before which block a
 * period of clocks ends (sync mode 2), or a request for a sync is taken up, is known only when flow
 * reaches the block (D-24, D-34), and is an input of oracle and functional encoder alike. So clocks
 * wait here until flow has begun the last of their blocks, and bytes until the clocks that cause
 * them have been told.
 * When flow begins a run of blocks, and when it prepares a sync, is seen in it. Whether a sync was
 * due then is counted here (NT:CTL-08, TCI:SYNC-09): flow is not asked.
 */

#include "trace_check.h"
#include "units/encoder_unit.h"

enum {
  /* A message FIFO and a PIB's buffer leave by four pins, at the slowest 1,024 clocks a byte. */
  TB_LATE_CLOCKS = 1 << 18,
  TB_LATE_ENTRIES = 128, /* more than the longest queue holds, RVT_QUEUE_DEPTH_MAX + 1 */
  TB_LATE_BYTES = 16384,
  TB_LATE_INSNS = 1 << 21 /* so long blocks fill them as late as the clocks */
};

struct tb_trace_late {
  struct {
    struct rvt_config config;
    struct rvt_ingress in;
    enum rvt_loss loss;
    bool lost;      /* after the encoder */
    bool flushed;   /* outcomes, before its blocks */
    uint8_t blocks; /* accepted, and not begun by flow yet */
    uint8_t due;    /* bit n: a sync is due before block n */
    uint8_t insns[RVT_BLOCKS_MAX];
  } clock[TB_LATE_CLOCKS];
  uint32_t put, told;
  struct oracle_insn insn[TB_LATE_INSNS]; /* of the clocks that wait */
  uint32_t insn_put, insn_told;
  /* The encoder's queue: the clock whose blocks an entry holds, and how many it had. */
  struct {
    uint32_t clock;
    uint8_t blocks; /* 0: a stop or an overflow */
    uint8_t begun;
  } entry[TB_LATE_ENTRIES];
  uint32_t entry_put, entry_first;
  uint64_t age; /* clocks after the one in which the count began anew */
  bool due;     /* a sync is, before whatever block flow begins now */
  bool asked;   /* a request has come that no record has served */
  bool served;  /* a record has served the request since it rose */
  uint8_t bytes[TB_LATE_BYTES];
  uint32_t bytes_put, bytes_taken;
};

/** Forget what waits. */
void tb_trace_late_clear(struct tb_trace_late *l);
/** One clock, after the unit's edge; the bench has filled the slots of `c`. Without `active` what
 * waits is forgotten, bytes as well. */
void tb_trace_late_clock(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb,
                         const struct tb_encoder_unit *u);
/** A byte that leaves in this clock, before the clock is told. */
void tb_trace_late_byte(struct tb_trace_late *l, struct tb *tb, uint8_t byte);
/** The encoder is idle: no clock may wait any more; the bytes that do are judged. */
void tb_trace_late_idle(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb);
/** As tb_trace_check_lost(), in the clock in which an overflow ends: flow has begun all before
 * it.
 */
uint64_t tb_trace_late_lost(const struct tb_trace_late *l, const struct tb_trace_check *c,
                            struct tb *tb);

#endif

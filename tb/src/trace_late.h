/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TRACE_LATE_H
#define RVT_TB_TRACE_LATE_H

/*
 * The checks of tb_trace_check in sync mode 2. In front of which block a period of clocks ends is
 * known only when flow reaches the block (D-24), and is an input of oracle and functional encoder
 * alike. So clocks wait here until flow has begun the last of their blocks, and bytes until the
 * clocks that cause them have been told. That a period ends where it should is not judged here but
 * by the comparison with the model, and by its own tests.
 *
 * Only for a bench whose groups follow from the blocks of the port (tb_trace_check_block()).
 */

#include "encoder_unit.h"
#include "trace_check.h"

enum { TB_LATE_CLOCKS = 16384, TB_LATE_ENTRIES = 64, TB_LATE_BYTES = 16384 };

struct tb_trace_late {
  struct {
    struct rvt_ntrace_config config;
    struct rvt_ingress in;
    enum rvt_ntrace_loss loss;
    uint8_t blocks; /* accepted, and not begun by flow yet */
    uint8_t due;    /* bit n: a period ends before block n */
  } clock[TB_LATE_CLOCKS];
  uint32_t put, told;
  /* The encoder's queue: the clock whose blocks an entry holds, and how many it had. */
  struct {
    uint32_t clock;
    uint8_t blocks; /* 0: a stop or a gap */
    uint8_t begun;
  } entry[TB_LATE_ENTRIES];
  uint32_t entry_put, entry_first;
  uint8_t bytes[TB_LATE_BYTES];
  uint32_t bytes_put, bytes_taken;
};

/** Forget what waits. */
void tb_trace_late_clear(struct tb_trace_late *l);
/** One clock, behind the unit's edge; tells `c` what can be told. */
void tb_trace_late_clock(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb,
                         const struct tb_encoder_unit *u);
/** A byte that has left. */
void tb_trace_late_byte(struct tb_trace_late *l, struct tb *tb, uint8_t byte);
/** Nothing may wait any more; the bytes that do are judged. */
void tb_trace_late_empty(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb);

#endif

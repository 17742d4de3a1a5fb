/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_clocks.h"
#include "tests/support/test.h"

#include <string.h>

struct rvt_ntrace_flow_out clocked(struct clocks *b, bool ready) {
  const struct rvt_ntrace_flow_in in = {.cfg = &b->config,
                                        .sync_req = b->asks,
                                        .entry = b->there ? &b->entry : NULL,
                                        .rec_ready = ready};
  struct rvt_ntrace_flow_out out;
  memset(&out, 0x5A, sizeof out);
  rvt_ntrace_flow_clock(&b->dut, &in, &out);
  if (out.taken) b->there = false;
  return out;
}

void clock_has(struct clocks *b, struct rvt_ntrace_record want) {
  const struct rvt_ntrace_flow_out out = clocked(b, true);
  assert_int_equal(out.rec_valid, want.tcode != 0);
  if (!out.rec_valid) return;
  assert_int_equal(out.rec.tcode, want.tcode);
  assert_int_equal(out.rec.sub, want.sub);
  assert_int_equal(out.rec.btype, want.btype);
  assert_int_equal(out.rec.icnt, want.icnt);
  assert_int_equal(out.rec.hist, want.hist);
  assert_int_equal(out.rec.addr, want.addr);
  assert_int_equal(out.rec.abs_time, want.abs_time);
}

void offer(struct clocks *b, uint64_t addr, uint8_t units, uint8_t itype) {
  assert_false(b->there); /* the one before has been taken */
  b->time += 10;
  b->there = true;
  b->entry.blocks = 1;
  b->entry.head[0] = (struct rvt_head){.kind = RVT_ENTRY_BLOCK,
                                       .known = true,
                                       .itype = itype,
                                       .halfwords = units,
                                       .addr = addr,
                                       .abs_time = b->time};
}

void offer_more(struct clocks *b, uint8_t units, uint8_t itype) {
  struct rvt_head *block = &b->entry.head[b->entry.blocks];
  *block = block[-1];
  block->kind = RVT_ENTRY_BLOCK;
  block->sub = 0;
  block->addr += block->halfwords;
  block->halfwords = units;
  block->itype = itype;
  b->entry.blocks++;
}

void offer_unknown(struct clocks *b) {
  offer(b, 0, 0, RVT_IT_INTERRUPT);
  b->entry.head[0].known = false;
}

void offer_end(struct clocks *b, uint8_t kind, uint8_t sub) {
  offer(b, 0, 0, RVT_IT_NONE);
  b->entry.head[0].kind = kind;
  b->entry.head[0].sub = sub;
  b->entry.head[0].known = false;
}

struct rvt_params small_build(void) {
  return build_of("Xlen=64 IretireWidth=7 IcntWidth=8 HistWidth=4 StackDepth=2 Events=1");
}

struct clocks session(const struct rvt_params *p, uint8_t mode, uint8_t units, uint8_t itype) {
  struct clocks b = {.config = {.active = true,
                                .enable = true,
                                .tracing = true,
                                .mode = mode,
                                .ir_en = true,
                                .ir_mode = 3}};
  rvt_ntrace_flow_init(&b.dut, p);
  offer(&b, 0x80, units, itype);
  b.entry.head[0].kind = RVT_ENTRY_START;
  b.entry.head[0].sub = RVT_START_DEBUG;
  while (!b.dut.runs.valid_q) QUIET(&b);
  QUIET(&b); /* the preparation */
  HAS(&b, .tcode = 9, .sub = 3, .addr = 0x80, .abs_time = 10);
  return b;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "steps_bench.h"
#include "tests/support/test.h"

#include <string.h>

bool steps_take(struct steps *b, struct rvt_ntrace_record want) {
  struct rvt_ntrace_step s, again;
  memset(&s, 0x5A, sizeof s);
  rvt_ntrace_steps_decide(&b->dut, &b->config, &b->head, &s);
  rvt_ntrace_steps_decide(&b->dut, &b->config, &b->head, &again);
  assert_int_equal(s.what, again.what); /* deciding changes nothing */
  assert_int_equal(s.rec_valid, want.tcode != 0);
  if (s.rec_valid) {
    assert_int_equal(s.rec.tcode, want.tcode);
    assert_int_equal(s.rec.sub, want.sub);
    assert_int_equal(s.rec.btype, want.btype);
    assert_int_equal(s.rec.icnt, want.icnt);
    assert_int_equal(s.rec.hist, want.hist);
    assert_int_equal(s.rec.addr, want.addr);
    assert_int_equal(s.rec.abs_time, want.abs_time);
  }
  rvt_ntrace_steps_apply(&b->dut, &b->config, &b->head, &s);
  return s.done;
}

void head_block(struct steps *b, uint64_t addr, uint8_t units, uint8_t itype) {
  b->time += 10;
  b->head = (struct rvt_head){.kind = RVT_ENTRY_BLOCK,
                              .known = true,
                              .itype = itype,
                              .halfwords = units,
                              .addr = addr,
                              .abs_time = b->time};
}

void head_unknown(struct steps *b) {
  head_block(b, 0, 0, RVT_IT_INTERRUPT);
  b->head.known = false;
}

void head_stop(struct steps *b, bool known, uint64_t addr) {
  head_block(b, addr, 0, 0);
  b->head.kind = RVT_ENTRY_STOP;
  b->head.sub = RVT_ENDED_DISABLED;
  b->head.known = known;
}

struct steps steps_session(uint8_t mode, uint8_t units, uint8_t itype) {
  const struct rvt_params p = build_of("Xlen=64 IcntWidth=8 HistWidth=4 StackDepth=2");
  struct steps b = {.config = {.active = true,
                               .enable = true,
                               .tracing = true,
                               .mode = mode,
                               .ir_en = true,
                               .ir_mode = 3}};
  rvt_ntrace_steps_init(&b.dut, &p);
  head_block(&b, 0x80, units, itype);
  b.head.kind = RVT_ENTRY_START;
  b.head.sub = RVT_START_DEBUG;
  MORE(&b, .tcode = 9, .sub = 3, .addr = 0x80, .abs_time = 10);
  return b;
}

struct steps steps_due(uint8_t mode, uint8_t itype) {
  struct steps b = steps_session(mode, 16, itype);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  return b;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Every line of the table of docs/design.md, "Flow": record, effect, and what stays undone. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "row.h"
#include "rvt/ntrace_flow.h"

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };

struct bench {
  struct rvt_ntrace_flow dut;
  struct rvt_ntrace_config config;
  struct rvt_ntrace_head head;
  uint64_t time;
};

/** Take the next step; `tcode` 0: it must have no record. Returns whether the entry is done. */
static bool step(struct bench *b, struct rvt_ntrace_record want) {
  struct rvt_ntrace_flow_step s, again;
  memset(&s, 0x5A, sizeof s);
  rvt_ntrace_flow_decide(&b->dut, &b->config, &b->head, &s);
  rvt_ntrace_flow_decide(&b->dut, &b->config, &b->head, &again);
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
  rvt_ntrace_flow_apply(&b->dut, &b->config, &b->head, &s);
  return s.done;
}

#define REC(...)     ((struct rvt_ntrace_record){__VA_ARGS__})
#define NOTHING      REC(.tcode = 0)
#define MORE(b, ...) assert_false(step(b, REC(__VA_ARGS__)))
#define LAST(b, ...) assert_true(step(b, REC(__VA_ARGS__)))
#define QUIET(b)     assert_true(step(b, NOTHING))

/** A new entry at the head, 10 clocks after the one before. `addr` is half of the address. */
static void block(struct bench *b, uint64_t addr, uint8_t units, uint8_t itype) {
  b->time += 10;
  b->head = (struct rvt_ntrace_head){.kind = RVT_ENTRY_BLOCK,
                                      .known = true,
                                      .itype = itype,
                                      .units = units,
                                      .addr = addr,
                                      .time = b->time};
}

static void unknown_interrupt(struct bench *b) {
  block(b, 0, 0, RVT_IT_INTERRUPT);
  b->head.known = false;
}

static void stop(struct bench *b, bool known, uint64_t addr) {
  block(b, addr, 0, 0);
  b->head.kind = RVT_ENTRY_STOP;
  b->head.sub = RVT_EV_DISABLED;
  b->head.known = known;
}

/** A session at 0x80 in which the start's own block has `units` and `itype`, not counted yet. */
static struct bench session(uint8_t mode, uint8_t units, uint8_t itype) {
  const struct rvt_ntrace_params p = {.xlen = 64,
                                      .btm = true,
                                      .htm = true,
                                      .icnt_width = 8,
                                      .hist_width = 4,
                                      .stack_depth = 2,
                                      .plain_hist = true};
  struct bench b = {.config = {.active = true,
                               .enable = true,
                               .tracing = true,
                               .mode = mode,
                               .ir_en = true,
                               .ir_mode = 3}};
  rvt_ntrace_flow_init(&b.dut, &p);
  block(&b, 0x80, units, itype);
  b.head.kind = RVT_ENTRY_START;
  b.head.sub = RVT_SYNC_DEBUG;
  MORE(&b, .tcode = 9, .sub = 3, .addr = 0x80, .abs_time = 10);
  return b;
}

/** As session(), with the start's block counted and a sync due behind 16 half-words. */
static struct bench due(uint8_t mode, uint8_t itype) {
  struct bench b = session(mode, 16, itype);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  return b;
}

static void gap_and_stop(void **state) {
  (void)state;
  struct bench b = session(HTM, 3, RVT_IT_TAKEN);
  QUIET(&b);
  stop(&b, false, 0);
  LAST(&b, .tcode = 33, .sub = 4, .btype = 1, .icnt = 3, .hist = 3, .abs_time = 20);
  assert_int_equal(b.dut.icnt_q, 0);
  assert_int_equal(b.dut.hist_q, 1);
  b = session(BTM, 3, RVT_IT_INDIRECT_CALL);
  QUIET(&b);
  stop(&b, true, 0x100); /* the target is known: branch message, then Correlation */
  MORE(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  b = session(BTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  stop(&b, true, 0x83); /* an implicit return: it stays implicit */
  LAST(&b, .tcode = 33, .sub = 4, .icnt = 4, .abs_time = 30);
  b = due(BTM, RVT_IT_TAKEN);
  QUIET(&b); /* held */
  stop(&b, true, 0x100);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  b = session(HTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0, 0, 0);
  b.head.kind = RVT_ENTRY_GAP;
  b.head.sub = 4;
  LAST(&b, .tcode = 8, .icnt = 4, .abs_time = 20);
  assert_int_equal(b.dut.stack.count_q, 0);
  ROW("NT:COR-09");
  ROW("NT:COR-11");
  ROW("NT:ERR-02");
  ROW("NT:ERR-03");
  ROW("NT:ERR-08");
  ROW("NT:ORD-01");
}

static void held_branch(void **state) {
  (void)state;
  struct bench b = due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  unknown_interrupt(&b);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  QUIET(&b);
  block(&b, 0x200, 1, 0); /* the interrupt's own message takes the sync */
  MORE(&b, .tcode = 12, .sub = 2, .btype = 3, .addr = 0x200, .abs_time = 20);
  QUIET(&b);
  b = due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 11, .sub = 2, .icnt = 16, .addr = 0x100, .abs_time = 10);
  QUIET(&b);
  assert_int_equal(b.dut.period_q, 1);
  b = due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_OFF;
  block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  QUIET(&b);
  b = due(BTM, RVT_IT_TAKEN);
  b.config.plain_sync = true; /* nothing is held */
  LAST(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = 20);
  QUIET(&b);
  ROW("NT:MSG-06");
  ROW("NT:ORD-08");
}

static void branch_messages(void **state) {
  (void)state;
  static const struct {
    uint8_t mode;
    bool hist, plain_hist, sync;
    uint8_t tcode;
  } cases[] = {{BTM, false, true, false, 4},   {BTM, false, true, true, 12},
               {HTM, false, true, false, 4},   {HTM, false, true, true, 12},
               {HTM, true, true, false, 28},   {HTM, true, true, true, 29},
               {HTM, false, false, false, 28}, {HTM, false, false, true, 29}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct bench b = session(cases[i].mode, 1, cases[i].hist ? RVT_IT_NOT_TAKEN : RVT_IT_NONE);
    b.dut.p.plain_hist = cases[i].plain_hist;
    QUIET(&b);
    b.config.sync_mode = cases[i].sync ? RVT_PERIOD_HALFWORDS : RVT_PERIOD_OFF;
    block(&b, 0x81, 16, RVT_IT_EXCEPTION);
    QUIET(&b);
    block(&b, 0x300, 2, 0);
    const bool hist = cases[i].tcode >= 28;
    MORE(&b, .tcode = cases[i].tcode, .sub = cases[i].sync ? 2 : 0, .btype = 2, .icnt = 17,
         .hist = !hist           ? 0
                 : cases[i].hist ? 2
                                 : 1,
         .addr = cases[i].sync ? 0x300 : 0x380, .abs_time = 20);
    assert_int_equal(b.dut.ref_q, 0x300);
    assert_int_equal(b.dut.hist_q, 1);
    QUIET(&b);
    assert_int_equal(b.dut.icnt_q, 2);
  }
  struct bench b = due(BTM, RVT_IT_INDIRECT); /* plain_sync: two messages */
  b.config.plain_sync = true;
  QUIET(&b);
  block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 4, .icnt = 16, .addr = 0x180, .abs_time = 10);
  MORE(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = 20);
  QUIET(&b);
  ROW("NT:MSG-03");
  ROW("NT:MSG-07");
  ROW("NT:MSG-09");
  ROW("NT:MSG-10");
  ROW("NT:SYN-33");
  ROW("NT:ADR-03");
}

static void linear_syncs(void **state) {
  (void)state;
  struct bench b = due(HTM, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 29, .sub = 2, .icnt = 16, .hist = 2, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  b = due(HTM, RVT_IT_NONE);
  QUIET(&b);
  block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 9, .sub = 2, .icnt = 16, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  b = due(BTM, RVT_IT_DIRECT_CALL); /* at an implicit return: linear, and the stack is empty */
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_OFF;
  block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 9, .sub = 2, .icnt = 17, .addr = 0x90, .abs_time = 30);
  assert_false(b.dut.pend_q);
  QUIET(&b);
  ROW("NT:SYN-31");
  ROW("NT:SYN-32");
  ROW("NT:SYN-01");
}

static void full_counters(void **state) {
  (void)state;
  struct bench b = session(BTM, 100, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0x100, 28, RVT_IT_RETURN); /* 128: full, but the return may become a message */
  QUIET(&b);
  block(&b, 0xE4, 5, 0);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30); /* it was implicit */
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 5);
  ROW("NT:ORD-09");
  b = session(BTM, 127, RVT_IT_NONE);
  QUIET(&b);
  block(&b, 0x100, 127, RVT_IT_NOT_TAKEN);
  LAST(&b, .tcode = 27, .icnt = 254, .abs_time = 20);
  block(&b, 0x200, 127, 0);
  QUIET(&b);
  block(&b, 0x200, 1, RVT_IT_DIRECT_CALL);
  LAST(&b, .tcode = 27, .icnt = 128, .abs_time = 40);
  assert_int_equal(b.dut.stack.count_q, 1);
  b = session(HTM, 100, RVT_IT_TAKEN); /* HIST has room for three outcomes */
  QUIET(&b);
  block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  block(&b, 0x200, 27, RVT_IT_TAKEN);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  LAST(&b, .tcode = 27, .sub = 1, .hist = 0xD, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 0);
  assert_int_equal(b.dut.hist_q, 1);
  for (unsigned i = 0; i < 2; i++) {
    block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
    QUIET(&b);
  }
  block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
  LAST(&b, .tcode = 27, .sub = 1, .hist = 8, .abs_time = 60);
  assert_int_equal(b.dut.icnt_q, 3);
  ROW("NT:ICNT-06");
  ROW("NT:ICNT-07");
  ROW("NT:ICNT-14");
  ROW("NT:HIST-05");
  ROW("NT:RSF-02");
}

static void mode_1_counts_messages(void **state) { /* CTL-08, D-05 */
  (void)state;
  struct bench b = session(BTM, 1, RVT_IT_TAKEN);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  LAST(&b, .tcode = 3, .icnt = 1, .abs_time = 10);
  for (unsigned i = 2; i <= 16; i++) {
    block(&b, 0x100, 1, RVT_IT_TAKEN);
    LAST(&b, .tcode = 3, .icnt = 1, .abs_time = b.time);
    assert_int_equal(b.dut.period_q, i);
  }
  block(&b, 0x100, 1, RVT_IT_TAKEN);
  MORE(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = b.time);
  LAST(&b, .tcode = 3, .icnt = 1, .abs_time = b.time);
  assert_int_equal(b.dut.period_q, 1);
  ROW("TCI:SYNC-04");
  ROW("NT:SYN-36");
}

static void unknown_interrupt_replaces_what_waits(void **state) { /* NT:SEQ-16, D-13 */
  (void)state;
  struct bench b = session(BTM, 2, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  unknown_interrupt(&b);
  QUIET(&b);
  block(&b, 0x82, 1, 0); /* the popped address, but nothing compares it any more */
  MORE(&b, .tcode = 4, .btype = 3, .icnt = 3, .addr = 2, .abs_time = 30);
  QUIET(&b);
  b = session(BTM, 100, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0x100, 28, RVT_IT_RETURN);
  QUIET(&b);
  b.dut.pop_addr_q = 0; /* no address is not address 0 */
  unknown_interrupt(&b);
  QUIET(&b);
  ROW("NT:SEQ-16");
}

static void return_address_wraps(void **state) { /* NT:ADR-08 for the stack */
  (void)state;
  struct bench b = session(BTM, 1, RVT_IT_NONE);
  QUIET(&b);
  block(&b, INT64_MAX, 1, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  block(&b, 0, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 4);
}

static void step_not_taken_changes_nothing(void **state) {
  (void)state;
  struct bench b = session(BTM, 1, RVT_IT_TAKEN);
  const struct rvt_ntrace_flow before = b.dut;
  struct rvt_ntrace_flow_step s;
  for (unsigned i = 0; i < 3; i++) rvt_ntrace_flow_decide(&b.dut, &b.config, &b.head, &s);
  assert_memory_equal(&before, &b.dut, sizeof before);
  rvt_ntrace_flow_clear(&b.dut);
  assert_false(b.dut.started_q);
  assert_int_equal(b.dut.ref_q, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gap_and_stop),
      cmocka_unit_test(held_branch),
      cmocka_unit_test(branch_messages),
      cmocka_unit_test(linear_syncs),
      cmocka_unit_test(full_counters),
      cmocka_unit_test(mode_1_counts_messages),
      cmocka_unit_test(unknown_interrupt_replaces_what_waits),
      cmocka_unit_test(return_address_wraps),
      cmocka_unit_test(step_not_taken_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

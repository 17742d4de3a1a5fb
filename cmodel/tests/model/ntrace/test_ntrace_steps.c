/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Every line of the table of docs/units/flow.md: record, effect, and what stays undone. */

#include <string.h>

#include "oracle/row.h"
#include "steps_bench.h"
#include "tests/support/test.h"

static void overflow_and_stop(void **state) {
  (void)state;
  struct steps b = steps_session(HTM, 3, RVT_IT_TAKEN);
  QUIET(&b);
  head_stop(&b, false, 0);
  LAST(&b, .tcode = 33, .sub = 4, .btype = 1, .icnt = 3, .hist = 3, .abs_time = 20);
  assert_int_equal(b.dut.icnt_q, 0);
  assert_int_equal(b.dut.hist_q, 1);
  b = steps_session(BTM, 3, RVT_IT_INDIRECT_CALL);
  QUIET(&b);
  head_stop(&b, true, 0x100); /* the target is known: branch message, then Correlation */
  MORE(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  b = steps_session(BTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  head_stop(&b, true, 0x83); /* an implicit return: it stays implicit */
  LAST(&b, .tcode = 33, .sub = 4, .icnt = 4, .abs_time = 30);
  b = steps_due(BTM, RVT_IT_TAKEN);
  QUIET(&b); /* held */
  head_stop(&b, true, 0x100);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  b = steps_session(HTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0, 0, 0);
  b.head.kind = RVT_ENTRY_OVERFLOW;
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
  struct steps b = steps_due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  head_unknown(&b);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  QUIET(&b);
  head_block(&b, 0x200, 1, 0); /* the interrupt's own message takes the sync */
  MORE(&b, .tcode = 12, .sub = 2, .btype = 3, .addr = 0x200, .abs_time = 20);
  QUIET(&b);
  b = steps_due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  head_block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 11, .sub = 2, .icnt = 16, .addr = 0x100, .abs_time = 10);
  QUIET(&b);
  assert_int_equal(b.dut.period_q, 1);
  b = steps_due(BTM, RVT_IT_TAKEN);
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_OFF;
  head_block(&b, 0x100, 1, 0);
  MORE(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  QUIET(&b);
  b = steps_due(BTM, RVT_IT_TAKEN);
  b.config.plain_sync = true; /* nothing is held */
  LAST(&b, .tcode = 3, .icnt = 16, .abs_time = 10);
  head_block(&b, 0x100, 1, 0);
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
    struct steps b =
        steps_session(cases[i].mode, 1, cases[i].hist ? RVT_IT_NOT_TAKEN : RVT_IT_NONE);
    b.dut.p.plain_hist = cases[i].plain_hist;
    QUIET(&b);
    b.config.sync_mode = cases[i].sync ? RVT_PERIOD_HALFWORDS : RVT_PERIOD_OFF;
    head_block(&b, 0x81, 16, RVT_IT_EXCEPTION);
    QUIET(&b);
    head_block(&b, 0x300, 2, 0);
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
  struct steps b = steps_due(BTM, RVT_IT_INDIRECT); /* plain_sync: two messages */
  b.config.plain_sync = true;
  QUIET(&b);
  head_block(&b, 0x100, 1, 0);
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
  struct steps b = steps_due(HTM, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  head_block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 29, .sub = 2, .icnt = 16, .hist = 2, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  b = steps_due(HTM, RVT_IT_NONE);
  QUIET(&b);
  head_block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 9, .sub = 2, .icnt = 16, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  b = steps_due(BTM,
                RVT_IT_DIRECT_CALL); /* at an implicit return: linear, and the stack is empty */
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_OFF;
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  head_block(&b, 0x90, 1, 0);
  MORE(&b, .tcode = 9, .sub = 2, .icnt = 17, .addr = 0x90, .abs_time = 30);
  assert_false(b.dut.pend_q);
  QUIET(&b);
  ROW("NT:SYN-31");
  ROW("NT:SYN-32");
  ROW("NT:SYN-01");
}

static void full_counters(void **state) {
  (void)state;
  struct steps b = steps_session(BTM, 100, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 28, RVT_IT_RETURN); /* 128: full, but the return may become a message */
  QUIET(&b);
  head_block(&b, 0xE4, 5, 0);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30); /* it was implicit */
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 5);
  ROW("NT:ORD-09");
  b = steps_session(BTM, 127, RVT_IT_NONE);
  QUIET(&b);
  head_block(&b, 0x100, 127, RVT_IT_NOT_TAKEN);
  LAST(&b, .tcode = 27, .icnt = 254, .abs_time = 20);
  head_block(&b, 0x200, 127, 0);
  QUIET(&b);
  head_block(&b, 0x200, 1, RVT_IT_DIRECT_CALL);
  LAST(&b, .tcode = 27, .icnt = 128, .abs_time = 40);
  assert_int_equal(b.dut.stack.count_q, 1);
  b = steps_session(HTM, 100, RVT_IT_TAKEN); /* HIST has room for three outcomes */
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  head_block(&b, 0x200, 27, RVT_IT_TAKEN);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  LAST(&b, .tcode = 27, .sub = 1, .hist = 0xD, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 0);
  assert_int_equal(b.dut.hist_q, 1);
  for (unsigned i = 0; i < 2; i++) {
    head_block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
    QUIET(&b);
  }
  head_block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
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
  struct steps b = steps_session(BTM, 1, RVT_IT_TAKEN);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  LAST(&b, .tcode = 3, .icnt = 1, .abs_time = 10);
  for (unsigned i = 2; i <= 16; i++) {
    head_block(&b, 0x100, 1, RVT_IT_TAKEN);
    LAST(&b, .tcode = 3, .icnt = 1, .abs_time = b.time);
    assert_int_equal(b.dut.period_q, i);
  }
  head_block(&b, 0x100, 1, RVT_IT_TAKEN);
  MORE(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = b.time);
  LAST(&b, .tcode = 3, .icnt = 1, .abs_time = b.time);
  assert_int_equal(b.dut.period_q, 1);
  ROW("TCI:SYNC-04");
  ROW("NT:SYN-36");
}

static void unknown_interrupt_replaces_what_waits(void **state) { /* NT:SEQ-16, D-13 */
  (void)state;
  struct steps b = steps_session(BTM, 2, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  head_unknown(&b);
  QUIET(&b);
  head_block(&b, 0x82, 1, 0); /* the popped address, but nothing compares it any more */
  MORE(&b, .tcode = 4, .btype = 3, .icnt = 3, .addr = 2, .abs_time = 30);
  QUIET(&b);
  b = steps_session(BTM, 100, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 28, RVT_IT_RETURN);
  QUIET(&b);
  b.dut.pop_addr_q = 0; /* no address is not address 0 */
  head_unknown(&b);
  QUIET(&b);
  ROW("NT:SEQ-16");
}

static void return_address_wraps(void **state) { /* NT:ADR-08 for the stack */
  (void)state;
  struct steps b = steps_session(BTM, 1, RVT_IT_NONE);
  QUIET(&b);
  head_block(&b, INT64_MAX, 1, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  head_block(&b, 0, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 4);
}

static void step_not_taken_changes_nothing(void **state) {
  (void)state;
  struct steps b = steps_session(BTM, 1, RVT_IT_TAKEN);
  const struct rvt_ntrace_steps before = b.dut;
  struct rvt_ntrace_step s;
  for (unsigned i = 0; i < 3; i++) rvt_ntrace_steps_decide(&b.dut, &b.config, &b.head, &s);
  assert_memory_equal(&before, &b.dut, sizeof before);
  rvt_ntrace_steps_clear(&b.dut);
  assert_false(b.dut.started_q);
  assert_int_equal(b.dut.ref_q, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overflow_and_stop),
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Periods of messages in flow, a call for each clock: docs/units/period.md. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "flow_clocks.h"
#include "oracle/row.h"

static struct clocks after(uint32_t messages) {
  const struct rvt_params p = small_build();
  struct clocks b = session(&p, RVT_MODE_BTM, 1, RVT_IT_NONE);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  QUIET(&b);
  b.dut.ahead_q = messages;
  return b;
}

static void the_last_record_of_a_period_makes_a_sync_due(void **state) {
  (void)state;
  struct clocks b = after(14);
  for (unsigned i = 0; i < 2; i++) {
    offer(&b, 0x100, 1, RVT_IT_TAKEN);
    QUIET(&b);
    clocked(&b, false); /* it is not taken */
    assert_false(b.dut.message_q);
    HAS(&b, .tcode = 3, .icnt = i == 0 ? 2 : 1, .abs_time = b.time);
    assert_int_equal(b.dut.message_q, i == 1);
  }
  assert_int_equal(b.dut.ahead_q, 16);
  offer(&b, 0x200, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b); /* the preparation */
  HAS(&b, .tcode = 9, .sub = 2, .addr = 0x200, .abs_time = b.time);
  assert_false(b.dut.message_q);
  assert_int_equal(b.dut.ahead_q, 0);
  ROW("NT:CTL-08");
}

static void a_change_of_the_period_shows_a_clock_later(void **state) {
  (void)state;
  struct clocks b = after(16);
  b.config.sync_max = 1;
  QUIET(&b);
  assert_false(b.dut.message_q);
  offer(&b, 0x100, 1, RVT_IT_NONE);
  QUIET(&b);
  b.config.sync_max = 0;
  QUIET(&b); /* the run is counted as before */
  assert_true(b.dut.message_q);
  assert_int_equal(b.dut.icnt_q, 2);
  b.config.sync_mode = RVT_PERIOD_OFF;
  offer(&b, 0x101, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_false(b.dut.message_q);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 3);
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  offer(&b, 0x102, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b);                           /* the preparation */
  b.config.sync_mode = RVT_PERIOD_OFF; /* the sync comes all the same */
  HAS(&b, .tcode = 9, .sub = 2, .icnt = 3, .addr = 0x102, .abs_time = b.time);
  ROW("TCI:SYNC-07");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_record_of_a_period_makes_a_sync_due),
      cmocka_unit_test(a_change_of_the_period_shows_a_clock_later),
  };
  return cmocka_run_group_tests_name("flow_messages", tests, NULL, NULL);
}

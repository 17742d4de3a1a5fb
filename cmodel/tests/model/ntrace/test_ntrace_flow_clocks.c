/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Flow clock by clock: latency, what shares a clock, periods, requests for a sync. */

#include <string.h>

#include "flow_clocks.h"
#include "oracle/row.h"
#include "rvt/unit/ntrace_steps.h"
#include "tests/support/test.h"

static struct clocks small(uint8_t mode, uint8_t units, uint8_t itype) {
  const struct rvt_params p = small_build();
  return session(&p, mode, units, itype);
}

/* ---- Latency, and one record a clock ----------------------------------------------------------
 */

static void an_entry_is_a_run_in_the_clock_after(void **state) {
  (void)state;
  const struct rvt_params p = small_build();
  struct clocks b = {.config = {.active = true, .mode = HTM}};
  rvt_ntrace_flow_init(&b.dut, &p);
  assert_true(rvt_ntrace_flow_empty(&b.dut));
  b.dut.ref_q = 0x55;
  offer(&b, 0x80, 3, RVT_IT_TAKEN);
  b.entry.head[0].kind = RVT_ENTRY_START;
  b.entry.head[0].sub = RVT_START_ENABLE;
  QUIET(&b); /* it is taken, and looked at from the next clock on */
  assert_false(b.there);
  offer(&b, 0x90, 2, RVT_IT_NONE);
  QUIET(&b); /* the preparation of the start: the address sent last is 0 */
  assert_int_equal(b.dut.ref_q, 0);
  assert_true(b.dut.none_q);
  HAS(&b, .tcode = 9, .sub = 5, .addr = 0x80, .abs_time = 10);
  assert_int_equal(b.dut.ref_q, 0x80);
  assert_false(b.dut.none_q);
  assert_true(b.there); /* the start's run is there until it is counted */
  QUIET(&b);
  assert_false(b.there);
  assert_int_equal(b.dut.icnt_q, 3);
  assert_int_equal(b.dut.hist_q, 3);
  assert_false(rvt_ntrace_flow_empty(&b.dut));
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 5);
  assert_true(rvt_ntrace_flow_empty(&b.dut));
}

static void transfers_of_consecutive_clocks_have_a_record_each(void **state) {
  (void)state;
  struct clocks b = small(BTM, 3, RVT_IT_INDIRECT);
  offer(&b, 0x100, 2, RVT_IT_EXCEPTION);
  QUIET(&b); /* counts the start's run */
  offer(&b, 0x200, 1, RVT_IT_INDIRECT);
  HAS(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10); /* ... and the next is counted */
  assert_false(b.there);
  offer(&b, 0x340, 4, RVT_IT_NONE);
  HAS(&b, .tcode = 4, .btype = 2, .icnt = 2, .addr = 0x300, .abs_time = 20);
  assert_false(b.there);
  HAS(&b, .tcode = 4, .icnt = 1, .addr = 0x140, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 4);
  assert_false(b.dut.pend_q);
  assert_true(rvt_ntrace_flow_empty(&b.dut));
}

/* The run behind a record is counted in a clock of its own if something may stand between them. */
static void what_may_have_a_sync_before_it_is_counted_alone(void **state) {
  (void)state;
  struct clocks b = small(BTM, 3, RVT_IT_INDIRECT);
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_TAKEN); /* has a record of its own */
  QUIET(&b);
  HAS(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  assert_int_equal(b.dut.icnt_q, 0);
  HAS(&b, .tcode = 3, .icnt = 2, .abs_time = 20);
  b = small(HTM, 3, RVT_IT_INDIRECT);
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_TAKEN); /* in HTM it has none */
  QUIET(&b);
  HAS(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  assert_int_equal(b.dut.icnt_q, 2);
  b = small(HTM, 3, RVT_IT_INDIRECT);
  b.config.sync_mode = RVT_PERIOD_MESSAGES; /* the record may be the last of its period */
  b.dut.ahead_q = 15;
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_NONE);
  QUIET(&b);
  HAS(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  assert_int_equal(b.dut.icnt_q, 0);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = 20);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 2);
  b = small(HTM, 16, RVT_IT_INDIRECT);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  b.config.plain_sync = true; /* the sync follows the branch (D-09) */
  b.dut.ahead_q = 16;
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_NONE);
  QUIET(&b);
  HAS(&b, .tcode = 4, .icnt = 16, .addr = 0x180, .abs_time = 10);
  assert_int_equal(b.dut.icnt_q, 0);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 2, .addr = 0x100, .abs_time = 20);
  ROW("NT:CTL-08");
}

static void a_record_stays_until_it_is_taken(void **state) {
  (void)state;
  struct clocks b = small(HTM, 3, RVT_IT_INDIRECT);
  QUIET(&b);
  offer(&b, 0x100, 2, RVT_IT_TAKEN);
  QUIET(&b);
  offer(&b, 0x102, 1, RVT_IT_NONE);
  const struct rvt_ntrace_flow before = b.dut;
  for (unsigned i = 0; i < 3; i++) {
    const struct rvt_ntrace_flow_out out = clocked(&b, false);
    assert_true(out.rec_valid);
    assert_false(out.taken);
    assert_false(out.load);
    assert_int_equal(out.rec.addr, 0x180);
    assert_memory_equal(&before, &b.dut, sizeof before);
  }
  HAS(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  assert_false(b.there);
  assert_int_equal(b.dut.hist_q, 3);
}

/* ---- Full counters ----------------------------------------------------------------------------
 */

static void a_full_counter_is_sent_without_a_run(void **state) {
  (void)state;
  struct clocks b = small(HTM, 3, RVT_IT_NONE);
  QUIET(&b);
  offer(&b, 0x83, 125, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b); /* 128 half-words */
  assert_false(b.dut.runs.valid_q);
  assert_false(rvt_ntrace_flow_empty(&b.dut));
  assert_true(clocked(&b, false).rec_valid);
  offer(&b, 0x100, 4, RVT_IT_NOT_TAKEN); /* the register of the run has room for it */
  struct rvt_ntrace_flow_out out = clocked(&b, false);
  assert_true(out.rec_valid && out.taken);
  HAS(&b, .tcode = 27, .icnt = 128, .abs_time = 20); /* ... and it is counted behind the record */
  assert_int_equal(b.dut.icnt_q, 4);
  assert_int_equal(b.dut.hist_q, 2);
  assert_true(rvt_ntrace_flow_empty(&b.dut));
  ROW("NT:ICNT-07");
  offer(&b, 0x104, 1, RVT_IT_TAKEN);
  QUIET(&b);
  QUIET(&b);
  offer(&b, 0x105, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  QUIET(&b);
  HAS(&b, .tcode = 27, .sub = 1, .hist = 0xA, .abs_time = 50); /* 010 */
  assert_int_equal(b.dut.hist_q, 1);
  assert_int_equal(b.dut.icnt_q, 6);
  ROW("NT:HIST-05");
}

static void of_two_counters_that_one_block_fills_icnt_is_first(void **state) {
  (void)state;
  struct clocks b = small(HTM, 60, RVT_IT_TAKEN);
  QUIET(&b);
  offer(&b, 0x200, 60, RVT_IT_TAKEN);
  QUIET(&b);
  offer(&b, 0x300, 8, RVT_IT_TAKEN);
  QUIET(&b);
  offer(&b, 0x400, 2, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  HAS(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 0); /* the run waits for the other one */
  HAS(&b, .tcode = 27, .sub = 1, .hist = 15, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 2);
  assert_int_equal(b.dut.hist_q, 2);
  ROW("NT:ICNT-14");
}

static void a_message_carries_a_full_icnt(void **state) {
  (void)state;
  struct clocks b = small(BTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  offer(&b, 0x100, 125, RVT_IT_RETURN);
  QUIET(&b);
  QUIET(&b);
  assert_true(rvt_ntrace_flow_empty(&b.dut)); /* full, and not for itself: a transfer waits */
  QUIET(&b);
  offer(&b, 0x200, 1, RVT_IT_NONE);
  QUIET(&b);
  HAS(&b, .tcode = 4, .icnt = 128, .addr = 0x280, .abs_time = 20);
  assert_int_equal(b.dut.icnt_q, 1);
  ROW("NT:ICNT-12");
  /* An implicit return has no message: RCODE 0 with the time of the run behind it (D-11). */
  b = small(BTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  offer(&b, 0x100, 125, RVT_IT_RETURN);
  QUIET(&b);
  QUIET(&b);
  offer(&b, 0x83, 5, RVT_IT_NONE);
  QUIET(&b);
  HAS(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  assert_int_equal(b.dut.icnt_q, 5);
  assert_false(b.dut.pend_q);
  ROW("NT:IRT-04");
}

/* ---- Preparation ------------------------------------------------------------------------------
 */

static void a_prepared_sync_comes_whatever_the_settings_become(void **state) {
  (void)state;
  struct clocks b = small(BTM, 16, RVT_IT_TAKEN);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  b.dut.due_next_q = true; /* 16 half-words in the run */
  QUIET(&b);
  assert_true(b.dut.held_q);
  b.dut.ahead_q = 16;
  offer(&b, 0x100, 7, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b);
  assert_int_equal(b.dut.ref_q, 0);
  assert_int_equal(b.dut.ahead_q, 16 + 7);
  clocked(&b, false);
  assert_int_equal(b.dut.ahead_q, 7); /* the count begins anew, with what is behind the message */
  b.config.sync_mode = RVT_PERIOD_OFF;
  HAS(&b, .tcode = 11, .sub = 2, .icnt = 16, .addr = 0x100, .abs_time = 10);
  assert_int_equal(b.dut.ref_q, 0x100);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 7);
  ROW("TCI:SYNC-07");
}

static void an_end_has_no_preparation(void **state) {
  (void)state;
  struct clocks b = small(HTM, 3, RVT_IT_TAKEN);
  offer_end(&b, RVT_ENTRY_STOP, RVT_ENDED_DISABLED);
  QUIET(&b);
  HAS(&b, .tcode = 33, .sub = 4, .btype = 1, .icnt = 3, .hist = 3, .abs_time = 20);
  assert_true(rvt_ntrace_flow_empty(&b.dut));
  b = small(HTM, 3, RVT_IT_DIRECT_CALL);
  offer_end(&b, RVT_ENTRY_OVERFLOW, RVT_LOST_BLOCKS);
  QUIET(&b);
  HAS(&b, .tcode = 8, .icnt = 4, .abs_time = 20);
  assert_int_equal(b.dut.stack.count_q, 0);
  ROW("NT:ERR-03");
  /* A notification at the end has one: the address behind the last block is sent in full (D-21). */
  b = small(HTM, 3, RVT_IT_NONE);
  offer_end(&b, RVT_ENTRY_STOP, RVT_ENDED_DISABLED | RVT_STOP_NOTIFIED);
  QUIET(&b);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 0, .icnt = 3, .addr = 0x83, .abs_time = 20);
  HAS(&b, .tcode = 33, .sub = 4, .btype = 1, .hist = 1, .abs_time = 20);
  ROW("NT:SYN-10");
}

static void a_reason_waits_for_an_address(void **state) {
  (void)state;
  struct clocks b = small(BTM, 3, RVT_IT_NONE);
  QUIET(&b);
  offer_unknown(&b);
  b.entry.head[0].sub = RVT_BEFORE_NOTIFY;
  QUIET(&b);
  QUIET(&b);
  assert_int_equal(b.dut.req_q, RVT_REQUEST_EXTERNAL);
  offer(&b, 0x90, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b);
  HAS(&b, .tcode = 12, .sub = 0, .btype = 3, .icnt = 3, .addr = 0x90, .abs_time = 20);
  assert_int_equal(b.dut.req_q, 0);
  ROW("NT:SYN-34");
}

/* ---- Periods of clocks ------------------------------------------------------------------------
 */

static void mode_2_counts_clocks(void **state) { /* D-24 */
  (void)state;
  struct clocks b = small(BTM, 1, RVT_IT_NONE);
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  b.dut.ahead_q = 0;
  for (unsigned i = 0; i < 15; i++) QUIET(&b);
  assert_int_equal(b.dut.ahead_q, 15);
  offer(&b, 0x100, 1, RVT_IT_TAKEN);
  QUIET(&b); /* loads in the last clock of the period: it is not over yet */
  assert_int_equal(b.dut.ahead_q, 16);
  assert_false(b.dut.due_q);
  struct rvt_ntrace_flow_out out;
  for (unsigned i = 0; i < 10; i++) { /* what is on offer stays while it waits */
    out = clocked(&b, false);
    assert_int_equal(out.rec.tcode, RVT_TC_DIRECT_BRANCH);
  }
  offer_unknown(&b);
  HAS(&b, .tcode = 3, .icnt = 2, .abs_time = 20);
  assert_true(b.dut.due_q); /* from the next run on */
  offer(&b, 0x200, 1, RVT_IT_NONE);
  QUIET(&b); /* no address */
  QUIET(&b); /* the preparation */
  assert_int_equal(b.dut.ahead_q, 16 + 10 + 3);
  HAS(&b, .tcode = 12, .sub = 2, .btype = 3, .addr = 0x200, .abs_time = 30);
  assert_int_equal(b.dut.ahead_q, 0);
  assert_false(b.dut.due_q);
  QUIET(&b);
  assert_int_equal(b.dut.ahead_q, 1);
  ROW("NT:CTL-08");
}

static void the_longest_period_is_over_for_good(void **state) {
  (void)state;
  struct clocks b = small(BTM, 1, RVT_IT_NONE);
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  b.config.sync_max = 15;
  b.dut.ahead_q = 0;
  for (unsigned i = 0; i < (1u << 19) - 1; i++) QUIET(&b);
  offer(&b, 0x81, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_false(b.dut.due_q);
  QUIET(&b);
  for (unsigned i = 0; i < 10; i++) QUIET(&b);
  assert_int_equal(b.dut.ahead_q, 1u << 19);
  offer(&b, 0x82, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_true(b.dut.due_q);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 2, .icnt = 2, .addr = 0x82, .abs_time = 30);
  ROW("NT:CTL-08");
}

static void clocks_that_are_not_built_end_no_period(void **state) { /* D-32 */
  (void)state;
  struct rvt_params p = small_build();
  p.sync_clocks = false;
  struct clocks b = session(&p, BTM, 1, RVT_IT_NONE);
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  for (unsigned i = 0; i < 40; i++) QUIET(&b);
  offer(&b, 0x81, 1, RVT_IT_TAKEN);
  QUIET(&b);
  HAS(&b, .tcode = 3, .icnt = 2, .abs_time = 20);
  assert_int_equal(b.dut.ahead_q, 0);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS; /* counts from here on */
  offer(&b, 0x200, 15, RVT_IT_NONE);
  QUIET(&b);
  offer(&b, 0x20F, 1, RVT_IT_NONE);
  QUIET(&b); /* the 16th half-word loads: a sync is due behind it */
  assert_false(b.dut.due_q);
  assert_true(b.dut.due_next_q);
  offer(&b, 0x210, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_true(b.dut.due_q);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 2, .icnt = 16, .addr = 0x210, .abs_time = 50);
  assert_int_equal(b.dut.ahead_q, 1);
  ROW("NT:CTL-08");
}

/* ---- Requests for a sync ----------------------------------------------------------------------
 */

static void a_request_has_one_sync(void **state) { /* D-34, in each mode, built or not */
  (void)state;
  for (uint8_t mode = RVT_PERIOD_OFF; mode <= RVT_PERIOD_HALFWORDS; mode++) {
    struct rvt_params p = small_build();
    p.sync_clocks = mode != RVT_PERIOD_CLOCKS;
    struct clocks b = session(&p, HTM, 1, RVT_IT_INDIRECT);
    b.config.sync_mode = mode;
    b.config.sync_max = 15;
    QUIET(&b);
    b.asks = true; /* seen as the run loads */
    offer(&b, 0x100, 1, RVT_IT_NONE);
    QUIET(&b);
    assert_true(b.dut.due_q);
    QUIET(&b);
    for (unsigned i = 0; i < 3; i++) { /* on offer it stays, also when the request falls */
      const struct rvt_ntrace_flow_out out = clocked(&b, false);
      assert_int_equal(out.rec.tcode, RVT_TC_INDIRECT_BRANCH_SYNC);
      assert_int_equal(out.rec.sub, RVT_SYNC_PERIODIC);
      b.asks = false;
    }
    HAS(&b, .tcode = 12, .sub = 2, .icnt = 1, .addr = 0x100, .abs_time = 10);
    assert_false(b.dut.due_q);
    assert_false(b.dut.served_q); /* it fell before that */
    QUIET(&b);
    b.asks = true;
    offer(&b, 0x101, 1, RVT_IT_NONE);
    QUIET(&b);
    QUIET(&b);
    HAS(&b, .tcode = 9, .sub = 2, .icnt = 1, .addr = 0x101, .abs_time = 30);
    assert_true(b.dut.served_q);
    for (unsigned i = 0; i < 5; i++) { /* no second one, as long as it stands */
      offer(&b, 0x102 + i, 1, RVT_IT_NONE);
      QUIET(&b);
    }
    QUIET(&b);
    b.asks = false;
    QUIET(&b);
    b.asks = true;
    offer(&b, 0x107, 1, RVT_IT_NONE);
    QUIET(&b);
    QUIET(&b);
    HAS(&b, .tcode = 9, .sub = 2, .icnt = 6, .addr = 0x107, .abs_time = 90);
    ROW("TCI:SYNC-09");
  }
}

static void a_record_on_offer_stays_when_a_request_comes(void **state) { /* D-24, D-34 */
  (void)state;
  struct clocks b = small(BTM, 1, RVT_IT_INDIRECT);
  QUIET(&b);
  offer(&b, 0x100, 1, RVT_IT_NONE);
  QUIET(&b);
  b.asks = true;
  for (unsigned i = 0; i < 3; i++)
    assert_int_equal(clocked(&b, false).rec.tcode, RVT_TC_INDIRECT_BRANCH);
  HAS(&b, .tcode = 4, .icnt = 1, .addr = 0x180, .abs_time = 10);
  assert_false(b.dut.due_q);
  offer(&b, 0x101, 1, RVT_IT_NONE);
  QUIET(&b);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 2, .icnt = 1, .addr = 0x101, .abs_time = 30);
  ROW("TCI:SYNC-09");
}

/* ---- Inactive ---------------------------------------------------------------------------------
 */

static void inactive_clears_all_but_the_address_sent(void **state) {
  (void)state;
  struct clocks b = small(HTM, 3, RVT_IT_DIRECT_CALL);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  QUIET(&b);
  offer(&b, 0x100, 20, RVT_IT_TAKEN);
  QUIET(&b);
  QUIET(&b);
  offer(&b, 0x114, 20, RVT_IT_RETURN);
  b.entry.head[0].notify = true;
  b.entry.head[0].sub = RVT_BEFORE_NOTIFY;
  QUIET(&b);
  offer(&b, 0x200, 20, RVT_IT_NONE);
  QUIET(&b); /* the preparation: the sync is due */
  b.config.active = false;
  clocked(&b, false);
  b.there = false;
  assert_true(rvt_ntrace_flow_empty(&b.dut));
  assert_int_equal(b.dut.icnt_q, 0);
  assert_int_equal(b.dut.hist_q, 1);
  assert_int_equal(b.dut.ahead_q, 20 + 20); /* as it was: the next start begins it anew */
  assert_int_equal(b.dut.req_q, 0);
  assert_int_equal(b.dut.stack.count_q, 0);
  assert_false(b.dut.pend_q || b.dut.held_q || b.dut.pop_q || b.dut.started_q || b.dut.none_q ||
               b.dut.due_q || b.dut.message_q);
  offer(&b, 0x300, 1, RVT_IT_NONE);
  clocked(&b, true);
  assert_true(rvt_ntrace_flow_empty(&b.dut)); /* what the queue offers is dropped, too */
  assert_false(b.dut.due_next_q);
}

static void a_start_that_inactive_cut_is_told_again(void **state) {
  (void)state;
  struct clocks b = small(BTM, 3, RVT_IT_TAKEN);
  assert_true(b.dut.started_q);
  b.config.active = false;
  assert_true(clocked(&b, false).rec_valid); /* the run's own record is not taken */
  b.config.active = true;
  offer(&b, 0x90, 2, RVT_IT_NONE);
  b.entry.head[0].kind = RVT_ENTRY_START;
  b.entry.head[0].sub = RVT_START_ENABLE;
  QUIET(&b);
  QUIET(&b);
  HAS(&b, .tcode = 9, .sub = 5, .addr = 0x90, .abs_time = 20);
  ROW("NT:SYN-15");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_entry_is_a_run_in_the_clock_after),
      cmocka_unit_test(transfers_of_consecutive_clocks_have_a_record_each),
      cmocka_unit_test(what_may_have_a_sync_before_it_is_counted_alone),
      cmocka_unit_test(a_record_stays_until_it_is_taken),
      cmocka_unit_test(a_full_counter_is_sent_without_a_run),
      cmocka_unit_test(of_two_counters_that_one_block_fills_icnt_is_first),
      cmocka_unit_test(a_message_carries_a_full_icnt),
      cmocka_unit_test(a_prepared_sync_comes_whatever_the_settings_become),
      cmocka_unit_test(an_end_has_no_preparation),
      cmocka_unit_test(a_reason_waits_for_an_address),
      cmocka_unit_test(mode_2_counts_clocks),
      cmocka_unit_test(the_longest_period_is_over_for_good),
      cmocka_unit_test(clocks_that_are_not_built_end_no_period),
      cmocka_unit_test(a_request_has_one_sync),
      cmocka_unit_test(a_record_on_offer_stays_when_a_request_comes),
      cmocka_unit_test(inactive_clears_all_but_the_address_sent),
      cmocka_unit_test(a_start_that_inactive_cut_is_told_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

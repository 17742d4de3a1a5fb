/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Sync reasons beside the period's, sequential jumps, return modes. */

#include "oracle/row.h"
#include "steps_bench.h"
#include "tests/support/test.h"

static void notified(struct steps *b, uint64_t addr, uint8_t units, uint8_t itype) {
  head_block(b, addr, units, itype);
  b->head.notify = true;
}

static void after(struct steps *b, uint8_t sub, uint64_t addr, uint8_t units, uint8_t itype) {
  head_block(b, addr, units, itype);
  b->head.sub = sub;
}

static void notify_is_answered_at_the_next_block(void **state) { /* D-21, V-SEQ-12 */
  (void)state;
  struct steps b = steps_session(HTM, 1, RVT_IT_NONE);
  QUIET(&b);
  notified(&b, 0x81, 4, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  head_block(&b, 0x85, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 29, .sub = 6, .icnt = 5, .hist = 2, .addr = 0x85, .abs_time = 30);
  QUIET(&b);
  head_block(&b, 0x87, 1, RVT_IT_NONE);
  QUIET(&b);
  ROW("NT:SYN-16");
  b = steps_session(BTM, 1, RVT_IT_NONE);
  QUIET(&b);
  notified(&b, 0x81, 4, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  head_unknown(&b); /* no address: it waits on */
  QUIET(&b);
  head_block(&b, 0x200, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 12, .sub = 6, .btype = 3, .icnt = 5, .addr = 0x200, .abs_time = 30);
  QUIET(&b);
  ROW("NT:SYN-34");
  /* The external trigger stands before its block. */
  b = steps_session(HTM, 3, RVT_IT_TAKEN);
  QUIET(&b);
  after(&b, RVT_BEFORE_NOTIFY, 0x90, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 29, .sub = 0, .icnt = 3, .hist = 3, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  b = steps_session(HTM, 3, RVT_IT_NONE);
  QUIET(&b);
  after(&b, RVT_BEFORE_NOTIFY, 0x90, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 9, .sub = 0, .icnt = 3, .addr = 0x90, .abs_time = 20);
  QUIET(&b);
  ROW("NT:SYN-10");
}

static void notify_upgrades_what_waits(void **state) {
  (void)state;
  struct steps b = steps_session(BTM, 3, RVT_IT_EXCEPTION);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS;
  b.head.notify = true;
  QUIET(&b);
  head_block(&b, 0x100, 13, RVT_IT_NONE);
  MORE(&b, .tcode = 12, .sub = 6, .btype = 2, .icnt = 3, .addr = 0x100, .abs_time = 10);
  QUIET(&b);
  assert_int_equal(b.dut.period_q, 13); /* any sync restarts the period */
  head_block(&b, 0x10D, 4, RVT_IT_NONE);
  QUIET(&b);
  ROW("NT:SYN-33");
  ROW("NT:SYN-36");
  /* A taken branch of BTM waits for its target. */
  b = steps_session(BTM, 3, RVT_IT_TAKEN);
  b.head.notify = true;
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_NONE);
  MORE(&b, .tcode = 11, .sub = 6, .icnt = 3, .addr = 0x100, .abs_time = 10);
  QUIET(&b);
  /* An implicit return stays one: the sync is linear. */
  b = steps_session(HTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  notified(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  head_block(&b, 0x83, 1, RVT_IT_NONE);
  MORE(&b, .tcode = 9, .sub = 6, .icnt = 4, .addr = 0x83, .abs_time = 30);
  QUIET(&b);
  /* plain_sync: two messages, and no branch waits. */
  b = steps_session(BTM, 3, RVT_IT_INDIRECT);
  b.config.plain_sync = true;
  b.head.notify = true;
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_TAKEN);
  b.head.notify = true;
  MORE(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  MORE(&b, .tcode = 9, .sub = 6, .addr = 0x100, .abs_time = 20);
  LAST(&b, .tcode = 3, .icnt = 1, .abs_time = 20);
}

static void counters_fill_with_a_notified_block(void **state) {
  (void)state;
  struct steps b = steps_session(HTM, 100, RVT_IT_TAKEN);
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  notified(&b, 0x200, 27, RVT_IT_TAKEN);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  LAST(&b, .tcode = 27, .sub = 1, .hist = 0xD, .abs_time = 30); /* the block's own messages first */
  head_block(&b, 0x240, 1, RVT_IT_NONE);
  MORE(&b, .tcode = 9, .sub = 6, .addr = 0x240, .abs_time = 40);
  QUIET(&b);
}

static void reset_replaces_the_target(void **state) { /* D-22 */
  (void)state;
  const uint64_t vector = 0x40000000;
  struct steps b = steps_session(HTM, 5, RVT_IT_NOT_TAKEN); /* V-SEQ-16 */
  QUIET(&b);
  after(&b, RVT_BEFORE_RESET, vector, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 29, .sub = 1, .icnt = 5, .hist = 2, .addr = vector, .abs_time = 20);
  QUIET(&b);
  ROW("NT:SYN-11");
  b = steps_session(BTM, 5, RVT_IT_INDIRECT);
  QUIET(&b);
  after(&b, RVT_BEFORE_RESET, vector, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 12, .sub = 1, .icnt = 5, .addr = vector, .abs_time = 10);
  QUIET(&b);
  /* Also that of a return whose call said the same address. */
  b = steps_session(BTM, 5, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  after(&b, RVT_BEFORE_RESET, 0x85, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 12, .sub = 1, .icnt = 6, .addr = 0x85, .abs_time = 20);
  QUIET(&b);
  ROW("NT:SEQ-17");
}

static void reset_with_plain_sync_has_one_message(void **state) { /* D-09 */
  (void)state;
  const uint64_t vector = 0x40000000;
  static const uint8_t ends[] = {RVT_IT_INDIRECT, RVT_IT_EXCEPTION, RVT_IT_RETURN};
  for (size_t i = 0; i < sizeof ends; i++) {
    struct steps b = steps_session(BTM, 5, RVT_IT_DIRECT_CALL);
    b.config.plain_sync = true;
    QUIET(&b);
    head_block(&b, 0x100, 1, ends[i]);
    QUIET(&b);
    after(&b, RVT_BEFORE_RESET, i == 0 ? 0x85 : vector, 2, RVT_IT_RETURN);
    MORE(&b, .tcode = 9, .sub = 1, .icnt = 6, .addr = i == 0 ? 0x85 : vector, .abs_time = 30);
    QUIET(&b);
    head_block(&b, 0x85, 2, RVT_IT_NONE); /* the stack is empty: the return is told */
    MORE(&b, .tcode = 4, .icnt = 2, .addr = 0x85 ^ (i == 0 ? 0x85 : vector), .abs_time = 30);
    QUIET(&b);
  }
  struct steps b = steps_session(HTM, 5, RVT_IT_NOT_TAKEN);
  b.config.plain_sync = true;
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_EXCEPTION);
  QUIET(&b);
  after(&b, RVT_BEFORE_RESET, vector, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 29, .sub = 1, .icnt = 6, .hist = 2, .addr = vector, .abs_time = 30);
  QUIET(&b);
  ROW("NT:SEQ-17");
}

static void one_message_answers_all(void **state) { /* NT:SYN-35 */
  (void)state;
  static const uint8_t reason[8] = {2, 1, 0, 1, 6, 1, 6, 1};
  for (uint8_t set = 1; set < 8; set++) {
    struct steps b = steps_due(BTM, RVT_IT_NONE);
    b.head.notify = (set & RVT_REQUEST_EVENT) != 0;
    QUIET(&b);
    after(&b, set & 3, 0x100, 1, RVT_IT_NONE);
    MORE(&b, .tcode = 9, .sub = reason[set], .icnt = 16, .addr = 0x100, .abs_time = 20);
    QUIET(&b);
    head_block(&b, 0x101, 1, RVT_IT_NONE);
    QUIET(&b);
  }
  ROW("NT:SYN-35");
}

static void stop_reports_triggers(void **state) {
  (void)state;
  struct steps b = steps_session(BTM, 3, RVT_IT_INDIRECT);
  b.head.notify = true;
  QUIET(&b);
  head_stop(&b, true, 0x100);
  b.head.sub |= RVT_STOP_NOTIFIED;
  /* Where a jump goes is no place of a notification; the end of a block is (D-21). */
  MORE(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  b = steps_session(HTM, 3, RVT_IT_NOT_TAKEN);
  QUIET(&b);
  head_stop(&b, true, 0x100);
  b.head.sub |= RVT_STOP_NOTIFIED;
  MORE(&b, .tcode = 29, .sub = 0, .icnt = 3, .hist = 2, .addr = 0x83, .abs_time = 20);
  LAST(&b, .tcode = 33, .sub = 4, .btype = 1, .hist = 1, .abs_time = 20);
  /* A branch that waited: plain. */
  b = steps_session(BTM, 3, RVT_IT_TAKEN);
  b.head.notify = true;
  QUIET(&b);
  head_stop(&b, true, 0x100);
  MORE(&b, .tcode = 3, .icnt = 3, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  /* After a jump all is dropped; the period always is. */
  b = steps_session(BTM, 3, RVT_IT_DIRECT_JUMP);
  b.head.notify = true;
  QUIET(&b);
  head_stop(&b, false, 0);
  b.head.sub |= RVT_STOP_NOTIFIED;
  LAST(&b, .tcode = 33, .sub = 4, .icnt = 3, .abs_time = 20);
  assert_int_equal(b.dut.req_q, 0);
  b = steps_due(BTM, RVT_IT_INDIRECT);
  QUIET(&b);
  head_stop(&b, true, 0x100);
  MORE(&b, .tcode = 4, .icnt = 16, .addr = 0x180, .abs_time = 10);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
  /* After a reset that nothing has reported, a stop has no address (D-22). */
  b = steps_due(BTM, RVT_IT_NONE);
  b.head.notify = true;
  QUIET(&b);
  head_unknown(&b);
  b.head.sub = RVT_BEFORE_RESET | RVT_BEFORE_NOTIFY;
  QUIET(&b);
  head_stop(&b, true, 0x100);
  LAST(&b, .tcode = 33, .sub = 4, .icnt = 16, .abs_time = 30);
  assert_int_equal(b.dut.req_q, 0);
  /* What a session did not answer is not asked in the next. */
  head_block(&b, 0x200, 1, RVT_IT_NONE);
  b.head.kind = RVT_ENTRY_START;
  b.head.sub = RVT_START_POWER;
  MORE(&b, .tcode = 9, .sub = 9, .addr = 0x200, .abs_time = 40);
  QUIET(&b);
  head_block(&b, 0x201, 1, RVT_IT_NONE);
  QUIET(&b);
}

/** Behind a block of this itype, on a port of `width` bits, that is notified: a stop. */
static void stop_behind(uint8_t width, uint8_t itype, bool waits, bool known, bool reported) {
  struct steps b = steps_session(HTM, 3, RVT_IT_NONE);
  b.dut.p.itype_width = width;
  QUIET(&b);
  head_block(&b, 0x300, 5, itype);
  b.head.notify = true;
  QUIET(&b);
  head_stop(&b, known, 0x100);
  if (waits) b.head.sub |= RVT_STOP_RESET;
  const bool outcome = itype == RVT_IT_NOT_TAKEN || itype == RVT_IT_TAKEN;
  const uint32_t hist = outcome ? 2 | (itype == RVT_IT_TAKEN) : 1;
  if (reported)
    MORE(&b, .tcode = outcome ? 29 : 9, .sub = 6, .icnt = 8, .hist = outcome ? hist : 0,
         .addr = 0x305, .abs_time = 30);
  LAST(&b, .tcode = 33, .sub = 4, .btype = 1, .icnt = reported ? 0 : 8, .hist = reported ? 1 : hist,
       .abs_time = 30);
}

/** After a block that goes on, a stop has its end, whatever is on the port (D-21). On a port of 3
 * bits an inferable jump has itype 0, so only a branch that is not taken goes on for certain
 * (NT:ING-04). */
static void stop_has_the_end_of_its_last_block(void **state) {
  (void)state;
  static const uint8_t itypes[] = {RVT_IT_NONE,  RVT_IT_NOT_TAKEN,   RVT_IT_RESERVED,
                                   RVT_IT_TAKEN, RVT_IT_DIRECT_JUMP, RVT_IT_DIRECT_LINK};
  for (unsigned i = 0; i < sizeof itypes; i++) {
    for (unsigned waits = 0; waits < 2; waits++) { /* a reset (D-22) */
      stop_behind(4, itypes[i], waits != 0, i % 2 != 0, i < 3 && !waits);
      if (i < 4)
        stop_behind(3, itypes[i], waits != 0, i % 2 != 0, itypes[i] == RVT_IT_NOT_TAKEN && !waits);
    }
  }
  ROW("NT:SYN-34");
  ROW("NT:ING-04");
}

static void jump_behind_its_pair_is_counted(void **state) { /* D-25 */
  (void)state;
  static const uint8_t jumps[] = {RVT_IT_INDIRECT, RVT_IT_INDIRECT_CALL, RVT_IT_INDIRECT_JUMP,
                                  RVT_IT_INDIRECT_LINK};
  for (size_t i = 0; i < sizeof jumps; i++) {
    const unsigned pushed = jumps[i] == RVT_IT_INDIRECT_CALL;
    struct steps b = steps_session(HTM, 2, RVT_IT_NONE);
    QUIET(&b);
    head_block(&b, 0x82, 2, jumps[i]);
    b.head.seq = RVT_SEQ_BEHIND;
    QUIET(&b);
    assert_false(b.dut.pend_q);
    assert_int_equal(b.dut.stack.count_q, pushed);
    head_block(&b, 0x200, 4, jumps[i]);
    b.head.seq = RVT_SEQ_WITHIN;
    QUIET(&b);
    assert_false(b.dut.pend_q);
    assert_int_equal(b.dut.icnt_q, 8);
    ROW("NT:SQJ-01");
    /* The count is full: RCODE 0 parts the pair that follows. */
    head_block(&b, 0x300, 127, RVT_IT_NONE);
    LAST(&b, .tcode = 27, .icnt = 135, .abs_time = 40);
    head_block(&b, 0x400, 2, jumps[i]);
    b.head.seq = RVT_SEQ_BEHIND;
    QUIET(&b);
    assert_true(b.dut.pend_q);
    ROW("NT:SQJ-04");
    /* A sync between the two. */
    b = steps_due(HTM, RVT_IT_NONE);
    QUIET(&b);
    head_block(&b, 0x90, 2, jumps[i]);
    b.head.seq = RVT_SEQ_BEHIND;
    MORE(&b, .tcode = 9, .sub = 2, .icnt = 16, .addr = 0x90, .abs_time = 20);
    QUIET(&b);
    head_block(&b, 0x200, 1, RVT_IT_NONE);
    MORE(&b, .tcode = 4, .icnt = 2, .addr = 0x290, .abs_time = 20);
    QUIET(&b);
    ROW("NT:SQJ-03");
  }
  struct steps b = steps_session(BTM, 100, RVT_IT_NONE); /* no message will carry a full count */
  QUIET(&b);
  head_block(&b, 0x100, 28, RVT_IT_INDIRECT_JUMP);
  b.head.seq = RVT_SEQ_WITHIN;
  LAST(&b, .tcode = 27, .icnt = 128, .abs_time = 20);
}

static void sequential_swap_pops_and_pushes(void **state) {
  (void)state;
  struct steps b = steps_session(BTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 4, RVT_IT_SWAP);
  b.head.seq = RVT_SEQ_WITHIN;
  QUIET(&b);
  assert_false(b.dut.pend_q);
  assert_int_equal(b.dut.stack.count_q, 1);
  head_block(&b, 0x300, 1, RVT_IT_RETURN); /* to after the swap, not after the call */
  QUIET(&b);
  head_block(&b, 0x104, 1, RVT_IT_NONE);
  QUIET(&b);
  assert_int_equal(b.dut.icnt_q, 9);
  ROW("NT:SQJ-07");
}

static void mode_1_compares_nothing(void **state) { /* D-26 */
  (void)state;
  struct steps b = steps_session(BTM, 3, RVT_IT_DIRECT_CALL);
  b.config.ir_mode = 1;
  QUIET(&b);
  for (unsigned i = 0; i < 2; i++) { /* three calls, but the counter ends at two */
    head_block(&b, 0x100, 1, RVT_IT_INDIRECT_CALL);
    QUIET(&b);
    head_block(&b, 0x100, 0, RVT_IT_NONE);
    MORE(&b, .tcode = 4, .icnt = i == 0 ? 4 : 1, .addr = i == 0 ? 0x180 : 0,
         .abs_time = b.time - 10);
    QUIET(&b);
  }
  for (unsigned i = 0; i < 2; i++) {
    head_block(&b, 0x100, 1, RVT_IT_RETURN);
    QUIET(&b);
    head_block(&b, 0x777, 1, RVT_IT_NONE);
    QUIET(&b);
    assert_int_equal(b.dut.icnt_q, 2 * (i + 1));
  }
  head_block(&b, 0x100, 1, RVT_IT_RETURN);
  QUIET(&b);
  head_block(&b, 0x777, 1, RVT_IT_NONE);
  MORE(&b, .tcode = 4, .icnt = 5, .addr = 0x677, .abs_time = b.time - 10);
  QUIET(&b);
  ROW("NT:IRT-03");
}

static void mode_2_compares_low_bits(void **state) {
  (void)state;
  static const struct {
    uint64_t differs;
    bool match;
  } cases[] = {{0, true}, {0x1000, true}, {0x4000000000000000, true}, {0x800, false}, {1, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct steps b = steps_session(BTM, 3, RVT_IT_DIRECT_CALL);
    b.config.ir_mode = 2;
    QUIET(&b);
    head_block(&b, 0x100, 1, RVT_IT_RETURN);
    QUIET(&b);
    head_block(&b, 0x83 ^ cases[i].differs, 1, RVT_IT_NONE);
    if (!cases[i].match)
      MORE(&b, .tcode = 4, .icnt = 4, .addr = 3 ^ cases[i].differs, .abs_time = 20);
    QUIET(&b);
    assert_int_equal(b.dut.icnt_q, cases[i].match ? 5 : 1);
  }
  ROW("NT:IRT-05");
}

static void a_return_mode_that_is_not_built_compares_all(void **state) { /* D-32 */
  (void)state;
  static const uint64_t differs[] = {0, 0x1000, 1};
  for (uint8_t mode = 1; mode <= 3; mode++)
    for (size_t i = 0; i < sizeof differs / sizeof differs[0]; i++) {
      struct steps b = steps_session(BTM, 3, RVT_IT_DIRECT_CALL);
      b.dut.p.return_modes = false;
      b.config.ir_mode = mode;
      QUIET(&b);
      head_block(&b, 0x100, 1, RVT_IT_RETURN);
      QUIET(&b);
      head_block(&b, 0x83 ^ differs[i], 1, RVT_IT_NONE);
      if (i != 0) MORE(&b, .tcode = 4, .icnt = 4, .addr = 3 ^ differs[i], .abs_time = 20);
      QUIET(&b);
      assert_int_equal(b.dut.icnt_q, i == 0 ? 5 : 1);
    }
  ROW("NT:IRT-04");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notify_is_answered_at_the_next_block),
      cmocka_unit_test(notify_upgrades_what_waits),
      cmocka_unit_test(counters_fill_with_a_notified_block),
      cmocka_unit_test(reset_replaces_the_target),
      cmocka_unit_test(reset_with_plain_sync_has_one_message),
      cmocka_unit_test(one_message_answers_all),
      cmocka_unit_test(stop_reports_triggers),
      cmocka_unit_test(stop_has_the_end_of_its_last_block),
      cmocka_unit_test(jump_behind_its_pair_is_counted),
      cmocka_unit_test(sequential_swap_pops_and_pushes),
      cmocka_unit_test(mode_1_compares_nothing),
      cmocka_unit_test(mode_2_compares_low_bits),
      cmocka_unit_test(a_return_mode_that_is_not_built_compares_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

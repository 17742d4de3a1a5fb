/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Flow clock by clock: periods of clocks, requests for a sync, several heads. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "flow_steps.h"
#include "oracle/row.h"
#include "stimulus/prng.h"

static struct rvt_ntrace_flow_out clocked(struct steps *b, uint8_t count, bool ready) {
  const struct rvt_ntrace_flow_in in = {
      .cfg = &b->config, .heads = &b->head, .count = count, .rec_ready = ready};
  struct rvt_ntrace_flow_out out;
  rvt_ntrace_flow_clock(&b->dut, &in, &out);
  return out;
}

static void mode_2_counts_clocks(void **state) { /* D-24 */
  (void)state;
  struct steps b = steps_session(BTM, 1, RVT_IT_TAKEN);
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  assert_true(clocked(&b, 1, true).rec_valid); /* the start's block: a DirectBranch, never held */
  for (unsigned i = 0; i < 15; i++) clocked(&b, 0, true);
  assert_int_equal(b.dut.period_q, 16);
  assert_false(b.dut.due_q); /* known one clock later */
  head_block(&b, 0x100, 1, RVT_IT_TAKEN);
  struct rvt_ntrace_flow_out out = clocked(&b, 1, false);
  assert_int_equal(out.rec.tcode, RVT_TC_DIRECT_BRANCH);
  for (unsigned i = 0; i < 10; i++) { /* what is offered stays while it waits */
    out = clocked(&b, 1, false);
    assert_int_equal(out.rec.tcode, RVT_TC_DIRECT_BRANCH);
  }
  out = clocked(&b, 1, true);
  assert_int_equal(out.rec.tcode, RVT_TC_DIRECT_BRANCH);
  assert_int_equal(out.done, 1);
  assert_true(b.dut.due_q);
  head_unknown(&b);
  assert_false(clocked(&b, 1, true).rec_valid);
  head_block(&b, 0x200, 1, RVT_IT_NONE);
  out = clocked(&b, 1, true);
  assert_int_equal(out.rec.tcode, RVT_TC_INDIRECT_BRANCH_SYNC);
  assert_int_equal(out.rec.sub, RVT_SYNC_PERIODIC);
  assert_int_equal(b.dut.period_q, 0);
  assert_false(b.dut.due_q);
  assert_int_equal(clocked(&b, 1, true).done, 1);
  ROW("NT:CTL-08");
  for (unsigned i = 0; i < (1u << 19) + 10; i++) clocked(&b, 0, true);
  assert_int_equal(b.dut.period_q, 1u << 19);
  b.config.sync_max = 15;
  clocked(&b, 0, true);
  assert_true(b.dut.due_q);
  b.config.active = false;
  clocked(&b, 0, true);
  assert_int_equal(b.dut.period_q, 0);
  assert_false(b.dut.due_q);
}

static void clocks_that_are_not_built_end_no_period(void **state) { /* D-32 */
  (void)state;
  struct steps b = steps_session(BTM, 1, RVT_IT_TAKEN);
  b.dut.p.sync_clocks = false;
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  clocked(&b, 1, true);
  for (unsigned i = 0; i < 40; i++) clocked(&b, 0, true);
  head_block(&b, 0x100, 1, RVT_IT_TAKEN);
  assert_int_equal(clocked(&b, 1, true).rec.tcode, RVT_TC_DIRECT_BRANCH);
  assert_int_equal(b.dut.period_q, 0);
  b.config.sync_mode = RVT_PERIOD_HALFWORDS; /* counts from here on */
  head_block(&b, 0x200, 15, RVT_IT_NONE);
  assert_false(clocked(&b, 1, true).rec_valid);
  head_block(&b, 0x200, 1, RVT_IT_NONE);
  assert_false(clocked(&b, 1, true).rec_valid);
  head_block(&b, 0x200, 1, RVT_IT_NONE);
  assert_int_equal(clocked(&b, 1, true).rec.sub, RVT_SYNC_PERIODIC);
  ROW("NT:CTL-08");
}

/* A clock with a request, and with or without a head. */
static struct rvt_ntrace_flow_out asked(struct steps *b, uint8_t count, bool ready) {
  const struct rvt_ntrace_flow_in in = {
      .cfg = &b->config, .sync_req = true, .heads = &b->head, .count = count, .rec_ready = ready};
  struct rvt_ntrace_flow_out out;
  rvt_ntrace_flow_clock(&b->dut, &in, &out);
  return out;
}

static void a_request_has_one_sync(void **state) { /* D-34, in each mode, built or not */
  (void)state;
  for (uint8_t mode = RVT_PERIOD_OFF; mode <= RVT_PERIOD_HALFWORDS; mode++) {
    struct steps b = steps_session(HTM, 1, RVT_IT_NONE);
    b.dut.p.sync_clocks = mode != RVT_PERIOD_CLOCKS;
    b.config.sync_mode = mode;
    clocked(&b, 1, true);
    head_block(&b, 0x81, 1, RVT_IT_INDIRECT);
    assert_false(asked(&b, 1, true).rec_valid); /* seen a clock later */
    head_block(&b, 0x100, 1, RVT_IT_NONE);
    struct rvt_ntrace_flow_out out = asked(&b, 1, false);
    for (unsigned i = 0; i < 3; i++) { /* on offer it stays, also when the request falls */
      assert_int_equal(out.rec.tcode, RVT_TC_INDIRECT_BRANCH_SYNC);
      assert_int_equal(out.rec.sub, RVT_SYNC_PERIODIC);
      out = clocked(&b, 1, i == 2);
    }
    assert_false(b.dut.due_q);
    assert_false(b.dut.served_q); /* it fell before that */
    asked(&b, 1, true);           /* the block itself */
    head_block(&b, 0x101, 1, RVT_IT_NONE);
    assert_int_equal(asked(&b, 1, true).rec.tcode, RVT_TC_PROG_TRACE_SYNC);
    assert_true(b.dut.served_q);
    for (unsigned i = 0; i < 5; i++) { /* no second one, as long as it stands */
      assert_false(asked(&b, 1, true).rec_valid);
      head_block(&b, 0x102 + i, 1, RVT_IT_NONE);
    }
    clocked(&b, 0, true);
    asked(&b, 0, true);
    assert_int_equal(asked(&b, 1, true).rec.tcode, RVT_TC_PROG_TRACE_SYNC);
    ROW("TCI:SYNC-09");
  }
}

static void a_record_on_offer_stays_when_a_request_comes(void **state) { /* D-24, D-34 */
  (void)state;
  struct steps b = steps_session(BTM, 1, RVT_IT_INDIRECT);
  clocked(&b, 1, true);
  head_block(&b, 0x100, 1, RVT_IT_NONE);
  struct rvt_ntrace_flow_out out = clocked(&b, 1, false);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(out.rec.tcode, RVT_TC_INDIRECT_BRANCH);
    out = asked(&b, 1, i == 2);
  }
  assert_false(b.dut.due_q);
  assert_false(asked(&b, 1, true).rec_valid);
  head_block(&b, 0x101, 1, RVT_IT_NONE);
  assert_int_equal(asked(&b, 1, true).rec.sub, RVT_SYNC_PERIODIC);
  ROW("TCI:SYNC-09");
}

static void heads_share_a_clock(void **state) {
  (void)state;
  struct steps b = steps_session(HTM, 1, RVT_IT_NONE);
  QUIET(&b);
  struct rvt_head heads[3];
  struct rvt_ntrace_flow_in in = {.cfg = &b.config, .heads = heads, .count = 3, .rec_ready = false};
  struct rvt_ntrace_flow_out out;
  head_block(&b, 0x81, 2, RVT_IT_TAKEN);
  heads[0] = heads[1] = heads[2] = b.head;
  heads[1].itype = RVT_IT_INDIRECT;
  heads[1].addr = 0x100;
  heads[2].addr = 0x200;
  rvt_ntrace_flow_clock(&b.dut, &in, &out); /* two leave, the third's record waits */
  assert_int_equal(out.done, 2);
  assert_int_equal(out.rec.tcode, RVT_TC_INDIRECT_BRANCH_HIST);
  assert_int_equal(out.rec.icnt, 5);
  assert_int_equal(out.rec.addr, 0x280);
  assert_int_equal(out.rec.abs_time, b.time);
  in.heads = &heads[2];
  in.count = 1;
  in.rec_ready = true;
  rvt_ntrace_flow_clock(&b.dut, &in, &out);
  assert_int_equal(out.done, 0);
  assert_int_equal(out.rec.icnt, 5);
  rvt_ntrace_flow_clock(&b.dut, &in, &out);
  assert_int_equal(out.done, 1);
  assert_false(out.rec_valid);
  /* One use of the return stack in a clock; without it both go. */
  heads[0].itype = heads[1].itype = RVT_IT_DIRECT_CALL;
  in.heads = heads;
  in.count = 2;
  rvt_ntrace_flow_clock(&b.dut, &in, &out);
  assert_int_equal(out.done, 1);
  assert_false(out.rec_valid);
  b.config.ir_en = false;
  rvt_ntrace_flow_clock(&b.dut, &in, &out);
  assert_int_equal(out.done, 2);
}

/** The records of the same blocks do not depend on how many of them share a clock. */
static void records_are_the_same_for_any_number_of_heads(void **state) {
  (void)state;
  enum { HEADS = 400, RECORDS = 3 * HEADS };
  static struct rvt_ntrace_record want[RECORDS], found[RECORDS];
  for (uint64_t seed = 1; seed <= 200; seed++) {
    struct rvt_head heads[HEADS];
    uint64_t random = seed;
    struct steps b = steps_session(seed & 1 ? BTM : HTM, 1, RVT_IT_NONE);
    QUIET(&b);
    b.config.sync_mode = seed & 2 ? RVT_PERIOD_HALFWORDS : RVT_PERIOD_MESSAGES;
    b.config.ir_mode = (uint8_t)prng_below(&random, 4);
    b.config.plain_sync = (seed & 12) == 12;
    for (unsigned i = 0; i < HEADS; i++) {
      head_block(&b, 0x80 + prng_below(&random, 4), (uint8_t)(1 + prng_below(&random, 9)),
                 (uint8_t)prng_below(&random, 16));
      b.head.notify = prng_below(&random, 20) == 0;
      b.head.seq = (uint8_t)prng_below(&random, 3);
      heads[i] = b.head;
    }
    const struct rvt_ntrace_flow begin = b.dut;
    for (uint8_t most = 1; most <= 4; most++) {
      struct rvt_ntrace_flow dut = begin;
      struct rvt_ntrace_record *records = most == 1 ? want : found;
      static unsigned wanted;
      unsigned count = 0;
      memset(records, 0, sizeof want);
      for (unsigned i = 0; i < HEADS;) {
        struct rvt_ntrace_flow_in in = {.cfg = &b.config, .heads = &heads[i]};
        struct rvt_ntrace_flow_out out;
        in.count = (uint8_t)(HEADS - i < most ? HEADS - i : most);
        in.rec_ready = prng_below(&random, 3) != 0;
        rvt_ntrace_flow_clock(&dut, &in, &out);
        if (out.rec_valid && in.rec_ready) records[count++] = out.rec;
        i += out.done;
      }
      if (most == 1) wanted = count;
      assert_int_equal(count, wanted);
      assert_true(count > 20);
      for (unsigned i = 0; most != 1 && i < count; i++) {
        assert_int_equal(found[i].tcode, want[i].tcode);
        assert_int_equal(found[i].sub, want[i].sub);
        assert_int_equal(found[i].btype, want[i].btype);
        assert_int_equal(found[i].icnt, want[i].icnt);
        assert_int_equal(found[i].hist, want[i].hist);
        assert_int_equal(found[i].addr, want[i].addr);
        assert_int_equal(found[i].abs_time, want[i].abs_time);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mode_2_counts_clocks),
      cmocka_unit_test(clocks_that_are_not_built_end_no_period),
      cmocka_unit_test(a_request_has_one_sync),
      cmocka_unit_test(a_record_on_offer_stays_when_a_request_comes),
      cmocka_unit_test(heads_share_a_clock),
      cmocka_unit_test(records_are_the_same_for_any_number_of_heads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

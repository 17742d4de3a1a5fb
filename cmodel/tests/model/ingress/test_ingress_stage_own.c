/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What the ingress stage tells and keeps of privilege and context: docs/units/ingress.md. */

#include <string.h>

#include "oracle/row.h"
#include "rvt/unit/ingress_stage.h"
#include "tests/support/test.h"

enum { DEPTH = 4, BLOCKS = 2, BOTH = RVT_LOST_BLOCKS | RVT_LOST_CONTEXT };

struct bench {
  struct rvt_ingress_stage dut;
  struct rvt_config config;
  struct rvt_ingress ingress;
  uint8_t level;
  bool lost;
  struct rvt_ingress_stage_out out;
};

static struct bench start(uint8_t context) {
  struct rvt_params p = build_of("IretireWidth=4 ContextWidth=12");
  p.blocks = BLOCKS;
  p.context = context;
  p.queue_depth = DEPTH;
  struct bench b = {
      .config = {.active = true, .enable = true, .tracing = true, .context_en = true, .mode = 3}};
  b.ingress.priv = RVT_PRIV_M;
  b.ingress.context = 0x5123;
  rvt_ingress_stage_init(&b.dut, &p);
  return b;
}

/** One clock; `ctype` and the slots are gone after it. */
static const struct rvt_entry *idle(struct bench *b) {
  const struct rvt_ingress_stage_in in = {.cfg = &b->config,
                                          .ingress = &b->ingress,
                                          .queue_level = b->level,
                                          .resume = true,
                                          .lost = b->lost};
  memset(&b->out, 0xA5, sizeof b->out);
  rvt_ingress_stage_outputs(&b->dut, &in, &b->out);
  rvt_ingress_stage_tick(&b->dut, &in, &b->out);
  b->ingress.ctype = 0;
  for (unsigned i = 0; i < BLOCKS; i++) b->ingress.block[i] = (struct rvt_block){.iaddr = 0xBAD};
  return b->out.valid ? &b->out.entry : NULL;
}

static const struct rvt_entry *slots(struct bench *b) {
  for (unsigned i = 0; i < BLOCKS; i++)
    b->ingress.block[i] = (struct rvt_block){.iretire = 2, .iaddr = 0x100};
  return idle(b);
}

static struct bench running(uint8_t context) {
  struct bench b = start(context);
  b.ingress.ctype = 2;
  const struct rvt_entry *e = slots(&b);
  assert_int_equal(e->head[0].kind, RVT_ENTRY_START);
  assert_false(e->head[0].context_new); /* what follows its sync tells it */
  return b;
}

/** The clock's blocks are accepted, with or without something new. */
static void is_new(struct bench *b, bool fresh) {
  const uint8_t priv = b->ingress.priv;
  const struct rvt_entry *e = slots(b);
  assert_non_null(e);
  assert_int_equal(e->head[0].kind, RVT_ENTRY_BLOCK);
  assert_int_equal(e->head[0].context_new, fresh);
  assert_false(e->head[1].context_new);
  for (unsigned i = 0; i < BLOCKS; i++) {
    assert_int_equal(e->head[i].priv, priv);
    assert_int_equal(e->head[i].hart_context, b->dut.p.context == 2 ? 0x123 : 0);
  }
}

static void privilege_is_new_at_the_first_block_of_it(void **state) {
  (void)state;
  for (uint8_t context = 1; context <= 2; context++) {
    struct bench b = running(context);
    is_new(&b, false);
    b.ingress.priv = RVT_PRIV_U;
    assert_null(idle(&b));
    is_new(&b, true);
    is_new(&b, false);
    b.ingress.priv = RVT_PRIV_M; /* and back, without a block */
    assert_null(idle(&b));
    b.ingress.priv = RVT_PRIV_U;
    is_new(&b, false);
    b.config.context_en = false;
    b.ingress.priv = RVT_PRIV_S;
    is_new(&b, false);
  }
  ROW("NT:OWN-05");
  ROW("NT:ING-17");
  ROW("TCI:TE-06");
}

static void report_goes_with_its_block_or_the_next(void **state) {
  (void)state;
  for (uint8_t ctype = 1; ctype <= 3; ctype++) {
    struct bench b = running(2);
    b.ingress.ctype = ctype;
    is_new(&b, true);
    is_new(&b, false);
    b.ingress.ctype = ctype;
    assert_null(idle(&b));
    assert_null(idle(&b));
    is_new(&b, true);
    is_new(&b, false);
    b.ingress.ctype = ctype;
    b.ingress.hart_reset = true; /* its blocks are none */
    assert_null(slots(&b));
    b.ingress.hart_reset = false;
    is_new(&b, true);
    b = running(1); /* not read */
    b.ingress.ctype = ctype;
    is_new(&b, false);
    b.ingress.ctype = ctype;
    assert_null(idle(&b));
    is_new(&b, false);
  }
  ROW("NT:ING-19");
  ROW("NT:OWN-12");
}

static void report_without_a_session_is_forgotten(void **state) {
  (void)state;
  struct bench b = running(2);
  b.ingress.ctype = 1;
  assert_null(idle(&b));
  b.ingress.priv = RVT_PRIV_U;
  b.config.tracing = false;
  const struct rvt_entry *e = slots(&b);
  assert_int_equal(e->head[0].kind, RVT_ENTRY_STOP);
  assert_int_equal(e->head[0].priv, RVT_PRIV_M); /* of the blocks before */
  assert_int_equal(e->head[0].hart_context, 0x123);
  assert_false(e->head[0].context_new);
  assert_false(b.dut.told_q);
  b.config.tracing = true;
  b.ingress.ctype = 1;
  assert_null(idle(&b));
  assert_false(b.dut.told_q);
  e = slots(&b);
  assert_int_equal(e->head[0].kind, RVT_ENTRY_START);
  assert_int_equal(e->head[0].priv, RVT_PRIV_U);
  is_new(&b, false);
  b.config.active = false;
  b.ingress.ctype = 1;
  idle(&b);
  assert_int_equal(b.dut.priv_q, 0);
  assert_false(b.dut.told_q);
}

/** The overflow that is open ends in this clock, in which blocks may come. */
static void ends(struct bench *b, bool blocks, uint8_t sub) {
  b->level = 0;
  const struct rvt_entry *e = blocks ? slots(b) : idle(b);
  assert_non_null(e);
  assert_int_equal(e->head[0].kind, RVT_ENTRY_OVERFLOW);
  assert_int_equal(e->head[0].sub, sub);
  assert_false(e->head[0].context_new);
}

static struct bench full(void) {
  struct bench b = running(2);
  b.level = DEPTH;
  return b;
}

static void what_is_lost_is_told(void **state) {
  (void)state;
  struct bench b = full();
  b.ingress.priv = RVT_PRIV_U; /* and back, without a block */
  assert_null(idle(&b));
  b.ingress.priv = RVT_PRIV_M;
  assert_null(slots(&b));
  ends(&b, true, RVT_LOST_BLOCKS);
  for (unsigned when = 0; when < 3; when++) /* as it opens, in it, as it ends */
    for (unsigned what = 0; what < 3; what++) {
      b = full();
      for (unsigned i = 0; i < 3; i++) {
        if (i == when && what != 1) b.ingress.ctype = 1;
        if (i == when && what == 1) b.ingress.priv = RVT_PRIV_U;
        if (i == when && what == 2) assert_null(idle(&b));
        if (i < 2)
          assert_null(slots(&b));
        else
          ends(&b, true, BOTH);
      }
      assert_int_equal(b.out.entry.head[0].priv, what == 1 && when < 2 ? RVT_PRIV_U : RVT_PRIV_M);
      assert_false(b.dut.lost_own_q);
    }
  b = full(); /* a report that no block follows is not lost: the start tells it */
  assert_null(slots(&b));
  b.ingress.ctype = 1;
  assert_null(idle(&b));
  ends(&b, false, RVT_LOST_BLOCKS);
  assert_false(b.dut.told_q);
  b = full(); /* nor one while nothing is to be traced */
  assert_null(slots(&b));
  b.config.tracing = false;
  b.ingress.ctype = 1;
  assert_null(idle(&b));
  b.config.tracing = true;
  assert_null(slots(&b));
  ends(&b, false, RVT_LOST_BLOCKS);
  b = full();
  b.config.context_en = false;
  b.ingress.ctype = 1;
  assert_null(slots(&b));
  ends(&b, true, RVT_LOST_BLOCKS);
  ROW("NT:ERR-03");
}

static void start_that_is_refused_loses_no_privilege(void **state) {
  (void)state;
  struct bench b = start(2); /* priv_q is 0 */
  b.level = DEPTH;
  assert_null(slots(&b));
  ends(&b, false, RVT_LOST_BLOCKS);
}

static void loss_behind_the_encoder_may_be_one_of_ownership(void **state) {
  (void)state;
  struct bench b = running(2);
  b.lost = true;
  is_new(&b, false);
  b.lost = false;
  assert_null(idle(&b));
  ends(&b, false, BOTH);
  b = full();
  b.lost = true;
  assert_null(slots(&b)); /* the overflow is there already */
  b.lost = false;
  assert_null(slots(&b));
  ends(&b, false, RVT_LOST_BLOCKS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(privilege_is_new_at_the_first_block_of_it),
      cmocka_unit_test(report_goes_with_its_block_or_the_next),
      cmocka_unit_test(report_without_a_session_is_forgotten),
      cmocka_unit_test(what_is_lost_is_told),
      cmocka_unit_test(start_that_is_refused_loses_no_privilege),
      cmocka_unit_test(loss_behind_the_encoder_may_be_one_of_ownership),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Ownership: its bytes through both encoders, by hand, and its place and time among the steps. */

#include "flow_bench.h"
#include "oracle/row.h"
#include "steps_bench.h"
#include "tests/support/test.h"

#define START5 "24 15 00 0B " /* ProgTraceSync SYNC 5 at 0x100 */
#define STOP4  "84 00 13"     /* EVCODE 0, I-CNT 4 */

static struct flow_bench *owning(uint8_t context, uint8_t width, uint8_t hcontext) {
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.params.context = context;
  b.params.context_width = width;
  b.params.hcontext_width = hcontext;
  b.config.context_en = true;
  return &b;
}

static void vectors(void **state) {
  (void)state;
  static const struct {
    uint8_t context, hcontext, priv;
    uint64_t value;
    const char *ownership;
  } cases[] = {
      {2, 0, RVT_PRIV_VU, 0x1D, "08 C8 3B "}, /* V-OWN-1 */
      {1, 0, RVT_PRIV_M, 0x1D, "08 33 "},     /* V-OWN-2 */
      {1, 0, RVT_PRIV_S, 0x1D, "08 13 "},     /* V-OWN-3 */
      {1, 0, RVT_PRIV_U, 0x1D, "08 03 "},
      {2, 3, RVT_PRIV_VS, 0xBD, "08 DC 0B 08 D8 3B "}, /* V-OWN-4 */
      {2, 3, RVT_PRIV_U, 0, "08 0F 08 0B "},           /* always both */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char want[64] = START5;
    struct flow_bench *b = owning(cases[i].context, 8, cases[i].hcontext);
    b->ingress.priv = cases[i].priv;
    b->ingress.context = cases[i].value;
    flow_group(b, 0x100, 2, 0);
    flow_group(b, 0x104, 2, 0);
    flow_halt(b);
    for (size_t n = 0, at = sizeof START5 - 1;; n++) {
      want[at + n] = cases[i].ownership[n];
      if (want[at + n] == 0) {
        for (size_t k = 0; k < sizeof STOP4; k++) want[at + n + k] = STOP4[k];
        break;
      }
    }
    flow_expect(b, "a start", want);
  }
  ROW("NT:OWN-01");
  ROW("NT:OWN-02");
  ROW("NT:OWN-03");
  ROW("NT:OWN-06");
  ROW("NT:OWN-07");
  ROW("NT:OWN-09");
  ROW("NT:ORD-02");
  ROW("NT:ING-18");
}

static void follows_a_trap_that_changes_privilege(void **state) {
  (void)state;
  struct flow_bench *b = owning(1, 1, 0);
  b->ingress.priv = RVT_PRIV_U;
  flow_group(b, 0x100, 2, 0);
  flow_trap(b, 0x104, 1);
  b->ingress.priv = RVT_PRIV_M;
  flow_group(b, 0x1000, 2, 3);
  b->ingress.priv = RVT_PRIV_U;
  flow_group(b, 0x104, 4, 0);
  flow_halt(b);
  flow_expect(b, "there and back", START5 "08 03 10 29 00 8B 08 33 10 21 08 8B 08 03 " STOP4);
  ROW("NT:OWN-05");
  ROW("NT:OWN-08");
  ROW("NT:ORD-03");
  b = owning(1, 1, 0);
  flow_group(b, 0x100, 2, 0);
  flow_trap(b, 0x104, 1);
  flow_group(b, 0x1000, 4, 0);
  flow_halt(b);
  flow_expect(b, "the same privilege", START5 "08 33 10 29 00 8B " STOP4);
  b = owning(1, 1, 0);
  b->config.context_en = false;
  flow_group(b, 0x100, 2, 0);
  flow_trap(b, 0x104, 1);
  b->ingress.priv = RVT_PRIV_U;
  flow_group(b, 0x1000, 4, 0);
  flow_halt(b);
  flow_expect(b, "not enabled", START5 "10 29 00 8B " STOP4);
  ROW("TCI:TE-06");
  ROW("NT:CTL-09");
}

static void context_is_told_before_its_block_is_counted(void **state) {
  (void)state;
  struct flow_bench *b = owning(2, 8, 0);
  b->ingress.priv = RVT_PRIV_VU;
  flow_group(b, 0x100, 2, 0);
  b->ingress.context = 0x1D;
  b->ingress.ctype = 2;
  flow_group(b, 0x104, 2, 5);
  b->ingress.ctype = 0;
  flow_group(b, 0x200, 4, 0);
  flow_halt(b);
  flow_expect(b, "with a branch", START5 "08 4B 08 C8 3B 0C 13 " STOP4);
  ROW("NT:OWN-04");
  ROW("NT:OWN-10");
  ROW("NT:ORD-05");
  b = owning(2, 8, 0);
  b->params.events = true;
  b->ingress.ext_trigger = RVT_TRIGGER_NOTIFY; /* counts for the next entry */
  flow_group(b, 0x100, 2, 0);
  b->ingress.ext_trigger = 0;
  flow_group(b, 0x104, 4, 0);
  flow_halt(b);
  flow_expect(b, "linear sync", START5 "08 3B 24 81 08 0B 08 3B " STOP4);
  ROW("NT:ORD-04");
}

static void overflow_says_that_ownership_is_lost(void **state) {
  (void)state;
  for (unsigned changed = 0; changed < 2; changed++) {
    struct flow_bench *b = owning(1, 1, 0);
    flow_group(b, 0x100, 2, 0);
    if (changed) b->ingress.priv = RVT_PRIV_U;
    flow_loss(b, RVT_LOSS_REFUSE);
    flow_loss(b, RVT_LOSS_END);
    flow_group(b, 0x100, 4, 0);
    flow_halt(b);
    flow_expect(b, "V-SEQ-15",
                changed ? START5 "08 33 20 00 0F 24 1D 00 0B 08 03 " STOP4
                        : START5 "08 33 20 00 07 24 1D 00 0B 08 33 " STOP4);
  }
  ROW("NT:ERR-03");
}

/* ---- Place and time -------------------------------------------------------------------------- */

enum { S_MODE = 1 << 2, M_MODE = 3 << 2 }; /* PROCESS */

static struct steps own_session(uint8_t mode, uint8_t units, uint8_t itype) {
  struct steps b = steps_session(mode, units, itype);
  b.dut.p.context = 1;
  b.config.context_en = true;
  return b;
}

static void fresh(struct steps *b, uint64_t addr, uint8_t units, uint8_t itype) {
  head_block(b, addr, units, itype);
  b->head.priv = RVT_PRIV_S;
  b->head.context_new = true;
}

static void time_is_that_of_the_message_before(void **state) {
  (void)state;
  struct steps b = own_session(BTM, 3, RVT_IT_INDIRECT);
  QUIET(&b);
  fresh(&b, 0x100, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 4, .icnt = 3, .addr = 0x180, .abs_time = 10);
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 10);
  QUIET(&b);
  fresh(&b, 0x102, 2, RVT_IT_TAKEN); /* nothing has gone */
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 30);
  LAST(&b, .tcode = 3, .icnt = 4, .abs_time = 30);
  /* A branch that waited, told plain, then a sync. */
  b = own_session(BTM, 3, RVT_IT_TAKEN);
  b.head.notify = true;
  QUIET(&b);
  b.config.plain_sync = true;
  fresh(&b, 0x100, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 3, .icnt = 3, .abs_time = 10);
  MORE(&b, .tcode = 9, .sub = 6, .addr = 0x100, .abs_time = 20);
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 20);
  QUIET(&b);
  /* The same in one. */
  b = own_session(BTM, 3, RVT_IT_TAKEN);
  b.head.notify = true;
  QUIET(&b);
  head_block(&b, 0x100, 2, RVT_IT_NONE);
  MORE(&b, .tcode = 11, .sub = 6, .icnt = 3, .addr = 0x100, .abs_time = 10);
  MORE(&b, .tcode = 2, .abs_time = 10);
  QUIET(&b);
}

static void changes_nothing_else(void **state) {
  (void)state;
  struct steps b = own_session(HTM, 3, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  fresh(&b, 0x100, 2, RVT_IT_TAKEN);
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 20);
  QUIET(&b);
  fresh(&b, 0x200, 1, RVT_IT_RETURN);
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 30);
  QUIET(&b);
  fresh(&b, 0x83, 1, RVT_IT_INDIRECT); /* it was an implicit return */
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 40);
  QUIET(&b);
  fresh(&b, 0, 0, RVT_IT_INTERRUPT); /* it waits with the transfer, which is replaced */
  b.head.known = false;
  QUIET(&b);
  head_block(&b, 0x100, 1, RVT_IT_NONE);
  b.head.priv = RVT_PRIV_M;
  MORE(&b, .tcode = 28, .btype = 3, .icnt = 7, .hist = 3, .addr = 0x180, .abs_time = 50);
  MORE(&b, .tcode = 2, .addr = M_MODE, .abs_time = 50);
  QUIET(&b);
  fresh(&b, 0, 0, RVT_IT_INTERRUPT); /* no transfer waits */
  b.head.known = false;
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 70);
  QUIET(&b);
  fresh(&b, 0, 0, RVT_IT_INTERRUPT); /* ... but the sync after a reset */
  b.head.known = false;
  b.head.sub = 1;
  QUIET(&b);
  head_block(&b, 0x200, 1, RVT_IT_NONE);
  b.head.priv = RVT_PRIV_M;
  MORE(&b, .tcode = 12, .sub = 1, .btype = 3, .icnt = 1, .addr = 0x200, .abs_time = 80);
  MORE(&b, .tcode = 2, .addr = M_MODE, .abs_time = 80);
  QUIET(&b);
  ROW("NT:OWN-08");
}

static void stands_behind_a_count_that_no_branch_carries(void **state) { /* D-11 */
  (void)state;
  struct steps b = own_session(BTM, 100, RVT_IT_DIRECT_CALL);
  QUIET(&b);
  head_block(&b, 0x100, 28, RVT_IT_RETURN);
  QUIET(&b);
  fresh(&b, 0xE4, 1, RVT_IT_NONE);
  MORE(&b, .tcode = 27, .icnt = 128, .abs_time = 30);
  MORE(&b, .tcode = 2, .addr = S_MODE, .abs_time = 30);
  QUIET(&b);
}

static void stop_tells_it_after_its_sync(void **state) {
  (void)state;
  struct steps b = own_session(BTM, 3, RVT_IT_NONE);
  b.head.notify = true;
  QUIET(&b);
  head_stop(&b, false, 0);
  b.head.priv = RVT_PRIV_M;
  MORE(&b, .tcode = 9, .sub = 6, .icnt = 3, .addr = 0x83, .abs_time = 20);
  MORE(&b, .tcode = 2, .addr = M_MODE, .abs_time = 20);
  LAST(&b, .tcode = 33, .sub = 4, .abs_time = 20);
}

static void counts_as_a_message(void **state) { /* and two in a row stay so */
  (void)state;
  struct steps b = own_session(BTM, 1, RVT_IT_NONE);
  b.dut.p.context = 2;
  b.dut.p.context_width = 8;
  b.dut.p.hcontext_width = 4;
  b.config.sync_mode = RVT_PERIOD_MESSAGES;
  QUIET(&b);
  b.dut.period_q = 15;
  fresh(&b, 0x100, 1, RVT_IT_NONE);
  b.head.hart_context = 0x25;
  MORE(&b, .tcode = 2, .addr = 2 << 5 | S_MODE | 3, .abs_time = 20);
  MORE(&b, .tcode = 2, .addr = 5 << 5 | S_MODE | 2, .abs_time = 20);
  MORE(&b, .tcode = 9, .sub = 2, .icnt = 1, .addr = 0x100, .abs_time = 20);
  MORE(&b, .tcode = 2, .addr = 2 << 5 | S_MODE | 3, .abs_time = 20);
  MORE(&b, .tcode = 2, .addr = 5 << 5 | S_MODE | 2, .abs_time = 20);
  QUIET(&b);
  assert_int_equal(b.dut.period_q, 2);
  ROW("NT:OWN-07");
  ROW("NT:CTL-08");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(follows_a_trap_that_changes_privilege),
      cmocka_unit_test(context_is_told_before_its_block_is_counted),
      cmocka_unit_test(overflow_says_that_ownership_is_lost),
      cmocka_unit_test(time_is_that_of_the_message_before),
      cmocka_unit_test(changes_nothing_else),
      cmocka_unit_test(stands_behind_a_count_that_no_branch_carries),
      cmocka_unit_test(stop_tells_it_after_its_sync),
      cmocka_unit_test(counts_as_a_message),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

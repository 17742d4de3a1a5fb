/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle of E-Trace: the trap matrix, privilege and context, resynchronisation (ETR section
 * 14). */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };

/* An exception of cause 2, or an interrupt of cause 7. */
static void trap(struct run *r, bool is_interrupt, uint64_t epc) {
  if (is_interrupt) {
    interrupt(r, 7);
  } else {
    exception(r, epc, 2, 0x99);
  }
}

static void expect_handler(struct run *r, bool is_interrupt) {
  expect(r, is_interrupt ? "3.1 handler 100 priv 3 interrupt 7 tval 0"
                         : "3.1 handler 100 priv 3 exception 2 tval 99");
}

static void handler(struct run *r) {
  insn(r, 0x100, 0);
  insn(r, 0x104, 0);
}

static void at_a_plain_instruction(void **state) { /* F3-02; folded into the block too */
  (void)state;
  for (int irq = 0; irq < 2; irq++) {
    for (int folded = 0; folded < 2; folded++) {
      struct run r;
      setup(&r);
      begin(&r, 0x1000);
      if (folded) {
        r.clock.cause = irq ? 7 : 2;
        r.clock.tval = 0x99;
        block(&r, 0x1008, "2", irq ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION);
      } else {
        insn(&r, 0x1008, 0);
        trap(&r, irq, 0x100c);
      }
      handler(&r);
      expect(&r, "2 +8");
      expect_handler(&r, irq);
      finish(&r);
    }
  }
  ROW("ETR:A-02");
}

static void after_a_branch(void **state) {
  (void)state;
  for (int irq = 0; irq < 2; irq++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, TAKEN);
    trap(&r, irq, 0x3000);
    insn(&r, 0x100, TAKEN); /* the handler begins with a branch: in the packet alone */
    insn(&r, 0x200, 0);
    expect(&r, "1 1 map 0 +8");
    expect(&r, irq ? "3.1 handler 100 taken priv 3 interrupt 7 tval 0"
                   : "3.1 handler 100 taken priv 3 exception 2 tval 99");
    off(&r);
    expect(&r, "2 +100");
    expect(&r, "3.3 on 1 qual 1 options 0");
    finish(&r);
  }
}

static void at_the_target(void **state) { /* F3-02 (a), F3-03; AMB-2 for the interrupt */
  (void)state;
  for (int irq = 0; irq < 2; irq++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, JUMP);
    trap(&r, irq, 0x3000);
    handler(&r);
    expect(&r, "2 +8");
    if (irq) {
      expect_handler(&r, true);
    } else {
      expect(&r, "3.1 epc 3000 priv 3 exception 2 tval 99");
      expect(&r, "3.0 100 priv 3 context 0");
    }
    finish(&r);
  }
}

static void behind_the_target(void **state) { /* DC-09: the target retires, then the trap */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  r.clock.cause = 7;
  block(&r, 0x3000, "2", RVT_IT_INTERRUPT);
  handler(&r);
  expect(&r, "2 +2000 updiscon");
  expect_handler(&r, true);
  finish(&r);
}

static void first_traced(void **state) { /* F3-02 (b); DC-09 */
  (void)state;
  for (int irq = 0; irq < 2; irq++) {
    struct run r;
    setup(&r);
    trap(&r, irq, 0x1000);
    handler(&r);
    expect(&r, "3.3 on 1 qual 0 options 0");
    if (irq) {
      expect_handler(&r, true);
    } else {
      expect(&r, "3.1 epc 1000 priv 3 exception 2 tval 99");
      expect(&r, "3.0 100 priv 3 context 0");
    }
    finish(&r);
  }
}

static void before_the_start(void **state) { /* AMB-4 */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.tracing = false;
  trap(&r, false, 0x1000);
  r.clock.config.tracing = true;
  handler(&r);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect_handler(&r, false);
  finish(&r);
}

static void three_in_a_row(void **state) { /* F3-02 (c), F3-03, AMB-3, AMB-5 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  exception(&r, 0x1008, 2, 0x99);
  exception(&r, 0x100, 5, 0x55);
  interrupt(&r, 7);
  handler(&r);
  expect(&r, "2 +4");
  expect(&r, "3.1 epc 100 priv 3 exception 2 tval 99");
  expect(&r, "3.1 epc 0 priv 3 exception 5 tval 55");
  expect_handler(&r, true);
  finish(&r);
  ROW("ETR:AMB-3");
  ROW("ETR:AMB-5");
}

static void three_at_the_target(void **state) { /* trep: each packet has its own cause */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  exception(&r, 0x3000, 2, 0x99);
  exception(&r, 0x100, 5, 0x55);
  interrupt(&r, 7);
  handler(&r);
  expect(&r, "2 +8");
  expect(&r, "3.1 epc 3000 priv 3 exception 2 tval 99");
  expect(&r, "3.1 epc 100 priv 3 exception 5 tval 55");
  expect(&r, "3.1 epc 0 priv 3 interrupt 7 tval 0");
  expect(&r, "3.0 100 priv 3 context 0");
  finish(&r);
}

static void at_the_first_of_the_handler(void **state) { /* it retires, the next one does not */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  interrupt(&r, 7);
  insn(&r, 0x100, 0);
  exception(&r, 0x104, 2, 0x99);
  insn(&r, 0x200, 0);
  insn(&r, 0x204, 0);
  expect(&r, "2 +4");
  expect(&r, "3.1 handler 100 priv 3 interrupt 7 tval 0");
  expect(&r, "3.1 handler 200 priv 3 exception 2 tval 99");
  finish(&r);
}

static void last_event(void **state) { /* AMB-21: the cause is not told */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  exception(&r, 0x1008, 2, 0x99);
  off(&r);
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 0");
  finish(&r);
}

static void implicit_exception(void **state) { /* M-IEX, AMB-6 */
  (void)state;
  struct run r;
  setup(&r);
  r.options.implicit_exception = true;
  insn(&r, 0x1000, 0);
  exception(&r, 0x1004, 2, 0x99);
  insn(&r, 0x100, JUMP);
  insn(&r, 0x180, 0);
  insn(&r, 0x184, 0);
  expect(&r, "3.3 on 1 qual 0 options 2");
  expect(&r, "3.0 1000 priv 3 context 0");
  expect(&r, "3.1 handler implicit priv 3 exception 2 tval 99");
  expect(&r, "2 +80"); /* from the handler */
  finish(&r);
  ROW("ETR:M-IEX");
  ROW("ETR:AMB-6");
}

static void
return_from_a_trap(void **state) { /* ppccd; with and without a change, a branch before */
  (void)state;
  for (int change = 0; change < 2; change++) {
    for (int branch = 0; branch < 2; branch++) {
      struct run r;
      setup(&r);
      begin(&r, 0x1000);
      if (branch) insn(&r, 0x1008, NOT_TAKEN);
      insn(&r, 0x100c, RVT_IT_TRAP_RETURN);
      if (change) r.clock.priv = RVT_PRIV_U;
      insn(&r, 0x4000, 0);
      insn(&r, 0x4004, 0);
      if (change && branch) expect(&r, "1 1 map 1 +c");
      expect(&r, change ? "3.0 4000 priv 0 context 0" : branch ? "1 1 map 1 +3000" : "2 +3000");
      finish(&r);
    }
  }
  ROW("ETR:IN-06");
}

static void trap_behind_a_return(void **state) { /* DC-09, DC-10: privilege U at the trap */
  (void)state;
  for (int irq = 0; irq < 2; irq++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, RVT_IT_TRAP_RETURN);
    r.clock.priv = RVT_PRIV_U;
    trap(&r, irq, 0x4000);
    r.clock.priv = RVT_PRIV_M;
    handler(&r);
    expect(&r, "2 +8");
    if (irq) {
      expect_handler(&r, true);
    } else {
      expect(&r, "3.1 epc 4000 priv 0 exception 2 tval 99");
      expect(&r, "3.0 100 priv 3 context 0");
    }
    finish(&r);
  }
}

static void privilege_changes_at_a_target(void **state) { /* updiscon: the next packet is 3.0 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  insn(&r, 0x3000, 0);
  r.clock.priv = RVT_PRIV_U;
  insn(&r, 0x3004, 0);
  insn(&r, 0x3008, 0);
  expect(&r, "2 +2000 updiscon");
  expect(&r, "3.0 3004 priv 0 context 0");
  finish(&r);
}

static void contexts(void **state) { /* IN-07, F3-01, F3-04, DC-02 */
  (void)state;
  for (uint8_t ctype = 0; ctype < 4; ctype++) {
    for (int branch = 0; branch < 2; branch++) {
      struct run r;
      setup(&r);
      begin(&r, 0x1000);
      insn(&r, 0x1008, branch ? NOT_TAKEN : 0);
      r.clock.context = 0x1234;
      r.clock.ctype = ctype;
      insn(&r, 0x100c, 0);
      insn(&r, 0x1010, 0);
      insn(&r, 0x1014, 0);
      insn(&r, 0x1018, 0);
      if (ctype == 1) expect(&r, "3.2 priv 3 context 1234");
      if (ctype > 1 && branch) expect(&r, "1 1 map 1 +8");
      if (ctype == 3 && !branch) expect(&r, "2 +8");
      if (ctype > 1) expect(&r, "3.0 100c priv 3 context 1234");
      finish(&r);
    }
  }
  ROW("ETR:IN-07");
  ROW("ETR:F3-04");
  ROW("ETR:DC-02");
}

static void context_waits(void **state) { /* AMB-24: a step that sends something else */
  (void)state;
  for (int sync = 0; sync < 2; sync++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, JUMP);
    r.clock.context = 0x1234;
    r.clock.ctype = 1;
    insn(&r, 0x3000, 0);
    if (sync) interrupt(&r, 7);
    insn(&r, 0x100, 0);
    insn(&r, 0x104, 0);
    insn(&r, 0x108, 0);
    expect(&r, sync ? "2 +2000 updiscon" : "2 +2000");
    expect(&r, sync ? "3.1 handler 100 priv 3 interrupt 7 tval 0" : "3.2 priv 3 context 1234");
    finish(&r);
  }
  ROW("ETR:AMB-24");
}

/* 16 half-words, S2, S3. */
static void resync_by_half_words(void **state) {
  (void)state;
  for (int branch = 0; branch < 2; branch++) {
    struct run r;
    setup(&r);
    r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
    begin(&r, 0x1000); /* 4 half-words */
    for (unsigned i = 2; i < 7; i++) insn(&r, 0x1000 + 4 * i, 0);
    insn(&r, 0x101c, branch ? NOT_TAKEN : 0); /* the 16th */
    insn(&r, 0x1020, 0);
    insn(&r, 0x1024, 0);
    if (branch) expect(&r, "1 1 map 1 +1c");
    expect(&r, "3.0 1020 priv 3 context 0");
    finish(&r);
  }
  ROW("ETR:R-01");
  ROW("ETR:R-02");
  ROW("ETR:R-03");
}

static void resync_at_a_target(void **state) { /* S2 at a target says updiscon */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
  begin(&r, 0x1000);
  block(&r, 0x1008, "22222", JUMP); /* 14 */
  insn(&r, 0x2000, 0);
  insn(&r, 0x2004, 0);
  insn(&r, 0x2008, 0);
  expect(&r, "2 +1000 updiscon");
  expect(&r, "3.0 2004 priv 3 context 0");
  finish(&r);
  ROW("ETR:R-03");
}

static void resync_in_a_block(void **state) { /* DC-01: S2 at its end, S3 at the next */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
  begin(&r, 0x1000);
  block(&r, 0x1008, "2222222", NOT_TAKEN); /* passes 16 inside */
  block(&r, 0x1024, "22", 0);
  insn(&r, 0x102c, 0);
  expect(&r, "1 1 map 1 +20");
  expect(&r, "3.0 1024 priv 3 context 0");
  finish(&r);
  ROW("ETR:DC-01");
}

static void resync_by_packets(void **state) { /* 16 packets after the start, then S2, S3 */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_MESSAGES;
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  for (unsigned i = 0; i < 16; i++) insn(&r, 0x1000, JUMP);
  insn(&r, 0x1000, JUMP); /* S2 */
  for (unsigned i = 0; i < 16; i++) expect(&r, "2 +0");
  insn(&r, 0x1000, JUMP); /* S3 */
  expect(&r, "2 +0 updiscon");
  insn(&r, 0x1000, 0);
  expect(&r, "3.0 1000 priv 3 context 0");
  finish(&r);
  ROW("ETR:R-01");
  ROW("ETR:R-02");
  ROW("ETR:DC-20");
}

static void resync_by_clocks(void **state) { /* a trap's sync takes its place */
  (void)state;
  for (int trapped = 0; trapped < 2; trapped++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    add(&r, 0x1008, "2", 0)->expired = true;
    edge(&r);
    if (trapped) interrupt(&r, 7);
    insn(&r, 0x100, 0);
    insn(&r, 0x104, 0);
    insn(&r, 0x108, 0);
    if (trapped) {
      expect(&r, "2 +8");
      expect(&r, "3.1 handler 100 priv 3 interrupt 7 tval 0");
    } else {
      expect(&r, "3.0 100 priv 3 context 0");
    }
    finish(&r);
  }
  ROW("ETR:R-04");
}

static void halt_in_the_handler(void **state) { /* DC-09, Q-07: debug mode is no trap */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  interrupt(&r, 7);
  r.clock.halted = true;
  insn(&r, 0x100, 0);
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 0");
  r.clock.halted = false;
  insn(&r, 0x104, 0);
  insn(&r, 0x108, 0);
  expect(&r, "3.0 104 priv 3 context 0");
  finish(&r);
}

static void blocks_are_instructions(void **state) { /* IN-11, X-03: the same packets */
  (void)state;
  for (int together = 0; together < 2; together++) {
    struct run r;
    setup(&r);
    r.clock.cause = 7;
    if (together) {
      add(&r, 0x1000, "22", NOT_TAKEN);
      add(&r, 0x1008, "2", JUMP);
      add(&r, 0x3000, "2", 0);
      add(&r, 0, "", RVT_IT_INTERRUPT);
      edge(&r);
    } else {
      insn(&r, 0x1000, 0);
      insn(&r, 0x1004, NOT_TAKEN);
      insn(&r, 0x1008, JUMP);
      insn(&r, 0x3000, 0);
      interrupt(&r, 7);
    }
    handler(&r);
    expect(&r, "3.3 on 1 qual 0 options 0");
    expect(&r, "3.0 1000 priv 3 context 0");
    expect(&r, "1 1 map 1 +2000 updiscon");
    expect_handler(&r, true);
    finish(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(at_a_plain_instruction),
      cmocka_unit_test(after_a_branch),
      cmocka_unit_test(at_the_target),
      cmocka_unit_test(behind_the_target),
      cmocka_unit_test(first_traced),
      cmocka_unit_test(before_the_start),
      cmocka_unit_test(three_in_a_row),
      cmocka_unit_test(three_at_the_target),
      cmocka_unit_test(at_the_first_of_the_handler),
      cmocka_unit_test(last_event),
      cmocka_unit_test(implicit_exception),
      cmocka_unit_test(return_from_a_trap),
      cmocka_unit_test(trap_behind_a_return),
      cmocka_unit_test(privilege_changes_at_a_target),
      cmocka_unit_test(contexts),
      cmocka_unit_test(context_waits),
      cmocka_unit_test(resync_by_half_words),
      cmocka_unit_test(resync_at_a_target),
      cmocka_unit_test(resync_in_a_block),
      cmocka_unit_test(resync_by_packets),
      cmocka_unit_test(resync_by_clocks),
      cmocka_unit_test(halt_in_the_handler),
      cmocka_unit_test(blocks_are_instructions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

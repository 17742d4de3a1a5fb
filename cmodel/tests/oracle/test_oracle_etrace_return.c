/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Implicit return of E-Trace with irdepth: what goes without a packet, and each report with a
 * depth (ETR:M-IRET, A-05, DC-05, DC-06). */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };
enum { CALL = RVT_IT_DIRECT_CALL, RETURN = RVT_IT_RETURN, SWAP = RVT_IT_SWAP };

/* A trace that starts at 1000, all bits compared. */
static void setup_return(struct run *r) {
  setup_modes(r);
  r->options.implicit_return = 3;
}

/* Function i is at 1000 * i, and each calls the next one with its first instruction: main at 1008,
 * so that after `calls` of them function calls + 1 goes on. */
static void call_down(struct run *r, unsigned calls) {
  for (unsigned i = 1; i <= calls; i++) insn(r, i == 1 ? 0x1008 : 0x1000 * i, CALL);
}
/* Where function i goes on after its call. */
static uint64_t behind_call(unsigned i) { return i == 1 ? 0x100c : 0x1000 * i + 4; }

static void nested_calls(void **state) { /* and all their returns: nothing to report */
  (void)state;
  for (uint8_t mode = 1; mode <= 3; mode++) {
    for (unsigned calls = 1; calls <= 4; calls++) {
      struct run r;
      setup_return(&r);
      r.options.implicit_return = mode;
      begin(&r, 0x1000);
      call_down(&r, calls);
      insn(&r, 0x1000 * (calls + 1), RETURN);
      for (unsigned i = calls; i > 1; i--) insn(&r, behind_call(i), RETURN);
      insn(&r, 0x100c, 0);
      insn(&r, 0x1010, JUMP);
      insn(&r, 0x5000, 0);
      insn(&r, 0x5004, 0);
      expect(&r, "2 +4000"); /* what follows an uninferable jump has no depth */
      finish(&r);
    }
  }
  ROW("ETR:M-IRET");
}

static void stack_overflow(void **state) { /* the oldest is lost: its return is like any other */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  call_down(&r, 5);
  insn(&r, 0x6000, RETURN);
  for (unsigned i = 5; i > 1; i--) insn(&r, behind_call(i), RETURN);
  expect_none(&r);
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  expect(&r, "2 +c");
  finish(&r);
  ROW("ETR:DC-05");
}

static void mispredicted(void **state) { /* it is not popped, and its depth is that before it */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  call_down(&r, 2);
  insn(&r, 0x3000, RETURN);
  insn(&r, 0x7000, NOT_TAKEN);
  insn(&r, 0x7004, RETURN); /* now to the top */
  insn(&r, 0x2004, 0);
  insn(&r, 0x2008, RETURN); /* and so the next one */
  insn(&r, 0x100c, 0);
  expect(&r, "1 1 map 1 +6000 depth 2");
  insn(&r, 0x1010, RETURN); /* of nobody */
  insn(&r, 0x8000, 0);
  insn(&r, 0x8004, 0);
  expect(&r, "2 +1000");
  finish(&r);
  ROW("ETR:A-05");
  ROW("ETR:DC-05");
}

static void mispredicted_and_then(void **state) { /* updiscon stands beside the depth */
  (void)state;
  for (unsigned other = 0; other < 2; other++) { /* a jump there: no depth */
    for (unsigned why = 0; why < 4; why++) {
      struct run r;
      setup_return(&r);
      begin(&r, 0x1000);
      call_down(&r, 1);
      insn(&r, 0x2000, other ? JUMP : RETURN);
      add(&r, 0x7000, "2", 0)->expired = why == 1;
      edge(&r);
      if (why == 0) interrupt(&r, 7);
      if (why == 2) r.clock.priv = RVT_PRIV_U;
      if (why == 3) off(&r);
      if (why != 3) insn(&r, 0x7004, 0);
      if (why == 3) {
        expect(&r, other ? "2 +6000" : "2 +6000 depth 1");
        expect(&r, "3.3 on 1 qual 3 options 1");
      } else {
        if (why == 1) insn(&r, 0x7008, 0);
        expect(&r, other ? "2 +6000 updiscon" : "2 +6000 updiscon depth 1");
        if (why == 1) expect(&r, "3.0 7004 priv 3 context 0");
      }
      oracle_free(r.oracle);
    }
  }
  ROW("ETR:A-05");
}

/* Why C is reported though nothing leads to it that has to be told. */
enum why { EXCEPTION, INTERRUPT, OWN_TRAP, LEVEL, CONTEXT, END, RESYNC, NOTIFY, BOTH, WHYS };

/* Returns down to `depth`, then C behind the return or one instruction further. */
static void one_depth(unsigned depth, bool further, enum why why) {
  struct run r;
  char name[64], line[64], of_depth[16] = "";
  snprintf(name, sizeof name, "depth %u%s, why %u", depth, further ? ", further" : "", why);
  setup_return(&r);
  r.name = name;
  begin(&r, 0x1000);
  call_down(&r, depth + 1);
  insn(&r, 0x1000 * (depth + 2), RETURN);
  uint64_t c = behind_call(depth + 1);
  if (further) {
    insn(&r, c, 0);
    c += 4;
  }
  const bool branch = why == LEVEL; /* else there is nothing to report */
  r.clock.trigger = why == NOTIFY || why == BOTH ? 4 : 0;
  r.clock.cause = 2;
  r.clock.tval = 0x99;
  add(&r, c, "2",
      why == OWN_TRAP ? RVT_IT_EXCEPTION
      : branch        ? NOT_TAKEN
                      : 0)
      ->expired = why == RESYNC;
  edge(&r);
  if (why == EXCEPTION) exception(&r, c + 4, 2, 0x99);
  if (why == INTERRUPT || why == BOTH) interrupt(&r, 7);
  if (why == LEVEL) r.clock.priv = RVT_PRIV_U;
  if (why == CONTEXT) {
    r.clock.context = 5;
    r.clock.ctype = 3;
  }
  if (why == END) off(&r);
  if (why != END) insn(&r, c + 4, 0);

  /* Behind the return a depth of 0 goes without saying; further on it does not (ETR:A-05). */
  if (why != NOTIFY && (further || depth != 0)) {
    snprintf(of_depth, sizeof of_depth, " depth %u", depth);
  }
  snprintf(line, sizeof line, "%s +%" PRIx64 "%s%s", branch ? "1 1 map 1" : "2", c - 0x1000,
           why == NOTIFY || why == BOTH ? " notify" : "", of_depth);
  expect(&r, line);
  oracle_free(r.oracle);
}

static void depth_of_the_last_one(void **state) {
  (void)state;
  for (unsigned depth = 0; depth < 3; depth++)
    for (unsigned why = 0; why < WHYS; why++)
      for (unsigned further = 0; further < 2; further++) one_depth(depth, further, (enum why)why);
  ROW("ETR:A-05");
  ROW("ETR:DC-06");
}

/* What ends "a return since", in depth 1: a call, a branch, an address. A trap follows C. */
static void no_depth_since(void **state) {
  (void)state;
  static const struct {
    uint8_t itype;
    uint8_t trigger;
    uint64_t c;
    const char *packet;
  } list[] = {{CALL, 0, 0x3000, "2 +2000"},
              {NOT_TAKEN, 0, 0x2008, "1 1 map 1 +1008"},
              {TAKEN, 0, 0x3000, "1 1 map 0 +2000"},
              {0, 4, 0x2008, "2 +4"},
              {JUMP, 0, 0x3004, "2 +4"},
              {0, 0, 0x2008, "2 +1008 depth 1"}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    struct run r;
    setup_return(&r);
    begin(&r, 0x1000);
    call_down(&r, 2);
    insn(&r, 0x3000, RETURN);
    r.clock.trigger = list[i].trigger;
    insn(&r, 0x2004, list[i].itype);
    if (list[i].itype == JUMP) insn(&r, 0x3000, 0);
    insn(&r, list[i].c, 0);
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    if (list[i].trigger != 0) expect(&r, "2 +1004 notify");
    if (list[i].itype == JUMP) expect(&r, "2 +2000");
    expect(&r, list[i].packet);
    oracle_free(r.oracle);
  }
  ROW("ETR:A-05");
}

static void resync_of_returns(void **state) { /* DC-06: the map is empty; a call ends it */
  (void)state;
  for (unsigned called = 0; called < 2; called++) {
    struct run r;
    setup_return(&r);
    begin(&r, 0x1000);
    call_down(&r, 1);
    insn(&r, 0x2000, RETURN);
    insn(&r, 0x100c, called ? CALL : 0);
    const uint64_t pc = called ? 0x3000 : 0x1010;
    add(&r, pc, "2", 0)->expired = true;
    edge(&r);
    insn(&r, pc + 4, 0);
    insn(&r, pc + 8, 0);
    if (!called) expect(&r, "2 +10 depth 0");
    expect(&r, called ? "3.0 3004 priv 3 context 0" : "3.0 1014 priv 3 context 0");
    finish(&r);
  }
  ROW("ETR:DC-06");
}

static void recursion(void **state) { /* a trap in the second pass behind the returns */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, CALL);
  for (unsigned i = 0; i < 3; i++) insn(&r, 0x2000, CALL); /* itself */
  insn(&r, 0x2000, TAKEN);
  insn(&r, 0x2008, RETURN);
  insn(&r, 0x2004, 0);
  insn(&r, 0x2008, RETURN);
  insn(&r, 0x2004, 0);
  interrupt(&r, 7);
  insn(&r, 0x100, 0);
  expect(&r, "1 1 map 0 +1004 depth 2");
  oracle_free(r.oracle);
  ROW("ETR:DC-05");
}

static void siblings(void **state) { /* AMB-7: the second of two that look the same */
  (void)state;
  for (unsigned behind = 1; behind <= 2; behind++) {
    struct run r;
    setup_return(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, CALL);
    for (unsigned i = 0; i < behind; i++) {
      insn(&r, 0x2000 + 4 * i, CALL);
      insn(&r, 0x3000, RETURN);
    }
    insn(&r, 0x2000 + 4 * behind, 0);
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    expect(&r, behind == 1 ? "2 +1004 depth 1" : "2 +1008 depth 1");
    oracle_free(r.oracle);
  }
}

static void many(void **state) { /* 256 returns without a word */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  for (unsigned i = 0; i < 256; i++) {
    insn(&r, 0x1008 + 4 * i, CALL);
    insn(&r, 0x3000, RETURN);
  }
  insn(&r, 0x1408, 0);
  off(&r);
  expect(&r, "2 +408");
  expect(&r, "3.3 on 1 qual 1 options 1");
  finish(&r);
}

static void what_is_no_call_or_return(void **state) { /* AMB-15, and all jumps without a push */
  (void)state;
  static const uint8_t itypes[] = {0, 3, 4, 5, 6, 10, 11, 12, 14, 15};
  for (size_t i = 0; i < sizeof itypes; i++) {
    const uint8_t itype = itypes[i];
    const bool told = itype == 3 || itype == 6 || itype == 10 || itype == 12 || itype == 14;
    const bool branch = itype == 4 || itype == 5;
    struct run r;
    setup_return(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, CALL);
    insn(&r, 0x2000, itype);
    insn(&r, 0x2004, RETURN); /* still to the one call's */
    insn(&r, 0x100c, RETURN); /* and nothing is left */
    insn(&r, 0x5000, 0);
    insn(&r, 0x5004, 0);
    if (told) expect(&r, "2 +1004");
    expect(&r, told             ? "2 +2ffc"
               : !branch        ? "2 +4000"
               : itype == TAKEN ? "1 1 map 0 +4000"
                                : "1 1 map 1 +4000");
    finish(&r);
  }
  ROW("ETR:M-IRET");
}

static void indirect_calls(void **state) { /* 8 pushes too, sequentially inferable or not */
  (void)state;
  for (unsigned inferable = 0; inferable < 2; inferable++) {
    struct run r;
    setup_return(&r);
    r.clock.config.seq_en = true;
    begin(&r, 0x1000);
    add(&r, 0x1008, "1", RVT_IT_INDIRECT_CALL)->sijump = inferable != 0;
    edge(&r);
    insn(&r, 0x2000, RETURN);
    insn(&r, 0x100a, 0); /* behind a call of two bytes */
    insn(&r, 0x100e, 0);
    if (!inferable) expect(&r, "2 +1000");
    off(&r);
    expect(&r, inferable ? "2 +e depth 0" : "2 -ff2 depth 0");
    expect(&r, "3.3 on 1 qual 1 options 1");
    finish(&r);
  }
}

static void what_is_compared(void **state) {
  (void)state;
  static const struct {
    uint8_t mode;
    uint32_t to; /* the top is 100c */
    bool implied;
  } list[] = {{3, 0x100c, true}, {3, 0x300c, false}, {3, 0x8000100c, false}, {2, 0x100c, true},
              {2, 0x300c, true}, {2, 0xc, false},    {2, 0x1008, false},     {2, 0x80f0500c, true},
              {1, 0x7770, true}, {0, 0x100c, false}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    struct run r;
    setup_return(&r);
    r.options.implicit_return = list[i].mode;
    begin(&r, 0x1000);
    insn(&r, 0x1008, CALL);
    insn(&r, 0x2000, RETURN);
    insn(&r, list[i].to, NOT_TAKEN);
    insn(&r, list[i].to + 4, 0);
    if (!list[i].implied) {
      struct oracle_te_packet p = {.kind = ORACLE_TE_BRANCH_MAP,
                                   .branches = 1,
                                   .branch_map = 1,
                                   .irreport = list[i].mode != 0,
                                   .irdepth = 1,
                                   .address = (list[i].to - 0x1000u) >> 1};
      char line[128];
      line_of(&r, &p, line);
      expect(&r, line);
    }
    finish(&r);
  }
  ROW("ETR:M-IRET");
}

static void not_built(void **state) { /* no stack, or a port of 3 bits; and D-32 */
  (void)state;
  for (unsigned what = 0; what < 3; what++) {
    struct run r;
    setup_return(&r);
    r.options.implicit_return = 1;
    if (what == 0) r.params.stack_depth = 0;
    if (what == 1) r.params.itype_width = 3;
    if (what == 2) r.params.return_modes = false;
    insn(&r, 0x1000, 0);
    insn(&r, 0x1004, CALL);
    insn(&r, 0x2000, RETURN);
    insn(&r, 0x3000, 0);
    insn(&r, 0x3004, 0);
    expect(&r, what == 2 ? "3.3 on 1 qual 0 options 1" : "3.3 on 1 qual 0 options 0");
    expect(&r, "3.0 1000 priv 3 context 0");
    expect(&r, what == 2 ? "2 +2000 depth 1" : "2 +2000");
    finish(&r);
  }
  ROW("ETR:M-IRET");
}

/* F3-07, F3-08: a sync empties the stack, and pushes what it reports. */
static void sync_and_calls(void **state) {
  (void)state;
  for (unsigned why = 0; why < 3; why++) { /* privilege, a handler, resync */
    for (unsigned call = 0; call < 2; call++) {
      struct run r;
      setup_return(&r);
      begin(&r, 0x1000);
      insn(&r, 0x1008, CALL);
      add(&r, 0x2000, "2", 0)->expired = why == 2;
      edge(&r);
      const uint8_t priv = why == 0 ? RVT_PRIV_U : RVT_PRIV_M;
      if (why == 1) interrupt(&r, 7);
      r.clock.priv = priv;
      insn(&r, 0x2004, call ? CALL : 0);
      if (call) insn(&r, 0x3000, RETURN);
      insn(&r, 0x2008, RETURN);
      insn(&r, 0x100c, 0);
      insn(&r, 0x1010, 0);
      if (why == 1) expect(&r, "2 +1000");
      expect(&r, why == 1   ? "3.1 handler 2004 priv 3 interrupt 7 tval 0"
                 : why == 0 ? "3.0 2004 priv 0 context 0"
                            : "3.0 2004 priv 3 context 0");
      expect(&r, "2 -ff8");
      finish(&r);
    }
  }
  ROW("ETR:F3-08");
  ROW("ETR:F3-07");
}

static void a_return_and_a_trap(void **state) { /* an exception where it leads, or elsewhere */
  (void)state;
  for (unsigned kind = 0; kind < 3; kind++) {
    struct run r;
    setup_return(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, CALL);
    insn(&r, 0x2000, RETURN);
    if (kind == 0) exception(&r, 0x100c, 2, 0x99);
    if (kind == 1) exception(&r, 0x5000, 2, 0x99);
    if (kind == 2) interrupt(&r, 7);
    insn(&r, 0x100, 0);
    insn(&r, 0x104, 0);
    expect(&r, "2 +1000"); /* the return, which nothing has popped */
    if (kind == 1) {
      expect(&r, "3.1 epc 5000 priv 3 exception 2 tval 99");
      expect(&r, "3.0 100 priv 3 context 0");
    } else {
      expect(&r, kind == 0 ? "3.1 handler 100 priv 3 exception 2 tval 99"
                           : "3.1 handler 100 priv 3 interrupt 7 tval 0");
    }
    finish(&r);
  }
  ROW("ETR:DC-05");
}

static void a_return_before_the_end(void **state) { /* ended_rep: it led nowhere */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  call_down(&r, 2);
  insn(&r, 0x3000, RETURN);
  insn(&r, 0x2004, RETURN);
  off(&r);
  expect(&r, "2 +1004 depth 1"); /* before its own takes effect */
  expect(&r, "3.3 on 1 qual 1 options 1");
  finish(&r);
}

static void a_notification_ends_it(void **state) { /* its packet has an address */
  (void)state;
  struct run r;
  setup_return(&r);
  begin(&r, 0x1000);
  call_down(&r, 2);
  insn(&r, 0x3000, RETURN);
  r.clock.trigger = 4;
  insn(&r, 0x2004, RETURN); /* it is reported, and implies the next one */
  insn(&r, 0x100c, 0);
  off(&r);
  expect(&r, "2 +1004 notify");
  expect(&r, "2 -ff8"); /* behind a return to depth 0 */
  expect(&r, "3.3 on 1 qual 1 options 1");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested_calls),
      cmocka_unit_test(stack_overflow),
      cmocka_unit_test(mispredicted),
      cmocka_unit_test(mispredicted_and_then),
      cmocka_unit_test(depth_of_the_last_one),
      cmocka_unit_test(no_depth_since),
      cmocka_unit_test(resync_of_returns),
      cmocka_unit_test(recursion),
      cmocka_unit_test(siblings),
      cmocka_unit_test(many),
      cmocka_unit_test(what_is_no_call_or_return),
      cmocka_unit_test(indirect_calls),
      cmocka_unit_test(what_is_compared),
      cmocka_unit_test(not_built),
      cmocka_unit_test(sync_and_calls),
      cmocka_unit_test(a_return_and_a_trap),
      cmocka_unit_test(a_return_before_the_end),
      cmocka_unit_test(a_notification_ends_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

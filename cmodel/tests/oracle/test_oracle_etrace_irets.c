/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The extension of E-Trace with irets: what goes without a packet, each report with a count, and
 * the standard support packet (ETR:A-06, AMB-7, AMB-13). */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };
enum { CALL = RVT_IT_DIRECT_CALL, RETURN = RVT_IT_RETURN };

/* A trace that starts at 1000, all bits compared, a stack of 4. */
static void setup_irets(struct run *r) {
  setup_modes(r);
  r->params.iret_ext = r->build.iret_ext = true;
  r->build.irdepth_width = 8;
  r->build.return_stack_size = 2;
  r->options.implicit_return = 3;
}

/* Function i is at 1000 * i, and each calls the next one with its first instruction: main at 1008,
 * so that after `calls` of them function calls + 1 goes on. */
static void call_down(struct run *r, unsigned calls) {
  for (unsigned i = 1; i <= calls; i++) insn(r, i == 1 ? 0x1008 : 0x1000 * i, CALL);
}
/* The functions from number `from` down return, `count` of them. */
static void return_up(struct run *r, unsigned from, unsigned count) {
  for (unsigned i = 0; i < count; i++) insn(r, 0x1000 * (from - i) + (i == 0 ? 0 : 4), RETURN);
}

static void the_support_packet(void **state) { /* each field by its bits */
  (void)state;
  static const struct {
    uint8_t bpred, cache, f0s, stack;
    struct oracle_te_packet packet;
    const char *bytes;
  } list[] = {
      {0, 0, 0, 5, {.ienable = true}, "1f 00 41 01"},
      {5, 5, 1, 2, {.ienable = true, .ioptions = 64 + 16 + 8 + 1}, "1f 9c 91 a0 05"},
      {7, 7, 1, 3, {.qual_status = ORACLE_TE_ENDED_REP, .ioptions = 63}, "8f 7e d1 e0 07"},
      {1, 0, 0, 1, {.ienable = true, .qual_status = ORACLE_TE_ENDED_NTR}, "9f 01 41 20"},
      {0, 4, 0, 4, {.ienable = true, .qual_status = ORACLE_TE_TRACE_LOST}, "1f 01 01 01 04"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_SEQUENTIAL_JUMP}, "1f 02 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_IMPLICIT_RETURN}, "1f 04 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_BRANCH_PREDICTION}, "1f 08 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_JUMP_TARGET_CACHE}, "1f 10 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_IMPLICIT_EXCEPTION}, "1f 20 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_FULL_ADDRESS}, "1f 40 41"},
      {0, 0, 0, 1, {.ienable = true, .ioptions = ORACLE_TE_RESYNC_DISABLED}, "1f 80 41"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const struct oracle_te_build b = {.iaddress_width = 32,
                                      .iaddress_lsb = 1,
                                      .privilege_width = 2,
                                      .ecause_width = 5,
                                      .irdepth_width = 8,
                                      .f0s_width = list[i].f0s,
                                      .bpred_size = list[i].bpred,
                                      .cache_size = list[i].cache,
                                      .return_stack_size = list[i].stack,
                                      .iret_ext = true};
    struct oracle_te_packet p = list[i].packet;
    uint8_t bytes[ORACLE_TE_PAYLOAD_MAX];
    char text[3 * ORACLE_TE_PAYLOAD_MAX + 1];
    p.kind = ORACLE_TE_SUPPORT;
    text_of_bytes(bytes, oracle_te_payload(&b, &p, bytes), text);
    assert_string_equal(text, list[i].bytes);
  }
  ROW("ETR:AMB-13");
}

static void the_field(void **state) { /* 8 bits, and a copy of updiscon without irreport */
  (void)state;
  static const struct {
    int32_t delta;
    bool irreport;
    uint8_t irets;
    const char *address, *index;
  } list[] = {{0x10, false, 0, "22", "1c"},
              {-0x10, false, 0, "e2", "1c"},
              {0x10, true, 2, "22 00 00 00 28", "1c a0 00"},
              {-0x10, true, 2, "e2 ff ff ff 27", "1c a0 00"},
              {0x10, true, 0, "22 00 00 00 08", "1c 20"},
              {0x10, true, 8, "22 00 00 00 88 00", "1c 20 02"},
              {0x10, true, 64, "22 00 00 00 08 04", "1c 20 10"},
              {0x10, true, 255, "22 00 00 00 f8", "1c e0"},
              {-0x10, true, 255, "e2 ff ff ff f7", "1c e0"}};
  struct run r;
  setup_irets(&r);
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    uint8_t bytes[ORACLE_TE_PAYLOAD_MAX];
    char text[3 * ORACLE_TE_PAYLOAD_MAX + 1];
    struct oracle_te_packet p = {.kind = ORACLE_TE_ADDRESS,
                                 .address = (uint32_t)list[i].delta >> 1,
                                 .irreport = list[i].irreport,
                                 .irdepth = list[i].irets};
    text_of_bytes(bytes, oracle_te_payload(&r.build, &p, bytes), text);
    assert_string_equal(text, list[i].address);
    p.kind = ORACLE_TE_JUMP_TARGET_INDEX;
    p.index = 3;
    text_of_bytes(bytes, oracle_te_payload(&r.build, &p, bytes), text);
    assert_string_equal(text, list[i].index);
  }
  ROW("ETR:F2-03");
}

static void siblings(void **state) { /* AMB-7: two that look the same do no more */
  (void)state;
  static const char *const packet[3][2] = {{"2 +1004 updiscon irets 0", "2 +1008 irets 1"},
                                           {"2 +1008 updiscon irets 1", "2 +100c irets 2"},
                                           {"2 +100c updiscon irets 2", "2 +1010 irets 3"}};
  for (unsigned behind = 1; behind <= 3; behind++) {
    for (unsigned further = 0; further < 2; further++) {
      struct run r;
      setup_irets(&r);
      begin(&r, 0x1000);
      insn(&r, 0x1008, CALL);
      for (unsigned i = 0; i < behind; i++) {
        insn(&r, 0x2000 + 4 * i, CALL);
        insn(&r, 0x3000, RETURN);
      }
      insn(&r, 0x2000 + 4 * behind, 0);
      if (further) insn(&r, 0x2004 + 4 * behind, 0);
      interrupt(&r, 7);
      insn(&r, 0x100, 0);
      expect(&r, packet[behind - 1][further]);
      oracle_free(r.oracle);
    }
  }
  ROW("ETR:A-06");
  ROW("ETR:AMB-7");
}

static void recursion(void **state) { /* a trap in one of the passes behind the returns */
  (void)state;
  static const char *const packet[] = {"1 1 map 0 +1004 updiscon irets 0",
                                       "1 1 map 0 +1004 updiscon irets 1",
                                       "1 1 map 0 +1004 updiscon irets 2"};
  for (unsigned pass = 1; pass <= 3; pass++) {
    struct run r;
    setup_irets(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1008, CALL);
    for (unsigned i = 0; i < 3; i++) insn(&r, 0x2000, CALL); /* itself */
    insn(&r, 0x2000, TAKEN);
    for (unsigned i = 0; i < pass; i++) {
      insn(&r, 0x2008, RETURN);
      insn(&r, 0x2004, 0);
    }
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    expect(&r, packet[pass - 1]);
    oracle_free(r.oracle);
  }
  ROW("ETR:A-06");
}

static void the_256th(void **state) { /* it is reported though it is predicted, and it pops */
  (void)state;
  struct run r;
  setup_irets(&r);
  begin(&r, 0x1000);
  for (unsigned i = 0; i < 256; i++) {
    insn(&r, 0x1008 + 4 * i, CALL);
    insn(&r, 0x3000, RETURN);
  }
  insn(&r, 0x1408, CALL); /* reported first: it does not count for the next one */
  insn(&r, 0x3000, RETURN);
  insn(&r, 0x140c, RETURN); /* of nobody, with one implied */
  expect(&r, "2 +408 irets 255");
  insn(&r, 0x5000, RETURN); /* of nobody, with none */
  insn(&r, 0x6000, 0);
  insn(&r, 0x6004, 0);
  expect(&r, "2 +3bf8 irets 1");
  expect(&r, "2 +1000");
  finish(&r);
  ROW("ETR:A-06");
}

static void the_256th_and_the_cache(void **state) { /* DC-03: its target's entry is free then */
  (void)state;
  struct run r;
  setup_irets(&r);
  r.options.jump_target_cache = true;
  begin(&r, 0x1000);
  insn(&r, 0x1008, JUMP);
  insn(&r, 0x1410, JUMP);
  for (unsigned i = 0; i < 255; i++) {
    insn(&r, 0x1008, CALL);
    insn(&r, 0x3000, RETURN);
    insn(&r, 0x100c, RVT_IT_DIRECT_JUMP);
  }
  insn(&r, 0x140c, CALL);
  insn(&r, 0x3000, RETURN);
  insn(&r, 0x1410, JUMP);
  insn(&r, 0x5000, JUMP);
  insn(&r, 0x1410, 0);
  insn(&r, 0x1414, 0);
  expect(&r, "2 +410");
  expect(&r, "2 -408");
  expect(&r, "0.1 index 8 branches 0 map 0 irets 255");
  expect(&r, "2 +3bf0");
  expect(&r, "2 -3bf0"); /* its index would be shorter */
  finish(&r);
  ROW("ETR:DC-03");
}

static void mispredicted(void **state) { /* it pops too; its count is that before it */
  (void)state;
  for (unsigned before = 0; before < 3; before++) {
    struct run r;
    char line[32];
    setup_irets(&r);
    begin(&r, 0x1000);
    call_down(&r, before + 2);
    return_up(&r, before + 3, before + 1);
    insn(&r, 0x7000, RETURN); /* to the entry below */
    insn(&r, 0x100c, 0);
    insn(&r, 0x1010, 0);
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    snprintf(line, sizeof line, "2 +6000 irets %u", before);
    expect(&r, line);
    expect(&r, "2 -5ff0 irets 1");
    oracle_free(r.oracle);
  }
  ROW("ETR:A-06");
}

static void mispredicted_and_then(void **state) { /* updiscon stands beside the count */
  (void)state;
  for (unsigned other = 0; other < 2; other++) { /* a jump there: no count */
    for (unsigned why = 0; why < 5; why++) {
      struct run r;
      setup_irets(&r);
      begin(&r, 0x1000);
      call_down(&r, 2);
      insn(&r, 0x3000, RETURN);
      insn(&r, 0x2004, other ? JUMP : RETURN);
      r.clock.trigger = why == 4 ? 4 : 0; /* no notify */
      add(&r, 0x7000, "2", 0)->expired = why == 1;
      edge(&r);
      if (why == 0) interrupt(&r, 7);
      if (why == 2) r.clock.priv = RVT_PRIV_U;
      if (why == 3) off(&r);
      if (why != 3) insn(&r, 0x7004, 0);
      expect(&r, why >= 3 ? (other ? "2 +6000" : "2 +6000 irets 1")
                          : (other ? "2 +6000 updiscon" : "2 +6000 updiscon irets 1"));
      if (why == 3) expect(&r, "3.3 on 1 qual 3 options 1");
      oracle_free(r.oracle);
    }
  }
  ROW("ETR:A-06");
}

/* Why C is reported though nothing leads to it that has to be told. */
enum why { EXCEPTION, INTERRUPT, OWN_TRAP, LEVEL, PRECISE, ASYNC, END, RESYNC, NOTIFY, BOTH, WHYS };

/* Some returns, then C behind the last one or one instruction further. */
static void one_report(unsigned returns, bool further, enum why why) {
  struct run r;
  char name[64], line[64], count[24] = "";
  snprintf(name, sizeof name, "%u returns%s, why %u", returns, further ? ", further" : "", why);
  setup_irets(&r);
  r.name = name;
  begin(&r, 0x1000);
  call_down(&r, returns);
  return_up(&r, returns + 1, returns);
  uint64_t c = returns == 0 ? 0x1008 : 0x100c;
  if (further) {
    insn(&r, c, 0);
    c += 4;
  }
  r.clock.trigger = why == NOTIFY || why == BOTH ? 4 : 0;
  r.clock.cause = 2;
  r.clock.tval = 0x99;
  add(&r, c, "2", why == OWN_TRAP ? RVT_IT_EXCEPTION : 0)->expired = why == RESYNC;
  edge(&r);
  if (why == EXCEPTION) exception(&r, c + 4, 2, 0x99);
  if (why == INTERRUPT || why == BOTH) interrupt(&r, 7);
  if (why == LEVEL) r.clock.priv = RVT_PRIV_U;
  if (why == PRECISE || why == ASYNC) {
    r.clock.context = 5;
    r.clock.ctype = why == PRECISE ? 2 : 3;
  }
  if (why == END) off(&r);
  if (why != END) insn(&r, c + 4, 0);

  /* Without a return before it nothing has to be told of a change or before a resync. */
  if (returns != 0 || (why != LEVEL && why != PRECISE && why != RESYNC)) {
    if (returns != 0) snprintf(count, sizeof count, " irets %u", further ? returns : returns - 1);
    const bool target = returns != 0 && !further; /* reported as any return's target is */
    const bool notified = why == NOTIFY || why == BOTH;
    snprintf(line, sizeof line, "2 +%" PRIx64 "%s%s", c - 0x1000,
             target ? (why == NOTIFY || why == END ? "" : " updiscon")
                    : (notified ? " notify" : ""),
             count);
    expect(&r, line);
  }
  if (why == END)
    expect(&r,
           returns != 0 && !further ? "3.3 on 1 qual 3 options 1" : "3.3 on 1 qual 1 options 1");
  insn(&r, c + 8, 0);
  if (why == LEVEL || why == PRECISE || why == ASYNC || why == RESYNC) {
    snprintf(line, sizeof line, "3.0 %" PRIx64 " priv %d context %d", c + 4, why == LEVEL ? 0 : 3,
             why == PRECISE || why == ASYNC ? 5 : 0);
    expect(&r, line);
  }
  oracle_free(r.oracle);
}

static void count_of_the_last_one(void **state) {
  (void)state;
  for (unsigned returns = 0; returns <= 3; returns++)
    for (unsigned why = 0; why < WHYS; why++)
      for (unsigned further = 0; further < 2; further++)
        one_report(returns, further, (enum why)why);
  ROW("ETR:A-06");
  ROW("ETR:DC-06");
}

/* What begins the count anew: a branch, an address; neither a call nor a 3.2. A trap follows C. */
static void since_when(void **state) {
  (void)state;
  static const struct {
    uint8_t itype, trigger, ctype;
    uint64_t c;
    const char *packet;
  } list[] = {{CALL, 0, 0, 0x3000, "2 +2000 irets 1"},
              {NOT_TAKEN, 0, 0, 0x2008, "1 1 map 1 +1008"},
              {TAKEN, 0, 0, 0x3000, "1 1 map 0 +2000"},
              {0, 4, 0, 0x2008, "2 +4"},
              {JUMP, 0, 0, 0x3004, "2 +4"},
              {0, 0, 1, 0x2008, "2 +1008 irets 1"},
              {0, 0, 0, 0x2008, "2 +1008 irets 1"}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    struct run r;
    setup_irets(&r);
    begin(&r, 0x1000);
    call_down(&r, 2);
    insn(&r, 0x3000, RETURN);
    r.clock.trigger = list[i].trigger;
    r.clock.ctype = list[i].ctype;
    insn(&r, 0x2004, list[i].itype);
    if (list[i].itype == JUMP) insn(&r, 0x3000, 0);
    insn(&r, list[i].c, 0);
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    if (list[i].trigger != 0) expect(&r, "2 +1004 irets 0");
    if (list[i].itype == JUMP) expect(&r, "2 +2000");
    if (list[i].ctype != 0) expect(&r, "3.2 priv 3 context 0");
    expect(&r, list[i].packet);
    oracle_free(r.oracle);
  }
  ROW("ETR:A-06");
}

static void
a_return_that_is_reported(void **state) { /* it counts for what follows, as it is next */
  (void)state;
  struct run r;
  setup_irets(&r);
  begin(&r, 0x1000);
  call_down(&r, 3);
  insn(&r, 0x4000, RETURN);
  r.clock.trigger = 4;
  insn(&r, 0x3004, RETURN);
  insn(&r, 0x2004, RETURN); /* mispredicted */
  insn(&r, 0x7000, NOT_TAKEN);
  insn(&r, 0x7004, 0);
  off(&r);
  expect(&r, "2 +2004 irets 0");
  expect(&r, "1 1 map 1 +3ffc irets 1"); /* its own branch ends nothing before it */
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 1");
  finish(&r);
  ROW("ETR:A-06");
}

/* The same place twice: a call of the next instruction, which the return leads to once more. The
 * flag says which time it is; the count is the same but for 0. */
static void a_call_of_the_next_one(void **state) {
  (void)state;
  static const char *const packet[2][2] = {{"2 +c", "2 +c updiscon irets 0"},
                                           {"2 +10 irets 1", "2 +10 updiscon irets 1"}};
  for (unsigned before = 0; before < 2; before++) {
    for (unsigned pass = 1; pass <= 2; pass++) {
      struct run r;
      setup_irets(&r);
      begin(&r, 0x1000);
      const uint64_t pc = before ? 0x100c : 0x1008;
      if (before) {
        insn(&r, 0x1008, CALL);
        insn(&r, 0x3000, RETURN);
      }
      insn(&r, pc, CALL);
      insn(&r, pc + 4, 0);
      if (pass == 2) {
        insn(&r, pc + 8, RETURN);
        insn(&r, pc + 4, 0);
      }
      interrupt(&r, 7);
      insn(&r, 0x100, 0);
      expect(&r, packet[before][pass - 1]);
      oracle_free(r.oracle);
    }
  }
  ROW("ETR:A-06");
}

static void options_are_told(void **state) { /* sequential jumps too, the period not (AMB-25) */
  (void)state;
  struct run r;
  setup_irets(&r);
  begin(&r, 0x1000);
  off(&r);
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 1");
  for (unsigned change = 0; change < 3; change++) {
    r.clock.config.tracing = true;
    if (change == 1) r.clock.config.seq_en = true;
    if (change == 2) {
      r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
      r.clock.config.sync_max = 4;
    }
    insn(&r, 0x1000, 0);
    off(&r);
    if (change == 1) expect(&r, "3.3 on 1 qual 0 options 33");
    expect(&r, "3.0 1000 priv 3 context 0");
    expect(&r, change == 0 ? "3.3 on 1 qual 1 options 1" : "3.3 on 1 qual 1 options 33");
  }
  finish(&r);
  ROW("ETR:F3-05");
}

static void switched_off(void **state) { /* nothing is implied, so nothing is counted */
  (void)state;
  struct run r;
  setup_irets(&r);
  r.options.implicit_return = 0;
  begin(&r, 0x1000);
  call_down(&r, 2);
  return_up(&r, 3, 2);
  insn(&r, 0x100c, 0);
  interrupt(&r, 7);
  insn(&r, 0x100, 0);
  expect(&r, "2 +1004");
  expect(&r, "2 -ff8 updiscon");
  oracle_free(r.oracle);
  ROW("ETR:M-IRET");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_support_packet),
      cmocka_unit_test(the_field),
      cmocka_unit_test(siblings),
      cmocka_unit_test(recursion),
      cmocka_unit_test(the_256th),
      cmocka_unit_test(the_256th_and_the_cache),
      cmocka_unit_test(mispredicted),
      cmocka_unit_test(mispredicted_and_then),
      cmocka_unit_test(count_of_the_last_one),
      cmocka_unit_test(since_when),
      cmocka_unit_test(a_return_that_is_reported),
      cmocka_unit_test(a_call_of_the_next_one),
      cmocka_unit_test(options_are_told),
      cmocka_unit_test(switched_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

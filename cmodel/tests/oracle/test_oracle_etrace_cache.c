/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The jump target cache of E-Trace: what enters, what leaves, and where an index is shorter
 * (ETR:M-JTC, DC-03, AMB-16). */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };
enum { CALL = RVT_IT_DIRECT_CALL, RETURN = RVT_IT_RETURN, TRAP_RETURN = RVT_IT_TRAP_RETURN };

/* A target of which only the distance matters: entry 1f is nobody else's. */
enum { FAR = 0x7003e };

static void setup_cache(struct run *r) {
  setup_modes(r);
  r->options.jump_target_cache = true;
}

/* A jump from anywhere to `to`, and its packet; NULL: one that the test does not look at. */
static void jump(struct run *r, uint64_t to, const char *line) {
  insn(r, 0x1008, JUMP);
  insn(r, to, 0);
  insn(r, to + 4, 0);
  if (line == NULL)
    r->checked++;
  else
    expect(r, line);
}

static void miss_and_hit(void **state) {
  (void)state;
  struct run r;
  setup_cache(&r);
  begin(&r, 0x1000);
  jump(&r, 0x1014, "2 +14");
  jump(&r, FAR, "2 +6f02a");
  jump(&r, 0x1014, "0.1 index a branches 0 map 0");
  off(&r);
  expect(&r, "2 +4"); /* an index is an address too (F2-04); what is no target has none */
  expect(&r, "3.3 on 1 qual 1 options 8");
  finish(&r);
  ROW("ETR:M-JTC");
  ROW("ETR:F2-04");
}

static void full_addresses(void **state) { /* the index is shorter than them */
  (void)state;
  struct run r;
  setup_cache(&r);
  r.options.full_address = true;
  insn(&r, 0x1000, 0);
  insn(&r, 0x1004, 0);
  expect(&r, "3.3 on 1 qual 0 options 12");
  expect(&r, "3.0 1000 priv 3 context 0");
  jump(&r, 0x1014, "2 +1014");
  jump(&r, 0x1014, "0.1 index a branches 0 map 0");
  jump(&r, 0x14, "2 +14"); /* it takes the entry */
  jump(&r, 0x14, "2 +14"); /* a tie */
  finish(&r);
}

static void aliases(void **state) { /* of every size: whether another target takes the entry */
  (void)state;
  for (uint8_t lsb = 1; lsb <= 2; lsb++) {
    for (unsigned size = 1; size <= 7; size++) {
      for (unsigned bit = lsb; bit <= 10; bit++) {
        const unsigned other = 0x1000 + (1u << bit), far = 0x70000 + (1u << lsb);
        struct run r;
        setup_cache(&r);
        r.build.iaddress_lsb = lsb;
        r.build.cache_size = (uint8_t)size;
        begin(&r, 0x1000);
        jump(&r, 0x1000, "2 +0");
        jump(&r, other, NULL);
        jump(&r, far, NULL);
        jump(&r, 0x1000,
             bit < size + lsb ? "0.1 index 0 branches 0 map 0"
             : lsb == 1       ? "2 -6f002"
                              : "2 -6f004");
        finish(&r);
      }
    }
  }
  ROW("ETR:M-JTC");
}

/* AMB-16, as bytes: an index below 10 is one byte, any other two. A delta from 3e down to -40 is
 * one byte, from 3ffe down to -4000 two. */
static void shorter_or_not(void **state) {
  (void)state;
  static const struct {
    uint64_t target;
    int64_t delta;
    bool index;
  } list[] = {{0x8014, 0x3e, false},    {0x8014, 0x42, true},    {0x8014, -0x3e, false},
              {0x8014, -0x42, true},    {0x8014, 0x4000, true},  {0x8034, 0x42, false},
              {0x8034, 0x3ffe, false},  {0x8034, 0x4002, true},  {0x8034, -0x42, false},
              {0x8034, -0x3ffe, false}, {0x8034, -0x4002, true}, {0x801e, 0x42, true},
              {0x8020, 0x42, false},    {0x8020, 0x100000, true}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    const uint64_t target = list[i].target, before = target - (uint64_t)list[i].delta;
    struct run r;
    char line[64];
    setup_cache(&r);
    begin(&r, 0x1000);
    jump(&r, target, NULL);
    if ((before >> 1 & 31) == (target >> 1 & 31)) { /* it would take the entry: no jump to it */
      r.clock.trigger = 4;
      insn(&r, before, 0);
      insn(&r, before + 4, 0);
      r.checked++;
    } else {
      jump(&r, before, NULL);
    }
    if (list[i].index)
      snprintf(line, sizeof line, "0.1 index %" PRIx64 " branches 0 map 0", target >> 1 & 31);
    else
      snprintf(line, sizeof line, "2 %c%" PRIx64, list[i].delta < 0 ? '-' : '+',
               (uint64_t)(list[i].delta < 0 ? -list[i].delta : list[i].delta));
    jump(&r, target, line);
    finish(&r);
  }
}

static void with_branches(void **state) { /* the map goes with the index, of 30 and of 31 too */
  (void)state;
  static const unsigned counts[] = {1, 2, 4, 30, 31};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    const unsigned count = counts[i];
    struct run r;
    char line[64];
    setup_cache(&r);
    begin(&r, 0x1000);
    jump(&r, 0x1014, NULL);
    jump(&r, FAR, NULL);
    for (unsigned k = 0; k < count; k++) {
      if (k == 30) insn(&r, 0x1010, JUMP); /* so that the target is the 31st */
      insn(&r, k == 30 ? 0x1014 : 0x1000, NOT_TAKEN);
    }
    if (count < 31) insn(&r, 0x1010, JUMP);
    if (count < 31) insn(&r, 0x1014, 0);
    insn(&r, 0x1018, 0);
    snprintf(line, sizeof line, "0.1 index a branches %u map %x", count, (1u << count) - 1);
    expect(&r, line);
    finish(&r);
  }
  ROW("ETR:M-JTC");
}

static void never_with_updiscon(void **state) { /* a notification, or the end, is no matter */
  (void)state;
  for (unsigned why = 0; why < 6; why++) { /* trap, own trap, level, resync, notify, end */
    struct run r;
    setup_cache(&r);
    begin(&r, 0x1000);
    jump(&r, 0x1014, NULL);
    jump(&r, FAR, NULL);
    insn(&r, 0x1010, JUMP);
    r.clock.cause = 2;
    if (why == 4) r.clock.trigger = 4;
    add(&r, 0x1014, "2", why == 1 ? RVT_IT_EXCEPTION : 0)->expired = why == 3;
    edge(&r);
    if (why == 0) interrupt(&r, 7);
    if (why == 2) r.clock.priv = RVT_PRIV_U;
    if (why == 5) off(&r);
    if (why != 5) insn(&r, 0x1018, 0);
    expect(&r, why < 4 ? "2 -6f02a updiscon" : "0.1 index a branches 0 map 0");
    if (why == 5) expect(&r, "3.3 on 1 qual 3 options 8");
    oracle_free(r.oracle);
  }
  ROW("ETR:DC-16");
}

/* DC-03: what enters: the target of any uninferable jump, whatever reports it. What does not:
 * another instruction that is reported, what a 3.0 reports, what nothing reports. */
static void what_enters(void **state) {
  (void)state;
  static const uint8_t itypes[] = {3, 6, 8, 10, 12, 13, 14, 0, 9, 11, 15, 4, 5};
  for (size_t i = 0; i < sizeof itypes; i++) {
    const uint8_t itype = itypes[i];
    const bool enters = i < 7;
    struct run r;
    setup_cache(&r);
    begin(&r, 0x1000);
    insn(&r, 0x1010, itype);
    r.clock.trigger = 4; /* reported in any case */
    insn(&r, 0x1014, 0);
    insn(&r, 0x1018, 0);
    r.checked++;
    jump(&r, FAR, "2 +6f02a");
    jump(&r, 0x1014, enters ? "0.1 index a branches 0 map 0" : "2 -6f02a");
    finish(&r);
  }
  ROW("ETR:DC-03");
}

static void a_sync_empties_it(void **state) { /* and what it reports does not enter */
  (void)state;
  for (unsigned target = 0; target < 2; target++) {
    struct run r;
    setup_cache(&r);
    begin(&r, 0x1000);
    jump(&r, 0x1014, NULL);
    insn(&r, 0x1010, target ? JUMP : RVT_IT_DIRECT_JUMP);
    r.clock.priv = RVT_PRIV_U;
    insn(&r, 0x1014, 0);
    insn(&r, 0x1018, 0);
    expect(&r, "3.0 1014 priv 0 context 0");
    jump(&r, FAR, "2 +6f02a");
    jump(&r, 0x1014, "2 -6f02a");
    jump(&r, FAR, "0.1 index 1f branches 0 map 0");
    finish(&r);
  }
  ROW("ETR:DC-03");
  ROW("ETR:F3-07");
}

static void counts_come_first(void **state) { /* 0.0 wins, and its target enters */
  (void)state;
  struct run r;
  setup_cache(&r);
  r.options.branch_prediction = true;
  begin(&r, 0x1000);
  jump(&r, FAR, "2 +6f03e");
  for (unsigned i = 0; i < 31; i++) insn(&r, 0x1000, NOT_TAKEN);
  jump(&r, 0x1014, "0.0 count 0 fmt 2 -6f02a");
  for (unsigned i = 0; i < 31; i++) insn(&r, 0x1000, NOT_TAKEN);
  jump(&r, FAR, "0.0 count 0 fmt 2 +6f02a"); /* though the cache has it */
  for (unsigned i = 0; i < 30; i++) insn(&r, 0x1000, NOT_TAKEN);
  jump(&r, 0x1014, "0.1 index a branches 30 map 3fffffff");
  finish(&r);
  ROW("ETR:DC-03");
}

/* A return that is not where the stack says: its target is looked up, with the same depth, and
 * enters. */
static void mispredicted_returns(void **state) {
  (void)state;
  struct run r;
  setup_cache(&r);
  r.options.implicit_return = 3;
  begin(&r, 0x1000);
  insn(&r, 0x1008, CALL);
  insn(&r, 0x2000, RETURN);
  insn(&r, 0x1014, 0);
  jump(&r, FAR, "2 +14 depth 1");
  expect(&r, "2 +6f02a");
  insn(&r, 0x1008, CALL);
  insn(&r, 0x2000, RETURN);
  insn(&r, 0x1014, 0);
  insn(&r, 0x1018, 0);
  expect(&r, "0.1 index a branches 0 map 0 depth 2");
  insn(&r, 0x2000, RETURN); /* a tie with the depth in both: the address is short, but it is not */
  insn(&r, 0x1016, 0);
  insn(&r, 0x1018, 0);
  expect(&r, "2 +2 depth 2");
  insn(&r, 0x2000, RETURN);
  insn(&r, 0x1014, 0);
  insn(&r, 0x1018, 0);
  expect(&r, "0.1 index a branches 0 map 0 depth 2");
  finish(&r);
  ROW("ETR:DC-03");
  ROW("ETR:A-05");
}

/* DC-03: the instruction behind an implied return takes its entry from whoever has it, reported or
 * not, and does not enter. */
static void implied_returns_invalidate(void **state) {
  (void)state;
  for (unsigned kind = 0; kind < 6; kind++) { /* bit 0: reported */
    static const uint64_t entered[] = {0x904c, 0x100c, 0x1010};
    const uint64_t target = entered[kind / 2]; /* an alias of 100c, itself, another one */
    struct run r;
    char line[64];
    setup_cache(&r);
    r.options.implicit_return = 3;
    begin(&r, 0x1000);
    jump(&r, target, NULL);
    insn(&r, 0x1008, CALL);
    insn(&r, 0x2000, RETURN);
    r.clock.trigger = (kind & 1) != 0 ? 4 : 0;
    insn(&r, 0x100c, 0);
    insn(&r, 0x1010, 0);
    if ((kind & 1) != 0) r.checked++;
    jump(&r, FAR, NULL);
    snprintf(line, sizeof line, "2 -%" PRIx64, FAR - target);
    jump(&r, target, target == 0x1010 ? "0.1 index 8 branches 0 map 0" : line);
    finish(&r);
  }
  ROW("ETR:DC-03");
}

static void off_or_not_built(void **state) {
  (void)state;
  for (unsigned what = 0; what < 2; what++) {
    struct run r;
    setup_cache(&r);
    if (what == 0) r.options.jump_target_cache = false;
    if (what == 1) r.build.cache_size = 0;
    insn(&r, 0x1000, 0);
    insn(&r, 0x1004, 0);
    expect(&r, "3.3 on 1 qual 0 options 0");
    expect(&r, "3.0 1000 priv 3 context 0");
    jump(&r, 0x1014, "2 +14");
    jump(&r, FAR, "2 +6f02a");
    jump(&r, 0x1014, "2 -6f02a");
    finish(&r);
  }
  ROW("ETR:M-JTC");
}

static void set_d_and_e(void **state) { /* ETR section 12, as bytes */
  (void)state;
  static const struct {
    uint64_t target;
    const char *branches; /* n and t */
    bool alone;           /* no predictor, no stack: Set E */
    const char *bytes;
  } list[] = {{0x1014, "", false, "54"},
              {0x103e, "n", false, "fc e1"},
              {0x1006, "tntn", false, "1c 44 01"},
              {0x1014, "", true, "28"}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    struct run r;
    setup_cache(&r);
    r.params.stack_depth = list[i].alone ? 0 : 8;
    r.build.irdepth_width = list[i].alone ? 0 : 4;
    r.build.bpred_size = list[i].alone ? 0 : 5;
    r.build.f0s_width = list[i].alone ? 0 : 1;
    r.build.context_width = 0;
    begin(&r, 0x1000);
    jump(&r, list[i].target, NULL);
    jump(&r, 0x10000000, NULL);
    for (const char *b = list[i].branches; *b != 0; b++)
      insn(&r, 0x1000, *b == 'n' ? NOT_TAKEN : TAKEN);
    insn(&r, 0x1008, JUMP);
    insn(&r, list[i].target, 0);
    insn(&r, 0x1100, 0);
    expect_payload(&r, list[i].bytes);
    finish(&r);
  }
}

/* Set D: a return to elsewhere, two entries on the stack. */
static void set_d_depths(void **state) {
  (void)state;
  for (unsigned kind = 0; kind < 3; kind++) {
    struct run r;
    setup_cache(&r);
    r.params.stack_depth = 8;
    r.build.irdepth_width = 4;
    r.build.context_width = 0;
    r.options.implicit_return = 3;
    begin(&r, 0x1000);
    jump(&r, 0x1006, NULL);
    jump(&r, kind == 0 ? 0x10000000 : 0x5000, NULL);
    insn(&r, 0x1008, CALL);
    insn(&r, 0x2000, CALL);
    insn(&r, 0x3000, RETURN);
    insn(&r, kind == 0 ? 0x1006 : kind == 1 ? 0x5010 : 0x4ff0, 0);
    insn(&r, 0x1100, 0);
    expect_payload(&r, kind == 0 ? "1c a0 00" : kind == 1 ? "22 00 00 00 28" : "e2 ff ff ff 27");
    finish(&r);
  }
  ROW("ETR:F2-02");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(miss_and_hit),
      cmocka_unit_test(full_addresses),
      cmocka_unit_test(aliases),
      cmocka_unit_test(shorter_or_not),
      cmocka_unit_test(with_branches),
      cmocka_unit_test(never_with_updiscon),
      cmocka_unit_test(what_enters),
      cmocka_unit_test(a_sync_empties_it),
      cmocka_unit_test(counts_come_first),
      cmocka_unit_test(mispredicted_returns),
      cmocka_unit_test(implied_returns_invalidate),
      cmocka_unit_test(off_or_not_built),
      cmocka_unit_test(set_d_and_e),
      cmocka_unit_test(set_d_depths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Branch prediction of E-Trace: what is learned, and where a map becomes a count (ETR:M-BP, F0-02,
 * DC-18). */

#include "oracle/etrace/state.h"
#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };

static void setup_prediction(struct run *r) {
  setup_modes(r);
  r->options.branch_prediction = true;
}

/* Branches that are predicted right: of an entry that nobody has trained, and not taken. */
static void right(struct run *r, unsigned count) {
  while (count-- != 0) insn(r, 0x1000, NOT_TAKEN);
}

/* A jump to 3000 and, after what retires there, how all of it is told. */
static void jump(struct run *r, uint8_t itype, const char *line) {
  insn(r, 0x1004, JUMP);
  insn(r, 0x3000, itype);
  insn(r, 0x3004, 0);
  expect(r, line);
  finish(r);
}

static void all_right(void **state) { /* up to 30 a map, from 31 on a count */
  (void)state;
  for (unsigned count = 0; count <= 70; count++) {
    struct run r;
    char line[64];
    setup_prediction(&r);
    begin(&r, 0x1000);
    right(&r, count);
    expect_none(&r);
    if (count == 0)
      snprintf(line, sizeof line, "2 +2000");
    else if (count < 31)
      snprintf(line, sizeof line, "1 %u map %x +2000", count, (1u << count) - 1);
    else
      snprintf(line, sizeof line, "0.0 count %u fmt 2 +2000", count - 31);
    jump(&r, 0, line);
  }
  ROW("ETR:F0-02");
  ROW("ETR:M-BP");
}

static void the_target_is_a_branch(void **state) { /* right: it counts; wrong: it does not */
  (void)state;
  for (unsigned count = 29; count <= 33; count++) {
    for (unsigned wrong = 0; wrong < 2; wrong++) {
      struct run r;
      char line[64];
      const uint32_t map = count < 31 ? (1u << count) - 1 : 0; /* from 31 on not asked for */
      setup_prediction(&r);
      begin(&r, 0x1000);
      right(&r, count);
      if (count >= 31)
        snprintf(line, sizeof line, "0.0 count %u fmt %u +2000", count - 31 + !wrong,
                 wrong ? 3u : 2u);
      else if (count == 30 && !wrong)
        snprintf(line, sizeof line, "0.0 count 0 fmt 2 +2000"); /* the 31st has a reason (DC-18) */
      else
        snprintf(line, sizeof line, "1 %u map %x +2000", count + 1,
                 wrong ? map : map | 1u << count);
      jump(&r, wrong ? TAKEN : NOT_TAKEN, line);
    }
  }
  ROW("ETR:DC-18");
  ROW("ETR:F0-02");
}

static void
wrong_in_the_map(void **state) { /* at each place: the map is full at 31, and begins anew */
  (void)state;
  for (unsigned place = 0; place < 31; place++) {
    struct run r;
    char line[64];
    setup_prediction(&r);
    begin(&r, 0x1000);
    right(&r, place);
    insn(&r, 0x1000 + 4, TAKEN);
    right(&r, 30 - place);
    snprintf(line, sizeof line, "1 0 map %x", 0x7fffffffu & ~(1u << place));
    right(&r, 31);
    expect(&r, line);
    expect_none(&r);
    jump(&r, 0, "0.0 count 0 fmt 2 +2000");
  }
  ROW("ETR:F1-01");
}

static void wrong_at_the_32nd(void **state) { /* and later: no address, and a new count */
  (void)state;
  for (unsigned count = 31; count < 40; count++) {
    struct run r;
    char line[64];
    setup_prediction(&r);
    begin(&r, 0x1000);
    right(&r, count);
    expect_none(&r);
    insn(&r, 0x1004, TAKEN);
    insn(&r, 0x1004, NOT_TAKEN); /* wrong too, as the first of a map */
    snprintf(line, sizeof line, "0.0 count %u fmt 0", count - 31);
    expect(&r, line);
    jump(&r, 0, "1 1 map 1 +2000");
  }
  ROW("ETR:F0-02");
}

/* Each transition: after 31 right ones a wrong one is seen at once. */
static void what_is_learned(void **state) {
  (void)state;
  /* 01 w 11 r 11 w 10 r 11 w 10 w 00 r 00 w 01 r 00 w 01 w 11 r 11 */
  static const char outcome[] = "TTNTNNNTNTTT";
  static const char seen[] = "wrwrwwrwrwwr";
  for (unsigned size = 1; size <= 7; size++) {
    struct run r;
    setup_prediction(&r);
    r.build.bpred_size = (uint8_t)size;
    begin(&r, 0x1000);
    for (size_t i = 0; outcome[i] != 0; i++) {
      right(&r, 31);
      expect_none(&r);
      insn(&r, 0x1002, outcome[i] == 'T' ? TAKEN : NOT_TAKEN);
      insn(&r, 0x1006, 0);
      if (seen[i] == 'w') {
        expect(&r, "0.0 count 0 fmt 0");
      } else {
        insn(&r, 0x1008, JUMP);
        insn(&r, 0x1000, 0);
        insn(&r, 0x1004, 0);
        expect(&r, "0.0 count 1 fmt 2 +0");
      }
    }
    finish(&r);
  }
  ROW("ETR:M-BP");
}

/* What address shares the entry of 1000, which is trained to taken: 2^size entries further. */
static void aliases(void **state) {
  (void)state;
  for (uint8_t lsb = 1; lsb <= 2; lsb++) {
    for (unsigned size = 1; size <= 7; size++) {
      for (unsigned bit = lsb; bit <= 10; bit++) {
        struct run r;
        const bool same = bit >= size + lsb;
        setup_prediction(&r);
        r.build.iaddress_lsb = lsb;
        r.build.bpred_size = (uint8_t)size;
        begin(&r, 0x1000);
        for (unsigned i = 0; i < 62; i++) insn(&r, 0x1000, TAKEN); /* but for the first: right */
        insn(&r, 0x1000 + (1u << bit), TAKEN);
        expect(&r, "1 0 map 0");
        insn(&r, 0x3000, JUMP);
        insn(&r, 0x1000, 0);
        insn(&r, 0x1004, 0);
        if (!same) expect(&r, "0.0 count 0 fmt 0");
        expect(&r, same ? "0.0 count 1 fmt 2 +0" : "2 +0");
        finish(&r);
      }
    }
  }
  ROW("ETR:M-BP");
}

/* F3-07, F3-08, AMB-17: all entries are 01 after a sync, and its own branch trains. */
static void a_sync_forgets(void **state) {
  (void)state;
  for (unsigned why = 0; why < 4; why++) { /* start, privilege, a handler, resync */
    for (unsigned own = 0; own < 2; own++) {
      struct run r;
      char line[64];
      setup_prediction(&r);
      if (why != 0) {
        begin(&r, 0x1100);
        for (unsigned i = 0; i < 3; i++) insn(&r, 0x1002, TAKEN);
        add(&r, 0x1100, "2", 0)->expired = why == 3;
        edge(&r);
        if (why == 1) r.clock.priv = RVT_PRIV_U;
        if (why == 2) interrupt(&r, 7);
      }
      insn(&r, 0x1002, own ? TAKEN : 0);
      right(&r, 31);
      r.checked = why == 0 ? 1 : 3; /* options, and the 3.0 and map before it */
      const char *const taken = own ? " taken" : "";
      if (why == 2)
        snprintf(line, sizeof line, "3.1 handler 1002%s priv 3 interrupt 7 tval 0", taken);
      else
        snprintf(line, sizeof line, "3.0 1002%s priv %u context 0", taken, why == 1 ? 0u : 3u);
      expect(&r, line);
      insn(&r, 0x1002, TAKEN); /* right only if the sync's own branch was taken */
      insn(&r, 0x3000, JUMP);
      insn(&r, 0x1002, 0);
      insn(&r, 0x1006, 0);
      if (!own) expect(&r, "0.0 count 0 fmt 0");
      expect(&r, own ? "0.0 count 1 fmt 2 +0" : "2 +0");
      finish(&r);
    }
  }
  ROW("ETR:F3-07");
  ROW("ETR:F3-08");
}

/* DC-18: every reason to report, with C no branch, one predicted right, and one that is not. */
static void every_reason(void **state) {
  (void)state;
  enum why { TRAP, LEVEL, CONTEXT, END, RESYNC, NOTIFY, WHYS };
  static const char *const packets[] = {"0.0 count 4 fmt 2 +4", "0.0 count 5 fmt 2 +4",
                                        "0.0 count 4 fmt 3 +4"};
  for (unsigned why = 0; why < WHYS; why++) {
    for (unsigned kind = 0; kind < 3; kind++) {
      struct run r;
      char line[64];
      setup_prediction(&r);
      begin(&r, 0x1000);
      right(&r, 35);
      if (why == NOTIFY) r.clock.trigger = 4;
      add(&r, 0x1004, "2", kind == 0 ? 0 : kind == 1 ? NOT_TAKEN : TAKEN)->expired = why == RESYNC;
      edge(&r);
      if (why == TRAP) interrupt(&r, 7);
      if (why == LEVEL) r.clock.priv = RVT_PRIV_U;
      if (why == CONTEXT) {
        r.clock.context = 5;
        r.clock.ctype = 2;
      }
      if (why == END) off(&r);
      if (why != END) insn(&r, 0x1008, 0);
      snprintf(line, sizeof line, "%s%s", packets[kind], why == NOTIFY ? " notify" : "");
      expect(&r, line);
      oracle_free(r.oracle);
    }
  }
  ROW("ETR:DC-18");
}

/* F0-02: the count's last value, of a state that no run reaches. */
static void the_count_is_full(void **state) {
  (void)state;
  struct run r;
  setup_prediction(&r);
  begin(&r, 0x1000);
  right(&r, 40);
  insn(&r, 0x1010, 0);
  struct oracle_etrace *o = (struct oracle_etrace *)r.oracle;
  assert_int_equal(o->pbc, 40);
  o->pbc = o->branches = (uint64_t)0xFFFFFFFF + 31 - 2;
  right(&r, 2);
  right(&r, 1);
  expect(&r, "0.0 count 4294967295 fmt 2 +0");
  right(&r, 1);
  jump(&r, 0, "1 2 map 3 +2000"); /* the count began anew */
  ROW("ETR:F0-02");
}

static void off_or_not_built(void **state) { /* maps as ever */
  (void)state;
  for (unsigned what = 0; what < 2; what++) {
    struct run r;
    setup_prediction(&r);
    if (what == 0) r.options.branch_prediction = false;
    if (what == 1) r.build.bpred_size = 0;
    insn(&r, 0x1000, 0);
    right(&r, 32);
    expect(&r, "3.3 on 1 qual 0 options 0");
    expect(&r, "3.0 1000 priv 3 context 0");
    expect(&r, "1 0 map 7fffffff");
    jump(&r, 0, "1 1 map 1 +2000");
  }
  ROW("ETR:M-BP");
}

static void set_d(void **state) { /* ETR section 12, as bytes */
  (void)state;
  static const struct {
    unsigned count; /* predicted right */
    uint8_t target; /* of a jump to +20; 0xFF: a wrong branch instead */
    const char *bytes;
  } list[] = {{31, 0xFF, "00"},
              {131, 0xFF, "20 03"},
              {36, 0, "28 00 00 00 10 02"},
              {36, TAKEN, "28 00 00 00 18 02"}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    struct run r;
    setup_prediction(&r);
    r.params.stack_depth = 8;
    r.build.irdepth_width = 4;
    r.build.context_width = 0;
    begin(&r, 0x1000);
    right(&r, list[i].count);
    const bool wrong = list[i].target == 0xFF;
    insn(&r, 0x1004, wrong ? TAKEN : JUMP);
    insn(&r, 0x1020, wrong ? 0 : list[i].target);
    insn(&r, 0x1024, 0);
    expect_payload(&r, list[i].bytes);
    finish(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_right),
      cmocka_unit_test(the_target_is_a_branch),
      cmocka_unit_test(wrong_in_the_map),
      cmocka_unit_test(wrong_at_the_32nd),
      cmocka_unit_test(what_is_learned),
      cmocka_unit_test(aliases),
      cmocka_unit_test(a_sync_forgets),
      cmocka_unit_test(every_reason),
      cmocka_unit_test(the_count_is_full),
      cmocka_unit_test(off_or_not_built),
      cmocka_unit_test(set_d),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Resynchronization of E-Trace: each way of counting with each thing that it meets (ETR section 5).
 */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };

/* A trace whose next block reaches the threshold, after a jump to it or not. The last address
 * reported is 1000. @return the block's address */
static uint64_t almost(struct run *r, uint8_t mode, bool target) {
  const uint8_t last = target ? JUMP : 0;
  setup(r);
  r->clock.config.sync_mode = mode;
  insn(r, 0x1000, mode == RVT_PERIOD_MESSAGES ? JUMP : 0);
  unsigned before = mode == RVT_PERIOD_HALFWORDS ? 6 : 1;
  if (mode == RVT_PERIOD_MESSAGES) {
    for (unsigned i = 0; i < 15; i++) insn(r, 0x1000, JUMP);
    insn(r, 0x1000, last); /* the sixteenth packet */
    before = 0;
  }
  for (unsigned i = 1; i <= before; i++) insn(r, 0x1000 + 4 * i, i == before ? last : 0);
  return target ? 0x2000 : 0x1000 + 4 * (before + 1);
}

enum meets { NOTHING, TRAP, NOTIFY, LEVEL, END, MEETS };

/* The block that reaches the threshold: what it is, and what comes with it or after it. */
static void one_case(uint8_t mode, bool target, bool branch, enum meets meets) {
  struct run r;
  char name[64], where[16], line[64];
  snprintf(name, sizeof name, "mode %u%s%s, meets %u", mode, target ? ", target" : "",
           branch ? ", branch" : "", meets);
  const uint64_t pc = almost(&r, mode, target);
  r.name = name;
  r.clock.trigger = meets == NOTIFY ? 4 : 0;
  add(&r, pc, "2", branch ? NOT_TAKEN : 0)->expired = mode == RVT_PERIOD_CLOCKS;
  edge(&r);
  if (meets == TRAP) interrupt(&r, 7);
  if (meets == LEVEL) r.clock.priv = RVT_PRIV_U;
  if (meets == END) off(&r);
  const uint64_t next = meets == TRAP ? 0x100 : pc + 4;
  if (meets != END) {
    insn(&r, next, 0);
    insn(&r, next + 4, 0);
    insn(&r, next + 8, 0);
  }

  r.checked = mode == RVT_PERIOD_MESSAGES ? 18 : 2; /* and sixteen packets */
  snprintf(where, sizeof where, "+%" PRIx64, pc - 0x1000);
  const bool reports = target || branch || meets == TRAP || meets == NOTIFY || meets == END;
  if (reports) {
    const char *flag = target && meets != END       ? " updiscon"
                       : !target && meets == NOTIFY ? " notify"
                                                    : "";
    snprintf(line, sizeof line, "%s%s%s", branch ? "1 1 map 1 " : "2 ", where, flag);
    expect(&r, line);
  }
  if (meets == END) {
    expect(&r, target ? "3.3 on 1 qual 3 options 0" : "3.3 on 1 qual 1 options 0");
  } else if (meets == TRAP) {
    expect(&r, "3.1 handler 100 priv 3 interrupt 7 tval 0");
  } else {
    snprintf(line, sizeof line, "3.0 %" PRIx64 " priv %u context 0", next,
             meets == LEVEL ? 0u : 3u);
    expect(&r, line);
  }
  finish(&r);
}

static void every_case(void **state) {
  (void)state;
  for (uint8_t mode = RVT_PERIOD_MESSAGES; mode <= RVT_PERIOD_HALFWORDS; mode++)
    for (unsigned kind = 0; kind < 4; kind++)
      for (unsigned meets = 0; meets < MEETS; meets++)
        one_case(mode, (kind & 1) != 0, (kind & 2) != 0, (enum meets)meets);
  ROW("ETR:R-01");
  ROW("ETR:R-03");
  ROW("ETR:R-04");
  ROW("ETR:AMB-10");
  ROW("ETR:DC-20");
}

static void every_threshold(void **state) { /* the sync's own instruction counts */
  (void)state;
  for (uint8_t max = 0; max < 8; max++) {
    const unsigned period = 1u << (max + 3); /* instructions of two half-words */
    struct run r;
    setup(&r);
    r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
    r.clock.config.sync_max = max;
    for (unsigned i = 0; i <= 3 * period + 1; i++) insn(&r, 0x1000 + 4 * i, 0);
    expect(&r, "3.3 on 1 qual 0 options 0");
    for (unsigned i = 0; i < 4; i++) {
      char line[64];
      snprintf(line, sizeof line, "3.0 %x priv 3 context 0", 0x1000 + 4 * i * period);
      expect(&r, line);
    }
    finish(&r);
  }
  ROW("ETR:R-02");
}

static void a_sync_begins_anew(void **state) { /* whatever its reason */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
  for (unsigned i = 0; i < 6; i++) insn(&r, 0x1000 + 4 * i, 0);
  interrupt(&r, 7);
  for (unsigned i = 0; i < 10; i++) insn(&r, 0x100 + 4 * i, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1000 priv 3 context 0");
  expect(&r, "2 +14");
  expect(&r, "3.1 handler 100 priv 3 interrupt 7 tval 0");
  expect(&r, "3.0 120 priv 3 context 0");
  finish(&r);
  ROW("ETR:R-04");
}

/* F3-07: of a resync, a change of privilege, a handler: its branch is in no map, its address is the
 * base; 3.2 and 3.3 are no such packets (P-05). */
static void what_a_sync_resets(void **state) {
  (void)state;
  static const char *const packets[] = {"3.0 2000 taken priv 3 context 0",
                                        "3.0 2000 taken priv 0 context 0",
                                        "3.1 handler 2000 taken priv 3 interrupt 7 tval 0"};
  for (unsigned why = 0; why < 3; why++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    add(&r, 0x1008, "2", RVT_IT_DIRECT_JUMP)->expired = why == 0;
    edge(&r);
    if (why == 1) r.clock.priv = RVT_PRIV_U;
    if (why == 2) interrupt(&r, 7);
    insn(&r, 0x2000, RVT_IT_TAKEN);
    insn(&r, 0x3000, NOT_TAKEN);
    r.clock.ctype = 1; /* between them: 3.2 */
    insn(&r, 0x3004, 0);
    insn(&r, 0x3008, JUMP);
    insn(&r, 0x4000, 0);
    insn(&r, 0x4004, 0);
    if (why == 2) expect(&r, "2 +8");
    expect(&r, packets[why]);
    expect(&r, why == 1 ? "3.2 priv 0 context 0" : "3.2 priv 3 context 0");
    expect(&r, "1 1 map 1 +2000");
    finish(&r);
  }
  ROW("ETR:F3-07");
  ROW("ETR:F3-04");
  ROW("ETR:P-05");
}

static void full_maps_are_packets(void **state) { /* counted once they are sent */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_MESSAGES;
  insn(&r, 0x1000, 0);
  for (unsigned i = 0; i < 16 * 31; i++) insn(&r, 0x1000, NOT_TAKEN);
  insn(&r, 0x1000, NOT_TAKEN);
  insn(&r, 0x1004, 0);
  insn(&r, 0x1008, 0);
  r.checked = 2;
  for (unsigned i = 0; i < 16; i++) expect(&r, "1 0 map 7fffffff");
  expect(&r, "1 1 map 1 +0");
  expect(&r, "3.0 1004 priv 3 context 0");
  finish(&r);
}

static void nothing_is_due(void **state) { /* mode 0; a mode that is left before its threshold */
  (void)state;
  for (unsigned left = 0; left < 2; left++) {
    struct run r;
    setup(&r);
    r.clock.config.sync_mode = left ? RVT_PERIOD_HALFWORDS : RVT_PERIOD_OFF;
    for (unsigned i = 0; i < 100; i++) {
      if (i == 6) r.clock.config.sync_mode = RVT_PERIOD_OFF;
      insn(&r, 0x1000 + 4 * i, 0);
    }
    r.checked = 2;
    finish(&r);
  }
}

static void untraced_counts_nothing(void **state) { /* not while tracing is off */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_HALFWORDS;
  for (unsigned i = 0; i < 7; i++) insn(&r, 0x1000 + 4 * i, 0);
  off(&r);
  for (unsigned i = 7; i < 50; i++) insn(&r, 0x1000 + 4 * i, 0);
  r.clock.config.tracing = true;
  for (unsigned i = 0; i < 8; i++) insn(&r, 0x2000 + 4 * i, 0);
  r.checked = 2;
  expect(&r, "2 +18");
  expect(&r, "3.3 on 1 qual 1 options 0");
  expect(&r, "3.0 2000 priv 3 context 0");
  finish(&r);
}

/* DC-01: the packet of a target that is first in its block is the sixteenth; its block's end is S2.
 */
static void packets_in_a_block(void **state) {
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.sync_mode = RVT_PERIOD_MESSAGES;
  for (unsigned i = 0; i < 16; i++) insn(&r, 0x1000, JUMP);
  block(&r, 0x1000, "222", NOT_TAKEN);
  block(&r, 0x100c, "22", 0);
  insn(&r, 0x1014, 0);
  r.checked = 17;
  expect(&r, "2 +0");
  expect(&r, "1 1 map 1 +8");
  expect(&r, "3.0 100c priv 3 context 0");
  finish(&r);
  ROW("ETR:DC-01");
  ROW("ETR:X-01");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_case),
      cmocka_unit_test(every_threshold),
      cmocka_unit_test(a_sync_begins_anew),
      cmocka_unit_test(what_a_sync_resets),
      cmocka_unit_test(full_maps_are_packets),
      cmocka_unit_test(nothing_is_due),
      cmocka_unit_test(untraced_counts_nothing),
      cmocka_unit_test(packets_in_a_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

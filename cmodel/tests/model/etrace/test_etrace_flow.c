/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Entries into flow, records out: what hardly any hart does. */

#include <string.h>

#include "oracle/row.h"
#include "rvt/itype.h"
#include "rvt/unit/etrace_flow.h"
#include "tests/support/test.h"

enum { RECORDS = 16, CLOCKS = 64 };

struct run {
  struct rvt_params p;
  struct rvt_config cfg;
  struct rvt_etrace_flow flow;
  struct rvt_etrace_record record[RECORDS];
  unsigned records, checked;
};

static void setup(struct run *r) {
  memset(r, 0, sizeof *r);
  r->p = build_of("Format=1 Framing=1");
  r->cfg = (struct rvt_config){.active = true, .enable = true, .tracing = true};
  rvt_etrace_flow_init(&r->flow, &r->p);
}

/* An entry, and all that follows from it. */
static void put(struct run *r, struct rvt_head head) {
  const struct rvt_entry entry = {.blocks = 1, .head = {head}};
  struct rvt_etrace_flow_in in = {.cfg = &r->cfg, .entry = &entry, .rec_ready = true};
  struct rvt_etrace_flow_out out;
  for (unsigned i = 0; i < CLOCKS; i++) {
    rvt_etrace_flow_clock(&r->flow, &in, &out);
    if (out.taken) in.entry = NULL;
    if (!out.rec_valid) continue;
    assert_true(r->records < RECORDS);
    r->record[r->records++] = out.rec;
  }
}

static const struct rvt_etrace_record *next(struct run *r) {
  assert_true(r->checked < r->records);
  return &r->record[r->checked++];
}

/*
 * F3-02, DC-08: a session ends behind a trap that a 3.1 has told. The next one is a trap alone, and
 * lost. The first instruction after it, in a third one, is that of its handler: it has not been
 * told.
 */
static void a_trap_that_was_lost(void **state) {
  (void)state;
  struct run r;
  setup(&r);
  put(&r, (struct rvt_head){
              .kind = RVT_ENTRY_START, .itype = RVT_IT_EXCEPTION, .addr = 0x800, .cause = 1});
  put(&r, (struct rvt_head){.kind = RVT_ENTRY_STOP, .sub = RVT_ENDED_ENABLED, .cause = 2});
  const struct rvt_etrace_record *told = next(&r);
  assert_int_equal(told->kind, RVT_ETRACE_TRAP);
  assert_false(told->thaddr);
  assert_int_equal(next(&r)->kind, RVT_ETRACE_SUPPORT);
  put(&r, (struct rvt_head){.kind = RVT_ENTRY_START, .itype = RVT_IT_INTERRUPT});
  put(&r, (struct rvt_head){.kind = RVT_ENTRY_OVERFLOW, .sub = RVT_LOST_BLOCKS});
  assert_int_equal(next(&r)->qual, RVT_ETRACE_TRACE_LOST);
  put(&r, (struct rvt_head){.kind = RVT_ENTRY_START,
                            .halfwords = 4,
                            .last_size = 1,
                            .addr = 0x80,
                            .trap = RVT_IT_INTERRUPT | RVT_TRAP_TRACED,
                            .cause = 7});
  told = next(&r);
  assert_int_equal(told->kind, RVT_ETRACE_TRAP);
  assert_true(told->thaddr);
  assert_true(told->interrupt);
  assert_int_equal(told->cause, 7);
  assert_int_equal(r.checked, r.records);
  ROW("ETR:DC-08");
}

/* Clocks that flow takes for so many blocks like this one, which are always there. */
static unsigned clocks_of(uint8_t sync_mode, struct rvt_head block, unsigned blocks) {
  enum { FIRST = 4 }; /* as many more before them */
  struct run r;
  setup(&r);
  r.cfg.sync_mode = sync_mode;
  r.cfg.sync_max = 15;
  unsigned taken = 0, clocks = 0;
  while (taken < FIRST + blocks) {
    block.kind = taken == 0 ? RVT_ENTRY_START : RVT_ENTRY_BLOCK;
    const struct rvt_entry entry = {.blocks = 1, .head = {block}};
    const struct rvt_etrace_flow_in in = {.cfg = &r.cfg, .entry = &entry, .rec_ready = true};
    struct rvt_etrace_flow_out out;
    rvt_etrace_flow_clock(&r.flow, &in, &out);
    clocks += taken >= FIRST;
    taken += out.taken;
    assert_in_range(clocks, 0, CLOCKS);
  }
  return clocks;
}

/* The address of its first instruction, and what there is to say of its last one:
 * docs/units/etrace.md. */
static void a_block_after_a_jump_takes_a_clock(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint8_t sync_mode;
    struct rvt_head block;
    unsigned clocks;
  } cases[] = {
#define BLOCK(type, size) .halfwords = (size), .last_size = 1, .itype = RVT_IT_##type
      {"a jump", RVT_PERIOD_OFF, {BLOCK(INDIRECT_JUMP, 4)}, 1},
      {"a jump alone", RVT_PERIOD_OFF, {BLOCK(INDIRECT_JUMP, 2)}, 1},
      {"no address", RVT_PERIOD_OFF, {BLOCK(DIRECT_JUMP, 4)}, 1},
      {"a period of half-words", RVT_PERIOD_HALFWORDS, {BLOCK(INDIRECT_JUMP, 4)}, 1},
      {"a period of packets", RVT_PERIOD_MESSAGES, {BLOCK(INDIRECT_JUMP, 4)}, 2},
      {"a trigger", RVT_PERIOD_OFF, {BLOCK(INDIRECT_JUMP, 4), .notify = true}, 2},
      {"a context", RVT_PERIOD_OFF, {BLOCK(INDIRECT_JUMP, 4), .ctype = 1}, 2},
#undef BLOCK
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const unsigned clocks = clocks_of(cases[i].sync_mode, cases[i].block, 20);
    if (clocks != 20 * cases[i].clocks)
      fail_msg("%s: expected %u clocks a block, found %u for 20", cases[i].name, cases[i].clocks,
               clocks);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_trap_that_was_lost),
                                     cmocka_unit_test(a_block_after_a_jump_takes_a_clock)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What events and several slots send, by hand from docs/decisions.md, through both encoders. */

#include "oracle/row.h"
#include "tests/model/ntrace/flow_bench.h"
#include "tests/support/test.h"

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };
#define START5 "24 15 00 0B " /* ProgTraceSync SYNC 5 at 0x100 */

static struct flow_bench *with_events(uint8_t mode) {
  static struct flow_bench b;
  flow_init(&b, mode);
  b.params.events = b.params.seq_jump = true;
  b.config.trig_ena = true;
  return &b;
}

static void notify_is_reported_behind_its_block(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  flow_group(b, 0x100, 2, 0);
  b->ingress.trigger = RVT_TRIGGER_NOTIFY;
  flow_group(b, 0x104, 2, 0);
  b->ingress.trigger = 0;
  flow_group(b, 0x108, 2, 0);
  flow_halt(b);
  flow_expect(b, "SYNC 6", START5 "24 18 05 10 0B 84 00 0B");
  b->ingress.trigger = RVT_TRIGGER_NOTIFY; /* of a session's first block */
  flow_group(b, 0x100, 4, 0);
  b->ingress.trigger = 0;
  flow_group(b, 0x108, 2, 0);
  flow_halt(b);
  flow_expect(b, "SYNC 6 after SYNC 3", "24 0D 00 0B 24 18 05 10 0B 84 00 0B");
  ROW("NT:SYN-16");
  ROW("NT:SYN-34");
  ROW("NT:SEQ-21");
  ROW("NT:ORD-10");
  ROW("TCI:TRIG-09");

  b = with_events(HTM);
  flow_group(b, 0x100, 2, 4);
  b->ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  flow_group(b, 0x104, 2, 0);
  b->ingress.ext_trigger = 0;
  flow_group(b, 0x10A, 2, 0);
  flow_halt(b);
  flow_expect(b, "SYNC 0", START5 "74 00 11 14 09 0B 84 40 09 07");
  ROW("NT:SYN-10");
}

static void reset_takes_the_place_of_the_target(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  flow_group(b, 0x100, 3, 10);
  b->ingress.hart_reset = true;
  flow_group(b, 0x300, 1, 5);
  b->ingress.hart_reset = false;
  flow_group(b, 0x1000, 2, 0);
  flow_halt(b);
  flow_expect(b, "a jump that waited", START5 "30 04 0D 00 83 84 00 0B");
  b->config.tracing = false;
  b->ingress.hart_reset = true;
  flow_idle(b);
  b->ingress.hart_reset = false;
  b->config.tracing = true;
  flow_group(b, 0x100, 2, 0);
  flow_halt(b);
  flow_expect(b, "nothing was open", "24 05 00 0B 84 00 0B");
  ROW("NT:SYN-11");
  ROW("NT:SEQ-17");
}

static void low_power_stops_and_starts(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  flow_group(b, 0x100, 3, 0);
  b->ingress.lowpower = true;
  flow_idle(b);
  b->ingress.lowpower = false;
  flow_group(b, 0x200, 2, 0);
  flow_halt(b);
  flow_expect(b, "EVCODE 1, SYNC 9", START5 "84 04 0F 24 25 00 13 84 00 0B");
  ROW("NT:SEQ-18");
  ROW("NT:SYN-18");
  ROW("NT:COR-02");
}

static void one_clock_by_triggers(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  b->config.tracing = false;
  flow_group(b, 0x080, 1, 5);
  b->ingress.trigger = RVT_TRIGGER_ON;
  b->ingress.ext_trigger = RVT_TRIGGER_OFF;
  flow_group(b, 0x100, 3, 5);
  b->ingress.trigger = b->ingress.ext_trigger = 0;
  flow_idle(b);
  flow_expect(b, "on and off at once", START5 "0C 0F 84 10 03");
  ROW("NT:SEQ-20");
  ROW("TCI:TRIG-07");
}

static void put(struct flow_bench *b, unsigned at, uint64_t iaddr, uint8_t iretire, uint8_t itype) {
  b->ingress.block[at] = (struct rvt_block){.itype = itype, .iretire = iretire, .iaddr = iaddr};
}

static void slots_of_a_clock_go_in_order(void **state) {
  (void)state;
  for (uint8_t heads = 1; heads <= 2; heads++) {
    struct flow_bench *b = with_events(BTM);
    b->params.blocks = 2;
    b->params.flow_blocks = heads;
    put(b, 0, 0x100, 3, 5);
    put(b, 1, 0x300, 2, 10);
    flow_clock(b);
    put(b, 0, 0x600, 1, 0);
    put(b, 1, 0x602, 4, 0);
    flow_clock(b);
    flow_halt(b);
    flow_expect(b, "two slots", START5 "0C 0F 10 21 00 3B 84 00 17");
    /* A notification of the older one is told at the newer one. */
    put(b, 0, 0x100, 2, 0);
    flow_clock(b);
    put(b, 0, 0x104, 2, 0);
    put(b, 1, 0x108, 2, 0);
    b->ingress.trigger = RVT_TRIGGER_NOTIFY;
    flow_clock(b);
    flow_halt(b);
    flow_expect(b, "notify within a clock", "24 0D 00 0B 24 18 05 10 0B 84 00 0B");
  }
  ROW("NT:ING-02");
}

static void outcomes_of_a_clock_are_in_order(void **state) {
  (void)state;
  struct flow_bench *b = with_events(HTM);
  b->params.blocks = b->params.flow_blocks = 4;
  put(b, 0, 0x100, 1, 4);
  put(b, 1, 0x102, 1, 5);
  put(b, 2, 0x200, 1, 4);
  put(b, 3, 0x202, 1, 4);
  flow_clock(b);
  flow_halt(b);
  flow_expect(b, "HIST 0x14", START5 "84 40 11 53");
  ROW("NT:HIST-09");
}

static void narrow_port(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  b->params.itype_width = 3;
  b->params.stack_depth = 0;
  flow_group(b, 0x100, 2, 6);
  flow_group(b, 0x300, 1, 0); /* a jump that can be inferred may end it: NT:ING-04 */
  WALK(b, "3-bit itypes", START5 "10 21 00 13 0C 0F 84 00 07", {0x400, 2, 5}, {0x500, 1, 0});
  ROW("NT:ING-08");

  b = with_events(BTM); /* a return is a jump like any other: a stack is of no use */
  b->params.itype_width = 3;
  b->config.ir_en = true;
  b->config.ir_mode = 1;
  flow_group(b, 0x100, 2, 0); /* a call, which itype 0 does not tell */
  WALK(b, "a return", START5 "10 41 0B 84 00 07", {0x300, 2, 6}, {0x104, 1, 0});
  ROW("NT:IRT-02");
}

static void sequential_jump_sends_nothing(void **state) {
  (void)state;
  struct flow_bench *b = with_events(BTM);
  b->config.seq_en = true;
  b->ingress.block[0] =
      (struct rvt_block){.itype = 10, .iretire = 4, .ilastsize = 1, .sijump = true, .iaddr = 0x100};
  flow_clock(b);
  flow_group(b, 0x300, 2, 0);
  flow_halt(b);
  flow_expect(b, "both in one block", START5 "84 00 1B");
  ROW("NT:SQJ-01");
}

static struct flow_bench *with_jumps(uint8_t mode) {
  struct flow_bench *b = with_events(mode);
  b->params.all_jumps = b->config.all_jumps = true;
  return b;
}

static void direct_jumps_are_taken_branches(void **state) {
  (void)state;
  static const uint8_t itypes[] = {5, 9, 11, 15};
  for (size_t i = 0; i < sizeof itypes; i++) {
    struct flow_bench *b = with_jumps(HTM);
    WALK(b, "HIST 6", START5 "84 40 0D 1B", {0x100, 2, itypes[i]}, {0x300, 1, 4});
    b = with_jumps(BTM);
    WALK(b, "DirectBranch", START5 "0C 0B 84 00 07", {0x100, 2, itypes[i]}, {0x300, 1, 4});
    /* A due sync is told with it. */
    b = with_jumps(BTM);
    flow_group(b, 0x100, 2, itypes[i]);
    b->ingress.trigger = RVT_TRIGGER_NOTIFY;
    flow_group(b, 0x300, 2, itypes[i]);
    b->ingress.trigger = 0;
    flow_group(b, 0x400, 1, 0);
    flow_halt(b);
    flow_expect(b, "DirectBranchSync SYNC 6", START5 "0C 0B 2C 99 00 23 84 00 07");
    /* Not without the setting. */
    b = with_jumps(HTM);
    b->config.all_jumps = false;
    flow_group(b, 0x100, 2, itypes[i]);
    flow_halt(b);
    flow_expect(b, "no outcome", i == 0 ? START5 "84 40 09 0F" : START5 "84 40 09 07");
  }
  ROW("NT:AJM-02");
}

static void a_direct_call_pushes(void **state) {
  (void)state;
  for (uint8_t mode = 1; mode <= 3; mode++) {
    struct flow_bench *b = with_jumps(HTM);
    b->config.ir_en = true;
    b->config.ir_mode = mode;
    WALK(b, "its return is implicit", START5 "84 40 11 1B", {0x100, 2, 9}, {0x300, 1, 13},
         {0x104, 1, 4});
  }
  ROW("NT:AJM-03");
}

static void a_pair_is_no_direct_jump(void **state) {
  (void)state;
  struct flow_bench *b = with_jumps(HTM);
  b->config.seq_en = true;
  b->ingress.block[0] =
      (struct rvt_block){.itype = 10, .iretire = 4, .ilastsize = 1, .sijump = true, .iaddr = 0x100};
  flow_clock(b);
  flow_group(b, 0x300, 2, 0);
  flow_halt(b);
  flow_expect(b, "it has its message", START5 "10 41 00 13 84 40 09 07");
  ROW("NT:AJM-06");
}

/* The period of clocks is an input: D-24. */
static void sync_by_clocks_comes_when_told(void **state) {
  (void)state;
  struct rvt_encode s;
  struct flow_bench *b = with_events(BTM);
  uint8_t bytes[RVT_ENCODE_BYTES_MAX];
  b->params.blocks = 2;
  assert_int_equal(rvt_encode_init(&s, &b->params, NULL), RVT_OK);
  for (unsigned i = 0; i < 4; i++) {
    static const uint8_t sync[] = {0x24, 0xC9, 0x0C, 0x0B}; /* SYNC 2, I-CNT 3, 0x83 */
    struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
    b->config.sync_mode = i == 3 ? RVT_PERIOD_OFF : RVT_PERIOD_CLOCKS;
    put(b, 0, 0x100 + 4 * i, 1, 0);
    put(b, 1, 0x102 + 4 * i, 1, 0);
    if (i != 0) rvt_encode_due(&s, i == 1 ? 1 : 2); /* 2: a block that is not there */
    assert_int_equal(rvt_encode_push(&s, &b->config, &b->ingress, RVT_LOSS_NONE, &out), RVT_OK);
    assert_int_equal(out.used, i == 0 ? 4 : i == 1 ? sizeof sync : 0);
    if (i == 1) assert_memory_equal(bytes, sync, sizeof sync);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notify_is_reported_behind_its_block),
      cmocka_unit_test(reset_takes_the_place_of_the_target),
      cmocka_unit_test(low_power_stops_and_starts),
      cmocka_unit_test(one_clock_by_triggers),
      cmocka_unit_test(slots_of_a_clock_go_in_order),
      cmocka_unit_test(outcomes_of_a_clock_are_in_order),
      cmocka_unit_test(narrow_port),
      cmocka_unit_test(sequential_jump_sends_nothing),
      cmocka_unit_test(direct_jumps_are_taken_branches),
      cmocka_unit_test(a_direct_call_pushes),
      cmocka_unit_test(a_pair_is_no_direct_jump),
      cmocka_unit_test(sync_by_clocks_comes_when_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

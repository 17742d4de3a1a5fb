/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "oracle/row.h"
#include "rvt/unit/ingress_stage.h"
#include "tests/support/test.h"

enum { DEPTH = 8, LATENCY = 3 };

struct bench {
  struct rvt_ingress_stage dut;
  struct rvt_config config;
  struct rvt_ingress ingress;
  uint8_t level; /* of the queue in the next clock */
  bool blocked;  /* the message FIFO is not ready for the end of an overflow */
  struct rvt_ingress_stage_out out;
};

static struct bench start(void) {
  struct rvt_params p = build_of("IretireWidth=8 IaddrOnInt=0 TsWidth=16");
  p.queue_depth = DEPTH;
  p.stall_latency = LATENCY;
  struct bench b = {.config = {.active = true, .enable = true, .tracing = true, .mode = 3}};
  b.ingress.priv = RVT_PRIV_M;
  rvt_ingress_stage_init(&b.dut, &p);
  return b;
}

/** One clock with the ingress as it is; then the slot is gone. */
static const struct rvt_head *clock_edge(struct bench *b) {
  const struct rvt_ingress_stage_in in = {
      .cfg = &b->config, .ingress = &b->ingress, .queue_level = b->level, .resume = !b->blocked};
  memset(&b->out, 0xA5, sizeof b->out);
  rvt_ingress_stage_outputs(&b->dut, &in, &b->out);
  rvt_ingress_stage_tick(&b->dut, &in, &b->out);
  b->ingress.time++;
  b->ingress.block[0] = (struct rvt_block){.ilastsize = 1, .iaddr = 0xBAD};
  if (b->out.valid)
    assert_true(in.queue_level < DEPTH + (b->out.entry.head[0].kind == RVT_ENTRY_STOP));
  return b->out.valid ? &b->out.entry.head[0] : NULL;
}

static const struct rvt_head *slot(struct bench *b, uint64_t iaddr, uint8_t iretire,
                                   uint8_t itype) {
  b->ingress.block[0] = (struct rvt_block){.itype = itype, .iretire = iretire, .iaddr = iaddr};
  return clock_edge(b);
}

static void expect(const struct rvt_head *e, struct rvt_head want) {
  assert_non_null(e);
  assert_int_equal(e->kind, want.kind);
  assert_int_equal(e->sub, want.sub);
  assert_int_equal(e->known, want.known);
  assert_int_equal(e->itype, want.itype);
  assert_int_equal(e->halfwords, want.halfwords);
  assert_int_equal(e->addr, want.addr);
  assert_int_equal(e->abs_time, want.abs_time);
}

#define ENTRY(...) ((struct rvt_head){__VA_ARGS__})

static void session(void **state) {
  (void)state;
  struct bench b = start();
  assert_null(clock_edge(&b));
  assert_false(b.out.busy);
  assert_null(slot(&b, 0x80, 0, 2)); /* no address: cannot begin */
  expect(slot(&b, 0xF00000100, 5, 10),
         ENTRY(.kind = RVT_ENTRY_START, .sub = 5, .known = true, .itype = 10, .halfwords = 5,
               .addr = 0x80, .abs_time = 2));
  b.ingress.time = 0x70003; /* more bits than the build has */
  expect(slot(&b, 0x200, 0, 2), ENTRY(.itype = 2, .abs_time = 3));
  assert_true(b.out.busy);
  expect(slot(&b, 0x200, 1, 2),
         ENTRY(.itype = 2, .halfwords = 1, .known = true, .addr = 0x100, .abs_time = 4));
  expect(slot(&b, 0x204, 0, 1), ENTRY(.itype = 1, .known = true, .addr = 0x102, .abs_time = 5));
  b.config.enable = false;
  expect(clock_edge(&b), ENTRY(.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 6));
  assert_null(slot(&b, 0x300, 1, 0));
  assert_false(b.out.busy);
  ROW("NT:ING-13");
  ROW("NT:ING-29");
  ROW("NT:SEQ-01");
}

static void stop_carries_an_address_only_when_not_halted(void **state) {
  (void)state;
  static const struct {
    bool halt, debug_priv, valid, interrupt;
    struct rvt_head want;
  } cases[] = {
      {false, false, false, false, {.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 1}},
      {false,
       false,
       true,
       false,
       {.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 1, .known = true, .addr = 0x200}},
      {false, false, true, true, {.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 1}},
      {true, false, true, false, {.kind = RVT_ENTRY_STOP, .abs_time = 1}},
      {false, true, true, false, {.kind = RVT_ENTRY_STOP, .abs_time = 1}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct bench b = start();
    slot(&b, 0x100, 1, 0);
    b.ingress.halted = cases[i].halt;
    if (cases[i].debug_priv) b.ingress.priv = RVT_PRIV_DEBUG;
    if (!cases[i].halt && !cases[i].debug_priv) b.config.tracing = false;
    const bool alone = cases[i].interrupt;
    expect(cases[i].valid ? slot(&b, 0x400, !alone, alone ? 2 : 0) : clock_edge(&b), cases[i].want);
  }
  ROW("NT:ING-24");
  ROW("NT:COR-02");
  ROW("NT:COR-08");
}

/** A start at once after `b` became able to trace; its SYNC. */
static uint8_t reason(struct bench *b) {
  const struct rvt_head *e = slot(b, 0x100, 1, 0);
  assert_non_null(e);
  assert_int_equal(e->kind, RVT_ENTRY_START);
  return e->sub;
}

static void start_reasons(void **state) {
  (void)state;
  struct bench b = start();
  b.ingress.halted = true;
  clock_edge(&b);
  b.ingress.halted = false;
  assert_int_equal(reason(&b), RVT_START_DEBUG);
  b.config.tracing = false; /* on in the clock debug mode is left */
  clock_edge(&b);
  b.ingress.halted = true;
  clock_edge(&b);
  b.ingress.halted = false;
  b.config.tracing = true;
  assert_int_equal(reason(&b), RVT_START_DEBUG);
  b.ingress.halted = true; /* off at the exit */
  clock_edge(&b);
  b.ingress.halted = false;
  b.config.tracing = false;
  clock_edge(&b);
  b.config.tracing = true;
  assert_int_equal(reason(&b), RVT_START_ENABLE);
  b.config.active = false;
  clock_edge(&b);
  assert_null(clock_edge(&b));
  assert_false(b.out.busy);
  b.config.active = true;
  assert_int_equal(reason(&b), RVT_START_ENABLE);
  ROW("NT:SYN-13");
  ROW("NT:SYN-15");
  ROW("NT:SEQ-08");
}

/** An overflow that opened at time 1, with a session before it. */
static struct bench in_overflow(void) {
  struct bench b = start();
  slot(&b, 0x100, 1, 0);
  b.level = DEPTH;
  assert_null(slot(&b, 0x102, 1, 0));
  assert_null(slot(&b, 0x104, 1, 0));
  assert_true(b.out.overflow);
  return b;
}

static const struct rvt_head error_entry = {.kind = RVT_ENTRY_OVERFLOW, .sub = 4, .abs_time = 1};

static void overflow_ends_when_queue_and_fifo_allow(void **state) {
  (void)state;
  struct bench b = in_overflow();
  b.level = 1;
  assert_null(slot(&b, 0x106, 1, 0));
  b.level = 0;
  b.blocked = true;
  assert_null(slot(&b, 0x108, 1, 0));
  b.blocked = false;
  expect(slot(&b, 0x10A, 1, 0), error_entry); /* the slot of this clock is refused too */
  assert_true(b.out.overflow);
  expect(slot(&b, 0x10C, 1, 0), ENTRY(.kind = RVT_ENTRY_START, .sub = 7, .known = true,
                                      .halfwords = 1, .addr = 0x86, .abs_time = 6));
  assert_false(b.out.overflow);
  ROW("NT:ERR-05");
  ROW("NT:ERR-06");
  ROW("NT:ERR-08");
  ROW("NT:SYN-17");
}

static void reason_after_an_overflow(void **state) {
  (void)state;
  static const struct {
    bool halt, at_end; /* what happens: halt or off; in the overflow's last clock or after it */
    uint8_t want;
  } cases[] = {{false, true, 5}, {false, false, 5}, {true, true, 3}, {true, false, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct bench b = in_overflow();
    b.level = 0;
    if (!cases[i].at_end) expect(clock_edge(&b), error_entry);
    b.ingress.halted = cases[i].halt;
    b.config.tracing = cases[i].halt;
    if (cases[i].at_end)
      expect(clock_edge(&b), error_entry);
    else
      assert_null(clock_edge(&b)); /* no Correlation: the session ended with the overflow */
    b.ingress.halted = false;
    b.config.tracing = true;
    assert_int_equal(reason(&b), cases[i].want);
  }
  struct bench b =
      in_overflow(); /* off and on inside the overflow: announced by the overflow alone */
  b.config.tracing = false;
  assert_null(clock_edge(&b));
  b.config.tracing = true;
  clock_edge(&b);
  b.level = 0;
  expect(clock_edge(&b), error_entry);
  clock_edge(&b);
  assert_int_equal(reason(&b), RVT_START_OVERRUN);
  ROW("NT:ERR-09");
  ROW("NT:ERR-10");
}

static void stop_has_an_entry_kept_for_it(void **state) {
  (void)state;
  struct bench b = start();
  slot(&b, 0x100, 1, 0);
  b.level = DEPTH;
  b.config.tracing = false;
  const struct rvt_head stop = {
      .kind = RVT_ENTRY_STOP, .sub = 4, .known = true, .addr = 0x81, .abs_time = 1};
  expect(slot(&b, 0x102, 1, 0), stop);
  b.level = DEPTH + 1;
  assert_null(clock_edge(&b));
  assert_false(b.out.busy);

  b = start(); /* tracing comes back while the queue is full: an overflow after the stop */
  slot(&b, 0x100, 1, 0);
  b.level = DEPTH;
  b.ingress.halted = true;
  expect(clock_edge(&b), ENTRY(.kind = RVT_ENTRY_STOP, .abs_time = 1));
  b.ingress.halted = false;
  b.level = DEPTH + 1;
  assert_null(slot(&b, 0x104, 1, 0));
  b.level = DEPTH;
  assert_null(slot(&b, 0x106, 1, 0));
  assert_true(b.out.overflow);
  b.level = 0;
  expect(clock_edge(&b), ENTRY(.kind = RVT_ENTRY_OVERFLOW, .sub = 4, .abs_time = 2));
  assert_int_equal(reason(&b), RVT_START_OVERRUN);

  b = start(); /* with the stop in the last entry of the blocks there is no room either */
  slot(&b, 0x100, 1, 0);
  b.level = DEPTH - 1;
  b.config.tracing = false;
  expect(clock_edge(&b), ENTRY(.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 1));
  b.config.tracing = true;
  b.level = DEPTH;
  assert_null(slot(&b, 0x104, 1, 0));
  clock_edge(&b);
  assert_true(b.out.overflow);
}

/* A clock in which tracing is off always ends the session. */
static void stop_and_restart_are_never_merged(void **state) {
  (void)state;
  struct bench b = start();
  slot(&b, 0x100, 1, 0);
  b.config.tracing = false;
  expect(clock_edge(&b), ENTRY(.kind = RVT_ENTRY_STOP, .sub = 4, .abs_time = 1));
  b.config.tracing = true;
  assert_int_equal(reason(&b), RVT_START_ENABLE);
}

static void stall_rises_in_time_and_falls_with_tracing(void **state) {
  (void)state;
  struct bench b = start();
  b.config.stall_ena = true;
  for (b.level = 0; b.level <= DEPTH; b.level++) {
    clock_edge(&b);
    assert_int_equal(b.out.stall, DEPTH - b.level <= LATENCY);
  }
  b.level = DEPTH;
  b.ingress.halted = true;
  clock_edge(&b);
  assert_true(b.out.stall); /* a register: the clock after */
  clock_edge(&b);
  assert_false(b.out.stall);
  b.ingress.halted = false;
  clock_edge(&b);
  clock_edge(&b);
  assert_true(b.out.stall);
  bool *const off[] = {&b.config.tracing, &b.config.enable, &b.config.stall_ena};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
    *off[i] = false;
    clock_edge(&b);
    assert_false(b.out.stall);
    *off[i] = true;
  }
  ROW("NT:ING-26");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(session),
      cmocka_unit_test(stop_carries_an_address_only_when_not_halted),
      cmocka_unit_test(start_reasons),
      cmocka_unit_test(overflow_ends_when_queue_and_fifo_allow),
      cmocka_unit_test(reason_after_an_overflow),
      cmocka_unit_test(stop_has_an_entry_kept_for_it),
      cmocka_unit_test(stop_and_restart_are_never_merged),
      cmocka_unit_test(stall_rises_in_time_and_falls_with_tracing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

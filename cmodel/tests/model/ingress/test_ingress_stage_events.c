/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The ingress stage with several slots, triggers, hart reset and low power; docs/decisions.md, D-02
 * to D-04, D-21 to D-25. The tracing register is played by the bench. */

#include <string.h>

#include "oracle/row.h"
#include "rvt/unit/ingress_stage.h"
#include "tests/support/test.h"

enum { DEPTH = 4, LATENCY = 2, BLOCKS = 3 };

struct bench {
  struct rvt_ingress_stage dut;
  struct rvt_config config;
  struct rvt_ingress ingress;
  uint8_t level;
  struct rvt_ingress_stage_out out;
};

static const struct rvt_params build = {.xlen = 32,
                                        .addr_bits = 64,
                                        .blocks = BLOCKS,
                                        .iretire_width = 4,
                                        .itype_width = 4,
                                        .ts_width = 16,
                                        .queue_depth = DEPTH,
                                        .stall_latency = LATENCY,
                                        .events = true,
                                        .seq_jump = true};

static struct bench start_with(const struct rvt_params *p) {
  struct bench b = {
      .config = {.active = true, .enable = true, .tracing = true, .trig_ena = true, .mode = 3}};
  b.ingress.priv = RVT_PRIV_M;
  rvt_ingress_stage_init(&b.dut, p);
  return b;
}

static struct bench start(void) { return start_with(&build); }

/* The clock's triggers and slots are gone after it; what is left is garbage (NT:ING-03). */
static const struct rvt_entry *clock_edge(struct bench *b) {
  const struct rvt_ingress_stage_in in = {
      .cfg = &b->config, .ingress = &b->ingress, .queue_level = b->level, .resume = true};
  memset(&b->out, 0xA5, sizeof b->out);
  rvt_ingress_stage_outputs(&b->dut, &in, &b->out);
  rvt_ingress_stage_tick(&b->dut, &in, &b->out);
  b->config.tracing = rvt_ingress_tracing_next(&b->dut.p, &b->config, &b->ingress);
  b->ingress.time++;
  b->ingress.trigger = b->ingress.ext_trigger = 0;
  for (unsigned i = 0; i < BLOCKS; i++)
    b->ingress.block[i] = (struct rvt_block){.itype = 5, .ilastsize = 1, .iaddr = 0xBAD};
  return b->out.valid ? &b->out.entry : NULL;
}

/** Slots of two half-words at 0x100, 0x104, ... that jump: a stop then has the port's address. */
static const struct rvt_entry *slots(struct bench *b, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    b->ingress.block[i] = (struct rvt_block){
        .iretire = 2, .itype = RVT_IT_INDIRECT, .ilastsize = 1, .iaddr = 0x100 + 4 * i};
  return clock_edge(b);
}

static void is(const struct rvt_entry *e, uint8_t kind, uint8_t sub, unsigned blocks) {
  assert_non_null(e);
  assert_int_equal(e->head[0].kind, kind);
  assert_int_equal(e->head[0].sub, sub);
  assert_int_equal(e->blocks, blocks);
}

static void is_stop(const struct rvt_entry *e, uint8_t sub, bool known) {
  is(e, RVT_ENTRY_STOP, sub, 1);
  assert_int_equal(e->head[0].known, known);
  assert_int_equal(e->head[0].addr, known ? 0x80 : 0);
}

/** In a session since the clock before. */
static struct bench running(void) {
  struct bench b = start();
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_ENABLE, 1);
  return b;
}

static void slots_become_heads_in_order(void **state) {
  (void)state;
  struct bench b = start();
  is(slots(&b, 3), RVT_ENTRY_START, RVT_START_ENABLE, 3);
  is(slots(&b, 2), RVT_ENTRY_BLOCK, 0, 2);
  b.ingress.block[0] = (struct rvt_block){.iretire = 3, .itype = 4, .iaddr = 0x200};
  b.ingress.block[1] = (struct rvt_block){.itype = 1, .iaddr = 0x206};
  const struct rvt_entry *e = clock_edge(&b); /* the trap is the newest: NT:ING-11 */
  is(e, RVT_ENTRY_BLOCK, 0, 2);
  static const struct rvt_head want[] = {
      {.kind = RVT_ENTRY_BLOCK,
       .known = true,
       .itype = 4,
       .halfwords = 3,
       .addr = 0x100,
       .abs_time = 2},
      {.kind = RVT_ENTRY_BLOCK, .known = true, .itype = 1, .addr = 0x103, .abs_time = 2}};
  for (unsigned i = 0; i < 2; i++) {
    const struct rvt_head *h = &e->head[i];
    assert_int_equal(h->kind, want[i].kind);
    assert_int_equal(h->sub, 0);
    assert_int_equal(h->known, want[i].known);
    assert_int_equal(h->itype, want[i].itype);
    assert_int_equal(h->halfwords, want[i].halfwords);
    assert_int_equal(h->addr, want[i].addr);
    assert_int_equal(h->abs_time, want[i].abs_time);
    assert_int_equal(h->seq, RVT_SEQ_NO);
    assert_false(h->notify);
  }
  assert_null(clock_edge(&b));
  b.level = DEPTH; /* refused as a whole */
  assert_null(slots(&b, 3));
  assert_null(slots(&b, 1));
  assert_true(b.out.overflow);
  ROW("NT:ING-02");
  ROW("NT:ING-11");
}

static void trace_on_counts_in_its_clock(void **state) {
  (void)state;
  for (unsigned external = 0; external < 2; external++) {
    struct bench b = start();
    b.config.tracing = false;
    assert_null(slots(&b, 2));
    *(external ? &b.ingress.ext_trigger : &b.ingress.trigger) = RVT_TRIGGER_ON;
    is(slots(&b, 3), RVT_ENTRY_START, RVT_START_ENABLE, 3);
    assert_true(b.config.tracing);
    is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
    *(external ? &b.ingress.ext_trigger : &b.ingress.trigger) = RVT_TRIGGER_OFF;
    is(slots(&b, 3), RVT_ENTRY_BLOCK, 0, 3); /* the newest block of its clock, too */
    is_stop(slots(&b, 1), RVT_ENDED_DISABLED, true);
    assert_null(slots(&b, 1));
  }
  ROW("NT:ING-22");
  ROW("NT:ING-30");
  ROW("TCI:TRIG-05");
  ROW("TCI:TRIG-15");
}

static void on_and_off_need_their_enable(void **state) {
  (void)state;
  struct bench b = start();
  b.config.trig_ena = false;
  b.ingress.trigger = b.ingress.ext_trigger = RVT_TRIGGER_OFF;
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_ENABLE, 1);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  b.config.tracing = false;
  b.ingress.trigger = b.ingress.ext_trigger = RVT_TRIGGER_ON;
  is_stop(slots(&b, 1), RVT_ENDED_DISABLED, true);
  assert_false(b.config.tracing);
  b.config.trig_ena = true; /* TCI:TRIG-04 */
  b.config.enable = false;
  b.ingress.trigger = RVT_TRIGGER_ON;
  assert_null(slots(&b, 1));
  assert_false(b.config.tracing);
  b.config.tracing = true;
  b.ingress.trigger = RVT_TRIGGER_OFF;
  assert_null(slots(&b, 1));
  assert_true(b.config.tracing);
  ROW("TCI:TRIG-03");
  ROW("TCI:TRIG-04");
}

static void off_then_on_goes_on(void **state) {
  (void)state;
  struct bench b = running();
  b.config.stall_ena = true;
  b.level = DEPTH - LATENCY;
  b.ingress.trigger = RVT_TRIGGER_OFF;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  assert_true(b.out.stall);
  assert_false(b.config.tracing);
  b.ingress.trigger = RVT_TRIGGER_ON;
  is(slots(&b, 2), RVT_ENTRY_BLOCK, 0, 2);
  assert_true(b.out.stall); /* the session goes on: a pause would let too much in */
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  b.ingress.trigger = RVT_TRIGGER_OFF;
  slots(&b, 1);
  clock_edge(&b);
  clock_edge(&b);
  assert_false(b.out.stall);
  ROW("NT:ING-23");
  ROW("TCI:TRIG-06");
}

static void on_and_off_at_once(void **state) {
  (void)state;
  struct bench b = start();
  b.config.tracing = false;
  b.ingress.trigger = RVT_TRIGGER_ON | RVT_TRIGGER_OFF;
  is(slots(&b, 2), RVT_ENTRY_START, RVT_START_ENABLE, 2);
  is_stop(clock_edge(&b), RVT_ENDED_DISABLED, false);
  b = running();
  b.ingress.trigger = RVT_TRIGGER_OFF;
  b.ingress.ext_trigger = RVT_TRIGGER_ON;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  is_stop(slots(&b, 1), RVT_ENDED_DISABLED, true);
  ROW("TCI:TRIG-07");
  ROW("NT:SEQ-20");
}

static void trigger_in_debug_mode_sets_the_bit_only(void **state) {
  (void)state;
  struct bench b = start();
  b.config.tracing = false;
  b.ingress.halted = true;
  b.ingress.trigger = RVT_TRIGGER_ON;
  assert_null(slots(&b, 1));
  assert_true(b.config.tracing);
  b.ingress.halted = false;
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_DEBUG, 1);
  ROW("TCI:TRIG-19");
}

static void notify_marks_its_block(void **state) {
  (void)state;
  struct bench b = start();
  b.config.trig_ena = false; /* not needed: TCI:TRIG-08 */
  b.ingress.trigger = 7 * RVT_TRIGGER_NOTIFY;
  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  const struct rvt_entry *e = slots(&b, 2);
  is(e, RVT_ENTRY_START, RVT_START_ENABLE, 2);
  assert_true(e->head[0].notify && e->head[1].notify); /* both belong to later addresses: D-21 */
  b.ingress.trigger = 2 * RVT_TRIGGER_NOTIFY;
  e = slots(&b, 3);
  is(e, RVT_ENTRY_BLOCK, RVT_BEFORE_NOTIFY, 3);
  assert_false(e->head[0].notify);
  assert_true(e->head[1].notify);
  assert_false(e->head[2].notify);
  b.ingress.trigger = 4 * RVT_TRIGGER_NOTIFY; /* of a slot that is not there */
  e = slots(&b, 2);
  assert_false(e->head[0].notify || e->head[1].notify);
  ROW("NT:ING-21");
  ROW("TCI:TRIG-02");
  ROW("TCI:TRIG-08");
  ROW("NT:SYN-35");
}

/* With a trace-on trigger the start message stands for what its clock notifies, but for the younger
 * slots' part. */
static void start_by_trigger_stands_for_its_notifications(void **state) {
  (void)state;
  for (unsigned how = 0; how < 8; how++) {
    const bool external = (how & 1) != 0, enabled = (how & 2) != 0, was_on = (how & 4) != 0;
    struct bench b = start();
    b.config.trig_ena = enabled;
    b.config.tracing = was_on || !enabled;
    b.ingress.trigger = 3 * RVT_TRIGGER_NOTIFY | (external ? 0 : RVT_TRIGGER_ON);
    b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY | (external ? RVT_TRIGGER_ON : 0);
    const struct rvt_entry *e = slots(&b, 2);
    is(e, RVT_ENTRY_START, RVT_START_ENABLE, 2);
    assert_int_equal(e->head[0].notify, !enabled);
    assert_true(e->head[1].notify);
    b.ingress.trigger = RVT_TRIGGER_NOTIFY | RVT_TRIGGER_ON; /* it starts nothing here */
    b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
    e = slots(&b, 1);
    is(e, RVT_ENTRY_BLOCK, enabled ? 0 : RVT_BEFORE_NOTIFY, 1);
    assert_true(e->head[0].notify);
    is(slots(&b, 1), RVT_ENTRY_BLOCK, RVT_BEFORE_NOTIFY, 1);
  }
  ROW("TCI:TRIG-10");
}

static void external_notify_waits_for_an_entry(void **state) {
  (void)state;
  struct bench b = running();
  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1); /* it lies after this clock's blocks */
  assert_null(clock_edge(&b));
  is(slots(&b, 1), RVT_ENTRY_BLOCK, RVT_BEFORE_NOTIFY, 1);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);

  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  assert_null(clock_edge(&b));
  b.config.tracing = false;
  is_stop(slots(&b, 1), RVT_ENDED_DISABLED | RVT_STOP_NOTIFIED, true);
  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY; /* no session */
  assert_null(clock_edge(&b));
  b.config.tracing = true;
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_ENABLE, 1);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);

  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  assert_null(clock_edge(&b));
  b.level = DEPTH; /* an entry is kept for the stop */
  b.ingress.halted = true;
  is_stop(slots(&b, 1), RVT_ENDED_DEBUG | RVT_STOP_NOTIFIED, false);
  b.ingress.halted = false;
  b.level = 0;

  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_DEBUG, 1);
  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  assert_null(clock_edge(&b));
  b.level = DEPTH; /* an overflow drops it */
  assert_null(slots(&b, 1));
  b.level = 0;
  is(clock_edge(&b), RVT_ENTRY_OVERFLOW, 4, 1);
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_OVERRUN, 1);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  ROW("NT:ING-30");
}

static void reset_of_the_hart_does_not_end_a_session(void **state) {
  (void)state;
  struct bench b = running();
  b.ingress.hart_reset = true;
  assert_null(slots(&b, 2)); /* what it shows meanwhile is not traced */
  assert_false(b.out.overflow);
  b.ingress.hart_reset = false;
  assert_null(clock_edge(&b));
  is(slots(&b, 2), RVT_ENTRY_BLOCK, RVT_BEFORE_RESET, 2);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  b.ingress.hart_reset = true;
  b.ingress.ext_trigger = RVT_TRIGGER_NOTIFY;
  assert_null(clock_edge(&b));
  b.ingress.hart_reset = false;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, RVT_BEFORE_RESET | RVT_BEFORE_NOTIFY, 1);
  b.ingress.hart_reset = true; /* a stop in reset has no address */
  b.config.tracing = false;
  is_stop(slots(&b, 1), RVT_ENDED_DISABLED, false);
  b.config.tracing = true;
  assert_null(slots(&b, 1));
  b.ingress.hart_reset = false;
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_RESET, 1);
  is(slots(&b, 1), RVT_ENTRY_BLOCK, 0, 1);
  ROW("NT:ING-25");
}

/* The vector is no transfer's target (D-22): the stop says so, whether or not the queue is full. */
static void stop_behind_a_reset_says_so(void **state) {
  (void)state;
  for (uint8_t level = 0; level <= DEPTH; level += DEPTH) {
    struct bench b = running();
    b.ingress.hart_reset = true;
    assert_null(clock_edge(&b));
    b.ingress.hart_reset = false;
    assert_null(clock_edge(&b));
    b.level = level;
    b.config.tracing = false;
    is_stop(slots(&b, 1), RVT_ENDED_DISABLED | RVT_STOP_RESET, true);
  }
  struct bench b = running(); /* the next block has carried the reset */
  b.ingress.hart_reset = true;
  assert_null(clock_edge(&b));
  b.ingress.hart_reset = false;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, RVT_BEFORE_RESET, 1);
  b.config.tracing = false;
  is_stop(slots(&b, 1), RVT_ENDED_DISABLED, true);
  ROW("NT:COR-09");
}

/* D-04: resets before, at and after the end of an overflow; tracing is on, or off in one clock. */
static void clock_with_a_hole_is_refused(void **state) {
  (void)state;
  static const uint8_t odd[] = {0x2, 0x4, 0x5, 0x6}; /* of three slots; bit 0 is the oldest */
  for (unsigned i = 0; i < sizeof odd; i++) {
    struct bench b = running();
    for (unsigned k = 0; k < 3; k++)
      if (odd[i] >> k & 1)
        b.ingress.block[k] = (struct rvt_block){.iretire = 1, .iaddr = 0x300 + 2 * k};
    assert_null(clock_edge(&b));
    is(clock_edge(&b), RVT_ENTRY_OVERFLOW, 4, 1);
    is(slots(&b, 3), RVT_ENTRY_START, RVT_START_OVERRUN, 3);
  }
  ROW("NT:ING-02");
  ROW("NT:ERR-01");
}

static void loss_is_told_before_a_reset(void **state) {
  (void)state;
  for (unsigned resets = 0; resets < 8; resets++)
    for (unsigned off = 0; off < 4; off++) {
      struct bench b = running();
      b.level = DEPTH;
      assert_null(slots(&b, 1));
      for (unsigned i = 0; i < 3; i++) { /* in the overflow, as it ends, and after it */
        b.level = i == 0 ? DEPTH : 0;
        b.ingress.hart_reset = (resets >> i & 1) != 0;
        b.config.tracing = off != i + 1;
        const struct rvt_entry *e = slots(&b, b.ingress.hart_reset);
        if (i == 1)
          is(e, RVT_ENTRY_OVERFLOW, 4, 1);
        else
          assert_null(e);
      }
      b.ingress.hart_reset = false;
      b.config.tracing = true;
      uint8_t want = RVT_START_OVERRUN;
      if (off >= 2) want = resets >> (off - 1) != 0 ? RVT_START_RESET : RVT_START_ENABLE;
      is(slots(&b, 1), RVT_ENTRY_START, want, 1);
      if (off < 2) ROW("NT:SYN-35");
    }
  ROW("NT:SYN-17");
}

static void low_power_ends_a_session(void **state) {
  (void)state;
  struct bench b = running();
  b.ingress.lowpower = true;
  is_stop(slots(&b, 1), RVT_ENDED_POWER, false);
  assert_null(slots(&b, 1));
  b.ingress.lowpower = false;
  is(slots(&b, 1), RVT_ENTRY_START, RVT_START_POWER, 1);
  b.ingress.lowpower = b.ingress.halted = true; /* debug mode tells first */
  is_stop(slots(&b, 1), RVT_ENDED_DEBUG, false);
  b.ingress.halted = false;
  b.config.tracing = false;
  assert_null(clock_edge(&b));
  b.config.stall_ena = b.config.tracing = true;
  b.level = DEPTH;
  assert_null(clock_edge(&b));
  assert_false(b.out.stall); /* TCI:OVF-10 */
  ROW("NT:SEQ-18");
  ROW("NT:COR-02");
}

/* D-04: the last clock without tracing decides. */
static void start_reasons(void **state) {
  (void)state;
  static const struct {
    bool reset, low, halt, off;
    uint8_t want;
  } cases[] = {{true, true, true, true, RVT_START_RESET},
               {true, false, false, false, RVT_START_RESET},
               {false, true, true, true, RVT_START_POWER},
               {false, false, true, true, RVT_START_DEBUG},
               {false, false, false, true, RVT_START_ENABLE}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
      struct bench b = start();
      const size_t order[] = {i, k};
      for (size_t n = 0; n < 2; n++) {
        b.ingress.hart_reset = cases[order[n]].reset;
        b.ingress.lowpower = cases[order[n]].low;
        b.ingress.halted = cases[order[n]].halt;
        b.config.tracing = !cases[order[n]].off;
        assert_null(slots(&b, 1));
      }
      b.ingress.hart_reset = b.ingress.lowpower = b.ingress.halted = false;
      b.config.tracing = true;
      is(slots(&b, 1), RVT_ENTRY_START, cases[k].want, 1);
    }
  ROW("NT:SYN-18");
}

static void build_without_events_reads_no_trigger(void **state) {
  (void)state;
  struct rvt_params p = build;
  p.events = p.seq_jump = false;
  struct bench b = start_with(&p);
  for (unsigned i = 0; i < 3; i++) {
    b.ingress.trigger = 0x1f;
    b.ingress.ext_trigger = 7;
    b.config.seq_en = true;
    b.ingress.block[0] =
        (struct rvt_block){.iretire = 4, .itype = 10, .sijump = true, .iaddr = 0x100};
    const struct rvt_entry *e = clock_edge(&b);
    is(e, i == 0 ? RVT_ENTRY_START : RVT_ENTRY_BLOCK, i == 0 ? RVT_START_ENABLE : 0, 1);
    assert_false(e->head[0].notify);
    assert_int_equal(e->head[0].seq, RVT_SEQ_NO);
    assert_true(b.config.tracing);
  }
  b.ingress.trigger = b.ingress.ext_trigger = 0;
  b.ingress.hart_reset = true; /* a reset and low power are read in every build */
  assert_null(slots(&b, 1));
  b.ingress.hart_reset = false;
  is(slots(&b, 1), RVT_ENTRY_BLOCK, RVT_BEFORE_RESET, 1);
  b.ingress.lowpower = true;
  is_stop(slots(&b, 1), RVT_ENDED_POWER, false);
  ROW("NT:ING-25");
  ROW("NT:SEQ-18");
}

static uint8_t seq_of(struct bench *b, uint8_t itype, uint8_t iretire, uint8_t ilastsize) {
  b->ingress.block[0] = (struct rvt_block){
      .itype = itype, .iretire = iretire, .ilastsize = ilastsize, .sijump = true, .iaddr = 0x100};
  return clock_edge(b)->head[0].seq;
}

static void sijump_counts_with_its_itypes(void **state) {
  (void)state;
  struct bench b = running();
  assert_int_equal(seq_of(&b, RVT_IT_INDIRECT_JUMP, 4, 1), RVT_SEQ_NO); /* not enabled */
  b.config.seq_en = true;
  for (uint8_t itype = 0; itype < 16; itype++) {
    const bool counts = itype == 6 || itype == 8 || itype == 10 || itype == 12 || itype == 14;
    assert_int_equal(seq_of(&b, itype, 4, 1), counts ? RVT_SEQ_WITHIN : RVT_SEQ_NO);
    assert_int_equal(seq_of(&b, itype, 2, 1), counts ? RVT_SEQ_BEHIND : RVT_SEQ_NO);
  }
  assert_int_equal(seq_of(&b, RVT_IT_SWAP, 2, 0), RVT_SEQ_WITHIN);
  b.ingress.block[0] = (struct rvt_block){.itype = 10, .iretire = 4, .iaddr = 0x100};
  assert_int_equal(clock_edge(&b)->head[0].seq, RVT_SEQ_NO);
  struct rvt_params p = build;
  p.single = true;
  b = start_with(&p);
  b.config.seq_en = true;
  assert_int_equal(seq_of(&b, RVT_IT_INDIRECT_CALL, 1, 0), RVT_SEQ_BEHIND);
  assert_int_equal(b.out.entry.head[0].halfwords, 1);
  ROW("NT:ING-20");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slots_become_heads_in_order),
      cmocka_unit_test(trace_on_counts_in_its_clock),
      cmocka_unit_test(on_and_off_need_their_enable),
      cmocka_unit_test(off_then_on_goes_on),
      cmocka_unit_test(on_and_off_at_once),
      cmocka_unit_test(trigger_in_debug_mode_sets_the_bit_only),
      cmocka_unit_test(notify_marks_its_block),
      cmocka_unit_test(start_by_trigger_stands_for_its_notifications),
      cmocka_unit_test(external_notify_waits_for_an_entry),
      cmocka_unit_test(reset_of_the_hart_does_not_end_a_session),
      cmocka_unit_test(stop_behind_a_reset_says_so),
      cmocka_unit_test(clock_with_a_hole_is_refused),
      cmocka_unit_test(loss_is_told_before_a_reset),
      cmocka_unit_test(low_power_ends_a_session),
      cmocka_unit_test(start_reasons),
      cmocka_unit_test(build_without_events_reads_no_trigger),
      cmocka_unit_test(sijump_counts_with_its_itypes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

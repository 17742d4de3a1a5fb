/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/row.h"
#include "regs_bench.h"
#include "rvt/regs.h"
#include "tests/support/test.h"

/* The register block over time: the Active handshake, Enable, triggers, held fields, the sticky
 * bit. */

enum { CONTROL = RVT_TR_TE_CONTROL_OFFSET, FEATURES = 0x008 };
enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, TRIG_ENA = 0x800, STICKY = 0x1000 };
enum { BTM = 0x30, HTM = 0x60, FORMAT = 0x01000000 };

static struct regs_bench b;

/** Active, everything built, trTeControl written with `word`. */
static void begin(uint32_t word) {
  regs_bench_init(&b, regs_bench_full());
  regs_bench_activate(&b);
  regs_bench_write(&b, CONTROL, word | ACTIVE);
}

static uint32_t read_control(void) { return regs_bench_read(&b, CONTROL); }

static const struct rvt_config *cfg(void) { return &regs_bench_clock(&b)->cfg; }

static void active_reads_the_new_value_when_the_switch_has_answered(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  b.hold_ack = true;
  for (unsigned i = 0; i < 3; i++) {
    assert_false(regs_bench_clock(&b)->active_req);
    assert_int_equal(read_control(), EMPTY);
  }
  regs_bench_write(&b, CONTROL, ACTIVE);
  for (unsigned i = 0; i < 5; i++) {
    assert_int_equal(read_control(), EMPTY);
    assert_true(regs_bench_clock(&b)->active_req);
    assert_false(b.out.cfg.active);
  }
  b.in.active_ack = true;
  regs_bench_clock(&b);
  assert_true(cfg()->active);
  assert_int_equal(read_control(), FORMAT | EMPTY | ACTIVE);
  regs_bench_write(&b, CONTROL, 0);
  for (unsigned i = 0; i < 5; i++) {
    assert_int_equal(read_control() & ACTIVE, ACTIVE);
    assert_false(regs_bench_clock(&b)->active_req);
    assert_false(b.out.cfg.active);
  }
  b.in.active_ack = false;
  regs_bench_clock(&b);
  assert_int_equal(read_control(), EMPTY);
  ROW("TCI:CTRL-02");
}

static void a_tied_switch_answers_in_two_clocks_and_three(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  regs_bench_write(&b, CONTROL, ACTIVE);
  assert_false(cfg()->active);
  assert_true(cfg()->active);
  regs_bench_write(&b, CONTROL, 0);
  assert_true(cfg()->active);  /* nothing crosses: one clock of Closing */
  assert_false(cfg()->active); /* Falling still reads 1, Off reads 0 */
  assert_int_equal(read_control(), EMPTY);
}

static void a_zero_is_a_reset_even_if_a_one_follows_at_once(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM);
  regs_bench_write(&b, CONTROL, 0);
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | BTM);
  for (unsigned i = 0; i < 6; i++) regs_bench_clock(&b);
  assert_int_equal(read_control(), FORMAT | EMPTY | ACTIVE);
  /* A 0 before the switch has answered: it comes up, and goes down. */
  regs_bench_init(&b, regs_bench_full());
  b.hold_ack = true;
  regs_bench_write(&b, CONTROL, ACTIVE);
  regs_bench_write(&b, CONTROL, 0);
  assert_true(regs_bench_clock(&b)->active_req);
  b.hold_ack = false;
  for (unsigned i = 0; i < 5; i++) regs_bench_clock(&b);
  assert_false(b.out.active_req);
  assert_int_equal(read_control(), EMPTY);
}

static void writes_beside_active_are_dropped_while_it_changes(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  regs_bench_write(&b, CONTROL, 0xFFFFFFFF);
  for (unsigned i = 0; i < 3; i++) regs_bench_clock(&b);
  assert_int_equal(read_control(), FORMAT | EMPTY | ACTIVE);
  ROW("TCI:CTRL-05");
  begin(ENABLE | TRACING | HTM);
  assert_int_equal(read_control(), FORMAT | EMPTY | HTM | TRACING | ENABLE | ACTIVE);
  b.in.m_valid = true; /* a message that nobody takes keeps it in Closing */
  regs_bench_write(&b, CONTROL, 0x00F32000 | BTM | TRACING | ENABLE);
  assert_int_equal(read_control(), FORMAT | EMPTY | HTM | ACTIVE);
  ROW("TCI:CTRL-06");
  begin(TRACING | HTM);
  b.in.m_valid = true;
  regs_bench_write(&b, CONTROL, HTM | TRACING);
  assert_int_equal(read_control(), FORMAT | EMPTY | HTM | ACTIVE);
  regs_bench_write(&b, CONTROL, 0xFFFFFFFF);
  regs_bench_write(&b, FEATURES, 0xFFFFFFFF);
  assert_int_equal(read_control(), FORMAT | EMPTY | HTM | ACTIVE);
  assert_int_equal(regs_bench_read(&b, FEATURES), 0);
  b.in.m_valid = false;
  regs_bench_write(&b, CONTROL, 0);
  for (unsigned i = 0; i < 5; i++) regs_bench_clock(&b);
  regs_bench_activate(&b);
  assert_int_equal(read_control() & ENABLE, 0);
  ROW("TCI:CTRL-03");
}

static void the_message_that_crosses_ends_first(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM);
  b.in.empty = false;
  b.in.m_valid = b.in.m_ready = true;
  regs_bench_clock(&b); /* a beat that does not end a message */
  b.in.m_valid = b.in.m_ready = false;
  regs_bench_write(&b, CONTROL, 0);
  for (unsigned i = 0; i < 3; i++) assert_true(cfg()->active); /* an overflow inside the message */
  b.in.m_valid = true;
  for (unsigned i = 0; i < 3; i++) assert_true(cfg()->active);
  b.in.m_ready = true;
  assert_true(cfg()->active);
  b.in.m_eom = true;
  assert_true(cfg()->active);
  b.in.m_eom = false; /* the next message's first beat: masked, no longer the component's */
  assert_false(cfg()->active);
  /* A beat on offer is not taken back, unless nobody listens. */
  for (unsigned listens = 0; listens < 2; listens++) {
    begin(ENABLE | TRACING | HTM);
    b.in.m_valid = true;
    b.in.dn_on = listens != 0;
    regs_bench_write(&b, CONTROL, 0);
    assert_true(cfg()->active);
    for (unsigned i = 0; i < 4; i++) assert_int_equal(cfg()->active, listens);
  }
  /* The last beat taken ended a message, and none is offered to a ready consumer: nothing crosses.
   */
  begin(ENABLE | TRACING | HTM);
  b.in.m_valid = b.in.m_ready = b.in.m_eom = true;
  regs_bench_clock(&b);
  b.in.m_valid = b.in.m_eom = false;
  regs_bench_clock(&b);
  regs_bench_write(&b, CONTROL, 0);
  assert_true(cfg()->active);
  assert_false(cfg()->active);
}

static void disabling_clears_tracing_even_against_a_one(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM);
  assert_true(cfg()->enable && cfg()->tracing);
  b.in.empty = false;
  regs_bench_write(&b, CONTROL, ACTIVE | TRACING | HTM);
  assert_int_equal(read_control(), FORMAT | HTM | ACTIVE);
  assert_false(cfg()->enable);
  ROW("TCI:CTRL-18"); /* Enable reads 0 whatever is still queued */
  regs_bench_write(&b, CONTROL, ACTIVE | HTM | ENABLE);
  assert_false(cfg()->tracing);
  assert_true(cfg()->enable);
  /* Written while disabled it is stored and waits. */
  begin(TRACING | HTM);
  assert_int_equal(read_control(), FORMAT | EMPTY | HTM | TRACING | ACTIVE);
  assert_false(cfg()->enable);
  regs_bench_write(&b, CONTROL, ACTIVE | TRACING | HTM);
  assert_int_equal(read_control() & TRACING, TRACING);
  regs_bench_write(&b, CONTROL, ACTIVE | TRACING | HTM | ENABLE);
  assert_true(cfg()->enable && cfg()->tracing);
  ROW("TCI:CTRL-22");
}

static void triggers_set_tracing_and_nothing_sets_enable(void **state) {
  (void)state;
  for (unsigned n = 0; n < 32; n++) {
    const bool enable = n & 1, ena = n & 2, before = n & 4;
    begin((enable ? ENABLE : 0u) | (ena ? TRIG_ENA : 0u) | (before ? TRACING : 0u) | HTM);
    b.in.trig_on = (n & 8) != 0;
    b.in.trig_off = (n & 16) != 0;
    regs_bench_clock(&b);
    b.in.trig_on = b.in.trig_off = false;
    const bool counts = enable && ena;
    const bool expected = counts && (n & 16) ? false : counts && (n & 8) ? true : before;
    const uint32_t word = read_control();
    assert_int_equal((word & TRACING) != 0, expected);
    assert_int_equal((word & ENABLE) != 0, enable);
    assert_int_equal(b.out.cfg.trig_ena, ena);
  }
  ROW("TCI:CTRL-17");
  ROW("TCI:TRIG-03");
  ROW("TCI:TRIG-04");
  /* In the clock of a write the trigger wins, but not over a disable. */
  for (unsigned n = 0; n < 8; n++) {
    const bool on = n & 1, written = n & 2, enable = n & 4;
    begin(ENABLE | TRIG_ENA | HTM | (on ? 0u : TRACING));
    b.in.trig_on = on;
    b.in.trig_off = !on;
    const uint32_t word =
        ACTIVE | TRIG_ENA | HTM | (written ? TRACING : 0u) | (enable ? ENABLE : 0u);
    struct rvt_apb setup = {.psel = true, .pwrite = true, .pwdata = word, .pstrb = 0xF};
    setup.penable = true; /* the access clock alone has the trigger */
    b.in.apb = setup;
    rvt_regs_encoder_tick(&b.regs, &b.in);
    b.in.trig_on = b.in.trig_off = false;
    assert_int_equal((read_control() & TRACING) != 0, enable && on);
  }
  ROW("TCI:TRIG-16");
}

/** The copy of every held field as one word. */
static uint32_t copy(void) {
  const struct rvt_regs_encoder_out *o = regs_bench_clock(&b);
  return (uint32_t)o->cfg.src_id | (uint32_t)o->cfg.src_bits << 12 | (uint32_t)o->cfg.mode << 16 |
         (uint32_t)o->cfg.ir_mode << 20 | (uint32_t)o->cfg.ir_en << 24 |
         (uint32_t)o->cfg.seq_en << 25 | (uint32_t)o->cfg.inhibit_src << 26 |
         (uint32_t)o->cfg.context_en << 27 | (uint32_t)o->cfg.extend_addr << 28;
}

enum { ALL_HTM = 0x1F36C123, ALL_BTM = 0x00032001 };

static void a_start_waits_for_context_alone(void **state) {
  (void)state;
  const uint32_t on = ACTIVE | ENABLE | HTM | RVT_TR_TE_CONTEXT_MASK;
  begin(ENABLE | TRACING | HTM);
  b.in.empty = false;
  regs_bench_write(&b, CONTROL, on);
  regs_bench_write(&b, CONTROL, on | TRACING);
  assert_false(cfg()->tracing);
  assert_false(cfg()->context_en);
  b.settled = true;
  regs_bench_clock(&b);
  assert_true(cfg()->tracing);
  assert_true(cfg()->context_en);
  b.settled = false;
}

static void held_fields_count_from_the_next_start(void **state) {
  (void)state;
  /* In one write with the start, and while enabled and stopped, at once. */
  begin(ENABLE);
  regs_bench_write(&b, FEATURES, 0xC12304CC);
  regs_bench_write(&b, CONTROL,
                   ACTIVE | ENABLE | TRACING | HTM | RVT_TR_TE_INHIBIT_SRC_MASK |
                       RVT_TR_TE_CONTEXT_MASK);
  assert_int_equal(copy(), ALL_HTM);
  assert_true(cfg()->tracing);
  /* While trace is on: stored, and read back, but not yet in force. Empty or not makes no odds. */
  for (unsigned empty = 0; empty < 2; empty++) {
    b.in.empty = empty != 0;
    regs_bench_write(&b, FEATURES, 0x20010000);
    regs_bench_write(&b, CONTROL, 0x00100000 | ACTIVE | ENABLE | TRACING | BTM);
    assert_int_equal(regs_bench_read(&b, FEATURES), 0x20010000);
    assert_int_equal(read_control() & ~(uint32_t)EMPTY,
                     FORMAT | 0x00100000 | ACTIVE | ENABLE | TRACING | BTM);
    assert_int_equal(copy(), ALL_HTM);
    assert_int_equal(cfg()->sync_max, 1); /* this one counts at once */
    assert_true(cfg()->tracing);
  }
  /* Stopped, but the encoder still sends: not yet. */
  b.in.empty = false;
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | BTM);
  assert_int_equal(copy(), ALL_HTM);
  b.settled = true; /* what is left has its configuration: no need to wait for it */
  regs_bench_clock(&b);
  assert_int_equal(copy(), ALL_BTM);
  assert_int_equal(read_control() & EMPTY, 0);
  ROW("TCI:CTRL-23");
}

static void a_start_waits_for_the_fields_that_wait(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM | TRIG_ENA);
  b.in.empty = false;
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | TRIG_ENA | BTM);
  assert_int_equal(cfg()->mode, RVT_MODE_HTM);
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRIG_ENA | BTM);
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | TRIG_ENA | BTM);
  for (unsigned i = 0; i < 4; i++) {
    assert_false(cfg()->tracing); /* stored, held back, and so is trace-on */
    assert_false(b.out.cfg.trig_ena);
    assert_int_equal(read_control() & TRACING, 0); /* which can be read */
    assert_int_equal(cfg()->mode, RVT_MODE_HTM);
  }
  b.settled = true;
  regs_bench_clock(&b);
  b.settled = false;
  assert_int_equal(cfg()->mode, RVT_MODE_BTM);
  assert_true(cfg()->tracing);
  assert_int_equal(read_control() & TRACING, TRACING);
  assert_true(b.out.cfg.trig_ena);
  /* Without a change under way a start does not wait. */
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRIG_ENA | BTM);
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | TRIG_ENA | BTM);
  assert_true(cfg()->tracing);
}

static void trace_on_behind_trace_off_does_not_wait(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM | TRIG_ENA);
  b.in.empty = false;
  regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | TRIG_ENA | BTM);
  b.in.trig_off = true;
  assert_true(cfg()->tracing);
  b.in.trig_off = false;
  b.in.trig_on = true;
  assert_false(cfg()->tracing);
  assert_true(b.out.cfg.trig_ena); /* so the encoder takes this clock's trace-on (TCI:TRIG-06) */
  b.in.trig_on = false;
  for (unsigned i = 0; i < 3; i++) {
    assert_true(cfg()->tracing);
    assert_int_equal(b.out.cfg.mode, RVT_MODE_HTM);
  }
  /* A trace-on that begins a trace leaves the copy as it is, also against a write in its clock. */
  begin(ENABLE | HTM | TRIG_ENA);
  regs_bench_clock(&b);
  struct rvt_apb access = {.psel = true,
                           .penable = true,
                           .pwrite = true,
                           .pwdata = ACTIVE | ENABLE | BTM | TRIG_ENA,
                           .pstrb = 0xF};
  b.in.apb = access;
  b.in.trig_on = true;
  rvt_regs_encoder_tick(&b.regs, &b.in);
  b.in.trig_on = false;
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(cfg()->mode, RVT_MODE_HTM);
    assert_true(b.out.cfg.tracing);
  }
}

static void the_sticky_bit_is_set_by_loss_and_by_stall(void **state) {
  (void)state;
  for (unsigned stall = 0; stall < 2; stall++) {
    bool *const cause = stall ? &b.in.stall : &b.in.overflow;
    begin(ENABLE | TRACING | HTM);
    assert_int_equal(read_control() & STICKY, 0);
    *cause = true;
    regs_bench_clock(&b);
    *cause = false;
    assert_int_equal(read_control() & STICKY, STICKY);
    ROW("TCI:OVF-07");
    regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | HTM); /* 0 keeps it */
    assert_int_equal(read_control() & STICKY, STICKY);
    regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | HTM | STICKY);
    assert_int_equal(read_control() & STICKY, 0);
    *cause = true; /* set wins over a clear in the same clock */
    regs_bench_write(&b, CONTROL, ACTIVE | ENABLE | TRACING | HTM | STICKY);
    *cause = false;
    assert_int_equal(read_control() & STICKY, STICKY);
    ROW("TCI:OVF-06");
    regs_bench_write(&b, CONTROL, ACTIVE | HTM); /* the disable leaves it to be read */
    assert_int_equal(read_control() & STICKY, STICKY);
    regs_bench_write(&b, CONTROL, ACTIVE | HTM | ENABLE);
    assert_int_equal(read_control() & STICKY, 0);
    *cause = true;
    regs_bench_clock(&b);
    *cause = false;
    regs_bench_write(&b, CONTROL, 0);
    regs_bench_activate(&b);
    for (unsigned i = 0; i < 4; i++) regs_bench_clock(&b);
    assert_int_equal(read_control() & STICKY, 0);
    /* In Closing nothing is traced any more, and what was is thrown away. */
    b.in.m_valid = true;
    regs_bench_write(&b, CONTROL, 0);
    *cause = true;
    regs_bench_clock(&b);
    *cause = false;
    assert_int_equal(read_control() & (STICKY | ACTIVE), ACTIVE);
    b.in.m_valid = false;
  }
  ROW("TCI:OVF-05");
  ROW("NT:ERR-13");
}

static void the_plain_form_of_sync_is_the_build_s(void **state) {
  (void)state;
  for (unsigned plain = 0; plain < 2; plain++) {
    const struct rvt_params p = regs_bench_full();
    regs_bench_init(&b, p);
    assert_int_equal(rvt_regs_encoder_init(&b.regs, &p, plain != 0, NULL), RVT_OK);
    regs_bench_activate(&b);
    assert_int_equal(cfg()->plain_sync, plain);
  }
}

static void reads_change_nothing(void **state) {
  (void)state;
  begin(ENABLE | TRACING | HTM | TRIG_ENA);
  regs_bench_write(&b, FEATURES, 0x30050008);
  b.in.overflow = true;
  regs_bench_clock(&b);
  b.in.overflow = false;
  regs_bench_clock(&b);
  const uint32_t held = copy(), word = read_control();
  for (unsigned offset = 0; offset < RVT_COMPONENT_BYTES; offset += 4) {
    regs_bench_read(&b, (uint16_t)offset);
    regs_bench_clock(&b);
    assert_true(cfg()->active && cfg()->enable && cfg()->tracing);
    assert_int_equal(copy(), held);
  }
  assert_int_equal(read_control(), word);
  assert_int_equal(regs_bench_read(&b, FEATURES), 0x30050008);
  /* Nor do accesses to other components, and writes that no strobe takes. */
  const struct rvt_apb other = {
      .penable = true, .pwrite = true, .pwdata = 0xFFFFFFFF, .pstrb = 0xF};
  b.in.apb = other;
  rvt_regs_encoder_tick(&b.regs, &b.in);
  assert_int_equal(read_control(), word);
  ROW("TCI:CTRL-24");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(active_reads_the_new_value_when_the_switch_has_answered),
      cmocka_unit_test(a_tied_switch_answers_in_two_clocks_and_three),
      cmocka_unit_test(a_zero_is_a_reset_even_if_a_one_follows_at_once),
      cmocka_unit_test(writes_beside_active_are_dropped_while_it_changes),
      cmocka_unit_test(the_message_that_crosses_ends_first),
      cmocka_unit_test(disabling_clears_tracing_even_against_a_one),
      cmocka_unit_test(triggers_set_tracing_and_nothing_sets_enable),
      cmocka_unit_test(a_start_waits_for_context_alone),
      cmocka_unit_test(held_fields_count_from_the_next_start),
      cmocka_unit_test(a_start_waits_for_the_fields_that_wait),
      cmocka_unit_test(trace_on_behind_trace_off_does_not_wait),
      cmocka_unit_test(the_sticky_bit_is_set_by_loss_and_by_stall),
      cmocka_unit_test(the_plain_form_of_sync_is_the_build_s),
      cmocka_unit_test(reads_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "oracle/row.h"
#include "pib_bench.h"
#include "rvt/prng.h"
#include "tests/support/counted_framing.h"
#include "tests/support/test.h"

/* ---- Lanes --------------------------------------------------------------------------------- */

/* Beats of several bytes at the PIB's input, with every number of pins. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static struct pib_bench b;
static const uint8_t lanes_of[] = {1, 2, 4, 8, 16};
static const char *const messages[] = {
    "0C DF",
    "10 0D 0F",
    "24 0D 00 0B",
    "70 05 04 08 0D FF",
    "24 00 04 01 00 00 FD 0C FF",
    "74 3C 55 00 00 00 00 00 01 FC FC FC FC FC FC FD 00 00 00 00 00 0F"};

static void random_messages_of_any_beats_arrive_whole_and_in_order(void **state) {
  (void)state;
  for (unsigned run = 0; run < 5 * 6 * 2; run++) {
    static const uint8_t forms[6][2] = {{4, RVT_PIB_4BIT},  {8, RVT_PIB_4BIT},
                                        {8, RVT_PIB_8BIT},  {16, RVT_PIB_4BIT},
                                        {16, RVT_PIB_8BIT}, {16, RVT_PIB_16BIT}};
    const uint8_t *form = forms[run / 5 % 6];
    uint64_t seed = run + 1;
    pib_bench_init_lanes(&b, lanes_of[run % 5], form[0], form[1]);
    b.in.divider = run % 3 == 2;
    b.seed = run / 30 == 0 ? 0 : run;
    for (unsigned i = 0; i < 200; i++)
      pib_bench_queue(&b, messages[rvt_prng_below(&seed, COUNT(messages))]);
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
  }
  ROW("NT:PIB-04");
  ROW("TCI:PIB-08");
  ROW("TCI:PIB-09");
}

/* Of a source that never pauses the pins are the only limit: no idle beat but those that a sync
 * message asks for. One lane is half as fast as 16 pins without divider. */
static void the_pins_alone_limit_a_stream_of_several_lanes(void **state) {
  (void)state;
  static const uint8_t forms[3][2] = {{4, RVT_PIB_4BIT}, {8, RVT_PIB_8BIT}, {16, RVT_PIB_16BIT}};
  for (unsigned run = 0; run < 15; run++) {
    const uint8_t *form = forms[run / 5];
    const uint8_t lanes = lanes_of[run % 5];
    pib_bench_init_lanes(&b, lanes, form[0], form[1]);
    for (unsigned i = 0; i < 300; i++) pib_bench_queue(&b, "10 0D 04 08 00 15 0B");
    pib_bench_message(&b);
    uint32_t idle = 0;
    const uint64_t from = b.clocks;
    for (unsigned i = 1; i < 290; i++) {
      pib_bench_message(&b);
      idle += b.monitor.idle_before;
    }
    const uint64_t beats = 289 * (form[0] == 4 ? 14 : form[0] == 8 ? 7 : 4);
    if (lanes == 1 && form[0] == 16) {
      assert_in_range(idle, 289 * 2, 289 * 4);
      continue;
    }
    assert_int_equal(idle, 0);
    assert_int_equal(b.clocks - from, beats);
  }
}

/* A beat is a part of the PIB from the clock in which it is taken. */
static void a_beat_that_is_held_leaves_or_is_said_to_be_lost(void **state) {
  (void)state;
  for (unsigned lanes = 2; lanes <= 16; lanes *= 2) {
    for (uint8_t pins = 4; pins <= 16; pins = (uint8_t)(pins * 2)) {
      pib_bench_init_lanes(&b, (uint8_t)lanes, pins, RVT_PIB_4BIT);
      b.eager = true;
      pib_bench_clock(&b);
      pib_bench_queue(&b, "10 0F");
      assert_true(pib_bench_clock(&b).empty);
      assert_int_equal(b.sent, 2);
      b.in.active = false; /* nothing has reached the buffer */
      const struct rvt_pib_out held = pib_bench_clock(&b);
      assert_true(held.s_dn_lost && !held.empty);
      pib_bench_watch(&b);
      const struct rvt_pib_out out = pib_bench_clock(&b);
      assert_true(out.empty && !out.s_dn_lost);

      pib_bench_init_lanes(&b, (uint8_t)lanes, pins, RVT_PIB_4BIT);
      while (!b.monitor.in_phase) pib_bench_clock(&b);
      pib_bench_queue(&b, "70 04 04 08 0C 01 0D FF 24 0F");
      while (b.sent == 0) pib_bench_clock(&b);
      b.in.enable = false; /* within the first message, with two lanes to eight */
      const size_t sent = b.sent;
      for (unsigned i = 0; i < 60; i++) pib_bench_clock(&b);
      assert_int_equal(b.sent, 8);
      assert_true(sent < 8 || lanes >= 8);
      assert_int_equal(b.messages_seen, 1);
      assert_true(pib_bench_clock(&b).empty);
    }
  }
  ROW("TCI:LINK-08");
  ROW("TCI:PIB-25");
  ROW("TCI:PIB-26");
}

/* A message as long as the buffer has to be in it before it starts. */
static void the_longest_message_fits_with_all_beats(void **state) {
  (void)state;
  for (unsigned run = 0; run < 5 * 3 * 4; run++) {
    const uint8_t pins = (uint8_t)(4u << run / 5 % 3);
    pib_bench_init_lanes(&b, lanes_of[run % 5], pins, pins == 16 ? RVT_PIB_16BIT : RVT_PIB_4BIT);
    b.seed = run / 15;
    for (unsigned i = 0; i < 20; i++) {
      pib_bench_queue(&b, "24");
      for (unsigned k = 0; k < 36; k++) pib_bench_queue(&b, "54");
      pib_bench_queue(&b, "0F 10 0F");
    }
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
  }
  ROW("TCI:PIB-12");
  ROW("NT:PIB-03");
}

/* ---- Calibration --------------------------------------------------------------------------- */

/* Who waits for `s_dn_on` to deactivate must not wait for the end of calibration. */
static void calibration_waits_for_a_message_that_has_begun_and_for_no_other(void **state) {
  (void)state;
  for (unsigned taken = 0; taken <= 10; taken++) {
    pib_bench_init(&b, 8, RVT_PIB_8BIT);
    pib_bench_watch(&b);
    b.eager = true;
    pib_bench_queue(&b, "74 04 15 00 00 00 00 00 05 0B");
    while (b.sent < taken) assert_true(pib_bench_clock(&b).s_dn_on || b.clocks < 2);
    b.in.calibrate = true;
    const bool open = taken % 10 != 0;
    for (unsigned i = taken; open && i < 10; i++) {
      const struct rvt_pib_out out = pib_bench_clock(&b);
      assert_true(out.s_dn_on && out.s_ready); /* the rest of it, without a pause */
    }
    pib_bench_queue(&b, "0C 0F");
    for (int i = 0; i < 100; i++) {
      const struct rvt_pib_out out = pib_bench_clock(&b);
      assert_true(!out.s_dn_on && !out.s_ready);
    }
    assert_int_equal(b.sent, taken == 0 ? 0 : 10);
    b.in.calibrate = false;
    assert_true(pib_bench_clock(&b).s_dn_on);
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
  }
  /* In a build without patterns the bit means nothing. */
  pib_bench_init(&b, 8, RVT_PIB_8BIT);
  b.dut.p.calibrate = false;
  b.in.calibrate = true;
  pib_bench_queue(&b, "0C 0F");
  assert_true(pib_bench_clock(&b).s_dn_on);
  pib_bench_drain(&b);
  pib_bench_expect_all(&b);
  ROW("TCI:PIB-21");
}

static void calibration_repeats_its_pattern_between_messages(void **state) {
  (void)state;
  static const uint16_t patterns[3][8] = {{0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0},
                                          {0xAA, 0x55, 0x00, 0xFF},
                                          {0xAAAA, 0x5555, 0x0000, 0xFFFF}};
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT, RVT_PIB_16BIT};
  for (size_t m = 0; m < COUNT(modes); m++)
    for (unsigned off = 0; off < 9; off++) {
      pib_bench_init(&b, 16, modes[m]);
      const unsigned beats = modes[m] == RVT_PIB_4BIT ? 8 : 4;
      pib_bench_queue(&b, "0C 0F 08 33 24 0D 00 0B");
      while (b.sent < 5) pib_bench_clock(&b); /* the third message has begun */
      b.in.calibrate = true;
      b.in.enable = false; /* nothing without Enable (TCI:PIB-24) */
      for (int i = 0; i < 40; i++) {
        pib_bench_clock(&b);
        assert_int_not_equal(b.event, PIN_PATTERN);
      }
      pib_bench_expect_all(&b);
      ROW("TCI:PIB-24");
      b.in.enable = true;
      pib_bench_queue(&b, "70 D0 1D 1D F8 FF 0C 0F");
      while (b.event != PIN_PATTERN) pib_bench_clock(&b);
      assert_true(b.monitor.idle_before >= 2);
      for (unsigned i = 1; i < 5 * beats + off; i++) {
        const struct rvt_pib_out out = pib_bench_clock(&b);
        assert_int_equal(out.trc_data, patterns[m][i % beats]);
        assert_true(!out.s_ready && !out.s_dn_on && !out.empty);
      }
      ROW("TCI:PIB-21");
      b.in.calibrate = false;
      pib_bench_message(&b);
      assert_true(b.monitor.idle_before >= 2);
      pib_bench_drain(&b);
      pib_bench_expect_all(&b);
    }
  ROW("TCI:PIB-22");
}

/* Calibration finds the buffer full, a message in it not complete: those before it leave, its rest
 * comes in, and what is complete then waits as always. */
static void a_full_buffer_makes_room_for_the_rest_of_a_message(void **state) {
  (void)state;
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT, RVT_PIB_16BIT};
  for (unsigned lanes = 1; lanes <= 4; lanes *= 4)
    for (unsigned m = 0; m < 3; m++) {
      pib_bench_init_lanes(&b, (uint8_t)lanes, 16, modes[m]);
      b.in.divider = 15;
      pib_bench_watch(&b);
      b.eager = true;
      for (int i = 0; i < 10; i++) pib_bench_queue(&b, "74 04 15 00 00 00 00 00 05 0B");
      pib_bench_clock(&b);
      while (pib_bench_clock(&b).s_ready || b.sent % 10 == 0) assert_true(b.clocks < 1000);
      const size_t end = (b.sent + 9) / 10 * 10;
      b.in.calibrate = true;
      for (int i = 0; b.sent < end; i++) {
        assert_true(i < 1000); /* the pins need 32 clocks a byte at most */
        assert_true(pib_bench_clock(&b).s_dn_on);
      }
      while (b.event != PIN_PATTERN) pib_bench_clock(&b);
      const size_t seen = b.seen_size;
      for (int i = 0; i < 1000; i++) assert_false(pib_bench_clock(&b).s_dn_on);
      assert_true(b.sent == end && b.seen_size == seen && seen < end);
      b.in.calibrate = false;
      pib_bench_drain(&b);
      pib_bench_expect_all(&b);
    }
  ROW("TCI:PIB-22");
  ROW("TCI:CTRL-07");
}

/* ---- A format that counts ------------------------------------------------------------------ */

static struct pib_bench b;

/* Nothing in the PIB knows that MSEO 11 ends a message. */
static void messages_end_where_their_framing_says(void **state) {
  (void)state;
  static const uint8_t lanes[] = {1, 2, 4, 16}, pins[] = {4, 8, 16};
  for (size_t l = 0; l < COUNT(lanes); l++)
    for (size_t p = 0; p < COUNT(pins); p++)
      for (uint8_t mode = RVT_PIB_4BIT; rvt_pib_has_mode(pins[p], mode); mode++) {
        pib_bench_init_lanes(&b, lanes[l], pins[p], mode);
        b.dut.framing = &counted_framing;
        b.seed = 7;
        pib_bench_watch(&b);
        uint64_t seed = 9 + mode;
        unsigned queued = 0;
        for (; queued < 200; queued++) {
          char hex[64];
          const unsigned size = 2 + rvt_prng_below(&seed, 14);
          int at = sprintf(hex, "%02X", size);
          for (unsigned i = 1; i < size; i++)
            at += sprintf(hex + at, " %02X",
                          rvt_prng_below(&seed, 3) == 0 ? 0 : rvt_prng_below(&seed, 256));
          pib_bench_queue(&b, hex);
        }
        while (b.messages_seen < queued) {
          const uint32_t before = b.messages_seen;
          pib_bench_message(&b);
          assert_int_equal(b.messages_seen, before + 1);
          if (mode == RVT_PIB_4BIT) assert_true(b.monitor.idle_before >= 4); /* each one aligns */
        }
        pib_bench_drain(&b);
        pib_bench_expect_all(&b);
        assert_int_equal(b.dut.msgs_q, 0);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_messages_of_any_beats_arrive_whole_and_in_order),
      cmocka_unit_test(the_pins_alone_limit_a_stream_of_several_lanes),
      cmocka_unit_test(a_beat_that_is_held_leaves_or_is_said_to_be_lost),
      cmocka_unit_test(the_longest_message_fits_with_all_beats),
      cmocka_unit_test(a_full_buffer_makes_room_for_the_rest_of_a_message),
      cmocka_unit_test(calibration_waits_for_a_message_that_has_begun_and_for_no_other),
      cmocka_unit_test(messages_end_where_their_framing_says),
      cmocka_unit_test(calibration_repeats_its_pattern_between_messages),
  };
  return cmocka_run_group_tests_name("pib_lanes", tests, NULL, NULL);
}

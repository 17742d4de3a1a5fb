/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "pib_bench.h"
#include "rvt/ntrace.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct pib_bench b;

#define LONGEST                                                                                    \
  "74 FC FC FC FC FC FC 3D FC FC FC FC FC FC FC FC FC FC 1D FC FC FC FC FC 0D FC FC FC FC FC FC "  \
  "FC FC FC FC 3F"

static const char *const messages[] = {
    "0C 0F",                         /* DirectBranch */
    "24 0D 00 0B",                   /* ProgTraceSync */
    "70 D0 1D 1D F8 FF",             /* IndirectBranchHist: ends in a byte of ones */
    "2C C9 00 13",                   /* DirectBranchSync */
    "78 FC FC FF",                   /* RepeatBranch */
    "30 88 05 00 0B",                /* IndirectBranchSync */
    "74 04 15 00 00 00 00 00 05 0B", /* IndirectBranchHistSync */
    LONGEST,                         /* 36 bytes */
    "20 FF",                         /* Error */
    "08 33",                         /* Ownership */
};

struct pins {
  uint8_t data;
  bool empty;
};

/** TRC_DATA and empty_o of consecutive clocks; TRC_CLK must invert in each. */
static void expect_clocks(const struct pins *want, size_t count) {
  bool clk = pib_bench_clock(&b).trc_clk;
  for (size_t i = 0; i < count; i++) {
    const struct rvt_pib_out out = pib_bench_clock(&b);
    assert_int_equal(out.trc_data, want[i].data);
    assert_int_equal(out.empty, want[i].empty);
    assert_int_equal(out.trc_clk, !clk);
    clk = out.trc_clk;
  }
}

static void pins_idle_at_ones_and_the_clock_runs_without_enable(void **state) {
  (void)state;
  static const struct {
    uint8_t pins, mode, idle;
  } cases[] = {{4, RVT_PIB_4BIT, 0x0F}, {8, RVT_PIB_4BIT, 0x0F}, {8, RVT_PIB_8BIT, 0xFF}};
  for (size_t c = 0; c < COUNT(cases); c++) {
    pib_bench_init(&b, cases[c].pins, cases[c].mode);
    b.in.enable = false;
    struct rvt_pib_out out = pib_bench_clock(&b); /* after reset: off */
    assert_int_equal(out.trc_data, 0);
    assert_false(out.trc_clk);
    for (unsigned i = 1; i < 20; i++) {
      out = pib_bench_clock(&b);
      assert_int_equal(out.trc_data, cases[c].idle);
      assert_int_equal(out.trc_clk, i % 2);
      assert_false(out.s_ready);
      assert_true(out.empty);
    }
  }
  ROW("TCI:PIB-05");
  ROW("TCI:PIB-06");
  ROW("NT:PIB-01");
}

static void four_bit_beats_are_low_nibble_then_high_nibble(void **state) {
  (void)state;
  pib_bench_init(&b, 8, RVT_PIB_4BIT);
  while (!b.monitor.in_phase) pib_bench_clock(&b);
  pib_bench_queue(&b, "0C DF");
  /* First clock: byte 0 is pushed. Second: byte 1. Third: the message may start. */
  static const struct pins want[] = {{0xF, false}, {0xF, false}, {0xC, false}, {0x0, false},
                                     {0xF, false}, {0xD, false}, {0xF, true},  {0xF, true}};
  expect_clocks(want, COUNT(want));
  pib_bench_expect_all(&b);
  ROW("TCI:PIB-04");
  ROW("TCI:PIB-08");
  ROW("NT:PIB-02");
  ROW("TCI:PIB-26");
}

static void eight_bit_beats_are_bytes(void **state) {
  (void)state;
  pib_bench_init(&b, 8, RVT_PIB_8BIT);
  for (int i = 0; i < 3; i++) pib_bench_clock(&b);
  pib_bench_queue(&b, "24 0D 00 0B"); /* a sync message needs no idle here */
  static const struct pins want[] = {{0xFF, false}, {0xFF, false}, {0xFF, false}, {0xFF, false},
                                     {0x24, false}, {0x0D, false}, {0x00, false}, {0x0B, false},
                                     {0xFF, true},  {0xFF, true}};
  expect_clocks(want, COUNT(want));
  pib_bench_expect_all(&b);
  ROW("TCI:PIB-26");
}

static void a_beat_takes_divider_plus_one_clocks(void **state) {
  (void)state;
  static const uint16_t dividers[] = {0, 1, 3, 255, 256 + 3 /* bits above the divider's width */};
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT};
  for (size_t m = 0; m < COUNT(modes); m++)
    for (size_t d = 0; d < COUNT(dividers); d++) {
      const uint64_t period = (dividers[d] & 0xFF) + 1u;
      pib_bench_init(&b, 8, modes[m]);
      b.in.divider = dividers[d];
      for (size_t i = 0; i < COUNT(messages); i++) pib_bench_queue(&b, messages[i]);
      pib_bench_clock(&b); /* off; its edge is the first beat */
      bool clk = false;
      for (uint64_t i = 0; i < 120 * period; i++) {
        const bool now = pib_bench_clock(&b).trc_clk;
        assert_int_equal(now != clk, i % period == 0);
        clk = now;
      }
      assert_true(b.messages_seen >= 2);
      pib_bench_drain(&b);
      pib_bench_expect_all(&b);
    }
  ROW("TCI:PIB-04");
}

static void empty_rises_a_whole_beat_after_the_last_one(void **state) {
  (void)state;
  pib_bench_init(&b, 4, RVT_PIB_4BIT);
  b.in.divider = 3;
  pib_bench_queue(&b, "0C 0F");
  pib_bench_message(&b); /* the last nibble was seen for the first time */
  for (int i = 0; i < 3; i++) assert_false(pib_bench_clock(&b).empty);
  const struct rvt_pib_out out = pib_bench_clock(&b);
  assert_true(out.empty);
  assert_int_equal(out.trc_data, 0xF);
  ROW("TCI:PIB-26");
}

static void a_starving_input_makes_no_overflow_in_a_message(void **state) {
  (void)state;
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT};
  for (size_t m = 0; m < COUNT(modes); m++)
    for (uint64_t seed = 1; seed <= 8; seed++) {
      pib_bench_init(&b, 8, modes[m]);
      b.seed = seed;
      b.in.divider = (uint16_t)(seed % 3);
      for (size_t i = 0; i < 5; i++) {
        pib_bench_queue(&b, LONGEST);
        pib_bench_message(&b);
        assert_int_equal(b.edges_in_message, modes[m] == RVT_PIB_4BIT ? 72 : 36);
      }
      pib_bench_expect_all(&b);
    }
  ROW("TCI:PIB-12");
  ROW("NT:PIB-03");
  ROW("TCI:LINK-06");
}

/* A feed without pauses: what is idle on the pins is the PIB's own doing. */
static void sync_waits_for_four_idle_beats_in_four_bit_mode_only(void **state) {
  (void)state;
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT};
  for (size_t m = 0; m < COUNT(modes); m++) {
    unsigned with_idle = 0, direct = 0;
    pib_bench_init(&b, 8, modes[m]);
    b.in.divider = 15; /* the input is much faster than the pins */
    for (unsigned i = 0; i < 40; i++)
      pib_bench_queue(&b, messages[(i * 7 + i / 10) % COUNT(messages)]);
    pib_bench_message(&b);
    for (unsigned i = 1; i < 40; i++) {
      const uint8_t tcode = b.to_send[b.seen_size] >> 2;
      const bool sync = tcode == 9 || tcode == 11 || tcode == 12 || tcode == 29;
      const uint32_t idle = sync && modes[m] == RVT_PIB_4BIT ? 4 : 0;
      pib_bench_message(&b);
      assert_int_equal(b.monitor.idle_before, idle);
      with_idle += idle == 4;
      direct += idle == 0;
    }
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
    assert_true(direct >= 10 && (with_idle >= 10) == (modes[m] == RVT_PIB_4BIT));
  }
  ROW("TCI:PIB-11");
  ROW("TCI:PIB-13");
  ROW("TCI:PIB-14");
  ROW("NT:PIB-06");
  ROW("NT:PIB-07");
  ROW("NT:PIB-08");
}

static void sync_counts_idle_beats_that_were_there_anyway(void **state) {
  (void)state;
  for (unsigned pause = 0; pause < 9; pause++) {
    pib_bench_init(&b, 4, RVT_PIB_4BIT);
    pib_bench_queue(&b, "0C 0F");
    pib_bench_message(&b);
    for (unsigned i = 0; i < pause; i++) pib_bench_clock(&b);
    pib_bench_queue(&b, "24 0D 00 0B");
    pib_bench_message(&b);
    /* One clock until the last nibble is seen, four to push, one for the first beat to show. */
    assert_int_equal(b.monitor.idle_before, pause + 5);
  }
  pib_bench_init(&b, 4, RVT_PIB_4BIT); /* the same after activation: four, however early it comes */
  b.eager = true;
  pib_bench_queue(&b, "24 0B");
  pib_bench_message(&b);
  assert_int_equal(b.monitor.idle_before, 4);
  ROW("TCI:PIB-14");
}

static void random_messages_arrive_whole_and_in_order(void **state) {
  (void)state;
  static const uint16_t dividers[] = {0, 3};
  unsigned odd = 0, even = 0, none = 0;
  for (unsigned run = 0; run < 16; run++) {
    const uint8_t mode = run % 2 == 0 ? RVT_PIB_4BIT : RVT_PIB_8BIT;
    uint64_t seed = run + 1;
    pib_bench_init(&b, run % 4 == 0 ? 4 : 8, mode);
    b.in.divider = dividers[run / 8];
    b.seed = run % 3 == 0 ? 0 : run;
    for (unsigned i = 0; i < 150; i++)
      pib_bench_queue(&b, messages[rvt_prng_below(&seed, COUNT(messages))]);
    for (unsigned i = 0; i < 150; i++) {
      pib_bench_message(&b);
      none += b.monitor.idle_before == 0;
      odd += b.monitor.idle_before % 2 == 1;
      even += b.monitor.idle_before % 2 == 0;
    }
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
  }
  assert_true(odd > 50 && even > 50 && none > 50);
  ROW("NT:PIB-04");
}

static void a_probe_that_joins_late_finds_whole_messages(void **state) {
  (void)state;
  for (unsigned run = 0; run < 40; run++) {
    const uint8_t mode = run % 2 == 0 ? RVT_PIB_4BIT : RVT_PIB_8BIT;
    uint64_t seed = run + 1;
    pib_bench_init(&b, 8, mode);
    for (unsigned i = 0; i < 60; i++)
      pib_bench_queue(&b, messages[rvt_prng_below(&seed, COUNT(messages))]);
    for (uint32_t i = 120 + rvt_prng_below(&seed, 100); i > 0; i--) pib_bench_clock(&b);
    pib_bench_watch(&b);
    b.eager = true;
    b.seen_size = 0;
    pib_bench_drain(&b);
    assert_in_range(b.seen_size, 40, b.to_send_size - 1);
    const uint8_t *tail = b.to_send + b.to_send_size - b.seen_size;
    assert_memory_equal(b.seen, tail, b.seen_size);
    assert_int_equal(tail[-1] & 3, RVT_MSEO_END_MSG); /* it began at a message start */
    if (mode == RVT_PIB_4BIT) assert_true(rvt_ntrace_is_sync(tail[0] >> 2));
  }
  ROW("NT:PIB-07");
  ROW("TCI:PIB-14");
}

static void disabling_drains_complete_messages(void **state) {
  (void)state;
  pib_bench_init(&b, 4, RVT_PIB_4BIT);
  b.in.divider = 7;
  pib_bench_queue(&b, "24 0D 00 0B 0C 0F 70 D0 1D 1D F8 FF");
  while (b.sent < b.to_send_size) pib_bench_clock(&b);
  assert_int_equal(b.messages_seen, 0);
  b.in.enable = false;
  const size_t accepted = b.sent;
  pib_bench_queue(&b, "08 33"); /* must wait outside */
  bool empty = false;
  while (!empty) {
    const struct rvt_pib_out out = pib_bench_clock(&b);
    assert_false(out.s_ready);
    empty = out.empty;
    if (!empty) continue;
    assert_int_equal(b.seen_size, accepted);
    assert_int_equal(out.trc_data, 0xF);
  }
  for (int i = 0; i < 20; i++) {
    const struct rvt_pib_out out = pib_bench_clock(&b);
    assert_int_equal(out.trc_data, 0xF);
    assert_true(out.empty);
  }
  ROW("TCI:PIB-25");
  ROW("TCI:CTRL-14");
  b.in.enable = true; /* the byte held back is not lost */
  pib_bench_drain(&b);
  pib_bench_expect_all(&b);
  ROW("TCI:LINK-07");
}

static void disabling_inside_a_message_takes_the_rest_of_it(void **state) {
  (void)state;
  pib_bench_init(&b, 4, RVT_PIB_4BIT);
  pib_bench_queue(&b, "0C 0F 24 0D");
  while (b.sent < b.to_send_size) pib_bench_clock(&b);
  b.in.enable = false;
  for (int i = 0; i < 30; i++) {
    const struct rvt_pib_out out = pib_bench_clock(&b);
    assert_true(!out.empty && out.s_dn_on && out.s_ready);
  }
  assert_int_equal(b.seen_size, 2);
  pib_bench_queue(&b, "00 0B 08"); /* the end, and another message that has to wait */
  for (int i = 0; i < 30; i++) pib_bench_clock(&b);
  const struct rvt_pib_out out = pib_bench_clock(&b);
  assert_true(out.empty && !out.s_dn_on && !out.s_ready);
  assert_int_equal(b.seen_size, 6);
  ROW("TCI:CTRL-13");
  b.in.enable = true;
  pib_bench_queue(&b, "33");
  pib_bench_drain(&b);
  pib_bench_expect_all(&b);
}

static void check_off(void) {
  const struct rvt_pib_out out = pib_bench_clock(&b);
  assert_false(out.s_ready);
  assert_true(out.empty);
  assert_false(out.trc_clk);
  assert_int_equal(out.trc_data, 0);
}

static void inactive_clears_everything(void **state) {
  (void)state;
  for (unsigned when = 3; when < 30; when++) {
    pib_bench_init(&b, 4, RVT_PIB_4BIT);
    b.in.divider = 1;
    b.eager = true;
    pib_bench_queue(&b, "0C 0F 08 33 24 0D 00 0B");
    for (unsigned i = 0; i < when; i++) pib_bench_clock(&b);
    b.in.active = false;
    b.to_send_size = b.sent = 0;
    assert_false(pib_bench_clock(&b).s_ready);
    pin_monitor_init(&b.monitor, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
    for (int i = 0; i < 5; i++) check_off();
    b.in.active = true;
    b.offered = false;
    b.seen_size = 0;
    b.event = PIN_NO_EDGE;
    pib_bench_queue(&b, "24 0B");
    pib_bench_message(&b);
    assert_int_equal(b.monitor.idle_before, 4);
    pib_bench_drain(&b);
    pib_bench_expect_all(&b);
  }
}

/* Messages in the buffer that nobody will see are said to be lost (NT:ERR-01). */
static void a_buffer_that_is_cleared_is_said_to_be_lost(void **state) {
  (void)state;
  pib_bench_init(&b, 4, RVT_PIB_4BIT);
  b.in.divider = 3;
  b.eager = true;
  pib_bench_queue(&b, "0C 0F 08 33");
  for (unsigned i = 0; i < 6; i++) assert_false(pib_bench_clock(&b).s_dn_lost);
  b.in.active = false;
  assert_true(pib_bench_clock(&b).s_dn_lost);
  assert_int_equal(b.dut.level_q, 0);
}

static void the_first_beat_after_activation_does_not_wait(void **state) {
  (void)state;
  pib_bench_init(&b, 4, RVT_PIB_4BIT);
  b.in.divider = 200;
  for (int i = 0; i < 50; i++) pib_bench_clock(&b);
  b.in.active = false;
  pib_bench_clock(&b);
  pin_monitor_init(&b.monitor, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
  b.in.active = true;
  pib_bench_clock(&b); /* shows the cleared state */
  const struct rvt_pib_out out = pib_bench_clock(&b);
  assert_true(out.trc_clk);
  assert_int_equal(out.trc_data, 0xF);
}

static void a_mode_that_is_none_stops_the_pins(void **state) {
  (void)state;
  static const struct {
    uint8_t pins, mode;
  } cases[] = {{8, 0}, {4, RVT_PIB_8BIT}, {8, 4}, {8, 5}, {8, 8}, {8, 9}, {8, 12}, {8, 15}};
  for (size_t c = 0; c < COUNT(cases); c++)
    for (unsigned when = 0; when < 12; when++) {
      pib_bench_init(&b, cases[c].pins, RVT_PIB_4BIT);
      b.in.divider = 1;
      b.in.center = c % 2 != 0;
      pib_bench_watch(&b);
      for (unsigned i = 0; i < 20 + when; i++) pib_bench_clock(&b);
      b.in.mode = cases[c].mode;
      /* At most a beat with a high clock and one with a low clock: 4 clocks each in the middle. */
      unsigned left = 0;
      for (bool off = false; !off; left++) {
        const struct rvt_pib_out out = pib_bench_clock(&b);
        assert_true(!out.s_ready && !out.s_dn_on && out.empty && left < 12);
        off = out.trc_data == 0;
        assert_false(off && out.trc_clk);
        assert_true(off || out.trc_data == 0xF);
      }
      pin_monitor_init(&b.monitor, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
      for (int i = 0; i < 10; i++) check_off();
      b.in.mode = RVT_PIB_4BIT;
      b.in.center = false;
      b.eager = true;
      pib_bench_queue(&b, "24 0B");
      pib_bench_message(&b);
      assert_int_equal(b.monitor.idle_before, 4); /* idle beats nobody saw do not count */
    }
  ROW("TCI:PIB-06");
}

/* What the Active bit does while a message is on the pins. */
static void the_pins_stop_behind_the_message_they_show(void **state) {
  (void)state;
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT, RVT_PIB_16BIT};
  unsigned within = 0;
  for (size_t m = 0; m < COUNT(modes); m++)
    for (unsigned when = 20; when < 90; when++) {
      pib_bench_init(&b, 16, modes[m]);
      b.in.divider = 2;
      b.in.center = when % 2 != 0;
      pib_bench_watch(&b);
      b.eager = true;
      for (size_t i = 0; i < 4; i++) pib_bench_queue(&b, messages[i]);
      for (unsigned i = 0; i < when; i++) pib_bench_clock(&b);
      const bool in_message = b.monitor.in_message || b.monitor.have_low;
      within += in_message;
      const uint32_t before = b.messages_seen;
      b.in.mode = RVT_PIB_OFF;
      while (pib_bench_clock(&b).in_msg) assert_true(b.clocks < 400);
      assert_false(b.monitor.in_message || b.monitor.have_low);
      assert_true(b.messages_seen <= before + 1 && b.messages_seen >= before + in_message);
      for (int i = 0; i < 20; i++) check_off();
    }
  assert_true(within > 30);
  ROW("TCI:CTRL-07");
  ROW("TCI:CTRL-20");
}

static void pairs_begin_on_the_low_pins_and_odd_ends_are_filled(void **state) {
  (void)state;
  pib_bench_init(&b, 16, RVT_PIB_16BIT);
  for (int i = 0; i < 3; i++) pib_bench_clock(&b);
  pib_bench_queue(&b, "24 0D 0B 0C 0F 78 FC FC FF");
  static const uint16_t want[] = {0x0D24, 0xFF0B, 0x0F0C, 0xFC78, 0xFFFC};
  size_t seen = 0;
  unsigned idle = 0;
  for (int i = 0; i < 40; i++) {
    const uint16_t data = pib_bench_clock(&b).trc_data;
    if (data == 0xFFFF) {
      idle++;
      continue;
    }
    assert_true(seen < COUNT(want));
    assert_int_equal(data, want[seen++]);
  }
  assert_true(seen == COUNT(want) && idle > 20);
  pib_bench_expect_all(&b);
  ROW("TCI:PIB-09");
  ROW("NT:PIB-09");
}

static void edges_in_the_middle_make_beats_of_two_cycles(void **state) {
  (void)state;
  static const uint8_t modes[] = {RVT_PIB_4BIT, RVT_PIB_8BIT, RVT_PIB_16BIT};
  for (size_t m = 0; m < COUNT(modes); m++)
    for (uint16_t divider = 0; divider < 4; divider++) {
      pib_bench_init(&b, 16, modes[m]);
      b.in.divider = divider;
      b.in.center = true;
      pib_bench_watch(&b);
      for (size_t i = 0; i < COUNT(messages); i++) pib_bench_queue(&b, messages[i]);
      pib_bench_clock(&b); /* off; after it data, and a cycle later the first edge */
      const unsigned cycle = divider + 1u;
      bool clk = false;
      uint16_t data = 0;
      for (unsigned i = 0; i < 200 * cycle; i++) {
        const struct rvt_pib_out out = pib_bench_clock(&b);
        assert_int_equal(out.trc_clk != clk, i % (2 * cycle) == cycle);
        if (out.trc_data != data) assert_int_equal(i % (2 * cycle), 0);
        clk = out.trc_clk;
        data = out.trc_data;
      }
      pib_bench_drain(&b);
      pib_bench_expect_all(&b);
    }
  ROW("TCI:PIB-02");
  ROW("TCI:PIB-04");
}

static void a_full_buffer_refuses_and_a_message_of_its_size_passes(void **state) {
  (void)state;
  pib_bench_init(&b, 8, RVT_PIB_8BIT);
  b.in.divider = 7;
  pib_bench_queue(&b, "00");
  for (int i = 0; i < 36; i++) pib_bench_queue(&b, "54");
  pib_bench_queue(&b, "57 " LONGEST);
  unsigned level = 0, ready = 0;
  while (b.messages_seen == 0) {
    const bool full = b.dut.level_q == 38;
    assert_int_equal(pib_bench_clock(&b).s_ready, !full);
    level += full;
    ready += !full && b.dut.level_q == 38;
  }
  assert_true(level > 38 && ready > 20);
  pib_bench_drain(&b);
  pib_bench_expect_all(&b);
  ROW("TCI:PIB-12");
}

static void init_refuses_parameters_out_of_range(void **state) {
  (void)state;
  /* lanes, pins, div_width, buffer_bytes, clk_center, calibrate, framing */
  static const struct rvt_pib_params bad[] = {
      {0, 4, 8, 38, 0, 0, 0},  {3, 4, 8, 38, 0, 0, 0},           {32, 4, 8, 38, 0, 0, 0},
      {1, 0, 8, 38, 0, 0, 0},  {1, 5, 8, 38, 0, 0, 0},           {1, 16, 8, 39, 0, 0, 0},
      {1, 4, 0, 38, 0, 0, 0},  {1, 4, 17, 38, 0, 0, 0},          {1, 4, 8, 37, 0, 0, 0},
      {1, 4, 8, 257, 0, 0, 0}, {1, 4, 8, 38, 0, 0, RVT_FRAMINGS}};
  struct rvt_pib s, before;
  memset(&s, 0x33, sizeof s);
  before = s;
  for (size_t i = 0; i < COUNT(bad); i++) {
    assert_int_equal(rvt_pib_init(&s, &bad[i], NULL), RVT_ERR_ARG);
    assert_memory_equal(&s, &before, sizeof s);
  }
  static const struct rvt_pib_params good[] = {{1, 4, 1, 38, false, false, 0},
                                               {16, 16, 16, 256, true, true, 0}};
  for (size_t i = 0; i < COUNT(good); i++)
    assert_int_equal(rvt_pib_init(&s, &good[i], NULL), RVT_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pins_idle_at_ones_and_the_clock_runs_without_enable),
      cmocka_unit_test(four_bit_beats_are_low_nibble_then_high_nibble),
      cmocka_unit_test(eight_bit_beats_are_bytes),
      cmocka_unit_test(a_beat_takes_divider_plus_one_clocks),
      cmocka_unit_test(empty_rises_a_whole_beat_after_the_last_one),
      cmocka_unit_test(a_starving_input_makes_no_overflow_in_a_message),
      cmocka_unit_test(sync_waits_for_four_idle_beats_in_four_bit_mode_only),
      cmocka_unit_test(sync_counts_idle_beats_that_were_there_anyway),
      cmocka_unit_test(random_messages_arrive_whole_and_in_order),
      cmocka_unit_test(a_probe_that_joins_late_finds_whole_messages),
      cmocka_unit_test(disabling_drains_complete_messages),
      cmocka_unit_test(disabling_inside_a_message_takes_the_rest_of_it),
      cmocka_unit_test(inactive_clears_everything),
      cmocka_unit_test(a_buffer_that_is_cleared_is_said_to_be_lost),
      cmocka_unit_test(the_first_beat_after_activation_does_not_wait),
      cmocka_unit_test(a_mode_that_is_none_stops_the_pins),
      cmocka_unit_test(the_pins_stop_behind_the_message_they_show),
      cmocka_unit_test(pairs_begin_on_the_low_pins_and_odd_ends_are_filled),
      cmocka_unit_test(edges_in_the_middle_make_beats_of_two_cycles),
      cmocka_unit_test(a_full_buffer_refuses_and_a_message_of_its_size_passes),
      cmocka_unit_test(init_refuses_parameters_out_of_range),
  };
  return cmocka_run_group_tests_name("pib", tests, NULL, NULL);
}

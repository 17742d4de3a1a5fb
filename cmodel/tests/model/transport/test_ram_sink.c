/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "ram_bench.h"
#include "tests/support/test.h"

/* What the RAM sink makes of its stream: docs/units/ram-sink.md. */

enum {
  CONTROL = RVT_TR_RAM_CONTROL_OFFSET,
  LIMIT = RVT_TR_RAM_LIMIT_LOW_OFFSET,
  WP = RVT_TR_RAM_WP_LOW_OFFSET,
  RP = RVT_TR_RAM_RP_LOW_OFFSET,
  DATA = RVT_TR_RAM_DATA_OFFSET,
  ACTIVE = RVT_TR_RAM_ACTIVE_MASK,
  ENABLE = RVT_TR_RAM_ENABLE_MASK,
  EMPTY = RVT_TR_RAM_EMPTY_MASK,
  STOP = RVT_TR_RAM_STOP_ON_WRAP_MASK,
  WRAP = RVT_TR_RAM_WRAP_MASK,
  UNTOUCHED = 0xEE
};

static uint32_t control(struct ram_bench *b) { return ram_bench_read(b, CONTROL); }

/** A buffer of `words` words that begins at 0. */
static void start(struct ram_bench *b, uint8_t lanes, uint8_t width, unsigned words,
                  uint32_t flags) {
  ram_bench_init(b, lanes, width);
  ram_bench_activate(b);
  ram_bench_write(b, LIMIT, 4 * (words - 1));
  ram_bench_write(b, CONTROL, ACTIVE | flags);
}

static void bytes_in_order(void **state) {
  (void)state;
  static const uint8_t lanes[] = {1, 2, 4, 8};
  for (unsigned i = 0; i < 8; i++) {
    struct ram_bench b;
    start(&b, lanes[i / 2], i % 2 != 0 ? 64 : 32, RAM_BENCH_WORDS, ENABLE);
    assert_true(ram_bench_send(&b, 0x10, 7));
    assert_true(ram_bench_send(&b, 0x17, 22));
    assert_true(ram_bench_send(&b, 0x2D, 3));
    ram_bench_clocks(&b, 8);
    for (unsigned k = 0; k < 32; k++) assert_int_equal(b.memory[k], 0x10 + k);
    assert_int_equal(b.memory[32], UNTOUCHED);
    assert_int_equal(ram_bench_read(&b, WP), 32);
    assert_int_equal(control(&b), ACTIVE | ENABLE | EMPTY);
  }
  ROW("TCI:RAM-03");
  ROW("TCI:RAM-04");
}

static void limit_is_inclusive(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 4, 64, 4, ENABLE);
  assert_true(ram_bench_send(&b, 0x10, 16));
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_read(&b, WP), 0 | WRAP);
  assert_true(ram_bench_send(&b, 0x20, 4));
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_read(&b, WP), 4 | WRAP);
  assert_int_equal(ram_bench_word(&b, 0), 0x23222120);
  assert_int_equal(ram_bench_word(&b, 3), 0x1F1E1D1C);
  assert_int_equal(b.memory[16], UNTOUCHED);
  ROW("TCI:RAM-05");
}

static void disable_pads(void **state) {
  (void)state;
  for (unsigned bytes = 0; bytes <= 4; bytes++) {
    struct ram_bench b;
    start(&b, 1, 32, RAM_BENCH_WORDS, ENABLE);
    assert_true(ram_bench_send(&b, 0x40, bytes));
    ram_bench_write(&b, CONTROL, ACTIVE);
    /* Three bytes of padding and a write at most, and no clock with Empty before. */
    if (bytes == 1) assert_int_equal(control(&b), ACTIVE);
    ram_bench_clocks(&b, 4);
    assert_int_equal(control(&b), ACTIVE | EMPTY);
    for (unsigned i = 0; i < 4; i++) {
      const uint8_t expected = i < bytes ? (uint8_t)(0x40 + i) : 0xFF;
      assert_int_equal(b.memory[i], bytes == 0 ? UNTOUCHED : expected);
    }
    assert_int_equal(ram_bench_read(&b, WP), bytes == 0 ? 0 : 4);
    assert_int_equal(b.written, bytes != 0);
  }
  ROW("TCI:RAM-08");
  ROW("TCI:RAM-09");
  ROW("TCI:CTRL-13");
}

static void disable_completes_a_message(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 2, 32, RAM_BENCH_WORDS, ENABLE);
  assert_true(ram_bench_send_part(&b, 0x50, 4));
  ram_bench_write(&b, CONTROL, ACTIVE);
  ram_bench_clocks(&b, 20);
  assert_int_equal(control(&b), ACTIVE); /* all bytes are in the memory, the message is not */
  assert_true(b.out.s_dn_on);            /* the rest is waited for */
  assert_true(ram_bench_send(&b, 0x54, 5));
  ram_bench_clocks(&b, 6);
  assert_false(b.out.s_dn_on);
  assert_int_equal(control(&b), ACTIVE | EMPTY);
  assert_int_equal(ram_bench_word(&b, 2), 0xFFFFFF58);
  assert_int_equal(ram_bench_read(&b, WP), 12);
  assert_false(ram_bench_send(&b, 0x60, 1)); /* no new one */
  assert_int_equal(b.written, 3);
  ROW("TCI:LINK-01");
  ROW("TCI:LINK-07");
  ROW("TCI:CTRL-18");
}

static void enable_again_goes_on(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 1, 32, RAM_BENCH_WORDS, ENABLE);
  assert_true(ram_bench_send(&b, 0x10, 5));
  ram_bench_write(&b, CONTROL, ACTIVE);
  ram_bench_clocks(&b, 6);
  ram_bench_write(&b, RP, 4);
  const uint32_t wp = ram_bench_read(&b, WP);
  ram_bench_write(&b, CONTROL, ACTIVE | ENABLE);
  assert_int_equal(ram_bench_read(&b, WP), wp);
  assert_int_equal(ram_bench_read(&b, RP), 4);
  assert_int_equal(ram_bench_read(&b, LIMIT), 4 * (RAM_BENCH_WORDS - 1));
  ROW("TCI:RAM-07");
  assert_true(ram_bench_send(&b, 0x20, 4));
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_word(&b, 2), 0x23222120);
  ROW("TCI:CTRL-21");
}

static void stop_keeps_what_is_left(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 4, 32, 2, ENABLE | STOP);
  assert_true(ram_bench_send_part(&b, 0x10, 11));
  ram_bench_clocks(&b, 4);
  assert_true(b.out.s_dn_stopped);
  assert_false(b.out.s_dn_on);
  assert_false(b.out.s_ready);
  assert_int_equal(control(&b), ACTIVE | STOP); /* not empty */
  assert_int_equal(ram_bench_read(&b, WP), 0 | WRAP);
  ROW("TCI:RAM-11");

  /* A read-out without a loss: the buffer, then the rest after it. */
  assert_int_equal(ram_bench_read(&b, DATA), 0x13121110);
  assert_int_equal(ram_bench_read(&b, DATA), 0x17161514);
  ram_bench_write(&b, WP, 4); /* not while not empty */
  assert_int_equal(ram_bench_read(&b, WP), 0 | WRAP);
  ram_bench_write(&b, CONTROL, ACTIVE | STOP | ENABLE);
  assert_true(ram_bench_send(&b, 0x1B, 1));
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_word(&b, 0), 0x1B1A1918);
  assert_int_equal(control(&b), ACTIVE | STOP | ENABLE | EMPTY);
  ROW("TCI:RAM-12"); /* trRamWrap is still 1 and stops nothing */
  assert_true(ram_bench_send(&b, 0x20, 8));
  ram_bench_clocks(&b, 4);
  assert_int_equal(b.written, 4);
  assert_true(b.out.s_dn_stopped);
  ram_bench_write(&b, CONTROL, ACTIVE | STOP); /* an explicit disable gives the rest up */
  assert_int_equal(control(&b), ACTIVE | STOP | EMPTY);
  ram_bench_clocks(&b, 8);
  assert_false(b.out.s_dn_stopped);
  assert_int_equal(b.written, 4);
  ROW("TCI:RAM-13");
}

static void stop_during_a_disable(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 4, 32, 1, ENABLE | STOP);
  assert_true(ram_bench_send_part(&b, 0x10, 3));
  ram_bench_write(&b, CONTROL, ACTIVE | STOP);
  ram_bench_clocks(&b, 5);
  assert_int_equal(control(&b), ACTIVE | STOP);
  assert_false(ram_bench_send(&b, 0x13, 12)); /* what is after the full buffer is given up */
  assert_int_equal(control(&b), ACTIVE | STOP | EMPTY);
  assert_int_equal(ram_bench_word(&b, 0), 0x13121110);
  assert_int_equal(b.written, 1);
  assert_false(b.out.s_dn_stopped);
}

static void second_disable_discards_nothing(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 1, 32, 4, ENABLE);
  assert_true(ram_bench_send(&b, 0x31, 1));
  ram_bench_write(&b, CONTROL, ACTIVE);
  ram_bench_write(&b, CONTROL, ACTIVE);
  ram_bench_clocks(&b, 4);
  assert_int_equal(ram_bench_word(&b, 0), 0xFFFFFF31);
}

static void outside_goes_on_at_0(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 4, 32, 4, 0);
  ram_bench_write(&b, WP, 4 * 4);
  assert_int_equal(ram_bench_read(&b, WP), 4 * 4);
  ROW("TCI:RAM-20");
  ram_bench_write(&b, CONTROL, ACTIVE | ENABLE);
  assert_int_equal(ram_bench_read(&b, WP), 4 * 4);
  assert_true(ram_bench_send(&b, 0x10, 8));
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_read(&b, WP), 8); /* trRamWrap 0 */
  assert_int_equal(ram_bench_word(&b, 0), 0x13121110);
  for (unsigned i = 8; i < sizeof b.memory; i++) assert_int_equal(b.memory[i], UNTOUCHED);
  ROW("TCI:RAM-23");
}

static void inactive_is_quiet(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 1, 32, 4, ENABLE);
  assert_true(ram_bench_send_part(&b, 0x10, 7));
  ram_bench_write(&b, CONTROL, 0);
  ram_bench_clocks(&b, 4);
  assert_int_equal(control(&b), EMPTY);
  assert_false(ram_bench_send(&b, 0x17, 1));
  assert_false(b.out.ram_cs);
  assert_false(b.out.s_dn_on);
  assert_int_equal(b.written, 1);
  ROW("TCI:CTRL-20");
  ram_bench_activate(&b);
  assert_int_equal(ram_bench_read(&b, WP), 0);
  assert_int_equal(ram_bench_read(&b, LIMIT), 4 * (RAM_BENCH_WORDS - 1));
  assert_int_equal(ram_bench_word(&b, 0), 0x13121110); /* the memory stays */
  ROW("TCI:CTRL-03");
}

/* The clock of the write of Active = 0 completes a word: it is in the memory before Active reads 0.
 */
static void a_word_that_is_due_is_written(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 1, 32, 4, ENABLE);
  assert_true(ram_bench_send_part(&b, 0x10, 2));
  b.in.s = (struct rvt_beat){.valid = true, .bytes = 1, .data = {0x12}};
  ram_bench_write(&b, CONTROL, 0); /* takes two bytes in its two clocks */
  b.in.s = (struct rvt_beat){.valid = false};
  assert_int_equal(b.written, 0);
  ram_bench_clock(&b);
  assert_true(rvt_regs_active_reads(&b.sink.regs.active));
  assert_int_equal(b.written, 1);
  assert_int_equal(ram_bench_word(&b, 0), 0x12121110);
  ram_bench_clocks(&b, 2);
  assert_int_equal(control(&b), EMPTY);
  assert_int_equal(b.written, 1);
  ROW("TCI:RAM-33");
}

/** Active written 0 after `size` bytes of a message; whether the sink says that it has lost some.
 * With `cut` the source says in the same clock that the rest will not come. */
static bool loses_by_reset(unsigned size, bool cut) {
  struct ram_bench b;
  start(&b, 1, 32, 4, ENABLE);
  assert_true(ram_bench_send_part(&b, 0x10, size));
  ram_bench_clocks(&b, 2);
  ram_bench_write(&b, CONTROL, 0);
  unsigned said = 0;
  for (unsigned i = 0; i < 6; i++) {
    struct rvt_ram_sink_out now;
    rvt_ram_sink_outputs(&b.sink, &b.in, &now);
    b.in.s_cut = cut && !now.s_dn_on;
    ram_bench_clock(&b);
    said += b.out.s_dn_lost;
  }
  assert_true(said <= 1);
  return said != 0;
}

/* A message whose bytes are all in the memory is lost with its rest: who says that says it once. */
static void a_loss_is_said_once(void **state) {
  (void)state;
  assert_true(loses_by_reset(3, false));
  assert_true(loses_by_reset(3, true));
  assert_true(loses_by_reset(4, false));
  assert_false(loses_by_reset(4, true));
}

/* Messages of 7 bytes, the last with MSEO 11, into a buffer that wraps inside one. */
static void wrapped_buffer_has_whole_messages(void **state) {
  (void)state;
  struct ram_bench b;
  start(&b, 1, 32, 8, ENABLE);
  for (unsigned m = 0; m < 9; m++)
    assert_true(ram_bench_send(&b, (uint8_t)(8 * m + 1), 7)); /* 0x07 + 8 m ends it: MSEO 11 */
  ram_bench_write(&b, CONTROL, ACTIVE);
  ram_bench_clocks(&b, 8);
  const uint32_t wp = ram_bench_read(&b, WP);
  assert_true((wp & WRAP) != 0);
  const unsigned from = wp & ~3u;
  unsigned at = 0;
  while ((b.memory[(from + at) % 32] & 3) != 3) at++; /* the oldest is incomplete */
  at++;
  unsigned whole = 0;
  for (; at + 7 <= 32; at += 7, whole++)
    for (unsigned i = 0; i < 7; i++) {
      const uint8_t last = b.memory[(from + at + 6) % 32];
      assert_int_equal(b.memory[(from + at + i) % 32], last - 6 + i);
    }
  assert_int_equal(whole, 4);
  ROW("TCI:RAM-14");
}

static void bad_parameters(void **state) {
  (void)state;
  static const struct rvt_ram_sink_params bad[] = {
      {.lanes = 0, .sram_words_log2 = 4, .sram_width = 32},
      {.lanes = 3, .sram_words_log2 = 4, .sram_width = 32},
      {.lanes = 16, .sram_words_log2 = 4, .sram_width = 32},
      {.lanes = 1, .sram_words_log2 = 1, .sram_width = 32},
      {.lanes = 1, .sram_words_log2 = 31, .sram_width = 32},
      {.lanes = 1, .sram_words_log2 = 4, .sram_width = 16},
      {.lanes = 1, .sram_words_log2 = 4, .sram_width = 128},
  };
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct rvt_ram_sink s;
    memset(&s, 0xA5, sizeof s);
    const struct rvt_ram_sink before = s;
    assert_int_equal(rvt_ram_sink_init(&s, &bad[i], NULL), RVT_ERR_ARG);
    assert_memory_equal(&s, &before, sizeof s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_in_order),
      cmocka_unit_test(limit_is_inclusive),
      cmocka_unit_test(disable_pads),
      cmocka_unit_test(disable_completes_a_message),
      cmocka_unit_test(enable_again_goes_on),
      cmocka_unit_test(stop_keeps_what_is_left),
      cmocka_unit_test(stop_during_a_disable),
      cmocka_unit_test(second_disable_discards_nothing),
      cmocka_unit_test(outside_goes_on_at_0),
      cmocka_unit_test(inactive_is_quiet),
      cmocka_unit_test(a_word_that_is_due_is_written),
      cmocka_unit_test(a_loss_is_said_once),
      cmocka_unit_test(wrapped_buffer_has_whole_messages),
      cmocka_unit_test(bad_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

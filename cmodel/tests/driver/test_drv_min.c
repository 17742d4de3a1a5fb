/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "tests/device/device_bench.h"

/* rvt/min.h on the golden model: docs/examples/minimal.c, and what the example does not reach. */

static uint32_t min_read(uint64_t address);
static void min_write(uint64_t address, uint32_t value);
#define RVT_MIN_READ(address)         min_read(address)
#define RVT_MIN_WRITE(address, value) min_write(address, value)
/* A wait that fails is then over soon. */
#define RVT_MIN_LOOKS 100u
/* The same source that is compiled for RV32, with its TE, RAM, WORDS and `trace`. */
#define main minimal_main
int minimal_main(void);
#include "../../../docs/examples/minimal.c"
#include "tests/support/test.h"
#undef main

enum { AT = TE - RVT_TE_BASE };

static struct device_bench b;
static struct sw sw;
static uint64_t words_read, clocks; /* accesses of trRamData; clocks of the work */
/* Reads of this address have these bits at 0. */
static uint64_t stuck;
static uint32_t stuck_bits;

static uint32_t min_read(uint64_t address) {
  uint32_t value = 0;
  assert_true(b.bus.read32(&b, address - AT, &value));
  words_read += address == RAM + RVT_TR_RAM_DATA_OFFSET;
  return address == stuck ? value & ~stuck_bits : value;
}

static void min_write(uint64_t address, uint32_t value) {
  assert_true(b.bus.write32(&b, address - AT, value));
}

void work(void *sum) {
  (void)sum;
  b.run = true;
  device_bench_clocks(&b, clocks);
  b.run = false;
}

static void power_up(const struct rvt_top_params *p, uint64_t for_clocks) {
  device_bench_init(&b, p, 9);
  device_bench_sw(&b, &sw);
  words_read = stuck = 0;
  clocks = for_clocks;
}

/** The words as the bytes of the capture. */
static void take(const uint32_t *words, size_t count) {
  for (size_t i = 0; i < 4 * count; i++) sw.capture[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
  sw.size = 4 * count;
}

/** What was taken decodes to the program, from its first instruction on. */
static size_t decoded(void) {
  static uint64_t pc[DEVICE_DECODE_MAX];
  const size_t count = device_decode(&b, sw.capture, sw.size, pc);
  device_decode_check(&b, pc, count);
  return count;
}

static void the_example_captures_the_work(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p, 3000);
  assert_int_equal(minimal_main(), 0);
  assert_in_range(trace_words, 16, 1023);
  assert_int_equal(words_read, trace_words);
  take(trace, trace_words);
  if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
  const size_t pcs = decoded();
  assert_in_range(pcs, 1000, 3000);
  printf("minimal.c: %u PCs, %u accesses besides %u words of trace\n", (unsigned)pcs,
         (unsigned)(b.accesses - words_read), (unsigned)words_read);
  assert_in_range(b.accesses - words_read, 1, 32);
}

/** And again: the first session's bytes are no part of the second. */
static void it_begins_anew(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p, 2000);
  assert_int_equal(minimal_main(), 0);
  clocks = 700;
  b.tap_from = b.tapped;
  assert_int_equal(minimal_main(), 0);
  take(trace, trace_words);
  assert_memory_equal(sw.capture, b.tap + b.tap_from, b.tapped - b.tap_from);
  assert_in_range(b.tapped - b.tap_from, sw.size - 3, sw.size);
}

static void both_modes_and_a_stall(void **state) {
  (void)state;
  static const uint32_t hows[] = {RVT_MIN_BTM, RVT_MIN_HTM, RVT_MIN_BTM | RVT_MIN_STALL};
  static uint32_t words[1024];
  const struct rvt_top_params p = device_bench_params();
  for (size_t i = 0; i < sizeof hows / sizeof hows[0]; i++) {
    power_up(&p, 1500);
    assert_true(rvt_min_on(TE, RAM, hows[i]));
    const uint32_t control = min_read(TE);
    assert_int_equal(control & (RVT_TR_TE_INST_MODE_MASK | RVT_TR_TE_INST_STALL_ENA_MASK), hows[i]);
    assert_int_equal(RVT_FIELD(control, RVT_TR_TE_INST_SYNC_MODE), 3);
    assert_int_equal(RVT_FIELD(control, RVT_TR_TE_INST_SYNC_MAX), 8);
    work(NULL);
    assert_true(rvt_min_off(TE, RAM));
    take(words, rvt_min_read_out(RAM, words, 1024));
    if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
    assert_in_range(decoded(), 500, 1500);
  }
}

static void a_full_memory_is_read_from_its_oldest_word(void **state) {
  (void)state;
  static uint32_t words[64], fewer[64];
  struct rvt_top_params p = device_bench_params();
  p.sinks.ram.sram_words_log2 = 5;
  power_up(&p, 6000);
  assert_true(rvt_min_on(TE, RAM, RVT_MIN_HTM));
  work(NULL);
  assert_true(rvt_min_off(TE, RAM));
  assert_int_equal(rvt_min_read_out(RAM, words, 64), 32);
  take(words, 32);
  /* The last 128 bytes that left, with at most three of padding after them. */
  size_t pad = 0;
  while (pad < 3 && sw.capture[127 - pad] == 0xFF) pad++;
  assert_memory_equal(sw.capture, b.tap + b.tapped - (128 - pad), 128 - pad);
  /* Less room: the oldest words, and not one beyond it. */
  memset(fewer, 0x55, sizeof fewer);
  assert_int_equal(rvt_min_read_out(RAM, fewer, 7), 7);
  assert_memory_equal(fewer, words, 7 * sizeof words[0]);
  assert_int_equal(fewer[7], 0x55555555);
}

static void a_loss_can_still_be_seen(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p, 0);
  assert_true(rvt_min_on(TE, RAM, RVT_MIN_HTM));
  b.model.top.te.regs.sticky_q = true;
  assert_true(rvt_min_off(TE, RAM));
  assert_true((min_read(TE) & RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0);
}

/** Every wait ends, and every one of them can fail. */
static void what_does_not_answer_is_told(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  const uint64_t at[] = {TE, RAM};
  for (size_t i = 0; i < 2; i++) {
    for (uint32_t bit = 1; bit <= 2; bit *= 2) { /* Active, Enable */
      power_up(&p, 0);
      stuck = at[i];
      stuck_bits = bit;
      assert_false(rvt_min_on(TE, RAM, RVT_MIN_HTM));
      assert_in_range(b.accesses, 100, 130);
    }
    power_up(&p, 0);
    assert_true(rvt_min_on(TE, RAM, RVT_MIN_HTM));
    stuck = at[i];
    stuck_bits = RVT_TR_TE_EMPTY_MASK;
    assert_false(rvt_min_off(TE, RAM));
  }
  power_up(&p, 0);
  stuck = TE;
  stuck_bits = RVT_TR_TE_INST_TRACING_MASK;
  assert_false(rvt_min_on(TE, RAM, RVT_MIN_HTM));
  power_up(&p, 0);
  assert_false(rvt_min_on(TE, AT + 0x6000, RVT_MIN_HTM)); /* nothing there */
  p.te.encoder.htm = false;
  power_up(&p, 0);
  assert_false(rvt_min_on(TE, RAM, RVT_MIN_HTM));
  assert_true(rvt_min_on(TE, RAM, RVT_MIN_BTM));
  assert_int_equal(minimal_main(), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_captures_the_work),
      cmocka_unit_test(it_begins_anew),
      cmocka_unit_test(both_modes_and_a_stall),
      cmocka_unit_test(a_full_memory_is_read_from_its_oldest_word),
      cmocka_unit_test(a_loss_can_still_be_seen),
      cmocka_unit_test(what_does_not_answer_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

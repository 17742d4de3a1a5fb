/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "drv_block.h"
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* The end of sessions whose memory is full, by the driver, on the golden models: nothing is lost
 * unless it is given up. */

enum { SESSIONS = 800, FULL = 64 };

static struct device_bench b;
static struct sw sw; /* its capture and its judge */
static struct rvt_drv_component te, ram, pib;
static const struct rvt_drv_path to_memory = {&te, {&ram}, 1};
static const struct rvt_drv_path to_both = {&te, {&ram, &pib}, 2};

static void ok(enum rvt_drv_status status) { drv_ok(&b.drv, status); }

static void fails(enum rvt_drv_status status, enum rvt_drv_status expected, const char *text) {
  drv_fails(&b.drv, status, expected, text);
}

static struct rvt_drv_state state_of(const struct rvt_drv_component *c) {
  struct rvt_drv_state s;
  ok(rvt_drv_get_state(&b.drv, c, &s));
  return s;
}

static void begin(uint32_t bytes, bool stall, bool pins, uint64_t seed) {
  struct rvt_top_params p = device_bench_params();
  const struct rvt_drv_encoder_config how = {.mode = 6, .stall = stall};
  const struct rvt_drv_ram_config where = {.bytes = bytes, .stop_on_wrap = true};
  const struct rvt_drv_pib_config fast = {.mode = 11};
  p.sinks.has_pib = pins;
  p.sinks.pib = (struct rvt_pib_sink_params){.pib = {.lanes = 1,
                                                     .pins = 8,
                                                     .div_width = 8,
                                                     .buffer_bytes = 64,
                                                     .clk_center = true,
                                                     .calibrate = true},
                                             .safe_div = 3};
  device_bench_init(&b, &p, seed);
  device_bench_sw(&b, &sw);
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
  ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
  ok(rvt_drv_ram_configure(&b.drv, &ram, &where));
  if (!pins) return;
  ok(rvt_drv_discover(&b.drv, RVT_PIB_BASE, &pib));
  ok(rvt_drv_pib_configure(&b.drv, &pib, &fast));
  device_bench_watch(&b, 8);
}

/** Append what is new in the memory to the capture. */
static void read_part(bool resumed) {
  struct rvt_drv_readout r;
  size_t count;
  if (resumed)
    ok(rvt_drv_readout_resumed(&b.drv, &ram, &r));
  else
    ok(rvt_drv_readout_begin(&b.drv, &ram, &r));
  assert_true(sizeof sw.capture - sw.size >= r.left);
  ok(rvt_drv_readout_next(&b.drv, &ram, &r, sw.capture + sw.size, sizeof sw.capture - sw.size,
                          &count));
  assert_int_equal(r.left, 0);
  sw.size += count;
}

/** What a user does: read and resume until the session has ended. @return the resumes */
static unsigned end_session(const struct rvt_drv_path *path, unsigned *in_encoder,
                            unsigned *in_sink) {
  for (unsigned resumes = 0;; resumes++) {
    const uint64_t before = b.clock;
    const enum rvt_drv_status status = rvt_drv_stop(&b.drv, path);
    if (status == RVT_DRV_OK) {
      read_part(resumes != 0);
      return resumes;
    }
    assert_int_equal(status, RVT_DRV_ERR_STOPPED);
    assert_in_range(b.clock - before, 1, 600); /* at once, whatever the time-out */
    const bool sink = strcmp(b.drv.error.field, "trRamEmpty") == 0;
    assert_string_equal(b.drv.error.field, sink ? "trRamEmpty" : "trTeEmpty");
    assert_int_equal(b.drv.error.address, sink ? RVT_RAM_BASE : RVT_TE_BASE);
    assert_true(state_of(&ram).stopped);
    assert_false(state_of(&te).enabled || state_of(&te).tracing);
    if (sink)
      assert_true(state_of(&te).empty && !state_of(&ram).empty);
    else
      assert_false(state_of(&te).empty);
    (*(sink ? in_sink : in_encoder))++;
    read_part(resumes != 0);
    ok(rvt_drv_resume(&b.drv, &ram));
    assert_in_range(resumes, 0, 100);
  }
}

static void run(uint64_t clocks) {
  if (b.model.ended) device_bench_restart(&b);
  b.run = true;
  device_bench_clocks(&b, clocks);
  b.run = false;
}

static void a_stop_loses_nothing_over_a_full_memory(void **state) {
  (void)state;
  unsigned in_encoder = 0, in_sink = 0, exact = 0, never = 0;
  uint64_t seed = 4;
  for (unsigned i = 0; i < SESSIONS; i++) {
    if (i % 50 == 0)
      begin(4 + 4 * rvt_prng_below(&seed, 40), true, false, i);
    else
      ok(rvt_drv_ram_rewind(&b.drv, &ram));
    sw.size = 0;
    ok(rvt_drv_start(&b.drv, &to_memory, true));
    run(rvt_prng_below(&seed, 700));
    const unsigned resumes = end_session(&to_memory, &in_encoder, &in_sink);
    const struct rvt_drv_state s = state_of(&ram);
    assert_true(s.empty && !s.enabled && state_of(&te).empty);
    exact += s.stopped && resumes == 0;
    never += !s.wrapped;
    if (b.tapped == b.tap_from) /* the hart was not given enough clocks for an instruction */
      assert_int_equal(sw.size, 0);
    else if (!sw.judge(&sw, false))
      fail_msg("session %u: %s", i, sw.failure);
  }
  assert_in_range(in_encoder, 100, UINT32_MAX);
  assert_in_range(in_sink, 20, UINT32_MAX);
  assert_in_range(exact, 1, UINT32_MAX);
  assert_in_range(never, 20, UINT32_MAX);
  ROW("TCI:CTRL-12");
  ROW("TCI:RAM-13");
}

/** Both sinks wait for each other, so both have all of it, however often the memory is full. */
static void pins_beside_a_memory_that_stops_have_the_same(void **state) {
  (void)state;
  static uint64_t from_memory[DEVICE_DECODE_MAX], from_pins[DEVICE_DECODE_MAX];
  unsigned in_encoder = 0, in_sink = 0, resumes = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    begin(FULL + 4 * (uint32_t)seed, true, true, seed);
    ok(rvt_drv_start(&b.drv, &to_both, true));
    run(1500 * seed);
    resumes += end_session(&to_both, &in_encoder, &in_sink);
    assert_true(state_of(&pib).empty && !state_of(&pib).enabled);
    device_bench_clocks(&b, 20); /* the last beat on the pins */
    if (!sw.judge(&sw, false)) fail_msg("seed %u: %s", (unsigned)seed, sw.failure);
    assert_int_equal(b.pins, b.tapped);
    assert_memory_equal(b.pin, b.tap, b.tapped);
    const size_t count = device_decode(&b, sw.capture, sw.size, from_memory);
    assert_int_equal(count, b.model.insns);
    assert_int_equal(device_decode(&b, b.pin, b.pins, from_pins), count);
    assert_memory_equal(from_memory, from_pins, count * sizeof from_pins[0]);
    device_decode_check(&b, from_memory, count);
  }
  assert_in_range(resumes, 10, UINT32_MAX);
}

static void an_abandoned_session_keeps_what_is_in_the_memory(void **state) {
  (void)state;
  begin(FULL, false, false, 5);
  ok(rvt_drv_start(&b.drv, &to_memory, true));
  run(8000);
  assert_true(state_of(&te).lost);
  fails(rvt_drv_stop(&b.drv, &to_memory), RVT_DRV_ERR_STOPPED,
        "trTeEmpty at 0x0: expected 1, found 0: a full memory has stopped, and trace waits for it");
  assert_true(state_of(&ram).stopped && !state_of(&ram).empty);
  ok(rvt_drv_abandon(&b.drv, &to_memory));
  assert_int_equal(b.drv.error.status, RVT_DRV_ERR_STOPPED); /* no failure of its own */
  assert_true(state_of(&ram).empty && !state_of(&ram).enabled);
  assert_false(state_of(&te).enabled || state_of(&te).empty);
  read_part(false);
  assert_int_equal(sw.size, FULL);
  assert_memory_equal(sw.capture, b.tap + b.tap_from, FULL);
  /* What the encoder holds comes first in the next session, or not at all after a reset. */
  const size_t held = b.tapped;
  ok(rvt_drv_ram_rewind(&b.drv, &ram));
  ok(rvt_drv_start(&b.drv, &to_memory, false));
  device_bench_clocks(&b, 500);
  assert_in_range(b.tapped, held + 1, SIZE_MAX);
  ok(rvt_drv_abandon(&b.drv, &to_memory));
  ok(rvt_drv_reset(&b.drv, &te));
  assert_true(state_of(&te).empty);
  /* A session that nothing holds up ends as by a stop. */
  begin(0, false, false, 5);
  ok(rvt_drv_start(&b.drv, &to_memory, true));
  run(1000);
  ok(rvt_drv_abandon(&b.drv, &to_memory));
  read_part(false);
  if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
}

static void pins_get_what_an_abandoned_memory_misses(void **state) {
  (void)state;
  static uint64_t from_pins[DEVICE_DECODE_MAX];
  begin(FULL, true, true, 7);
  ok(rvt_drv_start(&b.drv, &to_both, true));
  run(3000);
  assert_int_equal(rvt_drv_stop(&b.drv, &to_both), RVT_DRV_ERR_STOPPED);
  assert_true(state_of(&pib).enabled);
  ok(rvt_drv_abandon(&b.drv, &to_both));
  assert_true(state_of(&te).empty && state_of(&pib).empty && state_of(&ram).empty);
  assert_false(state_of(&pib).enabled || state_of(&ram).enabled);
  device_bench_clocks(&b, 20);
  assert_int_equal(b.pins, b.tapped);
  const size_t count = device_decode(&b, b.pin, b.pins, from_pins);
  assert_int_equal(count, b.model.insns);
  device_decode_check(&b, from_pins, count);
  read_part(false);
  assert_int_equal(sw.size, FULL);
  assert_memory_equal(sw.capture, b.tap, FULL);
}

/** Pins that take nothing: no memory is full, so it is a time-out; both ways out work. */
/* The memory stops while the encoder is waited for: then the pins alone get the rest. */
static void a_memory_that_fills_while_abandoned_holds_nobody_up(void **state) {
  (void)state;
  unsigned filled = 0;
  for (unsigned i = 0; i < 60; i++) {
    begin(192, true, true, 100 + i);
    const struct rvt_drv_pib_config slow = {.mode = 11, .divider = 31};
    ok(rvt_drv_pib_configure(&b.drv, &pib, &slow));
    b.drv.timeout = 100000;
    ok(rvt_drv_start(&b.drv, &to_both, true));
    run(200 + 80 * i);
    const bool before = state_of(&ram).stopped;
    ok(rvt_drv_abandon(&b.drv, &to_both));
    filled += !before && state_of(&ram).stopped;
    assert_false(state_of(&ram).enabled || state_of(&pib).enabled || state_of(&te).enabled);
    assert_true(state_of(&te).empty && state_of(&pib).empty);
  }
  assert_in_range(filled, 3, 60);
}

static void a_sink_that_is_stuck_can_be_left(void **state) {
  (void)state;
  begin(0, false, true, 8);
  ok(rvt_drv_reset(&b.drv, &pib));
  const struct rvt_drv_path pins = {&te, {&pib}, 1};
  ok(rvt_drv_start(&b.drv, &pins, true)); /* in mode 0 */
  run(1000);
  b.drv.timeout = 300;
  fails(rvt_drv_stop(&b.drv, &pins), RVT_DRV_ERR_TIMEOUT,
        "trTeEmpty at 0x0: expected 1, found 0: not within the time allowed");
  assert_true(state_of(&pib).enabled);
  ok(rvt_drv_abandon(&b.drv, &pins));
  assert_false(state_of(&pib).enabled || state_of(&te).enabled || state_of(&te).empty);
  const struct rvt_drv_pib_config fast = {.mode = 11};
  ok(rvt_drv_pib_configure(&b.drv, &pib, &fast));
  ok(rvt_drv_start(&b.drv, &pins, false));
  device_bench_clocks(&b, 2000);
  ok(rvt_drv_stop(&b.drv, &pins));
  assert_true(state_of(&te).empty);
}

static void clear(uint64_t address, uint32_t bits) {
  uint32_t word;
  assert_true(b.drv.bus->read32(b.drv.bus->context, address, &word));
  assert_true(b.drv.bus->write32(b.drv.bus->context, address, word & ~bits));
}

/** Software that never looks at Empty (TCI:SW-04). */
static void stop_at_once(void) {
  clear(RVT_TE_BASE + RVT_TR_TE_CONTROL_OFFSET, RVT_TR_TE_INST_TRACING_MASK);
  clear(RVT_TE_BASE + RVT_TR_TE_CONTROL_OFFSET, RVT_TR_TE_ENABLE_MASK);
  clear(RVT_PIB_BASE + RVT_TR_PIB_CONTROL_OFFSET, RVT_TR_PIB_ENABLE_MASK);
  clear(RVT_RAM_BASE + RVT_TR_RAM_CONTROL_OFFSET, RVT_TR_RAM_ENABLE_MASK);
  device_bench_clocks(&b, 2000);
}

/** A session that such software has ended, while slow pins hold the memory up; with `finish` the
 * driver then ends it, too. @return whether trace was left in the encoder */
static bool session_of_others(uint64_t seed, bool finish) {
  const struct rvt_drv_pib_config slow = {.mode = 11, .divider = 63};
  begin(0, true, true, seed);
  ok(rvt_drv_pib_configure(&b.drv, &pib, &slow));
  sw.size = 0;
  ok(rvt_drv_start(&b.drv, &to_both, true));
  b.run = true;
  device_bench_clocks(&b, 500);
  stop_at_once();
  b.run = false;
  const bool left = !state_of(&te).empty;
  if (finish) ok(rvt_drv_finish(&b.drv, &to_both));
  read_part(false);
  return left;
}

static void what_others_left_in_the_encoder_is_brought_out(void **state) {
  (void)state;
  static uint8_t without[sizeof sw.capture];
  unsigned missing = 0;
  for (unsigned i = 0; i < FULL; i++) {
    const bool left = session_of_others(i, false);
    const size_t size = sw.size;
    memcpy(without, sw.capture, size);
    assert_true(session_of_others(i, true) == left);
    assert_true(state_of(&te).empty && state_of(&ram).empty && state_of(&pib).empty);
    assert_false(state_of(&ram).enabled || state_of(&pib).enabled);
    if (!sw.judge(&sw, false)) fail_msg("session %u: %s", i, sw.failure);
    assert_memory_equal(sw.capture, without, size);
    assert_true(left ? sw.size > size : sw.size == size);
    missing += left;
  }
  assert_in_range(missing, FULL / 8, FULL); /* the end of the trace, without the function */
  const size_t size = sw.size;
  ok(rvt_drv_finish(&b.drv, &to_both)); /* once more does no harm */
  sw.size = 0;
  read_part(false);
  assert_int_equal(sw.size, size);
  ROW("TCI:SW-04");
}

/* A full memory is told of, and not written over. */
static void a_full_memory_is_not_finished(void **state) {
  (void)state;
  begin(16, true, false, 5);
  sw.size = 0;
  ok(rvt_drv_start(&b.drv, &to_memory, true));
  run(5000);
  clear(RVT_TE_BASE + RVT_TR_TE_CONTROL_OFFSET, RVT_TR_TE_INST_TRACING_MASK);
  clear(RVT_TE_BASE + RVT_TR_TE_CONTROL_OFFSET, RVT_TR_TE_ENABLE_MASK);
  const struct rvt_drv_state before = state_of(&ram);
  assert_true(before.stopped);
  assert_int_equal(rvt_drv_finish(&b.drv, &to_memory), RVT_DRV_ERR_STOPPED);
  const struct rvt_drv_state after = state_of(&ram);
  assert_true(after.stopped && after.wp == before.wp);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stop_loses_nothing_over_a_full_memory),
      cmocka_unit_test(pins_beside_a_memory_that_stops_have_the_same),
      cmocka_unit_test(an_abandoned_session_keeps_what_is_in_the_memory),
      cmocka_unit_test(pins_get_what_an_abandoned_memory_misses),
      cmocka_unit_test(a_memory_that_fills_while_abandoned_holds_nobody_up),
      cmocka_unit_test(a_sink_that_is_stuck_can_be_left),
      cmocka_unit_test(what_others_left_in_the_encoder_is_brought_out),
      cmocka_unit_test(a_full_memory_is_not_finished),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

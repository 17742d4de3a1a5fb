/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "drv_block.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* Sessions and read-out by the driver, on the golden models. */

static struct device_bench b;
static struct sw sw; /* its capture and its judge */
static struct rvt_drv_component te, ram;
static const struct rvt_drv_path path = {&te, {&ram}, 1};

static void ok(enum rvt_drv_status status) { drv_ok(&b.drv, status); }

static void fails(enum rvt_drv_status status, enum rvt_drv_status expected, const char *text) {
  drv_fails(&b.drv, status, expected, text);
}

static void begin(uint32_t bytes, bool stop_on_wrap, bool stall) {
  const struct rvt_top_params p = device_bench_params();
  const struct rvt_drv_encoder_config how = {.mode = 6, .stall = stall};
  const struct rvt_drv_ram_config where = {.bytes = bytes, .stop_on_wrap = stop_on_wrap};
  device_bench_init(&b, &p, 5);
  device_bench_sw(&b, &sw);
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
  ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
  ok(rvt_drv_ram_configure(&b.drv, &ram, &where));
  b.run = true;
}

/** Append to the capture in pieces of `piece` bytes. */
static struct rvt_drv_readout read_out(size_t piece) {
  struct rvt_drv_readout r, first;
  size_t count;
  ok(rvt_drv_readout_begin(&b.drv, &ram, &r));
  first = r;
  do {
    assert_true(sizeof sw.capture - sw.size >= piece);
    ok(rvt_drv_readout_next(&b.drv, &ram, &r, sw.capture + sw.size, piece, &count));
    assert_true(count == piece / 4 * 4 || r.left == 0);
    sw.size += count;
  } while (count != 0);
  assert_int_equal(r.left, 0);
  return first;
}

static void judge(bool loses) {
  if (!sw.judge(&sw, loses)) fail_msg("%s", sw.failure);
}

static struct rvt_drv_state state_of(const struct rvt_drv_component *c) {
  struct rvt_drv_state s;
  ok(rvt_drv_get_state(&b.drv, c, &s));
  return s;
}

/** An encoder that is on and sees no block looks like one that works, but for this. */
static void a_silent_encoder_is_told(void **state) {
  (void)state;
  begin(0, false, false);
  b.run = false;
  assert_false(state_of(&te).silent); /* not enabled */
  ok(rvt_drv_start(&b.drv, &path, false));
  assert_false(state_of(&te).silent); /* no trigger has come */
  ok(rvt_drv_stop(&b.drv, &path));
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 500);
  assert_true(state_of(&te).silent);
  b.run = true;
  for (unsigned i = 0; i < 20; i++) {
    device_bench_clocks(&b, 50);
    assert_false(state_of(&te).silent);
  }
  ok(rvt_drv_stop(&b.drv, &path));
  assert_false(state_of(&te).silent);
  assert_true(state_of(&ram).wp != 0);
}

static void a_session_is_whole_in_the_memory(void **state) {
  (void)state;
  for (size_t piece = 4; piece < 4096; piece = piece * 3 + 1) {
    begin(0, false, false);
    ok(rvt_drv_start(&b.drv, &path, true));
    device_bench_clocks(&b, 2500);
    const struct rvt_drv_state running = state_of(&te);
    assert_true(running.active && running.enabled && running.tracing && !running.lost);
    ok(rvt_drv_stop(&b.drv, &path));
    const struct rvt_drv_state s = state_of(&ram);
    assert_true(s.active && !s.enabled && s.empty && !s.wrapped && !s.stopped);
    assert_int_equal(s.start, 0);
    assert_int_equal(s.limit, 4092);
    const struct rvt_drv_readout r = read_out(piece);
    assert_false(r.wrapped);
    assert_int_equal(r.left, s.wp);
    judge(false);
    sw.size = 0; /* the memory is read as often as one likes */
    read_out(piece);
    judge(false);
  }
}

static void sessions_follow_each_other(void **state) {
  (void)state;
  begin(0, false, false);
  for (unsigned i = 0; i < 3; i++) {
    ok(rvt_drv_start(&b.drv, &path, true));
    device_bench_clocks(&b, 700);
    ok(rvt_drv_flush(&b.drv, &path));
    assert_true(state_of(&te).tracing);
    device_bench_clocks(&b, 300);
    ok(rvt_drv_stop(&b.drv, &path));
  }
  read_out(1000);
  judge(false);
  /* An emptied memory begins anew. */
  ok(rvt_drv_ram_rewind(&b.drv, &ram));
  assert_int_equal(state_of(&ram).wp, 0);
  sw.size = 0;
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 900);
  ok(rvt_drv_stop(&b.drv, &path));
  read_out(1000);
  judge(false);
  /* Flush leaves a trace that was off as it was. */
  ok(rvt_drv_start(&b.drv, &path, false));
  assert_false(state_of(&te).tracing);
  ok(rvt_drv_flush(&b.drv, &path));
  assert_true(state_of(&te).enabled);
  assert_false(state_of(&te).tracing);
  ok(rvt_drv_stop(&b.drv, &path));
}

static void a_wrapped_memory_is_read_from_its_oldest_byte(void **state) {
  (void)state;
  begin(128, false, false);
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 6000);
  ok(rvt_drv_stop(&b.drv, &path));
  assert_true(state_of(&ram).wrapped);
  const struct rvt_drv_readout r = read_out(64);
  assert_true(r.wrapped);
  assert_int_equal(sw.size, 128);
  /* The last 128 bytes that left, with at most three of padding after them. */
  size_t pad = 0;
  while (pad < 3 && sw.capture[127 - pad] == 0xFF) pad++;
  assert_memory_equal(sw.capture, b.tap + b.tapped - (128 - pad), 128 - pad);
  /* A limit that was lowered since leaves WP outside: reading begins at the start. */
  uint32_t wp = 0;
  assert_true(b.bus.write32(&b, RVT_RAM_BASE + RVT_TR_RAM_WP_LOW_OFFSET, 100));
  assert_true(b.bus.write32(&b, RVT_RAM_BASE + RVT_TR_RAM_LIMIT_LOW_OFFSET, 60));
  assert_true(b.bus.read32(&b, RVT_RAM_BASE + RVT_TR_RAM_WP_LOW_OFFSET, &wp));
  assert_int_equal(wp, 100);
  struct rvt_drv_readout again;
  ok(rvt_drv_readout_begin(&b.drv, &ram, &again));
  assert_int_equal(again.left, 0);
}

static void a_stopped_memory_is_read_while_the_encoder_runs(void **state) {
  (void)state;
  begin(64, true, true);
  fails(rvt_drv_resume(&b.drv, &ram), RVT_DRV_ERR_STATE,
        "trRamEnable at 0x1000: expected 0, found 0: the component is in the wrong state for this");
  ok(rvt_drv_start(&b.drv, &path, true));
  fails(rvt_drv_resume(&b.drv, &ram), RVT_DRV_ERR_STATE,
        "trRamEnable at 0x1000: expected 0, found 1: the component is in the wrong state for this");
  device_bench_clocks(&b, 8000);
  assert_true(b.stall);
  read_out(64);
  ok(rvt_drv_resume(&b.drv, &ram));
  device_bench_clocks(&b, 8000);
  struct rvt_drv_readout r;
  size_t count = 0;
  ok(rvt_drv_readout_resumed(&b.drv, &ram, &r));
  assert_int_equal(r.left, 64);
  ok(rvt_drv_readout_next(&b.drv, &ram, &r, sw.capture + sw.size, 64, &count));
  assert_int_equal(count, 64);
  assert_memory_equal(sw.capture, b.tap + b.tap_from, 128);
}

static void what_cannot_be_read_is_refused(void **state) {
  (void)state;
  struct rvt_drv_readout r = {.left = 77};
  uint8_t bytes[4];
  size_t count = 9;
  begin(0, false, false);
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 100);
  fails(rvt_drv_readout_begin(&b.drv, &ram, &r), RVT_DRV_ERR_STATE,
        "trRamEnable at 0x1000: expected 0, found 1: the component is in the wrong state for this");
  fails(rvt_drv_ram_rewind(&b.drv, &ram), RVT_DRV_ERR_STATE,
        "trRamEnable at 0x1000: expected 0, found 1: the component is in the wrong state for this");
  const struct rvt_drv_encoder_config how = {.mode = 3};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_STATE,
        "trTeEnable at 0x0: expected 0, found 1: the component is in the wrong state for this");
  ok(rvt_drv_stop(&b.drv, &path));
  assert_int_equal(r.left, 77);
  assert_int_equal(rvt_drv_readout_begin(&b.drv, &te, &r), RVT_DRV_ERR_TYPE);
  ok(rvt_drv_readout_begin(&b.drv, &ram, &r));
  assert_int_equal(rvt_drv_readout_next(&b.drv, &ram, &r, bytes, 3, &count), RVT_DRV_ERR_ARG);
  assert_int_equal(count, 9);
  b.spoil = RVT_RAM_BASE + RVT_TR_RAM_RP_LOW_OFFSET;
  b.spoil_bits = 0x10;
  fails(rvt_drv_readout_begin(&b.drv, &ram, &r), RVT_DRV_ERR_REFUSED,
        "trRamRPLow at 0x1028: expected 0, found 16: the component does not take this value");
  b.spoil = RVT_RAM_BASE;
  b.spoil_bits = RVT_TR_RAM_MODE_MASK;
  fails(rvt_drv_readout_begin(&b.drv, &ram, &r), RVT_DRV_ERR_ABSENT,
        "trRamMode at 0x1000: expected 0, found 1: the component does not have this");
}

static void a_loss_is_told_until_it_is_cleared(void **state) {
  (void)state;
  begin(64, true, false);
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 8000);
  b.run = false;
  assert_true(state_of(&te).lost);
  /* The sink goes on, the overflow ends; neither that nor a stop clears the bit. */
  const struct rvt_drv_ram_config all = {.bytes = 0};
  ok(rvt_drv_resume(&b.drv, &ram));
  b.drv.timeout = 500;
  while (rvt_drv_stop(&b.drv, &path) != RVT_DRV_OK) {
    assert_int_equal(b.drv.error.status, RVT_DRV_ERR_STOPPED);
    ok(rvt_drv_abandon(&b.drv, &path));
    ok(rvt_drv_ram_configure(&b.drv, &ram, &all));
    ok(rvt_drv_start(&b.drv, &path, false));
    assert_false(state_of(&te).enabled && state_of(&te).tracing);
    device_bench_clocks(&b, 500);
  }
  begin(64, true, false);
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 8000);
  b.run = false;
  read_out(64);
  const struct rvt_drv_state full = state_of(&ram);
  assert_true(full.stopped);
  for (unsigned i = 0; i < 20 && state_of(&ram).stopped; i++) {
    ok(rvt_drv_resume(&b.drv, &ram));
    device_bench_clocks(&b, 500);
  }
  assert_true(state_of(&te).lost);
  ok(rvt_drv_stop(&b.drv, &path));
  assert_true(state_of(&te).lost);
  ok(rvt_drv_clear_lost(&b.drv, &te));
  assert_false(state_of(&te).lost);
}

/**
 * A start after a change of mode waits until the queue is empty, and reads 0 until then: who
 * writes back what he read would take it back.
 */
static void nobody_takes_a_start_back(void **state) {
  (void)state;
  const struct rvt_drv_encoder_config how = {.mode = 6, .triggers = true};
  for (unsigned i = 0; i < 20; i++) {
    uint32_t word;
    begin(0, false, false);
    ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
    ok(rvt_drv_start(&b.drv, &path, true));
    assert_true(b.bus.write32(&b, RVT_RAM_BASE, RVT_TR_RAM_ACTIVE_MASK)); /* takes nothing */
    device_bench_clocks(&b, 600 + i);
    b.run = false;
    assert_true(b.bus.read32(&b, RVT_TE_BASE, &word));
    word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_MODE, 3u);
    assert_true(b.bus.write32(&b, RVT_TE_BASE, word & ~RVT_TR_TE_INST_TRACING_MASK));
    ok(rvt_drv_start(&b.drv, &path, true));
    ok(rvt_drv_clear_lost(&b.drv, &te));
    assert_true(state_of(&te).tracing);
    ok(rvt_drv_stop(&b.drv, &path));
  }
}

static void a_wait_ends(void **state) {
  (void)state;
  begin(0, false, false);
  b.spoil = RVT_TE_BASE;
  b.spoil_bits = RVT_TR_TE_EMPTY_MASK;
  b.drv.timeout = 300;
  const uint64_t before = b.clock;
  fails(rvt_drv_stop(&b.drv, &path), RVT_DRV_ERR_TIMEOUT,
        "trTeEmpty at 0x0: expected 1, found 0: not within the time allowed");
  assert_in_range(b.clock - before, 300, 400);
  b.spoil_bits = 0;
  ok(rvt_drv_start(&b.drv, &path, true));
  device_bench_clocks(&b, 10);
  b.run = false;
  b.spoil_bits = RVT_TR_TE_EMPTY_MASK;
  fails(rvt_drv_stop(&b.drv, &path), RVT_DRV_ERR_TIMEOUT,
        "trTeEmpty at 0x0: expected 1, found 0: not within the time allowed");
  /* Without a clock each look counts. */
  b.bus.now = NULL;
  b.bus.pause = NULL;
  b.drv.timeout = 7;
  const uint64_t accesses = b.accesses;
  assert_int_equal(rvt_drv_stop(&b.drv, &path), RVT_DRV_ERR_TIMEOUT);
  assert_in_range(b.accesses - accesses, 7, 30); /* some for the state of the memory */
  b.spoil_bits = 0;
  b.drv.timeout = 9; /* the sink pads its last word meanwhile */
  ok(rvt_drv_stop(&b.drv, &path));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_session_is_whole_in_the_memory),
      cmocka_unit_test(a_silent_encoder_is_told),
      cmocka_unit_test(sessions_follow_each_other),
      cmocka_unit_test(a_wrapped_memory_is_read_from_its_oldest_byte),
      cmocka_unit_test(a_stopped_memory_is_read_while_the_encoder_runs),
      cmocka_unit_test(what_cannot_be_read_is_refused),
      cmocka_unit_test(a_loss_is_told_until_it_is_cleared),
      cmocka_unit_test(nobody_takes_a_start_back),
      cmocka_unit_test(a_wait_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/row.h"
#include "tests/model/transport/ram_bench.h"
#include "tests/support/test.h"

/* The registers of the RAM sink on the bus: docs/registers.md, docs/units/ram-sink.md. */

enum {
  CONTROL = RVT_TR_RAM_CONTROL_OFFSET,
  IMPL = RVT_TR_RAM_IMPL_OFFSET,
  START = RVT_TR_RAM_START_LOW_OFFSET,
  LIMIT = RVT_TR_RAM_LIMIT_LOW_OFFSET,
  WP = RVT_TR_RAM_WP_LOW_OFFSET,
  RP = RVT_TR_RAM_RP_LOW_OFFSET,
  DATA = RVT_TR_RAM_DATA_OFFSET,
  ACTIVE = RVT_TR_RAM_ACTIVE_MASK,
  ENABLE = RVT_TR_RAM_ENABLE_MASK,
  EMPTY = RVT_TR_RAM_EMPTY_MASK,
  STOP = RVT_TR_RAM_STOP_ON_WRAP_MASK,
  WRAP = RVT_TR_RAM_WRAP_MASK,
  TOP = 4 * (RAM_BENCH_WORDS - 1),
  BLOCK = 0x1000
};

static void only_what_is_there(void **state) {
  (void)state;
  struct ram_bench b;
  ram_bench_init(&b, 1, 32);
  ram_bench_activate(&b);
  for (uint16_t offset = 0; offset < BLOCK; offset += 4) {
    uint32_t expected = 0;
    if (offset == CONTROL) expected = ACTIVE | ENABLE | EMPTY | STOP;
    if (offset == IMPL) expected = 0x1901;
    if (offset == LIMIT || offset == WP || offset == RP) expected = TOP;
    const uint32_t data = offset == CONTROL ? 0xFFFFFFFF : 0xFFFFFFFD;
    ram_bench_write(&b, offset, data);
    const uint32_t found = ram_bench_read(&b, offset);
    if (offset == CONTROL) ram_bench_write(&b, CONTROL, ACTIVE);
    if (offset != DATA) assert_int_equal(found, expected);
  }
  ROW("TCI:BUS-01");
  ROW("TCI:BUS-11");
  ROW("TCI:RAM-01");
  ROW("TCI:RAM-02");
  ROW("TCI:RAM-15");
  ROW("TCI:RAM-16");
}

static void inactive_reads_empty_alone(void **state) {
  (void)state;
  struct ram_bench b;
  ram_bench_init(&b, 1, 32);
  for (uint16_t offset = 0; offset < BLOCK; offset += 4) {
    if (offset != CONTROL) ram_bench_write(&b, offset, 0xFFFFFFFF);
    const uint32_t expected = offset == CONTROL ? EMPTY : offset == IMPL ? 0x1901 : 0;
    assert_int_equal(ram_bench_read(&b, offset), expected);
  }
  ROW("TCI:CTRL-01");
  ROW("TCI:BUS-02");
  ram_bench_activate(&b);
  assert_int_equal(ram_bench_read(&b, WP), 0);
  assert_int_equal(ram_bench_read(&b, RP), 0);
  assert_int_equal(ram_bench_read(&b, LIMIT), TOP);
  ROW("TCI:BUS-03");
}

static void active_takes_its_time(void **state) {
  (void)state;
  struct ram_bench b;
  ram_bench_init(&b, 1, 32);
  b.hold_ack = true;
  ram_bench_write(&b, CONTROL, ACTIVE | ENABLE | STOP);
  ram_bench_clocks(&b, 20);
  assert_int_equal(ram_bench_read(&b, CONTROL), EMPTY);
  assert_true(b.out.active_req);
  b.in.active_ack = true;
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_read(&b, CONTROL), ACTIVE | EMPTY); /* Enable was dropped */
  ROW("TCI:CTRL-05");
  ram_bench_write(&b, CONTROL, ACTIVE | ENABLE | STOP);
  ram_bench_write(&b, CONTROL, ENABLE); /* counts as Active = 0 */
  ROW("TCI:CTRL-06");
  ram_bench_clocks(&b, 20);
  assert_int_equal(ram_bench_read(&b, CONTROL), ACTIVE | EMPTY);
  assert_false(b.out.active_req);
  b.in.active_ack = false;
  ram_bench_clocks(&b, 2);
  assert_int_equal(ram_bench_read(&b, CONTROL), EMPTY);
  ROW("TCI:CTRL-02");
  b.hold_ack = false;
  ram_bench_activate(&b);
  assert_int_equal(ram_bench_read(&b, CONTROL), ACTIVE | EMPTY);
  ROW("TCI:CTRL-03");
  ROW("TCI:CTRL-04");
}

/* As drivers look for the size of the buffer. */
static void size_is_found(void **state) {
  (void)state;
  struct ram_bench b;
  for (unsigned limit_first = 0; limit_first < 2; limit_first++) {
    ram_bench_init(&b, 1, 64);
    ram_bench_activate(&b);
    for (unsigned i = 0; i < 2; i++) {
      const bool limit = i != limit_first;
      ram_bench_write(&b, limit ? LIMIT : START, 0);
      assert_int_equal(ram_bench_read(&b, limit ? LIMIT : START), 0);
      ram_bench_write(&b, limit ? LIMIT : START, 0xFFFFFFFF);
      assert_int_equal(ram_bench_read(&b, limit ? LIMIT : START), limit ? TOP : 0);
    }
    assert_int_equal(ram_bench_read(&b, START), 0);
    assert_int_equal(ram_bench_read(&b, LIMIT), TOP);
  }
  ROW("TCI:RAM-17");
  ram_bench_write(&b, LIMIT, 0x17);
  assert_int_equal(ram_bench_read(&b, LIMIT), 0x14);
  ROW("TCI:RAM-18");
  ROW("TCI:RAM-19");                               /* any word, also of 64 bits */
  ram_bench_write_bytes(&b, LIMIT, 0x0000FF00, 2); /* byte 1 alone: far above, with 0x14 */
  assert_int_equal(ram_bench_read(&b, LIMIT), TOP);
  ROW("TCI:BUS-09");
}

static void write_pointer_clears_wrap(void **state) {
  (void)state;
  struct ram_bench b;
  ram_bench_init(&b, 4, 32);
  ram_bench_activate(&b);
  static const struct {
    uint32_t data, expected;
    uint8_t strb;
  } writes[] = {{WRAP, 0, 0xF}, {0x1B, 0x18, 0xF}, {0x4, 0x4, 0x1},         {0, WRAP, 0},
                {0, WRAP, 0x2}, {0, WRAP, 0x4},    {0xFFFFFFFF, WRAP, 0x8}, {0, WRAP, 0xE}};
  for (unsigned i = 0; i < sizeof writes / sizeof *writes; i++) {
    ram_bench_write(&b, LIMIT, 4);
    ram_bench_write(&b, WP, 0);
    ram_bench_write(&b, CONTROL, ACTIVE | ENABLE);
    assert_true(ram_bench_send(&b, 0x11, 16));
    ram_bench_write(&b, CONTROL, ACTIVE);
    ram_bench_clocks(&b, 4);
    assert_int_equal(ram_bench_read(&b, WP), WRAP);
    ram_bench_write(&b, RVT_TR_RAM_WP_HIGH_OFFSET, 0);
    assert_int_equal(ram_bench_read(&b, WP), WRAP);
    ram_bench_write_bytes(&b, WP, writes[i].data, writes[i].strb);
    assert_int_equal(ram_bench_read(&b, WP), writes[i].expected);
  }
  ROW("TCI:BUS-06"); /* trRamWrap is in byte 0 */
  ROW("TCI:RAM-06");
  ROW("TCI:RAM-21");
}

static void running_refuses(void **state) {
  (void)state;
  struct ram_bench b;
  ram_bench_init(&b, 1, 32);
  ram_bench_activate(&b);
  ram_bench_write(&b, RP, 8);
  for (unsigned phase = 0; phase < 2; phase++) { /* enabled; disabled and not empty */
    ram_bench_write(&b, CONTROL, ACTIVE | ENABLE);
    if (phase == 1) {
      assert_true(ram_bench_send_part(&b, 0x10, 1));
      ram_bench_write(&b, CONTROL, ACTIVE);
    }
    ram_bench_write(&b, WP, 0x20);
    ram_bench_write(&b, LIMIT, 0x20);
    ram_bench_write(&b, RP, 0x20);
    assert_int_equal(ram_bench_read(&b, WP), 0);
    assert_int_equal(ram_bench_read(&b, LIMIT), TOP);
    unsigned waits;
    assert_int_equal(ram_bench_read_waits(&b, DATA, &waits), 0);
    assert_int_equal(waits, 0);
    assert_int_equal(ram_bench_read(&b, RP), 8);
  }
  ROW("TCI:RAM-22");
  ROW("TCI:RAM-26");
  ram_bench_write_bytes(&b, CONTROL, STOP, 2); /* trRamStopOnWrap at any time, Enable untouched */
  assert_int_equal(ram_bench_read(&b, CONTROL), ACTIVE | STOP);
  ram_bench_write(&b, CONTROL, ACTIVE | ENABLE | STOP);
  ram_bench_write_bytes(&b, CONTROL, 0, 2);
  assert_int_equal(ram_bench_read(&b, CONTROL), ACTIVE | ENABLE);
  ROW("TCI:BUS-06");
}

static void data_is_read_once(void **state) {
  (void)state;
  static const uint8_t widths[] = {32, 64};
  for (unsigned w = 0; w < 2; w++) {
    struct ram_bench b;
    ram_bench_init(&b, 1, widths[w]);
    for (unsigned i = 0; i < sizeof b.memory; i++) b.memory[i] = (uint8_t)(0x80 + i);
    ram_bench_activate(&b);
    ram_bench_write(&b, LIMIT, 0x14);
    for (unsigned i = 0; i < 20; i++) { /* more than three times around */
      unsigned waits;
      assert_int_equal(ram_bench_read_waits(&b, DATA, &waits), ram_bench_word(&b, i % 6));
      assert_int_equal(waits, 1);
      if (i % 3 == 0) ram_bench_clocks(&b, 2);
      if (i % 4 == 0) assert_int_equal(ram_bench_read(&b, RP), 4 * ((i + 1) % 6));
    }
    ROW("TCI:BUS-07");
    ROW("TCI:RAM-25");
    for (uint32_t rp = 0; rp <= TOP; rp += 4) { /* also above the limit, up to the memory's end */
      ram_bench_write(&b, RP, rp | 3);
      assert_int_equal(ram_bench_read(&b, RP), rp);
      assert_int_equal(ram_bench_read(&b, DATA), ram_bench_word(&b, rp / 4));
      assert_int_equal(ram_bench_read(&b, RP), rp == 0x14 || rp == TOP ? 0 : rp + 4);
    }
    ROW("TCI:RAM-24");
    ram_bench_write(&b, DATA, 0x12345678);
    assert_int_equal(ram_bench_read(&b, RP), 0);
    assert_int_equal(b.written, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_what_is_there),        cmocka_unit_test(inactive_reads_empty_alone),
      cmocka_unit_test(active_takes_its_time),     cmocka_unit_test(size_is_found),
      cmocka_unit_test(write_pointer_clears_wrap), cmocka_unit_test(running_refuses),
      cmocka_unit_test(data_is_read_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

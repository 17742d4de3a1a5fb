/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracle/row.h"
#include "pib_bench.h"

static struct pib_bench b;

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_full_buffer_makes_room_for_the_rest_of_a_message),
      cmocka_unit_test(calibration_waits_for_a_message_that_has_begun_and_for_no_other),
  };
  return cmocka_run_group_tests_name("pib_calibrate", tests, NULL, NULL);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calibration_waits_for_a_message_that_has_begun_and_for_no_other),
  };
  return cmocka_run_group_tests_name("pib_calibrate", tests, NULL, NULL);
}

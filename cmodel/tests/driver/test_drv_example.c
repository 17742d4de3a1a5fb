/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "../../../docs/examples/capture.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* docs/examples/capture.c, the same source that is compiled for RV32, on the golden model. */

static struct device_bench b;
static struct sw sw;

static uint64_t to_trace_on; /* accesses */

static void work(void *bench) {
  struct device_bench *d = bench;
  to_trace_on = d->accesses;
  d->run = true;
  device_bench_clocks(d, 3000);
  d->run = false;
}

static void the_example_captures_the_work(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  const struct capture_map map = {RVT_TE_BASE, RVT_RAM_BASE};
  char text[192] = "";
  device_bench_init(&b, &p, 9);
  device_bench_sw(&b, &sw);
  size_t count = 0;
  bool wrapped = true;
  if (!capture(&b.bus, &map, work, &b, sw.capture, 4096, &count, &wrapped, text))
    fail_msg("%s", text);
  assert_in_range(count, 64, 4096);
  assert_int_equal(wrapped, count == 4096);
  sw.size = count;
  if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
  printf("capture.c: %u accesses besides the trace, %u of them until trace is on\n",
         (unsigned)(b.accesses - count / 4), (unsigned)to_trace_on);
  assert_in_range(to_trace_on, 1, 180);
}

static void the_example_says_what_is_wrong(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  const struct capture_map map = {RVT_TE_BASE, 0x5000};
  char text[192] = "";
  uint8_t bytes[4];
  size_t count = 0;
  bool wrapped = true;
  p.te.encoder.htm = false;
  device_bench_init(&b, &p, 9);
  assert_false(capture(&b.bus, &map, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_string_equal(text,
                      "trCompType at 0x5004: expected 1, found 0: no component at this address");
  const struct capture_map whole = {RVT_TE_BASE, RVT_RAM_BASE};
  assert_false(capture(&b.bus, &whole, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_string_equal(text, "trTeInstMode at 0x0: expected 6, found 3: the component does not "
                            "take this value");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_captures_the_work),
      cmocka_unit_test(the_example_says_what_is_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

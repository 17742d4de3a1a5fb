/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

/* The same source that is compiled for RV32. */
#include "../../../docs/examples/known.c"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* docs/examples/known.c on the golden model: a component that the caller knows. */

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

/** Everything but the words of the trace: docs/driver.md has these figures. */
static void what_is_known_is_not_asked(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  const struct capture_map map = {RVT_TE_BASE, RVT_RAM_BASE};
  char text[192] = "";
  size_t count = 0;
  bool wrapped = true;
  p.sinks.ram.sram_words_log2 = 12; /* as known.c has it */
  device_bench_init(&b, &p, 9);
  device_bench_sw(&b, &sw);
  if (!capture(&b.bus, &map, work, &b, sw.capture, 16384, &count, &wrapped, text))
    fail_msg("%s", text);
  const uint64_t all = b.accesses - count / 4;
  assert_in_range(count, 64, 16384);
  assert_int_equal(wrapped, count == 16384);
  sw.size = count;
  if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
  static uint64_t pc[DEVICE_DECODE_MAX];
  const size_t pcs = device_decode(&b, sw.capture, sw.size, pc);
  assert_in_range(pcs, 500, 3000);
  device_decode_check(&b, pc, pcs);
  printf("known.c: %u accesses besides the trace, %u of them until trace is on\n", (unsigned)all,
         (unsigned)to_trace_on);
  assert_in_range(to_trace_on, 1, 48);
  assert_in_range(all, 1, 60);
}

static void what_is_known_wrongly_is_told(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  const struct capture_map map = {RVT_TE_BASE, RVT_RAM_BASE}, turned = {RVT_RAM_BASE, RVT_TE_BASE};
  const struct capture_map none = {RVT_TE_BASE, 0x5000};
  char text[192] = "";
  uint8_t bytes[4];
  size_t count = 0;
  bool wrapped = true;
  device_bench_init(&b, &p, 9);
  assert_false(capture(&b.bus, &map, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_string_equal(text, "trRamLimitLow at 0x1018: expected 0x3ffc, found 0xffc: the component "
                            "does not take this value");
  assert_false(capture(&b.bus, &turned, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_string_equal(text, "trCompType at 0x1004: expected 1, found 9: another kind of component");
  assert_false(capture(&b.bus, &none, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_string_equal(text,
                      "trCompType at 0x5004: expected 9, found 0: no component at this address");
  b.model.no_ack = true;
  assert_false(capture(&b.bus, &map, work, &b, bytes, sizeof bytes, &count, &wrapped, text));
  assert_non_null(strstr(text, "trTeActive at 0x0: expected 1, found 0: not within the time"));
}

/** It finds out nothing, so what the caller filled in stays. */
static void what_is_assumed_stays(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  struct rvt_drv_component c = {.base = RVT_RAM_BASE, .type = RVT_DRV_RAM};
  device_bench_init(&b, &p, 9);
  assert_int_equal(rvt_drv_assume(&b.drv, &c), RVT_DRV_OK);
  assert_int_equal(c.major, 1);
  assert_false(c.probed);
  const struct rvt_drv_ram_config where = {.bytes = 0};
  assert_int_equal(rvt_drv_ram_configure(&b.drv, &c, &where), RVT_DRV_OK);
  assert_int_equal(b.model.top.sinks.ram.regs.limit_q, 1023);
  c.probed = true;
  c.caps.ram.data = true;
  assert_int_equal(rvt_drv_assume(&b.drv, &c), RVT_DRV_OK);
  assert_true(c.probed && c.caps.ram.data);
  struct rvt_drv_component other = {.base = RVT_RAM_BASE, .type = RVT_DRV_PIB};
  assert_int_equal(rvt_drv_assume(&b.drv, &other), RVT_DRV_ERR_TYPE);
  assert_int_equal(other.type, RVT_DRV_PIB);
  b.spoil = RVT_RAM_BASE + 4;
  b.spoil_bits = 0x001;
  assert_int_equal(rvt_drv_assume(&b.drv, &c), RVT_DRV_ERR_VERSION);
  for (uint64_t n = 1; n < 7; n++) { /* whichever access fails */
    b.fail_at = b.accesses + n;
    assert_int_equal(rvt_drv_assume(&b.drv, &c), RVT_DRV_ERR_BUS);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_known_is_not_asked),
      cmocka_unit_test(what_is_known_wrongly_is_told),
      cmocka_unit_test(what_is_assumed_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

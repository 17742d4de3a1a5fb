/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* The sequences of existing software on the golden models, over builds and programs. */

static struct device_bench bench;
static struct sw sw;

static void play_all(const struct rvt_top_params *p, uint64_t seed) {
  for (const struct sw_sequence *q = sw_sequences; q->name != NULL; q++) {
    device_bench_init(&bench, p, seed);
    device_bench_sw(&bench, &sw);
    if (!q->run(&sw)) fail_msg("%s, seed %u: %s", q->name, (unsigned)seed, sw.failure);
    assert_string_equal(sw.failure, "");
  }
}

static void sequences_hold_in_a_full_build(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  for (uint64_t seed = 1; seed <= 3; seed++) play_all(&p, seed);
}

static void sequences_hold_with_wide_streams(void **state) {
  (void)state;
  for (uint8_t lanes = 2; lanes <= 8; lanes = (uint8_t)(lanes * 2)) {
    struct rvt_top_params p = device_bench_params();
    p.te.encoder.xlen = 64;
    p.te.encoder.lanes = p.sinks.ram.lanes = lanes;
    p.te.encoder.fifo_depth = 40;
    p.sinks.ram.sram_words_log2 = 12;
    p.sinks.ram.sram_width = lanes == 4 ? 32 : 64;
    play_all(&p, lanes);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequences_hold_in_a_full_build),
      cmocka_unit_test(sequences_hold_with_wide_streams),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

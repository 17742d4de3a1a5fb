/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "pib_bench.h"
#include "rvt/prng.h"
#include "tests/support/counted_framing.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct pib_bench b;

/* Nothing in the PIB knows that MSEO 11 ends a message. */
static void messages_end_where_their_framing_says(void **state) {
  (void)state;
  static const uint8_t lanes[] = {1, 2, 4, 16}, pins[] = {4, 8, 16};
  for (size_t l = 0; l < COUNT(lanes); l++)
    for (size_t p = 0; p < COUNT(pins); p++)
      for (uint8_t mode = RVT_PIB_4BIT; rvt_pib_has_mode(pins[p], mode); mode++) {
        pib_bench_init_lanes(&b, lanes[l], pins[p], mode);
        b.dut.framing = &counted_framing;
        b.seed = 7;
        pib_bench_watch(&b);
        uint64_t seed = 9 + mode;
        unsigned queued = 0;
        for (; queued < 200; queued++) {
          char hex[64];
          const unsigned size = 2 + rvt_prng_below(&seed, 14);
          int at = sprintf(hex, "%02X", size);
          for (unsigned i = 1; i < size; i++)
            at += sprintf(hex + at, " %02X",
                          rvt_prng_below(&seed, 3) == 0 ? 0 : rvt_prng_below(&seed, 256));
          pib_bench_queue(&b, hex);
        }
        while (b.messages_seen < queued) {
          const uint32_t before = b.messages_seen;
          pib_bench_message(&b);
          assert_int_equal(b.messages_seen, before + 1);
          if (mode == RVT_PIB_4BIT) assert_true(b.monitor.idle_before >= 4); /* each one aligns */
        }
        pib_bench_drain(&b);
        pib_bench_expect_all(&b);
        assert_int_equal(b.dut.msgs_q, 0);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(messages_end_where_their_framing_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

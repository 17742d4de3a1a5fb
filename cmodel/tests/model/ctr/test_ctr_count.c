/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Cycle counts as CC: the table of the specification's rows, every count there is, saturation. */

#include "ctr_run.h"

enum { COUNTS = 1 << 27 };

static void the_table(void **state) {
  (void)state;
  static const struct {
    uint32_t count, cc, decoded;
  } table[] = {{0, 0x0000, 0},
               {1, 0x0001, 1},
               {4095, 0x0fff, 4095},
               {4096, 0x1000, 4096},
               {4097, 0x1001, 4097},
               {8191, 0x1fff, 8191},
               {8192, 0x2000, 8192},
               {8193, 0x2000, 8192},
               {8195, 0x2001, 8194},
               {16384, 0x3000, 16384},
               {32767, 0x3fff, 32764},
               {32768, 0x4000, 32768},
               {65535, 0x4fff, 65528},
               {100000, 0x586a, 100000},
               {524287, 0x7fff, 524224},
               {524288, 0x8000, 524288},
               {1000000, 0x8e84, 999936},
               {134217727, 0xffff, 134201344}};
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
    assert_int_equal(rvt_ctr_encode(table[i].count), table[i].cc);
    assert_int_equal(rvt_ctr_decode((uint16_t)table[i].cc), table[i].decoded);
  }
}

/** Each count is what its CC says with the bits below the mantissa 0, and CC never falls. */
static void every_count(void **state) {
  (void)state;
  uint32_t wrong = 0, last = 0;
  for (uint32_t power = 4096, below = 0; below < COUNTS; below = power, power *= 2) {
    /* 4096 values of CC from `below` to `power`, each of `step` counts. */
    const uint32_t step = below == 0 ? 1 : below / 4096;
    for (uint32_t count = below; count < power; count++) {
      const uint16_t cc = rvt_ctr_encode(count);
      wrong += rvt_ctr_decode(cc) != count - count % step;
      wrong += cc != last && cc != last + 1;
      last = cc;
    }
  }
  assert_int_equal(wrong, 0);
  assert_int_equal(last, 0xffff);
}

static void saturation(void **state) {
  (void)state;
  static const struct {
    uint8_t width;
    uint32_t full;
    uint16_t cc;
  } table[] = {{12, 4095, 0x0fff},
               {13, 8191, 0x1fff},
               {15, 32764, 0x3fff},
               {19, 524224, 0x7fff},
               {27, 134201344, 0xffff}};
  for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
    for (unsigned j = 0; j < 4; j++) {
      const uint64_t cycles[] = {table[i].full - 1, table[i].full, 1u << table[i].width,
                                 UINT64_C(1) << 40};
      struct rvt_ctr_params p = all_built();
      struct rvt_ctr_records r;
      p.counter_width = table[i].width;
      assert_int_equal(rvt_ctr_records_init(&r, &p, NULL), RVT_OK);
      put(&r, RVT_CTR_MCTRCTL, RVT_CTR_CTL_U);
      jump(&r, 11, 0, 0, U);
      rvt_ctr_cycles(&r, 1, U);
      rvt_ctr_cycles(&r, cycles[j] - 1, U);
      rvt_ctr_cycles(&r, 1, M); /* is not enabled */
      jump(&r, 11, 0x10, 0x20, U);
      expect_entry(&r, 0, 0x11, 0x20, 0x800bu | (uint64_t)(table[i].cc - (j == 0)) << 16);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_table), cmocka_unit_test(every_count),
                                     cmocka_unit_test(saturation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

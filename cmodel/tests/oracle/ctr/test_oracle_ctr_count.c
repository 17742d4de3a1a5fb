/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The cycle counter of control transfer records, and its floating form. */

#include "oracle_ctr_run.h"

/* The CC of a record after `count` cycles with `bits` of CCE. */
static unsigned cc_after(unsigned bits, uint64_t count) {
  struct oracle_ctr o;
  struct oracle_ctr_build build = all_built();
  build.cce_bits = (uint8_t)bits;
  begin(&o, build, CTL_U, 0);
  jump(&o, 11, 0x100, 0x200, U);
  cycles(&o, count / 3, U);
  cycles(&o, count - count / 3, U);
  jump(&o, 11, 0x100, 0x200, U);
  assert_int_equal(o.counter, 0);
  assert_int_equal(o.physical[0].data, 0x0000000b); /* nothing to count from */
  assert_int_equal(o.physical[1].data & 0xFFFF, 0x800b);
  assert_int_equal(o.physical[1].data >> 32, 0);
  return (unsigned)(o.physical[1].data >> 16);
}

static uint64_t decoded(unsigned cc) {
  const unsigned cce = cc >> 12, ccm = cc & 0xFFF;
  return cce == 0 ? ccm : (uint64_t)(4096 + ccm) << (cce - 1);
}

static void vectors(void **state) { /* the table */
  (void)state;
  static const struct {
    uint64_t cycles;
    unsigned cc;
    uint64_t decoded;
  } list[] = {
      {0, 0x0000, 0},
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
      {134217727, 0xffff, 134201344},
      {134217728, 0xffff, 134201344},
      {UINT64_C(1) << 32, 0xffff, 134201344},
      {~UINT64_C(0), 0xffff, 134201344},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    assert_int_equal(cc_after(4, list[i].cycles), list[i].cc);
    assert_int_equal(decoded(list[i].cc), list[i].decoded);
  }
  ROW("CTR:T-03");
}

static void saturated(void **state) { /* by bits of CCE: the greatest, and one below it */
  (void)state;
  static const struct {
    uint64_t from;
    unsigned cc, below;
  } list[] = {{4095, 0x0fff, 0x0ffe},
              {8191, 0x1fff, 0x1ffe},
              {32764, 0x3fff, 0x3ffe},
              {524224, 0x7fff, 0x7ffe},
              {134201344, 0xffff, 0xfffe}};
  static const unsigned width[] = {12, 13, 15, 19, 27};
  for (unsigned bits = 0; bits < 5; bits++) {
    assert_int_equal(cc_after(bits, list[bits].from - 1), list[bits].below);
    for (uint64_t more = 0; more < UINT64_C(1) << 40; more = 2 * more + 1)
      assert_int_equal(cc_after(bits, list[bits].from + more), list[bits].cc);
    assert_int_equal(decoded(list[bits].cc), list[bits].from);
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    build.cce_bits = (uint8_t)bits;
    begin(&o, build, CTL_U, 0);
    cycles(&o, (UINT64_C(1) << width[bits]) - 2, U);
    for (unsigned i = 0; i < 5; i++) {
      assert_int_equal(o.counter, (1u << width[bits]) - (i == 0 ? 2 : 1));
      cycles(&o, 1, U);
    }
  }
  ROW("CTR:T-01");
  ROW("CTR:T-02");
  ROW("CTR:T-03");
}

static void every_code(void **state) { /* its first count and its last one */
  (void)state;
  static const unsigned codes[] = {0x1000, 0x2000, 0x4000, 0x8000, 0x10000};
  for (unsigned bits = 0; bits < 5; bits++) {
    for (unsigned cc = 0; cc + 1 < codes[bits]; cc++) {
      assert_int_equal(cc_after(bits, decoded(cc)), cc);
      assert_int_equal(cc_after(bits, decoded(cc + 1) - 1), cc);
    }
  }
  ROW("CTR:T-03");
}

static void not_built(void **state) {
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_build build = all_built();
  build.cycles = false;
  begin(&o, build, CTL_U, 0);
  for (unsigned i = 0; i < 3; i++) {
    cycles(&o, 77, U);
    assert_int_equal(o.counter, 0);
    jump(&o, 11, 0x100, 0x200, U);
    expect_entry(&o, 0, 0x101, 0x200, 0xb);
    assert_int_equal(o.counter, 0);
    assert_false(o.ccv);
  }
  put_entry(&o, 1, ORACLE_CTR_SIREG3, ~UINT64_C(0));
  expect_entry(&o, 1, 0x101, 0x200, 0xf);
  build.cycles = true;
  for (unsigned bits = 0; bits < 5; bits++) {
    static const uint64_t fields[] = {0x0fff800f, 0x1fff800f, 0x3fff800f, 0x7fff800f, 0xffff800f};
    /* Of CCE the low bits are built, one to four of them. */
    static const unsigned low[] = {0, 1, 2, 3, 4};
    build.cce_bits = (uint8_t)low[bits];
    begin(&o, build, CTL_U, 0);
    put_entry(&o, 1, ORACLE_CTR_SIREG3, ~UINT64_C(0));
    expect_entry(&o, 1, 0, 0, fields[bits]);
  }
  ROW("CTR:T-07");
}

static void counts_while_active(void **state) { /* of the mode, unfrozen, not in debug mode */
  (void)state;
  static const unsigned all[] = {U, S, M, VU, VS, D};
  for (unsigned enabled = 0; enabled < 32; enabled++) {
    for (unsigned i = 0; i < 6; i++) {
      struct oracle_ctr o;
      const bool active = enabled >> i & 1; /* none for debug mode */
      begin(&o, all_built(), enabled & 7, enabled >> 3);
      o.counter = 40; /* of before */
      o.ccv = true;
      cycles(&o, 5, all[i]);
      assert_int_equal(o.counter, active ? 45 : 40);
      assert_true(o.ccv);
      put(&o, ORACLE_CTR_SCTRSTATUS, UINT64_C(1) << 31);
      cycles(&o, 5, all[i]);
      assert_int_equal(o.counter, active ? 45 : 40);
      put(&o, ORACLE_CTR_SCTRSTATUS, 0);
      cycles(&o, 5, all[i]);
      assert_int_equal(o.counter, active ? 50 : 40);
      assert_true(o.ccv);
    }
  }
  ROW("CTR:T-01");
  ROW("CTR:T-06");
}

static void two_in_a_clock(void **state) { /* the first has the clock of both */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_U | CTL_S, 0);
  jump(&o, 11, 0x100, 0x200, U);
  cycles(&o, 1, U);
  jump(&o, 5, 0x200, 0x300, U);
  jump(&o, 9, 0x300, 0x400, U);
  trap(&o, 8, false, 0x400, HANDLER, U, S);
  expect_entry(&o, 2, 0x201, 0x300, 0x00018005);
  expect_entry(&o, 1, 0x301, 0x400, 0x00008009);
  expect_entry(&o, 0, 0x401, HANDLER, 0x00008001);
  ROW("CTR:T-05");
}

static void what_forgets_the_count(void **state) {
  (void)state;
  /* Registers, how V reaches one of them, and whether a write forgets. */
  static const struct {
    unsigned csr, mode;
    bool forgets;
  } list[] = {
      {ORACLE_CTR_MCTRCTL, M, true},     {ORACLE_CTR_SCTRCTL, M, true},
      {ORACLE_CTR_VSCTRCTL, M, true},    {ORACLE_CTR_SCTRCTL, S, true},
      {ORACLE_CTR_SCTRCTL, VS, true},    {ORACLE_CTR_VSCTRCTL, S, true},
      {ORACLE_CTR_SCTRSTATUS, M, false}, {ORACLE_CTR_SCTRDEPTH, M, false},
      {ORACLE_CTR_SIREG, M, false},      {ORACLE_CTR_SIREG3, M, false},
      {ORACLE_CTR_MCTRCTL, S, false},    {ORACLE_CTR_SCTRCTL, U, false},
      {ORACLE_CTR_VSCTRCTL, VS, false},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct oracle_ctr o;
    struct oracle_ctr_access access = as(list[i].mode);
    access.siselect = 0x200;
    begin(&o, all_built(), CTL_U | CTL_S | CTL_M, CTL_U);
    jump(&o, 11, 0x100, 0x200, U);
    cycles(&o, 9, U);
    uint64_t value = 0;
    const bool reads = oracle_ctr_read(&o, &access, list[i].csr, &value) == ORACLE_CTR_NONE;
    assert_int_equal(o.counter, 9);
    /* The same value, or a new one where nobody says anything of the old. */
    if (list[i].csr == ORACLE_CTR_SCTRDEPTH) value = 4;
    oracle_ctr_write(&o, &access, list[i].csr, value);
    if (list[i].forgets) assert_true(reads);
    assert_int_equal(o.counter, list[i].forgets ? 0 : 9);
    cycles(&o, 4, U);
    jump(&o, 11, 0x100, 0x200, U);
    expect_entry(&o, 0, 0x101, 0x200, list[i].forgets ? 0x0000000b : 0x000d800b);
    cycles(&o, 4, U);
    jump(&o, 11, 0x100, 0x200, U);
    expect_entry(&o, 0, 0x101, 0x200, 0x0004800b);
  }
  ROW("CTR:C-03");
  ROW("CTR:C-11");
  ROW("CTR:T-04");
}

static void what_is_not_recorded(void **state) { /* its cycles are those of the next record */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_U | FILTER(11), 0);
  jump(&o, 9, 0x100, 0x200, U);
  for (unsigned i = 0; i < 7; i++) {
    cycles(&o, 3, U);
    jump(&o, i & 1 ? 11 : 4, 0x200, 0x204, U);
    trap(&o, 8, false, 0x204, HANDLER, U, S);
    cycles(&o, 50, S);
    back(&o, HANDLER, 0x208, S, U);
  }
  jump(&o, 9, 0x300, 0x400, U);
  expect_entry(&o, 0, 0x301, 0x400, 0x00158009);
  ROW("CTR:T-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(saturated),
      cmocka_unit_test(every_code),
      cmocka_unit_test(not_built),
      cmocka_unit_test(counts_while_active),
      cmocka_unit_test(two_in_a_clock),
      cmocka_unit_test(what_forgets_the_count),
      cmocka_unit_test(what_is_not_recorded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

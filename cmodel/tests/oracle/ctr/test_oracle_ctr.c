/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle of control transfer records on the scenarios V1 to V7f, and SCTRCLR after V1. */

#include "oracle_ctr_run.h"

static void v1(struct oracle_ctr *o) {
  begin(o, all_built(), 1, 0);
  cycles(o, 3, U);
  jump(o, 9, 0x10000, 0x10100, U);
  cycles(o, 5, U);
  oracle_ctr_transfer(o, 5, 0x10104, 0x10110, true, ORACLE_CTR_U);
  cycles(o, 2, U);
  jump(o, 4, 0x10114, 0x10118, U);
  cycles(o, 4500, U);
  jump(o, 13, 0x10120, 0x10004, U);
}

static void calls_and_branches(void **state) { /* V1 */
  (void)state;
  struct oracle_ctr o;
  v1(&o);
  expect_entry(&o, 0, 0x10121, 0x10004, 0x1196800d);
  expect_entry(&o, 1, 0x10105, 0x10111, 0x00058005);
  expect_entry(&o, 2, 0x10001, 0x10100, 0x00000009);
  expect_entry(&o, 3, 0, 0, 0);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 3);
  expect_count(&o, 3);
  ROW("CTR:B-01");
  ROW("CTR:B-02");
  ROW("CTR:B-04");
  ROW("CTR:E-04");
  ROW("CTR:T-04");
}

static void a_clear_leaves_the_status(void **state) {
  (void)state;
  struct oracle_ctr o;
  v1(&o);
  cycles(&o, 77, U);
  assert_int_equal(ORACLE_CTR_SCTRCLR, 0x10400073);
  assert_int_equal(clear(&o, M), ORACLE_CTR_NONE);
  for (unsigned i = 0; i < 256; i++) expect_entry(&o, i, 0, 0, 0);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 3);
  assert_int_equal(o.counter, 0);
  cycles(&o, 9, U);
  jump(&o, 11, 0x500, 0x600, U);
  expect_entry(&o, 0, 0x501, 0x600, 0x0000000b); /* no CCV ... */
  cycles(&o, 9, U);
  jump(&o, 11, 0x500, 0x600, U);
  expect_entry(&o, 0, 0x501, 0x600, 0x0009800b); /* ... but in the next one */
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 5);
  ROW("CTR:I-01");
  ROW("CTR:I-02");
  ROW("CTR:I-03");
}

/* V2: a system call and its return, seven cycles in U before and nine in S between. */
static void system_call(struct oracle_ctr *o, uint64_t m) {
  begin(o, all_built(), m, 0);
  cycles(o, 7, U);
  trap(o, 8, false, 0x20000, HANDLER, U, S);
  cycles(o, 9, S);
  back(o, UINT64_C(0xffffffc000001040), 0x20004, S, U);
}

static void a_system_call(void **state) {
  (void)state;
  struct oracle_ctr o;
  system_call(&o, 0x1); /* V2a */
  expect_count(&o, 0);
  system_call(&o, 0x3); /* V2b */
  expect_entry(&o, 0, UINT64_C(0xffffffc000001041), 0x20004, 0x00098003);
  expect_entry(&o, 1, 0x20001, HANDLER, 0x00000001);
  expect_count(&o, 2);
  system_call(&o, 0x2); /* V2c */
  expect_entry(&o, 0, UINT64_C(0xffffffc000001041), 0, 0x00098003);
  expect_entry(&o, 1, 1, HANDLER, 0x00000001);
  expect_count(&o, 2);
  system_call(&o, 0x101); /* V2d */
  expect_entry(&o, 0, 0x20001, 0, 0x00000001);
  expect_count(&o, 1);
  system_call(&o, 0x200000101); /* V2e */
  expect_entry(&o, 0, 0x20001, 0, 0x00000001);
  expect_count(&o, 1);
  ROW("CTR:P-04");
  system_call(&o, 0x200000003); /* V2f */
  expect_entry(&o, 0, UINT64_C(0xffffffc000001041), 0x20004, 0x00000003);
  expect_count(&o, 1);
  ROW("CTR:B-03");
}

static void an_interrupt_past_a_mode(void **state) { /* V3a, V3b */
  (void)state;
  for (unsigned ste = 0; ste < 2; ste++) {
    struct oracle_ctr o;
    begin(&o, all_built(), ste ? 0x301 : 0x201, 0);
    trap(&o, 7, true, 0x30000, 0x80000000, U, M);
    expect_count(&o, ste);
    if (ste) expect_entry(&o, 0, 0x30001, 0, 0x00000002);
  }
}

static void calls_as_a_stack(void **state) { /* V4, and what continues it */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), 0x81, 0);
  jump(&o, 9, 0x100, 0x200, U);
  jump(&o, 8, 0x210, 0x300, U);
  jump(&o, 5, 0x304, 0x310, U);
  jump(&o, 13, 0x320, 0x214, U);
  jump(&o, 9, 0x220, 0x400, U);
  jump(&o, 12, 0x410, 0x500, U);
  expect_entry(&o, 0, 0x411, 0x500, 0x0000000c);
  expect_entry(&o, 1, 0x101, 0x200, 0x00000009);
  expect_count(&o, 2);
  ROW("CTR:R-01");
  ROW("CTR:R-03");
  for (unsigned i = 0; i < 3; i++) jump(&o, 13, 0x320, 0x214, U);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 15);
  assert_int_equal(o.physical[0].source, 0x100);
  assert_int_equal(o.physical[0].target, 0x200);
  assert_int_equal(o.physical[0].data, 9);
  assert_int_equal(valid_entries(&o), 0);
  ROW("CTR:R-02");
}

static void frozen_by_an_overflow(void **state) { /* V5 */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), 0x1803, 0);
  jump(&o, 5, 0x100, 0x200, U);
  trap(&o, 13, true, 0x200, HANDLER, U, S);
  jump(&o, 5, UINT64_C(0xffffffc000001010), UINT64_C(0xffffffc000001030), S);
  cycles(&o, 50, S);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 0x80000001);
  assert_int_equal(valid_entries(&o), 1);
  expect_entry(&o, 0, 0x101, 0x200, 0x00000005);
  ROW("CTR:Z-02");
  put(&o, ORACLE_CTR_SCTRSTATUS, 1);
  back(&o, UINT64_C(0xffffffc000001040), 0x204, S, U);
  expect_entry(&o, 0, UINT64_C(0xffffffc000001041), 0x204, 0x00008003);
  expect_count(&o, 2);
  ROW("CTR:C-21");
}

static void frozen_by_a_breakpoint(void **state) { /* V5b */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_U | CTL_S | BPFRZ, 0);
  trap(&o, 3, false, 0x100, 0x80000000, U, M);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 0x80000000);
  assert_int_equal(valid_entries(&o), 0);
  ROW("CTR:Z-01");
}

static void more_than_there_is_room_for(void **state) { /* V6 */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), 1, 0);
  for (uint64_t i = 0; i < 18; i++) jump(&o, 11, 0x1000 + 4 * i, 0x2000 + 4 * i, U);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 2);
  expect_entry(&o, 0, 0x1045, 0x2044, 0x0000800b);
  expect_entry(&o, 15, 0x1009, 0x2008, 0x0000800b);
  expect_entry(&o, 16, 0, 0, 0);
  ROW("CTR:C-20");
  ROW("CTR:E-02");
}

static void a_guest(void **state) { /* V7a to V7f */
  (void)state;
  static const struct {
    uint64_t m, vs;
    bool interrupt; /* to M, else a page fault to HS */
    bool recorded;
    uint64_t target, data;
  } list[] = {
      {CTL_S, CTL_U, false, true, UINT64_C(0xffffffc000002000), 1},
      {CTL_S | FILTER(1), CTL_U, false, true, UINT64_C(0xffffffc000002000), 1},
      {CTL_S, CTL_U | FILTER(1), false, false, 0, 0},
      {STE, CTL_U | STE, false, true, 0, 1},
      {STE, CTL_U, false, false, 0, 0},
      {STE | MTE, CTL_U | STE, true, true, 0, 2},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    struct oracle_ctr o;
    begin(&o, all_built(), list[i].m, list[i].vs);
    if (list[i].interrupt)
      trap(&o, 7, true, 0x40000, UINT64_C(0xffffffc000002000), VU, M);
    else
      trap(&o, 13, false, 0x40000, UINT64_C(0xffffffc000002000), VU, S);
    expect_count(&o, list[i].recorded);
    if (list[i].recorded) expect_entry(&o, 0, 0x40001, list[i].target, list[i].data);
  }
  ROW("CTR:P-05");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_and_branches),
      cmocka_unit_test(a_clear_leaves_the_status),
      cmocka_unit_test(a_system_call),
      cmocka_unit_test(an_interrupt_past_a_mode),
      cmocka_unit_test(calls_as_a_stack),
      cmocka_unit_test(frozen_by_an_overflow),
      cmocka_unit_test(frozen_by_a_breakpoint),
      cmocka_unit_test(more_than_there_is_room_for),
      cmocka_unit_test(a_guest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

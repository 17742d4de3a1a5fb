/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The control transfer records of the scenarios V1 to V7f, and refused parameters. */

#include <string.h>

#include "ctr_run.h"

#define EXCINH RVT_CTR_FILTER(1)

static struct rvt_ctr_records r;

static void calls_and_branches(void **state) { /* V1 */
  (void)state;
  begin(&r, 1, 0);
  rvt_ctr_cycles(&r, 3, U);
  jump(&r, 9, 0x10000, 0x10100, U);
  rvt_ctr_cycles(&r, 5, U);
  const struct rvt_ctr_transfer taken = {
      .itype = 5, .mispredict = true, .source = 0x10104, .target = 0x10110, .from = U, .to = U};
  assert_int_equal(rvt_ctr_event(&r, &taken), 1);
  rvt_ctr_cycles(&r, 2, U);
  assert_int_equal(jump(&r, 4, 0x10114, 0x10118, U), RVT_CTR_UNTOUCHED);
  rvt_ctr_cycles(&r, 4500, U);
  jump(&r, 13, 0x10120, 0x10004, U);
  expect_entry(&r, 0, 0x10121, 0x10004, 0x1196800d);
  expect_entry(&r, 1, 0x10105, 0x10111, 0x00058005);
  expect_entry(&r, 2, 0x10001, 0x10100, 0x00000009);
  expect_count(&r, 3);
  /* SCTRCLR */
  const struct rvt_ctr_access a = as(S);
  rvt_ctr_cycles(&r, 9, U);
  assert_int_equal(rvt_ctr_clear(&r, &a), RVT_CTR_NONE);
  for (unsigned i = 0; i < RVT_CTR_ENTRIES_MAX; i++) expect_entry(&r, i, 0, 0, 0);
  assert_int_equal(get(&r, RVT_CTR_SCTRSTATUS), 3);
  rvt_ctr_cycles(&r, 9, U);
  jump(&r, 9, 0x10000, 0x10100, U);
  expect_entry(&r, 0, 0x10001, 0x10100, 9);
}

static void system_call(uint64_t m) {
  begin(&r, m, 0);
  rvt_ctr_cycles(&r, 7, U);
  trap(&r, 8, false, 0x20000, HANDLER, U, S);
  rvt_ctr_cycles(&r, 9, S);
  back(&r, HANDLER + 0x40, 0x20004, S, U);
}

static void a_system_call(void **state) {
  (void)state;
  system_call(1); /* V2a */
  expect_count(&r, 0);
  system_call(3); /* V2b */
  expect_entry(&r, 0, HANDLER + 0x41, 0x20004, 0x00098003);
  expect_entry(&r, 1, 0x20001, HANDLER, 1);
  expect_count(&r, 2);
  system_call(2); /* V2c */
  expect_entry(&r, 0, HANDLER + 0x41, 0, 0x00098003);
  expect_entry(&r, 1, 1, HANDLER, 1);
  expect_count(&r, 2);
  system_call(0x101); /* V2d */
  expect_entry(&r, 0, 0x20001, 0, 1);
  expect_count(&r, 1);
  system_call(0x200000101); /* V2e */
  expect_entry(&r, 0, 0x20001, 0, 1);
  expect_count(&r, 1);
  system_call(3 | EXCINH); /* V2f */
  expect_entry(&r, 0, HANDLER + 0x41, 0x20004, 3);
  expect_count(&r, 1);
}

static void an_interrupt_into_m(void **state) {
  (void)state;
  begin(&r, 0x201, 0); /* V3a */
  trap(&r, 7, true, 0x30000, 0x80000000, U, M);
  expect_count(&r, 0);
  begin(&r, 0x301, 0); /* V3b */
  trap(&r, 7, true, 0x30000, 0x80000000, U, M);
  expect_entry(&r, 0, 0x30001, 0, 2);
  expect_count(&r, 1);
}

static void a_call_stack(void **state) {
  (void)state;
  begin(&r, 0x81, 0); /* V4 */
  jump(&r, 9, 0x100, 0x200, U);
  jump(&r, 8, 0x210, 0x300, U);
  jump(&r, 5, 0x304, 0x310, U);
  jump(&r, 13, 0x320, 0x214, U);
  jump(&r, 9, 0x220, 0x400, U);
  jump(&r, 12, 0x410, 0x500, U);
  expect_entry(&r, 0, 0x411, 0x500, 0xc);
  expect_entry(&r, 1, 0x101, 0x200, 9);
  expect_count(&r, 2);
  for (unsigned i = 0; i < 3; i++) jump(&r, 13, 0x600, 0x700, U); /* V4' */
  assert_int_equal(get(&r, RVT_CTR_SCTRSTATUS), 15);
  assert_int_equal(r.entry[0].source, 0x100);
  assert_int_equal(r.entry[0].target, 0x200);
  assert_int_equal(r.entry[0].data, 9);
  for (unsigned i = 0; i < 16; i++) assert_int_equal(r.entry[i].source & 1, 0);
}

static void a_freeze(void **state) {
  (void)state;
  begin(&r, 0x1803, 0); /* V5 */
  jump(&r, 5, 0x100, 0x200, U);
  trap(&r, 13, true, 0x200, HANDLER, U, S);
  jump(&r, 5, HANDLER, HANDLER + 8, S);
  assert_int_equal(get(&r, RVT_CTR_SCTRSTATUS), 0x80000001);
  expect_entry(&r, 0, 0x101, 0x200, 5);
  put(&r, RVT_CTR_SCTRSTATUS, 1);
  back(&r, HANDLER + 0x40, 0x204, S, U);
  expect_entry(&r, 0, HANDLER + 0x41, 0x204, 0x8003);
  expect_count(&r, 2);
  begin(&r, 0x803, 0); /* V5b */
  trap(&r, 3, false, 0x100, 0x80000000, U, M);
  assert_int_equal(get(&r, RVT_CTR_SCTRSTATUS), 0x80000000);
  expect_entry(&r, 0, 0, 0, 0);
}

static void a_full_turn(void **state) { /* V6 */
  (void)state;
  begin(&r, 1, 0);
  for (unsigned i = 0; i < 18; i++) jump(&r, 11, 0x1000 + 4 * i, 0x2000 + 4 * i, U);
  assert_int_equal(get(&r, RVT_CTR_SCTRSTATUS), 2);
  expect_entry(&r, 0, 0x1045, 0x2044, 0x800b);
  expect_entry(&r, 15, 0x1009, 0x2008, 0x800b);
  expect_entry(&r, 16, 0, 0, 0);
}

static void page_fault(uint64_t m, uint64_t vs, uint64_t target) {
  begin(&r, m, vs);
  trap(&r, 12, false, 0x40000, HANDLER + 0x1000, VU, S);
  if (target != UINT64_MAX) expect_entry(&r, 0, 0x40001, target, 1);
  expect_count(&r, target != UINT64_MAX);
}

static void between_v_and_not_v(void **state) {
  (void)state;
  page_fault(2, 1, HANDLER + 0x1000);          /* V7a */
  page_fault(2 | EXCINH, 1, HANDLER + 0x1000); /* V7b */
  page_fault(2, 1 | EXCINH, UINT64_MAX);       /* V7c */
  page_fault(0x100, 0x101, 0);                 /* V7d */
  page_fault(0x100, 1, UINT64_MAX);            /* V7e */
  begin(&r, 0x300, 0x101);                     /* V7f */
  trap(&r, 7, true, 0x40000, 0x80000000, VU, M);
  expect_entry(&r, 0, 0x40001, 0, 2);
  expect_count(&r, 1);
}

/** Bits of the controls that can be written (CTR:C-01, C-02). */
static void the_controls(void **state) {
  (void)state;
  begin(&r, UINT64_MAX, UINT64_MAX);
  assert_int_equal(get(&r, RVT_CTR_MCTRCTL), 0x0000ff3e00001b87);
  assert_int_equal(get(&r, RVT_CTR_SCTRCTL), 0x0000ff3e00001983);
  assert_int_equal(get(&r, RVT_CTR_VSCTRCTL), 0x0000ff3e00001983);
  put(&r, RVT_CTR_SCTRCTL, 0);
  assert_int_equal(get(&r, RVT_CTR_MCTRCTL), 0x204);
}

/** Codes that are no mode, or none of the build: nothing is recorded from them, and none is enabled
 * that a return goes to; no register is theirs. Debug mode has neither entry nor exit (CTR:B-06).
 */
static void codes_that_are_no_mode(void **state) {
  (void)state;
  struct rvt_ctr_params p = all_built();
  p.hyp = false;
  assert_int_equal(rvt_ctr_records_init(&r, &p, NULL), RVT_OK);
  put(&r, RVT_CTR_MCTRCTL, 0x1f07);
  const uint8_t none[] = {2, 7, VU, VS, D};
  for (unsigned i = 0; i < sizeof none; i++) {
    const struct rvt_ctr_access a = as(none[i]);
    uint64_t value;
    for (uint8_t itype = 0; itype < 16; itype++) {
      jump(&r, itype, 0x100, 0x200, none[i]);
      const struct rvt_ctr_transfer e = {.itype = itype, .from = none[i], .to = U, .cause = 3};
      assert_int_equal(rvt_ctr_event(&r, &e), RVT_CTR_UNTOUCHED);
    }
    trap(&r, 3, false, 0x100, 0x200, U, D);
    back(&r, 0x100, 0x200, M, D);
    rvt_ctr_cycles(&r, 5, none[i]);
    expect_count(&r, 0);
    assert_int_equal(r.counter_q, 0);
    assert_int_equal(rvt_ctr_read(&r, &a, RVT_CTR_SCTRCTL, &value),
                     none[i] == D ? RVT_CTR_NONE : RVT_CTR_ILLEGAL);
  }
  back(&r, 0x100, 0x200, M, 2);
  expect_entry(&r, 0, 0x101, 0, 3);
}

static void refused(struct rvt_ctr_params p, const char *text) {
  struct rvt_error e = {.text = ""};
  struct rvt_ctr made, before;
  memset(&made, 0xa5, sizeof made);
  memcpy(&before, &made, sizeof made);
  assert_int_equal(rvt_ctr_init(&made, &p, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, text);
  assert_memory_equal(&made, &before, sizeof made);
}

static void parameters_are_refused(void **state) {
  (void)state;
#define REFUSED(member, value, text)                                                               \
  do {                                                                                             \
    struct rvt_ctr_params p = all_built();                                                         \
    p.member = (value);                                                                            \
    refused(p, text);                                                                              \
  } while (0)
  REFUSED(xlen, 16, "xlen: expected 32 or 64, found 16");
  REFUSED(xlen, 32, "filters: expected 0 with xlen 32, found 0xff3e");
  REFUSED(blocks, 0, "blocks: expected 1 to 4, found 0");
  REFUSED(blocks, 5, "blocks: expected 1 to 4, found 5");
  REFUSED(iretire_width, 0, "iretire_width: expected 1 to 8, found 0");
  REFUSED(iretire_width, 9, "iretire_width: expected 1 to 8, found 9");
  REFUSED(depths, 0, "depths: expected 1 to 31, found 0");
  REFUSED(depths, 32, "depths: expected 1 to 31, found 32");
  REFUSED(counter_width, 14, "counter_width: expected 0, 12, 13, 15, 19 or 27, found 14");
  REFUSED(filters, 0x40, "filters: expected bits of 0xff3e, found 0x40");
  struct rvt_ctr_params p = all_built();
  p.depths = 1;
  p.block_ram = true;
  refused(p, "block_ram: expected a depth of 32 or more, found 16");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(calls_and_branches),
                                     cmocka_unit_test(a_system_call),
                                     cmocka_unit_test(an_interrupt_into_m),
                                     cmocka_unit_test(a_call_stack),
                                     cmocka_unit_test(a_freeze),
                                     cmocka_unit_test(a_full_turn),
                                     cmocka_unit_test(between_v_and_not_v),
                                     cmocka_unit_test(the_controls),
                                     cmocka_unit_test(codes_that_are_no_mode),
                                     cmocka_unit_test(parameters_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/tandem/record.h"
#include "tests/support/test.h"

/* The functional encoder of tandem verification trace: canonical order, sizes, what it refuses. */

static const struct rvt_tandem_format rv64 = {64, 64, 64}, rv32 = {32, 0, 32};
static const struct rvt_tandem_forms short_forms = {true, true, false};

static struct rvt_tandem_record retired(uint32_t insn) {
  const bool is32 = (insn & 3) == 3;
  return (struct rvt_tandem_record){.kind = RVT_TANDEM_RETIRED,
                                    .pc_r = 0x80000000,
                                    .pc_w = is32 ? 0x80000004 : 0x80000002,
                                    .insn_valid = true,
                                    .is32 = is32,
                                    .insn = insn};
}

static size_t size_of(const struct rvt_tandem_format *f, const struct rvt_tandem_record *r) {
  uint8_t out[RVT_TANDEM_GROUP_BYTES];
  size_t size = 0;
  assert_int_equal(rvt_tandem_encode(f, &short_forms, r, out, &size), RVT_OK);
  return size;
}

static struct rvt_tandem_record trap(uint8_t kind) {
  struct rvt_tandem_record r = {
      .kind = kind, .pc_w = 0x10000, .insn_valid = kind == RVT_TANDEM_EXCEPTION, .is32 = true};
  static const uint16_t csrs[] = {0x341, 0x342, 0x300, 0x343};
  static const uint64_t values[] = {0x81234, 2, 0xa000018b0, 0};
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++)
    r.csr[i] = (struct rvt_tandem_csr){true, csrs[i], values[i]};
  r.privilege_valid = true;
  r.privilege = 3;
  return r;
}

static void groups_are_in_the_canonical_order(void **state) {
  static const uint8_t exception[] = {
      0x01, 0x07, 0x0a, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x00,
      0x00, 0x00, 0x00, 0x04, 0x41, 0x03, 0x34, 0x12, 0x08, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x04, 0x42, 0x03, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04,
      0x00, 0x03, 0xb0, 0x18, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x04, 0x43, 0x03,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x01, 0x03, 0x02};
  static const uint8_t addition[] = {0x01, 0x03, 0x11, 0xd3, 0xf3, 0x16, 0x01, 0x04,
                                     0x27, 0x10, 0xf9, 0xf4, 0xfe, 0x66, 0xff, 0xff,
                                     0xff, 0xff, 0x06, 0x03, 0x00, 0x01, 0x02};
  uint8_t out[RVT_TANDEM_GROUP_BYTES];
  size_t size = 0;
  struct rvt_tandem_record r = trap(RVT_TANDEM_EXCEPTION);
  (void)state;
  assert_int_equal(rvt_tandem_encode(&rv64, &short_forms, &r, out, &size), RVT_OK);
  assert_int_equal(size, sizeof exception);
  assert_memory_equal(out, exception, size);
  r = retired(0x0116f3d3);
  r.fpr_valid = r.fflags_valid = true;
  r.fpr = 7;
  r.fpr_data = 0xffffffff66fef4f9;
  r.fflags = 1;
  assert_int_equal(rvt_tandem_encode(&rv64, &short_forms, &r, out, &size), RVT_OK);
  assert_int_equal(size, sizeof addition);
  assert_memory_equal(out, addition, size);
  ROW("TV:E-03");
  ROW("TV:AMB-T16");
}

/* Section 6.3 of the rows. */
static void groups_have_their_sizes(void **state) {
  struct rvt_tandem_record r = retired(0x13);
  (void)state;
  assert_int_equal(size_of(&rv64, &r), 8);
  r.gpr_valid = true; /* x0 */
  assert_int_equal(size_of(&rv64, &r), 8);
  ROW("TV:AMB-T15");
  r.gpr = 5;
  assert_int_equal(size_of(&rv64, &r), 19);
  r.pc_w = 0x80001000;
  assert_int_equal(size_of(&rv64, &r), 28);
  r.gpr_valid = false;
  assert_int_equal(size_of(&rv64, &r), 17);
  r = retired(0x0082a203);
  r.gpr_valid = r.paddr_valid = true;
  r.gpr = 4;
  assert_int_equal(size_of(&rv64, &r), 29);
  r.eaddr_valid = true;
  assert_int_equal(size_of(&rv64, &r), 39);
  r.store_valid = true;
  r.store_size = 3;
  assert_int_equal(size_of(&rv64, &r), 49);
  r.gpr_valid = false;
  assert_int_equal(size_of(&rv64, &r), 38);
  r = retired(0x3045b4f3);
  r.gpr_valid = r.csr[0].valid = true;
  r.gpr = 9;
  assert_int_equal(size_of(&rv64, &r), 30);
  r.gpr_valid = false;
  assert_int_equal(size_of(&rv64, &r), 19);
  r = trap(RVT_TANDEM_INTERRUPT);
  assert_int_equal(size_of(&rv64, &r), 59);
  r = trap(RVT_TANDEM_EXCEPTION);
  assert_int_equal(size_of(&rv64, &r), 64);
  r.csr[2].data = 0x18b0;
  assert_int_equal(size_of(&rv32, &r), 44);
  ROW("TV:E-04");
}

static struct rvt_tandem_record longest(bool more) {
  struct rvt_tandem_record r = trap(RVT_TANDEM_EXCEPTION);
  r.gpr_valid = r.fpr_valid = r.fflags_valid = r.paddr_valid = r.eaddr_valid = r.store_valid = true;
  r.gpr = 1;
  r.store_size = 3;
  r.csr[2].data = 0x18b0;
  r.pc_paddr_valid = r.mtime_valid = r.access.valid = r.access.answered = more;
  r.access.op = RVT_TANDEM_AMOADD;
  r.access.size = 3;
  return r;
}

/* Opcode, and register or identifier, of each element of a group that has all of them (TV:E-03). */
static void every_element_has_its_place(void **state) {
  static const uint16_t order[][2] = {{1, 0},     {7, 10},    {17, 0},    {4, 0x1001}, {4, 0x1020},
                                      {4, 0x341}, {4, 0x342}, {4, 0x300}, {4, 0x343},  {6, 3},
                                      {7, 1},     {7, 2},     {7, 3},     {7, 7},      {7, 9},
                                      {7, 8},     {8, 0},     {9, 0},     {2, 0}};
  static struct rvt_tandem_reader reader;
  const struct rvt_tandem_record r = longest(true);
  uint8_t out[RVT_TANDEM_GROUP_BYTES];
  struct rvt_bytes in = {.data = out};
  struct rvt_tandem_element e;
  (void)state;
  assert_int_equal(rvt_tandem_encode(&rv64, &short_forms, &r, out, &in.size), RVT_OK);
  rvt_tandem_reader_init(&reader, &rv64);
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    assert_int_equal(rvt_tandem_read(&reader, &in, &e, NULL), RVT_OK);
    assert_int_equal(e.opcode, order[i][0]);
    assert_int_equal(e.number, order[i][1]);
  }
  assert_int_equal(rvt_tandem_read(&reader, &in, &e, NULL), RVT_END);
  ROW("TV:E-03");
}

/* The bound of a FIFO counts fcsr as a CSR of its own, seven bytes more than its OR (TV:E-04). */
static void no_group_is_longer_than_its_bound(void **state) {
  struct rvt_tandem_record r = longest(false);
  (void)state;
  assert_int_equal(size_of(&rv64, &r) + 7, 127);
  r = longest(true);
  assert_int_equal(size_of(&rv64, &r) + 7, RVT_TANDEM_GROUP_BYTES);
  ROW("TV:E-04");
}

static void short_forms_are_chosen(void **state) {
  static const struct rvt_tandem_forms adds = {false, true, true};
  struct rvt_tandem_record r = retired(0x7139);
  uint8_t out[RVT_TANDEM_GROUP_BYTES];
  size_t size = 0;
  static const uint8_t small[] = {1, 7, 10, 2, 0, 0, 0x80, 0x10, 0x39, 0x71, 5, 2, 0x10, 0xc0, 2};
  (void)state;
  r.gpr_valid = r.gpr_old_known = true;
  r.gpr = 2;
  r.gpr_old = 0x10;
  r.gpr_data = UINT32_MAX & (0x10 - 64u);
  assert_int_equal(rvt_tandem_encode(&rv32, &adds, &r, out, &size), RVT_OK);
  assert_int_equal(size, sizeof small);
  assert_memory_equal(out, small, size);
  ROW("TV:AMB-T13");
  r.gpr_data = 0x10 + 128;
  assert_int_equal(rvt_tandem_encode(&rv32, &adds, &r, out, &size), RVT_OK);
  assert_int_equal(out[10], RVT_TANDEM_REGISTER);
  r.pc_r = 0xfffffffe; /* the pc wraps */
  r.pc_w = 0;
  assert_int_equal(rvt_tandem_encode(&rv32, &short_forms, &r, out, &size), RVT_OK);
  assert_int_equal(out[1], RVT_TANDEM_INCREMENT_PC);
  ROW("TV:R-06");
}

static void what_is_no_group_is_refused(void **state) {
  struct rvt_tandem_record r = retired(0x13);
  uint8_t out[RVT_TANDEM_GROUP_BYTES];
  size_t size = 77;
  (void)state;
#define REFUSED(row, status)                                                                       \
  assert_int_equal(rvt_tandem_encode(&rv32, &short_forms, &r, out, &size), status);                \
  assert_int_equal(size, 77);                                                                      \
  ROW(row)
  r.kind = RVT_TANDEM_HART_RESET;
  REFUSED("TV:R-13", RVT_ERR_ARG);
  r.kind = RVT_TANDEM_OUTSIDE;
  REFUSED("TV:R-12", RVT_ERR_ARG);
  r.kind = RVT_TANDEM_KINDS;
  REFUSED("TV:E-02", RVT_ERR_ARG);
  r = (struct rvt_tandem_record){.kind = RVT_TANDEM_TRANSACTION};
  REFUSED("TV:R-10", RVT_ERR_ARG);
  r.access.valid = r.paddr_valid = true;
  REFUSED("TV:R-10", RVT_ERR_ARG);
  r.paddr_valid = false;
  r.access.op = RVT_TANDEM_OPS;
  REFUSED("TV:R-17", RVT_ERR_RESERVED);
  r = retired(0x13);
  r.insn_valid = false;
  REFUSED("TV:R-08", RVT_ERR_ARG);
  r = retired(0x13);
  r.gpr_valid = true;
  r.gpr = 1;
  r.gpr_data = 1ull << 32;
  REFUSED("TV:AMB-T11", RVT_ERR_RANGE);
  r.gpr_data = 0;
  r.fpr_valid = true;
  REFUSED("TV:AMB-T12", RVT_ERR_RESERVED);
#undef REFUSED
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(groups_are_in_the_canonical_order),
                                     cmocka_unit_test(groups_have_their_sizes),
                                     cmocka_unit_test(every_element_has_its_place),
                                     cmocka_unit_test(no_group_is_longer_than_its_bound),
                                     cmocka_unit_test(short_forms_are_chosen),
                                     cmocka_unit_test(what_is_no_group_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

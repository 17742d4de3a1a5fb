/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Who may reach which register of control transfer records, and where the indirect ones lead. */

#include "oracle_ctr_run.h"

enum { MODES = 6, CLEAR = 0 };
static const unsigned modes[MODES] = {M, D, S, U, VS, VU};

/* '.' may, 'i' illegal, 'v' virtual; by mode, and in each by mstateen0 and hstateen0: 00 01 10 11.
 */
struct line {
  unsigned csr; /* or SCTRCLR */
  const char *answers[MODES];
};

static const struct line lines[] = {
    {ORACLE_CTR_MCTRCTL, {"....", "....", "iiii", "iiii", "iiii", "iiii"}},
    {ORACLE_CTR_SCTRCTL, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SCTRSTATUS, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SCTRDEPTH, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {ORACLE_CTR_SIREG, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SIREG2, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SIREG3, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SIREG4, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SIREG5, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_SIREG6, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
    {ORACLE_CTR_VSCTRCTL, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x251, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x252, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x253, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x255, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x256, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {0x257, {"....", "....", "ii..", "iiii", "iivv", "iivv"}},
    {CLEAR, {"....", "....", "ii..", "iiii", "iiv.", "iivv"}},
};
enum { LINES = sizeof lines / sizeof lines[0] };

static enum oracle_ctr_exception answer_of(char c) {
  return c == '.' ? ORACLE_CTR_NONE : c == 'i' ? ORACLE_CTR_ILLEGAL : ORACLE_CTR_VIRTUAL;
}

static void fill(struct oracle_ctr *o, struct oracle_ctr_build build) {
  begin(o, build, CTL_U, CTL_U);
  jump(o, 9, 0x100, 0x200, U);
  cycles(o, 8, U);
  jump(o, 9, 0x100, 0x200, U);
  cycles(o, 8, U);
}

static void table(void **state) {
  (void)state;
  for (unsigned i = 0; i < LINES * MODES * 4; i++) {
    const struct line *line = &lines[i / 4 / MODES];
    const enum oracle_ctr_exception e = answer_of(line->answers[i / 4 % MODES][i % 4]);
    struct oracle_ctr_access access = as(modes[i / 4 % MODES]);
    struct oracle_ctr o, before;
    uint64_t value = 0x5A5A;
    access.mstateen = i >> 1 & 1;
    access.hstateen = i & 1;
    access.siselect = access.vsiselect = 0x201;
    fill(&o, all_built());
    before = o;
    if (line->csr == CLEAR) {
      assert_int_equal(oracle_ctr_clear(&o, &access), e);
      if (e == ORACLE_CTR_NONE) assert_int_equal(valid_entries(&o), 0);
    } else {
      assert_int_equal(oracle_ctr_read(&o, &access, line->csr, &value), e);
      assert_memory_equal(&o, &before, sizeof o);
      if (e == ORACLE_CTR_NONE)
        assert_int_not_equal(value, 0x5A5A);
      else
        assert_int_equal(value, 0x5A5A);
      assert_int_equal(oracle_ctr_write(&o, &access, line->csr, 3), e);
    }
    const bool is_zero = (line->csr & 0xFC) == 0x54; /* sireg4 to 6 */
    const bool changes = e == ORACLE_CTR_NONE && !is_zero;
    assert_int_equal(memcmp(&o, &before, sizeof o) != 0, changes);
  }
  ROW("CTR:S-01");
  ROW("CTR:C-12");
  ROW("CTR:I-04");
  ROW("CTR:H-03");
}

static void state_enable_and_records(void **state) { /* has none to do with the other */
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_access access = as(S);
  access.mstateen = access.hstateen = false;
  begin(&o, all_built(), CTL_U, CTL_U);
  for (unsigned i = 0; i < 4; i++) {
    uint64_t value;
    assert_int_equal(oracle_ctr_read(&o, &access, ORACLE_CTR_SCTRSTATUS, &value),
                     ORACLE_CTR_ILLEGAL);
    jump(&o, 9, 0x100, 0x200, i & 1 ? VU : U);
    expect_count(&o, i + 1);
  }
  ROW("CTR:S-02");
}

static void without_hypervisor(void **state) {
  (void)state;
  struct oracle_ctr_build build = all_built();
  build.hypervisor = false;
  for (unsigned i = 0; i < LINES * 4; i++) { /* M, D, S, U */
    const struct line *line = &lines[i / 4];
    struct oracle_ctr_access access = as(modes[i % 4]);
    struct oracle_ctr o, before;
    uint64_t value;
    access.siselect = access.vsiselect = 0x200;
    if (line->csr >> 8 != 2) continue;
    fill(&o, build);
    before = o;
    assert_int_equal(oracle_ctr_read(&o, &access, line->csr, &value), ORACLE_CTR_ILLEGAL);
    assert_int_equal(oracle_ctr_write(&o, &access, line->csr, 2), ORACLE_CTR_ILLEGAL);
    assert_memory_equal(&o, &before, sizeof o);
  }
  ROW("CTR:C-07");
}

static void control_of_a_guest(void **state) { /* sctrctl is vsctrctl there */
  (void)state;
  struct oracle_ctr o;
  const struct oracle_ctr_access guest = as(VS), host = as(S);
  uint64_t value;
  begin(&o, all_built(), ALL_OF_MCTRCTL, 0);
  assert_int_equal(oracle_ctr_write(&o, &guest, ORACLE_CTR_SCTRCTL, CTL_S | BPFRZ), 0);
  assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), CTL_S | BPFRZ);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), ALL_OF_MCTRCTL);
  assert_int_equal(oracle_ctr_read(&o, &guest, ORACLE_CTR_SCTRCTL, &value), 0);
  assert_int_equal(value, CTL_S | BPFRZ);
  assert_int_equal(oracle_ctr_read(&o, &host, ORACLE_CTR_SCTRCTL, &value), 0);
  assert_int_equal(value, ALL_OF_VSCTRCTL);
  assert_int_equal(oracle_ctr_write(&o, &host, ORACLE_CTR_SCTRCTL, CTL_U), 0);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), CTL_U | CTL_M | MTE);
  assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), CTL_S | BPFRZ);
  assert_int_equal(oracle_ctr_write(&o, &host, ORACLE_CTR_SCTRCTL, ~UINT64_C(0)), 0);
  put(&o, ORACLE_CTR_MCTRCTL, 0);
  assert_int_equal(oracle_ctr_write(&o, &host, ORACLE_CTR_SCTRCTL, ~UINT64_C(0)), 0);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), ALL_OF_VSCTRCTL); /* M and MTE stay 0, too */
  ROW("CTR:C-02");
}

static void one_set_for_all(void **state) { /* status and entries; the select register differs */
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_access guest = as(VS), host = as(S);
  uint64_t value;
  begin(&o, all_built(), 0, 0);
  guest.siselect = 0x300;
  guest.vsiselect = 0x203;
  host.siselect = 0x207;
  host.vsiselect = 0x204;
  assert_int_equal(oracle_ctr_write(&o, &guest, ORACLE_CTR_SCTRSTATUS, 5), ORACLE_CTR_NONE);
  assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 5);
  assert_int_equal(oracle_ctr_write(&o, &guest, ORACLE_CTR_SIREG, 0x123), ORACLE_CTR_NONE);
  assert_int_equal(o.physical[1].source, 0x123);
  assert_int_equal(oracle_ctr_write(&o, &guest, ORACLE_CTR_SIREG2, 0x456), ORACLE_CTR_NONE);
  assert_int_equal(o.physical[1].target, 0x456);
  assert_int_equal(oracle_ctr_write(&o, &host, 0x253, 0x7), ORACLE_CTR_NONE);
  assert_int_equal(o.physical[0].data, 0x7);
  assert_int_equal(oracle_ctr_write(&o, &host, ORACLE_CTR_SIREG3, 0x8), ORACLE_CTR_NONE);
  assert_int_equal(o.physical[13].data, 0x8);
  assert_int_equal(oracle_ctr_read(&o, &host, 0x253, &value), ORACLE_CTR_NONE);
  assert_int_equal(value, 0x7);
  assert_int_equal(oracle_ctr_read(&o, &guest, ORACLE_CTR_SIREG, &value), ORACLE_CTR_NONE);
  assert_int_equal(value, 0x123);
  ROW("CTR:E-07");
  ROW("CTR:C-23");
  ROW("CTR:E-01");
}

static void what_is_not_the_recorders(void **state) {
  (void)state;
  struct oracle_ctr o, before;
  struct oracle_ctr_access access = as(M);
  uint64_t value;
  unsigned own = 0;
  fill(&o, all_built());
  before = o;
  access.siselect = access.vsiselect = 0x200;
  for (unsigned csr = 0; csr < 0x1000; csr++) {
    bool listed = false;
    for (unsigned i = 0; i < LINES; i++) listed = listed || (lines[i].csr == csr && csr != CLEAR);
    own += listed;
    assert_int_equal(oracle_ctr_read(&o, &access, csr, &value),
                     listed ? ORACLE_CTR_NONE : ORACLE_CTR_OTHER);
    if (!listed) assert_int_equal(oracle_ctr_write(&o, &access, csr, 2), ORACLE_CTR_OTHER);
  }
  assert_int_equal(own, LINES - 1);
  static const uint64_t selects[] = {0, 0x1FF, 0x300, 0x1200, UINT64_C(0x100000200)};
  for (unsigned i = 0; i < 5; i++) {
    for (unsigned v = 0; v < 2; v++) {
      access.siselect = v ? 0x200 : selects[i];
      access.vsiselect = v ? selects[i] : 0x200;
      const unsigned csr = v ? 0x251 : ORACLE_CTR_SIREG;
      assert_int_equal(oracle_ctr_read(&o, &access, csr, &value), ORACLE_CTR_OTHER);
      assert_int_equal(oracle_ctr_write(&o, &access, csr, 2), ORACLE_CTR_OTHER);
    }
  }
  assert_memory_equal(&o, &before, sizeof o);
  ROW("CTR:E-01");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table),
      cmocka_unit_test(state_enable_and_records),
      cmocka_unit_test(without_hypervisor),
      cmocka_unit_test(control_of_a_guest),
      cmocka_unit_test(one_set_for_all),
      cmocka_unit_test(what_is_not_the_recorders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

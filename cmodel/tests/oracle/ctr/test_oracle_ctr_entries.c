/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Registers and entries of control transfer records: what is built and legal, depth and pointer,
 * calls as a stack. */

#include "oracle_ctr_run.h"

static const unsigned depths[] = {16, 32, 64, 128, 256};
#define ONES (~UINT64_C(0))

/* ---- Fields -----------------------------------------------------------------------------------
 */

static void after_reset(void **state) {
  (void)state;
  for (unsigned set = 1; set < 32; set++) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    unsigned smallest = 0;
    while ((set >> smallest & 1) == 0) smallest++;
    build.depths = (uint8_t)set;
    memset(&o, 0xA5, sizeof o);
    oracle_ctr_init(&o, &build);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRDEPTH), smallest);
    assert_int_equal(oracle_ctr_depth(&o), depths[smallest]);
    assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), 0);
    assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), 0);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 0);
    for (unsigned i = 0; i < 256; i++) expect_entry(&o, i, 0, 0, 0);
    assert_int_equal(o.counter, 0);
    assert_false(o.ccv);
  }
  ROW("CTR:E-08");
}

static void control_fields(void **state) { /* by what is built */
  (void)state;
  for (unsigned word = 0; word < 32; word++) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    uint64_t fields = CTL_U | CTL_S | CTL_M | BPFRZ;
    build.ras = word & 1;
    build.external = word & 2;
    build.has_overflow = word & 4;
    build.filters = word & 8 ? 0xFFFF : 0;
    if (word & 16) build.mxlen = build.xlen = 32;
    if (build.ras) fields |= RASEMU;
    if (build.external) fields |= STE | MTE;
    if (build.has_overflow) fields |= LCOFIFRZ;
    if ((word & 24) == 8) fields |= ALL_FILTERS;
    begin(&o, build, ONES, ONES);
    assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), fields);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRCTL), fields & ALL_OF_VSCTRCTL);
    assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), fields & ALL_OF_VSCTRCTL);
    for (unsigned bit = 0; bit < 64; bit++) { /* each alone */
      put(&o, ORACLE_CTR_MCTRCTL, UINT64_C(1) << bit);
      assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), fields & UINT64_C(1) << bit);
    }
  }
  ROW("CTR:C-01");
  ROW("CTR:P-06");
}

static void entry_fields(void **state) { /* by what is built */
  (void)state;
  for (unsigned word = 0; word < 8; word++) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    build.type = word & 1;
    build.misp = word & 2;
    build.cycles = word & 4;
    const uint64_t target = build.misp ? ONES : ONES - 1;
    const uint64_t data = (build.type ? 0xF : 0) | (build.cycles ? 0xFFFF8000 : 0);
    begin(&o, build, CTL_U, 0);
    put_entry(&o, 4, ORACLE_CTR_SIREG, ONES);
    put_entry(&o, 4, ORACLE_CTR_SIREG2, ONES);
    put_entry(&o, 4, ORACLE_CTR_SIREG3, ONES);
    expect_entry(&o, 4, ONES, target, data);
    put_entry(&o, 4, ORACLE_CTR_SIREG, 0x1230);
    expect_entry(&o, 4, 0x1230, target, data);
    put_entry(&o, 4, ORACLE_CTR_SIREG2, 0x4560);
    expect_entry(&o, 4, 0x1230, 0x4560, data);
    for (unsigned type = 0; type < 16; type++) { /* reserved ones, too */
      put_entry(&o, 4, ORACLE_CTR_SIREG3, type);
      expect_entry(&o, 4, 0x1230, 0x4560, build.type ? type : 0);
    }
    for (unsigned csr = ORACLE_CTR_SIREG4; csr <= ORACLE_CTR_SIREG6; csr++) {
      const struct oracle_ctr before = o;
      put_entry(&o, 4, csr, ONES);
      assert_int_equal(get_entry(&o, 4, csr), 0);
      assert_memory_equal(&o, &before, sizeof o);
    }
    oracle_ctr_transfer(&o, 9, 0x100, 0x200, true, ORACLE_CTR_U);
    cycles(&o, 3, U);
    oracle_ctr_transfer(&o, 5, 0x300, 0x400, true, ORACLE_CTR_U);
    expect_entry(&o, 0, 0x301, build.misp ? 0x401 : 0x400,
                 (build.type ? 5 : 0) | (build.cycles ? 0x00038000 : 0));
    oracle_ctr_return(&o, 0x500, 0x600, true, ORACLE_CTR_U, ORACLE_CTR_U);
    expect_entry(&o, 0, 0x501, build.misp ? 0x601 : 0x600,
                 (build.type ? 3 : 0) | (build.cycles ? 0x00008000 : 0));
    trap(&o, 8, false, 0x700, 0x800, U, U);
    assert_int_equal(oracle_ctr_entry_at(&o, 0).target, 0x800); /* a trap is never mispredicted */
  }
  ROW("CTR:E-01");
  ROW("CTR:E-03");
  ROW("CTR:E-04");
  ROW("CTR:B-04");
}

static void of_32_bits(void **state) { /* and of 64 that software of 32 sees */
  (void)state;
  for (unsigned mxlen = 32; mxlen <= 64; mxlen += 32) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    build.xlen = 32;
    build.mxlen = (uint8_t)mxlen;
    begin(&o, build, ONES, ONES);
    assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), ALL_OF_MCTRCTL & 0xFFFFFFFF);
    assert_int_equal(o.mctrctl, ALL_OF_MCTRCTL & 0xFFFFFFFF);
    assert_int_equal(o.vsctrctl, ALL_OF_VSCTRCTL & 0xFFFFFFFF);
    begin(&o, build, CTL_U | CTL_S, 0);
    jump(&o, 9, UINT64_C(0xffffffff80000100), UINT64_C(0xfffffffffffffffe), U);
    expect_entry(&o, 0, 0x80000101, 0xfffffffe, 0x00000009);
    trap(&o, 8, false, ONES, UINT64_C(0xffffffff80001000), U, S);
    expect_entry(&o, 0, 0xffffffff, 0x80001000, 0x00008001);
    put_entry(&o, 1, ORACLE_CTR_SIREG, ONES);
    put_entry(&o, 1, ORACLE_CTR_SIREG2, ONES);
    put_entry(&o, 1, ORACLE_CTR_SIREG3, ONES);
    expect_entry(&o, 1, 0xffffffff, 0xffffffff, 0xffff800f);
    jump(&o, 4, 0x100, 0x104, U); /* NTBREN is out of reach */
    expect_count(&o, 2);
    /* What another XLEN has set stays. */
    o.mctrctl |= mxlen == 64 ? ALL_FILTERS : 0;
    put(&o, ORACLE_CTR_SCTRCTL, CTL_U);
    assert_int_equal(o.mctrctl, CTL_U | (mxlen == 64 ? ALL_FILTERS : 0));
    assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), CTL_U);
  }
  ROW("CTR:E-03");
  ROW("CTR:C-01");
}

static void every_bit_of_a_pc(void **state) {
  (void)state;
  for (unsigned bit = 0; bit < 64; bit++) {
    struct oracle_ctr o;
    const uint64_t pc = UINT64_C(1) << bit;
    begin(&o, all_built(), CTL_U | CTL_S, 0);
    jump(&o, 11, pc, ~pc, U);
    expect_entry(&o, 0, pc | 1, ~pc & ~UINT64_C(1), 0xb);
    trap(&o, 8, false, ~pc, pc, U, S);
    expect_entry(&o, 0, ~pc | 1, pc & ~UINT64_C(1), 0x8001);
  }
  ROW("CTR:E-05");
}

/* ---- Pointer and depth ------------------------------------------------------------------------
 */

static void legal_depths(void **state) {
  (void)state;
  for (unsigned set = 1; set < 32; set++) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    build.depths = (uint8_t)set;
    begin(&o, build, 0, 0);
    for (unsigned i = 0; i < 64; i++) {
      const unsigned code = (i * 5 + i / 8) & 7;
      const uint64_t before = get(&o, ORACLE_CTR_SCTRDEPTH);
      const bool legal = code < 5 && (set >> code & 1) != 0;
      put(&o, ORACLE_CTR_SCTRDEPTH, code | (i & 8 ? ~UINT64_C(7) : 0));
      assert_int_equal(get(&o, ORACLE_CTR_SCTRDEPTH), legal ? code : before);
    }
  }
  ROW("CTR:C-10");
}

static void the_pointer(void **state) { /* its bits, and where it turns, at each depth */
  (void)state;
  for (unsigned code = 0; code < 5; code++) {
    const unsigned depth = depths[code];
    struct oracle_ctr o;
    begin(&o, all_built(), CTL_U, 0);
    put(&o, ORACLE_CTR_SCTRDEPTH, code);
    put(&o, ORACLE_CTR_SCTRSTATUS, 0x7FFFFFFF);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), depth - 1);
    put(&o, ORACLE_CTR_SCTRSTATUS, ONES);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), (depth - 1) | 0x80000000);
    put(&o, ORACLE_CTR_SCTRSTATUS, depth - 1);
    jump(&o, 9, 0x100, 0x200, U);
    assert_int_equal(o.physical[depth - 1].source, 0x101);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 0);
    expect_entry(&o, 0, 0x101, 0x200, 9);
    put(&o, ORACLE_CTR_SCTRSTATUS, 7); /* a write, then the record of a younger one */
    jump(&o, 9, 0x300, 0x400, U);
    assert_int_equal(o.physical[7].source, 0x301);
    assert_int_equal(get(&o, ORACLE_CTR_SCTRSTATUS), 8);
  }
  ROW("CTR:C-20");
  ROW("CTR:C-24");
}

static void logical_entries(void **state) { /* each depth, each pointer, each index */
  (void)state;
  for (unsigned code = 0; code < 5; code++) {
    const unsigned depth = depths[code];
    for (unsigned wrptr = 0; wrptr < depth; wrptr += depth == 16 ? 1 : 31) {
      struct oracle_ctr o;
      begin(&o, all_built(), 0, 0);
      put(&o, ORACLE_CTR_SCTRDEPTH, code);
      for (unsigned i = 0; i < 256; i++) o.physical[i].source = 2 * i + 2;
      put(&o, ORACLE_CTR_SCTRSTATUS, wrptr);
      unsigned physical = wrptr;
      for (unsigned i = 0; i < 256; i++) {
        physical = physical == 0 ? depth - 1 : physical - 1;
        const uint64_t source = i < depth ? 2 * physical + 2 : 0;
        assert_int_equal(get_entry(&o, i, ORACLE_CTR_SIREG), source);
        assert_int_equal(oracle_ctr_entry_at(&o, i).source, source);
        const struct oracle_ctr before = o;
        put_entry(&o, i, ORACLE_CTR_SIREG2, 0x8000 + 2 * i);
        if (i < depth)
          assert_int_equal(o.physical[physical].target, 0x8000 + 2 * i);
        else
          assert_memory_equal(&o, &before, sizeof o);
      }
    }
  }
  ROW("CTR:E-02");
}

static void restored(void **state) { /* status first, then the entries; and records follow */
  (void)state;
  struct oracle_ctr o, restored;
  begin(&o, all_built(), CTL_U, 0);
  for (uint64_t i = 0; i < 21; i++) {
    cycles(&o, i, U);
    jump(&o, 8 + (unsigned)i % 8, 0x1000 + 4 * i, 0x2000 + 4 * i, U);
  }
  begin(&restored, all_built(), CTL_U, 0);
  put(&restored, ORACLE_CTR_SCTRSTATUS, get(&o, ORACLE_CTR_SCTRSTATUS));
  for (unsigned i = 0; i < 16; i++) {
    for (unsigned csr = ORACLE_CTR_SIREG; csr <= ORACLE_CTR_SIREG3; csr++)
      put_entry(&restored, i, csr, get_entry(&o, i, csr));
  }
  assert_memory_equal(restored.physical, o.physical, sizeof o.physical);
  jump(&restored, 9, 0x100, 0x200, U);
  expect_entry(&restored, 0, 0x101, 0x200, 0x00000009); /* the count was not restored */
  expect_entry(&restored, 1, 0x1051, 0x2050, 0x0014800c);
  expect_entry(&restored, 15, 0x1019, 0x2018, 0x0006800e);
  ROW("CTR:E-06");
}

static void depth_changes(void **state) { /* nothing is lost but what is out of sight */
  (void)state;
  for (unsigned from = 0; from < 5; from++) {
    for (unsigned to = 0; to < 5; to++) {
      struct oracle_ctr o, before;
      begin(&o, all_built(), CTL_U, CTL_S);
      put(&o, ORACLE_CTR_SCTRDEPTH, from);
      for (uint64_t i = 0; i < depths[from] - 3; i++) jump(&o, 9, 4 * i, 0x200, U);
      cycles(&o, 55, U);
      before = o;
      put(&o, ORACLE_CTR_SCTRDEPTH, to);
      assert_int_equal(o.wrptr, (depths[from] - 3) % depths[to]);
      before.wrptr = o.wrptr;
      before.depth_code = (uint8_t)to;
      assert_memory_equal(&o, &before, sizeof o);
      put(&o, ORACLE_CTR_SCTRDEPTH, from);
      before.depth_code = (uint8_t)from;
      assert_memory_equal(&o, &before, sizeof o);
      assert_int_equal(clear(&o, S), ORACLE_CTR_NONE); /* of all depths */
      for (unsigned i = 0; i < 256; i++) assert_int_equal(o.physical[i].source, 0);
    }
  }
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_U, 0);
  put(&o, ORACLE_CTR_SCTRDEPTH, 4);
  for (uint64_t i = 0; i < 200; i++) jump(&o, 9, 4 * i, 0x200, U);
  put(&o, ORACLE_CTR_SCTRDEPTH, 0);
  assert_int_equal(clear(&o, M), ORACLE_CTR_NONE);
  put(&o, ORACLE_CTR_SCTRDEPTH, 4);
  for (unsigned i = 0; i < 256; i++) expect_entry(&o, i, 0, 0, 0);
  ROW("CTR:C-11");
  ROW("CTR:E-09");
  ROW("CTR:I-02");
}

/* ---- Calls as a stack -------------------------------------------------------------------------
 */

static void turns_both_ways(void **state) { /* at each depth: more calls than room, and returns */
  (void)state;
  for (unsigned code = 0; code < 5; code++) {
    const unsigned depth = depths[code];
    struct oracle_ctr o;
    begin(&o, all_built(), CTL_U | RASEMU, 0);
    put(&o, ORACLE_CTR_SCTRDEPTH, code);
    for (uint64_t i = 0; i < depth + 5; i++) {
      cycles(&o, 1, U);
      jump(&o, i & 1 ? 8 : 9, 0x1000 + 4 * i, 0x8000, U);
    }
    assert_int_equal(o.wrptr, 5);
    for (unsigned i = 0; i < depth; i++)
      expect_entry(&o, i, 0x1001 + 4 * (depth + 4 - i), 0x8000, (depth + 4 - i) & 1 ? 8 : 9);
    for (unsigned i = 0; i < depth + 9; i++) { /* below empty, and round once more */
      jump(&o, 13, 0x3000, 0x4000, U);
      assert_int_equal(o.wrptr, (depth + 4 - i + depth) % depth);
      assert_int_equal(valid_entries(&o), i + 1 < depth ? depth - i - 1 : 0);
    }
    for (unsigned i = 0; i < depth; i++)
      assert_int_equal(o.physical[i].target, 0x8000); /* all but V is kept */
    jump(&o, 9, 0x5000, 0x6000, U);
    expect_entry(&o, 0, 0x5001, 0x6000, 9);
    assert_int_equal(valid_entries(&o), 1);
  }
  ROW("CTR:R-02");
  ROW("CTR:R-03");
}

static void swap_on_an_empty_stack(void **state) {
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_U | RASEMU, 0);
  jump(&o, 12, 0x100, 0x200, U);
  assert_int_equal(o.wrptr, 0);
  assert_int_equal(o.physical[15].source, 0x101);
  expect_entry(&o, 0, 0x101, 0x200, 12);
  assert_int_equal(valid_entries(&o), 1);
  begin(&o, all_built(), CTL_U, 0); /* else it is a record like others */
  jump(&o, 12, 0x100, 0x200, U);
  expect_entry(&o, 0, 0x101, 0x200, 12);
  expect_count(&o, 1);
  ROW("CTR:R-01");
}

static void what_a_stack_ignores(void **state) { /* filters, xTE, and all types but four */
  (void)state;
  static const unsigned modes[] = {U, S, M, VU, VS};
  for (unsigned mode = 0; mode < 5; mode++) {
    for (unsigned filters = 0; filters < 2; filters++) {
      const uint64_t ctl = RASEMU | STE | MTE | (filters ? ALL_FILTERS : 0);
      struct oracle_ctr o;
      const bool v = mode >= 3;
      begin(&o, all_built(), (v ? STE | MTE : ctl) | CTL_U | CTL_S | CTL_M,
            (v ? ctl : STE) | CTL_U | CTL_S);
      for (unsigned type = 4; type < 16; type++) {
        if (type == 8 || type == 9 || type == 12 || type == 13) continue;
        jump(&o, type, 0x100, 0x200, modes[mode]);
        assert_int_equal(valid_entries(&o), 0);
      }
      for (unsigned i = 0; i < 5; i++) {
        const bool own = v || i < 3; /* a transition with a guest has the guest's register */
        if (!own) continue;
        trap(&o, 8, false, 0x100, 0x200, modes[mode], modes[i]);
        back(&o, 0x100, 0x200, modes[mode], modes[i]);
        assert_int_equal(valid_entries(&o), 0);
      }
      jump(&o, 8, 0x100, 0x200, modes[mode]);
      jump(&o, 9, 0x300, 0x400, modes[mode]);
      expect_count(&o, 2);
      jump(&o, 13, 0x500, 0x600, modes[mode]);
      expect_count(&o, 1);
      /* None is external, either. */
      put(&o, ORACLE_CTR_MCTRCTL, (v ? 0 : ctl | CTL_U | CTL_S) | STE | MTE);
      put(&o, ORACLE_CTR_VSCTRCTL, v ? ctl | CTL_U | CTL_S : 0);
      trap(&o, 8, false, 0x100, 0x200, modes[mode], M);
      expect_count(&o, 1);
      put(&o, ORACLE_CTR_MCTRCTL, ctl); /* enables count */
      put(&o, ORACLE_CTR_VSCTRCTL, ctl);
      jump(&o, 9, 0x300, 0x400, modes[mode]);
      jump(&o, 13, 0x300, 0x400, modes[mode]);
      jump(&o, 12, 0x300, 0x400, modes[mode]);
      expect_count(&o, 1);
      expect_entry(&o, 0, 0x101, 0x200, 8);
    }
  }
  ROW("CTR:R-01");
  ROW("CTR:P-05");
}

static void no_stack(void **state) { /* where it is not built */
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_build build = all_built();
  build.ras = false;
  begin(&o, build, CTL_U | RASEMU, RASEMU);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), CTL_U);
  assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), 0);
  jump(&o, 13, 0x100, 0x200, U);
  expect_count(&o, 1);
}

static void
counts_of_a_stack(void **state) { /* an entry has none; the next record elsewhere does */
  (void)state;
  struct oracle_ctr o;
  begin(&o, all_built(), CTL_S | CTL_U, CTL_U | RASEMU);
  jump(&o, 11, 0x100, 0x200, U);
  cycles(&o, 4, U);
  jump(&o, 9, 0x100, 0x200, VU);
  expect_entry(&o, 0, 0x101, 0x200, 0x00000009);
  cycles(&o, 6, VU);
  jump(&o, 11, 0x700, 0x800, U);
  expect_entry(&o, 0, 0x701, 0x800, 0x0006800b); /* since the call */
  cycles(&o, 4, VU);
  jump(&o, 12, 0x300, 0x400, VU);
  expect_entry(&o, 0, 0x301, 0x400, 0x0000000c);
  cycles(&o, 7, VU);
  jump(&o, 13, 0x500, 0x600, VU); /* is no record */
  cycles(&o, 8, VU);
  jump(&o, 11, 0x700, 0x800, U);
  expect_entry(&o, 0, 0x701, 0x800, 0x000f800b);
  ROW("CTR:R-04");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(after_reset),
      cmocka_unit_test(control_fields),
      cmocka_unit_test(entry_fields),
      cmocka_unit_test(of_32_bits),
      cmocka_unit_test(every_bit_of_a_pc),
      cmocka_unit_test(legal_depths),
      cmocka_unit_test(the_pointer),
      cmocka_unit_test(logical_entries),
      cmocka_unit_test(restored),
      cmocka_unit_test(depth_changes),
      cmocka_unit_test(turns_both_ways),
      cmocka_unit_test(swap_on_an_empty_stack),
      cmocka_unit_test(what_a_stack_ignores),
      cmocka_unit_test(no_stack),
      cmocka_unit_test(counts_of_a_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

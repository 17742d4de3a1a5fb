/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Which transfers are recorded: every pair of modes under all enables, every filter with every
 * type, and what freezes. The expectations are formulas of their own. */

#include "oracle_ctr_run.h"

enum { MODES = 5, NO_MODE = 7 };
static const unsigned modes[MODES] = {U, S, M, VU, VS};

enum kind { EXCEPTION = 1, INTERRUPT = 2, TRAP_RETURN = 3, BRANCH = 5 };

static void happen(struct oracle_ctr *o, unsigned kind, unsigned from, unsigned to) {
  switch (kind) {
  case EXCEPTION: trap(o, 8, false, 0x4000, 0x9000, from, to); break;
  case INTERRUPT: trap(o, 7, true, 0x4000, 0x9000, from, to); break;
  case TRAP_RETURN: back(o, 0x4000, 0x9000, from, to); break;
  default: jump(o, kind, 0x4000, 0x9000, from); break;
  }
}

/* One bit per mode, in their order: whether it is enabled, whether a trap into it from outside is.
 */
struct masks {
  unsigned enabled;
  unsigned open;
};

static unsigned at(unsigned mode) {
  unsigned i = 0;
  while (modes[i] != mode) i++;
  return i;
}

/* A ladder: a trap climbs from rung to rung, and each that it steps on has to be open. */
static bool climbs(unsigned from, unsigned to, unsigned open) {
  static const unsigned next[MODES] = {S, M, NO_MODE, VS, S};
  while (from != to) {
    from = next[at(from)];
    if (from == NO_MODE || (open >> at(from) & 1) == 0) return false;
  }
  return true;
}

/* Bits of enables and xTE in the two registers. */
static void controls(unsigned enabled, bool ste, bool mte, bool vs_ste, uint64_t *m, uint64_t *vs) {
  *m = (enabled & 7) | (ste ? STE : 0) | (mte ? MTE : 0);
  *vs = enabled >> 3 | (vs_ste ? STE : 0);
}

static void all_pairs(void **state) {
  (void)state;
  unsigned cases = 0, recorded = 0, external = 0, masked = 0;
  for (unsigned word = 0; word < 256; word++) {
    const unsigned enabled = word & 31;
    const bool ste = word >> 5 & 1, mte = word >> 6 & 1, vs_ste = word >> 7 & 1;
    const unsigned open =
        (unsigned)ste << at(S) | (unsigned)mte << at(M) | (unsigned)vs_ste << at(VS);
    for (unsigned pair = 0; pair < MODES * MODES * 4; pair++) {
      static const unsigned kinds[] = {EXCEPTION, INTERRUPT, TRAP_RETURN, BRANCH};
      const unsigned kind = kinds[pair % 4], from = modes[pair / 4 % MODES],
                     to = modes[pair / 4 / MODES];
      const bool source = enabled >> at(from) & 1, target = enabled >> at(to) & 1;
      const bool is_trap = kind <= INTERRUPT;
      if (kind == BRANCH && from != to) continue;
      bool record = source;
      if (is_trap) record = source ? target || climbs(from, to, open) : target;
      struct oracle_ctr o;
      uint64_t m, vs;
      controls(enabled, ste, mte, vs_ste, &m, &vs);
      begin(&o, all_built(), m, vs);
      happen(&o, kind, from, to);
      cases++;
      assert_int_equal(o.wrptr, record);
      assert_false(o.frozen);
      assert_int_equal(o.physical[0].source, record ? (source ? 0x4001 : 1) : 0);
      assert_int_equal(o.physical[0].target, record && target ? 0x9000 : 0);
      assert_int_equal(o.physical[0].data, record ? kind : 0);
      assert_int_equal(o.ccv, record);
      recorded += record;
      external += record && is_trap && !target;
      masked += record && is_trap && !source;
    }
  }
  assert_int_equal(cases, 256 * (3 * 25 + 5));
  /* Each of these traps is external where its source is enabled, its target is not, and one, two or
   * three of the xTE are set: of 256 words 32 by one, 16 by two, 8 by three. */
  assert_int_equal(external, 2 * (4 * 32 + 3 * 16 + 1 * 8));
  assert_int_equal(masked, 2 * 20 * 64);
  assert_true(recorded > external + masked);
  ROW("CTR:P-01");
  ROW("CTR:P-02");
}

static void debug_mode(void **state) { /* and codes that are no mode */
  (void)state;
  static const unsigned no_modes[] = {D, 2, 7};
  for (unsigned i = 0; i < 3; i++) {
    for (unsigned pair = 0; pair < MODES * 2; pair++) {
      struct oracle_ctr o, before;
      begin(&o, all_built(), ALL_OF_MCTRCTL & ~(ALL_FILTERS | RASEMU),
            ALL_OF_VSCTRCTL & ~(ALL_FILTERS | RASEMU));
      before = o;
      const unsigned from = pair < MODES ? no_modes[i] : modes[pair % MODES];
      const unsigned to = pair < MODES ? modes[pair % MODES] : no_modes[i];
      cycles(&o, 5, no_modes[i]);
      jump(&o, 9, 0x100, 0x200, no_modes[i]);
      if (no_modes[i] == D) {
        trap(&o, 3, false, 0x100, 0x200, from, to); /* not even freezes */
        trap(&o, 13, true, 0x100, 0x200, from, to);
        trap(&o, 8, false, 0x100, 0x200, from, to);
        back(&o, 0x100, 0x200, from, to);
      }
      assert_memory_equal(&o, &before, sizeof o);
    }
  }
  ROW("CTR:B-06");
}

static void itypes_that_are_none(void **state) {
  (void)state;
  for (unsigned itype = 0; itype < 256; itype++) {
    struct oracle_ctr o;
    const bool is_transfer = itype == 4 || itype == 5 || (itype >= 8 && itype <= 15);
    begin(&o, all_built(), CTL_U | FILTER(4), 0);
    jump(&o, itype, 0x100, 0x200, U);
    expect_count(&o, is_transfer);
    if (is_transfer) expect_entry(&o, 0, 0x101, 0x200, itype);
  }
  ROW("CTR:F-03");
}

static void frozen(void **state) { /* whatever happens */
  (void)state;
  for (unsigned ras = 0; ras < 2; ras++) {
    struct oracle_ctr o, before;
    const uint64_t ctl = FILTER(4) | STE | (ras ? RASEMU : 0);
    begin(&o, all_built(), CTL_U | CTL_S | CTL_M | MTE | ctl, CTL_U | CTL_S | ctl);
    for (unsigned i = 0; i < 5; i++) jump(&o, 9, 0x100, 0x200, U);
    put(&o, ORACLE_CTR_SCTRSTATUS, 0x80000005);
    before = o;
    for (unsigned pair = 0; pair < MODES * MODES; pair++) {
      const unsigned from = modes[pair % MODES], to = modes[pair / MODES];
      for (unsigned type = 4; type < 16; type++) jump(&o, type, 0x100, 0x200, from);
      for (unsigned kind = 1; kind < 4; kind++) happen(&o, kind, from, to);
      cycles(&o, 100, from);
    }
    assert_memory_equal(&o, &before, sizeof o);
  }
  ROW("CTR:C-21");
}

/* ---- Filters ----------------------------------------------------------------------------------
 */

static void filters(void **state) { /* each bit, each type, both polarities, each pair of modes */
  (void)state;
  unsigned recorded = 0, inhibited = 0;
  for (unsigned type = 1; type < 16; type++) {
    if (type == 6 || type == 7) continue;
    for (unsigned pair = 0; pair < MODES * MODES; pair++) {
      const unsigned from = modes[pair % MODES], to = modes[pair / MODES];
      const bool v = from == VU || from == VS || to == VU || to == VS;
      if (type > 3 && from != to) continue;
      for (unsigned bit = 0; bit < 16; bit++) {
        for (unsigned word = 0; word < 4; word++) {
          const bool inverted = word & 1;
          const uint64_t others = word & 2 ? ALL_FILTERS : 0;
          const uint64_t asked = (inverted ? ALL_FILTERS : 0) ^ (FILTER(bit) & ALL_FILTERS);
          const bool own = (asked & FILTER(type)) != 0;
          struct oracle_ctr o;
          begin(&o, all_built(), CTL_U | CTL_S | CTL_M | (v ? others : asked),
                CTL_U | CTL_S | (v ? asked : others));
          happen(&o, type, from, to);
          expect_count(&o, own == (type == 4));
          if (own == (type == 4)) {
            expect_entry(&o, 0, 0x4001, 0x9000, type);
            recorded++;
          } else
            inhibited++;
        }
      }
    }
  }
  assert_int_equal(recorded, inhibited);
  assert_int_equal(recorded + inhibited, (3 * 25 + 10 * 5) * 16 * 4);
  ROW("CTR:F-01");
  ROW("CTR:F-03");
  ROW("CTR:P-05");
}

static void filters_that_are_built(void **state) {
  (void)state;
  for (unsigned type = 0; type < 16; type++) {
    struct oracle_ctr o;
    struct oracle_ctr_build build = all_built();
    const bool is_type = (ALL_FILTERS & FILTER(type)) != 0;
    build.filters = (uint16_t)(1u << type);
    begin(&o, build, ~UINT64_C(0), ~UINT64_C(0));
    assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL) & ~UINT64_C(0xFFFFFFFF),
                     is_type ? FILTER(type) : 0);
    assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL) & ~UINT64_C(0xFFFFFFFF),
                     is_type ? FILTER(type) : 0);
    for (unsigned other = 8; other < 16; other++) {
      begin(&o, build, CTL_U | ALL_FILTERS, 0);
      jump(&o, other, 0x100, 0x200, U);
      expect_count(&o, other != type);
    }
  }
  ROW("CTR:F-02");
}

static void filters_and_external_traps(void **state) { /* by pair; all filters set in both */
  (void)state;
  static const unsigned pairs[][2] = {{U, S},  {U, M},  {S, M},  {VU, VS},
                                      {VU, S}, {VU, M}, {VS, S}, {VS, M}};
  for (unsigned i = 0; i < 8 * 2; i++) {
    const unsigned from = pairs[i % 8][0], to = pairs[i % 8][1];
    const uint64_t m = from == U ? CTL_U : from == S ? CTL_S : 0;
    const uint64_t vs = from == VU ? CTL_U : from == VS ? CTL_S : 0;
    const uint64_t rest = STE | FILTER(1) | FILTER(2) | FILTER(3);
    struct oracle_ctr o;
    begin(&o, all_built(), m | MTE | rest, vs | rest);
    happen(&o, i < 8 ? EXCEPTION : INTERRUPT, from, to);
    expect_entry(&o, 0, 0x4001, 0, i < 8 ? 1 : 2);
    expect_count(&o, 1);
    begin(&o, all_built(), m | MTE | STE, vs | STE);
    happen(&o, TRAP_RETURN, to, from); /* there are no external ones */
    expect_count(&o, 0);
  }
  ROW("CTR:P-04");
}

static void no_external_traps(void **state) { /* where they are not built */
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_build build = all_built();
  build.external = false;
  begin(&o, build, CTL_U | STE | MTE, CTL_U | STE);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), CTL_U);
  assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), CTL_U);
  happen(&o, EXCEPTION, U, S);
  happen(&o, EXCEPTION, VU, VS);
  expect_count(&o, 0);
  ROW("CTR:P-06");
}

/* ---- Freeze -----------------------------------------------------------------------------------
 */

static void what_freezes(void **state) {
  (void)state;
  unsigned frozen_by = 0;
  for (unsigned word = 0; word < 64; word++) {
    /* BPFRZ and LCOFIFRZ of both registers; enables; RASEMU. */
    const unsigned bits_m = word & 3, bits_vs = word >> 2 & 3;
    const bool enabled = word >> 4 & 1, ras = word >> 5 & 1;
    const uint64_t rest = (enabled ? CTL_U | CTL_S : 0) | (ras ? RASEMU : 0);
    for (unsigned pair = 0; pair < MODES * MODES; pair++) {
      const unsigned from = modes[pair % MODES], to = modes[pair / MODES];
      const unsigned bits = to == VS ? bits_vs : bits_m;
      for (unsigned cause = 0; cause < 32; cause++) {
        struct oracle_ctr o;
        const bool interrupt = cause & 1,
                   freezes = cause >> 1 == (interrupt ? 13 : 3) && (bits >> interrupt & 1) != 0;
        begin(&o, all_built(), rest | (enabled ? CTL_M : 0) | (uint64_t)bits_m << 11,
              rest | (uint64_t)bits_vs << 11);
        trap(&o, cause >> 1, interrupt, 0x100, 0x200, from, to);
        jump(&o, 11, 0x204, 0x300, to);
        cycles(&o, 3, to);
        assert_int_equal(o.frozen, freezes);
        assert_int_equal(o.wrptr, freezes || !enabled || ras ? 0 : 2);
        assert_int_equal(o.counter, freezes || !enabled ? 0 : 3);
        frozen_by += freezes;
      }
    }
  }
  assert_int_equal(frozen_by, 64 * 25);
  ROW("CTR:Z-01");
  ROW("CTR:Z-02");
  ROW("CTR:Z-03");
  ROW("CTR:Z-04");
}

static void no_overflow_interrupts(void **state) {
  (void)state;
  struct oracle_ctr o;
  struct oracle_ctr_build build = all_built();
  build.has_overflow = false;
  begin(&o, build, CTL_U | CTL_S | LCOFIFRZ | BPFRZ, LCOFIFRZ);
  assert_int_equal(get(&o, ORACLE_CTR_MCTRCTL), CTL_U | CTL_S | BPFRZ);
  assert_int_equal(get(&o, ORACLE_CTR_VSCTRCTL), 0);
  trap(&o, 13, true, 0x100, 0x200, U, S);
  expect_count(&o, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_pairs),
      cmocka_unit_test(debug_mode),
      cmocka_unit_test(itypes_that_are_none),
      cmocka_unit_test(frozen),
      cmocka_unit_test(filters),
      cmocka_unit_test(filters_that_are_built),
      cmocka_unit_test(filters_and_external_traps),
      cmocka_unit_test(no_external_traps),
      cmocka_unit_test(what_freezes),
      cmocka_unit_test(no_overflow_interrupts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

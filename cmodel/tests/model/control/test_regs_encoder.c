/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/row.h"
#include "regs_bench.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "tests/support/test.h"

/* What the words of a block can do: offsets and fields, not the numbers of the model. */

enum { CONTROL = RVT_TR_TE_CONTROL_OFFSET, IMPL = RVT_TR_TE_IMPL_OFFSET, FEATURES = 0x008 };
enum { CONTROL_RESET = 0x01000008 }; /* trTeFormat 1 and Empty */

#define ACTIVE            RVT_TR_TE_ACTIVE_MASK
#define PUT(field, value) RVT_WITH_FIELD(0u, field, (uint32_t)(value))
#define MODE(m)           PUT(RVT_TR_TE_INST_MODE, m)

static struct regs_bench b;

static uint32_t field(uint16_t offset, uint32_t mask, unsigned lsb) {
  return (regs_bench_read(&b, offset) & mask) >> lsb;
}
#define READ(offset, f) field(offset, f##_MASK, f##_LSB)

/** Writes one field of trTeControl, the others as they are; Active stays. */
static uint32_t control(uint32_t mask, unsigned lsb, uint32_t value) {
  const uint32_t old = regs_bench_read(&b, CONTROL) & ~RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK;
  regs_bench_write(&b, CONTROL, (old & ~mask) | (value << lsb & mask));
  return field(CONTROL, mask, lsb);
}
#define SET(f, value) control(f##_MASK, f##_LSB, value)

static void ones_change_what_is_built_and_nothing_else(void **state) {
  (void)state;
  static const struct {
    bool full;
    uint32_t control, features;
  } cases[] = {
      /* Enable, InstTracing, Empty; mode 7 -> HTM; Context, TrigEnable, StallEna, InhibitSrc,
       * SyncMode 3, SyncMax 15, Format 1; the sticky bit is not set by a write. */
      {true, 0x01F3AA6F, 0xCFFF04CC},
      {false, 0x01F3206F, 0x00000000},
  };
  for (size_t c = 0; c < 2; c++) {
    regs_bench_init(&b, cases[c].full ? regs_bench_full() : regs_bench_least());
    regs_bench_activate(&b);
    regs_bench_write(&b, FEATURES, 0xFFFFFFFF); /* so that no other word shows it */
    for (unsigned offset = RVT_COMPONENT_BYTES; offset-- > 0;) {
      if (offset % 4 != 0) continue;
      const uint16_t at = (uint16_t)offset;
      const uint32_t expected = at == CONTROL    ? cases[c].control
                                : at == IMPL     ? 0x00010101
                                : at == FEATURES ? cases[c].features
                                                 : 0;
      regs_bench_write(&b, at, 0xFFFFFFFF);
      for (unsigned byte = 0; byte <= 3; byte += 3)
        if (regs_bench_read(&b, (uint16_t)(at + byte)) != expected)
          fail_msg(
              "word 0x%03X: expected 0x%08X, found 0x%08X; `cases` has what each word may hold", at,
              expected, regs_bench_read(&b, (uint16_t)(at + byte)));
    }
    assert_int_equal(regs_bench_read(&b, IMPL), 0x00010101);
    regs_bench_write(&b, CONTROL, 0);
    for (unsigned i = 0; i < 4; i++) regs_bench_clock(&b);
    assert_int_equal(READ(CONTROL, RVT_TR_TE_ACTIVE), 0);
    regs_bench_activate(&b);
    assert_int_equal(regs_bench_read(&b, IMPL), 0x00010101); /* a reset lies in between */
  }
  ROW("TCI:BUS-01");
  ROW("TCI:BUS-11");
  ROW("TCI:TE-04");
  ROW("TCI:TE-05");
  ROW("TCI:TE-09");
  ROW("TCI:TE-13");
  ROW("TCI:TE-14");
  ROW("TCI:TRIG-18");
  ROW("NT:CTL-05");
  ROW("NT:CTL-07");
}

static void inactive_words_read_zero_and_take_nothing(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  for (unsigned offset = 4; offset < RVT_COMPONENT_BYTES; offset += 4) {
    regs_bench_write(&b, (uint16_t)offset, 0xFFFFFFFF);
    assert_int_equal(regs_bench_read(&b, (uint16_t)offset), offset == IMPL ? 0x00010101 : 0);
  }
  assert_int_equal(regs_bench_read(&b, CONTROL), RVT_TR_TE_EMPTY_MASK);
  ROW("TCI:BUS-02");
  regs_bench_activate(&b);
  assert_int_equal(regs_bench_read(&b, FEATURES), 0);
  assert_int_equal(regs_bench_read(&b, CONTROL), CONTROL_RESET | ACTIVE);
  ROW("TCI:BUS-03");
}

static void activation_brings_every_field_to_its_reset_value(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  regs_bench_activate(&b);
  regs_bench_write(&b, FEATURES, 0xFFFFFFFF);
  b.in.overflow = true;
  regs_bench_write(&b, CONTROL, 0x00F2B877 | ACTIVE);
  b.in.overflow = false;
  assert_int_equal(regs_bench_read(&b, CONTROL) & ~RVT_TR_TE_EMPTY_MASK, 0x01F2B867);
  regs_bench_write(&b, CONTROL, 0);
  for (unsigned i = 0; i < 4; i++) regs_bench_clock(&b);
  assert_int_equal(regs_bench_read(&b, CONTROL), RVT_TR_TE_EMPTY_MASK);
  regs_bench_write(&b, CONTROL, ACTIVE);
  regs_bench_clock(&b);
  assert_int_equal(regs_bench_read(&b, CONTROL), CONTROL_RESET | ACTIVE);
  assert_int_equal(regs_bench_read(&b, FEATURES), RVT_TR_TE_INST_FEATURES_RESET);
  const struct rvt_config *c = &regs_bench_clock(&b)->cfg;
  assert_true(c->active);
  assert_int_equal(c->mode | c->ir_mode | c->src_bits | c->src_id | c->sync_mode | c->sync_max, 0);
  assert_false(c->enable || c->tracing || c->stall_ena || c->ir_en || c->inhibit_src);
  ROW("TCI:BUS-04");
  ROW("TCI:CTRL-04");
}

static void bytes_without_strobe_keep_their_fields(void **state) {
  (void)state;
  regs_bench_init(&b, regs_bench_full());
  regs_bench_activate(&b);
  regs_bench_write(&b, CONTROL,
                   ACTIVE | RVT_TR_TE_ENABLE_MASK | MODE(6) | RVT_TR_TE_INST_TRIG_ENABLE_MASK |
                       PUT(RVT_TR_TE_INST_SYNC_MAX, 9));
  b.in.overflow = true;
  regs_bench_clock(&b);
  b.in.overflow = false;
  /* The triggers switch trace while byte 1 is written. */
  for (unsigned on = 0; on < 2; on++) {
    b.in.trig_on = on != 0;
    b.in.trig_off = on == 0;
    regs_bench_write_bytes(&b, CONTROL, 0xFFFF1800, 0x2);
    b.in.trig_on = b.in.trig_off = false;
    const uint32_t word = regs_bench_read(&b, CONTROL);
    assert_int_equal(RVT_FIELD(word, RVT_TR_TE_INST_TRACING), on);
    assert_int_equal(word & ~RVT_TR_TE_INST_TRACING_MASK, 0x0190086B & ~4u);
    b.in.overflow = true;
    regs_bench_clock(&b);
    b.in.overflow = false;
  }
  regs_bench_write_bytes(&b, CONTROL, 0xFFFFFFFF, 0x0);
  assert_int_equal(regs_bench_read(&b, CONTROL), 0x0190186F);
  regs_bench_write_bytes(&b, CONTROL, 0, 0x4);
  assert_int_equal(regs_bench_read(&b, CONTROL), 0x0100186F);
  /* A field of two bytes is merged first: trTeSrcBits stays 10, the ID takes one byte. */
  regs_bench_write(&b, FEATURES, 0xA3FF0000);
  regs_bench_write_bytes(&b, FEATURES, 0x00550000, 0x4);
  assert_int_equal(regs_bench_read(&b, FEATURES), 0xA3550000);
  ROW("TCI:BUS-06");
}

static void modes_that_are_not_built_become_modes_that_are(void **state) {
  (void)state;
  static const struct {
    bool btm, htm;
    /* by the mode before (0, BTM, HTM), by the value written */
    uint8_t expected[3][8];
  } cases[] = {
      {true, true, {{0, 6, 6, 3, 6, 6, 6, 6}, {0, 3, 3, 3, 3, 3, 6, 3}, {0, 6, 6, 3, 6, 6, 6, 6}}},
      {true, false, {{0, 3, 3, 3, 3, 3, 3, 3}, {0, 3, 3, 3, 3, 3, 3, 3}, {0}}},
      {false, true, {{0, 6, 6, 6, 6, 6, 6, 6}, {0}, {0, 6, 6, 6, 6, 6, 6, 6}}},
  };
  static const uint8_t before[3] = {0, 3, 6};
  for (size_t c = 0; c < 3; c++) {
    struct rvt_params p = regs_bench_full();
    p.btm = cases[c].btm;
    p.htm = cases[c].htm;
    regs_bench_init(&b, p);
    regs_bench_activate(&b);
    for (unsigned old = 0; old < 3; old++) {
      if ((before[old] == 3 && !p.btm) || (before[old] == 6 && !p.htm)) continue;
      for (uint32_t value = 0; value < 8; value++) {
        SET(RVT_TR_TE_INST_MODE, 0u);
        assert_int_equal(SET(RVT_TR_TE_INST_MODE, before[old]), before[old]);
        assert_int_equal(SET(RVT_TR_TE_INST_MODE, value), cases[c].expected[old][value]);
      }
    }
  }
  ROW("TCI:TE-02");
  ROW("NT:CTL-04");
}

static void illegal_values_keep_or_clamp(void **state) {
  (void)state;
  for (unsigned clocks = 0; clocks < 2; clocks++) {
    struct rvt_params p = regs_bench_full();
    p.sync_clocks = clocks != 0;
    p.src_bits_max = 5;
    regs_bench_init(&b, p);
    regs_bench_activate(&b);
    for (uint32_t old = 0; old < 4; old++)
      for (uint32_t value = 0; value < 4; value++) {
        if (old == 2 && clocks == 0) continue;
        assert_int_equal(SET(RVT_TR_TE_INST_SYNC_MODE, old), old);
        const uint32_t kept = value == 2 && clocks == 0 ? old : value;
        assert_int_equal(SET(RVT_TR_TE_INST_SYNC_MODE, value), kept);
      }
    for (uint32_t value = 0; value < 16; value++) {
      assert_int_equal(SET(RVT_TR_TE_INST_SYNC_MAX, value), value);
      regs_bench_write(&b, FEATURES, value << 28);
      assert_int_equal(READ(FEATURES, RVT_TR_TE_SRC_BITS), value < 5 ? value : 5);
    }
  }
  /* trTeInstImplicitReturnMode: by what is built, from 0 and from 3. */
  static const struct {
    uint8_t depth;
    bool modes;
    uint8_t from0[4], from3[4];
  } cases[] = {
      {0, true, {0, 0, 0, 0}, {0, 0, 0, 0}},
      {4, false, {0, 0, 0, 3}, {0, 3, 3, 3}},
      {4, true, {0, 1, 2, 3}, {0, 1, 2, 3}},
  };
  for (size_t c = 0; c < 3; c++) {
    struct rvt_params p = regs_bench_full();
    p.stack_depth = cases[c].depth;
    p.return_modes = cases[c].modes;
    regs_bench_init(&b, p);
    regs_bench_activate(&b);
    for (uint32_t value = 0; value < 4; value++)
      for (unsigned from = 0; from < 4; from += 3) {
        regs_bench_write(&b, FEATURES, from << 6);
        regs_bench_write(&b, FEATURES, value << 6 | 0x8);
        assert_int_equal(READ(FEATURES, RVT_TR_TE_INST_IMPLICIT_RETURN_MODE),
                         from == 0 ? cases[c].from0[value] : cases[c].from3[value]);
        assert_int_equal(READ(FEATURES, RVT_TR_TE_INST_EN_IMPLICIT_RETURN), cases[c].depth != 0);
      }
  }
  ROW("TCI:BUS-08");
  ROW("TCI:BUS-09");
  ROW("TCI:SYNC-01");
}

static void bits_of_absent_features_stay_zero(void **state) {
  (void)state;
  for (unsigned n = 0; n < 8; n++) {
    struct rvt_params p = regs_bench_least();
    p.events = (n & 1) != 0;
    p.seq_jump = (n & 2) != 0;
    p.src_bits_max = (n & 4) != 0 ? 3 : 0;
    p.context = (uint8_t)(n % 3);
    p.extend_addr = (n & 3) == 1;
    regs_bench_init(&b, p);
    regs_bench_activate(&b);
    regs_bench_write(&b, CONTROL, 0x8A01);
    regs_bench_write(&b, FEATURES, 0xFFFFFFFF);
    assert_int_equal(READ(CONTROL, RVT_TR_TE_INST_TRIG_ENABLE), p.events);
    assert_int_equal(READ(CONTROL, RVT_TR_TE_CONTEXT), p.context != 0);
    assert_int_equal(b.out.cfg.context_en, p.context != 0);
    assert_int_equal(READ(CONTROL, RVT_TR_TE_INHIBIT_SRC), p.src_bits_max != 0);
    assert_int_equal(READ(FEATURES, RVT_TR_TE_INST_EXTEND_ADDR_MSB), p.extend_addr);
    regs_bench_clock(&b);
    assert_int_equal(b.out.cfg.extend_addr, p.extend_addr);
    assert_int_equal(regs_bench_read(&b, FEATURES), (p.seq_jump ? 4u : 0u) |
                                                        (p.extend_addr ? 0x400u : 0u) |
                                                        (p.src_bits_max != 0 ? 0x30070000u : 0u));
  }
  ROW("TCI:TE-12");
  ROW("NT:CTL-12");
  ROW("NT:CTL-09");
}

static void the_source_id_is_masked_by_the_new_width(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (uint8_t max = 0; max <= 12; max++) {
    struct rvt_params p = regs_bench_full();
    p.src_bits_max = max;
    regs_bench_init(&b, p);
    regs_bench_activate(&b);
    regs_bench_write(&b, FEATURES, 0xF0000000);
    assert_int_equal(READ(FEATURES, RVT_TR_TE_SRC_BITS), max);
    uint32_t width = max, id = 0;
    for (unsigned i = 0; i < 200; i++) {
      const uint32_t r = (uint32_t)rvt_prng_next(&seed);
      const uint8_t strb = (uint8_t)(rvt_prng_next(&seed) & 0xF);
      const uint32_t new_id =
          (strb & 4 ? r >> 16 & 0xFF : id & 0xFF) | (strb & 8 ? r >> 16 & 0xF00 : id & 0xF00);
      if ((strb & 8) != 0) width = r >> 28 < max ? r >> 28 : max;
      id = new_id & ((1u << width) - 1);
      regs_bench_write_bytes(&b, FEATURES, r, strb);
      assert_int_equal(READ(FEATURES, RVT_TR_TE_SRC_BITS), width);
      assert_int_equal(READ(FEATURES, RVT_TR_TE_SRC_ID), id);
    }
  }
  ROW("TCI:BUS-10");
  ROW("TCI:TE-08");
}

static void parameters_out_of_range_are_refused(void **state) {
  (void)state;
  struct rvt_params p = regs_bench_full();
  struct rvt_regs_encoder s;
  p.btm = p.htm = false;
  assert_int_equal(rvt_regs_encoder_init(&s, &p, false, NULL), RVT_ERR_ARG);
  p = regs_bench_full();
  p.src_bits_max = 13;
  assert_int_equal(rvt_regs_encoder_init(&s, &p, false, NULL), RVT_ERR_ARG);
  p = regs_bench_full();
  p.stack_depth = 33;
  assert_int_equal(rvt_regs_encoder_init(&s, &p, false, NULL), RVT_ERR_ARG);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ones_change_what_is_built_and_nothing_else),
      cmocka_unit_test(inactive_words_read_zero_and_take_nothing),
      cmocka_unit_test(activation_brings_every_field_to_its_reset_value),
      cmocka_unit_test(bytes_without_strobe_keep_their_fields),
      cmocka_unit_test(modes_that_are_not_built_become_modes_that_are),
      cmocka_unit_test(illegal_values_keep_or_clamp),
      cmocka_unit_test(bits_of_absent_features_stay_zero),
      cmocka_unit_test(the_source_id_is_masked_by_the_new_width),
      cmocka_unit_test(parameters_out_of_range_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "drv_block.h"
#include "oracle/row.h"
#include "rvt/drv.h"
#include "rvt/regs.h"
#include "tests/support/test.h"

/* Discovery and sessions with components of other makers. */

static struct rvt_drv drv;

static struct block *begin(enum rvt_drv_type type) { return drv_block_begin(&drv, type); }

static void ok(enum rvt_drv_status status) { drv_ok(&drv, status); }

static struct rvt_drv_component discover(const struct block *p) {
  struct rvt_drv_component c;
  ok(rvt_drv_discover(&drv, p->base, &c));
  assert_true(c.probed);
  assert_int_equal(c.base, p->base);
  assert_int_equal(c.minor, 2);
  return c;
}

/** Discovery has left every field at its reset value. */
static void is_fresh(const struct block *p) {
  struct block fresh = *p;
  drv_block_reset(&fresh);
  fresh.word[0] |= ACTIVE;
  assert_memory_equal(p->word, fresh.word, sizeof fresh.word);
}

static uint32_t ones(unsigned count) { return count == 32 ? UINT32_MAX : (1u << count) - 1; }

struct units {
  unsigned filters, comparators, ins, outs;
};

static struct block *encoder_with(const struct units *u) {
  struct block *p = begin(RVT_DRV_ENCODER);
  PUT(p, IMPL, RVT_TR_TE_PROTOCOL_MAJOR_MASK, FIXED, 3);
  PUT(p, IMPL, RVT_TR_TE_PROTOCOL_MINOR_MASK, FIXED, 5);
  PRESET(p, CONTROL, RVT_TR_TE_FORMAT_MASK, ONE_OF, 1 << 1 | 1 << 7, 1);
  PUT(p, CONTROL, RVT_TR_TE_INST_MODE_MASK, ONE_OF, 1 | 1 << 3 | 1 << 6 | 1 << 7);
  PUT(p, CONTROL, RVT_TR_TE_INST_SYNC_MODE_MASK, ONE_OF, 1 | 1 << 3);
  PUT(p, CONTROL, RVT_TR_TE_INST_SYNC_MAX_MASK, MOST, 9);
  PUT(p, CONTROL, RVT_TR_TE_CONTEXT_MASK, BITS, 1);
  PUT(p, CONTROL, RVT_TR_TE_INST_TRIG_ENABLE_MASK, BITS, 1);
  PUT(p, CONTROL, RVT_TR_TE_INHIBIT_SRC_MASK, BITS, 1);
  PUT(p, RVT_TR_TE_INST_FEATURES_OFFSET, 0x3F, BITS, 0x25);
  PUT(p, RVT_TR_TE_INST_FEATURES_OFFSET, RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, ONE_OF, 5);
  PUT(p, RVT_TR_TE_INST_FEATURES_OFFSET, 0xFF00, BITS, 0xFD); /* some of a later version */
  PUT(p, RVT_TR_TE_INST_FEATURES_OFFSET, RVT_TR_TE_SRC_BITS_MASK, MOST, 11);
  PUT(p, RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_WIDTH_MASK, FIXED, 40);
  PUT(p, RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_ACTIVE_MASK, BITS, 1);
  PUT(p, RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_MODE_MASK, ONE_OF, 1 | 1 << 3 | 1 << 6);
  PUT(p, RVT_TR_TE_INST_FILTERS_OFFSET, RVT_TR_TE_INST_FILTERS_MASK, BITS, ones(u->filters));
  PRESET(p, RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0), RVT_TR_TE_FILTER_ENABLE_MASK, BITS, 1, 1);
  if (u->comparators != 0) {
    PUT(p, RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0), RVT_TR_TE_FILTER_MATCH_COMP1_MASK, BITS, 1);
    PUT(p, RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0), RVT_TR_TE_FILTER_COMP1_MASK, MOST,
        u->comparators - 1);
  }
  /* An input may have actions 2 to 4, so 2 is what is tried; an output's events are two bits. */
  for (unsigned i = 0; i < u->ins; i++)
    PUT(p, RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0xFu << 4 * i, ONE_OF, 0x5);
  if (u->outs != 0)
    PUT(p, RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, ones(4 * u->outs), BITS,
        0x33333333u & ones(4 * u->outs));
  return p;
}

static void units_of_an_encoder_are_counted(void **state) {
  (void)state;
  static const struct units all[] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {5, 2, 3, 6}, {16, 8, 8, 8}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct block *p = encoder_with(&all[i]);
    const struct rvt_drv_component te = discover(p);
    const struct rvt_drv_encoder_caps *c = &te.caps.encoder;
    assert_int_equal(c->filters, all[i].filters);
    assert_int_equal(c->comparators, all[i].comparators);
    assert_int_equal(c->ext_in, all[i].ins);
    assert_int_equal(c->ext_out, all[i].outs);
    is_fresh(p);
    /* What is not asked for stays as it was. */
    for (size_t k = 0; k < drv_writes; k++)
      if (drv_written[k].address == p->base + RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0))
        assert_true((drv_written[k].value & RVT_TR_TE_FILTER_ENABLE_MASK) != 0);
  }
  ROW("TCI:SW-08");
}

static void an_input_may_have_one_action(void **state) {
  (void)state;
  static const struct units none = {0, 0, 0, 0};
  struct block *p = encoder_with(&none);
  PUT(p, RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0xF, FIXED, 3);
  PUT(p, RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, 0xF, FIXED, 3);
  const struct rvt_drv_component te = discover(p);
  assert_int_equal(te.caps.encoder.ext_in, 1);
  assert_int_equal(te.caps.encoder.ext_out, 1);
}

static void fields_of_an_encoder_are_found(void **state) {
  (void)state;
  static const struct units few = {2, 1, 2, 1};
  const struct rvt_drv_component te = discover(encoder_with(&few));
  const struct rvt_drv_encoder_caps *c = &te.caps.encoder;
  assert_int_equal(te.type, RVT_DRV_ENCODER);
  assert_int_equal(c->protocol_major, 3);
  assert_int_equal(c->protocol_minor, 5);
  assert_int_equal(c->formats, 1 << 1 | 1 << 7);
  assert_int_equal(c->modes, 1 | 1 << 3 | 1 << 6 | 1 << 7);
  assert_int_equal(c->sync_modes, 1 | 1 << 3);
  assert_int_equal(c->sync_max, 9);
  assert_int_equal(c->src_bits, 11);
  assert_int_equal(c->return_modes, 5);
  assert_int_equal(c->features, 0x525);
  assert_int_equal(c->ts_width, 40);
  assert_int_equal(c->ts_modes, 1 | 1 << 3 | 1 << 6);
  assert_true(c->context && c->triggers && c->inhibit_src);
  assert_false(c->stall);
}

/** A timestamp unit whose Active is a copy of the encoder's (TCI:TS-10); the fields next to it are
 * a vendor's. */
static void time_of_others_is_turned_on(void **state) {
  (void)state;
  static const struct units none = {0, 0, 0, 0};
  static const struct rvt_drv_encoder_config timed = {.mode = 6, .ts_mode = 3}, plain = {.mode = 6};
  struct block *p = encoder_with(&none);
  const uint32_t *word = &p->word[RVT_TR_TS_CONTROL_OFFSET / 4];
  PUT(p, RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_ACTIVE_MASK, FIXED, 1);
  PUT(p, RVT_TR_TS_CONTROL_OFFSET, RVT_TR_TS_ENABLE_MASK, BITS, 1);
  PRESET(p, RVT_RVT_TE_CONTROL_OFFSET, 0xF0, BITS, 0xF, 0xA);
  const struct rvt_drv_component te = discover(p);
  ok(rvt_drv_encoder_configure(&drv, &te, &timed));
  assert_int_equal(*word, 0x28008031);
  ok(rvt_drv_encoder_configure(&drv, &te, &plain));
  assert_int_equal(*word, 0x28000001);
  for (size_t k = 0; k < drv_writes; k++)
    assert_int_not_equal(drv_written[k].address, p->base + RVT_RVT_TE_CONTROL_OFFSET);
}

/** A mode that has to be chosen first. Memory of the system has a fixed start. */
static struct block *memory_with(bool sram, bool smem) {
  struct block *p = begin(RVT_DRV_RAM);
  PUT(p, IMPL, RVT_TR_RAM_HAS_SRAM_MASK, FIXED, sram);
  PUT(p, IMPL, RVT_TR_RAM_HAS_SMEM_MASK, FIXED, smem);
  PRESET(p, CONTROL, RVT_TR_RAM_MODE_MASK, BITS, 1, sram);
  PUT(p, CONTROL, RVT_TR_RAM_MEM_FORMAT_MASK, ONE_OF, 1 | 1 << 1 | 1 << 3);
  PUT(p, CONTROL, RVT_TR_RAM_ASYNC_FREQ_MASK, MOST, 5);
  PUT(p, RVT_TR_RAM_START_LOW_OFFSET, UINT32_MAX, sram ? BITS : FIXED, 0x80001000);
  PUT(p, RVT_TR_RAM_START_HIGH_OFFSET, UINT32_MAX, sram ? BITS : FIXED, 3);
  PUT(p, RVT_TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
  PUT(p, RVT_TR_RAM_LIMIT_HIGH_OFFSET, UINT32_MAX, BITS, 7);
  return p;
}

static void memory_of_the_system_is_found(void **state) {
  (void)state;
  struct block *p = memory_with(false, true);
  const struct rvt_drv_component ram = discover(p);
  const struct rvt_drv_ram_caps *c = &ram.caps.ram;
  assert_true(c->has_smem);
  assert_false(c->has_sram || c->data || c->stop_on_wrap);
  assert_int_equal(c->mem_formats, 1 | 1 << 1 | 1 << 3);
  assert_int_equal(c->async_freq, 5);
  assert_int_equal(c->start_min, UINT64_C(0x380001000));
  assert_int_equal(c->limit_max, UINT64_C(0x7FFFFFFFC));
  is_fresh(p);
}

/** The mode that the addresses were looked at in (TCI:RAM-02). */
static void the_mode_is_chosen_before_the_addresses(void **state) {
  (void)state;
  for (unsigned both = 0; both < 2; both++) {
    struct block *p = memory_with(both != 0, true);
    (void)discover(p);
    uint32_t mode = 2, seen = 2;
    for (size_t i = 0; i < drv_writes; i++) {
      if (drv_written[i].address == p->base + CONTROL)
        mode = (drv_written[i].value & RVT_TR_RAM_MODE_MASK) != 0;
      if (drv_written[i].address == p->base + RVT_TR_RAM_START_LOW_OFFSET) seen = mode;
    }
    assert_int_equal(seen, both != 0 ? 0 : 1);
  }
}

/** trRamData is there if RP takes the last address, in a memory of the sink's own alone. */
static void data_needs_a_read_pointer(void **state) {
  (void)state;
  for (unsigned i = 0; i < 4; i++) {
    const bool sram = (i & 1) != 0, rp = (i & 2) != 0;
    struct block *p = memory_with(sram, true);
    if (rp) PUT(p, RVT_TR_RAM_RP_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
    PUT(p, CONTROL, RVT_TR_RAM_STOP_ON_WRAP_MASK, BITS, 1);
    const struct rvt_drv_component ram = discover(p);
    assert_int_equal(ram.caps.ram.has_sram, sram);
    assert_int_equal(ram.caps.ram.data, sram && rp);
    assert_int_equal(ram.caps.ram.start_min, sram ? 0 : UINT64_C(0x380001000));
    assert_true(ram.caps.ram.stop_on_wrap);
  }
}

static void pins_with_other_forms_are_found(void **state) {
  (void)state;
  struct block *p = begin(RVT_DRV_PIB);
  PUT(p, CONTROL, RVT_TR_PIB_MODE_MASK, ONE_OF, 1 | 1 << 4 | 1 << 9 | 1 << 15);
  PUT(p, CONTROL, RVT_TR_PIB_CLK_CENTER_MASK, BITS, 1);
  PUT(p, CONTROL, RVT_TR_PIB_ASYNC_FREQ_MASK, MOST, 6);
  PRESET(p, CONTROL, RVT_TR_PIB_DIVIDER_MASK, MOST, 0x1FFF, 77);
  struct rvt_drv_component pib = discover(p);
  assert_int_equal(pib.caps.pib.modes, 0); /* unknown: the pins stay off */
  ok(rvt_drv_pib_probe_pins(&drv, &pib));
  const struct rvt_drv_pib_caps *c = &pib.caps.pib;
  assert_int_equal(c->modes, 1 | 1 << 4 | 1 << 9 | 1 << 15);
  assert_int_equal(c->async_freq, 6);
  assert_int_equal(c->divider_max, 0x1FFF);
  assert_int_equal(c->divider_preset, 77);
  assert_true(c->clk_center);
  assert_false(c->calibrate);
  is_fresh(p);
  for (size_t i = 0; i < drv_writes; i++) /* the slowest rate was never that of a mode */
    if ((drv_written[i].value & RVT_TR_PIB_MODE_MASK) != 0)
      assert_int_equal(drv_written[i].value >> RVT_TR_PIB_DIVIDER_LSB, 77);
}

/** Everything is written once: Active alone, then 0 to each of the list (TCI:CTRL-09). */
static void init_writes(const struct block *p, const struct rvt_drv_component *c,
                        const uint32_t *offsets, size_t count) {
  drv_writes = 0;
  ok(rvt_drv_init(&drv, c));
  assert_int_equal(drv_writes, count + 1);
  for (size_t i = 0; i <= count; i++) {
    assert_int_equal(drv_written[i].address, p->base + (i == 0 ? CONTROL : offsets[i - 1]));
    assert_int_equal(drv_written[i].value, i == 0 ? ACTIVE : 0);
  }
}

static void init_writes_what_each_type_has(void **state) {
  (void)state;
  static const uint32_t encoder[] = {0x008, 0x00C, 0x010, 0x01C, 0x050, 0x054, 0x058, 0x040};
  static const uint32_t funnel[] = {0x008, 0x040};
  static const struct {
    enum rvt_drv_type type;
    const uint32_t *offset;
    size_t count;
  } all[] = {{RVT_DRV_ENCODER, encoder, 8},
             {RVT_DRV_FUNNEL, funnel, 2},
             {RVT_DRV_RAM, NULL, 0},
             {RVT_DRV_PIB, NULL, 0},
             {RVT_DRV_ATB, NULL, 0}};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct block *p = begin(all[i].type);
    const struct rvt_drv_component c = discover(p);
    assert_int_equal(c.type, all[i].type);
    init_writes(p, &c, all[i].offset, all[i].count);
  }
}

static void addresses_have_an_upper_half(void **state) {
  (void)state;
  struct block *p = begin(RVT_DRV_RAM);
  const struct rvt_drv_component ram = discover(p);
  struct rvt_drv_state s;
  p->word[RVT_TR_RAM_START_LOW_OFFSET / 4] = 0x80001000;
  p->word[RVT_TR_RAM_START_HIGH_OFFSET / 4] = 3;
  p->word[RVT_TR_RAM_LIMIT_LOW_OFFSET / 4] = 0x4FFC;
  p->word[RVT_TR_RAM_LIMIT_HIGH_OFFSET / 4] = 0x80000005;
  p->word[RVT_TR_RAM_WP_LOW_OFFSET / 4] = 0x101;
  p->word[RVT_TR_RAM_WP_HIGH_OFFSET / 4] = 4;
  ok(rvt_drv_get_state(&drv, &ram, &s));
  assert_int_equal(s.start, UINT64_C(0x380001000));
  assert_int_equal(s.limit, UINT64_C(0x8000000500004FFC));
  assert_int_equal(s.wp, UINT64_C(0x400000100));
  assert_true(s.wrapped && s.active && s.empty);
  assert_false(s.enabled || s.stopped);
}

/** A memory of four words that does not begin at 0, as if a session had left it so. */
static struct rvt_drv_component four_words(uint32_t wp) {
  struct block *p = begin(RVT_DRV_RAM);
  PUT(p, CONTROL, RVT_TR_RAM_STOP_ON_WRAP_MASK, BITS, 1);
  PUT(p, RVT_TR_RAM_START_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
  PUT(p, RVT_TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
  PUT(p, RVT_TR_RAM_WP_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
  PUT(p, RVT_TR_RAM_RP_LOW_OFFSET, UINT32_MAX, BITS, 0xFFFFFFFC);
  PUT(p, RVT_TR_RAM_DATA_OFFSET, UINT32_MAX, FIXED, 0x44332211);
  const struct rvt_drv_component ram = discover(p);
  p->word[RVT_TR_RAM_START_LOW_OFFSET / 4] = 0x80001000;
  p->word[RVT_TR_RAM_LIMIT_LOW_OFFSET / 4] = 0x8000100C;
  p->word[RVT_TR_RAM_WP_LOW_OFFSET / 4] = wp;
  return ram;
}

static void a_memory_is_read_from_its_start(void **state) {
  (void)state;
  struct rvt_drv_component ram = four_words(0x80001008);
  const uint32_t *const rp = &drv_block[0].word[RVT_TR_RAM_RP_LOW_OFFSET / 4];
  struct rvt_drv_readout r;
  uint8_t bytes[12];
  size_t count;
  ok(rvt_drv_readout_begin(&drv, &ram, &r));
  assert_int_equal(r.left, 8);
  assert_false(r.wrapped);
  assert_int_equal(*rp, 0x80001000);
  /* Whole words only, as many as there is room for. */
  memset(bytes, 0xEE, sizeof bytes);
  ok(rvt_drv_readout_next(&drv, &ram, &r, bytes, 6, &count));
  assert_int_equal(count, 4);
  assert_memory_equal(bytes, "\x11\x22\x33\x44\xEE\xEE", 6);
  ok(rvt_drv_readout_next(&drv, &ram, &r, bytes, sizeof bytes, &count));
  assert_int_equal(count, 4);
  assert_int_equal(r.left, 0);
  assert_int_equal(bytes[4], 0xEE);

  ram = four_words(0x80001008 | RVT_TR_RAM_WRAP_MASK);
  ok(rvt_drv_readout_begin(&drv, &ram, &r));
  assert_int_equal(r.left, 16);
  assert_true(r.wrapped);
  assert_int_equal(*rp, 0x80001008);
  ok(rvt_drv_readout_resumed(&drv, &ram, &r));
  assert_int_equal(r.left, 8);
  assert_int_equal(*rp, 0x80001000);
  ram = four_words(0x80001000 | RVT_TR_RAM_WRAP_MASK);
  ok(rvt_drv_readout_resumed(&drv, &ram, &r));
  assert_int_equal(r.left, 16);
}

static void a_memory_goes_on_at_its_start(void **state) {
  (void)state;
  for (unsigned empty = 0; empty < 2; empty++) {
    const struct rvt_drv_component ram = four_words(0x80001000 | RVT_TR_RAM_WRAP_MASK);
    const uint32_t *const wp = &drv_block[0].word[RVT_TR_RAM_WP_LOW_OFFSET / 4];
    drv_block[0].word[0] |= RVT_TR_RAM_STOP_ON_WRAP_MASK;
    if (empty == 0) drv_block[0].word[0] &= ~(uint32_t)EMPTY;
    ok(rvt_drv_resume(&drv, &ram));
    assert_int_equal(drv_block[0].word[0] & 3, 3);
    assert_int_equal(*wp, 0x80001000 | (empty == 0 ? RVT_TR_RAM_WRAP_MASK : 0));
  }
  const struct rvt_drv_component ram = four_words(0x80001008 | RVT_TR_RAM_WRAP_MASK);
  assert_int_equal(rvt_drv_resume(&drv, &ram), RVT_DRV_ERR_STATE); /* it has not stopped */
  ok(rvt_drv_ram_rewind(&drv, &ram));
  assert_int_equal(drv_block[0].word[RVT_TR_RAM_WP_LOW_OFFSET / 4], 0x80001000);
}

static void what_is_no_memory_is_refused(void **state) {
  (void)state;
  struct rvt_drv_component other = four_words(0x80001000 | RVT_TR_RAM_WRAP_MASK);
  struct rvt_drv_readout r = {.left = 77};
  other.type = RVT_DRV_PIB;
  drv_block[0].word[0] |= RVT_TR_RAM_STOP_ON_WRAP_MASK;
  assert_int_equal(rvt_drv_resume(&drv, &other), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_readout_begin(&drv, &other, &r), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_readout_resumed(&drv, &other, &r), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_ram_rewind(&drv, &other), RVT_DRV_ERR_TYPE);
  assert_int_equal(r.left, 77);
}

static void a_component_in_reset_is_not_active(void **state) {
  (void)state;
  const struct rvt_drv_component ram = four_words(0x80001000);
  struct rvt_drv_state s;
  ok(rvt_drv_get_state(&drv, &ram, &s));
  assert_true(s.active);
  ok(rvt_drv_release(&drv, &ram));
  ok(rvt_drv_get_state(&drv, &ram, &s));
  assert_false(s.active || s.enabled || s.wrapped);
  assert_true(s.empty);
}

/** An encoder, a memory and three sinks with pins, discovered. */
static void five(struct rvt_drv_component c[BLOCKS]) {
  (void)begin(RVT_DRV_ENCODER);
  PUT(&drv_block[0], CONTROL, RVT_TR_TE_INST_TRACING_MASK, BITS, 1);
  for (size_t i = 0; i < BLOCKS; i++) {
    struct block *p = &drv_block[i];
    *p = drv_block[0];
    p->base = UINT64_C(0x700004000) + 0x1000 * i;
    const enum rvt_drv_type sink = i == 1 ? RVT_DRV_RAM : RVT_DRV_PIB;
    p->field[2].arg = (uint32_t)(i == 0 ? RVT_DRV_ENCODER : sink) << 8 | 0x21;
    drv_block_reset(p);
    c[i] = discover(p);
  }
}

/** The memory is full and has stopped; the encoder cannot get rid of what it holds. */
static void fill_up(void) {
  drv_block[0].word[0] &= ~(uint32_t)EMPTY;
  drv_block[0].field[1].arg = 0;
  drv_block[1].word[0] |= RVT_TR_RAM_STOP_ON_WRAP_MASK;
  drv_block[1].word[RVT_TR_RAM_WP_LOW_OFFSET / 4] = RVT_TR_RAM_WRAP_MASK;
  drv_block[0].reads[0] = drv_block[1].reads[RVT_TR_RAM_WP_LOW_OFFSET / 4] = 0;
}

static void a_path_has_one_to_four_sinks(void **state) {
  (void)state;
  struct rvt_drv_component c[BLOCKS];
  five(c);
  struct rvt_drv_path path = {&c[0], {&c[1], &c[2], &c[3], &c[4]}, 4};
  ok(rvt_drv_start(&drv, &path, true));
  for (size_t i = 0; i < BLOCKS; i++) assert_int_equal(drv_block[i].word[0] & 3, 3);
  ok(rvt_drv_stop(&drv, &path));
  for (size_t i = 0; i < BLOCKS; i++) assert_int_equal(drv_block[i].word[0] & 3, 1);
  drv_writes = 0;
  for (path.sinks = 0; path.sinks <= 5; path.sinks += 5) {
    assert_int_equal(rvt_drv_start(&drv, &path, true), RVT_DRV_ERR_ARG);
    assert_int_equal(rvt_drv_stop(&drv, &path), RVT_DRV_ERR_ARG);
    assert_int_equal(rvt_drv_abandon(&drv, &path), RVT_DRV_ERR_ARG);
  }
  assert_int_equal(drv_writes, 0);
}

static void tracing_or_empty_is_waited_for_with_triggers(void **state) {
  (void)state;
  struct rvt_drv_component c[BLOCKS];
  five(c);
  const struct rvt_drv_path path = {&c[0], {&c[1]}, 1};
  drv_block[0].field[3].arg = 0;
  drv_block[0].word[0] |= RVT_TR_TE_INST_TRIG_ENABLE_MASK;
  ok(rvt_drv_start(&drv, &path, true)); /* empty: a trigger may have ended it at once */
  fill_up();
  assert_int_equal(rvt_drv_start(&drv, &path, true), RVT_DRV_ERR_TIMEOUT);
}

static void the_first_stuck_sink_is_named(void **state) {
  (void)state;
  struct rvt_drv_component c[BLOCKS];
  char text[256];
  five(c);
  const struct rvt_drv_path path = {&c[0], {&c[1], &c[2]}, 2};
  drv_block[1].word[0] &= ~(uint32_t)EMPTY;
  drv_block[2].word[0] &= ~(uint32_t)EMPTY;
  drv_block[1].count = drv_block[2].count = 1; /* Empty is no field any more: it stays 0 */
  assert_int_equal(rvt_drv_stop(&drv, &path), RVT_DRV_ERR_TIMEOUT);
  rvt_drv_error_text(&drv.error, text, sizeof text);
  assert_string_equal(text, "trPibEmpty at 0x700006000: expected 1, found 0: not within the time "
                            "allowed");
}

/** A memory that has stopped and was disabled for it is not asked again while the others drain. */
static void a_disabled_memory_is_left_alone(void **state) {
  (void)state;
  struct rvt_drv_component c[BLOCKS];
  five(c);
  struct rvt_drv_path path = {&c[0], {&c[1], &c[2]}, 2};
  fill_up();
  ok(rvt_drv_abandon(&drv, &path));
  assert_int_equal(drv.error.status, RVT_DRV_OK);
  assert_int_equal(drv_block[1].reads[RVT_TR_RAM_WP_LOW_OFFSET / 4], 1);
  assert_in_range(drv_block[0].reads[0], 9, 30); /* those of Empty, until time was up */
  fill_up();
  path.sinks = 1; /* and nobody is left to wait for */
  ok(rvt_drv_abandon(&drv, &path));
  assert_in_range(drv_block[0].reads[0], 1, 8);
}

static void the_end_of_a_trace_is_not_thrown_away(void **state) {
  (void)state;
  struct rvt_drv_component c[BLOCKS];
  char text[256];
  five(c);
  const struct rvt_drv_path path = {&c[0], {&c[2], &c[1]}, 2};
  fill_up();
  drv_block[0].word[0] |= EMPTY;
  drv_block[0].field[1].arg = 1;
  drv_block[1].word[0] &= ~(uint32_t)EMPTY;
  assert_int_equal(rvt_drv_stop(&drv, &path), RVT_DRV_ERR_STOPPED);
  rvt_drv_error_text(&drv.error, text, sizeof text);
  assert_string_equal(text, "trRamEmpty at 0x700005000: expected 1, found 0: a full memory has "
                            "stopped, and trace waits for it");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_of_an_encoder_are_counted),
      cmocka_unit_test(an_input_may_have_one_action),
      cmocka_unit_test(fields_of_an_encoder_are_found),
      cmocka_unit_test(time_of_others_is_turned_on),
      cmocka_unit_test(memory_of_the_system_is_found),
      cmocka_unit_test(the_mode_is_chosen_before_the_addresses),
      cmocka_unit_test(data_needs_a_read_pointer),
      cmocka_unit_test(pins_with_other_forms_are_found),
      cmocka_unit_test(init_writes_what_each_type_has),
      cmocka_unit_test(addresses_have_an_upper_half),
      cmocka_unit_test(a_memory_is_read_from_its_start),
      cmocka_unit_test(a_memory_goes_on_at_its_start),
      cmocka_unit_test(what_is_no_memory_is_refused),
      cmocka_unit_test(a_component_in_reset_is_not_active),
      cmocka_unit_test(a_path_has_one_to_four_sinks),
      cmocka_unit_test(tracing_or_empty_is_waited_for_with_triggers),
      cmocka_unit_test(the_first_stuck_sink_is_named),
      cmocka_unit_test(a_disabled_memory_is_left_alone),
      cmocka_unit_test(the_end_of_a_trace_is_not_thrown_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

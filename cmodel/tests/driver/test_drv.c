/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "drv_block.h"
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* Discovery and configuration by the driver, on the golden models. */

static struct device_bench b;
static struct rvt_drv_component te, ram;

static void power_up(const struct rvt_top_params *p) { device_bench_init(&b, p, 1); }

static void ok(enum rvt_drv_status status) { drv_ok(&b.drv, status); }

static void fails(enum rvt_drv_status status, enum rvt_drv_status expected, const char *text) {
  drv_fails(&b.drv, status, expected, text);
}

static void discover(void) {
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
}

static struct rvt_top_params random_params(uint64_t *seed) {
  struct rvt_top_params p = device_bench_params();
  struct rvt_params *e = &p.te.encoder;
  const uint32_t modes = 1 + rvt_prng_below(seed, 3);
  e->btm = (modes & 1) != 0;
  e->htm = (modes & 2) != 0;
  e->stack_depth = rvt_prng_below(seed, 2) != 0 ? (uint8_t)(1 + rvt_prng_below(seed, 32)) : 0;
  e->src_bits_max = (uint8_t)rvt_prng_below(seed, 13);
  e->seq_jump = rvt_prng_below(seed, 2) != 0;
  e->events = rvt_prng_below(seed, 2) != 0;
  e->ts_width = rvt_prng_below(seed, 2) != 0 ? (uint8_t)(1 + rvt_prng_below(seed, 63)) : 0;
  p.te.encoder.return_modes = rvt_prng_below(seed, 2) != 0;
  p.te.encoder.sync_clocks = rvt_prng_below(seed, 2) != 0;
  p.sinks.ram.sram_words_log2 = (uint8_t)(2 + rvt_prng_below(seed, 11));
  p.sinks.ram.sram_width = rvt_prng_below(seed, 2) != 0 ? 32 : 64;
  return p;
}

static void check_encoder(const struct rvt_top_params *p) {
  const struct rvt_params *e = &p->te.encoder;
  const struct rvt_drv_encoder_caps *c = &te.caps.encoder;
  const bool returns = e->stack_depth != 0;
  assert_int_equal(te.type, RVT_DRV_ENCODER);
  assert_int_equal(te.major, 1);
  assert_int_equal(te.minor, 0);
  assert_int_equal(c->protocol_major, 1);
  assert_int_equal(c->protocol_minor, 0);
  assert_int_equal(c->formats, 1 << 1);
  assert_int_equal(c->modes, 1 | (e->btm ? 1 << 3 : 0) | (e->htm ? 1 << 6 : 0));
  assert_int_equal(c->sync_modes, p->te.encoder.sync_clocks ? 0xF : 0xB);
  assert_int_equal(c->sync_max, 15);
  assert_int_equal(c->src_bits, e->src_bits_max);
  assert_int_equal(c->inhibit_src, e->src_bits_max != 0);
  assert_int_equal(c->return_modes, !returns ? 1 : p->te.encoder.return_modes ? 0xF : 0x9);
  assert_int_equal(c->features,
                   (e->seq_jump ? 4 : 0) | (returns ? 8 : 0) | (e->extend_addr ? 0x400 : 0));
  assert_int_equal(c->triggers, e->events);
  assert_true(c->stall);
  assert_int_equal(c->context, e->context != 0);
  assert_int_equal(c->filters + c->comparators + c->ext_in + c->ext_out, 0);
  assert_int_equal(c->ts_width, e->ts_width);
  assert_int_equal(c->ts_modes, e->ts_width != 0 ? 0x1F : 0);
}

static void check_ram(const struct rvt_top_params *p) {
  const struct rvt_drv_ram_caps *c = &ram.caps.ram;
  assert_int_equal(ram.type, RVT_DRV_RAM);
  assert_true(c->has_sram && c->data && c->stop_on_wrap);
  assert_false(c->has_smem);
  assert_int_equal(c->start_min, 0);
  assert_int_equal(c->limit_max, (4u << p->sinks.ram.sram_words_log2) - 4);
  assert_int_equal(c->mem_formats, 1);
  assert_int_equal(c->async_freq, 0);
}

static void discovery_finds_what_is_built(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (unsigned i = 0; i < 60; i++) {
    const struct rvt_top_params p = random_params(&seed);
    power_up(&p);
    discover();
    assert_true(te.probed && ram.probed);
    check_encoder(&p);
    check_ram(&p);
    /* And leaves nothing behind. */
    uint32_t word;
    assert_true(b.bus.read32(&b, RVT_TE_BASE, &word));
    assert_int_equal(word, 0x01000009);
    assert_true(b.bus.read32(&b, RVT_RAM_BASE, &word));
    assert_int_equal(word, 0x00000009);
    assert_true(b.bus.read32(&b, RVT_RAM_BASE + RVT_TR_RAM_LIMIT_LOW_OFFSET, &word));
    assert_int_equal(word, ram.caps.ram.limit_max);
  }
  ROW("TCI:CTRL-08");
}

static void discovery_refuses_what_it_does_not_know(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p);
  b.drv.timeout = 100;
  struct rvt_drv_component c = {.base = 7};
  fails(rvt_drv_discover(&b.drv, 0x5000, &c), RVT_DRV_ERR_NOTHING,
        "trCompType at 0x5004: expected 1, found 0: no component at this address");
  assert_int_equal(c.base, 7);
  b.spoil = RVT_TE_BASE + 4;
  b.spoil_bits = 0x300;
  fails(rvt_drv_discover(&b.drv, RVT_TE_BASE, &c), RVT_DRV_ERR_TYPE,
        "trCompType at 0x4: expected 1, found 2: another kind of component");
  b.spoil_bits = 0x001; /* version 0.0: the time before the specification was ratified */
  fails(rvt_drv_discover(&b.drv, RVT_TE_BASE, &c), RVT_DRV_ERR_VERSION,
        "trVerMajor at 0x4: expected 1, found 0: another version of the interface");
  assert_int_equal(c.base, 7);
  b.spoil_bits = 0x010; /* 1.1 is a version 1 */
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &c));
  assert_int_equal(c.minor, 1);
  b.spoil = RVT_TE_BASE;
  b.spoil_bits = 1; /* Active turned over: it reads what was written only before the write */
  fails(rvt_drv_discover(&b.drv, RVT_TE_BASE, &c), RVT_DRV_ERR_TIMEOUT,
        "trTeActive at 0x0: expected 0, found 1: not within the time allowed; a message still "
        "leaves, the acknowledge (active_ack) stays, or writes do not arrive (PSTRB)");
}

/** A component that is there and does not come up is told from an address without one. */
static void a_component_that_does_not_come_up(void **state) {
  (void)state;
  static const char text[] =
      "trRamActive at 0x1000: expected 1, found 0: not within the time allowed; power, clock or "
      "acknowledge (active_ack) is missing, or writes do not arrive (PSTRB)";
  const struct rvt_top_params p = device_bench_params();
  struct rvt_drv_component c;
  power_up(&p);
  b.drv.timeout = 100;
  b.strobes = 0;
  fails(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &c), RVT_DRV_ERR_TIMEOUT, text);
  fails(rvt_drv_discover(&b.drv, 0x6000, &c), RVT_DRV_ERR_NOTHING,
        "trCompType at 0x6004: expected 1, found 0: no component at this address");
  b.strobes = 0xF;
  b.model.no_ack = true;
  fails(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &c), RVT_DRV_ERR_TIMEOUT, text);
  b.model.no_ack = false;
  ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &c));
  assert_null(strstr(rvt_drv_status_text(RVT_DRV_ERR_TIMEOUT), "PSTRB"));
}

static void attach_changes_nothing(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  struct rvt_drv_component c;
  power_up(&p);
  fails(rvt_drv_attach(&b.drv, RVT_TE_BASE, &c), RVT_DRV_ERR_STATE,
        "trTeActive at 0x0: expected 1, found 0: the component is in the wrong state for this");
  discover();
  const struct rvt_drv_encoder_config how = {.mode = 6, .sync_mode = 1, .src_bits = 4};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
  const struct rvt_te before = b.model.top.te;
  ok(rvt_drv_attach(&b.drv, RVT_TE_BASE, &c));
  assert_false(c.probed);
  assert_int_equal(c.type, RVT_DRV_ENCODER);
  assert_memory_equal(&before.regs.set_q, &b.model.top.te.regs.set_q, sizeof before.regs.set_q);
  assert_int_equal(b.model.top.te.regs.sync_mode_q, 1);
  ok(rvt_drv_release(&b.drv, &te));
  fails(rvt_drv_init(&b.drv, &te), RVT_DRV_ERR_STATE,
        "trTeActive at 0x0: expected 1, found 0: the component is in the wrong state for this");
}

static void configuration_reaches_every_field(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p);
  discover();
  const struct rvt_drv_encoder_config how = {.mode = 3,
                                             .sync_mode = 2,
                                             .sync_max = 5,
                                             .src_bits = 7,
                                             .src_id = 0x55,
                                             .implicit_return = 2,
                                             .inhibit_src = true,
                                             .sequential_jump = true,
                                             .extend_addr = true,
                                             .context = true,
                                             .triggers = true,
                                             .stall = true};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
  struct rvt_te_out out;
  device_bench_clocks(&b, 1);
  rvt_te_outputs(&b.model.top.te, &out);
  assert_int_equal(out.cfg.mode, 3);
  assert_int_equal(out.cfg.sync_mode, 2);
  assert_int_equal(out.cfg.sync_max, 5);
  assert_int_equal(out.cfg.src_bits, 7);
  assert_int_equal(out.cfg.src_id, 0x55);
  assert_int_equal(out.cfg.ir_mode, 2);
  assert_true(out.cfg.ir_en && out.cfg.inhibit_src && out.cfg.seq_en && out.cfg.trig_ena &&
              out.cfg.stall_ena && out.cfg.context_en && out.cfg.extend_addr && out.cfg.active);
  assert_false(out.cfg.enable || out.cfg.tracing);
  const struct rvt_drv_encoder_config plain = {.mode = 6};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &plain));
  device_bench_clocks(&b, 1);
  rvt_te_outputs(&b.model.top.te, &out);
  assert_int_equal(out.cfg.mode, 6);
  assert_false(out.cfg.ir_en || out.cfg.inhibit_src || out.cfg.seq_en || out.cfg.trig_ena ||
               out.cfg.stall_ena || out.cfg.context_en || out.cfg.extend_addr || out.cfg.src_bits ||
               out.cfg.sync_mode);
  const struct rvt_drv_ram_config where = {.bytes = 48, .stop_on_wrap = true};
  b.model.top.sinks.ram.wp_q = 5;
  b.model.top.sinks.ram.wrap_q = true;
  ok(rvt_drv_ram_configure(&b.drv, &ram, &where));
  assert_int_equal(b.model.top.sinks.ram.regs.limit_q, 11);
  assert_true(b.model.top.sinks.ram.regs.stop_on_wrap_q);
  assert_int_equal(b.model.top.sinks.ram.wp_q, 0);
  assert_false(b.model.top.sinks.ram.wrap_q);
  const struct rvt_drv_ram_config all = {.bytes = 0};
  ok(rvt_drv_ram_configure(&b.drv, &ram, &all));
  assert_int_equal(b.model.top.sinks.ram.regs.limit_q, 1023);
  assert_false(b.model.top.sinks.ram.regs.stop_on_wrap_q);
}

static uint32_t word_of(uint32_t offset) {
  uint32_t word;
  assert_true(b.bus.read32(&b, RVT_TE_BASE + offset, &word));
  return word;
}

/** trTsControl but for trTsWidth, and rvtTeControl. */
static void time_is(uint32_t control, uint32_t vendor) {
  assert_int_equal(word_of(RVT_TR_TS_CONTROL_OFFSET) & ~RVT_TR_TS_WIDTH_MASK, control);
  assert_int_equal(word_of(RVT_RVT_TE_CONTROL_OFFSET), vendor);
}

static void time_and_repeat_branch_are_turned_on_and_off(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  const struct rvt_drv_encoder_config plain = {.mode = 6};
  p.te.encoder.ts_width = 40;
  p.te.encoder.repeat_branch = true;
  power_up(&p);
  discover();
  assert_int_equal(te.caps.encoder.ts_width, 40);
  const struct rvt_drv_encoder_config core = {.mode = 6,
                                              .repeat_branch = true,
                                              .ts_mode = 3,
                                              .ts_prescale = 1,
                                              .ts_run_in_debug = true,
                                              .ts_suppress = 10};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &core));
  time_is(0x000A813B, 1);
  struct rvt_te_out out;
  device_bench_clocks(&b, 1);
  rvt_te_outputs(&b.model.top.te, &out);
  assert_true(out.cfg.ts_en && out.cfg.repeat_branch);
  assert_int_equal(out.cfg.ts_suppress, 10);
  const uint32_t before = word_of(RVT_TR_TS_COUNTER_LOW_OFFSET);
  device_bench_clocks(&b, 4000);
  assert_in_range(word_of(RVT_TR_TS_COUNTER_LOW_OFFSET) - before, 1000, 1001);
  /* The rest is not read without a mode; and nothing stays of what was there before. */
  const struct rvt_drv_encoder_config off = {.mode = 6, .ts_prescale = 9, .ts_suppress = 99};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &off));
  time_is(0, 0);
  const struct rvt_drv_encoder_config outside = {.mode = 6, .ts_mode = 4};
  ok(rvt_drv_encoder_configure(&b.drv, &te, &outside));
  time_is(0x00008043, 0);
  ok(rvt_drv_encoder_configure(&b.drv, &te, &core));
  ok(rvt_drv_init(&b.drv, &te));
  time_is(0, 0);
  ok(rvt_drv_encoder_configure(&b.drv, &te, &core));
  ok(rvt_drv_encoder_configure(&b.drv, &te, &plain));
  time_is(0, 0);
}

static void what_time_cannot_be_is_named(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  p.te.encoder.ts_width = 8;
  power_up(&p);
  discover();
  struct rvt_drv_encoder_config how = {.mode = 6, .ts_mode = 5};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_REFUSED,
        "trTsMode at 0x40: expected 5, found 0: the component does not take this value");
  how = (struct rvt_drv_encoder_config){.mode = 6, .ts_mode = 8};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_ARG,
        "trTsMode at 0x40: expected 7, found 8: an argument is out of its range");
  how = (struct rvt_drv_encoder_config){.mode = 6, .ts_mode = 2, .ts_prescale = 4};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_ARG,
        "trTsPrescale at 0x40: expected 3, found 4: an argument is out of its range");
  how = (struct rvt_drv_encoder_config){.mode = 6, .ts_mode = 2, .ts_suppress = 0x1F};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_REFUSED,
        "rvtTsSuppress at 0x40: expected 31, found 15: the component does not take this value");
  how = (struct rvt_drv_encoder_config){.mode = 6, .repeat_branch = true};
  fails(
      rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_REFUSED,
      "rvtTeEnRepeatBranch at 0xe00: expected 1, found 0: the component does not take this value");
  p.te.encoder.ts_width = 0;
  power_up(&p);
  discover();
  how = (struct rvt_drv_encoder_config){.mode = 6, .ts_mode = 3};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_ABSENT,
        "trTsMode at 0x40: expected 3, found 0: the component does not have this");
}

static void a_field_that_is_not_taken_is_named(void **state) {
  (void)state;
  struct rvt_top_params p = device_bench_params();
  p.te.encoder.btm = p.te.encoder.seq_jump = p.te.encoder.events = false;
  p.te.encoder.stack_depth = 0;
  p.te.encoder.context = 0;
  p.te.encoder.extend_addr = false;
  p.te.encoder.src_bits_max = 4;
  p.te.encoder.sync_clocks = false;
  power_up(&p);
  discover();
  static const struct {
    struct rvt_drv_encoder_config how;
    const char *text;
  } refused[] = {
      {{.mode = 3}, "trTeInstMode at 0x0: expected 3, found 6: "},
      {{.mode = 6, .sync_mode = 2}, "trTeInstSyncMode at 0x0: expected 2, found 0: "},
      {{.mode = 6, .src_bits = 5}, "trTeSrcBits at 0x8: expected 5, found 4: "},
      {{.mode = 6, .src_bits = 2, .src_id = 5}, "trTeSrcID at 0x8: expected 5, found 1: "},
      {{.mode = 6, .implicit_return = 3}, "trTeInstEnImplicitReturn at 0x8: expected 1, found 0: "},
      {{.mode = 6, .sequential_jump = true},
       "trTeInstEnSequentialJump at 0x8: expected 1, found 0: "},
      {{.mode = 6, .branch_prediction = true},
       "trTeInstEnBranchPrediction at 0x8: expected 1, found 0: "},
      {{.mode = 6, .jump_target_cache = true},
       "trTeInstEnJumpTargetCache at 0x8: expected 1, found 0: "},
      {{.mode = 6, .extend_addr = true}, "trTeInstExtendAddrMSB at 0x8: expected 1, found 0: "},
      {{.mode = 6, .context = true}, "trTeContext at 0x0: expected 1, found 0: "},
      {{.mode = 6, .triggers = true}, "trTeInstTrigEnable at 0x0: expected 1, found 0: "},
      {{.mode = 6, .etrace = true}, "trTeFormat at 0x0: expected 0, found 1: "},
  };
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    char text[256];
    strcpy(text, refused[i].text);
    strcat(text, "the component does not take this value");
    fails(rvt_drv_encoder_configure(&b.drv, &te, &refused[i].how), RVT_DRV_ERR_REFUSED, text);
  }
  const struct rvt_drv_ram_config big = {.bytes = 8192};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &big), RVT_DRV_ERR_REFUSED,
        "trRamLimitLow at 0x1018: expected 0x1ffc, found 0xffc: the component does not take this "
        "value");
  const struct rvt_drv_ram_config often = {.async_freq = 1};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &often), RVT_DRV_ERR_REFUSED,
        "trRamAsyncFreq at 0x1000: expected 1, found 0: the component does not take this value");
  const struct rvt_drv_ram_config smem = {.smem = true, .bytes = 64};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &smem), RVT_DRV_ERR_REFUSED,
        "trRamMode at 0x1000: expected 1, found 0: the component does not take this value");
  /* A buffer within an SRAM begins at 0 (TCI:RAM-02); either half of the address is asked for. */
  const struct rvt_drv_ram_config later = {.start = 0x40, .bytes = 64};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &later), RVT_DRV_ERR_REFUSED,
        "trRamStartLow at 0x1010: expected 64, found 0: the component does not take this value");
  const struct rvt_drv_ram_config above = {.start = UINT64_C(3) << 32, .bytes = 64};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &above), RVT_DRV_ERR_REFUSED,
        "trRamStartHigh at 0x1014: expected 3, found 0: the component does not take this value");
}

/* What a build of E-Trace has of its optional modes, in every combination. */
static void modes_of_etrace_are_found_and_set(void **state) {
  (void)state;
  const uint32_t prediction = RVT_TR_TE_INST_EN_BRANCH_PREDICTION_MASK;
  const uint32_t cache = RVT_TR_TE_INST_EN_JUMP_TARGET_CACHE_MASK;
  const uint32_t returns = RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK;
  for (unsigned built = 0; built < 8; built++) {
    const bool has_returns = (built & 1) != 0, predicts = (built & 2) != 0, caches = built >> 2;
    struct rvt_top_params p = device_bench_params();
    struct rvt_params *e = &p.te.encoder;
    e->format = RVT_PROTOCOL_ETRACE;
    e->framing = rvt_framing_named("e-trace");
    p.sinks.ram.framing = e->framing;
    e->extend_addr = false;
    e->src_bits_max = 8;
    e->ts_width = 40;
    e->stack_depth = has_returns ? 16 : 0;
    e->bpred_size = predicts ? 5 : 0;
    e->cache_size = caches ? 3 : 0;
    power_up(&p);
    discover();
    const struct rvt_drv_encoder_caps *caps = &te.caps.encoder;
    assert_int_equal(caps->features & (prediction | cache | returns),
                     (predicts ? prediction : 0) | (caches ? cache : 0) |
                         (has_returns ? returns : 0));
    assert_int_equal(caps->return_modes | 1, has_returns ? 0xF : 1);
    assert_int_equal(caps->src_bits, 8);
    struct rvt_drv_encoder_config how = {.mode = 6,
                                         .etrace = true,
                                         .implicit_return = has_returns ? 3 : 0,
                                         .branch_prediction = predicts,
                                         .jump_target_cache = caches,
                                         .src_bits = 8};
    ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
    uint32_t word;
    assert_true(b.bus.read32(&b, RVT_TE_BASE + RVT_TR_TE_INST_FEATURES_OFFSET, &word));
    assert_int_equal(word & 0xFF, has_returns * 0xC8u + predicts * 0x10u + caches * 0x20u);
    assert_true(b.bus.read32(&b, RVT_TE_BASE + RVT_RVT_TE_SIZES_OFFSET, &word)); /* ETR:D-01 */
    assert_int_equal(word, 0x1F001000u + has_returns * 4u + predicts * 0x50u + caches * 0x300u);
    how.branch_prediction = !predicts;
    if (!predicts)
      fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_REFUSED,
            "trTeInstEnBranchPrediction at 0x8: expected 1, found 0: the component does not take "
            "this value");
    how.branch_prediction = predicts;
    how.src_bits = 5; /* ETR:DC-11 */
    fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_REFUSED,
          "trTeSrcBits at 0x8: expected 5, found 0: the component does not take this value");
  }
}

static void arguments_out_of_range_are_refused(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p);
  discover();
  const struct rvt_drv_encoder_config how = {.mode = 9};
  fails(rvt_drv_encoder_configure(&b.drv, &te, &how), RVT_DRV_ERR_ARG,
        "trTeInstMode at 0x0: expected 7, found 9: an argument is out of its range");
  const struct rvt_drv_ram_config odd = {.bytes = 6};
  fails(rvt_drv_ram_configure(&b.drv, &ram, &odd), RVT_DRV_ERR_ARG,
        "trRamLimitLow at 0x1018: expected 4, found 6: an argument is out of its range");
  fails(rvt_drv_ram_configure(&b.drv, &te, &odd), RVT_DRV_ERR_TYPE,
        "trCompType at 0x4: expected 9, found 1: another kind of component");
  const struct rvt_drv_path none = {.encoder = &te};
  fails(rvt_drv_start(&b.drv, &none, true), RVT_DRV_ERR_ARG,
        "trTeControl at 0x0: expected 4, found 0: an argument is out of its range");
  const struct rvt_drv_path turned = {&ram, {&te}, 1};
  assert_int_equal(rvt_drv_start(&b.drv, &turned, true), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_clear_lost(&b.drv, &ram), RVT_DRV_ERR_TYPE);
  const struct rvt_drv_encoder_config plain = {.mode = 6};
  assert_int_equal(rvt_drv_encoder_configure(&b.drv, &ram, &plain), RVT_DRV_ERR_TYPE);
  const struct rvt_drv_pib_config pins = {.mode = 0};
  assert_int_equal(rvt_drv_pib_configure(&b.drv, &te, &pins), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_pib_calibrate(&b.drv, &te, false), RVT_DRV_ERR_TYPE);
  assert_int_equal(rvt_drv_ram_rewind(&b.drv, &te), RVT_DRV_ERR_TYPE);
}

static void texts_are_whole_and_cut(void **state) {
  (void)state;
  const struct rvt_drv_error bus = {RVT_DRV_ERR_BUS, "trTeImpl", 0xFFFF0000123, 1, 2, NULL};
  const struct rvt_drv_error bare = {.status = RVT_DRV_ERR_ABSENT};
  char text[80];
  size_t size = rvt_drv_error_text(&bus, text, sizeof text);
  assert_int_equal(size, strlen(text));
  assert_string_equal(text, "trTeImpl at 0xffff0000123: the access failed");
  size = rvt_drv_error_text(&bare, text, sizeof text);
  assert_int_equal(size, strlen(text));
  assert_string_equal(text, "the component does not have this");
  memset(text, 'x', sizeof text);
  assert_int_equal(rvt_drv_error_text(&bus, text, 9), 44);
  assert_string_equal(text, "trTeImpl");
  assert_int_equal(text[9], 'x');
  assert_int_equal(rvt_drv_error_text(&bus, NULL, 0), 44);
  for (unsigned s = RVT_DRV_OK; s <= RVT_DRV_ERR_NOTHING; s++)
    for (unsigned t = 0; t < s; t++)
      assert_string_not_equal(rvt_drv_status_text((enum rvt_drv_status)s),
                              rvt_drv_status_text((enum rvt_drv_status)t));
  assert_string_equal(rvt_drv_status_text((enum rvt_drv_status)99), "no such status");
  assert_string_equal(rvt_drv_type_text(RVT_DRV_PIB), "PIB sink");
  assert_string_equal(rvt_drv_type_text((enum rvt_drv_type)3), "component");
}

/** Everything that a session needs; used to let each access fail in turn. */
static enum rvt_drv_status whole_flow(void) {
  static uint8_t bytes[8192];
  const struct rvt_drv_encoder_config how = {.mode = 6};
  const struct rvt_drv_ram_config where = {.bytes = 64};
  const struct rvt_drv_path path = {&te, {&ram}, 1};
  struct rvt_drv_readout r;
  struct rvt_drv_state s;
  size_t count;
  enum rvt_drv_status status = rvt_drv_discover(&b.drv, RVT_TE_BASE, &te);
  if (status == RVT_DRV_OK) status = rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram);
  if (status == RVT_DRV_OK) status = rvt_drv_attach(&b.drv, RVT_RAM_BASE, &ram);
  if (status == RVT_DRV_OK) status = rvt_drv_encoder_configure(&b.drv, &te, &how);
  if (status == RVT_DRV_OK) status = rvt_drv_ram_configure(&b.drv, &ram, &where);
  if (status == RVT_DRV_OK) status = rvt_drv_start(&b.drv, &path, true);
  if (status == RVT_DRV_OK) status = rvt_drv_get_state(&b.drv, &te, &s);
  if (status == RVT_DRV_OK) status = rvt_drv_clear_lost(&b.drv, &te);
  if (status == RVT_DRV_OK) status = rvt_drv_flush(&b.drv, &path);
  if (status == RVT_DRV_OK) status = rvt_drv_stop(&b.drv, &path);
  if (status == RVT_DRV_OK) status = rvt_drv_readout_begin(&b.drv, &ram, &r);
  if (status == RVT_DRV_OK)
    status = rvt_drv_readout_next(&b.drv, &ram, &r, bytes, sizeof bytes, &count);
  if (status == RVT_DRV_OK) status = rvt_drv_ram_rewind(&b.drv, &ram);
  if (status == RVT_DRV_OK) status = rvt_drv_release(&b.drv, &te);
  return status;
}

static void every_access_may_fail(void **state) {
  (void)state;
  const struct rvt_top_params p = device_bench_params();
  power_up(&p);
  b.run = true;
  ok(whole_flow());
  const uint64_t all = b.accesses;
  assert_in_range(all, 200, 2000);
  for (uint64_t n = 1; n <= all; n++) {
    power_up(&p);
    b.run = true;
    b.fail_at = n;
    assert_int_equal(whole_flow(), RVT_DRV_ERR_BUS);
    assert_int_equal(b.accesses, n); /* the first failure ends it */
    assert_non_null(b.drv.error.field);
    assert_int_equal(b.drv.error.expected | b.drv.error.found, 0); /* nothing was compared */
    char text[256];
    rvt_drv_error_text(&b.drv.error, text, sizeof text);
    assert_non_null(strstr(text, ": the access failed"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(discovery_finds_what_is_built),
      cmocka_unit_test(discovery_refuses_what_it_does_not_know),
      cmocka_unit_test(a_component_that_does_not_come_up),
      cmocka_unit_test(attach_changes_nothing),
      cmocka_unit_test(configuration_reaches_every_field),
      cmocka_unit_test(time_and_repeat_branch_are_turned_on_and_off),
      cmocka_unit_test(what_time_cannot_be_is_named),
      cmocka_unit_test(a_field_that_is_not_taken_is_named),
      cmocka_unit_test(modes_of_etrace_are_found_and_set),
      cmocka_unit_test(arguments_out_of_range_are_refused),
      cmocka_unit_test(texts_are_whole_and_cut),
      cmocka_unit_test(every_access_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

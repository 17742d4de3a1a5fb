/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/** A field and the member of a configuration that says what it shall be. */
struct setting {
  uint8_t field, from; /* enum rvt_drv_field, where the member is */
  uint8_t kind;
};
enum { BYTE, HALF, NONZERO, ZERO, CONSTANT }; /* the value is `from` itself */
#define SETTING(id, type, member, kind)                                                            \
  { RVT_DRV_F_##id, offsetof(struct rvt_drv_##type##_config, member), kind }

/** Flags are members of one byte, too. */
static uint32_t value_of(const struct setting *s, const void *config) {
  const unsigned char *byte = (const unsigned char *)config + s->from;
  if (s->kind == CONSTANT) return s->from;
  if (s->kind == HALF) return *(const uint16_t *)(const void *)byte;
  if (s->kind == ZERO) return *byte == 0;
  return s->kind == NONZERO ? *byte != 0 : *byte;
}

/**
 * Write the settings of one register, on top of `word`, in one access, then read every field back.
 * One access, because fields are legalised together (TCI:BUS-10).
 */
static enum rvt_drv_status apply(struct rvt_drv *drv, rvt_drv_at c, uint32_t word,
                                 const struct setting *list, size_t count, const void *config) {
  const enum rvt_drv_field reg = (enum rvt_drv_field)list[0].field;
  uint32_t found;
  for (size_t i = 0; i < count; i++) {
    const enum rvt_drv_field f = (enum rvt_drv_field)list[i].field;
    const uint32_t most = rvt_drv_get(f, 0xFFFFFFFFu), value = value_of(&list[i], config);
    if (value > most) return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, c, f, most, value);
    word = rvt_drv_with(c, f, word, value);
  }
  RVT_DRV_TRY(rvt_drv_try(drv, c, reg, word, &found));
  for (size_t i = 0; i < count; i++)
    RVT_DRV_TRY(rvt_drv_is(drv, c, (enum rvt_drv_field)list[i].field, found,
                           value_of(&list[i], config), RVT_DRV_ERR_REFUSED));
  return RVT_DRV_OK;
}
#define APPLY(word, list) apply(drv, c, word, list, sizeof list / sizeof list[0], config)

static enum rvt_drv_status idle(struct rvt_drv *drv, rvt_drv_at c) {
  uint32_t control;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_CONTROL, &control));
  return rvt_drv_idle(drv, c, control);
}

/**
 * Whatever software was there before, no RepeatBranch. The register is a vendor's: it is written
 * only where the bit reads 1.
 */
static enum rvt_drv_status no_repeat_branch(struct rvt_drv *drv, rvt_drv_at c) {
  const uint32_t bit = RVT_RVT_TE_EN_REPEAT_BRANCH_MASK;
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_REPEAT_BRANCH, &word));
  return (word & bit) == 0 ? RVT_DRV_OK
                           : rvt_drv_write(drv, c, RVT_DRV_F_REPEAT_BRANCH, word & ~bit);
}

/** rvt_drv_init(); `skip`: but for trTeInstFeatures, which is written next. */
static enum rvt_drv_status init(struct rvt_drv *drv, rvt_drv_at c, size_t skip) {
  static const uint8_t registers[] = {
      RVT_DRV_F_TE_FEATURES,     RVT_DRV_F_TE_FILTERS,  RVT_DRV_F_TE_DATA,
      RVT_DRV_F_TE_DATA_FILTERS, RVT_DRV_F_TE_TRIG_DBG, RVT_DRV_F_TE_TRIG_IN,
      RVT_DRV_F_TE_TRIG_OUT,     RVT_DRV_F_TS_CONTROL,  RVT_DRV_F_FUNNEL_INPUTS,
      RVT_DRV_F_TS_CONTROL, /* of a funnel */
  };
  enum { ENCODER = 8, ALL = sizeof registers };
  const bool funnel = c->type == RVT_DRV_FUNNEL;
  const size_t end = funnel ? ALL : c->type == RVT_DRV_ENCODER ? ENCODER : 0;
  RVT_DRV_TRY(idle(drv, c));
  RVT_DRV_TRY(rvt_drv_write(drv, c, RVT_DRV_F_CONTROL, RVT_DRV_ACTIVE));
  for (size_t i = funnel ? ENCODER : skip; i < end; i++)
    RVT_DRV_TRY(rvt_drv_write(drv, c, (enum rvt_drv_field)registers[i], 0));
  return c->type == RVT_DRV_ENCODER ? no_repeat_branch(drv, c) : RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_init(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  return init(drv, c, 0);
}

/** The timestamp unit, which init() has left in reset. */
static enum rvt_drv_status configure_time(struct rvt_drv *drv, rvt_drv_at c,
                                          const struct rvt_drv_encoder_config *config) {
  static const struct setting control[] = {
      SETTING(TS_MODE, encoder, ts_mode, BYTE),
      SETTING(TS_ENABLE, encoder, ts_mode, NONZERO),
      SETTING(TS_PRESCALE, encoder, ts_prescale, BYTE),
      SETTING(TS_RUN_IN_DEBUG, encoder, ts_run_in_debug, BYTE),
      SETTING(TS_SUPPRESS, encoder, ts_suppress, BYTE),
  };
  uint32_t word;
  if (config->ts_mode == 0) return RVT_DRV_OK;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TS_CONTROL, &word));
  if ((word & RVT_TR_TS_WIDTH_MASK) == 0) /* TCI:TS-01 */
    return rvt_drv_fail(drv, RVT_DRV_ERR_ABSENT, c, RVT_DRV_F_TS_MODE, config->ts_mode, 0);
  RVT_DRV_TRY(rvt_drv_switch(drv, c, RVT_DRV_F_TS_ACTIVE, 1, &word)); /* may be slow (TCI:TS-10) */
  /* trTsCount is not read back: modes without a counter ignore it (TCI:TS-04). */
  return APPLY(word | RVT_TR_TS_COUNT_MASK, control);
}

enum rvt_drv_status rvt_drv_encoder_configure(struct rvt_drv *drv,
                                              const struct rvt_drv_component *c,
                                              const struct rvt_drv_encoder_config *config) {
  static const struct setting features[] = {
      SETTING(NO_ADDR_DIFF, encoder, full_address, BYTE),
      SETTING(NO_TRAP_ADDR, encoder, implicit_exception, BYTE),
      SETTING(SEQUENTIAL_JUMP, encoder, sequential_jump, BYTE),
      SETTING(IMPLICIT_RETURN, encoder, implicit_return, NONZERO),
      SETTING(BRANCH_PREDICTION, encoder, branch_prediction, BYTE),
      SETTING(TARGET_CACHE, encoder, jump_target_cache, BYTE),
      SETTING(RETURN_MODE, encoder, implicit_return, BYTE),
      SETTING(ALL_JUMPS, encoder, all_jumps, BYTE),
      SETTING(EXTEND_ADDR, encoder, extend_addr, BYTE),
      SETTING(REPEAT_HISTORY, encoder, repeat_history, BYTE),
      SETTING(SRC_BITS, encoder, src_bits, BYTE),
      SETTING(SRC_ID, encoder, src_id, HALF),
  };
  static const struct setting control[] = {
      SETTING(MODE, encoder, mode, BYTE),
      SETTING(CONTEXT, encoder, context, BYTE),
      SETTING(TRIGGERS, encoder, triggers, BYTE),
      SETTING(STALL, encoder, stall, BYTE),
      SETTING(INHIBIT_SRC, encoder, inhibit_src, BYTE),
      SETTING(SYNC_MODE, encoder, sync_mode, BYTE),
      SETTING(SYNC_MAX, encoder, sync_max, BYTE),
      SETTING(FORMAT, encoder, etrace, ZERO), /* TCI:TE-04 */
  };
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_ENCODER));
  RVT_DRV_TRY(init(drv, c, 1));
  RVT_DRV_TRY(APPLY(0, features));
  if (config->repeat_branch) RVT_DRV_TRY(rvt_drv_put(drv, c, RVT_DRV_F_REPEAT_BRANCH, 1));
  RVT_DRV_TRY(configure_time(drv, c, config));
  return APPLY(RVT_DRV_ACTIVE, control);
}

enum rvt_drv_status rvt_drv_tandem_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                             const struct rvt_drv_tandem_config *config) {
  static const struct setting control[] = {SETTING(TANDEM_STALL, tandem, stall, BYTE)};
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_TANDEM));
  RVT_DRV_TRY(idle(drv, c));
  return APPLY(RVT_DRV_ACTIVE, control);
}

/** Both halves of an address: High first, so that Low is legalised against it. */
static enum rvt_drv_status apply_address(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field low,
                                         uint64_t value) {
  const uint32_t upper = (uint32_t)(value >> 32);
  if (upper != 0 || !rvt_drv_sram_only(c))
    RVT_DRV_TRY(rvt_drv_put(drv, c, (enum rvt_drv_field)(low + 1), upper));
  return rvt_drv_put(drv, c, low, (uint32_t)value);
}

/** The address of the last word of the buffer that is asked for. */
static enum rvt_drv_status limit_of(struct rvt_drv *drv, rvt_drv_at c,
                                    const struct rvt_drv_ram_config *config, uint64_t *limit) {
  uint32_t largest = (uint32_t)c->caps.ram.limit_max;
  if ((((uint32_t)config->bytes | (uint32_t)config->start) & 3) != 0 ||
      (config->smem && config->bytes == 0))
    return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, c, RVT_DRV_F_LIMIT, 4, (uint32_t)config->bytes);
  *limit = config->start + config->bytes - 4;
  if (config->bytes != 0) return RVT_DRV_OK;
  if (!c->probed) RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_LIMIT, 0xFFFFFFFFu, &largest));
  *limit = largest;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_ram_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          const struct rvt_drv_ram_config *config) {
  static const struct setting control[] = {
      SETTING(RAM_MODE, ram, smem, BYTE),
      SETTING(STOP_ON_WRAP, ram, stop_on_wrap, BYTE),
      SETTING(RAM_ASYNC_FREQ, ram, async_freq, BYTE),
      {RVT_DRV_F_MEM_FORMAT, 0, CONSTANT},
  };
  uint64_t limit = 0;
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_RAM));
  RVT_DRV_TRY(idle(drv, c));
  /* The mode first: it decides what the other registers are (TCI:RAM-02). This is rvt_drv_init(),
   * too, for all of the register is written. */
  RVT_DRV_TRY(APPLY(RVT_DRV_ACTIVE, control));
  RVT_DRV_TRY(limit_of(drv, c, config, &limit));
  if (config->start != 0 || !rvt_drv_sram_only(c))
    RVT_DRV_TRY(apply_address(drv, c, RVT_DRV_F_START, config->start));
  RVT_DRV_TRY(apply_address(drv, c, RVT_DRV_F_WP, config->start));
  return apply_address(drv, c, RVT_DRV_F_LIMIT, limit);
}

enum rvt_drv_status rvt_drv_pib_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          const struct rvt_drv_pib_config *config) {
  static const struct setting control[] = {
      SETTING(PIB_MODE, pib, mode, BYTE),       SETTING(CLK_CENTER, pib, clk_center, BYTE),
      SETTING(CALIBRATE, pib, calibrate, BYTE), SETTING(PIB_ASYNC_FREQ, pib, async_freq, BYTE),
      SETTING(DIVIDER, pib, divider, HALF),
  };
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(idle(drv, c));
  /* No rvt_drv_init(): it would run the pins at their fastest for a moment. */
  return APPLY(RVT_DRV_ACTIVE, control);
}

enum rvt_drv_status rvt_drv_pib_calibrate(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          bool on) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(rvt_drv_modify(drv, c, RVT_DRV_F_CALIBRATE, on));
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_CALIBRATE, &word));
  return rvt_drv_is(drv, c, RVT_DRV_F_CALIBRATE, word, on, RVT_DRV_ERR_REFUSED);
}

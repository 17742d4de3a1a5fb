/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/** A field and what it shall be. */
struct setting {
  struct rvt_drv_field field;
  uint32_t value;
};

/**
 * Write the settings of one register, on top of `word`, in one access, then read every field back.
 * One access, because fields are legalised together (TCI:BUS-10).
 */
static enum rvt_drv_status apply(struct rvt_drv *drv, uint64_t base, uint32_t word,
                                 const struct setting *list, size_t count) {
  uint32_t found;
  for (size_t i = 0; i < count; i++) {
    const uint32_t most = rvt_drv_get(list[i].field, 0xFFFFFFFFu);
    if (list[i].value > most)
      return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, base, list[i].field, most, list[i].value);
    word = rvt_drv_set(list[i].field, word, list[i].value);
  }
  RVT_DRV_TRY(rvt_drv_write(drv, base, list[0].field, word));
  RVT_DRV_TRY(rvt_drv_read(drv, base, list[0].field, &found));
  for (size_t i = 0; i < count; i++) {
    const uint32_t value = rvt_drv_get(list[i].field, found);
    if (value != list[i].value)
      return rvt_drv_fail(drv, RVT_DRV_ERR_REFUSED, base, list[i].field, list[i].value, value);
  }
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_encoder_configure(struct rvt_drv *drv,
                                              const struct rvt_drv_component *c,
                                              const struct rvt_drv_encoder_config *config) {
  const bool returns = config->implicit_return != 0;
  const struct setting features[] = {
      {RVT_DRV_FIELD("trTeInstEnSequentialJump", TR_TE_INST_FEATURES,
                     TR_TE_INST_EN_SEQUENTIAL_JUMP),
       config->sequential_jump},
      {RVT_DRV_FIELD("trTeInstEnImplicitReturn", TR_TE_INST_FEATURES,
                     TR_TE_INST_EN_IMPLICIT_RETURN),
       returns},
      {RVT_DRV_FIELD("trTeInstImplicitReturnMode", TR_TE_INST_FEATURES,
                     TR_TE_INST_IMPLICIT_RETURN_MODE),
       config->implicit_return},
      {RVT_DRV_FIELD("trTeSrcBits", TR_TE_INST_FEATURES, TR_TE_SRC_BITS), config->src_bits},
      {RVT_DRV_FIELD("trTeSrcID", TR_TE_INST_FEATURES, TR_TE_SRC_ID), config->src_id},
  };
  const struct setting control[] = {
      {RVT_DRV_TE_FIELD("trTeInstMode", TR_TE_INST_MODE), config->mode},
      {RVT_DRV_TE_FIELD("trTeContext", TR_TE_CONTEXT), config->context},
      {RVT_DRV_TE_FIELD("trTeInstTrigEnable", TR_TE_INST_TRIG_ENABLE), config->triggers},
      {RVT_DRV_TE_FIELD("trTeInstStallEna", TR_TE_INST_STALL_ENA), config->stall},
      {RVT_DRV_TE_FIELD("trTeInhibitSrc", TR_TE_INHIBIT_SRC), config->inhibit_src},
      {RVT_DRV_TE_FIELD("trTeInstSyncMode", TR_TE_INST_SYNC_MODE), config->sync_mode},
      {RVT_DRV_TE_FIELD("trTeInstSyncMax", TR_TE_INST_SYNC_MAX), config->sync_max},
      {RVT_DRV_TE_FIELD("trTeFormat", TR_TE_FORMAT), 1}, /* N-Trace (TCI:TE-04) */
  };
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_ENCODER));
  RVT_DRV_TRY(rvt_drv_init(drv, c));
  RVT_DRV_TRY(apply(drv, c->base, 0, features, sizeof features / sizeof features[0]));
  return apply(drv, c->base, RVT_DRV_ACTIVE, control, sizeof control / sizeof control[0]);
}

/** Both halves of an address: High first, so that Low is legalised against it. */
static enum rvt_drv_status apply_address(struct rvt_drv *drv, uint64_t base,
                                         struct rvt_drv_field low, struct rvt_drv_field high,
                                         uint64_t value) {
  const struct setting upper = {high, (uint32_t)(value >> 32)}, lower = {low, (uint32_t)value};
  RVT_DRV_TRY(apply(drv, base, 0, &upper, 1));
  return apply(drv, base, 0, &lower, 1);
}

/** The address of the last word of the buffer that is asked for. */
static enum rvt_drv_status limit_of(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                    const struct rvt_drv_ram_config *config, uint64_t *limit) {
  const struct rvt_drv_field low = RVT_DRV_REG("trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET);
  if (((config->bytes | config->start) & 3) != 0 || (config->smem && config->bytes == 0))
    return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, c->base, low, 4, (uint32_t)config->bytes);
  *limit = config->start + config->bytes - 4;
  if (config->bytes != 0) return RVT_DRV_OK;
  uint32_t largest;
  RVT_DRV_TRY(rvt_drv_try(drv, c->base, low, 0xFFFFFFFFu, &largest));
  *limit = largest;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_ram_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          const struct rvt_drv_ram_config *config) {
  const struct setting control[] = {
      {RVT_DRV_FIELD("trRamMode", TR_RAM_CONTROL, TR_RAM_MODE), config->smem},
      {RVT_DRV_FIELD("trRamStopOnWrap", TR_RAM_CONTROL, TR_RAM_STOP_ON_WRAP), config->stop_on_wrap},
      {RVT_DRV_FIELD("trRamMemFormat", TR_RAM_CONTROL, TR_RAM_MEM_FORMAT), 0},
  };
  uint64_t limit = 0;
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_init(drv, c));
  /* The mode first: it decides what the other registers are (TCI:RAM-02). */
  RVT_DRV_TRY(apply(drv, c->base, RVT_DRV_ACTIVE, control, sizeof control / sizeof control[0]));
  RVT_DRV_TRY(limit_of(drv, c, config, &limit));
  RVT_DRV_TRY(apply_address(drv, c->base, RVT_DRV_REG("trRamStartLow", RVT_TR_RAM_START_LOW_OFFSET),
                            RVT_DRV_REG("trRamStartHigh", RVT_TR_RAM_START_HIGH_OFFSET),
                            config->start));
  RVT_DRV_TRY(apply_address(drv, c->base, RVT_DRV_REG("trRamWPLow", RVT_TR_RAM_WP_LOW_OFFSET),
                            RVT_DRV_REG("trRamWPHigh", RVT_TR_RAM_WP_HIGH_OFFSET), config->start));
  return apply_address(drv, c->base, RVT_DRV_REG("trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET),
                       RVT_DRV_REG("trRamLimitHigh", RVT_TR_RAM_LIMIT_HIGH_OFFSET), limit);
}

enum rvt_drv_status rvt_drv_pib_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          const struct rvt_drv_pib_config *config) {
  const struct setting control[] = {
      {RVT_DRV_FIELD("trPibMode", TR_PIB_CONTROL, TR_PIB_MODE), config->mode},
      {RVT_DRV_FIELD("trPibClkCenter", TR_PIB_CONTROL, TR_PIB_CLK_CENTER), config->clk_center},
      {RVT_DRV_FIELD("trPibCalibrate", TR_PIB_CONTROL, TR_PIB_CALIBRATE), config->calibrate},
      {RVT_DRV_FIELD("trPibAsyncFreq", TR_PIB_CONTROL, TR_PIB_ASYNC_FREQ), config->async_freq},
      {RVT_DRV_FIELD("trPibDivider", TR_PIB_CONTROL, TR_PIB_DIVIDER), config->divider},
  };
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(rvt_drv_idle(drv, c));
  /* No rvt_drv_init(): it would run the pins at their fastest for a moment. */
  return apply(drv, c->base, RVT_DRV_ACTIVE, control, sizeof control / sizeof control[0]);
}

enum rvt_drv_status rvt_drv_pib_calibrate(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                          bool on) {
  const struct rvt_drv_field calibrate =
      RVT_DRV_FIELD("trPibCalibrate", TR_PIB_CONTROL, TR_PIB_CALIBRATE);
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(rvt_drv_modify(drv, c->base, calibrate, on));
  return rvt_drv_expect(drv, c->base, calibrate, on, RVT_DRV_ERR_REFUSED);
}

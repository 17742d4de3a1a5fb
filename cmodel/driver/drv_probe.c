/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/* Probes: write, read back, believe what reads back (TCI:BUS-08). The fields keep what was tried
 * last; rvt_drv_discover() resets the component after them. */

/** Bit n: the field takes value n. Values rise, as tools do it (TCI:SW-08). */
static enum rvt_drv_status values(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                  uint32_t *mask) {
  const uint32_t largest = rvt_drv_get(f, 0xFFFFFFFFu);
  *mask = 0;
  for (uint32_t v = 0; v <= largest; v++) {
    uint32_t becomes;
    RVT_DRV_TRY(rvt_drv_try(drv, base, f, v, &becomes));
    if (becomes == v) *mask |= 1u << v;
  }
  return RVT_DRV_OK;
}

/** What all ones become: the largest number, or the bits that are there. */
static enum rvt_drv_status largest(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                   uint32_t *value) {
  return rvt_drv_try(drv, base, f, rvt_drv_get(f, 0xFFFFFFFFu), value);
}

static enum rvt_drv_status flag(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                bool *there) {
  uint32_t value;
  RVT_DRV_TRY(largest(drv, base, f, &value));
  *there = value != 0;
  return RVT_DRV_OK;
}

static uint8_t count(uint32_t mask) {
  uint8_t n = 0;
  for (; mask != 0; mask &= mask - 1) n++;
  return n;
}

/** Units that filters refer to: all ones to the mask of filters, the largest comparator. */
static enum rvt_drv_status probe_filters(struct rvt_drv *drv, uint64_t base,
                                         struct rvt_drv_encoder_caps *caps) {
  const struct rvt_drv_field match = {"trTeFilterMatchComp1", RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0),
                                      RVT_TR_TE_FILTER_MATCH_COMP1_MASK, 0};
  const struct rvt_drv_field comp = {"trTeFilterComp1", RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0),
                                     RVT_TR_TE_FILTER_COMP1_MASK, 0};
  uint32_t mask, last;
  bool compares;
  RVT_DRV_TRY(largest(
      drv, base, RVT_DRV_FIELD("trTeInstFilters", TR_TE_INST_FILTERS, TR_TE_INST_FILTERS), &mask));
  caps->filters = count(mask);
  RVT_DRV_TRY(flag(drv, base, match, &compares));
  RVT_DRV_TRY(largest(drv, base, comp, &last));
  caps->comparators = compares ? (uint8_t)(last + 1) : 0;
  return RVT_DRV_OK;
}

/** External triggers: fields of four bits, 0 for one that is not there. */
static enum rvt_drv_status probe_triggers(struct rvt_drv *drv, uint64_t base,
                                          struct rvt_drv_encoder_caps *caps) {
  const struct rvt_drv_field in =
      RVT_DRV_REG("trTeTrigExtInControl", RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET);
  const struct rvt_drv_field out =
      RVT_DRV_REG("trTeTrigExtOutControl", RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET);
  uint32_t ins, outs;
  /* 2 is trace-on; an illegal value would stay the one before. */
  RVT_DRV_TRY(rvt_drv_try(drv, base, in, 0x22222222u, &ins));
  RVT_DRV_TRY(rvt_drv_try(drv, base, out, 0x11111111u, &outs));
  caps->ext_in = count(ins & 0x22222222u);
  caps->ext_out = count(outs & 0x11111111u);
  return RVT_DRV_OK;
}

static enum rvt_drv_status probe_control(struct rvt_drv *drv, uint64_t base,
                                         struct rvt_drv_encoder_caps *caps) {
  uint32_t formats, modes, sync_modes, sync_max;
  RVT_DRV_TRY(values(drv, base, RVT_DRV_TE_FIELD("trTeFormat", TR_TE_FORMAT), &formats));
  RVT_DRV_TRY(values(drv, base, RVT_DRV_TE_FIELD("trTeInstMode", TR_TE_INST_MODE), &modes));
  RVT_DRV_TRY(
      values(drv, base, RVT_DRV_TE_FIELD("trTeInstSyncMode", TR_TE_INST_SYNC_MODE), &sync_modes));
  RVT_DRV_TRY(
      largest(drv, base, RVT_DRV_TE_FIELD("trTeInstSyncMax", TR_TE_INST_SYNC_MAX), &sync_max));
  RVT_DRV_TRY(flag(drv, base, RVT_DRV_TE_FIELD("trTeContext", TR_TE_CONTEXT), &caps->context));
  RVT_DRV_TRY(flag(drv, base, RVT_DRV_TE_FIELD("trTeInstTrigEnable", TR_TE_INST_TRIG_ENABLE),
                   &caps->triggers));
  RVT_DRV_TRY(
      flag(drv, base, RVT_DRV_TE_FIELD("trTeInstStallEna", TR_TE_INST_STALL_ENA), &caps->stall));
  RVT_DRV_TRY(
      flag(drv, base, RVT_DRV_TE_FIELD("trTeInhibitSrc", TR_TE_INHIBIT_SRC), &caps->inhibit_src));
  caps->formats = (uint8_t)formats;
  caps->modes = (uint8_t)modes;
  caps->sync_modes = (uint8_t)sync_modes;
  caps->sync_max = (uint8_t)sync_max;
  return RVT_DRV_OK;
}

static enum rvt_drv_status probe_encoder(struct rvt_drv *drv, uint64_t base,
                                         struct rvt_drv_encoder_caps *caps) {
  static const struct rvt_drv_field flags = {"trTeInstFeatures", RVT_TR_TE_INST_FEATURES_OFFSET,
                                             0x7FFu & ~RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, 0};
  uint32_t impl, features, src_bits, return_modes, ts;
  RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG("trTeImpl", RVT_TR_TE_IMPL_OFFSET), &impl));
  RVT_DRV_TRY(probe_control(drv, base, caps));
  RVT_DRV_TRY(rvt_drv_write(drv, base, flags, flags.mask));
  RVT_DRV_TRY(rvt_drv_read(drv, base, flags, &features));
  RVT_DRV_TRY(values(drv, base,
                     RVT_DRV_FIELD("trTeInstImplicitReturnMode", TR_TE_INST_FEATURES,
                                   TR_TE_INST_IMPLICIT_RETURN_MODE),
                     &return_modes));
  RVT_DRV_TRY(largest(drv, base, RVT_DRV_FIELD("trTeSrcBits", TR_TE_INST_FEATURES, TR_TE_SRC_BITS),
                      &src_bits));
  RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG("trTsControl", RVT_TR_TS_CONTROL_OFFSET), &ts));
  caps->protocol_major = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_PROTOCOL_MAJOR);
  caps->protocol_minor = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_PROTOCOL_MINOR);
  caps->features = (uint16_t)(features & flags.mask);
  caps->return_modes = (uint8_t)return_modes;
  caps->src_bits = (uint8_t)src_bits;
  caps->ts_width = (uint8_t)RVT_FIELD(ts, RVT_TR_TS_WIDTH);
  RVT_DRV_TRY(probe_filters(drv, base, caps));
  return probe_triggers(drv, base, caps);
}

/** An address in two registers; a High register that is not there reads 0. */
static enum rvt_drv_status address(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field low,
                                   struct rvt_drv_field high, uint32_t value, uint64_t *becomes) {
  uint32_t upper, lower;
  RVT_DRV_TRY(rvt_drv_try(drv, base, high, value, &upper));
  RVT_DRV_TRY(rvt_drv_try(drv, base, low, value, &lower));
  *becomes = (uint64_t)upper << 32 | lower;
  return RVT_DRV_OK;
}

static enum rvt_drv_status probe_ram(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_ram_caps *caps) {
  uint32_t impl, formats, async_freq, rp;
  RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG("trRamImpl", RVT_TR_RAM_IMPL_OFFSET), &impl));
  caps->has_sram = RVT_FIELD(impl, RVT_TR_RAM_HAS_SRAM) != 0;
  caps->has_smem = RVT_FIELD(impl, RVT_TR_RAM_HAS_SMEM) != 0;
  RVT_DRV_TRY(rvt_drv_modify(drv, base, RVT_DRV_FIELD("trRamMode", TR_RAM_CONTROL, TR_RAM_MODE),
                             caps->has_sram ? 0 : 1));
  RVT_DRV_TRY(values(drv, base, RVT_DRV_FIELD("trRamMemFormat", TR_RAM_CONTROL, TR_RAM_MEM_FORMAT),
                     &formats));
  RVT_DRV_TRY(largest(drv, base, RVT_DRV_FIELD("trRamAsyncFreq", TR_RAM_CONTROL, TR_RAM_ASYNC_FREQ),
                      &async_freq));
  RVT_DRV_TRY(flag(drv, base, RVT_DRV_FIELD("trRamStopOnWrap", TR_RAM_CONTROL, TR_RAM_STOP_ON_WRAP),
                   &caps->stop_on_wrap));
  /* Start before Limit: what is legal there may depend on it (TCI:RAM-17). */
  RVT_DRV_TRY(address(drv, base, RVT_DRV_REG("trRamStartLow", RVT_TR_RAM_START_LOW_OFFSET),
                      RVT_DRV_REG("trRamStartHigh", RVT_TR_RAM_START_HIGH_OFFSET), 0,
                      &caps->start_min));
  RVT_DRV_TRY(address(drv, base, RVT_DRV_REG("trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET),
                      RVT_DRV_REG("trRamLimitHigh", RVT_TR_RAM_LIMIT_HIGH_OFFSET), 0xFFFFFFFFu,
                      &caps->limit_max));
  /* A read pointer that takes the last address says that trRamData works (TCI:RAM-24). */
  RVT_DRV_TRY(rvt_drv_try(drv, base, RVT_DRV_REG("trRamRPLow", RVT_TR_RAM_RP_LOW_OFFSET),
                          (uint32_t)caps->limit_max, &rp));
  caps->data = caps->has_sram && rp == (uint32_t)caps->limit_max;
  caps->mem_formats = (uint8_t)formats;
  caps->async_freq = (uint8_t)async_freq;
  return RVT_DRV_OK;
}

static const struct rvt_drv_field pib_divider = {"trPibDivider", RVT_TR_PIB_CONTROL_OFFSET,
                                                 RVT_TR_PIB_DIVIDER_MASK, 0};

static enum rvt_drv_status probe_pib(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_pib_caps *caps) {
  uint32_t control, async_freq, divider_max;
  /* Mode 0 throughout: the pins are off, and nobody sees a beat (TCI:PIB-05). */
  RVT_DRV_TRY(rvt_drv_read(drv, base, pib_divider, &control));
  RVT_DRV_TRY(largest(drv, base, pib_divider, &divider_max));
  RVT_DRV_TRY(flag(drv, base, RVT_DRV_FIELD("trPibCalibrate", TR_PIB_CONTROL, TR_PIB_CALIBRATE),
                   &caps->calibrate));
  RVT_DRV_TRY(largest(drv, base, RVT_DRV_FIELD("trPibAsyncFreq", TR_PIB_CONTROL, TR_PIB_ASYNC_FREQ),
                      &async_freq));
  caps->modes = 0; /* rvt_drv_pib_probe_pins() */
  caps->clk_center = false;
  caps->async_freq = (uint8_t)async_freq;
  caps->divider_max = (uint16_t)divider_max;
  caps->divider_preset = (uint16_t)rvt_drv_get(pib_divider, control);
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_pib_probe_pins(struct rvt_drv *drv, struct rvt_drv_component *c) {
  uint32_t modes;
  bool center;
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(rvt_drv_reset(drv, c));
  RVT_DRV_TRY(
      values(drv, c->base, RVT_DRV_FIELD("trPibMode", TR_PIB_CONTROL, TR_PIB_MODE), &modes));
  /* The mode is now the largest that is there: a parallel one, if any (TCI:PIB-32). */
  RVT_DRV_TRY(flag(drv, c->base, RVT_DRV_FIELD("trPibClkCenter", TR_PIB_CONTROL, TR_PIB_CLK_CENTER),
                   &center));
  RVT_DRV_TRY(rvt_drv_reset(drv, c));
  c->caps.pib.modes = (uint16_t)modes;
  c->caps.pib.clk_center = center;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_probe(struct rvt_drv *drv, struct rvt_drv_component *c) {
  switch (c->type) {
  case RVT_DRV_ENCODER: return probe_encoder(drv, c->base, &c->caps.encoder);
  case RVT_DRV_RAM: return probe_ram(drv, c->base, &c->caps.ram);
  case RVT_DRV_PIB: return probe_pib(drv, c->base, &c->caps.pib);
  case RVT_DRV_FUNNEL:
  case RVT_DRV_ATB:
  default: return RVT_DRV_OK;
  }
}

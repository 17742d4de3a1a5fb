/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/** The same bits in every tr..Impl. */
static const struct rvt_drv_field major_field = {"trVerMajor", RVT_TR_TE_IMPL_OFFSET,
                                                 RVT_TR_TE_VER_MAJOR_MASK, 0};
static const struct rvt_drv_field type_field = {"trCompType", RVT_TR_TE_IMPL_OFFSET,
                                                RVT_TR_TE_COMP_TYPE_MASK, 0};

static bool known(uint32_t type) {
  return type == RVT_DRV_ENCODER || type == RVT_DRV_FUNNEL || type == RVT_DRV_RAM ||
         type == RVT_DRV_PIB || type == RVT_DRV_ATB;
}

/** Type and version of an active component. */
static enum rvt_drv_status identify(struct rvt_drv *drv, uint64_t base,
                                    struct rvt_drv_component *c) {
  uint32_t impl;
  RVT_DRV_TRY(rvt_drv_read(drv, base, type_field, &impl));
  const uint32_t type = rvt_drv_get(type_field, impl), major = rvt_drv_get(major_field, impl);
  if (!known(type)) return rvt_drv_fail(drv, RVT_DRV_ERR_TYPE, base, type_field, 1, type);
  if (major != 1) return rvt_drv_fail(drv, RVT_DRV_ERR_VERSION, base, major_field, 1, major);
  *c = (struct rvt_drv_component){.base = base,
                                  .type = (enum rvt_drv_type)type,
                                  .major = (uint8_t)major,
                                  .minor = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_VER_MINOR)};
  return RVT_DRV_OK;
}

/**
 * What tr..Impl says of a component that need not be active; type 0 if nothing that is known. There
 * are components that show it only while they are active (TCI:BUS-03).
 */
static enum rvt_drv_status peek(struct rvt_drv *drv, uint64_t base, enum rvt_drv_type *type,
                                uint32_t *found) {
  uint32_t impl;
  RVT_DRV_TRY(rvt_drv_read(drv, base, type_field, &impl));
  *found = rvt_drv_get(type_field, impl);
  *type = known(*found) ? (enum rvt_drv_type) * found : (enum rvt_drv_type)0;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_discover(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_component *c) {
  struct rvt_drv_component found = {.base = base};
  uint32_t read;
  RVT_DRV_TRY(peek(drv, base, &found.type, &read));
  const enum rvt_drv_status status = rvt_drv_reset(drv, &found);
  if (status == RVT_DRV_ERR_TIMEOUT && found.type == 0)
    return rvt_drv_fail(drv, RVT_DRV_ERR_NOTHING, base, type_field, RVT_DRV_ENCODER, read);
  RVT_DRV_TRY(status);
  RVT_DRV_TRY(identify(drv, base, &found));
  RVT_DRV_TRY(rvt_drv_probe(drv, &found));
  RVT_DRV_TRY(rvt_drv_reset(drv, &found));
  found.probed = true;
  *c = found;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_attach(struct rvt_drv *drv, uint64_t base,
                                   struct rvt_drv_component *c) {
  struct rvt_drv_component found;
  enum rvt_drv_type type;
  uint32_t read;
  RVT_DRV_TRY(peek(drv, base, &type, &read));
  RVT_DRV_TRY(rvt_drv_expect(drv, base, rvt_drv_active(type), 1, RVT_DRV_ERR_STATE));
  RVT_DRV_TRY(identify(drv, base, &found));
  *c = found;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_release(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  RVT_DRV_TRY(rvt_drv_write(drv, c->base, rvt_drv_control(c->type), 0));
  return rvt_drv_wait_active(drv, c->base, c->type, 0);
}

enum rvt_drv_status rvt_drv_init(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  static const struct rvt_drv_field encoder[] = {
      {"trTeInstFeatures", RVT_TR_TE_INST_FEATURES_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeInstFilters", RVT_TR_TE_INST_FILTERS_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeDataControl", RVT_TR_TE_DATA_CONTROL_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeDataFilters", RVT_TR_TE_DATA_FILTERS_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeTrigDbgControl", RVT_TR_TE_TRIG_DBG_CONTROL_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeTrigExtInControl", RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 0xFFFFFFFFu, 0},
      {"trTeTrigExtOutControl", RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, 0xFFFFFFFFu, 0},
      {"trTsControl", RVT_TR_TS_CONTROL_OFFSET, 0xFFFFFFFFu, 0},
  };
  /* trFunnelDisInput and the funnel's trTsControl. */
  static const struct rvt_drv_field funnel[] = {{"trFunnelDisInput", 0x008, 0xFFFFFFFFu, 0},
                                                {"trTsControl", 0x040, 0xFFFFFFFFu, 0}};
  const struct rvt_drv_field *list = c->type == RVT_DRV_FUNNEL ? funnel : encoder;
  const size_t count = c->type == RVT_DRV_ENCODER  ? sizeof encoder / sizeof encoder[0]
                       : c->type == RVT_DRV_FUNNEL ? sizeof funnel / sizeof funnel[0]
                                                   : 0;
  RVT_DRV_TRY(rvt_drv_idle(drv, c));
  RVT_DRV_TRY(rvt_drv_write(drv, c->base, rvt_drv_control(c->type), RVT_DRV_ACTIVE));
  for (size_t i = 0; i < count; i++) RVT_DRV_TRY(rvt_drv_write(drv, c->base, list[i], 0));
  return RVT_DRV_OK;
}

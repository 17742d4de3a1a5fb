/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/** Version and type of an active component, which must be as given, or any if that is 0. */
static enum rvt_drv_status identify(struct rvt_drv *drv, struct rvt_drv_component *c) {
  uint32_t impl;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TYPE, &impl));
  const enum rvt_drv_type type = (enum rvt_drv_type)rvt_drv_get(RVT_DRV_F_TYPE, impl);
  if (c->type != 0 ? type != c->type : !rvt_drv_known(type))
    return rvt_drv_fail(drv, RVT_DRV_ERR_TYPE, c, RVT_DRV_F_TYPE,
                        c->type != 0 ? (uint32_t)c->type : RVT_DRV_ENCODER, (uint32_t)type);
  RVT_DRV_TRY(rvt_drv_is(drv, c, RVT_DRV_F_MAJOR, impl, 1, RVT_DRV_ERR_VERSION));
  if (type == RVT_DRV_TANDEM) { /* any vendor's type: ours has an XLEN */
    uint32_t sizes;
    RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TANDEM_SIZES, &sizes));
    const uint32_t xlen = RVT_FIELD(sizes, RVT_RVT_TANDEM_XLEN);
    if (xlen != 32 && xlen != 64)
      return rvt_drv_fail(drv, RVT_DRV_ERR_TYPE, c, RVT_DRV_F_TANDEM_SIZES, 32, xlen);
  }
  c->type = type;
  c->major = 1;
  c->minor = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_VER_MINOR);
  return RVT_DRV_OK;
}

/**
 * What tr..Impl says of a component that need not be active; type 0 if nothing that is known. There
 * are components that show it only while they are active (TCI:BUS-03).
 */
static enum rvt_drv_status peek(struct rvt_drv *drv, struct rvt_drv_component *c, uint32_t *found) {
  uint32_t impl;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TYPE, &impl));
  *found = rvt_drv_get(RVT_DRV_F_TYPE, impl);
  c->type = (enum rvt_drv_type) * found;
  /* All ones, from where nothing is, are a vendor's type, too. */
  const bool other = c->type == RVT_DRV_TANDEM && impl != RVT_RVT_TANDEM_IMPL_RESET;
  if (other || !rvt_drv_known(c->type)) c->type = (enum rvt_drv_type)0;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_discover(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_component *c) {
  struct rvt_drv_component found = {.base = base};
  uint32_t read;
  RVT_DRV_TRY(peek(drv, &found, &read));
  const enum rvt_drv_status status = rvt_drv_reset(drv, &found);
  if (status == RVT_DRV_ERR_TIMEOUT && found.type == 0)
    return rvt_drv_fail(drv, RVT_DRV_ERR_NOTHING, &found, RVT_DRV_F_TYPE, RVT_DRV_ENCODER, read);
  RVT_DRV_TRY(status);
  found.type = (enum rvt_drv_type)0;
  RVT_DRV_TRY(identify(drv, &found));
  RVT_DRV_TRY(rvt_drv_probe(drv, &found));
  RVT_DRV_TRY(rvt_drv_reset(drv, &found));
  found.probed = true;
  *c = found;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_assume(struct rvt_drv *drv, struct rvt_drv_component *c) {
  const enum rvt_drv_status status = rvt_drv_reset(drv, c);
  if (status == RVT_DRV_ERR_TIMEOUT) {
    /* Looked at only now: the good way costs one read less. */
    const struct rvt_drv_error error = drv->error;
    struct rvt_drv_component found = *c;
    uint32_t read;
    RVT_DRV_TRY(peek(drv, &found, &read));
    if (found.type == 0)
      return rvt_drv_fail(drv, RVT_DRV_ERR_NOTHING, c, RVT_DRV_F_TYPE, (uint32_t)c->type, read);
    drv->error = error;
  }
  RVT_DRV_TRY(status);
  return identify(drv, c);
}

enum rvt_drv_status rvt_drv_attach(struct rvt_drv *drv, uint64_t base,
                                   struct rvt_drv_component *c) {
  struct rvt_drv_component found = {.base = base};
  uint32_t word;
  RVT_DRV_TRY(peek(drv, &found, &word));
  RVT_DRV_TRY(rvt_drv_read(drv, &found, RVT_DRV_F_ACTIVE, &word));
  RVT_DRV_TRY(rvt_drv_is(drv, &found, RVT_DRV_F_ACTIVE, word, 1, RVT_DRV_ERR_STATE));
  found.type = (enum rvt_drv_type)0;
  RVT_DRV_TRY(identify(drv, &found));
  *c = found;
  return RVT_DRV_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/* Accesses of more than one step, and waits. */

/** What may be wrong where Active does not follow a write; no register tells these apart. */
#define NOT_UP                                                                                     \
  "power, clock or acknowledge (active_ack) is missing, or writes do not arrive (PSTRB)"
#define NOT_DOWN                                                                                   \
  "a message still leaves, the acknowledge (active_ack) stays, or writes do not arrive (PSTRB)"

enum rvt_drv_status rvt_drv_is(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                               uint32_t word, uint32_t value, enum rvt_drv_status status) {
  const uint32_t found = rvt_drv_get(f, word);
  return found == value ? RVT_DRV_OK : rvt_drv_fail(drv, status, c, f, value, found);
}

enum rvt_drv_status rvt_drv_modify(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                   uint32_t value) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_read(drv, c, f, &word));
  return rvt_drv_write(drv, c, f, rvt_drv_with(c, f, word, value));
}

enum rvt_drv_status rvt_drv_try(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field reg,
                                uint32_t word, uint32_t *becomes) {
  RVT_DRV_TRY(rvt_drv_write(drv, c, reg, word));
  return rvt_drv_read(drv, c, reg, becomes);
}

enum rvt_drv_status rvt_drv_put(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field reg,
                                uint32_t word) {
  uint32_t found;
  RVT_DRV_TRY(rvt_drv_try(drv, c, reg, word, &found));
  return rvt_drv_is(drv, c, reg, found, word, RVT_DRV_ERR_REFUSED);
}

struct rvt_drv_patience rvt_drv_patience(const struct rvt_drv *drv) {
  const struct rvt_drv_bus *bus = drv->bus;
  return (struct rvt_drv_patience){.from = bus->now != NULL ? bus->now(bus->context) : 0};
}

void rvt_drv_before_look(const struct rvt_drv *drv, struct rvt_drv_patience *p) {
  const struct rvt_drv_bus *bus = drv->bus;
  /* The time is taken before the look, so that a caller who was not running for long does not
   * time out on a register that has long been right. */
  const uint64_t waited = bus->now != NULL ? bus->now(bus->context) - p->from : ++p->from;
  p->over = waited >= drv->timeout;
}

enum rvt_drv_status rvt_drv_look_again(struct rvt_drv *drv, const struct rvt_drv_patience *p,
                                       rvt_drv_at c, enum rvt_drv_field f, uint32_t expected,
                                       uint32_t found) {
  if (p->over) return rvt_drv_fail(drv, RVT_DRV_ERR_TIMEOUT, c, f, expected, found);
  if (drv->bus->pause != NULL) drv->bus->pause(drv->bus->context);
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_wait(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                 uint32_t value, uint32_t *word) {
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  for (;;) {
    rvt_drv_before_look(drv, &p);
    RVT_DRV_TRY(rvt_drv_read(drv, c, f, word));
    const uint32_t found = rvt_drv_get(f, *word);
    if (found == value) return RVT_DRV_OK;
    const enum rvt_drv_status status = rvt_drv_look_again(drv, &p, c, f, value, found);
    if (status == RVT_DRV_OK) continue;
    if (f == RVT_DRV_F_ACTIVE) drv->error.cause = value != 0 ? NOT_UP : NOT_DOWN;
    return status;
  }
}

enum rvt_drv_status rvt_drv_switch(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                   uint32_t value, uint32_t *word) {
  RVT_DRV_TRY(rvt_drv_write(drv, c, f, rvt_drv_with(c, f, *word, value)));
  return rvt_drv_wait(drv, c, f, value, word);
}

enum rvt_drv_status rvt_drv_idle(struct rvt_drv *drv, rvt_drv_at c, uint32_t control) {
  const enum rvt_drv_status status = RVT_DRV_ERR_STATE;
  RVT_DRV_TRY(rvt_drv_is(drv, c, RVT_DRV_F_ACTIVE, control, 1, status));
  RVT_DRV_TRY(rvt_drv_is(drv, c, RVT_DRV_F_ENABLE, control, 0, status));
  return rvt_drv_is(drv, c, RVT_DRV_F_EMPTY, control, 1, status);
}

enum rvt_drv_status rvt_drv_typed(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_type type) {
  if (c->type == type) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_TYPE, c, RVT_DRV_F_TYPE, (uint32_t)type, (uint32_t)c->type);
}

enum rvt_drv_status rvt_drv_release(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_write(drv, c, RVT_DRV_F_CONTROL, 0));
  return rvt_drv_wait(drv, c, RVT_DRV_F_ACTIVE, 0, &word);
}

enum rvt_drv_status rvt_drv_reset(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_release(drv, c));
  RVT_DRV_TRY(rvt_drv_write(drv, c, RVT_DRV_F_CONTROL, RVT_DRV_ACTIVE));
  return rvt_drv_wait(drv, c, RVT_DRV_F_ACTIVE, 1, &word);
}

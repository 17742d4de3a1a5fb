/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

enum rvt_drv_status rvt_drv_fail(struct rvt_drv *drv, enum rvt_drv_status status, uint64_t base,
                                 struct rvt_drv_field f, uint32_t expected, uint32_t found) {
  drv->error = (struct rvt_drv_error){status, f.name, base + f.offset, expected, found, NULL};
  return status;
}

enum rvt_drv_status rvt_drv_read(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                 uint32_t *word) {
  if (drv->bus->read32(drv->bus->context, base + f.offset, word)) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_BUS, base, f, 0, 0);
}

enum rvt_drv_status rvt_drv_write(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                  uint32_t word) {
  if (drv->bus->write32(drv->bus->context, base + f.offset, word)) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_BUS, base, f, 0, 0);
}

enum rvt_drv_status rvt_drv_modify(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                   uint32_t value) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_read(drv, base, f, &word));
  return rvt_drv_write(drv, base, f, rvt_drv_set(f, word & ~f.clears, value));
}

enum rvt_drv_status rvt_drv_try(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                uint32_t value, uint32_t *becomes) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_modify(drv, base, f, value));
  RVT_DRV_TRY(rvt_drv_read(drv, base, f, &word));
  *becomes = rvt_drv_get(f, word);
  return RVT_DRV_OK;
}

struct rvt_drv_patience rvt_drv_patience(const struct rvt_drv *drv) {
  const struct rvt_drv_bus *bus = drv->bus;
  return (struct rvt_drv_patience){.begin = bus->now != NULL ? bus->now(bus->context) : 0};
}

void rvt_drv_before_look(const struct rvt_drv *drv, struct rvt_drv_patience *p) {
  const struct rvt_drv_bus *bus = drv->bus;
  p->looks++;
  /* The time is taken before the look, so that a caller who was not running for long does not
   * time out on a register that has long been right. */
  const uint64_t waited = bus->now != NULL ? bus->now(bus->context) - p->begin : p->looks;
  p->over = waited >= drv->timeout;
}

enum rvt_drv_status rvt_drv_look_again(struct rvt_drv *drv, const struct rvt_drv_patience *p,
                                       uint64_t base, struct rvt_drv_field f, uint32_t expected,
                                       uint32_t found) {
  if (p->over) return rvt_drv_fail(drv, RVT_DRV_ERR_TIMEOUT, base, f, expected, found);
  if (drv->bus->pause != NULL) drv->bus->pause(drv->bus->context);
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_wait(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                 uint32_t value) {
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  for (;;) {
    uint32_t word;
    rvt_drv_before_look(drv, &p);
    RVT_DRV_TRY(rvt_drv_read(drv, base, f, &word));
    if (rvt_drv_get(f, word) == value) return RVT_DRV_OK;
    RVT_DRV_TRY(rvt_drv_look_again(drv, &p, base, f, value, rvt_drv_get(f, word)));
  }
}

enum rvt_drv_status rvt_drv_expect(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                   uint32_t value, enum rvt_drv_status status) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_read(drv, base, f, &word));
  if (rvt_drv_get(f, word) == value) return RVT_DRV_OK;
  return rvt_drv_fail(drv, status, base, f, value, rvt_drv_get(f, word));
}

enum rvt_drv_status rvt_drv_idle(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  RVT_DRV_TRY(rvt_drv_expect(drv, c->base, rvt_drv_active(c->type), 1, RVT_DRV_ERR_STATE));
  RVT_DRV_TRY(rvt_drv_expect(drv, c->base, rvt_drv_enable(c->type), 0, RVT_DRV_ERR_STATE));
  return rvt_drv_expect(drv, c->base, rvt_drv_empty(c->type), 1, RVT_DRV_ERR_STATE);
}

/* By type: Control, Active, Enable, Empty. */
static const struct {
  enum rvt_drv_type type;
  const char *text, *name[4];
} kinds[] = {
    {RVT_DRV_ENCODER, "trace encoder", {"trTeControl", "trTeActive", "trTeEnable", "trTeEmpty"}},
    {RVT_DRV_FUNNEL,
     "trace funnel",
     {"trFunnelControl", "trFunnelActive", "trFunnelEnable", "trFunnelEmpty"}},
    {RVT_DRV_RAM, "RAM sink", {"trRamControl", "trRamActive", "trRamEnable", "trRamEmpty"}},
    {RVT_DRV_PIB, "PIB sink", {"trPibControl", "trPibActive", "trPibEnable", "trPibEmpty"}},
    {RVT_DRV_ATB,
     "ATB bridge",
     {"trAtbBridgeControl", "trAtbBridgeActive", "trAtbBridgeEnable", "trAtbBridgeEmpty"}},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct rvt_drv_field control_field(enum rvt_drv_type type, unsigned which, uint32_t mask) {
  static const char *const any[] = {"trControl", "trActive", "trEnable", "trEmpty"};
  const char *name = any[which];
  for (unsigned i = 0; i < KINDS; i++)
    if (kinds[i].type == type) name = kinds[i].name[which];
  const uint32_t clears = type == RVT_DRV_ENCODER ? RVT_DRV_LOST : 0;
  return (struct rvt_drv_field){name, 0, mask, clears};
}

struct rvt_drv_field rvt_drv_control(enum rvt_drv_type type) {
  return control_field(type, 0, 0xFFFFFFFFu);
}
struct rvt_drv_field rvt_drv_active(enum rvt_drv_type type) {
  return control_field(type, 1, RVT_DRV_ACTIVE);
}
struct rvt_drv_field rvt_drv_enable(enum rvt_drv_type type) {
  return control_field(type, 2, RVT_DRV_ENABLE);
}
struct rvt_drv_field rvt_drv_empty(enum rvt_drv_type type) {
  return control_field(type, 3, RVT_DRV_EMPTY);
}

const char *rvt_drv_type_text(enum rvt_drv_type type) {
  for (unsigned i = 0; i < KINDS; i++)
    if (kinds[i].type == type) return kinds[i].text;
  return "component";
}

enum rvt_drv_status rvt_drv_typed(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                  enum rvt_drv_type type) {
  if (c->type == type) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_TYPE, c->base,
                      (struct rvt_drv_field){"trCompType", RVT_TR_TE_IMPL_OFFSET, 1, 0},
                      (uint32_t)type, (uint32_t)c->type);
}

enum rvt_drv_status rvt_drv_wait_active(struct rvt_drv *drv, uint64_t base, enum rvt_drv_type type,
                                        uint32_t value) {
  const enum rvt_drv_status status = rvt_drv_wait(drv, base, rvt_drv_active(type), value);
  if (status == RVT_DRV_ERR_TIMEOUT)
    drv->error.cause = value != 0 ? RVT_DRV_NOT_UP : RVT_DRV_NOT_DOWN;
  return status;
}

enum rvt_drv_status rvt_drv_reset(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  const struct rvt_drv_field control = rvt_drv_control(c->type);
  RVT_DRV_TRY(rvt_drv_write(drv, c->base, control, 0));
  RVT_DRV_TRY(rvt_drv_wait_active(drv, c->base, c->type, 0));
  RVT_DRV_TRY(rvt_drv_write(drv, c->base, control, RVT_DRV_ACTIVE));
  return rvt_drv_wait_active(drv, c->base, c->type, 1);
}

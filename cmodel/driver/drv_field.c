/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/* The fields, the names of types and their fields, and how an error gets the right one. */

/** A field, or a whole register, which has 32 bits. */
struct place {
  uint16_t offset;
  uint8_t lsb, width;
};
/* The width of a mask of ones that begins at bit 0. */
#define WIDTH(ones)                                                                                \
  ((ones) == 0x1     ? 1                                                                           \
   : (ones) == 0x3   ? 2                                                                           \
   : (ones) == 0x7   ? 3                                                                           \
   : (ones) == 0xF   ? 4                                                                           \
   : (ones) == 0xFF  ? 8                                                                           \
   : (ones) == 0xFFF ? 12                                                                          \
                     : 16)
static const struct place places[RVT_DRV_FIELDS] = {
#define COMMON(id, text, lsb, width) {0, lsb, width},
#define FIELD(id, text, offset, field)                                                             \
  {offset, RVT_##field##_LSB, WIDTH(RVT_##field##_MASK >> RVT_##field##_LSB)},
#define REG(id, text, offset) {offset, 0, 32},
    RVT_DRV_COMMON_LIST(COMMON) RVT_DRV_FIELD_LIST(FIELD) RVT_DRV_REG_LIST(REG)
#undef COMMON
#undef FIELD
#undef REG
};
/* Each field is one of the widths that WIDTH() knows. */
#define FIELD(id, text, offset, field)                                                             \
  _Static_assert((UINT64_C(1) << WIDTH(RVT_##field##_MASK >> RVT_##field##_LSB)) - 1 ==            \
                     RVT_##field##_MASK >> RVT_##field##_LSB,                                      \
                 text);
RVT_DRV_FIELD_LIST(FIELD)
#undef FIELD

/* Names one after the other, each with its end: that takes half the room of pointers to them. */
#define NAME(id, text, ...) text "\0"
static const char names[] =
    RVT_DRV_COMMON_LIST(NAME) RVT_DRV_FIELD_LIST(NAME) RVT_DRV_REG_LIST(NAME);
/* By type: the type itself, and its common fields. */
#define KIND(type, text, prefix)                                                                   \
  { type, text "\0" prefix "Control\0" prefix "Active\0" prefix "Enable\0" prefix "Empty" }
static const struct {
  enum rvt_drv_type type;
  const char *texts;
} kinds[] = {
    KIND(RVT_DRV_ENCODER, "trace encoder", "trTe"),
    KIND(RVT_DRV_FUNNEL, "trace funnel", "trFunnel"),
    KIND(RVT_DRV_RAM, "RAM sink", "trRam"),
    KIND(RVT_DRV_PIB, "PIB sink", "trPib"),
    KIND(RVT_DRV_ATB, "ATB bridge", "trAtbBridge"),
    KIND(RVT_DRV_TANDEM, "tandem encoder", "rvtTandem"),
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *rvt_drv_nth(const char *texts, unsigned n) {
  for (; n != 0; n--)
    while (*texts++ != '\0') {
    }
  return texts;
}

/** The text of a type with the names of its fields; NULL if it is none. */
static const char *kind_of(enum rvt_drv_type type) {
  for (unsigned i = 0; i < KINDS; i++)
    if (kinds[i].type == type) return kinds[i].texts;
  return NULL;
}

bool rvt_drv_known(enum rvt_drv_type type) { return kind_of(type) != NULL; }

const char *rvt_drv_type_text(enum rvt_drv_type type) {
  const char *texts = kind_of(type);
  return texts != NULL ? texts : "component";
}

static const char *name_of(enum rvt_drv_type type, enum rvt_drv_field f) {
  const char *own = f <= RVT_DRV_F_EMPTY ? kind_of(type) : NULL;
  return own != NULL ? rvt_drv_nth(own, f + 1u) : rvt_drv_nth(names, f);
}

/** All ones of a field, at bit 0. */
static uint32_t ones(const struct place *p) { return 0xFFFFFFFFu >> (32 - p->width); }

uint32_t rvt_drv_get(enum rvt_drv_field f, uint32_t word) {
  const struct place *p = &places[f];
  return word >> p->lsb & ones(p);
}

uint32_t rvt_drv_with(rvt_drv_at c, enum rvt_drv_field f, uint32_t word, uint32_t value) {
  const struct place *p = &places[f];
  const uint32_t mask = ones(p) << p->lsb;
  if (p->offset == RVT_TR_TE_CONTROL_OFFSET) /* that of each type */
    word &= ~(uint32_t)(c->type == RVT_DRV_ENCODER  ? RVT_DRV_LOST
                        : c->type == RVT_DRV_TANDEM ? RVT_DRV_TANDEM_LOST
                                                    : 0);
  return (word & ~mask) | (value << p->lsb & mask);
}

enum rvt_drv_status rvt_drv_fail(struct rvt_drv *drv, enum rvt_drv_status status, rvt_drv_at c,
                                 enum rvt_drv_field f, uint32_t expected, uint32_t found) {
  struct rvt_drv_error *e = &drv->error;
  e->status = status;
  e->field = name_of(c->type, f);
  e->address = c->base + places[f].offset;
  e->expected = expected;
  e->found = found;
  e->cause = NULL;
  return status;
}

enum rvt_drv_status rvt_drv_read(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                 uint32_t *word) {
  if (drv->bus->read32(drv->bus->context, c->base + places[f].offset, word)) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_BUS, c, f, 0, 0);
}

enum rvt_drv_status rvt_drv_write(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field f,
                                  uint32_t word) {
  if (drv->bus->write32(drv->bus->context, c->base + places[f].offset, word)) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_BUS, c, f, 0, 0);
}

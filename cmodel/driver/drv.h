/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DRV_INTERNAL_H
#define RVT_DRV_INTERNAL_H

/* What the files of the driver share. */

#include "rvt/drv.h"
#include "rvt/regs.h"

/** A field, or a whole register with all bits in its mask. */
struct rvt_drv_field {
  const char *name;
  uint16_t offset;
  uint32_t mask;
  uint32_t clears; /* bits of the register that a written 1 clears; others' writes give them 0 */
};
#define RVT_DRV_FIELD(text, reg, field)                                                            \
  ((struct rvt_drv_field){text, RVT_##reg##_OFFSET, RVT_##field##_MASK, 0})
/** A field of trTeControl. */
#define RVT_DRV_TE_FIELD(text, field)                                                              \
  ((struct rvt_drv_field){text, RVT_TR_TE_CONTROL_OFFSET, RVT_##field##_MASK, RVT_DRV_LOST})
#define RVT_DRV_REG(text, offset) ((struct rvt_drv_field){text, offset, 0xFFFFFFFFu, 0})

/** tr..Control begins alike everywhere. */
enum { RVT_DRV_ACTIVE = 1, RVT_DRV_ENABLE = 2, RVT_DRV_EMPTY = 8, RVT_DRV_LOST = 0x1000 };

static inline uint32_t rvt_drv_lowest(uint32_t mask) { return mask & (~mask + 1u); }
static inline uint32_t rvt_drv_get(struct rvt_drv_field f, uint32_t word) {
  return (word & f.mask) / rvt_drv_lowest(f.mask);
}
static inline uint32_t rvt_drv_set(struct rvt_drv_field f, uint32_t word, uint32_t value) {
  return (word & ~f.mask) | (value * rvt_drv_lowest(f.mask) & f.mask);
}

/** What may be wrong where Active does not follow a write; no register tells these apart. */
#define RVT_DRV_NOT_UP                                                                             \
  "power, clock or acknowledge (active_ack) is missing, or writes do not arrive (PSTRB)"
#define RVT_DRV_NOT_DOWN                                                                           \
  "a message still leaves, the acknowledge (active_ack) stays, or writes do not arrive (PSTRB)"

/** Note an error. @return `status` */
enum rvt_drv_status rvt_drv_fail(struct rvt_drv *drv, enum rvt_drv_status status, uint64_t base,
                                 struct rvt_drv_field f, uint32_t expected, uint32_t found);

/** Access the register of a field, all bits. */
enum rvt_drv_status rvt_drv_read(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                 uint32_t *word);
enum rvt_drv_status rvt_drv_write(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                  uint32_t word);
/** Read, replace the field, write; what a written 1 would clear stays. */
enum rvt_drv_status rvt_drv_modify(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                   uint32_t value);
/** Write a value to a field and see what it becomes. */
enum rvt_drv_status rvt_drv_try(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                uint32_t value, uint32_t *becomes);
/** A wait for hardware, which drv->timeout bounds. */
struct rvt_drv_patience {
  uint64_t begin, looks;
  bool over; /* the look that follows is the last */
};
struct rvt_drv_patience rvt_drv_patience(const struct rvt_drv *drv);
/** Before each look. */
void rvt_drv_before_look(const struct rvt_drv *drv, struct rvt_drv_patience *p);
/** After a look in vain: RVT_DRV_ERR_TIMEOUT with these values if it was the last. */
enum rvt_drv_status rvt_drv_look_again(struct rvt_drv *drv, const struct rvt_drv_patience *p,
                                       uint64_t base, struct rvt_drv_field f, uint32_t expected,
                                       uint32_t found);
/** Look until the component's Active reads `value`; a time-out has its likely cause in the error.
 */
enum rvt_drv_status rvt_drv_wait_active(struct rvt_drv *drv, uint64_t base, enum rvt_drv_type type,
                                        uint32_t value);
/** Look until the field reads `value`. */
enum rvt_drv_status rvt_drv_wait(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                 uint32_t value);
/** Fails unless the field reads `value`, with `status`. */
enum rvt_drv_status rvt_drv_expect(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field f,
                                   uint32_t value, enum rvt_drv_status status);
/** Fails unless the component may be configured or read: active, not enabled, empty. */
enum rvt_drv_status rvt_drv_idle(struct rvt_drv *drv, const struct rvt_drv_component *c);
/** Fails unless it is of the type. */
enum rvt_drv_status rvt_drv_typed(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                  enum rvt_drv_type type);
/** Find out what the component can do; active, not enabled. */
enum rvt_drv_status rvt_drv_probe(struct rvt_drv *drv, struct rvt_drv_component *c);

/** The common fields of tr..Control by the type's own names. */
struct rvt_drv_field rvt_drv_control(enum rvt_drv_type type);
struct rvt_drv_field rvt_drv_active(enum rvt_drv_type type);
struct rvt_drv_field rvt_drv_enable(enum rvt_drv_type type);
struct rvt_drv_field rvt_drv_empty(enum rvt_drv_type type);

/** Return from the caller on any status but RVT_DRV_OK. */
#define RVT_DRV_TRY(call)                                                                          \
  do {                                                                                             \
    const enum rvt_drv_status status_ = (call);                                                    \
    if (status_ != RVT_DRV_OK) return status_;                                                     \
  } while (0)

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_DRV_BLOCK_H
#define TESTS_DRV_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "rvt/drv.h"

/*
 * Components of other makers, which have what is not built here: filters, external triggers, system
 * memory above 4 GiB, a funnel. Each is a table of fields, with what a write makes of them.
 */

enum { CONTROL = 0x000, IMPL = 0x004, ACTIVE = 1, EMPTY = 8, WORDS = 0x1000 / 4 };
enum { BLOCKS = 5, FIELDS = 40, ACCESSES = 4096 };

/** What a field becomes: the bits of `arg` that are written; the number, at most `arg`; the number
 * if its bit is set in `arg`, else what it was; always `arg`. */
enum kind { BITS, MOST, ONE_OF, FIXED };
struct field {
  uint32_t offset, mask;
  enum kind kind;
  uint32_t arg, reset;
};

struct block {
  uint64_t base;
  struct field field[FIELDS];
  size_t count;
  uint32_t word[WORDS];
  uint32_t reads[WORDS];
};

struct access {
  uint64_t address;
  uint32_t value;
};

extern struct block drv_block[BLOCKS];
extern struct access drv_written[ACCESSES]; /* each write, in its order */
extern size_t drv_writes;

/** Every field at its reset value, as after Active 0. */
void drv_block_reset(struct block *p);
/** One field more. */
void drv_block_put(struct block *p, struct field f);
#define PRESET(p, offset, mask, kind, arg, reset)                                                  \
  drv_block_put(p, (struct field){offset, mask, kind, arg, reset})
#define PUT(p, offset, mask, kind, arg) PRESET(p, offset, mask, kind, arg, 0)

/** An empty bus with one component on it, of version 1.2, and a driver of that bus. */
struct block *drv_block_begin(struct rvt_drv *drv, enum rvt_drv_type type);

/* What a test expects of a call of the driver. */

/** It succeeded; if not, the test fails with the driver's text. */
void drv_ok(const struct rvt_drv *drv, enum rvt_drv_status status);
/** It failed so, and the text says what it should. */
void drv_fails(const struct rvt_drv *drv, enum rvt_drv_status status, enum rvt_drv_status expected,
               const char *text);

#endif

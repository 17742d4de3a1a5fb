/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_REG_STEPS_H
#define RVT_TB_REG_STEPS_H

/*
 * A script that scripts/regs/reg_steps.py has written: accesses to the registers of a component,
 * what they must read, and what its other inputs are meanwhile. One step a line, numbers of the bus
 * in hexadecimal, each step after the one before it without a clock in between:
 *
 *   set NAME VALUE        an input of the bench, from this clock on
 *   wait N                so many clocks without an access
 *   w OFFSET DATA STROBES
 *   r OFFSET VALUE MASK   the bits of MASK must read VALUE
 *   all [OFFSET=VALUE/MASK]...  a read of each of the 1024 words; those not named must read 0
 *   until OFFSET MASK VALUE     reads until the bits of MASK are VALUE
 *   send BYTES END        into the component's stream; END 1: the last byte ends a message
 *   cfg NAME VALUE        what the encoder has as its configuration
 *   end N                 so many accesses, those of `all` counted singly, `until` as one
 *
 * Lines that begin with # are comments. Option steps=FILE.
 */

#include "apb_bus.h"

enum { TB_STEPS_BYTES = 64 };

/** A name in the script and the byte in the bench's state that it stands for. */
struct tb_step_place {
  const char *name;
  uint32_t offset;
};

struct tb_steps {
  /* set by the bench after tb_steps_init() */
  const struct tb_step_place *inputs;                  /* ... of `set`; the last one has no name */
  uint64_t (*cfg)(const void *self, const char *name); /* NULL: there is no `cfg` */
  void *self;
  /* bytes that the bench still has to send, and whether they end a message; it counts `sent` up */
  uint8_t bytes[TB_STEPS_BYTES];
  unsigned count, sent;
  bool ends;
  uint64_t reads, writes, blocks, checks; /* done so far; `blocks` by `all` */
  /* its own */
  struct tb *tb;
  char *text, *at, *end; /* `end`: of the line that is looked at */
  const char *path;
  unsigned line;
  uint32_t wait_left, limit_left;
  uint32_t all_next; /* offset of the next read of `all`; 4096: none is under way */
  const char *all_at;
  bool until, ended;
  uint16_t polled;
  uint32_t value, mask;
  struct tb_apb_access wrote; /* last */
};

/** Reads the script. @return false after tb_fail() */
bool tb_steps_init(struct tb_steps *s, struct tb *tb, struct tb_apb *bus);
void tb_steps_close(struct tb_steps *s);
/** From the beginning. */
void tb_steps_reset(struct tb_steps *s);
/** In drive(), before tb_apb_next(): the steps that take no time, then one that does. */
void tb_steps_next(struct tb_steps *s, struct tb_apb *bus);
/** Whether all of the script was played; else tb_fail(). */
bool tb_steps_finish(const struct tb_steps *s, struct tb *tb);

#endif

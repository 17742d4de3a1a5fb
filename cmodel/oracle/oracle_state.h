/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_STATE_H
#define RVT_ORACLE_STATE_H

/*
 * What the oracles of all formats share: oracle.c is the life of one and the slots of a clock,
 * oracle_rules.c the questions that the rows answer for each of them.
 */

#include "oracle.h"

enum { STACK_MAX = 32 };
enum { TRIGGER_ON = 1, TRIGGER_OFF = 2, TRIGGER_NOTIFY = 4 }; /* bits of both trigger inputs */

/** What an oracle calls of its format. */
struct oracle_format {
  size_t size;                       /* of its state, which begins with a struct oracle */
  void (*reset)(struct oracle *o);   /* the state after reset; it is zero when it is new */
  void (*clock)(struct oracle *o);   /* all slots of a clock have been told */
  void (*take)(struct oracle *o);    /* oracle_take() */
  void (*forget)(struct oracle *o);  /* a copy has no messages, and no memory for them */
  void (*release)(struct oracle *o); /* what it has allocated */
};

/** The begin of every format's state. */
struct oracle {
  const struct oracle_format *format;
  struct rvt_params params;

  /* The clock being told. */
  struct oracle_clock slot[RVT_BLOCKS_MAX];
  unsigned slots;

  bool session;  /* from a start to its stop or its overflow (D-02) */
  uint64_t lost; /* instructions accepted and unreported when the last overflow opened */
  uint64_t stack[STACK_MAX];
  unsigned depth;
};

/* Of a clock. */
bool oracle_block_valid(const struct oracle_clock *c);
bool oracle_trace_on(const struct oracle_clock *c);
bool oracle_trace_off(const struct oracle_clock *c);
bool oracle_is_on(const struct oracle_clock *c);
bool oracle_address_known(const struct oracle *o, const struct oracle_clock *c);
bool oracle_is_odd(const struct oracle *o);

/* Of a block, of addresses, of the return stack. */
uint64_t oracle_wrap(const struct oracle *o, uint64_t address);
bool oracle_is_transfer(uint8_t itype);
bool oracle_implicit_return_on(const struct oracle *o, const struct oracle_clock *c);
void oracle_push(struct oracle *o, uint64_t address);

#endif

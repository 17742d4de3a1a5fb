/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TE_AGENT_H
#define RVT_TB_TE_AGENT_H

/*
 * Software that drives a trace encoder over its bus: it sets it up, starts, stops, changes its
 * mind, polls, and now and then forgets to wait. Accesses by chance come in between.
 */

#include "apb_bus.h"
#include "rvt/te.h"

enum { TB_TE_WORDS = 6 };
enum tb_te_step {
  TB_TE_OFF,   /* writes Active = 1 */
  TB_TE_ON,    /* waits until it reads 1 */
  TB_TE_SETUP, /* writes everything but the start */
  TB_TE_START,
  TB_TE_RUN,    /* lets it trace, then chooses how to stop */
  TB_TE_DRAIN,  /* waits for Empty */
  TB_TE_LEAVING /* waits until Active reads 0 */
};

struct tb_te_agent {
  struct tb_apb bus;
  struct tb_apb_word words[TB_TE_WORDS];
  const struct rvt_te_params *p;
  uint32_t stamps; /* set by the bench: trTsEnable in its place, as it reads now */
  bool judged;     /* sync settings stay from Active = 1 on, and no period counts clocks */
  uint32_t odds;   /* one stop in so many clocks while it runs */
  uint16_t normal; /* mean clocks between accesses by chance, as chosen */
  uint16_t pace;   /* ... of the moment, where they may come at all */
  enum tb_te_step step;
  uint32_t polls;
  uint32_t seen; /* trTeControl as it was read last */
  bool asked, answered;
  uint64_t starts, drained, given_up;
};

/** The encoder is at address 0. Options run=N: mean clocks of a trace; bus=N: tb_apb_init(). */
void tb_te_agent_init(struct tb_te_agent *g, struct tb *tb, unsigned addr_bits,
                      const struct rvt_te_params *p, bool judged);
void tb_te_agent_reset(struct tb_te_agent *g);
/** Choose the pins of the bus for this clock. */
void tb_te_agent_next(struct tb_te_agent *g, struct tb_rng *rng);

#endif

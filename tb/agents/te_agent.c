/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "te_agent.h"

#include <string.h>

#include "harness/config.h"
#include "rvt/regs.h"

#define ACTIVE  RVT_TR_TE_ACTIVE_MASK
#define ENABLE  RVT_TR_TE_ENABLE_MASK
#define TRACING RVT_TR_TE_INST_TRACING_MASK
#define MODE(n) RVT_WITH_FIELD(0u, RVT_TR_TE_INST_MODE, (uint32_t)(n))

enum { POLL = 1, POLLS_MAX = 200 };

static const struct tb_apb_word everyday[TB_TE_WORDS] = {
    {.offset = RVT_TR_TE_CONTROL_OFFSET,
     .weight = 30,
     .likely = ACTIVE | ENABLE | TRACING | MODE(2),
     .rare = 12},
    {.offset = RVT_TR_TE_CONTROL_OFFSET, .weight = 8, .likely = ACTIVE},
    {.offset = RVT_TR_TE_INST_FEATURES_OFFSET, .weight = 16},
    {.offset = RVT_TR_TE_IMPL_OFFSET, .weight = 2, .repeat = 16, .stride = 4},
    /* of the timestamp unit, in a build that has it */
    {.offset = RVT_TR_TS_CONTROL_OFFSET,
     .weight = 12,
     .likely = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK | RVT_TR_TS_ENABLE_MASK |
               2u << RVT_TR_TS_MODE_LSB,
     .rare = 6},
    {.offset = RVT_TR_TS_COUNTER_LOW_OFFSET, .weight = 4, .repeat = 2, .stride = 4},
};
enum { TIME_WORDS = 2 };

static void accessed(void *context, const struct tb_apb_access *a, uint32_t read) {
  struct tb_te_agent *g = context;
  if (a->tag != POLL) return;
  g->seen = read;
  g->answered = true;
}

void tb_te_agent_init(struct tb_te_agent *g, struct tb *tb, unsigned addr_bits,
                      const struct rvt_te_params *p, bool judged) {
  *g = (struct tb_te_agent){.p = p, .judged = judged};
  g->odds = (uint32_t)tb_option_in(tb, "run", 600, 1, UINT32_MAX);
  memcpy(g->words, everyday, sizeof everyday);
  if (judged) g->words[0].fixed = g->words[1].fixed = 4;
  if (judged && p->encoder.ts_width != 0) g->words[3].repeat = 15; /* not trTsControl */
  const bool others = p->encoder.ts_width == 0 || judged;
  tb_apb_init(&g->bus, tb, addr_bits, g->words, others ? TB_TE_WORDS - TIME_WORDS : TB_TE_WORDS);
  if (judged) g->bus.elsewhere = 0; /* anywhere may be trTeControl */
  g->bus.done = accessed;
  g->bus.context = g;
  g->normal = g->pace = g->bus.every;
}

void tb_te_agent_reset(struct tb_te_agent *g) {
  tb_apb_reset(&g->bus);
  if (g->judged) g->bus.every = 0;
  g->step = TB_TE_OFF;
  g->asked = g->answered = false;
}

static void write(struct tb_te_agent *g, uint16_t offset, uint32_t data, uint8_t strb) {
  const struct tb_apb_access a = {.write = true, .paddr = offset, .data = data, .strb = strb};
  tb_apb_queue(&g->bus, &a);
}

static uint32_t any_mode(const struct tb_te_agent *g, struct tb_rng *rng) {
  const struct rvt_params *p = &g->p->encoder;
  if (tb_rng_one_in(rng, 24)) return MODE(RVT_MODE_OFF);
  return MODE(!p->btm || (p->htm && tb_rng_one_in(rng, 2)) ? RVT_MODE_HTM : RVT_MODE_BTM);
}

/* Byte 0 of trTeControl leaves all but life cycle and mode alone. */
static void write_low(struct tb_te_agent *g, uint32_t data) {
  write(g, RVT_TR_TE_CONTROL_OFFSET, data | ACTIVE, 1);
}

/* Time runs, and messages carry it, most of the time; the judge knows of all messages' times. */
static void set_up_time(struct tb_te_agent *g, struct tb_rng *rng) {
  const uint32_t r = (uint32_t)tb_rng_next(rng);
  uint32_t word = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK;
  word = RVT_WITH_FIELD(word, RVT_TR_TS_RUN_IN_DEBUG, r & 1);
  word = RVT_WITH_FIELD(word, RVT_TR_TS_MODE, 1 + (r >> 1 & 3));
  word = RVT_WITH_FIELD(word, RVT_TR_TS_PRESCALE, (r >> 3 & 3) == 0 ? r >> 5 & 3 : 0u);
  word = RVT_WITH_FIELD(word, RVT_TR_TS_ENABLE, (r >> 7 & 7) != 0 ? 1u : 0u);
  if ((r >> 10 & 3) == 0) word = RVT_WITH_FIELD(word, RVT_RVT_TS_SUPPRESS, r >> 12 & 15);
  write(g, RVT_TR_TS_CONTROL_OFFSET, word, 0xF);
}

static void set_up(struct tb_te_agent *g, struct tb_rng *rng) {
  const uint32_t r = (uint32_t)tb_rng_next(rng);
  const uint8_t sync = tb_rng_one_in(rng, 4) ? 15 : 3;
  uint32_t sync_mode = r & 3;
  /* Nobody tells the judge where a period of clocks ends: tb_trace_late has no place here. */
  if (g->judged && sync_mode == RVT_PERIOD_CLOCKS) sync_mode = RVT_PERIOD_HALFWORDS;
  uint32_t word = RVT_WITH_FIELD(0u, RVT_TR_TE_INST_SYNC_MODE, sync_mode);
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_SYNC_MAX, r >> 2 & sync);
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_STALL_ENA, r >> 6 & 1);
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INST_TRIG_ENABLE, (r >> 7 & 3) != 0 ? 1u : 0u);
  word = RVT_WITH_FIELD(word, RVT_TR_TE_INHIBIT_SRC, (r >> 9 & 7) == 0 ? 1u : 0u);
  write(g, RVT_TR_TE_INST_FEATURES_OFFSET, (uint32_t)tb_rng_next(rng), 0xF);
  const uint32_t vendor = tb_vendor_bits(&g->p->encoder);
  if (vendor != 0) {
    const uint32_t most = r >> 12 | RVT_RVT_TE_EN_REPEAT_BRANCH_MASK;
    write(g, RVT_RVT_TE_CONTROL_OFFSET, tb_rng_one_in(rng, 4) ? 0 : vendor & most, 0xF);
  }
  write(g, RVT_TR_TE_CONTROL_OFFSET, word | any_mode(g, rng) | ACTIVE, 0xF);
  if (g->p->encoder.ts_width != 0) set_up_time(g, rng);
}

/** Whether the answer to a poll is here; asks for it otherwise. */
static bool polled(struct tb_te_agent *g) {
  if (g->answered) {
    g->asked = g->answered = false;
    return true;
  }
  if (!g->asked) g->asked = tb_apb_read(&g->bus, RVT_TR_TE_CONTROL_OFFSET, POLL);
  return false;
}

static void go(struct tb_te_agent *g, enum tb_te_step step) {
  g->step = step;
  g->polls = 0;
}

/* Wait until `bits` of trTeControl read `value`, but not for ever: an access by chance may have
 * taken another way. */
static void wait_for(struct tb_te_agent *g, uint32_t bits, uint32_t value, enum tb_te_step step) {
  if (!polled(g)) return;
  if ((g->seen & bits) == value) {
    g->drained += g->step == TB_TE_DRAIN && g->polls != 0;
    go(g, step);
  } else if (++g->polls >= POLLS_MAX && !(g->judged && g->step != TB_TE_DRAIN)) {
    g->given_up++;
    go(g, TB_TE_RUN);
  }
}

static void leave(struct tb_te_agent *g, struct tb_rng *rng) {
  if (g->judged) g->bus.every = 0; /* so that nothing but the next steps sets it up */
  write(g, RVT_TR_TE_CONTROL_OFFSET, (uint32_t)tb_rng_next(rng) & ~ACTIVE, 1);
  const bool at_once = !g->judged && tb_rng_one_in(rng, 4);
  if (at_once) write_low(g, 0);
  go(g, at_once ? TB_TE_ON : TB_TE_LEAVING);
}

static void stop(struct tb_te_agent *g, struct tb_rng *rng) {
  switch (tb_rng_below(rng, 8)) {
  case 0: leave(g, rng); break;
  case 1: /* from one mode to the next at once: the start waits */
    write_low(g, ENABLE | any_mode(g, rng));
    go(g, TB_TE_START);
    break;
  case 2: /* features, while it traces */
    write(g, RVT_TR_TE_INST_FEATURES_OFFSET, (uint32_t)tb_rng_next(rng), 0xF);
    break;
  case 3:
    write_low(g, ENABLE | any_mode(g, rng));
    go(g, TB_TE_DRAIN);
    break;
  default:
    write_low(g, any_mode(g, rng));
    go(g, tb_rng_one_in(rng, 4) ? TB_TE_START : TB_TE_DRAIN);
    break;
  }
}

/* Another base of time under trace; whether messages have times stays. */
static void rebase(struct tb_te_agent *g, struct tb_rng *rng) {
  const uint32_t r = (uint32_t)tb_rng_next(rng);
  uint32_t word = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK;
  word = RVT_WITH_FIELD(word, RVT_TR_TS_RESET, r & 1);
  word = RVT_WITH_FIELD(word, RVT_TR_TS_MODE, 1 + (r >> 1 & 3));
  word = RVT_WITH_FIELD(word, RVT_TR_TS_PRESCALE, r >> 3 & 3) | g->stamps;
  /* The byte with the mode, that with the prescaler, both. */
  write(g, RVT_TR_TS_CONTROL_OFFSET, word, (uint8_t)(1 + (r >> 5 & 0xFF) % 3));
}

static void act(struct tb_te_agent *g, struct tb_rng *rng) {
  switch (g->step) {
  case TB_TE_OFF:
    write_low(g, 0);
    go(g, TB_TE_ON);
    break;
  case TB_TE_ON: wait_for(g, ACTIVE, ACTIVE, TB_TE_SETUP); break;
  case TB_TE_SETUP:
    set_up(g, rng);
    go(g, TB_TE_START);
    break;
  case TB_TE_START:
    g->bus.every = g->pace;
    if (tb_rng_one_in(rng, 3)) write_low(g, ENABLE | any_mode(g, rng));
    write_low(g, ENABLE | TRACING | any_mode(g, rng));
    g->starts++;
    go(g, TB_TE_RUN);
    break;
  case TB_TE_RUN:
    if (tb_rng_one_in(rng, g->odds)) stop(g, rng);
    if (g->judged && g->p->encoder.ts_width != 0 && tb_rng_one_in(rng, g->odds)) rebase(g, rng);
    break;
  case TB_TE_DRAIN:
    wait_for(g, RVT_TR_TE_EMPTY_MASK, RVT_TR_TE_EMPTY_MASK,
             g->judged || tb_rng_one_in(rng, 2) ? TB_TE_START : TB_TE_SETUP);
    break;
  case TB_TE_LEAVING:
  default: wait_for(g, ACTIVE, 0, TB_TE_OFF); break;
  }
}

void tb_te_agent_next(struct tb_te_agent *g, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, 3000)) {
    static const uint8_t slower[] = {0, 1, 1, 8, 40};
    g->pace = (uint16_t)(g->normal * slower[tb_rng_below(rng, 5)]);
    if (g->bus.every != 0) g->bus.every = g->pace;
  }
  if (g->bus.queued == 0 && tb_apb_idle(&g->bus) && !(g->asked && !g->answered)) act(g, rng);
  tb_apb_next(&g->bus, rng);
}

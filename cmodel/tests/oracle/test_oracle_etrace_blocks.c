/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * ETR:X-03: random blocks, up to four a clock, give the same packets as their instructions, one a
 * clock. Nothing here knows which packets. RVT_SEED=n runs one seed.
 */

#include <stdlib.h>

#include "oracle_etrace_run.h"
#include "rvt/prng.h"

enum { SEEDS = 400, CLOCKS = 300, INSNS_MAX = 5, CALLS_MAX = 16 };

struct hart {
  uint64_t random;
  uint64_t pc;
  uint8_t trap; /* chance of one in 256 blocks */
  bool calm;    /* few uninferable jumps, no event: maps get full */
  bool steady;  /* most branches are not taken: predictions are right */
  uint64_t calls[CALLS_MAX];
  unsigned depth;
};

static bool chance(struct hart *h, unsigned of_256) {
  return rvt_prng_below(&h->random, 256) < of_256;
}

/* Where the last instruction goes: a return most times to its call, a jump often to one of few
 * places. */
static uint64_t next_pc(struct hart *h, uint8_t itype) {
  const uint64_t anywhere = h->pc + 2 * rvt_prng_below(&h->random, 256) - 256;
  if (itype == 0 || itype == RVT_IT_NOT_TAKEN) return h->pc;
  if ((itype == RVT_IT_INDIRECT_CALL || itype == RVT_IT_DIRECT_CALL) && h->depth < CALLS_MAX)
    h->calls[h->depth++] = h->pc;
  if (itype == RVT_IT_RETURN && h->depth > 0 && chance(h, 230)) return h->calls[--h->depth];
  return itype >= RVT_IT_INDIRECT && chance(h, 128)
             ? 0x80000000u + 0x1002 * rvt_prng_below(&h->random, 4)
             : anywhere;
}

/* One slot; false: a trap ends the clock. */
static bool make_slot(struct run *r, struct hart *h) {
  static const uint8_t itypes[] = {0, 0, 0, 4, 4, 4, 5, 5, 5, 9, 11, 3, 6, 8, 10, 12, 13, 14, 15};
  char sizes[INSNS_MAX + 1] = "";
  const unsigned count = rvt_prng_below(&h->random, INSNS_MAX) + 1;
  for (unsigned i = 0; i < count; i++) sizes[i] = (char)('1' + rvt_prng_below(&h->random, 2));
  sizes[count] = 0;
  const bool traps = chance(h, h->trap);
  if (traps && chance(h, 128)) sizes[0] = 0;
  uint8_t itype = itypes[rvt_prng_below(&h->random, h->calm && !chance(h, 3) ? 11 : sizeof itypes)];
  if (itype == RVT_IT_TAKEN && h->steady && chance(h, 250)) itype = RVT_IT_NOT_TAKEN;
  if (traps) itype = chance(h, 128) ? RVT_IT_EXCEPTION : RVT_IT_INTERRUPT;
  struct oracle_clock *s = add(r, h->pc, sizes, itype);
  s->sijump = chance(h, 128);
  for (unsigned i = 0; i < s->insns; i++) h->pc += 2u * s->insn[i].size;
  h->pc = next_pc(h, itype);
  return !traps;
}

/* What the clock has beside its blocks. */
static void make_events(struct run *r, struct hart *h) {
  struct oracle_clock *c = &r->clock;
  if (chance(h, 10)) c->trigger = (uint8_t)(1u << rvt_prng_below(&h->random, 6));
  if (chance(h, 10)) c->ext_trigger = (uint8_t)(1u << rvt_prng_below(&h->random, 3));
  if (chance(h, 4)) c->trigger |= 3;
  if (!c->config.tracing && chance(h, 128)) c->trigger |= 1;
  if (chance(h, 10)) c->priv = chance(h, 128) ? RVT_PRIV_U : RVT_PRIV_M;
  if (chance(h, 10)) {
    c->context = rvt_prng_below(&h->random, 4);
    /* Not 1: that goes with the first or last instruction of a block (ETR:X-01), and a hart that
     * retires singly has its 3.2 at one between them. */
    c->ctype = (uint8_t)(rvt_prng_below(&h->random, 2) + 2);
  }
  c->halted = c->halted ? chance(h, 128) : chance(h, 3);
  c->lowpower = c->lowpower ? chance(h, 128) : chance(h, 2);
  c->hart_reset = c->hart_reset ? chance(h, 128) : chance(h, 2);
  if (chance(h, 3)) c->config.enable = !c->config.enable;
  c->cause = rvt_prng_below(&h->random, 16);
  c->tval = rvt_prng_bits(&h->random, 32);
}

/* The same clock, its instructions one by one. What belongs to the clock is told with the first or
 * the last of them, a notification with the last one of its block (ETR:DC-16). */
static void edge_singly(struct run *one, const struct run *all) {
  const struct oracle_clock clock = all->clock;
  struct oracle_clock list[RVT_BLOCKS_MAX * (INSNS_MAX + 1)];
  unsigned count = 0, newest = 0, notify[RVT_BLOCKS_MAX * (INSNS_MAX + 1)] = {0};
  for (unsigned i = 0; i < all->slots; i++) {
    const struct oracle_clock *s = &all->slot[i];
    const bool traps = s->itype == RVT_IT_EXCEPTION || s->itype == RVT_IT_INTERRUPT;
    for (unsigned k = 0; k < s->insns; k++) {
      const bool last = k + 1 == s->insns;
      list[count] = *s;
      list[count].insns = 1;
      list[count].insn[0] = s->insn[k];
      list[count].iaddr = s->insn[k].pc;
      list[count].itype = last && !traps ? s->itype : 0;
      newest = count;
      notify[count++] = last ? clock.trigger >> (2 + i) & 1u : 0;
    }
    if (traps) {
      list[count] = *s;
      list[count++].insns = 0;
    }
  }
  for (unsigned i = 0; i < count || i == 0; i++) {
    const bool first = i == 0, last = i + 1 >= count;
    const bool tracing = one->clock.config.tracing;
    one->clock = clock;
    if (!first) one->clock.config.tracing = tracing;
    one->clock.trigger = (uint8_t)((first ? clock.trigger & 1u : 0) |
                                   (last ? clock.trigger & 2u : 0) | notify[i] << 2);
    one->clock.ext_trigger =
        (uint8_t)((first ? clock.ext_trigger & 1u : 0) | (last ? clock.ext_trigger & 2u : 0) |
                  (i == newest ? clock.ext_trigger & 4u : 0));
    one->clock.ctype = first ? clock.ctype : 0;
    one->clock.overflow_end = last && clock.overflow_end;
    one->slots = count == 0 ? 0 : 1;
    if (count != 0) one->slot[0] = list[i];
    edge(one);
  }
}

/* What the seeds have shown. */
static unsigned long long packets[ORACLE_TE_SUPPORT + 1], notified, targets, lost, full, blocks;
static unsigned long long depths, count_fmt[4];

static void compare(struct run *all, struct run *one) {
  size_t a, b;
  const struct oracle_te_packet *x = oracle_te_packets(all->oracle, &a);
  const struct oracle_te_packet *y = oracle_te_packets(one->oracle, &b);
  assert_true(a >= all->checked && b >= all->checked);
  for (; all->checked < a && all->checked < b; all->checked++) {
    const struct oracle_te_packet *p = &x[all->checked], *q = &y[all->checked];
    uint8_t bytes[2][ORACLE_TE_PAYLOAD_MAX];
    char text[2][3 * ORACLE_TE_PAYLOAD_MAX + 1], line[128];
    text_of_bytes(bytes[0], oracle_te_payload(&all->build, p, bytes[0]), text[0]);
    text_of_bytes(bytes[1], oracle_te_payload(&one->build, q, bytes[1]), text[1]);
    line_of(all, p, line);
    if (strcmp(text[0], text[1]) != 0)
      print_message("%s: packet %zu: %s\n", all->name, all->checked, line);
    assert_string_equal(text[0], text[1]);
    packets[p->kind]++;
    notified += p->notify;
    targets += p->updiscon;
    depths += p->irreport;
    count_fmt[p->branch_fmt] += p->kind == ORACLE_TE_BRANCH_COUNT;
    full += p->kind == ORACLE_TE_BRANCH_MAP && p->branches == 0;
    lost += p->kind == ORACLE_TE_SUPPORT && p->qual_status == ORACLE_TE_TRACE_LOST;
  }
  if (a != b) {
    char line[128];
    const struct run *more = a > b ? all : one;
    line_of(more, a > b ? &x[all->checked] : &y[all->checked], line);
    print_message("%s: of %s alone: %s\n", all->name, a > b ? "blocks" : "instructions", line);
  }
  assert_int_equal(a, b);
}

static void run_seed(uint64_t seed) {
  struct run all, one;
  char name[80];
  struct hart h = {.random = seed, .pc = 0x80000000u, .trap = (uint8_t)(seed % 4 * 20)};
  snprintf(name, sizeof name, "RVT_SEED=%" PRIu64 " test_oracle_etrace_blocks", seed);
  setup_modes(&all);
  all.name = name;
  all.options.full_address = (seed & 4) != 0;
  all.options.implicit_exception = (seed & 8) != 0;
  all.options.branch_prediction = rvt_prng_below(&h.random, 2) != 0;
  all.options.jump_target_cache = rvt_prng_below(&h.random, 2) != 0;
  all.options.implicit_return = (uint8_t)rvt_prng_below(&h.random, 4);
  h.steady = all.options.branch_prediction;
  if (h.steady) h.trap /= 8;
  all.clock.config.seq_en = (seed & 16) != 0;
  one = all;
  bool overflow = false;
  h.calm = (seed & 32) != 0;
  for (unsigned i = 0; i < CLOCKS; i++) {
    if (!h.calm) make_events(&all, &h);
    overflow = overflow || (!h.calm && chance(&h, 3));
    all.clock.overflow = overflow;
    all.clock.overflow_end = overflow && chance(&h, 128);
    overflow = overflow && !all.clock.overflow_end;
    unsigned slots = rvt_prng_below(&h.random, RVT_BLOCKS_MAX + 1);
    while (slots-- != 0 && make_slot(&all, &h)) {
    }
    blocks += all.slots > 1;
    /* One that waits for an instruction refers to another one then. */
    if (all.slots == 0 || all.slot[0].insns == 0) all.clock.ext_trigger &= 3;
    edge_singly(&one, &all);
    edge(&all);
    compare(&all, &one);
  }
  oracle_free(all.oracle);
  oracle_free(one.oracle);
}

static void blocks_and_instructions(void **state) {
  (void)state;
  const char *seed = getenv("RVT_SEED");
  if (seed != NULL) {
    run_seed(strtoull(seed, NULL, 0));
    return;
  }
  for (uint64_t i = 1; i <= SEEDS; i++) run_seed(i);
  for (unsigned kind = 0; kind <= ORACLE_TE_SUPPORT; kind++)
    assert_true(kind == ORACLE_TE_CONTEXT || packets[kind] > 100);
  assert_true(depths > 100 && count_fmt[0] > 50 && count_fmt[2] > 50);
  assert_true(notified > 100 && targets > 100 && lost > 100 && full > 100 && blocks > 1000);
  ROW("ETR:X-03");
  ROW("ETR:X-01");
  ROW("ETR:IN-04");
  ROW("ETR:IN-11");
  ROW("ETR:DC-01");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_and_instructions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ingress.h"

enum { MANY = 6000 /* of 65536 clocks, between runs of branches */ };

void tb_ingress_init(struct tb_ingress *g, struct tb *tb, const struct rvt_params *p) {
  *g = (struct tb_ingress){.p = p};
  g->addr_mask = tb_ones(p->xlen);
  g->time_mask = tb_ones(p->ts_width);
  g->phase_most = (uint32_t)tb_option_in(tb, "phase", 2000, 1, UINT32_MAX);
  g->pc = 0x1000;
  g->any = (uint32_t)tb_option_in(tb, "any", 0, 0, UINT32_MAX);
  g->calm = tb_option_in(tb, "calm", 0, 0, 1) != 0;
  g->branches = tb_option_in(tb, "branches", 0, 0, 1) != 0;
  if (g->branches) g->periods = (uint32_t)tb_option_in(tb, "periods", 0, 0, UINT32_MAX);
  if (g->periods != 0) g->run_most = (uint32_t)tb_option_in(tb, "runs", 1500, 1, UINT32_MAX);
  g->period = 1;
  g->events = tb_option_in(tb, p->events ? "events" : "hart", p->events, 0, 1) != 0;
  if (p->repeat_branch) g->loop_most = (uint32_t)tb_option_in(tb, "loops", 400, 1, UINT32_MAX);
  g->in.time = tb_rng_next(&tb->rng);
}

/* A few places, so that targets come again; some differ in the upper bits only. */
static uint64_t place(const struct tb_ingress *g, uint64_t r) {
  if (g->p->extend_addr && (r >> 14 & 1) != 0) { /* of any length, with ones or zeros above it */
    const uint64_t low = r * UINT64_C(0x9E3779B97F4A7C15) >> (r >> 15 & 63);
    return ((r >> 21 & 1) != 0 ? ~low : low) & g->addr_mask & ~(uint64_t)1;
  }
  static const uint64_t regions[] = {0, 0x80000000u, 0xffffffff00000000u, 0x7ffffffff000u};
  if (g->branches) return (regions[r & 1] + (r >> 2 & 0x81) * 2) & g->addr_mask;
  return (regions[r & 3] + (r >> 2 & 0xfff) * 2) & g->addr_mask;
}

static void new_events(struct tb_ingress *g, struct tb_rng *rng) {
  static const uint16_t triggers[] = {0, 30, 300, 3000, 25000};
  static const uint16_t notifies[] = {0, 100, 1000, 10000};
  static const uint16_t rare[] = {0, 0, 40, 400, 10000};
  g->trigger = triggers[tb_rng_below(rng, 5)];
  g->notify = notifies[tb_rng_below(rng, 4)];
  g->reset = rare[tb_rng_below(rng, 5)];
  g->low = rare[tb_rng_below(rng, 5)];
}

static uint8_t any_priv(uint64_t r) {
  static const uint8_t privs[] = {0, 1, 3, 5, 6, 3, 2, 7};
  return privs[r & 7];
}

/* What would end a run of branches comes about once in one, or not at all. */
static void calm_down(struct tb_ingress *g, struct tb_rng *rng) {
  static const uint16_t rare[] = {0, 0, 100, 400};
  static const uint8_t outcomes[] = {RVT_IT_TAKEN, RVT_IT_NOT_TAKEN};
  g->outcome = outcomes[tb_rng_below(rng, 2)];
  g->others = true;
  g->wild = 4;
  g->moves = rare[tb_rng_below(rng, 4)];
  g->notify = rare[tb_rng_below(rng, 4)];
  g->halt = rare[tb_rng_below(rng, 4)] / 4;
  g->trigger = rare[tb_rng_below(rng, 4)] / 4;
  g->reset = g->low = rare[tb_rng_below(rng, 4)] / 8;
}

static void new_phase(struct tb_ingress *g, struct tb_rng *rng) {
  static const uint8_t idle[] = {0, 0, 32, 128, 250};
  g->phase_left = 1 + tb_rng_below(rng, g->phase_most);
  g->idle = idle[tb_rng_below(rng, sizeof idle)];
  g->lawless = tb_rng_one_in(rng, g->any);
  g->wild = tb_rng_one_in(rng, 3) ? 128 : 4;
  g->halt = (uint16_t)(tb_rng_one_in(rng, 6) ? 8000 : tb_rng_one_in(rng, 2) ? 60 : 0);
  if (g->calm) {
    g->idle = 160;
    g->halt = 0;
  }
  unsigned most = g->p->single ? 4 : (1u << g->p->iretire_width) - 1;
  g->units = (uint16_t)(tb_rng_one_in(rng, 3) || most < 4 ? most : 4);
  uint32_t kind = tb_rng_below(rng, 8);
  if (kind == 6) g->units = (uint16_t)most; /* I-CNT fills up while returns are implicit */
  uint8_t favourite = (uint8_t)tb_rng_below(rng, 16);
  for (unsigned i = 0; i < TB_ITYPE_MIX; i++) {
    static const uint8_t calls[] = {RVT_IT_DIRECT_CALL, RVT_IT_INDIRECT_CALL, RVT_IT_RETURN,
                                    RVT_IT_RETURN,      RVT_IT_SWAP,          RVT_IT_NONE,
                                    RVT_IT_NOT_TAKEN,   RVT_IT_TAKEN};
    static const uint8_t straight[] = {RVT_IT_NONE, RVT_IT_NOT_TAKEN};
    static const uint8_t branches[] = {RVT_IT_NOT_TAKEN, RVT_IT_TAKEN, RVT_IT_TAKEN, RVT_IT_NONE};
    static const uint8_t traps[] = {RVT_IT_EXCEPTION, RVT_IT_INTERRUPT, RVT_IT_TRAP_RETURN,
                                    RVT_IT_NONE};
    static const uint8_t broken[] = {RVT_IT_TAKEN, RVT_IT_INTERRUPT};
    static const uint8_t deep[] = {RVT_IT_DIRECT_CALL, RVT_IT_NONE, RVT_IT_RETURN, RVT_IT_NONE};
    uint8_t *m = &g->mix[i];
    switch (kind) {
    case 0: *m = (uint8_t)tb_rng_below(rng, 16); break;
    case 1: *m = calls[i % sizeof calls]; break;
    case 2: *m = straight[i % sizeof straight]; break;
    case 3: *m = branches[i % sizeof branches]; break;
    case 4: *m = traps[i % sizeof traps]; break;
    case 5: *m = broken[i % sizeof broken]; break;
    case 6: *m = deep[i % sizeof deep]; break;
    default: *m = i < 20 ? RVT_IT_NONE : i < 28 ? (uint8_t)tb_rng_below(rng, 16) : favourite;
    }
    if (g->p->itype_width == 3) *m &= 7;
  }
  if (g->p->blocks > 1) {
    static const uint8_t more[] = {0, 100, 200, 255};
    g->more = more[tb_rng_below(rng, 4)];
  }
  if (g->events) new_events(g, rng);
  if (g->p->context != 0) {
    static const uint16_t moves[] = {0, 40, 1000, 8000, 50000};
    g->moves = moves[tb_rng_below(rng, 5)];
  }
  if (g->branches) calm_down(g, rng);
}

/* One chance of 65536 each, from 16 bits of `r`. */
static bool chance(uint64_t *r, unsigned of) {
  const bool yes = (*r & 0xffff) < of;
  *r >>= 16;
  return yes;
}

static void next_events(struct tb_ingress *g, struct tb_rng *rng) {
  struct rvt_ingress *in = &g->in;
  in->trigger = in->ext_trigger = 0;
  in->hart_reset = in->lowpower = false;
  if (!g->events) return;
  uint64_t r = tb_rng_next(rng);
  if (chance(&r, g->trigger)) in->trigger |= RVT_TRIGGER_ON;
  if (chance(&r, g->edge ? MANY : g->trigger)) in->trigger |= RVT_TRIGGER_OFF;
  if (chance(&r, g->trigger / 2)) in->ext_trigger |= RVT_TRIGGER_ON;
  if (chance(&r, g->trigger / 2)) in->ext_trigger |= RVT_TRIGGER_OFF;
  r = tb_rng_next(rng);
  for (unsigned i = 0; i < g->p->blocks; i++)
    if (chance(&r, g->edge ? MANY : g->notify))
      in->trigger = (uint8_t)(in->trigger | RVT_TRIGGER_NOTIFY << i);
  r = tb_rng_next(rng);
  if (chance(&r, g->notify)) in->ext_trigger |= RVT_TRIGGER_NOTIFY;
  if (g->reset_left != 0)
    g->reset_left--;
  else if (chance(&r, g->reset))
    g->reset_left = 1 + tb_rng_below(rng, 6);
  if (g->low_left != 0)
    g->low_left--;
  else if (chance(&r, g->low))
    g->low_left = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 4) ? 100 : 3);
  in->hart_reset = g->reset_left != 0;
  in->lowpower = g->low_left != 0;
}

static void next_halt(struct tb_ingress *g, struct tb_rng *rng, uint64_t r) {
  if (g->halt_left != 0) {
    g->halt_left--;
  } else if ((r & 0xffff) < g->halt) {
    g->halt_left = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 4) ? 200 : 3);
    g->halt_input = (r >> 16 & 3) != 0;
    g->halt_priv = (r >> 16 & 3) != 1;
  }
  g->in.halted = g->halt_left != 0 && g->halt_input;
  g->in.priv = g->halt_left != 0 && g->halt_priv ? RVT_PRIV_DEBUG : any_priv(r >> 18);
}

/* Privilege and context that stay for a while, in a build that reports them. */
static void next_owner(struct tb_ingress *g, struct tb_rng *rng) {
  struct rvt_ingress *in = &g->in;
  uint64_t r = tb_rng_next(rng);
  const unsigned moves = g->edge ? MANY : g->moves;
  if (chance(&r, moves)) g->priv = any_priv(r);
  if (in->priv != RVT_PRIV_DEBUG) in->priv = g->priv;
  if (g->p->context < 2) return;
  in->context = g->context;
  in->ctype = 0;
  if (!chance(&r, moves)) return;
  in->ctype = (uint8_t)(1 + tb_rng_below(rng, 3));
  if (r & 3) g->context = in->context = tb_rng_next(rng) & tb_ones(g->p->context_width);
}

/* Where the program goes on after this block. */
static void go_on(struct tb_ingress *g, uint64_t r) {
  uint64_t end = (g->pc + 2 * tb_ingress_units(g)) & g->addr_mask;
  g->pc = end;
  if (g->itype == RVT_IT_NONE || g->itype == RVT_IT_NOT_TAKEN) {
    if ((r & 0xff) < g->wild / 8u) g->pc = place(g, r >> 8);
    return;
  }
  g->pc = place(g, r >> 8);
  if (g->itype == RVT_IT_RETURN || g->itype == RVT_IT_SWAP) {
    uint64_t back = g->calls[--g->call_top % TB_CALLS];
    if ((r & 0xff) >= g->wild)
      g->pc = back;
    else if ((r >> 56 & 3) == 0) /* one bit of it is another one */
      g->pc = (back ^ UINT64_C(2) << (r >> 58) % (g->p->xlen - 1u)) & g->addr_mask;
  }
  if (g->itype == RVT_IT_DIRECT_CALL || g->itype == RVT_IT_INDIRECT_CALL || g->itype == RVT_IT_SWAP)
    g->calls[g->call_top++ % TB_CALLS] = end;
}

static bool is_trap(uint8_t itype) {
  return itype == RVT_IT_EXCEPTION || itype == RVT_IT_INTERRUPT;
}

static void nothing(struct tb_ingress *g, uint64_t r) {
  g->valid = false;
  g->iretire = 0;
  g->itype = r >> 32 & 15;
  if (g->p->itype_width == 3) g->itype &= 7;
  if (is_trap(g->itype)) g->itype = RVT_IT_TAKEN;
  g->ilastsize = r >> 36 & 3;
  g->iaddr = (r ^ r << 32) & g->addr_mask;
}

/* A block of a loop: what was reported so many blocks before. */
static bool report_again(struct tb_ingress *g, struct tb_rng *rng) {
  if (g->loop_left == 0) {
    if (!tb_rng_one_in(rng, 24) || g->past_put < TB_LOOP_BLOCKS) return false;
    g->loop_length = 1 + tb_rng_below(rng, TB_LOOP_BLOCKS);
    g->loop_left = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 4) ? g->loop_most : 40);
  }
  g->loop_left--;
  const struct tb_ingress_past *p = &g->past[(g->past_put - g->loop_length) % TB_LOOP_BLOCKS];
  g->iretire = p->iretire;
  g->itype = p->itype;
  g->ilastsize = p->ilastsize;
  g->iaddr = g->pc = p->pc;
  return true;
}

static void keep_block(struct tb_ingress *g, uint64_t pc) {
  g->past[g->past_put++ % TB_LOOP_BLOCKS] = (struct tb_ingress_past){
      .iretire = g->iretire, .itype = g->itype, .ilastsize = g->ilastsize, .pc = pc};
}

static uint8_t next_of_period(struct tb_ingress *g, struct tb_rng *rng) {
  if (tb_rng_one_in(rng, g->periods)) {
    g->period = (uint8_t)(1 + tb_rng_below(rng, tb_rng_one_in(rng, 2) ? 3 : 40));
    g->gone = tb_rng_next(rng);
  }
  const unsigned taken = (g->gone >> (g->period - 1) & 1) ^ tb_rng_one_in(rng, g->periods);
  g->gone = g->gone << 1 | taken;
  return taken != 0 ? RVT_IT_TAKEN : RVT_IT_NOT_TAKEN;
}

/* Branches that mostly go the same way, about as many as maps hold; then a few blocks that report.
 */
static uint8_t next_of_run(struct tb_ingress *g, struct tb_rng *rng) {
  static const uint8_t some[] = {RVT_IT_EXCEPTION,     RVT_IT_INTERRUPT,     RVT_IT_TRAP_RETURN,
                                 RVT_IT_INDIRECT_JUMP, RVT_IT_RETURN,        RVT_IT_RETURN,
                                 RVT_IT_DIRECT_CALL,   RVT_IT_INDIRECT_CALL, RVT_IT_INDIRECT_LINK};
  if (g->others) {
    const uint8_t itype = some[tb_rng_below(rng, sizeof some)];
    g->others = tb_rng_one_in(rng, 2);
    g->edge = true;
    g->run_left = (tb_rng_one_in(rng, 2) ? 29 : 59) + tb_rng_below(rng, 7);
    if (g->periods != 0 && tb_rng_one_in(rng, 2)) g->run_left = 1 + tb_rng_below(rng, g->run_most);
    return g->p->itype_width == 3 ? itype & 7 : itype;
  }
  const bool first = g->edge;
  g->edge = g->others = --g->run_left == 0 || (g->periods == 0 && tb_rng_one_in(rng, 200));
  if (!first && !g->edge && tb_rng_one_in(rng, 24)) return RVT_IT_NONE;
  if (g->periods != 0) return next_of_period(g, rng);
  return tb_rng_one_in(rng, g->edge ? 3 : first ? 8 : 200) ? g->outcome ^ 1u : g->outcome;
}

static void report(struct tb_ingress *g, struct tb_rng *rng, uint64_t r) {
  g->valid = true;
  if (g->p->repeat_branch && report_again(g, rng)) {
    keep_block(g, g->pc);
    go_on(g, tb_rng_next(rng));
    return;
  }
  g->itype = g->branches ? next_of_run(g, rng) : g->mix[r >> 32 & (TB_ITYPE_MIX - 1)];
  unsigned units = 1 + tb_rng_below(rng, g->edge ? 2 : g->units);
  g->ilastsize = units >= 4 && (r >> 37 & 1) ? 2 : units >= 2 && (r >> 38 & 1);
  if (g->p->single) g->ilastsize = r >> 37 & 3;
  g->iretire = g->p->single ? 1 : (uint8_t)units;
  if (is_trap(g->itype) && (r >> 39 & 1)) g->iretire = 0;
  /* Bit 0 of an address is not used. */
  g->iaddr = g->pc | (r >> 40 & 1);
  if (g->p->addr_bits < 64 && (r >> 41 & 3) == 0) /* nor those above addr_bits (D-35) */
    g->iaddr ^= (r ^ r << 32) & g->addr_mask & UINT64_MAX << g->p->addr_bits;
  if (g->iretire == 0 && g->itype == RVT_IT_INTERRUPT &&
      (!g->p->iaddr_on_int || g->p->format == RVT_PROTOCOL_ETRACE))
    g->iaddr = (r ^ r << 32) & g->addr_mask; /* NT:ING-14, ETR:IN-05 */
  if (g->p->repeat_branch) keep_block(g, g->pc);
  go_on(g, tb_rng_next(rng));
}

static void store(struct tb_ingress *g, unsigned at, bool sijump) {
  g->in.block[at] = (struct rvt_block){.itype = g->itype,
                                       .iretire = g->iretire,
                                       .ilastsize = g->ilastsize,
                                       .sijump = sijump,
                                       .iaddr = g->iaddr};
}

/* Used slots are the lowest ones, and a trap ends the newest of them (NT:ING-02, ING-11). */
static void more_slots(struct tb_ingress *g, struct tb_rng *rng) {
  const bool any = g->valid;
  bool more = any;
  for (unsigned i = 1; i < g->p->blocks; i++) {
    const uint64_t r = tb_rng_next(rng);
    more = more && !is_trap(g->itype) && (r >> 24 & 0xff) < g->more;
    if (more)
      report(g, rng, r);
    else
      nothing(g, r);
    store(g, i, r >> 47 & 1);
  }
  g->valid = any;
}

/* Whatever fits the port: holes, several traps, itypes and lengths that do not exist, any address.
 */
static void any_slots(struct tb_ingress *g, struct tb_rng *rng) {
  const unsigned most = (1u << g->p->iretire_width) - 1;
  bool valid = false;
  for (unsigned i = 0; i < g->p->blocks; i++) {
    uint64_t r = tb_rng_next(rng);
    g->iretire = (uint8_t)((r & 3) == 0 ? 0 : (r & 12) == 0 ? most : r >> 4 & most);
    g->itype = (uint8_t)(r >> 12 & ((1u << g->p->itype_width) - 1));
    g->ilastsize = r >> 16 & 3;
    g->iaddr = (r >> 18 & 7) == 0  ? tb_rng_next(rng) & g->addr_mask
               : (r >> 18 & 7) < 4 ? place(g, r >> 21)
                                   : g->pc | (r >> 21 & 1);
    g->pc = (g->iaddr + 2 * tb_ingress_units(g)) & g->addr_mask;
    store(g, i, r >> 40 & 1);
    valid = valid || rvt_block_valid(&g->in.block[i]);
  }
  g->valid = valid;
}

void tb_ingress_next(struct tb_ingress *g, struct tb_rng *rng, bool quiet) {
  if (g->phase_left-- == 0) new_phase(g, rng);
  uint64_t r = tb_rng_next(rng);
  next_halt(g, rng, r);
  unsigned idle = g->halt_left != 0 ? 200 : g->idle;
  const bool silent = quiet || (r >> 24 & 0xff) < idle;
  if (silent)
    nothing(g, r);
  else if (!g->lawless)
    report(g, rng, r);
  g->in.time = (g->in.time + 1 + ((r >> 41 & 63) == 0 ? r >> 47 : 0)) & g->time_mask;
  if (g->lawless && !silent) {
    any_slots(g, rng);
  } else {
    store(g, 0, r >> 47 & 1);
    more_slots(g, rng);
  }
  g->in.cause = (r >> 1) & g->addr_mask;
  g->in.tval = (r >> 3) & g->addr_mask;
  g->in.context = r >> 48 & 1;
  g->in.impdef = r >> 49 & 1;
  g->in.ctype = r >> 50 & 3;
  if (g->p->context != 0) next_owner(g, rng);
  next_events(g, rng);
  if (!g->p->events) {
    g->in.trigger = r >> 52 & 7;
    g->in.ext_trigger = r >> 57 & 7;
  }
  tb_ports_pack(&g->ports, g->p, &g->in);
}

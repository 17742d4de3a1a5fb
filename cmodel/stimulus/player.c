/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Slots -> the port, clock by clock. */

#include "rvt/player.h"

#include <string.h>

#include "player_form.h"
#include "rvt/config.h"
#include "rvt/prng.h"
#include "rvt/rvti.h"

enum rvt_status rvt_step_array_next(void *array, struct rvt_step *steps, size_t max, size_t *count,
                                    struct rvt_error *e) {
  (void)e;
  struct rvt_step_array *a = array;
  const size_t left = a->count - a->pos;
  *count = left < max ? left : max;
  if (*count == 0) return RVT_END;
  memcpy(steps, a->steps + a->pos, *count * sizeof *steps);
  a->pos += *count;
  return RVT_OK;
}

enum rvt_status rvt_step_rvti_next(void *reader, struct rvt_step *steps, size_t max, size_t *count,
                                   struct rvt_error *e) {
  return rvt_rvti_read(reader, steps, max, count, e);
}

struct rvt_player_options rvt_player_options_for(const struct rvt_params *p) {
  return (struct rvt_player_options){.xlen = p->xlen,
                                     .blocks = p->blocks,
                                     .iretire_width = p->iretire_width,
                                     .itype_width = p->itype_width,
                                     .infers = p->format,
                                     .single = p->single,
                                     .iaddr_on_int = p->iaddr_on_int,
                                     .stall_latency = p->stall_latency};
}

enum rvt_status rvt_player_init(struct rvt_player *p, const struct rvt_player_options *o,
                                const struct rvt_step_source *source, struct rvt_error *e) {
  if (o->xlen != 32 && o->xlen != 64)
    return rvt_error_set(e, RVT_ERR_ARG, "xlen is 32 or 64, found %u", o->xlen);
  if (o->blocks < 1 || o->blocks > RVT_BLOCKS_MAX)
    return rvt_error_set(e, RVT_ERR_ARG, "blocks is 1..%d, found %u", RVT_BLOCKS_MAX, o->blocks);
  if (o->iretire_width < 1 || o->iretire_width > 8)
    return rvt_error_set(e, RVT_ERR_ARG, "iretire_width is 1..8, found %u", o->iretire_width);
  if (o->itype_width != 3 && o->itype_width != 4)
    return rvt_error_set(e, RVT_ERR_ARG, "itype_width is 3 or 4, found %u", o->itype_width);
  if (o->stall_latency < 1)
    return rvt_error_set(e, RVT_ERR_ARG, "stall_latency is at least 1, found 0");
  if ((unsigned)o->pace > RVT_PACE_FAST || (unsigned)o->fold > RVT_FOLD_ALWAYS ||
      (unsigned)o->stall_rule > RVT_STALL_IGNORE || (unsigned)o->garbage > RVT_GARBAGE_QUIET)
    return rvt_error_set(e, RVT_ERR_ARG, "pace, fold, stall_rule or garbage is out of its range");
  *p = (struct rvt_player){.o = *o, .source = *source, .seed = o->seed, .noise = ~o->seed};
  p->form_priv = p->priv = RVT_PRIV_M;
  return RVT_OK;
}

void rvt_player_force_halt(struct rvt_player *p, bool halted) { p->forced_halt = halted; }

static uint64_t garbage(struct rvt_player *p) {
  if (p->o.garbage == RVT_GARBAGE_QUIET) return 0;
  return rvt_prng_next(&p->noise) & (p->o.xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX);
}

/** Fields of a slot that mean nothing (NT:ING-03, NT:ING-13, NT:ING-20). */
static void spoil_block(struct rvt_player *p, struct rvt_block *b, bool iaddr_known) {
  const uint64_t noise = garbage(p);
  if (!rvt_block_valid(b) || !iaddr_known) b->iaddr = garbage(p);
  if (b->iretire == 0) b->ilastsize = noise & 3;
  if (b->iretire == 0 || !rvt_player_honours_sijump(b->itype)) b->sijump = (noise & 4) != 0;
}

/** In debug mode the port may show anything; it must be ignored (NT:ING-24). */
static void fake_block(struct rvt_player *p, struct rvt_block *b) {
  const uint64_t noise = garbage(p);
  if ((noise & 1) == 0) return;
  b->itype = (uint8_t)(noise >> 8 & ((1u << p->o.itype_width) - 1));
  b->iretire = (uint8_t)(noise >> 16 & (p->o.single ? 1u : (1u << p->o.iretire_width) - 1));
  b->ilastsize = (uint8_t)((noise >> 24 & 3) % 3);
  b->sijump = (noise & 2) != 0;
  b->iaddr = garbage(p) & ~UINT64_C(1);
}

static void spoil(struct rvt_player *p, struct rvt_ingress *in, const struct rvt_player_clock *told,
                  bool trap) {
  bool fake = in->halted && told->slots == 0;
  for (unsigned i = 0; i < p->o.blocks; i++) {
    const bool valid = i < told->slots;
    spoil_block(p, &in->block[i], valid && told->slot[i].iaddr_known);
    if (fake) fake_block(p, &in->block[i]);
    /* used slots are the lowest ones, a trap is the last, whatever they mean (NT:ING-02, ING-11)
     */
    fake = fake && rvt_block_valid(&in->block[i]) && in->block[i].itype != RVT_IT_EXCEPTION &&
           in->block[i].itype != RVT_IT_INTERRUPT;
  }
  if (!trap) {
    in->cause = garbage(p);
    in->tval = garbage(p);
  }
  in->impdef = garbage(p);
  if (told->slots != 0 || p->o.garbage != RVT_GARBAGE_ALL) return;
  /* context holds, and a report that is none would ask for an Ownership */
  static const uint8_t privs[] = {RVT_PRIV_U,  RVT_PRIV_S,  RVT_PRIV_M,
                                  RVT_PRIV_VU, RVT_PRIV_VS, RVT_PRIV_DEBUG};
  /* code 4 would mean debug mode */
  in->priv = privs[rvt_prng_below(&p->noise, in->halted ? 6 : 5)];
}

static void watch_stall(struct rvt_player *p, bool stall) {
  if (stall && !p->stall_before) {
    p->stall_slots = p->o.stall_latency;
    p->stall_clocks = UINT32_MAX;
    if (p->o.stall_rule == RVT_STALL_RANDOM) {
      p->stall_slots = rvt_prng_below(&p->seed, p->o.stall_latency + 1u);
      if (rvt_prng_below(&p->seed, 2) != 0)
        p->stall_clocks = rvt_prng_below(&p->seed, p->o.stall_latency + 8u);
    }
  }
  p->stall_before = stall;
}

static bool may_report(const struct rvt_player *p) {
  return p->o.stall_rule == RVT_STALL_IGNORE || !p->stall_before ||
         (p->stall_slots != 0 && p->stall_clocks != 0);
}

static void apply_level(struct rvt_player *p) {
  switch (p->next.level_kind) {
  case RVT_STEP_HALT: p->halted = p->next.level_on; break;
  case RVT_STEP_RESET: p->reset = p->next.level_on; break;
  default: p->lowpower = p->next.level_on; break;
  }
  p->dwell_until = p->hart_clock + p->next.dwell;
}

/** Whether the next slot may share the clock with those in it already. */
static bool fits_clock(const struct rvt_player *p, const struct rvt_player_clock *told) {
  const struct rvt_player_next *n = &p->next;
  if (told->slots == 0) return true;
  /* trace-on includes the whole clock: nothing may stand before it (NT:ING-22) */
  return n->priv == p->priv && n->ctype == 0 && n->context == p->context && !n->set_time &&
         !n->own_clock && (n->trigger & (RVT_PULSE_ON | RVT_PULSE_EXT_ON)) == 0;
}

static void place_slot(struct rvt_player *p, struct rvt_ingress *in,
                       struct rvt_player_clock *told) {
  const struct rvt_player_next *n = &p->next;
  const unsigned i = told->slots++;
  struct rvt_player_slot *g = &told->slot[i];
  memcpy(g, &n->slot, offsetof(struct rvt_player_slot, insn));
  for (unsigned k = 0; k < n->slot.insns; k += RVT_SLOT_INSNS_PIECE)
    memcpy(g->insn + k, n->slot.insn + k, RVT_SLOT_INSNS_PIECE * sizeof *g->insn);
  in->block[i] = n->block;
  in->trigger |= (uint8_t)((n->trigger & 3) | (n->trigger >> 2 & 1) << (2 + i));
  in->ext_trigger |= (uint8_t)(n->trigger >> 3);
  if (n->trap) {
    in->cause = n->cause;
    in->tval = n->tval;
  }
  if (n->set_time) p->time = n->time;
  p->priv = n->priv;
  if (n->ctype != 0) in->ctype = n->ctype;
  p->context = n->context;
  p->insns_told += n->slot.insns;
}

/**
 * Put the next item into this clock if it is its time.
 * @return whether another one may follow in the same clock
 */
static bool place(struct rvt_player *p, unsigned limit, struct rvt_ingress *in,
                  struct rvt_player_clock *told, bool *trap) {
  const struct rvt_player_next *n = &p->next;
  if (n->due > p->hart_clock || p->dwell_until > p->hart_clock) return false;
  bool more = false;
  switch (n->item) {
  case RVT_ITEM_LEVEL:
    if (told->slots != 0) return false;
    apply_level(p);
    more = n->dwell == 0;
    break;
  case RVT_ITEM_TRIGGER:
    if (told->slots != 0) return false;
    in->trigger = n->trigger & 3;
    in->ext_trigger = (uint8_t)(n->trigger >> 3);
    break;
  default:
    if (!fits_clock(p, told)) return false;
    if (!may_report(p)) {
      told->refusing = true;
      return false;
    }
    place_slot(p, in, told);
    *trap = n->trap;
    /* a trap stands only in the newest slot (NT:ING-11); trace-off includes the whole clock, and
     * a notification from outside belongs to its end */
    more = !n->trap && (n->trigger & ~RVT_PULSE_NOTIFY) == 0 && told->slots < limit;
    break;
  }
  p->next.item = RVT_ITEM_NONE;
  return more;
}

uint64_t rvt_player_skip(struct rvt_player *p) {
  if (p->o.garbage != RVT_GARBAGE_QUIET || p->o.pace == RVT_PACE_FAST || p->stall_before ||
      p->forced_halt || p->clock == 0 || p->status != RVT_OK)
    return 0;
  if (p->next.item == RVT_ITEM_NONE) p->status = rvt_player_form(p);
  const uint64_t until = p->next.due > p->dwell_until ? p->next.due : p->dwell_until;
  if (p->status != RVT_OK || until <= p->hart_clock) return 0;
  const uint64_t clocks = until - p->hart_clock;
  p->hart_clock += clocks;
  p->clock += clocks;
  p->time += clocks * p->o.time_step;
  return clocks;
}

static void drive_state(const struct rvt_player *p, struct rvt_ingress *in) {
  in->priv = p->priv;
  in->context = p->context;
  in->halted = p->halted || p->forced_halt;
  in->hart_reset = p->reset;
  in->lowpower = p->lowpower;
  in->time = p->time;
}

enum rvt_status rvt_player_tick(struct rvt_player *p, bool stall, struct rvt_ingress *in,
                                struct rvt_player_clock *told, struct rvt_error *e) {
  bool trap = false;
  /* two pieces: one as large as both is cleared by a slow instruction */
  memset(in->block, 0, sizeof in->block);
  memset(&in->cause, 0, sizeof *in - offsetof(struct rvt_ingress, cause));
  told->clock = p->clock;
  told->insns = p->insns_told;
  told->slots = 0;
  told->refusing = false;
  if (p->clock++ != 0) p->time += p->o.time_step;
  watch_stall(p, stall);
  const unsigned limit = p->o.pace == RVT_PACE_FAST && p->o.blocks > 1
                             ? 1 + rvt_prng_below(&p->seed, p->o.blocks)
                             : p->o.blocks;
  for (bool more = !p->forced_halt; more && p->status == RVT_OK;) {
    if (p->next.item == RVT_ITEM_NONE) p->status = rvt_player_form(p);
    if (p->status == RVT_OK) more = place(p, limit, in, told, &trap);
  }
  drive_state(p, in);
  spoil(p, in, told, trap);
  if (p->stall_before) {
    if (told->slots != 0 && p->stall_slots != 0) p->stall_slots--;
    if (p->stall_clocks != 0 && p->stall_clocks != UINT32_MAX) p->stall_clocks--;
  }
  if (!told->refusing && !p->forced_halt) p->hart_clock++;
  told->time = p->time;
  told->priv = p->priv;
  told->context = p->context;
  told->halted = in->halted || in->priv == RVT_PRIV_DEBUG;
  /* a slot that was told in the clock in which the steps ended goes first */
  if (p->status == RVT_OK || told->slots != 0 || in->trigger != 0 || in->ext_trigger != 0)
    return RVT_OK;
  if (p->status != RVT_END && e != NULL) *e = p->error;
  return p->status;
}

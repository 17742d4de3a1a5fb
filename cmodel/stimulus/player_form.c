/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Steps -> slots, one ahead of the port. */

#include "player_form.h"

#include <inttypes.h>
#include <string.h>

#include "rvt/prng.h"
#include "rvt/rvti.h"

void rvt_player_refill(struct rvt_player *p) {
  memmove(p->window, p->window + p->head, p->fill * sizeof *p->window);
  p->head = 0;
  size_t count = 0;
  enum rvt_status status = p->source.next(p->source.context, p->window + p->fill,
                                          RVT_PLAYER_WINDOW - p->fill, &count, &p->error);
  for (size_t i = 0; !p->o.checked && status == RVT_OK && i < count; i++) {
    status = rvt_step_check(&p->window[p->fill + i], p->o.xlen, &p->error);
    if (status != RVT_OK) {
      rvt_error_at(&p->error, status, "step %" PRIu64, p->step + p->fill + i);
      count = i;
    }
  }
  p->fill += count;
  p->source_status = status;
}

/** The step at the head, or NULL when none is left or none can be had. */
static inline const struct rvt_step *peek(struct rvt_player *p) {
  if (p->fill == 0 && p->source_status == RVT_OK) rvt_player_refill(p);
  return p->fill == 0 ? NULL : &p->window[p->head];
}

static inline void pop(struct rvt_player *p) {
  if (p->window[p->head].kind == RVT_STEP_INSN) p->insn++;
  p->step++;
  p->head++;
  p->fill--;
}

static bool at_cut(struct rvt_player *p) {
  while (p->cut < p->o.cut_count && p->o.cuts[p->cut] < p->insn) p->cut++;
  return p->cut < p->o.cut_count && p->o.cuts[p->cut] == p->insn;
}

/** Clocks of the hart that a step takes, in 1/blocks. */
static void spend(struct rvt_player *p, const struct rvt_step *s, bool folded) {
  switch (p->o.pace) {
  case RVT_PACE_NATURAL:
    /* an event that is no part of a block takes a clock, too */
    if (s->kind == RVT_STEP_INSN)
      p->due_parts++;
    else if (!folded)
      p->due_parts += p->o.blocks;
    break;
  case RVT_PACE_RECORDED: p->due_parts += (uint64_t)s->clocks * p->o.blocks; break;
  case RVT_PACE_FAST: break;
  }
}

/** @return whether pulses belong to what was formed */
static bool take_triggers(struct rvt_player *p, struct rvt_player_next *n) {
  const struct rvt_step *s;
  while ((s = peek(p)) != NULL && s->kind == RVT_STEP_TRIGGER) {
    n->trigger |= s->value;
    pop(p);
  }
  n->slot.notify = (n->trigger & RVT_PULSE_NOTIFY) != 0;
  return n->trigger != 0;
}

static void take_trap(struct rvt_player *p, struct rvt_player_next *n, const struct rvt_step *s,
                      bool folded) {
  n->trap = true;
  n->cause = s->cause;
  n->tval = s->tval;
  n->block.itype = n->slot.itype = s->itype;
  n->slot.last_step = p->step;
  spend(p, s, folded);
  pop(p);
  take_triggers(p, n);
}

static void form_trap(struct rvt_player *p, struct rvt_player_next *n, const struct rvt_step *s) {
  n->slot.first_step = p->step;
  n->slot.first_insn = p->insn;
  n->slot.iaddr = n->block.iaddr = s->pc;
  n->slot.iaddr_known = s->itype == RVT_IT_EXCEPTION || p->o.iaddr_on_int;
  take_trap(p, n, s, false);
}

static bool wants_fold(struct rvt_player *p) {
  if (p->o.fold != RVT_FOLD_RANDOM) return p->o.fold == RVT_FOLD_ALWAYS;
  return rvt_prng_below(&p->seed, 2) != 0;
}

static enum rvt_status cannot_show(struct rvt_player *p, const struct rvt_step *s,
                                   const char *why) {
  return rvt_error_set(&p->error, RVT_ERR_RANGE,
                       "step %" PRIu64 ": an instruction of %u half-words %s", p->step - 1, s->size,
                       why);
}

/** Whether the block must end after `s`, whatever follows. */
static bool ends_block(struct rvt_player *p, const struct rvt_player_next *n,
                       const struct rvt_step *s) {
  return s->itype != RVT_IT_NONE || p->o.single || n->trigger != 0 ||
         (p->o.max_insns != 0 && n->slot.insns >= p->o.max_insns) ||
         (p->o.random_end != 0 && rvt_prng_below(&p->seed, 256) < p->o.random_end);
}

/**
 * The instructions of a block that another one of it surely follows, as far as the window shows:
 * what the loop of form_block() would do with them.
 * @return their half-words
 */
static unsigned take_straight(struct rvt_player *p, struct rvt_player_slot *g, unsigned limit,
                              uint64_t mask) {
  const bool cut = p->o.single || p->o.max_insns != 0 || p->o.random_end != 0;
  if (cut || p->cut < p->o.cut_count || p->o.pace == RVT_PACE_RECORDED) return 0;
  const struct rvt_step *s = p->window + p->head, *const last = s + p->fill - 1;
  struct rvt_player_insn *insn = g->insn;
  unsigned total = 0;
  for (; s < last; s++) {
    const struct rvt_step *next = s + 1;
    if (s->itype != RVT_IT_NONE || next->kind != RVT_STEP_INSN ||
        next->pc != ((s->pc + 2u * s->size) & mask) || total + s->size + next->size > limit)
      break;
    *insn++ = (struct rvt_player_insn){.pc = s->pc, .size = s->size};
    total += s->size;
  }
  const size_t count = (size_t)(insn - g->insn);
  g->insns = (uint8_t)count;
  if (p->o.pace == RVT_PACE_NATURAL) p->due_parts += count;
  p->head += count;
  p->fill -= count;
  p->step += count;
  p->insn += count;
  return total;
}

static enum rvt_status form_block(struct rvt_player *p, struct rvt_player_next *n) {
  const uint64_t mask = p->o.xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
  const unsigned limit = (1u << p->o.iretire_width) - 1;
  struct rvt_player_slot *g = &n->slot;
  struct rvt_step s;
  g->first_step = p->step;
  g->first_insn = p->insn;
  g->iaddr_known = true;
  g->iaddr = n->block.iaddr = p->window[p->head].pc;
  unsigned total = take_straight(p, g, limit, mask);
  for (;;) {
    s = p->window[p->head];
    g->insn[g->insns++] = (struct rvt_player_insn){.pc = s.pc, .size = s.size};
    g->last_step = p->step;
    total += s.size;
    spend(p, &s, false);
    pop(p);
    if (!p->o.single && total > limit)
      return cannot_show(p, &s, "is longer than iretire can count (NT:ING-05)");
    const uint64_t after = (s.pc + 2u * s.size) & mask;
    const struct rvt_step *next = peek(p);
    if (next != NULL && next->kind == RVT_STEP_TRIGGER) {
      take_triggers(p, n);
      next = peek(p);
    }
    /* a trap folded in must not hide where the last instruction went */
    if (next != NULL && next->kind == RVT_STEP_TRAP && s.itype == RVT_IT_NONE && n->trigger == 0 &&
        next->pc == after && wants_fold(p)) {
      const struct rvt_step trap = *next;
      take_trap(p, n, &trap, true);
      break;
    }
    n->block.itype = g->itype = rvt_player_itype(p, &s);
    if (ends_block(p, n, &s) || next == NULL || next->kind != RVT_STEP_INSN || next->pc != after ||
        total + next->size > limit || at_cut(p))
      break;
  }
  if (s.size == 3) return cannot_show(p, &s, "cannot end a block (NT:ING-06)");
  n->block.iretire = (uint8_t)(p->o.single ? 1 : total);
  n->block.ilastsize = rvt_player_size(s.size);
  n->block.sijump = rvt_player_sijump(&s);
  return RVT_OK;
}

static void form_level(struct rvt_player *p, struct rvt_player_next *n, const struct rvt_step *s) {
  n->item = RVT_ITEM_LEVEL;
  n->level_kind = s->kind;
  n->level_on = s->value != 0;
  spend(p, s, false);
  pop(p);
  const struct rvt_step *next = peek(p);
  const bool code_follows = next != NULL && next->kind <= RVT_STEP_TRAP;
  const bool natural = p->o.pace == RVT_PACE_NATURAL;
  if (n->level_on)
    n->dwell = 1 + (natural ? rvt_prng_below(&p->seed, 8) : 0);
  else
    n->dwell = !code_follows ? 1 : natural ? rvt_prng_below(&p->seed, 4) : 0;
}

static void keep_attribute(struct rvt_player *p, const struct rvt_step *s) {
  switch (s->kind) {
  case RVT_STEP_PRIV: p->form_priv = s->value; break;
  case RVT_STEP_CONTEXT:
    p->form_context = s->tval;
    p->form_ctype = s->value;
    break;
  default:
    p->form_time = s->tval;
    p->form_set_time = true;
    break;
  }
  pop(p);
}

enum rvt_status rvt_player_form(struct rvt_player *p) {
  struct rvt_player_next *n = &p->next;
  const struct rvt_step *s;
  /* slot.insn[] is left as it is: only the first `insns` entries mean anything */
  memset(n, 0, offsetof(struct rvt_player_next, slot) + offsetof(struct rvt_player_slot, insn));
  memset(&n->block, 0, sizeof *n - offsetof(struct rvt_player_next, block));
  while ((s = peek(p)) != NULL &&
         (s->kind == RVT_STEP_PRIV || s->kind == RVT_STEP_CONTEXT || s->kind == RVT_STEP_TIME))
    keep_attribute(p, s);
  if (s == NULL) return p->source_status == RVT_OK ? RVT_END : p->source_status;
  enum rvt_status status = RVT_OK;
  switch (s->kind) {
  case RVT_STEP_INSN:
    n->item = RVT_ITEM_SLOT;
    n->own_clock = at_cut(p);
    status = form_block(p, n);
    break;
  case RVT_STEP_TRAP: {
    const struct rvt_step trap = *s;
    n->item = RVT_ITEM_SLOT;
    form_trap(p, n, &trap);
    break;
  }
  case RVT_STEP_TRIGGER:
    n->item = RVT_ITEM_TRIGGER;
    spend(p, s, false);
    take_triggers(p, n);
    break;
  default: {
    const struct rvt_step level = *s;
    form_level(p, n, &level);
    break;
  }
  }
  if (status != RVT_OK) {
    n->item = RVT_ITEM_NONE;
    return status;
  }
  n->due = (p->due_parts + p->o.blocks - 1) / p->o.blocks;
  if (p->o.pace == RVT_PACE_NATURAL) p->due_parts += (uint64_t)n->dwell * p->o.blocks;
  n->priv = p->form_priv;
  n->context = p->form_context;
  if (n->item == RVT_ITEM_SLOT) {
    n->ctype = p->form_ctype;
    p->form_ctype = 0;
    n->set_time = p->form_set_time;
    n->time = p->form_time;
    p->form_set_time = false;
  }
  return RVT_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rewalk.h"

/* cmocka wants the headers above it */

#include "rvt/itype.h"
#include "tests/support/test.h"

void rewalk_init(struct rewalk *w, const struct rvt_player_options *o, const struct rvt_step *steps,
                 size_t count) {
  *w = (struct rewalk){.o = o, .steps = steps, .count = count, .priv = RVT_PRIV_M};
}

/* NT:ITY-22 as a table: what a 3-bit port shows for each 4-bit itype */
static const uint8_t narrow[16] = {0, 1, 2, 3, 4, 5, 6, 7, 6, 0, 6, 0, 6, 6, 6, 0};

/* A JALR (docs/reference/rvti.md). */
static bool is_from_x0(const struct rvt_step *s) {
  return s->sijump && (s->itype == 9 || s->itype == 11 || s->itype == 15);
}

static uint8_t expected_itype(const struct rewalk *w, const struct rvt_step *s) {
  uint8_t itype = s->itype;
  if (is_from_x0(s) && !w->o->infers) itype--; /* NT:ITY-26 */
  if (w->o->jumps_taken && (itype == 9 || itype == 11 || itype == 15)) return 5;
  return w->o->itype_width == 3 ? narrow[itype] : itype;
}

static bool is_kind(const struct rewalk *w, size_t pos, unsigned kind) {
  return pos < w->count && w->steps[pos].kind == kind;
}

/** Levels and attributes that stand before the next INSN or TRAP. */
static void take_events(struct rewalk *w) {
  for (; w->pos < w->count && w->steps[w->pos].kind >= RVT_STEP_PRIV; w->pos++) {
    const struct rvt_step *s = &w->steps[w->pos];
    switch (s->kind) {
    case RVT_STEP_PRIV: w->priv = s->value; break;
    case RVT_STEP_CONTEXT:
      w->context = s->tval;
      w->ctype = s->value;
      break;
    case RVT_STEP_HALT: w->halted = s->value != 0; break;
    case RVT_STEP_RESET: w->reset = s->value != 0; break;
    case RVT_STEP_LOWPOWER: w->lowpower = s->value != 0; break;
    default: break; /* a trigger without a block; time */
    }
  }
}

/** Pulses of the steps that stand after a slot, as the port shows them; from outside: << 8. */
static unsigned take_triggers(struct rewalk *w, unsigned block) {
  unsigned port = 0;
  for (; is_kind(w, w->pos, RVT_STEP_TRIGGER); w->pos++) {
    const unsigned v = w->steps[w->pos].value;
    port |= (v & 3) | ((v & 4) != 0 ? 4u << block : 0) | v >> 3 << 8;
    if ((v & 4) != 0 && block > 0) w->notifies_of_later_blocks++;
  }
  return port;
}

static void check_attributes(const struct rewalk *w, const struct rvt_ingress *in) {
  assert_int_equal(in->priv, w->priv);
  assert_int_equal(in->context, w->context);
  assert_int_equal(in->halted, w->halted);
  assert_int_equal(in->hart_reset, w->reset);
  assert_int_equal(in->lowpower, w->lowpower);
}

static bool is_cut(const struct rewalk *w, uint64_t insn) {
  for (size_t i = 0; i < w->o->cut_count; i++)
    if (w->o->cuts[i] == insn) return true;
  return false;
}

/** Whether something that need not be the seed's choice ends a block after step `pos`. */
static bool must_end(const struct rewalk *w, size_t pos, uint64_t after, unsigned total,
                     unsigned insns) {
  if (w->o->single || w->steps[pos].itype != RVT_IT_NONE) return true;
  if (w->o->max_insns != 0 && insns == w->o->max_insns) return true;
  if (!is_kind(w, pos + 1, RVT_STEP_INSN) || w->steps[pos + 1].pc != after) return true;
  if (total + w->steps[pos + 1].size >= 1u << w->o->iretire_width) return true;
  return is_cut(w, w->insns + insns);
}

/** The instructions of a block; the address after the last one. */
static uint64_t take_insns(struct rewalk *w, const struct rvt_block *b,
                           const struct rvt_player_slot *g) {
  const uint64_t mask = w->o->xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
  uint64_t pc = b->iaddr;
  unsigned total = 0, insns = 0;
  const struct rvt_step *s = NULL;
  for (;;) {
    assert_true(is_kind(w, w->pos, RVT_STEP_INSN));
    s = &w->steps[w->pos];
    assert_int_equal(s->pc, pc);
    assert_int_equal(g->insn[insns].pc, pc);
    assert_int_equal(g->insn[insns].size, s->size);
    pc = (pc + 2u * s->size) & mask;
    total += s->size;
    insns++;
    if (w->o->single || total >= b->iretire) break;
    assert_int_equal(s->itype, RVT_IT_NONE);
    assert_false(must_end(w, w->pos, pc, total, insns));
    w->pos++;
  }
  if (!w->o->single) assert_int_equal(total, b->iretire);
  assert_int_equal(1u << b->ilastsize, s->size);
  assert_int_equal(g->insns, insns);
  assert_int_equal(g->last_step >= w->pos, true);
  if (b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT) {
    assert_int_equal(s->itype, RVT_IT_NONE);
  } else {
    assert_int_equal(b->itype, expected_itype(w, s));
    if (b->itype == 6 || b->itype == 8 || b->itype == 10 || b->itype == 12 || b->itype == 14)
      assert_int_equal(b->sijump, s->sijump && s->itype != RVT_IT_RETURN && !is_from_x0(s));
    assert_int_equal(g->last_step, w->pos);
    if (w->o->random_end == 0) assert_true(must_end(w, w->pos, pc, total, insns));
    w->inferable_ends += b->itype == RVT_IT_NONE && s->itype != RVT_IT_NONE;
    w->full_blocks += b->itype == RVT_IT_NONE && s->itype == RVT_IT_NONE &&
                      is_kind(w, w->pos + 1, RVT_STEP_INSN) && w->steps[w->pos + 1].pc == pc;
  }
  w->pos++;
  w->insns += insns;
  return pc;
}

static void take_trap(struct rewalk *w, const struct rvt_ingress *in, const struct rvt_block *b,
                      uint64_t after, const struct rvt_player_slot *g) {
  assert_true(is_kind(w, w->pos, RVT_STEP_TRAP));
  const struct rvt_step *s = &w->steps[w->pos];
  assert_int_equal(b->itype, s->itype);
  assert_int_equal(in->cause, s->cause);
  assert_int_equal(in->tval, s->tval);
  if (b->iretire != 0) {
    assert_int_equal(s->pc, after);
    assert_int_not_equal(w->o->fold, RVT_FOLD_NEVER);
    w->folded++;
  } else {
    const bool known = b->itype == RVT_IT_EXCEPTION || w->o->iaddr_on_int;
    assert_int_equal(g->iaddr_known, known);
    assert_int_equal(g->iaddr, s->pc);
    assert_int_equal(g->insns, 0);
    if (known) assert_int_equal(b->iaddr, s->pc);
    w->unknown_iaddr += !known;
    w->traps_alone++;
  }
  assert_int_equal(g->last_step, w->pos);
  w->pos++;
}

static void take_slot(struct rewalk *w, const struct rvt_ingress *in, unsigned i,
                      const struct rvt_player_clock *told, unsigned *triggers) {
  const struct rvt_block *b = &in->block[i];
  const struct rvt_player_slot *g = &told->slot[i];
  take_events(w);
  check_attributes(w, in);
  assert_int_equal(w->ctype, i == 0 ? in->ctype : 0); /* a report is of a whole clock, and of one */
  w->ctype = 0;
  /* on includes the whole clock, as off does; the notification from outside is for its end */
  assert_int_equal(*triggers & 0x703, 0);
  assert_int_equal(g->first_step, w->pos);
  assert_int_equal(g->first_insn, w->insns);
  assert_int_equal(g->itype, b->itype);
  assert_in_range(b->itype, 0, w->o->itype_width == 3 ? 6 : 15);
  uint64_t after = 0;
  if (b->iretire != 0) {
    assert_int_equal(g->iaddr, b->iaddr);
    assert_true(g->iaddr_known);
    after = take_insns(w, b, g);
  }
  if (b->itype == RVT_IT_EXCEPTION || b->itype == RVT_IT_INTERRUPT) {
    assert_int_equal(i, told->slots - 1);
    take_trap(w, in, b, after, g);
  }
  const unsigned own = take_triggers(w, i);
  assert_int_equal(g->notify, (own & 4u << i) != 0);
  if ((own & 0x101) != 0) assert_int_equal(i, 0);
  if ((own & 4u << i) != 0 && (*triggers & 0x3c) != 0) w->notifies_together++;
  w->pulses_from_outside += (own & 0x700) != 0;
  *triggers |= own;
  w->slots++;
}

void rewalk_clock(struct rewalk *w, const struct rvt_ingress *in,
                  const struct rvt_player_clock *told) {
  assert_int_equal(told->halted, in->halted || in->priv == RVT_PRIV_DEBUG);
  assert_int_equal(told->time, in->time);
  assert_int_equal(told->insns, w->insns);
  assert_true(told->slots <= w->o->blocks);
  bool any = false;
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    const bool valid = rvt_block_valid(&in->block[i]);
    if (valid && i > 0) {
      assert_true(rvt_block_valid(&in->block[i - 1]));                          /* NT:ING-02 */
      assert_false(in->block[i - 1].itype == 1 || in->block[i - 1].itype == 2); /* NT:ING-11 */
    }
    any |= valid;
    if (told->slots != 0 || !in->halted) assert_int_equal(valid, i < told->slots);
  }
  w->halted_clocks_with_blocks += in->halted && told->slots == 0 && any;
  assert_int_equal(in->context, told->context);
  if (told->slots == 0) assert_int_equal(in->ctype, 0);
  if (told->slots == 0) return;
  unsigned triggers = 0;
  for (unsigned i = 1; i < told->slots; i++)
    assert_false(told->slot[i].insns != 0 && is_cut(w, told->slot[i].first_insn));
  for (unsigned i = 0; i < told->slots; i++) take_slot(w, in, i, told, &triggers);
  assert_int_equal(in->trigger | in->ext_trigger << 8, triggers);
  assert_int_equal(told->priv, w->priv);
  assert_int_equal(told->context, w->context);
  w->clocks_with_several += told->slots > 1;
}

void rewalk_end(struct rewalk *w) {
  take_events(w);
  assert_int_equal(w->pos, w->count);
}

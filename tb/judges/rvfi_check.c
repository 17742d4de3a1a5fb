/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvfi_check.h"

#include <inttypes.h>

static const struct tb_rvfi_event *take(struct tb_rvfi_check *b, struct tb *tb, const char *what) {
  static const struct tb_rvfi_event none;
  struct tb_rvfi *h = b->hart;
  if (h->count == 0) {
    tb_fail(tb, "%s: the program has nothing more", what);
    return &none;
  }
  const struct tb_rvfi_event *e = &h->event[h->first];
  h->first = (h->first + 1) % TB_RVFI_EVENTS;
  h->count--;
  return e;
}

enum { SILENT_MOST = 4 }; /* clocks of the longest way through the adapters, and some */

static uint8_t narrow(const struct tb_rvfi_check *b, uint8_t itype) {
  return b->p->itype_width == 3 ? rvt_itype_narrow(itype) : itype;
}

/* The trap of the clock has cause and value that the hart said of it. */
static void judge_cause(struct tb_rvfi_check *b, struct tb *tb, const struct tb_rvfi_event *e) {
  const struct rvt_ingress_rvfi_out *out = b->out;
  if (out->cause != e->cause || out->tval != e->tval)
    tb_fail(tb,
            "0x%" PRIx64 ": expected cause %" PRIu64 ", tval 0x%" PRIx64 ", found %" PRIu64
            ", 0x%" PRIx64,
            e->pc, e->cause, e->tval, out->cause, out->tval);
  tb->cover[TB_RVFI_TVAL] += e->itype == RVT_IT_EXCEPTION && e->cause != 0 && e->tval != 0;
  if (e->itype == RVT_IT_EXCEPTION && e->cause != 0 && e->tval != 0) {
    PROVED("ETR:IN-02");
    PROVED("ETR:IN-09");
  }
  tb->cover[TB_RVFI_CAUSE] += e->itype == RVT_IT_INTERRUPT && e->cause != 0;
}

/* `target`: where the slot says that its branch or jump leads. */
static void judge_insns(struct tb_rvfi_check *b, struct tb *tb, const struct rvt_block *s,
                        uint64_t target) {
  uint64_t pc = s->iaddr;
  const bool trap = s->itype == RVT_IT_EXCEPTION || s->itype == RVT_IT_INTERRUPT;
  unsigned insns = 0;
  for (unsigned left = s->iretire; left != 0 && tb->error[0] == 0; insns++) {
    const struct tb_rvfi_event *e = take(b, tb, "an instruction");
    const unsigned parts = b->p->single ? 1 : e->size;
    if (e->size == 0 || e->pc != pc || parts > left || e->mode != b->out->priv) {
      tb_fail(tb,
              "expected pc 0x%" PRIx64 " (%u half-words, mode %u), found 0x%" PRIx64 ", mode %u",
              e->pc, e->size, e->mode, pc, b->out->priv);
      return;
    }
    pc = rvt_insn_address(pc + 2u * e->size, b->p->isa.xlen);
    left -= parts;
    const uint8_t wanted = left == 0 && !trap ? s->itype : RVT_IT_NONE;
    if (wanted != narrow(b, e->itype) && !(e->either && wanted == RVT_IT_NOT_TAKEN))
      tb_fail(tb, "0x%" PRIx64 ": expected itype %u, found %u", e->pc, narrow(b, e->itype), wanted);
    if (left == 0 && (s->ilastsize != e->size / 2 || (s->sijump && !e->sijump)))
      tb_fail(tb, "0x%" PRIx64 ": ilastsize %u, sijump %d", e->pc, s->ilastsize, s->sijump);
    tb->cover[TB_RVFI_SIJUMP] += left == 0 && s->sijump;
    if (left != 0 || !b->p->targets || e->itype < RVT_IT_NOT_TAKEN) continue;
    if (target != e->target)
      tb_fail(tb, "0x%" PRIx64 ": expected target 0x%" PRIx64 ", found 0x%" PRIx64, e->pc,
              e->target, target);
    tb->cover[TB_RVFI_TARGET]++;
  }
  tb->cover[TB_RVFI_INSNS] += insns;
  tb->cover[TB_RVFI_BLOCKS] += insns > 1;
  if (!trap) return;
  const struct tb_rvfi_event *e = take(b, tb, "a trap after a block");
  if (e->size != 0 || e->pc != pc || e->itype != s->itype || e->mode != b->out->priv)
    tb_fail(tb, "expected a trap at 0x%" PRIx64 ", itype %u, mode %u", e->pc, e->itype, e->mode);
  judge_cause(b, tb, e);
  tb->cover[TB_RVFI_FOLDED]++;
}

static void judge_slot(struct tb_rvfi_check *b, struct tb *tb, const struct rvt_block *s,
                       uint64_t target) {
  tb->cover[TB_RVFI_EXCEPTION] += s->itype == RVT_IT_EXCEPTION;
  tb->cover[TB_RVFI_INTERRUPT] += s->itype == RVT_IT_INTERRUPT;
  if (s->iretire != 0) {
    judge_insns(b, tb, s, target);
    return;
  }
  const struct tb_rvfi_event *e = take(b, tb, "a trap");
  if (e->size != 0 || e->pc != s->iaddr || e->itype != s->itype || e->mode != b->out->priv)
    tb_fail(tb,
            "expected pc 0x%" PRIx64 ", itype %u, mode %u, found a trap at 0x%" PRIx64
            ", itype %u, mode %u",
            e->pc, e->itype, e->mode, s->iaddr, s->itype, b->out->priv);
  judge_cause(b, tb, e);
  tb->cover[TB_RVFI_RETURNED] += e->itype == RVT_IT_INTERRUPT && e->mode != b->mode;
}

void tb_rvfi_check(struct tb_rvfi_check *b, struct tb *tb) {
  bool trap = false, returns = false;
  for (unsigned i = 0; i < b->p->nret && tb->error[0] == 0; i++) {
    const struct rvt_block *s = &b->out->block[i];
    if (!rvt_block_valid(s)) continue;
    if (trap) tb_fail(tb, "slot %u is used after a trap's", i);
    if (returns) tb_fail(tb, "slot %u is used after a return's (CTR:H-02)", i);
    judge_slot(b, tb, s, b->out->target[i]);
    b->mode = b->out->priv;
    returns = b->p->targets && s->itype == RVT_IT_TRAP_RETURN;
    trap = s->itype == RVT_IT_EXCEPTION || s->itype == RVT_IT_INTERRUPT;
    if (trap && s->itype == RVT_IT_EXCEPTION && s->iretire == 0) PROVED("ETR:IN-05");
  }
  if (b->out->lost) tb_fail(tb, "lost: the hart had waited");
  if (b->out->halted && b->hart->count != 0) tb_fail(tb, "a gap before all was told");
  b->silent = b->hart->in.halted && b->hart->count == 0 && !b->out->halted ? b->silent + 1 : 0;
  if (b->silent > SILENT_MOST) tb_fail(tb, "all was told of a hart in debug mode, and no gap");
  if (!b->hart->ended || b->hart->head != b->hart->fill) return;
  if (b->fed++ < 100) return;
  if (b->hart->count != 0) tb_fail(tb, "the end: %zu events were not told", b->hart->count);
  tb->done = true;
}

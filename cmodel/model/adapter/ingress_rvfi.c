/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ingress_rvfi.h"

#include <string.h>

enum { LONGEST = 2, PATIENCE = 15 }; /* half-words; clocks */

void rvt_ingress_rvfi_init(struct rvt_ingress_rvfi *s, const struct rvt_rvfi_params *p) {
  *s = (struct rvt_ingress_rvfi){.p = *p, .mode_q = RVT_PRIV_M};
}

/* ---- From RVFI to items ---- */

static uint64_t address(const struct rvt_ingress_rvfi *s, uint64_t pc) {
  return rvt_insn_address(pc, s->p.isa.xlen) & ~UINT64_C(1);
}

static struct rvt_rvfi_item classify(const struct rvt_ingress_rvfi *s,
                                     const struct rvt_rvfi_insn *in, struct rvt_insn *insn) {
  *insn = (struct rvt_insn){.size = LONGEST};
  /* What is longer than RVFI's 32 bits has the kind LINEAR. */
  if (rvt_insn_decode_isa(in->insn, &s->p.isa, insn) != RVT_OK || insn->size > LONGEST)
    insn->size = LONGEST;
  if (s->p.format) rvt_insn_infer(insn);
  struct rvt_rvfi_item item = {.valid = true, .itype = insn->itype, .mode = in->mode};
  item.pc = address(s, in->pc_rdata);
  item.cause = in->cause & RVT_RVFI_CAUSE;
  item.intr_cause = in->intr_cause & RVT_RVFI_CAUSE;
  item.intr_mode = in->intr_mode;
  item.tval = rvt_insn_address(in->tval, s->p.isa.xlen);
  item.target = address(s, in->pc_wdata);
  item.size = insn->size;
  item.excepts = in->trap || insn->kind == RVT_INSN_TRAP;
  item.ends = insn->kind != RVT_INSN_LINEAR;
  if (insn->kind == RVT_INSN_BRANCH &&
      address(s, in->pc_wdata) == rvt_insn_next(insn, item.pc, s->p.isa.xlen))
    item.itype = RVT_IT_NOT_TAKEN;
  return item;
}

static struct rvt_rvfi_item accept(struct rvt_ingress_rvfi *s, const struct rvt_rvfi_insn *in,
                                   bool interrupt) {
  struct rvt_insn insn;
  struct rvt_rvfi_item item = classify(s, in, &insn);
  item.broken =
      s->known_q && !s->trapped_q && (in->intr || (!s->returned_q && item.pc != s->next_q));
  item.irq = interrupt;
  item.from = s->next_q;
  item.sijump =
      insn.kind == RVT_INSN_INDIRECT && s->sets_q != 0 && !item.broken && s->sets_q == insn.rs1;
  s->known_q = true;
  s->trapped_q = item.excepts;
  s->returned_q = insn.kind == RVT_INSN_TRAP_RETURN;
  s->next_q = item.ends ? address(s, in->pc_wdata) : rvt_insn_next(&insn, item.pc, s->p.isa.xlen);
  s->sets_q = insn.upper != RVT_UPPER_NONE && !item.excepts ? insn.rd : 0;
  return item;
}

/* ---- From items to slots ---- */

/** What a clock tells, and what is left after it. */
struct telling {
  struct rvt_ingress_rvfi_out *out;
  unsigned slots;
  uint8_t at; /* item */
  bool first, last, left;
};

static bool shown(const struct rvt_ingress_rvfi *s) {
  return s->gap_q && s->level_q == 0 && !s->open_q;
}

static void tell(struct rvt_ingress_rvfi *s, struct telling *t, uint8_t itype, bool sijump,
                 uint64_t target) {
  t->out->target[t->slots] = s->p.targets ? target : 0;
  t->out->block[t->slots++] = (struct rvt_block){
      .iretire = s->p.single ? s->open_size_q != 0 : s->open_size_q,
      .itype = s->p.itype_width == 3 ? rvt_itype_narrow(itype) : itype,
      .ilastsize = s->open_last_q == 2,
      .sijump = sijump,
      .iaddr = s->open_addr_q,
  };
  s->open_q = false;
}

static void begin(struct rvt_ingress_rvfi *s, uint64_t addr) {
  if (s->open_q) return;
  s->open_addr_q = addr;
  s->open_size_q = 0;
}

static bool is_full(const struct rvt_ingress_rvfi *s) {
  return s->open_size_q + LONGEST > (1 << s->p.iretire_width) - 1;
}

static void tell_item(struct rvt_ingress_rvfi *s, const struct rvt_rvfi_item *item,
                      struct telling *t) {
  const bool trap = item->broken && !s->told_q;
  uint8_t mode = trap ? item->intr_mode : item->mode;
  if (trap && mode == RVT_RVFI_MODE_UNKNOWN) mode = s->mode_q;
  if (t->last || (!t->first && mode != s->mode_q)) {
    t->last = t->left = true;
    return;
  }
  s->mode_q = mode;
  if (trap) {
    begin(s, item->from);
    tell(s, t, item->irq ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION, false, 0);
    t->out->cause = item->intr_cause;
    /* The one value is that of the newest trap. */
    if (!item->irq && !item->excepts) t->out->tval = item->tval;
    s->told_q = t->last = t->left = true;
    return;
  }
  begin(s, item->pc);
  if (!item->excepts) {
    s->open_size_q = (uint8_t)(s->open_size_q + item->size);
    s->open_last_q = item->size;
  }
  s->open_q = true;
  s->told_q = t->first = false;
  s->at_q = (uint8_t)(t->at + 1);
  /* The recorder of control transfers wants a return to be the newest of its clock. */
  t->last = item->excepts || (s->p.targets && item->itype == RVT_IT_TRAP_RETURN);
  if (item->excepts) {
    tell(s, t, RVT_IT_EXCEPTION, false, item->target);
    t->out->cause = item->cause;
    t->out->tval = item->tval;
  } else if (!s->p.joined || item->ends || is_full(s)) {
    tell(s, t, item->itype, item->sijump, item->target);
  }
}

/** One clock of the side of the port: fills `out`. */
static void next_slots(struct rvt_ingress_rvfi *s, struct rvt_ingress_rvfi_out *out) {
  struct telling t = {.out = out, .first = true};
  *out = (struct rvt_ingress_rvfi_out){.halted = shown(s), .lost = s->lost_q};
  if (s->level_q == 0) {
    if (s->open_q && (s->idle_q == PATIENCE || s->gap_q)) tell(s, &t, RVT_IT_NONE, false, 0);
    s->idle_q = s->idle_q == PATIENCE ? 0 : (uint8_t)(s->idle_q + 1);
  } else {
    for (unsigned c = s->at_q; c < s->p.nret; c++) {
      t.at = (uint8_t)c;
      if (s->group_q[0].item[c].valid) tell_item(s, &s->group_q[0].item[c], &t);
    }
    s->idle_q = 0;
    if (!t.left) {
      s->level_q--;
      memmove(&s->group_q[0], &s->group_q[1], s->level_q * sizeof s->group_q[0]);
      s->at_q = 0;
    }
  }
  out->priv = s->mode_q;
}

void rvt_ingress_rvfi_outputs(const struct rvt_ingress_rvfi *s, struct rvt_ingress_rvfi_out *out) {
  struct rvt_ingress_rvfi after = *s;
  next_slots(&after, out);
}

void rvt_ingress_rvfi_tick(struct rvt_ingress_rvfi *s, const struct rvt_ingress_rvfi_in *in) {
  const bool halted_o = shown(s);
  const bool away = in->halted || (s->gap_q && !halted_o);
  const bool room = s->level_q < s->p.groups;
  struct rvt_ingress_rvfi_out out;
  next_slots(s, &out);

  struct rvt_rvfi_group group;
  memset(&group, 0, sizeof group);
  bool put = false;
  for (unsigned c = 0; c < s->p.nret && !away; c++) {
    if (!in->insn[c].valid) continue;
    group.item[c] = accept(s, &in->insn[c], in->interrupt);
    put = true;
  }
  if (put && room) s->group_q[s->level_q++] = group;
  s->lost_q = put && !room;
  s->gap_q = in->halted || s->lost_q || (s->gap_q && !halted_o);
  if (away || s->lost_q) {
    s->known_q = s->trapped_q = false;
    s->sets_q = 0;
  }
}

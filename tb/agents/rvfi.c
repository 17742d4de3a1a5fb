/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvfi.h"

#include <string.h>

/* ---- Instruction words --------------------------------------------------------------------- */

uint32_t tb_insn_word(struct tb_rng *rng) {
  static const uint8_t opcode[] = {0x63, 0x67, 0x6f, 0x37, 0x17, 0x73, 0x01, 0x02};
  static const uint32_t whole[] = {0x73, 0x100073, 0x10200073, 0x30200073, 0x10500073, 0x9002};
  const uint64_t r = tb_rng_next(rng);
  uint32_t word = (uint32_t)r;
  switch (r >> 32 & 7) {
  case 0: return word;
  case 1: return whole[(r >> 40) % (sizeof whole / sizeof *whole)];
  default: break;
  }
  const uint8_t low = opcode[r >> 36 & 7];
  word = low < 4 ? (word & ~UINT32_C(3)) | low : (word & ~UINT32_C(0x7f)) | low;
  if (r >> 44 & 1) word = (word & ~UINT32_C(0xf80)) | (uint32_t)(r >> 45 & 7) << 7;
  if (r >> 48 & 1) word = (word & ~UINT32_C(0xf8000)) | (uint32_t)(r >> 49 & 7) << 15;
  if (r >> 52 & 1) word &= ~UINT32_C(0x7000);
  if (r >> 53 & 1) word &= ~UINT32_C(0x7c);
  return word;
}

/* ---- The port ------------------------------------------------------------------------------ */

enum { REFILL = 16, ECALL = 0x73 };

bool tb_rvfi_init(struct tb_rvfi *g, struct tb *tb, const struct rvt_rvfi_params *p) {
  g->nret = p->nret;
  g->xlen = p->isa.xlen;
  g->format = p->format;
  tb_rng_seed(&g->traps, tb->rng.s[0]);
  g->program = tb_option(tb, "wild", 0) == 0;
  struct rvt_progen_params params;
  struct rvt_error e = {{0}};
  rvt_progen_params_init(&params, p->isa.xlen, tb_rng_next(&tb->rng));
  params.instructions = tb_option_in(tb, "insns", 200000, 1, UINT64_MAX);
  params.p_halt = params.p_custom = 0;
  params.p_pair_break = 100000;
  if (g->program && rvt_progen_open(&g->progen, &params, &e) != RVT_OK)
    tb_fail(tb, "generator: %s", e.text);
  return tb->error[0] == 0;
}

void tb_rvfi_close(struct tb_rvfi *g) { rvt_progen_close(g->progen); }

void tb_rvfi_reset(struct tb_rvfi *g) {
  g->count = g->first = 0;
  g->pending = g->excepted = g->known = false;
  g->mode = g->told_mode = RVT_PRIV_M;
  g->busy = 128;
  g->halt_left = g->rest = 0;
}

static void refill(struct tb_rvfi *g, struct tb *tb) {
  if (g->ended || g->fill - g->head >= REFILL) return;
  g->fill -= g->head;
  memmove(g->window, g->window + g->head, g->fill * sizeof *g->window);
  g->head = 0;
  size_t got = 0;
  const enum rvt_status status =
      rvt_progen_fill(g->progen, g->window + g->fill, TB_RVFI_WINDOW - g->fill, &got);
  if (status != RVT_OK && status != RVT_END) tb_fail(tb, "generator: status %d", (int)status);
  g->ended = status == RVT_END;
  g->fill += got;
}

/* Where the hart goes on: the first address in the window from a step on. */
static uint64_t goes_on(const struct tb_rvfi *g, size_t first, struct tb_rng *rng) {
  for (size_t i = first; i < g->fill; i++)
    if (g->window[i].kind == RVT_STEP_INSN || g->window[i].kind == RVT_STEP_TRAP)
      return g->window[i].pc;
  return tb_rng_next(rng) & ~UINT64_C(1);
}

static void put(struct tb_rvfi *g, struct tb *tb, struct tb_rvfi_event event) {
  if (g->count == TB_RVFI_EVENTS) {
    tb_fail(tb, "the adapter holds back %u instructions", TB_RVFI_EVENTS);
    return;
  }
  g->event[(g->first + g->count++) % TB_RVFI_EVENTS] = event;
}

static uint64_t draw_cause(struct tb_rvfi *g) { return tb_rng_value(&g->traps, 6); }

/* What a channel says of traps: its own, and the one before the handler that begins with it. What
 * the interrupt bit of a cause is does not matter. */
static void draw_traps(struct tb_rvfi *g, struct rvt_rvfi_insn *out) {
  const uint64_t interrupt = UINT64_C(1) << (g->xlen - 1u);
  out->cause = draw_cause(g) | (tb_rng_one_in(&g->traps, 2) ? interrupt : 0);
  out->intr_cause = draw_cause(g) | (tb_rng_one_in(&g->traps, 2) ? interrupt : 0);
  out->tval = tb_rng_value(&g->traps, g->xlen);
  /* A hart may say what ran before a trap, or not. */
  const bool silent = tb_rng_one_in(&g->traps, 2);
  out->intr_mode = silent                     ? RVT_RVFI_MODE_UNKNOWN
                   : g->program && g->pending ? g->trap.mode
                                              : (uint8_t)tb_rng_below(&g->traps, 4);
}

/* The trap that waits was not told, unless an exception that was told led to the same handler. What
 * it was is said by the handler's first instruction `out`; of commit ports, by the trap. */
static void put_pending(struct tb_rvfi *g, struct tb *tb, const struct rvt_rvfi_insn *out,
                        bool excepts) {
  if (!g->commit) {
    if (out->intr_mode == RVT_RVFI_MODE_UNKNOWN) g->trap.mode = g->told_mode;
    g->trap.cause = out->intr_cause & RVT_RVFI_CAUSE;
    g->trap.tval = g->trap.itype == RVT_IT_EXCEPTION && !excepts ? out->tval : 0;
  }
  if (g->pending && g->known && !g->excepted) put(g, tb, g->trap);
  g->pending = g->excepted = false;
  g->known = true;
}

/* Without `intr` nobody sees a trap to the very address at which the program would have gone on, or
 * one directly after MRET or SRET. */
static bool is_intr(const struct tb_rvfi *g, struct tb *tb) {
  if (g->pending && (g->returned || g->window[g->head].pc == g->trap.pc)) return true;
  return (g->pending || g->excepted) && tb_rng_one_in(&tb->rng, 2);
}

static void show_insn(struct tb_rvfi *g, struct tb *tb, struct rvt_rvfi_insn *out) {
  const struct rvt_step *s = &g->window[g->head];
  const uint64_t next = goes_on(g, g->head + 1, &tb->rng);
  const uint64_t after = s->pc + 2u * s->size;
  *out = (struct rvt_rvfi_insn){
      .valid = true,
      .intr = !g->commit && is_intr(g, tb),
      .mode = g->mode,
      .insn = (uint32_t)s->word,
      .pc_rdata = s->pc,
      .pc_wdata = s->itype == RVT_IT_NONE || s->itype == RVT_IT_NOT_TAKEN ? after : next};
  if (s->size == 1) out->insn |= (uint32_t)tb_rng_next(&tb->rng) << 16;
  draw_traps(g, out);
  put_pending(g, tb, out, false);
  put(g, tb,
      (struct tb_rvfi_event){.pc = s->pc,
                             .size = s->size,
                             .itype = rvt_step_itype(s, g->format),
                             .mode = g->mode,
                             .sijump = s->sijump && !rvt_step_absolute(s),
                             .either = s->itype == RVT_IT_TAKEN && next == after,
                             .target = out->pc_wdata});
  g->told_mode = g->mode;
  g->returned = s->itype == RVT_IT_TRAP_RETURN;
}

/* An exception that RVFI shows: an instruction with `trap`, or an ECALL with or without it. */
static void show_exception(struct tb_rvfi *g, struct tb *tb, struct rvt_rvfi_insn *out) {
  const struct rvt_step *s = &g->window[g->head];
  const bool ecall = tb_rng_one_in(&tb->rng, 4);
  *out = (struct rvt_rvfi_insn){.valid = true,
                                .trap = g->commit || !ecall || tb_rng_one_in(&tb->rng, 2),
                                .intr = !g->commit && is_intr(g, tb),
                                .mode = g->mode,
                                .insn = ecall ? (uint32_t)ECALL : tb_insn_word(&tb->rng),
                                .pc_rdata = s->pc,
                                .pc_wdata = tb_rng_next(&tb->rng)};
  draw_traps(g, out);
  put_pending(g, tb, out, true);
  put(g, tb,
      (struct tb_rvfi_event){.pc = s->pc,
                             .itype = RVT_IT_EXCEPTION,
                             .mode = g->mode,
                             .cause = out->cause & RVT_RVFI_CAUSE,
                             .tval = out->tval});
  g->excepted = true;
  g->returned = false;
  g->told_mode = g->mode;
}

/* Of traps without an instruction between them RVFI tells one: where the first, why the last. */
static void hide_trap(struct tb_rvfi *g) {
  const struct rvt_step *s = &g->window[g->head];
  if (!g->pending) g->trap = (struct tb_rvfi_event){.pc = s->pc, .mode = g->mode};
  g->trap.itype = s->itype;
  g->in.interrupt = s->itype == RVT_IT_INTERRUPT;
  g->pending = true;
}

/* A commit port tells of each interrupt, the port to the encoder of one after an exception not. */
static void show_interrupt(struct tb_rvfi *g, struct tb *tb, struct rvt_rvfi_insn *out) {
  const struct rvt_step *s = &g->window[g->head];
  *out = (struct rvt_rvfi_insn){.valid = true,
                                .trap = true,
                                .intr = true,
                                .mode = g->mode,
                                .insn = tb_insn_word(&tb->rng),
                                .pc_rdata = s->pc};
  hide_trap(g);
  draw_traps(g, out);
  g->trap.cause = out->cause & RVT_RVFI_CAUSE;
}

/* An interrupt after the channels of the clock, at times beside them. What retires with it leaves
 * in the next clock, whatever room there is then. */
static void show_beside(struct tb_rvfi *g, struct tb *tb, unsigned room) {
  for (size_t i = g->head; i < g->fill; i++) {
    const struct rvt_step *s = &g->window[i];
    if (s->kind == RVT_STEP_INSN) return;
    if (s->kind != RVT_STEP_TRAP) continue;
    if (s->itype != RVT_IT_INTERRUPT || room < 2 || tb_rng_one_in(&tb->rng, 4)) return;
    g->irq = true;
    g->irq_pc = s->pc;
    for (; g->head < i; g->head++)
      if (g->window[g->head].kind == RVT_STEP_PRIV) g->mode = g->window[g->head].value;
    g->irq_mode = g->mode;
    hide_trap(g);
    g->irq_cause = draw_cause(g);
    g->trap.cause = g->irq_cause;
    g->head++;
    return;
  }
}

/* One channel; false: the clock ends before it. `broken`: a trap that was not shown came in it. */
static bool show(struct tb_rvfi *g, struct tb *tb, unsigned channel, bool *broken) {
  for (; g->head < g->fill; g->head++) {
    const struct rvt_step *s = &g->window[g->head];
    if (s->kind == RVT_STEP_PRIV) g->mode = s->value;
    if (s->kind == RVT_STEP_TRAP && g->commit && s->itype == RVT_IT_INTERRUPT) {
      show_interrupt(g, tb, &g->in.insn[channel]);
      g->head++;
      return true;
    }
    if (s->kind == RVT_STEP_TRAP && s->itype == RVT_IT_EXCEPTION &&
        (g->commit || tb_rng_one_in(&tb->rng, 2))) {
      show_exception(g, tb, &g->in.insn[channel]);
      g->head++;
      return true;
    }
    if (s->kind == RVT_STEP_TRAP) {
      /* `interrupt` is of the whole clock. */
      if (!g->pending && (*broken || (channel > 0 && tb_rng_one_in(&tb->rng, 2)))) return false;
      *broken = true;
      hide_trap(g);
    }
    if (s->kind == RVT_STEP_INSN) {
      show_insn(g, tb, &g->in.insn[channel]);
      g->head++;
      return true;
    }
  }
  return false;
}

static void wild(struct tb_rvfi *g, struct tb_rng *rng) {
  for (unsigned c = 0; c < g->nret; c++) {
    const uint64_t r = tb_rng_next(rng);
    struct rvt_rvfi_insn *in = &g->in.insn[c];
    /* Often where the one before went on, at times not. */
    const uint64_t before = c == 0 ? g->in.insn[g->nret - 1u].pc_wdata : in[-1].pc_wdata;
    in->insn = tb_insn_word(rng);
    in->pc_rdata = (r & 7) != 0 ? before : tb_rng_next(rng);
    in->pc_wdata = (r >> 3 & 3) != 0 ? in->pc_rdata + 2 + 2 * (r >> 5 & 1) : tb_rng_next(rng);
    in->valid = (uint8_t)(r >> 8) < g->busy;
    in->trap = (r >> 16 & 15) == 0;
    in->intr = (r >> 20 & 15) == 0;
    in->mode = r >> 24 & 7 ? g->mode : (uint8_t)(r >> 28 & 3);
    draw_traps(g, in);
  }
  g->mode = g->in.insn[g->nret - 1].mode;
  g->irq = g->commit && tb_rng_one_in(rng, 16);
  g->irq_pc = tb_rng_next(rng);
  g->irq_cause = draw_cause(g);
  g->irq_mode = (uint8_t)tb_rng_below(&g->traps, 4);
  g->in.interrupt = tb_rng_one_in(rng, 2);
}

/* Debug mode between two instructions. A trap that has not been told then never is, and the group
 * that comes in the clock after may be left out: the hart rests. */
static bool halts(struct tb_rvfi *g, struct tb_rng *rng, unsigned room) {
  /* The last instructions of a commit port leave by debug mode alone, if there is room. */
  const bool may = !g->commit || room > 0;
  const bool end = g->commit && g->program && g->ended && g->head == g->fill;
  if (g->halt_left > 0 && --g->halt_left == 0) g->rest = 20;
  if (g->halt_left == 0 && g->rest == 0 && may && (end || tb_rng_one_in(rng, 4000))) {
    g->halt_left = end ? UINT32_MAX : 1 + tb_rng_below(rng, 30);
    g->dpc = goes_on(g, g->head, rng);
    g->pending = g->excepted = g->known = false;
  }
  g->in.halted = g->halt_left > 0;
  if (g->in.halted) return true;
  if (g->rest > 0) g->rest--;
  return g->rest > 0;
}

void tb_rvfi_next(struct tb_rvfi *g, struct tb *tb, unsigned room) {
  struct tb_rng *rng = &tb->rng;
  if (tb_rng_one_in(rng, 200)) g->busy = tb_rng_below(rng, 257);
  const bool halted = halts(g, rng, room);
  g->irq = false;
  if (!g->program) {
    wild(g, rng);
    return;
  }
  refill(g, tb);
  for (unsigned c = 0; c < g->nret; c++) g->in.insn[c].valid = false;
  if (halted || room == 0 || tb->in_reset) return;
  if (tb_rng_below(rng, 256) >= g->busy) {
    if (g->commit) show_beside(g, tb, room);
    return;
  }
  bool broken = g->pending;
  for (unsigned c = 0; c < g->nret; c++)
    if (c == 0 || !tb_rng_one_in(rng, 4))
      if (!show(g, tb, c, &broken)) return;
  if (g->commit) show_beside(g, tb, room);
}

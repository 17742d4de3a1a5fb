/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "judges/rvfi_check.h"
#include "rvt/unit/ingress_commit.h"

/* The front end of commit ports in lock-step; with a program what it says goes through the model of
 * the RVFI adapter, and is judged there by the steps. */

enum cover {
  COVER_SEVERAL = TB_RVFI_COVERS, /* channels leave in a clock */
  COVER_HELD,                     /* an instruction waits for more than a clock */
  COVER_BEFORE_TRAP,              /* ... and goes on at a trap */
  COVER_BEFORE_DEBUG,             /* ... or behind debug mode */
  COVER_INTR,
  COVER_INTR_LATE, /* the handler begins in a later clock than the one after its interrupt */
  COVER_INTR_WITHIN,
  COVER_INTR_TRAPS, /* the first of a handler traps itself */
  COVER_INTR_GONE,  /* debug mode in place of the handler */
  COVER_IRQ,        /* an interrupt beside the channels, and none has anything ... */
  COVER_IRQ_WITH,   /* ... in a clock with an instruction ... */
  COVER_IRQ_NEXT,   /* ... whose handler begins in the next one */
  COVERS
};
static const char *const covers[COVERS] = {
    TB_RVFI_COVER_NAMES, "several",     "held",       "before_trap", "before_debug", "intr",
    "intr_late",         "intr_within", "intr_traps", "intr_gone",   "irq",          "irq_with",
    "irq_next"};

struct commit_bench {
  struct rvt_rvfi_params p;
  struct rvt_ingress_commit model;
  struct rvt_ingress_rvfi adapter;
  struct tb_rvfi hart;
  struct rvt_ingress_commit_in in;
  struct rvt_ingress_rvfi_in out;
  struct rvt_ingress_rvfi_out told;
  struct tb_rvfi_check check;
  bool idle; /* no channel in the clock before */
  /* the ports */
  uint8_t valid, trap, interrupt, mode;
  bool halted, halted_o;
  bool irq;
  uint64_t dpc, irq_pc, irq_cause;
  uint8_t irq_mode;
  uint8_t insn[RVT_RVFI_NRET_MAX * 4], pc[RVT_RVFI_NRET_MAX * 8];
  uint8_t cause[RVT_RVFI_NRET_MAX * 8], tval[RVT_RVFI_NRET_MAX * 8];
  struct outputs {
    uint8_t valid, trap, intr, mode;
    uint8_t insn[RVT_RVFI_NRET_MAX * 4], rdata[RVT_RVFI_NRET_MAX * 8], wdata[RVT_RVFI_NRET_MAX * 8];
    uint8_t cause[RVT_RVFI_NRET_MAX * 8], tval[RVT_RVFI_NRET_MAX * 8];
    uint8_t intr_cause[RVT_RVFI_NRET_MAX * 8];
    uint8_t intr_mode;
  } rvfi, mask;
};

#define T struct commit_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "valid_i", valid),
    TB_IN(T, "insn_i", insn),
    TB_IN(T, "trap_i", trap),
    TB_IN(T, "interrupt_i", interrupt),
    TB_IN(T, "mode_i", mode),
    TB_IN(T, "pc_i", pc),
    TB_IN(T, "cause_i", cause),
    TB_IN(T, "tval_i", tval),
    TB_IN(T, "irq_i", irq),
    TB_IN(T, "irq_pc_i", irq_pc),
    TB_IN(T, "irq_cause_i", irq_cause),
    TB_IN(T, "irq_mode_i", irq_mode),
    TB_IN(T, "halted_i", halted),
    TB_IN(T, "dpc_i", dpc),
    TB_OUT(T, NULL, "rvfi_valid", rvfi.valid),
    TB_OUT_MASKED(T, NULL, "rvfi_insn", rvfi.insn, mask.insn),
    TB_OUT_MASKED(T, NULL, "rvfi_trap", rvfi.trap, mask.trap),
    TB_OUT_MASKED(T, NULL, "rvfi_intr", rvfi.intr, mask.intr),
    TB_OUT_MASKED(T, NULL, "rvfi_mode", rvfi.mode, mask.mode),
    TB_OUT_MASKED(T, NULL, "rvfi_pc_rdata", rvfi.rdata, mask.rdata),
    TB_OUT_MASKED(T, NULL, "rvfi_pc_wdata", rvfi.wdata, mask.wdata),
    TB_OUT_MASKED(T, NULL, "cause_o", rvfi.cause, mask.cause),
    TB_OUT_MASKED(T, NULL, "tval_o", rvfi.tval, mask.tval),
    TB_OUT_MASKED(T, NULL, "intr_cause_o", rvfi.intr_cause, mask.intr_cause),
    TB_OUT_MASKED(T, NULL, "intr_mode_o", rvfi.intr_mode, mask.intr_mode),
    TB_OUT(T, NULL, "halted_o", halted_o),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct commit_bench *b = self;
  b->p = (struct rvt_rvfi_params){.isa = {.xlen = (uint8_t)tb_param(tb, "Xlen")},
                                  .nret = (uint8_t)tb_param(tb, "Nret"),
                                  .iretire_width = 6,
                                  .itype_width = 4,
                                  .groups = 2};
  b->check = (struct tb_rvfi_check){.p = &b->p, .hart = &b->hart, .out = &b->told};
  b->hart.commit = true;
  return tb_rvfi_init(&b->hart, tb, &b->p);
}

static void reset(void *self, struct tb *tb) {
  struct commit_bench *b = self;
  (void)tb;
  rvt_ingress_commit_init(&b->model, b->p.nret);
  rvt_ingress_rvfi_init(&b->adapter, &b->p);
  tb_rvfi_reset(&b->hart);
}

static void drive(void *self, struct tb *tb) {
  struct commit_bench *b = self;
  const unsigned xlen = b->p.isa.xlen;
  tb_rvfi_next(&b->hart, tb, b->p.groups - b->adapter.level_q);
  const struct rvt_ingress_rvfi_in *in = &b->hart.in;
  b->valid = b->trap = b->interrupt = b->mode = 0;
  memset(b->insn, 0, sizeof b->insn);
  memset(b->pc, 0, sizeof b->pc);
  memset(b->cause, 0, sizeof b->cause);
  memset(b->tval, 0, sizeof b->tval);
  for (unsigned c = 0; c < b->p.nret; c++) {
    const struct rvt_rvfi_insn *i = &in->insn[c];
    b->in.insn[c] = (struct rvt_commit_insn){.valid = i->valid,
                                             .trap = i->trap,
                                             .interrupt = i->intr,
                                             .mode = i->mode,
                                             .insn = i->insn,
                                             .cause = i->cause,
                                             .tval = i->tval,
                                             .pc = rvt_insn_address(i->pc_rdata, (uint8_t)xlen)};
    tb_bits_put(&b->valid, c, 1, i->valid);
    tb_bits_put(&b->trap, c, 1, i->trap);
    tb_bits_put(&b->interrupt, c, 1, i->intr);
    tb_bits_put(&b->mode, 2 * c, 2, i->mode);
    tb_bits_put(b->insn, 32 * c, 32, i->insn);
    tb_bits_put(b->pc, xlen * c, xlen, i->pc_rdata);
    tb_bits_put(b->cause, xlen * c, xlen, i->cause);
    tb_bits_put(b->tval, xlen * c, xlen, i->tval);
  }
  b->irq = b->in.irq = b->hart.irq;
  b->irq_pc = b->in.irq_pc = rvt_insn_address(b->hart.irq_pc, (uint8_t)xlen);
  b->irq_cause = b->in.irq_cause = b->hart.irq_cause;
  b->irq_mode = b->in.irq_mode = b->hart.irq_mode;
  b->halted = b->in.halted = in->halted;
  b->dpc = b->in.dpc = rvt_insn_address(b->hart.dpc, (uint8_t)xlen);
}

static void outputs(void *self) {
  struct commit_bench *b = self;
  const unsigned xlen = b->p.isa.xlen;
  rvt_ingress_commit_outputs(&b->model, &b->in, &b->out);
  memset(&b->rvfi, 0, sizeof b->rvfi);
  memset(&b->mask, 0, sizeof b->mask);
  for (unsigned c = 0; c < b->p.nret; c++) {
    const struct rvt_rvfi_insn *i = &b->out.insn[c];
    if (!i->valid) continue;
    struct outputs *o = &b->rvfi, *m = &b->mask;
    tb_bits_put(&o->valid, c, 1, 1);
    tb_bits_put(&o->trap, c, 1, i->trap);
    tb_bits_put(&o->intr, c, 1, i->intr);
    tb_bits_put(&o->mode, 2 * c, 2, i->mode);
    tb_bits_put(o->insn, 32 * c, 32, i->insn);
    tb_bits_put(o->rdata, xlen * c, xlen, i->pc_rdata);
    tb_bits_put(o->wdata, xlen * c, xlen, i->pc_wdata);
    tb_bits_put(o->cause, xlen * c, xlen, i->cause);
    tb_bits_put(o->tval, xlen * c, xlen, i->tval);
    tb_bits_put(o->intr_cause, xlen * c, xlen, i->intr_cause);
    tb_bits_put(&o->intr_mode, 2 * c, 2, i->intr_mode);
    tb_bits_put(&m->trap, c, 1, 1);
    tb_bits_put(&m->intr, c, 1, 1);
    tb_bits_put(&m->mode, 2 * c, 2, 3);
    tb_bits_put(m->insn, 32 * c, 32, UINT64_MAX);
    tb_bits_put(m->rdata, xlen * c, xlen, UINT64_MAX);
    tb_bits_put(m->wdata, xlen * c, xlen, UINT64_MAX);
    tb_bits_put(m->cause, xlen * c, xlen, i->trap ? UINT64_MAX : 0);
    tb_bits_put(m->tval, xlen * c, xlen, i->trap ? UINT64_MAX : 0);
    tb_bits_put(m->intr_cause, xlen * c, xlen, i->intr ? UINT64_MAX : 0);
    tb_bits_put(&m->intr_mode, 2 * c, 2, i->intr ? 3 : 0);
  }
  b->halted_o = b->out.halted;
  rvt_ingress_rvfi_outputs(&b->adapter, &b->told);
}

static void count(struct commit_bench *b, uint64_t *cover) {
  const struct rvt_commit_insn *oldest = NULL;
  unsigned leave = 0;
  for (unsigned c = b->p.nret; c-- > 0;) {
    const struct rvt_rvfi_insn *i = &b->out.insn[c];
    if (b->in.insn[c].valid) oldest = &b->in.insn[c];
    leave += i->valid;
    cover[COVER_INTR] += i->valid && i->intr;
    cover[COVER_INTR_TRAPS] += i->valid && i->intr && i->trap;
    cover[COVER_INTR_WITHIN] += i->valid && i->intr && c > 0 && b->model.away_q[c - 1];
  }
  cover[COVER_SEVERAL] += leave > 1;
  cover[COVER_HELD] += leave != 0 && b->idle;
  cover[COVER_BEFORE_DEBUG] += leave != 0 && b->in.halted;
  cover[COVER_BEFORE_TRAP] += leave != 0 && !b->in.halted && oldest != NULL && oldest->trap;
  cover[COVER_INTR_LATE] += oldest != NULL && b->model.pending_q && b->idle;
  cover[COVER_IRQ] += b->in.irq && oldest == NULL;
  cover[COVER_IRQ_WITH] += b->in.irq && oldest != NULL;
  cover[COVER_IRQ_NEXT] += b->model.irq_q && leave != 0 && oldest != NULL;
  cover[COVER_INTR_GONE] += b->model.pending_q && b->in.halted;
  b->idle = oldest == NULL;
}

static void tick(void *self, struct tb *tb) {
  struct commit_bench *b = self;
  if (b->hart.program) tb_rvfi_check(&b->check, tb);
  count(b, tb->cover);
  rvt_ingress_commit_tick(&b->model, &b->in);
  rvt_ingress_rvfi_tick(&b->adapter, &b->out);
}

static void close_bench(void *self) { tb_rvfi_close(&((struct commit_bench *)self)->hart); }

const struct tb_bench tb_bench_commit = {
    .name = "commit",
    .bytes = sizeof(struct commit_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .close = close_bench,
};

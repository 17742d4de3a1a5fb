/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "judges/rvfi_check.h"

/* The adapter of RVFI in lock-step; with a program also judged by its steps. */

enum cover {
  COVER_SEVERAL = TB_RVFI_COVERS, /* slots in a clock */
  COVER_WAITS,                    /* a group is told in more than one clock */
  COVER_MODES,                    /* ... for its privileges */
  COVER_FULL,
  COVER_LOST,
  COVER_GAPS,
  COVER_PATIENCE, /* a block is told since nothing retires */
  COVERS
};
static const char *const covers[COVERS] = {
    TB_RVFI_COVER_NAMES, "several", "waits", "modes", "full", "lost", "gaps", "patience"};

struct rvfi_bench {
  struct rvt_rvfi_params p;
  struct rvt_ingress_rvfi model;
  struct tb_rvfi hart;
  struct rvt_ingress_rvfi_out out;
  struct tb_rvfi_check check;
  /* the ports */
  uint8_t valid, trap, intr, mode;
  bool interrupt, halted, lost;
  uint8_t priv, halted_o;
  uint8_t insn[RVT_RVFI_NRET_MAX * 4], rdata[RVT_RVFI_NRET_MAX * 8], wdata[RVT_RVFI_NRET_MAX * 8];
  uint8_t cause_i[RVT_RVFI_NRET_MAX * 8], tval_i[RVT_RVFI_NRET_MAX * 8];
  uint8_t intr_cause[RVT_RVFI_NRET_MAX * 8];
  uint8_t intr_mode;
  uint64_t cause, tval;
  uint8_t target[RVT_RVFI_NRET_MAX * 8], target_mask[RVT_RVFI_NRET_MAX * 8];
  struct tb_ports slots, mask;
};

#define T struct rvfi_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "rvfi_valid", valid),
    TB_IN(T, "rvfi_insn", insn),
    TB_IN(T, "rvfi_trap", trap),
    TB_IN(T, "rvfi_intr", intr),
    TB_IN(T, "rvfi_mode", mode),
    TB_IN(T, "rvfi_pc_rdata", rdata),
    TB_IN(T, "rvfi_pc_wdata", wdata),
    TB_IN(T, "cause_i", cause_i),
    TB_IN(T, "tval_i", tval_i),
    TB_IN(T, "intr_cause_i", intr_cause),
    TB_IN(T, "intr_mode_i", intr_mode),
    TB_IN(T, "interrupt_i", interrupt),
    TB_IN(T, "halted_i", halted),
    TB_OUT(T, NULL, "iretire_o", slots.iretire),
    TB_OUT_MASKED(T, NULL, "iaddr_o", slots.iaddr, mask.iaddr),
    TB_OUT(T, NULL, "itype_o", slots.itype),
    TB_OUT_MASKED(T, NULL, "ilastsize_o", slots.ilastsize, mask.ilastsize),
    TB_OUT_MASKED(T, NULL, "sijump_o", slots.sijump, mask.sijump),
    TB_OUT(T, NULL, "cause_o", cause),
    TB_OUT(T, NULL, "tval_o", tval),
    TB_OUT(T, NULL, "priv_o", priv),
    TB_OUT_APART(T, NULL, "target_o", target, target_mask),
    TB_OUT(T, NULL, "halted_o", halted_o),
    TB_OUT(T, NULL, "lost_o", lost),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  b->p = (struct rvt_rvfi_params){
      .isa = {.xlen = (uint8_t)tb_param(tb, "Xlen"),
              .zcmp = tb_param(tb, "Zcmp") != 0,
              .zcmt = tb_param(tb, "Zcmt") != 0},
      .format = tb_param(tb, "Format") != 0,
      .nret = (uint8_t)tb_param(tb, "Nret"),
      .iretire_width = (uint8_t)tb_param(tb, "IretireWidth"),
      .itype_width = (uint8_t)tb_param(tb, "ItypeWidth"),
      .single = tb_param(tb, "Single") != 0,
      .joined = tb_param(tb, "Joined") != 0,
      .targets = tb_param(tb, "Targets") != 0,
      .groups = (uint8_t)tb_param(tb, "Groups"),
  };
  b->check = (struct tb_rvfi_check){.p = &b->p, .hart = &b->hart, .out = &b->out};
  return tb_rvfi_init(&b->hart, tb, &b->p);
}

static void reset(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  (void)tb;
  rvt_ingress_rvfi_init(&b->model, &b->p);
  tb_rvfi_reset(&b->hart);
}

static void drive(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  const unsigned xlen = b->p.isa.xlen;
  tb_rvfi_next(&b->hart, tb, b->p.groups - b->model.level_q);
  const struct rvt_ingress_rvfi_in *in = &b->hart.in;
  b->valid = b->trap = b->intr = b->mode = b->intr_mode = 0;
  memset(b->insn, 0, sizeof b->insn);
  memset(b->rdata, 0, sizeof b->rdata);
  memset(b->wdata, 0, sizeof b->wdata);
  memset(b->cause_i, 0, sizeof b->cause_i);
  memset(b->tval_i, 0, sizeof b->tval_i);
  memset(b->intr_cause, 0, sizeof b->intr_cause);
  for (unsigned c = 0; c < b->p.nret; c++) {
    const struct rvt_rvfi_insn *i = &in->insn[c];
    tb_bits_put(&b->valid, c, 1, i->valid);
    tb_bits_put(&b->trap, c, 1, i->trap);
    tb_bits_put(&b->intr, c, 1, i->intr);
    tb_bits_put(&b->mode, 2 * c, 2, i->mode);
    tb_bits_put(b->insn, 32 * c, 32, i->insn);
    tb_bits_put(b->rdata, xlen * c, xlen, i->pc_rdata);
    tb_bits_put(b->wdata, xlen * c, xlen, i->pc_wdata);
    tb_bits_put(b->cause_i, xlen * c, xlen, i->cause);
    tb_bits_put(b->tval_i, xlen * c, xlen, i->tval);
    tb_bits_put(b->intr_cause, xlen * c, xlen, i->intr_cause);
    tb_bits_put(&b->intr_mode, 2 * c, 2, i->intr_mode);
  }
  b->interrupt = in->interrupt;
  b->halted = in->halted;
}

static void outputs(void *self) {
  struct rvfi_bench *b = self;
  const unsigned xlen = b->p.isa.xlen;
  rvt_ingress_rvfi_outputs(&b->model, &b->out);
  memset(&b->slots, 0, sizeof b->slots);
  memset(&b->mask, 0, sizeof b->mask);
  memset(b->target, 0, sizeof b->target);
  memset(b->target_mask, 0xff, sizeof b->target_mask);
  for (unsigned i = 0; i < b->p.nret; i++) {
    const struct rvt_block *s = &b->out.block[i];
    tb_bits_put(b->target, xlen * i, xlen, b->out.target[i]);
    if (!rvt_block_valid(s)) continue;
    tb_bits_put(b->slots.iretire, b->p.iretire_width * i, b->p.iretire_width, s->iretire);
    tb_bits_put(b->slots.itype, b->p.itype_width * i, b->p.itype_width, s->itype);
    tb_bits_put(b->slots.iaddr, xlen * i, xlen, s->iaddr);
    tb_bits_put(b->slots.ilastsize, 2 * i, 2, s->ilastsize);
    tb_bits_put(b->slots.sijump, i, 1, s->sijump);
    tb_bits_put(b->mask.iaddr, xlen * i, xlen, UINT64_MAX);
    tb_bits_put(b->mask.ilastsize, 2 * i, 2, s->iretire != 0 ? 3 : 0);
    tb_bits_put(b->mask.sijump, i, 1, s->iretire != 0);
  }
  b->cause = b->out.cause;
  b->tval = b->out.tval;
  b->priv = b->out.priv;
  b->halted_o = b->out.halted;
  b->lost = b->out.lost;
}

static void tick(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  uint64_t *cover = tb->cover;
  unsigned slots = 0;
  for (unsigned i = 0; i < b->p.nret; i++) slots += rvt_block_valid(&b->out.block[i]);
  const struct rvt_ingress_rvfi before = b->model;
  if (b->hart.program) tb_rvfi_check(&b->check, tb);
  rvt_ingress_rvfi_tick(&b->model, &b->hart.in);
  cover[COVER_SEVERAL] += slots > 1;
  cover[COVER_WAITS] += before.level_q != 0 && (b->model.at_q != 0 || b->model.told_q);
  cover[COVER_MODES] += b->model.at_q != 0 && !b->model.told_q &&
                        before.group_q[0].item[b->model.at_q].mode != b->model.mode_q;
  cover[COVER_FULL] += b->model.level_q == b->p.groups;
  cover[COVER_LOST] += b->out.lost;
  cover[COVER_GAPS] += b->out.halted;
  cover[COVER_PATIENCE] += before.level_q == 0 && slots != 0;
}

static void close_bench(void *self) { tb_rvfi_close(&((struct rvfi_bench *)self)->hart); }

const struct tb_bench tb_bench_rvfi = {
    .name = "rvfi",
    .bytes = sizeof(struct rvfi_bench),
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/tandem/rvfi.h"

/* The adapter of RVFI to the encoder of tandem verification trace, with any input. That its groups
 * are what a core has changed, Spike says of the cores of tb/soc. */

enum { CHANNELS = RVT_TANDEM_RVFI_CHANNELS };

enum cover {
  COVER_RETIRED,
  COVER_EXCEPTION,
  COVER_NO_INSN, /* of the fetch */
  COVER_INTERRUPT,
  COVER_RETURN,
  COVER_RETURN_INTERRUPTED,
  COVER_HANDLER,   /* of an exception: no interrupt */
  COVER_WAITS,     /* for what follows */
  COVER_MANY,      /* more CSRs written than a group has */
  COVER_NO_ACCESS, /* a mask without an access */
  COVER_STORE,
  COVER_FULL,
  COVER_LOST,
  COVERS
};
static const char *const covers[COVERS] = {"retired", "exception",          "no_insn", "interrupt",
                                           "return",  "return_interrupted", "handler", "waits",
                                           "many",    "no_access",          "store",   "full",
                                           "lost"};

struct rvfi_bench {
  struct rvt_tandem_rvfi_params p;
  struct rvt_tandem_rvfi model;
  struct rvt_tandem_rvfi_in in;
  struct rvt_tandem_record record;
  bool valid, lost;
  unsigned busy; /* one clock in so many is idle */
  /* the ports */
  uint8_t numbers[CHANNELS * 12 / 8], rdata[CHANNELS * 8], wmask[CHANNELS * 8], wdata[CHANNELS * 8];
  uint8_t csr_valid, csr_number[6], csr_data[32], csr_number_mask[6], csr_data_mask[32];
  /* of what is told only with something else: all ones, or 0 */
  uint64_t told, insn, gpr, privilege, eaddr, store;
};

#define T struct rvfi_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "rvfi_valid", in.valid),
    TB_IN(T, "rvfi_insn", in.insn),
    TB_IN(T, "rvfi_trap", in.trap),
    TB_IN(T, "rvfi_intr", in.intr),
    TB_IN(T, "rvfi_mode", in.mode),
    TB_IN(T, "rvfi_pc_rdata", in.pc_rdata),
    TB_IN(T, "rvfi_pc_wdata", in.pc_wdata),
    TB_IN(T, "rvfi_rd_addr", in.rd_addr),
    TB_IN(T, "rvfi_rd_wdata", in.rd_wdata),
    TB_IN(T, "rvfi_mem_addr", in.mem_addr),
    TB_IN(T, "rvfi_mem_rmask", in.mem_rmask),
    TB_IN(T, "rvfi_mem_wmask", in.mem_wmask),
    TB_IN(T, "rvfi_mem_wdata", in.mem_wdata),
    TB_IN(T, "rvfi_csr_rdata", rdata),
    TB_IN(T, "rvfi_csr_wmask", wmask),
    TB_IN(T, "rvfi_csr_wdata", wdata),
    TB_IN(T, "csrs_i", numbers),
    TB_OUT(T, NULL, "valid_o", valid),
    TB_OUT_MASKED(T, NULL, "kind_o", record.kind, told),
    TB_OUT_MASKED(T, NULL, "pc_r_o", record.pc_r, told),
    TB_OUT_MASKED(T, NULL, "pc_w_o", record.pc_w, told),
    TB_OUT_MASKED(T, NULL, "insn_valid_o", record.insn_valid, told),
    TB_OUT_MASKED(T, NULL, "is32_o", record.is32, insn),
    TB_OUT_MASKED(T, NULL, "insn_o", record.insn, insn),
    TB_OUT_MASKED(T, NULL, "gpr_valid_o", record.gpr_valid, told),
    TB_OUT_MASKED(T, NULL, "gpr_o", record.gpr, gpr),
    TB_OUT_MASKED(T, NULL, "gpr_data_o", record.gpr_data, gpr),
    TB_OUT_MASKED(T, NULL, "csr_valid_o", csr_valid, told),
    TB_OUT_MASKED(T, NULL, "csr_number_o", csr_number, csr_number_mask),
    TB_OUT_MASKED(T, NULL, "csr_data_o", csr_data, csr_data_mask),
    TB_OUT_MASKED(T, NULL, "privilege_valid_o", record.privilege_valid, told),
    TB_OUT_MASKED(T, NULL, "privilege_o", record.privilege, privilege),
    TB_OUT_MASKED(T, NULL, "eaddr_valid_o", record.eaddr_valid, told),
    TB_OUT_MASKED(T, NULL, "eaddr_o", record.eaddr, eaddr),
    TB_OUT_MASKED(T, NULL, "store_valid_o", record.store_valid, told),
    TB_OUT_MASKED(T, NULL, "store_size_o", record.store_size, store),
    TB_OUT_MASKED(T, NULL, "store_o", record.store, store),
    TB_OUT(T, NULL, "lost_o", lost),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  b->p = (struct rvt_tandem_rvfi_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                         .channels = (uint8_t)tb_param(tb, "Channels"),
                                         .csrs = (uint8_t)tb_param(tb, "Csrs"),
                                         .waits = (uint8_t)tb_param(tb, "Waits")};
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  static const uint16_t known[] = {0x341, 0x342, 0x300, 0x343, 0x141, 0x142, 0x100, 0x143, 0x340};
  struct rvfi_bench *b = self;
  rvt_tandem_rvfi_init(&b->model, &b->p);
  memset(b->numbers, 0, sizeof b->numbers);
  const unsigned first = tb_rng_below(&tb->rng, 9);
  for (unsigned c = 0; c < b->p.channels; c++) {
    b->in.csr[c].number = c < 9 ? known[(first + c) % 9] : (uint16_t)(0x304 + c);
    tb_bits_put(b->numbers, 12 * c, 12, b->in.csr[c].number);
  }
}

static uint32_t draw_insn(struct tb_rng *rng) {
  static const uint32_t often[] = {0x30200073, 0x10200073, 0x00000003, 0x00000007,
                                   0x00000023, 0x00000027, 0x0000002f, 0x00000000,
                                   0x00004000, 0x00000002, 0x00004002, 0x00000001};
  const uint32_t insn = (uint32_t)tb_rng_next(rng);
  if (tb_rng_one_in(rng, 3)) return insn;
  const uint32_t chosen = often[tb_rng_below(rng, sizeof often / sizeof *often)];
  if (chosen > 0xffff) return chosen;
  return (chosen & 3) == 3 ? (insn & ~UINT32_C(0x7f)) | chosen : (insn & 0xffff1ffc) | chosen;
}

static uint8_t draw_mask(const struct rvfi_bench *b, struct tb_rng *rng) {
  const unsigned bytes = b->p.xlen / 8u, size = 1u << tb_rng_below(rng, b->p.xlen == 64 ? 4 : 3);
  if (tb_rng_one_in(rng, 2)) return 0;
  if (tb_rng_one_in(rng, 20)) return (uint8_t)(tb_rng_next(rng) & tb_ones(bytes));
  return (uint8_t)(tb_ones(size) << size * tb_rng_below(rng, bytes / size));
}

static void drive(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  static const uint8_t modes[] = {0, 1, 3, 3};
  struct rvt_tandem_rvfi_in *in = &b->in;
  if (tb_rng_one_in(rng, 200)) b->busy = 1 + tb_rng_below(rng, 6);
  in->valid = b->busy != 0 && !tb_rng_one_in(rng, b->busy);
  in->trap = tb_rng_one_in(rng, 12);
  in->intr = tb_rng_one_in(rng, 8);
  in->mode = modes[tb_rng_below(rng, 4)];
  in->insn = draw_insn(rng);
  in->pc_rdata = tb_rng_value(rng, b->p.xlen);
  in->pc_wdata = tb_rng_value(rng, b->p.xlen);
  in->rd_addr = (uint8_t)(tb_rng_one_in(rng, 4) ? 0 : tb_rng_below(rng, 32));
  in->rd_wdata = tb_rng_value(rng, b->p.xlen);
  in->mem_addr = tb_rng_value(rng, b->p.xlen);
  in->mem_wdata = tb_rng_value(rng, b->p.xlen);
  in->mem_rmask = draw_mask(b, rng);
  in->mem_wmask = draw_mask(b, rng);
  memset(b->rdata, 0, sizeof b->rdata);
  memset(b->wmask, 0, sizeof b->wmask);
  memset(b->wdata, 0, sizeof b->wdata);
  const unsigned often = 1 + tb_rng_below(rng, 8), xlen = b->p.xlen;
  for (unsigned c = 0; c < b->p.channels; c++) {
    in->csr[c].rdata = tb_rng_one_in(rng, 2) ? tb_rng_below(rng, 14) : tb_rng_value(rng, xlen);
    in->csr[c].wmask = tb_rng_one_in(rng, often) ? tb_rng_value(rng, xlen) : 0;
    in->csr[c].wdata = tb_rng_value(rng, xlen);
    tb_bits_put(b->rdata, xlen * c, xlen, in->csr[c].rdata);
    tb_bits_put(b->wmask, xlen * c, xlen, in->csr[c].wmask);
    tb_bits_put(b->wdata, xlen * c, xlen, in->csr[c].wdata);
  }
}

static uint64_t ones(bool told) { return told ? UINT64_MAX : 0; }

static void outputs(void *self) {
  struct rvfi_bench *b = self;
  const struct rvt_tandem_record *r = &b->record;
  const unsigned xlen = b->p.xlen;
  b->valid = rvt_tandem_rvfi_outputs(&b->model, &b->record, &b->lost);
  b->told = ones(b->valid);
  b->insn = ones(b->valid && r->insn_valid);
  b->gpr = ones(b->valid && r->gpr_valid);
  b->privilege = ones(b->valid && r->privilege_valid);
  b->eaddr = ones(b->valid && r->eaddr_valid);
  b->store = ones(b->valid && r->store_valid);
  b->csr_valid = 0;
  memset(b->csr_number, 0, sizeof b->csr_number);
  memset(b->csr_data, 0, sizeof b->csr_data);
  memset(b->csr_number_mask, 0, sizeof b->csr_number_mask);
  memset(b->csr_data_mask, 0, sizeof b->csr_data_mask);
  for (unsigned k = 0; k < b->p.csrs && b->valid; k++) {
    if (!r->csr[k].valid) continue;
    b->csr_valid |= (uint8_t)(1u << k);
    tb_bits_put(b->csr_number, 12 * k, 12, r->csr[k].number);
    tb_bits_put(b->csr_data, xlen * k, xlen, r->csr[k].data);
    tb_bits_put(b->csr_number_mask, 12 * k, 12, UINT64_MAX);
    tb_bits_put(b->csr_data_mask, xlen * k, xlen, UINT64_MAX);
  }
}

static void tick(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  uint64_t *cover = tb->cover;
  const struct rvt_tandem_record *r = &b->record;
  const struct rvt_tandem_rvfi_in *held = &b->model.held_q;
  unsigned written = 0;
  for (unsigned c = 0; c < b->p.channels; c++) written += held->csr[c].wmask != 0;
  if (b->valid) {
    cover[COVER_RETIRED] += r->kind == RVT_TANDEM_RETIRED;
    cover[COVER_EXCEPTION] += r->kind == RVT_TANDEM_EXCEPTION;
    cover[COVER_NO_INSN] += r->kind == RVT_TANDEM_EXCEPTION && !r->insn_valid;
    cover[COVER_INTERRUPT] += r->kind == RVT_TANDEM_INTERRUPT;
    const bool back = r->kind == RVT_TANDEM_RETIRED && (r->insn | 0x20000000) == 0x30200073;
    cover[COVER_RETURN] += back;
    cover[COVER_RETURN_INTERRUPTED] += back && b->model.queue_q[0].intr;
    cover[COVER_HANDLER] += r->kind == RVT_TANDEM_EXCEPTION && b->model.queue_q[0].intr;
    cover[COVER_MANY] += r->kind == RVT_TANDEM_RETIRED && written > b->p.csrs;
    cover[COVER_NO_ACCESS] += r->kind == RVT_TANDEM_RETIRED && !r->eaddr_valid &&
                              (held->mem_rmask | held->mem_wmask) != 0;
    cover[COVER_STORE] += r->store_valid;
  }
  cover[COVER_WAITS] += b->model.held_valid_q && !b->valid;
  cover[COVER_FULL] += b->model.level_q == b->p.waits;
  cover[COVER_LOST] += b->lost;
  rvt_tandem_rvfi_tick(&b->model, &b->in);
}

const struct tb_bench tb_bench_tandem_rvfi = {
    .name = "tandem_rvfi",
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
};

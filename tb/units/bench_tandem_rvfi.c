/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/tandem/rvfi.h"

/* The adapter of RVFI to the encoder of tandem verification trace, with any input. That its groups
 * are what a core has changed, Spike says of the cores of tb/soc. */

enum { CHANNELS = RVT_TANDEM_RVFI_CHANNELS, SLOTS = RVT_TANDEM_RVFI_SLOTS };

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
  COVER_SEVERAL, /* groups in a clock */
  COVER_PART,    /* of a clock's instructions have left */
  COVER_FULL,
  COVER_LOST,
  COVERS
};
static const char *const covers[COVERS] = {
    "retired", "exception", "no_insn", "interrupt", "return", "return_interrupted",
    "handler", "waits",     "many",    "no_access", "store",  "several",
    "part",    "full",      "lost"};

/* What a slot tells only with something else is compared where its mask has ones. */
struct slots {
  uint8_t valid, kind[2], pc_r[32], pc_w[32], insn_valid, is32, insn[16], gpr_valid, gpr[3];
  uint8_t gpr_data[32], csr_valid[2], csr_number[24], csr_data[128], privilege_valid, privilege;
  uint8_t eaddr_valid, eaddr[32], store_valid, store_size, store[32];
};

/* RVFI's ports. */
struct channels {
  uint8_t valid, trap, intr, mode, insn[16], pc_rdata[32], pc_wdata[32], rd_addr[3], rd_wdata[32];
  uint8_t mem_addr[32], mem_rmask[4], mem_wmask[4], mem_wdata[32];
  uint8_t rdata[SLOTS * CHANNELS * 8], wmask[SLOTS * CHANNELS * 8], wdata[SLOTS * CHANNELS * 8];
};

struct rvfi_bench {
  struct rvt_tandem_rvfi_params p;
  struct rvt_tandem_rvfi model;
  struct rvt_tandem_rvfi_word in;
  struct rvt_tandem_record record[SLOTS];
  uint8_t told;
  bool lost;
  unsigned busy; /* one clock in so many is idle */
  unsigned full; /* and one channel of the others */
  uint8_t numbers[CHANNELS * 12 / 8];
  struct channels port;
  struct slots out, mask;
};

#define T         struct rvfi_bench
#define OUT(NAME) TB_OUT_MASKED(T, NULL, #NAME "_o", out.NAME, mask.NAME)
static const struct tb_bind binds[] = {
    TB_IN(T, "rvfi_valid", port.valid),
    TB_IN(T, "rvfi_insn", port.insn),
    TB_IN(T, "rvfi_trap", port.trap),
    TB_IN(T, "rvfi_intr", port.intr),
    TB_IN(T, "rvfi_mode", port.mode),
    TB_IN(T, "rvfi_pc_rdata", port.pc_rdata),
    TB_IN(T, "rvfi_pc_wdata", port.pc_wdata),
    TB_IN(T, "rvfi_rd_addr", port.rd_addr),
    TB_IN(T, "rvfi_rd_wdata", port.rd_wdata),
    TB_IN(T, "rvfi_mem_addr", port.mem_addr),
    TB_IN(T, "rvfi_mem_rmask", port.mem_rmask),
    TB_IN(T, "rvfi_mem_wmask", port.mem_wmask),
    TB_IN(T, "rvfi_mem_wdata", port.mem_wdata),
    TB_IN(T, "rvfi_csr_rdata", port.rdata),
    TB_IN(T, "rvfi_csr_wmask", port.wmask),
    TB_IN(T, "rvfi_csr_wdata", port.wdata),
    TB_IN(T, "csrs_i", numbers),
    TB_OUT(T, NULL, "valid_o", out.valid),
    OUT(kind),
    OUT(pc_r),
    OUT(pc_w),
    OUT(insn_valid),
    OUT(is32),
    OUT(insn),
    OUT(gpr_valid),
    OUT(gpr),
    OUT(gpr_data),
    OUT(csr_valid),
    OUT(csr_number),
    OUT(csr_data),
    OUT(privilege_valid),
    OUT(privilege),
    OUT(eaddr_valid),
    OUT(eaddr),
    OUT(store_valid),
    OUT(store_size),
    OUT(store),
    TB_OUT(T, NULL, "lost_o", lost),
};
#undef OUT
#undef T

static bool init(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  b->p = (struct rvt_tandem_rvfi_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                         .nret = (uint8_t)tb_param(tb, "Nret"),
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
    const uint16_t number = c < 9 ? known[(first + c) % 9] : (uint16_t)(0x304 + c);
    for (unsigned s = 0; s < SLOTS; s++) b->in.in[s].csr[c].number = number;
    tb_bits_put(b->numbers, 12 * c, 12, number);
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

static void put(uint8_t *port, unsigned s, unsigned width, uint64_t value) {
  tb_bits_put(port, width * s, width, value);
}

static void draw(struct rvfi_bench *b, struct tb_rng *rng, struct rvt_tandem_rvfi_in *in) {
  static const uint8_t modes[] = {0, 1, 3, 3};
  const unsigned often = 1 + tb_rng_below(rng, 8), xlen = b->p.xlen;
  in->trap = tb_rng_one_in(rng, 12);
  in->intr = tb_rng_one_in(rng, 8);
  in->mode = modes[tb_rng_below(rng, 4)];
  in->insn = draw_insn(rng);
  in->pc_rdata = tb_rng_value(rng, xlen);
  in->pc_wdata = tb_rng_value(rng, xlen);
  in->rd_addr = (uint8_t)(tb_rng_one_in(rng, 4) ? 0 : tb_rng_below(rng, 32));
  in->rd_wdata = tb_rng_value(rng, xlen);
  in->mem_addr = tb_rng_value(rng, xlen);
  in->mem_wdata = tb_rng_value(rng, xlen);
  in->mem_rmask = draw_mask(b, rng);
  in->mem_wmask = draw_mask(b, rng);
  for (unsigned c = 0; c < b->p.channels; c++) {
    in->csr[c].rdata = tb_rng_one_in(rng, 2) ? tb_rng_below(rng, 14) : tb_rng_value(rng, xlen);
    in->csr[c].wmask = tb_rng_one_in(rng, often) ? tb_rng_value(rng, xlen) : 0;
    in->csr[c].wdata = tb_rng_value(rng, xlen);
  }
}

static void drive_ports(struct rvfi_bench *b, unsigned s) {
  const struct rvt_tandem_rvfi_in *in = &b->in.in[s];
  const unsigned xlen = b->p.xlen, ports = b->p.channels == 0 ? 1 : b->p.channels;
  put(&b->port.valid, s, 1, in->valid);
  put(&b->port.trap, s, 1, in->trap);
  put(&b->port.intr, s, 1, in->intr);
  put(&b->port.mode, s, 2, in->mode);
  put(b->port.insn, s, 32, in->insn);
  put(b->port.pc_rdata, s, xlen, in->pc_rdata);
  put(b->port.pc_wdata, s, xlen, in->pc_wdata);
  put(b->port.rd_addr, s, 5, in->rd_addr);
  put(b->port.rd_wdata, s, xlen, in->rd_wdata);
  put(b->port.mem_addr, s, xlen, in->mem_addr);
  put(b->port.mem_rmask, s, xlen / 8, in->mem_rmask);
  put(b->port.mem_wmask, s, xlen / 8, in->mem_wmask);
  put(b->port.mem_wdata, s, xlen, in->mem_wdata);
  for (unsigned c = 0; c < b->p.channels; c++) {
    put(b->port.rdata, ports * s + c, xlen, in->csr[c].rdata);
    put(b->port.wmask, ports * s + c, xlen, in->csr[c].wmask);
    put(b->port.wdata, ports * s + c, xlen, in->csr[c].wdata);
  }
}

static void drive(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  if (tb_rng_one_in(rng, 200)) {
    b->busy = 1 + tb_rng_below(rng, 6);
    b->full = 1 + tb_rng_below(rng, 6);
  }
  memset(&b->port, 0, sizeof b->port);
  const bool busy = b->busy != 0 && !tb_rng_one_in(rng, b->busy);
  for (unsigned s = 0; s < b->p.nret; s++) {
    struct rvt_tandem_rvfi_in *in = &b->in.in[s];
    draw(b, rng, in);
    in->valid = busy && (b->p.nret == 1 || !tb_rng_one_in(rng, b->full));
    drive_ports(b, s);
  }
}

static uint64_t ones(bool told) { return told ? UINT64_MAX : 0; }

#define PUT(NAME, WIDTH, VALUE, TOLD)                                                              \
  do {                                                                                             \
    put((void *)&b->out.NAME, s, (WIDTH), (VALUE));                                                \
    put((void *)&b->mask.NAME, s, (WIDTH), ones(TOLD));                                            \
  } while (0)

static void slot_outputs(struct rvfi_bench *b, unsigned s) {
  const bool told = (b->told >> s & 1) != 0;
  const struct rvt_tandem_record *r = &b->record[s];
  const unsigned xlen = b->p.xlen, csrs = b->p.csrs == 0 ? 1 : b->p.csrs;
  PUT(valid, 1, told, true);
  if (!told) return;
  PUT(kind, 3, r->kind, true);
  PUT(pc_r, xlen, r->pc_r, true);
  PUT(pc_w, xlen, r->pc_w, true);
  PUT(insn_valid, 1, r->insn_valid, true);
  PUT(is32, 1, r->is32, r->insn_valid);
  PUT(insn, 32, r->insn, r->insn_valid);
  PUT(gpr_valid, 1, r->gpr_valid, true);
  PUT(gpr, 5, r->gpr, r->gpr_valid);
  PUT(gpr_data, xlen, r->gpr_data, r->gpr_valid);
  PUT(privilege_valid, 1, r->privilege_valid, true);
  PUT(privilege, 2, r->privilege, r->privilege_valid);
  PUT(eaddr_valid, 1, r->eaddr_valid, true);
  PUT(eaddr, xlen, r->eaddr, r->eaddr_valid);
  PUT(store_valid, 1, r->store_valid, true);
  PUT(store_size, 2, r->store_size, r->store_valid);
  PUT(store, 64, r->store, r->store_valid);
  for (unsigned k = 0; k < b->p.csrs; k++) {
    const struct rvt_tandem_csr *csr = &r->csr[k];
    put(b->out.csr_valid, csrs * s + k, 1, csr->valid);
    put(b->mask.csr_valid, csrs * s + k, 1, 1);
    put(b->out.csr_number, csrs * s + k, 12, csr->number);
    put(b->mask.csr_number, csrs * s + k, 12, ones(csr->valid));
    put(b->out.csr_data, csrs * s + k, xlen, csr->data);
    put(b->mask.csr_data, csrs * s + k, xlen, ones(csr->valid));
  }
}
#undef PUT

static void outputs(void *self) {
  struct rvfi_bench *b = self;
  b->told = rvt_tandem_rvfi_outputs(&b->model, b->record, &b->lost);
  memset(&b->out, 0, sizeof b->out);
  memset(&b->mask, 0, sizeof b->mask);
  for (unsigned s = 0; s < b->p.nret; s++) slot_outputs(b, s);
}

static void count_slot(const struct rvfi_bench *b, unsigned s, uint64_t *cover) {
  const struct rvt_tandem_record *r = &b->record[s];
  const struct rvt_tandem_rvfi_in *held = &b->model.held_q.in[s], *next = NULL;
  unsigned written = 0;
  for (unsigned c = 0; c < b->p.channels; c++) written += held->csr[c].wmask != 0;
  for (unsigned n = b->p.nret; n > 0; n--)
    if (b->model.queue_q[b->model.head_q].in[n - 1].valid)
      next = &b->model.queue_q[b->model.head_q].in[n - 1];
  for (unsigned n = b->p.nret; n > s + 1; n--)
    if (b->model.held_q.in[n - 1].valid) next = &b->model.held_q.in[n - 1];
  const bool retired = r->kind == RVT_TANDEM_RETIRED;
  const bool back = retired && (r->insn | 0x20000000) == 0x30200073;
  const bool interrupted = next != NULL && next->intr;
  cover[COVER_RETIRED] += retired;
  cover[COVER_EXCEPTION] += r->kind == RVT_TANDEM_EXCEPTION;
  cover[COVER_NO_INSN] += r->kind == RVT_TANDEM_EXCEPTION && !r->insn_valid;
  cover[COVER_INTERRUPT] += r->kind == RVT_TANDEM_INTERRUPT;
  cover[COVER_RETURN] += back;
  cover[COVER_RETURN_INTERRUPTED] += back && interrupted;
  cover[COVER_HANDLER] += r->kind == RVT_TANDEM_EXCEPTION && interrupted;
  cover[COVER_MANY] += retired && written > b->p.csrs;
  cover[COVER_NO_ACCESS] += retired && !r->eaddr_valid && (held->mem_rmask | held->mem_wmask) != 0;
  cover[COVER_STORE] += r->store_valid;
}

static void tick(void *self, struct tb *tb) {
  struct rvfi_bench *b = self;
  uint64_t *cover = tb->cover;
  for (unsigned s = 0; s < b->p.nret; s++)
    if ((b->told >> s & 1) != 0) count_slot(b, s, cover);
  cover[COVER_SEVERAL] += (b->told & (b->told - 1)) != 0;
  cover[COVER_WAITS] += b->model.held_valid_q && b->told == 0;
  cover[COVER_PART] += b->model.told_q != 0;
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

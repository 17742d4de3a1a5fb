/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/apb_bus.h"
#include "agents/ctr.h"
#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/unit/ctr_apb.h"

/*
 * The window of the recorder's registers and the recorder behind it, rvt_tb_ctr_apb. The hart that
 * asks waits for what it reads, so that its slots end after a while.
 */

enum { PATIENCE = 40 /* clocks of an access before the hart rests */ };

enum cover {
  COVER_READ,
  COVER_READ_HIGH,
  COVER_WRITE,
  COVER_HELD,
  COVER_CLEAR,
  COVER_ID,
  COVER_PART,
  COVER_NOWHERE,
  COVER_WAITS, /* more than the least clocks */
  COVERS
};
static const char *const covers[COVERS] = {"read", "read_high", "write",   "held", "clear",
                                           "id",   "part",      "nowhere", "waits"};

struct ctr_apb_bench {
  struct rvt_ctr_params p;
  struct rvt_ctr model;
  struct rvt_ctr_apb window;
  struct tb_ctr agent;
  struct tb_apb bus;
  struct rvt_ctr_out from;
  struct rvt_ctr_apb_out out;
  /* the ports */
  uint8_t iretire[4], itype[2], ilastsize[1], iaddr[32], target[32], mispredict[1];
};

#define T struct ctr_apb_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "iretire_i", iretire),
    TB_IN(T, "iaddr_i", iaddr),
    TB_IN(T, "itype_i", itype),
    TB_IN(T, "ilastsize_i", ilastsize),
    TB_IN(T, "cause_i", agent.in.hart.cause),
    TB_IN(T, "priv_i", agent.in.hart.priv),
    TB_IN(T, "halted_i", agent.in.hart.halted),
    TB_IN(T, "target_i", target),
    TB_IN(T, "mispredict_i", mispredict),
    TB_IN(T, "priv_after_i", agent.in.hart.priv_after),
    TB_IN(T, "epc_i", agent.in.hart.epc),
    TB_IN(T, "cycle_i", agent.in.hart.cycle),
    TB_APB_BINDS(T, bus),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
};
#undef T

/* Controls enable the modes and freeze seldom. */
static const struct tb_apb_word words[] = {
    {.offset = 0x0000, .weight = 8, .repeat = 64, .stride = 4},
    {.offset = 0x0800, .weight = 8, .repeat = 64, .stride = 4},
    {.offset = 0x1000, .weight = 8, .repeat = 64, .stride = 4},
    {.offset = 0x1800, .weight = 4, .likely = 7, .unlikely = 0x1800},
    {.offset = 0x1808, .weight = 2, .likely = 7, .unlikely = 0x1800},
    {.offset = 0x1804, .weight = 2, .repeat = 2, .stride = 8},
    {.offset = 0x1810, .weight = 1, .repeat = 2, .stride = 4},
    {.offset = 0x1818, .weight = 1, .repeat = 2, .stride = 4},
    {.offset = 0x1820, .weight = 3, .unlikely = 0x80000000},
    {.offset = 0x1824, .weight = 1},
    {.offset = 0x1828, .weight = 1, .repeat = 2, .stride = 4},
    {.offset = 0x1830, .weight = 1, .repeat = 2, .stride = 4},
};

static bool init(void *self, struct tb *tb) {
  struct ctr_apb_bench *b = self;
  b->p = (struct rvt_ctr_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                 .blocks = (uint8_t)tb_param(tb, "Blocks"),
                                 .iretire_width = (uint8_t)tb_param(tb, "IretireWidth"),
                                 .single = tb_param(tb, "Single") != 0,
                                 .depths = (uint8_t)tb_param(tb, "Depths"),
                                 .counter_width = (uint8_t)tb_param(tb, "CounterWidth"),
                                 .misp = tb_param(tb, "Misp") != 0,
                                 .type = tb_param(tb, "Type") != 0,
                                 .filters = (uint16_t)tb_param(tb, "Filters"),
                                 .ext_traps = tb_param(tb, "ExtTraps") != 0,
                                 .ras_emu = tb_param(tb, "RasEmu") != 0,
                                 .hyp = tb_param(tb, "Hyp") != 0,
                                 .lcofi = tb_param(tb, "Lcofi") != 0,
                                 .block_ram = tb_param(tb, "BlockRam") != 0};
  struct rvt_error e;
  if (tb->error[0] == 0 && rvt_ctr_init(&b->model, &b->p, &e) != RVT_OK) tb_fail(tb, "%s", e.text);
  rvt_ctr_apb_init(&b->window, &b->p, (uint8_t)tb_param(tb, "Lag"));
  tb_ctr_init(&b->agent, tb, &b->p);
  tb_apb_init(&b->bus, tb, 13, words, sizeof words / sizeof *words);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct ctr_apb_bench *b = self;
  if (rvt_ctr_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "the parameters have changed");
  rvt_ctr_apb_init(&b->window, &b->p, (uint8_t)tb_param(tb, "Lag"));
  tb_ctr_reset(&b->agent, tb);
  tb_apb_reset(&b->bus);
}

static void drive(void *self, struct tb *tb) {
  struct ctr_apb_bench *b = self;
  const unsigned xlen = b->p.xlen;
  tb_ctr_next(&b->agent, &tb->rng, &b->model);
  tb_apb_next(&b->bus, &tb->rng);
  memset(b->iretire, 0, sizeof b->iretire);
  memset(b->itype, 0, sizeof b->itype);
  memset(b->iaddr, 0, sizeof b->iaddr);
  memset(b->target, 0, sizeof b->target);
  b->ilastsize[0] = b->mispredict[0] = 0;
  for (unsigned i = 0; i < b->p.blocks; i++) {
    struct rvt_block *const block = &b->agent.in.hart.block[i];
    const struct rvt_ctr_slot *const slot = &b->agent.in.hart.slot[i];
    if (b->bus.waits > PATIENCE) block->iretire = block->itype = 0;
    tb_bits_put(b->iretire, b->p.iretire_width * i, b->p.iretire_width, block->iretire);
    tb_bits_put(b->itype, 4 * i, 4, block->itype);
    tb_bits_put(b->ilastsize, 2 * i, 2, block->ilastsize);
    tb_bits_put(b->iaddr, xlen * i, xlen, block->iaddr);
    tb_bits_put(b->target, xlen * i, xlen, slot->target);
    tb_bits_put(b->mispredict, i, 1, slot->mispredict);
  }
}

static void outputs(void *self) {
  struct ctr_apb_bench *b = self;
  rvt_ctr_outputs(&b->model, &b->from);
  rvt_ctr_apb_outputs(&b->window, &b->bus.pins, &b->from, &b->out);
}

static void count(const struct ctr_apb_bench *b, uint64_t *cover) {
  const struct rvt_apb *const pins = &b->bus.pins;
  if (!pins->psel || !pins->penable || !b->out.pready) return;
  const unsigned offset = pins->paddr & 0x1ffcu;
  const bool high = (offset & 4) != 0, whole = pins->pstrb == 0xf;
  cover[COVER_NOWHERE] += offset >= 0x1838;
  cover[COVER_PART] += pins->pwrite && !whole;
  cover[COVER_WAITS] += b->bus.waits > 3;
  if (offset >= 0x1828) {
    cover[COVER_CLEAR] += b->from.csr_done;
    cover[COVER_ID] += offset < 0x1838 && !pins->pwrite && b->out.prdata != 0;
    return;
  }
  cover[COVER_READ] += !pins->pwrite && b->out.prdata != 0;
  cover[COVER_READ_HIGH] += !pins->pwrite && high && b->out.prdata != 0;
  cover[COVER_WRITE] += pins->pwrite && b->from.csr_done;
  cover[COVER_HELD] += pins->pwrite && whole && !b->from.csr_done;
}

static void tick(void *self, struct tb *tb) {
  struct ctr_apb_bench *b = self;
  struct rvt_ctr_in in = b->agent.in;
  count(b, tb->cover);
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  in.csr_valid = b->out.csr_valid;
  in.csr_op = b->out.csr_op;
  in.csr_addr = b->out.csr_addr;
  in.csr_select = b->out.csr_select;
  in.csr_wdata = b->out.csr_wdata;
  in.csr_mode = RVT_PRIV_M;
  in.csr_xlen32 = false;
  in.mstateen_ctr = in.hstateen_ctr = true;
  rvt_ctr_apb_tick(&b->window, &b->bus.pins, &b->from);
  rvt_ctr_tick(&b->model, &in);
}

const struct tb_bench tb_bench_ctr_apb = {
    .name = "ctr_apb",
    .bytes = sizeof(struct ctr_apb_bench),
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

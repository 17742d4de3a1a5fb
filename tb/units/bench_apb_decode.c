/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/apb_decode.h"

#include <string.h>

#include "agents/apb_bus.h"
#include "harness/bench.h"
#include "harness/ports.h"

enum cover { COVER_READS, COVER_WRITES, COVER_WAITS, COVER_NOWHERE, COVER_LAST, COVERS };
static const char *const covers[COVERS] = {"reads", "writes", "waits", "nowhere", "last"};

/* Components by chance: what they answer is drawn, and who is asked must be told it. */
struct decode_bench {
  unsigned blocks;
  uint16_t addresses; /* bits of an address that the port has */
  struct tb_apb bus;
  struct rvt_apb_answer from[RVT_APB_BLOCKS_MAX], to;
  uint8_t prdata[4 * RVT_APB_BLOCKS_MAX]; /* the ports */
  uint16_t pready, pslverr, psel;
};

#define T struct decode_bench
static const struct tb_bind binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "prdata_i", prdata),
    TB_IN(T, "pready_i", pready),
    TB_IN(T, "pslverr_i", pslverr),
    TB_OUT(T, NULL, "prdata_o", to.prdata),
    TB_OUT(T, NULL, "pready_o", to.pready),
    TB_OUT(T, NULL, "pslverr_o", to.pslverr),
    TB_OUT(T, NULL, "psel_o", psel),
};
#undef T

static const struct tb_apb_word words[] = {
    {.offset = 0, .weight = 4, .repeat = 16, .stride = 0x1000},
    {.offset = 0xFFC, .weight = 2, .repeat = 16, .stride = 0x1000},
};

static bool init(void *self, struct tb *tb) {
  struct decode_bench *b = self;
  b->blocks = tb_param(tb, "Blocks");
  b->addresses = (uint16_t)((1u << tb_param(tb, "AddrWidth")) - 1);
  tb_apb_init(&b->bus, tb, 16, words, sizeof words / sizeof *words);
  b->bus.every = 2;
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct decode_bench *b = self;
  (void)tb;
  tb_apb_reset(&b->bus);
}

static void drive(void *self, struct tb *tb) {
  struct decode_bench *b = self;
  tb_apb_next(&b->bus, &tb->rng);
  b->bus.pins.paddr &= b->addresses;
  memset(b->prdata, 0, sizeof b->prdata);
  b->pready = b->pslverr = 0;
  for (unsigned i = 0; i < b->blocks; i++) {
    const struct rvt_apb to = rvt_apb_decode(&b->bus.pins, i);
    const bool reads = to.psel && to.penable && !to.pwrite;
    const uint32_t word = (uint32_t)tb_rng_next(&tb->rng);
    b->from[i] = (struct rvt_apb_answer){reads ? word : 0, !tb_rng_one_in(&tb->rng, 3), false};
    tb_bits_put(b->prdata, 32 * i, 32, b->from[i].prdata);
    b->pready = (uint16_t)(b->pready | b->from[i].pready << i);
  }
}

static void outputs(void *self) {
  struct decode_bench *b = self;
  b->to = rvt_apb_merge(&b->bus.pins, b->from, b->blocks);
  b->psel = 0;
  for (unsigned i = 0; i < b->blocks; i++)
    b->psel = (uint16_t)(b->psel | rvt_apb_decode(&b->bus.pins, i).psel << i);
}

/* Said apart from the model: the block of the address answers, no other, and nobody is missed. */
static void tick(void *self, struct tb *tb) {
  struct decode_bench *b = self;
  const struct rvt_apb *p = &b->bus.pins;
  const unsigned block = p->paddr >> 12;
  if (p->psel && p->penable) {
    const bool there = block < b->blocks;
    tb->cover[COVER_WAITS] += !b->to.pready;
    tb->cover[COVER_NOWHERE] += !there;
    tb->cover[COVER_LAST] += block + 1 == b->blocks;
    if (b->to.pready) tb->cover[p->pwrite ? COVER_WRITES : COVER_READS]++;
    if (!there && (b->to.prdata != 0 || !b->to.pready || b->to.pslverr))
      tb_fail(tb, "an address without a component does not read 0 at once (TCI:BUS-01)");
    else if (!there)
      PROVED("TCI:BUS-01");
    const struct rvt_apb_answer *from = &b->from[block];
    if (there && (b->to.prdata != from->prdata || b->to.pready != from->pready))
      tb_fail(tb, "block %u is asked, prdata 0x%08x, pready %d", block, b->to.prdata, b->to.pready);
  }
  if (b->psel != (p->psel && block < b->blocks ? 1u << block : 0))
    tb_fail(tb, "block %u is asked: %d, psel 0x%x", block, p->psel, b->psel);
  tb_apb_clock(&b->bus, tb, b->to.pready, b->to.prdata, b->to.pslverr);
}

const struct tb_bench tb_bench_apb_decode = {
    .name = "apb_decode",
    .bytes = sizeof(struct decode_bench),
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

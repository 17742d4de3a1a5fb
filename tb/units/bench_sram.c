/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "harness/pace.h"

/*
 * The memory that stands for a macro. Nothing is known of a byte before it is written, nor of the
 * output before a read, so both count from then on only.
 */

enum { ADDR_WIDTH_MAX = 20, BYTES_MAX = 8 };
enum cover { COVER_READ, COVER_WRITE, COVER_PART, COVER_HELD, COVER_READ_BACK, COVERS };
static const char *const covers[COVERS] = {"read", "write", "part", "held", "read_back"};

struct sram_bench {
  unsigned words, bytes;
  struct tb_pace access;
  struct {
    bool cs, we;
    uint32_t addr;
    uint64_t wdata;
    uint8_t be;
  } in;
  uint64_t rdata, rdata_known;
  uint64_t memory[1 << ADDR_WIDTH_MAX], known[1 << ADDR_WIDTH_MAX];
  bool just_written;
  uint32_t last_addr;
};

static const struct tb_bind binds[] = {
    TB_IN(struct sram_bench, "cs_i", in.cs),
    TB_IN(struct sram_bench, "we_i", in.we),
    TB_IN(struct sram_bench, "addr_i", in.addr),
    TB_IN(struct sram_bench, "wdata_i", in.wdata),
    TB_IN(struct sram_bench, "be_i", in.be),
    TB_OUT_MASKED(struct sram_bench, NULL, "rdata_o", rdata, rdata_known),
};

static bool init(void *self, struct tb *tb) {
  struct sram_bench *b = self;
  const uint32_t addr_width = tb_param(tb, "AddrWidth");
  const uint32_t width = tb_param(tb, "Width");
  if (addr_width > ADDR_WIDTH_MAX || width > 8 * BYTES_MAX)
    tb_fail(tb, "sram: a parameter is out of range");
  b->words = 1u << addr_width;
  b->bytes = width / 8;
  tb_pace_init(&b->access, tb, "access", "mixed");
  return tb->error[0] == 0;
}

/* Content and output live through a reset. */
static void reset(void *self, struct tb *tb) {
  (void)self;
  (void)tb;
}

static void drive(void *self, struct tb *tb) {
  struct sram_bench *b = self;
  struct tb_rng *rng = &tb->rng;
  const uint64_t mask = b->bytes == BYTES_MAX ? ~UINT64_C(0) : (UINT64_C(1) << 8 * b->bytes) - 1;
  b->in.cs = !tb->in_reset && tb_pace_next(&b->access, rng);
  b->in.we = b->in.cs && tb_rng_one_in(rng, 2);
  b->in.addr = tb_rng_below(rng, b->words);
  if (b->just_written && tb_rng_one_in(rng, 4)) b->in.addr = b->last_addr;
  b->in.wdata = tb_rng_next(rng) & mask;
  b->in.be = (uint8_t)((1u << b->bytes) - 1);
  if (tb_rng_one_in(rng, 2)) b->in.be &= (uint8_t)tb_rng_next(rng);
}

static void outputs(void *self) { (void)self; }

static void tick(void *self, struct tb *tb) {
  struct sram_bench *b = self;
  uint64_t *cover = tb->cover;
  const uint32_t addr = b->in.addr;
  b->just_written = b->in.cs && b->in.we;
  cover[COVER_HELD] += !b->in.cs || b->in.we;
  if (!b->in.cs) return;
  if (!b->in.we) {
    cover[COVER_READ]++;
    cover[COVER_READ_BACK] += addr == b->last_addr && b->known[addr] != 0;
    b->rdata = b->memory[addr];
    b->rdata_known = b->known[addr];
    return;
  }
  cover[COVER_WRITE]++;
  cover[COVER_PART] += b->in.be != (1u << b->bytes) - 1;
  b->last_addr = addr;
  for (unsigned i = 0; i < b->bytes; i++) {
    if ((b->in.be >> i & 1u) == 0) continue;
    const uint64_t byte = UINT64_C(0xFF) << 8 * i;
    b->memory[addr] = (b->memory[addr] & ~byte) | (b->in.wdata & byte);
    b->known[addr] |= byte;
  }
}

const struct tb_bench tb_bench_sram = {
    .name = "sram",
    .bytes = sizeof(struct sram_bench),
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

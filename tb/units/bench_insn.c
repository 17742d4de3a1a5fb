/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "agents/rvfi.h"
#include "harness/bench.h"
#include "rvt/insn.h"

/* The classifier of instructions against the table of the C side. By chance: mostly opcodes that
 * mean something. With `all`: every word of 32 bits, in order, and so every half-word. */

enum { WORDS = 16, LONGER = 3, COVER_SIZE = RVT_IT_DIRECT_LINK + 1, COVERS = COVER_SIZE + LONGER };
static const char *const covers[COVERS] = {
    "none",          "exception",   "interrupt", "trap_return",   "not_taken",
    "taken",         "indirect",    "reserved",  "indirect_call", "direct_call",
    "indirect_jump", "direct_jump", "swap",      "return",        "indirect_link",
    "direct_link",   "size_1",      "size_2",    "longer"};

struct insn_bench {
  struct rvt_isa isa;
  bool format, all;
  uint64_t next; /* word, with `all` */
  uint32_t word[WORDS];
  uint32_t insn[WORDS];
};

#define T struct insn_bench
static const struct tb_bind binds[] = {TB_IN(T, "word_i", word), TB_OUT(T, NULL, "insn_o", insn)};
#undef T

static bool init(void *self, struct tb *tb) {
  struct insn_bench *b = self;
  b->isa = (struct rvt_isa){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                            .zcmp = tb_param(tb, "Zcmp") != 0,
                            .zcmt = tb_param(tb, "Zcmt") != 0};
  b->format = tb_param(tb, "Format") != 0;
  b->all = tb_option(tb, "all", 0) != 0;
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  (void)self;
  (void)tb;
}

static void drive(void *self, struct tb *tb) {
  struct insn_bench *b = self;
  for (unsigned i = 0; i < WORDS; i++)
    b->word[i] = b->all ? (uint32_t)(b->next + i) : tb_insn_word(&tb->rng);
}

static uint32_t classify(uint32_t word, const struct rvt_isa *isa, bool format) {
  struct rvt_insn insn = {.size = LONGER};
  if (rvt_insn_decode_isa(word, isa, &insn) != RVT_OK) return (uint32_t)LONGER << 18;
  if (format) rvt_insn_infer(&insn);
  const uint32_t size = insn.size < LONGER ? insn.size : LONGER;
  return size << 18 | (uint32_t)insn.kind << 15 | (uint32_t)insn.itype << 11 |
         (uint32_t)(insn.upper != RVT_UPPER_NONE) << 10 | (uint32_t)insn.rd << 5 | insn.rs1;
}

static void outputs(void *self) {
  struct insn_bench *b = self;
  for (unsigned i = 0; i < WORDS; i++) b->insn[i] = classify(b->word[i], &b->isa, b->format);
}

static void tick(void *self, struct tb *tb) {
  struct insn_bench *b = self;
  for (unsigned i = 0; i < WORDS; i++) {
    tb->cover[b->insn[i] >> 11 & 0xf]++;
    tb->cover[COVER_SIZE + (b->insn[i] >> 18) - 1]++;
  }
  b->next += WORDS;
  if (b->all && b->next > UINT32_MAX) tb->done = true;
}

const struct tb_bench tb_bench_insn = {
    .name = "insn",
    .bytes = sizeof(struct insn_bench),
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

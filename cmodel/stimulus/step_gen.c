/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "step_gen.h"

#include "rvt/itype.h"
#include "rvt/prng.h"

static uint64_t mask(const struct step_gen *g) {
  return g->xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
}

static uint32_t clocks(struct step_gen *g) {
  const uint32_t r = rvt_prng_below(&g->seed, 64);
  return r < 50 ? 1 : r < 60 ? rvt_prng_below(&g->seed, 4) : (uint32_t)rvt_prng_bits(&g->seed, 32);
}

static void gen_insn(struct step_gen *g, struct rvt_step *s) {
  static const uint8_t itypes[] = {3, 4, 4, 4, 5, 5, 8, 9, 9, 10, 11, 12, 13, 14, 15};
  s->kind = RVT_STEP_INSN;
  s->size = (uint8_t)(1 + rvt_prng_below(&g->seed, 2));
  if (g->odd_sizes && rvt_prng_below(&g->seed, 16) == 0)
    s->size = (uint8_t)(3 + rvt_prng_below(&g->seed, 2));
  if (rvt_prng_below(&g->seed, 4) == 0) s->itype = itypes[rvt_prng_below(&g->seed, sizeof itypes)];
  s->sijump = rvt_prng_below(&g->seed, 8) == 0;
  s->clocks = clocks(g);
  s->pc = g->pc;
  if (g->words) {
    s->has_word = true;
    s->word = rvt_prng_next(&g->seed) >> (64 - 16 * s->size);
  }
  g->pc = (g->pc + 2u * s->size) & mask(g);
  const bool jumps = s->itype != RVT_IT_NONE && s->itype != RVT_IT_NOT_TAKEN;
  /* code may also change its place without a jump: a debugger did it */
  if (jumps || rvt_prng_below(&g->seed, 64) == 0) {
    const uint64_t distance = rvt_prng_bits(&g->seed, rvt_prng_below(&g->seed, 8) == 0 ? 64 : 9);
    g->pc = (g->pc + (rvt_prng_below(&g->seed, 2) == 0 ? distance : 0 - distance)) & mask(g) &
            ~UINT64_C(1);
  }
}

static void gen_trap(struct step_gen *g, struct rvt_step *s) {
  s->kind = RVT_STEP_TRAP;
  s->itype = (uint8_t)(1 + rvt_prng_below(&g->seed, 2));
  s->clocks = clocks(g);
  /* now and then a trap that the code before it does not lead to */
  s->pc =
      rvt_prng_below(&g->seed, 4) == 0 ? rvt_prng_next(&g->seed) & mask(g) & ~UINT64_C(1) : g->pc;
  s->cause = rvt_prng_bits(&g->seed, g->xlen);
  s->tval = rvt_prng_bits(&g->seed, g->xlen);
  g->pc = rvt_prng_next(&g->seed) & mask(g) & ~UINT64_C(1);
}

static void gen_event(struct step_gen *g, struct rvt_step *s) {
  static const uint8_t privs[] = {0, 1, 3, 5, 6};
  s->kind = (uint8_t)(RVT_STEP_PRIV + rvt_prng_below(&g->seed, 7));
  switch (s->kind) {
  case RVT_STEP_PRIV: s->value = privs[rvt_prng_below(&g->seed, 5)]; break;
  case RVT_STEP_CONTEXT:
    s->value = (uint8_t)rvt_prng_below(&g->seed, 4);
    s->tval = rvt_prng_bits(&g->seed, g->xlen);
    break;
  case RVT_STEP_TRIGGER: s->value = (uint8_t)(1 + rvt_prng_below(&g->seed, 63)); break;
  case RVT_STEP_TIME: s->tval = rvt_prng_bits(&g->seed, 64); break;
  default:
    g->levels = (uint8_t)(g->levels ^ (1u << (s->kind - RVT_STEP_HALT)));
    s->value = (g->levels >> (s->kind - RVT_STEP_HALT)) & 1;
    break;
  }
}

void step_gen(struct step_gen *g, struct rvt_step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    steps[i] = (struct rvt_step){0};
    const uint32_t r = g->events ? rvt_prng_below(&g->seed, 32) : 31;
    if (r == 0)
      gen_trap(g, &steps[i]);
    else if (r <= 2)
      gen_event(g, &steps[i]);
    else
      gen_insn(g, &steps[i]);
  }
}

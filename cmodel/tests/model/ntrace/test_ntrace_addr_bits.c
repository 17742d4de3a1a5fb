/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* An encoder that keeps fewer bits of an address beside one that keeps all of them (D-35). */

#include "rvt/encoder.h"
#include "rvt/prng.h"
#include "tests/support/ingress_random.h"
#include "tests/support/test.h"

enum { CLOCKS = 3000, SEEDS = 200, SLOTS = 2 };

struct bench {
  struct ingress_random gen;
  uint64_t seed;
  unsigned bits;
  struct rvt_encoder few, all;
  struct rvt_encoder_out few_out, all_out;
  uint8_t slowness; /* a beat is taken in one of `slowness` clocks */
};

static void init(struct bench *b, uint64_t seed, uint8_t bits) {
  b->seed = ~seed;
  b->bits = bits;
  b->slowness = (uint8_t)(1 + rvt_prng_below(&b->seed, 4));
  ingress_random_init(&b->gen, seed);
  struct rvt_params *p = &b->gen.params;
  p->xlen = 64;
  p->blocks = SLOTS;
  p->flow_blocks = (uint8_t)(1 + seed % 2);
  p->events = true;
  p->fifo_depth = 0;
  p->addr_bits = 64;
  assert_int_equal(rvt_encoder_init(&b->all, p, NULL), RVT_OK);
  p->addr_bits = bits;
  assert_int_equal(rvt_encoder_init(&b->few, p, NULL), RVT_OK);
  b->gen.config.trig_ena = true;
  rvt_encoder_outputs(&b->few, &b->gen.config, &b->few_out);
}

static uint64_t canonical(uint64_t address, unsigned bits) {
  const uint64_t above = UINT64_MAX << (bits - 1);
  return (address >> (bits - 1) & 1) != 0 ? address | above : address & ~above;
}

/** The generator's clock with triggers, and a second slot that goes on after the first. */
static void next_clock(struct bench *b) {
  b->gen.hold = !b->few_out.empty;
  ingress_random_next(&b->gen);
  struct rvt_ingress *in = &b->gen.ingress;
  const struct rvt_block *first = &in->block[0];
  in->block[1] = (struct rvt_block){.iaddr = rvt_prng_next(&b->seed)};
  if (first->iretire != 0 && first->itype == RVT_IT_NONE && rvt_prng_below(&b->seed, 2) != 0)
    in->block[1] = (struct rvt_block){.itype = (uint8_t)rvt_prng_below(&b->seed, 16),
                                      .iretire = 1,
                                      .iaddr = first->iaddr + 2u * first->iretire};
  in->trigger = rvt_prng_below(&b->seed, 8) == 0 ? (uint8_t)rvt_prng_below(&b->seed, 16) : 0;
}

/** Returns the bytes that leave; `stray`: bits that are not kept are by chance. */
static unsigned tick(struct bench *b, bool stray) {
  const struct rvt_config *cfg = &b->gen.config;
  struct rvt_encoder_in few = {.cfg = *cfg,
                               .ingress = b->gen.ingress,
                               .m_ready = rvt_prng_below(&b->seed, b->slowness) == 0};
  struct rvt_encoder_in all = few;
  for (unsigned i = 0; i < SLOTS; i++) {
    uint64_t *address = &all.ingress.block[i].iaddr;
    *address = few.ingress.block[i].iaddr = canonical(*address, b->bits);
    if (stray)
      few.ingress.block[i].iaddr ^= rvt_prng_next(&b->seed) & UINT64_MAX << (b->bits - 1) << 1;
  }
  rvt_encoder_outputs(&b->few, cfg, &b->few_out);
  rvt_encoder_outputs(&b->all, cfg, &b->all_out);
  const struct rvt_beat *beat = &b->few_out.m;
  assert_int_equal(beat->valid, b->all_out.m.valid);
  assert_int_equal(beat->bytes, b->all_out.m.bytes);
  assert_int_equal(beat->eom, b->all_out.m.eom);
  assert_memory_equal(beat->data, b->all_out.m.data, beat->bytes);
  assert_int_equal(b->few_out.stall, b->all_out.stall);
  assert_int_equal(b->few_out.empty, b->all_out.empty);
  rvt_encoder_tick(&b->few, &few);
  rvt_encoder_tick(&b->all, &all);
  b->gen.config.tracing = rvt_ingress_tracing_next(&b->gen.params, cfg, &few.ingress);
  return beat->valid && few.m_ready ? beat->bytes : 0;
}

static void run(bool stray) {
  static const uint8_t bits[] = {33, 39, 48, 57, 63};
  static struct bench b;
  size_t bytes = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    init(&b, seed, bits[seed % (sizeof bits / sizeof bits[0])]);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
      next_clock(&b);
      bytes += tick(&b, stray);
    }
  }
  print_message("%zu bytes\n", bytes);
  assert_true(bytes > 200000);
}

static void canonical_addresses_have_the_same_bytes(void **state) {
  (void)state;
  run(false);
}

static void bits_above_are_not_read(void **state) {
  (void)state;
  run(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(canonical_addresses_have_the_same_bytes),
      cmocka_unit_test(bits_above_are_not_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

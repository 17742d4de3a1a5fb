/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Values that are wider than their port: the encoders take what a wire of that width carries. Run
 * under the sanitizers, this also shows that no value at all shifts too far. */

#include <string.h>

#include "rvt/prng.h"
#include "rvt/te.h"
#include "rvt/unit/encode.h"
#include "tests/support/ingress_random.h"
#include "tests/support/test.h"

enum { SEEDS = 60, CLOCKS = 2000 };

static uint8_t bits_of(uint8_t value, unsigned bits) {
  return (uint8_t)(value & ((1u << bits) - 1));
}

/** Every number of the port at random, in full width; now and then those of the slots fit. */
static void garble(uint64_t *seed, struct rvt_ingress *in) {
  const uint8_t slots = rvt_prng_below(seed, 4) == 0 ? 3 : UINT8_MAX;
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    struct rvt_block *b = &in->block[i];
    b->itype = (uint8_t)rvt_prng_next(seed) & slots;
    b->iretire = rvt_prng_below(seed, 3) != 0 ? (uint8_t)rvt_prng_next(seed) & slots : 0;
    b->ilastsize = (uint8_t)rvt_prng_next(seed) & slots;
    b->iaddr = rvt_prng_next(seed);
    b->sijump = rvt_prng_below(seed, 2) != 0;
  }
  in->priv = rvt_prng_below(seed, 8) == 0 ? (uint8_t)rvt_prng_next(seed) : RVT_PRIV_M;
  in->ctype = rvt_prng_below(seed, 8) == 0 ? (uint8_t)(rvt_prng_next(seed) & ~3u) : 0;
  in->context = rvt_prng_next(seed);
  in->trigger = (uint8_t)rvt_prng_next(seed);
  in->ext_trigger = (uint8_t)rvt_prng_next(seed);
  in->time = rvt_prng_next(seed);
}

/** What the ports of the build carry of it, said once more. */
static struct rvt_ingress carried(const struct rvt_params *p, const struct rvt_ingress *in) {
  struct rvt_ingress w = *in;
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    w.block[i].itype = bits_of(in->block[i].itype, p->itype_width);
    w.block[i].iretire = bits_of(in->block[i].iretire, p->iretire_width);
    w.block[i].ilastsize = bits_of(in->block[i].ilastsize, 2);
    if (p->xlen == 32) w.block[i].iaddr &= UINT32_MAX;
  }
  w.priv = bits_of(in->priv, 3);
  w.ctype = bits_of(in->ctype, 2);
  w.context &= UINT64_MAX >> (64 - p->context_width);
  return w;
}

static void garble_config(uint64_t *seed, struct rvt_config *c) {
  c->mode = (uint8_t)(c->mode | (rvt_prng_next(seed) & 0xf0));
  c->sync_mode = (uint8_t)rvt_prng_next(seed);
  c->sync_max = (uint8_t)rvt_prng_next(seed);
  c->ir_mode = (uint8_t)rvt_prng_next(seed);
  c->src_bits = (uint8_t)rvt_prng_next(seed);
  c->src_id = (uint16_t)rvt_prng_next(seed);
}

static struct rvt_config held(const struct rvt_params *p, const struct rvt_config *c) {
  struct rvt_config w = *c;
  w.mode = bits_of(c->mode, 4);
  w.sync_mode = bits_of(c->sync_mode, 2);
  w.sync_max = bits_of(c->sync_max, 4);
  w.ir_mode = bits_of(c->ir_mode, 2);
  w.src_id = c->src_id & 0xfff;
  if (c->src_bits > p->src_bits_max) w.src_bits = p->src_bits_max;
  return w;
}

/** A build and its configuration, the one with garbled numbers. */
static struct ingress_random start(uint64_t seed) {
  struct ingress_random g;
  ingress_random_init(&g, seed);
  g.params.itype_width = (uint8_t)(3 + seed % 2);
  g.params.iretire_width = (uint8_t)(2 + seed % 7);
  g.params.icnt_width = RVT_ICNT_CEIL;
  g.params.context = (uint8_t)(seed % 3);
  g.params.context_width = (uint8_t)(1 + seed % 26);
  g.params.events = seed / 3 % 3 == 0;
  g.params.seq_jump = seed % 2 == 0;
  g.params.fifo_depth = RVT_FIFO_DEPTH_MAX;
  g.config = (struct rvt_config){.active = true,
                                 .enable = true,
                                 .mode = g.params.htm ? RVT_MODE_HTM : RVT_MODE_BTM,
                                 .seq_en = true,
                                 .trig_ena = true,
                                 .ts_en = true};
  g.config.ir_en = true;
  g.config.context_en = g.params.context != 0;
  garble_config(&g.seed, &g.config);
  return g;
}

static void encoders_see_what_the_wires_carry(void **state) {
  (void)state;
  static struct rvt_encoder wide, fits;
  unsigned beats = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct ingress_random g = start(seed);
    assert_int_equal(rvt_encoder_init(&wide, &g.params, NULL), RVT_OK);
    assert_int_equal(rvt_encoder_init(&fits, &g.params, NULL), RVT_OK);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
      struct rvt_encoder_in in = {.cfg = g.config,
                                  .m_ready = rvt_prng_below(&g.seed, 4) != 0,
                                  .dn_lost = rvt_prng_below(&g.seed, 40) == 0,
                                  .sync_req = rvt_prng_below(&g.seed, 40) == 0,
                                  .flush_req = rvt_prng_below(&g.seed, 4) == 0};
      if (clock % 4 == 0) in.cfg = held(&g.params, &g.config);
      in.cfg.tracing = clock / 50 % 4 != 3;
      garble(&g.seed, &in.ingress);
      struct rvt_encoder_in same = in;
      same.cfg = held(&g.params, &in.cfg);
      same.ingress = carried(&g.params, &in.ingress);
      struct rvt_encoder_out a = {.stall = false}, b = {.stall = false};
      rvt_encoder_outputs(&wide, &in.cfg, &a);
      rvt_encoder_outputs(&fits, &same.cfg, &b);
      assert_memory_equal(&a, &b, sizeof a);
      beats += a.m.valid;
      rvt_encoder_tick(&wide, &in);
      rvt_encoder_tick(&fits, &same);
    }
  }
  assert_true(beats > SEEDS * CLOCKS / 4);
}

static void the_component_takes_any_port_value(void **state) {
  (void)state;
  static struct rvt_te te;
  unsigned beats = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct ingress_random g = start(seed);
    g.params.ts_width = 0; /* no registers of time */
    const struct rvt_te_params p = {.encoder = g.params};
    assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_OK);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
      struct rvt_te_out out;
      rvt_te_outputs(&te, &out);
      struct rvt_te_in in = {.active_ack = out.active_req, .m_ready = true, .dn_on = true};
      /* writes of trTeControl: active, enabled, tracing, and whatever else */
      in.apb = (struct rvt_apb){.psel = true,
                                .penable = clock % 2 != 0,
                                .pwrite = true,
                                .pwdata = clock < 8 ? 7 | (uint32_t)rvt_prng_next(&g.seed) << 4 : 7,
                                .pstrb = clock < 16 ? 15 : 0};
      garble(&g.seed, &in.ingress);
      beats += out.m.valid;
      rvt_te_tick(&te, &in, &out);
    }
  }
  assert_true(beats > SEEDS);
}

static void the_functional_encoder_does_too(void **state) {
  (void)state;
  static uint8_t data[2][RVT_ENCODE_BYTES_MAX * 40];
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct ingress_random g = start(seed);
    struct rvt_encode wide, fits, bulk;
    g.config.tracing = true;
    assert_int_equal(rvt_encode_init(&wide, &g.params, NULL), RVT_OK);
    fits = bulk = wide;
    for (unsigned round = 0; round < 40; round++) {
      struct rvt_encode_bytes a = {data[0], sizeof data[0], 0}, b = {data[1], sizeof data[1], 0};
      struct rvt_ingress in[32];
      memset(in, 0, sizeof in);
      for (unsigned i = 0; i < 32; i++) {
        garble(&g.seed, &in[i]);
        const struct rvt_config c = held(&g.params, &g.config);
        const struct rvt_ingress w = carried(&g.params, &in[i]);
        assert_int_equal(rvt_encode_push(&wide, &g.config, &in[i], RVT_LOSS_NONE, &a), RVT_OK);
        assert_int_equal(rvt_encode_push(&fits, &c, &w, RVT_LOSS_NONE, &b), RVT_OK);
        struct rvt_ntrace_msg msgs[2][RVT_ENCODE_MSGS_MAX];
        size_t count[2];
        struct rvt_encode one = wide, two = fits;
        rvt_ntrace_encode_push_msgs(&one, &g.config, &in[i], RVT_LOSS_NONE, msgs[0], &count[0]);
        rvt_ntrace_encode_push_msgs(&two, &c, &w, RVT_LOSS_NONE, msgs[1], &count[1]);
        assert_int_equal(count[0], count[1]);
        a.used = a.used > sizeof data[0] / 2 ? 0 : a.used;
        b.used = b.used > sizeof data[1] / 2 ? 0 : b.used;
      }
      assert_int_equal(a.used, b.used);
      assert_memory_equal(data[0], data[1], a.used);
      struct rvt_block blocks[32];
      for (unsigned i = 0; i < 32; i++) blocks[i] = in[i].block[0];
      struct rvt_encode_bytes bytes = {data[0], sizeof data[0], 0};
      size_t done = 0;
      assert_int_equal(rvt_encode_blocks(&bulk, &g.config, blocks, NULL, 32, &done, &bytes),
                       RVT_OK);
      assert_int_equal(done, 32);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encoders_see_what_the_wires_carry),
      cmocka_unit_test(the_component_takes_any_port_value),
      cmocka_unit_test(the_functional_encoder_does_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The clocked encoder against the functional one, under random readiness and loss. */

#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/encoder.h"
#include "rvt/prng.h"
#include "rvt/unit/encode.h"
#include "tests/support/ingress_random.h"
#include "tests/support/test.h"

enum { CLOCKS = 3000, SEEDS = 300, BYTES_MAX = 1 << 18 };

struct bench {
  uint64_t seed, ready_seed, context_seed;
  uint8_t priv;
  struct ingress_random gen;
  struct rvt_encoder dut;
  struct rvt_encode encode;
  struct rvt_encoder_out out;
  uint8_t slowness; /* a beat is taken in one of `slowness` clocks */
  bool obey;        /* the hart obeys stall */
  uint8_t budget;   /* slots it may still send while stalled */
  unsigned overflows, stalls;
  unsigned events; /* of 256 clocks: each trigger, a reset, low power; 0: a build without them */
  uint16_t fifo_before; /* level of the message FIFO in the clock before */
  size_t size;
  uint8_t bytes[BYTES_MAX];
  struct rvt_encode_bytes want;
  uint8_t want_bytes[BYTES_MAX];
};

/** Two builds of three have Ownership, which most of their sessions have on. */
static void init_context(struct bench *b) {
  struct rvt_params *p = &b->gen.params;
  uint64_t random = b->seed;
  p->context = (uint8_t)(b->seed / 4 % 3);
  p->context_width = (uint8_t)(1 + rvt_prng_below(&random, p->xlen - 6));
  p->hcontext_width =
      (uint8_t)rvt_prng_below(&random, rvt_prng_below(&random, 2) * p->context_width + 1);
  if (p->hcontext_width == p->context_width) p->hcontext_width = 0;
  b->gen.config.context_en = p->context != 0 && rvt_prng_below(&random, 8) != 0;
  b->context_seed = random;
}

static void init_units(struct bench *b) {
  memset(&b->dut, 0xA5, sizeof b->dut);
  if (rvt_encoder_init(&b->dut, &b->gen.params, NULL) != RVT_OK) {
    b->gen.params.fifo_depth = RVT_FIFO_DEPTH_MAX;
    assert_int_equal(rvt_encoder_init(&b->dut, &b->gen.params, NULL), RVT_OK);
  }
  assert_int_equal(rvt_encode_init(&b->encode, &b->gen.params, NULL), RVT_OK);
}

static void init(struct bench *b, uint64_t seed) {
  b->seed = seed;
  b->ready_seed = ~seed;
  ingress_random_init(&b->gen, seed);
  b->gen.style.sync = 0; /* the clock in which flow sees a change is the encoder's own affair */
  b->slowness = (uint8_t)(1 + rvt_prng_below(&b->ready_seed, 5));
  b->obey = false;
  b->overflows = b->stalls = 0;
  b->fifo_before = 0;
  b->size = 0;
  b->want = (struct rvt_encode_bytes){b->want_bytes, sizeof b->want_bytes, 0};
  b->events = 0;
  b->priv = RVT_PRIV_M;
  init_context(b);
  init_units(b);
}

/** The same with events, and up to two slots a clock. */
static void init_several(struct bench *b, uint64_t seed) {
  static const uint8_t chances[] = {2, 20, 80};
  init(b, seed);
  b->events = chances[seed % 3];
  b->gen.params.events = b->gen.params.seq_jump = true;
  b->gen.params.blocks = 2;
  b->gen.params.flow_blocks = (uint8_t)(1 + seed % 2);
  b->gen.config.trig_ena = b->gen.config.seq_en = true;
  init_units(b);
}

/** What the ingress stage did with this clock, for the functional encoder. */
static enum rvt_loss loss_of(bool before, bool after) {
  return after ? RVT_LOSS_REFUSE : before ? RVT_LOSS_END : RVT_LOSS_NONE;
}

/** Privilege and context, which change now and then. */
static void add_context(struct bench *b) {
  struct rvt_ingress *in = &b->gen.ingress;
  if (rvt_prng_below(&b->context_seed, 24) == 0)
    b->priv = (uint8_t)rvt_prng_below(&b->context_seed, 4);
  if (in->priv != RVT_PRIV_DEBUG) in->priv = b->priv;
  in->ctype =
      rvt_prng_below(&b->context_seed, 24) == 0 ? (uint8_t)rvt_prng_below(&b->context_seed, 4) : 0;
  if (in->ctype != 0) in->context = rvt_prng_next(&b->context_seed);
}

/** The hart's slot is held back if it obeys and has used what the latency allows. */
static void next_slot(struct bench *b) {
  b->gen.hold = !b->out.empty;
  if (b->obey && !b->out.stall) b->budget = b->gen.params.stall_latency;
  if (b->obey && b->out.stall && b->budget == 0)
    ingress_random_idle(&b->gen);
  else
    ingress_random_next(&b->gen);
  if (b->gen.params.context != 0) add_context(b);
  if (b->obey && b->out.stall && rvt_block_valid(&b->gen.ingress.block[0])) b->budget--;
}

static bool event(struct bench *b) { return rvt_prng_below(&b->ready_seed, 256) < b->events; }

/** On top of what the generator made: events, and a second slot that goes on after the first. */
static void add_events(struct bench *b) {
  struct rvt_ingress *in = &b->gen.ingress;
  in->trigger = in->ext_trigger = 0;
  for (unsigned bit = 0; bit < 4; bit++)
    if (event(b)) in->trigger |= (uint8_t)(1u << bit);
  for (unsigned bit = 0; bit < 3; bit++)
    if (event(b)) in->ext_trigger |= (uint8_t)(1u << bit);
  in->hart_reset = event(b) && event(b);
  in->lowpower = event(b) && event(b);
  struct rvt_block *first = &in->block[0];
  in->block[1] = (struct rvt_block){.itype = 0, .iaddr = 0xDEAD};
  first->sijump = event(b);
  if (!rvt_block_valid(first) || first->itype == RVT_IT_EXCEPTION ||
      first->itype == RVT_IT_INTERRUPT || rvt_prng_below(&b->ready_seed, 3) != 0)
    return;
  in->block[1] = (struct rvt_block){.itype = (uint8_t)rvt_prng_below(&b->ready_seed, 16),
                                    .iretire = 1,
                                    .sijump = event(b),
                                    .iaddr = first->iaddr + 2u * first->iretire};
}

static void tick(struct bench *b, bool m_ready) {
  if (b->events != 0) add_events(b);
  struct rvt_encoder_in in = {.cfg = b->gen.config, .ingress = b->gen.ingress, .m_ready = m_ready};
  rvt_encoder_outputs(&b->dut, &b->gen.config, &b->out);
  if (m_ready) {
    assert_true(b->size + b->out.m.bytes <= BYTES_MAX);
    memcpy(b->bytes + b->size, b->out.m.data, b->out.m.bytes);
    b->size += b->out.m.bytes;
  }
  const bool overflow = b->dut.ingress.overflow_q;
  assert_int_equal(b->out.overflow, overflow);
  const unsigned queue_level = b->dut.queue.level_q;
  const uint16_t fifo_level = b->dut.messages.ntrace.fifo.level_q;
  rvt_encoder_tick(&b->dut, &in);
  if (overflow && !b->dut.ingress.overflow_q) {
    assert_int_equal(queue_level, 0);
    const struct rvt_msg_fifo *fifo = &b->dut.messages.ntrace.fifo;
    assert_true(b->fifo_before <= b->gen.params.fifo_depth / 2 * rvt_msg_fifo_unit(fifo));
  }
  b->fifo_before = fifo_level;
  const enum rvt_loss loss = loss_of(overflow, b->dut.ingress.overflow_q);
  b->overflows += !overflow && b->dut.ingress.overflow_q;
  b->stalls += b->out.stall;
  assert_int_equal(rvt_encode_push(&b->encode, &b->gen.config, &b->gen.ingress, loss, &b->want),
                   RVT_OK);
  /* The register's part of D-23; the generator writes on top of it, as software does. */
  b->gen.config.tracing = rvt_ingress_tracing_next(&b->gen.params, &b->gen.config, &b->gen.ingress);
}

static void drain(struct bench *b) {
  b->gen.hold = true;
  b->events = 0;
  b->gen.ingress.trigger = b->gen.ingress.ext_trigger = 0;
  b->gen.ingress.hart_reset = b->gen.ingress.lowpower = false;
  const struct rvt_config config = b->gen.config;
  for (unsigned limit = 0; limit == 0 || !b->out.empty; limit++) {
    assert_true(limit < 5000);
    ingress_random_idle(&b->gen);
    b->gen.config = config;
    b->gen.config.active = true;
    b->gen.config.enable = false;
    tick(b, true);
    rvt_encoder_outputs(&b->dut, &b->gen.config, &b->out);
  }
}

static void same_bytes(const struct bench *b) {
  size_t at = 0;
  while (at < b->size && at < b->want.used && b->bytes[at] == b->want_bytes[at]) at++;
  if (at == b->size && at == b->want.used) return;
  fail_msg(
      "seed %llu: byte %zu of %zu differs (functional encoder: %zu bytes); repeat: RVT_SEED=%llu "
      "build/tests/test_encoder",
      (unsigned long long)b->seed, at, b->size, b->want.used, (unsigned long long)b->seed);
}

/** The stream is whole messages, and there are `overflows` Errors in it. */
static unsigned count_errors(const struct bench *b, const struct rvt_ntrace_format *format) {
  struct rvt_bytes in = {b->bytes, b->size, 0};
  struct rvt_ntrace_msg msg;
  unsigned errors = 0;
  enum rvt_status status;
  while ((status = rvt_ntrace_msg_read(format, &in, &msg, NULL)) == RVT_OK)
    errors += msg.tcode == RVT_TC_ERROR;
  assert_int_equal(status, RVT_END);
  return errors;
}

static struct bench bench;

static unsigned run(uint64_t seed) {
  struct bench *b = &bench;
  if (seed % 4 >= 2)
    init_several(b, seed);
  else
    init(b, seed);
  if (seed % 2 ==
      0) { /* few losses: an always-ready sink and a pace that one byte per clock bears */
    b->slowness = 1;
    b->gen.style.idle = 220;
  }
  rvt_encoder_outputs(&b->dut, &b->gen.config, &b->out);
  assert_true(b->out.empty);
  for (unsigned i = 0; i < CLOCKS; i++) {
    next_slot(b);
    tick(b, rvt_prng_below(&b->ready_seed, b->slowness) == 0);
  }
  drain(b);
  same_bytes(b);
  return b->overflows;
}

static void bytes_are_the_functional_encoders(void **state) {
  (void)state;
  const char *one = getenv("RVT_SEED");
  if (one != NULL) {
    run(strtoull(one, NULL, 0));
    return;
  }
  unsigned lossless = 0, overflows = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    const unsigned n = run(seed);
    lossless += n == 0;
    overflows += n;
  }
  print_message("%u of %u runs without loss, %u overflows\n", lossless, SEEDS, overflows);
  assert_true(lossless > SEEDS / 10);
  assert_true(overflows > 1000);
  ROW("NT:ERR-05");
  ROW("NT:ERR-06");
  ROW("NT:ERR-07");
  ROW("NT:ING-28");
  ROW("TCI:OVF-02");
}

static void every_overflow_is_announced_once(void **state) {
  (void)state;
  unsigned overflows = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    struct bench *b = &bench;
    init(b, seed);
    b->slowness = 8;
    b->gen.style = (struct ingress_style){.idle = 10, .flicker = 4, .halt = 2};
    b->gen.config.enable = b->gen.config.tracing = true;
    const struct rvt_ntrace_format format = {
        .src_bits = b->gen.config.inhibit_src ? 0 : b->gen.config.src_bits,
        .ts = b->gen.config.ts_en && b->gen.params.ts_width != 0};
    for (unsigned i = 0; i < CLOCKS; i++) {
      next_slot(b);
      tick(b, rvt_prng_below(&b->ready_seed, b->slowness) == 0);
    }
    drain(b);
    assert_int_equal(count_errors(b, &format), b->overflows);
    overflows += b->overflows;
  }
  print_message("%u overflows\n", overflows);
  assert_true(overflows > 200);
  ROW("NT:ERR-01");
}

static void hart_that_obeys_never_loses(void **state) {
  (void)state;
  unsigned stalls = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct bench *b = &bench;
    const bool pairs = seed % 4 >= 2; /* trace-off, trace-on in the next clock: TCI:TRIG-06 */
    if (pairs)
      init_several(b, seed);
    else
      init(b, seed);
    b->events = 0;
    b->slowness = (uint8_t)(2 + rvt_prng_below(&b->ready_seed, 20));
    b->gen.style = (struct ingress_style){.idle = (uint8_t)rvt_prng_below(&b->ready_seed, 100)};
    b->gen.config.enable = b->gen.config.tracing = b->gen.config.stall_ena = true;
    b->obey = true;
    for (unsigned i = 0; i < CLOCKS; i++) {
      rvt_encoder_outputs(&b->dut, &b->gen.config, &b->out);
      next_slot(b);
      if (pairs)
        b->gen.ingress.trigger = !b->gen.config.tracing                   ? RVT_TRIGGER_ON
                                 : rvt_prng_below(&b->ready_seed, 3) == 0 ? RVT_TRIGGER_OFF
                                                                          : 0;
      tick(b, rvt_prng_below(&b->ready_seed, b->slowness) == 0);
    }
    assert_int_equal(b->overflows, 0);
    stalls += b->stalls;
    drain(b);
    same_bytes(b);
  }
  assert_true(stalls > 10000);
  ROW("NT:ERR-12");
  ROW("NT:ING-26");
}

static void snapshot_continues_identically(void **state) {
  (void)state;
  static struct rvt_encoder copy;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct bench *b = &bench;
    init(b, seed);
    const unsigned at = rvt_prng_below(&b->ready_seed, 500);
    for (unsigned i = 0; i < 1000; i++) {
      next_slot(b);
      const bool ready = rvt_prng_below(&b->ready_seed, b->slowness) == 0;
      if (i == at) memcpy(&copy, &b->dut, sizeof copy);
      if (i >= at) {
        const struct rvt_encoder_in in = {
            .cfg = b->gen.config, .ingress = b->gen.ingress, .m_ready = ready};
        struct rvt_encoder_out a, c;
        memset(&a, 0, sizeof a);
        memset(&c, 0xFF, sizeof c);
        rvt_encoder_outputs(&b->dut, &b->gen.config, &a);
        rvt_encoder_outputs(&copy, &b->gen.config, &c);
        assert_memory_equal(&a.m, &c.m, sizeof a.m);
        assert_int_equal(a.stall | a.empty << 1 | a.overflow << 2,
                         c.stall | c.empty << 1 | c.overflow << 2);
        rvt_encoder_tick(&copy, &in);
      }
      tick(b, ready);
    }
  }
}

static void flush_is_acknowledged_when_nothing_is_held(void **state) {
  (void)state;
  struct bench *b = &bench;
  init(b, 3);
  b->gen.config =
      (struct rvt_config){.active = true, .enable = true, .tracing = true, .mode = RVT_MODE_BTM};
  struct rvt_encoder_in in = {.cfg = b->gen.config, .flush_req = true};
  in.ingress.priv = RVT_PRIV_M;
  struct rvt_encoder_out out;
  in.ingress.block[0] = (struct rvt_block){.iretire = 1, .iaddr = 0x100};
  for (unsigned i = 0; i < 100; i++) {
    rvt_encoder_outputs(&b->dut, &in.cfg, &out);
    assert_false(out.flush_ack && i > 1);
    assert_int_equal(out.empty, i == 0);
    rvt_encoder_tick(&b->dut, &in);
    in.ingress.block[0].iretire = 0;
    in.flush_req = i > 0;
  }
  in.m_ready = true;
  unsigned clocks = 0;
  for (out.flush_ack = false; !out.flush_ack; clocks++) {
    assert_true(clocks < 50);
    rvt_encoder_tick(&b->dut, &in);
    rvt_encoder_outputs(&b->dut, &in.cfg, &out);
  }
  assert_false(out.empty); /* the session is still open: it owes a Correlation (TCI:CTRL-15) */
  in.flush_req = false;
  rvt_encoder_tick(&b->dut, &in);
  rvt_encoder_outputs(&b->dut, &in.cfg, &out);
  assert_false(out.flush_ack);
  in.ingress.block[0].iretire = 1;
  rvt_encoder_tick(&b->dut, &in);
  assert_int_equal(b->dut.queue.level_q, 1);
  in.ingress.block[0].iretire = 0;
  in.cfg.active = false;
  rvt_encoder_tick(&b->dut, &in);
  rvt_encoder_outputs(&b->dut, &in.cfg, &out);
  assert_true(out.empty);
}

static void parameters_out_of_range_are_refused(void **state) {
  (void)state;
  static struct rvt_encoder s, before;
  struct bench *b = &bench;
  init(b, 1);
  memset(&s, 0x3C, sizeof s);
  before = s;
  struct rvt_params good = b->gen.params;
#define REFUSED(member, value)                                                                     \
  do {                                                                                             \
    struct rvt_params p = good;                                                                    \
    p.member = value;                                                                              \
    assert_int_equal(rvt_encoder_init(&s, &p, NULL), RVT_ERR_ARG);                                 \
  } while (0)
  REFUSED(queue_depth, 1);
  REFUSED(queue_depth, 65);
  REFUSED(stall_latency, 0);
  REFUSED(stall_latency, good.queue_depth);
  REFUSED(lanes, 0);
  REFUSED(lanes, 3);
  REFUSED(fifo_depth, 3); /* a longest message: NT:GEN-08 */
  REFUSED(fifo_depth, 513);
  REFUSED(blocks, 0);
  REFUSED(blocks, 5);
  REFUSED(flow_blocks, 0);
  REFUSED(flow_blocks, 2); /* of one block */
  good.stack_depth = 32;
  assert_int_equal(rvt_encoder_init(&b->dut, &good, NULL), RVT_OK);
  REFUSED(stack_depth, 33);
  assert_memory_equal(&s, &before, sizeof s);
  ROW("NT:IRT-08");
}

/** Clocks from the block to the first byte of its message, in an encoder in which nothing waits. */
static unsigned latency(struct rvt_encoder *s, const struct rvt_config *config,
                        struct rvt_block block) {
  struct rvt_encoder_in in = {.cfg = *config, .m_ready = true};
  struct rvt_encoder_out out;
  in.ingress.priv = RVT_PRIV_M;
  in.ingress.block[0] = block;
  for (unsigned clock = 0; clock < 20; clock++) {
    rvt_encoder_outputs(s, config, &out);
    if (out.m.bytes != 0) return clock;
    rvt_encoder_tick(s, &in);
    in.ingress.block[0] = (struct rvt_block){.iaddr = 0xDEAD};
  }
  return 0;
}

/** Clocks until nothing is held any more. */
static void drain_quietly(struct rvt_encoder *s, const struct rvt_config *config) {
  struct rvt_encoder_in in = {.cfg = *config, .m_ready = true};
  in.ingress.priv = RVT_PRIV_M;
  for (unsigned clock = 0; clock < 40; clock++) rvt_encoder_tick(s, &in);
}

static void a_message_takes_the_clocks_of_its_stations(void **state) {
  (void)state;
  static const struct {
    uint8_t blocks, flow_blocks, lanes, clocks;
    bool repeat_branch;
  } builds[] = {{1, 1, 1, 4, false}, {1, 1, 2, 5, false}, {1, 1, 8, 5, false},
                {2, 1, 1, 6, false}, {2, 2, 1, 6, false}, {4, 4, 1, 6, false},
                {4, 4, 4, 7, false}, {1, 1, 1, 5, true},  {4, 4, 4, 8, true}};
  static struct rvt_encoder s;
  for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
    struct rvt_params p;
    rvt_params_init(&p, NULL);
    p.blocks = builds[i].blocks;
    p.flow_blocks = builds[i].flow_blocks;
    p.lanes = builds[i].lanes;
    p.repeat_branch = builds[i].repeat_branch;
    assert_int_equal(rvt_encoder_init(&s, &p, NULL), RVT_OK);
    const struct rvt_config c = {
        .active = true, .enable = true, .tracing = true, .mode = RVT_MODE_BTM};
    /* A sync takes a clock more, its preparation. */
    struct rvt_block block = {.itype = RVT_IT_TAKEN, .iretire = 1, .iaddr = 0x100};
    assert_int_equal(latency(&s, &c, block), builds[i].clocks + 1);
    drain_quietly(&s, &c);
    block.iaddr = 0x200; /* a DirectBranch */
    assert_int_equal(latency(&s, &c, block), builds[i].clocks);
    drain_quietly(&s, &c);
    block.itype = RVT_IT_INDIRECT; /* its message has the next address */
    assert_int_equal(latency(&s, &c, block), 0);
    block.itype = RVT_IT_NONE;
    assert_int_equal(latency(&s, &c, block), builds[i].clocks);
    drain_quietly(&s, &c);
  }
}

static void shapes_out_of_range_are_refused(void **state) {
  (void)state;
  static struct rvt_encoder s;
  struct bench *b = &bench;
  init(b, 1);
  struct rvt_params good = b->gen.params;
  good.btm = good.htm = true;
  good.iretire_width = 8;
  good.single = false;
  good.icnt_width = 9;
  good.fifo_depth = RVT_FIFO_DEPTH_MAX;
  assert_int_equal(rvt_encoder_init(&s, &good, NULL), RVT_OK);
  REFUSED(xlen, 31);
  REFUSED(xlen, 48);
  REFUSED(iretire_width, 0);
  REFUSED(iretire_width, 9);
  REFUSED(icnt_width, 7);
  REFUSED(icnt_width, 8); /* the largest block alone fills it */
  REFUSED(icnt_width, 23);
  REFUSED(hist_width, 2);
  REFUSED(hist_width, 33);
  REFUSED(src_bits_max, 13);
  REFUSED(ts_width, 65);
  good.icnt_width = 8;
  good.single = true;
  good.hist_width = 3;
  good.src_bits_max = 12;
  good.ts_width = 64;
  assert_int_equal(rvt_encoder_init(&s, &good, NULL), RVT_OK);
  good.htm = false;
  good.hist_width = 0;
  assert_int_equal(rvt_encoder_init(&s, &good, NULL), RVT_OK);
  REFUSED(btm, false); /* no mode is left */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_are_the_functional_encoders),
      cmocka_unit_test(every_overflow_is_announced_once),
      cmocka_unit_test(hart_that_obeys_never_loses),
      cmocka_unit_test(snapshot_continues_identically),
      cmocka_unit_test(flush_is_acknowledged_when_nothing_is_held),
      cmocka_unit_test(parameters_out_of_range_are_refused),
      cmocka_unit_test(shapes_out_of_range_are_refused),
      cmocka_unit_test(a_message_takes_the_clocks_of_its_stations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Room for two of the longest messages in message FIFO and packer (NT:GEN-08). */

#include "oracle/row.h"
#include "rvt/encoder.h"
#include "rvt/itype.h"
#include "tests/support/test.h"

struct build {
  uint8_t xlen, btm, htm, icnt, hist, src, ts, lanes;
  uint16_t longest; /* beats of the longest message, counted by hand: head, address, HIST, TSTAMP */
};

static struct rvt_params params_of(const struct build *b) {
  struct rvt_params p;
  assert_int_equal(rvt_params_init(&p, NULL), RVT_OK);
  p.xlen = b->xlen;
  p.btm = b->btm;
  p.htm = b->htm;
  p.icnt_width = b->icnt;
  p.hist_width = b->hist;
  p.src_bits_max = b->src;
  p.ts_width = b->ts;
  p.lanes = b->lanes;
  p.events = true;
  return p;
}

static uint16_t least_depth(const struct build *b) { return b->longest > 2 ? b->longest : 2; }

static void the_message_fifo_holds_a_longest_message(void **state) {
  (void)state;
  static const struct build builds[] = {
      {64, 1, 1, 22, 32, 12, 64, 1, 8 + 11 + 6 + 11},
      {32, 1, 1, 12, 32, 0, 0, 1, 4 + 6 + 6},
      {32, 1, 1, 12, 32, 1, 0, 1, 5 + 6 + 6},
      {32, 1, 0, 12, 32, 0, 1, 1, 4 + 6 + 1},
      {32, 0, 1, 12, 6, 0, 6, 1, 4 + 6 + 1 + 1},
      {32, 0, 1, 12, 7, 0, 7, 1, 4 + 6 + 2 + 2},
      {64, 1, 1, 12, 24, 0, 24, 4, 1 + 3 + 1 + 1},
      {64, 1, 1, 12, 25, 1, 25, 4, 2 + 3 + 2 + 2},
      {32, 1, 0, 12, 32, 0, 0, 16, 1},
      {32, 1, 0, 12, 32, 0, 42, 16, 2},
  };
  static struct rvt_encoder s;
  for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
    struct rvt_params p = params_of(&builds[i]);
    p.fifo_depth = least_depth(&builds[i]);
    assert_int_equal(rvt_encoder_init(&s, &p, NULL), RVT_OK);
    assert_int_equal(s.messages.ntrace.fifo.p.depth, p.fifo_depth);
    assert_int_equal(s.messages.ntrace.fifo.p.resume_level, p.fifo_depth / 2);
    p.fifo_depth--;
    assert_int_equal(rvt_encoder_init(&s, &p, NULL), RVT_ERR_ARG);
    p.fifo_depth = 0; /* two of them */
    assert_int_equal(rvt_encoder_init(&s, &p, NULL), RVT_OK);
    assert_int_equal(s.p.fifo_depth, 2 * builds[i].longest);
    assert_int_equal(s.messages.ntrace.fifo.p.depth, 2 * builds[i].longest);
    assert_int_equal(s.messages.ntrace.fifo.p.resume_level, builds[i].longest);
  }
}

struct bench {
  struct rvt_encoder dut;
  struct rvt_encoder_in in;
  struct rvt_encoder_out out;
  uint64_t pc;
};

static void clock_of(struct bench *b) {
  rvt_encoder_tick(&b->dut, &b->in);
  rvt_encoder_outputs(&b->dut, &b->in.cfg, &b->out);
}

static void block(struct bench *b, uint8_t itype, uint8_t halfwords, uint8_t trigger) {
  b->in.ingress.block[0] = (struct rvt_block){.itype = itype, .iretire = halfwords, .iaddr = b->pc};
  b->in.ingress.trigger = trigger;
  clock_of(b);
  b->in.ingress.block[0] = (struct rvt_block){.itype = RVT_IT_NONE};
  b->in.ingress.trigger = 0;
  b->pc += 2u * halfwords;
}

static void idle(struct bench *b, unsigned clocks) {
  for (unsigned i = 0; i < clocks; i++) clock_of(b);
}

/** From the target of a jump, where I-CNT is 1, to the next jump, whose message is of the longest.
 */
static void to_a_longest_message(struct bench *b) {
  enum { MOST = 60 };
  const struct rvt_params *p = &b->dut.p;
  uint32_t left = (UINT32_C(1) << (p->icnt_width - 1)) - 2; /* before the block that fills I-CNT */
  for (int n = p->hist_width - 2; n > 0; n--, left--) block(b, RVT_IT_NOT_TAKEN, 1, 0);
  for (; left > MOST; left -= MOST) block(b, RVT_IT_NONE, MOST, 0);
  block(b, RVT_IT_NONE, (uint8_t)left, 0);
  block(b, RVT_IT_INDIRECT_JUMP, 1, 1 << 2);        /* notifies: its message is a sync */
  b->pc = (UINT64_MAX >> (64 - p->xlen)) - 0xFFFFF; /* F-ADDR has all bits */
  block(b, RVT_IT_NONE, 1, 0);
}

/** Two of the longest messages while the sink takes nothing. */
static void fill(struct bench *b, const struct build *build, uint16_t depth) {
  struct rvt_params p = params_of(build);
  p.fifo_depth = 0;
  assert_int_equal(rvt_encoder_init(&b->dut, &p, NULL), RVT_OK);
  b->dut.messages.ntrace.fifo.p.depth = depth;
  b->dut.messages.ntrace.fifo.p.resume_level = depth / 2;
  b->in = (struct rvt_encoder_in){.cfg = {.active = true,
                                          .enable = true,
                                          .tracing = true,
                                          .trig_ena = true,
                                          .mode = p.htm ? RVT_MODE_HTM : RVT_MODE_BTM,
                                          .src_bits = p.src_bits_max,
                                          .src_id = 0xFFF,
                                          .ts_en = p.ts_width != 0}};
  b->in.ingress.priv = RVT_PRIV_M;
  b->in.ingress.time = UINT64_MAX;
  b->in.m_ready = true;
  b->pc = 0x80000000;
  block(b, RVT_IT_NONE, 1, 0);
  idle(b, 60);
  assert_int_equal(b->dut.messages.ntrace.fifo.level_q, 0);
  b->in.m_ready = false;
  to_a_longest_message(b);
  to_a_longest_message(b);
  idle(b, 200);
  assert_false(b->out.overflow);
}

/** Nothing waits in queue and flow. */
static bool has_room(const struct bench *b) {
  return b->dut.queue.level_q == 0 && rvt_ntrace_flow_empty(&b->dut.messages.ntrace.flow);
}

static unsigned beats_of_message(struct bench *b) {
  b->in.m_ready = true;
  for (unsigned beats = 1; b->out.m.valid; beats++) {
    const bool last = b->out.m.eom;
    clock_of(b);
    if (last) return beats;
  }
  return 0;
}

static void with_the_packer_it_holds_two(void **state) {
  (void)state;
  static const struct build builds[] = {
      {32, 1, 1, 12, 32, 0, 0, 1, 4 + 6 + 6},
      {64, 1, 1, 22, 32, 12, 64, 1, 8 + 11 + 6 + 11},
      {32, 1, 0, 12, 32, 1, 32, 1, 5 + 6 + 6},
      {32, 1, 1, 12, 32, 0, 0, 2, 2 + 3 + 3},
      {64, 1, 1, 12, 24, 0, 24, 4, 1 + 3 + 1 + 1},
      {64, 1, 1, 22, 32, 12, 64, 16, 4},
      {32, 1, 0, 12, 32, 0, 0, 16, 1},
  };
  static struct bench b;
  for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
    fill(&b, &builds[i], least_depth(&builds[i]));
    assert_true(has_room(&b));
    for (unsigned message = 0; message < 2; message++)
      assert_int_equal(beats_of_message(&b), builds[i].longest);
    assert_false(b.out.m.valid);
    if (builds[i].lanes != 1) continue; /* the message register holds beats, too */
    fill(&b, &builds[i], least_depth(&builds[i]) - 1);
    assert_false(has_room(&b));
  }
  ROW("NT:GEN-08");
  ROW("TCI:LINK-04");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_message_fifo_holds_a_longest_message),
      cmocka_unit_test(with_the_packer_it_holds_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/regs.h"
#include "rvt/te.h"
#include "tests/support/test.h"

/* The encoder as a component: a trace that is set up over the bus, and its ends. */

#define CONTROL RVT_TR_TE_CONTROL_OFFSET
#define RUN     (RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK | RVT_TR_TE_INST_TRACING_MASK | HTM)
#define HTM     (6u << RVT_TR_TE_INST_MODE_LSB)
#define BTM     RVT_WITH_FIELD(0u, RVT_TR_TE_INST_MODE, RVT_MODE_BTM)

static struct rvt_te te;
static struct rvt_te_in in;
static struct rvt_te_out out; /* of the clock that passed last */
static uint8_t sent[256];
static unsigned count;

static struct rvt_te_params params(void) {
  return (struct rvt_te_params){.encoder =
                                    build_of("Btm=0 SrcBitsMax=0 QueueDepth=16 FifoDepth=96")};
}

static void clock_once(struct rvt_apb apb) {
  rvt_te_outputs(&te, &out);
  in.apb = apb;
  in.active_ack = out.active_req;
  if (out.m.valid && in.m_ready) sent[count++] = out.m.data[0];
  rvt_te_tick(&te, &in, &out);
}

static void clocks(unsigned n) {
  for (unsigned i = 0; i < n; i++) clock_once((struct rvt_apb){.psel = false});
}

static uint32_t access_at(uint16_t offset, bool write, uint32_t data) {
  struct rvt_apb apb = {
      .psel = true, .pwrite = write, .paddr = offset, .pwdata = data, .pstrb = 0xF};
  clock_once(apb);
  apb.penable = true;
  clock_once(apb);
  return out.prdata;
}

static uint32_t access(bool write, uint32_t data) { return access_at(CONTROL, write, data); }

static void retire(void) {
  in.ingress.block[0] = (struct rvt_block){.iretire = 2, .iaddr = 0x1000, .ilastsize = 1};
  clocks(1);
  in.ingress.block[0].iretire = 0;
}

/** A new component that is active; with RUN it traces, and has its first message to send. */
static void begin(uint32_t control) {
  const struct rvt_te_params p = params();
  in = (struct rvt_te_in){.m_ready = true, .dn_on = true};
  count = 0;
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_OK);
  access(true, RVT_TR_TE_ACTIVE_MASK);
  clocks(2);
  if (control == 0) return;
  access(true, control);
  assert_int_equal(access(false, 0) & RUN, control);
  retire();
}

static void a_session_is_set_up_and_drained_over_the_bus(void **state) {
  (void)state;
  begin(RUN);
  access(true, RVT_TR_TE_ACTIVE_MASK | HTM);
  assert_int_equal(access(false, 0) & (RVT_TR_TE_ENABLE_MASK | RVT_TR_TE_EMPTY_MASK), 0);
  unsigned polls = 0;
  while ((access(false, 0) & RVT_TR_TE_EMPTY_MASK) == 0) assert_true(++polls < 50);
  const unsigned all = count;
  unsigned messages = 0;
  for (unsigned i = 0; i < all; i++) messages += (sent[i] & 3) == RVT_MSEO_END_MSG;
  assert_int_equal(messages, 2); /* ProgTraceSync, Correlation */
  assert_int_equal(sent[all - 1] & 3, RVT_MSEO_END_MSG);
  clocks(50);
  assert_int_equal(count, all);
  ROW("TCI:CTRL-13");
  ROW("TCI:CTRL-15");
}

/* After a sink that takes a byte every 64 clocks: what the FIFO holds has the mode it was made
 * with, so a start in another mode waits for the queue alone (TCI:CTRL-23), and says that it waits.
 */
static void a_start_in_another_mode_does_not_wait_for_the_sink(void **state) {
  (void)state;
  struct rvt_te_params p = params();
  p.encoder.btm = true;
  in = (struct rvt_te_in){.dn_on = true};
  count = 0;
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_OK);
  access(true, RVT_TR_TE_ACTIVE_MASK);
  clocks(2);
  access(true, RUN);
  for (unsigned i = 0; i < 100 && te.encoder.queue.level_q < 3; i++) {
    in.ingress.block[0] = (struct rvt_block){.iretire = 2,
                                             .iaddr = 0x12345678u * (i + 1) & ~1u,
                                             .ilastsize = 1,
                                             .itype = RVT_IT_INDIRECT_JUMP};
    clocks(1);
    in.ingress.block[0].iretire = 0;
    clocks(12);
  }
  access(true, RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK | BTM);
  access(true, (RUN & ~HTM) | BTM);
  assert_true(te.encoder.messages.ntrace.fifo.level_q >= 90);
  assert_int_equal(access(false, 0) & RVT_TR_TE_INST_TRACING_MASK, 0); /* the queue is not empty */
  unsigned bytes = 0, waited = 0;
  for (; (access(false, 0) & RVT_TR_TE_INST_TRACING_MASK) == 0 && waited < 20000; waited += 64) {
    clocks(61);
    in.m_ready = true;
    clocks(1);
    bytes += out.m.valid;
    in.m_ready = false;
  }
  print_message("a start waits for %u clocks and %u bytes; %u bytes are left\n", waited, bytes,
                te.encoder.messages.ntrace.fifo.level_q);
  assert_true(waited < 4000);
  assert_true(te.encoder.messages.ntrace.fifo.level_q >= 90);
  assert_int_equal(out.cfg.mode, RVT_MODE_BTM);
  ROW("TCI:CTRL-23");
}

static void a_trace_needs_four_bits(void **state) {
  (void)state;
  static const uint32_t bits[] = {RVT_TR_TE_ACTIVE_MASK, RVT_TR_TE_ENABLE_MASK,
                                  RVT_TR_TE_INST_TRACING_MASK, HTM};
  for (unsigned n = 0; n < 16; n++) {
    begin(0);
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++) word |= (n >> i & 1) != 0 ? bits[i] : 0;
    access(true, word);
    clocks(4);
    retire();
    clocks(40);
    assert_int_equal(count != 0, n == 15);
  }
  ROW("TCI:TE-01");
  ROW("TCI:TE-03");
}

static void an_inactive_encoder_ends_its_message_and_is_silent(void **state) {
  (void)state;
  for (unsigned taken = 1; taken < 4; taken++) {
    begin(RUN);
    while (count < taken) clocks(1);
    in.m_ready = false;
    access(true, 0);
    clocks(20);
    assert_true(out.m.valid && out.cfg.active); /* the consumer takes its time */
    in.m_ready = true;
    clocks(20);
    assert_false(out.m.valid || out.cfg.active);
    unsigned messages = 0;
    for (unsigned i = 0; i < count; i++) messages += (sent[i] & 3) == RVT_MSEO_END_MSG;
    assert_int_equal(messages, 1); /* no Correlation: everything else is discarded */
    assert_int_equal(sent[count - 1] & 3, RVT_MSEO_END_MSG);
  }
  ROW("TCI:CTRL-07");
  /* Nobody listens: the rest of the message is lost at once. */
  begin(RUN);
  while (count < 1) clocks(1);
  in.m_ready = in.dn_on = false;
  access(true, 0);
  while (out.cfg.active) clocks(1);
  assert_false(out.m.valid || out.m.data[0] != 0 || out.stall || out.overflow);
  assert_true(out.empty); /* at once, although what is given up was there in this clock */
  clocks(2);
  assert_false(out.m.valid || out.cfg.active || out.m.data[0] != 0);
  ROW("TCI:CTRL-20");
}

static void three_bits_of_itype_leave_nothing_to_a_stack(void **state) {
  (void)state;
  const uint32_t asked =
      RVT_TR_TE_INST_EN_IMPLICIT_RETURN_MASK | 3u << RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_LSB;
  for (uint8_t bits = 3; bits <= 4; bits++) {
    struct rvt_te_params p = params();
    p.encoder.itype_width = bits;
    p.encoder.stack_depth = 8;
    p.encoder.return_modes = true;
    in = (struct rvt_te_in){.m_ready = true, .dn_on = true};
    assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_OK);
    access(true, RVT_TR_TE_ACTIVE_MASK);
    clocks(2);
    access_at(RVT_TR_TE_INST_FEATURES_OFFSET, true, asked);
    assert_int_equal(access_at(RVT_TR_TE_INST_FEATURES_OFFSET, false, 0), bits == 3 ? 0 : asked);
    assert_int_equal(te.encoder.p.stack_depth, bits == 3 ? 0 : 8);
  }
  ROW("NT:ING-08");
}

static void parameters_out_of_range_are_refused(void **state) {
  (void)state;
  const struct rvt_te_params good = params();
  struct rvt_te before;
  assert_int_equal(rvt_te_init(&te, &good, NULL), RVT_OK);
  before = te;
  struct rvt_te_params p = good;
  p.encoder.htm = false;
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_ERR_ARG);
  p = good;
  p.encoder.fifo_depth = 1;
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_ERR_ARG);
  p = good;
  p.encoder.ts_width = 64; /* trTsWidth cannot say it (TCI:TS-09) */
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_ERR_ARG);
  p = good;
  p.encoder.itype_width = 3;
  p.encoder.stack_depth = 33;
  assert_int_equal(rvt_te_init(&te, &p, NULL), RVT_ERR_ARG);
  assert_memory_equal(&te, &before, sizeof te);
  ROW("TCI:TS-09");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_session_is_set_up_and_drained_over_the_bus),
      cmocka_unit_test(a_start_in_another_mode_does_not_wait_for_the_sink),
      cmocka_unit_test(a_trace_needs_four_bits),
      cmocka_unit_test(an_inactive_encoder_ends_its_message_and_is_silent),
      cmocka_unit_test(three_bits_of_itype_leave_nothing_to_a_stack),
      cmocka_unit_test(parameters_out_of_range_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

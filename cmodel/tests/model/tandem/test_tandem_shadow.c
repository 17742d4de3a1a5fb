/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/tandem/encoder.h"
#include "rvt/tandem/text.h"
#include "tests/support/test.h"

/* The state that the encoder keeps and dumps (TV:E-08), from its ports to lines of text. */

enum { TEXT = 8192, BYTES = 4096, LONG = 2000, FLAGS = 1, FRM = 2, FCSR = 3 };

static struct rvt_tandem model;
static struct rvt_tandem_in in;
static uint8_t bytes[BYTES];
static size_t size;
static char text[TEXT];

static struct rvt_tandem_params build(void) {
  return (struct rvt_tandem_params){.format = {64, 64, 64},
                                    .forms = {true, true, false},
                                    .nret = 2,
                                    .csrs = 2,
                                    .elements = RVT_TANDEM_SENDS_ALL,
                                    .queue_depth = 2,
                                    .lanes = 16,
                                    .fifo_depth = 16,
                                    .shadow = true,
                                    .shadow_csrs = UINT32_MAX};
}

static void start(const struct rvt_tandem_params *p) {
  assert_int_equal(rvt_tandem_init(&model, p, NULL), RVT_OK);
  in = (struct rvt_tandem_in){.active = true, .m_ready = true};
  size = 0;
}

static struct rvt_tandem_out now(void) {
  struct rvt_tandem_out out;
  rvt_tandem_outputs(&model, &out);
  return out;
}

static void tick(void) {
  const struct rvt_tandem_out out = now();
  if (out.m.valid && in.m_ready) {
    assert_true(size + out.m.bytes <= BYTES);
    memcpy(bytes + size, out.m.data, out.m.bytes);
    size += out.m.bytes;
  }
  rvt_tandem_tick(&model, &in);
  in.valid[0] = in.valid[1] = false;
}

static void rest(unsigned clocks) {
  while (clocks-- != 0) tick();
}

/* What has left since the last look: a line of each group. */
static const char *said(void) {
  struct rvt_bytes from = {.data = bytes, .size = size};
  struct rvt_tandem_reader reader;
  struct rvt_tandem_element e;
  size_t used = 0;
  rvt_tandem_reader_init(&reader, &model.p.format);
  text[0] = 0;
  while (rvt_tandem_read(&reader, &from, &e, NULL) == RVT_OK) {
    char word[RVT_TANDEM_WORD_MAX] = "";
    if (e.opcode == RVT_TANDEM_BEGIN) continue;
    if (e.opcode != RVT_TANDEM_END) rvt_tandem_print(&e, word);
    used += (size_t)snprintf(text + used, TEXT - used, "%s%c", word, *word != 0 ? ' ' : '\n');
    assert_true(used < TEXT);
  }
  assert_int_equal(from.pos, size);
  size = 0;
  return text;
}
#define SAID(lines) assert_string_equal(said(), lines)

/* ---- A hart ---- */

static void tell(unsigned slot, const struct rvt_tandem_record *r) {
  in.valid[slot] = true;
  in.slot[slot] = *r;
}

/* A clock in which an instruction at pc - 4 is told. */
#define RETIRES(pc, ...)                                                                           \
  do {                                                                                             \
    const struct rvt_tandem_record retired_ = {                                                    \
        .pc_r = (pc)-4, .pc_w = (pc), .is32 = true, .insn = 0x13, __VA_ARGS__};                    \
    tell(0, &retired_);                                                                            \
    tick();                                                                                        \
  } while (0)
#define X(n, value)         .gpr_valid = true, .gpr = (n), .gpr_data = (value)
#define F(n, value)         .fpr_valid = true, .fpr = (n), .fpr_data = (value)
#define OR(value)           .fflags_valid = true, .fflags = (value)
#define IS(number, value)   .csr[0] = {true, (number), (value)}
#define ALSO(number, value) .csr[1] = {true, (number), (value)}
#define NOTHING             .gpr_valid = false

static void resets(void) {
  const struct rvt_tandem_record r = {.kind = RVT_TANDEM_HART_RESET, X(9, 9), IS(0x340, 9)};
  tell(0, &r);
  tick();
}

static void traps(void) {
  const struct rvt_tandem_record r = {.kind = RVT_TANDEM_INTERRUPT,
                                      .pc_w = 0x100,
                                      IS(0x342, 7),
                                      ALSO(0x300, 0x1800),
                                      .privilege_valid = true,
                                      .privilege = 3};
  tell(0, &r);
  tick();
}

/* ---- Tests ---- */

static void trace_that_begins_in_the_middle_begins_with_the_state(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  RETIRES(0x1004, X(5, 0x55));
  RETIRES(0x1008, X(0, 0x77), F(5, 0x66));
  RETIRES(0x100c, X(31, 1));
  traps();
  RETIRES(0x104, X(5, 0x56), IS(0xb00, 3)); /* mcycle is no CSR that is kept */
  SAID("");
  in.enable = true;
  assert_false(now().stall); /* a function of state */
  tick();
  assert_true(now().stall);
  rest(100);
  assert_false(now().stall);
  SAID("init mstatus=0x1800 \n"
       "init x5=0x56 f5=0x66 \n"
       "init mcause=0x7 \n"
       "init x31=0x1 \n"
       "init pc=0x104 privilege=0x3 \n");
  RETIRES(0x108, X(1, 1));
  rest(20);
  SAID("pc+ insn32=0x13 x1=0x1 \n");
  assert_false(now().lost);
  in.enable = false;
  tick();
  RETIRES(0x10c, X(1, 2));
  in.enable = true;
  rest(100);
  SAID("init x1=0x2 \n"
       "init mstatus=0x1800 \n"
       "init x5=0x56 f5=0x66 \n"
       "init mcause=0x7 \n"
       "init x31=0x1 \n"
       "init pc=0x10c privilege=0x3 \n");
  ROW("TV:E-08");
}

static void trace_from_reset_on_has_no_dump(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  in.enable = true;
  tick();
  assert_false(now().stall);
  RETIRES(0x1004, X(5, 0x55));
  rest(20);
  SAID("pc+ insn32=0x13 x5=0x55 \n");
}

static void what_is_told_while_the_state_is_dumped_is_part_of_it(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  RETIRES(0x1004, X(1, 0x10));
  in.enable = true;
  tick();                      /* step 0: nothing */
  RETIRES(0x1008, X(1, 0x11)); /* in the clock in which x1 is put */
  rest(10);
  RETIRES(0x100c, X(2, 0x22)); /* its step is over */
  rest(60);
  SAID("init x1=0x10 \n"
       "init x1=0x11 \n"
       "init x2=0x22 \n"
       "init pc=0x100c \n");
  assert_false(now().lost);
  in.enable = false;
  tick();
  in.enable = true;
  for (unsigned n = 0; n < LONG; n++) RETIRES(0x1010, NOTHING); /* the hart does not rest */
  SAID("init x1=0x11 \n"
       "init x2=0x22 \n");
  rest(1);
  RETIRES(0x1014, NOTHING);
  rest(20);
  SAID("init pc=0x1010 \n" /* the dump has ended in the one clock of rest */
       "pc+ insn32=0x13 \n");
  assert_false(now().lost);
}

static void the_state_follows_a_loss(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  in.enable = true;
  tick();
  in.m_ready = false;
  unsigned n = 0;
  while (!now().lost) {
    assert_true(n < LONG);
    RETIRES(0x1000 + 4 * n, X(3, n), .store_valid = true);
    n++;
  }
  RETIRES(0x2000, X(4, 0xa));
  in.m_ready = true;
  in.lost_clr = true;
  rest(100);
  assert_false(now().lost);
  const char *const lines = said();
  const char *at = lines;
  for (unsigned k = 0; k + 1 < n; k++, at = strchr(at, '\n') + 1) assert_memory_equal(at, "pc+", 3);
  char due[TEXT];
  snprintf(due, sizeof due, "init x3=0x%x \ninit x4=0xa \ninit pc=0x2000 \n", n - 1);
  assert_string_equal(at, due);
  ROW("TV:E-05");
}

static void a_hart_reset_makes_all_unknown(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  traps();
  RETIRES(0x1004, X(1, 1));
  const struct rvt_tandem_record r = {.kind = RVT_TANDEM_HART_RESET};
  const struct rvt_tandem_record w = {.pc_r = 0x80, .pc_w = 0x84, .is32 = true, X(2, 2)};
  tell(0, &r);
  tell(1, &w); /* after it, in the same clock */
  tick();
  in.enable = true;
  rest(60);
  SAID("reset \n"
       "init x2=0x2 \n"
       "init pc=0x84 \n");
  resets(); /* taken: it is no dump's */
  in.enable = false;
  tick();
  in.enable = true;
  rest(60);
  SAID("reset \n"); /* and nothing is known after it */
  resets();
  in.enable = false;
  resets(); /* not taken */
  resets();
  in.enable = true;
  rest(60);
  SAID("reset \n"
       "reset \n");
  RETIRES(0x1008, X(1, 2));
  RETIRES(0x100c, X(31, 2));
  rest(60);
  said();
  in.enable = false;
  tick();
  in.enable = true;
  rest(9);
  resets(); /* within the dump */
  rest(60);
  SAID("init x1=0x2 \n"
       "reset \n");
  ROW("TV:R-13");
}

static void state_from_outside_may_have_no_pc(void **state) {
  const struct rvt_tandem_params p = build();
  const struct rvt_tandem_record r = {
      .kind = RVT_TANDEM_OUTSIDE, X(7, 7), .privilege_valid = true, .privilege = 1, .pc_w = 9};
  (void)state;
  start(&p);
  tell(0, &r);
  tick();
  in.enable = true;
  rest(60);
  SAID("init x7=0x7 \n"
       "init privilege=0x1 \n");
}

/* A dump of what the hart has told before. */
static const char *dumped(void) {
  in.enable = true;
  rest(100);
  in.enable = false;
  tick();
  return said();
}

static void views_come_after_what_they_are_a_part_of(void **state) {
  struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  RETIRES(0x4, IS(FCSR, 0x20));
  RETIRES(0x4, OR(1));
  assert_string_equal(dumped(), "init fcsr=0x21 \ninit pc=0x4 \n");
  RETIRES(0x4, OR(2), IS(FLAGS, 0x10), ALSO(FRM, 1)); /* the OR comes after the CSRs */
  assert_string_equal(dumped(),
                      "init fcsr=0x22 \ninit fflags=0x12 \ninit frm=0x1 \ninit pc=0x4 \n");
  RETIRES(0x4, IS(FCSR, 0x40), ALSO(FLAGS, 4));
  assert_string_equal(dumped(), "init fcsr=0x40 \ninit fflags=0x4 \ninit pc=0x4 \n");
  RETIRES(0x4, IS(FLAGS, 4), ALSO(FCSR, 0x60));
  assert_string_equal(dumped(), "init fcsr=0x60 \ninit pc=0x4 \n");
  start(&p);
  RETIRES(0x4, IS(0x100, 2), ALSO(0x104, 0x22));
  RETIRES(0x4, IS(0x300, 8), ALSO(0x304, 0xaa));
  assert_string_equal(dumped(), "init mstatus=0x8 \ninit mie=0xaa \ninit pc=0x4 \n");
  RETIRES(0x4, IS(0x104, 2), ALSO(0x100, 0));
  assert_string_equal(
      dumped(),
      "init mstatus=0x8 \ninit sstatus=0x0 \ninit mie=0xaa \ninit sie=0x2 \ninit pc=0x4 \n");
  ROW("TV:E-08");
  p.shadow_csrs = 1 | 1 << 3 | 1 << 8; /* the wider ones alone */
  start(&p);
  RETIRES(0x4, IS(FCSR, 1), ALSO(0x300, 8));
  RETIRES(0x4, IS(FLAGS, 1), ALSO(0x304, 8));
  assert_string_equal(dumped(), "init mstatus=0x8 \ninit mie=0x8 \ninit pc=0x4 \n");
  RETIRES(0x4, IS(0x100, 1), ALSO(0x104, 8));
  assert_string_equal(dumped(), "init pc=0x4 \n");
}

/* What is written anew within a dump goes again, and a part of it goes after it. */
static void views_come_last_in_the_next_round_too(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  RETIRES(0x4, IS(FCSR, 0x20), ALSO(FLAGS, 0x10));
  in.enable = true;
  tick();              /* fcsr */
  RETIRES(0x8, OR(1)); /* and fflags of before */
  rest(100);
  SAID("init fcsr=0x20 \n"
       "init fflags=0x10 \n"
       "init fcsr=0x21 \n"
       "init fflags=0x11 \n"
       "init pc=0x8 \n");
  RETIRES(0x8, X(31, 1));
  rest(20);
  said();
  in.enable = false;
  tick();
  in.enable = true;
  rest(4);                                    /* behind mstatus */
  RETIRES(0xc, IS(0x300, 8), ALSO(0x100, 2)); /* and before sstatus */
  rest(100);
  SAID("init fcsr=0x21 \n"
       "init fflags=0x11 \n"
       "init sstatus=0x2 \n"
       "init x31=0x1 \n"
       "init mstatus=0x8 \n"
       "init sstatus=0x2 \n"
       "init pc=0xc \n");
}

static void a_build_keeps_what_it_sends(void **state) {
  struct rvt_tandem_params p = build();
  (void)state;
  p.elements = 0;
  p.csrs = 0;
  start(&p);
  RETIRES(0x4, X(1, 1), F(1, 1), IS(FCSR, 1), OR(1), .privilege_valid = true);
  assert_string_equal(dumped(), "init pc=0x4 \n");
  p = build();
  p.shadow = false;
  start(&p);
  RETIRES(0x4, X(1, 1));
  assert_string_equal(dumped(), "");
}

static void inactive_keeps_the_state(void **state) {
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  in.enable = true;
  tick();
  RETIRES(0x4, X(1, 1));
  rest(20);
  said();
  in.active = false;
  tick();
  in.active = true;
  rest(60);
  SAID("init x1=0x1 \n"
       "init pc=0x4 \n");
}

/* Transactions are no part of the state, and a dump does not wait for a clock without one. */
static void a_bus_that_never_rests_keeps_no_dump_from_its_end(void **state) {
  static const char expected[] = "init x1=0x1 \ninit pc=0x4 \nload8@0x1000 ok8=0x5a \n";
  const struct rvt_tandem_params p = build();
  (void)state;
  start(&p);
  RETIRES(0x4, X(1, 1));
  in.enable = true;
  in.bus = (struct rvt_tandem_access){true, true, RVT_TANDEM_LOAD, 0, 0, 0x1000, 0, 0x5a};
  for (unsigned n = 0; n < 60; n++) { /* it obeys once there is more to be traced */
    in.bus.valid = !model.shadow.live_q || !now().stall;
    tick();
  }
  in.bus.valid = false;
  rest(20);
  assert_memory_equal(said(), expected, sizeof expected - 1);
  ROW("TV:E-08");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trace_that_begins_in_the_middle_begins_with_the_state),
      cmocka_unit_test(trace_from_reset_on_has_no_dump),
      cmocka_unit_test(what_is_told_while_the_state_is_dumped_is_part_of_it),
      cmocka_unit_test(the_state_follows_a_loss),
      cmocka_unit_test(a_hart_reset_makes_all_unknown),
      cmocka_unit_test(state_from_outside_may_have_no_pc),
      cmocka_unit_test(views_come_after_what_they_are_a_part_of),
      cmocka_unit_test(views_come_last_in_the_next_round_too),
      cmocka_unit_test(a_build_keeps_what_it_sends),
      cmocka_unit_test(inactive_keeps_the_state),
      cmocka_unit_test(a_bus_that_never_rests_keeps_no_dump_from_its_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Pieces of programs whose packets are printed in the specification or in ETR section 12, byte for
 * byte. */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, TAKEN = RVT_IT_TAKEN };
enum { CALL = RVT_IT_DIRECT_CALL, RETURN = RVT_IT_RETURN, JUMP = RVT_IT_INDIRECT_JUMP };

/* A retired instruction: its address, half-words, and how it goes on. */
struct step {
  uint64_t pc;
  const char *size;
  uint8_t itype;
};

static void play(struct run *r, const struct step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) block(r, steps[i].pc, steps[i].size, steps[i].itype);
}
#define PLAY(r, steps) play(r, steps, sizeof(steps) / sizeof *(steps))

/* RV64 with a context of 32 bits. */
static void setup_rv64(struct run *r) {
  setup(r);
  r->params = build_of("Xlen=64");
  r->build = (struct oracle_te_build){.iaddress_width = 64,
                                      .iaddress_lsb = 1,
                                      .privilege_width = 2,
                                      .context_width = 32,
                                      .ecause_width = 5};
}

/* The specification's listings: bit 0 of addresses is sent, and addresses are full. */
static void setup_listing(struct run *r) {
  setup_rv64(r);
  r->build.iaddress_lsb = 0;
  r->options.full_address = true;
}

static void whole_program(void **state) { /* two loops, calls, a jump: ended_ntr */
  (void)state;
  static const struct step steps[] = {
      {0x80000000, "1", 0},         {0x80000002, "1", 0},      {0x80000004, "1", TAKEN},
      {0x80000002, "1", 0},         {0x80000004, "1", TAKEN},  {0x80000002, "1", 0},
      {0x80000004, "1", NOT_TAKEN}, {0x80000006, "2", CALL},   {0x8000001a, "1", RETURN},
      {0x8000000a, "2", CALL},      {0x8000001a, "1", RETURN}, {0x8000000e, "2", 0},
      {0x80000012, "2", 0},         {0x80000016, "1", JUMP},   {0x80000018, "1", 11},
  };
  struct run r;
  setup_rv64(&r);
  PLAY(&r, steps);
  r.clock.config.enable = false;
  edge(&r);
  expect_payload(&r, "1f");
  expect_payload(&r, "73 00 00 00 00 00 00 00 20");
  expect_payload(&r, "0d 16");
  expect_payload(&r, "0a");
  expect_payload(&r, "16");
  expect_payload(&r, "cf 00");
  finish(&r);
  ROW("ETR:M-DELTA");
  ROW("ETR:P-06");
  ROW("ETR:AMB-20");
}

static void startup(void **state) {
  (void)state;
  static const struct step steps[] = {
      {0x20010522, "1", 0}, {0x20010524, "1", 0}, {0x20010526, "1", 0}, {0x20010528, "1", 0},
      {0x2001052a, "2", 0}, {0x2001052e, "1", 0}, {0x20010530, "2", 0}, {0x20010534, "2", 0},
  };
  struct run r;
  setup_listing(&r);
  PLAY(&r, steps);
  expect_payload(&r, "1f 04");
  expect_payload(&r, "73 00 00 00 00 91 82 00 10");
  finish(&r);
  ROW("ETR:F3-01");
  ROW("ETR:AMB-13");
}

static void illegal_opcode(void **state) { /* at the target of a jump; line 59 of the listing is
                                              wrong */
  (void)state;
  static const struct step before[] = {
      {0x80000150, "1", 0}, /* the listing does not show where the one branch was */
      {0x80000152, "1", TAKEN}, {0x80000154, "1", JUMP}, {0x80000104, "2", 0},
      {0x80000108, "2", 0},     {0x8000010c, "1", JUMP},
  };
  static const struct step after[] = {
      {0x800001b0, "1", 11}, {0x800001e0, "2", 0}, {0x800001e4, "2", 0}, {0x800001e8, "1", 0}};
  struct run r;
  setup_listing(&r);
  PLAY(&r, before);
  exception(&r, 0x80000222, 2, 0);
  PLAY(&r, after);
  expect_payload(&r, "1f 04");
  r.checked++; /* the start */
  expect_payload(&r, "05 04 01 00 80 00");
  expect_payload(&r, "32 04 00 00 02");
  expect_payload(&r, "77 00 00 00 00 81 88 00 00 20");
  expect_payload(&r, "73 00 00 00 00 d8 00 00 40");
  finish(&r);
  ROW("ETR:M-FULL");
  ROW("ETR:F3-02");
  ROW("ETR:F3-03");
}

static void timer_long_loop(void **state) { /* fifteen branches, then an interrupt */
  (void)state;
  static const struct step last[] = {{0x80000194, "2", NOT_TAKEN},
                                     {0x80000198, "2", 0},
                                     {0x8000019c, "2", 0},
                                     {0x800001a0, "1", 0},
                                     {0x800001a2, "2", 0}};
  static const struct step after[] = {{0x800001b0, "1", 11}, {0x800001e0, "2", 0}};
  struct run r;
  setup_listing(&r);
  insn(&r, 0x80000188, 0);
  for (unsigned i = 0; i < 7; i++) {
    insn(&r, 0x80000194, NOT_TAKEN);
    insn(&r, 0x800001a8, TAKEN);
  }
  PLAY(&r, last);
  r.clock.cause = 0x8000000000000007; /* mcause has the top bit; the field has 5 */
  block(&r, 0x800001a6, "", RVT_IT_INTERRUPT);
  PLAY(&r, after);
  expect_payload(&r, "1f 04");
  r.checked++; /* the start */
  expect_payload(&r, "bd aa aa 68 00 00 20");
  expect_payload(&r, "77 00 00 00 80 33 6c 00 00 20");
  finish(&r);
  ROW("ETR:P-07");
  ROW("ETR:IN-09");
}

/* What is printed for one piece, after its start. */
static void one_piece(const struct step *steps, size_t count, bool trapped, const char *line) {
  struct run r;
  setup_rv64(&r);
  play(&r, steps, count - 1);
  if (trapped) {
    r.clock.cause = 7;
    block(&r, steps[count - 1].pc, "", RVT_IT_INTERRUPT);
  } else {
    play(&r, steps + count - 1, 1);
  }
  r.checked = 2;
  expect_payload(&r, line);
  finish(&r);
}
#define PIECE(steps, trapped, line) one_piece(steps, sizeof(steps) / sizeof *(steps), trapped, line)

static void a_call_and_its_return(void **state) {
  (void)state;
  static const struct step steps[] = {
      {0x80001a80, "2", 0}, {0x80001a84, "2", CALL},   {0x80001178, "1", 0},
      {0x80001188, "1", 0}, {0x8000118a, "1", RETURN}, {0x80001a88, "2", 0},
      {0x80001a8c, "2", 0},
  };
  PIECE(steps, false, "12");
  ROW("ETR:F2-04");
  ROW("ETR:AMB-1");
}

static void a_branch_and_a_return(void **state) {
  (void)state;
  static const struct step steps[] = {
      {0x800010da, "1", 0}, {0x800010dc, "2", TAKEN},  {0x800010ec, "1", 0},
      {0x800010f4, "1", 0}, {0x800010f6, "1", RETURN}, {0x80001b8a, "2", 0},
      {0x80001b8e, "1", 0},
  };
  PIECE(steps, false, "05 58 05");
}

static void
three_branches_and_a_return(void **state) { /* the first branch is in the start packet */
  (void)state;
  static const struct step steps[] = {
      {0x80001110, "1", NOT_TAKEN}, {0x80001112, "1", 0},     {0x80001116, "2", NOT_TAKEN},
      {0x8000111a, "1", NOT_TAKEN}, {0x8000111e, "2", TAKEN}, {0x8000115e, "1", 0},
      {0x80001168, "1", RETURN},    {0x80001258, "2", 0},     {0x8000125c, "1", 0},
  };
  PIECE(steps, false, "8d 91 02");
  ROW("ETR:F3-01");
}

static void two_calls_and_a_return(void **state) { /* printed with updiscon: a trap is next */
  (void)state;
  static const struct step steps[] = {
      {0x8000121c, "1", 0},         {0x8000121e, "1", TAKEN}, {0x8000124a, "1", 0},
      {0x80001254, "2", CALL},      {0x80001100, "1", 0},     {0x8000110c, "2", CALL},
      {0x800010f8, "1", 0},         {0x800010fa, "2", 0},     {0x800010fe, "1", RETURN},
      {0x80001110, "1", NOT_TAKEN}, {0x80001112, "1", 0},
  };
  PIECE(steps, true, "09 e9 fd ff ff ff ff ff ff 03");
  PIECE(steps, false, "09 e9 fd");
  ROW("ETR:F2-01");
  ROW("ETR:P-02");
  ROW("ETR:P-04");
}

/* A loop that is entered from above, whose last instruction jumps back to its first one, B at 1000.
 * What is reported of B says which pass it was (the specification's section on updiscon). */
static void loop(struct run *r, unsigned passes) {
  setup(r);
  insn(r, 0xffc, 0);
  for (unsigned i = 1; i < passes; i++) {
    insn(r, 0x1000, 0);
    insn(r, 0x1004, 0);
    insn(r, 0x1008, JUMP);
  }
  r->checked = 2;
}

static void a_loop_goes_on(void **state) {
  (void)state;
  struct run r;
  loop(&r, 3);
  insn(&r, 0x1000, 0);
  insn(&r, 0x1004, 0);
  expect(&r, "2 +4");
  expect(&r, "2 +0");
  finish(&r);
}

static void a_loop_is_left_in_its_second_pass(void **state) { /* by a trap, privilege, a resync */
  (void)state;
  static const char *const next[] = {"3.1 handler 100 priv 3 exception 2 tval 99",
                                     "3.0 1004 priv 0 context 0", "3.0 1004 priv 3 context 0"};
  for (unsigned why = 0; why < 3; why++) {
    struct run r;
    loop(&r, 2);
    add(&r, 0x1000, "2", 0)->expired = why == 2;
    edge(&r);
    if (why == 0) exception(&r, 0x1004, 2, 0x99);
    if (why == 1) r.clock.priv = RVT_PRIV_U;
    insn(&r, why == 0 ? 0x100 : 0x1004, 0);
    insn(&r, why == 0 ? 0x104 : 0x1008, 0);
    expect(&r, "2 +4 updiscon");
    expect(&r, next[why]);
    finish(&r);
  }
  ROW("ETR:F2-01");
}

static void a_loop_is_left_in_its_first_pass(void **state) {
  (void)state;
  struct run r;
  loop(&r, 1);
  insn(&r, 0x1000, 0);
  exception(&r, 0x1004, 2, 0x99);
  insn(&r, 0x100, 0);
  insn(&r, 0x104, 0);
  expect(&r, "2 +4");
  expect(&r, "3.1 handler 100 priv 3 exception 2 tval 99");
  finish(&r);
}

static void a_loop_is_notified(void **state) {
  (void)state;
  struct run r;
  loop(&r, 1);
  for (unsigned i = 0; i < 2; i++) {
    r.clock.trigger = 4;
    insn(&r, 0x1000, 0);
    insn(&r, 0x1004, 0);
    insn(&r, 0x1008, JUMP);
  }
  expect(&r, "2 +4 notify");
  expect(&r, "2 +0");
  finish(&r);
  ROW("ETR:A-03");
}

static void a_loop_is_the_end(void **state) {
  (void)state;
  for (unsigned passes = 1; passes < 3; passes++) {
    struct run r;
    loop(&r, passes);
    insn(&r, 0x1000, 0);
    off(&r);
    expect(&r, "2 +4");
    expect(&r, passes == 1 ? "3.3 on 1 qual 1 options 0" : "3.3 on 1 qual 3 options 0");
    finish(&r);
  }
  ROW("ETR:F3-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_program),
      cmocka_unit_test(startup),
      cmocka_unit_test(illegal_opcode),
      cmocka_unit_test(timer_long_loop),
      cmocka_unit_test(a_call_and_its_return),
      cmocka_unit_test(a_branch_and_a_return),
      cmocka_unit_test(three_branches_and_a_return),
      cmocka_unit_test(two_calls_and_a_return),
      cmocka_unit_test(a_loop_goes_on),
      cmocka_unit_test(a_loop_is_left_in_its_second_pass),
      cmocka_unit_test(a_loop_is_left_in_its_first_pass),
      cmocka_unit_test(a_loop_is_notified),
      cmocka_unit_test(a_loop_is_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/unit/fork.h"
#include "rvt/unit/pib_sink.h"
#include "rvt/unit/ram_sink.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* ---- The subsystem ------------------------------------------------------------------------- */

/* What cannot be built is refused, and a message of one beat leaves nothing in the fork. */

static void a_fork_has_one_to_eight_branches(void **state) {
  (void)state;
  struct rvt_fork fork, before;
  memset(&fork, 0x5A, sizeof fork);
  before = fork;
  assert_int_equal(rvt_fork_init(&fork, 0, NULL), RVT_ERR_ARG);
  assert_int_equal(rvt_fork_init(&fork, RVT_FORK_BRANCHES_MAX + 1, NULL), RVT_ERR_ARG);
  assert_memory_equal(&fork, &before, sizeof fork);
  assert_int_equal(rvt_fork_init(&fork, 1, NULL), RVT_OK);
  assert_int_equal(rvt_fork_init(&fork, RVT_FORK_BRANCHES_MAX, NULL), RVT_OK);
  assert_int_equal(fork.branches, RVT_FORK_BRANCHES_MAX);
  assert_false(fork.in_msg_q || fork.set_q || fork.sent_q);
}

/** Registers as in the RTL, which holds members between the first beat and the last alone. */
static void members_are_held_within_a_message(void **state) {
  (void)state;
  struct rvt_fork fork;
  struct rvt_fork_in in = {.m_ready = 3, .m_dn_on = 3};
  assert_int_equal(rvt_fork_init(&fork, 2, NULL), RVT_OK);
  in.s = (struct rvt_beat){.valid = true, .bytes = 1, .eom = true};
  rvt_fork_tick(&fork, &in);
  assert_false(fork.in_msg_q || fork.set_q || fork.sent_q);
  in.s.eom = false;
  rvt_fork_tick(&fork, &in);
  assert_true(fork.in_msg_q);
  assert_int_equal(fork.set_q, 3);
  in.s.eom = true;
  rvt_fork_tick(&fork, &in);
  assert_false(fork.in_msg_q || fork.set_q || fork.sent_q);
}

static void sinks_must_fit_the_encoder(void **state) {
  (void)state;
  static struct rvt_top top;
  const struct rvt_top_params good = device_bench_params();
  assert_int_equal(rvt_top_init(&top, &good, NULL), RVT_OK);
  struct rvt_top_params p = good;
  p.sinks.has_ram = p.sinks.has_pib = false;
  assert_int_equal(rvt_top_init(&top, &p, NULL), RVT_ERR_ARG);
  p = good;
  p.sinks.ram.lanes = (uint8_t)(2 * good.te.encoder.lanes);
  assert_int_equal(rvt_top_init(&top, &p, NULL), RVT_ERR_ARG);
  p = good;
  p.te.encoder.lanes = p.sinks.ram.lanes = 2;
  assert_int_equal(rvt_top_init(&top, &p, NULL), RVT_OK);
  p.sinks.has_pib = true; /* of one lane */
  p.sinks.pib = (struct rvt_pib_sink_params){
      .pib = {.lanes = 1, .pins = 8, .div_width = 8, .buffer_bytes = 64}};
  assert_int_equal(rvt_top_init(&top, &p, NULL), RVT_ERR_ARG);
  p.sinks.pib.pib.lanes = 2;
  assert_int_equal(rvt_top_init(&top, &p, NULL), RVT_OK);
}

/* ---- Rates of the sinks -------------------------------------------------------------------- */

/* Bytes a clock through the fork of a source that never waits, into a RAM sink beside a PIB sink.
 */

enum { MESSAGE = 16, SETTLE = 4000, CLOCKS = 16000 };
enum { RAM, PIB, BRANCHES };

static struct rvt_fork fork;
static struct rvt_ram_sink ram;
static struct rvt_pib_sink pib;

/* What software leaves the registers at: both sinks are active, memory goes on at its end. */
static void start(uint8_t lanes, bool to_pins, uint8_t pins, uint8_t mode, uint16_t divider) {
  const struct rvt_ram_sink_params ram_params = {
      .lanes = lanes, .sram_words_log2 = 10, .sram_width = 32};
  const struct rvt_pib_sink_params pib_params = {
      .pib = {.lanes = lanes, .pins = pins, .div_width = 8, .buffer_bytes = 64}};
  assert_int_equal(rvt_fork_init(&fork, BRANCHES, NULL), RVT_OK);
  assert_int_equal(rvt_ram_sink_init(&ram, &ram_params, NULL), RVT_OK);
  assert_int_equal(rvt_pib_sink_init(&pib, &pib_params, NULL), RVT_OK);
  ram.regs.active = pib.regs.active =
      (struct rvt_regs_active){.life_q = RVT_LIFE_ON, .want_q = true};
  ram.regs.enable_q = true;
  ram.regs.limit_q = 1023;
  pib.regs.enable_q = to_pins;
  pib.regs.mode_q = mode;
  pib.regs.divider_q = divider;
}

/* Bytes of `CLOCKS` clocks, of messages of 16 bytes in full beats. */
static unsigned run(uint8_t lanes) {
  unsigned pos = 0, bytes = 0;
  for (unsigned clock = 0; clock < SETTLE + CLOCKS; clock++) {
    struct rvt_beat beat = {.valid = true, .bytes = lanes, .sync = pos == 0};
    for (unsigned i = 0; i < lanes; i++)
      beat.data[i] = pos + i == 0 ? 0x10 : pos + i + 1 == MESSAGE ? 0x0F : 0x04;
    beat.eom = pos + lanes == MESSAGE;
    struct rvt_ram_sink_in ram_in = {.active_ack = true};
    struct rvt_pib_sink_in pib_in = {.active_ack = true};
    struct rvt_ram_sink_out r;
    struct rvt_pib_sink_out p;
    rvt_ram_sink_outputs(&ram, &ram_in, &r);
    rvt_pib_sink_outputs(&pib, &p);
    const struct rvt_fork_in in = {.s = beat,
                                   .m_ready = (uint8_t)(r.s_ready << RAM | p.s_ready << PIB),
                                   .m_dn_on = (uint8_t)(r.s_dn_on << RAM | p.s_dn_on << PIB)};
    struct rvt_fork_out out;
    rvt_fork_outputs(&fork, &in, &out);
    ram_in.s = out.m[RAM];
    pib_in.s = out.m[PIB];
    if (rvt_fork_ready(&fork, &in)) {
      if (clock >= SETTLE) bytes += lanes;
      pos = (pos + lanes) % MESSAGE;
    }
    rvt_ram_sink_tick(&ram, &ram_in);
    rvt_pib_sink_tick(&pib, &pib_in);
    rvt_fork_tick(&fork, &in);
  }
  return bytes;
}

static void check(unsigned bytes, double rate) {
  assert_true(bytes > (rate - 0.01) * CLOCKS && bytes < (rate + 0.01) * CLOCKS);
}

static void pins_that_are_not_used_leave_the_memory_its_width(void **state) {
  (void)state;
  for (uint8_t lanes = 1; lanes <= 8; lanes = (uint8_t)(lanes * 2)) {
    start(lanes, false, 8, RVT_PIB_8BIT, 0);
    check(run(lanes), lanes < 4 ? lanes : 4); /* a word a clock */
  }
}

static void with_pins_their_bandwidth_is_the_limit(void **state) {
  (void)state;
  static const struct {
    uint8_t pins, mode;
    uint16_t divider;
    double rate;
  } forms[] = {{16, RVT_PIB_16BIT, 0, 2}, {16, RVT_PIB_16BIT, 1, 1},  {8, RVT_PIB_8BIT, 0, 1},
               {8, RVT_PIB_8BIT, 3, .25}, {16, RVT_PIB_8BIT, 0, 1},   {8, RVT_PIB_4BIT, 0, .5},
               {4, RVT_PIB_4BIT, 0, .5},  {4, RVT_PIB_4BIT, 1, 0.25}, {16, RVT_PIB_4BIT, 0, .5}};
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    for (uint8_t lanes = 1; lanes <= 8; lanes = (uint8_t)(lanes * 2)) {
      start(lanes, true, forms[f].pins, forms[f].mode, forms[f].divider);
      check(run(lanes), forms[f].rate < lanes ? forms[f].rate : lanes);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fork_has_one_to_eight_branches),
      cmocka_unit_test(members_are_held_within_a_message),
      cmocka_unit_test(sinks_must_fit_the_encoder),
      cmocka_unit_test(pins_that_are_not_used_leave_the_memory_its_width),
      cmocka_unit_test(with_pins_their_bandwidth_is_the_limit),
  };
  return cmocka_run_group_tests_name("top", tests, NULL, NULL);
}

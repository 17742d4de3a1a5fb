/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/device/device_bench.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fork_has_one_to_eight_branches),
      cmocka_unit_test(members_are_held_within_a_message),
      cmocka_unit_test(sinks_must_fit_the_encoder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pin_monitor.h"

static struct pin_monitor m;

/** One beat: TRC_CLK inverts together with the data. */
static enum pin_event beat(uint8_t data, uint8_t *byte) {
  return pin_monitor_sample(&m, !m.trc_clk, data, byte);
}

static void four_ones_lock_the_nibble_phase_and_three_do_not(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, 4, false, 0);
  for (int i = 0; i < 3; i++) assert_int_equal(beat(0xF, &byte), PIN_BLIND);
  assert_int_equal(beat(0xC, &byte), PIN_BLIND);
  for (int i = 0; i < 4; i++) assert_int_equal(beat(0xF, &byte), PIN_BLIND);
  assert_int_equal(beat(0xF, &byte), PIN_IDLE);
  assert_int_equal(beat(0xC, &byte), PIN_NIBBLE);
  assert_int_equal(m.idle_before, 5);
  assert_int_equal(beat(0x0, &byte), PIN_BYTE);
  assert_int_equal(byte, 0x0C);
}

static void ones_inside_a_message_are_data(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, 4, false, 0);
  for (int i = 0; i < 4; i++) beat(0xF, &byte);
  assert_int_equal(beat(0x0, &byte), PIN_NIBBLE);
  assert_int_equal(beat(0xF, &byte), PIN_BYTE); /* the high half of the first byte */
  assert_int_equal(byte, 0xF0);
  assert_int_equal(beat(0xF, &byte), PIN_NIBBLE);
  assert_int_equal(beat(0xF, &byte), PIN_MESSAGE_END);
  assert_int_equal(byte, 0xFF);
  assert_int_equal(beat(0xF, &byte), PIN_IDLE);
  assert_int_equal(beat(0x8, &byte), PIN_NIBBLE); /* an odd number of idle beats keeps the phase */
  assert_int_equal(m.idle_before, 1);
}

static void eight_pins_lock_behind_any_end_of_message(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, 8, false, 0);
  assert_int_equal(beat(0x0C, &byte), PIN_BLIND);
  assert_int_equal(beat(0x0F, &byte), PIN_BLIND);
  assert_int_equal(beat(0x08, &byte), PIN_BYTE);
  assert_int_equal(beat(0x33, &byte), PIN_MESSAGE_END);
  assert_int_equal(beat(0xFF, &byte), PIN_IDLE);
  assert_int_equal(m.edges, 5);
}

static void nothing_is_sampled_without_an_edge(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, 8, false, 0);
  beat(0xFF, &byte);
  assert_int_equal(pin_monitor_sample(&m, m.trc_clk, 0xFF, &byte), PIN_NO_EDGE);
  assert_false(m.changed_off_edge);
  assert_int_equal(pin_monitor_sample(&m, m.trc_clk, 0x0C, &byte), PIN_NO_EDGE);
  assert_true(m.changed_off_edge);
  assert_int_equal(m.edges, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_ones_lock_the_nibble_phase_and_three_do_not),
      cmocka_unit_test(ones_inside_a_message_are_data),
      cmocka_unit_test(eight_pins_lock_behind_any_end_of_message),
      cmocka_unit_test(nothing_is_sampled_without_an_edge),
  };
  return cmocka_run_group_tests_name("pin_monitor", tests, NULL, NULL);
}

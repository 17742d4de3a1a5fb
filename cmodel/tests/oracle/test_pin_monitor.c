/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/pin_monitor.h"
#include "oracle/row.h"
#include "tests/support/counted_framing.h"
#include "tests/support/test.h"

static struct pin_monitor m;

/** One beat: TRC_CLK inverts together with the data. */
static enum pin_event beat(uint16_t data, uint8_t *byte) {
  return pin_monitor_sample(&m, !m.trc_clk, data, byte);
}

static void four_ones_lock_the_nibble_phase_and_three_do_not(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
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
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
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

/* V-PIB-1 with four and eight pins. */
static void any_number_of_idle_beats_between_messages(void **state) {
  (void)state;
  static const uint8_t message[] = {0x0C, 0x0F};
  uint8_t byte = 0;
  for (unsigned pins = 4; pins <= 8; pins += 4)
    for (unsigned idle = 0; idle <= 17; idle++) {
      pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), (uint8_t)pins, false, 0);
      beat(0xFF, &byte); /* the end of an earlier message, or the first of four ones */
      for (int i = 0; i < 4; i++) beat(0xFF, &byte);
      for (unsigned k = 0; k < 3; k++) {
        for (unsigned i = 0; i < sizeof message; i++) {
          if (pins == 4) assert_int_equal(beat(message[i] & 15, &byte), PIN_NIBBLE);
          const enum pin_event want = i == 0 ? PIN_BYTE : PIN_MESSAGE_END;
          assert_int_equal(beat(pins == 4 ? message[i] >> 4 : message[i], &byte), want);
          assert_int_equal(byte, message[i]);
          if (k != 0) assert_int_equal(m.idle_before, idle);
        }
        for (unsigned i = 0; i < idle; i++) assert_int_equal(beat(0xFF, &byte), PIN_IDLE);
      }
    }
  ROW("NT:PIB-05");
}

static void eight_pins_lock_behind_any_end_of_message(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 8, false, 0);
  assert_int_equal(beat(0x0C, &byte), PIN_BLIND);
  assert_int_equal(beat(0x0F, &byte), PIN_BLIND);
  assert_int_equal(beat(0x08, &byte), PIN_BYTE);
  assert_int_equal(beat(0x33, &byte), PIN_MESSAGE_END);
  assert_int_equal(beat(0xFF, &byte), PIN_IDLE);
  assert_int_equal(m.edges, 5);
}

/* Calibration of E-Trace, whose idle is a byte of four pins too; then a message, which 0x80
 * precedes. */
static void a_pattern_between_packets_is_known(void **state) {
  (void)state;
  static const uint8_t nibbles[] = {0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0};
  static const uint8_t bytes[] = {0xAA, 0x55, 0x00, 0xFF};
  static const uint8_t after[] = {0x00, 0x00, 0x80, 0x01, 0x42};
  for (unsigned pins = 4; pins <= 8; pins += 4) {
    uint8_t byte = 0;
    pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_ETRACE), (uint8_t)pins, false, 0);
    while (!m.in_phase) assert_int_equal(beat(0, &byte), PIN_BLIND);
    for (unsigned i = 0; i < 16; i++) {
      const enum pin_event low = i % 2 == 0 ? PIN_NIBBLE : PIN_PATTERN;
      if (pins == 4) assert_int_equal(beat(nibbles[i % 8], &byte), low);
      if (pins == 8) assert_int_equal(beat(bytes[i % 4], &byte), PIN_PATTERN);
    }
    assert_true(m.after_pattern && !m.bad_pattern && !m.bad_align && m.pattern_beats == 0);
    for (unsigned i = 0; i < sizeof after; i++) {
      const enum pin_event want = i < 3 ? PIN_IDLE : i == 3 ? PIN_BYTE : PIN_MESSAGE_END;
      if (pins == 4) assert_int_equal(beat(after[i] & 15, &byte), PIN_NIBBLE);
      assert_int_equal(beat(pins == 4 ? after[i] >> 4 : after[i], &byte), want);
    }
    assert_true(byte == 0x42 && m.idle_before == (pins == 4 ? 6 : 3) && !m.bad_align);
    if (pins == 4) beat(0xA, &byte);
    beat(pins == 4 ? 0x5 : 0xAA, &byte);
    if (pins == 4) beat(0xA, &byte);
    beat(pins == 4 ? 0x4 : 0x54, &byte);
    assert_true(m.bad_pattern);
  }
}

static void sixteen_pins_give_two_bytes_and_odd_ends_need_idle(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 16, false, 0);
  assert_int_equal(beat(0xFFFF, &byte), PIN_BLIND);
  assert_int_equal(beat(0x0D24, &byte), PIN_BYTE);
  assert_true(m.has_second && byte == 0x24 && m.second == 0x0D);
  assert_int_equal(beat(0x0B00, &byte), PIN_MESSAGE_END);
  assert_true(m.has_second && byte == 0x00 && m.second == 0x0B);
  assert_int_equal(beat(0x0C24, &byte), PIN_BYTE);
  assert_int_equal(beat(0xFF0F, &byte), PIN_MESSAGE_END);
  assert_true(!m.has_second && byte == 0x0F && !m.bad_tail);
  assert_int_equal(beat(0x0C24, &byte), PIN_BYTE);
  assert_int_equal(beat(0x240F, &byte), PIN_MESSAGE_END); /* no message may begin there */
  assert_true(m.bad_tail);
}

static void patterns_are_told_by_their_first_two_bits(void **state) {
  (void)state;
  static const uint8_t nibbles[] = {0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0};
  uint8_t byte = 0;
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 4, false, 0);
  for (int i = 0; i < 5; i++) beat(0xF, &byte);
  for (unsigned i = 0; i < 24; i++) assert_int_equal(beat(nibbles[i % 8], &byte), PIN_PATTERN);
  assert_true(m.after_pattern && !m.bad_pattern && m.pattern_beats == 0);
  assert_int_equal(beat(0xF, &byte), PIN_IDLE);
  assert_int_equal(beat(0xC, &byte), PIN_NIBBLE);
  assert_int_equal(m.idle_before, 1);
  assert_int_equal(beat(0x3, &byte), PIN_BYTE);
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 8, false, 0);
  beat(0xFF, &byte);
  assert_int_equal(beat(0xAA, &byte), PIN_PATTERN);
  assert_int_equal(beat(0x54, &byte), PIN_PATTERN);
  assert_true(m.bad_pattern);
}

static void data_may_change_between_centred_edges_and_not_at_them(void **state) {
  (void)state;
  uint8_t byte = 0;
  for (unsigned at_edge = 0; at_edge < 2; at_edge++) {
    pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 8, false, 0xFF);
    m.center = true;
    assert_int_equal(pin_monitor_sample(&m, true, 0xFF, &byte), PIN_BLIND);
    if (!at_edge) assert_int_equal(pin_monitor_sample(&m, true, 0x0C, &byte), PIN_NO_EDGE);
    assert_int_equal(pin_monitor_sample(&m, false, 0x0C, &byte), PIN_BYTE);
    assert_int_equal(m.misplaced, at_edge);
  }
}

static void bytes_like_idle_within_a_counted_message_lock_nothing(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, &counted_framing, 8, false, 0);
  assert_int_equal(beat(0x01, &byte), PIN_BLIND);
  for (unsigned i = 0; i + 1 < counted_framing.longest; i++)
    assert_int_equal(beat(0x00, &byte), PIN_BLIND);
  assert_int_equal(beat(0x02, &byte), PIN_BLIND);
  for (unsigned i = 0; i < counted_framing.longest; i++)
    assert_int_equal(beat(0x00, &byte), PIN_BLIND);
  assert_int_equal(beat(0x02, &byte), PIN_BYTE);
  assert_int_equal(beat(0x00, &byte), PIN_MESSAGE_END);
  assert_int_equal(beat(0x00, &byte), PIN_IDLE);
}

static void nothing_is_sampled_without_an_edge(void **state) {
  (void)state;
  uint8_t byte = 0;
  pin_monitor_init(&m, rvt_framing_of(RVT_FRAMING_NTRACE), 8, false, 0);
  beat(0xFF, &byte);
  assert_int_equal(pin_monitor_sample(&m, m.trc_clk, 0xFF, &byte), PIN_NO_EDGE);
  assert_false(m.misplaced);
  assert_int_equal(pin_monitor_sample(&m, m.trc_clk, 0x0C, &byte), PIN_NO_EDGE);
  assert_true(m.misplaced);
  assert_int_equal(m.edges, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_ones_lock_the_nibble_phase_and_three_do_not),
      cmocka_unit_test(ones_inside_a_message_are_data),
      cmocka_unit_test(any_number_of_idle_beats_between_messages),
      cmocka_unit_test(eight_pins_lock_behind_any_end_of_message),
      cmocka_unit_test(a_pattern_between_packets_is_known),
      cmocka_unit_test(sixteen_pins_give_two_bytes_and_odd_ends_need_idle),
      cmocka_unit_test(patterns_are_told_by_their_first_two_bits),
      cmocka_unit_test(data_may_change_between_centred_edges_and_not_at_them),
      cmocka_unit_test(bytes_like_idle_within_a_counted_message_lock_nothing),
      cmocka_unit_test(nothing_is_sampled_without_an_edge),
  };
  return cmocka_run_group_tests_name("pin_monitor", tests, NULL, NULL);
}

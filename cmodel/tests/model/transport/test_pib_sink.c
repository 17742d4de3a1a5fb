/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "oracle/pin_monitor.h"
#include "oracle/row.h"
#include "rvt/regs.h"
#include "rvt/unit/pib_sink.h"
#include "tests/support/test.h"

/* The PIB sink from its bus to its pins, in the order in which software goes about it. */

enum { ACTIVE = 1, ENABLE = 2, EMPTY = 8, CENTER = 0x100, CALIBRATE = 0x200 };
#define CONTROL      RVT_TR_PIB_CONTROL_OFFSET
#define MODE(m)      ((uint32_t)(m) << 4)
#define DIVIDER(d)   ((uint32_t)(d) << 16)
#define MODE_OF(w)   ((w) >> 4 & 15)
#define SAFE_DIVIDER 200

static struct rvt_pib_sink sink;
static struct rvt_pib_sink_in in;
static struct rvt_pib_sink_out out; /* of the last clock */
static struct pin_monitor monitor;
static enum pin_event event;
static uint8_t seen[256];
static unsigned seen_size, feed_at, feed_size;
static const uint8_t *feed;

static void start(uint8_t pins, bool center, bool calibrate) {
  const struct rvt_pib_sink_params p = {.pib = {.lanes = 1,
                                                .pins = pins,
                                                .div_width = 8,
                                                .buffer_bytes = 64,
                                                .clk_center = center,
                                                .calibrate = calibrate},
                                        .safe_div = SAFE_DIVIDER};
  assert_int_equal(rvt_pib_sink_init(&sink, &p, NULL), RVT_OK);
  in = (struct rvt_pib_sink_in){.active_ack = false};
  feed_size = feed_at = seen_size = 0;
  pin_monitor_init(&monitor, rvt_framing_of(RVT_FRAMING_NTRACE), pins, false, 0);
}

static void tick(struct rvt_apb apb) {
  uint8_t byte = 0;
  rvt_pib_sink_outputs(&sink, &out);
  assert_true(out.pready && !out.pslverr && !out.s_dn_stopped);
  in.apb = apb;
  in.active_ack = out.active_req;
  in.s = (struct rvt_beat){.valid = feed_at < feed_size};
  if (in.s.valid) {
    in.s.bytes = 1;
    in.s.data[0] = feed[feed_at];
    in.s.eom = (feed[feed_at] & 3) == 3;
  }
  feed_at += in.s.valid && out.s_ready;
  event = pin_monitor_sample(&monitor, out.trc_clk, out.trc_data, &byte);
  if ((event == PIN_BYTE || event == PIN_MESSAGE_END) && seen_size < sizeof seen)
    seen[seen_size++] = byte;
  rvt_pib_sink_tick(&sink, &in);
}

static void clocks(unsigned n) {
  while (n-- > 0) tick((struct rvt_apb){0});
}

static void write_bytes(uint16_t offset, uint32_t data, uint8_t strb) {
  struct rvt_apb apb = {
      .psel = true, .pwrite = true, .paddr = offset, .pwdata = data, .pstrb = strb};
  tick(apb);
  apb.penable = true;
  tick(apb);
}

static void write_control(uint32_t data) { write_bytes(CONTROL, data, 0xF); }

static uint32_t read_word(uint16_t offset) {
  struct rvt_apb apb = {.psel = true, .paddr = offset};
  tick(apb);
  assert_int_equal(out.prdata, 0);
  apb.penable = true;
  tick(apb);
  return out.prdata;
}

static uint32_t read_control(void) { return read_word(CONTROL); }

static void activate(void) {
  write_control(ACTIVE);
  for (unsigned i = 0; (read_control() & ACTIVE) == 0; i++) assert_true(i < 4);
}

static void drain(void) {
  for (unsigned i = 0; (read_control() & EMPTY) == 0; i++) assert_true(i < 1000);
}

static void words_are_what_the_tables_say(void **state) {
  (void)state;
  for (unsigned full = 0; full < 2; full++) {
    start(16, full != 0, full != 0);
    /* Inactive: nothing but Impl and Empty, and nothing is taken. */
    for (unsigned at = 4; at < RVT_COMPONENT_BYTES; at += 4) {
      write_bytes((uint16_t)at, 0xFFFFFFFF, 0xF);
      assert_int_equal(read_word((uint16_t)at), at == RVT_TR_PIB_IMPL_OFFSET ? 0xA01 : 0);
    }
    assert_int_equal(read_control(), EMPTY);
    write_control(ACTIVE | ENABLE | MODE(10) | DIVIDER(1)); /* only Active counts */
    clocks(2);
    assert_int_equal(read_control(), DIVIDER(SAFE_DIVIDER) | EMPTY | ACTIVE);
    ROW("TCI:CTRL-05");
    ROW("TCI:PIB-28");
    for (unsigned at = 4; at < RVT_COMPONENT_BYTES; at += 4) {
      write_bytes((uint16_t)at, 0xFFFFFFFF, 0xF);
      assert_int_equal(read_word((uint16_t)at), at == RVT_TR_PIB_IMPL_OFFSET ? 0xA01 : 0);
    }
    ROW("TCI:BUS-01");
    ROW("TCI:BUS-02");
    /* All ones: mode 15 is none and keeps 0, so there is no edge to centre; the divider clamps. */
    write_control(0xFFFFFFFF & ~(uint32_t)ENABLE);
    assert_int_equal(read_control(), DIVIDER(255) | (full ? CALIBRATE : 0) | EMPTY | ACTIVE);
    ROW("TCI:BUS-11");
  }
}

/* Every mode in rising order, then ClkCenter, as tools probe. */
static void probing_finds_what_is_built(void **state) {
  (void)state;
  static const struct {
    uint8_t pins;
    uint32_t modes;
  } cases[] = {{4, 1u << 10}, {8, 3u << 10}, {16, 7u << 10}};
  for (size_t c = 0; c < 3; c++)
    for (unsigned center = 0; center < 2; center++) {
      start(cases[c].pins, center != 0, false);
      activate();
      uint32_t found = 0, last = 0;
      for (uint32_t mode = 0; mode < 16; mode++) {
        write_control(ACTIVE | MODE(mode));
        const uint32_t got = MODE_OF(read_control());
        if (got == mode && mode != 0) found |= 1u << mode;
        if (got != mode) assert_int_equal(got, last);
        last = got;
      }
      assert_int_equal(found, cases[c].modes);
      ROW("TCI:PIB-01");
      ROW("TCI:BUS-08");
      const uint32_t word = read_control();
      write_control(word | CENTER);
      assert_int_equal(read_control() & CENTER, center ? CENTER : 0);
      ROW("TCI:PIB-32");
      ROW("TCI:BUS-09");
      /* In one write from mode 0; and back, by a write that has no byte of it. */
      write_control(ACTIVE);
      write_control(ACTIVE | MODE(10) | CENTER);
      assert_int_equal(read_control() & CENTER, center ? CENTER : 0);
      write_bytes(CONTROL, ACTIVE, 1);
      assert_int_equal(read_control() & (CENTER | MODE(15)), 0);
      ROW("TCI:PIB-03");
      ROW("TCI:BUS-10");
    }
  /* The divider is merged from bytes, then clamped. */
  write_control(ACTIVE | DIVIDER(0x12));
  write_bytes(CONTROL, DIVIDER(0x34FF), 0x4);
  assert_int_equal(read_control() >> 16, 0xFF);
  write_bytes(CONTROL, DIVIDER(0x01), 0x4);
  write_bytes(CONTROL, DIVIDER(0x3400), 0x8);
  assert_int_equal(read_control() >> 16, 0xFF);
  ROW("TCI:BUS-06");
}

static const uint8_t traffic[] = {0x0C, 0x0F, 0x24, 0x0D, 0x00, 0x0B, 0x08, 0x33};

static void bring_up_and_down_in_the_order_of_the_specification(void **state) {
  (void)state;
  start(8, true, true);
  clocks(5);
  assert_true(!out.trc_clk && out.trc_data == 0 && !out.s_ready && !out.s_dn_on);
  ROW("TCI:CTRL-01");
  activate();
  write_control(ACTIVE | MODE(11) | DIVIDER(1));
  monitor.edges = 0;
  clocks(40);
  assert_true(monitor.edges >= 18); /* the clock runs before Enable */
  assert_int_equal(out.trc_data, 0xFF);
  ROW("TCI:PIB-05");
  ROW("TCI:PIB-06");
  feed = traffic;
  feed_size = sizeof traffic;
  clocks(20);
  assert_int_equal(feed_at, 0);
  write_control(ACTIVE | MODE(11) | DIVIDER(1) | ENABLE);
  while (feed_at < feed_size) clocks(1);
  ROW("TCI:PIB-07");
  write_control(ACTIVE | MODE(11) | DIVIDER(1));
  const uint32_t word = read_control();
  assert_int_equal(word & (ENABLE | EMPTY), 0); /* Enable at once, Empty later */
  drain();
  assert_int_equal(seen_size, sizeof traffic);
  assert_memory_equal(seen, traffic, sizeof traffic);
  assert_int_equal(event == PIN_NO_EDGE ? 0xFF : out.trc_data, 0xFF);
  ROW("TCI:CTRL-13");
  ROW("TCI:CTRL-14");
  ROW("TCI:CTRL-18");
  ROW("TCI:PIB-25");
  feed_at = 0; /* a second session without a word of configuration */
  write_bytes(CONTROL, ACTIVE | ENABLE | MODE(11), 1);
  while (feed_at < feed_size) clocks(1);
  write_control(ACTIVE);
  assert_int_equal(MODE_OF(read_control()), 11); /* too early for another mode */
  drain();
  assert_int_equal(seen_size, 2 * sizeof traffic);
  ROW("TCI:CTRL-21");
  write_control(0);
  for (unsigned i = 0; (read_control() & ACTIVE) != 0; i++) assert_true(i < 8);
  clocks(1);
  assert_true(!out.trc_clk && out.trc_data == 0 && !out.s_dn_on);
  ROW("TCI:CTRL-20");
}

static void what_moves_the_pins_waits_until_they_are_idle(void **state) {
  (void)state;
  start(8, true, true);
  activate();
  const uint32_t word = ACTIVE | MODE(10) | DIVIDER(3);
  write_control(word | ENABLE); /* all in one write */
  assert_int_equal(read_control(), word | ENABLE | EMPTY);
  write_control(ACTIVE | ENABLE | MODE(11) | CENTER | DIVIDER(1));
  assert_int_equal(read_control(), word | ENABLE | EMPTY);
  write_control(ACTIVE | MODE(11) | CENTER |
                DIVIDER(1)); /* the disable is taken, the rest is not */
  assert_int_equal(read_control(), word | EMPTY);
  write_control(word | ENABLE);
  feed = traffic;
  feed_size = sizeof traffic;
  while (feed_at < feed_size) clocks(1);
  write_control(word);
  write_control(ACTIVE | MODE(11) | CENTER | CALIBRATE | DIVIDER(1)); /* disabled, but not empty */
  assert_int_equal(read_control(), word | CALIBRATE);
  drain();
  write_control(ACTIVE | MODE(11) | CENTER | DIVIDER(1));
  assert_int_equal(read_control(), ACTIVE | MODE(11) | CENTER | DIVIDER(1) | EMPTY);
  ROW("TCI:PIB-27");
}

static void a_pattern_is_not_empty_and_closing_ends_it(void **state) {
  (void)state;
  start(8, false, true);
  activate();
  write_control(ACTIVE | MODE(11) | DIVIDER(0) | CALIBRATE);
  clocks(30);
  assert_int_not_equal(event, PIN_PATTERN);
  ROW("TCI:PIB-24");
  write_control(ACTIVE | MODE(11) | CALIBRATE | ENABLE);
  while (event != PIN_PATTERN) clocks(1);
  assert_int_equal(read_control() & EMPTY, 0);
  for (unsigned when = 0; when < 9; when++) {
    write_control(ACTIVE | MODE(11) | CALIBRATE | ENABLE);
    clocks(20 + when);
    assert_int_equal(event, PIN_PATTERN);
    write_control(ENABLE); /* Active 0 wins */
    while (out.trc_data != 0 || monitor.pattern_beats != 0 || out.trc_clk) clocks(1);
    assert_false(monitor.bad_pattern);
    for (unsigned i = 0; (read_control() & ACTIVE) != 0; i++) assert_true(i < 8);
    ROW("TCI:CTRL-06");
    ROW("TCI:CTRL-07");
    activate();
    assert_int_equal(read_control(), ACTIVE | EMPTY | DIVIDER(SAFE_DIVIDER));
    ROW("TCI:CTRL-03");
    ROW("TCI:CTRL-04");
    write_control(ACTIVE | MODE(11));
    pin_monitor_init(&monitor, rvt_framing_of(RVT_FRAMING_NTRACE), 8, out.trc_clk, out.trc_data);
    clocks(8);
  }
}

static void parameters_out_of_range_are_refused(void **state) {
  (void)state;
  static const struct rvt_pib_sink_params bad[] = {
      {.pib = {.lanes = 1, .pins = 5, .div_width = 8, .buffer_bytes = 64}},
      {.pib = {.lanes = 1, .pins = 4, .div_width = 17, .buffer_bytes = 64}},
      {.pib = {.lanes = 1, .pins = 4, .div_width = 8, .buffer_bytes = 30}},
      {.pib = {.lanes = 1, .pins = 4, .div_width = 3, .buffer_bytes = 64}, .safe_div = 8}};
  struct rvt_pib_sink s;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_int_equal(rvt_pib_sink_init(&s, &bad[i], NULL), RVT_ERR_ARG);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_what_the_tables_say),
      cmocka_unit_test(probing_finds_what_is_built),
      cmocka_unit_test(bring_up_and_down_in_the_order_of_the_specification),
      cmocka_unit_test(what_moves_the_pins_waits_until_they_are_idle),
      cmocka_unit_test(a_pattern_is_not_empty_and_closing_ends_it),
      cmocka_unit_test(parameters_out_of_range_are_refused),
  };
  return cmocka_run_group_tests_name("pib_sink", tests, NULL, NULL);
}

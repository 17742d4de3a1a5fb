/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include "drv_block.h"
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* The PIB sink by the driver, on the golden models: what it can do, its configuration, sessions to
 * pins and memory at once. */

static struct device_bench b;
static struct sw sw;
static struct rvt_drv_component te, ram, pib;

static void ok(enum rvt_drv_status status) { drv_ok(&b.drv, status); }

static void fails(enum rvt_drv_status status, enum rvt_drv_status expected, const char *text) {
  drv_fails(&b.drv, status, expected, text);
}

static struct rvt_top_params with_pib(void) {
  struct rvt_top_params p = device_bench_params();
  p.sinks.has_pib = true;
  p.sinks.pib = (struct rvt_pib_sink_params){.pib = {.lanes = 1,
                                                     .pins = 8,
                                                     .div_width = 8,
                                                     .buffer_bytes = 64,
                                                     .clk_center = true,
                                                     .calibrate = true},
                                             .safe_div = 100};
  return p;
}

static void begin(const struct rvt_top_params *p) {
  device_bench_init(&b, p, 2);
  device_bench_sw(&b, &sw);
  ok(rvt_drv_discover(&b.drv, RVT_PIB_BASE, &pib));
}

static uint32_t control(void) {
  uint32_t word = 0;
  assert_true(b.bus.read32(&b, RVT_PIB_BASE, &word));
  return word;
}

static void discovery_finds_what_is_built(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (unsigned i = 0; i < 40; i++) {
    struct rvt_top_params p = with_pib();
    p.sinks.pib.pib.pins = (uint8_t)(4u << rvt_prng_below(&seed, 3));
    p.sinks.pib.pib.div_width = (uint8_t)(1 + rvt_prng_below(&seed, 16));
    p.sinks.pib.pib.clk_center = rvt_prng_below(&seed, 2) != 0;
    p.sinks.pib.pib.calibrate = rvt_prng_below(&seed, 2) != 0;
    const uint32_t width = p.sinks.pib.pib.div_width < 10 ? p.sinks.pib.pib.div_width : 10;
    p.sinks.pib.safe_div = (uint16_t)rvt_prng_below(&seed, 1u << width);
    begin(&p);
    const struct rvt_drv_pib_caps *c = &pib.caps.pib;
    const unsigned pins = p.sinks.pib.pib.pins;
    assert_int_equal(pib.type, RVT_DRV_PIB);
    /* Nobody who listens has seen a beat; what only running pins tell is unknown. */
    assert_int_equal(b.edges, 0);
    assert_int_equal(c->modes, 0);
    assert_false(c->clk_center);
    assert_int_equal(control(), 0x9u | (uint32_t)p.sinks.pib.safe_div << RVT_TR_PIB_DIVIDER_LSB);
    ok(rvt_drv_pib_probe_pins(&b.drv, &pib));
    assert_int_equal(c->modes,
                     1 | 1 << 10 | (pins >= 8 ? 1 << 11 : 0) | (pins >= 16 ? 1 << 12 : 0));
    assert_int_equal(c->clk_center, p.sinks.pib.pib.clk_center);
    assert_int_equal(c->calibrate, p.sinks.pib.pib.calibrate);
    assert_int_equal(c->async_freq, 0);
    assert_int_equal(c->divider_max, (1u << p.sinks.pib.pib.div_width) - 1);
    assert_int_equal(c->divider_preset, p.sinks.pib.safe_div);
    assert_int_equal(control(), 0x9u | (uint32_t)p.sinks.pib.safe_div << RVT_TR_PIB_DIVIDER_LSB);
  }
  ROW("TCI:PIB-32"); /* modes in rising order, and trPibClkCenter is found after them */
  ROW("TCI:PIB-28");
}

static void pins_are_probed_of_a_pib_only(void **state) {
  (void)state;
  const struct rvt_top_params p = with_pib();
  begin(&p);
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  fails(rvt_drv_pib_probe_pins(&b.drv, &te), RVT_DRV_ERR_TYPE,
        "trCompType at 0x4: expected 10, found 1: another kind of component");
}

static void configuration_is_one_write(void **state) {
  (void)state;
  const struct rvt_top_params p = with_pib();
  begin(&p);
  const struct rvt_drv_pib_config how = {
      .mode = 11, .divider = 3, .clk_center = true, .calibrate = true};
  ok(rvt_drv_pib_configure(&b.drv, &pib, &how));
  assert_int_equal(control(), 0x000303B9);
  ok(rvt_drv_pib_calibrate(&b.drv, &pib, false));
  assert_int_equal(control(), 0x000301B9);
  const struct rvt_drv_pib_config wide = {.mode = 12};
  fails(rvt_drv_pib_configure(&b.drv, &pib, &wide), RVT_DRV_ERR_REFUSED,
        "trPibMode at 0x2000: expected 12, found 11: the component does not take this value");
  const struct rvt_drv_pib_config slow = {.mode = 10, .divider = 300};
  fails(rvt_drv_pib_configure(&b.drv, &pib, &slow), RVT_DRV_ERR_REFUSED,
        "trPibDivider at 0x2000: expected 0x12c, found 0xff: the component does not take this "
        "value");
  const struct rvt_drv_pib_config odd = {.mode = 16};
  fails(rvt_drv_pib_configure(&b.drv, &pib, &odd), RVT_DRV_ERR_ARG,
        "trPibMode at 0x2000: expected 15, found 16: an argument is out of its range");
  struct rvt_top_params least = with_pib();
  least.sinks.pib.pib.calibrate = false;
  begin(&least);
  fails(rvt_drv_pib_calibrate(&b.drv, &pib, true), RVT_DRV_ERR_REFUSED,
        "trPibCalibrate at 0x2000: expected 1, found 0: the component does not take this value");
}

static void both_sinks_get_the_trace(void **state) {
  (void)state;
  const struct rvt_top_params p = with_pib();
  const struct rvt_drv_encoder_config how = {.mode = 6, .stall = true};
  const struct rvt_drv_ram_config where = {.bytes = 0};
  const struct rvt_drv_pib_config pins = {.mode = 11, .divider = 1};
  const struct rvt_drv_path path = {&te, {&ram, &pib}, 2};
  struct rvt_drv_readout r;
  begin(&p);
  ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
  ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
  ok(rvt_drv_ram_configure(&b.drv, &ram, &where));
  ok(rvt_drv_pib_configure(&b.drv, &pib, &pins));
  for (unsigned i = 0; i < 3; i++) {
    ok(rvt_drv_start(&b.drv, &path, true));
    assert_int_equal(control() & 2, 2);
    b.run = true;
    device_bench_clocks(&b, 2000);
    b.run = false;
    const struct rvt_drv_component off = pib;
    struct rvt_drv_state s;
    ok(rvt_drv_get_state(&b.drv, &off, &s));
    assert_true(s.active && s.enabled);
    assert_int_equal(rvt_drv_pib_configure(&b.drv, &pib, &pins), RVT_DRV_ERR_STATE);
    ok(rvt_drv_stop(&b.drv, &path));
    assert_int_equal(control() & 0xA, 0x8); /* disabled, and empty */
  }
  ok(rvt_drv_readout_begin(&b.drv, &ram, &r));
  ok(rvt_drv_readout_next(&b.drv, &ram, &r, sw.capture, sizeof sw.capture, &sw.size));
  if (!sw.judge(&sw, false)) fail_msg("%s", sw.failure);
}

/** A full memory is told of, whatever stands beside it and takes nothing either. */
static void pins_that_take_nothing_do_not_hide_a_full_memory(void **state) {
  (void)state;
  const struct rvt_top_params p = with_pib();
  const struct rvt_drv_encoder_config how = {.mode = 6};
  const struct rvt_drv_ram_config where = {.bytes = 64, .stop_on_wrap = true};
  const struct rvt_drv_pib_config pattern = {.mode = 11, .divider = 1, .calibrate = true};
  const struct rvt_drv_path path = {&te, {&ram, &pib}, 2};
  struct rvt_drv_readout r;
  struct rvt_drv_state s;
  for (unsigned calibrates = 0; calibrates < 2; calibrates++) {
    begin(&p);
    ok(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
    ok(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
    ok(rvt_drv_encoder_configure(&b.drv, &te, &how));
    ok(rvt_drv_ram_configure(&b.drv, &ram, &where));
    ok(rvt_drv_start(&b.drv, &path, true)); /* the pins are in mode 0 */
    b.run = true;
    device_bench_clocks(&b, 4000);
    if (calibrates) {
      ok(rvt_drv_get_state(&b.drv, &pib, &s));
      assert_true(s.enabled && s.empty);
      ok(rvt_drv_reset(&b.drv, &pib));
      ok(rvt_drv_pib_configure(&b.drv, &pib, &pattern));
      assert_true(b.bus.write32(&b, RVT_PIB_BASE, control() | 2));
      device_bench_clocks(&b, 500);
    }
    b.drv.timeout = 600;
    fails(rvt_drv_stop(&b.drv, &path), RVT_DRV_ERR_STOPPED,
          "trTeEmpty at 0x0: expected 1, found 0: a full memory has stopped, and trace waits for "
          "it");
    assert_int_equal(control() & 2, 2);
    ok(rvt_drv_abandon(&b.drv, &path));
    assert_int_equal(control() & 0xA, 0x8); /* disabled, and empty */
    ok(rvt_drv_get_state(&b.drv, &ram, &s));
    assert_true(!s.enabled && s.empty);
    ok(rvt_drv_readout_begin(&b.drv, &ram, &r));
    assert_int_equal(r.left, 64);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(discovery_finds_what_is_built),
      cmocka_unit_test(pins_are_probed_of_a_pib_only),
      cmocka_unit_test(configuration_is_one_write),
      cmocka_unit_test(both_sinks_get_the_trace),
      cmocka_unit_test(pins_that_take_nothing_do_not_hide_a_full_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/prng.h"
#include "rvt/regs.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* Hardware that never answers, or answers anything: every wait of the driver ends with an error
 * that names what was waited for. cmodel/fuzz/fuzz_drv.c goes further. */

enum { TIMEOUT = 300, SLACK = 200, WORDS = 0x1000 / 4 };

static struct device_bench b;
static struct rvt_drv_component te, ram, pib;
static const struct rvt_drv_path path = {&te, {&ram, &pib}, 2};

/** Between the driver and the model: some bits of a register never change, or always. */
struct stuck {
  uint64_t address;
  uint32_t mask, value;
  bool turns; /* each read shows the bits the other way */
  uint64_t reads;
};
static struct stuck stuck;

static bool stuck_read(void *context, uint64_t address, uint32_t *value) {
  (void)context;
  if (!b.bus.read32(&b, address, value)) return false;
  if (address != stuck.address) return true;
  stuck.reads++;
  const uint32_t bits = stuck.turns && stuck.reads % 2 != 0 ? ~stuck.value : stuck.value;
  *value = (*value & ~stuck.mask) | (bits & stuck.mask);
  return true;
}
static bool stuck_write(void *context, uint64_t address, uint32_t value) {
  (void)context;
  return b.bus.write32(&b, address, value);
}
static void stuck_pause(void *context) {
  (void)context;
  b.bus.pause(&b);
}
static uint64_t stuck_now(void *context) {
  (void)context;
  return b.bus.now(&b);
}
static const struct rvt_drv_bus timed = {
    .read32 = stuck_read, .write32 = stuck_write, .pause = stuck_pause, .now = stuck_now};
static const struct rvt_drv_bus counted = {.read32 = stuck_read, .write32 = stuck_write};

static void must(enum rvt_drv_status status) {
  char text[256];
  rvt_drv_error_text(&b.drv.error, text, sizeof text);
  if (status != RVT_DRV_OK) fail_msg("%s", text);
}

/** Everything found and set up, and a session under way if `on`. */
static void begin(bool on) {
  struct rvt_top_params p = device_bench_params();
  const struct rvt_drv_encoder_config how = {.mode = 6};
  const struct rvt_drv_ram_config where = {.bytes = 0};
  const struct rvt_drv_pib_config fast = {.mode = 11};
  p.sinks.has_pib = true;
  p.sinks.pib = (struct rvt_pib_sink_params){
      .pib = {.lanes = 1, .pins = 8, .div_width = 8, .buffer_bytes = 64}, .safe_div = 3};
  device_bench_init(&b, &p, 3);
  stuck = (struct stuck){.address = 1};
  must(rvt_drv_discover(&b.drv, RVT_TE_BASE, &te));
  must(rvt_drv_discover(&b.drv, RVT_RAM_BASE, &ram));
  must(rvt_drv_discover(&b.drv, RVT_PIB_BASE, &pib));
  must(rvt_drv_encoder_configure(&b.drv, &te, &how));
  must(rvt_drv_ram_configure(&b.drv, &ram, &where));
  must(rvt_drv_pib_configure(&b.drv, &pib, &fast));
  if (!on) return;
  must(rvt_drv_start(&b.drv, &path, true));
  b.run = true;
  device_bench_clocks(&b, 200);
  b.run = false;
}

static enum rvt_drv_status reset_te(struct rvt_drv *d) { return rvt_drv_reset(d, &te); }
static enum rvt_drv_status reset_ram(struct rvt_drv *d) { return rvt_drv_reset(d, &ram); }
static enum rvt_drv_status release_pib(struct rvt_drv *d) { return rvt_drv_release(d, &pib); }
static enum rvt_drv_status start(struct rvt_drv *d) { return rvt_drv_start(d, &path, true); }
static enum rvt_drv_status stop(struct rvt_drv *d) { return rvt_drv_stop(d, &path); }
static enum rvt_drv_status abandon(struct rvt_drv *d) { return rvt_drv_abandon(d, &path); }
static enum rvt_drv_status flush(struct rvt_drv *d) { return rvt_drv_flush(d, &path); }
static enum rvt_drv_status look(struct rvt_drv *d) {
  struct rvt_drv_state s;
  return rvt_drv_get_state(d, &ram, &s);
}
static enum rvt_drv_status discover(struct rvt_drv *d) {
  struct rvt_drv_component c;
  return rvt_drv_discover(d, RVT_RAM_BASE, &c);
}

#define TE(bits, v)                                                                                \
  { .address = RVT_TE_BASE, .mask = (bits), .value = (v) ? 0xFFFFFFFFu : 0 }
#define RAM(bits, v)                                                                               \
  { .address = RVT_RAM_BASE, .mask = (bits), .value = (v) ? 0xFFFFFFFFu : 0 }
#define PIB(bits, v)                                                                               \
  { .address = RVT_PIB_BASE, .mask = (bits), .value = (v) ? 0xFFFFFFFFu : 0 }

static const struct wait {
  bool on; /* in a session */
  enum rvt_drv_status (*call)(struct rvt_drv *d);
  struct stuck stuck;
  const char *text;
} waits[] = {
    {false, discover, RAM(1, 1), "trRamActive at 0x1000: expected 0, found 1"},
    {false, discover, RAM(1, 0), "trRamActive at 0x1000: expected 1, found 0"},
    {false, reset_te, TE(1, 1), "trTeActive at 0x0: expected 0, found 1"},
    {false, reset_te, TE(1, 0), "trTeActive at 0x0: expected 1, found 0"},
    {false, reset_ram, RAM(1, 1), "trRamActive at 0x1000: expected 0, found 1"},
    {false, reset_ram, RAM(1, 0), "trRamActive at 0x1000: expected 1, found 0"},
    {false, release_pib, PIB(1, 1), "trPibActive at 0x2000: expected 0, found 1"},
    {false, start, RAM(2, 0), "trRamEnable at 0x1000: expected 1, found 0"},
    {false, start, PIB(2, 0), "trPibEnable at 0x2000: expected 1, found 0"},
    {false, start, TE(2, 0), "trTeEnable at 0x0: expected 1, found 0"},
    {false, start, TE(4, 0), "trTeInstTracing at 0x0: expected 1, found 0"},
    {true, stop, TE(4, 1), "trTeInstTracing at 0x0: expected 0, found 1"},
    {true, stop, TE(2, 1), "trTeEnable at 0x0: expected 0, found 1"},
    {true, stop, TE(8, 0), "trTeEmpty at 0x0: expected 1, found 0"},
    {true, stop, PIB(2, 1), "trPibEnable at 0x2000: expected 0, found 1"},
    {true, stop, PIB(8, 0), "trPibEmpty at 0x2000: expected 1, found 0"},
    {true, stop, RAM(2, 1), "trRamEnable at 0x1000: expected 0, found 1"},
    {true, stop, RAM(8, 0), "trRamEmpty at 0x1000: expected 1, found 0"},
    {true, flush, TE(8, 0), "trTeEmpty at 0x0: expected 1, found 0"},
    {true, abandon, TE(4, 1), "trTeInstTracing at 0x0: expected 0, found 1"},
    {true, abandon, TE(2, 1), "trTeEnable at 0x0: expected 0, found 1"},
    {true, abandon, PIB(8, 0), "trPibEmpty at 0x2000: expected 1, found 0"},
    {true, abandon, RAM(2, 1), "trRamEnable at 0x1000: expected 0, found 1"},
    {true,
     look,
     {.address = RVT_RAM_BASE + RVT_TR_RAM_WP_HIGH_OFFSET, .mask = 0xF, .turns = true},
     "trRamWPHigh at 0x1024: expected 15, found 0"},
    {true,
     look,
     {.address = RVT_RAM_BASE + RVT_TR_RAM_LIMIT_HIGH_OFFSET, .mask = 0xF, .turns = true},
     "trRamLimitHigh at 0x101c: expected 15, found 0"},
    {true,
     look,
     {.address = RVT_RAM_BASE + RVT_TR_RAM_START_HIGH_OFFSET, .mask = 0xF, .turns = true},
     "trRamStartHigh at 0x1014: expected 15, found 0"},
};

/* Each sink in turn does not answer; the others are off all the same. */
static void one_stuck_sink_leaves_none_on(void **state) {
  (void)state;
  const struct stuck sinks[] = {PIB(8, 0), RAM(8, 0), PIB(2, 1), RAM(2, 1)};
  for (size_t i = 0; i < 2 * sizeof sinks / sizeof sinks[0]; i++) {
    begin(true);
    b.drv.bus = &timed;
    b.drv.timeout = 2000;
    stuck = sinks[i / 2];
    assert_int_equal(i % 2 == 0 ? abandon(&b.drv) : stop(&b.drv), RVT_DRV_ERR_TIMEOUT);
    stuck = (struct stuck){.address = 1};
    struct rvt_drv_state s;
    const struct rvt_drv_component *const all[] = {&te, &ram, &pib};
    for (size_t c = 0; c < 3; c++) {
      must(rvt_drv_get_state(&b.drv, all[c], &s));
      assert_false(s.enabled);
      assert_true(s.empty);
    }
  }
}

static void every_wait_ends_and_names_what_it_waits_for(void **state) {
  (void)state;
  for (size_t i = 0; i < 2 * sizeof waits / sizeof waits[0]; i++) {
    const struct wait *w = &waits[i / 2];
    const bool clock = i % 2 == 0;
    char text[256], expected[256];
    begin(w->on);
    struct rvt_drv drv = {.bus = clock ? &timed : &counted, .timeout = clock ? TIMEOUT : 7};
    ram.probed = false; /* else it is known to have neither Start nor High */
    stuck = w->stuck;
    const uint64_t from = b.clock, accesses = b.accesses;
    const enum rvt_drv_status status = w->call(&drv);
    rvt_drv_error_text(&drv.error, text, sizeof text);
    strcpy(expected, w->text);
    strcat(expected, ": not within the time allowed");
    assert_memory_equal(text, expected, strlen(expected));
    /* An Active bit that does not follow has its likely cause after that. */
    assert_int_equal(text[strlen(expected)] != '\0', strstr(expected, "Active at") != NULL);
    assert_int_equal(status, RVT_DRV_ERR_TIMEOUT);
    assert_int_equal(drv.error.status, RVT_DRV_ERR_TIMEOUT);
    /* As long as it may, and no longer; without a clock each look counts. */
    if (clock) assert_in_range(b.clock - from, TIMEOUT, TIMEOUT + SLACK);
    assert_in_range(stuck.reads, clock ? 10 : 7, clock ? 200 : 30);
    if (!clock) assert_in_range(b.accesses - accesses, 7, 150);
    /* And it has done no harm: all goes on once the register answers. */
    if (w->call != stop || w->stuck.address == RVT_TE_BASE) continue;
    stuck.mask = 0;
    must(rvt_drv_stop(&drv, &path));
  }
}

/* ---- Registers that are made of nothing
 * ----------------------------------------------------------
 */

enum kind { ZEROS, ONES, RANDOM, TURNS, ECHO, KINDS };
struct nothing {
  enum kind kind;
  uint64_t seed, accesses;
  uint32_t word[3 * WORDS];
};
static struct nothing nothing;

static bool nothing_read(void *context, uint64_t address, uint32_t *value) {
  struct nothing *n = context;
  assert_true(address < sizeof n->word && address % 4 == 0);
  n->accesses++;
  switch (n->kind) {
  case ZEROS: *value = 0; break;
  case ONES: *value = UINT32_MAX; break;
  case RANDOM: *value = (uint32_t)rvt_prng_next(&n->seed); break;
  case TURNS: *value = n->accesses % 2 != 0 ? UINT32_MAX : 0; break;
  case ECHO:
  default: *value = n->word[address / 4]; break;
  }
  return true;
}
static bool nothing_write(void *context, uint64_t address, uint32_t value) {
  struct nothing *n = context;
  assert_true(address < sizeof n->word && address % 4 == 0);
  n->accesses++;
  n->word[address / 4] = value;
  return true;
}

/** Each call on its own, as if those before it had succeeded. @return its status */
static enum rvt_drv_status call(struct rvt_drv *d, unsigned which) {
  struct rvt_drv_component c = ram;
  struct rvt_drv_state s;
  struct rvt_drv_readout r = {.left = 64};
  uint8_t bytes[64];
  size_t count;
  const struct rvt_drv_encoder_config how = {.mode = 6, .ts_mode = 3};
  const struct rvt_drv_ram_config where = {.bytes = 64};
  const struct rvt_drv_pib_config pins = {.mode = 11};
  const struct rvt_drv_component tandem = {.base = RVT_TE_BASE, .type = RVT_DRV_TANDEM};
  const struct rvt_drv_tandem_config stalls = {.stall = true};
  switch (which) {
  case 0: return rvt_drv_discover(d, RVT_TE_BASE, &c);
  case 1: return rvt_drv_discover(d, RVT_RAM_BASE, &c);
  case 2: return rvt_drv_attach(d, RVT_PIB_BASE, &c);
  case 3: return rvt_drv_reset(d, &te);
  case 4: return rvt_drv_release(d, &te);
  case 5: return rvt_drv_init(d, &te);
  case 6: return rvt_drv_encoder_configure(d, &te, &how);
  case 7: return rvt_drv_ram_configure(d, &ram, &where);
  case 8: return rvt_drv_pib_configure(d, &pib, &pins);
  case 9: return rvt_drv_pib_calibrate(d, &pib, true);
  case 10: return rvt_drv_start(d, &path, true);
  case 11: return rvt_drv_stop(d, &path);
  case 12: return rvt_drv_abandon(d, &path);
  case 13: return rvt_drv_flush(d, &path);
  case 14: return rvt_drv_get_state(d, &ram, &s);
  case 15: return rvt_drv_clear_lost(d, &te);
  case 16: return rvt_drv_resume(d, &ram);
  case 17: return rvt_drv_readout_begin(d, &ram, &r);
  case 18: return rvt_drv_readout_resumed(d, &ram, &r);
  case 19: return rvt_drv_readout_next(d, &ram, &r, bytes, sizeof bytes, &count);
  case 20: return rvt_drv_assume(d, &c);
  case 21: return rvt_drv_tandem_configure(d, &tandem, &stalls);
  case 22: return rvt_drv_clear_lost(d, &tandem);
  default: return rvt_drv_ram_rewind(d, &ram);
  }
}
enum { CALLS = 24 };

static void nothing_makes_it_hang(void **state) {
  (void)state;
  const struct rvt_drv_bus bus = {
      .context = &nothing, .read32 = nothing_read, .write32 = nothing_write};
  unsigned failed[KINDS] = {0};
  begin(false); /* the components */
  for (unsigned kind = 0; kind < KINDS; kind++)
    for (unsigned which = 0; which < CALLS; which++)
      for (uint64_t seed = 0; seed < (kind == RANDOM ? 50 : 1); seed++) {
        struct rvt_drv drv = {.bus = &bus, .timeout = 9};
        char text[256];
        nothing = (struct nothing){.kind = (enum kind)kind, .seed = seed};
        const enum rvt_drv_status status = call(&drv, which);
        assert_in_range(nothing.accesses, 1, 1500);
        if (status == RVT_DRV_OK) continue;
        failed[kind]++;
        assert_int_equal(drv.error.status, status);
        assert_non_null(drv.error.field);
        rvt_drv_error_text(&drv.error, text, sizeof text);
        assert_true(memcmp(text, "tr", 2) == 0 || memcmp(text, "rvt", 3) == 0);
        assert_non_null(strstr(text, ": expected "));
      }
  assert_in_range(failed[ZEROS], 15, CALLS);
  assert_in_range(failed[ONES], 13, CALLS);
  assert_in_range(failed[RANDOM], 300, 50 * CALLS);
  assert_in_range(failed[TURNS], 10, CALLS);
  assert_in_range(failed[ECHO], 5, CALLS);
}

/** A component gone wrong makes no read-out without an end of its limits. */
static void limits_out_of_order_are_told(void **state) {
  (void)state;
  const struct rvt_drv_bus bus = {
      .context = &nothing, .read32 = nothing_read, .write32 = nothing_write};
  struct rvt_drv drv = {.bus = &bus, .timeout = 9};
  struct rvt_drv_readout r = {.left = 77};
  uint32_t *const reg = nothing.word + RVT_RAM_BASE / 4;
  char text[256];
  begin(false);
  ram.probed = false; /* else its start is known to be 0 */
  nothing = (struct nothing){.kind = ECHO};
  reg[0] = 9; /* active and empty */
  reg[RVT_TR_RAM_START_LOW_OFFSET / 4] = 0x102;
  reg[RVT_TR_RAM_LIMIT_LOW_OFFSET / 4] = 0xFF;
  assert_int_equal(rvt_drv_readout_begin(&drv, &ram, &r), RVT_DRV_ERR_STATE);
  rvt_drv_error_text(&drv.error, text, sizeof text);
  assert_string_equal(text, "trRamLimitLow at 0x1018: expected 0x100, found 0xfc: the component is "
                            "in the wrong state for this");
  assert_int_equal(r.left, 77);
  /* Addresses within words, and a WP before the start: nothing is there. */
  reg[RVT_TR_RAM_LIMIT_LOW_OFFSET / 4] = 0x11F;
  reg[RVT_TR_RAM_WP_LOW_OFFSET / 4] = 0x44;
  assert_int_equal(rvt_drv_readout_begin(&drv, &ram, &r), RVT_DRV_OK);
  assert_int_equal(r.left, 0);
  reg[RVT_TR_RAM_WP_LOW_OFFSET / 4] = 0x10E;
  assert_int_equal(rvt_drv_readout_begin(&drv, &ram, &r), RVT_DRV_OK);
  assert_int_equal(r.left, 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_stuck_sink_leaves_none_on),
      cmocka_unit_test(every_wait_ends_and_names_what_it_waits_for),
      cmocka_unit_test(nothing_makes_it_hang),
      cmocka_unit_test(limits_out_of_order_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "drv_block.h"
#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/regs.h"
#include "rvt/tandem/groups.h"
#include "rvt/tandem/top.h"
#include "tests/support/tandem_random.h"
#include "tests/support/test.h"

/* The driver with an encoder of tandem verification trace: the golden model of rvt_tandem_top, and
 * a hart that says random records. */

enum { WORDS_LOG2 = 9, MEMORY = 4 << WORDS_LOG2, TAP = 1 << 16, RAM = 0x1000 };

static struct rvt_tandem_top top;
static struct rvt_tandem_top_in in;
static struct rvt_tandem_top_out out;
static struct rvt_tandem_groups reader;
static struct rvt_drv drv;
static struct rvt_drv_component te, ram;
static const struct rvt_drv_path path = {&te, {&ram}, 1};

static uint32_t memory[1 << WORDS_LOG2], read_data;
static uint64_t prng;
static bool run, obeys; /* the hart; and does it obey stall */

static uint8_t tap[TAP], capture[TAP]; /* what left the encoder, and what was read out */
static bool end[TAP];                  /* ... whether a group ends there */
static size_t tapped, captured;

static const struct rvt_tandem_params rv32 = {.format = {32, 0, 32},
                                              .forms = {.increment_pc = true},
                                              .nret = 2,
                                              .csrs = 3,
                                              .elements = 125,
                                              .queue_depth = 4,
                                              .stall_latency = 1,
                                              .lanes = 4,
                                              .fifo_depth = 8};
static const struct rvt_tandem_params rv64 = {.format = {64, 64, 64},
                                              .forms = {.or_fcsr = true, .add_registers = true},
                                              .nret = 1,
                                              .csrs = 4,
                                              .elements = RVT_TANDEM_SENDS_ALL,
                                              .queue_depth = 4,
                                              .stall_latency = 1,
                                              .lanes = 4,
                                              .fifo_depth = 8,
                                              .shadow = true};

static void clock_edge(void) {
  const bool tells = run && !(obeys && out.stall) && rvt_prng_bits(&prng, 2) != 0;
  in.hart.valid[0] = tells;
  if (tells) in.hart.slot[0] = tandem_random_record(&prng, &top.p.encoder.format);
  if (in.hart.slot[0].kind >= RVT_TANDEM_HART_KINDS) in.hart.valid[0] = false;
  in.ram_rdata = read_data;
  rvt_tandem_top_outputs(&top, &in, &out);
  const struct rvt_beat *m = &out.encoder.m;
  for (unsigned i = 0; m->valid && out.sinks.fork.s_ready && i < m->bytes; i++) {
    assert_true(tapped < TAP);
    end[tapped] = m->eom && i + 1u == m->bytes;
    tap[tapped++] = m->data[i];
  }
  const struct rvt_ram_sink_out *r = &out.sinks.ram;
  if (r->ram_cs && r->ram_we) {
    assert_int_equal(r->ram_be, 0xF);
    memory[r->ram_addr] = (uint32_t)r->ram_wdata;
  } else if (r->ram_cs)
    read_data = memory[r->ram_addr];
  rvt_tandem_top_tick(&top, &in, &out);
  in.active_ack = out.active_req;
}

static void clocks(unsigned count) {
  while (count-- != 0) clock_edge();
}

static void transfer(uint64_t address, bool write, uint32_t *value) {
  in.apb = (struct rvt_apb){
      .psel = true, .pwrite = write, .paddr = (uint16_t)address, .pwdata = *value, .pstrb = 0xF};
  clock_edge();
  in.apb.penable = true;
  do clock_edge();
  while (!out.pready);
  *value = out.prdata;
  in.apb = (struct rvt_apb){.psel = false};
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  (void)context;
  *value = 0;
  transfer(address, false, value);
  return true;
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  (void)context;
  transfer(address, true, &value);
  return true;
}

static void ok(enum rvt_drv_status status) { drv_ok(&drv, status); }

static void begin(const struct rvt_tandem_params *p, bool stall, uint64_t seed) {
  static const struct rvt_drv_bus bus = {.read32 = bus_read, .write32 = bus_write};
  struct rvt_tandem_top_params params = {
      .encoder = *p,
      .sinks = {.has_ram = true, .ram = {.sram_words_log2 = WORDS_LOG2, .sram_width = 32}}};
  const struct rvt_drv_tandem_config how = {.stall = stall};
  const struct rvt_drv_ram_config where = {.stop_on_wrap = true};
  struct rvt_error e;
  params.encoder.shadow_csrs = p->shadow ? 0xFF : 0;
  if (rvt_tandem_top_init(&top, &params, &e) != RVT_OK) fail_msg("%s", e.text);
  memset(&in, 0, sizeof in);
  memset(&out, 0, sizeof out);
  prng = seed;
  tapped = captured = 0;
  run = false;
  obeys = true;
  drv = (struct rvt_drv){.bus = &bus, .timeout = 2000};
  ok(rvt_drv_discover(&drv, 0, &te));
  ok(rvt_drv_discover(&drv, RAM, &ram));
  ok(rvt_drv_tandem_configure(&drv, &te, &how));
  ok(rvt_drv_ram_configure(&drv, &ram, &where));
  run = true;
}

static void read_out(bool resumed) {
  struct rvt_drv_readout r;
  size_t count;
  ok(resumed ? rvt_drv_readout_resumed(&drv, &ram, &r) : rvt_drv_readout_begin(&drv, &ram, &r));
  assert_false(r.wrapped);
  do {
    assert_true(captured + 100 <= TAP);
    ok(rvt_drv_readout_next(&drv, &ram, &r, capture + captured, 100, &count));
    captured += count;
  } while (count != 0);
}

/** What was read out is what left the encoder, but for padding between groups: whole ones, as a
 * strict reader sees them. */
static size_t groups_read(void) {
  const struct rvt_framing *framing = rvt_framing_of(RVT_FRAMING_TANDEM);
  struct rvt_tandem_note note;
  size_t at = 0;
  for (size_t i = 0; i < captured; i++) {
    const bool between = at == 0 || end[at - 1];
    if (between && capture[i] == framing->padding) continue;
    assert_true(at < tapped);
    assert_int_equal(capture[i], tap[at++]);
  }
  assert_int_equal(at, tapped);
  rvt_tandem_groups_init(&reader, &top.p.encoder.format);
  reader.bytes = (struct rvt_bytes){.data = tap, .size = tapped};
  enum rvt_status status;
  while ((status = rvt_tandem_groups_next(&reader, &note)) == RVT_OK) {
  }
  if (status != RVT_END) fail_msg("byte %u: %s", (unsigned)note.offset, note.text);
  const size_t groups = reader.groups;
  rvt_tandem_groups_free(&reader);
  return groups;
}

static struct rvt_drv_state state_of(const struct rvt_drv_component *c) {
  struct rvt_drv_state s;
  ok(rvt_drv_get_state(&drv, c, &s));
  return s;
}

static void a_build_is_discovered(void **state) {
  (void)state;
  /* No two fields are alike in all of them. */
  struct rvt_tandem_params builds[] = {rv32, rv64, rv64, rv64};
  enum { BUILDS = sizeof builds / sizeof builds[0] };
  builds[0].format.mlen = 34;
  builds[2].forms.or_fcsr = false;
  builds[3].forms.add_registers = false;
  for (unsigned i = 0; i < BUILDS; i++) {
    const struct rvt_tandem_params *p = &builds[i];
    begin(p, false, 1);
    const struct rvt_drv_tandem_caps *c = &te.caps.tandem;
    assert_int_equal(te.type, RVT_DRV_TANDEM);
    assert_string_equal(rvt_drv_type_text(te.type), "tandem encoder");
    assert_true(te.probed && te.major == 1 && te.minor == 0);
    assert_int_equal(c->xlen, p->format.xlen);
    assert_int_equal(c->flen, p->format.flen);
    assert_int_equal(c->mlen, p->format.mlen);
    assert_int_equal(c->slots, p->nret);
    assert_int_equal(c->csrs, p->csrs);
    assert_int_equal(c->elements, p->elements);
    assert_int_equal(c->increment_pc, p->forms.increment_pc);
    assert_int_equal(c->or_fcsr, p->forms.or_fcsr);
    assert_int_equal(c->add_registers, p->forms.add_registers);
    assert_int_equal(c->shadow, p->shadow);
    struct rvt_drv_component again, known = te;
    ok(rvt_drv_attach(&drv, 0, &again));
    assert_int_equal(again.type, RVT_DRV_TANDEM);
    ok(rvt_drv_assume(&drv, &known));
    known.type = RVT_DRV_ENCODER;
    drv_fails(&drv, rvt_drv_assume(&drv, &known), RVT_DRV_ERR_TYPE,
              "trCompType at 0x4: expected 1, found 15: another kind of component");
  }
}

static void another_vendors_component_is_refused(void **state) {
  (void)state;
  const struct block *p = drv_block_begin(&drv, RVT_DRV_TANDEM);
  struct rvt_drv_component c;
  char text[96];
  snprintf(text, sizeof text,
           "rvtTandemSizes at 0x%llx: expected 32, found 0: another kind of component",
           (unsigned long long)p->base + RVT_RVT_TANDEM_SIZES_OFFSET);
  drv_fails(&drv, rvt_drv_discover(&drv, p->base, &c), RVT_DRV_ERR_TYPE, text);
}

static bool read_ones(void *context, uint64_t address, uint32_t *value) {
  (void)context;
  (void)address;
  *value = UINT32_MAX;
  return true;
}

/** Of what is not mapped a bus may read ones: that is no vendor's type. */
static void what_reads_ones_is_no_component(void **state) {
  (void)state;
  static const struct rvt_drv_bus ones = {.read32 = read_ones, .write32 = bus_write};
  struct rvt_drv_component c = {.base = 0, .type = RVT_DRV_ENCODER};
  begin(&rv32, false, 1);
  drv = (struct rvt_drv){.bus = &ones, .timeout = 5};
  drv_fails(&drv, rvt_drv_assume(&drv, &c), RVT_DRV_ERR_NOTHING,
            "trCompType at 0x4: expected 1, found 15: no component at this address");
  drv_fails(&drv, rvt_drv_discover(&drv, 0, &c), RVT_DRV_ERR_NOTHING,
            "trCompType at 0x4: expected 1, found 15: no component at this address");
}

static void sessions_are_whole_in_the_memory(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 20; seed++) {
    begin(seed % 2 == 0 ? &rv32 : &rv64, true, seed);
    for (unsigned i = 0; i < 3; i++) {
      ok(rvt_drv_start(&drv, &path, i != 1)); /* there is no trTeInstTracing */
      clocks(40);
      assert_true(state_of(&te).enabled);
      assert_false(state_of(&te).tracing);
      ok(rvt_drv_flush(&drv, &path));
      assert_true(state_of(&te).enabled);
      clocks(20);
      ok(rvt_drv_stop(&drv, &path));
      const struct rvt_drv_state s = state_of(&te);
      assert_true(s.active && !s.enabled && s.empty && !s.lost && !s.cut);
      ok(rvt_drv_finish(&drv, &path));
    }
    assert_false(state_of(&ram).wrapped);
    read_out(false);
    assert_true(groups_read() >= 30);
  }
}

static void a_full_memory_is_read_and_goes_on(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 4; seed++) {
    bool resumed = false;
    enum rvt_drv_status status = RVT_DRV_OK;
    begin(&rv32, true, seed);
    ok(rvt_drv_start(&drv, &path, true));
    for (unsigned i = 0; i < 5; i++) {
      clocks(2000);
      assert_true(state_of(&ram).stopped && out.stall);
      if (i == 4) break;
      read_out(resumed);
      resumed = true;
      ok(rvt_drv_resume(&drv, &ram));
    }
    do {
      status = rvt_drv_stop(&drv, &path);
      if (status != RVT_DRV_ERR_STOPPED) ok(status);
      read_out(resumed);
      if (status == RVT_DRV_ERR_STOPPED) ok(rvt_drv_resume(&drv, &ram));
    } while (status != RVT_DRV_OK);
    assert_true(captured > 5 * MEMORY);
    assert_false(state_of(&te).lost);
    groups_read();
  }
}

static void a_loss_is_told_until_it_is_cleared(void **state) {
  (void)state;
  const struct rvt_drv_tandem_config how = {.stall = false};
  begin(&rv32, false, 7);
  obeys = false;
  ok(rvt_drv_start(&drv, &path, true));
  clocks(3000); /* the memory has stopped, and the hart goes on */
  assert_true(state_of(&te).lost);
  assert_false(state_of(&te).cut);
  assert_int_equal(rvt_drv_stop(&drv, &path), RVT_DRV_ERR_STOPPED);
  ok(rvt_drv_abandon(&drv, &path)); /* what the sink held is given up */
  assert_true(state_of(&te).lost && state_of(&te).cut);
  ok(rvt_drv_reset(&drv, &ram));
  ok(rvt_drv_start(&drv, &path, true)); /* writes of the register keep both */
  ok(rvt_drv_stop(&drv, &path));
  ok(rvt_drv_tandem_configure(&drv, &te, &how));
  ok(rvt_drv_start(&drv, &path, true));
  assert_true(state_of(&te).lost && state_of(&te).cut);
  ok(rvt_drv_clear_lost(&drv, &te));
  assert_false(state_of(&te).lost || state_of(&te).cut);
  assert_true(state_of(&te).enabled);
  ROW("TV:E-05");
}

static void what_is_no_tandem_encoder_is_not_configured_as_one(void **state) {
  (void)state;
  begin(&rv32, false, 1);
  const struct rvt_drv_tandem_config how = {.stall = true};
  const struct rvt_drv_encoder_config other = {.mode = 6};
  drv_fails(&drv, rvt_drv_tandem_configure(&drv, &ram, &how), RVT_DRV_ERR_TYPE,
            "trCompType at 0x1004: expected 15, found 9: another kind of component");
  drv_fails(&drv, rvt_drv_encoder_configure(&drv, &te, &other), RVT_DRV_ERR_TYPE,
            "trCompType at 0x4: expected 1, found 15: another kind of component");
  ok(rvt_drv_start(&drv, &path, true));
  drv_fails(
      &drv, rvt_drv_tandem_configure(&drv, &te, &how), RVT_DRV_ERR_STATE,
      "rvtTandemEnable at 0x0: expected 0, found 1: the component is in the wrong state for this");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_build_is_discovered),
      cmocka_unit_test(another_vendors_component_is_refused),
      cmocka_unit_test(what_reads_ones_is_no_component),
      cmocka_unit_test(sessions_are_whole_in_the_memory),
      cmocka_unit_test(a_full_memory_is_read_and_goes_on),
      cmocka_unit_test(a_loss_is_told_until_it_is_cleared),
      cmocka_unit_test(what_is_no_tandem_encoder_is_not_configured_as_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

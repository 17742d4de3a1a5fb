/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"
#include "harness/config.h"
#include "top_bench.h"

static const char *const covers[TB_TOP_COVERS] = {TB_TOP_COVER_NAMES};

#define T struct tb_top_bench
static const struct tb_bind binds[] = {TB_TOP_BINDS(T)};
#undef T

static const struct tb_top_program *find_program(struct tb *tb) {
  const char *name = tb_option_text(tb, "software", "capture");
  const struct tb_top_program *p = tb_top_programs;
  while (p->name != NULL && strcmp(p->name, name) != 0) p++;
  if (p->name == NULL) tb_fail(tb, "option software: there is no %s", name);
  return p;
}

static void choose_check(struct tb_top_bench *b, struct tb *tb) {
  static const char *const words[] = {"te", "ram", "pins", "none"};
  const char *text = tb_option_text(tb, "check", "te");
  unsigned i = 0;
  while (i < 4 && strcmp(text, words[i]) != 0) i++;
  if (i == 4) tb_fail(tb, "option check=%s: use te, ram, pins or none", text);
  b->check = (enum tb_top_check)i;
}

static bool init(void *self, struct tb *tb) {
  struct tb_top_bench *b = self;
  b->tb = tb;
  choose_check(b, tb);
  b->s.unit.model = &b->u.model.te.encoder;
  if (!tb_top_unit_init(&b->u, tb, NULL, 0) || !tb_scenario_init(&b->s, tb)) return false;
  b->want = b->s.unit.in.cfg;
  b->s.unchecked |= b->check == TB_TOP_CHECK_NONE;
  b->s.check.on_message = tb_top_judge_message;
  b->s.check.context = b;
  if (b->want.plain_sync != b->u.p.te.plain_sync)
    tb_fail(tb, "the registers cannot ask for this: plain_sync=0");
  b->memory_file = tb_option_text(tb, "memory", NULL);
  b->written_file = tb_option_text(tb, "written", NULL);
  b->probe_file = tb_option_text(tb, "probe", NULL);
  b->divider = (uint16_t)tb_option_in(tb, "divider", 0, 0, 65535);
  b->pins = (uint8_t)tb_option_in(
      tb, "pins", b->u.p.sinks.has_pib && b->u.p.sinks.pib.pib.pins < 8 ? 4 : 8, 4, 16);
  b->join_every = (uint32_t)tb_option_in(tb, "join", 700, 0, UINT32_MAX);
  b->clk_center = tb_option_in(tb, "center", 0, 0, 1) != 0;
  b->listen = tb_option_text(tb, "listen", "unix:device");
  b->u.bus.every = 0; /* software alone is on the bus */
  const struct tb_top_program *p = find_program(tb);
  if (tb->error[0] != 0 || !tb_software_init(&b->sw, tb, &b->u.bus, p->run, b)) return false;
  b->u.bus.done = tb_software_done;
  b->u.bus.context = &b->sw;
  return true;
}

static void reset(void *self, struct tb *tb) {
  struct tb_top_bench *b = self;
  tb_top_unit_reset(&b->u, tb);
  b->times = (struct tb_top_times){.grouped = false};
  tb_scenario_reset(&b->s, tb);
}

static void drive(void *self, struct tb *tb) {
  struct tb_top_bench *b = self;
  struct rvt_te_out te;
  if (tb->in_reset) return;
  tb_software_clock(&b->sw);
  tb_apb_next(&b->u.bus, &tb->rng);
  rvt_te_outputs(&b->u.model.te, &te);
  b->s.unit.in.cfg = te.cfg;
  if (b->play)
    tb_scenario_play(&b->s, tb, te.stall);
  else
    tb_scenario_idle(&b->s);
  b->u.in.ingress = b->s.unit.in.ingress;
  b->u.ports = b->s.unit.ports;
  tb_top_unit_drive(&b->u, tb);
}

static void outputs(void *self) {
  struct tb_top_bench *b = self;
  tb_top_unit_outputs(&b->u);
  tb_scenario_outputs(&b->s);
  b->s.unit.in.m_ready = b->u.out.sinks.fork.s_ready && b->u.out.te.cfg.active;
  b->s.unit.in.dn_lost = b->u.out.sinks.fork.s_dn_lost;
  b->s.unit.in.sync_req = b->u.out.sinks.fork.s_sync_req;
}

static void take_bytes(struct tb_top_bench *b, struct tb_capture *c, size_t from, bool checked) {
  /* What is idle was no message's and is left out. */
  for (size_t i = from; i < c->count; i++) {
    const uint8_t byte = c->bytes[i];
    if (!rvt_framing_read(b->tb->framing, &c->before, byte)) continue;
    if (checked) tb_scenario_byte(&b->s, b->tb, byte);
  }
}

static void tick(void *self, struct tb *tb) {
  struct tb_top_bench *b = self;
  const struct rvt_top_out *out = &b->u.out;
  const size_t ram = b->u.to_ram.count, pins = b->u.to_pins.count, sent = b->sent.count;
  if (out->te.m.valid && out->sinks.fork.s_ready)
    for (unsigned i = 0; i < out->te.m.bytes; i++) tb_capture_byte(&b->sent, tb, out->te.m.data[i]);
  /* Nobody has seen the end of a message that begins before a reset to which nobody listens. */
  if (!out->te.cfg.active && tb->framing->headed)
    b->sent.reader = b->sent.before = (struct rvt_framing_reader){.open = false};
  tb_top_judge_registers(b);
  tb->cover[TB_TOP_REFUSED] += out->te.m.valid && !out->sinks.fork.s_ready;
  tb_top_times_clock(&b->times, &b->u, tb->clock, tb->cover + TB_TOP_TIMES_AT);
  const struct tb_sinks_cross_before before = tb_sinks_before(&b->u.model);
  tb_encoder_unit_before(&b->s.unit, tb->cover);
  tb_top_unit_tick(&b->u, tb);
  tb_sinks_cross(&before, out, &b->u.model, tb->cover + TB_TOP_CROSS);
  if (b->u.p.sinks.has_pib && tb_rng_one_in(&tb->rng, b->join_every))
    tb_pin_check_join(&b->u.pins.check, &b->u.pins.out);
  take_bytes(b, &b->sent, sent, b->check == TB_TOP_CHECK_TE);
  take_bytes(b, &b->u.to_ram, ram, b->check == TB_TOP_CHECK_RAM);
  take_bytes(b, &b->u.to_pins, pins, b->check == TB_TOP_CHECK_PINS);
  tb_scenario_tick(&b->s, tb);
  tb_top_judge_clock(b);
  tb->cover[TB_TOP_ACCESSES] = b->u.bus.reads + b->u.bus.writes;
  tb->cover[TB_TOP_PATTERNS] = b->u.pins.check.seen.patterns;
  tb->cover[TB_TOP_LATE_LOCKS] = b->u.pins.check.seen.late_locks;
  tb->cover[TB_TOP_RAM_BYTES] = b->u.to_ram.count;
  tb->cover[TB_TOP_PIN_BYTES] = b->u.to_pins.count;
  tb->done = b->sw.ended;
}

static void write_file(struct tb *tb, const char *path, const uint8_t *bytes, size_t count) {
  FILE *file = path == NULL ? NULL : fopen(path, "wb");
  if (path == NULL) return;
  if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
    tb_fail(tb, "%s: cannot be written", path);
}

static bool finish(void *self, struct tb *tb) {
  struct tb_top_bench *b = self;
  tb_top_judge_rows(b);
  write_file(tb, b->memory_file, b->read_out, b->read_count);
  write_file(tb, b->written_file, b->u.to_ram.bytes, b->u.to_ram.count);
  write_file(tb, b->probe_file, b->u.to_pins.bytes, b->u.to_pins.count);
  return tb_scenario_finish(&b->s, tb);
}

static void close_files(void *self) {
  struct tb_top_bench *b = self;
  tb_software_close(&b->sw);
  tb_top_tape_close(&b->tape);
  tb_top_unit_close(&b->u);
  free(b->sent.bytes);
  free(b->read_out);
  tb_scenario_close(&b->s);
}

const struct tb_bench tb_bench_top = {
    .name = "top",
    .bytes = sizeof(struct tb_top_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = TB_TOP_COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_files,
};

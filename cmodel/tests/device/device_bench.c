/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "device_bench.h"
#include "rvt/decoder.h"
#include "rvt/ntrace_msg.h"
#include "rvt/regs.h"
#include "stimulus/progen.h"
#include "tests/support/test.h"

struct rvt_top_params device_bench_params(void) {
  return (struct rvt_top_params){
      .te.encoder = build_of("StackDepth=8 QueueDepth=16 FifoDepth=96 Context=1 Events=1 "
                             "SeqJump=1 ExtendAddr=1"),
      .sinks.has_ram = true,
      .sinks.ram = {.lanes = 1, .sram_words_log2 = 10, .sram_width = 32}};
}

/** Keep what passed from encoder to sinks in the clock; `ram` is the sink before its edge. */
static void tap(struct device_bench *b, const struct rvt_ram_sink *ram) {
  const struct rvt_top_out *out = &b->model.out;
  const bool empty = ram->wp_q == 0 && !ram->wrap_q && ram->level_q == 0;
  if (empty && (b->sw == NULL || b->sw->size == 0)) b->tap_from = b->tapped;
  if (!out->te.m.valid || !out->sinks.fork.s_ready) return;
  for (unsigned i = 0; i < out->te.m.bytes && b->tapped < DEVICE_BENCH_TAP; i++)
    b->tap[b->tapped++] = out->te.m.data[i];
}

/** Keep what the probe takes from the pins; up to two bytes in a clock. */
static void look_at_pins(struct device_bench *b) {
  const struct rvt_pib_sink_out *pib = &b->model.out.sinks.pib;
  uint8_t byte;
  if (!b->watched) return;
  const enum pin_event event = pin_monitor_sample(&b->probe, pib->trc_clk, pib->trc_data, &byte);
  if (event != PIN_BYTE && event != PIN_MESSAGE_END) return;
  assert_true(b->pins + 2 <= DEVICE_BENCH_TAP);
  b->pin[b->pins++] = byte;
  if (b->probe.has_second) b->pin[b->pins++] = b->probe.second;
}

void device_bench_watch(struct device_bench *b, uint8_t pins) {
  const struct rvt_pib_sink_out *pib = &b->model.out.sinks.pib;
  pin_monitor_init(&b->probe, b->model.top.sinks.pib.pib.framing, pins, pib->trc_clk,
                   pib->trc_data);
  b->watched = true;
}

static void clock_edge(struct device_bench *b, struct rvt_apb apb, struct rvt_device_reply *reply) {
  const struct rvt_device_drive drive = {.apb = apb, .run = b->run};
  const struct rvt_ram_sink ram = b->model.top.sinks.ram;
  const bool before = b->model.out.sinks.pib.trc_clk;
  rvt_device_model_clock(&b->model, &drive, reply);
  b->edges += b->model.out.sinks.pib.trc_clk != before;
  tap(b, &ram);
  look_at_pins(b);
  if (reply->failure != NULL) fail_msg("%s", reply->failure);
  b->stall = reply->stall;
  b->clock++;
}

void device_bench_clocks(struct device_bench *b, uint64_t count) {
  struct rvt_device_reply reply;
  while (count-- != 0) clock_edge(b, (struct rvt_apb){0}, &reply);
}

static bool transfer(struct device_bench *b, uint64_t address, bool write, uint32_t *value) {
  struct rvt_apb apb = {.psel = true,
                        .pwrite = write,
                        .paddr = (uint16_t)address,
                        .pwdata = *value,
                        .pstrb = b->strobes};
  struct rvt_device_reply reply;
  assert_true(address <= UINT16_MAX);
  if (++b->accesses == b->fail_at) return false;
  clock_edge(b, apb, &reply);
  apb.penable = true;
  do clock_edge(b, apb, &reply);
  while (!reply.pready);
  assert_false(reply.pslverr); /* TCI:BUS-01 */
  if (!write) *value = reply.prdata ^ (address == b->spoil ? b->spoil_bits : 0);
  return true;
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  uint32_t found = 0;
  if (!transfer(context, address, false, &found)) return false;
  *value = found;
  return true;
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  return transfer(context, address, true, &value);
}

static void bus_pause(void *context) { device_bench_clocks(context, 5); }

static uint64_t bus_now(void *context) { return ((struct device_bench *)context)->clock; }

void device_bench_restart(struct device_bench *b) {
  const struct rvt_params *p = &b->model.top.p.te.encoder;
  struct rvt_player_options options = rvt_player_options_for(p);
  options.stall_rule = RVT_STALL_LATEST;
  const struct rvt_step_source source = {rvt_step_array_next, &b->array};
  struct rvt_error e = {""};
  b->array.pos = 0;
  if (rvt_player_init(&b->hart, &options, &source, &e) != RVT_OK) fail_msg("%s", e.text);
  b->model.ended = false;
}

/** A random program as steps; a walk that the memory of the bench holds. */
static void make_program(struct device_bench *b, uint8_t xlen, uint64_t seed) {
  struct rvt_progen_params params;
  struct rvt_progen *g = NULL;
  struct rvt_error e = {""};
  rvt_progen_params_init(&params, xlen, seed);
  if (rvt_progen_open(&g, &params, &e) != RVT_OK) fail_msg("%s", e.text);
  size_t count = 0;
  assert_int_equal(rvt_progen_fill(g, b->steps, DEVICE_BENCH_STEPS, &count), RVT_OK);
  assert_int_equal(count, DEVICE_BENCH_STEPS);
  rvt_progen_close(g);
  b->array = (struct rvt_step_array){.steps = b->steps, .count = count};
}

void device_bench_init(struct device_bench *b, const struct rvt_top_params *p, uint64_t seed) {
  assert_true(rvt_device_model_memory(p) <= DEVICE_BENCH_MEMORY);
  assert_int_equal(rvt_device_model_init(&b->model, p, b->memory, &b->hart, NULL), RVT_OK);
  b->bus = (struct rvt_drv_bus){
      .context = b, .read32 = bus_read, .write32 = bus_write, .pause = bus_pause, .now = bus_now};
  b->drv = (struct rvt_drv){.bus = &b->bus, .timeout = 20000};
  b->run = b->stall = false;
  b->clock = b->accesses = b->fail_at = 0;
  b->strobes = 0xF;
  b->spoil = 0;
  b->spoil_bits = 0;
  b->sw = NULL;
  b->tapped = b->tap_from = b->pins = 0;
  b->edges = 0;
  b->watched = false;
  b->seed = seed;
  make_program(b, p->te.encoder.xlen, seed);
  device_bench_restart(b);
}

static void sw_hart(void *context, bool run) { ((struct device_bench *)context)->run = run; }
static void sw_clocks(void *context, uint64_t count) { device_bench_clocks(context, count); }
static void sw_restart(void *context) { device_bench_restart(context); }
/** Whether messages are as software can expect them: without `loses` there is no Error. */
static bool judge_messages(struct sw *s, bool loses) {
  const struct rvt_ntrace_format format = {.src_bits = s->src_bits};
  struct rvt_bytes bytes = {.data = s->capture, .size = s->size};
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  bool first = true, behind_error = false;
  enum rvt_status status;
  while ((status = rvt_ntrace_msg_read(&format, &bytes, &msg, &note)) == RVT_OK) {
    const bool sync = rvt_ntrace_is_sync(msg.tcode), error = msg.tcode == RVT_TC_ERROR;
    if (error && !loses) return sw_fail(s, "expected no Error where nothing is lost");
    if (first && !sync && !error) return sw_fail(s, "expected a synchronizing message first");
    if (behind_error && !sync) return sw_fail(s, "expected a synchronizing message after an Error");
    behind_error = error;
    first = false;
  }
  if (status == RVT_END) return true;
  return sw_fail(s, "expected whole messages to the end of the capture");
}

/** The memory has what left the encoder, and idle bytes between messages only. */
static bool sw_judge(struct sw *s, bool loses) {
  const struct device_bench *b = s->context;
  size_t at = b->tap_from;
  bool in_message = false;
  for (size_t i = 0; i < s->size; i++) {
    if (!in_message && s->capture[i] == 0xFF) continue;
    in_message = (s->capture[i] & 3) != 3;
    if (at == b->tapped || s->capture[i] != b->tap[at++])
      return sw_fail(s, "expected the memory to have what left the encoder");
  }
  if (at != b->tapped) return sw_fail(s, "expected everything that left the encoder in the memory");
  if (s->size == 0) return sw_fail(s, "expected trace in the memory, found none");
  return judge_messages(s, loses);
}

static bool sw_stalled(void *context) { return ((struct device_bench *)context)->stall; }

void device_bench_sw(struct device_bench *b, struct sw *s) {
  *s = (struct sw){.bus = &b->bus,
                   .te = RVT_TE_BASE,
                   .ram = RVT_RAM_BASE,
                   .context = b,
                   .hart = sw_hart,
                   .clocks = sw_clocks,
                   .restart = sw_restart,
                   .stalled = sw_stalled,
                   .judge = sw_judge,
                   .seed = 1};
  b->sw = s;
}

struct found {
  const struct rvt_image *image;
  uint64_t *pc;
  size_t count;
};

static void on_event(void *user, const struct rvt_decoder_event *e) {
  struct found *f = user;
  struct rvt_decoder_pcs pcs;
  if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING)
    fail_msg("offset %llu: %s (%s)", (unsigned long long)e->offset, e->u.problem.text,
             e->u.problem.row);
  if (e->kind != RVT_DE_RUN) return;
  rvt_decoder_pcs_begin(&pcs, f->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) {
    assert_in_range(f->count, 0, DEVICE_DECODE_MAX - 1);
    f->pc[f->count++] = pcs.pc;
  }
}

static struct rvt_image *image_of(const struct device_bench *b) {
  const uint8_t xlen = b->model.top.p.te.encoder.xlen;
  struct rvt_progen_params params;
  struct rvt_progen_region region;
  struct rvt_progen *g = NULL;
  struct rvt_image *image = NULL;
  rvt_progen_params_init(&params, xlen, b->seed);
  assert_int_equal(rvt_progen_open(&g, &params, NULL), RVT_OK);
  assert_int_equal(rvt_image_new(xlen, &image), RVT_OK);
  for (size_t i = 0; rvt_progen_get_region(g, i, &region); i++)
    assert_int_equal(rvt_image_add(image, region.address, region.bytes, region.size), RVT_OK);
  rvt_progen_close(g);
  return image;
}

size_t device_decode(const struct device_bench *b, const uint8_t *bytes, size_t size,
                     uint64_t pc[DEVICE_DECODE_MAX]) {
  const struct rvt_decoder_config config = {.blind = false};
  struct rvt_image *image = image_of(b);
  struct found f = {.image = image, .pc = pc};
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  enum rvt_status status;
  assert_int_equal(rvt_decoder_new(&config, image, on_event, &f, &d, NULL), RVT_OK);
  do status = rvt_decoder_feed(d, &in);
  while (status == RVT_OK);
  assert_int_equal(status, RVT_END);
  rvt_decoder_free(d);
  rvt_image_free(image);
  return f.count;
}

void device_decode_check(const struct device_bench *b, const uint64_t *pc, size_t count) {
  size_t i = 0;
  for (size_t step = 0; step < b->array.count && i < count; step++) {
    if (b->steps[step].kind != RVT_STEP_INSN) continue;
    if (b->steps[step].pc != pc[i])
      fail_msg("instruction %zu: expected 0x%llx, found 0x%llx", i,
               (unsigned long long)b->steps[step].pc, (unsigned long long)pc[i]);
    i++;
  }
  assert_int_equal(i, count);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pib_bench.h"

#include <stdlib.h>
#include <string.h>

#include "rvt/prng.h"
#include "tests/support/test.h"

void pib_bench_init(struct pib_bench *b, uint8_t pins, uint8_t mode) {
  pib_bench_init_lanes(b, 1, pins, mode);
}

void pib_bench_init_lanes(struct pib_bench *b, uint8_t lanes, uint8_t pins, uint8_t mode) {
  const struct rvt_pib_params p = {.lanes = lanes,
                                   .pins = pins,
                                   .div_width = 8,
                                   .buffer_bytes = 38,
                                   .clk_center = true,
                                   .calibrate = true};
  memset(b, 0, sizeof *b);
  memset(&b->dut, 0xA5, sizeof b->dut);
  assert_int_equal(rvt_pib_init(&b->dut, &p, NULL), RVT_OK);
  b->in = (struct rvt_pib_in){.active = true, .enable = true, .mode = mode};
  pib_bench_watch(b);
}

void pib_bench_watch(struct pib_bench *b) {
  const uint8_t mode = b->in.mode;
  pin_monitor_init(&b->monitor, b->dut.framing,
                   mode == RVT_PIB_16BIT  ? 16
                   : mode == RVT_PIB_8BIT ? 8
                                          : 4,
                   b->dut.trc_clk_q, b->dut.trc_data_q);
  b->monitor.center = b->in.center;
}

void pib_bench_queue(struct pib_bench *b, const char *hex) {
  char *end;
  for (const char *at = hex;; at = end) {
    const unsigned long value = strtoul(at, &end, 16);
    if (end == at) return;
    assert_true(value <= 0xFF && b->to_send_size < sizeof b->to_send);
    b->to_send[b->to_send_size++] = (uint8_t)value;
  }
}

/** The next beat: up to the end of its message; one that was refused has the bytes that it had. */
static struct rvt_beat next_beat(struct pib_bench *b) {
  struct rvt_beat beat = {.valid = true};
  uint32_t place = b->place;
  unsigned most = b->offered != 0 ? b->offered : b->dut.p.lanes;
  if (b->offered == 0 && b->seed != 0 && most > 1) most = 1 + rvt_prng_below(&b->seed, most);
  while (beat.bytes < most && !beat.eom && b->sent + beat.bytes < b->to_send_size) {
    const uint8_t byte = b->to_send[b->sent + beat.bytes];
    beat.data[beat.bytes++] = byte;
    beat.eom = b->dut.framing->ends(&place, byte);
  }
  return beat;
}

struct rvt_pib_out pib_bench_clock(struct pib_bench *b) {
  struct rvt_pib_out out;
  memset(&out, 0x5A, sizeof out);
  memset(&b->in.s, 0, sizeof b->in.s);
  const bool early = !b->eager && !b->monitor.in_phase;
  const bool pause = early || (b->seed != 0 && b->offered == 0 && rvt_prng_below(&b->seed, 4) != 0);
  if (b->sent < b->to_send_size && !pause) b->in.s = next_beat(b);
  rvt_pib_outputs(&b->dut, &b->in, &out);

  uint8_t byte = 0;
  const bool had_edges = b->event == PIN_NIBBLE || b->event == PIN_BYTE ||
                         (b->event == PIN_PATTERN && b->monitor.pattern_beats != 0);
  const enum pin_event event = pin_monitor_sample(&b->monitor, out.trc_clk, out.trc_data, &byte);
  if (event != PIN_NO_EDGE) {
    if (!had_edges) b->edges_in_message = 0;
    b->edges_in_message++;
    b->event = event;
  }
  if (event == PIN_BYTE || event == PIN_MESSAGE_END) {
    assert_true(b->seen_size + 1 < sizeof b->seen);
    b->seen[b->seen_size++] = byte;
    if (b->monitor.has_second) b->seen[b->seen_size++] = b->monitor.second;
  }
  b->messages_seen += event == PIN_MESSAGE_END;
  /* When the pins stop, data falls to 0 without an edge. */
  if (!rvt_pib_has_mode(b->dut.p.pins, b->in.mode)) b->monitor.misplaced = false;
  assert_false(b->monitor.misplaced || b->monitor.bad_tail || b->monitor.bad_pattern);

  b->offered = out.s_ready ? 0 : b->in.s.bytes;
  for (unsigned i = 0; out.s_ready && i < b->in.s.bytes; i++)
    (void)b->dut.framing->ends(&b->place, b->in.s.data[i]);
  b->sent += out.s_ready ? b->in.s.bytes : 0;
  rvt_pib_tick(&b->dut, &b->in);
  b->clocks++;
  return out;
}

void pib_bench_message(struct pib_bench *b) {
  const uint32_t before = b->messages_seen;
  for (unsigned limit = 0; b->messages_seen == before; limit++) {
    assert_true(limit < 100000);
    pib_bench_clock(b);
  }
}

void pib_bench_drain(struct pib_bench *b) {
  bool empty = false;
  for (unsigned limit = 0; b->sent < b->to_send_size || !empty; limit++) {
    assert_true(limit < 10000000);
    const bool all_sent = b->sent == b->to_send_size;
    empty = pib_bench_clock(b).empty && all_sent;
  }
}

void pib_bench_expect_all(const struct pib_bench *b) {
  assert_int_equal(b->seen_size, b->to_send_size);
  assert_memory_equal(b->seen, b->to_send, b->seen_size);
}

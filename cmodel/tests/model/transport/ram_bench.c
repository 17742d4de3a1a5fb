/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ram_bench.h"
#include "tests/support/test.h"

#include <string.h>

enum { PATIENCE = 64 };

void ram_bench_init(struct ram_bench *b, uint8_t lanes, uint8_t sram_width) {
  *b = (struct ram_bench){.fetched = false};
  memset(b->memory, 0xEE, sizeof b->memory);
  const struct rvt_ram_sink_params p = {
      .lanes = lanes, .sram_words_log2 = RAM_BENCH_WORDS_LOG2, .sram_width = sram_width};
  assert_int_equal(rvt_ram_sink_init(&b->sink, &p, NULL), RVT_OK);
}

static void memory_access(struct ram_bench *b) {
  const unsigned bytes = b->sink.p.sram_width / 8u;
  b->fetched = b->out.ram_cs && !b->out.ram_we;
  b->in.ram_rdata = 0x5A5A5A5A5A5A5A5A; /* counts only after a read */
  if (!b->out.ram_cs) return;
  assert_true(b->out.ram_addr < sizeof b->memory / bytes);
  uint8_t *at = b->memory + (size_t)b->out.ram_addr * bytes;
  if (b->fetched) b->in.ram_rdata = 0;
  for (unsigned i = 0; i < bytes; i++) {
    if (b->fetched)
      b->in.ram_rdata |= (uint64_t)at[i] << 8 * i;
    else if ((b->out.ram_be >> i & 1u) != 0)
      at[i] = (uint8_t)(b->out.ram_wdata >> 8 * i);
  }
  b->written += b->out.ram_we;
}

static void tick(struct ram_bench *b, struct rvt_apb apb) {
  b->in.apb = apb;
  rvt_ram_sink_outputs(&b->sink, &b->in, &b->out);
  assert_false(b->out.pslverr); /* TCI:BUS-01 */
  if (!b->hold_ack) b->in.active_ack = b->out.active_req;
  rvt_ram_sink_tick(&b->sink, &b->in);
  memory_access(b);
}

void ram_bench_clock(struct ram_bench *b) {
  tick(b, (struct rvt_apb){0});
  assert_int_equal(b->out.prdata, 0);
}

void ram_bench_clocks(struct ram_bench *b, unsigned count) {
  while (count-- != 0) ram_bench_clock(b);
}

void ram_bench_write_bytes(struct ram_bench *b, uint16_t offset, uint32_t data, uint8_t strb) {
  struct rvt_apb apb = {
      .psel = true, .pwrite = true, .paddr = offset, .pwdata = data, .pstrb = strb};
  tick(b, apb);
  apb.penable = true;
  tick(b, apb);
  assert_true(b->out.pready);
  assert_int_equal(b->out.prdata, 0);
}

void ram_bench_write(struct ram_bench *b, uint16_t offset, uint32_t data) {
  ram_bench_write_bytes(b, offset, data, 0xF);
}

uint32_t ram_bench_read_waits(struct ram_bench *b, uint16_t offset, unsigned *waits) {
  struct rvt_apb apb = {.psel = true, .paddr = offset, .pwdata = 0xFFFFFFFF, .pstrb = 0xF};
  unsigned waited = 0;
  tick(b, apb);
  assert_int_equal(b->out.prdata, 0);
  apb.penable = true;
  tick(b, apb);
  while (!b->out.pready) {
    assert_int_equal(b->out.prdata, 0);
    assert_true(waited++ < PATIENCE);
    tick(b, apb);
  }
  if (waits != NULL) *waits = waited;
  return b->out.prdata;
}

uint32_t ram_bench_read(struct ram_bench *b, uint16_t offset) {
  return ram_bench_read_waits(b, offset, NULL);
}

void ram_bench_activate(struct ram_bench *b) {
  ram_bench_write(b, RVT_TR_RAM_CONTROL_OFFSET, RVT_TR_RAM_ACTIVE_MASK);
  for (unsigned i = 0; i < 4; i++)
    if ((ram_bench_read(b, RVT_TR_RAM_CONTROL_OFFSET) & RVT_TR_RAM_ACTIVE_MASK) != 0) return;
  fail_msg("trRamActive does not become 1");
}

void ram_bench_start(struct ram_bench *b, uint32_t control) {
  ram_bench_activate(b);
  ram_bench_write(b, RVT_TR_RAM_CONTROL_OFFSET, RVT_TR_RAM_ACTIVE_MASK | control);
}

static bool send(struct ram_bench *b, uint8_t first, unsigned size, bool ends) {
  for (unsigned at = 0, clocks = 0; at < size; clocks++) {
    const unsigned left = size - at;
    const unsigned bytes = left < b->sink.p.lanes ? left : b->sink.p.lanes;
    b->in.s =
        (struct rvt_beat){.valid = true, .bytes = (uint8_t)bytes, .eom = ends && bytes == left};
    for (unsigned i = 0; i < bytes; i++) b->in.s.data[i] = (uint8_t)(first + at + i);
    if (clocks == PATIENCE) break;
    ram_bench_clock(b);
    if (b->out.s_ready) at += bytes;
    if (at == size) {
      b->in.s = (struct rvt_beat){.valid = false};
      return true;
    }
  }
  b->in.s = (struct rvt_beat){.valid = false};
  return size == 0;
}

bool ram_bench_send(struct ram_bench *b, uint8_t first, unsigned size) {
  return send(b, first, size, true);
}

bool ram_bench_send_part(struct ram_bench *b, uint8_t first, unsigned size) {
  return send(b, first, size, false);
}

uint32_t ram_bench_word(const struct ram_bench *b, unsigned word) {
  uint32_t data = 0;
  for (unsigned i = 0; i < 4; i++) data |= (uint32_t)b->memory[4 * word + i] << 8 * i;
  return data;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "packer_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

struct rvt_ntrace_packer_params bench_params(uint8_t lanes) {
  return (struct rvt_ntrace_packer_params){.lanes = lanes,
                                           .icnt_width = RVT_ICNT_CEIL,
                                           .addr_width = RVT_ADDR_CEIL,
                                           .hist_width = RVT_HIST_CEIL,
                                           .ts_width = RVT_TIME_CEIL,
                                           .src_bits_max = RVT_SRC_BITS_CEIL};
}

void bench_init(struct packer_bench *b, struct rvt_ntrace_packer_params p, uint64_t seed) {
  memset(b, 0, sizeof *b);
  memset(&b->dut, 0xA5, sizeof b->dut);
  assert_int_equal(rvt_ntrace_packer_init(&b->dut, &p, NULL), RVT_OK);
  b->seed = seed;
}

static void check_beat(const struct packer_bench *b, const struct rvt_beat *m) {
  static const struct rvt_beat none;
  if (b->held.valid) {
    assert_memory_equal(m, &b->held, sizeof *m);
    ROW("TCI:LINK-02");
    ROW("TCI:LINK-05");
  }
  if (!m->valid) {
    assert_memory_equal(m, &none, sizeof *m);
    return;
  }
  assert_in_range(m->bytes, 1, b->dut.p.lanes);
  for (unsigned i = m->bytes; i < RVT_LANES_MAX; i++) assert_int_equal(m->data[i], 0);
  for (unsigned i = 0; i < m->bytes; i++) {
    const unsigned mseo = m->data[i] & 3u;
    assert_int_not_equal(mseo, RVT_MSEO_RESERVED);
    assert_int_equal(mseo == RVT_MSEO_END_MSG, m->eom && i == m->bytes - 1u);
    if (i == 0 && !b->open) assert_int_equal(mseo, RVT_MSEO_NORMAL);
  }
}

struct rvt_ntrace_packer_out bench_clock(struct packer_bench *b) {
  struct rvt_ntrace_packer_out out;
  memset(&out, 0x5A, sizeof out);
  b->in.m_ready = b->seed == 0 || rvt_prng_below(&b->seed, 3) == 0;
  rvt_ntrace_packer_outputs(&b->dut, &b->in, &out);
  check_beat(b, &out.m);
  assert_int_equal(out.busy, b->dut.busy_q || out.m.valid);
  if (b->dut.p.lanes == 1) assert_int_equal(out.busy, out.m.valid);
  /* A record is taken when there is none, or its message can go on or is over. */
  assert_int_equal(out.rec_ready, !b->dut.busy_q || !out.m.valid || (out.m.eom && b->in.m_ready));
  b->held.valid = false;
  if (out.m.valid && !b->in.m_ready) {
    b->held = out.m;
    b->refused++;
  } else if (out.m.valid) {
    assert_true(b->size + out.m.bytes <= sizeof b->bytes);
    memcpy(b->bytes + b->size, out.m.data, out.m.bytes);
    b->size += out.m.bytes;
    b->open = !out.m.eom;
  }
  rvt_ntrace_packer_tick(&b->dut, &b->in);
  b->clocks++;
  return out;
}

void bench_send(struct packer_bench *b, const struct rvt_ntrace_record *rec) {
  if (b->seed != 0)
    while (rvt_prng_below(&b->seed, 2) == 0) bench_clock(b);
  b->in.rec_valid = true;
  b->in.rec = *rec;
  for (unsigned limit = 0; !bench_clock(b).rec_ready; limit++) assert_true(limit < 10000);
  b->in.rec_valid = false;
}

void bench_drain(struct packer_bench *b) {
  for (unsigned limit = 0; rvt_ntrace_packer_busy(&b->dut); limit++) {
    assert_true(limit < 10000);
    bench_clock(b);
  }
}

void bench_expect(struct packer_bench *b, const char *what, const char *hex) {
  size_t n = 0;
  const char *at = hex;
  bool same = true;
  for (char *end;; at = end) {
    const unsigned long value = strtoul(at, &end, 16);
    if (end == at) break;
    same = same && n < b->size && b->bytes[n] == value;
    n++;
  }
  if (!same || n != b->size) {
    print_error("%s, lanes %u: expected %s, found", what, b->dut.p.lanes, hex);
    for (size_t i = 0; i < b->size; i++) print_error(" %02X", b->bytes[i]);
    print_error("\n");
    fail();
  }
  b->size = 0;
}

/* ---- Bits of fixed and variable fields, put together one by one ---- */

static void write_bit(struct bench_message *w, unsigned bit) {
  if (w->fill == 0) w->bytes[w->size] = 0;
  w->bytes[w->size] = (uint8_t)(w->bytes[w->size] | bit << (2 + w->fill));
  if (++w->fill == 6) {
    w->fill = 0;
    w->size++;
  }
}

static void write_fixed(struct bench_message *w, uint64_t value, unsigned bits) {
  for (unsigned i = 0; i < bits; i++) write_bit(w, value >> i & 1);
}

static void write_variable(struct bench_message *w, uint64_t value) {
  do {
    write_bit(w, value & 1);
    value >>= 1;
  } while (value != 0);
  if (w->fill != 0) w->size++;
  w->fill = 0;
  w->bytes[w->size - 1] |= RVT_MSEO_END_VAR;
}

struct bench_message bench_message_of(const struct rvt_ntrace_record *r, unsigned src_bits,
                                      unsigned src_id, bool ts, uint64_t tstamp) {
  struct bench_message w = {.size = 0};
  const uint8_t t = r->tcode;
  const bool rcode2 = t == 27 && r->sub == 2;
  write_fixed(&w, t, 6);
  write_fixed(&w, src_id, src_bits);
  if (t == 8 || t == 9 || t == 11 || t == 12 || t == 27 || t == 29 || t == 33)
    write_fixed(&w, r->sub, 4);
  if (t == 4 || t == 12 || t == 28 || t == 29 || t == 33) write_fixed(&w, r->btype, 2);
  if (rcode2) write_variable(&w, r->hist);
  if (t != 2 && !(t == 27 && r->sub == 1)) write_variable(&w, r->icnt);
  if (t == 2 || t == 4 || t == 9 || t == 11 || t == 12 || t == 28 || t == 29)
    write_variable(&w, r->addr);
  if (t == 28 || t == 29 || (t == 27 && r->sub == 1) || (t == 33 && r->btype == 1))
    write_variable(&w, r->hist);
  if (ts) write_variable(&w, tstamp);
  w.bytes[w.size - 1] |= RVT_MSEO_END_MSG;
  return w;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_scenarios.h"

#include <stdlib.h>
#include <string.h>

uint32_t tb_top_control(struct tb_top_bench *b, uint16_t base) { return tb_sw_read(&b->sw, base); }

void tb_top_set(struct tb_top_bench *b, uint16_t base, uint32_t bits, bool on) {
  const uint32_t word = tb_top_control(b, base) & ~STICKY;
  tb_sw_write(&b->sw, base, on ? word | bits : word & ~bits);
}

void tb_top_enable(struct tb_top_bench *b, uint16_t base) {
  tb_top_set(b, base, ENABLE, true);
  tb_sw_poll(&b->sw, base, ENABLE, ENABLE, TB_TOP_POLLS);
}

void tb_top_disable(struct tb_top_bench *b, uint16_t base) {
  tb_top_set(b, base, ENABLE, false);
  tb_sw_poll(&b->sw, base, ENABLE | EMPTY, EMPTY, TB_TOP_POLLS);
}

unsigned tb_top_sinks(const struct tb_top_bench *b, uint16_t base[2]) {
  unsigned n = 0;
  if (b->u.p.sinks.has_ram) base[n++] = TB_TOP_RAM;
  if (b->u.p.sinks.has_pib) base[n++] = TB_TOP_PIB;
  return n;
}

void tb_top_end_session(struct tb_top_bench *b) {
  uint16_t sink[2];
  tb_top_set(b, TB_TOP_TE, TRACING, false);
  tb_top_disable(b, TB_TOP_TE);
  for (unsigned i = tb_top_sinks(b, sink); i-- != 0;) tb_top_disable(b, sink[i]);
  b->tb->cover[TB_TOP_SESSIONS]++;
}

uint32_t tb_top_below(struct tb_top_bench *b, uint32_t n) { return tb_rng_below(&b->tb->rng, n); }

/** Whether a message ends before byte `to` of what was sent. */
static bool ends_message(const struct tb_top_bench *b, size_t to) {
  struct rvt_framing_reader reader = {0};
  for (size_t i = 0; i < to; i++) (void)rvt_framing_read(b->tb->framing, &reader, b->sent.bytes[i]);
  return !reader.open;
}

void tb_top_has(struct tb_top_bench *b, const struct tb_capture *c, size_t c_from, size_t from,
                bool all) {
  uint8_t *own = malloc(c->count - c_from + 1);
  if (own == NULL) tb_top_fail(b, "out of memory");
  const size_t got = tb_top_strip(b, own, c->bytes + c_from, c->count - c_from);
  const size_t sent = b->sent.count - from;
  const uint8_t *bytes = b->sent.bytes + b->sent.count - got;
  const bool few = got == 0 || got > sent || (all && got != sent);
  const bool same = !few && memcmp(own, bytes, got) == 0;
  free(own);
  if (few) tb_top_fail(b, "a sink has not as many bytes as it was sent (TCI:LINK-07, CTRL-11)");
  if (!same) tb_top_fail(b, "a sink has not what it was sent last (TCI:LINK-07, CTRL-11)");
  if (got != sent && !ends_message(b, b->sent.count - got))
    tb_top_fail(b, "a sink begins within a message (TCI:LINK-08)");
}

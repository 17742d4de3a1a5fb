/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/bench.h"
#include "rvt/regs.h"
#include "top_scenarios.h"

/* Sessions that the driver ends while the memory is full, or nearly so. */

enum {
  SPLICES = 60,
  RETURNS = 60,
  POLLS = 20000,
  SESSIONS = 120,
  RESUMES_MAX = 200,
  NEVER = 100000000
};

/** Stop, and as long as the memory holds the end of the trace up, read and resume. */
static void end_session(struct tb_top_bench *b, struct tb_top_parts *p) {
  for (unsigned resumes = 0; resumes <= RESUMES_MAX; resumes++) {
    const enum rvt_drv_status status = rvt_drv_stop(&p->drv, &p->path);
    if (status != RVT_DRV_ERR_STOPPED) tb_top_need(b, p, status, "stop");
    if (resumes == 0)
      tb_top_read_out(b, p);
    else
      tb_top_read_on(b, p);
    if (status == RVT_DRV_OK) return;
    b->tb->cover[TB_TOP_STOPS]++;
    if (strcmp(p->drv.error.field, "trRamEmpty") == 0) b->tb->cover[TB_TOP_KEPT_ENDS]++;
    tb_top_need(b, p, rvt_drv_resume(&p->drv, &p->ram), "resume");
  }
  tb_top_fail(b, "a session never ends (TCI:CTRL-12)");
}

/* Bytes of a small buffer; a packet that has no room in all of it is lost, not waited for. */
static uint64_t small(struct tb_top_bench *b) {
  const struct rvt_framing *f = b->tb->framing;
  return (f->headed ? f->longest : 4) + 4 * tb_rng_below(&b->tb->rng, 40);
}

void tb_top_full(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  p.drv.timeout = NEVER; /* a full memory is told of without waiting for it */
  for (unsigned i = 0; i < SESSIONS; i++) {
    tb_top_configure(b, &p, small(b), true);
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    tb_top_run(b, tb_rng_below(&b->tb->rng, 1200));
    b->play = false;
    end_session(b, &p);
    b->tb->cover[TB_TOP_SESSIONS]++;
    if (b->read_count != b->u.to_ram.count ||
        memcmp(b->read_out, b->u.to_ram.bytes, b->read_count) != 0)
      tb_top_fail(b, "the parts read out are not what was written (TCI:RAM-13)");
    tb_top_arrived(b, 0); /* pins beside the memory wait along */
  }
  PROVED("TCI:RAM-11");
  PROVED("TCI:RAM-13");
}

/** What is in the memory stays in it, pins beside it get everything; without pins the rest is
 * dropped. */
void tb_top_abandon(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  for (unsigned i = 0; i < SESSIONS; i++) {
    tb_top_configure(b, &p, small(b), true);
    const size_t before = b->u.to_ram.count, from = b->read_count;
    tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
    tb_top_run(b, tb_rng_below(&b->tb->rng, 1200));
    b->play = false;
    const enum rvt_drv_status status = rvt_drv_stop(&p.drv, &p.path);
    if (status != RVT_DRV_ERR_STOPPED) tb_top_need(b, &p, status, "stop");
    if (status == RVT_DRV_ERR_STOPPED) {
      b->tb->cover[TB_TOP_STOPS]++;
      tb_top_need(b, &p, rvt_drv_abandon(&p.drv, &p.path), "abandon");
      if (!b->u.p.sinks.has_pib) tb_top_need(b, &p, rvt_drv_reset(&p.drv, &p.te), "reset");
    }
    b->tb->cover[TB_TOP_SESSIONS]++;
    tb_top_read_out(b, &p);
    const size_t got = b->read_count - from;
    if (got != b->u.to_ram.count - before ||
        memcmp(b->read_out + from, b->u.to_ram.bytes + before, got) != 0)
      tb_top_fail(b, "a memory that was abandoned is not as it was written (TCI:RAM-13)");
    if (b->u.p.sinks.has_pib) tb_top_arrived(b, TB_TOP_PIB);
  }
  if (b->tb->cover[TB_TOP_STOPS] != 0) PROVED("TCI:RAM-13");
}

/**
 * Software has enabled the memory again that lost nothing, but may have missed messages: what it
 * then gets is a capture of its own. A message that nobody reads stands between the two.
 */
static void another_capture(struct tb_top_bench *b) {
  const struct rvt_framing *f = b->tb->framing;
  for (unsigned i = 0; i < f->broken_bytes; i++) tb_capture_byte(&b->u.to_ram, b->tb, f->broken);
  tb_capture_byte(&b->u.to_ram, b->tb, f->padding);
}

/**
 * The memory stops when it is full; software disables it, which discards what it has no room for,
 * and enables it again, the encoder on throughout. What stands after the message that was cut
 * begins anew. Now and then trace ends after the loss, and no block comes between the two.
 */
void tb_top_splice(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  const uint32_t on = RVT_TR_RAM_ACTIVE_MASK | RVT_TR_RAM_ENABLE_MASK;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 16 + 4 * tb_rng_below(&b->tb->rng, 20), true);
  tb_top_need(b, &p, rvt_drv_start(&p.drv, &p.path, true), "start");
  b->play = true;
  for (unsigned i = 0; i < SPLICES; i++) {
    tb_sw_poll(sw, TB_TOP_RAM, RVT_TR_RAM_ENABLE_MASK, 0, POLLS);
    b->tb->cover[TB_TOP_STOPS]++;
    const bool ends = tb_rng_one_in(&b->tb->rng, 3);
    const uint64_t lost = b->u.ram_lost;
    b->play = !ends;
    tb_sw_write_bytes(sw, TB_TOP_RAM, RVT_TR_RAM_ACTIVE_MASK, 1);
    if (ends) tb_top_set(b, TB_TOP_TE, TRACING, false);
    tb_sw_expect(sw, TB_TOP_RAM, RVT_TR_RAM_EMPTY_MASK, RVT_TR_RAM_EMPTY_MASK,
                 "a disabled sink holds something (TCI:RAM-13)");
    if (tb_rng_one_in(&b->tb->rng, 2)) tb_sw_write(sw, TB_TOP_RAM + RVT_TR_RAM_WP_LOW_OFFSET, 0);
    tb_sw_wait(sw, 1 + tb_rng_below(&b->tb->rng, 300));
    if (b->u.ram_lost == lost) another_capture(b);
    tb_sw_write_bytes(sw, TB_TOP_RAM, on, 1);
    if (ends) tb_top_set(b, TB_TOP_TE, TRACING, true);
    b->play = true;
  }
  b->play = false;
  tb_sw_write_bytes(sw, TB_TOP_RAM, on, 3); /* no stop any more: the end of the trace has room */
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  const struct tb_sink_judge *j = &b->u.judge[0];
  if (j->ends == 0 || j->errors == 0) tb_top_fail(b, "no message was cut, or nothing told of it");
  PROVED("TCI:RAM-13");
  PROVED("TCI:CTRL-11");
}

/** Wait until a sink has another message; it may not wait for ever, whatever the period. */
static void wait_for_message(struct tb_top_bench *b, const struct tb_sink_judge *j) {
  /* Whose messages say their length is judged elsewhere. */
  const struct tb_capture *c = j == &b->u.judge[0] ? &b->u.to_ram : &b->u.to_pins;
  const uint64_t *messages = b->tb->framing->headed ? &c->messages : &j->messages;
  const uint64_t before = *messages;
  for (unsigned i = 0; i < POLLS && *messages == before; i++) tb_sw_wait(&b->sw, 10);
  if (*messages == before) tb_top_fail(b, "a sink that comes back waits for ever (TCI:SYNC-09)");
}

/**
 * One sink goes off and comes back, again and again, while the other one takes everything: the one
 * that comes back gets a sync, and the other one loses nothing by that (D-34).
 */
void tb_top_return(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  uint16_t sink[2];
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_start(b, &p, &p.path);
  const unsigned n = tb_top_sinks(b, sink);
  b->play = true;
  for (unsigned i = 0; i < RETURNS; i++) {
    const unsigned which = tb_top_below(b, n);
    const uint64_t syncs = b->tb->cover[TB_ENC_SYNC_PERIODIC];
    tb_top_disable(b, sink[which]);
    tb_sw_wait(sw, tb_top_below(b, tb_rng_one_in(&b->tb->rng, 4) ? 2000 : 40));
    tb_top_enable(b, sink[which]);
    wait_for_message(b, &b->u.judge[sink[which] == TB_TOP_RAM ? 0 : 1]);
    /* Of E-Trace the message alone says it: the fork lets none through before a sync. */
    b->tb->cover[TB_TOP_RETURNS] +=
        b->tb->framing->headed || b->tb->cover[TB_ENC_SYNC_PERIODIC] != syncs;
  }
  b->play = false;
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  for (unsigned i = 0; i < 2; i++)
    if (b->u.judge[i].errors != 0) tb_top_fail(b, "an Error, though no sink has lost anything");
  b->tb->cover[TB_TOP_SESSIONS]++;
  PROVED("TCI:SYNC-09");
  PROVED("TCI:LINK-08");
}

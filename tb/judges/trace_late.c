/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace_late.h"

void tb_trace_late_clear(struct tb_trace_late *l) {
  l->put = l->told = 0;
  l->entry_put = l->entry_first = 0;
  l->bytes_put = l->bytes_taken = 0;
  l->insn_put = l->insn_told = 0;
  l->age = 0;
  l->due = l->asked = l->served = false;
}

static void keep_insns(struct tb_trace_late *l, const struct tb_trace_check *c, uint32_t at) {
  if (l->insn_put == l->insn_told) l->insn_put = l->insn_told = 0; /* what is near is quick */
  const unsigned count = tb_trace_check_slots(&l->clock[at].in, c->p.blocks);
  for (unsigned i = 0; i < count; i++) {
    l->clock[at].insns[i] = c->slot[i].insns;
    for (unsigned k = 0; k < c->slot[i].insns; k++)
      l->insn[l->insn_put++ % TB_LATE_INSNS] = c->slot[i].insn[k];
  }
}

static void give_insns(struct tb_trace_late *l, struct tb_trace_check *c, uint32_t at) {
  const unsigned count = tb_trace_check_slots(&l->clock[at].in, c->p.blocks);
  for (unsigned i = 0; i < count; i++) {
    c->slot[i].insns = l->clock[at].insns[i];
    for (unsigned k = 0; k < c->slot[i].insns; k++)
      c->slot[i].insn[k] = l->insn[l->insn_told++ % TB_LATE_INSNS];
  }
}

static void begin_block(struct tb_trace_late *l, uint32_t entry, bool due) {
  const uint32_t at = l->entry[entry].clock % TB_LATE_CLOCKS;
  const uint8_t block = l->entry[entry].begun++;
  if (due) l->clock[at].due = (uint8_t)(l->clock[at].due | 1u << block);
  l->clock[at].blocks--;
}

/* So many blocks are begun, those left of the oldest entry first: a sync is due before the first of
 * them, or not. */
static void begin_run(struct tb_trace_late *l, unsigned blocks, bool due) {
  while (blocks != 0 && l->entry_first != l->entry_put) {
    const uint32_t first = l->entry_first % TB_LATE_ENTRIES;
    if (l->entry[first].begun == l->entry[first].blocks) {
      l->entry_first++;
      continue;
    }
    begin_block(l, first, due);
    due = false;
    blocks--;
  }
}

/* NT:CTL-08: 2^(sync_max + 4) clocks since the last sync, or start, was recorded. TCI:SYNC-09: a
 * request that no such record, or one at the end of a session, has served since it rose (D-34). It
 * counts for the run that flow begins: a record on offer does not change as time passes (D-24).
 */
static void follow_flow(struct tb_trace_late *l, const struct tb_encoder_unit *u) {
  const bool by_clock = u->p.sync_clocks && u->in.cfg.sync_mode == RVT_PERIOD_CLOCKS;
  const bool reached = by_clock && l->age >= (uint64_t)16 << u->in.cfg.sync_max;
  const bool asked = l->asked || (u->in.sync_req && !l->served);
  const bool restarted = u->took.restarted;
  if (restarted)
    l->due = false;
  else if (u->took.begun)
    l->due = l->due || reached || asked;
  if (u->took.begun) begin_run(l, u->took.blocks, l->due);
  l->age = u->took.synced ? 0 : l->age + by_clock;
  l->asked = asked && !restarted;
  l->served = u->in.sync_req && (l->served || restarted);
}

static void follow_queue(struct tb_trace_late *l, const struct tb_encoder_unit *u) {
  const uint32_t at = l->entry_put % TB_LATE_ENTRIES;
  if (u->put.count == 0) return;
  l->entry[at].clock = l->put;
  l->entry[at].blocks = u->put.kind <= RVT_ENTRY_START ? u->put.count : 0;
  l->entry[at].begun = 0;
  l->clock[l->put % TB_LATE_CLOCKS].blocks = l->entry[at].blocks;
  l->entry_put++;
}

static void tell(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb) {
  for (; l->told != l->put && l->clock[l->told % TB_LATE_CLOCKS].blocks == 0; l->told++) {
    const uint32_t at = l->told % TB_LATE_CLOCKS;
    const struct rvt_ingress *in = &l->clock[at].in;
    give_insns(l, c, at);
    c->due = l->clock[at].due;
    c->lost = l->clock[at].lost;
    c->flushed = l->clock[at].flushed;
    tb_trace_check_clock(c, tb, &l->clock[at].config, in, l->clock[at].loss);
    c->due = 0;
    c->lost = c->flushed = false;
  }
  if (l->told == l->put) l->told = l->put = 0; /* what is near is quick */
  while (l->bytes_taken != l->bytes_put && tb_trace_check_owes(c) && tb->error[0] == 0)
    tb_trace_check_byte(c, tb, l->bytes[l->bytes_taken++ % TB_LATE_BYTES]);
}

void tb_trace_late_clock(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb,
                         const struct tb_encoder_unit *u) {
  if (!u->in.cfg.active) {
    tb_trace_late_clear(l);
    l->served = u->in.sync_req; /* by the start that comes */
    tb_trace_check_clock(c, tb, &u->in.cfg, &u->in.ingress, u->loss);
    return;
  }
  if (l->put - l->told == TB_LATE_CLOCKS || l->insn_put - l->insn_told > TB_LATE_INSNS / 2) {
    tb_fail(tb, "trace check: %u clocks wait for flow", l->put - l->told);
    return;
  }
  const uint32_t at = l->put % TB_LATE_CLOCKS;
  l->clock[at].config = u->in.cfg;
  l->clock[at].in = u->in.ingress;
  l->clock[at].loss = u->loss;
  l->clock[at].lost = u->in.dn_lost && !u->was_empty; /* D-33 */
  l->clock[at].flushed = u->took.flushed;
  l->clock[at].blocks = l->clock[at].due = 0;
  keep_insns(l, c, at);
  follow_flow(l, u);
  follow_queue(l, u);
  l->put++;
  tell(l, c, tb);
}

void tb_trace_late_byte(struct tb_trace_late *l, struct tb *tb, uint8_t byte) {
  if (l->bytes_put - l->bytes_taken == TB_LATE_BYTES) {
    tb_fail(tb, "trace check: %d bytes that the functional encoder does not send", TB_LATE_BYTES);
    return;
  }
  l->bytes[l->bytes_put++ % TB_LATE_BYTES] = byte;
}

void tb_trace_late_idle(struct tb_trace_late *l, struct tb_trace_check *c, struct tb *tb) {
  if (l->told != l->put) tb_fail(tb, "empty, but blocks are left that flow never began");
  while (l->bytes_taken != l->bytes_put && tb->error[0] == 0)
    tb_trace_check_byte(c, tb, l->bytes[l->bytes_taken++ % TB_LATE_BYTES]);
}

uint64_t tb_trace_late_lost(const struct tb_trace_late *l, const struct tb_trace_check *c,
                            struct tb *tb) {
  if (l->told != l->put) tb_fail(tb, "an overflow ends, but flow has not begun all before it");
  return tb_trace_check_lost(c);
}

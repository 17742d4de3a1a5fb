/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_times.h"

#include "rvt/regs.h"

enum { WORD_BYTES = 4 };

static void keep(uint64_t *longest, uint64_t clocks) {
  if (clocks > *longest) *longest = clocks;
}

static bool any_slot(const struct tb_top_unit *u) {
  for (unsigned i = 0; i < u->p.te.encoder.blocks; i++)
    if (rvt_block_valid(&u->in.ingress.block[i])) return true;
  return false;
}

/* A sink that makes the encoder wait, or gives its bytes up, has nothing to do with the path. */
static void time_memory(struct tb_top_times *t, const struct tb_top_unit *u, uint64_t clock,
                        uint64_t *longest) {
  const struct rvt_top_out *out = &u->out;
  const bool away = rvt_ingress_away(&u->in.ingress);
  const bool runs = out->sinks.ram.s_dn_on && u->model.sinks.ram.level_q == 0;
  if (out->te.empty && runs && any_slot(u) && !away && rvt_config_on(&out->te.cfg)) {
    t->to_memory = true;
    t->block = clock;
    longest[TB_TOP_TIMED]++;
  }
  if (!out->te.cfg.active || !out->sinks.ram.s_dn_on ||
      (out->te.m.valid && !out->sinks.fork.s_ready))
    t->to_memory = false;
  if (!out->sinks.ram.s_dn_on) t->to_word = false;
  if (out->sinks.ram.ram_we) {
    if (t->to_memory) keep(&longest[TB_TOP_TO_MEMORY], clock - t->block);
    if (t->to_word) keep(&longest[TB_TOP_TO_WORD], clock - t->word);
    t->to_memory = t->to_word = false;
  }
  const struct rvt_beat *m = &out->sinks.fork.m[0];
  if (m->valid && out->sinks.ram.s_ready && u->model.sinks.ram.level_q < WORD_BYTES &&
      u->model.sinks.ram.level_q + m->bytes >= WORD_BYTES) {
    t->to_word = true;
    t->word = clock;
  }
}

/* What else raises stall is no slot: the end of debug mode, a write of the configuration. */
static void time_stall(struct tb_top_times *t, const struct tb_top_unit *u, uint64_t clock,
                       uint64_t *longest) {
  const bool away = rvt_ingress_away(&u->in.ingress);
  if (u->out.te.stall && !t->stalled && t->grouped && t->could && !t->away)
    keep(&longest[TB_TOP_TO_STALL], clock - t->slot);
  t->stalled = u->out.te.stall;
  t->away = away;
  t->could = rvt_config_on(&u->out.te.cfg) && u->out.te.cfg.stall_ena;
  if (any_slot(u)) {
    t->grouped = true;
    t->slot = clock;
  }
}

static void time_bus(struct tb_top_times *t, const struct tb_top_unit *u, uint64_t clock,
                     uint64_t *longest) {
  const struct rvt_apb *bus = &u->bus.pins;
  if (t->to_request && u->out.active_req != 0) {
    keep(&longest[TB_TOP_TO_REQUEST], clock - t->request);
    t->to_request = false;
  }
  if (!bus->psel) return;
  if (!bus->penable) t->setup = clock;
  if (!bus->penable || !u->out.pready) return;
  const bool data = !bus->pwrite && bus->paddr >> 2 == (RVT_RAM_BASE + RVT_TR_RAM_DATA_OFFSET) >> 2;
  keep(&longest[data ? TB_TOP_OF_DATA : TB_TOP_OF_ACCESS], clock - t->setup);
  const bool control = (bus->paddr & (RVT_COMPONENT_BYTES - 1)) >> 2 == 0;
  if (bus->pwrite && control && (bus->pstrb & bus->pwdata & 1) != 0 && u->out.active_req == 0) {
    t->to_request = true;
    t->request = clock;
  }
}

void tb_top_times_clock(struct tb_top_times *t, const struct tb_top_unit *u, uint64_t clock,
                        uint64_t *longest) {
  if (u->p.sinks.has_ram) time_memory(t, u, clock, longest);
  time_stall(t, u, clock, longest);
  time_bus(t, u, clock, longest);
}

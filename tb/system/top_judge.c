/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_judge.h"

#include "harness/bench.h"
#include "rvt/regs.h"
#include "top_bench.h"

/* ---- Times --------------------------------------------------------------------------------- */

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

/* ---- What is judged in each clock ---------------------------------------------------------- */

/* What software has written, not what the registers hold: SrcBits is clamped, SrcID masked by it
 * (TCI:BUS-09, BUS-10). */
static void follow_writes(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_apb *bus = &b->u.in.apb;
  const uint8_t most = b->u.p.te.encoder.src_bits_max;
  const uint32_t lanes = rvt_apb_lanes(bus);
  const uint32_t word = bus->paddr & ~3u; /* of all components */
  if (!b->u.out.te.cfg.active) {
    j->inhibit = false;
    j->wrote = (struct tb_top_src){0};
  } else if (rvt_apb_writes(bus) && !b->u.out.te.closing) {
    if (word == TB_TOP_TE + RVT_TR_TE_CONTROL_OFFSET && (lanes & RVT_TR_TE_INHIBIT_SRC_MASK) != 0)
      j->inhibit = most != 0 && (bus->pwdata & RVT_TR_TE_INHIBIT_SRC_MASK) != 0;
    if (word == TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET) {
      uint32_t w = RVT_WITH_FIELD(0u, RVT_TR_TE_SRC_ID, j->wrote.id);
      w = RVT_WITH_FIELD(w, RVT_TR_TE_SRC_BITS, j->wrote.bits);
      w = (w & ~lanes) | (bus->pwdata & lanes);
      j->wrote.bits = (uint8_t)RVT_FIELD(w, RVT_TR_TE_SRC_BITS);
      if (j->wrote.bits > most) j->wrote.bits = most;
      j->wrote.id = (uint16_t)(RVT_FIELD(w, RVT_TR_TE_SRC_ID) & ((1u << j->wrote.bits) - 1));
    }
  }
}

/* While trace is on, writes wait for its next start (TCI:CTRL-23). */
static void follow_src(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_config *c = &b->s.unit.in.cfg;
  if (!c->active) {
    j->begun = j->opened;
    j->between = true;
  }
  if (!rvt_ingress_on_now(&b->u.p.te.encoder, c, &b->u.in.ingress))
    j->next = j->inhibit ? (struct tb_top_src){0} : j->wrote;
  follow_writes(b);
}

/* A session has begun. */
static void count_start(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  if (j->open || !b->s.unit.model->ingress.open_q) return;
  if (j->opened - j->begun == TB_TOP_STARTS)
    tb_fail(b->tb, "%d sessions have begun without a message", TB_TOP_STARTS);
  const struct rvt_config *c = &b->s.unit.in.cfg;
  const unsigned bits = c->inhibit_src ? 0 : c->src_bits;
  if (bits != j->next.bits)
    tb_fail(b->tb, "a session begins with %u bits of SRC, software has written %u (TCI:TE-07)",
            bits, j->next.bits);
  j->start[j->opened++ % TB_TOP_STARTS] = j->next;
}

void tb_top_judge_message(void *bench, struct tb *tb, const struct rvt_ntrace_msg *m) {
  struct tb_top_bench *b = bench;
  struct tb_top_judge *j = &b->judge;
  if (j->between && rvt_ntrace_is_sync(m->tcode) && j->begun != j->opened) {
    j->now = j->start[j->begun++ % TB_TOP_STARTS];
    j->between = false;
  }
  if (m->src != j->now.id)
    tb_fail(tb, "a message has SRC %u, software has written 0x%x with %u bits (NT:GEN-09)", m->src,
            j->now.id, j->now.bits);
  else if (j->now.bits > 1 && m->src != 0)
    PROVED("NT:GEN-09");
  j->between = j->between || m->tcode == RVT_TC_ERROR || m->tcode == RVT_TC_PROG_TRACE_CORRELATION;
  tb->cover[TB_TOP_ERROR_SRC] += m->tcode == RVT_TC_ERROR && m->src != 0;
}

/* Triggers set and clear the register while Enable is 1 and they are let through; both in one clock
 * leave it 0. A write wins or loses by rules of its own (TCI:TRIG-16). */
static void follow_tracing(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_config *c = &j->before;
  const bool now = b->u.model.te.regs.tracing_q;
  const bool counts = c->enable && c->trig_ena;
  bool expected = j->tracing;
  if (counts && (j->on || j->off)) expected = !j->off;
  if (!j->written && now != expected)
    tb_fail(b->tb, "trTeInstTracing is %d, expected %d after triggers on %d, off %d (NT:CTL-03)",
            now, expected, j->on, j->off);
  if (!j->written && c->enable && !c->trig_ena)
    b->tb->cover[TB_TOP_TRIGGERS_MASKED] += j->off ? j->tracing : j->on && !j->tracing;
  if (now == j->tracing) return;
  j->by_trigger = !j->written;
  b->tb->cover[TB_TOP_ON_TRIGGER] += j->by_trigger && now;
}

static bool writes_control(const struct rvt_apb *bus) {
  return rvt_apb_writes(bus) && (bus->paddr & 0xFFFCu) == TB_TOP_TE + RVT_TR_TE_CONTROL_OFFSET &&
         (bus->pstrb & 1) != 0;
}

void tb_top_judge_registers(struct tb_top_bench *b) {
  struct tb_top_judge *j = &b->judge;
  const struct rvt_config *c = &b->s.unit.in.cfg;
  const struct rvt_ingress *in = &b->u.in.ingress;
  const unsigned triggers = b->u.p.te.encoder.events ? in->trigger | in->ext_trigger : 0u;
  follow_src(b);
  if (c->active && j->before.active) {
    follow_tracing(b);
    if (j->before.enable && !c->enable) {
      j->fifo_level = rvt_encoder_fifo(&b->u.model.te.encoder)->level_q;
      j->queue_level = b->u.model.te.encoder.queue.level_q;
    }
  }
  j->before = *c;
  j->tracing = b->u.model.te.regs.tracing_q;
  j->on = (triggers & RVT_TRIGGER_ON) != 0;
  j->off = (triggers & RVT_TRIGGER_OFF) != 0;
  j->written = writes_control(&b->u.in.apb);
  j->open = b->s.unit.model->ingress.open_q;
}

/* A session that was open has ended: by what? */
static void count_stop(struct tb_top_bench *b) {
  const struct tb_top_judge *j = &b->judge;
  const struct tb_encoder_unit *u = &b->s.unit;
  if (!j->open || u->model->ingress.open_q || u->on_before) return;
  if (!j->before.active || rvt_ingress_away(&u->in.ingress)) return;
  const enum tb_top_cover cause = !j->before.enable ? TB_TOP_OFF_ENABLE
                                  : j->by_trigger   ? TB_TOP_OFF_TRIGGER
                                                    : TB_TOP_OFF_TRACING;
  b->tb->cover[cause]++;
}

void tb_top_judge_clock(struct tb_top_bench *b) {
  const struct tb_encoder_unit *u = &b->s.unit;
  count_stop(b);
  count_start(b);
  if (b->check == TB_TOP_CHECK_TE && tb_encoder_unit_idle(u) && u->loss == RVT_LOSS_NONE)
    tb_trace_check_empty(&b->s.check, b->tb);
}

void tb_top_judge_rows(const struct tb_top_bench *b) {
  const uint64_t *c = b->tb->cover;
  if (b->check == TB_TOP_CHECK_NONE || b->tb->error[0] != 0) return;
  if (c[TB_ENC_SYNC_ENABLE] > 1 && c[TB_ENC_SYNC_DEBUG] != 0 && c[TB_ENC_SYNC_OVERRUN] != 0 &&
      c[TB_ENC_SYNC_RESET] != 0 && c[TB_ENC_SYNC_POWER] != 0)
    PROVED("TCI:TE-16");
  const bool stops = c[TB_TOP_OFF_TRACING] != 0 && c[TB_TOP_OFF_TRIGGER] != 0;
  if (stops && c[TB_TOP_OFF_ENABLE] != 0 && c[TB_ENC_EV_DEBUG] != 0) PROVED("TCI:TE-17");
  if (stops && c[TB_TOP_ON_TRIGGER] != 0 && c[TB_TOP_TRIGGERS_MASKED] != 0) PROVED("NT:CTL-03");
}

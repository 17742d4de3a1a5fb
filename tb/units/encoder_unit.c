/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "encoder_unit.h"

#include "agents/records.h"
#include "harness/config.h"

bool tb_encoder_unit_init(struct tb_encoder_unit *u, struct tb *tb) {
  if (!tb_encoder_params(tb, &u->p)) return false;
  u->all_bits = 0xff;
  struct rvt_error e = {""};
  if (u->model == NULL) u->model = &u->own;
  if (rvt_encoder_init(&u->own, &u->p, &e) != RVT_OK) tb_fail(tb, "encoder: %s", e.text);
  return tb->error[0] == 0;
}

void tb_encoder_unit_reset(struct tb_encoder_unit *u, struct tb *tb) {
  if (rvt_encoder_init(&u->own, &u->p, NULL) != RVT_OK) tb_fail(tb, "encoder: init failed");
  u->on_before = u->was_empty = u->was_settled = u->enabled_before = false;
  u->off_before = u->want_before = false;
  u->loss = RVT_LOSS_NONE;
  u->packets = (struct tb_etrace_cover){0};
}

/* Whether what its messages are is counted. */
static inline bool is_ntrace(const struct tb_encoder_unit *u) {
  return u->p.format == RVT_PROTOCOL_NTRACE;
}

/* Extended addresses, by the bytes that the packer has found that they need. */
static void count_extended(const struct rvt_ntrace_packer *k, uint64_t *cover) {
  if (!k->extend_q) return;
  const unsigned bytes = k->addr_more_q + 1u, all = (k->p.addr_width + 5u) / 6u;
  const bool high = (k->addr_q >> (k->p.addr_width - 1) & 1) != 0;
  cover[TB_ENC_EXTEND_HIGH] += high && bytes < all;
  cover[TB_ENC_EXTEND_ZERO] += !high && k->addr_q >> (6 * (bytes - 1)) == 0 && bytes > 1;
  cover[TB_ENC_EXTEND_ALL] += bytes == all;
}

/* What flow has done is read off the packer, which loads every record. */
static void count_record(const struct tb_encoder_unit *u, uint64_t *cover) {
  const struct rvt_ntrace_packer *k = &u->model->messages.ntrace.packer;
  const uint8_t tcode = k->carry_q & 0x3f;
  const bool htm = u->in.cfg.mode == RVT_MODE_HTM;
  cover[TB_ENC_TCODES + (htm ? (unsigned)TB_TCODES : 0u) + tb_tcode_index(tcode)]++;
  tb_encoder_cross_record(&u->in, tcode, cover + TB_ENC_CROSS);
  const unsigned src_bits = u->in.cfg.inhibit_src ? 0 : u->in.cfg.src_bits;
  const unsigned sub = k->carry_q >> (6 + src_bits) & 15;
  cover[TB_ENC_REPEAT_MOST] +=
      tcode == RVT_TC_REPEAT_BRANCH && k->icnt_q == u->model->messages.ntrace.repeat.count_max;
  const bool counted = tcode == RVT_TC_RESOURCE_FULL && sub == RVT_RC_HIST_REPEAT;
  cover[TB_ENC_HREPEAT] += counted;
  cover[TB_ENC_HREPEAT_MOST] += counted && k->icnt_q == u->model->messages.ntrace.repeat.count_max;
  if (rvt_ntrace_is_sync(tcode)) {
    cover[TB_ENC_SYNC_ENABLE] += sub == RVT_SYNC_ENABLE;
    cover[TB_ENC_SYNC_DEBUG] += sub == RVT_SYNC_DEBUG;
    cover[TB_ENC_SYNC_OVERRUN] += sub == RVT_SYNC_OVERRUN;
    cover[TB_ENC_SYNC_PERIODIC] += sub == RVT_SYNC_PERIODIC;
    cover[TB_ENC_SYNC_CLOCKS] +=
        sub == RVT_SYNC_PERIODIC && u->in.cfg.sync_mode == RVT_PERIOD_CLOCKS;
    cover[TB_ENC_ASKED] += sub == RVT_SYNC_PERIODIC && u->in.cfg.sync_mode == RVT_PERIOD_OFF;
    cover[TB_ENC_SYNC_EXTERNAL] += sub == RVT_SYNC_EXTERNAL;
    cover[TB_ENC_SYNC_RESET] += sub == RVT_SYNC_RESET;
    cover[TB_ENC_SYNC_EVENT] += sub == RVT_SYNC_EVENT;
    cover[TB_ENC_SYNC_POWER] += sub == RVT_SYNC_POWER;
  } else if (tcode == RVT_TC_PROG_TRACE_CORRELATION) {
    cover[TB_ENC_EV_DEBUG] += sub == RVT_EV_DEBUG;
    cover[TB_ENC_EV_DISABLED] += sub == RVT_EV_DISABLED;
    cover[TB_ENC_EV_POWER] += sub == RVT_EV_POWER;
  }
  count_extended(k, cover);
  cover[TB_ENC_BOTH_FULL] += tcode == RVT_TC_RESOURCE_FULL && sub == RVT_RC_ICNT &&
                             rvt_ntrace_flow_drains(&u->model->messages.ntrace.flow);
}

/* Of a return for which the stack had an entry, the block after it is begun: is it where the entry
 * says? Addresses are >> 1. */
static void count_return(const struct tb_encoder_unit *u, uint64_t expected, uint64_t *cover) {
  const struct rvt_ntrace_run *run = &u->took.run;
  if (!u->took.valid || run->kind > RVT_ENTRY_START || !run->known) return;
  const uint64_t differs = expected ^ run->addr;
  cover[TB_ENC_RET_OTHER] += differs != 0;
  cover[TB_ENC_RET_LOW] += differs != 0 && differs >> 12 == 0;
  cover[TB_ENC_RET_HIGH] += differs != 0 && (differs & 0xFFF) == 0;
}

static void count_edge(const struct tb_encoder_unit *u, const struct tb_encoder_before *b, bool on,
                       uint64_t *cover) {
  const struct rvt_encoder *m = u->model;
  if (!u->in.cfg.active) return;
  cover[TB_ENC_STOP_FULL] += b->level <= u->p.queue_depth && m->queue.level_q > u->p.queue_depth;
  if (!b->overflow && m->ingress.overflow_q) {
    cover[b->open ? TB_ENC_OVERFLOW_SESSION : TB_ENC_OVERFLOW_NO_SESSION]++;
    cover[TB_ENC_STOP_FULL_OVERFLOW] += b->level > u->p.queue_depth;
  }
  if (b->overflow && !m->ingress.overflow_q)
    cover[on ? TB_ENC_OVERFLOW_END_RUNNING : TB_ENC_OVERFLOW_END_STOPPED]++;
  if (b->lost && !b->overflow)
    cover[!b->open ? TB_ENC_LOST_END : on ? TB_ENC_LOST_OPEN : TB_ENC_LOST_STOP]++;
  if (!is_ntrace(u)) return;
  if (b->takes && m->messages.ntrace.packer.busy_q) count_record(u, cover);
  cover[TB_ENC_HISTORY_FLUSH] += u->took.flushed;
  cover[TB_ENC_HELD] += !b->held && m->messages.ntrace.flow.held_q;
  cover[TB_ENC_REPEAT_OVERFLOW] += b->repeats && !b->overflow && m->ingress.overflow_q;
  const bool implicit = b->pop && !m->messages.ntrace.flow.pop_q && !u->took.recorded;
  if (b->pop && !m->messages.ntrace.flow.pop_q) count_return(u, b->pop_addr, cover);
  cover[TB_ENC_IMPLICIT] += implicit;
  cover[TB_ENC_IMPLICIT_1] += implicit && u->in.cfg.ir_mode == 1;
  cover[TB_ENC_IMPLICIT_2] += implicit && u->in.cfg.ir_mode == 2;
}

/* What the build with events and sequential jumps has to meet, before the edge. */
static void count_events(struct tb_encoder_unit *u, bool open, uint64_t *cover) {
  const struct rvt_ingress *in = &u->in.ingress;
  const struct rvt_config *c = &u->in.cfg;
  const bool trig_on =
      c->active && c->enable && rvt_ingress_triggered(&u->p, c, in, RVT_TRIGGER_ON);
  const bool trig_off = rvt_ingress_triggered(&u->p, c, in, RVT_TRIGGER_OFF);
  cover[TB_ENC_BOTH_TRIGGERS] += trig_on && trig_off && !c->tracing;
  cover[TB_ENC_OFF_THEN_ON] += open && u->off_before && !c->tracing && trig_on;
  cover[TB_ENC_RESET_PENDING] += is_ntrace(u) && open && in->hart_reset &&
                                 u->model->messages.ntrace.flow.pend_q &&
                                 u->model->queue.level_q == 0;
  u->off_before = trig_off && c->tracing;
}

static void count_put(const struct tb_encoder_unit *u, uint64_t *cover) {
  const struct rvt_queue *q = &u->model->queue;
  const struct rvt_entry *e = &q->mem_q[(q->wptr_q + q->depth - 1u) % q->depth];
  cover[TB_ENC_SEVERAL] += e->blocks > 1;
  for (unsigned i = 0; i < e->blocks; i++) {
    cover[TB_ENC_SEQ_WITHIN] += e->head[i].seq == RVT_SEQ_WITHIN;
    cover[TB_ENC_SEQ_BEHIND] += e->head[i].seq == RVT_SEQ_BEHIND;
    if (e->head[0].kind <= RVT_ENTRY_START)
      cover[TB_ENC_CROSS + TB_ENC_CROSS_ITYPE + (e->head[i].itype & 15u)]++;
  }
}

/* What flow looks at, before the edge. */
static void see_run(struct tb_encoder_unit *u) {
  const struct rvt_ntrace_runs *runs = &u->model->messages.ntrace.flow.runs;
  u->took.valid = runs->valid_q;
  u->took.run = runs->run_q;
}

/* After the edge: what has come to flow, and flow's record where it goes first. */
static void see_flow(struct tb_encoder_unit *u) {
  const struct rvt_ntrace_messages *m = &u->model->messages.ntrace;
  u->took.begun = m->load && m->flow.runs.run_q.kind <= RVT_ENTRY_START;
  u->took.blocks = m->flow.runs.run_q.blocks;
  const uint8_t tcode = m->left_tcode;
  u->took.recorded = m->left;
  u->took.flushed = u->flush_before && m->history.flush_q;
  u->took.synced = u->took.recorded && rvt_ntrace_is_sync(tcode);
  u->took.restarted =
      u->took.synced ||
      (u->took.recorded && (tcode == RVT_TC_ERROR || tcode == RVT_TC_PROG_TRACE_CORRELATION));
}

static void see_packets(struct tb_encoder_unit *u, uint64_t *cover) {
  const struct rvt_etrace_messages *m = &u->model->messages.etrace;
  u->took.begun = m->out.load && m->flow.run_q.head.kind <= RVT_ENTRY_START;
  u->took.blocks = 1;
  u->took.synced = m->out.synced;
  u->took.restarted = m->out.restart;
  tb_etrace_cover_after(&u->packets, u->model, &u->in.cfg, cover + TB_ENC_ETRACE);
}

/* After the edge: what was written. */
static void see_queue(struct tb_encoder_unit *u, uint8_t wptr) {
  const struct rvt_queue *q = &u->model->queue;
  const struct rvt_entry *e = &q->mem_q[wptr];
  u->put.count = q->wptr_q != wptr ? e->blocks : 0;
  u->put.kind = (uint8_t)e->head[0].kind;
}

/* Whether the packer takes a record at the edge if there is one. */
static bool takes_record(const struct rvt_encoder *m) {
  const struct rvt_ntrace_packer_in in = {.m_ready = rvt_msg_fifo_ready(rvt_encoder_fifo(m))};
  struct rvt_ntrace_packer_out out;
  rvt_ntrace_packer_outputs(&m->messages.ntrace.packer, &in, &out);
  return out.rec_ready;
}

/* Of N-Trace, before the edge. */
static void see_ntrace(struct tb_encoder_unit *u, struct tb_encoder_before *b, uint64_t *cover) {
  const struct rvt_encoder *m = u->model;
  const struct rvt_ntrace_messages *n = &m->messages.ntrace;
  b->takes = takes_record(m);
  b->held = n->flow.held_q;
  b->pop = n->flow.pop_q;
  b->pop_addr = n->flow.pop_addr_q;
  b->repeats = n->repeat.count_q;
  see_run(u);
  u->flush_before = tb_encoder_flushes(m, u->in.flush_req);
  if (b->repeats == 0) return;
  cover[TB_ENC_REPEAT_ALONE] += m->queue.level_q == 0 && n->fifo.level_q == 0 &&
                                rvt_ntrace_messages_settled(n) &&
                                !rvt_ntrace_packer_busy(&n->packer);
  cover[TB_ENC_REPEAT_INACTIVE] += !u->in.cfg.active;
}

void tb_encoder_unit_before(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]) {
  const struct rvt_encoder *m = u->model;
  u->before = (struct tb_encoder_before){.open = m->ingress.open_q,
                                         .overflow = m->ingress.overflow_q,
                                         .level = m->queue.level_q,
                                         .wptr = m->queue.wptr_q,
                                         .lost = m->ingress.lost_q};
  const bool on = rvt_ingress_on_now(&u->p, &u->in.cfg, &u->in.ingress);
  const bool halted = rvt_ingress_away(&u->in.ingress);
  if (is_ntrace(u))
    see_ntrace(u, &u->before, cover);
  else
    tb_etrace_cover_before(&u->packets, m, &u->in.cfg);
  if (u->p.events) count_events(u, u->before.open, cover);
  cover[TB_ENC_STALL] += u->out.stall;
  cover[TB_ENC_QUEUE_FULL] += m->queue.level_q >= u->p.queue_depth;
  cover[TB_ENC_FIFO_FULL] += !rvt_msg_fifo_ready(rvt_encoder_fifo(m));
  cover[TB_ENC_INACTIVE_BUSY] += !u->in.cfg.active && !u->out.empty;
  cover[TB_ENC_EMPTY] += u->out.empty && !u->was_empty;
  cover[TB_ENC_FLUSH_ACK] += u->out.flush_ack;
  cover[TB_ENC_BLOCKS] += rvt_block_valid(&u->in.ingress.block[0]) && on && !halted;
  u->was_empty = u->out.empty;
  u->was_settled = u->out.settled;
  /* E-Trace reports the enable (ETR:DC-07). */
  u->on_before = on || (!is_ntrace(u) && u->in.cfg.enable && !u->enabled_before);
  u->enabled_before = u->in.cfg.enable;
}

void tb_encoder_unit_after(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]) {
  const struct rvt_encoder *m = u->model;
  const struct tb_encoder_before b = u->before;
  const bool on = rvt_ingress_on_now(&u->p, &u->in.cfg, &u->in.ingress);
  const bool halted = rvt_ingress_away(&u->in.ingress);
  if (is_ntrace(u))
    see_flow(u);
  else
    see_packets(u, cover);
  count_edge(u, &b, on && !halted, cover);
  if (b.overflow && m->ingress.overflow_q)
    tb_encoder_cross_overflow(&u->p, &u->in.ingress, u->want_before, on && !halted,
                              cover + TB_ENC_CROSS);
  u->want_before = on && !halted;
  see_queue(u, b.wptr);
  if (u->put.count != 0 && u->in.cfg.active) count_put(u, cover);
  if (u->in.cfg.active) cover[TB_ENC_RUN_SEVERAL] += u->took.begun && u->took.blocks > 1;
  u->loss = !u->in.cfg.active                      ? RVT_LOSS_NONE
            : b.overflow && !m->ingress.overflow_q ? RVT_LOSS_END
            : b.overflow || m->ingress.overflow_q  ? RVT_LOSS_REFUSE
                                                   : RVT_LOSS_NONE;
}

void tb_encoder_unit_tick(struct tb_encoder_unit *u, uint64_t cover[TB_ENC_COVERS]) {
  tb_encoder_unit_before(u, cover);
  rvt_encoder_tick(u->model, &u->in);
  tb_encoder_unit_after(u, cover);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "directed.h"
#include "directed_code.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "judges/stream_check.h"
#include "judges/trace_late.h"
#include "oracle/row.h"
#include "rvt/ntrace_text.h"
#include "scenario.h"

/*
 * Option cases=FILE: hand-written cases, one after the other, each from reset by trTeActive. What
 * the encoder must not look at is garbage in every clock. Beside the comparison in every clock and
 * the checks of tb_trace_check, exactly the messages of the file must come, and the decoder must
 * find in them what ran.
 */

enum { QUIET = 64, SENT_MAX = 1024 };
enum { CASES = TB_ENC_COVERS, MESSAGES, CHECKS, DECODED, SKIPPED, COVERS };
static const char *const covers[COVERS] = {TB_ENC_COVER_NAMES, "cases",   "messages",
                                           "checks",           "decoded", "skipped"};

/* As in TB_SCENARIO_BINDS. */
struct ports {
  struct tb_encoder_unit unit;
  uint64_t config_bits;
  bool dn_on, dn_stopped;
};

struct directed_bench {
  struct ports s;
  struct tb_stream_check stream;
  struct tb_trace_check check;
  struct tb_trace_late late;
  struct tb_directed d;
  const char *path;
  size_t at, op;   /* case and operation of the moment */
  uint64_t clocks; /* of that operation that have been */
  unsigned quiet;  /* clocks without a byte */
  bool begun;      /* the case has had its clock with trTeActive 0 */
  bool ending;     /* all operations have been: what is on its way still comes */
  uint8_t priv;
  bool priv_set, sink;
  const struct tb_directed_op *now; /* the block of this clock; NULL: none */
  unsigned session;
  struct tb_directed_code code;
  uint64_t addr_mask, time_mask;
  uint32_t sent_count;
  char sent[SENT_MAX][RVT_MSG_TEXT_MAX];
};

#define T struct directed_bench
static const struct tb_bind binds[] = {
    TB_SCENARIO_BINDS(T),
    TB_OUT(T, "encoder", "settled_o", s.unit.out.settled),
    TB_IN(T, "m_ready_i", s.unit.in.m_ready),
    TB_IN(T, "m_dn_on_i", s.dn_on),
    TB_IN(T, "m_dn_stopped_i", s.dn_stopped),
    TB_IN(T, "m_dn_lost_i", s.unit.in.dn_lost),
    TB_IN(T, "m_sync_req_i", s.unit.in.sync_req),
    TB_IN(T, "m_flush_req_i", s.unit.in.flush_req),
    TB_OUT(T, "encoder", "m_valid_o", s.unit.out.m.valid),
    TB_OUT(T, "encoder", "m_data_o", s.unit.out.m.data),
    TB_OUT(T, "encoder", "m_bytes_o", s.unit.out.m.bytes),
    TB_OUT(T, "encoder", "m_eom_o", s.unit.out.m.eom),
    TB_OUT(T, "encoder", "m_sync_o", s.unit.out.m.sync),
    TB_OUT_APART(T, "encoder", "m_length_o", s.unit.out.m.length, s.unit.all_bits),
    TB_OUT(T, "encoder", "m_flush_ack_o", s.unit.out.flush_ack),
};
#undef T

static void take_message(void *self, struct tb *tb, const struct rvt_ntrace_msg *m) {
  struct directed_bench *b = self;
  if (tb->error[0] != 0) return;
  if (b->sent_count == SENT_MAX ||
      rvt_ntrace_msg_print(&b->check.format, m, b->sent[b->sent_count]) != RVT_OK)
    tb_fail(tb, "%s: more than %d messages in a case, or one without text", b->path, SENT_MAX);
  else
    b->sent_count++;
  tb->cover[MESSAGES]++;
}

static bool init(void *self, struct tb *tb) {
  struct directed_bench *b = self;
  struct rvt_error e = {{0}};
  if (!tb_encoder_unit_init(&b->s.unit, tb)) return false;
  b->addr_mask = tb_ones(b->s.unit.p.xlen);
  b->time_mask = tb_ones(b->s.unit.p.ts_width);
  b->code.xlen = b->s.unit.p.xlen;
  b->stream =
      (struct tb_stream_check){.unit = "encoder", .lanes = b->s.unit.p.lanes, .framing = true};
  b->path = tb_option_text(tb, "cases", NULL);
  if (b->path == NULL)
    tb_fail(tb, "no option cases=FILE");
  else if (tb_directed_load(&b->d, b->path, &b->s.unit.p, &e) != RVT_OK)
    tb_fail(tb, "%s", e.text);
  b->check.on_message = take_message;
  b->check.context = b;
  return tb->error[0] == 0 && tb_trace_check_open(&b->check, tb, &b->s.unit.p);
}

static void reset(void *self, struct tb *tb) {
  struct directed_bench *b = self;
  if (b->begun) tb_fail(tb, "cases need a run with -o resets=0");
  tb_encoder_unit_reset(&b->s.unit, tb);
  tb_trace_late_clear(&b->late);
  tb_stream_check_clear(&b->stream);
}

static const struct tb_directed_case *next_case(struct directed_bench *b) {
  while (b->at < b->d.count && b->d.cases[b->at].skipped != NULL) b->at++;
  return b->at < b->d.count ? &b->d.cases[b->at] : NULL;
}

/* What no message depends on while nobody has turned it on. */
static void garbage(struct directed_bench *b, struct tb_rng *rng) {
  static const uint8_t privs[] = {RVT_PRIV_U, RVT_PRIV_S, RVT_PRIV_M, RVT_PRIV_VU, RVT_PRIV_VS};
  struct rvt_ingress *in = &b->s.unit.in.ingress;
  const struct rvt_params *p = &b->s.unit.p;
  const uint32_t itypes = (1u << p->itype_width) - 3;
  for (unsigned i = 0; i < p->blocks; i++)
    in->block[i] = (struct rvt_block){
        .itype = tb_rng_one_in(rng, 2) ? 0 : (uint8_t)(3 + tb_rng_below(rng, itypes)),
        .ilastsize = (uint8_t)tb_rng_below(rng, 4),
        .sijump = tb_rng_one_in(rng, 2),
        .iaddr = tb_rng_next(rng) & b->addr_mask};
  in->cause = tb_rng_next(rng) & b->addr_mask;
  in->tval = tb_rng_next(rng) & b->addr_mask;
  in->context = tb_rng_below(rng, 2);
  in->impdef = tb_rng_below(rng, 2);
  in->ctype = (uint8_t)tb_rng_below(rng, 4);
  in->priv = b->priv_set ? b->priv : privs[tb_rng_below(rng, sizeof privs)];
}

/* Triggers without the hardware for them, and while they are not enabled, mean nothing. */
static void ignored_events(struct directed_bench *b, struct tb_rng *rng) {
  struct rvt_ingress *in = &b->s.unit.in.ingress;
  const uint64_t r = tb_rng_next(rng);
  if (!b->s.unit.p.events) {
    in->trigger = (uint8_t)(r & ((4u << b->s.unit.p.blocks) - 1));
    in->ext_trigger = (uint8_t)(r >> 8 & 7);
  } else if (!b->s.unit.in.cfg.trig_ena) {
    in->trigger |= (uint8_t)(r & 3);
    in->ext_trigger |= (uint8_t)(r >> 8 & 3);
  }
}

static void put_block(struct directed_bench *b, const struct tb_directed_op *op) {
  const struct rvt_params *p = &b->s.unit.p;
  struct rvt_ingress *in = &b->s.unit.in.ingress;
  const uint64_t times = b->clocks / (op->pause + 1u);
  if (b->clocks % (op->pause + 1u) != 0) return;
  b->now = op;
  for (unsigned i = 0; i < op->slots; i++) {
    const struct tb_directed_slot *from = &op->slot[i];
    struct rvt_block *g = &in->block[i];
    if (!tb_directed_reports(from)) continue; /* a hole: garbage */
    g->iaddr = (from->address + 2 * op->step * times) & b->addr_mask;
    g->itype = from->itype;
    g->iretire = p->single ? from->units != 0 : from->units;
    /* half-words 1, 2, 4: 0, 1, 2; of no use in the block form but to sequential jumps */
    if (p->single || b->s.unit.in.cfg.seq_en) g->ilastsize = (uint8_t)(from->last >> 1);
    g->sijump = from->sijump || (!b->s.unit.in.cfg.seq_en && g->sijump);
    if (from->notify) in->trigger |= (uint8_t)(RVT_TRIGGER_NOTIFY << i);
  }
}

static void check_output(struct directed_bench *b, struct tb *tb, const struct tb_directed_op *op) {
  static const char *const names[] = {"stall", "empty", "overflow"};
  const struct rvt_encoder_out *out = &b->s.unit.out;
  const bool values[] = {out->stall, out->empty, out->overflow};
  tb->cover[CHECKS]++;
  if (values[op->which] != op->value)
    tb_fail(tb, "%s:%u: %s is not %u", b->path, op->line, names[op->which], (unsigned)op->value);
}

/* An operation that takes no clock. */
static void act(struct directed_bench *b, struct tb *tb, const struct tb_directed_op *op) {
  switch (op->what) {
  case TB_DO_CONFIG: tb_directed_set(&b->s.unit.in.cfg, op); break;
  case TB_DO_HALTED: b->s.unit.in.ingress.halted = op->value; break;
  case TB_DO_PRIV:
    b->priv = (uint8_t)op->value;
    b->priv_set = true;
    break;
  case TB_DO_SINK: b->sink = op->value; break;
  case TB_DO_TIME: b->s.unit.in.ingress.time = op->value & b->time_mask; break;
  case TB_DO_TRIGGER: b->s.unit.in.ingress.trigger = (uint8_t)op->value; break;
  case TB_DO_EXT: b->s.unit.in.ingress.ext_trigger = (uint8_t)op->value; break;
  case TB_DO_RESET: b->s.unit.in.ingress.hart_reset = op->value; break;
  case TB_DO_LOWPOWER: b->s.unit.in.ingress.lowpower = op->value; break;
  case TB_DO_SYNC_REQ: b->s.unit.in.sync_req = op->value; break;
  case TB_DO_LOST: b->s.unit.in.dn_lost = true; break;
  default: check_output(b, tb, op); break;
  }
}

static bool over(const struct directed_bench *b, const struct tb_directed_op *op) {
  return op->what == TB_DO_DRAIN ? b->quiet >= QUIET : b->clocks == op->clocks;
}

/* The operation of this clock; NULL: the case has no more of them. */
static const struct tb_directed_op *next_op(struct directed_bench *b, struct tb *tb,
                                            const struct tb_directed_case *c) {
  for (; b->op < c->op_count; b->op++, b->clocks = 0) {
    const struct tb_directed_op *op = &c->ops[b->op];
    if (op->what > TB_DO_DRAIN) {
      act(b, tb, op);
      continue;
    }
    if (b->clocks == 0) b->quiet = 0;
    if (!over(b, op)) return op;
  }
  return NULL;
}

/* What ran must be found in the bytes; a case that no program can do says so. */
static void decode(struct directed_bench *b, struct tb *tb, const struct tb_directed_case *c) {
  b->code.open_end = b->s.unit.model->ingress.open_q;
  const enum tb_directed_verdict verdict = tb_directed_code_check(&b->code);
  tb->cover[DECODED] += verdict == TB_CODE_GOOD;
  if (c->misleads != NULL && verdict != TB_CODE_WRONG)
    tb_fail(tb, "%s:%u: case %s is not misleading: the decoder finds what ran", b->path, c->line,
            c->name);
  else if (verdict == TB_CODE_WRONG && c->misleads == NULL)
    tb_fail(tb, "%s:%u: case %s (%s): %s", b->path, c->line, c->name, c->origin, b->code.text);
  else if (verdict == TB_CODE_MEMORY)
    tb_fail(tb, "out of memory");
  else if (verdict == TB_CODE_NONE && c->nocode == NULL)
    tb_fail(tb, "%s:%u: case %s: there is no program for it, and no line nocode: %s", b->path,
            c->line, c->name, b->code.text);
}

/* Of a case that says which. */
static void check_bytes(struct directed_bench *b, struct tb *tb, const struct tb_directed_case *c) {
  for (size_t i = 0; i < c->byte_count && i < b->code.byte_count; i++)
    if (b->code.bytes[i] != c->bytes[i])
      tb_fail(tb, "%s:%u: case %s (%s): byte %zu is 0x%02x, expected 0x%02x", b->path, c->line,
              c->name, c->origin, i, b->code.bytes[i], c->bytes[i]);
  if (c->byte_count != 0 && c->byte_count != b->code.byte_count)
    tb_fail(tb, "%s:%u: case %s (%s): %zu bytes, expected %zu", b->path, c->line, c->name,
            c->origin, b->code.byte_count, c->byte_count);
}

static void judge(struct directed_bench *b, struct tb *tb, const struct tb_directed_case *c) {
  uint32_t n = 0;
  for (size_t i = 0; i < c->message_count; i++)
    for (unsigned k = 0; k < c->messages[i].times; k++, n++) {
      const char *found = n < b->sent_count ? b->sent[n] : "nothing more";
      if (strcmp(found, c->messages[i].text) != 0)
        tb_fail(tb, "%s:%u: case %s (%s): expected %s, sent %s", b->path, c->messages[i].line,
                c->name, c->origin, c->messages[i].text, found);
    }
  if (n < b->sent_count)
    tb_fail(tb, "%s:%u: case %s (%s): sent %s after the expected messages", b->path, c->line,
            c->name, c->origin, b->sent[n]);
  check_bytes(b, tb, c);
  if (tb->error[0] != 0) return;
  decode(b, tb, c);
  if (tb->error[0] != 0) return;
  tb->cover[CASES]++;
  for (size_t i = 0; i < c->row_count; i++) ROW(c->rows[i]);
}

static void begin(struct directed_bench *b) {
  struct rvt_encoder_in *in = &b->s.unit.in;
  in->cfg = (struct rvt_config){.active = false};
  in->ingress.halted = in->ingress.hart_reset = in->ingress.lowpower = false;
  in->sync_req = false;
  in->ingress.time = 0;
  b->sink = true;
  b->priv_set = b->ending = false;
  b->op = 0;
  b->clocks = 0;
  b->quiet = 0;
  b->sent_count = 0;
  b->session++;
  tb_directed_code_clear(&b->code);
}

static void drive(void *self, struct tb *tb) {
  struct directed_bench *b = self;
  struct rvt_encoder_in *in = &b->s.unit.in;
  if (tb->in_reset) return;
  const struct tb_directed_case *c = next_case(b);
  const struct tb_directed_op *op = NULL;
  in->ingress.time = (in->ingress.time + 1) & b->time_mask;
  /* The register of trTeInstTracing follows the triggers of the clock before (D-23). */
  in->cfg.tracing = rvt_ingress_tracing_next(&b->s.unit.p, &in->cfg, &in->ingress);
  in->ingress.trigger = in->ingress.ext_trigger = 0;
  in->dn_lost = false;
  b->now = NULL;
  if (c == NULL) return;
  if (!b->begun) {
    begin(b);
  } else {
    if (!in->cfg.active && b->op == 0)
      in->cfg = (struct rvt_config){.active = true, .enable = true, .tracing = true};
    op = next_op(b, tb, c);
    if (op == NULL && !b->ending) {
      b->ending = b->sink = true;
      b->quiet = 0;
    }
  }
  garbage(b, &tb->rng);
  if (op != NULL && op->what == TB_DO_BLOCK) put_block(b, op);
  ignored_events(b, &tb->rng);
  b->clocks += op != NULL;
  in->m_ready = b->sink;
  tb_ports_pack(&b->s.unit.ports, &b->s.unit.p, &in->ingress);
  b->s.config_bits = tb_config_bits(&in->cfg);
}

static void outputs(void *self) {
  struct directed_bench *b = self;
  rvt_encoder_outputs(b->s.unit.model, &b->s.unit.in.cfg, &b->s.unit.out);
}

static struct rvt_decoder_config decoder_config(const struct directed_bench *b) {
  const struct rvt_config *c = &b->s.unit.in.cfg;
  return (struct rvt_decoder_config){.ntrace.format = b->check.format,
                                     .ts_width = b->s.unit.p.ts_width,
                                     .implicit_return = c->ir_en ? c->ir_mode : 0,
                                     .sequential_jump = c->seq_en,
                                     .ntrace.all_jumps = c->all_jumps};
}

/* The slots of this clock, for the oracle and for the program. */
static void tell_slots(struct directed_bench *b, struct tb *tb) {
  const struct tb_encoder_unit *u = &b->s.unit;
  const struct rvt_ingress *in = &u->in.ingress;
  const bool normal = !rvt_ingress_away(in) && !in->hart_reset;
  const bool on = normal && rvt_ingress_on_now(&u->p, &u->in.cfg, in);
  for (unsigned i = 0; b->now != NULL && i < b->now->slots; i++) {
    const struct tb_directed_slot *g = &b->now->slot[i];
    if (!tb_directed_reports(g)) continue;
    struct tb_ran ran = {.addr = in->block[i].iaddr & ~UINT64_C(1),
                         .units = g->units,
                         .itype = g->itype,
                         .last = g->last,
                         .session = b->session,
                         .traced = on && u->loss == RVT_LOSS_NONE,
                         .known =
                             g->units != 0 || g->itype != RVT_IT_INTERRUPT || u->p.iaddr_on_int,
                         .sijump = g->sijump,
                         .custom = g->custom};
    uint8_t sizes[ORACLE_INSN_MAX];
    const unsigned count = tb_directed_sizes(g->units, g->last, sizes);
    tb_trace_check_slot(&b->check, i, ran.addr, sizes, count);
    if (normal && !tb_directed_code_ran(&b->code, &ran)) tb_fail(tb, "out of memory");
  }
  if (!on) b->session++;
  if (b->begun && !u->in.cfg.active) b->code.forgotten = true;
}

static void tell_overflow(struct directed_bench *b, struct tb *tb) {
  const struct tb_ran overflow = {.overflow = true,
                                  .addr = tb_trace_late_lost(&b->late, &b->check, tb)};
  if (!tb_directed_code_ran(&b->code, &overflow)) tb_fail(tb, "out of memory");
}

static void take(struct directed_bench *b, struct tb *tb, uint8_t byte) {
  const struct rvt_decoder_config config = decoder_config(b);
  tb_trace_late_byte(&b->late, tb, byte);
  if (!tb_directed_code_byte(&b->code, byte, &config)) tb_fail(tb, "out of memory");
  b->quiet = 0;
}

static void tick(void *self, struct tb *tb) {
  struct directed_bench *b = self;
  struct tb_encoder_unit *u = &b->s.unit;
  const struct rvt_beat *m = &u->out.m;
  const struct tb_directed_case *c = next_case(b);
  tb_stream_check_clock(&b->stream, m, u->in.m_ready, tb);
  if (!u->in.cfg.active) tb_stream_check_clear(&b->stream);
  b->quiet++;
  for (unsigned i = 0; u->in.m_ready && i < m->bytes; i++) take(b, tb, m->data[i]);
  tb_encoder_unit_tick(u, tb->cover);
  if (tb_encoder_unit_idle(u) && u->loss == RVT_LOSS_NONE) {
    tb_trace_late_idle(&b->late, &b->check, tb);
    tb_trace_check_empty(&b->check, tb);
  }
  tell_slots(b, tb);
  tb_trace_late_clock(&b->late, &b->check, tb, u);
  if (u->loss == RVT_LOSS_END) tell_overflow(b, tb);
  if (c != NULL && b->ending && b->quiet >= QUIET) {
    judge(b, tb, c);
    b->at++;
    b->begun = b->ending = false;
  } else {
    b->begun = true;
  }
  tb->done = next_case(b) == NULL;
}

static bool finish(void *self, struct tb *tb) {
  struct directed_bench *b = self;
  tb->cover[SKIPPED] = tb_directed_print_skipped(&b->d, b->path);
  if (!tb->done) tb_fail(tb, "not all cases have been run after the last clock");
  return tb->error[0] == 0;
}

static void close_cases(void *self) {
  struct directed_bench *b = self;
  tb_trace_check_close(&b->check);
  tb_directed_code_close(&b->code);
  tb_directed_free(&b->d);
}

const struct tb_bench tb_bench_directed = {
    .name = "directed",
    .bytes = sizeof(struct directed_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .finish = finish,
    .close = close_cases,
};

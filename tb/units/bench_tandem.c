/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "agents/tandem.h"
#include "agents/tandem_ports.h"
#include "cover/tandem_cover.h"
#include "harness/bench.h"
#include "judges/tandem_check.h"
#include "rvt/tandem/encoder.h"

/* The encoder of tandem verification trace: a hart at its bundle, a reader at its stream. */

enum cover {
  COVER_FULL, /* the queue, told something */
  COVER_REFUSED,
  COVER_LOSS_BEGIN,
  COVER_LOSS_END,
  COVER_LOSS_LAST, /* refused in the clock in which it ends */
  COVER_CLR,       /* of `lost` */
  COVER_CLR_LOSES, /* ... in which something is lost */
  COVER_STALL,
  COVER_STALL_TAKEN, /* told under stall, and taken */
  COVER_REFILL,      /* a queue of one: written in the clock in which it is read */
  COVER_HOLE,        /* an empty slot below another */
  COVER_FULL_CLOCK,  /* every slot */
  COVER_NO_KIND,
  COVER_DISABLED, /* told, and not enabled */
  COVER_INACTIVE, /* told, and not active */
  COVER_CUT,      /* not active within a group */
  COVER_CUT_LOSS, /* ... while something is lost */
  COVER_LONGEST,  /* a group as long as any of this build */
  COVER_FIFO_FULL,
  COVER_FULL_EVERY, /* 1: before every beat of a longest group */
  COVER_END_FULL,   /* a beat with an end and all lanes */
  COVER_X0,
  COVER_NO_LEVEL,  /* privilege 2 */
  COVER_PC_NEAR,   /* a new pc that the other size of instruction would have */
  COVER_CSRS,      /* every CSR of a slot */
  COVER_BUS_ALONE, /* a transaction, and nothing of the hart */
  COVER_BUS_LAST,  /* ... behind every slot */
  COVER_NO_OP,     /* ... of an operation that there is not */
  COVER_BUS_DUMP,  /* ... while a dump ends */
  COVER_KIND,
  COVER_ELEMENT = COVER_KIND + RVT_TANDEM_KINDS,
  COVER_END = COVER_ELEMENT + 20, /* at so many bytes of a beat */
  COVER_DUMP = COVER_END + RVT_LANES_MAX,
  COVERS = COVER_DUMP + TB_DUMP_COVERS
};
static const char *const covers[COVERS] = {
    "full",      "refused",    "loss_begin", "loss_end", "loss_last",   "clr",
    "clr_loses", "stall",      "taken",      "refill",   "hole",        "full_clock",
    "no_kind",   "disabled",   "inactive",   "cut",      "cut_loss",    "longest",
    "fifo_full", "full_every", "end_full",   "x0",       "no_level",    "pc_near",
    "csrs",      "bus_alone",  "bus_last",   "no_op",    "bus_dump",    "retired",
    "exception", "intr",       "hart_reset", "outside",  "transaction", "pc_increment",
    "pc_wrap",   "pc",         "register",   "add",      "fflags",      "insn16",
    "insn32",    "privilege",  "paddr",      "eaddr",    "store8",      "store16",
    "store32",   "store64",    "pc_paddr",   "mtime",    "reset",       "request",
    "response",  "end_1",      "end_2",      "end_3",    "end_4",       "end_5",
    "end_6",     "end_7",      "end_8",      "end_9",    "end_10",      "end_11",
    "end_12",    "end_13",     "end_14",     "end_15",   "end_16",      TB_DUMP_NAMES};

struct tandem_bench {
  struct rvt_tandem_params p;
  struct rvt_tandem model;
  struct tb_tandem agent;
  struct tb_tandem_check check;
  struct tb_tandem_ports ports;
  struct rvt_tandem_out out;
  unsigned sent;                        /* into the FIFO, bytes of a group */
  bool full_at[RVT_TANDEM_GROUP_BYTES]; /* it was full with so many of them sent */
};

#define T struct tandem_bench
static const struct tb_bind binds[] = {
    TB_TANDEM_BINDS,
    TB_IN(T, "active_i", agent.in.active),
    TB_IN(T, "enable_i", agent.in.enable),
    TB_IN(T, "lost_clr_i", agent.in.lost_clr),
    TB_IN(T, "m_ready_i", agent.in.m_ready),
    TB_OUT(T, NULL, "stall_o", out.stall),
    TB_OUT(T, NULL, "lost_o", out.lost),
    TB_OUT(T, NULL, "empty_o", out.empty),
    TB_OUT(T, NULL, "m_valid_o", out.m.valid),
    TB_OUT(T, NULL, "m_data_o", out.m.data),
    TB_OUT(T, NULL, "m_bytes_o", out.m.bytes),
    TB_OUT(T, NULL, "m_eom_o", out.m.eom),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  b->p = tb_tandem_params(tb);
  struct rvt_error e;
  if (tb->error[0] == 0 && rvt_tandem_init(&b->model, &b->p, &e) != RVT_OK)
    tb_fail(tb, "%s", e.text);
  tb_tandem_init(&b->agent, tb, &b->p);
  tb_tandem_check_init(&b->check, &b->p, b->agent.only_hart);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  if (rvt_tandem_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "the parameters have changed");
  tb_tandem_reset(&b->agent);
  tb_tandem_check_clear(&b->check);
  b->sent = 0;
}

static void drive(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  rvt_tandem_outputs(&b->model, &b->out);
  tb_tandem_next(&b->agent, &tb->rng, &b->out);
  tb_tandem_ports_put(&b->ports, &b->p, &b->agent.in);
}

static void outputs(void *self) {
  struct tandem_bench *b = self;
  rvt_tandem_outputs(&b->model, &b->out);
}

/* ---- Coverage ---- */

static void count_slots(const struct tandem_bench *b, uint64_t *cover) {
  const struct rvt_tandem_in *const in = &b->agent.in;
  unsigned below = 0, valid = 0;
  for (unsigned i = 0; i < b->p.nret; i++) {
    if (!in->valid[i]) continue;
    const struct rvt_tandem_record *const r = &in->slot[i];
    const unsigned step = r->is32 ? 4 : 2;
    const bool told = tb_tandem_is_told(&b->check, in, i);
    bool csrs = b->p.csrs != 0;
    for (unsigned k = 0; k < b->p.csrs; k++) csrs = csrs && r->csr[k].valid;
    cover[COVER_HOLE] += valid != i && valid == below;
    below = i + 1;
    valid++;
    cover[COVER_NO_KIND] += !told;
    if (!told) continue;
    cover[COVER_KIND + r->kind]++;
    cover[COVER_X0] += r->gpr_valid && r->gpr == 0;
    cover[COVER_NO_LEVEL] += r->privilege_valid && r->privilege == 2;
    cover[COVER_PC_NEAR] += r->kind == RVT_TANDEM_RETIRED && r->pc_w == r->pc_r + 6 - step;
    cover[COVER_CSRS] += csrs;
  }
  cover[COVER_FULL_CLOCK] += valid == b->p.nret;
}

static void count_bus(const struct tandem_bench *b, uint64_t *cover) {
  const struct rvt_tandem_in *const in = &b->agent.in;
  const bool told = tb_tandem_is_bus_told(&b->p, in), hart = tb_tandem_any_told(&b->check, in);
  unsigned valid = 0;
  for (unsigned i = 0; i < b->p.nret; i++) valid += tb_tandem_is_told(&b->check, in, i);
  cover[COVER_KIND + RVT_TANDEM_TRANSACTION] += told;
  cover[COVER_BUS_ALONE] += told && !hart;
  cover[COVER_BUS_LAST] += told && valid == b->p.nret;
  cover[COVER_NO_OP] += in->bus.valid && !told;
}

static void count(const struct tandem_bench *b, bool told, const struct tb_tandem_moment *of,
                  bool within, uint64_t *cover) {
  const struct rvt_tandem *const s = &b->model;
  const struct rvt_tandem_in *const in = &b->agent.in;
  const struct rvt_beat *const m = &b->out.m;
  const bool asked = told && in->active && in->enable, taken = of->taken;
  const bool refused = asked && !taken && !of->dumping;
  if (told) count_slots(b, cover);
  count_bus(b, cover);
  cover[COVER_FULL] += asked && s->level_q == b->p.queue_depth;
  cover[COVER_REFUSED] += refused;
  cover[COVER_LOSS_BEGIN] += refused && !s->dropping_q;
  cover[COVER_CLR] += in->lost_clr && s->lost_q && !refused;
  cover[COVER_CLR_LOSES] += in->lost_clr && refused;
  cover[COVER_STALL] += b->out.stall;
  cover[COVER_STALL_TAKEN] += b->out.stall && asked && taken;
  cover[COVER_REFILL] += b->p.queue_depth == 1 && s->level_q == 1 && asked && taken;
  cover[COVER_DISABLED] += told && in->active && !in->enable;
  cover[COVER_INACTIVE] += told && !in->active;
  cover[COVER_CUT] += within && !in->active;
  cover[COVER_CUT_LOSS] += within && !in->active && s->dropping_q;
  cover[COVER_FIFO_FULL] += s->fifo.level_q == b->p.fifo_depth;
  if (!m->valid || !in->m_ready || !m->eom) return;
  cover[COVER_END_FULL] += m->bytes == b->p.lanes;
  cover[COVER_END + m->bytes - 1]++;
}

/* Where in its group the beat is that waits for room in the FIFO. */
static void follow_fifo(struct tandem_bench *b) {
  const struct rvt_tandem *const s = &b->model;
  const bool full = s->fifo.level_q == b->p.fifo_depth;
  struct rvt_beat beat;
  rvt_tandem_offer(s, &beat);
  if (!b->agent.in.active) {
    b->sent = 0;
  } else if (beat.valid) {
    if (full) b->full_at[b->sent] = true;
    if (!full) b->sent = beat.eom ? 0 : b->sent + beat.bytes;
  }
}

static void tick(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  const struct tb_tandem_moment of = tb_tandem_moment_of(&b->model, &b->agent.in);
  static struct rvt_tandem before;
  memcpy(&before, &b->model, offsetof(struct rvt_tandem, queue_q));
  const bool ready = rvt_tandem_ready(&b->model);
  bool told = tb_tandem_is_bus_told(&b->p, &b->agent.in);
  for (unsigned i = 0; i < b->p.nret; i++) told |= b->agent.in.valid[i];
  const bool asked = told && b->agent.in.active && b->agent.in.enable;
  const bool within = b->check.at != 0;
  tb_tandem_check_clock(&b->check, tb, &b->agent.in, &b->out, &of);
  count(b, told, &of, within, tb->cover);
  follow_fifo(b);
  rvt_tandem_tick(&b->model, &b->agent.in);
  const bool ends = before.dropping_q && !b->model.dropping_q && b->agent.in.active;
  tb->cover[COVER_LOSS_END] += ends;
  tb->cover[COVER_LOSS_LAST] += ends && asked;
  told = tb_tandem_any_told(&b->check, &b->agent.in);
  tb->cover[COVER_BUS_DUMP] += b->p.shadow && !before.shadow.live_q && b->model.shadow.live_q &&
                               tb_tandem_is_bus_told(&b->p, &b->agent.in);
  if (b->p.shadow)
    tb_dump_cover(&before, &b->model, &b->agent.in, ready, told, tb->cover + COVER_DUMP);
}

/* What the judge has counted in the stream. */
static bool finish(void *self, struct tb *tb) {
  const struct tandem_bench *b = self;
  const uint64_t *const opcodes = b->check.counts, *const states = opcodes + TB_TANDEM_STATE;
  const uint64_t elements[COVER_END - COVER_ELEMENT] = {opcodes[RVT_TANDEM_INCREMENT_PC],
                                                        b->check.wraps,
                                                        states[RVT_TANDEM_PC],
                                                        opcodes[RVT_TANDEM_REGISTER],
                                                        opcodes[RVT_TANDEM_ADD],
                                                        opcodes[RVT_TANDEM_OR],
                                                        opcodes[RVT_TANDEM_INSN16],
                                                        opcodes[RVT_TANDEM_INSN32],
                                                        states[RVT_TANDEM_PRIVILEGE],
                                                        states[RVT_TANDEM_PADDR],
                                                        states[RVT_TANDEM_EADDR],
                                                        states[RVT_TANDEM_STORE8],
                                                        states[RVT_TANDEM_STORE16],
                                                        states[RVT_TANDEM_STORE32],
                                                        states[RVT_TANDEM_STORE64],
                                                        states[RVT_TANDEM_PC_PADDR],
                                                        states[RVT_TANDEM_MTIME],
                                                        opcodes[RVT_TANDEM_RESET],
                                                        opcodes[RVT_TANDEM_REQUEST],
                                                        opcodes[RVT_TANDEM_RESPONSE]};
  memcpy(tb->cover + COVER_ELEMENT, elements, sizeof elements);
  tb->cover[COVER_DUMP + TB_DUMP_AFTER_LOSS] = b->check.dump.after_loss;
  tb->cover[COVER_DUMP + TB_DUMP_AFTER_OFF] = b->check.dump.after_off;
  tb->cover[COVER_LONGEST] = b->check.longest;
  tb->cover[COVER_FULL_EVERY] = 1;
  for (unsigned i = 0; i < b->check.bound; i += b->p.lanes)
    if (!b->full_at[i]) tb->cover[COVER_FULL_EVERY] = 0;
  return true;
}

const struct tb_bench tb_bench_tandem = {
    .name = "tandem",
    .bytes = sizeof(struct tandem_bench),
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
};

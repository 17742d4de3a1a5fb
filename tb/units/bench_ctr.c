/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/ctr.h"
#include "harness/bench.h"
#include "harness/ports.h"
#include "judges/ctr_check.h"
#include "rvt/unit/ctr.h"

/*
 * The recorder of control transfers behind rvt_tb_ctr, which shows its registers, and its entries
 * a page of its entries as a reader sees them. `ctr_alone` has the recorder's own ports only, as a
 * netlist has them.
 */

enum { OWN_PORTS = 25 };
enum { SHOWN = 32 }; /* entries at once; of more a page of half as many */

enum cover {
  COVER_RECORD,
  COVER_RECORD_FULL, /* as many as there are slots */
  COVER_WRAP,
  COVER_WRAP_BACK,
  COVER_FREEZE,
  COVER_CCV,
  COVER_SATURATED,
  COVER_POWER, /* a count is a power of two when it is recorded */
  COVER_READ,
  COVER_WRITE,
  COVER_CLEAR,
  COVER_ILLEGAL,
  COVER_VIRTUAL,
  COVER_BEHIND,      /* an access waits for transfers */
  COVER_WALK_WAIT,   /* ... for a walk */
  COVER_WALK_AGAIN,  /* a clear while one walks */
  COVER_WALK_RECORD, /* an entry is recorded before the walk comes to it */
  COVER_WALK_FAR,    /* ... or popped or replaced, at the far end */
  COVER_WALK_TURN,   /* a whole turn is recorded before the walk comes to the ring */
  COVER_DEPTH,
  COVER_HALTED,
  COVERS
};
static const char *const covers[COVERS] = {
    "record",    "record_full", "wrap",        "wrap_back", "freeze",    "ccv",     "saturated",
    "power",     "read",        "write",       "clear",     "illegal",   "virtual", "behind",
    "walk_wait", "walk_again",  "walk_record", "walk_far",  "walk_turn", "depth",   "halted"};

struct ctr_bench {
  struct rvt_ctr_params p;
  struct rvt_ctr model;
  struct tb_ctr agent;
  bool checks; /* check=1: the oracle judges, a hart that behaves */
  struct tb_ctr_check check;
  /* the ports */
  uint8_t iretire[4], itype[2], ilastsize[1], iaddr[32], target[32], mispredict[1];
  struct rvt_ctr_out out;
  uint64_t rdata_mask; /* 0 in reset, which what was read outlasts by a clock */
  uint16_t depth;
  unsigned shown, turn;
  uint8_t page;
  uint8_t sources[8 * SHOWN], targets[8 * SHOWN], data[4 * SHOWN];
};

#define T struct ctr_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "iretire_i", iretire),
    TB_IN(T, "iaddr_i", iaddr),
    TB_IN(T, "itype_i", itype),
    TB_IN(T, "ilastsize_i", ilastsize),
    TB_IN(T, "cause_i", agent.in.hart.cause),
    TB_IN(T, "priv_i", agent.in.hart.priv),
    TB_IN(T, "halted_i", agent.in.hart.halted),
    TB_IN(T, "target_i", target),
    TB_IN(T, "mispredict_i", mispredict),
    TB_IN(T, "priv_after_i", agent.in.hart.priv_after),
    TB_IN(T, "epc_i", agent.in.hart.epc),
    TB_IN(T, "cycle_i", agent.in.hart.cycle),
    TB_IN(T, "csr_valid_i", agent.in.csr_valid),
    TB_IN(T, "csr_op_i", agent.in.csr_op),
    TB_IN(T, "csr_addr_i", agent.in.csr_addr),
    TB_IN(T, "csr_select_i", agent.in.csr_select),
    TB_IN(T, "csr_wdata_i", agent.in.csr_wdata),
    TB_IN(T, "csr_mode_i", agent.in.csr_mode),
    TB_IN(T, "csr_xlen32_i", agent.in.csr_xlen32),
    TB_IN(T, "mstateen_ctr_i", agent.in.mstateen_ctr),
    TB_IN(T, "hstateen_ctr_i", agent.in.hstateen_ctr),
    TB_OUT(T, NULL, "csr_ready_o", out.csr_ready),
    TB_OUT(T, NULL, "csr_done_o", out.csr_done),
    TB_OUT_MASKED(T, NULL, "csr_rdata_o", out.csr_rdata, rdata_mask),
    TB_OUT(T, NULL, "csr_exc_o", out.csr_exc),
    TB_IN(T, "page_i", page), /* from here on rvt_tb_ctr alone has them */
    TB_OUT(T, NULL, "st_mctrctl_o", model.r.mctrctl_q),
    TB_OUT(T, NULL, "st_vsctrctl_o", model.r.vsctrctl_q),
    TB_OUT(T, NULL, "st_depth_o", depth),
    TB_OUT(T, NULL, "st_wrptr_o", model.r.wrptr_q),
    TB_OUT(T, NULL, "st_frozen_o", model.r.frozen_q),
    TB_OUT(T, NULL, "st_counter_o", model.r.counter_q),
    TB_OUT(T, NULL, "st_valid_o", model.r.valid_q),
    TB_OUT(T, NULL, "st_mode_o", model.mode_q),
    TB_OUT(T, NULL, "st_upper_o", model.upper_q),
    TB_OUT(T, NULL, "st_ring_o", model.ring_q),
    TB_OUT(T, NULL, "st_first_o", model.first_q),
    TB_OUT(T, NULL, "sources_o", sources),
    TB_OUT(T, NULL, "targets_o", targets),
    TB_OUT(T, NULL, "data_o", data),
};
#undef T

static bool init(void *self, struct tb *tb) {
  struct ctr_bench *b = self;
  b->p = (struct rvt_ctr_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                 .blocks = (uint8_t)tb_param(tb, "Blocks"),
                                 .iretire_width = (uint8_t)tb_param(tb, "IretireWidth"),
                                 .single = tb_param(tb, "Single") != 0,
                                 .depths = (uint8_t)tb_param(tb, "Depths"),
                                 .counter_width = (uint8_t)tb_param(tb, "CounterWidth"),
                                 .misp = tb_param(tb, "Misp") != 0,
                                 .type = tb_param(tb, "Type") != 0,
                                 .filters = (uint16_t)tb_param(tb, "Filters"),
                                 .ext_traps = tb_param(tb, "ExtTraps") != 0,
                                 .ras_emu = tb_param(tb, "RasEmu") != 0,
                                 .hyp = tb_param(tb, "Hyp") != 0,
                                 .lcofi = tb_param(tb, "Lcofi") != 0,
                                 .block_ram = tb_param(tb, "BlockRam") != 0};
  struct rvt_error e;
  if (tb->error[0] == 0 && rvt_ctr_init(&b->model, &b->p, &e) != RVT_OK) tb_fail(tb, "%s", e.text);
  const unsigned entries = rvt_ctr_depth_max(&b->p);
  b->shown = entries <= SHOWN ? entries : SHOWN / 2;
  tb_ctr_init(&b->agent, tb, &b->p);
  b->checks = tb_option_in(tb, "check", 0, 0, 1) != 0;
  if (b->checks && !b->agent.only_hart) tb_fail(tb, "check=1 needs style=1");
  tb_ctr_check_init(&b->check, &b->p);
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct ctr_bench *b = self;
  if (rvt_ctr_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "the parameters have changed");
  tb_ctr_reset(&b->agent, tb);
  tb_ctr_check_init(&b->check, &b->p);
}

/** Which entries are shown in this clock: those that were written, or the next ones. */
static void choose_page(struct ctr_bench *b, struct tb_rng *rng) {
  const unsigned pages = rvt_ctr_depth_max(&b->p) / b->shown;
  b->page = (uint8_t)(b->turn++ % pages);
  if (b->model.touched_count != 0 && !tb_rng_one_in(rng, 4))
    b->page = (uint8_t)(b->model.touched[b->model.touched_count - 1] / b->shown);
}

static void drive(void *self, struct tb *tb) {
  struct ctr_bench *b = self;
  const unsigned xlen = b->p.xlen;
  tb_ctr_next(&b->agent, &tb->rng, &b->model);
  if (b->checks) b->agent.in.csr_xlen32 = false; /* the oracle's XLEN is of the build */
  memset(b->iretire, 0, sizeof b->iretire);
  memset(b->itype, 0, sizeof b->itype);
  memset(b->iaddr, 0, sizeof b->iaddr);
  memset(b->target, 0, sizeof b->target);
  b->ilastsize[0] = b->mispredict[0] = 0;
  for (unsigned i = 0; i < b->p.blocks; i++) {
    const struct rvt_block *const block = &b->agent.in.hart.block[i];
    const struct rvt_ctr_slot *const slot = &b->agent.in.hart.slot[i];
    tb_bits_put(b->iretire, b->p.iretire_width * i, b->p.iretire_width, block->iretire);
    tb_bits_put(b->itype, 4 * i, 4, block->itype);
    tb_bits_put(b->ilastsize, 2 * i, 2, block->ilastsize);
    tb_bits_put(b->iaddr, xlen * i, xlen, block->iaddr);
    tb_bits_put(b->target, xlen * i, xlen, slot->target);
    tb_bits_put(b->mispredict, i, 1, slot->mispredict);
  }
  choose_page(b, &tb->rng);
  b->rdata_mask = tb->in_reset ? 0 : UINT64_MAX;
}

static void outputs(void *self) {
  struct ctr_bench *b = self;
  rvt_ctr_outputs(&b->model, &b->out);
  b->depth = (uint16_t)rvt_ctr_depth(&b->model.r);
  for (unsigned i = 0; i < b->shown; i++) {
    const struct rvt_ctr_entry *const entry = &b->model.r.entry[b->page * b->shown + i];
    const unsigned bytes = b->p.xlen / 8u;
    memcpy(b->sources + (size_t)bytes * i, &entry->source, bytes);
    memcpy(b->targets + (size_t)bytes * i, &entry->target, bytes);
    memcpy(b->data + (size_t)4 * i, &entry->data, 4);
  }
}

/** What this edge will execute. */
struct before {
  uint8_t wrptr, depth, first;
  uint16_t ring, upper;
  uint32_t counter;
  bool frozen, valid, waits, clears;
};

static void count(struct ctr_bench *b, const struct before *was, uint64_t *cover) {
  const struct rvt_ctr *const s = &b->model;
  const unsigned touched = s->touched_count, last = rvt_ctr_depth(&s->r) - 1;
  const bool done = s->done_q.csr_done, records = touched != 0 && !done;
  const bool ahead = records && s->r.wrptr_q == ((was->wrptr + touched) & last);
  const bool zero = was->ring == 0 && was->upper == 0;
  cover[COVER_RECORD] += ahead;
  cover[COVER_RECORD_FULL] += ahead && touched == b->p.blocks;
  cover[COVER_WRAP] += ahead && s->r.wrptr_q < was->wrptr;
  cover[COVER_WRAP_BACK] += records && touched == 1 && was->wrptr == 0 && s->r.wrptr_q == last;
  cover[COVER_FREEZE] += !was->frozen && s->r.frozen_q && !done;
  if (ahead && was->valid && b->p.counter_width != 0) {
    const uint32_t counted = rvt_ctr_decode((uint16_t)(s->r.entry[s->touched[0]].data >> 16));
    cover[COVER_CCV] += counted != 0;
    cover[COVER_SATURATED] += was->counter == s->r.counter_max;
    cover[COVER_POWER] += counted >= 256 && (counted & (counted - 1)) == 0;
  }
  cover[COVER_READ] += done && !s->done_q.csr_exc && s->done_q.csr_rdata != 0;
  cover[COVER_WRITE] += done && touched != 0;
  cover[COVER_CLEAR] += was->clears;
  cover[COVER_ILLEGAL] += s->done_q.csr_exc == RVT_CTR_ILLEGAL;
  cover[COVER_VIRTUAL] += s->done_q.csr_exc == RVT_CTR_VIRTUAL;
  cover[COVER_BEHIND] += was->waits && !done && records;
  cover[COVER_WALK_WAIT] += was->waits && !done && !records && !zero;
  cover[COVER_WALK_AGAIN] += was->clears && !zero;
  cover[COVER_WALK_RECORD] += records && s->ring_q < was->ring && s->first_q != was->first;
  cover[COVER_WALK_FAR] += records && s->ring_q < was->ring && s->first_q == was->first;
  cover[COVER_WALK_TURN] +=
      records && was->ring != 0 && s->ring_q == 0 && s->first_q == s->r.wrptr_q;
  cover[COVER_DEPTH] += s->r.depth_q != was->depth;
  cover[COVER_HALTED] += b->agent.in.hart.halted;
}

static void tick(void *self, struct tb *tb) {
  struct ctr_bench *b = self;
  const struct rvt_ctr *const s = &b->model;
  struct before was = {.wrptr = s->r.wrptr_q,
                       .depth = s->r.depth_q,
                       .first = s->first_q,
                       .ring = s->ring_q,
                       .upper = s->upper_q,
                       .counter = s->r.counter_q,
                       .frozen = s->r.frozen_q,
                       .valid = s->r.valid_q,
                       .waits = s->op_q.valid};
  if (b->checks) tb_ctr_check_clock(&b->check, tb, &b->agent.in, &b->out, &b->model);
  const bool clear = s->op_q.valid && s->op_q.op == RVT_CTR_CLEAR && s->op_q.exception == 0;
  rvt_ctr_tick(&b->model, &b->agent.in);
  was.clears = clear && s->done_q.csr_done;
  count(b, &was, tb->cover);
}

const struct tb_bench tb_bench_ctr = {
    .name = "ctr",
    .bytes = sizeof(struct ctr_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
};

const struct tb_bench tb_bench_ctr_alone = {
    .name = "ctr_alone",
    .bytes = sizeof(struct ctr_bench),
    .binds = binds,
    .bind_count = OWN_PORTS,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
};

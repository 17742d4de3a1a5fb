/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/messages.h"
#include "harness/bench.h"
#include "harness/pace.h"
#include "harness/ports.h"
#include "judges/stream_check.h"
#include "rvt/unit/fork.h"

enum { BYTES_MAX = 64, LENGTH_BITS = 6 };

enum cover {
  COVER_MESSAGES,
  COVER_TO_ALL,
  COVER_TO_NONE,      /* nobody was on: the message waited */
  COVER_APART,        /* one branch had a beat before the other */
  COVER_OFF_WITHIN,   /* a branch went off within a message, and had the rest of it */
  COVER_OFF_BEFORE,   /* a branch went off while its first beat was on offer */
  COVER_ON_WITHIN,    /* a branch came on within a message, and had nothing of it */
  COVER_STOPPED_HELD, /* a beat waited for a branch that had stopped */
  COVER_STOPPED_LEFT, /* a branch that had stopped was left behind by a producer that closes */
  COVER_GONE_WITHIN,  /* a branch was reset within a message */
  COVER_WHOLE_OFF,    /* a branch had all of a message and went off before it had passed */
  COVER_NOBODY,       /* the rest of a message was nobody's */
  COVER_CLR_WITHIN,
  COVER_MISSED,         /* messages with which a branch that had missed one could not begin */
  COVER_TAKEN_UP,       /* ... and could */
  COVER_LOST,           /* a branch discarded what it had taken */
  COVER_ASKS,           /* requests for a sync */
  COVER_CLOCKS_THROUGH, /* longest time of a beat to a branch that is on */
  COVERS
};
static const char *const covers[COVERS] = {
    "messages",   "to_all",       "to_none",      "apart",       "off_within", "off_before",
    "on_within",  "stopped_held", "stopped_left", "gone_within", "whole_off",  "nobody",
    "clr_within", "missed",       "taken_up",     "lost",        "asks",       "clocks_through"};

/* A sink as the fork sees it. */
enum branch_state { BRANCH_ON, BRANCH_OFF, BRANCH_STOPPED, BRANCH_GONE };
struct branch {
  enum branch_state state;
  bool in_msg; /* it has taken a first beat and not the last */
  bool left;   /* reset or left behind within the message: what it has is no whole message */
  bool waited; /* it is waited for */
  bool fresh;  /* it has been waited for since the beat came, and was not offered it */
  bool missed; /* what comes next goes on from something that it has not */
  bool hurt;   /* ... and that it took in part, or gave up */
  bool was_on; /* in the clock before */
  uint8_t got[BYTES_MAX];
  unsigned size;
  struct tb_pace ready;
  struct tb_stream_check check;
};

struct fork_bench {
  uint8_t lanes;
  unsigned branches;
  struct rvt_fork model;
  struct rvt_fork_in in;
  struct rvt_fork_out out;
  bool headed, tandem;    /* messages say their length */
  uint8_t m_valid, m_eom; /* the ports */
  uint8_t m_length[RVT_FORK_BRANCHES_MAX * LENGTH_BITS / 8];
  uint8_t m_data[8 * RVT_LANES_MAX];
  uint8_t m_bytes[8];
  struct branch branch[RVT_FORK_BRANCHES_MAX];
  struct tb_pace offer;
  struct tb_stream_check check;
  uint64_t offered; /* clock in which the beat on offer came */
  uint32_t clr_every, turn_every, closing_left;
  uint8_t msg[BYTES_MAX];
  unsigned size, sent; /* of msg; bytes of it in beats that have passed */
  bool sync;           /* a decoder can begin with msg */
  bool asked;          /* for a sync, in the clock before */
  bool lost;           /* a branch has not all that it took, since this clock */
};

#define T struct fork_bench
static const struct tb_bind binds[] = {
    TB_IN(T, "clr_i", in.clr),
    TB_IN(T, "closing_i", in.closing),
    TB_IN(T, "s_valid_i", in.s.valid),
    TB_IN(T, "s_data_i", in.s.data),
    TB_IN(T, "s_bytes_i", in.s.bytes),
    TB_IN(T, "s_eom_i", in.s.eom),
    TB_IN(T, "s_sync_i", in.s.sync),
    TB_IN(T, "s_length_i", in.s.length),
    TB_IN(T, "m_ready_i", in.m_ready),
    TB_IN(T, "m_dn_on_i", in.m_dn_on),
    TB_IN(T, "m_dn_stopped_i", in.m_dn_stopped),
    TB_IN(T, "m_dn_lost_i", in.m_dn_lost),
    TB_OUT(T, NULL, "s_ready_o", out.s_ready),
    TB_OUT(T, NULL, "s_dn_on_o", out.s_dn_on),
    TB_OUT(T, NULL, "s_dn_stopped_o", out.s_dn_stopped),
    TB_OUT(T, NULL, "s_dn_lost_o", out.s_dn_lost),
    TB_OUT(T, NULL, "s_sync_req_o", out.s_sync_req),
    TB_OUT(T, NULL, "m_cut_o", out.m_cut),
    TB_OUT(T, NULL, "m_valid_o", m_valid),
    TB_OUT(T, NULL, "m_data_o", m_data),
    TB_OUT(T, NULL, "m_bytes_o", m_bytes),
    TB_OUT(T, NULL, "m_eom_o", m_eom),
    TB_OUT(T, NULL, "m_length_o", m_length),
};
#undef T

static void restart_branches(struct fork_bench *b) {
  for (unsigned i = 0; i < b->branches; i++) {
    struct branch *r = &b->branch[i];
    r->in_msg = r->left = false;
    r->size = 0;
    tb_stream_check_clear(&r->check);
  }
}

static void restart(struct fork_bench *b) {
  memset(&b->in.s, 0, sizeof b->in.s);
  tb_stream_check_clear(&b->check);
  b->size = b->sent = 0;
}

static bool init(void *self, struct tb *tb) {
  struct fork_bench *b = self;
  b->lanes = (uint8_t)tb_param(tb, "Lanes");
  b->branches = tb_param(tb, "Branches");
  b->headed = tb->framing->headed;
  b->tandem = tb->framing->once;
  b->clr_every = (uint32_t)tb_option_in(tb, "clr", 2000, 0, UINT32_MAX);
  b->turn_every = (uint32_t)tb_option_in(tb, "turn", 60, 0, UINT32_MAX);
  tb_pace_init(&b->offer, tb, "offer", "mixed");
  b->check = (struct tb_stream_check){.unit = "fork", .lanes = b->lanes, .framing = true};
  for (unsigned i = 0; i < b->branches; i++) {
    tb_pace_init(&b->branch[i].ready, tb, "ready", "mixed");
    b->branch[i].check = b->check;
    b->branch[i].check.unit = "fork branch";
  }
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct fork_bench *b = self;
  if (rvt_fork_init(&b->model, (uint8_t)b->branches, NULL) != RVT_OK)
    tb_fail(tb, "fork: a parameter is out of range");
  restart(b);
  restart_branches(b);
  for (unsigned i = 0; i < b->branches; i++)
    b->branch[i].missed = b->branch[i].hurt = b->branch[i].was_on = false;
}

/* MSEO 00, then anything that ends a field or does not, at last 11 (NT:PKT-05). */
static void new_message(struct fork_bench *b, struct tb_rng *rng) {
  b->size = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 4) ? BYTES_MAX - 1u : 8u);
  if (b->size == 1) b->size = 2; /* a message has two bytes at least */
  b->sent = 0;
  if (b->headed) {
    tb_counted_message(rng, b->msg, &b->size);
    b->sync = tb_rng_one_in(rng, 4);
    return;
  }
  if (b->tandem) {
    tb_group_message(rng, b->msg, &b->size);
    b->sync = tb_rng_one_in(rng, 4);
    return;
  }
  for (unsigned i = 0; i < b->size; i++) {
    const uint32_t mseo = i + 1 == b->size ? RVT_MSEO_END_MSG : i == 0 ? 0 : tb_rng_below(rng, 2);
    b->msg[i] = (uint8_t)(tb_rng_below(rng, 64) << 2 | mseo);
  }
  b->sync = tb_rng_one_in(rng, 4);
}

static void new_beat(struct fork_bench *b, struct tb_rng *rng) {
  if (b->sent == b->size) new_message(b, rng);
  unsigned bytes = 1 + tb_rng_below(rng, b->lanes);
  if (bytes > b->size - b->sent) bytes = b->size - b->sent;
  b->in.s =
      (struct rvt_beat){.valid = true, .bytes = (uint8_t)bytes, .eom = b->sent + bytes == b->size};
  memcpy(b->in.s.data, b->msg + b->sent, bytes);
  if (b->sent == 0 && !b->tandem) b->in.s.length = (uint8_t)b->size;
  b->in.s.sync = b->sent == 0 ? b->sync : tb_rng_one_in(rng, 2);
}

/* What the sink after a branch does next, and what it then takes. */
static void turn(struct fork_bench *b, struct branch *r, struct tb_rng *rng, uint64_t *cover) {
  if (tb_rng_one_in(rng, b->turn_every)) {
    static const enum branch_state to[] = {BRANCH_ON,  BRANCH_ON,      BRANCH_ON,  BRANCH_OFF,
                                           BRANCH_OFF, BRANCH_STOPPED, BRANCH_GONE};
    const enum branch_state next = to[tb_rng_below(rng, sizeof to / sizeof *to)];
    const bool within = r->in_msg && r->state != next;
    cover[COVER_OFF_WITHIN] += within && next == BRANCH_OFF && r->state == BRANCH_ON;
    cover[COVER_GONE_WITHIN] += within && next == BRANCH_GONE;
    cover[COVER_ON_WITHIN] += next == BRANCH_ON && r->state != next && b->sent != 0 && !r->in_msg;
    r->state = next;
  }
}

static void drive(void *self, struct tb *tb) {
  struct fork_bench *b = self;
  b->in.clr = tb_rng_one_in(&tb->rng, b->clr_every);
  if (b->closing_left != 0)
    b->closing_left--;
  else if (tb_rng_one_in(&tb->rng, b->turn_every * 4))
    b->closing_left = 1 + tb_rng_below(&tb->rng, 60);
  b->in.closing = b->closing_left != 0;
  b->in.m_ready = b->in.m_dn_on = b->in.m_dn_stopped = b->in.m_dn_lost = 0;
  for (unsigned i = 0; i < b->branches; i++) {
    struct branch *r = &b->branch[i];
    const uint8_t bit = (uint8_t)(1u << i);
    turn(b, r, &tb->rng, tb->cover);
    const bool ready = tb_pace_next(&r->ready, &tb->rng);
    /* A disabled sink takes the rest of a message, and no other one. */
    if (r->state == BRANCH_ON || (r->state == BRANCH_OFF && r->in_msg)) b->in.m_dn_on |= bit;
    if (r->state == BRANCH_STOPPED) b->in.m_dn_stopped |= bit;
    if (ready && (b->in.m_dn_on & bit) != 0) b->in.m_ready |= bit;
    if (r->state == BRANCH_GONE && tb_rng_one_in(&tb->rng, 20)) b->in.m_dn_lost |= bit;
    const bool waited =
        (b->in.m_dn_on & bit) != 0 || (!b->in.closing && (b->in.m_dn_stopped & bit) != 0);
    /* Without a part in the message, a beat may be withdrawn from a branch that turns its back. */
    if (r->waited && !waited && !r->in_msg) {
      tb->cover[COVER_OFF_BEFORE] += r->check.held.valid;
      r->check.held.valid = false;
    }
    r->waited = waited;
    if (!waited) r->fresh = false;
  }
  if (b->in.clr) { /* a producer in reset offers nothing */
    memset(&b->in.s, 0, sizeof b->in.s);
    b->check.held.valid = false;
    for (unsigned i = 0; i < b->branches; i++) b->branch[i].check.held.valid = false;
    return;
  }
  if (b->in.s.valid || !tb_pace_next(&b->offer, &tb->rng)) return;
  new_beat(b, &tb->rng);
  b->offered = tb->clock;
  for (unsigned i = 0; i < b->branches; i++) b->branch[i].fresh = b->branch[i].waited;
}

static void outputs(void *self) {
  struct fork_bench *b = self;
  rvt_fork_outputs(&b->model, &b->in, &b->out);
  b->out.s_ready = rvt_fork_ready(&b->model, &b->in);
  unsigned width = 1; /* of a count of bytes */
  while (1u << width <= b->lanes) width++;
  memset(b->m_data, 0, sizeof b->m_data);
  memset(b->m_bytes, 0, sizeof b->m_bytes);
  memset(b->m_length, 0, sizeof b->m_length);
  b->m_valid = b->m_eom = 0;
  for (unsigned i = 0; i < b->branches; i++) {
    const struct rvt_beat *m = &b->out.m[i];
    b->m_valid = (uint8_t)(b->m_valid | m->valid << i);
    b->m_eom = (uint8_t)(b->m_eom | m->eom << i);
    memcpy(b->m_data + i * b->lanes, m->data, b->lanes);
    tb_bits_put(b->m_bytes, i * width, width, m->bytes);
    tb_bits_put(b->m_length, i * LENGTH_BITS, LENGTH_BITS, m->length);
  }
}

/* A branch that leaves within a message has an end of it nowhere. */
static void follow_leaving(struct fork_bench *b, struct tb *tb, unsigned i) {
  struct branch *r = &b->branch[i];
  const bool was_left = r->left;
  if (r->state == BRANCH_STOPPED && b->in.closing && r->in_msg) {
    r->left = true;
    tb->cover[COVER_STOPPED_LEFT]++;
  }
  if (r->state == BRANCH_GONE && r->in_msg) r->left = true;
  tb->cover[COVER_WHOLE_OFF] += r->state != BRANCH_ON && r->size != 0 && !r->in_msg && !r->left;
  const bool lost = (b->in.m_dn_lost >> i & 1) != 0;
  const bool on = (b->in.m_dn_on >> i & 1) != 0;
  b->lost = b->lost || lost || (r->left && !was_left) || (on && !r->was_on && r->hurt);
  r->was_on = on;
  r->hurt = r->hurt || lost || (r->left && !was_left);
  tb->cover[COVER_LOST] += lost;
  r->missed |= r->left || lost;
  if (r->left) {
    r->in_msg = false;
    tb_stream_check_clear(&r->check);
  }
}

static void follow_branch(struct fork_bench *b, struct tb *tb, unsigned i) {
  struct branch *r = &b->branch[i];
  const struct rvt_beat *m = &b->out.m[i];
  follow_leaving(b, tb, i);
  const bool ready = (b->in.m_ready >> i & 1) != 0;
  tb_stream_check_clock(&r->check, m, ready, tb);
  if (!m->valid) return;
  const uint64_t clocks = tb->clock - b->offered;
  if (r->fresh && clocks > tb->cover[COVER_CLOCKS_THROUGH])
    tb->cover[COVER_CLOCKS_THROUGH] = clocks;
  r->fresh = false;
  if (r->left && b->sent != 0)
    tb_fail(tb, "branch %u has left the message and is offered more of it (TCI:LINK-08)", i);
  if (b->sent == 0 && r->missed && !b->sync)
    tb_fail(tb, "branch %u has missed something and is offered what goes on from it (NT:ERR-01)",
            i);
  tb->cover[COVER_STOPPED_HELD] += r->state == BRANCH_STOPPED;
  if (!ready) return;
  if (b->sent == 0) {
    tb->cover[COVER_TAKEN_UP] += r->missed;
    r->missed = r->hurt = false;
  }
  if (b->sent == 0) { /* also once more, after a reset */
    r->left = false;
    r->size = 0;
  }
  if (r->size + m->bytes > BYTES_MAX) {
    tb_fail(tb, "branch %u gets more than a message has", i);
    return;
  }
  memcpy(r->got + r->size, m->data, m->bytes);
  r->size += m->bytes;
  r->in_msg = !m->eom;
}

/* The last beat of a message has passed: who began it has it whole, who did not has nothing. */
static void check_message(struct fork_bench *b, struct tb *tb) {
  unsigned whole = 0, none = 0;
  for (unsigned i = 0; i < b->branches; i++) {
    struct branch *r = &b->branch[i];
    r->missed |= r->left || r->size == 0;
    if (r->left) {
      r->left = false;
    } else if (r->size == 0) {
      tb->cover[COVER_MISSED] += r->waited;
      none++;
    } else if (r->size != b->size || memcmp(r->got, b->msg, b->size) != 0) {
      tb_fail(tb, "branch %u has %u bytes of a message of %u (TCI:LINK-01)", i, r->size, b->size);
    } else {
      whole++;
    }
    r->size = 0;
    r->in_msg = false;
  }
  tb->cover[COVER_MESSAGES]++;
  tb->cover[COVER_TO_ALL] += whole == b->branches;
  if (whole == b->branches) PROVED("TCI:LINK-01");
  if (whole != 0 && none != 0) PROVED("TCI:LINK-08");
}

/* Some of the message has passed, and not all. */
static bool within(const struct fork_bench *b) { return b->sent != 0 && b->sent != b->size; }

/* A sync is asked for while a branch that is on waits for one, and none is on offer. */
static void check_request(struct fork_bench *b, struct tb *tb) {
  bool waits = false;
  for (unsigned i = 0; i < b->branches; i++) {
    const struct branch *r = &b->branch[i];
    waits |=
        (b->in.m_dn_on >> i & 1) != 0 && !r->hurt && (r->missed || (within(b) && r->size == 0));
  }
  const bool offered = b->in.s.valid && b->sent == 0 && b->sync;
  if (b->out.s_sync_req != (waits && !offered))
    tb_fail(tb, "fork: sync_req is %d (TCI:SYNC-09, D-34)", b->out.s_sync_req);
  tb->cover[COVER_ASKS] += b->out.s_sync_req && !b->asked;
  b->asked = b->out.s_sync_req;
}

static void tick(void *self, struct tb *tb) {
  struct fork_bench *b = self;
  uint8_t had = 0; /* branches with some of the message before this clock, and not its end */
  for (unsigned i = 0; i < b->branches; i++) had |= (uint8_t)(b->branch[i].in_msg << i);
  const bool was_within = within(b);
  tb_stream_check_clock(&b->check, &b->in.s, b->out.s_ready, tb);
  check_request(b, tb);
  b->lost = false;
  for (unsigned i = 0; i < b->branches; i++) follow_branch(b, tb, i);
  if (b->out.s_dn_lost != b->lost)
    tb_fail(tb, "fork: dn_lost is %d (NT:ERR-01, D-33)", b->out.s_dn_lost);
  const bool passes = b->in.s.valid && b->out.s_ready;
  if (b->in.s.valid && b->sent == 0 && b->in.m_dn_on == 0 && !b->out.s_ready) {
    tb->cover[COVER_TO_NONE]++;
    PROVED("TCI:LINK-02");
    PROVED("TCI:LINK-07");
  }
  tb->cover[COVER_NOBODY] += passes && b->m_valid == 0 && b->model.sent_q == 0;
  for (unsigned i = 0; b->in.clr && i < b->branches; i++) {
    struct branch *r = &b->branch[i];
    r->missed |= (was_within && r->size == 0) || (had >> i & 1) != 0;
    r->hurt |= (had >> i & 1) != 0;
  }
  rvt_fork_tick(&b->model, &b->in);
  tb->cover[COVER_APART] += b->model.sent_q != 0;
  if (b->in.clr) {
    tb->cover[COVER_CLR_WITHIN] += b->sent != 0;
    restart(b);
    restart_branches(b);
    return;
  }
  if (!passes) return;
  b->sent += b->in.s.bytes;
  if (b->in.s.eom) check_message(b, tb);
  memset(&b->in.s, 0, sizeof b->in.s);
}

const struct tb_bench tb_bench_fork = {
    .name = "fork",
    .bytes = sizeof(struct fork_bench),
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

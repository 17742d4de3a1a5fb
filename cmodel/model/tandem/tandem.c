/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/encoder.h"

#include <string.h>

#include "tandem_elements.h"
#include "tandem_shadow.h"

/* ---- Parameters ---- */

static bool is_lanes(unsigned lanes) {
  return lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 16;
}

static const char *broken_rule(const struct rvt_tandem_params *p) {
  if (!rvt_tandem_format_valid(&p->format))
    return "XLEN of 32 or 64, FLEN of 0, 32 or 64, MLEN of 64 with XLEN 64, else of 32 or 34";
  if (p->nret < 1 || p->nret > RVT_TANDEM_SLOTS) return "1 to 4 slots";
  if (p->csrs > RVT_TANDEM_CSRS) return "0 to 4 CSRs";
  if (p->elements > RVT_TANDEM_SENDS_ALL) return "elements of ten bits";
  if (p->format.flen == 0 && (p->elements & RVT_TANDEM_SENDS_FPR) != 0) return "no FPR without F";
  if (p->queue_depth < 1 || p->queue_depth > RVT_TANDEM_QUEUE) return "a queue of 1 to 64 clocks";
  if (p->stall_latency >= p->queue_depth) return "a latency of stall below the depth of the queue";
  if (!is_lanes(p->lanes)) return "1, 2, 4, 8 or 16 lanes";
  return NULL;
}

enum rvt_status rvt_tandem_init(struct rvt_tandem *s, const struct rvt_tandem_params *p,
                                struct rvt_error *e) {
  const char *const rule = broken_rule(p);
  if (rule != NULL) return rvt_error_set(e, RVT_ERR_ARG, "tandem: expected %s", rule);
  const struct rvt_tandem_params params = *p;
  const struct rvt_msg_fifo_params fifo = {.depth = p->fifo_depth,
                                           .resume_level = p->fifo_depth / 2,
                                           .framing = RVT_FRAMING_NTRACE, /* not read with marks */
                                           .marks = true};
  struct rvt_msg_fifo made;
  const enum rvt_status status = rvt_msg_fifo_init(&made, &fifo, e);
  if (status != RVT_OK) return status;
  memset(s, 0, sizeof *s);
  s->p = params;
  s->fifo = made;
  return RVT_OK;
}

/* ---- What moves in a clock ---- */

struct moves {
  bool offers, sends, takes, makes, leaves; /* a beat, ...; piece, word */
  bool last;                                /* of the row: it ends the group */
  bool whole;                               /* the beat is the row's last */
  uint8_t bytes, rest;                      /* of the beat; that stay */
  unsigned slot;                            /* of the piece that is made */
};

/** The lowest slot of which something is due. */
static unsigned slot_of(const struct rvt_tandem_word *word) {
  unsigned slot = 0;
  while (word->due[slot] == 0) slot++;
  return slot;
}

/** Whether the next piece is the last of the word. */
static bool is_last(const struct rvt_tandem_params *p, const struct rvt_tandem_word *word,
                    unsigned slot) {
  uint32_t more = word->due[slot] & ~rvt_tandem_next(p, word->due[slot]);
  while (++slot < RVT_TANDEM_WORD_SLOTS) more |= word->due[slot];
  return more == 0;
}

static struct moves moves_of(const struct rvt_tandem *s) {
  /* Of a row, which is a beat but in a wide build. */
  const uint8_t lanes = s->p.lanes, row = s->p.wide ? RVT_TANDEM_ROW : lanes;
  const uint8_t bytes = s->count_q < row ? s->count_q : row, left = (uint8_t)(bytes - s->part_q);
  struct moves m = {.bytes = left < lanes ? left : lanes, .rest = s->count_q};
  m.offers = s->count_q >= row || (s->ended_q && s->count_q > 0);
  m.last = s->ended_q && s->count_q <= row;
  m.whole = left <= lanes;
  m.sends = m.offers && rvt_msg_fifo_ready(&s->fifo);
  if (m.sends && m.whole) m.rest = (uint8_t)(s->count_q - bytes);
  /* No beat has bytes of two groups. */
  m.takes = s->piece_q.valid && m.rest < row && !(s->ended_q && m.rest > 0);
  m.makes = s->level_q != 0 && (!s->piece_q.valid || m.takes);
  if (!m.makes) return m;
  m.slot = slot_of(&s->queue_q[s->head_q]);
  m.leaves = is_last(&s->p, &s->queue_q[s->head_q], m.slot);
  return m;
}

static bool has_room(const struct rvt_tandem *s, const struct moves *m) {
  return s->level_q < s->p.queue_depth || (s->p.queue_depth == 1 && m->leaves);
}

bool rvt_tandem_ready(const struct rvt_tandem *s) {
  const struct moves m = moves_of(s);
  return has_room(s, &m);
}

/** Nothing is being dropped, and no state has to be dumped first. */
static bool is_live(const struct rvt_tandem *s) {
  return !s->dropping_q && (!s->p.shadow || s->shadow.live_q);
}

bool rvt_tandem_takes(const struct rvt_tandem *s) { return is_live(s) && rvt_tandem_ready(s); }

/** What is left is for what a hart that obeys may still tell. */
static bool stalls(const struct rvt_tandem *s, const struct moves *m) {
  return s->p.queue_depth == 1 ? !has_room(s, m)
                               : s->level_q + s->p.stall_latency >= s->p.queue_depth;
}

void rvt_tandem_outputs(const struct rvt_tandem *s, struct rvt_tandem_out *out) {
  const struct moves m = moves_of(s);
  out->stall = stalls(s, &m);
  out->stall |= s->p.shadow && s->shadow.want_q && !s->shadow.live_q;
  out->lost = s->lost_q;
  out->empty = s->level_q == 0 && !s->piece_q.valid && s->count_q == 0 && s->fifo.level_q == 0;
  rvt_msg_fifo_beat(&s->fifo, &out->m);
}

/* ---- A clock ---- */

static bool is_told(const struct rvt_tandem *s, const struct rvt_tandem_in *in, unsigned slot) {
  return slot < s->p.nret && in->valid[slot] && in->slot[slot].kind < RVT_TANDEM_HART_KINDS;
}

/** A transaction of the bus, of which what the hart has changed knows nothing. */
static bool is_bus_told(const struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  return (s->p.elements & RVT_TANDEM_SENDS_BUS) != 0 && in->bus.valid &&
         in->bus.op < RVT_TANDEM_OPS;
}

static bool any_told(const struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  bool any = false;
  for (unsigned i = 0; i < s->p.nret; i++) any |= is_told(s, in, i);
  return any;
}

static struct rvt_tandem_word *new_word(struct rvt_tandem *s) {
  struct rvt_tandem_word *const word = &s->queue_q[(s->head_q + s->level_q) % s->p.queue_depth];
  s->level_q++;
  for (unsigned i = 0; i < RVT_TANDEM_WORD_SLOTS; i++) word->due[i] = 0;
  return word;
}

static void write_slot(struct rvt_tandem *s, struct rvt_tandem_word *word, unsigned slot,
                       const struct rvt_tandem_record *r) {
  word->slot[slot] = *r;
  word->due[slot] = rvt_tandem_due(&s->p, r);
}

static void write_word(struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  struct rvt_tandem_word *const word = new_word(s);
  for (unsigned i = 0; i < s->p.nret; i++)
    if (is_told(s, in, i)) write_slot(s, word, i, &in->slot[i]);
  const struct rvt_tandem_record bus = {.kind = RVT_TANDEM_TRANSACTION, .access = in->bus};
  if (is_bus_told(s, in)) write_slot(s, word, RVT_TANDEM_SLOTS, &bus);
}

static void move_buffer(struct rvt_tandem *s, const struct moves *m) {
  if (m->sends) s->part_q = m->whole ? 0 : (uint8_t)(s->part_q + m->bytes);
  memmove(s->buffer_q, s->buffer_q + (s->count_q - m->rest), m->rest);
  s->count_q = m->rest;
  if (m->rest == 0) s->ended_q = false;
  if (!m->takes) return;
  memcpy(s->buffer_q + s->count_q, s->piece_q.bytes, s->piece_q.size);
  s->count_q = (uint8_t)(s->count_q + s->piece_q.size);
  s->ended_q = s->piece_q.last;
  s->piece_q.valid = false;
}

static void move_queue(struct rvt_tandem *s, const struct moves *m) {
  struct rvt_tandem_word *const word = &s->queue_q[s->head_q];
  uint32_t *const due = &word->due[m->slot];
  if (!m->makes) return;
  rvt_tandem_make(&s->p, &word->slot[m->slot], *due, &s->piece_q);
  *due &= ~rvt_tandem_next(&s->p, *due);
  if (!m->leaves) return;
  s->head_q = (uint8_t)((s->head_q + 1) % s->p.queue_depth);
  s->level_q--;
}

static void offer(const struct rvt_tandem *s, const struct moves *m, struct rvt_beat *beat) {
  *beat = (struct rvt_beat){.valid = m->offers};
  if (!m->offers) return;
  beat->eom = m->last && m->whole;
  beat->bytes = m->bytes;
  memcpy(beat->data, s->buffer_q + s->part_q, m->bytes);
}

void rvt_tandem_offer(const struct rvt_tandem *s, struct rvt_beat *beat) {
  const struct moves m = moves_of(s);
  offer(s, &m, beat);
}

static void tick_fifo(struct rvt_tandem *s, const struct moves *m, const struct rvt_tandem_in *in) {
  struct rvt_msg_fifo_in fifo = {.clr = !in->active, .m_ready = in->m_ready};
  offer(s, m, &fifo.s);
  rvt_msg_fifo_tick(&s->fifo, &fifo);
}

/** What the clock is for the hart's state; without Shadow `taken` and `refused` alone. */
static struct rvt_tandem_clock clock_of(const struct rvt_tandem *s, const struct rvt_tandem_in *in,
                                        const struct moves *m, struct rvt_tandem_record *dumped) {
  const bool told = any_told(s, in), wants = in->enable && in->active;
  const bool some = told || is_bus_told(s, in);
  struct rvt_tandem_clock clock = {.dump = RVT_TANDEM_DUMP_NOTHING,
                                   .dumping = wants && !is_live(s) && !s->dropping_q,
                                   .taken = some && wants && is_live(s) && has_room(s, m)};
  /* What is told while the state is dumped is part of it; transactions, which are not, do not count
   * among what a dump waits for. */
  clock.refused = some && wants && !clock.taken && !clock.dumping;
  if (clock.dumping) clock.dump = rvt_tandem_dump(s, told, dumped);
  clock.put =
      clock.dump >= RVT_TANDEM_DUMP_RESET && clock.dump <= RVT_TANDEM_DUMP_LAST && !stalls(s, m);
  return clock;
}

bool rvt_tandem_dumps(const struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  const struct moves m = moves_of(s);
  struct rvt_tandem_record dumped;
  return clock_of(s, in, &m, &dumped).put;
}

void rvt_tandem_tick(struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  const struct moves m = moves_of(s);
  struct rvt_tandem_record dumped;
  const struct rvt_tandem_clock clock = clock_of(s, in, &m, &dumped);
  const bool drained = s->level_q == 0 && !s->piece_q.valid && s->count_q == 0 && s->fifo.resume_q;
  tick_fifo(s, &m, in);
  s->lost_q = clock.refused || (s->lost_q && !in->lost_clr);
  /* What is refused in the clock in which dropping ends is lost, and does not prolong it: a hart
   * that tells something in every clock is traced again. */
  s->dropping_q = in->active && (s->dropping_q ? !drained : clock.refused);
  move_buffer(s, &m);
  move_queue(s, &m);
  if (clock.taken) write_word(s, in);
  if (clock.put) write_slot(s, new_word(s), 0, &dumped);
  if (s->p.shadow) rvt_tandem_shadow_tick(s, in, &clock);
  if (in->active) return;
  s->level_q = s->head_q = s->count_q = s->part_q = 0;
  s->piece_q.valid = s->ended_q = false;
}

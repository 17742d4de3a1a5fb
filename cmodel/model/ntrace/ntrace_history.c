/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_history.h"

enum { COUNT_MAX = (1 << RVT_REPEAT_CEIL) - 1, HEAD_BITS = 10, BYTE_BITS = 6 };

/** Bytes of a ResourceFull with RCODE 1: TCODE, RCODE and HIST with its stop bit. */
static unsigned literal_bytes(unsigned outcomes) {
  return (HEAD_BITS + outcomes + 1 + BYTE_BITS - 1) / BYTE_BITS;
}

/** Bytes of a ResourceFull with RCODE 2 whose count has one byte, as all of a window have. */
static unsigned repeat_bytes(unsigned period) { return literal_bytes(period) + 1; }

void rvt_ntrace_history_init(struct rvt_ntrace_history *s, uint8_t longest, uint8_t word,
                             bool plain_hist) {
  *s = (struct rvt_ntrace_history){.longest = longest, .word = word, .plain_hist = plain_hist};
}

void rvt_ntrace_history_clear(struct rvt_ntrace_history *s) {
  rvt_ntrace_history_init(s, s->longest, s->word, s->plain_hist);
}

static unsigned outcomes_of(uint32_t hist) {
  return hist == 0 ? 0 : 31 - (unsigned)__builtin_clz(hist);
}

static bool is_full(const struct rvt_ntrace_record *rec, uint8_t rcode) {
  return rec->tcode == RVT_TC_RESOURCE_FULL && rec->sub == rcode;
}

void rvt_ntrace_history_load(struct rvt_ntrace_history *s, const struct rvt_ntrace_record *rec,
                             bool en) {
  s->rec_q = *rec;
  s->valid_q = true;
  s->en_q = en && !is_full(rec, RVT_RC_ICNT);
  s->left_q = (uint8_t)(s->en_q ? outcomes_of(rec->hist) : 0);
}

static uint64_t ones(unsigned bits) { return bits == 0 ? 0 : UINT64_MAX >> (64 - bits); }

/** The oldest outcomes of the window, literally. */
static void send_literal(struct rvt_ntrace_history *s, unsigned outcomes,
                         struct rvt_ntrace_record *out) {
  const uint64_t oldest = s->window_q >> (s->held_q - outcomes);
  *out = (struct rvt_ntrace_record){.tcode = RVT_TC_RESOURCE_FULL,
                                    .sub = RVT_RC_HIST,
                                    .hist = (uint32_t)(1u << outcomes | oldest),
                                    .abs_time = s->rec_q.abs_time};
  s->held_q = (uint8_t)(s->held_q - outcomes);
  s->window_q &= ones(s->held_q);
}

static void send_repeat(const struct rvt_ntrace_history *s, unsigned period, uint64_t block,
                        uint32_t count, struct rvt_ntrace_record *out) {
  *out = (struct rvt_ntrace_record){.tcode = RVT_TC_RESOURCE_FULL,
                                    .sub = RVT_RC_HIST_REPEAT,
                                    .icnt = count,
                                    .hist = (uint32_t)(1u << period | block),
                                    .abs_time = s->rec_q.abs_time};
}

/**
 * What is gained by `outcomes` of a repeat behind `before` of them sent literally, against whole
 * words; in bytes, times `word`. A whole word costs no more before a repeat than it does anyhow.
 * Of 31 outcomes in 7 bytes, a repeat costs as much as 13.3 literal ones for period 1, 17.7 up to
 * 7, 22.1 up to 13, 26.6 up to 19, 31 up to 25, 35.4 up to 31.
 */
static int gain_of(const struct rvt_ntrace_history *s, unsigned period, unsigned outcomes,
                   unsigned before) {
  const unsigned rest = before % s->word;
  const unsigned saved = literal_bytes(s->word) * (outcomes + rest);
  const unsigned spent = s->word * (repeat_bytes(period) + (rest == 0 ? 0 : literal_bytes(rest)));
  return (int)saved - (int)spent;
}

/** A full window: of the oldest run of each period the one that gains most. */
static void search(struct rvt_ntrace_history *s) {
  int best = 0;
  s->before_q = s->word;
  s->found_q = 0;
  for (unsigned p = 1; p <= s->longest; p++) {
    uint64_t same = ~(s->window_q ^ s->window_q >> p) & ones(s->held_q - p);
    while (same != 0) {
      const unsigned top = 63 - (unsigned)__builtin_clzll(same);
      const unsigned run = (unsigned)__builtin_clzll(~(same << (63 - top)));
      const unsigned before = s->held_q - 1 - p - top;
      const unsigned blocks = 1 + run / p;
      const int gain = gain_of(s, p, blocks * p, before);
      same &= ones(top + 1 - run);
      if (gain <= 0) continue;
      if (gain > best) {
        best = gain;
        s->before_q = (uint8_t)before;
        s->found_q = (uint8_t)p;
        s->blocks_q = (uint8_t)blocks;
        s->open_q = top + 1 == run;
      }
      break;
    }
  }
}

/** What search() has found, a message a step. */
static bool follow(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out) {
  if (s->before_q != 0) {
    const unsigned outcomes = s->before_q < s->word ? s->before_q : s->word;
    s->before_q = (uint8_t)(s->before_q - outcomes);
    send_literal(s, outcomes, out);
    return true;
  }
  const unsigned period = s->found_q, outcomes = period * s->blocks_q;
  const uint64_t block = s->window_q >> (s->held_q - period);
  s->found_q = 0;
  if (s->open_q) {
    s->period_q = (uint8_t)period;
    s->block_q = (uint32_t)block;
    s->phase_q = (uint8_t)(s->held_q - outcomes);
    s->count_q = s->blocks_q;
    s->held_q = 0;
    s->window_q = 0;
    return false;
  }
  send_repeat(s, period, block, s->blocks_q, out);
  s->held_q = (uint8_t)(s->held_q - outcomes);
  s->window_q &= ones(s->held_q);
  return true;
}

/** The repeat ends. A block of which there is only one is better literal (NT:RHI-04). */
static bool break_off(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out) {
  const unsigned period = s->period_q;
  const bool single = s->count_q == 1, sends = s->count_q > 1;
  if (sends) send_repeat(s, period, s->block_q, s->count_q, out);
  s->window_q = s->block_q >> (period - s->phase_q);
  s->held_q = s->phase_q;
  if (single) {
    s->window_q |= (uint64_t)s->block_q << s->phase_q;
    s->held_q = (uint8_t)(s->held_q + period);
  }
  s->period_q = 0;
  return sends;
}

/** One outcome more, if it is the block's next; a full count is sent at once (NT:RHI-05). */
static bool go_on(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out) {
  const unsigned expected = s->block_q >> (s->period_q - 1 - s->phase_q) & 1;
  if ((s->rec_q.hist >> (s->left_q - 1) & 1) != expected) return break_off(s, out);
  s->left_q--;
  if (++s->phase_q != s->period_q) return false;
  s->phase_q = 0;
  if (++s->count_q != COUNT_MAX) return false;
  send_repeat(s, s->period_q, s->block_q, s->count_q, out);
  s->count_q = 0;
  return true;
}

/** Outcomes of the record into the window, which is looked at when it is full. */
static void fill(struct rvt_ntrace_history *s) {
  const unsigned room = 2u * s->word - s->held_q;
  const unsigned taken = s->left_q < room ? s->left_q : room;
  s->left_q = (uint8_t)(s->left_q - taken);
  s->window_q = s->window_q << taken | (s->rec_q.hist >> s->left_q & ones(taken));
  s->held_q = (uint8_t)(s->held_q + taken);
  if (s->held_q == 2u * s->word) search(s);
}

static bool may_hold(uint8_t tcode) { return tcode != RVT_TC_ERROR && tcode != RVT_TC_OWNERSHIP; }

/** The record itself, with the outcomes that are left. */
static void send_closing(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out) {
  *out = s->rec_q;
  s->valid_q = false;
  if (!may_hold(out->tcode)) return;
  const bool some = s->held_q != 0;
  switch (out->tcode) {
  case RVT_TC_INDIRECT_BRANCH:
    if (some) out->tcode = RVT_TC_INDIRECT_BRANCH_HIST;
    break;
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_PROG_TRACE_SYNC:
    if (some) out->tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
    break;
  case RVT_TC_INDIRECT_BRANCH_HIST:
    if (!some && s->plain_hist) out->tcode = RVT_TC_INDIRECT_BRANCH;
    break;
  default: break;
  }
  const bool hist = some || (out->hist != 0 && out->tcode != RVT_TC_INDIRECT_BRANCH);
  out->hist = hist ? (uint32_t)(1u << s->held_q | s->window_q) : 0;
  s->held_q = 0;
  s->window_q = 0;
}

bool rvt_ntrace_history_step(struct rvt_ntrace_history *s, struct rvt_ntrace_record *out) {
  if (!s->en_q) {
    *out = s->rec_q;
    s->valid_q = false;
    return true;
  }
  if (s->before_q != 0 || s->found_q != 0) return follow(s, out);
  if (s->left_q != 0) {
    if (s->period_q != 0) return go_on(s, out);
    fill(s);
    return false;
  }
  if (is_full(&s->rec_q, RVT_RC_HIST)) {
    s->valid_q = false;
    return false;
  }
  if (s->period_q != 0) return break_off(s, out);
  if (s->held_q > (may_hold(s->rec_q.tcode) ? s->word : 0)) {
    send_literal(s, s->held_q < s->word ? s->held_q : s->word, out);
    return true;
  }
  send_closing(s, out);
  return true;
}

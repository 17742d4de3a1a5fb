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

/** Outcomes that cost as many bytes if they fill HIST; rounded up. */
static unsigned worth(const struct rvt_ntrace_history *s, unsigned bytes) {
  return (s->word * bytes + literal_bytes(s->word) - 1) / literal_bytes(s->word);
}

/** Pairs of the shortest run that is looked for: 16 outcomes of a window of 62. */
static unsigned least_pairs(const struct rvt_ntrace_history *s) { return (s->word + 2u) / 4; }

static uint8_t whole(const struct rvt_ntrace_history *s) { return (uint8_t)(2 * s->word); }

void rvt_ntrace_history_init(struct rvt_ntrace_history *s, uint8_t longest, uint8_t word) {
  *s = (struct rvt_ntrace_history){.longest = longest, .word = word};
}

void rvt_ntrace_history_clear(struct rvt_ntrace_history *s) {
  rvt_ntrace_history_init(s, s->longest, s->word);
}

static enum rvt_history_kind kind_of(const struct rvt_ntrace_record *rec) {
  switch (rec->tcode) {
  case RVT_TC_RESOURCE_FULL: return rec->sub == RVT_RC_HIST ? RVT_HISTORY_WORD : RVT_HISTORY_ICNT;
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_PROG_TRACE_SYNC: return RVT_HISTORY_JOIN;
  case RVT_TC_INDIRECT_BRANCH_HIST:
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC:
    return rec->hist == 1 ? RVT_HISTORY_JOIN : RVT_HISTORY_CLOSE;
  case RVT_TC_PROG_TRACE_CORRELATION: /* CDF (NT:COR-03) */
    return rec->btype == 1 && rec->hist == 1 ? RVT_HISTORY_JOIN : RVT_HISTORY_CLOSE;
  default: return RVT_HISTORY_CLOSE;
  }
}

/** Nothing is to be done with what has come. */
static bool quiet(const struct rvt_ntrace_history *s) {
  return s->state_q == RVT_HISTORY_REST && !s->more_q &&
         (s->repeat_q ? s->ptr_q == 0 && !s->look_q : s->held_q != whole(s));
}

bool rvt_ntrace_history_held(const struct rvt_ntrace_history *s) {
  return rvt_ntrace_history_busy(s) && !s->still_q;
}

static uint8_t with_hist(uint8_t tcode) {
  switch (tcode) {
  case RVT_TC_INDIRECT_BRANCH: return RVT_TC_INDIRECT_BRANCH_HIST;
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_PROG_TRACE_SYNC: return RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
  default: return tcode;
  }
}

/** A record that closes was on offer. */
static bool closing(const struct rvt_ntrace_history *s) {
  return s->kind_q >= RVT_HISTORY_CLOSE && !s->flush_q;
}

/** What is asked for all that is held. */
static bool ends(const struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in) {
  return closing(s) || in->flush || s->flush_q;
}

/** A record on offer passes, as far as the registers say. */
static bool passes(const struct rvt_ntrace_history *s) {
  return s->state_q == RVT_HISTORY_IDLE ||
         (s->still_q && s->kind_q == RVT_HISTORY_ICNT && !s->flush_q) ||
         (s->state_q == RVT_HISTORY_CLOSES && s->kind_q == RVT_HISTORY_JOIN);
}

bool rvt_ntrace_history_ready(const struct rvt_ntrace_history *s, bool holds, bool out_ready) {
  return holds ? !s->more_q && !s->flush_q && !s->wait_q : passes(s) && out_ready;
}

/** The record on offer is one of outcomes that are to be held. */
static bool holds(const struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in) {
  return in->rec_valid && kind_of(&in->rec) == RVT_HISTORY_WORD &&
         (in->en || rvt_ntrace_history_busy(s));
}

void rvt_ntrace_history_outputs(const struct rvt_ntrace_history *s,
                                const struct rvt_ntrace_history_in *in,
                                struct rvt_ntrace_history_out *out) {
  const bool idle = !rvt_ntrace_history_busy(s);
  out->held = rvt_ntrace_history_held(s);
  out->busy = !idle;
  out->time_new = (in->time_new || s->wait_q) && !in->clr &&
                  (idle || (quiet(s) && !s->flush_q) || s->state_q == RVT_HISTORY_CLOSES);
  out->rec_ready = rvt_ntrace_history_ready(s, holds(s, in), in->out_ready);
  out->out_valid = true;
  if (s->state_q == RVT_HISTORY_SEND) {
    const uint64_t now = s->closing_q && in->rec_valid ? in->rec.abs_time : s->time_q;
    out->rec = (struct rvt_ntrace_record){.tcode = RVT_TC_RESOURCE_FULL,
                                          .sub = s->repeat_q ? RVT_RC_HIST_REPEAT : RVT_RC_HIST,
                                          .icnt = s->repeat_q ? s->count_q : 0,
                                          .hist = s->acc_q,
                                          .abs_time = now};
    return;
  }
  out->out_valid = in->rec_valid && passes(s) && !holds(s, in);
  if (!out->out_valid) return;
  out->rec = in->rec;
  if (s->state_q != RVT_HISTORY_CLOSES) return;
  out->rec.tcode = with_hist(in->rec.tcode);
  out->rec.hist = s->acc_q;
}

/** The outcome at `ptr_q`. */
static unsigned read_window(const struct rvt_ntrace_history *s) {
  return s->ptr_q == 0 ? 0 : s->window_q >> (s->ptr_q - 1) & 1;
}

static unsigned read_word(const struct rvt_ntrace_history *s) { return s->word_q >> s->at_q & 1; }

/** `count` outcomes of the record come into the window. */
static void shift(struct rvt_ntrace_history *s, unsigned count) {
  const unsigned low = s->at_q + 1u - count;
  const uint64_t mask = UINT64_MAX >> (64 - 2 * s->word);
  s->window_q = (s->window_q << count | (s->word_q >> low & ((1u << count) - 1))) & mask;
  s->held_q = (uint8_t)(s->held_q + count);
  s->more_q = low != 0;
  s->at_q = (uint8_t)(low - 1) & 31;
  s->time_q = s->word_time_q;
}

/** One block alone is better literal: it stays in the window (NT:RHI-04). */
static void break_off(struct rvt_ntrace_history *s) {
  if (s->count_q > 1)
    s->state_q = RVT_HISTORY_SEND;
  else
    s->repeat_q = false;
}

/**
 * Outcomes are compared with the block, one a clock; what was found counts in the clock after. A
 * full count is sent at once (NT:RHI-05).
 */
static void go_on(struct rvt_ntrace_history *s, bool asked) {
  const bool looked = s->look_q;
  s->look_q = false;
  if (looked && s->same_q && s->index_q == s->less_q) {
    if (s->count_q != 0) s->held_q = s->ptr_q;
    if (++s->count_q == COUNT_MAX) s->state_q = RVT_HISTORY_SEND;
  } else if (looked && !s->same_q) {
    break_off(s);
    return;
  }
  if (s->ptr_q == 0 && !s->more_q) {
    if (!looked && asked) break_off(s);
    return;
  }
  const bool in_window = s->ptr_q != 0;
  const unsigned next = in_window ? read_window(s) : read_word(s);
  s->same_q = next == (s->acc_q >> s->index_q & 1);
  s->look_q = true;
  s->index_q = s->index_q == 0 ? s->less_q : s->index_q - 1;
  if (in_window)
    s->ptr_q--;
  else
    shift(s, 1);
}

static void read_from(struct rvt_ntrace_history *s, enum rvt_history_state state) {
  s->state_q = state;
  s->acc_q = 1;
  s->ptr_q = s->held_q;
}

/** Outcomes come, follow a repeat, or are asked for by what closes. */
static void rest(struct rvt_ntrace_history *s, bool asked, bool loads) {
  s->closing_q = closing(s) && quiet(s);
  s->best_q = (uint8_t)(2 * (least_pairs(s) - 1));
  if (s->repeat_q) {
    go_on(s, asked);
    return;
  }
  s->count_q = 0;
  if (s->held_q == whole(s)) {
    s->any1_q = s->any2_q = false;
    s->run3_q = 0;
    read_from(s, RVT_HISTORY_SEARCH);
  } else if (s->more_q) {
    shift(s, (s->at_q & 3) == 3 && s->held_q + 4 <= whole(s) && s->word > 4 ? 4 : 1);
  } else if (s->held_q == 0) {
    if (!loads) s->state_q = RVT_HISTORY_IDLE;
  } else if (asked) {
    read_from(s, RVT_HISTORY_READ);
  }
}

/**
 * Bit 2k: the k-th pair of outcomes from the newest one on is the same as `by` outcomes before;
 * of the newest ones, the oldest take that place.
 */
static uint64_t same_pairs(const struct rvt_ntrace_history *s, unsigned by) {
  const uint64_t mask = UINT64_MAX >> (64 - 2 * s->word);
  by %= whole(s);
  const uint64_t turned = s->window_q << by | s->window_q >> (whole(s) - by);
  const uint64_t same = ~(s->window_q ^ turned);
  return same & same >> 1 & UINT64_C(0x5555555555555555) & mask;
}

/** From the oldest pair on, the place of the highest bit; `word`: there is none. */
static unsigned place_of(const struct rvt_ntrace_history *s, uint64_t pairs) {
  return pairs == 0 ? s->word : s->word - 1u - (63u - (unsigned)__builtin_clzll(pairs)) / 2;
}

/**
 * A period a clock, in four steps: where the oldest run begins that is long enough; where it ends;
 * its length; whether it is the longest. The oldest outcomes are read meanwhile: if no run is found
 * they are sent.
 */
static void search(struct rvt_ntrace_history *s) {
  const unsigned n = s->count_q++;
  if (s->run3_q > s->best_q / 2) {
    s->found_q = true;
    s->best_q = (uint8_t)(2 * s->run3_q);
    s->less_q = (uint8_t)(n - 3) & 31;
    s->start_q = s->start3_q;
    s->reach_q = s->reach3_q;
  }
  /* Pairs that are whole. */
  const unsigned limit = (s->word - n / 2) & 31;
  s->reach3_q = s->stop2_q >= limit;
  const unsigned end = s->reach3_q ? limit : s->stop2_q;
  s->run3_q = (uint8_t)(s->any2_q && end >= s->start2_q ? end - s->start2_q : 0);
  s->start3_q = s->start2_q;
  const uint64_t newer = (UINT64_C(1) << 2 * (s->word - 1u - s->start1_q)) - 1;
  const uint64_t over = ~same_pairs(s, n) & UINT64_C(0x5555555555555555) & newer;
  s->stop2_q = (uint8_t)place_of(s, over);
  s->any2_q = s->any1_q;
  s->start2_q = s->start1_q;

  const uint64_t pairs = same_pairs(s, n + 1);
  uint64_t runs = pairs;
  for (unsigned k = 1; k < least_pairs(s); k++) runs &= pairs << 2 * k;
  s->any1_q = runs != 0 && n < s->longest;
  s->start1_q = (uint8_t)(runs == 0 ? 0 : place_of(s, runs));

  if (n < s->word) {
    s->acc_q = s->acc_q << 1 | read_window(s);
    s->ptr_q--;
  }
  if (n != s->word + 3u) return;
  s->state_q = RVT_HISTORY_NEWEST;
  s->ptr_q = (uint8_t)(s->less_q + 2);
}

/** Does the run reach the newest outcome, which has no other beside it? */
static void newest(struct rvt_ntrace_history *s) {
  s->same_q = read_window(s) == (s->window_q & 1);
  s->ptr_q = (uint8_t)(whole(s) + 1 - 2 * s->start_q) & 63;
  s->state_q = RVT_HISTORY_OLDER;
}

static void older(struct rvt_ntrace_history *s) {
  if (s->same_q && s->reach_q && s->less_q % 2 == 0) s->best_q++;
  s->same_q = read_window(s);
  s->ptr_q = (uint8_t)(s->ptr_q - s->less_q - 1) & 63;
  s->state_q = RVT_HISTORY_SAME;
}

/** The run begins an outcome earlier? What is before it: a whole HIST, and the rest. */
static void length(struct rvt_ntrace_history *s) {
  const bool earlier = s->same_q && s->start_q != 0;
  const unsigned before = 2u * s->start_q - earlier;
  s->best_q = (uint8_t)(s->best_q + earlier);
  s->words_q = before >= s->word;
  s->index_q = (uint8_t)(before % s->word);
  if (!earlier) s->ptr_q = (s->ptr_q - 1) & 63; /* behind the first block */
  s->state_q = RVT_HISTORY_FIRST;
}

/** Outcomes behind the blocks, one more than there may be if they are to be worth as many bytes as
 * their messages have. */
static void first(struct rvt_ntrace_history *s) {
  const unsigned rest = s->index_q;
  const unsigned bytes = repeat_bytes(s->less_q + 1u) + (rest == 0 ? 0 : literal_bytes(rest));
  const unsigned least = worth(s, bytes), from = s->words_q ? s->word : whole(s);
  s->limit_q = (uint8_t)(least <= from ? from - least + 1 : 0);
  s->count_q = 0;
  if (!s->found_q) s->ptr_q = s->word;
  s->state_q = s->found_q ? RVT_HISTORY_CHECK : RVT_HISTORY_SEND;
}

/** A block more is covered. Without a further one: are those worth what is sent for them? */
static void check(struct rvt_ntrace_history *s) {
  const uint8_t period = s->less_q + 1;
  s->count_q++;
  if (s->best_q >= period) {
    s->best_q -= period;
    s->ptr_q = (s->ptr_q - period) & 63;
  } else if (s->ptr_q < s->limit_q) {
    s->state_q = s->words_q ? RVT_HISTORY_SEND : RVT_HISTORY_FOUND; /* those have been read */
    s->held_q = s->ptr_q;                                           /* behind the blocks */
    s->ptr_q = s->words_q ? s->word : whole(s);
  } else {
    s->state_q = RVT_HISTORY_SEND;
    s->found_q = false;
    s->ptr_q = s->word;
  }
}

static void found(struct rvt_ntrace_history *s) {
  s->state_q = RVT_HISTORY_READ;
  s->acc_q = 1;
  if (s->index_q != 0) return;
  s->index_q = s->less_q;
  s->found_q = false;
  s->repeat_q = true;
}

/** One outcome of a HIST. */
static void read_one(struct rvt_ntrace_history *s, bool asked) {
  const bool all = s->ptr_q == 1, last = all || s->acc_q >> (s->word - 1) != 0;
  s->acc_q = s->acc_q << 1 | read_window(s);
  s->ptr_q--;
  if (s->repeat_q) {
    if (s->index_q-- != 0) return;
    s->index_q = (s->less_q - s->best_q) & 31; /* behind what was measured */
    s->ptr_q = s->held_q - s->best_q;
    s->state_q = RVT_HISTORY_SKIP;
  } else if (s->found_q) {
    if (--s->index_q == 0) s->state_q = RVT_HISTORY_SEND;
  } else if (last) {
    const bool join = all && closing(s) && s->kind_q == RVT_HISTORY_JOIN;
    s->state_q = !asked ? RVT_HISTORY_REST : join ? RVT_HISTORY_CLOSES : RVT_HISTORY_SEND;
  }
}

static void sent(struct rvt_ntrace_history *s) {
  s->state_q = s->found_q ? RVT_HISTORY_FOUND : RVT_HISTORY_REST;
  if (!s->repeat_q) {
    if (!s->found_q) s->held_q = s->ptr_q;
    return;
  }
  s->repeat_q = s->count_q == COUNT_MAX;
  s->count_q = 0;
}

static void move(struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in, bool goes,
                 bool loads) {
  switch (s->state_q) {
  case RVT_HISTORY_IDLE:
    s->held_q = 0;
    if (loads) s->state_q = RVT_HISTORY_REST;
    break;
  case RVT_HISTORY_REST: rest(s, ends(s, in), loads); break;
  case RVT_HISTORY_SEARCH: search(s); break;
  case RVT_HISTORY_NEWEST: newest(s); break;
  case RVT_HISTORY_OLDER: older(s); break;
  case RVT_HISTORY_SAME:
    s->same_q = read_window(s) == s->same_q;
    s->state_q = RVT_HISTORY_LENGTH;
    break;
  case RVT_HISTORY_LENGTH: length(s); break;
  case RVT_HISTORY_FIRST: first(s); break;
  case RVT_HISTORY_CHECK: check(s); break;
  case RVT_HISTORY_FOUND: found(s); break;
  case RVT_HISTORY_READ: read_one(s, ends(s, in)); break;
  case RVT_HISTORY_SKIP: s->state_q = RVT_HISTORY_REST; break;
  case RVT_HISTORY_SEND:
    if (goes) sent(s);
    break;
  case RVT_HISTORY_CLOSES: /* or the record is no more: then all is still held */
    if (goes)
      s->state_q = RVT_HISTORY_IDLE;
    else if (!in->rec_valid || !closing(s))
      s->state_q = RVT_HISTORY_REST;
    break;
  default: break;
  }
}

void rvt_ntrace_history_tick(struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in,
                             const struct rvt_ntrace_history_out *out) {
  if (in->clr) {
    rvt_ntrace_history_clear(s);
    return;
  }
  const bool taken = in->rec_valid && out->rec_ready;
  const bool loads = taken && holds(s, in);
  const bool flushes = rvt_ntrace_history_busy(s) && (s->flush_q || (in->flush && quiet(s)));
  /* Nothing goes out with an earlier time than what has gone (NT:TSP-08): RCODE 0 overtakes, and
   * what closes may be no more when outcomes have gone out with its time. */
  const bool sends = s->state_q == RVT_HISTORY_SEND;
  const bool later = (taken && rvt_ntrace_history_busy(s) && s->kind_q == RVT_HISTORY_ICNT) ||
                     (sends && in->out_ready && s->closing_q && in->rec_valid);
  const bool all_in = !s->more_q;
  s->wait_q = (in->time_new || s->wait_q) && !out->time_new;
  const bool still = quiet(s) && !loads && !ends(s, in) && (s->repeat_q || s->held_q != 0);
  move(s, in, out->out_valid && in->out_ready, loads);
  if (!in->rec_valid) s->closing_q = false;
  s->still_q = still;
  s->flush_q = flushes;
  s->kind_q = in->rec_valid && !taken ? kind_of(&in->rec) : RVT_HISTORY_NONE;
  if (all_in) s->time_q = s->word_time_q;
  if (later) s->word_time_q = in->rec.abs_time;
  if (!loads) return;
  s->word_q = in->rec.hist & ~(1u << s->word);
  s->at_q = (uint8_t)(s->word - 1);
  s->more_q = true;
  s->word_time_q = in->rec.abs_time;
}

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
         (s->repeat_q ? s->ptr_q == 0 : s->held_q != whole(s));
}

bool rvt_ntrace_history_held(const struct rvt_ntrace_history *s) { return !quiet(s); }

static bool empty(const struct rvt_ntrace_history *s) {
  return quiet(s) && !rvt_ntrace_history_busy(s);
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

bool rvt_ntrace_history_ready(const struct rvt_ntrace_history *s, bool out_ready) {
  if (s->state_q == RVT_HISTORY_CLOSES) return out_ready && s->kind_q == RVT_HISTORY_JOIN;
  if (empty(s)) return out_ready;
  if (s->flush_q) return false;
  if (quiet(s) && s->kind_q == RVT_HISTORY_ICNT) return out_ready;
  return s->kind_q == RVT_HISTORY_WORD && !s->more_q;
}

void rvt_ntrace_history_outputs(const struct rvt_ntrace_history *s,
                                const struct rvt_ntrace_history_in *in,
                                struct rvt_ntrace_history_out *out) {
  const uint64_t now = s->closing_q && in->rec_valid ? in->rec.abs_time : s->time_q;
  out->held = !quiet(s);
  out->busy = rvt_ntrace_history_busy(s);
  out->time_new =
      (in->time_new || s->wait_q) && !in->clr && (quiet(s) || s->state_q == RVT_HISTORY_CLOSES);
  out->rec_ready = rvt_ntrace_history_ready(s, in->out_ready);
  out->out_valid = false;
  switch (s->state_q) {
  case RVT_HISTORY_REST:
    if (empty(s)) {
      out->out_valid = in->rec_valid && !(in->en && kind_of(&in->rec) == RVT_HISTORY_WORD);
    } else if (quiet(s) && s->kind_q == RVT_HISTORY_ICNT && !s->flush_q) {
      out->out_valid = in->rec_valid;
    }
    if (out->out_valid) out->rec = in->rec;
    break;
  case RVT_HISTORY_SEND:
    out->out_valid = true;
    out->rec = (struct rvt_ntrace_record){
        .tcode = RVT_TC_RESOURCE_FULL, .sub = RVT_RC_HIST, .hist = s->acc_q, .abs_time = now};
    break;
  case RVT_HISTORY_SEND_REPEAT:
    out->out_valid = true;
    out->rec = (struct rvt_ntrace_record){.tcode = RVT_TC_RESOURCE_FULL,
                                          .sub = RVT_RC_HIST_REPEAT,
                                          .icnt = s->count_q,
                                          .hist = s->acc_q,
                                          .abs_time = now};
    break;
  case RVT_HISTORY_CLOSES:
    out->out_valid = in->rec_valid && s->kind_q == RVT_HISTORY_JOIN;
    if (!out->out_valid) break;
    out->rec = in->rec;
    out->rec.tcode = with_hist(in->rec.tcode);
    out->rec.hist = s->acc_q;
    break;
  default: break;
  }
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

/** One outcome more, compared with the block's next; a full count is sent at once (NT:RHI-05). */
static void go_on(struct rvt_ntrace_history *s) {
  const bool in_window = s->ptr_q != 0;
  const unsigned next = in_window ? read_window(s) : read_word(s);
  if (next != (s->acc_q >> s->index_q & 1)) {
    /* One block alone is better literal: it stays in the window (NT:RHI-04). */
    if (s->count_q > 1)
      s->state_q = RVT_HISTORY_SEND_REPEAT;
    else
      s->repeat_q = false;
    return;
  }
  if (in_window)
    s->ptr_q--;
  else
    shift(s, 1);
  if (s->index_q != 0) {
    s->index_q--;
    return;
  }
  s->index_q = (uint8_t)(s->period_q - 1);
  if (s->count_q != 0) s->held_q = s->ptr_q;
  if (++s->count_q == COUNT_MAX) s->state_q = RVT_HISTORY_SEND_REPEAT;
}

static void read_from(struct rvt_ntrace_history *s, enum rvt_history_state state, unsigned count) {
  s->state_q = state;
  s->acc_q = 1;
  s->ptr_q = s->held_q;
  s->index_q = (uint8_t)count & 31;
}

/** Outcomes come, follow a repeat, or are asked for by what closes. */
static void rest(struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in) {
  const bool closes = closing(s) || in->flush || s->flush_q;
  s->closing_q = closing(s) && quiet(s);
  if (s->repeat_q) {
    if (s->ptr_q != 0 || s->more_q) {
      go_on(s);
    } else if (closes) {
      if (s->count_q > 1)
        s->state_q = RVT_HISTORY_SEND_REPEAT;
      else
        s->repeat_q = false;
    }
  } else if (s->held_q == whole(s)) {
    s->state_q = RVT_HISTORY_SEARCH;
    s->copy_q = s->window_q << 1;
    s->count_q = 1;
    s->best_q = (uint8_t)(2 * (least_pairs(s) - 1));
    s->found_q = s->any1_q = s->any2_q = s->any3_q = false;
    s->acc_q = 1;
    s->ptr_q = s->held_q;
  } else if (s->more_q) {
    shift(s, (s->at_q & 3) == 3 && s->held_q + 4 <= whole(s) ? 4 : 1);
  } else if (closes && s->held_q != 0) {
    const bool all = closing(s) && s->kind_q == RVT_HISTORY_JOIN && s->held_q <= s->word;
    read_from(s, all ? RVT_HISTORY_READ_JOIN : RVT_HISTORY_READ,
              s->held_q < s->word ? s->held_q : s->word);
  }
}

/** Bit 2k: the k-th pair of outcomes from the newest one on is the same as `by` outcomes before. */
static uint64_t same_pairs(const struct rvt_ntrace_history *s, unsigned by) {
  const uint64_t same = ~(s->window_q ^ s->copy_q >> by);
  return same & same >> 1 & UINT64_C(0x5555555555555555) & UINT64_MAX >> (64 - 2 * s->word);
}

/** From the oldest pair on, the place of the highest bit; `word`: there is none. */
static unsigned place_of(const struct rvt_ntrace_history *s, uint64_t pairs) {
  return pairs == 0 ? s->word : s->word - 1u - (63u - (unsigned)__builtin_clzll(pairs)) / 2;
}

/**
 * A period a clock, in four steps: where the oldest run begins that is long enough; where it ends,
 * while the copy stands for the next period; its length; whether it is the longest. The oldest
 * outcomes are read meanwhile: if no run is found they are sent.
 */
static void search(struct rvt_ntrace_history *s) {
  const unsigned p = s->count_q;
  const bool found = s->found_q; /* all periods have been looked at before the last clock */
  if (s->any3_q && 2 * s->run3_q > s->best_q) {
    s->found_q = true;
    s->best_q = (uint8_t)(2 * s->run3_q);
    s->period_q = (uint8_t)(p - 3) & 31;
    s->before_q = (uint8_t)(2 * s->start3_q);
  }
  /* Pairs that are whole; behind them the copy has no outcomes. */
  const unsigned limit = s->word - (p - 1) / 2;
  const unsigned end = s->stop2_q < limit ? s->stop2_q : limit;
  s->any3_q = s->any2_q && end >= s->start2_q;
  s->run3_q = (uint8_t)(end - s->start2_q) & 31;
  s->start3_q = s->start2_q;
  const uint64_t newer = (UINT64_C(1) << 2 * (s->word - 1u - s->start1_q)) - 1;
  const uint64_t over = ~same_pairs(s, 1) & UINT64_C(0x5555555555555555) & newer;
  s->stop2_q = (uint8_t)place_of(s, over);
  s->any2_q = s->any1_q;
  s->start2_q = s->start1_q;

  const uint64_t pairs = same_pairs(s, 0);
  uint64_t runs = pairs;
  for (unsigned k = 1; k < least_pairs(s); k++) runs &= pairs << 2 * k;
  s->any1_q = runs != 0 && p <= s->longest;
  s->start1_q = (uint8_t)(runs == 0 ? 0 : place_of(s, runs));
  s->copy_q = s->copy_q << 1 & UINT64_MAX >> (64 - 2 * s->word);

  if (p <= s->word) {
    s->acc_q = s->acc_q << 1 | read_window(s);
    s->ptr_q--;
  }
  s->count_q++;
  if (p != s->word + 4u) return;
  s->state_q = found ? RVT_HISTORY_OLDER : RVT_HISTORY_SEND;
  if (found) s->ptr_q = (uint8_t)(whole(s) + 1 - s->before_q);
}

/** The run is worth less than what is sent for it: the oldest outcomes are literal. */
static void give_up(struct rvt_ntrace_history *s) {
  s->state_q = RVT_HISTORY_SEND;
  s->found_q = false;
}

/** Blocks are covered until they are as many outcomes as the bytes of their messages are worth. */
static void check(struct rvt_ntrace_history *s) {
  const unsigned rest = s->index_q;
  const unsigned bytes = repeat_bytes(s->period_q) + (rest == 0 ? 0 : literal_bytes(rest));
  if (s->count_q >= worth(s, bytes)) {
    s->state_q = RVT_HISTORY_FOUND;
  } else if (s->best_q < s->period_q) {
    give_up(s);
  } else {
    s->best_q = (uint8_t)(s->best_q - s->period_q);
    s->count_q += s->period_q;
  }
}

static void found(struct rvt_ntrace_history *s) {
  const uint8_t before = s->before_q;
  if (before >= s->word) { /* they have been read */
    s->before_q = (uint8_t)(before - s->word);
    s->state_q = RVT_HISTORY_SEND;
  } else if (before != 0) {
    s->before_q = 0;
    read_from(s, RVT_HISTORY_READ, before);
  } else {
    read_from(s, RVT_HISTORY_BLOCK, s->period_q);
  }
}

/** One outcome more; `then`, when it was the last one. */
static void read_one(struct rvt_ntrace_history *s, enum rvt_history_state then) {
  s->acc_q = s->acc_q << 1 | read_window(s);
  s->ptr_q--;
  if (--s->index_q == 0) s->state_q = then;
}

static void send(struct rvt_ntrace_history *s) {
  s->held_q = s->ptr_q;
  s->state_q = s->found_q ? RVT_HISTORY_FOUND : RVT_HISTORY_REST;
}

static void move(struct rvt_ntrace_history *s, const struct rvt_ntrace_history_in *in, bool goes) {
  switch (s->state_q) {
  case RVT_HISTORY_REST: rest(s, in); break;
  case RVT_HISTORY_SEARCH: search(s); break;
  case RVT_HISTORY_OLDER:
    s->older_q = read_window(s);
    s->ptr_q = (uint8_t)(s->ptr_q - s->period_q);
    s->state_q = RVT_HISTORY_SAME;
    break;
  case RVT_HISTORY_SAME:
    s->same_q = read_window(s) == s->older_q;
    s->ptr_q = (uint8_t)(s->period_q + 1);
    s->state_q = RVT_HISTORY_NEWEST;
    break;
  case RVT_HISTORY_NEWEST:
    if (s->before_q != 0 && s->same_q) {
      s->before_q--;
      s->best_q++;
    }
    s->same_q = read_window(s) == (s->window_q & 1);
    s->state_q = RVT_HISTORY_ENDS;
    break;
  case RVT_HISTORY_ENDS:
    s->index_q = s->before_q < s->word ? s->before_q : (uint8_t)(s->before_q - s->word);
    s->state_q = RVT_HISTORY_FIRST;
    break;
  case RVT_HISTORY_FIRST:
    if (s->before_q + s->best_q + s->period_q + 1 == whole(s) && s->same_q) s->best_q++;
    s->count_q = (uint32_t)s->period_q + s->index_q;
    s->ptr_q = s->word;
    s->state_q = RVT_HISTORY_CHECK;
    break;
  case RVT_HISTORY_CHECK: check(s); break;
  case RVT_HISTORY_FOUND: found(s); break;
  case RVT_HISTORY_READ: read_one(s, RVT_HISTORY_SEND); break;
  case RVT_HISTORY_READ_JOIN: read_one(s, RVT_HISTORY_CLOSES); break;
  case RVT_HISTORY_BLOCK:
    read_one(s, RVT_HISTORY_REST);
    s->found_q = false;
    s->repeat_q = true;
    s->count_q = 1;
    if (s->state_q == RVT_HISTORY_REST) s->index_q = (uint8_t)(s->period_q - 1);
    break;
  case RVT_HISTORY_SEND:
    if (goes) send(s);
    break;
  case RVT_HISTORY_SEND_REPEAT:
    if (!goes) break;
    s->repeat_q = s->count_q == COUNT_MAX;
    s->count_q = 0;
    s->state_q = RVT_HISTORY_REST;
    break;
  case RVT_HISTORY_CLOSES: /* or the record is no more: then all is still held */
    if (goes) s->held_q = 0;
    if (goes || !in->rec_valid || !closing(s)) s->state_q = RVT_HISTORY_REST;
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
  const bool loads = taken && kind_of(&in->rec) == RVT_HISTORY_WORD && (in->en || !empty(s));
  const bool flushes = rvt_ntrace_history_busy(s) && (s->flush_q || (in->flush && quiet(s)));
  /* Nothing goes out with an earlier time than what has gone (NT:TSP-08): RCODE 0 overtakes, and
   * what closes may be no more when outcomes have gone out with its time. */
  const bool sends = s->state_q == RVT_HISTORY_SEND || s->state_q == RVT_HISTORY_SEND_REPEAT;
  const bool later = (taken && !empty(s) && s->kind_q == RVT_HISTORY_ICNT) ||
                     (sends && in->out_ready && s->closing_q && in->rec_valid);
  const bool whole = !s->more_q;
  if (!in->rec_valid) s->closing_q = false;
  s->wait_q = (in->time_new || s->wait_q) && !out->time_new;
  move(s, in, out->out_valid && in->out_ready);
  s->flush_q = flushes;
  s->kind_q = in->rec_valid && !taken ? kind_of(&in->rec) : RVT_HISTORY_NONE;
  if (s->kind_q == RVT_HISTORY_WORD && s->wait_q) s->kind_q = RVT_HISTORY_NONE;
  if (whole) s->time_q = s->word_time_q;
  if (later) s->word_time_q = in->rec.abs_time;
  if (!loads) return;
  s->word_q = in->rec.hist & ~(1u << s->word);
  s->at_q = (uint8_t)(s->word - 1);
  s->more_q = true;
  s->word_time_q = in->rec.abs_time;
}

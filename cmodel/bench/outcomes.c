/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "outcomes.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 31, AHEAD = 64, KEPT = 16, REPEAT_MOST = (1 << RVT_REPEAT_CEIL) - 1 };

static const struct rvt_ntrace_format bare = {.src_bits = 0};

/*
 * From the last outcome back, `cost[i]` is the fewest bytes of what is left from i on. A repeat of
 * period p at i leads to i + p, i + 2p, ... as far as the outcomes are those p before. Of these
 * places, one list for each p and i mod p, only those are kept that are cheaper than all farther
 * ones: a nearer one that is no dearer replaces a farther one. From one to any farther one leads a
 * repeat, of at most ten bytes, so no list is longer than eleven.
 */
struct place {
  uint64_t at, cost;
};
struct places {
  unsigned count, first; /* from the farthest and cheapest one on, in a ring */
  struct place of[KEPT];
};
struct search {
  uint64_t cost[AHEAD]; /* by place */
  uint64_t same[LONGEST + 1];
  struct places places[LONGEST + 1][LONGEST];
};

static void add_place(struct places *l, uint64_t at, uint64_t cost, uint64_t reach) {
  while (l->count != 0 && l->of[(l->first + l->count - 1) % KEPT].cost >= cost) l->count--;
  while (l->count != 0 && l->of[l->first].at > at + reach) {
    l->first = (l->first + 1) % KEPT;
    l->count--;
  }
  if (l->count == KEPT) abort();
  l->of[(l->first + l->count++) % KEPT] = (struct place){at, cost};
}

static uint64_t repeated(const struct places *l, uint64_t at, unsigned period) {
  uint64_t best = UINT64_MAX;
  uint64_t before = UINT64_MAX; /* bytes of the last repeat that was looked at */
  for (unsigned i = 0; i < l->count; i++) {
    const struct place *place = &l->of[(l->first + i) % KEPT];
    const unsigned bytes = rvt_outcomes_repeat(period, (uint32_t)((place->at - at) / period));
    if (bytes >= before) continue;
    before = bytes;
    if (place->cost + bytes < best) best = place->cost + bytes;
  }
  return best;
}

uint64_t rvt_outcomes_fewest(const uint8_t *outcomes, size_t count,
                             const struct rvt_outcomes_end *end) {
  struct search s;
  memset(s.same, 0, sizeof s.same);
  for (unsigned p = 1; p <= LONGEST; p++)
    for (unsigned r = 0; r < p; r++) s.places[p][r].count = s.places[p][r].first = 0;
  s.cost[count % AHEAD] = end->none;
  for (uint64_t i = count; i-- != 0;) {
    const uint64_t left = count - i;
    uint64_t best = UINT64_MAX;
    if (end->holds && left <= LONGEST) best = end->some + rvt_outcomes_hist((unsigned)left);
    for (unsigned n = 1; n <= LONGEST && n <= left; n++) {
      const uint64_t cost = rvt_outcomes_literal(n) + s.cost[(i + n) % AHEAD];
      if (cost < best) best = cost;
    }
    for (unsigned p = 1; p <= LONGEST && p < left; p++) {
      s.same[p] = outcomes[i] == outcomes[i + p] ? s.same[p] + 1 : 0;
      if (s.same[p] < p) continue;
      struct places *l = &s.places[p][i % p];
      if (s.same[p] < 2 * p) {
        /* One block more, and the run ends: two are the least that is worth a repeat, and the place
         * behind one only counts to a repeat that begins earlier. */
        l->count = 0;
        add_place(l, i + 2 * p, s.cost[(i + 2 * p) % AHEAD], (uint64_t)REPEAT_MOST * p);
      }
      add_place(l, i + p, s.cost[(i + p) % AHEAD], (uint64_t)(REPEAT_MOST - 1) * p);
      const uint64_t cost = repeated(l, i, p);
      if (cost < best) best = cost;
    }
    s.cost[i % AHEAD] = best;
  }
  return s.cost[0];
}

static enum rvt_status put(struct rvt_outcomes_segment *s, uint64_t hist, uint64_t times) {
  unsigned width = 63;
  while (width != 0 && hist >> width == 0) width--; /* the stop bit */
  if (s->room - s->count < width * times) {
    const size_t room = 2 * (s->count + width * times);
    uint8_t *more = realloc(s->outcomes, room);
    if (more == NULL) return RVT_ERR_NO_MEMORY;
    s->outcomes = more;
    s->room = room;
  }
  for (uint64_t t = 0; t < times; t++)
    for (unsigned bit = width; bit-- != 0;) s->outcomes[s->count++] = hist >> bit & 1;
  return RVT_OK;
}

/** What a message may be instead, with or without HIST, and its bytes but for HIST. */
static void end_segment(struct rvt_outcomes_segment *s, const struct rvt_ntrace_msg *msg,
                        size_t size) {
  s->end = (struct rvt_outcomes_end){.holds = true};
  unsigned hist = 0;
  for (uint64_t left = msg->hist; left != 0; left >>= 6) hist++;
  switch (msg->tcode) {
  case RVT_TC_PROG_TRACE_CORRELATION:
    s->end.holds = msg->cdf == 1;
    s->end.none = msg->cdf == 1;
    break;
  case RVT_TC_PROG_TRACE_SYNC: {
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t with = 0;
    struct rvt_ntrace_msg other = *msg;
    other.tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
    other.hist = 1;
    (void)!rvt_ntrace_msg_write(&bare, &other, bytes, &with);
    s->end.some = (unsigned)(with - 1 - size);
    break;
  }
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_SYNC:
  case RVT_TC_INDIRECT_BRANCH_HIST:
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC: break;
  default: s->end.holds = false; break;
  }
  s->other += size - hist;
  s->rule += size;
}

/** The rule that counts whole words: `word` was the last one, and so often in a row. */
struct whole {
  uint64_t word, times;
};

static void end_words(struct rvt_outcomes_segment *s, struct whole *w) {
  if (w->times > 1) s->rule += rvt_outcomes_repeat(LONGEST, (uint32_t)w->times);
  if (w->times == 1) s->rule += rvt_outcomes_literal(LONGEST);
  w->times = 0;
}

static enum rvt_status put_full(struct rvt_outcomes_segment *s, struct whole *w,
                                const struct rvt_ntrace_msg *msg, size_t size) {
  if (msg->rcode == RVT_RC_ICNT) {
    s->other += size;
    s->rule += size;
    return RVT_OK;
  }
  if (msg->rcode > RVT_RC_HIST_REPEAT) return RVT_ERR_RESERVED;
  const bool whole = msg->rcode == RVT_RC_HIST && msg->hist >> LONGEST != 0;
  if (!whole || msg->hist != w->word || w->times == REPEAT_MOST) end_words(s, w);
  if (whole) {
    w->word = msg->hist;
    w->times++;
  } else {
    s->rule += size;
  }
  return put(s, msg->hist, msg->rcode == RVT_RC_HIST ? 1 : msg->hrepeat);
}

enum rvt_status rvt_outcomes_next(struct rvt_bytes *in, struct rvt_outcomes_segment *s) {
  struct whole w = {0, 0};
  s->count = 0;
  s->bytes = s->other = s->rule = 0;
  for (;;) {
    const size_t begin = in->pos;
    struct rvt_ntrace_msg msg;
    enum rvt_status status = rvt_ntrace_msg_read(&bare, in, &msg, NULL);
    if (status == RVT_END && s->bytes != 0) return RVT_NEED_MORE;
    if (status != RVT_OK) return status;
    const size_t size = in->pos - begin;
    s->bytes += size;
    if (msg.tcode != RVT_TC_RESOURCE_FULL) {
      end_words(s, &w);
      end_segment(s, &msg, size);
      return msg.hist == 0 ? RVT_OK : put(s, msg.hist, 1);
    }
    status = put_full(s, &w, &msg, size);
    if (status != RVT_OK) return status;
  }
}

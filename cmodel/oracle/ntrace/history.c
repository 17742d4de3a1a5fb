/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The judge of streams in which outcomes may be counted. Rows are NT:…, as in the other files. */

#include "history.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history_bytes.h"
#include "state.h"

enum { HREPEAT_MAX = (1 << 18) - 1 }; /* RHI-05 */
enum { OUTCOMES_MAX = 31 };           /* HIST-07 */

/* What was told. */
enum item_kind {
  ITEM_OUTCOMES, /* a full HIST */
  ITEM_ICNT,     /* RCODE 0, which outcomes do not wait for (RHI-07, D-43) */
  ITEM_CLOSE,    /* any other message: what is before it has to be told before it (RHI-06) */
  ITEM_FLUSH     /* the same, without a message */
};

struct item {
  enum item_kind kind;
  bool gone; /* of RCODE 0: it was sent */
  struct rvt_ntrace_msg msg;
  struct oracle_origin origin;
};

/* The next outcome: item, and how many of its outcomes have gone. */
struct place {
  size_t item;
  unsigned gone;
};

struct oracle_history {
  struct rvt_params params;
  struct item *item;
  size_t items, room;
  struct place at;
  size_t timed;               /* the item of which the last message has the time */
  struct oracle_time time;    /* of what was sent */
  struct rvt_ntrace_msg last; /* sent last, but for RepeatBranch */
  uint64_t repeated;          /* B-CNT of the message before; 0: it was no RepeatBranch */
  bool counts;                /* the message before was RCODE 2 ... */
  bool overtaken;             /* ... but for RCODE 0 behind it */
  int64_t above; /* bytes above the literal stream since the last message that closed */
  bool held;     /* outcomes since then */
  struct oracle_history_seen seen;
  char *text;
};

static bool wrong(struct oracle_history *h, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(h->text, ORACLE_HISTORY_TEXT, format, args);
  va_end(args);
  return false;
}

/* ---- What was told ------------------------------------------------------------------------- */

static struct item *new_item(struct oracle_history *h) {
  const size_t keep = h->timed < h->at.item ? h->timed : h->at.item;
  if (h->items == h->room && keep > h->room / 2) {
    memmove(h->item, h->item + keep, (h->items - keep) * sizeof *h->item);
    h->items -= keep;
    h->at.item -= keep;
    h->timed -= keep;
  }
  if (h->items == h->room) {
    h->room = h->room == 0 ? 256 : 2 * h->room;
    h->item = realloc(h->item, h->room * sizeof *h->item);
    if (h->item == NULL) {
      fputs("oracle: out of memory\n", stderr);
      abort();
    }
  }
  struct item *item = &h->item[h->items++];
  *item = (struct item){.kind = ITEM_FLUSH};
  return item;
}

void oracle_history_tell(struct oracle_history *h, const struct rvt_ntrace_msg *msg,
                         const struct oracle_origin *origin) {
  struct item *item = new_item(h);
  item->kind = ITEM_CLOSE;
  if (msg->tcode == RVT_TC_RESOURCE_FULL) {
    item->kind = msg->rcode == RVT_RC_ICNT ? ITEM_ICNT : ITEM_OUTCOMES;
  }
  item->msg = *msg;
  item->origin = *origin;
}

void oracle_history_flush(struct oracle_history *h, const struct oracle_origin *origin) {
  new_item(h)->origin = *origin;
}

/* HIST of an item. */
static unsigned item_outcomes(const struct item *item) {
  const bool has = item->kind == ITEM_OUTCOMES || item->kind == ITEM_CLOSE;
  return has ? outcomes_of(item->msg.hist) : 0;
}

/* RHI-06, D-43: what was held has gone. */
static bool end_segment(struct oracle_history *h) {
  const int64_t above = h->above;
  h->above = 0;
  h->held = false;
  if (above > h->seen.above) {
    h->seen.above = above;
  }
  return above <= ORACLE_HISTORY_ABOVE ||
         wrong(h, "%lld bytes above a literal stream since the message that closed before (D-43)",
               (long long)above);
}

/* To the first item of which something is still due. */
static bool step_on(struct oracle_history *h) {
  for (; h->at.item < h->items; h->at.item++, h->at.gone = 0) {
    const struct item *item = &h->item[h->at.item];
    switch (item->kind) {
    case ITEM_OUTCOMES:
      if (h->at.gone < item_outcomes(item)) {
        return true;
      }
      break;
    case ITEM_ICNT:
      if (!item->gone) {
        return true;
      }
      break;
    case ITEM_FLUSH:
      h->seen.flushes += h->held;
      if (!end_segment(h)) {
        return false;
      }
      break;
    case ITEM_CLOSE: return true;
    }
  }
  return true;
}

/* ---- Time ---------------------------------------------------------------------------------- */

/* Whether it has SRC and TSTAMP of a message that the item released. */
static bool has_time_of(struct oracle_history *h, size_t item, struct rvt_ntrace_msg m,
                        const struct rvt_ntrace_msg *sent, struct oracle_time *time) {
  m.has_tstamp = false;
  m.tstamp = 0;
  *time = h->time;
  oracle_add_time(&h->params, &h->item[item].origin, time, &m);
  return m.has_tstamp == sent->has_tstamp && m.tstamp == sent->tstamp &&
         sent->src == h->item[item].origin.src;
}

/* D-43: the time of the record that released it. That is the one with its last outcome or a later
 * one, up to what closes, and none before that of the message before (TSP-08); nor is it one that
 * came after an RCODE 0 which has not overtaken it (RHI-07). A flush has no time of its own, but
 * may come after the base of what is held has gone (TCI:TS-16). */
static bool take_time(struct oracle_history *h, size_t item, const struct rvt_ntrace_msg *m) {
  const size_t first = item < h->timed ? h->timed : item;
  for (size_t i = first; i < h->items; i++) {
    struct oracle_time time;
    if (h->item[i].kind == ITEM_ICNT && !h->item[i].gone) {
      break;
    }
    if (h->item[i].kind == ITEM_FLUSH) {
      if (m->has_tstamp || h->item[i].origin.base == h->time.base ||
          m->src != h->item[i].origin.src) {
        break;
      }
      h->time = (struct oracle_time){.base = h->item[i].origin.base};
      return true;
    }
    if (has_time_of(h, i, *m, m, &time)) {
      h->seen.late += i > item;
      h->timed = i;
      h->time = time;
      return true;
    }
    if (h->item[i].kind == ITEM_CLOSE) {
      break;
    }
  }
  return wrong(h, "SRC and TSTAMP are of no record from the one with its last outcome on (D-43)");
}

/* The time of just this record. */
static bool take_time_of(struct oracle_history *h, size_t item, const struct rvt_ntrace_msg *m) {
  struct oracle_time time;
  if (item < h->timed) {
    return wrong(h, "its time is before that of the message before (NT:TSP-08)");
  }
  if (!has_time_of(h, item, *m, m, &time)) {
    return wrong(h, "TSTAMP is not that of its event (D-19)");
  }
  h->time = time;
  h->timed = item;
  return true;
}

/* ---- Outcomes ------------------------------------------------------------------------------ */

/* Take the next outcome, if this is it. Outcomes that came after RCODE 0 do not go before it
 * (ICNT-14, D-43), nor any over a message that closes or a flush (RHI-06). */
static bool take_outcome(struct oracle_history *h, bool outcome) {
  struct place p = h->at;
  for (; p.item < h->items; p.item++, p.gone = 0) {
    const struct item *item = &h->item[p.item];
    const unsigned count = item_outcomes(item);
    if (p.gone < count) {
      if ((item->msg.hist >> (count - 1 - p.gone) & 1) != outcome) {
        return wrong(h, "an outcome is not the one that has come (NT:RSF-07)");
      }
      p.gone++;
      if (p.gone == count && item->kind == ITEM_OUTCOMES) {
        h->above -= literal_bytes(count);
      }
      h->at = p;
      return true;
    }
    if (item->kind == ITEM_ICNT && !item->gone) {
      return wrong(h, "outcomes go before RCODE 0, which came before them (NT:RHI-07, D-43)");
    }
    if (item->kind == ITEM_CLOSE || item->kind == ITEM_FLUSH) {
      return wrong(h, "outcomes of before and after a message that closes (NT:RHI-06)");
    }
  }
  return wrong(h, "an outcome that has not come (NT:RSF-07)");
}

static bool take_hist(struct oracle_history *h, uint64_t hist, uint64_t times) {
  const unsigned count = outcomes_of(hist);
  for (uint64_t t = 0; t < times; t++) {
    for (unsigned i = count; i-- > 0;) {
      if (!take_outcome(h, (hist >> i & 1) != 0)) {
        return false;
      }
    }
  }
  return true;
}

static bool is_in_form(struct oracle_history *h, const struct rvt_ntrace_msg *m) {
  const unsigned count = outcomes_of(m->hist);
  const unsigned most = h->params.hist_width - 1u;
  if (count == 0 || count > most) { /* HIST-06, HIST-07 */
    return wrong(h, "%u outcomes in HIST of ResourceFull, of 1..%u (NT:HIST-06)", count, most);
  }
  if (m->rcode == RVT_RC_HIST) {
    return true;
  }
  if (count > h->params.repeat_hist) {
    return wrong(h, "a period of %u, above RepeatHist", count);
  }
  return (m->hrepeat >= 2 && m->hrepeat <= HREPEAT_MAX) ||
         wrong(h, "HREPEAT %llu, of 2..2^18-1 (NT:RHI-04, RHI-05)", (unsigned long long)m->hrepeat);
}

static void see_outcomes(struct oracle_history *h, const struct rvt_ntrace_msg *m, bool whole) {
  struct oracle_history_seen *s = &h->seen;
  const unsigned count = outcomes_of(m->hist);
  if (m->rcode == RVT_RC_HIST) {
    s->literal++;
    s->split += !whole || count != h->params.hist_width - 1u;
    return;
  }
  s->repeats++;
  s->one += count == 1;
  s->longest += count == h->params.repeat_hist;
  s->full += m->hrepeat == HREPEAT_MAX;
  s->whole += count == h->params.hist_width - 1u;
  s->between += h->overtaken;
}

/* RSF-02, RSF-03, RHI-02: HREPEAT times the same outcomes. */
static bool take_full(struct oracle_history *h, const struct rvt_ntrace_msg *m) {
  if (h->at.item == h->items) {
    return wrong(h, "outcomes that have not come (NT:RSF-07)");
  }
  const struct item *item = &h->item[h->at.item];
  if (!item->origin.histories) { /* as if it were not built */
    if (item->kind != ITEM_OUTCOMES || m->rcode != RVT_RC_HIST || m->hist != item->msg.hist) {
      return wrong(h, "not the full HIST, although histories are not to be counted (TCI:TE-09)");
    }
    h->at.gone = item_outcomes(item);
    return take_time_of(h, h->at.item, m);
  }
  const bool whole = item->kind == ITEM_OUTCOMES && h->at.gone == 0;
  if (!is_in_form(h, m) || !take_hist(h, m->hist, m->rcode == RVT_RC_HIST ? 1 : m->hrepeat)) {
    return false;
  }
  const unsigned count = outcomes_of(m->hist);
  const bool counts = m->rcode != RVT_RC_HIST;
  see_outcomes(h, m, whole);
  h->above += counts ? repeat_bytes(count, m->hrepeat) : literal_bytes(count);
  h->held = true;
  h->counts = counts;
  h->overtaken = false;
  return take_time(h, h->at.item, m);
}

/* ---- Other messages ------------------------------------------------------------------------ */

static bool is_same(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b) {
  return a->tcode == b->tcode && a->src == b->src && a->sync == b->sync && a->btype == b->btype &&
         a->etype == b->etype && a->rcode == b->rcode && a->evcode == b->evcode &&
         a->cdf == b->cdf && a->icnt == b->icnt && a->addr == b->addr && a->hist == b->hist &&
         a->hrepeat == b->hrepeat && a->bcnt == b->bcnt && a->ecode == b->ecode &&
         a->process == b->process;
}

static bool is_sent(struct oracle_history *h, const struct rvt_ntrace_msg *sent,
                    const struct rvt_ntrace_msg *want) {
  return is_same(sent, want) ||
         wrong(h, "expected TCODE %u SYNC %u B-TYPE %u I-CNT %llu ADDR 0x%llx HIST 0x%llx",
               want->tcode, want->sync, want->btype, (unsigned long long)want->icnt,
               (unsigned long long)want->addr, (unsigned long long)want->hist);
}

/* RSF-01, RSF-09, RHI-07: nothing that is held delays it. */
static bool take_icnt(struct oracle_history *h, const struct rvt_ntrace_msg *m) {
  bool pending = false;
  for (size_t i = h->at.item; i < h->items; i++) {
    struct item *item = &h->item[i];
    if (item->kind == ITEM_ICNT && !item->gone) {
      item->gone = true;
      if (pending && !item->origin.histories) {
        return wrong(h, "RCODE 0 goes before a full HIST that came before it (NT:ICNT-14)");
      }
      h->seen.overtakes += pending;
      h->overtaken = h->counts || h->overtaken;
      h->counts = false;
      return is_sent(h, m, &item->msg) && take_time_of(h, i, m);
    }
    if (item->kind == ITEM_CLOSE || item->kind == ITEM_FLUSH) {
      break;
    }
    pending = pending || item_outcomes(item) != 0;
  }
  return wrong(h, "RCODE 0 that has not come, or too early");
}

/* D-43: what is held goes into HIST of what closes. The form is then that of a message with HIST
 * (MSG-09, MSG-10, SYN-32, D-08). */
static bool join(struct oracle_history *h, const struct item *item, uint64_t held,
                 struct rvt_ntrace_msg *want) {
  const unsigned own = outcomes_of(want->hist), more = outcomes_of(held);
  if (more == 0) {
    return true;
  }
  if (!item->origin.histories) {
    return wrong(h, "a full HIST has not come before it (NT:HIST-05)");
  }
  switch (want->tcode) {
  case RVT_TC_INDIRECT_BRANCH: want->tcode = RVT_TC_INDIRECT_BRANCH_HIST; break;
  case RVT_TC_PROG_TRACE_SYNC:
  case RVT_TC_INDIRECT_BRANCH_SYNC: want->tcode = RVT_TC_INDIRECT_BRANCH_HIST_SYNC; break;
  case RVT_TC_INDIRECT_BRANCH_HIST:
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC:
  case RVT_TC_PROG_TRACE_CORRELATION: break;
  default: return wrong(h, "%u outcomes have not gone before it (NT:RHI-06)", more);
  }
  if (own + more > h->params.hist_width - 1u) {
    return wrong(h, "%u outcomes are left for it (NT:HIST-07, RHI-06)", own + more);
  }
  want->hist = held << own | (want->hist & (((uint64_t)1 << own) - 1));
  return true;
}

/* The message that is due with all that is held before it. */
static bool next_close(struct oracle_history *h, size_t *at, struct rvt_ntrace_msg *want) {
  uint64_t held = 1;
  unsigned gone = h->at.gone;
  for (size_t i = h->at.item; i < h->items; i++, gone = 0) {
    const struct item *item = &h->item[i];
    if (item->kind == ITEM_ICNT && !item->gone) {
      return wrong(h, "RCODE 0 has not come before it (NT:ICNT-08)");
    }
    if (item->kind == ITEM_FLUSH) {
      return wrong(h, "outcomes are held although a flush was before it (D-43)");
    }
    const unsigned count = item_outcomes(item);
    if (item->kind == ITEM_CLOSE) {
      *want = item->msg;
      *at = i;
      if (gone > 0) { /* of its own outcomes */
        want->hist = (item->msg.hist & (((uint64_t)1 << (count - gone)) - 1)) |
                     (uint64_t)1 << (count - gone);
      }
      return join(h, item, held, want);
    }
    for (unsigned k = gone; item->kind == ITEM_OUTCOMES && k < count; k++) {
      if (held >> OUTCOMES_MAX != 0) {
        return wrong(h, "more than %d outcomes have not gone before it (NT:RHI-06)", OUTCOMES_MAX);
      }
      held = held << 1 | (item->msg.hist >> (count - 1 - k) & 1);
    }
  }
  return wrong(h, "a message that has not come");
}

/* The message at `at`, sent or counted as `m` with what was held, ends a segment. */
static bool end_with(struct oracle_history *h, size_t at, const struct rvt_ntrace_msg *m) {
  for (size_t i = h->at.item; i < at; i++) {
    const struct item *item = &h->item[i];
    if (item->kind == ITEM_OUTCOMES) {
      h->above -= literal_bytes(item_outcomes(item));
    }
  }
  h->above += (int64_t)close_bytes(m) - (int64_t)close_bytes(&h->item[at].msg);
  h->at = (struct place){at + 1, 0};
  return end_segment(h);
}

static bool take_close(struct oracle_history *h, const struct rvt_ntrace_msg *m) {
  size_t at = 0;
  struct rvt_ntrace_msg want = {0};
  if (!next_close(h, &at, &want) || !is_sent(h, m, &want)) {
    return false;
  }
  const struct item *item = &h->item[at];
  if (item->origin.repeats && oracle_is_same_branch(&h->last, m)) {
    return wrong(h, "the branch message before it once more: it is to be counted (NT:RPT-01)");
  }
  const unsigned own = outcomes_of(item->msg.hist), sent = outcomes_of(m->hist);
  h->seen.joins[item->msg.tcode] += sent > own;
  h->seen.before[item->msg.tcode] += h->held && sent <= own;
  h->seen.repeat_before[item->msg.tcode] += h->counts;
  h->last = *m;
  h->counts = h->overtaken = false;
  return take_time_of(h, at, m) && end_with(h, at, m);
}

/* TSP-11: the time of the last event that was merged, unless the next one has another base of time
 * (TCI:TS-16). */
static bool take_repeat_time(struct oracle_history *h, size_t at, const struct rvt_ntrace_msg *m) {
  for (size_t i = at; i < h->items; i++) {
    if (h->item[i].kind == ITEM_FLUSH) {
      continue;
    }
    struct oracle_origin origin = h->item[i].origin;
    struct oracle_time time = h->time;
    struct rvt_ntrace_msg want = {.tcode = RVT_TC_REPEAT_BRANCH};
    origin.time = h->item[at].origin.time;
    oracle_add_time(&h->params, &origin, &time, &want);
    if (want.has_tstamp == m->has_tstamp && want.tstamp == m->tstamp && origin.src == m->src) {
      h->time = time;
      h->timed = at;
      return true;
    }
  }
  return wrong(h, "TSTAMP is not that of the branch that was counted last (NT:TSP-11)");
}

/* RPT-01, RPT-02, RPT-06, RPT-13: so many of what is due are the message before once more. */
static bool take_repeat(struct oracle_history *h, const struct rvt_ntrace_msg *m) {
  if (m->bcnt == 0 || m->bcnt > REPEATS_MAX) {
    return wrong(h, "B-CNT %llu (NT:RPT-06)", (unsigned long long)m->bcnt);
  }
  if (h->repeated != 0 && h->repeated != REPEATS_MAX) {
    return wrong(h, "RepeatBranch after one that was not full (NT:RPT-06)");
  }
  size_t at = 0;
  for (uint64_t i = 0; i < m->bcnt; i++) {
    struct rvt_ntrace_msg want = {0};
    if (!step_on(h) || !next_close(h, &at, &want)) {
      return false;
    }
    if (!h->item[at].origin.repeats || !oracle_is_same_branch(&h->last, &want)) {
      return wrong(h, "repetition %llu of B-CNT %llu is another message (NT:RPT-02)",
                   (unsigned long long)i + 1, (unsigned long long)m->bcnt);
    }
    h->seen.merged += outcomes_of(want.hist) > outcomes_of(h->item[at].msg.hist);
    if (!end_with(h, at, &want)) {
      return false;
    }
  }
  h->repeated = m->bcnt;
  return take_repeat_time(h, at, m);
}

bool oracle_history_take(struct oracle_history *h, const struct rvt_ntrace_msg *m,
                         char text[ORACLE_HISTORY_TEXT]) {
  h->text = text;
  text[0] = 0;
  if (!step_on(h)) {
    return false;
  }
  if (m->tcode == RVT_TC_REPEAT_BRANCH) {
    return take_repeat(h, m);
  }
  h->repeated = 0;
  if (m->tcode != RVT_TC_RESOURCE_FULL) {
    return take_close(h, m);
  }
  h->last = *m;
  return m->rcode == RVT_RC_ICNT ? take_icnt(h, m) : take_full(h, m);
}

/* ---- Its life ------------------------------------------------------------------------------ */

struct oracle_history *oracle_history_new(const struct rvt_params *params) {
  struct oracle_history *h = calloc(1, sizeof *h);
  if (h != NULL) {
    h->params = *params;
  }
  return h;
}

void oracle_history_free(struct oracle_history *h) {
  if (h != NULL) {
    free(h->item);
  }
  free(h);
}

void oracle_history_clear(struct oracle_history *h) {
  *h = (struct oracle_history){
      .params = h->params, .item = h->item, .room = h->room, .seen = h->seen};
}

const struct rvt_ntrace_format *oracle_history_format(struct oracle_history *h) {
  for (size_t i = h->at.item; i < h->items; i++) {
    if (h->item[i].kind != ITEM_FLUSH) {
      return &h->item[i].origin.format;
    }
  }
  return NULL;
}

bool oracle_history_owes(struct oracle_history *h) {
  char text[ORACLE_HISTORY_TEXT];
  h->text = text;
  return !step_on(h) || h->at.item != h->items;
}

const struct oracle_history_seen *oracle_history_seen(const struct oracle_history *h) {
  return &h->seen;
}

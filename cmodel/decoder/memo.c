/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "memo.h"

#include "state.h"

void rvt_decoder_use_memo(struct rvt_decoder *d, enum rvt_memo_use use) { d->memo->use = use; }

void rvt_decoder_on_path(struct rvt_decoder *d, rvt_decoder_path_sink *sink) {
  d->path_sink = sink;
}

void rvt_decoder_path_run(const struct rvt_decoder_path *path, unsigned index,
                          struct rvt_decoder_run *run) {
  *run = (struct rvt_decoder_run){.pc = path->run[index].pc,
                                  .insns = path->run[index].insns,
                                  .halfwords = path->run[index].halfwords,
                                  .times = 1};
}

/* ---- A path that is there --------------------------------------------------------------------
 */

static size_t number_of(const struct rvt_path *key, uint64_t caller) {
  const uint64_t x = key->pc << 8 ^ caller << 24 ^ key->hist;
  return x * UINT64_C(0x9e3779b97f4a7c15) >> (64 - RVT_PATHS_LOG2);
}

/* Of a path that returns to a call before it, the place is one by where that came from. */
static size_t returning_number(const struct rvt_path *key, const struct rvt_return_stack *stack) {
  const unsigned last = (stack->top + RVT_DECODER_STACK - 1U) % RVT_DECODER_STACK;
  return number_of(key, stack->address[last] | 1);
}

/* Returns of the path find what they found then, all of calls since the last sync. */
static bool returns_fit(const struct rvt_path *path, const struct rvt_path_rest *rest,
                        const struct rvt_return_stack *stack) {
  if (path->returns == 0) return true;
  if (path->returns > stack->count - stack->older) return false;
  unsigned depth = 0, returns = 0, top = stack->top;
  for (unsigned i = 0; returns < path->returns; i++) {
    if (rest->call[i].push) {
      depth++;
    } else if (depth != 0) {
      depth--;
    } else {
      top = (top + RVT_DECODER_STACK - 1U) % RVT_DECODER_STACK;
      returns++;
      if (stack->address[top] != rest->call[i].address) return false;
    }
  }
  return true;
}

static bool fits(const struct rvt_memo *m, size_t number, uint64_t units,
                 const struct rvt_return_stack *stack) {
  const struct rvt_path *path = &m->path[number], *key = &m->made;
  return path->pc == key->pc && path->hist == key->hist && path->image == key->image &&
         path->halfwords <= units && returns_fit(path, &m->rest[number], stack);
}

static void say(struct rvt_decoder *d, const struct rvt_decoder_path *said) {
  struct rvt_decoder_event event; /* clearing the rest of a frequent one takes time */
  event.kind = RVT_DE_RUN;
  if (d->path_sink != NULL) {
    rvt_fill(d, &event);
    d->path_sink(d->user, &event, said);
    return;
  }
  for (unsigned i = 0; i < said->runs; i++) {
    rvt_decoder_path_run(said, i, &event.u.run);
    rvt_emit(d, &event);
  }
}

/* What the next path begins with; outcomes of the walk that it leaves. */
static unsigned set_key(struct rvt_decoder *d, const struct rvt_walk *w) {
  struct rvt_path *key = &d->memo->made;
  const unsigned outcomes = w->outcomes < RVT_PATH_OUTCOMES ? w->outcomes : RVT_PATH_OUTCOMES;
  const unsigned until = w->outcomes - outcomes;
  key->image = d->image;
  key->pc = d->current->pc;
  const unsigned stop = 1U << outcomes;
  key->hist = (uint16_t)(stop | (w->hist >> until & (stop - 1)));
  return until;
}

static void apply(struct rvt_decoder *d, struct rvt_walk *w, size_t number, unsigned until) {
  const struct rvt_path *path = &d->memo->path[number];
  const struct rvt_path_rest *rest = &d->memo->rest[number];
  struct rvt_source *s = d->current;
  uint64_t address;
  bool older;
  for (unsigned i = 0; i < path->calls; i++)
    if (rest->call[i].push)
      rvt_push(&s->stack, rest->call[i].address);
    else
      (void)rvt_pop(&s->stack, &address, &older);
  s->pc = path->end;
  w->units -= path->halfwords;
  w->outcomes = until;
  w->last = path->last;
  w->last_pc = path->last_pc;
  set_key(d, w);
  __builtin_prefetch(&d->memo->path[number_of(&d->memo->made, 0)]); /* here while the sink works */
  say(d, &rest->said);
}

/* ---- A path that is made ---------------------------------------------------------------------
 */

static void begin(struct rvt_memo *m, unsigned until) {
  m->making = true;
  m->until = until;
  m->made.calls = m->made.returns = 0;
  m->made.halfwords = 0;
  m->made_rest.said.runs = 0;
}

/* A program with far more paths than places is walked faster without them: if more than an eighth
 * of so many is missing, none is looked for a while. */
static bool pauses(struct rvt_memo *m) {
  enum { LOOKS = 2048, PAUSE = 64 * LOOKS };
  if (m->pause != 0) {
    m->pause--;
    return true;
  }
  if (++m->looked == LOOKS) {
    m->pause = m->missed > LOOKS / 8 ? PAUSE : 0;
    m->looked = m->missed = 0;
  }
  return false;
}

bool rvt_memo_take(struct rvt_decoder *d, struct rvt_walk *w) {
  struct rvt_memo *m = d->memo;
  const struct rvt_return_stack *stack = &d->current->stack;
  if (m->use == RVT_MEMO_OFF || (m->use == RVT_MEMO_ON && pauses(m))) return false;
  const unsigned until = set_key(d, w);
  m->plain = m->found = number_of(&m->made, 0);
  m->is_found = fits(m, m->found, w->units, stack);
  if (!m->is_found) {
    m->returning = m->found = returning_number(&m->made, stack);
    m->is_found = fits(m, m->found, w->units, stack);
  }
  if (m->is_found) m->hits++;
  if (m->is_found && m->use == RVT_MEMO_ON) {
    apply(d, w, m->found, until);
    return true;
  }
  m->missed++;
  begin(m, until);
  return false;
}

void rvt_memo_run(struct rvt_memo *m, uint64_t pc, uint64_t insns, uint64_t halfwords) {
  struct rvt_decoder_path *said = &m->made_rest.said;
  if (!m->making) return;
  if (said->runs == RVT_DECODER_PATH_RUNS) {
    rvt_memo_drop(m);
    return;
  }
  said->run[said->runs].pc = pc;
  said->run[said->runs].insns = (uint16_t)insns; /* it is no more than a parcel holds */
  said->run[said->runs].halfwords = (uint16_t)halfwords;
  said->runs++;
  m->made.halfwords += (uint32_t)halfwords;
}

void rvt_memo_call(struct rvt_memo *m, bool push, uint64_t address) {
  struct rvt_path *made = &m->made;
  struct rvt_path_call *call = m->made_rest.call;
  if (!m->making) return;
  if (made->calls == RVT_PATH_CALLS) {
    rvt_memo_drop(m);
    return;
  }
  unsigned depth = 0;
  for (unsigned i = 0; i < made->calls; i++)
    if (call[i].push)
      depth++;
    else if (depth != 0)
      depth--;
  if (!push && depth == 0) made->returns++;
  call[made->calls].push = push;
  call[made->calls++].address = address;
}

/* Whether the walk does again what a path says; what it began with has been compared. */
static bool is_same(const struct rvt_memo *m, size_t number) {
  const struct rvt_path *a = &m->path[number], *b = &m->made;
  const struct rvt_path_rest *x = &m->rest[number], *y = &m->made_rest;
  bool same = a->calls == b->calls && a->returns == b->returns && a->halfwords == b->halfwords &&
              a->end == b->end && a->last_pc == b->last_pc && a->last == b->last &&
              x->said.runs == y->said.runs;
  for (unsigned i = 0; same && i < a->calls; i++)
    same = x->call[i].push == y->call[i].push && x->call[i].address == y->call[i].address;
  for (unsigned i = 0; same && i < x->said.runs; i++)
    same = x->said.run[i].pc == y->said.run[i].pc && x->said.run[i].insns == y->said.run[i].insns &&
           x->said.run[i].halfwords == y->said.run[i].halfwords;
  return same;
}

void rvt_memo_end(struct rvt_decoder *d, const struct rvt_walk *w) {
  struct rvt_memo *m = d->memo;
  if (!m->making || w->outcomes != m->until) return;
  m->making = false;
  m->made.end = d->current->pc;
  m->made.last = w->last;
  m->made.last_pc = w->last_pc;
  if (m->is_found) {
    if (!is_same(m, m->found)) m->mistakes++;
    return;
  }
  const size_t number = m->made.returns != 0 ? m->returning : m->plain;
  m->made_rest.said.serial = ++m->serial;
  m->made_rest.said.number = (unsigned)number;
  m->path[number] = m->made;
  m->rest[number] = m->made_rest;
}

void rvt_memo_drop(struct rvt_memo *m) {
  if (m->making && m->is_found) m->mistakes++;
  m->making = false;
}

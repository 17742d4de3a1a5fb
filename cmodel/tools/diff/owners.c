/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "diff.h"

enum { PRV = 3 }; /* of a level; V is above it */

static bool has_context(const struct rvt_process *p) { return p->has_scontext || p->has_hcontext; }

void diff_owners_begin(struct diff_owners *o, const struct diff_list *list) {
  *o = (struct diff_owners){.list = list};
}

void diff_owners_go(struct diff_owners *o, size_t pc) {
  const struct diff_list *l = o->list;
  for (; o->next < l->owners && l->owner[o->next].first <= pc; o->next++) {
    const struct rvt_process *p = &l->owner[o->next].process;
    /* A text says who ran each instruction; of a trace a context that is new holds from some
     * instruction before the next message on (NT:OWN-15), so those before it may still run. */
    if (l->lines) o->from = o->next;
    if (!p->known && !has_context(p)) o->from = o->next + 1;
    o->now = *p;
  }
}

static bool has_same_context(const struct rvt_process *a, const struct rvt_process *b) {
  return (!a->has_scontext || !b->has_scontext || a->scontext == b->scontext) &&
         (!a->has_hcontext || !b->has_hcontext || a->hcontext == b->hcontext);
}

/* Whether one of the contexts that may run in one list may run in the other; these are then the
 * first that still may. */
static bool meet(struct diff_owners *a, struct diff_owners *b) {
  bool any = false;
  for (size_t i = a->from; i < a->next; i++)
    for (size_t j = b->from; j < b->next; j++) {
      const struct rvt_process *p = &a->list->owner[i].process, *q = &b->list->owner[j].process;
      if (!has_context(p) || !has_context(q)) continue;
      any = true;
      if (!has_same_context(p, q)) continue;
      a->from = i;
      b->from = j;
      return true;
    }
  return !any;
}

enum diff_owned diff_owners_agree(struct diff_owners *a, struct diff_owners *b) {
  const struct rvt_process *p = &a->now, *q = &b->now;
  const bool levels = p->known && q->known, contexts = has_context(p) && has_context(q);
  const bool virtual = a->list->has_v && b->list->has_v;
  if (levels && ((p->level ^ q->level) & (virtual ? 7 : PRV)) != 0) return DIFF_OWNED_PRIVILEGE;
  if (!meet(a, b)) return DIFF_OWNED_CONTEXT;
  if (levels) return contexts ? DIFF_OWNED_ALL : DIFF_OWNED_LEVEL;
  return contexts ? DIFF_OWNED_SPACE : DIFF_OWNED_UNTOLD;
}

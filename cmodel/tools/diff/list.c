/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "tools/shared/tool.h"

/* Room for one more element. */
static bool grow(void **list, size_t *room, size_t used, size_t size) {
  if (used < *room) return true;
  const size_t more = *room < 1024 ? 1024 : *room + *room / 2;
  void *bigger = more <= SIZE_MAX / size ? realloc(*list, more * size) : NULL;
  if (bigger == NULL) {
    rvt_complain("expected memory for %zu instructions, found none left", more);
    return false;
  }
  *list = bigger;
  *room = more;
  return true;
}

static uint64_t place_after(const struct diff_list *l, const struct diff_mark *m, size_t pc) {
  return l->lines ? m->place + (pc - m->first) : m->place;
}

bool diff_list_put(struct diff_list *l, uint64_t pc, uint64_t place) {
  void *list = l->pc;
  if (l->segments == 0 && !diff_list_cut(l)) return false;
  if (!grow(&list, &l->room, l->count, sizeof *l->pc)) return false;
  l->pc = list;
  if (l->marks == 0 || place_after(l, &l->mark[l->marks - 1], l->count) != place) {
    list = l->mark;
    if (!grow(&list, &l->mark_room, l->marks, sizeof *l->mark)) return false;
    l->mark = list;
    l->mark[l->marks++] = (struct diff_mark){l->count, place};
  }
  l->pc[l->count++] = pc;
  return true;
}

bool diff_list_cut(struct diff_list *l) {
  if (l->segments != 0 && l->segment[l->segments - 1] == l->count) return true;
  void *list = l->segment;
  if (!grow(&list, &l->segment_room, l->segments, sizeof *l->segment)) return false;
  l->segment = list;
  l->segment[l->segments++] = l->count;
  return true;
}

bool diff_list_own(struct diff_list *l, const struct rvt_process *process) {
  if (l->owners != 0 && rvt_process_same(&l->owner[l->owners - 1].process, process)) return true;
  void *list = l->owner;
  if (!grow(&list, &l->owner_room, l->owners, sizeof *l->owner)) return false;
  l->owner = list;
  l->owner[l->owners++] = (struct diff_owner){l->count, *process};
  return true;
}

void diff_list_drop(struct diff_list *l) {
  l->count--;
  if (l->mark[l->marks - 1].first == l->count) l->marks--;
}

/* PCs of two harts would be mixed. */
static bool is_other(struct diff_events *d, const struct rvt_decoder_event *e, const char *hint) {
  if (d->src < 0) d->src = e->src;
  if (d->src == e->src) return false;
  rvt_complain("%s:0x%08" PRIx64 ": expected one SRC%s, found %d and %u", d->list->name, e->offset,
               hint, d->src, e->src);
  return true;
}

void diff_events_take(struct diff_events *d, const struct rvt_decoder_event *e, const char *hint) {
  if (d->refused) return;
  /* After a loss E-Trace may go on with a trap, whose handler then follows it. */
  if (e->kind == RVT_DE_OVERFLOW || (e->kind == RVT_DE_SYNC && !e->u.sync.continuous))
    d->refused = !diff_list_cut(d->list);
  if (e->kind == RVT_DE_SYNC) d->process = (struct rvt_process){.known = false};
  /* scontext follows hcontext (NT:OWN-07) */
  const bool more = e->kind == RVT_DE_CONTEXT && rvt_process_take(&d->process, &e->u.context);
  if ((e->kind == RVT_DE_SYNC || e->kind == RVT_DE_CONTEXT) && !more && !d->refused)
    d->refused = !diff_list_own(d->list, &d->process);
  if (e->kind != RVT_DE_RUN) return;
  d->refused = is_other(d, e, hint);
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, e->image, &e->u.run);
  while (!d->refused && rvt_decoder_pcs_next(&pcs))
    d->refused = !diff_list_put(d->list, pcs.pc, e->offset);
}

uint64_t diff_list_place(const struct diff_list *l, size_t pc) {
  size_t low = 0, high = l->marks;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    *(l->mark[middle].first <= pc ? &low : &high) = middle;
  }
  return place_after(l, &l->mark[low], pc);
}

void diff_list_free(struct diff_list *l) {
  free(l->pc);
  free(l->mark);
  free(l->owner);
  free(l->segment);
}

/*
 * Knuth, Morris and Pratt: border[i] is the length of the longest piece that both begins the PCs
 * and ends at i, and is not all of them to there. So nothing in the list is looked at twice.
 */
static void make_borders(const uint64_t *pc, size_t count, size_t *border) {
  size_t length = 0;
  border[0] = 0;
  for (size_t i = 1; i < count; i++) {
    while (length != 0 && pc[i] != pc[length]) length = border[length - 1];
    if (pc[i] == pc[length]) length++;
    border[i] = length;
  }
}

bool diff_find(const struct diff_list *in, size_t from, const uint64_t *pc, size_t count,
               bool (*fits)(void *user, size_t at), void *user, struct diff_match *match) {
  size_t *border = calloc(count, sizeof *border);
  if (border == NULL) {
    rvt_complain("expected memory for %zu instructions, found none left", count);
    return false;
  }
  make_borders(pc, count, border);
  *match = (struct diff_match){0, from};
  size_t length = 0, next = 0; /* the segment that begins next */
  for (size_t i = from; i < in->count; i++) {
    while (next < in->segments && in->segment[next] < i) next++;
    if (next < in->segments && in->segment[next] == i) length = 0;
    while (length != 0 && (length == count || in->pc[i] != pc[length])) length = border[length - 1];
    if (in->pc[i] == pc[length]) length++;
    const bool fit = length == count && fits(user, i + 1 - length);
    if (length > match->length || fit) *match = (struct diff_match){length, i + 1 - length};
    if (fit) break;
  }
  free(border);
  return true;
}

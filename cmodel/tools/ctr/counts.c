/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctr.h"

#include <inttypes.h>
#include <stdlib.h>

/* A pair of addresses, in an open hash table. */
struct pair {
  uint64_t from, to, times, mispredicts;
  bool range, used;
};

struct ctr_counts {
  struct pair *at;
  size_t count, room; /* room: a power of two */
};

struct ctr_counts *ctr_counts_new(void) {
  struct ctr_counts *c = rvt_need_memory(calloc(1, sizeof *c));
  c->room = 1024;
  c->at = rvt_need_memory(calloc(c->room, sizeof *c->at));
  return c;
}

void ctr_counts_free(struct ctr_counts *c) {
  if (c == NULL) return;
  free(c->at);
  free(c);
}

static struct pair *find(const struct ctr_counts *c, uint64_t from, uint64_t to, bool range) {
  uint64_t hash =
      (from ^ to << 23 ^ to >> 17 ^ (uint64_t)range << 63) * UINT64_C(0x9e3779b97f4a7c15);
  for (size_t i = hash >> 32;; i++) {
    struct pair *p = &c->at[i & (c->room - 1)];
    if (!p->used || (p->from == from && p->to == to && p->range == range)) return p;
  }
}

static void grow(struct ctr_counts *c) {
  struct ctr_counts wide = {.count = c->count, .room = 2 * c->room};
  wide.at = rvt_need_memory(calloc(wide.room, sizeof *wide.at));
  for (size_t i = 0; i < c->room; i++)
    if (c->at[i].used) *find(&wide, c->at[i].from, c->at[i].to, c->at[i].range) = c->at[i];
  free(c->at);
  *c = wide;
}

static struct pair *of(struct ctr_counts *c, uint64_t from, uint64_t to, bool range) {
  if (2 * c->count >= c->room) grow(c);
  struct pair *p = find(c, from, to, range);
  if (p->used) return p;
  *p = (struct pair){.from = from, .to = to, .range = range, .used = true};
  c->count++;
  return p;
}

void ctr_counts_edge(struct ctr_counts *c, uint64_t from, uint64_t to, uint64_t times,
                     uint64_t mispredicts) {
  struct pair *p = of(c, from, to, false);
  p->times += times;
  p->mispredicts += mispredicts;
}

void ctr_counts_range(struct ctr_counts *c, uint64_t first, uint64_t last, uint64_t times) {
  of(c, first, last, true)->times += times;
}

static bool is_edge(const struct ctr_record *r) { return r->source != 0 && r->target != 0; }

void ctr_counts_sample(struct ctr_counts *c, const struct ctr_sample *s) {
  for (unsigned i = 0; i < s->count; i++) {
    const struct ctr_record *r = &s->record[i];
    if (!is_edge(r)) continue;
    ctr_counts_edge(c, r->source, r->target, 1, r->mispredict);
    const struct ctr_record *older = &s->record[i + 1];
    if (i + 1 < s->count && is_edge(older) && older->target <= r->source)
      ctr_counts_range(c, older->target, r->source, 1);
  }
}

static int by_address(const void *a, const void *b) {
  const struct pair *x = a, *y = b;
  if (x->range != y->range) return x->range - y->range;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

void ctr_counts_print(const struct ctr_counts *c, FILE *file) {
  struct pair *sorted = rvt_need_memory(calloc(c->count + 1, sizeof *sorted));
  size_t count = 0;
  for (size_t i = 0; i < c->room; i++)
    if (c->at[i].used) sorted[count++] = c->at[i];
  qsort(sorted, count, sizeof *sorted, by_address);
  for (size_t i = 0; i < count; i++) {
    const struct pair *p = &sorted[i];
    fprintf(file, "%c %" PRIx64 " %" PRIx64 " %" PRIu64, p->range ? 'F' : 'B', p->from, p->to,
            p->times);
    if (!p->range) fprintf(file, " %" PRIu64, p->mispredicts);
    fputc('\n', file);
  }
  free(sorted);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "ctr.h"

/* The last instruction of a run, by the run: looked up once where it comes again. */
struct last {
  const struct rvt_image *image; /* NULL: nothing is here */
  uint64_t pc, insns;            /* of the run */
  uint64_t at, next;             /* of its last instruction, and behind it */
  uint8_t kind, itype;
};
enum { LASTS = 1 << 14, PATHS = 1 << 13 };

/* The records inside a path, which has them whenever it comes. */
struct kept {
  bool known;
  uint64_t serial; /* of the path */
  uint64_t insns;
  uint64_t times; /* that are not counted yet */
  unsigned count;
  struct ctr_record record[RVT_DECODER_PATH_RUNS];
  struct last end;
};

struct walk {
  struct ctr *c;
  /* Of all transfers the last ones; of calls that have not returned the model decides. */
  struct ctr_record newest[RVT_CTR_ENTRIES_MAX];
  uint64_t transfers;
  struct rvt_ctr_records r;
  struct rvt_ctr_access access;
  struct last last[LASTS];
  struct kept kept[PATHS];
  const struct last *end; /* of what retired; NULL: something is missing, or a trap came */
  bool waits;             /* a trap whose handler is not known yet: */
  struct rvt_ctr_transfer trap;
  uint64_t insns;   /* since the last sample */
  bool first_known; /* where flow came to by the last transfer: */
  uint64_t first;
  struct ctr_sample sample;
};

static bool counts_all(const struct walk *w) { return w->c->counts != NULL && w->c->every == 0; }

/* ---- Samples ----------------------------------------------------------------------------------
 */

static void take_newest(const struct walk *w, struct ctr_sample *s) {
  while (s->count < w->c->depth && s->count < w->transfers) {
    const uint64_t at = w->transfers - s->count - 1;
    s->record[s->count++] = w->newest[at & (RVT_CTR_ENTRIES_MAX - 1)];
  }
}

static void take_calls(const struct walk *w, struct ctr_sample *s) {
  for (unsigned i = 0; i < rvt_ctr_depth(&w->r); i++) {
    const struct rvt_ctr_entry *e = &w->r.entry[rvt_ctr_physical(&w->r, i)];
    if ((e->source & 1) != 0)
      s->record[s->count++] = (struct ctr_record){
          .source = e->source & ~UINT64_C(1), .target = e->target, .type = e->data & 0xf};
  }
}

static void sample(struct walk *w, bool pc_known, uint64_t pc) {
  struct ctr_sample *s = &w->sample;
  *s = (struct ctr_sample){.number = w->c->samples, .pc_known = pc_known, .pc = pc};
  if (w->c->call_stack)
    take_calls(w, s);
  else
    take_newest(w, s);
  ctr_put(w->c, s);
  w->insns = 0;
}

/* Those that fall into a pass of a run. */
static void sample_pass(struct walk *w, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_run *run = &e->u.run;
  if (w->c->every == 0) return;
  if (w->c->every - w->insns >= run->insns) {
    w->insns += run->insns;
    return;
  }
  const struct rvt_decoder_run once = {run->pc, run->insns, run->halfwords, 1};
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, e->image, &once);
  while (rvt_decoder_pcs_next(&pcs)) {
    if (w->insns == w->c->every) sample(w, true, pcs.pc);
    w->insns++;
  }
}

/* ---- Transfers --------------------------------------------------------------------------------
 */

/* Whether flow goes on in a straight line behind what such a transfer reaches: not so where a trap
 * came or went, for what stands there is the middle of something else. */
static bool is_plain(uint8_t itype) { return itype > RVT_IT_TRAP_RETURN; }

static void count(struct walk *w, const struct rvt_ctr_transfer *t, uint64_t times) {
  struct ctr_counts *counts = w->c->counts;
  if (is_plain(t->itype)) {
    if (w->first_known) ctr_counts_range(counts, w->first, t->source, 1);
    if (times > 1) ctr_counts_range(counts, t->target, t->source, times - 1);
    ctr_counts_edge(counts, t->source, t->target, times, 0);
  }
  w->first_known = is_plain(t->itype);
  w->first = t->target;
}

/* More than the depth of one and the same leave nothing else. */
static void record(struct walk *w, const struct rvt_ctr_transfer *t, uint64_t times) {
  if (counts_all(w)) count(w, t, times);
  if (times > RVT_CTR_ENTRIES_MAX) times = RVT_CTR_ENTRIES_MAX;
  for (uint64_t i = 0; i < times; i++) {
    if (w->c->call_stack)
      (void)rvt_ctr_event(&w->r, t);
    else
      w->newest[w->transfers++ & (RVT_CTR_ENTRIES_MAX - 1)] =
          (struct ctr_record){.source = t->source, .target = t->target, .type = t->itype};
  }
}

static void jump(struct walk *w, const struct last *from, uint64_t to, uint64_t times) {
  const struct rvt_ctr_transfer t = {
      .itype = from->itype, .from = RVT_PRIV_M, .to = RVT_PRIV_M, .source = from->at, .target = to};
  record(w, &t, times);
}

/* What led from the last instruction to the one at `pc`. */
static void arrive(struct walk *w, uint64_t pc) {
  const struct last *end = w->end;
  w->end = NULL;
  if (w->waits) {
    w->waits = false;
    w->trap.target = pc;
    record(w, &w->trap, 1);
  }
  if (end == NULL || end->kind == RVT_INSN_LINEAR || end->kind == RVT_INSN_TRAP) return;
  if (end->kind != RVT_INSN_BRANCH || pc != end->next) jump(w, end, pc, 1);
}

static void lose(struct walk *w) {
  w->end = NULL;
  w->waits = w->first_known = false;
  w->transfers = 0;
  (void)rvt_ctr_clear(&w->r, &w->access);
}

/* ---- Events -----------------------------------------------------------------------------------
 */

static const struct last *last_of(struct walk *w, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_run *run = &e->u.run;
  struct last *l = &w->last[(run->pc >> 1 ^ run->insns << 7) & (LASTS - 1)];
  if (l->image == e->image && l->pc == run->pc && l->insns == run->insns) return l;
  const struct rvt_decoder_run once = {run->pc, run->insns, run->halfwords, 1};
  struct rvt_decoder_pcs pcs;
  struct rvt_insn insn = {.size = 1};
  rvt_decoder_pcs_begin(&pcs, e->image, &once);
  while (rvt_decoder_pcs_next(&pcs)) {
  }
  if (rvt_image_insn(e->image, pcs.pc, &insn, NULL) != RVT_OK) return NULL;
  *l = (struct last){.image = e->image,
                     .pc = run->pc,
                     .insns = run->insns,
                     .at = pcs.pc,
                     .next = rvt_insn_next(&insn, pcs.pc, rvt_image_xlen(e->image)),
                     .kind = insn.kind,
                     .itype = insn.itype};
  return l;
}

static void take_run(struct walk *w, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_run *run = &e->u.run;
  if (run->insns == 0) return;
  arrive(w, run->pc);
  const struct last *last = last_of(w, e);
  sample_pass(w, e);
  if (run->times > 1 && last != NULL) {
    if (w->c->every == 0) jump(w, last, run->pc, run->times - 1);
    for (uint64_t i = 1; i < run->times && w->c->every != 0; i++) {
      jump(w, last, run->pc, 1);
      sample_pass(w, e);
    }
  }
  w->end = last;
}

/* The jump before it went to the instruction that was not executed. */
static void take_trap(struct walk *w, const struct rvt_decoder_trap *t) {
  if (t->epc_known) arrive(w, t->epc);
  w->end = NULL;
  w->trap = (struct rvt_ctr_transfer){.itype = t->kind == RVT_TRAP_INTERRUPT ? RVT_IT_INTERRUPT
                                                                             : RVT_IT_EXCEPTION,
                                      .from = RVT_PRIV_M,
                                      .to = RVT_PRIV_M,
                                      .source = t->epc_known ? t->epc : 0,
                                      .target = t->to};
  w->waits = !t->to_known;
  if (t->to_known) record(w, &w->trap, 1);
}

static void take(struct walk *w, const struct rvt_decoder_event *e) {
  switch (e->kind) {
  case RVT_DE_RUN: take_run(w, e); break;
  case RVT_DE_TRAP: take_trap(w, &e->u.trap); break;
  case RVT_DE_SYNC:
    if (!e->u.sync.continuous) lose(w);
    break;
  case RVT_DE_ERROR: lose(w); break;
  default: break;
  }
}

static void take_event(void *user, const struct rvt_decoder_event *e) {
  struct walk *w = user;
  if (rvt_decoding_take(&w->c->decoding, e)) take(w, e);
}

static void count_again(struct walk *w, struct kept *k) {
  if (k->count == 0) return;
  if (w->first_known) ctr_counts_range(w->c->counts, w->first, k->record[0].source, 1);
  w->first_known = true;
  w->first = k->record[k->count - 1].target;
  k->times++;
}

/* What is inside of the path, as often as it came. */
static void count_kept(struct walk *w, struct kept *k) {
  for (unsigned i = 0; i < k->count && k->times != 0; i++) {
    const struct ctr_record *r = &k->record[i];
    if (i > 0) ctr_counts_range(w->c->counts, r[-1].target, r->source, k->times);
    ctr_counts_edge(w->c->counts, r->source, r->target, k->times, 0);
  }
  k->times = 0;
}

/* A path that is kept leaves the same records as before. */
static bool take_again(struct walk *w, const struct rvt_decoder_path *path) {
  struct kept *k = &w->kept[path->number % PATHS];
  const bool room = w->c->every == 0 || w->c->every - w->insns >= k->insns;
  if (!k->known || k->serial != path->serial || !room) return false;
  arrive(w, path->run[0].pc);
  if (counts_all(w))
    count_again(w, k);
  else
    for (unsigned i = 0; i < k->count; i++)
      w->newest[w->transfers++ & (RVT_CTR_ENTRIES_MAX - 1)] = k->record[i];
  if (w->c->every != 0) w->insns += k->insns;
  w->end = &k->end;
  return true;
}

/* `before`: the transfers when it came to the path. */
static void keep(struct walk *w, const struct rvt_decoder_path *path, uint64_t before) {
  struct kept *k = &w->kept[path->number % PATHS];
  if (counts_all(w)) count_kept(w, k);
  k->known = true;
  k->serial = path->serial;
  k->end = *w->end;
  k->count = 0;
  k->insns = 0;
  for (unsigned i = 0; i < path->runs; i++) k->insns += path->run[i].insns;
  for (uint64_t t = before; t < w->transfers; t++)
    k->record[k->count++] = w->newest[t & (RVT_CTR_ENTRIES_MAX - 1)];
  for (unsigned i = 0; i < k->count && counts_all(w); i++)
    k->known = k->known && is_plain(k->record[i].type);
}

static void take_path(void *user, const struct rvt_decoder_event *e,
                      const struct rvt_decoder_path *path) {
  struct walk *w = user;
  const int src = w->c->decoding.src;
  if (src >= 0 && e->src != src) return;
  if (take_again(w, path)) return;
  struct rvt_decoder_event event = *e;
  arrive(w, path->run[0].pc);
  const uint64_t before = w->transfers;
  bool whole = true;
  for (unsigned i = 0; i < path->runs; i++) {
    rvt_decoder_path_run(path, i, &event.u.run);
    take_run(w, &event);
    whole = whole && event.u.run.insns != 0 && w->end != NULL;
  }
  if (whole && !w->c->call_stack) keep(w, path, before);
}

static void set_up(struct walk *w, struct ctr *c) {
  const struct rvt_ctr_params p = {
      .xlen = 64, .blocks = 1, .iretire_width = 1, .depths = 31, .type = true, .ras_emu = true};
  struct rvt_error e;
  w->c = c;
  w->access = (struct rvt_ctr_access){.mode = RVT_PRIV_M, .mstateen = true};
  uint64_t depth = 0;
  while (16u << depth < c->depth) depth++;
  if (rvt_ctr_records_init(&w->r, &p, &e) != RVT_OK ||
      rvt_ctr_write(&w->r, &w->access, RVT_CTR_SCTRDEPTH, depth) != RVT_CTR_NONE ||
      rvt_ctr_write(&w->r, &w->access, RVT_CTR_MCTRCTL, RVT_CTR_CTL_M | RVT_CTR_CTL_RASEMU) !=
          RVT_CTR_NONE)
    abort();
}

/* Records of several harts stand between each other. */
static bool has_one_src(const struct ctr *c) {
  if (!rvt_decoding_names_src(&c->decoding)) return true;
  rvt_complain("expected the SRC whose records are wanted (--src=N), found none");
  return false;
}

int ctr_from_trace(struct ctr *c) {
  struct walk *w = rvt_need_memory(calloc(1, sizeof *w));
  set_up(w, c);
  int status = RVT_EXIT_BAD;
  if (rvt_decoding_open(&c->decoding, take_event, w) && has_one_src(c)) {
    rvt_decoder_on_path(c->decoding.decoder, take_path);
    if (rvt_decoding_walk(&c->decoding, NULL, NULL)) {
      for (unsigned i = 0; i < PATHS && counts_all(w); i++) count_kept(w, &w->kept[i]);
      if (c->every == 0 && !counts_all(w)) {
        const struct last *end = w->end;
        const bool straight = end != NULL && end->kind == RVT_INSN_LINEAR;
        sample(w, straight, straight ? end->next : 0);
      }
      status = rvt_decoding_finish(&c->decoding) ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    }
  }
  free(w);
  return status;
}

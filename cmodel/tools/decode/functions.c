/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "tools/rvt_counts.h"

struct function {
  const char *name; /* NULL: where no symbol is; the same pointer in every context */
  uint64_t address;
  const struct rvt_flow_program *program; /* NULL: there is but one */
  size_t number;                          /* of those found before it */
  uint64_t insns, calls;
};

struct origin {
  bool known; /* false: a trap, or something is missing before */
  const struct rvt_image *image;
  uint64_t pc;
};

struct decode_functions {
  struct function *at; /* in order() */
  size_t count, room;
  struct origin last[1 << RVT_SRC_BITS_CEIL]; /* the instruction before, by SRC */
};

struct decode_functions *decode_functions_new(void) {
  struct decode_functions *f = rvt_need_memory(calloc(1, sizeof *f));
  return f;
}

void decode_functions_free(struct decode_functions *f) {
  if (f == NULL) return;
  free(f->at);
  free(f);
}

/* By address and, where contexts have different functions at it, name; those of one name stand in
 * the order in which they were found. */
static int order(const struct function *a, const char *name, uint64_t address) {
  if (a->address != address) return a->address < address ? -1 : 1;
  if (a->name == NULL || name == NULL) return (a->name != NULL) - (name != NULL);
  return strcmp(a->name, name);
}

static const struct rvt_flow_program *program_at(const struct decode *d,
                                                 const struct rvt_decoder_event *e, uint64_t pc) {
  return rvt_flow_has_several(&d->flow) ? rvt_flow_program_at(&d->flow, e, pc) : NULL;
}

/* Where an instruction lies. A name is of one program; code without one is told apart by it. */
struct place {
  const char *name;
  uint64_t begin;
  const struct rvt_flow_program *program; /* of code without a name */
};

static bool is(const struct function *a, const struct place *p) {
  return a->address == p->begin && a->name == p->name &&
         (p->name != NULL || a->program == p->program);
}

static struct function *find(const struct decode *d, const struct rvt_decoder_event *e,
                             const struct place *p, uint64_t pc) {
  struct decode_functions *f = d->functions;
  size_t low = 0;
  for (size_t high = f->count; low < high;) {
    const size_t middle = (low + high) / 2;
    if (order(&f->at[middle], p->name, p->begin) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < f->count && order(&f->at[low], p->name, p->begin) == 0; low++)
    if (is(&f->at[low], p)) return &f->at[low];
  if (f->count == f->room) {
    f->room = f->room == 0 ? 64 : 2 * f->room;
    f->at = rvt_need_memory(realloc(f->at, f->room * sizeof *f->at));
  }
  memmove(f->at + low + 1, f->at + low, (f->count - low) * sizeof *f->at);
  f->at[low] = (struct function){
      .name = p->name, .address = p->begin, .program = program_at(d, e, pc), .number = f->count++};
  return &f->at[low];
}

/* The symbol's address; code without one belongs to address 0. */
static uint64_t begin_of(const struct rvt_image *image, uint64_t pc, const char **name) {
  uint64_t offset = 0;
  *name = rvt_image_symbol(image, pc, &offset);
  return *name == NULL ? 0 : pc - offset;
}

static bool is_call(const struct origin *o) {
  struct rvt_insn insn;
  return rvt_image_insn(o->image, o->pc, &insn, NULL) == RVT_OK &&
         (insn.itype == RVT_IT_DIRECT_CALL || insn.itype == RVT_IT_INDIRECT_CALL);
}

/* Whether an instruction that comes after `last` begins its function anew. */
static bool is_entered(const struct origin *last, const char *name, uint64_t begin) {
  if (!last->known) return true;
  const char *from;
  const bool same = begin_of(last->image, last->pc, &from) == begin && from == name;
  return !same || is_call(last);
}

/* One pass of a run that is made `times` times. A call: the function's first instruction, reached
 * from another function, by a call instruction or by a trap. */
static void count_pass(const struct decode *d, const struct rvt_decoder_event *e, uint64_t times,
                       struct origin *last) {
  const struct rvt_image *image = e->image;
  const struct rvt_decoder_run once = {e->u.run.pc, e->u.run.insns, e->u.run.halfwords, 1};
  struct rvt_decoder_pcs pcs;
  struct function *now = NULL;
  rvt_decoder_pcs_begin(&pcs, image, &once);
  while (rvt_decoder_pcs_next(&pcs)) {
    struct place at = {.name = NULL};
    at.begin = begin_of(image, pcs.pc, &at.name);
    if (at.name == NULL) at.program = program_at(d, e, pcs.pc);
    if (now == NULL || !is(now, &at)) now = find(d, e, &at, pcs.pc);
    now->insns += times;
    if (at.name != NULL && pcs.pc == at.begin && is_entered(last, at.name, at.begin))
      now->calls += times;
    *last = (struct origin){true, image, pcs.pc};
  }
}

void decode_functions_take(const struct decode *d, const struct rvt_decoder_event *e) {
  struct origin *last = &d->functions->last[e->src];
  switch (e->kind) {
  case RVT_DE_RUN:
    count_pass(d, e, 1, last);
    if (e->u.run.times > 1) count_pass(d, e, e->u.run.times - 1, last);
    break;
  case RVT_DE_TRANSFER:
    if (e->u.transfer.btype != RVT_BT_NONE) last->known = false;
    break;
  case RVT_DE_SYNC:
    if (!e->u.sync.continuous) last->known = false;
    break;
  default: break;
  }
}

static int hottest_first(const void *a, const void *b) {
  const struct function *x = a, *y = b;
  if (x->insns != y->insns) return x->insns < y->insns ? 1 : -1;
  const int by_name = order(x, y->name, y->address);
  return by_name != 0 ? by_name : (x->number > y->number) - (x->number < y->number);
}

/* A symbol may be any bytes: those that are no UTF-8 are shown as `?`. */
static json_t *json_name(const char *name) {
  json_t *text = json_string(name);
  if (text != NULL) return text;
  char *plain = rvt_need_memory(strdup(name));
  for (char *c = plain; *c != '\0'; c++)
    if ((unsigned char)*c > 0x7F) *c = '?';
  text = json_string(plain);
  free(plain);
  return text;
}

static void set_hex(json_t *object, const char *key, bool given, uint64_t value) {
  if (given) json_object_set_new(object, key, json_sprintf("0x%" PRIx64, value));
}

static void print_object(FILE *file, const char *name, const struct function *at) {
  json_t *object = json_pack("{s:o, s:o, s:I, s:I}", "function", json_name(name), "address",
                             json_sprintf("0x%" PRIx64, at->address), "instructions",
                             (json_int_t)at->insns, "calls", (json_int_t)at->calls);
  const struct rvt_flow_program *p = at->program;
  if (p != NULL) {
    json_object_set_new(object, "program", json_name(p->path));
    const bool raw = p->size != 0;
    set_hex(object, raw ? "program_address" : "offset", raw || p->address != 0, p->address);
    set_hex(object, "hcontext", p->context.has_hcontext, p->context.hcontext);
    set_hex(object, "scontext", p->context.has_scontext, p->context.scontext);
  }
  rvt_json_print(object, file);
}

/* As --elf has it. */
static void print_program(FILE *file, const struct rvt_flow_program *p) {
  fprintf(file, "  %s", p->path);
  if (p->address != 0) fprintf(file, "@0x%" PRIx64, p->address);
  if (p->context.has_hcontext) fprintf(file, ",hcontext=0x%" PRIx64, p->context.hcontext);
  if (p->context.has_scontext) fprintf(file, ",scontext=0x%" PRIx64, p->context.scontext);
}

void decode_functions_print(const struct decode *d) {
  struct decode_functions *f = d->functions;
  uint64_t all = 0;
  for (size_t i = 0; i < f->count; i++) all += f->at[i].insns;
  if (f->count != 0) qsort(f->at, f->count, sizeof *f->at, hottest_first);
  if (!d->o.json)
    fprintf(d->out.file, "instructions       %%      calls  function%s\n",
            rvt_flow_has_several(&d->flow) ? "  program" : "");
  for (size_t i = 0; i < f->count; i++) {
    const struct function *at = &f->at[i];
    const char *name = at->name != NULL ? at->name : "(no symbol)";
    if (d->o.json) {
      print_object(d->out.file, name, at);
      continue;
    }
    fprintf(d->out.file, "%12" PRIu64 "  %6.2f %10" PRIu64 "  %s", at->insns,
            100 * (double)at->insns / (double)all, at->calls, name);
    if (at->program != NULL) print_program(d->out.file, at->program);
    fputc('\n', d->out.file);
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "tools/shared/tool.h"

/* Whose instructions are counted apart: contexts of a hart. */
struct owner {
  uint16_t src;
  struct rvt_image_context context;
};

struct function {
  const char *name; /* NULL: where no symbol is; the same pointer in every context */
  uint64_t address;
  const struct rvt_program *program; /* NULL: there is but one */
  size_t owner;                      /* index */
  size_t number;                     /* of those found before it */
  uint64_t insns, calls;
  uint64_t waiting; /* traps before its first instruction from which it goes on there */
};

/* Where an instruction lies. A name is of one program; code without one is told apart by it. */
struct place {
  const char *name;
  uint64_t begin;                    /* the symbol's address; 0 where there is none */
  const struct rvt_program *program; /* of code without a name */
};

struct origin {
  bool known; /* false: a trap, or something is missing before */
  const struct rvt_image *image;
  uint64_t pc, insns; /* a run that ends with it: few are asked for */
  struct place place;
};

/* Code around the instruction before, all of one function. */
struct cursor {
  const struct rvt_image *image; /* NULL: there is none */
  uint64_t first, last;
  struct place place;
  struct function *function;
};

enum { WRITES_MAX = 16 };

struct source {
  struct origin last;
  struct cursor at;
  struct rvt_process process;
  size_t owner; /* index */
  bool sure;    /* an Ownership has told it since something was missing */
  /* Owners that Ownerships have told, but whose writes are among instructions that come. */
  size_t next[WRITES_MAX], count;
  bool begun;       /* the message with these instructions has come: */
  uint64_t message; /* its number */
};

struct decode_functions {
  struct function **at; /* in order() */
  size_t count, room;
  struct owner *owner;
  size_t owners;
  struct source source[1 << RVT_SRC_BITS_CEIL];
};

struct decode_functions *decode_functions_new(void) {
  struct decode_functions *f = rvt_need_memory(calloc(1, sizeof *f));
  return f;
}

void decode_functions_free(struct decode_functions *f) {
  if (f == NULL) return;
  for (size_t i = 0; i < f->count; i++) free(f->at[i]);
  free(f->at);
  free(f->owner);
  free(f);
}

/* ---- The functions ----------------------------------------------------------------------------
 */

/* By address and, where contexts have different functions at it, name; those of one name stand in
 * the order in which they were found. */
static int order(const struct function *a, const char *name, uint64_t address) {
  if (a->address != address) return a->address < address ? -1 : 1;
  if (a->name == NULL || name == NULL) return (a->name != NULL) - (name != NULL);
  return strcmp(a->name, name);
}

static const struct rvt_program *program_at(const struct decode *d,
                                            const struct rvt_decoder_event *e, uint64_t pc) {
  return rvt_decoding_has_several(&d->decoding) ? rvt_decoding_program_at(&d->decoding, e, pc)
                                                : NULL;
}

static bool is_same(const struct place *a, const struct place *b) {
  return a->begin == b->begin && a->name == b->name &&
         (a->name != NULL || a->program == b->program);
}

static bool is(const struct function *a, const struct place *p, size_t owner) {
  return a->address == p->begin && a->name == p->name && a->owner == owner &&
         (p->name != NULL || a->program == p->program);
}

static struct function *find(const struct decode *d, const struct rvt_decoder_event *e,
                             const struct place *p, uint64_t pc) {
  struct decode_functions *f = d->functions;
  const size_t owner = f->source[e->src].owner;
  size_t low = 0;
  for (size_t high = f->count; low < high;) {
    const size_t middle = (low + high) / 2;
    if (order(f->at[middle], p->name, p->begin) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < f->count && order(f->at[low], p->name, p->begin) == 0; low++)
    if (is(f->at[low], p, owner)) return f->at[low];
  if (f->count == f->room) {
    f->room = f->room == 0 ? 64 : 2 * f->room;
    f->at = rvt_need_memory(realloc(f->at, f->room * sizeof(struct function *)));
  }
  struct function *made = rvt_need_memory(malloc(sizeof *made));
  *made = (struct function){.name = p->name,
                            .address = p->begin,
                            .program = program_at(d, e, pc),
                            .owner = owner,
                            .number = f->count};
  memmove(f->at + low + 1, f->at + low, (f->count - low) * sizeof(struct function *));
  f->at[low] = made;
  f->count++;
  return made;
}

/* The function of an instruction: looked up where it is another one than before. */
static const struct cursor *move_to(const struct decode *d, const struct rvt_decoder_event *e,
                                    uint64_t pc) {
  struct source *s = &d->functions->source[e->src];
  struct cursor *at = &s->at;
  if (at->image == e->image && pc >= at->first && pc <= at->last) return at;
  struct rvt_image_function found = {.first = pc, .last = pc};
  (void)rvt_image_function_at(e->image, pc, &found);
  *at = (struct cursor){e->image, found.first, found.last, {.name = found.name}, NULL};
  if (found.name != NULL) {
    at->place.begin = found.address;
  } else {
    at->place.program = program_at(d, e, pc);
    at->first = at->last = pc; /* raw code of several files may lie in one piece */
  }
  at->function = find(d, e, &at->place, pc);
  return at;
}

/* ---- Calls ------------------------------------------------------------------------------------
 */

static uint8_t itype_of(const struct origin *last) {
  const struct rvt_decoder_run run = {last->pc, last->insns, 0, 1};
  struct rvt_decoder_pcs pcs;
  struct rvt_insn insn;
  rvt_decoder_pcs_begin(&pcs, last->image, &run);
  while (rvt_decoder_pcs_next(&pcs)) {
  }
  return rvt_image_insn(last->image, pcs.pc, &insn, NULL) == RVT_OK ? insn.itype : RVT_IT_NONE;
}

/* Flow comes to a function's first instruction, which may retire or trap. A call, but not where it
 * goes on there after a trap, or comes from the function itself by no call instruction. */
static void arrive(struct function *f, const struct place *at, const struct origin *last,
                   uint64_t times) {
  const uint8_t itype = last->known ? itype_of(last) : RVT_IT_NONE;
  if (itype == RVT_IT_TRAP_RETURN && f->waiting != 0)
    f->waiting--;
  else if (!last->known || !is_same(&last->place, at) || itype == RVT_IT_DIRECT_CALL ||
           itype == RVT_IT_INDIRECT_CALL)
    f->calls += times;
}

/* ECALL and EBREAK are not tried again. */
static void trap_at(const struct decode *d, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_trap *t = &e->u.trap;
  struct rvt_insn insn = {.kind = RVT_INSN_LINEAR};
  if (!t->epc_known || rvt_image_insn(e->image, t->epc, &insn, NULL) != RVT_OK) return;
  const struct cursor *at = move_to(d, e, t->epc);
  if (at->place.name == NULL || t->epc != at->place.begin) return;
  arrive(at->function, &at->place, &d->functions->source[e->src].last, 1);
  if (t->kind == RVT_TRAP_INTERRUPT || insn.kind != RVT_INSN_TRAP) at->function->waiting++;
}

/* ---- Owners -----------------------------------------------------------------------------------
 */

static size_t owner_of(struct decode_functions *f, uint16_t src, const struct rvt_process *p) {
  const struct rvt_image_context c = {p->has_scontext, p->has_hcontext, p->scontext, p->hcontext};
  for (size_t i = 0; i < f->owners; i++) {
    const struct rvt_image_context *o = &f->owner[i].context;
    if (f->owner[i].src == src && o->has_scontext == c.has_scontext &&
        o->has_hcontext == c.has_hcontext && o->scontext == c.scontext && o->hcontext == c.hcontext)
      return i;
  }
  f->owner = rvt_need_memory(realloc(f->owner, (f->owners + 1) * sizeof *f->owner));
  f->owner[f->owners] = (struct owner){src, c};
  return f->owners++;
}

static void own(struct source *s, size_t owner) {
  s->owner = owner;
  s->at.image = NULL;
}

static void own_next(struct source *s) {
  own(s, s->next[0]);
  memmove(s->next, s->next + 1, --s->count * sizeof s->next[0]);
}

/* What a hart runs from here on is of nobody that is known. */
static void forget(struct decode_functions *f, uint16_t src) {
  struct source *s = &f->source[src];
  s->process = (struct rvt_process){.known = false};
  s->sure = false;
  s->count = 0;
  own(s, owner_of(f, src, &s->process));
}

/* Where a context is another one, the instruction that wrote it comes with the next message
 * (NT:OWN-15). */
static void take_ownership(struct decode_functions *f, const struct rvt_decoder_event *e) {
  struct source *s = &f->source[e->src];
  if (rvt_process_take(&s->process, &e->u.context)) return;
  const size_t owner = owner_of(f, e->src, &s->process);
  if (!s->sure) {
    own(s, owner);
  } else if (owner != (s->count != 0 ? s->next[s->count - 1] : s->owner)) {
    if (s->count == 0) s->begun = false;
    if (s->count == WRITES_MAX) own_next(s);
    s->next[s->count++] = owner;
  }
  s->sure = true;
}

static bool writes_context(const struct rvt_image *image, uint64_t pc) {
  enum { SYSTEM = 0x73, SCONTEXT = 0x5a8, HCONTEXT = 0x6a8, MCONTEXT = 0x7a8 };
  struct rvt_insn insn;
  uint64_t word = 0;
  if (rvt_image_insn(image, pc, &insn, &word) != RVT_OK || (word & 0x7f) != SYSTEM) return false;
  const unsigned funct3 = word >> 12 & 7, rs1 = word >> 15 & 31, csr = word >> 20 & 0xfff;
  return (funct3 & 3) != 0 && ((funct3 & 3) == 1 || rs1 != 0) &&
         (csr == SCONTEXT || csr == HCONTEXT || csr == MCONTEXT);
}

/* ---- Events -----------------------------------------------------------------------------------
 */

/* Instructions of the function at the cursor, the first of them at `pc`. */
static void count(struct source *s, uint64_t pc, uint64_t insns, uint64_t times) {
  const struct cursor *at = &s->at;
  at->function->insns += insns * times;
  if (at->place.name != NULL && pc == at->place.begin)
    arrive(at->function, &at->place, &s->last, times);
  s->last = (struct origin){true, at->image, pc, insns, at->place};
}

/* One pass of a run that is made `times` times: one look-up where all of it is of one function, and
 * of one context. */
static void count_pass(const struct decode *d, const struct rvt_decoder_event *e, uint64_t times) {
  struct source *s = &d->functions->source[e->src];
  const uint64_t room = move_to(d, e, e->u.run.pc)->last - e->u.run.pc;
  if (s->count == 0 && 2 * (e->u.run.halfwords - 1) <= room) {
    count(s, e->u.run.pc, e->u.run.insns, times);
    return;
  }
  const struct rvt_decoder_run once = {e->u.run.pc, e->u.run.insns, e->u.run.halfwords, 1};
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, e->image, &once);
  while (rvt_decoder_pcs_next(&pcs)) {
    (void)move_to(d, e, pcs.pc);
    count(s, pcs.pc, 1, times);
    if (s->count != 0 && writes_context(e->image, pcs.pc)) own_next(s);
  }
}

static void take_run(const struct decode *d, const struct rvt_decoder_event *e) {
  struct source *s = &d->functions->source[e->src];
  /* a context that no instruction wrote is there when the message after its Ownership is over */
  if (s->count != 0 && s->begun && s->message != e->message)
    while (s->count != 0) own_next(s);
  s->begun = true;
  s->message = e->message;
  count_pass(d, e, 1);
  if (e->u.run.times > 1) count_pass(d, e, e->u.run.times - 1);
}

void decode_functions_take(const struct decode *d, const struct rvt_decoder_event *e) {
  struct decode_functions *f = d->functions;
  struct source *s = &f->source[e->src];
  if (f->owners == 0 || f->owner[s->owner].src != e->src) forget(f, e->src);
  switch (e->kind) {
  case RVT_DE_RUN: take_run(d, e); break;
  case RVT_DE_TRAP:
    trap_at(d, e);
    s->last.known = false;
    break;
  case RVT_DE_SYNC:
    if (e->u.sync.continuous) break;
    s->last.known = false;
    forget(f, e->src);
    break;
  case RVT_DE_CONTEXT: take_ownership(f, e); break;
  default: break;
  }
}

/* ---- The list ---------------------------------------------------------------------------------
 */

static int hottest_first(const void *a, const void *b) {
  const struct function *x = *(struct function *const *)a, *y = *(struct function *const *)b;
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

static void print_object(const struct decode *d, const char *name, const struct function *at) {
  json_t *object = json_pack("{s:o, s:o, s:I, s:I}", "function", json_name(name), "address",
                             json_sprintf("0x%" PRIx64, at->address), "instructions",
                             (json_int_t)at->insns, "calls", (json_int_t)at->calls);
  const struct rvt_program *p = at->program;
  const struct owner *o = &d->functions->owner[at->owner];
  if (p != NULL) {
    json_object_set_new(object, "program", json_name(p->path));
    const bool raw = p->size != 0;
    set_hex(object, raw ? "program_address" : "offset", raw || p->address != 0, p->address);
    set_hex(object, "hcontext", p->context.has_hcontext, p->context.hcontext);
    set_hex(object, "scontext", p->context.has_scontext, p->context.scontext);
  }
  if (rvt_decoding_names_src(&d->decoding))
    json_object_set_new(object, "src", json_integer(o->src));
  if (rvt_decoding_has_context(&o->context)) {
    json_t *process = json_object();
    set_hex(process, "hcontext", o->context.has_hcontext, o->context.hcontext);
    set_hex(process, "scontext", o->context.has_scontext, o->context.scontext);
    json_object_set_new(object, "process", process);
  }
  rvt_json_print(object, d->out.file);
}

/* As --elf has it. */
static void print_program(FILE *file, const struct rvt_program *p) {
  fprintf(file, "  %s", p->path);
  if (p->address != 0) fprintf(file, "@0x%" PRIx64, p->address);
  if (p->context.has_hcontext) fprintf(file, ",hcontext=0x%" PRIx64, p->context.hcontext);
  if (p->context.has_scontext) fprintf(file, ",scontext=0x%" PRIx64, p->context.scontext);
}

enum { OWNER_MAX = 64 };

static int owner_text(const struct decode *d, const struct owner *o, char text[OWNER_MAX]) {
  const struct rvt_image_context *c = &o->context;
  int used = 0;
  text[0] = '\0';
  if (rvt_decoding_names_src(&d->decoding)) used = snprintf(text, OWNER_MAX, "src=%u", o->src);
  const char *comma = used != 0 ? "," : "";
  if (c->has_hcontext)
    used += snprintf(text + used, OWNER_MAX - (size_t)used, "%shcontext=0x%" PRIx64, comma,
                     c->hcontext);
  comma = used != 0 ? "," : "";
  if (c->has_scontext)
    used += snprintf(text + used, OWNER_MAX - (size_t)used, "%sscontext=0x%" PRIx64, comma,
                     c->scontext);
  if (used == 0) used = snprintf(text, OWNER_MAX, "not known");
  return used;
}

/* Width of the column of processes; 0: all is of one. */
static int owners_width(const struct decode *d) {
  const struct decode_functions *f = d->functions;
  char text[OWNER_MAX];
  int width = 7; /* of its heading */
  bool several = false;
  for (size_t i = 0; i < f->count; i++) {
    several = several || f->at[i]->owner != f->at[0]->owner;
    const int size = owner_text(d, &f->owner[f->at[i]->owner], text);
    if (size > width) width = size;
  }
  return several ? width : 0;
}

void decode_functions_print(const struct decode *d) {
  const struct decode_functions *f = d->functions;
  const int width = owners_width(d);
  char owner[OWNER_MAX];
  uint64_t all = 0;
  for (size_t i = 0; i < f->count; i++) all += f->at[i]->insns;
  if (f->count != 0) qsort(f->at, f->count, sizeof(struct function *), hottest_first);
  if (!d->o.json)
    fprintf(d->out.file, "instructions       %%      calls  %-*s%sfunction%s\n", width,
            width != 0 ? "process" : "", width != 0 ? "  " : "",
            rvt_decoding_has_several(&d->decoding) ? "  program" : "");
  for (size_t i = 0; i < f->count; i++) {
    const struct function *at = f->at[i];
    const char *name = at->name != NULL ? at->name : "(no symbol)";
    if (d->o.json) {
      print_object(d, name, at);
      continue;
    }
    fprintf(d->out.file, "%12" PRIu64 "  %6.2f %10" PRIu64 "  ", at->insns,
            100 * (double)at->insns / (double)all, at->calls);
    if (width != 0) {
      (void)owner_text(d, &f->owner[at->owner], owner);
      fprintf(d->out.file, "%-*s  ", width, owner);
    }
    fputs(name, d->out.file);
    if (at->program != NULL) print_program(d->out.file, at->program);
    fputc('\n', d->out.file);
  }
}

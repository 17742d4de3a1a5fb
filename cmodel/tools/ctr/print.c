/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>

#include "ctr.h"

/* By the table of ctrdata.TYPE (CTR:F-03). */
static const char *const type_names[16] = {[RVT_IT_NONE] = "none",
                                           [RVT_IT_EXCEPTION] = "exception",
                                           [RVT_IT_INTERRUPT] = "interrupt",
                                           [RVT_IT_TRAP_RETURN] = "trap-return",
                                           [RVT_IT_NOT_TAKEN] = "not-taken",
                                           [RVT_IT_TAKEN] = "taken",
                                           [RVT_IT_INDIRECT] = "reserved",
                                           [RVT_IT_RESERVED] = "reserved",
                                           [RVT_IT_INDIRECT_CALL] = "indirect-call",
                                           [RVT_IT_DIRECT_CALL] = "call",
                                           [RVT_IT_INDIRECT_JUMP] = "indirect-jump",
                                           [RVT_IT_DIRECT_JUMP] = "jump",
                                           [RVT_IT_SWAP] = "co-routine-swap",
                                           [RVT_IT_RETURN] = "return",
                                           [RVT_IT_INDIRECT_LINK] = "indirect-jump-link",
                                           [RVT_IT_DIRECT_LINK] = "jump-link"};

static void print_place(const struct ctr *c, uint64_t pc) {
  FILE *file = c->out.file;
  uint64_t offset = 0;
  const char *name =
      c->decoding.image != NULL ? rvt_image_symbol(c->decoding.image, pc, &offset) : NULL;
  fprintf(file, "0x%" PRIx64, pc);
  if (name != NULL) fprintf(file, " %s+0x%" PRIx64, name, offset);
}

static void put_text(const struct ctr *c, const struct ctr_sample *s) {
  FILE *file = c->out.file;
  fprintf(file, "# %" PRIu64, s->number);
  if (s->pc_known) {
    fputs(" at ", file);
    print_place(c, s->pc);
  }
  fputc('\n', file);
  for (unsigned i = 0; i < s->count; i++) {
    const struct ctr_record *r = &s->record[i];
    fprintf(file, "%3u %-18s ", i, type_names[r->type]);
    print_place(c, r->source);
    fputs(" -> ", file);
    print_place(c, r->target);
    if (r->counted) fprintf(file, " %" PRIu32 " cycles", r->cycles);
    if (r->mispredict) fputs(" mispredicted", file);
    fputc('\n', file);
  }
}

static json_t *json_of(const struct ctr_record *r) {
  json_t *object = json_pack("{s:s, s:o, s:o}", "type", type_names[r->type], "source",
                             json_sprintf("0x%" PRIx64, r->source), "target",
                             json_sprintf("0x%" PRIx64, r->target));
  if (r->mispredict) json_object_set_new(object, "mispredict", json_true());
  if (r->counted) json_object_set_new(object, "cycles", json_integer((json_int_t)r->cycles));
  return object;
}

static void put_json(const struct ctr *c, const struct ctr_sample *s) {
  json_t *list = json_array(), *object = json_object();
  json_object_set_new(object, "sample", json_integer((json_int_t)s->number));
  if (s->pc_known) json_object_set_new(object, "pc", json_sprintf("0x%" PRIx64, s->pc));
  for (unsigned i = 0; i < s->count; i++) json_array_append_new(list, json_of(&s->record[i]));
  json_object_set_new(object, "records", list);
  rvt_json_print(object, c->out.file);
}

/* A line as `perf script -F ip,brstack` has it, of what has both addresses. */
static void put_perf_script(const struct ctr *c, const struct ctr_sample *s) {
  FILE *file = c->out.file;
  fprintf(file, "%16" PRIx64, s->pc_known || s->count == 0 ? s->pc : s->record[0].target);
  for (unsigned i = 0; i < s->count; i++) {
    const struct ctr_record *r = &s->record[i];
    if (r->source == 0 || r->target == 0) continue;
    fprintf(file, " 0x%" PRIx64 "/0x%" PRIx64 "/%c/-/-/%" PRIu32, r->source, r->target,
            r->mispredict ? 'M' : 'P', r->counted ? r->cycles : 0);
  }
  fputc('\n', file);
}

static void print_function(const struct ctr *c, uint64_t pc) {
  uint64_t offset = 0;
  const char *name =
      c->decoding.image != NULL ? rvt_image_symbol(c->decoding.image, pc, &offset) : NULL;
  if (name != NULL)
    fputs(name, c->out.file);
  else
    fprintf(c->out.file, "0x%" PRIx64, pc);
}

/* Records of RAS emulation are the calls that have not returned: a frame each, the oldest first. */
static void put_collapsed(const struct ctr *c, const struct ctr_sample *s) {
  for (unsigned i = s->count; i-- > 0;) {
    print_function(c, s->record[i].source);
    fputc(';', c->out.file);
  }
  print_function(c, s->pc_known || s->count == 0 ? s->pc : s->record[0].target);
  fputs(" 1\n", c->out.file);
}

void ctr_put(struct ctr *c, const struct ctr_sample *s) {
  c->samples++;
  switch (c->style) {
  case CTR_TEXT: put_text(c, s); break;
  case CTR_JSON: put_json(c, s); break;
  case CTR_PERF_SCRIPT: put_perf_script(c, s); break;
  case CTR_BOLT: ctr_counts_sample(c->counts, s); break;
  case CTR_COLLAPSED: put_collapsed(c, s); break;
  }
}

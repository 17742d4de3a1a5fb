/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "rvt/tandem/text.h"
#include "tandem.h"

static const char *const kinds[] = {"instruction", "trap", "reset", "state from outside"};

static void name_of(uint16_t number, char *text) {
  if (number == RVT_TANDEM_MODEL_PC)
    snprintf(text, RVT_TANDEM_WORD_MAX, "pc");
  else if (number == RVT_TANDEM_MODEL_PRIVILEGE)
    snprintf(text, RVT_TANDEM_WORD_MAX, "privilege");
  else
    rvt_tandem_register_name(number, text);
}

static const char *what_of(const struct rvt_tandem_difference *d, char *text) {
  switch (d->kind) {
  case RVT_TANDEM_OTHER_INSN: return "instruction";
  case RVT_TANDEM_OTHER_STORE: return "stored data";
  case RVT_TANDEM_OTHER_STORE_ADDRESS: return "address of the store";
  case RVT_TANDEM_OTHER_STORE_SIZE: return "size of the store";
  case RVT_TANDEM_NO_STORE: return "no store";
  case RVT_TANDEM_OTHER_KIND: return "group";
  default: name_of(d->number, text); return text;
  }
}

static void put_place(const struct tandem_report *r, uint64_t pc) {
  uint64_t offset = 0;
  const char *symbol = r->image == NULL ? NULL : rvt_image_symbol(r->image, pc, &offset);
  printf("0x%" PRIx64, pc);
  if (symbol != NULL) printf(" <%s+0x%" PRIx64 ">", symbol, offset);
}

static void put_past(const struct tandem_groups *g) {
  const uint64_t shown = g->groups < TANDEM_LAST ? g->groups : TANDEM_LAST;
  for (uint64_t n = g->groups - shown; n < g->groups; n++) {
    const size_t at = n % TANDEM_LAST;
    printf("    0x%08" PRIx64 ":", g->past_offset[at]);
    for (size_t i = 0; i < g->past_count[at]; i++) {
      char word[RVT_TANDEM_WORD_MAX];
      rvt_tandem_print(&g->past[at][i], word);
      printf(" %s", word);
    }
    putchar('\n');
  }
}

enum { VALUE_SIZE = 32 };

static void write_value(const struct rvt_tandem_difference *d, bool model, char *text) {
  const uint64_t value = model ? d->model : d->trace;
  if (d->kind == RVT_TANDEM_OTHER_KIND)
    snprintf(text, VALUE_SIZE, "%s", kinds[value]);
  else if (d->kind == (model ? RVT_TANDEM_ONLY_TRACE : RVT_TANDEM_ONLY_MODEL))
    snprintf(text, VALUE_SIZE, "none");
  else
    snprintf(text, VALUE_SIZE, "0x%" PRIx64, value);
}

static void put_json(const struct tandem_report *r, const struct rvt_tandem_difference *d,
                     const char *what) {
  uint64_t offset = 0;
  const char *symbol = r->image == NULL ? NULL : rvt_image_symbol(r->image, d->pc, &offset);
  char model[VALUE_SIZE], trace[VALUE_SIZE];
  write_value(d, true, model);
  write_value(d, false, trace);
  json_t *o =
      json_pack("{s:s, s:I, s:I, s:o, s:s, s:s, s:s}", "kind", "difference", "group",
                (json_int_t)d->group, "offset", (json_int_t)d->offset, "pc",
                json_sprintf("0x%" PRIx64, d->pc), "what", what, "expected", model, "found", trace);
  rvt_need_memory(o);
  if (r->other != NULL)
    json_object_set_new(o, "other_offset", json_integer((json_int_t)r->other->begin));
  if (d->has_insn) json_object_set_new(o, "insn", json_sprintf("0x%" PRIx32, d->insn));
  if (symbol != NULL) json_object_set_new(o, "symbol", json_string(symbol));
  rvt_json_print(o, stdout);
}

static void put_values(const struct tandem_report *r, const struct rvt_tandem_difference *d,
                       const char *what) {
  char model[VALUE_SIZE], trace[VALUE_SIZE];
  write_value(d, true, model);
  write_value(d, false, trace);
  printf(": expected %s %s as %s has it, found %s%s\n", what, model, r->expected, trace,
         d->kind == RVT_TANDEM_NOT_CHANGED ? ", unchanged" : "");
}

void tandem_report_difference(const struct tandem_report *r, const struct rvt_tandem_difference *d,
                              uint64_t number) {
  char text[RVT_TANDEM_WORD_MAX];
  const char *what = what_of(d, text);
  if (number > r->max) return;
  if (r->json) {
    put_json(r, d, what);
    return;
  }
  printf("group %" PRIu64 ", byte 0x%" PRIx64, d->group, d->offset);
  if (r->other != NULL) printf(" (0x%" PRIx64 ")", r->other->begin);
  printf(", pc ");
  put_place(r, d->pc);
  if (d->has_insn) printf(", insn 0x%" PRIx32, d->insn);
  put_values(r, d, what);
  if (number != 1) return;
  put_past(r->trace);
  if (r->other == NULL) return;
  printf("  %s:\n", r->expected);
  put_past(r->other);
}

void tandem_report_absent(const struct rvt_tandem_core *core) {
  static const char *const absent[] = {
#define NAME(NAME, name) #name,
      RVT_TANDEM_ABSENT_LIST(NAME)
#undef NAME
  };
  bool any = false;
  for (size_t i = 0; i < RVT_TANDEM_ABSENTS; i++)
    if (core->absent[i]) {
      printf("%s%s", any ? " " : "absent: ", absent[i]);
      any = true;
    }
  if (any) putchar('\n');
}

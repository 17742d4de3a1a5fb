/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "rvt/tandem/difference.h"
#include "tandem.h"

static void put_past(const struct tandem_groups *g) {
  static char text[RVT_TANDEM_PAST_MAX];
  for (unsigned ago = RVT_TANDEM_LAST; ago-- != 0;)
    if (rvt_tandem_groups_past(&g->at, ago, text)) printf("    %s\n", text);
}

static void put_json(const struct tandem_report *r, const struct rvt_tandem_difference *d) {
  uint64_t offset = 0;
  const char *symbol = r->image == NULL ? NULL : rvt_image_symbol(r->image, d->pc, &offset);
  char what[RVT_TANDEM_WORD_MAX], model[RVT_TANDEM_WORD_MAX], trace[RVT_TANDEM_WORD_MAX];
  rvt_tandem_difference_value(d, true, model);
  rvt_tandem_difference_value(d, false, trace);
  json_t *o = json_pack("{s:s, s:I, s:I, s:o, s:s, s:s, s:s}", "kind", "difference", "group",
                        (json_int_t)d->group, "offset", (json_int_t)d->offset, "pc",
                        json_sprintf("0x%" PRIx64, d->pc), "what",
                        rvt_tandem_difference_what(d, what), "expected", model, "found", trace);
  rvt_need_memory(o);
  if (d->has_other)
    json_object_set_new(o, "other_offset", json_integer((json_int_t)d->other_offset));
  if (d->has_insn) json_object_set_new(o, "insn", json_sprintf("0x%" PRIx32, d->insn));
  if (symbol != NULL) json_object_set_new(o, "symbol", json_string(symbol));
  rvt_json_print(o, stdout);
}

void tandem_report_difference(const struct tandem_report *r, const struct rvt_tandem_difference *d,
                              uint64_t number) {
  char text[RVT_TANDEM_DIFFERENCE_MAX];
  if (number > r->max) return;
  if (r->json) {
    put_json(r, d);
    return;
  }
  rvt_tandem_difference_print(d, r->image, r->expected, text);
  puts(text);
  if (number != 1) return;
  put_past(r->trace);
  if (r->other == NULL) return;
  printf("  %s:\n", r->expected);
  put_past(r->other);
}

void tandem_report_gap(const struct tandem_report *r, const struct tandem_groups *at,
                       const char *other) {
  if (!r->json) {
    printf("%s: byte 0x%" PRIx64
           ": state from outside, as behind a gap, of which %s has nothing; compared up to there\n",
           at->in.name, at->at.begin, other);
    return;
  }
  json_t *o = json_pack("{s:s, s:s, s:I}", "kind", "gap", "file", at->in.name, "offset",
                        (json_int_t)at->at.begin);
  rvt_json_print(rvt_need_memory(o), stdout);
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "rvt/tandem/pair.h"
#include "tandem.h"

/* `rvt tandem --against`: two streams of one program. */

struct against {
  struct tandem_report *report;
  struct tandem_groups *trace, other;
  struct rvt_tandem_pair *pair;
};

static void put_difference(void *user, const struct rvt_tandem_difference *d) {
  const struct against *a = user;
  tandem_report_difference(a->report, d, rvt_tandem_pair_counts(a->pair)->differences);
}

static void put_shorter(const struct against *a, const struct tandem_groups *shorter,
                        const struct tandem_groups *longer) {
  if (!a->report->json) {
    printf("%s ends after %" PRIu64 " groups, and %s goes on\n", shorter->in.name,
           shorter->at.groups, longer->in.name);
    return;
  }
  json_t *o = json_pack("{s:s, s:s, s:I}", "kind", "shorter", "file", shorter->in.name, "groups",
                        (json_int_t)shorter->at.groups);
  rvt_json_print(rvt_need_memory(o), stdout);
}

/* The next group that says something of the hart: transactions are left out. */
static bool next_group(struct tandem_groups *g, int *status) {
  while (tandem_groups_next(g, status))
    if (!rvt_tandem_is_bus(g->at.element, g->at.count)) return true;
  return false;
}

static struct rvt_tandem_pair_side side_of(const struct tandem_groups *g) {
  return (struct rvt_tandem_pair_side){g->at.element, g->at.count, g->at.begin};
}

static bool has(const struct tandem_groups *g, enum rvt_tandem_opcode opcode) {
  for (size_t i = 0; i < g->at.count; i++)
    if (g->at.element[i].opcode == opcode) return true;
  return false;
}

/* One of both says a state from outside, and the other one goes on: what is beside what from here
 * on is not known. */
static bool is_gap(const struct against *a, const struct tandem_groups *g,
                   const struct tandem_groups *other) {
  if (!has(g, RVT_TANDEM_INIT) || has(other, RVT_TANDEM_INIT) || has(other, RVT_TANDEM_RESET))
    return false;
  tandem_report_gap(a->report, g, other->in.name);
  return true;
}

/* Until one of both ends, or there are enough differences. */
static int walk(struct against *a) {
  const struct rvt_tandem_counts *counts = rvt_tandem_pair_counts(a->pair);
  while (counts->differences < a->report->max) {
    int first = RVT_EXIT_OK, second = RVT_EXIT_OK;
    const bool in_other = next_group(&a->other, &first);
    const bool in_trace = next_group(a->trace, &second);
    if (first != RVT_EXIT_OK || second != RVT_EXIT_OK) return first > second ? first : second;
    if (!in_other && !in_trace) {
      if (counts->groups == 0)
        rvt_complain("%s: expected what a core has done, found no group of it", a->trace->in.name);
      return counts->groups != 0 && counts->differences == 0 ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    }
    if (in_other != in_trace) {
      put_shorter(a, in_other ? a->trace : &a->other, in_other ? &a->other : a->trace);
      return RVT_EXIT_DAMAGED;
    }
    if (is_gap(a, a->trace, &a->other) || is_gap(a, &a->other, a->trace)) return RVT_EXIT_DAMAGED;
    const struct rvt_tandem_pair_side expected = side_of(&a->other), found = side_of(a->trace);
    rvt_tandem_pair_group(a->pair, &expected, &found);
  }
  return RVT_EXIT_DAMAGED;
}

static void put_counts(const struct against *a, const struct rvt_tandem_core *core) {
  const struct rvt_tandem_counts *c = rvt_tandem_pair_counts(a->pair);
  if (a->report->json) {
    json_t *o =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "kind", "end", "against", a->other.in.name,
                  "groups", (json_int_t)c->groups, "compared", (json_int_t)c->compared, "skipped",
                  (json_int_t)c->skipped, "differences", (json_int_t)c->differences);
    rvt_json_print(rvt_need_memory(o), stdout);
    return;
  }
  printf("%s: %" PRIu64 " groups beside those of %s; %" PRIu64 " values compared, %" PRIu64
         " skipped; %" PRIu64 " differences\n",
         a->trace->in.name, c->groups, a->other.in.name, c->compared, c->skipped, c->differences);
  tandem_report_absent(core);
}

int tandem_against(const struct rvt_tandem_core *core, const char *other,
                   struct tandem_report *report, struct tandem_groups *trace) {
  static struct against a = {.other = {.in = {.fd = -1}}};
  int status = RVT_EXIT_BAD;
  a.report = report;
  a.trace = trace;
  a.pair = rvt_need_memory(rvt_tandem_pair_new(core, put_difference, &a));
  if (tandem_groups_open(&a.other, other, &core->format)) {
    report->expected = a.other.in.name;
    report->other = &a.other;
    status = walk(&a);
    put_counts(&a, core);
  }
  tandem_groups_close(&a.other);
  rvt_tandem_pair_free(a.pair);
  return status;
}

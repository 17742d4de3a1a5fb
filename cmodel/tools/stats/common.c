/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "rvt/rvti.h"
#include "stats.h"

/* What programs of one context are has been cut out of what was recorded, perhaps. */
static bool is_of_trace(const struct rvt_sidecar *car, const struct rvt_rvti_info *info) {
  static const uint8_t unknown[32];
  bool of_trace = car->elfs == 0 || memcmp(info->elf_sha256, unknown, sizeof unknown) == 0;
  for (size_t i = 0; i < car->elfs; i++)
    of_trace = of_trace || car->elf[i].context.has_scontext || car->elf[i].context.has_hcontext ||
               rvt_is_hash(car->elf[i].sha256, info->elf_sha256) ||
               rvt_is_hash(car->elf[i].loaded_sha256, info->loaded_sha256);
  return of_trace;
}

bool stats_read_instructions(const struct stats_options *o, uint64_t *instructions) {
  if (o->recording == NULL) return true;
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (!rvt_file_is_recording(o->recording)) return false;
  if (rvt_rvti_reader_open(&reader, o->recording, &e) != RVT_OK) {
    rvt_complain("%s", e.text);
    return false;
  }
  const struct rvt_rvti_info *info = rvt_rvti_get_info(reader);
  const bool good = is_of_trace(&o->format.sidecar, info);
  *instructions = info->instructions;
  rvt_input_claim(o->recording);
  rvt_rvti_reader_close(reader);
  if (!good)
    rvt_complain("%s: expected a recording of the program that %s names, found that of another "
                 "SHA-256",
                 o->recording, o->format.config);
  return good;
}

void stats_add_distance(struct stats_distance *d, uint64_t value) {
  if (d->count == 0 || value < d->min) d->min = value;
  if (value > d->max) d->max = value;
  d->count++;
  d->sum += value;
}

static double mean(const struct stats_distance *d) {
  return d->count == 0 ? 0 : (double)d->sum / (double)d->count;
}

json_t *stats_distance_json(const struct stats_distance *d) {
  return json_pack("{s:I, s:I, s:f, s:I}", "count", (json_int_t)d->count, "min", (json_int_t)d->min,
                   "mean", mean(d), "max", (json_int_t)d->max);
}

void stats_print_distance(const char *unit, const struct stats_distance *d) {
  if (d->count == 0) return;
  printf("sync distance, %-9s %12" PRIu64 " times, %" PRIu64 " to %" PRIu64 ", mean %.1f\n", unit,
         d->count, d->min, d->max, mean(d));
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt_counts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rvt/ntrace_text.h"
#include "rvt_tool.h"

void rvt_count(struct rvt_counts *c, uint8_t tcode, size_t bytes) {
  c->messages++;
  c->bytes += bytes;
  c->of[tcode % RVT_TCODES].messages++;
  c->of[tcode % RVT_TCODES].bytes += bytes;
}

const char *rvt_counts_name(uint8_t tcode) {
  const struct rvt_ntrace_format format = {0};
  const struct rvt_ntrace_msg msg = {.tcode = tcode};
  struct rvt_ntrace_fields fields;
  return rvt_ntrace_msg_fields(&format, &msg, &fields) == RVT_OK ? fields.message : NULL;
}

double rvt_bits_per_instr(uint64_t bytes, uint64_t instructions) {
  return instructions == 0 ? 0 : 8 * (double)bytes / (double)instructions;
}

json_t *rvt_counts_json(const struct rvt_counts *c) {
  json_t *object = json_object();
  for (uint8_t tcode = 0; tcode < RVT_TCODES; tcode++) {
    const char *name = rvt_counts_name(tcode);
    if (name == NULL || c->of[tcode].messages == 0) continue;
    json_object_set_new(object, name,
                        json_pack("{s:I, s:I}", "count", (json_int_t)c->of[tcode].messages, "bytes",
                                  (json_int_t)c->of[tcode].bytes));
  }
  return object;
}

void rvt_counts_print(const struct rvt_counts *c, FILE *file) {
  fprintf(file, "%-24s %12s %12s %8s\n", "message", "count", "bytes", "share");
  for (uint8_t tcode = 0; tcode < RVT_TCODES; tcode++) {
    const char *name = rvt_counts_name(tcode);
    if (name == NULL || c->of[tcode].messages == 0) continue;
    fprintf(file, "%-24s %12" PRIu64 " %12" PRIu64 " %7.2f%%\n", name, c->of[tcode].messages,
            c->of[tcode].bytes, 100 * (double)c->of[tcode].bytes / (double)c->bytes);
  }
  fprintf(file, "%-24s %12" PRIu64 " %12" PRIu64 "\n", "all", c->messages, c->bytes);
}

void rvt_json_print(json_t *object, FILE *file) {
  /* What cannot be written shows when the output is closed. */
  (void)!json_dumpf(rvt_need_memory(object), file, JSON_COMPACT | JSON_REAL_PRECISION(6));
  fputc('\n', file);
  json_decref(object);
}

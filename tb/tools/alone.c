/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "alone.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run.h"
#include "oracle/row.h"

enum { RESET_CLOCKS = 2 };

static const char *build;

void tb_fail(struct tb *tb, const char *format, ...) {
  if (tb->error[0] != 0) return;
  va_list args;
  va_start(args, format);
  vsnprintf(tb->error, sizeof tb->error, format, args);
  va_end(args);
}

static const char *find_param(const char *name) {
  const size_t len = strlen(name);
  for (const char *p = build; *p != 0; p += strcspn(p, " ")) {
    p += strspn(p, " ");
    if (strncmp(p, name, len) == 0 && p[len] == '=') return p + len + 1;
  }
  return NULL;
}

uint32_t tb_param(struct tb *tb, const char *name) {
  const char *value = find_param(name);
  if (value == NULL) tb_fail(tb, "no parameter %s", name);
  return value == NULL ? 0 : (uint32_t)strtoul(value, NULL, 0);
}

uint32_t tb_param_or(const char *name, uint32_t otherwise) {
  const char *value = find_param(name);
  return value == NULL ? otherwise : (uint32_t)strtoul(value, NULL, 0);
}

const char *tb_option_text(struct tb *tb, const char *name, const char *otherwise) {
  struct tb_name_value *list = (struct tb_name_value *)(uintptr_t)tb->args->options;
  for (size_t i = 0; i < tb->args->option_count; i++) {
    if (strlen(name) != list[i].name_len || strncmp(list[i].name, name, list[i].name_len) != 0)
      continue;
    list[i].used = true;
    return list[i].value;
  }
  return otherwise;
}

uint64_t tb_option_in(struct tb *tb, const char *name, uint64_t otherwise, uint64_t min,
                      uint64_t max) {
  const char *text = tb_option_text(tb, name, NULL);
  if (text == NULL) return otherwise;
  char *end;
  const uint64_t value = strtoull(text, &end, 0);
  if (*text == 0 || *end != 0 || value < min || value > max)
    tb_fail(tb, "option %s=%s is no number, or out of range", name, text);
  return value;
}

/* No row is proved without the RTL. */
void rvt_row(const char *id) { (void)id; }

static void play(const struct tb_bench *bench, void *self, struct tb *tb) {
  bench->reset(self, tb);
  while (tb->clock < tb->args->clocks && !tb->done && tb->error[0] == 0) {
    tb->in_reset = tb->clock < RESET_CLOCKS;
    bench->drive(self, tb);
    bench->outputs(self);
    if (tb->in_reset)
      bench->reset(self, tb);
    else
      bench->tick(self, tb);
    tb->clock++;
  }
  if (bench->finish != NULL) bench->finish(self, tb);
}

int tb_alone(const struct tb_bench *bench, const char *params, char **options, size_t count,
             uint64_t clocks, uint64_t *cover) {
  static struct tb_args args;
  static struct tb tb = {.args = &args};
  tb.framing = rvt_framing_of(RVT_FRAMING_NTRACE);
  build = params;
  args.clocks = clocks;
  tb.cover = cover;
  for (size_t i = 0; i < count; i++) {
    const size_t len = strcspn(options[i], "=");
    if (options[i][len] == 0 || args.option_count == TB_LIST_MAX) return 2;
    args.options[args.option_count++] =
        (struct tb_name_value){options[i], len, options[i] + len + 1, false};
  }
  tb_rng_seed(&tb.rng, 1);
  void *self = calloc(1, bench->bytes);
  if (self == NULL) return 2;
  const bool ready = bench->init(self, &tb);
  for (size_t i = 0; i < args.option_count; i++)
    if (!args.options[i].used) tb_fail(&tb, "bench %s has no option %s", bench->name, options[i]);
  if (ready && tb.error[0] == 0) play(bench, self, &tb);
  if (bench->close != NULL) bench->close(self);
  free(self);
  if (tb.error[0] != 0) printf("clock %" PRIu64 ": %s\n", tb.clock, tb.error);
  return tb.error[0] != 0;
}

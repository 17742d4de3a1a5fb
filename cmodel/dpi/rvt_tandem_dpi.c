/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of rvt_tandem_dpi_pkg.sv: rvt/tandem/judge.h for a simulator. Plain C that a C++
 * compiler takes, too, since some simulators compile it as that.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/tandem/judge.h"
#include "svdpi.h"

enum {
  GROUP = 256, /* bytes: the longest group has 175 */
  BEAT = 16,
  LINE = 4096,
  LAST = 8 /* groups that are shown with the first difference */
};

struct rvt_tandem_dpi {
  struct rvt_tandem_judge *judge;
  uint8_t group[GROUP];
  size_t size;
  char said[2 * LINE]; /* lines that were not fetched */
  int past;            /* groups to be shown after them, the oldest first */
  bool shown;
  char line[LINE]; /* what was fetched, for the simulator to read */
};

#ifdef __cplusplus
extern "C" {
#endif
void *rvt_tandem_dpi_new(const char *core, const char *elf, const char *model,
                         const char **refusal);
void rvt_tandem_dpi_free(void *judge);
int rvt_tandem_dpi_beat(void *judge, const svBitVecVal *data, int size, svBit eom);
void rvt_tandem_dpi_cut(void *judge);
int rvt_tandem_dpi_next(void *judge, const char **line);
long long rvt_tandem_dpi_groups(void *judge);
long long rvt_tandem_dpi_differences(void *judge);
#ifdef __cplusplus
}
#endif

/* More than fits is not said: the differences of one group are of few registers. */
static void keep(void *user, const char *line) {
  struct rvt_tandem_dpi *d = (struct rvt_tandem_dpi *)user;
  const size_t used = strlen(d->said);
  snprintf(d->said + used, sizeof d->said - used, "%s\n", line);
}

void *rvt_tandem_dpi_new(const char *core, const char *elf, const char *model,
                         const char **refusal) {
  static struct rvt_error e; /* the simulator copies the text */
  struct rvt_tandem_dpi *d = (struct rvt_tandem_dpi *)calloc(1, sizeof *d);
  snprintf(e.text, sizeof e.text, "expected memory, found none left");
  *refusal = e.text;
  if (d == NULL) return NULL;
  struct rvt_tandem_judge_config config;
  config.core = core;
  config.elf = elf;
  config.model = model;
  config.difference = keep;
  config.user = d;
  if (rvt_tandem_judge_new(&config, &d->judge, &e) != RVT_OK) {
    free(d);
    return NULL;
  }
  e.text[0] = '\0';
  return d;
}

void rvt_tandem_dpi_free(void *judge) {
  struct rvt_tandem_dpi *d = (struct rvt_tandem_dpi *)judge;
  if (d == NULL) return;
  rvt_tandem_judge_free(d->judge);
  free(d);
}

int rvt_tandem_dpi_beat(void *judge, const svBitVecVal *data, int size, svBit eom) {
  struct rvt_tandem_dpi *d = (struct rvt_tandem_dpi *)judge;
  struct rvt_error e;
  for (int i = 0; i < size && i < BEAT; i++)
    d->group[d->size++] = (uint8_t)(data[i / 4] >> 8 * (i % 4));
  if (!eom && d->size <= GROUP - BEAT) return 0;
  const bool taken = rvt_tandem_judge_take(d->judge, d->group, d->size, &e) == RVT_OK;
  if (!taken) keep(d, e.text);
  d->size = 0;
  if (d->said[0] == '\0') return 0;
  d->past = d->shown ? 0 : LAST;
  d->shown = true;
  return taken ? 1 : 2;
}

void rvt_tandem_dpi_cut(void *judge) { ((struct rvt_tandem_dpi *)judge)->size = 0; }

int rvt_tandem_dpi_next(void *judge, const char **line) {
  struct rvt_tandem_dpi *d = (struct rvt_tandem_dpi *)judge;
  const size_t length = strcspn(d->said, "\n");
  *line = d->line;
  if (length != 0) {
    snprintf(d->line, sizeof d->line, "%.*s", (int)length, d->said);
    const char *rest = d->said + length + (d->said[length] != '\0'); /* a cut line has no end */
    memmove(d->said, rest, strlen(rest) + 1);
    return 1;
  }
  while (d->past != 0) {
    const char *past = rvt_tandem_judge_past(d->judge, (unsigned)--d->past);
    if (past == NULL) continue;
    snprintf(d->line, sizeof d->line, "  %s", past);
    return 1;
  }
  d->line[0] = '\0';
  return 0;
}

long long rvt_tandem_dpi_groups(void *judge) {
  return (long long)rvt_tandem_judge_groups(((struct rvt_tandem_dpi *)judge)->judge);
}

long long rvt_tandem_dpi_differences(void *judge) {
  return (long long)rvt_tandem_judge_differences(((struct rvt_tandem_dpi *)judge)->judge);
}

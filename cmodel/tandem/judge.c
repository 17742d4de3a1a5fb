/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/tandem/difference.h"
#include "rvt/tandem/groups.h"
#include "rvt/tandem/load.h"

enum { HELD = 32 /* bytes of an element that is not whole: the longest one has 18 */ };

struct rvt_tandem_judge {
  struct rvt_tandem_judge_config by;
  struct rvt_tandem_core core;
  struct rvt_tandem_loaded model;
  struct rvt_image *image; /* for names; NULL: there are none */
  struct rvt_tandem_check *check;
  struct rvt_tandem_groups groups;
  uint8_t held[HELD];
  size_t held_size;
  uint64_t taken; /* bytes that are no longer held */
  bool broken;
  struct rvt_error why;
  char line[RVT_TANDEM_DIFFERENCE_MAX];
  char past[RVT_TANDEM_PAST_MAX];
};

static void differs(void *user, const struct rvt_tandem_difference *d) {
  struct rvt_tandem_judge *j = user;
  rvt_tandem_difference_print(d, j->image, j->model.face->name, j->line);
  j->by.difference(j->by.user, j->line);
}

/* Names for addresses; without any the check goes on. */
static void read_names(struct rvt_tandem_judge *j) {
  const struct rvt_image_context always = {.has_scontext = false};
  if (rvt_image_new(j->core.format.xlen, &j->image) != RVT_OK) return;
  if (rvt_image_add_elf_in(j->image, &always, j->by.elf, 0, NULL) == RVT_OK) return;
  rvt_image_free(j->image);
  j->image = NULL;
}

static enum rvt_status open_all(struct rvt_tandem_judge *j, struct rvt_error *e) {
  enum rvt_status status = rvt_tandem_core_read(j->by.core, &j->core, e);
  if (status == RVT_OK) status = rvt_tandem_loaded_open(&j->model, j->by.model, &j->core, e);
  if (status == RVT_OK) status = rvt_tandem_loaded_program(&j->model, j->by.elf, &j->core, e);
  if (status != RVT_OK) return status;
  const struct rvt_tandem_check_config config = {.core = &j->core,
                                                 .model = j->model.face,
                                                 .handle = j->model.handle,
                                                 .difference = differs,
                                                 .user = j};
  j->check = rvt_tandem_check_new(&config);
  if (j->check == NULL)
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory, found none left");
  rvt_tandem_groups_init(&j->groups, &j->core.format);
  read_names(j);
  return RVT_OK;
}

enum rvt_status rvt_tandem_judge_new(const struct rvt_tandem_judge_config *config,
                                     struct rvt_tandem_judge **judge, struct rvt_error *e) {
  struct rvt_tandem_judge *j = calloc(1, sizeof *j);
  if (j == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory, found none left");
  j->by = *config;
  const enum rvt_status status = open_all(j, e);
  if (status == RVT_OK)
    *judge = j;
  else
    rvt_tandem_judge_free(j);
  return status;
}

void rvt_tandem_judge_free(struct rvt_tandem_judge *j) {
  if (j == NULL) return;
  rvt_tandem_check_free(j->check);
  rvt_tandem_loaded_close(&j->model);
  rvt_tandem_groups_free(&j->groups);
  rvt_image_free(j->image);
  free(j);
}

static enum rvt_status refuse(struct rvt_tandem_judge *j, enum rvt_status status, uint64_t offset,
                              const char *text, const char *row) {
  j->broken = true;
  return rvt_error_set(&j->why, status, "byte %" PRIu64 ": %s (%s)", offset, text, row);
}

static enum rvt_status judge(struct rvt_tandem_judge *j) {
  const struct rvt_tandem_groups *g = &j->groups;
  const char *absent = NULL;
  for (size_t i = 0; i < g->count; i++)
    if (rvt_tandem_core_lacks(&j->core, &g->element[i], &absent)) {
      char text[128];
      snprintf(text, sizeof text,
               "expected a group without %s, which the description says to be absent, found one",
               absent);
      return refuse(j, RVT_ERR_FORMAT, g->begin, text, "TV:R-16");
    }
  rvt_tandem_check_group(j->check, g->element, g->count, g->begin);
  return RVT_OK;
}

/* The groups that end in these bytes. @return how many bytes are used up, in `*used` */
static enum rvt_status walk(struct rvt_tandem_judge *j, const uint8_t *bytes, size_t size,
                            size_t *used) {
  struct rvt_tandem_note note = {"", "", 0};
  struct rvt_tandem_groups *g = &j->groups;
  g->bytes = (struct rvt_bytes){.data = bytes, .size = size};
  g->base = j->taken;
  enum rvt_status status;
  while ((status = rvt_tandem_groups_next(g, &note)) == RVT_OK)
    if ((status = judge(j)) != RVT_OK) return status;
  *used = g->bytes.pos;
  j->taken += *used;
  if (status == RVT_END || status == RVT_NEED_MORE) return RVT_OK;
  if (status == RVT_ERR_NO_MEMORY)
    return refuse(j, status, g->begin, "expected memory, found none left", "TV:R-17");
  return refuse(j, RVT_ERR_FORMAT, g->base + note.offset, note.text, note.row);
}

enum rvt_status rvt_tandem_judge_take(struct rvt_tandem_judge *j, const uint8_t *bytes, size_t size,
                                      struct rvt_error *e) {
  enum rvt_status status = j->broken ? RVT_ERR_FORMAT : RVT_OK;
  size_t used = 0;
  /* What is held is the begin of an element: bytes are put behind it until it is whole. */
  while (status == RVT_OK && j->held_size != 0 && size != 0) {
    j->held[j->held_size++] = *bytes++;
    size--;
    status = walk(j, j->held, j->held_size, &used);
    if (status != RVT_OK) break;
    j->held_size -= used;
    memmove(j->held, j->held + used, j->held_size);
  }
  if (status == RVT_OK && size != 0) {
    status = walk(j, bytes, size, &used);
    if (status == RVT_OK) {
      j->held_size = size - used;
      memcpy(j->held, bytes + used, j->held_size);
    }
  }
  return status == RVT_OK ? status : rvt_error_set(e, status, "%s", j->why.text);
}

enum rvt_status rvt_tandem_judge_finish(const struct rvt_tandem_judge *j, struct rvt_error *e) {
  if (j->broken) return rvt_error_set(e, RVT_ERR_FORMAT, "%s", j->why.text);
  if (j->held_size == 0 && !j->groups.reader.open) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_FORMAT,
                       "byte %" PRIu64 ": expected the rest of a group, found the end of the "
                       "stream (TV:R-17)",
                       j->taken + j->held_size);
}

const char *rvt_tandem_judge_past(struct rvt_tandem_judge *j, unsigned ago) {
  return rvt_tandem_groups_past(&j->groups, ago, j->past) ? j->past : NULL;
}

uint64_t rvt_tandem_judge_groups(const struct rvt_tandem_judge *j) {
  return rvt_tandem_check_counts(j->check)->groups;
}

uint64_t rvt_tandem_judge_differences(const struct rvt_tandem_judge *j) {
  return rvt_tandem_check_counts(j->check)->differences;
}

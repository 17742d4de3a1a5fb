/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/tandem/text.h"

void rvt_tandem_groups_init(struct rvt_tandem_groups *g, const struct rvt_tandem_format *format) {
  memset(g, 0, sizeof *g);
  rvt_tandem_reader_init(&g->reader, format);
}

void rvt_tandem_groups_free(struct rvt_tandem_groups *g) { free(g->element); }

static bool add(struct rvt_tandem_groups *g, const struct rvt_tandem_element *e) {
  if (g->count == g->room) {
    const size_t room = 2 * g->room + 64;
    struct rvt_tandem_element *more = realloc(g->element, room * sizeof *more);
    if (more == NULL) return false;
    g->element = more;
    g->room = room;
  }
  g->element[g->count++] = *e;
  return true;
}

static void keep(struct rvt_tandem_groups *g) {
  const size_t at = g->groups++ % RVT_TANDEM_LAST;
  g->past_count[at] = g->count < RVT_TANDEM_SHOWN ? g->count : RVT_TANDEM_SHOWN;
  if (g->count != 0) memcpy(g->past[at], g->element, g->past_count[at] * sizeof *g->element);
  g->past_offset[at] = g->begin;
}

/* Where the next element begins. */
static size_t element_begin(const struct rvt_tandem_groups *g) {
  size_t pos = g->bytes.pos;
  if (!g->reader.open) /* padding (TV:E-06) */
    while (pos < g->bytes.size && g->bytes.data[pos] == 0) pos++;
  return pos;
}

enum rvt_status rvt_tandem_groups_next(struct rvt_tandem_groups *g, struct rvt_tandem_note *note) {
  for (;;) {
    struct rvt_tandem_element e;
    const bool begins = !g->reader.open;
    const size_t begin = element_begin(g);
    const enum rvt_status status = rvt_tandem_read(&g->reader, &g->bytes, &e, note);
    if (status != RVT_OK) return status;
    if (begins) {
      g->begin = g->base + begin;
      g->count = 0;
    }
    if (e.opcode == RVT_TANDEM_BEGIN) continue;
    if (e.opcode != RVT_TANDEM_END) {
      if (!add(g, &e)) return RVT_ERR_NO_MEMORY;
      if (!begins) continue; /* else it stands outside of groups */
    }
    keep(g);
    return RVT_OK;
  }
}

bool rvt_tandem_is_bus(const struct rvt_tandem_element *elements, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (elements[i].opcode != RVT_TANDEM_REQUEST && elements[i].opcode != RVT_TANDEM_RESPONSE)
      return false;
  return count != 0;
}

bool rvt_tandem_groups_past(const struct rvt_tandem_groups *g, unsigned ago, char *text) {
  if (ago >= RVT_TANDEM_LAST || ago >= g->groups) return false;
  const size_t at = (g->groups - 1 - ago) % RVT_TANDEM_LAST;
  int used = snprintf(text, RVT_TANDEM_PAST_MAX, "0x%08" PRIx64 ":", g->past_offset[at]);
  for (size_t i = 0; i < g->past_count[at]; i++) {
    char word[RVT_TANDEM_WORD_MAX];
    rvt_tandem_print(&g->past[at][i], word);
    used += snprintf(text + used, RVT_TANDEM_PAST_MAX - (size_t)used, " %s", word);
  }
  return true;
}

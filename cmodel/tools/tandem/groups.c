/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tandem.h"

bool tandem_groups_open(struct tandem_groups *g, const char *path,
                        const struct rvt_tandem_format *format) {
  if (!rvt_stream_open(&g->in, path)) return false;
  rvt_tandem_reader_init(&g->reader, format);
  return true;
}

void tandem_groups_close(struct tandem_groups *g) {
  rvt_stream_close(&g->in);
  free(g->element);
}

static void add(struct tandem_groups *g, const struct rvt_tandem_element *e) {
  if (g->count == g->room) {
    g->room = 2 * g->room + 64;
    g->element = rvt_need_memory(realloc(g->element, g->room * sizeof *g->element));
  }
  g->element[g->count++] = *e;
}

static void keep(struct tandem_groups *g) {
  const size_t at = g->groups++ % TANDEM_LAST;
  g->past_count[at] = g->count < TANDEM_SHOWN ? g->count : TANDEM_SHOWN;
  if (g->count != 0) memcpy(g->past[at], g->element, g->past_count[at] * sizeof *g->element);
  g->past_offset[at] = g->begin;
}

/* Where the next element begins. */
static size_t element_begin(const struct tandem_groups *g) {
  size_t pos = g->bytes.pos;
  if (!g->reader.open) /* padding (TV:E-06) */
    while (pos < g->bytes.size && g->bytes.data[pos] == 0) pos++;
  return pos;
}

/* Elements of what has been read, up to the end of a group. @return what the reader said at last */
static enum rvt_status take_bytes(struct tandem_groups *g, struct rvt_tandem_note *note) {
  struct rvt_tandem_element e;
  enum rvt_status status;
  for (;;) {
    const bool begins = !g->reader.open;
    const size_t begin = element_begin(g);
    if ((status = rvt_tandem_read(&g->reader, &g->bytes, &e, note)) != RVT_OK) return status;
    if (begins) {
      g->begin = g->in.base + begin;
      g->count = 0;
    }
    if (e.opcode == RVT_TANDEM_BEGIN) continue;
    if (e.opcode == RVT_TANDEM_END) return RVT_OK;
    add(g, &e);
    if (begins) return RVT_OK; /* outside of groups */
  }
}

bool tandem_groups_next(struct tandem_groups *g, int *result) {
  for (;;) {
    struct rvt_tandem_note note = {"TV:R-17",
                                   "expected the rest of a group, found the end of the stream", 0};
    g->bytes.data = g->in.data;
    g->bytes.size = g->in.size;
    const enum rvt_status status = take_bytes(g, &note);
    if (status == RVT_OK) {
      keep(g);
      return true;
    }
    if ((status == RVT_END || status == RVT_NEED_MORE) && rvt_stream_more(&g->in, g->bytes.pos)) {
      g->bytes.pos = 0;
      continue;
    }
    *result = g->in.failed ? RVT_EXIT_BAD : status == RVT_END ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    if (g->in.failed || status == RVT_END) return false;
    if (status == RVT_NEED_MORE) note.offset = g->in.size;
    rvt_complain("%s: byte %" PRIu64 ": %s (%s)", g->in.name, g->in.base + note.offset, note.text,
                 note.row);
    return false;
  }
}

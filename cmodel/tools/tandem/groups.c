/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "tandem.h"

bool tandem_groups_open(struct tandem_groups *g, const char *path,
                        const struct rvt_tandem_format *format) {
  rvt_tandem_groups_init(&g->at, format);
  return rvt_stream_open(&g->in, path);
}

void tandem_groups_close(struct tandem_groups *g) {
  rvt_stream_close(&g->in);
  rvt_tandem_groups_free(&g->at);
}

bool tandem_groups_next(struct tandem_groups *g, int *result) {
  for (;;) {
    struct rvt_tandem_note note = {"TV:R-17",
                                   "expected the rest of a group, found the end of the stream", 0};
    g->at.bytes.data = g->in.data;
    g->at.bytes.size = g->in.size;
    g->at.base = g->in.base;
    const enum rvt_status status = rvt_tandem_groups_next(&g->at, &note);
    if (status == RVT_OK) return true;
    if ((status == RVT_END || status == RVT_NEED_MORE) &&
        rvt_stream_more(&g->in, g->at.bytes.pos)) {
      g->at.bytes.pos = 0;
      continue;
    }
    if (status == RVT_ERR_NO_MEMORY) (void)rvt_need_memory(NULL);
    *result = g->in.failed ? RVT_EXIT_BAD : status == RVT_END ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
    if (g->in.failed || status == RVT_END) return false;
    if (status == RVT_NEED_MORE) note.offset = g->in.size;
    rvt_complain("%s: byte %" PRIu64 ": %s (%s)", g->in.name, g->in.base + note.offset, note.text,
                 note.row);
    return false;
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "rvt/decoder.h"

void rvt_decoder_keep(void *user, const struct rvt_decoder_event *event) {
  struct rvt_decoder_batch *b = user;
  if (b->count == b->room && !b->cut) {
    const size_t room = 2 * b->room + 64;
    struct rvt_decoder_event *grown = realloc(b->event, room * sizeof *grown);
    b->cut = grown == NULL;
    if (grown != NULL) {
      b->event = grown;
      b->room = room;
    }
  }
  b->synchronized = b->synchronized || event->kind == RVT_DE_SYNC;
  if (!b->cut) b->event[b->count++] = *event;
}

void rvt_decoder_batch_free(struct rvt_decoder_batch *b) {
  free(b->event);
  *b = (struct rvt_decoder_batch){.event = NULL};
}

size_t rvt_decoder_batch_pcs(struct rvt_decoder_batch *b, uint64_t *list, size_t max) {
  size_t count = 0;
  for (; b->at < b->count; b->at++, b->walks = false) {
    const struct rvt_decoder_event *e = &b->event[b->at];
    if (e->kind == RVT_DE_ERROR) break;
    if (e->kind != RVT_DE_RUN) continue;
    if (!b->walks) rvt_decoder_pcs_begin(&b->walk, e->image, &e->u.run);
    b->walks = true;
    count += rvt_decoder_pcs_take(&b->walk, list + count, max - count);
    if (count == max) break;
  }
  return count;
}

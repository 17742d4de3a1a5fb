/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "state.h"

/* Parts of one stream, each by a decoder of its own. */

uint64_t rvt_decoder_offset(const struct rvt_decoder *d) { return d->consumed; }

void rvt_decoder_begin(struct rvt_decoder *d, uint64_t offset, uint64_t message) {
  d->consumed = offset;
  d->message = message;
  d->src = 0;
  memset(&d->own, 0, sizeof d->own);
  memset(d->source, 0, d->sources * sizeof d->source[0]);
  for (size_t i = 0; i < d->sources; i++) d->source[i].image = d->program;
  rvt_select_source(d, 0);
  d->format->begin(d);
}

void rvt_decoder_copy(struct rvt_decoder *to, const struct rvt_decoder *from) {
  to->config = from->config;
  to->consumed = from->consumed;
  to->message = from->message;
  to->offset = from->offset;
  to->own = from->own;
  memcpy(to->source, from->source, to->sources * sizeof to->source[0]);
  rvt_select_source(to, from->src);
}

static bool same_context(const struct rvt_image_context *a, const struct rvt_image_context *b) {
  return a->has_scontext == b->has_scontext && a->has_hcontext == b->has_hcontext &&
         a->scontext == b->scontext && a->hcontext == b->hcontext;
}

/* What was pushed last, wherever it lies. */
static bool same_stack(const struct rvt_return_stack *a, const struct rvt_return_stack *b) {
  if (a->count != b->count || a->older != b->older) return false;
  for (unsigned i = 1; i <= a->count; i++)
    if (a->address[(a->top + RVT_DECODER_STACK - i) % RVT_DECODER_STACK] !=
        b->address[(b->top + RVT_DECODER_STACK - i) % RVT_DECODER_STACK])
      return false;
  return true;
}

static bool same_source(const struct rvt_decoder_format *format, const struct rvt_source *a,
                        const struct rvt_source *b) {
  return a->lock == b->lock && a->pc_known == b->pc_known && (!a->pc_known || a->pc == b->pc) &&
         same_stack(&a->stack, &b->stack) && a->time_known == b->time_known &&
         (!a->time_known || a->time == b->time) && same_context(&a->context, &b->context) &&
         a->image == b->image && format->same_source(a, b);
}

bool rvt_decoder_same(const struct rvt_decoder *a, const struct rvt_decoder *b) {
  if (a->format->same_source == NULL) return false;
  bool same = a->consumed == b->consumed && a->message == b->message &&
              a->config.ts_width == b->config.ts_width && a->format->same_stream(a, b);
  for (size_t i = 0; same && i < a->sources; i++)
    same = same_source(a->format, &a->source[i], &b->source[i]);
  return same;
}

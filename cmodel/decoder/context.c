/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

static void use_image(struct rvt_decoder *d, const struct rvt_image *image) {
  if (d->image == image) return;
  d->image = image;
  d->hint = NULL; /* a segment of the other one */
}

void rvt_select_source(struct rvt_decoder *d, uint16_t src) {
  d->src = d->sources == 1 ? 0 : src;
  d->current = &d->source[d->src];
  use_image(d, d->current->image);
}

void rvt_take_context(struct rvt_decoder *d, struct rvt_decoder_event *event) {
  struct rvt_image_context *c = &d->current->context;
  const struct rvt_image_context *said = &event->u.context.context;
  if (said->has_scontext) c->has_scontext = true, c->scontext = said->scontext;
  if (said->has_hcontext) c->has_hcontext = true, c->hcontext = said->hcontext;
  if (said->has_scontext || said->has_hcontext) { /* else the context stays (NT:OWN-13) */
    d->current->image = rvt_image_in(d->program, c);
    use_image(d, d->current->image);
  }
  rvt_emit(d, event);
}

void rvt_forget_context(struct rvt_decoder *d) {
  d->current->context = (struct rvt_image_context){.has_scontext = false};
  d->current->image = d->program;
  use_image(d, d->program);
}

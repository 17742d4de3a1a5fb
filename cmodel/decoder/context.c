/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

static void use_image(struct rvt_decoder *d, const struct rvt_image *image) {
  if (d->image == image) return;
  d->image = image;
  d->hint = NULL; /* a segment of the other one */
}

void rvt_select_source(struct rvt_decoder *d, uint16_t src) {
  d->src = d->config.format.src_bits == 0 ? 0 : src;
  d->current = &d->source[d->src];
  use_image(d, d->current->image);
}

void rvt_take_context(struct rvt_decoder *d, uint64_t process) {
  struct rvt_image_context *c = &d->current->context;
  const struct rvt_ntrace_process said = rvt_ntrace_process_split(process);
  if (said.format == RVT_OWN_SCONTEXT) {
    c->has_scontext = true;
    c->scontext = said.context;
  } else if (said.format == RVT_OWN_HCONTEXT) {
    c->has_hcontext = true;
    c->hcontext = said.context;
  } else {
    return; /* privilege alone: the context stays (NT:OWN-13) */
  }
  d->current->image = rvt_image_in(d->program, c);
  use_image(d, d->current->image);
}

void rvt_forget_context(struct rvt_decoder *d) {
  d->current->context = (struct rvt_image_context){.has_scontext = false};
  d->current->image = d->program;
  use_image(d, d->program);
}

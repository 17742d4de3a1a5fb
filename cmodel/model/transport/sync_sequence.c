/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/sync_sequence.h"

#include <string.h>

enum { LEAST_LOG2 = 5, MOST = 1 << 12 };

static bool due(const struct rvt_sync_sequence *s, const struct rvt_framing *f, uint8_t freq) {
  return f->headed && freq != 0 && s->count_q >> (LEAST_LOG2 + freq) != 0;
}

bool rvt_sync_sequence_beat(const struct rvt_sync_sequence *s, const struct rvt_framing *f,
                            uint8_t freq, uint8_t lanes, const struct rvt_beat *in,
                            struct rvt_beat *out) {
  const bool begins = due(s, f, freq) && !s->mid_q;
  if (s->left_q == 0 && !begins) {
    *out = *in;
    return false;
  }
  memset(out, 0, sizeof *out);
  if (s->left_q == 0) return true;
  out->valid = true;
  out->eom = s->left_q <= lanes;
  out->length = (uint8_t)(f->sync_bytes + 1);
  out->bytes = out->eom ? s->left_q : lanes;
  memset(out->data, f->idle, out->bytes);
  if (out->eom) out->data[out->bytes - 1] = f->align;
  return true;
}

void rvt_sync_sequence_tick(struct rvt_sync_sequence *s, const struct rvt_framing *f, uint8_t freq,
                            uint8_t lanes, const struct rvt_beat *in, bool ready) {
  struct rvt_beat out;
  if (!f->headed) return;
  if (!rvt_sync_sequence_beat(s, f, freq, lanes, in, &out)) {
    if (!in->valid || !ready) return;
    if (s->count_q < MOST) s->count_q = (uint16_t)(s->count_q + in->bytes);
    s->mid_q = !in->eom;
  } else if (s->left_q == 0) {
    if (in->valid) s->left_q = (uint8_t)(f->sync_bytes + 1);
  } else if (ready) {
    s->left_q = (uint8_t)(s->left_q - out.bytes);
    if (out.eom) s->count_q = 0;
  }
}

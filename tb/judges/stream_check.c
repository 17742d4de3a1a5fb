/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "stream_check.h"

#include <string.h>

#include "harness/proved.h"
#include "rvt/ntrace.h"

void tb_stream_check_clear(struct tb_stream_check *c) {
  c->held.valid = false;
  c->in_message = false;
  c->last_mseo = RVT_MSEO_END_MSG;
}

static bool same(const struct rvt_beat *a, const struct rvt_beat *b) {
  return a->valid == b->valid && a->eom == b->eom && a->bytes == b->bytes &&
         memcmp(a->data, b->data, sizeof a->data) == 0;
}

static const struct rvt_beat nothing;

/* Whether a decoder can begin with a message, or it tells of a loss: by its TCODE (NT:GEN-12). */
static bool is_entry(uint8_t first) {
  switch (first >> 2) {
  case 8:  /* Error */
  case 9:  /* ProgTraceSync */
  case 11: /* DirectBranchSync */
  case 12: /* IndirectBranchSync */
  case 29: /* IndirectBranchHistSync */ return true;
  default: return false;
  }
}

static void check_byte(struct tb_stream_check *c, uint8_t byte, bool last_of_message,
                       struct tb *tb) {
  uint8_t mseo = byte & 3;
  if (!c->in_message && mseo != RVT_MSEO_NORMAL)
    tb_fail(tb, "%s: a message begins with MSEO %u (TCI:LINK-03)", c->unit, mseo);
  if (mseo == RVT_MSEO_RESERVED) tb_fail(tb, "%s: MSEO 10 (NT:PKT-11)", c->unit);
  if ((mseo == RVT_MSEO_END_MSG) != last_of_message)
    tb_fail(tb, "%s: eom and MSEO %u disagree (TCI:LINK-05)", c->unit, mseo);
  c->in_message = !last_of_message;
  c->last_mseo = mseo;
  if (mseo == RVT_MSEO_END_VAR) c->saw_end_var = true;
  if (last_of_message && c->saw_end_var && tb->error[0] == 0) {
    PROVED("TCI:LINK-03");
    PROVED("NT:PKT-11");
  }
}

void tb_stream_check_clock(struct tb_stream_check *c, const struct rvt_beat *beat, bool ready,
                           struct tb *tb) {
  if (!c->held.valid && !beat->valid && same(beat, &nothing)) return;
  if (c->held.valid) {
    if (!same(&c->held, beat))
      tb_fail(tb, "%s: a beat on offer has changed (TCI:LINK-05)", c->unit);
    c->saw_stall = true;
  }
  c->held = *beat;
  c->held.valid = beat->valid && !ready;
  if (!beat->valid) {
    if (!same(beat, &nothing))
      tb_fail(tb, "%s: data, bytes or eom not 0 while valid is 0 (TCI:LINK-05)", c->unit);
    return;
  }
  if (beat->bytes < 1 || beat->bytes > c->lanes)
    tb_fail(tb, "%s: %u bytes in a beat of %u lanes (TCI:LINK-05)", c->unit, beat->bytes, c->lanes);
  if (tb->error[0] != 0) return;
  if (memcmp(beat->data + beat->bytes, nothing.data, RVT_LANES_MAX - beat->bytes) != 0) {
    tb_fail(tb, "%s: a lane that carries no byte is not 0 (TCI:LINK-05)", c->unit);
    return;
  }
  if (c->saw_stall) PROVED("TCI:LINK-05");
  if (c->marked && !c->in_message && beat->sync != is_entry(beat->data[0]))
    tb_fail(tb, "%s: a message of TCODE %u has sync %d (TCI:LINK-08)", c->unit, beat->data[0] >> 2,
            beat->sync);
  if (!ready || !c->framing) return;
  for (unsigned i = 0; i < beat->bytes; i++)
    check_byte(c, beat->data[i], beat->eom && i + 1 == beat->bytes, tb);
}

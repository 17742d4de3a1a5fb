/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "stream_check.h"

#include <string.h>

#include "harness/bench.h"

void tb_stream_check_clear(struct tb_stream_check *c) {
  c->held.valid = false;
  c->in_message = false;
  c->place = c->begin;
  c->to_come = 0;
}

static bool same(const struct rvt_beat *a, const struct rvt_beat *b) {
  return a->valid == b->valid && a->eom == b->eom && a->bytes == b->bytes &&
         memcmp(a->data, b->data, sizeof a->data) == 0;
}

static const struct rvt_beat nothing;

/* A message is as long as its first beat has said, if it has. */
static void check_length(struct tb_stream_check *c, const struct rvt_beat *beat, struct tb *tb) {
  if (!c->in_message) c->to_come = beat->length;
  if (c->to_come == 0) return;
  c->to_come -= beat->bytes;
  if (beat->eom != (c->to_come == 0))
    tb_fail(tb, "%s: eom is %d with %d bytes to come (ETR:E-02)", c->unit, beat->eom,
            (int)c->to_come);
}

static void check_byte(struct tb_stream_check *c, uint8_t byte, bool last_of_message,
                       struct tb *tb) {
  if (tb->framing->wrong(byte, !c->in_message))
    tb_fail(tb, "%s: byte 0x%02x %s a message (TCI:LINK-03, NT:PKT-11)", c->unit, byte,
            c->in_message ? "within" : "begins");
  if (tb->framing->ends(&c->place, byte) != last_of_message)
    tb_fail(tb, "%s: eom is %d at the byte 0x%02x (TCI:LINK-05)", c->unit, last_of_message, byte);
  c->in_message = !last_of_message;
  if (c->in_message) c->saw_inner = true;
  if (last_of_message && c->saw_inner && tb->error[0] == 0) {
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
  /* Where a byte does not say it alone, a first one may not be enough to judge by. */
  const bool enough = tb->framing->alone || beat->bytes > 1;
  if (c->marked && c->framing && !c->in_message && enough &&
      beat->sync != tb->framing->syncs(beat->data, beat->bytes))
    tb_fail(tb, "%s: a message that begins with 0x%02x has sync %d (TCI:LINK-08)", c->unit,
            beat->data[0], beat->sync);
  if (!ready) return;
  if (c->marked) check_length(c, beat, tb);
  if (!c->framing) c->in_message = !beat->eom;
  if (!c->framing) return;
  for (unsigned i = 0; i < beat->bytes; i++)
    check_byte(c, beat->data[i], beat->eom && i + 1 == beat->bytes, tb);
}

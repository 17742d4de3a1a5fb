/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sink_judge.h"

#include <string.h>

#include "harness/bench.h"
#include "rvt/ntrace.h"

static const struct tb_sent *sent_at(const struct tb_sent_log *l, uint64_t place) {
  return &l->sent[place % TB_JUDGE_LOG];
}

static uint64_t oldest(const struct tb_sent_log *l) {
  return l->count < TB_JUDGE_LOG ? 0 : l->count - TB_JUDGE_LOG;
}

void tb_sent_clock(struct tb_sent_log *l, const struct rvt_beat *beat, bool ready, bool active) {
  if (!active) l->open = l->held = l->owed = false;
  if (!active || !beat->valid) return;
  if (!l->held) { /* a sink may have it before all have */
    if (!l->open) l->sent[l->count++ % TB_JUDGE_LOG].size = 0;
    struct tb_sent *m = &l->sent[(l->count - 1) % TB_JUDGE_LOG];
    for (unsigned i = 0; i < beat->bytes && m->size < RVT_MSG_BYTES_MAX; i++)
      m->bytes[m->size++] = beat->data[i];
    if (!l->open && beat->data[0] >> 2 == RVT_TC_ERROR) l->owed = false;
    l->open = !beat->eom;
  }
  l->held = !ready;
}

void tb_sent_lost(struct tb_sent_log *l, struct tb *tb, bool lost, bool empty) {
  if (empty && l->owed)
    tb_fail(tb, "encoder: empty, and no Error tells of what a sink has lost (NT:ERR-01, D-33)");
  if (lost && !empty) l->owed = true;
}

void tb_sink_judge_init(struct tb_sink_judge *j, const char *name) {
  *j = (struct tb_sink_judge){.name = name, .places = 1};
}

void tb_sink_judge_blind(struct tb_sink_judge *j) {
  j->size = 0;
  j->at = 0;
  j->blind = true;
}

void tb_sink_judge_off(struct tb_sink_judge *j, const struct tb_sent_log *l, bool reset) {
  j->off = l->count;
  if (!reset) return;
  j->size = j->broken = 0;
  j->at = 0;
  j->cut = false;
}

static bool is_here(const struct tb_sink_judge *j, const struct tb_sent_log *l, uint64_t place) {
  const struct tb_sent *m = sent_at(l, place);
  return place < l->count && m->size == j->size && memcmp(m->bytes, j->part, j->size) == 0;
}

/** One more of the @p places where a message may have stood, each once. */
static unsigned with_place(uint64_t *place, unsigned places, uint64_t k) {
  for (unsigned i = 0; i < places; i++)
    if (place[i] == k) return places;
  if (places < TB_JUDGE_PLACES) place[places++] = k;
  return places;
}

/** A message has left: where in the log it may have stood. */
static void message(struct tb_sink_judge *j, const struct tb_sent_log *l, struct tb *tb) {
  const uint8_t tcode = j->part[0] >> 2;
  const bool error = tcode == RVT_TC_ERROR;
  uint64_t place[TB_JUDGE_PLACES];
  unsigned places = 0;
  uint64_t from = j->place[0];
  for (unsigned i = 0; i < j->places; i++) {
    if (j->place[i] < from) from = j->place[i];
    if (!j->cut && j->place[i] >= oldest(l) && is_here(j, l, j->place[i]))
      places = with_place(place, places, j->place[i] + 1);
  }
  const bool may_miss = j->blind || error || (rvt_ntrace_is_sync(tcode) && j->off >= from);
  j->messages++;
  if (places == 0 && !j->blind) j->holes++; /* what nobody saw may have no hole */
  for (uint64_t k = from < oldest(l) ? oldest(l) : from; may_miss && k < l->count; k++)
    if (is_here(j, l, k)) places = with_place(place, places, k + 1);
  if (places == 0) {
    tb_fail(
        tb,
        "%s: message %llu, TCODE %u of %u bytes, does not go on from the one before (NT:ERR-01)",
        j->name, (unsigned long long)j->messages, tcode, j->size);
    return;
  }
  j->errors += error;
  memcpy(j->place, place, places * sizeof *place);
  j->places = places;
  j->cut = j->blind = false;
  if (j->holes != 0) PROVED("TCI:CTRL-11");
  PROVED("TCI:LINK-01");
}

/** What stands before the end is the begin of a message, or nothing. */
static bool is_fragment(const struct tb_sink_judge *j, const struct tb_sent_log *l) {
  if (j->size == 0 || j->place[0] < oldest(l)) return true; /* too long ago to tell */
  for (uint64_t k = j->place[0]; k < l->count; k++) {
    const struct tb_sent *m = sent_at(l, k);
    if (j->size <= m->size && memcmp(m->bytes, j->part, j->size) == 0) return true;
  }
  return false;
}

void tb_sink_judge_byte(struct tb_sink_judge *j, const struct tb_sent_log *l, struct tb *tb,
                        uint8_t byte) {
  const struct rvt_framing *const f = tb->framing;
  if (byte == f->broken && f->wrong(byte, false)) {
    if (!is_fragment(j, l)) tb_fail(tb, "%s: %u bytes of no message were cut", j->name, j->size);
    j->size = 0;
    j->at = 0;
    j->broken++;
    j->cut = true;
    return;
  }
  if (j->broken != 0) {
    if (byte != f->padding || j->broken < f->broken_bytes)
      tb_fail(tb, "%s: byte 0x%02X after %u bytes that end a cut message (NT:PKT-12)", j->name,
              byte, j->broken);
    j->broken = 0;
    j->ends++;
    return;
  }
  if (j->size == 0 && (byte == f->idle || byte == f->padding)) return;
  if (j->size == RVT_MSG_BYTES_MAX) {
    tb_fail(tb, "%s: a message of more than %u bytes", j->name, j->size);
    return;
  }
  j->part[j->size++] = byte;
  if (!f->ends(&j->at, byte)) return;
  message(j, l, tb);
  j->size = 0;
}

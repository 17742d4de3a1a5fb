/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/pib.h"

#include <string.h>

#include "base/range.h"

enum { PATTERN_BYTES = 4 };

/** Idle beats in the 4-bit mode before a message that aligns (TCI:PIB-14). */
static inline uint8_t align_beats(const struct rvt_pib *s) {
  return (uint8_t)(2 * s->framing->align_bytes);
}

static inline bool is_on(const struct rvt_pib *s, const struct rvt_pib_in *in) {
  return in->active && rvt_pib_has_mode(s->p.pins, in->mode);
}

/** Bytes of a word of the buffer. */
static inline uint16_t word_bytes(const struct rvt_pib *s) { return s->p.pins == 16 ? 2 : 1; }

enum rvt_status rvt_pib_init(struct rvt_pib *s, const struct rvt_pib_params *p,
                             struct rvt_error *e) {
  const struct rvt_framing *const framing = rvt_framing_of(p->framing);
  RVT_REFUSE(framing == NULL, "expected a framing, found %u", p->framing);
  RVT_TRY(rvt_range_power(e, "lanes", p->lanes, RVT_LANES_MAX));
  RVT_REFUSE(p->pins != 4 && p->pins != 8 && p->pins != 16, "expected pins 4, 8 or 16, found %u",
             p->pins);
  RVT_TRY(rvt_range(e, "div_width", p->div_width, 1, 16, ""));
  const uint16_t longest = framing->headed ? (uint16_t)(framing->sync_bytes + 1) : framing->longest;
  RVT_TRY(rvt_range(e, "buffer_bytes", p->buffer_bytes, longest, RVT_PIB_BUFFER_MAX,
                    framing->headed ? ": at least a sync sequence (ETR:DC-12)"
                                    : ": at least the longest message (NT:GEN-07)"));
  RVT_REFUSE(p->pins == 16 && p->buffer_bytes % 2 != 0,
             "expected buffer_bytes even with 16 pins, found %u", p->buffer_bytes);
  const struct rvt_pib_params params = *p;
  memset(s, 0, sizeof *s);
  s->p = params;
  s->framing = framing;
  return RVT_OK;
}

static void clear(struct rvt_pib *s) {
  s->packed_q = 0;
  s->in_place_q = 0;
  s->level_q = s->wptr_q = s->rptr_q = 0;
  s->msgs_q = 0;
  s->open_q = false;
  s->div_q = 0;
  s->wait_q = s->in_msg_q = s->high_q = s->second_q = s->on_pins_q = s->pattern_q = false;
  s->lead_q = false;
  s->place_q = s->idle_q = 0;
  s->trc_clk_q = false;
  s->trc_data_q = 0;
}

/** Nobody has to wait for the end of calibration, which is software's (TCI:CTRL-07). */
static inline bool listens(const struct rvt_pib *s, const struct rvt_pib_in *in) {
  const bool begins = in->enable && !(s->p.calibrate && in->calibrate);
  return is_on(s, in) && (begins || s->open_q);
}

static inline bool has_room(const struct rvt_pib *s) {
  return s->level_q / word_bytes(s) < s->p.buffer_bytes / word_bytes(s);
}

/** Whether a message ends with a byte that goes in: it says so itself, or its beat did. */
static inline bool is_end(const struct rvt_pib *s, uint32_t *place, uint8_t byte, bool marked) {
  return s->framing->beside ? marked : s->framing->ends(place, byte);
}

/** With several lanes: bytes that go from the beat to the buffer in this clock, as one word. */
static inline uint8_t leaving(const struct rvt_pib *s) {
  if (s->packed_q == 0 || !has_room(s)) return 0;
  uint32_t place = s->in_place_q;
  if (word_bytes(s) == 1 || is_end(s, &place, s->pack_q[0], s->pack_end_q[0])) return 1;
  return s->packed_q == 1 ? 0 : 2;
}

static inline bool takes(const struct rvt_pib *s, const struct rvt_pib_in *in) {
  if (!listens(s, in)) return false;
  return s->p.lanes == 1 ? has_room(s) : s->packed_q - leaving(s) < word_bytes(s);
}

/** Whether the clock of the pins can stop after this clock without a runt pulse. */
static inline bool can_stop(const struct rvt_pib *s) {
  return s->div_q == 0 && !s->wait_q && !s->trc_clk_q && !s->in_msg_q;
}

static inline bool clears(const struct rvt_pib *s, const struct rvt_pib_in *in) {
  return !in->active || (!is_on(s, in) && can_stop(s));
}

void rvt_pib_outputs(const struct rvt_pib *s, const struct rvt_pib_in *in,
                     struct rvt_pib_out *out) {
  out->s_ready = takes(s, in);
  out->s_dn_on = listens(s, in);
  out->empty = s->level_q == 0 && s->packed_q == 0 && !s->on_pins_q;
  out->s_dn_lost = clears(s, in) && (s->level_q != 0 || s->packed_q != 0);
  out->in_msg = !can_stop(s);
  out->trc_clk = s->trc_clk_q;
  out->trc_data = s->trc_data_q;
}

static inline uint16_t next(const struct rvt_pib *s, uint16_t ptr) {
  return ptr + 1 == s->p.buffer_bytes ? 0 : (uint16_t)(ptr + 1);
}

static inline void put(struct rvt_pib *s, uint8_t byte, bool end) {
  s->mem_q[s->wptr_q] = byte;
  s->end_q[s->wptr_q] = end;
  s->wptr_q = next(s, s->wptr_q);
  s->level_q++;
}

static void push(struct rvt_pib *s, uint8_t byte, bool marked) {
  const struct rvt_framing *const f = s->framing;
  const bool end = is_end(s, &s->in_place_q, byte, marked);
  put(s, byte, end);
  if (!end) return;
  s->msgs_q++;
  if (s->level_q % word_bytes(s) != 0)
    put(s, f->headed ? f->align : f->padding, false); /* TCI:PIB-09 */
}

/** The first `bytes` bytes of what waits become a word of the buffer. */
static void move(struct rvt_pib *s, uint8_t bytes) {
  for (unsigned i = 0; i < bytes; i++) push(s, s->pack_q[i], s->pack_end_q[i]);
  s->packed_q = (uint8_t)(s->packed_q - bytes);
  memmove(s->pack_q, s->pack_q + bytes, s->packed_q);
  memmove(s->pack_end_q, s->pack_end_q + bytes, s->packed_q * sizeof *s->pack_end_q);
}

static void accept(struct rvt_pib *s, const struct rvt_beat *beat) {
  s->open_q = !beat->eom;
  if (s->p.lanes == 1) {
    push(s, beat->data[0], beat->eom);
    return;
  }
  memcpy(s->pack_q + s->packed_q, beat->data, beat->bytes);
  for (unsigned i = 0; i < beat->bytes; i++)
    s->pack_end_q[s->packed_q + i] = beat->eom && i + 1 == beat->bytes;
  s->packed_q = (uint8_t)(s->packed_q + beat->bytes);
}

/** A word of the buffer has been shown. */
static void pop(struct rvt_pib *s) {
  bool ended = false;
  for (unsigned i = word_bytes(s); i > 0; i--) {
    ended = ended || s->end_q[s->rptr_q];
    s->rptr_q = next(s, s->rptr_q);
    s->level_q--;
  }
  s->second_q = false;
  s->in_msg_q = !ended;
  if (ended) s->msgs_q--;
}

enum shown { SHOWS_IDLE, SHOWS_ALIGN, SHOWS_MESSAGE, SHOWS_PATTERN };

/** A message comes next: at once, or after what aligns (ETR:DC-13). */
static enum shown message_or_align(const struct rvt_pib *s) {
  if (!s->framing->headed) return SHOWS_MESSAGE;
  if (s->mode_q == RVT_PIB_16BIT || s->on_pins_q || s->lead_q)
    return s->high_q ? SHOWS_IDLE : SHOWS_MESSAGE;
  return s->mode_q != RVT_PIB_4BIT || s->high_q ? SHOWS_ALIGN : SHOWS_IDLE;
}

/** What the next beat belongs to. `messages`: complete ones in the buffer of this clock. */
static enum shown choose(const struct rvt_pib *s, const struct rvt_pib_in *in, uint16_t messages) {
  if (s->in_msg_q) return s->pattern_q ? SHOWS_PATTERN : SHOWS_MESSAGE;
  if (!is_on(s, in)) return SHOWS_IDLE;
  const bool aligned = s->idle_q == align_beats(s);
  /* The rest of a message is taken, so what is before it leaves (TCI:CTRL-07). */
  const bool makes_room = s->open_q && messages != 0;
  if (s->p.calibrate && in->calibrate && in->enable && !makes_room)
    return (aligned || (s->pattern_q && s->on_pins_q)) && !s->high_q ? SHOWS_PATTERN : SHOWS_IDLE;
  if (messages == 0) return SHOWS_IDLE;
  if (aligned) return message_or_align(s);
  const bool sync = s->mode_q == RVT_PIB_4BIT && !s->framing->headed &&
                    s->framing->aligns(s->mem_q + s->rptr_q, word_bytes(s));
  return s->pattern_q || sync ? SHOWS_IDLE : message_or_align(s);
}

/** Put a byte on the pins, or a nibble of it; returns whether all of it has been shown. */
static bool show_byte(struct rvt_pib *s, uint8_t byte) {
  if (s->mode_q != RVT_PIB_4BIT) {
    s->trc_data_q = byte;
    return true;
  }
  s->trc_data_q = s->high_q ? byte >> 4 : byte & 0x0F;
  s->high_q = !s->high_q;
  return !s->high_q;
}

/** TCI:PIB-21 */
static void show_pattern(struct rvt_pib *s) {
  static const uint8_t nibbles[PATTERN_BYTES] = {0x5A, 0x5A, 0xF0, 0x0F};
  static const uint8_t bytes[PATTERN_BYTES] = {0xAA, 0x55, 0x00, 0xFF};
  const uint8_t byte = s->mode_q == RVT_PIB_4BIT ? nibbles[s->place_q] : bytes[s->place_q];
  s->in_msg_q = s->pattern_q = true;
  if (!show_byte(s, byte)) return;
  if (s->mode_q == RVT_PIB_16BIT) s->trc_data_q = (uint16_t)(byte << 8 | byte);
  s->place_q = (uint8_t)((s->place_q + 1) % PATTERN_BYTES);
  s->in_msg_q = s->place_q != 0;
}

static void show_message(struct rvt_pib *s) {
  const uint8_t first = s->mem_q[s->rptr_q], second = s->mem_q[next(s, s->rptr_q)];
  s->in_msg_q = true;
  s->pattern_q = false;
  if (!show_byte(s, s->second_q ? second : first)) return;
  if (s->mode_q == RVT_PIB_16BIT) {
    s->trc_data_q = (uint16_t)(second << 8 | first);
  } else if (s->p.pins == 16 && !s->second_q && !s->end_q[s->rptr_q]) {
    s->second_q = true;
    return;
  }
  pop(s);
}

/** An idle beat; with four pins and a framing that aligns, half of an idle byte. */
static void show_idle(struct rvt_pib *s, bool aligns) {
  const struct rvt_framing *const f = s->framing;
  const uint8_t idle = aligns ? f->align : f->idle;
  s->trc_data_q = idle;
  if (s->mode_q == RVT_PIB_4BIT) s->trc_data_q = aligns ? idle >> 4 : idle & 0x0F;
  if (s->mode_q == RVT_PIB_16BIT)
    s->trc_data_q = (uint16_t)((f->headed ? f->align : idle) << 8 | idle);
  if (s->idle_q < align_beats(s)) s->idle_q++;
  s->high_q = f->headed && s->mode_q == RVT_PIB_4BIT && !s->high_q;
}

static void beat(struct rvt_pib *s, const struct rvt_pib_in *in, uint16_t messages) {
  const enum shown shown = choose(s, in, messages);
  s->on_pins_q = shown == SHOWS_MESSAGE || shown == SHOWS_PATTERN;
  s->lead_q = shown == SHOWS_ALIGN;
  if (!s->on_pins_q) {
    show_idle(s, s->lead_q);
    return;
  }
  s->idle_q = 0;
  if (shown == SHOWS_PATTERN)
    show_pattern(s);
  else
    show_message(s);
}

/** A cycle of fdiv begins: a beat, an edge of TRC_CLK, or both. */
static void cycle(struct rvt_pib *s, const struct rvt_pib_in *in, uint16_t messages) {
  s->div_q = (uint16_t)(in->divider & ((1u << s->p.div_width) - 1));
  if (s->wait_q) {
    s->wait_q = false;
    s->trc_clk_q = !s->trc_clk_q;
    return;
  }
  beat(s, in, messages);
  s->wait_q = s->p.clk_center && in->center;
  if (!s->wait_q) s->trc_clk_q = !s->trc_clk_q;
}

void rvt_pib_tick(struct rvt_pib *s, const struct rvt_pib_in *in) {
  const bool taken = in->s.valid && takes(s, in);
  const uint8_t moved = s->p.lanes == 1 ? 0 : leaving(s);
  const uint16_t messages = s->msgs_q;
  if (is_on(s, in) && s->mode_q != in->mode) {
    s->mode_q = in->mode;
    s->idle_q = 0; /* those of another mode do not count */
    s->lead_q = false;
  }
  if (clears(s, in)) {
    clear(s);
    return;
  }
  if (s->div_q == 0)
    cycle(s, in, messages);
  else
    s->div_q--;
  move(s, moved);
  if (taken) accept(s, &in->s);
}

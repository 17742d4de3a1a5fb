/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ntrace_pib.h"

#include <string.h>

enum {
  IDLE_BEATS_BEFORE_SYNC = 4, /* 16 one-bits in the 4-bit mode (TCI:PIB-14) */
  MSEO_MASK = 3
};

static inline bool supported(const struct rvt_ntrace_pib *s, uint8_t mode) {
  return mode == RVT_PIB_4BIT || (mode == RVT_PIB_8BIT && s->p.pins == 8);
}

static inline bool ends_message(uint8_t byte) { return (byte & MSEO_MASK) == RVT_MSEO_END_MSG; }

static void clear(struct rvt_ntrace_pib *s) {
  s->level_q = s->wptr_q = s->rptr_q = 0;
  s->msgs_q = 0;
  s->div_q = 0;
  s->in_msg_q = s->high_q = s->on_pins_q = false;
  s->idle_q = 0;
  s->trc_clk_q = false;
  s->trc_data_q = 0;
}

enum rvt_status rvt_ntrace_pib_init(struct rvt_ntrace_pib *s,
                                    const struct rvt_ntrace_pib_params *p) {
  if ((p->pins != 4 && p->pins != 8) || p->div_width < 1 || p->div_width > 16 ||
      p->buffer_bytes < RVT_MSG_BYTES_MAX || p->buffer_bytes > RVT_PIB_BUFFER_MAX)
    return RVT_ERR_ARG;
  const struct rvt_ntrace_pib_params params = *p;
  memset(s, 0, sizeof *s);
  s->p = params;
  return RVT_OK;
}

void rvt_ntrace_pib_outputs(const struct rvt_ntrace_pib *s, const struct rvt_ntrace_pib_in *in,
                            struct rvt_ntrace_pib_out *out) {
  out->s_ready =
      in->active && in->enable && s->level_q < s->p.buffer_bytes && supported(s, in->mode);
  out->empty = s->level_q == 0 && !s->on_pins_q;
  out->trc_clk = s->trc_clk_q;
  out->trc_data = s->trc_data_q;
}

static inline uint16_t next(const struct rvt_ntrace_pib *s, uint16_t ptr) {
  return ptr + 1 == s->p.buffer_bytes ? 0 : (uint16_t)(ptr + 1);
}

/** Whether this tick shows a beat of a message: the next of a started one, or a first one. */
static inline bool shows_message(const struct rvt_ntrace_pib *s, bool nibbles) {
  if (s->in_msg_q) return true;
  if (s->msgs_q == 0) return false;
  return !nibbles || s->idle_q == IDLE_BEATS_BEFORE_SYNC ||
         !rvt_ntrace_is_sync(s->mem_q[s->rptr_q] >> 2);
}

/** One beat; returns whether the byte at the head has left the buffer. */
static inline bool beat(struct rvt_ntrace_pib *s, const struct rvt_ntrace_pib_in *in) {
  const bool nibbles = in->mode == RVT_PIB_4BIT;
  s->div_q = (uint16_t)(in->divider & ((1u << s->p.div_width) - 1));
  s->trc_clk_q = !s->trc_clk_q;
  s->on_pins_q = shows_message(s, nibbles);
  if (!s->on_pins_q) {
    s->trc_data_q = nibbles ? 0x0F : 0xFF;
    if (s->idle_q < IDLE_BEATS_BEFORE_SYNC) s->idle_q++;
    return false;
  }
  const uint8_t head = s->mem_q[s->rptr_q];
  s->idle_q = 0;
  s->in_msg_q = true;
  if (nibbles) {
    s->trc_data_q = s->high_q ? head >> 4 : head & 0x0F;
    s->high_q = !s->high_q;
    if (s->high_q) return false;
  } else {
    s->trc_data_q = head;
  }
  s->rptr_q = next(s, s->rptr_q);
  if (ends_message(head)) {
    s->in_msg_q = false;
    s->msgs_q--;
  }
  return true;
}

void rvt_ntrace_pib_tick(struct rvt_ntrace_pib *s, const struct rvt_ntrace_pib_in *in) {
  if (!in->active || !supported(s, in->mode)) {
    clear(s);
    return;
  }
  const bool push = in->s.valid && in->enable && s->level_q < s->p.buffer_bytes;
  bool pop = false;
  if (s->div_q == 0)
    pop = beat(s, in);
  else
    s->div_q--;
  if (push) {
    s->mem_q[s->wptr_q] = in->s.data[0];
    s->wptr_q = next(s, s->wptr_q);
    if (ends_message(in->s.data[0])) s->msgs_q++;
  }
  s->level_q = (uint16_t)(s->level_q + push - pop);
}

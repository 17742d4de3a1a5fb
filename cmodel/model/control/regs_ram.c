/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/regs_ram.h"

#include "base/range.h"
#include "rvt/regs.h"

enum { WORDS_LOG2_MIN = 2, WORDS_LOG2_MAX = 30 };

/** The highest word address. */
static uint32_t top(const struct rvt_regs_ram *s) {
  return (UINT32_C(1) << s->p.sram_words_log2) - 1;
}

enum rvt_status rvt_regs_ram_init(struct rvt_regs_ram *s, const struct rvt_regs_ram_params *p,
                                  struct rvt_error *e) {
  RVT_TRY(rvt_range(e, "sram_words_log2", p->sram_words_log2, WORDS_LOG2_MIN, WORDS_LOG2_MAX, ""));
  *s = (struct rvt_regs_ram){.p = *p};
  s->limit_q = top(s);
  return RVT_OK;
}

/** Nothing moves in the memory, so the bus may have its port. */
static bool still(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in) {
  return rvt_regs_active_on(&s->active) && !s->enable_q && (in->empty || s->stopped_q);
}

#define PUT(word, field, value) RVT_WITH_FIELD(word, field, (uint32_t)(value))

/** The word as it reads; trRamData, whose word comes later, reads 0. */
static uint32_t word_of(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in) {
  uint32_t w = 0;
  const uint16_t offset = rvt_apb_word(&in->apb);
  const bool active = rvt_regs_active_reads(&s->active);
  if (offset == RVT_TR_RAM_IMPL_OFFSET) return RVT_TR_RAM_IMPL_RESET;
  if (offset == RVT_TR_RAM_CONTROL_OFFSET) w = PUT(w, RVT_TR_RAM_EMPTY, in->empty);
  if (!active) return w; /* TCI:BUS-03 */
  switch (offset) {
  case RVT_TR_RAM_CONTROL_OFFSET:
    w = PUT(w, RVT_TR_RAM_ACTIVE, 1);
    w = PUT(w, RVT_TR_RAM_ENABLE, s->enable_q);
    w = PUT(w, RVT_TR_RAM_ASYNC_FREQ, s->async_freq_q);
    return PUT(w, RVT_TR_RAM_STOP_ON_WRAP, s->stop_on_wrap_q);
  case RVT_TR_RAM_LIMIT_LOW_OFFSET: return PUT(w, RVT_TR_RAM_LIMIT_LOW, s->limit_q);
  case RVT_TR_RAM_WP_LOW_OFFSET:
    w = PUT(w, RVT_TR_RAM_WRAP, in->wrap);
    return PUT(w, RVT_TR_RAM_WP_LOW, in->wp);
  case RVT_TR_RAM_RP_LOW_OFFSET: return PUT(w, RVT_TR_RAM_RP_LOW, in->rp);
  default: return 0;
  }
}

/** What this clock's access and stop do to Enable and to what the sink holds. */
struct turn {
  bool written; /* Enable, by software */
  bool sw;      /* Enable as software leaves it */
  bool leave;   /* Active = 0 is written; nothing else counts (TCI:CTRL-06) */
  bool discard;
};

static struct turn turn_of(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in) {
  struct turn t = {.sw = s->enable_q};
  const struct rvt_apb *b = &in->apb;
  if (rvt_regs_active_on(&s->active) && rvt_apb_writes(b) &&
      rvt_apb_word(b) == RVT_TR_RAM_CONTROL_OFFSET &&
      (rvt_apb_lanes(b) & RVT_TR_RAM_ACTIVE_MASK) != 0) {
    t.written = true;
    t.leave = (b->pwdata & RVT_TR_RAM_ACTIVE_MASK) == 0;
    t.sw = !t.leave && (b->pwdata & RVT_TR_RAM_ENABLE_MASK) != 0;
  }
  const bool ends = in->stop || (s->stopped_q && t.written);
  t.discard = ends && !t.sw;
  return t;
}

/** The address that is written, with all bytes of the word. */
static uint32_t merged(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in) {
  const uint32_t lanes = rvt_apb_lanes(&in->apb);
  return (word_of(s, in) & ~lanes) | (in->apb.pwdata & lanes);
}

void rvt_regs_ram_outputs(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in,
                          struct rvt_regs_ram_out *out) {
  const bool write = rvt_apb_writes(&in->apb);
  const uint16_t offset = rvt_apb_word(&in->apb);
  *out = (struct rvt_regs_ram_out){
      .prdata = s->read_q == RVT_RAM_READ_SHOW ? in->word : s->prdata_q,
      .pready = s->read_q != RVT_RAM_READ_FETCH,
      .active_req = rvt_regs_active_req(&s->active),
      .works = rvt_regs_active_works(&s->active),
      .enable = s->enable_q,
      .stop_on_wrap = s->stop_on_wrap_q,
      .async_freq = s->async_freq_q,
      .stopped = s->stopped_q,
      .limit = s->limit_q,
      .fetch = s->read_q == RVT_RAM_READ_FETCH,
      .next = s->read_q == RVT_RAM_READ_SHOW,
      .discard = turn_of(s, in).discard,
      .wp_write = write && offset == RVT_TR_RAM_WP_LOW_OFFSET && still(s, in) && in->empty,
      .rp_write = write && offset == RVT_TR_RAM_RP_LOW_OFFSET && still(s, in),
  };
  out->wrap_clear = out->wp_write && (rvt_apb_lanes(&in->apb) & RVT_TR_RAM_WRAP_MASK) != 0;
  if (out->wp_write || out->rp_write) out->pointer = merged(s, in) >> 2 & top(s);
}

/** The fields after this clock's edge, of a component that works. */
static void fields(struct rvt_regs_ram *d, const struct rvt_regs_ram *s,
                   const struct rvt_regs_ram_in *in) {
  const struct turn t = turn_of(s, in);
  const struct rvt_apb *b = &in->apb;
  d->enable_q = t.sw && !in->stop; /* TCI:RAM-11 */
  if (in->stop)
    d->stopped_q = t.sw;
  else if (t.written)
    d->stopped_q = false;
  if (!rvt_apb_writes(b) || !rvt_regs_active_on(&s->active)) return;
  if (rvt_apb_word(b) == RVT_TR_RAM_CONTROL_OFFSET && !t.leave &&
      (rvt_apb_lanes(b) & RVT_TR_RAM_STOP_ON_WRAP_MASK) != 0) {
    d->stop_on_wrap_q = (b->pwdata & RVT_TR_RAM_STOP_ON_WRAP_MASK) != 0;
    if (s->p.async_freq) d->async_freq_q = (uint8_t)RVT_FIELD(b->pwdata, RVT_TR_RAM_ASYNC_FREQ);
  }
  if (rvt_apb_word(b) == RVT_TR_RAM_LIMIT_LOW_OFFSET && still(s, in) && in->empty) {
    const uint32_t limit = merged(s, in) >> 2;
    d->limit_q = limit < top(s) ? limit : top(s);
  }
}

void rvt_regs_ram_tick(struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in) {
  struct rvt_regs_ram d = *s;
  struct rvt_regs_active_in life = {.ack = in->active_ack}; /* nothing holds Closing */
  rvt_regs_active_access(&life, &in->apb);
  if (rvt_regs_active_works(&s->active)) {
    fields(&d, s, in);
  } else {
    d.enable_q = d.stopped_q = d.stop_on_wrap_q = false;
    d.async_freq_q = 0;
    d.limit_q = top(s);
  }
  const bool read = rvt_apb_reads(&in->apb);
  d.prdata_q = read ? word_of(s, in) : 0;
  d.read_q = RVT_RAM_READ_NONE;
  if (s->read_q == RVT_RAM_READ_FETCH)
    d.read_q = RVT_RAM_READ_SHOW;
  else if (read && rvt_apb_word(&in->apb) == RVT_TR_RAM_DATA_OFFSET && still(s, in))
    d.read_q = RVT_RAM_READ_FETCH;
  rvt_regs_active_tick(&d.active, &life);
  *s = d;
}

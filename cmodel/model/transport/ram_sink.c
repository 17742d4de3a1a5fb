/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ram_sink.h"

#include <string.h>

#include "base/range.h"

enum { WORD_BYTES = 4, LEVEL_FOR_BEAT = 7 };

/** What ends a cut message, with a byte of padding. */
static inline uint8_t end_bytes(const struct rvt_ram_sink *s) {
  return (uint8_t)(s->framing->broken_bytes + 1);
}

enum rvt_status rvt_ram_sink_init(struct rvt_ram_sink *s, const struct rvt_ram_sink_params *p,
                                  struct rvt_error *e) {
  RVT_TRY(rvt_range_power(e, "lanes", p->lanes, RVT_RAM_LANES_MAX));
  RVT_REFUSE(p->sram_width != 32 && p->sram_width != 64, "expected sram_width 32 or 64, found %u",
             p->sram_width);
  struct rvt_ram_sink d = {.p = *p, .framing = rvt_framing_of(p->framing)};
  RVT_REFUSE(d.framing == NULL, "expected a framing, found %u", p->framing);
  const struct rvt_regs_ram_params regs = {.sram_words_log2 = p->sram_words_log2,
                                           .async_freq = d.framing->headed};
  RVT_TRY(rvt_regs_ram_init(&d.regs, &regs, e));
  *s = d;
  return RVT_OK;
}

/* What a clock does, as far as it is known from the state. */
struct plan {
  struct rvt_beat beat; /* of the stream with its sync sequences */
  bool kept;            /* one of these is before what the source offers */
  bool on, ready, write, pad;
  bool end;      /* ... and a beat is offered: a byte of the end of a cut message is taken before it
                  */
  bool align;    /* the byte that aligns is taken */
  bool skips;    /* what is taken is dropped */
  uint32_t addr; /* word that is written */
};

/** A message that says its length, and room for it: it fits, or what is left is padded, or all of
 * the buffer is too small and it is dropped (ETR:DC-14). */
static void place(const struct rvt_ram_sink *s, struct plan *w) {
  const uint64_t space = WORD_BYTES * ((uint64_t)s->regs.limit_q - w->addr + 1) - s->level_q;
  const bool begins = w->beat.valid && !s->mid_q;
  const bool whole = w->addr == 0 && s->level_q == 0; /* all of the buffer */
  const bool align = s->align_q && !whole;
  const bool fits = space >= (uint64_t)w->beat.length + align;
  const bool can = s->regs.enable_q && s->level_q <= LEVEL_FOR_BEAT;
  w->skips = s->mid_q ? s->skip_q : !fits && whole;
  w->ready = w->ready && (s->mid_q || w->skips || (fits && !align));
  w->align = can && begins && fits && align;
  w->pad = w->pad || (can && begins && !fits && !whole && space != 0);
}

static struct plan plan_of(const struct rvt_ram_sink *s, const struct rvt_beat *in) {
  struct plan w = {.ready = false};
  w.kept = rvt_sync_sequence_beat(&s->sequence, s->framing, s->regs.async_freq_q, s->p.lanes, in,
                                  &w.beat);
  if (!rvt_regs_active_works(&s->regs.active) || s->regs.stopped_q) return w;
  const bool listens = s->regs.enable_q || s->mid_q;
  w.on = listens && !(s->framing->headed && s->lost_q);
  const bool room = s->level_q <= LEVEL_FOR_BEAT;
  w.ready = w.on && room && s->cut_q == 0;
  w.end = listens && room && s->cut_q != 0;
  w.write = s->level_q >= WORD_BYTES;
  w.pad = !listens && s->level_q % WORD_BYTES != 0 && room;
  w.addr = s->wp_q > s->regs.limit_q ? 0 : s->wp_q; /* TCI:RAM-23 */
  if (s->framing->headed) place(s, &w);
  return w;
}

/** The buffer is written once (TCI:RAM-11, TV:E-06). */
static bool stops(const struct rvt_ram_sink *s) {
  return s->regs.stop_on_wrap_q || s->framing->once;
}

/** What the register block sees; the bus and the switch are the component's inputs. */
static struct rvt_regs_ram_in regs_in(const struct rvt_ram_sink *s,
                                      const struct rvt_ram_sink_in *in) {
  const struct plan w = plan_of(s, &in->s);
  const unsigned shift = s->p.sram_width == 64 && s->rp_q % 2 != 0 ? 32 : 0;
  return (struct rvt_regs_ram_in){
      .apb = in->apb,
      .active_ack = in->active_ack,
      .empty = rvt_ram_sink_empty(s),
      .stop = w.write && w.addr == s->regs.limit_q && stops(s),
      .wp = s->wp_q,
      .rp = s->rp_q,
      .wrap = s->wrap_q,
      .word = (uint32_t)(in->ram_rdata >> shift),
  };
}

void rvt_ram_sink_outputs(const struct rvt_ram_sink *s, const struct rvt_ram_sink_in *in,
                          struct rvt_ram_sink_out *out) {
  const struct plan w = plan_of(s, &in->s);
  const struct rvt_regs_ram_in to_regs = regs_in(s, in);
  struct rvt_regs_ram_out regs;
  rvt_regs_ram_outputs(&s->regs, &to_regs, &regs);

  const uint32_t word = w.write ? w.addr : s->rp_q;
  const bool wide = s->p.sram_width == 64;
  uint64_t data = 0;
  for (unsigned i = 0; i < WORD_BYTES; i++) data |= (uint64_t)s->pack_q[i] << 8 * i;
  *out = (struct rvt_ram_sink_out){
      .prdata = regs.prdata,
      .pready = regs.pready,
      .active_req = regs.active_req,
      .s_ready = w.ready && !w.kept,
      .s_dn_on = w.on,
      .s_dn_stopped = regs.stopped,
      .s_dn_lost = s->lost_q,
      .ram_cs = w.write || regs.fetch,
      .ram_we = w.write,
      .ram_addr = wide ? word / 2 : word,
      .ram_wdata = wide ? data << 32 | data : data,
  };
  if (w.write) out->ram_be = wide && word % 2 != 0 ? 0xF0 : 0x0F;
}

/** Bytes enter `pack` after those that stay. */
static void put(struct rvt_ram_sink *d, unsigned at, const uint8_t *bytes, unsigned lanes) {
  memcpy(d->pack_q + at, bytes, lanes);
}

static uint32_t next(const struct rvt_ram_sink *s, uint32_t word) {
  const uint32_t last = (UINT32_C(1) << s->p.sram_words_log2) - 1;
  return word == s->regs.limit_q ? 0 : (word + 1) & last;
}

/** Forget what is held. @return whether something was */
static bool give_up(struct rvt_ram_sink *d) {
  const bool held = d->level_q != 0 || d->mid_q;
  d->lost_q = d->lost_q || held;
  d->level_q = 0;
  d->mid_q = false;
  return held;
}

/** The beat on offer is taken. */
static void take(struct rvt_ram_sink *d, const struct rvt_ram_sink *s, const struct plan *w) {
  put(d, s->level_q % WORD_BYTES, w->beat.data, s->p.lanes);
  if (!w->skips) d->level_q = (uint8_t)(d->level_q + w->beat.bytes);
  d->mid_q = !w->beat.eom;
  d->align_q = d->align_q && w->skips;
  d->skip_q = w->skips;
  d->lost_q = w->skips && w->beat.eom && !w->kept; /* a sequence is no loss */
}

/** The sink after this clock's edge, if it works. */
static void advance(struct rvt_ram_sink *d, const struct rvt_ram_sink *s,
                    const struct rvt_ram_sink_in *in, const struct rvt_regs_ram_out *regs) {
  const uint8_t padding = s->cut_q > 1 ? s->framing->broken : s->framing->padding;
  const struct plan w = plan_of(s, &in->s);
  const unsigned room = WORD_BYTES - 1u + s->p.lanes;
  if (w.write) {
    memmove(d->pack_q, s->pack_q + WORD_BYTES, room - WORD_BYTES);
    d->level_q = (uint8_t)(d->level_q - WORD_BYTES);
    d->wp_q = next(s, w.addr);
    if (w.addr == s->regs.limit_q) d->wrap_q = true;
  }
  if (w.ready && w.beat.valid) {
    take(d, s, &w);
  } else if (w.align) {
    put(d, s->level_q % WORD_BYTES, &s->framing->align, 1);
    d->level_q++;
    d->align_q = false;
  } else if (w.pad || (w.end && w.beat.valid)) {
    put(d, s->level_q % WORD_BYTES, &padding, 1);
    d->level_q++;
    if (d->cut_q != 0) d->cut_q--;
    d->align_q = s->framing->headed;
  }
  rvt_sync_sequence_tick(&d->sequence, s->framing, s->regs.async_freq_q, s->p.lanes, &in->s,
                         w.ready);
  if (s->mid_q && in->s_cut) {
    d->mid_q = false;
    if (!s->framing->headed) d->cut_q = end_bytes(s);
  }
  if (regs->discard && give_up(d) && !s->framing->headed) d->cut_q = end_bytes(s);
  if (regs->next) d->rp_q = next(s, s->rp_q);
  if (regs->rp_write) d->rp_q = regs->pointer;
  if (regs->wp_write) d->wp_q = regs->pointer;
  if (regs->wrap_clear) d->wrap_q = false; /* TCI:RAM-06 */
}

void rvt_ram_sink_tick(struct rvt_ram_sink *s, const struct rvt_ram_sink_in *in) {
  struct rvt_ram_sink d = *s;
  const struct rvt_regs_ram_in to_regs = regs_in(s, in);
  struct rvt_regs_ram_out regs;
  rvt_regs_ram_outputs(&s->regs, &to_regs, &regs);
  d.lost_q = false;
  if (regs.works) {
    advance(&d, s, in, &regs);
  } else {
    if (in->s_cut) d.mid_q = false; /* who leaves a message says so himself */
    (void)give_up(&d);
    d.wrap_q = false;
    d.align_q = false;
    memset(&d.sequence, 0, sizeof d.sequence);
    d.cut_q = 0; /* WP becomes 0: the message is not in the buffer any more */
    d.wp_q = d.rp_q = 0;
  }
  rvt_regs_ram_tick(&d.regs, &to_regs);
  *s = d;
}

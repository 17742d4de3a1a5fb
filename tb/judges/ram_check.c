/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ram_check.h"

#include <string.h>

#include "harness/bench.h"
#include "rvt/regs.h"

enum { WORD = 4 };

static uint32_t top(const struct ram_check *c) { return (1u << c->p.sram_words_log2) - 1; }

void ram_check_reset(struct ram_check *c) {
  c->now = (struct ram_words){.empty = true, .limit = top(c)};
  c->before = c->now;
  c->on_way = c->idle_bytes = 0;
  c->mid = c->was_mid = c->lost = c->disabled = false;
  c->end = 0;
  c->around = 0;
}

/* ---- The memory --------------------------------------------------------------------------------
 */

enum { KEPT_MASK = (1 << RAM_CHECK_KEPT_LOG2) - 1 };

static uint32_t memory_word(const struct ram_check *c, uint32_t word) {
  const uint32_t at = word & KEPT_MASK;
  if (c->tag[at] != word >> RAM_CHECK_KEPT_LOG2) return word * UINT32_C(0x9E3779B1) ^ word >> 16;
  uint32_t data = 0;
  for (unsigned i = 0; i < WORD; i++) data |= (uint32_t)c->memory[WORD * at + i] << 8 * i;
  return data;
}

static void memory_keep(struct ram_check *c, uint32_t word, unsigned i, uint8_t byte) {
  c->memory[WORD * (word & KEPT_MASK) + i] = byte;
  c->tag[word & KEPT_MASK] = (uint16_t)(word >> RAM_CHECK_KEPT_LOG2);
}

uint64_t ram_check_read(const struct ram_check *c, const struct rvt_ram_sink_out *out) {
  if (c->p.sram_width == 32) return memory_word(c, out->ram_addr);
  return (uint64_t)memory_word(c, 2 * out->ram_addr + 1) << 32 | memory_word(c, 2 * out->ram_addr);
}

/* ---- What is read ------------------------------------------------------------------------------
 */

static uint32_t expected(const struct ram_check *c, const struct rvt_ram_sink *model,
                         uint16_t offset) {
  const struct ram_words *w = &c->before;
  switch (offset) {
  case RVT_TR_RAM_CONTROL_OFFSET:
    return 1u | (uint32_t)w->enable << 1 | (uint32_t)w->empty << 3 |
           (uint32_t)w->stop_on_wrap << 8; /* MemFormat, AsyncFreq, Mode: 0 */
  case RVT_TR_RAM_IMPL_OFFSET: return 0x1901;
  case RVT_TR_RAM_LIMIT_LOW_OFFSET: return w->limit << 2;
  case RVT_TR_RAM_WP_LOW_OFFSET: return w->wp << 2 | w->wrap;
  case RVT_TR_RAM_RP_LOW_OFFSET: return w->rp << 2;
  case RVT_TR_RAM_DATA_OFFSET:
    return model->regs.read_q == RVT_RAM_READ_SHOW ? memory_word(c, w->rp) : 0;
  default: return 0;
  }
}

static void control_read(struct ram_check *c) {
  c->seen.polled_empty += c->before.empty && !c->before.enable;
  c->seen.polled_full += !c->before.empty && !c->before.enable;
  if (c->seen.polled_empty == 0 || c->seen.polled_full == 0) return;
  PROVED("TCI:RAM-01");
  PROVED("TCI:RAM-09");
  PROVED("TCI:RAM-15");
  PROVED("TCI:RAM-16");
  PROVED("TCI:CTRL-16");
}

/** Rows whose case a register shows: what was refused, cleared or trimmed reads as it should. */
static void pointer_read(const struct ram_check *c, uint16_t offset) {
  const struct ram_seen *seen = &c->seen;
  const struct ram_words *w = &c->before;
  if (offset == RVT_TR_RAM_WP_LOW_OFFSET) {
    if (seen->refused_wp != 0 && seen->refused_limit != 0) PROVED("TCI:RAM-22");
    if (seen->wrap_cleared != 0) PROVED("TCI:RAM-06");
    if (w->wp > w->limit) PROVED("TCI:RAM-20");
    if (w->wp != 0 && w->wp <= w->limit) PROVED("TCI:RAM-21");
    if (w->enable && seen->words != 0) PROVED("TCI:RAM-10");
    if (w->enable && w->wp != 0 && seen->sessions_continued != 0) PROVED("TCI:RAM-07");
    if (w->wp != 0 && seen->sessions_continued != 0) PROVED("TCI:CTRL-21");
  } else if (offset == RVT_TR_RAM_LIMIT_LOW_OFFSET) {
    if (seen->clamped != 0 && w->limit == top(c)) PROVED("TCI:RAM-17");
    if (w->limit != top(c) && w->limit_unaligned) PROVED("TCI:RAM-18");
  } else if (offset == RVT_TR_RAM_START_LOW_OFFSET || offset == RVT_TR_RAM_LIMIT_HIGH_OFFSET) {
    PROVED("TCI:RAM-02");
  } else if (offset == RVT_TR_RAM_RP_LOW_OFFSET) {
    /* RP as it was, although it was written and words were asked for. */
    if (!w->still && w->rp != 0 && seen->refused_rp != 0 && seen->reads_busy != 0)
      PROVED("TCI:RAM-26");
  }
}

/** The configuration of a sink with its own memory: what of it registers have shown. */
static void shape_read(struct ram_check *c, uint16_t offset, uint32_t data) {
  const struct ram_words *w = &c->before;
  unsigned *shape = &c->shape;
  switch (offset) {
  case RVT_TR_RAM_START_LOW_OFFSET: *shape |= RAM_SHAPE_START; break;
  case RVT_TR_RAM_LIMIT_LOW_OFFSET:
    if (!w->limit_written) *shape |= RAM_SHAPE_WHOLE;
    if (w->limit != top(c)) *shape |= RAM_SHAPE_TRIMMED;
    break;
  case RVT_TR_RAM_WP_LOW_OFFSET: *shape |= w->wp != 0 ? RAM_SHAPE_WP : 0u; break;
  case RVT_TR_RAM_RP_LOW_OFFSET: *shape |= w->rp != 0 ? RAM_SHAPE_RP : 0u; break;
  case RVT_TR_RAM_DATA_OFFSET: *shape |= data != 0 ? RAM_SHAPE_DATA : 0u; break;
  default: break;
  }
  if (*shape == RAM_SHAPE_ALL) PROVED("TCI:RAM-34");
}

/** A word was read where software has set RP: at the limit, or below it in either half of a wide
 * word of the memory. */
static void data_at_rp(struct ram_check *c, const struct ram_words *w) {
  unsigned *words = &c->rp_words;
  if (w->rp == w->limit && w->limit != 0) *words |= RAM_RP_LIMIT;
  if (w->rp != 0 && w->rp < w->limit) *words |= w->rp % 2 != 0 ? RAM_RP_ODD : RAM_RP_EVEN;
  if (*words == RAM_RP_ALL) PROVED("TCI:RAM-24");
}

/** trRamData: a word was handed over, or the sink is busy and nothing happens. */
static void data_read(struct ram_check *c, bool still) {
  struct ram_words *w = &c->now;
  if (!still) {
    c->seen.reads_busy++;
    return;
  }
  c->seen.reads++;
  c->seen.reads_stopped += !c->before.empty;
  c->seen.reads_outside += w->rp > w->limit;
  if (w->rp == w->limit) {
    c->seen.reads_wrapped++;
    PROVED("TCI:RAM-25");
  }
  if (++c->around > 2 * (w->limit + 1)) {
    c->seen.reads_around++;
    PROVED("TCI:BUS-07");
  }
  if (w->rp_set) data_at_rp(c, w);
  w->rp_set = false;
  w->rp = w->rp == w->limit ? 0 : (w->rp + 1) & top(c);
}

static void check_read(struct ram_check *c, const struct rvt_ram_sink *model,
                       const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                       struct tb *tb) {
  const struct rvt_apb *b = &in->apb;
  if (!b->psel || !b->penable || b->pwrite || !out->pready) return;
  const uint16_t offset = rvt_apb_word(b);
  if (!c->before.on) return;
  const uint32_t want = expected(c, model, offset);
  if (out->prdata != want)
    tb_fail(tb, "ram_sink: 0x%03X reads 0x%08X, expected 0x%08X", offset, out->prdata, want);
  if (tb->error[0] != 0) return;
  if (offset == RVT_TR_RAM_CONTROL_OFFSET) control_read(c);
  pointer_read(c, offset);
  shape_read(c, offset, want);
  if (offset == RVT_TR_RAM_DATA_OFFSET) data_read(c, c->before.still);
}

/* ---- What is written to the memory -------------------------------------------------------------
 */

/** The word that a port says it writes, or -1. */
static int64_t word_written(const struct ram_check *c, const struct rvt_ram_sink_out *out) {
  if (c->p.sram_width == 32) return out->ram_be == 0xF ? (int64_t)out->ram_addr : -1;
  if (out->ram_be == 0x0F) return 2 * (int64_t)out->ram_addr;
  return out->ram_be == 0xF0 ? 2 * (int64_t)out->ram_addr + 1 : -1;
}

void ram_check_store(struct ram_check *c, const struct rvt_ram_sink_out *out) {
  const int64_t to = word_written(c, out);
  const unsigned shift = c->p.sram_width == 64 && to % 2 != 0 ? 32 : 0;
  for (unsigned i = 0; i < WORD && to >= 0; i++)
    memory_keep(c, (uint32_t)to, i, (uint8_t)(out->ram_wdata >> (shift + 8 * i)));
}

static void memory_written(struct ram_check *c, const struct rvt_ram_sink_out *out, struct tb *tb) {
  struct ram_words *w = &c->now;
  const bool outside = w->wp > w->limit;
  const uint32_t to = outside ? 0 : w->wp;
  if (word_written(c, out) != to)
    tb_fail(tb, "ram_sink: writes word %u, bytes 0x%02X, expected word %u (TCI:RAM-04)",
            out->ram_addr, out->ram_be, to);
  if (to > w->limit) tb_fail(tb, "ram_sink: word %u is above the limit (TCI:RAM-23)", to);
  const unsigned shift = c->p.sram_width == 64 && to % 2 != 0 ? 32 : 0;
  for (unsigned i = 0; i < WORD; i++) {
    const uint8_t byte = (uint8_t)(out->ram_wdata >> (shift + 8 * i));
    if (byte != c->way[i])
      tb_fail(tb, "ram_sink: byte %u is 0x%02X, expected 0x%02X (TCI:RAM-03)", i, byte, c->way[i]);
    memory_keep(c, to, i, byte);
  }
  if (tb->error[0] != 0) return;
  c->on_way -= WORD;
  memmove(c->way, c->way + WORD, c->on_way);
  c->seen.pad[c->idle_bytes]++;
  if (c->idle_bytes != 0) PROVED("TCI:RAM-08");
  if (c->idle_bytes != 0) PROVED("TCI:CTRL-13");
  c->idle_bytes = 0;
  c->seen.words++;
  c->seen.odd_words += shift != 0;
  if (shift != 0) PROVED("TCI:RAM-19");
  c->seen.outside += outside;
  if (outside) PROVED("TCI:RAM-23");
  PROVED("TCI:RAM-03");
  PROVED("TCI:RAM-04");
  w->wp = to == w->limit ? 0 : to + 1;
  if (to != w->limit) return;
  w->wrap = true;
  c->seen.wraps++;
  c->seen.limit_0 += w->limit == 0;
  PROVED("TCI:RAM-05");
}

/* ---- What software writes ----------------------------------------------------------------------
 */

static uint32_t merged(uint32_t old, const struct rvt_apb *b) {
  const uint32_t lanes = rvt_apb_lanes(b);
  return (old & ~lanes) | (b->pwdata & lanes);
}

/** WP, RP and Limit; the state is that of the clock, before anything else happens in it. */
static void pointers_written(struct ram_check *c, const struct ram_words *old,
                             const struct rvt_apb *b) {
  const bool idle = !old->enable && old->empty;
  struct ram_words *w = &c->now;
  switch (rvt_apb_word(b)) {
  case RVT_TR_RAM_LIMIT_LOW_OFFSET: {
    const uint32_t limit = merged(old->limit << 2, b) >> 2;
    c->seen.refused_limit += !idle;
    if (!idle) return;
    w->limit = limit > top(c) ? top(c) : limit;
    w->limit_written = true;
    w->limit_unaligned = (rvt_apb_lanes(b) & b->pwdata & 3u) != 0;
    c->seen.clamped += limit > top(c);
    break;
  }
  case RVT_TR_RAM_WP_LOW_OFFSET:
    c->seen.refused_wp += !idle;
    if (!idle) return;
    w->wp = merged(old->wp << 2, b) >> 2 & top(c);
    if ((b->pstrb & 1u) == 0) break; /* trRamWrap is in byte 0 (TCI:BUS-06) */
    c->seen.wrap_cleared += w->wrap;
    w->wrap = false;
    break;
  case RVT_TR_RAM_RP_LOW_OFFSET:
    c->seen.refused_rp += !old->still;
    if (!old->still) return;
    w->rp = merged(old->rp << 2, b) >> 2 & top(c);
    w->rp_set = true;
    c->around = 0;
    break;
  default: break;
  }
}

/** Control in its bytes 0 and 1; `leave`: Active = 0 is written. @return whether Enable was written
 */
static bool control_written(struct ram_check *c, const struct rvt_apb *b, bool *enable,
                            bool *leave) {
  if (rvt_apb_word(b) != RVT_TR_RAM_CONTROL_OFFSET) return false;
  const bool low = (b->pstrb & 1u) != 0;
  *leave = low && (b->pwdata & 1u) == 0;
  if ((b->pstrb & 2u) != 0 && !*leave) c->now.stop_on_wrap = (b->pwdata >> 8 & 1u) != 0;
  if (low) *enable = !*leave && (b->pwdata >> 1 & 1u) != 0;
  return low;
}

/* The message that was cut cannot be read, whatever follows (NT:PKT-12). */
static void cut(struct ram_check *c) {
  c->mid = false;
  c->end = c->framing->broken_bytes + 1;
}

static void discard(struct ram_check *c) {
  c->seen.discards++;
  c->lost = c->on_way != 0 || c->mid;
  if (c->lost) cut(c);
  c->on_way = c->idle_bytes = 0;
  c->mid = false;
  c->now.stopped = false;
}

/** Enable, and what a stop on wrap makes of it (TCI:RAM-11 to RAM-13). */
static void enable_next(struct ram_check *c, bool stop, bool written, bool enable, bool leave) {
  struct ram_words *w = &c->now;
  const bool kept = c->on_way != 0 || c->mid;
  if (stop && enable) {
    c->seen.stops++;
    c->seen.stops_kept += c->on_way != 0;
    c->seen.stops_mid += c->mid;
    w->stopped = true;
    PROVED("TCI:RAM-11");
  } else if (stop) {
    c->seen.stops_disabled++;
    discard(c);
  } else if (w->stopped && written && enable) {
    w->stopped = false;
    c->seen.resumes++;
    c->seen.resumes_kept += kept;
    PROVED("TCI:RAM-12");
  } else if (w->stopped && written) {
    discard(c);
    c->disabled = c->lost && !leave;
  }
  if (w->enable && !enable && !stop) c->was_mid = c->mid;
  if (!w->enable && enable && c->seen.words != 0 && w->wp != 0) c->seen.sessions_continued++;
  w->enable = enable && !stop;
}

/* ---- The clock ---------------------------------------------------------------------------------
 */

static void take(struct ram_check *c, const struct rvt_beat *s, struct tb *tb) {
  if (c->on_way + s->bytes > RAM_CHECK_WAY) {
    tb_fail(tb, "ram_sink: takes more than it can hold");
    return;
  }
  memcpy(c->way + c->on_way, s->data, s->bytes);
  c->on_way += s->bytes;
  if (!c->now.enable && !c->mid) tb_fail(tb, "ram_sink: a new message is taken while disabled");
  c->mid = !s->eom;
  if (c->now.enable || c->mid || !c->was_mid) return;
  c->seen.closed_message++;
  c->was_mid = false;
}

/** What is given up is said, in the clock after it. */
static void check_lost(struct ram_check *c, const struct rvt_ram_sink_out *out, struct tb *tb) {
  if (out->s_dn_lost != c->lost)
    tb_fail(tb, "ram_sink: dn_lost is %d (TCI:RAM-13, NT:ERR-01)", out->s_dn_lost);
  if (c->disabled && c->seen.resumes_kept != 0) PROVED("TCI:RAM-13"); /* one way and the other */
  c->lost = c->disabled = false;
}

/** Whether a byte is taken that is no message's. */
static bool pads(const struct ram_check *c, const struct ram_words *old, bool offered) {
  if (old->stopped || c->mid || c->on_way >= 2 * WORD) return false;
  return old->enable ? c->end != 0 && offered : c->on_way % WORD != 0;
}

static void pad(struct ram_check *c) {
  c->way[c->on_way++] = c->end > 1 ? c->framing->broken : c->framing->padding;
  c->idle_bytes += c->end == 0;
  c->seen.ends += c->end == 1;
  if (c->end != 0) c->end--;
}

void ram_check_clock(struct ram_check *c, const struct rvt_ram_sink *model,
                     const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                     struct tb *tb) {
  const bool works = rvt_regs_active_works(&model->regs.active);
  c->framing = tb->framing;
  if (!works) {
    if (out->s_ready || out->ram_cs || out->s_dn_on)
      tb_fail(tb, "ram_sink: acts while inactive (TCI:CTRL-20)");
    if (c->on_way != 0) c->seen.deactivated_held++;
    if (c->mid) c->seen.deactivated_mid++;
    check_lost(c, out, tb);
    const bool left = c->mid && in->s_cut; /* who leaves a message says so himself */
    const bool lost = c->on_way != 0 || (c->mid && !left);
    c->seen.left += left && !lost;
    ram_check_reset(c);
    c->lost = lost;
    return;
  }
  c->now.empty = c->on_way == 0 && !c->mid;
  c->now.on = rvt_regs_active_on(&model->regs.active);
  c->now.still = c->now.on && !c->now.enable && (c->now.empty || c->now.stopped);
  const struct ram_words old = c->now;
  if (out->s_dn_on != (!old.stopped && (old.enable || c->mid)))
    tb_fail(tb, "ram_sink: dn_on is %d (TCI:LINK-08)", out->s_dn_on);
  if (out->s_dn_stopped != old.stopped) tb_fail(tb, "ram_sink: dn_stopped is %d", !old.stopped);
  check_read(c, model, in, out, tb);

  check_lost(c, out, tb);
  const bool was_open = c->mid;
  const bool padding = pads(c, &old, in->s.valid);
  const bool write = c->on_way >= WORD && !old.stopped;
  if ((out->ram_cs && out->ram_we) != write || (out->ram_we && !out->ram_cs))
    tb_fail(tb, "ram_sink: %s (TCI:RAM-10)", write ? "a word is due" : "no word is due");
  if (tb->error[0] != 0) return;
  const bool stop = write && (old.stop_on_wrap || c->framing->once) &&
                    (old.wp > old.limit ? 0 : old.wp) == old.limit;
  if (write) memory_written(c, out, tb);
  if (write && !old.on) PROVED("TCI:RAM-33");
  if (c->end != 0 && out->s_ready) tb_fail(tb, "ram_sink: a beat is taken after a cut message");
  if (in->s.valid && out->s_ready) take(c, &in->s, tb);
  if (padding) pad(c);
  if (was_open && in->s_cut) {
    c->seen.cut_by_source++;
    cut(c);
  }

  bool enable = old.enable;
  bool written = false, leave = false;
  if (rvt_apb_writes(&in->apb) && old.on) {
    written = control_written(c, &in->apb, &enable, &leave);
    pointers_written(c, &old, &in->apb);
  }
  enable_next(c, stop, written, enable, leave);
  c->before = old;
}

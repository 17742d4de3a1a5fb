/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sinks_cross.h"

#include "rvt/regs.h"

#define CONTROL RVT_TR_RAM_CONTROL_OFFSET
#define ACTIVE  RVT_TR_RAM_ACTIVE_MASK
#define ENABLE  RVT_TR_RAM_ENABLE_MASK

static const struct tb_bus_class words[TB_RMX_WORDS] = {
    {CONTROL, CONTROL},
    {RVT_TR_RAM_IMPL_OFFSET, RVT_TR_RAM_IMPL_OFFSET},
    {RVT_TR_RAM_START_LOW_OFFSET, RVT_TR_RAM_START_LOW_OFFSET},
    {RVT_TR_RAM_START_HIGH_OFFSET, RVT_TR_RAM_START_HIGH_OFFSET},
    {RVT_TR_RAM_LIMIT_LOW_OFFSET, RVT_TR_RAM_LIMIT_LOW_OFFSET},
    {RVT_TR_RAM_LIMIT_HIGH_OFFSET, RVT_TR_RAM_LIMIT_HIGH_OFFSET},
    {RVT_TR_RAM_WP_LOW_OFFSET, RVT_TR_RAM_WP_LOW_OFFSET},
    {RVT_TR_RAM_WP_HIGH_OFFSET, RVT_TR_RAM_WP_HIGH_OFFSET},
    {RVT_TR_RAM_RP_LOW_OFFSET, RVT_TR_RAM_RP_LOW_OFFSET},
    {RVT_TR_RAM_RP_HIGH_OFFSET, RVT_TR_RAM_RP_HIGH_OFFSET},
    {RVT_TR_RAM_DATA_OFFSET, RVT_TR_RAM_DATA_OFFSET},
    {0, 0},
};

static enum tb_ram_state state_of(const struct rvt_ram_sink *s) {
  if (s->regs.stopped_q) return TB_RAM_STOPPED;
  if (s->regs.enable_q) return TB_RAM_RUNNING;
  return rvt_ram_sink_empty(s) ? TB_RAM_IDLE : TB_RAM_DRAINING;
}

static unsigned held(const struct rvt_ram_sink *s) {
  const unsigned level = s->level_q == 0 ? TB_RAM_NONE : s->level_q < 4 ? TB_RAM_PART : TB_RAM_WORD;
  return 2 * level + s->mid_q;
}

/* Word 0, below the limit, at it, above it. */
static unsigned place(uint32_t word, uint32_t limit) {
  return word == limit ? 2 : word > limit ? 3 : word == 0 ? 0 : 1;
}

/* What software makes of Enable, and a stop of what is held. */
static void cross_enable(const struct rvt_ram_sink *s, const struct rvt_ram_sink_out *out,
                         const struct rvt_ram_sink *d, bool low, uint64_t *cover) {
  const uint32_t at = s->wp_q > s->regs.limit_q ? 0 : s->wp_q;
  const bool stop =
      out->ram_we && at == s->regs.limit_q && (s->regs.stop_on_wrap_q || s->framing->once);
  if (stop) {
    /* What the word that ends the buffer has left. */
    struct rvt_ram_sink left = *s;
    left.level_q = (uint8_t)(s->level_q - 4);
    cover[TB_RMX_STOP + (d->regs.stopped_q ? 0u : TB_RMX_HELD) +
          held(d->regs.stopped_q ? d : &left)]++;
  } else if (low && s->regs.stopped_q) {
    cover[(d->regs.enable_q ? TB_RMX_RESUME : TB_RMX_DISCARD) + held(s)]++;
  } else if (low && s->regs.enable_q && !d->regs.enable_q) {
    cover[TB_RMX_DISABLE + 2u * (s->level_q < 4 ? s->level_q : 4u) + s->mid_q]++;
  } else if (low && !s->regs.enable_q && d->regs.enable_q) {
    cover[TB_RMX_ENABLE + 2 * place(s->wp_q, s->regs.limit_q) + s->wrap_q]++;
  }
}

static void cross_wrap(const struct rvt_ram_sink *s, const struct rvt_ram_sink_out *out,
                       const struct rvt_ram_sink *d, uint64_t *cover) {
  const uint32_t limit = s->regs.limit_q, all = (UINT32_C(1) << s->p.sram_words_log2) - 1;
  if (!out->ram_we || (s->wp_q > limit ? 0 : s->wp_q) != limit) return;
  cover[TB_RMX_WRAP + 2u * s->regs.stop_on_wrap_q + !s->regs.enable_q]++;
  cover[TB_RMX_WRAP_LIMIT + (limit == 0 ? 0 : limit == all ? 3 : limit == 1 ? 1 : 2)]++;
  cover[TB_RMX_WRAP_AGAIN] += s->wrap_q && d->wrap_q;
}

/* A pointer is written, with all its bytes if the place of the value counts. */
static void cross_pointer(const struct rvt_ram_sink *s, const struct rvt_apb *apb, unsigned which,
                          uint64_t *cover) {
  const enum tb_ram_state state = state_of(s);
  cover[TB_RMX_POINTER + which * TB_RAM_STATES + (unsigned)state]++;
  const bool taken = state == TB_RAM_IDLE || (state == TB_RAM_STOPPED && which == 2);
  if (!taken || apb->pstrb != 15) return;
  const uint32_t word = apb->pwdata >> 2;
  const bool beyond = word >> s->p.sram_words_log2 != 0;
  cover[TB_RMX_TO + 5 * which + (beyond ? 4 : place(word, s->regs.limit_q))]++;
  if (which == 1 && s->wrap_q) cover[TB_RMX_WRAP_CLEARED + (apb->pwdata & 1u)]++;
}

static void cross_control(const struct rvt_ram_sink *s, const struct rvt_apb *apb,
                          uint64_t *cover) {
  const uint32_t w = apb->pwdata & rvt_apb_lanes(apb);
  if ((apb->pstrb & 2u) != 0) {
    const unsigned bits = 2u * s->regs.stop_on_wrap_q + RVT_FIELD(w, RVT_TR_RAM_STOP_ON_WRAP);
    cover[TB_RMX_STOP_BIT + 4 * (unsigned)state_of(s) + bits]++;
  }
  cover[TB_RMX_RESERVED] += RVT_FIELD(w, RVT_TR_RAM_MODE) != 0;
  cover[TB_RMX_RESERVED + 1] += RVT_FIELD(w, RVT_TR_RAM_MEM_FORMAT) != 0;
  cover[TB_RMX_RESERVED + 2] += RVT_FIELD(w, RVT_TR_RAM_ASYNC_FREQ) != 0;
  cover[TB_RMX_RESERVED + 3] += (w & ~(uint32_t)RVT_TR_RAM_CONTROL_WRITABLE) != 0;
}

static void cross_write(const struct rvt_ram_sink *s, const struct rvt_ram_sink_out *out,
                        const struct rvt_apb *apb, const struct rvt_ram_sink *d, uint64_t *cover) {
  const uint16_t word = rvt_apb_word(apb);
  const bool low = word == CONTROL && (apb->pstrb & 1u) != 0;
  const bool leave = low && (apb->pwdata & ACTIVE) == 0;
  if (leave) {
    cover[TB_RMX_LEAVE + (unsigned)state_of(s) * TB_RMX_HELD + held(s)]++;
    return;
  }
  cross_enable(s, out, d, low, cover);
  if (word == CONTROL) cross_control(s, apb, cover);
  if (word == RVT_TR_RAM_LIMIT_LOW_OFFSET) cross_pointer(s, apb, 0, cover);
  if (word == RVT_TR_RAM_WP_LOW_OFFSET) cross_pointer(s, apb, 1, cover);
  if (word == RVT_TR_RAM_RP_LOW_OFFSET) cross_pointer(s, apb, 2, cover);
}

/* Setup clocks: what a read finds. */
static void cross_read(const struct rvt_ram_sink *s, const struct rvt_apb *apb, uint64_t *cover) {
  const unsigned state = (unsigned)state_of(s);
  if (rvt_apb_word(apb) == CONTROL) cover[TB_RMX_EMPTY + state * TB_RMX_HELD + held(s)]++;
  if (rvt_apb_word(apb) == RVT_TR_RAM_DATA_OFFSET)
    cover[TB_RMX_DATA + place(s->rp_q, s->regs.limit_q) * TB_RAM_STATES + state]++;
}

void tb_ram_cross(struct tb_bus_cross *bus, const struct rvt_ram_sink *before,
                  const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                  const struct rvt_ram_sink *after, uint64_t cover[TB_RAM_CROSSES]) {
  const struct rvt_ram_sink *s = before;
  const struct rvt_apb *apb = &in->apb;
  const enum rvt_life life = s->regs.active.life_q;
  tb_bus_cross(bus, words, TB_RMX_WORDS, apb, out->pready, life, cover + TB_RMX_BUS);
  tb_life_cross(apb, life, cover + TB_RMX_LIFE);
  if (life != RVT_LIFE_ON) return;
  if (rvt_apb_reads(apb)) cross_read(s, apb, cover);
  cross_wrap(s, out, after, cover);
  if (in->s.valid && out->s_ready)
    cover[TB_RMX_PACK + s->level_q % 4 * RVT_RAM_LANES_MAX + in->s.bytes - 1]++;
  if (rvt_apb_writes(apb))
    cross_write(s, out, apb, after, cover);
  else
    cross_enable(s, out, after, false, cover);
}

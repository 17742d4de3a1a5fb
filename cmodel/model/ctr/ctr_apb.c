/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ctr_apb.h"

/* Offsets in the window. */
enum { TABLE = 0x800, MCTRCTL = 0x1800, CLEAR = 0x1828, ID = 0x1830 };
enum { WORD = 4, STROBES = 0xf };

void rvt_ctr_apb_init(struct rvt_ctr_apb *s, const struct rvt_ctr_params *p, uint8_t lag) {
  *s = (struct rvt_ctr_apb){.p = *p, .lag = lag};
}

uint64_t rvt_ctr_apb_id(const struct rvt_ctr_params *p) {
  static const uint8_t exponents[] = {[13] = 1, [15] = 2, [19] = 3, [27] = 4};
  const unsigned counter = p->counter_width;
  uint64_t id = RVT_CTR_WINDOW_VERSION | (uint64_t)(p->depths & 31u) << 8;
  id |= (uint64_t)(p->xlen == 64) << 14 | (uint64_t)(counter != 0) << 15;
  id |= (uint64_t)exponents[counter] << 16;
  id |= (uint64_t)p->misp << 19 | (uint64_t)p->type << 20 | (uint64_t)p->ext_traps << 21;
  id |= (uint64_t)p->ras_emu << 22 | (uint64_t)p->lcofi << 23 | (uint64_t)p->hyp << 24;
  return id | (uint64_t)p->filters << 32;
}

/** Number of the CSR at an offset of the window, 0 where none is. */
static uint16_t csr_at(unsigned offset) {
  static const uint16_t entry[] = {0x151, 0x152, 0x153};
  static const uint16_t others[] = {RVT_CTR_MCTRCTL, RVT_CTR_SCTRCTL, RVT_CTR_VSCTRCTL,
                                    RVT_CTR_SCTRDEPTH, RVT_CTR_SCTRSTATUS};
  if (offset < MCTRCTL) return entry[offset / TABLE];
  return offset < CLEAR ? others[(offset - MCTRCTL) / 8] : 0;
}

struct asked {
  unsigned offset; /* of the register */
  bool high, access, whole, known, clear, reaches, asks;
};

static struct asked asked(const struct rvt_ctr_apb *s, const struct rvt_apb *bus) {
  struct asked a = {.offset = bus->paddr & 0x1ff8u,
                    .high = (bus->paddr & WORD) != 0,
                    .access = bus->psel && bus->penable,
                    .whole = (bus->pstrb & STROBES) == STROBES};
  a.known = csr_at(a.offset) != 0;
  a.clear = a.offset == CLEAR;
  a.reaches = a.high == (s->p.xlen == 64); /* the word that writes the register */
  if (a.clear)
    a.asks = bus->pwrite && a.whole && !a.high;
  else if (bus->pwrite)
    a.asks = a.known && a.whole && a.reaches;
  else
    a.asks = a.known && (s->p.xlen == 64 || !a.high);
  return a;
}

void rvt_ctr_apb_outputs(const struct rvt_ctr_apb *s, const struct rvt_apb *bus,
                         const struct rvt_ctr_out *from, struct rvt_ctr_apb_out *out) {
  const struct asked a = asked(s, bus);
  *out =
      (struct rvt_ctr_apb_out){.pready = !a.asks || (s->sent_q && from->csr_done),
                               .csr_valid = a.access && a.asks && !s->sent_q && s->lag_q == s->lag,
                               .csr_op = RVT_CTR_READ,
                               .csr_addr = csr_at(a.offset),
                               .csr_select = (uint16_t)(RVT_CTR_SELECT + a.offset / 8 % 256),
                               .csr_wdata = bus->pwdata};
  if (bus->pwrite) out->csr_op = RVT_CTR_WRITE;
  if (a.clear) out->csr_op = RVT_CTR_CLEAR;
  if (s->p.xlen == 64) out->csr_wdata = (uint64_t)bus->pwdata << 32 | s->held_q;
  if (!a.access || bus->pwrite) return;
  uint64_t read = 0;
  if (a.asks)
    read = out->pready ? from->csr_rdata : 0;
  else if (a.offset == ID)
    read = rvt_ctr_apb_id(&s->p);
  out->prdata = (uint32_t)(a.high ? read >> 32 : read);
}

void rvt_ctr_apb_tick(struct rvt_ctr_apb *s, const struct rvt_apb *bus,
                      const struct rvt_ctr_out *from) {
  struct rvt_ctr_apb_out out;
  rvt_ctr_apb_outputs(s, bus, from, &out);
  const struct asked a = asked(s, bus);
  if (s->p.xlen == 64 && a.access && bus->pwrite && a.known && a.whole && !a.reaches)
    s->held_q = bus->pwdata;
  if (!a.access)
    s->lag_q = 0;
  else if (s->lag_q < s->lag)
    s->lag_q++;
  s->sent_q = (s->sent_q || (out.csr_valid && from->csr_ready)) && !from->csr_done;
}

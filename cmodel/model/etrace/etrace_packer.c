/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/etrace_packer.h"

#include <string.h>

enum { WORDS = 6, IOPTIONS_BITS = 5, DOPTIONS_BITS = 4 };

/** Bits, the first one in bit 0 of the first word. */
struct bits {
  uint64_t word[WORDS];
  unsigned count;
};

static void put(struct bits *b, uint64_t value, unsigned width) {
  if (width == 0) return;
  const unsigned at = b->count / 64, shift = b->count % 64;
  const uint64_t kept = width >= 64 ? value : value & (((uint64_t)1 << width) - 1);
  b->word[at] |= kept << shift;
  if (shift != 0 && shift + width > 64) b->word[at + 1] |= kept >> (64 - shift);
  b->count += width;
}

static inline bool bit(const struct bits *b, unsigned i) { return b->word[i / 64] >> (i % 64) & 1; }

static unsigned addr_width(const struct rvt_params *p) { /* iaddress_width_p - iaddress_lsb_p */
  return (p->xlen < p->addr_bits ? p->xlen : p->addr_bits) - 1u;
}
static unsigned context_width(const struct rvt_params *p) {
  return p->context < 2 ? 0 : p->context_width;
}
static unsigned cause_width(const struct rvt_params *p) { return p->xlen == 32 ? 5 : 6; }

/** Bits of the map of so many branches (ETR:P-07). */
static unsigned map_width(unsigned branches) {
  unsigned width = 1;
  while (width < branches) width = 2 * width + 1;
  return width;
}

/** Address and tail of formats 1 and 2 (ETR:F2-01). */
static void put_address(struct bits *b, const struct rvt_params *p,
                        const struct rvt_etrace_record *r) {
  const unsigned width = addr_width(p);
  const bool top = (r->addr >> (width - 1) & 1) != 0;
  const bool notify = top != r->notify, updiscon = notify != r->updiscon;
  put(b, r->addr, width);
  put(b, notify, 1);
  put(b, updiscon, 1);
  put(b, updiscon, 1); /* irreport: none */
}

/** What 3.0, 3.1 and 3.2 have of the hart. */
static void put_hart(struct bits *b, const struct rvt_params *p,
                     const struct rvt_etrace_record *r) {
  put(b, r->priv, p->priv_bits);
  put(b, r->hart_context, context_width(p));
}

static void put_trap(struct bits *b, const struct rvt_params *p, bool no_trap_addr,
                     const struct rvt_etrace_record *r) {
  put(b, r->branch, 1);
  put_hart(b, p, r);
  put(b, r->cause, cause_width(p));
  put(b, r->interrupt, 1);
  put(b, r->thaddr, 1);
  if (!(no_trap_addr && r->thaddr)) put(b, r->addr, addr_width(p)); /* ETR:M-IEX */
  if (!r->interrupt) put(b, r->tval, addr_width(p) + 1);
}

static void put_payload(struct bits *b, const struct rvt_params *p, bool no_trap_addr,
                        const struct rvt_etrace_record *r) {
  switch (r->kind) {
  case RVT_ETRACE_BRANCH:
    put(b, 1, 2 + 5);
    put(b, r->map, 31);
    break;
  case RVT_ETRACE_ADDRESS:
    put(b, r->branches != 0 ? 1 : 2, 2);
    if (r->branches != 0) {
      put(b, r->branches, 5);
      put(b, r->map, map_width(r->branches));
    }
    put_address(b, p, r);
    break;
  case RVT_ETRACE_START:
    put(b, 3, 4);
    put(b, r->branch, 1);
    put_hart(b, p, r);
    put(b, r->addr, addr_width(p));
    break;
  case RVT_ETRACE_TRAP:
    put(b, 7, 4);
    put_trap(b, p, no_trap_addr, r);
    break;
  case RVT_ETRACE_CONTEXT:
    put(b, 11, 4);
    put_hart(b, p, r);
    break;
  default:
    put(b, 15, 4);
    put(b, r->ienable, 1);
    put(b, 0, 1); /* encoder_mode */
    put(b, r->qual, 2);
    put(b, r->ioptions, IOPTIONS_BITS);
    put(b, 0, 2 + DOPTIONS_BITS); /* denable, dloss, doptions */
    break;
  }
}

/** Bytes of a payload without bits that equal the one before (ETR:P-02). */
static unsigned payload_bytes(const struct bits *b) {
  unsigned last = b->count - 1;
  while (last != 0 && bit(b, last) == bit(b, last - 1)) last--;
  return last / 8 + 1;
}

/** Whether a packet of this kind has a time (ETR:DC-11, TCI:TS-18). */
static bool has_time(const struct rvt_params *p, const struct rvt_config *cfg, uint8_t kind) {
  if (p->ts_width == 0 || !cfg->ts_en) return false;
  switch (kind) {
  case RVT_ETRACE_START:
  case RVT_ETRACE_TRAP: return true;
  case RVT_ETRACE_CONTEXT: return (cfg->ts_suppress & 4) == 0;
  case RVT_ETRACE_SUPPORT: return (cfg->ts_suppress & 8) == 0;
  default: return (cfg->ts_suppress & 1) == 0;
  }
}

/** Bits of srcID; whole bytes where a time can stand beside it (ETR:DC-11, ETR AMB-23). */
static unsigned source_bits(const struct rvt_params *p, const struct rvt_config *cfg) {
  if (cfg->inhibit_src) return 0;
  return p->ts_width == 0 ? cfg->src_bits : cfg->src_bits & 8u;
}

size_t rvt_etrace_pack(const struct rvt_params *p, const struct rvt_config *cfg,
                       const struct rvt_etrace_record *r, uint8_t *bytes) {
  struct bits payload = {.count = 0}, packet = {.count = 0};
  put_payload(&payload, p, cfg->no_trap_addr, r);
  const unsigned size = payload_bytes(&payload);
  const bool sign = bit(&payload, payload.count - 1);
  const unsigned src_bits = source_bits(p, cfg);
  const bool timed = has_time(p, cfg, r->kind);
  const unsigned length = size + (src_bits % 8 != 0);
  put(&packet, length | (timed ? 0x80u : 0), 8);
  put(&packet, cfg->src_id, src_bits);
  if (timed) put(&packet, r->abs_time, p->ts_width);
  const unsigned total = 1 + src_bits / 8 + (timed ? p->ts_width / 8u : 0) + length;
  for (unsigned i = 0; packet.count < 8 * total; i++)
    put(&packet, i < payload.count ? bit(&payload, i) : sign, 1);
  for (unsigned i = 0; i < total; i++) bytes[i] = (uint8_t)(packet.word[i / 8] >> (i % 8 * 8));
  return total;
}

void rvt_etrace_packer_init(struct rvt_etrace_packer *s, const struct rvt_params *p) {
  memset(s, 0, sizeof *s);
  s->p = *p;
}

/** Bytes of the packet as its header, if `header` is one, and the mark of the first beat say. */
static uint8_t length_of(const struct rvt_etrace_packer *s, uint8_t header) {
  const unsigned time = (header & RVT_ETRACE_EXTEND) != 0 ? s->p.ts_width / 8u : 0;
  return (uint8_t)(1 + (header & RVT_ETRACE_LENGTH) + time + (s->at_q == 0 && s->src_q));
}

void rvt_etrace_packer_beat(const struct rvt_etrace_packer *s, struct rvt_beat *m) {
  memset(m, 0, sizeof *m);
  if (s->size_q == 0) return;
  const unsigned rest = (unsigned)(s->size_q - s->at_q);
  m->valid = true;
  m->bytes = (uint8_t)(rest < s->p.lanes ? rest : s->p.lanes);
  m->eom = rest <= s->p.lanes;
  m->sync = s->sync_q && s->at_q == 0;
  memcpy(m->data, s->bytes_q + s->at_q, m->bytes);
  m->length = length_of(s, m->data[0]);
}

/** Whether the packet that leaves, if there is one, has left with this clock. */
static inline bool leaves(const struct rvt_etrace_packer *s, bool m_ready) {
  return s->size_q == 0 || (m_ready && s->size_q - s->at_q <= s->p.lanes);
}

bool rvt_etrace_packer_ready(const struct rvt_etrace_packer *s, bool m_ready) {
  return !s->rec_valid_q || leaves(s, m_ready);
}

void rvt_etrace_packer_tick(struct rvt_etrace_packer *s, const struct rvt_etrace_packer_in *in) {
  if (!in->cfg->active) {
    s->rec_valid_q = false;
    s->size_q = s->at_q = 0;
    return;
  }
  const bool ready = rvt_etrace_packer_ready(s, in->m_ready);
  if (leaves(s, in->m_ready)) {
    const struct rvt_etrace_record *r = &s->rec_q;
    s->at_q = 0;
    s->src_q = source_bits(&s->p, in->cfg) >= 8;
    s->sync_q = r->kind == RVT_ETRACE_START || r->kind == RVT_ETRACE_TRAP ||
                (r->kind == RVT_ETRACE_SUPPORT && r->qual == RVT_ETRACE_TRACE_LOST);
    s->size_q =
        s->rec_valid_q ? (uint8_t)rvt_etrace_pack(&s->p, in->cfg, &s->rec_q, s->bytes_q) : 0;
  } else if (in->m_ready) {
    s->at_q = (uint8_t)(s->at_q + s->p.lanes);
  }
  if (ready) {
    s->rec_valid_q = in->rec_valid;
    if (in->rec_valid) s->rec_q = *in->rec;
  }
}

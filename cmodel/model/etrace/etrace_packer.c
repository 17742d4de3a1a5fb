/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/etrace_packer.h"

#include <string.h>

#include "base/kept_address.h"

enum { WORDS = 6, IRETS_BITS = 8, IOPTIONS_BITS = 5, DOPTIONS_BITS = 4 };

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

/** Bits of irdepth, or irets (ETR:F2-03). */
static unsigned depth_width(const struct rvt_params *p) {
  unsigned width = 0;
  if (p->iret_ext) return IRETS_BITS;
  for (unsigned depth = p->stack_depth; depth != 0; depth /= 2) width++;
  return width;
}

/** irreport and irdepth, coded by the bit before them. */
static void put_depth(struct bits *b, const struct rvt_params *p, bool before,
                      const struct rvt_etrace_record *r) {
  const unsigned width = depth_width(p);
  const bool report = width != 0 && r->irreport;
  put(b, before != report, 1);
  put(b, report ? r->irdepth : before ? UINT64_MAX : 0, width);
}

/** Address and tail of formats 0.0, 1 and 2 (ETR:F2-01). */
static void put_address(struct bits *b, const struct rvt_params *p,
                        const struct rvt_etrace_record *r) {
  const unsigned width = addr_width(p);
  const bool top = (r->addr >> (width - 1) & 1) != 0;
  const bool notify = top != r->notify, updiscon = notify != r->updiscon;
  put(b, r->addr, width);
  put(b, notify, 1);
  put(b, updiscon, 1);
  put_depth(b, p, updiscon, r);
}

/** Format 0 with its subformat (ETR:DC-04). */
static void put_format_0(struct bits *b, const struct rvt_params *p, bool index) {
  put(b, 0, 2);
  if (p->bpred_size != 0 && p->cache_size != 0) put(b, index, 1);
}

static void put_map(struct bits *b, const struct rvt_etrace_record *r) {
  put(b, r->branches, 5);
  if (r->branches != 0) put(b, r->map, map_width(r->branches));
}

/** 0.1: the last bit before irreport is one of the map, or of `branches`, which is 0 (ETR:F2-02).
 */
static void put_index(struct bits *b, const struct rvt_params *p,
                      const struct rvt_etrace_record *r) {
  put_format_0(b, p, true);
  put(b, r->index, p->cache_size);
  put_map(b, r);
  put_depth(b, p, bit(b, b->count - 1), r);
}

/** 0.0 (ETR:F0-02). */
static void put_count(struct bits *b, const struct rvt_params *p,
                      const struct rvt_etrace_record *r) {
  put_format_0(b, p, false);
  put(b, r->count, 32);
  if (r->kind == RVT_ETRACE_BRANCH) {
    put(b, RVT_ETRACE_FMT_MISS, 2);
  } else {
    put(b, r->miss ? RVT_ETRACE_FMT_ADDRESS_MISS : RVT_ETRACE_FMT_ADDRESS, 2);
    put_address(b, p, r);
  }
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

/** The widths of the reference encoder, or the standard support packet (ETR AMB-13). */
static void put_support(struct bits *b, const struct rvt_params *p,
                        const struct rvt_etrace_record *r) {
  put(b, 15, 4);
  put(b, r->ienable, 1);
  put(b, 0, p->iret_ext ? 2 : 1); /* encoder_mode */
  put(b, r->qual, 2);
  if (!p->iret_ext) {
    put(b, r->ioptions, IOPTIONS_BITS);
    put(b, 0, 2 + DOPTIONS_BITS); /* denable, dloss, doptions */
    return;
  }
  unsigned stack = 0;
  while (p->stack_depth >> stack > 1) stack++;
  put(b, r->ioptions, 7);                              /* sijump to resync_disabled */
  put(b, 1, 1);                                        /* iret_ext */
  put(b, 0, 3);                                        /* time_width */
  put(b, p->bpred_size != 0 && p->cache_size != 0, 2); /* f0s_width (ETR:DC-04) */
  put(b, stack, 3);
  put(b, 0, 4); /* call_counter_size */
  put(b, p->bpred_size, 3);
  put(b, p->cache_size, 3);
  put(b, 0, 7); /* denable to full_data */
}

static void put_payload(struct bits *b, const struct rvt_params *p, bool no_trap_addr,
                        const struct rvt_etrace_record *r) {
  if (r->counted && r->kind <= RVT_ETRACE_ADDRESS) {
    put_count(b, p, r);
    return;
  }
  switch (r->kind) {
  case RVT_ETRACE_BRANCH:
    put(b, 1, 2 + 5);
    put(b, r->map, 31);
    break;
  case RVT_ETRACE_ADDRESS:
    put(b, r->branches != 0 ? 1 : 2, 2);
    if (r->branches != 0) put_map(b, r);
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
  default: put_support(b, p, r); break;
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

static bool is_sync(const struct rvt_etrace_record *r) {
  return r->kind == RVT_ETRACE_START || r->kind == RVT_ETRACE_TRAP;
}

void rvt_etrace_sent(const struct rvt_params *p, const struct rvt_config *cfg, uint64_t *base,
                     struct rvt_etrace_record *r) {
  const uint64_t addr = r->addr;
  if (!is_sync(r) && !cfg->no_addr_diff) r->addr = rvt_addr_kept(p, addr - *base);
  if (is_sync(r) || r->kind == RVT_ETRACE_ADDRESS) *base = addr;
}

size_t rvt_etrace_pack(const struct rvt_params *p, const struct rvt_config *cfg,
                       const struct rvt_etrace_record *r, uint8_t *bytes) {
  struct bits payload = {.count = 0}, packet = {.count = 0};
  put_payload(&payload, p, cfg->no_trap_addr, r);
  unsigned size = payload_bytes(&payload);
  if (r->hit) { /* ETR:AMB-16 */
    struct bits index = {.count = 0};
    put_index(&index, p, r);
    const unsigned index_size = payload_bytes(&index);
    if (index_size < size) {
      payload = index;
      size = index_size;
    }
  }
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
  if (!s->pay_valid_q || s->measures_q) return;
  const unsigned rest = (unsigned)(s->size_q - s->at_q);
  m->valid = true;
  m->bytes = (uint8_t)(rest < s->p.lanes ? rest : s->p.lanes);
  m->eom = rest <= s->p.lanes;
  m->sync = s->sync_q && s->at_q == 0;
  memcpy(m->data, s->bytes_q + s->at_q, m->bytes);
  m->length = length_of(s, m->data[0]);
}

/** The next payload can be made: there is none, or its last beat leaves, which was not its first.
 */
static bool vacant(const struct rvt_etrace_packer *s, bool m_ready) {
  return !s->pay_valid_q || (m_ready && s->at_q != 0 && s->at_q + s->p.lanes >= s->size_q);
}

/** Whether the record that waits goes on. */
static bool advances(const struct rvt_etrace_packer *s, bool m_ready) {
  return s->measures_q || (s->rec_valid_q && vacant(s, m_ready) && !s->rec_q.hit);
}

bool rvt_etrace_packer_ready(const struct rvt_etrace_packer *s, bool m_ready) {
  return !s->rec_valid_q || advances(s, m_ready);
}

/** The packet of the record that waits, and the delta base behind it. */
static void make(struct rvt_etrace_packer *s, const struct rvt_config *cfg, uint64_t *base) {
  struct rvt_etrace_record r = s->rec_q;
  rvt_etrace_sent(&s->p, cfg, base, &r);
  s->size_q = (uint8_t)rvt_etrace_pack(&s->p, cfg, &r, s->bytes_q);
  s->src_q = source_bits(&s->p, cfg) >= 8;
  s->sync_q = is_sync(&r) || (r.kind == RVT_ETRACE_SUPPORT && r.qual == RVT_ETRACE_TRACE_LOST);
}

/** The payload; `sent`: bytes of it leave. */
static void tick_payload(struct rvt_etrace_packer *s, const struct rvt_config *cfg, bool sent) {
  if (s->measures_q) {
    s->base_q = s->rec_q.addr;
    s->measures_q = false;
  } else if (!vacant(s, sent)) {
    if (sent) s->at_q = (uint8_t)(s->at_q + s->p.lanes);
    s->pay_valid_q = s->at_q < s->size_q;
    if (!s->pay_valid_q) s->at_q = 0;
  } else {
    s->at_q = 0;
    s->pay_valid_q = s->rec_valid_q;
    if (!s->rec_valid_q) return;
    uint64_t base = s->base_q;
    make(s, cfg, &base);
    if (!s->rec_q.hit) s->base_q = base;
    s->measures_q = s->rec_q.hit;
  }
}

void rvt_etrace_packer_tick(struct rvt_etrace_packer *s, const struct rvt_etrace_packer_in *in) {
  if (!in->cfg->active) {
    const struct rvt_params p = s->p;
    rvt_etrace_packer_init(s, &p);
    return;
  }
  const bool ready = rvt_etrace_packer_ready(s, in->m_ready);
  tick_payload(s, in->cfg, in->m_ready);
  if (ready) {
    s->rec_valid_q = in->rec_valid;
    if (in->rec_valid) s->rec_q = *in->rec;
  }
}

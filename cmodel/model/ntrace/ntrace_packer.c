/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_packer.h"

#include <string.h>

#include "codec/ntrace_layout.h"

/** The beat on offer, beside its bytes: what it takes from the registers. */
struct beat_plan {
  uint64_t segment; /* value of the segment it takes bits from; 0 in a carry-only beat */
  uint8_t width;    /* W = 6 * lanes */
  uint8_t bytes;    /* 1..lanes */
  bool carry_only;
  bool ends_segment;
  bool ends_message;
};

static inline uint64_t low_mask(unsigned bits) {
  return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static inline uint64_t shift_down(uint64_t value, unsigned by) {
  return by >= 64 ? 0 : value >> by;
}

static inline unsigned bit_length(uint64_t value) {
  return value == 0 ? 0 : 64 - (unsigned)__builtin_clzll(value);
}

static inline bool hist_is_next(const struct rvt_ntrace_packer *s) {
  return s->has_hist_q && (s->hist_first_q || !(s->has_icnt_q || s->has_addr_q));
}

static inline struct beat_plan plan_beat(const struct rvt_ntrace_packer *s) {
  struct beat_plan plan = {.width = (uint8_t)(6 * s->p.lanes), .bytes = s->p.lanes};
  const unsigned carry_bits = s->carry_bits_q;
  if (carry_bits >= plan.width) {
    plan.carry_only = true;
    return plan;
  }
  if (hist_is_next(s))
    plan.segment = s->hist_q;
  else if (s->has_icnt_q)
    plan.segment = s->icnt_q;
  else if (s->has_addr_q)
    plan.segment = s->addr_q;
  else
    plan.segment = s->ts_q;

  plan.ends_segment = shift_down(plan.segment, plan.width - carry_bits) == 0;
  if (plan.ends_segment) {
    plan.ends_message = s->has_icnt_q + s->has_addr_q + s->has_hist_q + s->has_ts_q == 1;
    const unsigned bits =
        plan.segment != 0 ? carry_bits + bit_length(plan.segment) : bit_length(s->carry_q);
    unsigned bytes = (bits + 5) / 6;
    const unsigned least = s->head_q ? carry_bits / 6 + 1 : 1;
    if (bytes < least) bytes = least;
    plan.bytes = (uint8_t)bytes;
  }
  return plan;
}

/** Six bits of (segment << carry_bits) | carry, from bit 6 * lane up. */
static inline unsigned chunk(const struct rvt_ntrace_packer *s, uint64_t segment, unsigned lane) {
  const unsigned from = 6 * lane;
  const unsigned carry_bits = s->carry_bits_q;
  const uint64_t bits = from < carry_bits ? (segment << (carry_bits - from)) | (s->carry_q >> from)
                                          : shift_down(segment, from - carry_bits);
  return (unsigned)bits & 0x3F;
}

static void clear(struct rvt_ntrace_packer *s) {
  const struct rvt_ntrace_packer_params p = s->p;
  *s = (struct rvt_ntrace_packer){.p = p};
}

enum rvt_status rvt_ntrace_packer_init(struct rvt_ntrace_packer *s,
                                       const struct rvt_ntrace_packer_params *p,
                                       struct rvt_error *e) {
  const bool lanes_ok =
      p->lanes >= 1 && p->lanes <= RVT_LANES_MAX && (p->lanes & (p->lanes - 1)) == 0;
  const bool widths_ok = p->icnt_width >= 1 && p->icnt_width <= RVT_ICNT_CEIL &&
                         p->addr_width >= 1 && p->addr_width <= RVT_ADDR_CEIL &&
                         p->hist_width != 1 && p->hist_width <= RVT_HIST_CEIL &&
                         p->ts_width <= RVT_TIME_CEIL && p->src_bits_max <= RVT_SRC_BITS_CEIL;
  if (!lanes_ok)
    return rvt_error_set(e, RVT_ERR_ARG, "lanes: expected 1, 2, 4, 8 or 16, found %u", p->lanes);
  if (!widths_ok)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "packer: expected widths within their ceilings (NT:GEN-05), found icnt "
                         "%u, addr %u, hist %u, ts %u, src %u",
                         p->icnt_width, p->addr_width, p->hist_width, p->ts_width, p->src_bits_max);
  s->p = *p;
  clear(s);
  return RVT_OK;
}

void rvt_ntrace_packer_outputs(const struct rvt_ntrace_packer *s,
                               const struct rvt_ntrace_packer_in *in,
                               struct rvt_ntrace_packer_out *out) {
  memset(&out->m, 0, sizeof out->m);
  out->busy = s->busy_q;
  if (!s->busy_q) {
    out->rec_ready = true;
    return;
  }
  const struct beat_plan plan = plan_beat(s);
  out->rec_ready = plan.ends_message && in->m_ready;
  out->m.valid = true;
  out->m.eom = plan.ends_message;
  out->m.bytes = plan.bytes;
  for (unsigned lane = 0; lane < plan.bytes; lane++)
    out->m.data[lane] = (uint8_t)(chunk(s, plan.segment, lane) << 2);
  if (plan.ends_segment)
    out->m.data[plan.bytes - 1] |= plan.ends_message ? RVT_MSEO_END_MSG : RVT_MSEO_END_VAR;
}

/** The beat on offer has been taken. */
static void advance(struct rvt_ntrace_packer *s) {
  const struct beat_plan plan = plan_beat(s);
  if (plan.carry_only) {
    s->carry_q = (uint32_t)shift_down(s->carry_q, plan.width);
    s->carry_bits_q = (uint8_t)(s->carry_bits_q - plan.width);
    return;
  }
  s->head_q = false;
  s->busy_q = !plan.ends_message;
  const uint64_t rest = shift_down(plan.segment, plan.width);
  const bool more = !plan.ends_segment;
  if (hist_is_next(s)) {
    s->hist_q = (uint32_t)rest;
    s->has_hist_q = more;
  } else if (s->has_icnt_q) {
    s->icnt_q = (uint32_t)rest;
    s->has_icnt_q = more;
  } else if (s->has_addr_q) {
    s->addr_q = rest;
    s->has_addr_q = more;
  } else {
    s->ts_q = rest;
    s->has_ts_q = more;
  }
  if (plan.ends_segment) {
    s->carry_q = 0;
    s->carry_bits_q = 0;
  } else {
    s->carry_q = (uint32_t)(shift_down(plan.segment, (unsigned)plan.width - s->carry_bits_q) &
                            low_mask(s->carry_bits_q));
  }
}

static inline void append(struct rvt_ntrace_packer *s, unsigned value, unsigned bits) {
  s->carry_q |= (uint32_t)((value & low_mask(bits)) << s->carry_bits_q);
  s->carry_bits_q = (uint8_t)(s->carry_bits_q + bits);
}

static void load(struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in) {
  const struct rvt_ntrace_record *rec = &in->rec;
  const unsigned layout = rvt_layout_parts(rec);
  s->busy_q = true;
  s->head_q = true;
  s->hist_first_q = (layout & RVT_PARTS_HIST_FIRST) != 0;
  s->has_addr_q = (layout & RVT_PARTS_ADDR) != 0;
  s->has_hist_q = (layout & RVT_PARTS_HIST) != 0 && s->p.hist_width != 0;
  const bool sync = rvt_ntrace_is_sync(rec->tcode);
  s->has_ts_q = in->ts_en && s->p.ts_width != 0 && (sync || s->base_q);
  s->base_q = s->has_ts_q;
  /* A record that the contract excludes still becomes a message that ends. */
  s->has_icnt_q = (layout & RVT_PARTS_ICNT) != 0 || !(s->has_addr_q || s->has_hist_q);

  s->carry_q = 0;
  s->carry_bits_q = 0;
  append(s, rec->tcode, 6);
  append(s, in->src_id, in->src_bits);
  if (layout & RVT_PARTS_SUB) append(s, rec->sub, 4);
  if (layout & RVT_PARTS_BTYPE) append(s, rec->btype, 2);

  s->icnt_q = rec->icnt & (uint32_t)low_mask(s->p.icnt_width);
  s->addr_q = rec->addr & low_mask(s->p.addr_width);
  s->hist_q = rec->hist & (uint32_t)low_mask(s->p.hist_width);
  const uint64_t base = sync ? 0 : s->last_time_q;
  s->ts_q = (rec->abs_time - base) & low_mask(s->p.ts_width);
  s->last_time_q = rec->abs_time & low_mask(s->p.ts_width);
}

void rvt_ntrace_packer_tick(struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in) {
  if (in->clr) {
    clear(s);
    return;
  }
  if (!in->ts_en) s->base_q = false; /* before the record: `load` asks for both */
  if (s->busy_q) {
    if (!in->m_ready) return;
    advance(s);
  }
  if (in->rec_valid && !s->busy_q) load(s, in);
}

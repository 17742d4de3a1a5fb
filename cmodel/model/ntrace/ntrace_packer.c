/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/ntrace_packer.h"

#include <string.h>

#include "codec/ntrace_layout.h"

enum { MDO_BITS = RVT_MDO_BITS, MDO_MASK = RVT_MDO_MASK };

/** The byte of the serial form, beside its value: what it takes from the registers. */
struct byte_plan {
  uint64_t segment; /* value of the segment it takes bits from; 0 in a byte of the carry alone */
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

static inline bool hist_is_next(const struct rvt_ntrace_packer *s) {
  return s->has_hist_q && (s->hist_first_q || !(s->has_icnt_q || s->has_addr_q));
}

static inline bool addr_is_next(const struct rvt_ntrace_packer *s) {
  return s->has_addr_q && !s->has_icnt_q && !hist_is_next(s);
}

static inline struct byte_plan plan_byte(const struct rvt_ntrace_packer *s) {
  struct byte_plan plan = {.carry_only = s->carry_bits_q >= MDO_BITS};
  if (plan.carry_only) return plan;
  if (hist_is_next(s))
    plan.segment = s->hist_q;
  else if (s->has_icnt_q)
    plan.segment = s->icnt_q;
  else if (s->has_addr_q)
    plan.segment = s->addr_q;
  else
    plan.segment = s->ts_q;

  plan.ends_segment = addr_is_next(s) && s->extend_q
                          ? s->addr_more_q == 0
                          : shift_down(plan.segment, MDO_BITS - s->carry_bits_q) == 0;
  plan.ends_message =
      plan.ends_segment && s->has_icnt_q + s->has_addr_q + s->has_hist_q + s->has_ts_q == 1;
  return plan;
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

static void outputs_serial(const struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in,
                           struct rvt_ntrace_packer_out *out) {
  out->rec_ready = !s->busy_q;
  if (!s->busy_q) return;
  const struct byte_plan plan = plan_byte(s);
  out->rec_ready = plan.ends_message && in->m_ready;
  out->m.valid = true;
  out->m.eom = plan.ends_message;
  out->m.bytes = 1;
  const unsigned mdo = (unsigned)(plan.segment << s->carry_bits_q | s->carry_q) & MDO_MASK;
  out->m.data[0] = (uint8_t)(mdo << 2);
  if (plan.ends_segment) out->m.data[0] |= plan.ends_message ? RVT_MSEO_END_MSG : RVT_MSEO_END_VAR;
}

/** The byte on offer has been taken. */
static void advance(struct rvt_ntrace_packer *s) {
  const struct byte_plan plan = plan_byte(s);
  if (plan.carry_only) {
    s->carry_q >>= MDO_BITS;
    s->carry_bits_q = (uint8_t)(s->carry_bits_q - MDO_BITS);
    return;
  }
  s->busy_q = !plan.ends_message;
  const uint64_t rest = plan.segment >> MDO_BITS;
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
    if (s->addr_more_q != 0) s->addr_more_q--;
  } else {
    s->ts_q = rest;
    s->has_ts_q = more;
  }
  if (plan.ends_segment) {
    s->carry_q = 0;
    s->carry_bits_q = 0;
  } else {
    s->carry_q = (uint32_t)(shift_down(plan.segment, MDO_BITS - s->carry_bits_q) &
                            low_mask(s->carry_bits_q));
  }
}

/* ---- The wide form --------------------------------------------------------------------------- */

/**
 * Append a part: at least `least` bytes of it, `mseo` in the last one. It follows the part before
 * it in the same beat if it fits there.
 */
static void put_part(struct rvt_packer_message *m, unsigned lanes, uint64_t value, unsigned least,
                     enum rvt_ntrace_mseo mseo) {
  unsigned bytes = 0;
  while (value != 0 || bytes < least) {
    m->data[m->size + bytes++] = (uint8_t)((value & MDO_MASK) << 2);
    value >>= MDO_BITS;
  }
  m->size = (uint8_t)(m->size + bytes);
  m->data[m->size - 1] |= (uint8_t)mseo;
  if (m->beats != 0 && m->bytes[m->beats - 1] + bytes <= lanes) {
    m->bytes[m->beats - 1] = (uint8_t)(m->bytes[m->beats - 1] + bytes);
    return;
  }
  for (; bytes > lanes; bytes -= lanes) m->bytes[m->beats++] = (uint8_t)lanes;
  m->bytes[m->beats++] = (uint8_t)bytes;
}

/** The address after I-CNT. */
static void put_addr(struct rvt_packer_message *m, const struct rvt_ntrace_packer *s) {
  const unsigned least = s->addr_more_q + 1u;
  const uint64_t sent = s->extend_q ? s->addr_q & low_mask(MDO_BITS * least) : s->addr_q;
  put_part(m, s->p.lanes, sent, least, RVT_MSEO_END_VAR);
}

/** The record's message in bytes and beats. */
static struct rvt_packer_message message_of(const struct rvt_ntrace_packer *s) {
  struct rvt_packer_message m = {.size = 0};
  const unsigned lanes = s->p.lanes;
  const unsigned carry_bits = s->carry_bits_q;
  const bool hist_first = hist_is_next(s);
  if (s->has_icnt_q && !hist_first) {
    put_part(&m, lanes, (uint64_t)s->icnt_q << carry_bits | s->carry_q, carry_bits / MDO_BITS + 1,
             RVT_MSEO_END_VAR);
  } else {
    /* The first variable field is not I-CNT: its low bits fill up the head's last byte. */
    const uint64_t first = hist_first ? s->hist_q : s->addr_q;
    const unsigned fill = (MDO_BITS - carry_bits % MDO_BITS) % MDO_BITS;
    const uint64_t rest = first >> fill;
    const bool more = rest != 0 || fill == 0;
    put_part(&m, lanes, (first & low_mask(fill)) << carry_bits | s->carry_q,
             (carry_bits + fill) / MDO_BITS, more ? RVT_MSEO_NORMAL : RVT_MSEO_END_VAR);
    if (more) put_part(&m, lanes, rest, 1, RVT_MSEO_END_VAR);
  }
  if (hist_first && s->has_icnt_q) put_part(&m, lanes, s->icnt_q, 1, RVT_MSEO_END_VAR);
  if (s->has_icnt_q && s->has_addr_q) put_addr(&m, s);
  if (s->has_hist_q && !hist_first) put_part(&m, lanes, s->hist_q, 1, RVT_MSEO_END_VAR);
  if (s->has_ts_q) put_part(&m, lanes, s->ts_q, 1, RVT_MSEO_END_VAR);
  m.data[m.size - 1] |= RVT_MSEO_END_MSG;
  return m;
}

/** Whether the message register is free at the clock's edge. */
static inline bool message_leaves(const struct rvt_packer_message *m, bool m_ready) {
  return m->beats == 0 || (m_ready && m->beat + 1 == m->beats);
}

static void outputs_wide(const struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in,
                         struct rvt_ntrace_packer_out *out) {
  const struct rvt_packer_message *m = &s->message_q;
  out->rec_ready = !s->busy_q || message_leaves(m, in->m_ready);
  if (m->beats == 0) return;
  out->m.valid = true;
  out->m.eom = m->beat + 1 == m->beats;
  out->m.bytes = m->bytes[m->beat];
  memcpy(out->m.data, m->data + m->at, out->m.bytes);
}

/** The wide form's edge before a record is loaded. */
static void tick_wide(struct rvt_ntrace_packer *s, bool m_ready) {
  struct rvt_packer_message *m = &s->message_q;
  if (message_leaves(m, m_ready)) {
    if (s->busy_q)
      *m = message_of(s);
    else
      m->beats = 0;
    s->busy_q = false;
  } else if (m_ready) {
    m->at = (uint8_t)(m->at + m->bytes[m->beat++]);
  }
}

/* ---- Both --------------------------------------------------------------------------------------
 */

void rvt_ntrace_packer_outputs(const struct rvt_ntrace_packer *s,
                               const struct rvt_ntrace_packer_in *in,
                               struct rvt_ntrace_packer_out *out) {
  memset(&out->m, 0, sizeof out->m);
  out->busy = rvt_ntrace_packer_busy(s);
  if (s->p.lanes == 1)
    outputs_serial(s, in, out);
  else
    outputs_wide(s, in, out);
}

static inline void append(struct rvt_ntrace_packer *s, unsigned value, unsigned bits) {
  s->carry_q |= (uint32_t)((value & low_mask(bits)) << s->carry_bits_q);
  s->carry_bits_q = (uint8_t)(s->carry_bits_q + bits);
}

static void load(struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in) {
  const struct rvt_ntrace_record *rec = &in->rec;
  const unsigned layout = rvt_layout_parts(rec);
  s->busy_q = true;
  s->hist_first_q = (layout & RVT_PARTS_HIST_FIRST) != 0;
  s->has_addr_q = (layout & RVT_PARTS_ADDR) != 0;
  s->has_hist_q = (layout & RVT_PARTS_HIST) != 0 && s->p.hist_width != 0;
  const bool sync = rvt_ntrace_is_sync(rec->tcode);
  const bool silent = (in->ts_suppress & rvt_ntrace_time_kind(rec->tcode)) != 0;
  s->has_ts_q = in->ts_en && s->p.ts_width != 0 && (sync || (s->base_q && !silent));
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
  /* PROCESS is no address: it comes without I-CNT. */
  s->extend_q = s->p.extend_addr && in->extend_addr && s->has_addr_q && s->has_icnt_q;
  s->addr_more_q = s->extend_q ? (uint8_t)(rvt_extended_bytes(s->addr_q, s->p.addr_width) - 1) : 0;
  s->hist_q = rec->hist & (uint32_t)low_mask(s->p.hist_width);
  const uint64_t base = sync ? 0 : s->last_time_q;
  s->ts_q = (rec->abs_time - base) & low_mask(s->p.ts_width);
  if (!s->has_ts_q) return;
  s->base_q = true;
  s->last_time_q = rec->abs_time & low_mask(s->p.ts_width);
}

void rvt_ntrace_packer_tick(struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in) {
  if (in->clr) {
    clear(s);
    return;
  }
  if (!in->ts_en || in->ts_forget) s->base_q = false; /* before the record: `load` asks for both */
  if (s->p.lanes > 1)
    tick_wide(s, in->m_ready);
  else if (s->busy_q && in->m_ready)
    advance(s);
  if (in->rec_valid && !s->busy_q) load(s, in);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/regs_encoder.h"

#include "base/range.h"

enum { SRC_BITS_CEIL = 12, STACK_CEIL = 32 };

enum rvt_status rvt_regs_encoder_init(struct rvt_regs_encoder *s, const struct rvt_params *p,
                                      bool plain_sync, struct rvt_error *e) {
  RVT_REFUSE(!p->btm && !p->htm, "expected btm or htm on, found neither (NT:GEN-01)");
  RVT_TRY(rvt_range(e, "src_bits_max", p->src_bits_max, 0, SRC_BITS_CEIL, " (NT:SRC-01)"));
  RVT_TRY(rvt_range(e, "stack_depth", p->stack_depth, 0, STACK_CEIL, " (NT:IRT-08)"));
  RVT_TRY(rvt_range(e, "ts_width", p->ts_width, 0, RVT_TS_WIDTH_MOST, " (TCI:TS-09)"));
  *s = (struct rvt_regs_encoder){.p = *p, .plain_sync = plain_sync, .time = {.width = p->ts_width}};
  return RVT_OK;
}

void rvt_regs_encoder_outputs(const struct rvt_regs_encoder *s, struct rvt_regs_encoder_out *out) {
  *out = (struct rvt_regs_encoder_out){
      .prdata = s->prdata_q,
      .pready = true,
      .active_req = rvt_regs_active_req(&s->active),
      .closing = rvt_regs_active_works(&s->active) && !rvt_regs_active_on(&s->active),
      .cfg =
          {
              .active = rvt_regs_active_works(&s->active),
              .enable = s->enable_q,
              .tracing = s->tracing_q && !s->wait_q,
              .trig_ena = s->trig_ena_q && !s->wait_q,
              .stall_ena = s->stall_ena_q,
              .sync_mode = s->sync_mode_q,
              .sync_max = s->sync_max_q,
              .ts_en = rvt_timestamp_on(&s->time),
              .ts_suppress = s->time.suppress_q,
              .time_new = s->time.new_q,
              .plain_sync = s->plain_sync,
          },
  };
#define HELD(type, name, field, register, legal) out->cfg.name = s->copy_q.name;
  RVT_TE_HELD(HELD, &s->p)
#undef HELD
}

#define PUT(word, field, value) RVT_WITH_FIELD(word, field, (uint32_t)(value))

/** rvtTeSizes: what the build is to a decoder of E-Trace (ETR:D-01); 0 with other formats. */
static uint32_t sizes_word(const struct rvt_params *p) {
  uint32_t w = 0, stack = 0;
  if (p->format != RVT_PROTOCOL_ETRACE) return w;
  while (p->stack_depth >> stack > 1) stack++;
  w = PUT(w, RVT_RVT_TE_RETURN_STACK_SIZE, stack);
  w = PUT(w, RVT_RVT_TE_IRET_EXT, p->iret_ext);
  w = PUT(w, RVT_RVT_TE_BPRED_SIZE, p->bpred_size);
  w = PUT(w, RVT_RVT_TE_CACHE_SIZE, p->cache_size);
  w = PUT(w, RVT_RVT_TE_PRIVILEGE_WIDTH, p->priv_bits - 1u);
  w = PUT(w, RVT_RVT_TE_CONTEXT_WIDTH, p->context > 1 ? p->context_width : 0);
  return PUT(w, RVT_RVT_TE_IADDRESS_WIDTH, (p->xlen > 32 ? p->addr_bits : 32) - 1u);
}

/** The word of the timestamp unit as it reads, with this time outside. */
static uint32_t time_word(const struct rvt_regs_encoder *s, uint64_t time, uint16_t offset) {
  if (s->p.ts_width == 0) return 0; /* TCI:TS-01 */
  switch (offset) {
  case RVT_TR_TS_CONTROL_OFFSET: return rvt_timestamp_control(&s->time);
  case RVT_TR_TS_COUNTER_LOW_OFFSET: return (uint32_t)rvt_timestamp_now(&s->time, time);
  case RVT_TR_TS_COUNTER_HIGH_OFFSET: return s->time.high_q;
  default: return 0;
  }
}

/** The word as it reads, those of the timestamp unit excepted. */
static uint32_t word_of(const struct rvt_regs_encoder *s, bool empty, uint16_t offset) {
  uint32_t w = 0;
  const bool active = rvt_regs_active_reads(&s->active);
  const struct rvt_protocol_info *format = &rvt_protocols[s->p.format]; /* TCI:TE-04 */
  if (offset == RVT_TR_TE_IMPL_OFFSET)
    return PUT(PUT(RVT_TR_TE_IMPL_RESET, RVT_TR_TE_PROTOCOL_MAJOR, format->major),
               RVT_TR_TE_PROTOCOL_MINOR, s->p.iret_ext);
  if (offset == RVT_TR_TE_CONTROL_OFFSET) {
    w = PUT(w, RVT_TR_TE_EMPTY, empty);
    if (!active) return w;
    w = PUT(w, RVT_TR_TE_ACTIVE, 1);
    w = PUT(w, RVT_TR_TE_ENABLE, s->enable_q);
    w = PUT(w, RVT_TR_TE_INST_TRACING, s->tracing_q && !(s->wait_q && s->enable_q));
    w = PUT(w, RVT_TR_TE_INST_TRIG_ENABLE, s->trig_ena_q);
    w = PUT(w, RVT_TR_TE_INST_STALL_OR_OVERFLOW, s->sticky_q);
    w = PUT(w, RVT_TR_TE_INST_STALL_ENA, s->stall_ena_q);
    w = PUT(w, RVT_TR_TE_INST_SYNC_MODE, s->sync_mode_q);
    w = PUT(w, RVT_TR_TE_INST_SYNC_MAX, s->sync_max_q);
    w = PUT(w, RVT_TR_TE_FORMAT, format->format);
  }
  if (active && offset == RVT_RVT_TE_SIZES_OFFSET) w = sizes_word(&s->p);
#define HELD(type, name, field, register, legal)                                                   \
  if (active && offset == register##_OFFSET) w = PUT(w, field, s->set_q.name);
  RVT_TE_HELD(HELD, &s->p)
#undef HELD
  return w;
}

static uint8_t legal_mode(const struct rvt_params *p, uint32_t value, uint8_t old) {
  const bool btm = p->btm && p->format == RVT_PROTOCOL_NTRACE;
  const bool htm = p->htm || p->format == RVT_PROTOCOL_ETRACE;
  if (value == RVT_MODE_OFF || (value == RVT_MODE_BTM && btm) || (value == RVT_MODE_HTM && htm))
    return (uint8_t)value;
  if (old != RVT_MODE_OFF) return old; /* TCI:TE-02 */
  return htm ? RVT_MODE_HTM : RVT_MODE_BTM;
}

static uint8_t legal_sync_mode(const struct rvt_params *p, uint32_t value, uint8_t old) {
  const bool clocks = value == 2;
  return clocks && !p->sync_clocks ? old : (uint8_t)value;
}

static uint8_t legal_ir_mode(const struct rvt_params *p, uint32_t value, uint8_t old) {
  const bool built = p->stack_depth != 0 && (value == 3 || p->return_modes);
  return value == 0 || built ? (uint8_t)value : old;
}

static uint8_t legal_src_bits(const struct rvt_params *p, uint8_t value) {
  const bool timed = p->format == RVT_PROTOCOL_ETRACE && p->ts_width != 0; /* ETR:DC-11 */
  if (timed) value &= 8;
  return value < p->src_bits_max ? value : p->src_bits_max;
}

/** Fields of trTeControl that count at once, but life cycle and sticky bit; `w`: the merged word.
 */
static void write_control(struct rvt_regs_encoder *d, uint32_t w) {
  const struct rvt_params *p = &d->p;
  d->trig_ena_q = p->events && RVT_FIELD(w, RVT_TR_TE_INST_TRIG_ENABLE) != 0;
  d->stall_ena_q = RVT_FIELD(w, RVT_TR_TE_INST_STALL_ENA) != 0;
  d->sync_mode_q = legal_sync_mode(p, RVT_FIELD(w, RVT_TR_TE_INST_SYNC_MODE), d->sync_mode_q);
  d->sync_max_q = (uint8_t)RVT_FIELD(w, RVT_TR_TE_INST_SYNC_MAX);
}

/** Fields that count from the next trace start, of any word. */
static void write_held(struct rvt_regs_encoder *d, uint16_t offset, uint32_t w) {
  const struct rvt_params *p = &d->p;
  const struct rvt_regs_held old = d->set_q;
  struct rvt_regs_held *h = &d->set_q;
#define HELD(type, name, field, register, legal)                                                   \
  if (offset == register##_OFFSET) h->name = (type)(RVT_FIELD(w, field) & (legal));
  RVT_TE_HELD(HELD, p)
#undef HELD
  /* What the bits of the build do not say. */
  h->mode = legal_mode(p, h->mode, old.mode);
  h->ir_mode = legal_ir_mode(p, h->ir_mode, old.ir_mode);
  h->src_bits = legal_src_bits(p, h->src_bits);
  h->src_id = (uint16_t)(h->src_id & ((1u << h->src_bits) - 1u));
}

/** The configuration of a working encoder after this clock. */
static void configure(struct rvt_regs_encoder *d, const struct rvt_regs_encoder *s,
                      const struct rvt_regs_encoder_in *in) {
  const uint16_t offset = rvt_apb_word(&in->apb);
  const uint32_t lanes = rvt_apb_lanes(&in->apb);
  const uint32_t data = in->apb.pwdata & lanes;
  const bool write = rvt_apb_writes(&in->apb) && rvt_regs_active_on(&s->active);
  const bool control = write && offset == RVT_TR_TE_CONTROL_OFFSET;
  const bool low = control && (lanes & RVT_TR_TE_ACTIVE_MASK) != 0;
  const bool leave = low && (data & RVT_TR_TE_ACTIVE_MASK) == 0; /* nothing else counts */
  const uint32_t merged = (word_of(s, in->empty, offset) & ~lanes) | data;

  const bool gate = s->enable_q && s->trig_ena_q;
  if (gate && in->trig_off)
    d->tracing_q = false;
  else if (gate && in->trig_on)
    d->tracing_q = true; /* the trigger wins (TCI:TRIG-16) */
  else if (low)
    d->tracing_q = (data & RVT_TR_TE_INST_TRACING_MASK) != 0;
  if (low) d->enable_q = !leave && (data & RVT_TR_TE_ENABLE_MASK) != 0;
  if (leave || (s->enable_q && !d->enable_q)) d->tracing_q = false; /* TCI:CTRL-22 */

  if (control && !leave) {
    write_control(d, merged);
    if ((data & RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0) d->sticky_q = false;
  }
  if (!s->enable_q && d->enable_q) d->sticky_q = false;
  if (rvt_regs_active_on(&s->active) && (in->overflow || in->stall))
    d->sticky_q = true; /* TCI:OVF-06 */
  if (write && !leave) write_held(d, offset, merged);

  const bool on = s->enable_q && s->copy_q.mode != RVT_MODE_OFF && !s->wait_q;
  const bool run = on && s->tracing_q;
  const bool start = on && s->trig_ena_q && in->trig_on;
  d->wait_q = !run && !start && !in->settled && !rvt_regs_held_same(&d->set_q, &s->copy_q);
  if (!run && !start && in->settled) d->copy_q = d->set_q;
}

static void tick_time(struct rvt_regs_encoder *d, const struct rvt_regs_encoder *s,
                      const struct rvt_regs_encoder_in *in) {
  const struct rvt_apb *apb = &in->apb;
  const uint16_t offset = rvt_apb_word(apb);
  const struct rvt_timestamp_in time = {
      .works = rvt_regs_active_works(&s->active),
      .write = rvt_apb_writes(apb) && rvt_regs_active_on(&s->active) &&
               offset == RVT_TR_TS_CONTROL_OFFSET,
      .data = apb->pwdata,
      .lanes = rvt_apb_lanes(apb),
      .read_low = rvt_apb_reads(apb) && offset == RVT_TR_TS_COUNTER_LOW_OFFSET,
      .halted = in->halted,
      .time = in->time};
  d->time = s->time;
  rvt_timestamp_tick(&d->time, &time);
}

void rvt_regs_encoder_tick(struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in) {
  const struct rvt_apb *apb = &in->apb;
  const bool crosses = in->m_valid ? !(in->m_ready && in->m_eom) : s->mid_q;
  struct rvt_regs_active_in life = {.hold = crosses && in->dn_on, .ack = in->active_ack};
  struct rvt_regs_encoder d = {.p = s->p,
                               .plain_sync = s->plain_sync,
                               .active = s->active}; /* everything else is in reset */
  rvt_regs_active_access(&life, apb);
  if (rvt_regs_active_works(&s->active)) {
    d = *s;
    configure(&d, s, in);
    if (in->m_valid && in->m_ready) d.mid_q = !in->m_eom;
  }
  rvt_regs_active_tick(&d.active, &life);
  d.prdata_q = 0;
  if (rvt_apb_reads(apb)) {
    d.prdata_q = word_of(s, in->empty, rvt_apb_word(apb));
    if (rvt_regs_active_reads(&s->active)) d.prdata_q |= time_word(s, in->time, rvt_apb_word(apb));
  }
  tick_time(&d, s, in);
  *s = d;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

/* Probes: write, read back, believe what reads back (TCI:BUS-08). The fields keep what was tried
 * last; rvt_drv_discover() resets the component after them. */

enum how {
  VALUES,   /* bit n: the field takes value n. Values rise, as tools do it (TCI:SW-08) */
  LARGEST,  /* what all ones become: the largest number, or the bits that are there */
  FLAG,     /* whether all ones become anything but 0 */
  COUNT,    /* how many ones become one */
  LAST,     /* LARGEST + 1, a count, where a FLAG of the same member has found any */
  WIDE = 8, /* with one of the others: the member has two bytes */
};
/** A field, and the member of the capabilities that says what it can be. */
struct probe {
  uint8_t field, member, how;
};
#define PROBE(id, type, member, how)                                                               \
  { RVT_DRV_F_##id, offsetof(struct rvt_drv_##type##_caps, member), how }

static uint32_t count(uint32_t mask) {
  uint32_t n = 0;
  for (; mask != 0; mask &= mask - 1) n++;
  return n;
}

/** What a field, or the values that it takes, say by `how`; `before` is what the member holds. */
static uint32_t meaning(uint32_t how, uint32_t values, uint32_t becomes, uint8_t before) {
  switch (how & (WIDE - 1)) {
  case VALUES: return values;
  case FLAG: return becomes != 0;
  case COUNT: return count(becomes);
  case LAST: return before != 0 ? becomes + 1 : 0;
  default: return becomes;
  }
}

/** Probe the fields one after the other, at two accesses for each value that is tried. */
static enum rvt_drv_status probe(struct rvt_drv *drv, rvt_drv_at c, const struct probe *list,
                                 size_t size, void *caps) {
  for (const struct probe *p = list; p != list + size; p++) {
    const enum rvt_drv_field f = (enum rvt_drv_field)p->field;
    const uint32_t largest = rvt_drv_get(f, 0xFFFFFFFFu);
    uint8_t *member = (uint8_t *)caps + p->member;
    uint32_t word, becomes = 0, values = 0;
    RVT_DRV_TRY(rvt_drv_read(drv, c, f, &word));
    for (uint32_t v = (p->how & (WIDE - 1)) == VALUES ? 0 : largest; v <= largest; v++) {
      RVT_DRV_TRY(rvt_drv_try(drv, c, f, rvt_drv_with(c, f, word, v), &word));
      becomes = rvt_drv_get(f, word);
      if (becomes == v) values |= 1u << (v & 31);
    }
    const uint32_t value = meaning(p->how, values, becomes, *member);
    if ((p->how & WIDE) != 0)
      *(uint16_t *)(void *)member = (uint16_t)value;
    else
      *member = (uint8_t)value;
  }
  return RVT_DRV_OK;
}
#define PROBE_ALL(list, caps) probe(drv, c, list, sizeof list / sizeof list[0], caps)

static enum rvt_drv_status probe_encoder(struct rvt_drv *drv, rvt_drv_at c,
                                         struct rvt_drv_encoder_caps *caps) {
  static const struct probe list[] = {
      PROBE(FORMAT, encoder, formats, VALUES),
      PROBE(MODE, encoder, modes, VALUES),
      PROBE(SYNC_MODE, encoder, sync_modes, VALUES),
      PROBE(SYNC_MAX, encoder, sync_max, LARGEST),
      PROBE(CONTEXT, encoder, context, FLAG),
      PROBE(TRIGGERS, encoder, triggers, FLAG),
      PROBE(STALL, encoder, stall, FLAG),
      PROBE(INHIBIT_SRC, encoder, inhibit_src, FLAG),
      PROBE(RETURN_MODE, encoder, return_modes, VALUES),
      PROBE(SRC_BITS, encoder, src_bits, LARGEST),
      PROBE(FILTER_MASK, encoder, filters, COUNT),
      PROBE(MATCH_COMP, encoder, comparators, FLAG),
      PROBE(COMP, encoder, comparators, LAST),
  };
  static const struct probe time[] = {PROBE(TS_MODE, encoder, ts_modes, VALUES)};
  const uint32_t flags = 0x7FF & ~RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_MASK;
  /* Fields of four bits: 2 is trace-on; an illegal value would stay the one before. */
  const uint32_t trigger_ins = 0x22222222, trigger_outs = 0x11111111;
  uint32_t impl, ts, features, ins, outs;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TYPE, &impl));
  RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_TS_CONTROL, RVT_TR_TS_ACTIVE_MASK, &ts));
  RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_TE_FEATURES, flags, &features));
  RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_TE_TRIG_IN, trigger_ins, &ins));
  RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_TE_TRIG_OUT, trigger_outs, &outs));
  caps->features = (uint16_t)(features & flags);
  caps->ext_in = (uint8_t)count(ins & trigger_ins);
  caps->ext_out = (uint8_t)count(outs & trigger_outs);
  caps->protocol_major = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_PROTOCOL_MAJOR);
  caps->protocol_minor = (uint8_t)RVT_FIELD(impl, RVT_TR_TE_PROTOCOL_MINOR);
  caps->ts_width = (uint8_t)RVT_FIELD(ts, RVT_TR_TS_WIDTH);
  caps->ts_modes = 0;
  if (caps->ts_width != 0) RVT_DRV_TRY(PROBE_ALL(time, caps));
  return PROBE_ALL(list, caps);
}

/** An address in two registers; a High register that is not there reads 0. */
static enum rvt_drv_status address(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field low,
                                   uint32_t value, uint64_t *becomes) {
  uint32_t upper, lower;
  RVT_DRV_TRY(rvt_drv_try(drv, c, (enum rvt_drv_field)(low + 1), value, &upper));
  RVT_DRV_TRY(rvt_drv_try(drv, c, low, value, &lower));
  *becomes = (uint64_t)upper << 32 | lower;
  return RVT_DRV_OK;
}

static enum rvt_drv_status probe_ram(struct rvt_drv *drv, rvt_drv_at c,
                                     struct rvt_drv_ram_caps *caps) {
  static const struct probe list[] = {
      PROBE(MEM_FORMAT, ram, mem_formats, VALUES),
      PROBE(RAM_ASYNC_FREQ, ram, async_freq, LARGEST),
      PROBE(STOP_ON_WRAP, ram, stop_on_wrap, FLAG),
  };
  uint32_t impl, rp;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TYPE, &impl));
  caps->has_sram = RVT_FIELD(impl, RVT_TR_RAM_HAS_SRAM) != 0;
  caps->has_smem = RVT_FIELD(impl, RVT_TR_RAM_HAS_SMEM) != 0;
  RVT_DRV_TRY(rvt_drv_modify(drv, c, RVT_DRV_F_RAM_MODE, !caps->has_sram));
  RVT_DRV_TRY(PROBE_ALL(list, caps));
  /* Start before Limit: what is legal there may depend on it (TCI:RAM-17). */
  RVT_DRV_TRY(address(drv, c, RVT_DRV_F_START, 0, &caps->start_min));
  RVT_DRV_TRY(address(drv, c, RVT_DRV_F_LIMIT, 0xFFFFFFFFu, &caps->limit_max));
  /* A read pointer that takes the last address says that trRamData works (TCI:RAM-24). */
  RVT_DRV_TRY(rvt_drv_try(drv, c, RVT_DRV_F_RP, (uint32_t)caps->limit_max, &rp));
  caps->data = caps->has_sram && rp == (uint32_t)caps->limit_max;
  return RVT_DRV_OK;
}

static enum rvt_drv_status probe_pib(struct rvt_drv *drv, rvt_drv_at c,
                                     struct rvt_drv_pib_caps *caps) {
  /* Mode 0 throughout: the pins are off, and nobody sees a beat (TCI:PIB-05). */
  static const struct probe list[] = {
      PROBE(DIVIDER, pib, divider_max, LARGEST | WIDE),
      PROBE(CALIBRATE, pib, calibrate, FLAG),
      PROBE(PIB_ASYNC_FREQ, pib, async_freq, LARGEST),
  };
  uint32_t control;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_DIVIDER, &control));
  caps->modes = 0; /* rvt_drv_pib_probe_pins() */
  caps->clk_center = false;
  caps->divider_preset = (uint16_t)rvt_drv_get(RVT_DRV_F_DIVIDER, control);
  return PROBE_ALL(list, caps);
}

enum rvt_drv_status rvt_drv_pib_probe_pins(struct rvt_drv *drv, struct rvt_drv_component *c) {
  /* The mode is then the largest that is there: a parallel one, if any (TCI:PIB-32). */
  static const struct probe list[] = {PROBE(PIB_MODE, pib, modes, VALUES | WIDE),
                                      PROBE(CLK_CENTER, pib, clk_center, FLAG)};
  struct rvt_drv_pib_caps found = c->caps.pib;
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_PIB));
  RVT_DRV_TRY(rvt_drv_reset(drv, c));
  RVT_DRV_TRY(PROBE_ALL(list, &found));
  RVT_DRV_TRY(rvt_drv_reset(drv, c));
  c->caps.pib = found;
  return RVT_DRV_OK;
}

/** All of it is constant. */
static enum rvt_drv_status probe_tandem(struct rvt_drv *drv, rvt_drv_at c,
                                        struct rvt_drv_tandem_caps *caps) {
  uint32_t sizes, forms;
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TANDEM_SIZES, &sizes));
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_TANDEM_FORMS, &forms));
  caps->xlen = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TANDEM_XLEN);
  caps->flen = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TANDEM_FLEN);
  caps->mlen = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TANDEM_MLEN);
  caps->slots = (uint8_t)RVT_FIELD(sizes, RVT_RVT_TANDEM_SLOTS);
  caps->csrs = (uint8_t)RVT_FIELD(forms, RVT_RVT_TANDEM_CSRS);
  caps->elements = (uint16_t)RVT_FIELD(forms, RVT_RVT_TANDEM_ELEMENTS);
  caps->increment_pc = (forms & RVT_RVT_TANDEM_INCREMENT_PC_MASK) != 0;
  caps->or_fcsr = (forms & RVT_RVT_TANDEM_OR_FCSR_MASK) != 0;
  caps->add_registers = (forms & RVT_RVT_TANDEM_ADD_REGISTERS_MASK) != 0;
  caps->shadow = (forms & RVT_RVT_TANDEM_SHADOW_MASK) != 0;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_probe(struct rvt_drv *drv, struct rvt_drv_component *c) {
  switch (c->type) {
  case RVT_DRV_ENCODER: return probe_encoder(drv, c, &c->caps.encoder);
  case RVT_DRV_RAM: return probe_ram(drv, c, &c->caps.ram);
  case RVT_DRV_PIB: return probe_pib(drv, c, &c->caps.pib);
  case RVT_DRV_TANDEM: return probe_tandem(drv, c, &c->caps.tandem);
  case RVT_DRV_FUNNEL:
  case RVT_DRV_ATB:
  default: return RVT_DRV_OK;
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "group.h"

/* CSRs of which some show parts of others (TV:AMB-T16, AMB-T21). */
enum {
  FFLAGS = 1,
  FRM = 2,
  FCSR = 3,
  SSTATUS = 0x100,
  SIE = 0x104,
  SIP = 0x144,
  MSTATUS = 0x300,
  MIDELEG = 0x303,
  MIE = 0x304,
  MIP = 0x344,
  FFLAGS_MASK = 0x1f,
  FRM_AT = 5,
  FRM_MASK = 7
};

static uint64_t in_xlen(const struct tandem_shadow *s, uint64_t value) {
  return s->format.xlen == 32 ? value & UINT32_MAX : value;
}

/* Fields of mstatus that sstatus has. */
static uint64_t supervisor(const struct tandem_shadow *s) {
  return s->format.xlen == 32 ? UINT64_C(0x800de762) : UINT64_C(0x80000003000de762);
}

static void set(struct tandem_shadow *s, uint16_t number, uint64_t value) {
  s->value[number] = value;
  if (s->known[number]) return;
  s->known[number] = true;
  s->learned[number] = s->group;
}

/* Bits of a register that is known. */
static void set_part(struct tandem_shadow *s, uint16_t number, uint64_t mask, uint64_t value) {
  if (s->known[number]) s->value[number] = (s->value[number] & ~mask) | (value & mask);
}

/* Of mie and mip the bits that are delegated: sie and sip. */
static void set_delegated(struct tandem_shadow *s, uint16_t number, uint16_t view) {
  if (s->known[number] && s->known[MIDELEG]) set(s, view, s->value[number] & s->value[MIDELEG]);
}

void tandem_shadow_set(struct tandem_shadow *s, uint16_t number, uint64_t value) {
  set(s, number, value);
  switch (number) {
  case FFLAGS: set_part(s, FCSR, FFLAGS_MASK, value); break;
  case FRM: set_part(s, FCSR, FRM_MASK << FRM_AT, value << FRM_AT); break;
  case FCSR:
    set(s, FFLAGS, value & FFLAGS_MASK);
    set(s, FRM, value >> FRM_AT & FRM_MASK);
    break;
  case SSTATUS: set_part(s, MSTATUS, supervisor(s), value); break;
  case MSTATUS: set(s, SSTATUS, value & supervisor(s)); break;
  case SIE:
  case SIP: set_part(s, number == SIE ? MIE : MIP, s->value[MIDELEG], value); break;
  case MIE: set_delegated(s, MIE, SIE); break;
  case MIP: set_delegated(s, MIP, SIP); break;
  case MIDELEG:
    set_delegated(s, MIE, SIE);
    set_delegated(s, MIP, SIP);
    break;
  default: break;
  }
}

static void take_register(struct tandem_shadow *s, const struct rvt_tandem_element *e) {
  const uint64_t old = s->value[e->number];
  if (e->opcode == RVT_TANDEM_REGISTER)
    tandem_shadow_set(s, e->number, e->data);
  else if (s->known[e->number])
    tandem_shadow_set(s, e->number,
                      e->opcode == RVT_TANDEM_ADD ? in_xlen(s, old + e->data) : old | e->data);
  else if (e->number == FCSR && e->opcode == RVT_TANDEM_OR && s->known[FFLAGS])
    set(s, FFLAGS, s->value[FFLAGS] | (e->data & FFLAGS_MASK)); /* frm is not known */
  s->in_group[e->number] = s->group;
}

static void take_state(struct tandem_shadow *s, struct tandem_group *g,
                       const struct rvt_tandem_element *e) {
  switch (e->number) {
  case RVT_TANDEM_PC:
    g->moves = true;
    set(s, RVT_TANDEM_MODEL_PC, e->data);
    break;
  case RVT_TANDEM_PRIVILEGE: set(s, RVT_TANDEM_MODEL_PRIVILEGE, e->data); break;
  case RVT_TANDEM_EADDR:
  case RVT_TANDEM_PADDR: /* the effective address, if both are there */
    if (e->number == RVT_TANDEM_PADDR) {
      g->physical = true;
      g->physical_address = e->data;
    }
    if (g->effective) break;
    g->address = true;
    g->effective = e->number == RVT_TANDEM_EADDR;
    g->store_address = e->data;
    break;
  case RVT_TANDEM_STORE8:
  case RVT_TANDEM_STORE16:
  case RVT_TANDEM_STORE32:
  case RVT_TANDEM_STORE64:
    g->store = true;
    g->store_data = e->data;
    g->store_bytes = 1u << (e->number - RVT_TANDEM_STORE8);
    break;
  default: break;
  }
}

static void take(struct tandem_shadow *s, struct tandem_group *g,
                 const struct rvt_tandem_element *e) {
  switch (e->opcode) {
  case RVT_TANDEM_INCREMENT_PC: g->increment = true; break;
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR: take_register(s, e); break;
  case RVT_TANDEM_STATE: take_state(s, g, e); break;
  case RVT_TANDEM_REQUEST: g->requests++; break;
  case RVT_TANDEM_RESET: g->reset = true; break;
  case RVT_TANDEM_INIT: g->init = true; break;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32:
    g->insn = true;
    g->word = (uint32_t)e->data;
    g->length = e->opcode == RVT_TANDEM_INSN16 ? 2 : 4;
    break;
  default: break;
  }
}

void tandem_group_take(struct tandem_shadow *s, const struct rvt_tandem_element *elements,
                       size_t count, uint64_t offset, struct tandem_group *g) {
  *g = (struct tandem_group){
      .element = elements, .count = count, .offset = offset, .pc = s->value[RVT_TANDEM_MODEL_PC]};
  s->group++;
  for (size_t i = 0; i < count; i++) take(s, g, &elements[i]);
  if (g->increment) set(s, RVT_TANDEM_MODEL_PC, in_xlen(s, g->pc + g->length));
}

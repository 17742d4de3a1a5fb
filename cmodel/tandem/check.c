/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/check.h"

#include <stdlib.h>

#include "access.h"
#include "group.h"
#include "rvt/insn.h"
#include "rvt/tandem/groups.h"

enum {
  SEPC = 0x141,
  SCAUSE = 0x142,
  STVAL = 0x143,
  MEPC = 0x341,
  MCAUSE = 0x342,
  MTVAL = 0x343,
  MIP = 0x344
};

struct rvt_tandem_check {
  struct rvt_tandem_check_config by;
  struct rvt_tandem_counts counts;
  struct tandem_shadow shadow;
  bool blind;       /* stores are missing: what memory holds is not known (TV:E-08) */
  bool reserved;    /* an LR came since then */
  bool zcm;         /* the hart has Zcmp or Zcmt */
  bool copies;      /* there are CSRs that are copied */
  bool told;        /* a group said something of the hart */
  uint32_t stepped; /* number of the last group that was a step: a dump comes behind it */
};

static void set_model(struct rvt_tandem_check *c, uint16_t number, uint64_t value) {
  if (c->by.model->set(c->by.handle, number, value)) c->counts.copied++;
}

/* After a reset the shadow knows what the model has, and of integer and F registers nothing. */
static void reset(struct rvt_tandem_check *c) {
  const struct rvt_tandem_core *core = c->by.core;
  c->by.model->reset(c->by.handle);
  /* But of the hart's first group, there may be a loss before it. */
  c->blind = c->told;
  c->reserved = false;
  for (unsigned i = 0; i < core->resets; i++)
    (void)c->by.model->set(c->by.handle, core->reset[i].number, core->reset[i].value);
  for (uint16_t i = 0; i < TANDEM_NUMBERS; i++)
    c->shadow.known[i] = (i < RVT_TANDEM_X || i >= RVT_TANDEM_REGISTERS) &&
                         c->by.model->get(c->by.handle, i, &c->shadow.value[i]);
}

struct rvt_tandem_check *rvt_tandem_check_new(const struct rvt_tandem_check_config *config) {
  struct rvt_tandem_check *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->by = *config;
  c->shadow.format = config->core->format;
  struct rvt_isa isa = {.xlen = 0};
  c->zcm = rvt_isa_parse(config->core->isa, &isa) == RVT_OK && (isa.zcmp || isa.zcmt);
  for (unsigned i = 0; i < RVT_TANDEM_X; i++)
    c->copies |= config->core->csr[i] == RVT_TANDEM_CSR_COPIED;
  reset(c);
  return c;
}

void rvt_tandem_check_free(struct rvt_tandem_check *c) { free(c); }

const struct rvt_tandem_counts *rvt_tandem_check_counts(const struct rvt_tandem_check *c) {
  return &c->counts;
}

static bool is_in_dump(const struct rvt_tandem_check *c, uint16_t number) {
  return c->shadow.group - c->shadow.in_group[number] < c->shadow.group - c->stepped;
}

/* CSRs that are not in a dump: nobody has seen what the hart did to them. */
static void forget_csrs(struct rvt_tandem_check *c) {
  enum { READ_ONLY = 0xc00 };
  for (uint16_t i = 0; i < READ_ONLY; i++)
    if (!is_in_dump(c, i)) c->shadow.known[i] = false;
  for (uint16_t i = 0; i < READ_ONLY; i++)
    if (is_in_dump(c, i) && c->shadow.known[i]) /* and of what it is a view */
      tandem_shadow_set(&c->shadow, i, c->shadow.value[i]);
}

/* The hart goes on where the stream says: behind a dump, or as a debugger has left it. The model
 * gets all that the stream has told of it. What was stored meanwhile nobody has seen, and a reset
 * of the hart does not change that. */
static void attach(struct rvt_tandem_check *c) {
  const struct rvt_tandem_core *core = c->by.core;
  c->counts.attached++;
  c->blind = true;
  c->reserved = false;
  forget_csrs(c);
  for (uint16_t i = 0; i < TANDEM_NUMBERS; i++) {
    uint64_t model = 0;
    if (i < RVT_TANDEM_X && core->csr[i] != RVT_TANDEM_CSR_COMPARED) continue;
    if (!c->shadow.known[i] || c->shadow.in_group[i] == 0) continue;
    if (c->by.model->get(c->by.handle, i, &model) && model != c->shadow.value[i])
      set_model(c, i, c->shadow.value[i]);
  }
}

/* State from outside goes into the model as it is. */
static void take_outside(struct rvt_tandem_check *c, const struct tandem_group *g) {
  c->counts.outside++;
  for (size_t i = 0; i < g->count; i++) {
    const struct rvt_tandem_element *e = &g->element[i];
    if (tandem_is_register(e) && c->shadow.known[e->number])
      set_model(c, e->number, c->shadow.value[e->number]);
    if (e->opcode == RVT_TANDEM_STATE && e->number == RVT_TANDEM_PC)
      set_model(c, RVT_TANDEM_MODEL_PC, e->data);
    if (e->opcode == RVT_TANDEM_STATE && e->number == RVT_TANDEM_PRIVILEGE)
      set_model(c, RVT_TANDEM_MODEL_PRIVILEGE, e->data);
    if (g->init && e->opcode == RVT_TANDEM_REQUEST && e->op == RVT_TANDEM_STORE &&
        c->by.model->write(c->by.handle, e->address, &e->data, (size_t)1 << e->size))
      c->counts.copied++;
  }
  if (g->init && g->moves) attach(c);
}

/* ---- Comparison ---------------------------------------------------------------------------- */

static void differ(struct rvt_tandem_check *c, const struct tandem_group *g,
                   enum rvt_tandem_difference_kind kind, uint16_t number, uint64_t model,
                   uint64_t trace) {
  const struct rvt_tandem_difference d = {.kind = kind,
                                          .group = c->counts.groups - 1,
                                          .offset = g->offset,
                                          .pc = g->pc,
                                          .has_insn = g->insn,
                                          .insn = g->word,
                                          .number = number,
                                          .model = model,
                                          .trace = trace};
  c->counts.differences++;
  c->by.difference(c->by.user, &d);
}

/* A hart may leave 0 in xtval where the model does not; or, in a trap, a value of its own. */
static bool is_harts_tval(const struct rvt_tandem_check *c, uint16_t number) {
  if (number != MTVAL && number != STVAL) return false;
  const struct rvt_tandem_core *core = c->by.core;
  const uint16_t of = number == MTVAL ? MCAUSE : SCAUSE;
  const uint64_t cause = c->shadow.value[of];
  const bool traps = c->shadow.in_group[of] == c->shadow.group;
  if (cause >= 64) return traps && core->own_interrupt_tval;
  if (c->shadow.value[number] == 0 && (core->zero_tval >> cause & 1) != 0) return true;
  return traps && (core->own_tval >> cause & 1) != 0;
}

/* A value that both have; the model gets the hart's if it is another one. */
static void compare(struct rvt_tandem_check *c, const struct tandem_group *g, uint16_t number,
                    enum rvt_tandem_difference_kind kind) {
  uint64_t model = 0;
  if (!c->by.model->get(c->by.handle, number, &model)) {
    c->counts.skipped++;
    return;
  }
  if (model != c->shadow.value[number] && is_harts_tval(c, number))
    c->counts.copied++;
  else
    c->counts.compared++;
  if (model == c->shadow.value[number]) return;
  if (!is_harts_tval(c, number)) differ(c, g, kind, number, model, c->shadow.value[number]);
  (void)c->by.model->set(c->by.handle, number, c->shadow.value[number]);
}

static bool is_compared(const struct rvt_tandem_check *c, uint16_t number) {
  const bool *absent = c->by.core->absent;
  if (number < RVT_TANDEM_X)
    return !absent[RVT_TANDEM_ABSENT_CSR] && c->by.core->csr[number] == RVT_TANDEM_CSR_COMPARED;
  return !absent[number < RVT_TANDEM_F ? RVT_TANDEM_ABSENT_GPR : RVT_TANDEM_ABSENT_FPR];
}

/* The model's instruction has a length of its own: a hart may say C.* expanded. */
static void compare_insn(struct rvt_tandem_check *c, const struct tandem_group *g) {
  uint32_t word = 0;
  if (!g->insn || !c->by.model->read(c->by.handle, g->pc, &word, 2)) return;
  if ((word & 3) == 3 && !c->by.model->read(c->by.handle, g->pc, &word, 4)) return;
  c->counts.compared++;
  if (word != g->word) differ(c, g, RVT_TANDEM_OTHER_INSN, TANDEM_NUMBERS, word, g->word);
}

/* The CSR of CSRRW and the like; 0: it is another instruction. */
static uint16_t csr_of(const struct tandem_group *g) {
  enum { SYSTEM = 0x73, OPCODE = 0x7f, CSR_ACCESS = 0x3000, CSR_AT = 20 };
  const bool is = g->insn && (g->word & OPCODE) == SYSTEM && (g->word & CSR_ACCESS) != 0;
  return is ? (uint16_t)(g->word >> CSR_AT) : 0;
}

/* Whether a group names cause and pc of a trap, which nothing but a trap writes together. */
static bool is_trap(const struct tandem_group *g) {
  bool cause = false, epc = false;
  for (size_t i = 0; i < g->count; i++) {
    if (!tandem_is_register(&g->element[i])) continue;
    cause |= g->element[i].number == SCAUSE || g->element[i].number == MCAUSE;
    epc |= g->element[i].number == SEPC || g->element[i].number == MEPC;
  }
  return cause && epc;
}

/* Whether what a group says of a CSR depends on what was there before: not what CSRRW writes, nor
 * what a trap does. */
static bool is_changed(const struct tandem_group *g, uint16_t number) {
  enum { FUNCT3 = 0x3000, SWAP = 0x1000 };
  const uint16_t csr = csr_of(g);
  if (csr != 0 && !is_trap(g)) return csr != number || (g->word & FUNCT3) != SWAP;
  switch (number) {
  case SEPC:
  case SCAUSE:
  case STVAL:
  case MEPC:
  case MCAUSE:
  case MTVAL: return false;
  default: return true;
  }
}

static bool is_unknown_csr(const struct rvt_tandem_check *c, uint16_t number) {
  return c->counts.attached != 0 && number < RVT_TANDEM_X &&
         c->by.core->csr[number] == RVT_TANDEM_CSR_COMPARED &&
         tandem_shadow_is_new(&c->shadow, number);
}

static void compare_registers(struct rvt_tandem_check *c, const struct tandem_group *g,
                              const struct rvt_tandem_writes *writes) {
  for (size_t i = 0; i < g->count; i++) {
    const struct rvt_tandem_element *e = &g->element[i];
    if (!tandem_is_register(e) || !c->shadow.known[e->number]) continue;
    if (is_compared(c, e->number) && is_unknown_csr(c, e->number) && is_changed(g, e->number)) {
      c->counts.unknown++;
      set_model(c, e->number, c->shadow.value[e->number]);
    } else if (is_compared(c, e->number))
      compare(c, g, e->number, RVT_TANDEM_OTHER_VALUE);
    else
      c->counts.skipped++;
  }
  for (unsigned i = 0; i < writes->registers; i++) {
    const uint16_t number = writes->reg[i].number;
    if (c->shadow.in_group[number] == c->shadow.group || !is_compared(c, number)) continue;
    if (c->shadow.known[number]) compare(c, g, number, RVT_TANDEM_NOT_CHANGED);
  }
}

static uint64_t low_bytes(unsigned bytes) {
  return bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

static void compare_address(struct rvt_tandem_check *c, const struct tandem_group *g,
                            uint64_t model, uint64_t trace) {
  c->counts.compared++;
  if (model != trace) differ(c, g, RVT_TANDEM_OTHER_STORE_ADDRESS, TANDEM_NUMBERS, model, trace);
}

static void compare_addresses(struct rvt_tandem_check *c, const struct tandem_group *g,
                              const struct rvt_tandem_writes *writes) {
  if (c->by.core->absent[RVT_TANDEM_ABSENT_ADDRESS]) return;
  if (g->effective) compare_address(c, g, writes->store[0].address, g->store_address);
  if (g->physical) compare_address(c, g, writes->store[0].physical, g->physical_address);
}

static enum tandem_access access_of(const struct rvt_tandem_check *c,
                                    const struct tandem_group *g) {
  return g->insn ? tandem_access_of(g->word, c->zcm) : TANDEM_ACCESS_NONE;
}

/* Whether what the instruction stores, or whether it does, depends on what is not known. */
static bool is_unknown_store(const struct rvt_tandem_check *c, const struct tandem_group *g) {
  if (!c->blind) return false;
  const enum tandem_access access = access_of(c, g);
  if (access == TANDEM_ACCESS_SC) return !c->reserved;
  return access == TANDEM_ACCESS_AMO || access == TANDEM_ACCESS_CAS;
}

/* The first store of the model, and the hart's. */
static void compare_stores(struct rvt_tandem_check *c, const struct tandem_group *g,
                           const struct rvt_tandem_writes *writes) {
  const uint64_t data = writes->store[0].data & low_bytes(g->store_bytes);
  c->counts.compared++;
  if (!g->store)
    differ(c, g, RVT_TANDEM_OTHER_STORE, TANDEM_NUMBERS, writes->store[0].data, 0);
  else if (writes->store[0].bytes != g->store_bytes)
    differ(c, g, RVT_TANDEM_OTHER_STORE_SIZE, TANDEM_NUMBERS, writes->store[0].bytes,
           g->store_bytes);
  else if (data != g->store_data)
    differ(c, g, RVT_TANDEM_OTHER_STORE, TANDEM_NUMBERS, data, g->store_data);
  compare_addresses(c, g, writes);
}

/* One whose data depend on what is not known: they are the hart's, but not where it stores. */
static void copy_store(struct rvt_tandem_check *c, const struct tandem_group *g,
                       const struct rvt_tandem_writes *writes) {
  const bool always = access_of(c, g) == TANDEM_ACCESS_AMO;
  c->counts.copied += g->store;
  if (writes->stores == 0) return;
  if (!g->store) {
    if (always) differ(c, g, RVT_TANDEM_OTHER_STORE, TANDEM_NUMBERS, writes->store[0].data, 0);
    return;
  }
  if (writes->store[0].bytes != g->store_bytes)
    differ(c, g, RVT_TANDEM_OTHER_STORE_SIZE, TANDEM_NUMBERS, writes->store[0].bytes,
           g->store_bytes);
  compare_addresses(c, g, writes);
}

/* Of the hart's store; the model has translated an effective address that both have. */
static uint64_t physical_of(const struct tandem_group *g, const struct rvt_tandem_writes *writes) {
  if (g->physical) return g->physical_address;
  const bool same =
      writes->stores != 0 && (!g->address || writes->store[0].address == g->store_address);
  return same ? writes->store[0].physical : g->store_address;
}

static void compare_store(struct rvt_tandem_check *c, const struct tandem_group *g,
                          const struct rvt_tandem_writes *writes) {
  const uint64_t before = c->counts.differences;
  const bool unknown = is_unknown_store(c, g);
  if (c->by.core->absent[RVT_TANDEM_ABSENT_STORE]) return;
  if (unknown)
    copy_store(c, g, writes);
  else if (writes->stores != 0)
    compare_stores(c, g, writes);
  else if (g->store)
    differ(c, g, RVT_TANDEM_NO_STORE, TANDEM_NUMBERS, 0, g->store_data);
  if ((c->counts.differences == before && !unknown) || !g->store) return;
  if (g->address || writes->stores != 0)
    (void)c->by.model->write(c->by.handle, physical_of(g, writes), &g->store_data, g->store_bytes);
}

/* Integer and F registers of the group, or CSRs that are copied, into the model. */
static void copy_registers(struct rvt_tandem_check *c, const struct tandem_group *g, bool loaded) {
  for (size_t i = 0; i < g->count; i++) {
    const struct rvt_tandem_element *e = &g->element[i];
    if (!tandem_is_register(e) || !c->shadow.known[e->number]) continue;
    if (loaded ? e->number >= RVT_TANDEM_X
               : e->number < RVT_TANDEM_X && c->by.core->csr[e->number] == RVT_TANDEM_CSR_COPIED)
      set_model(c, e->number, c->shadow.value[e->number]);
  }
}

/* What a load or AMO writes into the model, and no other register. */
static void copy_loaded(struct rvt_tandem_check *c, const struct tandem_group *g,
                        enum tandem_access access) {
  enum { NUMBER = 31 };
  const uint32_t writes = tandem_access_writes(g->word, access);
  if (tandem_access_jumps(g->word, access) && !c->by.core->absent[RVT_TANDEM_ABSENT_PC])
    set_model(c, RVT_TANDEM_MODEL_PC, c->shadow.value[RVT_TANDEM_MODEL_PC]);
  for (size_t i = 0; i < g->count; i++) {
    const struct rvt_tandem_element *e = &g->element[i];
    if (!tandem_is_register(e) || !c->shadow.known[e->number] || e->number < RVT_TANDEM_X) continue;
    if ((writes >> (e->number & NUMBER) & 1) != 0)
      set_model(c, e->number, c->shadow.value[e->number]);
  }
}

/* What comes from outside of the hart's own memory is the trace's (TV:AMB-T23). */
static void copy_loads(struct rvt_tandem_check *c, const struct tandem_group *g,
                       const struct rvt_tandem_writes *writes) {
  bool foreign = false;
  for (unsigned i = 0; i < writes->loads; i++)
    foreign |= !rvt_tandem_core_has_ram(c->by.core, writes->load[i].address, writes->load[i].bytes);
  const enum tandem_access access = c->blind ? access_of(c, g) : TANDEM_ACCESS_NONE;
  const bool unknown = access != TANDEM_ACCESS_NONE && !(access == TANDEM_ACCESS_SC && c->reserved);
  if (!foreign && !unknown) return;
  if (foreign) {
    c->counts.loads++;
    copy_registers(c, g, true);
  } else {
    c->counts.unknown++;
    copy_loaded(c, g, access);
  }
}

/* What is read of a CSR that is copied, or is not known, is what the hart has found. */
static void copy_reads(struct rvt_tandem_check *c, const struct tandem_group *g) {
  const uint16_t csr = csr_of(g);
  if (csr == 0 || is_trap(g)) return;
  const bool unknown = is_unknown_csr(c, csr);
  if (!unknown && c->by.core->csr[csr] != RVT_TANDEM_CSR_COPIED) return;
  c->counts.unknown += unknown;
  copy_registers(c, g, true);
}

/* A group without an instruction, with a cause of an interrupt: the model is made to take it. */
static bool pend_interrupt(struct rvt_tandem_check *c, const struct tandem_group *g) {
  const unsigned top = c->by.core->format.xlen - 1u;
  if (g->insn) return false;
  for (size_t i = 0; i < g->count; i++) {
    const struct rvt_tandem_element *e = &g->element[i];
    if (e->opcode != RVT_TANDEM_REGISTER || (e->number != MCAUSE && e->number != SCAUSE) ||
        (e->data >> top & 1) == 0)
      continue;
    c->counts.interrupts++;
    c->by.model->interrupt(c->by.handle, UINT64_C(1) << (e->data & 63));
    return true;
  }
  return false;
}

static void step(struct rvt_tandem_check *c, struct tandem_group *g) {
  struct rvt_tandem_writes writes;
  compare_insn(c, g);
  const bool pending = pend_interrupt(c, g);
  c->counts.steps++;
  c->by.model->step(c->by.handle);
  c->by.model->writes(c->by.handle, &writes);
  copy_loads(c, g, &writes);
  copy_reads(c, g);
  if (c->copies) copy_registers(c, g, false);
  /* Where mip is not the model's own, it takes the interrupts of the trace alone. */
  if (pending || c->by.core->csr[MIP] == RVT_TANDEM_CSR_COPIED)
    c->by.model->interrupt(c->by.handle, 0);
  compare_registers(c, g, &writes);
  compare_store(c, g, &writes);
  c->reserved |= c->blind && access_of(c, g) == TANDEM_ACCESS_RESERVES;
  c->stepped = c->shadow.group;
  if (!c->by.core->absent[RVT_TANDEM_ABSENT_PRIVILEGE])
    compare(c, g, RVT_TANDEM_MODEL_PRIVILEGE, RVT_TANDEM_OTHER_VALUE);
  if (!c->by.core->absent[RVT_TANDEM_ABSENT_PC])
    compare(c, g, RVT_TANDEM_MODEL_PC, RVT_TANDEM_OTHER_VALUE);
}

void rvt_tandem_check_group(struct rvt_tandem_check *c, const struct rvt_tandem_element *elements,
                            size_t count, uint64_t offset) {
  struct tandem_group g;
  tandem_group_take(&c->shadow, elements, count, offset, &g);
  c->counts.groups++;
  if (!g.init) c->counts.transactions += g.requests;
  if (rvt_tandem_is_bus(elements, count)) return;
  if (g.reset)
    reset(c);
  else if (g.init || !(g.insn || g.moves))
    take_outside(c, &g);
  else
    step(c, &g);
  c->told = true;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/rvfi.h"

#include <string.h>

enum { MRET = 0x30200073, SRET = 0x10200073 };
enum { EPC, CAUSE, STATUS, TVAL, TRAP_CSRS };
enum { SPP = 8, MPP = 11 }; /* of xstatus */

void rvt_tandem_rvfi_init(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_params *p) {
  memset(s, 0, sizeof *s);
  s->p = *p;
}

static uint64_t in_xlen(const struct rvt_tandem_rvfi *s, uint64_t value) {
  return s->p.xlen == 32 ? value & UINT32_MAX : value;
}

static bool returns(const struct rvt_tandem_rvfi_in *i) {
  return i->insn == MRET || i->insn == SRET;
}

/** What a trap has written, as the instruction behind it found it. */
struct trap {
  uint8_t mode;
  bool valid[TRAP_CSRS];
  uint16_t number[TRAP_CSRS];
  uint64_t data[TRAP_CSRS];
};

static struct trap trap_before(const struct rvt_tandem_rvfi *s,
                               const struct rvt_tandem_rvfi_in *after) {
  static const uint16_t of_m[TRAP_CSRS] = {0x341, 0x342, 0x300, 0x343};
  static const uint16_t of_s[TRAP_CSRS] = {0x141, 0x142, 0x100, 0x143};
  struct trap t = {.mode = after->mode};
  for (unsigned k = 0; k < TRAP_CSRS; k++) {
    t.number[k] = after->mode == 1 ? of_s[k] : of_m[k];
    for (unsigned c = 0; c < s->p.channels; c++) {
      if (after->csr[c].number != t.number[k]) continue;
      t.valid[k] = true;
      t.data[k] = in_xlen(s, after->csr[c].rdata);
    }
  }
  return t;
}

static void put_trap(const struct rvt_tandem_rvfi *s, const struct trap *t,
                     struct rvt_tandem_record *r) {
  for (unsigned k = 0; k < s->p.csrs; k++)
    r->csr[k] = (struct rvt_tandem_csr){t->valid[k], t->number[k], t->data[k]};
  r->privilege_valid = true;
  r->privilege = t->mode;
}

/** Loads, stores and AMOs, by their opcodes. */
static bool accesses_memory(uint32_t insn) {
  switch (insn & 3) {
  case 0: return (insn >> 13 & 7) != 0;
  case 2: return (insn >> 13 & 3) != 0;
  case 3: break;
  default: return false;
  }
  const unsigned opcode = insn & 0x7f;
  return opcode == 0x03 || opcode == 0x07 || opcode == 0x23 || opcode == 0x27 || opcode == 0x2f;
}

static void put_access(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *i,
                       struct rvt_tandem_record *r) {
  const uint8_t mask = i->mem_wmask != 0 ? i->mem_wmask : i->mem_rmask;
  if (mask == 0 || !accesses_memory(i->insn)) return;
  unsigned lane = 0, bytes = 0;
  while ((mask >> lane & 1) == 0) lane++;
  for (unsigned b = 0; b < 8; b++) bytes += mask >> b & 1;
  r->eaddr_valid = true;
  r->eaddr = in_xlen(s, i->mem_addr + lane);
  if (i->mem_wmask == 0) return;
  r->store_valid = true;
  /* Of a mask that no store has, as the RTL takes it. */
  const unsigned whole = s->p.xlen / 8u;
  r->store_size = bytes == whole     ? (whole == 8 ? 3 : 2)
                  : (bytes & 2) != 0 ? 1
                  : (bytes & 1) != 0 ? 0
                                     : 2;
  r->store = in_xlen(s, i->mem_wdata) >> 8 * lane;
}

static void put_csrs(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *i,
                     struct rvt_tandem_record *r) {
  unsigned count = 0;
  for (unsigned c = 0; c < s->p.channels && count < s->p.csrs; c++) {
    const uint64_t mask = in_xlen(s, i->csr[c].wmask);
    if (mask == 0) continue;
    r->csr[count++] = (struct rvt_tandem_csr){
        true, i->csr[c].number, in_xlen(s, (i->csr[c].rdata & ~mask) | (i->csr[c].wdata & mask))};
  }
}

static void put_interrupt(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *i,
                          struct rvt_tandem_record *r) {
  const struct trap t = trap_before(s, i);
  r->kind = RVT_TANDEM_INTERRUPT;
  r->pc_w = in_xlen(s, i->pc_rdata);
  r->insn_valid = false;
  put_trap(s, &t, r);
}

static void put_exception(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *next,
                          struct rvt_tandem_record *r) {
  const struct trap t = trap_before(s, next);
  r->kind = RVT_TANDEM_EXCEPTION;
  r->pc_w = in_xlen(s, next->pc_rdata);
  /* Of a fetch that failed there is no instruction (TV:R-08). */
  r->insn_valid =
      !t.valid[CAUSE] || (t.data[CAUSE] != 0 && t.data[CAUSE] != 1 && t.data[CAUSE] != 12);
  put_trap(s, &t, r);
}

/** MRET or SRET: the next instruction is where it leads, or a handler's before it came there. */
static void put_return(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *next,
                       struct rvt_tandem_record *r) {
  const struct trap t = trap_before(s, next);
  r->privilege_valid = !next->intr || t.valid[STATUS];
  r->privilege = t.mode;
  if (!next->intr) {
    r->pc_w = in_xlen(s, next->pc_rdata);
    return;
  }
  if (t.valid[EPC]) r->pc_w = t.data[EPC];
  r->privilege = (uint8_t)(t.mode == 1 ? t.data[STATUS] >> SPP & 1 : t.data[STATUS] >> MPP & 3);
}

static void put_instruction(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_in *i,
                            const struct rvt_tandem_rvfi_in *next, struct rvt_tandem_record *r) {
  r->gpr_valid = i->rd_addr != 0;
  r->gpr = i->rd_addr;
  r->gpr_data = in_xlen(s, i->rd_wdata);
  put_csrs(s, i, r);
  put_access(s, i, r);
  if (returns(i)) put_return(s, next, r);
}

/* ---- Which of a clock leave ---- */

/** The first of a word at or behind a channel; NULL: none. */
static const struct rvt_tandem_rvfi_in *
first_of(const struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_word *word, unsigned at) {
  for (unsigned c = at; c < s->p.nret; c++)
    if (word->in[c].valid) return &word->in[c];
  return NULL;
}

static const struct rvt_tandem_rvfi_in *behind(const struct rvt_tandem_rvfi *s, unsigned at) {
  const struct rvt_tandem_rvfi_in *next = first_of(s, &s->held_q, at + 1);
  if (next == NULL && s->level_q != 0) next = first_of(s, &s->queue_q[s->head_q], 0);
  return next;
}

/** Whether what is before a channel has trapped: then its handler's first tells no interrupt. */
static bool trapped_before(const struct rvt_tandem_rvfi *s, unsigned at) {
  bool trapped = s->trapped_q;
  for (unsigned c = 0; c < at; c++)
    if (s->held_q.in[c].valid) trapped = s->held_q.in[c].trap;
  return trapped;
}

struct leaving {
  uint8_t slots;      /* of which an instruction leaves, a bit each */
  unsigned interrupt; /* the channel whose interrupt leaves, alone; else RVT_TANDEM_RVFI_SLOTS */
};

static struct leaving leaving_of(const struct rvt_tandem_rvfi *s) {
  struct leaving l = {.interrupt = RVT_TANDEM_RVFI_SLOTS};
  bool interrupted = s->interrupted_q;
  for (unsigned c = 0; c < s->p.nret && s->held_valid_q; c++) {
    const struct rvt_tandem_rvfi_in *i = &s->held_q.in[c];
    if (!i->valid || (s->told_q >> c & 1) != 0) continue;
    if (i->intr && !interrupted && !trapped_before(s, c)) {
      if (l.slots == 0) l.interrupt = c;
      break;
    }
    if ((i->trap || returns(i)) && behind(s, c) == NULL) break;
    l.slots |= (uint8_t)(1u << c);
    interrupted = false;
  }
  return l;
}

uint8_t rvt_tandem_rvfi_outputs(const struct rvt_tandem_rvfi *s, struct rvt_tandem_record *records,
                                bool *lost) {
  const struct leaving l = leaving_of(s);
  const unsigned interrupt = l.interrupt;
  uint8_t told = l.slots;
  *lost = s->lost_q;
  if (interrupt < RVT_TANDEM_RVFI_SLOTS) told = (uint8_t)(1u << interrupt);
  for (unsigned c = 0; c < s->p.nret; c++) {
    const struct rvt_tandem_rvfi_in *i = &s->held_q.in[c];
    if ((told >> c & 1) == 0) continue;
    records[c] = (struct rvt_tandem_record){.kind = RVT_TANDEM_RETIRED,
                                            .pc_r = in_xlen(s, i->pc_rdata),
                                            .pc_w = in_xlen(s, i->pc_wdata),
                                            .insn_valid = true,
                                            .is32 = (i->insn & 3) == 3,
                                            .insn = i->insn};
    if (c == interrupt)
      put_interrupt(s, i, &records[c]);
    else if (i->trap)
      put_exception(s, behind(s, c), &records[c]);
    else
      put_instruction(s, i, behind(s, c), &records[c]);
  }
  return told;
}

void rvt_tandem_rvfi_tick(struct rvt_tandem_rvfi *s, const struct rvt_tandem_rvfi_word *in) {
  const bool room = s->level_q < s->p.waits, next = s->level_q != 0;
  const bool told = first_of(s, in, 0) != NULL;
  const struct leaving l = leaving_of(s);
  const bool trapped = s->held_valid_q && trapped_before(s, s->p.nret);
  bool free = true;
  s->told_q |= l.slots;
  for (unsigned c = 0; c < s->p.nret && s->held_valid_q; c++)
    if (s->held_q.in[c].valid && (s->told_q >> c & 1) == 0) free = false;
  s->interrupted_q = l.interrupt < RVT_TANDEM_RVFI_SLOTS || (s->interrupted_q && l.slots == 0);
  if (free) {
    s->told_q = 0;
    s->trapped_q = trapped;
    s->held_valid_q = next;
    if (next) {
      s->held_q = s->queue_q[s->head_q];
      s->head_q = (uint8_t)((s->head_q + 1) % s->p.waits);
      s->level_q--;
    }
  }
  s->lost_q = told && !room;
  if (told && room) s->queue_q[(s->head_q + s->level_q++) % s->p.waits] = *in;
}

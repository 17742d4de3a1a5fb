/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_elements.h"

/* Elements in the canonical order (TV:E-03): bits of `due`. */
enum place {
  PLACE_HEAD, /* begin, with what has no bytes of its own: reset, init, opcode 3 */
  PLACE_PC,
  PLACE_INSN,
  PLACE_GPR,
  PLACE_FPR,
  PLACE_CSR,
  PLACE_FFLAGS = PLACE_CSR + RVT_TANDEM_CSRS,
  PLACE_PRIVILEGE,
  PLACE_PADDR,
  PLACE_EADDR,
  PLACE_STORE,
  PLACE_PC_PADDR,
  PLACE_MTIME,
  PLACE_BUS_ADDRESS, /* opcode 8, */
  PLACE_BUS_REQUEST, /* ... what it has beside the address, */
  PLACE_BUS_RESPONSE /* and opcode 9 */
};

enum { FCSR = 3, NO_LEVEL = 2, CSR_BITS = 0xfff, REGISTER_BITS = 31, FFLAGS_BITS = 31 };

static uint64_t low(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

/* ---- Which elements ---- */

static bool has_insn(const struct rvt_tandem_record *r) {
  return r->kind == RVT_TANDEM_RETIRED || (r->kind == RVT_TANDEM_EXCEPTION && r->insn_valid);
}

static bool has_pc(const struct rvt_tandem_record *r) {
  return r->kind != RVT_TANDEM_OUTSIDE || r->pc_valid;
}

/** Whether the new pc is that behind the instruction, and the build says it so (TV:R-06). */
static bool increments(const struct rvt_tandem_params *p, const struct rvt_tandem_record *r) {
  const uint64_t moved = r->pc_w - r->pc_r;
  return p->forms.increment_pc && r->kind == RVT_TANDEM_RETIRED &&
         low(moved, p->format.xlen) == (r->is32 ? 4 : 2);
}

uint32_t rvt_tandem_due(const struct rvt_tandem_params *p, const struct rvt_tandem_record *r) {
  uint32_t due = 1u << PLACE_HEAD;
  if (r->kind == RVT_TANDEM_HART_RESET) return due; /* TV:R-13 */
  if (r->kind == RVT_TANDEM_TRANSACTION)
    return due | 1u << PLACE_BUS_ADDRESS | 1u << PLACE_BUS_REQUEST |
           (uint32_t)r->access.answered << PLACE_BUS_RESPONSE; /* TV:R-09 */
  const struct {
    bool has;
    uint8_t place;
  } list[] = {
      {has_pc(r) && !increments(p, r), PLACE_PC},
      {has_insn(r), PLACE_INSN},
      {(p->elements & RVT_TANDEM_SENDS_GPR) && r->gpr_valid && (r->gpr & REGISTER_BITS) != 0,
       PLACE_GPR}, /* TV:AMB-T15 */
      {(p->elements & RVT_TANDEM_SENDS_FPR) && r->fpr_valid, PLACE_FPR},
      {(p->elements & RVT_TANDEM_SENDS_FFLAGS) && r->fflags_valid && p->forms.or_fcsr,
       PLACE_FFLAGS},
      {(p->elements & RVT_TANDEM_SENDS_PRIVILEGE) && r->privilege_valid &&
           (r->privilege & 3) != NO_LEVEL,
       PLACE_PRIVILEGE}, /* TV:AMB-T17 */
      {(p->elements & RVT_TANDEM_SENDS_PADDR) && r->paddr_valid, PLACE_PADDR},
      {(p->elements & RVT_TANDEM_SENDS_EADDR) && r->eaddr_valid, PLACE_EADDR},
      {(p->elements & RVT_TANDEM_SENDS_STORE) && r->store_valid, PLACE_STORE},
      {(p->elements & RVT_TANDEM_SENDS_PC_PADDR) && r->pc_paddr_valid, PLACE_PC_PADDR},
      {(p->elements & RVT_TANDEM_SENDS_MTIME) && r->mtime_valid, PLACE_MTIME},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    due |= (uint32_t)list[i].has << list[i].place;
  for (unsigned i = 0; i < p->csrs; i++) due |= (uint32_t)r->csr[i].valid << (PLACE_CSR + i);
  return due;
}

/* ---- Their bytes ---- */

/** Little endian (TV:R-02). */
static void put(struct rvt_tandem_piece *piece, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) piece->bytes[piece->size++] = (uint8_t)(value >> 8 * i);
}

static void put_register(struct rvt_tandem_piece *piece, uint8_t opcode, unsigned number,
                         uint64_t data, unsigned bytes) {
  put(piece, opcode, 1);
  put(piece, number, 2);
  put(piece, data, bytes);
}

static void put_state(struct rvt_tandem_piece *piece, unsigned identifier, uint64_t data,
                      unsigned bytes) {
  put(piece, RVT_TANDEM_STATE, 1);
  put(piece, identifier, 1);
  put(piece, data, bytes);
}

static void put_address(struct rvt_tandem_piece *piece, const struct rvt_tandem_params *p,
                        unsigned identifier, uint64_t address) {
  put_state(piece, identifier, low(address, p->format.mlen), (p->format.mlen + 7u) / 8);
}

/* What a transaction has beside its address: TV:AMB-T8, AMB-T9. */
static void put_access(struct rvt_tandem_piece *piece, const struct rvt_tandem_access *a,
                       bool request) {
  const unsigned size = a->size & 3u, op = a->op;
  const bool reads = op != RVT_TANDEM_STORE && op != RVT_TANDEM_SC;
  const bool writes = op != RVT_TANDEM_LOAD && op != RVT_TANDEM_LR && op != RVT_TANDEM_FETCH;
  if (request) {
    put(piece, op | size << 4, 1);
    if (writes) put(piece, a->request, 1u << size);
    return;
  }
  const unsigned result = a->result & 1u;
  put(piece, RVT_TANDEM_RESPONSE, 1);
  put(piece, size | result << 4, 1);
  if (reads && result == 0) put(piece, a->response, 1u << size);
}

static void put_head(struct rvt_tandem_piece *piece, const struct rvt_tandem_params *p,
                     const struct rvt_tandem_record *r) {
  put(piece, RVT_TANDEM_BEGIN, 1);
  if (r->kind == RVT_TANDEM_HART_RESET) put(piece, RVT_TANDEM_RESET, 1);
  if (r->kind == RVT_TANDEM_OUTSIDE) put(piece, RVT_TANDEM_INIT, 1);
  if (increments(p, r)) put(piece, RVT_TANDEM_INCREMENT_PC, 1);
}

static void put_gpr(struct rvt_tandem_piece *piece, const struct rvt_tandem_params *p,
                    const struct rvt_tandem_record *r) {
  const unsigned number = RVT_TANDEM_X + (r->gpr & REGISTER_BITS), xlen = p->format.xlen;
  const uint64_t step = r->gpr_data - r->gpr_old;
  /* From -128 to 127, modulo 2^XLEN (TV:AMB-T13). */
  if (p->forms.add_registers && r->gpr_old_known && low(step + 128, xlen) < 256)
    put_register(piece, RVT_TANDEM_ADD, number, step, 1);
  else
    put_register(piece, RVT_TANDEM_REGISTER, number, r->gpr_data, xlen / 8);
}

static void put_element(struct rvt_tandem_piece *piece, const struct rvt_tandem_params *p,
                        const struct rvt_tandem_record *r, unsigned place) {
  const unsigned xbytes = p->format.xlen / 8;
  switch (place) {
  case PLACE_HEAD: put_head(piece, p, r); break;
  case PLACE_PC: put_state(piece, RVT_TANDEM_PC, r->pc_w, xbytes); break;
  case PLACE_INSN:
    put(piece, r->is32 ? RVT_TANDEM_INSN32 : RVT_TANDEM_INSN16, 1);
    put(piece, r->insn, r->is32 ? 4 : 2);
    break;
  case PLACE_GPR: put_gpr(piece, p, r); break;
  case PLACE_FPR:
    put_register(piece, RVT_TANDEM_REGISTER, RVT_TANDEM_F + (r->fpr & REGISTER_BITS), r->fpr_data,
                 p->format.flen / 8);
    break;
  case PLACE_FFLAGS: put_register(piece, RVT_TANDEM_OR, FCSR, r->fflags & FFLAGS_BITS, 1); break;
  case PLACE_PRIVILEGE: put_state(piece, RVT_TANDEM_PRIVILEGE, r->privilege & 3, 1); break;
  case PLACE_PADDR: put_address(piece, p, RVT_TANDEM_PADDR, r->paddr); break;
  case PLACE_EADDR: put_address(piece, p, RVT_TANDEM_EADDR, r->eaddr); break;
  case PLACE_STORE:
    put_state(piece, RVT_TANDEM_STORE8 + (r->store_size & 3u), r->store, 1u << (r->store_size & 3));
    break;
  case PLACE_PC_PADDR: put_address(piece, p, RVT_TANDEM_PC_PADDR, r->pc_paddr); break;
  case PLACE_MTIME: put_state(piece, RVT_TANDEM_MTIME, r->mtime, 8); break;
  case PLACE_BUS_ADDRESS:
    put(piece, RVT_TANDEM_REQUEST, 1);
    put(piece, low(r->access.address, p->format.mlen), (p->format.mlen + 7u) / 8);
    break;
  case PLACE_BUS_REQUEST:
  case PLACE_BUS_RESPONSE: put_access(piece, &r->access, place == PLACE_BUS_REQUEST); break;
  default: {
    const struct rvt_tandem_csr *const csr = &r->csr[place - PLACE_CSR];
    put_register(piece, RVT_TANDEM_REGISTER, csr->number & CSR_BITS, csr->data, xbytes);
  }
  }
}

uint32_t rvt_tandem_next(const struct rvt_tandem_params *p, uint32_t due) {
  const uint32_t head = 1u << PLACE_HEAD | 1u << PLACE_PC | 1u << PLACE_INSN;
  if (!p->wide) return due & -due;
  const uint32_t first = (due & ~head) & -(due & ~head), after = due & ~head & ~first;
  return (due & head) | first | (after & -after);
}

void rvt_tandem_make(const struct rvt_tandem_params *p, const struct rvt_tandem_record *r,
                     uint32_t due, struct rvt_tandem_piece *piece) {
  const uint32_t next = rvt_tandem_next(p, due);
  piece->valid = true;
  piece->size = 0;
  for (unsigned place = 0; next >> place != 0; place++)
    if ((next >> place & 1) != 0) put_element(piece, p, r, place);
  piece->last = due == next;
  if (piece->last) put(piece, RVT_TANDEM_END, 1);
}

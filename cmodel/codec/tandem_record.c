/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/tandem/record.h"

enum { FCSR = 3 };

/* A group as it grows; after the first element that is refused nothing is added. */
struct group {
  const struct rvt_tandem_format *format;
  enum rvt_status status;
  size_t size;
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES];
};

static void add(struct group *g, struct rvt_tandem_element e, uint8_t op) {
  size_t size = 0;
  if (g->status == RVT_OK)
    g->status = rvt_tandem_write(g->format, &e, op, g->bytes + g->size, &size);
  g->size += size;
}

static void add_opcode(struct group *g, uint8_t opcode) {
  add(g, (struct rvt_tandem_element){.opcode = opcode}, 0);
}

static void add_register(struct group *g, uint16_t number, uint64_t data) {
  add(g, (struct rvt_tandem_element){.opcode = RVT_TANDEM_REGISTER, .number = number, .data = data},
      0);
}

static void add_state(struct group *g, bool valid, uint16_t number, uint64_t data) {
  if (valid)
    add(g, (struct rvt_tandem_element){.opcode = RVT_TANDEM_STATE, .number = number, .data = data},
        0);
}

static uint64_t in_xlen(const struct rvt_tandem_format *f, uint64_t value) {
  return f->xlen == 32 ? value & UINT32_MAX : value;
}

static void add_pc(struct group *g, const struct rvt_tandem_forms *forms,
                   const struct rvt_tandem_record *r) {
  const uint64_t next = in_xlen(g->format, r->pc_r + (r->is32 ? 4 : 2));
  if (r->kind == RVT_TANDEM_HART_RESET || r->kind == RVT_TANDEM_TRANSACTION) return;
  if (r->kind == RVT_TANDEM_OUTSIDE && !r->pc_valid) return;
  if (forms->increment_pc && r->kind == RVT_TANDEM_RETIRED && r->insn_valid && r->pc_w == next)
    add_opcode(g, RVT_TANDEM_INCREMENT_PC);
  else
    add_state(g, true, RVT_TANDEM_PC, r->pc_w);
}

static void add_gpr(struct group *g, const struct rvt_tandem_forms *forms,
                    const struct rvt_tandem_record *r) {
  if (!r->gpr_valid || r->gpr == 0) return;
  const uint16_t number = (uint16_t)(RVT_TANDEM_X + r->gpr);
  const uint64_t difference = r->gpr_data - r->gpr_old; /* modulo 2^XLEN (TV:AMB-T13) */
  const uint64_t step = g->format->xlen == 32 ? (uint64_t)(int64_t)(int32_t)difference : difference;
  if (forms->add_registers && r->gpr_old_known && (uint64_t)(int64_t)(int8_t)step == step)
    add(g, (struct rvt_tandem_element){.opcode = RVT_TANDEM_ADD, .number = number, .data = step},
        0);
  else
    add_register(g, number, r->gpr_data);
}

static void add_access(struct group *g, const struct rvt_tandem_access *a) {
  struct rvt_tandem_element e = {.opcode = RVT_TANDEM_REQUEST, .op = a->op, .size = a->size};
  if (!a->valid) return;
  e.address = a->address;
  e.data = a->request;
  add(g, e, 0);
  if (!a->answered) return;
  add(g,
      (struct rvt_tandem_element){
          .opcode = RVT_TANDEM_RESPONSE, .size = a->size, .result = a->result, .data = a->response},
      a->op);
}

/* What no register, no instruction and no other state is part of. */
static bool is_alone(const struct rvt_tandem_record *r) {
  bool csr = false;
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++) csr |= r->csr[i].valid;
  return !(r->insn_valid || r->gpr_valid || r->fpr_valid || csr || r->fflags_valid ||
           r->privilege_valid || r->paddr_valid || r->eaddr_valid || r->store_valid ||
           r->pc_paddr_valid || r->mtime_valid);
}

static bool is_legal(const struct rvt_tandem_record *r) {
  if (r->kind == RVT_TANDEM_HART_RESET) return is_alone(r) && !r->access.valid;
  if (r->kind == RVT_TANDEM_TRANSACTION) return is_alone(r) && r->access.valid;
  if (r->kind == RVT_TANDEM_RETIRED) return r->insn_valid;
  return r->kind == RVT_TANDEM_EXCEPTION || (r->kind < RVT_TANDEM_KINDS && !r->insn_valid);
}

enum rvt_status rvt_tandem_encode(const struct rvt_tandem_format *format,
                                  const struct rvt_tandem_forms *forms,
                                  const struct rvt_tandem_record *r, uint8_t *out, size_t *size) {
  struct group g = {.format = format, .status = RVT_OK};
  if (!is_legal(r) || r->store_size > 3 || r->gpr > 31 || r->fpr > 31) return RVT_ERR_ARG;
  add_opcode(&g, RVT_TANDEM_BEGIN);
  if (r->kind == RVT_TANDEM_HART_RESET) add_opcode(&g, RVT_TANDEM_RESET);
  if (r->kind == RVT_TANDEM_OUTSIDE) add_opcode(&g, RVT_TANDEM_INIT);
  add_pc(&g, forms, r);
  if (r->insn_valid)
    add(&g,
        (struct rvt_tandem_element){.opcode = r->is32 ? RVT_TANDEM_INSN32 : RVT_TANDEM_INSN16,
                                    .data = r->insn},
        0);
  add_gpr(&g, forms, r);
  if (r->fpr_valid) add_register(&g, (uint16_t)(RVT_TANDEM_F + r->fpr), r->fpr_data);
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++)
    if (r->csr[i].valid) add_register(&g, r->csr[i].number, r->csr[i].data);
  if (r->fflags_valid && forms->or_fcsr)
    add(&g, (struct rvt_tandem_element){.opcode = RVT_TANDEM_OR, .number = FCSR, .data = r->fflags},
        0);
  add_state(&g, r->privilege_valid, RVT_TANDEM_PRIVILEGE, r->privilege);
  add_state(&g, r->paddr_valid, RVT_TANDEM_PADDR, r->paddr);
  add_state(&g, r->eaddr_valid, RVT_TANDEM_EADDR, r->eaddr);
  add_state(&g, r->store_valid, (uint16_t)(RVT_TANDEM_STORE8 + r->store_size), r->store);
  add_state(&g, r->pc_paddr_valid, RVT_TANDEM_PC_PADDR, r->pc_paddr);
  add_state(&g, r->mtime_valid, RVT_TANDEM_MTIME, r->mtime);
  add_access(&g, &r->access);
  add_opcode(&g, RVT_TANDEM_END);
  if (g.status != RVT_OK) return g.status;
  memcpy(out, g.bytes, g.size);
  *size = g.size;
  return RVT_OK;
}

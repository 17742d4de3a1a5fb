/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_random.h"

#include "rvt/prng.h"

static uint64_t bits(uint64_t *p, unsigned count) {
  return count == 0 ? 0 : rvt_prng_bits(p, count);
}

static bool often(uint64_t *p) { return bits(p, 1) != 0; }

static struct rvt_tandem_access random_access(uint64_t *p, const struct rvt_tandem_format *f) {
  struct rvt_tandem_element e = {.opcode = RVT_TANDEM_REQUEST,
                                 .op = (uint8_t)(bits(p, 8) % RVT_TANDEM_OPS),
                                 .size = (uint8_t)bits(p, 2)};
  struct rvt_tandem_access access = {often(p), often(p),         e.op, e.size,
                                     often(p), bits(p, f->mlen), 0,    0};
  access.request = bits(p, 8 * rvt_tandem_data_bytes(&e, 0));
  e.opcode = RVT_TANDEM_RESPONSE;
  e.result = access.result;
  access.response = bits(p, 8 * rvt_tandem_data_bytes(&e, e.op));
  return access;
}

struct rvt_tandem_record tandem_random_record(uint64_t *p, const struct rvt_tandem_format *f) {
  struct rvt_tandem_record r = {.kind = (uint8_t)(bits(p, 8) % RVT_TANDEM_KINDS)};
  if (r.kind == RVT_TANDEM_HART_RESET) return r;
  r.access = random_access(p, f);
  if (r.kind == RVT_TANDEM_TRANSACTION) {
    r.access.valid = true;
    return r;
  }
  r.pc_valid = often(p);
  r.is32 = often(p);
  r.pc_r = bits(p, f->xlen);
  r.pc_w = often(p) ? bits(p, f->xlen) : r.pc_r + (r.is32 ? 4 : 2);
  if (f->xlen == 32) r.pc_w &= UINT32_MAX;
  r.insn_valid = r.kind == RVT_TANDEM_RETIRED || (r.kind == RVT_TANDEM_EXCEPTION && often(p));
  r.insn = (uint32_t)bits(p, r.is32 ? 32 : 16);
  r.gpr_valid = often(p);
  r.gpr = (uint8_t)bits(p, 5);
  r.gpr_data = bits(p, f->xlen);
  r.gpr_old_known = often(p);
  r.gpr_old = r.gpr_data - bits(p, 9) + 256;
  if (f->xlen == 32) r.gpr_old &= UINT32_MAX;
  r.fpr_valid = f->flen != 0 && often(p);
  r.fpr = (uint8_t)bits(p, 5);
  r.fpr_data = bits(p, f->flen);
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++) /* numbers apart, and none of them fcsr */
    r.csr[i] =
        (struct rvt_tandem_csr){often(p), (uint16_t)(0x100 + bits(p, 9) * 4 + i), bits(p, f->xlen)};
  r.fflags_valid = often(p);
  r.fflags = (uint8_t)bits(p, 5);
  r.privilege_valid = often(p);
  r.privilege = (uint8_t)("\0\1\3"[bits(p, 8) % 3]);
  r.paddr_valid = often(p), r.eaddr_valid = often(p), r.store_valid = often(p);
  r.pc_paddr_valid = often(p), r.mtime_valid = often(p);
  r.paddr = bits(p, f->mlen), r.eaddr = bits(p, f->mlen), r.pc_paddr = bits(p, f->mlen);
  r.store_size = (uint8_t)bits(p, 2);
  r.store = bits(p, 8u << r.store_size);
  r.mtime = bits(p, 64);
  return r;
}

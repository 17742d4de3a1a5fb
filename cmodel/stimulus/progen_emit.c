/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "progen_asm.h"
#include "progen_program.h"

/* One instruction of the program: where it stands, how far it reaches, where it leads. */

uint32_t rvt_progen_emit(struct rvt_progen *g, uint32_t region, uint64_t word, unsigned size,
                         enum rvt_progen_op op, unsigned itype) {
  struct rvt_progen_code *c = &g->code[region];
  const uint32_t parcel = c->used;
  assert(size >= 1 && size <= 4 && c->room - parcel >= size);
  c->parcel[parcel] = (struct rvt_progen_parcel){
      .word = word, .size = (uint8_t)size, .op = (uint8_t)op, .itype = (uint8_t)itype};
  c->used += size;
  g->upper_rd = 0;
  return parcel;
}

int32_t rvt_progen_reach(const struct rvt_progen_parcel *s) {
  if (s->op == RVT_OP_BRANCH) return s->size == 1 ? RVT_REACH_CB : RVT_REACH_B;
  return s->size == 1 ? RVT_REACH_CJ : RVT_REACH_J;
}

void rvt_progen_set_target(struct rvt_progen *g, uint32_t region, uint32_t parcel,
                           uint32_t target) {
  struct rvt_progen_parcel *s = &g->code[region].parcel[parcel];
  const int32_t offset = 2 * ((int32_t)target - (int32_t)parcel);
  assert(offset >= -rvt_progen_reach(s) && offset < rvt_progen_reach(s));
  s->offset = offset;
  if (s->op == RVT_OP_BRANCH)
    s->word |= s->size == 1 ? rvt_asm_c_branch(false, 0, offset) : rvt_asm_branch(0, 0, 0, offset);
  else
    s->word |=
        s->size == 1 ? rvt_asm_c_j(s->itype == RVT_IT_DIRECT_CALL, offset) : rvt_asm_jal(0, offset);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "progen_asm.h"
#include "progen_program.h"

/* Constructs: control flow that always has a way on. Cycles without a conditional branch, an
 * indirect jump or a trap do not occur: unconditional direct transfers lead forward, or a branch
 * leads around them. */

enum { NEST_MAX = 3, LOOP_BODY_MAX = 1000 };

/* A forward transfer ends here, or as far as it reaches. */
static void land(struct rvt_progen *g, uint32_t region, uint32_t from) {
  const struct rvt_progen_code *c = &g->code[region];
  const uint32_t most = from + (uint32_t)rvt_progen_reach(&c->parcel[from]) / 2 - 1;
  rvt_progen_set_target(g, region, from, c->used <= most ? c->used : rvt_progen_begin(c, most));
}

static bool compressed(struct rvt_progen *g) {
  return rvt_progen_chance(g, g->params.p_compressed);
}

static uint32_t emit_branch(struct rvt_progen *g, uint32_t region, bool small, unsigned flags) {
  static const uint8_t funct3[] = {0, 1, 4, 5, 6, 7};
  static const uint8_t bias[] = {8, 64, 128, 128, 192, 248};
  const uint32_t r = (uint32_t)rvt_progen_next(g);
  const uint32_t word =
      small ? rvt_asm_c_branch((r & 1) != 0, r >> 1 & 7, 0)
            : rvt_asm_branch(funct3[rvt_progen_below(g, 6)], r & 31, r >> 5 & 31, 0);
  const uint32_t at = rvt_progen_emit(g, region, word, small ? 1 : 2, RVT_OP_BRANCH, RVT_IT_TAKEN);
  g->code[region].parcel[at].flags = (uint8_t)flags;
  g->code[region].parcel[at].bias = bias[rvt_progen_below(g, sizeof bias)];
  return at;
}

/* JAL, C.J or C.JAL without its target. */
static uint32_t emit_jump(struct rvt_progen *g, uint32_t region, unsigned rd, bool small) {
  static const uint8_t itype[] = {RVT_IT_DIRECT_JUMP, RVT_IT_DIRECT_CALL, RVT_IT_DIRECT_LINK};
  const bool link = rd == 1 || rd == 5;
  small = small && (rd == 0 || (rd == 1 && g->params.xlen == 32));
  return rvt_progen_emit(g, region, small ? rvt_asm_c_j(link, 0) : rvt_asm_jal(rd, 0),
                         small ? 1 : 2, RVT_OP_JUMP,
                         itype[rd == 0 ? 0
                               : link  ? 1
                                       : 2]);
}

/* JALR, C.JR or C.JALR to anywhere; never directly after what would make it inferable. */
static uint32_t emit_indirect(struct rvt_progen *g, uint32_t region, unsigned rd, unsigned rs1,
                              unsigned itype) {
  if (g->upper_rd == rs1) rvt_progen_emit(g, region, 0x0001, 1, RVT_OP_LINEAR, RVT_IT_NONE);
  if ((rd == 0 || rd == 1) && compressed(g))
    return rvt_progen_emit(g, region, rvt_asm_c_jr(rd == 1, rs1), 1, RVT_OP_INDIRECT, itype);
  const int32_t imm = rvt_progen_below(g, 2) == 0 ? 0 : (int32_t)rvt_progen_below(g, 4096) - 2048;
  return rvt_progen_emit(g, region, rvt_asm_jalr(rd, rs1, imm), 2, RVT_OP_INDIRECT, itype);
}

static unsigned link_reg(struct rvt_progen *g) { return rvt_progen_below(g, 4) == 0 ? 5 : 1; }

/* x6..x31 */
static unsigned plain_reg(struct rvt_progen *g) { return 6 + rvt_progen_below(g, 26); }

static void linear(struct rvt_progen *g, uint32_t region, uint32_t most) {
  for (uint32_t n = 1 + rvt_progen_below(g, most); n > 0; n--) rvt_progen_emit_linear(g, region);
}

static void add_site(struct rvt_progen *g, uint32_t region, uint32_t parcel, bool guarded) {
  assert(g->sites < g->site_room);
  g->site[g->sites++] = (struct rvt_progen_site){{region, parcel}, guarded};
}

/* A direct transfer to a function; half of them may also lead back, with a branch around them. */
static void direct(struct rvt_progen *g, uint32_t region, unsigned rd) {
  const bool guarded = rvt_progen_below(g, 2) == 0;
  const uint32_t guard = guarded ? emit_branch(g, region, compressed(g), 0) : 0;
  add_site(g, region, emit_jump(g, region, rd, compressed(g)), guarded);
  if (guarded) land(g, region, guard);
}

static void skip(struct rvt_progen *g, uint32_t region, unsigned rd) {
  const uint32_t jump = emit_jump(g, region, rd, compressed(g));
  linear(g, region, 8);
  land(g, region, jump);
}

static void branch_around(struct rvt_progen *g, uint32_t region, uint32_t end, unsigned depth) {
  const uint32_t branch = emit_branch(g, region, compressed(g), 0);
  rvt_progen_body(g, region, end, depth + 1);
  if (rvt_progen_below(g, 3) == 0) {
    const uint32_t jump = emit_jump(g, region, 0, compressed(g));
    land(g, region, branch);
    rvt_progen_body(g, region, end, depth + 1);
    land(g, region, jump);
  } else {
    land(g, region, branch);
  }
}

static void loop_body(struct rvt_progen *g, uint32_t region, bool leaf, uint32_t end,
                      unsigned depth) {
  if (leaf) {
    linear(g, region, 12);
    return;
  }
  const uint32_t most = g->code[region].used + LOOP_BODY_MAX;
  rvt_progen_body(g, region, end < most ? end : most, depth + 1);
}

static void loop(struct rvt_progen *g, uint32_t region, uint32_t end, unsigned depth) {
  const bool leaf = depth == NEST_MAX || rvt_progen_below(g, 2) == 0;
  const unsigned leaf_flag = leaf ? RVT_FLAG_LEAF : 0;
  const uint32_t head = g->code[region].used;
  if (rvt_progen_below(g, 2) == 0) {
    loop_body(g, region, leaf, end, depth);
    const bool near = 2 * (g->code[region].used - head) <= RVT_REACH_CB;
    const uint32_t back = emit_branch(g, region, near && compressed(g), RVT_FLAG_LOOP | leaf_flag);
    rvt_progen_set_target(g, region, back, head);
  } else {
    const uint32_t out =
        emit_branch(g, region, leaf && compressed(g), RVT_FLAG_LOOP_EXIT | leaf_flag);
    loop_body(g, region, leaf, end, depth);
    const bool near = 2 * (g->code[region].used - head) <= RVT_REACH_CJ;
    rvt_progen_set_target(g, region, emit_jump(g, region, 0, near && compressed(g)), head);
    land(g, region, out);
  }
}

static void straight(struct rvt_progen *g, uint32_t region, uint32_t end) {
  const uint32_t n = g->params.straight_max / 2 + rvt_progen_below(g, g->params.straight_max / 2);
  const uint32_t room = g->code[region].room / 4;
  uint32_t stop = g->code[region].used + (n < room ? n : room);
  if (stop > end) stop = end;
  while (g->code[region].used < stop) rvt_progen_emit_linear(g, region);
}

static void self_loop(struct rvt_progen *g, uint32_t region) {
  const uint32_t jump = emit_jump(g, region, 0, compressed(g));
  rvt_progen_set_target(g, region, jump, jump);
  g->code[region].parcel[jump].flags = RVT_FLAG_SELF;
}

static void call_indirect(struct rvt_progen *g, uint32_t region) {
  const unsigned rd = link_reg(g);
  emit_indirect(g, region, rd, rvt_progen_below(g, 4) == 0 ? rd : plain_reg(g),
                RVT_IT_INDIRECT_CALL);
}

static void swap(struct rvt_progen *g, uint32_t region) {
  const unsigned rd = rvt_progen_below(g, 2) == 0 ? 1 : 5;
  emit_indirect(g, region, rd, rd ^ 4, RVT_IT_SWAP);
}

static void jump_indirect(struct rvt_progen *g, uint32_t region, unsigned rd) {
  const uint32_t jump = emit_indirect(g, region, rd, plain_reg(g),
                                      rd == 0 ? RVT_IT_INDIRECT_JUMP : RVT_IT_INDIRECT_LINK);
  if (rvt_progen_below(g, 2) == 0) g->code[region].parcel[jump].flags = RVT_FLAG_LOCAL;
}

static void add_pair(struct rvt_progen *g, uint32_t region, uint32_t upper, uint32_t jump) {
  assert(g->pairs < g->pair_room);
  g->code[region].parcel[jump].offset = (int32_t)g->pairs;
  g->pair[g->pairs++] = (struct rvt_progen_pair){{region, upper}, {region, jump}, {0, 0}};
}

/* NT:ITY-24 */
static unsigned fixed_itype(unsigned rd, unsigned rs1) {
  const bool rd_link = rd == 1 || rd == 5, rs1_link = rs1 == 1 || rs1 == 5;
  if (rd_link) return rs1_link && rd != rs1 ? RVT_IT_SWAP : RVT_IT_INDIRECT_CALL;
  if (rs1_link) return RVT_IT_RETURN;
  return rd == 0 ? RVT_IT_INDIRECT_JUMP : RVT_IT_INDIRECT_LINK;
}

static unsigned any_rd(struct rvt_progen *g) {
  static const uint8_t rd[] = {0, 0, 1, 1, 5, 7};
  return rd[rvt_progen_below(g, sizeof rd)];
}

static void sequential(struct rvt_progen *g, uint32_t region) {
  const uint32_t guard = emit_branch(g, region, compressed(g), 0);
  const unsigned rd = any_rd(g);
  unsigned rs1 = rvt_progen_below(g, 3) == 0 ? link_reg(g) : plain_reg(g);
  /* a return that the code leads elsewhere would mislead a tracer that does not compare */
  if (g->params.returns != 0 && rs1 < 6) rs1 += 26;
  const uint32_t what = rvt_progen_below(g, 3);
  uint32_t upper;
  if (what == 0)
    upper = rvt_progen_emit(g, region, rvt_asm_c_lui(rs1, 0), 1, RVT_OP_UPPER, RVT_IT_NONE);
  else
    upper = rvt_progen_emit(g, region, rvt_asm_u(what == 1 ? 0x37 : 0x17, rs1, 0), 2, RVT_OP_UPPER,
                            RVT_IT_NONE);
  const uint32_t jump =
      rvt_progen_emit(g, region, rvt_asm_jalr(rd, rs1, 0), 2, RVT_OP_FIXED, fixed_itype(rd, rs1));
  add_pair(g, region, upper, jump);
  land(g, region, guard);
}

static void zero(struct rvt_progen *g, uint32_t region) {
  const uint32_t guard = emit_branch(g, region, compressed(g), 0);
  const unsigned rd = any_rd(g);
  const uint32_t jump =
      rvt_progen_emit(g, region, rvt_asm_jalr(rd, 0, 0), 2, RVT_OP_FIXED, fixed_itype(rd, 0));
  g->code[region].parcel[jump].flags = RVT_FLAG_ZERO;
  add_pair(g, region, jump, jump);
  land(g, region, guard);
}

static void trap_insn(struct rvt_progen *g, uint32_t region, enum rvt_progen_op op) {
  const bool small = compressed(g) && op != RVT_OP_ECALL;
  const uint32_t word = op == RVT_OP_ECALL    ? 0x00000073
                        : op == RVT_OP_EBREAK ? (small ? 0x9002 : 0x00100073)
                                              : (small ? 0x0000 : 0xc0001073);
  rvt_progen_emit(g, region, word, small ? 1 : 2, op, RVT_IT_EXCEPTION);
}

enum construct {
  IF,
  LOOP,
  STRAIGHT,
  CALL,
  CALL_INDIRECT,
  SWAP,
  JUMP,
  LINK,
  JUMP_INDIRECT,
  LINK_INDIRECT,
  SEQUENTIAL,
  ZERO,
  SELF,
  ECALL,
  EBREAK,
  ILLEGAL,
  CONSTRUCTS
};

static void weights(const struct rvt_progen *g, uint32_t w[CONSTRUCTS]) {
  const struct rvt_progen_params *p = &g->params;
  const uint32_t all[CONSTRUCTS] = {p->w_if,
                                    p->w_loop,
                                    p->w_straight,
                                    p->w_call,
                                    p->w_call_indirect,
                                    p->w_swap,
                                    p->w_jump,
                                    p->w_link,
                                    p->w_jump_indirect,
                                    p->w_link_indirect,
                                    p->w_sequential,
                                    p->w_zero,
                                    p->traps ? p->w_self : 0,
                                    p->traps ? p->w_ecall : 0,
                                    p->traps ? p->w_ebreak : 0,
                                    p->traps ? p->w_illegal : 0};
  for (unsigned i = 0; i < CONSTRUCTS; i++) w[i] = all[i];
}

static void construct(struct rvt_progen *g, uint32_t region, enum construct what, uint32_t end,
                      unsigned depth) {
  const bool flat = rvt_progen_below(g, 2) == 0;
  switch (what) {
  case IF: branch_around(g, region, end, depth); break;
  case LOOP: loop(g, region, end, depth); break;
  case STRAIGHT: straight(g, region, end); break;
  case CALL: direct(g, region, link_reg(g)); break;
  case CALL_INDIRECT: call_indirect(g, region); break;
  case SWAP: swap(g, region); break;
  case JUMP: flat ? skip(g, region, 0) : direct(g, region, 0); break;
  case LINK: flat ? skip(g, region, 7) : direct(g, region, 28); break;
  case JUMP_INDIRECT: jump_indirect(g, region, 0); break;
  case LINK_INDIRECT: jump_indirect(g, region, 7); break;
  case SEQUENTIAL: sequential(g, region); break;
  case ZERO: zero(g, region); break;
  case SELF: self_loop(g, region); break;
  case ECALL: trap_insn(g, region, RVT_OP_ECALL); break;
  case EBREAK: trap_insn(g, region, RVT_OP_EBREAK); break;
  case ILLEGAL: trap_insn(g, region, RVT_OP_ILLEGAL); break;
  default: break;
  }
}

void rvt_progen_body(struct rvt_progen *g, uint32_t region, uint32_t end, unsigned depth) {
  uint32_t w[CONSTRUCTS], sum = 0;
  weights(g, w);
  if (depth >= NEST_MAX) w[IF] = 0;
  for (unsigned i = 0; i < CONSTRUCTS; i++) sum += w[i];
  const uint32_t *used = &g->code[region].used;
  const uint32_t most = depth == 0 ? end : *used + rvt_progen_magnitude(g, 64u >> depth);
  if (end > most) end = most;
  do {
    linear(g, region, 5);
    if (sum == 0 || *used >= end) continue;
    uint32_t r = rvt_progen_below(g, sum);
    unsigned what = 0;
    while (r >= w[what]) r -= w[what++];
    construct(g, region, (enum construct)what, end, depth);
  } while (*used < end);
}

static void end_function(struct rvt_progen *g, uint32_t region, bool tail) {
  const uint32_t what = rvt_progen_below(g, 3);
  if (tail && what == 0) {
    const uint32_t jump = emit_indirect(g, region, 0, plain_reg(g), RVT_IT_INDIRECT_JUMP);
    g->code[region].parcel[jump].flags = RVT_FLAG_TAIL;
  } else if (tail) {
    const uint32_t jump = emit_jump(g, region, 0, compressed(g));
    g->code[region].parcel[jump].flags = RVT_FLAG_TAIL;
    add_site(g, region, jump, false);
  } else {
    const unsigned rd = rvt_progen_below(g, 16) == 0 ? 7 : 0;
    emit_indirect(g, region, rd, link_reg(g), RVT_IT_RETURN);
  }
}

static void begin_function(struct rvt_progen *g, uint32_t region) {
  struct rvt_progen_code *c = &g->code[region];
  assert(c->entries < c->entry_room);
  c->entry[c->entries++] = c->used;
}

static void recursion(struct rvt_progen *g, uint32_t region) {
  const uint32_t head = g->code[region].used;
  linear(g, region, 6);
  const uint32_t out = emit_branch(g, region, compressed(g), RVT_FLAG_RECURSE);
  linear(g, region, 6);
  const bool near = 2 * (g->code[region].used - head) <= RVT_REACH_CJ;
  const unsigned rd = link_reg(g);
  rvt_progen_set_target(g, region, emit_jump(g, region, rd, near && compressed(g)), head);
  linear(g, region, 6);
  land(g, region, out);
  linear(g, region, 4);
  end_function(g, region, false);
}

void rvt_progen_add_function(struct rvt_progen *g, uint32_t region, uint32_t end) {
  const struct rvt_progen_params *p = &g->params;
  begin_function(g, region);
  if (rvt_progen_below(g, 100 + p->w_recursion) < p->w_recursion) {
    recursion(g, region);
    return;
  }
  const uint32_t most = g->code[region].used + rvt_progen_magnitude(g, p->function_max);
  rvt_progen_body(g, region, end < most ? end : most, 0);
  end_function(g, region, rvt_progen_below(g, 90 + p->w_tail) < p->w_tail);
}

void rvt_progen_add_last(struct rvt_progen *g, uint32_t region) {
  begin_function(g, region);
  linear(g, region, 4);
  end_function(g, region, false);
}

/* Traps go to addresses that are multiples of 4. */
static void align(struct rvt_progen *g, uint32_t region) {
  if (g->code[region].used % 2 != 0)
    rvt_progen_emit(g, region, 0x0001, 1, RVT_OP_LINEAR, RVT_IT_NONE);
}

void rvt_progen_add_handlers(struct rvt_progen *g, uint32_t region, struct rvt_progen_traps *to,
                             bool machine) {
  uint32_t vector[RVT_PROGEN_VECTORS];
  align(g, region);
  begin_function(g, region);
  to->table = (struct rvt_progen_place){region, g->code[region].used};
  for (unsigned i = 0; i < RVT_PROGEN_VECTORS; i++) vector[i] = emit_jump(g, region, 0, false);
  for (unsigned i = 0; i < RVT_PROGEN_HANDLERS; i++) {
    align(g, region);
    begin_function(g, region);
    to->handler[i] = (struct rvt_progen_place){region, g->code[region].used};
    for (unsigned k = i; k < RVT_PROGEN_VECTORS; k += RVT_PROGEN_HANDLERS)
      land(g, region, vector[k]);
    if (i != 0) linear(g, region, 10);
    if (i > 1) rvt_progen_body(g, region, g->code[region].used + 30, 2);
    rvt_progen_emit(g, region, machine ? 0x30200073 : 0x10200073, 2,
                    machine ? RVT_OP_MRET : RVT_OP_SRET, RVT_IT_TRAP_RETURN);
  }
}

void rvt_progen_sampler(struct rvt_progen *g, uint32_t region) {
  begin_function(g, region);
  uint32_t w[CONSTRUCTS];
  weights(g, w);
  for (unsigned i = 0; i < CONSTRUCTS; i++) {
    linear(g, region, 3);
    if (w[i] != 0) construct(g, region, (enum construct)i, g->code[region].room / 2, 1);
  }
  linear(g, region, 3);
  if (g->params.traps)
    rvt_progen_emit(g, region, 0x30200073, 2, RVT_OP_MRET, RVT_IT_TRAP_RETURN);
  else
    end_function(g, region, false);
}

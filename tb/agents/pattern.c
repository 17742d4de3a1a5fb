/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pattern.h"

#include <string.h>

enum {
  SIZE = 2,  /* half-words of an instruction */
  FIRST = 12 /* a bit of the first address, if jumps change all */
};

static const char letters[] = "sntjcCrdxi";

static uint8_t itype_of(const struct rvt_params *p, char letter) {
  switch (letter) {
  case 'n': return RVT_IT_NOT_TAKEN;
  case 't': return RVT_IT_TAKEN;
  case 'j': return p->itype_width == 3 ? RVT_IT_INDIRECT : RVT_IT_INDIRECT_JUMP;
  case 'c': return RVT_IT_DIRECT_CALL;
  case 'C': return RVT_IT_INDIRECT_CALL;
  case 'r': return RVT_IT_RETURN;
  case 'd': return RVT_IT_DIRECT_JUMP;
  case 'x': return RVT_IT_EXCEPTION;
  case 'i': return RVT_IT_INTERRUPT;
  default: return RVT_IT_NONE;
  }
}

void tb_pattern_init(struct tb_pattern *g, struct tb *tb, const struct rvt_params *p) {
  const unsigned span = (unsigned)tb_option_in(tb, "span", 20, 0, p->xlen - 1u);
  if (span == 1 || span == 2) tb_fail(tb, "span: expected 0 or 3..Xlen-1, found %u", span);
  *g = (struct tb_pattern){.p = p, .text = tb_option_text(tb, "hart", "j")};
  g->span = tb_ones(span != 0 ? span : p->xlen) - 1;
  g->pc = g->base = UINT64_C(1) << (span != 0 ? span : FIRST);
  g->at = g->text;
  unsigned blocks = 0;
  for (const char *c = g->text; *c != 0; c++) {
    blocks = *c == ',' ? 0 : blocks + 1;
    if (*c != ',' && strchr(letters, *c) == NULL) tb_fail(tb, "hart=%s: no block %c", g->text, *c);
    if (p->itype_width == 3 && itype_of(p, *c) > RVT_IT_INDIRECT)
      tb_fail(tb, "hart=%s: %c needs ItypeWidth 4", g->text, *c);
    if (blocks > p->blocks)
      tb_fail(tb, "hart=%s: more than %u blocks in a clock", g->text, p->blocks);
  }
}

static uint64_t next_pc(struct tb_pattern *g, char letter) {
  const uint64_t behind = g->pc + 2u * SIZE;
  if (letter == 's' || letter == 'n') return behind;
  if (letter == 'c' || letter == 'C') g->calls[g->depth++ % TB_PATTERN_CALLS] = behind;
  if (letter == 't' || letter == 'd') return g->pc ^ 0x40;
  if (letter == 'c') return g->pc ^ 0x800;
  if (letter == 'r' && g->depth != 0) return g->calls[--g->depth % TB_PATTERN_CALLS];
  g->away = !g->away;
  return g->base ^ (g->away ? g->span : 0);
}

static void put(struct tb_pattern *g, struct rvt_block *b, char letter) {
  const bool trap = letter == 'x' || letter == 'i';
  *b = (struct rvt_block){.iretire = trap           ? 0
                                     : g->p->single ? 1
                                                    : SIZE,
                          .itype = itype_of(g->p, letter),
                          .ilastsize = trap ? 0 : 1,
                          .iaddr = g->pc};
  g->pc = next_pc(g, letter) & tb_ones(g->p->xlen);
}

void tb_pattern_next(struct tb_pattern *g, struct rvt_ingress *in) {
  *in = (struct rvt_ingress){.priv = RVT_PRIV_M};
  for (unsigned i = 0; *g->at != 0 && *g->at != ','; i++) put(g, &in->block[i], *g->at++);
  g->at = *g->at == 0 ? g->text : g->at + 1;
}

void tb_pattern_straight(struct tb_pattern *g, struct rvt_ingress *in) {
  *in = (struct rvt_ingress){.priv = RVT_PRIV_M};
  put(g, &in->block[0], 's');
}

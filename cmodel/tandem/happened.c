/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/happened.h"

#include <stdlib.h>

#include "group.h"

enum { LEVELS = 2, MACHINE = 3 };

/* CSRs that a trap writes, of M and S. */
static const struct {
  uint16_t epc, cause, tval;
} of_level[LEVELS] = {{0x341, 0x342, 0x343}, {0x141, 0x142, 0x143}};

struct rvt_tandem_flow {
  uint64_t boot;
  struct tandem_shadow shadow;
};

static void reset(struct rvt_tandem_flow *f) {
  tandem_shadow_set(&f->shadow, RVT_TANDEM_MODEL_PC, f->boot);
  tandem_shadow_set(&f->shadow, RVT_TANDEM_MODEL_PRIVILEGE, MACHINE);
}

struct rvt_tandem_flow *rvt_tandem_flow_new(const struct rvt_tandem_core *core) {
  struct rvt_tandem_flow *f = calloc(1, sizeof *f);
  if (f == NULL) return NULL;
  f->boot = core->boot;
  f->shadow.format = core->format;
  reset(f);
  return f;
}

void rvt_tandem_flow_free(struct rvt_tandem_flow *f) { free(f); }

static bool names(const struct tandem_shadow *s, uint16_t number) {
  return s->in_group[number] == s->group && s->known[number];
}

/* The trap that a group says, if there is one. */
static void take_trap(const struct tandem_shadow *s, struct rvt_tandem_happened *h) {
  const unsigned top = s->format.xlen - 1u;
  for (unsigned i = 0; i < LEVELS; i++) {
    if (!names(s, of_level[i].epc) || !names(s, of_level[i].cause)) continue;
    const uint64_t cause = s->value[of_level[i].cause];
    h->event = (cause >> top & 1) != 0 ? RVT_TANDEM_EVENT_INTERRUPT : RVT_TANDEM_EVENT_EXCEPTION;
    h->epc = s->value[of_level[i].epc];
    h->cause = cause & ~(UINT64_C(1) << top);
    h->tval = names(s, of_level[i].tval) ? s->value[of_level[i].tval] : 0;
    return;
  }
}

struct rvt_tandem_happened rvt_tandem_flow_group(struct rvt_tandem_flow *f,
                                                 const struct rvt_tandem_element *elements,
                                                 size_t count) {
  struct tandem_shadow *s = &f->shadow;
  const uint8_t privilege = (uint8_t)s->value[RVT_TANDEM_MODEL_PRIVILEGE];
  struct tandem_group g;
  tandem_group_take(s, elements, count, 0, &g);
  struct rvt_tandem_happened h = {.event = RVT_TANDEM_EVENT_OUTSIDE,
                                  .has_insn = g.insn,
                                  .word = g.word,
                                  .pc = g.pc,
                                  .epc = g.pc,
                                  .privilege = privilege};
  if (g.reset) {
    h.event = RVT_TANDEM_EVENT_RESET;
    reset(f);
  } else if (!g.init && (g.insn || g.moves)) {
    h.event = g.insn ? RVT_TANDEM_EVENT_INSN : RVT_TANDEM_EVENT_INTERRUPT;
    take_trap(s, &h);
  }
  h.next = s->value[RVT_TANDEM_MODEL_PC];
  return h;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/pair.h"

#include <stdlib.h>

#include "group.h"

enum { SCAUSE = 0x142, MCAUSE = 0x342 };

struct rvt_tandem_pair {
  const struct rvt_tandem_core *core;
  void (*difference)(void *user, const struct rvt_tandem_difference *difference);
  void *user;
  struct rvt_tandem_counts counts;
  struct tandem_shadow first, second;
};

struct rvt_tandem_pair *
rvt_tandem_pair_new(const struct rvt_tandem_core *core,
                    void (*difference)(void *user, const struct rvt_tandem_difference *difference),
                    void *user) {
  struct rvt_tandem_pair *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->core = core;
  p->difference = difference;
  p->user = user;
  p->first.format = p->second.format = core->format;
  p->first.value[RVT_TANDEM_MODEL_PC] = p->second.value[RVT_TANDEM_MODEL_PC] = core->boot;
  p->first.known[RVT_TANDEM_MODEL_PC] = p->second.known[RVT_TANDEM_MODEL_PC] = true;
  return p;
}

void rvt_tandem_pair_free(struct rvt_tandem_pair *p) { free(p); }

const struct rvt_tandem_counts *rvt_tandem_pair_counts(const struct rvt_tandem_pair *p) {
  return &p->counts;
}

/* Two groups that stand at the same place. */
struct both {
  struct tandem_group first, second;
};

static void differ(struct rvt_tandem_pair *p, const struct both *b,
                   enum rvt_tandem_difference_kind kind, uint16_t number, uint64_t first,
                   uint64_t second) {
  const struct rvt_tandem_difference d = {.kind = kind,
                                          .group = p->counts.groups - 1,
                                          .offset = b->second.offset,
                                          .pc = b->second.pc,
                                          .has_insn = b->second.insn,
                                          .insn = b->second.word,
                                          .number = number,
                                          .model = first,
                                          .trace = second,
                                          .has_other = true,
                                          .other_offset = b->first.offset};
  p->counts.differences++;
  p->difference(p->user, &d);
}

static void compare(struct rvt_tandem_pair *p, const struct both *b,
                    enum rvt_tandem_difference_kind kind, uint64_t first, uint64_t second) {
  p->counts.compared++;
  if (first != second) differ(p, b, kind, 0, first, second);
}

static bool is_compared(const struct rvt_tandem_pair *p, uint16_t number) {
  const bool *absent = p->core->absent;
  if (number < RVT_TANDEM_X)
    return !absent[RVT_TANDEM_ABSENT_CSR] && p->core->csr[number] == RVT_TANDEM_CSR_COMPARED;
  if (number >= RVT_TANDEM_REGISTERS)
    return !absent[number == RVT_TANDEM_MODEL_PC ? RVT_TANDEM_ABSENT_PC
                                                 : RVT_TANDEM_ABSENT_PRIVILEGE];
  return !absent[number < RVT_TANDEM_F ? RVT_TANDEM_ABSENT_GPR : RVT_TANDEM_ABSENT_FPR];
}

static bool names(const struct tandem_shadow *s, uint16_t number) {
  return s->in_group[number] == s->group;
}

/* An integer or F register that one of both has never named: it has no other name (as CSRs do). */
static bool is_one_sided(const struct rvt_tandem_pair *p, uint16_t number) {
  return number >= RVT_TANDEM_X && number < RVT_TANDEM_REGISTERS &&
         p->first.known[number] != p->second.known[number] &&
         !(names(&p->first, number) && names(&p->second, number));
}

/* A number that one of both names. */
static void compare_number(struct rvt_tandem_pair *p, const struct both *b, uint16_t number) {
  struct tandem_shadow *first = &p->first, *second = &p->second;
  const uint64_t in_first = first->value[number], in_second = second->value[number];
  if (is_compared(p, number) && is_one_sided(p, number)) {
    const bool only_first = first->known[number];
    differ(p, b, only_first ? RVT_TANDEM_ONLY_MODEL : RVT_TANDEM_ONLY_TRACE, number, in_first,
           in_second);
    tandem_shadow_set(only_first ? second : first, number, only_first ? in_first : in_second);
    return;
  }
  if (!is_compared(p, number) || !first->known[number] || !second->known[number]) {
    p->counts.skipped++;
    return;
  }
  p->counts.compared++;
  if (in_first == in_second) return;
  const bool named = number >= RVT_TANDEM_REGISTERS || names(second, number);
  differ(p, b, named ? RVT_TANDEM_OTHER_VALUE : RVT_TANDEM_NOT_CHANGED, number, in_first,
         in_second);
  tandem_shadow_set(first, number, in_second);
}

static void compare_registers(struct rvt_tandem_pair *p, const struct both *b) {
  for (size_t i = 0; i < b->second.count; i++)
    if (tandem_is_register(&b->second.element[i]))
      compare_number(p, b, b->second.element[i].number);
  for (size_t i = 0; i < b->first.count; i++) {
    const struct rvt_tandem_element *e = &b->first.element[i];
    if (tandem_is_register(e) && !names(&p->second, e->number)) compare_number(p, b, e->number);
  }
}

static void compare_store(struct rvt_tandem_pair *p, const struct both *b) {
  const struct tandem_group *first = &b->first, *second = &b->second;
  if (p->core->absent[RVT_TANDEM_ABSENT_STORE] || (!first->store && !second->store)) return;
  if (!first->store)
    differ(p, b, RVT_TANDEM_NO_STORE, 0, 0, second->store_data);
  else if (second->store && first->store_bytes != second->store_bytes)
    compare(p, b, RVT_TANDEM_OTHER_STORE_SIZE, first->store_bytes, second->store_bytes);
  else if (!second->store)
    differ(p, b, RVT_TANDEM_OTHER_STORE, 0, first->store_data, 0);
  else
    compare(p, b, RVT_TANDEM_OTHER_STORE, first->store_data, second->store_data);
}

/* Of the same kind: the effective one of a hart may be another than the physical one. */
static void compare_address(struct rvt_tandem_pair *p, const struct both *b) {
  if (p->core->absent[RVT_TANDEM_ABSENT_ADDRESS] || !b->first.address || !b->second.address ||
      b->first.effective != b->second.effective)
    return;
  compare(p, b, RVT_TANDEM_OTHER_STORE_ADDRESS, b->first.store_address, b->second.store_address);
}

/* Of a fetch that failed there need not be an instruction (TV:R-08). */
static bool is_trap(const struct tandem_shadow *s) { return names(s, MCAUSE) || names(s, SCAUSE); }

static enum rvt_tandem_group_kind kind_of(const struct tandem_group *g) {
  if (g->reset) return RVT_TANDEM_GROUP_RESET;
  if (g->insn) return RVT_TANDEM_GROUP_INSN;
  return g->init || !g->moves ? RVT_TANDEM_GROUP_OUTSIDE : RVT_TANDEM_GROUP_TRAP;
}

static void compare_kinds(struct rvt_tandem_pair *p, const struct both *b) {
  if (p->core->absent[RVT_TANDEM_ABSENT_INSN]) return;
  if (b->first.insn && b->second.insn)
    compare(p, b, RVT_TANDEM_OTHER_INSN, b->first.word, b->second.word);
  else if (!is_trap(&p->first) || !is_trap(&p->second))
    compare(p, b, RVT_TANDEM_OTHER_KIND, kind_of(&b->first), kind_of(&b->second));
}

void rvt_tandem_pair_group(struct rvt_tandem_pair *p, const struct rvt_tandem_pair_side *first,
                           const struct rvt_tandem_pair_side *second) {
  static const uint16_t always[] = {RVT_TANDEM_MODEL_PC, RVT_TANDEM_MODEL_PRIVILEGE};
  struct both b;
  tandem_group_take(&p->first, first->element, first->count, first->offset, &b.first);
  tandem_group_take(&p->second, second->element, second->count, second->offset, &b.second);
  p->counts.groups++;
  compare_kinds(p, &b);
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    if (is_compared(p, always[i]) && p->first.known[always[i]] && p->second.known[always[i]])
      compare_number(p, &b, always[i]);
  compare_registers(p, &b);
  compare_store(p, &b);
  compare_address(p, &b);
}

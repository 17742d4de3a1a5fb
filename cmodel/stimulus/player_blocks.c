/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Steps -> blocks in bulk: what rvt_player_form() and the clocks make of instructions alone. */

#include "player_form.h"
#include "rvt/rvti.h"

/* Runs that are asked for at once; fewer than so many were not worth it, for so many refills. */
enum { RUNS = 64, RUNS_FEW = 16, PATIENCE = 16 };

/** Whether nothing but blocks can come of instructions, one block for a clock that has any. Before
 * the first clock the window is empty. */
static bool is_bare(const struct rvt_player *p) {
  const struct rvt_player_options *o = &p->o;
  return o->blocks == 1 && !o->single && o->max_insns == 0 && o->random_end == 0 &&
         p->cut >= o->cut_count && o->pace == RVT_PACE_NATURAL && o->garbage == RVT_GARBAGE_QUIET &&
         p->status == RVT_OK && p->next.item == RVT_ITEM_NONE && !p->stall_before &&
         !p->forced_halt && !p->halted && !p->reset && !p->lowpower &&
         p->dwell_until <= p->hart_clock && !p->form_set_time && p->form_priv == p->priv &&
         p->form_ctype == 0 && p->form_context == p->context;
}

/** The steps of the block at the window's head; 0: it is none of instructions alone, or the window
 * ends inside it (`*cut`). */
static size_t measure(const struct rvt_player *p, unsigned *halfwords, bool *cut) {
  const uint64_t mask = p->o.xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
  const unsigned limit = (1u << p->o.iretire_width) - 1;
  const struct rvt_step *const first = p->window + p->head, *const end = first + p->fill;
  const struct rvt_step *s = first;
  *cut = p->fill < 2;
  if (*cut || s->kind != RVT_STEP_INSN) return 0;
  unsigned total = s->size;
  const struct rvt_step *next = s + 1;
  for (; next < end && next->kind == RVT_STEP_INSN; s = next++) {
    if (s->itype != RVT_IT_NONE || next->pc != ((s->pc + 2u * s->size) & mask) ||
        total + next->size > limit) {
      *halfwords = total;
      return total > limit || s->size == 3 ? 0 : (size_t)(next - first);
    }
    total += next->size;
  }
  *cut = next == end;
  return 0;
}

/** The clocks up to the one that reports the block, and this one. */
static void pass_clocks(struct rvt_player *p, size_t insns) {
  p->due_parts += insns;
  const uint64_t clocks = 1 + (p->due_parts > p->hart_clock ? p->due_parts - p->hart_clock : 0);
  p->hart_clock += clocks;
  p->clock += clocks;
  p->time += clocks * p->o.time_step;
}

/* The block of a run. */
static void put_block(struct rvt_player *p, struct rvt_block *block, uint64_t *time, uint64_t pc,
                      unsigned halfwords, size_t insns, const struct rvt_step *last) {
  const uint8_t itype = rvt_player_itype(p, last);
  *block = (struct rvt_block){.iretire = (uint8_t)halfwords,
                              .itype = itype,
                              .ilastsize = rvt_player_size(last->size),
                              .sijump = rvt_player_sijump(last) && rvt_player_honours_sijump(itype),
                              .iaddr = pc};
  pass_clocks(p, insns);
  *time = p->time;
  p->step += insns;
  p->insn += insns;
  p->insns_told += insns;
}

/* Blocks of a recording that it delivers as runs, from the window's head on, which is given back.
 * It has none for the end of its chunk, or beside a trap. */
static size_t blocks_of_runs(struct rvt_player *p, struct rvt_block *blocks, uint64_t *time,
                             size_t max) {
  const unsigned limit = (1u << p->o.iretire_width) - 1;
  struct rvt_rvti_reader *reader = p->source.context;
  struct rvt_rvti_run runs[RUNS];
  size_t count = 0, found = 0;
  if (p->source.next != rvt_step_rvti_next || !p->o.checked || p->source_status != RVT_OK) return 0;
  if (p->patience != 0) {
    p->patience--;
    return 0;
  }
  if (!rvt_rvti_take_back(reader, p->fill)) return 0;
  p->head = 1; /* not 0, as before the first clock */
  p->fill = 0;
  do {
    found = rvt_rvti_runs(reader, limit, runs, max - count < RUNS ? max - count : RUNS);
    for (size_t i = 0; i < found; i++, count++) {
      const struct rvt_step last = {
          .size = runs[i].last_size, .itype = runs[i].itype, .sijump = runs[i].sijump};
      put_block(p, &blocks[count], &time[count], runs[i].pc, runs[i].halfwords, runs[i].insns,
                &last);
    }
  } while (found == RUNS && count < max);
  if (found < RUNS && count < max && count < RUNS_FEW) p->patience = PATIENCE;
  return count;
}

size_t rvt_player_blocks(struct rvt_player *p, struct rvt_block *blocks, uint64_t *time,
                         size_t max) {
  size_t count = 0;
  if (!is_bare(p)) return 0;
  while (count < max) {
    unsigned halfwords = 0;
    bool cut = false;
    const size_t insns = measure(p, &halfwords, &cut);
    if (insns == 0) {
      if (!cut || p->head == 0 || p->source_status != RVT_OK) break;
      count += blocks_of_runs(p, blocks + count, time + count, max - count);
      if (count < max) rvt_player_refill(p);
      continue;
    }
    const struct rvt_step *first = p->window + p->head;
    put_block(p, &blocks[count], &time[count], first->pc, halfwords, insns, first + insns - 1);
    count++;
    p->head += insns;
    p->fill -= insns;
  }
  return count;
}

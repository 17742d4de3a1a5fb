/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "heads.h"

void tb_heads_init(struct tb_heads *h, struct tb *tb, const struct rvt_params *p) {
  *h = (struct tb_heads){0};
  h->requests = (uint32_t)tb_option_in(tb, "requests", 0, 0, UINT32_MAX);
  h->jumps = (uint32_t)tb_option_in(tb, "jumps", 0, 0, UINT32_MAX);
  h->slots = (uint32_t)tb_option_in(tb, "slots", 1, 1, 4);
  h->depth = h->slots == 1 ? 2 : 4 * TB_ENTRY_BLOCKS;
  tb_entries_init(&h->entries, tb, p);
}

void tb_heads_reset(struct tb_heads *h) {
  tb_entries_reset(&h->entries);
  h->head = h->level = h->in_entry = 0;
}

void tb_heads_drive(struct tb_heads *h, struct tb_rng *rng) { tb_entries_drive(&h->entries, rng); }

uint8_t tb_heads_next(const struct tb_heads *h, struct rvt_head *heads, uint8_t most) {
  uint8_t count = 0;
  while (count < most && count < h->level) {
    const uint32_t at = (h->head + count) % TB_HEADS;
    if (count != 0 && !h->joined[at]) break;
    heads[count++] = h->queue[at];
  }
  return count;
}

/* What an ingress stage with these features adds to an entry. */
static void decorate(const struct tb_heads *h, struct tb_rng *rng, struct rvt_head *e) {
  enum {
    JUMPS = 1 << RVT_IT_INDIRECT | 1 << RVT_IT_INDIRECT_CALL | 1 << RVT_IT_INDIRECT_JUMP |
            1 << RVT_IT_SWAP | 1 << RVT_IT_INDIRECT_LINK,
    FAR = 1 << 12
  };
  if (h->requests != 0 && e->kind == RVT_ENTRY_START && tb_rng_one_in(rng, 4))
    e->sub = tb_rng_one_in(rng, 2) ? RVT_START_POWER : RVT_START_RESET;
  if (e->kind == RVT_ENTRY_STOP) {
    if (h->requests != 0 && e->sub == RVT_ENDED_DEBUG && tb_rng_one_in(rng, 2))
      e->sub = RVT_ENDED_POWER;
    if (h->requests != 0 && tb_rng_one_in(rng, 8)) e->sub |= RVT_STOP_RESET;
    if (h->requests != 0 && tb_rng_one_in(rng, 4)) e->sub |= RVT_STOP_NOTIFIED;
    return;
  }
  if (e->kind != RVT_ENTRY_BLOCK) return;
  if (tb_rng_one_in(rng, h->requests)) e->sub = (uint8_t)tb_rng_below(rng, 4);
  e->notify = tb_rng_one_in(rng, h->requests);
  /* The same place elsewhere: return mode 2 does not see the difference. */
  if (e->known && tb_rng_one_in(rng, h->jumps << 2)) e->addr ^= FAR;
  if (JUMPS >> e->itype & 1 && tb_rng_one_in(rng, h->jumps))
    e->seq = tb_rng_one_in(rng, 2) ? RVT_SEQ_BEHIND : RVT_SEQ_WITHIN;
}

static void push(struct tb_heads *h, struct tb_rng *rng, const struct rvt_head *entry) {
  const uint32_t at = (h->head + h->level) % TB_HEADS;
  const struct rvt_head *before = &h->queue[(at + TB_HEADS - 1) % TB_HEADS];
  struct rvt_head e = *entry;
  decorate(h, rng, &e);
  const bool blocks = e.kind == RVT_ENTRY_BLOCK && e.sub == 0 && !e.context_new && !e.time_new &&
                      h->level != 0 && before->kind <= RVT_ENTRY_START;
  h->joined[at] = h->slots > 1 && blocks && h->in_entry < TB_ENTRY_BLOCKS && tb_rng_below(rng, 4);
  if (h->joined[at]) {
    e.abs_time = before->abs_time;
    e.priv = before->priv;
    e.hart_context = before->hart_context;
  }
  h->in_entry = h->joined[at] ? h->in_entry + 1 : 1;
  h->queue[at] = e;
  h->level++;
}

/* One clock of the ingress stage; what was in its queue moves on while there is room. */
static void one_slot(struct tb_heads *h, struct tb_rng *rng) {
  struct tb_entries *e = &h->entries;
  const struct rvt_head *entry = tb_entries_head(e);
  const bool move = entry != NULL && h->level < h->depth && e->config.c.active;
  if (move) push(h, rng, entry);
  tb_entries_tick(e, rng, move);
}

void tb_heads_tick(struct tb_heads *h, struct tb_rng *rng, uint8_t done) {
  struct tb_entries *e = &h->entries;
  h->head = (h->head + done) % TB_HEADS;
  h->level -= done;
  one_slot(h, rng);
  for (uint32_t n = tb_rng_below(rng, h->slots); n != 0; n--) {
    tb_ingress_next(&e->ingress, rng, false);
    one_slot(h, rng);
  }
  if (!e->config.c.active) h->level = 0;
  e->empty = e->empty && h->level == 0;
}

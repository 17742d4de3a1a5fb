/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "entries.h"

#include <string.h>

#include "harness/ports.h"
#include "harness/struct_fields.h"

/* ---- As the units' structs ----------------------------------------------------------------- */

#define WIDTH(field, width) +(width)
enum {
  ENTRY_BITS = 0 TB_ENTRY_FIELDS(WIDTH),
  BLOCK_BITS = 0 TB_BLOCK_FIELDS(WIDTH),
  SLOT_BITS = 0 TB_SLOT_FIELDS(WIDTH)
};
#undef WIDTH

void tb_entry_ports_pack(struct tb_entry_ports *v, const struct rvt_head *heads, unsigned count) {
  unsigned at = ENTRY_BITS;
#define PUT(field, width) tb_bits_put(v->entry, at -= (width), width, heads[0].field);
  TB_ENTRY_FIELDS(PUT)
#undef PUT
  for (unsigned i = 0; i < count; i++) {
    v->blocks = (uint8_t)(v->blocks | 1u << i);
    at = BLOCK_BITS * (i + 1);
#define PUT(field, width) tb_bits_put(v->block, at -= (width), width, heads[i].field);
    TB_BLOCK_FIELDS(PUT)
#undef PUT
  }
}

void tb_entry_ports_mask(struct tb_entry_ports *v, const struct rvt_params *p,
                         const struct rvt_head *heads, unsigned count) {
  struct rvt_head mask[RVT_BLOCKS_MAX];
  for (unsigned i = 0; i < count; i++) {
    memset(&mask[i], 0xff, sizeof mask[i]);
    mask[i].known = mask[i].notify = true;
    mask[i].context_new = mask[i].time_new = mask[i].enable_new = true;
    if (p->format == RVT_PROTOCOL_NTRACE) {
      mask[i].enable_new = false;
      mask[i].last_size = mask[i].ctype = mask[i].trap = mask[i].cause = 0;
      mask[i].tval = 0;
    }
    if (p->ts_width == 0) mask[i].abs_time = 0;
    if (p->context == 0) mask[i].priv = 0;
    if (p->context < 2) mask[i].hart_context = 0;
    if (!heads[i].known) mask[i].addr = 0;
  }
  tb_entry_ports_pack(v, mask, count);
}

void tb_slot_ports_pack(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count) {
  memset(v, 0, sizeof *v);
  for (unsigned i = 0; i < count; i++) {
    unsigned at = SLOT_BITS * (i + 1);
#define PUT(field, width) tb_bits_put(v->slot, at -= (width), width, slots[i].field);
    TB_SLOT_FIELDS(PUT)
#undef PUT
  }
}

void tb_slot_ports_mask(struct tb_slot_ports *v, const struct rvt_slot *slots, unsigned count) {
  struct rvt_slot mask[RVT_BLOCKS_MAX];
  for (unsigned i = 0; i < count; i++) {
    memset(&mask[i], slots[i].valid ? 0xff : 0, sizeof mask[i]);
    mask[i].valid = mask[i].traced = true;
    mask[i].notify = mask[i].known = slots[i].valid;
  }
  tb_slot_ports_pack(v, mask, count);
}

/* ---- Of an ingress stage ------------------------------------------------------------------- */

void tb_entries_init(struct tb_entries *e, struct tb *tb, const struct rvt_params *p) {
  e->p = *p;
  tb_config_init(&e->config, tb, &e->p);
  tb_ingress_init(&e->ingress, tb, &e->p);
  tb_entries_reset(e);
}

void tb_entries_reset(struct tb_entries *e) {
  rvt_ingress_stage_init(&e->stage, &e->p);
  e->head = e->level = 0;
  e->empty = false;
}

void tb_entries_drive(struct tb_entries *e, struct tb_rng *rng) {
  tb_config_next(&e->config, rng, e->empty);
  tb_ingress_next(&e->ingress, rng, false);
}

void tb_entries_tick(struct tb_entries *e, struct tb_rng *rng, bool pop) {
  const struct rvt_ingress_stage_in in = {.cfg = &e->config.c,
                                          .ingress = &e->ingress.in,
                                          .queue_level = (uint8_t)e->level,
                                          .resume = !tb_rng_one_in(rng, 4)};
  struct rvt_ingress_stage_out out;
  rvt_ingress_stage_outputs(&e->stage, &in, &out);
  rvt_ingress_stage_tick(&e->stage, &in, &out);
  e->empty = !out.busy && e->level == 0 && !rvt_ingress_on_now(&e->p, &e->config.c, &e->ingress.in);
  if (!e->config.c.active) {
    e->level = 0;
    return;
  }
  if (out.valid) e->queue[(e->head + e->level) % TB_ENTRIES] = out.entry.head[0];
  e->level += out.valid;
  if (!pop) return;
  e->head++;
  e->level--;
}

/* ---- For flow ------------------------------------------------------------------------------ */

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

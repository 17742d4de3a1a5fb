/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* E-Trace of the functional encoder: flow, clocked for as long as it has anything to do. */

#include "encode_format.h"
#include "rvt/unit/etrace_packer.h"

struct rvt_etrace_format rvt_etrace_format_of(const struct rvt_params *params,
                                              const struct rvt_config *config) {
  struct rvt_etrace_format f = rvt_etrace_format_plain(params->xlen);
  if (params->addr_bits < params->xlen) f.addr_bits = params->addr_bits;
  f.priv_bits = params->priv_bits;
  if (params->context == 2) f.context_bits = params->context_width;
  if (!config->inhibit_src) f.src_bits = config->src_bits;
  f.time_bytes = params->ts_width / 8;
  f.bpred_bits = params->bpred_size;
  f.cache_bits = params->cache_size;
  f.f0s_bits = f.bpred_bits != 0 && f.cache_bits != 0;                  /* ETR:DC-04 */
  while (1U << f.irdepth_bits <= params->stack_depth) f.irdepth_bits++; /* 0..depth, ETR:F2-03 */
  f.implicit_exception = config->no_trap_addr;
  if (params->iret_ext) rvt_etrace_format_irets(&f);
  return f;
}

static void init(void *messages, const struct rvt_params *p) {
  struct rvt_encode_etrace *s = messages;
  rvt_etrace_flow_init(&s->flow, p);
  s->base = 0;
  s->next_due = false;
}

/** A period of clocks is nothing that a functional encoder knows: rvt_encode_due() says it. */
static struct rvt_config without_clocks(const struct rvt_config *cfg) {
  struct rvt_config c = *cfg;
  if (c.sync_mode == RVT_PERIOD_CLOCKS) c.sync_mode = RVT_PERIOD_OFF;
  return c;
}

/** The packets of an entry, and of the block that waited for it; bit n of `due`: as in clock(). */
static void run(struct rvt_encode_etrace *s, const struct rvt_config *cfg,
                const struct rvt_entry *entry, uint8_t due, struct rvt_encode_bytes *out) {
  struct rvt_etrace_flow_in in = {.cfg = cfg, .entry = entry, .rec_ready = true};
  struct rvt_etrace_flow_out flow;
  while (in.entry != NULL || !rvt_etrace_flow_empty(&s->flow)) {
    const unsigned block = s->flow.at_q;
    rvt_etrace_flow_clock(&s->flow, &in, &flow);
    if (flow.rec_valid) {
      rvt_etrace_sent(&s->flow.p, cfg, &s->base, &flow.rec);
      out->used += rvt_etrace_pack(&s->flow.p, cfg, &flow.rec, out->data + out->used);
    }
    if (flow.load && s->next_due) {
      s->flow.period.due_q = true;
      s->next_due = false;
    }
    if (flow.taken || s->flow.at_q != block) s->next_due = (due >> block & 1) != 0;
    if (flow.taken) in.entry = NULL;
  }
}

/** As run(), of one block. */
static void run_block(struct rvt_encode_etrace *s, const struct rvt_config *cfg,
                      const struct rvt_head *head, struct rvt_encode_bytes *out) {
  if (!s->next_due && rvt_etrace_flow_plain(&s->flow, cfg, head)) {
    run(s, cfg, NULL, 0, out);
  } else {
    const struct rvt_entry entry = {.blocks = 1, .head = {*head}};
    run(s, cfg, &entry, 0, out);
  }
}

static void clock(void *messages, const struct rvt_config *cfg, const struct rvt_entry *entry,
                  uint8_t due, struct rvt_encode_bytes *out) {
  struct rvt_encode_etrace *s = messages;
  const struct rvt_config c = without_clocks(cfg);
  if (!cfg->active) {
    const struct rvt_params p = s->flow.p;
    rvt_etrace_flow_init(&s->flow, &p);
    s->next_due = false;
  } else if (entry != NULL) {
    if (entry->blocks == 1 && due == 0)
      run_block(s, &c, entry->head, out);
    else
      run(s, &c, entry, due, out);
  }
}

static void head_of(void *messages, const struct rvt_config *cfg, const struct rvt_head *head,
                    struct rvt_encode_bytes *out) {
  run_block(messages, cfg, head, out);
}

static enum rvt_status steady(struct rvt_encode *s, const struct rvt_encode_steady *in,
                              struct rvt_head *head, size_t *i, struct rvt_encode_bytes *out) {
  const struct rvt_config c = without_clocks(in->cfg);
  const struct rvt_encode_steady kept = {&c, in->blocks, in->time, in->count};
  return rvt_encode_steady_with(s, &kept, head, i, out, true, head_of);
}

const struct rvt_encode_format rvt_etrace_encode_format = {init, clock, steady};

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "model/common/params.h"

#include "base/range.h"

#include "params_check.inc"

enum rvt_status rvt_params_shape(const struct rvt_params *p, struct rvt_error *e) {
  return legal_shape(p, e);
}

enum rvt_status rvt_params_check(const struct rvt_params *p, struct rvt_error *e) {
  RVT_TRY(legal_shape(p, e));
  return legal_timing(p, e);
}

enum rvt_status rvt_config_check(const struct rvt_params *p, const struct rvt_config *c,
                                 struct rvt_error *e) {
  RVT_REFUSE(c->mode != RVT_MODE_OFF && c->mode != RVT_MODE_BTM && c->mode != RVT_MODE_HTM,
             "expected mode off, btm or htm, found %u (NT:CTL-04)", c->mode);
  RVT_REFUSE((c->mode == RVT_MODE_BTM && !p->btm) || (c->mode == RVT_MODE_HTM && !p->htm),
             "expected a mode that is built, found %s", c->mode == RVT_MODE_BTM ? "btm" : "htm");
  RVT_TRY(rvt_range(e, "sync_mode", c->sync_mode, 0, RVT_PERIOD_HALFWORDS, " (NT:CTL-08)"));
  RVT_TRY(rvt_range(e, "sync_max", c->sync_max, 0, 15, " (NT:CTL-08)"));
  RVT_TRY(rvt_range(e, "ir_mode", c->ir_mode, 0, 3, " (NT:IRT-03)"));
  RVT_REFUSE(c->ir_en && p->stack_depth == 0,
             "expected stack_depth 1..%u for ir_en (implicit return), found 0",
             RVT_STACK_DEPTH_MAX);
  RVT_REFUSE(c->ir_en && (c->ir_mode == 1 || c->ir_mode == 2) && !p->return_modes,
             "expected return_modes built for ir_mode %u, found off", c->ir_mode);
  RVT_REFUSE(c->sync_mode == RVT_PERIOD_CLOCKS && !p->sync_clocks,
             "expected sync_clocks built for sync_mode clocks (2), found off");
  RVT_REFUSE(c->ir_en && p->itype_width == 3,
             "expected itype_width 4 for ir_en (implicit return), found 3 (NT:ING-08)");
  RVT_REFUSE(c->trig_ena && !p->events, "expected events built for trig_ena, found off");
  RVT_REFUSE(c->seq_en && !p->seq_jump, "expected seq_jump built for seq_en, found off");
  RVT_TRY(rvt_range(e, "src_bits", c->src_bits, 0, p->src_bits_max, ": as built (NT:SRC-01)"));
  RVT_REFUSE(p->format == RVT_PROTOCOL_ETRACE && p->ts_width != 0 && c->src_bits % 8 != 0,
             "expected src_bits 0 or 8 with E-Trace and a time, found %u (ETR:DC-11)", c->src_bits);
  RVT_REFUSE(c->branch_prediction && p->bpred_size == 0,
             "expected bpred_size 1..%u for branch_prediction, found 0", RVT_BPRED_SIZE_MAX);
  RVT_REFUSE(c->jump_target_cache && p->cache_size == 0,
             "expected cache_size 1..%u for jump_target_cache, found 0", RVT_CACHE_SIZE_MAX);
  RVT_REFUSE(c->all_jumps && !p->all_jumps, "expected all_jumps built for all_jumps, found off");
  RVT_REFUSE(c->extend_addr && !p->extend_addr,
             "expected extend_addr built for extend_addr, found off");
  RVT_REFUSE(c->repeat_branch && !p->repeat_branch,
             "expected repeat_branch built for repeat_branch, found off");
  RVT_REFUSE(c->repeat_hist && p->repeat_hist == 0,
             "expected repeat_hist above 0 built for repeat_hist, found 0");
  RVT_REFUSE(c->context_en && p->context == 0,
             "expected context 1 or 2 for context_en (Ownership), found 0");
  RVT_REFUSE(c->ts_en && p->ts_width == 0, "expected ts_width above 0 for ts_en, found 0");
  RVT_REFUSE(c->ts_suppress != 0 && p->ts_width == 0,
             "expected ts_width above 0 for ts_suppress, found 0");
  return RVT_OK;
}

unsigned rvt_longest_beats(const struct rvt_params *p) {
#define LONGEST(NAME, name, text, format, major) [RVT_PROTOCOL_##NAME] = rvt_##name##_longest_beats,
  static unsigned (*const longest[RVT_PROTOCOLS])(const struct rvt_params *) = {
      RVT_PROTOCOL_LIST(LONGEST)};
  return longest[p->format](p);
}

unsigned rvt_fifo_depth(const struct rvt_params *p) {
  return p->fifo_depth != 0 ? p->fifo_depth : 2 * rvt_longest_beats(p);
}

unsigned rvt_fifo_resume(const struct rvt_params *p) { return rvt_fifo_depth(p) / 2; }

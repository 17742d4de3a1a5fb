/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_params.h"

#include "base/range.h"
#include "rvt/unit/ntrace_msg_fifo.h"
#include "rvt/unit/ntrace_queue.h"
#include "rvt/unit/ntrace_ret_stack.h"

enum { TCODE_BITS = 6, SYNC_BITS = 4, BTYPE_BITS = 2, MDO_BITS = 6 };

enum rvt_status rvt_ntrace_params_shape(const struct rvt_ntrace_params *p, struct rvt_error *e) {
  RVT_REFUSE(p->xlen != 32 && p->xlen != 64, "expected xlen 32 or 64, found %u", p->xlen);
  RVT_REFUSE(!p->btm && !p->htm, "expected btm or htm on, found neither (NT:GEN-01)");
  RVT_TRY(rvt_range(e, "blocks", p->blocks, 1, RVT_BLOCKS_MAX, " (NT:ING-02)"));
  RVT_TRY(rvt_range(e, "iretire_width", p->iretire_width, 1, 8, " (NT:ING-05)"));
  /* An instruction has two half-words at least sometimes. */
  RVT_REFUSE(!p->single && p->iretire_width == 1,
             "expected iretire_width 2..8 without single, found 1 (NT:ING-05)");
  RVT_TRY(rvt_range(e, "itype_width", p->itype_width, 3, 4, " (NT:ITY-22)"));
  RVT_TRY(rvt_range(e, "icnt_width", p->icnt_width, 8, RVT_ICNT_CEIL, " (NT:ICNT-07)"));
  /* The limit and the largest block fit the counter together. */
  RVT_REFUSE(!p->single && p->icnt_width <= p->iretire_width,
             "expected icnt_width above iretire_width %u, found %u (NT:ICNT-11)", p->iretire_width,
             p->icnt_width);
  if (p->htm) RVT_TRY(rvt_range(e, "hist_width", p->hist_width, 3, RVT_HIST_CEIL, " (NT:HIST-05)"));
  RVT_TRY(rvt_range(e, "stack_depth", p->stack_depth, 0, RVT_STACK_DEPTH_MAX, " (NT:IRT-08)"));
  RVT_TRY(rvt_range(e, "src_bits_max", p->src_bits_max, 0, RVT_SRC_BITS_CEIL, " (NT:SRC-01)"));
  return rvt_range(e, "ts_width", p->ts_width, 0, RVT_TIME_CEIL, " (NT:TSP-05)");
}

enum rvt_status rvt_ntrace_params_check(const struct rvt_ntrace_params *p, struct rvt_error *e) {
  RVT_TRY(rvt_ntrace_params_shape(p, e));
  RVT_TRY(rvt_range(e, "flow_blocks", p->flow_blocks, 1, p->blocks, ": at most blocks"));
  RVT_TRY(rvt_range(e, "queue_depth", p->queue_depth, 2, RVT_QUEUE_DEPTH_MAX, ""));
  RVT_TRY(rvt_range(e, "stall_latency", p->stall_latency, 1, p->queue_depth - 1u,
                    ": below queue_depth (NT:ING-26)"));
  RVT_TRY(rvt_range_power(e, "lanes", p->lanes, RVT_LANES_MAX));
  if (p->fifo_depth == 0) return RVT_OK;
  return rvt_range(e, "fifo_depth 0 or", p->fifo_depth, 2 * rvt_ntrace_longest_beats(p),
                   RVT_MSG_FIFO_DEPTH_MAX, ": two of the longest messages (NT:GEN-08)");
}

enum rvt_status rvt_ntrace_config_check(const struct rvt_ntrace_params *p,
                                        const struct rvt_ntrace_config *c, struct rvt_error *e) {
  RVT_REFUSE(c->mode != RVT_MODE_OFF && c->mode != RVT_MODE_BTM && c->mode != RVT_MODE_HTM,
             "expected mode off, btm or htm, found %u (NT:CTL-04)", c->mode);
  RVT_REFUSE((c->mode == RVT_MODE_BTM && !p->btm) || (c->mode == RVT_MODE_HTM && !p->htm),
             "expected a mode that is built, found %s", c->mode == RVT_MODE_BTM ? "btm" : "htm");
  RVT_TRY(rvt_range(e, "sync_mode", c->sync_mode, 0, RVT_PERIOD_HALFWORDS, " (NT:CTL-08)"));
  RVT_TRY(rvt_range(e, "sync_max", c->sync_max, 0, 15, " (NT:CTL-08)"));
  RVT_TRY(rvt_range(e, "ir_mode", c->ir_mode, 0, 3, " (NT:IRT-03)"));
  RVT_REFUSE(c->ir_en && p->stack_depth == 0,
             "expected stack_depth 1..32 for ir_en (implicit return), found 0");
  RVT_REFUSE(c->ir_en && (c->ir_mode == 1 || c->ir_mode == 2) && !p->return_modes,
             "expected return_modes built for ir_mode %u, found off", c->ir_mode);
  RVT_REFUSE(c->sync_mode == RVT_PERIOD_CLOCKS && !p->sync_clocks,
             "expected sync_clocks built for sync_mode clocks (2), found off");
  RVT_REFUSE(c->ir_en && p->itype_width == 3,
             "expected itype_width 4 for ir_en (implicit return), found 3 (NT:ING-08)");
  RVT_REFUSE(c->trig_ena && !p->events, "expected events built for trig_ena, found off");
  RVT_REFUSE(c->seq_en && !p->seq_jump, "expected seq_jump built for seq_en, found off");
  RVT_TRY(rvt_range(e, "src_bits", c->src_bits, 0, p->src_bits_max, ": as built (NT:SRC-01)"));
  RVT_REFUSE(c->ts_en && p->ts_width == 0, "expected ts_width above 0 for ts_en, found 0");
  return RVT_OK;
}

unsigned rvt_ntrace_longest_beats(const struct rvt_ntrace_params *p) {
  const unsigned beat = (unsigned)MDO_BITS * p->lanes;
  const unsigned head =
      (unsigned)TCODE_BITS + p->src_bits_max + SYNC_BITS + BTYPE_BITS + p->icnt_width;
  const unsigned hist = p->htm ? p->hist_width : 0;
  return (head + beat - 1) / beat + ((unsigned)p->xlen - 1 + beat - 1) / beat +
         (hist + beat - 1) / beat + (p->ts_width + beat - 1) / beat;
}

unsigned rvt_ntrace_fifo_depth(const struct rvt_ntrace_params *p) {
  return p->fifo_depth != 0 ? p->fifo_depth : 2 * rvt_ntrace_longest_beats(p);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_RUN_H
#define RVT_NTRACE_RUN_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_flow_front.sv, of rvt_ntrace_flow_runs.sv and its
 * rvt_ntrace_flow_plan.sv: entries of the queue become runs. docs/units/flow.md.
 */

#include <stddef.h>

#include "rvt/unit/ingress_stage.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** What flow takes at once: a stop, an overflow, or blocks that nothing divides. */
struct rvt_ntrace_run {
  uint8_t blocks;        /* 1 in a stop and an overflow */
  uint8_t kind, sub;     /* of the entry, if its first block begins the run; else BLOCK and 0 */
  bool context_new;      /* likewise; else false */
  bool time_new;         /* ... */
  uint8_t priv;          /* of the first block ... */
  uint64_t hart_context; /* ... */
  bool known;            /* `addr` is one */
  uint64_t addr;         /* of the first block */
  uint16_t halfwords;    /* of all */
  uint8_t outcomes;      /* conditional branches ... */
  uint8_t taken;         /* ... whether each is taken, the last one in the lowest bit */
  bool push;             /* there is a call ... */
  uint64_t link;         /* ... which returns to here */
  uint64_t behind;       /* behind the last block */
  uint8_t seq, itype;    /* of the last block */
  bool notify;           /* ... */
  uint64_t first_time;   /* of the first block */
  uint64_t abs_time;     /* of the last one */
};

/** The RTL's registers of the same names; of rvt_ntrace_flow_plan with its name in front. */
struct rvt_ntrace_runs {
  struct rvt_params p;
  uint8_t outcomes_max; /* of a run */
  bool valid_q, next_valid_q, aside_valid_q;
  struct rvt_ntrace_run run_q, next_q, aside_q;
  uint16_t entry_units_q, held_q; /* half-words */
  uint32_t total_q;               /* ... with those of I-CNT, a clock before */
  bool plan_valid_q, plan_joins_q, plan_more_q;
  struct rvt_ntrace_run plan_run_q, plan_rest_q;
  bool plan_entry_valid_q;
  struct rvt_entry plan_entry_q;
  uint8_t plan_single, plan_ends, plan_branches, plan_calls, plan_uses; /* sets of its blocks */
  bool plan_one;       /* of this clock: every block is a run */
  uint8_t plan_gone_q; /* the number of its blocks that have left */
};

/** Inputs of one clock. */
struct rvt_ntrace_runs_in {
  const struct rvt_config *cfg;
  const struct rvt_entry *entry; /* the queue's oldest, NULL: none */
  uint32_t icnt;                 /* flow's */
  bool period_near;              /* a periodic sync may be due at any block */
  bool ready;                    /* the run leaves */
};

/** Outputs of one clock. */
struct rvt_ntrace_runs_out {
  bool taken; /* the entry leaves the queue at the clock's edge */
  bool load;  /* a run comes with it: run_q after it */
};

void rvt_ntrace_runs_init(struct rvt_ntrace_runs *s, const struct rvt_params *p);
void rvt_ntrace_runs_clear(struct rvt_ntrace_runs *s);
/** The run that flow looks at in this clock, NULL: none. */
static inline const struct rvt_ntrace_run *rvt_ntrace_runs_run(const struct rvt_ntrace_runs *s) {
  return s->valid_q ? &s->run_q : NULL;
}
/** Whether there is neither a run nor anything before it. */
static inline bool rvt_ntrace_runs_empty(const struct rvt_ntrace_runs *s) {
  return !s->valid_q && !s->next_valid_q && !s->aside_valid_q && !s->plan_valid_q &&
         !s->plan_entry_valid_q;
}
/** Half-words between the queue and the run. */
static inline uint32_t rvt_ntrace_runs_held(const struct rvt_ntrace_runs *s) {
  return (uint32_t)s->held_q + s->entry_units_q;
}
/** One clock of the unit, outputs and rising edge. */
void rvt_ntrace_runs_tick(struct rvt_ntrace_runs *s, const struct rvt_ntrace_runs_in *in,
                          struct rvt_ntrace_runs_out *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_MODEL_ETRACE_MODES_H
#define RVT_MODEL_ETRACE_MODES_H

/* The histories of E-Trace's flow that decoder and encoder keep alike: branches, returns, targets.
 */

#include "rvt/unit/etrace_flow.h"

static inline bool rvt_etrace_is_branch(uint8_t itype) {
  return itype == RVT_IT_NOT_TAKEN || itype == RVT_IT_TAKEN;
}

/** As a 3.0 or 3.1, or the end of a session, leaves them (ETR:F3-07). */
void rvt_etrace_forget(struct rvt_etrace_flow *s);

/** The branches with the one that a step looks at, if it does. */
struct rvt_etrace_told {
  uint8_t branches; /* 31: counted */
  uint32_t map;
  bool right;   /* all of them were predicted right */
  bool counted; /* `count` stands for the map */
  uint32_t count;
  bool miss; /* the branch was predicted wrong */
  bool near; /* it may be that they are to be told ... */
  bool full; /* ... they are: the map is full, or a count ends */
  bool max;  /* ... with an address: the count is at its end */
};

/** `branch`: the step looks at the run's branch. */
void rvt_etrace_branches_look(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                              bool branch, struct rvt_etrace_told *out);
/** The predictor learns the run's branch. */
void rvt_etrace_branches_train(struct rvt_etrace_flow *s);
/** They have been told. */
void rvt_etrace_branches_forget(struct rvt_etrace_branches *b);

/** The run leaves before a block at `next`; whether it is an implied return. */
bool rvt_etrace_return_leave(struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                             uint64_t next);

/** Whether the cache has the address, >> 1. */
bool rvt_etrace_cache_hit(const struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                          uint64_t addr);
/** Entry of an address, >> 1. */
static inline unsigned rvt_etrace_cache_index(const struct rvt_params *p, uint64_t addr) {
  return (unsigned)(addr & ((1u << p->cache_size) - 1u));
}
/** The address is one that a packet tells, or that of an implied return (ETR:DC-03). */
void rvt_etrace_cache_enter(struct rvt_etrace_flow *s, uint64_t addr);
void rvt_etrace_cache_drop(struct rvt_etrace_flow *s, uint64_t addr);

#endif

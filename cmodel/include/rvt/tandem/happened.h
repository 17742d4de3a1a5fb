/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_HAPPENED_H
#define RVT_TANDEM_HAPPENED_H

/* What the groups of a tandem verification trace say of the program's flow. */

#include "rvt/tandem/core.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_tandem_event {
  RVT_TANDEM_EVENT_INSN,      /* an instruction has retired */
  RVT_TANDEM_EVENT_EXCEPTION, /* it has not, or could not be fetched */
  RVT_TANDEM_EVENT_INTERRUPT,
  RVT_TANDEM_EVENT_RESET,
  RVT_TANDEM_EVENT_OUTSIDE /* state from outside; the hart may stand elsewhere after it */
};

struct rvt_tandem_happened {
  enum rvt_tandem_event event;
  bool has_insn;
  uint32_t word;
  uint64_t pc;       /* before it */
  uint64_t next;     /* after it */
  uint64_t epc;      /* of a trap: what xepc says, or `pc` where the stream has no CSRs */
  uint8_t privilege; /* before it */
  uint64_t cause;    /* of a trap, without its interrupt bit; 0 where the stream has no CSRs */
  uint64_t tval;
};

struct rvt_tandem_flow;

/** The hart as after reset. NULL: no memory. */
struct rvt_tandem_flow *rvt_tandem_flow_new(const struct rvt_tandem_core *core);
void rvt_tandem_flow_free(struct rvt_tandem_flow *f);
/** The elements of a group without its bounds, or one outside of groups. An exception is a group
 * that has xepc and xcause (TV:R-14). */
struct rvt_tandem_happened rvt_tandem_flow_group(struct rvt_tandem_flow *f,
                                                 const struct rvt_tandem_element *elements,
                                                 size_t count);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

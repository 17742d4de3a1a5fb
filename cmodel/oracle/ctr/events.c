/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What each event does (CTR section 3). */

#include <string.h>

#include "state.h"

void oracle_ctr_init(struct oracle_ctr *o, const struct oracle_ctr_build *build) {
  memset(o, 0, sizeof *o);
  o->build = *build;
  while ((build->depths >> o->depth_code & 1) == 0) o->depth_code++; /* CTR:E-08: the smallest */
}

/* CTR:B-02, B-03, B-04. */
static struct oracle_ctr_entry entry_of(const struct verdict *verdict, unsigned type,
                                        uint64_t source, uint64_t target, bool mispredict) {
  const uint64_t pc = ~UINT64_C(1);
  return (struct oracle_ctr_entry){
      .source = (verdict->no_source ? 0 : source & pc) | 1,
      .target = verdict->no_target ? 0 : (target & pc) | (mispredict ? 1 : 0),
      .data = type,
  };
}

/* CTR section 3.4: no CC (CTR:R-04); the count begins anew behind what is recorded (CTR:T-04). */
static void emulate_stack(struct oracle_ctr *o, unsigned type,
                          const struct oracle_ctr_entry *entry) {
  switch (type) {
  case TYPE_INDIRECT_CALL:
  case TYPE_DIRECT_CALL:
    oracle_ctr_take_count(o);
    oracle_ctr_push(o, entry);
    break;
  case TYPE_SWAP:
    oracle_ctr_take_count(o);
    oracle_ctr_set_entry(o, 0, entry);
    break;
  case TYPE_RETURN: oracle_ctr_pop(o); break;
  default: break;
  }
}

/* CTR:B-01: a transfer that the mode rule lets pass. */
static void record(struct oracle_ctr *o, const struct verdict *verdict, uint64_t control,
                   unsigned type, struct oracle_ctr_entry entry) {
  if (o->frozen || !verdict->recorded) return;
  if (oracle_ctr_is_set(control, CTL_RASEMU)) { /* CTR:R-01 */
    emulate_stack(o, type, &entry);
    return;
  }
  if (!verdict->external && !oracle_ctr_passes_filter(control, type)) return; /* CTR:P-04 */
  entry.data |= oracle_ctr_take_count(o);
  oracle_ctr_push(o, &entry);
}

void oracle_ctr_transfer(struct oracle_ctr *o, uint8_t itype, uint64_t source, uint64_t target,
                         bool mispredict, enum oracle_ctr_mode mode) {
  const bool is_branch = itype == TYPE_NOT_TAKEN || itype == TYPE_TAKEN;
  const bool is_jump = itype >= TYPE_INDIRECT_CALL && itype <= TYPE_LAST;
  const struct verdict verdict = {.recorded = oracle_ctr_is_enabled(o, mode)};
  if (!is_branch && !is_jump) return;
  record(o, &verdict, oracle_ctr_control(o, mode, mode), itype,
         entry_of(&verdict, itype, source, target, mispredict));
}

void oracle_ctr_trap(struct oracle_ctr *o, uint64_t cause, bool interrupt, uint64_t epc,
                     uint64_t handler, enum oracle_ctr_mode from, enum oracle_ctr_mode to) {
  const unsigned type = interrupt ? TYPE_INTERRUPT : TYPE_EXCEPTION;
  const struct verdict verdict = oracle_ctr_trap_verdict(o, from, to);
  if (from == ORACLE_CTR_D || to == ORACLE_CTR_D) return; /* CTR:B-06, Z-01 */
  if (oracle_ctr_freezes(o, cause, interrupt, to)) {
    o->frozen = true;
    return;
  }
  record(o, &verdict, oracle_ctr_control(o, from, to), type,
         entry_of(&verdict, type, epc, handler, false));
}

void oracle_ctr_return(struct oracle_ctr *o, uint64_t source, uint64_t target, bool mispredict,
                       enum oracle_ctr_mode from, enum oracle_ctr_mode to) {
  const struct verdict verdict = oracle_ctr_return_verdict(o, from, to);
  record(o, &verdict, oracle_ctr_control(o, from, to), TYPE_TRAP_RETURN,
         entry_of(&verdict, TYPE_TRAP_RETURN, source, target, mispredict));
}

/* CTR:I-02: the status stays. */
enum oracle_ctr_exception oracle_ctr_clear(struct oracle_ctr *o,
                                           const struct oracle_ctr_access *access) {
  /* It may what an access to sctrstatus may (CTR section 2.6). */
  const enum oracle_ctr_exception e = oracle_ctr_permission(o, access, ORACLE_CTR_SCTRSTATUS);
  if (e != ORACLE_CTR_NONE) return e;
  memset(o->physical, 0, sizeof o->physical);
  oracle_ctr_forget_count(o);
  return ORACLE_CTR_NONE;
}

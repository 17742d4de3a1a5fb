/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The questions about what N-Trace counts and sends: each is a rule, and names its rows. */

#include "state.h"

/* ICNT-07, D-11. */
bool oracle_icnt_full(const struct oracle_ntrace *o) {
  return o->icnt >= (uint64_t)1 << (o->common.params.icnt_width - 1);
}

/* HIST-05, D-12. */
bool oracle_hist_full(const struct oracle_ntrace *o) {
  return o->outcomes == (unsigned)(o->common.params.hist_width - 1);
}

/* D-05, D-24; CTL-08 for the period. */
static bool period_due(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  uint64_t threshold = (uint64_t)1 << (c->config.sync_max + 4);
  if (o->expired) {
    return true;
  }
  return (c->config.sync_mode == RVT_PERIOD_MESSAGES ||
          c->config.sync_mode == RVT_PERIOD_HALFWORDS) &&
         o->period >= threshold;
}

/* D-21: SYNC of what waits and may be reported at a stop. */
int oracle_notified(const struct oracle_ntrace *o) {
  if (o->event_raised) {
    return RVT_SYNC_EVENT;
  }
  return o->external_raised ? RVT_SYNC_EXTERNAL : NO_SYNC;
}

/* D-21, SYN-35: SYNC of the sync message that waits for an address. */
int oracle_sync_waiting(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  if (o->reset_raised) {
    return RVT_SYNC_RESET;
  }
  if (oracle_notified(o) != NO_SYNC) {
    return oracle_notified(o);
  }
  return period_due(o, c) ? RVT_SYNC_PERIODIC : NO_SYNC;
}

/* D-26, IRT-03..05: whether a return that popped something needs no message. */
bool oracle_is_implicit(const struct oracle_ntrace *o, const struct oracle_clock *c,
                        const struct pending *p, uint64_t address) {
  if (!p->compare) {
    return false;
  }
  switch (o->common.params.return_modes ? c->config.ir_mode : 3) { /* D-32 */
  case 1: return true;
  case 2: return ((p->popped ^ address) & 0x1FFE) == 0;
  default: return p->popped == address;
  }
}

/* AJM-01, AJM-02. */
static bool all_jumps_on(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  return o->common.params.all_jumps && c->config.all_jumps;
}

/* ITY-05; AJM-03, Q-17: direct jumps are taken branches if the setting says so. */
bool oracle_is_taken(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  switch (c->itype) {
  case RVT_IT_TAKEN: return true;
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK: return all_jumps_on(o, c);
  default: return false;
  }
}

/* D-25, SQJ-01..04, ING-20: a jump whose target the instruction before it, of the same I-CNT,
 * gives. Asked before the block is counted. */
bool oracle_is_sequential(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  if (!o->common.params.seq_jump || !c->config.seq_en || !c->sijump) {
    return false;
  }
  if (all_jumps_on(o, c)) { /* AJM-06: it stays indirect */
    return false;
  }
  switch (c->itype) {
  case RVT_IT_INDIRECT:
  case RVT_IT_INDIRECT_CALL:
  case RVT_IT_INDIRECT_JUMP:
  case RVT_IT_SWAP:
  case RVT_IT_INDIRECT_LINK: return c->insns > 1 || o->icnt != 0;
  default: return false;
  }
}

/* BTY-01..03. */
uint8_t oracle_btype_of(uint8_t itype) {
  if (itype == RVT_IT_EXCEPTION) {
    return RVT_BT_EXCEPTION;
  }
  return itype == RVT_IT_INTERRUPT ? RVT_BT_INTERRUPT : RVT_BT_NONE;
}

bool oracle_is_sync(uint8_t tcode) {
  return tcode == RVT_TC_PROG_TRACE_SYNC || tcode == RVT_TC_DIRECT_BRANCH_SYNC ||
         tcode == RVT_TC_INDIRECT_BRANCH_SYNC || tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
}

/* RSF-07: outcomes may be split otherwise, so that which branch messages are the same (RPT-02) and
 * what times are increases over is seen in what was sent. */
bool oracle_is_literal(const struct oracle_ntrace *o) { return o->common.params.repeat_hist > 0; }

/* RPT-02..05, RPT-09, Q-10: whether it is the branch message before it once more, so that it need
 * not be sent. Nothing was sent since; an address is the one before if U-ADDR is 0, and those
 * that go on from another one are never counted against. */
bool oracle_is_same_branch(const struct rvt_ntrace_msg *last, const struct rvt_ntrace_msg *m) {
  switch (m->tcode) {
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: break;
  default: return false;
  }
  return m->addr == 0 && last->addr == 0 && m->tcode == last->tcode && m->btype == last->btype &&
         m->icnt == last->icnt && m->hist == last->hist;
}

bool oracle_is_repeat(const struct oracle_ntrace *o, const struct oracle_clock *c,
                      const struct rvt_ntrace_msg *m) {
  return o->common.params.repeat_branch && c->config.repeat_branch && /* CTL-16 */
         oracle_is_same_branch(&o->last, m);
}

/* CTL-09, TCI:TE-06. */
bool oracle_ownership_on(const struct oracle_ntrace *o, const struct oracle_clock *c) {
  return o->common.params.context != 0 && c->config.context_en;
}

/* OWN-04, OWN-05, OWN-12, ING-17, ING-19: whether the blocks of this clock ask for Ownership; it
 * is asked once for them all. `open`: there are blocks before them to compare with. */
bool oracle_owner_changes(struct oracle_ntrace *o, const struct oracle_clock *c, bool open) {
  bool changes = o->context_new || (open && c->priv != o->priv);
  o->context_new = false;
  o->priv = c->priv;
  return changes;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The small questions of the oracle of E-Trace: each is a rule, and names its row. */

#include "state.h"

uint64_t oracle_te_low_bits(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

bool oracle_te_is_branch(const struct event *e) { /* ETR:IN-03 */
  return e->kind == EVENT_RETIRED && (e->itype == RVT_IT_NOT_TAKEN || e->itype == RVT_IT_TAKEN);
}

bool oracle_te_is_exception(const struct event *e) { /* ETR:IN-03 */
  return e->kind == EVENT_TRAP && !e->interrupt;
}

/* ETR section 8: ppccd(X,Y). */
bool oracle_te_differs(const struct event *x, const struct event *y) {
  if (x->priv != y->priv) {
    return true;
  }
  return x->context != y->context && (y->ctype == 2 || y->ctype == 3); /* ETR:IN-07 */
}

/* ETR:DC-02: what lies behind Y is not where X leads. */
bool oracle_te_is_asynchronous(const struct event *x, const struct event *y) {
  return x->context != y->context && y->ctype == 3;
}

/* ETR:M-SIJ, ETR:IN-08: the instruction before has to be one that a decoder has seen since the last
 * synchronisation packet. After a trap, or what was not traced, `e` itself is that packet's. */
static bool is_sequential(const struct oracle_etrace *o, const struct event *e) {
  return o->options.sequential_jump && e->sijump && !o->synced;
}

/* ETR AMB-1: ud(X), for the event that is being processed. */
bool oracle_te_is_updiscon(const struct oracle_etrace *o, const struct event *e) {
  switch (e->itype) { /* none of T */
  case RVT_IT_INDIRECT:
  case RVT_IT_INDIRECT_CALL:
  case RVT_IT_INDIRECT_JUMP:
  case RVT_IT_SWAP:
  case RVT_IT_INDIRECT_LINK: return !is_sequential(o, e);
  case RVT_IT_RETURN: return !e->implied;
  case RVT_IT_TRAP_RETURN: return true;
  default: return false;
  }
}

/* ETR AMB-13: what the layout of the build tells. */
uint8_t oracle_te_ioptions(const struct oracle_etrace *o, const struct oracle_te_options *options) {
  const bool standard = o->build.iret_ext;
  return (uint8_t)((options->implicit_return != 0 ? ORACLE_TE_IMPLICIT_RETURN : 0) |
                   (options->implicit_exception ? ORACLE_TE_IMPLICIT_EXCEPTION : 0) |
                   (options->full_address ? ORACLE_TE_FULL_ADDRESS : 0) |
                   (options->jump_target_cache ? ORACLE_TE_JUMP_TARGET_CACHE : 0) |
                   (options->branch_prediction ? ORACLE_TE_BRANCH_PREDICTION : 0) |
                   (standard && options->sequential_jump ? ORACLE_TE_SEQUENTIAL_JUMP
                                                         : 0)); /* resync_disabled 0: AMB-25 */
}

/* ETR:DC-11, TCI:TS-18: on every packet but those of kinds that are left out. */
bool oracle_te_has_time(const struct oracle_te_time *t, enum oracle_te_kind kind) {
  switch (kind) {
  case ORACLE_TE_START:
  case ORACLE_TE_TRAP: return t->on;
  case ORACLE_TE_CONTEXT: return t->on && (t->left_out & 4) == 0;
  case ORACLE_TE_SUPPORT: return t->on && (t->left_out & 8) == 0;
  default: return t->on && (t->left_out & 1) == 0;
  }
}

/* ETR:IN-06: the port's bits that a packet has; the upper one of a narrow build says nothing. */
uint8_t oracle_te_priv(const struct oracle_etrace *o, const struct oracle_clock *c) {
  return (uint8_t)oracle_te_low_bits(c->priv, o->build.privilege_width);
}

/* ETR:D-02: a context that is off is 0. */
uint64_t oracle_te_context(const struct oracle_etrace *o, const struct oracle_clock *c) {
  return c->config.context_en ? oracle_te_low_bits(c->context, o->build.context_width) : 0;
}

/* ETR:X-02, IN-11: used slots are the lowest ones; a clock that has a hole is refused whole. */
bool oracle_te_is_odd(const struct oracle_etrace *o) {
  bool hole = false;
  for (unsigned i = 0; i < o->common.slots; i++) {
    bool valid = oracle_block_valid(&o->common.slot[i]);
    if (valid && hole) {
      return true;
    }
    hole |= !valid;
  }
  return false;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What implicit return, branch prediction and jump target cache remember: a stack, and a table each
 * with one look-up per instruction. */

#include <string.h>

#include "state.h"

/* ETR:M-IRET, IN-03: calls and returns have codes of 4 bits. D-32: modes that are not built act as
 * 3. */
uint8_t oracle_te_return_mode(const struct oracle_etrace *o, uint8_t asked) {
  const struct rvt_params *p = &o->common.params;
  if (asked == 0 || p->stack_depth == 0 || p->itype_width == 3) {
    return 0;
  }
  return p->return_modes ? asked : 3;
}

/* ETR:F3-07, M-BP: every synchronisation packet; entries of the predictor are 01 then. */
void oracle_te_reset_modes(struct oracle_etrace *o) {
  memset(o->predictor, 1, sizeof o->predictor);
  memset(o->cache, 0, sizeof o->cache);
  o->common.depth = 0;
  o->irets = 0;
}

/* ETR:M-BP, M-JTC: the entry of C's address in a table of 2^size: bits size:1, or size+1:2. */
uint64_t oracle_te_index(const struct oracle_etrace *o, uint8_t size) {
  return oracle_te_low_bits(o->c.address >> o->build.iaddress_lsb, size);
}

/* ETR:M-BP: whether the branch C is predicted right; and its outcome is learned. */
bool oracle_te_predict(struct oracle_etrace *o) {
  static const uint8_t after_right[4] = {0, 0, 3, 3};
  static const uint8_t after_wrong[4] = {1, 3, 0, 2};
  uint8_t *entry = &o->predictor[oracle_te_index(o, o->build.bpred_size)];
  bool right = (*entry >= 2) == (o->c.itype == RVT_IT_TAKEN);
  *entry = right ? after_right[*entry] : after_wrong[*entry];
  return right;
}

/* ETR:M-JTC. */
bool oracle_te_in_cache(const struct oracle_etrace *o) {
  uint64_t index = oracle_te_index(o, o->build.cache_size);
  return o->options.jump_target_cache && o->cache[index].valid &&
         o->cache[index].target == o->c.address;
}

/* ETR:DC-03: C's address is in its entry from now on, or nothing is. */
void oracle_te_enter(struct oracle_etrace *o, bool valid) {
  uint64_t index = oracle_te_index(o, o->build.cache_size);
  o->cache[index].valid = valid;
  o->cache[index].target = o->c.address;
}

/* ETR:M-IRET: whether what follows is where the top of the stack says, as far as that is compared.
 * An interrupt alone has no address (ETR:IN-05). */
static bool is_predicted(const struct oracle_etrace *o, const struct event *n) {
  uint64_t top = o->common.stack[o->common.depth - 1];
  if (o->options.implicit_return == 1) {
    return true;
  }
  if (n == NULL || (n->kind == EVENT_TRAP && n->interrupt)) {
    return false;
  }
  return o->options.implicit_return == 2 ? ((n->address ^ top) & 0x1FFE) == 0 : n->address == top;
}

/* ETR:A-05 (ii), (iii), A-06, DC-05: of C, which no uninferable jump has led to. */
bool oracle_te_needs_depth(const struct oracle_etrace *o) {
  if (o->p.implied && !o->build.iret_ext) {
    return o->common.depth != 0;
  }
  return o->irets != 0;
}

/* ETR:DC-05, A-06: entries, or implied returns before the one that has led to C. */
uint64_t oracle_te_depth(const struct oracle_etrace *o) {
  if (!o->build.iret_ext) {
    return o->common.depth;
  }
  return o->p.implied ? o->irets - 1 : o->irets;
}

/* ETR:DC-05, A-06: with irets what is not implied pops too, and what a decoder cannot take for an
 * earlier return has no count. */
static void leave_by_return(struct oracle_etrace *o, const struct event *n) {
  struct event *c = &o->c;
  const bool popped = o->common.depth > 0;
  const bool ext = o->build.iret_ext;
  c->predicted = popped && is_predicted(o, n);
  c->implied = c->predicted && !(ext && o->irets == IRETS_MAX);
  c->missed = !c->implied && (popped || (ext && o->irets != 0));
  if (c->implied || (ext && popped)) {
    o->common.depth--;
  }
  o->irets += c->implied ? 1 : 0;
}

/* What C does once it has been reported (ETR:M-IRET, DC-05, AMB-15: a swap does nothing). */
void oracle_te_call_or_return(struct oracle_etrace *o, const struct event *n) {
  struct event *c = &o->c;
  if (o->p.predicted) { /* ETR:DC-03: reported or not */
    oracle_te_enter(o, false);
  }
  if (oracle_te_is_branch(c)) {
    o->irets = 0;
  }
  if (o->options.implicit_return == 0) {
    return;
  }
  if (c->itype == RVT_IT_INDIRECT_CALL || c->itype == RVT_IT_DIRECT_CALL) {
    oracle_push(&o->common, oracle_wrap(&o->common, c->address + 2u * c->size));
    o->irets = o->build.iret_ext ? o->irets : 0;
  }
  if (c->itype == RVT_IT_RETURN) {
    leave_by_return(o, n);
  }
}

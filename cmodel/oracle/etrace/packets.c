/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The forms of the packets of E-Trace, and what each does to the encoder's history. */

#include <stdio.h>
#include <stdlib.h>

#include "state.h"

/* `reported`: the clock of what the packet reports (ETR:DC-11). */
static void emit(struct oracle_etrace *o, struct oracle_te_packet *p,
                 const struct oracle_te_time *reported) {
  p->around = o->around;
  p->around.extend = oracle_te_has_time(reported, p->kind);
  p->around.time = reported->time;
  p->extend_last = oracle_te_has_time(&o->now, p->kind);
  if (o->packets == o->room) {
    o->room = o->room == 0 ? 64 : 2 * o->room;
    o->packet = realloc(o->packet, o->room * sizeof *o->packet);
    if (o->packet == NULL) {
      fputs("oracle: out of memory\n", stderr);
      abort();
    }
  }
  o->packet[o->packets++] = *p;
  if (p->kind != ORACLE_TE_SUPPORT) { /* DC-07: it cannot be seen whether that one counts */
    o->any_sent = true;
    if (o->c.sync_mode == RVT_PERIOD_MESSAGES) { /* ETR: once it is sent */
      o->count++;
    }
  }
}

/* ETR:P-04: as a field. */
static uint64_t field(const struct oracle_etrace *o, uint64_t address) {
  return oracle_te_low_bits(address, o->build.iaddress_width) >> o->build.iaddress_lsb;
}

static bool is_taken(const struct event *e) {
  return oracle_te_is_branch(e) && e->itype == RVT_IT_TAKEN;
}

/* What a packet with branches has told. */
void oracle_te_forget_history(struct oracle_etrace *o) {
  o->branches = o->pbc = 0;
  o->map = 0;
}

/* ETR:F3-07, R-02, R-04, AMB-24. The instruction itself is the first that is counted. */
static void synchronised(struct oracle_etrace *o, uint64_t address) {
  oracle_te_forget_history(o);
  oracle_te_reset_modes(o);
  if (oracle_te_is_branch(&o->c)) { /* ETR:F3-08, AMB-17, DC-18: in no map and no count */
    oracle_te_predict(o);
  }
  o->last_address = address;
  o->context_due = false;
  o->resync = RESYNC_S1;
  o->count = o->c.sync_mode == RVT_PERIOD_HALFWORDS ? o->c.size : 0;
  o->expired = false;
  o->synced = true;
  o->unreached = 0;
}

/* ETR:F3-05, DC-07: options that no support packet has told come before the first sync. */
static void tell_options(struct oracle_etrace *o) {
  if (oracle_te_ioptions(o, &o->options) != o->told) {
    oracle_te_send_support(o, true, ORACLE_TE_NO_CHANGE, &o->options, &o->c.time);
  }
}

/* ETR:F3-01: 3.0. */
void oracle_te_send_start(struct oracle_etrace *o) {
  const struct event *c = &o->c;
  struct oracle_te_packet p = {.kind = ORACLE_TE_START,
                               .branch = !is_taken(c),
                               .privilege = c->priv,
                               .context = c->context,
                               .address = field(o, c->address)};
  tell_options(o);
  emit(o, &p, &o->c.time);
  synchronised(o, c->address);
}

/* ETR:F3-02, AMB-5: 3.1. With thaddr the address is that of C, the first of the handler; else that
 * of the instruction that C has not retired, which an interrupt does not have. */
void oracle_te_send_trap(struct oracle_etrace *o, const struct event *trap, bool thaddr) {
  const struct event *c = &o->c;
  uint64_t address = c->kind == EVENT_TRAP && c->interrupt ? 0 : c->address;
  struct oracle_te_packet p = {.kind = ORACLE_TE_TRAP,
                               .branch = !is_taken(c),
                               .privilege = c->priv,
                               .context = c->context,
                               .ecause = oracle_te_low_bits(trap->cause, o->build.ecause_width),
                               .interrupt = trap->interrupt,
                               .thaddr = thaddr,
                               .address = field(o, address)};
  if (o->options.implicit_exception && thaddr) { /* ETR:M-IEX; the delta base is known (AMB-6) */
    p.implicit = true;
    p.address = 0;
  }
  if (!trap->interrupt) { /* ETR section 3.1 */
    p.tval = oracle_te_low_bits(trap->tval, o->build.iaddress_width);
  }
  tell_options(o);
  emit(o, &p, &o->c.time);
  synchronised(o, address);
}

/* ETR AMB-16, ETR:DC-03: 0.1 for the same target, where the cache has it and that is shorter. */
static struct oracle_te_packet or_index(const struct oracle_etrace *o,
                                        const struct oracle_te_packet *p) {
  if (!o->p.ud || p->updiscon || !oracle_te_in_cache(o)) {
    return *p;
  }
  struct oracle_te_packet by_index = {.kind = ORACLE_TE_JUMP_TARGET_INDEX,
                                      .index = oracle_te_index(o, o->build.cache_size),
                                      .branches = p->branches,
                                      .branch_map = p->branch_map,
                                      .irreport = p->irreport,
                                      .irdepth = p->irdepth};
  uint8_t unused[ORACLE_TE_PAYLOAD_MAX];
  bool shorter =
      oracle_te_payload(&o->build, &by_index, unused) < oracle_te_payload(&o->build, p, unused);
  return shorter ? by_index : *p;
}

/* ETR section 3.2 to 3.4, ETR:F2-04, M-FULL: once 31 branches were predicted right 0.0 (ETR:F0-02,
 * DC-18); else a target that the cache has 0.1, with branches 1, else 2. */
void oracle_te_send_address(struct oracle_etrace *o, bool notify, bool updiscon, bool irreport) {
  uint64_t address = o->c.address;
  struct oracle_te_packet p = {
      .address = field(o, o->options.full_address ? address : address - o->last_address),
      .notify = notify,
      .updiscon = updiscon,
      .irreport = irreport,
      .irdepth = irreport ? oracle_te_depth(o) : 0};
  if (o->pbc >= BRANCHES_MAX) {
    p.kind = ORACLE_TE_BRANCH_COUNT;
    p.branch_count = (uint32_t)(o->pbc - BRANCHES_MAX);
    p.branch_fmt = o->surprise ? 3 : 2;
  } else {
    p.kind = o->branches > 0 ? ORACLE_TE_BRANCH_MAP : ORACLE_TE_ADDRESS;
    p.branches = (uint8_t)o->branches;
    p.branch_map = o->map;
    p = or_index(o, &p);
  }
  emit(o, &p, &o->c.time);
  if (o->p.ud) {
    oracle_te_enter(o, true);
  }
  oracle_te_forget_history(o);
  o->last_address = address;
  o->irets = 0;
  o->unreached = 0;
}

/* ETR section 3.4, 0.0 without an address: C is the branch that was not predicted right. */
void oracle_te_send_count(struct oracle_etrace *o) {
  struct oracle_te_packet p = {.kind = ORACLE_TE_BRANCH_COUNT,
                               .branch_count = (uint32_t)(o->pbc - BRANCHES_MAX),
                               .branch_fmt = 0};
  emit(o, &p, &o->c.time);
  oracle_te_forget_history(o);
  o->unreached = 0;
}

/* ETR:F1-01, P-07: 31 branches and no address. */
void oracle_te_send_full_map(struct oracle_etrace *o) {
  struct oracle_te_packet p = {.kind = ORACLE_TE_BRANCH_MAP, .branches = 0, .branch_map = o->map};
  emit(o, &p, &o->c.time);
  oracle_te_forget_history(o);
  o->unreached = 0;
}

/* ETR:F3-04: 3.2; the history stays. */
void oracle_te_send_context(struct oracle_etrace *o) {
  struct oracle_te_packet p = {
      .kind = ORACLE_TE_CONTEXT, .privilege = o->c.priv, .context = o->c.context};
  emit(o, &p, &o->c.time);
  o->context_due = false;
}

/* ETR:F3-05, F3-06, DC-07: 3.3. */
void oracle_te_send_support(struct oracle_etrace *o, bool ienable, enum oracle_te_qual qual,
                            const struct oracle_te_options *options,
                            const struct oracle_te_time *reported) {
  struct oracle_te_packet p = {.kind = ORACLE_TE_SUPPORT,
                               .ienable = ienable,
                               .qual_status = qual,
                               .ioptions = oracle_te_ioptions(o, options)};
  emit(o, &p, reported);
  o->told = p.ioptions;
}

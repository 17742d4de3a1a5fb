/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/fork.h"

#include <string.h>

enum rvt_status rvt_fork_init(struct rvt_fork *s, uint8_t branches, struct rvt_error *e) {
  if (branches < 1 || branches > RVT_FORK_BRANCHES_MAX)
    return rvt_error_set(e, RVT_ERR_ARG, "branches: expected 1 to %d, found %u",
                         RVT_FORK_BRANCHES_MAX, branches);
  *s = (struct rvt_fork){.branches = branches};
  return RVT_OK;
}

/** Who has stopped is waited for, unless the producer has no time; who is off has forgotten. */
static uint8_t waits(const struct rvt_fork_in *in) {
  return (uint8_t)(in->m_dn_on | (in->closing ? 0 : in->m_dn_stopped));
}

/** Who takes a message: not who has missed something, if it goes on from that. */
static uint8_t begins(const struct rvt_fork *s, const struct rvt_fork_in *in) {
  return in->s.sync ? waits(in) : (uint8_t)(waits(in) & ~s->missed_q);
}

/** Whom the beat on offer is for. */
static uint8_t members(const struct rvt_fork *s, const struct rvt_fork_in *in) {
  const uint8_t now = s->in_msg_q ? s->set_q & waits(in) : begins(s, in);
  /* A branch that has the last beat has the whole message, on or off. */
  return (uint8_t)(now | (in->s.eom ? s->sent_q : 0));
}

/** Who had a part in the message so far and has none any more. */
static uint8_t leaves(const struct rvt_fork *s, const struct rvt_fork_in *in) {
  return (uint8_t)(s->set_q & ~members(s, in));
}

/** Whose message has no end. */
static uint8_t cut(const struct rvt_fork *s, const struct rvt_fork_in *in) {
  return (uint8_t)(leaves(s, in) | (in->clr ? s->set_q : 0));
}

void rvt_fork_outputs(const struct rvt_fork *s, const struct rvt_fork_in *in,
                      struct rvt_fork_out *out) {
  const uint8_t to = (uint8_t)(members(s, in) & ~s->sent_q);
  for (unsigned b = 0; b < s->branches; b++) {
    if (in->s.valid && (to >> b & 1) != 0)
      out->m[b] = in->s;
    else
      memset(&out->m[b], 0, sizeof out->m[b]);
  }
  out->s_dn_on = in->m_dn_on != 0;
  out->s_dn_stopped = in->m_dn_stopped != 0;
  out->s_dn_lost = (in->m_dn_lost | leaves(s, in) | (in->m_dn_on & ~s->on_q & s->hurt_q)) != 0;
  const bool entry = in->s.valid && in->s.sync && !s->in_msg_q;
  out->s_sync_req = (in->m_dn_on & s->missed_q & ~s->hurt_q) != 0 && !entry;
  out->m_cut = cut(s, in);
}

bool rvt_fork_ready(const struct rvt_fork *s, const struct rvt_fork_in *in) {
  const uint8_t m = members(s, in);
  /* The rest of a message whose members are all gone, or nobody who is on can begin with this one.
   */
  if (m == 0) return s->in_msg_q || in->m_dn_on != 0;
  return (m & ~s->sent_q & ~in->m_ready) == 0;
}

void rvt_fork_tick(struct rvt_fork *s, const struct rvt_fork_in *in) {
  const uint8_t m = members(s, in);
  const bool passes = in->s.valid && rvt_fork_ready(s, in);
  const uint8_t gone = (uint8_t)(cut(s, in) | in->m_dn_lost);
  const uint8_t takes = in->s.valid ? (uint8_t)(m & ~s->sent_q & in->m_ready) : 0;
  if (!s->in_msg_q) {
    s->missed_q = (uint8_t)(s->missed_q & ~takes);
    s->hurt_q = (uint8_t)(s->hurt_q & ~takes);
    if (passes) s->missed_q |= (uint8_t)(~m & ((1u << s->branches) - 1));
  }
  s->missed_q |= gone;
  s->hurt_q |= gone;
  s->on_q = in->m_dn_on;
  if (in->clr) {
    *s = (struct rvt_fork){
        .branches = s->branches, .missed_q = s->missed_q, .hurt_q = s->hurt_q, .on_q = s->on_q};
  } else if (passes) {
    s->in_msg_q = !in->s.eom;
    s->set_q = in->s.eom ? 0 : m;
    s->sent_q = 0;
  } else {
    s->sent_q = (uint8_t)((s->sent_q & m) | takes);
    s->set_q = (uint8_t)(in->s.eom ? s->set_q & m & ~takes : (s->set_q & m) | takes);
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace_check.h"

#include "harness/bench.h"

static bool is_indirect(uint8_t tcode) {
  return tcode == RVT_TC_INDIRECT_BRANCH || tcode == RVT_TC_INDIRECT_BRANCH_HIST;
}

/* Whether a message after this one begins a session. */
static bool starts(const struct rvt_ntrace_msg *before) {
  return before->tcode == RVT_TC_PROG_TRACE_CORRELATION || before->tcode == RVT_TC_ERROR;
}

static void sync_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *m) {
  if (m->tcode == RVT_TC_PROG_TRACE_SYNC && m->icnt == 0) {
    if (m->sync == RVT_SYNC_ENABLE) PROVED("NT:SYN-15");
    if (m->sync == RVT_SYNC_DEBUG) PROVED("NT:SYN-13");
    if (m->sync == RVT_SYNC_OVERRUN && before->tcode == RVT_TC_ERROR) {
      PROVED("NT:SYN-17");
      PROVED("NT:ERR-05");
      PROVED("NT:ERR-08");
      PROVED("TCI:OVF-03");
    }
    if (starts(before)) PROVED("NT:SYN-30");
    if (before->tcode == RVT_TC_ERROR && (m->sync == RVT_SYNC_ENABLE || m->sync == RVT_SYNC_DEBUG))
      PROVED("NT:ERR-10");
  }
  if (m->sync == RVT_SYNC_PERIODIC) {
    PROVED("NT:SYN-12");
    if (m->tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC && m->hist > 1) PROVED("NT:SYN-32");
    if (m->tcode == RVT_TC_DIRECT_BRANCH_SYNC || m->btype != 0) PROVED("NT:SYN-33");
    if (m->tcode == RVT_TC_PROG_TRACE_SYNC && m->icnt != 0) PROVED("NT:SYN-31");
  }
  if (m->has_tstamp && m->tstamp != 0) PROVED("NT:SYN-04");
}

static void resource_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *m) {
  const bool behind_icnt = before->tcode == RVT_TC_RESOURCE_FULL && before->rcode == RVT_RC_ICNT;
  if (m->rcode == RVT_RC_ICNT) PROVED("NT:ICNT-08");
  if (m->rcode == RVT_RC_HIST) PROVED("NT:HIST-05");
  if (m->rcode == RVT_RC_HIST && behind_icnt) PROVED("NT:ICNT-14");
}

static void stop_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *m) {
  PROVED("NT:COR-01");
  if (m->icnt != 0) PROVED("NT:COR-04");
  if (m->evcode == RVT_EV_DISABLED) PROVED("NT:COR-08");
  if (m->cdf == 1 && m->hist == 1) PROVED("NT:COR-03");
  if (m->icnt == 0 && before->tcode == RVT_TC_DIRECT_BRANCH) PROVED("NT:COR-11");
  if (m->icnt == 0 && is_indirect(before->tcode)) PROVED("NT:COR-09");
}

void tb_trace_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *msg) {
  if (rvt_ntrace_is_sync(msg->tcode)) {
    sync_rows(before, msg);
  } else if (msg->tcode == RVT_TC_RESOURCE_FULL) {
    resource_rows(before, msg);
  } else if (msg->tcode == RVT_TC_PROG_TRACE_CORRELATION) {
    stop_rows(before, msg);
  } else if (msg->tcode == RVT_TC_ERROR) {
    PROVED("NT:ERR-01");
    if ((msg->ecode & 8) != 0) PROVED("NT:ERR-03");
    if (msg->has_tstamp &&
        before->has_tstamp) { /* over what was sent, whatever the overflow dropped */
      PROVED("NT:TSP-03");
      PROVED("NT:TSP-09");
    }
  } else if (is_indirect(msg->tcode)) {
    if (is_indirect(before->tcode)) PROVED("NT:ADR-04");
    if (before->tcode == RVT_TC_DIRECT_BRANCH) PROVED("NT:ADR-05");
    if (before->tcode == RVT_TC_RESOURCE_FULL && before->rcode == RVT_RC_HIST && msg->icnt != 0)
      PROVED("NT:ICNT-06");
    if (msg->btype == RVT_BT_EXCEPTION && is_indirect(before->tcode) &&
        before->btype == RVT_BT_INTERRUPT)
      PROVED("NT:BTY-03");
    if (msg->has_tstamp && msg->tstamp != 0) PROVED("NT:TSP-06");
    if (msg->has_tstamp && msg->tstamp != 0 && msg->btype != RVT_BT_NONE) PROVED("NT:TSP-07");
  }
  if (msg->src != 0 && msg->tcode == RVT_TC_ERROR) PROVED("NT:SRC-02");
}

void tb_trace_extend_rows(const struct rvt_params *p, const struct rvt_ntrace_format *format,
                          const struct rvt_ntrace_msg *msg, size_t size) {
  struct rvt_ntrace_format plain = *format;
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t length = 0;
  const unsigned width = p->xlen - 1u;
  if (format->extend_bits == 0) return;
  plain.extend_bits = 0;
  if (rvt_ntrace_msg_write(&plain, msg, bytes, &length) != RVT_OK) return;
  const bool high = (msg->addr >> (width - 1) & 1) != 0;
  if (size < length) { /* ones are left out */
    PROVED("NT:ADR-10");
    PROVED("NT:ADR-11");
    PROVED("TCI:TE-09");
  }
  if (size > length) PROVED("NT:ADR-12"); /* a byte of zeros more */
  if (high && size == length) PROVED("NT:ADR-13");
  /* Bits 63..56 of an address are not equal: no address of Sv39, Sv48 or Sv57. */
  if (p->xlen == 64 && p->addr_bits == 64 && msg->addr >> 55 != 0 && msg->addr >> 55 != 0xff)
    PROVED("NT:ADR-17");
}

static bool is_trap(const struct rvt_ntrace_msg *m) {
  return is_indirect(m->tcode) && m->btype != RVT_BT_NONE;
}

static void field_rows(const struct rvt_ntrace_msg *m) {
  const unsigned format = m->process & 3;
  PROVED("NT:CTL-09");
  PROVED("NT:OWN-02");
  if (m->process > 0x1F) PROVED("NT:OWN-01"); /* context, too */
  if ((m->process >> 4 & 1) != 0) {           /* V */
    PROVED("NT:OWN-03");
    PROVED("NT:ING-18");
  }
  if (format == 0) PROVED("NT:OWN-09");
  if (format == 2) PROVED("NT:OWN-10");
}

void tb_trace_owner_rows(const struct rvt_params *p, const struct tb_trace_origin *origin,
                         uint8_t *level, const struct rvt_ntrace_msg *before,
                         const struct rvt_ntrace_msg *msg) {
  const bool after_sync = rvt_ntrace_is_sync(before->tcode);
  if (p->context == 0) return;
  if (msg->tcode != RVT_TC_OWNERSHIP) {
    if (!origin->owners && after_sync) PROVED("TCI:TE-06");
    const bool ends = msg->tcode == RVT_TC_PROG_TRACE_CORRELATION || msg->tcode == RVT_TC_ERROR;
    if (origin->owners && is_trap(before) && !ends) PROVED("NT:SEQ-26"); /* nothing was lost here */
    /* A block behind the Ownership would be counted: it is that of a sync at the stop. */
    if (msg->tcode == RVT_TC_PROG_TRACE_CORRELATION && before->tcode == RVT_TC_OWNERSHIP &&
        msg->icnt == 0)
      PROVED("NT:OWN-16");
    return;
  }
  field_rows(msg);
  if (before->tcode == RVT_TC_OWNERSHIP && (before->process & 3) == 3) {
    PROVED("NT:OWN-07");
    return;
  }
  const uint8_t was = *level;
  *level = msg->process >> 2 & 7;
  if (after_sync) {
    PROVED("NT:OWN-06");
    PROVED("NT:SYN-05");
  } else if (*level != was) {
    PROVED("NT:OWN-05");
    if (is_indirect(before->tcode)) PROVED("NT:OWN-08");
    if (is_trap(before)) PROVED("NT:ING-17");
  } else if (p->context == 2) { /* a report of context, no change of privilege */
    PROVED("NT:OWN-04");
    if (!is_indirect(before->tcode)) PROVED("NT:ORD-05");
    if (origin->ctype != 0) PROVED("NT:ING-19");
    if (origin->ctype >= 2) PROVED("NT:OWN-12");
  }
}

/* Those of a closing message that has been taken. */
static bool any(const uint64_t of[64], uint8_t tcode) { return of[tcode] != 0; }

void tb_trace_history_rows(const struct oracle_history_seen *s) {
  static const uint8_t held[] = {RVT_TC_INDIRECT_BRANCH, RVT_TC_INDIRECT_BRANCH_HIST,
                                 RVT_TC_PROG_TRACE_SYNC, RVT_TC_PROG_TRACE_CORRELATION,
                                 RVT_TC_ERROR};
  bool all = true;
  for (size_t i = 0; i < sizeof held; i++)
    all = all && (any(s->joins, held[i]) || any(s->before, held[i]));
  if (all) PROVED("NT:RHI-06");
  if (s->repeats != 0) {
    PROVED("NT:RSF-03");
    PROVED("NT:RSF-05");
    PROVED("NT:RHI-02");
    PROVED("NT:RHI-04");
  }
  if (s->repeats > s->whole) PROVED("NT:RHI-03");
  if (s->whole != 0) PROVED("NT:RHI-01");
  if (s->full != 0) PROVED("NT:RHI-05");
  if (s->between != 0) PROVED("NT:RHI-07");
  if (s->split != 0) PROVED("NT:RSF-07");
  if (any(s->repeat_before, RVT_TC_OWNERSHIP)) PROVED("NT:OWN-11");
  if (s->merged != 0) PROVED("NT:RPT-13");
}

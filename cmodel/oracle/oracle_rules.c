/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle's small questions: each is a rule, and names its rows. */

#include "oracle_state.h"

/* D-01. */
bool oracle_block_valid(const struct oracle_clock *c) {
  return c->valid && (c->insns > 0 || c->itype == RVT_IT_EXCEPTION || c->itype == RVT_IT_INTERRUPT);
}

/* D-23, TCI:TRIG-03: a trace-on trigger that counts. */
bool oracle_trace_on(const struct oracle_clock *c) {
  return c->config.trig_ena && ((c->trigger | c->ext_trigger) & TRIGGER_ON) != 0;
}

/* TRIG-10: its stop stands for what its clock notifies. */
bool oracle_trace_off(const struct oracle_clock *c) {
  return c->config.trig_ena && ((c->trigger | c->ext_trigger) & TRIGGER_OFF) != 0;
}

/* D-23, TCI:TRIG-03..07, TRIG-15: debug and external triggers count alike. Trace-on makes its own
 * clock one with tracing. Trace-off ends tracing after its clock: the register shows it then. */
static bool tracing(const struct oracle_clock *c) {
  return c->config.tracing || oracle_trace_on(c);
}

/* D-02, TCI:TE-01, ING-24, SEQ-18. */
bool oracle_is_on(const struct oracle_clock *c) {
  return c->config.active && c->config.enable && tracing(c) && c->config.mode != RVT_MODE_OFF &&
         !c->halted && !c->lowpower;
}

/* D-01: an interrupt alone has an address only if the hart drives the interrupted PC. */
bool oracle_address_known(const struct oracle *o, const struct oracle_clock *c) {
  if (c->insns == 0 && c->itype == RVT_IT_INTERRUPT) {
    return o->params.iaddr_on_int && c->iaddr_known;
  }
  return true;
}

/* ADR-08: addresses of RV32 are modulo 2^32. D-35: those of RV64 are what `addr_bits` bits say, as
 * a signed number. */
uint64_t oracle_wrap(const struct oracle *o, uint64_t address) {
  if (o->params.xlen == 32) return address & 0xFFFFFFFFu;
  const unsigned above = 64u - o->params.addr_bits;
  const bool negative = (address >> (o->params.addr_bits - 1) & 1) != 0;
  const uint64_t low = address << above >> above;
  return negative ? low | ~(UINT64_MAX >> above) : low;
}

/* ICNT-07, D-11. */
bool oracle_icnt_full(const struct oracle *o) {
  return o->icnt >= (uint64_t)1 << (o->params.icnt_width - 1);
}

/* HIST-05, D-12. */
bool oracle_hist_full(const struct oracle *o) {
  return o->outcomes == (unsigned)(o->params.hist_width - 1);
}

/* D-05, D-24; CTL-08 for the period. */
static bool period_due(const struct oracle *o, const struct oracle_clock *c) {
  uint64_t threshold = (uint64_t)1 << (c->config.sync_max + 4);
  if (o->expired) {
    return true;
  }
  return (c->config.sync_mode == RVT_PERIOD_MESSAGES ||
          c->config.sync_mode == RVT_PERIOD_HALFWORDS) &&
         o->period >= threshold;
}

/* D-21: SYNC of what waits and may be reported at a stop. */
int oracle_notified(const struct oracle *o) {
  if (o->event_raised) {
    return RVT_SYNC_EVENT;
  }
  return o->external_raised ? RVT_SYNC_EXTERNAL : NO_SYNC;
}

/* D-21, SYN-35: SYNC of the sync message that waits for an address. */
int oracle_sync_waiting(const struct oracle *o, const struct oracle_clock *c) {
  if (o->reset_raised) {
    return RVT_SYNC_RESET;
  }
  if (oracle_notified(o) != NO_SYNC) {
    return oracle_notified(o);
  }
  return period_due(o, c) ? RVT_SYNC_PERIODIC : NO_SYNC;
}

/* IRT-01, IRT-02, D-18, ING-08. */
bool oracle_implicit_return_on(const struct oracle *o, const struct oracle_clock *c) {
  return o->params.itype_width != 3 && c->config.ir_en && c->config.ir_mode != 0;
}

/* D-26, IRT-03..05: whether a return that popped something needs no message. */
bool oracle_is_implicit(const struct oracle *o, const struct oracle_clock *c,
                        const struct pending *p, uint64_t address) {
  if (!p->compare) {
    return false;
  }
  switch (o->params.return_modes ? c->config.ir_mode : 3) { /* D-32 */
  case 1: return true;
  case 2: return ((p->popped ^ address) & 0x1FFE) == 0;
  default: return p->popped == address;
  }
}

/* ITY-01..15: the ends of a block whose next address must be told. */
bool oracle_is_transfer(uint8_t itype) {
  switch (itype) {
  case RVT_IT_EXCEPTION:     /* ITY-01 */
  case RVT_IT_INTERRUPT:     /* ITY-02 */
  case RVT_IT_TRAP_RETURN:   /* ITY-03 */
  case RVT_IT_INDIRECT:      /* ITY-06, ING-09 */
  case RVT_IT_INDIRECT_CALL: /* ITY-08 */
  case RVT_IT_INDIRECT_JUMP: /* ITY-10 */
  case RVT_IT_SWAP:          /* ITY-12 */
  case RVT_IT_RETURN:        /* ITY-13 */
  case RVT_IT_INDIRECT_LINK: /* ITY-14 */ return true;
  default: /* ITY-00, 04, 05, 07, 09, 11, 15 */ return false;
  }
}

/* AJM-01, AJM-02. */
static bool all_jumps_on(const struct oracle *o, const struct oracle_clock *c) {
  return o->params.all_jumps && c->config.all_jumps;
}

/* ITY-05; AJM-03, Q-17: direct jumps are taken branches if the setting says so. */
bool oracle_is_taken(const struct oracle *o, const struct oracle_clock *c) {
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
bool oracle_is_sequential(const struct oracle *o, const struct oracle_clock *c) {
  if (!o->params.seq_jump || !c->config.seq_en || !c->sijump) {
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

/* RPT-02..05, RPT-09, Q-10: whether it is the branch message before it once more, so that it need
 * not be sent. Nothing was sent since; an address is the one before if U-ADDR is 0, and those
 * that go on from another one are never counted against. */
bool oracle_is_repeat(const struct oracle *o, const struct oracle_clock *c,
                      const struct rvt_ntrace_msg *m) {
  if (!o->params.repeat_branch || !c->config.repeat_branch) { /* CTL-16 */
    return false;
  }
  switch (m->tcode) {
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: break;
  default: return false;
  }
  const struct rvt_ntrace_msg *last = &o->last;
  return m->addr == 0 && last->addr == 0 && m->tcode == last->tcode && m->btype == last->btype &&
         m->icnt == last->icnt && m->hist == last->hist;
}

/* CTL-09, TCI:TE-06. */
bool oracle_ownership_on(const struct oracle *o, const struct oracle_clock *c) {
  return o->params.context != 0 && c->config.context_en;
}

/* OWN-04, OWN-05, OWN-12, ING-17, ING-19: whether the blocks of this clock ask for Ownership; it
 * is asked once for them all. `open`: there are blocks before them to compare with. */
bool oracle_owner_changes(struct oracle *o, const struct oracle_clock *c, bool open) {
  bool changes = o->context_new || (open && c->priv != o->priv);
  o->context_new = false;
  o->priv = c->priv;
  return changes;
}

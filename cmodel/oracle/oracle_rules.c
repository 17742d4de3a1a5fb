/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle's small questions that every format asks: each is a rule, and names its rows. */

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

/* IRT-01, IRT-02, D-18, ING-08. */
bool oracle_implicit_return_on(const struct oracle *o, const struct oracle_clock *c) {
  return o->params.itype_width != 3 && c->config.ir_en && c->config.ir_mode != 0;
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

/* D-27, NT:ING-02: slots without an order; or blocks after one that cannot start a trace (D-04).
 */
bool oracle_is_odd(const struct oracle *o) {
  bool valid_before = true;
  for (unsigned i = 0; i < o->slots; i++) {
    bool valid = oracle_block_valid(&o->slot[i]);
    if (valid && !valid_before) {
      return true;
    }
    if (valid && i > 0 && !o->session && !oracle_address_known(o, &o->slot[0]) &&
        oracle_address_known(o, &o->slot[i])) {
      return true;
    }
    valid_before = valid;
  }
  return false;
}

/* IRT-08, IRT-09: the oldest is lost where there is no room. */
void oracle_push(struct oracle *o, uint64_t address) {
  if (o->params.stack_depth == 0) {
    return;
  }
  if (o->depth == o->params.stack_depth) {
    for (unsigned i = 1; i < o->depth; i++) {
      o->stack[i - 1] = o->stack[i];
    }
    o->depth--;
  }
  o->stack[o->depth++] = address;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_RUN_H
#define RVT_TESTS_ORACLE_RUN_H

/* Driving the oracle clock by clock and comparing its messages one by one, for test_oracle*.c. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "oracle.h"

/* ---- Driving ------------------------------------------------------------------------------ */

struct run {
  struct rvt_ntrace_params params;
  struct rvt_ntrace_config config;
  struct oracle *oracle;
  uint64_t time;
  bool halted;
  bool gap;
  size_t checked;
};

static inline void setup(struct run *r, uint8_t mode) {
  memset(r, 0, sizeof *r);
  r->params.xlen = 64;
  r->params.btm = true;
  r->params.htm = true;
  r->params.blocks = 1;
  r->params.itype_width = 4;
  r->params.iretire_width = 8;
  r->params.iaddr_on_int = true;
  r->params.icnt_width = 16;
  r->params.hist_width = 32;
  r->params.stack_depth = 32;
  r->params.src_bits_max = 12;
  r->params.ts_width = 40;
  r->params.plain_hist = true;
  r->config.active = true;
  r->config.enable = true;
  r->config.tracing = true;
  r->config.mode = mode;
  r->time = 999;
}

static inline void setup_return(struct run *r, uint8_t mode) {
  setup(r, mode);
  r->config.ir_en = true;
  r->config.ir_mode = 3;
}

static inline void clock_edge(struct run *r, struct oracle_clock *c) {
  if (r->oracle == NULL) {
    r->oracle = oracle_new(&r->params);
    assert_non_null(r->oracle);
  }
  r->time++;
  c->config = r->config;
  c->halted = r->halted;
  c->time = r->time;
  c->gap = r->gap;
  oracle_clock(r->oracle, c);
}

/* A clock in which no group is reported. */
static inline void idle(struct run *r) {
  struct oracle_clock c;
  memset(&c, 0, sizeof c);
  clock_edge(r, &c);
}

static inline void gap_end(struct run *r) {
  struct oracle_clock c;
  memset(&c, 0, sizeof c);
  c.gap_end = true;
  clock_edge(r, &c);
  r->gap = false;
}

/* A group from `pc` on; `sizes` has one digit per instruction, "" is a trap alone. */
static inline void group(struct run *r, uint64_t pc, const char *sizes, uint8_t itype) {
  struct oracle_clock c;
  memset(&c, 0, sizeof c);
  c.valid = true;
  c.iaddr = pc;
  c.iaddr_known = true;
  c.itype = itype;
  for (; *sizes != '\0'; sizes++) {
    c.insn[c.insns].pc = pc;
    c.insn[c.insns].size = (uint8_t)(*sizes - '0');
    pc += 2u * c.insn[c.insns].size;
    c.insns++;
  }
  clock_edge(r, &c);
}

/* An interrupt alone whose address is not known. */
static inline void interrupt_unknown(struct run *r) {
  struct oracle_clock c;
  memset(&c, 0, sizeof c);
  c.valid = true;
  c.itype = RVT_IT_INTERRUPT;
  c.iaddr = 0xBAD0;
  clock_edge(r, &c);
}

static inline void debug(struct run *r, bool on) {
  r->halted = on;
  if (on) {
    idle(r);
  }
}

/* Debug mode is left; the first block will bring SYNC 3. */
static inline void leave_debug(struct run *r) {
  debug(r, true);
  debug(r, false);
}

static inline void tracing(struct run *r, bool on) {
  r->config.tracing = on;
  idle(r);
}

/* ---- Expecting ---------------------------------------------------------------------------- */

static inline void show(const char *what, const struct rvt_ntrace_msg *m) {
  printf("%s: tcode %u src %u sync %u btype %u etype %u rcode %u evcode %u cdf %u icnt %llu "
         "addr 0x%llx hist 0x%llx ecode %llu tstamp %d %llu\n",
         what, m->tcode, m->src, m->sync, m->btype, m->etype, m->rcode, m->evcode, m->cdf,
         (unsigned long long)m->icnt, (unsigned long long)m->addr, (unsigned long long)m->hist,
         (unsigned long long)m->ecode, m->has_tstamp, (unsigned long long)m->tstamp);
}

static inline bool same(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b) {
  return a->tcode == b->tcode && a->src == b->src && a->sync == b->sync && a->btype == b->btype &&
         a->etype == b->etype && a->rcode == b->rcode && a->evcode == b->evcode &&
         a->cdf == b->cdf && a->icnt == b->icnt && a->addr == b->addr && a->hist == b->hist &&
         a->hrepeat == b->hrepeat && a->bcnt == b->bcnt && a->ecode == b->ecode &&
         a->process == b->process && a->tstamp == b->tstamp && a->has_tstamp == b->has_tstamp;
}

/* The next message is `want`. */
static inline void expect(struct run *r, struct rvt_ntrace_msg want) {
  size_t count;
  const struct rvt_ntrace_msg *got = oracle_messages(r->oracle, &count);
  if (r->checked >= count) {
    show("missing", &want);
    fail();
  }
  if (!same(&got[r->checked], &want)) {
    show("expected", &want);
    show("found   ", &got[r->checked]);
    fail();
  }
  r->checked++;
}

/* No further message so far. */
static inline void expect_none(struct run *r) {
  size_t count;
  const struct rvt_ntrace_msg *got = oracle_messages(r->oracle, &count);
  if (count != r->checked) {
    show("surplus", &got[r->checked]);
    fail();
  }
  oracle_take(r->oracle);
  r->checked = 0;
}

static inline void finish(struct run *r) {
  expect_none(r);
  oracle_free(r->oracle);
}

typedef struct rvt_ntrace_msg msg;

/* Addresses are given as fields: already without bit 0. */
static inline msg prog_sync(uint8_t sync, uint64_t icnt, uint64_t addr) {
  return (msg){.tcode = 9, .sync = sync, .icnt = icnt, .addr = addr};
}
static inline msg direct(uint64_t icnt) { return (msg){.tcode = 3, .icnt = icnt}; }
static inline msg direct_sync(uint8_t sync, uint64_t icnt, uint64_t addr) {
  return (msg){.tcode = 11, .sync = sync, .icnt = icnt, .addr = addr};
}
static inline msg indirect(uint8_t btype, uint64_t icnt, uint64_t addr) {
  return (msg){.tcode = 4, .btype = btype, .icnt = icnt, .addr = addr};
}
static inline msg indirect_sync(uint8_t sync, uint8_t btype, uint64_t icnt, uint64_t addr) {
  return (msg){.tcode = 12, .sync = sync, .btype = btype, .icnt = icnt, .addr = addr};
}
static inline msg hist(uint8_t btype, uint64_t icnt, uint64_t addr, uint64_t h) {
  return (msg){.tcode = 28, .btype = btype, .icnt = icnt, .addr = addr, .hist = h};
}
static inline msg hist_sync(uint8_t sync, uint8_t btype, uint64_t icnt, uint64_t addr, uint64_t h) {
  return (msg){.tcode = 29, .sync = sync, .btype = btype, .icnt = icnt, .addr = addr, .hist = h};
}
static inline msg icnt_full(uint64_t icnt) { return (msg){.tcode = 27, .rcode = 0, .icnt = icnt}; }
static inline msg hist_full(uint64_t h) { return (msg){.tcode = 27, .rcode = 1, .hist = h}; }
static inline msg stop_btm(uint8_t evcode, uint64_t icnt) {
  return (msg){.tcode = 33, .evcode = evcode, .cdf = 0, .icnt = icnt};
}
static inline msg stop_htm(uint8_t evcode, uint64_t icnt, uint64_t h) {
  return (msg){.tcode = 33, .evcode = evcode, .cdf = 1, .icnt = icnt, .hist = h};
}
static inline msg error(void) { return (msg){.tcode = 8, .etype = 0, .ecode = 4}; }
static inline msg at(msg m, uint64_t tstamp) {
  m.has_tstamp = true;
  m.tstamp = tstamp;
  return m;
}
static inline msg from(msg m, uint16_t src) {
  m.src = src;
  return m;
}

enum { BTM = RVT_MODE_BTM, HTM = RVT_MODE_HTM };

#endif

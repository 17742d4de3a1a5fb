/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_ETRACE_RUN_H
#define RVT_TESTS_ORACLE_ETRACE_RUN_H

/* Driving the oracle of E-Trace clock by clock and comparing its packets, each as a line of text
 * written by hand, for test_oracle_etrace*.c. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oracle/etrace/etrace.h"
#include "oracle/row.h"
#include "tests/support/test.h"

struct run {
  struct rvt_params params;
  struct oracle_te_build build;
  struct oracle_te_options options;
  struct oracle *oracle;
  struct oracle_clock clock; /* what the next clocks have in common */
  struct oracle_clock slot[RVT_BLOCKS_MAX];
  unsigned slots;
  size_t checked;
  const char *name; /* of the case, for what fails */
};

/* RV32, a context of 16 bits, machine mode, trace on. */
static inline void setup(struct run *r) {
  memset(r, 0, sizeof *r);
  r->params = build_of("Events=1 SeqJump=1 Blocks=4 IretireWidth=8");
  r->build = (struct oracle_te_build){.iaddress_width = 32,
                                      .iaddress_lsb = 1,
                                      .privilege_width = 2,
                                      .context_width = 16,
                                      .ecause_width = 4};
  r->clock.config = (struct rvt_config){.active = true,
                                        .enable = true,
                                        .tracing = true,
                                        .trig_ena = true,
                                        .mode = RVT_MODE_HTM,
                                        .context_en = true};
  r->clock.priv = RVT_PRIV_M;
}

/* The clock with the slots added so far. What belongs to one clock alone is taken back. */
static inline void edge(struct run *r) {
  if (r->oracle == NULL) {
    r->oracle = oracle_new(&oracle_of_etrace, &r->params);
    assert_non_null(r->oracle);
    oracle_te_set_build(r->oracle, &r->build);
  }
  oracle_te_set_options(r->oracle, &r->options);
  r->clock.time++;
  unsigned calls = r->slots == 0 ? 1 : r->slots;
  for (unsigned i = 0; i < calls; i++) {
    struct oracle_clock c = r->clock;
    if (i < r->slots) {
      const struct oracle_clock *s = &r->slot[i];
      c.valid = s->valid;
      c.insns = s->insns;
      memcpy(c.insn, s->insn, sizeof c.insn);
      c.itype = s->itype;
      c.iaddr = s->iaddr;
      c.sijump = s->sijump;
      c.expired = s->expired;
    }
    c.more = i + 1 < calls;
    oracle_clock(r->oracle, &c);
  }
  const unsigned both = r->clock.trigger | r->clock.ext_trigger;
  if (r->clock.config.trig_ena && (both & 3) != 0) r->clock.config.tracing = (both & 2) == 0;
  r->clock.trigger = r->clock.ext_trigger = r->clock.ctype = 0;
  r->clock.lost = r->clock.overflow = r->clock.overflow_end = false;
  r->slots = 0;
}

/* A slot: a digit of `sizes` is an instruction of that many half-words. */
static inline struct oracle_clock *add(struct run *r, uint64_t pc, const char *sizes,
                                       uint8_t itype) {
  struct oracle_clock *s = &r->slot[r->slots++];
  memset(s, 0, sizeof *s);
  s->valid = true;
  s->iaddr = pc;
  s->itype = itype;
  for (; *sizes != 0; sizes++) {
    struct oracle_insn *insn = &s->insn[s->insns++];
    insn->pc = pc;
    insn->size = (uint8_t)(*sizes - '0');
    pc += 2u * insn->size;
  }
  return s;
}

/* A clock with one block. */
static inline void block(struct run *r, uint64_t pc, const char *sizes, uint8_t itype) {
  add(r, pc, sizes, itype);
  edge(r);
}
static inline void insn(struct run *r, uint64_t pc, uint8_t itype) { block(r, pc, "2", itype); }

/* Traps alone. The address of an interrupt is not valid (ETR:IN-05). */
static inline void exception(struct run *r, uint64_t epc, uint64_t cause, uint64_t tval) {
  r->clock.cause = cause;
  r->clock.tval = tval;
  block(r, epc, "", RVT_IT_EXCEPTION);
}
static inline void interrupt(struct run *r, uint64_t cause) {
  r->clock.cause = cause;
  r->clock.tval = 0x5A5A5A5A;
  block(r, 0xDEAD5A5A, "", RVT_IT_INTERRUPT);
}

/* Software ends tracing, the hart goes on. */
static inline void off(struct run *r) {
  r->clock.config.tracing = false;
  edge(r);
}

/* Addresses of 1 and 2 are signed: deltas, unless the mode is full. */
static inline void line_of(const struct run *r, const struct oracle_te_packet *p, char text[128]) {
  const unsigned lsb = r->build.iaddress_lsb;
  const int32_t delta = (int32_t)(uint32_t)(p->address << lsb);
  char where[64], depth[24] = "";
  if (p->irreport)
    snprintf(depth, sizeof depth, " %s %" PRIu64, r->build.iret_ext ? "irets" : "depth",
             p->irdepth);
  snprintf(where, sizeof where, " %c%" PRIx64 "%s%s%s", delta < 0 ? '-' : '+',
           (uint64_t)(delta < 0 ? -(int64_t)delta : delta), p->notify ? " notify" : "",
           p->updiscon ? " updiscon" : "", depth);
  switch (p->kind) {
  case ORACLE_TE_SUPPORT:
    snprintf(text, 128, "3.3 on %u qual %u options %u", p->ienable, p->qual_status, p->ioptions);
    break;
  case ORACLE_TE_CONTEXT:
    snprintf(text, 128, "3.2 priv %u context %" PRIx64, p->privilege, p->context);
    break;
  case ORACLE_TE_START:
    snprintf(text, 128, "3.0 %" PRIx64 "%s priv %u context %" PRIx64, p->address << lsb,
             p->branch ? "" : " taken", p->privilege, p->context);
    break;
  case ORACLE_TE_TRAP: {
    char address[24] = "implicit";
    if (!p->implicit) snprintf(address, sizeof address, "%" PRIx64, p->address << lsb);
    snprintf(text, 128, "3.1 %s %s%s priv %u %s %" PRIx64 " tval %" PRIx64,
             p->thaddr ? "handler" : "epc", address, p->branch ? "" : " taken", p->privilege,
             p->interrupt ? "interrupt" : "exception", p->ecause, p->tval);
    break;
  }
  case ORACLE_TE_ADDRESS: snprintf(text, 128, "2%s", where); break;
  case ORACLE_TE_BRANCH_MAP:
    snprintf(text, 128, "1 %u map %x%s", p->branches, p->branch_map, p->branches == 0 ? "" : where);
    break;
  case ORACLE_TE_BRANCH_COUNT:
    snprintf(text, 128, "0.0 count %" PRIu32 " fmt %u%s", p->branch_count, p->branch_fmt,
             p->branch_fmt == 0 ? "" : where);
    break;
  case ORACLE_TE_JUMP_TARGET_INDEX:
    snprintf(text, 128, "0.1 index %" PRIx64 " branches %u map %x%s", p->index, p->branches,
             p->branch_map, depth);
    break;
  }
}

/* The next packet. */
static inline void expect(struct run *r, const char *line) {
  size_t count;
  const struct oracle_te_packet *list = oracle_te_packets(r->oracle, &count);
  char text[128] = "no packet";
  if (r->checked < count) line_of(r, &list[r->checked++], text);
  if (r->name != NULL && strcmp(text, line) != 0) print_message("%s:\n", r->name);
  assert_string_equal(text, line);
}

static inline void text_of_bytes(const uint8_t *bytes, size_t size, char *text) {
  text[0] = 0;
  for (size_t i = 0; i < size; i++)
    sprintf(text + strlen(text), i == 0 ? "%02x" : " %02x", bytes[i]);
}

/* The next packet by the bytes of its payload. */
static inline void expect_payload(struct run *r, const char *line) {
  size_t count;
  const struct oracle_te_packet *list = oracle_te_packets(r->oracle, &count);
  uint8_t bytes[ORACLE_TE_PAYLOAD_MAX];
  char text[3 * ORACLE_TE_PAYLOAD_MAX + 1];
  assert_true(r->checked < count);
  text_of_bytes(bytes, oracle_te_payload(&r->build, &list[r->checked++], bytes), text);
  assert_string_equal(text, line);
}

static inline void expect_none(struct run *r) {
  size_t count;
  const struct oracle_te_packet *list = oracle_te_packets(r->oracle, &count);
  char text[128] = "no packet";
  if (r->checked < count) line_of(r, &list[r->checked], text);
  if (r->name != NULL && r->checked < count) print_message("%s:\n", r->name);
  assert_string_equal(text, "no packet");
}

static inline void finish(struct run *r) {
  expect_none(r);
  oracle_free(r->oracle);
}

/* Predictor and cache of 32 entries, a stack of 4: the widths of Set D of ETR section 12, but for a
 * stack of half the size. */
static inline void setup_modes(struct run *r) {
  setup(r);
  r->params.stack_depth = 4;
  r->build.irdepth_width = 3;
  r->build.bpred_size = r->build.cache_size = 5;
  r->build.f0s_width = 1;
}

/* The first packets of a trace that starts at `pc` with an instruction of 4 bytes. */
static inline void begin(struct run *r, uint64_t pc) {
  const struct oracle_te_options *o = &r->options;
  char line[64];
  insn(r, pc, 0);
  insn(r, pc + 4, 0);
  snprintf(line, sizeof line, "3.3 on 1 qual 0 options %u",
           (o->implicit_return != 0) + 8u * o->jump_target_cache + 16u * o->branch_prediction);
  expect(r, line);
  snprintf(line, sizeof line, "3.0 %" PRIx64 " priv 3 context 0", pc);
  expect(r, line);
  expect_none(r);
}

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_RUN_H
#define RVT_TESTS_ORACLE_RUN_H

/*
 * Driving the oracle clock by clock and comparing its messages one by one, for test_oracle*.c. The
 * functional encoder is driven beside it and held to the same expectations, but for cases that are
 * marked `oracle_only`: a row is marked only then, for rows are proved on the product.
 */

#include <stdio.h>
#include <string.h>

#include "oracle/ntrace/ntrace.h"
#include "oracle/row.h"
#include "oracle_features.h"
#include "rvt/unit/encode.h"
#include "tests/support/test.h"

/* ---- Driving ------------------------------------------------------------------------------ */

enum { RUN_MSGS_MAX = 256 };

struct run {
  struct rvt_params params;
  struct rvt_config config;
  struct oracle *oracle;
  uint64_t time;
  bool halted;
  bool lowpower;
  bool hart_reset;
  bool overflow;
  bool overflow_end;
  uint8_t priv;        /* of the port */
  uint64_t context;    /* of the port */
  uint8_t ctype;       /* of the next clock only */
  uint8_t trigger;     /* of the next clock only */
  uint8_t ext_trigger; /* of the next clock only */
  bool sijump;         /* of the next slot only */
  bool expired;        /* of the next slot only */
  bool lost;           /* of the next clock only */
  struct oracle_clock slot[RVT_BLOCKS_MAX];
  unsigned slots;
  size_t checked;

  bool oracle_only; /* the case is beyond what the encoder's ingress or configuration allows */
  bool product;     /* the functional encoder is held to the expectations, too */
  struct rvt_encode encode;
  struct rvt_ntrace_msg sent[RUN_MSGS_MAX];
  size_t sent_count;
};

static inline void setup(struct run *r, uint8_t mode) {
  memset(r, 0, sizeof *r);
  r->params = build_of("Xlen=64 IretireWidth=8 StackDepth=32 TsWidth=40 Events=1 SeqJump=1");
  r->config.active = true;
  r->config.enable = true;
  r->config.tracing = true;
  r->config.mode = mode;
  r->priv = RVT_PRIV_M;
  r->time = 999;
}

/* The narrowest I-CNT: full at 128 half-words. */
static inline void narrow_icnt(struct run *r) {
  r->params.iretire_width = 7;
  r->params.icnt_width = 8;
}

static inline void setup_return(struct run *r, uint8_t mode) {
  setup(r, mode);
  r->config.ir_en = true;
  r->config.ir_mode = 3;
}

static inline void setup_blocks(struct run *r, uint8_t mode) {
  setup(r, mode);
  r->params.blocks = RVT_BLOCKS_MAX;
  r->params.flow_blocks = RVT_BLOCKS_MAX;
}

/* A hart with privilege alone, or with a context of `width` bits of which the upper `hcontext` are
 * hcontext. */
static inline void setup_owner(struct run *r, uint8_t mode, uint8_t width, uint8_t hcontext) {
  setup(r, mode);
  r->params.context = width == 0 ? 1 : 2;
  r->params.context_width = width == 0 ? 1 : width;
  r->params.hcontext_width = hcontext;
  r->config.context_en = true;
}

static inline void setup_all_jumps(struct run *r, uint8_t mode) {
  setup_return(r, mode);
  r->params.all_jumps = true;
  r->config.all_jumps = true;
  r->oracle_only = !ENCODER_ALL_JUMPS;
}

static inline void setup_repeat(struct run *r, uint8_t mode) {
  setup(r, mode);
  r->params.repeat_branch = true;
  r->config.repeat_branch = true;
  r->oracle_only = !ENCODER_REPEAT_BRANCH;
}

static inline uint8_t ilastsize_of(uint8_t size) { return size == 1 ? 0 : size == 2 ? 1 : 2; }

/* A slot as the port reports it. */
static inline struct rvt_block block_of(const struct run *r, const struct oracle_clock *g) {
  struct rvt_block b = {.iaddr = 0xDEAD5A5A5A5A5A5Au}; /* garbage unless valid (NT:ING-03) */
  if (!g->valid) return b;
  b.itype = g->itype;
  b.sijump = g->sijump;
  b.iaddr = g->iaddr;
  for (unsigned i = 0; i < g->insns; i++) {
    b.iretire = (uint8_t)(r->params.single ? 1 : b.iretire + g->insn[i].size);
    b.ilastsize = ilastsize_of(g->insn[i].size);
  }
  return b;
}

static inline void clock_product(struct run *r) {
  struct rvt_ingress in = {.priv = r->priv,
                           .context = r->context,
                           .ctype = r->ctype,
                           .halted = r->halted,
                           .hart_reset = r->hart_reset,
                           .lowpower = r->lowpower,
                           .trigger = r->trigger,
                           .ext_trigger = r->ext_trigger,
                           .cause = 0x5A5A,
                           .tval = ~r->time,
                           .time = r->time};
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) {
    static const struct oracle_clock none;
    in.block[i] = block_of(r, i < r->slots ? &r->slot[i] : &none);
  }
  const enum rvt_loss loss = r->overflow_end ? RVT_LOSS_END
                             : r->overflow   ? RVT_LOSS_REFUSE
                                             : RVT_LOSS_NONE;
  for (unsigned i = 0; i < r->slots; i++)
    if (r->slot[i].expired) rvt_encode_due(&r->encode, i);
  if (r->lost) rvt_encode_lost(&r->encode);
  struct rvt_ntrace_msg msgs[RVT_ENCODE_MSGS_MAX];
  size_t count;
  rvt_ntrace_encode_push_msgs(&r->encode, &r->config, &in, loss, msgs, &count);
  for (size_t i = 0; i < count; i++) {
    assert_true(r->sent_count < RUN_MSGS_MAX);
    r->sent[r->sent_count++] = msgs[i];
  }
}

/* The register after the clock (D-23). */
static inline void follow_triggers(struct run *r) {
  const unsigned both = r->trigger | r->ext_trigger;
  if (!r->config.trig_ena || !r->config.active || !r->config.enable || !r->params.events) return;
  if ((both & 2) != 0) {
    r->config.tracing = false;
  } else if ((both & 1) != 0) {
    r->config.tracing = true;
  }
}

/* The clock with the slots added so far. */
static inline void edge(struct run *r) {
  if (r->oracle == NULL) {
    r->oracle = oracle_new(&oracle_of_ntrace, &r->params);
    assert_non_null(r->oracle);
    r->product = !r->oracle_only;
    if (r->product) assert_int_equal(rvt_encode_init(&r->encode, &r->params, NULL), RVT_OK);
  }
  r->time++;
  const bool none = r->slots == 0;
  for (unsigned i = 0; i < r->slots || (none && i == 0); i++) {
    struct oracle_clock *c = &r->slot[i];
    if (none) memset(c, 0, sizeof *c);
    c->more = i + 1 < r->slots;
    c->config = r->config;
    c->halted = r->halted || r->priv == RVT_PRIV_DEBUG;
    c->lowpower = r->lowpower;
    c->hart_reset = r->hart_reset;
    c->priv = r->priv;
    c->context = r->context;
    c->ctype = r->ctype;
    c->trigger = r->trigger;
    c->ext_trigger = r->ext_trigger;
    c->time = r->time;
    c->overflow = r->overflow;
    c->overflow_end = r->overflow_end;
    c->lost = r->lost;
    oracle_clock(r->oracle, c);
  }
  if (r->product) clock_product(r);
  follow_triggers(r);
  r->trigger = r->ext_trigger = r->ctype = 0;
  r->expired = r->lost = false;
  r->slots = 0;
}

/* A clock in which no slot is reported. */
static inline void idle(struct run *r) { edge(r); }

static inline void overflow_end(struct run *r) {
  r->overflow_end = true;
  edge(r);
  r->overflow = r->overflow_end = false;
}

static inline struct oracle_clock *add_empty(struct run *r, uint64_t pc, uint8_t itype) {
  assert_true(r->slots < RVT_BLOCKS_MAX);
  struct oracle_clock *c = &r->slot[r->slots++];
  memset(c, 0, sizeof *c);
  c->valid = true;
  c->iaddr = pc;
  c->iaddr_known = r->params.iaddr_on_int || itype != RVT_IT_INTERRUPT;
  c->itype = itype;
  c->sijump = r->sijump;
  c->expired = r->expired;
  r->sijump = false;
  return c;
}

/* Another slot of this clock, from `pc` on; `sizes` has one digit per instruction, "" is a trap
 * alone. */
static inline void add(struct run *r, uint64_t pc, const char *sizes, uint8_t itype) {
  struct oracle_clock *c = add_empty(r, pc, itype);
  for (; *sizes != '\0'; sizes++) {
    c->iaddr_known = true;
    c->insn[c->insns].pc = pc;
    c->insn[c->insns].size = (uint8_t)(*sizes - '0');
    pc += 2u * c->insn[c->insns].size;
    c->insns++;
  }
}

/* A clock with one slot. */
static inline void slot(struct run *r, uint64_t pc, const char *sizes, uint8_t itype) {
  add(r, pc, sizes, itype);
  edge(r);
}

/* A clock with an interrupt alone whose address is not known: the build has iaddr_on_int 0. */
static inline void interrupt_unknown(struct run *r) {
  assert_false(r->params.iaddr_on_int);
  slot(r, 0xBAD0, "", RVT_IT_INTERRUPT);
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
         "addr 0x%llx hist 0x%llx bcnt %llu ecode %llu process 0x%llx tstamp %d %llu\n",
         what, m->tcode, m->src, m->sync, m->btype, m->etype, m->rcode, m->evcode, m->cdf,
         (unsigned long long)m->icnt, (unsigned long long)m->addr, (unsigned long long)m->hist,
         (unsigned long long)m->bcnt, (unsigned long long)m->ecode, (unsigned long long)m->process,
         m->has_tstamp, (unsigned long long)m->tstamp);
}

static inline void expect_of(const char *who, const struct rvt_ntrace_msg *got, size_t count,
                             size_t next, const struct rvt_ntrace_msg *want) {
  if (next >= count) {
    printf("%s: ", who);
    show("missing", want);
    fail();
  }
  if (!rvt_ntrace_msg_equal(&got[next], want)) {
    printf("%s:\n", who);
    show("expected", want);
    show("found   ", &got[next]);
    fail();
  }
}

/* The next message is `want`. */
static inline void expect(struct run *r, struct rvt_ntrace_msg want) {
  size_t count;
  const struct rvt_ntrace_msg *got = oracle_messages(r->oracle, &count);
  expect_of("oracle", got, count, r->checked, &want);
  if (r->product) expect_of("functional encoder", r->sent, r->sent_count, r->checked, &want);
  r->checked++;
}

/* The next message is `want`, and these are its bytes. */
static inline void expect_bytes(struct run *r, struct rvt_ntrace_msg want, const char *bytes,
                                size_t size) {
  const struct rvt_ntrace_format format = {0};
  uint8_t out[RVT_MSG_BYTES_MAX];
  size_t used = 0;
  expect(r, want);
  assert_int_equal(rvt_ntrace_msg_write(&format, &want, out, &used), RVT_OK);
  assert_int_equal(used, size);
  assert_memory_equal(out, bytes, size);
}

/* No further message so far. */
static inline void expect_none(struct run *r) {
  size_t count;
  const struct rvt_ntrace_msg *got = oracle_messages(r->oracle, &count);
  if (count != r->checked) {
    show("surplus", &got[r->checked]);
    fail();
  }
  if (r->product && r->sent_count != r->checked) {
    show("surplus of the functional encoder", &r->sent[r->checked]);
    fail();
  }
  oracle_take(r->oracle);
  r->checked = r->sent_count = 0;
}

/* Rows whose case the expectations before this call have just decided. */
static inline void prove(const struct run *r, const char *const *rows) {
  for (; r->product && *rows != NULL; rows++) ROW(*rows);
}
#define PROVES(r, ...) prove(r, (const char *const[]){__VA_ARGS__, NULL})

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
static inline msg owner(uint64_t process) { return (msg){.tcode = 2, .process = process}; }
static inline msg repeat(uint64_t bcnt) { return (msg){.tcode = 30, .bcnt = bcnt}; }
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

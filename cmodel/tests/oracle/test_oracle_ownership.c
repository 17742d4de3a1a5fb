/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle where privilege or context is reported (31.7, OWN-01..12). */

#include "oracle_run.h"

enum { NOTIFY = 4 }; /* of slot 0 */

/* A hart with privilege alone, or with a context of `width` bits of which the upper `hcontext` are
 * hcontext. */
static void setup_owner(struct run *r, uint8_t mode, uint8_t width, uint8_t hcontext) {
  setup(r, mode);
  r->oracle_only = true; /* until the functional encoder sends it */
  r->params.context = width == 0 ? 1 : 2;
  r->params.context_width = width == 0 ? 1 : width;
  r->params.hcontext_width = hcontext;
  r->config.context_en = true;
}

static msg owner(uint64_t process) { return (msg){.tcode = 2, .process = process}; }

/* PROCESS of a hart without context. */
enum { U = 0x0, S = 0x4, M = 0xC };

/* ---- 31.7: fields --------------------------------------------------------------------------- */

/* The next message is `want`, and these are its bytes. */
static void expect_bytes(struct run *r, msg want, const char *bytes, size_t size) {
  const struct rvt_ntrace_format format = {0};
  uint8_t out[RVT_MSG_BYTES_MAX];
  size_t used = 0;
  expect(r, want);
  assert_int_equal(rvt_ntrace_msg_write(&format, &want, out, &used), RVT_OK);
  assert_int_equal(used, size);
  assert_memory_equal(out, bytes, size);
}

static void start(struct run *r, uint8_t priv, uint64_t context) {
  r->priv = priv;
  r->context = context;
  slot(r, 0x100, "2", 0);
  expect(r, prog_sync(5, 0, 0x80));
}

static void vectors(void **state) {
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 32, 0);
  start(&r, RVT_PRIV_VU, 0x1D);
  expect_bytes(&r, owner(0x3B2), "\x08\xC8\x3B", 3); /* V-OWN-1 */
  PROVES(&r, "NT:OWN-01", "NT:OWN-02", "NT:OWN-06", "NT:OWN-10", "NT:MSG-01", "NT:SEQ-01");
  finish(&r);

  setup_owner(&r, HTM, 0, 0);
  start(&r, RVT_PRIV_M, 0x1D);
  expect_bytes(&r, owner(0xC), "\x08\x33", 2); /* V-OWN-2 */
  PROVES(&r, "NT:OWN-01", "NT:OWN-02", "NT:OWN-09");
  finish(&r);

  setup_owner(&r, BTM, 0, 0);
  start(&r, RVT_PRIV_S, 0);
  expect_bytes(&r, owner(0x4), "\x08\x13", 2); /* V-OWN-3 */
  finish(&r);
  setup_owner(&r, BTM, 0, 0);
  start(&r, RVT_PRIV_U, 0);
  expect_bytes(&r, owner(0x0), "\x08\x03", 2);
  PROVES(&r, "NT:OWN-01", "NT:OWN-03");
  finish(&r);

  setup_owner(&r, BTM, 13, 5);
  start(&r, RVT_PRIV_VS, 5u << 8 | 0x1D);
  expect_bytes(&r, owner(0xB7), "\x08\xDC\x0B", 3); /* V-OWN-4 */
  expect_bytes(&r, owner(0x3B6), "\x08\xD8\x3B", 3);
  PROVES(&r, "NT:OWN-07", "NT:OWN-10");
  finish(&r);
}

static void privilege_codes(void **state) { /* ING-18; 2 and 7 by the same formula */
  (void)state;
  static const uint8_t codes[] = {0, 1, 2, 3, 5, 6, 7};
  static const uint8_t process[] = {0x00, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x14};
  for (size_t i = 0; i < sizeof codes; i++) {
    struct run r;
    setup_owner(&r, BTM, 0, 0);
    start(&r, codes[i], 0);
    expect(&r, owner(process[i]));
    PROVES(&r, "NT:OWN-03", "NT:ING-18");
    finish(&r);
  }
}

static void widths(void **state) { /* OWN-10: bits of the port above the build's are not there */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 59, 0);
  start(&r, RVT_PRIV_M, UINT64_MAX);
  expect(&r, owner(0xFFFFFFFFFFFFFFEE));
  finish(&r);
  setup_owner(&r, BTM, 59, 58);
  start(&r, RVT_PRIV_M, UINT64_MAX);
  expect(&r, owner(0x7FFFFFFFFFFFFFEF));
  expect(&r, owner(0x2E));
  finish(&r);
  setup_owner(&r, BTM, 4, 3);
  start(&r, RVT_PRIV_U, 0xFE);
  expect(&r, owner(7u << 5 | 3));
  expect(&r, owner(2));
  PROVES(&r, "NT:OWN-01", "NT:OWN-10");
  finish(&r);
}

/* ---- After every sync ----------------------------------------------------------------------- */

static void after_a_linear_sync(void **state) { /* ORD-04, SYN-05 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_owner(&r, htm ? HTM : BTM, 0, 0);
    r.config.ts_en = true;
    slot(&r, 0x100, "2", 4); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(M), 0));
    expect_none(&r);
    r.trigger = NOTIFY;
    slot(&r, 0x104, "2", 0);
    expect_none(&r);
    slot(&r, 0x108, "1", 0);
    expect(&r, at(htm ? hist_sync(6, 0, 4, 0x84, 0x2) : prog_sync(6, 4, 0x84), 1002));
    expect(&r, at(owner(M), 0));
    expect_none(&r);
    r.hart_reset = true;
    idle(&r);
    r.hart_reset = false;
    slot(&r, 0x200, "1", 0);
    expect(&r, at(prog_sync(1, 1, 0x100), 1004));
    expect(&r, at(owner(M), 0));
    tracing(&r, false);
    expect(&r, at(htm ? stop_htm(4, 1, 0x1) : stop_btm(4, 1), 1)); /* I-CNT goes on (OWN-14) */
    PROVES(&r, "NT:OWN-06", "NT:SYN-05", "NT:ORD-04", "NT:ICNT-06", "NT:SEQ-21");
    finish(&r);
  }
}

static void after_a_branch_sync(void **state) { /* ORD-03 */
  (void)state;
  for (int plain = 0; plain < 2; plain++) { /* D-09 */
    struct run r;
    setup_owner(&r, HTM, 0, 0);
    r.config.ts_en = true;
    r.config.plain_sync = plain;
    slot(&r, 0x100, "2", 4);
    r.trigger = NOTIFY;
    slot(&r, 0x104, "2", 10); /* at 1001 */
    idle(&r);
    slot(&r, 0x200, "1", 0); /* at 1003 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(M), 0));
    if (plain) {
      expect(&r, at(hist(0, 4, 0x180, 0x2), 1)); /* one Ownership is enough: behind the sync */
      expect(&r, at(prog_sync(6, 0, 0x100), 1003));
    } else {
      expect(&r, at(hist_sync(6, 0, 4, 0x100, 0x2), 1001));
    }
    expect(&r, at(owner(M), 0)); /* not at 1003, unless the sync is */
    PROVES(&r, "NT:OWN-06", "NT:SYN-05", "NT:ORD-03");
    finish(&r);
  }

  struct run r;
  setup_owner(&r, BTM, 0, 0);
  slot(&r, 0x100, "1", 0);
  r.trigger = NOTIFY;
  slot(&r, 0x102, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(M));
  expect_none(&r);
  slot(&r, 0x200, "1", 10);
  expect(&r, direct_sync(6, 2, 0x100));
  expect(&r, owner(M));
  r.expired = true;
  slot(&r, 0x300, "1", 0);
  expect(&r, indirect_sync(2, 0, 1, 0x180));
  expect(&r, owner(M));
  PROVES(&r, "NT:OWN-06", "NT:SYN-05", "NT:ORD-03");
  finish(&r);
}

/* D-21; SEQ-21. The hart's own privilege is not that of debug mode. */
static void after_a_sync_at_a_stop(void **state) {
  (void)state;
  for (int halt = 0; halt < 2; halt++) {
    struct run r;
    setup_owner(&r, BTM, 8, 3);
    r.config.ts_en = true;
    r.priv = RVT_PRIV_S;
    r.context = 0x21;
    slot(&r, 0x100, "2", 0);
    r.trigger = NOTIFY;
    slot(&r, 0x104, "1", 0);
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(1u << 5 | 7), 0));
    expect(&r, at(owner(1u << 5 | 6), 0));
    r.context = 0x43; /* reported by no block: the sync has what the port says */
    if (halt) {
      r.priv = RVT_PRIV_DEBUG;
      idle(&r);
    } else {
      r.priv = RVT_PRIV_M;
      r.config.tracing = false;
      slot(&r, 0x106, "1", 0); /* of no session */
    }
    expect(&r, at(prog_sync(6, 3, 0x83), 1002));
    expect(&r, at(owner(2u << 5 | 7), 0));
    expect(&r, at(owner(3u << 5 | 6), 0));
    expect(&r, at(stop_btm(halt ? 0 : 4, 0), 0));
    PROVES(&r, "NT:OWN-06", "NT:SYN-05", "NT:OWN-03");
    finish(&r);
  }
}

static void none_at_a_stop_without_a_sync(void **state) {
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  slot(&r, 0x100, "1", 1);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(0xE));
  r.priv = RVT_PRIV_S;
  r.ctype = 2;
  r.config.tracing = false;
  slot(&r, 0x400, "1", 0); /* its address resolves the trap (D-03) */
  expect(&r, indirect(2, 1, 0x280));
  expect(&r, stop_btm(4, 0));
  expect_none(&r);
  r.config.tracing = true; /* what was reported at the stop is no block's */
  slot(&r, 0x402, "1", 0);
  expect(&r, prog_sync(5, 0, 0x201));
  expect(&r, owner(0x6));
  expect_none(&r);
  slot(&r, 0x404, "1", 0);
  PROVES(&r, "NT:OWN-06", "NT:ORD-01", "NT:ORD-02");
  finish(&r);
}

/* ---- Privilege ------------------------------------------------------------------------------ */

static void trap_and_back(void **state) { /* trap 27, OWN-05, OWN-08, TSP-06 */
  (void)state;
  for (int htm = 0; htm < 2; htm++) {
    struct run r;
    setup_owner(&r, htm ? HTM : BTM, 0, 0);
    r.config.ts_en = true;
    r.priv = RVT_PRIV_U;
    slot(&r, 0x100, "2", 0); /* at 1000 */
    slot(&r, 0x104, "2", 1); /* at 1001: still the old level (ING-17) */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(U), 0));
    idle(&r);
    r.priv = RVT_PRIV_M;
    idle(&r); /* a level without a block is nobody's */
    expect_none(&r);
    slot(&r, 0x400, "1", 0); /* at 1004 */
    expect(&r, at(indirect(2, 4, 0x280), 1));
    expect(&r, at(owner(M), 0)); /* of the trap's time */
    slot(&r, 0x402, "2", 3);     /* at 1005 */
    expect_none(&r);
    r.priv = RVT_PRIV_U;
    slot(&r, 0x104, "1", 0);
    expect(&r, at(indirect(0, 3, 0x282), 4));
    expect(&r, at(owner(U), 0));
    slot(&r, 0x106, "1", 0);
    expect_none(&r);
    tracing(&r, false);
    expect(&r, at(htm ? stop_htm(4, 2, 0x1) : stop_btm(4, 2), 3));
    PROVES(&r, "NT:OWN-05", "NT:OWN-08", "NT:OWN-03", "NT:ING-17", "NT:TSP-06", "NT:TSP-08",
           "NT:ORD-03", "NT:ADR-05");
    finish(&r);
  }
}

static void trap_without_a_change(void **state) { /* OWN-05, SEQ-26 */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  slot(&r, 0x100, "2", 1);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(0xE));
  r.context = 0x55; /* a value is a change only with ctype (ING-19) */
  slot(&r, 0x400, "2", 3);
  expect(&r, indirect(2, 2, 0x280));
  expect_none(&r);
  slot(&r, 0x104, "1", 0);
  expect(&r, indirect(0, 2, 0x282));
  PROVES(&r, "NT:OWN-05", "NT:SEQ-26");
  finish(&r);
}

static void trap_behind_a_trap_return(void **state) { /* V-SEQ-8, SEQ-14 */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 0, 0);
  slot(&r, 0x400, "1", 0);
  slot(&r, 0x402, "2", 3);
  expect(&r, prog_sync(5, 0, 0x200));
  expect(&r, owner(M));
  r.priv = RVT_PRIV_U;
  slot(&r, 0x100, "", 1);
  expect(&r, indirect(0, 3, 0x280));
  expect(&r, owner(U));
  r.priv = RVT_PRIV_M;
  slot(&r, 0x400, "1", 0);
  expect(&r, indirect(2, 0, 0x280));
  expect(&r, owner(M));
  PROVES(&r, "NT:SEQ-14", "NT:SEQ-26", "NT:OWN-05", "NT:OWN-08");
  finish(&r);
}

/* SEQ-16: the address that would stand before it never comes; it waits for the handler's (OWN-08),
 * so that what retired before the return is not taken for U's. */
static void interrupt_without_an_address(void **state) {
  (void)state;
  for (int pending = 0; pending < 2; pending++) {
    struct run r;
    setup_owner(&r, BTM, 8, 0);
    r.params.iaddr_on_int = false; /* a trap return, then nothing but an interrupt */
    r.config.ts_en = true;
    slot(&r, 0x400, "2", pending ? 3 : 0); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x200), 1000));
    expect(&r, at(owner(0xE), 0));
    r.priv = RVT_PRIV_U;
    interrupt_unknown(&r); /* at 1001 */
    if (!pending) expect(&r, at(owner(0x2), 1));
    expect_none(&r);
    r.priv = RVT_PRIV_M;
    slot(&r, 0x440, "1", 0);
    expect(&r, at(indirect(3, 2, 0x20), pending ? 1 : 0));
    expect(&r, at(owner(0xE), 0));
    slot(&r, 0x442, "1", 10);
    r.ctype = 1; /* no privilege changes */
    interrupt_unknown(&r);
    expect_none(&r);
    r.context = 1;
    slot(&r, 0x440, "1", 0);
    expect(&r, at(indirect(3, 2, 0), 3)); /* of the interrupt, at 1004 */
    expect(&r, at(owner(1u << 5 | 0xE), 0));
    slot(&r, 0x442, "1", 0);
    PROVES(&r, "NT:OWN-08", "NT:SEQ-16");
    finish(&r);
  }
}

/* D-07: a DirectBranch that waited for a sync that is off now. */
static void behind_a_late_direct_branch(void **state) {
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  r.config.sync_mode = 3;
  r.config.ts_en = true;
  slot(&r, 0x100, "4444", 5); /* at 1000 */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(owner(0xE), 0));
  expect_none(&r);
  r.config.sync_mode = 0;
  r.ctype = 1;
  slot(&r, 0x200, "1", 0); /* at 1001 */
  expect(&r, at(direct(16), 0));
  expect(&r, at(owner(0xE), 0)); /* the branch's time */
  PROVES(&r, "NT:OWN-04", "NT:TSP-08");
  finish(&r);
}

/* ---- Context -------------------------------------------------------------------------------- */

static void context_in_linear_code(void **state) { /* OWN-04, OWN-12, ORD-05, ING-19 */
  (void)state;
  for (uint8_t ctype = 0; ctype < 4; ctype++) {
    struct run r;
    setup_owner(&r, HTM, 8, 0);
    r.config.ts_en = true;
    slot(&r, 0x100, "2", 4); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(0xE), 0));
    r.context = 0x7F;
    r.ctype = ctype;
    slot(&r, 0x104, "2", 5); /* at 1001 */
    if (ctype != 0) expect(&r, at(owner(0x7Fu << 5 | 0xE), 1));
    slot(&r, 0x200, "1", 0);
    expect_none(&r);
    tracing(&r, false); /* I-CNT, HIST and the stack know nothing of it */
    expect(&r, at(stop_htm(4, 5, 0x5), ctype != 0 ? 2 : 3));
    PROVES(&r, "NT:OWN-04", "NT:OWN-12", "NT:ORD-05", "NT:ING-19", "NT:ICNT-06");
    finish(&r);
  }
}

static void context_beside_a_message(void **state) { /* ORD-03, ORD-05: after the address */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  r.config.ts_en = true;
  slot(&r, 0x100, "2", 10); /* at 1000 */
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(owner(0xE), 0));
  r.context = 0x7F;
  r.ctype = 2;
  r.priv = RVT_PRIV_S;     /* both: one message */
  slot(&r, 0x200, "1", 5); /* at 1001 */
  expect(&r, at(indirect(0, 2, 0x180), 0));
  expect(&r, at(owner(0x7Fu << 5 | 0x6), 0));
  expect(&r, at(direct(1), 1)); /* the block itself comes after it (ORD-05) */
  PROVES(&r, "NT:OWN-04", "NT:OWN-08", "NT:ORD-03", "NT:ORD-05");
  finish(&r);
}

static void context_beside_an_implicit_return(void **state) { /* ORD-09, D-11 */
  (void)state;
  for (int full = 0; full < 2; full++) {
    struct run r;
    setup_owner(&r, BTM, 8, 0);
    r.config.ir_en = true;
    r.config.ir_mode = 3;
    r.config.ts_en = true;
    narrow_icnt(&r);
    slot(&r, 0x100, "1", 9); /* at 1000 */
    expect(&r, at(prog_sync(5, 0, 0x80), 1000));
    expect(&r, at(owner(0xE), 0));
    slot(&r, 0x200, full ? "444444444444444444444444444444" : "4", 0);
    slot(&r, 0x300, full ? "43" : "1", 13);
    idle(&r);
    expect_none(&r);
    r.context = 1;
    r.ctype = 3;
    slot(&r, 0x102, "1", 0); /* at 1004: its own time, as no message has an address */
    if (full) expect(&r, at(icnt_full(128), 4));
    expect(&r, at(owner(1u << 5 | 0xE), full ? 0 : 4));
    expect_none(&r);
    tracing(&r, false);
    expect(&r, at(stop_btm(4, full ? 1 : 7), 1));
    PROVES(&r, "NT:OWN-04", "NT:ORD-05", "NT:ORD-09", "NT:ICNT-06");
    finish(&r);
  }
}

static void two_contexts(void **state) { /* OWN-07: both, whichever changed */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 4);
  r.config.ts_en = true;
  r.context = 0x21;
  slot(&r, 0x100, "1", 0);
  expect(&r, at(prog_sync(5, 0, 0x80), 1000));
  expect(&r, at(owner(2u << 5 | 0xF), 0));
  expect(&r, at(owner(1u << 5 | 0xE), 0));
  r.context = 0x23;
  r.ctype = 1;
  slot(&r, 0x102, "1", 1);
  expect(&r, at(owner(2u << 5 | 0xF), 1));
  expect(&r, at(owner(3u << 5 | 0xE), 0));
  r.priv = RVT_PRIV_S; /* a change of privilege alone */
  slot(&r, 0x400, "1", 0);
  expect(&r, at(indirect(2, 2, 0x280), 0));
  expect(&r, at(owner(2u << 5 | 0x7), 0));
  expect(&r, at(owner(3u << 5 | 0x6), 0));
  PROVES(&r, "NT:OWN-04", "NT:OWN-05", "NT:OWN-07");
  finish(&r);
}

static void context_without_a_block(void **state) { /* it waits for one of the session */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  r.ctype = 1; /* before the session and beside its start, which has it all the same: once */
  idle(&r);
  r.ctype = 1;
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(0xE));
  slot(&r, 0x102, "1", 0);
  expect_none(&r);
  r.context = 0x11;
  r.ctype = 2;
  idle(&r);
  r.context = 0x22;
  idle(&r);
  expect_none(&r);
  r.context = 0x33; /* that of the block's clock counts */
  slot(&r, 0x104, "1", 0);
  expect(&r, owner(0x33u << 5 | 0xE));
  slot(&r, 0x106, "1", 0);
  PROVES(&r, "NT:OWN-04", "NT:ING-19");
  finish(&r);

  setup_owner(&r, BTM, 0, 0); /* no context is built */
  slot(&r, 0x100, "1", 0);
  r.ctype = 2;
  idle(&r);
  r.ctype = 2;
  slot(&r, 0x102, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(M));
  PROVES(&r, "NT:OWN-09");
  finish(&r);
}

static void context_of_several_blocks(void **state) { /* it is the clock's: with the oldest one */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  r.params.blocks = RVT_BLOCKS_MAX;
  r.params.flow_blocks = RVT_BLOCKS_MAX;
  slot(&r, 0x100, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(0xE));
  r.context = 1;
  r.ctype = 2;
  add(&r, 0x102, "1", 5);
  add(&r, 0x200, "1", 10);
  add(&r, 0x300, "1", 1);
  edge(&r);
  expect(&r, owner(1u << 5 | 0xE));
  expect(&r, direct(2));
  expect(&r, indirect(0, 1, 0x100)); /* 0x100 ^ 0x300 */
  expect_none(&r);
  r.priv = RVT_PRIV_S;
  add(&r, 0x400, "1", 0);
  add(&r, 0x402, "1", 0);
  edge(&r);
  expect(&r, indirect(2, 1, 0x380));
  expect(&r, owner(1u << 5 | 0x6));
  PROVES(&r, "NT:OWN-04", "NT:OWN-05", "NT:ING-17", "NT:ING-19");
  finish(&r);
}

static void counted_as_a_message(void **state) { /* TCI A-35; D-06 */
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 4);
  r.config.sync_mode = 1;
  slot(&r, 0x100, "1", 5);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, owner(0xF));
  expect(&r, owner(0xE));
  expect(&r, direct(1)); /* the third */
  for (int i = 0; i < 12; i++) {
    slot(&r, 0x100, "1", 5);
    expect(&r, direct(1));
  }
  expect_none(&r);
  r.ctype = 1;
  slot(&r, 0x100, "1", 0); /* the 16th and the 17th */
  expect(&r, owner(0xF));
  expect(&r, owner(0xE));
  expect_none(&r);
  slot(&r, 0x102, "1", 0);
  expect(&r, prog_sync(2, 1, 0x81));
  expect(&r, owner(0xF));
  expect(&r, owner(0xE));
  PROVES(&r, "TCI:SYNC-04", "NT:OWN-06");
  finish(&r);
}

/* ---- Not built, not on ---------------------------------------------------------------------- */

static void off(void **state) { /* CTL-09, TCI:TE-06 */
  (void)state;
  for (int build = 0; build < 2; build++) {
    struct run r;
    setup_owner(&r, BTM, 8, 4);
    if (build) {
      r.params.context = 0;
    } else {
      r.config.context_en = false;
    }
    slot(&r, 0x100, "2", 1);
    r.priv = RVT_PRIV_S;
    r.context = 0x33;
    r.ctype = 2;
    slot(&r, 0x400, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(2, 2, 0x280));
    r.overflow = true;
    r.ctype = 2;
    slot(&r, 0x402, "1", 0);
    overflow_end(&r);
    expect(&r, error());
    slot(&r, 0x404, "1", 0);
    expect(&r, prog_sync(7, 0, 0x202));
    PROVES(&r, "NT:CTL-09", "TCI:TE-06", "NT:ERR-03");
    finish(&r);
  }
}

/* ---- Lost: ERR-03, TCI:OVF-03 --------------------------------------------------------------- */

static msg both_lost(void) { return (msg){.tcode = 8, .etype = 0, .ecode = 12}; }

/* After the overflow: Error, SYNC 7 and Ownership (SEQ-23). */
static void resume(struct run *r, msg wanted) {
  expect_none(r);
  overflow_end(r);
  expect(r, wanted);
  r->priv = RVT_PRIV_M;
  slot(r, 0x800, "1", 0);
  expect(r, prog_sync(7, 0, 0x400));
  expect(r, owner(r->params.context == 1 ? 0xC : r->context << 5 | 0xE));
  slot(r, 0x802, "1", 0);
  PROVES(r, "NT:ERR-03", "TCI:OVF-03", "NT:SEQ-23", "NT:SYN-17", "NT:OWN-06");
  finish(r);
}

static void begin(struct run *r, uint8_t width) {
  setup_owner(r, BTM, width, 0);
  slot(r, 0x100, "1", 0);
  expect(r, prog_sync(5, 0, 0x80));
  expect(r, owner(width == 0 ? 0xC : 0xE));
}

static void context_refused(void **state) {
  (void)state;
  struct run r;
  for (uint8_t width = 0; width < 16; width = (uint8_t)(width + 8)) {
    begin(&r, width); /* beside a block */
    r.overflow = true;
    slot(&r, 0x102, "1", 0);
    r.context = 1;
    r.ctype = 1;
    slot(&r, 0x104, "1", 0);
    slot(&r, 0x106, "1", 0);
    resume(&r, width == 0 ? error() : both_lost());
  }
  for (int refused = 0; refused < 2; refused++) { /* before one, in the overflow or before it */
    begin(&r, 8);
    r.overflow = refused;
    r.ctype = 1;
    idle(&r);
    r.overflow = true;
    slot(&r, 0x104, "1", 0);
    resume(&r, both_lost());
  }
  for (int beside = 0; beside < 2; beside++) { /* of a start: no session was open for it to wait */
    begin(&r, 8);
    tracing(&r, false);
    expect(&r, stop_btm(4, 1));
    r.ctype = 1;
    if (!beside) idle(&r);
    r.config.tracing = true;
    r.overflow = true;
    slot(&r, 0x104, "1", 0);
    resume(&r, beside ? both_lost() : error());
  }
  for (uint8_t early = 0; early < 2; early++) { /* debug mode in the overflow reports nothing */
    begin(&r, 8);
    r.overflow = true;
    r.ctype = early;
    idle(&r);
    r.halted = true;
    r.ctype = 1;
    idle(&r);
    r.halted = false;
    slot(&r, 0x104, "1", 0);
    resume(&r, early != 0 ? both_lost() : error());
  }
  begin(&r, 8); /* taken: nothing of it is lost */
  r.ctype = 1;
  slot(&r, 0x102, "1", 0);
  expect(&r, owner(0xE));
  r.overflow = true;
  slot(&r, 0x104, "1", 0);
  resume(&r, error());
  begin(&r, 8); /* no block was refused with it: the Ownership behind the restart has it */
  r.overflow = true;
  slot(&r, 0x104, "1", 0);
  r.ctype = 1;
  idle(&r);
  resume(&r, error());
}

static void privilege_refused(void **state) {
  (void)state;
  struct run r;
  begin(&r, 0); /* the first one refused, compared with the last one taken */
  r.overflow = true;
  r.priv = RVT_PRIV_S;
  slot(&r, 0x102, "1", 0);
  resume(&r, both_lost());
  begin(&r, 0); /* ... there and back */
  r.overflow = true;
  slot(&r, 0x102, "1", 1);
  r.priv = RVT_PRIV_S;
  slot(&r, 0x400, "1", 3);
  r.priv = RVT_PRIV_M;
  slot(&r, 0x102, "1", 0);
  resume(&r, both_lost());
  begin(&r, 0); /* a level without a block is nobody's; no change but the restart's */
  r.overflow = true;
  slot(&r, 0x102, "1", 0);
  r.priv = RVT_PRIV_S;
  idle(&r);
  resume(&r, error());
  begin(&r, 0); /* no session was open: nothing to compare the refused start with */
  tracing(&r, false);
  expect(&r, stop_btm(4, 1));
  r.config.tracing = true;
  r.overflow = true;
  r.priv = RVT_PRIV_S;
  slot(&r, 0x102, "1", 0);
  resume(&r, error());
}

static void lost_behind(void **state) { /* D-33: what a sink discards may have held one */
  (void)state;
  struct run r;
  begin(&r, 0);
  r.lost = true;
  idle(&r);
  r.overflow = true;
  idle(&r);
  resume(&r, both_lost());
  begin(&r, 0); /* in an overflow that is open already */
  r.overflow = true;
  slot(&r, 0x102, "1", 0);
  r.lost = true;
  slot(&r, 0x104, "1", 0);
  resume(&r, error());
  begin(&r, 0); /* the overflow before leaves nothing */
  r.overflow = true;
  r.priv = RVT_PRIV_S;
  slot(&r, 0x102, "1", 0);
  overflow_end(&r);
  expect(&r, both_lost());
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(7, 0, 0x82));
  expect(&r, owner(S));
  r.overflow = true;
  slot(&r, 0x106, "1", 0);
  resume(&r, error());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(privilege_codes),
      cmocka_unit_test(widths),
      cmocka_unit_test(after_a_linear_sync),
      cmocka_unit_test(after_a_branch_sync),
      cmocka_unit_test(after_a_sync_at_a_stop),
      cmocka_unit_test(none_at_a_stop_without_a_sync),
      cmocka_unit_test(trap_and_back),
      cmocka_unit_test(trap_without_a_change),
      cmocka_unit_test(trap_behind_a_trap_return),
      cmocka_unit_test(interrupt_without_an_address),
      cmocka_unit_test(behind_a_late_direct_branch),
      cmocka_unit_test(context_in_linear_code),
      cmocka_unit_test(context_beside_a_message),
      cmocka_unit_test(context_beside_an_implicit_return),
      cmocka_unit_test(two_contexts),
      cmocka_unit_test(context_without_a_block),
      cmocka_unit_test(context_of_several_blocks),
      cmocka_unit_test(counted_as_a_message),
      cmocka_unit_test(off),
      cmocka_unit_test(context_refused),
      cmocka_unit_test(privilege_refused),
      cmocka_unit_test(lost_behind),
  };
  return cmocka_run_group_tests_name("oracle ownership", tests, NULL, NULL);
}

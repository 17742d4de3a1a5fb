/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_run.h"

/* ---- Ownership ----------------------------------------------------------------------------- */

/* The oracle where privilege is reported, and the fields of the report (31.7, OWN-01..10). */

enum { NOTIFY = 4 }; /* of slot 0 */

/* PROCESS of a hart without context. */
enum { U = 0x0, S = 0x4, M = 0xC };

/* ---- 31.7: fields --------------------------------------------------------------------------- */

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
  setup_owner(&r, BTM, 58, 0);
  start(&r, RVT_PRIV_M, UINT64_MAX);
  expect(&r, owner(0x7FFFFFFFFFFFFFEE));
  finish(&r);
  setup_owner(&r, BTM, 58, 57);
  start(&r, RVT_PRIV_M, UINT64_MAX);
  expect(&r, owner(0x3FFFFFFFFFFFFFEF));
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
    PROVES(&r, "NT:OWN-06", "NT:SYN-05", "NT:OWN-03", "NT:OWN-16");
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

/* A reset changes privilege without a transfer: the sync flushes what retired before it. */
static void interrupt_at_the_reset_vector(void **state) {
  (void)state;
  struct run r;
  setup_owner(&r, BTM, 8, 0);
  r.params.iaddr_on_int = false;
  r.config.ts_en = true;
  r.priv = RVT_PRIV_U;
  slot(&r, 0x400, "2", 0); /* at 1000 */
  expect(&r, at(prog_sync(5, 0, 0x200), 1000));
  expect(&r, at(owner(0x2), 0));
  r.hart_reset = true;
  idle(&r);
  r.hart_reset = false;
  r.priv = RVT_PRIV_M;
  interrupt_unknown(&r); /* at 1002 */
  expect_none(&r);
  slot(&r, 0x440, "1", 0);
  expect(&r, at(indirect_sync(1, 3, 2, 0x220), 1002));
  expect(&r, at(owner(0xE), 0));
  PROVES(&r, "NT:OWN-05", "NT:OWN-08");
  finish(&r);
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

/* ---- Ownership and losses ------------------------------------------------------------------ */

/* The oracle where a change of privilege or context is lost (ERR-03, TCI:OVF-03). */

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
    r.config.tracing = true;
    r.ctype = 1;
    if (!beside) idle(&r);
    r.overflow = true;
    slot(&r, 0x104, "1", 0);
    resume(&r, beside ? both_lost() : error());
  }
  for (uint8_t early = 0; early < 2; early++) { /* debug mode in the overflow reports nothing */
    begin(&r, 8);
    r.overflow = true;
    slot(&r, 0x102, "1", 0);
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
  expect(&r, owner(0x4));
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
      cmocka_unit_test(interrupt_at_the_reset_vector),
      cmocka_unit_test(behind_a_late_direct_branch),
      cmocka_unit_test(context_refused),
      cmocka_unit_test(privilege_refused),
      cmocka_unit_test(lost_behind),
  };
  return cmocka_run_group_tests_name("oracle_ownership", tests, NULL, NULL);
}

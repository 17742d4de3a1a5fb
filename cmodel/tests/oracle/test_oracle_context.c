/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle where context is reported, and where nothing is to be (OWN-04, OWN-07, OWN-12). */

#include "oracle_run.h"

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
  expect(&r, owner(0xC));
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
  expect(&r, prog_sync(2, 0, 0x80)); /* at the same block */
  expect(&r, owner(0xF));
  expect(&r, owner(0xE));
  expect_none(&r);
  slot(&r, 0x102, "1", 0);
  expect_none(&r);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(context_in_linear_code),
      cmocka_unit_test(context_beside_a_message),
      cmocka_unit_test(context_beside_an_implicit_return),
      cmocka_unit_test(two_contexts),
      cmocka_unit_test(context_without_a_block),
      cmocka_unit_test(context_of_several_blocks),
      cmocka_unit_test(counted_as_a_message),
      cmocka_unit_test(off),
  };
  return cmocka_run_group_tests_name("oracle context", tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle where a change of privilege or context is lost (ERR-03, TCI:OVF-03). */

#include "oracle_run.h"

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
      cmocka_unit_test(context_refused),
      cmocka_unit_test(privilege_refused),
      cmocka_unit_test(lost_behind),
  };
  return cmocka_run_group_tests_name("oracle owner loss", tests, NULL, NULL);
}

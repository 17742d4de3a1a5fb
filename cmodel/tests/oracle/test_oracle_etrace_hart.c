/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The oracle of E-Trace on harts of each kind: addresses, ports, levels and contexts, several
 * blocks a clock, triggers of both inputs. */

#include "oracle_etrace_run.h"

enum { NOT_TAKEN = RVT_IT_NOT_TAKEN, JUMP = RVT_IT_INDIRECT_JUMP };

static void high_addresses(void **state) { /* P-04: differences go round at 2^32, starts are full */
  (void)state;
  struct run r;
  setup(&r);
  r.build.context_width = 0;
  insn(&r, 0xFFFFFFF0, 0);
  insn(&r, 0xFFFFFFF4, JUMP);
  insn(&r, 0x00000010, JUMP);
  insn(&r, 0xFFFFFFF0, 0);
  insn(&r, 0xFFFFFFF4, 0);
  expect_payload(&r, "1f");
  expect_payload(&r, "73 fc"); /* ones up to the top */
  expect_payload(&r, "42");
  expect_payload(&r, "c2");
  finish(&r);
  ROW("ETR:P-04");
}

static void runs_over_the_top(void **state) { /* an instruction of a block is behind 2^32 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0xFFFFFFF0);
  block(&r, 0xFFFFFFF8, "2222", JUMP);
  interrupt(&r, 7);
  expect(&r, "2 +14");
  finish(&r);
}

static void kept_bits(void **state) { /* D-35: bit AddrBits - 1 is copied upwards */
  (void)state;
  struct run r;
  setup(&r);
  r.params = build_of("Xlen=64 AddrBits=39");
  r.build = (struct oracle_te_build){
      .iaddress_width = 64, .iaddress_lsb = 1, .privilege_width = 2, .ecause_width = 5};
  insn(&r, 0xABCDEF4000001000, 0); /* bit 38 is 1 */
  insn(&r, 0x4000001004, JUMP);
  insn(&r, 0x1000, JUMP); /* the lower half */
  r.clock.cause = 2;
  r.clock.tval = 0x8000004000001000; /* tval is no address that is cut */
  block(&r, 0x4000001000, "", RVT_IT_EXCEPTION);
  insn(&r, 0x4000001100, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 ffffffc000001000 priv 3 context 0");
  expect_payload(&r, "02 00 00 00 80 00 00 00 fc"); /* 2^38, updiscon */
  expect(&r, "3.1 epc ffffffc000001000 priv 3 exception 2 tval 8000004000001000");
  finish(&r);
}

static void narrow_port(void **state) { /* IN-03: itype 6 is all that is uninferable */
  (void)state;
  for (unsigned sequential = 0; sequential < 2; sequential++) {
    struct run r;
    setup(&r);
    r.params = build_of("ItypeWidth=3 SeqJump=1");
    r.clock.config.seq_en = true;
    begin(&r, 0x1000);
    insn(&r, 0x1008, 0); /* a call */
    insn(&r, 0x2000, 0);
    add(&r, 0x2004, "2", 6)->sijump = sequential;
    edge(&r);
    insn(&r, 0x3000, 0);
    insn(&r, 0x3004, 0);
    if (!sequential) expect(&r, "2 +2000");
    finish(&r);
  }
  ROW("ETR:IN-03");
}

static void reserved_itype(void **state) { /* D-28 */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  insn(&r, 0x1008, RVT_IT_RESERVED);
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  finish(&r);
}

/* M-SIJ: what stands between lui and the jump, or takes the lui away. */
static void sequential_jump_needs_its_lui(void **state) {
  (void)state;
  enum { NEAR, BLOCK, TRAPPED, SYNC_AT_JUMP, SYNC_AT_LUI, RESTART, LOST, CASES };
  for (unsigned kind = 0; kind < CASES; kind++) {
    struct run r;
    setup(&r);
    r.clock.config.seq_en = true;
    begin(&r, 0x1000);
    if (kind != BLOCK) {
      add(&r, 0x1008, "2", 0)->expired = kind == SYNC_AT_JUMP;
      edge(&r);
    }
    if (kind == TRAPPED) interrupt(&r, 7);
    if (kind == RESTART) {
      off(&r);
      r.clock.config.tracing = true;
    }
    if (kind == LOST) {
      r.clock.overflow = r.clock.overflow_end = true;
      edge(&r);
    }
    if (kind == SYNC_AT_LUI) { /* the lui itself is the start's */
      add(&r, 0x100c, "2", 0)->expired = true;
      edge(&r);
      insn(&r, 0x1010, 0);
    }
    add(&r, 0x1014, kind == BLOCK ? "22" : "2", JUMP)->sijump = true;
    edge(&r);
    insn(&r, 0x2000, 0);
    insn(&r, 0x2004, 0);
    if (kind == TRAPPED) {
      expect(&r, "2 +8");
      expect(&r, "3.1 handler 1014 priv 3 interrupt 7 tval 0");
    }
    if (kind == RESTART) {
      expect(&r, "2 +8");
      expect(&r, "3.3 on 1 qual 1 options 0");
    }
    if (kind == LOST) expect(&r, "3.3 on 1 qual 2 options 0");
    if (kind == SYNC_AT_JUMP || kind == RESTART || kind == LOST)
      expect(&r, "3.0 1014 priv 3 context 0");
    if (kind == SYNC_AT_LUI) expect(&r, "3.0 1010 priv 3 context 0");
    if (kind != NEAR && kind != BLOCK && kind != SYNC_AT_LUI) expect(&r, "2 +fec");
    finish(&r);
  }
  ROW("ETR:M-SIJ");
}

static void context_without_a_block(void **state) { /* IN-07: it is that of the next one */
  (void)state;
  for (uint8_t ctype = 1; ctype < 4; ctype++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    r.clock.context = 0x1234;
    r.clock.ctype = ctype;
    edge(&r);
    expect_none(&r);
    insn(&r, 0x1008, 0);
    insn(&r, 0x100c, 0);
    if (ctype == 3) expect(&r, "2 +4");
    expect(&r, ctype == 1 ? "3.2 priv 3 context 1234" : "3.0 1008 priv 3 context 1234");
    finish(&r);
  }
  ROW("ETR:IN-07");
}

static void context_in_a_session_that_ends(void **state) { /* AMB-24: a start has it anyway */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.context = 0x1234;
  r.clock.ctype = 1;
  insn(&r, 0x1008, 0);
  off(&r);
  r.clock.config.tracing = true;
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  insn(&r, 0x1014, 0);
  expect(&r, "2 +8");
  expect(&r, "3.3 on 1 qual 1 options 0");
  expect(&r, "3.0 100c priv 3 context 1234");
  finish(&r);
}

static void context_is_off(void **state) { /* D-02: trTeContext 0 */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.context_en = false;
  begin(&r, 0x1000);
  for (uint8_t ctype = 1; ctype < 4; ctype++) {
    r.clock.context = ctype;
    r.clock.ctype = ctype;
    insn(&r, 0x1004 + 4u * ctype, 0);
  }
  insn(&r, 0x1014, 0);
  finish(&r);
}

static void narrow_contexts(void **state) { /* of one bit; none: nothing to report */
  (void)state;
  for (uint8_t width = 0; width < 2; width++) {
    struct run r;
    setup(&r);
    r.build.context_width = width;
    begin(&r, 0x1000);
    r.clock.context = 3;
    r.clock.ctype = 1;
    insn(&r, 0x1008, 0);
    insn(&r, 0x100c, 0);
    if (width != 0) expect(&r, "3.2 priv 3 context 1");
    r.clock.context = 5; /* the same bit */
    r.clock.ctype = 2;
    insn(&r, 0x1010, 0);
    insn(&r, 0x1014, 0);
    finish(&r);
  }
}

static void hypervisor_levels(void **state) { /* IN-06: privilege_width 3 */
  (void)state;
  struct run r;
  setup(&r);
  r.build.privilege_width = 3;
  r.build.context_width = 0;
  r.clock.priv = RVT_PRIV_VS;
  insn(&r, 0x1000, 0);
  r.clock.priv = RVT_PRIV_S;
  insn(&r, 0x1004, 0);
  insn(&r, 0x1008, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1000 priv 6 context 0");
  expect(&r, "3.0 1004 priv 1 context 0");
  finish(&r);
  ROW("ETR:IN-06");
}

static void narrow_levels(void **state) { /* with 2 bits VU is S: nothing has changed */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.priv = RVT_PRIV_VU;
  insn(&r, 0x1000, 0);
  r.clock.priv = RVT_PRIV_S;
  insn(&r, 0x1004, 0);
  insn(&r, 0x1008, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1000 priv 1 context 0");
  finish(&r);
}

static void debug_mode_by_privilege(void **state) { /* code 4 is debug mode */
  (void)state;
  struct run r;
  setup(&r);
  begin(&r, 0x1000);
  r.clock.halted = true; /* as a port with privilege 4 is told */
  r.clock.priv = RVT_PRIV_DEBUG;
  insn(&r, 0x800, 0);
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 0");
  finish(&r);
}

static void triggers_in_a_clock_of_two_blocks(void **state) { /* the oldest, the newest */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.tracing = false;
  insn(&r, 0x1000, 0);
  r.clock.trigger = 1;
  add(&r, 0x1004, "22", NOT_TAKEN);
  add(&r, 0x100c, "2", NOT_TAKEN);
  edge(&r);
  r.clock.ext_trigger = 2; /* the other input, the same (TCI:TRIG-15) */
  add(&r, 0x1010, "2", NOT_TAKEN);
  add(&r, 0x1014, "22", 0);
  edge(&r);
  insn(&r, 0x101c, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1004 priv 3 context 0");
  expect(&r, "1 3 map 7 +14");
  expect(&r, "3.3 on 1 qual 1 options 0");
  finish(&r);
  ROW("ETR:Q-02");
}

static void
trigger_enable(void **state) { /* on and off ask for trTeInstTrigEnable, notify does not */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.trig_ena = false;
  begin(&r, 0x1000);
  r.clock.trigger = 6;
  insn(&r, 0x1008, 0);
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  expect(&r, "2 +8 notify");
  finish(&r);
}

static void notify_beside_start_and_stop(void **state) { /* DC-16: at another address, a packet */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.config.tracing = false;
  insn(&r, 0x1000, 0);
  r.clock.trigger = 1 | 4; /* the start's own instruction: none */
  insn(&r, 0x1004, 0);
  r.clock.trigger = 2 | 4;
  add(&r, 0x1008, "22", NOT_TAKEN);
  add(&r, 0x1010, "2", 0);
  edge(&r);
  off(&r);
  r.clock.trigger = 1 | 4; /* the block's last one */
  block(&r, 0x1014, "22", 0);
  insn(&r, 0x101c, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1004 priv 3 context 0");
  expect(&r, "1 1 map 1 +8 notify");
  expect(&r, "2 +4");
  expect(&r, "3.3 on 1 qual 1 options 0");
  expect(&r, "3.0 1014 priv 3 context 0");
  expect(&r, "2 +4 notify");
  finish(&r);
  ROW("ETR:DC-16");
}

static void external_notification_waits(void **state) { /* for a clock with an instruction */
  (void)state;
  struct run r;
  setup(&r);
  r.clock.ext_trigger = 4; /* no trace has begun */
  edge(&r);
  block(&r, 0x1000, "22", 0);
  insn(&r, 0x1008, 0);
  expect(&r, "3.3 on 1 qual 0 options 0");
  expect(&r, "3.0 1000 priv 3 context 0");
  r.clock.ext_trigger = 4;
  edge(&r);
  add(&r, 0x100c, "2", NOT_TAKEN);
  add(&r, 0x1010, "22", 0);
  edge(&r);
  insn(&r, 0x1018, 0);
  expect(&r, "1 1 map 1 +14 notify");
  finish(&r);
}

static void no_events_are_built(void **state) { /* Events 0: triggers are not read */
  (void)state;
  struct run r;
  setup(&r);
  r.params = build_of("Blocks=4");
  begin(&r, 0x1000);
  r.clock.trigger = 6;
  r.clock.ext_trigger = 4;
  insn(&r, 0x1008, 0);
  r.clock.config.tracing = true; /* the register did not follow */
  insn(&r, 0x100c, 0);
  insn(&r, 0x1010, 0);
  finish(&r);
}

static void loss_behind_the_encoder(void **state) { /* D-33: an overflow in the next clock */
  (void)state;
  enum { TRACING, ENABLED, DISABLED, IN_OVERFLOW, CASES };
  for (unsigned kind = 0; kind < CASES; kind++) {
    struct run r;
    setup(&r);
    begin(&r, 0x1000);
    if (kind == DISABLED) r.clock.config.enable = false;
    if (kind == ENABLED || kind == DISABLED) {
      off(&r);
      expect(&r, "2 +4");
      expect(&r, kind == ENABLED ? "3.3 on 1 qual 1 options 0" : "3.3 on 0 qual 1 options 0");
    }
    if (kind == IN_OVERFLOW) { /* it announces what is lost in it */
      r.clock.overflow = true;
      edge(&r);
      r.clock.overflow_end = true;
    }
    r.clock.lost = true;
    edge(&r);
    r.clock.config.enable = r.clock.config.tracing = true;
    insn(&r, 0x1008, 0); /* refused, if it was a loss to announce */
    insn(&r, 0x100c, 0);
    if (kind == TRACING || kind == ENABLED) {
      r.clock.overflow_end = true;
      edge(&r);
      insn(&r, 0x1010, 0);
      insn(&r, 0x1014, 0);
    }
    expect(&r, kind == DISABLED ? "3.3 on 1 qual 0 options 0" : "3.3 on 1 qual 2 options 0");
    expect(&r, kind == TRACING || kind == ENABLED ? "3.0 1010 priv 3 context 0"
                                                  : "3.0 1008 priv 3 context 0");
    finish(&r);
  }
  ROW("ETR:DC-08");
}

static void loss_before_the_first_sync(void **state) { /* DC-08; the enable is told with it */
  (void)state;
  struct run r;
  setup(&r);
  r.options.implicit_exception = true;
  r.clock.overflow = true;
  insn(&r, 0x1000, 0);
  r.clock.overflow_end = true;
  insn(&r, 0x1004, 0);
  exception(&r, 0x1008, 2, 0x99);
  insn(&r, 0x100, 0);
  insn(&r, 0x104, 0);
  expect(&r, "3.3 on 1 qual 2 options 2");
  expect(&r, "3.1 epc 1008 priv 3 exception 2 tval 99");
  expect(&r, "3.0 100 priv 3 context 0");
  finish(&r);
  ROW("ETR:DC-08");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(high_addresses),
      cmocka_unit_test(runs_over_the_top),
      cmocka_unit_test(kept_bits),
      cmocka_unit_test(narrow_port),
      cmocka_unit_test(reserved_itype),
      cmocka_unit_test(sequential_jump_needs_its_lui),
      cmocka_unit_test(context_without_a_block),
      cmocka_unit_test(context_in_a_session_that_ends),
      cmocka_unit_test(context_is_off),
      cmocka_unit_test(narrow_contexts),
      cmocka_unit_test(hypervisor_levels),
      cmocka_unit_test(narrow_levels),
      cmocka_unit_test(debug_mode_by_privilege),
      cmocka_unit_test(triggers_in_a_clock_of_two_blocks),
      cmocka_unit_test(trigger_enable),
      cmocka_unit_test(notify_beside_start_and_stop),
      cmocka_unit_test(external_notification_waits),
      cmocka_unit_test(no_events_are_built),
      cmocka_unit_test(loss_behind_the_encoder),
      cmocka_unit_test(loss_before_the_first_sync),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

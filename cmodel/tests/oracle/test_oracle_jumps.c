/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle with sequentially inferable jumps (V-SQJ-1, D-25) and with implicit return by a
 * counter or by low address bits (D-26).
 */

#include "oracle_run.h"

static void setup_jumps(struct run *r, uint8_t mode) {
  setup_return(r, mode);
  r->config.seq_en = true;
}

/* A clock with a slot that ends in a jump flagged sijump. */
static void jump(struct run *r, uint64_t pc, const char *sizes, uint8_t itype) {
  r->sijump = true;
  slot(r, pc, sizes, itype);
}

/* ---- Sequential jumps ----------------------------------------------------------------------- */

static void pair_is_inferable(void **state) { /* V-SQJ-1, SQJ-01, SQJ-03; in one block and in two */
  (void)state;
  static const uint8_t itypes[] = {6, 8, 10, 12, 14};
  for (int htm = 0; htm < 2; htm++) {
    for (size_t i = 0; i < sizeof itypes; i++) {
      for (int apart = 0; apart < 2; apart++) {
        struct run r;
        setup_jumps(&r, htm ? HTM : BTM);
        if (apart) {
          slot(&r, 0x100, "2", 0);
          jump(&r, 0x104, "2", itypes[i]);
        } else {
          jump(&r, 0x100, "22", itypes[i]);
        }
        slot(&r, 0x2000, "1", 0);
        debug(&r, true);
        expect(&r, prog_sync(5, 0, 0x80));
        expect(&r, htm ? stop_htm(0, 5, 1) : stop_btm(0, 5));
        PROVES(&r, "NT:SQJ-01", "NT:SQJ-03", "NT:SQJ-04", "NT:ING-20");
        finish(&r);
      }
    }
  }
}

static void pair_is_broken(void **state) { /* V-SQJ-1, SQJ-03, SQJ-04: explicit */
  (void)state;
  for (int kind = 0; kind < 5; kind++) {
    struct run r;
    setup_jumps(&r, BTM);
    narrow_icnt(&r); /* full at 128 */
    r.config.sync_mode = kind == 1 ? 3 : 0;
    switch (kind) {
    case 0: idle(&r); break; /* the jump is the first that is traced */
    case 1:                  /* a sync message between */
      slot(&r, 0x0E0, "44422", 0);
      expect(&r, prog_sync(5, 0, 0x70));
      break;
    case 2: /* RCODE 0 between */
      slot(&r, 0x080, "4444444444444444", 0);
      slot(&r, 0x100, "4444444444444444", 0);
      expect(&r, prog_sync(5, 0, 0x40));
      expect(&r, icnt_full(128));
      break;
    case 3: /* an interrupt between */
      slot(&r, 0x0FC, "2", 2);
      slot(&r, 0x400, "2", 3);
      expect(&r, prog_sync(5, 0, 0x7E));
      expect(&r, indirect(3, 2, 0x27E)); /* 0x0FC ^ 0x400 */
      break;
    default: /* not traced */
      r.halted = true;
      slot(&r, 0x0FC, "2", 0);
      r.halted = false;
      break;
    }
    expect_none(&r);
    jump(&r, 0x100, "2", 10);
    slot(&r, 0x200, "1", 0);
    if (kind == 0) {
      expect(&r, prog_sync(5, 0, 0x80));
    } else if (kind == 1) {
      expect(&r, prog_sync(2, 16, 0x80));
    } else if (kind == 3) {
      expect(&r, indirect(0, 2, 0x280)); /* 0x400 ^ 0x100 */
    } else if (kind == 4) {
      expect(&r, prog_sync(3, 0, 0x80));
    }
    expect(&r, indirect(0, 2, kind == 2 ? 0x140 : 0x180)); /* 0x080 or 0x100 ^ 0x200 */
    PROVES(&r, "NT:SQJ-03", "NT:SQJ-04");
    finish(&r);
  }
}

static void sijump_without_effect(void **state) { /* SQJ-01, ING-20, GEN-02 */
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    struct run r;
    setup_jumps(&r, BTM);
    r.config.seq_en = kind != 0;
    r.params.seq_jump = kind != 1;
    if (kind == 2) { /* not flagged */
      slot(&r, 0x100, "22", 10);
    } else { /* off, not built, or a return (with an empty stack) */
      jump(&r, 0x100, "22", kind == 3 ? 13 : 10);
    }
    slot(&r, 0x200, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(0, 4, 0x180));
    jump(&r, 0x202, "1", 5); /* nor at a branch, a trap and its return */
    expect(&r, direct(2));
    jump(&r, 0x300, "11", 1);
    jump(&r, 0x400, "11", 3);
    slot(&r, 0x300, "1", 0);
    expect(&r, indirect(2, 2, 0x300)); /* 0x200 ^ 0x400 */
    expect(&r, indirect(0, 2, 0x380)); /* 0x400 ^ 0x300 */
    PROVES(&r, "NT:GEN-02");
    if (kind > 1) {
      PROVES(&r, "NT:SQJ-01", "NT:ING-20");
    }
    finish(&r);
  }
}

static void sequential_call_is_pushed(void **state) { /* SQJ-01: 8 counts as 9 */
  (void)state;
  struct run r;
  setup_jumps(&r, BTM);
  jump(&r, 0x100, "22", 8);
  slot(&r, 0x2000, "1", 13);
  slot(&r, 0x108, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, stop_btm(0, 6));
  PROVES(&r, "NT:SQJ-01", "NT:IRT-06");
  finish(&r);
}

static void sequential_jump_is_not_pushed(void **state) { /* 6, 10, 14 count as 11 and 15 */
  (void)state;
  static const uint8_t itypes[] = {6, 10, 14};
  for (size_t i = 0; i < sizeof itypes; i++) {
    struct run r;
    setup_jumps(&r, BTM);
    jump(&r, 0x100, "22", itypes[i]);
    slot(&r, 0x2000, "1", 13);
    slot(&r, 0x108, "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(0, 5, 0x4)); /* 0x100 ^ 0x108 */
    PROVES(&r, "NT:IRT-07");
    finish(&r);
  }
}

static void sequential_swap(void **state) { /* SQJ-07, D-25: pops and pushes, never compares */
  (void)state;
  struct run r;
  setup_jumps(&r, BTM);
  slot(&r, 0x100, "2", 9);   /* pushes 0x104 */
  slot(&r, 0x200, "2", 9);   /* pushes 0x204 */
  jump(&r, 0x300, "22", 12); /* pops 0x204, pushes 0x308; the pair leads elsewhere */
  slot(&r, 0x2000, "1", 13);
  slot(&r, 0x308, "1", 13);
  slot(&r, 0x104, "1", 13); /* nothing is left */
  slot(&r, 0x204, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 11, 0x182)); /* 0x100 ^ 0x204 */
  PROVES(&r, "NT:SQJ-07");
  finish(&r);
}

static void
sequential_jump_fills_the_count(void **state) { /* D-25, D-11: no message will carry it */
  (void)state;
  struct run r;
  setup_jumps(&r, BTM);
  narrow_icnt(&r);
  slot(&r, 0x100, "4444444444444444", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  jump(&r, 0x180, "4444444444444444", 12);
  expect(&r, icnt_full(128));
  slot(&r, 0x2000, "1", 0);
  debug(&r, true);
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:SQJ-01", "NT:ICNT-08");
  finish(&r);
}

static void sequential_jump_then_sync(void **state) { /* D-25, D-06: the sync is linear */
  (void)state;
  struct run r;
  setup_jumps(&r, HTM);
  r.config.sync_mode = 3;
  slot(&r, 0x100, "2", 4);
  jump(&r, 0x104, "44422", 10);
  slot(&r, 0x2000, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, hist_sync(2, 0, 18, 0x1000, 0x2));
  PROVES(&r, "NT:SYN-31");
  finish(&r);
}

static void sequential_in_single_form(void **state) { /* D-25: only I-CNT can tell */
  (void)state;
  struct run r;
  setup_jumps(&r, BTM);
  r.params.single = true;
  r.params.iretire_width = 1;
  jump(&r, 0x100, "2", 10);
  slot(&r, 0x200, "2", 0);
  jump(&r, 0x204, "2", 10);
  slot(&r, 0x300, "2", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 2, 0x180));
  expect(&r, stop_btm(0, 6));
  PROVES(&r, "NT:SQJ-03");
  finish(&r);
}

/* ---- Implicit return by a counter, mode 1 --------------------------------------------------- */

static void setup_counter(struct run *r) {
  setup_return(r, BTM);
  r->config.ir_mode = 1;
}

static void counter_compares_nothing(void **state) { /* IRT-03 */
  (void)state;
  struct run r;
  setup_counter(&r);
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "1", 13);
  slot(&r, 0x700, "1", 13); /* not 0x104, and no message; the count is 0 now */
  slot(&r, 0x104, "1", 0);
  debug(&r, true);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 4, 0x002)); /* 0x100 ^ 0x104 */
  expect(&r, stop_btm(0, 1));
  PROVES(&r, "NT:IRT-03");
  finish(&r);
}

static void counter_saturates(void **state) { /* IRT-09, V-IRT-3 */
  (void)state;
  struct run r;
  setup_counter(&r);
  r.params.stack_depth = 2;
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "2", 8);
  slot(&r, 0x300, "2", 9);
  slot(&r, 0x400, "1", 13);
  slot(&r, 0x304, "1", 13);
  slot(&r, 0x204, "1", 13); /* three calls, but counted two */
  slot(&r, 0x104, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 4, 0x100)); /* 0x100 ^ 0x300, the indirect call */
  expect(&r, indirect(0, 5, 0x102)); /* 0x300 ^ 0x104 */
  PROVES(&r, "NT:IRT-03", "NT:IRT-09");
  finish(&r);
}

static void counter_and_swap(void **state) { /* D-17, D-26 */
  (void)state;
  struct run r;
  setup_counter(&r);
  slot(&r, 0x100, "2", 12); /* the count is 0: told, and counted */
  slot(&r, 0x200, "2", 12); /* implicit: taken off and counted again */
  slot(&r, 0x300, "2", 13);
  slot(&r, 0x400, "2", 13);
  slot(&r, 0x500, "2", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 2, 0x180)); /* 0x100 ^ 0x200 */
  expect(&r, indirect(0, 6, 0x380)); /* 0x200 ^ 0x500 */
  PROVES(&r, "NT:IRT-03", "NT:IRT-06");
  finish(&r);
}

static void counter_is_emptied(void **state) { /* D-16, IRT-10 */
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    struct run r;
    setup_counter(&r);
    r.config.sync_mode = kind == 0 ? 3 : 0;
    slot(&r, 0x100, kind == 0 ? "4444" : "4", 9);
    expect(&r, prog_sync(5, 0, 0x80));
    if (kind == 0) {
      slot(&r, 0x200, "1", 13);
      expect(&r, prog_sync(2, 16, 0x100));
    } else if (kind == 1) {
      leave_debug(&r);
      slot(&r, 0x200, "1", 13);
      expect(&r, stop_btm(0, 4));
      expect(&r, prog_sync(3, 0, 0x100));
    } else {
      r.overflow = true;
      slot(&r, 0x200, "1", 0);
      overflow_end(&r);
      slot(&r, 0x200, "1", 13);
      expect(&r, error());
      expect(&r, prog_sync(7, 0, 0x100));
    }
    slot(&r, 0x300, "1", 0);
    expect(&r, indirect(0, 1, 0x080)); /* 0x200 ^ 0x300 */
    PROVES(&r, "NT:IRT-10", "NT:SYN-01");
    finish(&r);
  }
}

static void counter_with_a_full_count(void **state) { /* D-11: at resolution, as in mode 3 */
  (void)state;
  struct run r;
  setup_counter(&r);
  narrow_icnt(&r);
  slot(&r, 0x100, "4444444444444444", 9);
  slot(&r, 0x200, "4444444444444444", 13);
  expect(&r, prog_sync(5, 0, 0x80));
  expect_none(&r);
  slot(&r, 0x900, "1", 0);
  expect(&r, icnt_full(128));
  PROVES(&r, "NT:ORD-09", "NT:IRT-13");
  finish(&r);
}

/* ---- Implicit return by low bits, mode 2 ---------------------------------------------------- */

static void low_bits_compared(void **state) { /* IRT-05, D-26: bits 12..1 */
  (void)state;
  static const struct {
    uint64_t target;
    bool implicit;
  } sample[] = {{0x0104, true},
                {0x2104, true}, /* bit 13 */
                {0xFFFFFFFFFFFFE104u, true},
                {0x1104, false}, /* bit 12 */
                {0x0106, false}, /* bit 1 */
                {0x0904, false}};
  for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
    struct run r;
    setup_return(&r, BTM);
    r.config.ir_mode = 2;
    slot(&r, 0x100, "2", 9);
    slot(&r, 0x200, "1", 13);
    slot(&r, sample[i].target, "1", 0);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x80));
    if (!sample[i].implicit) {
      expect(&r, indirect(0, 3, (0x100 ^ sample[i].target) >> 1));
    }
    expect(&r, stop_btm(0, sample[i].implicit ? 4 : 1));
    PROVES(&r, "NT:IRT-05");
    finish(&r);
  }
}

static void all_bits_compared(void **state) { /* IRT-04: mode 3 */
  (void)state;
  static const uint64_t target[] = {0x2104, 0x0000000100000104u, 0x8000000000000104u};
  for (size_t i = 0; i < sizeof target / sizeof target[0]; i++) {
    struct run r;
    setup_return(&r, BTM);
    slot(&r, 0x100, "2", 9);
    slot(&r, 0x200, "1", 13);
    slot(&r, target[i], "1", 0);
    expect(&r, prog_sync(5, 0, 0x80));
    expect(&r, indirect(0, 3, (0x100 ^ target[i]) >> 1));
    PROVES(&r, "NT:IRT-04", "NT:IRT-12", "NT:ADR-17"); /* the last is no canonical address */
    finish(&r);
  }
}

static void deepest_stack(void **state) { /* IRT-08, IRT-09: 32 entries, 33 calls; every mode */
  (void)state;
  for (uint8_t mode = 1; mode <= 3; mode++) {
    struct run r;
    setup_return(&r, HTM);
    r.config.ir_mode = mode;
    for (uint64_t i = 0; i < 33; i++) slot(&r, 0x1000 * (i + 1), "2", 9);
    for (uint64_t i = 34; i > 1; i--) slot(&r, 0x1000 * i + (i == 34 ? 0 : 4), "1", 13);
    slot(&r, 0x1004, "1", 0);
    debug(&r, true);
    expect(&r, prog_sync(5, 0, 0x800));
    expect(&r, indirect(0, 66 + 33, 0x002)); /* the outermost: 0x1000 ^ 0x1004 */
    expect(&r, stop_htm(0, 1, 1));
    PROVES(&r, "NT:IRT-08", "NT:IRT-09");
    finish(&r);
  }
}

static void low_bits_stack(void **state) { /* IRT-09, IRT-12: the rest is as in mode 3 */
  (void)state;
  struct run r;
  setup_return(&r, BTM);
  r.config.ir_mode = 2;
  r.params.stack_depth = 1;
  slot(&r, 0x100, "2", 9);
  slot(&r, 0x200, "2", 9); /* 0x104 is lost */
  slot(&r, 0x300, "1", 13);
  slot(&r, 0x204, "1", 13);
  slot(&r, 0x104, "1", 13);
  slot(&r, 0x108, "1", 0);
  expect(&r, prog_sync(5, 0, 0x80));
  expect(&r, indirect(0, 6, 0x002)); /* 0x100 ^ 0x104 */
  expect(&r, indirect(0, 1, 0x006)); /* 0x104 ^ 0x108 */
  PROVES(&r, "NT:IRT-05", "NT:IRT-09");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pair_is_inferable),
      cmocka_unit_test(pair_is_broken),
      cmocka_unit_test(sijump_without_effect),
      cmocka_unit_test(sequential_call_is_pushed),
      cmocka_unit_test(sequential_jump_is_not_pushed),
      cmocka_unit_test(sequential_swap),
      cmocka_unit_test(sequential_jump_fills_the_count),
      cmocka_unit_test(sequential_jump_then_sync),
      cmocka_unit_test(sequential_in_single_form),
      cmocka_unit_test(counter_compares_nothing),
      cmocka_unit_test(counter_saturates),
      cmocka_unit_test(counter_and_swap),
      cmocka_unit_test(counter_is_emptied),
      cmocka_unit_test(counter_with_a_full_count),
      cmocka_unit_test(low_bits_compared),
      cmocka_unit_test(all_bits_compared),
      cmocka_unit_test(deepest_stack),
      cmocka_unit_test(low_bits_stack),
  };
  return cmocka_run_group_tests_name("oracle jumps", tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* What stands around the payloads of E-Trace: srcID, time, the length of all (ETR section 10). */

#include "oracle_etrace_run.h"

static bool bit_of(const uint8_t *bytes, size_t bit) {
  return (bytes[bit / 8] >> bit % 8 & 1) != 0;
}

/* Bits of a packet from `*at` on, least significant first. */
static uint64_t take(const uint8_t *bytes, size_t *at, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; i++) value |= (uint64_t)bit_of(bytes, (*at)++) << i;
  return value;
}

/* Read back as ETR:E-01 and E-02 say. */
static void check_widths(unsigned src_bits, unsigned t_bytes, bool extend, const uint8_t *payload,
                         size_t size) {
  const struct oracle_te_encapsulation around = {.src_bits = (uint8_t)src_bits,
                                                 .src_id =
                                                     (uint16_t)(0xA5C3 & ((1u << src_bits) - 1)),
                                                 .extend = extend,
                                                 .t_bytes = (uint8_t)t_bytes,
                                                 .time = 0x8123456789ABCDEF};
  uint8_t bytes[ORACLE_TE_PACKET_MAX];
  const size_t total = oracle_te_encapsulate(&around, payload, size, bytes);
  size_t at = 0;
  const uint64_t length = take(bytes, &at, 5);
  assert_int_equal(length, (8 * size + src_bits % 8 + 7) / 8);
  assert_int_equal(total, 1 + src_bits / 8 + (extend ? t_bytes : 0) + length);
  assert_int_equal(take(bytes, &at, 2), 0);
  assert_int_equal(take(bytes, &at, 1), extend);
  assert_int_equal(take(bytes, &at, src_bits), around.src_id);
  if (extend)
    assert_int_equal(take(bytes, &at, 8 * t_bytes),
                     t_bytes == 8 ? around.time : around.time & (((uint64_t)1 << 8 * t_bytes) - 1));
  for (size_t i = 0; i < size; i++) assert_int_equal(take(bytes, &at, 8), payload[i]);
  while (at < 8 * total) assert_int_equal(take(bytes, &at, 1), payload[size - 1] >> 7);
}

static void every_width(void **state) {
  (void)state;
  static const uint8_t payload[30] = {0x22, 0x80, [29] = 0xe2};
  for (unsigned src = 0; src <= 16; src++) {
    for (unsigned t = 0; t <= 8; t++) {
      for (unsigned size = 1; size <= 30; size++) { /* ends on 0 or, at 2 and 30, on 1 */
        check_widths(src, t, t != 0, payload, size);
        check_widths(src, t, false, payload, size);
      }
    }
  }
  ROW("ETR:E-01");
  ROW("ETR:E-02");
  ROW("ETR:E-07");
  ROW("ETR:AMB-22");
}

static void the_longest(void **state) { /* P-03: an exception of a build with everything */
  (void)state;
  const struct oracle_te_build build = {.iaddress_width = 64,
                                        .iaddress_lsb = 1,
                                        .privilege_width = 3,
                                        .context_width = 32,
                                        .ecause_width = 6};
  const struct oracle_te_packet p = {.kind = ORACLE_TE_TRAP,
                                     .address = (uint64_t)1 << 62,
                                     .tval = (uint64_t)1 << 62}; /* nothing to leave out */
  uint8_t bytes[ORACLE_TE_PAYLOAD_MAX];
  assert_int_equal(oracle_te_payload(&build, &p, bytes), (175 - 1 + 7) / 8);
  ROW("ETR:P-03");
}

/* ---- Of a run ------------------------------------------------------------------------------ */

/* The next packet, with one of the times that it may have. */
static void expect_bytes(struct run *r, bool extend, uint64_t time, const char *line) {
  size_t count;
  const struct oracle_te_packet *p = &oracle_te_packets(r->oracle, &count)[r->checked];
  uint8_t bytes[ORACLE_TE_PACKET_MAX];
  char text[3 * ORACLE_TE_PACKET_MAX + 1];
  assert_true(r->checked++ < count);
  assert_true(oracle_te_may_have(p, extend, time));
  assert_true(!extend || !oracle_te_may_have(p, extend, time + 0x50));
  text_of_bytes(bytes, oracle_te_bytes(&r->build, p, extend, time, bytes), text);
  assert_string_equal(text, line);
}

static void setup_time(struct run *r, const char *words) {
  setup(r);
  r->params = build_of(words);
  r->build.context_width = 0;
  r->clock.config.context_en = false;
  r->clock.config.ts_en = true;
  r->clock.time = 0xff; /* the first clock is 100 */
}

static void source(void **state) { /* E-04: fixed for a run, cut to what is built, inhibited */
  (void)state;
  for (unsigned kind = 0; kind < 3; kind++) {
    struct run r;
    setup_time(&r, kind == 1 ? "SrcBitsMax=4" : "");
    r.clock.config.src_bits = 8;
    r.clock.config.src_id = 0x2a;
    r.clock.config.inhibit_src = kind == 2;
    insn(&r, 0x1000, 0);
    insn(&r, 0x1004, 0);
    expect_bytes(&r, false, 0, kind == 0 ? "01 2a 1f" : kind == 1 ? "02 fa 01" : "01 1f");
    r.checked++;
    finish(&r);
  }
  ROW("ETR:E-03");
  ROW("ETR:E-04");
}

static void
times(void **state) { /* DC-11: absolute, of whole bytes; of the event, not of what ends its wait */
  (void)state;
  struct run r;
  setup_time(&r, "TsWidth=12");
  insn(&r, 0x1000, 0);                    /* 100 */
  edge(&r);                               /* 101 */
  insn(&r, 0x1004, RVT_IT_INDIRECT_JUMP); /* 102 */
  expect_bytes(&r, true, 0x100, "81 00 01 1f");
  size_t count;
  assert_false(oracle_te_may_have(&oracle_te_packets(r.oracle, &count)[r.checked], true, 0x102));
  expect_bytes(&r, true, 0x100, "83 00 01 73 00 04");
  insn(&r, 0x1008, 0); /* 103 */
  edge(&r);
  off(&r); /* 105 */
  expect_bytes(&r, true, 0x103, "81 03 01 12");
  expect_bytes(&r, true, 0x105, "82 05 01 df 00");
  r.checked--;
  const struct oracle_te_packet *end = &oracle_te_packets(r.oracle, &count)[r.checked++];
  assert_false(oracle_te_may_have(end, true, 0x103));
  assert_false(oracle_te_may_have(end, false, 0));
  finish(&r);
  ROW("ETR:DC-11");
  ROW("ETR:E-08");
}

static void kinds_without_time(void **state) { /* DC-11, TCI:TS-18; never a sync */
  (void)state;
  for (unsigned left_out = 0; left_out < 16; left_out++) {
    struct run r;
    setup(&r);
    r.params = build_of("TsWidth=40 Events=1");
    r.clock.config.ts_en = true;
    r.clock.config.ts_suppress = (uint8_t)left_out;
    insn(&r, 0x1000, RVT_IT_NOT_TAKEN);
    insn(&r, 0x1004, RVT_IT_NOT_TAKEN);
    insn(&r, 0x1008, RVT_IT_INDIRECT_JUMP);
    insn(&r, 0x100c, 0);
    r.clock.ctype = 1;
    insn(&r, 0x1010, RVT_IT_INDIRECT_JUMP);
    insn(&r, 0x2000, 0);
    interrupt(&r, 7);
    insn(&r, 0x100, 0);
    off(&r);
    size_t count;
    const struct oracle_te_packet *list = oracle_te_packets(r.oracle, &count);
    static const enum oracle_te_kind kinds[] = {
        ORACLE_TE_SUPPORT, ORACLE_TE_START, ORACLE_TE_BRANCH_MAP, ORACLE_TE_CONTEXT,
        ORACLE_TE_ADDRESS, ORACLE_TE_TRAP,  ORACLE_TE_SUPPORT};
    static const unsigned bits[] = {8, 0, 1, 4, 1, 0, 8};
    assert_int_equal(count, 7);
    for (unsigned i = 0; i < 7; i++) {
      const bool has = (left_out & bits[i]) == 0;
      assert_int_equal(list[i].kind, kinds[i]);
      assert_true(oracle_te_may_have(&list[i], has, list[i].around.time));
      assert_false(oracle_te_may_have(&list[i], !has, list[i].around.time));
    }
    oracle_free(r.oracle);
  }
}

static void time_comes_and_goes(void **state) { /* DC-11: each header says it */
  (void)state;
  struct run r;
  setup_time(&r, "TsWidth=16");
  r.clock.config.ts_en = false;
  insn(&r, 0x1000, 0);
  insn(&r, 0x1004, RVT_IT_INDIRECT_JUMP); /* 101 */
  expect_bytes(&r, false, 0, "01 1f");
  expect_bytes(&r, false, 0, "03 73 00 04");
  insn(&r, 0x1008, 0); /* 102 */
  r.clock.config.ts_en = true;
  insn(&r, 0x100c, 0); /* 103 */
  expect_bytes(&r, false, 0, "01 12");
  r.checked--;
  expect_bytes(&r, true, 0x102, "81 02 01 12");
  finish(&r);
}

static void time_of_a_loss(void **state) { /* that of what was refused first */
  (void)state;
  struct run r;
  setup_time(&r, "TsWidth=16");
  insn(&r, 0x1000, 0);
  insn(&r, 0x1004, 0); /* 101 */
  r.checked = 2;
  r.clock.overflow = true;
  insn(&r, 0x1008, 0); /* 102 */
  r.clock.overflow = true;
  insn(&r, 0x100c, 0);
  r.clock.overflow_end = true;
  edge(&r); /* 104 */
  expect_bytes(&r, true, 0x102, "82 02 01 9f 00");
  finish(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_width),
      cmocka_unit_test(the_longest),
      cmocka_unit_test(source),
      cmocka_unit_test(times),
      cmocka_unit_test(kinds_without_time),
      cmocka_unit_test(time_comes_and_goes),
      cmocka_unit_test(time_of_a_loss),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "oracle/row.h"
#include "rvt/framing.h"
#include "tests/model/ntrace/flow_bench.h"
#include "tests/support/test.h"

enum { BTM = RVT_MODE_BTM };

static void bulk_is_the_same_and_stops_when_full(void **state) {
  (void)state;
  enum { COUNT = 300 };
  static struct flow_bench b;
  flow_init(&b, BTM);
  struct rvt_block blocks[COUNT];
  uint64_t time[COUNT];
  for (unsigned i = 0; i < COUNT; i++) {
    blocks[i] = (struct rvt_block){.iretire = 3, .itype = i % 3 ? 5 : 10, .iaddr = 0x100 * i};
    time[i] = 10 * i;
  }
  b.config.ts_en = true;
  struct rvt_encode one, bulk;
  assert_int_equal(rvt_encode_init(&one, &b.params, NULL), RVT_OK);
  bulk = one;
  uint8_t one_bytes[8192], bulk_bytes[8192];
  struct rvt_encode_bytes out = {one_bytes, sizeof one_bytes, 0};
  for (unsigned i = 0; i < COUNT; i++) {
    b.ingress = (struct rvt_ingress){.block = {blocks[i]}, .time = time[i]};
    assert_int_equal(rvt_encode_push(&one, &b.config, &b.ingress, RVT_LOSS_NONE, &out), RVT_OK);
  }
  size_t total = 0;
  unsigned calls = 0;
  for (size_t at = 0; at < COUNT; calls++) {
    struct rvt_encode_bytes part = {bulk_bytes + total, RVT_ENCODE_BYTES_MAX + 20, 0};
    size_t done = 0;
    const enum rvt_status status =
        rvt_encode_blocks(&bulk, &b.config, blocks + at, time + at, COUNT - at, &done, &part);
    at += done;
    total += part.used;
    assert_int_equal(status, at == COUNT ? RVT_OK : RVT_NEED_MORE);
    assert_true(done > 0);
  }
  assert_true(calls > 5);
  assert_int_equal(total, out.used);
  assert_memory_equal(one_bytes, bulk_bytes, total);
}

/* A period of clocks that ends before the first block, or of one that is none. */
static void bulk_takes_a_due_sync(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.config.sync_mode = RVT_PERIOD_CLOCKS;
  for (unsigned nothing = 0; nothing < 2; nothing++) {
    struct rvt_encode s;
    uint8_t bytes[RVT_ENCODE_BYTES_MAX + 16];
    const uint8_t sync[] = {0x24, 0x89, 0x0C, 0x0B}; /* SYNC 2, I-CNT 2, 0x83 */
    struct rvt_block blocks[3];
    size_t done = 0;
    assert_int_equal(rvt_encode_init(&s, &b.params, NULL), RVT_OK);
    for (unsigned at = 0; at < 2; at++) {
      struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
      for (unsigned i = 0; i < 3; i++)
        blocks[i] = (struct rvt_block){.iretire = 1, .iaddr = 0x100 + 2 * (3 * at + i)};
      if (at == 0) blocks[2].iretire = 0;
      if (nothing && at == 1) blocks[0].iretire = 0;
      if (at == 1) rvt_encode_due(&s, 0);
      assert_int_equal(rvt_encode_blocks(&s, &b.config, blocks, NULL, 3, &done, &out), RVT_OK);
      assert_int_equal(done, 3);
      assert_int_equal(out.used, at == 0 || !nothing ? sizeof sync : 0);
    }
    if (!nothing) assert_memory_equal(bytes, sync, sizeof sync);
  }
}

static void parameters_out_of_range_are_refused(void **state) {
  (void)state;
  static struct flow_bench b;
  struct rvt_encode e, before;
  memset(&e, 0x5A, sizeof e);
  before = e;
  flow_init(&b, BTM);
#define REFUSED(member, value)                                                                     \
  do {                                                                                             \
    struct rvt_params p = b.params;                                                                \
    p.member = value;                                                                              \
    assert_int_equal(rvt_encode_init(&e, &p, NULL), RVT_ERR_ARG);                                  \
  } while (0)
  REFUSED(xlen, 33);
  REFUSED(blocks, 0);
  REFUSED(blocks, 5);
  REFUSED(itype_width, 2);
  REFUSED(itype_width, 5);
  REFUSED(iretire_width, 9);
  REFUSED(icnt_width, 7);
  REFUSED(icnt_width, 8); /* with 8 bits of iretire: NT:ICNT-11 */
  REFUSED(icnt_width, 23);
  REFUSED(hist_width, 2);
  REFUSED(hist_width, 33);
  REFUSED(stack_depth, 33);
  REFUSED(src_bits_max, 13);
  REFUSED(ts_width, 65);
  assert_memory_equal(&e, &before, sizeof e);
  assert_int_equal(rvt_encode_init(&e, &b.params, NULL), RVT_OK); /* nothing else is wrong */
  ROW("NT:GEN-05");
}

/* Clocks in bulk have privilege and context of the clock before. */
static void bulk_tells_privilege_and_context(void **state) {
  (void)state;
  static struct flow_bench b;
  for (unsigned reported = 0; reported < 2; reported++) {
    flow_init(&b, BTM);
    b.params.context = 2;
    b.params.context_width = 4;
    b.config.context_en = true;
    uint8_t bytes[2 * RVT_ENCODE_BYTES_MAX];
    struct rvt_encode e;
    struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
    assert_int_equal(rvt_encode_init(&e, &b.params, NULL), RVT_OK);
    const struct rvt_block blocks[] = {{.iretire = 3, .iaddr = 0x100},
                                       {.iretire = 3, .iaddr = 0x106}};
    for (unsigned i = 0; i < 2; i++) {
      b.ingress.block[0] = i == 0 ? blocks[0] : (struct rvt_block){.iretire = 0};
      assert_int_equal(rvt_encode_push(&e, &b.config, &b.ingress, RVT_LOSS_NONE, &out), RVT_OK);
      b.ingress.ctype = (uint8_t)reported;
      b.ingress.context = 5;
      if (!reported) b.ingress.priv = RVT_PRIV_U;
    }
    out.used = 0;
    size_t done = 0;
    assert_int_equal(rvt_encode_blocks(&e, &b.config, blocks, NULL, 2, &done, &out), RVT_OK);
    assert_int_equal(done, 2);
    assert_int_equal(out.used, 3);
    const uint8_t ownership[2][3] = {{0x08, 0x88, 0x0B}, {0x08, 0xB8, 0x0B}};
    assert_memory_equal(bytes, ownership[reported], 3);
  }
}

static void nothing_happens_without_room(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  const struct rvt_block block = {.iretire = 3, .itype = 5, .iaddr = 0x100};
  uint8_t bytes[2 * RVT_ENCODE_BYTES_MAX];
  struct rvt_encode e;
  struct rvt_encode_bytes out = {bytes, sizeof bytes, sizeof bytes};
  size_t done = 7;
  assert_int_equal(rvt_encode_init(&e, &b.params, NULL), RVT_OK);
  b.ingress.block[0] = block;
  for (unsigned open = 0; open < 2; open++) {
    out.used = sizeof bytes - RVT_ENCODE_BYTES_MAX + 1;
    memset(bytes, 0x5A, sizeof bytes);
    const struct rvt_encode before = e;
    assert_int_equal(rvt_encode_push(&e, &b.config, &b.ingress, RVT_LOSS_NONE, &out),
                     RVT_NEED_MORE);
    assert_int_equal(rvt_encode_blocks(&e, &b.config, &block, NULL, 1, &done, &out), RVT_NEED_MORE);
    assert_int_equal(done, 0);
    assert_int_equal(out.used, sizeof bytes - RVT_ENCODE_BYTES_MAX + 1);
    for (size_t i = 0; i < sizeof bytes; i++) assert_int_equal(bytes[i], 0x5A);
    assert_memory_equal(&e, &before, sizeof e);
    out.used--; /* now there is just enough */
    assert_int_equal(rvt_encode_push(&e, &b.config, &b.ingress, RVT_LOSS_NONE, &out), RVT_OK);
    assert_true(out.used > sizeof bytes - RVT_ENCODE_BYTES_MAX);
  }
}

/* An Error that nothing came before has no time to count from (NT:TSP-10), whatever the memory
 * held. */
static void init_leaves_nothing_of_before(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.config.ts_en = true;
  b.ingress.time = 5;
  for (unsigned garbage = 0; garbage < 2; garbage++) {
    struct rvt_encode e;
    uint8_t bytes[RVT_ENCODE_BYTES_MAX];
    struct rvt_encode_bytes out = {bytes, sizeof bytes, 0};
    memset(&e, garbage != 0 ? 0x5A : 0, sizeof e);
    assert_int_equal(rvt_encode_init(&e, &b.params, NULL), RVT_OK);
    b.ingress.block[0] = (struct rvt_block){.iretire = 1, .iaddr = 0x100};
    assert_int_equal(rvt_encode_push(&e, &b.config, &b.ingress, RVT_LOSS_REFUSE, &out), RVT_OK);
    assert_int_equal(rvt_encode_push(&e, &b.config, &b.ingress, RVT_LOSS_END, &out), RVT_OK);
    static const uint8_t error[] = {0x20, 0x00, 0x07};
    assert_int_equal(out.used, sizeof error);
    assert_memory_equal(bytes, error, sizeof error);
  }
}

/* The same two messages, the second 1, 10 or 5 later than the first, where time starts anew. */
static void time_is_as_wide_as_built(void **state) {
  (void)state;
  static const struct {
    uint8_t width;
    uint64_t first, second;
    const char *bytes;
  } cases[] = {
      {0, 1000, 1005, "24 15 00 0B 0C 0F"},
      {1, 1, 2, "24 15 00 09 07 0C 0D 07"},
      {8, 250, 260, "24 15 00 09 E8 0F 0C 0D 2B"},
      {64, UINT64_MAX, 4, "24 15 00 09 FC FC FC FC FC FC FC FC FC FC 3F 0C 0D 17"},
  };
  static struct flow_bench b;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    flow_init(&b, BTM);
    b.params.ts_width = cases[i].width;
    b.config.ts_en = true;
    b.ingress.time = cases[i].first;
    flow_group(&b, 0x100, 1, 0);
    b.ingress.time = cases[i].second;
    flow_group(&b, 0x102, 2, 5);
    flow_expect(&b, "time", cases[i].bytes);
  }
}

/* The trap before a block is that of the block before it, in bulk or not (ETR AMB-4). */
static void bulk_of_etrace_ends_a_trap(void **state) {
  (void)state;
  static struct flow_bench b;
  flow_init(&b, BTM);
  b.params.format = RVT_PROTOCOL_ETRACE;
  b.params.framing = rvt_framing_named("e-trace");
  b.params.stack_depth = b.params.ts_width = b.params.src_bits_max = b.params.fifo_bytes = 0;
  uint8_t bytes[2][4 * RVT_ENCODE_BYTES_MAX];
  struct rvt_encode_bytes out[2] = {{bytes[0], sizeof bytes[0], 0}, {bytes[1], sizeof bytes[1], 0}};
  const struct rvt_block blocks[] = {{.iretire = 4, .iaddr = 0x100},
                                     {.iretire = 4, .iaddr = 0x108, .itype = RVT_IT_INTERRUPT},
                                     {.iretire = 4, .iaddr = 0x180},
                                     {.iretire = 4, .iaddr = 0x188}};
  for (unsigned bulk = 0; bulk < 2; bulk++) {
    struct rvt_encode s;
    size_t done = 0;
    b.config.tracing = true;
    assert_int_equal(rvt_encode_init(&s, &b.params, NULL), RVT_OK);
    struct rvt_ingress in = {.block = {{.iretire = 2, .itype = RVT_IT_EXCEPTION, .iaddr = 0x80}},
                             .cause = 2};
    assert_int_equal(rvt_encode_push(&s, &b.config, &in, RVT_LOSS_NONE, &out[bulk]), RVT_OK);
    in = (struct rvt_ingress){.cause = 0};
    assert_int_equal(
        rvt_encode_blocks(&s, &b.config, blocks, NULL, bulk ? 4 : 0, &done, &out[bulk]), RVT_OK);
    for (unsigned i = 0; i < 4 && !bulk; i++) {
      in.block[0] = blocks[i];
      assert_int_equal(rvt_encode_push(&s, &b.config, &in, RVT_LOSS_NONE, &out[bulk]), RVT_OK);
    }
    in.block[0] = (struct rvt_block){.iretire = 0};
    for (unsigned on = 0; on < 2; on++) {
      b.config.tracing = on != 0;
      assert_int_equal(rvt_encode_push(&s, &b.config, &in, RVT_LOSS_NONE, &out[bulk]), RVT_OK);
    }
    in.block[0] = (struct rvt_block){.iretire = 2, .iaddr = 0x200};
    assert_int_equal(rvt_encode_push(&s, &b.config, &in, RVT_LOSS_NONE, &out[bulk]), RVT_OK);
    b.config.tracing = false;
    in.block[0].iretire = 0;
    assert_int_equal(rvt_encode_push(&s, &b.config, &in, RVT_LOSS_NONE, &out[bulk]), RVT_OK);
  }
  assert_true(out[0].used > 20);
  assert_int_equal(out[0].used, out[1].used);
  assert_memory_equal(bytes[0], bytes[1], out[0].used);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bulk_is_the_same_and_stops_when_full),
      cmocka_unit_test(bulk_takes_a_due_sync),
      cmocka_unit_test(parameters_out_of_range_are_refused),
      cmocka_unit_test(bulk_tells_privilege_and_context),
      cmocka_unit_test(bulk_of_etrace_ends_a_trap),
      cmocka_unit_test(nothing_happens_without_room),
      cmocka_unit_test(init_leaves_nothing_of_before),
      cmocka_unit_test(time_is_as_wide_as_built),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

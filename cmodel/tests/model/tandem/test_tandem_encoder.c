/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/prng.h"
#include "rvt/tandem/encoder.h"
#include "tests/support/tandem_random.h"
#include "tests/support/test.h"

/* The model of the encoder by its ports: examples and sizes of the rows, random records, loss. */

enum { RANDOM_RECORDS = 1000000, ENOUGH_CLOCKS = 400, BYTES_MAX = 2 * RVT_TANDEM_GROUP_BYTES };

static const struct rvt_tandem_format rv64 = {64, 64, 64}, rv32 = {32, 0, 32};

static struct rvt_tandem_params build(const struct rvt_tandem_format *f, uint8_t lanes) {
  return (struct rvt_tandem_params){.format = *f,
                                    .forms = {true, true, false},
                                    .nret = 1,
                                    .csrs = RVT_TANDEM_CSRS,
                                    .elements = f->flen != 0
                                                    ? RVT_TANDEM_SENDS_ALL
                                                    : RVT_TANDEM_SENDS_ALL & ~RVT_TANDEM_SENDS_FPR,
                                    .queue_depth = 2,
                                    .lanes = lanes,
                                    .fifo_depth = 16};
}

/* What has left the encoder. */
struct heard {
  uint8_t bytes[BYTES_MAX];
  size_t size, ends; /* ends of groups */
  bool open;
};

static struct rvt_tandem model;

static void start(const struct rvt_tandem_params *p) {
  struct rvt_error e;
  if (rvt_tandem_init(&model, p, &e) != RVT_OK) fail_msg("%s", e.text);
}

/* A clock: what was on offer in it is heard. */
static void tick(struct rvt_tandem_in *in, struct heard *h) {
  struct rvt_tandem_out out;
  rvt_tandem_outputs(&model, &out);
  if (out.m.valid && in->m_ready) {
    assert_true(h->size + out.m.bytes <= sizeof h->bytes);
    memcpy(h->bytes + h->size, out.m.data, out.m.bytes);
    h->size += out.m.bytes;
    h->ends += out.m.eom;
    h->open = !out.m.eom;
  }
  rvt_tandem_tick(&model, in);
}

static bool is_empty(void) {
  struct rvt_tandem_out out;
  rvt_tandem_outputs(&model, &out);
  return out.empty;
}

static struct rvt_tandem_in quiet(void) {
  return (struct rvt_tandem_in){.active = true, .enable = true, .m_ready = true};
}

static void drain(struct heard *h) {
  struct rvt_tandem_in in = quiet();
  for (unsigned n = 0; !is_empty(); n++) {
    assert_true(n < ENOUGH_CLOCKS);
    tick(&in, h);
  }
  assert_false(h->open);
}

/* The groups of what is told in one clock. */
static void play(const struct rvt_tandem_record *slots, unsigned count, struct heard *h) {
  struct rvt_tandem_in in = quiet();
  for (unsigned i = 0; i < count; i++) {
    in.valid[i] = true;
    in.slot[i] = slots[i];
  }
  *h = (struct heard){.size = 0};
  tick(&in, h);
  drain(h);
}

/* ---- Examples ---- */

static struct rvt_tandem_record retired(uint64_t pc_w, bool is32, uint32_t insn) {
  return (struct rvt_tandem_record){
      .pc_r = 0x80000000, .pc_w = pc_w, .insn_valid = true, .is32 = is32, .insn = insn};
}

static struct rvt_tandem_record trap(uint8_t kind, uint64_t epc, uint64_t cause) {
  struct rvt_tandem_record r = {.kind = kind,
                                .pc_w = 0x10000,
                                .insn_valid = kind == RVT_TANDEM_EXCEPTION,
                                .is32 = true,
                                .privilege_valid = true,
                                .privilege = 3};
  const struct rvt_tandem_csr csrs[] = {
      {true, 0x341, epc}, {true, 0x342, cause}, {true, 0x300, 0xa000018b0}, {true, 0x343, 0}};
  memcpy(r.csr, csrs, sizeof csrs);
  return r;
}

enum { EXAMPLES = 11 };
struct example {
  const char *row;
  struct rvt_tandem_record r;
  uint8_t size, bytes[64];
};

/* Sections 6.1 and 6.2. */
static void make_examples(struct example *x) {
  const uint64_t next = 0x80000004, half = 0x80000002;
  x[0] = (struct example){"TV:E-03",
                          retired(next, true, 0x006281b3),
                          19,
                          {1, 3, 0x11, 0xb3, 0x81, 0x62, 0, 4, 3, 0x10, 0x34, 0x12, [18] = 2}};
  x[0].r.gpr_valid = true, x[0].r.gpr = 3, x[0].r.gpr_data = 0x1234;
  x[1] = (struct example){"TV:AMB-T1",
                          retired(0x0c000100, true, 0x10010067),
                          17,
                          {1, 7, 10, 0, 1, 0, 0x0c, [11] = 0x11, 0x67, 0, 1, 0x10, 2}};
  x[2] = (struct example){"TV:AMB-T16",
                          retired(next, true, 0x0116f3d3),
                          23,
                          {1,    3,    0x11, 0xd3, 0xf3, 0x16, 1, 4, 0x27, 0x10, 0xf9, 0xf4,
                           0xfe, 0x66, 0xff, 0xff, 0xff, 0xff, 6, 3, 0,    1,    2}};
  x[2].r.fpr_valid = x[2].r.fflags_valid = true;
  x[2].r.fpr = 7, x[2].r.fpr_data = 0xffffffff66fef4f9, x[2].r.fflags = 1;
  x[3] = (struct example){
      "TV:AMB-T2",
      retired(half, false, 0x8d0d),
      17,
      {1, 3, 0x10, 0x0d, 0x8d, 4, 0x0a, 0x10, 0x78, 0x56, 0x34, 0x12, 0xff, 0xff, 0xff, 0xff, 2}};
  x[3].r.gpr_valid = true, x[3].r.gpr = 10, x[3].r.gpr_data = 0xffffffff12345678;
  x[4] = (struct example){"TV:AMB-T3",
                          retired(next, true, 0x0082a203),
                          29,
                          {1,    3,    0x11, 3,    0xa2, 0x82, 0, 4, 4, 0x10, 0xaa, 0x55,    0xaa,
                           0x55, 0xaa, 0x55, 0xaa, 0x55, 7,    2, 8, 0, 0,    1,    [28] = 2}};
  x[4].r.gpr_valid = x[4].r.paddr_valid = true;
  x[4].r.gpr = 4, x[4].r.gpr_data = 0x55aa55aa55aa55aa, x[4].r.paddr = 0x01000008;
  x[5] = (struct example){
      "TV:AMB-T4",
      retired(next, true, 0x3045b4f3),
      30,
      {1, 3, 0x11, 0xf3, 0xb4, 0x45, 0x30, 4, 9, 0x10, 0x88, 8, [18] = 4, 4, 3, 0x80, 8, [29] = 2}};
  x[5].r.gpr_valid = true, x[5].r.gpr = 9, x[5].r.gpr_data = 0x888;
  x[5].r.csr[0] = (struct rvt_tandem_csr){true, 0x304, 0x880};
  x[6] = (struct example){"TV:R-14",
                          trap(RVT_TANDEM_EXCEPTION, 0x81234, 2),
                          64,
                          {1,    7,        10,   0,    0,        1,        [11] = 0x11, [16] = 4,
                           0x41, 3,        0x34, 0x12, 8,        [27] = 4, 0x42,        3,
                           2,    [38] = 4, 0,    3,    0xb0,     0x18,     0,           0,
                           10,   [49] = 4, 0x43, 3,    [60] = 7, 1,        3,           2}};
  x[7] = (struct example){
      "TV:R-08",
      trap(RVT_TANDEM_INTERRUPT, 0x81256, UINT64_C(1) << 63 | 3),
      59,
      {1, 7,        10,   0,        0,    1,           [11] = 4, 0x41, 3, 0x56, 0x12,
       8, [22] = 4, 0x42, 3,        3,    [32] = 0x80, 4,        0,    3, 0xb0, 0x18,
       0, 0,        10,   [44] = 4, 0x43, 3,           [55] = 7, 1,    3, 2}};
  x[8] = (struct example){"TV:AMB-T15", retired(next, true, 0x13), 8, {1, 3, 0x11, 0x13, [7] = 2}};
  x[8].r.gpr_valid = true, x[8].r.gpr_data = 5;
  x[9] = (struct example){"TV:R-13", {.kind = RVT_TANDEM_HART_RESET}, 3, {1, 10, 2}};
  x[10] = (struct example){
      "TV:R-12", {.kind = RVT_TANDEM_OUTSIDE}, 14, {1, 11, 4, 5, 0x10, 0, 0, 0, 0x80, [13] = 2}};
  x[10].r.gpr_valid = true, x[10].r.gpr = 5, x[10].r.gpr_data = 0x80000000;
}

static void examples_leave_as_their_bytes(void **state) {
  struct example list[EXAMPLES];
  (void)state;
  make_examples(list);
  for (uint8_t lanes = 1; lanes <= 16; lanes = (uint8_t)(2 * lanes)) {
    const struct rvt_tandem_params p = build(&rv64, lanes);
    start(&p);
    for (unsigned i = 0; i < EXAMPLES; i++) {
      struct heard h;
      play(&list[i].r, 1, &h);
      assert_int_equal(h.size, list[i].size);
      assert_memory_equal(h.bytes, list[i].bytes, h.size);
      assert_int_equal(h.ends, 1);
      ROW(list[i].row);
    }
  }
}

/* Transactions of section 6.2, as groups of their own. */
static void transactions_leave_as_their_bytes(void **state) {
  static const struct rvt_tandem_format sv32 = {32, 64, 34};
  static const struct {
    const char *row;
    const struct rvt_tandem_format *format;
    struct rvt_tandem_access access;
    uint8_t size, bytes[24];
  } list[] = {{"TV:R-10",
               &rv64,
               {true, true, RVT_TANDEM_LOAD, 3, 0, 0x80002000, 0, 0x1122334455667788},
               22,
               {1, 8, 0,    0x20, 0,    0x80, 0,    0,    0,    0,    0x30,
                9, 3, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 2}},
              {"TV:AMB-T7",
               &rv64,
               {true, true, RVT_TANDEM_STORE, 1, 0, 0x80002002, 0xbeef, 0},
               16,
               {1, 8, 2, 0x20, 0, 0x80, 0, 0, 0, 0, 0x11, 0xef, 0xbe, 9, 1, 2}},
              {"TV:AMB-T8",
               &rv64,
               {true, true, RVT_TANDEM_AMOADD, 2, 0, 0x80003000, 1, 0x41},
               22,
               {1, 8, 0, 0x30, 0, 0x80, 0, 0, 0, 0, 0x25, 1, 0, 0, 0, 9, 2, 0x41, 0, 0, 0, 2}},
              {"TV:AMB-T9",
               &rv64,
               {true, true, RVT_TANDEM_SC, 3, 1, 0x80003008, 0x99, 0},
               22,
               {1, 8, 8, 0x30, 0, 0x80, 0, 0, 0, 0, 0x33, 0x99, 0, 0, 0, 0, 0, 0, 0, 9, 0x13, 2}},
              {"TV:R-09",
               &rv64,
               {true, true, RVT_TANDEM_FETCH, 2, 0, 0x80000000, 0, 0x13},
               18,
               {1, 8, 0, 0, 0, 0x80, 0, 0, 0, 0, 0x2d, 9, 2, 0x13, 0, 0, 0, 2}},
              {"TV:AMB-T18",
               &sv32,
               {true, false, RVT_TANDEM_STORE, 2, 0, 0x380001000, 0xcafef00d, 0},
               13,
               {1, 8, 0, 0x10, 0, 0x80, 3, 0x21, 0x0d, 0xf0, 0xfe, 0xca, 2}}};
  (void)state;
  for (uint8_t lanes = 1; lanes <= 16; lanes = (uint8_t)(2 * lanes))
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
      const struct rvt_tandem_params p = build(list[i].format, lanes);
      struct rvt_tandem_in in = quiet();
      struct heard h = {.size = 0};
      start(&p);
      in.bus = list[i].access;
      tick(&in, &h);
      drain(&h);
      assert_int_equal(h.size, list[i].size);
      assert_memory_equal(h.bytes, list[i].bytes, h.size);
      assert_int_equal(h.ends, 1);
      in.bus.op = RVT_TANDEM_OPS; /* none that there is */
      tick(&in, &h);
      assert_true(is_empty());
      ROW(list[i].row);
      ROW("TV:R-17");
    }
}

/* Section 6.3 of the rows, RV64 and the longest exception of RV32. */
static void groups_have_their_sizes(void **state) {
  enum { GPR = 1, PADDR = 2, EADDR = 4, STORE = 8, CSR = 16, FPR = 32, FFLAGS = 64, JUMP = 128 };
  static const struct {
    const char *what;
    unsigned has, size;
  } table[] = {{"nop", 0, 8},
               {"integer operation", GPR, 19},
               {"branch not taken", 0, 8},
               {"branch taken, jump", JUMP, 17},
               {"jal, jalr with a link", JUMP | GPR, 28},
               {"load", GPR | PADDR, 29},
               {"load, effective address", GPR | PADDR | EADDR, 39},
               {"store", PADDR | STORE, 28},
               {"store, effective address", PADDR | EADDR | STORE, 38},
               {"SC, AMO", GPR | PADDR | EADDR | STORE, 49},
               {"csrrw with rd", GPR | CSR, 30},
               {"CSR read", GPR, 19},
               {"CSR written", CSR, 19},
               {"F operation", FPR | FFLAGS, 23},
               {"F move", FPR, 19},
               {"F to integer", GPR | FFLAGS, 23},
               {"F load", FPR | PADDR | EADDR, 39},
               {"F store", PADDR | EADDR | STORE, 38}};
  const struct rvt_tandem_params p = build(&rv64, 16), p32 = build(&rv32, 16);
  struct heard h;
  (void)state;
  start(&p);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const unsigned has = table[i].has;
    struct rvt_tandem_record r = retired((has & JUMP) != 0 ? 0x80001000 : 0x80000004, true, 0x33);
    r.gpr_valid = (has & GPR) != 0, r.gpr = 1;
    r.fpr_valid = (has & FPR) != 0, r.fflags_valid = (has & FFLAGS) != 0;
    r.paddr_valid = (has & PADDR) != 0, r.eaddr_valid = (has & EADDR) != 0;
    r.store_valid = (has & STORE) != 0, r.store_size = 3;
    r.csr[0].valid = (has & CSR) != 0;
    play(&r, 1, &h);
    if (h.size != table[i].size)
      fail_msg("%s: expected %u bytes, found %zu", table[i].what, table[i].size, h.size);
  }
  struct rvt_tandem_record r = trap(RVT_TANDEM_INTERRUPT, 0, 0);
  play(&r, 1, &h);
  assert_int_equal(h.size, 59);
  start(&p32);
  r = trap(RVT_TANDEM_EXCEPTION, 0, 0);
  play(&r, 1, &h);
  assert_int_equal(h.size, 44);
  ROW("TV:E-04");
}

/* ---- Random records ---- */

/* Random builds, a clock of one to four slots at a time. */
static void random_records_are_as_the_functional_encoder_says(void **state) {
  static const struct rvt_tandem_format formats[] = {{64, 64, 64}, {64, 32, 64}, {64, 0, 64},
                                                     {32, 64, 34}, {32, 32, 32}, {32, 0, 32}};
  uint64_t seed = 20181120;
  (void)state;
  for (unsigned n = 0; n < RANDOM_RECORDS;) {
    const struct rvt_tandem_format *f = &formats[rvt_prng_below(&seed, 6)];
    struct rvt_tandem_params p = build(f, (uint8_t)(1u << rvt_prng_below(&seed, 5)));
    p.nret = (uint8_t)(1 + rvt_prng_below(&seed, 4));
    p.queue_depth = (uint8_t)(1 + rvt_prng_below(&seed, 3));
    p.forms = (struct rvt_tandem_forms){rvt_prng_bits(&seed, 1) != 0, rvt_prng_bits(&seed, 1) != 0,
                                        rvt_prng_bits(&seed, 1) != 0};
    start(&p);
    for (unsigned clock = 0; clock < 5000; clock++) {
      struct rvt_tandem_in in = quiet();
      struct heard h = {.size = 0};
      uint8_t due[4 * RVT_TANDEM_GROUP_BYTES];
      size_t size = 0, groups = 0;
      for (unsigned i = 0; i < p.nret; i++) {
        if (rvt_prng_below(&seed, 4) == 0) continue; /* a hole */
        in.valid[i] = true;
        in.slot[i] = tandem_random_record(&seed, f);
        in.slot[i].access.valid = false;
        if (in.slot[i].kind == RVT_TANDEM_TRANSACTION) in.slot[i].kind = RVT_TANDEM_HART_RESET;
        size_t made;
        assert_int_equal(rvt_tandem_encode(f, &p.forms, &in.slot[i], due + size, &made), RVT_OK);
        if (size + made > BYTES_MAX) { /* more than is heard at once */
          in.valid[i] = false;
          continue;
        }
        size += made;
        groups++;
      }
      struct rvt_tandem_record bus = {.kind = RVT_TANDEM_TRANSACTION};
      bus.access = tandem_random_record(&seed, f).access;
      if (bus.access.valid && size + 30 <= BYTES_MAX) { /* behind those of the hart */
        size_t made;
        in.bus = bus.access;
        assert_int_equal(rvt_tandem_encode(f, &p.forms, &bus, due + size, &made), RVT_OK);
        size += made;
        groups++;
      }
      tick(&in, &h);
      drain(&h);
      assert_int_equal(h.size, size);
      assert_memory_equal(h.bytes, due, size);
      assert_int_equal(h.ends, groups);
      n += (unsigned)groups;
    }
  }
  ROW("TV:E-07");
}

/* ---- Loss and stall ---- */

static bool stalls(void) {
  struct rvt_tandem_out out;
  rvt_tandem_outputs(&model, &out);
  return out.stall;
}

static bool has_lost(void) {
  struct rvt_tandem_out out;
  rvt_tandem_outputs(&model, &out);
  return out.lost;
}

/* Without a reader: what finds no room is missing whole, and all behind it until what was taken has
 * left. */
static void what_finds_no_room_is_missing_whole(void **state) {
  struct rvt_tandem_params p = build(&rv64, 1);
  struct rvt_tandem_in in = quiet();
  struct heard h = {.size = 0};
  static const uint8_t reset[] = {1, 10, 2};
  (void)state;
  p.fifo_depth = 2;
  start(&p);
  in.m_ready = false;
  in.valid[0] = true;
  in.slot[0].kind = RVT_TANDEM_HART_RESET;
  for (unsigned n = 0; n < 50; n++) tick(&in, &h);
  assert_true(has_lost());
  assert_int_equal(h.size, 0);
  in.lost_clr = true; /* something is lost in the very clock */
  tick(&in, &h);
  assert_true(has_lost());
  in.valid[0] = false;
  tick(&in, &h);
  assert_false(has_lost());
  drain(&h);
  assert_int_equal(h.size % 3, 0);
  assert_int_equal(h.ends, h.size / 3);
  for (size_t at = 0; at < h.size; at += 3) assert_memory_equal(h.bytes + at, reset, 3);
  play(&in.slot[0], 1, &h); /* the next record is taken again */
  assert_int_equal(h.size, 3);
  assert_false(has_lost());
  ROW("TV:E-05");
}

/* A hart that tells something in every clock is traced again and again. */
static void a_loss_ends_under_a_hart_that_never_rests(void **state) {
  const struct rvt_tandem_params p = build(&rv64, 16);
  struct rvt_tandem_in in = quiet();
  struct heard h = {.size = 0};
  (void)state;
  start(&p);
  in.valid[0] = true;
  in.slot[0] = trap(RVT_TANDEM_EXCEPTION, 1, 2);
  unsigned groups = 0;
  for (unsigned n = 0; n < ENOUGH_CLOCKS; n++) {
    tick(&in, &h);
    groups += (unsigned)h.ends;
    if (h.ends != 0) h = (struct heard){.size = 0};
  }
  assert_true(has_lost());
  assert_true(groups > ENOUGH_CLOCKS / 20);
  ROW("TV:E-05");
}

static void a_hart_that_obeys_loses_nothing(void **state) {
  struct rvt_tandem_params p = build(&rv64, 2);
  (void)state;
  for (p.queue_depth = 1; p.queue_depth <= 5; p.queue_depth++) {
    for (p.stall_latency = 0; p.stall_latency < p.queue_depth; p.stall_latency++) {
      struct heard h = {.size = 0};
      unsigned told = 0;
      bool stalled[6] = {false};
      start(&p);
      for (unsigned clock = 0; clock < 100; clock++) {
        struct rvt_tandem_in in = quiet();
        stalled[0] = stalls();
        in.valid[0] = !stalled[p.stall_latency];
        in.slot[0].kind = RVT_TANDEM_HART_RESET;
        told += in.valid[0];
        tick(&in, &h);
        memmove(stalled + 1, stalled, sizeof stalled - sizeof *stalled);
      }
      assert_false(has_lost());
      drain(&h);
      assert_int_equal(h.ends, told);
    }
  }
  ROW("TV:E-05");
}

static void inactive_drops_what_is_held(void **state) {
  const struct rvt_tandem_params p = build(&rv64, 1);
  struct rvt_tandem_in in = quiet();
  struct heard h = {.size = 0};
  (void)state;
  start(&p);
  in.valid[0] = true;
  in.slot[0] = trap(RVT_TANDEM_EXCEPTION, 1, 2);
  tick(&in, &h);
  in.valid[0] = false;
  for (unsigned n = 0; n < 20; n++) tick(&in, &h);
  assert_true(h.size > 0 && h.open);
  in.active = false;
  in.valid[0] = true;
  tick(&in, &h);
  assert_true(is_empty());
  assert_false(has_lost());
  play(&in.slot[0], 1, &h); /* a group from its begin on */
  assert_int_equal(h.size, 64);
  assert_int_equal(h.bytes[0], RVT_TANDEM_BEGIN);
}

static void a_build_that_cannot_be_is_refused(void **state) {
  struct rvt_error e;
  struct rvt_tandem_params p;
  (void)state;
#define REFUSED(change)                                                                            \
  p = build(&rv32, 4);                                                                             \
  p.change;                                                                                        \
  assert_int_equal(rvt_tandem_init(&model, &p, &e), RVT_ERR_ARG);                                  \
  assert_memory_equal(e.text, "tandem: expected ", 17)
  REFUSED(format.mlen = 64);
  REFUSED(nret = 0);
  REFUSED(nret = 5);
  REFUSED(csrs = 5);
  REFUSED(elements = RVT_TANDEM_SENDS_ALL + 1);
  REFUSED(elements = RVT_TANDEM_SENDS_FPR);
  REFUSED(queue_depth = 0);
  REFUSED(queue_depth = 65);
  REFUSED(stall_latency = 2);
  REFUSED(lanes = 3);
#undef REFUSED
  p = build(&rv32, 4);
  p.fifo_depth = 1;
  assert_int_equal(rvt_tandem_init(&model, &p, &e), RVT_ERR_ARG);
  ROW("TV:E-01");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_leave_as_their_bytes),
      cmocka_unit_test(transactions_leave_as_their_bytes),
      cmocka_unit_test(groups_have_their_sizes),
      cmocka_unit_test(random_records_are_as_the_functional_encoder_says),
      cmocka_unit_test(what_finds_no_room_is_missing_whole),
      cmocka_unit_test(a_loss_ends_under_a_hart_that_never_rests),
      cmocka_unit_test(a_hart_that_obeys_loses_nothing),
      cmocka_unit_test(inactive_drops_what_is_held),
      cmocka_unit_test(a_build_that_cannot_be_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

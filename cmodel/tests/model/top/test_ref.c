/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "rvt/prng.h"
#include "rvt/ref.h"
#include "rvt/regs.h"
#include "tests/support/test.h"

/* The model behind bits is the model behind structs; its messages and snapshots. */

enum { CLOCKS = 20000, BYTES = 1 << 16 };

struct bench {
  struct rvt_ref *ref;
  uint32_t in[RVT_TOP_INPUT_WORDS], out[RVT_TOP_OUTPUT_WORDS];
  uint64_t seed;
  uint64_t messages, first;
  size_t size;
  uint8_t bytes[BYTES];
};

static void defaults(uint32_t *params) {
  for (unsigned i = 0; i < RVT_REF_PARAMS; i++) params[i] = rvt_ref_param(i)->preset;
}

static const struct rvt_ref_port *port(const struct bench *b, const char *name) {
  size_t count;
  const struct rvt_ref_port *ports = rvt_ref_ports(b->ref, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(ports[i].name, name) == 0) return &ports[i];
  fail_msg("no port %s", name);
  return NULL;
}

static void drive(struct bench *b, const char *name, unsigned slot, uint64_t value) {
  const struct rvt_ref_port *p = port(b, name);
  const unsigned slots =
      strcmp(name, "iretire_i") == 0 || strcmp(name, "iaddr_i") == 0 || strcmp(name, "itype_i") == 0
          ? 2
          : 1;
  const unsigned width = p->width / slots;
  for (unsigned i = 0; i < width; i++) {
    const unsigned at = p->at + slot * width + i;
    b->in[at / 32] &= ~(1u << at % 32);
    b->in[at / 32] |= (uint32_t)(i < 64 ? value >> i & 1 : 0) << at % 32;
  }
}

static uint64_t seen(const struct bench *b, const char *name) {
  const struct rvt_ref_port *p = port(b, name);
  uint64_t value = 0;
  assert_true(p->is_output);
  for (unsigned i = 0; i < p->width; i++)
    value |= (uint64_t)(b->out[(p->at + i) / 32] >> (p->at + i) % 32 & 1) << i;
  return value;
}

static void on_message(void *user, const struct rvt_ntrace_tapped *m) {
  struct bench *b = user;
  uint8_t again[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  if (b->messages++ == 0) b->first = m->number;
  assert_int_equal(m->format.src_bits, 4);
  assert_int_equal(m->msg.src, 5);
  assert_int_equal(m->number, b->first + b->messages - 1);
  assert_int_equal(rvt_ntrace_msg_write(&m->format, &m->msg, again, &size), RVT_OK);
  assert_int_equal(size, m->size);
  assert_memory_equal(again, m->bytes, size);
  assert_true(b->size + size <= BYTES);
  memcpy(b->bytes + b->size, m->bytes, size);
  b->size += size;
}

static void write_register(struct bench *b, uint16_t address, uint32_t value) {
  for (unsigned phase = 0; phase < 2; phase++) {
    drive(b, "psel_i", 0, 1);
    drive(b, "penable_i", 0, phase);
    drive(b, "pwrite_i", 0, 1);
    drive(b, "paddr_i", 0, address);
    drive(b, "pwdata_i", 0, value);
    drive(b, "pstrb_i", 0, 15);
    rvt_ref_outputs(b->ref, b->in, b->out);
    drive(b, "active_ack_i", 0, seen(b, "active_req_o"));
    rvt_ref_tick(b->ref, b->in);
  }
  drive(b, "psel_i", 0, 0);
}

/* Encoder on: HTM, with a SRC of 4 bits; the RAM sink takes all of it. */
static void start(struct bench *b) {
  const uint16_t te = RVT_TE_BASE, ram = RVT_RAM_BASE;
  write_register(b, ram, RVT_TR_RAM_ACTIVE_MASK);
  write_register(b, ram, RVT_TR_RAM_ACTIVE_MASK | RVT_TR_RAM_ENABLE_MASK);
  write_register(b, te, RVT_TR_TE_ACTIVE_MASK);
  write_register(b, te + RVT_TR_TE_INST_FEATURES_OFFSET,
                 4u << RVT_TR_TE_SRC_BITS_LSB | 5u << RVT_TR_TE_SRC_ID_LSB);
  write_register(b, te,
                 RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK | RVT_TR_TE_INST_TRACING_MASK |
                     RVT_MODE_HTM << RVT_TR_TE_INST_MODE_LSB);
}

static void random_clock(struct bench *b) {
  for (unsigned slot = 0; slot < 2; slot++) {
    const bool any = rvt_prng_below(&b->seed, 3) == 0;
    drive(b, "iretire_i", slot, any ? 1 + rvt_prng_below(&b->seed, 31) : 0);
    drive(b, "itype_i", slot, any ? rvt_prng_below(&b->seed, 16) : 0);
    drive(b, "iaddr_i", slot, (uint64_t)rvt_prng_below(&b->seed, 1 << 20) << 12);
  }
  rvt_ref_outputs(b->ref, b->in, b->out);
  drive(b, "active_ack_i", 0, seen(b, "active_req_o"));
}

static void open_bench(struct bench *b) {
  uint32_t params[RVT_REF_PARAMS];
  defaults(params);
  params[RVT_REF_Xlen] = 64;
  params[RVT_REF_Blocks] = 2;
  params[RVT_REF_Pib] = 0;
  params[RVT_REF_SramWidth] = 64;
  *b = (struct bench){.seed = 7};
  assert_int_equal(rvt_ref_new(params, &b->ref, NULL), RVT_OK);
  rvt_ref_on_message(b->ref, on_message, b);
}

static struct bench one, other;

/** Bits of the ports in the model's structs, against a model that has the structs. */
static void bits_and_structs_are_the_same_model(void **state) {
  (void)state;
  open_bench(&one);
  struct rvt_top top = *rvt_ref_state(one.ref);
  start(&one);
  top = *rvt_ref_state(one.ref);
  uint64_t written = 0;
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    struct rvt_top_in in = {0};
    struct rvt_top_out out;
    random_clock(&one);
    in.active_ack = (uint8_t)seen(&one, "active_req_o");
    in.apb.penable = true;
    in.apb.pwrite = true;
    in.apb.paddr = 0;
    in.apb.pwdata = 0x67;
    in.apb.pstrb = 15;
    for (unsigned slot = 0; slot < 2; slot++) {
      struct rvt_block *block = &in.ingress.block[slot];
      const struct rvt_ref_port *p = port(&one, "iretire_i");
      for (unsigned i = 0; i < 6; i++)
        block->iretire =
            (uint8_t)(block->iretire |
                      (one.in[(p->at + 6 * slot + i) / 32] >> (p->at + 6 * slot + i) % 32 & 1)
                          << i);
      p = port(&one, "itype_i");
      for (unsigned i = 0; i < 4; i++)
        block->itype =
            (uint8_t)(block->itype |
                      (one.in[(p->at + 4 * slot + i) / 32] >> (p->at + 4 * slot + i) % 32 & 1)
                          << i);
      p = port(&one, "iaddr_i");
      for (unsigned i = 0; i < 64; i++)
        block->iaddr |=
            (uint64_t)(one.in[(p->at + 64 * slot + i) / 32] >> (p->at + 64 * slot + i) % 32 & 1)
            << i;
    }
    rvt_top_outputs(&top, &in, &out);
    assert_int_equal(seen(&one, "prdata_o"), out.prdata);
    assert_int_equal(seen(&one, "pready_o"), out.pready);
    assert_int_equal(seen(&one, "busy_o"), out.busy);
    assert_int_equal(seen(&one, "stall_o"), out.te.stall);
    assert_int_equal(seen(&one, "ram_cs_o"), out.sinks.ram.ram_cs);
    assert_int_equal(seen(&one, "ram_we_o"), out.sinks.ram.ram_we);
    assert_int_equal(seen(&one, "ram_addr_o"), out.sinks.ram.ram_addr);
    assert_int_equal(seen(&one, "ram_wdata_o"), out.sinks.ram.ram_wdata);
    assert_int_equal(seen(&one, "ram_be_o"), out.sinks.ram.ram_be);
    assert_int_equal(seen(&one, "trc_data_o"), 0);
    written += out.sinks.ram.ram_we;
    rvt_ref_tick(one.ref, one.in);
    rvt_top_tick(&top, &in, &out);
  }
  assert_true(written > 500);
  assert_true(one.messages > 500);
  rvt_ref_free(one.ref);
}

/** A run, and the rest of it from a snapshot taken within a message, in another instance. */
static void a_snapshot_goes_on_as_the_model_does(void **state) {
  (void)state;
  open_bench(&one);
  start(&one);
  uint8_t *bytes = malloc(rvt_ref_snapshot_size());
  assert_non_null(bytes);
  bool within = false;
  for (unsigned clock = 0; clock < CLOCKS && !within; clock++) {
    random_clock(&one);
    const size_t before = one.size;
    rvt_ref_tick(one.ref, one.in);
    within = clock > 1000 && one.size == before && rvt_ref_state(one.ref)->sinks.fork.in_msg_q;
  }
  assert_true(within);
  rvt_ref_save(one.ref, bytes);
  open_bench(&other);
  struct rvt_error e = {""};
  assert_int_equal(rvt_ref_restore(other.ref, bytes, rvt_ref_snapshot_size(), &e), RVT_OK);
  memcpy(other.in, one.in, sizeof one.in);
  other.seed = one.seed;
  one.size = one.messages = 0;
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    random_clock(&one);
    random_clock(&other);
    assert_memory_equal(one.out, other.out, sizeof one.out);
    rvt_ref_tick(one.ref, one.in);
    rvt_ref_tick(other.ref, other.in);
  }
  assert_true(one.messages > 500);
  assert_int_equal(one.messages, other.messages);
  assert_int_equal(one.first, other.first);
  assert_int_equal(one.size, other.size);
  assert_memory_equal(one.bytes, other.bytes, one.size);

  const size_t size = rvt_ref_snapshot_size();
#define REFUSED(status, says)                                                                      \
  e.text[0] = '\0';                                                                                \
  assert_int_equal(rvt_ref_restore(other.ref, bytes, length, &e), status);                         \
  if (strstr(e.text, says) == NULL) fail_msg("expected '%s', found '%s'", says, e.text)
  size_t length = size - 1;
  REFUSED(RVT_ERR_FORMAT, "bytes as they were saved, found");
  length = 7;
  REFUSED(RVT_ERR_FORMAT, "expected a snapshot of rvt_top, found none");
  length = size;
  bytes[size / 2] ^= 1;
  REFUSED(RVT_ERR_FORMAT, "that were altered");
  bytes[size / 2] ^= 1;
  bytes[9] ^= 1;
  REFUSED(RVT_ERR_FORMAT, "expected a snapshot of this build of the library, found another's");
  bytes[9] ^= 1;
  rvt_ref_free(other.ref);
  uint32_t params[RVT_REF_PARAMS];
  defaults(params);
  params[RVT_REF_Pins] = 4;
  assert_int_equal(rvt_ref_new(params, &other.ref, NULL), RVT_OK);
  REFUSED(RVT_ERR_MISMATCH, "expected a snapshot with Xlen=32, found 64");
  rvt_ref_free(other.ref);
  rvt_ref_free(one.ref);
  free(bytes);
}

static void parameters_of_no_build_are_refused_before_they_are_cut(void **state) {
  (void)state;
  static const struct {
    enum rvt_ref_param param;
    uint32_t value;
    const char *says;
  } bad[] = {
      {RVT_REF_HistWidth, 32 + 256, "expected HistWidth 3..32, found 288"},
      {RVT_REF_Xlen, 48, "expected xlen 32 or 64, found 48"},
      {RVT_REF_Btm, 2, "expected Btm 0..1, found 2"},
      {RVT_REF_ContextWidth, 33, "expected ContextWidth 1..32, found 33: 1..Xlen"},
      {RVT_REF_SafeDiv, 256, "expected safe_div of div_width 8 bits, found 256"},
      {RVT_REF_Pins, 5, "expected pins 4, 8 or 16, found 5"},
      {RVT_REF_Lanes, 16, "expected lanes a power of two up to 8, found 16"},
      {RVT_REF_TsWidth, 64, "expected ts_width 0..63"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    uint32_t params[RVT_REF_PARAMS];
    struct rvt_ref *ref = NULL;
    struct rvt_error e = {""};
    defaults(params);
    params[bad[i].param] = bad[i].value;
    assert_int_equal(rvt_ref_new(params, &ref, &e), RVT_ERR_ARG);
    assert_null(ref);
    if (strstr(e.text, bad[i].says) == NULL)
      fail_msg("expected '%s', found '%s'", bad[i].says, e.text);
  }
}

static void count_message(void *user, const struct rvt_ntrace_tapped *m) {
  struct bench *b = user;
  assert_int_equal(m->number, b->messages++);
}

static void a_tap_refuses_bytes_that_are_no_message(void **state) {
  (void)state;
  struct bench *b = &one;
  *b = (struct bench){0};
  struct rvt_ntrace_tap tap = {.sink = count_message, .user = b};
  struct rvt_config cfg = {.active = true};
  struct rvt_beat m = {.valid = true, .bytes = 4, .data = {0x84, 0x10, 0x07, 0x07}};
  struct rvt_error e = {""};
  /* a ProgTraceCorrelation of three bytes, and one that ends where a message begins */
  assert_int_equal(rvt_ntrace_tap_clock(&tap, &cfg, &m, false, &e), RVT_OK);
  assert_int_equal(b->messages, 0);
  assert_int_equal(rvt_ntrace_tap_clock(&tap, &cfg, &m, true, &e), RVT_ERR_FRAMING);
  assert_non_null(strstr(e.text, "message 1: "));
  assert_non_null(strstr(e.text, "in the bytes 07 (NT:"));
  assert_int_equal(b->messages, 1);
  /* what has begun is given up with the encoder */
  m = (struct rvt_beat){.valid = true, .bytes = 2, .data = {0x84, 0x10}};
  assert_int_equal(rvt_ntrace_tap_clock(&tap, &cfg, &m, true, &e), RVT_OK);
  assert_int_equal(tap.size, 2);
  cfg.active = false;
  assert_int_equal(rvt_ntrace_tap_clock(&tap, &cfg, &m, true, &e), RVT_OK);
  assert_int_equal(tap.size, 0);
}

/* Places relative to both ends and to neighbours, so that another field moves none of them. */
static void configurations_are_bits(void **state) {
  (void)state;
#define BITS(...) rvt_config_pack(&(struct rvt_config){__VA_ARGS__})
  assert_int_equal(BITS(.active = true), UINT64_C(1) << (RVT_CONFIG_BITS - 1));
  assert_int_equal(BITS(.enable = true), UINT64_C(1) << (RVT_CONFIG_BITS - 2));
  assert_int_equal(BITS(.mode = 6), 6 * BITS(.mode = 1));
  assert_int_equal(BITS(.mode = 1), BITS(.stall_ena = true) << 1);
  assert_int_equal(BITS(.sync_mode = 3), 3 * (BITS(.sync_max = 1) << 4));
  assert_int_equal(BITS(.sync_max = 15), 15 * (BITS(.ir_mode = 1) << 2));
  assert_int_equal(BITS(.ir_mode = 2), BITS(.ir_en = true) << 2);
  assert_int_equal(BITS(.src_bits = 12), 12 * (BITS(.src_id = 1) << 12));
  assert_int_equal(BITS(.src_id = 0xABC), 0xABC * (BITS(.all_jumps = true) << 1));
  assert_int_equal(BITS(.src_id = 0xFABC), BITS(.src_id = 0xABC)); /* no more than its width */
  assert_int_equal(BITS(.branch_prediction = true), BITS(.jump_target_cache = true) << 1);
#undef BITS
  uint64_t seed = 3;
  for (unsigned i = 0; i < 1000; i++) {
    const uint64_t bits = rvt_prng_next(&seed);
    const struct rvt_config c = rvt_config_unpack(bits);
    assert_int_equal(rvt_config_pack(&c), bits & ((UINT64_C(1) << RVT_CONFIG_BITS) - 1));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bits_and_structs_are_the_same_model),
      cmocka_unit_test(a_snapshot_goes_on_as_the_model_does),
      cmocka_unit_test(parameters_of_no_build_are_refused_before_they_are_cut),
      cmocka_unit_test(a_tap_refuses_bytes_that_are_no_message),
      cmocka_unit_test(configurations_are_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

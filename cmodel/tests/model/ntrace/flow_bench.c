/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "flow_bench.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void flow_init(struct flow_bench *b, uint8_t mode) {
  memset(b, 0, sizeof *b);
  rvt_params_init(&b->params, NULL);
  b->params.xlen = 64;
  b->params.iretire_width = 8;
  b->params.stack_depth = 8;
  b->params.ts_width = 40;
  b->params.queue_depth = 16;
  b->params.fifo_depth = 128;
  b->config = (struct rvt_config){.active = true, .enable = true, .tracing = true, .mode = mode};
  b->ingress.priv = RVT_PRIV_M;
}

static void clocked(struct flow_bench *b) {
  struct rvt_encoder_in in = {.cfg = b->config, .ingress = b->ingress, .m_ready = true};
  struct rvt_encoder_out out;
  rvt_encoder_outputs(&b->encoder, &b->config, &out);
  assert_true(b->clocked_size + out.m.bytes <= sizeof b->clocked);
  memcpy(b->clocked + b->clocked_size, out.m.data, out.m.bytes);
  b->clocked_size += out.m.bytes;
  rvt_encoder_tick(&b->encoder, &in);
}

static void one_clock(struct flow_bench *b, enum rvt_loss loss) {
  if (!b->started) {
    assert_int_equal(rvt_encode_init(&b->encode, &b->params, NULL), RVT_OK);
    assert_int_equal(rvt_encoder_init(&b->encoder, &b->params, NULL), RVT_OK);
    b->started = true;
  }
  struct rvt_encode_bytes out = {b->bytes, sizeof b->bytes, b->size};
  assert_int_equal(rvt_encode_push(&b->encode, &b->config, &b->ingress, loss, &out), RVT_OK);
  b->size = out.used;
  b->lossy = b->lossy || loss != RVT_LOSS_NONE;
  if (!b->lossy) clocked(b);
}

/** No slot, no trigger: what is left of a slot is garbage (NT:ING-03). */
static void nothing(struct rvt_ingress *in) {
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) in->block[i] = (struct rvt_block){.iaddr = 0xDEAD};
  in->trigger = in->ext_trigger = 0;
}

void flow_clock(struct flow_bench *b) {
  one_clock(b, RVT_LOSS_NONE);
  nothing(&b->ingress);
}

void flow_group(struct flow_bench *b, uint64_t iaddr, uint8_t units, uint8_t itype) {
  b->ingress.block[0] =
      (struct rvt_block){.itype = itype, .iretire = units, .iaddr = iaddr, .ilastsize = 0};
  one_clock(b, RVT_LOSS_NONE);
}

void flow_idle(struct flow_bench *b) {
  b->ingress.block[0] = (struct rvt_block){.iaddr = 0xDEAD};
  one_clock(b, RVT_LOSS_NONE);
}

void flow_halt(struct flow_bench *b) {
  b->ingress.halted = true;
  flow_idle(b);
  b->ingress.halted = false;
}

void flow_off(struct flow_bench *b) {
  b->config.tracing = false;
  flow_idle(b);
  b->config.tracing = true;
}

void flow_loss(struct flow_bench *b, enum rvt_loss loss) {
  b->ingress.block[0] = (struct rvt_block){.iretire = 1, .iaddr = 0x7000};
  one_clock(b, loss);
}

static void check(const char *who, const char *what, const char *hex, const uint8_t *bytes,
                  size_t size) {
  size_t n = 0;
  bool same = true;
  const char *at = hex;
  for (char *end;; at = end) {
    const unsigned long value = strtoul(at, &end, 16);
    if (end == at) break;
    same = same && n < size && bytes[n] == value;
    n++;
  }
  if (same && n == size) return;
  print_error("%s, %s: expected %s, found", what, who, hex);
  for (size_t i = 0; i < size; i++) print_error(" %02X", bytes[i]);
  print_error("\n");
  fail();
}

void flow_expect(struct flow_bench *b, const char *what, const char *hex) {
  check("functional encoder", what, hex, b->bytes, b->size);
  b->size = 0;
  if (b->lossy) return;
  /* What comes out late must not meet a slot: those clocks are the clocked encoder's alone. */
  const struct rvt_ingress now = b->ingress;
  nothing(&b->ingress);
  for (unsigned limit = 0; limit < 200; limit++) clocked(b);
  b->ingress = now;
  check("encoder", what, hex, b->clocked, b->clocked_size);
  b->clocked_size = 0;
}

void flow_walk(struct flow_bench *b, const char *what, const char *hex,
               const struct flow_block *block) {
  for (; block->iaddr != 0; block++) flow_group(b, block->iaddr, block->units, block->itype);
  flow_halt(b);
  flow_expect(b, what, hex);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "regs_bench.h"

#include "rvt/regs.h"
#include "tests/support/test.h"

struct rvt_params regs_bench_full(void) {
  return (struct rvt_params){.btm = true,
                             .htm = true,
                             .stack_depth = 8,
                             .return_modes = true,
                             .seq_jump = true,
                             .context = 2,
                             .extend_addr = true,
                             .sync_clocks = true,
                             .events = true,
                             .src_bits_max = 12};
}

struct rvt_params regs_bench_least(void) {
  return (struct rvt_params){.htm = true};
}

void regs_bench_init(struct regs_bench *b, struct rvt_params p) {
  *b = (struct regs_bench){.in = {.empty = true, .dn_on = true}};
  assert_int_equal(rvt_regs_encoder_init(&b->regs, &p, false, NULL), RVT_OK);
}

static void tick(struct regs_bench *b, struct rvt_apb apb) {
  rvt_regs_encoder_outputs(&b->regs, &b->out);
  assert_true(b->out.pready);
  assert_false(b->out.pslverr); /* TCI:BUS-01 */
  if (!b->hold_ack) b->in.active_ack = b->out.active_req;
  b->in.apb = apb;
  b->in.settled = b->in.empty || b->settled;
  rvt_regs_encoder_tick(&b->regs, &b->in);
}

const struct rvt_regs_encoder_out *regs_bench_clock(struct regs_bench *b) {
  tick(b, (struct rvt_apb){0});
  assert_int_equal(b->out.prdata, 0);
  return &b->out;
}

void regs_bench_write_bytes(struct regs_bench *b, uint16_t offset, uint32_t data, uint8_t strb) {
  struct rvt_apb apb = {
      .psel = true, .pwrite = true, .paddr = offset, .pwdata = data, .pstrb = strb};
  tick(b, apb);
  apb.penable = true;
  tick(b, apb);
}

void regs_bench_write(struct regs_bench *b, uint16_t offset, uint32_t data) {
  regs_bench_write_bytes(b, offset, data, 0xF);
}

uint32_t regs_bench_read(struct regs_bench *b, uint16_t offset) {
  /* The write strobes do not count in a read. */
  struct rvt_apb apb = {.psel = true, .paddr = offset, .pwdata = 0xFFFFFFFF, .pstrb = 0xF};
  tick(b, apb);
  assert_int_equal(b->out.prdata, 0);
  apb.penable = true;
  tick(b, apb);
  return b->out.prdata;
}

void regs_bench_activate(struct regs_bench *b) {
  regs_bench_write(b, RVT_TR_TE_CONTROL_OFFSET, RVT_TR_TE_ACTIVE_MASK);
  for (unsigned i = 0; i < 4; i++)
    if ((regs_bench_read(b, RVT_TR_TE_CONTROL_OFFSET) & RVT_TR_TE_ACTIVE_MASK) != 0) return;
  fail_msg("trTeActive does not become 1");
}

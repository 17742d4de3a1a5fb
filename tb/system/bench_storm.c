/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "agents/ingress.h"
#include "cover/sinks_cross.h"
#include "harness/bench.h"
#include "judges/odd_access.h"
#include "rvt/regs.h"
#include "top_unit.h"

/*
 * Accesses by chance to every register of the subsystem while a hart by chance is traced: RTL and
 * model in every clock, and what holds on the bus, on each link, in the memory and on the pins.
 * Options: bus=N as tb_apb_init(), ack=N as top_unit.h, phase, calm, events as ingress.h.
 */

enum cover {
  COVER_READS,
  COVER_WRITES,
  COVER_MESSAGES,
  COVER_RAM_WORDS,
  COVER_PIN_BYTES,
  COVER_BOTH_SINKS, /* clocks in which a beat passes to both */
  COVER_STOPPED,    /* clocks in which the RAM sink has stopped */
  COVER_STALL,
  COVER_OVERFLOW,
  COVER_CLOSING, /* clocks in which an encoder ends its message */
  COVER_LEFT,    /* beats that are nobody's any more */
  COVER_CROSS,
  COVER_ODD = COVER_CROSS + TB_SINKS_CROSSES,
  COVERS = COVER_ODD + TB_ODD_COVERS
};
static const char *const covers[COVERS] = {
    "reads",           "writes", "messages", "ram_words", "pin_bytes", "both_sinks",
    "stopped",         "stall",  "overflow", "closing",   "left",      TB_SINKS_CROSS_NAMES,
    TB_ODD_COVER_NAMES};

struct storm_bench {
  struct tb_top_unit u;
  struct tb_ingress ingress;
  struct tb_odd odd;
  struct tb *tb;
};

#define T struct storm_bench
static const struct tb_bind binds[] = {TB_TOP_BINDS(T)};
#undef T

#define ON (RVT_TR_TE_ACTIVE_MASK | RVT_TR_TE_ENABLE_MASK)
static const struct tb_apb_word words[] = {
    {.offset = TB_TOP_TE,
     .weight = 24,
     .likely = ON | RVT_TR_TE_INST_TRACING_MASK | RVT_WITH_FIELD(0u, RVT_TR_TE_INST_MODE, 2u),
     .rare = 10},
    {.offset = TB_TOP_TE + RVT_TR_TE_INST_FEATURES_OFFSET, .weight = 12},
    {.offset = TB_TOP_TE, .weight = 3, .likely = RVT_TR_TE_ACTIVE_MASK, .repeat = 16, .stride = 4},
    {.offset = TB_TOP_RAM, .weight = 16, .likely = ON, .rare = 10},
    {.offset = TB_TOP_RAM + RVT_TR_RAM_LIMIT_LOW_OFFSET, .weight = 4, .unlikely = ~0xFCu},
    {.offset = TB_TOP_RAM + RVT_TR_RAM_WP_LOW_OFFSET, .weight = 4, .unlikely = ~0x1FCu},
    {.offset = TB_TOP_RAM + RVT_TR_RAM_RP_LOW_OFFSET, .weight = 4, .unlikely = ~0xFCu},
    {.offset = TB_TOP_RAM + RVT_TR_RAM_DATA_OFFSET, .weight = 10},
    {.offset = TB_TOP_RAM, .weight = 3, .likely = RVT_TR_TE_ACTIVE_MASK, .repeat = 20, .stride = 4},
    {.offset = TB_TOP_PIB,
     .weight = 16,
     .likely = ON | RVT_WITH_FIELD(0u, RVT_TR_PIB_MODE, 8u),
     .unlikely =
         RVT_WITH_FIELD(0u, RVT_TR_PIB_MODE, 4u) | RVT_WITH_FIELD(0u, RVT_TR_PIB_DIVIDER, 0xFFFCu),
     .rare = 10},
    {.offset = TB_TOP_PIB, .weight = 3, .likely = RVT_TR_TE_ACTIVE_MASK, .repeat = 4, .stride = 4},
    /* of the timestamp unit, in a build that has it */
    {.offset = TB_TOP_TE + RVT_TR_TS_CONTROL_OFFSET,
     .weight = 12,
     .likely = RVT_TR_TS_ACTIVE_MASK | RVT_TR_TS_COUNT_MASK | RVT_TR_TS_ENABLE_MASK},
    {.offset = TB_TOP_TE + RVT_TR_TS_COUNTER_LOW_OFFSET, .weight = 4, .repeat = 2, .stride = 4},
};
enum { TIME_WORDS = 2 };

static void accessed(void *context, const struct tb_apb_access *a, uint32_t read) {
  struct storm_bench *b = context;
  const struct rvt_regs_active *life[TB_ODD_NOWHERE] = {&b->u.model.te.regs.active,
                                                        &b->u.model.sinks.ram.regs.active,
                                                        &b->u.model.sinks.pib.regs.active};
  const bool built[TB_ODD_NOWHERE] = {true, b->u.p.sinks.has_ram, b->u.p.sinks.has_pib};
  const unsigned unit = a->paddr >> 12;
  (void)read;
  if (unit >= TB_ODD_NOWHERE || !built[unit])
    tb_odd_count(&b->odd, TB_ODD_NOWHERE, a, b->tb->cover + COVER_ODD);
  else if (rvt_regs_active_on(life[unit]))
    tb_odd_count(&b->odd, (enum tb_odd_unit)unit, a, b->tb->cover + COVER_ODD);
}

static bool init(void *self, struct tb *tb) {
  struct storm_bench *b = self;
  const size_t count = sizeof words / sizeof *words;
  if (!tb_top_unit_init(&b->u, tb, words,
                        tb_param_or("TsWidth", 0) != 0 ? count : count - TIME_WORDS))
    return false;
  tb_ingress_init(&b->ingress, tb, &b->u.p.te.encoder);
  tb_odd_init(&b->odd);
  b->tb = tb;
  b->u.bus.done = accessed;
  b->u.bus.context = b;
  return tb->error[0] == 0;
}

static void reset(void *self, struct tb *tb) {
  struct storm_bench *b = self;
  tb_top_unit_reset(&b->u, tb);
}

static void drive(void *self, struct tb *tb) {
  struct storm_bench *b = self;
  tb_apb_next(&b->u.bus, &tb->rng);
  tb_ingress_next(&b->ingress, &tb->rng, b->u.out.te.stall && (tb->clock & 1) != 0);
  b->u.in.ingress = b->ingress.in;
  b->u.ports = b->ingress.ports;
  tb_top_unit_drive(&b->u, tb);
}

static void outputs(void *self) {
  struct storm_bench *b = self;
  tb_top_unit_outputs(&b->u);
}

static void count(const struct storm_bench *b, uint64_t *cover) {
  const struct rvt_top_out *out = &b->u.out;
  const struct rvt_fork_in *f = &out->sinks.fork_in;
  const bool passes = f->s.valid && out->sinks.fork.s_ready;
  cover[COVER_MESSAGES] += passes && f->s.eom;
  cover[COVER_RAM_WORDS] += out->sinks.ram.ram_we;
  cover[COVER_PIN_BYTES] = b->u.to_pins.count;
  cover[COVER_BOTH_SINKS] += passes && (f->m_dn_on & 3) == 3;
  cover[COVER_STOPPED] += out->sinks.ram.s_dn_stopped;
  cover[COVER_STALL] += out->te.stall;
  cover[COVER_OVERFLOW] += out->te.overflow;
  cover[COVER_CLOSING] += b->u.model.te.regs.active.life_q == RVT_LIFE_CLOSING;
  cover[COVER_LEFT] += passes && b->u.model.sinks.fork.in_msg_q && f->m_dn_on == 0;
  cover[COVER_READS] = b->u.bus.reads;
  cover[COVER_WRITES] = b->u.bus.writes;
}

static void tick(void *self, struct tb *tb) {
  struct storm_bench *b = self;
  count(b, tb->cover);
  const struct tb_sinks_cross_before before = tb_sinks_before(&b->u.model);
  tb_top_unit_tick(&b->u, tb);
  tb_sinks_cross(&before, &b->u.out, &b->u.model, tb->cover + COVER_CROSS);
  b->u.to_ram.count = 0; /* nobody looks at it again */
}

static void close_unit(void *self) {
  struct storm_bench *b = self;
  tb_top_unit_close(&b->u);
}

const struct tb_bench tb_bench_storm = {
    .name = "storm",
    .bytes = sizeof(struct storm_bench),
    .binds = binds,
    .bind_count = sizeof binds / sizeof *binds,
    .covers = covers,
    .cover_count = COVERS,
    .init = init,
    .reset = reset,
    .drive = drive,
    .outputs = outputs,
    .tick = tick,
    .close = close_unit,
};

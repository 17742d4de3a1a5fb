/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "agents/reg_steps.h"
#include "harness/bench.h"
#include "harness/config.h"
#include "harness/ports.h"
#include "harness/struct_fields.h"
#include "rvt/tandem/regs.h"
#include "rvt/unit/pib_sink.h"
#include "rvt/unit/ram_sink.h"
#include "rvt/unit/regs_encoder.h"

/*
 * The registers of each component against sim/lists/registers.tsv: the script of
 * scripts/regs/reg_steps.py on RTL and model in lock-step, with what every read must give. Options:
 * steps=FILE.
 */

enum cover { COVER_READS, COVER_WRITES, COVER_BLOCKS, COVER_CFG, COVERS };
static const char *const covers[COVERS] = {"reads", "writes", "blocks", "cfg"};

static void count(const struct tb_steps *s, uint64_t *cover) {
  cover[COVER_READS] = s->reads;
  cover[COVER_WRITES] = s->writes;
  cover[COVER_BLOCKS] = s->blocks;
  cover[COVER_CFG] = s->checks;
}

#define BENCH(type)                                                                                \
  .bytes = sizeof(struct type##_bench), .binds = type##_binds,                                     \
  .bind_count = sizeof type##_binds / sizeof *type##_binds, .covers = covers,                      \
  .cover_count = COVERS, .init = type##_init, .reset = type##_reset, .drive = type##_drive,        \
  .outputs = type##_outputs, .tick = type##_tick, .finish = type##_finish, .close = type##_close

/* ---- Encoder -----------------------------------------------------------------------------------
 */

struct te_bench {
  struct rvt_params p;
  bool plain_sync;
  struct rvt_regs_encoder model;
  struct rvt_regs_encoder_in in;
  struct rvt_regs_encoder_out out;
  uint64_t cfg_bits, time;
  uint8_t byte; /* each byte of the time outside */
  struct tb_apb bus;
  struct tb_steps steps;
  bool hold;    /* the power switch stays as it is */
  bool settled; /* also while it is not empty */
};

#define T struct te_bench
static const struct tb_bind te_binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "empty_i", in.empty),
    TB_IN(T, "settled_i", in.settled),
    TB_IN(T, "overflow_i", in.overflow),
    TB_IN(T, "stall_i", in.stall),
    TB_IN(T, "trig_on_i", in.trig_on),
    TB_IN(T, "trig_off_i", in.trig_off),
    TB_IN(T, "halted_i", in.halted),
    TB_IN(T, "time_i", in.time),
    TB_IN(T, "m_valid_i", in.m_valid),
    TB_IN(T, "m_ready_i", in.m_ready),
    TB_IN(T, "m_eom_i", in.m_eom),
    TB_IN(T, "dn_on_i", in.dn_on),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "cfg_o", cfg_bits),
    TB_OUT(T, NULL, "time_o", time),
    TB_OUT(T, NULL, "closing_o", out.closing),
};

#define PLACE(name)                                                                                \
  { #name, offsetof(T, in.name) }
static const struct tb_step_place te_inputs[] = {PLACE(empty),
                                                 PLACE(overflow),
                                                 PLACE(stall),
                                                 PLACE(trig_on),
                                                 PLACE(trig_off),
                                                 PLACE(m_valid),
                                                 PLACE(m_ready),
                                                 PLACE(m_eom),
                                                 PLACE(dn_on),
                                                 {"hold", offsetof(T, hold)},
                                                 {"settled", offsetof(T, settled)},
                                                 {"halted", offsetof(T, in.halted)},
                                                 {"time", offsetof(T, byte)},
                                                 {NULL, 0}};
#undef PLACE
#undef T

static uint64_t te_cfg(const void *self, const char *name) {
  const struct rvt_config *c = &((const struct te_bench *)self)->out.cfg;
#define VALUE(field, bits)                                                                         \
  if (strcmp(name, #field) == 0) return c->field;
  TB_CONFIG_FIELDS(VALUE)
#undef VALUE
  return UINT64_MAX;
}

static bool te_init(void *self, struct tb *tb) {
  struct te_bench *b = self;
  if (!tb_encoder_params(tb, &b->p)) return false;
  b->plain_sync = tb_param(tb, "PlainSync") != 0;
  tb_apb_init(&b->bus, tb, 12, NULL, 0);
  b->steps = (struct tb_steps){.inputs = te_inputs, .cfg = te_cfg, .self = b};
  return tb_steps_init(&b->steps, tb, &b->bus);
}

static void te_reset(void *self, struct tb *tb) {
  struct te_bench *b = self;
  if (rvt_regs_encoder_init(&b->model, &b->p, b->plain_sync, NULL) != RVT_OK)
    tb_fail(tb, "regs_encoder: init failed");
  tb_apb_reset(&b->bus);
  tb_steps_reset(&b->steps);
  b->in = (struct rvt_regs_encoder_in){.empty = true, .settled = true, .dn_on = true};
  b->hold = b->settled = false;
  b->byte = 0;
}

static void te_outputs(void *self) {
  struct te_bench *b = self;
  b->time = rvt_regs_encoder_time(&b->model, b->in.time);
  rvt_regs_encoder_outputs(&b->model, &b->out);
  b->cfg_bits = tb_config_bits(&b->out.cfg);
}

static void te_drive(void *self, struct tb *tb) {
  struct te_bench *b = self;
  te_outputs(b); /* of this clock: a function of state alone */
  if (!tb->in_reset) tb_steps_next(&b->steps, &b->bus);
  tb_apb_next(&b->bus, &tb->rng);
  if (!b->hold) b->in.active_ack = b->out.active_req;
  b->in.settled = b->in.empty || b->settled;
  b->in.time = b->byte * (tb_ones(64) / 0xff) & tb_ones(b->p.ts_width);
  b->in.apb = b->bus.pins;
}

static void te_tick(void *self, struct tb *tb) {
  struct te_bench *b = self;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  rvt_regs_encoder_tick(&b->model, &b->in);
  count(&b->steps, tb->cover);
}

static bool te_finish(void *self, struct tb *tb) {
  return tb_steps_finish(&((struct te_bench *)self)->steps, tb);
}

static void te_close(void *self) { tb_steps_close(&((struct te_bench *)self)->steps); }

const struct tb_bench tb_bench_registers_te = {.name = "registers_te", BENCH(te)};

/* ---- Streams into the sinks --------------------------------------------------------------------
 */

static void offer(const struct tb_steps *s, struct rvt_beat *beat, unsigned lanes) {
  if (beat->valid || s->sent == s->count) return;
  const unsigned left = s->count - s->sent;
  const unsigned bytes = left < lanes ? left : lanes;
  *beat =
      (struct rvt_beat){.valid = true, .bytes = (uint8_t)bytes, .eom = s->ends && bytes == left};
  memcpy(beat->data, s->bytes + s->sent, bytes);
}

static void taken(struct tb_steps *s, struct rvt_beat *beat, bool ready) {
  if (!beat->valid || !ready) return;
  s->sent += beat->bytes;
  *beat = (struct rvt_beat){.valid = false};
}

/* ---- RAM sink ----------------------------------------------------------------------------------
 */

/* Words of the memory that have been written, by the low bits of their address; the script writes
 * few. */
enum { KEPT = 4096 };
struct kept {
  bool written;
  uint32_t address, word;
};

struct ram_bench {
  struct rvt_ram_sink_params p;
  struct rvt_ram_sink model;
  struct rvt_ram_sink_in in;
  struct rvt_ram_sink_out out;
  struct tb_apb bus;
  struct tb_steps steps;
  bool hold, was_read;
  uint64_t read_data;
  struct kept memory[KEPT];
};

#define T struct ram_bench
static const struct tb_bind ram_binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "s_valid_i", in.s.valid),
    TB_IN(T, "s_data_i", in.s.data),
    TB_IN(T, "s_bytes_i", in.s.bytes),
    TB_IN(T, "s_eom_i", in.s.eom),
    TB_IN(T, "s_length_i", in.s.length),
    TB_IN(T, "s_cut_i", in.s_cut),
    TB_IN(T, "ram_rdata_i", in.ram_rdata),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "s_ready_o", out.s_ready),
    TB_OUT(T, NULL, "s_dn_on_o", out.s_dn_on),
    TB_OUT(T, NULL, "s_dn_stopped_o", out.s_dn_stopped),
    TB_OUT(T, NULL, "s_dn_lost_o", out.s_dn_lost),
    TB_OUT(T, NULL, "ram_cs_o", out.ram_cs),
    TB_OUT(T, NULL, "ram_we_o", out.ram_we),
    TB_OUT(T, NULL, "ram_addr_o", out.ram_addr),
    TB_OUT(T, NULL, "ram_wdata_o", out.ram_wdata),
    TB_OUT(T, NULL, "ram_be_o", out.ram_be),
};
static const struct tb_step_place ram_inputs[] = {{"hold", offsetof(T, hold)}, {NULL, 0}};
#undef T

/* As fill() of scripts/regs/reference.py. */
static uint32_t word_at(const struct ram_bench *b, uint32_t address) {
  const struct kept *k = &b->memory[address % KEPT];
  return k->written && k->address == address ? k->word : address * 0x9E3779B1u + 0x7F4A7C15u;
}

static void memory_clock(struct ram_bench *b) {
  const struct rvt_ram_sink_out *o = &b->out;
  const unsigned words = b->p.sram_width / 32u;
  b->was_read = o->ram_cs && !o->ram_we;
  b->read_data = 0;
  for (unsigned i = 0; o->ram_cs && i < words; i++) {
    const uint32_t address = o->ram_addr * words + i;
    if (!o->ram_we)
      b->read_data |= (uint64_t)word_at(b, address) << 32 * i;
    else if ((o->ram_be >> 4 * i & 1) != 0)
      b->memory[address % KEPT] = (struct kept){true, address, (uint32_t)(o->ram_wdata >> 32 * i)};
  }
}

static bool ram_init(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  b->p.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.sram_words_log2 = (uint8_t)tb_param(tb, "SramWordsLog2");
  b->p.sram_width = (uint8_t)tb_param(tb, "SramWidth");
  b->p.framing = (uint8_t)tb_param_or("Framing", RVT_FRAMING_NTRACE);
  tb_apb_init(&b->bus, tb, 12, NULL, 0);
  b->steps = (struct tb_steps){.inputs = ram_inputs, .self = b};
  return tb_steps_init(&b->steps, tb, &b->bus);
}

static void ram_reset(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  if (rvt_ram_sink_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "ram_sink: init failed");
  tb_apb_reset(&b->bus);
  tb_steps_reset(&b->steps);
  b->in = (struct rvt_ram_sink_in){.active_ack = false};
  b->hold = b->was_read = false;
}

static void ram_outputs(void *self) {
  struct ram_bench *b = self;
  rvt_ram_sink_outputs(&b->model, &b->in, &b->out);
}

static void ram_drive(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  if (!tb->in_reset) tb_steps_next(&b->steps, &b->bus);
  tb_apb_next(&b->bus, &tb->rng);
  b->in.apb = b->bus.pins;
  if (!b->hold) b->in.active_ack = rvt_regs_active_req(&b->model.regs.active);
  offer(&b->steps, &b->in.s, b->p.lanes);
  b->in.ram_rdata = b->was_read ? b->read_data : tb_rng_next(&tb->rng);
  if (b->p.sram_width == 32) b->in.ram_rdata &= UINT32_MAX;
}

static void ram_tick(void *self, struct tb *tb) {
  struct ram_bench *b = self;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  memory_clock(b);
  const bool ready = b->out.s_ready;
  rvt_ram_sink_tick(&b->model, &b->in);
  taken(&b->steps, &b->in.s, ready);
  count(&b->steps, tb->cover);
}

static bool ram_finish(void *self, struct tb *tb) {
  return tb_steps_finish(&((struct ram_bench *)self)->steps, tb);
}

static void ram_close(void *self) { tb_steps_close(&((struct ram_bench *)self)->steps); }

const struct tb_bench tb_bench_registers_ram = {.name = "registers_ram", BENCH(ram)};

/* ---- PIB sink ----------------------------------------------------------------------------------
 */

struct pib_bench {
  struct rvt_pib_sink_params p;
  struct rvt_pib_sink model;
  struct rvt_pib_sink_in in;
  struct rvt_pib_sink_out out;
  struct tb_apb bus;
  struct tb_steps steps;
  bool hold;
};

#define T struct pib_bench
static const struct tb_bind pib_binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "s_valid_i", in.s.valid),
    TB_IN(T, "s_data_i", in.s.data),
    TB_IN(T, "s_bytes_i", in.s.bytes),
    TB_IN(T, "s_eom_i", in.s.eom),
    TB_IN(T, "s_length_i", in.s.length),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "s_ready_o", out.s_ready),
    TB_OUT(T, NULL, "s_dn_on_o", out.s_dn_on),
    TB_OUT(T, NULL, "s_dn_stopped_o", out.s_dn_stopped),
    TB_OUT(T, NULL, "s_dn_lost_o", out.s_dn_lost),
    TB_OUT(T, NULL, "trc_clk_o", out.trc_clk),
    TB_OUT(T, NULL, "trc_data_o", out.trc_data),
};
static const struct tb_step_place pib_inputs[] = {{"hold", offsetof(T, hold)}, {NULL, 0}};
#undef T

static bool pib_init(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  b->p.pib.lanes = (uint8_t)tb_param(tb, "Lanes");
  b->p.pib.pins = (uint8_t)tb_param(tb, "Pins");
  b->p.pib.div_width = (uint8_t)tb_param(tb, "DivWidth");
  b->p.pib.buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes");
  b->p.pib.clk_center = tb_param(tb, "ClkCenter") != 0;
  b->p.pib.calibrate = tb_param(tb, "Calibrate") != 0;
  b->p.pib.framing = (uint8_t)tb_param_or("Framing", RVT_FRAMING_NTRACE);
  b->p.safe_div = (uint16_t)tb_param(tb, "SafeDiv");
  tb_apb_init(&b->bus, tb, 12, NULL, 0);
  b->steps = (struct tb_steps){.inputs = pib_inputs, .self = b};
  return tb_steps_init(&b->steps, tb, &b->bus);
}

static void pib_reset(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  if (rvt_pib_sink_init(&b->model, &b->p, NULL) != RVT_OK) tb_fail(tb, "pib_sink: init failed");
  tb_apb_reset(&b->bus);
  tb_steps_reset(&b->steps);
  b->in = (struct rvt_pib_sink_in){.active_ack = false};
  b->hold = false;
}

static void pib_outputs(void *self) {
  struct pib_bench *b = self;
  rvt_pib_sink_outputs(&b->model, &b->out);
}

static void pib_drive(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  pib_outputs(b);
  if (!tb->in_reset) tb_steps_next(&b->steps, &b->bus);
  tb_apb_next(&b->bus, &tb->rng);
  if (!b->hold) b->in.active_ack = b->out.active_req;
  offer(&b->steps, &b->in.s, 1);
  b->in.apb = b->bus.pins;
}

static void pib_tick(void *self, struct tb *tb) {
  struct pib_bench *b = self;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  const bool ready = b->out.s_ready;
  rvt_pib_sink_tick(&b->model, &b->in);
  taken(&b->steps, &b->in.s, ready);
  count(&b->steps, tb->cover);
}

static bool pib_finish(void *self, struct tb *tb) {
  return tb_steps_finish(&((struct pib_bench *)self)->steps, tb);
}

static void pib_close(void *self) { tb_steps_close(&((struct pib_bench *)self)->steps); }

const struct tb_bench tb_bench_registers_pib = {.name = "registers_pib", BENCH(pib)};

/* ---- Encoder of tandem verification trace ------------------------------------------------------
 */

struct tandem_bench {
  struct rvt_regs_tandem_params p;
  struct rvt_regs_tandem model;
  struct rvt_regs_tandem_in in;
  struct rvt_regs_tandem_out out;
  struct tb_apb bus;
  struct tb_steps steps;
  bool hold;
};

#define T struct tandem_bench
static const struct tb_bind tandem_binds[] = {
    TB_APB_BINDS(T, bus),
    TB_IN(T, "active_ack_i", in.active_ack),
    TB_IN(T, "empty_i", in.empty),
    TB_IN(T, "lost_i", in.lost),
    TB_IN(T, "sink_lost_i", in.sink_lost),
    TB_IN(T, "m_valid_i", in.m_valid),
    TB_IN(T, "m_ready_i", in.m_ready),
    TB_IN(T, "m_eom_i", in.m_eom),
    TB_IN(T, "dn_on_i", in.dn_on),
    TB_OUT(T, NULL, "prdata_o", out.prdata),
    TB_OUT(T, NULL, "pready_o", out.pready),
    TB_OUT(T, NULL, "pslverr_o", out.pslverr),
    TB_OUT(T, NULL, "active_req_o", out.active_req),
    TB_OUT(T, NULL, "active_o", out.active),
    TB_OUT(T, NULL, "closing_o", out.closing),
    TB_OUT(T, NULL, "enable_o", out.enable),
    TB_OUT(T, NULL, "stall_ena_o", out.stall_ena),
};
#define PLACE(name)                                                                                \
  { #name, offsetof(T, in.name) }
static const struct tb_step_place tandem_inputs[] = {
    PLACE(empty),   PLACE(lost),  PLACE(sink_lost), PLACE(m_valid),
    PLACE(m_ready), PLACE(m_eom), PLACE(dn_on),     {"hold", offsetof(T, hold)},
    {NULL, 0}};
#undef PLACE
#undef T

static bool tandem_init(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  b->p = (struct rvt_regs_tandem_params){.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                         .flen = (uint8_t)tb_param(tb, "Flen"),
                                         .mlen = (uint8_t)tb_param(tb, "Mlen"),
                                         .nret = (uint8_t)tb_param(tb, "Nret"),
                                         .csrs = (uint8_t)tb_param(tb, "Csrs"),
                                         .elements = (uint16_t)tb_param(tb, "Elements"),
                                         .increment_pc = tb_param(tb, "IncrementPc") != 0,
                                         .or_fcsr = tb_param(tb, "OrFcsr") != 0,
                                         .add_registers = tb_param(tb, "AddRegisters") != 0,
                                         .shadow = tb_param(tb, "Shadow") != 0};
  tb_apb_init(&b->bus, tb, 12, NULL, 0);
  b->steps = (struct tb_steps){.inputs = tandem_inputs, .self = b};
  return tb_steps_init(&b->steps, tb, &b->bus);
}

static void tandem_reset(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  (void)tb;
  rvt_regs_tandem_init(&b->model, &b->p);
  tb_apb_reset(&b->bus);
  tb_steps_reset(&b->steps);
  b->in = (struct rvt_regs_tandem_in){.empty = true, .dn_on = true};
  b->hold = false;
}

static void tandem_outputs(void *self) {
  struct tandem_bench *b = self;
  rvt_regs_tandem_outputs(&b->model, &b->out);
}

static void tandem_drive(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  tandem_outputs(b);
  if (!tb->in_reset) tb_steps_next(&b->steps, &b->bus);
  tb_apb_next(&b->bus, &tb->rng);
  if (!b->hold) b->in.active_ack = b->out.active_req;
  b->in.apb = b->bus.pins;
}

static void tandem_tick(void *self, struct tb *tb) {
  struct tandem_bench *b = self;
  tb_apb_clock(&b->bus, tb, b->out.pready, b->out.prdata, b->out.pslverr);
  rvt_regs_tandem_tick(&b->model, &b->in);
  count(&b->steps, tb->cover);
}

static bool tandem_finish(void *self, struct tb *tb) {
  return tb_steps_finish(&((struct tandem_bench *)self)->steps, tb);
}

static void tandem_close(void *self) { tb_steps_close(&((struct tandem_bench *)self)->steps); }

const struct tb_bench tb_bench_registers_tandem = {.name = "registers_tandem", BENCH(tandem)};

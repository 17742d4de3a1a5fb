/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "top_unit.h"

#include <stdlib.h>
#include <string.h>

#include "harness/config.h"

/* ---- Pins ---------------------------------------------------------------------------------- */

void tb_top_pins_reset(struct tb_top_pins *p, const struct tb *tb) {
  tb_pin_check_reset(&p->check, tb);
  p->mode = RVT_PIB_OFF;
}

/* With another form of the pins the probe begins anew; nothing may be under way then. */
static void follow_setup(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model) {
  const struct rvt_pib_in *in = &p->in;
  const bool on = in->active && rvt_pib_has_mode(model->pib.p.pins, in->mode);
  if (!in->active) {
    if (p->out.trc_clk || p->out.trc_data != 0)
      tb_fail(tb, "pins: not 0 while inactive (TCI:CTRL-20)");
    tb_pin_check_stop(&p->check);
    p->mode = RVT_PIB_OFF;
    return;
  }
  const bool same = in->mode == p->mode && in->center == p->center;
  if (in->divider != p->divider) p->settle = 2; /* cycles of the old rate may still end */
  p->divider = in->divider;
  if (model->regs.active.life_q == RVT_LIFE_CLOSING || (on && same)) return;
  if (tb_pin_check_within(&p->check))
    tb_fail(tb, "pins: they change their form within a message (TCI:PIB-27)");
  p->mode = on ? in->mode : RVT_PIB_OFF;
  p->center = in->center;
  tb_pin_check_stop(&p->check);
  if (on) tb_pin_check_start(&p->check, in->mode, in->center, &p->out);
  p->setups += on;
}

void tb_top_pins_clock(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model,
                       const struct rvt_beat *s, bool ready) {
  rvt_pib_sink_inside(model, &p->in, &p->out);
  p->in.s = *s;
  follow_setup(p, tb, model);
  if (p->settle != 0) p->check.monitor.edges = 0;
  tb_pin_check_clock(&p->check, &p->in, &p->out, tb);
  if (p->check.event != PIN_NO_EDGE && p->settle != 0) p->settle--;
  if (!s->valid || !ready) return;
  /* A probe reads what begins when it is in phase. */
  if (!p->check.monitor.in_phase && p->check.watching) {
    tb_pin_check_stop(&p->check);
    p->unseen++;
  }
  tb_pin_check_expect(&p->check, s, tb);
}

/* ---- The unit ------------------------------------------------------------------------------ */

enum { LINK_TE, LINK_RAM, LINK_PIB };
enum { JUDGE_RAM, JUDGE_PIB };

static void read_params(struct rvt_top_params *p, struct tb *tb) {
  p->te.plain_sync = tb_param(tb, "PlainSync") != 0;
  p->sinks.has_ram = tb_param(tb, "Ram") != 0;
  p->sinks.has_pib = tb_param(tb, "Pib") != 0;
  p->sinks.ram =
      (struct rvt_ram_sink_params){.lanes = p->te.encoder.lanes,
                                   .sram_words_log2 = (uint8_t)tb_param(tb, "SramWordsLog2"),
                                   .sram_width = (uint8_t)tb_param(tb, "SramWidth")};
  p->sinks.pib.pib = (struct rvt_pib_params){.lanes = p->te.encoder.lanes,
                                             .pins = (uint8_t)tb_param(tb, "Pins"),
                                             .div_width = (uint8_t)tb_param(tb, "DivWidth"),
                                             .buffer_bytes = (uint16_t)tb_param(tb, "BufferBytes"),
                                             .clk_center = tb_param(tb, "ClkCenter") != 0,
                                             .calibrate = tb_param(tb, "Calibrate") != 0};
  p->sinks.pib.safe_div = (uint16_t)tb_param(tb, "SafeDiv");
}

bool tb_top_unit_init(struct tb_top_unit *u, struct tb *tb, const struct tb_apb_word *words,
                      size_t word_count) {
  if (!tb_encoder_params(tb, &u->p.te.encoder)) return false;
  read_params(&u->p, tb);
  u->links = tb_option_in(tb, "links", 1, 0, 1) != 0;
  u->ack_most = (uint32_t)tb_option_in(tb, "ack", 0, 0, 1000);
  tb_apb_init(&u->bus, tb, 16, words, word_count);
  u->ram.p = u->p.sinks.ram;
  static const char *const names[] = {"encoder", "fork to RAM", "fork to PIB"};
  for (unsigned i = 0; i < 3; i++)
    u->link[i] =
        (struct tb_stream_check){.unit = names[i], .lanes = u->p.te.encoder.lanes, .framing = true};
  struct rvt_error e = {""};
  if (tb->error[0] == 0 && rvt_top_init(&u->model, &u->p, &e) != RVT_OK)
    tb_fail(tb, "top: %s", e.text);
  return tb->error[0] == 0;
}

void tb_top_unit_reset(struct tb_top_unit *u, struct tb *tb) {
  if (rvt_top_init(&u->model, &u->p, NULL) != RVT_OK) tb_fail(tb, "top: init failed");
  tb_apb_reset(&u->bus);
  ram_check_reset(&u->ram);
  ram_packets_reset(&u->packets);
  tb_top_pins_reset(&u->pins, tb);
  for (unsigned i = 0; i < 3; i++) tb_stream_check_clear(&u->link[i]);
  u->sent = (struct tb_sent_log){.count = 0};
  tb_sink_judge_init(&u->judge[JUDGE_RAM], "RAM sink");
  tb_sink_judge_init(&u->judge[JUDGE_PIB], "PIB sink");
  u->in.active_ack = 0;
  u->ram_read = u->told = false;
}

static void drive_switches(struct tb_top_unit *u, struct tb_rng *rng, uint8_t req) {
  if (u->ack_most == 0) {
    u->in.active_ack = req;
    return;
  }
  for (unsigned i = 0; i < RVT_TOP_COMPONENTS; i++) {
    const uint8_t bit = (uint8_t)(1u << i);
    if (((u->in.active_ack ^ req) & bit) == 0)
      u->ack_left[i] = tb_rng_below(rng, u->ack_most + 1);
    else if (u->ack_left[i] != 0)
      u->ack_left[i]--;
    if (u->ack_left[i] == 0) u->in.active_ack = (uint8_t)((u->in.active_ack & ~bit) | (req & bit));
  }
}

void tb_top_unit_drive(struct tb_top_unit *u, struct tb *tb) {
  u->in.apb = u->bus.pins;
  u->in.ram_rdata = tb_rng_next(&tb->rng);
  if (u->ram_read) u->in.ram_rdata = u->ram_data;
  if (u->p.sinks.ram.sram_width == 32) u->in.ram_rdata &= UINT32_MAX;
  rvt_top_outputs(&u->model, &u->in, &u->out);
  drive_switches(u, &tb->rng, u->out.active_req); /* no output follows the answers */
  u->told = true;
}

bool tb_capture_byte(struct tb_capture *c, struct tb *tb, uint8_t byte) {
  if (c->count == c->room) {
    c->room = c->room == 0 ? 1 << 16 : 2 * c->room;
    uint8_t *bytes = realloc(c->bytes, c->room);
    if (bytes == NULL) {
      tb_fail(tb, "out of memory");
      c->room = c->count;
      return false;
    }
    c->bytes = bytes;
  }
  c->bytes[c->count++] = byte;
  if (!rvt_framing_read(tb->framing, &c->reader, byte)) return false;
  c->messages += !c->reader.open;
  c->sum = (c->sum << 7 | c->sum >> 57) + byte;
  return true;
}

static void capture_word(struct tb_top_unit *u, struct tb *tb) {
  const unsigned shift = (u->out.sinks.ram.ram_be & 1) != 0 ? 0 : 32;
  for (unsigned i = 0; i < 4; i++) {
    const uint8_t byte = (uint8_t)(u->out.sinks.ram.ram_wdata >> (shift + 8 * i));
    if (!tb->framing->headed) tb_sink_judge_byte(&u->judge[JUDGE_RAM], &u->sent, tb, byte);
    tb_capture_byte(&u->to_ram, tb, byte);
  }
}

static void check_ram(struct tb_top_unit *u, struct tb *tb) {
  struct rvt_sinks_in sinks;
  struct rvt_ram_sink_in in;
  rvt_top_sinks_in(&u->in, &u->out.te, &sinks);
  rvt_sinks_ram_in(&sinks, &u->out.sinks, &in);
  if (!tb->framing->headed) {
    ram_check_clock(&u->ram, &u->model.sinks.ram, &in, &u->out.sinks.ram, tb);
  } else {
    ram_packets_clock(&u->packets, &u->model.sinks.ram, &in, &u->out.sinks.ram, tb);
    if (u->out.sinks.ram.ram_we) ram_check_store(&u->ram, &u->out.sinks.ram);
  }
  u->ram_lost += u->out.sinks.ram.s_dn_lost;
  u->ram_read = u->out.sinks.ram.ram_cs && !u->out.sinks.ram.ram_we;
  if (u->ram_read) u->ram_data = ram_check_read(&u->ram, &u->out.sinks.ram);
  if (u->out.sinks.ram.ram_we) capture_word(u, tb);
}

static void pin_byte(struct tb_top_unit *u, struct tb *tb, uint8_t byte) {
  if (!tb->framing->headed) tb_sink_judge_byte(&u->judge[JUDGE_PIB], &u->sent, tb, byte);
  tb_capture_byte(&u->to_pins, tb, byte);
}

static void check_pins(struct tb_top_unit *u, struct tb *tb) {
  struct rvt_sinks_in sinks;
  struct rvt_pib_sink_in in;
  const uint64_t unseen = u->pins.unseen;
  rvt_top_sinks_in(&u->in, &u->out.te, &sinks);
  rvt_sinks_pib_in(&u->model.sinks, &sinks, &u->out.sinks, &in);
  tb_top_pins_clock(&u->pins, tb, &u->model.sinks.pib, &in.s, u->out.sinks.pib.s_ready);
  const enum pin_event event = u->pins.check.event;
  if (u->pins.unseen != unseen) tb_sink_judge_blind(&u->judge[JUDGE_PIB]);
  if (!u->pins.check.watching || (event != PIN_BYTE && event != PIN_MESSAGE_END)) return;
  pin_byte(u, tb, u->pins.check.byte);
  if (u->pins.check.monitor.has_second) pin_byte(u, tb, u->pins.check.monitor.second);
}

/* A link says nothing while its producer is in reset, and forgets what was open (TCI:CTRL-20). */
static void check_links(struct tb_top_unit *u, struct tb *tb) {
  const struct rvt_fork_in *f = &u->out.sinks.fork_in;
  const bool cut = !u->out.te.cfg.active;
  if (cut) {
    for (unsigned i = 0; i < 3; i++) tb_stream_check_clear(&u->link[i]);
    if (u->out.te.m.valid) tb_fail(tb, "encoder: a beat from an inactive encoder (TCI:CTRL-20)");
    return;
  }
  tb_stream_check_clock(&u->link[LINK_TE], &u->out.te.m, u->out.sinks.fork.s_ready, tb);
  for (unsigned b = 0; b < u->model.sinks.fork.branches; b++) {
    struct tb_stream_check *c = &u->link[u->p.sinks.has_ram && b == 0 ? LINK_RAM : LINK_PIB];
    /* Who is off has forgotten what had begun; who has stopped is waited for, but by a producer
     * that closes. */
    const unsigned waits = f->m_dn_on | (f->closing ? 0u : f->m_dn_stopped);
    if ((waits >> b & 1) == 0) tb_stream_check_clear(c);
    tb_stream_check_clock(c, &u->out.sinks.fork.m[b], (f->m_ready >> b & 1) != 0, tb);
  }
}

/* Off is who says so, and who has stopped while the encoder ends. */
static void check_messages(struct tb_top_unit *u, struct tb *tb) {
  if (tb->framing->headed) return; /* holes are told of otherwise, and nothing is cut */
  tb_sent_clock(&u->sent, &u->out.te.m, u->out.sinks.fork.s_ready, u->out.te.cfg.active);
  tb_sent_lost(&u->sent, tb, u->out.sinks.fork.s_dn_lost && u->out.te.cfg.enable, u->out.te.empty);
  if (!u->out.sinks.ram.s_dn_on && (!u->out.sinks.ram.s_dn_stopped || u->out.te.closing))
    tb_sink_judge_off(&u->judge[JUDGE_RAM], &u->sent,
                      !rvt_regs_active_works(&u->model.sinks.ram.regs.active));
  if (!u->out.sinks.pib.s_dn_on)
    tb_sink_judge_off(&u->judge[JUDGE_PIB], &u->sent,
                      !rvt_regs_active_works(&u->model.sinks.pib.regs.active));
}

void tb_top_unit_tick(struct tb_top_unit *u, struct tb *tb) {
  check_messages(u, tb);
  tb_apb_clock(&u->bus, tb, u->out.pready, u->out.prdata, u->out.pslverr);
  if (u->p.sinks.has_ram) check_ram(u, tb);
  if (u->p.sinks.has_pib) check_pins(u, tb);
  if (u->links) check_links(u, tb);
  rvt_top_tick(&u->model, &u->in, &u->out);
}

void tb_top_unit_close(struct tb_top_unit *u) {
  free(u->to_ram.bytes);
  free(u->to_pins.bytes);
}

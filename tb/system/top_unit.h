/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_UNIT_H
#define RVT_TB_TOP_UNIT_H

#include "agents/apb_bus.h"
#include "harness/ports.h"
#include "judges/pin_check.h"
#include "judges/ram_check.h"
#include "judges/ram_packets.h"
#include "judges/sink_judge.h"
#include "judges/stream_check.h"
#include "rvt/regs.h"
#include "rvt/top.h"
#include "rvt/unit/pib_sink.h"

/* The probe at the pins of a PIB sink: set up anew whenever the registers change what they show. */

struct tb_top_pins {
  struct rvt_pib_in in; /* of the PIB inside, in this clock */
  struct rvt_pib_out out;
  struct tb_pin_check check;
  uint8_t mode; /* what the probe is set up for; RVT_PIB_OFF: nothing */
  bool center;
  uint16_t divider;
  uint8_t settle;          /* edges whose distance is not looked at */
  uint64_t setups, unseen; /* bytes that were sent before a probe could be in phase */
};

void tb_top_pins_reset(struct tb_top_pins *p, const struct tb *tb);
/**
 * One clock, before the model's edge.
 * @param s      what the sink is offered
 * @param ready  it takes it
 */
void tb_top_pins_clock(struct tb_top_pins *p, struct tb *tb, const struct rvt_pib_sink *model,
                       const struct rvt_beat *s, bool ready);

/*
 * The whole subsystem with its model, the memory after it, a probe at its pins and what must hold
 * in every clock, for every bench that has it. The bus is driven by the bench.
 *
 * Options ack=N: a power switch takes up to N clocks (0: none, the request is the answer); links=0:
 * the links between components are left to the RTL's own checkers.
 */

/** Addresses of the components: the worked map of the registers' source. */
enum { TB_TOP_TE = RVT_TE_BASE, TB_TOP_RAM = RVT_RAM_BASE, TB_TOP_PIB = RVT_PIB_BASE };

/** Bytes of a capture: what was written to the memory, or what a probe has read. */
struct tb_capture {
  uint8_t *bytes;
  size_t count, room;
  struct rvt_framing_reader reader;
  struct rvt_framing_reader before; /* after the bytes that the bench has looked at */
  uint64_t messages;
  uint64_t sum; /* of the messages' bytes, idle bytes between them left out */
};

struct tb_top_unit {
  struct rvt_top_params p;
  struct rvt_top model;
  struct rvt_top_in in;
  struct rvt_top_out out;
  struct tb_apb bus;
  struct tb_ports ports; /* the slots of `in`; filled by the bench */
  bool told;             /* `out` is of this clock: nothing that it follows has changed since */
  bool links;            /* they are watched here, too */
  uint32_t ack_most, ack_left[RVT_TOP_COMPONENTS];
  struct ram_check ram;
  struct ram_packets packets; /* of a framing with lengths: it judges the memory */
  uint64_t ram_data;          /* after a read of the memory */
  bool ram_read;
  uint64_t ram_lost; /* times that the RAM sink has discarded something */
  struct tb_top_pins pins;
  struct tb_stream_check link[3]; /* encoder to fork, fork to RAM sink, fork to PIB sink */
  struct tb_capture to_ram, to_pins;
  struct tb_sent_log sent;
  struct tb_sink_judge judge[2]; /* of the RAM sink, of the PIB sink */
};

/** @return false after tb_fail() */
bool tb_top_unit_init(struct tb_top_unit *u, struct tb *tb, const struct tb_apb_word *words,
                      size_t word_count);
void tb_top_unit_reset(struct tb_top_unit *u, struct tb *tb);
/** After the choice of the bus's pins: switches and memory of this clock. */
void tb_top_unit_drive(struct tb_top_unit *u, struct tb *tb);
static inline void tb_top_unit_outputs(struct tb_top_unit *u) {
  if (!u->told) rvt_top_outputs(&u->model, &u->in, &u->out);
  u->told = false;
}
/** One edge: checks, captures, ticks. */
void tb_top_unit_tick(struct tb_top_unit *u, struct tb *tb);
void tb_top_unit_close(struct tb_top_unit *u);

/** Take a byte into a capture. @return false: it is an idle byte between messages */
bool tb_capture_byte(struct tb_capture *c, struct tb *tb, uint8_t byte);

/** Bindings; `T` contains `u`, and the ingress port is in `u.in.ingress` and `u.ports`. */
#define TB_TOP_BINDS(T)                                                                            \
  TB_APB_BINDS(T, u.bus), TB_IN(T, "active_ack_i", u.in.active_ack),                               \
      TB_INGRESS_BINDS(T, u.ports, u.in.ingress), TB_IN(T, "ram_rdata_i", u.in.ram_rdata),         \
      TB_OUT(T, "bus", "prdata_o", u.out.prdata), TB_OUT(T, "bus", "pready_o", u.out.pready),      \
      TB_OUT(T, "bus", "pslverr_o", u.out.pslverr), TB_OUT(T, "bus", "busy_o", u.out.busy),        \
      TB_OUT(T, "bus", "active_req_o", u.out.active_req),                                          \
      TB_OUT(T, "encoder", "stall_o", u.out.te.stall),                                             \
      TB_OUT(T, "ram", "ram_cs_o", u.out.sinks.ram.ram_cs),                                        \
      TB_OUT(T, "ram", "ram_we_o", u.out.sinks.ram.ram_we),                                        \
      TB_OUT(T, "ram", "ram_addr_o", u.out.sinks.ram.ram_addr),                                    \
      TB_OUT(T, "ram", "ram_wdata_o", u.out.sinks.ram.ram_wdata),                                  \
      TB_OUT(T, "ram", "ram_be_o", u.out.sinks.ram.ram_be),                                        \
      TB_OUT(T, "pib", "trc_clk_o", u.out.sinks.pib.trc_clk),                                      \
      TB_OUT(T, "pib", "trc_data_o", u.out.sinks.pib.trc_data)

#endif

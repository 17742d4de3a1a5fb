/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "device_model.h"

size_t rvt_device_model_memory(const struct rvt_top_params *p) {
  return p->sinks.has_ram ? (size_t)1 << p->sinks.ram.sram_words_log2 : 1;
}

enum rvt_status rvt_device_model_init(struct rvt_device_model *m, const struct rvt_top_params *p,
                                      uint64_t *memory, struct rvt_player *hart,
                                      struct rvt_error *e) {
  *m = (struct rvt_device_model){.memory = memory, .hart = hart};
  return rvt_top_init(&m->top, p, e);
}

/** What the hart does in this clock. @return false: its program cannot be shown on the port */
static bool play(struct rvt_device_model *m, bool run, bool stall) {
  for (unsigned i = 0; i < RVT_BLOCKS_MAX; i++) m->ingress.block[i] = (struct rvt_block){0};
  m->ingress.trigger = m->ingress.ext_trigger = 0;
  if (m->hart == NULL) m->ended = true;
  if (!run || m->ended) return true;
  struct rvt_player_clock told;
  const enum rvt_status status = rvt_player_tick(m->hart, stall, &m->ingress, &told, &m->error);
  m->ended = status != RVT_OK;
  if (status != RVT_OK && status != RVT_END) return false;
  m->insns = told.insns;
  for (unsigned i = 0; i < told.slots; i++) m->insns += told.slot[i].insns;
  return true;
}

/** The edge of the memory, whose output register holds what is read until the next read. */
static void memory_tick(struct rvt_device_model *m, const struct rvt_ram_sink_out *ram) {
  if (!ram->ram_cs) return;
  uint64_t *word = &m->memory[ram->ram_addr];
  if (!ram->ram_we) {
    m->rdata_q = *word;
    return;
  }
  for (unsigned i = 0; i < 8; i++) {
    const uint64_t byte = UINT64_C(0xFF) << (8 * i);
    if ((ram->ram_be >> i & 1) != 0) *word = (*word & ~byte) | (ram->ram_wdata & byte);
  }
}

void rvt_device_model_clock(struct rvt_device_model *m, const struct rvt_device_drive *drive,
                            struct rvt_device_reply *reply) {
  struct rvt_top_in in = {.apb = drive->apb, .ram_rdata = m->rdata_q};
  rvt_top_outputs(&m->top, &in, &m->out);
  const bool played = play(m, drive->run, m->out.te.stall);
  in.ingress = m->ingress;
  in.active_ack = m->no_ack ? 0 : m->out.active_req; /* no power switch */
  *reply = (struct rvt_device_reply){.prdata = m->out.prdata,
                                     .pready = m->out.pready,
                                     .pslverr = m->out.pslverr,
                                     .stall = m->out.te.stall,
                                     .ended = m->ended,
                                     .insns = m->insns,
                                     .failure = played ? NULL : m->error.text};
  rvt_top_tick(&m->top, &in, &m->out);
  memory_tick(m, &m->out.sinks.ram);
}

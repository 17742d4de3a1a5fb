/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/device_model.h"

#include "rvt/regs.h"

size_t rvt_device_model_memory(const struct rvt_device_model_params *p) {
  return p->ram ? (size_t)1 << p->sram_words_log2 : 1;
}

enum rvt_status rvt_device_model_init(struct rvt_device_model *m,
                                      const struct rvt_device_model_params *p, uint64_t *memory,
                                      struct rvt_player *hart) {
  const struct rvt_ram_sink_params ram = {.lanes = p->te.encoder.lanes,
                                          .sram_words_log2 = p->sram_words_log2,
                                          .sram_width = p->sram_width};
  *m = (struct rvt_device_model){.p = *p, .memory = memory, .hart = hart};
  const enum rvt_status status = rvt_ntrace_te_init(&m->te, &p->te);
  if (status != RVT_OK || !p->ram) return status;
  return rvt_ram_sink_init(&m->ram, &ram);
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
  for (unsigned i = 0; i < told.groups; i++) m->insns += told.group[i].insns;
  return true;
}

/** What a component sees of the bus: its own accesses only. */
static struct rvt_apb part(const struct rvt_apb *apb, uint32_t base) {
  struct rvt_apb own = *apb;
  own.psel = apb->psel && (uint32_t)(apb->paddr & ~(RVT_COMPONENT_BYTES - 1)) == base;
  own.paddr = apb->paddr & (RVT_COMPONENT_BYTES - 1);
  return own;
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
  struct rvt_ntrace_te_out te;
  struct rvt_ram_sink_out ram = {.pready = true};
  rvt_ntrace_te_outputs(&m->te, &te);
  struct rvt_ram_sink_in ram_in = {
      .apb = part(&drive->apb, RVT_RAM_BASE), .s = te.m, .ram_rdata = m->rdata_q};
  if (m->p.ram) rvt_ram_sink_outputs(&m->ram, &ram_in, &ram);
  const bool played = play(m, drive->run, te.stall);
  const struct rvt_ntrace_te_in te_in = {.apb = part(&drive->apb, RVT_TE_BASE),
                                         .active_ack = te.active_req,
                                         .ingress = m->ingress,
                                         .m_ready = ram.s_ready,
                                         .dn_on = ram.s_dn_on};
  ram_in.active_ack = ram.active_req;
  *reply = (struct rvt_device_reply){.prdata = te.prdata | ram.prdata,
                                     .pready = !ram_in.apb.psel || ram.pready,
                                     .pslverr = te.pslverr || ram.pslverr,
                                     .stall = te.stall,
                                     .ended = m->ended,
                                     .insns = m->insns,
                                     .failure = played ? NULL : m->error.text};
  if (m->p.ram) {
    rvt_ram_sink_tick(&m->ram, &ram_in);
    memory_tick(m, &ram);
  }
  rvt_ntrace_te_tick(&m->te, &te_in, &te);
}

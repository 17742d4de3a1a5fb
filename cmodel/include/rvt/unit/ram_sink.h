/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RAM_SINK_H
#define RVT_RAM_SINK_H

/*
 * Golden model of rtl/transport/rvt_ram_sink.sv: the RAM sink in SRAM mode with its
 * registers, the memory outside. docs/units/ram-sink.md. Plain data throughout.
 */

#include "rvt/framing.h"
#include "rvt/status.h"
#include "rvt/unit/beat.h"
#include "rvt/unit/regs_ram.h"
#include "rvt/unit/sync_sequence.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_RAM_LANES_MAX = 8, RVT_RAM_PACK_MAX = 3 + RVT_RAM_LANES_MAX };

struct rvt_ram_sink_params {
  uint8_t lanes;           /* bytes per beat: 1, 2, 4 or 8 */
  uint8_t sram_words_log2; /* the memory has 2^n words of 32 bits, 2..30 */
  uint8_t sram_width;      /* bits of its port, 32 or 64 */
  uint8_t framing;         /* enum rvt_framing_code; in a rvt_top the encoder's */
};

struct rvt_ram_sink {
  struct rvt_ram_sink_params p;
  const struct rvt_framing *framing;
  struct rvt_regs_ram regs;
  uint8_t pack_q[RVT_RAM_PACK_MAX];
  uint8_t level_q; /* bytes in pack_q */
  bool mid_q;      /* the last beat taken was no end of a message */
  bool wrap_q;
  bool lost_q;   /* bytes were given up in the clock before */
  uint8_t cut_q; /* bytes to come that end a cut message */
  struct rvt_sync_sequence sequence;
  bool align_q;        /* of a framing with lengths: the last byte was padding */
  bool skip_q;         /* ... the message under way is dropped */
  uint32_t wp_q, rp_q; /* word addresses */
};

struct rvt_ram_sink_in {
  struct rvt_apb apb;
  bool active_ack;    /* of the power or clock switch; active_req without one */
  struct rvt_beat s;  /* held until it is taken, or the sink no longer listens */
  bool s_cut;         /* the rest of the message begun will not come */
  uint64_t ram_rdata; /* counts in the clock after a read */
};

struct rvt_ram_sink_out {
  uint32_t prdata;
  bool pready;
  bool pslverr; /* constant 0 */
  bool active_req;
  bool s_ready;
  bool s_dn_on;      /* messages are taken, or the rest of one (TCI:LINK-08) */
  bool s_dn_stopped; /* stopped on wrap (TCI:RAM-11) */
  bool s_dn_lost;    /* lost_q */
  bool ram_cs, ram_we;
  uint32_t ram_addr; /* in words of sram_width */
  uint64_t ram_wdata;
  uint8_t ram_be;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status
rvt_ram_sink_init(struct rvt_ram_sink *s, const struct rvt_ram_sink_params *p, struct rvt_error *e);
/** Outputs of this clock. Pure; of `in` only `ram_rdata` counts, in the clock after a read, and of
 * a beat on offer its `length`. */
void rvt_ram_sink_outputs(const struct rvt_ram_sink *s, const struct rvt_ram_sink_in *in,
                          struct rvt_ram_sink_out *out);
/** One rising clock edge with reset released. */
void rvt_ram_sink_tick(struct rvt_ram_sink *s, const struct rvt_ram_sink_in *in);

/** trRamEmpty. */
static inline bool rvt_ram_sink_empty(const struct rvt_ram_sink *s) {
  return s->level_q == 0 && !s->mid_q;
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

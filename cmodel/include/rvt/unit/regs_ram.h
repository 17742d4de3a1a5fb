/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REGS_RAM_H
#define RVT_REGS_RAM_H

/*
 * Golden model of the RAM sink's register block. docs/registers.md, "Active";
 * docs/units/ram-sink.md. WP, RP and trRamWrap are the sink's; they pass through here. Plain data
 * throughout.
 */

#include "rvt/apb.h"
#include "rvt/error.h"
#include "rvt/unit/regs_active.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Fixed when the hardware is built; sim/lists/register_params.tsv, component ram. */
struct rvt_regs_ram_params {
  uint8_t sram_words_log2; /* the memory has 2^n words of 32 bits, 2..30 */
  bool async_freq;         /* trRamAsyncFreq */
};

/** Where a read of trRamData stands. */
enum rvt_ram_read { RVT_RAM_READ_NONE, RVT_RAM_READ_FETCH, RVT_RAM_READ_SHOW };

struct rvt_regs_ram {
  struct rvt_regs_ram_params p;
  struct rvt_regs_active active;
  bool enable_q, stopped_q, stop_on_wrap_q;
  uint8_t async_freq_q;
  uint32_t limit_q; /* word address, as all below */
  uint32_t prdata_q;
  enum rvt_ram_read read_q;
};

struct rvt_regs_ram_in {
  struct rvt_apb apb;
  bool active_ack; /* of the power or clock switch; active_req without one */
  bool empty;      /* trRamEmpty in this clock */
  bool stop;       /* the word that ends the capture is written in this clock */
  uint32_t wp, rp; /* before this clock's edge */
  bool wrap;       /* trRamWrap */
  uint32_t word;   /* at RP; counts in the clock after `fetch` */
};

struct rvt_regs_ram_out {
  /* functions of state, but for the word at RP in prdata */
  uint32_t prdata;
  bool pready;
  bool pslverr; /* constant 0 */
  bool active_req;
  bool works; /* the sink is not in reset */
  bool enable, stop_on_wrap, stopped;
  uint8_t async_freq;
  uint32_t limit;
  bool fetch; /* the memory is read at RP in this clock */
  bool next;  /* RP advances at this clock's edge */
  /* of this clock's write and stop */
  bool discard;            /* what the sink holds is given up at this clock's edge */
  bool wp_write, rp_write; /* ... takes `pointer` */
  bool wrap_clear;         /* trRamWrap takes 0 */
  uint32_t pointer;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status
rvt_regs_ram_init(struct rvt_regs_ram *s, const struct rvt_regs_ram_params *p, struct rvt_error *e);
/** Outputs of this clock. Pure. What the component's own outputs need does not depend on `in`, but
 * for `in->word`. */
void rvt_regs_ram_outputs(const struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in,
                          struct rvt_regs_ram_out *out);
/** One rising clock edge with reset released. */
void rvt_regs_ram_tick(struct rvt_regs_ram *s, const struct rvt_regs_ram_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

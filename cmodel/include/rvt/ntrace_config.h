/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_CONFIG_H
#define RVT_NTRACE_CONFIG_H

/* Build parameters and run-time configuration of the encoder; `config_t` of rvt_ntrace_pkg. */

#include "rvt/error.h"
#include "rvt/ingress.h"
#include "rvt/ntrace.h"

#ifdef __cplusplus
extern "C" {
#endif

/** trTeInstMode (NT:CTL-04). */
enum rvt_ntrace_mode { RVT_MODE_OFF = 0, RVT_MODE_BTM = 3, RVT_MODE_HTM = 6 };

/** trTeInstSyncMode (NT:CTL-08). */
enum rvt_ntrace_sync_mode {
  RVT_PERIOD_OFF = 0,
  RVT_PERIOD_MESSAGES = 1,
  RVT_PERIOD_CLOCKS = 2,
  RVT_PERIOD_HALFWORDS = 3
};

/** Fixed when the hardware is built. RTL parameters of the same names in UpperCamelCase. */
struct rvt_ntrace_params {
  uint8_t xlen;          /* 32 or 64 */
  bool btm, htm;         /* modes built, at least one (NT:GEN-01) */
  uint8_t blocks;        /* groups per clock, 1..RVT_BLOCKS_MAX */
  uint8_t flow_blocks;   /* blocks that flow takes per clock, 1..blocks */
  uint8_t iretire_width; /* bits of iretire, 1..8 */
  uint8_t itype_width;   /* bits of itype, 3 or 4; with 3 nothing uses a return stack (NT:ING-08) */
  bool single;           /* single-retirement form of iretire (NT:ING-05) */
  bool iaddr_on_int;   /* an interrupt alone carries the interrupted PC (NT:ING-14; 0: NT:SEQ-16) */
  uint8_t icnt_width;  /* bits of I-CNT, 8..22; full when the top bit becomes 1 (NT:ICNT-07);
                        * in block form more than iretire_width (NT:ICNT-11) */
  uint8_t hist_width;  /* bits of HIST with its stop bit, 3..32 (NT:HIST-05); unused without HTM */
  uint8_t stack_depth; /* return stack entries, 0..32 (NT:IRT-08) */
  uint8_t src_bits_max;  /* 0..12 */
  uint8_t ts_width;      /* 0: no timestamps; 1..64, behind the registers 0 */
  uint8_t queue_depth;   /* entries of blocks, 2..64; and one of a stop */
  uint8_t stall_latency; /* clocks in which groups may still come, from the one in which stall rises
                          * on; 1..queue_depth - 1 */
  uint8_t lanes;         /* bytes per clock of the packer */
  uint16_t fifo_depth; /* beats of the message FIFO: two of the longest messages or more, or 0: just
                        * those (NT:GEN-08) */
  bool plain_hist;     /* HTM sends IndirectBranch[Sync] when HIST is empty (NT:MSG-03, Q-20) */
  bool events;         /* triggers are read; else they are ignored */
  bool seq_jump;       /* sequential jumps are built (NT:SQJ-01) */
  bool return_modes;   /* implicit return modes 1 and 2 are built; otherwise they act as 3 */
  bool sync_clocks;    /* sync mode 2 is built; otherwise it acts as 0 */
};

/**
 * Run-time configuration. Everything but `active`, `enable`, `tracing`, `trig_ena`, `stall_ena`,
 * `sync_mode` and `sync_max` is stable from a trace start until the encoder has settled.
 *
 * The encoders take any value: `src_bits` is cut to `src_bits_max`, and the upper bits of any other
 * number are lost beyond those of config_t. rvt_ntrace_config_check() finds them, and what is not
 * built.
 */
struct rvt_ntrace_config {
  bool active;       /* trTeActive; 0 is a synchronous reset (NT:CTL-01) */
  bool enable;       /* trTeEnable (NT:CTL-02) */
  bool tracing;      /* trTeInstTracing (NT:CTL-03) */
  bool trig_ena;     /* trTeInstTrigEnable: trace-on and trace-off triggers count (TCI:TRIG-03) */
  uint8_t mode;      /* enum rvt_ntrace_mode */
  bool stall_ena;    /* trTeInstStallEna (NT:CTL-11) */
  uint8_t sync_mode; /* enum rvt_ntrace_sync_mode; takes effect at once (TCI:SYNC-07) */
  uint8_t sync_max;  /* period 2^(sync_max + 4), 0..15; takes effect at once */
  uint8_t ir_mode;   /* trTeInstImplicitReturnMode: 0 off, 1 a counter, 2 low address bits, 3 full
                      * addresses (NT:IRT-03 to IRT-05) */
  bool ir_en;        /* trTeInstEnImplicitReturn; active only together with ir_mode (NT:IRT-01) */
  bool seq_en;       /* trTeInstEnSequentialJump (NT:SQJ-01) */
  bool inhibit_src;  /* trTeInhibitSrc (NT:SRC-01) */
  uint8_t src_bits;  /* trTeSrcBits, 0..src_bits_max */
  uint16_t src_id;   /* trTeSrcID */
  bool ts_en;        /* trTsEnable (NT:CTL-13) */
  bool plain_sync;   /* a sync at a branch: the plain message, then ProgTraceSync I-CNT 0 */
};

/** Whether trace is on by configuration (TCI:TE-01). */
static inline bool rvt_ntrace_on(const struct rvt_ntrace_config *c) {
  return c->active && c->enable && c->tracing && c->mode != RVT_MODE_OFF;
}

/**
 * Whether an encoder can be built so: every range and every rule between two parameters.
 * @retval RVT_ERR_ARG  `e` names the parameter, its range and what was found
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_params_check(const struct rvt_ntrace_params *p,
                                                       struct rvt_error *e);
/**
 * Whether the registers of an encoder built so can hold the configuration.
 * @retval RVT_ERR_ARG  as above
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_config_check(const struct rvt_ntrace_params *p,
                                                       const struct rvt_ntrace_config *c,
                                                       struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CONFIG_H
#define RVT_CONFIG_H

/* Build parameters and run-time configuration of the encoder; `config_t` of rvt_config_pkg. */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/ingress.h"
#include "rvt/params.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Trace formats that are built, one a line: X(NAME, name, text, trTeFormat, trTeProtocolMajor). The
 * first one is what a capture has that does not say. Encoders and decoder make of the list their
 * tables of what each format has under its name.
 */
#define RVT_PROTOCOL_LIST(X) X(NTRACE, ntrace, "n-trace", 1, 1) X(ETRACE, etrace, "e-trace", 0, 0)

#define RVT_PROTOCOL_CODE(NAME, name, text, format, major) RVT_PROTOCOL_##NAME,
enum rvt_protocol { RVT_PROTOCOL_LIST(RVT_PROTOCOL_CODE) RVT_PROTOCOLS };
#undef RVT_PROTOCOL_CODE

/** What tells a format from others (TCI:TE-04). */
struct rvt_protocol_info {
  const char *name; /* in a side-car, and of `--format` */
  uint8_t format;   /* trTeFormat */
  uint8_t major;    /* trTeProtocolMajor */
};
extern const struct rvt_protocol_info rvt_protocols[RVT_PROTOCOLS]; /* by enum rvt_protocol */
/** The enum rvt_protocol of a name; RVT_PROTOCOLS: no such format is built. */
unsigned rvt_protocol_named(const char *name);
/** Their names with a comma between two, cut to `room` bytes with the zero at the end. */
void rvt_protocol_names(char *text, size_t room);

/** trTeInstMode (NT:CTL-04). */
enum rvt_mode { RVT_MODE_OFF = 0, RVT_MODE_BTM = 3, RVT_MODE_HTM = 6 };

/** trTeInstSyncMode (NT:CTL-08). */
enum rvt_sync_mode {
  RVT_PERIOD_OFF = 0,
  RVT_PERIOD_MESSAGES = 1,
  RVT_PERIOD_CLOCKS = 2,
  RVT_PERIOD_HALFWORDS = 3
};

/**
 * Run-time configuration. Everything but `active`, `enable`, `tracing`, `trig_ena`, `stall_ena`,
 * `sync_mode` and `sync_max` is stable from a trace start until the encoder has settled.
 *
 * The encoders take any value: `src_bits` is cut to `src_bits_max`, and the upper bits of any other
 * number are lost beyond those of config_t. rvt_config_check() finds them, and what is not
 * built.
 */
struct rvt_config {
  /* interface: members config */
  /* clang-format off */
  bool active;            /* trTeActive; 0 is a synchronous reset (NT:CTL-01) */
  bool enable;            /* trTeEnable (NT:CTL-02) */
  bool tracing;           /* trTeInstTracing (NT:CTL-03) */
  bool trig_ena;          /* trTeInstTrigEnable: triggers count (TCI:TRIG-03) */
  uint8_t mode;           /* trTeInstMode, mode_e (NT:CTL-04) */
  bool stall_ena;         /* trTeInstStallEna (NT:CTL-11) */
  uint8_t sync_mode;      /* trTeInstSyncMode, sync_mode_e, of the next run (TCI:SYNC-07) */
  uint8_t sync_max;       /* trTeInstSyncMax: period 2^(sync_max + 4); likewise */
  uint8_t ir_mode;        /* trTeInstImplicitReturnMode: 2 low bits, 3 all (NT:IRT-03) */
  bool ir_en;             /* trTeInstEnImplicitReturn; with ir_mode (NT:IRT-01) */
  bool seq_en;            /* trTeInstEnSequentialJump (NT:SQJ-01) */
  bool inhibit_src;       /* trTeInhibitSrc (NT:SRC-01) */
  uint8_t src_bits;       /* trTeSrcBits, 0..SrcBitsMax */
  uint16_t src_id;        /* trTeSrcID */
  bool all_jumps;         /* trTeInstEnAllJumps: direct jumps as taken ones (NT:AJM-01) */
  bool extend_addr;       /* trTeInstExtendAddrMSB: equal upper bits not sent (NT:ADR-10) */
  bool repeat_branch;     /* rvtTeEnRepeatBranch: RepeatBranch messages (NT:CTL-16) */
  bool repeat_hist;       /* trTeInstEnRepeatedHistory: outcomes that repeat (NT:RHI-01) */
  bool context_en;        /* trTeContext: Ownership messages (NT:CTL-09) */
  bool ts_en;             /* trTsEnable (NT:CTL-13) */
  uint8_t ts_suppress;    /* rvtTsSuppress: kinds of messages without TSTAMP (TCI:TS-18) */
  bool time_new;          /* a clock long: new base of time, or TSTAMP begins (TCI:TS-16) */
  bool no_addr_diff;      /* trTeInstNoAddrDiff: addresses are absolute (ETR:M-FULL) */
  bool no_trap_addr;      /* trTeInstNoTrapAddr: no address of a handler (ETR:M-IEX) */
  bool branch_prediction; /* trTeInstEnBranchPrediction (ETR:M-BP) */
  bool jump_target_cache; /* trTeInstEnJumpTargetCache (ETR:M-JTC) */
  bool plain_sync;        /* N-Trace: a branch's sync is plain, then ProgTraceSync */
  /* clang-format on */
  /* interface end */
};

/* interface: fields config */
/* clang-format off */
/** X(field, bits) of config_t, the upper bits first. */
#define RVT_CONFIG_FIELDS(X) \
  X(active, 1) \
  X(enable, 1) \
  X(tracing, 1) \
  X(trig_ena, 1) \
  X(mode, 4) \
  X(stall_ena, 1) \
  X(sync_mode, 2) \
  X(sync_max, 4) \
  X(ir_mode, 2) \
  X(ir_en, 1) \
  X(seq_en, 1) \
  X(inhibit_src, 1) \
  X(src_bits, 4) \
  X(src_id, 12) \
  X(all_jumps, 1) \
  X(extend_addr, 1) \
  X(repeat_branch, 1) \
  X(repeat_hist, 1) \
  X(context_en, 1) \
  X(ts_en, 1) \
  X(ts_suppress, 4) \
  X(time_new, 1) \
  X(no_addr_diff, 1) \
  X(no_trap_addr, 1) \
  X(branch_prediction, 1) \
  X(jump_target_cache, 1) \
  X(plain_sync, 1)
/* clang-format on */
/* interface end */

/** Bits of `config_t`, the port cfg_i of rvt_encoder. */
#define RVT_CONFIG_PLUS(field, bits) +(bits)
enum { RVT_CONFIG_BITS = 0 RVT_CONFIG_FIELDS(RVT_CONFIG_PLUS) };
#undef RVT_CONFIG_PLUS

/** The bits of cfg_i, `active` at the top. A value that does not fit loses its upper bits. */
uint64_t rvt_config_pack(const struct rvt_config *c);
/** What bits of cfg_i mean; those above RVT_CONFIG_BITS are ignored. */
struct rvt_config rvt_config_unpack(uint64_t bits);

/** Whether trace is on by configuration (TCI:TE-01). */
static inline bool rvt_config_on(const struct rvt_config *c) {
  return c->active && c->enable && c->tracing && c->mode != RVT_MODE_OFF;
}

/** Names of the builds that rvt_params_init() knows, with a blank between two. */
extern const char rvt_presets[];

/**
 * Give every parameter its default in the RTL, and with a name (`mcu`) what that build has.
 *
 * @param preset  NULL: the defaults, which cannot fail
 * @retval RVT_ERR_ARG  no build of that name; `*p` has the defaults
 */
enum rvt_status rvt_params_init(struct rvt_params *p, const char *preset);
/**
 * Whether an encoder can be built so: every range and every rule between two parameters.
 * @retval RVT_ERR_ARG  `e` names the parameter, its range and what was found
 */
RVT_MUST_CHECK enum rvt_status rvt_params_check(const struct rvt_params *p, struct rvt_error *e);
/**
 * Whether the registers of an encoder built so can hold the configuration.
 * @retval RVT_ERR_ARG  as above
 */
RVT_MUST_CHECK enum rvt_status rvt_config_check(const struct rvt_params *p,
                                                const struct rvt_config *c, struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

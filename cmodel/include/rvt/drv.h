/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DRV_H
#define RVT_DRV_H

/*
 * librvtdrv: driver for components with the registers of the Trace Control Interface 1.0. It
 * reaches them through call-backs, so it runs on the traced hart, in a debugger, or against a
 * model. Freestanding C11: no allocation, no input or output, no state but the caller's.
 *
 * On a microcontroller whose registers lie in its address space (docs/examples/capture.c is this in
 * full):
 *
 *   static bool reg_read(void *context, uint64_t address, uint32_t *value) {
 *     *value = *(volatile uint32_t *)(uintptr_t)address;
 *     return true;
 *   }
 *   static bool reg_write(void *context, uint64_t address, uint32_t value) {
 *     *(volatile uint32_t *)(uintptr_t)address = value;
 *     return true;
 *   }
 *   static const struct rvt_drv_bus bus = {.read32 = reg_read, .write32 = reg_write};
 *
 *   struct rvt_drv drv = {.bus = &bus, .timeout = 10000};
 *   struct rvt_drv_component te, ram;
 *   const struct rvt_drv_encoder_config how = {.mode = 6, .sync_mode = 3, .sync_max = 8};
 *   const struct rvt_drv_ram_config where = {.stop_on_wrap = false};
 *   const struct rvt_drv_path path = {&te, {&ram}, 1};
 *   if (rvt_drv_discover(&drv, 0x40000000, &te) == RVT_DRV_OK &&
 *       rvt_drv_discover(&drv, 0x40001000, &ram) == RVT_DRV_OK &&
 *       rvt_drv_encoder_configure(&drv, &te, &how) == RVT_DRV_OK &&
 *       rvt_drv_ram_configure(&drv, &ram, &where) == RVT_DRV_OK &&
 *       rvt_drv_start(&drv, &path, true) == RVT_DRV_OK) {
 *     work();
 *     if (rvt_drv_stop(&drv, &path) == RVT_DRV_OK) ... rvt_drv_readout_begin(&drv, &ram, &readout)
 * ...
 *   }
 *   if (drv.error.status != RVT_DRV_OK) rvt_drv_error_text(&drv.error, text, sizeof text);
 *
 * Every function returns RVT_DRV_OK, or the status that is then also in `drv->error` with the
 * register or field, what was expected and what was found. Any of them can give RVT_DRV_ERR_BUS,
 * and those that wait RVT_DRV_ERR_TIMEOUT; only what is special is named below. A function that
 * fails leaves its results as they were and the component as the accesses so far made it.
 *
 * One `struct rvt_drv` is used by one thread at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#if defined(__GNUC__)
#define RVT_DRV_MUST_CHECK __attribute__((warn_unused_result))
#else
#define RVT_DRV_MUST_CHECK
#endif

/** How the registers are reached. Addresses are those of the base addresses given. */
struct rvt_drv_bus {
  void *context; /* handed to each call-back */
  /** One 32-bit access that is neither split, merged, cached nor repeated. @return false: it failed
   */
  bool (*read32)(void *context, uint64_t address, uint32_t *value);
  bool (*write32)(void *context, uint64_t address, uint32_t value);
  /** Called between two looks at a register that is waited for; NULL: nothing to be done. */
  void (*pause)(void *context);
  /** Time that never goes back nor stands still, in a unit of the caller's; NULL: each look counts
   * as one. */
  uint64_t (*now)(void *context);
};

/** Every status with its text. */
#define RVT_DRV_STATUS_LIST(X)                                                                     \
  X(RVT_DRV_OK, "done")                                                                            \
  X(RVT_DRV_ERR_ARG, "an argument is out of its range")                                            \
  X(RVT_DRV_ERR_BUS, "the access failed")                                                          \
  X(RVT_DRV_ERR_TIMEOUT, "not within the time allowed")                                            \
  X(RVT_DRV_ERR_TYPE, "another kind of component")                                                 \
  X(RVT_DRV_ERR_VERSION, "another version of the interface")                                       \
  X(RVT_DRV_ERR_REFUSED, "the component does not take this value")                                 \
  X(RVT_DRV_ERR_STATE, "the component is in the wrong state for this")                             \
  X(RVT_DRV_ERR_ABSENT, "the component does not have this")                                        \
  X(RVT_DRV_ERR_STOPPED, "a full memory has stopped, and trace waits for it")                      \
  X(RVT_DRV_ERR_NOTHING, "no component at this address")

enum rvt_drv_status {
#define RVT_DRV_STATUS_ENUM(id, text) id,
  RVT_DRV_STATUS_LIST(RVT_DRV_STATUS_ENUM)
#undef RVT_DRV_STATUS_ENUM
};

/** What went wrong last. */
struct rvt_drv_error {
  enum rvt_drv_status status;
  const char *field;        /* name of the register or field; NULL: none is meant */
  uint64_t address;         /* of its register */
  uint32_t expected, found; /* values of the field */
  const char *cause;        /* what is likely; NULL: nothing more is known */
};

struct rvt_drv {
  const struct rvt_drv_bus *bus;
  uint64_t timeout; /* of each wait for hardware within a call, in units of now() */
  struct rvt_drv_error error;
};

/** tr..CompType (TCI 1.0, section of tr..Impl). */
enum rvt_drv_type {
  RVT_DRV_ENCODER = 0x1,
  RVT_DRV_FUNNEL = 0x8,
  RVT_DRV_RAM = 0x9,
  RVT_DRV_PIB = 0xA,
  RVT_DRV_ATB = 0xE,
  RVT_DRV_TANDEM = 0xF /* a vendor's: rvtrace's encoder of tandem verification trace */
};

/** What an encoder can do. Bit n of a mask: value n is taken. */
struct rvt_drv_encoder_caps {
  uint8_t protocol_major, protocol_minor;
  uint8_t formats;      /* mask of trTeFormat; E-Trace is 0, N-Trace 1 */
  uint8_t modes;        /* mask of trTeInstMode; 3 BTM, 6 HTM */
  uint8_t sync_modes;   /* mask of trTeInstSyncMode */
  uint8_t sync_max;     /* largest trTeInstSyncMax */
  uint8_t src_bits;     /* largest trTeSrcBits */
  uint8_t return_modes; /* mask of trTeInstImplicitReturnMode */
  uint16_t features;    /* bits 10:0 of trTeInstFeatures that can be 1, without those of a mode */
  uint8_t filters, comparators;
  uint8_t ext_in, ext_out; /* external triggers */
  uint8_t ts_width;        /* trTsWidth, bits of time; 0: no timestamps */
  uint8_t ts_modes;        /* mask of trTsMode; 0: no timestamps */
  bool context, triggers, stall, inhibit_src;
};

struct rvt_drv_ram_caps {
  bool has_sram, has_smem;
  bool stop_on_wrap;
  bool data;           /* trRamData shows the memory */
  uint64_t start_min;  /* lowest trRamStart */
  uint64_t limit_max;  /* highest trRamLimit, the address of the last word */
  uint8_t mem_formats; /* mask of trRamMemFormat */
  uint8_t async_freq;  /* largest trRamAsyncFreq */
};

struct rvt_drv_pib_caps {
  uint16_t modes;  /* mask of trPibMode; 0: not probed, see rvt_drv_pib_probe_pins() */
  bool clk_center; /* likewise */
  bool calibrate;
  uint8_t async_freq;      /* largest trPibAsyncFreq */
  uint16_t divider_max;    /* largest trPibDivider */
  uint16_t divider_preset; /* trPibDivider after activation: a safe slow rate */
};

/** What an encoder of tandem verification trace is built with (docs/units/tandem.md). */
struct rvt_drv_tandem_caps {
  uint8_t xlen, flen, mlen; /* bits; what a reader has to know */
  uint8_t slots, csrs;
  uint16_t elements; /* what is sent: bits as of the parameter Elements */
  bool increment_pc, or_fcsr, add_registers;
  bool shadow; /* the hart's state comes before what is traced */
};

/** A component, filled by rvt_drv_discover() or rvt_drv_attach(), or by the caller for
 * rvt_drv_assume(). */
struct rvt_drv_component {
  uint64_t base;
  enum rvt_drv_type type;
  uint8_t major, minor; /* version of the interface */
  bool probed;          /* `caps` is known, by rvt_drv_discover() or the caller */
  union {
    struct rvt_drv_encoder_caps encoder;
    struct rvt_drv_ram_caps ram;
    struct rvt_drv_pib_caps pib;
    struct rvt_drv_tandem_caps tandem;
  } caps; /* nothing for other types */
};

/**
 * Reset a component, find out what it is and what it can do, and leave it active with every field
 * at its reset value (TCI:CTRL-08, BUS-08). Ends any trace that runs through it. The pins of a PIB
 * stay off.
 * @retval RVT_DRV_ERR_NOTHING  no component at this address: neither type nor Active
 * @retval RVT_DRV_ERR_TIMEOUT  it does not become active; the error's `cause` says what may be
 * wrong
 * @retval RVT_DRV_ERR_TYPE     no component of a type of enum rvt_drv_type, or one of another
 * vendor
 * @retval RVT_DRV_ERR_VERSION  not version 1 of the interface
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_discover(struct rvt_drv *drv, uint64_t base,
                                                        struct rvt_drv_component *c);
/**
 * Find out `caps.pib.modes` and `clk_center` of a PIB, then reset it again. A mode is found by
 * writing it, so the pins run meanwhile: for when no probe listens to them yet. A session needs it
 * not, for rvt_drv_pib_configure() says which value is refused.
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_pib_probe_pins(struct rvt_drv *drv,
                                                              struct rvt_drv_component *c);
/**
 * As rvt_drv_discover() without any write, for a component that works: what it can do stays
 * unknown.
 * @retval RVT_DRV_ERR_STATE  it is not active
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_attach(struct rvt_drv *drv, uint64_t base,
                                                      struct rvt_drv_component *c);
/**
 * Reset a component that the caller knows, and make it active, without a probe: a tenth of the
 * accesses of rvt_drv_discover(). The caller fills `base` and `type`, and, where it knows them too,
 * `caps` with `probed`. Of those `has_sram`, `has_smem` and `limit_max` of a RAM sink are used.
 * Version and type are compared with the component's, and a wrong capability is a field that is
 * refused later.
 * @retval RVT_DRV_ERR_NOTHING  as rvt_drv_discover(), and TIMEOUT and VERSION
 * @retval RVT_DRV_ERR_TYPE     it is of another type
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_assume(struct rvt_drv *drv,
                                                      struct rvt_drv_component *c);
/** Reset: Active 0 and 1. What the component holds and its configuration are lost. */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_reset(struct rvt_drv *drv,
                                                     const struct rvt_drv_component *c);
/** Active 0; the component may be switched off. */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_release(struct rvt_drv *drv,
                                                       const struct rvt_drv_component *c);
/**
 * The initialisation writes of the specification: whatever software was there before, nothing
 * optional is on (TCI:CTRL-09).
 * @retval RVT_DRV_ERR_STATE  enabled, or not empty
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_init(struct rvt_drv *drv,
                                                    const struct rvt_drv_component *c);

struct rvt_drv_encoder_config {
  uint8_t mode;      /* trTeInstMode: 3 BTM, 6 HTM */
  uint8_t sync_mode; /* trTeInstSyncMode: 0 off, 1 messages, 2 clocks, 3 half-words */
  uint8_t sync_max;  /* the period is 2^(sync_max + 4), 0..15 */
  uint8_t src_bits;  /* width of SRC, 0..12 */
  uint16_t src_id;
  uint8_t implicit_return; /* trTeInstImplicitReturnMode, 0: off */
  bool etrace;             /* trTeFormat 0, E-Trace, with `mode` 6; else 1, N-Trace */
  bool full_address;       /* E-Trace: trTeInstNoAddrDiff */
  bool implicit_exception; /* E-Trace: trTeInstNoTrapAddr */
  bool branch_prediction;  /* E-Trace: trTeInstEnBranchPrediction */
  bool jump_target_cache;  /* E-Trace: trTeInstEnJumpTargetCache */
  bool inhibit_src;
  bool sequential_jump;
  bool all_jumps;      /* direct jumps and calls are reported as taken branches are */
  bool extend_addr;    /* equal upper bits of addresses are not sent */
  bool repeat_history; /* outcomes that repeat are counted: trTeInstEnRepeatedHistory */
  bool context;        /* Ownership messages */
  bool triggers;       /* trace-on and trace-off triggers count */
  bool stall;          /* stall the hart rather than lose trace */
  /** RepeatBranch messages: rvtTeEnRepeatBranch, a vendor field of rvtrace's encoder. Where this is
   * false the field is written only if it reads 1. */
  bool repeat_branch;
  /** trTsMode: 1 external, 2 internal system, 3 internal core, 4 shared: messages carry TSTAMP, of
   * a counter that begins at 0 in the internal modes. 0: no timestamps, and the rest is not read.
   * Time has `ts_width` bits of the capabilities; a unit of an internal mode is 4^ts_prescale
   * clocks, of the others what the source counts. */
  uint8_t ts_mode;
  uint8_t ts_prescale;  /* trTsPrescale, 0..3 */
  bool ts_run_in_debug; /* trTsRunInDebug: internal core counts in debug mode, too */
  /** Vendor bits 23:16 of trTsControl, 0 with others' encoders. rvtrace's have 3:0: no TSTAMP in 0
   * branch messages, 1 ResourceFull and RepeatBranch, 2 Ownership, 3 Correlation and Error. */
  uint8_t ts_suppress;
};

/**
 * rvt_drv_init(), then these fields, each read back.
 * @retval RVT_DRV_ERR_ARG      a value does not fit its field
 * @retval RVT_DRV_ERR_REFUSED  a field reads back another value
 * @retval RVT_DRV_ERR_STATE    enabled, or not empty
 * @retval RVT_DRV_ERR_ABSENT   `ts_mode` of an encoder without a timestamp unit
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_encoder_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                          const struct rvt_drv_encoder_config *config);

struct rvt_drv_ram_config {
  bool smem;      /* into system memory; false: into the sink's own */
  uint64_t start; /* SMEM: first byte of the buffer; else 0 */
  uint64_t bytes; /* size of the buffer, a multiple of 4; 0: as large as the sink allows (SRAM) */
  /** Stop when the buffer is full; false: go on over the oldest. With `stall` of the encoder the
   * traced hart must not be the one that reads the memory: it waits for itself, a deadlock. */
  bool stop_on_wrap;
  uint8_t async_freq; /* trRamAsyncFreq: of E-Trace, a memory that wraps needs one, not 0 */
};

/** As rvt_drv_encoder_configure(); writing begins at the start of the buffer (TCI:RAM-17..20). */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_ram_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                      const struct rvt_drv_ram_config *config);

struct rvt_drv_pib_config {
  uint8_t mode;       /* trPibMode: 4 Manchester, 5 UART, 8..12: 1, 2, 4, 8, 16 data pins */
  uint16_t divider;   /* a beat lasts divider + 1 clocks, times two with clk_center */
  uint8_t async_freq; /* trPibAsyncFreq */
  bool clk_center;    /* TRC_CLK edges in the middle of beats */
  bool calibrate;     /* a pattern instead of trace */
};

/** As rvt_drv_encoder_configure(). TRC_CLK runs from here on, before anything is enabled. */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_pib_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                      const struct rvt_drv_pib_config *config);
/** Switch the calibration pattern alone, also while enabled (TCI:PIB-21, PIB-22). */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_pib_calibrate(struct rvt_drv *drv, const struct rvt_drv_component *c, bool on);

struct rvt_drv_tandem_config {
  bool stall; /* stall the hart rather than lose groups */
};

/** As rvt_drv_encoder_configure(), of an encoder of tandem verification trace. */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_tandem_configure(struct rvt_drv *drv, const struct rvt_drv_component *c,
                         const struct rvt_drv_tandem_config *config);

enum { RVT_DRV_SINKS_MAX = 4 };

/** An encoder, of tandem verification trace too, and where its trace goes, the sink nearest to it
 * last. */
struct rvt_drv_path {
  const struct rvt_drv_component *encoder;
  const struct rvt_drv_component *sink[RVT_DRV_SINKS_MAX];
  size_t sinks;
};

/**
 * Begin a session: enable the sinks, then the encoder, each read back; then trTeInstTracing
 * (TCI:CTRL-10), which reads 1 on return; with `triggers` on it may read 0 if the encoder is empty.
 * Configuration, and the place where the RAM sink writes, are as they were, so sessions follow each
 * other in the memory (TCI:CTRL-21); a memory that is full begins again at its start, whether or
 * not it was read.
 * @param tracing  false: triggers begin the trace; of a tandem encoder Enable alone does
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_start(struct rvt_drv *drv,
                                                     const struct rvt_drv_path *path, bool tracing);
/**
 * End a session without losing a byte: disable the encoder, wait until it is empty, then the sinks
 * likewise (TCI:CTRL-12). Then the RAM sink can be read.
 * @retval RVT_DRV_ERR_STOPPED  a RAM sink has stopped by itself, full, and trace waits for it, in
 *     the encoder or in the sink, whatever other sink is on. Trace is off and the encoder disabled;
 *     the sinks are as they were, for a disable would discard what such a one holds (TCI:RAM-13).
 *     Read the memory, rvt_drv_resume(), and call this again, as often as it says so; or
 *     rvt_drv_abandon().
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_stop(struct rvt_drv *drv,
                                                    const struct rvt_drv_path *path);
/**
 * End a session that other software has ended without a look at trTeEmpty: it has disabled encoder
 * and sinks at once, and what the encoder still held waits there (TCI:SW-04). The sinks are
 * enabled again, and take it; then as rvt_drv_stop(), which alone would wait for a disabled sink.
 * Nothing is lost as long as no component was reset. A RAM sink goes on where it was: between the
 * two nobody may have moved its WP. Of several sinks the first of the path has all of it, for
 * messages pass before the next one is enabled. Without trace that waits no sink is enabled.
 * @retval RVT_DRV_ERR_STOPPED  as of rvt_drv_stop(); a full memory is left as it is
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_finish(struct rvt_drv *drv,
                                                      const struct rvt_drv_path *path);
/**
 * Force the end of a session after rvt_drv_stop() returned RVT_DRV_ERR_STOPPED or
 * RVT_DRV_ERR_TIMEOUT. It does not wait for a full memory, and for a stuck sink no longer than the
 * time-out. After it every component is disabled, also after RVT_DRV_ERR_TIMEOUT, and the memory
 * can be read. Bytes that the sink of a full memory had taken and not yet written are lost; the
 * other sinks get what waited for it. What the encoder still holds comes first in the next session;
 * rvt_drv_reset() of the encoder discards it.
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_abandon(struct rvt_drv *drv,
                                                       const struct rvt_drv_path *path);
/**
 * Bring out everything traced so far and go on: rvt_drv_stop() and rvt_drv_start(). The decoder
 * sees two sessions. Where the stop fails the session has ended as it says.
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_flush(struct rvt_drv *drv,
                                                     const struct rvt_drv_path *path);

/** What a component tells about itself now. */
struct rvt_drv_state {
  bool active, enabled, empty;
  bool tracing; /* encoder: trTeInstTracing */
  bool lost; /* encoder: trace was lost, or the hart stalled, since the session began; of a tandem
                encoder groups were lost since the bit was cleared */
  bool cut;  /* tandem encoder: a sink gave up bytes since the bit was cleared */
  /** Encoder: it is to trace, and has no message to send, not even the one that would end a session
   * (TCI:CTRL-15): no block has come since the start, or since the hart went into debug mode, reset
   * or low power. Stuck so, its ingress port is not connected, or halted. */
  bool silent;
  bool wrapped; /* RAM: the buffer was filled once; the oldest byte is at `wp` */
  /** RAM: full, with stop on wrap, and not enabled; so also after a stop that found it full. */
  bool stopped;
  uint64_t wp; /* RAM: address of the next word to be written */
  uint64_t start, limit;
};

/** Only reads (TCI:CTRL-24). */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_get_state(struct rvt_drv *drv,
                                                         const struct rvt_drv_component *c,
                                                         struct rvt_drv_state *state);
/**
 * Clear the sticky bit of losses, of a tandem encoder both; no other function of the driver does,
 * but a start of an encoder with the format of its own (TCI:OVF-05). A trace-on or trace-off
 * trigger between the read and the write of the register is undone by it.
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_clear_lost(struct rvt_drv *drv,
                                                          const struct rvt_drv_component *c);

/**
 * Let a RAM sink that has stopped on wrap go on, after its memory was read; nothing it holds is
 * lost, and a hart that was stalled goes on, too (TCI:RAM-13). The encoder may be enabled
 * throughout, or be ending its session. From then on rvt_drv_readout_resumed() reads, not
 * rvt_drv_readout_begin(). After rvt_drv_abandon() it succeeds, too, but what the sink then gave
 * up is lost. With stop on wrap and stall a driver on the traced hart never gets here while it
 * traces itself: it is stalled until the memory goes on.
 * @retval RVT_DRV_ERR_STATE  it has not stopped: rvt_drv_start() begins sessions
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_resume(struct rvt_drv *drv,
                                                      const struct rvt_drv_component *ram);

/** Where the read-out of a memory stands. */
struct rvt_drv_readout {
  uint64_t left; /* bytes still to be read, a multiple of 4 */
  bool wrapped;  /* the first byte may stand inside a message */
  /* Bytes before the one at the start of the buffer, where a packet of E-Trace begins (ETR:DC-14).
   */
  uint64_t to_start;
};

/**
 * Begin to read the memory of a RAM sink from its oldest byte (TCI:SW-07).
 * @retval RVT_DRV_ERR_STATE   enabled, or neither empty nor stopped on wrap
 * @retval RVT_DRV_ERR_ABSENT  there is no trRamData: the trace lies in system memory
 * @retval RVT_DRV_ERR_REFUSED trRamRP does not take the address
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_readout_begin(struct rvt_drv *drv,
                                                             const struct rvt_drv_component *ram,
                                                             struct rvt_drv_readout *r);
/** The same for what came after rvt_drv_resume(): the bytes before it were read already. */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_readout_resumed(struct rvt_drv *drv,
                                                               const struct rvt_drv_component *ram,
                                                               struct rvt_drv_readout *r);
/**
 * The next bytes in the order of the stream: as many whole words as `size` has room for and are
 * left. `*count` is 0 when nothing is left.
 */
RVT_DRV_MUST_CHECK enum rvt_drv_status
rvt_drv_readout_next(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                     struct rvt_drv_readout *r, uint8_t *bytes, size_t size, size_t *count);
/** Empty the memory: the next session begins at the start of the buffer. */
RVT_DRV_MUST_CHECK enum rvt_drv_status rvt_drv_ram_rewind(struct rvt_drv *drv,
                                                          const struct rvt_drv_component *ram);

/** The text of a status; never NULL. */
const char *rvt_drv_status_text(enum rvt_drv_status status);
/** The name of a type of component, "component" for others; never NULL. */
const char *rvt_drv_type_text(enum rvt_drv_type type);
/**
 * An error as one line, cut to `size` with its end: "trTeInstMode at 0x40000000: expected 6, found
 * 3: the component does not take this value".
 * @return length of the whole line
 */
size_t rvt_drv_error_text(const struct rvt_drv_error *error, char *text, size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

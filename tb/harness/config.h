/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_CONFIG_H
#define RVT_TB_CONFIG_H

/*
 * The encoder's run-time configuration by chance: what a register block may do, in every order and
 * as fast as it can. Fields that must be stable while something is traced change only in between.
 */

#include "bench.h"
#include "rvt/config.h"

struct tb_config {
  struct rvt_config c;
  uint64_t bits; /* `c` as config_t */
  const struct rvt_params *p;
  uint32_t flicker, live, off, stall_every; /* one change in so many clocks; 0: never */
  const struct rvt_ingress *hart;           /* whose triggers count; NULL: none */
  uint8_t mode;                             /* 0: by chance */
  uint8_t sync_mode;                        /* 255: by chance */
  uint8_t stall, ts_en;                     /* 0, 1, 255: by chance */
  uint8_t silent;                           /* 1: some kinds of messages without TSTAMP */
  uint32_t rebase; /* one new base of time in so many clocks: with `check` fewer, so that most times
                      are judged as increases; 0: never */
  bool every;      /* also the period in clocks and the return modes 1 and 2 */
  uint32_t off_left; /* tracing stays off for so many clocks */
  bool until_empty;  /* ... and then until the encoder has settled */
  bool renew;
  uint64_t drawn; /* configurations so far */
};

/**
 * Options rebase=N (one new base of time in so many clocks), flicker=N, live=N, off=N (one change
 * of tracing, of sync settings while tracing, of active in N clocks), config=FILE (written at the
 * end: how many were drawn), mode=0|3|6, sync_mode=N, every=1, stall=0|1, ts_en=0|1,
 * ts_suppress=0|1 (kinds without TSTAMP).
 */
void tb_config_init(struct tb_config *g, struct tb *tb, const struct rvt_params *p);
/**
 * `empty`: it had settled in the last clock, with trace off in it. Where `hart` has had a trace-on
 * or trace-off trigger, trTeInstTracing follows, as the register does (D-23).
 */
void tb_config_next(struct tb_config *g, struct tb_rng *rng, bool empty);

/** Of a build with the encoder's parameters, the missing ones at their defaults. */
bool tb_encoder_params(struct tb *tb, struct rvt_params *p);
uint64_t tb_config_bits(const struct rvt_config *c);
/** Fields of the vendor's word rvtTeControl that a build has, all ones. */
uint32_t tb_vendor_bits(const struct rvt_params *p);

#endif

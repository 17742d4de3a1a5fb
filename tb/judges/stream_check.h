/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_STREAM_CHECK_H
#define RVT_TB_STREAM_CHECK_H

/*
 * Rules of one stream between components, checked on what RTL and model agree on: the contract
 * (TCI:LINK-05), the length that a first beat says, and the framing of messages (TCI:LINK-03,
 * NT:PKT).
 */

#include "harness/bench.h"
#include "rvt/unit/ntrace_packer.h"

struct tb_stream_check {
  const char *unit;
  uint8_t lanes;
  bool framing;         /* the bytes are messages that begin and end as the framing says */
  bool marked;          /* first beats say their length, with `framing` whether to begin there */
  struct rvt_beat held; /* a beat that was offered and not taken */
  bool in_message;
  bool saw_stall, saw_inner;
  uint32_t begin;   /* place where a message begins, for the framing */
  uint32_t place;   /* ... of the next byte */
  uint32_t to_come; /* bytes, as the first beat of the message said */
};

/** Forget a beat on offer and a message begun: after a reset or clear. */
void tb_stream_check_clear(struct tb_stream_check *c);

/** The stream in one clock; fails the run with the rule that was broken. */
void tb_stream_check_clock(struct tb_stream_check *c, const struct rvt_beat *beat, bool ready,
                           struct tb *tb);

#endif

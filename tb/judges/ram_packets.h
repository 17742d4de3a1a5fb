/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RAM_PACKETS_H
#define RVT_TB_RAM_PACKETS_H

/*
 * What a reader finds in the memory of a RAM sink whose messages say their length (ETR:DC-12 to
 * DC-14), from the writes alone: every message whole and in order, none across the end of the
 * buffer, one that aligns after idle bytes, sequences as often as software has asked for.
 */

#include "harness/bench.h"
#include "rvt/unit/ram_sink.h"

enum { RAM_PACKETS_WAY = 256 };

/** What has been seen; the bench's coverage. */
struct ram_packets_seen {
  uint64_t messages, wraps, filled, exact, aligned, at_start, sequences, dropped, stops, flushed;
};

struct ram_packets {
  uint8_t way[RAM_PACKETS_WAY]; /* bytes of messages that were taken and are not in the memory */
  bool begins[RAM_PACKETS_WAY]; /* ... a message's first one */
  unsigned put, taken;          /* ever; modulo the size the places in `way` */
  bool mid;                     /* the message that is taken has not ended ... */
  bool drops;                   /* ... and does not go into the memory */
  bool reads_mid;               /* the message that is read has not ended */
  unsigned rest;                /* bytes of it to come */
  uint8_t lengths[RAM_PACKETS_WAY];
  unsigned nulls;    /* in a row, up to now */
  bool needs_align;  /* a null was last, and nothing has aligned since */
  unsigned unsynced; /* bytes of messages since a sequence, or since that was asked for */
  uint8_t freq;
  uint32_t next; /* word that is written next, unless software moves WP */
  bool lost;     /* what was dropped is to be told of */
  struct ram_packets_seen seen;
};

void ram_packets_reset(struct ram_packets *c);
/** One clock, before the model's edge. */
void ram_packets_clock(struct ram_packets *c, const struct rvt_ram_sink *model,
                       const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                       struct tb *tb);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PACKETS_H
#define RVT_PACKETS_H

/* Packets of a stream of E-Trace, as messages.c has the messages of one of N-Trace. */

#include "tools/shared/tool.h"

/** A packet and where it stands. */
struct rvt_packet {
  const struct rvt_etrace_packet *packet;
  uint64_t offset; /* in the stream */
  const uint8_t *bytes;
  size_t size;
  const struct rvt_etrace_note *note; /* its row is NULL: nothing to remark */
};

/** Bytes that are no packet. A very long stretch comes in pieces. */
struct rvt_packet_stretch {
  enum rvt_stretch_kind kind; /* skipped, damage or incomplete */
  uint64_t offset;
  const uint8_t *bytes;
  size_t size;
  bool begins; /* false: the rest of the stretch before */
  const struct rvt_etrace_note *note;
};

/** A walk over the packets of a stream; calls come in the order of the bytes. */
struct rvt_packets {
  struct rvt_tool_stream *in;
  const struct rvt_tool_format *tool;
  const struct rvt_etrace_format *format;
  bool blind; /* the first byte may stand inside a packet (ETR:E-06); so the side-car may say */
  void *user;
  /* so many null packets of one kind, 0x00 or 0x80 */
  void (*nulls)(void *user, uint64_t offset, uint64_t count, bool align);
  void (*packet)(void *user, const struct rvt_packet *packet);
  void (*stretch)(void *user, const struct rvt_packet_stretch *s);
  void (*wait)(void *user); /* more is about to be read; may be NULL */
  uint64_t damages;         /* made by the walk; each was reported, up to RVT_SAID_MAX */
  uint64_t losses;          /* made by the walk: support packets that announce one (ETR:F3-06) */
  uint64_t first_loss;      /* offset of the first one */
  bool any;                 /* made by the walk: there was a byte that is no null packet */
};

/** Reports damage, losses, an incomplete end and an empty stream. False: reading failed. */
RVT_MUST_CHECK bool rvt_packets_walk(struct rvt_packets *p);
/** The exit status of a command that has walked: of a stream with damage or a loss it is 1. */
int rvt_packets_status(const struct rvt_packets *p);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SINK_JUDGE_H
#define RVT_TB_SINK_JUDGE_H

/*
 * What leaves a sink is whole messages of the encoder in their order. A hole lies before an
 * Error, or before the synchronizing message with which a sink comes back that was off
 * meanwhile (NT:ERR-01, TCI:CTRL-11, LINK-01). After a message that was cut stands what no reader
 * takes for the rest of it. When bytes are lost while the encoder is enabled and not empty, an
 * Error begins before it is empty again (D-33).
 *
 * The judge sees the encoder's stream and the bytes that leave; it knows of no fork and no sink.
 */

#include "harness/bench.h"
#include "rvt/ntrace_msg.h"
#include "rvt/unit/ntrace_packer.h"

/* A deep FIFO and slow pins hold thousands of messages; of those that are all alike, as the syncs
 * of short sessions are, each may be the one. */
enum { TB_JUDGE_LOG = 8192, TB_JUDGE_PLACES = 1024 };

/** The messages that the encoder has offered, the newest TB_JUDGE_LOG of them. */
struct tb_sent_log {
  struct tb_sent {
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    unsigned size;
  } sent[TB_JUDGE_LOG];
  uint64_t count; /* of those that have begun */
  bool open;      /* the newest has not ended */
  bool held;      /* the beat on offer was offered in the clock before */
  bool owed;      /* bytes were lost, and no Error has begun since */
};

struct tb_sink_judge {
  const char *name;
  uint64_t place[TB_JUDGE_PLACES]; /* where the next message may stand in the log */
  unsigned places;
  uint64_t off; /* messages that had begun when the sink was off last */
  uint8_t part[RVT_MSG_BYTES_MAX];
  unsigned size;
  uint32_t at;     /* in the stream, for the framing */
  unsigned broken; /* bytes so far that end a cut message */
  bool cut;        /* the last message was */
  bool blind;      /* nobody has seen what left the sink since the last message */
  uint64_t messages, holes, errors, ends;
};

/** The encoder's stream in one clock; `active`: it is not in reset. */
void tb_sent_clock(struct tb_sent_log *l, const struct rvt_beat *beat, bool ready, bool active);

/** The same clock, after that: whether bytes are lost in it, with the encoder enabled, and whether
 * the encoder is empty. */
void tb_sent_lost(struct tb_sent_log *l, struct tb *tb, bool lost, bool empty);

void tb_sink_judge_init(struct tb_sink_judge *j, const char *name);
/** The sink takes no message in this clock; `reset`: it begins anew, what it had is gone. */
void tb_sink_judge_off(struct tb_sink_judge *j, const struct tb_sent_log *l, bool reset);
/** Nobody sees what leaves the sink until the next message. */
void tb_sink_judge_blind(struct tb_sink_judge *j);
/** A byte leaves. */
void tb_sink_judge_byte(struct tb_sink_judge *j, const struct tb_sent_log *l, struct tb *tb,
                        uint8_t byte);

#endif

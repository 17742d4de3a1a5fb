/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_NTRACE_H
#define RVT_DECODER_NTRACE_H

/* What a decoder of N-Trace keeps besides, beside its table: messages.c is the stream, flow.c what
 * a message does. */

#include "rvt/ntrace_msg.h"

struct rvt_decoder;

enum rvt_flow_mode { RVT_FLOW_UNKNOWN, RVT_FLOW_BTM, RVT_FLOW_HTM };

/** Per SRC. */
struct rvt_ntrace_source {
  enum rvt_flow_mode mode; /* of this session, from its TCODEs */
  bool assumed;            /* a branch without outcome was passed while the mode was not known */
  uint64_t ref;            /* last address sent (NT:ADR-04) */
  int64_t credit;          /* units reported but not walked; negative: walked but not reported */
  bool debt_told;          /* that `credit` is lower than a good encoder lets it become */
  struct {
    bool valid;
    bool loose; /* it is, or stands before, a synchronizing message (lenient) */
    struct rvt_ntrace_msg msg;
    uint64_t target;
  } branch;          /* what RepeatBranch refers to (NT:RPT-10) */
  uint64_t xor_time; /* the time, were TSTAMP not an increase but XOR */
  bool xor_grows;    /* since the last sync */
  bool passed; /* a message without program flow, since the last sync (NT:DEC-07): the last one */
  uint8_t passed_tcode;
  uint64_t passed_offset;
};

/** Of the stream. */
struct rvt_ntrace_stream {
  const struct rvt_dialect_info *dialect;
  enum rvt_dialect sign; /* the message at hand shows that of another one */
  bool xor_told;         /* that times look like those of a dialect */
  bool skipping;         /* inside a damaged stretch whose end was not in the bytes */
  bool skip_passed;      /* the stretch is a message without program flow so far */
  bool skip_blind;       /* the stretch is the part before the first end of a message */
  struct rvt_ntrace_passed passing;
  uint64_t passed_told; /* bit n: TCODE n was remarked */
};

/** The flow of one message whose layout is known. */
void rvt_ntrace_flow(struct rvt_decoder *d, const struct rvt_ntrace_msg *msg);

/** The current source's message carries no program flow: remember it, and say so (NT:DEC-07). */
void rvt_ntrace_pass_over(struct rvt_decoder *d, uint8_t tcode);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DECODER_ETRACE_H
#define RVT_DECODER_ETRACE_H

/* What a decoder of E-Trace keeps besides, beside its table: stream.c is the stream, packet_flow.c
 * what a packet does, follow.c the walk to an address. */

#include "rvt/etrace_packet.h"

struct rvt_decoder;

enum { RVT_ETRACE_PREDICTORS = 1 << 7, RVT_ETRACE_TARGETS = 1 << 7 };

/**
 * Per srcID. `pc` of the source is the instruction that retired last; it was reported already. If
 * it is a branch, its outcome is among those below.
 */
struct rvt_etrace_source {
  uint64_t map; /* outcomes to go, the oldest in bit 0; 1: not taken */
  uint8_t branches;
  bool miss;        /* then one that the predictor has wrong, */
  uint64_t correct; /* after so many that it has right */
  uint64_t address; /* reported last, which differences refer to (ETR:F2-04) */
  bool inferred;    /* reached without a jump that leads there: it may be met again (ETR:DEC-01) */
  bool is_last;     /* ... or reported because of what comes right after it */
  bool irreport;    /* by a report with this depth of the return stack, or irets */
  uint8_t irdepth;
  uint8_t irets;     /* with iret_ext: implied returns since the last branch or report (ETR:A-06) */
  bool returned;     /* an implied return since the last call, branch or report (ETR:A-05) */
  bool implied;      /* ... has led to `pc` */
  uint64_t message;  /* that reported it ... */
  uint64_t offset;   /* ... and where that is */
  uint8_t last_kind; /* enum rvt_insn_kind of the instruction before `pc` */
  uint8_t pair;      /* half-words of it, if it sets the register that the jump at `pc` takes */
  bool trapped;      /* a 3.1 with thaddr 0 was the last packet: it says not where it goes on */
  bool trap_told;    /* ... and its address was its own EPC (ETR:DEC-02) */
  bool epc_known;    /* EPC of the trap to come */
  uint64_t epc;
  bool owner_known; /* privilege and context were reported */
  uint8_t privilege;
  uint32_t context;
  /* Options, which a support packet may change. */
  bool full_address, implicit_return;
  uint8_t predictor[RVT_ETRACE_PREDICTORS]; /* two bits each (ETR:M-BP) */
  uint64_t target[RVT_ETRACE_TARGETS];      /* ETR:M-JTC */
  bool target_known[RVT_ETRACE_TARGETS];
};

/** Of the stream. */
struct rvt_etrace_stream {
  struct rvt_etrace_nulls nulls;
  bool skipping;   /* inside a damaged stretch, until the next sync sequence */
  bool skip_blind; /* the stretch is the part before the first sync sequence */
  bool other_told; /* a packet of another type was remarked */
};

/** Where a walk is to end. */
struct rvt_etrace_goal {
  uint64_t address;
  bool has_address;
  bool last_branch; /* at the last branch for which there is an outcome */
  bool sync;        /* of a format 3 ... */
  bool renews;      /* ... with another context */
  bool
      mispredicts; /* ... which the first return that may leads to; as a question: one right here */
  bool notify, irreport;
  bool updiscon; /* only a jump leads there */
  uint8_t irdepth;
  uint8_t privilege; /* with `sync` */
  bool again;        /* the last report is looked at once more */
  bool dry;          /* only whether it is reached: no event, no error */
};

/**
 * Walk from the source's `pc` to the goal; all instructions up to it are events, but the last one
 * of a sync. False: it failed, and that was reported.
 */
bool rvt_etrace_follow(struct rvt_decoder *d, const struct rvt_etrace_goal *goal);
/** After `ended_ntr`: to the place where a jump leads to the address reported last (ETR:F3-06). */
bool rvt_etrace_follow_again(struct rvt_decoder *d, bool dry);
/** Emit the instruction at `pc` as one that has retired. */
void rvt_etrace_emit_here(struct rvt_decoder *d);
/** The instruction after `pc`; false: the program does not tell. `predicted`: a return goes where
 * its call was, if that is known. */
bool rvt_etrace_next(struct rvt_decoder *d, bool predicted, uint64_t *next);
/** Outcomes to go. */
uint64_t rvt_etrace_outstanding(const struct rvt_etrace_source *e);
/** Whether outcomes are left that no branch up to `pc` had. */
bool rvt_etrace_unprocessed(struct rvt_decoder *d);
/** Forget all that a synchronisation packet resets (ETR:F3-07). */
void rvt_etrace_reset(struct rvt_decoder *d);

/** The flow of one packet, of which the reader remarked `note`. */
void rvt_etrace_flow(struct rvt_decoder *d, const struct rvt_etrace_packet *p,
                     const struct rvt_etrace_note *note);

#endif

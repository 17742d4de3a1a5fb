/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_FLOW_H
#define RVT_ETRACE_FLOW_H

/* Golden model of rtl/etrace/rvt_etrace_flow.sv: queue entries become records, one for each packet.
 */

#include "rvt/etrace.h"
#include "rvt/unit/ingress_stage.h"
#include "rvt/unit/period.h"
#include "rvt/unit/ret_stack.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A packet before it is bits; of a field that its kind does not have nothing is said. */
struct rvt_etrace_record {
  uint8_t kind; /* enum rvt_etrace_kind: BRANCH for branches without an address, ADDRESS with one */
  uint8_t branches; /* 0..31 */
  uint32_t map;     /* the oldest in bit 0, 1: not taken (ETR:P-06) */
  bool counted;     /* a 0.0: `count` is sent for the map (ETR:F0-02) */
  uint32_t count;   /* branch_count */
  bool miss;        /* ... and the branch at the address was predicted wrong */
  uint64_t addr;    /* absolute, without bit 0; rvt_etrace_sent() makes it what is sent */
  bool hit;         /* the jump target cache has it: 0.1 if that is shorter (ETR:AMB-16) */
  uint8_t index;    /* ... its index */
  bool notify;      /* the packet is one of a trigger ... */
  bool updiscon;    /* ... and these are the flags themselves, not how they are coded (ETR:F2-01) */
  bool irreport;
  uint8_t irdepth; /* if `irreport`: entries of the return stack, with iret_ext irets */
  bool branch;     /* the address is not that of a taken branch */
  bool thaddr;     /* the address is that of a handler */
  bool interrupt;
  uint8_t cause;
  uint64_t tval;
  uint8_t priv;
  uint64_t hart_context;
  bool ienable;
  uint8_t qual;     /* enum rvt_etrace_qual */
  uint8_t ioptions; /* of the layout of the build (ETR AMB-13) */
  uint64_t abs_time;
};

/** A head and what is known of it when it loads. */
struct rvt_etrace_run {
  struct rvt_head head;
  uint64_t last_addr; /* address of its last instruction, >> 1 */
  bool single;        /* it has one instruction, or none */
};

enum { RVT_ETRACE_ENTRIES = 128 /* of predictor and cache, at most */ };

/** Golden model of rtl/etrace/rvt_etrace_branches.sv. */
struct rvt_etrace_branches {
  uint8_t branches_q; /* 31: counted */
  uint32_t map_q;
  bool right_q; /* all of the map were predicted right */
  uint32_t count_q;
  uint8_t predictor_q[RVT_ETRACE_ENTRIES]; /* the prediction in bit 1, the last outcome in bit 0 */
};

/** Golden model of rtl/etrace/rvt_etrace_return.sv. */
struct rvt_etrace_return {
  struct rvt_ret_stack stack;
  bool ret_q;      /* P is an implied return */
  bool right_q;    /* ... or would be, but for irets at its end */
  bool wrong_q;    /* P is a return that is not, and a packet says so */
  bool since_q;    /* P or one before it is, and since then no call, branch or address was */
  uint8_t irets_q; /* with iret_ext: so many, and calls do not matter (ETR:A-06) */
};

/** Golden model of rtl/etrace/rvt_etrace_cache.sv. */
struct rvt_etrace_cache {
  bool valid_q[RVT_ETRACE_ENTRIES];
  uint64_t mem_q[RVT_ETRACE_ENTRIES];
};

/** The RTL's registers of the same names. */
struct rvt_etrace_flow {
  struct rvt_params p;
  bool next_valid_q; /* N: the block after the run ... */
  struct rvt_head next_q;
  uint8_t at_q;     /* the block of the queue's oldest entry that comes next */
  bool run_valid_q; /* C: what is looked at */
  struct rvt_etrace_run run_q;

  bool rest_q;      /* the run's first instruction, or its trap, is done with */
  bool supported_q; /* a 3.3 went before it */
  bool open_q;      /* P is of this session */
  bool synced_q;    /* the session has had a 3.0 or 3.1 */
  bool ud_q;        /* P is an uninferable discontinuity (ETR AMB-1) */
  bool sync_q;      /* the next instruction is told by a 3.0 (ETR:R-03 S3, ETR:F3-01) */
  bool trap_q;      /* P is a trap ... */
  bool reported_q;  /* ... that has been told */
  bool closed_q;    /* the last session ended behind a trap that has been told */
  bool own_q;       /* a context is to be told (ETR AMB-24) */
  bool ntr_q;       /* P would have been told without an end of trace (ETR:F3-06) */
  uint8_t told_q;   /* ioptions of the last 3.3 */
  struct rvt_etrace_branches branches;
  struct rvt_etrace_return returns;
  struct rvt_etrace_cache cache;
  struct rvt_period period;
};

struct rvt_etrace_flow_in {
  const struct rvt_config *cfg;
  bool sync_req;
  const struct rvt_entry *entry; /* the queue's oldest, NULL: none */
  bool rec_ready;
};

struct rvt_etrace_flow_out {
  bool taken; /* the entry leaves the queue */
  bool rec_valid;
  struct rvt_etrace_record rec; /* defined while rec_valid */
  /* For observers, of this edge: */
  bool load;    /* a run came */
  bool synced;  /* a 3.0 or 3.1 was taken */
  bool restart; /* ... or a session has ended: the period begins anew */
};

void rvt_etrace_flow_init(struct rvt_etrace_flow *s, const struct rvt_params *p);
/** Nothing is held but a block that waits for the hart's next event. */
bool rvt_etrace_flow_empty(const struct rvt_etrace_flow *s);
/** One clock with its rising edge. */
void rvt_etrace_flow_clock(struct rvt_etrace_flow *s, const struct rvt_etrace_flow_in *in,
                           struct rvt_etrace_flow_out *out);
/** What the clocks of a block do up to where it is C, of an empty flow, where they make no record;
 * false: they would, and nothing has happened. A period must not be one of clocks. */
bool rvt_etrace_flow_plain(struct rvt_etrace_flow *s, const struct rvt_config *cfg,
                           const struct rvt_head *next);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

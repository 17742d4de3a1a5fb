/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_H
#define RVT_ETRACE_H

/* Encodings of E-Trace 2.0 and of its encapsulation 1.0. */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Ceilings, in bits unless they say bytes. */
enum {
  RVT_ETRACE_BRANCHES = 31,      /* branches of a map (ETR:P-07) */
  RVT_ETRACE_PAYLOAD_BYTES = 31, /* what `length` of the header can say (ETR:P-03) */
  RVT_ETRACE_SRC_CEIL = 16,      /* srcID (ETR:E-01) */
  RVT_ETRACE_TIME_BYTES = 8,
  RVT_ETRACE_PACKET_BYTES =
      1 + RVT_ETRACE_SRC_CEIL / 8 + RVT_ETRACE_TIME_BYTES + RVT_ETRACE_PAYLOAD_BYTES
};

/** The header, and packets that are a header alone (ETR:E-01, E-05). */
enum {
  RVT_ETRACE_LENGTH = 0x1f, /* bytes after srcID's whole ones and the time; 0: a null packet */
  RVT_ETRACE_FLOW_SHIFT = 5,
  RVT_ETRACE_FLOW = 3,
  RVT_ETRACE_EXTEND = 0x80, /* there is a time */
  RVT_ETRACE_IDLE = 0x00,
  RVT_ETRACE_ALIGN = 0x80 /* the last null packet before any other (ETR:DC-13) */
};

static inline bool rvt_etrace_is_null(uint8_t byte) { return (byte & RVT_ETRACE_LENGTH) == 0; }

/** Kinds of packets, by format and subformat. */
enum rvt_etrace_kind {
  RVT_ETRACE_COUNT,   /* 0.0: branches that were predicted right */
  RVT_ETRACE_INDEX,   /* 0.1: index of the jump target cache */
  RVT_ETRACE_BRANCH,  /* 1: outcomes of branches, and an address but with a full map */
  RVT_ETRACE_ADDRESS, /* 2 */
  RVT_ETRACE_START,   /* 3.0 (ETR:F3-01) */
  RVT_ETRACE_TRAP,    /* 3.1 (ETR:F3-02) */
  RVT_ETRACE_CONTEXT, /* 3.2 (ETR:F3-04) */
  RVT_ETRACE_SUPPORT, /* 3.3 (ETR:F3-05) */
  RVT_ETRACE_KINDS
};

/** Whether the packet is a "synchronisation packet", which resets all history (ETR:P-05). */
static inline bool rvt_etrace_is_sync(uint8_t kind) {
  return kind == RVT_ETRACE_START || kind == RVT_ETRACE_TRAP;
}

/** qual_status of a support packet (ETR:F3-06). */
enum rvt_etrace_qual {
  RVT_ETRACE_NO_CHANGE = 0,
  RVT_ETRACE_ENDED_REP = 1,  /* the last address was reported only because tracing ended */
  RVT_ETRACE_TRACE_LOST = 2, /* packets were lost */
  RVT_ETRACE_ENDED_NTR = 3   /* it would have been reported anyway */
};

/** branch_fmt of a 0.0 (ETR:F0-02). */
enum rvt_etrace_branch_fmt {
  RVT_ETRACE_FMT_MISS = 0,        /* no address: the next branch was mispredicted */
  RVT_ETRACE_FMT_ADDRESS = 2,     /* ... and if it is a branch, it was predicted right */
  RVT_ETRACE_FMT_ADDRESS_MISS = 3 /* ... and is a mispredicted branch */
};

/** Bits of ioptions in the layout of the reference encoder (AMB-13). */
enum rvt_etrace_option {
  RVT_ETRACE_OPT_IMPLICIT_RETURN = 1,
  RVT_ETRACE_OPT_IMPLICIT_EXCEPTION = 2,
  RVT_ETRACE_OPT_FULL_ADDRESS = 4,
  RVT_ETRACE_OPT_TARGET_CACHE = 8,
  RVT_ETRACE_OPT_PREDICTION = 16,
  RVT_ETRACE_OPTIONS = 5 /* bits */
};

/** ... and in that of the standard support packet, from sijump on; resync_disabled, the last bit,
 * is 0. */
enum rvt_etrace_standard_option {
  RVT_ETRACE_STD_SEQUENTIAL_JUMP = 1,
  RVT_ETRACE_STD_IMPLICIT_RETURN = 2,
  RVT_ETRACE_STD_PREDICTION = 4,
  RVT_ETRACE_STD_TARGET_CACHE = 8,
  RVT_ETRACE_STD_IMPLICIT_EXCEPTION = 16,
  RVT_ETRACE_STD_FULL_ADDRESS = 32,
  RVT_ETRACE_STD_OPTIONS = 7 /* bits */
};

/** Bits that the map of so many branches takes (ETR:P-07); of 0 in format 1, which stands for a
 * full map without an address, those of 31. */
static inline unsigned rvt_etrace_map_bits(unsigned branches) {
  if (branches == 0 || branches > 15) return 31;
  if (branches > 7) return 15;
  if (branches > 3) return 7;
  return branches > 1 ? 3 : 1;
}

#ifdef __cplusplus
}
#endif
#endif

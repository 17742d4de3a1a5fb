/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_H
#define RVT_NTRACE_H

/* Encodings of N-Trace 1.0, the same names as rtl/ntrace/rvt_ntrace_pkg.sv. */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Ceilings of the format, in bits (NT:GEN-05). */
enum {
  RVT_SRC_BITS_CEIL = 12,
  RVT_ICNT_CEIL = 22,
  RVT_HIST_CEIL = 32,
  RVT_ADDR_CEIL = 63,
  RVT_TIME_CEIL = 64,
  RVT_REPEAT_CEIL = 18,
  RVT_MSG_BYTES_MAX = 38 /* NT:GEN-07 */
};

enum rvt_ntrace_tcode {
  RVT_TC_OWNERSHIP = 2,                  /* NT:MSG-01 */
  RVT_TC_DIRECT_BRANCH = 3,              /* NT:MSG-02 */
  RVT_TC_INDIRECT_BRANCH = 4,            /* NT:MSG-03 */
  RVT_TC_ERROR = 8,                      /* NT:MSG-04 */
  RVT_TC_PROG_TRACE_SYNC = 9,            /* NT:MSG-05 */
  RVT_TC_DIRECT_BRANCH_SYNC = 11,        /* NT:MSG-06 */
  RVT_TC_INDIRECT_BRANCH_SYNC = 12,      /* NT:MSG-07 */
  RVT_TC_RESOURCE_FULL = 27,             /* NT:MSG-08 */
  RVT_TC_INDIRECT_BRANCH_HIST = 28,      /* NT:MSG-09 */
  RVT_TC_INDIRECT_BRANCH_HIST_SYNC = 29, /* NT:MSG-10 */
  RVT_TC_REPEAT_BRANCH = 30,             /* NT:MSG-11 */
  RVT_TC_PROG_TRACE_CORRELATION = 33     /* NT:MSG-12 */
};

/** Reserved in N-Trace, with the layouts of IEEE-ISTO 5001; other encoders send them. */
enum rvt_ntrace_other_tcode {
  RVT_TC_DATA_ACQUISITION = 7,
  RVT_TC_IN_CIRCUIT_TRACE = 34,
  RVT_TC_IN_CIRCUIT_TRACE_WS = 35 /* with sync: CKDATA[0] and TSTAMP are whole values */
};

enum rvt_ntrace_mseo {
  RVT_MSEO_NORMAL = 0,   /* NT:PKT-06 */
  RVT_MSEO_END_VAR = 1,  /* NT:PKT-04 */
  RVT_MSEO_RESERVED = 2, /* NT:PKT-11 */
  RVT_MSEO_END_MSG = 3   /* NT:PKT-05 */
};

enum {
  RVT_MSEO_MASK = 3,      /* bits of a byte */
  RVT_NTRACE_IDLE = 0xFF, /* between messages (NT:PKT-13) */
};

/** Whether the byte is the last one of its message (NT:PKT-05). */
static inline bool rvt_ntrace_ends(uint8_t byte) {
  return (byte & RVT_MSEO_MASK) == RVT_MSEO_END_MSG;
}

enum rvt_ntrace_sync {
  RVT_SYNC_EXTERNAL = 0,  /* NT:SYN-10 */
  RVT_SYNC_RESET = 1,     /* NT:SYN-11 */
  RVT_SYNC_PERIODIC = 2,  /* NT:SYN-12 */
  RVT_SYNC_DEBUG = 3,     /* NT:SYN-13 */
  RVT_SYNC_ICNT_FULL = 4, /* NT:SYN-14 */
  RVT_SYNC_ENABLE = 5,    /* NT:SYN-15 */
  RVT_SYNC_EVENT = 6,     /* NT:SYN-16 */
  RVT_SYNC_OVERRUN = 7,   /* NT:SYN-17 */
  RVT_SYNC_POWER = 9      /* NT:SYN-18 */
};

enum rvt_ntrace_btype {
  RVT_BT_NONE = 0,      /* NT:BTY-01 */
  RVT_BT_TRAP = 1,      /* NT:BTY-02 */
  RVT_BT_EXCEPTION = 2, /* NT:BTY-03 */
  RVT_BT_INTERRUPT = 3  /* NT:BTY-03 */
};

enum rvt_ntrace_rcode {
  RVT_RC_ICNT = 0,        /* NT:RSF-01 */
  RVT_RC_HIST = 1,        /* NT:RSF-02 */
  RVT_RC_HIST_REPEAT = 2, /* NT:RSF-03 */
  RVT_RC_VENDOR = 8,      /* and above (NT:RSF-04); of SiFive's: */
  RVT_RC_NOT_TAKEN = 8,
  RVT_RC_TAKEN = 9
};

enum rvt_ntrace_evcode {
  RVT_EV_DEBUG = 0,   /* NT:COR-02 */
  RVT_EV_POWER = 1,   /* NT:COR-02 */
  RVT_EV_DISABLED = 4 /* NT:COR-02 */
};

/** FORMAT of an Ownership: what its context is (NT:OWN-02). */
enum rvt_ntrace_owner {
  RVT_OWN_PRIVILEGE = 0, /* there is none */
  RVT_OWN_SCONTEXT = 2,  /* alone, or after hcontext */
  RVT_OWN_HCONTEXT = 3
};

/** The parts of PROCESS, from the top (NT:OWN-01). */
struct rvt_ntrace_process {
  uint64_t context; /* 59 bits */
  uint8_t level;    /* V and PRV */
  uint8_t format;   /* enum rvt_ntrace_owner, or 1, which is reserved */
};
static inline struct rvt_ntrace_process rvt_ntrace_process_split(uint64_t process) {
  struct rvt_ntrace_process p = {process >> 5, (uint8_t)(process >> 2 & 7), (uint8_t)(process & 3)};
  return p;
}
static inline uint64_t rvt_ntrace_process_join(uint64_t context, uint64_t level, uint64_t format) {
  return context << 5 | level << 2 | format;
}

/** Whether the TCODE is one of N-Trace (NT:MSG-01..12). All others carry no program flow, whatever
 * else they say (NT:DEC-07). */
static inline bool rvt_ntrace_has_flow(uint8_t tcode) {
  const uint64_t all =
      UINT64_C(1) << RVT_TC_OWNERSHIP | UINT64_C(1) << RVT_TC_DIRECT_BRANCH |
      UINT64_C(1) << RVT_TC_INDIRECT_BRANCH | UINT64_C(1) << RVT_TC_ERROR |
      UINT64_C(1) << RVT_TC_PROG_TRACE_SYNC | UINT64_C(1) << RVT_TC_DIRECT_BRANCH_SYNC |
      UINT64_C(1) << RVT_TC_INDIRECT_BRANCH_SYNC | UINT64_C(1) << RVT_TC_RESOURCE_FULL |
      UINT64_C(1) << RVT_TC_INDIRECT_BRANCH_HIST | UINT64_C(1) << RVT_TC_INDIRECT_BRANCH_HIST_SYNC |
      UINT64_C(1) << RVT_TC_REPEAT_BRANCH | UINT64_C(1) << RVT_TC_PROG_TRACE_CORRELATION;
  return tcode < 64 && (all >> tcode & 1) != 0;
}

/** Whether the message carries F-ADDR and resets all compression state (NT:SYN-01). */
static inline bool rvt_ntrace_is_sync(uint8_t tcode) {
  return tcode == RVT_TC_PROG_TRACE_SYNC || tcode == RVT_TC_DIRECT_BRANCH_SYNC ||
         tcode == RVT_TC_INDIRECT_BRANCH_SYNC || tcode == RVT_TC_INDIRECT_BRANCH_HIST_SYNC;
}

/** Kind of the message as a bit of rvtTsSuppress; 0 of a sync, which always has its TSTAMP
 * (TCI:TS-18). */
static inline uint8_t rvt_ntrace_time_kind(uint8_t tcode) {
  switch (tcode) {
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST: return 1;
  case RVT_TC_RESOURCE_FULL:
  case RVT_TC_REPEAT_BRANCH: return 2;
  case RVT_TC_OWNERSHIP: return 4;
  case RVT_TC_ERROR:
  case RVT_TC_PROG_TRACE_CORRELATION: return 8;
  default: return 0;
  }
}

/**
 * One message before packing, as flow hands it to the packer; `record_t` of rvt_ntrace_pkg.
 * `sub` and `btype` are zero in a message without them; whatever else `tcode` does not have is
 * ignored by the packer, and zero in the model's records.
 */
struct rvt_ntrace_record {
  /* interface: members record */
  /* clang-format off */
  uint8_t tcode;     /* tcode_e */
  uint8_t sub;       /* SYNC, ETYPE, RCODE or EVCODE */
  uint8_t btype;     /* B-TYPE, or CDF in a ProgTraceCorrelation */
  uint32_t icnt;     /* I-CNT, ECODE, B-CNT, or HREPEAT in a ResourceFull with RCODE 2 */
  uint32_t hist;     /* HIST with its stop bit */
  uint64_t addr;     /* F-ADDR or U-ADDR as sent (bit 0 of the address is gone), or PROCESS */
  uint64_t abs_time; /* absolute time of the event; the packer forms differences */
  /* clang-format on */
  /* interface end */
};

#ifdef __cplusplus
}
#endif
#endif

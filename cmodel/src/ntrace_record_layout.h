/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_NTRACE_LAYOUT_H
#define RVT_SRC_NTRACE_LAYOUT_H

/* Which fields a message has between SRC and TSTAMP (NT:MSG-01 to NT:MSG-12), in record terms. */

#include "rvt/ntrace.h"

/** Fixed fields first, then variable fields, both in the order of transmission. */
enum rvt_ntrace_layout {
  RVT_LAYOUT_SUB = 1,   /* SYNC, ETYPE, RCODE or EVCODE */
  RVT_LAYOUT_BTYPE = 2, /* B-TYPE or CDF */
  RVT_LAYOUT_ICNT = 4,  /* I-CNT, ECODE, B-CNT or HREPEAT */
  RVT_LAYOUT_ADDR = 8,  /* F-ADDR, U-ADDR or PROCESS */
  RVT_LAYOUT_HIST = 16,
  RVT_LAYOUT_HIST_FIRST = 32 /* HIST comes before the ICNT field */
};

/**
 * The fields of a message, bits of enum rvt_ntrace_layout.
 *
 * RCODE decides about the fields of a ResourceFull (NT:RSF-05), CDF about HIST in a
 * ProgTraceCorrelation (NT:COR-13).
 * @return 0 for a TCODE that is none of enum rvt_ntrace_tcode, RCODE > 2 or CDF > 1
 */
static inline unsigned rvt_ntrace_layout(unsigned tcode, unsigned sub, unsigned btype) {
  switch (tcode) {
  case RVT_TC_OWNERSHIP: return RVT_LAYOUT_ADDR;
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_REPEAT_BRANCH: return RVT_LAYOUT_ICNT;
  case RVT_TC_INDIRECT_BRANCH: return RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT | RVT_LAYOUT_ADDR;
  case RVT_TC_ERROR: return RVT_LAYOUT_SUB | RVT_LAYOUT_ICNT;
  case RVT_TC_PROG_TRACE_SYNC:
  case RVT_TC_DIRECT_BRANCH_SYNC: return RVT_LAYOUT_SUB | RVT_LAYOUT_ICNT | RVT_LAYOUT_ADDR;
  case RVT_TC_INDIRECT_BRANCH_SYNC:
    return RVT_LAYOUT_SUB | RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT | RVT_LAYOUT_ADDR;
  case RVT_TC_RESOURCE_FULL:
    switch (sub) {
    case RVT_RC_ICNT: return RVT_LAYOUT_SUB | RVT_LAYOUT_ICNT;
    case RVT_RC_HIST: return RVT_LAYOUT_SUB | RVT_LAYOUT_HIST;
    case RVT_RC_HIST_REPEAT:
      return RVT_LAYOUT_SUB | RVT_LAYOUT_HIST | RVT_LAYOUT_ICNT | RVT_LAYOUT_HIST_FIRST;
    default: return 0;
    }
  case RVT_TC_INDIRECT_BRANCH_HIST:
    return RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT | RVT_LAYOUT_ADDR | RVT_LAYOUT_HIST;
  case RVT_TC_INDIRECT_BRANCH_HIST_SYNC:
    return RVT_LAYOUT_SUB | RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT | RVT_LAYOUT_ADDR | RVT_LAYOUT_HIST;
  case RVT_TC_PROG_TRACE_CORRELATION:
    switch (btype) {
    case 0: return RVT_LAYOUT_SUB | RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT;
    case 1: return RVT_LAYOUT_SUB | RVT_LAYOUT_BTYPE | RVT_LAYOUT_ICNT | RVT_LAYOUT_HIST;
    default: return 0;
    }
  default: return 0;
  }
}

#endif

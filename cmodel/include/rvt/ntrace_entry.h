/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_ENTRY_H
#define RVT_NTRACE_ENTRY_H

/* One entry of the queue between entrance and flow. docs/design.md, "Entrance and queue". */

#include "rvt/ntrace_config.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_entry_kind {
  RVT_ENTRY_BLOCK = 0, /* a qualified block */
  RVT_ENTRY_START = 1, /* a qualified block that begins a session; `sub` is its SYNC */
  RVT_ENTRY_STOP = 2,  /* the session ends; `sub` is the EVCODE */
  RVT_ENTRY_GAP = 3    /* something was refused; `sub` is ECODE[3:0] */
};

struct rvt_ntrace_entry {
  uint8_t kind;  /* enum rvt_entry_kind */
  uint8_t sub;   /* 4 bits */
  bool known;    /* `addr` is an address: always in START, by the hart in BLOCK and STOP */
  uint8_t itype; /* enum rvt_itype; 0 in STOP and GAP */
  uint8_t units; /* half-words retired; 0 in STOP and GAP */
  uint64_t addr; /* iaddr >> 1; 0 while `known` is 0 */
  uint64_t time;
};

#ifdef __cplusplus
}
#endif
#endif

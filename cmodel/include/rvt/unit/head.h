/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_HEAD_H
#define RVT_HEAD_H

/* What flow looks at: a stop, an overflow, or one block. docs/units/flow.md. */

#include "rvt/config.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rvt_entry_kind {
  RVT_ENTRY_BLOCK = 0,   /* a qualified block; `sub` is a set of RVT_BEFORE_ */
  RVT_ENTRY_START = 1,   /* a qualified block that begins a session; `sub` is a rvt_start */
  RVT_ENTRY_STOP = 2,    /* the session ends; `sub` is a rvt_ended and a set of RVT_STOP_ */
  RVT_ENTRY_OVERFLOW = 3 /* something was refused; `sub` is a set of RVT_LOST_ */
};

/** Why a session begins; a format has codes of its own for it. */
enum rvt_start {
  RVT_START_RESET = 1,   /* of the hart */
  RVT_START_DEBUG = 3,   /* the hart leaves debug mode */
  RVT_START_ENABLE = 5,  /* tracing was switched on */
  RVT_START_OVERRUN = 7, /* after an overflow */
  RVT_START_POWER = 9    /* the hart leaves low power */
};

/** Why it ends. */
enum rvt_ended {
  RVT_ENDED_DEBUG = 0,    /* the hart enters debug mode */
  RVT_ENDED_POWER = 1,    /* ... low power */
  RVT_ENDED_DISABLED = 4, /* tracing was switched off; of E-Trace, trTeEnable was */
  RVT_ENDED_ENABLED = 5   /* of E-Trace alone: it ends for any other reason (ETR:DC-07) */
};
enum { RVT_ENDED_BITS = 5 };
enum {
  RVT_LOST_ENABLED = 1, /* of E-Trace alone: trTeEnable as the overflow ends (ETR:DC-07) */
  RVT_LOST_BLOCKS = 4,  /* in each overflow; without it, of E-Trace alone: trTeEnable has risen */
  RVT_LOST_CONTEXT = 8  /* a change of privilege or context with them */
};

/** Bit of `trap` beside an itype: a session has had it. */
enum { RVT_TRAP_TRACED = 4 };

/** `sub` of a block: sync reasons that arose before it. */
enum {
  RVT_BEFORE_RESET = 1,  /* the hart was reset */
  RVT_BEFORE_NOTIFY = 2, /* an external notify trigger */
  RVT_STOP_RESET = 2,    /* `sub` of a stop: the same as RVT_BEFORE_RESET */
  RVT_STOP_NOTIFIED = 8  /* ... as RVT_BEFORE_NOTIFY */
};

/** Sequential jump (NT:SQJ-03): whether the block's indirect jump may be inferable. */
enum rvt_seq {
  RVT_SEQ_NO = 0,
  RVT_SEQ_BEHIND = 1, /* the jump is all of the block: only if something is counted already */
  RVT_SEQ_WITHIN = 2  /* the instruction before the jump is in the same block */
};

struct rvt_head {
  /* interface: members entry block */
  /* clang-format off */
  uint8_t priv;          /* of its blocks; in a stop of those before */
  bool context_new;      /* one of them is new since the entry before */
  bool enable_new;       /* E-Trace: trTeEnable was 0 since the entry before */
  uint8_t ctype;         /* E-Trace: how a context was reported since the blocks before */
  uint8_t trap;          /* E-Trace: itype of a trap right before it, plus 4 if traced */
  uint8_t cause;         /* E-Trace: cause of that trap */
  bool time_new;         /* time has another base than in the entry before */
  uint8_t kind;          /* what it stands for */
  uint8_t sub;           /* by kind, see entry_e */
  uint8_t last_size;     /* E-Trace: ilastsize, of the last instruction */
  uint8_t seq;           /* a sequential jump; SeqNo in a stop or overflow */
  bool notify;           /* a notify trigger of this block */
  bool known;            /* `addr` is one: always in a start, else as the hart says */
  uint8_t halfwords;     /* half-words retired; 0 in a stop or overflow */
  uint8_t itype;         /* how the block ends; ItNone in a stop or overflow */
  uint64_t hart_context; /* context of its clock */
  uint64_t addr;         /* iaddr >> 1, of the first instruction */
  uint64_t tval;         /* E-Trace: its value */
  uint64_t abs_time;     /* of its clock; of an overflow, of the first block refused */
  /* clang-format on */
  /* interface end */
};

#ifdef __cplusplus
}
#endif
#endif

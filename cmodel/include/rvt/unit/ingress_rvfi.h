/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_INGRESS_RVFI_H
#define RVT_INGRESS_RVFI_H

/* Golden model of rtl/adapter/rvt_ingress_rvfi.sv: RVFI -> ingress port.
 * docs/units/ingress-rvfi.md. */

#include "rvt/ingress.h"
#include "rvt/insn.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_RVFI_NRET_MAX = RVT_BLOCKS_MAX, RVT_RVFI_GROUPS_MAX = 8 };
enum { RVT_RVFI_MODE_UNKNOWN = 2 };
enum { RVT_RVFI_CAUSE = 0x3f }; /* what the adapters keep of a cause: the most that E-Trace sends */

/** The RTL's parameters; values outside its ranges are not checked. */
struct rvt_rvfi_params {
  struct rvt_isa isa;
  bool format;           /* of the trace, as struct rvt_params has it */
  uint8_t nret;          /* 1..RVT_RVFI_NRET_MAX */
  uint8_t iretire_width; /* 2..8 */
  uint8_t itype_width;   /* 3 or 4 */
  bool single;
  bool joined;
  bool targets;
  uint8_t groups; /* 2..RVT_RVFI_GROUPS_MAX */
};

/** A channel of RVFI in one clock. */
struct rvt_rvfi_insn {
  bool valid, trap, intr;
  uint8_t mode; /* 0 U, 1 S, 3 M */
  uint32_t insn;
  uint64_t pc_rdata, pc_wdata;
  uint64_t cause;      /* that its own trap writes to xcause; 0: not known */
  uint64_t tval;       /* ... to xtval; without one, that of the trap which it handles */
  uint64_t intr_cause; /* first of a handler: xcause of the trap before it */
  uint8_t intr_mode;   /* ... and the privilege before that; RVT_RVFI_MODE_UNKNOWN */
};

struct rvt_ingress_rvfi_in {
  struct rvt_rvfi_insn insn[RVT_RVFI_NRET_MAX]; /* oldest first */
  bool interrupt; /* the trap that led to the first of them is no exception */
  bool halted;
};

struct rvt_ingress_rvfi_out {
  struct rvt_block block[RVT_RVFI_NRET_MAX]; /* iretire and itype 0 where there is none */
  uint64_t cause; /* of the trap that is told, without its interrupt bit; else 0 */
  uint64_t tval;  /* ... of an exception */
  uint64_t target[RVT_RVFI_NRET_MAX]; /* where a branch or jump leads; without `targets` 0 */
  uint8_t priv;
  bool halted;
  bool lost;
};

/** An instruction, classified, on its way to the port. */
struct rvt_rvfi_item {
  bool valid;
  bool broken;   /* a trap that no instruction tells came before it ... */
  bool irq;      /* ... which is no exception */
  uint64_t from; /* ... at this address */
  bool excepts;  /* it traps itself */
  bool ends;     /* a block ends with it */
  bool sijump;
  uint8_t size;  /* half-words, 1 or 2 */
  uint8_t itype; /* of a 4-bit port */
  uint8_t mode, intr_mode;
  uint64_t pc;
  uint64_t target;                  /* of a branch or jump */
  uint64_t cause, intr_cause, tval; /* as those of its channel */
};

struct rvt_rvfi_group {
  struct rvt_rvfi_item item[RVT_RVFI_NRET_MAX];
};

/** The RTL's registers of the same names. */
struct rvt_ingress_rvfi {
  struct rvt_rvfi_params p;
  bool known_q, trapped_q, returned_q;
  uint64_t next_q;
  uint8_t sets_q;
  struct rvt_rvfi_group group_q[RVT_RVFI_GROUPS_MAX]; /* oldest first */
  uint8_t level_q;
  uint8_t at_q;
  bool told_q;
  bool open_q;
  uint64_t open_addr_q;
  uint8_t open_size_q, open_last_q; /* half-words */
  uint8_t idle_q;
  uint8_t mode_q;
  bool gap_q, lost_q;
};

void rvt_ingress_rvfi_init(struct rvt_ingress_rvfi *s, const struct rvt_rvfi_params *p);
/** What the port says in this clock; it does not depend on the inputs of this clock. */
void rvt_ingress_rvfi_outputs(const struct rvt_ingress_rvfi *s, struct rvt_ingress_rvfi_out *out);
void rvt_ingress_rvfi_tick(struct rvt_ingress_rvfi *s, const struct rvt_ingress_rvfi_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

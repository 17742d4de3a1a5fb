/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTR_RECORDS_H
#define RVT_CTR_RECORDS_H

/*
 * Control transfer records (Smctr, Ssctr 1.0) without clocks: events and CSR accesses in program
 * order (CTR:H-04). rvt/unit/ctr.h is the same behind the ports of rtl/ctr.
 */

#include "rvt/ctr.h"
#include "rvt/error.h"
#include "rvt/ingress.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Parameters of rvt_ctr, and those of the records in it. */
struct rvt_ctr_params {
  uint8_t xlen;          /* 32 or 64 */
  uint8_t blocks;        /* slots of a clock, 1..RVT_BLOCKS_MAX */
  uint8_t iretire_width; /* 1..8 */
  bool single;           /* iretire is 0 or 1, and iaddr that of the last instruction */
  uint8_t depths;        /* bit i: depth 16 << i is legal; 1..31 */
  uint8_t counter_width; /* 0 (no cycle counts), 12, 13, 15, 19 or 27 (CTR:T-02) */
  bool misp;
  bool type;
  uint16_t filters; /* bit T: bit 32+T of the controls; of 1..5 and 8..15; 0 with xlen 32 */
  bool ext_traps;
  bool ras_emu;
  bool hyp;
  bool lcofi;
  bool block_ram; /* from depth 32 on */
};

enum { RVT_CTR_UNTOUCHED = -1 };

/** Registers and entries; all may be read. */
struct rvt_ctr_records {
  struct rvt_ctr_params p;
  uint64_t m_mask, vs_mask; /* bits that the controls have */
  uint64_t pc_mask;         /* bits of a PC, without bit 0 */
  uint32_t data_mask;       /* bits that ctrdata has */
  uint32_t counter_max;     /* 0 without cycle counts */
  uint64_t mctrctl_q, vsctrctl_q;
  uint8_t depth_q; /* DEPTH: 16 << depth_q entries */
  uint8_t wrptr_q;
  bool frozen_q;
  uint32_t counter_q;
  bool valid_q; /* CCV of the next record; 0 without cycle counts */
  struct rvt_ctr_entry entry[RVT_CTR_ENTRIES_MAX];
};

/** A transfer, with its PCs; their bit 0 is not read. */
struct rvt_ctr_transfer {
  uint8_t itype;   /* enum rvt_itype; 0, 6 and 7 are none */
  bool mispredict; /* not read of traps */
  uint8_t from;    /* enum rvt_priv */
  uint8_t to;      /* of traps and returns alone */
  uint64_t cause;  /* of traps alone; its low 6 bits count */
  uint64_t source; /* of a trap its epc */
  uint64_t target; /* of a trap its handler, of a branch that is not taken what follows it */
};

/** Who reads or writes. */
struct rvt_ctr_access {
  uint8_t mode;    /* enum rvt_priv; debug mode may what M may */
  bool xlen32;     /* software's XLEN is 32 */
  bool mstateen;   /* bit CTR of mstateen0 */
  bool hstateen;   /* ... of hstateen0 */
  uint16_t select; /* siselect or vsiselect, of sireg and vsireg alone */
};

enum rvt_ctr_exception { RVT_CTR_NONE, RVT_CTR_ILLEGAL, RVT_CTR_VIRTUAL };

/** State after reset (CTR:E-08).
 *  @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*r` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_ctr_records_init(struct rvt_ctr_records *r,
                                                    const struct rvt_ctr_params *p,
                                                    struct rvt_error *e);
/** `n` ticks of mcycle in `mode`; those of a clock before its events (CTR:T-05). */
void rvt_ctr_cycles(struct rvt_ctr_records *r, uint64_t n, uint8_t mode);
/** @return the physical entry that was written, or RVT_CTR_UNTOUCHED */
int rvt_ctr_event(struct rvt_ctr_records *r, const struct rvt_ctr_transfer *event);

/** SCTRCLR, and register `csr` (12 bits). With an exception nothing changes, and `*value` is 0. */
enum rvt_ctr_exception rvt_ctr_clear(struct rvt_ctr_records *r, const struct rvt_ctr_access *a);
enum rvt_ctr_exception rvt_ctr_read(const struct rvt_ctr_records *r, const struct rvt_ctr_access *a,
                                    uint16_t csr, uint64_t *value);
enum rvt_ctr_exception rvt_ctr_write(struct rvt_ctr_records *r, const struct rvt_ctr_access *a,
                                     uint16_t csr, uint64_t value);

/** Entries of the depth that is set, and of the greatest one. */
static inline unsigned rvt_ctr_depth(const struct rvt_ctr_records *r) { return 16u << r->depth_q; }
static inline unsigned rvt_ctr_depth_max(const struct rvt_ctr_params *p) {
  unsigned depth = 16;
  for (unsigned bits = p->depths >> 1; bits != 0; bits >>= 1) depth *= 2;
  return depth;
}
/** Where logical entry `logical` is, below the depth (CTR:E-02). */
static inline unsigned rvt_ctr_physical(const struct rvt_ctr_records *r, unsigned logical) {
  return (r->wrptr_q - logical - 1) & (rvt_ctr_depth(r) - 1);
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

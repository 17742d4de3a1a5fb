/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_CTR_H
#define RVT_ORACLE_CTR_H

/*
 * The oracle of control transfer records (Smctr/Ssctr 1.0). It knows events, not clocks: a clock is
 * oracle_ctr_cycles(), then its transfers, oldest first, then its trap or return, then the access
 * of the younger instruction (CTR:H-02). All it holds may be read, and nothing of it written.
 */

#include <stdbool.h>
#include <stdint.h>

/** Modes with V and debug, by their codes. Any other code is no mode, and records nothing. */
enum oracle_ctr_mode {
  ORACLE_CTR_U = 0,
  ORACLE_CTR_S = 1, /* HS, too */
  ORACLE_CTR_M = 3,
  ORACLE_CTR_D = 4, /* debug */
  ORACLE_CTR_VU = 5,
  ORACLE_CTR_VS = 6
};

/** Addresses of the registers. Those of `vsiselect` are 0x100 higher. */
enum oracle_ctr_csr {
  ORACLE_CTR_SCTRCTL = 0x14E,
  ORACLE_CTR_SCTRSTATUS = 0x14F,
  ORACLE_CTR_SIREG = 0x151,
  ORACLE_CTR_SIREG2 = 0x152,
  ORACLE_CTR_SIREG3 = 0x153,
  ORACLE_CTR_SIREG4 = 0x155,
  ORACLE_CTR_SIREG5 = 0x156,
  ORACLE_CTR_SIREG6 = 0x157,
  ORACLE_CTR_SCTRDEPTH = 0x15F,
  ORACLE_CTR_VSCTRCTL = 0x24E,
  ORACLE_CTR_MCTRCTL = 0x34E
};

/** `siselect` of logical entry 0 (CTR:E-01). */
enum { ORACLE_CTR_SELECT = 0x200 };
/** Physical entries of the greatest depth. */
enum { ORACLE_CTR_ENTRIES = 256 };
/** funct12 0x104 of SYSTEM (CTR:I-01). */
#define ORACLE_CTR_SCTRCLR 0x10400073u

/** What is built. */
struct oracle_ctr_build {
  uint8_t mxlen;     /* 32 or 64: of ctrsource and ctrtarget */
  uint8_t xlen;      /* of the software and of the PCs, at most mxlen */
  uint8_t depths;    /* bit n: depth 16 << n can be chosen; at least one of 5 */
  bool cycles;       /* CCV and CC (CTR:T-07) ... */
  uint8_t cce_bits;  /* ... with so many bits of CCE, 0 to 4 */
  bool type;         /* TYPE */
  bool misp;         /* MISP */
  uint16_t filters;  /* bit T: the filter of type T (CTR:F-02) */
  bool external;     /* external traps: MTE, STE (CTR:P-06) */
  bool ras;          /* RASEMU */
  bool hypervisor;   /* vsctrctl */
  bool has_overflow; /* Sscofpmf: LCOFIFRZ */
};

struct oracle_ctr_entry {
  uint64_t source;
  uint64_t target;
  uint64_t data;
};

struct oracle_ctr {
  struct oracle_ctr_build build;
  uint64_t mctrctl;
  uint64_t vsctrctl;
  uint8_t depth_code; /* DEPTH */
  uint32_t wrptr;
  bool frozen;
  uint32_t counter; /* CtrCycleCounter, 0 where it is not built */
  bool ccv;         /* of the next record */
  struct oracle_ctr_entry physical[ORACLE_CTR_ENTRIES];
};

/** Who reads or writes a register. Debug mode may what M may. */
struct oracle_ctr_access {
  enum oracle_ctr_mode mode;
  bool mstateen; /* mstateen0.CTR */
  bool hstateen; /* hstateen0.CTR as it is held; reads 0 without the other (CTR:S-01) */
  uint64_t siselect;
  uint64_t vsiselect;
};

enum oracle_ctr_exception {
  ORACLE_CTR_NONE,
  ORACLE_CTR_ILLEGAL,
  ORACLE_CTR_VIRTUAL,
  ORACLE_CTR_OTHER /* no register of the recorder: somebody else's answer */
};

/** State after reset (CTR:E-08). */
void oracle_ctr_init(struct oracle_ctr *o, const struct oracle_ctr_build *build);

/** `n` ticks of mcycle in `mode`; those of a clock before its transfers (CTR:T-05). */
void oracle_ctr_cycles(struct oracle_ctr *o, uint64_t n, enum oracle_ctr_mode mode);
/** A branch or jump of `itype` retires in `mode`. Other itypes are none, and do nothing. */
void oracle_ctr_transfer(struct oracle_ctr *o, uint8_t itype, uint64_t source, uint64_t target,
                         bool mispredict, enum oracle_ctr_mode mode);
/** A trap is taken; `cause` without its highest bit. */
void oracle_ctr_trap(struct oracle_ctr *o, uint64_t cause, bool interrupt, uint64_t epc,
                     uint64_t handler, enum oracle_ctr_mode from, enum oracle_ctr_mode to);
/** A return from a trap retires. */
void oracle_ctr_return(struct oracle_ctr *o, uint64_t source, uint64_t target, bool mispredict,
                       enum oracle_ctr_mode from, enum oracle_ctr_mode to);

/** SCTRCLR. With an exception nothing changes. */
enum oracle_ctr_exception oracle_ctr_clear(struct oracle_ctr *o,
                                           const struct oracle_ctr_access *access);
/** Register `csr`; `value` is set with ORACLE_CTR_NONE alone. */
enum oracle_ctr_exception oracle_ctr_read(const struct oracle_ctr *o,
                                          const struct oracle_ctr_access *access, unsigned csr,
                                          uint64_t *value);
/** The same of a write, of what the instruction has made of old value and operand. */
enum oracle_ctr_exception oracle_ctr_write(struct oracle_ctr *o,
                                           const struct oracle_ctr_access *access, unsigned csr,
                                           uint64_t value);

/** Depth in entries. */
unsigned oracle_ctr_depth(const struct oracle_ctr *o);
/** Logical entry, 0 the youngest; all 0 from the depth on (CTR:E-02). */
struct oracle_ctr_entry oracle_ctr_entry_at(const struct oracle_ctr *o, unsigned logical);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_CTR_STATE_H
#define RVT_ORACLE_CTR_STATE_H

/*
 * What the files of the oracle call of each other: events.c takes the events, rules.c says which
 * are recorded, entries.c holds them, counter.c counts, csr.c has the registers and access.c says
 * who may reach them.
 */

#include "ctr.h"

/* Fields of mctrctl, sctrctl and vsctrctl (CTR section 2.1). */
enum ctl_bit {
  CTL_U = 0,
  CTL_S = 1,
  CTL_M = 2,
  CTL_RASEMU = 7,
  CTL_STE = 8,
  CTL_MTE = 9,
  CTL_BPFRZ = 11,
  CTL_LCOFIFRZ = 12,
  CTL_FILTER = 32 /* of type 0 */
};

enum transfer_type {
  TYPE_EXCEPTION = 1,
  TYPE_INTERRUPT = 2,
  TYPE_TRAP_RETURN = 3,
  TYPE_NOT_TAKEN = 4,
  TYPE_TAKEN = 5,
  TYPE_INDIRECT_CALL = 8,
  TYPE_DIRECT_CALL = 9,
  TYPE_SWAP = 12,
  TYPE_RETURN = 13,
  TYPE_LAST = 15
};

/** What the mode rule makes of a transfer (CTR:P-01). */
struct verdict {
  bool recorded;
  bool no_source;
  bool no_target;
  bool external;
};

/* rules.c */
bool oracle_ctr_is_set(uint64_t control, unsigned bit);
bool oracle_ctr_is_enabled(const struct oracle_ctr *o, enum oracle_ctr_mode mode);
struct verdict oracle_ctr_trap_verdict(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                                       enum oracle_ctr_mode to);
struct verdict oracle_ctr_return_verdict(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                                         enum oracle_ctr_mode to);
uint64_t oracle_ctr_control(const struct oracle_ctr *o, enum oracle_ctr_mode from,
                            enum oracle_ctr_mode to);
bool oracle_ctr_passes_filter(uint64_t control, unsigned type);
bool oracle_ctr_freezes(const struct oracle_ctr *o, uint64_t cause, bool interrupt,
                        enum oracle_ctr_mode to);

/* entries.c */
uint64_t oracle_ctr_xlen_bits(const struct oracle_ctr *o);
void oracle_ctr_set_entry(struct oracle_ctr *o, unsigned logical,
                          const struct oracle_ctr_entry *entry);
void oracle_ctr_push(struct oracle_ctr *o, const struct oracle_ctr_entry *entry);
void oracle_ctr_pop(struct oracle_ctr *o);
void oracle_ctr_set_depth(struct oracle_ctr *o, unsigned code);

/* counter.c */
void oracle_ctr_forget_count(struct oracle_ctr *o);
uint64_t oracle_ctr_take_count(struct oracle_ctr *o);

/* access.c */
enum oracle_ctr_exception oracle_ctr_permission(const struct oracle_ctr *o,
                                                const struct oracle_ctr_access *access,
                                                unsigned csr);
bool oracle_ctr_is_virtual(enum oracle_ctr_mode mode);

#endif

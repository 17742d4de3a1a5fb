/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_RECORD_H
#define RVT_TANDEM_RECORD_H

/*
 * What a hart says of one retired instruction or trap, and the group of elements that it becomes:
 * sections 3 and TV:E of the rows. The functional encoder of tandem verification trace.
 */

#include "rvt/tandem/element.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum rvt_tandem_kind {
  RVT_TANDEM_RETIRED,
  RVT_TANDEM_EXCEPTION,
  RVT_TANDEM_INTERRUPT,
  RVT_TANDEM_HART_RESET,
  RVT_TANDEM_OUTSIDE, /* state from outside: a debugger's, a loader's, a dump */
  RVT_TANDEM_HART_KINDS,
  RVT_TANDEM_TRANSACTION = RVT_TANDEM_HART_KINDS, /* of the bus: `access`, and nothing else */
  RVT_TANDEM_KINDS
};

/** CSRs of a record; bytes of the longest group (TV:E-04). */
enum { RVT_TANDEM_CSRS = 4, RVT_TANDEM_GROUP_BYTES = 175 };

/** A CSR that was written, and what it holds now. */
struct rvt_tandem_csr {
  bool valid;
  uint16_t number;
  uint64_t data;
};

/** A bus transaction of opcodes 8 and 9: in the group of its instruction, or in one of its own. */
struct rvt_tandem_access {
  bool valid, answered;
  uint8_t op, size, result; /* as in struct rvt_tandem_element */
  uint64_t address, request, response;
};

/** One instruction or trap; the names are those of section 3 of the rows. */
struct rvt_tandem_record {
  uint8_t kind;      /* enum rvt_tandem_kind */
  bool pc_valid;     /* OUTSIDE: `pc_w` is part of the state; else it always is */
  uint64_t pc_r;     /* of the instruction, if there is one */
  uint64_t pc_w;     /* the new one */
  bool insn_valid;   /* RETIRED and EXCEPTION; an exception of the fetch may have none (TV:R-08) */
  bool is32;         /* the instruction has 32 bits */
  uint32_t insn;     /* ... as fetched */
  bool gpr_valid;    /* x0 is not sent (TV:AMB-T15) */
  uint8_t gpr;       /* 0..31 */
  uint64_t gpr_data; /* what it holds now; */
  bool gpr_old_known;
  uint64_t gpr_old; /* ... what it held before, if that is known */
  bool fpr_valid;
  uint8_t fpr;
  uint64_t fpr_data;
  struct rvt_tandem_csr csr[RVT_TANDEM_CSRS]; /* of a trap: epc, cause, status, tval */
  bool fflags_valid;
  uint8_t fflags; /* 5 bits that were set */
  bool privilege_valid;
  uint8_t privilege; /* the new one */
  bool paddr_valid, eaddr_valid, store_valid, pc_paddr_valid, mtime_valid;
  uint64_t paddr, eaddr;
  uint8_t store_size; /* 2^n bytes, 0..3 */
  uint64_t store;
  uint64_t pc_paddr, mtime;
  struct rvt_tandem_access access;
};

/** Which forms the encoder chooses where the protocol leaves it free (TV:E-01, R-06). */
struct rvt_tandem_forms {
  bool increment_pc;  /* opcode 3 for a new pc behind the instruction */
  bool or_fcsr;       /* fflags as opcode 6 into fcsr; else they go as a CSR, if at all */
  bool add_registers; /* opcode 5 for a register that changes by a signed byte */
};

/**
 * The group of a record in the canonical order (TV:E-03).
 *
 * @param out   RVT_TANDEM_GROUP_BYTES bytes
 * @param size  bytes written
 * @retval RVT_OK
 * @retval RVT_ERR_ARG       no such kind, or one with what it must not have (TV)
 * @retval RVT_ERR_RESERVED, RVT_ERR_RANGE  as rvt_tandem_write()
 * On any status but RVT_OK neither `out` nor `*size` has changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_encode(const struct rvt_tandem_format *format,
                                                 const struct rvt_tandem_forms *forms,
                                                 const struct rvt_tandem_record *record,
                                                 uint8_t *out, size_t *size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

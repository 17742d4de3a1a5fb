/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SRC_CTR_CSR_H
#define RVT_SRC_CTR_CSR_H

/* The software's side: an access, decoded, and its effect. */

#include "rvt/unit/ctr_records.h"

/** What is accessed. */
enum rvt_ctr_reg {
  RVT_CTR_REG_NONE,
  RVT_CTR_REG_MCTL,
  RVT_CTR_REG_SCTL, /* the window of S on the former */
  RVT_CTR_REG_VSCTL,
  RVT_CTR_REG_STATUS,
  RVT_CTR_REG_DEPTH,
  RVT_CTR_REG_SOURCE, /* of an entry */
  RVT_CTR_REG_TARGET,
  RVT_CTR_REG_DATA,
  RVT_CTR_REG_ZERO, /* of an entry, too: reads 0 */
  RVT_CTR_REG_CLEAR /* SCTRCLR */
};

struct rvt_ctr_decoded {
  enum rvt_ctr_reg reg; /* none with an exception */
  enum rvt_ctr_exception exception;
  uint8_t logical; /* of an entry */
};

struct rvt_ctr_decoded rvt_ctr_decode_clear(const struct rvt_ctr_records *r,
                                            const struct rvt_ctr_access *a);
struct rvt_ctr_decoded rvt_ctr_decode_csr(const struct rvt_ctr_records *r,
                                          const struct rvt_ctr_access *a, uint16_t csr);
uint64_t rvt_ctr_get(const struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d, bool xlen32);
void rvt_ctr_put(struct rvt_ctr_records *r, const struct rvt_ctr_decoded *d, bool xlen32,
                 uint64_t value);
void rvt_ctr_wipe(struct rvt_ctr_records *r);

#endif

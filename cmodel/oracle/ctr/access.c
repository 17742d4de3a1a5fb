/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Who may reach which register (CTR section 2.6). */

#include "state.h"

enum level { SUPERVISOR = 1, HYPERVISOR = 2, MACHINE = 3 };

bool oracle_ctr_is_virtual(enum oracle_ctr_mode mode) {
  return mode == ORACLE_CTR_VU || mode == ORACLE_CTR_VS;
}

/* The table of the section by the lines of its first column. */
enum oracle_ctr_exception oracle_ctr_permission(const struct oracle_ctr *o,
                                                const struct oracle_ctr_access *access,
                                                unsigned csr) {
  const enum level level = (enum level)(csr >> 8 & 3);
  const bool mstateen = access->mstateen;
  const bool hstateen = access->hstateen && mstateen;                         /* CTR:S-01 */
  if (level == HYPERVISOR && !o->build.hypervisor) return ORACLE_CTR_ILLEGAL; /* CTR:C-07 */
  switch (access->mode) {
  case ORACLE_CTR_M:
  case ORACLE_CTR_D: return ORACLE_CTR_NONE;
  case ORACLE_CTR_S: return level != MACHINE && mstateen ? ORACLE_CTR_NONE : ORACLE_CTR_ILLEGAL;
  case ORACLE_CTR_VS:
    if (level == MACHINE || !mstateen) return ORACLE_CTR_ILLEGAL;
    if (level == HYPERVISOR || csr == ORACLE_CTR_SCTRDEPTH) return ORACLE_CTR_VIRTUAL;
    return hstateen ? ORACLE_CTR_NONE : ORACLE_CTR_VIRTUAL;
  case ORACLE_CTR_VU:
    return level == MACHINE || !mstateen ? ORACLE_CTR_ILLEGAL : ORACLE_CTR_VIRTUAL;
  case ORACLE_CTR_U:
  default: return ORACLE_CTR_ILLEGAL;
  }
}

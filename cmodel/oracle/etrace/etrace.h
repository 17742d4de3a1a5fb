/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_ETRACE_H
#define RVT_ORACLE_ETRACE_H

/* The oracle of E-Trace 2.0, in every mode, and of its extension with irets. */

#include "oracle/oracle.h"
#include "packet.h"

extern const struct oracle_format oracle_of_etrace;

/** What software chooses; it takes effect at the next start of trace (ETR:DC-15). The context is
 * `context_en` of the configuration. */
struct oracle_te_options {
  bool full_address;       /* trTeInstNoAddrDiff (ETR:M-FULL) */
  bool implicit_exception; /* trTeInstNoTrapAddr (ETR:M-IEX) */
  uint8_t implicit_return; /* trTeInstImplicitReturnMode, 0 without trTeInstEnImplicitReturn:
                            * 0 off, 1 nothing is compared, 2 low bits, 3 all (ETR:M-IRET) */
  bool branch_prediction;  /* trTeInstEnBranchPrediction (ETR:M-BP) */
  bool jump_target_cache;  /* trTeInstEnJumpTargetCache (ETR:M-JTC) */
  /* Not to be set: the oracle takes them out of the configuration. */
  bool sequential_jump; /* trTeInstEnSequentialJump (ETR:M-SIJ) */
};

/** The build's widths. To be called once, before the first clock. */
void oracle_te_set_build(struct oracle *o, const struct oracle_te_build *b);
/** The options from the next clock on. A mode that is not built stays off. */
void oracle_te_set_options(struct oracle *o, const struct oracle_te_options *options);

/**
 * The packets caused so far, in order. Valid until the next call. An instruction is held until the
 * next one is known, or the end of tracing (ETR section 8: N).
 */
const struct oracle_te_packet *oracle_te_packets(const struct oracle *o, size_t *count);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_RVFI_CHECK_H
#define RVT_TB_RVFI_CHECK_H

/*
 * What an adapter says on the ingress port, against the steps of the program: every instruction and
 * every trap once, in order, with the itype of the step.
 */

#include "agents/rvfi.h"
#include "harness/bench.h"

/** The first coverage points of a bench with this judge, and their names. */
enum {
  TB_RVFI_INSNS,
  TB_RVFI_BLOCKS,    /* of several instructions */
  TB_RVFI_EXCEPTION, /* shown by an instruction, or alone ... */
  TB_RVFI_INTERRUPT,
  TB_RVFI_FOLDED, /* ... with the block before it */
  TB_RVFI_SIJUMP,
  TB_RVFI_TVAL,  /* an exception with a cause and a value */
  TB_RVFI_CAUSE, /* an interrupt with a cause */
  TB_RVFI_TARGET,
  TB_RVFI_RETURNED, /* an interrupt directly after an xRET to another privilege, which the port says
                     */
  TB_RVFI_COVERS
};
#define TB_RVFI_COVER_NAMES                                                                        \
  "insns", "blocks", "exception", "interrupt", "folded", "sijump", "tval", "cause", "target",      \
      "returned"

struct tb_rvfi_check {
  const struct rvt_rvfi_params *p;
  struct tb_rvfi *hart;
  const struct rvt_ingress_rvfi_out *out;
  uint8_t mode;    /* of the newest instruction or exception */
  uint32_t fed;    /* clocks since the program's end */
  uint32_t silent; /* ... in debug mode, with all told and no gap */
};

/** One clock of the port. The run is done some clocks after the program. */
void tb_rvfi_check(struct tb_rvfi_check *b, struct tb *tb);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */
#ifndef RVT_INGRESS_SC_H
#define RVT_INGRESS_SC_H

/* clang-format off */

/** X(field, bits of a slot): the ingress port, what there is for every slot. */
#define RVT_SC_INGRESS_SLOT(X) \
  X(iretire, P::IretireWidth) \
  X(iaddr, P::Xlen) \
  X(itype, P::ItypeWidth) \
  X(ilastsize, 2) \
  X(sijump, 1)

/** X(field, bits): what there is once. */
#define RVT_SC_INGRESS_CLOCK(X) \
  X(cause, P::Xlen) \
  X(tval, P::Xlen) \
  X(priv, 3) \
  X(context, P::ContextWidth) \
  X(ctype, 2) \
  X(impdef, P::ImpdefWidth) \
  X(trigger, P::Blocks + 2) \
  X(ext_trigger, 3) \
  X(halted, 1) \
  X(hart_reset, 1) \
  X(lowpower, 1) \
  X(time, TimeWidth)

/* clang-format on */

#endif

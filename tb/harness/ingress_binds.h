/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Written by scripts/interface from rtl/interface; `make interface` writes it anew. */
#ifndef RVT_TB_INGRESS_BINDS_H
#define RVT_TB_INGRESS_BINDS_H

/* clang-format off */

/** X(field, bits in the build of `p`, bits in the largest one) of each slot. */
#define TB_PORT_SLOT_FIELDS(X) \
  X(iretire, p->iretire_width, 8) \
  X(iaddr, p->xlen, 64) \
  X(itype, p->itype_width, 4) \
  X(ilastsize, 2, 2) \
  X(sijump, 1, 1)

/** The ingress port of an encoder: struct tb_ports and struct rvt_ingress in T. */
#define TB_INGRESS_BINDS(T, ports, in) \
  TB_IN(T, "iretire_i", ports.iretire), \
  TB_IN(T, "iaddr_i", ports.iaddr), \
  TB_IN(T, "itype_i", ports.itype), \
  TB_IN(T, "ilastsize_i", ports.ilastsize), \
  TB_IN(T, "sijump_i", ports.sijump), \
  TB_IN(T, "cause_i", in.cause), \
  TB_IN(T, "tval_i", in.tval), \
  TB_IN(T, "priv_i", in.priv), \
  TB_IN(T, "context_i", in.context), \
  TB_IN(T, "ctype_i", in.ctype), \
  TB_IN(T, "impdef_i", in.impdef), \
  TB_IN(T, "trigger_i", in.trigger), \
  TB_IN(T, "ext_trigger_i", in.ext_trigger), \
  TB_IN(T, "halted_i", in.halted), \
  TB_IN(T, "hart_reset_i", in.hart_reset), \
  TB_IN(T, "lowpower_i", in.lowpower), \
  TB_IN(T, "time_i", in.time)

/** The ingress port of the ingress stage: struct tb_ports and struct rvt_ingress in T. */
#define TB_INGRESS_READ_BINDS(T, ports, in) \
  TB_IN(T, "iretire_i", ports.iretire), \
  TB_IN(T, "iaddr_i", ports.iaddr), \
  TB_IN(T, "itype_i", ports.itype), \
  TB_IN(T, "ilastsize_i", ports.ilastsize), \
  TB_IN(T, "sijump_i", ports.sijump), \
  TB_IN(T, "cause_i", in.cause), \
  TB_IN(T, "tval_i", in.tval), \
  TB_IN(T, "priv_i", in.priv), \
  TB_IN(T, "context_i", in.context), \
  TB_IN(T, "ctype_i", in.ctype), \
  TB_IN(T, "trigger_i", in.trigger), \
  TB_IN(T, "ext_trigger_i", in.ext_trigger), \
  TB_IN(T, "halted_i", in.halted), \
  TB_IN(T, "hart_reset_i", in.hart_reset), \
  TB_IN(T, "lowpower_i", in.lowpower), \
  TB_IN(T, "time_i", in.time)

/* clang-format on */

#endif

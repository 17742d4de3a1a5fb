/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TANDEM_PORTS_H
#define RVT_TB_TANDEM_PORTS_H

/* The bundle of tandem verification trace as vectors of ports, slot 0 in the low bits. */

#include <string.h>

#include "harness/bench.h"
#include "harness/ports.h"
#include "rvt/tandem/encoder.h"

/** X(field of a record, bits in the build of `p`) of each slot. */
#define TB_TANDEM_FIELDS(X)                                                                        \
  X(kind, 3)                                                                                       \
  X(pc_valid, 1)                                                                                   \
  X(pc_r, p->format.xlen)                                                                          \
  X(pc_w, p->format.xlen)                                                                          \
  X(insn_valid, 1)                                                                                 \
  X(is32, 1)                                                                                       \
  X(insn, 32)                                                                                      \
  X(gpr_valid, 1)                                                                                  \
  X(gpr, 5)                                                                                        \
  X(gpr_data, p->format.xlen)                                                                      \
  X(gpr_old_known, 1)                                                                              \
  X(gpr_old, p->format.xlen)                                                                       \
  X(fpr_valid, 1)                                                                                  \
  X(fpr, 5)                                                                                        \
  X(fpr_data, p->format.flen == 0 ? 1u : p->format.flen)                                           \
  X(fflags_valid, 1)                                                                               \
  X(fflags, 5)                                                                                     \
  X(privilege_valid, 1)                                                                            \
  X(privilege, 2)                                                                                  \
  X(paddr_valid, 1)                                                                                \
  X(paddr, p->format.mlen)                                                                         \
  X(eaddr_valid, 1)                                                                                \
  X(eaddr, p->format.mlen)                                                                         \
  X(store_valid, 1)                                                                                \
  X(store_size, 2)                                                                                 \
  X(store, 64)                                                                                     \
  X(pc_paddr_valid, 1)                                                                             \
  X(pc_paddr, p->format.mlen)                                                                      \
  X(mtime_valid, 1)                                                                                \
  X(mtime, 64)

/** ... of the bus, in each clock. */
#define TB_TANDEM_BUS_FIELDS(X)                                                                    \
  X(valid, 1)                                                                                      \
  X(op, 4)                                                                                         \
  X(size, 2)                                                                                       \
  X(address, p->format.mlen)                                                                       \
  X(request, 64)                                                                                   \
  X(answered, 1)                                                                                   \
  X(result, 1)                                                                                     \
  X(response, 64)

struct tb_tandem_ports {
  uint8_t valid[1];
#define TB_TANDEM_VECTOR(field, width)                                                             \
  uint8_t field[sizeof(((struct rvt_tandem_record *)0)->field) * RVT_TANDEM_SLOTS];
  TB_TANDEM_FIELDS(TB_TANDEM_VECTOR)
#undef TB_TANDEM_VECTOR
  uint8_t csr_valid[RVT_TANDEM_CSRS * RVT_TANDEM_SLOTS / 8];
  uint8_t csr_number[12 * RVT_TANDEM_CSRS * RVT_TANDEM_SLOTS / 8];
  uint8_t csr_data[8 * RVT_TANDEM_CSRS * RVT_TANDEM_SLOTS];
#define TB_TANDEM_BUS_VECTOR(field, width)                                                         \
  uint8_t bus_##field[sizeof(((struct rvt_tandem_access *)0)->field)];
  TB_TANDEM_BUS_FIELDS(TB_TANDEM_BUS_VECTOR)
#undef TB_TANDEM_BUS_VECTOR
};

/** The ports, for the table of bindings of the type T with such a member `ports`. */
#define TB_TANDEM_BIND(field, width)     TB_IN(T, #field "_i", ports.field),
#define TB_TANDEM_BUS_BIND(field, width) TB_IN(T, "bus_" #field "_i", ports.bus_##field),
#define TB_TANDEM_BINDS                                                                            \
  TB_TANDEM_FIELDS(TB_TANDEM_BIND)                                                                 \
  TB_TANDEM_BUS_FIELDS(TB_TANDEM_BUS_BIND)                                                         \
  TB_IN(T, "valid_i", ports.valid), TB_IN(T, "csr_valid_i", ports.csr_valid),                      \
      TB_IN(T, "csr_number_i", ports.csr_number), TB_IN(T, "csr_data_i", ports.csr_data)

/** Parameters of the build. */
static inline struct rvt_tandem_params tb_tandem_params(struct tb *tb) {
  return (struct rvt_tandem_params){.format = {.xlen = (uint8_t)tb_param(tb, "Xlen"),
                                               .flen = (uint8_t)tb_param(tb, "Flen"),
                                               .mlen = (uint8_t)tb_param(tb, "Mlen")},
                                    .forms = {.increment_pc = tb_param(tb, "IncrementPc") != 0,
                                              .or_fcsr = tb_param(tb, "OrFcsr") != 0,
                                              .add_registers = tb_param(tb, "AddRegisters") != 0},
                                    .nret = (uint8_t)tb_param(tb, "Nret"),
                                    .csrs = (uint8_t)tb_param(tb, "Csrs"),
                                    .elements = (uint16_t)tb_param(tb, "Elements"),
                                    .queue_depth = (uint8_t)tb_param(tb, "QueueDepth"),
                                    .stall_latency = (uint8_t)tb_param(tb, "StallLatency"),
                                    .lanes = (uint8_t)tb_param(tb, "Lanes"),
                                    .fifo_depth = (uint16_t)tb_param(tb, "FifoDepth"),
                                    .wide = tb_param_or("Wide", 0) != 0,
                                    .shadow = tb_param_or("Shadow", 0) != 0,
                                    .shadow_csrs = tb_param_or("ShadowCsrs", 0)};
}

static inline void tb_tandem_ports_csrs(struct tb_tandem_ports *v,
                                        const struct rvt_tandem_params *p, unsigned slot,
                                        const struct rvt_tandem_record *r) {
  const unsigned ports = p->csrs == 0 ? 1 : p->csrs, xlen = p->format.xlen;
  for (unsigned i = 0; i < ports; i++) {
    const unsigned at = slot * ports + i;
    tb_bits_put(v->csr_valid, at, 1, r->csr[i].valid);
    tb_bits_put(v->csr_number, 12 * at, 12, r->csr[i].number);
    tb_bits_put(v->csr_data, xlen * at, xlen, r->csr[i].data);
  }
}

static inline void tb_tandem_ports_put(struct tb_tandem_ports *v, const struct rvt_tandem_params *p,
                                       const struct rvt_tandem_in *in) {
  memset(v, 0, sizeof *v);
  for (unsigned i = 0; i < p->nret; i++) {
    const struct rvt_tandem_record *const r = &in->slot[i];
    tb_bits_put(v->valid, i, 1, in->valid[i]);
#define TB_TANDEM_PUT(field, width) tb_bits_put(v->field, (width)*i, (width), r->field);
    TB_TANDEM_FIELDS(TB_TANDEM_PUT)
#undef TB_TANDEM_PUT
    tb_tandem_ports_csrs(v, p, i, r);
  }
#define TB_TANDEM_BUS_PUT(field, width) tb_bits_put(v->bus_##field, 0, (width), in->bus.field);
  TB_TANDEM_BUS_FIELDS(TB_TANDEM_BUS_PUT)
#undef TB_TANDEM_BUS_PUT
}

#endif

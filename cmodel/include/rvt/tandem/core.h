/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_CORE_H
#define RVT_TANDEM_CORE_H

/*
 * The description of a core, a TOML file: what its stream has, and what of it a reference model can
 * be asked to repeat (TV:R-16, AMB-T23, AMB-T24). docs/units/tandem.md has its keys.
 */

#include "rvt/error.h"
#include "rvt/tandem/element.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** What a stream may leave out, in the order of the names of `absent`. */
#define RVT_TANDEM_ABSENT_LIST(X)                                                                  \
  X(PC, pc)                                                                                        \
  X(INSN, insn)                                                                                    \
  X(GPR, gpr) X(FPR, fpr) X(CSR, csr) X(PRIVILEGE, privilege) X(STORE, store) X(ADDRESS, address)
enum rvt_tandem_absent {
#define RVT_TANDEM_ABSENT_CODE(NAME, name) RVT_TANDEM_ABSENT_##NAME,
  RVT_TANDEM_ABSENT_LIST(RVT_TANDEM_ABSENT_CODE) RVT_TANDEM_ABSENTS
#undef RVT_TANDEM_ABSENT_CODE
};

/** What a checker does with a CSR. */
enum rvt_tandem_csr_use {
  RVT_TANDEM_CSR_COMPARED,
  RVT_TANDEM_CSR_COPIED, /* into the model: time, counters, pending interrupts */
  RVT_TANDEM_CSR_IGNORED
};

enum { RVT_TANDEM_RAMS = 16, RVT_TANDEM_RESETS = 64, RVT_TANDEM_ISA = 128 };

struct rvt_tandem_core {
  struct rvt_tandem_format format;
  char isa[RVT_TANDEM_ISA]; /* "rv32imc", as the model takes it */
  char modes[8];            /* privileges it has: "m", "mu" or "msu" */
  uint8_t mmu;        /* bits of a virtual address: 32, 39, 48 or 57; 0: no satp.MODE but Bare */
  uint64_t boot;      /* pc after reset */
  uint64_t zero_tval; /* bit n: exception n leaves 0 in xtval, or what the model does */
  uint64_t own_tval;  /* bit n: exception n leaves a value of the hart's own in xtval */
  bool own_interrupt_tval; /* ... and interrupts do */
  unsigned rams;
  struct {
    uint64_t base, size;
  } ram[RVT_TANDEM_RAMS]; /* memory that only this hart changes */
  unsigned resets;
  struct {
    uint16_t number;
    uint64_t value;
  } reset[RVT_TANDEM_RESETS]; /* registers after reset, where the model has other values */
  bool absent[RVT_TANDEM_ABSENTS];
  uint8_t csr[RVT_TANDEM_X]; /* enum rvt_tandem_csr_use */
};

/** Whether an address is in the memory that only this hart changes. */
bool rvt_tandem_core_has_ram(const struct rvt_tandem_core *core, uint64_t address, uint64_t size);

/** Whether the description says that a stream has no such element; then `*name` is its name in
 * `absent`. */
bool rvt_tandem_core_lacks(const struct rvt_tandem_core *core, const struct rvt_tandem_element *e,
                           const char **name);

/**
 * Read a description.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_IO      the file cannot be read
 * @retval RVT_ERR_FORMAT  no TOML; a key that is missing, unknown, or of another type
 * @retval RVT_ERR_RANGE   a value that no core has, or more than fit
 * On any status but RVT_OK `*core` has not changed, and `e` names file and line.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_core_read(const char *path, struct rvt_tandem_core *core,
                                                    struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

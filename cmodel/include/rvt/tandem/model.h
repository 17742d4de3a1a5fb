/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_MODEL_H
#define RVT_TANDEM_MODEL_H

/*
 * A reference model that `rvt tandem` steps: a shared object NAME.so with one symbol,
 * `rvt_tandem_model_NAME`, a struct of functions in C. The language of the model behind them is its
 * own.
 */

#include <stddef.h>

#include "rvt/tandem/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Another one with every change of these structs, that of the core included. */
enum { RVT_TANDEM_MODEL_VERSION = 3 };

/** Numbers of what is no register, behind those of registers. */
enum { RVT_TANDEM_MODEL_PC = RVT_TANDEM_REGISTERS, RVT_TANDEM_MODEL_PRIVILEGE };

enum { RVT_TANDEM_MODEL_WRITES = 32 };

/** What the last step has changed. */
struct rvt_tandem_writes {
  unsigned registers, stores;
  struct {
    uint16_t number;
    uint64_t value;
  } reg[RVT_TANDEM_MODEL_WRITES]; /* integer, F and CSR */
  struct {
    uint64_t address; /* effective */
    uint64_t physical, data;
    uint8_t bytes;
  } store[RVT_TANDEM_MODEL_WRITES];
  unsigned loads; /* those from outside of its RAM, if it knows these */
  struct {
    uint64_t address; /* physical */
    uint8_t bytes;
  } load[RVT_TANDEM_MODEL_WRITES];
};

struct rvt_tandem_model {
  unsigned version; /* RVT_TANDEM_MODEL_VERSION */
  const char *name;
  /** A hart of this description; NULL: `e` says why not. */
  void *(*open)(const struct rvt_tandem_core *core, struct rvt_error *e);
  void (*close)(void *model);
  /** The hart as after power-on, its pc at `boot`; memory stays. */
  void (*reset)(void *model);
  /** One instruction, or one trap. */
  void (*step)(void *model);
  /** false: it has no such register */
  bool (*get)(void *model, uint16_t number, uint64_t *value);
  bool (*set)(void *model, uint16_t number, uint64_t value);
  /** What it would fetch at a pc, up to 4 bytes. @return false: nothing, or not from its RAM */
  bool (*read)(void *model, uint64_t pc, void *bytes, size_t size);
  /** Bytes of memory, at a physical address. @return false: not in its RAM */
  bool (*write)(void *model, uint64_t address, const void *bytes, size_t size);
  /** The interrupts of the hart's port, bits of mip. */
  void (*interrupt)(void *model, uint64_t pending);
  void (*writes)(void *model, struct rvt_tandem_writes *writes);
};

#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/core.h"

bool rvt_tandem_core_has_ram(const struct rvt_tandem_core *core, uint64_t address, uint64_t size) {
  for (unsigned i = 0; i < core->rams; i++)
    if (address - core->ram[i].base < core->ram[i].size &&
        size <= core->ram[i].size - (address - core->ram[i].base))
      return true;
  return false;
}

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

/* RVT_TANDEM_ABSENTS: of no kind that may be absent. */
static unsigned kind_of_state(uint16_t number) {
  switch (number) {
  case RVT_TANDEM_PC: return RVT_TANDEM_ABSENT_PC;
  case RVT_TANDEM_PRIVILEGE: return RVT_TANDEM_ABSENT_PRIVILEGE;
  case RVT_TANDEM_PADDR:
  case RVT_TANDEM_EADDR: return RVT_TANDEM_ABSENT_ADDRESS;
  case RVT_TANDEM_STORE8:
  case RVT_TANDEM_STORE16:
  case RVT_TANDEM_STORE32:
  case RVT_TANDEM_STORE64: return RVT_TANDEM_ABSENT_STORE;
  default: return RVT_TANDEM_ABSENTS;
  }
}

static unsigned kind_of(const struct rvt_tandem_element *e) {
  switch (e->opcode) {
  case RVT_TANDEM_INCREMENT_PC: return RVT_TANDEM_ABSENT_PC;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32: return RVT_TANDEM_ABSENT_INSN;
  case RVT_TANDEM_STATE: return kind_of_state(e->number);
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR:
    if (e->number < RVT_TANDEM_X) return RVT_TANDEM_ABSENT_CSR;
    return e->number < RVT_TANDEM_F ? RVT_TANDEM_ABSENT_GPR : RVT_TANDEM_ABSENT_FPR;
  default: return RVT_TANDEM_ABSENTS;
  }
}

bool rvt_tandem_core_lacks(const struct rvt_tandem_core *core, const struct rvt_tandem_element *e,
                           const char **name) {
  static const char *const names[] = {
#define NAME(NAME, name) #name,
      RVT_TANDEM_ABSENT_LIST(NAME)
#undef NAME
  };
  const unsigned kind = kind_of(e);
  if (kind == RVT_TANDEM_ABSENTS || !core->absent[kind]) return false;
  *name = names[kind];
  return true;
}

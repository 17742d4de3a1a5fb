/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rvt/number.h"
#include "rvt/tandem/text.h"

/* CSRs of the privileged architecture; `count` in a row have the name and a number from `first`. */
static const struct named {
  const char *name;
  uint16_t number;
  uint8_t count, first; /* 0, 0: the name alone */
} csrs[] = {
    {"fflags", 0x001, 0, 0},     {"frm", 0x002, 0, 0},          {"fcsr", 0x003, 0, 0},
    {"sstatus", 0x100, 0, 0},    {"sie", 0x104, 0, 0},          {"stvec", 0x105, 0, 0},
    {"scounteren", 0x106, 0, 0}, {"senvcfg", 0x10a, 0, 0},      {"sscratch", 0x140, 0, 0},
    {"sepc", 0x141, 0, 0},       {"scause", 0x142, 0, 0},       {"stval", 0x143, 0, 0},
    {"sip", 0x144, 0, 0},        {"stimecmp", 0x14d, 0, 0},     {"stimecmph", 0x15d, 0, 0},
    {"satp", 0x180, 0, 0},       {"mstatus", 0x300, 0, 0},      {"misa", 0x301, 0, 0},
    {"medeleg", 0x302, 0, 0},    {"mideleg", 0x303, 0, 0},      {"mie", 0x304, 0, 0},
    {"mtvec", 0x305, 0, 0},      {"mcounteren", 0x306, 0, 0},   {"menvcfg", 0x30a, 0, 0},
    {"mstatush", 0x310, 0, 0},   {"menvcfgh", 0x31a, 0, 0},     {"mcountinhibit", 0x320, 0, 0},
    {"mhpmevent", 0x323, 29, 3}, {"mscratch", 0x340, 0, 0},     {"mepc", 0x341, 0, 0},
    {"mcause", 0x342, 0, 0},     {"mtval", 0x343, 0, 0},        {"mip", 0x344, 0, 0},
    {"pmpcfg", 0x3a0, 16, 0},    {"pmpaddr", 0x3b0, 64, 0},     {"scontext", 0x5a8, 0, 0},
    {"mseccfg", 0x747, 0, 0},    {"mseccfgh", 0x757, 0, 0},     {"tselect", 0x7a0, 0, 0},
    {"tdata", 0x7a1, 3, 1},      {"mcontext", 0x7a8, 0, 0},     {"dcsr", 0x7b0, 0, 0},
    {"dpc", 0x7b1, 0, 0},        {"dscratch", 0x7b2, 2, 0},     {"mcycle", 0xb00, 0, 0},
    {"minstret", 0xb02, 0, 0},   {"mhpmcounter", 0xb03, 29, 3}, {"mcycleh", 0xb80, 0, 0},
    {"minstreth", 0xb82, 0, 0},  {"cycle", 0xc00, 0, 0},        {"time", 0xc01, 0, 0},
    {"instret", 0xc02, 0, 0},    {"cycleh", 0xc80, 0, 0},       {"timeh", 0xc81, 0, 0},
    {"instreth", 0xc82, 0, 0},   {"mvendorid", 0xf11, 0, 0},    {"marchid", 0xf12, 0, 0},
    {"mimpid", 0xf13, 0, 0},     {"mhartid", 0xf14, 0, 0},      {"mconfigptr", 0xf15, 0, 0}};

/* Registers of 32 each, and a CSR by its number. */
static const char other[] = "csr0x";

void rvt_tandem_register_name(uint16_t number, char *text) {
  if (number >= RVT_TANDEM_X) {
    snprintf(text, RVT_TANDEM_WORD_MAX, "%c%u", number < RVT_TANDEM_F ? 'x' : 'f', number & 31u);
    return;
  }
  for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++) {
    const unsigned behind = (unsigned)number - csrs[i].number;
    if (csrs[i].count == 0 && behind == 0) {
      snprintf(text, RVT_TANDEM_WORD_MAX, "%s", csrs[i].name);
      return;
    }
    if (behind < csrs[i].count) {
      snprintf(text, RVT_TANDEM_WORD_MAX, "%s%u", csrs[i].name, csrs[i].first + behind);
      return;
    }
  }
  snprintf(text, RVT_TANDEM_WORD_MAX, "%s%03x", other, number);
}

static bool is_csr(const struct named *csr, const char *name, size_t length, uint16_t *number) {
  const size_t own = strlen(csr->name);
  uint64_t index = 0;
  if (length < own || memcmp(name, csr->name, own) != 0) return false;
  if (csr->count == 0) {
    if (length != own) return false;
    *number = csr->number;
    return true;
  }
  if (!rvt_number(name + own, length - own, csr->first + csr->count - 1u, &index) ||
      index < csr->first)
    return false;
  *number = (uint16_t)(csr->number + index - csr->first);
  return true;
}

bool rvt_tandem_register_named(const char *name, size_t length, uint16_t *number) {
  uint64_t value = 0;
  if (length > 1 && (name[0] == 'x' || name[0] == 'f') &&
      rvt_number(name + 1, length - 1, 31, &value)) {
    *number = (uint16_t)((name[0] == 'x' ? RVT_TANDEM_X : RVT_TANDEM_F) + value);
    return true;
  }
  if (length > 3 && memcmp(name, other, 3) == 0 &&
      rvt_number(name + 3, length - 3, RVT_TANDEM_X - 1, &value)) {
    *number = (uint16_t)value;
    return true;
  }
  for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++)
    if (is_csr(&csrs[i], name, length, number)) return true;
  return false;
}

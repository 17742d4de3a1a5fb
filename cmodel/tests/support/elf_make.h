/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ELF_MAKE_H
#define RVT_TESTS_ELF_MAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rvt_elf_symbol {
  const char *name;
  uint64_t address;
};

struct rvt_elf_make {
  unsigned xlen;
  unsigned machine; /* 243: RISC-V */
  uint32_t flags;   /* of the segment of code, PF_X ... */
  uint64_t address;
  const void *code;
  size_t size;
  const struct rvt_elf_symbol *symbol;
  size_t symbols;
  const char *arch; /* ISA string of the section of attributes; NULL: no such section */
  bool others;      /* in the section: another vendor first, and pieces about less than the file */
  uint64_t data_address;
  const void *data; /* a segment that is not executable; NULL: none */
  size_t data_size;
};

/** Write an executable; ends the program on failure. */
void rvt_elf_make(const char *path, const struct rvt_elf_make *make);

#endif

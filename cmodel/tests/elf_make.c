/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "elf_make.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 256, TABLE = 4096, NAMES = 8192, SECTIONS = 12288, FILE_SIZE = 16384 };

/* The same file in both classes: headers, code, symbols, their names, section headers. */
#define FILL(bits, file, make)                                                                     \
  do {                                                                                             \
    Elf##bits##_Ehdr head = {                                                                      \
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS##bits, ELFDATA2LSB, EV_CURRENT},  \
        .e_type = ET_EXEC,                                                                         \
        .e_machine = (uint16_t)(make)->machine,                                                    \
        .e_version = EV_CURRENT,                                                                   \
        .e_phoff = sizeof head,                                                                    \
        .e_shoff = SECTIONS,                                                                       \
        .e_ehsize = sizeof head,                                                                   \
        .e_phentsize = sizeof(Elf##bits##_Phdr),                                                   \
        .e_phnum = 1,                                                                              \
        .e_shentsize = sizeof(Elf##bits##_Shdr),                                                   \
        .e_shnum = 3,                                                                              \
        .e_shstrndx = 2};                                                                          \
    Elf##bits##_Phdr load = {.p_type = PT_LOAD, .p_flags = (make)->flags, .p_offset = CODE};       \
    Elf##bits##_Shdr section[3] = {                                                                \
        {.sh_type = SHT_NULL},                                                                     \
        {.sh_type = SHT_SYMTAB,                                                                    \
         .sh_offset = TABLE,                                                                       \
         .sh_link = 2,                                                                             \
         .sh_addralign = 8,                                                                        \
         .sh_entsize = sizeof(Elf##bits##_Sym)},                                                   \
        {.sh_type = SHT_STRTAB, .sh_offset = NAMES, .sh_size = 1024, .sh_addralign = 1}};          \
    size_t name = 1;                                                                               \
    head.e_entry = (Elf##bits##_Addr)(make)->address;                                              \
    load.p_vaddr = load.p_paddr = (Elf##bits##_Addr)(make)->address;                               \
    load.p_filesz = load.p_memsz = (Elf##bits##_Word)(make)->size;                                 \
    section[1].sh_size = (Elf##bits##_Word)(((make)->symbols + 1) * sizeof(Elf##bits##_Sym));      \
    for (size_t i = 0; i < (make)->symbols; i++) {                                                 \
      Elf##bits##_Sym sym = {.st_name = (uint32_t)name, .st_shndx = SHN_ABS};                      \
      sym.st_value = (Elf##bits##_Addr)(make)->symbol[i].address;                                  \
      memcpy((file) + TABLE + (i + 1) * sizeof sym, &sym, sizeof sym);                             \
      strcpy((char *)(file) + NAMES + name, (make)->symbol[i].name);                               \
      name += strlen((make)->symbol[i].name) + 1;                                                  \
    }                                                                                              \
    memcpy(file, &head, sizeof head);                                                              \
    memcpy((file) + sizeof head, &load, sizeof load);                                              \
    memcpy((file) + SECTIONS, section, sizeof section);                                            \
  } while (0)

void rvt_elf_make(const char *path, const struct rvt_elf_make *make) {
  uint8_t *file = calloc(1, FILE_SIZE);
  FILE *out = fopen(path, "wb");
  if (file == NULL || out == NULL || make->size > TABLE - CODE) {
    perror(path);
    exit(2);
  }
  memcpy(file + CODE, make->code, make->size);
  if (make->xlen == 64)
    FILL(64, file, make);
  else
    FILL(32, file, make);
  if (fwrite(file, FILE_SIZE, 1, out) != 1 || fclose(out) != 0) {
    perror(path);
    exit(2);
  }
  free(file);
}

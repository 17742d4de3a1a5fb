/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "elf_make.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CODE = 256,
  TABLE = 4096,
  NAMES = 8192,
  ATTRIBUTES = 10240,
  DATA = 11264,
  SECTIONS = 15360,
  FILE_SIZE = 16384
};

static void put_length(uint8_t *at, size_t length) {
  for (unsigned i = 0; i < 4; i++) at[i] = (uint8_t)(length >> 8 * i);
}

/*
 * `A`, the vendor, the whole file (tag 1), alignment of the stack (tag 4), the ISA (tag 5). With
 * `others` another vendor, and sections (tag 2), come first and name an ISA that must not count.
 */
static size_t put_attributes(uint8_t *at, const char *arch, bool others) {
  static const char decoy[] = "rv32i_zcmp_zcmt";
  uint8_t *const begin = at;
  if (arch == NULL) return 0;
  const size_t piece = 1 + 4 + 1 + sizeof decoy;
  const size_t file = 1 + 4 + 2 + 1 + strlen(arch) + 1;
  *at++ = 'A';
  if (others) {
    put_length(at, 4 + 4 + piece);
    memcpy(at + 4, "gnu", 4);
    at[8] = 1;
    put_length(at + 9, piece);
    at[13] = 5;
    memcpy(at + 14, decoy, sizeof decoy);
    at += 8 + piece;
  }
  put_length(at, 4 + 6 + file + (others ? piece : 0));
  memcpy(at + 4, "riscv", 6);
  at += 10;
  if (others) {
    at[0] = 2;
    put_length(at + 1, piece);
    at[5] = 5;
    memcpy(at + 6, decoy, sizeof decoy);
    at += piece;
  }
  at[0] = 1;
  put_length(at + 1, file);
  at[5] = 4;
  at[6] = 16;
  at[7] = 5;
  strcpy((char *)at + 8, arch);
  return (size_t)(at + file - begin);
}

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
        .e_phnum = 2,                                                                              \
        .e_shentsize = sizeof(Elf##bits##_Shdr),                                                   \
        .e_shnum = 4,                                                                              \
        .e_shstrndx = 2};                                                                          \
    Elf##bits##_Phdr load[2] = {{.p_type = PT_LOAD, .p_flags = (make)->flags, .p_offset = CODE},   \
                                {.p_type = PT_NULL, .p_flags = PF_R, .p_offset = DATA}};           \
    Elf##bits##_Shdr section[4] = {                                                                \
        {.sh_type = SHT_NULL},                                                                     \
        {.sh_type = SHT_SYMTAB,                                                                    \
         .sh_offset = TABLE,                                                                       \
         .sh_link = 2,                                                                             \
         .sh_addralign = 8,                                                                        \
         .sh_entsize = sizeof(Elf##bits##_Sym)},                                                   \
        {.sh_type = SHT_STRTAB, .sh_offset = NAMES, .sh_size = 1024, .sh_addralign = 1},           \
        {.sh_type = SHT_NULL, .sh_offset = ATTRIBUTES, .sh_addralign = 1}};                        \
    size_t name = 1;                                                                               \
    head.e_entry = (Elf##bits##_Addr)(make)->address;                                              \
    load[0].p_vaddr = load[0].p_paddr = (Elf##bits##_Addr)(make)->address;                         \
    load[0].p_filesz = load[0].p_memsz = (Elf##bits##_Word)(make)->size;                           \
    load[1].p_vaddr = load[1].p_paddr = (Elf##bits##_Addr)(make)->data_address;                    \
    load[1].p_filesz = load[1].p_memsz = (Elf##bits##_Word)(make)->data_size;                      \
    if ((make)->data != NULL) load[1].p_type = PT_LOAD;                                            \
    if ((make)->arch != NULL) section[3].sh_type = 0x70000003; /* SHT_RISCV_ATTRIBUTES */          \
    section[3].sh_size =                                                                           \
        (Elf##bits##_Word)put_attributes((file) + ATTRIBUTES, (make)->arch, (make)->others);       \
    section[1].sh_size = (Elf##bits##_Word)(((make)->symbols + 1) * sizeof(Elf##bits##_Sym));      \
    for (size_t i = 0; i < (make)->symbols; i++) {                                                 \
      Elf##bits##_Sym sym = {.st_name = (uint32_t)name, .st_shndx = 1};                            \
      sym.st_value = (Elf##bits##_Addr)(make)->symbol[i].address;                                  \
      memcpy((file) + TABLE + (i + 1) * sizeof sym, &sym, sizeof sym);                             \
      strcpy((char *)(file) + NAMES + name, (make)->symbol[i].name);                               \
      name += strlen((make)->symbol[i].name) + 1;                                                  \
    }                                                                                              \
    memcpy(file, &head, sizeof head);                                                              \
    memcpy((file) + sizeof head, load, sizeof load);                                               \
    memcpy((file) + SECTIONS, section, sizeof section);                                            \
  } while (0)

void rvt_elf_make(const char *path, const struct rvt_elf_make *make) {
  uint8_t *file = calloc(1, FILE_SIZE);
  FILE *out = fopen(path, "wb");
  if (file == NULL || out == NULL || make->size > TABLE - CODE ||
      make->data_size > SECTIONS - DATA) {
    perror(path);
    exit(2);
  }
  memcpy(file + CODE, make->code, make->size);
  if (make->data != NULL) memcpy(file + DATA, make->data, make->data_size);
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progen_program.h"

/* The ELF file. Sections: null, one per region, .symtab, .strtab, .shstrtab. */

enum {
  SYMTAB = RVT_PROGEN_REGIONS + 1,
  STRTAB,
  SHSTRTAB,
  SYMBOL_NAME_MAX = 16,
  MACHINE_RISCV = 243,
  FLAG_RVC = 1
};

static const char *const section_name[] = {".text.low", ".text.second", ".text", ".text.high",
                                           ".text.top"};

struct image {
  Elf *elf;
  GElf_Sym *symbol;
  char *strings;
  char names[128]; /* of sections */
  size_t symbols, strings_size, names_size;
  size_t region_name[RVT_PROGEN_REGIONS];
};

static enum rvt_status elf_failed(struct rvt_error *e) {
  const int code = elf_errno();
  /* Not the ELF library but an allocation of this file has failed. */
  if (code == 0) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "ELF file: out of memory");
  return rvt_error_set(e, RVT_ERR_IO, "ELF file: %s", elf_errmsg(code));
}

static size_t add_name(struct image *im, const char *name) {
  const size_t at = im->names_size, size = strlen(name) + 1;
  memcpy(im->names + at, name, size);
  im->names_size += size;
  return at;
}

static void add_symbol(const struct rvt_progen *g, struct image *im, struct rvt_progen_place p,
                       uint32_t end, const char *name) {
  const size_t at = im->strings_size;
  memcpy(im->strings + at, name, strlen(name) + 1);
  im->strings_size += strlen(name) + 1;
  im->symbol[im->symbols++] = (GElf_Sym){.st_name = (GElf_Word)at,
                                         .st_info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC),
                                         .st_shndx = (GElf_Section)(p.region + 1),
                                         .st_value = rvt_progen_address(g, p),
                                         .st_size = 2 * (GElf_Xword)(end - p.parcel)};
}

static bool make_symbols(const struct rvt_progen *g, struct image *im) {
  static const char letter[] = "lsmht";
  size_t count = 1;
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) count += g->code[i].entries;
  im->symbol = calloc(count, sizeof *im->symbol);
  im->strings = calloc(count, SYMBOL_NAME_MAX);
  if (im->symbol == NULL || im->strings == NULL) return false;
  im->symbols = 1;
  im->strings_size = 1;
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) {
    const struct rvt_progen_code *c = &g->code[i];
    for (uint32_t k = 0; k < c->entries; k++) {
      char name[SYMBOL_NAME_MAX];
      const bool start = i == g->entry.region && c->entry[k] == g->entry.parcel;
      if (start)
        snprintf(name, sizeof name, "_start");
      else
        snprintf(name, sizeof name, "%c%" PRIu32, letter[i], k);
      const uint32_t end = k + 1 < c->entries ? c->entry[k + 1] : c->used;
      add_symbol(g, im, (struct rvt_progen_place){i, c->entry[k]}, end, name);
    }
  }
  return true;
}

static bool add_section(struct image *im, void *data, size_t size, Elf_Type type,
                        const GElf_Shdr *header) {
  Elf_Scn *section = elf_newscn(im->elf);
  Elf_Data *d = section != NULL ? elf_newdata(section) : NULL;
  if (d == NULL) return false;
  d->d_buf = data;
  d->d_size = size;
  d->d_type = type;
  d->d_align = header->sh_addralign;
  d->d_version = EV_CURRENT;
  GElf_Shdr h;
  if (gelf_getshdr(section, &h) == NULL) return false;
  h.sh_name = header->sh_name;
  h.sh_type = header->sh_type;
  h.sh_flags = header->sh_flags;
  h.sh_addr = header->sh_addr;
  h.sh_link = header->sh_link;
  h.sh_info = header->sh_info;
  h.sh_entsize = header->sh_entsize;
  return gelf_update_shdr(section, &h) != 0;
}

static bool add_code(const struct rvt_progen *g, struct image *im) {
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) {
    const struct rvt_progen_code *c = &g->code[i];
    const GElf_Shdr h = {.sh_name = (GElf_Word)im->region_name[i],
                         .sh_type = SHT_PROGBITS,
                         .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                         .sh_addr = c->address,
                         .sh_addralign = 4};
    if (!add_section(im, c->bytes, 2 * (size_t)c->used, ELF_T_BYTE, &h)) return false;
  }
  return true;
}

/* libelf wants the symbols in the file's class. */
static bool add_symbols(const struct rvt_progen *g, struct image *im, void **table) {
  const size_t entry = gelf_fsize(im->elf, ELF_T_SYM, 1, EV_CURRENT);
  *table = calloc(im->symbols, entry);
  if (*table == NULL) return false;
  const GElf_Shdr h = {.sh_name = (GElf_Word)add_name(im, ".symtab"),
                       .sh_type = SHT_SYMTAB,
                       .sh_link = STRTAB,
                       .sh_info = 1,
                       .sh_entsize = entry,
                       .sh_addralign = g->params.xlen / 8};
  if (!add_section(im, *table, im->symbols * entry, ELF_T_SYM, &h)) return false;
  Elf_Data *data = elf_getdata(elf_getscn(im->elf, SYMTAB), NULL);
  for (size_t i = 0; i < im->symbols; i++)
    if (gelf_update_sym(data, (int)i, &im->symbol[i]) == 0) return false;
  const GElf_Shdr s = {
      .sh_name = (GElf_Word)add_name(im, ".strtab"), .sh_type = SHT_STRTAB, .sh_addralign = 1};
  return add_section(im, im->strings, im->strings_size, ELF_T_BYTE, &s);
}

static bool add_segments(struct image *im) {
  if (elf_update(im->elf, ELF_C_NULL) < 0) return false; /* gives the sections their offsets */
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) {
    GElf_Shdr section;
    GElf_Phdr p;
    if (gelf_getshdr(elf_getscn(im->elf, i + 1), &section) == NULL) return false;
    if (gelf_getphdr(im->elf, (int)i, &p) == NULL) return false;
    p.p_type = PT_LOAD;
    p.p_flags = PF_R | PF_X;
    p.p_offset = section.sh_offset;
    p.p_vaddr = section.sh_addr;
    p.p_paddr = section.sh_addr;
    p.p_filesz = section.sh_size;
    p.p_memsz = section.sh_size;
    p.p_align = 4;
    if (gelf_update_phdr(im->elf, (int)i, &p) == 0) return false;
  }
  return true;
}

static bool add_header(const struct rvt_progen *g, struct image *im) {
  const int class = g->params.xlen == 32 ? ELFCLASS32 : ELFCLASS64;
  GElf_Ehdr h;
  if (gelf_newehdr(im->elf, class) == 0 || gelf_newphdr(im->elf, RVT_PROGEN_REGIONS) == 0 ||
      gelf_getehdr(im->elf, &h) == NULL)
    return false;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  h.e_type = ET_EXEC;
  h.e_machine = MACHINE_RISCV;
  h.e_version = EV_CURRENT;
  h.e_flags = FLAG_RVC;
  h.e_entry = rvt_progen_entry(g);
  h.e_shstrndx = SHSTRTAB;
  return gelf_update_ehdr(im->elf, &h) != 0;
}

static bool assemble(const struct rvt_progen *g, struct image *im, void **table) {
  im->names_size = 1;
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++)
    im->region_name[i] = add_name(im, section_name[i]);
  if (!add_header(g, im) || !add_code(g, im) || !add_symbols(g, im, table)) return false;
  const GElf_Shdr names = {
      .sh_name = (GElf_Word)add_name(im, ".shstrtab"), .sh_type = SHT_STRTAB, .sh_addralign = 1};
  return add_section(im, im->names, im->names_size, ELF_T_BYTE, &names) && add_segments(im) &&
         elf_update(im->elf, ELF_C_WRITE) >= 0;
}

enum rvt_status rvt_progen_write_elf(const struct rvt_progen *g, int fd, struct rvt_error *e) {
  struct image im = {0};
  void *table = NULL;
  enum rvt_status status = RVT_OK;
  (void)elf_errno(); /* forgets what an earlier call has left */
  if (elf_version(EV_CURRENT) == EV_NONE) return elf_failed(e);
  im.elf = elf_begin(fd, ELF_C_WRITE, NULL);
  if (im.elf == NULL) return elf_failed(e);
  if (!make_symbols(g, &im) || !assemble(g, &im, &table)) status = elf_failed(e);
  elf_end(im.elf);
  free(table);
  free(im.symbol);
  free(im.strings);
  return status;
}

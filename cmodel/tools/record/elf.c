/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"
#include "rvt/image.h"
#include "tools/shared/tool.h"

/* Segments are widened: Spike wants whole pages, programs like some room after their data. */
enum { PAGE = 4096, ROOM = 1 << 20 };

static bool add_region(struct rvt_program *program, uint64_t begin, uint64_t size) {
  if (program->regions == RVT_REGIONS_MAX || begin + size < begin ||
      begin + size > UINT64_MAX - ROOM)
    return false;
  uint64_t base = begin & ~(uint64_t)(PAGE - 1);
  uint64_t end = (begin + size + ROOM - 1) & ~(uint64_t)(ROOM - 1);
  program->region[program->regions++] = (struct rvt_region){base, end - base};
  return true;
}

static int by_base(const void *a, const void *b) {
  const struct rvt_region *x = a, *y = b;
  return (x->base > y->base) - (x->base < y->base);
}

static void merge_regions(struct rvt_program *program) {
  struct rvt_region *r = program->region;
  qsort(r, program->regions, sizeof *r, by_base);
  size_t kept = 0;
  for (size_t i = 1; i < program->regions; i++) {
    if (r[i].base - r[kept].base > r[kept].size) {
      r[++kept] = r[i];
      continue;
    }
    uint64_t size = r[i].base - r[kept].base + r[i].size;
    if (size > r[kept].size) r[kept].size = size;
  }
  program->regions = kept + 1;
}

static void find_symbols(struct rvt_program *program, Elf *elf) {
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn)) != NULL;) {
    GElf_Shdr header;
    Elf_Data *data;
    if (gelf_getshdr(scn, &header) == NULL || header.sh_type != SHT_SYMTAB ||
        (data = elf_getdata(scn, NULL)) == NULL)
      continue;
    GElf_Sym symbol;
    for (int i = 0; gelf_getsym(data, i, &symbol) != NULL; i++) {
      const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name == NULL || symbol.st_shndx == SHN_UNDEF) continue;
      if (strcmp(name, "fromhost") == 0) program->has_fromhost = true;
      if (program->has_tohost || strcmp(name, "tohost") != 0) continue;
      program->has_tohost = true;
      program->tohost = symbol.st_value;
    }
  }
}

/* `rv32i2p1_m2p0_zicsr2p0` -> `rv32im_zicsr_zifencei`: Spike takes no versions, and wants the two
 * extensions named that older compilers count as part of I. */
static void set_isa(struct rvt_program *program, const char *arch) {
  static const char *const always[] = {"_zicsr", "_zifencei"};
  char isa[sizeof program->isa] = "";
  size_t used = 0;
  while (*arch != 0) {
    const size_t length = strcspn(arch, "_");
    size_t name = length; /* without digits, `p`, digits at its end */
    while (name > 0 && isdigit((unsigned char)arch[name - 1]) != 0) name--;
    if (name > 0 && name < length && arch[name - 1] == 'p') {
      size_t major = name - 1;
      while (major > 0 && isdigit((unsigned char)arch[major - 1]) != 0) major--;
      name = major < name - 1 ? major : length;
    } else {
      name = length;
    }
    const char *joint = name > 1 && used != 0 ? "_" : "";
    if (used + name + 16 >= sizeof isa) return;
    used += (size_t)snprintf(isa + used, sizeof isa - used, "%s%.*s", joint, (int)name, arch);
    arch += length;
    arch += *arch == '_';
  }
  for (size_t i = 0; i < 2; i++)
    if (strstr(isa, always[i]) == NULL && used + 16 < sizeof isa)
      used += (size_t)snprintf(isa + used, sizeof isa - used, "%s", always[i]);
  memcpy(program->isa, isa, sizeof isa);
}

/* The half-words of an executable segment. */
static void add_code(struct rvt_program *program, Elf *elf, const GElf_Phdr *segment) {
  size_t size;
  const char *file = elf_rawfile(elf, &size);
  const uint64_t odd = segment->p_paddr & 1;
  if ((segment->p_flags & PF_X) == 0 || segment->p_filesz < 2 + odd || file == NULL ||
      segment->p_offset > size || segment->p_filesz > size - segment->p_offset)
    return;
  const uint8_t *bytes = (const uint8_t *)file + segment->p_offset + odd;
  const size_t count = (segment->p_filesz - odd) / 2;
  uint32_t *half = rvt_need_memory(malloc(count * sizeof *half));
  for (size_t i = 0; i < count; i++) half[i] = (uint32_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
  program->code[program->codes++] =
      (struct rvt_record_code){.address = segment->p_paddr + odd, .count = count, .half = half};
}

/* NULL, or what is wrong. */
static const char *read_elf(struct rvt_program *program, Elf *elf) {
  GElf_Ehdr header;
  size_t segments;
  if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == NULL ||
      elf_getphdrnum(elf, &segments) != 0)
    return "no ELF file";
  if (header.e_machine != EM_RISCV) return "an ELF file for another machine";
  if (header.e_type != ET_EXEC) return "an ELF file that is not linked to fixed addresses";
  program->xlen = gelf_getclass(elf) == ELFCLASS32 ? 32 : 64;
  program->entry = header.e_entry;
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, (int)i, &segment) == NULL) return "a damaged program header";
    if (segment.p_type != PT_LOAD || segment.p_memsz == 0) continue;
    if (!add_region(program, segment.p_paddr, segment.p_memsz))
      return "more than 16 segments, or one beyond the address space";
    add_code(program, elf, &segment);
  }
  if (program->regions == 0) return "no segment to load";
  merge_regions(program);
  find_symbols(program, elf);
  const char *arch = rvt_image_elf_arch(elf);
  if (arch != NULL) set_isa(program, arch);
  return NULL;
}

bool rvt_program_read(struct rvt_program *program, const char *path) {
  *program = (struct rvt_program){.xlen = 0};
  if (!rvt_file_is(path, 1U << RVT_FILE_ELF, "an executable for RISC-V (ELF)")) return false;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
    return false;
  }
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const char *wrong = elf == NULL ? "no ELF file" : read_elf(program, elf);
  if (elf != NULL) elf_end(elf);
  close(fd);
  if (wrong == NULL) return true;
  rvt_complain("%s: expected an executable for RISC-V, found %s", path, wrong);
  rvt_program_free(program);
  return false;
}

void rvt_program_free(struct rvt_program *program) {
  for (size_t i = 0; i < program->codes; i++) free(program->code[i].half);
  program->codes = 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <gelf.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parcels.h"

struct loader {
  struct rvt_image *whole; /* what is added to, with its parts */
  struct rvt_image *image; /* the part */
  struct rvt_names *names; /* of the file; they belong to the part */
  uint64_t move;           /* added to every address */
  Elf *elf;
  const uint8_t *raw;
  size_t size;
  struct rvt_error *error;
  bool of_all;     /* the names are for code of every file */
  bool code;       /* some was found */
  uint64_t loaded; /* bytes of code */
};

__attribute__((format(printf, 3, 4))) static enum rvt_status
refuse(const struct loader *l, enum rvt_status status, const char *form, ...) {
  if (l->error != NULL) {
    va_list args;
    va_start(args, form);
    vsnprintf(l->error->text, sizeof l->error->text, form, args);
    va_end(args);
  }
  return status;
}

static enum rvt_status no_memory(const struct loader *l) {
  return refuse(l, RVT_ERR_NO_MEMORY, "expected memory for the file, found none left");
}

/* Address spaces that one file has beside each other. */
static bool overlaps_itself(const struct loader *l, uint64_t address, uint64_t size) {
  const struct rvt_segment *s = rvt_image_find_code(l->image, address);
  if (s == NULL) s = rvt_image_above(l->image, address);
  return s != NULL && s->file == l->image->adding &&
         (s->base <= address || s->base - address < size);
}

/* Where an address of the file lies. */
static uint64_t moved(const struct loader *l, uint64_t address) {
  return rvt_insn_address(address + l->move, l->image->xlen);
}

/* What can be written may become code that runs, whatever the header says of it. */
static enum rvt_status add_data(struct loader *l, const GElf_Phdr *p) {
  const uint64_t size = p->p_filesz & ~UINT64_C(1), address = moved(l, p->p_vaddr);
  if (size == 0 || address % 2 != 0 || p->p_offset > l->size || size > l->size - p->p_offset ||
      size > l->size - l->loaded)
    return RVT_OK;
  l->loaded += size;
  const enum rvt_status status =
      rvt_image_put_data(l->image, address, l->raw + p->p_offset, (size_t)size);
  return status == RVT_ERR_NO_MEMORY ? no_memory(l) : RVT_OK;
}

static enum rvt_status add_code(struct loader *l, uint64_t address, uint64_t offset,
                                uint64_t size) {
  if (offset > l->size || size > l->size - offset)
    return refuse(l, RVT_ERR_FORMAT,
                  "expected code within the file, found %llu bytes at offset %llu",
                  (unsigned long long)size, (unsigned long long)offset);
  size &= ~UINT64_C(1);
  if (size == 0) return RVT_OK;
  /* headers that name the same bytes again and again must not multiply them in memory */
  if (size > l->size - l->loaded)
    return refuse(l, RVT_ERR_FORMAT,
                  "expected no more code than the file has bytes, found %llu bytes more",
                  (unsigned long long)size);
  l->loaded += size;
  l->code = true;
  const uint64_t top = rvt_insn_address(UINT64_MAX, l->image->xlen);
  address = moved(l, address);
  if (l->move != 0 && size - 1 > top - address)
    return refuse(l, RVT_ERR_RANGE,
                  "expected code that does not go over the end of the address range, found %llu "
                  "bytes at 0x%llx, moved by 0x%llx",
                  (unsigned long long)size, (unsigned long long)address,
                  (unsigned long long)l->move);
  enum rvt_status status = !overlaps_itself(l, address, size)
                               ? rvt_image_put(l->image, address, l->raw + offset, (size_t)size)
                               : RVT_ERR_ARG;
  if (status == RVT_ERR_NO_MEMORY) return no_memory(l);
  if (status != RVT_OK && overlaps_itself(l, address, size))
    return refuse(l, RVT_ERR_MISMATCH,
                  "expected code that overlaps no other, found %llu bytes at 0x%llx over others of "
                  "this file: cut it into one for each scontext or hcontext",
                  (unsigned long long)size, (unsigned long long)address);
  if (status != RVT_OK)
    return refuse(l, RVT_ERR_MISMATCH,
                  "expected code that overlaps no other and lies within the address range, found "
                  "%llu bytes at 0x%llx",
                  (unsigned long long)size, (unsigned long long)address);
  return RVT_OK;
}

static enum rvt_status add_segments(struct loader *l, size_t count) {
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(l->elf, (int)i, &p) == NULL)
      return refuse(l, RVT_ERR_FORMAT, "expected a program header, found: %s", elf_errmsg(-1));
    if (p.p_type != PT_LOAD || (p.p_flags & PF_X) == 0) continue;
    enum rvt_status status = add_code(l, p.p_vaddr, p.p_offset, p.p_filesz);
    if (status != RVT_OK) return status;
  }
  for (size_t i = 0; i < count; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(l->elf, (int)i, &p) == NULL || p.p_type != PT_LOAD ||
        (p.p_flags & (PF_X | PF_W)) != PF_W)
      continue;
    enum rvt_status status = add_data(l, &p);
    if (status != RVT_OK) return status;
  }
  return RVT_OK;
}

static enum rvt_status add_sections(struct loader *l) {
  for (Elf_Scn *scn = elf_nextscn(l->elf, NULL); scn != NULL; scn = elf_nextscn(l->elf, scn)) {
    GElf_Shdr s;
    if (gelf_getshdr(scn, &s) == NULL || s.sh_type != SHT_PROGBITS ||
        (s.sh_flags & SHF_EXECINSTR) == 0)
      continue;
    enum rvt_status status = add_code(l, s.sh_addr, s.sh_offset, s.sh_size);
    if (status != RVT_OK) return status;
  }
  return RVT_OK;
}

/*
 * Where a symbol of this file names code: it is not absolute, which a constant is, lies in code,
 * and is none of those that tell code from data or that a compiler makes for itself.
 */
static bool is_label(const struct loader *l, const GElf_Sym *sym, const char *name,
                     const struct rvt_segment **code) {
  const unsigned type = GELF_ST_TYPE(sym->st_info);
  if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) ||
      sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS || name == NULL || name[0] == '\0' ||
      name[0] == '$' || name[0] == '.' || strnlen(name, RVT_NAME_MAX) == RVT_NAME_MAX)
    return false;
  const uint64_t address = moved(l, sym->st_value);
  *code = rvt_image_find(l->image, address);
  for (size_t i = 0; *code == NULL && l->of_all && i < l->whole->parts; i++)
    *code = rvt_image_find(l->whole->part[i].image, address);
  return *code != NULL;
}

/* What the linker calls the base of the table of CM.JT and CM.JALT. */
static void take_jvt(const struct loader *l, const GElf_Sym *sym, const char *name) {
  if (l->image->table.known || name == NULL || strcmp(name, "__jvt_base$") != 0 ||
      sym->st_shndx == SHN_UNDEF || moved(l, sym->st_value) % RVT_JVT_ALIGN != 0)
    return;
  l->image->table = (struct rvt_table){.known = true, .base = moved(l, sym->st_value)};
}

static enum rvt_status add_symbol(struct loader *l, const GElf_Sym *sym, const char *name) {
  const struct rvt_segment *code = NULL;
  if (!is_label(l, sym, name, &code)) return RVT_OK;
  char *copy = l->image->keep_mangled ? strdup(name) : rvt_names_plain(name);
  if (copy == NULL) return no_memory(l);
  const unsigned binding = GELF_ST_BIND(sym->st_info);
  l->names->symbol[l->names->symbols++] =
      (struct rvt_symbol){.address = moved(l, sym->st_value),
                          .size = sym->st_size,
                          .limit = code->base + (2 * code->count - 1),
                          .name = copy,
                          .function = GELF_ST_TYPE(sym->st_info) != STT_NOTYPE,
                          .local = binding == STB_LOCAL,
                          .weak = binding == STB_WEAK};
  return RVT_OK;
}

static Elf_Scn *find_table(Elf *elf, uint32_t type, GElf_Shdr *s) {
  for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn != NULL; scn = elf_nextscn(elf, scn))
    if (gelf_getshdr(scn, s) != NULL && s->sh_type == type && s->sh_entsize != 0) return scn;
  return NULL;
}

/*
 * Names are a convenience: a file without them, or with a damaged table, is decoded all the same.
 * A file has one table, and what a stripped one exports is in another; more of them could name the
 * same entries.
 */
static enum rvt_status add_symbols(struct loader *l, Elf *elf) {
  GElf_Shdr s;
  Elf_Scn *scn = find_table(elf, SHT_SYMTAB, &s);
  if (scn == NULL) scn = find_table(elf, SHT_DYNSYM, &s);
  Elf_Data *data = scn != NULL ? elf_getdata(scn, NULL) : NULL;
  const size_t count = data != NULL ? data->d_size / s.sh_entsize : 0;
  if (count == 0) return RVT_OK;
  l->names->symbol = malloc(count * sizeof *l->names->symbol);
  if (l->names->symbol == NULL) return no_memory(l);
  for (size_t i = 0; i < count && i <= INT32_MAX; i++) {
    GElf_Sym sym;
    if (gelf_getsym(data, (int)i, &sym) == NULL) break;
    const char *name = elf_strptr(elf, s.sh_link, sym.st_name);
    take_jvt(l, &sym, name);
    const enum rvt_status status = add_symbol(l, &sym, name);
    if (status != RVT_OK) return status;
  }
  return rvt_names_finish(l->names) ? RVT_OK : no_memory(l);
}

/* Those of the file itself, or where it was stripped of the one that has them. */
static enum rvt_status add_own_symbols(struct loader *l, const char *path) {
  GElf_Shdr s;
  int fd = -1;
  Elf *debug =
      find_table(l->elf, SHT_SYMTAB, &s) == NULL ? rvt_image_elf_debug(l->elf, path, &fd) : NULL;
  const enum rvt_status status = add_symbols(l, debug != NULL ? debug : l->elf);
  elf_end(debug);
  if (fd >= 0) close(fd);
  return status;
}

/* The table of CM.JT and CM.JALT where it is not part of the code. */
static enum rvt_status add_table(struct loader *l, size_t segments) {
  struct rvt_table *t = &l->image->table;
  if (!t->known || t->bytes != NULL || rvt_image_find_code(l->image, t->base) != NULL)
    return RVT_OK;
  const uint64_t base = rvt_insn_address(t->base - l->move, l->image->xlen);
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(l->elf, (int)i, &p) == NULL || p.p_type != PT_LOAD || p.p_offset > l->size ||
        p.p_filesz > l->size - p.p_offset || base < p.p_vaddr || base - p.p_vaddr >= p.p_filesz)
      continue;
    const uint64_t skipped = base - p.p_vaddr;
    const size_t whole = (size_t)RVT_TABLE_ENTRIES * l->image->xlen / 8;
    t->size = p.p_filesz - skipped < whole ? (size_t)(p.p_filesz - skipped) : whole;
    t->bytes = malloc(t->size);
    if (t->bytes == NULL) return no_memory(l);
    memcpy(t->bytes, l->raw + p.p_offset + skipped, t->size);
    return RVT_OK;
  }
  return RVT_OK;
}

static enum rvt_status add_file(const struct loader *l, const char *path, uint64_t entry) {
  struct rvt_image *image = l->whole;
  struct rvt_image_file *grown = realloc(image->file, (image->files + 1) * sizeof *grown);
  if (grown == NULL) return no_memory(l);
  image->file = grown;
  struct rvt_image_file file = {.path = strdup(path), .entry = moved(l, entry)};
  if (file.path == NULL) return no_memory(l);
  SHA256Data(l->raw, l->size, file.sha256);
  uint8_t loaded[32];
  if (rvt_image_elf_loaded(l->elf, loaded))
    for (size_t i = 0; i < sizeof loaded; i++)
      snprintf(file.loaded_sha256 + 2 * i, 3, "%02x", loaded[i]);
  grown[image->files++] = file;
  return RVT_OK;
}

/* Section headers come last in a file that a linker wrote: without them it was cut. */
static bool has_section_headers(const struct loader *l, const GElf_Ehdr *head) {
  uint64_t count = head->e_shnum != 0 ? head->e_shnum : 1;
  return head->e_shoff == 0 ||
         (head->e_shoff <= l->size && count * head->e_shentsize <= l->size - head->e_shoff);
}

/* A file that is linked for this hart. */
static enum rvt_status check_head(struct loader *l, GElf_Ehdr *head, size_t *segments) {
  l->raw = (const uint8_t *)elf_rawfile(l->elf, &l->size);
  if (elf_kind(l->elf) == ELF_K_AR)
    return refuse(l, RVT_ERR_FORMAT,
                  "expected an ELF file that is linked, found an archive of objects that are not");
  if (elf_kind(l->elf) != ELF_K_ELF || l->raw == NULL || gelf_getehdr(l->elf, head) == NULL ||
      elf_getphdrnum(l->elf, segments) != 0)
    return refuse(l, RVT_ERR_FORMAT, "expected an ELF file, found something else");
  if (head->e_machine != EM_RISCV || head->e_ident[EI_DATA] != ELFDATA2LSB)
    return refuse(l, RVT_ERR_FORMAT,
                  "expected little-endian RISC-V code (machine 243), found machine %u",
                  (unsigned)head->e_machine);
  if (head->e_type == ET_REL)
    return refuse(l, RVT_ERR_FORMAT,
                  "expected an ELF file that is linked, found an object that is not (ET_REL): its "
                  "addresses are not those that ran");
  if (!has_section_headers(l, head))
    return refuse(
        l, RVT_ERR_FORMAT,
        "expected section headers within the file, found them at offset %llu of %zu bytes",
        (unsigned long long)head->e_shoff, l->size);
  const unsigned xlen = head->e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
  if (l->image->xlen != 0 && l->image->xlen != xlen)
    return refuse(l, RVT_ERR_MISMATCH, "expected an ELF file for XLEN %u, found one for XLEN %u",
                  l->image->xlen, xlen);
  return RVT_OK;
}

static enum rvt_status load(struct loader *l, const char *path) {
  GElf_Ehdr head;
  size_t segments = 0;
  enum rvt_status status = check_head(l, &head, &segments);
  if (status != RVT_OK) return status;
  const unsigned xlen = head.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
  l->image->xlen = xlen;
  if (!l->image->isa_given && !rvt_image_elf_isa(l->elf, &l->image->isa))
    l->image->isa = (struct rvt_isa){.xlen = (uint8_t)xlen};
  l->names = calloc(1, sizeof *l->names);
  if (l->names == NULL) return no_memory(l);
  l->names->next = l->image->names;
  l->image->names = l->names;
  l->image->adding = l->whole->files + 1;
  l->image->adding_names = l->names;
  status = segments > 0 ? add_segments(l, segments) : add_sections(l);
  l->image->adding = 0;
  l->image->adding_names = NULL;
  if (status == RVT_OK && !l->code)
    status = refuse(l, RVT_ERR_FORMAT, "expected executable code, found none");
  if (status == RVT_OK) status = add_own_symbols(l, path);
  if (status == RVT_OK) status = add_table(l, segments);
  if (l->whole->xlen == 0) l->whole->xlen = xlen;
  return status == RVT_OK ? add_file(l, path, head.e_entry) : status;
}

static enum rvt_status make_views(const struct loader *l) {
  uint64_t where = 0;
  const enum rvt_status status = rvt_image_make_views(l->whole, &where);
  if (status == RVT_ERR_MISMATCH)
    return refuse(l, status,
                  "expected code that overlaps no other of the same context, found some at 0x%llx",
                  (unsigned long long)where);
  return status == RVT_OK ? status : no_memory(l);
}

enum rvt_status rvt_image_add_elf(struct rvt_image *image, const char *path,
                                  struct rvt_error *error) {
  return rvt_image_add_elf_in(image, NULL, path, 0, error);
}

/* Opens it; false: refused, `*status` says why. */
static bool begin(struct loader *l, const char *path, int *fd, enum rvt_status *status) {
  char first;
  *fd = -1;
  *status = RVT_OK;
  if (l->move % 2 != 0)
    *status = refuse(l, RVT_ERR_RANGE, "expected an even offset, found 0x%llx",
                     (unsigned long long)l->move);
  else if (elf_version(EV_CURRENT) == EV_NONE)
    *status = refuse(l, RVT_ERR_FORMAT, "expected a newer ELF library");
  if (*status != RVT_OK) return false;
  *fd = open(path, O_RDONLY | O_CLOEXEC);
  if (*fd < 0 || pread(*fd, &first, 1, 0) < 0) {
    *status = refuse(l, RVT_ERR_IO, "expected a readable file, found: %m");
    if (*fd >= 0) close(*fd);
    return false;
  }
  l->elf = elf_begin(*fd, ELF_C_READ, NULL);
  if (l->elf != NULL) return true;
  *status = refuse(l, RVT_ERR_FORMAT, "expected an ELF file, found: %s", elf_errmsg(-1));
  close(*fd);
  return false;
}

enum rvt_status rvt_image_add_elf_in(struct rvt_image *image,
                                     const struct rvt_image_context *context, const char *path,
                                     uint64_t offset, struct rvt_error *error) {
  struct loader l = {.whole = image, .move = offset, .error = error};
  enum rvt_status status;
  int fd;
  if (!begin(&l, path, &fd, &status)) return status;
  l.image = rvt_image_new_part(image, context);
  if (l.image == NULL)
    status = refuse(&l, RVT_ERR_NO_MEMORY, "expected memory, and no more than %d files of contexts",
                    RVT_IMAGE_PARTS);
  else
    status = load(&l, path);
  elf_end(l.elf);
  close(fd);
  return status == RVT_OK ? make_views(&l) : status;
}

enum rvt_status rvt_image_add_symbols(struct rvt_image *image, const char *path, uint64_t offset,
                                      struct rvt_error *error) {
  struct loader l = {
      .whole = image, .image = image, .move = offset, .of_all = true, .error = error};
  enum rvt_status status;
  GElf_Ehdr head;
  size_t segments = 0;
  int fd;
  if (!begin(&l, path, &fd, &status)) return status;
  status = check_head(&l, &head, &segments);
  if (status == RVT_OK) {
    l.names = calloc(1, sizeof *l.names);
    status = l.names != NULL ? add_symbols(&l, l.elf) : no_memory(&l);
  }
  elf_end(l.elf);
  close(fd);
  if (status == RVT_OK && l.names->symbols == 0)
    status = refuse(&l, RVT_ERR_MISMATCH, "expected symbols of the code that is there, found none");
  if (status != RVT_OK) {
    rvt_names_free(l.names);
    return status;
  }
  l.names->next = image->extra;
  image->extra = l.names;
  return make_views(&l);
}

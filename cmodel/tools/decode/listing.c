/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "decode.h"

/*
 * Mnemonics come from objdump, another program: that of the compiler which made the code knows its
 * extensions, those of a vendor too. Each file is disassembled once, before decoding.
 */

extern char **environ;

struct line {
  uint64_t address;
  size_t text; /* offset in `texts` */
};

struct file {
  size_t lines, line_room;
  struct line *line; /* sorted by address */
};

struct decode_listing {
  struct file file[RVT_SIDECAR_ELFS]; /* as the image numbers them */
  size_t used, room;
  char *texts;
};

/* The list with room for `more` elements after `used`; NULL: no memory, the list is as it was. */
static void *grown(void *list, size_t *room, size_t used, size_t more, size_t size) {
  if (more <= *room - used) return list;
  const size_t made = 2 * *room + more + 256;
  void *bigger = realloc(list, made * size);
  if (bigger != NULL) *room = made;
  return bigger;
}

/* `  80000560:\taddi\tsp,sp,-32`; anything else is a heading. */
static bool take_line(struct decode_listing *l, struct file *file, const char *text) {
  char *end = NULL;
  text += strspn(text, " ");
  const unsigned long long address = strtoull(text, &end, 16);
  if (end == text || end[0] != ':' || end[1] != '\t') return true;
  end += 2;
  const size_t length = strcspn(end, "\n");
  struct line *line = grown(file->line, &file->line_room, file->lines, 1, sizeof *line);
  if (line != NULL) file->line = line;
  char *texts = grown(l->texts, &l->room, l->used, length + 1, 1);
  if (texts != NULL) l->texts = texts;
  if (line == NULL || texts == NULL) return false;
  file->line[file->lines++] = (struct line){address, l->used};
  for (size_t i = 0; i < length; i++) l->texts[l->used++] = end[i] == '\t' ? ' ' : end[i];
  l->texts[l->used++] = '\0';
  return true;
}

static bool take_lines(struct decode_listing *l, struct file *file, FILE *from) {
  char *text = NULL;
  size_t room = 0;
  bool good = true;
  while (good && getline(&text, &room, from) > 0) good = take_line(l, file, text);
  free(text);
  if (!good) rvt_complain("expected memory for the listing, found none left");
  return good;
}

static bool is_loaded(Elf *elf, uint64_t address) {
  GElf_Phdr segment;
  for (int i = 0; gelf_getphdr(elf, i, &segment) != NULL; i++)
    if (segment.p_type == PT_LOAD && address - segment.p_vaddr <= segment.p_memsz) return true;
  return false;
}

/* After the segments. Absolute symbols are constants but where they lie in a segment, or at its
 * end; what GP is set to may lie further behind. */
static void move_symbols(Elf *elf, Elf_Scn *scn, uint64_t offset, uint64_t mask) {
  Elf_Data *data = elf_getdata(scn, NULL);
  GElf_Shdr section;
  GElf_Sym symbol;
  if (gelf_getshdr(scn, &section) == NULL) return;
  for (int i = 0; gelf_getsym(data, i, &symbol) != NULL; i++) {
    symbol.st_value = (symbol.st_value + offset) & mask;
    if (symbol.st_shndx == SHN_ABS && !is_loaded(elf, symbol.st_value)) {
      const char *name = elf_strptr(elf, section.sh_link, symbol.st_name);
      if (name == NULL || strcmp(name, "__global_pointer$") != 0) continue;
    }
    if (symbol.st_shndx != SHN_UNDEF) (void)!gelf_update_sym(data, i, &symbol);
  }
  elf_flagdata(data, ELF_C_SET, ELF_F_DIRTY);
}

/* All addresses of a file are `offset` higher, as the image has them. */
static void move_addresses(Elf *elf, uint64_t offset) {
  GElf_Ehdr head;
  if (gelf_getehdr(elf, &head) == NULL) return;
  const uint64_t mask = head.e_ident[EI_CLASS] == ELFCLASS32 ? UINT32_MAX : UINT64_MAX;
  GElf_Phdr segment;
  for (int i = 0; gelf_getphdr(elf, i, &segment) != NULL; i++) {
    segment.p_vaddr = (segment.p_vaddr + offset) & mask;
    (void)!gelf_update_phdr(elf, i, &segment);
  }
  for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn != NULL; scn = elf_nextscn(elf, scn)) {
    GElf_Shdr section;
    if (gelf_getshdr(scn, &section) == NULL) continue;
    if ((section.sh_flags & SHF_ALLOC) != 0) {
      section.sh_addr = (section.sh_addr + offset) & mask;
      (void)!gelf_update_shdr(scn, &section);
    }
    /* those of a file that is not linked count from the begin of their section */
    if (section.sh_type == SHT_SYMTAB && head.e_type != ET_REL)
      move_symbols(elf, scn, offset, mask);
  }
}

/*
 * A copy of a program, in memory, that lies where it was moved to: objdump --adjust-vma moves
 * sections without their symbols. Complains and returns -1 on failure.
 */
static int moved_copy(const struct rvt_program *program) {
  struct rvt_tool_input in;
  if (!rvt_input_read(&in, program->path)) return -1;
  const int fd = memfd_create("program", 0);
  Elf *elf = NULL;
  bool good = fd >= 0 && write(fd, in.data, in.size) == (ssize_t)in.size;
  const char *cause = strerror(errno);
  if (good) {
    elf = elf_begin(fd, ELF_C_RDWR, NULL);
    elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
    if (elf != NULL) move_addresses(elf, program->address);
    good = elf_update(elf, ELF_C_WRITE) >= 0;
    if (!good) cause = elf_errmsg(-1);
  }
  elf_end(elf);
  rvt_input_free(&in);
  if (good) return fd;
  if (fd >= 0) close(fd);
  rvt_complain("%s: expected to move it for the listing, found: %s", program->path, cause);
  return -1;
}

/* Standard output of objdump, or NULL; complains. */
static FILE *start(const char *objdump, const char *path, bool demangle, pid_t *pid) {
  char program[] = "objdump", all[] = "-dwz", plain[] = "-dwzC", bare[] = "--no-show-raw-insn",
       rest[] = "--";
  char *copy = strdup(path);
  char *argv[] = {program, demangle ? plain : all, bare, rest, copy, NULL};
  posix_spawn_file_actions_t actions;
  int ends[2] = {-1, -1};
  int error = copy == NULL || pipe2(ends, O_CLOEXEC) != 0 ? errno : 0;
  if (error == 0) error = posix_spawn_file_actions_init(&actions);
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (error == 0) error = posix_spawnp(pid, objdump, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  free(copy);
  if (ends[1] >= 0) close(ends[1]);
  FILE *from = error == 0 ? fdopen(ends[0], "r") : NULL;
  if (from != NULL) return from;
  if (ends[0] >= 0) close(ends[0]);
  rvt_complain("%s: expected the objdump of RISC-V binutils (set RVT_OBJDUMP), found: %s", objdump,
               strerror(error));
  return NULL;
}

static bool ended_well(pid_t pid) {
  int status = -1;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int compare(const void *a, const void *b) {
  const struct line *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Complains and returns false on failure. */
static bool take_file(struct decode_listing *l, struct file *file, const char *objdump,
                      const struct rvt_program *program, bool demangle) {
  char moved[32];
  pid_t pid = -1;
  const int copy = program->address != 0 ? moved_copy(program) : -1;
  if (program->address != 0 && copy < 0) return false;
  snprintf(moved, sizeof moved, "/dev/fd/%d", copy);
  FILE *from = start(objdump, copy >= 0 ? moved : program->path, demangle, &pid);
  bool good = from != NULL && take_lines(l, file, from);
  if (from != NULL) {
    fclose(from);
    if (!ended_well(pid) && good) {
      rvt_complain("%s: expected %s to disassemble it, found that it failed", program->path,
                   objdump);
      good = false;
    }
  }
  if (copy >= 0) close(copy);
  if (good && file->lines > 0) qsort(file->line, file->lines, sizeof *file->line, compare);
  return good;
}

bool decode_listing_make(struct decode_listing **made, const struct rvt_decoding *decoding) {
  const char *set = getenv("RVT_OBJDUMP");
  const char *objdump = set != NULL && set[0] != '\0' ? set : "riscv64-unknown-elf-objdump";
  struct decode_listing *l = calloc(1, sizeof *l);
  bool good = l != NULL;
  if (l == NULL) rvt_complain("expected memory for the listing, found none left");
  for (size_t i = 0; good && i < decoding->elfs; i++)
    good = take_file(l, &l->file[i], objdump, &decoding->elf[i], !decoding->keep_mangled);
  if (!good) {
    decode_listing_free(l);
    return false;
  }
  *made = l;
  return true;
}

const char *decode_listing_at(const struct decode_listing *l, const struct rvt_image *image,
                              uint64_t pc) {
  size_t number = 0;
  if (!rvt_image_file_at(image, pc, &number) || l->file[number].lines == 0) return NULL;
  const struct file *file = &l->file[number];
  const struct line key = {.address = pc};
  const struct line *found = bsearch(&key, file->line, file->lines, sizeof key, compare);
  return found != NULL ? l->texts + found->text : NULL;
}

void decode_listing_free(struct decode_listing *l) {
  if (l == NULL) return;
  for (size_t i = 0; i < RVT_SIDECAR_ELFS; i++) free(l->file[i].line);
  free(l->texts);
  free(l);
}

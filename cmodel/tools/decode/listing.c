/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "decode.h"

/*
 * Mnemonics come from objdump, another program: no library that ships with Debian 12 knows RISC-V
 * under a licence that goes with this one's. Each file is disassembled once, before decoding.
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

/* Standard output of objdump, or NULL; complains. */
static FILE *start(const char *objdump, const struct rvt_flow_program *elf, pid_t *pid) {
  char program[] = "objdump", all[] = "-dwz", bare[] = "--no-show-raw-insn", rest[] = "--";
  char moved[40];
  char *copy = strdup(elf->path);
  char *argv[] = {program, all, bare, rest, copy, NULL, NULL};
  if (elf->address != 0) {
    snprintf(moved, sizeof moved, "--adjust-vma=0x%" PRIx64, elf->address);
    argv[3] = moved;
    argv[4] = rest;
    argv[5] = copy;
  }
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

bool decode_listing_make(struct decode_listing **made, const struct rvt_flow *flow) {
  const char *set = getenv("RVT_OBJDUMP");
  const char *objdump = set != NULL && set[0] != '\0' ? set : "riscv64-unknown-elf-objdump";
  struct decode_listing *l = calloc(1, sizeof *l);
  bool good = l != NULL;
  if (l == NULL) rvt_complain("expected memory for the listing, found none left");
  for (size_t i = 0; good && i < flow->elfs; i++) {
    struct file *file = &l->file[i];
    pid_t pid = -1;
    FILE *from = start(objdump, &flow->elf[i], &pid);
    if (from == NULL) {
      good = false;
      break;
    }
    good = take_lines(l, file, from);
    fclose(from);
    if (good && file->lines > 0) qsort(file->line, file->lines, sizeof *file->line, compare);
    if (ended_well(pid) || !good) continue;
    rvt_complain("%s: expected %s to disassemble it, found that it failed", flow->elf[i].path,
                 objdump);
    good = false;
  }
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

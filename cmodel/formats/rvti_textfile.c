/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* Whole files between `.rvti` and text. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_line.h"
#include "rvt/rvti.h"

enum { BATCH = 1024, LINE_MAX_CHARS = 512 };

static enum rvt_status bad_line(const char *path, unsigned long line, enum rvt_status status,
                                struct rvt_error *e) {
  return rvt_error_at(e, status, "%s:%lu", path, line);
}

static bool parse_hash(const char *hex, uint8_t digest[32]) {
  if (strspn(hex, "0123456789abcdef") != 64) return false;
  for (unsigned i = 0; i < 64; i++) {
    const unsigned nibble = (unsigned)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    digest[i / 2] = (uint8_t)((unsigned)digest[i / 2] << 4 | nibble);
  }
  return true;
}

/** The first line: `rvti xlen=64 isa=rv64gc elf=<64 hex digits> words`. */
static enum rvt_status parse_header(char *line, struct rvt_rvti_info *info, struct rvt_error *e) {
  *info = (struct rvt_rvti_info){0};
  line[strcspn(line, "#\r\n")] = 0;
  char *rest = line;
  const char *word = strtok_r(line, " \t", &rest);
  if (word == NULL || strcmp(word, "rvti") != 0)
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected 'rvti xlen=32|64 ...', found '%.40s'",
                         word == NULL ? "" : word);
  while ((word = strtok_r(NULL, " \t", &rest)) != NULL) {
    if (strcmp(word, "xlen=32") == 0)
      info->xlen = 32;
    else if (strcmp(word, "xlen=64") == 0)
      info->xlen = 64;
    else if (strcmp(word, "words") == 0)
      info->words = true;
    else if (strncmp(word, "isa=", 4) == 0 && strlen(word + 4) <= RVT_RVTI_ISA_MAX)
      memcpy(info->isa, word + 4, strlen(word + 4) + 1);
    else if ((strncmp(word, "elf=", 4) != 0 || strlen(word) != 68 ||
              !parse_hash(word + 4, info->elf_sha256)) &&
             (strncmp(word, "loaded=", 7) != 0 || strlen(word) != 71 ||
              !parse_hash(word + 7, info->loaded_sha256)))
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected xlen=32, xlen=64, isa=STRING, "
                           "elf=<64 hex digits>, loaded=<64 hex digits> or words, found '%.80s'",
                           word);
  }
  for (const char *c = info->isa; *c != 0; c++)
    if (*c <= ' ' || *c > '~')
      return rvt_error_set(e, RVT_ERR_FORMAT, "expected a printable ISA string, found byte 0x%02x",
                           (unsigned)(unsigned char)*c);
  if (info->xlen == 0) return rvt_error_set(e, RVT_ERR_FORMAT, "expected xlen=32 or xlen=64");
  return RVT_OK;
}

static bool blank(const char *line) {
  const char first = line[strspn(line, " \t\r\n")];
  return first == 0 || first == '#';
}

struct text_file {
  const char *path;
  FILE *file;
  unsigned long line_number;
  char line[LINE_MAX_CHARS];
};

/** @retval RVT_END at the end of the file */
static enum rvt_status next_line(struct text_file *t, struct rvt_error *e) {
  const enum rvt_status status = rvt_text_line_read(t->file, t->line, sizeof t->line, e);
  if (status != RVT_END) t->line_number++;
  return status == RVT_OK || status == RVT_END ? status
                                               : bad_line(t->path, t->line_number, status, e);
}

static enum rvt_status copy_steps(struct text_file *t, struct rvt_rvti_writer *w, unsigned xlen,
                                  struct rvt_error *e) {
  const uint64_t mask = xlen == 32 ? UINT64_C(0xffffffff) : UINT64_MAX;
  uint64_t next_pc = 0;
  enum rvt_status status;
  while ((status = next_line(t, e)) == RVT_OK) {
    struct rvt_step s;
    status = rvt_step_parse(t->line, xlen, next_pc, &s, e);
    if (status == RVT_END) continue;
    if (status == RVT_OK) {
      if (s.kind <= RVT_STEP_TRAP) next_pc = (s.pc + 2u * s.size) & mask;
      status = rvt_rvti_write(w, &s, 1, e);
    }
    if (status != RVT_OK) return bad_line(t->path, t->line_number, status, e);
  }
  return status == RVT_END ? RVT_OK : status;
}

static enum rvt_status read_header(struct text_file *t, struct rvt_rvti_info *info,
                                   struct rvt_error *e) {
  enum rvt_status status;
  do {
    status = next_line(t, e);
  } while (status == RVT_OK && blank(t->line));
  if (status == RVT_END)
    return rvt_error_set(e, RVT_ERR_FORMAT, "%s: expected 'rvti xlen=32|64 ...', found the end",
                         t->path);
  if (status != RVT_OK) return status;
  status = parse_header(t->line, info, e);
  return status != RVT_OK ? bad_line(t->path, t->line_number, status, e) : RVT_OK;
}

/* `rvti` is NULL: the writer makes the file itself. */
static enum rvt_status from_text(const char *text_path, FILE *rvti, const char *rvti_path,
                                 struct rvt_error *e) {
  struct text_file t = {.path = text_path, .file = fopen(text_path, "r")};
  if (t.file == NULL)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", text_path,
                         strerror(errno));
  struct rvt_rvti_info info;
  struct rvt_rvti_writer *w = NULL;
  enum rvt_status status = read_header(&t, &info, e);
  if (status == RVT_OK)
    status = rvti == NULL ? rvt_rvti_writer_open(&w, rvti_path, &info, e)
                          : rvt_rvti_writer_open_on(&w, rvti, rvti_path, &info, e);
  if (status == RVT_OK) status = copy_steps(&t, w, info.xlen, e);
  fclose(t.file);
  if (status != RVT_OK) {
    rvt_rvti_writer_abort(w);
    return status;
  }
  return rvt_rvti_writer_close(w, e);
}

enum rvt_status rvt_rvti_from_text(const char *text_path, const char *rvti_path,
                                   struct rvt_error *e) {
  return from_text(text_path, NULL, rvti_path, e);
}

enum rvt_status rvt_rvti_from_text_on(const char *text_path, FILE *rvti, const char *name,
                                      struct rvt_error *e) {
  return from_text(text_path, rvti, name, e);
}

static void write_hash(const char *name, const uint8_t digest[32], FILE *out) {
  uint8_t any = 0;
  for (unsigned i = 0; i < 32; i++) any |= digest[i];
  if (any == 0) return;
  fprintf(out, " %s=", name);
  for (unsigned i = 0; i < 32; i++) fprintf(out, "%02x", digest[i]);
}

static void write_header(const struct rvt_rvti_info *info, FILE *out) {
  fprintf(out, "rvti xlen=%u", info->xlen);
  if (info->isa[0] != 0) fprintf(out, " isa=%s", info->isa);
  write_hash("elf", info->elf_sha256, out);
  write_hash("loaded", info->loaded_sha256, out);
  fputs(info->words ? " words\n" : "\n", out);
}

enum rvt_status rvt_rvti_to_text(const char *rvti_path, FILE *out, struct rvt_error *e) {
  struct rvt_rvti_reader *r;
  enum rvt_status status = rvt_rvti_reader_open(&r, rvti_path, e);
  if (status != RVT_OK) return status;
  struct rvt_step *steps = malloc(BATCH * sizeof *steps);
  if (steps == NULL) {
    rvt_rvti_reader_close(r);
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", rvti_path);
  }
  write_header(rvt_rvti_get_info(r), out);
  size_t count;
  while ((status = rvt_rvti_read(r, steps, BATCH, &count, e)) == RVT_OK)
    for (size_t i = 0; i < count; i++) {
      char text[RVT_STEP_TEXT_MAX];
      rvt_step_format(&steps[i], text);
      fprintf(out, "%s\n", text);
    }
  free(steps);
  rvt_rvti_reader_close(r);
  if (status != RVT_END) return status;
  if (fflush(out) != 0 || ferror(out))
    return rvt_error_set(e, RVT_ERR_IO, "%s: writing its text failed: %s", rvti_path,
                         strerror(errno));
  return RVT_OK;
}

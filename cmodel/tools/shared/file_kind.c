/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tool.h"

/* What a file begins with. A capture has no mark of its own: the last but one is a guess. */

enum { HEAD = 512, TEXT_LEAST = 32 };

struct head {
  uint8_t byte[HEAD];
  size_t size;
};

struct kind {
  enum rvt_file_kind kind;
  const char *name, *hint;
  size_t size;
  const char *mark;
};

static const struct kind marks[] = {
    {RVT_FILE_ELF, "an ELF file", "", 4,
     "\x7f"
     "ELF"},
    {RVT_FILE_RVTI, "a recording (.rvti)", "", 8, "\x89RVTI\r\n\x1a"},
    {RVT_FILE_ARCHIVE, "an archive of objects (ar)", "", 8, "!<arch>\n"},
    {RVT_FILE_ARCHIVE, "a thin archive of objects (ar)", "", 8, "!<thin>\n"},
    {RVT_FILE_XZ, "a compressed file (xz)", "; xz -dc has what is in it", 6,
     "\xfd"
     "7zXZ\0"},
    {RVT_FILE_GZIP, "a compressed file (gzip)", "; gzip -dc has what is in it", 3, "\x1f\x8b\x08"},
    {RVT_FILE_ZSTD, "a compressed file (zstd)", "; zstd -dc has what is in it", 4,
     "\x28\xb5\x2f\xfd"},
    {RVT_FILE_FST, "a waveform (FST)", "; fst2vcd makes a VCD file of it", 9,
     "\0\0\0\0\0\0\0\x01I"},
    {RVT_FILE_VCD, "a waveform (VCD)", "", 5, "$date"},
    {RVT_FILE_VCD, "a waveform (VCD)", "", 8, "$version"},
    {RVT_FILE_VCD, "a waveform (VCD)", "", 8, "$comment"},
    {RVT_FILE_VCD, "a waveform (VCD)", "", 10, "$timescale"},
};
static const struct kind json = {RVT_FILE_JSON, "a JSON text", "", 0, NULL};
static const struct kind text = {RVT_FILE_TEXT, "a text", "", 0, NULL};
static const struct kind trace = {RVT_FILE_TRACE, "what seems to be a trace", "", 0, NULL};

/* Other control characters are TCODEs, as 12 DirectBranch, and no text. */
static bool is_text(const struct head *h) {
  for (size_t i = 0; i < h->size; i++)
    if (!isprint(h->byte[i]) && (h->byte[i] == 0 || strchr("\t\r\n", h->byte[i]) == NULL))
      return false;
  return h->size != 0;
}

/* NULL: not known. */
static const struct kind *kind_of(const struct head *h) {
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
    if (h->size >= marks[i].size && memcmp(h->byte, marks[i].mark, marks[i].size) == 0)
      return &marks[i];
  if (is_text(h)) {
    size_t at = 0;
    while (at < h->size && isspace(h->byte[at])) at++;
    if (at < h->size && h->byte[at] == '{') return &json;
    return h->size >= TEXT_LEAST ? &text : NULL;
  }
  /* idle bytes, and a ProgTraceSync without SRC, SYNC and its bits above 0 */
  size_t at = 0;
  while (at < h->size && h->byte[at] == 0xff) at++;
  return at < h->size && h->byte[at] == RVT_TC_PROG_TRACE_SYNC << 2 ? &trace : NULL;
}

/* False: there is nothing to look at. */
static bool read_head(const char *path, struct head *h) {
  struct stat s;
  *h = (struct head){.size = 0};
  if (strcmp(path, "-") == 0 || stat(path, &s) != 0 || !S_ISREG(s.st_mode)) return false;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false; /* whoever reads it says so */
  h->size = fread(h->byte, 1, sizeof h->byte, file);
  fclose(file);
  return true;
}

bool rvt_file_seems_ntrace(const char *path) {
  struct head h;
  return read_head(path, &h) && kind_of(&h) == &trace;
}

enum { NULLS_MIN = 31, LENGTH = 0x1f, SUPPORT = 0xf, START = 0x3, TRAP = 0x7 };

/* The null packets of E-Trace that stand at `*at`. */
static size_t pass_nulls(const struct head *h, size_t *at) {
  const size_t from = *at;
  while (*at < h->size && (h->byte[*at] & 0x7f) == 0) ++*at;
  return *at - from;
}

/* The first four bits of the E-Trace packet at `*at`, which is passed, and with it the nulls after
 * it; -1: there is none without a time and flow indicator. */
static int pass_packet(const struct head *h, size_t *at) {
  const size_t from = *at;
  if (h->size - from < 2 || h->byte[from] > LENGTH || h->byte[from] > h->size - from - 1) return -1;
  *at += 1U + h->byte[from];
  (void)pass_nulls(h, at);
  return h->byte[from + 1] & 0xf;
}

/* A sequence of nulls that synchronizes, or a support packet and the synchronizing one after it. */
bool rvt_file_seems_etrace(const char *path) {
  struct head h;
  size_t at = 0;
  if (!read_head(path, &h)) return false;
  if (pass_nulls(&h, &at) > NULLS_MIN && h.byte[at - 1] == 0x80) return true;
  if (pass_packet(&h, &at) != SUPPORT) return false;
  const int next = pass_packet(&h, &at);
  return next == START || next == TRAP;
}

bool rvt_file_is(const char *path, unsigned accepted, const char *expected) {
  struct head h;
  if (!read_head(path, &h)) return true;
  const struct kind *found = kind_of(&h);
  if (found == NULL || (accepted & 1U << found->kind) != 0) return true;
  const char *hint = found->hint;
  const bool is_for_trace = (accepted & ~(1U << RVT_FILE_TEXT)) == 1U << RVT_FILE_TRACE;
  if (is_for_trace && found == &text) { /* a guess alone: a trace may have no other bytes */
    rvt_complain("%s: warning: expected %s, found what seems to be a text; it is read as a trace",
                 path, expected);
    return true;
  }
  if ((accepted & 1U << RVT_FILE_TRACE) != 0 && found->kind == RVT_FILE_ELF)
    hint = "; a program is given by --elf";
  if (is_for_trace && found->kind == RVT_FILE_RVTI) hint = "; `rvt encode` makes a trace of it";
  rvt_complain("%s: expected %s, found %s%s", path, expected, found->name, hint);
  return false;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_line.h"
#include "rvt/itype.h"
#include "rvt/rvti.h"

static const char *const itype_names[16] = {
    "none",     "exception", "interrupt",     "trap-return", "not-taken",     "taken",
    "indirect", "reserved",  "indirect-call", "direct-call", "indirect-jump", "direct-jump",
    "swap",     "return",    "indirect-link", "direct-link"};
static const char *const priv_names[7] = {"U", "S", NULL, "M", "D", "VU", "VS"};
static const char *const kind_names[] = {"insn", "trap",  "priv",     "context", "trigger",
                                         "halt", "reset", "lowpower", "time"};

/* ---- writing ---- */

static const char *const pulse_names[] = {"on", "off", "notify", "ext-on", "ext-off", "ext-notify"};
enum { PULSES = sizeof pulse_names / sizeof *pulse_names };

static int format_trigger(const struct rvt_step *s, char *text) {
  int n = snprintf(text, RVT_STEP_TEXT_MAX, "trigger");
  char before = ' ';
  for (unsigned i = 0; i < PULSES; i++) {
    if ((s->value >> i & 1) == 0) continue;
    n += snprintf(text + n, RVT_STEP_TEXT_MAX - (size_t)n, "%c%s", before, pulse_names[i]);
    before = ',';
  }
  return n;
}

void rvt_step_format(const struct rvt_step *s, char text[RVT_STEP_TEXT_MAX]) {
  const size_t size = RVT_STEP_TEXT_MAX;
  int n = 0;
  switch (s->kind) {
  case RVT_STEP_INSN:
    n = snprintf(text, size, "insn 0x%" PRIx64 " %u %s", s->pc, s->size,
                 itype_names[s->itype & 15]);
    if (s->sijump) n += snprintf(text + n, size - (size_t)n, " sijump");
    if (s->has_word) n += snprintf(text + n, size - (size_t)n, " word=0x%" PRIx64, s->word);
    break;
  case RVT_STEP_TRAP:
    n = snprintf(text, size, "trap %s 0x%" PRIx64 " cause=0x%" PRIx64 " tval=0x%" PRIx64,
                 itype_names[s->itype & 15], s->pc, s->cause, s->tval);
    break;
  case RVT_STEP_PRIV: n = snprintf(text, size, "priv %s", priv_names[s->value % 7]); return;
  case RVT_STEP_CONTEXT:
    n = snprintf(text, size, "context 0x%" PRIx64 " ctype=%u", s->tval, s->value);
    return;
  case RVT_STEP_TRIGGER: n = format_trigger(s, text); return;
  case RVT_STEP_TIME: n = snprintf(text, size, "time %" PRIu64, s->tval); return;
  default:
    n = snprintf(text, size, "%s %s", kind_names[s->kind % 9], s->value != 0 ? "on" : "off");
    return;
  }
  if (s->clocks != 1) snprintf(text + n, size - (size_t)n, " clocks=%" PRIu32, s->clocks);
}

/* ---- reading ---- */

static enum rvt_status parse_name(const char *text, const char *what, const char *const *names,
                                  size_t count, uint8_t *value, struct rvt_error *e) {
  for (size_t i = 0; i < count; i++)
    if (names[i] != NULL && strcmp(text, names[i]) == 0) {
      *value = (uint8_t)i;
      return RVT_OK;
    }
  if (text[0] >= '0' && text[0] <= '9') {
    uint64_t v;
    const enum rvt_status status = rvt_text_number(text, what, 255, &v, e);
    if (status == RVT_OK) *value = (uint8_t)v;
    return status;
  }
  return rvt_error_set(e, RVT_ERR_FORMAT, "expected %s, found '%s'", what, text);
}

static enum rvt_status parse_pc(const char *text, uint64_t next_pc, uint64_t *pc,
                                struct rvt_error *e) {
  if (strcmp(text, "+") != 0) return rvt_text_number(text, "a PC", UINT64_MAX, pc, e);
  *pc = next_pc;
  return RVT_OK;
}

/** Words "name=value" and flags from `first` on. */
static enum rvt_status parse_options(const struct text_line *w, unsigned first, struct rvt_step *s,
                                     struct rvt_error *e) {
  const bool insn = s->kind == RVT_STEP_INSN, trap = s->kind == RVT_STEP_TRAP;
  for (unsigned i = first; i < w->count; i++) {
    const char *word = w->word[i], *v;
    uint64_t number;
    enum rvt_status status = RVT_OK;
    if (insn && strcmp(word, "sijump") == 0) {
      s->sijump = true;
    } else if (insn && (v = rvt_text_after(word, "word=")) != NULL) {
      s->has_word = true;
      status = rvt_text_number(v, "a word", UINT64_MAX, &s->word, e);
    } else if ((insn || trap) && (v = rvt_text_after(word, "clocks=")) != NULL) {
      status = rvt_text_number(v, "clocks", UINT32_MAX, &number, e);
      if (status == RVT_OK) s->clocks = (uint32_t)number;
    } else if (trap && (v = rvt_text_after(word, "cause=")) != NULL) {
      status = rvt_text_number(v, "a cause", UINT64_MAX, &s->cause, e);
    } else if (trap && (v = rvt_text_after(word, "tval=")) != NULL) {
      status = rvt_text_number(v, "tval", UINT64_MAX, &s->tval, e);
    } else if (s->kind == RVT_STEP_CONTEXT && (v = rvt_text_after(word, "ctype=")) != NULL) {
      status = rvt_text_number(v, "ctype", 3, &number, e);
      if (status == RVT_OK) s->value = (uint8_t)number;
    } else {
      status = rvt_error_set(e, RVT_ERR_FORMAT, "expected an option of '%s', found '%s'",
                             w->word[0], word);
    }
    if (status != RVT_OK) return status;
  }
  return RVT_OK;
}

static enum rvt_status parse_pulses(const char *text, uint8_t *value, struct rvt_error *e) {
  *value = 0;
  for (const char *p = text;;) {
    const size_t n = strcspn(p, ",");
    unsigned k = 0;
    while (k < PULSES && (strlen(pulse_names[k]) != n || strncmp(p, pulse_names[k], n) != 0)) k++;
    if (k == PULSES)
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected on, off, notify, ext-on, ext-off, ext-notify or a list of "
                           "them, found '%s'",
                           text);
    *value |= (uint8_t)(1u << k);
    if (p[n] == 0) return RVT_OK;
    p += n + 1;
  }
}

static enum rvt_status parse_words(const struct text_line *w, uint64_t next_pc, struct rvt_step *s,
                                   struct rvt_error *e) {
  static const char *const levels[] = {"off", "on"};
  static const unsigned least[] = {4, 3, 2, 2, 2, 2, 2, 2, 2};
  enum rvt_status status = RVT_OK;
  uint64_t number = 0;
  unsigned kind = 0;
  while (kind < 9 && strcmp(w->word[0], kind_names[kind]) != 0) kind++;
  if (kind == 9)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected insn, trap, priv, context, trigger, halt, "
                         "reset, lowpower or time, found '%s'",
                         w->word[0]);
  if (w->count < least[kind])
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected %u words after '%s', found %u",
                         least[kind] - 1, w->word[0], w->count - 1);
  *s = (struct rvt_step){.kind = (uint8_t)kind};
  switch (kind) {
  case RVT_STEP_INSN:
    s->clocks = 1;
    status = parse_pc(w->word[1], next_pc, &s->pc, e);
    if (status == RVT_OK) status = rvt_text_number(w->word[2], "a size", 4, &number, e);
    s->size = (uint8_t)number;
    if (status == RVT_OK)
      status = parse_name(w->word[3], "an itype", itype_names, 16, &s->itype, e);
    break;
  case RVT_STEP_TRAP:
    s->clocks = 1;
    status = parse_name(w->word[1], "exception or interrupt", itype_names, 3, &s->itype, e);
    if (status == RVT_OK) status = parse_pc(w->word[2], next_pc, &s->pc, e);
    break;
  case RVT_STEP_PRIV:
    status = parse_name(w->word[1], "U, S, M, D, VU or VS", priv_names, 7, &s->value, e);
    break;
  case RVT_STEP_CONTEXT:
    status = rvt_text_number(w->word[1], "a context", UINT64_MAX, &s->tval, e);
    break;
  case RVT_STEP_TRIGGER: status = parse_pulses(w->word[1], &s->value, e); break;
  case RVT_STEP_TIME:
    status = rvt_text_number(w->word[1], "a time", UINT64_MAX, &s->tval, e);
    break;
  default: status = parse_name(w->word[1], "on or off", levels, 2, &s->value, e); break;
  }
  return status != RVT_OK ? status : parse_options(w, least[kind], s, e);
}

enum rvt_status rvt_step_parse(const char *line, unsigned xlen, uint64_t next_pc,
                               struct rvt_step *step, struct rvt_error *e) {
  struct text_line w;
  struct rvt_step s;
  enum rvt_status status = rvt_text_line_cut(line, &w, e);
  if (status == RVT_OK && w.count == 0) return RVT_END;
  if (status == RVT_OK) status = parse_words(&w, next_pc, &s, e);
  if (status == RVT_OK) status = rvt_step_check(&s, xlen, e);
  if (status == RVT_OK) *step = s;
  return status;
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Whole files between `.rvti` and text. */

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

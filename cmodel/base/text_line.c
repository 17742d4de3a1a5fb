/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "text_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_text_line_read(FILE *file, char *text, size_t size, struct rvt_error *e) {
  size_t used = 0;
  int c;
  while ((c = getc_unlocked(file)) != EOF) {
    if (c == 0)
      return rvt_error_set(e, RVT_ERR_FORMAT, "expected text, found a zero byte as character %zu",
                           used + 1);
    if (used == size - 1 || (used == size - 2 && c != '\n'))
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected a line of at most %zu characters, found more", size - 2);
    text[used++] = (char)c;
    if (c == '\n') break;
  }
  if (c == EOF && ferror(file)) return rvt_error_set(e, RVT_ERR_IO, "reading failed");
  text[used] = 0;
  return used > 0 ? RVT_OK : RVT_END;
}

enum rvt_status rvt_text_line_cut(const char *line, struct text_line *w, struct rvt_error *e) {
  const size_t length = strcspn(line, "#\r\n");
  w->count = 0;
  size_t used = 0;
  for (size_t i = 0; i < length;) {
    i += strspn(line + i, " \t");
    if (i >= length) break;
    const size_t n = strcspn(line + i, " \t#\r\n");
    if (w->count == TEXT_LINE_WORDS || n >= sizeof w->text - used)
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected at most %d words and %d characters, found more",
                           TEXT_LINE_WORDS, TEXT_LINE_CHARS);
    w->word[w->count++] = memcpy(w->text + used, line + i, n);
    w->text[used + n] = 0;
    used += n + 1;
    i += n;
  }
  return RVT_OK;
}

enum rvt_status rvt_text_number(const char *text, const char *what, uint64_t max, uint64_t *value,
                                struct rvt_error *e) {
  char *end = NULL;
  if (text[0] < '0' || text[0] > '9')
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected a number as %s, found '%s'", what, text);
  const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  errno = 0;
  const unsigned long long v = strtoull(text, &end, hex ? 16 : 10);
  if (*end != 0 || (hex && text[2] == 0))
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected a number as %s, found '%s'", what, text);
  if (errno == ERANGE || v > max)
    return rvt_error_set(e, RVT_ERR_RANGE, "expected %s up to %" PRIu64 ", found '%s'", what, max,
                         text);
  *value = v;
  return RVT_OK;
}

const char *rvt_text_after(const char *word, const char *name) {
  const size_t n = strlen(name);
  return strncmp(word, name, n) == 0 ? word + n : NULL;
}

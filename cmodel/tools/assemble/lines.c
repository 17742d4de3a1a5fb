/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "assemble.h"

enum { IDLE_MAX = 1 << 30 };

bool assemble_append(struct assemble_buffer *b, const uint8_t *bytes, size_t size) {
  if (b->room - b->size < size) {
    if (b->room > SIZE_MAX / 2 - size) return false;
    size_t room = b->room * 2 + size + 4096;
    uint8_t *grown = realloc(b->data, room);
    if (grown == NULL) return false;
    b->data = grown;
    b->room = room;
  }
  memcpy(b->data + b->size, bytes, size);
  b->size += size;
  return true;
}

enum rvt_status assemble_refuse(struct assemble_line *line, enum rvt_status status,
                                const char *expected) {
  line->wrong = line->column;
  snprintf(line->error.text, sizeof line->error.text, "expected %s, found '%.20s'", expected,
           line->text + line->column);
  return status;
}

void assemble_skip_blanks(struct assemble_line *line) {
  line->column += strspn(line->text + line->column, " \t\r");
}

static void skip_offset(struct assemble_line *line) {
  const char *word = line->text + line->column;
  if (strncmp(word, "0x", 2) != 0) return;
  size_t digits = strspn(word + 2, "0123456789abcdefABCDEF");
  if (digits == 0 || word[2 + digits] != ':') return;
  line->column += 2 + digits + 1;
  assemble_skip_blanks(line);
}

/* Whether the line starts with this word; if so it is passed over. */
bool assemble_take_word(struct assemble_line *line, const char *word) {
  size_t length = strlen(word);
  const char *text = line->text + line->column;
  if (strncmp(text, word, length) != 0 || strchr(" \t\r", text[length]) == NULL) return false;
  line->column += length;
  assemble_skip_blanks(line);
  return true;
}

enum rvt_status assemble_idle(struct assemble_line *line, uint8_t byte, struct assemble_buffer *b) {
  static const char key[] = "COUNT=";
  const char *text = line->text + line->column;
  char *end = NULL;
  if (strncmp(text, key, strlen(key)) != 0)
    return assemble_refuse(line, RVT_ERR_FORMAT, "COUNT=VALUE");
  line->column += strlen(key);
  text += strlen(key);
  unsigned long count = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || count > IDLE_MAX)
    return assemble_refuse(line, RVT_ERR_FORMAT, "a count of idle bytes up to 2^30");
  line->column = (size_t)(end - line->text);
  assemble_skip_blanks(line);
  if (line->text[line->column] != '\0')
    return assemble_refuse(line, RVT_ERR_FORMAT, "the end of the line");
  uint8_t idle[4096];
  memset(idle, byte, sizeof idle);
  while (count > 0) {
    size_t part = count < sizeof idle ? count : sizeof idle;
    if (!assemble_append(b, idle, part))
      return assemble_refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
    count -= part;
  }
  return RVT_OK;
}

enum rvt_status assemble_bytes(struct assemble_line *line, struct assemble_buffer *b) {
  static const char hex[] = "0123456789abcdefABCDEF";
  while (line->text[line->column] != '\0') {
    const char *text = line->text + line->column;
    size_t digits = strspn(text, hex);
    if (digits != 2 || (text[2] != '\0' && strchr(" \t\r", text[2]) == NULL))
      return assemble_refuse(line, RVT_ERR_FORMAT, "two hexadecimal digits");
    uint8_t byte = (uint8_t)strtoul(text, NULL, 16);
    if (!assemble_append(b, &byte, 1))
      return assemble_refuse(line, RVT_ERR_NO_MEMORY, "memory for the bytes");
    line->column += 2;
    assemble_skip_blanks(line);
  }
  return RVT_OK;
}

static bool assemble(struct rvt_tool_input *in, assemble_take *take, void *user,
                     struct assemble_buffer *b) {
  char *text = (char *)in->data;
  char *end = text + in->size;
  for (size_t number = 1; text < end; number++) {
    char *line_end = memchr(text, '\n', (size_t)(end - text));
    if (line_end == NULL) line_end = end;
    *line_end = '\0';
    char *comment = strchr(text, '#');
    if (comment != NULL) *comment = '\0';
    struct assemble_line line = {.text = text};
    if (comment == NULL && strlen(text) < (size_t)(line_end - text)) {
      rvt_complain("%s:%zu:%zu: expected text, found a zero byte", in->name, number,
                   strlen(text) + 1);
      return false;
    }
    assemble_skip_blanks(&line);
    skip_offset(&line);
    if (line.text[line.column] != '\0' && take(&line, user, b) != RVT_OK) {
      rvt_complain("%s:%zu:%zu: %s", in->name, number, line.wrong + 1, line.error.text);
      return false;
    }
    text = line_end + 1;
  }
  return true;
}

int assemble_file(const char *input, const char *output, assemble_take *take, void *user) {
  struct rvt_tool_input in;
  struct rvt_tool_output out;
  struct assemble_buffer b = {.data = NULL};
  if (!rvt_file_is(input, 1U << RVT_FILE_TEXT, "a text of messages") || !rvt_input_read(&in, input))
    return RVT_EXIT_BAD;
  bool good = assemble(&in, take, user, &b) && rvt_output_open(&out, output);
  if (good) {
    if (b.size > 0) fwrite(b.data, 1, b.size, out.file);
    good = rvt_output_commit(&out);
  }
  free(b.data);
  rvt_input_free(&in);
  return good ? RVT_EXIT_OK : RVT_EXIT_BAD;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char path[] = "sim/programs/vectors/section31.txt";

static _Noreturn void give_up(int line, const char *expected) {
  fprintf(stderr, "%s:%d: expected %s, found something else\n", path, line, expected);
  exit(2);
}

static char *trim(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) text[--length] = '\0';
  return text;
}

static void read_line(int line, char *text, struct rvt_vector *v) {
  char *part[4];
  for (int i = 0; i < 4; i++) {
    part[i] = strsep(&text, "|");
    if (part[i] == NULL) give_up(line, "id | format | messages | bytes");
    part[i] = trim(part[i]);
  }
  unsigned src_bits = 0;
  unsigned ts = 0;
  if (text != NULL || strlen(part[0]) >= sizeof v->id) give_up(line, "four parts, a short id");
  unsigned extend = 0;
  if (sscanf(part[1], "src_bits=%u ts=%u extend=%u", &src_bits, &ts, &extend) < 2 ||
      src_bits > 12 || ts > 1 || extend > 63)
    give_up(line, "src_bits=N ts=0|1 [extend=N]");
  memset(v, 0, sizeof *v);
  strcpy(v->id, part[0]);
  v->format.src_bits = (uint8_t)src_bits;
  v->format.ts = ts == 1;
  v->format.extend_bits = (uint8_t)extend;
  for (char *message = strsep(&part[2], ";"); message != NULL; message = strsep(&part[2], ";")) {
    message = trim(message);
    if (v->count == RVT_VECTOR_MESSAGES || strlen(message) >= RVT_VECTOR_TEXT)
      give_up(line, "at most four messages");
    strcpy(v->message[v->count++], message);
  }
  for (char *byte = strsep(&part[3], " "); byte != NULL; byte = strsep(&part[3], " ")) {
    char *end = NULL;
    if (v->size == RVT_VECTOR_BYTES || strlen(byte) != 2) give_up(line, "bytes of two digits");
    v->bytes[v->size++] = (uint8_t)strtoul(byte, &end, 16);
    if (*end != '\0') give_up(line, "hexadecimal bytes");
  }
}

size_t rvt_vectors(void (*check)(const struct rvt_vector *vector)) {
  char text[1024];
  size_t count = 0;
  FILE *file = fopen(path, "r");
  if (file == NULL) give_up(0, "a readable file");
  for (int line = 1; fgets(text, sizeof text, file) != NULL; line++) {
    struct rvt_vector v;
    if (strchr(text, '\n') == NULL) give_up(line, "a line of less than 1024 bytes");
    if (*trim(text) == '#' || *trim(text) == '\0') continue;
    read_line(line, text, &v);
    check(&v);
    count++;
  }
  fclose(file);
  return count;
}

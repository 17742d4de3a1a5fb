/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt_tool.h"

char *rvt_cell(char **line, char separator) {
  char *at = *line;
  if (at == NULL) return NULL;
  char *end = at;
  bool quoted = false;
  for (; *end != '\0' && (quoted || *end != separator); end++)
    if (*end == '"') quoted = !quoted;
  *line = *end == '\0' ? NULL : end + 1;
  *end = '\0';
  while (*at == ' ' || *at == '"') at++;
  while (end > at && strchr(" \"\r", end[-1]) != NULL) *--end = '\0';
  return at;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "rvt/number.h"
#include "rvt_flow.h"

/* KEY=N, cut off. True: taken; else `*complaint` says why not, NULL: it is no such thing. */
static bool take_context(char *comma, struct rvt_image_context *c, const char **complaint,
                         const char **found) {
  char *equals = strchr(comma, '=');
  const size_t length = equals != NULL ? (size_t)(equals - comma - 1) : 0;
  const bool is_s = length == 8 && strncmp(comma + 1, "scontext", length) == 0;
  const bool is_h = length == 8 && strncmp(comma + 1, "hcontext", length) == 0;
  uint64_t value = 0;
  if (equals == NULL || strchr(comma, '@') != NULL) return false; /* part of a name */
  *found = comma + 1;
  if (!is_s && !is_h) {
    *complaint = "scontext=N or hcontext=N, found";
    return false;
  }
  if (is_s ? c->has_scontext : c->has_hcontext) {
    *complaint =
        is_s ? "scontext=N once, found another beside" : "hcontext=N once, found another beside";
    return false;
  }
  *found = equals + 1;
  if (!rvt_number(equals + 1, strlen(equals + 1), UINT64_MAX, &value)) {
    *complaint = "a context of at most 64 bits, found";
    return false;
  }
  if (is_s) {
    c->has_scontext = true;
    c->scontext = value;
  } else {
    c->has_hcontext = true;
    c->hcontext = value;
  }
  *comma = '\0';
  return true;
}

bool rvt_flow_parse_program(char *text, struct rvt_flow_program *program, const char **complaint,
                            const char **found) {
  *program = (struct rvt_flow_program){.path = text};
  *complaint = NULL;
  if (access(text, F_OK) == 0) return true;
  char *comma = strrchr(text, ',');
  while (comma != NULL && take_context(comma, &program->context, complaint, found))
    comma = strrchr(text, ',');
  if (*complaint != NULL) return false;
  char *at = access(text, F_OK) != 0 ? strrchr(text, '@') : NULL;
  if (at == NULL) return true;
  *complaint = "an even number of at most 64 bits after @, found";
  *found = at + 1;
  const char *number = at[1] == '-' ? at + 2 : at + 1;
  if (!rvt_number(number, strlen(number), UINT64_MAX, &program->address) ||
      program->address % 2 != 0)
    return false;
  if (at[1] == '-') program->address = -program->address;
  *at = '\0';
  program->has_address = true;
  return true;
}

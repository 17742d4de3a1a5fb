/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/params_text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "rvt/number.h"

#include "params_presets.inc"

enum kind { KIND_FLAG, KIND_BYTE, KIND_HALF, KIND_OTHER };

struct name {
  const char *name;
  enum kind kind;
  size_t offset;
};

static const struct name names[] = {
#define MODEL(Name, field, kind, least, greatest, preset)                                          \
  {#Name, KIND_##kind, offsetof(struct rvt_params, field)},
#define OTHER(Name, preset) {#Name, KIND_OTHER, 0},
    RVT_PARAMS(MODEL) RVT_PORT_PARAMS(OTHER) RVT_OUTER_PARAMS(OTHER)
#undef MODEL
#undef OTHER
};
enum { NAMES = sizeof names / sizeof names[0] };

static const struct name *find(const char *word, size_t size) {
  for (size_t i = 0; i < NAMES; i++)
    if (strlen(names[i].name) == size && strncmp(names[i].name, word, size) == 0) return &names[i];
  return NULL;
}

static bool store(struct rvt_params *p, const struct name *name, uint64_t value) {
  char *field = (char *)p + name->offset;
  const bool flag = value != 0;
  const uint8_t byte = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  switch (name->kind) {
  case KIND_FLAG: memcpy(field, &flag, sizeof flag); return value <= 1;
  case KIND_BYTE: memcpy(field, &byte, sizeof byte); return value <= UINT8_MAX;
  case KIND_HALF: memcpy(field, &half, sizeof half); return value <= UINT16_MAX;
  default: return true;
  }
}

enum rvt_status rvt_params_parse(const char *text, struct rvt_params *p, struct rvt_error *e) {
  struct rvt_params made = *p;
  for (const char *word = text + strspn(text, " "); *word != '\0'; word += strspn(word, " ")) {
    const int size = (int)strcspn(word, " ");
    const char *equals = memchr(word, '=', (size_t)size);
    const struct name *name = equals == NULL ? NULL : find(word, (size_t)(equals - word));
    if (name == NULL)
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected NAME=VALUE with an RTL parameter, found '%.*s'", size, word);
    uint64_t value;
    if (!rvt_number(equals + 1, (size_t)(word + size - equals - 1), UINT64_MAX, &value) ||
        !store(&made, name, value))
      return rvt_error_set(e, RVT_ERR_RANGE, "expected a value that %s can have, found '%.*s'%s",
                           name->name, size, word, rvt_number_hint(equals + 1));
    word += size;
  }
  *p = made;
  return RVT_OK;
}

enum rvt_status rvt_params_init(struct rvt_params *p, const char *preset) {
  *p = defaults;
  if (preset == NULL) return RVT_OK;
  for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++)
    if (strcmp(presets[i].name, preset) == 0) return rvt_params_parse(presets[i].words, p, NULL);
  return RVT_ERR_ARG;
}

static uint64_t load(const struct rvt_params *p, const struct name *name) {
  const char *field = (const char *)p + name->offset;
  uint16_t half;
  if (name->kind != KIND_HALF) return *(const uint8_t *)field;
  memcpy(&half, field, sizeof half);
  return half;
}

enum rvt_status rvt_params_print(const struct rvt_params *p, char *text, size_t size) {
  size_t used = 0;
  for (size_t i = 0; i < NAMES && names[i].kind != KIND_OTHER; i++) {
    const int wrote = snprintf(text + used, size - used, "%s%s=%u", i == 0 ? "" : " ",
                               names[i].name, (unsigned)load(p, &names[i]));
    if (wrote < 0 || (size_t)wrote >= size - used) return RVT_ERR_RANGE;
    used += (size_t)wrote;
  }
  return RVT_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <string.h>

#include "rvt_encode.h"

/* Made from the lines of sim/lists/presets.list that have an Xlen: `presets`, which an empty entry
 * ends, and `preset_names`. */
struct preset {
  const char *name, *params;
};
#include "presets.inc"

const char *encode_preset(const char *name) {
  for (const struct preset *p = presets; p->name != NULL; p++)
    if (strcmp(p->name, name) == 0) return p->params;
  return NULL;
}

const char *encode_preset_names(void) { return preset_names; }

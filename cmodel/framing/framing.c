/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"

#include <string.h>

#define FORMAT(NAME, name) [RVT_FRAMING_##NAME] = &rvt_framing_##name,
static const struct rvt_framing *const formats[RVT_FRAMINGS] = {RVT_FRAMING_LIST(FORMAT)};

uint8_t rvt_framing_named(const char *name) {
  uint8_t framing = 0;
  while (framing < RVT_FRAMINGS && strcmp(name, formats[framing]->name) != 0) framing++;
  return framing;
}

const struct rvt_framing *rvt_framing_of(uint8_t framing) {
  return framing < RVT_FRAMINGS ? formats[framing] : NULL;
}

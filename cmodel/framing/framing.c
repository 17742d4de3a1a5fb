/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"

const struct rvt_framing *rvt_framing_of(uint8_t framing) {
#define FORMAT(NAME, name) [RVT_FRAMING_##NAME] = &rvt_framing_##name,
  static const struct rvt_framing *const formats[RVT_FRAMINGS] = {RVT_FRAMING_LIST(FORMAT)};
  return framing < RVT_FRAMINGS ? formats[framing] : NULL;
}

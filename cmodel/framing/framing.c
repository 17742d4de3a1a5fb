/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"

#include "framing/formats.h"

const struct rvt_framing *rvt_framing_of(uint8_t framing) {
  static const struct rvt_framing *const formats[] = {[RVT_FRAMING_NTRACE] = &rvt_framing_ntrace};
  return framing < sizeof formats / sizeof *formats ? formats[framing] : NULL;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/status.h"

const char *rvt_status_text(enum rvt_status status) {
  switch (status) {
#define RVT_STATUS_CASE(id, text)                                                                  \
  case id: return text;
    RVT_STATUS_LIST(RVT_STATUS_CASE)
#undef RVT_STATUS_CASE
  }
  return "unknown status";
}

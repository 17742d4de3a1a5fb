/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_PINS_GROUPS_H
#define RVT_TOOLS_PINS_GROUPS_H

/* Groups of tandem verification trace from the pins. No reader can begin within the stream, so a
 * probe has to be there before the first group; what is no group says that it was not (TV:E-06). */

#include "oracle/pin_monitor.h"
#include "rvt/tandem/element.h"
#include "rvt/tandem/record.h"

struct pins_groups {
  struct rvt_tandem_reader reader;
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES]; /* of the group under way */
  size_t size;
};

/** Begins to watch; `m` does as well, from its first beat on. */
void pins_groups_init(struct pins_groups *g, struct pin_monitor *m,
                      const struct rvt_tandem_format *format, uint8_t pins);
/** @param count  1 or 2 bytes. @param ends  the last one ends a group. @return false: it is none */
bool pins_groups_take(struct pins_groups *g, const uint8_t *bytes, size_t count, bool ends);

#endif

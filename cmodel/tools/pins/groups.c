/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "groups.h"

#include "rvt/framing.h"

void pins_groups_init(struct pins_groups *g, struct pin_monitor *m,
                      const struct rvt_tandem_format *format, uint8_t pins) {
  rvt_tandem_reader_init(&g->reader, format);
  g->size = 0;
  pin_monitor_init(m, rvt_framing_of(RVT_FRAMING_TANDEM), pins, false, 0);
  m->place = rvt_framing_place_tandem(format->xlen, format->flen, format->mlen);
  m->in_phase = true;
}

static bool is_group(struct pins_groups *g) {
  struct rvt_bytes in = {.data = g->bytes, .size = g->size};
  struct rvt_tandem_element e;
  enum rvt_status status;
  do status = rvt_tandem_read(&g->reader, &in, &e, NULL);
  while (status == RVT_OK);
  return status == RVT_END;
}

bool pins_groups_take(struct pins_groups *g, const uint8_t *bytes, size_t count, bool ends) {
  for (size_t i = 0; i < count; i++) {
    if (g->size == sizeof g->bytes) return false;
    g->bytes[g->size++] = bytes[i];
  }
  if (g->bytes[0] != RVT_TANDEM_BEGIN) return false;
  if (!ends) return true;
  const bool good = is_group(g);
  g->size = 0;
  return good;
}

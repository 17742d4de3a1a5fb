/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/unit/queue.h"

#include <string.h>

void rvt_queue_init(struct rvt_queue *s, const struct rvt_params *p) {
  memset(s, 0, sizeof *s);
  s->depth = p->queue_depth;
  s->sync = p->queue_sync;
}

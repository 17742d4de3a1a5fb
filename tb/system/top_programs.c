/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "harness/proved.h"
#include "top_scenarios.h"

/* What software can do, by name, and the plain one of it. */

/* What a user does: find, set up, trace a program, stop, read out. */
static void capture(struct tb_software *sw, void *bench) {
  struct tb_top_bench *b = bench;
  struct tb_top_parts p;
  (void)sw;
  tb_top_discover(b, &p);
  tb_top_configure(b, &p, 0, false);
  tb_top_start(b, &p, &p.path);
  tb_top_run(b, UINT64_MAX);
  const uint64_t before = b->sent.messages;
  const bool open = b->s.unit.model.ingress.open_q;
  tb_top_need(b, &p, rvt_drv_stop(&p.drv, &p.path), "stop");
  b->tb->cover[TB_TOP_SESSIONS]++;
  tb_top_arrived(b, 0);
  PROVED("TCI:CTRL-10");
  PROVED("TCI:CTRL-12");
  if (open && b->sent.messages == before)
    tb_top_fail(b, "the disable closes nothing (TCI:CTRL-13)");
  if (open) PROVED("TCI:CTRL-13");
  if (!b->u.p.sinks.has_ram) return;
  tb_top_read_out(b, &p);
  const struct tb_capture *written = &b->u.to_ram;
  if (b->read_count > written->count ||
      memcmp(b->read_out, written->bytes + written->count - b->read_count, b->read_count) != 0)
    tb_top_fail(b, "software has not read what was written (TCI:RAM-25)");
  PROVED("TCI:RAM-25");
  PROVED("TCI:SW-07");
}

const struct tb_top_program tb_top_programs[] = {{"capture", capture},
                                                 {"sequences", tb_top_sequences},
                                                 {"device", tb_top_device},
                                                 {"dirty", tb_top_dirty},
                                                 {"orders", tb_top_orders},
                                                 {"levels", tb_top_levels},
                                                 {"deactivate", tb_top_deactivate},
                                                 {"overflow", tb_top_overflow},
                                                 {"stop_on_wrap", tb_top_stop_on_wrap},
                                                 {"full", tb_top_full},
                                                 {"abandon", tb_top_abandon},
                                                 {"splice", tb_top_splice},
                                                 {"return", tb_top_return},
                                                 {"wrap", tb_top_wrap},
                                                 {"periods", tb_top_periods},
                                                 {"live", tb_top_live},
                                                 {"forms", tb_top_forms},
                                                 {"features", tb_top_features},
                                                 {"toggle", tb_top_toggle},
                                                 {NULL, NULL}};

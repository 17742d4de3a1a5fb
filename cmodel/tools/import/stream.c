/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <inttypes.h>

#include "rvt/tandem/happened.h"
#include "tools/tandem/tandem.h"

static enum rvt_status take(struct rvt_import *i, const struct rvt_tandem_core *core,
                            const struct rvt_tandem_happened *h, struct rvt_error *e) {
  static const enum rvt_import_event events[] = {
      [RVT_TANDEM_EVENT_INSN] = RVT_IMPORT_STAND,
      [RVT_TANDEM_EVENT_EXCEPTION] = RVT_IMPORT_EXCEPTION,
      [RVT_TANDEM_EVENT_INTERRUPT] = RVT_IMPORT_INTERRUPT,
      [RVT_TANDEM_EVENT_RESET] = RVT_IMPORT_RESET,
      [RVT_TANDEM_EVENT_OUTSIDE] = RVT_IMPORT_HALT};
  struct rvt_imported what = {.event = RVT_IMPORT_INSN,
                              .has_priv = !core->absent[RVT_TANDEM_ABSENT_PRIVILEGE],
                              .names_traps = !core->absent[RVT_TANDEM_ABSENT_CSR],
                              .priv = h->privilege,
                              .pc = h->pc,
                              .word = h->word,
                              .cause = h->cause,
                              .tval = h->tval};
  enum rvt_status status = RVT_OK;
  if (h->has_insn) status = rvt_import_take(i, &what, e);
  if (status != RVT_OK) return status;
  what.event = events[h->event];
  if (h->event == RVT_TANDEM_EVENT_INSN) what.pc = h->next;
  if (h->event == RVT_TANDEM_EVENT_EXCEPTION || h->event == RVT_TANDEM_EVENT_INTERRUPT)
    what.pc = h->epc;
  /* State from outside without another pc is nothing that a program's flow shows. */
  if (h->event == RVT_TANDEM_EVENT_OUTSIDE && h->next == h->pc) return RVT_OK;
  return rvt_import_take(i, &what, e);
}

int rvt_import_stream(struct rvt_import *i, const struct rvt_tandem_core *core, const char *path,
                      uint64_t *halts) {
  static struct tandem_groups g = {.in = {.fd = -1}};
  struct rvt_error e = {""};
  enum rvt_status status = RVT_OK;
  int ended = RVT_EXIT_BAD;
  struct rvt_tandem_flow *flow = rvt_need_memory(rvt_tandem_flow_new(core));
  if (tandem_groups_open(&g, path, &core->format))
    while (status == RVT_OK && tandem_groups_next(&g, &ended)) {
      const struct rvt_tandem_happened h = rvt_tandem_flow_group(flow, g.at.element, g.at.count);
      *halts += i->started && h.event == RVT_TANDEM_EVENT_OUTSIDE && h.next != h.pc;
      status = take(i, core, &h, &e);
    }
  if (status == RVT_OK && ended == RVT_EXIT_OK) status = rvt_import_finish(i, &e);
  if (status != RVT_OK && status != RVT_END)
    rvt_complain("%s: byte %" PRIu64 ": %s", g.in.name, g.at.begin, e.text);
  tandem_groups_close(&g);
  rvt_tandem_flow_free(flow);
  return status == RVT_END ? RVT_EXIT_OK : status == RVT_OK ? ended : RVT_EXIT_BAD;
}

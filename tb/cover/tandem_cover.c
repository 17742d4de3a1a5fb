/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_cover.h"

#include <string.h>

enum { FCSR, FFLAGS, FRM, MSTATUS, SSTATUS = 5, MIE = 8, SIE = 9 };

static const struct {
  uint8_t wide, view;
} views[] = {{FCSR, FFLAGS}, {FCSR, FRM}, {MSTATUS, SSTATUS}, {MIE, SIE}};

static uint32_t bit(unsigned k) { return UINT32_C(1) << k; }

static bool any_reset(const struct rvt_tandem *s, const struct rvt_tandem_in *in) {
  for (unsigned i = 0; i < s->p.nret; i++)
    if (in->valid[i] && in->slot[i].kind == RVT_TANDEM_HART_RESET) return true;
  return false;
}

/* What is told changes what is known. */
static void count_told(const struct rvt_tandem *before, const struct rvt_tandem *after,
                       uint64_t *count) {
  const struct rvt_tandem_shadow *const old = &before->shadow, *const now = &after->shadow;
  const uint32_t was = old->known_q[RVT_TANDEM_BANK_CSR], is = now->known_q[RVT_TANDEM_BANK_CSR];
  for (unsigned i = 0; i < sizeof views / sizeof *views; i++) {
    const bool wide = (is & bit(views[i].wide)) != 0, view = (is & bit(views[i].view)) != 0;
    count[TB_DUMP_HIDDEN] += wide && !view && (was & bit(views[i].view)) != 0;
    count[TB_DUMP_STALE] += !wide && (was & bit(views[i].wide)) != 0 && now->pc_known_q &&
                            (before->p.shadow_csrs & bit(views[i].view)) == 0;
  }
}

static void count_step(const struct rvt_tandem *before, const struct rvt_tandem *after,
                       uint64_t *count) {
  const struct rvt_tandem_shadow *const old = &before->shadow, *const now = &after->shadow;
  const unsigned k = old->step_q;
  const bool rounds = k == RVT_TANDEM_BANK - 1 && now->step_q == 0;
  bool some = false, rewritten = false;
  for (unsigned b = 0; b < RVT_TANDEM_BANKS; b++) {
    const uint32_t due = old->known_q[b] & ~old->sent_q[b], known = now->known_q[b];
    if ((due & bit(k)) != 0) {
      some = true;
      count[TB_DUMP_GPR + b]++;
      count[TB_DUMP_WRITTEN] += (known & ~now->sent_q[b] & bit(k)) != 0;
    }
    rewritten |= (old->known_q[b] & old->sent_q[b] & known & ~now->sent_q[b]) != 0;
  }
  count[TB_DUMP_ROUND] += rounds;
  count[TB_DUMP_BARE] += !some;
  count[TB_DUMP_REWRITTEN] += rewritten;
  const uint32_t sent = old->known_q[RVT_TANDEM_BANK_CSR] & old->sent_q[RVT_TANDEM_BANK_CSR];
  const uint32_t due = old->known_q[RVT_TANDEM_BANK_CSR] & ~old->sent_q[RVT_TANDEM_BANK_CSR];
  for (unsigned i = 0; i < sizeof views / sizeof *views; i++)
    count[TB_DUMP_VIEW] +=
        k == views[i].wide && (due & bit(k)) != 0 && (sent & bit(views[i].view)) != 0;
  count[TB_DUMP_FLAGS] += (sent & (bit(FCSR) | bit(FFLAGS))) != 0 && now->fflags_q != old->fflags_q;
}

void tb_dump_cover(const struct rvt_tandem *before, const struct rvt_tandem *after,
                   const struct rvt_tandem_in *in, bool ready, bool told, uint64_t *count) {
  const struct rvt_tandem_shadow *const old = &before->shadow, *const now = &after->shadow;
  const bool not_live = !old->live_q && !before->dropping_q;
  if (told) count_told(before, after, count);
  count[TB_DUMP_OFF] += not_live && old->want_q && in->active && !in->enable;
  count[TB_DUMP_CUT] += not_live && old->want_q && !in->active;
  if (!not_live || !in->enable || !in->active) return;
  uint32_t due = 0;
  for (unsigned b = 0; b < RVT_TANDEM_BANKS; b++) due |= old->known_q[b] & ~old->sent_q[b];
  const bool known = old->pc_known_q || old->privilege_known_q;
  /* Of a dump, beside the places that a hart may still need. */
  const bool room = before->p.queue_depth == 1
                        ? ready
                        : before->level_q + before->p.stall_latency < before->p.queue_depth;
  count[TB_DUMP_TOLD] += told;
  if (old->reset_q) {
    count[TB_DUMP_RESET] += room;
    count[TB_DUMP_RESET_AGAIN] += room && any_reset(before, in);
    count[TB_DUMP_FULL] += !room;
  } else if (due != 0) {
    if (now->step_q != old->step_q) count_step(before, after, count);
    count[TB_DUMP_FULL] += now->step_q == old->step_q;
  } else if (told) {
    count[TB_DUMP_WAITS]++;
  } else {
    count[TB_DUMP_LAST] += now->live_q && old->pc_known_q;
    count[TB_DUMP_NO_PC] += now->live_q && !old->pc_known_q && known;
    count[TB_DUMP_NOTHING] += now->live_q && !known;
    count[TB_DUMP_FULL] += !now->live_q;
  }
}

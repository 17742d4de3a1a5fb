/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_UNIT_PERIOD_H
#define RVT_UNIT_PERIOD_H

/* Golden model of rtl/common/rvt_period.sv with one block per clock. */

#include "rvt/config.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The RTL's registers of the same names. */
struct rvt_period {
  bool clocks;      /* sync mode 2 is built */
  uint32_t ahead_q; /* units since the last sync, with the run's (NT:CTL-08), 20 bits */
  bool due_q;       /* a sync is due before the run ... */
  bool due_next_q;  /* ... behind it */
  bool message_q;   /* as many messages as the period asks for have been recorded (mode 1) */
  bool asked_q;     /* a sync has been asked for and not been recorded */
  bool served_q;    /* a message that serves the request has been recorded (D-34) */
};

struct rvt_period_in {
  const struct rvt_config *cfg;
  bool sync_req;       /* a request, for as long as it stands */
  bool load;           /* a run loads ... */
  uint16_t load_units; /* ... with so many half-words */
  bool load_new;       /* ... in another base of time: it asks for a sync */
  bool prepare;        /* a sync or start follows with the next message ... */
  bool prepared;       /* ... it was prepared in a clock before, or is on offer */
  uint16_t run_units;  /* ... before these half-words, of the run */
  bool restart;        /* it is recorded; a session ends; nothing is traced */
  bool record;         /* a record is taken */
};

enum {
  RVT_PERIOD_SHIFT = 4,    /* the period is 2^(sync_max + 4) */
  RVT_PERIOD_TOP = 1 << 19 /* there a sync is due whatever the settings become */
};

static inline bool rvt_period_due(const struct rvt_period *s) { return s->due_q || s->message_q; }
static inline bool rvt_period_due_next(const struct rvt_period *s) {
  return rvt_period_due(s) || s->due_next_q;
}

static inline bool rvt_period_over(const struct rvt_config *cfg, uint32_t count) {
  return count >> (cfg->sync_max + RVT_PERIOD_SHIFT) != 0;
}

/** One rising clock edge with reset released. */
static inline void rvt_period_tick(struct rvt_period *s, const struct rvt_period_in *in) {
  const struct rvt_config *cfg = in->cfg;
  const bool by_message = cfg->sync_mode == RVT_PERIOD_MESSAGES;
  const bool by_clock = s->clocks && cfg->sync_mode == RVT_PERIOD_CLOCKS;
  const bool by_units = cfg->sync_mode == RVT_PERIOD_HALFWORDS;
  const bool over = rvt_period_over(cfg, s->ahead_q);
  const uint32_t sum = s->ahead_q + (by_units ? in->load_units : 1);
  const bool asked = s->asked_q || (in->sync_req && !s->served_q);
  if (in->restart) {
    s->due_q = in->load && in->load_new;
    s->due_next_q = by_units && rvt_period_over(cfg, in->run_units);
  } else if (in->load) {
    s->due_q = s->due_q || ((by_clock || by_units) && over) || asked || in->load_new;
    s->due_next_q = by_units && rvt_period_over(cfg, sum);
  } else if (in->prepare) {
    s->due_q = true;
  }
  s->message_q = by_message && !in->restart && (over || (in->record && rvt_period_over(cfg, sum)));
  if (cfg->active) {
    if (in->prepared)
      s->ahead_q = by_units ? in->run_units : 0;
    else if (by_clock || (by_units && in->load) || (by_message && in->record && !in->restart))
      s->ahead_q = s->ahead_q < RVT_PERIOD_TOP ? sum : s->ahead_q;
  }
  s->asked_q = asked && !in->restart;
  s->served_q = in->sync_req && (s->served_q || in->restart); /* TCI:SYNC-09, D-34 */
}

#ifdef __cplusplus
}
#endif
#endif

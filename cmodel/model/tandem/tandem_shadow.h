/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_SHADOW_H
#define RVT_TANDEM_SHADOW_H

/* What the hart has told of its state, and the dump of it (TV:E-08). */

#include "rvt/tandem/encoder.h"

enum rvt_tandem_dump {
  RVT_TANDEM_DUMP_NOTHING, /* in this clock */
  RVT_TANDEM_DUMP_NEXT,    /* ... and nothing of this step */
  RVT_TANDEM_DUMP_RESET,   /* record */
  RVT_TANDEM_DUMP_STEP,    /* record */
  RVT_TANDEM_DUMP_LAST,    /* record, after which the hart's own are taken */
  RVT_TANDEM_DUMP_LIVE     /* they are, with nothing to say before */
};

/** What a clock is for the state that is kept. */
struct rvt_tandem_clock {
  bool dumping; /* enabled and active, and the state is not yet said */
  enum rvt_tandem_dump dump;
  bool put;     /* its record has found room */
  bool taken;   /* what the hart tells is */
  bool refused; /* it is lost */
};

/** What a clock of the dump does. @param told  the hart tells something in it. @param r  the
 * record, where there is one */
enum rvt_tandem_dump rvt_tandem_dump(const struct rvt_tandem *s, bool told,
                                     struct rvt_tandem_record *r);
/** One rising clock edge. */
void rvt_tandem_shadow_tick(struct rvt_tandem *s, const struct rvt_tandem_in *in,
                            const struct rvt_tandem_clock *clock);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_SCENARIOS_H
#define RVT_TB_TOP_SCENARIOS_H

/* Software that does what users do, and what they should not: the scenarios V-.. of TCI. */

#include "top_bench.h"

void tb_top_sequences(struct tb_software *sw, void *bench);    /* cmodel/software/sw_sequences.h */
void tb_top_device(struct tb_software *sw, void *bench);       /* a client on a socket */
void tb_top_dirty(struct tb_software *sw, void *bench);        /* V-01, V-02 */
void tb_top_orders(struct tb_software *sw, void *bench);       /* V-04 */
void tb_top_levels(struct tb_software *sw, void *bench);       /* V-05 */
void tb_top_deactivate(struct tb_software *sw, void *bench);   /* V-06 */
void tb_top_overflow(struct tb_software *sw, void *bench);     /* V-07 */
void tb_top_stop_on_wrap(struct tb_software *sw, void *bench); /* V-08, V-15 */
void tb_top_full(struct tb_software *sw, void *bench);         /* ends of sessions */
void tb_top_abandon(struct tb_software *sw, void *bench);
void tb_top_splice(struct tb_software *sw, void *bench);
void tb_top_return(struct tb_software *sw, void *bench);
void tb_top_wrap(struct tb_software *sw, void *bench);    /* V-15 */
void tb_top_periods(struct tb_software *sw, void *bench); /* V-11 */
void tb_top_live(struct tb_software *sw, void *bench);    /* V-11 */
void tb_top_features(struct tb_software *sw, void *bench);
void tb_top_forms(struct tb_software *sw, void *bench); /* V-17 */
void tb_top_toggle(struct tb_software *sw, void *bench);

#endif

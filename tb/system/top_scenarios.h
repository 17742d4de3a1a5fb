/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TOP_SCENARIOS_H
#define RVT_TB_TOP_SCENARIOS_H

#include "rvt/regs.h"
#include "top_bench.h"

/* What the programs of the bench `top` have in common: single steps on single components. */

/* Active, Enable and Empty are the same bits in every component. */
#define ACTIVE   RVT_TR_TE_ACTIVE_MASK
#define ENABLE   RVT_TR_TE_ENABLE_MASK
#define TRACING  RVT_TR_TE_INST_TRACING_MASK
#define EMPTY    RVT_TR_TE_EMPTY_MASK
#define STICKY   RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK
#define STALL    RVT_TR_TE_INST_STALL_ENA_MASK
#define TRIGGERS RVT_TR_TE_INST_TRIG_ENABLE_MASK

enum { TB_TOP_POLLS = 200000 };

/** tr..Control of the component at `base`. */
uint32_t tb_top_control(struct tb_top_bench *b, uint16_t base);
/** Read, change and write it, all others as they are; the sticky bit stays. */
void tb_top_set(struct tb_top_bench *b, uint16_t base, uint32_t bits, bool on);
void tb_top_enable(struct tb_top_bench *b, uint16_t base);
/** Also waits until it is empty. */
void tb_top_disable(struct tb_top_bench *b, uint16_t base);
/** The sinks that are built, as addresses. @return how many */
unsigned tb_top_sinks(const struct tb_top_bench *b, uint16_t base[2]);
/** Trace off, then encoder and sinks disabled in the order of the specification. */
void tb_top_end_session(struct tb_top_bench *b);
/**
 * A sink has whole messages in their order: after byte `c_from` of its capture, idle bytes left
 * out, everything that has left the encoder after byte `from`, or, unless `all`, those from some
 * message on.
 */
void tb_top_has(struct tb_top_bench *b, const struct tb_capture *c, size_t c_from, size_t from,
                bool all);
/** A number below `n`. */
uint32_t tb_top_below(struct tb_top_bench *b, uint32_t n);

/* Software that does what users do, and what they should not: the scenarios V-.. of TCI. */

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

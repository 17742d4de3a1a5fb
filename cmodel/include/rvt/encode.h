/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ENCODE_H
#define RVT_ENCODE_H

/*
 * The functional encoder: the ingress stage's qualification and the flow functions of the golden
 * model, folded over ingress slots without a clock, a queue or a message FIFO. It gives the bytes
 * that the encoder gives for the same slots, provided the same slots are refused.
 */

#include <stddef.h>

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/etrace_packet.h"
#include "rvt/ingress.h"
#include "rvt/ntrace_msg.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The encoder of one hart. */
struct rvt_encode;

/** What a reader of packets must know of an encoder of E-Trace, of its build and of what software
 * has chosen. */
struct rvt_etrace_format rvt_etrace_format_of(const struct rvt_params *params,
                                              const struct rvt_config *config);

/** What a clock is to the loss of trace; the functional encoder itself never loses anything. */
enum rvt_loss {
  RVT_LOSS_NONE,   /* the slot is accepted */
  RVT_LOSS_REFUSE, /* the slot is refused: an overflow opens with it, or goes on */
  RVT_LOSS_END     /* last clock of an overflow: its slot is refused, the Error leaves */
};

/** A growing message or byte list in memory of the caller. */
struct rvt_encode_bytes {
  uint8_t *data;
  size_t size; /* of `data` */
  size_t used;
};

enum {
  RVT_ENCODE_BLOCK_MSGS = 16, /* messages of one block: RepeatBranch, branch, Ownerships, sync, and
                                 behind it Ownerships and DirectBranch; 8 of outcomes held before */
  RVT_ENCODE_MSGS_MAX = RVT_ENCODE_BLOCK_MSGS * RVT_BLOCKS_MAX, /* ... of one clock */
  RVT_ENCODE_BYTES_MAX = RVT_ENCODE_MSGS_MAX * RVT_MSG_BYTES_MAX
};

/**
 * An encoder in its state after reset. Of `p`, lanes, queue and buffer depths are not used.
 * @retval RVT_ERR_ARG        `e` names the parameter and its rule
 * @retval RVT_ERR_NO_MEMORY
 * `*encode` is unchanged unless RVT_OK; the caller frees it.
 */
RVT_MUST_CHECK enum rvt_status rvt_encode_new(const struct rvt_params *p,
                                              struct rvt_encode **encode, struct rvt_error *e);
void rvt_encode_free(struct rvt_encode *encode);

/**
 * One clock: append the bytes of its messages to `out`. A clock that changes nothing (no slot, no
 * trigger, no change of configuration or of the hart's state) may be left out.
 *
 * @retval RVT_OK
 * @retval RVT_NEED_MORE  fewer than RVT_ENCODE_BYTES_MAX bytes are free in `out`; nothing happened
 */
RVT_MUST_CHECK enum rvt_status rvt_encode_push(struct rvt_encode *s, const struct rvt_config *cfg,
                                               const struct rvt_ingress *ingress,
                                               enum rvt_loss loss, struct rvt_encode_bytes *out);

/**
 * A sync is due, for a reason that only hardware knows, from block `block` (below RVT_BLOCKS_MAX)
 * of the clock that is pushed next: a period of clocks has ended (sync mode 2, D-24), or a sync has
 * been asked for (D-34). Can be called for several blocks. Has no effect if that clock has no such
 * block or no session.
 */
void rvt_encode_due(struct rvt_encode *s, unsigned block);

/**
 * In the clock that is pushed next bytes are lost after the encoder, which is not empty: unless
 * trace has ended by Enable 0, an overflow opens with the clock after it, whether or not that has
 * a slot (D-33). RVT_LOSS_REFUSE and RVT_LOSS_END say how long it lasts.
 */
void rvt_encode_lost(struct rvt_encode *s);

/** As rvt_encode_push(), as messages: `msgs` has room for RVT_ENCODE_MSGS_MAX. */
void rvt_ntrace_encode_push_msgs(struct rvt_encode *s, const struct rvt_config *cfg,
                                 const struct rvt_ingress *ingress, enum rvt_loss loss,
                                 struct rvt_ntrace_msg *msgs, size_t *count);

/**
 * Consecutive clocks that differ in block and time alone: with `context` built, or in E-Trace,
 * privilege and context are those of the clock pushed before; everything else of the ingress is
 * zero, nothing is refused. In E-Trace no block is a trap, whose cause stands beside it. What
 * rvt_encode_due() and rvt_encode_lost() said counts for the first of them.
 *
 * @param time   of each block; NULL: time stands at 0
 * @param done   blocks consumed, `count` with RVT_OK
 * @retval RVT_OK
 * @retval RVT_NEED_MORE  `out` is nearly full; go on at block `*done`
 */
RVT_MUST_CHECK enum rvt_status rvt_encode_blocks(struct rvt_encode *s, const struct rvt_config *cfg,
                                                 const struct rvt_block *blocks,
                                                 const uint64_t *time, size_t count, size_t *done,
                                                 struct rvt_encode_bytes *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

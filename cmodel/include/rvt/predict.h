/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PREDICT_H
#define RVT_PREDICT_H

/*
 * The predictor of a bench: instructions in, messages out, and a scoreboard that compares them with
 * the bytes of an encoder. It knows no clock. Every instruction is a block of its own, as the
 * adapters rvt_ingress_rvfi and rvt_ingress_commit have them, so that periodic syncs lie where
 * theirs do; sync mode 2 counts clocks and cannot be predicted. docs/predictor.md.
 */

#include <stddef.h>

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/ingress.h"
#include "rvt/ntrace_msg.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_predict;

/**
 * A predictor in the state after reset, with trace as `config` says from the first instruction on.
 *
 * @param isa  of the hart, as rv32imac_zcmp; NULL: without Zcmp and Zcmt
 * @retval RVT_ERR_ARG        a parameter or the ISA, which `e` names
 * @retval RVT_ERR_NO_MEMORY
 * `*predict` is unchanged unless RVT_OK; the caller frees it.
 */
RVT_MUST_CHECK enum rvt_status rvt_predict_new(const struct rvt_params *p, const char *isa,
                                               const struct rvt_config *config,
                                               struct rvt_predict **predict, struct rvt_error *e);
void rvt_predict_free(struct rvt_predict *predict);

/** The configuration from the next instruction, trap or rvt_predict_idle() on. */
void rvt_predict_configure(struct rvt_predict *predict, const struct rvt_config *config);

/**
 * What the port says besides blocks, from the next instruction, trap or rvt_predict_idle() on: all
 * but `block`. `ctype` and triggers are of that one alone. Times are compared once `time` was not
 * 0.
 */
void rvt_predict_hart(struct rvt_predict *predict, const struct rvt_ingress *port);

/**
 * An instruction has retired.
 *
 * @param word  low half-word first; bits after its end are ignored
 * @param next  where the hart goes on, or the address of the trap that comes next: tells the
 * outcome of a branch
 * @retval RVT_ERR_ARG        ECALL or EBREAK, which never retire (NT:ITY-25), or a length that no
 *                            block ends with (NT:ING-06)
 * @retval RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_predict_insn(struct rvt_predict *predict, uint64_t pc,
                                                uint64_t word, uint64_t next, struct rvt_error *e);
/** An exception or interrupt was taken; `epc` is xEPC. RVT_OK or RVT_ERR_NO_MEMORY. */
RVT_MUST_CHECK enum rvt_status rvt_predict_trap(struct rvt_predict *predict, bool interrupt,
                                                uint64_t epc, struct rvt_error *e);
/** Nothing retires, but what was said of configuration and hart takes effect. As above. */
RVT_MUST_CHECK enum rvt_status rvt_predict_idle(struct rvt_predict *predict, struct rvt_error *e);

/** Take the oldest message that is predicted and not compared yet; false: there is none. */
bool rvt_predict_next(struct rvt_predict *predict, struct rvt_ntrace_msg *msg,
                      struct rvt_ntrace_format *format);

/**
 * Bytes that the encoder has given, in their order, in pieces of any size. Those of messages that
 * are not predicted yet wait; idle bytes between messages are passed over.
 *
 * @retval RVT_ERR_MISMATCH   `e` names the message, the first field that differs and both values;
 *                            both messages are passed over
 * @retval RVT_ERR_FORMAT     the bytes are no message; they are passed over
 * @retval RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_predict_found(struct rvt_predict *predict, const uint8_t *bytes,
                                                 size_t size, struct rvt_error *e);
/**
 * The encoder has given all. As rvt_predict_found() without bytes; besides:
 * @retval RVT_ERR_MISMATCH   messages are missing, or bytes too many: `e` names the first one
 */
RVT_MUST_CHECK enum rvt_status rvt_predict_finish(struct rvt_predict *predict, struct rvt_error *e);

/** Messages that were compared and equal. */
uint64_t rvt_predict_equal(const struct rvt_predict *predict);

/** Functional coverage: how often a message of that kind was equal. */
struct rvt_predict_bin {
  char name[80]; /* a message with its codes, or two that follow each other */
  uint64_t count;
};
/** Bin `index`, from 0; false: there is none. Also of what this build cannot send. */
bool rvt_predict_get_bin(const struct rvt_predict *predict, size_t index,
                         struct rvt_predict_bin *bin);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_TAP_H
#define RVT_NTRACE_TAP_H

/*
 * A call for every message that leaves an encoder: beats in, messages out. It only looks, and so
 * it can be put on the stream of a model as well as on that of your own RTL.
 */

#include "rvt/config.h"
#include "rvt/error.h"
#include "rvt/ntrace_msg.h"
#include "rvt/unit/beat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A message and its bytes; gone when the call returns. */
struct rvt_ntrace_tapped {
  struct rvt_ntrace_format format; /* by which it was written */
  struct rvt_ntrace_msg msg;
  const uint8_t *bytes;
  size_t size;
  uint64_t number; /* from 0 */
};

typedef void rvt_ntrace_tap_sink(void *user, const struct rvt_ntrace_tapped *message);

/** Plain data: set `sink`, `user` and `xlen`, the rest is 0 at the begin. A copy is a snapshot. */
struct rvt_ntrace_tap {
  rvt_ntrace_tap_sink *sink;
  void *user;
  uint8_t xlen;                    /* of the hart, for `extend_addr` alone: 32 or 64 */
  struct rvt_ntrace_format format; /* of the message under way */
  uint64_t number;
  size_t size; /* bytes of it so far */
  uint8_t bytes[RVT_MSG_BYTES_MAX];
};

/**
 * A clock of the stream. The configuration is that of the encoder in this clock: it says whether
 * messages have SRC and TSTAMP, and whether upper bits of addresses are left out. While it is not
 * active, what has begun is given up (TCI:CTRL-20).
 *
 * @param taken  `m->valid` and the consumer's ready
 * @retval RVT_OK
 * @retval other  as rvt_ntrace_msg_read(): the bytes are no message; `e` has row, bytes and reason.
 *                The next byte begins a message
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_tap_clock(struct rvt_ntrace_tap *tap,
                                                    const struct rvt_config *cfg,
                                                    const struct rvt_beat *m, bool taken,
                                                    struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

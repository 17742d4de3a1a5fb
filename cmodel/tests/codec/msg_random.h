/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_MSG_RANDOM_H
#define RVT_TESTS_MSG_RANDOM_H

/* Random messages and a packer of its own, written from the rows and sharing no table with src/. */

#include "rvt/ntrace_msg.h"

/** Seed from $RVT_SEED, else a constant; prints the command that repeats the run. */
uint64_t rvt_random_seed(const char *program);
/** Next of a xorshift64* sequence; `*state` is not 0. */
uint64_t rvt_random(uint64_t *state);

enum { RVT_RANDOM_KINDS = 20 }; /* TCODEs, each RCODE, CDF and CKDF counted apart */

/** A message of a kind, below RVT_RANDOM_KINDS, whose fields have random lengths within their
 * ceilings. */
struct rvt_ntrace_msg rvt_random_msg(uint64_t *state, unsigned kind,
                                     const struct rvt_ntrace_format *format);

/** Bytes of a well-formed message, bit by bit; at most RVT_MSG_BYTES_MAX. */
size_t rvt_plain_pack(const struct rvt_ntrace_format *format, const struct rvt_ntrace_msg *msg,
                      uint8_t *bytes);

#endif

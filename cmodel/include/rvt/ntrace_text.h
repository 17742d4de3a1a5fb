/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_TEXT_H
#define RVT_NTRACE_TEXT_H

/*
 * Messages <-> one line of text, e.g.
 *
 *   ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80
 *
 * The message's name, then its fields in transmission order (NT:MSG-01..12), each as NAME=value
 * with the specification's names; RDATA[0] and RDATA[1] of a ResourceFull are called by what they
 * hold: I-CNT, HIST, HREPEAT. Values are those sent, so F-ADDR and U-ADDR lack bit 0 of the
 * address.
 */

#include "rvt/error.h"
#include "rvt/ntrace_msg.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
  RVT_MSG_FIELDS_MAX = 8,
  RVT_MSG_TEXT_MAX = 192 /* longest line with its terminating zero is shorter */
};

struct rvt_ntrace_field {
  const char *name; /* constant */
  uint64_t value;
  bool hex; /* the line shows it in hexadecimal */
};

/** The fields of a message in transmission order, without TCODE. */
struct rvt_ntrace_fields {
  const char *message; /* name of the message; constant */
  size_t count;
  struct rvt_ntrace_field field[RVT_MSG_FIELDS_MAX];
};

/**
 * Name a message and its fields. SRC is among them when `format->src_bits` is not 0, TSTAMP when
 * the message has one.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_RESERVED  as in rvt_ntrace_msg_write(); `*fields` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_fields(const struct rvt_ntrace_format *format,
                                                     const struct rvt_ntrace_msg *msg,
                                                     struct rvt_ntrace_fields *fields);

/**
 * The line of a message, zero-terminated, without a line end.
 *
 * @param text  RVT_MSG_TEXT_MAX bytes
 * @retval RVT_OK
 * @retval RVT_ERR_RESERVED  as in rvt_ntrace_msg_write(); `text` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_print(const struct rvt_ntrace_format *format,
                                                    const struct rvt_ntrace_msg *msg, char *text);

/**
 * Read a line back. Fields stand in transmission order, separated by blanks; numbers are decimal
 * or 0x hexadecimal. The line ends at a zero, a line end or `#`.
 *
 * A message that this function delivers can be written with the same format.
 *
 * @param column  where the line is not a message, from 0; as `e` filled when, and only when, the
 *                status is an error; may be NULL
 * @param e       expectation, finding and row
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT    unknown message, field missing, misplaced or not in `format`, no number
 * @retval RVT_ERR_RANGE     a value exceeds its field (NT:GEN-05) or SRC its width
 * @retval RVT_ERR_RESERVED  RCODE > 2 or CDF > 1: the fields after it are unknown
 * @retval RVT_ERR_ARG       `format->src_bits` > 12
 * On any status but RVT_OK `*msg` has not changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_parse(const struct rvt_ntrace_format *format,
                                                    const char *text, struct rvt_ntrace_msg *msg,
                                                    size_t *column, struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

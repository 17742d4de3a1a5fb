/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_STATUS_H
#define RVT_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#if defined(__GNUC__)
#define RVT_MUST_CHECK __attribute__((warn_unused_result))
#else
#define RVT_MUST_CHECK
#endif

/** Every status a function of this library returns, with the text that explains it. */
#define RVT_STATUS_LIST(X)                                                                         \
  X(RVT_OK, "done")                                                                                \
  X(RVT_NEED_MORE, "more input is needed")                                                         \
  X(RVT_END, "the input has ended")                                                                \
  X(RVT_ERR_ARG, "an argument is out of its range")                                                \
  X(RVT_ERR_NO_MEMORY, "out of memory")                                                            \
  X(RVT_ERR_IO, "reading or writing a file failed")                                                \
  X(RVT_ERR_FORMAT, "the file is not of the expected format")                                      \
  X(RVT_ERR_FRAMING, "the byte stream breaks the MSEO framing rules")                              \
  X(RVT_ERR_RESERVED, "a reserved encoding was found")                                             \
  X(RVT_ERR_RANGE, "a value does not fit its field")                                               \
  X(RVT_ERR_MISMATCH, "the trace contradicts the program")                                         \
  X(RVT_ERR_NO_CODE, "no code is known at an address")

enum rvt_status {
#define RVT_STATUS_ENUM(id, text) id,
  RVT_STATUS_LIST(RVT_STATUS_ENUM)
#undef RVT_STATUS_ENUM
};

/** The text of a status; never NULL, constant for the life of the program. */
const char *rvt_status_text(enum rvt_status status);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

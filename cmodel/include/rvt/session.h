/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SESSION_H
#define RVT_SESSION_H

/*
 * Side-car, programs and decoder of a capture in one call. What the side-car says must fit: the
 * programs' SHA-256 are compared, and what this decoder does not support is refused.
 */

#include "rvt/decoder.h"
#include "rvt/error.h"
#include "rvt/sidecar.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_session_options {
  const char *sidecar;    /* its file; NULL: none, the stream has no SRC and no TSTAMP */
  const char *const *elf; /* the programs; */
  size_t elfs;            /* 0: those that the side-car names, by their paths from its folder */
  const struct rvt_image *image; /* the programs as the caller has loaded them, borrowed; NULL: the
                                  * above. Its ISA is not that of the side-car */
  rvt_decoder_sink *sink;        /* gets every event */
  void *user;
};

struct rvt_session;

/**
 * Read the side-car, load the programs and make a decoder at the begin of the stream.
 *
 * @param e  the file, what was expected of it and what was found
 * @retval RVT_ERR_ARG        no program is given or named, a feature is on that is not supported
 * @retval RVT_ERR_IO         a file cannot be read
 * @retval RVT_ERR_FORMAT     the side-car or a program is not one, or damaged
 * @retval RVT_ERR_RANGE      a value of the side-car is out of its range
 * @retval RVT_ERR_MISMATCH   a program is not the one that the side-car names, or of another XLEN
 * @retval RVT_ERR_NO_MEMORY
 * `*session` is unchanged unless RVT_OK; the caller frees it.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_open(const struct rvt_session_options *options,
                                                struct rvt_session **session, struct rvt_error *e);
void rvt_session_free(struct rvt_session *session);

/** For rvt_decoder_feed() and rvt_decoder_finish(). Belongs to the session. */
struct rvt_decoder *rvt_session_decoder(struct rvt_session *session);
/** For addresses, symbols and instructions. Belongs to the session. */
const struct rvt_image *rvt_session_image(const struct rvt_session *session);
/** All zero without a side-car. */
const struct rvt_sidecar *rvt_session_sidecar(const struct rvt_session *session);

/**
 * Decode a whole capture; once in a session.
 * @retval RVT_ERR_IO         it cannot be read; `e` names it
 * @retval RVT_ERR_NO_MEMORY
 * Damage in the capture is an event.
 */
RVT_MUST_CHECK enum rvt_status rvt_session_decode(struct rvt_session *session, const char *capture,
                                                  struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_JUDGE_H
#define RVT_TANDEM_JUDGE_H

/*
 * What `rvt tandem` does, as functions for a simulation that is under way: bytes of a tandem
 * verification trace in, differences of hart and reference model out. librvttandem.
 */

#include <stddef.h>
#include <stdint.h>

#include "rvt/error.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_tandem_judge;

struct rvt_tandem_judge_config {
  const char *core;  /* the description of the core, a TOML file: docs/units/tandem.md */
  const char *elf;   /* the program that the core runs */
  const char *model; /* the shared object of the reference model, lib/rvtrace/spike.so */
  /** Takes a difference, a line without its end. */
  void (*difference)(void *user, const char *line);
  void *user;
};

/**
 * Open the model, its hart as after reset and the program in its memory.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_IO      a file cannot be read
 * @retval RVT_ERR_FORMAT  no description, no model or no program for such a core
 * @retval RVT_ERR_RANGE   a core that the model cannot be
 * @retval RVT_ERR_NO_MEMORY
 * `*judge` is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_judge_new(const struct rvt_tandem_judge_config *config,
                                                    struct rvt_tandem_judge **judge,
                                                    struct rvt_error *e);
void rvt_tandem_judge_free(struct rvt_tandem_judge *j);

/**
 * The next bytes of the stream; groups may lie across calls. Each group is compared as its last
 * byte comes; after a difference the model gets what the hart has.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  the stream is damaged, or has what the description says to be absent;
 *                         `e` names the byte, and all further bytes are refused likewise
 * @retval RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_judge_take(struct rvt_tandem_judge *j,
                                                     const uint8_t *bytes, size_t size,
                                                     struct rvt_error *e);

/**
 * There are no more bytes.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  the stream is damaged, or ends within a group (TV:R-17)
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_judge_finish(const struct rvt_tandem_judge *j,
                                                       struct rvt_error *e);

/** One of the last eight groups as text, offset and elements. @param ago  0: the last one
 * @return NULL: there were no so many; else valid until the next call for this judge */
const char *rvt_tandem_judge_past(struct rvt_tandem_judge *j, unsigned ago);

/** Groups that were compared, and differences. */
uint64_t rvt_tandem_judge_groups(const struct rvt_tandem_judge *j);
uint64_t rvt_tandem_judge_differences(const struct rvt_tandem_judge *j);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

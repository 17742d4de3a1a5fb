/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PARAMS_TEXT_H
#define RVT_PARAMS_TEXT_H

/* Build parameters as text: words NAME=VALUE with the names of the RTL parameters. */

#include <stddef.h>

#include "rvt/config.h"
#include "rvt/error.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * Set parameters from words such as `Xlen=32 Htm=1`; a later word wins. What the text does not
 * name stays. Parameters of the RTL that the model of the encoder has not are passed over. Values
 * are checked against the field's width only: the units check their ranges.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  no NAME=VALUE, or a name that no module has
 * @retval RVT_ERR_RANGE   the value does not fit
 * `*p` has changed on RVT_OK only.
 */
RVT_MUST_CHECK enum rvt_status rvt_params_parse(const char *text, struct rvt_params *p,
                                                struct rvt_error *e);

/**
 * The words that rvt_params_parse() reads, every parameter of the model.
 * @retval RVT_ERR_RANGE  `size` bytes do not hold them
 */
RVT_MUST_CHECK enum rvt_status rvt_params_print(const struct rvt_params *p, char *text,
                                                size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

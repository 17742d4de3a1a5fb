/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DEVICE_SOCKET_H
#define RVT_DEVICE_SOCKET_H

#include "rvt/error.h"

/** Connect to `unix:PATH` or `tcp:HOST:PORT`. @retval RVT_ERR_ARG, RVT_ERR_IO */
RVT_MUST_CHECK enum rvt_status rvt_device_dial(const char *address, int *fd, struct rvt_error *e);

#endif

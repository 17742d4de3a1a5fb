/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPTURE_H
#define CAPTURE_H

/* Trace a piece of work into the trace memory and fetch the trace, on a chip without a debugger. */

#include "rvt/drv.h"

/** Where the components of this chip are. */
struct capture_map {
  uint64_t encoder, ram;
};

/**
 * Trace `work` and put the trace into `bytes`, as much as there is room for.
 *
 * @param count    bytes of the trace, a multiple of 4
 * @param wrapped  the oldest are overwritten, so the first may stand inside a message: `"origin":
 *                 "wrapped"` in the side-car, else "start"
 * @param text     at least 192 bytes: why it failed
 * @return false: `text` says why
 */
bool capture(const struct rvt_drv_bus *bus, const struct capture_map *map,
             void (*work)(void *context), void *context, uint8_t *bytes, size_t size, size_t *count,
             bool *wrapped, char *text);

#endif

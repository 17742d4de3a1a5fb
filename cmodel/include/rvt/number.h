/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NUMBER_H
#define RVT_NUMBER_H

/*
 * Numbers as they are typed on a command line or come over a socket: decimal, or hexadecimal after
 * 0x. Nothing else, above all no leading 0: C reads 010 as 8, most people as 10.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/**
 * All of the `size` characters at `text` as a number.
 * @return false: no such number, or one above `max`; `*value` has not changed
 */
bool rvt_number(const char *text, size_t size, uint64_t max, uint64_t *value);
/** What a complaint about `text` adds, from ", which " on, if it has a leading 0; else "". */
const char *rvt_number_hint(const char *text);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

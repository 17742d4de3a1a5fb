/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WORK_H
#define WORK_H

/** What the examples trace: adds up into `*sum`, a volatile uint32_t. */
void work(void *sum);

#endif

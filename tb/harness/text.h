/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TEXT_H
#define RVT_TB_TEXT_H

/* What the simulation has printed since the last clear, on one line. */
const char *tb_text();
void tb_text_clear();

#endif

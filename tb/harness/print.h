/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PRINT_H
#define RVT_TB_PRINT_H

/* Included before every file of the Verilator library: what a simulation prints becomes part of the
 * one line that a failure is reported with. */
#ifdef __cplusplus
extern "C"
#endif
    int
    rvt_tb_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
#ifdef __cplusplus
/* What the simulation has printed since the last clear, on one line. */
const char *tb_text();
void tb_text_clear();
#endif
#define VL_PRINTF rvt_tb_printf
#define VL_USER_STOP

#endif

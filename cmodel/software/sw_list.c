/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sw_sequences.h"

/* All of them, by name. */

const struct sw_sequence sw_sequences[] = {{"SW-01", sw_01_reset},
                                           {"SW-02", sw_02_write_back},
                                           {"SW-03", sw_03_start},
                                           {"SW-04", sw_04_stop},
                                           {"SW-05", sw_05_or},
                                           {"SW-06", sw_06_ram_limits},
                                           {"SW-07", sw_07_sessions},
                                           {"SW-08", sw_08_counts},
                                           {"SW-09", sw_09_timestamps},
                                           {"V-01", sw_v01_discovery},
                                           {"V-02", sw_v02_initialisation},
                                           {"V-03", sw_v03_bring_up},
                                           {"V-04", sw_v04_orders},
                                           {"V-07", sw_v07_overflow},
                                           {"V-08-stall", sw_v08_stall},
                                           {"V-08-resume", sw_v08_resume},
                                           {NULL, NULL}};

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_ORACLE_FEATURES_H
#define RVT_TESTS_ORACLE_FEATURES_H

/*
 * Whether the functional encoder has it, too. With 0 the oracle alone is held to the directed
 * cases, no row of them is proved, and random ingress never switches the feature on.
 */
enum { ENCODER_ALL_JUMPS = 1, ENCODER_REPEAT_BRANCH = 1, ENCODER_TS_SUPPRESS = 1 };

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SCENARIO_OPEN_H
#define RVT_TB_SCENARIO_OPEN_H

#include "scenario.h"

/** Program, player and configuration from the options. @return false after tb_fail() */
bool tb_scenario_open(struct tb_scenario *s, struct tb *tb);

#endif

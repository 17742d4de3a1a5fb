/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PLAYER_FORM_H
#define RVT_PLAYER_FORM_H

#include "rvt/player.h"

/**
 * Form the next item from the steps into `p->next`; RVT_ITEM_NONE there when no step is left.
 * @return RVT_OK, or the reason why nothing more can be formed, its text in `p->error`
 */
enum rvt_status rvt_player_form(struct rvt_player *p);

#endif

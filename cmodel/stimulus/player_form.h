/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PLAYER_FORM_H
#define RVT_PLAYER_FORM_H

#include "rvt/itype.h"
#include "rvt/player.h"

/** Fill the window up from the source; what it says then is in `p->source_status`. */
void rvt_player_refill(struct rvt_player *p);

/** What the port says of a step's itype: all of it, or what 3 bits can (NT:ITY-22). */
static inline uint8_t rvt_player_itype(const struct rvt_player *p, const struct rvt_step *s) {
  const uint8_t itype = rvt_step_itype(s, p->o.infers);
  const bool narrow = p->o.itype_width == 3;
  if (itype <= RVT_IT_TAKEN || (!narrow && !p->o.jumps_taken)) return itype;
  switch (itype) {
  case RVT_IT_DIRECT_CALL:
  case RVT_IT_DIRECT_JUMP:
  case RVT_IT_DIRECT_LINK: return p->o.jumps_taken ? RVT_IT_TAKEN : RVT_IT_NONE; /* NT:AJM-01 */
  default: return narrow ? RVT_IT_INDIRECT : itype;
  }
}

/** The `ilastsize` of an instruction of 1, 2 or 4 half-words (NT:ING-06). */
static inline uint8_t rvt_player_size(unsigned size) { return size == 4 ? 2 : size == 2 ? 1 : 0; }

/** What it says of a step's sijump; on a return it would be taken for a jump's of 3 bits. */
static inline bool rvt_player_sijump(const struct rvt_step *s) {
  return s->sijump && s->itype != RVT_IT_RETURN && !rvt_step_absolute(s);
}

/** Whether a block that ends so may have a sijump (NT:ING-20). */
static inline bool rvt_player_honours_sijump(uint8_t itype) {
  return itype == RVT_IT_INDIRECT || itype == RVT_IT_INDIRECT_CALL ||
         itype == RVT_IT_INDIRECT_JUMP || itype == RVT_IT_SWAP || itype == RVT_IT_INDIRECT_LINK;
}

/**
 * Form the next item from the steps into `p->next`; RVT_ITEM_NONE there when no step is left.
 * @return RVT_OK, or the reason why nothing more can be formed, its text in `p->error`
 */
enum rvt_status rvt_player_form(struct rvt_player *p);

#endif

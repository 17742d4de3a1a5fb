/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_GROUPS_H
#define RVT_TANDEM_GROUPS_H

/* The bytes of a tandem verification trace as groups, and the last of them to be shown. */

#include "rvt/bytes.h"
#include "rvt/tandem/element.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RVT_TANDEM_LAST = 8, RVT_TANDEM_SHOWN = 32 };

struct rvt_tandem_groups {
  struct rvt_bytes bytes;             /* those that can be read, from the caller */
  uint64_t base;                      /* offset of the first of them in the stream, likewise */
  struct rvt_tandem_element *element; /* of the group, without its bounds */
  size_t count;
  uint64_t begin;  /* offset of the group */
  uint64_t groups; /* that were read */

  struct rvt_tandem_reader reader;
  size_t room;
  struct rvt_tandem_element past[RVT_TANDEM_LAST][RVT_TANDEM_SHOWN]; /* the last groups, */
  size_t past_count[RVT_TANDEM_LAST];                                /* ... their elements, */
  uint64_t past_offset[RVT_TANDEM_LAST];
};

void rvt_tandem_groups_init(struct rvt_tandem_groups *g, const struct rvt_tandem_format *format);
void rvt_tandem_groups_free(struct rvt_tandem_groups *g);

/**
 * Read the next group, or an element outside of groups.
 *
 * @retval RVT_OK         `element`, `count` and `begin` are its
 * @retval RVT_END        nothing is left, and no group is open
 * @retval RVT_NEED_MORE  more bytes behind those from `bytes.pos` on are needed
 * @retval RVT_ERR_NO_MEMORY
 * Any other one: the stream is damaged, and `*note` says where and how.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_groups_next(struct rvt_tandem_groups *g,
                                                      struct rvt_tandem_note *note);

/** Whether a group has transactions of the bus, and nothing else: no step of the hart (TV:R-10).
 * @param elements  of it, without its bounds */
bool rvt_tandem_is_bus(const struct rvt_tandem_element *elements, size_t count);

enum { RVT_TANDEM_PAST_MAX = RVT_TANDEM_SHOWN * 64 + 32 };
/**
 * One of the last groups as a line of text, offset and elements.
 *
 * @param ago   0: the last one
 * @param text  RVT_TANDEM_PAST_MAX bytes
 * @return false: there were no so many
 */
bool rvt_tandem_groups_past(const struct rvt_tandem_groups *g, unsigned ago, char *text);

#ifdef __cplusplus
}
#endif
#endif

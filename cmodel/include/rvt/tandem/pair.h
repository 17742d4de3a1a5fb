/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_PAIR_H
#define RVT_TANDEM_PAIR_H

/*
 * Two tandem verification traces of the same program compared group by group, of two cores or of
 * two versions of one. What they say is compared, not how: elements in any order (TV:R-05), values
 * in any form (TV:R-06). Not compared are mtime, the physical pc and bus transactions (TV:R-10,
 * R-15), and what the description leaves out or copies.
 */

#include "rvt/tandem/check.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** A group without its bounds, or an element outside of groups. */
struct rvt_tandem_pair_side {
  const struct rvt_tandem_element *element;
  size_t count;
  uint64_t offset; /* of its first byte in the stream */
};

struct rvt_tandem_pair;

/**
 * @param difference  takes what differs: `model` is of the first stream, `trace` and `offset` are
 *                    of the second
 * @return NULL: no memory. The core has to live as long as what is returned.
 */
struct rvt_tandem_pair *
rvt_tandem_pair_new(const struct rvt_tandem_core *core,
                    void (*difference)(void *user, const struct rvt_tandem_difference *difference),
                    void *user);
void rvt_tandem_pair_free(struct rvt_tandem_pair *p);
/** The next group of both. After a difference the first one has what the second has. */
void rvt_tandem_pair_group(struct rvt_tandem_pair *p, const struct rvt_tandem_pair_side *first,
                           const struct rvt_tandem_pair_side *second);
/** Groups, compared values, skipped values, differences; all others are 0. */
const struct rvt_tandem_counts *rvt_tandem_pair_counts(const struct rvt_tandem_pair *p);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

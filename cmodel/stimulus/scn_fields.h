/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SCN_FIELDS_H
#define RVT_SCN_FIELDS_H

/* Names, places and ranges of the fields that a scenario can set. */

#include "rvt/scn.h"

struct scn_field {
  const char *name;
  size_t offset;
  uint8_t size; /* bytes: 1 or 2 */
  uint64_t min, max;
  const char *const *names; /* words for 0, 1, ...; NULL: numbers only */
};

/** Sentinel-terminated (name NULL). */
extern const struct scn_field rvt_scn_build_fields[];
extern const struct scn_field rvt_scn_config_fields[];
extern const struct scn_field rvt_scn_player_fields[];

void rvt_scn_field_store(const struct scn_field *f, void *base, uint64_t value);

/** A build of common size, tracing in HTM from the first clock. */
void rvt_scn_defaults(struct rvt_scn *scn);

/**
 * Whether build, configuration and player fit each other; completes `player` from `params`.
 * @retval RVT_ERR_RANGE  the text names no place
 */
RVT_MUST_CHECK enum rvt_status rvt_scn_check(struct rvt_scn *scn, struct rvt_error *e);

/** Whether a configuration fits the build. */
RVT_MUST_CHECK enum rvt_status
rvt_scn_check_config(const struct rvt_params *p, const struct rvt_config *c, struct rvt_error *e);

#endif

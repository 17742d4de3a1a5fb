/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_IMPORT_STREAM_H
#define RVT_TOOLS_IMPORT_STREAM_H

/* `rvt import --core`: a tandem verification trace. */

#include "rvt/tandem/core.h"
#include "stimulus/import.h"

/** Take all groups of a stream. @param halts  states from outside with another pc, as behind a gap:
 * each is a halt. @return an exit status, after a complaint if it is not 0 */
RVT_MUST_CHECK int rvt_import_stream(struct rvt_import *i, const struct rvt_tandem_core *core,
                                     const char *path, uint64_t *halts);

#endif

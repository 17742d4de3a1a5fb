/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOLS_TANDEM_CHECK_H
#define RVT_TOOLS_TANDEM_CHECK_H

/* Parts of `rvt tandem`. */

#include "rvt/image.h"
#include "rvt/tandem/check.h"
#include "tools/shared/tool.h"

/** A model that was found, and its library. */
struct tandem_model {
  const struct rvt_tandem_model *face;
  void *library;
  void *handle;
};

/** Open a model by its name, or a library by its path: load.c. Complains and returns false. */
RVT_MUST_CHECK bool tandem_model_open(struct tandem_model *m, const char *name,
                                      const struct rvt_tandem_core *core);
void tandem_model_close(struct tandem_model *m);
/** Load the segments of an ELF file where its program headers say (physical addresses). */
RVT_MUST_CHECK bool tandem_load(const struct tandem_model *m, const char *path,
                                const struct rvt_tandem_core *core);

#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_LOAD_H
#define RVT_TANDEM_LOAD_H

/* A reference model out of a shared object, and the program that it runs. */

#include "rvt/tandem/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All 0: none is open. */
struct rvt_tandem_loaded {
  const struct rvt_tandem_model *face;
  void *library;
  void *handle;
};

/**
 * Open the model in a shared object NAME.so. It is to be closed, whatever is returned.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_IO      there is no such file
 * @retval RVT_ERR_FORMAT  it has no model of this version
 * @retval RVT_ERR_RANGE   the model has no such core
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_loaded_open(struct rvt_tandem_loaded *m, const char *path,
                                                      const struct rvt_tandem_core *core,
                                                      struct rvt_error *e);
void rvt_tandem_loaded_close(struct rvt_tandem_loaded *m);

/**
 * Load the segments of an ELF file where its program headers say (physical addresses).
 *
 * @retval RVT_OK
 * @retval RVT_ERR_IO      it cannot be read
 * @retval RVT_ERR_FORMAT  no program of such a core; `e` says why
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_loaded_program(const struct rvt_tandem_loaded *m,
                                                         const char *path,
                                                         const struct rvt_tandem_core *core,
                                                         struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scn_read SCENARIO PARAMETERS [RECORDING]: whether software can ask an rvt_top with these
 * PARAMETERS, a word ' NAME=VALUE' for each of them, for a scenario, and whether it keeps the
 * contexts of a recording whole; before anything is built. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rvt/number.h"
#include "rvt/ref.h"
#include "rvt/rvti.h"
#include "stimulus/scn.h"

/** Every parameter, a blank before each word. */
static enum rvt_status read_parameters(const char *words, struct rvt_top_params *p,
                                       struct rvt_error *e) {
  uint32_t values[RVT_REF_PARAMS];
  for (unsigned i = 0; i < RVT_REF_PARAMS; i++) {
    char key[40];
    const int length = snprintf(key, sizeof key, " %s=", rvt_ref_param(i)->name);
    const char *at = strstr(words, key);
    uint64_t value = 0;
    if (at == NULL || !rvt_number(at + length, strcspn(at + length, " "), UINT32_MAX, &value))
      return rvt_error_set(e, RVT_ERR_FORMAT, "expected%s0..%" PRIu32 ", found '%.*s'", key,
                           UINT32_MAX, at == NULL ? 0 : (int)strcspn(at + length, " "),
                           at == NULL ? "" : at + length);
    values[i] = (uint32_t)value;
  }
  return rvt_ref_params(values, p, e);
}

/** What a scenario can say and no register can. */
static enum rvt_status check_config(const struct rvt_config *c, const struct rvt_top_params *p,
                                    struct rvt_error *e) {
  if (!c->active || !c->enable || !c->tracing || c->mode == RVT_MODE_OFF)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected active, enable and tracing on and a mode, found one off: the "
                         "driver begins a session");
  if (c->plain_sync != p->te.plain_sync)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected plain_sync %s, found %s: no register has it, PlainSync of the "
                         "build says so",
                         p->te.plain_sync ? "on" : "off", c->plain_sync ? "on" : "off");
  return RVT_OK;
}

static enum rvt_status check_recording(const char *path, const struct rvt_params *p,
                                       struct rvt_error *e) {
  struct rvt_rvti_reader *reader = NULL;
  enum rvt_status status = rvt_rvti_reader_open(&reader, path, e);
  if (status == RVT_OK && rvt_rvti_get_info(reader)->xlen != p->xlen)
    status = rvt_error_set(e, RVT_ERR_MISMATCH, "%s: expected a recording of RV%u, found RV%u",
                           path, p->xlen, rvt_rvti_get_info(reader)->xlen);
  if (status == RVT_OK && p->context == 2)
    status = rvt_rvti_check_context(reader, p->context_width, "ContextWidth", e);
  rvt_rvti_reader_close(reader);
  return status;
}

int main(int argc, char **argv) {
  struct rvt_scn scn;
  struct rvt_top_params p;
  struct rvt_error e = {"expected SCENARIO PARAMETERS [RECORDING]"};
  if (argc == 3 || argc == 4) {
    enum rvt_status status = read_parameters(argv[2], &p, &e);
    if (status == RVT_OK && (status = rvt_scn_load(&scn, argv[1], &e)) == RVT_OK) {
      status = check_config(&scn.config, &p, &e);
      rvt_scn_free(&scn);
    }
    if (status == RVT_OK && argc == 4) status = check_recording(argv[3], &p.te.encoder, &e);
    if (status == RVT_OK) return 0;
  }
  fprintf(stderr, "%s\n", e.text);
  return 2;
}

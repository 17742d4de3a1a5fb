/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of rvt_predict_pkg.sv: rvt/predict.h for a simulator. Plain C that a C++ compiler
 * takes, too, since some simulators compile it as that.
 */

#include <stdlib.h>
#include <string.h>

#include "rvt/ntrace_text.h"
#include "rvt/params_text.h"
#include "rvt/predict.h"
#include "svdpi.h"

#ifdef __cplusplus
extern "C" {
#endif
void *rvt_predict_dpi_new(const char *params, const char *isa, long long config,
                          const char **refusal);
void rvt_predict_dpi_free(void *predict);
void rvt_predict_dpi_configure(void *predict, long long config);
void rvt_predict_dpi_hart(void *predict, int priv, long long context, int ctype, svBit halted,
                          svBit reset, svBit lowpower, long long time);
int rvt_predict_dpi_insn(void *predict, long long pc, long long word, long long next,
                         const char **refusal);
int rvt_predict_dpi_trap(void *predict, svBit interrupt, long long epc, const char **refusal);
int rvt_predict_dpi_idle(void *predict, const char **refusal);
int rvt_predict_dpi_next(void *predict, const char **line);
int rvt_predict_dpi_found(void *predict, unsigned char byte, const char **difference);
int rvt_predict_dpi_finish(void *predict, const char **difference);
long long rvt_predict_dpi_equal(void *predict);
long long rvt_predict_dpi_bin(void *predict, int index, const char **name);
#ifdef __cplusplus
}
#endif

/* The simulator copies a text before it calls again. */
static struct rvt_error e;

static int said(enum rvt_status status, const char **text) {
  if (status == RVT_OK) e.text[0] = '\0';
  *text = e.text;
  return status == RVT_OK ? 0 : 1;
}

void *rvt_predict_dpi_new(const char *params, const char *isa, long long config,
                          const char **refusal) {
  struct rvt_params p;
  struct rvt_predict *made = NULL;
  const struct rvt_config c = rvt_config_unpack((uint64_t)config);
  (void)rvt_params_init(&p, NULL);
  enum rvt_status status = rvt_params_parse(params, &p, &e);
  if (status == RVT_OK) status = rvt_predict_new(&p, isa[0] != '\0' ? isa : NULL, &c, &made, &e);
  (void)said(status, refusal);
  return made;
}

void rvt_predict_dpi_free(void *predict) { rvt_predict_free((struct rvt_predict *)predict); }

void rvt_predict_dpi_configure(void *predict, long long config) {
  const struct rvt_config c = rvt_config_unpack((uint64_t)config);
  rvt_predict_configure((struct rvt_predict *)predict, &c);
}

void rvt_predict_dpi_hart(void *predict, int priv, long long context, int ctype, svBit halted,
                          svBit reset, svBit lowpower, long long time) {
  struct rvt_ingress port;
  memset(&port, 0, sizeof port);
  port.priv = (uint8_t)priv;
  port.context = (uint64_t)context;
  port.ctype = (uint8_t)ctype;
  port.halted = halted != 0;
  port.hart_reset = reset != 0;
  port.lowpower = lowpower != 0;
  port.time = (uint64_t)time;
  rvt_predict_hart((struct rvt_predict *)predict, &port);
}

int rvt_predict_dpi_insn(void *predict, long long pc, long long word, long long next,
                         const char **refusal) {
  return said(rvt_predict_insn((struct rvt_predict *)predict, (uint64_t)pc, (uint64_t)word,
                               (uint64_t)next, &e),
              refusal);
}

int rvt_predict_dpi_trap(void *predict, svBit interrupt, long long epc, const char **refusal) {
  return said(rvt_predict_trap((struct rvt_predict *)predict, interrupt != 0, (uint64_t)epc, &e),
              refusal);
}

int rvt_predict_dpi_idle(void *predict, const char **refusal) {
  return said(rvt_predict_idle((struct rvt_predict *)predict, &e), refusal);
}

int rvt_predict_dpi_next(void *predict, const char **line) {
  static char text[RVT_MSG_TEXT_MAX];
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_format format;
  *line = "";
  if (!rvt_predict_next((struct rvt_predict *)predict, &msg, &format)) return 0;
  if (rvt_ntrace_msg_print(&format, &msg, text) == RVT_OK) *line = text;
  return 1;
}

int rvt_predict_dpi_found(void *predict, unsigned char byte, const char **difference) {
  return said(rvt_predict_found((struct rvt_predict *)predict, &byte, 1, &e), difference);
}

int rvt_predict_dpi_finish(void *predict, const char **difference) {
  return said(rvt_predict_finish((struct rvt_predict *)predict, &e), difference);
}

long long rvt_predict_dpi_equal(void *predict) {
  return (long long)rvt_predict_equal((struct rvt_predict *)predict);
}

long long rvt_predict_dpi_bin(void *predict, int index, const char **name) {
  static struct rvt_predict_bin bin;
  *name = "";
  if (index < 0 || !rvt_predict_get_bin((struct rvt_predict *)predict, (size_t)index, &bin))
    return -1;
  *name = bin.name;
  return (long long)bin.count;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of rvt_dpi_pkg.sv: rvt/ref.h for a simulator. Plain C that a C++ compiler
 * takes, too, since some simulators compile it as that.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/ntrace_text.h"
#include "rvt/ref.h"
#include "svdpi.h"

enum { MESSAGE_BYTES = 64 }; /* of message_t in the package */

struct message {
  struct message *next;
  unsigned size;
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  char line[RVT_MSG_TEXT_MAX];
};

struct rvt_dpi {
  struct rvt_ref *ref;
  struct message *first, **end;
  struct message last; /* what was fetched, for the simulator to read */
};

#ifdef __cplusplus
extern "C" {
#endif
void *rvt_dpi_new(const svBitVecVal *params, const char **refusal);
void rvt_dpi_free(void *model);
void rvt_dpi_outputs(void *model, svBit edges, const svBitVecVal *in, svBitVecVal *out);
void rvt_dpi_tick(void *model, svBit reset, const svBitVecVal *in);
int rvt_dpi_message(void *model, svBitVecVal *bytes, const char **line);
#ifdef __cplusplus
}
#endif

static void keep(void *user, const struct rvt_ntrace_tapped *m) {
  struct rvt_dpi *dpi = (struct rvt_dpi *)user;
  struct message *made = (struct message *)calloc(1, sizeof *made);
  if (made == NULL) {
    fprintf(stderr, "rvt_dpi: expected memory, found none left\n");
    exit(2);
  }
  made->size = (unsigned)m->size;
  memcpy(made->bytes, m->bytes, m->size);
  if (rvt_ntrace_msg_print(&m->format, &m->msg, made->line) != RVT_OK) made->line[0] = '\0';
  *dpi->end = made;
  dpi->end = &made->next;
}

void *rvt_dpi_new(const svBitVecVal *params, const char **refusal) {
  static struct rvt_error e; /* the simulator copies the text */
  uint32_t values[RVT_REF_PARAMS];
  struct rvt_dpi *dpi = (struct rvt_dpi *)calloc(1, sizeof *dpi);
  for (unsigned i = 0; i < RVT_REF_PARAMS; i++) values[i] = params[RVT_REF_PARAMS - 1 - i];
  e.text[0] = '\0';
  *refusal = e.text;
  if (dpi == NULL || rvt_ref_new(values, &dpi->ref, &e) != RVT_OK) {
    free(dpi);
    return NULL;
  }
  dpi->end = &dpi->first;
  return dpi;
}

void rvt_dpi_free(void *model) {
  struct rvt_dpi *dpi = (struct rvt_dpi *)model;
  if (dpi == NULL) return;
  while (dpi->first != NULL) {
    struct message *next = dpi->first->next;
    free(dpi->first);
    dpi->first = next;
  }
  rvt_ref_free(dpi->ref);
  free(dpi);
}

/* A simulator may ask before it has made the model. */
void rvt_dpi_outputs(void *model, svBit edges, const svBitVecVal *in, svBitVecVal *out) {
  struct rvt_dpi *dpi = (struct rvt_dpi *)model;
  (void)edges;
  if (dpi == NULL)
    memset(out, 0, sizeof *out * RVT_TOP_OUTPUT_WORDS);
  else
    rvt_ref_outputs(dpi->ref, in, out);
}

void rvt_dpi_tick(void *model, svBit reset, const svBitVecVal *in) {
  struct rvt_dpi *dpi = (struct rvt_dpi *)model;
  if (dpi == NULL) return;
  if (reset)
    rvt_ref_reset(dpi->ref);
  else
    rvt_ref_tick(dpi->ref, in);
}

int rvt_dpi_message(void *model, svBitVecVal *bytes, const char **line) {
  struct rvt_dpi *dpi = (struct rvt_dpi *)model;
  memset(bytes, 0, MESSAGE_BYTES);
  *line = "";
  if (dpi == NULL) return 0;
  rvt_ref_on_message(dpi->ref, keep, dpi);
  struct message *first = dpi->first;
  if (first == NULL) return 0;
  dpi->last = *first;
  dpi->first = first->next;
  if (dpi->first == NULL) dpi->end = &dpi->first;
  free(first);
  for (unsigned i = 0; i < dpi->last.size; i++)
    bytes[i / 4] |= (svBitVecVal)dpi->last.bytes[i] << (8 * (i % 4));
  *line = dpi->last.line;
  return (int)dpi->last.size;
}

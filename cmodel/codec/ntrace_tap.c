/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ntrace_tap.h"

#include <stdio.h>

#include "rvt/ntrace.h"

static enum rvt_status refuse(const struct rvt_ntrace_tap *tap, enum rvt_status status,
                              const char *row, const char *text, struct rvt_error *e) {
  char bytes[3 * RVT_MSG_BYTES_MAX + 1] = "";
  for (size_t i = 0; i < tap->size; i++) snprintf(bytes + 3 * i, 4, " %02x", tap->bytes[i]);
  return rvt_error_set(e, status, "message %llu: %s, in the bytes%s (%s)",
                       (unsigned long long)tap->number, text, bytes, row);
}

/** A last byte has come. */
static enum rvt_status deliver(struct rvt_ntrace_tap *tap, struct rvt_error *e) {
  struct rvt_ntrace_tapped made = {
      .format = tap->format, .bytes = tap->bytes, .size = tap->size, .number = tap->number};
  struct rvt_bytes in = {.data = tap->bytes, .size = tap->size};
  struct rvt_ntrace_note note = {0};
  const enum rvt_status status = rvt_ntrace_msg_read(&tap->format, &in, &made.msg, &note);
  if (status == RVT_END || status == RVT_NEED_MORE)
    return refuse(tap, RVT_ERR_FRAMING, "NT:PKT-05", "expected a whole message, found its end", e);
  if (status != RVT_OK) return refuse(tap, status, note.row, note.text, e);
  tap->number++;
  if (tap->sink != NULL) tap->sink(tap->user, &made);
  return RVT_OK;
}

static enum rvt_status take(struct rvt_ntrace_tap *tap, const struct rvt_config *cfg, uint8_t byte,
                            struct rvt_error *e) {
  if (tap->size == 0)
    tap->format =
        (struct rvt_ntrace_format){.src_bits = cfg->inhibit_src ? 0 : cfg->src_bits,
                                   .ts = cfg->ts_en,
                                   .extend_bits = rvt_extend_bits(cfg->extend_addr, tap->xlen)};
  enum rvt_status status = RVT_OK;
  tap->bytes[tap->size++] = byte;
  if (rvt_ntrace_ends(byte))
    status = deliver(tap, e);
  else if (tap->size < RVT_MSG_BYTES_MAX)
    return RVT_OK;
  else
    status = refuse(tap, RVT_ERR_FRAMING, "NT:GEN-05", "expected the end of the message before", e);
  tap->size = 0;
  return status;
}

enum rvt_status rvt_ntrace_tap_clock(struct rvt_ntrace_tap *tap, const struct rvt_config *cfg,
                                     const struct rvt_beat *m, bool taken, struct rvt_error *e) {
  enum rvt_status result = RVT_OK;
  if (!cfg->active) tap->size = 0;
  if (!cfg->active || !taken) return RVT_OK;
  for (unsigned i = 0; i < m->bytes; i++) {
    const enum rvt_status status = take(tap, cfg, m->data[i], result == RVT_OK ? e : NULL);
    if (result == RVT_OK) result = status;
  }
  return result;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_TEXT_H
#define RVT_ETRACE_TEXT_H

/*
 * Packets of E-Trace <-> one line of text, e.g.
 *
 *   Start branch=1 privilege=3 address=0x80000000
 *
 * The kind, then src, flow and tstamp where the packet has them, then its fields in transmission
 * order by the names of the standard. notify, updiscon and irreport are what they mean; irdepth
 * (or irets) stands only after irreport=1. An address is in bytes, a difference modulo 2^addr_bits.
 */

#include "rvt/error.h"
#include "rvt/etrace_packet.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_ETRACE_TEXT_MAX = 512, RVT_ETRACE_FIELDS_MAX = 24 };

struct rvt_etrace_named {
  const char *name;
  uint64_t value;
  bool hex; /* the line shows it in hexadecimal */
};

/** What the line of a packet has. */
struct rvt_etrace_line {
  const char *kind;
  size_t count;
  struct rvt_etrace_named field[RVT_ETRACE_FIELDS_MAX];
};

/** @return RVT_ERR_RESERVED: `packet->kind` is none; `*line` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_etrace_packet_line(const struct rvt_etrace_format *format,
                                                      const struct rvt_etrace_packet *packet,
                                                      struct rvt_etrace_line *line);
/** The line, zero-terminated. @param text  RVT_ETRACE_TEXT_MAX bytes. @return as above */
RVT_MUST_CHECK enum rvt_status rvt_etrace_print(const struct rvt_etrace_format *format,
                                                const struct rvt_etrace_packet *packet, char *text);
/**
 * Read a line back, up to a zero, a line end or `#`.
 *
 * @param column  of what was refused, from 0; may be NULL
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  no such kind; a field is missing, misplaced or no number
 * @retval RVT_ERR_RANGE   a value that rvt_etrace_packet_write() refuses
 * @retval RVT_ERR_RESERVED, RVT_ERR_ARG  as there
 * On any status but RVT_OK `*packet` has not changed, and `e` is filled.
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_parse(const struct rvt_etrace_format *format,
                                                const char *text, struct rvt_etrace_packet *packet,
                                                size_t *column, struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/etrace_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "etrace_layout.h"
#include "rvt/number.h"

/* irdepth means something only after irreport, which no packet has without a return stack. */
static bool is_shown(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                     unsigned field) {
  if (field == RVT_EF_IRDEPTH && !p->irreport) return false;
  if (field == RVT_EF_IRREPORT && f->irdepth_bits == 0) return false;
  return rvt_etrace_bits(f, p, field) != 0;
}

static const char *name_of(const struct rvt_etrace_format *f, unsigned field) {
  if (field == RVT_EF_IRDEPTH && f->iret_ext) return "irets";
  return rvt_etrace_fields[field].name;
}

static void add(struct rvt_etrace_line *line, const char *name, uint64_t value, bool hex) {
  line->field[line->count++] = (struct rvt_etrace_named){name, value, hex};
}

enum rvt_status rvt_etrace_packet_line(const struct rvt_etrace_format *format,
                                       const struct rvt_etrace_packet *packet,
                                       struct rvt_etrace_line *line) {
  if (packet->kind >= RVT_ETRACE_KINDS) return RVT_ERR_RESERVED;
  const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[packet->kind];
  line->kind = layout->name;
  line->count = 0;
  if (format->src_bits != 0) add(line, "src", packet->src, false);
  if (packet->flow != 0) add(line, "flow", packet->flow, false);
  if (packet->has_time) add(line, "tstamp", packet->tstamp, false);
  for (unsigned i = 0; i < RVT_ETRACE_LIST && layout->field[i] != RVT_EF_NONE; i++) {
    const struct rvt_etrace_field_info *info = &rvt_etrace_fields[layout->field[i]];
    if (is_shown(format, packet, layout->field[i]))
      add(line, name_of(format, layout->field[i]), rvt_etrace_get(packet, layout->field[i]),
          info->hex);
  }
  return RVT_OK;
}

enum rvt_status rvt_etrace_print(const struct rvt_etrace_format *format,
                                 const struct rvt_etrace_packet *packet, char *text) {
  struct rvt_etrace_line line;
  const enum rvt_status status = rvt_etrace_packet_line(format, packet, &line);
  if (status != RVT_OK) return status;
  size_t used = (size_t)snprintf(text, RVT_ETRACE_TEXT_MAX, "%s", line.kind);
  for (size_t i = 0; i < line.count; i++)
    used += (size_t)snprintf(text + used, RVT_ETRACE_TEXT_MAX - used,
                             line.field[i].hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64,
                             line.field[i].name, line.field[i].value);
  return RVT_OK;
}

struct parser {
  const struct rvt_etrace_format *format;
  const char *text;
  size_t pos;
  struct rvt_error *error;
};

static size_t word_length(const struct parser *p) { return strcspn(p->text + p->pos, " \t\r\n#"); }

static void skip_blanks(struct parser *p) { p->pos += strspn(p->text + p->pos, " \t\r"); }

static enum rvt_status fail(const struct parser *p, enum rvt_status status, const char *expected,
                            const char *what, const char *row) {
  enum { SHOWN = 40 };
  const size_t length = word_length(p);
  return rvt_error_set(p->error, status, "expected %s%s, found '%.*s' (%s)", expected, what,
                       (int)(length < SHOWN ? length : SHOWN), p->text + p->pos, row);
}

static bool at_field(struct parser *p, const char *name) {
  const size_t length = strlen(name);
  skip_blanks(p);
  return strncmp(p->text + p->pos, name, length) == 0 && p->text[p->pos + length] == '=';
}

static enum rvt_status parse_value(struct parser *p, const char *name, uint64_t max,
                                   uint64_t *value, const char *row) {
  if (!at_field(p, name)) return fail(p, RVT_ERR_FORMAT, name, "=VALUE", row);
  p->pos += strlen(name) + 1;
  if (!rvt_number(p->text + p->pos, word_length(p), max, value))
    return fail(p, RVT_ERR_FORMAT, "a number that fits into ", name, row);
  p->pos += word_length(p);
  return RVT_OK;
}

static uint64_t all_of(unsigned bits) {
  return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* What stands before the payload. */
static enum rvt_status parse_head(struct parser *p, struct rvt_etrace_packet *k) {
  uint64_t value = 0;
  enum rvt_status status = RVT_OK;
  if (p->format->src_bits != 0) {
    status = parse_value(p, "src", all_of(p->format->src_bits), &value, "ETR:E-04");
    k->src = (uint16_t)value;
  }
  if (status == RVT_OK && at_field(p, "flow")) {
    status = parse_value(p, "flow", RVT_ETRACE_FLOW, &value, "ETR:E-01");
    k->flow = (uint8_t)value;
  }
  if (status == RVT_OK && at_field(p, "tstamp")) {
    k->has_time = true;
    status =
        p->format->time_bytes == 0
            ? fail(p, RVT_ERR_FORMAT, "no tstamp", " (no time is configured)", "ETR:E-01")
            : parse_value(p, "tstamp", all_of(8U * p->format->time_bytes), &k->tstamp, "ETR:E-01");
  }
  return status;
}

static enum rvt_status parse_packet(struct parser *p, struct rvt_etrace_packet *k) {
  skip_blanks(p);
  const size_t length = word_length(p);
  while (k->kind < RVT_ETRACE_KINDS &&
         (strlen(rvt_etrace_layouts[k->kind].name) != length ||
          strncmp(p->text + p->pos, rvt_etrace_layouts[k->kind].name, length) != 0))
    k->kind++;
  if (k->kind == RVT_ETRACE_KINDS)
    return fail(p, RVT_ERR_FORMAT, "the name of a packet", " such as Start", "ETR:P-01");
  p->pos += length;
  const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[k->kind];
  enum rvt_status status = parse_head(p, k);
  for (unsigned i = 0; status == RVT_OK && i < RVT_ETRACE_LIST && layout->field[i] != RVT_EF_NONE;
       i++) {
    const unsigned bits = rvt_etrace_bits(p->format, k, layout->field[i]);
    uint64_t value = 0;
    if (!is_shown(p->format, k, layout->field[i])) continue;
    status = parse_value(p, name_of(p->format, layout->field[i]),
                         layout->field[i] == RVT_EF_ADDRESS ? all_of(p->format->addr_bits)
                                                            : all_of(bits),
                         &value, layout->row);
    if (status == RVT_OK) rvt_etrace_set(k, layout->field[i], value);
  }
  skip_blanks(p);
  if (status == RVT_OK && word_length(p) != 0)
    status = fail(p, RVT_ERR_FORMAT, "the end of the packet", "", layout->row);
  return status;
}

enum rvt_status rvt_etrace_parse(const struct rvt_etrace_format *format, const char *text,
                                 struct rvt_etrace_packet *packet, size_t *column,
                                 struct rvt_error *e) {
  struct parser p = {.format = format, .text = text, .error = e};
  struct rvt_etrace_packet made = {.kind = 0};
  uint8_t bytes[RVT_ETRACE_PACKET_BYTES];
  size_t size = 0;
  if (!rvt_etrace_format_valid(format))
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected widths in their ranges, found others (ETR:P-03)");
  enum rvt_status status = parse_packet(&p, &made);
  if (status == RVT_OK) {
    status = rvt_etrace_packet_write(format, &made, bytes, &size);
    if (status != RVT_OK)
      status = rvt_error_set(e, status,
                             "expected a packet that can be written, found one with a value that "
                             "the format does not have (%s)",
                             rvt_etrace_layouts[made.kind].row);
  }
  if (status == RVT_OK)
    *packet = made;
  else if (column != NULL)
    *column = p.pos;
  return status;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ntrace_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ntrace_layout.h"

static void add_field(struct rvt_ntrace_fields *fields, const struct rvt_ntrace_msg *msg,
                      unsigned id) {
  const struct rvt_field_info *info = rvt_field_info(id);
  fields->field[fields->count++] = (struct rvt_ntrace_field){
      .name = info->name, .value = rvt_field_get(msg, id), .hex = info->hex};
}

enum rvt_status rvt_ntrace_msg_fields(const struct rvt_ntrace_format *format,
                                      const struct rvt_ntrace_msg *msg,
                                      struct rvt_ntrace_fields *fields) {
  const struct rvt_layout *layout = rvt_layout_of(msg->tcode);
  if (layout == NULL) return RVT_ERR_RESERVED;
  const uint8_t *variable = rvt_layout_variable(layout, format->dialect, msg);
  if (variable == NULL) return RVT_ERR_RESERVED;
  fields->message = layout->name;
  fields->count = 0;
  if (format->src_bits > 0) add_field(fields, msg, RVT_F_SRC);
  for (size_t i = 0; i < RVT_LAYOUT_FIXED && layout->fixed[i] != RVT_F_NONE; i++)
    add_field(fields, msg, layout->fixed[i]);
  for (size_t i = 0; i < RVT_LAYOUT_VARIABLE && variable[i] != RVT_F_NONE; i++)
    add_field(fields, msg, variable[i]);
  if (msg->has_tstamp) add_field(fields, msg, RVT_F_TSTAMP);
  return RVT_OK;
}

enum rvt_status rvt_ntrace_msg_print(const struct rvt_ntrace_format *format,
                                     const struct rvt_ntrace_msg *msg, char *text) {
  struct rvt_ntrace_fields fields;
  enum rvt_status status = rvt_ntrace_msg_fields(format, msg, &fields);
  if (status != RVT_OK) return status;
  size_t used = (size_t)snprintf(text, RVT_MSG_TEXT_MAX, "%s", fields.message);
  for (size_t i = 0; i < fields.count; i++) {
    const struct rvt_ntrace_field *f = &fields.field[i];
    const char *form = f->hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64;
    used += (size_t)snprintf(text + used, RVT_MSG_TEXT_MAX - used, form, f->name, f->value);
  }
  return RVT_OK;
}

struct parser {
  const struct rvt_ntrace_format *format;
  const char *text;
  size_t pos;
  size_t last_value; /* column of the value parsed last */
  struct rvt_ntrace_msg msg;
  size_t wrong; /* column of what was refused */
  struct rvt_error *error;
};

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_end(char c) { return c == '\0' || c == '\n' || c == '\r' || c == '#'; }

static void skip_blanks(struct parser *p) {
  while (is_blank(p->text[p->pos])) p->pos++;
}

static size_t word_length(const struct parser *p) {
  size_t length = 0;
  while (!is_blank(p->text[p->pos + length]) && !is_end(p->text[p->pos + length])) length++;
  return length;
}

/* Longer words are cut so that expectation and finding always fit. */
static enum rvt_status fail(struct parser *p, enum rvt_status status, const char *expected,
                            const char *what, const char *row) {
  enum { SHOWN = 40 };
  size_t length = word_length(p);
  char found[SHOWN + 3] = "the end of the line";
  if (length > 0)
    snprintf(found, sizeof found, "'%.*s'", (int)(length < SHOWN ? length : SHOWN),
             p->text + p->pos);
  p->wrong = p->pos;
  return rvt_error_set(p->error, status, "expected %s%s, found %s (%s)", expected, what, found,
                       row);
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

/* The whole word must be one number; RVT_ERR_RANGE when 64 bits do not hold it. */
static enum rvt_status word_number(struct parser *p, uint64_t *value) {
  const char *c = p->text + p->pos;
  const char *end = c + word_length(p);
  uint64_t base = 10;
  uint64_t result = 0;
  bool fits = true;
  if (end - c > 2 && c[0] == '0' && (c[1] == 'x' || c[1] == 'X')) {
    base = 16;
    c += 2;
  }
  if (c == end) return RVT_ERR_FORMAT;
  for (; c < end; c++) {
    uint64_t digit = (uint64_t)digit_value(*c);
    if (digit >= base) return RVT_ERR_FORMAT;
    if (result > (UINT64_MAX - digit) / base) fits = false;
    result = result * base + digit;
  }
  *value = result;
  return fits ? RVT_OK : RVT_ERR_RANGE;
}

static bool at_field(const struct parser *p, const char *name) {
  size_t length = strlen(name);
  return strncmp(p->text + p->pos, name, length) == 0 && p->text[p->pos + length] == '=';
}

static enum rvt_status parse_field(struct parser *p, unsigned id, unsigned bits, const char *row) {
  const struct rvt_field_info *info = rvt_field_info(id);
  skip_blanks(p);
  if (!at_field(p, info->name)) return fail(p, RVT_ERR_FORMAT, info->name, "=VALUE", row);
  p->pos += strlen(info->name) + 1;
  p->last_value = p->pos;
  uint64_t value = 0;
  enum rvt_status status = word_number(p, &value);
  if (status == RVT_ERR_FORMAT)
    return fail(p, status, "a decimal or 0x hexadecimal value of ", info->name, row);
  if (status != RVT_OK || !rvt_fits(value, bits)) {
    char what[32];
    snprintf(what, sizeof what, " of at most %u bits", bits);
    return fail(p, RVT_ERR_RANGE, info->name, what, id == RVT_F_SRC ? "NT:SRC-01" : "NT:GEN-05");
  }
  rvt_field_set(&p->msg, id, value);
  p->pos += word_length(p);
  return RVT_OK;
}

/* An address has as many bits as XLEN gives it, where that decides how it is sent. */
static unsigned bits_of(const struct rvt_ntrace_format *format, unsigned field) {
  return format->extend_bits != 0 && rvt_field_is_address(field) ? format->extend_bits
                                                                 : rvt_field_info(field)->bits;
}

static enum rvt_status parse_variable(struct parser *p, const struct rvt_layout *layout) {
  const uint8_t *variable = rvt_layout_variable(layout, p->format->dialect, &p->msg);
  if (variable == NULL) {
    char what[32];
    snprintf(what, sizeof what, " of at most %d", layout->variants - 1);
    p->pos = p->last_value;
    return fail(p, RVT_ERR_RESERVED, rvt_field_info(rvt_layout_selector(layout))->name, what,
                layout->variant_row);
  }
  enum rvt_status status = RVT_OK;
  for (size_t i = 0; status == RVT_OK && i < RVT_LAYOUT_VARIABLE && variable[i] != RVT_F_NONE; i++)
    status = parse_field(p, variable[i], bits_of(p->format, variable[i]), layout->row);
  return status;
}

static enum rvt_status parse_rest(struct parser *p) {
  const char *tstamp = rvt_field_info(RVT_F_TSTAMP)->name;
  skip_blanks(p);
  if (p->format->ts && at_field(p, tstamp)) {
    enum rvt_status status = parse_field(p, RVT_F_TSTAMP, RVT_TIME_CEIL, "NT:TSP-05");
    if (status != RVT_OK) return status;
    p->msg.has_tstamp = true;
    skip_blanks(p);
  }
  if (is_end(p->text[p->pos])) return RVT_OK;
  const char *what = at_field(p, tstamp) && !p->format->ts ? " (TSTAMP is not configured)" : "";
  return fail(p, RVT_ERR_FORMAT, "the end of the message", what, "NT:MSG-22");
}

static enum rvt_status parse_message(struct parser *p) {
  skip_blanks(p);
  const struct rvt_layout *layout = rvt_layout_named(p->text + p->pos, word_length(p));
  if (layout == NULL)
    return fail(p, RVT_ERR_FORMAT, "the name of a message", " such as ProgTraceSync", "NT:MSG-14");
  p->msg.tcode = layout->tcode;
  p->pos += word_length(p);
  enum rvt_status status = RVT_OK;
  if (p->format->src_bits > 0) status = parse_field(p, RVT_F_SRC, p->format->src_bits, "NT:SRC-02");
  for (size_t i = 0; status == RVT_OK && i < RVT_LAYOUT_FIXED && layout->fixed[i] != RVT_F_NONE;
       i++)
    status = parse_field(p, layout->fixed[i], rvt_field_info(layout->fixed[i])->bits, layout->row);
  if (status == RVT_OK) status = parse_variable(p, layout);
  return status == RVT_OK ? parse_rest(p) : status;
}

enum rvt_status rvt_ntrace_msg_parse(const struct rvt_ntrace_format *format, const char *text,
                                     struct rvt_ntrace_msg *msg, size_t *column,
                                     struct rvt_error *e) {
  struct parser p = {.format = format, .text = text, .error = e};
  enum rvt_status status = RVT_ERR_ARG;
  if (format->src_bits <= RVT_SRC_BITS_CEIL)
    status = parse_message(&p);
  else
    fail(&p, status, "a format with at most 12", " bits of SRC", "NT:SRC-01");
  if (status == RVT_OK)
    *msg = p.msg;
  else if (column != NULL)
    *column = p.wrong;
  return status;
}

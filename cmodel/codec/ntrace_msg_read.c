/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "ntrace_layout.h"
#include "rvt/ntrace.h"

enum { MDO_BITS = RVT_MDO_BITS, FIELD_BITS = 64 };

/* One message being read; nothing of it is delivered before its last byte was accepted. */
struct reader {
  const struct rvt_bytes *in;
  size_t pos;    /* of the byte after the current one */
  uint8_t mseo;  /* of the current byte */
  uint8_t mdo;   /* its MDO bits not consumed yet */
  unsigned left; /* their number */
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
};

static void remark(struct reader *r, const char *row, const char *text) {
  if (r->note.row != NULL) return;
  r->note = (struct rvt_ntrace_note){.row = row, .text = text, .offset = r->pos - 1};
}

/* An error outranks what was remarked before it. */
static enum rvt_status refuse(struct reader *r, enum rvt_status status, const char *row,
                              const char *text) {
  r->note.row = NULL;
  remark(r, row, text);
  return status;
}

/* No known layout of fields: not what a reader of program flow wants (NT:DEC-07). */
static enum rvt_status refuse_tcode(struct reader *r) {
  if (rvt_ntrace_is_vendor(r->msg.tcode))
    return refuse(r, RVT_ERR_RESERVED, "NT:MSG-13",
                  "expected a standard TCODE, found a vendor-defined one (56..62)");
  return refuse(r, RVT_ERR_RESERVED, "NT:MSG-14",
                "expected a standard TCODE, found a reserved one");
}

static enum rvt_status next_byte(struct reader *r) {
  if (r->pos == r->in->size) return RVT_NEED_MORE;
  uint8_t byte = r->in->data[r->pos++];
  r->mseo = byte & RVT_MSEO_MASK;
  r->mdo = (uint8_t)(byte >> 2);
  r->left = MDO_BITS;
  if (r->mseo == RVT_MSEO_RESERVED)
    return refuse(r, RVT_ERR_FRAMING, "NT:PKT-12", "expected MSEO 00, 01 or 11, found 10");
  return RVT_OK;
}

static uint64_t take(struct reader *r, unsigned bits) {
  uint64_t value = r->mdo & ((1U << bits) - 1U);
  r->mdo = (uint8_t)(r->mdo >> bits);
  r->left -= bits;
  return value;
}

static enum rvt_status read_tcode(struct reader *r, const struct rvt_layout **layout) {
  enum rvt_status status = next_byte(r);
  if (status != RVT_OK) return status;
  if (r->mseo == RVT_MSEO_END_VAR)
    return refuse(r, RVT_ERR_FRAMING, "NT:PKT-12",
                  "expected MSEO 00 in the first byte of a message, found 01");
  if (r->mseo == RVT_MSEO_END_MSG)
    return refuse(r, RVT_ERR_FRAMING, "NT:PKT-03",
                  "expected MSEO 00 in the first byte of a message, found 11");
  r->msg.tcode = (uint8_t)take(r, MDO_BITS);
  *layout = rvt_layout_of(r->msg.tcode);
  return *layout != NULL ? RVT_OK : refuse_tcode(r);
}

/* A fixed field may end a byte, but its message must go on (NT:PKT-06). */
static enum rvt_status read_fixed(struct reader *r, unsigned field, unsigned bits,
                                  const char *row) {
  uint64_t value = 0;
  for (unsigned done = 0; done < bits;) {
    if (r->left == 0) {
      if (r->mseo != RVT_MSEO_NORMAL)
        return refuse(r, RVT_ERR_FRAMING, row,
                      "expected MSEO 00 inside the fixed fields, found the end of a field");
      enum rvt_status status = next_byte(r);
      if (status != RVT_OK) return status;
    }
    unsigned chunk = r->left < bits - done ? r->left : bits - done;
    value |= take(r, chunk) << done;
    done += chunk;
  }
  rvt_field_set(&r->msg, field, value);
  unsigned reserved = rvt_field_info(field)->reserved;
  if (value < 16 && (reserved >> value & 1U) != 0)
    remark(r, "NT:DEC-08", "expected a defined code, found a reserved one");
  return RVT_OK;
}

static void remark_value(struct reader *r, unsigned field, uint64_t value) {
  if (field == RVT_F_HIST && value == 0)
    remark(r, "NT:HIST-15", "expected HIST with a stop bit, found 0");
  if (!rvt_fits(value, rvt_field_info(field)->bits))
    remark(r, "NT:GEN-05", "expected a value within the field's ceiling, found a larger one");
}

/* The first variable field begins in the bits that the fixed fields left (NT:PKT-07). */
static enum rvt_status read_variable(struct reader *r, unsigned field) {
  uint64_t value = 0;
  unsigned bits = 0;
  if (r->left == 0 && r->mseo != RVT_MSEO_NORMAL) {
    remark(r, "NT:PKT-09", "expected a variable field of at least one bit, found one without bits");
    rvt_field_set(&r->msg, field, 0);
    return RVT_OK;
  }
  for (;;) {
    if (r->left == 0) {
      enum rvt_status status = next_byte(r);
      if (status != RVT_OK) return status;
    }
    unsigned count = r->left;
    uint64_t chunk = take(r, count);
    if (bits >= FIELD_BITS || !rvt_fits(chunk, FIELD_BITS - bits))
      return refuse(r, RVT_ERR_RANGE, "NT:DEC-03",
                    "expected the end of a field within 64 bits, found a longer field");
    value |= chunk << bits;
    if (r->mseo != RVT_MSEO_NORMAL) {
      if (chunk == 0 && bits > 0)
        remark(r, "NT:PKT-10", "expected the shortest form of a field, found a last byte of zeros");
      break;
    }
    bits += count;
  }
  remark_value(r, field, value);
  rvt_field_set(&r->msg, field, value);
  return RVT_OK;
}

/*
 * The top bit of the last MDO stands for those above it (NT:ADR-14); bits beyond XLEN are not part
 * of an address (NT:ADR-08).
 */
static enum rvt_status read_extended(struct reader *r, unsigned field, unsigned width) {
  const uint64_t all = ((uint64_t)1 << width) - 1;
  uint64_t value = 0;
  unsigned bits = 0; /* before those of this byte */
  for (;; bits += MDO_BITS) {
    if (r->left == 0) {
      enum rvt_status status = next_byte(r);
      if (status != RVT_OK) return status;
    }
    if (bits >= FIELD_BITS)
      return refuse(r, RVT_ERR_RANGE, "NT:DEC-03",
                    "expected the end of a field within 64 bits, found a longer field");
    value |= (uint64_t)r->mdo << bits;
    if (r->mseo != RVT_MSEO_NORMAL) break;
    r->left = 0;
  }
  const unsigned sent = bits + MDO_BITS;
  if (sent < width && r->mdo >> (MDO_BITS - 1) != 0) value |= UINT64_MAX << sent;
  if (sent > MDO_BITS * rvt_extended_bytes(value & all, width))
    remark(r, "NT:PKT-10", "expected an address in the fewest bytes, found more");
  else if (sent > width && r->mdo >> (width - bits) != 0)
    remark(r, "NT:ADR-13", "expected zeros above all bits of an address, found others");
  rvt_field_set(&r->msg, field, value & all);
  return RVT_OK;
}

/* The field before has ended; whether another one follows shows in its last byte (NT:MSG-22). */
static enum rvt_status read_next_variable(struct reader *r, const struct rvt_ntrace_format *format,
                                          unsigned field, const char *row) {
  if (r->mseo == RVT_MSEO_END_MSG)
    return refuse(r, RVT_ERR_FRAMING, row, "expected another field of this message, found its end");
  enum rvt_status status = next_byte(r);
  if (status != RVT_OK) return status;
  return format->extend_bits != 0 && rvt_field_is_address(field)
             ? read_extended(r, field, format->extend_bits)
             : read_variable(r, field);
}

static enum rvt_status read_tstamp(struct reader *r, bool ts) {
  if (r->mseo == RVT_MSEO_END_MSG) {
    if (ts && rvt_ntrace_is_sync(r->msg.tcode))
      remark(r, "NT:TSP-13", "expected TSTAMP in a synchronizing message, found none");
    return RVT_OK;
  }
  if (!ts)
    return refuse(r, RVT_ERR_FRAMING, "NT:MSG-22",
                  "expected the end of the message (TSTAMP is not configured), found a field more");
  enum rvt_status status = next_byte(r);
  if (status == RVT_OK) status = read_variable(r, RVT_F_TSTAMP);
  if (status != RVT_OK) return status;
  r->msg.has_tstamp = true;
  if (r->mseo != RVT_MSEO_END_MSG)
    return refuse(r, RVT_ERR_FRAMING, "NT:MSG-22",
                  "expected the end of the message after TSTAMP, found a field more");
  return RVT_OK;
}

static enum rvt_status refuse_variant(struct reader *r, const struct rvt_layout *layout) {
  const unsigned rcode = r->msg.rcode; /* 0 in another message */
  if (rcode < RVT_RC_VENDOR)
    return refuse(r, RVT_ERR_RESERVED, layout->variant_row,
                  "expected a code with a known layout of fields, found a reserved one");
  (void)refuse(r, RVT_ERR_RESERVED, layout->variant_row,
               "expected a code with a known layout of fields, found a vendor's (8..15)");
  if (rcode == RVT_RC_NOT_TAKEN || rcode == RVT_RC_TAKEN) r->note.dialect = RVT_DIALECT_SIFIVE;
  return RVT_ERR_RESERVED;
}

static enum rvt_status read_message(struct reader *r, const struct rvt_ntrace_format *format) {
  const struct rvt_layout *layout = NULL;
  enum rvt_status status = read_tcode(r, &layout);
  if (status != RVT_OK) return status;
  status = read_fixed(r, RVT_F_SRC, format->src_bits, layout->row);
  for (size_t i = 0; status == RVT_OK && i < RVT_LAYOUT_FIXED && layout->fixed[i] != RVT_F_NONE;
       i++)
    status = read_fixed(r, layout->fixed[i], rvt_field_info(layout->fixed[i])->bits, layout->row);
  if (status != RVT_OK) return status;
  const uint8_t *variable = rvt_layout_variable(layout, format->dialect, &r->msg);
  if (variable == NULL) return refuse_variant(r, layout);
  status = read_variable(r, variable[0]);
  for (size_t i = 1; status == RVT_OK && i < RVT_LAYOUT_VARIABLE && variable[i] != RVT_F_NONE; i++)
    status = read_next_variable(r, format, variable[i], layout->row);
  return status == RVT_OK ? read_tstamp(r, format->ts) : status;
}

enum rvt_status rvt_ntrace_msg_read(const struct rvt_ntrace_format *format, struct rvt_bytes *in,
                                    struct rvt_ntrace_msg *msg, struct rvt_ntrace_note *note) {
  if (note != NULL) *note = (struct rvt_ntrace_note){.row = NULL};
  if (!rvt_format_valid(format)) return RVT_ERR_ARG;
  while (in->pos < in->size && in->data[in->pos] == RVT_NTRACE_IDLE) in->pos++;
  if (in->pos == in->size) return RVT_END;
  struct reader r = {.in = in, .pos = in->pos};
  enum rvt_status status = read_message(&r, format);
  /* what N-Trace leaves free may have other fields than ours; whether it ends well shows later */
  if (status != RVT_OK && status != RVT_NEED_MORE && rvt_layout_of(r.msg.tcode) != NULL &&
      !rvt_ntrace_has_flow(r.msg.tcode)) {
    r.pos = in->pos + 1;
    status = refuse_tcode(&r);
  }
  if (status == RVT_OK) {
    *msg = r.msg;
    in->pos = r.pos;
  }
  if (note != NULL && status != RVT_NEED_MORE) *note = r.note;
  return status;
}

/* TCODE, SRC at its widest and one field, in bytes. */
enum { UNENDED_MAX = (RVT_MDO_BITS + RVT_SRC_BITS_CEIL + FIELD_BITS + MDO_BITS - 1) / MDO_BITS };

static enum rvt_status refuse_pass(struct rvt_ntrace_note *note, enum rvt_status status,
                                   const char *row, const char *text) {
  *note = (struct rvt_ntrace_note){.row = row, .text = text};
  return status;
}

enum rvt_status rvt_ntrace_pass(const struct rvt_ntrace_format *format,
                                struct rvt_ntrace_passed *passed, uint8_t byte,
                                struct rvt_ntrace_note *note) {
  const unsigned mseo = byte & RVT_MSEO_MASK;
  const unsigned src_bytes = (format->src_bits + MDO_BITS - 1U) / MDO_BITS;
  if (mseo == RVT_MSEO_RESERVED)
    return refuse_pass(note, RVT_ERR_FRAMING, "NT:PKT-12", "expected MSEO 00, 01 or 11, found 10");
  if (passed->bytes == 0) passed->vendor = rvt_ntrace_is_vendor(byte >> 2);
  if (mseo != RVT_MSEO_NORMAL && passed->bytes < src_bytes)
    return refuse_pass(note, RVT_ERR_FRAMING, "NT:PKT-12",
                       "expected the message to hold a whole SRC, found its end");
  passed->bytes++;
  passed->field = mseo == RVT_MSEO_NORMAL ? passed->field + 1 : 0;
  if (passed->field >= UNENDED_MAX && !passed->vendor)
    return refuse_pass(note, RVT_ERR_RANGE, "NT:DEC-03",
                       "expected the end of a field within 64 bits, found a longer field");
  return mseo == RVT_MSEO_END_MSG ? RVT_END : RVT_OK;
}

enum rvt_status rvt_ntrace_resync(struct rvt_bytes *in) {
  while (in->pos < in->size)
    if (rvt_ntrace_ends(in->data[in->pos++])) return RVT_OK;
  return RVT_NEED_MORE;
}

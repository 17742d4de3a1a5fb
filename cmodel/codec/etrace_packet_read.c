/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "etrace_layout.h"

/* One payload being read; nothing of it is delivered before all of it was accepted. */
struct reader {
  const struct rvt_etrace_format *format;
  struct rvt_etrace_vector v;
  unsigned at, end; /* bits passed, bits sent */
  struct rvt_etrace_packet packet;
  struct rvt_etrace_note note;
};

static void remark(struct reader *r, const char *row, const char *text) {
  if (r->note.row == NULL) r->note = (struct rvt_etrace_note){.row = row, .text = text};
}

/* An error outranks what was remarked before it. */
static enum rvt_status refuse(struct reader *r, enum rvt_status status, const char *row,
                              const char *text) {
  r->note = (struct rvt_etrace_note){.row = row, .text = text};
  return status;
}

static uint64_t take(struct reader *r, unsigned bits) {
  const uint64_t value = bits == 0 ? 0 : rvt_etrace_vector_get(&r->v, r->at, bits);
  r->at += bits;
  return value;
}

/* irdepth is what it says if irreport says so, else copies of the bit before (ETR:F2-01). */
static enum rvt_status read_irdepth(struct reader *r, unsigned bits) {
  const bool before = rvt_etrace_vector_get(&r->v, r->at - 1, 1) != 0;
  const uint64_t value = take(r, bits);
  if (r->packet.irreport)
    r->packet.irdepth = (uint8_t)value;
  else if (value != (before ? (UINT64_C(1) << bits) - 1 : 0))
    return refuse(r, RVT_ERR_RESERVED, "ETR:F2-01",
                  "expected irdepth to repeat the bit before where irreport is not set, found "
                  "another value (are the widths of addresses and irdepth right?)");
  return RVT_OK;
}

static enum rvt_status read_field(struct reader *r, unsigned field) {
  const unsigned bits = rvt_etrace_bits(r->format, &r->packet, field);
  if (bits == 0) return RVT_OK;
  if (field == RVT_EF_IRDEPTH) return read_irdepth(r, bits);
  const bool before = rvt_etrace_vector_get(&r->v, r->at - 1, 1) != 0;
  uint64_t value = take(r, bits);
  switch (field) {
  case RVT_EF_ADDRESS: value <<= r->format->addr_lsb; break;
  case RVT_EF_NOTIFY:
  case RVT_EF_UPDISCON:
  case RVT_EF_IRREPORT: value ^= before; break;
  default: break;
  }
  rvt_etrace_set(&r->packet, field, value);
  return RVT_OK;
}

/* What no field may say. */
static enum rvt_status check(struct reader *r) {
  const struct rvt_etrace_packet *p = &r->packet;
  if (p->kind == RVT_ETRACE_COUNT && p->branch_fmt == 1)
    return refuse(r, RVT_ERR_RESERVED, "ETR:F0-02", "expected branch_fmt 0, 2 or 3, found 1");
  if (p->irreport && r->format->irdepth_bits == 0)
    return refuse(r, RVT_ERR_RESERVED, "ETR:F2-01",
                  "expected no irreport without a return stack, found one (are the widths of "
                  "addresses and irdepth right?)");
  if (p->privilege == 2 || p->privilege == 7)
    return refuse(r, RVT_ERR_RESERVED, "ETR:IN-06",
                  "expected a privilege level, found a reserved value (is the width right?)");
  if (p->encoder_mode != 0)
    return refuse(r, RVT_ERR_RESERVED, "ETR:F3-05", "expected encoder_mode 0, found another value");
  const unsigned outcomes = rvt_etrace_outcomes(p);
  if (outcomes < RVT_ETRACE_BRANCHES && p->branch_map >> outcomes != 0) {
    remark(r, "ETR:DC-17", "expected zeros above the branches of a map, found others");
    r->packet.branch_map &= (1U << outcomes) - 1;
  }
  if (p->denable || p->dloss || p->doptions != 0)
    remark(r, "ETR:F3-05", "expected no data trace, found options of it");
  return RVT_OK;
}

/* Bits that were sent and that the layout has not are copies of its last one. */
static enum rvt_status check_end(struct reader *r, unsigned before) {
  struct rvt_etrace_vector whole = r->v;
  rvt_etrace_vector_extend(&whole, r->at);
  for (unsigned i = 0; i < RVT_ETRACE_VECTOR; i++)
    if (whole.word[i] != r->v.word[i])
      return refuse(r, RVT_ERR_FRAMING, "ETR:P-02",
                    "expected the end of the payload, found bits beyond its fields (are the widths "
                    "of the format right?)");
  if ((r->end + before + 7) / 8 > (8 * rvt_etrace_vector_bytes(&r->v, r->at) + before + 7) / 8)
    remark(r, "ETR:P-02", "expected the shortest form of a payload, found a longer one");
  return RVT_OK;
}

/* The payload behind `before` bits of the bytes, 1 at least of it. */
static enum rvt_status read_payload(struct reader *r, const uint8_t *bytes, size_t size,
                                    unsigned before) {
  for (size_t i = 0; i < size; i++) r->v.word[i / 8] |= (uint64_t)bytes[i] << i % 8 * 8;
  rvt_etrace_vector_extend(&r->v, (unsigned)(8 * size));
  if (before != 0) {
    const uint64_t top = r->v.word[RVT_ETRACE_VECTOR - 1] >> 63 != 0 ? UINT64_MAX : 0;
    for (unsigned i = 0; i < RVT_ETRACE_VECTOR; i++)
      r->v.word[i] = r->v.word[i] >> before | (i + 1 < RVT_ETRACE_VECTOR ? r->v.word[i + 1] : top)
                                                  << (64 - before);
  }
  r->end = (unsigned)(8 * size) - before;
  const unsigned which = (unsigned)take(r, RVT_ETRACE_FORMAT_BITS);
  const unsigned sub = (unsigned)take(r, rvt_etrace_subformat_bits(r->format, which));
  r->packet.kind = rvt_etrace_kind_of(r->format, which, sub);
  if (r->packet.kind == RVT_ETRACE_KINDS)
    return refuse(r, RVT_ERR_RESERVED, "ETR:F0-01",
                  r->format->cache_bits == 0 && r->format->bpred_bits == 0
                      ? "expected formats 1 to 3 (neither predictor nor target cache is "
                        "configured), found format 0"
                      : "expected a subformat of format 0 that is configured, found another");
  const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[r->packet.kind];
  enum rvt_status status = RVT_OK;
  for (unsigned i = 0; status == RVT_OK && i < RVT_ETRACE_LIST && layout->field[i] != RVT_EF_NONE;
       i++)
    status = read_field(r, layout->field[i]);
  if (status == RVT_OK) status = check(r);
  return status == RVT_OK ? check_end(r, before) : status;
}

enum rvt_status rvt_etrace_payload_read(const struct rvt_etrace_format *format,
                                        const uint8_t *bytes, size_t size,
                                        struct rvt_etrace_packet *packet,
                                        struct rvt_etrace_note *note) {
  struct reader r = {.format = format};
  if (note != NULL) *note = (struct rvt_etrace_note){.row = NULL};
  if (!rvt_etrace_format_valid(format)) return RVT_ERR_ARG;
  const enum rvt_status status =
      size == 0 || size > RVT_ETRACE_PAYLOAD_BYTES
          ? refuse(&r, RVT_ERR_FRAMING, "ETR:P-03", "expected a payload of 1 to 31 bytes")
          : read_payload(&r, bytes, size, 0);
  if (status == RVT_OK) *packet = r.packet;
  if (note != NULL) *note = r.note;
  return status;
}

static uint64_t bytes_value(const uint8_t *bytes, unsigned count) {
  uint64_t value = 0;
  for (unsigned i = 0; i < count; i++) value |= (uint64_t)bytes[i] << 8 * i;
  return value;
}

/* A packet whose header is at `in->pos`; `*size` is its length in bytes. */
static enum rvt_status read_packet(struct reader *r, const struct rvt_bytes *in, size_t *size) {
  const struct rvt_etrace_format *f = r->format;
  const uint8_t *at = in->data + in->pos;
  const bool extend = (*at & RVT_ETRACE_EXTEND) != 0;
  const unsigned length = *at & RVT_ETRACE_LENGTH, src_bytes = f->src_bits / 8U;
  const unsigned src_rest = f->src_bits % 8U, before = src_rest + f->type_bits;
  if (extend && f->time_bytes == 0)
    return refuse(r, RVT_ERR_FRAMING, "ETR:E-01",
                  "expected a header without time (none is configured), found one with it");
  if (8 * length <= before)
    return refuse(r, RVT_ERR_FRAMING, "ETR:E-02",
                  "expected a payload after srcID and type, found none");
  const unsigned head = 1 + src_bytes + (extend ? f->time_bytes : 0U);
  *size = head + length;
  if (*size > in->size - in->pos) return RVT_NEED_MORE;
  r->packet.flow = *at >> RVT_ETRACE_FLOW_SHIFT & RVT_ETRACE_FLOW;
  r->packet.has_time = extend;
  r->packet.src = (uint16_t)bytes_value(at + 1, src_bytes);
  if (extend) r->packet.tstamp = bytes_value(at + 1 + src_bytes, f->time_bytes);
  const uint8_t *rest = at + head;
  const unsigned low = (unsigned)bytes_value(rest, length < 2 ? 1 : 2); /* srcID's rest, type */
  r->packet.src = (uint16_t)(r->packet.src | (low & ((1U << src_rest) - 1)) << 8 * src_bytes);
  if ((low >> src_rest & ((1U << f->type_bits) - 1)) != f->type)
    return refuse(r, RVT_ERR_RESERVED, "ETR:E-03",
                  "expected packets of instruction trace, found one of another type: stepped over");
  return read_payload(r, rest, length, before);
}

/* A null packet, or one with flow, which has no meaning in a stream of bytes (ETR:E-05). */
static bool pass_null(struct rvt_etrace_nulls *nulls, uint8_t byte) {
  const bool idle = byte == RVT_ETRACE_IDLE;
  if (!idle && byte != RVT_ETRACE_ALIGN) return false;
  nulls->idle = !idle ? 0 : nulls->idle < UINT32_MAX ? nulls->idle + 1 : nulls->idle;
  nulls->any = true;
  nulls->aligned = !idle;
  return true;
}

enum rvt_status rvt_etrace_packet_read(const struct rvt_etrace_format *format, struct rvt_bytes *in,
                                       struct rvt_etrace_nulls *nulls,
                                       struct rvt_etrace_packet *packet,
                                       struct rvt_etrace_note *note) {
  struct reader r = {.format = format};
  if (note != NULL) *note = (struct rvt_etrace_note){.row = NULL};
  if (!rvt_etrace_format_valid(format)) return RVT_ERR_ARG;
  while (in->pos < in->size && pass_null(nulls, in->data[in->pos])) in->pos++;
  if (in->pos == in->size) return RVT_END;
  size_t size = 0;
  const enum rvt_status status =
      rvt_etrace_is_null(in->data[in->pos])
          ? refuse(&r, RVT_ERR_FRAMING, "ETR:E-05",
                   "expected a null packet without flow, 0x00 or 0x80, found one with it")
          : read_packet(&r, in, &size);
  if (status == RVT_OK) {
    if (nulls->any && !nulls->aligned)
      remark(&r, "ETR:DC-13",
             "expected the alignment byte 0x80 before a packet that follows idle bytes, found "
             "none");
    *nulls = (struct rvt_etrace_nulls){.any = false};
    *packet = r.packet;
  }
  r.note.offset = in->pos;
  if (status == RVT_OK) in->pos += size;
  /* so that a search passes what is refused, whatever stands before it */
  if (status != RVT_OK && status != RVT_NEED_MORE) *nulls = (struct rvt_etrace_nulls){.any = false};
  if (note != NULL && status != RVT_NEED_MORE) *note = r.note;
  return status;
}

enum rvt_status rvt_etrace_resync(const struct rvt_etrace_format *format, struct rvt_bytes *in,
                                  struct rvt_etrace_nulls *nulls) {
  const unsigned idle = rvt_etrace_sync_idle(format);
  for (; in->pos < in->size; in->pos++) {
    const uint8_t byte = in->data[in->pos];
    const uint32_t before = nulls->idle;
    if (before > idle && !rvt_etrace_is_null(byte)) return RVT_OK; /* 0x80 is missing */
    if (!pass_null(nulls, byte)) *nulls = (struct rvt_etrace_nulls){.any = false};
    if (before >= idle && byte == RVT_ETRACE_ALIGN) {
      in->pos++;
      return RVT_OK;
    }
  }
  return RVT_NEED_MORE;
}

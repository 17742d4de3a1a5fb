/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "etrace_layout.h"

static bool fits(uint64_t value, unsigned bits) { return bits >= 64 || value >> bits == 0; }

/* The bits of a field as they are sent; false: the value does not fit. */
static bool sent_bits(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                      unsigned field, unsigned bits, bool before, uint64_t *value) {
  *value = rvt_etrace_get(p, field);
  switch (field) {
  case RVT_EF_NOTIFY:
  case RVT_EF_UPDISCON:
  case RVT_EF_IRREPORT:
    if (*value > 1) return false;
    *value ^= before; /* ETR:F2-01 */
    return true;
  case RVT_EF_IRDEPTH:
    if (!p->irreport) *value = before ? (UINT64_C(1) << bits) - 1 : 0; /* ETR:F2-01 */
    break;
  case RVT_EF_ADDRESS:
    if ((*value & ((UINT64_C(1) << f->addr_lsb) - 1)) != 0) return false;
    *value >>= f->addr_lsb; /* ETR:P-04 */
    break;
  default: break;
  }
  return fits(*value, bits);
}

static enum rvt_status check(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p) {
  if (!rvt_etrace_format_valid(f)) return RVT_ERR_ARG;
  if (p->kind >= RVT_ETRACE_KINDS) return RVT_ERR_RESERVED;
  const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[p->kind];
  if (rvt_etrace_kind_of(f, layout->format, layout->subformat) != p->kind) return RVT_ERR_RESERVED;
  if (p->kind == RVT_ETRACE_COUNT && p->branch_fmt == 1) return RVT_ERR_RESERVED;
  if (p->irreport && f->irdepth_bits == 0) return RVT_ERR_RESERVED;
  if (!fits(p->branch_map, rvt_etrace_outcomes(p))) return RVT_ERR_RANGE; /* ETR:DC-17 */
  return RVT_OK;
}

/* All bits of the payload, the rest extended; their number. */
static enum rvt_status make(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                            struct rvt_etrace_vector *v, unsigned *size) {
  const enum rvt_status status = check(f, p);
  if (status != RVT_OK) return status;
  const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[p->kind];
  const unsigned sub = rvt_etrace_subformat_bits(f, layout->format);
  unsigned at = RVT_ETRACE_FORMAT_BITS;
  rvt_etrace_vector_put(v, 0, layout->format, RVT_ETRACE_FORMAT_BITS);
  if (sub != 0) rvt_etrace_vector_put(v, at, layout->subformat, sub);
  at += sub;
  for (unsigned i = 0; i < RVT_ETRACE_LIST && layout->field[i] != RVT_EF_NONE; i++) {
    const unsigned bits = rvt_etrace_bits(f, p, layout->field[i]);
    uint64_t value = 0;
    if (bits == 0 && rvt_etrace_get(p, layout->field[i]) != 0) return RVT_ERR_RANGE;
    if (bits == 0) continue;
    if (!sent_bits(f, p, layout->field[i], bits, rvt_etrace_vector_get(v, at - 1, 1) != 0, &value))
      return RVT_ERR_RANGE;
    rvt_etrace_vector_put(v, at, value, bits);
    at += bits;
  }
  rvt_etrace_vector_extend(v, at);
  *size = at;
  return RVT_OK;
}

static void store(uint8_t *out, const struct rvt_etrace_vector *v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) out[i] = (uint8_t)(v->word[i / 8] >> i % 8 * 8);
}

enum rvt_status rvt_etrace_payload_write(const struct rvt_etrace_format *format,
                                         const struct rvt_etrace_packet *packet, uint8_t *out,
                                         size_t *size) {
  struct rvt_etrace_vector v = {{0}};
  unsigned bits = 0;
  const enum rvt_status status = make(format, packet, &v, &bits);
  if (status != RVT_OK) return status;
  *size = rvt_etrace_vector_bytes(&v, bits);
  store(out, &v, (unsigned)*size);
  return RVT_OK;
}

/* Move the vector up, and put a value below it. */
static void push_below(struct rvt_etrace_vector *v, uint64_t value, unsigned bits) {
  if (bits == 0) return;
  for (unsigned i = RVT_ETRACE_VECTOR - 1; i > 0; i--)
    v->word[i] = v->word[i] << bits | v->word[i - 1] >> (64 - bits);
  v->word[0] = v->word[0] << bits | value;
}

enum rvt_status rvt_etrace_packet_write(const struct rvt_etrace_format *format,
                                        const struct rvt_etrace_packet *packet, uint8_t *out,
                                        size_t *size) {
  struct rvt_etrace_vector v = {{0}};
  unsigned bits = 0;
  const enum rvt_status status = make(format, packet, &v, &bits);
  if (status != RVT_OK) return status;
  if (!fits(packet->src, format->src_bits) || packet->flow > RVT_ETRACE_FLOW ||
      (packet->has_time ? format->time_bytes == 0 || !fits(packet->tstamp, 8U * format->time_bytes)
                        : packet->tstamp != 0))
    return RVT_ERR_RANGE;
  /* The payload is whole bytes before srcID's bits and the type move it (ETR:E-02). */
  const unsigned src_bytes = format->src_bits / 8U, src_rest = format->src_bits % 8U;
  const unsigned payload = rvt_etrace_vector_bytes(&v, bits);
  const unsigned length = (8 * payload + src_rest + format->type_bits + 7) / 8;
  push_below(&v, format->type, format->type_bits);
  push_below(&v, src_rest == 0 ? 0 : (uint64_t)packet->src >> 8 * src_bytes, src_rest);
  uint8_t *at = out;
  *at++ = (uint8_t)(length | (unsigned)packet->flow << RVT_ETRACE_FLOW_SHIFT |
                    (packet->has_time ? RVT_ETRACE_EXTEND : 0U));
  for (unsigned i = 0; i < src_bytes; i++) *at++ = (uint8_t)(packet->src >> 8 * i);
  for (unsigned i = 0; packet->has_time && i < format->time_bytes; i++)
    *at++ = (uint8_t)(packet->tstamp >> 8 * i);
  store(at, &v, length);
  *size = (size_t)(at - out) + length;
  return RVT_OK;
}

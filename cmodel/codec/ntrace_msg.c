/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ntrace_msg_put.h"

static bool all_fit(const struct rvt_ntrace_msg *msg, const uint8_t *list, size_t count) {
  for (size_t i = 0; i < count && list[i] != RVT_F_NONE; i++)
    if (!rvt_fits(rvt_field_get(msg, list[i]), rvt_field_info(list[i])->bits)) return false;
  return true;
}

static void put_field(struct rvt_put *p, const struct rvt_ntrace_format *format,
                      const struct rvt_ntrace_msg *msg, unsigned field) {
  const uint64_t value = rvt_field_get(msg, field);
  if (format->extend_bits != 0 && rvt_field_is_address(field))
    rvt_put_extended(p, value, format->extend_bits);
  else
    rvt_put_variable(p, value);
}

enum rvt_status rvt_ntrace_msg_write(const struct rvt_ntrace_format *format,
                                     const struct rvt_ntrace_msg *msg, uint8_t *out, size_t *size) {
  if (!rvt_format_valid(format)) return RVT_ERR_ARG;
  if (msg->has_tstamp && !format->ts) return RVT_ERR_ARG;
  const struct rvt_layout *layout = rvt_layout_of(msg->tcode);
  if (layout == NULL) return RVT_ERR_RESERVED;
  const uint8_t *variable = rvt_layout_variable(layout, format->dialect, msg);
  if (variable == NULL) return RVT_ERR_RESERVED;
  if (!rvt_fits(msg->src, format->src_bits) || !all_fit(msg, layout->fixed, RVT_LAYOUT_FIXED) ||
      !all_fit(msg, variable, RVT_LAYOUT_VARIABLE) ||
      (format->extend_bits != 0 && !rvt_fits(msg->addr, format->extend_bits)))
    return RVT_ERR_RANGE;

  struct rvt_put p = {.at = out};
  rvt_put_fixed(&p, msg->tcode, RVT_MDO_BITS);
  rvt_put_fixed(&p, msg->src, format->src_bits);
  for (size_t i = 0; i < RVT_LAYOUT_FIXED && layout->fixed[i] != RVT_F_NONE; i++)
    rvt_put_fixed(&p, (uint32_t)rvt_field_get(msg, layout->fixed[i]),
                  rvt_field_info(layout->fixed[i])->bits);
  for (size_t i = 0; i < RVT_LAYOUT_VARIABLE && variable[i] != RVT_F_NONE; i++)
    put_field(&p, format, msg, variable[i]);
  if (msg->has_tstamp) rvt_put_variable(&p, msg->tstamp);
  *size = rvt_put_end(&p, out);
  return RVT_OK;
}

bool rvt_ntrace_msg_equal(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b) {
  return a->tcode == b->tcode && a->src == b->src && a->sync == b->sync && a->btype == b->btype &&
         a->etype == b->etype && a->rcode == b->rcode && a->evcode == b->evcode &&
         a->cdf == b->cdf && a->cksrc == b->cksrc && a->ckdf == b->ckdf && a->icnt == b->icnt &&
         a->addr == b->addr && a->hist == b->hist && a->hrepeat == b->hrepeat &&
         a->bcnt == b->bcnt && a->ecode == b->ecode && a->process == b->process &&
         a->idtag == b->idtag && memcmp(a->data, b->data, sizeof a->data) == 0 &&
         a->tstamp == b->tstamp && a->has_tstamp == b->has_tstamp;
}

static uint64_t record_part(const struct rvt_ntrace_record *record, enum rvt_record_part part) {
  switch (part) {
  case RVT_PART_SUB: return record->sub;
  case RVT_PART_BTYPE: return record->btype;
  case RVT_PART_ICNT: return record->icnt;
  case RVT_PART_HIST: return record->hist;
  case RVT_PART_ADDR: return record->addr;
  case RVT_PART_NONE: break;
  }
  return 0;
}

static void take_parts(const struct rvt_ntrace_record *record, struct rvt_ntrace_msg *msg,
                       const uint8_t *list, size_t count) {
  for (size_t i = 0; i < count && list[i] != RVT_F_NONE; i++)
    rvt_field_set(msg, list[i], record_part(record, rvt_field_info(list[i])->part));
}

enum rvt_status rvt_ntrace_msg_from_record(const struct rvt_ntrace_record *record,
                                           struct rvt_ntrace_msg *msg) {
  const struct rvt_layout *layout = rvt_layout_of(record->tcode);
  if (layout == NULL || !rvt_ntrace_has_flow(record->tcode)) return RVT_ERR_RESERVED;
  struct rvt_ntrace_msg result = {.tcode = record->tcode};
  take_parts(record, &result, layout->fixed, RVT_LAYOUT_FIXED);
  const uint8_t *variable = rvt_layout_variable(layout, RVT_DIALECT_NONE, &result);
  if (variable == NULL) return RVT_ERR_RESERVED;
  take_parts(record, &result, variable, RVT_LAYOUT_VARIABLE);
  *msg = result;
  return RVT_OK;
}

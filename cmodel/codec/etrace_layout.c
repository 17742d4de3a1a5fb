/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "etrace_layout.h"

#include <string.h>

#define TAIL RVT_EF_ADDRESS, RVT_EF_NOTIFY, RVT_EF_UPDISCON, RVT_EF_IRREPORT, RVT_EF_IRDEPTH

const struct rvt_etrace_layout rvt_etrace_layouts[RVT_ETRACE_KINDS] = {
    [RVT_ETRACE_COUNT] =
        {"BranchCount", "ETR:F0-02", 0, 0, {RVT_EF_BRANCH_COUNT, RVT_EF_BRANCH_FMT, TAIL}},
    [RVT_ETRACE_INDEX] = {"TargetIndex",
                          "ETR:M-JTC",
                          0,
                          1,
                          {RVT_EF_INDEX, RVT_EF_BRANCHES, RVT_EF_BRANCH_MAP, RVT_EF_IRREPORT,
                           RVT_EF_IRDEPTH}},
    [RVT_ETRACE_BRANCH] = {"Branch", "ETR:F1-01", 1, 0, {RVT_EF_BRANCHES, RVT_EF_BRANCH_MAP, TAIL}},
    [RVT_ETRACE_ADDRESS] = {"Address", "ETR:F2-01", 2, 0, {TAIL}},
    [RVT_ETRACE_START] = {"Start",
                          "ETR:F3-01",
                          3,
                          0,
                          {RVT_EF_BRANCH, RVT_EF_PRIVILEGE, RVT_EF_TIME, RVT_EF_CONTEXT,
                           RVT_EF_ADDRESS}},
    [RVT_ETRACE_TRAP] = {"Trap",
                         "ETR:F3-02",
                         3,
                         1,
                         {RVT_EF_BRANCH, RVT_EF_PRIVILEGE, RVT_EF_TIME, RVT_EF_CONTEXT,
                          RVT_EF_ECAUSE, RVT_EF_INTERRUPT, RVT_EF_THADDR, RVT_EF_ADDRESS,
                          RVT_EF_TVAL}},
    [RVT_ETRACE_CONTEXT] =
        {"Context", "ETR:F3-04", 3, 2, {RVT_EF_PRIVILEGE, RVT_EF_TIME, RVT_EF_CONTEXT}},
    [RVT_ETRACE_SUPPORT] = {"Support", "ETR:F3-05", 3, 3, {RVT_EF_IENABLE,
                                                           RVT_EF_ENCODER_MODE,
                                                           RVT_EF_QUAL_STATUS,
                                                           RVT_EF_IOPTIONS,
                                                           RVT_EF_SIJUMP,
                                                           RVT_EF_IMPLICIT_RETURN,
                                                           RVT_EF_BRANCH_PREDICTOR,
                                                           RVT_EF_JUMP_TARGET_CACHE,
                                                           RVT_EF_IMPLICIT_EXCEPT,
                                                           RVT_EF_FULL_IADDRESS,
                                                           RVT_EF_RESYNC_DISABLED,
                                                           RVT_EF_IRET_EXT,
                                                           RVT_EF_TIME_WIDTH,
                                                           RVT_EF_F0S_WIDTH,
                                                           RVT_EF_RETURN_STACK_SIZE,
                                                           RVT_EF_CALL_COUNTER_SIZE,
                                                           RVT_EF_BPRED_SIZE,
                                                           RVT_EF_CACHE_SIZE,
                                                           RVT_EF_DENABLE,
                                                           RVT_EF_DLOSS,
                                                           RVT_EF_DOPTIONS}},
};

#define NAMED(text, member, in_hex)                                                                \
  {                                                                                                \
    .name = (text), .offset = offsetof(struct rvt_etrace_packet, member),                          \
    .size = sizeof(((struct rvt_etrace_packet *)NULL)->member), .hex = (in_hex)                    \
  }
#define FIELD(member, in_hex) NAMED(#member, member, in_hex)
#define STANDARD(member)      NAMED(#member, standard.member, false)
const struct rvt_etrace_field_info rvt_etrace_fields[RVT_EF_FIELDS] = {
    [RVT_EF_BRANCH_COUNT] = FIELD(branch_count, false),
    [RVT_EF_BRANCH_FMT] = FIELD(branch_fmt, false),
    [RVT_EF_INDEX] = FIELD(index, false),
    [RVT_EF_BRANCHES] = FIELD(branches, false),
    [RVT_EF_BRANCH_MAP] = FIELD(branch_map, true),
    [RVT_EF_ADDRESS] = FIELD(address, true),
    [RVT_EF_NOTIFY] = FIELD(notify, false),
    [RVT_EF_UPDISCON] = FIELD(updiscon, false),
    [RVT_EF_IRREPORT] = FIELD(irreport, false),
    [RVT_EF_IRDEPTH] = FIELD(irdepth, false),
    [RVT_EF_BRANCH] = FIELD(branch, false),
    [RVT_EF_PRIVILEGE] = FIELD(privilege, false),
    [RVT_EF_TIME] = FIELD(time, true),
    [RVT_EF_CONTEXT] = FIELD(context, true),
    [RVT_EF_ECAUSE] = FIELD(ecause, false),
    [RVT_EF_INTERRUPT] = FIELD(interrupt, false),
    [RVT_EF_THADDR] = FIELD(thaddr, false),
    [RVT_EF_TVAL] = FIELD(tval, true),
    [RVT_EF_IENABLE] = FIELD(ienable, false),
    [RVT_EF_ENCODER_MODE] = FIELD(encoder_mode, false),
    [RVT_EF_QUAL_STATUS] = FIELD(qual_status, false),
    [RVT_EF_IOPTIONS] = FIELD(ioptions, true),
    [RVT_EF_SIJUMP] = STANDARD(sijump),
    [RVT_EF_IMPLICIT_RETURN] = STANDARD(implicit_return),
    [RVT_EF_BRANCH_PREDICTOR] = STANDARD(branch_predictor),
    [RVT_EF_JUMP_TARGET_CACHE] = STANDARD(jump_target_cache),
    [RVT_EF_IMPLICIT_EXCEPT] = STANDARD(implicit_except),
    [RVT_EF_FULL_IADDRESS] = STANDARD(full_iaddress),
    [RVT_EF_RESYNC_DISABLED] = STANDARD(resync_disabled),
    [RVT_EF_IRET_EXT] = STANDARD(iret_ext),
    [RVT_EF_TIME_WIDTH] = STANDARD(time_width),
    [RVT_EF_F0S_WIDTH] = STANDARD(f0s_width),
    [RVT_EF_RETURN_STACK_SIZE] = STANDARD(return_stack_size),
    [RVT_EF_CALL_COUNTER_SIZE] = STANDARD(call_counter_size),
    [RVT_EF_BPRED_SIZE] = STANDARD(bpred_size),
    [RVT_EF_CACHE_SIZE] = STANDARD(cache_size),
    [RVT_EF_DENABLE] = FIELD(denable, false),
    [RVT_EF_DLOSS] = FIELD(dloss, false),
    [RVT_EF_DOPTIONS] = FIELD(doptions, true),
};

uint64_t rvt_etrace_get(const struct rvt_etrace_packet *packet, unsigned field) {
  const struct rvt_etrace_field_info *info = &rvt_etrace_fields[field];
  const uint8_t *at = (const uint8_t *)packet + info->offset;
  uint16_t half = 0;
  uint32_t word = 0;
  uint64_t longer = 0;
  switch (info->size) {
  case 1: return *at;
  case 2: memcpy(&half, at, sizeof half); return half;
  case 4: memcpy(&word, at, sizeof word); return word;
  default: memcpy(&longer, at, sizeof longer); return longer;
  }
}

void rvt_etrace_set(struct rvt_etrace_packet *packet, unsigned field, uint64_t value) {
  const struct rvt_etrace_field_info *info = &rvt_etrace_fields[field];
  uint8_t *at = (uint8_t *)packet + info->offset;
  const uint16_t half = (uint16_t)value;
  const uint32_t word = (uint32_t)value;
  switch (info->size) {
  case 1: *at = (uint8_t)value; break;
  case 2: memcpy(at, &half, sizeof half); break;
  case 4: memcpy(at, &word, sizeof word); break;
  default: memcpy(at, &value, sizeof value); break;
  }
}

bool rvt_etrace_has_address(const struct rvt_etrace_format *format,
                            const struct rvt_etrace_packet *packet) {
  switch (packet->kind) {
  case RVT_ETRACE_COUNT: return packet->branch_fmt != RVT_ETRACE_FMT_MISS;
  case RVT_ETRACE_BRANCH: return packet->branches != 0;
  case RVT_ETRACE_ADDRESS:
  case RVT_ETRACE_START: return true;
  case RVT_ETRACE_TRAP: return !(format->implicit_exception && packet->thaddr);
  default: return false;
  }
}

/* 0.1 has the last two of the tail alone, whatever its address. */
static unsigned tail_bits(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                          unsigned bits) {
  return p->kind == RVT_ETRACE_INDEX || rvt_etrace_has_address(f, p) ? bits : 0;
}

unsigned rvt_etrace_bits(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *p,
                         unsigned field) {
  switch (field) {
  case RVT_EF_BRANCH_COUNT: return 32;
  case RVT_EF_BRANCH_FMT:
  case RVT_EF_QUAL_STATUS: return 2;
  case RVT_EF_INDEX: return f->cache_bits;
  case RVT_EF_BRANCHES: return 5;
  case RVT_EF_BRANCH_MAP:
    return p->kind == RVT_ETRACE_INDEX && p->branches == 0 ? 0 : rvt_etrace_map_bits(p->branches);
  case RVT_EF_ADDRESS:
    return rvt_etrace_has_address(f, p) ? (unsigned)(f->addr_bits - f->addr_lsb) : 0;
  case RVT_EF_NOTIFY:
  case RVT_EF_UPDISCON:
  case RVT_EF_IRREPORT: return tail_bits(f, p, 1);
  case RVT_EF_IRDEPTH: return tail_bits(f, p, f->irdepth_bits);
  case RVT_EF_F0S_WIDTH: return f->iret_ext ? 2 : 0;
  case RVT_EF_TIME_WIDTH:
  case RVT_EF_RETURN_STACK_SIZE:
  case RVT_EF_BPRED_SIZE:
  case RVT_EF_CACHE_SIZE: return f->iret_ext ? 3 : 0;
  case RVT_EF_CALL_COUNTER_SIZE: return f->iret_ext ? 4 : 0;
  case RVT_EF_SIJUMP:
  case RVT_EF_IMPLICIT_RETURN:
  case RVT_EF_BRANCH_PREDICTOR:
  case RVT_EF_JUMP_TARGET_CACHE:
  case RVT_EF_IMPLICIT_EXCEPT:
  case RVT_EF_FULL_IADDRESS:
  case RVT_EF_RESYNC_DISABLED:
  case RVT_EF_IRET_EXT: return f->iret_ext ? 1 : 0;
  case RVT_EF_PRIVILEGE: return f->priv_bits;
  case RVT_EF_TIME: return f->time_bits;
  case RVT_EF_CONTEXT: return f->context_bits;
  case RVT_EF_ECAUSE: return f->ecause_bits;
  case RVT_EF_TVAL: return p->interrupt ? 0 : f->addr_bits;
  case RVT_EF_ENCODER_MODE: return f->mode_bits;
  case RVT_EF_IOPTIONS: return f->ioptions_bits;
  case RVT_EF_DOPTIONS: return f->doptions_bits;
  default: return 1;
  }
}

unsigned rvt_etrace_subformat_bits(const struct rvt_etrace_format *format, unsigned which) {
  return which == 0 ? format->f0s_bits : which == 3 ? 2 : 0;
}

uint8_t rvt_etrace_kind_of(const struct rvt_etrace_format *format, unsigned which,
                           unsigned subformat) {
  switch (which) {
  case 0:
    if (format->f0s_bits == 0)
      return format->cache_bits != 0   ? RVT_ETRACE_INDEX
             : format->bpred_bits != 0 ? RVT_ETRACE_COUNT
                                       : RVT_ETRACE_KINDS;
    if (subformat == 0 && format->bpred_bits != 0) return RVT_ETRACE_COUNT;
    return subformat == 1 && format->cache_bits != 0 ? RVT_ETRACE_INDEX : RVT_ETRACE_KINDS;
  case 1: return RVT_ETRACE_BRANCH;
  case 2: return RVT_ETRACE_ADDRESS;
  default: return (uint8_t)(RVT_ETRACE_START + subformat);
  }
}

/* The packet of a kind that has all its fields. */
static struct rvt_etrace_packet widest(uint8_t kind) {
  return (struct rvt_etrace_packet){
      .kind = kind, .branches = RVT_ETRACE_BRANCHES, .branch_fmt = RVT_ETRACE_FMT_ADDRESS};
}

/* Bits of the longest payload, in whole bytes. */
static unsigned longest_payload(const struct rvt_etrace_format *f) {
  unsigned longest = 0;
  for (uint8_t kind = 0; kind < RVT_ETRACE_KINDS; kind++) {
    const struct rvt_etrace_layout *layout = &rvt_etrace_layouts[kind];
    const unsigned sub = rvt_etrace_subformat_bits(f, layout->format);
    if (rvt_etrace_kind_of(f, layout->format, layout->subformat) != kind) continue;
    const struct rvt_etrace_packet p = widest(kind);
    unsigned bits = RVT_ETRACE_FORMAT_BITS + sub;
    for (unsigned i = 0; i < RVT_ETRACE_LIST && layout->field[i] != RVT_EF_NONE; i++)
      bits += rvt_etrace_bits(f, &p, layout->field[i]);
    if (bits > longest) longest = bits;
  }
  return (longest + 7) / 8 * 8;
}

static unsigned bits_before(const struct rvt_etrace_format *f) {
  return f->src_bits % 8U + f->type_bits;
}

bool rvt_etrace_format_valid(const struct rvt_etrace_format *f) {
  return f->addr_bits >= 2 && f->addr_bits <= 64 && f->addr_lsb <= 2 &&
         f->addr_lsb < f->addr_bits && f->priv_bits >= 1 && f->priv_bits <= 3 &&
         f->context_bits <= 32 && f->time_bits <= 64 && f->ecause_bits >= 1 &&
         f->ecause_bits <= 16 && f->f0s_bits <= 2 && f->bpred_bits <= 7 && f->cache_bits <= 16 &&
         !(f->f0s_bits == 0 && f->bpred_bits != 0 && f->cache_bits != 0) && f->irdepth_bits <= 8 &&
         f->mode_bits >= 1 && f->mode_bits <= 4 && f->ioptions_bits <= 32 &&
         f->doptions_bits <= 8 && f->src_bits <= RVT_ETRACE_SRC_CEIL && f->type_bits <= 7 &&
         f->type >> f->type_bits == 0 && f->time_bytes <= RVT_ETRACE_TIME_BYTES &&
         longest_payload(f) + bits_before(f) <= 8 * RVT_ETRACE_PAYLOAD_BYTES;
}

unsigned rvt_etrace_longest(const struct rvt_etrace_format *f) {
  return 1U + f->src_bits / 8U + f->time_bytes + (longest_payload(f) + bits_before(f) + 7) / 8;
}

void rvt_etrace_vector_extend(struct rvt_etrace_vector *v, unsigned bits) {
  const unsigned last = bits - 1;
  const uint64_t sign = (v->word[last / 64] >> last % 64 & 1) != 0 ? UINT64_MAX : 0;
  if (bits % 64 != 0) {
    const uint64_t above = UINT64_MAX << bits % 64;
    v->word[bits / 64] = (v->word[bits / 64] & ~above) | (sign & above);
  }
  for (unsigned i = (bits + 63) / 64; i < RVT_ETRACE_VECTOR; i++) v->word[i] = sign;
}

unsigned rvt_etrace_vector_bytes(const struct rvt_etrace_vector *v, unsigned bits) {
  const uint64_t sign = (v->word[RVT_ETRACE_VECTOR - 1] >> 63) != 0 ? UINT64_MAX : 0;
  unsigned byte = (bits - 1) / 8; /* the last one of which a bit may differ from the sign */
  for (; byte > 0; byte--) {
    const uint8_t here = (uint8_t)(v->word[byte / 8] >> byte % 8 * 8);
    const uint8_t below = (uint8_t)(v->word[(byte - 1) / 8] >> (byte - 1) % 8 * 8);
    if (here != (uint8_t)sign || ((below ^ sign) & 0x80) != 0) break;
  }
  return byte + 1;
}

bool rvt_etrace_packet_equal(const struct rvt_etrace_packet *a, const struct rvt_etrace_packet *b) {
  if (a->kind != b->kind || a->flow != b->flow || a->src != b->src || a->has_time != b->has_time ||
      a->tstamp != b->tstamp)
    return false;
  for (unsigned i = RVT_EF_NONE + 1; i < RVT_EF_FIELDS; i++)
    if (rvt_etrace_get(a, i) != rvt_etrace_get(b, i)) return false;
  return true;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "msg_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t rvt_random_seed(const char *program) {
  const char *text = getenv("RVT_SEED");
  uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : 20261121;
  if (seed == 0) seed = 1;
  printf("seed %llu; repeat: RVT_SEED=%llu build/tests/%s\n", (unsigned long long)seed,
         (unsigned long long)seed, program);
  return seed;
}

uint64_t rvt_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545f4914f6cdd1dULL;
}

/* Length first, so that short and long values are equally likely; the largest often. */
static uint64_t value_of(uint64_t *state, unsigned bits) {
  uint64_t all = bits == 64 ? UINT64_MAX : (1ULL << bits) - 1;
  if (rvt_random(state) % 8 == 0) return all;
  unsigned length = (unsigned)(rvt_random(state) % (bits + 1));
  return length == 0 ? 0 : rvt_random(state) >> (64 - length) & all;
}

/* With extended addresses any length, ones or zeros above it. */
static uint64_t address_of(uint64_t *state, unsigned extend_bits) {
  if (extend_bits == 0) return value_of(state, 63);
  const uint64_t value = value_of(state, extend_bits);
  return rvt_random(state) % 2 == 0 ? value : ~value & (((uint64_t)1 << extend_bits) - 1);
}

/* One letter per field, in transmission order, as the specification lists them. */
static const struct kind {
  uint8_t tcode;
  int8_t code; /* RCODE, CDF or CKDF of this kind, or -1 */
  const char *fields;
} kinds[RVT_RANDOM_KINDS] = {{2, -1, "P"},   {3, -1, "I"},    {4, -1, "bIU"},   {8, -1, "eE"},
                             {9, -1, "sIF"}, {11, -1, "sIF"}, {12, -1, "sbIF"}, {27, 0, "rI"},
                             {27, 1, "rH"},  {27, 2, "rHR"},  {28, -1, "bIUH"}, {29, -1, "sbIFH"},
                             {30, -1, "B"},  {33, 0, "vcI"},  {33, 1, "vcIH"},  {7, -1, "tD"},
                             {34, 0, "kdD"}, {34, 1, "kdDC"}, {35, 0, "kdD"},   {35, 1, "kdDC"}};

static const struct kind *kind_of(const struct rvt_ntrace_msg *msg) {
  for (int i = 0; i < RVT_RANDOM_KINDS; i++) {
    int code = msg->tcode == 27                       ? msg->rcode
               : msg->tcode == 33                     ? msg->cdf
               : msg->tcode == 34 || msg->tcode == 35 ? msg->ckdf
                                                      : -1;
    if (kinds[i].tcode == msg->tcode && kinds[i].code == code) return &kinds[i];
  }
  abort();
}

struct rvt_ntrace_msg rvt_random_msg(uint64_t *state, unsigned kind,
                                     const struct rvt_ntrace_format *format) {
  const struct kind *k = &kinds[kind];
  struct rvt_ntrace_msg m = {.tcode = k->tcode};
  m.src = (uint16_t)value_of(state, format->src_bits);
  for (const char *f = k->fields; *f != '\0'; f++) {
    switch (*f) {
    case 's': m.sync = (uint8_t)value_of(state, 4); break;
    case 'b': m.btype = (uint8_t)value_of(state, 2); break;
    case 'e': m.etype = (uint8_t)value_of(state, 4); break;
    case 'r': m.rcode = (uint8_t)k->code; break;
    case 'v': m.evcode = (uint8_t)value_of(state, 4); break;
    case 'c': m.cdf = (uint8_t)k->code; break;
    case 'I': m.icnt = value_of(state, 22); break;
    case 'U':
    case 'F': m.addr = address_of(state, format->extend_bits); break;
    case 'H': m.hist = value_of(state, 31) << 1 | 1; break;
    case 'R': m.hrepeat = value_of(state, 18); break;
    case 'B': m.bcnt = value_of(state, 18); break;
    case 'E': m.ecode = value_of(state, 8); break;
    case 'P': m.process = value_of(state, 64); break;
    case 't': m.idtag = value_of(state, 64); break;
    case 'k': m.cksrc = (uint8_t)value_of(state, 4); break;
    case 'd': m.ckdf = (uint8_t)k->code; break;
    case 'D': m.data[0] = value_of(state, 64); break;
    case 'C': m.data[1] = value_of(state, 64); break;
    default: abort();
    }
  }
  m.has_tstamp = format->ts && rvt_random(state) % 4 != 0;
  if (m.has_tstamp) m.tstamp = value_of(state, 64);
  return m;
}

/* A message's MDO bits one by one, and the MSEO of every six of them. */
struct bits {
  uint8_t mdo[RVT_MSG_BYTES_MAX * 6];
  size_t count;
  uint8_t mseo[RVT_MSG_BYTES_MAX];
};

static void fixed(struct bits *b, uint64_t value, int width) {
  for (int i = 0; i < width; i++) b->mdo[b->count++] = value >> i & 1;
}

static void variable(struct bits *b, uint64_t value) {
  do {
    b->mdo[b->count++] = value & 1;
    value >>= 1;
  } while (value != 0);
  b->mseo[(b->count - 1) / 6] = 1;
  while (b->count % 6 != 0) b->mdo[b->count++] = 0;
}

/* Bit by bit as 9.4 tells: leave out equal upper bits as long as what is sent is a multiple of six
 * bits. */
static void address(struct bits *b, uint64_t value, unsigned width) {
  if (width == 0) {
    variable(b, value);
    return;
  }
  unsigned sent = (width + 5) / 6 * 6; /* all of them, and zeros */
  for (unsigned fewer = 6; fewer < sent && fewer < width; fewer += 6) {
    bool equal = true;
    for (unsigned i = fewer; i < width; i++)
      equal = equal && (value >> i & 1) == (value >> (fewer - 1) & 1);
    if (equal) sent = fewer;
  }
  for (unsigned i = 0; i < sent; i++) b->mdo[b->count++] = i < width && (value >> i & 1) != 0;
  b->mseo[(b->count - 1) / 6] = 1;
}

size_t rvt_plain_pack(const struct rvt_ntrace_format *format, const struct rvt_ntrace_msg *msg,
                      uint8_t *bytes) {
  struct bits b = {.count = 0};
  fixed(&b, msg->tcode, 6);
  fixed(&b, msg->src, format->src_bits);
  for (const char *f = kind_of(msg)->fields; *f != '\0'; f++) {
    switch (*f) {
    case 's': fixed(&b, msg->sync, 4); break;
    case 'b': fixed(&b, msg->btype, 2); break;
    case 'e': fixed(&b, msg->etype, 4); break;
    case 'r': fixed(&b, msg->rcode, 4); break;
    case 'v': fixed(&b, msg->evcode, 4); break;
    case 'c': fixed(&b, msg->cdf, 2); break;
    case 'I': variable(&b, msg->icnt); break;
    case 'U':
    case 'F': address(&b, msg->addr, format->extend_bits); break;
    case 'H': variable(&b, msg->hist); break;
    case 'R': variable(&b, msg->hrepeat); break;
    case 'B': variable(&b, msg->bcnt); break;
    case 'E': variable(&b, msg->ecode); break;
    case 'P': variable(&b, msg->process); break;
    case 't': variable(&b, msg->idtag); break;
    case 'k': fixed(&b, msg->cksrc, 4); break;
    case 'd': fixed(&b, msg->ckdf, 2); break;
    case 'D': variable(&b, msg->data[0]); break;
    case 'C': variable(&b, msg->data[1]); break;
    default: abort();
    }
  }
  if (msg->has_tstamp) variable(&b, msg->tstamp);
  size_t size = b.count / 6;
  b.mseo[size - 1] = 3;
  for (size_t i = 0; i < size; i++) {
    bytes[i] = b.mseo[i];
    for (size_t bit = 0; bit < 6; bit++)
      bytes[i] = (uint8_t)(bytes[i] | b.mdo[6 * i + bit] << (2 + bit));
  }
  return size;
}

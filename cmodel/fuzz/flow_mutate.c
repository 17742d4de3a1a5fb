/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Mutations of the decoder's inputs that keep the framing: messages are altered by their fields,
 * moved, repeated, removed and made anew, so that deep states are reached. One mutation in eight is
 * libFuzzer's own.
 */

#include <string.h>

#include "codec/ntrace_layout.h"
#include "flow_input.h"
#include "fuzz.h"
#include "rvt/prng.h"

enum { MESSAGES = 256 };

struct stream {
  struct rvt_ntrace_format format;
  size_t count;
  struct rvt_ntrace_msg msg[MESSAGES];
};

static void cut(struct stream *s, const uint8_t *data, size_t size) {
  struct rvt_bytes in = {.data = data, .size = size};
  while (s->count < MESSAGES) {
    const enum rvt_status status = rvt_ntrace_msg_read(&s->format, &in, &s->msg[s->count], NULL);
    if (status == RVT_OK)
      s->count++;
    else if (status == RVT_END || status == RVT_NEED_MORE || rvt_ntrace_resync(&in) != RVT_OK)
      return;
  }
}

/* An address of the image's code, or nearly. */
static uint64_t some_address(uint64_t *seed) {
  static const uint16_t known[] = {0x100, 0x102, 0x10a, 0x10c, 0x110, 0x200, 0x202, 0x204, 0x206,
                                   0x20a, 0x300, 0x304, 0x308, 0x310, 0x400, 0x402, 0x406, 0x40a,
                                   0x40e, 0x410, 0x500, 0x504, 0x508, 0x50a, 0x50c, 0x510, 0x514,
                                   0x51c, 0x51e, 0x520, 0x522, 0x524, 0x526};
  return known[rvt_prng_below(seed, sizeof known / sizeof *known)] / 2;
}

static uint64_t some_value(uint64_t *seed, unsigned field, uint64_t old) {
  const unsigned bits = field == RVT_F_SRC ? 2 : rvt_field_info(field)->bits;
  const bool address = field == RVT_F_F_ADDR || field == RVT_F_U_ADDR;
  switch (rvt_prng_below(seed, 8)) {
  case 0: return old + 1;
  case 1: return old - 1;
  case 2: return old ^ UINT64_C(1) << rvt_prng_below(seed, bits);
  case 3: return address ? some_address(seed) : rvt_prng_below(seed, 16);
  case 4: return address ? some_address(seed) ^ some_address(seed) : rvt_prng_below(seed, 4);
  case 5: return rvt_prng_next(seed) >> rvt_prng_below(seed, 64);
  case 6: return field == RVT_F_B_CNT ? rvt_prng_below(seed, 64) : old << 1 | 1;
  default: return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  }
}

static void set_field(struct stream *s, struct rvt_ntrace_msg *msg, unsigned field,
                      uint64_t *seed) {
  const unsigned bits = field == RVT_F_SRC ? s->format.src_bits : rvt_field_info(field)->bits;
  const uint64_t value = some_value(seed, field, rvt_field_get(msg, field));
  rvt_field_set(msg, field, bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1));
}

static void alter(struct stream *s, struct rvt_ntrace_msg *msg, uint64_t *seed) {
  const struct rvt_layout *layout = rvt_layout_of(msg->tcode);
  if (layout == NULL) return;
  const uint8_t *variable = rvt_layout_variable(layout, s->format.dialect, msg);
  unsigned field[RVT_LAYOUT_FIXED + RVT_LAYOUT_VARIABLE + 2];
  unsigned count = 0;
  for (size_t i = 0; i < RVT_LAYOUT_FIXED; i++)
    if (layout->fixed[i] != RVT_F_NONE) field[count++] = layout->fixed[i];
  for (size_t i = 0; variable != NULL && i < RVT_LAYOUT_VARIABLE; i++)
    if (variable[i] != RVT_F_NONE) field[count++] = variable[i];
  if (s->format.src_bits > 0) field[count++] = RVT_F_SRC;
  if (msg->has_tstamp) field[count++] = RVT_F_TSTAMP;
  set_field(s, msg, field[rvt_prng_below(seed, count)], seed);
}

static struct rvt_ntrace_msg made(struct stream *s, uint64_t *seed) {
  static const uint8_t tcodes[] = {2, 3, 3, 4, 4, 8, 9, 9, 9, 11, 12, 27, 27, 28, 28, 29, 30, 33};
  struct rvt_ntrace_msg msg = {.tcode = tcodes[rvt_prng_below(seed, sizeof tcodes)],
                               .sync = (uint8_t)rvt_prng_below(seed, 10),
                               .rcode = (uint8_t)rvt_prng_below(seed, 3),
                               .cdf = (uint8_t)rvt_prng_below(seed, 2),
                               .icnt = rvt_prng_below(seed, 12),
                               .addr = some_address(seed),
                               .hist = 1U << rvt_prng_below(seed, 5),
                               .has_tstamp = s->format.ts};
  msg.hist |= rvt_prng_below(seed, 16) & (uint32_t)(msg.hist - 1);
  msg.hrepeat = msg.bcnt = rvt_prng_below(seed, 8);
  if (s->format.src_bits > 0) msg.src = (uint16_t)rvt_prng_below(seed, 2);
  for (unsigned i = rvt_prng_below(seed, 3); i > 0; i--) alter(s, &msg, seed);
  return msg;
}

static void insert(struct stream *s, size_t at, struct rvt_ntrace_msg msg) {
  if (s->count == MESSAGES) s->count--;
  if (at > s->count) at = s->count;
  memmove(s->msg + at + 1, s->msg + at, (s->count - at) * sizeof *s->msg);
  s->msg[at] = msg;
  s->count++;
}

static void drop(struct stream *s, size_t at) {
  s->count--;
  memmove(s->msg + at, s->msg + at + 1, (s->count - at) * sizeof *s->msg);
}

static void change(struct stream *s, uint64_t *seed) {
  const size_t at = s->count == 0 ? 0 : rvt_prng_below(seed, (uint32_t)s->count);
  const size_t other = s->count == 0 ? 0 : rvt_prng_below(seed, (uint32_t)s->count);
  struct rvt_ntrace_msg kept;
  switch (s->count == 0 ? 0 : rvt_prng_below(seed, 8)) {
  case 0:
  case 1: insert(s, at + 1, made(s, seed)); break;
  case 2: drop(s, at); break;
  case 3: insert(s, other, s->msg[at]); break;
  case 4:
    kept = s->msg[at];
    s->msg[at] = s->msg[other];
    s->msg[other] = kept;
    break;
  default: alter(s, &s->msg[at], seed); break;
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned number) {
  static struct stream s;
  uint64_t seed = number;
  if (size < FLOW_HEAD || max < FLOW_HEAD || rvt_prng_below(&seed, 8) == 0)
    return LLVMFuzzerMutate(data, size, max);
  if (rvt_prng_below(&seed, 16) == 0)
    data[rvt_prng_below(&seed, FLOW_HEAD)] ^= (uint8_t)(1U << rvt_prng_below(&seed, 8));
  s.format = flow_setup(data).config.ntrace.format;
  s.count = 0;
  cut(&s, data + FLOW_HEAD, size - FLOW_HEAD);
  for (unsigned i = 1 + rvt_prng_below(&seed, 3); i > 0; i--) change(&s, &seed);
  size_t used = FLOW_HEAD;
  for (size_t i = 0; i < s.count; i++) {
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t length = 0;
    if (rvt_ntrace_msg_write(&s.format, &s.msg[i], bytes, &length) != RVT_OK) continue;
    if (length > max - used) break;
    memcpy(data + used, bytes, length);
    used += length;
  }
  return used;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "msg_random.h"
#include "oracle/row.h"
#include "rvt/etrace_packet.h"
#include "tests/support/test.h"

/* Vectors of printed examples and of an independent serializer, both ways; then random packets. */

#define REFERENCE .mode_bits = 1, .ioptions_bits = 5, .doptions_bits = 4
static const struct rvt_etrace_format r64 = {
    .addr_bits = 64, .priv_bits = 2, .context_bits = 32, .ecause_bits = 5, REFERENCE};
static const struct rvt_etrace_format a32 = {
    .addr_bits = 32, .addr_lsb = 1, .priv_bits = 2, .ecause_bits = 4, REFERENCE};
static const struct rvt_etrace_format a32_iex = {.addr_bits = 32,
                                                 .addr_lsb = 1,
                                                 .priv_bits = 2,
                                                 .ecause_bits = 4,
                                                 .implicit_exception = true,
                                                 REFERENCE};
static const struct rvt_etrace_format b64 = {
    .addr_bits = 64, .addr_lsb = 1, .priv_bits = 2, .ecause_bits = 5, REFERENCE};
static const struct rvt_etrace_format b64_context = {.addr_bits = 64,
                                                     .addr_lsb = 1,
                                                     .priv_bits = 2,
                                                     .context_bits = 32,
                                                     .ecause_bits = 5,
                                                     REFERENCE};
static const struct rvt_etrace_format b64_iex = {.addr_bits = 64,
                                                 .addr_lsb = 1,
                                                 .priv_bits = 2,
                                                 .ecause_bits = 5,
                                                 .implicit_exception = true,
                                                 REFERENCE};
static const struct rvt_etrace_format c32 = {.addr_bits = 32,
                                             .addr_lsb = 1,
                                             .priv_bits = 2,
                                             .context_bits = 16,
                                             .ecause_bits = 4,
                                             REFERENCE};
static const struct rvt_etrace_format d32 = {.addr_bits = 32,
                                             .addr_lsb = 1,
                                             .priv_bits = 2,
                                             .ecause_bits = 4,
                                             .f0s_bits = 1,
                                             .bpred_bits = 5,
                                             .cache_bits = 5,
                                             .irdepth_bits = 4,
                                             REFERENCE};
static const struct rvt_etrace_format e32 = {
    .addr_bits = 32, .addr_lsb = 1, .priv_bits = 2, .ecause_bits = 4, .cache_bits = 5, REFERENCE};

static const struct rvt_etrace_format irets32 = {.addr_bits = 32,
                                                 .addr_lsb = 1,
                                                 .priv_bits = 2,
                                                 .ecause_bits = 5,
                                                 .f0s_bits = 1,
                                                 .bpred_bits = 1,
                                                 .cache_bits = 7,
                                                 .irdepth_bits = 8,
                                                 .mode_bits = 2,
                                                 .doptions_bits = 5,
                                                 .iret_ext = true};

static const struct vector {
  const struct rvt_etrace_format *format;
  const char *bytes;
  struct rvt_etrace_packet packet;
} vectors[] = {
#define START(...)                                                                                 \
  { .kind = RVT_ETRACE_START, __VA_ARGS__ }
#define TRAP(...)                                                                                  \
  { .kind = RVT_ETRACE_TRAP, __VA_ARGS__ }
#define BRANCH(...)                                                                                \
  { .kind = RVT_ETRACE_BRANCH, __VA_ARGS__ }
#define ADDRESS(...)                                                                               \
  { .kind = RVT_ETRACE_ADDRESS, __VA_ARGS__ }
#define CONTEXT(...)                                                                               \
  { .kind = RVT_ETRACE_CONTEXT, __VA_ARGS__ }
#define SUPPORT(...)                                                                               \
  { .kind = RVT_ETRACE_SUPPORT, __VA_ARGS__ }
#define COUNT(...)                                                                                 \
  { .kind = RVT_ETRACE_COUNT, __VA_ARGS__ }
#define INDEX(...)                                                                                 \
  { .kind = RVT_ETRACE_INDEX, __VA_ARGS__ }
    /* Set R: RV64, lsb 0, context of 32 bits, full addresses. */
    {&r64, "1f 04", SUPPORT(.ienable = true, .ioptions = 4)},
    {&r64, "73 00 00 00 00 91 82 00 10",
     START(.branch = true, .privilege = 3, .address = 0x20010522)},
    {&r64, "73 00 00 00 00 d8 00 00 40",
     START(.branch = true, .privilege = 3, .address = 0x800001b0)},
    {&r64, "77 00 00 00 00 81 88 00 00 20",
     TRAP(.branch = true, .privilege = 3, .ecause = 2, .address = 0x80000222)},
    {&r64, "77 00 00 00 80 33 6c 00 00 20",
     TRAP(.branch = true, .privilege = 3, .ecause = 7, .interrupt = true, .thaddr = true,
          .address = 0x800001b0)},
    {&r64, "32 04 00 00 02", ADDRESS(.address = 0x8000010c)},
    {&r64, "05 04 01 00 80 00", BRANCH(.branches = 1, .address = 0x80000104)},
    {&r64, "bd aa aa 68 00 00 20",
     BRANCH(.branches = 15, .branch_map = 0x5555, .address = 0x800001a2)},
    {&r64, "4f 04", SUPPORT(.qual_status = RVT_ETRACE_ENDED_REP, .ioptions = 4)},
    /* The standard support packet and irets (ETR:A-06), worked out by hand. */
    {&irets32, "1f 14 51 21 07",
     SUPPORT(.ienable = true, .standard = {.implicit_return = true,
                                           .jump_target_cache = true,
                                           .iret_ext = true,
                                           .f0s_width = 1,
                                           .return_stack_size = 5,
                                           .bpred_size = 1,
                                           .cache_size = 7})},
    {&irets32, "1f eb 01",
     SUPPORT(.ienable = true, .qual_status = RVT_ETRACE_TRACE_LOST,
             .standard = {.sijump = true,
                          .branch_predictor = true,
                          .implicit_except = true,
                          .full_iaddress = true,
                          .resync_disabled = true,
                          .iret_ext = true})},
    {&irets32, "0a 00 00 00 28", ADDRESS(.address = 4, .irreport = true, .irdepth = 2)},
/* Sets A and B. */
#define BOTH(bytes, ...)                                                                           \
  {&a32, bytes, __VA_ARGS__}, { &b64, bytes, __VA_ARGS__ }
    BOTH("1f", SUPPORT(.ienable = true)),
    BOTH("4f", SUPPORT(.qual_status = RVT_ETRACE_ENDED_REP)),
    BOTH("cf 00", SUPPORT(.qual_status = RVT_ETRACE_ENDED_NTR)),
    BOTH("9f 00", SUPPORT(.ienable = true, .qual_status = RVT_ETRACE_TRACE_LOST)),
    BOTH("1f 1f", SUPPORT(.ienable = true, .ioptions = 0x1f)),
    {&a32, "73 00 00 00 e0", START(.branch = true, .privilege = 3, .address = 0x80000000)},
    {&b64, "73 00 00 00 20", START(.branch = true, .privilege = 3, .address = 0x80000000)},
    {&a32, "63 01 00 00 e0", START(.privilege = 3, .address = 0x80000004)},
    {&b64, "63 01 00 00 20", START(.privilege = 3, .address = 0x80000004)},
    {&b64, "33 00 04 08 e0", START(.branch = true, .privilege = 1, .address = 0xffffffff80201000)},
    BOTH("22", ADDRESS(.address = 0x10)),
    BOTH("02", ADDRESS(.address = 0)),
    {&a32, "e2", ADDRESS(.address = 0xfffffff0)},
    {&b64, "e2", ADDRESS(.address = 0xfffffffffffffff0)},
    {&a32, "22 00 00 00 fe", ADDRESS(.address = 0x10, .notify = true)},
    {&b64, "22 00 00 00 00 00 00 00 fe", ADDRESS(.address = 0x10, .notify = true)},
    {&a32, "22 00 00 00 fc", ADDRESS(.address = 0x10, .updiscon = true)},
    {&b64, "22 00 00 00 00 00 00 00 fc", ADDRESS(.address = 0x10, .updiscon = true)},
    {&a32, "e2 ff ff ff 03", ADDRESS(.address = 0xfffffff0, .updiscon = true)},
    {&b64, "e2 ff ff ff ff ff ff ff 03", ADDRESS(.address = 0xfffffffffffffff0, .updiscon = true)},
    BOTH("05 58 05", BRANCH(.branches = 1, .address = 0xab0)),
    BOTH("8d 91 02", BRANCH(.branches = 3, .branch_map = 3, .address = 0x148)),
    {&a32, "09 e9 fd ff ff 03",
     BRANCH(.branches = 2, .branch_map = 2, .address = 0xfffffef4, .updiscon = true)},
    {&b64, "09 e9 fd ff ff ff ff ff ff 03",
     BRANCH(.branches = 2, .branch_map = 2, .address = 0xfffffffffffffef4, .updiscon = true)},
    {&a32, "09 e9 fd", BRANCH(.branches = 2, .branch_map = 2, .address = 0xfffffef4)},
    {&b64, "09 e9 fd", BRANCH(.branches = 2, .branch_map = 2, .address = 0xfffffffffffffef4)},
    BOTH("a1 52 40", BRANCH(.branches = 8, .branch_map = 0xa5, .address = 2)),
    BOTH("c1 00 40 00 40", BRANCH(.branches = 16, .branch_map = 0x8001, .address = 2)),
    BOTH("fd ff ff ff bf 00", BRANCH(.branches = 31, .branch_map = 0x7fffffff, .address = 4)),
    BOTH("01", BRANCH(.branches = 0)),
    BOTH("81", BRANCH(.branch_map = 0x7fffffff)),
    BOTH("81 aa aa aa ea", BRANCH(.branch_map = 0x55555555)),
    {&a32, "f7 15 10 00 00 08",
     TRAP(.branch = true, .privilege = 3, .ecause = 11, .thaddr = true, .address = 0x80000100)},
    {&b64, "f7 25 20 00 00 10",
     TRAP(.branch = true, .privilege = 3, .ecause = 11, .thaddr = true, .address = 0x80000100)},
    {&a32, "77 21 22 00 00 08",
     TRAP(.branch = true, .privilege = 3, .ecause = 2, .address = 0x80000222)},
    {&b64, "77 41 44 00 00 10",
     TRAP(.branch = true, .privilege = 3, .ecause = 2, .address = 0x80000222)},
    {&a32, "f7 1b 10 00 00 f8",
     TRAP(.branch = true, .privilege = 3, .ecause = 7, .interrupt = true, .thaddr = true,
          .address = 0x80000100)},
    {&b64, "f7 33 20 00 00 10",
     TRAP(.branch = true, .privilege = 3, .ecause = 7, .interrupt = true, .thaddr = true,
          .address = 0x80000100)},
#define TIMER      TRAP(.branch = true, .privilege = 3, .ecause = 7, .interrupt = true, .thaddr = true)
#define LOAD_FAULT TRAP(.branch = true, .privilege = 3, .ecause = 5, .thaddr = true, .tval = 0x1000)
    {&a32_iex, "f7 fb", TIMER},
    {&b64_iex, "f7 f3", TIMER},
    {&a32_iex, "f7 12 00 02", LOAD_FAULT},
    {&b64_iex, "f7 22 00 04", LOAD_FAULT},
    /* Set C: with a context. */
    {&c32, "0b 8d 04", CONTEXT(.context = 0x1234)},
    {&c32, "13 1a 09 00 40", START(.branch = true, .context = 0x1234, .address = 0x10000)},
    /* Set D: predictor, target cache, return stack of 8. */
    {&d32, "00", COUNT(.branch_count = 0)},
    {&d32, "20 03", COUNT(.branch_count = 100)},
    {&d32, "f8 ff ff ff 17 01",
     COUNT(.branch_count = UINT32_MAX, .branch_fmt = 2, .address = 0x10)},
    {&d32, "28 00 00 00 10 02", COUNT(.branch_count = 5, .branch_fmt = 2, .address = 0x20)},
    {&d32, "28 00 00 00 18 02", COUNT(.branch_count = 5, .branch_fmt = 3, .address = 0x20)},
    {&d32, "54", INDEX(.index = 0x0a)},
    {&d32, "fc e1", INDEX(.index = 0x1f, .branches = 1, .branch_map = 1)},
    {&d32, "1c 44 01", INDEX(.index = 3, .branches = 4, .branch_map = 10)},
    {&d32, "1c a0 00", INDEX(.index = 3, .irreport = true, .irdepth = 2)},
    {&d32, "22 00 00 00 28", ADDRESS(.address = 0x10, .irreport = true, .irdepth = 2)},
    {&d32, "e2 ff ff ff 27", ADDRESS(.address = 0xfffffff0, .irreport = true, .irdepth = 2)},
    {&e32, "28", INDEX(.index = 0x0a)},
    /* A whole program: 15 instructions, the last one at a jump's target. */
    {&b64_context, "1f", SUPPORT(.ienable = true)},
    {&b64_context, "73 00 00 00 00 00 00 00 20",
     START(.branch = true, .privilege = 3, .address = 0x80000000)},
    {&b64_context, "0d 16", BRANCH(.branches = 3, .branch_map = 4, .address = 0xa)},
    {&b64_context, "0a", ADDRESS(.address = 4)},
    {&b64_context, "16", ADDRESS(.address = 0xa)},
};

static size_t from_hex(const char *text, uint8_t *bytes) {
  size_t size = 0;
  for (int used = 0; sscanf(text, " %2hhx%n", &bytes[size], &used) == 1; text += used) size++;
  return size;
}

static void assert_packet(const struct rvt_etrace_packet *a, const struct rvt_etrace_packet *b,
                          const char *what) {
  if (!rvt_etrace_packet_equal(a, b))
    fail_msg("%s: another packet: kind %u and %u, address %#llx and %#llx", what, a->kind, b->kind,
             (unsigned long long)a->address, (unsigned long long)b->address);
}

static void a_vector_is_written_and_read(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const struct vector *v = &vectors[i];
    uint8_t expected[64], made[RVT_ETRACE_PAYLOAD_BYTES];
    const size_t size = from_hex(v->bytes, expected);
    size_t written = 0;
    struct rvt_etrace_packet read;
    struct rvt_etrace_note note;
    assert_int_equal(rvt_etrace_payload_write(v->format, &v->packet, made, &written), RVT_OK);
    if (written != size || memcmp(made, expected, size) != 0)
      fail_msg("%s: wrote %zu bytes, first %02x", v->bytes, written, made[0]);
    assert_int_equal(rvt_etrace_payload_read(v->format, expected, size, &read, &note), RVT_OK);
    assert_null(note.row);
    assert_packet(&read, &v->packet, v->bytes);
  }
  ROW("ETR:P-01");
  ROW("ETR:P-02");
  ROW("ETR:P-04");
  ROW("ETR:F2-01");
  ROW("ETR:F2-02");
}

static void a_vector_is_encapsulated(void **state) {
  static const struct {
    struct rvt_etrace_format f;
    const char *bytes;
    struct rvt_etrace_packet packet;
  } cases[] = {
#define R64 .addr_bits = 64, .priv_bits = 2, .context_bits = 32, .ecause_bits = 5, REFERENCE
      {{R64, .src_bits = 6, .type_bits = 2, .type = 2},
       "06 81 32 04 00 00 02",
       ADDRESS(.address = 0x8000010c, .src = 1)},
      {{R64, .src_bits = 6, .type_bits = 2, .type = 2},
       "08 8a bd aa aa 68 00 00 20",
       BRANCH(.branches = 15, .branch_map = 0x5555, .address = 0x800001a2, .src = 10)},
      {{R64, .src_bits = 6, .type_bits = 2, .type = 2},
       "0a 85 73 00 00 00 00 91 82 00 10",
       START(.branch = true, .privilege = 3, .address = 0x20010522, .src = 5)},
      {{R64}, "05 32 04 00 00 02", ADDRESS(.address = 0x8000010c)},
      {{R64, .src_bits = 8},
       "25 2a 32 04 00 00 02",
       ADDRESS(.address = 0x8000010c, .src = 0x2a, .flow = 1)},
      {{R64, .src_bits = 12},
       "06 bc 2a 43 00 00 20 00",
       ADDRESS(.address = 0x8000010c, .src = 0xabc)},
#define A32 .addr_bits = 32, .addr_lsb = 1, .priv_bits = 2, .ecause_bits = 4, REFERENCE
      {{A32, .src_bits = 4}, "02 25 fe", ADDRESS(.address = 0xfffffff0, .src = 5)},
      {{A32, .src_bits = 4}, "02 f5 01", SUPPORT(.ienable = true, .src = 5)},
      {{A32, .src_bits = 8, .time_bytes = 2},
       "81 07 34 12 1f",
       SUPPORT(.ienable = true, .src = 7, .has_time = true, .tstamp = 0x1234)},
      {{A32, .time_bytes = 5},
       "81 89 67 45 23 01 02",
       ADDRESS(.has_time = true, .tstamp = 0x0123456789)},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t expected[64], made[RVT_ETRACE_PACKET_BYTES];
    const size_t size = from_hex(cases[i].bytes, expected);
    size_t written = 0;
    assert_int_equal(rvt_etrace_packet_write(&cases[i].f, &cases[i].packet, made, &written),
                     RVT_OK);
    if (written != size || memcmp(made, expected, size) != 0)
      fail_msg("%s: wrote %zu bytes, first %02x", cases[i].bytes, written, made[0]);
    for (size_t cut = 0; cut <= size; cut++) {
      struct rvt_bytes in = {.data = expected, .size = cut};
      struct rvt_etrace_nulls nulls = {.any = false};
      struct rvt_etrace_packet read;
      struct rvt_etrace_note note;
      const enum rvt_status status = rvt_etrace_packet_read(&cases[i].f, &in, &nulls, &read, &note);
      assert_int_equal(status, cut == 0 ? RVT_END : cut < size ? RVT_NEED_MORE : RVT_OK);
      assert_int_equal(in.pos, cut < size ? 0 : size);
      if (cut < size) continue;
      assert_null(note.row);
      assert_packet(&read, &cases[i].packet, cases[i].bytes);
    }
  }
  ROW("ETR:E-01");
  ROW("ETR:E-02");
}

/* ---- Random packets against a packer of its own ---------------------------------------------- */

struct plain {
  uint8_t bit[300];
  unsigned size;
};

static void add(struct plain *p, uint64_t value, unsigned bits) {
  for (unsigned i = 0; i < bits; i++) p->bit[p->size++] = (uint8_t)(value >> i & 1);
}

static void add_tail(struct plain *p, const struct rvt_etrace_format *f,
                     const struct rvt_etrace_packet *k, bool whole) {
  if (whole) {
    add(p, k->address >> f->addr_lsb, f->addr_bits - f->addr_lsb);
    add(p, p->bit[p->size - 1] ^ k->notify, 1);
    add(p, p->bit[p->size - 1] ^ k->updiscon, 1);
  }
  add(p, p->bit[p->size - 1] ^ k->irreport, 1);
  add(p, k->irreport ? k->irdepth : p->bit[p->size - 1] != 0 ? 255 : 0, f->irdepth_bits);
}

static void plain_standard(struct plain *p, const struct rvt_etrace_standard *k) {
  const struct {
    uint8_t value, bits;
  } all[] = {{k->sijump, 1},
             {k->implicit_return, 1},
             {k->branch_predictor, 1},
             {k->jump_target_cache, 1},
             {k->implicit_except, 1},
             {k->full_iaddress, 1},
             {k->resync_disabled, 1},
             {k->iret_ext, 1},
             {k->time_width, 3},
             {k->f0s_width, 2},
             {k->return_stack_size, 3},
             {k->call_counter_size, 4},
             {k->bpred_size, 3},
             {k->cache_size, 3}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) add(p, all[i].value, all[i].bits);
}

static void plain_payload(struct plain *p, const struct rvt_etrace_format *f,
                          const struct rvt_etrace_packet *k) {
  static const unsigned map_bits[] = {31, 1, 3, 3, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15};
  const unsigned map = k->branches > 15 ? 31 : map_bits[k->branches];
  add(p, (uint64_t[]){0, 0, 1, 2, 3, 3, 3, 3}[k->kind], 2);
  if (k->kind < RVT_ETRACE_BRANCH) add(p, k->kind, f->f0s_bits);
  if (k->kind >= RVT_ETRACE_START) add(p, k->kind - RVT_ETRACE_START, 2);
  switch (k->kind) {
  case RVT_ETRACE_COUNT:
    add(p, k->branch_count, 32);
    add(p, k->branch_fmt, 2);
    if (k->branch_fmt != 0) add_tail(p, f, k, true);
    break;
  case RVT_ETRACE_INDEX:
    add(p, k->index, f->cache_bits);
    add(p, k->branches, 5);
    add(p, k->branch_map, k->branches == 0 ? 0 : map);
    add_tail(p, f, k, false);
    break;
  case RVT_ETRACE_BRANCH:
    add(p, k->branches, 5);
    add(p, k->branch_map, map);
    if (k->branches != 0) add_tail(p, f, k, true);
    break;
  case RVT_ETRACE_ADDRESS: add_tail(p, f, k, true); break;
  case RVT_ETRACE_SUPPORT:
    add(p, k->ienable, 1);
    add(p, k->encoder_mode, f->mode_bits);
    add(p, k->qual_status, 2);
    add(p, k->ioptions, f->ioptions_bits);
    if (f->iret_ext) plain_standard(p, &k->standard);
    add(p, 0, 2U + f->doptions_bits);
    break;
  default:
    if (k->kind != RVT_ETRACE_CONTEXT) add(p, k->branch, 1);
    add(p, k->privilege, f->priv_bits);
    add(p, k->time, f->time_bits);
    add(p, k->context, f->context_bits);
    if (k->kind == RVT_ETRACE_TRAP) {
      add(p, k->ecause, f->ecause_bits);
      add(p, k->interrupt, 1);
      add(p, k->thaddr, 1);
    }
    if (k->kind == RVT_ETRACE_START ||
        (k->kind == RVT_ETRACE_TRAP && !(k->thaddr && f->implicit_exception)))
      add(p, k->address >> f->addr_lsb, f->addr_bits - f->addr_lsb);
    if (k->kind == RVT_ETRACE_TRAP && !k->interrupt) add(p, k->tval, f->addr_bits);
  }
}

static size_t plain_pack(const struct rvt_etrace_format *f, const struct rvt_etrace_packet *k,
                         uint8_t *out) {
  struct plain payload = {.size = 0}, group = {.size = 0};
  plain_payload(&payload, f, k);
  while (payload.size > 1 && payload.bit[payload.size - 1] == payload.bit[payload.size - 2])
    payload.size--;
  while (payload.size % 8 != 0) add(&payload, payload.bit[payload.size - 1], 1);
  add(&group, k->src >> f->src_bits / 8 * 8, f->src_bits % 8);
  add(&group, f->type, f->type_bits);
  for (unsigned i = 0; i < payload.size; i++) add(&group, payload.bit[i], 1);
  while (group.size % 8 != 0) add(&group, group.bit[group.size - 1], 1);
  size_t size = 0;
  out[size++] = (uint8_t)(group.size / 8 + 32U * k->flow + (k->has_time ? 128U : 0));
  if (f->src_bits >= 8) out[size++] = (uint8_t)k->src;
  if (f->src_bits == 16) out[size++] = (uint8_t)(k->src >> 8);
  for (unsigned i = 0; k->has_time && i < f->time_bytes; i++)
    out[size++] = (uint8_t)(k->tstamp >> 8 * i);
  for (unsigned i = 0; i < group.size; i += 8, size++) {
    out[size] = 0;
    for (unsigned b = 0; b < 8; b++)
      out[size] = (uint8_t)(out[size] | (unsigned)group.bit[i + b] << b);
  }
  return size;
}

static uint64_t draw(uint64_t *rng, unsigned bits) {
  if (bits == 0) return 0;
  const uint64_t all = UINT64_MAX >> (64 - bits);
  const unsigned length = 1 + (unsigned)(rvt_random(rng) % bits);
  const uint64_t value = rvt_random(rng) >> (64 - length);
  return rvt_random(rng) % 2 == 0 ? value : all & ~value; /* either sign */
}

static struct rvt_etrace_format random_format(uint64_t *rng) {
  const bool both = rvt_random(rng) % 4 == 0;
  struct rvt_etrace_format f = {.addr_bits = rvt_random(rng) % 2 == 0 ? 32 : 64,
                                .addr_lsb = (uint8_t)(rvt_random(rng) % 3),
                                .priv_bits = (uint8_t)(2 + rvt_random(rng) % 2),
                                .context_bits = (uint8_t)(rvt_random(rng) % 33),
                                .ecause_bits = (uint8_t)(4 + rvt_random(rng) % 3),
                                .f0s_bits = both,
                                .bpred_bits = both ? 5 : 0,
                                .cache_bits = (uint8_t)(both ? 1 + rvt_random(rng) % 7 : 0),
                                .irdepth_bits = (uint8_t)(rvt_random(rng) % 9),
                                .src_bits = (uint8_t)(rvt_random(rng) % 17),
                                .type_bits = (uint8_t)(rvt_random(rng) % 3),
                                .time_bytes = (uint8_t)(rvt_random(rng) % 9),
                                .implicit_exception = rvt_random(rng) % 2 != 0,
                                REFERENCE};
  if (!both && rvt_random(rng) % 2 == 0) f.cache_bits = (uint8_t)(1 + rvt_random(rng) % 7);
  if (f.context_bits < 16) f.time_bits = (uint8_t)(rvt_random(rng) % 60);
  f.type = (uint8_t)draw(rng, f.type_bits);
  if (rvt_random(rng) % 4 == 0) rvt_etrace_format_irets(&f);
  return f;
}

static struct rvt_etrace_packet random_packet(uint64_t *rng, const struct rvt_etrace_format *f) {
  struct rvt_etrace_packet p = {.kind = (uint8_t)(rvt_random(rng) % RVT_ETRACE_KINDS)};
  if (p.kind == RVT_ETRACE_COUNT && f->bpred_bits == 0) p.kind = RVT_ETRACE_BRANCH;
  if (p.kind == RVT_ETRACE_INDEX && f->cache_bits == 0) p.kind = RVT_ETRACE_ADDRESS;
  p.flow = (uint8_t)draw(rng, 2);
  p.src = (uint16_t)draw(rng, f->src_bits);
  p.has_time = f->time_bytes != 0 && rvt_random(rng) % 2 == 0;
  if (p.has_time) p.tstamp = draw(rng, 8U * f->time_bytes);
  if (p.kind == RVT_ETRACE_COUNT) {
    p.branch_count = (uint32_t)draw(rng, 32);
    p.branch_fmt = (uint8_t[]){0, 2, 3}[rvt_random(rng) % 3];
  }
  if (p.kind == RVT_ETRACE_INDEX) p.index = (uint16_t)draw(rng, f->cache_bits);
  if (p.kind == RVT_ETRACE_INDEX || p.kind == RVT_ETRACE_BRANCH) {
    p.branches = (uint8_t)(rvt_random(rng) % 32);
    if (p.branches == 0 && p.kind == RVT_ETRACE_BRANCH) p.branch_map = (uint32_t)draw(rng, 31);
    if (p.branches != 0) p.branch_map = (uint32_t)draw(rng, p.branches);
  }
  if (rvt_etrace_has_address(f, &p)) {
    p.address = draw(rng, f->addr_bits) >> f->addr_lsb << f->addr_lsb;
    p.notify = p.kind < RVT_ETRACE_START && rvt_random(rng) % 3 == 0;
    p.updiscon = p.kind < RVT_ETRACE_START && rvt_random(rng) % 3 == 0;
  }
  if (p.kind == RVT_ETRACE_INDEX || (p.kind < RVT_ETRACE_START && rvt_etrace_has_address(f, &p))) {
    p.irreport = f->irdepth_bits != 0 && rvt_random(rng) % 3 == 0;
    if (p.irreport) p.irdepth = (uint8_t)draw(rng, f->irdepth_bits);
  }
  if (p.kind == RVT_ETRACE_SUPPORT) {
    p.ienable = rvt_random(rng) % 2 == 0;
    p.qual_status = (uint8_t)draw(rng, 2);
    p.ioptions = (uint32_t)draw(rng, f->ioptions_bits);
    if (f->iret_ext) {
      const uint64_t r = rvt_random(rng);
      p.standard = (struct rvt_etrace_standard){.sijump = r & 1,
                                                .implicit_return = r >> 1 & 1,
                                                .branch_predictor = r >> 2 & 1,
                                                .jump_target_cache = r >> 3 & 1,
                                                .implicit_except = r >> 4 & 1,
                                                .full_iaddress = r >> 5 & 1,
                                                .resync_disabled = r >> 6 & 1,
                                                .iret_ext = r >> 7 & 1,
                                                .time_width = r >> 8 & 7,
                                                .f0s_width = r >> 11 & 3,
                                                .return_stack_size = r >> 13 & 7,
                                                .call_counter_size = r >> 16 & 15,
                                                .bpred_size = r >> 20 & 7,
                                                .cache_size = r >> 23 & 7};
    }
  } else if (p.kind >= RVT_ETRACE_START) {
    p.branch = p.kind != RVT_ETRACE_CONTEXT && rvt_random(rng) % 2 == 0;
    p.privilege = (uint8_t[]){0, 1, 3}[rvt_random(rng) % 3];
    p.time = draw(rng, f->time_bits);
    p.context = (uint32_t)draw(rng, f->context_bits);
  }
  if (p.kind == RVT_ETRACE_TRAP) {
    p.address = 0;
    p.ecause = (uint16_t)draw(rng, f->ecause_bits);
    p.interrupt = rvt_random(rng) % 2 == 0;
    p.thaddr = rvt_random(rng) % 2 == 0;
    if (rvt_etrace_has_address(f, &p))
      p.address = draw(rng, f->addr_bits) >> f->addr_lsb << f->addr_lsb;
    if (!p.interrupt) p.tval = draw(rng, f->addr_bits);
  }
  return p;
}

static void a_random_packet_comes_back(void **state) {
  uint64_t rng = rvt_random_seed("test_etrace_packet");
  unsigned seen[RVT_ETRACE_KINDS] = {0};
  (void)state;
  for (unsigned i = 0; i < 200000; i++) {
    const struct rvt_etrace_format f = random_format(&rng);
    const struct rvt_etrace_packet p = random_packet(&rng, &f);
    if (!rvt_etrace_format_valid(&f)) continue; /* longer than 31 bytes */
    uint8_t expected[64], made[RVT_ETRACE_PACKET_BYTES];
    size_t written = 0;
    const size_t size = plain_pack(&f, &p, expected);
    assert_int_equal(rvt_etrace_packet_write(&f, &p, made, &written), RVT_OK);
    assert_int_equal(written, size);
    assert_memory_equal(made, expected, size);
    assert_true(size <= rvt_etrace_longest(&f));
    struct rvt_bytes in = {.data = made, .size = written};
    struct rvt_etrace_nulls nulls = {.any = false};
    struct rvt_etrace_packet read;
    struct rvt_etrace_note note;
    assert_int_equal(rvt_etrace_packet_read(&f, &in, &nulls, &read, &note), RVT_OK);
    assert_null(note.row);
    assert_int_equal(in.pos, size);
    assert_packet(&read, &p, "random");
    seen[p.kind]++;
  }
  for (unsigned i = 0; i < RVT_ETRACE_KINDS; i++) assert_true(seen[i] > 5000);
  ROW("ETR:P-07");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_vector_is_written_and_read),
      cmocka_unit_test(a_vector_is_encapsulated),
      cmocka_unit_test(a_random_packet_comes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

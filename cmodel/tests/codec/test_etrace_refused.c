/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/etrace_packet.h"
#include "tests/support/test.h"

/* What reader and writer of packets refuse, and how a reader goes on. */

#define REFERENCE .mode_bits = 1, .ioptions_bits = 5, .doptions_bits = 4
#define A32       .addr_bits = 32, .addr_lsb = 1, .priv_bits = 2, .ecause_bits = 4, REFERENCE
#define R64       .addr_bits = 64, .priv_bits = 2, .context_bits = 32, .ecause_bits = 5, REFERENCE
#define START(...)                                                                                 \
  { .kind = RVT_ETRACE_START, __VA_ARGS__ }
#define TRAP(...)                                                                                  \
  { .kind = RVT_ETRACE_TRAP, __VA_ARGS__ }
#define BRANCH(...)                                                                                \
  { .kind = RVT_ETRACE_BRANCH, __VA_ARGS__ }
#define ADDRESS(...)                                                                               \
  { .kind = RVT_ETRACE_ADDRESS, __VA_ARGS__ }
#define SUPPORT(...)                                                                               \
  { .kind = RVT_ETRACE_SUPPORT, __VA_ARGS__ }
#define COUNT(...)                                                                                 \
  { .kind = RVT_ETRACE_COUNT, __VA_ARGS__ }

static const struct rvt_etrace_format a32 = {A32};

static size_t from_hex(const char *text, uint8_t *bytes) {
  size_t size = 0;
  for (int used = 0; sscanf(text, " %2hhx%n", &bytes[size], &used) == 1; text += used) size++;
  return size;
}

static void a_malformed_packet_is_refused_by_name(void **state) {
  static const struct {
    struct rvt_etrace_format f;
    const char *bytes, *row;
    enum rvt_status status;
  } cases[] = {
#define D32 A32, .f0s_bits = 1, .bpred_bits = 5, .cache_bits = 5, .irdepth_bits = 4
      {{A32}, "20", "ETR:E-05", RVT_ERR_FRAMING},    /* a null packet with flow */
      {{A32}, "00 e0", "ETR:E-05", RVT_ERR_FRAMING}, /* ... with flow and time */
      {{A32}, "81 1f", "ETR:E-01", RVT_ERR_FRAMING}, /* a time that is not configured */
      {{A32, .src_bits = 7, .type_bits = 1}, "01 00", "ETR:E-02", RVT_ERR_FRAMING},
      {{A32, .type_bits = 1}, "01 03", "ETR:E-03", RVT_ERR_RESERVED}, /* data trace */
      {{A32}, "01 00", "ETR:F0-01", RVT_ERR_RESERVED},                /* no predictor, no cache */
      {{A32, .f0s_bits = 2, .bpred_bits = 5, .cache_bits = 5},
       "01 08",
       "ETR:F0-01",
       RVT_ERR_RESERVED},
      {{D32}, "05 00 00 00 00 08", "ETR:F0-02", RVT_ERR_RESERVED},  /* branch_fmt 1 */
      {{D32}, "05 22 00 00 00 10", "ETR:F2-01", RVT_ERR_RESERVED},  /* irdepth without irreport */
      {{A32}, "05 22 00 00 00 08", "ETR:F2-01", RVT_ERR_RESERVED},  /* irreport without a stack */
      {{A32}, "01 2b", "ETR:IN-06", RVT_ERR_RESERVED},              /* privilege 2 */
      {{A32}, "01 3f", "ETR:F3-05", RVT_ERR_RESERVED},              /* encoder_mode 1 */
      {{A32}, "06 22 00 00 00 00 01", "ETR:P-02", RVT_ERR_FRAMING}, /* bits beyond the fields */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t bytes[64];
    struct rvt_bytes in = {.data = bytes, .size = from_hex(cases[i].bytes, bytes)};
    struct rvt_etrace_nulls nulls = {.any = false};
    struct rvt_etrace_packet p, before;
    struct rvt_etrace_note note;
    memset(&p, 0xa5, sizeof p);
    before = p;
    const enum rvt_status status = rvt_etrace_packet_read(&cases[i].f, &in, &nulls, &p, &note);
    if (status != cases[i].status || note.row == NULL || strcmp(note.row, cases[i].row) != 0)
      fail_msg("%s: status %d, %s", cases[i].bytes, status, note.row);
    assert_memory_equal(&p, &before, sizeof p);
    assert_int_equal(note.offset, in.pos);
    assert_true(strlen(note.text) > 20);
  }
  ROW("ETR:E-03");
  ROW("ETR:E-05");
}

static void what_harms_nothing_is_remarked(void **state) {
  static const struct {
    const char *bytes, *row;
  } cases[] = {
      {"02 22 00", "ETR:P-02"}, /* a byte more than needed */
      {"02 e2 ff", "ETR:P-02"},     {"01 1f", NULL},
      {"00 00 01 1f", "ETR:DC-13"}, /* no alignment */
      {"00 00 80 01 1f", NULL},     {"80 00 01 1f", "ETR:DC-13"},
      {"03 89 06 04", "ETR:DC-17"}, /* two branches, bit 2 of the map is set */
      {"02 1f 20", "ETR:F3-05"},    /* denable */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t bytes[64];
    struct rvt_bytes in = {.data = bytes, .size = from_hex(cases[i].bytes, bytes)};
    struct rvt_etrace_nulls nulls = {.any = false};
    struct rvt_etrace_packet p;
    struct rvt_etrace_note note;
    assert_int_equal(rvt_etrace_packet_read(&a32, &in, &nulls, &p, &note), RVT_OK);
    assert_int_equal(in.pos, in.size);
    if ((note.row == NULL) != (cases[i].row == NULL) ||
        (note.row != NULL && strcmp(note.row, cases[i].row) != 0))
      fail_msg("%s: %s", cases[i].bytes, note.row);
  }
}

static void what_cannot_be_written_is_refused(void **state) {
  static const struct {
    struct rvt_etrace_format f;
    struct rvt_etrace_packet packet;
    enum rvt_status status;
  } cases[] = {
      {{A32}, ADDRESS(.address = 1), RVT_ERR_RANGE},
      {{A32}, ADDRESS(.address = UINT64_C(1) << 32), RVT_ERR_RANGE},
      {{A32}, BRANCH(.branches = 32), RVT_ERR_RANGE},
      {{A32}, BRANCH(.branches = 2, .branch_map = 4), RVT_ERR_RANGE},
      {{A32}, START(.privilege = 4), RVT_ERR_RANGE},
      {{A32}, START(.context = 1), RVT_ERR_RANGE},
      {{A32}, TRAP(.ecause = 16), RVT_ERR_RANGE},
      {{A32}, SUPPORT(.ioptions = 32), RVT_ERR_RANGE},
      {{A32, .src_bits = 4}, SUPPORT(.src = 16), RVT_ERR_RANGE},
      {{A32}, SUPPORT(.flow = 4), RVT_ERR_RANGE},
      {{A32}, SUPPORT(.has_time = true), RVT_ERR_RANGE},
      {{A32, .time_bytes = 2}, SUPPORT(.has_time = true, .tstamp = 65536), RVT_ERR_RANGE},
      {{A32}, COUNT(.branch_count = 1), RVT_ERR_RESERVED},
      {{A32}, ADDRESS(.irreport = true), RVT_ERR_RESERVED},
      {{D32}, COUNT(.branch_fmt = 1), RVT_ERR_RESERVED},
      {{A32}, {.kind = RVT_ETRACE_KINDS}, RVT_ERR_RESERVED},
      {{.addr_bits = 1}, ADDRESS(.address = 0), RVT_ERR_ARG},
      {{R64, .time_bits = 64, .src_bits = 7, .type_bits = 7}, START(.branch = true), RVT_ERR_ARG},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t out[RVT_ETRACE_PACKET_BYTES], before[RVT_ETRACE_PACKET_BYTES];
    size_t size = 77;
    memset(out, 0xa5, sizeof out);
    memcpy(before, out, sizeof out);
    if (rvt_etrace_packet_write(&cases[i].f, &cases[i].packet, out, &size) != cases[i].status)
      fail_msg("case %zu", i);
    assert_int_equal(size, 77);
    assert_memory_equal(out, before, sizeof out);
  }
}

/* ETR:E-06: damage ends at the next sync sequence, which no packet can look like. */
static void reading_goes_on_after_a_sync_sequence(void **state) {
  uint8_t bytes[256] = {0x00};
  size_t size = 1;
  (void)state;
  bytes[size++] = 0x1f; /* a packet of nothing but bytes like null ones, */
  memset(bytes + size, 0, 30);
  bytes[size + 30] = 0x80;
  size += 31;
  bytes[size++] = 0x20; /* damage */
  memset(bytes + size, 0, 30);
  bytes[size + 30] = 0x80; /* one null packet too few */
  size += 31;
  bytes[size++] = 0x01; /* would be a packet if the others were null ones */
  bytes[size++] = 0x4f;
  size += 33; /* idle ones, and the alignment */
  bytes[size - 1] = 0x80;
  const size_t good = size;
  bytes[size++] = 0x01;
  bytes[size++] = 0x1f;
  for (size_t piece = 1; piece <= size; piece++) {
    struct rvt_bytes in = {.data = bytes, .size = 0};
    struct rvt_etrace_nulls nulls = {.any = false};
    enum rvt_status status = RVT_NEED_MORE;
    while (status == RVT_NEED_MORE && in.size < size) {
      in.size = in.size + piece < size ? in.size + piece : size;
      status = rvt_etrace_resync(&a32, &in, &nulls);
    }
    assert_int_equal(status, RVT_OK);
    assert_int_equal(in.pos, good);
    struct rvt_etrace_packet p;
    struct rvt_etrace_note note;
    in.size = size;
    assert_int_equal(rvt_etrace_packet_read(&a32, &in, &nulls, &p, &note), RVT_OK);
    assert_null(note.row);
    assert_int_equal(p.kind, RVT_ETRACE_SUPPORT);
  }
  /* Without the alignment the packet is found, too, and a refused one is passed. */
  bytes[good - 1] = 0;
  bytes[good] = 0x20 | 1;
  bytes[good + 1] = 0x2b;
  struct rvt_bytes in = {.data = bytes, .size = size};
  struct rvt_etrace_nulls nulls = {.any = false};
  struct rvt_etrace_packet p;
  assert_int_equal(rvt_etrace_resync(&a32, &in, &nulls), RVT_OK);
  assert_int_equal(in.pos, good);
  assert_int_equal(rvt_etrace_packet_read(&a32, &in, &nulls, &p, NULL), RVT_ERR_RESERVED);
  assert_int_equal(rvt_etrace_resync(&a32, &in, &nulls), RVT_NEED_MORE);
  assert_int_equal(in.pos, size);
  ROW("ETR:E-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_malformed_packet_is_refused_by_name),
      cmocka_unit_test(what_harms_nothing_is_remarked),
      cmocka_unit_test(what_cannot_be_written_is_refused),
      cmocka_unit_test(reading_goes_on_after_a_sync_sequence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

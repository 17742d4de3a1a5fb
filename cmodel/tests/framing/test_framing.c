/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/framing.h"
#include "rvt/prng.h"
#include "rvt/tandem/record.h"
#include "tests/support/tandem_random.h"
#include "tests/support/test.h"

/* By the rows, not by the names of rvt/ntrace.h. */
static void ntrace_says_it_of_every_byte(void **state) {
  (void)state;
  const struct rvt_framing *f = rvt_framing_of(0);
  for (unsigned byte = 0; byte < 256; byte++) {
    const uint8_t b = (uint8_t)byte;
    const unsigned mseo = byte % 4, tcode = byte / 4;
    const bool sync = tcode == 9 || tcode == 11 || tcode == 12 || tcode == 29;
    uint32_t at = 0;
    assert_int_equal(f->ends(&at, b), mseo == 3);
    assert_int_equal(at, 0);
    assert_int_equal(f->wrong(b, false), mseo == 2);
    assert_int_equal(f->wrong(b, true), mseo != 0);
    assert_int_equal(f->aligns(&b, 1), sync);
    assert_int_equal(f->syncs(&b, 1), sync || tcode == 8);
    assert_int_equal(f->length(&b, 1), 0);
  }
  ROW("NT:PKT-05");
}

/* Which values: RAM sink, PIB and what they are read with show them. */
static void ntrace_has_its_values(void **state) {
  (void)state;
  const struct rvt_framing *f = rvt_framing_of(RVT_FRAMING_NTRACE);
  assert_string_equal(f->name, "n-trace");
  assert_int_equal(f->idle, 0xFF);
  assert_int_equal(f->padding, 0xFF);
  assert_int_equal(f->broken, 0xFE);
  assert_int_equal(f->broken_bytes, 11);
  assert_int_equal(f->align_bytes, 2);
  assert_int_equal(f->longest, 38);
  assert_true(f->alone);
}

/* The bytes of a packet with each header: those that it counts, and what the place says beside. */
static void etrace_counts_from_the_header(void **state) {
  (void)state;
  const struct rvt_framing *f = rvt_framing_of(RVT_FRAMING_ETRACE);
  static const struct {
    unsigned src_bits, time_bytes, src;
  } builds[] = {{0, 0, 0}, {7, 0, 0}, {8, 0, 1}, {12, 0, 1}, {16, 0, 2}, {0, 5, 0}, {8, 8, 1}};
  for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
    const uint32_t begin = rvt_framing_place(builds[i].src_bits, builds[i].time_bytes);
    for (unsigned header = 0; header < 256; header++) {
      const unsigned length = header % 32, time = header >= 128 ? builds[i].time_bytes : 0;
      const unsigned bytes = length == 0 ? 1 : 1 + builds[i].src + time + length;
      uint32_t at = begin;
      unsigned passed = 1;
      bool end = f->ends(&at, (uint8_t)header);
      for (; !end && passed < 100; passed++) end = f->ends(&at, 0x00);
      assert_int_equal(passed, bytes);
      assert_int_equal(at, begin);
      assert_int_equal(f->wrong((uint8_t)header, true), (header & 0x60) != 0);
      assert_false(f->wrong((uint8_t)header, false));
    }
  }
  assert_int_equal(f->longest, 1 + 1 + 7 + 31);
  assert_false(f->alone);
  ROW("ETR:E-02");
  ROW("ETR:E-05");
}

static void a_null_packet_is_no_message(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x00, 0x80, 0x81, 0x07, 0x34, 0x12, 0x1f, 0x80, 0x01, 0x07, 0x1f};
  static const char kept[] = "..MMMMM.MMM", open[] = "..oooo..oo.";
  struct rvt_framing_reader r = {.place = rvt_framing_place(8, 2)};
  for (size_t i = 0; i < sizeof bytes; i++) {
    const bool of_message = rvt_framing_read(rvt_framing_of(RVT_FRAMING_ETRACE), &r, bytes[i]);
    assert_int_equal(of_message, kept[i] == 'M');
    assert_int_equal(r.open, open[i] == 'o');
  }
}

/* The hart's groups, of every kind and width. */
static const struct rvt_tandem_format formats[] = {{32, 0, 32},  {32, 0, 34}, {32, 32, 32},
                                                   {32, 64, 34}, {64, 0, 64}, {64, 64, 64}};
enum { FORMATS = sizeof formats / sizeof *formats, GROUPS = 4000 };

static size_t a_group(uint64_t *prng, const struct rvt_tandem_format *f, uint8_t *out) {
  static const struct rvt_tandem_forms forms = {true, true, true};
  const struct rvt_tandem_record record = tandem_random_record(prng, f);
  size_t size = 0;
  assert_int_equal(rvt_tandem_encode(f, &forms, &record, out, &size), RVT_OK);
  return size;
}

static void tandem_counts_along_the_opcodes(void **state) {
  (void)state;
  const struct rvt_framing *f = rvt_framing_of(RVT_FRAMING_TANDEM);
  uint64_t prng = 1;
  for (unsigned i = 0; i < FORMATS * GROUPS; i++) {
    const struct rvt_tandem_format *t = &formats[i % FORMATS];
    const uint32_t begin = rvt_framing_place_tandem(t->xlen, t->flen, t->mlen);
    uint8_t bytes[RVT_TANDEM_GROUP_BYTES];
    const size_t size = a_group(&prng, t, bytes);
    uint32_t at = begin;
    for (size_t k = 0; k < size; k++) {
      assert_int_equal(f->ends(&at, bytes[k]), k + 1 == size);
      assert_int_equal(f->wrong(bytes[k], k == 0), false);
    }
    assert_int_equal(at, begin);
    assert_true(f->syncs(bytes, size) && !f->aligns(bytes, size) && f->length(bytes, size) == 0);
  }
  for (unsigned byte = 0; byte < 256; byte++)
    assert_int_equal(f->wrong((uint8_t)byte, true), byte != 1);
  assert_string_equal(f->name, "tandem");
  assert_int_equal(f->longest, RVT_TANDEM_GROUP_BYTES);
  assert_true(f->idle == 0 && f->padding == 0 && f->once && f->beside && !f->headed && !f->alone);
  ROW("TV:E-06");
}

/* What a strict reader finds first: an error, or the end of a group. */
static bool is_refused(const struct rvt_tandem_format *f, const uint8_t *bytes, size_t size) {
  static struct rvt_tandem_reader r;
  struct rvt_bytes in = {.data = bytes, .size = size};
  struct rvt_tandem_element e;
  rvt_tandem_reader_init(&r, f);
  for (;;) {
    const enum rvt_status status = rvt_tandem_read(&r, &in, &e, NULL);
    if (status != RVT_OK) return status != RVT_END;
    if (e.opcode == RVT_TANDEM_END) return false;
  }
}

/* A group of which a sink has lost the rest, the bytes that end it, and a whole group behind them.
 */
static void a_group_that_was_cut_is_never_read(void **state) {
  (void)state;
  const struct rvt_framing *f = rvt_framing_of(RVT_FRAMING_TANDEM);
  uint64_t prng = 2;
  for (unsigned i = 0; i < FORMATS * 200; i++) {
    const struct rvt_tandem_format *t = &formats[i % FORMATS];
    uint8_t group[RVT_TANDEM_GROUP_BYTES], after[RVT_TANDEM_GROUP_BYTES];
    const size_t size = a_group(&prng, t, group), more = a_group(&prng, t, after);
    for (size_t cut = 1; cut < size; cut++) {
      uint8_t bytes[2 * RVT_TANDEM_GROUP_BYTES + 16];
      size_t all = cut;
      memcpy(bytes, group, cut);
      for (unsigned k = 0; k < f->broken_bytes; k++) bytes[all++] = f->broken;
      bytes[all++] = f->padding;
      for (size_t end = cut; end <= all; end++) assert_true(is_refused(t, bytes, end));
      memcpy(bytes + all, after, more);
      assert_true(is_refused(t, bytes, all + more));
    }
  }
  ROW("TV:R-17");
}

static void another_framing_is_none(void **state) {
  (void)state;
  assert_null(rvt_framing_of(RVT_FRAMINGS));
  assert_null(rvt_framing_of(255));
}

static void a_reader_passes_over_what_is_between_messages(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0xFF, 0xFF, 0x24, 0xFF, 0xFF, 0x0C, 0x07, 0xFF, 0x20, 0xFC};
  static const char kept[] = "..MM.MM.MM", open[] = "..o..o..oo";
  struct rvt_framing_reader r = {0};
  for (size_t i = 0; i < sizeof bytes; i++) {
    const bool of_message = rvt_framing_read(rvt_framing_of(0), &r, bytes[i]);
    assert_int_equal(of_message, kept[i] == 'M');
    assert_int_equal(r.open, open[i] == 'o');
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ntrace_says_it_of_every_byte),
      cmocka_unit_test(ntrace_has_its_values),
      cmocka_unit_test(etrace_counts_from_the_header),
      cmocka_unit_test(a_null_packet_is_no_message),
      cmocka_unit_test(tandem_counts_along_the_opcodes),
      cmocka_unit_test(a_group_that_was_cut_is_never_read),
      cmocka_unit_test(another_framing_is_none),
      cmocka_unit_test(a_reader_passes_over_what_is_between_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

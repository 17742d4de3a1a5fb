/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "msg_random.h"
#include "oracle/row.h"
#include "rvt/ntrace.h"
#include "rvt/ntrace_text.h"
#include "tests/support/test.h"

/* ---- Messages that are cut ----------------------------------------------------------------- */

/*
 * A message of each kind that was cut after each of its bytes, with what the RAM sink writes
 * after it: no reader takes it for a message, and all go on with the next one
 * (docs/units/ram-sink.md, "A cut message").
 */

enum { END_BYTES = 12, BROKEN = 0xFE, IDLE = 0xFF, ROUNDS = 60, STREAM = 3 * RVT_MSG_BYTES_MAX };

static const struct rvt_ntrace_format formats[] = {{.ts = false},
                                                   {.src_bits = 3},
                                                   {.src_bits = 12, .ts = true},
                                                   {.ts = true},
                                                   {.extend_bits = 63}};
enum { FORMATS = sizeof formats / sizeof *formats };

struct stream {
  uint8_t bytes[STREAM];
  size_t cut, end, size; /* ends of the fragment, of what ends it, of the message after it */
};

static void build(struct stream *s, const uint8_t *first, size_t cut, const uint8_t *next,
                  size_t next_size) {
  memcpy(s->bytes, first, cut);
  memset(s->bytes + cut, BROKEN, END_BYTES - 1);
  s->bytes[cut + END_BYTES - 1] = IDLE;
  memcpy(s->bytes + cut + END_BYTES, next, next_size);
  s->cut = cut;
  s->end = cut + END_BYTES;
  s->size = s->end + next_size;
}

/** rvt: MSEO 10 is reported, and the message after it is read (NT:PKT-12). */
static void strict_reader(const struct stream *s, const struct rvt_ntrace_format *f,
                          const struct rvt_ntrace_msg *next) {
  struct rvt_ntrace_msg m;
  struct rvt_bytes in = {.data = s->bytes, .size = s->cut};
  const enum rvt_status open = rvt_ntrace_msg_read(f, &in, &m, NULL); /* at the end of a capture */
  assert_true(open == (s->cut == 0 ? RVT_END : RVT_NEED_MORE));
  in = (struct rvt_bytes){.data = s->bytes, .size = s->size};
  assert_int_equal(rvt_ntrace_msg_read(f, &in, &m, NULL), RVT_ERR_FRAMING);
  assert_int_equal(rvt_ntrace_resync(&in), RVT_OK);
  assert_int_equal(in.pos, s->end);
  assert_int_equal(rvt_ntrace_msg_read(f, &in, &m, NULL), RVT_OK);
  assert_int_equal(m.tcode, next->tcode);
  assert_int_equal(in.pos, s->size);
}

/**
 * A reader that knows no MSEO 10 and takes it for `as`: whether the bytes up to the next MSEO 11
 * can be a message. None has more than five variable fields; a field has eleven bytes at most, the
 * first one nine with all that is fixed before it.
 */
static bool naive_reader(const uint8_t *bytes, size_t size, uint8_t as) {
  enum { FIELDS_MOST = 5, FIELD_BYTES = 11, FIRST_BYTES = 9 };
  unsigned fields = 0, run = 0;
  bool fits = true;
  for (size_t i = 0; i < size; i++) {
    const uint8_t mseo = (bytes[i] & 3) == 2 ? as : bytes[i] & 3;
    if (++run > (fields == 0 ? FIRST_BYTES : FIELD_BYTES)) fits = false;
    if (mseo == RVT_MSEO_NORMAL) continue;
    fields++;
    run = 0;
    if (mseo == RVT_MSEO_END_MSG) return i + 1 == size && fields <= FIELDS_MOST && fits;
  }
  return false;
}

static void no_fragment_is_a_message(void **state) {
  (void)state;
  uint64_t seed = rvt_random_seed("test_ntrace_cut");
  uint64_t cuts = 0, readable_with_idle = 0;
  for (unsigned n = 0; n < FORMATS * RVT_RANDOM_KINDS * ROUNDS; n++) {
    const struct rvt_ntrace_format *f = &formats[n % FORMATS];
    const struct rvt_ntrace_msg first = rvt_random_msg(&seed, n / FORMATS % RVT_RANDOM_KINDS, f);
    const struct rvt_ntrace_msg next = rvt_random_msg(&seed, n % RVT_RANDOM_KINDS, f);
    if (!rvt_ntrace_has_flow(first.tcode)) continue; /* nobody here sends it */
    uint8_t a[RVT_MSG_BYTES_MAX], b[RVT_MSG_BYTES_MAX];
    size_t a_size = 0, b_size = 0;
    assert_int_equal(rvt_ntrace_msg_write(f, &first, a, &a_size), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_write(f, &next, b, &b_size), RVT_OK);
    const bool sent = first.tcode != RVT_TC_OWNERSHIP; /* no encoder of this project sends it */
    assert_true(!sent || naive_reader(a, a_size, RVT_MSEO_NORMAL));
    for (size_t cut = 0; cut < a_size; cut++) {
      struct stream s;
      build(&s, a, cut, b, b_size);
      strict_reader(&s, f, &next);
      assert_false(sent && cut != 0 && naive_reader(s.bytes, s.end, RVT_MSEO_NORMAL));
      assert_false(naive_reader(s.bytes, s.end, RVT_MSEO_END_VAR));
      /* 0xFF alone is the last byte of many a fragment. */
      struct rvt_ntrace_msg m;
      uint8_t alone[RVT_MSG_BYTES_MAX + 1];
      memcpy(alone, a, cut);
      alone[cut] = IDLE;
      struct rvt_bytes in = {.data = alone, .size = cut + 1};
      readable_with_idle += rvt_ntrace_msg_read(f, &in, &m, NULL) == RVT_OK;
      cuts++;
    }
  }
  print_message("%llu cuts, none readable; after 0xFF alone %llu would be\n",
                (unsigned long long)cuts, (unsigned long long)readable_with_idle);
  assert_true(readable_with_idle > 1000);
  ROW("NT:PKT-12");
  ROW("TCI:RAM-14");
}

/* ---- Extended addresses -------------------------------------------------------------------- */

/* Extended addresses: what the reader takes, and the writer refuses. The test vectors and messages
 * by chance are in test_ntrace_msg.c. */

/* Read bytes that hold exactly one message; `row` is what is remarked, or NULL, of the last byte of
 * the address. */
static struct rvt_ntrace_msg read_one(const struct rvt_ntrace_format *format, const char *bytes,
                                      size_t size, const char *row, size_t offset) {
  struct rvt_bytes in = {.data = (const uint8_t *)bytes, .size = size};
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  assert_int_equal(rvt_ntrace_msg_read(format, &in, &msg, &note), RVT_OK);
  assert_int_equal(in.pos, size);
  if (row == NULL) {
    assert_null(note.row);
    return msg;
  }
  assert_non_null(note.row);
  assert_string_equal(note.row, row);
  assert_int_equal(note.offset, offset);
  return msg;
}
#define READ_ONE(format, bytes, row, offset) read_one(format, bytes, sizeof(bytes) - 1, row, offset)

/* 9.4: any number of equal bits may be left out; more bytes than needed are read, and remarked. */
static void extended_addresses_are_read_in_any_length(void **state) {
  (void)state;
  const struct rvt_ntrace_format wide = {.extend_bits = 63}, narrow = {.extend_bits = 31};
  const uint64_t all = UINT64_MAX >> 1;
  struct rvt_ntrace_msg msg = READ_ONE(&wide, "\x24\x0d\xff", NULL, 0);
  assert_true(msg.addr == all);
  msg = READ_ONE(&wide, "\x24\x0d\xfc\xff", "NT:PKT-10", 3);
  assert_true(msg.addr == all);
  msg = READ_ONE(&wide, "\x24\x0d\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\x1f", "NT:PKT-10", 12);
  assert_true(msg.addr == all);
  msg = READ_ONE(&wide, "\x24\x0d\x80\x03", NULL, 0); /* NT:ADR-12 */
  assert_true(msg.addr == 0x20);
  msg = READ_ONE(&wide, "\x24\x0d\x83", NULL, 0);
  assert_true(msg.addr == (all ^ 0x1f));
  msg = READ_ONE(&wide, "\x24\x0d\x00\x03", "NT:PKT-10", 3);
  assert_true(msg.addr == 0);
  /* Ones above all 63 bits vanish, as zeros do (NT:ADR-13, ADR-08). */
  msg = READ_ONE(&wide, "\x24\x0d\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xfc\xf7", "NT:ADR-13", 12);
  assert_true(msg.addr == UINT64_C(0x5fffffffffffffff));
  msg = READ_ONE(&narrow, "\x24\x0d\x00\x00\x00\x00\x00\xff", "NT:ADR-13", 7);
  assert_true(msg.addr == 0x40000000);
  msg = READ_ONE(&narrow, "\x24\x0d\x00\x00\x00\xfb", NULL, 0);
  assert_true(msg.addr == 0x7ff80000);
  static const char longer[] = "\x24\x0d\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03";
  struct rvt_bytes in = {.data = (const uint8_t *)longer, .size = sizeof longer - 1};
  struct rvt_ntrace_note note;
  assert_int_equal(rvt_ntrace_msg_read(&wide, &in, &msg, &note), RVT_ERR_RANGE);
  assert_string_equal(note.row, "NT:DEC-03");
  assert_int_equal(note.offset, 13);
  /* PROCESS is no address, nor is what a message has beside it. */
  msg = READ_ONE(&wide, "\x08\xff", NULL, 0);
  assert_true(msg.process == 0x3f);
  msg = READ_ONE(&wide, "\x70\xd0\x1d\xfd\xf8\xff", NULL, 0);
  assert_true(msg.icnt == 0x7d && msg.addr == all && msg.hist == 0xffe);
  ROW("NT:ADR-14");
  ROW("NT:ADR-16");
}

static void an_address_beyond_xlen_is_not_written(void **state) {
  (void)state;
  const struct rvt_ntrace_format narrow = {.extend_bits = 31}, beyond = {.extend_bits = 64};
  struct rvt_ntrace_msg msg = {.tcode = RVT_TC_PROG_TRACE_SYNC, .addr = UINT64_C(1) << 31};
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  assert_int_equal(rvt_ntrace_msg_write(&narrow, &msg, bytes, &size), RVT_ERR_RANGE);
  assert_int_equal(rvt_ntrace_msg_write(&beyond, &msg, bytes, &size), RVT_ERR_ARG);
  struct rvt_bytes in = {.data = bytes, .size = 0};
  assert_int_equal(rvt_ntrace_msg_read(&beyond, &in, &msg, NULL), RVT_ERR_ARG);
  assert_int_equal(size, 0);
  struct rvt_error error;
  size_t column = 0;
  assert_int_equal(rvt_ntrace_msg_parse(&narrow, "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80000000",
                                        &msg, &column, &error),
                   RVT_ERR_RANGE);
  assert_int_equal(column, 36);
}

/* ---- Equal messages ---- */

/* What the compiler puts between the fields is no part of a message. */
static void each_field_alone_makes_messages_differ(void **state) {
  (void)state;
  struct rvt_ntrace_msg a, b;
  memset(&a, 0x00, sizeof a);
  memset(&b, 0xff, sizeof b);
#define COPY(field) b.field = a.field
#define DIFFERS(field, mask)                                                                       \
  do {                                                                                             \
    COPY(field);                                                                                   \
    assert_true(rvt_ntrace_msg_equal(&a, &b) && rvt_ntrace_msg_equal(&b, &a));                     \
    b.field ^= (mask);                                                                             \
    assert_false(rvt_ntrace_msg_equal(&a, &b) || rvt_ntrace_msg_equal(&b, &a));                    \
    COPY(field);                                                                                   \
  } while (0)
#define BOTH_ENDS(field, bits)                                                                     \
  DIFFERS(field, 1U);                                                                              \
  DIFFERS(field, (uint##bits##_t)((uint##bits##_t)1 << (bits - 1)))
  COPY(tcode), COPY(src), COPY(sync), COPY(btype), COPY(etype), COPY(rcode), COPY(evcode);
  COPY(cdf), COPY(icnt), COPY(addr), COPY(hist), COPY(hrepeat), COPY(bcnt), COPY(ecode);
  COPY(process), COPY(tstamp), COPY(has_tstamp), COPY(cksrc), COPY(ckdf), COPY(idtag);
  COPY(data[0]), COPY(data[1]);
  BOTH_ENDS(tcode, 8);
  BOTH_ENDS(src, 16);
  BOTH_ENDS(sync, 8);
  BOTH_ENDS(btype, 8);
  BOTH_ENDS(etype, 8);
  BOTH_ENDS(rcode, 8);
  BOTH_ENDS(evcode, 8);
  BOTH_ENDS(cdf, 8);
  BOTH_ENDS(icnt, 64);
  BOTH_ENDS(addr, 64);
  BOTH_ENDS(hist, 64);
  BOTH_ENDS(hrepeat, 64);
  BOTH_ENDS(bcnt, 64);
  BOTH_ENDS(ecode, 64);
  BOTH_ENDS(process, 64);
  BOTH_ENDS(cksrc, 8);
  BOTH_ENDS(ckdf, 8);
  BOTH_ENDS(idtag, 64);
  BOTH_ENDS(data[0], 64);
  BOTH_ENDS(data[1], 64);
  BOTH_ENDS(tstamp, 64);
  DIFFERS(has_tstamp, true);
#undef BOTH_ENDS
#undef DIFFERS
#undef COPY
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_fragment_is_a_message),
      cmocka_unit_test(extended_addresses_are_read_in_any_length),
      cmocka_unit_test(an_address_beyond_xlen_is_not_written),
      cmocka_unit_test(each_field_alone_makes_messages_differ),
  };
  return cmocka_run_group_tests_name("ntrace_cut", tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "msg_random.h"
#include "oracle/row.h"
#include "rvt/ntrace_text.h"
#include "tests/support/test.h"
#include "tests/support/vectors.h"

static const struct rvt_ntrace_format plain = {.src_bits = 0, .ts = false};

static struct rvt_ntrace_msg parse(const struct rvt_ntrace_format *format, const char *text) {
  struct rvt_ntrace_msg msg;
  struct rvt_error error;
  size_t column = 0;
  if (rvt_ntrace_msg_parse(format, text, &msg, &column, &error) != RVT_OK)
    fail_msg("%s: column %zu: %s", text, column, error.text);
  return msg;
}

static void assert_msg(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b) {
  assert_int_equal(a->tcode, b->tcode);
  assert_int_equal(a->src, b->src);
  assert_int_equal(a->sync, b->sync);
  assert_int_equal(a->btype, b->btype);
  assert_int_equal(a->etype, b->etype);
  assert_int_equal(a->rcode, b->rcode);
  assert_int_equal(a->evcode, b->evcode);
  assert_int_equal(a->cdf, b->cdf);
  assert_true(a->icnt == b->icnt && a->addr == b->addr && a->hist == b->hist);
  assert_true(a->hrepeat == b->hrepeat && a->bcnt == b->bcnt && a->ecode == b->ecode);
  assert_true(a->process == b->process && a->tstamp == b->tstamp);
  assert_int_equal(a->has_tstamp, b->has_tstamp);
}

/* The exact note, or none for a NULL row. */
static void assert_note(const struct rvt_ntrace_note *note, const char *row, size_t offset) {
  if (row == NULL) {
    if (note->row != NULL) fail_msg("unexpected note: %s (%s)", note->text, note->row);
    return;
  }
  assert_non_null(note->row);
  assert_string_equal(note->row, row);
  assert_int_equal(note->offset, offset);
  assert_non_null(note->text);
}

/* Read bytes that hold exactly one message. */
static struct rvt_ntrace_msg read_one(const struct rvt_ntrace_format *format, const char *bytes,
                                      size_t size, const char *row, size_t offset) {
  struct rvt_bytes in = {.data = (const uint8_t *)bytes, .size = size};
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  assert_int_equal(rvt_ntrace_msg_read(format, &in, &msg, &note), RVT_OK);
  assert_int_equal(in.pos, size);
  assert_note(&note, row, offset);
  return msg;
}
#define READ_ONE(format, bytes, row, offset) read_one(format, bytes, sizeof(bytes) - 1, row, offset)

/* Read bytes that the reader refuses; go on after them; return the place. */
static size_t refuse_one(const struct rvt_ntrace_format *format, const char *bytes, size_t size,
                         enum rvt_status status, const char *row, size_t offset) {
  struct rvt_bytes in = {.data = (const uint8_t *)bytes, .size = size};
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_msg before;
  struct rvt_ntrace_note note;
  memset(&msg, 0xa5, sizeof msg);
  before = msg;
  assert_int_equal(rvt_ntrace_msg_read(format, &in, &msg, &note), status);
  assert_memory_equal(&msg, &before, sizeof msg);
  assert_note(&note, row, offset);
  struct rvt_bytes again = in;
  assert_int_equal(rvt_ntrace_msg_read(format, &again, &msg, NULL), status);
  if (rvt_ntrace_resync(&in) == RVT_NEED_MORE) assert_int_equal(in.pos, size);
  return in.pos;
}
#define REFUSE(format, bytes, status, row, offset)                                                 \
  refuse_one(format, bytes, sizeof(bytes) - 1, status, row, offset)

static void check_vector(const struct rvt_vector *v) {
  uint8_t bytes[RVT_VECTOR_BYTES + RVT_MSG_BYTES_MAX];
  size_t size = 0;
  struct rvt_bytes in = {.data = v->bytes, .size = v->size};
  for (size_t i = 0; i < v->count; i++) {
    if (strcmp(v->message[i], "Idle COUNT=1") == 0) {
      bytes[size++] = 0xff;
      continue;
    }
    struct rvt_ntrace_msg expected = parse(&v->format, v->message[i]);
    struct rvt_ntrace_msg msg;
    struct rvt_ntrace_note note;
    size_t part = 0;
    assert_int_equal(rvt_ntrace_msg_write(&v->format, &expected, bytes + size, &part), RVT_OK);
    size += part;
    assert_int_equal(rvt_ntrace_msg_read(&v->format, &in, &msg, &note), RVT_OK);
    assert_note(&note, NULL, 0);
    assert_msg(&msg, &expected);
    assert_int_equal(in.pos, size);
  }
  if (size != v->size || memcmp(bytes, v->bytes, size) != 0) fail_msg("%s: bytes differ", v->id);
  struct rvt_ntrace_msg msg;
  assert_int_equal(rvt_ntrace_msg_read(&v->format, &in, &msg, NULL), RVT_END);
  assert_int_equal(in.pos, v->size);
}

static void vectors_hold_both_ways(void **state) {
  (void)state;
  assert_int_equal(rvt_vectors(check_vector), 83);
  static const char *const rows[] = {
      "NT:MSG-01", "NT:MSG-02", "NT:MSG-03", "NT:MSG-04", "NT:MSG-05", "NT:MSG-06", "NT:MSG-08",
      "NT:MSG-09", "NT:MSG-10", "NT:MSG-11", "NT:MSG-12", "NT:MSG-20", "NT:MSG-21", "NT:MSG-22",
      "NT:PKT-01", "NT:PKT-02", "NT:PKT-03", "NT:PKT-04", "NT:PKT-05", "NT:PKT-06", "NT:PKT-07",
      "NT:PKT-08", "NT:PKT-09", "NT:PKT-13", "NT:GEN-11", "NT:ADR-07", "NT:ADR-15", "NT:ERR-04",
      "NT:RSF-01", "NT:RSF-02", "NT:RSF-03", "NT:RSF-05", "NT:TSP-04", "NT:SRC-02", "NT:COR-13"};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) ROW(rows[i]);
}

static void longest_message_has_36_bytes(void **state) {
  (void)state;
  const struct rvt_ntrace_format full = {.src_bits = 12, .ts = true};
  struct rvt_ntrace_msg msg =
      parse(&full, "IndirectBranchHistSync SRC=4095 SYNC=9 B-TYPE=3 I-CNT=4194303 "
                   "F-ADDR=0x7fffffffffffffff HIST=0xffffffff TSTAMP=0xffffffffffffffff");
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  assert_int_equal(rvt_ntrace_msg_write(&full, &msg, bytes, &size), RVT_OK);
  assert_int_equal(size, 36);
  ROW("NT:GEN-07");
}

static void zero_length_field_is_zero_with_note(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg = READ_ONE(&plain, "\x84\x03", "NT:PKT-09", 1);
  assert_int_equal(msg.tcode, RVT_TC_PROG_TRACE_CORRELATION);
  assert_true(msg.icnt == 0);
  ROW("NT:PKT-09");
  const struct rvt_ntrace_format ts = {.ts = true};
  msg = READ_ONE(&ts, "\x84\x01\x17", "NT:PKT-09", 1);
  assert_true(msg.icnt == 0 && msg.has_tstamp && msg.tstamp == 5);
  msg = READ_ONE(&plain, "\x84\x41\x0b", "NT:PKT-09", 1);
  assert_true(msg.icnt == 0 && msg.hist == 2);
}

static void longer_form_is_read_with_note(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg = READ_ONE(&plain, "\x0c\x0c\x03", "NT:PKT-10", 2);
  assert_true(msg.icnt == 3);
  msg = READ_ONE(&plain, "\x24\x0c\x01\x00\x0b", "NT:PKT-10", 2);
  assert_true(msg.icnt == 0 && msg.addr == 0x80);
  msg = READ_ONE(&plain, "\x84\x00\x00\x03", "NT:PKT-10", 3);
  assert_true(msg.icnt == 0);
  const struct rvt_ntrace_format src1 = {.src_bits = 1}; /* leaves one bit beside SYNC */
  msg = READ_ONE(&src1, "\x24\x00\x01\x0b", "NT:PKT-10", 2);
  assert_true(msg.icnt == 0 && msg.addr == 2);
  /* All 66 bits of eleven bytes, the upper ones zero. */
  msg = READ_ONE(&plain, "\x08\x04\0\0\0\0\0\0\0\0\0\x03", "NT:PKT-10", 11);
  assert_true(msg.process == 1);
  ROW("NT:PKT-10");
}

static void reserved_codes_are_remarked_not_fatal(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg = READ_ONE(&plain, "\x24\x21\x03", "NT:DEC-08", 1);
  assert_int_equal(msg.sync, 8);
  msg = READ_ONE(&plain, "\x20\x07", "NT:DEC-08", 1);
  assert_int_equal(msg.etype, 1);
  msg = READ_ONE(&plain, "\x84\x08\x07", "NT:DEC-08", 1);
  assert_int_equal(msg.evcode, 2);
  static const uint16_t defined[3] = {0xc2ff, 0xff01, 0xff13}; /* SYNC, ETYPE, EVCODE */
  for (unsigned code = 0; code < 16; code++) {
    for (int i = 0; i < 3; i++) {
      char bytes[3] = {(char)(i == 0 ? 0x24 : i == 1 ? 0x20 : 0x84), 0, 0x07};
      size_t size = i == 1 ? 2 : 3;
      bytes[1] = (char)(code << 2 | (i == 0 ? 1 : i == 1 ? 3 : 0));
      bool good = (defined[i] >> code & 1) != 0;
      read_one(&plain, bytes, size, good ? NULL : "NT:DEC-08", 1);
    }
  }
  ROW("NT:DEC-08");
  ROW("NT:SYN-38");
}

static void values_above_ceiling_are_remarked(void **state) {
  (void)state;
  struct rvt_ntrace_msg msg = READ_ONE(&plain, "\x78\x00\x00\x00\x07", "NT:GEN-05", 4);
  assert_true(msg.bcnt == 1U << 18);
  uint8_t bytes[RVT_MSG_BYTES_MAX];
  size_t size = 99;
  assert_int_equal(rvt_ntrace_msg_write(&plain, &msg, bytes, &size), RVT_ERR_RANGE);
  assert_int_equal(size, 99);
  READ_ONE(&plain, "\x6c\x07", "NT:HIST-15", 1);
  ROW("NT:GEN-05");
  ROW("NT:GEN-06");
  ROW("NT:HIST-15");
}

static void mseo_10_is_refused_and_skipped(void **state) {
  (void)state;
  size_t next = REFUSE(&plain, "\x24\x0e\x00\x03\x0c\x0f", RVT_ERR_FRAMING, "NT:PKT-12", 1);
  assert_int_equal(next, 4);
  assert_int_equal(REFUSE(&plain, "\xff\x0e\x03", RVT_ERR_FRAMING, "NT:PKT-12", 1), 3);
  /* Inside a variable field, and in its continuation after a finished field. */
  REFUSE(&plain, "\x0c\x00\x02\x03", RVT_ERR_FRAMING, "NT:PKT-12", 2);
  REFUSE(&plain, "\x24\x0d\x02\x03", RVT_ERR_FRAMING, "NT:PKT-12", 2);
  ROW("NT:PKT-12");
}

static void mseo_01_first_is_refused(void **state) {
  (void)state;
  assert_int_equal(REFUSE(&plain, "\x0d\x0f\x0c\x0f", RVT_ERR_FRAMING, "NT:PKT-12", 0), 2);
  assert_int_equal(REFUSE(&plain, "\x0f\x0c\x0f", RVT_ERR_FRAMING, "NT:PKT-03", 0), 1);
}

static void wrong_number_of_fields_is_refused(void **state) {
  (void)state;
  assert_int_equal(REFUSE(&plain, "\x24\x0f\x0c\x0f", RVT_ERR_FRAMING, "NT:MSG-05", 1), 2);
  REFUSE(&plain, "\x24\x0d\x01\x03", RVT_ERR_FRAMING, "NT:MSG-22", 2);
  REFUSE(&plain, "\x84\x01\x17", RVT_ERR_FRAMING, "NT:MSG-22", 1);
  const struct rvt_ntrace_format ts = {.ts = true};
  REFUSE(&ts, "\x24\x0d\x01\x01\x03", RVT_ERR_FRAMING, "NT:MSG-22", 3);
  const struct rvt_ntrace_format src12 = {.src_bits = 12};
  REFUSE(&src12, "\x0c\x03", RVT_ERR_FRAMING, "NT:MSG-02", 1);
  REFUSE(&src12, "\x0c\x01\x03", RVT_ERR_FRAMING, "NT:MSG-02", 1);
}

static void unknown_layouts_are_refused(void **state) {
  (void)state;
  uint8_t out[RVT_MSG_BYTES_MAX];
  size_t size = 0;
  for (unsigned tcode = 0; tcode < 64; tcode++) {
    static const uint64_t known = 1ULL << 2 | 1ULL << 3 | 1ULL << 4 | 1ULL << 8 | 1ULL << 9 |
                                  1ULL << 11 | 1ULL << 12 | 15ULL << 27 | 1ULL << 33;
    const uint64_t shown = known | 1ULL << 7 | 3ULL << 34; /* as IEEE-ISTO 5001 has them */
    char bytes[] = {(char)(tcode << 2), 0x01, 0x03};
    assert_int_equal(rvt_ntrace_is_vendor((uint8_t)tcode), tcode >= 56 && tcode <= 62);
    struct rvt_ntrace_msg msg = {.tcode = (uint8_t)tcode};
    enum rvt_status written = rvt_ntrace_msg_write(&plain, &msg, out, &size);
    assert_int_equal(written, shown >> tcode & 1 ? RVT_OK : RVT_ERR_RESERVED);
    assert_int_equal(rvt_ntrace_has_flow((uint8_t)tcode), known >> tcode & 1);
    if (shown >> tcode & 1) continue;
    const char *row = tcode >= 56 && tcode <= 62 ? "NT:MSG-13" : "NT:MSG-14";
    assert_int_equal(refuse_one(&plain, bytes, sizeof bytes, RVT_ERR_RESERVED, row, 0), 3);
  }
  ROW("NT:MSG-14");
  for (unsigned rcode = 3; rcode < 16; rcode++) {
    char bytes[] = {0x6c, (char)(rcode << 2), 0x03};
    refuse_one(&plain, bytes, sizeof bytes, RVT_ERR_RESERVED, "NT:RSF-04", 1);
    struct rvt_ntrace_msg msg = {.tcode = RVT_TC_RESOURCE_FULL, .rcode = (uint8_t)rcode};
    assert_int_equal(rvt_ntrace_msg_write(&plain, &msg, out, &size), RVT_ERR_RESERVED);
  }
  ROW("NT:RSF-04");
  assert_int_equal(REFUSE(&plain, "\x84\x80\x01\x03", RVT_ERR_RESERVED, "NT:COR-13", 1), 4);
  REFUSE(&plain, "\x84\xc0\x01\x03", RVT_ERR_RESERVED, "NT:COR-13", 1);
  ROW("NT:COR-13");
}

static void endless_field_is_refused_after_64_bits(void **state) {
  (void)state;
  enum { SIZE = 1 << 20 };
  char *zeros = calloc(1, SIZE);
  assert_non_null(zeros);
  assert_int_equal(refuse_one(&plain, zeros, SIZE, RVT_ERR_RESERVED, "NT:MSG-14", 0), SIZE);
  zeros[0] = 0x0c;
  assert_int_equal(refuse_one(&plain, zeros, SIZE, RVT_ERR_RANGE, "NT:DEC-03", 12), SIZE);
  zeros[0] = 0x10; /* 4 bits of I-CNT share the byte with B-TYPE: 4 + 10 * 6 = 64 */
  assert_int_equal(refuse_one(&plain, zeros, SIZE, RVT_ERR_RANGE, "NT:DEC-03", 12), SIZE);
  /* The bytes it looks at do not depend on what is offered. */
  assert_int_equal(refuse_one(&plain, zeros, 13, RVT_ERR_RANGE, "NT:DEC-03", 12), 13);
  assert_int_equal(refuse_one(&plain, zeros, 12, RVT_NEED_MORE, NULL, 0), 12);
  free(zeros);
  REFUSE(&plain, "\x08\0\0\0\0\0\0\0\0\0\0\x43", RVT_ERR_RANGE, "NT:DEC-03", 11);
  struct rvt_ntrace_msg msg = READ_ONE(&plain, "\x08\0\0\0\0\0\0\0\0\0\0\x23", NULL, 0);
  assert_true(msg.process == 1ULL << 63);
  ROW("NT:DEC-03");
}

static void truncated_vector(const struct rvt_vector *v) {
  struct rvt_bytes whole = {.data = v->bytes, .size = v->size};
  struct rvt_ntrace_msg msg;
  size_t start = 0;
  while (rvt_ntrace_msg_read(&v->format, &whole, &msg, NULL) == RVT_OK) {
    while (v->bytes[start] == 0xff) start++;
    for (size_t end = start + 1; end < whole.pos; end++) {
      struct rvt_bytes in = {.data = v->bytes, .size = end, .pos = start};
      struct rvt_ntrace_note note;
      assert_int_equal(rvt_ntrace_msg_read(&v->format, &in, &msg, &note), RVT_NEED_MORE);
      assert_int_equal(in.pos, start);
      assert_note(&note, NULL, 0);
      in.size = whole.pos;
      assert_int_equal(rvt_ntrace_msg_read(&v->format, &in, &msg, NULL), RVT_OK);
    }
    start = whole.pos;
  }
}

static void truncated_anywhere_needs_more(void **state) {
  (void)state;
  assert_true(rvt_vectors(truncated_vector) > 0);
  ROW("NT:DEC-20");
}

static void omitted_tstamp_shows_at_end_of_message(void **state) {
  (void)state;
  const struct rvt_ntrace_format ts = {.ts = true};
  struct rvt_ntrace_msg msg = READ_ONE(&ts, "\x84\x00\x07", NULL, 0);
  assert_false(msg.has_tstamp);
  msg = READ_ONE(&ts, "\x84\x00\x05\x17", NULL, 0);
  assert_true(msg.has_tstamp && msg.tstamp == 5 && msg.hist == 0);
  msg = READ_ONE(&ts, "\x6c\x48\x05\x2b", NULL, 0); /* RCODE 2: HREPEAT, no TSTAMP */
  assert_true(!msg.has_tstamp && msg.hrepeat == 10);
  msg = READ_ONE(&ts, "\x6c\x44\x05\x2b", NULL, 0); /* RCODE 1: TSTAMP */
  assert_true(msg.has_tstamp && msg.hrepeat == 0 && msg.tstamp == 10);
  ROW("NT:MSG-22");
  ROW("NT:TSP-02");
  msg = READ_ONE(&ts, "\x24\x0d\x00\x0b", "NT:TSP-13", 3);
  assert_false(msg.has_tstamp);
  ROW("NT:TSP-13");
}

static void idle_is_skipped_even_before_damage(void **state) {
  (void)state;
  const uint8_t bytes[] = {0xff, 0xff, 0x0e, 0x03, 0xff, 0x0c, 0xff, 0xff, 0xff};
  struct rvt_bytes in = {.data = bytes, .size = sizeof bytes};
  struct rvt_ntrace_msg msg;
  assert_int_equal(rvt_ntrace_msg_read(&plain, &in, &msg, NULL), RVT_ERR_FRAMING);
  assert_int_equal(in.pos, 2);
  assert_int_equal(rvt_ntrace_resync(&in), RVT_OK);
  assert_int_equal(in.pos, 4);
  assert_int_equal(rvt_ntrace_msg_read(&plain, &in, &msg, NULL), RVT_OK);
  assert_int_equal(in.pos, 7);
  assert_true(msg.icnt == 0x3f); /* its last byte is 0xFF and no idle */
  assert_int_equal(rvt_ntrace_msg_read(&plain, &in, &msg, NULL), RVT_END);
  assert_int_equal(in.pos, sizeof bytes);
  ROW("NT:PKT-13");
}

static void blind_start_finds_the_next_message(void **state) {
  (void)state;
  const uint8_t bytes[] = {0x00, 0x0d, 0x00, 0x0b, 0x0c, 0x0f};
  for (size_t start = 0; start < 4; start++) {
    struct rvt_bytes in = {.data = bytes, .size = sizeof bytes, .pos = start};
    struct rvt_ntrace_msg msg;
    assert_int_equal(rvt_ntrace_resync(&in), RVT_OK);
    assert_int_equal(rvt_ntrace_msg_read(&plain, &in, &msg, NULL), RVT_OK);
    assert_true(msg.tcode == RVT_TC_DIRECT_BRANCH && msg.icnt == 3);
  }
  struct rvt_bytes in = {.data = bytes, .size = 3};
  assert_int_equal(rvt_ntrace_resync(&in), RVT_NEED_MORE);
  assert_int_equal(in.pos, 3);
  ROW("NT:PKT-14");
}

static void writer_refuses_what_does_not_fit(void **state) {
  (void)state;
  const struct rvt_ntrace_format src4 = {.src_bits = 4};
  const struct rvt_ntrace_format src13 = {.src_bits = 13};
  static const struct {
    struct rvt_ntrace_msg msg;
    enum rvt_status status;
  } cases[] = {
      {{.tcode = RVT_TC_DIRECT_BRANCH, .src = 16}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_DIRECT_BRANCH, .icnt = 1U << 22}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_PROG_TRACE_SYNC, .sync = 16}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_PROG_TRACE_SYNC, .addr = 1ULL << 63}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_INDIRECT_BRANCH, .btype = 4}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_RESOURCE_FULL, .rcode = 1, .hist = 1ULL << 32}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_RESOURCE_FULL, .rcode = 2, .hrepeat = 1U << 18}, RVT_ERR_RANGE},
      {{.tcode = RVT_TC_RESOURCE_FULL, .rcode = 3}, RVT_ERR_RESERVED},
      {{.tcode = RVT_TC_PROG_TRACE_CORRELATION, .cdf = 2}, RVT_ERR_RESERVED},
      {{.tcode = 64}, RVT_ERR_RESERVED},
      {{.tcode = RVT_TC_REPEAT_BRANCH, .has_tstamp = true}, RVT_ERR_ARG},
  };
  uint8_t out[RVT_MSG_BYTES_MAX];
  uint8_t before[RVT_MSG_BYTES_MAX];
  memset(out, 0xa5, sizeof out);
  memcpy(before, out, sizeof out);
  size_t size = 99;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(rvt_ntrace_msg_write(&src4, &cases[i].msg, out, &size), cases[i].status);
    assert_int_equal(size, 99);
    assert_memory_equal(out, before, sizeof out);
  }
  struct rvt_ntrace_msg msg = {.tcode = RVT_TC_DIRECT_BRANCH};
  struct rvt_bytes in = {.data = out, .size = sizeof out};
  assert_int_equal(rvt_ntrace_msg_write(&src13, &msg, out, &size), RVT_ERR_ARG);
  assert_int_equal(rvt_ntrace_msg_read(&src13, &in, &msg, NULL), RVT_ERR_ARG);
  assert_int_equal(in.pos, 0);
}

static void record_becomes_message(void **state) {
  (void)state;
  static const struct rvt_ntrace_record full = {
      .sub = 2, .btype = 1, .icnt = 0x2abcd, .hist = 0x80000001, .addr = 0x7edcba9876543210};
  static const struct {
    uint8_t tcode;
    const char *text;
  } cases[] = {
      {2, "Ownership PROCESS=0x7edcba9876543210"},
      {3, "DirectBranch I-CNT=0x2abcd"},
      {4, "IndirectBranch B-TYPE=1 I-CNT=0x2abcd U-ADDR=0x7edcba9876543210"},
      {8, "Error ETYPE=2 ECODE=0x2abcd"},
      {9, "ProgTraceSync SYNC=2 I-CNT=0x2abcd F-ADDR=0x7edcba9876543210"},
      {11, "DirectBranchSync SYNC=2 I-CNT=0x2abcd F-ADDR=0x7edcba9876543210"},
      {12, "IndirectBranchSync SYNC=2 B-TYPE=1 I-CNT=0x2abcd F-ADDR=0x7edcba9876543210"},
      {27, "ResourceFull RCODE=2 HIST=0x80000001 HREPEAT=0x2abcd"},
      {28, "IndirectBranchHist B-TYPE=1 I-CNT=0x2abcd U-ADDR=0x7edcba9876543210 HIST=0x80000001"},
      {29, "IndirectBranchHistSync SYNC=2 B-TYPE=1 I-CNT=0x2abcd F-ADDR=0x7edcba9876543210 "
           "HIST=0x80000001"},
      {30, "RepeatBranch B-CNT=0x2abcd"},
      {33, "ProgTraceCorrelation EVCODE=2 CDF=1 I-CNT=0x2abcd HIST=0x80000001"},
  };
  struct rvt_ntrace_msg msg;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct rvt_ntrace_record record = full;
    record.tcode = cases[i].tcode;
    struct rvt_ntrace_msg expected = parse(&plain, cases[i].text);
    assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_OK);
    assert_msg(&msg, &expected);
  }
  struct rvt_ntrace_record record = full;
  record.tcode = 27;
  record.sub = 0;
  struct rvt_ntrace_msg expected = parse(&plain, "ResourceFull RCODE=0 I-CNT=0x2abcd");
  assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_OK);
  assert_msg(&msg, &expected);
  record.sub = 3;
  assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_ERR_RESERVED);
  assert_msg(&msg, &expected);
  record.tcode = 33;
  record.btype = 2;
  assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_ERR_RESERVED);
  record.tcode = 56;
  assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_ERR_RESERVED);
  record.tcode = 7; /* it has a layout, but no encoder of N-Trace sends it */
  assert_int_equal(rvt_ntrace_msg_from_record(&record, &msg), RVT_ERR_RESERVED);
  assert_msg(&msg, &expected);
}

/* Whether a well-formed message holds a code that the reader remarks. */
static bool has_remark(const struct rvt_ntrace_msg *m) {
  return (m->sync >= 8 && m->sync != 9 && m->sync < 14) || (m->etype >= 1 && m->etype < 8) ||
         m->evcode == 2 || m->evcode == 3 || (m->evcode >= 5 && m->evcode < 8);
}

static const uint8_t extends[] = {0, 63, 31, 12};

static void random_messages_round_trip(void **state) {
  (void)state;
  uint64_t random = rvt_random_seed("test_ntrace_msg");
  for (unsigned run = 0; run < 40U * 13 * 2 * RVT_RANDOM_KINDS; run++) {
    struct rvt_ntrace_format format = {.src_bits = (uint8_t)(run % 13),
                                       .ts = run / 13 % 2 == 1,
                                       .extend_bits = extends[run / 26 / RVT_RANDOM_KINDS % 4]};
    struct rvt_ntrace_msg msg = rvt_random_msg(&random, run / 26 % RVT_RANDOM_KINDS, &format);
    uint8_t expected[RVT_MSG_BYTES_MAX];
    uint8_t bytes[RVT_MSG_BYTES_MAX];
    size_t size = 0;
    size_t expected_size = rvt_plain_pack(&format, &msg, expected);
    assert_int_equal(rvt_ntrace_msg_write(&format, &msg, bytes, &size), RVT_OK);
    assert_int_equal(size, expected_size);
    assert_memory_equal(bytes, expected, size);
    struct rvt_bytes in = {.data = bytes, .size = size};
    struct rvt_ntrace_msg back;
    struct rvt_ntrace_note note;
    assert_int_equal(rvt_ntrace_msg_read(&format, &in, &back, &note), RVT_OK);
    assert_int_equal(in.pos, size);
    assert_msg(&back, &msg);
    bool late = format.ts && !msg.has_tstamp && rvt_ntrace_is_sync(msg.tcode);
    assert_int_equal(note.row != NULL, has_remark(&msg) || late);
  }
  ROW("NT:MSG-07");
  ROW("NT:PKT-11");
  ROW("NT:SRC-02");
  ROW("NT:SRC-05");
}

/* Any bytes: no crash, progress in every call, and only what the header promises. */
static void random_bytes_always_make_progress(void **state) {
  (void)state;
  uint64_t random = rvt_random_seed("test_ntrace_msg");
  size_t delivered = 0;
  for (unsigned run = 0; run < 4000; run++) {
    uint8_t bytes[256];
    struct rvt_ntrace_format format = {.src_bits = (uint8_t)(run % 13),
                                       .ts = run / 13 % 2 == 1,
                                       .extend_bits = extends[run / 26 / RVT_RANDOM_KINDS % 4]};
    struct rvt_bytes in = {.data = bytes, .size = rvt_random(&random) % sizeof bytes};
    bool framed = run % 4 != 0; /* messages with a few damaged bytes get further than noise */
    for (size_t i = 0; i < in.size; i++) bytes[i] = (uint8_t)rvt_random(&random);
    for (size_t i = 0; framed && i + RVT_MSG_BYTES_MAX < in.size;) {
      unsigned kind = (unsigned)(rvt_random(&random) % RVT_RANDOM_KINDS);
      struct rvt_ntrace_msg msg = rvt_random_msg(&random, kind, &format);
      i += rvt_plain_pack(&format, &msg, bytes + i);
      if (rvt_random(&random) % 4 == 0) bytes[i - 1] ^= (uint8_t)(1U << rvt_random(&random) % 8);
    }
    for (;;) {
      size_t before = in.pos;
      struct rvt_ntrace_msg msg;
      struct rvt_ntrace_note note;
      enum rvt_status status = rvt_ntrace_msg_read(&format, &in, &msg, &note);
      assert_true(in.pos >= before && in.pos <= in.size);
      if (status == RVT_END || status == RVT_NEED_MORE) break;
      if (status == RVT_OK) {
        assert_true(in.pos >= before + 2);
        delivered++;
        continue;
      }
      assert_true(status == RVT_ERR_FRAMING || status == RVT_ERR_RESERVED ||
                  status == RVT_ERR_RANGE);
      assert_non_null(note.row);
      assert_true(note.offset >= in.pos && note.offset < in.size);
      before = in.pos;
      if (rvt_ntrace_resync(&in) == RVT_NEED_MORE) break;
      assert_true(in.pos > before);
    }
  }
  assert_true(delivered > 1000);
  ROW("NT:GEN-06");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_hold_both_ways),
      cmocka_unit_test(longest_message_has_36_bytes),
      cmocka_unit_test(zero_length_field_is_zero_with_note),
      cmocka_unit_test(longer_form_is_read_with_note),
      cmocka_unit_test(reserved_codes_are_remarked_not_fatal),
      cmocka_unit_test(values_above_ceiling_are_remarked),
      cmocka_unit_test(mseo_10_is_refused_and_skipped),
      cmocka_unit_test(mseo_01_first_is_refused),
      cmocka_unit_test(wrong_number_of_fields_is_refused),
      cmocka_unit_test(unknown_layouts_are_refused),
      cmocka_unit_test(endless_field_is_refused_after_64_bits),
      cmocka_unit_test(truncated_anywhere_needs_more),
      cmocka_unit_test(omitted_tstamp_shows_at_end_of_message),
      cmocka_unit_test(idle_is_skipped_even_before_damage),
      cmocka_unit_test(blind_start_finds_the_next_message),
      cmocka_unit_test(writer_refuses_what_does_not_fit),
      cmocka_unit_test(record_becomes_message),
      cmocka_unit_test(random_messages_round_trip),
      cmocka_unit_test(random_bytes_always_make_progress),
  };
  return cmocka_run_group_tests_name("ntrace_msg", tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle/row.h"
#include "rvt/ntrace_text.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extended_addresses_are_read_in_any_length),
      cmocka_unit_test(an_address_beyond_xlen_is_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

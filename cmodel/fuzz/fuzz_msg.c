/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Messages <-> bytes <-> text. Input: one byte of format (bits 3:0 SRC width, bit 4 TSTAMP, bit 5:
 * the rest is text, bits 7:6: 1, 2, 3 extended addresses of 63, 31, 7 bits), then the bytes or
 * lines.
 */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rvt/ntrace_text.h"

enum { TS = 0x10, TEXT = 0x20, SRC_BITS = 0x0f };

/* Whether a note says that the bytes are not the shortest form. */
static bool says_longer(const struct rvt_ntrace_note *note) {
  return strcmp(note->row, "NT:PKT-09") == 0 || strcmp(note->row, "NT:PKT-10") == 0 ||
         strcmp(note->row, "NT:ADR-13") == 0;
}

/* A message that can be written: shortest bytes, the same message again, the same text. */
static void check_written(const struct rvt_ntrace_format *format, const struct rvt_ntrace_msg *msg,
                          const uint8_t *bytes, size_t size) {
  struct rvt_ntrace_msg again, parsed;
  struct rvt_ntrace_note note;
  struct rvt_error error;
  struct rvt_bytes in = {.data = bytes, .size = size};
  char text[RVT_MSG_TEXT_MAX];
  FUZZ_CHECK(size >= 2 && size <= RVT_MSG_BYTES_MAX);
  FUZZ_CHECK(rvt_ntrace_msg_read(format, &in, &again, &note) == RVT_OK);
  FUZZ_CHECK(in.pos == size && rvt_ntrace_msg_equal(msg, &again));
  FUZZ_CHECK(note.row == NULL || !says_longer(&note));
  FUZZ_CHECK(rvt_ntrace_msg_print(format, msg, text) == RVT_OK);
  FUZZ_CHECK(strlen(text) < sizeof text - 1);
  FUZZ_CHECK(rvt_ntrace_msg_parse(format, text, &parsed, NULL, &error) == RVT_OK);
  FUZZ_CHECK(rvt_ntrace_msg_equal(msg, &parsed));
}

static void check_read(const struct rvt_ntrace_format *format, const struct rvt_ntrace_msg *msg,
                       const struct rvt_ntrace_note *note, const uint8_t *bytes, size_t size) {
  uint8_t out[RVT_MSG_BYTES_MAX];
  size_t length = 0;
  const enum rvt_status status = rvt_ntrace_msg_write(format, msg, out, &length);
  FUZZ_CHECK(status == RVT_OK || status == RVT_ERR_RANGE);
  if (status != RVT_OK) {
    FUZZ_CHECK(note->row != NULL && length == 0);
    return;
  }
  FUZZ_CHECK(length <= size || (note->row != NULL && length == size + 1));
  if (note->row == NULL) FUZZ_CHECK(length == size && memcmp(out, bytes, size) == 0);
  check_written(format, msg, out, length);
}

static void read_bytes(const struct rvt_ntrace_format *format, const uint8_t *data, size_t size) {
  struct rvt_bytes in = {.data = data, .size = size};
  for (;;) {
    struct rvt_ntrace_msg msg = {.tcode = 0x5a};
    struct rvt_ntrace_note note;
    const size_t before = in.pos;
    const enum rvt_status status = rvt_ntrace_msg_read(format, &in, &msg, &note);
    FUZZ_CHECK(in.pos >= before && in.pos <= size);
    size_t start = before;
    while (start < size && data[start] == 0xff) start++;
    if (status == RVT_OK) {
      FUZZ_CHECK(in.pos > start);
      FUZZ_CHECK(note.row == NULL || (note.offset >= start && note.offset < in.pos));
      check_read(format, &msg, &note, data + start, in.pos - start);
      continue;
    }
    FUZZ_CHECK(in.pos == start && msg.tcode == 0x5a);
    if (status == RVT_END || status == RVT_NEED_MORE) {
      FUZZ_CHECK((status == RVT_END) == (start == size));
      FUZZ_CHECK(size - start < RVT_MSG_BYTES_MAX * 3);
      return;
    }
    FUZZ_CHECK(note.row != NULL && note.text != NULL);
    FUZZ_CHECK(note.offset >= start && note.offset < size);
    if (rvt_ntrace_resync(&in) != RVT_OK) return;
    FUZZ_CHECK(in.pos > start);
  }
}

static void read_line(const struct rvt_ntrace_format *format, const char *line) {
  struct rvt_ntrace_msg msg;
  struct rvt_error error;
  size_t column = SIZE_MAX;
  if (rvt_ntrace_msg_parse(format, line, &msg, &column, &error) != RVT_OK) {
    FUZZ_CHECK(column <= strlen(line) && error.text[0] != 0);
    FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL);
    return;
  }
  uint8_t out[RVT_MSG_BYTES_MAX];
  size_t length = 0;
  FUZZ_CHECK(rvt_ntrace_msg_write(format, &msg, out, &length) == RVT_OK);
  check_written(format, &msg, out, length);
}

static void read_text(const struct rvt_ntrace_format *format, const uint8_t *data, size_t size) {
  while (size > 0) {
    const uint8_t *end = memchr(data, '\n', size);
    const size_t length = end == NULL ? size : (size_t)(end - data) + 1;
    char *line = malloc(length + 1); /* of its own, so that a read after it shows */
    FUZZ_CHECK(line != NULL);
    memcpy(line, data, length);
    line[length] = 0;
    read_line(format, line);
    free(line);
    data += length;
    size -= length;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  static const uint8_t extend_bits[] = {0, 63, 31, 7};
  const struct rvt_ntrace_format format = {.src_bits = data[0] & SRC_BITS,
                                           .ts = (data[0] & TS) != 0,
                                           .extend_bits = extend_bits[data[0] >> 6]};
  if (format.src_bits > RVT_SRC_BITS_CEIL) return 0;
  if ((data[0] & TEXT) != 0)
    read_text(&format, data + 1, size - 1);
  else
    read_bytes(&format, data + 1, size - 1);
  return 0;
}

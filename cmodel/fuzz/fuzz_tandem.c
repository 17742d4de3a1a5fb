/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Elements of tandem verification trace <-> bytes <-> text. Input: a byte of format (FORMATS
 * below), then the stream.
 */

#include <string.h>

#include "fuzz.h"
#include "rvt/tandem/text.h"

static const struct rvt_tandem_format formats[] = {{64, 64, 64}, {64, 32, 64}, {64, 0, 64},
                                                   {32, 64, 34}, {32, 32, 32}, {32, 0, 32}};
enum { FORMATS = sizeof formats / sizeof *formats };

struct watch {
  enum rvt_status status;
  uint64_t hash, elements;
};

static bool equal(const struct rvt_tandem_element *a, const struct rvt_tandem_element *b) {
  return a->opcode == b->opcode && a->op == b->op && a->size == b->size && a->result == b->result &&
         a->answers == b->answers && a->number == b->number && a->address == b->address &&
         a->data == b->data;
}

/* The bytes of an element are the only ones that it has, and its word says all of it. */
static void check_element(const struct rvt_tandem_format *f, const struct rvt_tandem_element *e,
                          uint8_t op, const uint8_t *bytes, size_t size) {
  uint8_t out[RVT_TANDEM_ELEMENT_BYTES];
  size_t made = 0;
  FUZZ_CHECK(rvt_tandem_write(f, e, op, out, &made) == RVT_OK);
  FUZZ_CHECK(e->opcode == RVT_TANDEM_END || made == size);
  FUZZ_CHECK(size == 0 || memcmp(out, bytes, size) == 0);
  if (e->opcode == RVT_TANDEM_BEGIN || e->opcode == RVT_TANDEM_END) return;
  char word[RVT_TANDEM_WORD_MAX];
  struct rvt_tandem_element again;
  rvt_tandem_print(e, word);
  FUZZ_CHECK(strlen(word) < sizeof word - 1);
  FUZZ_CHECK(rvt_tandem_parse(word, strlen(word), &again, NULL) == RVT_OK);
  FUZZ_CHECK(equal(e, &again));
}

static struct watch read_all(const struct rvt_tandem_format *f, const uint8_t *data, size_t size,
                             size_t pieces) {
  static struct rvt_tandem_reader reader;
  struct watch w = {.status = RVT_END};
  struct rvt_bytes in = {.data = data};
  uint8_t op = 0;
  rvt_tandem_reader_init(&reader, f);
  for (size_t i = 1; i <= pieces; i++) {
    in.size = size * i / pieces;
    for (;;) {
      struct rvt_tandem_element e = {.opcode = 0x5a};
      struct rvt_tandem_note note = {NULL, NULL, 0};
      const size_t before = in.pos;
      w.status = rvt_tandem_read(&reader, &in, &e, &note);
      FUZZ_CHECK(in.pos >= before && in.pos <= in.size);
      if (w.status != RVT_OK) {
        FUZZ_CHECK(e.opcode == 0x5a);
        FUZZ_CHECK(w.status == RVT_END ? in.pos == in.size && !reader.open : true);
        if (w.status == RVT_END || w.status == RVT_NEED_MORE) break;
        FUZZ_CHECK(strncmp(note.row, "TV:", 3) == 0 && strncmp(note.text, "expected ", 9) == 0);
        FUZZ_CHECK(note.offset >= in.pos && note.offset < in.size);
        w.hash = w.hash * 31 + note.offset;
        return w;
      }
      size_t begin = before;
      while (begin < in.pos && data[begin] == 0) begin++; /* padding; no element begins with 0 */
      check_element(f, &e, op, data + begin, in.pos - begin);
      op = e.op;
      w.elements++;
      w.hash = (w.hash ^ e.data ^ e.address ^ e.number ^ e.opcode) * UINT64_C(0x100000001b3);
    }
  }
  return w;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const struct rvt_tandem_format *f = &formats[data[0] % FORMATS];
  const struct watch whole = read_all(f, data + 1, size - 1, 1);
  /* A byte after the other: what is short is read by what gives reasons. */
  const struct watch cut = read_all(f, data + 1, size - 1, size);
  FUZZ_CHECK(whole.status == cut.status && whole.hash == cut.hash &&
             whole.elements == cut.elements);
  return 0;
}

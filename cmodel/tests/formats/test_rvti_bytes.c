/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "rvt/itype.h"
#include "rvt/rvti.h"
#include "tests/support/test.h"

/* ---- Bytes --------------------------------------------------------------------------------- */

/* Files made by hand from docs/reference/rvti.md: right CRCs, wrong content. */

/* cmocka wants the headers above it */

enum { HEADER = 84, CHUNK_HEADER = 56, INDEX = 40 };

static char dir[] = "/tmp/rvt_made_XXXXXX";
static char path[64];

static void put(uint8_t *p, uint64_t v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) p[i] = (uint8_t)(v >> (8 * i));
}

/** One chunk; lengths and counts are what the file says, whatever the streams hold. */
struct made {
  const char *raw; /* the streams, one after the other */
  size_t raw_size;
  uint32_t steps, insns, pc, clocks, event, word;
  uint64_t header_steps, header_insns;
  uint32_t state; /* privilege, ctype, levels, 0 */
};

static void make(const struct made *m) {
  uint8_t file[1024] = {0};
  uint8_t *chunk = file + HEADER;
  const size_t stored = ZSTD_compress(chunk + CHUNK_HEADER, 512, m->raw, m->raw_size, 1);
  assert_false(ZSTD_isError(stored));
  const uint32_t counts[] = {(uint32_t)stored, m->steps, m->insns, m->pc,
                             m->clocks,        m->event, m->word,  m->state};
  memcpy(chunk, "CHNK", 4);
  for (unsigned i = 0; i < 8; i++) put(chunk + 8 + 4 * i, counts[i], 4);
  put(chunk + 4, crc32(0, chunk + 8, (uInt)(CHUNK_HEADER - 8 + stored)), 4);
  uint8_t *index = chunk + CHUNK_HEADER + stored;
  memcpy(index, "INDX", 4);
  put(index + 8, 1, 8);
  put(index + 16, HEADER, 8);
  put(index + 4, crc32(0, index + 8, INDEX - 8), 4);
  memcpy(file, "\x89RVTI\r\n\x1a\1\0\x40\0", 12);
  put(file + 12, HEADER, 4);
  put(file + 48, m->header_steps, 8);
  put(file + 56, m->header_insns, 8);
  put(file + 64, (uint64_t)(index - file), 8);
  put(file + 80, crc32(0, file, 80), 4);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  const size_t size = (size_t)(index - file) + INDEX;
  assert_int_equal(fwrite(file, 1, size, f), size);
  fclose(f);
}

/** The status that ends reading; the steps before it. */
static enum rvt_status read_all(struct rvt_step *steps, size_t *count, struct rvt_error *e) {
  struct rvt_rvti_reader *r;
  *count = 0;
  enum rvt_status status = rvt_rvti_reader_open(&r, path, e);
  if (status != RVT_OK) return status;
  size_t n;
  while ((status = rvt_rvti_read(r, steps + *count, 1, &n, e)) == RVT_OK) *count += n;
  rvt_rvti_reader_close(r);
  return status;
}

#define RAW(text)    .raw = text, .raw_size = sizeof text - 1
#define COUNTS(s, i) .steps = s, .insns = i, .header_steps = s, .header_insns = i, .state = 3

static void bytes_of_the_document_are_read(void **state) {
  (void)state;
  /* 0x80000000 next; +4 taken, 200 clocks; back by 0x10; ecall; M; wide of 4 half-words */
  const struct made m = {RAW("\x90\x55\x80\x01\x27\x16"
                             "\x80\x80\x80\x80\x08"
                             "\x0f"
                             "\xc8\x01"
                             "\x08\x80\x01"
                             "\1"
                             "\x0a"),
                         COUNTS(6, 4), .pc = 6, .clocks = 2, .event = 5};
  make(&m);
  struct rvt_step s[16];
  size_t n;
  struct rvt_error e = {""};
  if (read_all(s, &n, &e) != RVT_END) fail_msg("%s", e.text);
  assert_int_equal(n, 6);
  assert_int_equal(s[0].pc, 0x80000000);
  assert_int_equal(s[0].clocks, 1);
  assert_int_equal(s[1].pc, 0x80000004);
  assert_int_equal(s[1].itype, RVT_IT_TAKEN);
  assert_int_equal(s[1].clocks, 200);
  assert_int_equal(s[2].pc, 0x7ffffff8);
  assert_int_equal(s[2].size, 1);
  assert_int_equal(s[3].kind, RVT_STEP_TRAP);
  assert_int_equal(s[3].itype, 1);
  assert_int_equal(s[3].cause, 8);
  assert_int_equal(s[3].tval, 128);
  assert_int_equal(s[4].kind, RVT_STEP_PRIV);
  assert_int_equal(s[4].value, RVT_PRIV_S);
  assert_int_equal(s[5].size, 4);
  assert_int_equal(s[5].itype, RVT_IT_INDIRECT_JUMP);
}

#define ONES_9 "\xff\xff\xff\xff\xff\xff\xff\xff\xff" /* 63 bits, and more follow */

static void numbers_have_all_their_bits(void **state) {
  (void)state;
  /* clocks of 32 bits; cause and tval, context and time of 64; wide with and without sijump */
  const struct made m = {RAW("\x50\x01\x37\x87\x06\x26"
                             "\xff\xff\xff\xff\x0f" ONES_9 "\1" ONES_9 "\1"
                             "\2" ONES_9 "\1" ONES_9 "\1"
                             "\x0a"
                             "\x0a"),
                         COUNTS(6, 3), .clocks = 5, .event = 43};
  make(&m);
  struct rvt_step s[16];
  size_t n;
  struct rvt_error e = {""};
  if (read_all(s, &n, &e) != RVT_END) fail_msg("%s", e.text);
  assert_int_equal(n, 6);
  assert_int_equal(s[0].clocks, UINT32_MAX);
  assert_true(s[1].cause == UINT64_MAX && s[1].tval == UINT64_MAX);
  assert_true(s[2].value == 2 && s[2].tval == UINT64_MAX);
  assert_true(s[3].kind == RVT_STEP_TIME && s[3].tval == UINT64_MAX);
  assert_true(s[4].size == 3 && !s[4].sijump);
  assert_true(s[5].size == 3 && s[5].sijump);
}

static void what_breaks_a_rule_is_refused(void **state) {
  (void)state;
  static const struct {
    struct made m;
    const char *text;
  } cases[] = {
      {{RAW("\x16\7"), COUNTS(1, 1), .event = 1}, ":84: step 0: itype 7 is reserved (NT:ITY-07)"},
      {{RAW("\x16\1"), COUNTS(1, 1), .event = 1}, "NT:ITY-25"},
      {{RAW("\x07\0"), COUNTS(1, 0), .event = 1}, "kind 2..8, found 0"},
      {{RAW("\x97\0"), COUNTS(1, 0), .event = 1}, "kind 2..8, found 9"},
      {{RAW("\x27\2"), COUNTS(1, 0), .event = 1}, "NT:ING-18"},
      {{RAW("\x57\2"), COUNTS(1, 0), .event = 1}, "a level is 1 on or 0 off"},
      {{RAW("\x11\0\0"), COUNTS(1, 0), .event = 2}, "no size"},
      {{RAW("\x01\0"), COUNTS(1, 0), .event = 1}, "stream of events"},
      {{RAW("\x27"), COUNTS(1, 0)}, "stream of events"},
      {{RAW("\x80"), COUNTS(1, 1)}, "stream of PCs"},
      {{RAW("\x80\x80"), COUNTS(1, 1), .pc = 1}, "stream of PCs"},
      {{RAW("\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff"), COUNTS(1, 1), .pc = 9}, "stream of PCs"},
      {{RAW("\x40\xff\xff\xff\xff\x1f"), COUNTS(1, 1), .clocks = 5}, "clocks"},
      {{RAW("\x01" ONES_9 "\2\0"), COUNTS(1, 0), .event = 11}, "stream of events"},
      {{RAW("\x01\0" ONES_9 "\2"), COUNTS(1, 0), .event = 11}, "stream of events"},
      {{RAW("\x37\0" ONES_9 "\2"), COUNTS(1, 0), .event = 11}, "stream of events"},
      {{RAW("\x87" ONES_9 "\2"), COUNTS(1, 0), .event = 10}, "stream of events"},
      {{RAW("\x87" ONES_9 "\x81\0"), COUNTS(1, 0), .event = 11}, "stream of events"},
      {{RAW("\x10\0"), COUNTS(1, 1), .pc = 1}, "bytes left over"},
      {{RAW("\x10\0"), COUNTS(1, 1), .clocks = 1}, "bytes left over"},
      {{RAW("\x10\0"), COUNTS(1, 1), .event = 1}, "bytes left over"},
      {{RAW("\x10"), COUNTS(1, 0)}, "expected 0 instructions in the chunk, found 1"},
      {{RAW("\x27\0"), COUNTS(1, 1), .event = 1}, "expected 1 instructions in the chunk, found 0"},
      {{RAW("\x10"), COUNTS(1, 1), .word = 2}, "stream lengths"},
      {{RAW("\x10"), COUNTS(1, 1), .pc = 0xffffffff}, "stream lengths"},
      {{RAW("\x10"), COUNTS(1, 1), .clocks = 6}, "stream lengths"},
      {{RAW("\x10"), COUNTS(1, 1), .event = 21}, "stream lengths"},
      {{RAW("\x10"), COUNTS(1, 1), .pc = 1}, "2 bytes compressed with zstd, found fewer"},
      {{RAW("\x10\x10"), COUNTS(1, 1)}, "1 bytes compressed with zstd"},
      {{RAW("\x10"), COUNTS(65537, 1)}, "1..65536 steps"},
      {{RAW("\x10"), COUNTS(0, 0)}, "1..65536 steps"},
      {{RAW("\x10"), COUNTS(1, 2)}, "no more instructions than steps"},
      {{RAW("\x10"), .steps = 2, .insns = 1, .header_steps = 1, .header_insns = 1, .state = 3},
       "as the index says"},
      {{RAW("\x10"), .steps = 1, .insns = 1, .header_steps = 1, .header_insns = 1, .state = 2},
       "state"},
      {{RAW("\x10"), .steps = 1, .insns = 1, .header_steps = 1, .header_insns = 1,
        .state = 0x01000003},
       "state"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_step s[4];
    size_t n;
    struct rvt_error e = {""};
    make(&cases[i].m);
    const enum rvt_status status = read_all(s, &n, &e);
    if (status == RVT_OK || status == RVT_END || strstr(e.text, cases[i].text) == NULL)
      fail_msg("case %zu: expected '%s', found %d '%s'", i, cases[i].text, (int)status, e.text);
  }
}

static int make_dir(void **state) {
  (void)state;
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(path, sizeof path, "%s/a.rvti", dir);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  unlink(path);
  return rmdir(dir);
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Which steps a recording may hold, at their limits, and the state that they leave. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void check(unsigned xlen, enum rvt_status status, const struct rvt_step *step) {
  struct rvt_error e = {""};
  const enum rvt_status found = rvt_step_check(step, xlen, &e);
  if (found != status)
    fail_msg("kind %u, itype %u, size %u, value %u: expected %d, found %d '%s'", step->kind,
             step->itype, step->size, step->value, (int)status, (int)found, e.text);
  assert_int_equal(e.text[0] == 0, status == RVT_OK);
}
#define GOOD(...)        check(32, RVT_OK, &(const struct rvt_step){__VA_ARGS__})
#define BAD(status, ...) check(32, RVT_ERR_##status, &(const struct rvt_step){__VA_ARGS__})
#define GOOD_64(...)     check(64, RVT_OK, &(const struct rvt_step){__VA_ARGS__})

static void instructions(void **state) {
  (void)state;
  for (uint8_t itype = 0; itype < 20; itype++) {
    const struct rvt_step step = {.size = 1, .itype = itype};
    check(32,
          itype == 6 || itype == 7                 ? RVT_ERR_RESERVED
          : itype == 1 || itype == 2 || itype > 15 ? RVT_ERR_RANGE
                                                   : RVT_OK,
          &step);
  }
  BAD(RANGE, .size = 0);
  GOOD(.size = 4);
  BAD(RANGE, .size = 5);
  for (uint8_t size = 1; size < 4; size++) {
    const uint64_t all = ((uint64_t)1 << 16 * size) - 1;
    GOOD(.size = size, .has_word = true, .word = all);
    BAD(RANGE, .size = size, .has_word = true, .word = all + 1);
    GOOD(.size = size, .word = all + 1); /* there is no word */
  }
  GOOD(.size = 4, .has_word = true, .word = UINT64_MAX);
  GOOD(.size = 1, .pc = 0xfffffffe);
  BAD(RANGE, .size = 1, .pc = 0xffffffff);
  BAD(RANGE, .size = 1, .pc = 0x100000000);
  GOOD_64(.size = 1, .pc = UINT64_MAX - 1);
}

static void traps(void **state) {
  (void)state;
  for (uint8_t itype = 0; itype < 16; itype++) {
    const struct rvt_step step = {.kind = RVT_STEP_TRAP, .itype = itype};
    check(32, itype == 1 || itype == 2 ? RVT_OK : RVT_ERR_RANGE, &step);
  }
  GOOD(.kind = RVT_STEP_TRAP, .itype = 1, .cause = UINT32_MAX, .tval = UINT32_MAX);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 1, .cause = (uint64_t)UINT32_MAX + 1);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 1, .tval = (uint64_t)UINT32_MAX + 1);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 2, .pc = 1);
  GOOD_64(.kind = RVT_STEP_TRAP, .itype = 2, .cause = UINT64_MAX, .tval = UINT64_MAX);
}

static void other_steps(void **state) {
  (void)state;
  for (uint8_t priv = 0; priv < 9; priv++) {
    const struct rvt_step step = {.kind = RVT_STEP_PRIV, .value = priv};
    check(32, priv == 2 || priv > 6 ? RVT_ERR_RESERVED : RVT_OK, &step);
  }
  GOOD(.kind = RVT_STEP_CONTEXT, .value = 3, .tval = UINT32_MAX);
  BAD(RANGE, .kind = RVT_STEP_CONTEXT, .value = 4);
  BAD(RANGE, .kind = RVT_STEP_CONTEXT, .tval = (uint64_t)UINT32_MAX + 1);
  GOOD_64(.kind = RVT_STEP_CONTEXT, .tval = UINT64_MAX);
  GOOD(.kind = RVT_STEP_TRIGGER, .value = 1);
  GOOD(.kind = RVT_STEP_TRIGGER, .value = 63);
  BAD(RANGE, .kind = RVT_STEP_TRIGGER, .value = 0);
  BAD(RANGE, .kind = RVT_STEP_TRIGGER, .value = 64);
  static const uint8_t levels[] = {RVT_STEP_HALT, RVT_STEP_RESET, RVT_STEP_LOWPOWER};
  for (size_t i = 0; i < COUNT(levels); i++) {
    GOOD(.kind = levels[i], .value = 0);
    GOOD(.kind = levels[i], .value = 1);
    BAD(RANGE, .kind = levels[i], .value = 2);
  }
  GOOD(.kind = RVT_STEP_TIME, .tval = UINT64_MAX);
  BAD(RANGE, .kind = 9);
}

static void each_step_changes_its_part_of_the_state(void **state) {
  (void)state;
  struct rvt_rvti_state found, expected = {.priv = 3};
  rvt_rvti_state_init(&found);
  assert_memory_equal(&found, &expected, sizeof found);
#define APPLY(step_kind, number, wide)                                                             \
  rvt_rvti_state_apply(                                                                            \
      &found, &(const struct rvt_step){.kind = (step_kind), .value = (number), .tval = (wide)})
  APPLY(RVT_STEP_PRIV, 5, 99);
  expected.priv = 5;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_CONTEXT, 2, 77);
  expected.ctype = 2;
  expected.context = 77;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_HALT, 1, 99);
  expected.halted = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_RESET, 1, 99);
  expected.reset = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_HALT, 0, 99);
  expected.halted = false;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_LOWPOWER, 1, 99);
  expected.lowpower = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_RESET, 0, 99);
  expected.reset = false;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_TIME, 1, 1234);
  expected.time = 1234;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_LOWPOWER, 0, 99);
  expected.lowpower = false;
  APPLY(RVT_STEP_INSN, 1, 99);
  APPLY(RVT_STEP_TRAP, 1, 99);
  APPLY(RVT_STEP_TRIGGER, 1, 99);
  assert_memory_equal(&found, &expected, sizeof found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_of_the_document_are_read),
      cmocka_unit_test(numbers_have_all_their_bits),
      cmocka_unit_test(what_breaks_a_rule_is_refused),
      cmocka_unit_test(instructions),
      cmocka_unit_test(traps),
      cmocka_unit_test(other_steps),
      cmocka_unit_test(each_step_changes_its_part_of_the_state),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}

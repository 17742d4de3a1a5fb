/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/capture.h"
#include "tests/support/decoder_log.h"
#include "tests/support/test.h"

/*
 * Parts of a stream (rvt/decoder.h): after a synchronizing message a decoder that began there is
 * the same as one that came from the begin of the stream, and has the same events from there on.
 */

enum { PROGRAMS = 8, SYNCS_MIN = 10 };

struct seen {
  uint64_t hash, events;
};

static void see(void *user, const struct rvt_decoder_event *e) {
  struct seen *s = user;
  const uint64_t what = e->kind == RVT_DE_RUN    ? e->u.run.pc * 31 + e->u.run.insns
                        : e->kind == RVT_DE_SYNC ? e->u.sync.pc + e->u.sync.continuous
                                                 : 0;
  s->hash = (s->hash ^ (uint64_t)e->kind ^ e->message << 8 ^ e->offset << 24 ^ what << 4) *
            UINT64_C(0x100000001b3);
  s->events++;
}

static struct rvt_decoder *new_decoder(const struct capture *c, struct seen *s) {
  struct rvt_decoder *d = NULL;
  assert_int_equal(rvt_decoder_new(&c->config, c->image, see, s, &d, NULL), RVT_OK);
  return d;
}

static struct seen rest_of(struct rvt_decoder *d, struct seen *s, const struct capture *c,
                           const struct rvt_decoder *from) {
  rvt_decoder_copy(d, from);
  *s = (struct seen){.hash = 1};
  struct rvt_bytes in = {.data = c->bytes, .size = c->size, .pos = rvt_decoder_offset(d)};
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  return *s;
}

/* The whole stream message by message, and a decoder that begins at each sync. */
static unsigned check_parts(const struct capture *c) {
  struct seen whole, part, rest;
  struct rvt_decoder *a = new_decoder(c, &whole), *b = new_decoder(c, &part);
  struct rvt_decoder *goes_on = new_decoder(c, &rest);
  struct rvt_bytes in = {.data = c->bytes, .size = c->size};
  unsigned syncs = 0;
  for (uint64_t message = 0; in.pos < in.size; message++) {
    struct rvt_bytes at = in, again = in;
    struct rvt_ntrace_msg msg;
    assert_int_equal(rvt_ntrace_msg_read(&c->config.ntrace.format, &at, &msg, NULL), RVT_OK);
    assert_int_equal(rvt_decoder_step(a, &in), RVT_OK);
    if (message == 0 || !rvt_ntrace_is_sync(msg.tcode)) continue;
    rvt_decoder_begin(b, again.pos, message);
    assert_int_equal(rvt_decoder_step(b, &again), RVT_OK);
    assert_true(rvt_decoder_same(a, b));
    if (syncs++ % 8 != 0) continue;
    const struct seen one = rest_of(goes_on, &rest, c, a), other = rest_of(goes_on, &rest, c, b);
    assert_true(one.hash == other.hash && one.events == other.events);
    rvt_decoder_begin(b, again.pos, message);
    assert_false(rvt_decoder_same(a, b)); /* without the message it knows nothing */
  }
  rvt_decoder_free(a);
  rvt_decoder_free(b);
  rvt_decoder_free(goes_on);
  return syncs;
}

static void parts_begin_at_syncs(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= PROGRAMS; seed++) {
    const struct capture_options options = {.seed = seed,
                                            .xlen = seed % 2 == 0 ? 32 : 64,
                                            .mode = seed % 3 == 0 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                            .implicit_return = seed % 4 != 0,
                                            .src_bits = seed % 3 == 1 ? 2 : 0,
                                            .ts = seed % 2 == 1,
                                            .sync_max = 6,
                                            .code = 8192,
                                            .instructions = 40000,
                                            .traps = seed % 4 == 3 ? 500 : 0};
    struct capture c;
    capture_make(&c, &options);
    assert_true(check_parts(&c) >= SYNCS_MIN);
    capture_free(&c);
  }
}

/* What stands before the sync, and is not in it, makes a difference. */
static void what_a_sync_does_not_tell(void **state) {
  (void)state;
  const struct rvt_code code[] = {{0x100, C_NOP}, {0x102, C_NOP}, {0x104, C_NOP}};
  struct seen s = {0};
  struct rvt_decoder *a = NULL, *b = NULL;
  uint8_t bytes[64];
  struct rvt_image *image = rvt_code_image(64, code, sizeof code / sizeof *code);
  const struct rvt_decoder_config config = {.ntrace.format.src_bits = 1};
  const char *const other = "ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x81";
  const char *const sync = "ProgTraceSync SRC=0 SYNC=3 I-CNT=0 F-ADDR=0x80";
  char text[160];
  snprintf(text, sizeof text, "%s;%s", other, sync);
  const size_t size = rvt_lines(&config.ntrace.format, text, bytes, sizeof bytes);
  const size_t before = rvt_lines(&config.ntrace.format, other, bytes + 32, 32);
  struct rvt_bytes in = {.data = bytes, .size = size}, part = in;
  assert_int_equal(rvt_decoder_new(&config, image, see, &s, &a, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_new(&config, image, see, &s, &b, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(a, &in), RVT_END);
  part.pos = before;
  rvt_decoder_begin(b, before, 1);
  assert_int_equal(rvt_decoder_feed(b, &part), RVT_END);
  assert_false(rvt_decoder_same(a, b)); /* the other SRC */
  rvt_decoder_begin(b, 0, 0);
  part.pos = 0;
  assert_int_equal(rvt_decoder_feed(b, &part), RVT_END);
  assert_true(rvt_decoder_same(a, b));
  rvt_decoder_free(a);
  rvt_decoder_free(b);
  rvt_image_free(image);
}

/* Events that are kept, and the addresses of their runs a few at a time, up to an error. */
static void a_batch(void **state) {
  (void)state;
  const struct rvt_code code[] = {
      {0x100, C_NOP}, {0x102, C_NOP}, {0x104, C_NOP}, {0x106, C_NOP}, {0x108, C_NOP}};
  const struct rvt_decoder_config config = {.lenient = false};
  struct rvt_image *image = rvt_code_image(64, code, sizeof code / sizeof *code);
  struct rvt_decoder_batch batch = {.event = NULL};
  struct rvt_decoder *d = NULL;
  uint8_t bytes[64];
  uint64_t list[3];
  const char *const text = "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80;"
                           "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=5;"
                           "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x83;"
                           "ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=3";
  struct rvt_bytes in = {.data = bytes,
                         .size = rvt_lines(&config.ntrace.format, text, bytes, sizeof bytes)};
  assert_int_equal(rvt_decoder_new(&config, image, rvt_decoder_keep, &batch, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  assert_true(batch.synchronized && !batch.cut && batch.count == 7);
  assert_int_equal(rvt_decoder_batch_pcs(&batch, list, 3), 3);
  assert_true(list[0] == 0x100 && list[1] == 0x102 && list[2] == 0x104);
  assert_int_equal(rvt_decoder_batch_pcs(&batch, list, 3), 3);
  assert_true(list[0] == 0x106 && list[1] == 0x108 && list[2] == 0x106);
  assert_int_equal(rvt_decoder_batch_pcs(&batch, list, 3), 1);
  assert_true(list[0] == 0x108 && batch.event[batch.at].kind == RVT_DE_ERROR);
  rvt_decoder_batch_free(&batch);
  assert_null(batch.event);
  rvt_decoder_free(d);
  rvt_image_free(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_begin_at_syncs),
                                     cmocka_unit_test(what_a_sync_does_not_tell),
                                     cmocka_unit_test(a_batch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

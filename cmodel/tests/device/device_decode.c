/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "device_decode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rvt/decoder.h"
#include "stimulus/progen.h"

struct found {
  const struct rvt_image *image;
  uint64_t *pc;
  size_t count;
};

static void on_event(void *user, const struct rvt_decoder_event *e) {
  struct found *f = user;
  struct rvt_decoder_pcs pcs;
  if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING)
    fail_msg("offset %llu: %s (%s)", (unsigned long long)e->offset, e->u.problem.text,
             e->u.problem.row);
  if (e->kind != RVT_DE_RUN) return;
  rvt_decoder_pcs_begin(&pcs, f->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) {
    assert_in_range(f->count, 0, DEVICE_DECODE_MAX - 1);
    f->pc[f->count++] = pcs.pc;
  }
}

static struct rvt_image *image_of(const struct device_bench *b) {
  const uint8_t xlen = b->model.top.p.te.encoder.xlen;
  struct rvt_progen_params params;
  struct rvt_progen_region region;
  struct rvt_progen *g = NULL;
  struct rvt_image *image = NULL;
  rvt_progen_params_init(&params, xlen, b->seed);
  assert_int_equal(rvt_progen_open(&g, &params, NULL), RVT_OK);
  assert_int_equal(rvt_image_new(xlen, &image), RVT_OK);
  for (size_t i = 0; rvt_progen_get_region(g, i, &region); i++)
    assert_int_equal(rvt_image_add(image, region.address, region.bytes, region.size), RVT_OK);
  rvt_progen_close(g);
  return image;
}

size_t device_decode(const struct device_bench *b, const uint8_t *bytes, size_t size,
                     uint64_t pc[DEVICE_DECODE_MAX]) {
  const struct rvt_decoder_config config = {.blind = false};
  struct rvt_image *image = image_of(b);
  struct found f = {.image = image, .pc = pc};
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  enum rvt_status status;
  assert_int_equal(rvt_decoder_new(&config, image, on_event, &f, &d, NULL), RVT_OK);
  do status = rvt_decoder_feed(d, &in);
  while (status == RVT_OK);
  assert_int_equal(status, RVT_END);
  rvt_decoder_free(d);
  rvt_image_free(image);
  return f.count;
}

void device_decode_check(const struct device_bench *b, const uint64_t *pc, size_t count) {
  size_t i = 0;
  for (size_t step = 0; step < b->array.count && i < count; step++) {
    if (b->steps[step].kind != RVT_STEP_INSN) continue;
    if (b->steps[step].pc != pc[i])
      fail_msg("instruction %zu: expected 0x%llx, found 0x%llx", i,
               (unsigned long long)b->steps[step].pc, (unsigned long long)pc[i]);
    i++;
  }
  assert_int_equal(i, count);
}

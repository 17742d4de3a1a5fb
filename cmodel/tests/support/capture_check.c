/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "capture.h"
#include "tests/support/test.h"

struct check {
  const struct capture *c;
  size_t next;
  unsigned long problems;
  bool strict;
};

static void check_event(void *user, const struct rvt_decoder_event *e) {
  struct check *k = user;
  struct rvt_decoder_pcs pcs;
  if (e->kind == RVT_DE_ERROR || (e->kind == RVT_DE_WARNING && k->strict)) k->problems++;
  if (k->problems != 0 && k->strict)
    fail_msg("offset %llu: %s (%s)", (unsigned long long)e->offset, e->u.problem.text,
             e->u.problem.row);
  if (e->kind != RVT_DE_RUN || !k->strict) return;
  rvt_decoder_pcs_begin(&pcs, k->c->image, &e->u.run);
  for (; rvt_decoder_pcs_next(&pcs); k->next++)
    if (k->next >= k->c->pcs || k->c->pc[k->next] != pcs.pc)
      fail_msg("offset %llu: found PC 0x%llx as number %zu", (unsigned long long)e->offset,
               (unsigned long long)pcs.pc, k->next);
}

static void check_decode(struct check *k) {
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = k->c->bytes, .size = k->c->size};
  assert_int_equal(rvt_decoder_new(&k->c->config, k->c->image, check_event, k, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  rvt_decoder_free(d);
}

void capture_check(const struct capture *c) {
  struct check k = {.c = c, .strict = true};
  check_decode(&k);
  assert_int_equal(k.next, c->pcs);
}

unsigned long capture_errors(const struct capture *c) {
  struct check k = {.c = c};
  check_decode(&k);
  return k.problems;
}

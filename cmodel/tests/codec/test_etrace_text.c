/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "rvt/etrace_text.h"
#include "tests/support/test.h"

/* A packet as a line of text, and back. */

static struct rvt_etrace_format with_all(void) {
  struct rvt_etrace_format f = rvt_etrace_format_plain(32);
  f.context_bits = 16;
  f.f0s_bits = 1;
  f.bpred_bits = f.cache_bits = 5;
  f.irdepth_bits = 4;
  f.src_bits = 8;
  f.time_bytes = 2;
  return f;
}

static void comes_back(const struct rvt_etrace_format *f, const char *line) {
  struct rvt_etrace_packet p;
  struct rvt_error e = {""};
  char text[RVT_ETRACE_TEXT_MAX];
  if (rvt_etrace_parse(f, line, &p, NULL, &e) != RVT_OK) fail_msg("%s: %s", line, e.text);
  assert_int_equal(rvt_etrace_print(f, &p, text), RVT_OK);
  assert_string_equal(text, line);
}

static void a_line_comes_back(void **state) {
  static const char *const lines[] = {
      "Support src=1 ienable=1 encoder_mode=0 qual_status=2 ioptions=0x1f denable=0 dloss=0 "
      "doptions=0x0",
      "Start src=0 tstamp=65535 branch=1 privilege=3 context=0x12 address=0x80000000",
      "Trap src=2 flow=3 branch=0 privilege=1 context=0x0 ecause=7 interrupt=1 thaddr=1 "
      "address=0x100",
      "Trap src=2 branch=1 privilege=1 context=0x0 ecause=5 interrupt=0 thaddr=0 address=0x100 "
      "tval=0x77",
      "Context src=0 privilege=0 context=0xffff",
      "Branch src=0 branches=0 branch_map=0x7fffffff",
      "Branch src=0 branches=2 branch_map=0x2 address=0xfffffffe notify=1 updiscon=0 irreport=0",
      "Address src=0 address=0x10 notify=0 updiscon=1 irreport=1 irdepth=9",
      "BranchCount src=0 branch_count=7 branch_fmt=0",
      "BranchCount src=0 branch_count=7 branch_fmt=3 address=0x4 notify=0 updiscon=0 irreport=0",
      "TargetIndex src=0 index=31 branches=0 irreport=0",
      "TargetIndex src=0 index=1 branches=3 branch_map=0x5 irreport=1 irdepth=0"};
  static const char *const of_irets[] = {
      "Support src=1 ienable=1 encoder_mode=0 qual_status=2 sijump=1 implicit_return=1 "
      "branch_predictor=1 jump_target_cache=1 implicit_except=1 full_iaddress=1 resync_disabled=1 "
      "iret_ext=1 time_width=7 f0s_width=3 return_stack_size=7 call_counter_size=15 bpred_size=7 "
      "cache_size=7 denable=0 dloss=0 doptions=0x0",
      "Address src=0 address=0x10 notify=0 updiscon=1 irreport=1 irets=255"};
  struct rvt_etrace_format f = with_all();
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) comes_back(&f, lines[i]);
  rvt_etrace_format_irets(&f);
  for (size_t i = 0; i < sizeof of_irets / sizeof *of_irets; i++) comes_back(&f, of_irets[i]);
}

static void another_line_is_refused(void **state) {
  static const struct {
    const char *line;
    size_t column;
    enum rvt_status status;
  } cases[] = {
      {"Begin src=0", 0, RVT_ERR_FORMAT},
      {"Start branch=1", 6, RVT_ERR_FORMAT},
      {"Start src=256 branch=1", 10, RVT_ERR_FORMAT},
      {"Context src=0 privilege=0 context=0x10000", 34, RVT_ERR_FORMAT},
      {"Context src=0 privilege=0 context=1 more", 36, RVT_ERR_FORMAT},
      {"Context src=0 privilege=0", 25, RVT_ERR_FORMAT},
      {"Branch src=0 branches=2 branch_map=4 address=0 notify=0 updiscon=0 irreport=0", 77,
       RVT_ERR_RANGE},
      {"Address src=0 address=1 notify=0 updiscon=0 irreport=0", 54, RVT_ERR_RANGE},
      {"BranchCount src=0 branch_count=7 branch_fmt=1 address=0 notify=0 updiscon=0 irreport=0", 86,
       RVT_ERR_RESERVED},
  };
  const struct rvt_etrace_format f = with_all();
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_etrace_packet p, before;
    struct rvt_error e = {""};
    size_t column = 999;
    memset(&p, 0xa5, sizeof p);
    before = p;
    const enum rvt_status status = rvt_etrace_parse(&f, cases[i].line, &p, &column, &e);
    if (status != cases[i].status || column != cases[i].column)
      fail_msg("%s: status %d, column %zu: %s", cases[i].line, status, column, e.text);
    assert_memory_equal(&p, &before, sizeof p);
    assert_true(strncmp(e.text, "expected ", 9) == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_comes_back),
      cmocka_unit_test(another_line_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

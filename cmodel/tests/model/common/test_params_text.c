/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rvt/params_text.h"

static void every_word_sets_its_parameter(void **state) {
  (void)state;
  struct rvt_params p = {.queue_depth = 9, .plain_hist = true};
  const char *text =
      " Xlen=64 Btm=1 Htm=0x1 Blocks=3 FlowBlocks=2 IretireWidth=6 ItypeWidth=3 Single=1  "
      "IaddrOnInt=1 "
      "IcntWidth=16 Events=1 SeqJump=1 ReturnModes=1 SyncClocks=1 "
      "HistWidth=32 StackDepth=8 SrcBitsMax=12 TsWidth=40 StallLatency=2 Lanes=4 FifoDepth=300 "
      "PlainHist=0 ContextWidth=1 ImpdefWidth=1 Pins=4 DivWidth=8 BufferBytes=4800 Xlen=32 ";
  assert_int_equal(rvt_params_parse(text, &p, NULL), RVT_OK);
  assert_int_equal(p.xlen, 32); /* the later word */
  assert_true(p.btm && p.htm && p.single && p.iaddr_on_int);
  assert_false(p.plain_hist);
  assert_true(p.events && p.seq_jump && p.return_modes && p.sync_clocks);
  assert_int_equal(p.blocks, 3);
  assert_int_equal(p.flow_blocks, 2);
  assert_int_equal(p.itype_width, 3);
  assert_int_equal(p.iretire_width, 6);
  assert_int_equal(p.icnt_width, 16);
  assert_int_equal(p.hist_width, 32);
  assert_int_equal(p.stack_depth, 8);
  assert_int_equal(p.src_bits_max, 12);
  assert_int_equal(p.ts_width, 40);
  assert_int_equal(p.queue_depth, 9); /* not named */
  assert_int_equal(p.stall_latency, 2);
  assert_int_equal(p.lanes, 4);
  assert_int_equal(p.fifo_depth, 300);
  assert_int_equal(rvt_params_parse("FifoDepth=65535 QueueDepth=255", &p, NULL), RVT_OK);
  assert_int_equal(p.fifo_depth, 65535);
  assert_int_equal(p.queue_depth, 255);
}

static void a_bad_word_changes_nothing(void **state) {
  (void)state;
  static const struct {
    const char *text, *error;
    enum rvt_status status;
  } bad[] = {
      {"Xlen=64 Depth=1", "expected NAME=VALUE with an RTL parameter, found 'Depth=1'",
       RVT_ERR_FORMAT},
      {"Xlen=64 xlen=1", "expected NAME=VALUE with an RTL parameter, found 'xlen=1'",
       RVT_ERR_FORMAT},
      {"Xlen", "expected NAME=VALUE with an RTL parameter, found 'Xlen'", RVT_ERR_FORMAT},
      {"=4", "expected NAME=VALUE with an RTL parameter, found '=4'", RVT_ERR_FORMAT},
      {"Xlen=64 Btm=2", "expected a value that Btm can have, found 'Btm=2'", RVT_ERR_RANGE},
      {"Xlen=256", "expected a value that Xlen can have, found 'Xlen=256'", RVT_ERR_RANGE},
      {"FifoDepth=65536", "expected a value that FifoDepth can have, found 'FifoDepth=65536'",
       RVT_ERR_RANGE},
      {"Xlen= Btm=1", "expected a value that Xlen can have, found 'Xlen='", RVT_ERR_RANGE},
      {"Xlen=-1", "expected a value that Xlen can have, found 'Xlen=-1'", RVT_ERR_RANGE},
      {"Pins=-1", "expected a value that Pins can have, found 'Pins=-1'", RVT_ERR_RANGE},
      {"Xlen=3x", "expected a value that Xlen can have, found 'Xlen=3x'", RVT_ERR_RANGE},
      {"Lanes=08 Btm=1",
       "expected a value that Lanes can have, found 'Lanes=08', which is neither decimal nor "
       "hexadecimal: leave the leading 0 out",
       RVT_ERR_RANGE},
      {"Pins=x", "expected a value that Pins can have, found 'Pins=x'", RVT_ERR_RANGE},
      {"Xlen=99999999999999999999",
       "expected a value that Xlen can have, found "
       "'Xlen=99999999999999999999'",
       RVT_ERR_RANGE},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct rvt_params p = {.xlen = 7};
    struct rvt_error e = {""};
    assert_int_equal(rvt_params_parse(bad[i].text, &p, &e), bad[i].status);
    assert_string_equal(e.text, bad[i].error);
    assert_int_equal(p.xlen, 7);
  }
}

static void a_build_by_name_prints_what_it_reads(void **state) {
  (void)state;
  struct rvt_params p, again = {.xlen = 0};
  char text[512], same[512];
  assert_int_equal(rvt_params_init(&p, "none"), RVT_ERR_ARG);
  assert_int_equal(p.stack_depth, 0);
  assert_int_equal(rvt_params_init(&p, "mcu"), RVT_OK);
  assert_true(p.btm && p.stack_depth == 8 && p.src_bits_max == 0 && p.fifo_depth == 32);
  assert_int_equal(rvt_params_check(&p, NULL), RVT_OK);
  assert_int_equal(rvt_params_print(&p, text, sizeof text), RVT_OK);
  assert_non_null(strstr(text, "Xlen=32 AddrBits=64 Btm=1 "));
  assert_non_null(strstr(text, " FifoDepth=32 "));
  assert_int_equal(rvt_params_parse(text, &again, NULL), RVT_OK);
  assert_int_equal(rvt_params_print(&again, same, sizeof same), RVT_OK);
  assert_string_equal(same, text);
  assert_int_equal(rvt_params_print(&p, text, strlen(text)), RVT_ERR_RANGE);
  /* every name of the list */
  for (const char *name = rvt_presets; *name != '\0'; name += strspn(name, " ")) {
    const int size = (int)strcspn(name, " ");
    snprintf(text, sizeof text, "%.*s", size, name);
    assert_int_equal(rvt_params_init(&p, text), RVT_OK);
    assert_int_equal(rvt_params_check(&p, NULL), RVT_OK);
    name += size;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_sets_its_parameter),
                                     cmocka_unit_test(a_bad_word_changes_nothing),
                                     cmocka_unit_test(a_build_by_name_prints_what_it_reads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

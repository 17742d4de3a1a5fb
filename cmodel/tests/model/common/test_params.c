/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/params_text.h"
#include "rvt/top.h"
#include "rvt/unit/encode.h"
#include "tests/device/device_bench.h"
#include "tests/support/test.h"

/* ---- Checks -------------------------------------------------------------------------------- */

/* What init refuses, it names: the parameter, its rule and what was found. */

static struct rvt_top top;
static struct rvt_encoder encoder;

static struct rvt_params good_encoder(void) {
  struct rvt_params p;
  assert_int_equal(rvt_params_init(&p, NULL), RVT_OK);
  p.blocks = 2;
  p.stack_depth = 8;
  p.src_bits_max = 4;
  p.ts_width = 40;
  p.queue_depth = 16;
  p.fifo_depth = 96;
  return p;
}

/** `Change` makes the good `p` one that `call`, which has the text `e`, refuses with `says`. */
#define REFUSED_BY(type, made, call, change, says)                                                 \
  do {                                                                                             \
    struct type p = made;                                                                          \
    struct rvt_error e = {""};                                                                     \
    change;                                                                                        \
    assert_int_equal(call, RVT_ERR_ARG);                                                           \
    assert_string_equal(e.text, says);                                                             \
  } while (0)

#define REFUSED(change, says)                                                                      \
  REFUSED_BY(rvt_params, good_encoder(), rvt_encoder_init(&encoder, &p, &e), change, says)

static void the_encoder_names_what_it_refuses(void **state) {
  (void)state;
  const struct rvt_params good = good_encoder();
  assert_int_equal(rvt_encoder_init(&encoder, &good, NULL), RVT_OK);
  REFUSED(p.xlen = 48, "expected xlen 32 or 64, found 48");
  REFUSED(p.addr_bits = 32, "expected addr_bits 33..64, found 32 (NT:ADR-17)");
  REFUSED(p.addr_bits = 65, "expected addr_bits 33..64, found 65 (NT:ADR-17)");
  REFUSED(p.btm = p.htm = false, "expected btm or htm on, found neither (NT:GEN-01)");
  REFUSED(p.blocks = 5, "expected blocks 1..4, found 5 (NT:ING-02)");
  REFUSED(p.flow_blocks = 3, "expected flow_blocks 1..2, found 3: 1..blocks");
  REFUSED(p.iretire_width = 9,
          "expected iretire_width 2..8, found 9: 2..8, 1..8 if single (NT:ING-05)");
  REFUSED((p.single = false, p.iretire_width = 1),
          "expected iretire_width 2..8, found 1: 2..8, 1..8 if single (NT:ING-05)");
  REFUSED(p.iretire_width = 1,
          "expected iretire_width 2..8, found 1: 2..8, 1..8 if single (NT:ING-05)");
  REFUSED(p.itype_width = 5, "expected itype_width 3 or 4, found 5 (NT:ING-08, NT:ITY-22)");
  REFUSED(p.icnt_width = 23, "expected icnt_width 8..22, found 23: 8..22, > iretire_width unless "
                             "single (NT:ICNT-07, NT:ICNT-11)");
  REFUSED(p.iretire_width = p.icnt_width = 8,
          "expected icnt_width 9..22, found 8: 8..22, > iretire_width unless single (NT:ICNT-07, "
          "NT:ICNT-11)");
  REFUSED(p.hist_width = 2, "expected hist_width 3..32, found 2 (NT:HIST-05)");
  REFUSED((p.xlen = 32, p.context = 2, p.context_width = 27),
          "expected context_width 1..26 with context 2, found 27: 1..xlen-6 (NT:OWN-01)");
  REFUSED((p.xlen = 64, p.context = 2, p.context_width = 64),
          "expected context_width 1..58 with context 2, found 64: 1..xlen-6 (NT:OWN-01)");
  REFUSED(p.context = 3, "expected context 0..2, found 3 (NT:OWN-02)");
  REFUSED(p.context_width = 0, "expected context_width 1..32, found 0: 1..xlen (NT:OWN-10)");
  REFUSED((p.context_width = 4, p.hcontext_width = 4),
          "expected hcontext_width 0..3, found 4: 0..context_width-1 (NT:OWN-07)");
  REFUSED(p.stack_depth = 33, "expected stack_depth 0..32, found 33 (NT:IRT-08)");
  REFUSED(p.bpred_size = 1, "expected bpred_size 0 and cache_size 0 with N-Trace, found 1 and 0");
  REFUSED(p.cache_size = 2, "expected bpred_size 0 and cache_size 0 with N-Trace, found 0 and 2");
  REFUSED(p.src_bits_max = 13, "expected src_bits_max 0..12, found 13 (NT:SRC-01)");
  REFUSED(p.ts_width = 65, "expected ts_width 0..64, found 65 (NT:TSP-05)");
  REFUSED(p.queue_depth = 65, "expected queue_depth 2..64, found 65");
  REFUSED(p.stall_latency = 16,
          "expected stall_latency 1..15, found 16: 1..queue_depth-1 (NT:ING-26)");
  REFUSED(p.lanes = 3, "expected lanes 1, 2, 4, 8 or 16, found 3");
  /* head 6+4+4+2+16 bits in 6 bytes, 31 of the address in 6, HIST in 6, TSTAMP in 7 */
  REFUSED(p.fifo_depth = 24,
          "expected fifo_depth 0 or 25..512, found 24: 0 or a longest message..512 (NT:GEN-08)");
  REFUSED((p.htm = false, p.ts_width = 0, p.lanes = 16, p.fifo_depth = 1),
          "expected fifo_depth 0 or 2..512, found 1: 0 or a longest message..512 (NT:GEN-08)");
}

#define REFUSED_ETRACE(change, says)                                                               \
  REFUSED_BY(rvt_params, etrace_encoder(), rvt_encoder_init(&encoder, &p, &e), change, says)

static struct rvt_params etrace_encoder(void) {
  struct rvt_params p = good_encoder();
  p.format = p.framing = RVT_PROTOCOL_ETRACE;
  p.src_bits_max = 8;
  p.bpred_size = p.cache_size = 7;
  return p;
}

/* irdepth is of log2 of the depth and one bit, so a depth is a power of two (ETR:F2-03). */
static void the_encoder_of_etrace_names_the_sizes_of_its_modes(void **state) {
  (void)state;
  struct rvt_params good = etrace_encoder();
  for (unsigned depth = 0; depth <= 32; depth = depth == 0 ? 2 : depth * 2) {
    good.stack_depth = (uint8_t)depth;
    assert_int_equal(rvt_encoder_init(&encoder, &good, NULL), RVT_OK);
  }
  REFUSED_ETRACE(p.stack_depth = 1,
                 "expected stack_depth 0, 2, 4, 8, 16 or 32 with E-Trace, 0 with itype_width 3, "
                 "found 1 and 4 (ETR:F2-03)");
  REFUSED_ETRACE(p.stack_depth = 12,
                 "expected stack_depth 0, 2, 4, 8, 16 or 32 with E-Trace, 0 with itype_width 3, "
                 "found 12 and 4 (ETR:F2-03)");
  REFUSED_ETRACE(p.itype_width = 3,
                 "expected stack_depth 0, 2, 4, 8, 16 or 32 with E-Trace, 0 with itype_width 3, "
                 "found 8 and 3 (ETR:F2-03)");
  REFUSED_ETRACE((p.xlen = 64, p.context = 2, p.context_width = 33),
                 "expected context_width 1..32 with E-Trace and context 2, found 33");
  REFUSED_ETRACE(p.extend_addr = true, "expected all_jumps, extend_addr, repeat_branch and "
                                       "repeat_hist off with E-Trace, found one on (ETR:D-02)");
  REFUSED_ETRACE(p.bpred_size = 8, "expected bpred_size 0..7, found 8 (ETR:M-BP)");
  REFUSED_ETRACE(p.cache_size = 8, "expected cache_size 0..7, found 8 (ETR:M-JTC)");
}

/* Widths of fields are the build's, whatever is on (ETR:DC-04, ETR:F2-03). */
static void the_sizes_of_the_modes_are_widths_of_packets(void **state) {
  (void)state;
  static const struct {
    uint8_t bpred_size, cache_size, stack_depth, f0s_bits, irdepth_bits;
  } cases[] = {{0, 0, 0, 0, 0}, {5, 0, 0, 0, 0},  {0, 5, 2, 0, 2},  {1, 7, 4, 1, 3},
               {7, 1, 8, 1, 4}, {5, 5, 16, 1, 5}, {5, 5, 32, 1, 6}, {0, 0, 32, 0, 6}};
  const struct rvt_config off = {.mode = RVT_MODE_HTM};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct rvt_params p = etrace_encoder();
    p.bpred_size = cases[i].bpred_size;
    p.cache_size = cases[i].cache_size;
    p.stack_depth = cases[i].stack_depth;
    const struct rvt_etrace_format f = rvt_etrace_format_of(&p, &off);
    assert_int_equal(f.bpred_bits, cases[i].bpred_size);
    assert_int_equal(f.cache_bits, cases[i].cache_size);
    assert_int_equal(f.f0s_bits, cases[i].f0s_bits);
    assert_int_equal(f.irdepth_bits, cases[i].irdepth_bits);
  }
  ROW("ETR:DC-04");
  ROW("ETR:F2-03");
}

static void the_functional_encoder_names_what_it_uses(void **state) {
  (void)state;
  static struct rvt_encode encode;
  struct rvt_params good = good_encoder();
  good.queue_depth = good.stall_latency = good.lanes = 0;
  good.fifo_depth = 0;
  assert_int_equal(rvt_encode_init(&encode, &good, NULL), RVT_OK);
  REFUSED_BY(rvt_params, good, rvt_encode_init(&encode, &p, &e),
             (p.hist_width = 9, p.repeat_hist = 9),
             "expected repeat_hist 0..8, found 9: 0..htm*(hist_width-1) (NT:RHI-01)");
  REFUSED_BY(rvt_params, good, rvt_encode_init(&encode, &p, &e), (p.htm = false, p.repeat_hist = 1),
             "expected repeat_hist 0..0, found 1: 0..htm*(hist_width-1) (NT:RHI-01)");
  REFUSED_BY(rvt_params, good, rvt_encode_init(&encode, &p, &e), p.icnt_width = 6,
             "expected icnt_width 8..22, found 6: 8..22, > iretire_width unless single "
             "(NT:ICNT-07, NT:ICNT-11)");
}

#define REFUSED_CONFIG(change, says)                                                               \
  REFUSED_BY(rvt_config, good, rvt_config_check(&build, &p, &e), change, says)

static void configurations_that_are_not_built(void **state) {
  (void)state;
  struct rvt_params build = good_encoder();
  build.htm = build.return_modes = build.sync_clocks = false;
  build.stack_depth = build.ts_width = 0;
  const struct rvt_config good = {.mode = RVT_MODE_BTM, .src_bits = 4};
  assert_int_equal(rvt_config_check(&build, &good, NULL), RVT_OK);
  REFUSED_CONFIG(p.mode = 5, "expected mode off, btm or htm, found 5 (NT:CTL-04)");
  REFUSED_CONFIG(p.mode = RVT_MODE_HTM, "expected a mode that is built, found htm");
  REFUSED_CONFIG(p.context_en = true,
                 "expected context 1 or 2 for context_en (Ownership), found 0");
  REFUSED_CONFIG(p.sync_mode = 4, "expected sync_mode 0..3, found 4 (NT:CTL-08)");
  REFUSED_CONFIG(p.sync_max = 16, "expected sync_max 0..15, found 16 (NT:CTL-08)");
  REFUSED_CONFIG(p.ir_mode = 4, "expected ir_mode 0..3, found 4 (NT:IRT-03)");
  REFUSED_CONFIG(p.ir_en = true, "expected stack_depth 1..32 for ir_en (implicit return), found 0");
  REFUSED_CONFIG(p.trig_ena = true, "expected events built for trig_ena, found off");
  REFUSED_CONFIG(p.seq_en = true, "expected seq_jump built for seq_en, found off");
  REFUSED_CONFIG(p.src_bits = 5, "expected src_bits 0..4, found 5: as built (NT:SRC-01)");
  REFUSED_CONFIG(p.ts_en = true, "expected ts_width above 0 for ts_en, found 0");
  REFUSED_CONFIG(p.ts_suppress = 1, "expected ts_width above 0 for ts_suppress, found 0");
  REFUSED_CONFIG(p.sync_mode = 2, "expected sync_clocks built for sync_mode clocks (2), found off");
  REFUSED_CONFIG(p.repeat_hist = true,
                 "expected repeat_hist above 0 built for repeat_hist, found 0");
  REFUSED_CONFIG(p.branch_prediction = true,
                 "expected bpred_size 1..7 for branch_prediction, found 0");
  REFUSED_CONFIG(p.jump_target_cache = true,
                 "expected cache_size 1..7 for jump_target_cache, found 0");
  build.stack_depth = 1;
  REFUSED_CONFIG((p.ir_en = true, p.ir_mode = 1),
                 "expected return_modes built for ir_mode 1, found off");
  build = good_encoder();
  build.itype_width = 3;
  REFUSED_CONFIG(p.ir_en = true,
                 "expected itype_width 4 for ir_en (implicit return), found 3 (NT:ING-08)");
}

#define REFUSED_TOP(change, says)                                                                  \
  REFUSED_BY(rvt_top_params, good, rvt_top_init(&top, &p, &e), change, says)

static void the_top_names_the_parameter_of_a_sink(void **state) {
  (void)state;
  struct rvt_top_params good = device_bench_params();
  good.te.encoder.lanes = good.sinks.ram.lanes = 1;
  good.te.encoder.fifo_depth = 512;
  good.sinks.has_ram = good.sinks.has_pib = true;
  good.sinks.pib = (struct rvt_pib_sink_params){
      .pib = {.lanes = 1, .pins = 8, .div_width = 8, .buffer_bytes = 64}, .safe_div = 255};
  assert_int_equal(rvt_top_init(&top, &good, NULL), RVT_OK);
  REFUSED_TOP(p.sinks.has_ram = p.sinks.has_pib = false,
              "expected has_ram or has_pib, found neither");
  REFUSED_TOP(p.sinks.ram.lanes = 2, "expected ram.lanes 1 as the encoder, found 2");
  REFUSED_TOP(p.te.encoder.lanes = p.sinks.ram.lanes = 2,
              "expected pib.lanes 2 as the encoder, found 1");
  REFUSED_TOP((p.sinks.has_ram = false, p.te.encoder.lanes = p.sinks.pib.pib.lanes = 3),
              "expected lanes a power of two up to 16, found 3");
  REFUSED_TOP(p.sinks.ram.sram_width = 16, "expected sram_width 32 or 64, found 16");
  REFUSED_TOP(p.sinks.ram.sram_words_log2 = 31, "expected sram_words_log2 2..30, found 31");
  REFUSED_TOP(p.sinks.pib.pib.pins = 5, "expected pins 4, 8 or 16, found 5");
  REFUSED_TOP(p.sinks.pib.pib.div_width = 17, "expected div_width 1..16, found 17");
  REFUSED_TOP(p.sinks.pib.safe_div = 256, "expected safe_div of div_width 8 bits, found 256");
  REFUSED_TOP(p.sinks.pib.pib.buffer_bytes = 37,
              "expected buffer_bytes 38..256, found 37: at least the longest message (NT:GEN-07)");
  REFUSED_TOP((p.sinks.pib.pib.pins = 16, p.sinks.pib.pib.buffer_bytes = 39),
              "expected buffer_bytes even with 16 pins, found 39");
  REFUSED_TOP(p.te.encoder.stack_depth = 33, "expected stack_depth 0..32, found 33 (NT:IRT-08)");
  REFUSED_TOP(p.te.encoder.ts_width = 64, "expected ts_width 0..63, found 64 (TCI:TS-09)");
  REFUSED_TOP(p.te.encoder.queue_depth = 1, "expected queue_depth 2..64, found 1");
}

/* ---- Text ---------------------------------------------------------------------------------- */

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
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_encoder_names_what_it_refuses),
      cmocka_unit_test(the_encoder_of_etrace_names_the_sizes_of_its_modes),
      cmocka_unit_test(the_sizes_of_the_modes_are_widths_of_packets),
      cmocka_unit_test(the_functional_encoder_names_what_it_uses),
      cmocka_unit_test(configurations_that_are_not_built),
      cmocka_unit_test(the_top_names_the_parameter_of_a_sink),
      cmocka_unit_test(every_word_sets_its_parameter),
      cmocka_unit_test(a_bad_word_changes_nothing),
      cmocka_unit_test(a_build_by_name_prints_what_it_reads),
  };
  return cmocka_run_group_tests_name("params", tests, NULL, NULL);
}

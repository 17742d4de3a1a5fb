/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka wants the headers above it */

#include "rvt/prng.h"
#include "stimulus/scn.h"
#include "tests/support/test.h"

#define ETRACE "build format 1 framing 1 src_bits_max 8"

static char dir[] = "/tmp/rvt_scn_XXXXXX";
static char path[64];

static void put(const char *text, size_t size) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  fclose(f);
}

static void load(struct rvt_scn *scn, const char *text) {
  struct rvt_error e = {""};
  put(text, strlen(text));
  if (rvt_scn_load(scn, path, &e) != RVT_OK) fail_msg("%s", e.text);
}

static const char full[] =
    "# everything once\n"
    "trace code/demo.rvti   # beside the scenario\n"
    "seed 0x1234\n"
    "clocks 5000\n"
    "build xlen 32 btm off queue_depth 8 stall_latency 3 iretire_width 5\n"
    "build single on blocks 2 iaddr_on_int off fifo_depth 256 src_bits_max 6\n"
    "config mode htm stall_ena 1 src_bits 6 src_id 0x2a sync_mode halfwords sync_max 4\n"
    "config tracing off\n"
    "player pace fast fold always stall latest garbage quiet itype_width 3 max_insns 4\n"
    "sink random 200\n"
    "sink dead 100 150\n"
    "at insn 10 start\n"
    "after insn 20 stop\n"
    "at clock 300 set sync_max 7\n"
    "at insn 5 halt 9\n"
    "at clock 400 sink burst 3 4\n"
    "at insn 40 disable\n"
    "at insn 41 enable\n"
    "build events on seq_jump on itype_width 3\n"
    "config trig_ena on seq_en on\n"
    "after insn 60 ext on,notify\n"
    "at clock 500 ext off\n"
    "at insn 70 set sync_mode clocks\n"
    "expect messages 10\n"
    "expect overflows 1\n";

static void every_directive_is_understood(void **state) {
  (void)state;
  struct rvt_scn s;
  load(&s, full);
  char trace[96];
  snprintf(trace, sizeof trace, "%s/code/demo.rvti", dir);
  assert_string_equal(s.trace, trace);
  assert_int_equal(s.seed, 0x1234);
  assert_int_equal(s.clocks, 5000);
  assert_int_equal(s.params.xlen, 32);
  assert_false(s.params.btm);
  assert_true(s.params.htm);
  assert_int_equal(s.params.queue_depth, 8);
  assert_int_equal(s.params.fifo_depth, 256);
  assert_int_equal(s.params.icnt_width, 22); /* not named: the default */
  assert_true(s.config.stall_ena && s.config.active && s.config.enable && !s.config.tracing);
  assert_int_equal(s.config.mode, RVT_MODE_HTM);
  assert_int_equal(s.config.sync_mode, RVT_PERIOD_HALFWORDS);
  assert_int_equal(s.config.sync_max, 4);
  assert_int_equal(s.config.src_id, 0x2a);
  assert_int_equal(s.config.src_bits, 6);
  const struct rvt_player_options *p = &s.player;
  assert_int_equal(p->seed, 0x1234);
  assert_int_equal(p->xlen, 32);
  assert_int_equal(p->blocks, 2);
  assert_int_equal(p->iretire_width, 5);
  assert_int_equal(p->stall_latency, 3);
  assert_true(p->single && !p->iaddr_on_int);
  assert_int_equal(p->itype_width, 3);
  assert_int_equal(p->pace, RVT_PACE_FAST);
  assert_int_equal(p->fold, RVT_FOLD_ALWAYS);
  assert_int_equal(p->stall_rule, RVT_STALL_LATEST);
  assert_int_equal(p->garbage, RVT_GARBAGE_QUIET);
  assert_int_equal(p->max_insns, 4);
  static const uint64_t cuts[] = {5, 10, 21, 40, 41, 61, 70};
  assert_int_equal(p->cut_count, 7);
  assert_memory_equal(p->cuts, cuts, sizeof cuts);
  assert_int_equal(s.action_count, 10);
  assert_int_equal(s.actions[3].what, RVT_DO_HALT);
  assert_int_equal(s.actions[3].value, 9);
  assert_int_equal(s.actions[4].sink.kind, RVT_SINK_BURST);
  assert_int_equal(s.actions[4].line, 16);
  struct rvt_config c = s.config;
  rvt_scn_set(&c, &s.actions[0]);
  assert_true(c.tracing);
  rvt_scn_set(&c, &s.actions[1]);
  assert_false(c.tracing);
  rvt_scn_set(&c, &s.actions[2]);
  assert_int_equal(c.sync_max, 7);
  rvt_scn_set(&c, &s.actions[5]);
  assert_false(c.enable);
  rvt_scn_set(&c, &s.actions[6]);
  assert_int_equal(c.enable, 1);
  assert_int_equal(s.actions[6].value, 1);
  assert_true(s.params.events && s.params.seq_jump && s.config.trig_ena && s.config.seq_en);
  assert_int_equal(s.params.itype_width, 3);
  assert_int_equal(s.actions[7].what, RVT_DO_EXT);
  assert_int_equal(s.actions[7].value, 5);
  assert_int_equal(s.actions[8].what, RVT_DO_EXT);
  assert_int_equal(s.actions[8].value, 2);
  rvt_scn_set(&c, &s.actions[9]);
  assert_int_equal(c.sync_mode, 2);
  assert_int_equal(s.minimum_count, 2);
  assert_string_equal(s.minima[0].name, "messages");
  assert_int_equal(s.minima[0].value, 10);
  rvt_scn_free(&s);
}

/** Every option must fit a player; a scenario of defaults, too. */
static void player_accepts_what_was_loaded(void **state) {
  (void)state;
  static const char *const texts[] = {full, "trace /x.rvti\n"};
  static struct rvt_player p;
  const struct rvt_step_source source = {rvt_step_array_next, NULL};
  for (unsigned i = 0; i < 2; i++) {
    struct rvt_scn s;
    load(&s, texts[i]);
    assert_int_equal(rvt_player_init(&p, &s.player, &source, NULL), RVT_OK);
    if (i == 1) assert_string_equal(s.trace, "/x.rvti");
    rvt_scn_free(&s);
  }
}

static void a_narrow_port_has_a_narrow_hart(void **state) {
  (void)state;
  struct rvt_scn s;
  load(&s, "trace a\nbuild itype_width 3\n");
  assert_int_equal(s.player.itype_width, 3);
  rvt_scn_free(&s);
  load(&s, "trace a\nplayer itype_width 3\n");
  assert_int_equal(s.player.itype_width, 3);
  assert_int_equal(s.params.itype_width, 4);
  rvt_scn_free(&s);
  load(&s, "trace a\n");
  assert_int_equal(s.player.itype_width, 4);
  rvt_scn_free(&s);
}

/** The member of `scn` at an offset, of one, two or four bytes. */
static uint64_t member(const struct rvt_scn *scn, size_t offset, size_t size) {
  uint8_t byte;
  uint16_t half;
  uint32_t word;
  const char *at = (const char *)scn + offset;
  if (size == 1) return memcpy(&byte, at, 1), byte;
  if (size == 2) return memcpy(&half, at, 2), half;
  return memcpy(&word, at, 4), word;
}

#define MEMBER(m) offsetof(struct rvt_scn, m), sizeof((struct rvt_scn *)0)->m

static void every_field_has_its_limits(void **state) {
  (void)state;
  /* `with`: what must be said beside so that every value fits. */
  static const struct {
    const char *line;
    size_t offset, size;
    unsigned least, most;
    const char *with;
  } cases[] = {
      {"build btm", MEMBER(params.btm), 0, 1, ""},
      {"build htm", MEMBER(params.htm), 0, 1, "config mode btm"},
      {"build blocks", MEMBER(params.blocks), 1, 4, ""},
      {"build iretire_width", MEMBER(params.iretire_width), 1, 8, "build single on"},
      {"build single", MEMBER(params.single), 0, 1, ""},
      {"build iaddr_on_int", MEMBER(params.iaddr_on_int), 0, 1, ""},
      {"build icnt_width", MEMBER(params.icnt_width), 8, 22, ""},
      {"build hist_width", MEMBER(params.hist_width), 3, 32, ""},
      {"build stack_depth", MEMBER(params.stack_depth), 0, 32, ""},
      {"build src_bits_max", MEMBER(params.src_bits_max), 0, 12, ""},
      {"build ts_width", MEMBER(params.ts_width), 0, 64, ""},
      {"build queue_depth", MEMBER(params.queue_depth), 2, 64, "build stall_latency 1"},
      {"build queue_sync", MEMBER(params.queue_sync), 0, 1, ""},
      {"build stall_latency", MEMBER(params.stall_latency), 1, 63, "build queue_depth 64"},
      {"build lanes", MEMBER(params.lanes), 1, 16, ""},
      {"build plain_hist", MEMBER(params.plain_hist), 0, 1, ""},
      {"build itype_width", MEMBER(params.itype_width), 3, 4, ""},
      {"build events", MEMBER(params.events), 0, 1, ""},
      {"build seq_jump", MEMBER(params.seq_jump), 0, 1, ""},
      {"build all_jumps", MEMBER(params.all_jumps), 0, 1, ""},
      {"build repeat_branch", MEMBER(params.repeat_branch), 0, 1, ""},
      {"build return_modes", MEMBER(params.return_modes), 0, 1, ""},
      {"build sync_clocks", MEMBER(params.sync_clocks), 0, 1, ""},
      {"config active", MEMBER(config.active), 0, 1, ""},
      {"config enable", MEMBER(config.enable), 0, 1, ""},
      {"config tracing", MEMBER(config.tracing), 0, 1, ""},
      {"config mode", MEMBER(config.mode), 0, 6, ""},
      {"config stall_ena", MEMBER(config.stall_ena), 0, 1, ""},
      {"config sync_mode", MEMBER(config.sync_mode), 0, 3, ""},
      {"config sync_max", MEMBER(config.sync_max), 0, 15, ""},
      {"config ir_mode", MEMBER(config.ir_mode), 0, 3, ""},
      {"config ir_en", MEMBER(config.ir_en), 0, 1, ""},
      {"config inhibit_src", MEMBER(config.inhibit_src), 0, 1, ""},
      {"config src_bits", MEMBER(config.src_bits), 0, 12, ""},
      {"config src_id", MEMBER(config.src_id), 0, 4095, ""},
      {"config ts_en", MEMBER(config.ts_en), 0, 1, ""},
      {"config ts_suppress", MEMBER(config.ts_suppress), 0, 15, ""},
      {"config plain_sync", MEMBER(config.plain_sync), 0, 1, ""},
      {"config trig_ena", MEMBER(config.trig_ena), 0, 1, "build events on"},
      {"config seq_en", MEMBER(config.seq_en), 0, 1, "build seq_jump on"},
      {"config all_jumps", MEMBER(config.all_jumps), 0, 1, "build all_jumps on"},
      {"config repeat_branch", MEMBER(config.repeat_branch), 0, 1, "build repeat_branch on"},
      {"config context_en", MEMBER(config.context_en), 0, 1, "build context 1"},
      {"config branch_prediction", MEMBER(config.branch_prediction), 0, 1, ETRACE " bpred_size 5"},
      {"config jump_target_cache", MEMBER(config.jump_target_cache), 0, 1, ETRACE " cache_size 5"},
      {"build bpred_size", MEMBER(params.bpred_size), 0, 7, ETRACE},
      {"build cache_size", MEMBER(params.cache_size), 0, 7, ETRACE},
      {"build context", MEMBER(params.context), 0, 2, ""},
      {"build context_width", MEMBER(params.context_width), 1, 64, ""},
      {"build hcontext_width", MEMBER(params.hcontext_width), 0, 63, "build context_width 64"},
      {"player pace", MEMBER(player.pace), 0, RVT_PACE_FAST, ""},
      {"player fold", MEMBER(player.fold), 0, RVT_FOLD_ALWAYS, ""},
      {"player stall", MEMBER(player.stall_rule), 0, RVT_STALL_IGNORE, ""},
      {"player garbage", MEMBER(player.garbage), 0, RVT_GARBAGE_QUIET, ""},
      {"player itype_width", MEMBER(player.itype_width), 3, 4, ""},
      {"player jumps_taken", MEMBER(player.jumps_taken), 0, 1, ""},
      {"player max_insns", MEMBER(player.max_insns), 0, 255, ""},
      {"player random_end", MEMBER(player.random_end), 0, 255, ""},
      {"player time_step", MEMBER(player.time_step), 0, 255, ""},
  };
  char text[160];
  struct rvt_scn s;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const unsigned good[] = {cases[i].least, cases[i].most};
    for (unsigned k = 0; k < 2; k++) {
      snprintf(text, sizeof text, "trace a\n%s\n%s %u\n", cases[i].with, cases[i].line, good[k]);
      load(&s, text);
      if (member(&s, cases[i].offset, cases[i].size) != good[k]) fail_msg("not kept: %s", text);
      rvt_scn_free(&s);
    }
    /* Below 0 there is nothing, and no other number is written 4294967295. */
    const unsigned bad[] = {cases[i].least - 1, cases[i].most + 1};
    for (unsigned k = 0; k < 2; k++) {
      snprintf(text, sizeof text, "trace a\n%s\n%s %u\n", cases[i].with, cases[i].line, bad[k]);
      put(text, strlen(text));
      if (rvt_scn_load(&s, path, NULL) != RVT_ERR_RANGE) fail_msg("accepted: %s", text);
    }
  }
}

/* 46, 63, 32 and 40 bits are the fields of the longest message of a build of defaults. */
static void limits_that_lie_in_other_fields(void **state) {
  (void)state;
  static const struct {
    const char *line;
    unsigned least;
  } cases[] = {
      {"build lanes 1 fifo_depth", 32},        {"build lanes 2 fifo_depth", 17},
      {"build lanes 4 fifo_depth", 9},         {"build lanes 8 fifo_depth", 5},
      {"build lanes 16 fifo_depth", 3},        {"build htm 0 fifo_depth", 26},
      {"build iretire_width 8 icnt_width", 9}, {"build stall_latency 9 queue_depth", 10},
  };
  char text[160];
  struct rvt_scn s;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (unsigned n = cases[i].least - 1; n <= cases[i].least; n++) {
      snprintf(text, sizeof text, "trace a\nconfig mode btm\n%s %u\n", cases[i].line, n);
      put(text, strlen(text));
      const enum rvt_status status = rvt_scn_load(&s, path, NULL);
      if (status != (n < cases[i].least ? RVT_ERR_RANGE : RVT_OK)) fail_msg("%s: %d", text, status);
      if (status == RVT_OK) rvt_scn_free(&s);
    }
}

/* The build of a scenario that names nothing: docs/reference/scn.md. */
static void defaults_are_those_of_the_document(void **state) {
  (void)state;
  struct rvt_scn s;
  load(&s, "trace a\n");
  const struct rvt_params *p = &s.params;
  assert_true(p->xlen == 64 && p->btm && p->htm && !p->single && p->iaddr_on_int);
  assert_false(p->plain_hist || p->events || p->seq_jump);
  assert_true(p->return_modes && p->sync_clocks);
  assert_true(p->blocks == 1 && p->flow_blocks == 1 && p->itype_width == 4);
  assert_true(p->iretire_width == 6 && p->icnt_width == 22 && p->hist_width == 32);
  assert_true(p->stack_depth == 8 && p->src_bits_max == 12 && p->ts_width == 40);
  assert_true(p->queue_depth == 16 && !p->queue_sync && p->stall_latency == 2);
  assert_true(p->lanes == 1 && p->fifo_depth == 128);
  assert_true(s.config.active && s.config.enable && s.config.tracing);
  assert_int_equal(s.config.mode, RVT_MODE_HTM);
  assert_true(s.player.iaddr_on_int && !s.player.single && s.player.time_step == 1);
  assert_true(s.player.xlen == 64 && s.player.blocks == 1 && s.player.iretire_width == 6);
  assert_int_equal(s.player.stall_latency, 2);
  rvt_scn_free(&s);
}

static void words_stand_for_their_values(void **state) {
  (void)state;
  static const struct {
    const char *line;
    size_t offset, size;
    unsigned value;
  } cases[] = {
      {"config mode off", MEMBER(config.mode), RVT_MODE_OFF},
      {"config mode btm", MEMBER(config.mode), RVT_MODE_BTM},
      {"config mode htm", MEMBER(config.mode), RVT_MODE_HTM},
      {"config sync_mode off", MEMBER(config.sync_mode), RVT_PERIOD_OFF},
      {"config sync_mode messages", MEMBER(config.sync_mode), RVT_PERIOD_MESSAGES},
      {"config sync_mode clocks", MEMBER(config.sync_mode), RVT_PERIOD_CLOCKS},
      {"config sync_mode halfwords", MEMBER(config.sync_mode), RVT_PERIOD_HALFWORDS},
      {"player pace natural", MEMBER(player.pace), RVT_PACE_NATURAL},
      {"player pace recorded", MEMBER(player.pace), RVT_PACE_RECORDED},
      {"player pace fast", MEMBER(player.pace), RVT_PACE_FAST},
      {"player fold random", MEMBER(player.fold), RVT_FOLD_RANDOM},
      {"player fold never", MEMBER(player.fold), RVT_FOLD_NEVER},
      {"player fold always", MEMBER(player.fold), RVT_FOLD_ALWAYS},
      {"player stall random", MEMBER(player.stall_rule), RVT_STALL_RANDOM},
      {"player stall latest", MEMBER(player.stall_rule), RVT_STALL_LATEST},
      {"player stall ignore", MEMBER(player.stall_rule), RVT_STALL_IGNORE},
      {"player garbage all", MEMBER(player.garbage), RVT_GARBAGE_ALL},
      {"player garbage slots", MEMBER(player.garbage), RVT_GARBAGE_SLOTS},
      {"player garbage quiet", MEMBER(player.garbage), RVT_GARBAGE_QUIET},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[64];
    struct rvt_scn s;
    snprintf(text, sizeof text, "trace a\n%s\n", cases[i].line);
    load(&s, text);
    if (member(&s, cases[i].offset, cases[i].size) != cases[i].value)
      fail_msg("%s: found %u", cases[i].line, (unsigned)member(&s, cases[i].offset, cases[i].size));
    rvt_scn_free(&s);
  }
}

static void bad_lines_name_themselves(void **state) {
  (void)state;
  static const struct {
    const char *text, *expected;
    enum rvt_status status;
  } cases[] = {
      {"", "expected a line 'trace FILE'", RVT_ERR_RANGE},
      {"trace\n", ":1: expected a file, found 'the end", RVT_ERR_FORMAT},
      {"trace a b\n", ":1: expected the end of the line, found 'b'", RVT_ERR_FORMAT},
      {"trace a\ntrace b\n", ":2: expected one line 'trace'", RVT_ERR_FORMAT},
      {"\n\ntrack a\n", ":3: expected trace, seed", RVT_ERR_FORMAT},
      {"seed x\n", ":1: expected a number as seed", RVT_ERR_FORMAT},
      {"build\n", "expected a field", RVT_ERR_FORMAT},
      {"build depth 3\n", "expected one of format, xlen, addr_bits, btm, htm, blocks, ",
       RVT_ERR_FORMAT},
      {"build queue_depth\n", "expected queue_depth", RVT_ERR_FORMAT},
      {"build queue_depth 65\n", "expected queue_depth up to 64", RVT_ERR_RANGE},
      {"build queue_depth 1\n", "expected queue_depth from 2 up", RVT_ERR_RANGE},
      {"trace a\nbuild xlen 48\n", "build: expected xlen 32 or 64", RVT_ERR_RANGE},
      {"trace a\nbuild btm 0 htm 0\n", "NT:GEN-01", RVT_ERR_RANGE},
      {"trace a\nbuild lanes 3\n", "lanes 1, 2, 4, 8 or 16", RVT_ERR_RANGE},
      {"trace a\nbuild queue_depth 2 stall_latency 2\n", "1..queue_depth-1", RVT_ERR_RANGE},
      {"config mode itm\n", "expected mode to be one of off, btm, htm, found 'itm'",
       RVT_ERR_FORMAT},
      {"trace a\nconfig mode 4\n", "NT:CTL-04", RVT_ERR_RANGE},
      {"trace a\nbuild btm off\nconfig mode btm\n", "a mode that is built", RVT_ERR_RANGE},
      {"trace a\nconfig ir_mode 4\n", "expected ir_mode up to 3", RVT_ERR_RANGE},
      {"trace a\nbuild itype_width 3\nconfig ir_mode 3 ir_en on\n", "NT:ING-08", RVT_ERR_RANGE},
      {"trace a\nbuild itype_width 2\n", "expected itype_width from 3 up", RVT_ERR_RANGE},
      {"trace a\nconfig trig_ena on\n", "events built", RVT_ERR_RANGE},
      {"trace a\nconfig seq_en on\n", "seq_jump built", RVT_ERR_RANGE},
      {"trace a\n" ETRACE "\nconfig branch_prediction on\n",
       "expected bpred_size 1..7 for branch_prediction, found 0", RVT_ERR_RANGE},
      {"trace a\n" ETRACE "\nconfig jump_target_cache on\n",
       "expected cache_size 1..7 for jump_target_cache, found 0", RVT_ERR_RANGE},
      {"trace a\nconfig context_en on\n", "context 1 or 2 for context_en", RVT_ERR_RANGE},
      {"trace a\nbuild context_width 4 hcontext_width 4\n", "hcontext_width 0..3", RVT_ERR_RANGE},
      {"trace a\nbuild return_modes off\nconfig ir_en on ir_mode 2\n", "return_modes built",
       RVT_ERR_RANGE},
      {"trace a\nbuild sync_clocks off\nconfig sync_mode clocks\n", "sync_clocks built",
       RVT_ERR_RANGE},
      {"trace a\nbuild fifo_depth 31\n", "expected fifo_depth 0 or 32..512, found 31",
       RVT_ERR_RANGE},
      {"at insn 3 ext\n", "expected on, off, notify", RVT_ERR_FORMAT},
      {"at insn 3 ext on,\n", "expected on, off, notify or a list of them, found 'on,'",
       RVT_ERR_FORMAT},
      {"at insn 3 ext on off\n", "expected the end of the line", RVT_ERR_FORMAT},
      {"trace a\nbuild ts_width 0\nconfig ts_en on\n", "ts_width above 0", RVT_ERR_RANGE},
      {"trace a\nbuild src_bits_max 3\nconfig src_bits 4\n", "src_bits 0..3", RVT_ERR_RANGE},
      {"player pace slow\n", "expected pace to be one of natural, recorded, fast, found 'slow'",
       RVT_ERR_FORMAT},
      {"sink\n", "expected always, random", RVT_ERR_FORMAT},
      {"sink random 257\n", "up to 256", RVT_ERR_RANGE},
      {"sink always 1\n", "expected the end of the line, found '1'", RVT_ERR_FORMAT},
      {"at insn 18446744073709551615 stop\n", "a number up to 18446744073709551614", RVT_ERR_RANGE},
      {"sink burst 0 5\n", "from 1 up", RVT_ERR_RANGE},
      {"sink dead 9 8\n", "expected a clock from 9 up", RVT_ERR_RANGE},
      {"at\n", "expected insn or clock", RVT_ERR_FORMAT},
      {"after clock 3 stop\n", "expected insn, found 'clock'", RVT_ERR_FORMAT},
      {"at insn x stop\n", "expected a number", RVT_ERR_FORMAT},
      {"at insn 3\n", "expected an action", RVT_ERR_FORMAT},
      {"at insn 3 jump\n", "expected start, stop", RVT_ERR_FORMAT},
      {"at insn 3 stop 4\n", "expected the end of the line", RVT_ERR_FORMAT},
      {"at insn 3 halt 0\n", "clocks of debug mode from 1 up", RVT_ERR_RANGE},
      {"at insn 3 set mood 1\n", "seq_en, branch_prediction, ", RVT_ERR_FORMAT},
      {"at insn 3 set mood 1\n", ", found 'mood'", RVT_ERR_FORMAT},
      {"trace a\nbuild btm 0\n\nat insn 3 set mode btm\n",
       ":4: config: expected a mode that is built", RVT_ERR_RANGE},
      {"expect miracles 1\n", "expected what is counted", RVT_ERR_FORMAT},
      {"expect overflows 0\n", "expected a minimum from 1 up", RVT_ERR_RANGE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct rvt_scn s;
    struct rvt_error e = {""};
    put(cases[i].text, strlen(cases[i].text));
    const enum rvt_status status = rvt_scn_load(&s, path, &e);
    if (status != cases[i].status || strstr(e.text, cases[i].expected) == NULL ||
        strstr(e.text, path) == NULL)
      fail_msg("case %zu: expected '%s', found %d '%s'", i, cases[i].expected, (int)status, e.text);
  }
  struct rvt_scn s;
  assert_int_equal(rvt_scn_load(&s, "/nowhere/at/all.scn", NULL), RVT_ERR_IO);
}

static void actions_fall_due_where_they_say(void **state) {
  (void)state;
  struct rvt_scn_action a = {.when = RVT_AT_CLOCK, .at = 5};
  assert_false(rvt_scn_due(&a, 4, 100, 100));
  assert_true(rvt_scn_due(&a, 5, 0, 0));
  a = (struct rvt_scn_action){.when = RVT_AT_INSN, .at = 5};
  assert_false(rvt_scn_due(&a, 100, 3, 5)); /* instructions 3 and 4 */
  assert_true(rvt_scn_due(&a, 0, 5, 6));
  a.what = RVT_DO_HALT;
  assert_false(rvt_scn_due(&a, 100, 4, 4));
  assert_true(rvt_scn_due(&a, 0, 5, 5));
  a = (struct rvt_scn_action){.when = RVT_AFTER_INSN, .at = 5};
  assert_false(rvt_scn_due(&a, 100, 5, 6));
  assert_true(rvt_scn_due(&a, 0, 6, 6));
}

static void sinks_are_ready_as_told(void **state) {
  (void)state;
  uint64_t seed = 1;
  struct rvt_scn_sink s = {.kind = RVT_SINK_ALWAYS, .dead_from = 10, .dead_to = 20};
  for (unsigned i = 0; i < 40; i++)
    assert_int_equal(rvt_scn_sink_ready(&s, i, &seed), i < 10 || i >= 20);
  s = (struct rvt_scn_sink){.kind = RVT_SINK_BURST, .on = 3, .off = 2};
  for (unsigned i = 0; i < 40; i++) assert_int_equal(rvt_scn_sink_ready(&s, i, &seed), i % 5 < 3);
  const uint32_t chances[] = {0, 64, 256};
  for (unsigned k = 0; k < 3; k++) {
    s = (struct rvt_scn_sink){.kind = RVT_SINK_RANDOM, .on = chances[k]};
    unsigned ready = 0;
    for (unsigned i = 0; i < 4096; i++) ready += rvt_scn_sink_ready(&s, i, &seed);
    assert_in_range(ready, chances[k] * 16 - (k == 1 ? 200 : 0),
                    chances[k] * 16 + (k == 1 ? 200 : 0));
  }
}

static void damaged_text_never_harms(void **state) {
  (void)state;
  uint64_t seed = 3;
  const size_t size = sizeof full - 1;
  for (size_t n = 0; n < size; n++) {
    struct rvt_scn s;
    put(full, n);
    if (rvt_scn_load(&s, path, NULL) == RVT_OK) rvt_scn_free(&s);
  }
  for (unsigned i = 0; i < 1500; i++) {
    char copy[sizeof full];
    memcpy(copy, full, sizeof full);
    for (unsigned k = 0; k < 2; k++)
      copy[rvt_prng_below(&seed, (uint32_t)size)] = (char)rvt_prng_below(&seed, 256);
    put(copy, size);
    struct rvt_scn s;
    struct rvt_error e = {""};
    if (rvt_scn_load(&s, path, &e) == RVT_OK)
      rvt_scn_free(&s);
    else
      assert_non_null(strstr(e.text, path));
  }
}

static int make_dir(void **state) {
  (void)state;
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(path, sizeof path, "%s/a.scn", dir);
  return 0;
}

static int remove_dir(void **state) {
  (void)state;
  unlink(path);
  return rmdir(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_directive_is_understood),
      cmocka_unit_test(player_accepts_what_was_loaded),
      cmocka_unit_test(a_narrow_port_has_a_narrow_hart),
      cmocka_unit_test(every_field_has_its_limits),
      cmocka_unit_test(limits_that_lie_in_other_fields),
      cmocka_unit_test(defaults_are_those_of_the_document),
      cmocka_unit_test(words_stand_for_their_values),
      cmocka_unit_test(bad_lines_name_themselves),
      cmocka_unit_test(actions_fall_due_where_they_say),
      cmocka_unit_test(sinks_are_ready_as_told),
      cmocka_unit_test(damaged_text_never_harms),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}

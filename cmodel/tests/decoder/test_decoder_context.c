/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/row.h"
#include "tests/support/decoder_lines.h"
#include "tests/support/elf_make.h"
#include "tests/support/test.h"

/* Code that is there in certain contexts only, and code that lies elsewhere than it was linked for.
 */

#define START "ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x80"
#define SYNC  ";ProgTraceSync SYNC=2 I-CNT=4 F-ADDR=0x84"
#define STOP  ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=4"
#define OWNER ";Ownership PROCESS="
/* PROCESS of scontext 5 and 9, hcontext 7 and 8, in user mode; of supervisor mode alone. */
#define S5    "0xa2"
#define S9    "0x122"
#define H7    "0xe3"
#define H8    "0x103"
#define LEVEL "0x4"

static const struct rvt_image_context s5 = {.has_scontext = true, .scontext = 5};
static const struct rvt_image_context h7 = {.has_hcontext = true, .hcontext = 7};
static const struct rvt_image_context both = {true, true, 5, 7};
static const struct rvt_image_context none;

/* In all contexts eight C.NOP from 0x100 on; each part has a NOP of 32 bits at another place. */
static const uint8_t nops[] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
static const uint8_t nop32[] = {0x13, 0, 0, 0};
static char path[] = "/tmp/rvt_context_XXXXXX";

static int reset(void **state) {
  (void)state;
  config = (struct rvt_decoder_config){.ntrace.mode = RVT_MODE_BTM};
  rvt_image_free(image);
  return rvt_image_new(64, &image) == RVT_OK ? 0 : -1;
}

static enum rvt_status put(const struct rvt_image_context *c, uint64_t address) {
  return c != NULL ? rvt_image_add_in(image, c, address, nop32, sizeof nop32)
                   : rvt_image_add(image, address, nops, sizeof nops);
}

static void ownership_selects_the_code(void **state) {
  (void)state;
  assert_int_equal(put(&s5, 0x102), RVT_OK);
  assert_int_equal(put(NULL, 0x100), RVT_OK); /* the order is all the same */
  CHECK(START OWNER S5 STOP, "S3@100 Oa2 100 102 106 X0@108");
  CHECK(START STOP, "S3@100 100 102 104 106 X0@108");
  CHECK(START OWNER S9 STOP, "S3@100 O122 100 102 104 106 X0@108");
  CHECK(START OWNER H7 STOP, "S3@100 Oe3 100 102 104 106 X0@108");
  CHECK(START OWNER S5 OWNER LEVEL STOP, "S3@100 Oa2 O4 100 102 106 X0@108");
  CHECK(START OWNER S5 OWNER S9 STOP, "S3@100 Oa2 O122 100 102 104 106 X0@108");
  ROW("NT:DEC-18");
}

static void what_came_before_is_walked_before(void **state) {
  (void)state;
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x102), RVT_OK);
  assert_int_equal(put(&s5, 0x10a), RVT_OK);
  /* the sync's own count still belongs to the context before, what is after it to none until an
   * Ownership comes */
  CHECK(START OWNER S5 SYNC STOP, "S3@100 Oa2 100 102 106 S2@108c 108 10a 10c 10e X0@110");
  CHECK(START OWNER S5 SYNC OWNER S5 STOP, "S3@100 Oa2 100 102 106 S2@108c Oa2 108 10a 10e X0@110");
  CHECK(START SYNC OWNER S5 STOP, "S3@100 100 102 104 106 S2@108c Oa2 108 10a 10e X0@110");
}

/*
 * The count around a switch is one: what ran before the instruction that writes scontext is walked
 * with what ran after it, in the context that was told last.
 */
static void a_switch_inside_a_count(void **state) {
  (void)state;
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x108), RVT_OK);
  const char *stop = ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=";
  char text[256];
  snprintf(text, sizeof text, START OWNER S5 "%s6", stop);
  CHECK(text, "S3@100 Oa2 100 102 104 106 108 X0@10c");
  snprintf(text, sizeof text, START OWNER S5 OWNER S9 "%s6", stop);
  CHECK(text, "S3@100 Oa2 O122 100 102 104 106 108 10a X0@10c");
  snprintf(text, sizeof text, START OWNER S9 ";ResourceFull RCODE=0 I-CNT=6" OWNER S5 "%s0", stop);
  CHECK(text, "S3@100 O122 Oa2 100 102 104 106 108 X0@10c");
  ROW("NT:OWN-15");
}

static void both_contexts(void **state) {
  (void)state;
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x100), RVT_OK);
  assert_int_equal(put(&both, 0x104), RVT_OK);
  CHECK(START OWNER S5 STOP, "S3@100 Oa2 100 104 106 X0@108");
  CHECK(START OWNER H7 OWNER S5 STOP, "S3@100 Oe3 Oa2 100 104 X0@108");
  CHECK(START OWNER H8 OWNER S5 STOP, "S3@100 O103 Oa2 100 104 106 X0@108");
  CHECK(START OWNER H7 OWNER S9 STOP, "S3@100 Oe3 O122 100 102 104 106 X0@108");
  /* parts with one context each meet in a hart that has both */
  reset(NULL);
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x100), RVT_OK);
  assert_int_equal(put(&h7, 0x104), RVT_OK);
  CHECK(START OWNER H7 OWNER S5 STOP, "S3@100 Oe3 Oa2 100 104 X0@108");
  CHECK(START OWNER H7 OWNER S9 STOP, "S3@100 Oe3 O122 100 102 104 X0@108");
}

static void each_source_has_its_own(void **state) {
  (void)state;
  config.ntrace.format.src_bits = 4;
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x102), RVT_OK);
  CHECK("ProgTraceSync SRC=1 SYNC=3 I-CNT=0 F-ADDR=0x80;ProgTraceSync SRC=2 SYNC=3 I-CNT=0 "
        "F-ADDR=0x80;Ownership SRC=1 PROCESS=" S5
        ";ProgTraceCorrelation SRC=2 EVCODE=0 CDF=0 I-CNT=4"
        ";ProgTraceCorrelation SRC=1 EVCODE=0 CDF=0 I-CNT=4",
        "s1/S3@100 s2/S3@100 s1/Oa2 100 102 104 106 s2/X0@108 100 102 106 s1/X0@108");
}

/* A transfer to code of the context that is told next is no reason for a warning. */
static void transfer_into_another_context(void **state) {
  (void)state;
  static const uint8_t jump[] = {0x82, 0x80}; /* RET */
  assert_int_equal(rvt_image_add(image, 0x100, jump, sizeof jump), RVT_OK);
  assert_int_equal(put(&s5, 0x200), RVT_OK);
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x180" OWNER S5
              ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=2",
        "S3@100 100 100>200:0 Oa2 200 X0@204");
  CHECK(START ";IndirectBranch B-TYPE=0 I-CNT=1 U-ADDR=0x280",
        "S3@100 100 100>400:0 W:NT:DEC-16@4");
}

static bool has(const struct rvt_image *seen, uint64_t pc, unsigned size) {
  struct rvt_insn insn;
  return rvt_image_insn(seen, pc, &insn, NULL) == RVT_OK && insn.size == size;
}

static void a_part_hides_and_cuts(void **state) {
  (void)state;
  assert_ptr_equal(rvt_image_in(image, &s5), image);
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0xfe), RVT_OK);
  assert_int_equal(put(&s5, 0x104), RVT_OK);
  assert_int_equal(put(&s5, 0x10e), RVT_OK);
  const struct rvt_image *seen = rvt_image_in(image, &s5);
  assert_ptr_equal(rvt_image_in(image, &none), image);
  assert_ptr_equal(rvt_image_in(image, &both), seen);
  assert_true(has(seen, 0xfe, 2) && has(seen, 0x102, 1) && has(seen, 0x104, 2));
  assert_true(has(seen, 0x108, 1) && has(seen, 0x10c, 1) && has(seen, 0x10e, 2));
  assert_true(has(image, 0x104, 1) && has(image, 0x10e, 1));
  assert_false(has(image, 0xfe, 2));
}

static void what_cannot_be_together_is_refused(void **state) {
  (void)state;
  const struct rvt_isa isa = {.xlen = 64};
  const struct rvt_image_context s9 = {.has_scontext = true, .scontext = 9};
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x102), RVT_OK);
  assert_int_equal(put(&s5, 0x104), RVT_ERR_ARG);
  assert_int_equal(put(&h7, 0x104), RVT_ERR_ARG); /* a hart may be in both */
  assert_int_equal(put(&both, 0x100), RVT_ERR_ARG);
  assert_int_equal(put(&s5, 0x107), RVT_ERR_ARG);
  CHECK(START OWNER S5 STOP, "S3@100 Oa2 100 102 106 X0@108"); /* as before */
  assert_int_equal(put(&s9, 0x104), RVT_OK);
  CHECK(START OWNER S9 STOP, "S3@100 O122 100 102 104 X0@108");
  reset(NULL);
  for (size_t i = 0; i < RVT_IMAGE_PARTS; i++) assert_int_equal(put(&s5, 0x100 + 4 * i), RVT_OK);
  assert_int_equal(put(&s5, 0x1000), RVT_ERR_ARG);
  assert_int_equal(rvt_image_set_isa(image, &isa), RVT_ERR_ARG); /* there is code */
  assert_int_equal(put(NULL, 0x1000), RVT_OK);
  assert_true(has(rvt_image_in(image, &s5), 0x1000, 1));
}

/* ---- ELF files ------------------------------------------------------------------------------ */

/** The image of an error: of all sources the program's, of one source that of its context. */
static const struct rvt_image *failed_in;
static void keep_image(void *user, const struct rvt_decoder_event *e) {
  (void)user;
  if (e->kind == RVT_DE_ERROR) failed_in = e->image;
}

static void an_error_has_the_image_of_who_it_is_about(void **state) {
  (void)state;
  static const uint8_t all[] = {2}, of_one[] = {0x78, 7}; /* MSEO 10; RepeatBranch of nothing */
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(put(&s5, 0x102), RVT_OK);
  for (unsigned one = 0; one < 2; one++) {
    struct rvt_decoder *decoder;
    uint8_t bytes[64];
    const size_t size = rvt_lines(&config.ntrace.format, START OWNER S5, bytes, sizeof bytes);
    memcpy(bytes + size, one ? of_one : all, one ? sizeof of_one : sizeof all);
    struct rvt_bytes in = {bytes, size + (one ? sizeof of_one : sizeof all), 0};
    failed_in = NULL;
    assert_int_equal(rvt_decoder_new(&config, image, keep_image, NULL, &decoder, NULL), RVT_OK);
    while (rvt_decoder_step(decoder, &in) == RVT_OK) continue;
    rvt_decoder_free(decoder);
    assert_ptr_equal(failed_in, one ? rvt_image_in(image, &s5) : image);
  }
  assert_ptr_not_equal(rvt_image_in(image, &s5), image);
}

static enum rvt_status add_elf(const struct rvt_elf_make *make, const struct rvt_image_context *c,
                               uint64_t offset, const char *complaint) {
  struct rvt_error error = {""};
  rvt_elf_make(path, make);
  const enum rvt_status status = rvt_image_add_elf_in(image, c, path, offset, &error);
  if (strstr(error.text, complaint) == NULL)
    fail_msg("expected '%s' in '%s'", complaint, error.text);
  return status;
}

static void names_of_the_context(void **state) {
  (void)state;
  const struct rvt_elf_symbol one[] = {{"kernel", 0x100}, {"inner", 0x104}, {"last", 0x10a}},
                              two[] = {{"process", 0x102}};
  struct rvt_elf_make make = {.xlen = 64,
                              .machine = EM_RISCV,
                              .flags = PF_R | PF_X,
                              .address = 0x100,
                              .code = nops,
                              .size = sizeof nops,
                              .symbol = one,
                              .symbols = 3};
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(0, &image), RVT_OK);
  struct rvt_elf_make process = make;
  process.address = 0x102;
  process.size = 6;
  process.symbol = two;
  process.symbols = 1;
  assert_int_equal(add_elf(&process, &s5, 0, ""), RVT_OK);
  assert_int_equal(rvt_image_xlen(image), 64);
  assert_int_equal(add_elf(&make, NULL, 0, ""), RVT_OK);
  const struct rvt_image *seen = rvt_image_in(image, &s5);
  uint64_t offset = 0;
  size_t file = 9;
  assert_string_equal(rvt_image_symbol(image, 0x104, &offset), "inner");
  assert_string_equal(rvt_image_symbol(seen, 0x100, &offset), "kernel");
  assert_string_equal(rvt_image_symbol(seen, 0x104, &offset), "process");
  assert_int_equal(offset, 2);
  assert_string_equal(rvt_image_symbol(seen, 0x10c, &offset), "last");
  assert_int_equal(rvt_image_file_count(image), 2);
  assert_true(rvt_image_file_at(seen, 0x102, &file) && file == 0);
  assert_true(rvt_image_file_at(seen, 0x100, &file) && file == 1);
  assert_true(rvt_image_file_at(image, 0x102, &file) && file == 1);
  assert_int_equal(rvt_image_add_in(image, &s5, 0x200, nop32, sizeof nop32), RVT_OK);
  assert_false(rvt_image_file_at(rvt_image_in(image, &s5), 0x200, &file));
  assert_false(rvt_image_file_at(image, 0x300, &file));
  assert_int_equal(file, 1);
  assert_int_equal(
      add_elf(&process, &s5, 2, "overlaps no other of the same context, found some at 0x104"),
      RVT_ERR_MISMATCH);
}

static void code_that_was_moved(void **state) {
  (void)state;
  const struct rvt_elf_symbol one[] = {{"main", 0x102}};
  struct rvt_elf_make make = {.xlen = 32,
                              .machine = EM_RISCV,
                              .flags = PF_R | PF_X,
                              .address = 0x100,
                              .code = nops,
                              .size = sizeof nops,
                              .symbol = one,
                              .symbols = 1};
  uint64_t offset = 0;
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(0, &image), RVT_OK);
  assert_int_equal(add_elf(&make, NULL, 3, "expected an even offset, found 0x3"), RVT_ERR_RANGE);
  assert_int_equal(add_elf(&make, NULL, 0xfffffef2, "moved by 0xfffffef2"), RVT_ERR_RANGE);
  /* modulo 2^XLEN: down, and all the way round */
  assert_int_equal(add_elf(&make, NULL, UINT64_MAX - 0xff, ""), RVT_OK);
  assert_true(has(image, 0, 1) && has(image, 0xe, 1) && !has(image, 0x100, 1));
  assert_int_equal(add_elf(&make, NULL, UINT64_C(1) << 32, ""), RVT_OK);
  assert_true(has(image, 0x100, 1));
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(0, &image), RVT_OK);
  assert_int_equal(add_elf(&make, NULL, 0xfffffef0, ""), RVT_OK); /* to the very end */
  assert_true(has(image, 0xfffffff0, 1) && has(image, 0xfffffffe, 1) && !has(image, 0x100, 1));
  assert_string_equal(rvt_image_symbol(image, 0xfffffff4, &offset), "main");
  assert_int_equal(offset, 2);
  assert_int_equal(rvt_image_get_file(image, 0)->entry, 0xfffffff0);
  make.xlen = 64;
  reset(NULL);
  assert_int_equal(add_elf(&make, NULL, UINT64_MAX - 0x10d, "moved by"), RVT_ERR_RANGE);
  assert_int_equal(add_elf(&make, &s5, UINT64_MAX - 0x10f, ""), RVT_OK);
  assert_true(has(rvt_image_in(image, &s5), UINT64_MAX - 1, 1));
}

/* The table of CM.JT, moved with its program: each context has its own. */
static void tables_of_the_context(void **state) {
  (void)state;
  static const uint8_t jump[] = {0x02, 0xa0}; /* CM.JT 0 */
  const uint32_t table[2][1] = {{0x300}, {0x400}};
  const struct rvt_elf_symbol base[] = {{"__jvt_base$", 0x240}};
  struct rvt_elf_make make = {.xlen = 32,
                              .machine = EM_RISCV,
                              .flags = PF_R | PF_X,
                              .address = 0x100,
                              .code = jump,
                              .size = sizeof jump,
                              .symbol = base,
                              .symbols = 1,
                              .arch = "rv32imc_zcmt",
                              .data_address = 0x240,
                              .data = table[0],
                              .data_size = sizeof table[0]};
  const struct rvt_image_context s9 = {.has_scontext = true, .scontext = 9};
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(0, &image), RVT_OK);
  assert_int_equal(add_elf(&make, NULL, 0x40, ""), RVT_OK);
  make.data = table[1];
  assert_int_equal(add_elf(&make, &s9, 0x40, ""), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x300, nops, sizeof nops), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x400, nops, sizeof nops), RVT_OK);
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0xa0" STOP, "S3@140 140 300 302 304 X0@306");
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0xa0" OWNER S9 STOP,
        "S3@140 O122 140 400 402 404 X0@406");
  /* what the caller says wins, wherever its bytes are */
  assert_int_equal(rvt_image_set_jvt(image, 0x300), RVT_OK);
  CHECK("ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0xa0" OWNER S9
        ";ProgTraceCorrelation EVCODE=0 CDF=0 I-CNT=1",
        "S3@140 O122 140 X0@10000");
}

static struct rvt_decoder_event last[8];
static size_t events;

static void keep(void *user, const struct rvt_decoder_event *event) {
  (void)user;
  if (event->kind != RVT_DE_CONTEXT && event->kind != RVT_DE_TRAP) return;
  assert_true(events < sizeof last / sizeof last[0]);
  last[events++] = *event;
}

static void keep_events(const char *lines) {
  uint8_t bytes[256];
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes};
  in.size = rvt_lines(&config.ntrace.format, lines, bytes, sizeof bytes);
  events = 0;
  assert_int_equal(rvt_decoder_new(&config, image, keep, NULL, &d, NULL), RVT_OK);
  assert_int_equal(rvt_decoder_feed(d, &in), RVT_END);
  rvt_decoder_free(d);
}

/* What an Ownership reports, in words that every format has: the privilege by its code of the
 * ingress port, and the contexts; hcontext is the first half of a report. */
static void a_context_is_an_event_of_every_format(void **state) {
  (void)state;
  static const int privs[8] = {RVT_PRIV_U,  RVT_PRIV_S,  -1, RVT_PRIV_M,
                               RVT_PRIV_VU, RVT_PRIV_VS, -1, -1};
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  for (unsigned level = 0; level < 8; level++)
    for (unsigned format = 0; format < 4; format++) {
      char text[128];
      snprintf(text, sizeof text, START OWNER "0x%x", 77 << 5 | level << 2 | format);
      keep_events(text);
      assert_int_equal(events, 1);
      const struct rvt_decoder_context *c = &last[0].u.context;
      assert_int_equal(last[0].kind, RVT_DE_CONTEXT);
      assert_int_equal(last[0].own.ntrace.process, 77 << 5 | level << 2 | format);
      assert_int_equal(c->priv_known, privs[level] >= 0);
      if (c->priv_known) assert_int_equal(c->priv, privs[level]);
      assert_int_equal(c->context.has_scontext, format == RVT_OWN_SCONTEXT);
      assert_int_equal(c->context.has_hcontext, format == RVT_OWN_HCONTEXT);
      assert_int_equal(c->more, format == RVT_OWN_HCONTEXT);
      assert_int_equal(c->context.scontext, format == RVT_OWN_SCONTEXT ? 77 : 0);
      assert_int_equal(c->context.hcontext, format == RVT_OWN_HCONTEXT ? 77 : 0);
    }
}

/* What N-Trace tells of a trap: its kind by B-TYPE, where it was taken, unless at the target of a
 * jump that was not reported, and its handler; no cause and no tval. */
static void a_trap_is_an_event_of_every_format(void **state) {
  (void)state;
  static const uint8_t jump[] = {0x02, 0x83}; /* c.jr x6 */
  static const uint8_t kinds[] = {0, RVT_TRAP_ANY, RVT_TRAP_EXCEPTION, RVT_TRAP_INTERRUPT};
  assert_int_equal(put(NULL, 0x100), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x110, jump, sizeof jump), RVT_OK);
  for (unsigned btype = 1; btype < 4; btype++) {
    char text[256];
    snprintf(text, sizeof text,
             START ";IndirectBranch B-TYPE=%u I-CNT=3 U-ADDR=0x2"
                   ";IndirectBranch B-TYPE=%u I-CNT=7 U-ADDR=0x2",
             btype, btype);
    keep_events(text);
    assert_int_equal(events, 2);
    for (unsigned i = 0; i < 2; i++) {
      const struct rvt_decoder_trap *t = &last[i].u.trap;
      assert_int_equal(last[i].kind, RVT_DE_TRAP);
      assert_int_equal(last[i].own.ntrace.btype, btype);
      assert_int_equal(t->kind, kinds[btype]);
      assert_true(t->to_known && !t->cause_known && !t->tval_known);
      assert_int_equal(t->to, i == 0 ? 0x104 : 0x100);
      assert_int_equal(t->epc_known, i == 0);
      assert_int_equal(t->epc, i == 0 ? 0x106 : 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(ownership_selects_the_code, reset),
      cmocka_unit_test_setup(what_came_before_is_walked_before, reset),
      cmocka_unit_test_setup(a_switch_inside_a_count, reset),
      cmocka_unit_test_setup(both_contexts, reset),
      cmocka_unit_test_setup(each_source_has_its_own, reset),
      cmocka_unit_test_setup(an_error_has_the_image_of_who_it_is_about, reset),
      cmocka_unit_test_setup(transfer_into_another_context, reset),
      cmocka_unit_test_setup(a_part_hides_and_cuts, reset),
      cmocka_unit_test_setup(what_cannot_be_together_is_refused, reset),
      cmocka_unit_test_setup(names_of_the_context, reset),
      cmocka_unit_test_setup(code_that_was_moved, reset),
      cmocka_unit_test_setup(tables_of_the_context, reset),
      cmocka_unit_test_setup(a_context_is_an_event_of_every_format, reset),
      cmocka_unit_test_setup(a_trap_is_an_event_of_every_format, reset)};
  const int fd = mkstemp(path);
  if (fd < 0) return 2;
  close(fd);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  rvt_image_free(image);
  return failed != 0;
}

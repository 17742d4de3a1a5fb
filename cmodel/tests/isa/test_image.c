/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/parcels.h"
#include "rvt/image.h"
#include "tests/support/test.h"

/* ---- ELF files ----------------------------------------------------------------------------- */

/* Which bytes of an ELF file are code: segments, or sections where there are none. */

enum { SIZE = 1024, PIECES = 4, SEGMENTS = 64, SECTIONS = 512, CODE = 896 };

/** A file of SIZE bytes, all of them C.NOP but the headers and what is called code. */
struct file {
  Elf64_Ehdr head;
  Elf64_Phdr segment[PIECES];
  Elf64_Shdr section[PIECES];
};

static char path[] = "/tmp/rvt_image_elf_XXXXXX";
static struct rvt_image *image;
static struct rvt_error error;

static struct file plain(void) {
  return (struct file){
      .head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
               .e_type = ET_EXEC,
               .e_machine = EM_RISCV,
               .e_version = EV_CURRENT,
               .e_ehsize = sizeof(Elf64_Ehdr),
               .e_phentsize = sizeof(Elf64_Phdr),
               .e_shentsize = sizeof(Elf64_Shdr)}};
}

static void add_segment(struct file *f, uint64_t address, uint64_t offset, uint64_t size) {
  f->head.e_phoff = SEGMENTS;
  f->segment[f->head.e_phnum++] = (Elf64_Phdr){.p_type = PT_LOAD,
                                               .p_flags = PF_R | PF_X,
                                               .p_vaddr = address,
                                               .p_offset = offset,
                                               .p_filesz = size,
                                               .p_memsz = size};
}

static void add_section(struct file *f, uint32_t type, uint64_t flags, uint64_t address,
                        uint64_t size) {
  f->head.e_shoff = SECTIONS;
  if (f->head.e_shnum == 0) f->head.e_shnum = 1; /* the first is none */
  f->section[f->head.e_shnum++] = (Elf64_Shdr){.sh_type = type,
                                               .sh_flags = flags,
                                               .sh_addr = address,
                                               .sh_offset = CODE,
                                               .sh_size = size,
                                               .sh_addralign = 2};
}

static enum rvt_status load(const struct file *f) {
  uint8_t bytes[SIZE];
  for (size_t i = 0; i < SIZE; i++) bytes[i] = i % 2 == 0;
  memcpy(bytes, &f->head, sizeof f->head);
  memcpy(bytes + SEGMENTS, f->segment, sizeof f->segment[0] * f->head.e_phnum);
  memcpy(bytes + SECTIONS, f->section, sizeof f->section[0] * f->head.e_shnum);
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, SIZE, out), SIZE);
  assert_int_equal(fclose(out), 0);
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(0, &image), RVT_OK);
  memset(error.text, 0, sizeof error.text);
  return rvt_image_add_elf(image, path, &error);
}

static bool is_code(uint64_t address) {
  struct rvt_insn insn;
  return rvt_image_insn(image, address, &insn, NULL) == RVT_OK;
}

static void refused(const struct file *f, enum rvt_status status, const char *text) {
  assert_int_equal(load(f), status);
  if (strstr(error.text, text) == NULL) fail_msg("expected '%s' in '%s'", text, error.text);
}

static void code_lies_within_the_file(void **state) {
  (void)state;
  struct file f = plain();
  add_segment(&f, 0x1000, CODE, SIZE - CODE);
  assert_int_equal(load(&f), RVT_OK); /* without section headers, too */
  assert_true(is_code(0x1000) && is_code(0x1000 + SIZE - CODE - 2));
  assert_false(is_code(0x1000 + SIZE - CODE) || is_code(0xffe));
  f.segment[0].p_filesz++;
  refused(&f, RVT_ERR_FORMAT, "expected code within the file, found 129 bytes at offset 896");
  f.segment[0].p_filesz = 2;
  f.segment[0].p_offset = SIZE;
  refused(&f, RVT_ERR_FORMAT, "expected code within the file, found 2 bytes at offset 1024");
  f.segment[0].p_offset = UINT64_MAX;
  refused(&f, RVT_ERR_FORMAT, "expected code within the file");
  f.segment[0].p_offset = CODE;
  f.segment[0].p_filesz = 3; /* half of a half-word is none */
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1000));
  assert_false(is_code(0x1002));
  f.segment[0].p_filesz = 1;
  refused(&f, RVT_ERR_FORMAT, "expected executable code, found none");
}

static void code_is_no_more_than_the_file(void **state) {
  (void)state;
  struct file f = plain();
  add_segment(&f, 0x1000, 0, SIZE);
  assert_int_equal(load(&f), RVT_OK);
  add_segment(&f, 0x8000, CODE, 2);
  refused(&f, RVT_ERR_FORMAT, "expected no more code than the file has bytes, found 2 bytes more");
  f.segment[0].p_filesz = SIZE - 2;
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1000 + CODE) && is_code(0x8000));
  f.segment[1].p_vaddr = 0x1000 + SIZE - 4;
  refused(&f, RVT_ERR_MISMATCH, "expected code that overlaps no other");
}

static void only_executable_segments_count(void **state) {
  (void)state;
  struct file f = plain();
  add_segment(&f, 0x1000, CODE, 2);
  add_segment(&f, 0x2000, CODE, 2);
  add_segment(&f, 0x3000, CODE, 2);
  f.segment[0].p_flags = PF_R;
  f.segment[1].p_type = PT_NOTE;
  assert_int_equal(load(&f), RVT_OK);
  assert_false(is_code(0x1000) || is_code(0x2000));
  assert_true(is_code(0x3000));
}

/* Functions in RAM: code where there is no other, and it is said that it is none. */
static void what_can_be_written_may_be_code(void **state) {
  (void)state;
  struct file f = plain();
  add_segment(&f, 0x1000, CODE, 4);
  add_segment(&f, 0x3000, CODE, 2);
  add_segment(&f, 0x1002, CODE, 2);
  f.segment[0].p_flags = PF_R | PF_W;
  f.segment[2].p_flags = PF_R | PF_W;
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1000) && rvt_image_is_data(image, 0x1000));
  assert_true(is_code(0x3000) && !rvt_image_is_data(image, 0x3000));
  f.segment[2].p_flags = PF_R | PF_X;
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1002) && !rvt_image_is_data(image, 0x1002));
  assert_true(rvt_image_is_data(image, 0x1000)); /* only what is under other code gives way */
  f.head.e_phnum = 1;
  refused(&f, RVT_ERR_FORMAT, "expected executable code, found none");
}

static void later_code_hides(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x82, 0x80, 0x82, 0x80}; /* C.JR x1 */
  struct file f = plain();
  struct rvt_insn insn;
  uint64_t address = 0;
  add_segment(&f, 0x1000, CODE, 8);
  assert_int_equal(load(&f), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x1002, bytes, 4), RVT_ERR_ARG);
  rvt_image_overlay(image);
  assert_int_equal(rvt_image_add(image, 0x1002, bytes, 4), RVT_OK);
  assert_int_equal(rvt_image_hidden(image, &address), 4);
  assert_int_equal(address, 0x1002);
  assert_int_equal(rvt_image_hidden(image, &address), 0);
  for (uint64_t pc = 0x1000; pc < 0x1008; pc += 2) {
    assert_int_equal(rvt_image_insn(image, pc, &insn, NULL), RVT_OK);
    assert_int_equal(insn.kind, pc == 0x1002 || pc == 0x1004 ? RVT_INSN_INDIRECT : RVT_INSN_LINEAR);
  }
  /* over the ends of what is there, and of two at once */
  assert_int_equal(rvt_image_add(image, 0xffe, bytes, 4), RVT_OK);
  assert_int_equal(rvt_image_hidden(image, &address), 2);
  assert_int_equal(rvt_image_add(image, 0x1006, bytes, 4), RVT_OK);
  assert_int_equal(rvt_image_hidden(image, &address), 2);
  assert_true(is_code(0xffe) && is_code(0x1008) && !is_code(0x100a) && !is_code(0xffc));
}

static uint64_t word_of(uint64_t pc) {
  struct rvt_insn insn;
  uint64_t word = 0;
  return rvt_image_insn(image, pc, &insn, &word) == RVT_OK ? word : 0;
}

/* What is laid over code may begin and end inside an instruction, and be shorter than one. */
static void instructions_go_over_seams(void **state) {
  (void)state;
  static const uint8_t add[] = {0x33, 0x85, 0xc5, 0x00, 0x33, 0x85,
                                0xc5, 0x00, 0x33, 0x85, 0xc5, 0x00};
  static const struct rvt_image_context s5 = {.has_scontext = true, .scontext = 5};
  for (unsigned from = 0; from < sizeof add; from += 2)
    for (unsigned size = 2; size <= sizeof add - from; size += 2) {
      rvt_image_free(image);
      assert_int_equal(rvt_image_new(64, &image), RVT_OK);
      rvt_image_overlay(image);
      assert_int_equal(rvt_image_add(image, 0x1000, add, sizeof add), RVT_OK);
      assert_int_equal(rvt_image_add(image, 0x1000 + from, add + from, size), RVT_OK);
      for (uint64_t pc = 0x1000; pc < 0x100c; pc += 4) assert_int_equal(word_of(pc), 0xc58533);
    }
  /* pieces in any order */
  rvt_image_free(image);
  assert_int_equal(rvt_image_new(64, &image), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x1006, add + 6, 6), RVT_OK);
  assert_int_equal(rvt_image_add(image, 0x1000, add, 2), RVT_OK);
  assert_int_equal(word_of(0x1000), 0);
  assert_int_equal(rvt_image_add(image, 0x1002, add + 2, 4), RVT_OK);
  for (uint64_t pc = 0x1000; pc < 0x100c; pc += 4) assert_int_equal(word_of(pc), 0xc58533);
  /* in a context: its half of the instruction, and elsewhere that of every context */
  static const uint8_t half[] = {0xd5, 0x00};
  assert_int_equal(rvt_image_add_in(image, &s5, 0x1002, half, 2), RVT_OK);
  struct rvt_insn insn;
  uint64_t word = 0;
  assert_int_equal(rvt_image_insn(rvt_image_in(image, &s5), 0x1000, &insn, &word), RVT_OK);
  assert_int_equal(word, 0xd58533);
  assert_int_equal(word_of(0x1000), 0xc58533);
}

/* Code in what can be written: the bytes that other code leaves stay, whichever comes first. */
static void data_stays_around_code(void **state) {
  (void)state;
  static const uint8_t bytes[] = {0x82, 0x80}; /* C.JR x1 */
  static const struct rvt_image_context s5 = {.has_scontext = true, .scontext = 5};
  struct file f = plain();
  add_segment(&f, 0x1000, CODE, 2);
  add_segment(&f, 0x2000, CODE, 20);
  f.segment[1].p_flags = PF_R | PF_W;
  for (unsigned round = 0; round < 2; round++) {
    assert_int_equal(load(&f), RVT_OK);
    if (round == 1) {
      rvt_image_free(image);
      assert_int_equal(rvt_image_new(64, &image), RVT_OK);
    }
    assert_int_equal(rvt_image_add(image, 0x2008, bytes, 2), RVT_OK);
    if (round == 1) assert_int_equal(rvt_image_add_elf(image, path, &error), RVT_OK);
    for (uint64_t pc = 0x2000; pc < 0x2014; pc += 2) {
      assert_int_equal(word_of(pc), pc == 0x2008 ? 0x8082 : 1);
      assert_int_equal(rvt_image_is_data(image, pc), pc != 0x2008);
    }
    assert_false(is_code(0x1ffe) || is_code(0x2014));
  }
  assert_int_equal(load(&f), RVT_OK);
  assert_int_equal(rvt_image_add_in(image, &s5, 0x2008, bytes, 2), RVT_OK);
  for (uint64_t pc = 0x2000; pc < 0x2014; pc += 2) {
    struct rvt_insn insn;
    uint64_t word = 0;
    assert_int_equal(rvt_image_insn(rvt_image_in(image, &s5), pc, &insn, &word), RVT_OK);
    assert_int_equal(word, pc == 0x2008 ? 0x8082 : 1);
    assert_int_equal(word_of(pc), 1);
  }
}

static void objects_are_refused(void **state) {
  (void)state;
  struct file f = plain();
  add_section(&f, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, 2);
  f.head.e_type = ET_REL;
  refused(&f, RVT_ERR_FORMAT, "found an object that is not (ET_REL)");
  f.head.e_type = ET_DYN;
  assert_int_equal(load(&f), RVT_OK);
}

static void sections_count_where_there_are_no_segments(void **state) {
  (void)state;
  struct file f = plain();
  add_section(&f, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x1000, 2);
  add_section(&f, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 0x2000, 2);
  add_section(&f, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x3000, 2);
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1000) && is_code(0x3000));
  assert_false(is_code(0x2000));
  f.section[3].sh_type = SHT_NOBITS;
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x1000));
  assert_false(is_code(0x3000));
  f.section[3].sh_type = SHT_PROGBITS;
  f.section[1].sh_size = SIZE;
  refused(&f, RVT_ERR_FORMAT, "expected code within the file");
  f.section[1].sh_size = 2;
  add_segment(&f, 0x5000, CODE, 2);
  assert_int_equal(load(&f), RVT_OK);
  assert_true(is_code(0x5000));
  assert_false(is_code(0x1000) || is_code(0x3000));
}

static void section_headers_lie_within_the_file(void **state) {
  (void)state;
  struct file f = plain();
  add_section(&f, SHT_PROGBITS, SHF_EXECINSTR, 0x1000, 2);
  assert_int_equal(load(&f), RVT_OK);
  f.head.e_shoff = SIZE - 2 * sizeof(Elf64_Shdr) + 8;
  refused(&f, RVT_ERR_FORMAT, "expected section headers within the file, found them at offset 904");
  add_segment(&f, 0x1000, CODE, 2);
  refused(&f, RVT_ERR_FORMAT, "expected section headers within the file");
  f.head.e_shoff = SIZE + 8;
  refused(&f, RVT_ERR_FORMAT, "of 1024 bytes");
}

/* ---- Names --------------------------------------------------------------------------------- */

/* Which address has which name, by size, type and binding of the symbols. */

enum { MOST = 16, LIMIT = 0x1fff };

struct given {
  uint64_t address, size;
  const char *name;
  const char *kind; /* f function, l local, w weak */
};

static void check(const char *expected, const struct given *given) {
  struct rvt_names *n = calloc(1, sizeof *n);
  char found[512] = "";
  assert_non_null(n);
  n->symbol = calloc(MOST, sizeof *n->symbol);
  assert_non_null(n->symbol);
  for (const struct given *g = given; g->name != NULL; g++)
    n->symbol[n->symbols++] = (struct rvt_symbol){.address = g->address,
                                                  .size = g->size,
                                                  .limit = LIMIT,
                                                  .name = rvt_names_plain(g->name),
                                                  .function = strchr(g->kind, 'f') != NULL,
                                                  .local = strchr(g->kind, 'l') != NULL,
                                                  .weak = strchr(g->kind, 'w') != NULL};
  assert_true(rvt_names_finish(n));
  for (size_t i = 0; i < n->spans; i++)
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s%llx:%s", i != 0 ? " " : "",
             (unsigned long long)n->span[i].from, n->span[i].name != NULL ? n->span[i].name : "-");
  assert_string_equal(found, expected);
  rvt_names_free(n);
}

#define CHECK(expected, ...) check(expected, (const struct given[]){__VA_ARGS__, {0, 0, NULL, ""}})

static void sizes_end_functions(void **state) {
  (void)state;
  CHECK("1000:f 1008:- 1010:g 1014:-", {0x1000, 8, "f", "f"}, {0x1010, 4, "g", "f"});
  CHECK("1000:f 1008:g 100c:-", {0x1008, 4, "g", "f"}, {0x1000, 8, "f", "f"});
  /* without a size: up to the next one, or to the end of the code */
  CHECK("1000:f 1010:g 2000:-", {0x1000, 0, "f", "f"}, {0x1010, 0, "g", ""});
  CHECK("1000:f 1004:h 1008:- 1010:g 2000:-", {0x1000, 0, "f", "f"}, {0x1004, 4, "h", ""},
        {0x1010, 0, "g", ""});
  /* to the highest address, and beyond */
  CHECK("fffffffffffffff0:f", {UINT64_MAX - 15, 16, "f", "f"});
  CHECK("1ff0:f 2000:-", {0x1ff0, UINT64_MAX, "f", "f"});
}

static void labels_do_not_split(void **state) {
  (void)state;
  CHECK("1000:copy 1010:-", {0x1000, 16, "copy", "f"}, {0x1004, 0, "copy_loop", "l"},
        {0x1008, 0, "copy_done", ""});
  CHECK("1000:copy 1010:end 2000:-", {0x1000, 16, "copy", "f"}, {0x1010, 0, "end", "l"});
  /* what is a function is one, in another and over its end, too */
  CHECK("1000:f 1004:g 1008:f 1010:-", {0x1000, 16, "f", "f"}, {0x1004, 4, "g", "f"});
  CHECK("1000:f 1004:g 1010:-", {0x1000, 16, "f", "f"}, {0x1004, 0, "g", "f"});
  CHECK("1000:f 1008:g 1018:-", {0x1000, 16, "f", "f"}, {0x1008, 16, "g", "f"});
  CHECK("1000:f 1008:g 100c:f 1010:-", {0x1000, 16, "f", "f"}, {0x1008, 4, "g", "f"},
        {0x100a, 0, "label", ""});
}

static void one_of_several(void **state) {
  (void)state;
  CHECK("1000:_start 1008:-", {0x1000, 0, "__text_start", ""}, {0x1000, 8, "_start", "f"});
  CHECK("1000:free 1008:-", {0x1000, 8, "__free", "f"}, {0x1000, 8, "free", "fw"},
        {0x1000, 8, "_free", "f"});
  CHECK("1000:__seen 1008:-", {0x1000, 8, "own", "fl"}, {0x1000, 8, "__seen", "f"});
  CHECK("1000:default_handler 1002:-", {0x1000, 2, "adc_isr", "fw"},
        {0x1000, 2, "default_handler", "f"});
  CHECK("1000:a 1002:-", {0x1000, 2, "b", "f"}, {0x1000, 2, "a", "f"});
  /* the size is that of any of them */
  CHECK("1000:a 1008:-", {0x1000, 8, "b", "f"}, {0x1000, 0, "a", "f"});
}

static void names_of_the_source(void **state) {
  (void)state;
  CHECK("1000:ns::D::f(int) 1002:core::fmt::write 1004:mine::work 1006:-",
        {0x1000, 2, "_ZN2ns1D1fEi", "f"},
        {0x1002, 2, "_ZN4core3fmt5write17h0123456789abcdefE", "f"},
        {0x1004, 2, "_RNvC4mine4work", "f"});
  CHECK("1000:_Zero 1002:_R 1004:main 1006:_ZN 1008:-", {0x1000, 2, "_Zero", "f"},
        {0x1002, 2, "_R", "f"}, {0x1004, 2, "main", "f"}, {0x1006, 2, "_ZN", "f"});
}

/* A pair of pairs of pairs: some hundred bytes stand for gigabytes. */
static void names_that_are_too_long(void **state) {
  (void)state;
  char mangled[RVT_NAME_MAX];
  const char *const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t used = (size_t)snprintf(mangled, sizeof mangled, "_Z1f1PI1AS0_E");
  for (unsigned i = 1; i < 34; i++) /* each has the type before it twice */
    used += (size_t)snprintf(mangled + used, sizeof mangled - used, "S_IS%c_S%c_E", digits[i],
                             digits[i]);
  char *name = rvt_names_plain(mangled);
  assert_non_null(name);
  assert_string_equal(name, mangled);
  free(name);
}

/* Functions for some lifetimes, and for as many as can be told in nine digits. */
static void rust_names_that_are_too_long(void **state) {
  (void)state;
  char mangled[RVT_NAME_MAX] = "_RIC1aT";
  size_t used = strlen(mangled);
  for (unsigned i = 0; i < 20; i++) /* 3 each, then 62^9 */
    used += (size_t)snprintf(mangled + used, sizeof mangled - used, "FG%sEu",
                             i < 19 ? "1_" : "zzzzzzzzz_");
  snprintf(mangled + used, sizeof mangled - used, "EE");
  char *name = rvt_names_plain(mangled);
  assert_non_null(name);
  assert_string_equal(name, mangled);
  free(name);
}

/* Identifiers that are no ASCII are decoded in memory that has to be given back. */
static void identifiers_that_are_too_long(void **state) {
  (void)state;
  static const char identifier[] = "u30____7hkackfecea1cbdathfdh9hlq6y";
  char *name = rvt_names_plain("_RNqC1au30____7hkackfecea1cbdathfdh9hlq6y");
  assert_non_null(name);
  assert_string_equal(name, "a::\u10e1\u10d0\u10ed\u10db\u10d4\u10da\u10d0\u10d3_"
                            "\u10d2\u10d4\u10db\u10e0\u10d8\u10d4\u10da\u10d8_"
                            "\u10e1\u10d0\u10d3\u10d8\u10da\u10d8");
  free(name);
  for (unsigned count = 20; count <= 50; count++) {
    char mangled[RVT_NAME_MAX] = "_R";
    for (unsigned i = 0; i < count; i++) strcat(mangled, "Nv");
    strcat(mangled, "C1a");
    for (unsigned i = 0; i < count; i++) strcat(mangled, identifier);
    name = rvt_names_plain(mangled);
    assert_non_null(name);
    assert_int_equal(strcmp(name, mangled) == 0, count >= 30); /* 70 bytes each, with "::" */
    free(name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(code_lies_within_the_file),
      cmocka_unit_test(code_is_no_more_than_the_file),
      cmocka_unit_test(only_executable_segments_count),
      cmocka_unit_test(what_can_be_written_may_be_code),
      cmocka_unit_test(later_code_hides),
      cmocka_unit_test(instructions_go_over_seams),
      cmocka_unit_test(data_stays_around_code),
      cmocka_unit_test(objects_are_refused),
      cmocka_unit_test(sections_count_where_there_are_no_segments),
      cmocka_unit_test(section_headers_lie_within_the_file),
      cmocka_unit_test(sizes_end_functions),
      cmocka_unit_test(labels_do_not_split),
      cmocka_unit_test(one_of_several),
      cmocka_unit_test(names_of_the_source),
      cmocka_unit_test(names_that_are_too_long),
      cmocka_unit_test(rust_names_that_are_too_long),
      cmocka_unit_test(identifiers_that_are_too_long),
  };
  const int fd = mkstemp(path);
  if (fd < 0) return 2;
  close(fd);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  rvt_image_free(image);
  return failed != 0;
}

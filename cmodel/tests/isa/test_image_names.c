/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Which address has which name, by size, type and binding of the symbols. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/parcels.h"

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
      cmocka_unit_test(sizes_end_functions),
      cmocka_unit_test(labels_do_not_split),
      cmocka_unit_test(one_of_several),
      cmocka_unit_test(names_of_the_source),
      cmocka_unit_test(names_that_are_too_long),
      cmocka_unit_test(rust_names_that_are_too_long),
      cmocka_unit_test(identifiers_that_are_too_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

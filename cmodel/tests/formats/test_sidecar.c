/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/sidecar.h"
#include "tests/support/test.h"

static char path[] = "/tmp/rvt-sidecar-XXXXXX";

static int make_path(void **state) {
  (void)state;
  const int fd = mkstemp(path);
  return fd < 0 ? -1 : close(fd);
}

static int remove_path(void **state) {
  (void)state;
  return remove(path);
}

static enum rvt_status read_text(const char *text, struct rvt_sidecar *s, struct rvt_error *e) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return rvt_sidecar_read(path, s, e);
}

/* Keys with numbers: the least and the largest, and what each side of them says. */
static void numbers_are_read_up_to_their_limits(void **state) {
  (void)state;
  static const struct {
    const char *key;
    int min, max;
    size_t offset, size;
  } keys[] = {
#define KEY(key, min, max, member)                                                                 \
  {key, min, max, offsetof(struct rvt_sidecar, member), sizeof(((struct rvt_sidecar *)0)->member)}
      KEY("src_bits", 0, 12, ntrace.format.src_bits),
      KEY("src_id", 0, 4095, src_id),
      KEY("ts_width", 1, 64, ts_width),
      KEY("implicit_return", 0, 3, implicit_return),
      KEY("stack_depth", 0, 32, stack_depth),
#undef KEY
  };
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    for (int at = 0; at < 4; at++) {
      const int values[] = {keys[i].min - 1, keys[i].min, keys[i].max, keys[i].max + 1};
      char text[64];
      char said[64];
      snprintf(text, sizeof text, "{\"%s\": %d}", keys[i].key, values[at]);
      snprintf(said, sizeof said, "expected %s %d..%d, found another value", keys[i].key,
               keys[i].min, keys[i].max);
      struct rvt_sidecar s;
      struct rvt_error e;
      const bool good = at == 1 || at == 2;
      assert_int_equal(read_text(text, &s, &e), good ? RVT_OK : RVT_ERR_RANGE);
      if (!good) {
        assert_non_null(strstr(e.text, said));
        continue;
      }
      uint16_t value = 0;
      memcpy(&value, (const char *)&s + keys[i].offset, keys[i].size);
      assert_int_equal(value, values[at]);
      assert_int_equal(s.has_src_id, strcmp(keys[i].key, "src_id") == 0);
    }
}

static void other_values_are_refused_with_what_is_expected(void **state) {
  (void)state;
  static const struct {
    const char *text, *said;
    enum rvt_status status;
  } cases[] = {
      {"{\"format\": \"x-trace\"}",
       "expected format n-trace, e-trace (what is built), found x-trace", RVT_ERR_FORMAT},
      {"{\"format\": 1}", "expected format n-trace, e-trace (what is built), found another value",
       RVT_ERR_FORMAT},
      {"{\"format\": \"e-trace\", \"protocol_major\": 1}", "expected protocol_major 0, found 1",
       RVT_ERR_FORMAT},
      {"{\"format\": \"e-trace\", \"etrace\": 1}", "expected etrace to be an object",
       RVT_ERR_RANGE},
      {"{\"format\": \"e-trace\", \"etrace\": {\"priv_bits\": 4}}", "expected priv_bits 1..3",
       RVT_ERR_RANGE},
      {"{\"format\": \"e-trace\", \"etrace\": {\"mtvec\": 4}}",
       "expected mtvec of etrace to be a string", RVT_ERR_RANGE},
      {"{\"protocol_major\": 0}", "expected protocol_major 1, found 0", RVT_ERR_FORMAT},
      {"{\"protocol_major\": 15}", "expected protocol_major 1, found 15", RVT_ERR_FORMAT},
      {"{\"protocol_major\": 16}", "expected protocol_major 0..15", RVT_ERR_RANGE},
      {"{\"protocol_major\": -1}", "expected protocol_major 0..15", RVT_ERR_RANGE},
      {"{\"xlen\": 31}", "expected xlen 32..64", RVT_ERR_RANGE},
      {"{\"xlen\": 33}", "expected xlen 32 or 64, found 33", RVT_ERR_RANGE},
      {"{\"xlen\": 63}", "expected xlen 32 or 64, found 63", RVT_ERR_RANGE},
      {"{\"xlen\": 65}", "expected xlen 32..64", RVT_ERR_RANGE},
      {"{\"xlen\": \"64\"}", "expected xlen 32..64", RVT_ERR_RANGE},
      {"{\"mode\": \"off\"}", "expected mode \"btm\" or \"htm\"", RVT_ERR_RANGE},
      {"{\"mode\": 3}", "expected mode \"btm\" or \"htm\"", RVT_ERR_RANGE},
      {"{\"origin\": \"end\"}", "expected origin \"start\" or \"wrapped\"", RVT_ERR_RANGE},
      {"{\"ts\": 1}", "expected ts true or false", RVT_ERR_RANGE},
      {"{\"sequential_jump\": 0}", "expected sequential_jump true or false", RVT_ERR_RANGE},
      {"{\"elf\": {}}", "list of at most 16 files, found another value", RVT_ERR_RANGE},
      {"[]", "expected a JSON object", RVT_ERR_FORMAT},
      {"{\"ts\": true, \"ts\": true}", "1:", RVT_ERR_FORMAT},
      {"", "expected a JSON object", RVT_ERR_FORMAT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct rvt_sidecar s, before;
    struct rvt_error e;
    memset(&s, 0x55, sizeof s);
    before = s;
    assert_int_equal(read_text(cases[i].text, &s, &e), cases[i].status);
    assert_non_null(strstr(e.text, cases[i].said));
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(read_text(cases[i].text, &s, NULL), cases[i].status);
  }
}

/* TCI:TE-04: a format is told by its name, and its protocol's major version follows. */
static void a_format_that_is_built_is_named(void **state) {
  (void)state;
  char names[64], cut[4];
  assert_int_equal(rvt_protocol_named("n-trace"), RVT_PROTOCOL_NTRACE);
  assert_int_equal(rvt_protocol_named("e-trace"), RVT_PROTOCOL_ETRACE);
  assert_int_equal(rvt_protocol_named("x-trace"), RVT_PROTOCOLS);
  assert_int_equal(rvt_protocol_named(""), RVT_PROTOCOLS);
  assert_int_equal(rvt_protocols[RVT_PROTOCOL_NTRACE].format, 1);
  assert_int_equal(rvt_protocols[RVT_PROTOCOL_NTRACE].major, 1);
  rvt_protocol_names(names, sizeof names);
  assert_string_equal(names, "n-trace, e-trace");
  assert_int_equal(rvt_protocols[RVT_PROTOCOL_ETRACE].format, 0);
  assert_int_equal(rvt_protocols[RVT_PROTOCOL_ETRACE].major, 0);
  rvt_protocol_names(cut, sizeof cut);
  assert_string_equal(cut, "n-t");
  struct rvt_sidecar s;
  assert_int_equal(read_text("{\"format\": \"n-trace\", \"protocol_major\": 1}", &s, NULL), RVT_OK);
  assert_true(s.has_protocol && s.protocol == RVT_PROTOCOL_NTRACE);
  assert_int_equal(read_text("{}", &s, NULL), RVT_OK);
  assert_true(!s.has_protocol && s.protocol == RVT_PROTOCOL_NTRACE);
}

static void a_hash_has_64_digits_in_lower_case(void **state) {
  (void)state;
  static const char digits[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  for (int wrong = 0; wrong < 4; wrong++) {
    char hash[70];
    char text[128];
    strcpy(hash, digits);
    if (wrong == 1) hash[63] = 0;
    if (wrong == 2) strcat(hash, "0");
    if (wrong == 3) hash[63] = 'F';
    snprintf(text, sizeof text, "{\"elf\": [{\"sha256\": \"%s\"}]}", hash);
    struct rvt_sidecar s;
    struct rvt_error e;
    assert_int_equal(read_text(text, &s, &e), wrong == 0 ? RVT_OK : RVT_ERR_RANGE);
    if (wrong != 0) continue;
    assert_int_equal(s.elfs, 1);
    assert_string_equal(s.elf[0].sha256, digits);
    assert_string_equal(s.elf[0].name, "");
  }
}

static struct rvt_sidecar full(void) {
  struct rvt_sidecar s = {.has_protocol = true,
                          .xlen = 64,
                          .ntrace.mode = RVT_MODE_HTM,
                          .ntrace.format = {.src_bits = 12,
                                            .ts = true,
                                            .extend_bits = 63,
                                            .dialect = RVT_DIALECT_SIFIVE},
                          .has_src_id = true,
                          .src_id = 4095,
                          .ts_width = 64,
                          .implicit_return = 3,
                          .stack_depth = 32,
                          .sequential_jump = true,
                          .ntrace.all_jumps = true,
                          .ntrace.extend_addr = true,
                          .blind = true,
                          .elfs = RVT_SIDECAR_ELFS};
  for (size_t i = 0; i < s.elfs; i++) {
    memset(s.elf[i].sha256, "0123456789abcdef"[i], RVT_SHA256_TEXT - 1);
    memset(s.elf[i].name, (int)('a' + i), RVT_SIDECAR_NAME - 1);
    memset(s.elf[i].path, (int)('A' + i), RVT_SIDECAR_PATH - 1);
  }
  return s;
}

static void what_is_written_is_read_back(void **state) {
  (void)state;
  struct rvt_sidecar s = full(), again;
  assert_int_equal(rvt_sidecar_write(path, &s), RVT_OK);
  assert_int_equal(rvt_sidecar_read(path, &again, NULL), RVT_OK);
  assert_memory_equal(&again, &s, sizeof s);
  s = (struct rvt_sidecar){.has_protocol = true, .xlen = 32, .ntrace.mode = RVT_MODE_BTM};
  assert_int_equal(rvt_sidecar_write(path, &s), RVT_OK);
  assert_int_equal(rvt_sidecar_read(path, &again, NULL), RVT_OK);
  assert_memory_equal(&again, &s, sizeof s);
  s = (struct rvt_sidecar){.has_protocol = true, .protocol = RVT_PROTOCOL_ETRACE, .stack_depth = 8};
  s.etrace.format = rvt_etrace_format_plain(32);
  s.etrace.format.context_bits = 16;
  s.etrace.format.cache_bits = s.etrace.format.bpred_bits = 5;
  s.etrace.format.f0s_bits = 1;
  s.etrace.format.irdepth_bits = 4; /* of a stack of 8 */
  s.etrace.stack_bits = 3;
  s.etrace.full_address = s.etrace.format.implicit_exception = true;
  s.etrace.no_cause = s.etrace.no_tval = true;
  s.etrace.tvec_known[RVT_PRIV_M] = true;
  s.etrace.tvec[RVT_PRIV_M] = 0x80000101;
  assert_int_equal(rvt_sidecar_write(path, &s), RVT_OK);
  assert_int_equal(rvt_sidecar_read(path, &again, NULL), RVT_OK);
  assert_memory_equal(&again, &s, sizeof s);
  s = (struct rvt_sidecar){.has_protocol = true};
  assert_int_equal(rvt_sidecar_write(path, &s), RVT_OK);
  assert_int_equal(rvt_sidecar_read(path, &again, NULL), RVT_OK);
  assert_memory_equal(&again, &s, sizeof s);
}

static void what_could_not_be_read_is_not_written(void **state) {
  (void)state;
  struct rvt_sidecar bad[9];
  for (size_t i = 0; i < 9; i++) bad[i] = full();
  bad[0].xlen = 16;
  bad[1].ntrace.format.src_bits = 13;
  bad[2].ntrace.mode = RVT_MODE_HTM + 1;
  bad[3].elfs = RVT_SIDECAR_ELFS + 1;
  bad[4].elf[7].sha256[0] = 'x';
  strcpy(bad[5].elf[0].name, "\xff");
  strcpy(bad[6].elf[7].path, "\xff");
  bad[7].protocol = RVT_PROTOCOLS;
  bad[8].ntrace.format.dialect = RVT_DIALECTS;
  for (size_t i = 0; i < 9; i++) assert_int_equal(rvt_sidecar_write(path, &bad[i]), RVT_ERR_RANGE);
  struct rvt_sidecar s = full();
  assert_int_equal(rvt_sidecar_write("/nowhere/at/all", &s), RVT_ERR_IO);
  struct rvt_error e;
  assert_int_equal(rvt_sidecar_read("/nowhere/at/all", &s, &e), RVT_ERR_IO);
  assert_non_null(strstr(e.text, "expected a readable file"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_read_up_to_their_limits),
      cmocka_unit_test(other_values_are_refused_with_what_is_expected),
      cmocka_unit_test(a_format_that_is_built_is_named),
      cmocka_unit_test(a_hash_has_64_digits_in_lower_case),
      cmocka_unit_test(what_is_written_is_read_back),
      cmocka_unit_test(what_could_not_be_read_is_not_written),
  };
  return cmocka_run_group_tests_name("sidecar", tests, make_path, remove_path);
}

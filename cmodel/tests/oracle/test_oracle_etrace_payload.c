/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Packets of E-Trace to bytes: the vectors of ETR section 12. */

#include "oracle/etrace/packet.h"

#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "tests/support/test.h"

/* Builds: R of the specification's own listings, A of RV32, B of RV64, C with a context, D with
 * predictor, cache and stack, E with a cache alone. */
static const struct oracle_te_build set_r = {.iaddress_width = 64,
                                             .iaddress_lsb = 0,
                                             .privilege_width = 2,
                                             .context_width = 32,
                                             .ecause_width = 5};
static const struct oracle_te_build set_a = {
    .iaddress_width = 32, .iaddress_lsb = 1, .privilege_width = 2, .ecause_width = 4};
static const struct oracle_te_build set_b = {
    .iaddress_width = 64, .iaddress_lsb = 1, .privilege_width = 2, .ecause_width = 5};
static const struct oracle_te_build set_c = {.iaddress_width = 32,
                                             .iaddress_lsb = 1,
                                             .privilege_width = 2,
                                             .context_width = 16,
                                             .ecause_width = 4};
static const struct oracle_te_build set_d = {.iaddress_width = 32,
                                             .iaddress_lsb = 1,
                                             .privilege_width = 2,
                                             .ecause_width = 4,
                                             .irdepth_width = 4,
                                             .f0s_width = 1,
                                             .cache_size = 5};
static const struct oracle_te_build set_e = {.iaddress_width = 32,
                                             .iaddress_lsb = 1,
                                             .privilege_width = 2,
                                             .ecause_width = 4,
                                             .cache_size = 5};

struct vector {
  const struct oracle_te_build *build;
  struct oracle_te_packet packet; /* but for the address */
  uint64_t address;               /* before the shift; a delta is modulo 2^64 */
  const char *bytes;
};

static void to_text(const uint8_t *bytes, size_t size, char *text) {
  text[0] = 0;
  for (size_t i = 0; i < size; i++) {
    sprintf(text + strlen(text), i == 0 ? "%02x" : " %02x", bytes[i]);
  }
}

static void check(const struct vector *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct oracle_te_packet p = list[i].packet;
    uint64_t address = list[i].address;
    if (list[i].build->iaddress_width == 32) address &= 0xFFFFFFFFu;
    p.address = address >> list[i].build->iaddress_lsb;
    uint8_t bytes[ORACLE_TE_PAYLOAD_MAX];
    char text[3 * ORACLE_TE_PAYLOAD_MAX + 1];
    to_text(bytes, oracle_te_payload(list[i].build, &p, bytes), text);
    if (strcmp(text, list[i].bytes) != 0) printf("vector %zu\n", i);
    assert_string_equal(text, list[i].bytes);
  }
}
#define CHECK(list) check(list, sizeof(list) / sizeof *(list))

#define SUPPORT(on, qual, options)                                                                 \
  { .kind = ORACLE_TE_SUPPORT, .ienable = (on), .qual_status = (qual), .ioptions = (options) }
#define START(is_other, level)                                                                     \
  { .kind = ORACLE_TE_START, .branch = (is_other), .privilege = (level) }
#define ADDRESS(...)                                                                               \
  { .kind = ORACLE_TE_ADDRESS, __VA_ARGS__ }
#define MAP(count, map, ...)                                                                       \
  { .kind = ORACLE_TE_BRANCH_MAP, .branches = (count), .branch_map = (map), __VA_ARGS__ }
#define TRAP(...)                                                                                  \
  { .kind = ORACLE_TE_TRAP, .branch = 1, .privilege = 3, __VA_ARGS__ }

static void reference_listings(void **state) {
  (void)state;
  static const struct vector list[] = {
      {&set_r, SUPPORT(1, 0, 4), 0, "1f 04"},
      {&set_r, START(1, 3), 0x20010522, "73 00 00 00 00 91 82 00 10"},
      {&set_r, START(1, 3), 0x800001b0, "73 00 00 00 00 d8 00 00 40"},
      {&set_r, TRAP(.ecause = 2), 0x80000222, "77 00 00 00 00 81 88 00 00 20"},
      {&set_r, TRAP(.ecause = 7, .interrupt = 1, .thaddr = 1), 0x800001b0,
       "77 00 00 00 80 33 6c 00 00 20"},
      {&set_r, ADDRESS(.notify = 0), 0x8000010c, "32 04 00 00 02"},
      {&set_r, MAP(1, 0, .notify = 0), 0x80000104, "05 04 01 00 80 00"},
      {&set_r, MAP(15, 0x5555, .notify = 0), 0x800001a2, "bd aa aa 68 00 00 20"},
      {&set_r, SUPPORT(0, 1, 4), 0, "4f 04"},
  };
  CHECK(list);
}

static void rv32_and_rv64(void **state) {
  (void)state;
  static const struct vector both[] = {
      {NULL, SUPPORT(1, 0, 0), 0, "1f"},
      {NULL, SUPPORT(0, 1, 0), 0, "4f"},
      {NULL, SUPPORT(0, 3, 0), 0, "cf 00"},
      {NULL, SUPPORT(1, 2, 0), 0, "9f 00"},
      {NULL, SUPPORT(1, 0, 0x1f), 0, "1f 1f"},
      {NULL, ADDRESS(.notify = 0), 0x10, "22"},
      {NULL, ADDRESS(.notify = 0), 0, "02"},
      {NULL, ADDRESS(.notify = 0), (uint64_t)-0x10, "e2"},
      {NULL, MAP(1, 0, .notify = 0), 0xab0, "05 58 05"},
      {NULL, MAP(3, 3, .notify = 0), 0x148, "8d 91 02"},
      {NULL, MAP(2, 2, .notify = 0), (uint64_t)-0x10c, "09 e9 fd"},
      {NULL, MAP(8, 0xa5, .notify = 0), 2, "a1 52 40"},
      {NULL, MAP(16, 0x8001, .notify = 0), 2, "c1 00 40 00 40"},
      {NULL, MAP(31, 0x7fffffff, .notify = 0), 4, "fd ff ff ff bf 00"},
      {NULL, MAP(0, 0, .notify = 0), 0, "01"},
      {NULL, MAP(0, 0x7fffffff, .notify = 0), 0, "81"},
      {NULL, MAP(0, 0x55555555, .notify = 0), 0, "81 aa aa aa ea"},
  };
  for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
    struct vector v = both[i];
    v.build = &set_a;
    check(&v, 1);
    v.build = &set_b;
    check(&v, 1);
  }
  ROW("ETR:P-01");
  ROW("ETR:P-02");
  ROW("ETR:P-06");
  ROW("ETR:P-07");
  ROW("ETR:AMB-13");
}

static void rv32(void **state) {
  (void)state;
  static const struct vector list[] = {
      {&set_a, START(1, 3), 0x80000000, "73 00 00 00 e0"},
      {&set_a, START(0, 3), 0x80000004, "63 01 00 00 e0"},
      {&set_a, ADDRESS(.notify = 1), 0x10, "22 00 00 00 fe"},
      {&set_a, ADDRESS(.updiscon = 1), 0x10, "22 00 00 00 fc"},
      {&set_a, ADDRESS(.updiscon = 1), (uint64_t)-0x10, "e2 ff ff ff 03"},
      {&set_a, MAP(2, 2, .updiscon = 1), (uint64_t)-0x10c, "09 e9 fd ff ff 03"},
      {&set_a, TRAP(.ecause = 11, .thaddr = 1), 0x80000100, "f7 15 10 00 00 08"},
      {&set_a, TRAP(.ecause = 2), 0x80000222, "77 21 22 00 00 08"},
      {&set_a, TRAP(.ecause = 7, .interrupt = 1, .thaddr = 1), 0x80000100, "f7 1b 10 00 00 f8"},
      {&set_a, TRAP(.ecause = 7, .interrupt = 1, .thaddr = 1, .implicit = 1), 0, "f7 fb"},
      {&set_a, TRAP(.ecause = 5, .thaddr = 1, .implicit = 1, .tval = 0x1000), 0, "f7 12 00 02"},
  };
  CHECK(list);
  ROW("ETR:P-04");
  ROW("ETR:F2-01");
}

static void rv64(void **state) {
  (void)state;
  static const struct vector list[] = {
      {&set_b, START(1, 3), 0x80000000, "73 00 00 00 20"},
      {&set_b, START(0, 3), 0x80000004, "63 01 00 00 20"},
      {&set_b, START(1, 1), 0xffffffff80201000, "33 00 04 08 e0"},
      {&set_b, ADDRESS(.notify = 1), 0x10, "22 00 00 00 00 00 00 00 fe"},
      {&set_b, ADDRESS(.updiscon = 1), 0x10, "22 00 00 00 00 00 00 00 fc"},
      {&set_b, ADDRESS(.updiscon = 1), (uint64_t)-0x10, "e2 ff ff ff ff ff ff ff 03"},
      {&set_b, MAP(2, 2, .updiscon = 1), (uint64_t)-0x10c, "09 e9 fd ff ff ff ff ff ff 03"},
      {&set_b, TRAP(.ecause = 11, .thaddr = 1), 0x80000100, "f7 25 20 00 00 10"},
      {&set_b, TRAP(.ecause = 2), 0x80000222, "77 41 44 00 00 10"},
      {&set_b, TRAP(.ecause = 7, .interrupt = 1, .thaddr = 1), 0x80000100, "f7 33 20 00 00 10"},
      {&set_b, TRAP(.ecause = 7, .interrupt = 1, .thaddr = 1, .implicit = 1), 0, "f7 f3"},
      {&set_b, TRAP(.ecause = 5, .thaddr = 1, .implicit = 1, .tval = 0x1000), 0, "f7 22 00 04"},
  };
  CHECK(list);
}

static void context(void **state) {
  (void)state;
  static const struct vector list[] = {
      {&set_c, {.kind = ORACLE_TE_CONTEXT, .privilege = 0, .context = 0x1234}, 0, "0b 8d 04"},
      {&set_c,
       {.kind = ORACLE_TE_START, .branch = 1, .privilege = 0, .context = 0x1234},
       0x00010000,
       "13 1a 09 00 40"},
  };
  CHECK(list);
  ROW("ETR:F3-04");
}

static void format_0(void **state) {
  (void)state;
#define COUNT(count, fmt)                                                                          \
  { .kind = ORACLE_TE_BRANCH_COUNT, .branch_count = (count), .branch_fmt = (fmt) }
#define INDEX(...)                                                                                 \
  { .kind = ORACLE_TE_JUMP_TARGET_INDEX, __VA_ARGS__ }
  static const struct vector list[] = {
      {&set_d, COUNT(0, 0), 0, "00"},
      {&set_d, COUNT(100, 0), 0, "20 03"},
      {&set_d, COUNT(0xffffffff, 2), 0x10, "f8 ff ff ff 17 01"},
      {&set_d, COUNT(5, 2), 0x20, "28 00 00 00 10 02"},
      {&set_d, COUNT(5, 3), 0x20, "28 00 00 00 18 02"},
      {&set_d, INDEX(.index = 0x0a), 0, "54"},
      {&set_d, INDEX(.index = 0x1f, .branches = 1, .branch_map = 1), 0, "fc e1"},
      {&set_d, INDEX(.index = 3, .branches = 4, .branch_map = 10), 0, "1c 44 01"},
      {&set_d, INDEX(.index = 3, .irreport = 1, .irdepth = 2), 0, "1c a0 00"},
      {&set_d, ADDRESS(.irreport = 1, .irdepth = 2), 0x10, "22 00 00 00 28"},
      {&set_d, ADDRESS(.irreport = 1, .irdepth = 2), (uint64_t)-0x10, "e2 ff ff ff 27"},
      {&set_e, INDEX(.index = 0x0a), 0, "28"},
  };
  CHECK(list);
  ROW("ETR:F2-02");
}

static void encapsulation(void **state) {
  (void)state;
  static const struct {
    struct oracle_te_encapsulation around;
    uint8_t payload[16];
    size_t size;
    const char *bytes;
  } list[] = {
      {{.src_bits = 6, .src_id = 1, .type_bits = 2, .type = 2},
       {0x32, 4, 0, 0, 2},
       5,
       "06 81 32 04 00 00 02"},
      {{.src_bits = 6, .src_id = 10, .type_bits = 2, .type = 2},
       {0xbd, 0xaa, 0xaa, 0x68, 0, 0, 0x20},
       7,
       "08 8a bd aa aa 68 00 00 20"},
      {{.src_bits = 6, .src_id = 5, .type_bits = 2, .type = 2},
       {0x73, 0, 0, 0, 0, 0x91, 0x82, 0, 0x10},
       9,
       "0a 85 73 00 00 00 00 91 82 00 10"},
      {{.flow = 0}, {0x32, 4, 0, 0, 2}, 5, "05 32 04 00 00 02"},
      {{.src_bits = 8, .src_id = 0x2a, .flow = 1}, {0x32, 4, 0, 0, 2}, 5, "25 2a 32 04 00 00 02"},
      {{.src_bits = 12, .src_id = 0xabc}, {0x32, 4, 0, 0, 2}, 5, "06 bc 2a 43 00 00 20 00"},
      {{.src_bits = 4, .src_id = 5}, {0xe2}, 1, "02 25 fe"},
      {{.src_bits = 4, .src_id = 5}, {0x1f}, 1, "02 f5 01"},
      {{.src_bits = 8, .src_id = 7, .extend = 1, .t_bytes = 2, .time = 0x1234},
       {0x1f},
       1,
       "81 07 34 12 1f"},
      {{.extend = 1, .t_bytes = 5, .time = 0x0123456789}, {2}, 1, "81 89 67 45 23 01 02"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    uint8_t bytes[ORACLE_TE_PACKET_MAX];
    char text[3 * ORACLE_TE_PACKET_MAX + 1];
    to_text(bytes, oracle_te_encapsulate(&list[i].around, list[i].payload, list[i].size, bytes),
            text);
    assert_string_equal(text, list[i].bytes);
  }
  ROW("ETR:E-01");
  ROW("ETR:AMB-22");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_listings),
      cmocka_unit_test(rv32_and_rv64),
      cmocka_unit_test(rv32),
      cmocka_unit_test(rv64),
      cmocka_unit_test(context),
      cmocka_unit_test(format_0),
      cmocka_unit_test(encapsulation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

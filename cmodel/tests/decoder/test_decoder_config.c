/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tests/support/decoder_log.h"
#include "tests/support/test.h"

/* What a decoder refuses to begin with. */

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void configurations(void **state) {
  const struct rvt_code code[] = {{0x100, C_NOP}};
  struct rvt_image *const image = rvt_code_image(64, code, 1);
  struct rvt_decoder *d = NULL;
  (void)state;
  struct rvt_image *empty = NULL;
  const struct rvt_decoder_config bad[] = {
      {.protocol = (enum rvt_protocol)2},
      {.ntrace.format = {.src_bits = 13}},
      {.ts_width = 65},
      {.implicit_return = 4},
      {.ntrace.format = {.extend_bits = 64}},
      {.ntrace.mode = 5},
      {.addr_bits = 65},
      {.protocol = RVT_PROTOCOL_ETRACE, .etrace.format.src_bits = 13},
      {.protocol = RVT_PROTOCOL_ETRACE, .etrace.stack_bits = 6},
      {.protocol = RVT_PROTOCOL_ETRACE},
  };
  static const char *const said[] = {
      "expected a protocol that is built (n-trace, e-trace), found number 2",
      "expected ntrace.format.src_bits 0..12, found 13 (NT:SRC-01)",
      "expected ts_width 0..64, found 65 (NT:TSP-05)",
      "expected implicit_return 0..3, found 4 (NT:IRT-01)",
      "expected ntrace.format.extend_bits 0..63, found 64 (NT:ADR-10)",
      "expected ntrace.mode 3 (BTM), 6 (HTM) or 0, found 5",
      "expected addr_bits 0..64, found 65 (NT:ADR-15)",
      "expected etrace.format.src_bits 0..12, found 13",
      "expected bpred_bits and cache_bits 0..7 and stack_bits 0..5 of etrace, found 0, 0, 6 "
      "(ETR:D-01)",
      "expected widths of etrace.format in their ranges and a longest payload of 31 bytes, found "
      "others (ETR:P-03)"};
  const struct rvt_decoder_config good = {.lenient = false};
  struct rvt_error e;
  for (size_t i = 0; i < COUNT(bad); i++) {
    assert_int_equal(rvt_decoder_new(&bad[i], image, rvt_decoder_log, NULL, &d, &e), RVT_ERR_ARG);
    assert_string_equal(e.text, said[i]);
    assert_null(d);
  }
  assert_int_equal(rvt_image_new(0, &empty), RVT_OK);
  assert_int_equal(rvt_decoder_new(&good, empty, rvt_decoder_log, NULL, &d, &e), RVT_ERR_ARG);
  assert_non_null(strstr(e.text, "expected an image that knows its XLEN"));
  rvt_image_free(empty);
  rvt_image_free(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(configurations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

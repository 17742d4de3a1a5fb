/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Side-cars: what the reader accepts is in range, and comes back from the writer. */

#include <string.h>

#include "fuzz.h"
#include "rvt/sidecar.h"

static void check_ranges(const struct rvt_sidecar *s) {
  FUZZ_CHECK(s->xlen == 0 || s->xlen == 32 || s->xlen == 64);
  FUZZ_CHECK(s->ntrace.mode == RVT_MODE_OFF || s->ntrace.mode == RVT_MODE_BTM ||
             s->ntrace.mode == RVT_MODE_HTM);
  FUZZ_CHECK(s->ntrace.format.src_bits <= RVT_SRC_BITS_CEIL && s->ts_width <= RVT_TIME_CEIL);
  FUZZ_CHECK(s->src_id < 1 << RVT_SRC_BITS_CEIL && s->implicit_return <= 3);
  FUZZ_CHECK(s->stack_depth <= 32 && s->elfs <= RVT_SIDECAR_ELFS);
  struct rvt_isa isa;
  FUZZ_CHECK(strlen(s->isa) < RVT_SIDECAR_ISA);
  if (s->isa[0] != '\0') FUZZ_CHECK(rvt_isa_parse(s->isa, &isa) == RVT_OK);
  FUZZ_CHECK(s->jvt % RVT_JVT_ALIGN == 0 && (s->has_jvt || s->jvt == 0));
  for (size_t i = 0; i < s->elfs; i++)
    FUZZ_CHECK(strlen(s->elf[i].name) < RVT_SIDECAR_NAME && strlen(s->elf[i].sha256) == 64);
}

static bool same(const struct rvt_sidecar *a, const struct rvt_sidecar *b) {
  bool equal = a->elfs == b->elfs;
  for (size_t i = 0; equal && i < a->elfs; i++)
    equal = strcmp(a->elf[i].name, b->elf[i].name) == 0 &&
            strcmp(a->elf[i].path, b->elf[i].path) == 0 &&
            strcmp(a->elf[i].sha256, b->elf[i].sha256) == 0;
  return equal && a->xlen == b->xlen && a->ntrace.mode == b->ntrace.mode &&
         a->ntrace.format.src_bits == b->ntrace.format.src_bits &&
         a->ntrace.format.ts == b->ntrace.format.ts && a->has_src_id == b->has_src_id &&
         a->src_id == b->src_id && a->ts_width == b->ts_width &&
         a->implicit_return == b->implicit_return && a->stack_depth == b->stack_depth &&
         a->sequential_jump == b->sequential_jump && a->ntrace.all_jumps == b->ntrace.all_jumps &&
         a->ntrace.extend_addr == b->ntrace.extend_addr && a->blind == b->blind &&
         a->has_jvt == b->has_jvt && a->jvt == b->jvt && strcmp(a->isa, b->isa) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct rvt_sidecar s, again;
  struct rvt_error error = {""};
  memset(&s, 0x5a, sizeof s);
  const struct rvt_sidecar before = s;
  const char *path = fuzz_file(data, size);
  const enum rvt_status status = rvt_sidecar_read(path, &s, &error);
  if (status != RVT_OK) {
    FUZZ_CHECK(status == RVT_ERR_FORMAT || status == RVT_ERR_RANGE);
    FUZZ_CHECK(error.text[0] != 0 && memchr(error.text, 0, sizeof error.text) != NULL);
    FUZZ_CHECK(memcmp(&s, &before, sizeof s) == 0);
    return 0;
  }
  check_ranges(&s);
  const char *out = fuzz_output("side.json");
  FUZZ_CHECK(rvt_sidecar_write(out, &s) == RVT_OK);
  FUZZ_CHECK(rvt_sidecar_read(out, &again, &error) == RVT_OK);
  FUZZ_CHECK(same(&s, &again));
  return 0;
}

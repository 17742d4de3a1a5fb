/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Seeds of the decoder's target: captures of the generated programs of flow_input.h, into DIR. */

#include <stdio.h>

#include "flow_input.h"
#include "fuzz.h"
#include "tests/support/capture.h"

enum { BYTES_MAX = 700 };

struct variant {
  const char *name;
  uint8_t head[FLOW_HEAD];
  uint8_t mode;
};

/* Bytes of the head: flow_input.h. */
static const struct variant variants[] = {{"btm64", {0x02, 0, 0, 80}, RVT_MODE_BTM},
                                          {"htm64", {0x02, 0, 0, 90}, RVT_MODE_HTM},
                                          {"btm32-src-ts", {0x13, 7, 40, 100}, RVT_MODE_BTM},
                                          {"htm32-src-ts", {0x13, 7, 40, 110}, RVT_MODE_HTM},
                                          {"btm64-return", {0x0e, 0, 0, 120}, RVT_MODE_BTM},
                                          {"htm32-return-ts", {0x1f, 0, 40, 130}, RVT_MODE_HTM}};

static void write_seed(const char *folder, const struct variant *v) {
  const struct flow_setup setup = flow_setup(v->head);
  const struct capture_options options = {.seed = FLOW_MADE_SEED,
                                          .xlen = rvt_image_xlen(flow_image(setup.image)),
                                          .mode = v->mode,
                                          .implicit_return = setup.config.implicit_return != 0,
                                          .src_bits = setup.config.ntrace.format.src_bits,
                                          .ts = setup.config.ntrace.format.ts,
                                          .sync_max = 4,
                                          .code = FLOW_MADE_CODE,
                                          .instructions = 2000,
                                          .traps = 3000};
  struct capture c;
  char path[256];
  capture_make(&c, &options);
  const size_t size = c.size < BYTES_MAX ? c.size : BYTES_MAX;
  snprintf(path, sizeof path, "%s/%s", folder, v->name);
  FILE *file = fopen(path, "wb");
  FUZZ_CHECK(file != NULL);
  FUZZ_CHECK(fwrite(v->head, 1, FLOW_HEAD, file) == FLOW_HEAD);
  FUZZ_CHECK(fwrite(c.bytes, 1, size, file) == size);
  FUZZ_CHECK(fclose(file) == 0);
  capture_free(&c);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) write_seed(argv[1], &variants[i]);
  return 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* The loader of ELF files, and the image that it makes. */

#include <string.h>

#include "fuzz.h"
#include "rvt/image.h"

/* `MEMORY` bytes per byte of the file: half-words of code take 7, a symbol its name beside. */
enum { NEAR = 64, MEMORY = 160, MEMORY_FIXED = 1 << 17 };

/** Of the address sanitizer, where the program has it. */
__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);

static size_t allocated(void) {
  return __sanitizer_get_current_allocated_bytes != NULL ? __sanitizer_get_current_allocated_bytes()
                                                         : 0;
}

/* Every half-word near an address: what is known of it is consistent. */
static void look_around(const struct rvt_image *image, uint64_t address) {
  for (uint64_t i = 0; i < NEAR; i++) {
    const uint64_t pc = rvt_insn_address(address + 2 * (i - NEAR / 2), rvt_image_xlen(image));
    struct rvt_insn insn = {.size = 99};
    uint64_t word = 0, offset = 0;
    const char *name = rvt_image_symbol(image, pc, &offset);
    FUZZ_CHECK(name == NULL || (name[0] != 0 && strlen(name) < 1 << 20));
    if (rvt_image_insn(image, pc, &insn, &word) != RVT_OK) {
      FUZZ_CHECK(insn.size == 99);
      continue;
    }
    FUZZ_CHECK((pc & 1) == 0 && insn.size >= 1 && insn.size <= RVT_INSN_SIZE_MAX);
    FUZZ_CHECK(insn.size >= 4 || word >> 16 * insn.size == 0);
  }
}

/* As it is, in a context, and moved there if it can be: nothing of it is there without the context.
 */
static void in_a_context(const char *path) {
  const struct rvt_image_context c = {.has_scontext = true};
  struct rvt_image *image = NULL;
  struct rvt_insn insn;
  for (uint64_t offset = 0; offset <= 0x100; offset += 0x100) {
    FUZZ_CHECK(rvt_image_new(0, &image) == RVT_OK);
    FUZZ_CHECK(rvt_image_add_elf_in(image, &c, path, offset, NULL) == RVT_OK || offset != 0);
    look_around(rvt_image_in(image, &c), 0x100 + offset);
    FUZZ_CHECK(rvt_image_insn(image, 0x100, &insn, NULL) == RVT_ERR_NO_CODE);
    if (offset == 0) FUZZ_CHECK(rvt_image_add_elf(image, path, NULL) == RVT_OK);
    look_around(rvt_image_in(image, &c), 0x100);
    rvt_image_free(image);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct rvt_image *image = NULL;
  struct rvt_error error = {""};
  const char *path = fuzz_file(data, size);
  FUZZ_CHECK(rvt_image_new(0, &image) == RVT_OK);
  const size_t before = allocated();
  const enum rvt_status status = rvt_image_add_elf(image, path, &error);
  FUZZ_CHECK(allocated() <= before + MEMORY_FIXED + MEMORY * size);
  if (status != RVT_OK) {
    FUZZ_CHECK(strncmp(error.text, "expected ", 9) == 0);
    FUZZ_CHECK(memchr(error.text, 0, sizeof error.text) != NULL);
    FUZZ_CHECK(status != RVT_ERR_NO_MEMORY && status != RVT_ERR_IO);
  } else {
    FUZZ_CHECK(rvt_image_xlen(image) == 32 || rvt_image_xlen(image) == 64);
    FUZZ_CHECK(rvt_image_file_count(image) == 1);
    const struct rvt_image_file *file = rvt_image_get_file(image, 0);
    FUZZ_CHECK(strcmp(file->path, path) == 0 && strlen(file->sha256) == RVT_SHA256_TEXT - 1);
    look_around(image, file->entry);
    look_around(image, 0x100);
    /* the same code again overlaps itself */
    FUZZ_CHECK(rvt_image_add_elf(image, path, &error) == RVT_ERR_MISMATCH);
  }
  rvt_image_free(image);
  if (status == RVT_OK) in_a_context(path);
  return 0;
}

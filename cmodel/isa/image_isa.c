/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <gelf.h>
#include <string.h>

#include "parcels.h"

/*
 * The section of attributes of a RISC-V ELF file: `A`, then for each vendor a length and a name;
 * below `riscv` pieces of a tag, a length and attributes, of which tag 1 is about the whole file.
 * Nothing in it is trusted. A section that is damaged or unknown names no ISA.
 */

enum {
  SHT_ATTRIBUTES = 0x70000003, /* SHT_RISCV_ATTRIBUTES */
  TAG_FILE = 1,
  TAG_ARCH = 5,
  VERSION = 'A'
};

struct bytes {
  const uint8_t *at;
  size_t left;
};

static bool take_length(struct bytes *b, size_t *length) {
  if (b->left < 4) return false;
  *length =
      (size_t)b->at[0] | (size_t)b->at[1] << 8 | (size_t)b->at[2] << 16 | (size_t)b->at[3] << 24;
  b->at += 4;
  b->left -= 4;
  return true;
}

static bool take_number(struct bytes *b, uint64_t *number) {
  *number = 0;
  for (unsigned shift = 0; b->left > 0 && shift < 64; shift += 7) {
    const uint8_t byte = *b->at++;
    b->left--;
    *number |= (uint64_t)(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return false;
}

static const char *take_text(struct bytes *b) {
  const char *text = (const char *)b->at;
  const uint8_t *end = b->left > 0 ? memchr(b->at, 0, b->left) : NULL;
  if (end == NULL) return NULL;
  b->left -= (size_t)(end + 1 - b->at);
  b->at = end + 1;
  return text;
}

/* The first `length` bytes, `used` of which are taken already, apart. */
static bool split(struct bytes *b, size_t length, size_t used, struct bytes *part) {
  if (length < used || length - used > b->left) return false;
  *part = (struct bytes){b->at, length - used};
  b->at += part->left;
  b->left -= part->left;
  return true;
}

/* Attributes with an odd tag are text, the others numbers. */
static const char *find_arch(struct bytes b) {
  uint64_t tag = 0;
  uint64_t number = 0;
  while (take_number(&b, &tag)) {
    const char *text = tag % 2 != 0 ? take_text(&b) : NULL;
    if (tag == TAG_ARCH) return text;
    if (tag % 2 != 0 ? text == NULL : !take_number(&b, &number)) return NULL;
  }
  return NULL;
}

static const char *find_file(struct bytes b) {
  uint64_t tag = 0;
  size_t length = 0;
  struct bytes part;
  for (;;) {
    const size_t before = b.left;
    if (!take_number(&b, &tag) || !take_length(&b, &length) ||
        !split(&b, length, before - b.left, &part))
      return NULL;
    const char *arch = tag == TAG_FILE ? find_arch(part) : NULL;
    if (arch != NULL) return arch;
  }
}

static const char *find_vendor(struct bytes b) {
  size_t length = 0;
  struct bytes part;
  if (b.left == 0 || *b.at != VERSION) return NULL;
  b.at++;
  b.left--;
  while (take_length(&b, &length) && split(&b, length, 4, &part)) {
    const char *name = take_text(&part);
    const char *arch = name != NULL && strcmp(name, "riscv") == 0 ? find_file(part) : NULL;
    if (arch != NULL) return arch;
  }
  return NULL;
}

const char *rvt_image_elf_arch(struct Elf *elf) {
  for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn != NULL; scn = elf_nextscn(elf, scn)) {
    GElf_Shdr s;
    if (gelf_getshdr(scn, &s) == NULL || s.sh_type != SHT_ATTRIBUTES) continue;
    const Elf_Data *data = elf_rawdata(scn, NULL);
    if (data == NULL || data->d_buf == NULL) return NULL;
    return find_vendor((struct bytes){data->d_buf, data->d_size});
  }
  return NULL;
}

bool rvt_image_elf_isa(struct Elf *elf, struct rvt_isa *isa) {
  const char *arch = rvt_image_elf_arch(elf);
  return arch != NULL && rvt_isa_parse(arch, isa) == RVT_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <gelf.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "parcels.h"

static void add_number(SHA2_CTX *hash, uint64_t number) {
  uint8_t byte[8];
  for (unsigned i = 0; i < 8; i++) byte[i] = (uint8_t)(number >> 8 * i);
  SHA256Update(hash, byte, sizeof byte);
}

/* The ELF header is loaded with the code of many programs, and says where the sections are. */
static size_t head_without_sections(const uint8_t *raw, size_t size, uint8_t head[64]) {
  const bool wide = raw[EI_CLASS] == ELFCLASS64;
  const size_t length = wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
  if (size < length) return 0;
  memcpy(head, raw, length);
  if (wide) {
    memset(head + offsetof(Elf64_Ehdr, e_shoff), 0, 8);
    memset(head + offsetof(Elf64_Ehdr, e_shentsize), 0, 6);
  } else {
    memset(head + offsetof(Elf32_Ehdr, e_shoff), 0, 4);
    memset(head + offsetof(Elf32_Ehdr, e_shentsize), 0, 6);
  }
  return length;
}

bool rvt_image_elf_loaded(struct Elf *elf, uint8_t digest[32]) {
  size_t size = 0, segments = 0;
  const uint8_t *raw = (const uint8_t *)elf_rawfile(elf, &size);
  if (elf_kind(elf) != ELF_K_ELF || raw == NULL || elf_getphdrnum(elf, &segments) != 0)
    return false;
  SHA2_CTX hash;
  uint64_t loaded = 0;
  SHA256Init(&hash);
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr p;
    uint8_t head[64];
    if (gelf_getphdr(elf, (int)i, &p) == NULL) return false;
    if (p.p_type != PT_LOAD || p.p_filesz == 0) continue;
    /* headers that name the same bytes again and again must not take for ever */
    if (p.p_offset > size || p.p_filesz > size - p.p_offset || p.p_filesz > size - loaded)
      return false;
    loaded += p.p_filesz;
    size_t done = p.p_offset == 0 ? head_without_sections(raw, (size_t)p.p_filesz, head) : 0;
    add_number(&hash, p.p_vaddr);
    add_number(&hash, p.p_filesz);
    SHA256Update(&hash, head, done);
    SHA256Update(&hash, raw + p.p_offset + done, (size_t)p.p_filesz - done);
  }
  if (loaded == 0) return false;
  SHA256Final(digest, &hash);
  return true;
}

enum rvt_status rvt_image_hash_loaded(const char *path, uint8_t digest[32], struct rvt_error *e) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %m", path);
  (void)elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const bool good = elf != NULL && rvt_image_elf_loaded(elf, digest);
  elf_end(elf);
  close(fd);
  return good ? RVT_OK
              : rvt_error_set(e, RVT_ERR_FORMAT,
                              "%s: expected an ELF file with segments that are loaded, found none",
                              path);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <gelf.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "parcels.h"

/*
 * Where a debugger looks for the symbols of a stripped file: by its build-id below DIRECTORY, and
 * by the name in .gnu_debuglink beside it, in .debug there, and below DIRECTORY. What is found must
 * have the same build-id, or the CRC that the link has.
 */

#define DIRECTORY "/usr/lib/debug"
enum { ID_MAX = 64 };

struct id {
  size_t size; /* 0: there is none */
  uint8_t byte[ID_MAX];
};

static struct id id_of(Elf *elf) {
  struct id id = {.size = 0};
  for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn != NULL; scn = elf_nextscn(elf, scn)) {
    GElf_Shdr s;
    Elf_Data *data;
    GElf_Nhdr note;
    size_t name, text;
    if (gelf_getshdr(scn, &s) == NULL || s.sh_type != SHT_NOTE ||
        (data = elf_getdata(scn, NULL)) == NULL)
      continue;
    for (size_t at = 0, next; (next = gelf_getnote(data, at, &note, &name, &text)) != 0; at = next)
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && note.n_descsz <= ID_MAX &&
          memcmp((const char *)data->d_buf + name, "GNU", 4) == 0) {
        id.size = note.n_descsz;
        memcpy(id.byte, (const char *)data->d_buf + text, id.size);
        return id;
      }
  }
  return id;
}

/* The name in .gnu_debuglink, padded, and the CRC after it; NULL: there is none. */
static const char *link_of(Elf *elf, uint32_t *crc) {
  size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return NULL;
  for (Elf_Scn *scn = elf_nextscn(elf, NULL); scn != NULL; scn = elf_nextscn(elf, scn)) {
    GElf_Shdr s;
    if (gelf_getshdr(scn, &s) == NULL) continue;
    const char *name = elf_strptr(elf, names, s.sh_name);
    if (name == NULL || strcmp(name, ".gnu_debuglink") != 0) continue;
    const Elf_Data *data = elf_rawdata(scn, NULL);
    const char *link = data != NULL ? data->d_buf : NULL;
    if (link == NULL || data->d_size < 8 || memchr(link, 0, data->d_size - 4) == NULL) return NULL;
    const uint8_t *end = (const uint8_t *)link + data->d_size - 4;
    *crc =
        (uint32_t)end[0] | (uint32_t)end[1] << 8 | (uint32_t)end[2] << 16 | (uint32_t)end[3] << 24;
    return link[0] != '\0' && strchr(link, '/') == NULL ? link : NULL;
  }
  return NULL;
}

/* The file at a path, if it is the one; `crc` NULL: by its build-id alone. */
static Elf *open_if(const char *path, const struct id *id, const uint32_t *crc, int *fd) {
  *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  Elf *elf = *fd >= 0 ? elf_begin(*fd, ELF_C_READ, NULL) : NULL;
  size_t size = 0;
  const char *raw = elf != NULL && elf_kind(elf) == ELF_K_ELF ? elf_rawfile(elf, &size) : NULL;
  bool good =
      raw != NULL && crc != NULL && (uint32_t)crc32_z(0, (const uint8_t *)raw, size) == *crc;
  if (raw != NULL && !good && id->size != 0) {
    const struct id found = id_of(elf);
    good = found.size == id->size && memcmp(found.byte, id->byte, id->size) == 0;
  }
  if (good) return elf;
  elf_end(elf);
  if (*fd >= 0) close(*fd);
  *fd = -1;
  return NULL;
}

struct Elf *rvt_image_elf_debug(struct Elf *elf, const char *path, int *fd) {
  const struct id id = id_of(elf);
  char place[PATH_MAX + 128], folder[PATH_MAX], whole[PATH_MAX];
  Elf *found = NULL;
  if (id.size > 1) {
    int used = snprintf(place, sizeof place, DIRECTORY "/.build-id/%02x/", id.byte[0]);
    for (size_t i = 1; i < id.size; i++)
      used += snprintf(place + used, sizeof place - (size_t)used, "%02x", id.byte[i]);
    snprintf(place + used, sizeof place - (size_t)used, ".debug");
    found = open_if(place, &id, NULL, fd);
  }
  uint32_t crc = 0;
  const char *link = found == NULL ? link_of(elf, &crc) : NULL;
  if (link == NULL || realpath(path, whole) == NULL) return found;
  snprintf(folder, sizeof folder, "%s", dirname(whole));
  static const char *const around[][2] = {{"", "/"}, {"", "/.debug/"}, {DIRECTORY, "/"}};
  for (size_t i = 0; found == NULL && i < sizeof around / sizeof around[0]; i++) {
    const int size =
        snprintf(place, sizeof place, "%s%s%s%s", around[i][0], folder, around[i][1], link);
    if (size > 0 && (size_t)size < sizeof place) found = open_if(place, &id, &crc, fd);
  }
  return found;
}

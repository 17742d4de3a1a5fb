/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/load.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum rvt_status rvt_tandem_loaded_open(struct rvt_tandem_loaded *m, const char *path,
                                       const struct rvt_tandem_core *core, struct rvt_error *e) {
  char symbol[64], file[PATH_MAX];
  *m = (struct rvt_tandem_loaded){.face = NULL};
  if (access(path, R_OK) != 0)
    return rvt_error_set(e, RVT_ERR_IO,
                         "%s: expected a model of that name, found none; Spike's is built by "
                         "`make spike-model`",
                         path);
  const char *last = strrchr(path, '/');
  last = last == NULL ? path : last + 1;
  /* Of a name alone the loader would look in its own folders. */
  snprintf(file, sizeof file, "%s%s", last == path ? "./" : "", path);
  m->library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  snprintf(symbol, sizeof symbol, "rvt_tandem_model_%.*s", (int)strcspn(last, "."), last);
  if (m->library != NULL) m->face = dlsym(m->library, symbol);
  if (m->face == NULL || m->face->version != RVT_TANDEM_MODEL_VERSION)
    return rvt_error_set(e, RVT_ERR_FORMAT, "%s: expected a model with %s of version %d, found: %s",
                         path, symbol, RVT_TANDEM_MODEL_VERSION,
                         m->face == NULL ? dlerror() : "another version");
  m->handle = m->face->open(core, e);
  return m->handle != NULL ? RVT_OK : rvt_error_at(e, RVT_ERR_RANGE, "%s", path);
}

void rvt_tandem_loaded_close(struct rvt_tandem_loaded *m) {
  if (m->handle != NULL) m->face->close(m->handle);
  if (m->library != NULL) dlclose(m->library);
}

/* NULL, or what is wrong. */
static const char *load_segment(const struct rvt_tandem_loaded *m, const GElf_Phdr *segment,
                                const char *file, size_t size) {
  if (file == NULL || segment->p_offset > size || segment->p_filesz > size - segment->p_offset)
    return "a segment beyond its end";
  if (!m->face->write(m->handle, segment->p_paddr, file + segment->p_offset, segment->p_filesz))
    return "a segment outside of the RAM of the core's description";
  return NULL;
}

static const char *load(const struct rvt_tandem_loaded *m, Elf *elf,
                        const struct rvt_tandem_core *core) {
  GElf_Ehdr header;
  size_t segments, size = 0, loaded = 0;
  if (elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == NULL ||
      elf_getphdrnum(elf, &segments) != 0 || header.e_machine != EM_RISCV)
    return "no executable for RISC-V";
  if (gelf_getclass(elf) != (core->format.xlen == 32 ? ELFCLASS32 : ELFCLASS64))
    return "one of another XLEN than the core's";
  const char *file = elf_rawfile(elf, &size);
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, (int)i, &segment) == NULL) return "a damaged program header";
    if (segment.p_type != PT_LOAD || segment.p_filesz == 0) continue;
    const char *wrong = load_segment(m, &segment, file, size);
    if (wrong != NULL) return wrong;
    loaded++;
  }
  return loaded == 0 ? "no segment to load" : NULL;
}

enum rvt_status rvt_tandem_loaded_program(const struct rvt_tandem_loaded *m, const char *path,
                                          const struct rvt_tandem_core *core, struct rvt_error *e) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                         strerror(errno));
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const char *wrong = elf == NULL ? "none that can be read" : load(m, elf, core);
  if (elf != NULL) elf_end(elf);
  close(fd);
  if (wrong == NULL) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_FORMAT, "%s: expected the program that the core ran, found %s",
                       path, wrong);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tandem.h"

/* The model and the program that it runs. */

enum { PATH_SIZE = 4096 };

/* NAME.so in lib/rvtrace beside the folder of this program. */
static bool beside(const char *name, char *path) {
  char own[PATH_SIZE];
  const ssize_t got = readlink("/proc/self/exe", own, sizeof own - 1);
  if (got < 0) return false;
  own[got] = '\0';
  for (int up = 0; up < 2; up++) {
    char *last = strrchr(own, '/');
    if (last == NULL) return false;
    *last = '\0';
  }
  return snprintf(path, PATH_SIZE, "%s/lib/rvtrace/%s.so", own, name) < PATH_SIZE;
}

bool tandem_model_open(struct tandem_model *m, const char *name,
                       const struct rvt_tandem_core *core) {
  char path[PATH_SIZE], symbol[64];
  struct rvt_error error = {""};
  *m = (struct tandem_model){.face = NULL};
  const char *last = strrchr(name, '/');
  if (last != NULL)
    snprintf(path, sizeof path, "%s", name);
  else if (!beside(name, path))
    return false;
  last = last == NULL ? name : last + 1;
  if (access(path, R_OK) != 0) {
    rvt_complain("%s: expected a model of that name, found none; Spike's is built by `make "
                 "spike-model`",
                 path);
    return false;
  }
  m->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  snprintf(symbol, sizeof symbol, "rvt_tandem_model_%.*s", (int)strcspn(last, "."), last);
  if (m->library != NULL) m->face = dlsym(m->library, symbol);
  if (m->face == NULL || m->face->version != RVT_TANDEM_MODEL_VERSION) {
    rvt_complain("%s: expected a model with %s of version %d, found: %s", path, symbol,
                 RVT_TANDEM_MODEL_VERSION, m->face == NULL ? dlerror() : "another version");
    return false;
  }
  m->handle = m->face->open(core, &error);
  if (m->handle == NULL) rvt_complain("%s: %s", name, error.text);
  return m->handle != NULL;
}

void tandem_model_close(struct tandem_model *m) {
  if (m->handle != NULL) m->face->close(m->handle);
  if (m->library != NULL) dlclose(m->library);
}

/* NULL, or what is wrong. */
static const char *load_segment(const struct tandem_model *m, const GElf_Phdr *segment,
                                const char *file, size_t size) {
  if (file == NULL || segment->p_offset > size || segment->p_filesz > size - segment->p_offset)
    return "a segment beyond its end";
  if (!m->face->write(m->handle, segment->p_paddr, file + segment->p_offset, segment->p_filesz))
    return "a segment outside of the RAM of the core's description";
  return NULL;
}

static const char *load(const struct tandem_model *m, Elf *elf,
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

bool tandem_load(const struct tandem_model *m, const char *path,
                 const struct rvt_tandem_core *core) {
  if (!rvt_file_is(path, 1U << RVT_FILE_ELF, "an executable for RISC-V (ELF)")) return false;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  elf_version(EV_CURRENT);
  Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
  const char *wrong = elf == NULL ? "none that can be read" : load(m, elf, core);
  if (elf != NULL) elf_end(elf);
  if (fd >= 0) close(fd);
  if (wrong != NULL)
    rvt_complain("%s: expected the program that the core ran, found %s", path, wrong);
  if (wrong == NULL) rvt_input_claim(path);
  return wrong == NULL;
}

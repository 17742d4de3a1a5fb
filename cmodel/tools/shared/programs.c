/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "decoding.h"
#include "rvt/number.h"
#include "rvt/rvti.h"

/* ---- Those that are given ------------------------------------------------------------------- */

bool rvt_decoding_has_contexts(const struct rvt_decoding *f) {
  bool found = false;
  for (size_t i = 0; i < f->elfs; i++)
    found = found || rvt_decoding_has_context(&f->elf[i].context);
  for (size_t i = 0; i < f->raws; i++)
    found = found || rvt_decoding_has_context(&f->raw[i].context);
  return found;
}

bool rvt_decoding_has_several(const struct rvt_decoding *f) { return f->elfs + f->raws > 1; }

static bool is_in(const struct rvt_image_context *c, const struct rvt_process *p) {
  return (!c->has_scontext || (p->has_scontext && p->scontext == c->scontext)) &&
         (!c->has_hcontext || (p->has_hcontext && p->hcontext == c->hcontext));
}

const struct rvt_program *rvt_decoding_program_at(const struct rvt_decoding *f,
                                                  const struct rvt_decoder_event *e, uint64_t pc) {
  const struct rvt_program *found = NULL;
  size_t number = 0;
  if (rvt_image_file_at(e->image, pc, &number)) return &f->elf[number];
  for (size_t i = 0; i < f->raws; i++) {
    const struct rvt_program *p = &f->raw[i];
    if (pc - p->address < p->size && is_in(&p->context, &f->process[e->src]) &&
        (found == NULL || rvt_decoding_has_context(&p->context)))
      found = p;
  }
  return found;
}

/* ---- Where they are ------------------------------------------------------------------------- */

/* `file` as the folder of `neighbour` sees it; to be freed. */
static char *beside(const char *neighbour, const char *file) {
  char *copy = rvt_need_memory(strdup(neighbour)), *path = NULL;
  const bool good = file[0] == '/' ? asprintf(&path, "%s", file) >= 0
                                   : asprintf(&path, "%s/%s", dirname(copy), file) >= 0;
  if (!good) rvt_need_memory(NULL);
  free(copy);
  return path;
}

static bool has_hash(const char *path, const struct rvt_sidecar_elf *elf) {
  uint8_t found[32];
  struct rvt_error e;
  struct stat s;
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode)) return false; /* a FIFO would wait for a writer */
  if (rvt_rvti_hash_file(path, found, &e) != RVT_OK) return false;
  return rvt_is_hash(elf->sha256, found) ||
         (elf->loaded_sha256[0] != '\0' && rvt_image_hash_loaded(path, found, &e) == RVT_OK &&
          rvt_is_hash(elf->loaded_sha256, found));
}

/* Where its path does not lead to a program: the file of its name and hash beside the side-car or
 * the capture. NULL: there is none. */
static char *find_beside(const struct rvt_decoding *f, const struct rvt_sidecar_elf *elf) {
  const char *const neighbours[] = {f->format.config, f->input};
  const char *slash = strrchr(elf->path, '/');
  const char *name = elf->name[0] != '\0' ? elf->name : slash != NULL ? slash + 1 : elf->path;
  if (name[0] == '\0' || strchr(name, '/') != NULL) return NULL;
  for (size_t i = 0; i < sizeof neighbours / sizeof neighbours[0]; i++) {
    char *path = beside(neighbours[i], name);
    if (has_hash(path, elf)) {
      rvt_complain("%s: the program is %s, by its name and SHA-256", f->format.config, path);
      return path;
    }
    free(path);
  }
  return NULL;
}

/* A program that the side-car names. Complains and returns NULL if it is not found. */
static char *find_program(const struct rvt_decoding *f, const struct rvt_sidecar_elf *elf) {
  char *path = beside(f->format.config, elf->path);
  if (elf->path[0] != '\0' && access(path, R_OK) == 0) return path;
  const int reason = errno;
  char *found = find_beside(f, elf);
  if (found == NULL && elf->path[0] != '\0')
    rvt_complain("%s: expected the program at %s, or of its name and SHA-256 beside this file, or "
                 "--elf FILE, found: %s",
                 f->format.config, path, strerror(reason));
  else if (found == NULL && elf->name[0] != '\0')
    rvt_complain("%s: expected %s with SHA-256 %s beside this file, or --elf FILE, found neither",
                 f->format.config, elf->name, elf->sha256);
  else if (found == NULL)
    rvt_complain("%s: expected --elf FILE, found none, and no path of the program here",
                 f->format.config);
  free(path);
  return found;
}

/*
 * Without --elf: the programs that the side-car names. With contexts that it does not know, those
 * given are what its programs were cut into, of which it has no hashes.
 */
static bool find_programs(struct rvt_decoding *f) {
  const struct rvt_sidecar *s = &f->format.sidecar;
  if (f->elfs != 0) {
    bool there = false;
    for (size_t i = 0; i < s->elfs; i++)
      there = there || rvt_decoding_has_context(&s->elf[i].context);
    f->elf_cut = rvt_decoding_has_contexts(f) && !there;
    return true;
  }
  for (; f->elfs < s->elfs; f->elfs++) {
    char *path = find_program(f, &s->elf[f->elfs]);
    if (path == NULL) return false;
    const struct rvt_sidecar_elf *elf = &s->elf[f->elfs];
    f->path[f->elfs] = path;
    f->elf[f->elfs] =
        (struct rvt_program){.path = path, .address = elf->offset, .context = elf->context};
    f->elf_told = true;
  }
  if (f->elfs != 0 || f->raws != 0) return true;
  if (f->format.config != NULL)
    rvt_complain("%s: expected --elf FILE, found none, and no program named here",
                 f->format.config);
  else if (f->format.missing != NULL)
    rvt_complain("%s: expected a side-car %s that names the program, or --elf FILE, found neither",
                 f->input, f->format.missing);
  else
    rvt_complain("expected --elf FILE, found none");
  return false;
}

/* Every file that the side-car names must be given, and no other. */
static bool check_hashes(const struct rvt_decoding *f) {
  const struct rvt_sidecar *s = &f->format.sidecar;
  if (s->elfs == 0 || f->elf_cut) return true;
  if (s->elfs != f->elfs) {
    rvt_complain("%s: expected %zu --elf as the side-car names them, or parts of them with "
                 "scontext=N or hcontext=N, found %zu",
                 f->format.config, s->elfs, f->elfs);
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < s->elfs; i++) {
    const struct rvt_image_file *file = rvt_image_get_file(f->image, i);
    bool found = false;
    for (size_t k = 0; k < s->elfs; k++) found = found || rvt_sidecar_is_file(&s->elf[k], file);
    const bool loads = s->elf[i].loaded_sha256[0] != '\0';
    if (!found)
      rvt_complain("%s: expected SHA-256 %s (%s), found %s%s%s%s%s%s", file->path, s->elf[i].sha256,
                   f->format.config, file->sha256, loads ? "; of what it loads expected " : "",
                   s->elf[i].loaded_sha256, loads ? ", found " : "",
                   loads ? file->loaded_sha256 : "",
                   f->elf_told ? "; was it built anew since?" : "");
    good = good && found;
  }
  return good;
}

static bool set_isa(const struct rvt_decoding *f) {
  const struct rvt_sidecar *s = &f->format.sidecar;
  const char *text = f->isa != NULL ? f->isa : s->isa;
  struct rvt_isa isa;
  enum rvt_status status = RVT_OK;
  if (f->has_jvt || s->has_jvt) status = rvt_image_set_jvt(f->image, f->has_jvt ? f->jvt : s->jvt);
  if (status == RVT_OK && text[0] != '\0') status = rvt_isa_parse(text, &isa);
  if (status == RVT_OK && text[0] != '\0') status = rvt_image_set_isa(f->image, &isa);
  if (status != RVT_OK)
    rvt_complain("%s: expected an ISA with XLEN %u, found '%s'", f->format.config, s->xlen, text);
  return status == RVT_OK;
}

/* Of two that lie at the same addresses the later one is read: --raw after --elf. */
static void tell_hidden(const struct rvt_decoding *f, const struct rvt_program *p) {
  uint64_t address = 0;
  const uint64_t bytes = rvt_image_hidden(f->image, &address);
  if (bytes != 0)
    rvt_complain("%s: %" PRIu64 " bytes from 0x%" PRIx64
                 " on are read from here, not from what was "
                 "given before",
                 p->path, bytes, address);
}

static bool add_elf(struct rvt_decoding *f, const struct rvt_program *p) {
  struct rvt_error error;
  rvt_input_claim(p->path);
  if (!rvt_file_is(p->path, 1U << RVT_FILE_ELF, "an ELF file")) return false;
  if (rvt_image_add_elf_in(f->image, &p->context, p->path, p->address, &error) == RVT_OK) {
    tell_hidden(f, p);
    return true;
  }
  rvt_complain("%s: %s", p->path, error.text);
  return false;
}

/* Half of a half-word is no code. Bytes that may be code are, whatever they look like. */
static bool add_raw(struct rvt_decoding *f, struct rvt_program *p) {
  struct rvt_tool_input in;
  if (rvt_image_xlen(f->image) == 0) {
    rvt_complain("%s: expected --isa ISA, found none, and no ELF file or side-car that tells XLEN",
                 p->path);
    return false;
  }
  const unsigned accepted = 1U << RVT_FILE_TRACE | 1U << RVT_FILE_FST | 1U << RVT_FILE_VCD |
                            1U << RVT_FILE_JSON | 1U << RVT_FILE_TEXT;
  if (!rvt_file_is(p->path, accepted, "code as it is in memory") || !rvt_input_read(&in, p->path))
    return false;
  const enum rvt_status status =
      rvt_image_add_in(f->image, &p->context, p->address, in.data, in.size & ~(size_t)1);
  if (status == RVT_ERR_NO_MEMORY)
    rvt_complain("expected memory, found none left");
  else if (status != RVT_OK)
    rvt_complain(
        "%s: expected code at an even address, within the range of XLEN %u, that overlaps no "
        "other of the same context, found %zu bytes at 0x%" PRIx64,
        p->path, rvt_image_xlen(f->image), in.size, p->address);
  p->size = in.size & ~(size_t)1;
  rvt_input_free(&in);
  if (status == RVT_OK) tell_hidden(f, p);
  return status == RVT_OK;
}

static bool add_names(const struct rvt_decoding *f, const struct rvt_program *p) {
  struct rvt_error error;
  rvt_input_claim(p->path);
  if (!rvt_file_is(p->path, 1U << RVT_FILE_ELF, "an ELF file")) return false;
  if (rvt_image_add_symbols(f->image, p->path, p->address, &error) == RVT_OK) return true;
  rvt_complain("%s: %s", p->path, error.text);
  return false;
}

/* --extend-addr and the program have one XLEN. */
static bool check_extend(const struct rvt_decoding *f) {
  const unsigned xlen = rvt_image_xlen(f->image);
  const uint8_t given = f->format.extend_bits;
  if (given == 0 || given == rvt_extend_bits(true, xlen)) return true;
  rvt_complain("--extend-addr: expected %u, the XLEN of the program, found %u (NT:ADR-14)", xlen,
               given + 1U);
  return false;
}

bool rvt_decoding_load(struct rvt_decoding *f) {
  const struct rvt_sidecar *s = &f->format.sidecar;
  if (!find_programs(f)) return false;
  if (rvt_image_new(s->xlen, &f->image) != RVT_OK) {
    rvt_complain("expected memory, found none left");
    return false;
  }
  if (!set_isa(f)) return false;
  struct rvt_error e = {""};
  if (f->classes != NULL) {
    rvt_input_claim(f->classes);
    if (rvt_image_read_classes(f->image, f->classes, &e) != RVT_OK) {
      rvt_complain("%s", e.text);
      return false;
    }
  }
  rvt_image_overlay(f->image);
  if (f->keep_mangled) rvt_image_keep_mangled(f->image);
  for (size_t i = 0; i < f->elfs; i++)
    if (!add_elf(f, &f->elf[i])) return false;
  for (size_t i = 0; i < f->raws; i++)
    if (!add_raw(f, &f->raw[i])) return false;
  for (size_t i = 0; i < f->name_files; i++)
    if (!add_names(f, &f->names[i])) return false;
  return check_hashes(f) && check_extend(f);
}

/* ---- Places and contexts on the command line ---------------------------------------------------
 */

/* KEY=N, cut off. True: taken; else `*complaint` says why not, NULL: it is no such thing. */
static bool take_context(char *comma, struct rvt_image_context *c, const char **complaint,
                         const char **found) {
  char *equals = strchr(comma, '=');
  const size_t length = equals != NULL ? (size_t)(equals - comma - 1) : 0;
  const bool is_s = length == 8 && strncmp(comma + 1, "scontext", length) == 0;
  const bool is_h = length == 8 && strncmp(comma + 1, "hcontext", length) == 0;
  uint64_t value = 0;
  if (equals == NULL || strchr(comma, '@') != NULL) return false; /* part of a name */
  *found = comma + 1;
  if (!is_s && !is_h) {
    *complaint = "scontext=N or hcontext=N, found";
    return false;
  }
  if (is_s ? c->has_scontext : c->has_hcontext) {
    *complaint =
        is_s ? "scontext=N once, found another beside" : "hcontext=N once, found another beside";
    return false;
  }
  *found = equals + 1;
  if (!rvt_number(equals + 1, strlen(equals + 1), UINT64_MAX, &value)) {
    *complaint = "a context of at most 64 bits, found";
    return false;
  }
  if (is_s) {
    c->has_scontext = true;
    c->scontext = value;
  } else {
    c->has_hcontext = true;
    c->hcontext = value;
  }
  *comma = '\0';
  return true;
}

bool rvt_decoding_parse_program(char *text, struct rvt_program *program, const char **complaint,
                                const char **found) {
  *program = (struct rvt_program){.path = text};
  *complaint = NULL;
  if (access(text, F_OK) == 0) return true;
  char *comma = strrchr(text, ',');
  while (comma != NULL && take_context(comma, &program->context, complaint, found))
    comma = strrchr(text, ',');
  if (*complaint != NULL) return false;
  char *at = access(text, F_OK) != 0 ? strrchr(text, '@') : NULL;
  if (at == NULL) return true;
  *complaint = "an even number of at most 64 bits after @, found";
  *found = at + 1;
  const char *number = at[1] == '-' ? at + 2 : at + 1;
  if (!rvt_number(number, strlen(number), UINT64_MAX, &program->address) ||
      program->address % 2 != 0)
    return false;
  if (at[1] == '-') program->address = -program->address;
  *at = '\0';
  program->has_address = true;
  return true;
}

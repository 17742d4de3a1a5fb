/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rvt_session {
  struct rvt_sidecar sidecar;
  struct rvt_image *made;
  const struct rvt_image *image; /* the one made, or the caller's */
  struct rvt_decoder *decoder;
};

static enum rvt_status no_memory(struct rvt_error *e) {
  return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory, found none left");
}

static const char *name_of(const char *sidecar) {
  return sidecar != NULL ? sidecar : "no side-car";
}

static enum rvt_status set_isa(struct rvt_session *s, const char *name, struct rvt_error *e) {
  const struct rvt_sidecar *car = &s->sidecar;
  struct rvt_isa isa;
  enum rvt_status status = RVT_OK;
  if (car->has_jvt) status = rvt_image_set_jvt(s->made, car->jvt);
  if (status == RVT_OK && car->isa[0] != '\0') {
    status = rvt_isa_parse(car->isa, &isa);
    if (status == RVT_OK) status = rvt_image_set_isa(s->made, &isa);
  }
  if (status == RVT_OK) return RVT_OK;
  return rvt_error_set(e, status, "%s: expected an ISA with XLEN %u, found '%s'", name, car->xlen,
                       car->isa);
}

/* `elf` says where it lies; NULL: as linked. */
static enum rvt_status add(struct rvt_session *s, const char *path,
                           const struct rvt_sidecar_elf *elf, struct rvt_error *e) {
  const enum rvt_status status = rvt_image_add_elf_in(s->made, elf != NULL ? &elf->context : NULL,
                                                      path, elf != NULL ? elf->offset : 0, e);
  return status == RVT_OK ? RVT_OK : rvt_error_at(e, status, "%s", path);
}

/* A program that the side-car names, by its path or else its name, from the side-car's folder. */
static enum rvt_status add_named(struct rvt_session *s, const struct rvt_sidecar_elf *elf,
                                 const char *sidecar, struct rvt_error *e) {
  const char *file = elf->path[0] != '\0' ? elf->path : elf->name;
  const char *slash = strrchr(sidecar, '/');
  const int folder = slash == NULL || file[0] == '/' ? 0 : (int)(slash + 1 - sidecar);
  if (file[0] == '\0')
    return rvt_error_set(e, RVT_ERR_ARG, "%s: expected the path of the program, found none",
                         sidecar);
  char *path = NULL;
  if (asprintf(&path, "%.*s%s", folder, sidecar, file) < 0) return no_memory(e);
  enum rvt_status status = add(s, path, elf, e);
  if (status != RVT_OK) status = rvt_error_at(e, status, "%s", sidecar);
  free(path);
  return status;
}

static enum rvt_status load(struct rvt_session *s, const struct rvt_session_options *o,
                            struct rvt_error *e) {
  enum rvt_status status = RVT_OK;
  for (size_t i = 0; i < o->elfs && status == RVT_OK; i++) status = add(s, o->elf[i], NULL, e);
  if (o->elfs != 0) return status;
  for (size_t i = 0; i < s->sidecar.elfs && status == RVT_OK; i++)
    status = add_named(s, &s->sidecar.elf[i], o->sidecar, e);
  if (s->sidecar.elfs != 0) return status;
  return rvt_error_set(e, RVT_ERR_ARG, "%s: expected a program, found none given and none named",
                       name_of(o->sidecar));
}

/* Every file that the side-car names must be there, and no other. */
static enum rvt_status check_hashes(const struct rvt_session *s, const char *name,
                                    struct rvt_error *e) {
  const struct rvt_sidecar *car = &s->sidecar;
  const size_t files = rvt_image_file_count(s->image);
  if (car->elfs == 0) return RVT_OK;
  if (car->elfs != files)
    return rvt_error_set(e, RVT_ERR_MISMATCH, "%s: expected %zu programs as named here, found %zu",
                         name, car->elfs, files);
  for (size_t i = 0; i < files; i++) {
    const struct rvt_image_file *file = rvt_image_get_file(s->image, i);
    bool found = false;
    for (size_t k = 0; k < car->elfs; k++) found = found || rvt_sidecar_is_file(&car->elf[k], file);
    const bool loads = car->elf[i].loaded_sha256[0] != '\0';
    if (!found)
      return rvt_error_set(
          e, RVT_ERR_MISMATCH,
          "%s: expected SHA-256 %s (%s), found %s%s%s%s%s; was it built anew since?", file->path,
          car->elf[i].sha256, name, file->sha256, loads ? "; of what it loads expected " : "",
          car->elf[i].loaded_sha256, loads ? ", found " : "", loads ? file->loaded_sha256 : "");
  }
  return RVT_OK;
}

static enum rvt_status make_decoder(struct rvt_session *s, const struct rvt_session_options *o,
                                    struct rvt_error *e) {
  const struct rvt_sidecar *car = &s->sidecar;
  const struct rvt_decoder_config config = {.protocol = car->protocol,
                                            .ts_width = car->ts_width,
                                            .implicit_return = car->implicit_return,
                                            .sequential_jump = car->sequential_jump,
                                            .blind = car->blind,
                                            .ntrace = car->ntrace,
                                            .etrace = car->etrace};
  const enum rvt_status status =
      rvt_decoder_new(&config, s->image, o->sink, o->user, &s->decoder, e);
  return status == RVT_OK ? status : rvt_error_at(e, status, "%s", name_of(o->sidecar));
}

static enum rvt_status fill(struct rvt_session *s, const struct rvt_session_options *o,
                            struct rvt_error *e) {
  const char *name = name_of(o->sidecar);
  enum rvt_status status = RVT_OK;
  if (o->sidecar != NULL) status = rvt_sidecar_read(o->sidecar, &s->sidecar, e);
  if (status != RVT_OK) return rvt_error_at(e, status, "%s", name);
  s->image = o->image;
  if (s->image == NULL) {
    status = rvt_image_new(s->sidecar.xlen, &s->made);
    if (status != RVT_OK) return no_memory(e);
    s->image = s->made;
    status = set_isa(s, name, e);
    if (status == RVT_OK) status = load(s, o, e);
  }
  if (status == RVT_OK) status = check_hashes(s, name, e);
  return status == RVT_OK ? make_decoder(s, o, e) : status;
}

enum rvt_status rvt_session_open(const struct rvt_session_options *options,
                                 struct rvt_session **session, struct rvt_error *e) {
  struct rvt_session *made = calloc(1, sizeof *made);
  if (made == NULL) return no_memory(e);
  const enum rvt_status status = fill(made, options, e);
  if (status == RVT_OK)
    *session = made;
  else
    rvt_session_free(made);
  return status;
}

void rvt_session_free(struct rvt_session *session) {
  if (session == NULL) return;
  rvt_decoder_free(session->decoder);
  rvt_image_free(session->made);
  free(session);
}

struct rvt_decoder *rvt_session_decoder(struct rvt_session *session) {
  return session->decoder;
}

const struct rvt_image *rvt_session_image(const struct rvt_session *session) {
  return session->image;
}

const struct rvt_sidecar *rvt_session_sidecar(const struct rvt_session *session) {
  return &session->sidecar;
}

enum rvt_status rvt_session_decode(struct rvt_session *session, const char *capture,
                                   struct rvt_error *e) {
  uint8_t buffer[1 << 14];
  size_t size = 0;
  FILE *file = fopen(capture, "rb");
  if (file == NULL)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", capture,
                         strerror(errno));
  for (;;) {
    errno = 0;
    const size_t got = fread(buffer + size, 1, sizeof buffer - size, file);
    if (got == 0) break;
    struct rvt_bytes in = {.data = buffer, .size = size + got};
    (void)!rvt_decoder_feed(session->decoder, &in); /* END or NEED_MORE: `pos` tells */
    size = in.size - in.pos;
    memmove(buffer, buffer + in.pos, size);
  }
  const bool failed = ferror(file) != 0;
  const int reason = errno;
  fclose(file);
  if (failed)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", capture,
                         strerror(reason));
  rvt_decoder_finish(session->decoder, size);
  return RVT_OK;
}

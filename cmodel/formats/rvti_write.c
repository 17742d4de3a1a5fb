/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "rvt/rvti.h"
#include "rvti_format.h"

/* Level 9 costs the recorder little beside the simulator and saves a tenth of the file over
 * level 3. */
enum { COMPRESSION_LEVEL = 9 };

/** One stream of the chunk being filled. */
struct stream {
  uint8_t *start, *end;
};

struct rvt_rvti_writer {
  struct rvt_rvti_info info;
  FILE *file;
  char *path, *temp_path; /* temp_path is NULL: `file` is the caller's */
  bool failed;
  struct rvt_rvti_state state; /* now */
  uint64_t next_pc;
  uint64_t offset; /* file bytes written, the header included */
  /* the open chunk */
  uint8_t *raw; /* room for all streams of a chunk, each at its worst-case place */
  uint8_t *packed;
  size_t packed_capacity;
  struct stream tags, pcs, clocks, events, words;
  uint32_t chunk_steps, chunk_insns;
  struct rvt_rvti_state chunk_state; /* before its first step */
  /* index */
  uint8_t *index;
  size_t chunks, index_capacity;
  ZSTD_CCtx *zstd;
};

static enum rvt_status io_error(struct rvt_rvti_writer *w, struct rvt_error *e) {
  w->failed = true;
  return rvt_error_set(e, RVT_ERR_IO, "%s: expected to write it, found: %s",
                       w->temp_path != NULL ? w->temp_path : w->path, strerror(errno));
}

static bool has_loaded(const struct rvt_rvti_info *info) {
  static const uint8_t unknown[RVTI_LOADED];
  return memcmp(info->loaded_sha256, unknown, sizeof unknown) != 0;
}

static size_t header_size(const struct rvt_rvti_info *info) {
  return RVTI_HEADER_FIXED + strlen(info->isa) + (has_loaded(info) ? RVTI_LOADED : 0) + 4;
}

static bool info_valid(const struct rvt_rvti_info *info) {
  if (info->xlen != 32 && info->xlen != 64) return false;
  if (memchr(info->isa, 0, sizeof info->isa) == NULL) return false;
  for (const char *c = info->isa; *c != 0; c++)
    if (*c <= ' ' || *c > '~') return false;
  return true;
}

static void begin_chunk(struct rvt_rvti_writer *w) {
  const size_t n = RVTI_CHUNK_STEPS;
  uint8_t *p = w->raw;
  w->tags.start = p;
  w->pcs.start = p += n;
  w->clocks.start = p += n * RVTI_PC_MAX;
  w->events.start = p += n * RVTI_CLOCKS_MAX;
  w->words.start = p + n * RVTI_EVENT_MAX;
  w->tags.end = w->tags.start;
  w->pcs.end = w->pcs.start;
  w->clocks.end = w->clocks.start;
  w->events.end = w->events.start;
  w->words.end = w->words.start;
  w->chunk_steps = 0;
  w->chunk_insns = 0;
  w->chunk_state = w->state;
  w->next_pc = 0;
}

static void free_writer(struct rvt_rvti_writer *w) {
  ZSTD_freeCCtx(w->zstd);
  free(w->index);
  free(w->packed);
  free(w->raw);
  free(w->temp_path);
  free(w->path);
  free(w);
}

static enum rvt_status open_temp(struct rvt_rvti_writer *w, const char *path, struct rvt_error *e) {
  const size_t temp_size = strlen(path) + 32;
  w->temp_path = malloc(temp_size);
  if (w->temp_path == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  int fd = -1;
  for (unsigned i = 0; fd < 0 && i < 100; i++) {
    snprintf(w->temp_path, temp_size, "%s.%ld-%u.tmp", path, (long)getpid(), i);
    fd = open(w->temp_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST) break;
  }
  if (fd < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", w->temp_path, strerror(errno));
  w->file = fdopen(fd, "wb");
  if (w->file == NULL) {
    close(fd);
    unlink(w->temp_path);
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  }
  return RVT_OK;
}

static bool write_placeholder(struct rvt_rvti_writer *w) {
  const uint8_t zero[RVTI_HEADER_MAX] = {0};
  w->offset = header_size(&w->info);
  return fwrite(zero, 1, (size_t)w->offset, w->file) == w->offset;
}

static enum rvt_status writer_open(struct rvt_rvti_writer **out, FILE *file, const char *path,
                                   const struct rvt_rvti_info *info, struct rvt_error *e) {
  *out = NULL;
  if (!info_valid(info))
    return rvt_error_set(e, RVT_ERR_ARG,
                         "%s: XLEN is 32 or 64, found %u; the ISA string is printable "
                         "without blanks, up to %d characters",
                         path, info->xlen, RVT_RVTI_ISA_MAX);
  struct rvt_rvti_writer *w = calloc(1, sizeof *w);
  if (w == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  w->info = *info;
  w->info.steps = 0;
  w->info.instructions = 0;
  const size_t raw_size = (size_t)RVTI_CHUNK_STEPS *
                          (1 + RVTI_PC_MAX + RVTI_CLOCKS_MAX + RVTI_EVENT_MAX + RVTI_WORD_MAX);
  w->packed_capacity = RVTI_CHUNK_HEADER + ZSTD_compressBound(raw_size);
  w->raw = malloc(raw_size);
  w->packed = malloc(w->packed_capacity);
  w->zstd = ZSTD_createCCtx();
  w->path = malloc(strlen(path) + 1);
  w->file = file;
  enum rvt_status status = RVT_OK;
  if (w->raw == NULL || w->packed == NULL || w->zstd == NULL || w->path == NULL)
    status = rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  else
    memcpy(w->path, path, strlen(path) + 1);
  if (status == RVT_OK && file == NULL) status = open_temp(w, path, e);
  if (status != RVT_OK) {
    free_writer(w);
    return status;
  }
  if (!write_placeholder(w)) {
    status = io_error(w, e);
    rvt_rvti_writer_abort(w);
    return status;
  }
  rvt_rvti_state_init(&w->state);
  begin_chunk(w);
  *out = w;
  return RVT_OK;
}

enum rvt_status rvt_rvti_writer_open(struct rvt_rvti_writer **out, const char *path,
                                     const struct rvt_rvti_info *info, struct rvt_error *e) {
  return writer_open(out, NULL, path, info, e);
}

enum rvt_status rvt_rvti_writer_open_on(struct rvt_rvti_writer **out, FILE *file, const char *name,
                                        const struct rvt_rvti_info *info, struct rvt_error *e) {
  return writer_open(out, file, name, info, e);
}

static void pack_chunk_header(const struct rvt_rvti_writer *w, uint32_t stored, uint8_t *h) {
  const struct rvt_rvti_state *s = &w->chunk_state;
  rvti_put32(h, RVTI_CHUNK_MAGIC);
  rvti_put32(h + 8, stored);
  rvti_put32(h + 12, w->chunk_steps);
  rvti_put32(h + 16, w->chunk_insns);
  rvti_put32(h + 20, (uint32_t)(w->pcs.end - w->pcs.start));
  rvti_put32(h + 24, (uint32_t)(w->clocks.end - w->clocks.start));
  rvti_put32(h + 28, (uint32_t)(w->events.end - w->events.start));
  rvti_put32(h + 32, (uint32_t)(w->words.end - w->words.start));
  h[36] = s->priv;
  h[37] = s->ctype;
  h[38] = (uint8_t)((s->halted ? 1 : 0) | (s->reset ? 2 : 0) | (s->lowpower ? 4 : 0));
  h[39] = 0;
  rvti_put64(h + 40, s->context);
  rvti_put64(h + 48, s->time);
}

static bool add_to_index(struct rvt_rvti_writer *w) {
  if (w->chunks == w->index_capacity) {
    const size_t capacity = w->index_capacity == 0 ? 64 : 2 * w->index_capacity;
    uint8_t *grown = realloc(w->index, RVTI_INDEX_HEADER + capacity * RVTI_INDEX_ENTRY);
    if (grown == NULL) return false;
    w->index = grown;
    w->index_capacity = capacity;
  }
  uint8_t *entry = w->index + RVTI_INDEX_HEADER + w->chunks * RVTI_INDEX_ENTRY;
  rvti_put64(entry, w->offset);
  rvti_put64(entry + 8, w->info.steps - w->chunk_steps);
  rvti_put64(entry + 16, w->info.instructions - w->chunk_insns);
  w->chunks++;
  return true;
}

/** Close up the streams, compress them and write the chunk. */
static enum rvt_status end_chunk(struct rvt_rvti_writer *w, struct rvt_error *e) {
  if (w->chunk_steps == 0) return RVT_OK;
  uint8_t *p = w->tags.end;
  const struct stream *streams[] = {&w->pcs, &w->clocks, &w->events, &w->words};
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
    const size_t size = (size_t)(streams[i]->end - streams[i]->start);
    memmove(p, streams[i]->start, size);
    p += size;
  }
  const size_t stored = ZSTD_compressCCtx(w->zstd, w->packed + RVTI_CHUNK_HEADER,
                                          w->packed_capacity - RVTI_CHUNK_HEADER, w->raw,
                                          (size_t)(p - w->raw), COMPRESSION_LEVEL);
  if (ZSTD_isError(stored) || !add_to_index(w)) {
    w->failed = true;
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", w->path);
  }
  pack_chunk_header(w, (uint32_t)stored, w->packed);
  const size_t size = RVTI_CHUNK_HEADER + stored;
  rvti_put32(w->packed + 4, (uint32_t)crc32(0, w->packed + 8, (uInt)(size - 8)));
  if (fwrite(w->packed, 1, size, w->file) != size) return io_error(w, e);
  w->offset += size;
  begin_chunk(w);
  return RVT_OK;
}

static uint8_t put_pc_and_clocks(struct rvt_rvti_writer *w, const struct rvt_step *s) {
  uint8_t tag = 0;
  if (s->pc != w->next_pc) {
    tag |= RVTI_TAG_PC;
    w->pcs.end = rvti_put_varint(w->pcs.end, rvti_pc_delta(s->pc, w->next_pc, w->info.xlen));
  }
  if (s->clocks != 1) {
    tag |= RVTI_TAG_CLOCKS;
    w->clocks.end = rvti_put_varint(w->clocks.end, s->clocks);
  }
  w->next_pc = s->pc;
  return tag;
}

static void put_insn(struct rvt_rvti_writer *w, const struct rvt_step *s) {
  uint8_t tag = put_pc_and_clocks(w, s);
  if (s->size == 2 || s->size == 4) tag |= RVTI_TAG_SIZE2;
  if (s->sijump) tag |= RVTI_TAG_SIJUMP;
  if (s->size > 2) {
    tag |= RVTI_CODE_WIDE;
    *w->events.end++ = s->itype;
  } else {
    tag |= s->itype;
  }
  *w->tags.end++ = tag;
  if (w->info.words) {
    uint8_t word[8];
    rvti_put64(word, s->word);
    memcpy(w->words.end, word, 2u * s->size);
    w->words.end += 2u * s->size;
  }
  w->next_pc = (s->pc + 2u * s->size) & rvti_pc_mask(w->info.xlen);
  w->chunk_insns++;
  w->info.instructions++;
}

static void put_trap(struct rvt_rvti_writer *w, const struct rvt_step *s) {
  *w->tags.end++ = (uint8_t)(put_pc_and_clocks(w, s) | s->itype);
  w->events.end = rvti_put_varint(w->events.end, s->cause);
  w->events.end = rvti_put_varint(w->events.end, s->tval);
}

static void put_event(struct rvt_rvti_writer *w, const struct rvt_step *s) {
  *w->tags.end++ = (uint8_t)(s->kind << 4 | RVTI_CODE_EVENT);
  if (s->kind == RVT_STEP_TIME) {
    w->events.end = rvti_put_varint(w->events.end, s->tval - w->state.time);
  } else {
    *w->events.end++ = s->value;
    if (s->kind == RVT_STEP_CONTEXT) w->events.end = rvti_put_varint(w->events.end, s->tval);
  }
  rvt_rvti_state_apply(&w->state, s);
}

enum rvt_status rvt_rvti_write(struct rvt_rvti_writer *w, const struct rvt_step *steps,
                               size_t count, struct rvt_error *e) {
  if (w->failed) return rvt_error_set(e, RVT_ERR_IO, "%s: an earlier write failed", w->path);
  for (size_t i = 0; i < count; i++) {
    const struct rvt_step *s = &steps[i];
    enum rvt_status status = rvt_step_check(s, w->info.xlen, e);
    if (status == RVT_OK && w->info.words && s->kind == RVT_STEP_INSN && !s->has_word)
      status = rvt_error_set(e, RVT_ERR_ARG, "expected the instruction's word, found none");
    if (status != RVT_OK) {
      w->failed = true;
      return rvt_error_at(e, status, "%s: step %llu", w->path, (unsigned long long)w->info.steps);
    }
    switch (s->kind) {
    case RVT_STEP_INSN: put_insn(w, s); break;
    case RVT_STEP_TRAP: put_trap(w, s); break;
    default: put_event(w, s); break;
    }
    w->info.steps++;
    if (++w->chunk_steps == RVTI_CHUNK_STEPS) {
      status = end_chunk(w, e);
      if (status != RVT_OK) return status;
    }
  }
  return RVT_OK;
}

static bool write_index(struct rvt_rvti_writer *w) {
  uint8_t empty[RVTI_INDEX_HEADER];
  uint8_t *index = w->chunks == 0 ? empty : w->index;
  const size_t size = RVTI_INDEX_HEADER + w->chunks * RVTI_INDEX_ENTRY;
  rvti_put32(index, RVTI_INDEX_MAGIC);
  rvti_put64(index + 8, w->chunks);
  rvti_put32(index + 4, (uint32_t)crc32_z(0, index + 8, size - 8));
  return fwrite(index, 1, size, w->file) == size;
}

static bool write_header(struct rvt_rvti_writer *w) {
  uint8_t h[RVTI_HEADER_MAX] = {0};
  const size_t size = header_size(&w->info);
  const size_t isa_size = strlen(w->info.isa);
  memcpy(h, RVTI_MAGIC, 8);
  rvti_put16(h + 8, RVTI_VERSION);
  h[10] = w->info.xlen;
  h[11] = w->info.words ? RVTI_FLAG_WORDS : 0;
  if (has_loaded(&w->info)) {
    h[11] |= RVTI_FLAG_LOADED;
    memcpy(h + RVTI_HEADER_FIXED + isa_size, w->info.loaded_sha256, RVTI_LOADED);
  }
  rvti_put32(h + 12, (uint32_t)size);
  memcpy(h + 16, w->info.elf_sha256, 32);
  rvti_put64(h + 48, w->info.steps);
  rvti_put64(h + 56, w->info.instructions);
  rvti_put64(h + 64, w->offset);
  rvti_put16(h + 72, (uint16_t)isa_size);
  memcpy(h + RVTI_HEADER_FIXED, w->info.isa, isa_size);
  rvti_put32(h + size - 4, (uint32_t)crc32(0, h, (uInt)(size - 4)));
  return fseek(w->file, 0, SEEK_SET) == 0 && fwrite(h, 1, size, w->file) == size;
}

enum rvt_status rvt_rvti_writer_close(struct rvt_rvti_writer *w, struct rvt_error *e) {
  if (w == NULL) return RVT_OK;
  enum rvt_status status = RVT_OK;
  if (w->failed) status = rvt_error_set(e, RVT_ERR_IO, "%s: an earlier write failed", w->path);
  if (status == RVT_OK) status = end_chunk(w, e);
  if (status == RVT_OK && !(write_index(w) && write_header(w) && fflush(w->file) == 0 &&
                            (w->temp_path == NULL || fsync(fileno(w->file)) == 0)))
    status = io_error(w, e);
  if (status != RVT_OK || w->temp_path == NULL) {
    rvt_rvti_writer_abort(w);
    return status;
  }
  const bool closed = fclose(w->file) == 0;
  w->file = NULL;
  if (!closed || rename(w->temp_path, w->path) != 0) {
    status = io_error(w, e);
    unlink(w->temp_path);
  }
  free_writer(w);
  return status;
}

void rvt_rvti_writer_abort(struct rvt_rvti_writer *w) {
  if (w == NULL) return;
  if (w->temp_path != NULL) {
    fclose(w->file);
    unlink(w->temp_path);
  }
  free_writer(w);
}

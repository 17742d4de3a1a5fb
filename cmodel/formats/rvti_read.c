/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "rvti_format.h"

/** A growing buffer whose old content is not kept. */
struct buffer {
  uint8_t *data;
  size_t capacity;
};

struct rvt_rvti_reader {
  struct rvt_rvti_info info;
  int fd;
  char *path;
  uint64_t file_size, header_size, index_offset;
  uint8_t *index; /* entries as in the file */
  uint64_t chunks;
  /* position */
  uint64_t chunk;              /* number of the chunk after the loaded one */
  uint64_t chunk_offset;       /* of the loaded one, for messages */
  uint64_t next_step;          /* number of the step delivered next */
  uint64_t chunk_insns;        /* that the loaded chunk must have */
  struct rvti_chunk c, before; /* `before`: at the last read */
  size_t delivered;            /* steps of the last read; 0: they cannot be taken back */
  struct rvt_rvti_state chunk_state;
  bool failed;
  struct buffer stored, raw;
  ZSTD_DCtx *zstd;
};

#define ERROR_AT(r, e, status, offset, ...)                                                        \
  (rvt_error_set((e), (status), __VA_ARGS__),                                                      \
   rvt_error_at((e), (status), "%s:%" PRIu64, (r)->path, (uint64_t)(offset)))

static enum rvt_status read_at(struct rvt_rvti_reader *r, uint64_t offset, void *data, size_t size,
                               struct rvt_error *e) {
  uint8_t *to = data;
  while (size > 0) {
    const ssize_t n = pread(r->fd, to, size, (off_t)offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ERROR_AT(r, e, RVT_ERR_IO, offset, "reading failed: %s", strerror(errno));
    if (n == 0)
      return ERROR_AT(r, e, RVT_ERR_FORMAT, offset, "expected %zu more bytes, found the end", size);
    to += n;
    offset += (uint64_t)n;
    size -= (size_t)n;
  }
  return RVT_OK;
}

static bool reserve(struct buffer *b, size_t size) {
  if (size <= b->capacity) return true;
  uint8_t *data = malloc(size);
  if (data == NULL) return false;
  free(b->data);
  *b = (struct buffer){data, size};
  return true;
}

static enum rvt_status check_crc(const struct rvt_rvti_reader *r, uint64_t offset,
                                 const uint8_t *found_at, const uint8_t *data, size_t size,
                                 const char *what, struct rvt_error *e) {
  const uint32_t found = rvti_get32(found_at);
  const uint32_t expected = (uint32_t)crc32_z(0, data, size);
  if (found != expected)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, offset,
                    "the %s is damaged: its CRC is %08" PRIx32 ", its bytes give %08" PRIx32, what,
                    found, expected);
  return RVT_OK;
}

static enum rvt_status read_header(struct rvt_rvti_reader *r, struct rvt_error *e) {
  uint8_t h[RVTI_HEADER_MAX];
  if (r->file_size < RVTI_HEADER_FIXED + 4)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 0,
                    "expected a recording (.rvti), found only %" PRIu64 " bytes", r->file_size);
  enum rvt_status status = read_at(r, 0, h, RVTI_HEADER_FIXED, e);
  if (status != RVT_OK) return status;
  if (memcmp(h, RVTI_MAGIC, 8) != 0)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 0,
                    "expected a recording (.rvti), found another kind of "
                    "file");
  if (rvti_get16(h + 8) != RVTI_VERSION)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 8, "expected format version %d, found %u", RVTI_VERSION,
                    rvti_get16(h + 8));
  const size_t isa_size = rvti_get16(h + 72);
  const size_t loaded = (h[11] & RVTI_FLAG_LOADED) != 0 ? RVTI_LOADED : 0;
  const size_t size = RVTI_HEADER_FIXED + isa_size + loaded + 4;
  if (isa_size > RVT_RVTI_ISA_MAX || rvti_get32(h + 12) != size)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 12,
                    "expected a header of 84..371 bytes that fits its ISA "
                    "string, found %" PRIu32 " bytes and %zu characters",
                    rvti_get32(h + 12), isa_size);
  status = read_at(r, RVTI_HEADER_FIXED, h + RVTI_HEADER_FIXED, isa_size + loaded + 4, e);
  if (status == RVT_OK) status = check_crc(r, 0, h + size - 4, h, size - 4, "header", e);
  if (status != RVT_OK) return status;
  r->header_size = size;
  r->info.xlen = h[10];
  r->info.words = (h[11] & RVTI_FLAG_WORDS) != 0;
  memcpy(r->info.elf_sha256, h + 16, 32);
  r->info.steps = rvti_get64(h + 48);
  r->info.instructions = rvti_get64(h + 56);
  r->index_offset = rvti_get64(h + 64);
  memcpy(r->info.isa, h + RVTI_HEADER_FIXED, isa_size);
  memcpy(r->info.loaded_sha256, h + RVTI_HEADER_FIXED + isa_size, loaded);
  if (r->info.xlen != 32 && r->info.xlen != 64)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 10, "expected XLEN 32 or 64, found %u", h[10]);
  if ((h[11] & ~(RVTI_FLAG_WORDS | RVTI_FLAG_LOADED)) != 0)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 11, "expected flags 0..3, found 0x%02x", h[11]);
  for (size_t i = 0; i < isa_size; i++)
    if (h[RVTI_HEADER_FIXED + i] <= ' ' || h[RVTI_HEADER_FIXED + i] > '~')
      return ERROR_AT(r, e, RVT_ERR_FORMAT, RVTI_HEADER_FIXED + i,
                      "expected a printable ISA string, found byte 0x%02x",
                      h[RVTI_HEADER_FIXED + i]);
  if (r->index_offset < size || r->index_offset > r->file_size)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, 64,
                    "expected the index inside the file, found offset %" PRIu64, r->index_offset);
  return RVT_OK;
}

static const uint8_t *entry(const struct rvt_rvti_reader *r, uint64_t chunk) {
  return r->index + RVTI_INDEX_HEADER + chunk * RVTI_INDEX_ENTRY;
}
static uint64_t chunk_offset(const struct rvt_rvti_reader *r, uint64_t chunk) {
  return chunk == r->chunks ? r->index_offset : rvti_get64(entry(r, chunk));
}
static uint64_t first_step(const struct rvt_rvti_reader *r, uint64_t chunk) {
  return chunk == r->chunks ? r->info.steps : rvti_get64(entry(r, chunk) + 8);
}
static uint64_t first_insn(const struct rvt_rvti_reader *r, uint64_t chunk) {
  return chunk == r->chunks ? r->info.instructions : rvti_get64(entry(r, chunk) + 16);
}

/** Chunks must follow each other without a gap and each hold what the index says. */
static enum rvt_status check_index(const struct rvt_rvti_reader *r, struct rvt_error *e) {
  uint64_t offset = r->header_size;
  uint64_t step = 0, insn = 0;
  for (uint64_t i = 0; i <= r->chunks; i++) {
    const uint64_t at = r->index_offset + RVTI_INDEX_HEADER + i * RVTI_INDEX_ENTRY;
    const uint64_t o = chunk_offset(r, i), s = first_step(r, i), n = first_insn(r, i);
    const bool first = i == 0;
    if (first ? o != offset : o < offset || o - offset < RVTI_CHUNK_HEADER)
      return ERROR_AT(r, e, RVT_ERR_FORMAT, at,
                      "chunk %" PRIu64 ": expected an offset %s %" PRIu64 ", found %" PRIu64, i,
                      first ? "of" : "well after", offset, o);
    if (first ? s != 0 : s <= step || s - step > RVTI_CHUNK_STEPS)
      return ERROR_AT(r, e, RVT_ERR_FORMAT, at,
                      "chunk %" PRIu64 ": expected 1..%d steps before it, "
                      "found %" PRIu64 " to %" PRIu64,
                      i, RVTI_CHUNK_STEPS, step, s);
    if (first ? n != 0 : n < insn || n - insn > s - step)
      return ERROR_AT(r, e, RVT_ERR_FORMAT, at,
                      "chunk %" PRIu64 ": expected no more instructions "
                      "than steps, found %" PRIu64 " to %" PRIu64,
                      i, insn, n);
    offset = o;
    step = s;
    insn = n;
  }
  return RVT_OK;
}

static enum rvt_status read_index(struct rvt_rvti_reader *r, struct rvt_error *e) {
  const uint64_t size = r->file_size - r->index_offset;
  if (size < RVTI_INDEX_HEADER || (size - RVTI_INDEX_HEADER) % RVTI_INDEX_ENTRY != 0)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, r->index_offset,
                    "expected an index of whole entries up to "
                    "the file's end, found %" PRIu64 " bytes",
                    size);
  if (size > SIZE_MAX || (r->index = malloc((size_t)size)) == NULL)
    return ERROR_AT(r, e, RVT_ERR_NO_MEMORY, r->index_offset, "out of memory");
  r->chunks = (size - RVTI_INDEX_HEADER) / RVTI_INDEX_ENTRY;
  enum rvt_status status = read_at(r, r->index_offset, r->index, (size_t)size, e);
  if (status != RVT_OK) return status;
  if (rvti_get32(r->index) != RVTI_INDEX_MAGIC || rvti_get64(r->index + 8) != r->chunks)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, r->index_offset,
                    "expected an index of %" PRIu64 " entries, found other bytes", r->chunks);
  status = check_crc(r, r->index_offset, r->index + 4, r->index + 8, (size_t)size - 8, "index", e);
  return status != RVT_OK ? status : check_index(r, e);
}

enum rvt_status rvt_rvti_reader_open(struct rvt_rvti_reader **out, const char *path,
                                     struct rvt_error *e) {
  *out = NULL;
  struct rvt_rvti_reader *r = calloc(1, sizeof *r);
  if (r == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  enum rvt_status status = RVT_OK;
  struct stat st;
  r->fd = open(path, O_RDONLY | O_CLOEXEC);
  r->path = malloc(strlen(path) + 1);
  r->zstd = ZSTD_createDCtx();
  if (r->path == NULL || r->zstd == NULL)
    status = rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: out of memory", path);
  else if (r->fd < 0 || fstat(r->fd, &st) != 0)
    status = rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                           strerror(errno));
  else if (!S_ISREG(st.st_mode))
    status = rvt_error_set(e, RVT_ERR_IO, "%s: expected a regular file", path);
  if (status == RVT_OK) {
    memcpy(r->path, path, strlen(path) + 1);
    r->file_size = (uint64_t)st.st_size;
    status = read_header(r, e);
  }
  if (status == RVT_OK) status = read_index(r, e);
  if (status != RVT_OK) {
    rvt_rvti_reader_close(r);
    return status;
  }
  *out = r;
  return RVT_OK;
}

void rvt_rvti_reader_close(struct rvt_rvti_reader *r) {
  if (r == NULL) return;
  if (r->fd >= 0) close(r->fd);
  ZSTD_freeDCtx(r->zstd);
  free(r->stored.data);
  free(r->raw.data);
  free(r->index);
  free(r->path);
  free(r);
}

const struct rvt_rvti_info *rvt_rvti_get_info(const struct rvt_rvti_reader *r) { return &r->info; }

/** Cut the decompressed bytes into streams. @return false: a length is out of its range */
static bool open_streams(struct rvt_rvti_reader *r, const uint8_t *h, size_t *total) {
  const size_t steps = rvti_get32(h + 12), insns = rvti_get32(h + 16);
  const size_t pc = rvti_get32(h + 20), clocks = rvti_get32(h + 24);
  const size_t event = rvti_get32(h + 28), word = rvti_get32(h + 32);
  if (pc > steps * RVTI_PC_MAX || clocks > steps * RVTI_CLOCKS_MAX ||
      event > steps * RVTI_EVENT_MAX || word > (r->info.words ? insns * RVTI_WORD_MAX : 0))
    return false;
  *total = steps + pc + clocks + event + word;
  if (!reserve(&r->raw, *total)) {
    *total = 0;
    return true;
  }
  struct rvti_chunk *c = &r->c;
  *c = (struct rvti_chunk){.xlen = r->info.xlen, .words = r->info.words};
  const uint8_t *p = r->raw.data;
  c->tag = p;
  c->tag_end = c->pc = p += steps;
  c->pc_end = c->clocks = p += pc;
  c->clocks_end = c->event = p += clocks;
  c->event_end = c->word = p += event;
  c->word_end = p + word;
  return true;
}

static bool unpack_state(const uint8_t *h, struct rvt_rvti_state *s) {
  *s = (struct rvt_rvti_state){.priv = h[36],
                               .ctype = h[37],
                               .halted = (h[38] & 1) != 0,
                               .reset = (h[38] & 2) != 0,
                               .lowpower = (h[38] & 4) != 0,
                               .context = rvti_get64(h + 40),
                               .time = rvti_get64(h + 48)};
  return s->priv != 2 && s->priv < 7 && s->ctype < 4 && h[38] < 8 && h[39] == 0;
}

static enum rvt_status load_chunk(struct rvt_rvti_reader *r, uint64_t chunk, struct rvt_error *e) {
  const uint64_t offset = chunk_offset(r, chunk);
  const uint64_t space = chunk_offset(r, chunk + 1) - offset;
  const uint64_t steps = first_step(r, chunk + 1) - first_step(r, chunk);
  const uint64_t insns = first_insn(r, chunk + 1) - first_insn(r, chunk);
  /* no more than the worst case of a chunk is ever read or allocated, whatever the index says */
  const size_t raw_max =
      (size_t)steps * (1 + RVTI_PC_MAX + RVTI_CLOCKS_MAX + RVTI_EVENT_MAX + RVTI_WORD_MAX);
  if (space - RVTI_CHUNK_HEADER > ZSTD_compressBound(raw_max))
    return ERROR_AT(r, e, RVT_ERR_FORMAT, offset,
                    "expected a chunk of %" PRIu64 " steps, found %" PRIu64 " bytes", steps, space);
  if (!reserve(&r->stored, (size_t)space))
    return ERROR_AT(r, e, RVT_ERR_NO_MEMORY, offset, "out of memory");
  const uint8_t *h = r->stored.data;
  enum rvt_status status = read_at(r, offset, r->stored.data, (size_t)space, e);
  if (status != RVT_OK) return status;
  if (rvti_get32(h) != RVTI_CHUNK_MAGIC || rvti_get32(h + 8) != space - RVTI_CHUNK_HEADER ||
      rvti_get32(h + 12) != steps || rvti_get32(h + 16) != insns)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, offset,
                    "expected a chunk of %" PRIu64 " steps, %" PRIu64 " instructions and %" PRIu64
                    " bytes as the index says, found other bytes",
                    steps, insns, space);
  status = check_crc(r, offset, h + 4, h + 8, (size_t)space - 8, "chunk", e);
  if (status != RVT_OK) return status;
  size_t total;
  if (!unpack_state(h, &r->chunk_state) || !open_streams(r, h, &total))
    return ERROR_AT(r, e, RVT_ERR_FORMAT, offset,
                    "expected stream lengths and a state that a chunk "
                    "can have, found others");
  if (total == 0) return ERROR_AT(r, e, RVT_ERR_NO_MEMORY, offset, "out of memory");
  const size_t found = ZSTD_decompressDCtx(r->zstd, r->raw.data, total, h + RVTI_CHUNK_HEADER,
                                           (size_t)space - RVTI_CHUNK_HEADER);
  if (ZSTD_isError(found) || found != total)
    return ERROR_AT(r, e, RVT_ERR_FORMAT, offset + RVTI_CHUNK_HEADER,
                    "expected %zu bytes compressed with zstd, found %s", total,
                    ZSTD_isError(found) ? ZSTD_getErrorName(found) : "fewer");
  r->delivered = 0;
  r->c.time = r->chunk_state.time;
  r->chunk_offset = offset;
  r->chunk_insns = insns;
  r->chunk = chunk + 1;
  return RVT_OK;
}

static enum rvt_status read_steps(struct rvt_rvti_reader *r, struct rvt_step *steps, size_t max,
                                  size_t *count, struct rvt_error *e) {
  if (r->c.tag == r->c.tag_end) {
    if (r->chunk == r->chunks) return RVT_END;
    const enum rvt_status status = load_chunk(r, r->chunk, e);
    if (status != RVT_OK) return status;
  }
  enum rvt_status status = rvt_rvti_decode(&r->c, steps, max, count, e);
  if (status == RVT_OK && r->c.tag == r->c.tag_end && r->c.insns != r->chunk_insns)
    status = rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected %" PRIu64 " instructions in the chunk, found %" PRIu32,
                           r->chunk_insns, r->c.insns);
  if (status != RVT_OK)
    return rvt_error_at(e, status, "%s:%" PRIu64 ": step %" PRIu64, r->path, r->chunk_offset,
                        r->next_step + *count);
  r->next_step += *count;
  return RVT_OK;
}

enum rvt_status rvt_rvti_read(struct rvt_rvti_reader *r, struct rvt_step *steps, size_t max,
                              size_t *count, struct rvt_error *e) {
  *count = 0;
  if (r->failed) return rvt_error_set(e, RVT_ERR_FORMAT, "%s: an earlier read failed", r->path);
  r->before = r->c;
  const bool loads = r->c.tag == r->c.tag_end;
  const enum rvt_status status = read_steps(r, steps, max, count, e);
  if (status != RVT_OK) *count = 0;
  r->delivered = loads ? 0 : *count;
  r->failed = status != RVT_OK && status != RVT_END;
  return status;
}

/* By reading once more what comes before them. */
bool rvt_rvti_take_back(struct rvt_rvti_reader *r, size_t count) {
  if (count == 0 || count > r->delivered) return count == 0;
  struct rvt_step steps[64];
  struct rvt_error e;
  struct rvti_chunk c = r->before;
  for (size_t left = r->delivered - count, got; left != 0; left -= got) {
    const size_t part =
        left < sizeof steps / sizeof steps[0] ? left : sizeof steps / sizeof steps[0];
    if (rvt_rvti_decode(&c, steps, part, &got, &e) != RVT_OK) return false;
  }
  r->c = c;
  r->next_step -= count;
  r->delivered = 0;
  return true;
}

size_t rvt_rvti_runs(struct rvt_rvti_reader *r, unsigned limit, struct rvt_rvti_run *runs,
                     size_t max) {
  const uint32_t before = r->c.insns;
  if (r->failed) return 0;
  const size_t count = rvt_rvti_decode_runs(&r->c, limit, runs, max);
  r->next_step += r->c.insns - before;
  r->delivered = 0;
  return count;
}

/** The chunk that holds step (or instruction) `wanted`; it must exist. */
static uint64_t find_chunk(const struct rvt_rvti_reader *r, uint64_t wanted,
                           uint64_t (*first)(const struct rvt_rvti_reader *, uint64_t)) {
  uint64_t low = 0, high = r->chunks; /* first(low) <= wanted < first(high) */
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    if (first(r, middle) <= wanted)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/** Load a chunk and read on until `steps` steps or `insns` instructions of it have passed. */
static enum rvt_status skip_into(struct rvt_rvti_reader *r, uint64_t chunk, uint64_t steps,
                                 uint64_t insns, struct rvt_rvti_state *state,
                                 struct rvt_error *e) {
  r->failed = true; /* until the end of this function */
  enum rvt_status status = load_chunk(r, chunk, e);
  if (status != RVT_OK) return status;
  r->next_step = first_step(r, chunk);
  struct rvt_rvti_state now = r->chunk_state;
  for (;;) {
    const struct rvti_chunk before = r->c;
    struct rvt_step s;
    size_t count = 0;
    if (steps == 0) break;
    status = read_steps(r, &s, 1, &count, e);
    if (status != RVT_OK) return status;
    if (s.kind == RVT_STEP_INSN && insns-- == 0) {
      r->c = before;
      r->next_step--;
      break;
    }
    steps--;
    rvt_rvti_state_apply(&now, &s);
  }
  r->failed = false;
  if (state != NULL) *state = now;
  return RVT_OK;
}

enum rvt_status rvt_rvti_seek_step(struct rvt_rvti_reader *r, uint64_t step,
                                   struct rvt_rvti_state *state, struct rvt_error *e) {
  if (step > r->info.steps)
    return rvt_error_set(e, RVT_ERR_ARG, "%s: expected a step up to %" PRIu64 ", found %" PRIu64,
                         r->path, r->info.steps, step);
  if (r->chunks == 0) {
    if (state != NULL) rvt_rvti_state_init(state);
    return RVT_OK;
  }
  /* the end is after the last step of the last chunk */
  const uint64_t chunk = step == r->info.steps ? r->chunks - 1 : find_chunk(r, step, first_step);
  return skip_into(r, chunk, step - first_step(r, chunk), UINT64_MAX, state, e);
}

enum rvt_status rvt_rvti_seek_insn(struct rvt_rvti_reader *r, uint64_t insn, uint64_t *step,
                                   struct rvt_rvti_state *state, struct rvt_error *e) {
  if (insn >= r->info.instructions)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "%s: expected an instruction below %" PRIu64 ", found %" PRIu64, r->path,
                         r->info.instructions, insn);
  const uint64_t chunk = find_chunk(r, insn, first_insn);
  const enum rvt_status status =
      skip_into(r, chunk, UINT64_MAX, insn - first_insn(r, chunk), state, e);
  if (status == RVT_OK && step != NULL) *step = r->next_step;
  return status;
}

/** What is to be done about contexts of which the widest is `widest`. */
static void advise(const struct rvt_rvti_reader *r, const char *name, uint64_t widest, char *text,
                   size_t size) {
  const unsigned most = r->info.xlen - 6u; /* NT:OWN-01 */
  unsigned bits = 1;
  while (bits < 64 && widest >> bits != 0) bits++;
  if (bits <= most)
    snprintf(text, size, "all of them fit %s=%u", name, bits);
  else
    snprintf(text, size,
             "the widest one has %u bits, more than the %u that Ownership reports (NT:OWN-01)",
             bits, most);
}

enum rvt_status rvt_rvti_check_context(struct rvt_rvti_reader *r, unsigned bits, const char *name,
                                       struct rvt_error *e) {
  struct rvt_step steps[256];
  uint64_t first = 0, widest = 0, before = 0, insns = 0;
  size_t count;
  enum rvt_status status = rvt_rvti_seek_step(r, 0, NULL, e);
  while (status == RVT_OK &&
         (status = rvt_rvti_read(r, steps, sizeof steps / sizeof steps[0], &count, e)) == RVT_OK)
    for (size_t i = 0; i < count; i++) {
      insns += steps[i].kind == RVT_STEP_INSN;
      if (steps[i].kind != RVT_STEP_CONTEXT || steps[i].tval >> (bits - 1) >> 1 == 0) continue;
      if (first == 0) {
        first = steps[i].tval;
        before = insns;
      }
      if (steps[i].tval > widest) widest = steps[i].tval;
    }
  if (status != RVT_END) return status;
  if (first == 0) return rvt_rvti_seek_step(r, 0, NULL, e);
  char advice[128];
  advise(r, name, widest, advice, sizeof advice);
  return rvt_error_set(e, RVT_ERR_MISMATCH,
                       "%s: after %" PRIu64
                       " instructions: expected a context of at most %u bits, found 0x%" PRIx64
                       "; %s",
                       r->path, before, bits, first, advice);
}

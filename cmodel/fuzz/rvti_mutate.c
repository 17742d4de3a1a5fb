/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Mutations of recordings after their checksums: header, index and the streams inside of the
 * chunks are altered, then lengths, offsets and CRCs are made to fit again. One mutation in eight
 * is libFuzzer's own on the file as it is.
 */

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "formats/rvti_format.h"
#include "fuzz.h"
#include "rvt/prng.h"

enum { CHUNKS = 4, ROOM = 1 << 14, STREAMS = 5 };

struct chunk {
  uint8_t head[RVTI_CHUNK_HEADER];
  size_t size;
  uint8_t raw[ROOM];
};

struct file {
  bool spoil; /* the index does not fit */
  size_t head_size;
  uint8_t head[RVTI_HEADER_MAX];
  size_t chunks;
  struct chunk chunk[CHUNKS];
};

static bool take_chunk(struct chunk *c, const uint8_t *data, size_t size) {
  if (size < RVTI_CHUNK_HEADER || rvti_get32(data) != RVTI_CHUNK_MAGIC) return false;
  memcpy(c->head, data, RVTI_CHUNK_HEADER);
  const size_t stored = rvti_get32(data + 8);
  if (stored > size - RVTI_CHUNK_HEADER) return false;
  const size_t found = ZSTD_decompress(c->raw, ROOM, data + RVTI_CHUNK_HEADER, stored);
  c->size = found;
  return !ZSTD_isError(found);
}

static bool take_file(struct file *f, const uint8_t *data, size_t size) {
  if (size < RVTI_HEADER_FIXED + 4 || memcmp(data, RVTI_MAGIC, 8) != 0) return false;
  f->head_size = RVTI_HEADER_FIXED + rvti_get16(data + 72) + 4;
  if (f->head_size > sizeof f->head || f->head_size > size) return false;
  memcpy(f->head, data, f->head_size);
  size_t at = f->head_size;
  f->chunks = 0;
  while (f->chunks < CHUNKS && take_chunk(&f->chunk[f->chunks], data + at, size - at)) {
    at += RVTI_CHUNK_HEADER + rvti_get32(f->chunk[f->chunks].head + 8);
    f->chunks++;
  }
  return true;
}

/* Length of a stream: tags are as many as steps. */
static size_t length(const struct chunk *c, unsigned stream) {
  return rvti_get32(c->head + (stream == 0 ? 12 : 16 + 4 * stream));
}

/* Alter one stream; its length in the chunk's header follows. */
static void alter_stream(struct chunk *c, unsigned stream) {
  static uint8_t part[ROOM];
  size_t at = 0;
  for (unsigned i = 0; i < stream; i++) at += length(c, i);
  const size_t old = length(c, stream);
  if (at > c->size || old > c->size - at) return;
  memcpy(part, c->raw + at, old);
  const size_t size = LLVMFuzzerMutate(part, old, ROOM - (c->size - old));
  memmove(c->raw + at + size, c->raw + at + old, c->size - at - old);
  memcpy(c->raw + at, part, size);
  c->size = c->size - old + size;
  rvti_put32(c->head + (stream == 0 ? 12 : 16 + 4 * stream), (uint32_t)size);
}

/* Instructions are what the tags say. */
static uint32_t count_insns(const struct chunk *c) {
  uint32_t insns = 0;
  for (size_t i = 0; i < length(c, 0) && i < c->size; i++) {
    const unsigned code = c->raw[i] & RVTI_TAG_CODE;
    insns += code != RVTI_CODE_EXCEPTION && code != RVTI_CODE_INTERRUPT && code != RVTI_CODE_EVENT;
  }
  return insns;
}

static void change(struct file *f, uint64_t *seed) {
  struct chunk *c = &f->chunk[f->chunks == 0 ? 0 : rvt_prng_below(seed, (uint32_t)f->chunks)];
  const uint32_t dice = rvt_prng_below(seed, 20);
  f->spoil = false;
  if (f->chunks == 0 || dice == 0)
    (void)LLVMFuzzerMutate(f->head + 8, f->head_size - 12, f->head_size - 12);
  else if (dice == 1 && f->chunks < CHUNKS)
    f->chunk[f->chunks++] = *c;
  else if (dice == 2)
    *c = f->chunk[--f->chunks];
  else if (dice == 3)
    f->spoil = true;
  else if (dice == 4)
    (void)LLVMFuzzerMutate(c->head + 36, RVTI_CHUNK_HEADER - 36, RVTI_CHUNK_HEADER - 36);
  else
    alter_stream(c, dice % STREAMS);
}

static size_t put_file(struct file *f, uint8_t *data, size_t max) {
  uint8_t index[RVTI_INDEX_HEADER + CHUNKS * RVTI_INDEX_ENTRY];
  const size_t index_size = RVTI_INDEX_HEADER + f->chunks * RVTI_INDEX_ENTRY;
  size_t at = f->head_size;
  uint64_t steps = 0, insns = 0;
  for (size_t i = 0; i < f->chunks; i++) {
    struct chunk *c = &f->chunk[i];
    if (at + RVTI_CHUNK_HEADER > max) return 0;
    uint8_t *to = data + at;
    const size_t stored =
        ZSTD_compress(to + RVTI_CHUNK_HEADER, max - at - RVTI_CHUNK_HEADER, c->raw, c->size, 1);
    if (ZSTD_isError(stored)) return 0;
    rvti_put32(c->head + 8, (uint32_t)stored);
    rvti_put32(c->head + 16, count_insns(c));
    memcpy(to, c->head, RVTI_CHUNK_HEADER);
    rvti_put32(to + 4, (uint32_t)crc32_z(0, to + 8, RVTI_CHUNK_HEADER + stored - 8));
    uint8_t *entry = index + RVTI_INDEX_HEADER + i * RVTI_INDEX_ENTRY;
    rvti_put64(entry, at);
    rvti_put64(entry + 8, steps);
    rvti_put64(entry + 16, insns);
    at += RVTI_CHUNK_HEADER + stored;
    steps += length(c, 0);
    insns += rvti_get32(c->head + 16);
  }
  if (index_size > max - at) return 0;
  rvti_put32(index, RVTI_INDEX_MAGIC);
  rvti_put64(index + 8, f->chunks);
  if (f->spoil) (void)LLVMFuzzerMutate(index + 16, index_size - 16, index_size - 16);
  rvti_put32(index + 4, (uint32_t)crc32_z(0, index + 8, index_size - 8));
  memcpy(data + at, index, index_size);
  rvti_put64(f->head + 48, steps);
  rvti_put64(f->head + 56, insns);
  rvti_put64(f->head + 64, at);
  rvti_put32(f->head + f->head_size - 4, (uint32_t)crc32_z(0, f->head, f->head_size - 4));
  memcpy(data, f->head, f->head_size);
  return at + index_size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned number) {
  static struct file f;
  uint64_t seed = number;
  const uint32_t dice = rvt_prng_below(&seed, 8);
  if (dice == 0 || !take_file(&f, data, size)) return LLVMFuzzerMutate(data, size, max);
  change(&f, &seed);
  uint8_t *made = malloc(max);
  if (made == NULL || f.head_size > max) {
    free(made);
    return size;
  }
  const size_t used = put_file(&f, made, max);
  if (used > 0) memcpy(data, made, used);
  free(made);
  return used > 0 ? used : size;
}

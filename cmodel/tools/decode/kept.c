/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "decode.h"

/*
 * Text of straight runs that was made before: that of a run of an image never changes, and most of
 * the time of a line goes into making it. Each place of the table has the last run that fell there.
 */

enum { PLACES = 1 << 14, BYTES_MAX = 64 << 20 };

struct kept {
  const struct rvt_image *image; /* NULL: nothing is kept here */
  uint64_t pc, insns;
  int src;
  size_t size;
  char *text;
};

struct decode_kept {
  struct kept at[PLACES];
  size_t bytes; /* of all texts */
  FILE *file;   /* where a text is made: */
  char *made;
  size_t size;
};

struct decode_kept *decode_kept_new(void) {
  struct decode_kept *k = rvt_need_memory(calloc(1, sizeof *k));
  k->file = rvt_need_memory(open_memstream(&k->made, &k->size));
  return k;
}

static void forget_all(struct decode_kept *k) {
  for (size_t i = 0; i < PLACES; i++) {
    free(k->at[i].text);
    k->at[i] = (struct kept){.image = NULL};
  }
  k->bytes = 0;
}

void decode_kept_free(struct decode_kept *k) {
  if (k == NULL) return;
  forget_all(k);
  fclose(k->file);
  free(k->made);
  free(k);
}

static struct kept *place_of(struct decode_kept *k, const struct rvt_decoder_run *run) {
  return &k->at[((run->pc >> 1) ^ (run->pc >> 15)) % PLACES];
}

bool decode_kept_put(struct decode_kept *k, int src, const struct rvt_image *image,
                     const struct rvt_decoder_run *run, FILE *to) {
  const struct kept *at = place_of(k, run);
  if (at->pc != run->pc || at->insns != run->insns || at->image != image || at->src != src)
    return false;
  fwrite_unlocked(at->text, 1, at->size, to);
  return true;
}

FILE *decode_kept_begin(struct decode_kept *k) {
  rewind(k->file);
  return k->file;
}

void decode_kept_end(struct decode_kept *k, int src, const struct rvt_image *image,
                     const struct rvt_decoder_run *run, FILE *to) {
  struct kept *at = place_of(k, run);
  if (fflush(k->file) != 0) rvt_need_memory(NULL);
  if (k->bytes + k->size > BYTES_MAX) forget_all(k);
  k->bytes += k->size - at->size;
  *at = (struct kept){image, run->pc, run->insns,
                      src,   k->size, rvt_need_memory(realloc(at->text, k->size))};
  memcpy(at->text, k->made, k->size);
  fwrite_unlocked(k->made, 1, k->size, to);
}

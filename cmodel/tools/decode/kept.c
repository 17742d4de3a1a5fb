/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "decode.h"

/*
 * Lines that were made before: those of a run of an image, or of a path of such runs, never change,
 * and most of the time that a line takes goes into making it. Each place of the table has what fell
 * there last; paths have places of their own, by the number that the decoder gives them.
 */

enum { PLACES = 1 << 14, BYTES_MAX = 64 << 20 };

/* What a look needs lies in one line of the cache. */
struct kept {
  uint64_t place, what;
  const struct rvt_image *image;
  int src;
  uint32_t size;
  char *text; /* and RVT_PCS_COPY bytes more; NULL: nothing is kept here */
};

struct decode_kept {
  struct kept run[PLACES], path[PLACES];
  size_t bytes; /* of all texts */
};

struct decode_kept *decode_kept_new(void) {
  return rvt_need_memory(calloc(1, sizeof(struct decode_kept)));
}

static void forget_all(struct decode_kept *k) {
  for (size_t i = 0; i < PLACES; i++) {
    free(k->run[i].text);
    free(k->path[i].text);
    k->run[i].text = k->path[i].text = NULL;
  }
  k->bytes = 0;
}

void decode_kept_free(struct decode_kept *k) {
  if (k == NULL) return;
  forget_all(k);
  free(k);
}

static struct kept *place_of(struct decode_kept *k, const struct decode_key *key) {
  if (key->is_path) return &k->path[key->place % PLACES];
  return &k->run[(key->place >> 1 ^ key->place >> 15) % PLACES];
}

const char *decode_kept_find(struct decode_kept *k, const struct decode_key *key, size_t *size) {
  const struct kept *at = place_of(k, key);
  if (at->place != key->place || at->what != key->what || at->image != key->image ||
      at->src != key->src || at->text == NULL)
    return NULL;
  *size = at->size;
  return at->text;
}

void decode_kept_keep(struct decode_kept *k, const struct decode_key *key,
                      const struct decode_text *lines) {
  if (k->bytes > BYTES_MAX) forget_all(k);
  struct kept *at = place_of(k, key);
  k->bytes -= at->text != NULL ? at->size : 0;
  *at = (struct kept){.place = key->place,
                      .what = key->what,
                      .image = key->image,
                      .src = key->src,
                      .size = (uint32_t)lines->size,
                      .text = rvt_need_memory(realloc(at->text, lines->size + RVT_PCS_COPY))};
  memcpy(at->text, lines->text, lines->size + RVT_PCS_COPY);
  k->bytes += lines->size;
}

char *decode_text_room(struct decode_text *t, size_t size) {
  if (t->room - t->size < size + RVT_PCS_COPY) {
    const size_t room = t->size + t->size / 2 + size + 4 * RVT_PCS_COPY;
    t->text = rvt_need_memory(realloc(t->text, room));
    memset(t->text + t->room, 0, room - t->room); /* a copy may reach behind the text */
    t->room = room;
  }
  return t->text + t->size;
}

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

struct kept {
  struct decode_key key;
  size_t size;
  char text[]; /* and RVT_PCS_COPY bytes more */
};

struct decode_kept {
  struct kept *run[PLACES], *path[PLACES]; /* NULL: nothing is kept here */
  size_t bytes;                            /* of all texts */
};

struct decode_kept *decode_kept_new(void) {
  return rvt_need_memory(calloc(1, sizeof(struct decode_kept)));
}

static void forget_all(struct decode_kept *k) {
  for (size_t i = 0; i < PLACES; i++) {
    free(k->run[i]);
    free(k->path[i]);
    k->run[i] = k->path[i] = NULL;
  }
  k->bytes = 0;
}

void decode_kept_free(struct decode_kept *k) {
  if (k == NULL) return;
  forget_all(k);
  free(k);
}

static struct kept **place_of(struct decode_kept *k, const struct decode_key *key) {
  if (key->is_path) return &k->path[key->place % PLACES];
  return &k->run[(key->place >> 1 ^ key->place >> 15) % PLACES];
}

const char *decode_kept_find(struct decode_kept *k, const struct decode_key *key, size_t *size) {
  const struct kept *at = *place_of(k, key);
  if (at == NULL || at->key.place != key->place || at->key.what != key->what ||
      at->key.image != key->image || at->key.src != key->src)
    return NULL;
  *size = at->size;
  return at->text;
}

void decode_kept_keep(struct decode_kept *k, const struct decode_key *key,
                      const struct decode_text *lines) {
  if (k->bytes > BYTES_MAX) forget_all(k);
  struct kept **at = place_of(k, key);
  k->bytes -= *at != NULL ? (*at)->size : 0;
  *at = rvt_need_memory(realloc(*at, sizeof **at + lines->size + RVT_PCS_COPY));
  (*at)->key = *key;
  (*at)->size = lines->size;
  memcpy((*at)->text, lines->text, lines->size + RVT_PCS_COPY);
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

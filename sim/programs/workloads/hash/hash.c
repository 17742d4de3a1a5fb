/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* A hash table with chains under insertion, look-up and removal: pointer chasing, loops of
 * irregular length, one comparison function for each kind of key reached through a pointer. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BUCKETS = 64, ENTRIES = 256, OPERATIONS = 1500, KEY_MAX = 7 };

struct entry {
  struct entry *next;
  char key[KEY_MAX + 1];
  uint32_t value;
};

struct table {
  uint32_t (*hash)(const char *key);
  int (*differ)(const char *a, const char *b);
  struct entry *bucket[BUCKETS];
};

static struct entry pool[ENTRIES], *unused;
static uint32_t seed, sum;

static uint32_t draw(void) {
  seed = seed * 1103515245u + 12345u;
  return seed >> 16 & 0x7fff;
}
static void mix(uint32_t value) { sum = sum * 31 + value; }

static uint32_t hash_text(const char *key) {
  uint32_t h = 5381;
  while (*key != 0) h = h * 33 + (uint8_t)*key++;
  return h;
}
static uint32_t hash_first(const char *key) { return (uint8_t)key[0]; }
static int differ_text(const char *a, const char *b) { return strcmp(a, b); }
static int differ_prefix(const char *a, const char *b) { return strncmp(a, b, 2); }

static struct entry **find(struct table *t, const char *key) {
  struct entry **p = &t->bucket[t->hash(key) % BUCKETS];
  while (*p != NULL && t->differ((*p)->key, key) != 0) p = &(*p)->next;
  return p;
}

static void operate(struct table *t) {
  char key[KEY_MAX + 1];
  size_t size = 2 + draw() % 3;
  for (size_t i = 0; i < size; i++) key[i] = (char)('a' + draw() % 6);
  key[size] = 0;
  struct entry **place = find(t, key);
  switch (draw() % 4) {
  case 0:
  case 1:
    if (*place != NULL) {
      (*place)->value++;
    } else if (unused != NULL) {
      struct entry *e = unused;
      unused = e->next;
      strcpy(e->key, key);
      e->value = 1;
      e->next = NULL;
      *place = e;
    }
    break;
  case 2: mix(*place == NULL ? 0 : (*place)->value); break;
  default:
    if (*place == NULL) break;
    struct entry *e = *place;
    mix(e->value * 7);
    *place = e->next;
    e->next = unused;
    unused = e;
    break;
  }
}

int main(void) {
  static struct table tables[2] = {{hash_text, differ_text, {NULL}},
                                   {hash_first, differ_prefix, {NULL}}};
  for (size_t i = 0; i < ENTRIES; i++) {
    pool[i].next = unused;
    unused = &pool[i];
  }
  seed = 3;
  for (uint32_t i = 0; i < SCALE * OPERATIONS; i++) operate(&tables[i / 100 % 2]);
  return sum == EXPECTED ? 0 : 1;
}

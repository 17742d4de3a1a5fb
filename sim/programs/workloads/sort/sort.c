/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Sorting and strings: short data-dependent branches, tight loops, library calls. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { NUMBERS = 200, WORDS = 60, WORD_MAX = 9, TEXT = 512 };

static uint32_t seed;
static uint32_t draw(void) {
  seed = seed * 1103515245u + 12345u;
  return seed >> 16 & 0x7fff;
}

static uint32_t mix(uint32_t sum, uint32_t value) { return (sum ^ value) * 16777619u; }

static void insertion_sort(uint32_t *v, size_t n) {
  for (size_t i = 1; i < n; i++) {
    uint32_t x = v[i];
    size_t k = i;
    for (; k > 0 && v[k - 1] > x; k--) v[k] = v[k - 1];
    v[k] = x;
  }
}

static void quick_sort(uint32_t *v, size_t n) {
  while (n > 12) {
    uint32_t pivot = v[n / 2];
    size_t low = 0, high = n - 1;
    for (;; low++, high--) {
      while (v[low] < pivot) low++;
      while (v[high] > pivot) high--;
      if (low >= high) break;
      uint32_t t = v[low];
      v[low] = v[high];
      v[high] = t;
    }
    quick_sort(v, low);
    v += low;
    n -= low;
  }
  insertion_sort(v, n);
}

typedef int (*comparison)(const char *, const char *);
static int by_text(const char *a, const char *b) { return strcmp(a, b); }
static int by_length(const char *a, const char *b) {
  size_t m = strlen(a), n = strlen(b);
  return m != n ? (m < n ? -1 : 1) : strcmp(a, b);
}

static void merge_sort(const char **v, const char **spare, size_t n, comparison compare) {
  if (n < 2) return;
  size_t half = n / 2;
  merge_sort(v, spare, half, compare);
  merge_sort(v + half, spare, n - half, compare);
  memcpy(spare, v, half * sizeof *v);
  size_t left = 0, right = half, out = 0;
  while (left < half)
    v[out++] = right < n && compare(v[right], spare[left]) < 0 ? v[right++] : spare[left++];
}

/* Occurrences of a word in a text, overlapping ones too (Knuth, Morris, Pratt). */
static uint32_t occurrences(const char *text, const char *word) {
  uint8_t fail[WORD_MAX + 1] = {0};
  size_t n = strlen(word), k = 0;
  for (size_t i = 1; i < n; i++) {
    while (k > 0 && word[i] != word[k]) k = fail[k - 1];
    if (word[i] == word[k]) k++;
    fail[i] = (uint8_t)k;
  }
  uint32_t count = 0;
  k = 0;
  for (; *text != 0; text++) {
    while (k > 0 && (k == n || *text != word[k])) k = fail[k - 1];
    if (*text == word[k]) k++;
    if (k == n) count++;
  }
  return count;
}

static uint32_t numbers(uint32_t sum) {
  static uint32_t v[NUMBERS];
  for (size_t i = 0; i < NUMBERS; i++) v[i] = draw() % 1000;
  quick_sort(v, NUMBERS);
  for (size_t i = 0; i < NUMBERS; i++) sum = mix(sum, v[i]);
  return sum;
}

static uint32_t strings(uint32_t sum) {
  static char pool[WORDS][WORD_MAX + 1];
  static char text[TEXT + 1];
  const char *words[WORDS], *spare[WORDS];
  for (size_t i = 0; i < WORDS; i++) {
    size_t n = 1 + draw() % WORD_MAX;
    for (size_t k = 0; k < n; k++) pool[i][k] = (char)('a' + draw() % 3);
    pool[i][n] = 0;
    words[i] = pool[i];
  }
  for (size_t i = 0; i < TEXT; i++) text[i] = (char)('a' + draw() % 3);
  static const comparison orders[] = {by_text, by_length};
  for (size_t o = 0; o < 2; o++) {
    merge_sort(words, spare, WORDS, orders[o]);
    for (size_t i = 0; i < WORDS; i++)
      for (const char *p = words[i]; *p != 0; p++) sum = mix(sum, (uint8_t)*p);
  }
  for (size_t i = 0; i < WORDS; i += 4) sum = mix(sum, occurrences(text, pool[i]));
  return sum;
}

int main(void) {
  uint32_t sum = 2166136261u;
  seed = 1;
  for (unsigned round = 0; round < SCALE; round++) sum = strings(numbers(sum));
  return sum == EXPECTED ? 0 : 1;
}

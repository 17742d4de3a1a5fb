/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "digits.h"
#include "tool.h"

enum { HEAD_SIZE = sizeof((struct rvt_tool_pcs *)0)->head };

/*
 * The lines of a page of code, by a sweep from its first half-word on. Where an instruction begins
 * is known by that before it, so a run from one that the sweep has found is a piece of this text. A
 * run that begins elsewhere, or leaves the page, is written line by line.
 */
enum {
  PAGE_BITS = 16,
  PAGE_UNITS = 1 << (PAGE_BITS - 1), /* half-words */
  PAGE_PASSED = -1,                  /* no instruction of the sweep begins there */
  PAGE_LINE = 8 + 16 + 1,            /* the longest line */
  COPY = 64,                         /* bytes copied at once */
  BUCKETS = 1 << 10,
  PAGES_MOST = 128, /* some 0.6 MB each at most; what is elsewhere is made anew each time */
};
struct page {
  struct page *next; /* in its bucket */
  const struct rvt_image *image;
  uint64_t number;
  int src;
  int32_t at[PAGE_UNITS + 1]; /* where the text of a half-word begins, or PAGE_PASSED */
  char text[];
};
struct rvt_tool_pages {
  const struct page *last; /* the one that was looked at */
  struct page *bucket[BUCKETS];
  unsigned count;
};
_Static_assert(RVT_PCS_LINE % COPY == 0, "room for whole copies");

/* A line is at most "65535 0x", 16 digits, and two numbers of 20. */
_Static_assert(RVT_PCS_LINE > 8 + 16 + 2 * 21, "room for a line");

static const char digit[] = "0123456789abcdef";

static char *put_begin(char *at, int src) {
  if (src >= 0) {
    at = rvt_put_decimal(at, (uint64_t)src);
    *at++ = ' ';
  }
  *at++ = '0';
  *at++ = 'x';
  return at;
}

void rvt_pcs_begin(struct rvt_tool_pcs *p, FILE *file) {
  p->file = file;
  p->used = p->head_size = 0;
  p->page = 0;
  p->pages = NULL;
}

static void free_pages(struct rvt_tool_pages *pages) {
  for (size_t i = 0; pages != NULL && i < BUCKETS; i++)
    while (pages->bucket[i] != NULL) {
      struct page *page = pages->bucket[i];
      pages->bucket[i] = page->next;
      free(page);
    }
  free(pages);
}

void rvt_pcs_end(struct rvt_tool_pcs *p) {
  if (p->file == NULL) return;
  rvt_pcs_flush(p);
  free_pages(p->pages);
  p->file = NULL;
}

/* Through the buffer of the file, so that what cannot be written is still there when the file is
 * closed and fails, with its reason, again. */
static void put_rest(struct rvt_tool_pcs *p, size_t from, size_t to) {
  enum { LITTLE = 512 };
  for (size_t size; from < to; from += size) {
    size = to - from < LITTLE ? to - from : LITTLE;
    fwrite(p->text + from, 1, size, p->file);
  }
}

void rvt_pcs_flush(struct rvt_tool_pcs *p) {
  put_rest(p, 0, p->used);
  p->used = 0;
}

/* Past the buffer, which would split it. */
static void write_piece(struct rvt_tool_pcs *p) {
  const ssize_t done = fflush(p->file) == 0 ? write(fileno(p->file), p->text, RVT_PCS_PIECE) : 0;
  put_rest(p, done < 0 ? 0 : (size_t)done, RVT_PCS_PIECE);
}

static char *room(struct rvt_tool_pcs *p) {
  if (p->used >= RVT_PCS_PIECE) {
    write_piece(p);
    p->used -= RVT_PCS_PIECE;
    memmove(p->text, p->text + RVT_PCS_PIECE, p->used);
  }
  return p->text + p->used;
}

/* Consecutive addresses differ in the two last digits; what stands before them is kept. */
static void make_head(struct rvt_tool_pcs *p, int src, uint64_t page) {
  p->head_size = (size_t)(rvt_put_hex(put_begin(p->head, src), page) - p->head);
  p->src = src;
  p->page = page;
}

void rvt_pcs_put(struct rvt_tool_pcs *p, int src, const uint64_t *pcs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t pc = pcs[i];
    char *at = room(p);
    if (pc >> 8 == 0) {
      at = rvt_put_hex(put_begin(at, src), pc);
    } else {
      if (pc >> 8 != p->page || src != p->src) make_head(p, src, pc >> 8);
      memcpy(at, p->head, HEAD_SIZE); /* all of it: a size known here is copied at once */
      at += p->head_size;
      *at++ = digit[pc >> 4 & 0xf];
      *at++ = digit[pc & 0xf];
    }
    *at++ = '\n';
    p->used = (size_t)(at - p->text);
  }
}

static void put_insns(struct rvt_tool_pcs *p, int src, const struct rvt_image *image,
                      const struct rvt_decoder_run *run) {
  struct rvt_decoder_pcs walk;
  uint64_t pcs[64];
  size_t count;
  rvt_decoder_pcs_begin(&walk, image, run);
  do {
    count = rvt_decoder_pcs_take(&walk, pcs, sizeof pcs / sizeof pcs[0]);
    rvt_pcs_put(p, src, pcs, count);
  } while (count == sizeof pcs / sizeof pcs[0]);
}

static char *put_line(char *at, int src, uint64_t pc) {
  at = rvt_put_hex(put_begin(at, src), pc);
  *at++ = '\n';
  return at;
}

static struct page *make_page(const struct rvt_image *image, int src, uint64_t number) {
  struct page *page = rvt_need_memory(malloc(sizeof *page + PAGE_UNITS * PAGE_LINE + COPY));
  page->image = image;
  page->number = number;
  page->src = src;
  for (size_t i = 0; i <= PAGE_UNITS; i++) page->at[i] = PAGE_PASSED;
  char *end = page->text;
  size_t unit = 0;
  while (unit < PAGE_UNITS) {
    const uint64_t pc = (number << PAGE_BITS) + 2 * unit;
    struct rvt_insn insn;
    page->at[unit] = (int32_t)(end - page->text);
    if (rvt_image_insn(image, pc, &insn, NULL) != RVT_OK) {
      unit++;
      continue;
    }
    end = put_line(end, src, pc);
    unit += insn.size;
  }
  if (unit == PAGE_UNITS) page->at[unit] = (int32_t)(end - page->text);
  memset(end, 0, COPY); /* a copy may reach behind the text */
  struct page *small = realloc(page, sizeof *page + (size_t)(end - page->text) + COPY);
  return small != NULL ? small : page;
}

/** NULL: as many pages as are kept are there, and it is none of them. */
static const struct page *page_of(struct rvt_tool_pcs *p, const struct rvt_image *image, int src,
                                  uint64_t number) {
  if (p->pages == NULL) p->pages = rvt_need_memory(calloc(1, sizeof *p->pages));
  const struct page *last = p->pages->last;
  if (last != NULL && last->number == number && last->src == src && last->image == image)
    return last;
  struct page **bucket = &p->pages->bucket[(number + (unsigned)src) % BUCKETS];
  struct page *page = *bucket;
  while (page != NULL && (page->number != number || page->src != src || page->image != image))
    page = page->next;
  if (page == NULL && p->pages->count == PAGES_MOST) return NULL;
  if (page == NULL) {
    page = make_page(image, src, number);
    p->pages->count++;
    page->next = *bucket;
    *bucket = page;
  }
  p->pages->last = page;
  return page;
}

static void put_text(struct rvt_tool_pcs *p, const char *text, size_t size) {
  while (size != 0) {
    char *at = room(p);
    const size_t part = size < RVT_PCS_LINE ? size : RVT_PCS_LINE;
    for (size_t i = 0; i < part; i += COPY) memcpy(at + i, text + i, COPY);
    p->used += part;
    text += part;
    size -= part;
  }
}

void rvt_pcs_put_pass(struct rvt_tool_pcs *p, int src, const struct rvt_image *image,
                      const struct rvt_decoder_run *run) {
  const uint64_t unit = run->pc / 2 % PAGE_UNITS, end = unit + run->halfwords;
  if (end <= PAGE_UNITS) {
    const struct page *page = page_of(p, image, src, run->pc >> PAGE_BITS);
    const int32_t from = page != NULL ? page->at[unit] : PAGE_PASSED;
    const int32_t to = page != NULL ? page->at[end] : PAGE_PASSED;
    if (from != PAGE_PASSED && to != PAGE_PASSED) {
      put_text(p, page->text + from, (size_t)(to - from));
      return;
    }
  }
  const struct rvt_decoder_run pass = {run->pc, run->insns, run->halfwords, 1};
  put_insns(p, src, image, &pass);
}

void rvt_pcs_put_overflow(struct rvt_tool_pcs *p, int src) {
  char *at = room(p);
  at += sprintf(at, src >= 0 ? "# overflow SRC=%d\n" : "# overflow\n", src);
  p->used = (size_t)(at - p->text);
}

void rvt_pcs_put_run(struct rvt_tool_pcs *p, int src, const struct rvt_decoder_run *run) {
  for (uint64_t i = 0; i < run->times; i++) {
    char *at = rvt_put_hex(put_begin(room(p), src), run->pc);
    *at++ = ' ';
    at = rvt_put_decimal(at, run->insns);
    *at++ = ' ';
    at = rvt_put_decimal(at, 2 * run->halfwords);
    *at++ = '\n';
    p->used = (size_t)(at - p->text);
  }
}

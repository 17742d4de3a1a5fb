/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt_tool.h"

enum { HEAD_SIZE = sizeof((struct rvt_tool_pcs *)0)->head };

/* Lines of a run, 4 MiB in all. The shortest line has four
 * characters: the text of a run with more instructions would not fit. */
enum { KEPT_BITS = 14, KEPT_TEXT = 232, KEPT_OFTEN = 64, KEPT_INSNS = KEPT_TEXT / 4 };
struct kept {
  uint64_t pc;
  uint32_t insns, size; /* 0: nothing is kept */
  int src;
  char text[KEPT_TEXT];
};
_Static_assert(sizeof((struct kept *)0)->text <= RVT_PCS_LINE, "room for them");

/* A line is at most "65535 0x", 16 digits, and two numbers of 20. */
_Static_assert(RVT_PCS_LINE > 8 + 16 + 2 * 21, "room for a line");

static const char digit[] = "0123456789abcdef";

static char *put_hex(char *at, uint64_t value) {
  unsigned bits = 4;
  while (bits < 64 && value >> bits != 0) bits += 4;
  while (bits != 0) *at++ = digit[value >> (bits -= 4) & 0xf];
  return at;
}

static char *put_decimal(char *at, uint64_t value) {
  char text[20];
  size_t from = sizeof text;
  do text[--from] = digit[value % 10];
  while ((value /= 10) != 0);
  memcpy(at, text + from, sizeof text - from);
  return at + (sizeof text - from);
}

static char *put_begin(char *at, int src) {
  if (src >= 0) {
    at = put_decimal(at, (uint64_t)src);
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
  p->kept = NULL;
}

void rvt_pcs_end(struct rvt_tool_pcs *p) {
  if (p->file == NULL) return;
  rvt_pcs_flush(p);
  free(p->kept);
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
  p->head_size = (size_t)(put_hex(put_begin(p->head, src), page) - p->head);
  p->src = src;
  p->page = page;
}

void rvt_pcs_put(struct rvt_tool_pcs *p, int src, const uint64_t *pcs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t pc = pcs[i];
    char *at = room(p);
    if (pc >> 8 == 0) {
      at = put_hex(put_begin(at, src), pc);
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

/* What is kept of a run, if anything; else of another one. */
static struct kept *kept_at(struct rvt_tool_pcs *p, const struct rvt_decoder_run *run) {
  if (p->kept == NULL) p->kept = calloc((size_t)1 << KEPT_BITS, sizeof *p->kept);
  if (p->kept == NULL) abort();
  const uint64_t key = run->pc + run->insns * UINT64_C(0x9e3779b97f4a7c15);
  return &p->kept[key * UINT64_C(0xbf58476d1ce4e5b9) >> (64 - KEPT_BITS)];
}

/* Programs make the same runs again and again: the lines of a short one are kept. */
void rvt_pcs_put_pass(struct rvt_tool_pcs *p, int src, const struct rvt_image *image,
                      const struct rvt_decoder_run *run) {
  const struct rvt_decoder_run pass = {run->pc, run->insns, run->halfwords, 1};
  if (run->insns > KEPT_INSNS) {
    put_insns(p, src, image, &pass);
    return;
  }
  struct kept *k = kept_at(p, run);
  char *at = room(p);
  if (k->size == 0 || k->pc != run->pc || k->insns != run->insns || k->src != src) {
    const size_t begin = p->used;
    put_insns(p, src, image, &pass);
    /* without those that a piece was written of */
    if (p->used <= begin || p->used - begin > KEPT_TEXT) return;
    k->pc = run->pc;
    k->insns = (uint32_t)run->insns;
    k->src = src;
    k->size = (uint32_t)(p->used - begin);
    memcpy(k->text, p->text + begin, k->size);
    return;
  }
  /* in two sizes known here, the longer one seldom */
  memcpy(at, k->text, KEPT_OFTEN);
  if (k->size > KEPT_OFTEN) memcpy(at + KEPT_OFTEN, k->text + KEPT_OFTEN, KEPT_TEXT - KEPT_OFTEN);
  p->used += k->size;
}

void rvt_pcs_put_overflow(struct rvt_tool_pcs *p, int src) {
  char *at = room(p);
  at += sprintf(at, src >= 0 ? "# overflow SRC=%d\n" : "# overflow\n", src);
  p->used = (size_t)(at - p->text);
}

void rvt_pcs_put_run(struct rvt_tool_pcs *p, int src, const struct rvt_decoder_run *run) {
  for (uint64_t i = 0; i < run->times; i++) {
    char *at = put_hex(put_begin(room(p), src), run->pc);
    *at++ = ' ';
    at = put_decimal(at, run->insns);
    *at++ = ' ';
    at = put_decimal(at, 2 * run->halfwords);
    *at++ = '\n';
    p->used = (size_t)(at - p->text);
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "digits.h"
#include "tool.h"

enum { HEAD_SIZE = sizeof((struct rvt_tool_pcs *)0)->head };

_Static_assert(RVT_PCS_LINE % RVT_PCS_COPY == 0, "room for whole copies");

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
  p->take = NULL;
  p->used = p->head_size = 0;
  p->page = 0;
}

void rvt_pcs_end(struct rvt_tool_pcs *p) {
  if (p->file == NULL) return;
  rvt_pcs_flush(p);
  p->file = NULL;
}

/* Through the buffer of the file, so that what cannot be written is still there when the file is
 * closed and fails, with its reason, again. */
static void put_rest(FILE *file, const char *text, size_t size) {
  enum { LITTLE = 512 };
  for (size_t part; size != 0; text += part, size -= part) {
    part = size < LITTLE ? size : LITTLE;
    fwrite(text, 1, part, file);
  }
}

/* Past the buffer, which would split it. */
void rvt_pcs_write(FILE *file, const char *text, size_t size) {
  const ssize_t done = fflush(file) == 0 ? write(fileno(file), text, size) : 0;
  const size_t written = done < 0 ? 0 : (size_t)done;
  put_rest(file, text + written, size - written);
}

void rvt_pcs_flush(struct rvt_tool_pcs *p) {
  if (p->take != NULL)
    p->take(p->user, p->text, p->used);
  else
    put_rest(p->file, p->text, p->used);
  p->used = 0;
}

static char *room(struct rvt_tool_pcs *p) {
  if (p->used >= RVT_PCS_PIECE) {
    if (p->take != NULL)
      p->take(p->user, p->text, RVT_PCS_PIECE);
    else
      rvt_pcs_write(p->file, p->text, RVT_PCS_PIECE);
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

void rvt_pcs_put_text(struct rvt_tool_pcs *p, const char *text, size_t size) {
  while (size != 0) {
    char *at = room(p);
    const size_t part = size < RVT_PCS_LINE ? size : RVT_PCS_LINE;
    for (size_t i = 0; i < part; i += RVT_PCS_COPY) memcpy(at + i, text + i, RVT_PCS_COPY);
    p->used += part;
    text += part;
    size -= part;
  }
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

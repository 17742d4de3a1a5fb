/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "parcels.h"

/*
 * Names of code. Of the symbols at one address the best is taken; from these come spans, which
 * follow each other and have one name each, or none:
 *
 *   symbols   f (size 8)          label in f     g (size 0)         h (size 4)
 *   spans     f ................. f ...... none  g ................ h .... none
 */

/* ---- Names as their sources have them ------------------------------------------------------- */

/*
 * The name is made in pieces. A mangled one of some bytes can stand for gigabytes: a jump ends
 * that. It must not leave the demangler of Rust while that holds memory, which it does for a
 * decoded identifier alone; such a piece is no ASCII, and one that is ASCII follows: the jump waits
 * for it. That of C++ holds none.
 */
struct plain {
  jmp_buf enough;
  bool rust, too_long;
  size_t size;
  char text[RVT_NAME_MAX];
};

static bool is_ascii(const char *piece, size_t size) {
  for (size_t i = 0; i < size; i++)
    if ((piece[i] & 0x80) != 0) return false;
  return true;
}

static void take_piece(const char *piece, size_t size, void *user) {
  struct plain *p = user;
  p->too_long = p->too_long || size >= sizeof p->text - p->size;
  if (p->too_long) {
    if (!p->rust || is_ascii(piece, size)) longjmp(p->enough, 1);
    return;
  }
  memcpy(p->text + p->size, piece, size);
  p->size += size;
}

static bool demangle(const char *name, struct plain *p) {
  p->size = 0;
  p->rust = true;
  p->too_long = false;
  if (setjmp(p->enough) != 0) return false;
  if (rust_demangle_callback(name, DMGL_PARAMS, take_piece, p) != 0) return !p->too_long;
  p->size = 0; /* what was no name of Rust may have had a begin of one */
  p->rust = false;
  p->too_long = false;
  return cplus_demangle_v3_callback(name, DMGL_PARAMS | DMGL_ANSI, take_piece, p) != 0;
}

char *rvt_names_plain(const char *name) {
  struct plain p;
  if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R') || !demangle(name, &p))
    return strdup(name);
  return strndup(p.text, p.size);
}

/* ---- The best of several ----------------------------------------------------------------------
 */

static int underscores(const char *name) { return (int)strspn(name, "_"); }

/* What a user would write: functions, names that other files see, `free` before `__free`. */
static int compare(const void *a, const void *b) {
  const struct rvt_symbol *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  if (x->function != y->function) return x->function ? -1 : 1;
  if (x->local != y->local) return x->local ? 1 : -1;
  const int more = underscores(x->name) - underscores(y->name);
  if (more != 0) return more;
  if (x->weak != y->weak) return x->weak ? 1 : -1;
  return strcmp(x->name, y->name);
}

/* ---- Spans ------------------------------------------------------------------------------------
 */

/* Symbols whose code has begun, each within the one before. */
struct open {
  const struct rvt_symbol *symbol;
  uint64_t last;
  bool sized;
};

struct builder {
  struct rvt_names *names;
  struct open *open;
  size_t depth;
};

/* The name of `address` and what is after it. */
static void put_span(struct rvt_names *n, uint64_t address, const struct rvt_symbol *symbol) {
  if (n->spans != 0 && n->span[n->spans - 1].from == address) n->spans--;
  n->span[n->spans++] = (struct rvt_span){.from = address,
                                          .address = symbol != NULL ? symbol->address : 0,
                                          .name = symbol != NULL ? symbol->name : NULL};
}

static const struct open *top_of(const struct builder *b) {
  return b->depth != 0 ? &b->open[b->depth - 1] : NULL;
}

/* End what ends before `address`. */
static void close_before(struct builder *b, uint64_t address) {
  while (b->depth != 0 && top_of(b)->last < address) {
    const uint64_t last = top_of(b)->last;
    while (b->depth != 0 && top_of(b)->last <= last) b->depth--;
    put_span(b->names, last + 1, b->depth != 0 ? top_of(b)->symbol : NULL);
  }
}

/* Whether code of a sized symbol is open, and where it ends. */
static bool is_within(const struct builder *b, uint64_t *last) {
  for (size_t i = b->depth; i-- > 0;) {
    if (!b->open[i].sized) continue;
    *last = b->open[i].last;
    return true;
  }
  return false;
}

/* `size`: the largest of those at its address. */
static void put_symbol(struct builder *b, const struct rvt_symbol *s, uint64_t size) {
  uint64_t last = s->limit;
  close_before(b, s->address);
  const bool within = is_within(b, &last);
  const bool sized = size != 0 && size - 1 <= UINT64_MAX - s->address;
  if (within && !sized && !s->function) return; /* a label in a function */
  if (b->depth != 0 && !top_of(b)->sized) b->depth--;
  b->open[b->depth++] = (struct open){s, sized ? s->address + (size - 1) : last, sized};
  put_span(b->names, s->address, s);
}

bool rvt_names_finish(struct rvt_names *n) {
  if (n->symbols == 0) return true;
  qsort(n->symbol, n->symbols, sizeof *n->symbol, compare);
  struct builder b = {.names = n, .open = malloc(n->symbols * sizeof *b.open)};
  n->span = malloc(2 * n->symbols * sizeof *n->span); /* each begins one and ends one */
  if (b.open == NULL || n->span == NULL) {
    free(b.open);
    return false;
  }
  for (size_t i = 0, next; i < n->symbols; i = next) {
    const struct rvt_symbol *best = &n->symbol[i];
    uint64_t size = 0;
    for (next = i; next < n->symbols && n->symbol[next].address == best->address; next++)
      if (n->symbol[next].function == best->function && n->symbol[next].size > size)
        size = n->symbol[next].size;
    put_symbol(&b, best, size);
  }
  close_before(&b, UINT64_MAX);
  free(b.open);
  return true;
}

void rvt_names_free(struct rvt_names *n) {
  while (n != NULL) {
    struct rvt_names *next = n->next;
    for (size_t i = 0; i < n->symbols; i++) free(n->symbol[i].name);
    free(n->symbol);
    free(n->span);
    free(n);
    n = next;
  }
}

/* ---- Look-up ----------------------------------------------------------------------------------
 */

/* Number of the spans that begin at `pc` or before it. */
static size_t begun(const struct rvt_names *n, uint64_t pc) {
  size_t low = 0;
  size_t high = n->spans;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (n->span[middle].from > pc)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

void rvt_names_at(const struct rvt_names *n, uint64_t pc, struct rvt_image_function *found) {
  const size_t at = begun(n, pc);
  if (at != 0) {
    const struct rvt_span *span = &n->span[at - 1];
    found->name = span->name;
    found->address = span->address;
    if (span->from > found->first) found->first = span->from;
  }
  if (at < n->spans && n->span[at].from <= found->last) found->last = n->span[at].from - 1;
}

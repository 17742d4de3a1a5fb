/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "parcels.h"

/*
 * Code that is there in certain contexts only: each is an image of its own, a part. For every set
 * of parts that one context can have at the same time there is a view, an image like any other.
 */

static bool is_every(const struct rvt_image_context *c) {
  return c == NULL || (!c->has_scontext && !c->has_hcontext);
}

/* The hart is known to be where the part is there. */
static bool holds(const struct rvt_image_context *part, const struct rvt_image_context *hart) {
  return (!part->has_scontext || (hart->has_scontext && hart->scontext == part->scontext)) &&
         (!part->has_hcontext || (hart->has_hcontext && hart->hcontext == part->hcontext));
}

static uint64_t parts_of(const struct rvt_image *image, const struct rvt_image_context *hart) {
  uint64_t parts = 0;
  for (size_t i = 0; i < image->parts; i++)
    if (holds(&image->part[i].context, hart)) parts |= UINT64_C(1) << i;
  return parts;
}

static const struct rvt_image *find_view(const struct rvt_image *image, uint64_t parts) {
  for (size_t i = 0; i < image->views && parts != 0; i++)
    if (image->view[i].parts == parts) return image->view[i].image;
  return image;
}

const struct rvt_image *rvt_image_in(const struct rvt_image *image,
                                     const struct rvt_image_context *context) {
  return image->parts != 0 ? find_view(image, parts_of(image, context)) : image;
}

bool rvt_image_has(const struct rvt_image *image, uint64_t pc) {
  bool found = rvt_image_find(image, pc) != NULL;
  for (size_t i = 0; i < image->parts; i++)
    found = found || rvt_image_find(image->part[i].image, pc) != NULL;
  return found;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

struct rvt_image *rvt_image_new_part(struct rvt_image *image,
                                     const struct rvt_image_context *context) {
  if (is_every(context)) return image;
  if (image->parts == RVT_IMAGE_PARTS) return NULL;
  struct rvt_image_part *grown = realloc(image->part, (image->parts + 1) * sizeof *grown);
  if (grown == NULL) return NULL;
  image->part = grown;
  struct rvt_image *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->xlen = image->xlen;
  made->isa = image->isa;
  made->isa_given = image->isa_given;
  made->keep_mangled = image->keep_mangled;
  made->overlay = image->overlay;
  made->classes = image->classes;
  made->class_count = image->class_count;
  made->is_part = true;
  if (image->table.given)
    made->table = (struct rvt_table){.known = true, .given = true, .base = image->table.base};
  grown[image->parts++] = (struct rvt_image_part){*context, made};
  return made;
}

void rvt_image_drop_part(struct rvt_image *image) {
  rvt_image_free(image->part[--image->parts].image);
}

enum rvt_status rvt_image_add(struct rvt_image *image, uint64_t address, const void *bytes,
                              size_t size) {
  return rvt_image_add_in(image, NULL, address, bytes, size);
}

enum rvt_status rvt_image_add_in(struct rvt_image *image, const struct rvt_image_context *context,
                                 uint64_t address, const void *bytes, size_t size) {
  if (!is_every(context) && image->parts == RVT_IMAGE_PARTS) return RVT_ERR_ARG;
  struct rvt_image *part = rvt_image_new_part(image, context);
  if (part == NULL) return RVT_ERR_NO_MEMORY;
  enum rvt_status status = rvt_image_put(part, address, bytes, size);
  uint64_t where = 0;
  if (status == RVT_OK) status = rvt_image_make_views(image, &where);
  if (status == RVT_OK || part == image) return status;
  rvt_image_drop_part(image);
  /* without the part there are the views that there were before */
  const enum rvt_status again = rvt_image_make_views(image, &where);
  if (again != RVT_OK) return again;
  return status == RVT_ERR_MISMATCH ? RVT_ERR_ARG : status;
}

/* ---- Views ----------------------------------------------------------------------------------- */

static bool overlaps(const struct rvt_image *image, const struct rvt_segment *s) {
  const struct rvt_segment *above = rvt_image_above(image, s->base);
  return rvt_image_find_code(image, s->base) != NULL ||
         (above != NULL && (above->base - s->base) >> 1 < s->count);
}

static enum rvt_status borrow(struct rvt_image *view, const struct rvt_segment *s) {
  struct rvt_segment whole = *s;
  whole.borrowed = true;
  return (s->data ? rvt_image_insert_data : rvt_image_insert)(view, &whole) ? RVT_OK
                                                                            : RVT_ERR_NO_MEMORY;
}

/* What parts leave of a segment. A piece of one is classified anew, for its runs end earlier. */
static enum rvt_status put_rest(struct rvt_image *view, const struct rvt_segment *s) {
  return overlaps(view, s) ? rvt_image_put_rest(view, s) : borrow(view, s);
}

/* What the caller gives wins; of that a part may have the bytes. */
static void put_table(struct rvt_image *view, const struct rvt_image *part) {
  const struct rvt_table *t = &part->table;
  if (t->known && (view->table.given ? t->base == view->table.base && t->bytes != NULL : !t->given))
    view->table = *t;
}

/* What can be written, where there is no code. */
static enum rvt_status put_datas(struct rvt_image *view, const struct rvt_image *from) {
  enum rvt_status status = RVT_OK;
  for (size_t i = 0; i < from->datas && status == RVT_OK; i++)
    status = put_rest(view, &from->data[i]);
  return status;
}

/* Parts first: what they leave of the rest is there, too. */
static enum rvt_status fill_view(struct rvt_image *view, const struct rvt_image *image,
                                 uint64_t parts, uint64_t *where) {
  view->table = image->table;
  for (size_t i = 0; i < image->parts; i++) {
    const struct rvt_image *part = image->part[i].image;
    if ((parts >> i & 1) == 0) continue;
    for (size_t k = 0; k < part->segments; k++) {
      *where = part->segment[k].base;
      if (overlaps(view, &part->segment[k])) return RVT_ERR_MISMATCH;
      if (borrow(view, &part->segment[k]) != RVT_OK) return RVT_ERR_NO_MEMORY;
    }
    put_table(view, part);
  }
  enum rvt_status status = RVT_OK;
  for (size_t i = 0; i < image->segments && status == RVT_OK; i++)
    status = put_rest(view, &image->segment[i]);
  if (status == RVT_OK) status = put_datas(view, image);
  for (size_t i = 0; i < image->parts && status == RVT_OK; i++)
    if ((parts >> i & 1) != 0) status = put_datas(view, image->part[i].image);
  return status == RVT_OK ? rvt_image_join(view, 0, UINT64_MAX) : status;
}

static enum rvt_status make_view(struct rvt_image *image, uint64_t parts, uint64_t *where) {
  struct rvt_image_view *grown = realloc(image->view, (image->views + 1) * sizeof *grown);
  if (grown == NULL) return RVT_ERR_NO_MEMORY;
  image->view = grown;
  struct rvt_image *view = calloc(1, sizeof *view);
  if (view == NULL) return RVT_ERR_NO_MEMORY;
  view->is_view = true;
  view->xlen = image->xlen;
  view->extra = image->extra;
  view->classes = image->classes;
  view->class_count = image->class_count;
  grown[image->views++] = (struct rvt_image_view){parts, view};
  return fill_view(view, image, parts, where);
}

static void free_views(struct rvt_image *image) {
  for (size_t i = 0; i < image->views; i++) rvt_image_free(image->view[i].image);
  image->views = 0;
}

enum rvt_status rvt_image_make_views(struct rvt_image *image, uint64_t *where) {
  enum rvt_status status = RVT_OK;
  free_views(image);
  /* every value of a part with every one of another: nothing else makes a difference */
  for (size_t i = 0; i < image->parts * image->parts && status == RVT_OK; i++) {
    const struct rvt_image_context *s = &image->part[i / image->parts].context;
    const struct rvt_image_context *h = &image->part[i % image->parts].context;
    const struct rvt_image_context both = {s->has_scontext, h->has_hcontext, s->scontext,
                                           h->hcontext};
    const uint64_t parts = parts_of(image, &both);
    if (parts != 0 && find_view(image, parts) == image) status = make_view(image, parts, where);
  }
  if (status != RVT_OK) free_views(image);
  return status;
}

void rvt_image_overlay(struct rvt_image *image) { image->overlay = true; }

static uint64_t take_hidden(struct rvt_image *image, uint64_t *address) {
  const uint64_t hidden = image->hidden;
  if (hidden != 0) *address = image->hidden_at;
  image->hidden = 0;
  return hidden;
}

uint64_t rvt_image_hidden(struct rvt_image *image, uint64_t *address) {
  uint64_t hidden = take_hidden(image, address);
  for (size_t i = 0; i < image->parts; i++) hidden += take_hidden(image->part[i].image, address);
  return hidden;
}

void rvt_image_keep_mangled(struct rvt_image *image) { image->keep_mangled = true; }

enum rvt_status rvt_image_set_jvt(struct rvt_image *image, uint64_t base) {
  if (base % RVT_JVT_ALIGN != 0) return RVT_ERR_ARG;
  free(image->table.bytes);
  image->table = (struct rvt_table){.known = true, .given = true, .base = base};
  uint64_t where = 0;
  return rvt_image_make_views(image, &where);
}

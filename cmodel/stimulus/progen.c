/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progen_program.h"

void rvt_progen_params_init(struct rvt_progen_params *params, uint32_t xlen, uint64_t seed) {
  *params = (struct rvt_progen_params){.seed = seed,
                                       .xlen = xlen,
#define PRESET(name, preset, least, most, text) .name = preset,
                                       RVT_PROGEN_PARAM_LIST(PRESET)
#undef PRESET
  };
}

struct field {
  const char *name;
  size_t offset;
  uint32_t least, most;
};

static const struct field fields[] = {
#define FIELD(name, preset, least, most, text)                                                     \
  {#name, offsetof(struct rvt_progen_params, name), least, most},
    RVT_PROGEN_PARAM_LIST(FIELD)
#undef FIELD
};
enum { FIELDS = sizeof fields / sizeof *fields };

static enum rvt_status check_field(const struct field *f, uint32_t value, struct rvt_error *e) {
  if (value >= f->least && value <= f->most) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_ARG, "%s: expected %" PRIu32 "..%" PRIu32 ", found %" PRIu32,
                       f->name, f->least, f->most, value);
}

enum rvt_status rvt_progen_params_set(struct rvt_progen_params *params, const char *name,
                                      uint32_t value, struct rvt_error *e) {
  for (size_t i = 0; i < FIELDS; i++) {
    if (strcmp(name, fields[i].name) != 0) continue;
    const enum rvt_status status = check_field(&fields[i], value, e);
    if (status == RVT_OK) memcpy((char *)params + fields[i].offset, &value, sizeof value);
    return status;
  }
  return rvt_error_set(e, RVT_ERR_ARG, "expected the name of a parameter, found '%s'", name);
}

static enum rvt_status check(const struct rvt_progen_params *params, struct rvt_error *e) {
  if (params->xlen != 32 && params->xlen != 64)
    return rvt_error_set(e, RVT_ERR_ARG, "xlen: expected 32 or 64, found %" PRIu32, params->xlen);
  for (size_t i = 0; i < FIELDS; i++) {
    uint32_t value;
    memcpy(&value, (const char *)params + fields[i].offset, sizeof value);
    const enum rvt_status status = check_field(&fields[i], value, e);
    if (status != RVT_OK) return status;
  }
  return RVT_OK;
}

/* A site, a pair and a function are each at least one half-word. */
static bool allocate(struct rvt_progen *g) {
  uint32_t room = 0;
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) {
    struct rvt_progen_code *c = &g->code[i];
    c->room = g->params.code / (i == 2 ? 2 : 8) + RVT_PROGEN_SLACK;
    c->entry_room = c->room;
    c->parcel = calloc(c->room, sizeof *c->parcel);
    c->entry = calloc(c->entry_room, sizeof *c->entry);
    c->bytes = calloc(c->room, 2);
    if (c->parcel == NULL || c->entry == NULL || c->bytes == NULL) return false;
    room += c->room;
  }
  g->site_room = room;
  g->pair_room = room / 2;
  g->site = calloc(g->site_room, sizeof *g->site);
  g->pair = calloc(g->pair_room, sizeof *g->pair);
  return g->site != NULL && g->pair != NULL;
}

enum rvt_status rvt_progen_open(struct rvt_progen **out, const struct rvt_progen_params *params,
                                struct rvt_error *e) {
  *out = NULL;
  const enum rvt_status status = check(params, e);
  if (status != RVT_OK) return status;
  struct rvt_progen *g = calloc(1, sizeof *g);
  if (g == NULL) return rvt_error_set(e, RVT_ERR_NO_MEMORY, "program generator: out of memory");
  g->params = *params;
  g->random = params->seed;
  if (!allocate(g)) {
    rvt_progen_close(g);
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "program generator: out of memory");
  }
  snprintf(g->isa, sizeof g->isa, "rv%" PRIu32 "imac_zicsr", params->xlen);
  rvt_progen_build(g);
  rvt_progen_walk_init(g);
  *out = g;
  return RVT_OK;
}

void rvt_progen_close(struct rvt_progen *g) {
  if (g == NULL) return;
  for (uint32_t i = 0; i < RVT_PROGEN_REGIONS; i++) {
    free(g->code[i].parcel);
    free(g->code[i].entry);
    free(g->code[i].bytes);
  }
  free(g->site);
  free(g->pair);
  free(g);
}

static bool ended(const struct rvt_progen *g) {
  return g->params.instructions != 0 && g->count[RVT_PROGEN_INSTRUCTIONS] >= g->params.instructions;
}

enum rvt_status rvt_progen_fill(struct rvt_progen *g, struct rvt_step *steps, size_t max,
                                size_t *count) {
  size_t n = 0;
  while (n < max) {
    if (g->stash_begin < g->stash_end) {
      steps[n++] = g->stash[g->stash_begin++];
    } else if (ended(g)) {
      break;
    } else if (max - n >= RVT_PROGEN_TURN) {
      n += rvt_progen_turn(g, steps + n);
    } else {
      g->stash_begin = 0;
      g->stash_end = rvt_progen_turn(g, g->stash);
    }
  }
  *count = n;
  return n == 0 && max != 0 ? RVT_END : RVT_OK;
}

uint64_t rvt_progen_entry(const struct rvt_progen *g) { return rvt_progen_address(g, g->entry); }

bool rvt_progen_get_region(const struct rvt_progen *g, size_t i, struct rvt_progen_region *region) {
  if (i >= RVT_PROGEN_REGIONS) return false;
  const struct rvt_progen_code *c = &g->code[i];
  *region = (struct rvt_progen_region){c->address, c->bytes, 2 * (size_t)c->used};
  return true;
}

const uint64_t *rvt_progen_counts(const struct rvt_progen *g) { return g->count; }

const char *rvt_progen_count_text(enum rvt_progen_count_id id) {
  static const char *const text[RVT_PROGEN_COUNTS] = {
#define TEXT(id, text) text,
      RVT_PROGEN_COUNT_LIST(TEXT)
#undef TEXT
  };
  return (unsigned)id < RVT_PROGEN_COUNTS ? text[id] : "?";
}

const char *rvt_progen_isa(const struct rvt_progen *g) { return g->isa; }

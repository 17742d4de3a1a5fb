/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The oracle, as plainly as the rows allow: every function is one rule or one message form, and
 * names its row. Rows are NT:…, decisions D-… are those of docs/decisions.md. Here is what does not
 * depend on the format: the slots of a clock, and the life of an oracle.
 */

#include "oracle.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_state.h"

void oracle_clock(struct oracle *o, const struct oracle_clock *c) {
  if (o->slots == RVT_BLOCKS_MAX) {
    fputs("oracle: too many slots in a clock\n", stderr);
    abort();
  }
  struct oracle_clock *slot = &o->slot[o->slots++];
  /* Of the instructions only those that there are. */
  const size_t before = offsetof(struct oracle_clock, insn) + c->insns * sizeof *c->insn;
  const size_t after = offsetof(struct oracle_clock, itype);
  memcpy(slot, c, before);
  memcpy((uint8_t *)slot + after, (const uint8_t *)c + after, sizeof *c - after);
  if (!o->params.events) {
    slot->trigger = slot->ext_trigger = 0;
  }
  if (!c->more) {
    o->format->clock(o);
    o->slots = 0;
  }
}

struct oracle *oracle_new(const struct oracle_format *format, const struct rvt_params *params) {
  struct oracle *o = calloc(1, format->size);
  if (o == NULL) {
    return NULL;
  }
  o->format = format;
  o->params = *params;
  format->reset(o);
  return o;
}

struct oracle *oracle_copy(const struct oracle *o) {
  struct oracle *copy = malloc(o->format->size);
  if (copy == NULL) {
    return NULL;
  }
  memcpy(copy, o, o->format->size);
  copy->format->forget(copy);
  return copy;
}

void oracle_free(struct oracle *o) {
  if (o == NULL) {
    return;
  }
  o->format->release(o);
  free(o);
}

uint64_t oracle_lost(const struct oracle *o) { return o->lost; }

void oracle_take(struct oracle *o) { o->format->take(o); }

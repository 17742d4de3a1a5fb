/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "group_reader.h"

#include "rvt/framing.h"

void tb_group_reader_init(struct tb_group_reader *r, const char *sink, bool strict,
                          const struct rvt_tandem_format *format) {
  r->sink = sink;
  r->strict = strict;
  r->begin = rvt_framing_place_tandem(format->xlen, format->flen, format->mlen);
  rvt_tandem_reader_init(&r->reader, format);
  tb_group_reader_clear(r);
}

void tb_group_reader_clear(struct tb_group_reader *r) {
  r->from = r->to = 0;
  r->at = 0;
  r->place = r->begin;
}

static struct tb_group *group(struct tb_group_reader *r, uint32_t n) {
  return &r->due[n % TB_GROUPS];
}

/** The last group, if it goes on. */
static struct tb_group *open_group(struct tb_group_reader *r) {
  if (r->from == r->to) return NULL;
  struct tb_group *const g = group(r, r->to - 1);
  return g->whole || g->cut ? NULL : g;
}

static struct tb_group *new_group(struct tb_group_reader *r, struct tb *tb) {
  if (r->to - r->from == TB_GROUPS) tb_fail(tb, "%s: more groups than it can hold", r->sink);
  struct tb_group *const g = group(r, r->to++);
  g->size = 0;
  g->whole = g->cut = false;
  return g;
}

void tb_group_reader_take(struct tb_group_reader *r, const struct rvt_beat *beat, struct tb *tb) {
  struct tb_group *g = open_group(r);
  if (g == NULL) g = new_group(r, tb);
  for (unsigned i = 0; i < beat->bytes && g->size < RVT_TANDEM_GROUP_BYTES; i++)
    g->bytes[g->size++] = beat->data[i];
  g->whole = beat->eom;
}

void tb_group_reader_cut(struct tb_group_reader *r) {
  struct tb_group *const g = open_group(r);
  if (g != NULL) g->cut = true;
}

void tb_group_reader_give_up(struct tb_group_reader *r, unsigned bytes, struct tb *tb) {
  while (bytes != 0 && r->from != r->to) {
    struct tb_group *const g = group(r, r->to - 1);
    const unsigned all = g->size < bytes ? g->size : bytes;
    g->size = (uint16_t)(g->size - all);
    bytes -= all;
    g->whole = false;
    if (g->size == 0) r->to--;
  }
  if (bytes != 0) tb_fail(tb, "%s: gives up %u bytes more than it had", r->sink, bytes);
  if (r->from != r->to && group(r, r->to - 1)->cut) {
    /* What ends a group begins once more. */
    const unsigned size = group(r, r->to - 1)->size;
    if (r->from + 1 == r->to && r->at > size) r->at = size;
    return;
  }
  struct tb_group *g = open_group(r);
  if (g == NULL) g = new_group(r, tb); /* what ends a group, and no group */
  g->cut = true;
}

/** Whether a strict reader finds a group in what stands there, or what is no group. */
static bool is_read(struct tb_group_reader *r, const struct tb_group *g, unsigned broken) {
  uint8_t bytes[RVT_TANDEM_GROUP_BYTES + 16];
  size_t size = 0;
  for (unsigned i = 0; i < g->size; i++) bytes[size++] = g->bytes[i];
  for (unsigned i = 0; i < broken; i++) bytes[size++] = 0xff;
  const struct rvt_tandem_format format = r->reader.format;
  rvt_tandem_reader_init(&r->reader, &format);
  struct rvt_bytes in = {.data = bytes, .size = size};
  struct rvt_tandem_element e;
  enum rvt_status status;
  while ((status = rvt_tandem_read(&r->reader, &in, &e, NULL)) == RVT_OK) {
  }
  return status == RVT_END;
}

static void ends(struct tb_group_reader *r, const struct tb_group *g, unsigned broken,
                 struct tb *tb) {
  if (!g->cut && r->strict && !is_read(r, g, 0))
    tb_fail(tb, "%s: a group that is none (TV:E-06)", r->sink);
  if (g->cut && is_read(r, g, broken)) tb_fail(tb, "%s: a part of a group is one", r->sink);
  r->groups += !g->cut;
  r->cuts += g->cut;
  if (!g->cut) PROVED("TV:E-06");
  if (g->cut && g->size != 0) PROVED("TV:R-17");
  r->at = 0;
  r->from++;
  r->place = r->begin;
}

void tb_group_reader_byte(struct tb_group_reader *r, uint8_t byte, struct tb *tb) {
  const struct rvt_framing *const f = rvt_framing_of(RVT_FRAMING_TANDEM);
  if (r->at == 0 && byte == f->padding) return;
  if (r->from == r->to) {
    tb_fail(tb, "%s: byte 0x%02x, and no group is due", r->sink, byte);
    return;
  }
  const struct tb_group *const g = group(r, r->from);
  const unsigned at = r->at++;
  if (at >= g->size) {
    const unsigned behind = at - g->size;
    if (!g->cut || byte != (behind < f->broken_bytes ? f->broken : f->padding))
      tb_fail(tb, "%s: byte 0x%02x after %u bytes of a group that was cut", r->sink, byte, g->size);
    else if (behind == f->broken_bytes)
      ends(r, g, f->broken_bytes, tb);
    return;
  }
  if (byte != g->bytes[at])
    tb_fail(tb, "%s: byte %u of a group: expected 0x%02x, found 0x%02x", r->sink, at, g->bytes[at],
            byte);
  const bool end = f->ends(&r->place, byte);
  if (end != (g->whole && r->at == g->size))
    tb_fail(tb, "%s: a group of %u bytes ends after %u", r->sink, g->size, r->at);
  if (end && tb->error[0] == 0) ends(r, g, 0, tb);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

enum { RESERVED = 7 }; /* a level of no privilege */

bool rvt_process_take(struct rvt_process *p, const struct rvt_decoder_context *said) {
  static const uint8_t levels[] = {[RVT_PRIV_U] = 0,     [RVT_PRIV_S] = 1,  [RVT_PRIV_M] = 3,
                                   [RVT_PRIV_DEBUG] = 3, [RVT_PRIV_VU] = 4, [RVT_PRIV_VS] = 5};
  const struct rvt_image_context *c = &said->context;
  p->known = true;
  p->level = said->priv_known ? levels[said->priv] : RESERVED;
  if (c->has_scontext) p->has_scontext = true, p->scontext = c->scontext;
  if (c->has_hcontext) p->has_hcontext = true, p->hcontext = c->hcontext;
  return said->more;
}

const char *rvt_process_level(const struct rvt_process *p) {
  static const char *const names[8] = {"U", "S", NULL, "M", "VU", "VS", NULL, NULL};
  return names[p->level] != NULL ? names[p->level] : "reserved";
}

bool rvt_process_same(const struct rvt_process *a, const struct rvt_process *b) {
  return a->known == b->known && a->level == b->level && a->has_scontext == b->has_scontext &&
         a->has_hcontext == b->has_hcontext && a->scontext == b->scontext &&
         a->hcontext == b->hcontext;
}

void rvt_processes_add(struct rvt_processes *p, uint16_t src, const struct rvt_process *process,
                       uint64_t bytes, uint64_t halfwords) {
  size_t i = 0;
  while (i < p->count && (p->sum[i].src != src || !rvt_process_same(&p->sum[i].process, process)))
    i++;
  if (i == p->room) {
    p->room = p->room == 0 ? 16 : 2 * p->room;
    p->sum = rvt_need_memory(realloc(p->sum, p->room * sizeof *p->sum));
  }
  if (i == p->count) p->sum[p->count++] = (struct rvt_process_sum){.process = *process, .src = src};
  p->sum[i].messages++;
  p->sum[i].bytes += bytes;
  p->sum[i].halfwords += halfwords;
  if (i == 0) return;
  /* most messages are of the process of the one before: it goes to the front */
  const struct rvt_process_sum found = p->sum[i];
  memmove(p->sum + 1, p->sum, i * sizeof *p->sum);
  p->sum[0] = found;
}

static int by_halfwords(const void *a, const void *b) {
  const struct rvt_process_sum *x = a, *y = b;
  if (x->halfwords != y->halfwords) return x->halfwords < y->halfwords ? 1 : -1;
  if (x->bytes != y->bytes) return x->bytes < y->bytes ? 1 : -1;
  if (x->src != y->src) return x->src < y->src ? -1 : 1;
  if (x->process.scontext != y->process.scontext)
    return x->process.scontext < y->process.scontext ? -1 : 1;
  return x->process.level - y->process.level;
}

static void sort(struct rvt_processes *p) {
  if (p->count != 0) qsort(p->sum, p->count, sizeof *p->sum, by_halfwords);
}

static void print_name(const struct rvt_process_sum *s, bool several, FILE *file) {
  char name[80];
  int used = several ? snprintf(name, sizeof name, "SRC %u ", s->src) : 0;
  const struct rvt_process *p = &s->process;
  if (!p->known) used += snprintf(name + used, sizeof name - (size_t)used, "not known");
  if (p->known)
    used += snprintf(name + used, sizeof name - (size_t)used, "%s", rvt_process_level(p));
  if (p->has_hcontext)
    used += snprintf(name + used, sizeof name - (size_t)used, " hcontext 0x%" PRIx64, p->hcontext);
  if (p->has_scontext)
    snprintf(name + used, sizeof name - (size_t)used, " scontext 0x%" PRIx64, p->scontext);
  fprintf(file, "%-36s", name);
}

void rvt_processes_print(struct rvt_processes *p, FILE *file) {
  bool known = false, several = false;
  for (size_t i = 0; i < p->count; i++) {
    known = known || p->sum[i].process.known;
    several = several || p->sum[i].src != p->sum[0].src;
  }
  if (!known) return;
  sort(p);
  fprintf(file, "%-36s%12s %12s %12s\n", "process", "count", "bytes", "half-words");
  for (size_t i = 0; i < p->count; i++) {
    print_name(&p->sum[i], several, file);
    fprintf(file, "%12" PRIu64 " %12" PRIu64 " %12" PRIu64 "\n", p->sum[i].messages,
            p->sum[i].bytes, p->sum[i].halfwords);
  }
}

static void set_hex(json_t *object, const char *name, uint64_t value) {
  char text[20];
  snprintf(text, sizeof text, "0x%" PRIx64, value);
  json_object_set_new(object, name, json_string(text));
}

json_t *rvt_processes_json(struct rvt_processes *p) {
  json_t *list = json_array();
  sort(p);
  for (size_t i = 0; i < p->count; i++) {
    const struct rvt_process_sum *s = &p->sum[i];
    json_t *one =
        json_pack("{s:i, s:I, s:I, s:I}", "src", (int)s->src, "messages", (json_int_t)s->messages,
                  "bytes", (json_int_t)s->bytes, "halfwords", (json_int_t)s->halfwords);
    if (s->process.known)
      json_object_set_new(one, "privilege", json_string(rvt_process_level(&s->process)));
    if (s->process.has_hcontext) set_hex(one, "hcontext", s->process.hcontext);
    if (s->process.has_scontext) set_hex(one, "scontext", s->process.scontext);
    json_array_append_new(list, one);
  }
  return list;
}

void rvt_processes_free(struct rvt_processes *p) {
  free(p->sum);
  *p = (struct rvt_processes){NULL, 0, 0};
}

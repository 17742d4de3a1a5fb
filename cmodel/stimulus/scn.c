/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "scn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_line.h"
#include "model/common/params.h"
#include "rvt/ntrace.h"
#include "rvt/params.h"
#include "rvt/prng.h"

/* ---- Fields: names, places and ranges ------------------------------------------------------ */

_Static_assert(sizeof(bool) == 1, "fields of type bool are stored as one byte");

static const char *const off_on[] = {"off", "on", NULL};
static const char *const modes[] = {"off", "", "", "btm", "", "", "htm", NULL};
static const char *const sync_modes[] = {"off", "messages", "clocks", "halfwords", NULL};
static const char *const paces[] = {"natural", "recorded", "fast", NULL};
static const char *const folds[] = {"random", "never", "always", NULL};
static const char *const stalls[] = {"random", "latest", "ignore", NULL};
static const char *const garbages[] = {"all", "slots", "quiet", NULL};

#define FIELD(type, field, min, max, names)                                                        \
  { #field, offsetof(struct type, field), sizeof((struct type *)0)->field, min, max, names }
#define BUILD_FLAG off_on
#define BUILD_BYTE NULL
#define BUILD_HALF NULL
#define BUILD(Name, field, kind, least, greatest, preset)                                          \
  FIELD(rvt_params, field, least, greatest, BUILD_##kind),
#define CONFIG(field, min, max, names) FIELD(rvt_config, field, min, max, names)
#define PLAYER(name, field, min, max, names)                                                       \
  {                                                                                                \
    name, offsetof(struct rvt_player_options, field),                                              \
        sizeof((struct rvt_player_options *)0)->field, min, max, names                             \
  }

const struct scn_field rvt_scn_build_fields[] = {RVT_PARAMS(BUILD){NULL, 0, 0, 0, 0, NULL}};

const struct scn_field rvt_scn_config_fields[] = {CONFIG(active, 0, 1, off_on),
                                                  CONFIG(enable, 0, 1, off_on),
                                                  CONFIG(tracing, 0, 1, off_on),
                                                  CONFIG(mode, 0, 6, modes),
                                                  CONFIG(stall_ena, 0, 1, off_on),
                                                  CONFIG(sync_mode, 0, 3, sync_modes),
                                                  CONFIG(sync_max, 0, 15, NULL),
                                                  CONFIG(ir_mode, 0, 3, NULL),
                                                  CONFIG(ir_en, 0, 1, off_on),
                                                  CONFIG(inhibit_src, 0, 1, off_on),
                                                  CONFIG(src_bits, 0, RVT_SRC_BITS_CEIL, NULL),
                                                  CONFIG(src_id, 0, 0xfff, NULL),
                                                  CONFIG(all_jumps, 0, 1, off_on),
                                                  CONFIG(extend_addr, 0, 1, off_on),
                                                  CONFIG(repeat_branch, 0, 1, off_on),
                                                  CONFIG(repeat_hist, 0, 1, off_on),
                                                  CONFIG(context_en, 0, 1, off_on),
                                                  CONFIG(ts_en, 0, 1, off_on),
                                                  CONFIG(ts_suppress, 0, 15, NULL),
                                                  CONFIG(plain_sync, 0, 1, off_on),
                                                  CONFIG(trig_ena, 0, 1, off_on),
                                                  CONFIG(seq_en, 0, 1, off_on),
                                                  CONFIG(branch_prediction, 0, 1, off_on),
                                                  CONFIG(jump_target_cache, 0, 1, off_on),
                                                  {NULL, 0, 0, 0, 0, NULL}};

const struct scn_field rvt_scn_player_fields[] = {
    PLAYER("pace", pace, 0, RVT_PACE_FAST, paces),
    PLAYER("fold", fold, 0, RVT_FOLD_ALWAYS, folds),
    PLAYER("stall", stall_rule, 0, RVT_STALL_IGNORE, stalls),
    PLAYER("garbage", garbage, 0, RVT_GARBAGE_QUIET, garbages),
    PLAYER("itype_width", itype_width, 3, 4, NULL),
    PLAYER("jumps_taken", jumps_taken, 0, 1, off_on),
    PLAYER("max_insns", max_insns, 0, 255, NULL),
    PLAYER("random_end", random_end, 0, 255, NULL),
    PLAYER("time_step", time_step, 0, 255, NULL),
    {NULL, 0, 0, 0, 0, NULL}};

void rvt_scn_field_store(const struct scn_field *f, void *base, uint64_t value) {
  void *to = (char *)base + f->offset;
  const uint8_t byte = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  const uint32_t word = (uint32_t)value; /* an enumeration */
  switch (f->size) {
  case 1: memcpy(to, &byte, 1); break;
  case 2: memcpy(to, &half, 2); break;
  default: memcpy(to, &word, 4); break;
  }
}

void rvt_scn_defaults(struct rvt_scn *scn) {
  *scn = (struct rvt_scn){
      .config = {.active = true, .enable = true, .tracing = true, .mode = RVT_MODE_HTM},
      .player = {.itype_width = 4, .time_step = 1}};
  struct rvt_params *p = &scn->params;
  rvt_params_init(p, NULL);
  p->xlen = 64;
  p->icnt_width = RVT_ICNT_CEIL;
  p->stack_depth = 8;
  p->ts_width = 40;
  p->queue_depth = 16;
  p->fifo_depth = 128;
  p->plain_hist = false;
}

enum rvt_status rvt_scn_check_config(const struct rvt_params *p, const struct rvt_config *c,
                                     struct rvt_error *e) {
  const enum rvt_status status = rvt_config_check(p, c, e);
  return status == RVT_OK ? RVT_OK : rvt_error_at(e, RVT_ERR_RANGE, "config");
}

enum rvt_status rvt_scn_check(struct rvt_scn *scn, struct rvt_error *e) {
  const struct rvt_params *p = &scn->params;
  if (scn->trace == NULL)
    return rvt_error_set(e, RVT_ERR_RANGE, "expected a line 'trace FILE', found none");
  if (rvt_params_check(p, e) != RVT_OK) return rvt_error_at(e, RVT_ERR_RANGE, "build");
  scn->player.seed = scn->seed;
  scn->player.xlen = p->xlen;
  if (p->itype_width < scn->player.itype_width) scn->player.itype_width = p->itype_width;
  scn->player.blocks = p->blocks;
  scn->player.iretire_width = p->iretire_width;
  scn->player.single = p->single;
  scn->player.iaddr_on_int = p->iaddr_on_int;
  scn->player.stall_latency = p->stall_latency;
  return rvt_scn_check_config(p, &scn->config, e);
}

/* ---- Lines --------------------------------------------------------------------------------- */

static const char *const minimum_names[] = {
    "instructions", "clocks",         "bytes", "messages",  "syncs",  "errors", "correlations",
    "ownerships",   "resource_fulls", "traps", "overflows", "stalls", "halts"};
enum { MINIMUM_NAMES = sizeof minimum_names / sizeof *minimum_names };

struct loader {
  struct rvt_scn *scn;
  const char *path;
  unsigned line_number;
  struct text_line line;
  struct rvt_error *e;
};

static enum rvt_status expected(struct loader *l, const char *what, const char *found) {
  return rvt_error_set(l->e, RVT_ERR_FORMAT, "expected %s, found '%s'", what,
                       found == NULL ? "the end of the line" : found);
}

static const char *word(const struct loader *l, unsigned i) {
  return i < l->line.count ? l->line.word[i] : NULL;
}

static enum rvt_status number(struct loader *l, unsigned i, const char *what, uint64_t min,
                              uint64_t max, uint64_t *value) {
  if (word(l, i) == NULL) return expected(l, what, NULL);
  uint64_t v;
  const enum rvt_status status = rvt_text_number(word(l, i), what, max, &v, l->e);
  if (status != RVT_OK) return status;
  if (v < min)
    return rvt_error_set(l->e, RVT_ERR_RANGE, "expected %s from %llu up, found '%s'", what,
                         (unsigned long long)min, word(l, i));
  *value = v;
  return RVT_OK;
}

static enum rvt_status end_of_line(struct loader *l, unsigned i) {
  return i < l->line.count ? expected(l, "the end of the line", word(l, i)) : RVT_OK;
}

/** Make room for one more element. @return NULL: out of memory */
static void *grow(void **array, size_t count, size_t size) {
  if ((count & (count - 1)) == 0) {
    void *grown = realloc(*array, (count == 0 ? 1 : 2 * count) * size);
    if (grown == NULL) return NULL;
    *array = grown;
  }
  return (char *)*array + count * size;
}

static enum rvt_status no_memory(struct loader *l) {
  return rvt_error_set(l->e, RVT_ERR_NO_MEMORY, "out of memory");
}

static void list_word(char *list, size_t size, const char *name) {
  const size_t used = strlen(list);
  snprintf(list + used, size - used, "%s%s", used == 0 ? "" : ", ", name);
}

static enum rvt_status unknown_field(struct loader *l, const struct scn_field *f, unsigned i) {
  char list[320] = "", what[sizeof list + 16];
  for (; f->name != NULL; f++) list_word(list, sizeof list, f->name);
  snprintf(what, sizeof what, "one of %s", list);
  return expected(l, what, word(l, i));
}

static enum rvt_status unknown_word(struct loader *l, const struct scn_field *f, unsigned i) {
  char list[80] = "", what[sizeof list + 32];
  for (size_t v = 0; f->names[v] != NULL; v++)
    if (f->names[v][0] != 0) list_word(list, sizeof list, f->names[v]);
  snprintf(what, sizeof what, "%s to be one of %s", f->name, list);
  return expected(l, what, word(l, i));
}

/** "NAME VALUE" at word `i`. */
static enum rvt_status field_value(struct loader *l, const struct scn_field *fields, unsigned i,
                                   const struct scn_field **field, uint64_t *value) {
  const char *name = word(l, i), *text = word(l, i + 1);
  if (name == NULL) return expected(l, "a field and its value", NULL);
  const struct scn_field *f = fields;
  while (f->name != NULL && strcmp(f->name, name) != 0) f++;
  if (f->name == NULL) return unknown_field(l, fields, i);
  *field = f;
  if (text != NULL && f->names != NULL)
    for (uint64_t v = 0; f->names[v] != NULL; v++)
      if (text[0] != 0 && strcmp(f->names[v], text) == 0) {
        *value = v;
        return RVT_OK;
      }
  if (f->names != NULL && (text == NULL || text[0] < '0' || text[0] > '9'))
    return unknown_word(l, f, i + 1);
  return number(l, i + 1, f->name, f->min, f->max, value);
}

/** "NAME VALUE NAME VALUE ..." from word 1 on. */
static enum rvt_status fields(struct loader *l, const struct scn_field *table, void *base) {
  unsigned i = 1;
  do {
    const struct scn_field *f = NULL;
    uint64_t value = 0;
    const enum rvt_status status = field_value(l, table, i, &f, &value);
    if (status != RVT_OK) return status;
    rvt_scn_field_store(f, base, value);
    i += 2;
  } while (i < l->line.count);
  return RVT_OK;
}

static enum rvt_status read_trace(struct loader *l) {
  const char *name = word(l, 1);
  if (name == NULL) return expected(l, "a file", NULL);
  if (l->scn->trace != NULL) return expected(l, "one line 'trace'", "another one");
  const char *slash = name[0] == '/' ? NULL : strrchr(l->path, '/');
  const size_t folder = slash == NULL ? 0 : (size_t)(slash - l->path) + 1;
  l->scn->trace = malloc(folder + strlen(name) + 1);
  if (l->scn->trace == NULL) return no_memory(l);
  memcpy(l->scn->trace, l->path, folder);
  memcpy(l->scn->trace + folder, name, strlen(name) + 1);
  return end_of_line(l, 2);
}

/** A sink's behaviour at word `i`; what it does not name stays. */
static enum rvt_status read_sink(struct loader *l, unsigned i, struct rvt_scn_sink *s) {
  const char *kind = word(l, i);
  uint64_t a = 0, b = 0;
  enum rvt_status status = RVT_OK;
  if (kind != NULL && strcmp(kind, "always") == 0) {
    *s = (struct rvt_scn_sink){.kind = RVT_SINK_ALWAYS};
    return end_of_line(l, i + 1);
  }
  if (kind != NULL && strcmp(kind, "random") == 0) {
    status = number(l, i + 1, "a chance in 1/256", 0, 256, &a);
    if (status != RVT_OK) return status;
    s->kind = RVT_SINK_RANDOM;
    s->on = (uint32_t)a;
    return end_of_line(l, i + 2);
  }
  const bool burst = kind != NULL && strcmp(kind, "burst") == 0;
  if (!burst && (kind == NULL || strcmp(kind, "dead") != 0))
    return expected(l, "always, random CHANCE, burst ON OFF or dead FROM TO", kind);
  const uint64_t max = burst ? UINT32_MAX : UINT64_MAX;
  status = number(l, i + 1, burst ? "clocks ready" : "a clock", burst ? 1 : 0, max, &a);
  if (status == RVT_OK)
    status = number(l, i + 2, burst ? "clocks not ready" : "a clock", burst ? 0 : a, max, &b);
  if (status != RVT_OK) return status;
  if (burst) {
    s->kind = RVT_SINK_BURST;
    s->on = (uint32_t)a;
    s->off = (uint32_t)b;
  } else {
    s->dead_from = a;
    s->dead_to = b;
  }
  return end_of_line(l, i + 3);
}

static enum rvt_status set_action(struct loader *l, struct rvt_scn_action *a, const char *name,
                                  uint64_t value) {
  a->what = RVT_DO_SET;
  a->value = value;
  while (strcmp(rvt_scn_config_fields[a->field].name, name) != 0) a->field++;
  return end_of_line(l, 4);
}

/** on, off, notify or a list of them with commas. */
static enum rvt_status read_pulses(struct loader *l, struct rvt_scn_action *a) {
  static const char *const names[] = {"on", "off", "notify"};
  const char *text = word(l, 4);
  a->what = RVT_DO_EXT;
  for (const char *p = text; p != NULL;) {
    const size_t size = strcspn(p, ",");
    unsigned k = 0;
    while (k < 3 && (strlen(names[k]) != size || strncmp(p, names[k], size) != 0)) k++;
    if (k == 3) return expected(l, "on, off, notify or a list of them", text);
    a->value |= UINT64_C(1) << k;
    p = p[size] == 0 ? NULL : p + size + 1;
  }
  return text == NULL ? expected(l, "on, off, notify or a list of them", NULL) : end_of_line(l, 5);
}

static enum rvt_status read_what(struct loader *l, struct rvt_scn_action *a) {
  const char *what = word(l, 3);
  if (what == NULL) return expected(l, "an action", NULL);
  if (strcmp(what, "start") == 0) return set_action(l, a, "tracing", 1);
  if (strcmp(what, "stop") == 0) return set_action(l, a, "tracing", 0);
  if (strcmp(what, "enable") == 0) return set_action(l, a, "enable", 1);
  if (strcmp(what, "disable") == 0) return set_action(l, a, "enable", 0);
  if (strcmp(what, "set") == 0) {
    const struct scn_field *f = NULL;
    const enum rvt_status status = field_value(l, rvt_scn_config_fields, 4, &f, &a->value);
    if (status != RVT_OK) return status;
    a->what = RVT_DO_SET;
    a->field = (unsigned)(f - rvt_scn_config_fields);
    return end_of_line(l, 6);
  }
  if (strcmp(what, "halt") == 0) {
    a->what = RVT_DO_HALT;
    const enum rvt_status status = number(l, 4, "clocks of debug mode", 1, UINT32_MAX, &a->value);
    return status != RVT_OK ? status : end_of_line(l, 5);
  }
  if (strcmp(what, "sink") == 0) {
    a->what = RVT_DO_SINK;
    a->sink = (struct rvt_scn_sink){.kind = RVT_SINK_ALWAYS};
    return read_sink(l, 4, &a->sink);
  }
  if (strcmp(what, "ext") == 0) return read_pulses(l, a);
  return expected(l, "start, stop, enable, disable, set, halt, sink or ext", what);
}

static enum rvt_status read_action(struct loader *l) {
  const bool after = strcmp(word(l, 0), "after") == 0;
  const char *of = word(l, 1);
  struct rvt_scn_action a = {.line = l->line_number};
  if (of != NULL && strcmp(of, "insn") == 0)
    a.when = after ? RVT_AFTER_INSN : RVT_AT_INSN;
  else if (of != NULL && !after && strcmp(of, "clock") == 0)
    a.when = RVT_AT_CLOCK;
  else
    return expected(l, after ? "insn" : "insn or clock", of);
  enum rvt_status status = number(l, 2, "a number", 0, UINT64_MAX - 1, &a.at);
  if (status == RVT_OK) status = read_what(l, &a);
  if (status != RVT_OK) return status;
  void *actions = l->scn->actions;
  struct rvt_scn_action *to = grow(&actions, l->scn->action_count, sizeof a);
  if (to == NULL) return no_memory(l);
  l->scn->actions = actions;
  l->scn->action_count++;
  *to = a;
  return RVT_OK;
}

static enum rvt_status read_minimum(struct loader *l) {
  struct rvt_scn_minimum m = {0};
  unsigned i = 0;
  while (i < MINIMUM_NAMES && (word(l, 1) == NULL || strcmp(minimum_names[i], word(l, 1)) != 0))
    i++;
  if (i == MINIMUM_NAMES) return expected(l, "what is counted (docs/reference/scn.md)", word(l, 1));
  const enum rvt_status status = number(l, 2, "a minimum", 1, UINT64_MAX, &m.value);
  if (status != RVT_OK) return status;
  snprintf(m.name, sizeof m.name, "%s", minimum_names[i]);
  void *minima = l->scn->minima;
  struct rvt_scn_minimum *to = grow(&minima, l->scn->minimum_count, sizeof m);
  if (to == NULL) return no_memory(l);
  l->scn->minima = minima;
  l->scn->minimum_count++;
  *to = m;
  return end_of_line(l, 3);
}

static enum rvt_status read_single(struct loader *l, uint64_t *value) {
  const enum rvt_status status = number(l, 1, word(l, 0), 0, UINT64_MAX, value);
  return status != RVT_OK ? status : end_of_line(l, 2);
}

static enum rvt_status read_directive(struct loader *l) {
  const char *name = word(l, 0);
  struct rvt_scn *s = l->scn;
  if (strcmp(name, "trace") == 0) return read_trace(l);
  if (strcmp(name, "seed") == 0) return read_single(l, &s->seed);
  if (strcmp(name, "clocks") == 0) return read_single(l, &s->clocks);
  if (strcmp(name, "build") == 0) return fields(l, rvt_scn_build_fields, &s->params);
  if (strcmp(name, "config") == 0) return fields(l, rvt_scn_config_fields, &s->config);
  if (strcmp(name, "player") == 0) return fields(l, rvt_scn_player_fields, &s->player);
  if (strcmp(name, "sink") == 0) return read_sink(l, 1, &s->sink);
  if (strcmp(name, "at") == 0 || strcmp(name, "after") == 0) return read_action(l);
  if (strcmp(name, "expect") == 0) return read_minimum(l);
  return expected(l, "trace, seed, clocks, build, config, player, sink, at, after or expect", name);
}

static enum rvt_status read_lines(struct loader *l, FILE *f) {
  char text[TEXT_LINE_CHARS + 2];
  enum rvt_status status;
  while ((status = rvt_text_line_read(f, text, sizeof text, l->e)) != RVT_END) {
    l->line_number++;
    if (status == RVT_OK) status = rvt_text_line_cut(text, &l->line, l->e);
    if (status == RVT_OK && l->line.count != 0) status = read_directive(l);
    if (status != RVT_OK) return rvt_error_at(l->e, status, "%s:%u", l->path, l->line_number);
  }
  return RVT_OK;
}

/** Every SET must leave a configuration that the build knows, whichever came before it. */
static enum rvt_status check_actions(struct loader *l) {
  for (size_t i = 0; i < l->scn->action_count; i++) {
    const struct rvt_scn_action *a = &l->scn->actions[i];
    if (a->what != RVT_DO_SET) continue;
    struct rvt_config c = l->scn->config;
    rvt_scn_set(&c, a);
    const enum rvt_status status = rvt_scn_check_config(&l->scn->params, &c, l->e);
    if (status != RVT_OK) return rvt_error_at(l->e, status, "%s:%u", l->path, a->line);
  }
  return RVT_OK;
}

static int compare(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/** An action at an instruction needs a block that begins there. */
static enum rvt_status make_cuts(struct loader *l) {
  struct rvt_scn *s = l->scn;
  if (s->action_count == 0) return RVT_OK;
  s->cuts = malloc(s->action_count * sizeof *s->cuts);
  if (s->cuts == NULL) return no_memory(l);
  size_t n = 0;
  for (size_t i = 0; i < s->action_count; i++) {
    const struct rvt_scn_action *a = &s->actions[i];
    if (a->when != RVT_AT_CLOCK) s->cuts[n++] = a->at + (a->when == RVT_AFTER_INSN ? 1 : 0);
  }
  qsort(s->cuts, n, sizeof *s->cuts, compare);
  s->player.cuts = s->cuts;
  s->player.cut_count = n;
  return RVT_OK;
}

enum rvt_status rvt_scn_load(struct rvt_scn *scn, const char *path, struct rvt_error *e) {
  rvt_scn_defaults(scn);
  struct loader l = {.scn = scn, .path = path, .e = e};
  FILE *f = fopen(path, "r");
  if (f == NULL) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", path, strerror(errno));
  enum rvt_status status = read_lines(&l, f);
  fclose(f);
  if (status == RVT_OK) {
    status = rvt_scn_check(scn, e);
    if (status != RVT_OK) rvt_error_at(e, status, "%s", path);
  }
  if (status == RVT_OK) status = check_actions(&l);
  if (status == RVT_OK) status = make_cuts(&l);
  if (status != RVT_OK) rvt_scn_free(scn);
  return status;
}

void rvt_scn_free(struct rvt_scn *scn) {
  free(scn->trace);
  free(scn->actions);
  free(scn->minima);
  free(scn->cuts);
  *scn = (struct rvt_scn){0};
}

void rvt_scn_set(struct rvt_config *config, const struct rvt_scn_action *action) {
  rvt_scn_field_store(&rvt_scn_config_fields[action->field], config, action->value);
}

bool rvt_scn_sink_ready(const struct rvt_scn_sink *sink, uint64_t clock, uint64_t *seed) {
  const uint32_t dice = rvt_prng_below(seed, 256);
  if (clock >= sink->dead_from && clock < sink->dead_to) return false;
  switch (sink->kind) {
  case RVT_SINK_RANDOM: return dice < sink->on;
  case RVT_SINK_BURST: return clock % ((uint64_t)sink->on + sink->off) < sink->on;
  default: return true;
  }
}

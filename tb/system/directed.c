/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "directed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_line.h"
#include "harness/dut.h"
#include "rvt/ntrace_text.h"
#include "stimulus/scn.h"

struct loader {
  struct tb_directed *d;
  struct tb_directed_case *c; /* the case of the moment */
  const struct rvt_params *p;
  const char *path;
  char raw[TEXT_LINE_CHARS + 2];
  unsigned number;
  struct text_line line;
  struct rvt_config config; /* after the line, whether it fits the build or not */
  struct rvt_error *e;
};

static enum rvt_status expected(struct loader *l, const char *what, unsigned i) {
  return rvt_error_set(l->e, RVT_ERR_FORMAT, "expected %s, found '%s'", what,
                       i < l->line.count ? l->line.word[i] : "the end of the line");
}

static enum rvt_status value(struct loader *l, unsigned i, const char *what, uint64_t max,
                             uint64_t *to) {
  if (i >= l->line.count) return expected(l, what, i);
  return rvt_text_number(l->line.word[i], what, max, to, l->e);
}

/** One element more at the end of an array; zeros. @return NULL: out of memory */
static void *grow(void **array, size_t *count, size_t size) {
  void *grown = realloc(*array, (*count + 1) * size);
  if (grown == NULL) return NULL;
  *array = grown;
  return memset((char *)grown + size * (*count)++, 0, size);
}

static enum rvt_status no_memory(struct loader *l) {
  return rvt_error_set(l->e, RVT_ERR_NO_MEMORY, "out of memory");
}

static struct tb_directed_op *new_op(struct loader *l) {
  void *ops = l->c->ops;
  struct tb_directed_op *op = grow(&ops, &l->c->op_count, sizeof *op);
  l->c->ops = ops;
  if (op != NULL) op->line = l->number;
  return op;
}

/* What stands in the line after its first `words` words, without a comment. */
static char *rest(const struct loader *l, unsigned words) {
  const char *at = l->raw + strspn(l->raw, " \t");
  for (; words != 0; words--) {
    at += strcspn(at, " \t\r\n#");
    at += strspn(at, " \t");
  }
  size_t size = strcspn(at, "\r\n#");
  while (size != 0 && (at[size - 1] == ' ' || at[size - 1] == '\t')) size--;
  return strndup(at, size);
}

static const struct scn_field *find(const struct scn_field *fields, const char *name) {
  const struct scn_field *f = fields;
  while (f->name != NULL && strcmp(f->name, name) != 0) f++;
  return f->name != NULL ? f : NULL;
}

static uint64_t field_of(const struct scn_field *f, const void *base) {
  uint64_t v = 0;
  memcpy(&v, (const char *)base + f->offset, f->size);
  return v;
}

/** "FIELD VALUE" at word `i`. */
static enum rvt_status field_value(struct loader *l, const struct scn_field *fields, unsigned i,
                                   const struct scn_field **field, uint64_t *v) {
  *field = i < l->line.count ? find(fields, l->line.word[i]) : NULL;
  if (*field == NULL) return expected(l, "a field (docs/reference/scn.md)", i);
  const char *const *names = (*field)->names;
  for (*v = 0; i + 1 < l->line.count && names != NULL && names[*v] != NULL; ++*v)
    if (names[*v][0] != 0 && strcmp(names[*v], l->line.word[i + 1]) == 0) return RVT_OK;
  return value(l, i + 1, (*field)->name, (*field)->max, v);
}

static void skip(struct loader *l, const char *lacks) {
  if (l->c->skipped == NULL) l->c->skipped = lacks;
}

/** case NAME [FIELD VALUE ...]: for builds with these values that can report it. */
static enum rvt_status read_case(struct loader *l) {
  if (l->line.count < 2) return expected(l, "the name of a case", 1);
  void *cases = l->d->cases;
  l->c = grow(&cases, &l->d->count, sizeof *l->c);
  l->d->cases = cases;
  if (l->c == NULL) return no_memory(l);
  l->config = (struct rvt_config){0};
  l->c->line = l->number;
  l->c->name = strdup(l->line.word[1]);
  if (l->c->name == NULL) return no_memory(l);
  for (unsigned i = 2; i < l->line.count; i += 2) {
    const struct scn_field *f;
    uint64_t v;
    const enum rvt_status status = field_value(l, rvt_scn_build_fields, i, &f, &v);
    if (status != RVT_OK) return status;
    if (field_of(f, l->p) != v) skip(l, "the values that the case asks for");
  }
  return RVT_OK;
}

static enum rvt_status read_config(struct loader *l) {
  for (unsigned i = 1; i == 1 || i < l->line.count; i += 2) {
    const struct scn_field *f;
    uint64_t v;
    const enum rvt_status status = field_value(l, rvt_scn_config_fields, i, &f, &v);
    if (status != RVT_OK) return status;
    struct tb_directed_op *op = new_op(l);
    if (op == NULL) return no_memory(l);
    op->what = TB_DO_CONFIG;
    op->which = (unsigned)(f - rvt_scn_config_fields);
    op->value = v;
    tb_directed_set(&l->config, op);
    struct rvt_config asked = l->config;
    /* A narrow port must make nothing of it, so a case may say it (D-18). */
    if (l->p->itype_width == 3 && l->p->stack_depth != 0) asked.ir_en = false;
    if (rvt_scn_check_config(l->p, &asked, l->e) != RVT_OK) skip(l, "a mode or width");
  }
  return RVT_OK;
}

/** Words after a slot: sijump, notify, custom, last HALF-WORDS. */
static enum rvt_status read_slot_words(struct loader *l, unsigned i, struct tb_directed_slot *g) {
  for (; i < l->line.count; i++) {
    const char *word = l->line.word[i];
    uint64_t last;
    if (strcmp(word, "sijump") == 0) {
      g->sijump = true;
    } else if (strcmp(word, "notify") == 0) {
      g->notify = true;
    } else if (strcmp(word, "custom") == 0) {
      g->custom = true;
    } else if (strcmp(word, "last") == 0) {
      const enum rvt_status status = value(l, ++i, "half-words", 4, &last);
      if (status != RVT_OK) return status;
      if (l->p->single && last != g->units) skip(l, "the block form");
      g->last = (uint8_t)last;
    } else {
      return expected(l, "sijump, notify, custom or last", i);
    }
  }
  return RVT_OK;
}

/** ADDRESS UNITS ITYPE at word 1, into the next place of `op`. */
static enum rvt_status read_slot(struct loader *l, struct tb_directed_op *op) {
  uint64_t address, units, itype;
  enum rvt_status status = value(l, 1, "an address", UINT64_MAX, &address);
  if (status == RVT_OK) status = value(l, 2, "half-words", 255, &units);
  if (status == RVT_OK) status = value(l, 3, "an itype", 15, &itype);
  if (status != RVT_OK) return status;
  if (op->slots == RVT_BLOCKS_MAX) return expected(l, "at most four slots in a clock", 0);
  if (op->slots == l->p->blocks) skip(l, "so many slots in a clock");
  if (itype >> l->p->itype_width != 0) skip(l, "4 bits of itype");
  if (l->p->single ? units != 0 && units != 1 && units != 2 && units != 4
                   : units >> l->p->iretire_width != 0)
    skip(l, "blocks of that size");
  const unsigned last = l->p->single || units < 2 ? (unsigned)units : 2;
  op->slot[op->slots++] = (struct tb_directed_slot){
      .address = address, .units = (uint8_t)units, .itype = (uint8_t)itype, .last = (uint8_t)last};
  return RVT_OK;
}

static bool is_number(const struct loader *l, unsigned i) {
  return i < l->line.count && l->line.word[i][0] >= '0' && l->line.word[i][0] <= '9';
}

/** block ADDRESS UNITS ITYPE [TIMES [STEP [PAUSE]]] [WORD ...] */
static enum rvt_status read_block(struct loader *l) {
  uint64_t times = 1, step = 0, pause = 0;
  unsigned i = 4;
  struct tb_directed_op *op = new_op(l);
  if (op == NULL) return no_memory(l);
  op->what = TB_DO_BLOCK;
  enum rvt_status status = read_slot(l, op);
  if (status == RVT_OK && is_number(l, i)) status = value(l, i++, "clocks", 1000000, &times);
  if (status == RVT_OK && is_number(l, i)) status = value(l, i++, "half-words", 255, &step);
  if (status == RVT_OK && is_number(l, i)) status = value(l, i++, "clocks", 255, &pause);
  op->clocks = times * (pause + 1);
  op->step = (uint8_t)step;
  op->pause = (uint8_t)pause;
  return status != RVT_OK ? status : read_slot_words(l, i, &op->slot[0]);
}

/** also ADDRESS UNITS ITYPE [WORD ...]: one slot more in the clocks of the block before. */
static enum rvt_status read_also(struct loader *l) {
  struct tb_directed_op *op = l->c->op_count == 0 ? NULL : &l->c->ops[l->c->op_count - 1];
  if (op == NULL || op->what != TB_DO_BLOCK) return expected(l, "a block before also", 0);
  const enum rvt_status status = read_slot(l, op);
  return status != RVT_OK ? status : read_slot_words(l, 4, &op->slot[op->slots - 1]);
}

/** trigger or ext: on, off, and for ext notify; a list with commas. */
static enum rvt_status read_pulses(struct loader *l, enum tb_directed_what what) {
  static const char *const names[] = {"on", "off", "notify"};
  const unsigned count = what == TB_DO_EXT ? 3 : 2;
  struct tb_directed_op *op = new_op(l);
  if (op == NULL) return no_memory(l);
  op->what = what;
  for (const char *p = l->line.count > 1 ? l->line.word[1] : ""; p != NULL;) {
    const size_t size = strcspn(p, ",");
    unsigned k = 0;
    while (k < count && (strlen(names[k]) != size || strncmp(p, names[k], size) != 0)) k++;
    if (k == count) return expected(l, "on, off, or with ext also notify", 1);
    op->value |= UINT64_C(1) << k;
    p = p[size] == 0 ? NULL : p + size + 1;
  }
  return RVT_OK;
}

/** needs NAME=VALUE ...: the build must name the parameters with these values. */
static enum rvt_status read_needs(struct loader *l) {
  if (l->c->needs != NULL || l->line.count < 2) return expected(l, "one line needs, NAME=VALUE", 1);
  l->c->needs = rest(l, 1);
  if (l->c->needs == NULL) return no_memory(l);
  for (unsigned i = 1; i < l->line.count; i++) {
    const char *wanted = l->line.word[i];
    const size_t size = strlen(wanted);
    bool found = false;
    if (strchr(wanted, '=') == NULL) return expected(l, "a parameter as NAME=VALUE", i);
    for (const char *p = tb_dut_params(); *p != 0 && !found; p += strcspn(p, " ")) {
      p += strspn(p, " ");
      found = strncmp(p, wanted, size) == 0 && (p[size] == 0 || p[size] == ' ');
    }
    if (!found) l->c->skipped = l->c->needs;
  }
  return RVT_OK;
}

static enum rvt_status read_reason(struct loader *l, char **to) {
  if (*to != NULL) return expected(l, "one such line in a case", 0);
  *to = rest(l, 1);
  if (*to == NULL) return no_memory(l);
  return **to == 0 ? expected(l, "a reason", 1) : RVT_OK;
}

static enum rvt_status read_check(struct loader *l) {
  static const char *const outputs[] = {"stall", "empty", "overflow"};
  unsigned which = 0;
  while (which < 3 && (l->line.count < 2 || strcmp(l->line.word[1], outputs[which]) != 0)) which++;
  if (which == 3) return expected(l, "stall, empty or overflow", 1);
  uint64_t v;
  const enum rvt_status status = value(l, 2, "0 or 1", 1, &v);
  if (status != RVT_OK) return status;
  struct tb_directed_op *op = new_op(l);
  if (op == NULL) return no_memory(l);
  op->what = TB_DO_CHECK;
  op->which = which;
  op->value = v;
  return RVT_OK;
}

static enum rvt_status read_level(struct loader *l, enum tb_directed_what what, uint64_t max) {
  uint64_t v = 1;
  const enum rvt_status status = value(l, 1, "a value", max, &v);
  if (status != RVT_OK) return status;
  struct tb_directed_op *op = new_op(l);
  if (op == NULL) return no_memory(l);
  op->what = what;
  op->value = op->clocks = v;
  return RVT_OK;
}

static enum rvt_status read_plain(struct loader *l, enum tb_directed_what what) {
  struct tb_directed_op *op = new_op(l);
  if (op == NULL) return no_memory(l);
  op->what = what;
  return RVT_OK;
}

/** send MESSAGE, or sends N MESSAGE */
static enum rvt_status read_message(struct loader *l, bool several) {
  uint64_t times = 1;
  const enum rvt_status status = several ? value(l, 1, "a number", 100000, &times) : RVT_OK;
  if (status != RVT_OK) return status;
  void *messages = l->c->messages;
  struct tb_directed_message *m = grow(&messages, &l->c->message_count, sizeof *m);
  l->c->messages = messages;
  if (m == NULL) return no_memory(l);
  m->text = rest(l, several ? 2 : 1);
  m->times = (unsigned)times;
  m->line = l->number;
  return m->text == NULL ? no_memory(l) : RVT_OK;
}

/** bytes XX ...: two hexadecimal digits each; several such lines are one sequence. */
static enum rvt_status read_bytes(struct loader *l) {
  static const char digits[] = "0123456789abcdefABCDEF";
  for (unsigned i = 1; i < l->line.count; i++) {
    const char *word = l->line.word[i];
    if (strlen(word) != 2 || strspn(word, digits) != 2) return expected(l, "two digits a byte", i);
    void *bytes = l->c->bytes;
    uint8_t *byte = grow(&bytes, &l->c->byte_count, sizeof *byte);
    l->c->bytes = bytes;
    if (byte == NULL) return no_memory(l);
    *byte = (uint8_t)strtoul(word, NULL, 16);
  }
  return RVT_OK;
}

static enum rvt_status read_rows(struct loader *l) {
  for (unsigned i = 1; i < l->line.count; i++) {
    void *rows = l->c->rows;
    char **row = grow(&rows, &l->c->row_count, sizeof *row);
    l->c->rows = rows;
    if (row != NULL) *row = strdup(l->line.word[i]);
    if (row == NULL || *row == NULL) return no_memory(l);
  }
  return RVT_OK;
}

static enum rvt_status read_directive(struct loader *l) {
  const char *name = l->line.word[0];
  if (strcmp(name, "case") == 0) return read_case(l);
  if (l->c == NULL) return expected(l, "case", 0);
  if (strcmp(name, "origin") == 0) return read_reason(l, &l->c->origin);
  if (strcmp(name, "proves") == 0) return read_rows(l);
  if (strcmp(name, "config") == 0) return read_config(l);
  if (strcmp(name, "needs") == 0) return read_needs(l);
  if (strcmp(name, "nocode") == 0) return read_reason(l, &l->c->nocode);
  if (strcmp(name, "misleads") == 0) return read_reason(l, &l->c->misleads);
  if (strcmp(name, "block") == 0) return read_block(l);
  if (strcmp(name, "also") == 0) return read_also(l);
  if (strcmp(name, "trigger") == 0) return read_pulses(l, TB_DO_TRIGGER);
  if (strcmp(name, "ext") == 0) return read_pulses(l, TB_DO_EXT);
  if (strcmp(name, "hart_reset") == 0) return read_level(l, TB_DO_RESET, 1);
  if (strcmp(name, "lowpower") == 0) return read_level(l, TB_DO_LOWPOWER, 1);
  if (strcmp(name, "idle") == 0) return read_level(l, TB_DO_IDLE, 1000000);
  if (strcmp(name, "drain") == 0) return read_plain(l, TB_DO_DRAIN);
  if (strcmp(name, "lost") == 0) return read_plain(l, TB_DO_LOST);
  if (strcmp(name, "sync_req") == 0) return read_level(l, TB_DO_SYNC_REQ, 1);
  if (strcmp(name, "halted") == 0) return read_level(l, TB_DO_HALTED, 1);
  if (strcmp(name, "priv") == 0) return read_level(l, TB_DO_PRIV, 7);
  if (strcmp(name, "sink") == 0) return read_level(l, TB_DO_SINK, 1);
  if (strcmp(name, "time") == 0) return read_level(l, TB_DO_TIME, UINT64_MAX);
  if (strcmp(name, "check") == 0) return read_check(l);
  if (strcmp(name, "send") == 0) return read_message(l, false);
  if (strcmp(name, "sends") == 0) return read_message(l, true);
  if (strcmp(name, "bytes") == 0) return read_bytes(l);
  return expected(l, "a directive (docs/verification/subsystem.md)", 0);
}

static enum rvt_status read_lines(struct loader *l, FILE *f) {
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK && fgets(l->raw, sizeof l->raw, f) != NULL) {
    l->number++;
    status = rvt_text_line_cut(l->raw, &l->line, l->e);
    if (status == RVT_OK && l->line.count != 0) status = read_directive(l);
  }
  if (status != RVT_OK) return rvt_error_at(l->e, status, "%s:%u", l->path, l->number);
  return ferror(f) ? rvt_error_set(l->e, RVT_ERR_IO, "%s: reading failed", l->path) : RVT_OK;
}

/** A case without messages is one in which none may come; its origin must still be named. */
static enum rvt_status check_cases(struct loader *l) {
  for (size_t i = 0; i < l->d->count; i++) {
    const struct tb_directed_case *c = &l->d->cases[i];
    if (c->origin == NULL)
      return rvt_error_set(l->e, RVT_ERR_FORMAT, "%s:%u: case %s has no origin", l->path, c->line,
                           c->name);
  }
  return RVT_OK;
}

enum rvt_status tb_directed_load(struct tb_directed *d, const char *path,
                                 const struct rvt_params *p, struct rvt_error *e) {
  *d = (struct tb_directed){0};
  struct loader l = {.d = d, .p = p, .path = path, .e = e};
  FILE *f = fopen(path, "r");
  if (f == NULL) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", path, strerror(errno));
  enum rvt_status status = read_lines(&l, f);
  fclose(f);
  if (status == RVT_OK) status = check_cases(&l);
  if (status != RVT_OK) tb_directed_free(d);
  return status;
}

void tb_directed_free(struct tb_directed *d) {
  for (size_t i = 0; i < d->count; i++) {
    struct tb_directed_case *c = &d->cases[i];
    for (size_t k = 0; k < c->message_count; k++) free(c->messages[k].text);
    for (size_t k = 0; k < c->row_count; k++) free(c->rows[k]);
    free(c->messages);
    free(c->rows);
    free(c->bytes);
    free(c->ops);
    free(c->name);
    free(c->origin);
    free(c->needs);
    free(c->nocode);
    free(c->misleads);
  }
  free(d->cases);
  *d = (struct tb_directed){0};
}

size_t tb_directed_print_skipped(const struct tb_directed *d, const char *path) {
  size_t all = 0;
  for (size_t i = 0; i < d->count; i++) {
    const char *why = d->cases[i].skipped;
    size_t count = 0, first = i;
    if (why == NULL) continue;
    for (size_t k = 0; k < d->count; k++) {
      if (d->cases[k].skipped == NULL || strcmp(d->cases[k].skipped, why) != 0) continue;
      if (k < first) first = k;
      count++;
    }
    if (first == i) printf("skipped %zu of %s: the build lacks %s\n", count, path, why);
    all++;
  }
  return all;
}

void tb_directed_set(struct rvt_config *c, const struct tb_directed_op *op) {
  rvt_scn_field_store(&rvt_scn_config_fields[op->which], c, op->value);
}

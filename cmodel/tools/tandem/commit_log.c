/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/record_line.h"
#include "tandem.h"

/*
 * A log of Spike's commits in place of a model: a step is what the next lines say. What they do not
 * say, as CSRs that a trap changes beside xepc, xcause and xtval, is not known and not compared.
 */

enum { NUMBERS = RVT_TANDEM_MODEL_PRIVILEGE + 1, LEVELS = 2 };

/* CSRs of a trap; a log does not say into which mode it went, nor mstatus after it. */
static const struct {
  uint16_t status, epc, cause, tval;
} of_level[LEVELS] = {{0x300, 0x341, 0x342, 0x343}, {0x100, 0x141, 0x142, 0x143}};

struct log {
  const char *name;
  FILE *file;
  const struct rvt_tandem_core *core;
  char *text;
  size_t room;
  uint64_t number; /* of the line */
  bool failed;
  uint64_t value[NUMBERS];
  bool known[NUMBERS];
  bool ahead;           /* `line` is there and not taken */
  struct rvt_line line; /* an instruction or a trap; its effects are in `text` */
  struct rvt_tandem_writes writes;
};

static uint64_t in_xlen(const struct log *l, uint64_t value) {
  return l->core->format.xlen == 32 ? value & UINT32_MAX : value;
}

static void know(struct log *l, uint16_t number, uint64_t value) {
  const bool f = number >= RVT_TANDEM_F && number < RVT_TANDEM_REGISTERS;
  l->value[number] = f ? value : in_xlen(l, value); /* D of RV32 has 64 bits */
  l->known[number] = true;
}

/* The next line but those of symbols. @return false: there is none, or no log is there */
static bool read_line(struct log *l, struct rvt_line *line) {
  for (;;) {
    const ssize_t size = l->failed ? -1 : getline(&l->text, &l->room, l->file);
    if (size < 0) return false;
    l->number++;
    const size_t length = size != 0 && l->text[size - 1] == '\n' ? (size_t)size - 1 : (size_t)size;
    if (!rvt_line_parse(l->text, length, line) || line->hart != 0) {
      rvt_complain("%s:%" PRIu64 ": expected a line of `spike --log-commits` of one hart, found "
                   "'%.*s'",
                   l->name, l->number, (int)(length < 80 ? length : 80), l->text);
      l->failed = true;
      return false;
    }
    if (line->kind != RVT_LINE_SYMBOL) return true;
  }
}

/* Stand before the next instruction or trap. */
static void look_ahead(struct log *l) {
  while (!l->ahead && read_line(l, &l->line))
    l->ahead = l->line.kind == RVT_LINE_RETIRED || l->line.kind == RVT_LINE_EXCEPTION ||
               l->line.kind == RVT_LINE_INTERRUPT;
  l->known[RVT_TANDEM_MODEL_PC] = l->ahead;
  l->known[RVT_TANDEM_MODEL_PRIVILEGE] = l->ahead && l->line.kind == RVT_LINE_RETIRED;
  if (!l->ahead) return;
  l->value[RVT_TANDEM_MODEL_PC] = in_xlen(l, l->line.pc);
  l->value[RVT_TANDEM_MODEL_PRIVILEGE] = l->line.priv;
}

/* The next word of a line's effects, and its number if it has one. */
static const char *next_word(char **rest, uint64_t *value) {
  char *word = strtok_r(NULL, " \n", rest);
  if (word != NULL && strncmp(word, "0x", 2) == 0) *value = strtoull(word, NULL, 16);
  return word;
}

static void take_memory(struct log *l, char **rest) {
  uint64_t address = 0, data = 0;
  if (next_word(rest, &address) == NULL) return;
  if (strncmp(*rest, "0x", 2) != 0) { /* a load, whose size is not there */
    if (l->writes.loads == RVT_TANDEM_MODEL_WRITES) return;
    l->writes.load[l->writes.loads].address = in_xlen(l, address);
    l->writes.load[l->writes.loads++].bytes = 1;
    return;
  }
  const char *word = next_word(rest, &data);
  if (l->writes.stores == RVT_TANDEM_MODEL_WRITES) return;
  l->writes.store[l->writes.stores].address = in_xlen(l, address);
  l->writes.store[l->writes.stores].physical = in_xlen(l, address); /* it is not there */
  l->writes.store[l->writes.stores].data = data;
  l->writes.store[l->writes.stores++].bytes = (uint8_t)((strlen(word) - 2) / 2);
}

/* `x5`, `f1`, `c768_mstatus`: its number; false: it is none of these. */
static bool number_of(const char *word, uint16_t *number) {
  char *end = NULL;
  const unsigned long value = strtoul(word + 1, &end, 10);
  if (end == word + 1) return false;
  *number = (uint16_t)(value + (*word == 'x' ? RVT_TANDEM_X : *word == 'f' ? RVT_TANDEM_F : 0));
  if (*word == 'c') return *end == '_' && value < RVT_TANDEM_X;
  return (*word == 'x' || *word == 'f') && *end == '\0' && value < 32;
}

static void take_effects(struct log *l) {
  uint64_t value = 0;
  uint16_t number = 0;
  char *rest = NULL;
  const char *word = strtok_r(l->text + (l->line.effects - l->text), " \n", &rest);
  for (; word != NULL; word = strtok_r(NULL, " \n", &rest)) {
    if (strcmp(word, "mem") == 0) {
      take_memory(l, &rest);
    } else if (number_of(word, &number) && next_word(&rest, &value) != NULL) {
      know(l, number, value);
      if (l->writes.registers == RVT_TANDEM_MODEL_WRITES) continue;
      l->writes.reg[l->writes.registers].number = number;
      l->writes.reg[l->writes.registers++].value = l->value[number];
    }
  }
}

static void take_trap(struct log *l) {
  const struct rvt_line trap = l->line;
  const uint64_t top = UINT64_C(1) << (l->core->format.xlen - 1);
  struct rvt_line next;
  uint64_t tval = 0;
  l->ahead = read_line(l, &next);
  if (l->ahead && next.kind == RVT_LINE_TVAL) tval = next.tval;
  if (l->ahead) l->line = next;
  l->ahead = l->ahead && (next.kind == RVT_LINE_RETIRED || next.kind == RVT_LINE_EXCEPTION ||
                          next.kind == RVT_LINE_INTERRUPT);
  for (unsigned i = 0; i < LEVELS; i++) {
    know(l, of_level[i].epc, trap.pc);
    know(l, of_level[i].cause, trap.cause | (trap.kind == RVT_LINE_INTERRUPT ? top : 0));
    know(l, of_level[i].tval, tval);
    l->known[of_level[i].status] = false;
  }
}

static void step(void *model) {
  struct log *l = model;
  memset(&l->writes, 0, sizeof l->writes);
  if (!l->ahead) return;
  if (l->line.kind == RVT_LINE_RETIRED) {
    l->ahead = false;
    take_effects(l);
  } else {
    take_trap(l);
  }
  look_ahead(l);
}

static bool get(void *model, uint16_t number, uint64_t *value) {
  const struct log *l = model;
  if (l->known[number]) *value = l->value[number];
  return l->known[number];
}

static bool set(void *model, uint16_t number, uint64_t value) {
  know(model, number, value);
  return true;
}

/* The word of the next instruction is all that a log has of memory. */
static bool read_word(void *model, uint64_t address, void *bytes, size_t size) {
  const struct log *l = model;
  if (!l->ahead || l->line.kind != RVT_LINE_RETIRED || in_xlen(l, l->line.pc) != address ||
      size > sizeof l->line.word)
    return false;
  memcpy(bytes, &l->line.word, size);
  return true;
}

static bool write_nothing(void *model, uint64_t address, const void *bytes, size_t size) {
  (void)model, (void)address, (void)bytes, (void)size;
  return false;
}

static void no_reset(void *model) { (void)model; }
static void no_interrupt(void *model, uint64_t pending) { (void)model, (void)pending; }

static void writes(void *model, struct rvt_tandem_writes *w) {
  const struct log *l = model;
  *w = l->writes;
}

static void close_log(void *model) {
  struct log *l = model;
  if (l->file != NULL) fclose(l->file);
  free(l->text);
  free(l);
}

static const struct rvt_tandem_model face = {.version = RVT_TANDEM_MODEL_VERSION,
                                             .name = "the log",
                                             .close = close_log,
                                             .reset = no_reset,
                                             .step = step,
                                             .get = get,
                                             .set = set,
                                             .read = read_word,
                                             .write = write_nothing,
                                             .interrupt = no_interrupt,
                                             .writes = writes};

bool tandem_log_open(struct rvt_tandem_loaded *m, const char *path,
                     const struct rvt_tandem_core *core) {
  struct log *l = rvt_need_memory(calloc(1, sizeof *l));
  *m = (struct rvt_tandem_loaded){.face = &face, .handle = l};
  l->name = path;
  l->core = core;
  if (!rvt_file_is(path, 1U << RVT_FILE_TEXT, "a log of Spike")) return false;
  l->file = fopen(path, "r");
  if (l->file == NULL) {
    rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
    return false;
  }
  rvt_input_claim(path);
  do { /* a boot ROM */
    l->ahead = false;
    look_ahead(l);
  } while (l->ahead && l->value[RVT_TANDEM_MODEL_PC] != core->boot);
  if (!l->ahead && !l->failed)
    rvt_complain("%s: expected a line of the pc after reset, 0x%" PRIx64 ", found none", path,
                 core->boot);
  return l->ahead;
}

bool tandem_log_ended(const struct rvt_tandem_loaded *m, bool *failed) {
  const struct log *l = m->handle;
  *failed = l->failed;
  return !l->ahead;
}

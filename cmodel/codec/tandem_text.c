/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rvt/number.h"
#include "tandem_layout.h"

static const char *const states[RVT_TANDEM_STATES] = {
    [RVT_TANDEM_PRIVILEGE] = "privilege", [RVT_TANDEM_PADDR] = "paddr",
    [RVT_TANDEM_EADDR] = "eaddr",         [RVT_TANDEM_STORE8] = "store8",
    [RVT_TANDEM_STORE16] = "store16",     [RVT_TANDEM_STORE32] = "store32",
    [RVT_TANDEM_STORE64] = "store64",     [RVT_TANDEM_MTIME] = "mtime",
    [RVT_TANDEM_PC_PADDR] = "pc_paddr",   [RVT_TANDEM_PC] = "pc"};
static const char *const operations[RVT_TANDEM_OPS] = {
    "load",   "store", "lr",     "sc",     "amoswap", "amoadd",  "amoxor",
    "amoand", "amoor", "amomin", "amomax", "amominu", "amomaxu", "fetch"};
static const char *const results[] = {"ok", "fail"};
static const char increment[] = "pc+", reset[] = "reset", init[] = "init";

static void print_value(const struct rvt_tandem_element *e, const char *name, bool shown,
                        char *text) {
  if (shown)
    snprintf(text, RVT_TANDEM_WORD_MAX, "%.40s=0x%" PRIx64, name, e->data);
  else
    snprintf(text, RVT_TANDEM_WORD_MAX, "%.63s", name);
}

void rvt_tandem_print(const struct rvt_tandem_element *e, char *text) {
  char name[RVT_TANDEM_WORD_MAX];
  switch (e->opcode) {
  case RVT_TANDEM_INCREMENT_PC: print_value(e, increment, false, text); break;
  case RVT_TANDEM_RESET: print_value(e, reset, false, text); break;
  case RVT_TANDEM_INIT: print_value(e, init, false, text); break;
  case RVT_TANDEM_REGISTER:
    rvt_tandem_register_name(e->number, name);
    print_value(e, name, true, text);
    break;
  case RVT_TANDEM_ADD:
    rvt_tandem_register_name(e->number, name);
    snprintf(text, RVT_TANDEM_WORD_MAX, "%.32s+=%d", name, (int)(int8_t)e->data);
    break;
  case RVT_TANDEM_OR:
    rvt_tandem_register_name(e->number, name);
    snprintf(text, RVT_TANDEM_WORD_MAX, "%.32s|=0x%" PRIx64, name, e->data);
    break;
  case RVT_TANDEM_STATE: print_value(e, states[e->number], true, text); break;
  case RVT_TANDEM_REQUEST:
    snprintf(name, sizeof name, "%s%u@0x%" PRIx64, operations[e->op], 8u << e->size, e->address);
    print_value(e, name, rvt_tandem_data_bytes(e, 0) != 0, text);
    break;
  case RVT_TANDEM_RESPONSE: /* whether data belongs to it is its request's; none is 0 bytes */
    snprintf(name, sizeof name, "%s%u", results[e->result], 8u << e->size);
    print_value(e, name, e->answers, text);
    break;
  default: print_value(e, e->opcode == RVT_TANDEM_INSN16 ? "insn16" : "insn32", true, text); break;
  }
}

/* A word: `name`, then an operator of which `=` is the last character, then a value. */
struct word {
  const char *text;
  size_t length;
  size_t name;       /* characters before the operator */
  char by;           /* '=', '+' or '|'; 0: no value */
  const char *value; /* ... */
  size_t value_length;
};

static struct word cut(const char *text, size_t length) {
  struct word w = {.text = text, .length = length, .name = length};
  const char *equals = memchr(text, '=', length);
  if (equals == NULL) return w;
  w.name = (size_t)(equals - text);
  w.by = '=';
  if (w.name > 0 && (text[w.name - 1] == '+' || text[w.name - 1] == '|')) w.by = text[--w.name];
  w.value = equals + 1;
  w.value_length = length - (size_t)(w.value - text);
  return w;
}

static bool is(const struct word *w, const char *name) {
  return strlen(name) == w->name && memcmp(w->text, name, w->name) == 0;
}

static bool read_number(const struct word *w, uint64_t max, uint64_t *value) {
  return w->by != 0 && rvt_number(w->value, w->value_length, max, value);
}

/* A signed byte. */
static bool read_step(const struct word *w, uint64_t *value) {
  const bool minus = w->value_length > 0 && w->value[0] == '-';
  uint64_t size = 0;
  if (!rvt_number(w->value + minus, w->value_length - minus, minus ? 128 : 127, &size))
    return false;
  *value = minus ? 0 - size : size;
  return true;
}

/* `name` and bits of a size, up to `end`. */
static bool read_sized(const char *text, const char *end, const char *name, uint8_t *size) {
  const size_t length = strlen(name);
  uint64_t bits = 0;
  if ((size_t)(end - text) <= length || memcmp(text, name, length) != 0 ||
      !rvt_number(text + length, (size_t)(end - text) - length, 64, &bits))
    return false;
  for (uint8_t i = 0; i <= TANDEM_SIZE_MAX; i++)
    if (bits == 8u << i) {
      *size = i;
      return true;
    }
  return false;
}

static bool read_request(const struct word *w, struct rvt_tandem_element *e) {
  const char *at = memchr(w->text, '@', w->name);
  if (at == NULL) return false;
  e->opcode = RVT_TANDEM_REQUEST;
  for (e->op = 0; e->op < RVT_TANDEM_OPS; e->op++)
    if (read_sized(w->text, at, operations[e->op], &e->size)) break;
  if (e->op == RVT_TANDEM_OPS) return false;
  const size_t digits = w->name - (size_t)(at + 1 - w->text);
  if (!rvt_number(at + 1, digits, UINT64_MAX, &e->address)) return false;
  return rvt_tandem_data_bytes(e, 0) == 0 ? w->by == 0 : read_number(w, UINT64_MAX, &e->data);
}

static bool read_response(const struct word *w, struct rvt_tandem_element *e) {
  for (uint8_t i = 0; i < 2; i++)
    if (read_sized(w->text, w->text + w->name, results[i], &e->size)) {
      e->opcode = RVT_TANDEM_RESPONSE;
      e->result = i;
      e->answers = w->by != 0;
      return w->by == 0 || read_number(w, UINT64_MAX, &e->data);
    }
  return false;
}

static bool read_state(const struct word *w, struct rvt_tandem_element *e) {
  for (uint16_t i = RVT_TANDEM_PRIVILEGE; i < RVT_TANDEM_STATES; i++)
    if (is(w, states[i])) {
      e->opcode = RVT_TANDEM_STATE;
      e->number = i;
      return w->by == '=' && read_number(w, UINT64_MAX, &e->data);
    }
  return false;
}

static bool read_register(const struct word *w, struct rvt_tandem_element *e) {
  if (!rvt_tandem_register_named(w->text, w->name, &e->number)) return false;
  e->opcode = w->by == '+' ? RVT_TANDEM_ADD : w->by == '|' ? RVT_TANDEM_OR : RVT_TANDEM_REGISTER;
  if (w->by == '+') return read_step(w, &e->data);
  return read_number(w, w->by == '|' ? UINT8_MAX : UINT64_MAX, &e->data);
}

static bool read_word(const struct word *w, struct rvt_tandem_element *e) {
  static const struct {
    const char *word;
    uint8_t opcode;
    bool valued;
  } fixed[] = {{increment, RVT_TANDEM_INCREMENT_PC, false},
               {reset, RVT_TANDEM_RESET, false},
               {init, RVT_TANDEM_INIT, false},
               {"insn16", RVT_TANDEM_INSN16, true},
               {"insn32", RVT_TANDEM_INSN32, true}};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    if (is(w, fixed[i].word)) {
      e->opcode = fixed[i].opcode;
      return fixed[i].valued ? w->by == '=' && read_number(w, UINT32_MAX, &e->data) : w->by == 0;
    }
  return read_state(w, e) || read_register(w, e) || read_request(w, e) || read_response(w, e);
}

enum rvt_status rvt_tandem_parse(const char *word, size_t length,
                                 struct rvt_tandem_element *element, struct rvt_error *e) {
  const struct word w = cut(word, length);
  struct rvt_tandem_element made = {0};
  if (!read_word(&w, &made))
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an element as `rvt dump` prints it, found '%.*s'",
                         (int)(length < 40 ? length : 40), word);
  *element = made;
  return RVT_OK;
}

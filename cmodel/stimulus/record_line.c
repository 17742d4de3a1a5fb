/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "record_line.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct cursor {
  const char *at, *end;
};

static bool take(struct cursor *c, const char *literal) {
  size_t size = strlen(literal);
  if ((size_t)(c->end - c->at) < size || memcmp(c->at, literal, size) != 0) return false;
  c->at += size;
  return true;
}

static int digit(char ch) {
  if (ch >= '0' && ch <= '9') return ch - '0';
  if (ch >= 'a' && ch <= 'f') return ch - 'a' + 10;
  return -1;
}

static bool take_digits(struct cursor *c, unsigned base, uint64_t *value) {
  const char *first = c->at;
  uint64_t v = 0;
  for (; c->at < c->end; c->at++) {
    int d = digit(*c->at);
    if (d < 0 || (unsigned)d >= base) break;
    if (v > (UINT64_MAX - (unsigned)d) / base) return false;
    v = v * base + (unsigned)d;
  }
  *value = v;
  return c->at != first;
}

static bool take_hex(struct cursor *c, uint64_t *value) {
  return take(c, "0x") && take_digits(c, 16, value);
}

static bool take_pc_and_word(struct cursor *c, struct rvt_line *line) {
  return take_hex(c, &line->pc) && take(c, " (") && take_hex(c, &line->word) && take(c, ")") &&
         (c->at == c->end || *c->at == ' ');
}

/* Names of causes; the index is the cause. */
static const char *const causes[] = {
    [0] = "instruction_address_misaligned",
    [1] = "instruction_access_fault",
    [2] = "illegal_instruction",
    [3] = "breakpoint",
    [4] = "load_address_misaligned",
    [5] = "load_access_fault",
    [6] = "store_address_misaligned",
    [7] = "store_access_fault",
    [8] = "user_ecall",
    [9] = "supervisor_ecall",
    [10] = "virtual_supervisor_ecall",
    [11] = "machine_ecall",
    [12] = "instruction_page_fault",
    [13] = "load_page_fault",
    [15] = "store_page_fault",
    [18] = "software_check",
    [20] = "instruction_guest_page_fault",
    [21] = "load_guest_page_fault",
    [22] = "virtual_instruction",
    [23] = "store_guest_page_fault",
};

static bool take_cause(struct cursor *c, uint64_t *cause) {
  if (take(c, "trap #")) return take_digits(c, 10, cause);
  if (!take(c, "trap_")) return false;
  const char *comma = memchr(c->at, ',', (size_t)(c->end - c->at));
  if (comma == NULL) return false;
  for (size_t i = 0; i < COUNT(causes); i++) {
    if (causes[i] == NULL || strlen(causes[i]) != (size_t)(comma - c->at) ||
        memcmp(causes[i], c->at, (size_t)(comma - c->at)) != 0)
      continue;
    *cause = i;
    c->at = comma;
    return true;
  }
  return false;
}

static bool parse_trap(struct cursor *c, struct rvt_line *line) {
  bool interrupt = take(c, "interrupt #");
  line->kind = interrupt ? RVT_LINE_INTERRUPT : RVT_LINE_EXCEPTION;
  return (interrupt ? take_digits(c, 10, &line->cause) : take_cause(c, &line->cause)) &&
         take(c, ", epc ") && take_hex(c, &line->pc) && c->at == c->end;
}

static bool parse_retired(struct cursor *c, struct rvt_line *line) {
  uint64_t priv;
  line->kind = RVT_LINE_RETIRED;
  if (!take_digits(c, 10, &priv) || priv > 3 || priv == 2 || !take(c, " ") ||
      !take_pc_and_word(c, line))
    return false;
  line->priv = (uint8_t)priv;
  line->effects = c->at;
  line->end = c->end;
  return true;
}

bool rvt_line_parse(const char *text, size_t size, struct rvt_line *line) {
  struct cursor c = {text, text + size};
  *line = (struct rvt_line){.kind = RVT_LINE_SYMBOL};
  if (!take(&c, "core")) return false;
  while (take(&c, " ")) {
  }
  if (!take_digits(&c, 10, &line->hart) || !take(&c, ": ") || c.at == c.end) return false;
  if (c.end - c.at > 1 && c.at[0] == '0' && c.at[1] == 'x') {
    line->kind = RVT_LINE_TRIED;
    return take_pc_and_word(&c, line);
  }
  if (digit(*c.at) >= 0 && digit(*c.at) <= 9) return parse_retired(&c, line);
  if (take(&c, "exception ")) return parse_trap(&c, line);
  if (take(&c, ">>>>")) return true;
  uint64_t times;
  if (take(&c, "Executed "))
    return take_digits(&c, 10, &times) && take(&c, " times") && c.at == c.end;
  line->kind = RVT_LINE_TVAL;
  return take(&c, "          tval ") && take_hex(&c, &line->tval) && c.at == c.end;
}

size_t rvt_line_hex(const char *text, size_t size, uint64_t *value) {
  const size_t first = size > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
  size_t at = first;
  *value = 0;
  for (; at < size; at++) {
    const int d = digit(text[at] >= 'A' && text[at] <= 'F' ? (char)(text[at] | 0x20) : text[at]);
    if (d < 0) break;
    if (*value >> 60 != 0) return 0;
    *value = *value << 4 | (unsigned)d;
  }
  return at != first ? at : 0;
}

bool rvt_line_pc(const char *text, size_t size, uint64_t *pc) {
  const size_t used = rvt_line_hex(text, size, pc);
  return used != 0 && (used == size || (text[used] != '\0' && strchr(" \t\r,:", text[used])));
}

/* ` c768_mstatus 0x88`, or ` mem 0x80001000 0x1` (a load has no value). Others are passed over. */
struct rvt_effect rvt_line_effect(struct rvt_line *line) {
  struct rvt_effect effect = {.kind = RVT_EFFECT_NONE};
  struct cursor c = {line->effects, line->end};
  while (effect.kind == RVT_EFFECT_NONE && c.at < c.end) {
    const char *next = memchr(c.at, ' ', (size_t)(c.end - c.at));
    if (next == NULL) break;
    c.at = next + 1;
    struct cursor look = c;
    if (take(&look, "mem ") && take_hex(&look, &effect.where) && take(&look, " ")) {
      const char *value = look.at;
      if (!take_hex(&look, &effect.value)) continue;
      effect.kind = RVT_EFFECT_STORE;
      effect.size = (uint8_t)((look.at - value - 2) / 2);
      c = look;
      continue;
    }
    look = c;
    if (!take(&look, "c") || !take_digits(&look, 10, &effect.where) || !take(&look, "_")) continue;
    look.at = memchr(look.at, ' ', (size_t)(look.end - look.at));
    if (look.at == NULL) break;
    look.at++;
    if (!take_hex(&look, &effect.value)) continue;
    effect.kind = RVT_EFFECT_CSR;
    c = look;
  }
  line->effects = c.at < c.end && effect.kind != RVT_EFFECT_NONE ? c.at : line->end;
  return effect;
}

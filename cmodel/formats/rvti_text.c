/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "base/text_line.h"
#include "rvt/itype.h"
#include "rvt/rvti.h"

static const char *const itype_names[16] = {
    "none",     "exception", "interrupt",     "trap-return", "not-taken",     "taken",
    "indirect", "reserved",  "indirect-call", "direct-call", "indirect-jump", "direct-jump",
    "swap",     "return",    "indirect-link", "direct-link"};
static const char *const priv_names[7] = {"U", "S", NULL, "M", "D", "VU", "VS"};
static const char *const kind_names[] = {"insn", "trap",  "priv",     "context", "trigger",
                                         "halt", "reset", "lowpower", "time"};

/* ---- writing ---- */

static const char *const pulse_names[] = {"on", "off", "notify", "ext-on", "ext-off", "ext-notify"};
enum { PULSES = sizeof pulse_names / sizeof *pulse_names };

static int format_trigger(const struct rvt_step *s, char *text) {
  int n = snprintf(text, RVT_STEP_TEXT_MAX, "trigger");
  char before = ' ';
  for (unsigned i = 0; i < PULSES; i++) {
    if ((s->value >> i & 1) == 0) continue;
    n += snprintf(text + n, RVT_STEP_TEXT_MAX - (size_t)n, "%c%s", before, pulse_names[i]);
    before = ',';
  }
  return n;
}

void rvt_step_format(const struct rvt_step *s, char text[RVT_STEP_TEXT_MAX]) {
  const size_t size = RVT_STEP_TEXT_MAX;
  int n = 0;
  switch (s->kind) {
  case RVT_STEP_INSN:
    n = snprintf(text, size, "insn 0x%" PRIx64 " %u %s", s->pc, s->size,
                 itype_names[s->itype & 15]);
    if (s->sijump) n += snprintf(text + n, size - (size_t)n, " sijump");
    if (s->has_word) n += snprintf(text + n, size - (size_t)n, " word=0x%" PRIx64, s->word);
    break;
  case RVT_STEP_TRAP:
    n = snprintf(text, size, "trap %s 0x%" PRIx64 " cause=0x%" PRIx64 " tval=0x%" PRIx64,
                 itype_names[s->itype & 15], s->pc, s->cause, s->tval);
    break;
  case RVT_STEP_PRIV: n = snprintf(text, size, "priv %s", priv_names[s->value % 7]); return;
  case RVT_STEP_CONTEXT:
    n = snprintf(text, size, "context 0x%" PRIx64 " ctype=%u", s->tval, s->value);
    return;
  case RVT_STEP_TRIGGER: n = format_trigger(s, text); return;
  case RVT_STEP_TIME: n = snprintf(text, size, "time %" PRIu64, s->tval); return;
  default:
    n = snprintf(text, size, "%s %s", kind_names[s->kind % 9], s->value != 0 ? "on" : "off");
    return;
  }
  if (s->clocks != 1) snprintf(text + n, size - (size_t)n, " clocks=%" PRIu32, s->clocks);
}

/* ---- reading ---- */

static enum rvt_status parse_name(const char *text, const char *what, const char *const *names,
                                  size_t count, uint8_t *value, struct rvt_error *e) {
  for (size_t i = 0; i < count; i++)
    if (names[i] != NULL && strcmp(text, names[i]) == 0) {
      *value = (uint8_t)i;
      return RVT_OK;
    }
  if (text[0] >= '0' && text[0] <= '9') {
    uint64_t v;
    const enum rvt_status status = rvt_text_number(text, what, 255, &v, e);
    if (status == RVT_OK) *value = (uint8_t)v;
    return status;
  }
  return rvt_error_set(e, RVT_ERR_FORMAT, "expected %s, found '%s'", what, text);
}

static enum rvt_status parse_pc(const char *text, uint64_t next_pc, uint64_t *pc,
                                struct rvt_error *e) {
  if (strcmp(text, "+") != 0) return rvt_text_number(text, "a PC", UINT64_MAX, pc, e);
  *pc = next_pc;
  return RVT_OK;
}

/** Words "name=value" and flags from `first` on. */
static enum rvt_status parse_options(const struct text_line *w, unsigned first, struct rvt_step *s,
                                     struct rvt_error *e) {
  const bool insn = s->kind == RVT_STEP_INSN, trap = s->kind == RVT_STEP_TRAP;
  for (unsigned i = first; i < w->count; i++) {
    const char *word = w->word[i], *v;
    uint64_t number;
    enum rvt_status status = RVT_OK;
    if (insn && strcmp(word, "sijump") == 0) {
      s->sijump = true;
    } else if (insn && (v = rvt_text_after(word, "word=")) != NULL) {
      s->has_word = true;
      status = rvt_text_number(v, "a word", UINT64_MAX, &s->word, e);
    } else if ((insn || trap) && (v = rvt_text_after(word, "clocks=")) != NULL) {
      status = rvt_text_number(v, "clocks", UINT32_MAX, &number, e);
      if (status == RVT_OK) s->clocks = (uint32_t)number;
    } else if (trap && (v = rvt_text_after(word, "cause=")) != NULL) {
      status = rvt_text_number(v, "a cause", UINT64_MAX, &s->cause, e);
    } else if (trap && (v = rvt_text_after(word, "tval=")) != NULL) {
      status = rvt_text_number(v, "tval", UINT64_MAX, &s->tval, e);
    } else if (s->kind == RVT_STEP_CONTEXT && (v = rvt_text_after(word, "ctype=")) != NULL) {
      status = rvt_text_number(v, "ctype", 3, &number, e);
      if (status == RVT_OK) s->value = (uint8_t)number;
    } else {
      status = rvt_error_set(e, RVT_ERR_FORMAT, "expected an option of '%s', found '%s'",
                             w->word[0], word);
    }
    if (status != RVT_OK) return status;
  }
  return RVT_OK;
}

static enum rvt_status parse_pulses(const char *text, uint8_t *value, struct rvt_error *e) {
  *value = 0;
  for (const char *p = text;;) {
    const size_t n = strcspn(p, ",");
    unsigned k = 0;
    while (k < PULSES && (strlen(pulse_names[k]) != n || strncmp(p, pulse_names[k], n) != 0)) k++;
    if (k == PULSES)
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected on, off, notify, ext-on, ext-off, ext-notify or a list of "
                           "them, found '%s'",
                           text);
    *value |= (uint8_t)(1u << k);
    if (p[n] == 0) return RVT_OK;
    p += n + 1;
  }
}

static enum rvt_status parse_words(const struct text_line *w, uint64_t next_pc, struct rvt_step *s,
                                   struct rvt_error *e) {
  static const char *const levels[] = {"off", "on"};
  static const unsigned least[] = {4, 3, 2, 2, 2, 2, 2, 2, 2};
  enum rvt_status status = RVT_OK;
  uint64_t number = 0;
  unsigned kind = 0;
  while (kind < 9 && strcmp(w->word[0], kind_names[kind]) != 0) kind++;
  if (kind == 9)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected insn, trap, priv, context, trigger, halt, "
                         "reset, lowpower or time, found '%s'",
                         w->word[0]);
  if (w->count < least[kind])
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected %u words after '%s', found %u",
                         least[kind] - 1, w->word[0], w->count - 1);
  *s = (struct rvt_step){.kind = (uint8_t)kind};
  switch (kind) {
  case RVT_STEP_INSN:
    s->clocks = 1;
    status = parse_pc(w->word[1], next_pc, &s->pc, e);
    if (status == RVT_OK) status = rvt_text_number(w->word[2], "a size", 4, &number, e);
    s->size = (uint8_t)number;
    if (status == RVT_OK)
      status = parse_name(w->word[3], "an itype", itype_names, 16, &s->itype, e);
    break;
  case RVT_STEP_TRAP:
    s->clocks = 1;
    status = parse_name(w->word[1], "exception or interrupt", itype_names, 3, &s->itype, e);
    if (status == RVT_OK) status = parse_pc(w->word[2], next_pc, &s->pc, e);
    break;
  case RVT_STEP_PRIV:
    status = parse_name(w->word[1], "U, S, M, D, VU or VS", priv_names, 7, &s->value, e);
    break;
  case RVT_STEP_CONTEXT:
    status = rvt_text_number(w->word[1], "a context", UINT64_MAX, &s->tval, e);
    break;
  case RVT_STEP_TRIGGER: status = parse_pulses(w->word[1], &s->value, e); break;
  case RVT_STEP_TIME:
    status = rvt_text_number(w->word[1], "a time", UINT64_MAX, &s->tval, e);
    break;
  default: status = parse_name(w->word[1], "on or off", levels, 2, &s->value, e); break;
  }
  return status != RVT_OK ? status : parse_options(w, least[kind], s, e);
}

enum rvt_status rvt_step_parse(const char *line, unsigned xlen, uint64_t next_pc,
                               struct rvt_step *step, struct rvt_error *e) {
  struct text_line w;
  struct rvt_step s;
  enum rvt_status status = rvt_text_line_cut(line, &w, e);
  if (status == RVT_OK && w.count == 0) return RVT_END;
  if (status == RVT_OK) status = parse_words(&w, next_pc, &s, e);
  if (status == RVT_OK) status = rvt_step_check(&s, xlen, e);
  if (status == RVT_OK) *step = s;
  return status;
}

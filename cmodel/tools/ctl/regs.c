/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ctl.h"

/* The registers by name. The table comes from the source of the registers, through
 * sim/lists/registers.tsv: scripts/mk/build.mk. Fields of a register stand together. */

struct field_row {
  const char *unit, *reg, *name;
  uint16_t offset, repeat, stride; /* repeat 1: no array */
  uint8_t msb, lsb;
  bool clears; /* a written 1 clears it */
};

#include "registers.inc"

enum { ROWS = sizeof field_rows / sizeof field_rows[0] };

/** A register that was named: its first row, and which of an array. */
struct place {
  enum rvt_ctl_unit unit;
  const struct field_row *row;
  unsigned index;
  uint64_t address;
  char name[64];
};

static bool same_register(const struct field_row *a, const struct field_row *b) {
  return strcmp(a->unit, b->unit) == 0 && strcmp(a->reg, b->reg) == 0;
}

static uint32_t mask_of(const struct field_row *f) {
  return (uint32_t)((UINT64_C(2) << f->msb) - (UINT64_C(1) << f->lsb));
}

/** Compare a name with that of an array's element, "trTeFilter_3_Control". */
static bool names(const struct field_row *row, const char *name, unsigned *index) {
  const char *mark = strstr(row->reg, row->repeat > 1 ? "_" : "\1");
  *index = 0;
  if (mark == NULL) return strcasecmp(row->reg, name) == 0;
  const size_t head = (size_t)(mark - row->reg) + 1;
  if (strncasecmp(row->reg, name, head) != 0 || !isdigit((unsigned char)name[head])) return false;
  char *end;
  const unsigned long n = strtoul(name + head, &end, 10);
  *index = (unsigned)n;
  return n < row->repeat && strcasecmp(end, mark + 2) == 0;
}

static bool find(const struct rvt_ctl *ctl, const char *text, struct place *p) {
  const char *dot = strchr(text, '.');
  char unit[8] = "";
  if (dot == NULL || (size_t)(dot - text) >= sizeof unit) {
    rvt_ctl_complain(ctl, RVT_CTL_BAD,
                     "expected te.REGISTER, ram.REGISTER or pib.REGISTER, found '%s'", text);
    return false;
  }
  memcpy(unit, text, (size_t)(dot - text));
  if (!rvt_ctl_unit(ctl, unit, &p->unit)) return false;
  for (unsigned i = 0; i < ROWS; i++) {
    const struct field_row *row = &field_rows[i];
    if (strcmp(row->unit, rvt_ctl_unit_names[p->unit]) != 0 || !names(row, dot + 1, &p->index))
      continue;
    p->row = row;
    p->address = ctl->base[p->unit] + row->offset + (uint64_t)row->stride * p->index;
    const char *mark = row->repeat > 1 ? strchr(row->reg, '_') : NULL;
    if (mark == NULL)
      snprintf(p->name, sizeof p->name, "%s.%s", row->unit, row->reg);
    else
      snprintf(p->name, sizeof p->name, "%s.%.*s_%u%s", row->unit, (int)(mark - row->reg), row->reg,
               p->index, mark + 2);
    return true;
  }
  rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected a register that `registers %s` lists, found '%s'",
                   unit, text);
  return false;
}

static const struct field_row *next_field(const struct field_row *f) {
  return f + 1 < field_rows + ROWS && same_register(f, f + 1) ? f + 1 : NULL;
}

static void print(const struct rvt_ctl *ctl, const struct place *p, uint32_t word) {
  if (ctl->json)
    printf("{\"register\": \"%s\", \"address\": \"0x%" PRIx64 "\", \"value\": %" PRIu32
           ", \"fields\": {",
           p->name, p->address, word);
  else
    printf("%s = 0x%08" PRIx32 "\n", p->name, word);
  for (const struct field_row *f = p->row; f != NULL; f = next_field(f)) {
    const uint32_t value = (word & mask_of(f)) >> f->lsb;
    if (ctl->json)
      printf("%s\"%s\": %" PRIu32, f == p->row ? "" : ", ", f->name, value);
    else if (f->msb - f->lsb < 8)
      printf("  %s = %" PRIu32 "\n", f->name, value);
    else
      printf("  %s = 0x%" PRIx32 "\n", f->name, value);
  }
  if (ctl->json) puts("}}");
}

static enum rvt_ctl_end read_and_print(struct rvt_ctl *ctl, const struct place *p) {
  uint32_t word;
  if (!rvt_ctl_get(ctl, p->address, &word)) return rvt_ctl_link_failed(ctl);
  print(ctl, p, word);
  return RVT_CTL_GOOD;
}

enum rvt_ctl_end rvt_ctl_read(struct rvt_ctl *ctl, char **word, size_t words) {
  for (size_t i = 1; i < words; i++) {
    struct place p;
    if (!find(ctl, word[i], &p)) return RVT_CTL_BAD;
    const enum rvt_ctl_end end = read_and_print(ctl, &p);
    if (end != RVT_CTL_GOOD) return end;
  }
  return RVT_CTL_GOOD;
}

/** Put FIELD=VALUE into the word. */
static bool set_field(const struct rvt_ctl *ctl, const struct place *p, char *text,
                      uint32_t *word) {
  char *equals = strchr(text, '=');
  uint64_t value;
  if (equals == NULL) {
    rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected FIELD=VALUE, found '%s'", text);
    return false;
  }
  *equals = '\0';
  for (const struct field_row *f = p->row; f != NULL; f = next_field(f)) {
    if (strcasecmp(f->name, text) != 0) continue;
    const uint32_t mask = mask_of(f);
    if (!rvt_ctl_number(equals + 1, mask >> f->lsb, &value)) {
      rvt_ctl_complain(ctl, RVT_CTL_BAD, "%s: expected a number up to %" PRIu32 ", found '%s'",
                       f->name, mask >> f->lsb, equals + 1);
      return false;
    }
    *word = (*word & ~mask) | (uint32_t)(value << f->lsb);
    return true;
  }
  rvt_ctl_complain(ctl, RVT_CTL_BAD, "expected a field of %s, found '%s'", p->name, text);
  return false;
}

enum rvt_ctl_end rvt_ctl_write(struct rvt_ctl *ctl, char **word, size_t words) {
  struct place p;
  uint64_t whole;
  uint32_t value;
  if (!find(ctl, word[1], &p)) return RVT_CTL_BAD;
  if (words == 3 && rvt_ctl_number(word[2], UINT32_MAX, &whole)) {
    value = (uint32_t)whole;
  } else {
    if (!rvt_ctl_get(ctl, p.address, &value)) return rvt_ctl_link_failed(ctl);
    /* What a written 1 clears is cleared only when it is named. */
    for (const struct field_row *f = p.row; f != NULL; f = next_field(f))
      if (f->clears) value &= ~mask_of(f);
    for (size_t i = 2; i < words; i++)
      if (!set_field(ctl, &p, word[i], &value)) return RVT_CTL_BAD;
  }
  if (!ctl->bus.write32(ctl->bus.context, p.address, value)) return rvt_ctl_link_failed(ctl);
  return read_and_print(ctl, &p);
}

static void print_register(const struct rvt_ctl *ctl, const struct field_row *row, bool first) {
  const unsigned last = row->repeat > 1 ? (unsigned)row->repeat - 1 : 0;
  if (ctl->json)
    printf("%s{\"register\": \"%s.%s\", \"offset\": %u, \"count\": %u, \"stride\": %u}",
           first ? "" : ", ", row->unit, row->reg, row->offset, last + 1, row->stride);
  else if (last == 0)
    printf("%-4s 0x%03x  %s.%s\n", row->unit, row->offset, row->unit, row->reg);
  else
    printf("%-4s 0x%03x  %s.%s, i = 0 to %u\n", row->unit, row->offset, row->unit, row->reg, last);
}

enum rvt_ctl_end rvt_ctl_registers(struct rvt_ctl *ctl, char **word, size_t words) {
  enum rvt_ctl_unit unit = RVT_CTL_UNITS;
  bool first = true;
  if (words > 1 && !rvt_ctl_unit(ctl, word[1], &unit)) return RVT_CTL_BAD;
  if (ctl->json) putchar('[');
  for (unsigned i = 0; i < ROWS; i++) {
    if (i != 0 && same_register(&field_rows[i], &field_rows[i - 1])) continue;
    if (unit != RVT_CTL_UNITS && strcmp(field_rows[i].unit, rvt_ctl_unit_names[unit]) != 0)
      continue;
    print_register(ctl, &field_rows[i], first);
    first = false;
  }
  if (ctl->json) puts("]");
  return RVT_CTL_GOOD;
}

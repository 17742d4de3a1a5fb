/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parcels.h"
#include "rvt/number.h"

/* A line each: MASK MATCH CLASS [BITS]; # begins a comment. */

enum { CLASSES_MAX = 256 };

static const struct {
  const char *name;
  uint8_t kind, itype;
  const char *bits; /* of the immediate as the base ISA has it; NULL: there is none */
} names[] = {
    {"none", RVT_INSN_LINEAR, RVT_IT_NONE, NULL},
    {"branch", RVT_INSN_BRANCH, RVT_IT_TAKEN, "31,7,30-25,11-8"},
    {"direct-jump", RVT_INSN_JUMP, RVT_IT_DIRECT_JUMP, "31,19-12,20,30-21"},
    {"direct-call", RVT_INSN_JUMP, RVT_IT_DIRECT_CALL, "31,19-12,20,30-21"},
    {"indirect-jump", RVT_INSN_INDIRECT, RVT_IT_INDIRECT_JUMP, NULL},
    {"indirect-call", RVT_INSN_INDIRECT, RVT_IT_INDIRECT_CALL, NULL},
    {"return", RVT_INSN_INDIRECT, RVT_IT_RETURN, NULL},
    {"trap-return", RVT_INSN_TRAP_RETURN, RVT_IT_TRAP_RETURN, NULL},
};

/* `31,7,30-25`: bits of the word, the highest one of the immediate first. */
static bool take_bits(const char *text, struct rvt_insn_class *c) {
  while (*text != '\0') {
    char *end = NULL;
    const unsigned long high = strtoul(text, &end, 10);
    unsigned long low = high;
    if (end == text) return false;
    if (*end == '-') {
      text = end + 1;
      low = strtoul(text, &end, 10);
      if (end == text) return false;
    }
    if (high > 63 || low > high || high - low >= (unsigned long)RVT_CLASS_BITS - c->bits)
      return false;
    for (unsigned long bit = high + 1; bit-- > low;) c->bit[c->bits++] = (uint8_t)bit;
    if (*end != ',' && *end != '\0') return false;
    text = *end == ',' ? end + 1 : end;
  }
  return c->bits != 0;
}

/* NULL, or what was expected. */
static const char *take_line(char *line, struct rvt_insn_class *c, bool *empty) {
  char *rest = line;
  line[strcspn(line, "#\r\n")] = '\0';
  const char *mask = strtok_r(line, " \t", &rest), *match = strtok_r(NULL, " \t", &rest);
  const char *name = strtok_r(NULL, " \t", &rest), *bits = strtok_r(NULL, " \t", &rest);
  *empty = mask == NULL;
  *c = (struct rvt_insn_class){.mask = 0};
  if (*empty) return NULL;
  if (match == NULL || name == NULL || strtok_r(NULL, " \t", &rest) != NULL ||
      !rvt_number(mask, strlen(mask), UINT64_MAX, &c->mask) ||
      !rvt_number(match, strlen(match), UINT64_MAX, &c->match))
    return "MASK MATCH CLASS [BITS], the first two numbers";
  if ((c->match & ~c->mask) != 0 || (c->mask & 3) == 0)
    return "a match within its mask, which has bits that tell the length";
  size_t i = 0;
  while (i < sizeof names / sizeof names[0] && strcmp(names[i].name, name) != 0) i++;
  if (i == sizeof names / sizeof names[0])
    return "none, branch, direct-jump, direct-call, indirect-jump, indirect-call, return or "
           "trap-return";
  c->kind = names[i].kind;
  c->itype = names[i].itype;
  if (bits != NULL && names[i].bits == NULL) return "bits of a branch or direct jump alone";
  if (names[i].bits != NULL && !take_bits(bits != NULL ? bits : names[i].bits, c))
    return "bits of the word as 31,7,30-25, the highest one first, at most 24";
  return NULL;
}

static enum rvt_status read_lines(struct rvt_image *image, const char *path, FILE *file,
                                  struct rvt_error *e) {
  char *line = NULL;
  size_t room = 0;
  enum rvt_status status = RVT_OK;
  for (unsigned long number = 1; status == RVT_OK && getline(&line, &room, file) >= 0; number++) {
    struct rvt_insn_class c;
    bool empty = false;
    const char *expected = take_line(line, &c, &empty);
    if (expected != NULL)
      status = rvt_error_set(e, RVT_ERR_FORMAT, "%s:%lu: expected %s", path, number, expected);
    else if (!empty && image->class_count == CLASSES_MAX)
      status = rvt_error_set(e, RVT_ERR_RANGE, "%s:%lu: expected at most %d classes", path, number,
                             CLASSES_MAX);
    else if (!empty)
      image->classes[image->class_count++] = c;
  }
  if (status == RVT_OK && !feof(file)) /* a folder, or no memory */
    status = rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                           strerror(errno));
  free(line);
  return status;
}

enum rvt_status rvt_image_read_classes(struct rvt_image *image, const char *path,
                                       struct rvt_error *e) {
  if (image->segments != 0 || image->parts != 0 || image->classes != NULL)
    return rvt_error_set(e, RVT_ERR_ARG, "%s: expected classes before code, and once", path);
  FILE *file = fopen(path, "r");
  if (file == NULL)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                         strerror(errno));
  image->classes = calloc(CLASSES_MAX, sizeof *image->classes);
  const enum rvt_status status =
      image->classes != NULL
          ? read_lines(image, path, file, e)
          : rvt_error_set(e, RVT_ERR_NO_MEMORY, "%s: expected memory, found none left", path);
  fclose(file);
  return status;
}

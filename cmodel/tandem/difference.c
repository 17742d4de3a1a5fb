/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/tandem/difference.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const kinds[] = {"instruction", "trap", "reset", "state from outside"};

const char *rvt_tandem_difference_what(const struct rvt_tandem_difference *d, char *text) {
  switch (d->kind) {
  case RVT_TANDEM_OTHER_INSN: return "instruction";
  case RVT_TANDEM_OTHER_STORE: return "stored data";
  case RVT_TANDEM_OTHER_STORE_ADDRESS: return "address of the store";
  case RVT_TANDEM_OTHER_STORE_SIZE: return "size of the store";
  case RVT_TANDEM_NO_STORE: return "no store";
  case RVT_TANDEM_OTHER_KIND: return "group";
  default: break;
  }
  if (d->number == RVT_TANDEM_MODEL_PC) return "pc";
  if (d->number == RVT_TANDEM_MODEL_PRIVILEGE) return "privilege";
  rvt_tandem_register_name(d->number, text);
  return text;
}

void rvt_tandem_difference_value(const struct rvt_tandem_difference *d, bool model, char *text) {
  const uint64_t value = model ? d->model : d->trace;
  if (d->kind == RVT_TANDEM_OTHER_KIND)
    snprintf(text, RVT_TANDEM_WORD_MAX, "%s", kinds[value]);
  else if (d->kind == (model ? RVT_TANDEM_ONLY_TRACE : RVT_TANDEM_ONLY_MODEL))
    snprintf(text, RVT_TANDEM_WORD_MAX, "none");
  else
    snprintf(text, RVT_TANDEM_WORD_MAX, "0x%" PRIx64, value);
}

/* What is printed from `used` on. @return the characters that are there then */
__attribute__((format(printf, 3, 4))) static size_t put(char *text, size_t used, const char *format,
                                                        ...) {
  va_list args;
  va_start(args, format);
  const int more = vsnprintf(text + used, RVT_TANDEM_DIFFERENCE_MAX - used, format, args);
  va_end(args);
  used += more < 0 ? 0 : (size_t)more;
  return used < RVT_TANDEM_DIFFERENCE_MAX ? used : RVT_TANDEM_DIFFERENCE_MAX - 1;
}

void rvt_tandem_difference_print(const struct rvt_tandem_difference *d,
                                 const struct rvt_image *image, const char *expected, char *text) {
  char what[RVT_TANDEM_WORD_MAX], model[RVT_TANDEM_WORD_MAX], trace[RVT_TANDEM_WORD_MAX];
  uint64_t offset = 0;
  const char *symbol = image == NULL ? NULL : rvt_image_symbol(image, d->pc, &offset);
  size_t used = put(text, 0, "group %" PRIu64 ", byte 0x%" PRIx64, d->group, d->offset);
  if (d->has_other) used = put(text, used, " (0x%" PRIx64 ")", d->other_offset);
  used = put(text, used, ", pc 0x%" PRIx64, d->pc);
  if (symbol != NULL) used = put(text, used, " <%.200s+0x%" PRIx64 ">", symbol, offset);
  if (d->has_insn) used = put(text, used, ", insn 0x%" PRIx32, d->insn);
  rvt_tandem_difference_value(d, true, model);
  rvt_tandem_difference_value(d, false, trace);
  put(text, used, ": expected %s %s as %.64s has it, found %s%s",
      rvt_tandem_difference_what(d, what), model, expected, trace,
      d->kind == RVT_TANDEM_NOT_CHANGED ? ", unchanged" : "");
}

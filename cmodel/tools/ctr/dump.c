/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "ctr.h"
#include "rvt/number.h"

/* What software prints: lines that begin with `ctr `. A sample is `ctr 1 COUNT PC`, 1 being the
 * version of this form, and then COUNT lines `ctr SOURCE TARGET DATA`, logical entry 0 first, as
 * ctrsource, ctrtarget and ctrdata read. Whatever else a console has between them is passed over.
 */
enum { VERSION = 1, WORDS = 3 };
enum { DATA_CCV = 1 << 15, DATA_CC_AT = 16 }; /* CTR:E-04 */

struct dump {
  struct ctr *c;
  const char *name;
  unsigned line;
  unsigned left; /* lines of the sample that are still to come */
  struct ctr_sample sample;
};

static bool complain(const struct dump *d, const char *expected, const char *begin, size_t size) {
  rvt_complain("%s:%u: expected %s, found '%.*s'", d->name, d->line, expected,
               (int)(size < 80 ? size : 80), begin);
  return false;
}

/* `ctr ` and three numbers, and nothing else. */
static bool read_words(const char *begin, size_t size, uint64_t word[WORDS]) {
  const char *at = begin + 3, *const end = begin + size;
  for (unsigned i = 0; i < WORDS; i++) {
    if (at == end || *at++ != ' ') return false;
    const char *space = memchr(at, ' ', (size_t)(end - at));
    const char *stop = space != NULL ? space : end;
    if (!rvt_number(at, (size_t)(stop - at), UINT64_MAX, &word[i])) return false;
    at = stop;
  }
  return at == end;
}

static void take_entry(struct ctr_sample *s, const uint64_t word[WORDS]) {
  const uint64_t source = word[0], target = word[1], data = word[2];
  if ((source & 1) == 0) return;
  s->record[s->count++] =
      (struct ctr_record){.source = source & ~UINT64_C(1),
                          .target = target & ~UINT64_C(1),
                          .mispredict = (target & 1) != 0,
                          .type = data & 0xf,
                          .counted = (data & DATA_CCV) != 0,
                          .cycles = rvt_ctr_decode((uint16_t)(data >> DATA_CC_AT))};
}

static bool take_line(struct dump *d, const char *begin, size_t size) {
  if (size != 0 && begin[size - 1] == '\r') size--;
  if (size < 4 || memcmp(begin, "ctr ", 4) != 0) return true;
  uint64_t word[WORDS];
  if (!read_words(begin, size, word))
    return complain(d, d->left != 0 ? "`ctr SOURCE TARGET DATA`" : "`ctr 1 COUNT PC`", begin, size);
  if (d->left != 0) {
    take_entry(&d->sample, word);
    d->left--;
  } else if (word[0] != VERSION) {
    return complain(d, "version 1 of a dump", begin, size);
  } else if (word[1] > RVT_CTR_ENTRIES_MAX) {
    return complain(d, "at most 256 entries", begin, size);
  } else {
    d->left = (unsigned)word[1];
    d->sample = (struct ctr_sample){.number = d->c->samples, .pc_known = true, .pc = word[2]};
  }
  if (d->left == 0) ctr_put(d->c, &d->sample);
  return true;
}

int ctr_read_dump(struct ctr *c) {
  struct rvt_tool_input in;
  if (!rvt_input_read(&in, c->input)) return RVT_EXIT_BAD;
  struct dump d = {.c = c, .name = in.name};
  bool good = true;
  const char *at = (const char *)in.data, *const end = at + in.size;
  while (good && at != end) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    const char *next = line_end != NULL ? line_end + 1 : end;
    d.line++;
    good = take_line(&d, at, (size_t)((line_end != NULL ? line_end : end) - at));
    at = next;
  }
  if (good && d.left != 0) {
    rvt_complain(
        "%s:%u: expected %u lines `ctr SOURCE TARGET DATA` more, found the end of the dump", d.name,
        d.line, d.left);
    good = false;
  }
  if (good && c->samples == 0) {
    rvt_complain("%s: expected a line `ctr 1 COUNT PC`, found none", d.name);
    good = false;
  }
  rvt_input_free(&in);
  return good ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

const char *rvt_drv_status_text(enum rvt_drv_status status) {
#define TEXT(id, text) text "\0"
  static const char texts[] = RVT_DRV_STATUS_LIST(TEXT);
#undef TEXT
  const unsigned number = (unsigned)status;
  return number <= RVT_DRV_ERR_NOTHING ? rvt_drv_nth(texts, number) : "no such status";
}

/** A line that grows; `used` counts on after its end. */
struct line {
  char *text;
  size_t size, used;
};

static void put(struct line *l, char c) {
  if (l->used + 1 < l->size) l->text[l->used] = c;
  l->used++;
}

static void put_text(struct line *l, const char *text) {
  while (*text != '\0') put(l, *text++);
}

static void put_hex(struct line *l, uint64_t value) {
  unsigned digits = 1;
  while (digits < 16 && value >> (4 * digits) != 0) digits++;
  put_text(l, "0x");
  while (digits-- != 0) put(l, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

/** Small values as people write them in tables, others as bits. */
static void put_value(struct line *l, uint32_t value) {
  if (value > 99) {
    put_hex(l, value);
    return;
  }
  if (value > 9) put(l, (char)('0' + value / 10));
  put(l, (char)('0' + value % 10));
}

size_t rvt_drv_error_text(const struct rvt_drv_error *error, char *text, size_t size) {
  struct line l = {text, size, 0};
  if (error->field != NULL) {
    put_text(&l, error->field);
    put_text(&l, " at ");
    put_hex(&l, error->address);
    put_text(&l, ": ");
    if (error->status != RVT_DRV_ERR_BUS) {
      put_text(&l, "expected ");
      put_value(&l, error->expected);
      put_text(&l, ", found ");
      put_value(&l, error->found);
      put_text(&l, ": ");
    }
  }
  put_text(&l, rvt_drv_status_text(error->status));
  if (error->cause != NULL) {
    put_text(&l, "; ");
    put_text(&l, error->cause);
  }
  if (size != 0) text[l.used < size ? l.used : size - 1] = '\0';
  return l.used;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rvt/top.h"

struct head {
  char magic[8];
  uint64_t layout; /* of the struct in this build of the library */
  uint64_t sum;    /* of the bytes that follow */
};

static const char magic[8] = "rvttop1";

static uint64_t mix(uint64_t sum, uint64_t value) {
  return (sum ^ value) * UINT64_C(0x100000001b3);
}

/* Where the parts lie: another compiler or version puts them elsewhere. */
static uint64_t layout(void) {
  const size_t places[] = {sizeof(struct rvt_top),
                           sizeof(struct rvt_top_params),
                           sizeof(struct rvt_te),
                           sizeof(struct rvt_encoder),
                           sizeof(struct rvt_queue),
                           sizeof(struct rvt_ntrace_messages),
                           sizeof(struct rvt_ram_sink),
                           offsetof(struct rvt_top, te),
                           offsetof(struct rvt_top, sinks.fork),
                           offsetof(struct rvt_top, sinks.ram),
                           offsetof(struct rvt_top, sinks.pib),
                           offsetof(struct rvt_encoder, queue),
                           offsetof(struct rvt_encoder, messages)};
  const uint16_t order = 1;
  uint64_t sum = mix(0, *(const uint8_t *)&order);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) sum = mix(sum, places[i]);
  return sum;
}

static uint64_t sum_of(const uint8_t *bytes, size_t size) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < size; i++) sum = mix(sum, bytes[i]);
  return sum;
}

size_t rvt_top_snapshot_size(void) { return sizeof(struct head) + sizeof(struct rvt_top); }

void rvt_top_save(const struct rvt_top *s, void *out) {
  uint8_t *bytes = out;
  struct head head = {.layout = layout()};
  memcpy(head.magic, magic, sizeof magic);
  memcpy(bytes + sizeof head, s, sizeof *s);
  head.sum = sum_of(bytes + sizeof head, sizeof *s);
  memcpy(bytes, &head, sizeof head);
}

enum rvt_status rvt_top_restore(struct rvt_top *s, const void *bytes, size_t size,
                                struct rvt_error *e) {
  const uint8_t *from = bytes;
  struct head head;
  if (size < sizeof head || memcmp(from, magic, sizeof magic) != 0)
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected a snapshot of rvt_top, found none");
  memcpy(&head, from, sizeof head);
  if (head.layout != layout())
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected a snapshot of this build of the library, found another's");
  if (size != rvt_top_snapshot_size() || head.sum != sum_of(from + sizeof head, sizeof *s))
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected %zu bytes as they were saved, found %zu%s",
                         rvt_top_snapshot_size(), size,
                         size == rvt_top_snapshot_size() ? " that were altered" : "");
  memcpy(s, from + sizeof head, sizeof *s);
  return RVT_OK;
}

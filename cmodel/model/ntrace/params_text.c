/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/params_text.h"

#include <stddef.h>
#include <string.h>

#include "rvt/number.h"

enum kind { KIND_FLAG, KIND_BYTE, KIND_HALF, KIND_OTHER };

struct name {
  const char *name;
  enum kind kind;
  size_t offset;
};

#define AT(field) offsetof(struct rvt_ntrace_params, field)

static const struct name names[] = {
    {"Xlen", KIND_BYTE, AT(xlen)},
    {"Btm", KIND_FLAG, AT(btm)},
    {"Htm", KIND_FLAG, AT(htm)},
    {"Blocks", KIND_BYTE, AT(blocks)},
    {"FlowBlocks", KIND_BYTE, AT(flow_blocks)},
    {"IretireWidth", KIND_BYTE, AT(iretire_width)},
    {"ItypeWidth", KIND_BYTE, AT(itype_width)},
    {"Single", KIND_FLAG, AT(single)},
    {"IaddrOnInt", KIND_FLAG, AT(iaddr_on_int)},
    {"IcntWidth", KIND_BYTE, AT(icnt_width)},
    {"HistWidth", KIND_BYTE, AT(hist_width)},
    {"StackDepth", KIND_BYTE, AT(stack_depth)},
    {"SrcBitsMax", KIND_BYTE, AT(src_bits_max)},
    {"TsWidth", KIND_BYTE, AT(ts_width)},
    {"QueueDepth", KIND_BYTE, AT(queue_depth)},
    {"StallLatency", KIND_BYTE, AT(stall_latency)},
    {"Lanes", KIND_BYTE, AT(lanes)},
    {"FifoDepth", KIND_HALF, AT(fifo_depth)},
    {"PlainHist", KIND_FLAG, AT(plain_hist)},
    {"Events", KIND_FLAG, AT(events)},
    {"SeqJump", KIND_FLAG, AT(seq_jump)},
    {"ReturnModes", KIND_FLAG, AT(return_modes)},
    {"SyncClocks", KIND_FLAG, AT(sync_clocks)},
    {"ContextWidth", KIND_OTHER, 0},
    {"ImpdefWidth", KIND_OTHER, 0},
    {"Pins", KIND_OTHER, 0},
    {"DivWidth", KIND_OTHER, 0},
    {"BufferBytes", KIND_OTHER, 0},
};
enum { NAMES = sizeof names / sizeof names[0] };

static const struct name *find(const char *word, size_t size) {
  for (size_t i = 0; i < NAMES; i++)
    if (strlen(names[i].name) == size && strncmp(names[i].name, word, size) == 0) return &names[i];
  return NULL;
}

static bool store(struct rvt_ntrace_params *p, const struct name *name, uint64_t value) {
  char *field = (char *)p + name->offset;
  const bool flag = value != 0;
  const uint8_t byte = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  switch (name->kind) {
  case KIND_FLAG: memcpy(field, &flag, sizeof flag); return value <= 1;
  case KIND_BYTE: memcpy(field, &byte, sizeof byte); return value <= UINT8_MAX;
  case KIND_HALF: memcpy(field, &half, sizeof half); return value <= UINT16_MAX;
  default: return true;
  }
}

enum rvt_status rvt_ntrace_params_parse(const char *text, struct rvt_ntrace_params *p,
                                        struct rvt_error *e) {
  struct rvt_ntrace_params made = *p;
  for (const char *word = text + strspn(text, " "); *word != '\0'; word += strspn(word, " ")) {
    const int size = (int)strcspn(word, " ");
    const char *equals = memchr(word, '=', (size_t)size);
    const struct name *name = equals == NULL ? NULL : find(word, (size_t)(equals - word));
    if (name == NULL)
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected NAME=VALUE with an RTL parameter, found '%.*s'", size, word);
    uint64_t value;
    if (!rvt_number(equals + 1, (size_t)(word + size - equals - 1), UINT64_MAX, &value) ||
        !store(&made, name, value))
      return rvt_error_set(e, RVT_ERR_RANGE, "expected a value that %s can have, found '%.*s'%s",
                           name->name, size, word, rvt_number_hint(equals + 1));
    word += size;
  }
  *p = made;
  return RVT_OK;
}

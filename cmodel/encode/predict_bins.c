/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "predict_bins.h"

#include <stdio.h>

#include "rvt/ntrace_text.h"

/* Values of a code, the specification's; a message has one code or two. */
struct code {
  const char *name;
  uint8_t value[9];
  uint8_t count;
};
enum code_name { NONE, SYNC, BTYPE, ETYPE, RCODE, EVCODE, CDF, OWNER };
static const struct code codes[] = {
    [NONE] = {"", {0}, 1},
    [SYNC] = {"SYNC", {0, 1, 2, 3, 4, 5, 6, 7, 9}, 9},
    [BTYPE] = {"B-TYPE", {0, 1, 2, 3}, 4},
    [ETYPE] = {"ETYPE", {0}, 1},
    [RCODE] = {"RCODE", {0, 1, 2}, 3},
    [EVCODE] = {"EVCODE", {0, 1, 4}, 3},
    [CDF] = {"CDF", {0, 1}, 2},
    [OWNER] = {"FORMAT", {0, 2, 3}, 3},
};

static const struct {
  uint8_t tcode;
  enum code_name first, second;
} messages[RVT_BINS_MESSAGES] = {
    {RVT_TC_OWNERSHIP, OWNER, NONE},
    {RVT_TC_DIRECT_BRANCH, NONE, NONE},
    {RVT_TC_INDIRECT_BRANCH, BTYPE, NONE},
    {RVT_TC_ERROR, ETYPE, NONE},
    {RVT_TC_PROG_TRACE_SYNC, SYNC, NONE},
    {RVT_TC_DIRECT_BRANCH_SYNC, SYNC, NONE},
    {RVT_TC_INDIRECT_BRANCH_SYNC, SYNC, BTYPE},
    {RVT_TC_RESOURCE_FULL, RCODE, NONE},
    {RVT_TC_INDIRECT_BRANCH_HIST, BTYPE, NONE},
    {RVT_TC_INDIRECT_BRANCH_HIST_SYNC, SYNC, BTYPE},
    {RVT_TC_REPEAT_BRANCH, NONE, NONE},
    {RVT_TC_PROG_TRACE_CORRELATION, EVCODE, CDF},
};

static unsigned value_of(const struct rvt_ntrace_msg *msg, enum code_name name) {
  switch (name) {
  case SYNC: return msg->sync;
  case BTYPE: return msg->btype;
  case ETYPE: return msg->etype;
  case RCODE: return msg->rcode;
  case EVCODE: return msg->evcode;
  case CDF: return msg->cdf;
  case OWNER: return msg->process & 3;
  default: return 0;
  }
}

/* Place of the value; `count` if the code has it not. */
static size_t place(const struct code *c, unsigned value) {
  size_t i = 0;
  while (i < c->count && c->value[i] != value) i++;
  return i;
}

void rvt_predict_bins_count(struct rvt_predict_bins *s, const struct rvt_ntrace_msg *msg) {
  size_t at = 0;
  for (uint8_t m = 0; m < RVT_BINS_MESSAGES; m++) {
    const struct code *a = &codes[messages[m].first], *b = &codes[messages[m].second];
    if (messages[m].tcode != msg->tcode) {
      at += (size_t)a->count * b->count;
      continue;
    }
    const size_t i = place(a, value_of(msg, messages[m].first));
    const size_t k = place(b, value_of(msg, messages[m].second));
    if (i < a->count && k < b->count) s->code[at + i * b->count + k]++;
    if (s->any) s->after[s->last][m]++;
    s->any = true;
    s->last = m;
    return;
  }
}

static const char *name_of(size_t m) {
  static const struct rvt_ntrace_format plain = {.src_bits = 0};
  const struct rvt_ntrace_msg msg = {.tcode = messages[m].tcode};
  struct rvt_ntrace_fields fields = {.message = ""};
  (void)!rvt_ntrace_msg_fields(&plain, &msg, &fields);
  return fields.message;
}

/* A name, with a code's value if the message has one. */
static int put_code(char *text, size_t room, const struct code *c, size_t place_of_it) {
  return c == &codes[NONE] ? 0 : snprintf(text, room, " %s=%u", c->name, c->value[place_of_it]);
}

bool rvt_predict_bins_get(const struct rvt_predict_bins *s, size_t index,
                          struct rvt_predict_bin *bin) {
  size_t at = 0;
  for (size_t m = 0; m < RVT_BINS_MESSAGES; m++) {
    const struct code *a = &codes[messages[m].first], *b = &codes[messages[m].second];
    const size_t count = (size_t)a->count * b->count;
    if (index < at + count) {
      int used = snprintf(bin->name, sizeof bin->name, "%s", name_of(m));
      used +=
          put_code(bin->name + used, sizeof bin->name - (size_t)used, a, (index - at) / b->count);
      (void)put_code(bin->name + used, sizeof bin->name - (size_t)used, b, (index - at) % b->count);
      bin->count = s->code[index];
      return true;
    }
    at += count;
  }
  index -= at;
  if (index >= RVT_BINS_MESSAGES * RVT_BINS_MESSAGES) return false;
  const size_t before = index / RVT_BINS_MESSAGES, after = index % RVT_BINS_MESSAGES;
  snprintf(bin->name, sizeof bin->name, "%s, %s", name_of(before), name_of(after));
  bin->count = s->after[before][after];
  return true;
}

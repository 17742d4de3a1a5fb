/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/ntrace_text.h"
#include "stats.h"
#include "tools/shared/process.h"

/* The messages of N-Trace, counted. */

enum { FIELDS = 16, SIZES = 12, SOURCES = 4096 };
enum { MDO_BITS = 6, TCODE_BITS = 6 };

/* Sizes of one variable field; those of 11 bytes and more together. */
struct field {
  const char *name;
  uint64_t of[SIZES];
};

struct stats {
  const struct stats_options *o;
  struct rvt_tool_stream in;
  struct rvt_counts counts;
  struct field field[FIELDS];
  size_t fields;
  uint64_t idle, damaged, vendor, reserved, incomplete; /* bytes */
  uint64_t size, instructions;
  struct stats_distance sync_bytes, sync_messages;
  struct {
    bool seen;
    uint64_t offset;
    uint64_t messages; /* since the last synchronizing message, it included */
    struct rvt_process process;
    size_t first; /* bytes of an Ownership with hcontext, which has another behind it (NT:OWN-07) */
    uint64_t branch; /* I-CNT of the last branch message */
  } source[SOURCES];
  struct rvt_processes processes;
};

/* Width of a fixed field; 0: the field is variable (NT:MSG-01..12). */
static unsigned fixed_bits(const struct stats *s, const char *name) {
  if (strcmp(name, "SRC") == 0) return s->o->format.format.src_bits;
  static const char *const two[] = {"B-TYPE", "CDF", "CKDF"};
  static const char *const four[] = {"SYNC", "ETYPE", "RCODE", "EVCODE", "CKSRC"};
  for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
    if (strcmp(name, two[i]) == 0) return 2;
  for (size_t i = 0; i < sizeof four / sizeof four[0]; i++)
    if (strcmp(name, four[i]) == 0) return 4;
  return 0;
}

static void count_field(struct stats *s, const char *name, size_t bytes) {
  size_t i = 0;
  while (i < s->fields && strcmp(s->field[i].name, name) != 0) i++;
  if (i == FIELDS) return; /* N-Trace has fewer */
  if (i == s->fields) s->field[s->fields++] = (struct field){.name = name};
  s->field[i].of[bytes < SIZES ? bytes : SIZES - 1]++;
}

/* The MSEO of a byte says where a variable field ends (NT:PKT-04, NT:PKT-05). */
static void count_fields(struct stats *s, const struct rvt_message *m) {
  struct rvt_ntrace_fields fields;
  if (rvt_ntrace_msg_fields(&s->o->format.format, m->msg, &fields) != RVT_OK) return;
  unsigned bits = TCODE_BITS;
  size_t i = 0;
  for (; i < fields.count && fixed_bits(s, fields.field[i].name) != 0; i++)
    bits += fixed_bits(s, fields.field[i].name);
  size_t at = 0, begin = bits / MDO_BITS;
  for (; i < fields.count && at < m->size; i++) {
    while (at < m->size && (m->bytes[at] & 3) == RVT_MSEO_NORMAL) at++;
    at++;
    count_field(s, fields.field[i].name, at - begin);
    begin = at;
  }
}

static void count_sync(struct stats *s, const struct rvt_ntrace_msg *msg, uint64_t offset) {
  if (rvt_ntrace_is_sync(msg->tcode)) {
    if (s->source[msg->src].seen) {
      stats_add_distance(&s->sync_bytes, offset - s->source[msg->src].offset);
      stats_add_distance(&s->sync_messages, s->source[msg->src].messages);
    }
    s->source[msg->src].seen = true;
    s->source[msg->src].offset = offset;
    s->source[msg->src].messages = 0;
  }
  s->source[msg->src].messages++;
}

/* RepeatBranch stands for the branch message before it, as often (NT:RPT-01). */
static void count_process(struct stats *s, const struct rvt_ntrace_msg *msg, size_t size) {
  struct rvt_process *process = &s->source[msg->src].process;
  size_t *first = &s->source[msg->src].first;
  uint64_t halfwords = msg->icnt;
  const struct rvt_decoder_context context = rvt_ntrace_context(msg->process);
  if (msg->tcode == RVT_TC_OWNERSHIP && rvt_process_take(process, &context)) {
    *first = size;
    return;
  }
  if (*first != 0) rvt_processes_add(&s->processes, msg->src, process, *first, 0);
  *first = 0;
  if (msg->tcode == RVT_TC_REPEAT_BRANCH)
    halfwords = msg->bcnt * s->source[msg->src].branch;
  else if (rvt_ntrace_has_flow(msg->tcode))
    s->source[msg->src].branch = msg->icnt;
  rvt_processes_add(&s->processes, msg->src, process, size, halfwords);
}

static void count_message(void *user, const struct rvt_message *m) {
  struct stats *s = user;
  count_process(s, m->msg, m->size);
  rvt_count(&s->counts, m->msg->tcode, m->size);
  count_fields(s, m);
  count_sync(s, m->msg, m->offset);
}

static void count_idle(void *user, uint64_t offset, uint64_t count) {
  struct stats *s = user;
  (void)offset;
  s->idle += count;
}

static void count_stretch(void *user, const struct rvt_stretch *stretch) {
  struct stats *s = user;
  switch (stretch->kind) {
  case RVT_STRETCH_VENDOR: s->vendor += stretch->size; break;
  case RVT_STRETCH_RESERVED: s->reserved += stretch->size; break;
  case RVT_STRETCH_DAMAGE: s->damaged += stretch->size; break;
  case RVT_STRETCH_INCOMPLETE: s->incomplete += stretch->size; break;
  default: break;
  }
}

/* An Ownership with hcontext that the stream ends behind. */
static void end_processes(struct stats *s) {
  for (unsigned src = 0; src < SOURCES; src++)
    if (s->source[src].first != 0)
      rvt_processes_add(&s->processes, (uint16_t)src, &s->source[src].process, s->source[src].first,
                        0);
}

static uint64_t overflows(const struct stats *s) { return s->counts.of[RVT_TC_ERROR].messages; }

static void print_json(struct stats *s) {
  json_t *object = json_pack(
      "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "size", (json_int_t)s->size, "messages",
      (json_int_t)s->counts.messages, "bytes", (json_int_t)s->counts.bytes, "idle_bytes",
      (json_int_t)s->idle, "vendor_bytes", (json_int_t)s->vendor, "reserved_bytes",
      (json_int_t)s->reserved, "damaged_bytes", (json_int_t)s->damaged, "incomplete_bytes",
      (json_int_t)s->incomplete, "overflows", (json_int_t)overflows(s));
  if (s->o->recording != NULL) {
    json_object_set_new(object, "instructions", json_integer((json_int_t)s->instructions));
    json_object_set_new(object, "bits_per_instr",
                        json_real(rvt_bits_per_instr(s->counts.bytes, s->instructions)));
  }
  json_object_set_new(object, "by_message", rvt_counts_json(&s->counts));
  json_object_set_new(object, "sync_distance_bytes", stats_distance_json(&s->sync_bytes));
  json_object_set_new(object, "sync_distance_messages", stats_distance_json(&s->sync_messages));
  json_t *fields = json_object();
  for (size_t i = 0; i < s->fields; i++) {
    json_t *sizes = json_array();
    for (size_t k = 0; k < SIZES; k++)
      json_array_append_new(sizes, json_integer((json_int_t)s->field[i].of[k]));
    json_object_set_new(fields, s->field[i].name, sizes);
  }
  json_object_set_new(object, "field_bytes", fields);
  json_object_set_new(object, "by_process", rvt_processes_json(&s->processes));
  rvt_json_print(object, stdout);
}

static void print_fields(const struct stats *s) {
  for (size_t i = 0; i < s->fields; i++) {
    printf("bytes of %-15s", s->field[i].name);
    for (size_t k = 0; k < SIZES; k++)
      if (s->field[i].of[k] != 0)
        printf(" %zu%s: %" PRIu64, k, k == SIZES - 1 ? "+" : "", s->field[i].of[k]);
    puts("");
  }
}

static void print_text(struct stats *s) {
  rvt_counts_print(&s->counts, stdout);
  printf("%-24s %12" PRIu64 "\n", "overflows", overflows(s));
  const struct {
    const char *name;
    uint64_t bytes;
  } others[] = {{"idle", s->idle},
                {"vendor defined", s->vendor},
                {"reserved", s->reserved},
                {"damaged", s->damaged},
                {"incomplete", s->incomplete}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (others[i].bytes != 0)
      printf("%-24s %12s %12" PRIu64 "\n", others[i].name, "", others[i].bytes);
  if (s->o->recording != NULL)
    printf("%-24s %12" PRIu64 " %18.3f bit/instr\n", "instructions", s->instructions,
           rvt_bits_per_instr(s->counts.bytes, s->instructions));
  stats_print_distance("bytes", &s->sync_bytes);
  stats_print_distance("messages", &s->sync_messages);
  print_fields(s);
  rvt_processes_print(&s->processes, stdout);
}

static int run(struct stats *s) {
  struct rvt_messages m = {.in = &s->in,
                           .format = &s->o->format,
                           .blind = s->o->blind,
                           .user = s,
                           .idle = count_idle,
                           .message = count_message,
                           .stretch = count_stretch};
  if (!rvt_stream_open(&s->in, s->o->input) || !stats_read_instructions(s->o, &s->instructions) ||
      !rvt_messages_walk(&m))
    return RVT_EXIT_BAD;
  s->size = s->in.base + s->in.size;
  end_processes(s);
  if (s->o->json)
    print_json(s);
  else
    print_text(s);
  if (!rvt_stdout_flush()) return RVT_EXIT_BAD;
  return rvt_messages_status(&m);
}

int stats_ntrace(const struct stats_options *o) {
  if (!rvt_format_reads_addresses(&o->format)) return RVT_EXIT_BAD;
  struct stats *s = rvt_need_memory(calloc(1, sizeof *s));
  s->o = o;
  const int status = run(s);
  rvt_stream_close(&s->in);
  rvt_processes_free(&s->processes);
  free(s);
  return status;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>

#include "rvt/etrace_text.h"
#include "stats.h"
#include "tools/shared/packets.h"

/* The packets of E-Trace, counted. */

enum { SIZES = RVT_ETRACE_PAYLOAD_BYTES + 1, SOURCES = 1 << RVT_ETRACE_SRC_CEIL };

struct stats {
  const struct stats_options *o;
  struct rvt_etrace_format format;
  struct rvt_tool_stream in;
  struct rvt_counts counts;
  uint64_t payloads[RVT_ETRACE_KINDS][SIZES]; /* by bytes, the bits of srcID in them included */
  uint64_t payload, idle, align, damaged, incomplete; /* bytes */
  uint64_t size, instructions;
  struct stats_distance sync_bytes, sync_packets;
  struct {
    bool seen;
    uint64_t offset;
    uint64_t packets; /* since the last 3.0 or 3.1, it included */
  } source[SOURCES];
};

static void count_sync(struct stats *s, const struct rvt_packet *p) {
  const uint16_t src = p->packet->src;
  if (rvt_etrace_is_sync(p->packet->kind)) {
    if (s->source[src].seen) {
      stats_add_distance(&s->sync_bytes, p->offset - s->source[src].offset);
      stats_add_distance(&s->sync_packets, s->source[src].packets);
    }
    s->source[src].seen = true;
    s->source[src].offset = p->offset;
    s->source[src].packets = 0;
  }
  s->source[src].packets++;
}

static void count_packet(void *user, const struct rvt_packet *p) {
  struct stats *s = user;
  const unsigned length = p->bytes[0] & RVT_ETRACE_LENGTH;
  rvt_count(&s->counts, p->packet->kind, p->size);
  s->payloads[p->packet->kind][length]++;
  s->payload += length;
  count_sync(s, p);
}

static void count_nulls(void *user, uint64_t offset, uint64_t count, bool align) {
  struct stats *s = user;
  (void)offset;
  *(align ? &s->align : &s->idle) += count;
}

static void count_stretch(void *user, const struct rvt_packet_stretch *stretch) {
  struct stats *s = user;
  if (stretch->kind == RVT_STRETCH_DAMAGE) s->damaged += stretch->size;
  if (stretch->kind == RVT_STRETCH_INCOMPLETE) s->incomplete += stretch->size;
}

/* srcID's whole bytes and the time. */
static uint64_t between(const struct stats *s) {
  return s->counts.bytes - s->counts.messages - s->payload;
}

static void print_json(const struct stats *s, uint64_t losses) {
  json_t *object = json_pack(
      "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "size", (json_int_t)s->size,
      "messages", (json_int_t)s->counts.messages, "bytes", (json_int_t)s->counts.bytes,
      "header_bytes", (json_int_t)s->counts.messages, "src_and_time_bytes", (json_int_t)between(s),
      "payload_bytes", (json_int_t)s->payload, "idle_bytes", (json_int_t)s->idle, "align_bytes",
      (json_int_t)s->align, "damaged_bytes", (json_int_t)s->damaged, "incomplete_bytes",
      (json_int_t)s->incomplete, "overflows", (json_int_t)losses);
  if (s->o->recording != NULL) {
    json_object_set_new(object, "instructions", json_integer((json_int_t)s->instructions));
    json_object_set_new(object, "bits_per_instr",
                        json_real(rvt_bits_per_instr(s->counts.bytes, s->instructions)));
    json_object_set_new(object, "payload_bits_per_instr",
                        json_real(rvt_bits_per_instr(s->payload, s->instructions)));
  }
  json_object_set_new(object, "by_message", rvt_counts_json(&s->counts));
  json_object_set_new(object, "sync_distance_bytes", stats_distance_json(&s->sync_bytes));
  json_object_set_new(object, "sync_distance_messages", stats_distance_json(&s->sync_packets));
  json_t *kinds = json_object();
  for (uint8_t kind = 0; kind < RVT_ETRACE_KINDS; kind++) {
    if (s->counts.of[kind].messages == 0) continue;
    json_t *sizes = json_array();
    for (size_t k = 0; k < SIZES; k++)
      json_array_append_new(sizes, json_integer((json_int_t)s->payloads[kind][k]));
    json_object_set_new(kinds, rvt_counts_name(&s->counts, kind), sizes);
  }
  json_object_set_new(object, "payload_sizes", kinds);
  rvt_json_print(object, stdout);
}

static void print_text(const struct stats *s, uint64_t losses) {
  rvt_counts_print(&s->counts, stdout);
  printf("%-24s %12" PRIu64 "\n", "overflows", losses);
  const struct {
    const char *name;
    uint64_t bytes;
  } parts[] = {{"headers", s->counts.messages}, {"srcID and time", between(s)},
               {"payloads", s->payload},        {"idle", s->idle},
               {"alignment", s->align},         {"damaged", s->damaged},
               {"incomplete", s->incomplete}};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (parts[i].bytes != 0)
      printf("%-24s %12s %12" PRIu64 "\n", parts[i].name, "", parts[i].bytes);
  if (s->o->recording != NULL)
    printf("%-24s %12" PRIu64 " %18.3f bit/instr, %.3f of payload\n", "instructions",
           s->instructions, rvt_bits_per_instr(s->counts.bytes, s->instructions),
           rvt_bits_per_instr(s->payload, s->instructions));
  stats_print_distance("bytes", &s->sync_bytes);
  stats_print_distance("packets", &s->sync_packets);
  for (uint8_t kind = 0; kind < RVT_ETRACE_KINDS; kind++) {
    if (s->counts.of[kind].messages == 0) continue;
    printf("payload of %-13s", rvt_counts_name(&s->counts, kind));
    for (size_t k = 0; k < SIZES; k++)
      if (s->payloads[kind][k] != 0) printf(" %zu: %" PRIu64, k, s->payloads[kind][k]);
    puts("");
  }
}

static int run(struct stats *s) {
  struct rvt_packets p = {.in = &s->in,
                          .tool = &s->o->format,
                          .format = &s->format,
                          .blind = s->o->blind,
                          .user = s,
                          .nulls = count_nulls,
                          .packet = count_packet,
                          .stretch = count_stretch};
  if (!rvt_stream_open(&s->in, s->o->input) || !stats_read_instructions(s->o, &s->instructions) ||
      !rvt_packets_walk(&p))
    return RVT_EXIT_BAD;
  s->size = s->in.base + s->in.size;
  if (s->o->json)
    print_json(s, p.losses);
  else
    print_text(s, p.losses);
  if (!rvt_stdout_flush()) return RVT_EXIT_BAD;
  return rvt_packets_status(&p);
}

int stats_etrace(const struct stats_options *o) {
  struct stats *s = rvt_need_memory(calloc(1, sizeof *s));
  int status = RVT_EXIT_BAD;
  s->o = o;
  s->counts.protocol = RVT_PROTOCOL_ETRACE;
  if (rvt_format_completes_etrace(&o->format, &s->format)) status = run(s);
  rvt_stream_close(&s->in);
  free(s);
  return status;
}

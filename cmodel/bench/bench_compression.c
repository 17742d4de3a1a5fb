/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * How near a stream of history messages is to the shortest one that says the same:
 *
 *   bench_compression LITERAL.nex [OURS.nex]
 *
 * Both without SRC and TSTAMP. One JSON object: bytes of the literal stream, of it if whole words
 * that are equal in a row are counted (the reference's rule), and of the shortest one; with
 * OURS, which must say the same outcomes, its bytes and those that its worst segment has more than
 * the literal one.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outcomes.h"

struct stream {
  struct rvt_bytes bytes;
  struct rvt_outcomes_segment segment;
};

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_compression: %s\n", text);
  exit(2);
}

static uint8_t *load(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) stop("expected a capture, cannot read it");
  const long end = ftell(file);
  uint8_t *data = malloc((size_t)end + 1);
  if (data == NULL) stop("out of memory");
  rewind(file);
  *size = fread(data, 1, (size_t)end, file);
  fclose(file);
  return data;
}

/* False: there is none any more. */
static bool next(struct stream *s) {
  const enum rvt_status status = rvt_outcomes_next(&s->bytes, &s->segment);
  if (status != RVT_OK && status != RVT_END)
    stop("expected N-Trace without SRC and TSTAMP that ends with a whole segment, found other "
         "bytes");
  return status == RVT_OK;
}

int main(int argc, char **argv) {
  struct stream literal = {.segment.outcomes = NULL}, ours = {.segment.outcomes = NULL};
  if (argc != 2 && argc != 3) stop("expected LITERAL.nex [OURS.nex]");
  uint8_t *data = load(argv[1], &literal.bytes.size), *other = NULL;
  literal.bytes.data = data;
  if (argc == 3) ours.bytes.data = other = load(argv[2], &ours.bytes.size);
  uint64_t outcomes = 0, rule = 0, fewest = 0, bytes = 0, ours_bytes = 0, more = 0;
  while (next(&literal)) {
    const struct rvt_outcomes_segment *l = &literal.segment, *o = &ours.segment;
    outcomes += l->count;
    bytes += l->bytes;
    rule += l->rule;
    fewest += l->other + rvt_outcomes_fewest(l->outcomes, l->count, &l->end);
    if (argc == 2) continue;
    if (!next(&ours) || o->count != l->count ||
        (l->count != 0 && memcmp(o->outcomes, l->outcomes, l->count) != 0))
      stop("expected the same outcomes in both, found others");
    ours_bytes += o->bytes;
    if (o->bytes > l->bytes + more) more = o->bytes - l->bytes;
  }
  if (argc == 3 && next(&ours)) stop("expected the same outcomes in both, found more");
  printf("{\"outcomes\": %" PRIu64 ", \"literal_bytes\": %" PRIu64
         ", \"reference_rule_bytes\": %" PRIu64 ", \"optimum_bytes\": %" PRIu64,
         outcomes, bytes, rule, fewest);
  if (argc == 3)
    printf(", \"ours_bytes\": %" PRIu64 ", \"worst_segment\": %" PRIu64, ours_bytes, more);
  puts("}");
  free(literal.segment.outcomes);
  free(ours.segment.outcomes);
  free(data);
  free(other);
  return 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Speed of the library on a recording that lies in memory in the form that each part takes:
 *
 *   bench_speed encode RECORDING.rvti RUNS            functional encoder, blocks -> bytes
 *   bench_speed decode RECORDING.rvti RUNS PROGRAM.elf  decoder, bytes -> events
 *   bench_speed model  RECORDING.rvti RUNS            clocked encoder, ingress -> beats
 *
 * HTM, implicit return, no sync. A line for each run: millions of instructions, for the model of
 * clocks, in a second of processor time. A check of the run's own result keeps the work from being
 * optimised away.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rvt/decoder.h"
#include "rvt/encoder.h"
#include "rvt/player.h"
#include "rvt/rvti.h"
#include "rvt/unit/encode.h"

/* The model plays a piece from inside the program again and again: in a simulation, too, its
 * ingress comes from the cache. */
enum { CLOCKS_MAX = 1 << 12, CLOCKS_FROM = 1 << 20, ROUNDS = 256 };

static const struct rvt_config on = {.active = true,
                                     .enable = true,
                                     .tracing = true,
                                     .mode = RVT_MODE_HTM,
                                     .ir_mode = 3,
                                     .ir_en = true};

struct material {
  uint8_t xlen;
  uint64_t insns;
  struct rvt_block *blocks;
  size_t count;
  struct rvt_encoder_in *clocks; /* of the model only, CLOCKS_MAX or fewer */
  size_t clock_count;
};

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_speed: %s\n", text);
  exit(2);
}

static void *grown(void *old, size_t count, size_t size) {
  void *memory = realloc(old, count * size);
  if (memory == NULL) stop("out of memory");
  return memory;
}

static struct rvt_params params(uint8_t xlen) {
  struct rvt_params p;
  rvt_params_init(&p, NULL);
  p.xlen = xlen;
  p.src_bits_max = 0;
  p.stack_depth = 8;
  p.queue_depth = 16;
  p.fifo_depth = 64;
  return p;
}

static void add_block(struct material *m, const struct rvt_block *block) {
  if ((m->count & (m->count - 1)) == 0)
    m->blocks = grown(m->blocks, m->count == 0 ? 1 : 2 * m->count, sizeof *m->blocks);
  m->blocks[m->count++] = *block;
}

static void load(struct material *m, const char *path, bool with_clocks) {
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&reader, path, &e) != RVT_OK) stop(e.text);
  m->xlen = rvt_rvti_get_info(reader)->xlen;
  if (with_clocks) m->clocks = grown(NULL, CLOCKS_MAX, sizeof *m->clocks);
  const struct rvt_player_options options = {.seed = 1,
                                             .xlen = m->xlen,
                                             .blocks = 1,
                                             .iretire_width = 6,
                                             .itype_width = 4,
                                             .iaddr_on_int = true,
                                             .stall_latency = 1,
                                             .garbage = RVT_GARBAGE_QUIET,
                                             .time_step = 1};
  const struct rvt_step_source source = {rvt_step_rvti_next, reader};
  struct rvt_player *player = grown(NULL, 1, sizeof *player);
  if (rvt_player_init(player, &options, &source, &e) != RVT_OK) stop(e.text);
  struct rvt_ingress in;
  struct rvt_player_clock told;
  enum rvt_status status;
  const uint64_t from = rvt_rvti_get_info(reader)->instructions > 2 * CLOCKS_FROM ? CLOCKS_FROM : 0;
  while ((status = rvt_player_tick(player, false, &in, &told, &e)) == RVT_OK) {
    if (with_clocks && m->clock_count < CLOCKS_MAX && told.clock >= from)
      m->clocks[m->clock_count++] =
          (struct rvt_encoder_in){.cfg = on, .ingress = in, .m_ready = true};
    if (told.slots == 0) continue;
    add_block(m, &in.block[0]);
    m->insns += told.slot[0].insns;
  }
  if (status != RVT_END) stop(e.text);
  free(player);
  rvt_rvti_reader_close(reader);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void tell(uint64_t work, double begin) {
  printf("%.3f\n", (double)work / (now() - begin) * 1e-6);
}

/* The trace of the whole recording; the caller frees it. */
static void encode(const struct material *m, struct rvt_encode_bytes *out) {
  const struct rvt_params p = params(m->xlen);
  struct rvt_encode s;
  size_t done = 0;
  if (rvt_encode_init(&s, &p, NULL) != RVT_OK) stop("parameters are out of range");
  out->used = 0;
  for (size_t at = 0; at < m->count; at += done) {
    if (out->size - out->used < RVT_ENCODE_BYTES_MAX) {
      out->size = 2 * out->size + 65536;
      out->data = grown(out->data, out->size, 1);
    }
    if (rvt_encode_blocks(&s, &on, m->blocks + at, NULL, m->count - at, &done, out) == RVT_OK)
      return;
  }
}

static void run_encode(const struct material *m, int runs) {
  struct rvt_encode_bytes out = {NULL, 0, 0};
  encode(m, &out); /* the buffer has its size from here on */
  const size_t expected = out.used;
  for (int i = 0; i < runs; i++) {
    const double begin = now();
    encode(m, &out);
    tell(m->insns, begin);
    if (out.used != expected) stop("expected every run to give the same bytes");
  }
  free(out.data);
}

struct seen {
  uint64_t insns, problems;
};

static void see(void *user, const struct rvt_decoder_event *event) {
  struct seen *s = user;
  if (event->kind == RVT_DE_RUN) s->insns += event->u.run.insns * event->u.run.times;
  if (event->kind == RVT_DE_ERROR) s->problems++;
}

static void run_decode(const struct material *m, int runs, const char *elf) {
  struct rvt_encode_bytes out = {NULL, 0, 0};
  struct rvt_image *image = NULL;
  struct rvt_error error = {""};
  encode(m, &out);
  if (rvt_image_new(m->xlen, &image) != RVT_OK) stop("out of memory");
  if (rvt_image_add_elf(image, elf, &error) != RVT_OK) stop(error.text);
  const struct rvt_decoder_config config = {.ntrace.mode = RVT_MODE_HTM, .implicit_return = 3};
  for (int i = 0; i < runs; i++) {
    struct rvt_decoder *decoder = NULL;
    struct seen seen = {0, 0};
    struct rvt_bytes bytes = {.data = out.data, .size = out.used};
    const double begin = now();
    if (rvt_decoder_new(&config, image, see, &seen, &decoder, &error) != RVT_OK) stop(error.text);
    if (rvt_decoder_feed(decoder, &bytes) != RVT_END) stop("expected whole messages");
    rvt_decoder_finish(decoder, 0);
    tell(seen.insns, begin);
    /* what the last message left open was not sent: the trace was not stopped */
    if (seen.problems != 0 || seen.insns == 0 || seen.insns > m->insns)
      stop("expected the recorded instructions, found others");
    rvt_decoder_free(decoder);
  }
  rvt_image_free(image);
  free(out.data);
}

static void run_model(const struct material *m, int runs) {
  struct rvt_params p = params(m->xlen);
  uint64_t expected = 0;
  if (m->clock_count == 0) stop("expected a recording with a clock, found none");
  for (int i = 0; i <= runs; i++) {
    struct rvt_encoder s;
    struct rvt_encoder_out out;
    uint64_t bytes = 0;
    if (rvt_encoder_init(&s, &p, NULL) != RVT_OK) stop("parameters are out of range");
    const double begin = now();
    for (unsigned round = 0; round < ROUNDS; round++) {
      for (size_t k = 0; k < m->clock_count; k++) {
        rvt_encoder_outputs(&s, &on, &out);
        bytes += out.m.bytes;
        rvt_encoder_tick(&s, &m->clocks[k]);
      }
    }
    if (i == 0)
      expected = bytes; /* the first run warms the caches */
    else
      tell(ROUNDS * m->clock_count, begin);
    if (bytes != expected) stop("expected every run to give the same bytes");
  }
}

int main(int argc, char **argv) {
  if (argc < 4) stop("expected encode|decode|model RECORDING.rvti RUNS [PROGRAM.elf]");
  struct material m = {.xlen = 0};
  const int runs = atoi(argv[3]);
  load(&m, argv[2], strcmp(argv[1], "model") == 0);
  if (strcmp(argv[1], "encode") == 0)
    run_encode(&m, runs);
  else if (strcmp(argv[1], "model") == 0)
    run_model(&m, runs);
  else if (strcmp(argv[1], "decode") == 0 && argc == 5)
    run_decode(&m, runs, argv[4]);
  else
    stop("expected encode, model, or decode with PROGRAM.elf");
  free(m.blocks);
  free(m.clocks);
  return 0;
}

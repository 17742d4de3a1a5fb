/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * What the clocked encoder takes of recordings, and of branches in one block of so many, without
 * and with repeated histories; a sink that takes all.
 *
 *   bench_gaps RECORDING.rvti...
 *
 * A line for each: overflows with RepeatHist 0 and 31 if a block comes in every clock without end;
 * blocks in 1000 clocks if the hart waits while the queue is nearly full; overflows if an
 * instruction comes in every clock. HTM, return stack of 8,
 * queue of 15, no sync.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rvt/encoder.h"
#include "rvt/player.h"
#include "rvt/rvti.h"

enum { BLOCKS = 1 << 18, LONGEST = 31, EVERY_MAX = 4, DEPTH = 15, NEAR = 12 };

struct side {
  struct rvt_encoder s;
  struct rvt_config config;
  uint64_t overflows, blocks, clocks;
  bool waits; /* the hart */
  bool paced; /* it, by an instruction a clock */
};

enum { IGNORES_0, IGNORES, WAITS_0, WAITS, PACED_0, PACED, SIDES };

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_gaps: %s\n", text);
  exit(2);
}

static void begin(struct side *side, uint8_t xlen, uint8_t longest) {
  struct rvt_params p;
  rvt_params_init(&p, NULL);
  p.xlen = xlen;
  p.src_bits_max = 0;
  p.stack_depth = 8;
  p.queue_depth = DEPTH;
  p.repeat_hist = longest;
  side->config = (struct rvt_config){.active = true,
                                     .enable = true,
                                     .tracing = true,
                                     .mode = RVT_MODE_HTM,
                                     .ir_mode = 3,
                                     .ir_en = true,
                                     .repeat_hist = longest != 0};
  side->overflows = side->blocks = side->clocks = 0;
  if (rvt_encoder_init(&side->s, &p, NULL) != RVT_OK) stop("parameters are out of range");
}

static void clock(struct side *side, const struct rvt_ingress *in) {
  const struct rvt_encoder_in all = {.cfg = side->config, .ingress = *in, .m_ready = true};
  const bool open = side->s.ingress.overflow_q;
  rvt_encoder_tick(&side->s, &all);
  side->overflows += side->s.ingress.overflow_q && !open;
  side->clocks++;
}

static void begin_all(struct side *sides, uint8_t xlen) {
  for (unsigned k = 0; k < SIDES; k++) {
    begin(&sides[k], xlen, k % 2 == 0 ? 0 : LONGEST);
    sides[k].waits = k == WAITS_0 || k == WAITS;
    sides[k].paced = k >= PACED_0;
  }
}

/** A clock with a block, after those for which the hart waits. */
static void push(struct side *sides, const struct rvt_ingress *in, unsigned insns) {
  const struct rvt_ingress nothing = {.priv = in->priv};
  for (unsigned k = 0; k < SIDES; k++) {
    while (sides[k].waits && sides[k].s.queue.level_q >= NEAR) clock(&sides[k], &nothing);
    clock(&sides[k], in);
    sides[k].blocks++;
    for (unsigned i = 1; sides[k].paced && i < insns; i++) clock(&sides[k], &nothing);
  }
}

static double rate(const struct side *side) {
  return 1000 * (double)side->blocks / (double)side->clocks;
}

static void tell(const char *what, const struct side *sides) {
  printf("%s: overflows %" PRIu64 " %" PRIu64 ", blocks %.1f %.1f, paced %" PRIu64 " %" PRIu64 "\n",
         what, sides[IGNORES_0].overflows, sides[IGNORES].overflows, rate(&sides[WAITS_0]),
         rate(&sides[WAITS]), sides[PACED_0].overflows, sides[PACED].overflows);
  fflush(stdout);
}

static void play(const char *path) {
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&reader, path, &e) != RVT_OK) stop(e.text);
  const uint8_t xlen = rvt_rvti_get_info(reader)->xlen;
  const struct rvt_player_options options = {.seed = 1,
                                             .xlen = xlen,
                                             .blocks = 1,
                                             .iretire_width = 6,
                                             .itype_width = 4,
                                             .iaddr_on_int = true,
                                             .stall_latency = 1,
                                             .garbage = RVT_GARBAGE_QUIET,
                                             .time_step = 1};
  const struct rvt_step_source source = {rvt_step_rvti_next, reader};
  struct rvt_player *player = malloc(sizeof *player);
  if (player == NULL) stop("out of memory");
  if (rvt_player_init(player, &options, &source, &e) != RVT_OK) stop(e.text);
  struct side sides[SIDES];
  begin_all(sides, xlen);
  struct rvt_ingress in;
  struct rvt_player_clock told;
  enum rvt_status status;
  while ((status = rvt_player_tick(player, false, &in, &told, &e)) == RVT_OK) {
    if (told.slots != 0) push(sides, &in, told.slot[0].insns);
  }
  if (status != RVT_END) stop(e.text);
  tell(path, sides);
  free(player);
  rvt_rvti_reader_close(reader);
}

static uint32_t drawn(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*seed >> 33);
}

/** Outcomes: of a period that changes now and then; `period` 0: each by chance. */
struct stream {
  uint64_t seed, outcomes;
  unsigned at, period, left;
  bool changes; /* short runs of any period */
};

static bool next(struct stream *s) {
  if (s->changes && s->left-- == 0) {
    s->period = 1 + drawn(&s->seed) % LONGEST;
    s->left = 12 + drawn(&s->seed) % 40;
    s->outcomes = (uint64_t)drawn(&s->seed) << 31 | drawn(&s->seed);
  }
  const bool taken = s->period == 0 ? (drawn(&s->seed) & 1) != 0 : (s->outcomes >> s->at & 1) != 0;
  s->at = s->period == 0 ? 0 : (s->at + 1) % s->period;
  return taken;
}

/** A branch in one block of `every`, straight ones in between. */
static void branches(unsigned every, struct stream stream, const char *name) {
  struct side sides[SIDES];
  begin_all(sides, 32);
  uint64_t pc = 0x10000;
  for (unsigned n = 0; n < BLOCKS; n++) {
    const bool branch = n % every == 0, taken = branch && next(&stream);
    struct rvt_ingress in = {.priv = RVT_PRIV_M};
    in.block[0] = (struct rvt_block){.iretire = 2,
                                     .itype = !branch ? RVT_IT_NONE
                                              : taken ? RVT_IT_TAKEN
                                                      : RVT_IT_NOT_TAKEN,
                                     .ilastsize = 1,
                                     .iaddr = pc};
    pc = taken ? pc ^ 0x40 : pc + 4;
    push(sides, &in, 1);
  }
  char text[64];
  snprintf(text, sizeof text, "%s, a branch in %u", name, every);
  tell(text, sides);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) play(argv[i]);
  for (unsigned every = 1; every <= EVERY_MAX; every++) {
    branches(every, (struct stream){.seed = 1}, "chance");
    branches(every, (struct stream){.seed = 2, .changes = true}, "periods that change");
    branches(every, (struct stream){.seed = 3, .period = 7, .outcomes = 0x2d}, "a period of 7");
  }
  return 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * What the encoder does with a recording at its natural pace when a sink takes everything at once:
 *
 *   bench_overflows RECORDING.rvti MODE PARAMS [MODE PARAMS]...
 *
 * MODE is btm, htm or htm_ir; PARAMS are words as in sim/lists/presets.list. A line for each pair:
 * mode, clocks, instructions, overflows, refused instructions, highest queue level, bytes. The hart
 * is not stalled, so all encoders see the same clocks.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/encoder.h"
#include "rvt/params_text.h"
#include "rvt/player.h"
#include "rvt/rvti.h"

enum { DRAIN_CLOCKS = 4096 };

struct unit {
  const char *mode;
  struct rvt_encoder encoder;
  struct rvt_encoder_in in;
  uint64_t overflows, refused, bytes;
  unsigned highest;
};

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_overflows: %s\n", text);
  exit(2);
}

static void make_unit(struct unit *u, const char *mode, const char *text) {
  struct rvt_params p;
  struct rvt_error e = {""};
  if (rvt_params_init(&p, NULL) != RVT_OK || rvt_params_parse(text, &p, &e) != RVT_OK) stop(e.text);
  if (rvt_encoder_init(&u->encoder, &p, NULL) != RVT_OK) stop("parameters are out of range");
  const bool ir = strcmp(mode, "htm_ir") == 0;
  u->mode = mode;
  u->in.m_ready = true;
  u->in.cfg = (struct rvt_config){.active = true,
                                  .enable = true,
                                  .tracing = true,
                                  .mode = strcmp(mode, "btm") == 0 ? RVT_MODE_BTM : RVT_MODE_HTM,
                                  .ir_mode = ir ? 3 : 0,
                                  .ir_en = ir};
}

static void clock_unit(struct unit *u, const struct rvt_ingress *ingress, unsigned insns) {
  struct rvt_encoder_out out;
  const bool refusing = u->encoder.ingress.overflow_q;
  const unsigned level = u->encoder.queue.level_q;
  rvt_encoder_outputs(&u->encoder, &u->in.cfg, &out);
  u->bytes += out.m.bytes;
  u->in.ingress = *ingress;
  rvt_encoder_tick(&u->encoder, &u->in);
  const bool overflow = u->encoder.ingress.overflow_q;
  /* A slot is refused in the clock that opens an overflow, and in every clock that begins in one.
   */
  if (overflow && !refusing) u->overflows++;
  if (overflow || refusing) u->refused += insns;
  if (level > u->highest) u->highest = level;
}

int main(int argc, char **argv) {
  if (argc < 4 || argc % 2 != 0) stop("expected RECORDING.rvti MODE PARAMS ...");
  const size_t count = (size_t)(argc - 2) / 2;
  struct unit *units = calloc(count, sizeof *units);
  struct rvt_player *player = malloc(sizeof *player);
  if (units == NULL || player == NULL) stop("out of memory");
  for (size_t i = 0; i < count; i++) make_unit(&units[i], argv[2 + 2 * i], argv[3 + 2 * i]);
  struct rvt_rvti_reader *reader = NULL;
  struct rvt_error e = {""};
  if (rvt_rvti_reader_open(&reader, argv[1], &e) != RVT_OK) stop(e.text);
  const struct rvt_params *p = &units[0].encoder.p;
  const struct rvt_player_options options = {.seed = 1,
                                             .xlen = rvt_rvti_get_info(reader)->xlen,
                                             .blocks = 1,
                                             .iretire_width = p->iretire_width,
                                             .itype_width = 4,
                                             .single = p->single,
                                             .iaddr_on_int = p->iaddr_on_int,
                                             .stall_latency = 1,
                                             .garbage = RVT_GARBAGE_QUIET,
                                             .time_step = 1};
  const struct rvt_step_source source = {rvt_step_rvti_next, reader};
  if (rvt_player_init(player, &options, &source, &e) != RVT_OK) stop(e.text);
  struct rvt_ingress in;
  struct rvt_player_clock told;
  uint64_t clocks = 0, insns = 0;
  enum rvt_status status;
  while ((status = rvt_player_tick(player, false, &in, &told, &e)) == RVT_OK) {
    const unsigned n = told.slots == 0 ? 0 : told.slot[0].insns;
    for (size_t i = 0; i < count; i++) clock_unit(&units[i], &in, n);
    clocks++;
    insns += n;
  }
  if (status != RVT_END) stop(e.text);
  for (size_t i = 0; i < count; i++) {
    struct unit *u = &units[i];
    u->in.cfg.enable = false;
    struct rvt_encoder_out out = {.empty = false};
    for (int k = 0; k < DRAIN_CLOCKS && !out.empty; k++) {
      clock_unit(u, &in, 0);
      rvt_encoder_outputs(&u->encoder, &u->in.cfg, &out);
    }
    if (!out.empty) stop("expected the encoder to run empty, found something left");
    printf("%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 "\n", u->mode, clocks,
           insns, u->overflows, u->refused, u->highest, u->bytes);
  }
  rvt_rvti_reader_close(reader);
  free(player);
  free(units);
  return 0;
}

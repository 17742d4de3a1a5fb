/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Scenarios: what the reader accepts can be played on the build it names. */

#include <string.h>

#include "fuzz.h"
#include "rvt/encoder.h"
#include "stimulus/scn.h"

static void check_lists(const struct rvt_scn *s) {
  FUZZ_CHECK(s->trace != NULL);
  for (size_t i = 1; i < s->player.cut_count; i++)
    FUZZ_CHECK(s->player.cuts[i - 1] <= s->player.cuts[i]);
  FUZZ_CHECK(s->player.cut_count <= s->action_count);
  for (size_t i = 0; i < s->minimum_count; i++) {
    FUZZ_CHECK(s->minima[i].value >= 1);
    FUZZ_CHECK(memchr(s->minima[i].name, 0, sizeof s->minima[i].name) != NULL);
  }
}

/* Every configuration that an action can leave is one of the build. */
static void check_actions(const struct rvt_scn *s) {
  struct rvt_config c = s->config;
  uint64_t seed = s->seed;
  for (size_t i = 0; i < s->action_count; i++) {
    const struct rvt_scn_action *a = &s->actions[i];
    (void)rvt_scn_due(a, i, a->at, a->at);
    if (a->what == RVT_DO_SET) rvt_scn_set(&c, a);
    if (a->what == RVT_DO_HALT) FUZZ_CHECK(a->value >= 1);
    if (a->what == RVT_DO_EXT) FUZZ_CHECK(a->value >= 1 && a->value <= 7);
    if (a->what == RVT_DO_SINK)
      for (uint64_t clock = 0; clock < 5; clock++) (void)rvt_scn_sink_ready(&a->sink, clock, &seed);
    FUZZ_CHECK(c.src_bits <= s->params.src_bits_max && c.sync_max <= 15 && c.src_id <= 0xfff);
    FUZZ_CHECK(!c.ts_en || s->params.ts_width > 0);
  }
  (void)rvt_scn_sink_ready(&s->sink, 3, &seed);
}

static enum rvt_status no_steps(void *context, struct rvt_step *steps, size_t max, size_t *count,
                                struct rvt_error *e) {
  (void)context, (void)steps, (void)max, (void)e;
  *count = 0;
  return RVT_END;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct rvt_player player;
  static struct rvt_encoder encoder;
  struct rvt_scn s;
  struct rvt_error e = {""};
  const char *path = fuzz_file(data, size);
  if (rvt_scn_load(&s, path, &e) != RVT_OK) {
    fuzz_check_place(&e, path, fuzz_lines(data, size));
    return 0;
  }
  FUZZ_CHECK(memchr(data, 0, size) == NULL);
  check_lists(&s);
  check_actions(&s);
  const struct rvt_step_source source = {no_steps, NULL};
  FUZZ_CHECK(rvt_player_init(&player, &s.player, &source, &e) == RVT_OK);
  /* the rest of the build has one block per clock in this version, a player may have more */
  struct rvt_params one = s.params;
  one.blocks = 1;
  FUZZ_CHECK(rvt_encoder_init(&encoder, &one, NULL) == RVT_OK);
  rvt_scn_free(&s);
  return 0;
}

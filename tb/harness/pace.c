/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "pace.h"

#include <string.h>

void tb_pace_init(struct tb_pace *p, struct tb *tb, const char *name, const char *otherwise) {
  static const char *const words[TB_PACE_MODES] = {"always", "random", "bursts", "rare", "mixed"};
  const char *text = tb_option_text(tb, name, otherwise);
  *p = (struct tb_pace){.odds = 128};
  for (int i = 0; i < TB_PACE_MODES; i++)
    if (strcmp(text, words[i]) == 0) {
      p->mode = (enum tb_pace_mode)i;
      p->now = p->mode;
      return;
    }
  tb_fail(tb, "option %s=%s: use always, random, bursts, rare or mixed", name, text);
}

static void choose_mode(struct tb_pace *p, struct tb_rng *rng) {
  if (p->now_left != 0) {
    p->now_left--;
    return;
  }
  p->now = (enum tb_pace_mode)tb_rng_below(rng, TB_PACE_MIXED);
  p->now_left = 1 + tb_rng_below(rng, 2000);
  p->run_left = 0;
  /* Rarely rare: little else happens meanwhile. */
  if (p->now == TB_PACE_RARE && !tb_rng_one_in(rng, 4)) p->now = TB_PACE_ALWAYS;
}

static bool run(struct tb_pace *p, struct tb_rng *rng, uint32_t longest_yes, uint32_t longest_no) {
  if (p->run_left == 0) {
    p->value = !p->value;
    p->run_left = 1 + tb_rng_below(rng, p->value ? longest_yes : longest_no);
  }
  p->run_left--;
  return p->value;
}

bool tb_pace_next(struct tb_pace *p, struct tb_rng *rng) {
  if (p->mode == TB_PACE_MIXED) choose_mode(p, rng);
  switch (p->now) {
  case TB_PACE_RANDOM:
    if (tb_rng_one_in(rng, 512)) p->odds = 8 + tb_rng_below(rng, 248);
    return tb_rng_below(rng, 256) < p->odds;
  case TB_PACE_BURSTS: return run(p, rng, 32, 32);
  case TB_PACE_RARE: return run(p, rng, 8, 1000);
  default: return true;
  }
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/tandem_checked.h"

struct tandem_toy toy;
struct rvt_tandem_core core;
struct rvt_tandem_check *checker;
struct rvt_tandem_difference seen[MOST];
unsigned found;

static void take_difference(void *user, const struct rvt_tandem_difference *d) {
  assert_ptr_equal(user, &toy);
  assert_true(found < MOST);
  seen[found++] = *d;
}

void tandem_begin(void) {
  rvt_tandem_check_free(checker);
  toy = (struct tandem_toy){.boot = TOY_BASE};
  for (unsigned i = 0; i < TOY_BYTES; i += 4) toy.memory[i] = NOP;
  found = 0;
  const struct rvt_tandem_check_config config = {.core = &core,
                                                 .model = &tandem_toy,
                                                 .handle = &toy,
                                                 .difference = take_difference,
                                                 .user = &toy};
  checker = rvt_tandem_check_new(&config);
  assert_non_null(checker);
  tandem_toy_next(&toy, TOY_BASE + 4);
}

int tandem_set_up(void **state) {
  (void)state;
  core = (struct rvt_tandem_core){.format = {64, 64, 64}, .boot = TOY_BASE, .rams = 1};
  core.ram[0].base = TOY_BASE;
  core.ram[0].size = 0x1000;
  tandem_begin();
  return 0;
}

int tandem_tear_down(void **state) {
  (void)state;
  rvt_tandem_check_free(checker);
  checker = NULL;
  return 0;
}

const struct rvt_tandem_counts *tandem_counts(void) { return rvt_tandem_check_counts(checker); }

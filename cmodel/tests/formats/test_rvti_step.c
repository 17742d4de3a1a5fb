/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Which steps a recording may hold, at their limits, and the state that they leave. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rvt/itype.h"
#include "rvt/rvti.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void check(unsigned xlen, enum rvt_status status, const struct rvt_step *step) {
  struct rvt_error e = {""};
  const enum rvt_status found = rvt_step_check(step, xlen, &e);
  if (found != status)
    fail_msg("kind %u, itype %u, size %u, value %u: expected %d, found %d '%s'", step->kind,
             step->itype, step->size, step->value, (int)status, (int)found, e.text);
  assert_int_equal(e.text[0] == 0, status == RVT_OK);
}
#define GOOD(...)        check(32, RVT_OK, &(const struct rvt_step){__VA_ARGS__})
#define BAD(status, ...) check(32, RVT_ERR_##status, &(const struct rvt_step){__VA_ARGS__})
#define GOOD_64(...)     check(64, RVT_OK, &(const struct rvt_step){__VA_ARGS__})

static void instructions(void **state) {
  (void)state;
  for (uint8_t itype = 0; itype < 20; itype++) {
    const struct rvt_step step = {.size = 1, .itype = itype};
    check(32,
          itype == 6 || itype == 7                 ? RVT_ERR_RESERVED
          : itype == 1 || itype == 2 || itype > 15 ? RVT_ERR_RANGE
                                                   : RVT_OK,
          &step);
  }
  BAD(RANGE, .size = 0);
  GOOD(.size = 4);
  BAD(RANGE, .size = 5);
  for (uint8_t size = 1; size < 4; size++) {
    const uint64_t all = ((uint64_t)1 << 16 * size) - 1;
    GOOD(.size = size, .has_word = true, .word = all);
    BAD(RANGE, .size = size, .has_word = true, .word = all + 1);
    GOOD(.size = size, .word = all + 1); /* there is no word */
  }
  GOOD(.size = 4, .has_word = true, .word = UINT64_MAX);
  GOOD(.size = 1, .pc = 0xfffffffe);
  BAD(RANGE, .size = 1, .pc = 0xffffffff);
  BAD(RANGE, .size = 1, .pc = 0x100000000);
  GOOD_64(.size = 1, .pc = UINT64_MAX - 1);
}

static void traps(void **state) {
  (void)state;
  for (uint8_t itype = 0; itype < 16; itype++) {
    const struct rvt_step step = {.kind = RVT_STEP_TRAP, .itype = itype};
    check(32, itype == 1 || itype == 2 ? RVT_OK : RVT_ERR_RANGE, &step);
  }
  GOOD(.kind = RVT_STEP_TRAP, .itype = 1, .cause = UINT32_MAX, .tval = UINT32_MAX);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 1, .cause = (uint64_t)UINT32_MAX + 1);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 1, .tval = (uint64_t)UINT32_MAX + 1);
  BAD(RANGE, .kind = RVT_STEP_TRAP, .itype = 2, .pc = 1);
  GOOD_64(.kind = RVT_STEP_TRAP, .itype = 2, .cause = UINT64_MAX, .tval = UINT64_MAX);
}

static void other_steps(void **state) {
  (void)state;
  for (uint8_t priv = 0; priv < 9; priv++) {
    const struct rvt_step step = {.kind = RVT_STEP_PRIV, .value = priv};
    check(32, priv == 2 || priv > 6 ? RVT_ERR_RESERVED : RVT_OK, &step);
  }
  GOOD(.kind = RVT_STEP_CONTEXT, .value = 3, .tval = UINT32_MAX);
  BAD(RANGE, .kind = RVT_STEP_CONTEXT, .value = 4);
  BAD(RANGE, .kind = RVT_STEP_CONTEXT, .tval = (uint64_t)UINT32_MAX + 1);
  GOOD_64(.kind = RVT_STEP_CONTEXT, .tval = UINT64_MAX);
  GOOD(.kind = RVT_STEP_TRIGGER, .value = 1);
  GOOD(.kind = RVT_STEP_TRIGGER, .value = 63);
  BAD(RANGE, .kind = RVT_STEP_TRIGGER, .value = 0);
  BAD(RANGE, .kind = RVT_STEP_TRIGGER, .value = 64);
  static const uint8_t levels[] = {RVT_STEP_HALT, RVT_STEP_RESET, RVT_STEP_LOWPOWER};
  for (size_t i = 0; i < COUNT(levels); i++) {
    GOOD(.kind = levels[i], .value = 0);
    GOOD(.kind = levels[i], .value = 1);
    BAD(RANGE, .kind = levels[i], .value = 2);
  }
  GOOD(.kind = RVT_STEP_TIME, .tval = UINT64_MAX);
  BAD(RANGE, .kind = 9);
}

static void each_step_changes_its_part_of_the_state(void **state) {
  (void)state;
  struct rvt_rvti_state found, expected = {.priv = 3};
  rvt_rvti_state_init(&found);
  assert_memory_equal(&found, &expected, sizeof found);
#define APPLY(step_kind, number, wide)                                                             \
  rvt_rvti_state_apply(                                                                            \
      &found, &(const struct rvt_step){.kind = (step_kind), .value = (number), .tval = (wide)})
  APPLY(RVT_STEP_PRIV, 5, 99);
  expected.priv = 5;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_CONTEXT, 2, 77);
  expected.ctype = 2;
  expected.context = 77;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_HALT, 1, 99);
  expected.halted = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_RESET, 1, 99);
  expected.reset = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_HALT, 0, 99);
  expected.halted = false;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_LOWPOWER, 1, 99);
  expected.lowpower = true;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_RESET, 0, 99);
  expected.reset = false;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_TIME, 1, 1234);
  expected.time = 1234;
  assert_memory_equal(&found, &expected, sizeof found);
  APPLY(RVT_STEP_LOWPOWER, 0, 99);
  expected.lowpower = false;
  APPLY(RVT_STEP_INSN, 1, 99);
  APPLY(RVT_STEP_TRAP, 1, 99);
  APPLY(RVT_STEP_TRIGGER, 1, 99);
  assert_memory_equal(&found, &expected, sizeof found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(instructions),
      cmocka_unit_test(traps),
      cmocka_unit_test(other_steps),
      cmocka_unit_test(each_step_changes_its_part_of_the_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* rvt/ctr.h on a window whose registers are those of the functional model: what software asks for
 * is what the records then are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above. */
#include <cmocka.h>
#include <string.h>

#define RVT_CTR_WINDOW_READ(address)         window_read((unsigned)(address)-BASE)
#define RVT_CTR_WINDOW_WRITE(address, value) window_write((unsigned)(address)-BASE, value)
enum { BASE = 0x10000 };
static uint32_t window_read(unsigned offset);
static void window_write(unsigned offset, uint32_t value);

#include "rvt/ctr.h"
#include "rvt/itype.h"
#include "rvt/unit/ctr_records.h"

static struct rvt_ctr_records records;
static uint32_t kept[0x1800 / 4 + 16]; /* lower words that wait for their upper ones */
static const struct rvt_ctr_io io = {.window = BASE, .machine = true};

static uint16_t csr_of(unsigned offset, struct rvt_ctr_access *a) {
  static const uint16_t csrs[] = {RVT_CTR_MCTRCTL, RVT_CTR_SCTRCTL, RVT_CTR_VSCTRCTL,
                                  RVT_CTR_SCTRDEPTH, RVT_CTR_SCTRSTATUS};
  *a = (struct rvt_ctr_access){.mode = RVT_PRIV_M, .mstateen = true};
  if (offset >= RVT_CTR_WINDOW_MCTRCTL) return csrs[(offset - RVT_CTR_WINDOW_MCTRCTL) / 8];
  a->select = (uint16_t)(RVT_CTR_SELECT + offset % 0x800 / 8);
  return (uint16_t)(RVT_CTR_SIREG + offset / 0x800);
}

static uint32_t window_read(unsigned offset) {
  struct rvt_ctr_access a;
  uint64_t value = 0;
  const uint16_t csr = csr_of(offset, &a);
  assert_int_equal(rvt_ctr_read(&records, &a, csr, &value), RVT_CTR_NONE);
  return (uint32_t)(offset % 8 == 0 ? value : value >> 32);
}

static void window_write(unsigned offset, uint32_t value) {
  struct rvt_ctr_access a = {.mode = RVT_PRIV_M, .mstateen = true};
  if (offset == RVT_CTR_WINDOW_SCTRCLR) {
    assert_int_equal(rvt_ctr_clear(&records, &a), RVT_CTR_NONE);
    return;
  }
  const uint16_t csr = csr_of(offset, &a);
  if (offset % 8 == 0) {
    kept[offset / 4] = value;
    return;
  }
  assert_int_equal(rvt_ctr_write(&records, &a, csr, (uint64_t)value << 32 | kept[offset / 4 - 1]),
                   RVT_CTR_NONE);
}

static const struct rvt_ctr_params params = {.xlen = 64,
                                             .blocks = 1,
                                             .iretire_width = 1,
                                             .depths = 0x0b,
                                             .counter_width = 15,
                                             .type = true,
                                             .filters = 0x20,
                                             .ras_emu = true};

static int reset(void **state) {
  (void)state;
  struct rvt_error e;
  memset(kept, 0, sizeof kept);
  return rvt_ctr_records_init(&records, &params, &e) == RVT_OK ? 0 : 1;
}

static void jump(uint64_t source, uint64_t target) {
  const struct rvt_ctr_transfer t = {.itype = RVT_IT_DIRECT_CALL,
                                     .from = RVT_PRIV_M,
                                     .to = RVT_PRIV_M,
                                     .source = source,
                                     .target = target};
  rvt_ctr_cycles(&records, 7, RVT_PRIV_M);
  (void)rvt_ctr_event(&records, &t);
}

static void test_discover(void **state) {
  (void)state;
  struct rvt_ctr_io_features f;
  rvt_ctr_io_discover(&io, &f);
  assert_int_equal(f.depths, 0x0b);
  assert_int_equal(f.control, RVT_CTR_CTL_U | RVT_CTR_CTL_S | RVT_CTR_CTL_M | RVT_CTR_CTL_RASEMU |
                                  RVT_CTR_CTL_BPFRZ | RVT_CTR_FILTER(5));
  assert_int_equal(f.data, 0x3fff800f);
  assert_false(f.mispredicted);
  assert_int_equal(rvt_ctr_io_entry(&io, 0).source, 0);
}

static void test_configure(void **state) {
  (void)state;
  jump(2, 4);
  assert_true(rvt_ctr_io_configure(&io, 128, RVT_CTR_CTL_M | RVT_CTR_FILTER(5)));
  assert_int_equal(rvt_ctr_depth(&records), 128);
  assert_int_equal(records.mctrctl_q, RVT_CTR_CTL_M | RVT_CTR_FILTER(5));
  assert_false(rvt_ctr_io_configure(&io, 64, RVT_CTR_CTL_M));
  assert_false(rvt_ctr_io_configure(&io, 20, RVT_CTR_CTL_M));
  assert_false(rvt_ctr_io_configure(&io, 16, RVT_CTR_CTL_MTE));
  const struct rvt_ctr_io supervisor = {.window = BASE};
  assert_false(rvt_ctr_io_configure(&supervisor, 16, RVT_CTR_CTL_M));
  assert_true(rvt_ctr_io_configure(&supervisor, 16, RVT_CTR_CTL_S));
}

static void test_freeze_and_read(void **state) {
  (void)state;
  struct rvt_ctr_entry entry[RVT_CTR_ENTRIES_MAX];
  assert_true(rvt_ctr_io_configure(&io, 16, RVT_CTR_CTL_M));
  for (unsigned i = 0; i < 20; i++) jump(0x100 + 16 * i, 0x200 + 16 * i);
  const uint64_t status = rvt_ctr_io_freeze(&io);
  jump(0x900, 0x902);
  assert_int_equal(rvt_ctr_io_read(&io, entry, RVT_CTR_ENTRIES_MAX), 16);
  for (unsigned i = 0; i < 16; i++) {
    assert_int_equal(entry[i].source, (0x100 + 16 * (19 - i)) | 1);
    assert_int_equal(entry[i].target, 0x200 + 16 * (19 - i));
    assert_int_equal(entry[i].data, 7 << 16 | 0x8000 | RVT_IT_DIRECT_CALL);
  }
  assert_int_equal(rvt_ctr_io_read(&io, entry, 3), 3);
  rvt_ctr_io_resume(&io, status);
  jump(0xa00, 0xa02);
  assert_int_equal(rvt_ctr_io_entry(&io, 0).source, 0xa01);
  assert_int_equal(rvt_ctr_io_entry(&io, 1).source, (0x100 + 16 * 19) | 1);
  rvt_ctr_io_clear(&io);
  assert_int_equal(rvt_ctr_io_entry(&io, 0).source, 0);
}

static void test_save_and_restore(void **state) {
  (void)state;
  struct rvt_ctr_entry room[128];
  struct rvt_ctr_io_state s = {.entry = room};
  assert_true(rvt_ctr_io_configure(&io, 32, RVT_CTR_CTL_M | RVT_CTR_CTL_BPFRZ));
  for (unsigned i = 0; i < 45; i++) jump(4 * i, 0x1000 + 4 * i);
  const struct rvt_ctr_records before = records;
  rvt_ctr_io_save(&io, &s);
  assert_true(rvt_ctr_io_configure(&io, 16, RVT_CTR_CTL_U));
  jump(2, 4);
  rvt_ctr_io_restore(&io, &s);
  assert_int_equal(records.wrptr_q, before.wrptr_q);
  assert_int_equal(records.depth_q, before.depth_q);
  assert_int_equal(records.mctrctl_q, before.mctrctl_q);
  assert_false(records.frozen_q);
  assert_memory_equal(records.entry, before.entry, 32 * sizeof records.entry[0]);
  jump(8, 16);
  assert_int_equal(rvt_ctr_io_entry(&io, 0).data, RVT_IT_DIRECT_CALL); /* not counted: CTR:T-04 */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_discover, reset),
      cmocka_unit_test_setup(test_configure, reset),
      cmocka_unit_test_setup(test_freeze_and_read, reset),
      cmocka_unit_test_setup(test_save_and_restore, reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

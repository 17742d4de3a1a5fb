/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "oracle/row.h"
#include "packer_bench.h"
#include "rvt/prng.h"
#include "tests/support/test.h"

static const uint8_t lane_counts[] = {1, 2, 4, 8, 16};
static const uint64_t seeds[] = {0, 1, 2, 3};
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct vector {
  const char *name;
  uint8_t src_bits;
  uint16_t src_id;
  struct rvt_ntrace_record rec;
  const char *bytes;
};

/* clang-format off */
/* Bytes are those of the test vectors of the requirement list, sim/programs/vectors/section31.txt. */
static const struct vector vectors[] = {
  {"V-PKT-1", 0, 0, {.tcode = 28, .icnt = 0x7D, .addr = 7, .hist = 0xFFE}, "70 D0 1D 1D F8 FF"},
  {"V-PKT-2", 8, 0x5A, {.tcode = 28, .icnt = 0x7D, .addr = 7, .hist = 0xFFE}, "70 68 44 7D 1D F8 FF"},
  {"V-PKT-3", 4, 1, {.tcode = 9, .sub = 3, .addr = 0x80}, "24 C4 01 00 0B"},
  {"V-PKT-4 no SRC", 0, 0, {.tcode = 3, .icnt = 3}, "0C 0F"},
  {"V-PKT-4 SRC 4", 4, 1, {.tcode = 3, .icnt = 3}, "0C C7"},
  {"V-PKT-4 SRC 12", 12, 0xABC, {.tcode = 3, .icnt = 3}, "0C F0 A8 0F"},
  {"V-PKT-5", 0, 0, {.tcode = 33}, "84 00 03"},
  {"V-PKT-6", 2, 1, {.tcode = 29, .sub = 2, .icnt = 4, .addr = 0x40001A0B, .hist = 3}, "74 24 41 2C A0 04 00 00 05 0F"},
  {"V-PKT-8 3.3", 0, 0, {.tcode = 9, .sub = 3, .addr = 0x80}, "24 0D 00 0B"},
  {"V-BTM-1", 0, 0, {.tcode = 33, .icnt = 1}, "84 00 07"},
  {"V-BTM-2", 0, 0, {.tcode = 3, .icnt = 7}, "0C 1F"},
  {"V-BTM-2 end", 0, 0, {.tcode = 33, .icnt = 2}, "84 00 0B"},
  {"V-BTM-3", 0, 0, {.tcode = 33, .icnt = 10}, "84 00 2B"},
  {"V-BTM-4", 0, 0, {.tcode = 4, .btype = 1, .icnt = 1, .addr = 0x280}, "10 15 00 2B"},
  {"V-BTM-4 B-TYPE 2", 0, 0, {.tcode = 4, .btype = 2, .icnt = 1, .addr = 0x280}, "10 19 00 2B"},
  {"V-BTM-5", 0, 0, {.tcode = 4, .btype = 2, .icnt = 5, .addr = 0x280}, "10 59 00 2B"},
  {"V-BTM-6", 0, 0, {.tcode = 4, .btype = 3, .addr = 0x280}, "10 0D 00 2B"},
  {"V-HTM-1", 0, 0, {.tcode = 33, .btype = 1, .icnt = 4, .hist = 3}, "84 40 11 0F"},
  {"V-HTM-2", 0, 0, {.tcode = 33, .btype = 1, .icnt = 9, .hist = 5}, "84 40 25 17"},
  {"V-HTM-3", 0, 0, {.tcode = 33, .btype = 1, .icnt = 10, .hist = 4}, "84 40 29 13"},
  {"V-ICF-1", 0, 0, {.tcode = 27, .icnt = 9}, "6C 40 0B"},
  {"V-ICF-1 end", 0, 0, {.tcode = 33, .btype = 1, .icnt = 5, .hist = 2}, "84 40 15 0B"},
  {"V-ICF-2", 0, 0, {.tcode = 9, .sub = 4, .icnt = 9, .addr = 0x89}, "24 50 09 24 0B"},
  {"V-ICF-2 end", 0, 0, {.tcode = 33, .icnt = 5}, "84 00 17"},
  {"V-ICF-4", 0, 0, {.tcode = 27, .icnt = 7}, "6C C0 07"},
  {"V-ICF-4 end", 0, 0, {.tcode = 33, .btype = 1, .icnt = 7, .hist = 2}, "84 40 1D 0B"},
  {"V-ICF-5", 0, 0, {.tcode = 27, .icnt = 4}, "6C 00 07"},
  {"V-ICF-5 jump", 0, 0, {.tcode = 4, .addr = 0x180}, "10 01 00 1B"},
  {"V-ICF-6", 0, 0, {.tcode = 3}, "0C 03"},
  {"V-ADR-1", 0, 0, {.tcode = 9, .sub = 3, .addr = 0x1FE02}, "24 0D 08 E0 7F"},
  {"V-ADR-2", 0, 0, {.tcode = 4, .icnt = 5, .addr = 0x7B6}, "10 51 D8 7B"},
  {"V-ADR-3", 0, 0, {.tcode = 4, .icnt = 5, .addr = 0x934}, "10 51 D0 93"},
  {"V-OWN-1", 0, 0, {.tcode = 2, .addr = 0x3B2}, "08 C8 3B"},
  {"V-OWN-2", 0, 0, {.tcode = 2, .addr = 0xC}, "08 33"},
  {"V-OWN-3 S", 0, 0, {.tcode = 2, .addr = 4}, "08 13"},
  {"V-OWN-3 U", 0, 0, {.tcode = 2}, "08 03"},
  {"V-OWN-4 hcontext", 0, 0, {.tcode = 2, .addr = 0xB7}, "08 DC 0B"},
  {"V-OWN-4 scontext", 0, 0, {.tcode = 2, .addr = 0x3B6}, "08 D8 3B"},
  {"V-RHI-1", 0, 0, {.tcode = 27, .sub = 1, .hist = 0x55555555}, "6C 44 54 54 54 54 57"},
  {"V-RHI-2", 0, 0, {.tcode = 27, .sub = 2, .hist = 0x55555555, .icnt = 10}, "6C 48 54 54 54 54 55 2B"},
  {"V-RHI-3", 0, 0, {.tcode = 27, .sub = 2, .hist = 5, .icnt = 150}, "6C 48 05 58 0B"},
  {"V-RHI-4", 0, 0, {.tcode = 27, .sub = 2, .hist = 0xF, .icnt = 3}, "6C C8 0D 0F"},
  {"V-RHI-4 end", 0, 0, {.tcode = 33, .btype = 1, .icnt = 22, .hist = 2}, "84 40 59 0B"},
  {"V-RHI-5 end", 0, 0, {.tcode = 33, .btype = 1, .icnt = 15, .hist = 2}, "84 40 3D 0B"},
  {"V-RPT-1", 0, 0, {.tcode = 30, .icnt = 5}, "78 17"},
  {"V-RPT-1 longest", 0, 0, {.tcode = 30, .icnt = (1u << 18) - 1}, "78 FC FC FF"},
  {"V-RPT-2", 0, 0, {.tcode = 4, .icnt = 2, .addr = 0x180}, "10 21 00 1B"},
  {"V-RPT-2 repeat", 0, 0, {.tcode = 30, .icnt = 2}, "78 0B"},
  {"V-RPT-3", 0, 0, {.tcode = 4, .icnt = 2}, "10 21 03"},
  {"V-SEQ-1", 0, 0, {.tcode = 4, .icnt = 1, .addr = 0x80}, "10 11 00 0B"},
  {"V-SEQ-2", 0, 0, {.tcode = 4, .btype = 2}, "10 09 03"},
  {"V-SEQ-5", 0, 0, {.tcode = 4, .btype = 2, .addr = 0x280}, "10 09 00 2B"},
  {"V-SEQ-6 BTM", 0, 0, {.tcode = 33, .sub = 4}, "84 10 03"},
  {"V-SEQ-6 HTM", 0, 0, {.tcode = 33, .sub = 4, .btype = 1, .hist = 1}, "84 50 01 07"},
  {"V-SEQ-6 sync", 0, 0, {.tcode = 9, .sub = 5, .addr = 0x80}, "24 15 00 0B"},
  {"V-SEQ-7 HTM", 0, 0, {.tcode = 33, .btype = 1, .hist = 1}, "84 40 01 07"},
  {"V-SEQ-8", 0, 0, {.tcode = 4, .icnt = 3, .addr = 0x280}, "10 31 00 2B"},
  {"V-SEQ-12 HTM", 0, 0, {.tcode = 29, .sub = 6, .icnt = 5, .addr = 0x85, .hist = 2}, "74 18 15 14 09 0B"},
  {"V-SEQ-12 BTM", 0, 0, {.tcode = 9, .sub = 6, .icnt = 5, .addr = 0x85}, "24 58 05 14 0B"},
  {"V-SEQ-14 HTM", 0, 0, {.tcode = 29, .sub = 2, .icnt = 5, .addr = 0x85, .hist = 2}, "74 08 15 14 09 0B"},
  {"V-SEQ-14 BTM", 0, 0, {.tcode = 11, .sub = 2, .icnt = 3, .addr = 0x100}, "2C C9 00 13"},
  {"IndirectBranchSync", 0, 0, {.tcode = 12, .sub = 2, .btype = 2, .icnt = 1, .addr = 0x80}, "30 88 05 00 0B"},
  {"V-SEQ-15", 0, 0, {.tcode = 8, .icnt = 4}, "20 00 07"},
  {"V-SEQ-15 sync", 0, 0, {.tcode = 9, .sub = 7, .addr = 0x80}, "24 1D 00 0B"},
  {"ERR-04", 0, 0, {.tcode = 8}, "20 03"},
  {"V-SEQ-16", 0, 0, {.tcode = 29, .sub = 1, .icnt = 5, .addr = 0x40000000, .hist = 2}, "74 04 15 00 00 00 00 00 05 0B"},
  {"V-SEQ-17", 0, 0, {.tcode = 33, .sub = 1, .btype = 1, .icnt = 3, .hist = 5}, "84 44 0D 17"},
  {"SRC 12 Error", 12, 0xFFF, {.tcode = 8}, "20 FC FC 03"},
  {"SRC 12 Ownership", 12, 0x801, {.tcode = 2, .addr = 0x7FFFFFFFFFFFFFFF},
   "08 04 80 FC FC FC FC FC FC FC FC FC FC 1F"},
  {"SRC 11 Ownership", 11, 0x001, {.tcode = 2, .addr = 1}, "08 04 83"},
};
/* clang-format on */

static void vectors_give_the_same_bytes_for_all_lanes_and_readiness(void **state) {
  (void)state;
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++)
    for (size_t r = 0; r < COUNT(seeds); r++) {
      bench_init(&b, bench_params(lane_counts[l]), seeds[r]);
      for (size_t v = 0; v < COUNT(vectors); v++) {
        b.in.src_bits = vectors[v].src_bits;
        b.in.src_id = vectors[v].src_id;
        bench_send(&b, &vectors[v].rec);
        bench_drain(&b);
        bench_expect(&b, vectors[v].name, vectors[v].bytes);
      }
      assert_true(seeds[r] == 0 ? b.refused == 0 : b.refused > 100);
    }
  static const char *const rows[] = {
      "NT:MSG-01", "NT:MSG-02", "NT:MSG-03",  "NT:MSG-04", "NT:MSG-05", "NT:MSG-06", "NT:MSG-07",
      "NT:MSG-08", "NT:MSG-09", "NT:MSG-10",  "NT:MSG-11", "NT:MSG-12", "NT:PKT-01", "NT:PKT-02",
      "NT:PKT-03", "NT:PKT-04", "NT:PKT-05",  "NT:PKT-06", "NT:PKT-07", "NT:PKT-08", "NT:PKT-09",
      "NT:PKT-10", "NT:PKT-11", "NT:ADR-07",  "NT:RSF-01", "NT:RSF-02", "NT:RSF-03", "NT:RSF-05",
      "NT:ERR-04", "NT:SRC-02", "TCI:LINK-03"};
  for (size_t i = 0; i < COUNT(rows); i++) rvt_row(rows[i]);
}

/* Clocks per message, counted by hand: with several lanes a part that fits whole into the beat
 * follows the one before it. */
static void message_of_n_beats_takes_n_clocks(void **state) {
  (void)state;
  static const struct {
    uint8_t src_bits;
    struct rvt_ntrace_record rec;
    uint8_t beats[COUNT(lane_counts)];
  } cases[] = {
      {0, {.tcode = 3, .icnt = 3}, {2, 1, 1, 1, 1}},
      {0, {.tcode = 33}, {3, 2, 1, 1, 1}},
      {0, {.tcode = 28, .icnt = 0x7D, .addr = 7, .hist = 0xFFE}, {6, 3, 2, 1, 1}},
      {8, {.tcode = 28, .icnt = 0x7D, .addr = 7, .hist = 0xFFE}, {7, 4, 2, 1, 1}},
      {12, {.tcode = 33}, {5, 3, 2, 1, 1}},
      {0, {.tcode = 27, .sub = 2, .hist = 0x55555555, .icnt = 10}, {8, 4, 3, 1, 1}},
      {0, {.tcode = 2, .addr = (uint64_t)1 << 62}, {12, 7, 4, 3, 1}},
      {12,
       {.tcode = 29,
        .sub = 15,
        .btype = 3,
        .icnt = 0x3FFFFF,
        .addr = ((uint64_t)1 << 63) - 1,
        .hist = 0xFFFFFFFF},
       {25, 13, 7, 4, 3}},
  };
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++)
    for (size_t c = 0; c < COUNT(cases); c++) {
      bench_init(&b, bench_params(lane_counts[l]), 0);
      b.in.src_bits = cases[c].src_bits;
      for (int i = 0; i < 10; i++) bench_send(&b, &cases[c].rec);
      bench_drain(&b);
      /* The wide form has a record register before the message that leaves. */
      assert_int_equal(b.clocks, (lane_counts[l] == 1 ? 1 : 2) + 10 * cases[c].beats[l]);
    }
}

static void longest_message_has_36_bytes(void **state) {
  (void)state;
  static const uint8_t beats[COUNT(lane_counts)] = {36, 19, 10, 6, 4};
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++) {
    bench_init(&b, bench_params(lane_counts[l]), 0);
    b.in.src_bits = 12;
    b.in.src_id = 0xFFF;
    b.in.ts_en = true;
    bench_send(&b, &(struct rvt_ntrace_record){.tcode = 29,
                                               .sub = 15,
                                               .btype = 3,
                                               .icnt = 0x3FFFFF,
                                               .addr = UINT64_MAX >> 1,
                                               .hist = UINT32_MAX,
                                               .abs_time = UINT64_MAX});
    bench_drain(&b);
    assert_int_equal(b.clocks, (lane_counts[l] == 1 ? 1 : 2) + beats[l]);
    assert_int_equal(b.size, 36);
    bench_expect(&b, "V-PKT-7",
                 "74 FC FC FC FC FC FC 3D " /* SRC, SYNC, B-TYPE: 18 bits, I-CNT 22 bits */
                 "FC FC FC FC FC FC FC FC FC FC 1D FC FC FC FC FC 0D "
                 "FC FC FC FC FC FC FC FC FC FC 3F");
    ROW("NT:GEN-07");
    ROW("NT:GEN-05");
  }
}

static void beats_are_cut_as_designed(void **state) {
  (void)state;
  static struct packer_bench b;
  static const struct rvt_ntrace_record rec = {
      .tcode = 28, .btype = 0, .icnt = 0x7D, .addr = 7, .hist = 0xFFE};
  static const struct rvt_beat beats[] = {
      {.valid = true, .bytes = 2, .data = {0x70, 0x68}},
      {.valid = true, .bytes = 2, .data = {0x44, 0x7D}},
      {.valid = true, .bytes = 1, .data = {0x1D}},
      {.valid = true, .eom = true, .bytes = 2, .data = {0xF8, 0xFF}}};
  bench_init(&b, bench_params(2), 0);
  b.in.src_bits = 8;
  b.in.src_id = 0x5A;
  bench_send(&b, &rec);
  b.in.rec_valid = true;
  b.in.rec = (struct rvt_ntrace_record){.tcode = 3};
  const struct rvt_ntrace_packer_out first = bench_clock(&b); /* becomes a message: there is room */
  assert_false(first.m.valid);
  assert_true(first.rec_ready);
  for (size_t i = 0; i < COUNT(beats); i++) {
    const struct rvt_ntrace_packer_out out = bench_clock(&b);
    assert_memory_equal(&out.m, &beats[i], sizeof out.m);
    assert_int_equal(out.rec_ready, i == COUNT(beats) - 1);
  }
  assert_int_equal(bench_clock(&b).m.data[0], 0x0C);
}

static struct rvt_ntrace_record random_record(uint64_t *seed) {
  static const uint8_t tcodes[] = {2, 3, 4, 8, 9, 11, 12, 27, 28, 29, 30, 33};
  struct rvt_ntrace_record r = {.tcode = tcodes[rvt_prng_below(seed, COUNT(tcodes))],
                                .sub = (uint8_t)rvt_prng_below(seed, 16),
                                .btype = (uint8_t)rvt_prng_below(seed, 4),
                                .icnt = (uint32_t)rvt_prng_bits(seed, 22),
                                .hist = (uint32_t)rvt_prng_bits(seed, 32),
                                .addr = rvt_prng_bits(seed, 63)};
  if (r.tcode == 27) r.sub = (uint8_t)rvt_prng_below(seed, 3);
  if (r.tcode == 33) r.btype &= 1;
  return r;
}

static void random_records_match_a_bit_by_bit_writer(void **state) {
  (void)state;
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++)
    for (unsigned src_bits = 0; src_bits <= 12; src_bits++) {
      uint64_t seed = 100 * l + src_bits + 1, time = 0, last = 0;
      bool sent = false; /* a time, since ts_en rose */
      bench_init(&b, bench_params(lane_counts[l]), src_bits % 2);
      b.in.src_bits = (uint8_t)src_bits;
      for (unsigned i = 0; i < 400; i++) {
        struct rvt_ntrace_record rec = random_record(&seed);
        rec.abs_time = time += rvt_prng_bits(&seed, 62);
        const bool sync = rvt_ntrace_is_sync(rec.tcode);
        b.in.ts_en = i >= 50 && i % 40 > 5;
        b.in.src_id = (uint16_t)rvt_prng_below(&seed, 0x10000);
        sent = b.in.ts_en && (sync || sent); /* NT:TSP-03, TCI:TS-16 */
        const struct bench_message w =
            bench_message_of(&rec, src_bits, b.in.src_id, sent, sync ? time : time - last);
        if (sent) last = time;
        bench_send(&b, &rec);
        bench_drain(&b);
        if (b.size != w.size || memcmp(b.bytes, w.bytes, w.size) != 0)
          fail_msg("lanes %u, SRC width %u, record %u, TCODE %u", lane_counts[l], src_bits, i,
                   rec.tcode);
        b.size = 0;
      }
      if (src_bits == 0 || src_bits == 12) ROW("NT:SRC-01");
    }
}

static void tstamp_is_absolute_in_sync_and_an_increase_elsewhere(void **state) {
  (void)state;
  static struct packer_bench b;
  static const struct {
    const char *name;
    struct rvt_ntrace_record rec;
    const char *bytes;
  } steps[] = {
      {"V-TSP-1", {.tcode = 9, .sub = 5, .addr = 0x80, .abs_time = 1000}, "24 15 00 09 A0 3F"},
      {"V-TSP-2", {.tcode = 3, .icnt = 3, .abs_time = 1005}, "0C 0D 17"},
      {"V-TSP-3", {.tcode = 3, .icnt = 3, .abs_time = 1100}, "0C 0D 7C 07"},
      {"V-TSP-4",
       {.tcode = 27, .sub = 1, .hist = 0x55555555, .abs_time = 1105},
       "6C 44 54 54 54 54 55 17"},
      {"V-TSP-5 Error", {.tcode = 8, .abs_time = 1110}, "20 01 17"},
      {"V-TSP-5 RepeatBranch", {.tcode = 30, .icnt = 5, .abs_time = 1110}, "78 15 03"},
      {"V-TSP-6", {.tcode = 33, .icnt = 1, .abs_time = 1115}, "84 00 05 17"},
      {"Ownership", {.tcode = 2, .addr = 0xC, .abs_time = 1116}, "08 31 07"},
      {"again", {.tcode = 9, .sub = 5, .addr = 0x80, .abs_time = 3}, "24 15 00 09 0F"},
  };
  for (size_t l = 0; l < COUNT(lane_counts); l++) {
    bench_init(&b, bench_params(lane_counts[l]), 0);
    b.in.ts_en = true;
    for (size_t i = 0; i < COUNT(steps); i++) {
      bench_send(&b, &steps[i].rec);
      bench_drain(&b);
      bench_expect(&b, steps[i].name, steps[i].bytes);
    }
  }
  ROW("NT:TSP-01");
  ROW("NT:TSP-02");
  ROW("NT:TSP-04");
  ROW("NT:MSG-21");
}

static void tstamp_increase_is_modulo_the_width(void **state) {
  (void)state;
  static struct packer_bench b;
  struct rvt_ntrace_packer_params p = bench_params(1);
  p.ts_width = 8;
  bench_init(&b, p, 0);
  b.in.ts_en = true;
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 9, .sub = 5, .addr = 1, .abs_time = 0x1F0});
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 3, .abs_time = 0x203});
  bench_drain(&b);
  bench_expect(&b, "8-bit time", "24 15 05 C0 0F 0C 01 4F");
  ROW("NT:TSP-05");
}

static void tstamp_is_absent_when_off_or_not_built(void **state) {
  (void)state;
  static struct packer_bench b;
  static const struct rvt_ntrace_record at9 = {.tcode = 3, .icnt = 3, .abs_time = 9};
  bench_init(&b, bench_params(4), 0);
  bench_send(&b, &at9);
  b.in.ts_en = true; /* takes effect with the next record */
  bench_drain(&b);
  bench_expect(&b, "off", "0C 0F");

  struct rvt_ntrace_packer_params p = bench_params(4);
  p.ts_width = 0;
  bench_init(&b, p, 0);
  b.in.ts_en = true;
  bench_send(&b, &at9);
  bench_drain(&b);
  bench_expect(&b, "not built", "0C 0F");
}

static void tstamp_counts_from_the_last_one_sent(void **state) { /* and not before a first one */
  (void)state;
  static struct packer_bench b;
  static const struct {
    const char *name;
    bool ts_en;
    struct rvt_ntrace_record rec;
    const char *bytes;
  } steps[] = {
      {"before any sync", true, {.tcode = 8, .abs_time = 9}, "20 03"},
      {"sync", true, {.tcode = 9, .sub = 5, .addr = 1, .abs_time = 10}, "24 15 05 2B"},
      {"increase", true, {.tcode = 3, .icnt = 3, .abs_time = 11}, "0C 0D 07"},
      {"off", false, {.tcode = 3, .icnt = 3, .abs_time = 12}, "0C 0F"},
      {"on again", true, {.tcode = 3, .icnt = 3, .abs_time = 13}, "0C 0F"},
      {"sync without", false, {.tcode = 9, .sub = 5, .addr = 1, .abs_time = 14}, "24 15 07"},
      {"still no base", true, {.tcode = 3, .icnt = 3, .abs_time = 15}, "0C 0F"},
      {"sync with", true, {.tcode = 9, .sub = 2, .addr = 1, .abs_time = 16}, "24 09 05 43"},
      {"base again", true, {.tcode = 3, .icnt = 3, .abs_time = 18}, "0C 0D 0B"},
  };
  for (size_t l = 0; l < COUNT(lane_counts); l++) {
    bench_init(&b, bench_params(lane_counts[l]), 0);
    for (size_t i = 0; i < COUNT(steps); i++) {
      b.in.ts_en = steps[i].ts_en;
      bench_send(&b, &steps[i].rec);
      bench_drain(&b);
      bench_expect(&b, steps[i].name, steps[i].bytes);
    }
  }
  bench_init(&b, bench_params(1), 0);
  b.in.ts_en = true;
  bench_send(&b, &steps[1].rec);
  bench_drain(&b);
  b.in.ts_en = false;
  bench_clock(&b);
  b.in.ts_en = true;
  b.size = 0;
  bench_send(&b, &steps[2].rec);
  bench_drain(&b);
  bench_expect(&b, "off for a clock", "0C 0F");
  ROW("NT:TSP-03");
  ROW("NT:TSP-10");
  ROW("TCI:TS-16");
}

/* One message of each kind, each with the increase since the last time sent. */
static const struct {
  uint8_t kind;
  struct rvt_ntrace_record rec;
  const char *with, *without;
} kinds[] = {
    {1, {.tcode = 3, .icnt = 3}, "0C 0D 17", "0C 0F"},
    {1, {.tcode = 4, .icnt = 3, .addr = 1}, "10 31 05 17", "10 31 07"},
    {1, {.tcode = 28, .icnt = 3, .addr = 1, .hist = 2}, "70 31 05 09 17", "70 31 05 0B"},
    {2, {.tcode = 27, .sub = 1, .hist = 2}, "6C 85 17", "6C 87"},
    {2, {.tcode = 30, .icnt = 5}, "78 15 17", "78 17"},
    {4, {.tcode = 2, .addr = 0xC}, "08 31 17", "08 33"},
    {8, {.tcode = 8}, "20 01 17", "20 03"},
    {8, {.tcode = 33, .icnt = 1}, "84 00 05 17", "84 00 07"},
};

static void a_suppressed_message_has_no_tstamp_and_moves_no_base(void **state) {
  (void)state;
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++)
    for (unsigned suppress = 0; suppress < 16; suppress++) {
      uint64_t time = 10;
      bench_init(&b, bench_params(lane_counts[l]), 0);
      b.in.ts_en = true;
      b.in.ts_suppress = (uint8_t)suppress;
      bench_send(&b, &(struct rvt_ntrace_record){.tcode = 9, .sub = 5, .addr = 1, .abs_time = 10});
      bench_drain(&b);
      bench_expect(&b, "sync", "24 15 05 2B"); /* whatever is suppressed */
      for (size_t i = 0; i < COUNT(kinds); i++) {
        struct rvt_ntrace_record rec = kinds[i].rec;
        const bool silent = (suppress & kinds[i].kind) != 0;
        rec.abs_time = time + 5; /* of the last time sent, if one between has none */
        if (!silent) time += 5;
        bench_send(&b, &rec);
        bench_drain(&b);
        bench_expect(&b, "kind", silent ? kinds[i].without : kinds[i].with);
      }
    }
  ROW("TCI:TS-18");
  ROW("NT:TSP-03");
}

static void another_base_ends_the_increases_until_a_sync(void **state) {
  (void)state;
  static struct packer_bench b;
  for (size_t l = 0; l < COUNT(lane_counts); l++) {
    bench_init(&b, bench_params(lane_counts[l]), 0);
    b.in.ts_en = true;
    bench_send(&b, &(struct rvt_ntrace_record){.tcode = 9, .sub = 5, .addr = 1, .abs_time = 10});
    bench_drain(&b);
    b.in.ts_forget = true;
    bench_clock(&b);
    b.in.ts_forget = false;
    b.size = 0;
    bench_send(&b, &(struct rvt_ntrace_record){.tcode = 3, .icnt = 3, .abs_time = 11});
    bench_drain(&b);
    bench_expect(&b, "no increase", "0C 0F");
    bench_send(&b, &(struct rvt_ntrace_record){.tcode = 9, .sub = 2, .addr = 1, .abs_time = 1});
    bench_drain(&b);
    bench_expect(&b, "sync", "24 09 05 07");
    bench_send(&b, &(struct rvt_ntrace_record){.tcode = 3, .icnt = 3, .abs_time = 6});
    bench_drain(&b);
    bench_expect(&b, "increase", "0C 0D 17");
  }
  ROW("TCI:TS-16");
}

static void clr_forgets_the_message_and_the_time(void **state) {
  (void)state;
  static struct packer_bench b;
  bench_init(&b, bench_params(1), 0);
  b.in.ts_en = true;
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 9, .sub = 5, .abs_time = 1000});
  bench_clock(&b);
  assert_true(b.dut.busy_q);
  b.in.clr = b.in.rec_valid = true; /* a record offered together with clr is lost */
  b.in.rec = (struct rvt_ntrace_record){.tcode = 3, .abs_time = 1};
  bench_clock(&b);
  b.in.clr = b.in.rec_valid = false;
  b.open = false;
  b.size = 0;
  assert_false(bench_clock(&b).busy);
  assert_int_equal(b.dut.p.lanes, 1);
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 3, .abs_time = 5});
  bench_drain(&b);
  bench_expect(&b, "after clr", "0C 03");
}

static void a_field_is_cut_to_its_segment(void **state) {
  (void)state;
  static struct packer_bench b;
  const struct rvt_ntrace_packer_params p = {
      .lanes = 2, .icnt_width = 4, .addr_width = 5, .hist_width = 3, .src_bits_max = 2};
  bench_init(&b, p, 0);
  bench_send(&b, &(struct rvt_ntrace_record){
                     .tcode = 28, .icnt = 0x3FFFF1, .addr = 0x7FFFFFE2, .hist = 0xFFFFFFF4});
  bench_drain(&b);
  bench_expect(&b, "narrow build", "70 11 09 13");
}

static void a_record_outside_the_contract_still_ends(void **state) {
  (void)state;
  static struct packer_bench b;
  struct rvt_ntrace_packer_params p = bench_params(1);
  p.hist_width = 0;
  bench_init(&b, p, 0);
  for (unsigned tcode = 0; tcode < 64; tcode++)
    for (unsigned code = 0; code < 16; code++) {
      bench_send(&b, &(struct rvt_ntrace_record){.tcode = (uint8_t)tcode,
                                                 .sub = (uint8_t)code,
                                                 .btype = (uint8_t)(code & 3),
                                                 .hist = 5});
      bench_drain(&b);
      assert_true(b.size >= 2);
      b.size = 0;
    }
  /* Nothing is known of their fields, so none but the shortest is sent. */
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 1, .sub = 15, .btype = 3, .hist = 5});
  bench_drain(&b);
  bench_expect(&b, "reserved TCODE", "04 03");
  bench_send(&b, &(struct rvt_ntrace_record){.tcode = 33, .sub = 15, .btype = 2, .hist = 5});
  bench_drain(&b);
  bench_expect(&b, "reserved CDF", "84 03");
}

static void init_refuses_parameters_out_of_range(void **state) {
  (void)state;
  struct rvt_ntrace_packer s, before;
  memset(&s, 0x33, sizeof s);
  before = s;
  struct rvt_ntrace_packer_params bad[12];
  for (size_t i = 0; i < COUNT(bad); i++) bad[i] = bench_params(1);
  bad[0].lanes = 0;
  bad[1].lanes = 3;
  bad[2].lanes = 32;
  bad[3].icnt_width = 0;
  bad[4].icnt_width = 23;
  bad[5].addr_width = 0;
  bad[6].addr_width = 64;
  bad[7].hist_width = 1;
  bad[8].hist_width = 33;
  bad[9].ts_width = 65;
  bad[10].src_bits_max = 13;
  bad[11].lanes = 12;
  for (size_t i = 0; i < COUNT(bad); i++) {
    assert_int_equal(rvt_ntrace_packer_init(&s, &bad[i], NULL), RVT_ERR_ARG);
    assert_memory_equal(&s, &before, sizeof s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_give_the_same_bytes_for_all_lanes_and_readiness),
      cmocka_unit_test(message_of_n_beats_takes_n_clocks),
      cmocka_unit_test(longest_message_has_36_bytes),
      cmocka_unit_test(beats_are_cut_as_designed),
      cmocka_unit_test(random_records_match_a_bit_by_bit_writer),
      cmocka_unit_test(tstamp_is_absolute_in_sync_and_an_increase_elsewhere),
      cmocka_unit_test(tstamp_increase_is_modulo_the_width),
      cmocka_unit_test(tstamp_is_absent_when_off_or_not_built),
      cmocka_unit_test(tstamp_counts_from_the_last_one_sent),
      cmocka_unit_test(a_suppressed_message_has_no_tstamp_and_moves_no_base),
      cmocka_unit_test(another_base_ends_the_increases_until_a_sync),
      cmocka_unit_test(clr_forgets_the_message_and_the_time),
      cmocka_unit_test(a_field_is_cut_to_its_segment),
      cmocka_unit_test(a_record_outside_the_contract_still_ends),
      cmocka_unit_test(init_refuses_parameters_out_of_range),
  };
  return cmocka_run_group_tests_name("ntrace_packer", tests, NULL, NULL);
}

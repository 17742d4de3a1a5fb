/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/* Packets of the encoder in their encapsulation: vectors of ETR section 12, both ways. */

#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/etrace_packet.h"
#include "rvt/unit/etrace_packer.h"
#include "tests/support/test.h"

struct vector {
  const char *bytes;
  uint8_t src_bits;
  uint16_t src;
  uint8_t time_bytes;
  uint64_t time;
  struct rvt_etrace_record record;
};

#define SUPPORT                                                                                    \
  { .kind = RVT_ETRACE_SUPPORT, .ienable = true }
#define ADDRESS(sent)                                                                              \
  { .kind = RVT_ETRACE_ADDRESS, .addr = (sent) }

static const struct vector vectors[] = {
    {"05 32 04 00 00 02", .record = ADDRESS(0x8000010c)},
    {"05 2a 32 04 00 00 02", 8, 0x2a, .record = ADDRESS(0x8000010c)},
    {"06 bc 2a 43 00 00 20 00", 12, 0xabc, .record = ADDRESS(0x8000010c)},
    {"02 25 fe", 4, 5, .record = ADDRESS((UINT64_C(1) << 63) - 8)},
    {"02 f5 01", 4, 5, .record = SUPPORT},
    {"81 07 34 12 1f", 8, 7, 2, 0x1234, SUPPORT},
    {"81 89 67 45 23 01 02", .time_bytes = 5, .time = 0x0123456789, .record = ADDRESS(0)},
};

static struct rvt_params build_for(const struct vector *v) {
  char words[64];
  snprintf(words, sizeof words, "Format=1 Framing=1 Xlen=64 TsWidth=%u SrcBitsMax=%u",
           8U * v->time_bytes, v->src_bits);
  return build_of(words);
}

static struct rvt_config config_for(const struct vector *v) {
  return (struct rvt_config){.active = true,
                             .mode = RVT_MODE_HTM,
                             .src_bits = v->src_bits,
                             .src_id = v->src,
                             .ts_en = v->time_bytes != 0};
}

static void the_vectors_of_the_encapsulation(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const struct vector *v = &vectors[i];
    const struct rvt_params p = build_for(v);
    const struct rvt_config cfg = config_for(v);
    struct rvt_error e = {""};
    assert_int_equal(rvt_params_check(&p, &e), RVT_OK);
    assert_int_equal(rvt_config_check(&p, &cfg, &e), RVT_OK);
    struct rvt_etrace_record record = v->record;
    record.abs_time = v->time;
    uint8_t bytes[RVT_ETRACE_PACKET_BYTES];
    char text[3 * RVT_ETRACE_PACKET_BYTES + 1] = "";
    const size_t size = rvt_etrace_pack(&p, &cfg, &record, bytes);
    for (size_t k = 0; k < size; k++)
      sprintf(text + strlen(text), k == 0 ? "%02x" : " %02x", bytes[k]);
    assert_string_equal(text, v->bytes);

    struct rvt_etrace_format format = rvt_etrace_format_plain(64);
    format.src_bits = v->src_bits;
    format.time_bytes = v->time_bytes;
    struct rvt_bytes in = {.data = bytes, .size = size};
    struct rvt_etrace_nulls nulls = {.any = false};
    struct rvt_etrace_packet packet;
    struct rvt_etrace_note note = {.row = NULL};
    assert_int_equal(rvt_etrace_packet_read(&format, &in, &nulls, &packet, &note), RVT_OK);
    assert_null(note.row);
    assert_int_equal(in.pos, size);
    assert_int_equal(packet.kind, record.kind);
    assert_int_equal(packet.src, v->src);
    assert_int_equal(packet.has_time, v->time_bytes != 0);
    assert_int_equal(packet.tstamp, v->time);
    assert_int_equal(packet.address, record.addr << 1);
  }
  ROW("ETR:E-01");
  ROW("ETR:E-02");
  ROW("ETR:E-04");
  ROW("ETR:E-07");
  ROW("ETR:AMB-22");
}

/* What a packet would cost without srcID it costs again when that is inhibited. */
static void an_inhibited_source_is_none(void **state) {
  (void)state;
  const struct rvt_params p = build_for(&vectors[2]);
  struct rvt_config cfg = config_for(&vectors[2]);
  cfg.inhibit_src = true;
  uint8_t bytes[RVT_ETRACE_PACKET_BYTES];
  const uint8_t plain[] = {0x05, 0x32, 0x04, 0x00, 0x00, 0x02};
  assert_int_equal(rvt_etrace_pack(&p, &cfg, &vectors[2].record, bytes), sizeof plain);
  assert_memory_equal(bytes, plain, sizeof plain);
  ROW("ETR:E-04");
}

/* ETR:DC-11, ETR AMB-23. */
static void a_time_wants_whole_bytes(void **state) {
  (void)state;
  static const struct {
    const char *words;
    const char *refused;
  } builds[] = {
      {"TsWidth=8 SrcBitsMax=8", NULL},
      {"TsWidth=64 SrcBitsMax=0", NULL},
      {"TsWidth=0 SrcBitsMax=12", NULL},
      {"TsWidth=12 SrcBitsMax=0", "found 12 and 0"},
      {"TsWidth=40 SrcBitsMax=12", "found 40 and 12"},
      {"TsWidth=40 SrcBitsMax=7", "found 40 and 7"},
  };
  for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
    char words[96];
    struct rvt_error e = {""};
    snprintf(words, sizeof words, "Format=1 Framing=1 %s", builds[i].words);
    const struct rvt_params p = build_of(words);
    assert_int_equal(rvt_params_check(&p, &e), builds[i].refused == NULL ? RVT_OK : RVT_ERR_ARG);
    if (builds[i].refused != NULL) assert_non_null(strstr(e.text, builds[i].refused));
  }
  const struct rvt_params p = build_of("Format=1 Framing=1 TsWidth=8 SrcBitsMax=8");
  for (uint8_t bits = 0; bits <= 8; bits++) {
    const struct rvt_config cfg = {.mode = RVT_MODE_HTM, .src_bits = bits};
    struct rvt_error e = {""};
    assert_int_equal(rvt_config_check(&p, &cfg, &e), bits % 8 == 0 ? RVT_OK : RVT_ERR_ARG);
    if (bits % 8 != 0) assert_non_null(strstr(e.text, "src_bits 0 or 8"));
  }
  ROW("ETR:DC-11");
}

/* Clocks until so many records have left as packets. */
static unsigned clocks_of(bool hit, unsigned records) {
  const struct rvt_params p = build_of("Format=1 Framing=1 CacheSize=5");
  const struct rvt_config cfg = {.active = true, .mode = RVT_MODE_HTM, .jump_target_cache = true};
  struct rvt_etrace_packer s;
  unsigned clocks = 0;
  rvt_etrace_packer_init(&s, &p);
  for (unsigned taken = 0; taken < records || rvt_etrace_packer_busy(&s); clocks++) {
    const struct rvt_etrace_record record = {.kind = RVT_ETRACE_ADDRESS, .addr = taken, .hit = hit};
    const struct rvt_etrace_packer_in in = {
        .cfg = &cfg, .rec_valid = taken < records, .rec = &record, .m_ready = true};
    const bool takes = in.rec_valid && rvt_etrace_packer_ready(&s, true);
    rvt_etrace_packer_tick(&s, &in);
    taken += takes;
    assert_in_range(clocks, 0, 1000);
  }
  return clocks;
}

/* Here the address is the shorter one. */
static void an_index_is_measured_in_a_clock(void **state) {
  (void)state;
  assert_int_equal(clocks_of(true, 20), clocks_of(false, 20) + 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_index_is_measured_in_a_clock),
      cmocka_unit_test(the_vectors_of_the_encapsulation),
      cmocka_unit_test(an_inhibited_source_is_none),
      cmocka_unit_test(a_time_wants_whole_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

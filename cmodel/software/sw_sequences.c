/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "sw_sequences.h"

#include <inttypes.h>
#include <stdio.h>

#include "oracle/row.h"
#include "rvt/regs.h"

/* The Linux driver's accesses, row by row. */

enum { LOOKS = 20000, ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, HTM = 0x60 };
enum { SRC_BITS = 3, SRC_ID = 5 };

bool sw_fail(struct sw *s, const char *what) {
  snprintf(s->failure, sizeof s->failure, "%s", what);
  return false;
}

bool sw_expect(struct sw *s, const char *what, uint32_t mask, uint32_t expected, uint32_t found) {
  if ((found & mask) == expected) return true;
  snprintf(s->failure, sizeof s->failure,
           "%s: expected 0x%" PRIx32 " in 0x%" PRIx32 ", found 0x%" PRIx32, what, expected, mask,
           found & mask);
  return false;
}

uint32_t sw_read(struct sw *s, uint64_t address) {
  uint32_t value = 0;
  if (!s->bus->read32(s->bus->context, address, &value)) sw_fail(s, "a read failed");
  return value;
}

void sw_write(struct sw *s, uint64_t address, uint32_t value) {
  if (!s->bus->write32(s->bus->context, address, value)) sw_fail(s, "a write failed");
}

bool sw_poll(struct sw *s, const char *what, uint64_t address, uint32_t mask, uint32_t value) {
  uint32_t found = 0;
  for (unsigned i = 0; i < LOOKS; i++) {
    found = sw_read(s, address);
    if ((found & mask) == value) return true;
  }
  return sw_expect(s, what, mask, value, found);
}

uint32_t sw_random(struct sw *s) {
  s->seed = s->seed * 1664525u + 1013904223u;
  return s->seed ^ s->seed >> 15;
}

static uint64_t te(const struct sw *s, uint32_t offset) { return s->te + offset; }
static uint64_t ram(const struct sw *s, uint32_t offset) { return s->ram + offset; }

static bool reset(struct sw *s, uint64_t base, uint32_t type) {
  sw_write(s, base, 0);
  if (!sw_poll(s, "Active after a written 0", base, ACTIVE, 0)) return false;
  sw_write(s, base, 1);
  return sw_poll(s, "Active after a written 1", base, ACTIVE, ACTIVE) &&
         sw_expect(s, "type and version", 0xFFF, type << 8 | 0x01, sw_read(s, base + 4));
}

void sw_emptied(struct sw *s) {
  s->size = 0;
  if (s->emptied != NULL) s->emptied(s->context);
}

bool sw_bring_up(struct sw *s, uint32_t bytes) {
  s->hart(s->context, false);
  s->size = 0;
  s->src_bits = 0;
  if (!reset(s, s->te, RVT_DRV_ENCODER) || !reset(s, s->ram, RVT_DRV_RAM)) return false;
  sw_emptied(s);
  if (bytes == 0) return true;
  sw_write(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET), bytes - 4);
  return sw_expect(s, "trRamLimitLow", 0xFFFFFFFF, bytes - 4,
                   sw_read(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET)));
}

bool sw_read_memory(struct sw *s) {
  const uint32_t wp = sw_read(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET));
  const uint32_t limit = sw_read(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET));
  const bool wrapped = (wp & RVT_TR_RAM_WRAP_MASK) != 0;
  const uint32_t next = wp & ~3u, bytes = wrapped ? limit + 4 : next;
  if (s->size + bytes > sizeof s->capture) return sw_fail(s, "the capture is too long");
  sw_write(s, ram(s, RVT_TR_RAM_RP_LOW_OFFSET), wrapped ? next : 0);
  for (uint32_t i = 0; i < bytes; i += 4) {
    const uint32_t word = sw_read(s, ram(s, RVT_TR_RAM_DATA_OFFSET));
    for (unsigned b = 0; b < 4; b++) s->capture[s->size++] = (uint8_t)(word >> (8 * b));
  }
  return true;
}

/** Disable and wait for both signs that it is over (TCI:CTRL-12). */
static bool disable(struct sw *s, uint64_t base) {
  sw_write(s, base, sw_read(s, base) & ~(uint32_t)ENABLE);
  return sw_poll(s, "Enable after a disable", base, ENABLE, 0) &&
         sw_poll(s, "Empty after a disable", base, EMPTY, EMPTY);
}

bool sw_take_down(struct sw *s) {
  return disable(s, s->te) && disable(s, s->ram) && sw_read_memory(s);
}

/** Set bits of a Control register and wait for them. */
static bool set(struct sw *s, const char *what, uint64_t base, uint32_t bits) {
  sw_write(s, base, sw_read(s, base) | bits);
  return sw_poll(s, what, base, bits, bits);
}

static bool judge(struct sw *s, bool loses) { return s->judge == NULL || s->judge(s, loses); }

bool sw_01_reset(struct sw *s) {
  /* Dirty both first, so that the reset has something to do. */
  if (!sw_bring_up(s, 16)) return false;
  sw_write(s, s->te, 0x00F3A867);
  sw_write(s, te(s, RVT_TR_TE_INST_FEATURES_OFFSET), 0xFFFFFFFF);
  sw_write(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET), 8);
  sw_write(s, s->ram, 0x103);
  if (!reset(s, s->te, RVT_DRV_ENCODER) || !reset(s, s->ram, RVT_DRV_RAM)) return false;
  const bool good =
      sw_expect(s, "trTeControl after a reset", 0xFFFFFFFF, 0x01000009, sw_read(s, s->te)) &&
      sw_expect(s, "trRamControl after a reset", 0xFFFFFFFF, 0x00000009, sw_read(s, s->ram)) &&
      sw_expect(s, "trTeInstFeatures after a reset", 0xFFFFFFFF, 0,
                sw_read(s, te(s, RVT_TR_TE_INST_FEATURES_OFFSET))) &&
      sw_expect(s, "trRamWPLow after a reset", 0xFFFFFFFF, 0,
                sw_read(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET)));
  if (good) ROW("TCI:SW-01");
  return good;
}

/** Enabled, tracing, with a sink that takes nothing, until trace is lost. */
static bool lose(struct sw *s) {
  if (!set(s, "trTeEnable", s->te, ENABLE | HTM) || !set(s, "trTeInstTracing", s->te, TRACING))
    return false;
  s->hart(s->context, true);
  for (unsigned i = 0; i < 1000; i++) {
    s->clocks(s->context, 50);
    if ((sw_read(s, s->te) & RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0) return true;
  }
  return sw_fail(s, "trTeInstStallOrOverflow: expected 1 with a sink that takes nothing");
}

bool sw_02_write_back(struct sw *s) {
  const uint32_t lost = RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK;
  if (!sw_bring_up(s, 0) || !lose(s)) return false;
  s->hart(s->context, false);
  if (!set(s, "trRamEnable", s->ram, ENABLE)) return false;
  s->clocks(s->context, 500); /* what was held leaves, and the overflow with it */
  uint32_t word = sw_read(s, s->te);
  if (!sw_expect(s, "the sticky bit after the loss", lost, lost, word)) return false;
  sw_write(s, s->te, word);
  if (!sw_expect(s, "the sticky bit, written back as it was read", lost, 0, sw_read(s, s->te)))
    return false;
  /* Empty, written back as 1, means nothing. */
  word = sw_read(s, s->te);
  sw_write(s, s->te, word | EMPTY);
  if (!sw_expect(s, "trTeControl, written back with Empty", 0xFFFFFFFF, word, sw_read(s, s->te)))
    return false;
  ROW("TCI:SW-02");
  return sw_take_down(s) && judge(s, true);
}

bool sw_03_start(struct sw *s) {
  const uint64_t features = te(s, RVT_TR_TE_INST_FEATURES_OFFSET);
  const uint32_t source =
      (uint32_t)SRC_BITS << RVT_TR_TE_SRC_BITS_LSB | (uint32_t)SRC_ID << RVT_TR_TE_SRC_ID_LSB;
  if (!sw_bring_up(s, 0) || !set(s, "trRamEnable", s->ram, ENABLE)) return false;
  /* Source, format, enable; the mode only then. */
  sw_write(s, features, source);
  if (!sw_expect(s, "the source", 0xFFFFFFFF, source, sw_read(s, features))) return false;
  s->src_bits = SRC_BITS;
  sw_write(s, s->te, sw_read(s, s->te) | 1u << RVT_TR_TE_FORMAT_LSB);
  if (!sw_expect(s, "trTeFormat", RVT_TR_TE_FORMAT_MASK, 1u << RVT_TR_TE_FORMAT_LSB,
                 sw_read(s, s->te)))
    return false;
  if (!set(s, "trTeEnable", s->te, ENABLE)) return false;
  sw_write(s, s->te, sw_read(s, s->te) | HTM);
  if (!set(s, "trTeInstTracing", s->te, TRACING)) return false;
  s->hart(s->context, true);
  s->clocks(s->context, 3000);
  if (!sw_take_down(s)) return false;
  if (s->size < 16) return sw_fail(s, "a mode set after the enable: expected trace, found none");
  if (!sw_expect(s, "TCODE of the first message", 0xFC, 9u << 2, s->capture[0]) ||
      !sw_expect(s, "its SRC", 7u << 2, (uint32_t)SRC_ID << 2, s->capture[1]))
    return false;
  ROW("TCI:SW-03");
  return judge(s, false);
}

bool sw_04_stop(struct sw *s) {
  if (!sw_bring_up(s, 0) || !set(s, "trRamEnable", s->ram, ENABLE) ||
      !set(s, "trTeEnable", s->te, ENABLE | HTM) || !set(s, "trTeInstTracing", s->te, TRACING))
    return false;
  s->hart(s->context, true);
  s->clocks(s->context, 2000);
  sw_write(s, s->te, sw_read(s, s->te) & ~(uint32_t)TRACING);
  if (!sw_poll(s, "trTeInstTracing after a written 0", s->te, TRACING, 0)) return false;
  sw_write(s, s->te, sw_read(s, s->te) & ~(uint32_t)ENABLE);
  if (!sw_expect(s, "trTeEnable in the first look", ENABLE, 0, sw_read(s, s->te))) return false;
  /* The driver waits for nothing more and disables the sink some hundred clocks later. */
  s->clocks(s->context, 300);
  if (!sw_expect(s, "trTeEmpty 300 clocks later", EMPTY, EMPTY, sw_read(s, s->te))) return false;
  ROW("TCI:SW-04");
  return disable(s, s->ram) && sw_read_memory(s) && judge(s, false);
}

bool sw_05_or(struct sw *s) {
  const uint32_t bits = HTM | 1u << RVT_TR_TE_INST_SYNC_MODE_LSB;
  if (!sw_bring_up(s, 0)) return false;
  sw_write(s, s->te, ACTIVE | 0x30 | 3u << RVT_TR_TE_INST_SYNC_MODE_LSB); /* others' values */
  if (!reset(s, s->te, RVT_DRV_ENCODER)) return false;
  sw_write(s, s->te, sw_read(s, s->te) | bits);
  if (!sw_expect(s, "fields that were ORed in",
                 RVT_TR_TE_INST_MODE_MASK | RVT_TR_TE_INST_SYNC_MODE_MASK, bits, sw_read(s, s->te)))
    return false;
  ROW("TCI:SW-05");
  return true;
}

bool sw_06_ram_limits(struct sw *s) {
  if (!sw_bring_up(s, 0)) return false;
  sw_write(s, ram(s, RVT_TR_RAM_START_LOW_OFFSET), 0);
  const uint32_t least = sw_read(s, ram(s, RVT_TR_RAM_START_LOW_OFFSET));
  sw_write(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET), 0xFFFFFFFF);
  const uint32_t most = sw_read(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET));
  if (!sw_expect(s, "lowest trRamStartLow", 0xFFFFFFFF, 0, least) ||
      !sw_expect(s, "highest trRamLimitLow is 2^n - 4", most + 4, 0, most) ||
      !sw_expect(s, "highest trRamLimitLow is 2^n - 4", 3, 0, most))
    return false;
  for (uint32_t bytes = most + 4; bytes >= 8; bytes -= bytes / 4 / 4 * 4 + 4) {
    sw_write(s, ram(s, RVT_TR_RAM_START_LOW_OFFSET), 0);
    sw_write(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET), 0);
    sw_write(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET), bytes - 4);
    if (!sw_expect(s, "trRamLimitLow is the end less 4", 0xFFFFFFFF, bytes - 4,
                   sw_read(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET))))
      return false;
  }
  ROW("TCI:SW-06");
  return true;
}

/** A session of `clocks`, ended in the specified order; the memory stays as it is. */
static bool session(struct sw *s, uint64_t clocks) {
  if (!set(s, "trRamEnable", s->ram, ENABLE) || !set(s, "trTeEnable", s->te, ENABLE | HTM) ||
      !set(s, "trTeInstTracing", s->te, TRACING))
    return false;
  s->hart(s->context, true);
  s->clocks(s->context, clocks);
  s->hart(s->context, false);
  return disable(s, s->te) && disable(s, s->ram);
}

bool sw_07_sessions(struct sw *s) {
  const uint64_t wp = ram(s, RVT_TR_RAM_WP_LOW_OFFSET);
  if (!sw_bring_up(s, 0) || !session(s, 1500)) return false;
  const uint32_t first = sw_read(s, wp);
  if (first == 0) return sw_fail(s, "trRamWPLow: expected trace of the first session");
  if (!session(s, 1500)) return false;
  const uint32_t second = sw_read(s, wp);
  if (second <= first) return sw_fail(s, "trRamWPLow: expected the second session after the first");
  if (!sw_read_memory(s) || !judge(s, false)) return false;
  /* A buffer that wraps: a write of WP clears the sign, and the next session begins at the start.
   */
  if (!sw_bring_up(s, 64) || !session(s, 6000)) return false;
  if (!sw_expect(s, "trRamWrap", RVT_TR_RAM_WRAP_MASK, RVT_TR_RAM_WRAP_MASK, sw_read(s, wp)))
    return false;
  sw_write(s, wp, sw_read(s, ram(s, RVT_TR_RAM_START_LOW_OFFSET)));
  if (!sw_expect(s, "trRamWPLow, rewritten with the start", 0xFFFFFFFF, 0, sw_read(s, wp)))
    return false;
  ROW("TCI:SW-07");
  return true;
}

bool sw_08_counts(struct sw *s) {
  const uint64_t features = te(s, RVT_TR_TE_INST_FEATURES_OFFSET);
  if (!sw_bring_up(s, 0)) return false;
  sw_write(s, te(s, RVT_TR_TE_INST_FILTERS_OFFSET), 0xFFFF);
  const uint32_t filters = sw_read(s, te(s, RVT_TR_TE_INST_FILTERS_OFFSET));
  if (!sw_expect(s, "trTeInstFilters has ones from bit 0 up", filters + 1, 0, filters))
    return false;
  sw_write(s, te(s, RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0)), 7u << RVT_TR_TE_FILTER_COMP1_LSB);
  const uint32_t comp = sw_read(s, te(s, RVT_TR_TE_FILTER_I_CONTROL_OFFSET(0)));
  if (filters == 0 && !sw_expect(s, "a filter that is not there", 0xFFFFFFFF, 0, comp))
    return false;
  sw_write(s, features, 0xF0000000);
  const uint32_t bits = sw_read(s, features) >> RVT_TR_TE_SRC_BITS_LSB;
  if (bits > 12) return sw_fail(s, "trTeSrcBits: expected at most 12");
  if (bits == 0) return sw_fail(s, "trTeSrcBits: expected a build with SRC");
  ROW("TCI:SW-08");
  return true;
}

bool sw_09_timestamps(struct sw *s) {
  const uint64_t ts = te(s, RVT_TR_TS_CONTROL_OFFSET);
  if (!sw_bring_up(s, 0) || !set(s, "trRamEnable", s->ram, ENABLE) ||
      !set(s, "trTeEnable", s->te, ENABLE | HTM))
    return false;
  /* Written after the enable; a unit that is not there reads 0, and nothing happens. */
  if (!sw_expect(s, "trTsControl without a timestamp unit", 0xFFFFFFFF, 0, sw_read(s, ts)))
    return false;
  sw_write(s, ts, 0x00008003);
  if (!sw_expect(s, "trTsControl, written", 0xFFFFFFFF, 0, sw_read(s, ts))) return false;
  ROW("TCI:SW-10");
  if (!set(s, "trTeInstTracing", s->te, TRACING)) return false;
  s->hart(s->context, true);
  s->clocks(s->context, 1000);
  sw_write(s, ts, 0);
  return sw_take_down(s) && judge(s, false);
}

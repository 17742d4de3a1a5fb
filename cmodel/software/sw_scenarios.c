/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "oracle/row.h"
#include "rvt/regs.h"
#include "sw_sequences.h"

/* Scenarios V-01 to V-04, V-07 and V-08 of the verification plan, as far as one encoder and one
 * memory have them. */

enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, EMPTY = 8, BTM = 0x30, HTM = 0x60, STALL_ENA = 0x2000 };
enum { STICKY = RVT_TR_TE_INST_STALL_OR_OVERFLOW_MASK, STOP_ON_WRAP = 0x100 };

static uint64_t te(const struct sw *s, uint32_t offset) { return s->te + offset; }
static uint64_t ram(const struct sw *s, uint32_t offset) { return s->ram + offset; }

static void set(struct sw *s, uint64_t base, uint32_t bits) {
  sw_write(s, base, (sw_read(s, base) & ~(uint32_t)STICKY) | bits);
}
static void clear(struct sw *s, uint64_t base, uint32_t bits) {
  sw_write(s, base, sw_read(s, base) & ~(uint32_t)STICKY & ~bits);
}

static bool judge(struct sw *s, bool loses) { return s->judge == NULL || s->judge(s, loses); }

/** Every value of a field in rising order. What reads back has to be legal, and never 0 for
 * another. */
static bool probe(struct sw *s, const char *what, uint64_t address, unsigned lsb, uint32_t largest,
                  bool zero_is_special, uint32_t *values) {
  *values = 0;
  for (uint32_t v = 0; v <= largest; v++) {
    const uint32_t mask = largest << lsb;
    sw_write(s, address, (sw_read(s, address) & ~mask) | v << lsb);
    const uint32_t becomes = (sw_read(s, address) & mask) >> lsb;
    if (becomes == v) *values |= 1u << v;
    if ((*values >> becomes & 1) == 0 && becomes < v) return sw_fail(s, what);
    if (zero_is_special && v != 0 && becomes == 0) return sw_fail(s, what);
  }
  return true;
}

bool sw_v01_discovery(struct sw *s) {
  uint32_t modes, sync_modes, formats, returns;
  if (!sw_bring_up(s, 0)) return false;
  if (!probe(s, "trTeInstMode: expected a mode", s->te, RVT_TR_TE_INST_MODE_LSB, 7, true, &modes) ||
      !probe(s, "trTeInstSyncMode: expected a legal value", s->te, RVT_TR_TE_INST_SYNC_MODE_LSB, 3,
             false, &sync_modes) ||
      !probe(s, "trTeFormat: expected a legal value", s->te, RVT_TR_TE_FORMAT_LSB, 7, true,
             &formats) ||
      !probe(s, "trTeInstImplicitReturnMode: expected a legal value",
             te(s, RVT_TR_TE_INST_FEATURES_OFFSET), RVT_TR_TE_INST_IMPLICIT_RETURN_MODE_LSB, 3,
             false, &returns))
    return false;
  if (!sw_expect(s, "modes that are no mode of N-Trace", 0x36, 0, modes) ||
      !sw_expect(s, "formats but N-Trace", 0xFD, 0, formats) ||
      !sw_expect(s, "N-Trace among the formats", 2, 2, formats))
    return false;
  if ((modes & 0x48) == 0) return sw_fail(s, "trTeInstMode: expected 3 or 6 among its values");
  if ((sync_modes & 0xE) == 0) return sw_fail(s, "trTeInstSyncMode: expected one that is not 0");
  ROW("TCI:BUS-08");
  const uint64_t rp = ram(s, RVT_TR_RAM_RP_LOW_OFFSET);
  sw_write(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET), 0xFFFFFFFF);
  const uint32_t limit = sw_read(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET));
  sw_write(s, rp, limit);
  if (!sw_expect(s, "trRamRPLow at the limit", 0xFFFFFFFF, limit, sw_read(s, rp))) return false;
  (void)sw_read(s, ram(s, RVT_TR_RAM_DATA_OFFSET));
  if (!sw_expect(s, "trRamRPLow after a read at the limit", 0xFFFFFFFF, 0, sw_read(s, rp)))
    return false;
  /* A reset after the probes: nothing of them is left. */
  if (!sw_bring_up(s, 0) ||
      !sw_expect(s, "trTeControl after probes and reset", 0xFFFFFFFF, 0x01000009,
                 sw_read(s, s->te)) ||
      !sw_expect(s, "trTeInstFeatures after probes and reset", 0xFFFFFFFF, 0,
                 sw_read(s, te(s, RVT_TR_TE_INST_FEATURES_OFFSET))))
    return false;
  ROW("TCI:CTRL-08");
  return true;
}

/** Sinks first, the encoder last, then trace (TCI:CTRL-10). */
static bool start(struct sw *s, uint32_t mode) {
  set(s, s->ram, ENABLE);
  if (!sw_poll(s, "trRamEnable", s->ram, ENABLE, ENABLE)) return false;
  set(s, s->te, mode | ENABLE);
  if (!sw_poll(s, "trTeEnable", s->te, ENABLE, ENABLE)) return false;
  set(s, s->te, TRACING);
  return sw_poll(s, "trTeInstTracing", s->te, TRACING, TRACING);
}

/** The same program from its beginning, in BTM with periodic synchronization by half-words. Of the
 * encoder nothing else is written: it is as reset or table have left it. */
static bool golden(struct sw *s) {
  sw_write(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET), 0);
  sw_write(s, ram(s, RVT_TR_RAM_LIMIT_LOW_OFFSET), 0xFFFFFFFF);
  set(s, s->te, 3u << RVT_TR_TE_INST_SYNC_MODE_LSB | 2u << RVT_TR_TE_INST_SYNC_MAX_LSB);
  sw_emptied(s);
  s->restart(s->context);
  if (!start(s, BTM)) return false;
  s->hart(s->context, true);
  s->clocks(s->context, 2000);
  s->hart(s->context, false);
  return sw_take_down(s);
}

/** Every register of both blocks but the Enable bits, several times. */
static void scramble(struct sw *s) {
  for (unsigned round = 0; round < 3; round++) {
    for (uint32_t offset = 4; offset < 0x700; offset += 4) {
      sw_write(s, te(s, offset), sw_random(s));
      if (offset < 0x44) sw_write(s, ram(s, offset), sw_random(s));
    }
    sw_write(s, s->te, (sw_random(s) | ACTIVE) & ~(uint32_t)ENABLE);
    sw_write(s, s->ram, (sw_random(s) | ACTIVE) & ~(uint32_t)ENABLE);
  }
}

bool sw_v02_initialisation(struct sw *s) {
  static const uint16_t table[] = {
      RVT_TR_TE_INST_FEATURES_OFFSET,        RVT_TR_TE_INST_FILTERS_OFFSET,
      RVT_TR_TE_DATA_CONTROL_OFFSET,         RVT_TR_TE_DATA_FILTERS_OFFSET,
      RVT_TR_TE_TRIG_DBG_CONTROL_OFFSET,     RVT_TR_TE_TRIG_EXT_IN_CONTROL_OFFSET,
      RVT_TR_TE_TRIG_EXT_OUT_CONTROL_OFFSET, RVT_TR_TS_CONTROL_OFFSET};
  static uint8_t first[SW_CAPTURE_MAX];
  if (s->restart == NULL) return sw_fail(s, "expected a hart that can begin its program anew");
  if (!sw_bring_up(s, 0) || !golden(s)) return false;
  const size_t size = s->size;
  memcpy(first, s->capture, size);
  if (size < 64) return sw_fail(s, "expected a capture of 64 bytes or more to compare with");
  for (unsigned i = 0; i < 4; i++) {
    scramble(s);
    sw_write(s, s->te, ACTIVE);
    for (unsigned t = 0; t < sizeof table / sizeof table[0]; t++) sw_write(s, te(s, table[t]), 0);
    sw_write(s, s->ram, ACTIVE);
    if (!sw_expect(s, "trTeControl after the table", 0xFFFFFFFF, 0x01000009, sw_read(s, s->te)) ||
        !golden(s))
      return false;
    if (s->size != size || memcmp(first, s->capture, size) != 0)
      return sw_fail(s, "expected the bytes of a fresh reset after the initialisation table");
  }
  ROW("TCI:CTRL-09");
  return true;
}

bool sw_v03_bring_up(struct sw *s) {
  if (!sw_bring_up(s, 0)) return false;
  for (unsigned i = 0; i < 12; i++) {
    sw_write(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET), 0);
    sw_emptied(s);
    s->hart(s->context, true); /* trace has to begin with the first instruction after its start */
    if (!start(s, i % 2 == 0 ? HTM : BTM)) return false;
    s->clocks(s->context, 400 + sw_random(s) % 200);
    if (!sw_take_down(s) || !judge(s, false)) return false;
    clear(s, s->te, BTM | HTM);
  }
  if (s->judge == NULL) return true;
  ROW("TCI:CTRL-10");
  ROW("TCI:CTRL-12");
  ROW("TCI:CTRL-13");
  return true;
}

bool sw_v04_orders(struct sw *s) {
  enum { SINK, ENCODER, TRACE };
  static const uint8_t order[6][3] = {{SINK, ENCODER, TRACE}, {SINK, TRACE, ENCODER},
                                      {ENCODER, SINK, TRACE}, {ENCODER, TRACE, SINK},
                                      {TRACE, SINK, ENCODER}, {TRACE, ENCODER, SINK}};
  for (unsigned i = 0; i < 6; i++) {
    if (!sw_bring_up(s, 0)) return false;
    set(s, s->te, HTM);
    s->hart(s->context, true);
    for (unsigned step = 0; step < 3; step++) {
      s->clocks(s->context, 600);
      if (order[i][step] == SINK &&
          !sw_expect(s, "trRamWPLow before the sink is enabled", 0xFFFFFFFF, 0,
                     sw_read(s, ram(s, RVT_TR_RAM_WP_LOW_OFFSET))))
        return false;
      if (order[i][step] == SINK) set(s, s->ram, ENABLE);
      if (order[i][step] == ENCODER) set(s, s->te, ENABLE);
      if (order[i][step] == TRACE) set(s, s->te, TRACING);
    }
    s->clocks(s->context, 1500);
    if (!sw_take_down(s) || !judge(s, true)) return false;
    if (s->size < 16) return sw_fail(s, "expected trace in every order of enables");
  }
  ROW("TCI:CTRL-11");
  ROW("TCI:LINK-07");
  return true;
}

/** Trace with a sink that takes nothing, for so long that something is lost. */
static bool overflow(struct sw *s) {
  if (!sw_bring_up(s, 0)) return false;
  set(s, s->te, HTM | ENABLE);
  set(s, s->te, TRACING);
  s->hart(s->context, true);
  if (!sw_expect(s, "the sticky bit before the loss", STICKY, 0, sw_read(s, s->te))) return false;
  for (unsigned i = 0; i < 500; i++) {
    s->clocks(s->context, 100);
    if ((sw_read(s, s->te) & STICKY) != 0) return true;
  }
  return sw_fail(s, "the sticky bit: expected 1 with a sink that takes nothing");
}

/** The sink takes again, and the overflow is over. */
static void let_go(struct sw *s) {
  set(s, s->ram, ENABLE);
  s->clocks(s->context, 800);
}

bool sw_v07_overflow(struct sw *s) {
  /* Seen while the sink still blocks; a written 0 keeps it, a written 1 clears it. */
  if (!overflow(s)) return false;
  ROW("TCI:OVF-07");
  s->clocks(s->context, sw_random(s) % 1000);
  let_go(s);
  clear(s, s->te, 0);
  if (!sw_expect(s, "the sticky bit after a written 0", STICKY, STICKY, sw_read(s, s->te)))
    return false;
  sw_write(s, s->te, sw_read(s, s->te) | STICKY);
  if (!sw_expect(s, "the sticky bit after a written 1", STICKY, 0, sw_read(s, s->te))) return false;
  if (!sw_take_down(s) || !judge(s, true)) return false;

  /* Trace turned off in the overflow, then on again. */
  if (!overflow(s)) return false;
  clear(s, s->te, TRACING);
  s->clocks(s->context, 100);
  let_go(s);
  set(s, s->te, TRACING);
  s->clocks(s->context, 500);
  if (!sw_take_down(s) || !judge(s, true)) return false;

  /* Disabled in the overflow: Enable reads 0 at once, Empty stays 0 until the sink takes. */
  if (!overflow(s)) return false;
  clear(s, s->te, ENABLE);
  for (unsigned i = 0; i < 50; i++) {
    if (!sw_expect(s, "Enable and Empty, disabled with a sink that blocks", ENABLE | EMPTY, 0,
                   sw_read(s, s->te)))
      return false;
    s->clocks(s->context, 20);
  }
  ROW("TCI:CTRL-18");
  let_go(s);
  if (!sw_expect(s, "Empty once the sink takes", EMPTY, EMPTY, sw_read(s, s->te))) return false;
  if (!sw_expect(s, "the sticky bit after a disable", STICKY, STICKY, sw_read(s, s->te)))
    return false;
  set(s, s->te, ENABLE);
  if (!sw_expect(s, "the sticky bit after an enable", STICKY, 0, sw_read(s, s->te))) return false;
  if (!sw_take_down(s) || !judge(s, true)) return false;

  if (!overflow(s) || !sw_bring_up(s, 0)) return false;
  if (!sw_expect(s, "the sticky bit after a reset", STICKY, 0, sw_read(s, s->te))) return false;
  ROW("TCI:OVF-05");
  return true;
}

bool sw_v08_stall(struct sw *s) {
  if (!sw_bring_up(s, 0)) return false;
  set(s, s->te, HTM | ENABLE | STALL_ENA);
  set(s, s->te, TRACING);
  s->hart(s->context, true);
  for (unsigned i = 0; i < 500 && !s->stalled(s->context); i++) s->clocks(s->context, 100);
  if (!s->stalled(s->context))
    return sw_fail(s, "expected the hart to be stalled by a sink that blocks");
  if (!sw_expect(s, "the sticky bit of a stall", STICKY, STICKY, sw_read(s, s->te))) return false;
  set(s, s->ram, ENABLE);
  s->clocks(s->context, 2000);
  if (!sw_take_down(s) || !judge(s, false)) return false;
  if (s->judge != NULL) ROW("TCI:OVF-08");
  /* A disable lets the hart go although nothing leaves (TCI:OVF-10). */
  set(s, s->te, ENABLE);
  set(s, s->te, TRACING);
  for (unsigned i = 0; i < 500 && !s->stalled(s->context); i++) s->clocks(s->context, 100);
  if (!s->stalled(s->context)) return sw_fail(s, "expected the hart to be stalled again");
  clear(s, s->te, ENABLE);
  s->clocks(s->context, 2);
  if (s->stalled(s->context)) return sw_fail(s, "expected no stall after a disable");
  ROW("TCI:OVF-10");
  return true;
}

/** Append what is in the memory, by the driver. */
static bool append(struct sw *s, struct rvt_drv *drv, const struct rvt_drv_component *c,
                   bool resumed) {
  struct rvt_drv_readout r;
  size_t count = 0;
  if ((resumed ? rvt_drv_readout_resumed(drv, c, &r) : rvt_drv_readout_begin(drv, c, &r)) !=
      RVT_DRV_OK)
    return false;
  while (r.left != 0) {
    if (sizeof s->capture - s->size < 4 ||
        rvt_drv_readout_next(drv, c, &r, s->capture + s->size, sizeof s->capture - s->size,
                             &count) != RVT_DRV_OK)
      return false;
    s->size += count;
  }
  return true;
}

/** Read and resume until encoder and sink have nothing more. */
static bool drain(struct sw *s, struct rvt_drv *drv, const struct rvt_drv_component *c,
                  unsigned resumes, unsigned *stops) {
  struct rvt_drv_state state;
  for (unsigned i = 0; i < 100000; i++) {
    const bool done = (sw_read(s, s->te) & (ENABLE | EMPTY)) == EMPTY;
    if (rvt_drv_get_state(drv, c, &state) != RVT_DRV_OK) return false;
    if (state.stopped) {
      if (!append(s, drv, c, *stops != 0)) return false;
      ++*stops;
      if (done && state.empty) return true;
      if (rvt_drv_resume(drv, c) != RVT_DRV_OK) return false;
      if (*stops == resumes) clear(s, s->te, ENABLE | TRACING);
    } else if (done) {
      clear(s, s->ram, ENABLE);
      return sw_poll(s, "trRamEmpty", s->ram, EMPTY, EMPTY) && append(s, drv, c, *stops != 0);
    }
    s->clocks(s->context, 20);
  }
  return sw_fail(s, "the read-out does not end");
}

bool sw_v08_resume(struct sw *s) {
  struct rvt_drv drv = {.bus = s->bus, .timeout = 10000};
  struct rvt_drv_component c;
  unsigned stops = 0;
  if (!sw_bring_up(s, 64) || rvt_drv_attach(&drv, s->ram, &c) != RVT_DRV_OK) return false;
  set(s, s->ram, STOP_ON_WRAP);
  set(s, s->te, STALL_ENA);
  s->hart(s->context, true);
  if (!start(s, HTM)) return false;
  if (!drain(s, &drv, &c, 12, &stops)) {
    if (s->failure[0] == '\0') rvt_drv_error_text(&drv.error, s->failure, sizeof s->failure);
    return false;
  }
  if (stops < 12) return sw_fail(s, "expected the sink to stop on wrap twelve times");
  if (!judge(s, false)) return false;
  ROW("TCI:RAM-11");
  if (s->judge != NULL) ROW("TCI:RAM-13");
  return true;
}

/* All of them, by name. */

const struct sw_sequence sw_sequences[] = {{"SW-01", sw_01_reset},
                                           {"SW-02", sw_02_write_back},
                                           {"SW-03", sw_03_start},
                                           {"SW-04", sw_04_stop},
                                           {"SW-05", sw_05_or},
                                           {"SW-06", sw_06_ram_limits},
                                           {"SW-07", sw_07_sessions},
                                           {"SW-08", sw_08_counts},
                                           {"SW-09", sw_09_timestamps},
                                           {"V-01", sw_v01_discovery},
                                           {"V-02", sw_v02_initialisation},
                                           {"V-03", sw_v03_bring_up},
                                           {"V-04", sw_v04_orders},
                                           {"V-07", sw_v07_overflow},
                                           {"V-08-stall", sw_v08_stall},
                                           {"V-08-resume", sw_v08_resume},
                                           {NULL, NULL}};

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SOFTWARE_SW_SEQUENCES_H
#define RVT_SOFTWARE_SW_SEQUENCES_H

/*
 * What existing software does to the registers (rows TCI:SW), and scenarios of the verification
 * plan (V-01 to V-04, V-07, V-08), as accesses over a call-back: they run against models and RTL
 * alike. They are written from the rows and use no driver, but V-08 for the read-out. A sequence
 * says ROW() after what it has seen itself; what a capture says is judged by whoever runs it.
 */

#include "rvt/drv.h"

enum { SW_CAPTURE_MAX = 1 << 18 };

struct sw {
  const struct rvt_drv_bus *bus;
  uint64_t te, ram; /* base addresses */
  void *context;    /* for what follows */
  void (*hart)(void *context, bool run);
  void (*clocks)(void *context, uint64_t count);
  /** The hart begins its program anew. */
  void (*restart)(void *context);
  bool (*stalled)(void *context); /* the hart is asked to stall */
  /** The memory is empty: what leaves the encoder from now on is the next capture. NULL: nobody
   * counts. */
  void (*emptied)(void *context);
  /** Judges what was captured; sets `failure` itself. NULL: nobody does. */
  bool (*judge)(struct sw *s, bool loses);
  uint32_t seed;
  uint8_t src_bits; /* width of SRC in the capture */
  size_t size;      /* of `capture`; 0 from when its memory is empty until that is read */
  uint8_t capture[SW_CAPTURE_MAX];
  char failure[256]; /* of the sequence that returned false */
};

/** One step towards `false`: sets the text unless `found & mask` is `expected`. */
bool sw_expect(struct sw *s, const char *what, uint32_t mask, uint32_t expected, uint32_t found);
bool sw_fail(struct sw *s, const char *what);
uint32_t sw_read(struct sw *s, uint64_t address);
void sw_write(struct sw *s, uint64_t address, uint32_t value);
/** Read until the masked bits have the value, a few thousand times. */
bool sw_poll(struct sw *s, const char *what, uint64_t address, uint32_t mask, uint32_t value);
uint32_t sw_random(struct sw *s);
/** Both components reset and the memory made `bytes` large; 0: as large as it is. */
bool sw_bring_up(struct sw *s, uint32_t bytes);
/** Software has made the memory empty by itself. */
void sw_emptied(struct sw *s);
/** End a session in the specified order, read what is in the memory, and hand it to the judge. */
bool sw_take_down(struct sw *s);
bool sw_read_memory(struct sw *s);

struct sw_sequence {
  const char *name;
  bool (*run)(struct sw *s);
};
/** Ended by a name of NULL. */
extern const struct sw_sequence sw_sequences[];

bool sw_01_reset(struct sw *s);
bool sw_02_write_back(struct sw *s);
bool sw_03_start(struct sw *s);
bool sw_04_stop(struct sw *s);
bool sw_05_or(struct sw *s);
bool sw_06_ram_limits(struct sw *s);
bool sw_07_sessions(struct sw *s);
bool sw_08_counts(struct sw *s);
bool sw_09_timestamps(struct sw *s);
bool sw_v01_discovery(struct sw *s);
bool sw_v02_initialisation(struct sw *s);
bool sw_v03_bring_up(struct sw *s);
bool sw_v04_orders(struct sw *s);
bool sw_v07_overflow(struct sw *s);
bool sw_v08_stall(struct sw *s);
bool sw_v08_resume(struct sw *s);

#endif

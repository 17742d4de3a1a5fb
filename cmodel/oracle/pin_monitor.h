/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_PIN_MONITOR_H
#define RVT_ORACLE_PIN_MONITOR_H

/*
 * What a probe on TRC_CLK and TRC_DATA sees in the 4-bit, 8-bit and 16-bit parallel modes, from the
 * pins alone: it may join late, and knows nothing about the encoder but the framing of its
 * messages. It samples at both edges.
 */

#include <stdbool.h>
#include <stdint.h>

#include "rvt/framing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum pin_event {
  PIN_NO_EDGE,    /* TRC_CLK did not change: nothing was sampled */
  PIN_BLIND,      /* a beat before the byte and message phase is known */
  PIN_IDLE,       /* an idle beat between messages */
  PIN_NIBBLE,     /* the low half of a byte (4-bit mode) */
  PIN_PATTERN,    /* a beat of a calibration pattern (TCI:PIB-21) */
  PIN_BYTE,       /* `*byte` is a byte of a message that goes on */
  PIN_MESSAGE_END /* `*byte`, or `second`, is the last byte of a message */
};

struct pin_monitor {
  const struct rvt_framing *framing;
  uint32_t place; /* in the stream, for the framing */
  uint8_t pins;   /* 4, 8 or 16 */
  bool center;    /* edges are in the middle of beats; set after pin_monitor_init() */
  bool trc_clk;   /* last values seen */
  uint16_t trc_data;
  bool in_phase; /* byte and message boundaries are known */
  bool in_message;
  bool have_low;
  uint8_t low;
  uint32_t idle_run;    /* idle beats in a row up to now, outside messages */
  uint32_t idle_before; /* idle_run when the current or last message began */
  uint64_t edges;
  /* Of a framing whose messages say their length: */
  bool loose;      /* where a byte begins among idle nibbles is not known */
  bool unaligned;  /* the last idle byte was not the one that aligns */
  bool bad_align;  /* a message began after such a one (ETR:DC-13) */
  bool has_second; /* PIN_BYTE, PIN_MESSAGE_END with 16 pins: `second` follows `*byte` */
  uint8_t second;
  uint8_t pattern_beats; /* that the repetition under way has had; 0: none is under way */
  bool after_pattern;    /* of message and pattern, a pattern was seen last */
  bool misplaced;        /* TRC_DATA changed without an edge; with `center`, at one (TCI:PIB-04) */
  bool bad_tail;         /* [15:8] was not idle after an odd end (TCI:PIB-09) */
  bool bad_pattern;      /* a beat was not the pattern's */
};

/**
 * Begin to watch; the first call to pin_monitor_sample() compares with these pin values.
 * @param pins  4 (mode 10), 8 (mode 11) or 16 (mode 12)
 */
void pin_monitor_init(struct pin_monitor *m, const struct rvt_framing *framing, uint8_t pins,
                      bool trc_clk, uint16_t trc_data);

/**
 * Look at the pins once per clock of the PIB.
 *
 * In the 4-bit mode a byte begins with the first nibble that is not idle after at least four
 * idle beats (TCI:PIB-14). In the other modes one begins after idle, too, and where a byte says by
 * itself that it ends a message, after any such byte (NT:PKT-14), with 16 pins on [7:0]; where it
 * does not, only after more idle beats than a message can be mistaken for. What
 * begins as a pattern does, and not as a message, is one. Of a framing whose messages say their
 * length, idle and patterns are bytes with 4 pins, too.
 * @param byte  written on PIN_BYTE and PIN_MESSAGE_END only
 */
enum pin_event pin_monitor_sample(struct pin_monitor *m, bool trc_clk, uint16_t trc_data,
                                  uint8_t *byte);

#ifdef __cplusplus
}
#endif
#endif

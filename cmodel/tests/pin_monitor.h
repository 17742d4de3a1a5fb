/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TESTS_PIN_MONITOR_H
#define RVT_TESTS_PIN_MONITOR_H

/*
 * What a probe on TRC_CLK and TRC_DATA sees in the 4-bit and 8-bit parallel modes, from the pins
 * alone: it may join late, and knows nothing about the encoder.
 */

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum pin_event {
  PIN_NO_EDGE,    /* TRC_CLK did not change: nothing was sampled */
  PIN_BLIND,      /* a beat before the byte and message phase is known */
  PIN_IDLE,       /* an idle beat between messages */
  PIN_NIBBLE,     /* the low half of a byte (4-bit mode) */
  PIN_BYTE,       /* `*byte` is a byte of a message that goes on */
  PIN_MESSAGE_END /* `*byte` is the last byte of a message */
};

struct pin_monitor {
  uint8_t pins; /* 4 or 8 */
  bool trc_clk; /* last values seen */
  uint8_t trc_data;
  bool in_phase; /* byte and message boundaries are known */
  bool in_message;
  bool have_low;
  uint8_t low;
  uint32_t idle_run;    /* all-ones beats in a row up to now, outside messages */
  uint32_t idle_before; /* idle_run when the current or last message began */
  uint64_t edges;
  bool changed_off_edge; /* TRC_DATA changed while TRC_CLK did not (TCI:PIB-04) */
};

/**
 * Begin to watch; the first call to pin_monitor_sample() compares with these pin values.
 * @param pins  4 (mode 10) or 8 (mode 11)
 */
void pin_monitor_init(struct pin_monitor *m, uint8_t pins, bool trc_clk, uint8_t trc_data);

/**
 * Look at the pins once per clock of the PIB.
 *
 * In the 4-bit mode a byte begins with the first nibble that is not all ones behind at least four
 * idle beats: a run of 14 ones or more ends only at a message start (TCI:PIB-14), whose first two
 * bits are MSEO 00. In the 8-bit mode a message begins behind any byte with MSEO 11 (NT:PKT-14).
 * @param byte  written on PIN_BYTE and PIN_MESSAGE_END only
 */
enum pin_event pin_monitor_sample(struct pin_monitor *m, bool trc_clk, uint8_t trc_data,
                                  uint8_t *byte);

#ifdef __cplusplus
}
#endif
#endif

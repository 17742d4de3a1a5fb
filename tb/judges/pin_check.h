/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_PIN_CHECK_H
#define RVT_TB_PIN_CHECK_H

/*
 * A probe on the trace pins against the bytes that went into the PIB or into a chain that ends in
 * one, and the rules for the pins themselves.
 */

#include "harness/bench.h"
#include "oracle/pin_monitor.h"
#include "rvt/unit/pib.h"

enum { TB_PIN_QUEUE = 4096 };

/** What was seen; a bench copies what it wants into its coverage. */
struct tb_pin_seen {
  uint64_t messages, sync_messages, back_to_back, odd_idle, idle_exact, drained_disabled, starved;
  uint64_t odd_tails;      /* messages with an odd number of bytes on 16 pins */
  uint64_t patterns;       /* repetitions of a calibration pattern */
  uint64_t pattern_starts; /* ... that did not follow another one */
  uint64_t uncalled;       /* clocks in which a pattern was asked for without Enable */
  uint64_t resumed;        /* messages after a pattern */
  uint64_t refused;        /* clocks in which calibration held a message back */
  uint64_t rest_waits;     /* clocks in which the rest of a message waits while calibrating */
  uint64_t ended_disabled; /* messages of which a part came in while disabled */
  uint64_t late_locks;     /* times a probe that joined late has found the phase */
  uint64_t pulses_changed; /* pulses of TRC_CLK in which the divider changed */
  unsigned no_idle_pins;   /* 8 and 16: a message right after another one was read from so many */
};

struct tb_pin_check {
  const struct rvt_framing *framing;
  struct pin_monitor monitor;
  bool watching; /* the monitor follows; otherwise only levels are checked */
  bool nibbles;
  bool starved;    /* the source paused inside a message */
  bool ended;      /* a message has been read since the start */
  bool no_idle;    /* the message of the moment came right after another one */
  bool idle_known; /* how many idle beats there were before the first thing seen */
  uint32_t since_edge;
  uint32_t since_wanted; /* clocks since calibration was asked for */
  uint8_t queue[TB_PIN_QUEUE];
  uint32_t put, taken;
  bool open;      /* a message has begun at the PIB's input */
  uint32_t waits; /* beats on the pins for which its next beat has been refused */
  bool rest_disabled;
  uint32_t kept; /* at least so many bytes were taken and can neither have left nor were given up */
  struct pin_monitor late; /* joins in the middle of things */
  bool has_late, late_locked;
  bool clk, ran;         /* TRC_CLK and activity of the clock before */
  bool edge;             /* TRC_CLK has one in this clock */
  bool pulse;            /* one has begun */
  uint32_t width, least; /* of it: clocks so far, clocks of the shortest cycle */
  uint32_t last_divider;
  bool divider_changed;
  struct tb_pin_seen seen;
  enum pin_event event; /* of this clock */
  uint8_t byte;
};

/**
 * Begin to follow a PIB that has just been set up for `mode`, `center` for edges in the middle of
 * beats, and shows these pins.
 */
void tb_pin_check_start(struct tb_pin_check *c, uint8_t mode, bool center,
                        const struct rvt_pib_out *out);
void tb_pin_check_stop(struct tb_pin_check *c);
/** The PIB was in reset. */
void tb_pin_check_reset(struct tb_pin_check *c, const struct tb *tb);
/** A second probe joins now; as soon as it has found the phase it has to read the same. */
void tb_pin_check_join(struct tb_pin_check *c, const struct rvt_pib_out *out);

/** The pins shall show this byte. */
void tb_pin_check_expect_byte(struct tb_pin_check *c, uint8_t byte, struct tb *tb);
/** The pins shall show what this beat holds. */
void tb_pin_check_expect(struct tb_pin_check *c, const struct rvt_beat *beat, struct tb *tb);

/** Bytes expected and not yet seen. */
static inline uint32_t tb_pin_check_open(const struct tb_pin_check *c) { return c->put - c->taken; }

/** Whether the pins are within a message or a pattern. */
static inline bool tb_pin_check_within(const struct tb_pin_check *c) {
  /* The first half of an idle byte, where idle is bytes, is none. */
  const bool half = c->monitor.have_low && !(c->framing->headed && c->monitor.low == 0);
  return c->watching && (c->monitor.in_message || half || c->monitor.pattern_beats != 0);
}

/** One clock: `in` and `out` of the PIB before its edge. */
void tb_pin_check_clock(struct tb_pin_check *c, const struct rvt_pib_in *in,
                        const struct rvt_pib_out *out, struct tb *tb);

#endif

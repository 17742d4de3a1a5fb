/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_ENCODER_H
#define RVT_TANDEM_ENCODER_H

/*
 * Golden model of rtl/tandem/rvt_tandem.sv: records of a hart into a stream of groups, clock by
 * clock. docs/units/tandem.md.
 */

#include "rvt/tandem/record.h"
#include "rvt/unit/msg_fifo.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Elements that a build may leave out: a bit each of its parameter Elements. */
enum rvt_tandem_sends {
  RVT_TANDEM_SENDS_GPR = 1 << 0,
  RVT_TANDEM_SENDS_FPR = 1 << 1,
  RVT_TANDEM_SENDS_FFLAGS = 1 << 2,
  RVT_TANDEM_SENDS_PRIVILEGE = 1 << 3,
  RVT_TANDEM_SENDS_PADDR = 1 << 4,
  RVT_TANDEM_SENDS_EADDR = 1 << 5,
  RVT_TANDEM_SENDS_STORE = 1 << 6,
  RVT_TANDEM_SENDS_PC_PADDR = 1 << 7,
  RVT_TANDEM_SENDS_MTIME = 1 << 8,
  RVT_TANDEM_SENDS_BUS = 1 << 9,
  RVT_TANDEM_SENDS_ALL = (1 << 10) - 1
};

/** Most of what a build may have; bytes of a row of a wide build, and of the longest piece. */
enum {
  RVT_TANDEM_SLOTS = 4,
  RVT_TANDEM_QUEUE = 64,
  RVT_TANDEM_ROW = 16,
  RVT_TANDEM_PIECE_BYTES = 16 + 2 * 11 + 1
};
/** Slots of a word: those of the hart, and behind them one of the bus. */
enum { RVT_TANDEM_WORD_SLOTS = RVT_TANDEM_SLOTS + 1 };

/** What the encoder keeps of its hart's state, in the order of its dump (TV:E-08). */
enum rvt_tandem_bank {
  RVT_TANDEM_BANK_GPR,
  RVT_TANDEM_BANK_FPR,
  RVT_TANDEM_BANK_CSR,
  RVT_TANDEM_BANKS
};
enum { RVT_TANDEM_BANK = 32 /* registers of a bank; CSRs: rvt_tandem_shadow_csr() */ };

/** A build (TV:E-01). */
struct rvt_tandem_params {
  struct rvt_tandem_format format;
  struct rvt_tandem_forms forms;
  uint8_t nret;          /* slots of a clock, 1..4 */
  uint8_t csrs;          /* CSRs of a slot that are sent, 0..4 */
  uint16_t elements;     /* of enum rvt_tandem_sends */
  uint8_t queue_depth;   /* clocks that wait, 1..64 */
  uint8_t stall_latency; /* clocks until the hart obeys, 0..queue_depth - 1 */
  uint8_t lanes;         /* bytes of a beat: 1, 2, 4, 8 or 16 */
  uint16_t fifo_depth;   /* beats, 2..512 */
  bool wide;             /* several elements a clock */
  bool shadow;           /* it keeps the hart's state, and dumps it before it traces (TV:E-08) */
  uint32_t shadow_csrs;  /* CSRs of it: a bit of each of rvt_tandem_shadow_csr() */
};

/** What the hart tells in a clock, the oldest slot first; slots between others may be empty. After
 * them comes a transaction of its bus. */
struct rvt_tandem_in {
  bool active;   /* false: all that is held is dropped */
  bool enable;   /* records are taken */
  bool lost_clr; /* `lost` is cleared, unless something is lost in this clock */
  bool m_ready;
  bool valid[RVT_TANDEM_SLOTS];
  /* Of a kind that there is not: as without valid. A value wider than its port loses its upper
   * bits. */
  struct rvt_tandem_record slot[RVT_TANDEM_SLOTS];
  struct rvt_tandem_access bus; /* of an operation that there is not: as without valid */
};

struct rvt_tandem_out {
  bool stall;
  bool lost;  /* since lost_clr a clock was refused whole (TV:E-05) */
  bool empty; /* every group that was taken has left */
  struct rvt_beat m;
};

/** Slots of a clock that wait, and what of each is still to be sent. */
struct rvt_tandem_word {
  uint32_t due[RVT_TANDEM_WORD_SLOTS]; /* elements, the next one in the lowest bit that is 1 */
  struct rvt_tandem_record slot[RVT_TANDEM_WORD_SLOTS];
};

/** Bytes that are made in a clock: an element, before it what begins its group, after it the end;
 * of a wide build two, and before them pc and instruction as well. */
struct rvt_tandem_piece {
  bool valid, last; /* last: of its group */
  uint8_t size;
  uint8_t bytes[RVT_TANDEM_PIECE_BYTES];
};

/** What the hart has told of its state since reset, whatever is taken of it. */
struct rvt_tandem_shadow {
  uint32_t known_q[RVT_TANDEM_BANKS]; /* a bit of each register */
  uint32_t sent_q[RVT_TANDEM_BANKS];  /* ... of this dump */
  uint64_t data_q[RVT_TANDEM_BANKS][RVT_TANDEM_BANK];
  uint8_t fflags_q; /* set since fcsr or fflags were written */
  bool pc_known_q, privilege_known_q;
  uint64_t pc_q;
  uint8_t privilege_q;
  bool reset_q; /* a hart reset that is neither taken nor in a dump */
  bool live_q;  /* records are taken; else the state is dumped first */
  bool want_q;  /* enabled and active in the clock before */
  uint8_t step_q;
};

struct rvt_tandem {
  struct rvt_tandem_params p;
  struct rvt_tandem_shadow shadow; /* used with p.shadow alone */
  uint8_t level_q, head_q;         /* of the queue */
  bool dropping_q;                 /* until what was taken has left */
  bool lost_q;
  bool ended_q; /* the last byte of the buffer ends a group */
  uint8_t count_q;
  uint8_t part_q; /* of a wide build: bytes of its row that have left */
  uint8_t buffer_q[RVT_LANES_MAX - 1 + RVT_TANDEM_PIECE_BYTES];
  struct rvt_tandem_piece piece_q;
  struct rvt_msg_fifo fifo;
  struct rvt_tandem_word queue_q[RVT_TANDEM_QUEUE];
};

/** @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status
rvt_tandem_init(struct rvt_tandem *s, const struct rvt_tandem_params *p, struct rvt_error *e);
/** Outputs of this clock: a function of state alone. */
void rvt_tandem_outputs(const struct rvt_tandem *s, struct rvt_tandem_out *out);
/** One rising clock edge with reset released. */
void rvt_tandem_tick(struct rvt_tandem *s, const struct rvt_tandem_in *in);
/** The beat on offer to the FIFO. */
void rvt_tandem_offer(const struct rvt_tandem *s, struct rvt_beat *beat);
/** Whether what the hart tells in this clock finds room; else it is refused. */
bool rvt_tandem_ready(const struct rvt_tandem *s);
/** Whether what the hart tells in this clock is taken, if it is enabled and active. */
bool rvt_tandem_takes(const struct rvt_tandem *s);
/** Whether a record of a dump enters the queue in this clock. */
bool rvt_tandem_dumps(const struct rvt_tandem *s, const struct rvt_tandem_in *in);
/** Number of a CSR that can be kept. @param index  0..31, bit of `shadow_csrs` */
uint16_t rvt_tandem_shadow_csr(unsigned index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_TRACE_CHECK_H
#define RVT_TB_TRACE_CHECK_H

#include <stdio.h>

#include "harness/bench.h"
#include "oracle/etrace/etrace.h"
#include "oracle/ntrace/ntrace.h"
#include "rvt/ntrace_msg.h"
#include "rvt/params.h"
#include "rvt/unit/encode.h"
#include "rvt/unit/ntrace_packer.h"

/** Of the clock in which a message was made. */
struct tb_trace_origin {
  struct rvt_ntrace_format format;
  bool owners;      /* Ownership is on, if it is built */
  uint8_t ctype;    /* of the port */
  bool times;       /* TSTAMP is on, and no kind of message leaves it out */
  uint32_t base;    /* how many bases of time there were before this one */
  uint32_t periods; /* in how many clocks a period ran or a request was due, up to here */
};

/** Name the rows that a message proves, sent as the oracle expected it; `before` was the one
 * before. */
void tb_trace_rows(const struct rvt_ntrace_msg *before, const struct rvt_ntrace_msg *msg);
/** Those of outcomes that are counted, by what was seen of all messages. */
void tb_trace_history_rows(const struct oracle_history_seen *seen);
/** Those of extended addresses, of a message of `size` bytes. */
void tb_trace_extend_rows(const struct rvt_params *p, const struct rvt_ntrace_format *format,
                          const struct rvt_ntrace_msg *msg, size_t size);
/** The same for rows on Ownership; `level` is kept for it: V and PRV of the last one. */
void tb_trace_owner_rows(const struct rvt_params *p, const struct tb_trace_origin *origin,
                         uint8_t *level, const struct rvt_ntrace_msg *before,
                         const struct rvt_ntrace_msg *msg);

/*
 * What a byte stream means, against two encoders that have no clock: the bytes must be those of the
 * functional encoder, and the strict reader's messages must be the oracle's, field by field; in a
 * build with HREPEAT they may be any that say the same (oracle/ntrace/history.h); of E-Trace, the
 * oracle's packets byte for byte (packet_check.c). Both are told every clock what the hart meant,
 * and which clocks lie in an overflow.
 *
 * Option: list=FILE: the oracle's messages, one a line, as `rvt assemble` reads them.
 */

enum { TB_CHECK_MESSAGES = 4096, TB_CHECK_BYTES = 1 << 17 };
enum { TB_CHECK_TIME_BITS = 32 }; /* no pause between messages is as long as half of that */

struct tb_trace_check {
  struct rvt_params p;
  struct oracle *oracle;
  struct oracle_history *history; /* NULL: there is no HREPEAT */
  struct rvt_encode encode;
  struct rvt_ntrace_msg expected[TB_CHECK_MESSAGES];
  struct tb_trace_origin origin[TB_CHECK_MESSAGES]; /* ... each, as it was made */
  uint32_t put, taken;
  uint8_t bytes[TB_CHECK_BYTES];
  size_t bytes_put, bytes_taken;
  uint8_t partial[RVT_MSG_BYTES_MAX]; /* of the message that is coming in */
  size_t partial_size;
  struct rvt_ntrace_msg before; /* the message that came last */
  uint8_t level;                /* of the Ownership that came last */
  bool ref_valid,
      ref_again; /* a sync message came since the start, a stop or loss; not the first */
  uint64_t time; /* of the last message that had one */
  bool timed;
  uint32_t bases, base; /* changes of the base: told so far, before the message that came last */
  bool base_new;        /* ... since the last message that had a time */
  uint32_t periods;     /* clocks in which a period ran or a request was due, told so far */
  uint32_t sync_base, sync_periods; /* both at the last sync message, Error or correlation */
  struct rvt_ntrace_format format;
  uint64_t messages; /* that have come, or packets */
  struct {
    struct oracle_te_build build;
    struct oracle_te_packet expected[TB_CHECK_MESSAGES]; /* in place of the above */
    uint8_t partial[ORACLE_TE_PACKET_MAX];               /* of the packet that is coming in */
    enum oracle_te_kind before;                          /* of the packet that was judged last */
  } etrace;
  uint64_t counted,
      unwalked; /* half-words that RCODE 0 told since another message; at the overflow */
  FILE *list;   /* NULL: not wanted */
  /** Told of every message that has been judged; NULL: nobody. */
  void (*on_message)(void *context, struct tb *tb, const struct rvt_ntrace_msg *m);
  void *context;
  /** Filled by the bench: the instructions of each valid slot. */
  struct {
    uint8_t insns;
    struct oracle_insn insn[ORACLE_INSN_MAX];
  } slot[RVT_BLOCKS_MAX];
  struct oracle_clock clock;
  uint8_t due;  /* of the clock that is told: bit n, a sync is due before block n (D-24, D-34) */
  bool lost;    /* ... bytes are lost after the encoder (D-33) */
  bool flushed; /* ... before it outcomes are flushed (D-43) */
};

/** The same of E-Trace: the oracle's build, its options and packets of the clock that was told, and
 * a byte that has left. */
void tb_packet_check_build(struct tb_trace_check *c);
void tb_packet_check_ask(struct tb_trace_check *c, struct tb *tb);
void tb_packet_check_byte(struct tb_trace_check *c, struct tb *tb, uint8_t byte);

/** @return false after tb_fail() */
bool tb_trace_check_open(struct tb_trace_check *c, struct tb *tb, const struct rvt_params *p);
void tb_trace_check_close(struct tb_trace_check *c);
/** Both as after reset, nothing on its way. */
void tb_trace_check_reset(struct tb_trace_check *c, struct tb *tb);
/** One clock: what the encoder is told, and the place of the clock in an overflow. */
void tb_trace_check_clock(struct tb_trace_check *c, struct tb *tb, const struct rvt_config *config,
                          const struct rvt_ingress *in, enum rvt_loss loss);
/**
 * Messages that the oracle expects of all that it was told, and of the oldest `slots` slots of
 * the clock after that, which lies in no overflow and is not told by this.
 */
uint32_t tb_trace_check_expects(struct tb_trace_check *c, struct tb *tb,
                                const struct rvt_config *config, const struct rvt_ingress *in,
                                unsigned slots);
/** A byte that has left. */
void tb_trace_check_byte(struct tb_trace_check *c, struct tb *tb, uint8_t byte);
/** Nothing may be on its way any more. */
void tb_trace_check_empty(const struct tb_trace_check *c, struct tb *tb);

/** Whether the functional encoder has sent more bytes than have come. */
static inline bool tb_trace_check_owes(const struct tb_trace_check *c) {
  return c->bytes_taken != c->bytes_put;
}

/**
 * Instructions before the last overflow that a decoder may miss: those that no message
 * accounts for, and at most those that RCODE 0 alone does: it is walked with the message after it
 * (NT:ICNT-15), which an overflow takes away.
 */
static inline uint64_t tb_trace_check_lost(const struct tb_trace_check *c) {
  return oracle_lost(c->oracle) + c->unwalked;
}

/** Slots up to the newest valid one of `blocks`; a hart that breaks NT:ING-02 leaves holes. */
static inline unsigned tb_trace_check_slots(const struct rvt_ingress *in, unsigned blocks) {
  unsigned count = blocks;
  while (count != 0 && !rvt_block_valid(&in->block[count - 1])) count--;
  return count;
}

/** Fill a slot for a block of the port, with instructions of two half-words before its last.
 */
void tb_trace_check_block(struct tb_trace_check *c, unsigned slot, const struct rvt_block *b);
/** Fill a slot with instructions of these sizes, in half-words. */
void tb_trace_check_slot(struct tb_trace_check *c, unsigned slot, uint64_t pc, const uint8_t *sizes,
                         unsigned count);

#endif

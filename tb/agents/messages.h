/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_MESSAGES_H
#define RVT_TB_MESSAGES_H

#include <stdio.h>
#include <string.h>

#include "harness/bench.h"
#include "harness/rng.h"
#include "rvt/ntrace_msg.h"
#include "rvt/unit/beat.h"
#include "rvt/unit/ntrace_packer.h"

/*
 * Where the records of a chain come from: a file of messages, one a line as rvt_ntrace_msg_parse()
 * reads it, or chance. Each comes with the message that it must become.
 */

struct tb_message {
  struct rvt_ntrace_record rec;
  struct rvt_ntrace_msg msg; /* with SRC and TSTAMP as they will be sent */
};

struct tb_messages {
  struct rvt_ntrace_packer_params p;
  struct rvt_ntrace_format format;
  uint16_t src_id;
  const char *path; /* NULL: by chance */
  FILE *in;
  FILE *list; /* every message that was taken, as text; may be NULL */
  unsigned line;
  uint64_t now, last_time;
  bool time_sent; /* `last_time` is one that was sent */
};

/** Options messages=FILE, list=FILE, src_bits=N, ts=0|1, src_id=N; chance decides what is absent.
 */
bool tb_messages_open(struct tb_messages *m, struct tb *tb,
                      const struct rvt_ntrace_packer_params *p);
void tb_messages_close(struct tb_messages *m);

/** The packer has forgotten the time of its last message. */
void tb_messages_clear(struct tb_messages *m);

/** @return false at the end of the file, or after tb_fail() */
bool tb_messages_next(struct tb_messages *m, struct tb *tb, struct tb_message *out);

/** The record was loaded: complete the message and write its bytes. */
void tb_messages_taken(struct tb_messages *m, struct tb *tb, struct tb_message *message,
                       uint8_t bytes[RVT_MSG_BYTES_MAX], size_t *size);

/* Messages as beats of any width. */

/**
 * The beat with byte `pos` of a message of `len` bytes as its first: mostly as full as can be.
 * One lane asks for no chance.
 */
static inline struct rvt_beat tb_beat(struct tb_rng *rng, uint8_t lanes, const uint8_t *msg,
                                      unsigned len, unsigned pos) {
  unsigned bytes = len - pos < lanes ? len - pos : lanes;
  if (bytes > 1 && tb_rng_one_in(rng, 3)) bytes = 1 + tb_rng_below(rng, bytes);
  struct rvt_beat beat = {.valid = true, .bytes = (uint8_t)bytes, .eom = pos + bytes == len};
  memcpy(beat.data, msg + pos, bytes);
  return beat;
}

/** A packet of E-Trace with a header without more, `*len` bytes if it can have so many. */
static inline void tb_counted_message(struct tb_rng *rng, uint8_t *msg, unsigned *len) {
  if (*len > 32) *len = 32;
  for (unsigned i = 1; i < *len; i++) msg[i] = (uint8_t)tb_rng_next(rng);
  msg[0] = (uint8_t)(*len - 1);
}

/* What comes back to an encoder over its stream, by chance: losses, alone and many in a row,
 * and requests for a sync, of one clock and for long, whatever the stream does meanwhile. */

struct tb_back_signals {
  bool lost, asks;
  uint32_t bad_left, ask_left; /* clocks with many losses; of the request */
};

static inline void tb_back_signals_next(struct tb_back_signals *s, struct tb_rng *rng) {
  enum { LOST_EVERY = 5000, BAD_EVERY = 8000, BAD = 200, ASK_EVERY = 1000, LONG = 300 };
  if (s->bad_left != 0)
    s->bad_left--;
  else if (tb_rng_one_in(rng, BAD_EVERY))
    s->bad_left = tb_rng_below(rng, BAD);
  if (s->ask_left != 0)
    s->ask_left--;
  else if (tb_rng_one_in(rng, ASK_EVERY))
    s->ask_left = 1 + tb_rng_below(rng, tb_rng_one_in(rng, 3) ? 1 : LONG);
  s->lost = tb_rng_one_in(rng, s->bad_left != 0 ? 20 : LOST_EVERY);
  s->asks = s->ask_left != 0;
}

/** A group of tandem verification trace of `*len` bytes or some fewer, 2 at least, of elements
 * whose size XLEN, FLEN and MLEN do not change. */
static inline void tb_group_message(struct tb_rng *rng, uint8_t *msg, unsigned *len) {
  static const uint8_t opcodes[][2] = {{0x03, 1}, {0x05, 4}, {0x06, 4}, {0x10, 3},
                                       {0x11, 5}, {0x07, 3}, {0x07, 10}};
  unsigned size = 0;
  msg[size++] = 0x01;
  for (unsigned tries = 0; tries < 16; tries++) {
    const uint8_t *const e = opcodes[tb_rng_below(rng, sizeof opcodes / sizeof *opcodes)];
    if (size + e[1] >= *len) continue;
    for (unsigned i = 0; i < e[1]; i++)
      msg[size + i] = (uint8_t)(tb_rng_one_in(rng, 3) ? 0 : tb_rng_next(rng));
    msg[size] = e[0];
    if (e[0] == 0x07) msg[size + 1] = e[1] == 3 ? 1 : 8; /* privilege, mtime */
    size += e[1];
  }
  msg[size++] = 0x02;
  *len = size;
}

#endif

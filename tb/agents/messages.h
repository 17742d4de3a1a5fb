/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_MESSAGES_H
#define RVT_TB_MESSAGES_H

/*
 * Where the records of a chain come from: a file of messages, one a line as rvt_ntrace_msg_parse()
 * reads it, or chance. Each comes with the message that it must become.
 */

#include <stdio.h>

#include "harness/bench.h"
#include "rvt/ntrace_msg.h"
#include "rvt/unit/ntrace_packer.h"

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

#endif

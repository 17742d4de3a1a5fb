/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SCENARIO_H
#define RVT_TB_SCENARIO_H

#include <stdio.h>

#include "agents/messages.h"
#include "harness/pace.h"
#include "judges/trace_late.h"
#include "rvt/player.h"
#include "rvt/rvti.h"
#include "stimulus/progen.h"
#include "stimulus/scn.h"
#include "units/encoder_unit.h"

/*
 * A program through the encoder: the player is the hart. The program comes from the generator, from
 * a recording or with a `.scn` file; what is done to the encoder meanwhile comes from there or by
 * chance. Beside the comparison in every clock, the bytes go through tb_trace_check and, with the
 * PCs that a decoder must find, to files.
 *
 * Options: scn=FILE, or trace=FILE, or neither: a generated program of insns=N instructions, gen=
 * NAME:VALUE,NAME:VALUE its parameters. elf=FILE, bytes=FILE, sidecar=FILE, pcs=FILE, config=FILE:
 * written, the last with the configuration that was drawn.
 * mode, sync_mode, stall as in config.h; ir=0|1, ts=0|1, plain_sync=0|1, src=BITS, and if the
 * build has events and sequential jumps, trig=0|1, seq=0|1, in E-Trace full=0|1: full addresses
 * (absent: by chance); ir_mode=1|2|3 with
 * ir=1 (absent: 3; a generated program suits it); flicker=N, halts=N: tracing goes off, the hart is
 * halted, once in N clocks; rule=N, pace=N, fold=N, garbage=N: of the player (rvt/player.h); cut=N:
 * a block ends by chance, of 256; dead=N as in bench_encoder.c; overflows=0: an overflow is a
 * failure; back=0|1: losses after the encoder and requests for a sync by chance.
 *
 * In the file of PCs a line "overflow N" stands where slots were refused; of the instructions
 * before it the last N were accepted, but a decoder need not know them (tb_trace_late_lost()).
 */

enum tb_scenario_cover {
  TB_SCN_INSNS = TB_ENC_COVERS, /* after the encoder's own */
  TB_SCN_LONG,                  /* of more than 32 bits */
  TB_SCN_TRAPS,
  TB_SCN_HALTS,
  TB_SCN_STOPS,
  TB_SCN_MESSAGES,
  TB_SCN_BYTES,
  TB_SCN_OVERFLOWS,
  TB_SCN_STALLS,
  TB_SCN_COVERS
};
#define TB_SCN_COVER_NAMES                                                                         \
  TB_ENC_COVER_NAMES, "insns", "long", "traps", "halts", "stops", "messages", "bytes",             \
      "overflows", "stalls"

struct tb_scenario {
  struct tb_encoder_unit unit;
  uint64_t config_bits;
  bool dn_on, dn_stopped; /* always 0: no function in this version */
  struct rvt_player player;
  struct rvt_player_clock told;
  struct rvt_progen *progen;
  struct rvt_rvti_reader *reader;
  struct rvt_scn scn;
  bool has_scn;
  size_t actions_done; /* of scn.actions, as bits in `action_done` */
  uint8_t *action_done;
  uint32_t halt_left;
  uint64_t sink_seed;
  struct tb_pace ready;
  uint32_t dead_every, dead_left;
  bool has_back;
  struct tb_back_signals back;
  uint32_t flicker, halts, off_left;
  bool unchecked; /* set by the bench: the trace is not compared with the oracle's */
  bool overflows_allowed, was_stall, was_halted, was_tracing;
  bool begun; /* the first clock has been played */
  bool ended; /* the program is over; tracing is off */
  uint64_t mask_addr, mask_time, mask_context;
  struct tb_trace_check check;
  struct tb_trace_late late;
  FILE *bytes, *pcs;
};

/** With `unit.model` as for tb_encoder_unit_init(). @return false after tb_fail() */
bool tb_scenario_init(struct tb_scenario *s, struct tb *tb);
void tb_scenario_reset(struct tb_scenario *s, struct tb *tb);
/** Configuration, ingress and, as far as the encoder's own sink is concerned, `m_ready`. */
void tb_scenario_drive(struct tb_scenario *s, struct tb *tb);
/** What the hart does in this clock, for a bench that has the configuration from elsewhere: `cfg`
 * and `stall` are those of this clock. */
void tb_scenario_play(struct tb_scenario *s, struct tb *tb, bool stall);
/** The hart does nothing in this clock. */
void tb_scenario_idle(struct tb_scenario *s);
static inline void tb_scenario_outputs(struct tb_scenario *s) {
  rvt_encoder_outputs(s->unit.model, &s->unit.in.cfg, &s->unit.out);
}
/** One edge of the encoder; bytes are handed to tb_scenario_byte() by the bench. Of a subsystem's
 * it is over, and tb_encoder_unit_before() was called before it. */
void tb_scenario_tick(struct tb_scenario *s, struct tb *tb);
/** A byte that has arrived at the end of the chain, before the tick of that clock. */
void tb_scenario_byte(struct tb_scenario *s, struct tb *tb, uint8_t byte);
/** Nothing is left in the encoder; the bench adds what lies after it. */
static inline bool tb_scenario_over(const struct tb_scenario *s) {
  return s->ended && s->unit.was_empty && !s->unit.on_before;
}
bool tb_scenario_finish(struct tb_scenario *s, struct tb *tb);
void tb_scenario_close(struct tb_scenario *s);

/** Bindings of the encoder's inputs and of its outputs but the stream; `T` contains `s`. */
#define TB_SCENARIO_BINDS(T)                                                                       \
  TB_IN(T, "cfg_i", s.config_bits), TB_INGRESS_BINDS(T, s.unit.ports, s.unit.in.ingress),          \
      TB_OUT(T, "encoder", "stall_o", s.unit.out.stall),                                           \
      TB_OUT(T, "encoder", "empty_o", s.unit.out.empty),                                           \
      TB_OUT(T, "encoder", "overflow_o", s.unit.out.overflow)

/** Program, player and configuration from the options. @return false after tb_fail() */
bool tb_scenario_open(struct tb_scenario *s, struct tb *tb);

#endif

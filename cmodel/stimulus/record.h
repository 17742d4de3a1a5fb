/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_RECORD_H
#define RVT_RECORD_H

/*
 * Recorder: turns the log of the ISA simulator Spike (`-l --log-commits`) into steps.
 *
 * The log has a line for each instruction tried, a line for each instruction retired, and one for
 * each trap. Whether a branch was taken is told by what comes next: the next retired instruction
 * or the xEPC of the next trap, so an instruction is delivered when its successor is known. The log
 * is not trusted: each successor must be one that the instruction has, each instruction tried
 * must retire or trap, and each privilege must follow from traps, returns and CSR writes (mstatus,
 * mstatush, hstatus, vsstatus, medeleg, mideleg, hedeleg, hideleg). The level of what follows is
 * compared with that of every line of an instruction retired. Such a line does not have V; V is
 * compared with the cause of every ECALL, and with the register that an SRET or a write of a
 * supervisor CSR has changed. An instruction that goes on at itself has one line of a trial for all
 * repetitions: Spike prints none while PC and bits stay the same.
 *
 * With the program's code the words of the log are compared with it, so that the log of another
 * program is refused. What the program stores to is compared no longer; and nothing is from where
 * the log does not say any more what is at an address: once translation is on (satp, vsatp or
 * hgatp is not 0), or after a store to `tohost`, by which a device may write.
 *
 * The cause of a trap is that of the xcause written; the log has that of mip, one more for what a
 * guest takes as its own interrupts.
 *
 * Not told by the log, hence a convention: a branch whose target is also its fall-through counts as
 * not taken; a conditional branch at the very end of a log is left out.
 */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/insn.h"
#include "rvt/step.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A half-word of struct rvt_record_code that is not known, or not any longer. */
enum { RVT_RECORD_UNKNOWN = 0x10000 };

/** A piece of the program, as it is loaded. The recorder takes out what the program stores to. */
struct rvt_record_code {
  uint64_t address; /* physical, even */
  size_t count;     /* half-words */
  uint32_t *half;   /* these; they belong to the caller */
};

struct rvt_record_config {
  uint8_t xlen;    /* 32 or 64 */
  bool zcmp, zcmt; /* what the hart has; struct rvt_isa */
  bool hypervisor; /* it has H: mcontext is another name of hcontext; without H it is no context */
  uint64_t entry;  /* everything before the first instruction here (a boot ROM) is skipped */
  bool has_tohost; /* the program ends by storing an odd value below 2^48 to `tohost` */
  uint64_t tohost;
  uint64_t limit; /* end after this many instructions; 0: no limit */
  bool
      until_idle; /* end at a jump to itself that no interrupt can leave, after recording it once */
  const struct rvt_record_code *code; /* `codes` pieces; must stay. None: nothing is compared */
  size_t codes;
  const char *name; /* of the program, for what is said of them; must stay */
};

/** Why a recording has ended. */
enum rvt_record_end {
  RVT_RECORD_RUNS = 0, /* it has not */
  RVT_RECORD_EXIT,     /* the program stored its exit code to `tohost` */
  RVT_RECORD_LIMIT,
  RVT_RECORD_IDLE,  /* the hart would stay at `end_pc` for ever: a jump to itself, or a WFI */
  RVT_RECORD_TRAPS, /* the hart would trap for ever: the handler at `end_pc` itself traps */
  RVT_RECORD_LOG,   /* the log is over */
  RVT_RECORD_STOP   /* rvt_record_stop() */
};

/** Takes steps in program order; anything but RVT_OK ends the recording with this status. */
typedef enum rvt_status (*rvt_record_sink)(void *context, const struct rvt_step *steps,
                                           size_t count, struct rvt_error *e);

/** A step that waits for what follows it, and the privilege it belongs to. */
struct rvt_record_held {
  bool valid;
  uint8_t priv;
  struct rvt_step step;
};

/** Instructions between the stores of the two words of `tohost`, at most. */
enum { RVT_RECORD_APART = 8 };

/** State; to be read by others only as far as noted. */
struct rvt_record {
  struct rvt_record_config config;
  rvt_record_sink sink;
  void *context;

  uint64_t lines;        /* readable: complete lines seen */
  uint64_t instructions; /* readable: INSN steps delivered */
  uint64_t traps;        /* readable: TRAP steps delivered */
  uint64_t exit_code;    /* readable after EXIT: what the program stored to tohost, shifted right */
  enum rvt_record_end end; /* readable */
  uint64_t end_pc;         /* readable after IDLE and TRAPS */

  bool started;
  bool tried; /* a line of an instruction tried, not yet retired or trapped */
  bool tried_once;
  bool unseen;                   /* the log does not say any more what is at an address */
  uint64_t tried_pc, tried_word; /* of the last such line */
  struct rvt_record_held insn;   /* retired, successor unknown */
  struct rvt_record_held trap;   /* its tval may follow */
  bool trap_has_tval;
  struct rvt_insn decoded; /* of `insn` */
  uint8_t priv;            /* enum rvt_priv: of what comes next */
  uint8_t told_priv;       /* of the last PRIV step; 0xff: none yet */
  uint8_t mpp, spp, vspp;  /* previous privilege of mstatus and vsstatus: 0, 1, 3 */
  bool mpv, spv;           /* previous V, of mstatus and hstatus */
  uint64_t medeleg, mideleg, hedeleg, hideleg;
  bool mie_global;  /* mstatus.MIE */
  bool context_new; /* `insn` has written scontext or hcontext */
  uint64_t scontext, hcontext;
  uint64_t mie; /* interrupts that may be enabled */

  /* `tohost` by two stores: each waits for the other one for RVT_RECORD_APART instructions. After
   * an odd lower word, what retires waits here until it is known whether the program has ended. */
  uint32_t low, high;
  uint8_t low_left, high_left;
  bool leaving;
  struct rvt_step after[2 * RVT_RECORD_APART];
  size_t after_count;
};

/** @retval RVT_OK  @retval RVT_ERR_ARG  xlen or sink; `*r` is unchanged */
RVT_MUST_CHECK enum rvt_status rvt_record_init(struct rvt_record *r,
                                               const struct rvt_record_config *config,
                                               rvt_record_sink sink, void *context);

/**
 * Take the complete lines at the front of `text`.
 *
 * @param used  bytes taken; the rest is the beginning of a line and must come again with more
 * @retval RVT_OK   go on
 * @retval RVT_END  the recording has ended, `r->end` tells why; the rest of the log is of no use
 * @retval RVT_ERR_FORMAT    a line is not what Spike writes
 * @retval RVT_ERR_MISMATCH  a line contradicts those before it
 * or what the sink returned. After an error the recorder must not be used; its text begins with
 * the number of the line.
 */
RVT_MUST_CHECK enum rvt_status rvt_record_feed(struct rvt_record *r, const char *text, size_t size,
                                               size_t *used, struct rvt_error *e);

/**
 * The log is over; `rest` bytes of a line without an end are left.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  it ends in the middle of a line or instruction, before `entry`, or before
 *                         the program has ended
 * or what the sink returned.
 */
RVT_MUST_CHECK enum rvt_status rvt_record_finish(struct rvt_record *r, size_t rest,
                                                 struct rvt_error *e);

/**
 * End the recording although program and log go on.
 *
 * @retval RVT_OK
 * @retval RVT_ERR_FORMAT  `entry` was not reached
 * or what the sink returned.
 */
RVT_MUST_CHECK enum rvt_status rvt_record_stop(struct rvt_record *r, struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif

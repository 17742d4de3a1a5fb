/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TEST_RECORD_RUN_H
#define RVT_TEST_RECORD_RUN_H

/* Logs of Spike through the recorder: pieces of them, and what is expected of the steps. */

#include "stimulus/record.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Excerpts as Spike writes them; T tries an instruction, R retires it in machine mode. */
#define C                       "core   0: "
#define T(pc, word)             C "0x" pc " (0x" word ") text, 0(x)\n"
#define R(pc, word)             C "3 0x" pc " (0x" word ")"
#define BOTH(pc, word)          T(pc, word) R(pc, word) "\n"
#define WITH(pc, word, effects) T(pc, word) R(pc, word) " " effects "\n"
#define USER(pc, word)          T(pc, word) C "0 0x" pc " (0x" word ")\n"
#define TRAP(name, pc)          C "exception trap_" name ", epc 0x" pc "\n"
#define TVAL(value)             C "          tval 0x" value "\n"
#define IRQ(cause, pc)          C "exception interrupt #" cause ", epc 0x" pc "\n"
#define NOP                     "00000013"
#define BOOT                    BOTH("00001000", "00000297") BOTH("00001004", "00028067")
#define ENTRY                   BOOT BOTH("80000000", NOP)
/* mret with its write of mstatus: MPP is U after it */
#define MRET(pc)          T(pc, "30200073") R(pc, "30200073") " c768_mstatus 0x00000080 c784_mstatush 0x0\n"
#define CSR(pc, effect)   WITH(pc, NOP, effect)
#define WORD(pc, at, val) WITH(pc, NOP, "mem 0x" at " 0x" val)
#define STAY              "0000006f" /* jal x0, 0 */
#define LEAVE(pc)         T(pc, NOP) R(pc, NOP) " mem 0x80001000 0x00000001\n"

struct run {
  struct rvt_record record;
  struct rvt_step steps[64];
  size_t count;
  size_t fail_at; /* the sink fails at this step; 0: never */
  struct rvt_error error;
};

extern const struct rvt_record_config rv32;    /* ends by its tohost, 0x80001000 */
extern const struct rvt_record_config endless; /* has none */

/** A sink; its context is a struct run. */
enum rvt_status record_sink(void *context, const struct rvt_step *steps, size_t count,
                            struct rvt_error *e);
/** Feed in pieces of `piece` bytes, as a pipe delivers them. */
enum rvt_status run_pieces(struct run *run, const struct rvt_record_config *config, const char *log,
                           size_t piece);
/** In pieces of several sizes; all must give the same. */
void record(struct run *run, const struct rvt_record_config *config, const char *log);
/** It must end with `status` and an error that begins with `text`. */
void refuse(const struct rvt_record_config *config, const char *log, enum rvt_status status,
            const char *text);
void expect_insn(const struct run *run, size_t i, uint64_t pc, unsigned itype);
void expect_trap(const struct run *run, size_t i, uint64_t pc, unsigned itype, uint64_t cause,
                 uint64_t tval);
void expect_priv(const struct run *run, size_t i, enum rvt_priv priv);

#endif

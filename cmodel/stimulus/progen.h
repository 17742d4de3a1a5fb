/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PROGEN_H
#define RVT_PROGEN_H

/*
 * Program generator: a random program of legal instructions (IMAC and Zicsr) for
 * RV32 or RV64, as code in memory and in an ELF file, and a walk through it as steps (rvt/step.h).
 *
 * No register is computed. What the walk obeys is what a trace is made of: direct targets are those
 * in the encoding, JALR with rs1 = x0 and JALR after the LUI or AUIPC that sets its rs1 go where
 * the two instructions say, every other indirect jump goes to an instruction of the program, traps
 * interrupt before an instruction retires, MRET and SRET retire at a privilege that has them.
 * A decoder that has the ELF file and a trace of the walk must find exactly the PCs of the walk.
 *
 * Same parameters, same bytes and steps, on every machine. Random numbers: splitmix64 (state +=
 * 0x9E3779B97F4A7C15, mixed by shifts of 30, 27 and 31 and the factors 0xBF58476D1CE4E5B9 and
 * 0x94D049BB133111EB), its state begins with the seed.
 */

#include <stddef.h>

#include "rvt/error.h"
#include "rvt/step.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * X(name, default, least, most, text). Names with `w_` are weights: how often the builder chooses
 * the construct compared with the others, 0 never. Names with `p_` are probabilities in millionths.
 */
#define RVT_PROGEN_PARAM_LIST(X)                                                                   \
  X(code, 16384, 8192, 524288, "half-words of code, about")                                        \
  X(base_offset, 1, 0, 1, "1: the code regions begin at random places, 0: at fixed ones")          \
  X(p_compressed, 500000, 0, 1000000, "16-bit instructions among the linear ones")                 \
  X(p_custom, 20000, 0, 1000000, "custom opcodes among the linear 32-bit ones")                    \
  X(p_long, 0, 0, 1000000, "48- and 64-bit instructions among the custom ones")                    \
  X(function_max, 300, 16, 100000, "half-words of a function, at most about")                      \
  X(straight_max, 4000, 16, 100000, "half-words of long straight code")                            \
  X(loop_max, 3000, 1, 100000000, "iterations of a leaf loop")                                     \
  X(recursion_max, 100, 1, 1000000, "levels of a recursion")                                       \
  X(self_max, 200, 1, 100000000, "rounds of `j .` before an interrupt")                            \
  X(w_if, 100, 0, 10000, "conditional code, with and without else")                                \
  X(w_loop, 40, 0, 10000, "loops closed by a branch or by a jump")                                 \
  X(w_straight, 1, 0, 10000, "long straight code")                                                 \
  X(w_call, 50, 0, 10000, "direct calls")                                                          \
  X(w_call_indirect, 25, 0, 10000, "indirect calls")                                               \
  X(w_swap, 8, 0, 10000, "co-routine swaps")                                                       \
  X(w_jump, 10, 0, 10000, "direct jumps without linkage")                                          \
  X(w_link, 5, 0, 10000, "direct jumps with linkage in another register than x1, x5")              \
  X(w_jump_indirect, 10, 0, 10000, "indirect jumps without linkage")                               \
  X(w_link_indirect, 5, 0, 10000, "indirect jumps with linkage in another register")               \
  X(w_sequential, 10, 0, 10000, "LUI or AUIPC with JALR (sequentially inferable)")                 \
  X(w_zero, 5, 0, 10000, "JALR with rs1 = x0")                                                     \
  X(w_recursion, 4, 0, 10000, "functions that call themselves")                                    \
  X(w_tail, 10, 0, 10000, "functions that end in a tail call, compared with 90 that return")       \
  X(w_self, 3, 0, 10000, "`j .`; needs traps")                                                     \
  X(w_ecall, 5, 0, 10000, "ECALL; needs traps")                                                    \
  X(w_ebreak, 3, 0, 10000, "EBREAK and C.EBREAK; needs traps")                                     \
  X(w_illegal, 2, 0, 10000, "defined illegal instructions; needs traps")                           \
  X(traps, 1, 0, 1, "0: no traps at all; the walk stays in machine mode")                          \
  X(p_exception, 300, 0, 150000, "exception at an instruction")                                    \
  X(p_interrupt, 300, 0, 150000, "interrupt before an instruction")                                \
  X(p_transfer_trap, 2000, 0, 150000, "exception, and interrupt, after a branch, jump or return")  \
  X(p_handler_trap, 20000, 0, 150000, "the same at the first instruction of a handler")            \
  X(p_return_trap, 20000, 0, 150000, "the same after MRET and SRET")                               \
  X(p_delegate, 500000, 0, 1000000, "traps from S and U that go to S")                             \
  X(p_move_epc, 50000, 0, 1000000, "trap returns to another place than the trap's")                \
  X(p_mismatch, 30000, 0, 1000000, "returns and swaps whose return address was altered")           \
  X(p_halt, 50, 0, 150000, "debug halt before an instruction")                                     \
  X(p_halt_move, 200000, 0, 1000000, "halts whose resume address was altered")                     \
  X(retire_max, 4, 1, 64, "instructions that retire in one clock, at most")                        \
  X(stall_max, 200, 1, 1000000000, "clocks between two instructions, at most")                     \
  X(returns, 0, 0, 2, "1: all returns match for a tracer that counts calls; 2: ... low bits")      \
  X(p_mismatch_low, 0, 0, 1000000, "altered returns that differ in address bits 12..1 only")       \
  X(p_mismatch_high, 0, 0, 1000000, "altered returns that differ above bit 12 only")               \
  X(p_nested, 0, 0, 150000, "exception or interrupt at an instruction while a trap is open")       \
  X(p_ecall_fault, 0, 0, 1000000, "ECALL and EBREAK whose handler faults at once")                 \
  X(p_pair_break, 0, 0, 1000000, "interrupt, or low power, between LUI or AUIPC and its JALR")     \
  X(p_trigger, 0, 0, 1000000, "trigger pulses, from inside or outside, with an instruction")       \
  X(p_reset, 0, 0, 150000, "hart reset before an instruction")                                     \
  X(p_lowpower, 0, 0, 150000, "low power before an instruction")                                   \
  X(p_together, 0, 0, 1000000, "halts, resets and low power that overlap with another")            \
  X(p_context, 0, 0, 1000000, "change of context after an instruction or trap, with any ctype")    \
  X(va_bits, 39, 33, 57, "RV64: addresses are canonical in so many bits: Sv39, Sv48, Sv57")

struct rvt_progen_params {
  uint64_t seed;
  uint64_t instructions; /* the walk ends after so many; 0: it never ends */
  uint32_t xlen;         /* 32 or 64 */
#define RVT_PROGEN_FIELD(name, preset, least, most, text) uint32_t name;
  RVT_PROGEN_PARAM_LIST(RVT_PROGEN_FIELD)
#undef RVT_PROGEN_FIELD
};

/** X(ID, text): what the walk has met so far. */
#define RVT_PROGEN_COUNT_LIST(X)                                                                   \
  X(INSTRUCTIONS, "instructions retired")                                                          \
  X(HALF_ALIGNED, "32-bit instructions at addresses that are not multiples of 4")                  \
  X(TAKEN, "taken branches")                                                                       \
  X(NOT_TAKEN, "not-taken branches")                                                               \
  X(C_TAKEN, "of them taken C.BEQZ, C.BNEZ")                                                       \
  X(C_NOT_TAKEN, "of them not-taken C.BEQZ, C.BNEZ")                                               \
  X(LOOP_LONG, "loops of at least 256 iterations begun")                                           \
  X(STRAIGHT_LONG, "runs of at least 1000 half-words without transfer, trap or halt")              \
  X(CALL_DIRECT, "JAL x1, x5")                                                                     \
  X(CALL_C_JAL, "C.JAL")                                                                           \
  X(CALL_INDIRECT, "JALR calls")                                                                   \
  X(CALL_C_JALR, "C.JALR calls")                                                                   \
  X(CALL_DEEP, "calls with more than 32 open")                                                     \
  X(RETURN_MATCHED, "returns after their call")                                                    \
  X(RETURN_MISMATCHED, "returns elsewhere")                                                        \
  X(RETURN_UNKNOWN, "returns without a call")                                                      \
  X(RETURN_DEEP, "matched returns that a stack of 32 addresses has lost")                          \
  X(SWAP_MATCHED, "co-routine swaps after their call")                                             \
  X(SWAP_OTHER, "co-routine swaps elsewhere")                                                      \
  X(TAIL_CALL, "tail calls")                                                                       \
  X(RECURSION, "recursions begun")                                                                 \
  X(JUMP_DIRECT, "direct jumps, itype 11")                                                         \
  X(LINK_DIRECT, "direct jumps, itype 15")                                                         \
  X(JUMP_INDIRECT, "indirect jumps, itype 10")                                                     \
  X(LINK_INDIRECT, "indirect jumps, itype 14")                                                     \
  X(JALR_ZERO, "JALR with rs1 = x0")                                                               \
  X(SEQUENTIAL, "sequentially inferable jumps")                                                    \
  X(SELF_LOOP, "`j .` ended by an interrupt")                                                      \
  X(EXCEPTION, "exceptions")                                                                       \
  X(ECALL, "of them ECALL")                                                                        \
  X(EBREAK, "of them EBREAK, C.EBREAK")                                                            \
  X(ILLEGAL, "of them illegal instructions")                                                       \
  X(FETCH_FAULT, "of them faults of the fetch")                                                    \
  X(DATA_FAULT, "of them faults of a load or store")                                               \
  X(EXC_AT_HANDLER, "exceptions at the first instruction of a handler")                            \
  X(EXC_AT_TARGET, "exceptions at the target of an indirect jump")                                 \
  X(EXC_AFTER_XRET, "exceptions directly after MRET, SRET")                                        \
  X(INTERRUPT, "interrupts")                                                                       \
  X(INT_AFTER_BRANCH, "interrupts directly after a branch")                                        \
  X(INT_AFTER_JUMP, "interrupts directly after a direct or indirect jump or call")                 \
  X(INT_AFTER_RETURN, "interrupts directly after a return")                                        \
  X(INT_AFTER_XRET, "interrupts directly after MRET, SRET")                                        \
  X(INT_AT_HANDLER, "interrupts at the first instruction of a handler")                            \
  X(TRAP_NESTED, "traps while another is open")                                                    \
  X(MRET, "MRET")                                                                                  \
  X(SRET, "SRET")                                                                                  \
  X(EPC_MOVED, "trap returns elsewhere")                                                           \
  X(PRIV_CHANGE, "changes of privilege")                                                           \
  X(HALT, "debug halts")                                                                           \
  X(HALT_MOVED, "debug halts that resumed elsewhere")                                              \
  X(HALT_AFTER_TRANSFER, "debug halts directly after a branch, jump or return")                    \
  X(CUSTOM, "custom instructions")                                                                 \
  X(EXC_AT_RETURN, "exceptions at the target of a return")                                         \
  X(EXC_AT_INT, "exceptions at the first instruction of an interrupt's handler")                   \
  X(INT_AT_EXC, "interrupts at the first instruction of an exception's handler")                   \
  X(INT_IN_HANDLER, "interrupts inside a handler, after its first instruction")                    \
  X(ECALL_FAULT, "ECALL, EBREAK with an exception at the first instruction of their handler")      \
  X(PAIR_BROKEN, "traps, halts and resets between LUI or AUIPC and its JALR")                      \
  X(PAIR_PAUSED, "low power between LUI or AUIPC and its JALR")                                    \
  X(RETURN_LOW, "returns that differ from what a tracer expects in address bits 12..1 only")       \
  X(RETURN_HIGH, "returns that differ from it above bit 12 only")                                  \
  X(TRIGGER_ON, "trace-on pulses")                                                                 \
  X(TRIGGER_OFF, "trace-off pulses")                                                               \
  X(TRIGGER_NOTIFY, "notify pulses")                                                               \
  X(TRIGGER_OUTSIDE, "pulses from outside")                                                        \
  X(RESET, "hart resets")                                                                          \
  X(LOWPOWER, "times of low power")                                                                \
  X(TOGETHER, "halts, resets and low power that overlap")                                          \
  X(CONTEXT, "changes of context")                                                                 \
  X(LONG, "48- and 64-bit instructions")                                                           \
  X(BURST, "instructions retired in the clock of the one before")                                  \
  X(STALL, "instructions that took more than one clock")

enum rvt_progen_count_id {
#define RVT_PROGEN_COUNT_ENUM(id, text) RVT_PROGEN_##id,
  RVT_PROGEN_COUNT_LIST(RVT_PROGEN_COUNT_ENUM)
#undef RVT_PROGEN_COUNT_ENUM
      RVT_PROGEN_COUNTS
};

struct rvt_progen;

/** A contiguous piece of code; the last byte belongs to an instruction. */
struct rvt_progen_region {
  uint64_t address;
  const uint8_t *bytes; /* valid until the generator is closed */
  size_t size;
};

/** Defaults for a hart with `xlen`; `instructions` is 0. */
void rvt_progen_params_init(struct rvt_progen_params *params, uint32_t xlen, uint64_t seed);
/** Set a parameter of the list by its name. @retval RVT_ERR_ARG  no such name, or out of its range
 */
RVT_MUST_CHECK enum rvt_status rvt_progen_params_set(struct rvt_progen_params *params,
                                                     const char *name, uint32_t value,
                                                     struct rvt_error *e);
/**
 * Make a program and stand before its first instruction, in machine mode. All memory is taken here:
 * about 70 bytes per half-word of code.
 *
 * @retval RVT_ERR_ARG  xlen or a parameter is out of its range
 * @retval RVT_ERR_NO_MEMORY
 * On an error `*g` is NULL.
 */
RVT_MUST_CHECK enum rvt_status
rvt_progen_open(struct rvt_progen **g, const struct rvt_progen_params *params, struct rvt_error *e);
/** `g` may be NULL. */
void rvt_progen_close(struct rvt_progen *g);
/**
 * Deliver the next steps of the walk, `max` of them unless it ends. How many are asked for at a
 * time does not change the walk.
 *
 * An instruction or trap after a TRAP, PRIV, CONTEXT or HALT step is never in the clock of the one
 * before.
 * `sijump` is set where the LUI or AUIPC that sets rs1 retired directly before, also for returns.
 * A TRIGGER step stands directly after the INSN or TRAP step of its clock, or between level steps.
 *
 * @retval RVT_OK   `*count` (> 0 unless `max` is 0) steps were delivered
 * @retval RVT_END  the instructions asked for have retired; `*count` is 0
 */
RVT_MUST_CHECK enum rvt_status rvt_progen_fill(struct rvt_progen *g, struct rvt_step *steps,
                                               size_t max, size_t *count);
/** Address of the first instruction. */
uint64_t rvt_progen_entry(const struct rvt_progen *g);
/** Region number `i` by rising address. @return false if there is none, `*region` is unchanged */
bool rvt_progen_get_region(const struct rvt_progen *g, size_t i, struct rvt_progen_region *region);
/** Counts so far: what the steps generated up to now contain. */
const uint64_t *rvt_progen_counts(const struct rvt_progen *g);
/** What a count counts; never NULL. */
const char *rvt_progen_count_text(enum rvt_progen_count_id id);
/** The ISA string of the program. */
const char *rvt_progen_isa(const struct rvt_progen *g);
/**
 * Write the program as an ELF file to an open, empty, seekable file: a segment and a section per
 * region, a symbol per function.
 * @retval RVT_ERR_IO, RVT_ERR_NO_MEMORY
 */
RVT_MUST_CHECK enum rvt_status rvt_progen_write_elf(const struct rvt_progen *g, int fd,
                                                    struct rvt_error *e);

#ifdef __cplusplus
}
#endif
#endif

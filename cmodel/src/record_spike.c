/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/record.h"

#include <inttypes.h>
#include <string.h>

#include "record_line.h"

/* CSR numbers that steer privilege. */
enum { CSR_SSTATUS = 0x100, CSR_MSTATUS = 0x300, CSR_MEDELEG = 0x302, CSR_MIDELEG = 0x303 };
enum { MSTATUS_SPP = 8, MSTATUS_MPP = 11, WORD_SRET = 0x10200073 };
enum { STEP_SIZE_MAX = 4 }; /* half-words that a step can tell */
enum { CAUSE_ECALL_U = 8, CAUSE_ECALL_S = 9, CAUSE_ECALL_M = 11, NO_PRIV = 0xff };

enum rvt_status rvt_record_init(struct rvt_record *r, const struct rvt_record_config *config,
                                rvt_record_sink sink, void *context) {
  if ((config->xlen != 32 && config->xlen != 64) || sink == NULL) return RVT_ERR_ARG;
  *r = (struct rvt_record){.config = *config, .sink = sink, .context = context};
  r->config.entry = rvt_insn_address(config->entry, config->xlen);
  r->config.tohost = rvt_insn_address(config->tohost, config->xlen);
  r->priv = RVT_PRIV_M;
  r->told_priv = NO_PRIV;
  return RVT_OK;
}

/* Deliver a step, before it a change of privilege. */
static enum rvt_status deliver(struct rvt_record *r, struct rvt_record_held *held,
                               struct rvt_error *e) {
  struct rvt_step steps[2] = {{.kind = RVT_STEP_PRIV, .value = held->priv}, held->step};
  bool change = held->priv != r->told_priv;
  held->valid = false;
  r->told_priv = held->priv;
  if (held->step.kind == RVT_STEP_INSN)
    r->instructions++;
  else
    r->traps++;
  return r->sink(r->context, change ? steps : steps + 1, change ? 2 : 1, e);
}

/* The held instruction goes on at `next`: settle the itype of a branch, refuse the impossible. */
static enum rvt_status settle(struct rvt_record *r, uint64_t next, struct rvt_error *e) {
  struct rvt_step *step = &r->insn.step;
  uint64_t behind = rvt_insn_next(&r->decoded, step->pc, r->config.xlen);
  uint64_t target = rvt_insn_target(&r->decoded, step->pc, r->config.xlen);
  bool possible = true;
  switch (r->decoded.kind) {
  case RVT_INSN_LINEAR: possible = next == behind; break;
  case RVT_INSN_BRANCH:
    possible = next == behind || next == target;
    if (next == behind) step->itype = RVT_IT_NOT_TAKEN;
    break;
  case RVT_INSN_JUMP: possible = next == target; break;
  default: break;
  }
  if (possible) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_MISMATCH,
                       "expected PC 0x%" PRIx64 " behind the instruction 0x%" PRIx64
                       " at 0x%" PRIx64 ", found 0x%" PRIx64,
                       r->decoded.kind == RVT_INSN_LINEAR ? behind : target, step->word, step->pc,
                       next);
}

/* Deliver what waits, now that the next PC is known. */
static enum rvt_status release(struct rvt_record *r, uint64_t next, struct rvt_error *e) {
  enum rvt_status status = RVT_OK;
  if (r->insn.valid) {
    status = settle(r, next, e);
    if (status == RVT_OK) status = deliver(r, &r->insn, e);
  } else if (r->trap.valid) {
    status = deliver(r, &r->trap, e);
  }
  if (status == RVT_OK && r->config.limit != 0 && r->instructions >= r->config.limit)
    r->ended = true;
  return status;
}

static uint8_t previous_priv(uint64_t status, unsigned lsb, unsigned mask) {
  return (uint8_t)(status >> lsb & mask);
}

/* CSR writes that later traps and returns depend on, and the store that ends the program. */
static void follow_effects(struct rvt_record *r, struct rvt_line *line) {
  for (;;) {
    struct rvt_effect effect = rvt_line_effect(line);
    if (effect.kind == RVT_EFFECT_NONE) return;
    if (effect.kind == RVT_EFFECT_STORE) {
      bool tohost = r->config.has_tohost &&
                    rvt_insn_address(effect.where, r->config.xlen) == r->config.tohost;
      if (tohost && (effect.value & 1) != 0 && effect.value >> 48 == 0) {
        r->exited = true;
        r->exit_code = effect.value >> 1;
      }
      continue;
    }
    switch (effect.where) {
    case CSR_MSTATUS: r->mpp = previous_priv(effect.value, MSTATUS_MPP, 3); /* fall through */
    case CSR_SSTATUS: r->spp = previous_priv(effect.value, MSTATUS_SPP, 1); break;
    case CSR_MEDELEG: r->medeleg = effect.value; break;
    case CSR_MIDELEG: r->mideleg = effect.value; break;
    default: break;
    }
  }
}

static enum rvt_status take_retired(struct rvt_record *r, struct rvt_line *line,
                                    struct rvt_error *e) {
  if (!r->tried || r->tried_pc != line->pc)
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the line of a tried instruction before the one that retires at "
                         "0x%" PRIx64 ", found none",
                         line->pc);
  r->tried = false;
  const struct rvt_isa isa = {r->config.xlen, r->config.zcmp, r->config.zcmt};
  struct rvt_insn insn;
  if (rvt_insn_decode_isa(line->word, &isa, &insn) != RVT_OK || insn.size > STEP_SIZE_MAX)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an instruction of up to four half-words, found 0x%" PRIx64
                         " (NT:CUS-10)",
                         line->word);
  if (insn.kind == RVT_INSN_TRAP)
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the trap of the instruction 0x%" PRIx64 " at 0x%" PRIx64
                         ", found that it retired (NT:ITY-25)",
                         line->word, line->pc);
  if (!r->started && line->pc == r->config.entry) r->started = true;
  if (line->priv != r->priv)
    return rvt_error_set(e, RVT_ERR_MISMATCH, "expected privilege %u at 0x%" PRIx64 ", found %u",
                         r->priv, line->pc, line->priv);
  if (r->started) {
    bool sequential = r->insn.valid && rvt_insn_sequential(&r->decoded, &insn);
    enum rvt_status status = release(r, line->pc, e);
    if (status != RVT_OK || r->ended) return status;
    r->decoded = insn;
    r->insn = (struct rvt_record_held){
        .valid = true,
        .priv = line->priv,
        .step = {.kind = RVT_STEP_INSN,
                 .size = insn.size,
                 .itype = insn.itype,
                 .sijump = sequential,
                 .has_word = true,
                 .clocks = 1,
                 .pc = line->pc,
                 .word = insn.size == 4 ? line->word
                                        : line->word & ((UINT64_C(1) << 16 * insn.size) - 1)}};
  }
  if (insn.kind == RVT_INSN_TRAP_RETURN) r->priv = line->word == WORD_SRET ? r->spp : r->mpp;
  follow_effects(r, line);
  if (r->started && r->exited) {
    r->ended = true;
    return deliver(r, &r->insn, e);
  }
  return RVT_OK;
}

static enum rvt_status take_trap(struct rvt_record *r, const struct rvt_line *line,
                                 struct rvt_error *e) {
  bool interrupt = line->kind == RVT_LINE_INTERRUPT;
  if (!r->started)
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the program's entry 0x%" PRIx64 ", found a trap",
                         r->config.entry);
  if (r->tried && (interrupt || r->tried_pc != line->pc))
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the instruction tried at 0x%" PRIx64
                         " to retire or trap, found a trap at 0x%" PRIx64,
                         r->tried_pc, line->pc);
  static const uint8_t ecall_priv[] = {[0] = RVT_PRIV_U, [1] = RVT_PRIV_S, [3] = RVT_PRIV_M};
  bool ecall = !interrupt && (line->cause == CAUSE_ECALL_U || line->cause == CAUSE_ECALL_S ||
                              line->cause == CAUSE_ECALL_M);
  if (ecall && ecall_priv[line->cause - CAUSE_ECALL_U] != r->priv)
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected an ecall from privilege %u, found cause %" PRIu64, r->priv,
                         line->cause);
  r->tried = false;
  enum rvt_status status = release(r, line->pc, e);
  if (status != RVT_OK || r->ended) return status;
  r->trap =
      (struct rvt_record_held){.valid = true,
                               .priv = r->priv,
                               .step = {.kind = RVT_STEP_TRAP,
                                        .itype = interrupt ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION,
                                        .clocks = 1,
                                        .pc = line->pc,
                                        .cause = line->cause}};
  r->trap_has_tval = false;
  uint64_t delegated = interrupt ? r->mideleg : r->medeleg;
  if (r->priv != RVT_PRIV_M && line->cause < 64 && (delegated >> line->cause & 1) != 0) {
    r->spp = r->priv;
    r->priv = RVT_PRIV_S;
  } else {
    r->mpp = r->priv;
    r->priv = RVT_PRIV_M;
  }
  return RVT_OK;
}

static enum rvt_status take_line(struct rvt_record *r, const char *text, size_t size,
                                 struct rvt_error *e) {
  struct rvt_line line;
  if (!rvt_line_parse(text, size, &line))
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected a line of `spike -l --log-commits` for one hart, found '%.*s'",
                         (int)(size < 80 ? size : 80), text);
  line.pc = rvt_insn_address(line.pc, r->config.xlen);
  switch (line.kind) {
  case RVT_LINE_TRIED:
    if (r->tried)
      return rvt_error_set(e, RVT_ERR_MISMATCH,
                           "expected the instruction tried at 0x%" PRIx64
                           " to retire or trap, found another one tried",
                           r->tried_pc);
    r->tried = true;
    r->tried_pc = line.pc;
    return RVT_OK;
  case RVT_LINE_RETIRED: return take_retired(r, &line, e);
  case RVT_LINE_EXCEPTION:
  case RVT_LINE_INTERRUPT: return take_trap(r, &line, e);
  case RVT_LINE_TVAL:
    if (!r->trap.valid || r->trap_has_tval || r->tried)
      return rvt_error_set(e, RVT_ERR_MISMATCH, "expected tval behind a trap only, found it alone");
    r->trap.step.tval = line.tval;
    r->trap_has_tval = true;
    return RVT_OK;
  default: return RVT_OK;
  }
}

enum rvt_status rvt_record_feed(struct rvt_record *r, const char *text, size_t size, size_t *used,
                                struct rvt_error *e) {
  *used = 0;
  while (!r->ended) {
    const char *begin = text + *used;
    const char *end = size == *used ? NULL : memchr(begin, '\n', size - *used);
    if (end == NULL) return RVT_OK;
    r->lines++;
    enum rvt_status status = take_line(r, begin, (size_t)(end - begin), e);
    if (status != RVT_OK) return rvt_error_at(e, status, "%" PRIu64, r->lines);
    *used = (size_t)(end - text) + 1;
  }
  return RVT_END;
}

enum rvt_status rvt_record_finish(struct rvt_record *r, size_t rest, struct rvt_error *e) {
  if (r->ended) return RVT_OK;
  const char *missing = rest != 0              ? "the end of the line"
                        : r->tried             ? "the instruction tried last to retire or trap"
                        : !r->started          ? "the program's entry"
                        : r->config.has_tohost ? "a store to tohost that ends the program"
                                               : NULL;
  if (missing != NULL) {
    rvt_error_set(e, RVT_ERR_FORMAT, "expected %s, found the end of the log", missing);
    return rvt_error_at(e, RVT_ERR_FORMAT, "%" PRIu64, r->lines + (rest != 0));
  }
  r->ended = true;
  if (r->insn.valid && r->decoded.kind != RVT_INSN_BRANCH) return deliver(r, &r->insn, e);
  return r->trap.valid ? deliver(r, &r->trap, e) : RVT_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "record.h"

#include <inttypes.h>
#include <string.h>

#include "record_line.h"

/* CSR numbers that steer privilege; the log has that of the register written: in VS, vsstatus. */
enum { CSR_SSTATUS = 0x100, CSR_SIE = 0x104, CSR_MSTATUS = 0x300, CSR_MEDELEG = 0x302 };
enum { CSR_MIDELEG = 0x303, CSR_MIE = 0x304, CSR_MSTATUSH = 0x310 };
enum { CSR_VSSTATUS = 0x200, CSR_HSTATUS = 0x600, CSR_HEDELEG = 0x602, CSR_HIDELEG = 0x603 };
enum { CSR_SCONTEXT = 0x5a8, CSR_HCONTEXT = 0x6a8, CSR_MCONTEXT = 0x7a8 };
/* Supervisor CSRs of which VS has its own, at VS_APART more; the log names the one written. */
enum { CSR_STVEC = 0x105, CSR_SSCRATCH = 0x140, CSR_STVAL = 0x143, CSR_SATP = 0x180 };
enum { VS_APART = 0x100, CSR_VSATP = CSR_SATP + VS_APART, CSR_HGATP = 0x680 };
enum { CTYPE_PRECISE = 2 }; /* from the next block on (NT:ING-19) */
enum { MSTATUS_MIE = 3, MSTATUS_SPP = 8, MSTATUS_MPP = 11, MSTATUS_MPV = 39, MSTATUSH_MPV = 7 };
enum { HSTATUS_SPV = 7, MIDELEG_HYPERVISOR = 0x1444 }; /* read-only 1 where it is implemented */
enum { VS_INTERRUPTS = 0x444 };                        /* of which vscause has one less */
enum { OPCODE_SYSTEM = 0x73, WORD_SRET = 0x10200073, WORD_WFI = 0x10500073 };
enum { STEP_SIZE_MAX = 4 }; /* half-words that a step can tell */
enum {
  CAUSE_ECALL_U = 8,
  CAUSE_ECALL_S = 9,
  CAUSE_ECALL_VS = 10,
  CAUSE_ECALL_M = 11,
  NO_PRIV = 0xff
};

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

/* V of a privilege; what is left without it, as xPP and the log have it; and back. */
static bool is_virtual(uint8_t priv) { return priv == RVT_PRIV_VU || priv == RVT_PRIV_VS; }
static uint8_t level_of(uint8_t priv) { return is_virtual(priv) ? priv - RVT_PRIV_VU : priv; }
static uint8_t priv_of(bool v, uint8_t level) {
  return v && level <= RVT_PRIV_S ? level + RVT_PRIV_VU : level;
}

static enum rvt_status send(struct rvt_record *r, const struct rvt_step *steps, size_t count,
                            struct rvt_error *e) {
  for (size_t i = 0; i < count; i++) {
    r->instructions += steps[i].kind == RVT_STEP_INSN;
    r->traps += steps[i].kind == RVT_STEP_TRAP;
  }
  return count == 0 ? RVT_OK : r->sink(r->context, steps, count, e);
}

/* Deliver a step, before it a change of privilege, behind it the context that it has written. */
static enum rvt_status deliver(struct rvt_record *r, struct rvt_record_held *held,
                               struct rvt_error *e) {
  struct rvt_step steps[3] = {{.kind = RVT_STEP_PRIV, .value = held->priv},
                              held->step,
                              {.kind = RVT_STEP_CONTEXT,
                               .value = CTYPE_PRECISE,
                               .tval = r->hcontext << (r->config.xlen / 2) | r->scontext}};
  const bool change = held->priv != r->told_priv;
  const size_t count = r->context_new ? 2 : 1;
  held->valid = r->context_new = false;
  r->told_priv = held->priv;
  if (r->leaving) { /* linear code only, hence of one privilege */
    for (size_t i = 0; i < count; i++) r->after[r->after_count++] = steps[1 + i];
    return RVT_OK;
  }
  return send(r, change ? steps : steps + 1, count + change, e);
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
                       "expected PC 0x%" PRIx64 " after the instruction 0x%" PRIx64 " at 0x%" PRIx64
                       ", found 0x%" PRIx64,
                       r->decoded.kind == RVT_INSN_LINEAR ? behind : target, step->word, step->pc,
                       next);
}

static void leave(struct rvt_record *r, uint64_t value) {
  r->end = RVT_RECORD_EXIT;
  r->exit_code = value >> 1;
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
  if (status != RVT_OK || r->config.limit == 0 || r->instructions < r->config.limit) return status;
  r->end = RVT_RECORD_LIMIT;
  if (r->leaving) leave(r, r->low);
  return status;
}

static uint8_t previous_priv(uint64_t status, unsigned lsb, unsigned mask) {
  return (uint8_t)(status >> lsb & mask);
}

static bool bit(uint64_t value, uint64_t lsb) { return lsb < 64 && (value >> lsb & 1) != 0; }

/* The upper word belongs to the lower one: an exit code, or a command for a device. */
static void take_both_words(struct rvt_record *r) {
  const uint64_t value = (uint64_t)r->high << 32 | r->low;
  r->low_left = r->high_left = 0;
  if ((value & 1) != 0 && value >> 48 == 0) leave(r, value);
  r->leaving = false;
}

/* The program's half-word at an address of XLEN bits; NULL: it has none there. */
static uint32_t *half_at(const struct rvt_record *r, uint64_t address) {
  for (size_t i = 0; i < r->config.codes; i++) {
    const struct rvt_record_code *code = &r->config.code[i];
    const uint64_t at = (address - code->address) / 2;
    if (at < code->count) return &code->half[at];
  }
  return NULL;
}

/* Whether what is tried is the program's, as far as that is known. */
static enum rvt_status compare_word(const struct rvt_record *r, const struct rvt_line *line,
                                    struct rvt_error *e) {
  const uint32_t *half = half_at(r, line->pc);
  if (!r->started || r->unseen || half == NULL || *half == RVT_RECORD_UNKNOWN) return RVT_OK;
  const unsigned size = rvt_insn_size((uint16_t)*half);
  uint64_t word = 0, known = 0;
  for (unsigned i = 0; i == 0 || (i < size && i < STEP_SIZE_MAX); i++) {
    half = half_at(r, line->pc + 2 * i);
    if (half == NULL || *half == RVT_RECORD_UNKNOWN) continue;
    word |= (uint64_t)*half << 16 * i;
    known |= UINT64_C(0xffff) << 16 * i;
  }
  if (((word ^ line->word) & known) == 0) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_MISMATCH,
                       "expected the word 0x%" PRIx64 " of %s at 0x%" PRIx64 ", found 0x%" PRIx64
                       ": is this the log of that program?",
                       word, r->config.name, line->pc, line->word);
}

/* A store: it may change the program, or end it. */
static void follow_store(struct rvt_record *r, const struct rvt_effect *store) {
  const uint64_t address = rvt_insn_address(store->where, r->config.xlen);
  for (unsigned i = 0; i < store->size; i++) {
    uint32_t *half = half_at(r, address + i);
    if (half != NULL) *half = RVT_RECORD_UNKNOWN;
  }
  if (!r->started || !r->config.has_tohost) return;
  r->unseen = r->unseen || address - r->config.tohost < 8;
  if (address == r->config.tohost && store->size == 8) {
    r->low = (uint32_t)store->value;
    r->high = (uint32_t)(store->value >> 32);
    take_both_words(r);
  } else if (address == r->config.tohost && r->leaving) {
    r->low_left = 0; /* the one before was the end */
  } else if (address == r->config.tohost) {
    r->low = (uint32_t)store->value;
    if (r->high_left != 0) {
      take_both_words(r);
    } else {
      r->low_left = RVT_RECORD_APART;
      r->leaving = (r->low & 1) != 0;
    }
  } else if (address == r->config.tohost + 4) {
    r->high = (uint32_t)store->value;
    if (r->low_left != 0)
      take_both_words(r);
    else
      r->high_left = RVT_RECORD_APART;
  }
}

/* The CSR that an instruction names; 0: none. The log may name another one that is written. */
static unsigned csr_of(uint64_t word) {
  return (word & 0x7f) == OPCODE_SYSTEM && (word >> 12 & 3) != 0 ? word >> 20 & 0xfff : 0;
}

/* V where the log has it, in the effects of an SRET or of the write of a supervisor CSR. An SRET
 * with V=0 may write vsstatus, too (Ssdbltrp). False: it does not have V here. */
static bool shows_v(const struct rvt_line *line, bool *v) {
  const unsigned csr = line->word == WORD_SRET ? CSR_SSTATUS : csr_of(line->word);
  if (csr != CSR_SSTATUS && csr != CSR_STVEC && csr != CSR_SATP &&
      (csr < CSR_SSCRATCH || csr > CSR_STVAL))
    return false;
  bool of_vs = false, of_s = false;
  struct rvt_line rest = *line;
  for (;;) {
    const struct rvt_effect effect = rvt_line_effect(&rest);
    if (effect.kind == RVT_EFFECT_NONE) break;
    if (effect.kind != RVT_EFFECT_CSR) continue;
    of_vs = of_vs || effect.where == csr + VS_APART;
    of_s =
        of_s || effect.where == csr || effect.where == CSR_MSTATUS || effect.where == CSR_HSTATUS;
  }
  *v = !of_s;
  return of_vs || of_s;
}

/* CSR writes that later traps and returns depend on, and the store that ends the program. */
static void follow_effects(struct rvt_record *r, struct rvt_line *line) {
  for (;;) {
    struct rvt_effect effect = rvt_line_effect(line);
    if (effect.kind == RVT_EFFECT_NONE) return;
    if (effect.kind == RVT_EFFECT_STORE) {
      follow_store(r, &effect);
      continue;
    }
    switch (effect.where) {
    case CSR_MSTATUS:
      r->mpp = previous_priv(effect.value, MSTATUS_MPP, 3);
      if (r->config.xlen == 64) r->mpv = bit(effect.value, MSTATUS_MPV);
      r->mie_global = bit(effect.value, MSTATUS_MIE); /* fall through */
    case CSR_SSTATUS: r->spp = previous_priv(effect.value, MSTATUS_SPP, 1); break;
    case CSR_MSTATUSH: r->mpv = bit(effect.value, MSTATUSH_MPV); break;
    case CSR_VSSTATUS: r->vspp = previous_priv(effect.value, MSTATUS_SPP, 1); break;
    case CSR_HSTATUS: r->spv = bit(effect.value, HSTATUS_SPV); break;
    case CSR_HEDELEG: r->hedeleg = effect.value; break;
    case CSR_HIDELEG: r->hideleg = effect.value; break;
    case CSR_MEDELEG: r->medeleg = effect.value; break;
    case CSR_MIDELEG: r->mideleg = effect.value; break;
    case CSR_MIE: r->mie = effect.value; break;
    case CSR_SIE: r->mie |= effect.value; break;
    case CSR_SATP:
    case CSR_VSATP:
    case CSR_HGATP: r->unseen = r->unseen || effect.value != 0; break;
    case CSR_SCONTEXT:
      r->scontext = effect.value & ((UINT64_C(1) << r->config.xlen / 2) - 1);
      r->context_new = r->started;
      break;
    case CSR_HCONTEXT:
      if (!r->config.hypervisor && csr_of(line->word) == CSR_MCONTEXT) break;
      r->hcontext = effect.value;
      r->context_new = r->started;
      break;
    default: break;
    }
  }
}

static bool interrupts_are_off(const struct rvt_record *r) {
  return r->mie == 0 || (r->priv == RVT_PRIV_M && !r->mie_global);
}

static enum rvt_status stay(struct rvt_record *r, enum rvt_record_end end, uint64_t pc) {
  r->end = end;
  r->end_pc = pc;
  return RVT_OK;
}

/* A branch to itself has the same outcome every time. */
static bool goes_nowhere(const struct rvt_record *r, uint64_t next) {
  return r->config.until_idle && r->insn.valid && next == r->insn.step.pc &&
         (r->decoded.kind == RVT_INSN_JUMP || r->decoded.kind == RVT_INSN_BRANCH) &&
         interrupts_are_off(r);
}

/* What has retired after an odd lower word of tohost: part of the program, or of its end. */
static enum rvt_status settle_exit(struct rvt_record *r, bool was_leaving, struct rvt_error *e) {
  if (was_leaving && r->leaving && r->low_left == 0) {
    leave(r, r->low); /* no upper word came */
    r->insn.valid = false;
    return RVT_OK;
  }
  enum rvt_status status = RVT_OK;
  if (was_leaving && !r->leaving) {
    const size_t count = r->after_count;
    r->after_count = 0;
    status = send(r, r->after, count, e);
  }
  const bool now = r->end == RVT_RECORD_EXIT || (r->leaving && !was_leaving);
  if (!now || status != RVT_OK) return status;
  const bool leaving = r->leaving;
  r->leaving = false; /* the store itself is recorded in any case */
  status = deliver(r, &r->insn, e);
  r->leaving = leaving;
  return status;
}

/* Is this what was tried, or the repetition of an instruction that goes on at itself? */
static bool was_tried(const struct rvt_record *r, const struct rvt_line *line, unsigned size) {
  const uint64_t mask = size >= 4 ? UINT64_MAX : (UINT64_C(1) << 16 * size) - 1;
  return r->tried_once && r->tried_pc == line->pc &&
         (r->tried || ((r->tried_word ^ line->word) & mask) == 0);
}

static enum rvt_status hold(struct rvt_record *r, const struct rvt_line *line,
                            const struct rvt_insn *insn, struct rvt_error *e) {
  bool sequential = r->insn.valid && rvt_insn_sequential(&r->decoded, insn);
  bool nowhere = goes_nowhere(r, line->pc);
  enum rvt_status status = release(r, line->pc, e);
  if (status != RVT_OK || r->end != RVT_RECORD_RUNS) return status;
  if (nowhere) return stay(r, RVT_RECORD_IDLE, line->pc);
  r->decoded = *insn;
  r->insn = (struct rvt_record_held){
      .valid = true,
      .priv = r->priv,
      .step = {.kind = RVT_STEP_INSN,
               .size = insn->size,
               .itype = insn->itype | insn->absolute,
               .sijump = sequential || insn->absolute,
               .has_word = true,
               .clocks = 1,
               .pc = line->pc,
               .word = insn->size == 4 ? line->word
                                       : line->word & ((UINT64_C(1) << 16 * insn->size) - 1)}};
  return RVT_OK;
}

/* The privilege after an SRET, or MRET. */
static uint8_t returns_to(const struct rvt_record *r, bool sret) {
  if (!sret) return priv_of(r->mpv, r->mpp);
  return is_virtual(r->priv) ? priv_of(true, r->vspp) : priv_of(r->spv, r->spp);
}

/* A trap keeps where it comes from, and goes to M, to S (with V 0), or to VS. */
static void enter_handler(struct rvt_record *r, bool interrupt, uint64_t cause) {
  const uint64_t to_s = interrupt ? r->mideleg | MIDELEG_HYPERVISOR : r->medeleg;
  const uint64_t to_vs = interrupt ? r->hideleg : r->hedeleg;
  const uint8_t from = level_of(r->priv);
  const bool v = is_virtual(r->priv);
  if (from == RVT_PRIV_M || !bit(to_s, cause)) {
    r->mpp = from;
    r->mpv = v;
    r->priv = RVT_PRIV_M;
    r->mie_global = false;
  } else if (v && bit(to_vs, cause)) {
    r->vspp = from;
    r->priv = RVT_PRIV_VS;
  } else {
    r->spp = from;
    r->spv = v;
    r->priv = RVT_PRIV_S;
  }
}

static enum rvt_status take_retired(struct rvt_record *r, struct rvt_line *line,
                                    struct rvt_error *e) {
  const struct rvt_isa isa = {
      .xlen = r->config.xlen, .zcmp = r->config.zcmp, .zcmt = r->config.zcmt};
  struct rvt_insn insn;
  if (rvt_insn_decode_isa(line->word, &isa, &insn) != RVT_OK || insn.size > STEP_SIZE_MAX)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an instruction of up to four half-words, found 0x%" PRIx64
                         " (NT:CUS-10)",
                         line->word);
  if (!was_tried(r, line, insn.size))
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the line of a tried instruction before the one that retires at "
                         "0x%" PRIx64 ", found none%s",
                         line->pc,
                         r->instructions != 0 ? ""
                                              : "; of a log without -l `rvt import` makes a "
                                                "recording");
  r->tried = false;
  if (insn.kind == RVT_INSN_TRAP)
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected the trap of the instruction 0x%" PRIx64 " at 0x%" PRIx64
                         ", found that it retired (NT:ITY-25)",
                         line->word, line->pc);
  if (line->priv != level_of(r->priv))
    return rvt_error_set(e, RVT_ERR_MISMATCH, "expected privilege %u at 0x%" PRIx64 ", found %u",
                         level_of(r->priv), line->pc, line->priv);
  bool v;
  if (shows_v(line, &v) && v != is_virtual(r->priv))
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected V=%d at 0x%" PRIx64 ", found a CSR write with V=%d", !v,
                         line->pc, v);
  const bool leaving = r->leaving;
  if (leaving && insn.kind != RVT_INSN_LINEAR) {
    leave(r, r->low);
    return RVT_OK;
  }
  if (r->started) {
    enum rvt_status status = hold(r, line, &insn, e);
    if (status != RVT_OK || r->end != RVT_RECORD_RUNS) return status;
  }
  if (r->low_left != 0) r->low_left--;
  if (r->high_left != 0) r->high_left--;
  if (insn.kind == RVT_INSN_TRAP_RETURN) r->priv = returns_to(r, line->word == WORD_SRET);
  follow_effects(r, line);
  enum rvt_status status = settle_exit(r, leaving, e);
  if (status != RVT_OK || r->end != RVT_RECORD_RUNS) return status;
  if (r->started && line->word == WORD_WFI && r->mie == 0) {
    status = deliver(r, &r->insn, e);
    return status != RVT_OK ? status : stay(r, RVT_RECORD_IDLE, line->pc);
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
  static const uint8_t ecalls[] = {[RVT_PRIV_U] = CAUSE_ECALL_U,
                                   [RVT_PRIV_S] = CAUSE_ECALL_S,
                                   [RVT_PRIV_M] = CAUSE_ECALL_M,
                                   [RVT_PRIV_VU] = CAUSE_ECALL_U,
                                   [RVT_PRIV_VS] = CAUSE_ECALL_VS};
  const bool ecall = !interrupt && line->cause >= CAUSE_ECALL_U && line->cause <= CAUSE_ECALL_M;
  if (ecall && line->cause != ecalls[r->priv])
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "expected an ecall from privilege %u, found cause %" PRIu64, r->priv,
                         line->cause);
  r->tried = false;
  if (r->leaving) {
    leave(r, r->low);
    return RVT_OK;
  }
  const bool again = r->trap.valid && !interrupt && r->trap.priv == r->priv &&
                     r->trap.step.itype == RVT_IT_EXCEPTION && r->trap.step.pc == line->pc &&
                     r->trap.step.cause == line->cause && interrupts_are_off(r);
  enum rvt_status status = release(r, line->pc, e);
  if (status != RVT_OK || r->end != RVT_RECORD_RUNS) return status;
  if (again) return stay(r, RVT_RECORD_TRAPS, line->pc);
  r->trap =
      (struct rvt_record_held){.valid = true,
                               .priv = r->priv,
                               .step = {.kind = RVT_STEP_TRAP,
                                        .itype = interrupt ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION,
                                        .clocks = 1,
                                        .pc = line->pc,
                                        .cause = line->cause}};
  r->trap_has_tval = false;
  enter_handler(r, interrupt, line->cause);
  if (interrupt && r->priv == RVT_PRIV_VS && bit(VS_INTERRUPTS, line->cause))
    r->trap.step.cause--; /* as vscause has it */
  return RVT_OK;
}

static enum rvt_status take_line(struct rvt_record *r, const char *text, size_t size,
                                 struct rvt_error *e) {
  struct rvt_line line;
  if (!rvt_line_parse(text, size, &line) || line.hart != 0)
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
    r->started = r->started || line.pc == r->config.entry;
    r->tried = r->tried_once = true;
    r->tried_pc = line.pc;
    r->tried_word = line.word;
    return compare_word(r, &line, e);
  case RVT_LINE_RETIRED: return take_retired(r, &line, e);
  case RVT_LINE_EXCEPTION:
  case RVT_LINE_INTERRUPT: return take_trap(r, &line, e);
  case RVT_LINE_TVAL:
    if (!r->trap.valid || r->trap_has_tval || r->tried)
      return rvt_error_set(e, RVT_ERR_MISMATCH, "expected tval after a trap only, found it alone");
    r->trap.step.tval = line.tval;
    r->trap_has_tval = true;
    return RVT_OK;
  default: return RVT_OK;
  }
}

enum rvt_status rvt_record_feed(struct rvt_record *r, const char *text, size_t size, size_t *used,
                                struct rvt_error *e) {
  *used = 0;
  while (r->end == RVT_RECORD_RUNS) {
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

/* Nothing follows what is held. */
static enum rvt_status deliver_last(struct rvt_record *r, enum rvt_record_end end,
                                    struct rvt_error *e) {
  if (r->leaving) {
    leave(r, r->low);
    return RVT_OK;
  }
  r->end = end;
  if (r->insn.valid && r->decoded.kind != RVT_INSN_BRANCH) return deliver(r, &r->insn, e);
  return r->trap.valid ? deliver(r, &r->trap, e) : RVT_OK;
}

enum rvt_status rvt_record_finish(struct rvt_record *r, size_t rest, struct rvt_error *e) {
  if (r->end != RVT_RECORD_RUNS) return RVT_OK;
  const char *missing = rest != 0     ? "the end of the line"
                        : r->tried    ? "the instruction tried last to retire or trap"
                        : !r->started ? "the program's entry"
                        : r->config.has_tohost && !r->leaving
                            ? "a store to tohost that ends the program"
                            : NULL;
  if (missing != NULL) {
    rvt_error_set(e, RVT_ERR_FORMAT, "expected %s, found the end of the log", missing);
    return rvt_error_at(e, RVT_ERR_FORMAT, "%" PRIu64, r->lines + (rest != 0));
  }
  return deliver_last(r, RVT_RECORD_LOG, e);
}

enum rvt_status rvt_record_stop(struct rvt_record *r, struct rvt_error *e) {
  if (r->end != RVT_RECORD_RUNS) return RVT_OK;
  if (!r->started)
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected the program's entry, found no line of it");
  return deliver_last(r, RVT_RECORD_STOP, e);
}

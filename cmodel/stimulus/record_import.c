/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "import.h"
#include "record_line.h"

enum { STEP_SIZE_MAX = 4 }; /* half-words that a step can tell */

enum rvt_status rvt_import_init(struct rvt_import *i, const struct rvt_import_config *config,
                                rvt_record_sink sink, void *context) {
  if (rvt_image_xlen(config->image) == 0) return RVT_ERR_ARG;
  *i = (struct rvt_import){.config = *config, .sink = sink, .context = context};
  return RVT_OK;
}

static unsigned xlen_of(const struct rvt_import *i) { return rvt_image_xlen(i->config.image); }

/* What follows is at another privilege; QEMU alone tells. */
static enum rvt_status tell(struct rvt_import *i, uint8_t priv, struct rvt_error *e) {
  if (!i->told || priv == i->told_priv) return RVT_OK;
  i->told_priv = priv;
  const struct rvt_step step = {.kind = RVT_STEP_PRIV, .value = priv};
  return i->sink(i->context, &step, 1, e);
}

static enum rvt_status send(struct rvt_import *i, const struct rvt_step *step,
                            struct rvt_error *e) {
  const enum rvt_status status = tell(i, step->kind == RVT_STEP_INSN ? i->priv : i->trap_priv, e);
  if (status != RVT_OK) return status;
  if (step->kind == RVT_STEP_INSN)
    i->instructions++;
  else
    i->traps++;
  return i->sink(i->context, step, 1, e);
}

static enum rvt_status flush_trap(struct rvt_import *i, struct rvt_error *e) {
  if (!i->trap_held) return RVT_OK;
  i->trap_held = false;
  return send(i, &i->trap, e);
}

static struct rvt_step trap_step(uint8_t itype, uint64_t pc, uint64_t cause) {
  return (struct rvt_step){
      .kind = RVT_STEP_TRAP, .itype = itype, .clocks = 1, .pc = pc, .cause = cause};
}

/* Where the held instruction goes, if its program tells. */
static bool goes_to(const struct rvt_import *i, uint64_t next) {
  const uint64_t behind = rvt_insn_next(&i->decoded, i->step.pc, xlen_of(i));
  const uint64_t target = rvt_insn_target(&i->decoded, i->step.pc, xlen_of(i));
  switch (i->decoded.kind) {
  case RVT_INSN_LINEAR: return next == behind;
  case RVT_INSN_BRANCH: return next == behind || next == target;
  case RVT_INSN_JUMP: return next == target;
  default: return true;
  }
}

/* An address where the held instruction may go. */
static uint64_t successor(const struct rvt_import *i) {
  return i->decoded.kind == RVT_INSN_JUMP ? rvt_insn_target(&i->decoded, i->step.pc, xlen_of(i))
                                          : rvt_insn_next(&i->decoded, i->step.pc, xlen_of(i));
}

static bool is_trap(const struct rvt_import *i, uint64_t pc) {
  struct rvt_insn insn;
  return rvt_image_insn(i->config.image, pc, &insn, NULL) == RVT_OK && insn.kind == RVT_INSN_TRAP;
}

/* The held instruction has retired, and goes on at `next`. */
static enum rvt_status retire(struct rvt_import *i, uint64_t next, struct rvt_error *e) {
  i->held = false;
  i->tried = false;
  i->before = true;
  i->last = i->decoded;
  if (i->decoded.kind == RVT_INSN_BRANCH &&
      next == rvt_insn_next(&i->decoded, i->step.pc, xlen_of(i)))
    i->step.itype = RVT_IT_NOT_TAKEN;
  const enum rvt_status status = send(i, &i->step, e);
  if (status != RVT_OK) return status;
  return i->config.limit != 0 && i->instructions >= i->config.limit ? RVT_END : RVT_OK;
}

/* What follows the held instruction is at `next`; `told`: a log would have named a trap. */
static enum rvt_status settle(struct rvt_import *i, uint64_t next, bool told, struct rvt_error *e) {
  if (!i->held) return flush_trap(i, e);
  if (i->decoded.kind == RVT_INSN_TRAP && !told) { /* never retires (NT:ITY-25) */
    const struct rvt_step trap = trap_step(RVT_IT_EXCEPTION, i->step.pc, 0);
    i->held = i->before = false;
    return send(i, &trap, e);
  }
  if (goes_to(i, next) && i->decoded.kind != RVT_INSN_TRAP) return retire(i, next, e);
  if (!told && is_trap(i, successor(i))) { /* an ECALL or EBREAK that is not listed */
    const struct rvt_step trap = trap_step(RVT_IT_EXCEPTION, successor(i), 0);
    const enum rvt_status status = retire(i, successor(i), e);
    i->before = false;
    return status == RVT_OK ? send(i, &trap, e) : status;
  }
  if (told || !i->config.traps)
    return rvt_error_set(
        e, RVT_ERR_MISMATCH,
        "expected PC 0x%" PRIx64 " after the instruction at 0x%" PRIx64 ", found 0x%" PRIx64 "%s",
        successor(i), i->step.pc, next, told ? "" : "; --traps takes it for an interrupt");
  const struct rvt_step trap = trap_step(RVT_IT_INTERRUPT, successor(i), 0);
  const enum rvt_status status = retire(i, successor(i), e);
  i->before = false;
  return status == RVT_OK ? send(i, &trap, e) : status;
}

static enum rvt_status hold(struct rvt_import *i, uint64_t pc, uint64_t word,
                            const struct rvt_insn *insn, bool tried, struct rvt_error *e) {
  if (insn->size > STEP_SIZE_MAX)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an instruction of up to four half-words, found %u (NT:CUS-10)",
                         insn->size);
  const bool sequential = i->before && rvt_insn_sequential(&i->last, insn);
  i->started = i->held = true;
  i->tried = tried;
  i->decoded = *insn;
  i->step = (struct rvt_step){
      .kind = RVT_STEP_INSN,
      .size = insn->size,
      .itype = insn->itype | insn->absolute,
      .sijump = sequential || insn->absolute,
      .has_word = true,
      .clocks = 1,
      .pc = pc,
      .word = insn->size == 4 ? word : word & ((UINT64_C(1) << 16 * insn->size) - 1)};
  return RVT_OK;
}

static enum rvt_status take_pc(struct rvt_import *i, uint64_t pc, struct rvt_error *e) {
  struct rvt_insn insn;
  uint64_t word = 0;
  const bool found = rvt_image_insn(i->config.image, pc, &insn, &word) == RVT_OK;
  if (!found && !i->started) return RVT_OK;
  const enum rvt_status status = settle(i, pc, false, e);
  if (status != RVT_OK) return status;
  if (!found)
    return rvt_error_set(e, RVT_ERR_NO_CODE,
                         "expected code of the program at 0x%" PRIx64 ", found none", pc);
  return hold(i, pc, word, &insn, false, e);
}

/* The line tells the word; the program may have changed itself. */
static enum rvt_status take_word(struct rvt_import *i, const struct rvt_line *line, bool tried,
                                 struct rvt_error *e) {
  struct rvt_insn insn;
  uint64_t word = 0;
  const uint64_t pc = rvt_insn_address(line->pc, xlen_of(i));
  bool found = rvt_image_insn(i->config.image, pc, &insn, &word) == RVT_OK;
  if (!found && !i->started) return RVT_OK;
  const uint64_t mask = found && insn.size < 4 ? (UINT64_C(1) << 16 * insn.size) - 1 : UINT64_MAX;
  found = found && ((word ^ line->word) & mask) == 0;
  if (!found && rvt_insn_decode(line->word, xlen_of(i), &insn) != RVT_OK)
    return rvt_error_set(e, RVT_ERR_FORMAT, "expected an instruction, found 0x%" PRIx64,
                         line->word);
  const enum rvt_status status = settle(i, pc, tried, e);
  if (i->told) i->priv = line->priv;
  return status != RVT_OK ? status : hold(i, pc, line->word, &insn, tried, e);
}

static enum rvt_status take_trap(struct rvt_import *i, const struct rvt_line *line,
                                 struct rvt_error *e) {
  if (!i->started) return RVT_OK;
  const bool interrupt = line->kind == RVT_LINE_INTERRUPT;
  const uint64_t pc = rvt_insn_address(line->pc, xlen_of(i));
  if (!interrupt && i->tried && i->step.pc == pc) {
    i->held = i->tried = false; /* it was tried, and did not retire */
  } else {
    const enum rvt_status status = settle(i, pc, true, e);
    if (status != RVT_OK) return status;
  }
  i->before = false;
  i->trap_held = true;
  i->trap = trap_step(interrupt ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION, pc, line->cause);
  return RVT_OK;
}

static enum rvt_status take_log(struct rvt_import *i, const char *text, size_t size,
                                struct rvt_error *e) {
  struct rvt_line line;
  if (!rvt_line_parse(text, size, &line) || line.hart != 0)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected a line of `spike -l` for one hart, found '%.*s'",
                         (int)(size < 80 ? size : 80), text);
  switch (line.kind) {
  case RVT_LINE_TRIED: i->tells = true; return take_word(i, &line, true, e);
  case RVT_LINE_EXCEPTION:
  case RVT_LINE_INTERRUPT: return take_trap(i, &line, e);
  case RVT_LINE_TVAL:
    if (i->trap_held) i->trap.tval = line.tval;
    return RVT_OK;
  case RVT_LINE_RETIRED:
    if (!i->tells) return take_word(i, &line, false, e);
    return rvt_error_set(
        e, RVT_ERR_FORMAT,
        "expected a log of `spike -l` or of `spike --log-commits`, found one of both "
        "(`rvt record --log` reads it)");
  default: return RVT_OK;
  }
}

/* ---- QEMU ------------------------------------------------------------------------------------ */

static enum rvt_status take_executed(struct rvt_import *i, const struct rvt_line *line,
                                     struct rvt_error *e) {
  struct rvt_insn insn;
  uint64_t word = 0;
  const uint64_t pc = rvt_insn_address(line->pc, xlen_of(i));
  const bool found = rvt_image_insn(i->config.image, pc, &insn, &word) == RVT_OK;
  if (!found && !i->started) return RVT_OK;
  enum rvt_status status = settle(i, pc, true, e);
  if (status != RVT_OK) return status;
  if (!found)
    return rvt_error_set(e, RVT_ERR_NO_CODE,
                         "expected code of the program at 0x%" PRIx64 ", found none", pc);
  if (!i->told) i->told_priv = UINT8_MAX;
  i->told = true;
  i->priv = line->priv;
  return hold(i, pc, word, &insn, true, e);
}

/* What ECALL the privilege of its line has to be. */
static bool ecall_fits(const struct rvt_line *line, uint8_t priv) {
  switch (line->cause) {
  case 8: return priv == RVT_PRIV_U || priv == RVT_PRIV_VU;
  case 9: return priv == RVT_PRIV_S;
  case 10: return priv == RVT_PRIV_VS;
  case 11: return priv == RVT_PRIV_M;
  default: return true;
  }
}

static enum rvt_status take_qemu(struct rvt_import *i, const char *text, size_t size,
                                 struct rvt_error *e) {
  struct rvt_line line;
  if (!rvt_line_parse_qemu(text, size, &line) || line.hart != 0)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected a line of QEMU's `-d exec,nochain,int` for one hart, found "
                         "'%.*s'",
                         (int)(size < 80 ? size : 80), text);
  switch (line.kind) {
  case RVT_LINE_EXECUTED: return take_executed(i, &line, e);
  case RVT_LINE_UNDONE:
    if (i->held && i->step.pc == rvt_insn_address(line.pc, xlen_of(i))) i->held = i->tried = false;
    return RVT_OK;
  default:
    if (i->started && line.kind == RVT_LINE_EXCEPTION && i->held && !ecall_fits(&line, i->priv))
      return rvt_error_set(e, RVT_ERR_FORMAT,
                           "expected an ECALL of privilege %u, as the flags of the line before "
                           "say (QEMU 10.0), found cause %" PRIu64,
                           (unsigned)i->priv, line.cause);
    i->trap_priv = i->priv;
    const enum rvt_status status = take_trap(i, &line, e);
    if (status == RVT_OK && i->trap_held) i->trap.tval = line.tval;
    return status;
  }
}

/* ---- Numbers ----------------------------------------------------------------------------------
 */

static enum rvt_status take_event(struct rvt_import *i, uint8_t kind, struct rvt_error *e) {
  struct rvt_step steps[] = {{.kind = kind, .value = 1}, {.kind = kind, .value = 0}};
  i->before = false;
  return i->started ? i->sink(i->context, steps, 2, e) : RVT_OK;
}

static enum rvt_status take_told_trap(struct rvt_import *i, const struct rvt_line *line,
                                      struct rvt_error *e) {
  const enum rvt_status status = take_trap(i, line, e);
  if (status != RVT_OK || !i->trap_held) return status;
  i->trap_priv = line->priv;
  i->trap.tval = line->tval;
  return flush_trap(i, e);
}

enum rvt_status rvt_import_take(struct rvt_import *i, const struct rvt_imported *what,
                                struct rvt_error *e) {
  struct rvt_line line = {.kind = RVT_LINE_TRIED,
                          .priv = what->priv,
                          .pc = what->pc,
                          .word = what->word,
                          .cause = what->cause,
                          .tval = what->tval};
  if (!i->told) i->told_priv = RVT_PRIV_M;
  i->told = what->has_priv;
  switch (what->event) {
  case RVT_IMPORT_INSN: return take_word(i, &line, what->names_traps, e);
  case RVT_IMPORT_EXCEPTION: line.kind = RVT_LINE_EXCEPTION; return take_told_trap(i, &line, e);
  case RVT_IMPORT_INTERRUPT: line.kind = RVT_LINE_INTERRUPT; return take_told_trap(i, &line, e);
  default: break;
  }
  const enum rvt_status status = settle(i, what->pc, what->names_traps, e);
  if (status != RVT_OK || what->event == RVT_IMPORT_STAND) return status;
  return take_event(i, what->event == RVT_IMPORT_HALT ? RVT_STEP_HALT : RVT_STEP_RESET, e);
}

enum rvt_status rvt_import_line(struct rvt_import *i, const char *text, size_t size,
                                struct rvt_error *e) {
  for (; size > 0 && (*text == ' ' || *text == '\t'); size--) text++;
  while (size > 0 && text[size - 1] == '\r') size--;
  if (size == 0 || *text == '#') return RVT_OK;
  if (size > 5 && memcmp(text, "core ", 5) == 0) return take_log(i, text, size, e);
  if (rvt_line_of_qemu(text, size)) return take_qemu(i, text, size, e);
  uint64_t pc;
  if (!rvt_line_pc(text, size, &pc))
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an address in hexadecimal or a line of `spike -l`, found '%.*s'",
                         (int)(size < 80 ? size : 80), text);
  return take_pc(i, rvt_insn_address(pc, xlen_of(i)), e);
}

enum rvt_status rvt_import_finish(struct rvt_import *i, struct rvt_error *e) {
  if (!i->started)
    return rvt_error_set(e, RVT_ERR_FORMAT,
                         "expected an address with code of the program, found none");
  if (i->held && (i->decoded.kind == RVT_INSN_BRANCH || i->decoded.kind == RVT_INSN_TRAP))
    i->held = false;
  const enum rvt_status status = settle(i, successor(i), true, e);
  return status == RVT_END ? RVT_OK : status;
}

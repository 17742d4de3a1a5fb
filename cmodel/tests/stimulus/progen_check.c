/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "progen_check.h"

#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rvt/rvti.h"

#define NOWHERE       1 /* no PC is odd */
#define WRONG(c, ...) (snprintf((c)->error, sizeof(c)->error, __VA_ARGS__), false)

static uint64_t half_words(const struct check_segment *s, size_t at) {
  uint64_t word = 0;
  for (size_t i = 0; i < 8 && at + i < s->size; i++) word |= (uint64_t)s->bytes[at + i] << (8 * i);
  return word;
}

static bool sweep(struct progen_check *c, struct check_segment *s) {
  size_t at = 0;
  s->starts = calloc(s->size / 2 + 1, 1);
  while (at < s->size) {
    struct rvt_insn insn;
    if (rvt_insn_decode(half_words(s, at), c->xlen, &insn) != RVT_OK)
      return WRONG(c, "0x%" PRIx64 ": not an instruction", s->address + at);
    s->starts[at / 2] = 1;
    at += 2u * insn.size;
  }
  return at == s->size || WRONG(c, "0x%" PRIx64 ": half an instruction", s->address + at);
}

static bool load(struct progen_check *c, int fd, Elf *elf) {
  GElf_Ehdr h;
  size_t n;
  if (gelf_getehdr(elf, &h) == NULL || elf_getphdrnum(elf, &n) != 0 || n > CHECK_SEGMENTS)
    return WRONG(c, "no ELF header");
  if (h.e_machine != 243 || h.e_type != ET_EXEC || h.e_flags != 1 ||
      h.e_ident[EI_CLASS] != (c->xlen == 32 ? ELFCLASS32 : ELFCLASS64))
    return WRONG(c, "not a RISC-V program of this width");
  c->entry = h.e_entry;
  for (size_t i = 0; i < n; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(elf, (int)i, &p) == NULL || p.p_type != PT_LOAD || p.p_flags != (PF_R | PF_X))
      return WRONG(c, "segment %zu is not code", i);
    struct check_segment *s = &c->segment[c->segments++];
    *s = (struct check_segment){p.p_vaddr, p.p_filesz, malloc(p.p_filesz + 1), NULL};
    if (p.p_memsz != p.p_filesz ||
        pread(fd, s->bytes, s->size, (off_t)p.p_offset) != (ssize_t)s->size)
      return WRONG(c, "segment %zu cannot be read", i);
    if (i > 0 && s[-1].address + s[-1].size > s->address) return WRONG(c, "segments overlap");
    if (!sweep(c, s)) return false;
  }
  return true;
}

bool progen_check_open(struct progen_check *c, int fd, unsigned xlen) {
  *c =
      (struct progen_check){.xlen = xlen, .priv = RVT_PRIV_M, .last_kind = 255, .next_clock = true};
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  const bool good = load(c, fd, elf);
  elf_end(elf);
  c->expected = c->entry;
  return good;
}

void progen_check_close(struct progen_check *c) {
  for (size_t i = 0; i < c->segments; i++) {
    free(c->segment[i].bytes);
    free(c->segment[i].starts);
  }
}

static bool fetch(struct progen_check *c, uint64_t pc, uint64_t *word, struct rvt_insn *insn) {
  for (size_t i = 0; i < c->segments; i++) {
    const struct check_segment *s = &c->segment[i];
    if (pc < s->address || pc - s->address >= s->size) continue;
    const size_t at = (size_t)(pc - s->address);
    if (s->starts[at / 2] == 0) break;
    *word = half_words(s, at);
    if (rvt_insn_decode(*word, c->xlen, insn) != RVT_OK) break;
    if (insn->size < 4) *word &= (UINT64_C(1) << (16 * insn->size)) - 1;
    return true;
  }
  return WRONG(c, "0x%" PRIx64 ": no instruction begins here", pc);
}

/* The PC of an INSN or TRAP step. */
static bool check_pc(struct progen_check *c, uint64_t pc) {
  if (c->reset_before && pc != c->entry)
    return WRONG(c, "0x%" PRIx64 ": after a reset the hart is at 0x%" PRIx64, pc, c->entry);
  if (c->halt_before && !c->free && pc != c->expected) c->halts_moved++;
  if (!c->free && !c->halt_before && pc != c->expected)
    return WRONG(c, "expected PC 0x%" PRIx64 ", found 0x%" PRIx64 " after 0x%" PRIx64, c->expected,
                 pc, c->last_pc);
  if (!c->halt_before && c->ended_by == RVT_IT_TRAP_RETURN) {
    for (size_t i = 0; i < CHECK_EPCS && i < c->epcs; i++)
      if (c->epc[i] == pc || c->epc[i] + 2 == pc || c->epc[i] + 4 == pc || c->epc[i] + 8 == pc) {
        c->known_epcs++;
        break;
      }
  }
  if (!c->halt_before && (c->ended_by == RVT_IT_EXCEPTION || c->ended_by == RVT_IT_INTERRUPT) &&
      pc % 4 != 0)
    return WRONG(c, "0x%" PRIx64 ": a trap goes to a multiple of 4", pc);
  return true;
}

static void push(struct progen_check *c, uint64_t address) {
  if (c->depth == CHECK_STACK) {
    memmove(c->stack, c->stack + 1, (CHECK_STACK - 1) * sizeof *c->stack);
    c->depth--;
  }
  c->stack[c->depth++] = address;
}

/* A stack of all calls, as no tracer forgets them. */
static void tracer_push(struct progen_check *c, uint64_t address) {
  c->tracer[c->tracer_top++ % CHECK_CALLS] = address;
  if (c->tracer_count < CHECK_CALLS) c->tracer_count++;
}

/* Counts, and whether the rule of the parameter `returns` holds. */
static bool check_tracer(struct progen_check *c, uint64_t pc) {
  if (c->tracer_count == 0) return true;
  c->tracer_count--;
  const uint64_t expected = c->tracer[--c->tracer_top % CHECK_CALLS];
  if (pc == NOWHERE || pc == expected) return true;
  if (c->returns_rule == 1)
    return WRONG(c, "0x%" PRIx64 ": a return that a tracer counts goes to 0x%" PRIx64, expected,
                 pc);
  if (c->returns_rule == 2 && ((pc ^ expected) & 0x1fff) == 0)
    return WRONG(c, "0x%" PRIx64 ": the target 0x%" PRIx64 " has the same bits 12..1", expected,
                 pc);
  c->low_seen += ((pc ^ expected) & ~UINT64_C(0x1fff)) == 0;
  c->high_seen += ((pc ^ expected) & 0x1fff) == 0;
  return true;
}

/* The target of the jump before is known now, or never; a trap there changes nothing. */
static bool check_return(struct progen_check *c, uint64_t pc) {
  const uint8_t by = c->returning;
  c->returning = 0;
  if (by == 0) return true;
  if (c->depth > 0 && c->stack[--c->depth] == pc && by == RVT_IT_RETURN) c->stack_hits++;
  const bool good = check_tracer(c, pc);
  if (by == RVT_IT_SWAP) {
    push(c, rvt_insn_next(&c->last, c->last_pc, c->xlen));
    tracer_push(c, rvt_insn_next(&c->last, c->last_pc, c->xlen));
  }
  return good;
}

/* Whether what is interrupted here is a pair whose first half has just retired. */
static bool in_pair(struct progen_check *c, uint64_t pc) {
  struct rvt_insn insn;
  uint64_t word;
  return c->directly && fetch(c, pc, &word, &insn) && rvt_insn_sequential(&c->last, &insn);
}

static void count_insn(struct progen_check *c, const struct rvt_step *s,
                       const struct rvt_insn *insn) {
  uint64_t *n = c->count;
  const bool small = insn->size == 1;
  n[RVT_PROGEN_INSTRUCTIONS]++;
  n[RVT_PROGEN_HALF_ALIGNED] += insn->size == 2 && s->pc % 4 == 2;
  n[RVT_PROGEN_LONG] += insn->size > 2;
  n[RVT_PROGEN_CUSTOM] += insn->size > 2 || (insn->size == 2 && (s->word & 0x1f) == 0x0b) ||
                          (insn->size == 2 && (s->word & 0x5f) == 0x5b);
  n[RVT_PROGEN_BURST] += s->clocks == 0;
  n[RVT_PROGEN_STALL] += s->clocks > 1;
  switch (s->itype) {
  case RVT_IT_TRAP_RETURN:
    n[s->word == 0x30200073 ? RVT_PROGEN_MRET : RVT_PROGEN_SRET]++;
    c->xrets++;
    break;
  case RVT_IT_NOT_TAKEN:
    n[RVT_PROGEN_NOT_TAKEN]++;
    n[RVT_PROGEN_C_NOT_TAKEN] += small;
    break;
  case RVT_IT_TAKEN:
    n[RVT_PROGEN_TAKEN]++;
    n[RVT_PROGEN_C_TAKEN] += small;
    break;
  case RVT_IT_INDIRECT_CALL: n[small ? RVT_PROGEN_CALL_C_JALR : RVT_PROGEN_CALL_INDIRECT]++; break;
  case RVT_IT_DIRECT_CALL: n[small ? RVT_PROGEN_CALL_C_JAL : RVT_PROGEN_CALL_DIRECT]++; break;
  case RVT_IT_INDIRECT_JUMP: n[RVT_PROGEN_JUMP_INDIRECT]++; break;
  case RVT_IT_DIRECT_JUMP: n[RVT_PROGEN_JUMP_DIRECT]++; break;
  case RVT_IT_SWAP: c->swaps++; break;
  case RVT_IT_RETURN: c->returns++; break;
  case RVT_IT_INDIRECT_LINK: n[RVT_PROGEN_LINK_INDIRECT]++; break;
  case RVT_IT_DIRECT_LINK: n[RVT_PROGEN_LINK_DIRECT]++; break;
  default: break;
  }
}

/* Where the instruction leads; for an indirect one anywhere, unless the code says more. */
static void set_expected(struct progen_check *c, const struct rvt_step *s,
                         const struct rvt_insn *insn) {
  c->free = false;
  c->expected = rvt_insn_next(insn, s->pc, c->xlen);
  if (s->itype == RVT_IT_TAKEN || insn->kind == RVT_INSN_JUMP)
    c->expected = rvt_insn_target(insn, s->pc, c->xlen);
  if (insn->kind == RVT_INSN_TRAP_RETURN) c->free = true;
  if (insn->kind != RVT_INSN_INDIRECT) return;
  if (insn->rs1 == 0) {
    c->count[RVT_PROGEN_JALR_ZERO]++;
    c->expected = rvt_insn_address((uint64_t)(int64_t)insn->imm & ~UINT64_C(1), c->xlen);
  } else if (s->sijump) {
    c->count[RVT_PROGEN_SEQUENTIAL]++;
    c->expected = rvt_insn_sequential_target(&c->last, c->last_pc, insn, c->xlen);
  } else {
    c->free = true;
  }
}

static bool check_insn(struct progen_check *c, const struct rvt_step *step) {
  struct rvt_step plain = *step;
  const struct rvt_step *const s = &plain;
  struct rvt_insn insn;
  uint64_t word;
  if (!check_pc(c, s->pc) || !fetch(c, s->pc, &word, &insn)) return false;
  if ((word & 0xff07f) == 0x67) { /* JALR, rs1 = x0: see rvt_step_absolute() */
    if (!s->sijump || s->itype % 2 == 0)
      return WRONG(c, "0x%" PRIx64 ": expected a direct itype and sijump, found %u, %d", s->pc,
                   s->itype, s->sijump);
    plain.itype--;
    plain.sijump = false;
  }
  if (!s->has_word || s->word != word || s->size != insn.size)
    return WRONG(c, "0x%" PRIx64 ": expected the word 0x%" PRIx64 ", found 0x%" PRIx64, s->pc, word,
                 s->word);
  const bool branch = insn.kind == RVT_INSN_BRANCH && s->itype == RVT_IT_NOT_TAKEN;
  if (insn.kind == RVT_INSN_TRAP || (s->itype != insn.itype && !branch))
    return WRONG(c, "0x%" PRIx64 ": expected itype %u, found %u", s->pc, insn.itype, s->itype);
  if (word == 0 || word == 0xc0001073)
    return WRONG(c, "0x%" PRIx64 ": an illegal instruction retired", s->pc);
  if ((word == 0x30200073 && c->priv != RVT_PRIV_M) ||
      (word == 0x10200073 && c->priv == RVT_PRIV_U))
    return WRONG(c, "0x%" PRIx64 ": xRET at privilege %u", s->pc, c->priv);
  const bool sequential = c->directly && rvt_insn_sequential(&c->last, &insn);
  if (s->sijump != sequential)
    return WRONG(c, "0x%" PRIx64 ": expected sijump %d, found %d", s->pc, sequential, s->sijump);
  if (!check_return(c, s->pc)) return false;
  count_insn(c, s, &insn);
  set_expected(c, s, &insn);
  c->last = insn;
  c->last_pc = s->pc;
  c->ended_by = s->itype;
  c->directly = true;
  c->may_change_priv = s->itype == RVT_IT_TRAP_RETURN;
  if (s->itype == RVT_IT_RETURN || s->itype == RVT_IT_SWAP) c->returning = s->itype;
  if (s->itype == RVT_IT_INDIRECT_CALL || s->itype == RVT_IT_DIRECT_CALL) {
    push(c, rvt_insn_next(&insn, s->pc, c->xlen));
    tracer_push(c, rvt_insn_next(&insn, s->pc, c->xlen));
  }
  return true;
}

static bool check_cause(struct progen_check *c, const struct rvt_step *s) {
  static const uint8_t ecall[] = {8, 9, 0, 11};
  struct rvt_insn insn;
  uint64_t word;
  if (!fetch(c, s->pc, &word, &insn)) return false;
  const unsigned opcode = word & 0x7f;
  const bool small = insn.size == 1;
  bool good;
  switch (s->cause) {
  case 1:
  case 12:
    good = s->tval == s->pc;
    c->count[RVT_PROGEN_FETCH_FAULT]++;
    break;
  case 2:
    good = s->tval == rvt_insn_address(word, c->xlen);
    c->count[RVT_PROGEN_ILLEGAL]++;
    break;
  case 3:
    good = word == 0x9002 || word == 0x00100073;
    c->count[RVT_PROGEN_EBREAK]++;
    break;
  case 4:
  case 5:
  case 13:
    good = opcode == 0x03 || (small && (word >> 13 & 7) / 2 == 1);
    c->count[RVT_PROGEN_DATA_FAULT]++;
    break;
  case 6:
  case 7:
  case 15:
    good = opcode == 0x23 || opcode == 0x2f || (small && (word >> 13 & 7) / 2 == 3);
    c->count[RVT_PROGEN_DATA_FAULT]++;
    break;
  default:
    good = word == 0x73 && s->cause == ecall[c->priv & 3];
    c->count[RVT_PROGEN_ECALL]++;
    break;
  }
  return good || WRONG(c, "0x%" PRIx64 ": cause %" PRIu64 " does not fit 0x%" PRIx64, s->pc,
                       s->cause, word);
}

static bool check_trap(struct progen_check *c, const struct rvt_step *s) {
  struct rvt_insn insn;
  uint64_t word, *n = c->count;
  if (!check_pc(c, s->pc) || !fetch(c, s->pc, &word, &insn)) return false;
  if (!check_return(c, s->pc)) return false;
  n[RVT_PROGEN_PAIR_BROKEN] += in_pair(c, s->pc);
  const uint8_t b = c->ended_by;
  const bool jump = b >= RVT_IT_INDIRECT_CALL && b != RVT_IT_RETURN;
  if (s->itype == RVT_IT_EXCEPTION) {
    if (!check_cause(c, s)) return false;
    n[RVT_PROGEN_EXCEPTION]++;
    n[RVT_PROGEN_EXC_AT_INT] += b == RVT_IT_INTERRUPT;
    n[RVT_PROGEN_EXC_AT_RETURN] += b == RVT_IT_RETURN;
    n[RVT_PROGEN_ECALL_FAULT] += b == RVT_IT_EXCEPTION && c->environment;
    n[RVT_PROGEN_EXC_AT_HANDLER] += b == RVT_IT_EXCEPTION || b == RVT_IT_INTERRUPT;
    n[RVT_PROGEN_EXC_AFTER_XRET] += b == RVT_IT_TRAP_RETURN;
    n[RVT_PROGEN_EXC_AT_TARGET] +=
        b == RVT_IT_RETURN || (jump && c->last.kind == RVT_INSN_INDIRECT);
  } else {
    if ((s->cause & 1) == 0 || s->cause > 11 || s->tval != 0)
      return WRONG(c, "0x%" PRIx64 ": no such interrupt, %" PRIu64, s->pc, s->cause);
    n[RVT_PROGEN_INTERRUPT]++;
    n[RVT_PROGEN_INT_AT_EXC] += b == RVT_IT_EXCEPTION;
    n[RVT_PROGEN_INT_AT_HANDLER] += b == RVT_IT_EXCEPTION || b == RVT_IT_INTERRUPT;
    n[RVT_PROGEN_INT_AFTER_XRET] += b == RVT_IT_TRAP_RETURN;
    n[RVT_PROGEN_INT_AFTER_BRANCH] += b == RVT_IT_TAKEN || b == RVT_IT_NOT_TAKEN;
    n[RVT_PROGEN_INT_AFTER_RETURN] += b == RVT_IT_RETURN;
    n[RVT_PROGEN_INT_AFTER_JUMP] += jump;
  }
  c->epc[c->epcs++ % CHECK_EPCS] = s->pc;
  c->last_pc = s->pc;
  c->free = true;
  c->directly = false;
  c->ended_by = s->itype;
  c->environment =
      s->itype == RVT_IT_EXCEPTION && (s->cause == 3 || (s->cause >= 8 && s->cause < 12));
  c->may_change_priv = true;
  return true;
}

static bool check_priv(struct progen_check *c, const struct rvt_step *s) {
  const bool trap = c->ended_by == RVT_IT_EXCEPTION || c->ended_by == RVT_IT_INTERRUPT;
  c->count[RVT_PROGEN_PRIV_CHANGE]++;
  if (!c->may_change_priv || s->value == c->priv)
    return WRONG(c, "after 0x%" PRIx64 ": privilege %u to %u", c->last_pc, c->priv, s->value);
  if (c->reset_before ? s->value != RVT_PRIV_M
      : trap          ? s->value < c->priv || s->value == RVT_PRIV_U
                      : s->value > c->priv && !(c->priv == RVT_PRIV_M))
    return WRONG(c, "after 0x%" PRIx64 ": privilege %u to %u", c->last_pc, c->priv, s->value);
  if (!trap && !c->reset_before && c->last.kind == RVT_INSN_TRAP_RETURN && c->priv == RVT_PRIV_S &&
      s->value != RVT_PRIV_U)
    return WRONG(c, "after 0x%" PRIx64 ": SRET to %u", c->last_pc, s->value);
  c->priv = s->value;
  c->may_change_priv = false;
  return true;
}

/* All levels are off again: what they did to the walk. */
static void levels_end(struct progen_check *c) {
  const bool halt = c->level_seen[0], reset = c->level_seen[1];
  if (c->pair_waits) c->count[halt || reset ? RVT_PROGEN_PAIR_BROKEN : RVT_PROGEN_PAIR_PAUSED]++;
  c->count[RVT_PROGEN_TOGETHER] += halt + reset + c->level_seen[2] > 1;
  if (halt || reset) {
    (void)check_return(c, NOWHERE);
    c->directly = false;
  }
  c->halt_before = (c->halt_before || halt) && !reset;
  c->reset_before = reset || (c->reset_before && !halt);
  c->free = c->free && !reset;
  c->may_change_priv = reset;
  c->ended_by = 0;
  if (reset) c->expected = c->entry;
}

static bool check_level(struct progen_check *c, const struct rvt_step *s) {
  static const enum rvt_progen_count_id ids[] = {RVT_PROGEN_HALT, RVT_PROGEN_RESET,
                                                 RVT_PROGEN_LOWPOWER};
  const unsigned k = s->kind - RVT_STEP_HALT;
  if ((s->value == 1) == c->level[k]) return WRONG(c, "steps of a level do not alternate");
  if (s->value == 1 && !c->level_seen_any) {
    memset(c->level_seen, 0, sizeof c->level_seen);
    c->level_seen_any = true;
    c->pair_waits = in_pair(c, c->expected);
  }
  if (s->value == 1 && c->level_off) return WRONG(c, "a level begins while others end");
  c->level_off = s->value == 0;
  c->level[k] = s->value == 1;
  c->level_seen[k] = true;
  c->count[ids[k]] += s->value;
  c->count[RVT_PROGEN_HALT_AFTER_TRANSFER] +=
      k == 0 && s->value == 1 &&
      (c->ended_by == RVT_IT_TAKEN || c->ended_by == RVT_IT_NOT_TAKEN ||
       c->ended_by >= RVT_IT_INDIRECT_CALL);
  if (c->level[0] || c->level[1] || c->level[2]) return true;
  c->level_seen_any = c->level_off = false;
  levels_end(c);
  return true;
}

static bool check_pulses(struct progen_check *c, const struct rvt_step *s) {
  const bool behind = c->last_kind == RVT_STEP_INSN || c->last_kind == RVT_STEP_TRAP;
  if (!behind && !c->level_seen_any) return WRONG(c, "trigger pulses that belong to nothing");
  c->count[RVT_PROGEN_TRIGGER_ON] += (s->value & RVT_PULSE_ON) != 0;
  c->count[RVT_PROGEN_TRIGGER_OFF] += (s->value & RVT_PULSE_OFF) != 0;
  c->count[RVT_PROGEN_TRIGGER_NOTIFY] += (s->value & RVT_PULSE_NOTIFY) != 0;
  c->count[RVT_PROGEN_TRIGGER_OUTSIDE] += s->value >= RVT_PULSE_EXT_ON;
  return true;
}

static bool check_context(struct progen_check *c) {
  if (c->last_kind > RVT_STEP_PRIV && c->last_kind != RVT_STEP_TRIGGER)
    return WRONG(c, "a change of context that comes of nothing");
  c->count[RVT_PROGEN_CONTEXT]++;
  return true;
}

bool progen_check_step(struct progen_check *c, const struct rvt_step *s) {
  struct rvt_error e = {""};
  if (rvt_step_check(s, c->xlen, &e) != RVT_OK) return WRONG(c, "%.200s", e.text);
  const bool timed = s->kind == RVT_STEP_INSN || s->kind == RVT_STEP_TRAP;
  if (timed && c->next_clock && s->clocks == 0)
    return WRONG(c, "0x%" PRIx64 ": in the clock of a trap, halt or other privilege", s->pc);
  if (c->level_seen_any && s->kind < RVT_STEP_TRIGGER)
    return WRONG(c, "0x%" PRIx64 ": while halted, in reset or in low power", s->pc);
  bool good;
  switch (s->kind) {
  case RVT_STEP_INSN: good = check_insn(c, s); break;
  case RVT_STEP_TRAP: good = check_trap(c, s); break;
  case RVT_STEP_PRIV: good = check_priv(c, s); break;
  case RVT_STEP_HALT:
  case RVT_STEP_RESET:
  case RVT_STEP_LOWPOWER: good = check_level(c, s); break;
  case RVT_STEP_TRIGGER: good = check_pulses(c, s); break;
  case RVT_STEP_CONTEXT: good = check_context(c); break;
  default: good = WRONG(c, "unexpected kind %u", s->kind); break;
  }
  if (s->kind != RVT_STEP_TRIGGER) c->next_clock = s->kind != RVT_STEP_INSN;
  if (timed) c->halt_before = c->reset_before = false;
  c->last_kind = s->kind;
  return good;
}

static bool counted_here(unsigned id) {
  switch (id) {
  case RVT_PROGEN_LOOP_LONG:
  case RVT_PROGEN_STRAIGHT_LONG:
  case RVT_PROGEN_CALL_DEEP:
  case RVT_PROGEN_RETURN_MATCHED:
  case RVT_PROGEN_RETURN_MISMATCHED:
  case RVT_PROGEN_RETURN_UNKNOWN:
  case RVT_PROGEN_RETURN_DEEP:
  case RVT_PROGEN_SWAP_MATCHED:
  case RVT_PROGEN_SWAP_OTHER:
  case RVT_PROGEN_TAIL_CALL:
  case RVT_PROGEN_RECURSION:
  case RVT_PROGEN_SELF_LOOP:
  case RVT_PROGEN_TRAP_NESTED:
  case RVT_PROGEN_EPC_MOVED:
  case RVT_PROGEN_HALT_MOVED:
  case RVT_PROGEN_INT_IN_HANDLER:
  case RVT_PROGEN_RETURN_LOW:
  case RVT_PROGEN_RETURN_HIGH: return false;
  default: return true;
  }
}

bool progen_check_counts(struct progen_check *c, const uint64_t *n) {
  for (unsigned i = 0; i < RVT_PROGEN_COUNTS; i++)
    if (counted_here(i) && c->count[i] != n[i])
      return WRONG(c, "%s: expected %" PRIu64 ", found %" PRIu64,
                   rvt_progen_count_text((enum rvt_progen_count_id)i), c->count[i], n[i]);
  if (c->returns != n[RVT_PROGEN_RETURN_MATCHED] + n[RVT_PROGEN_RETURN_MISMATCHED] +
                        n[RVT_PROGEN_RETURN_UNKNOWN] ||
      c->swaps != n[RVT_PROGEN_SWAP_MATCHED] + n[RVT_PROGEN_SWAP_OTHER])
    return WRONG(c, "kinds of returns do not add up to %" PRIu64, c->returns);
  if (c->stack_hits + n[RVT_PROGEN_RETURN_DEEP] + n[RVT_PROGEN_HALT] + n[RVT_PROGEN_RESET] <
      n[RVT_PROGEN_RETURN_MATCHED] / 4 * 3)
    return WRONG(c, "only %" PRIu64 " of %" PRIu64 " matched returns", c->stack_hits,
                 n[RVT_PROGEN_RETURN_MATCHED]);
  if (c->low_seen > n[RVT_PROGEN_RETURN_LOW] || c->high_seen > n[RVT_PROGEN_RETURN_HIGH] ||
      c->low_seen + c->high_seen + n[RVT_PROGEN_HALT] + n[RVT_PROGEN_RESET] <
          n[RVT_PROGEN_RETURN_LOW] + n[RVT_PROGEN_RETURN_HIGH])
    return WRONG(c, "returns near a tracer's expectation: found %" PRIu64 " and %" PRIu64,
                 c->low_seen, c->high_seen);
  if (c->known_epcs + n[RVT_PROGEN_EPC_MOVED] + n[RVT_PROGEN_HALT] + n[RVT_PROGEN_RESET] +
          n[RVT_PROGEN_LOWPOWER] + 1 <
      c->xrets)
    return WRONG(c, "only %" PRIu64 " of %" PRIu64 " xRET go back", c->known_epcs, c->xrets);
  if (c->halts_moved > n[RVT_PROGEN_HALT_MOVED]) return WRONG(c, "too many moved halts");
  return true;
}

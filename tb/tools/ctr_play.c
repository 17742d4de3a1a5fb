/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ctr_play [h] [emulator]: what a hart did, a line each on standard input, through the functional
 * model of control transfer records and through its oracle; every answer of theirs to an access is
 * compared with the hart's, and at the end registers and entries are printed in the form of a dump.
 *
 *   i WORD MODE PC NEXT MODE_AFTER      an instruction that retired
 *   t INTERRUPT CAUSE EPC HANDLER FROM TO
 *   a CSR MODE STATEENS SISELECT VSISELECT FUNCT3 RS1 OPERAND RD VALUE EXCEPTION    an access
 *   c MODE STATEENS EXCEPTION           SCTRCLR
 *
 * Numbers are hexadecimal. RS1 and RD are fields of the instruction, OPERAND what RS1 stands for,
 * VALUE what the hart read; STATEENS bit 0 mstateen0.CTR, bit 1 hstateen0.CTR; EXCEPTION a cause,
 * or 0. With `emulator` these are QEMU's, and without it they are counted:
 *
 *   moved     filters and RASEMU of a transfer into or out of V: of its target's control (CTR:P-05)
 *   stricter  an external trap out of VS needs vsctrctl.STE, too (CTR:P-02)
 *   reserved  a reserved depth becomes the greatest, where ours stays (CTR:C-10)
 *   open      state-enables keep nobody from entries (CTR:S-01)
 *   refused   VU and sireg*: an illegal instruction, no virtual one (CTR:S-01, CTR:S-03) */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/ctr/ctr.h"
#include "rvt/insn.h"
#include "rvt/itype.h"
#include "rvt/unit/ctr_records.h"

enum { FILTERS = 0xff3e, CAUSE_ILLEGAL = 2, CAUSE_VIRTUAL = 22 };
#define KIND_BITS ((uint64_t)FILTERS << 32 | RVT_CTR_CTL_RASEMU)

struct play {
  struct rvt_ctr_records model;
  struct oracle_ctr oracle;
  bool emulator;
  unsigned line, differences;
  uint64_t transfers,
      moved;              /* moved: those for which it makes a difference whose control is asked */
  uint64_t stricter;      /* external traps of VS without vsctrctl.STE */
  uint64_t reserved;      /* depths */
  uint64_t open, refused; /* accesses to entries that a state-enable refuses; that VU does */
};

static const struct rvt_ctr_access machine = {.mode = RVT_PRIV_M, .mstateen = true};
static const struct oracle_ctr_access machine_too = {.mode = ORACLE_CTR_M, .mstateen = true};

static bool is_virtual(uint64_t mode) { return mode == ORACLE_CTR_VU || mode == ORACLE_CTR_VS; }

static void differ(struct play *p, const char *whose, const char *what, uint64_t expected,
                   uint64_t found) {
  p->differences++;
  printf("difference: line %u: %s of the %s: expected 0x%" PRIx64 ", the hart has 0x%" PRIx64 "\n",
         p->line, what, whose, expected, found);
}

static void set_controls(struct play *p, uint64_t mctrctl, uint64_t vsctrctl) {
  if (rvt_ctr_write(&p->model, &machine, RVT_CTR_MCTRCTL, mctrctl) != RVT_CTR_NONE ||
      oracle_ctr_write(&p->oracle, &machine_too, ORACLE_CTR_MCTRCTL, mctrctl) != ORACLE_CTR_NONE)
    abort();
  if (!p->model.p.hyp) return;
  if (rvt_ctr_write(&p->model, &machine, RVT_CTR_VSCTRCTL, vsctrctl) != RVT_CTR_NONE ||
      oracle_ctr_write(&p->oracle, &machine_too, ORACLE_CTR_VSCTRCTL, vsctrctl) != ORACLE_CTR_NONE)
    abort();
}

static void event(struct play *p, const struct rvt_ctr_transfer *t) {
  (void)rvt_ctr_event(&p->model, t);
  if (t->itype == RVT_IT_EXCEPTION || t->itype == RVT_IT_INTERRUPT)
    oracle_ctr_trap(&p->oracle, t->cause, t->itype == RVT_IT_INTERRUPT, t->source, t->target,
                    t->from, t->to);
  else if (t->itype == RVT_IT_TRAP_RETURN)
    oracle_ctr_return(&p->oracle, t->source, t->target, false, t->from, t->to);
  else
    oracle_ctr_transfer(&p->oracle, t->itype, t->source, t->target, false, t->from);
}

/* What QEMU decides otherwise. */
static void transfer(struct play *p, const struct rvt_ctr_transfer *t) {
  p->transfers++;
  const uint64_t m = p->model.mctrctl_q, vs = p->model.vsctrctl_q;
  uint64_t m_then = m, vs_then = vs;
  const bool crosses = t->itype <= RVT_IT_TRAP_RETURN && is_virtual(t->from) != is_virtual(t->to);
  const uint64_t of_target = is_virtual(t->to) ? vs : m;
  if (crosses && ((of_target ^ vs) & (RVT_CTR_FILTER(t->itype) | RVT_CTR_CTL_RASEMU)) != 0) {
    p->moved++;
    vs_then = (vs & ~KIND_BITS) | (of_target & KIND_BITS);
  }
  const bool to_m = t->to == RVT_PRIV_M;
  if (crosses && t->itype < RVT_IT_TRAP_RETURN && t->from == ORACLE_CTR_VS &&
      (vs & (RVT_CTR_CTL_S | RVT_CTR_CTL_STE)) == RVT_CTR_CTL_S &&
      (m & (to_m ? RVT_CTR_CTL_M : RVT_CTR_CTL_S)) == 0 && (m & RVT_CTR_CTL_STE) != 0 &&
      (!to_m || (m & RVT_CTR_CTL_MTE) != 0)) {
    p->stricter++;
    m_then = m & ~(uint64_t)RVT_CTR_CTL_STE;
  }
  const bool otherwise = p->emulator && (m_then != m || vs_then != vs);
  if (otherwise) set_controls(p, m_then, vs_then);
  event(p, t);
  if (otherwise) set_controls(p, m, vs);
}

static void retire(struct play *p, const uint64_t w[]) {
  struct rvt_insn insn;
  if (rvt_insn_decode(w[0], 64, &insn) != RVT_OK) return;
  if (insn.kind == RVT_INSN_LINEAR || insn.kind == RVT_INSN_TRAP) return;
  struct rvt_ctr_transfer t = {.itype = insn.itype,
                               .from = (uint8_t)w[1],
                               .to = (uint8_t)w[4],
                               .source = w[2],
                               .target = w[3]};
  if (insn.kind == RVT_INSN_BRANCH && w[3] == rvt_insn_next(&insn, w[2], 64))
    t.itype = RVT_IT_NOT_TAKEN;
  transfer(p, &t);
}

static void trap(struct play *p, const uint64_t w[]) {
  const struct rvt_ctr_transfer t = {.itype = w[0] != 0 ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION,
                                     .cause = w[1],
                                     .source = w[2],
                                     .target = w[3],
                                     .from = (uint8_t)w[4],
                                     .to = (uint8_t)w[5]};
  transfer(p, &t);
}

/* ---- Accesses -------------------------------------------------------------------------------- */

static uint64_t cause_of(unsigned exception) {
  return exception == RVT_CTR_NONE      ? 0
         : exception == RVT_CTR_ILLEGAL ? CAUSE_ILLEGAL
                                        : CAUSE_VIRTUAL;
}

/* What csrrw, csrrs and csrrc make of the old value. */
static uint64_t written(struct play *p, const uint64_t w[], uint64_t old) {
  const unsigned kind = w[5] & 3;
  const uint64_t value = kind == 1 ? w[7] : kind == 2 ? old | w[7] : old & ~w[7];
  if (w[0] != RVT_CTR_SCTRDEPTH || (value & 7) <= 4) return value;
  p->reserved++;
  return p->emulator ? 4 : value;
}

static void access_csr(struct play *p, const uint64_t w[]) {
  const uint16_t csr = (uint16_t)w[0];
  const unsigned funct3 = (unsigned)w[5];
  const bool reads = (funct3 & 3) != 1 || w[8] != 0, writes = (funct3 & 3) == 1 || w[6] != 0;
  const bool guest = csr >> 8 == 2 || is_virtual(w[1]);
  const bool entry = (csr & 0xf8) == (RVT_CTR_SIREG & 0xf8) && (csr & 7) != 0;
  const bool guest_user = w[1] == ORACLE_CTR_VU && csr >> 8 == 1;
  const bool open = p->emulator && entry && !guest_user;
  p->refused += entry && guest_user && w[2] == 3;
  if (p->emulator && entry && guest_user) { /* QEMU's own exception: nothing reaches a recorder */
    if (w[10] != CAUSE_ILLEGAL) differ(p, "emulator", "exception", CAUSE_ILLEGAL, w[10]);
    return;
  }
  p->open += entry && !guest_user && w[1] != RVT_PRIV_M && w[2] != 3;
  const struct rvt_ctr_access a = {.mode = (uint8_t)w[1],
                                   .mstateen = open || (w[2] & 1) != 0,
                                   .hstateen = open || (w[2] & 2) != 0,
                                   .select = (uint16_t)(guest ? w[4] : w[3])};
  const struct oracle_ctr_access o = {.mode = (enum oracle_ctr_mode)w[1],
                                      .mstateen = a.mstateen,
                                      .hstateen = a.hstateen,
                                      .siselect = w[3],
                                      .vsiselect = w[4]};
  uint64_t old = 0, old_too = 0;
  enum rvt_ctr_exception e = RVT_CTR_NONE;
  enum oracle_ctr_exception e_too = ORACLE_CTR_NONE;
  if (reads || (funct3 & 3) != 1) {
    e = rvt_ctr_read(&p->model, &a, csr, &old);
    e_too = oracle_ctr_read(&p->oracle, &o, csr, &old_too);
  }
  if (writes && e == RVT_CTR_NONE) e = rvt_ctr_write(&p->model, &a, csr, written(p, w, old));
  if (writes && e_too == ORACLE_CTR_NONE)
    e_too = oracle_ctr_write(&p->oracle, &o, csr, written(p, w, old_too));
  if (cause_of(e) != w[10]) differ(p, "model", "exception", cause_of(e), w[10]);
  if (cause_of(e_too) != w[10]) differ(p, "oracle", "exception", cause_of(e_too), w[10]);
  if (w[8] == 0 || w[10] != 0) return;
  if (e == RVT_CTR_NONE && old != w[9]) differ(p, "model", "value", old, w[9]);
  if (e_too == ORACLE_CTR_NONE && old_too != w[9]) differ(p, "oracle", "value", old_too, w[9]);
}

static void clear(struct play *p, const uint64_t w[]) {
  const struct rvt_ctr_access a = {
      .mode = (uint8_t)w[0], .mstateen = (w[1] & 1) != 0, .hstateen = (w[1] & 2) != 0};
  const struct oracle_ctr_access o = {
      .mode = (enum oracle_ctr_mode)w[0], .mstateen = a.mstateen, .hstateen = a.hstateen};
  const uint64_t e = cause_of(rvt_ctr_clear(&p->model, &a));
  const uint64_t e_too = cause_of(oracle_ctr_clear(&p->oracle, &o));
  if (e != w[2]) differ(p, "model", "exception of SCTRCLR", e, w[2]);
  if (e_too != w[2]) differ(p, "oracle", "exception of SCTRCLR", e_too, w[2]);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool take(struct play *p, char *text) {
  static const struct {
    char kind;
    unsigned words;
    void (*take)(struct play *p, const uint64_t w[]);
  } kinds[] = {{'i', 5, retire}, {'t', 6, trap}, {'a', 11, access_csr}, {'c', 3, clear}};
  uint64_t w[11] = {0};
  char *at = text + 1;
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    if (kinds[k].kind != text[0]) continue;
    for (unsigned i = 0; i < kinds[k].words; i++) {
      char *const before = at;
      w[i] = strtoull(at, &at, 16);
      if (at == before) return false;
    }
    kinds[k].take(p, w);
    return true;
  }
  return false;
}

static void print(struct play *p) {
  if (p->model.mctrctl_q != p->oracle.mctrctl || p->model.vsctrctl_q != p->oracle.vsctrctl ||
      p->model.wrptr_q != p->oracle.wrptr || p->model.frozen_q != p->oracle.frozen ||
      p->model.depth_q != p->oracle.depth_code)
    printf("difference: model and oracle differ in a control, the status or the depth\n");
  printf("transfers %" PRIu64 " moved %" PRIu64 " stricter %" PRIu64 " reserved %" PRIu64
         " open %" PRIu64 " refused %" PRIu64 "\n",
         p->transfers, p->moved, p->stricter, p->reserved, p->open, p->refused);
  printf("mctrctl 0x%016" PRIx64 "\n", p->model.mctrctl_q);
  if (p->model.p.hyp) printf("vsctrctl 0x%016" PRIx64 "\n", p->model.vsctrctl_q);
  printf("sctrdepth 0x%016x\n", (unsigned)p->model.depth_q);
  printf("sctrstatus 0x%016" PRIx64 "\n",
         (uint64_t)p->model.wrptr_q | (p->model.frozen_q ? RVT_CTR_FROZEN : 0));
  printf("ctr 1 0x%016x 0x0\n", rvt_ctr_depth(&p->model));
  for (unsigned i = 0; i < rvt_ctr_depth(&p->model); i++) {
    const struct rvt_ctr_entry *e = &p->model.entry[rvt_ctr_physical(&p->model, i)];
    const struct oracle_ctr_entry o = oracle_ctr_entry_at(&p->oracle, i);
    printf("ctr 0x%016" PRIx64 " 0x%016" PRIx64 " 0x%016" PRIx64 "\n", e->source, e->target,
           e->data);
    if (e->source != o.source || e->target != o.target || e->data != o.data)
      printf("difference: entry %u of the oracle: 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 "\n", i,
             o.source, o.target, o.data);
  }
}

int main(int argc, char **argv) {
  static struct play p;
  struct rvt_ctr_params params = {.xlen = 64,
                                  .blocks = 1,
                                  .iretire_width = 1,
                                  .depths = 31,
                                  .misp = true,
                                  .type = true,
                                  .filters = FILTERS,
                                  .ext_traps = true,
                                  .ras_emu = true,
                                  .lcofi = true};
  for (int i = 1; i < argc; i++) {
    params.hyp = params.hyp || strcmp(argv[i], "h") == 0;
    p.emulator = p.emulator || strcmp(argv[i], "emulator") == 0;
  }
  const struct oracle_ctr_build build = {.mxlen = 64,
                                         .xlen = 64,
                                         .depths = 31,
                                         .misp = true,
                                         .type = true,
                                         .filters = FILTERS,
                                         .external = true,
                                         .ras = true,
                                         .hypervisor = params.hyp,
                                         .has_overflow = true};
  struct rvt_error e;
  if (rvt_ctr_records_init(&p.model, &params, &e) != RVT_OK) {
    fprintf(stderr, "%s\n", e.text);
    return 2;
  }
  oracle_ctr_init(&p.oracle, &build);
  char text[400];
  while (fgets(text, sizeof text, stdin) != NULL) {
    p.line++;
    if (take(&p, text)) continue;
    fprintf(stderr, "line %u: expected i, t, a or c and its numbers, found %s", p.line, text);
    return 2;
  }
  print(&p);
  return 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_dump.h"

#include <inttypes.h>
#include <string.h>

enum { FCSR, FFLAGS, FRM, MSTATUS, SSTATUS = 5, MIE = 8, SIE = 9, FLAGS = 31, RM = 7, RM_AT = 5 };
enum { SOME = 4 /* registers of a state that proves something */ };

const uint16_t tb_tandem_csrs[RVT_TANDEM_BANK] = {
    0x003, 0x001, 0x002, 0x300, 0x310, 0x100, 0x302, 0x303, 0x304, 0x104, 0x305,
    0x306, 0x30a, 0x340, 0x341, 0x342, 0x343, 0x105, 0x106, 0x10a, 0x140, 0x141,
    0x142, 0x143, 0x180, 0x3b0, 0x3b1, 0x3b2, 0x3b3, 0x3a0, 0x3a1, 0x320};

/* ---- A state ---- */

static void set(struct tb_tandem_state *s, unsigned place, uint64_t value) {
  s->known[place] = true;
  s->stale[place] = false;
  s->value[place] = value;
}

static void set_part(struct tb_tandem_state *s, unsigned place, uint64_t mask, uint64_t value) {
  s->value[place] = (s->value[place] & ~mask) | (value & mask);
}

/* A CSR; of views the wider one has it all, and of fcsr the flags change with theirs. */
static void set_csr(struct tb_tandem_state *s, unsigned k, uint64_t value) {
  bool *const known = s->known + TB_TANDEM_CSR;
  switch (k) {
  case FCSR: known[FFLAGS] = known[FRM] = false; break;
  case MSTATUS: known[SSTATUS] = false; break;
  case MIE: known[SIE] = false; break;
  case FFLAGS: set_part(s, TB_TANDEM_CSR + FCSR, FLAGS, value); break;
  case FRM: set_part(s, TB_TANDEM_CSR + FCSR, RM << RM_AT, value << RM_AT); break;
  default: break;
  }
  set(s, TB_TANDEM_CSR + k, value);
}

static void make_stale(struct tb_tandem_state *s, unsigned k) {
  if (s->known[TB_TANDEM_CSR + k]) s->stale[TB_TANDEM_CSR + k] = true;
  s->known[TB_TANDEM_CSR + k] = false;
}

/* One that is not kept: of the wider one a part is not known any more, nor its views. */
static void lose_csr(struct tb_tandem_state *s, unsigned k) {
  if (k == FCSR) make_stale(s, FFLAGS), make_stale(s, FRM);
  if (k == MSTATUS) make_stale(s, SSTATUS);
  if (k == MIE) make_stale(s, SIE);
  if (k == FFLAGS || k == FRM) make_stale(s, FCSR);
  if (k == SSTATUS) make_stale(s, MSTATUS);
  if (k == SIE) make_stale(s, MIE);
}

static unsigned csr_of(unsigned number) {
  unsigned k = 0;
  while (k < RVT_TANDEM_BANK && tb_tandem_csrs[k] != number) k++;
  return k;
}

static void tell_csr(struct tb_tandem_dump *d, const struct rvt_tandem_csr *csr) {
  const unsigned k = csr_of(csr->number);
  if (k == RVT_TANDEM_BANK) return;
  if ((d->p->shadow_csrs >> k & 1) != 0)
    set_csr(&d->told, k, csr->data);
  else
    lose_csr(&d->told, k);
}

static void tell(struct tb_tandem_dump *d, const struct rvt_tandem_record *r) {
  const unsigned sends = d->p->elements;
  struct tb_tandem_state *const s = &d->told;
  if (r->kind == RVT_TANDEM_HART_RESET) {
    memset(s, 0, sizeof *s);
    return;
  }
  if (r->kind != RVT_TANDEM_OUTSIDE || r->pc_valid) set(s, TB_TANDEM_PC, r->pc_w);
  if ((sends & RVT_TANDEM_SENDS_GPR) != 0 && r->gpr_valid && r->gpr != 0)
    set(s, r->gpr, r->gpr_data);
  if ((sends & RVT_TANDEM_SENDS_FPR) != 0 && r->fpr_valid)
    set(s, TB_TANDEM_F + r->fpr, r->fpr_data);
  for (unsigned i = 0; i < d->p->csrs; i++)
    if (r->csr[i].valid) tell_csr(d, &r->csr[i]);
  if ((sends & RVT_TANDEM_SENDS_FFLAGS) != 0 && d->p->forms.or_fcsr && r->fflags_valid) {
    s->value[TB_TANDEM_CSR + FCSR] |= r->fflags;
    s->value[TB_TANDEM_CSR + FFLAGS] |= r->fflags;
  }
  if ((sends & RVT_TANDEM_SENDS_PRIVILEGE) != 0 && r->privilege_valid && r->privilege != 2)
    set(s, TB_TANDEM_LEVEL, r->privilege);
}

/* TB_TANDEM_PLACES: what is read is what is due. */
static unsigned difference(const struct tb_tandem_state *due, const struct tb_tandem_state *read) {
  for (unsigned i = 0; i < TB_TANDEM_PLACES; i++)
    if (due->known[i] ? !read->known[i] || read->value[i] != due->value[i]
                      : read->known[i] && !due->stale[i])
      return i;
  return TB_TANDEM_PLACES;
}

/* ---- Gaps ---- */

static struct tb_tandem_gap *gap(struct tb_tandem_dump *d, uint32_t n) {
  return &d->gap[n % TB_TANDEM_GAPS];
}

static void open_gap(struct tb_tandem_dump *d, bool lost) {
  d->open = true;
  struct tb_tandem_gap *const g = gap(d, d->to++);
  g->closed = g->reset = false;
  g->lost = lost;
  g->resets = g->puts = 0;
}

static void forget_read(struct tb_tandem_dump *d) {
  memset(&d->read, 0, sizeof d->read);
  d->size = 0;
  rvt_tandem_reader_init(&d->reader, &d->p->format);
}

void tb_tandem_dump_init(struct tb_tandem_dump *d, const struct rvt_tandem_params *p) { d->p = p; }

void tb_tandem_dump_clear(struct tb_tandem_dump *d) {
  memset(&d->told, 0, sizeof d->told);
  d->open = false;
  d->from = d->to = 0;
  open_gap(d, false);
  forget_read(d);
}

void tb_tandem_dump_drop(struct tb_tandem_dump *d, bool pending) {
  d->from = d->to = 0;
  open_gap(d, false);
  gap(d, 0)->reset = pending;
  gap(d, 0)->resets = pending;
  forget_read(d);
}

bool tb_tandem_is_bus_told(const struct rvt_tandem_params *p, const struct rvt_tandem_in *in) {
  return (p->elements & RVT_TANDEM_SENDS_BUS) != 0 && in->bus.valid &&
         in->bus.op <= RVT_TANDEM_FETCH;
}

void tb_tandem_dump_told(struct tb_tandem_dump *d, struct tb *tb, const struct rvt_tandem_in *in,
                         bool taken, bool lost) {
  bool any = tb_tandem_is_bus_told(d->p, in);
  for (unsigned i = 0; i < d->p->nret; i++)
    any |= in->valid[i] && in->slot[i].kind < RVT_TANDEM_HART_KINDS;
  const bool gone = !in->enable || !in->active || (any && !taken);
  if (gone && !d->open) open_gap(d, lost);
  if (d->to - d->from > TB_TANDEM_GAPS) tb_fail(tb, "tandem: more gaps than the judge holds");
  struct tb_tandem_gap *const last = gap(d, d->to - 1);
  if (any && taken && d->open) {
    d->open = false;
    last->closed = true;
    last->due = d->told;
  }
  for (unsigned i = 0; i < d->p->nret; i++) {
    if (!in->valid[i] || in->slot[i].kind >= RVT_TANDEM_HART_KINDS) continue;
    if (d->open && in->slot[i].kind == RVT_TANDEM_HART_RESET) {
      last->reset = true;
      last->resets++;
    }
    tell(d, &in->slot[i]);
  }
}

void tb_tandem_dump_put(struct tb_tandem_dump *d, struct tb *tb) {
  if (!d->open) tb_fail(tb, "tandem: a state is dumped with no gap before it (TV:E-08)");
  gap(d, d->to - 1)->puts++;
}

/* ---- What leaves ---- */

void tb_tandem_dump_beat(struct tb_tandem_dump *d, const struct rvt_beat *m) {
  for (size_t i = 0; i < m->bytes && d->size < sizeof d->bytes; i++)
    d->bytes[d->size++] = m->data[i];
}

bool tb_tandem_dump_due(const struct tb_tandem_dump *d) {
  return d->gap[d->from % TB_TANDEM_GAPS].puts != 0;
}

bool tb_tandem_dump_ends(const struct tb_tandem_dump *d) {
  const struct tb_tandem_gap *const g = &d->gap[d->from % TB_TANDEM_GAPS];
  return g->closed && g->puts == 0;
}

void tb_tandem_dump_next(struct tb_tandem_dump *d, struct tb *tb) {
  const struct tb_tandem_gap *const g = gap(d, d->from++);
  const unsigned at = difference(&g->due, &d->read);
  if (g->reset) tb_fail(tb, "tandem: a record after a gap in which a reset was not said (TV:E-08)");
  if (at != TB_TANDEM_PLACES)
    tb_fail(tb,
            "tandem: a record after a gap, with place %u of the state %s: expected 0x%" PRIx64
            ", found 0x%" PRIx64 " (TV:E-08)",
            at,
            !d->read.known[at] ? "not said"
            : g->due.known[at] ? "wrong"
                               : "said, not known",
            g->due.value[at], d->read.value[at]);
  unsigned some = 0;
  for (unsigned i = 0; i < TB_TANDEM_PC; i++) some += g->due.known[i];
  if (g->due.known[TB_TANDEM_PC] && some >= SOME) {
    if (g->lost) PROVED("TV:E-05");
    PROVED("TV:E-08");
    d->after_loss += g->lost;
    d->after_off += !g->lost;
  }
  forget_read(d);
}

static bool read_register(struct tb_tandem_dump *d, const struct rvt_tandem_element *e) {
  if (e->number >= RVT_TANDEM_X) {
    set(&d->read, e->number - RVT_TANDEM_X, e->data);
    return e->number != RVT_TANDEM_X;
  }
  const unsigned k = csr_of(e->number);
  if (k == RVT_TANDEM_BANK || (d->p->shadow_csrs >> k & 1) == 0) return false;
  set_csr(&d->read, k, e->data);
  return true;
}

/* An element that a group of a dump may have. */
static bool read_element(struct tb_tandem_dump *d, const struct rvt_tandem_element *e) {
  switch (e->opcode) {
  case RVT_TANDEM_BEGIN:
  case RVT_TANDEM_END:
  case RVT_TANDEM_INIT: return true;
  case RVT_TANDEM_RESET: {
    struct tb_tandem_gap *const g = gap(d, d->from);
    memset(&d->read, 0, sizeof d->read);
    g->reset = false;
    return g->resets-- != 0;
  }
  case RVT_TANDEM_REGISTER: return read_register(d, e);
  case RVT_TANDEM_STATE:
    if (e->number != RVT_TANDEM_PC && e->number != RVT_TANDEM_PRIVILEGE) return false;
    set(&d->read, e->number == RVT_TANDEM_PC ? TB_TANDEM_PC : TB_TANDEM_LEVEL, e->data);
    return true;
  default: return false;
  }
}

void tb_tandem_dump_group(struct tb_tandem_dump *d, struct tb *tb) {
  struct rvt_bytes in = {.data = d->bytes, .size = d->size};
  struct rvt_tandem_element e;
  struct rvt_tandem_note note = {NULL, "no element of a state", 0};
  enum rvt_status status;
  bool fits = d->size > 2 && (d->bytes[1] == RVT_TANDEM_RESET || d->bytes[1] == RVT_TANDEM_INIT);
  while (fits && (status = rvt_tandem_read(&d->reader, &in, &e, &note)) == RVT_OK)
    fits = read_element(d, &e);
  if (!fits || status != RVT_END)
    tb_fail(tb, "tandem: byte %zu of a group of a dump: %s (TV:E-08)", in.pos, note.text);
  gap(d, d->from)->puts--;
  d->size = 0;
}

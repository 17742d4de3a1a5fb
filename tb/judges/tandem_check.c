/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_check.h"

#include <string.h>

enum { FCSR = 3, SHORT = 8, SOME_ELEMENTS = 6 /* with begin and end */ };

/* Bytes of the longest group of a build, whatever the hart tells (TV:E-04). */
static uint8_t bound_of(const struct rvt_tandem_params *p) {
  const unsigned x = p->format.xlen / 8u, m = (p->format.mlen + 7u) / 8, e = p->elements;
  unsigned bytes = 2 + (2 + x) + 5 + p->csrs * (3 + x);
  if ((e & RVT_TANDEM_SENDS_GPR) != 0) bytes += 3 + x;
  if ((e & RVT_TANDEM_SENDS_FPR) != 0) bytes += 3 + p->format.flen / 8u;
  if ((e & RVT_TANDEM_SENDS_FFLAGS) != 0 && p->forms.or_fcsr) bytes += 4;
  if ((e & RVT_TANDEM_SENDS_PRIVILEGE) != 0) bytes += 3;
  if ((e & RVT_TANDEM_SENDS_PADDR) != 0) bytes += 2 + m;
  if ((e & RVT_TANDEM_SENDS_EADDR) != 0) bytes += 2 + m;
  if ((e & RVT_TANDEM_SENDS_STORE) != 0) bytes += 10;
  if ((e & RVT_TANDEM_SENDS_PC_PADDR) != 0) bytes += 2 + m;
  if ((e & RVT_TANDEM_SENDS_MTIME) != 0) bytes += 10;
  /* A transaction is a group of its own: an AMO of 8 bytes, and its response. */
  const unsigned bus = (e & RVT_TANDEM_SENDS_BUS) != 0 ? 2 + (2 + m + 8) + 10 : 0;
  return (uint8_t)(bytes > bus ? bytes : bus);
}

void tb_tandem_check_init(struct tb_tandem_check *c, const struct rvt_tandem_params *p,
                          bool obeys) {
  c->p = p;
  c->obeys = obeys;
  c->bound = bound_of(p);
  c->stream = (struct tb_stream_check){.unit = "tandem", .lanes = p->lanes};
  tb_tandem_dump_init(&c->dump, p);
  tb_tandem_check_clear(c);
}

/* The stream begins anew. */
static void begin(struct tb_tandem_check *c) {
  c->from = c->to = 0;
  c->at = c->words = 0;
  c->dropping = false;
  c->idle = 0;
  tb_stream_check_clear(&c->stream);
  rvt_tandem_reader_init(&c->reader, &c->p->format);
}

static struct tb_tandem_group *group(struct tb_tandem_check *c, uint32_t n) {
  return &c->due[n % TB_TANDEM_DUE];
}

static void add_gap(struct tb_tandem_check *c) {
  *group(c, c->to++) = (struct tb_tandem_group){.gap = true};
}

void tb_tandem_check_clear(struct tb_tandem_check *c) {
  begin(c);
  c->lost = false;
  tb_tandem_dump_clear(&c->dump);
  if (c->p->shadow) add_gap(c);
}

/* ---- What the hart tells ---- */

bool tb_tandem_is_told(const struct tb_tandem_check *c, const struct rvt_tandem_in *in,
                       unsigned slot) {
  return slot < c->p->nret && in->valid[slot] && in->slot[slot].kind <= RVT_TANDEM_OUTSIDE;
}

bool tb_tandem_any_told(const struct tb_tandem_check *c, const struct rvt_tandem_in *in) {
  bool told = false;
  for (unsigned i = 0; i < c->p->nret; i++) told |= tb_tandem_is_told(c, in, i);
  return told;
}

/* Takes away what the build does not send. @return whether there was something */
static bool leave_out(const struct rvt_tandem_params *p, struct rvt_tandem_record *r) {
  const struct {
    unsigned bit;
    bool *valid;
  } list[] = {{RVT_TANDEM_SENDS_GPR, &r->gpr_valid},
              {RVT_TANDEM_SENDS_FPR, &r->fpr_valid},
              {RVT_TANDEM_SENDS_FFLAGS, &r->fflags_valid},
              {RVT_TANDEM_SENDS_PRIVILEGE, &r->privilege_valid},
              {RVT_TANDEM_SENDS_PADDR, &r->paddr_valid},
              {RVT_TANDEM_SENDS_EADDR, &r->eaddr_valid},
              {RVT_TANDEM_SENDS_STORE, &r->store_valid},
              {RVT_TANDEM_SENDS_PC_PADDR, &r->pc_paddr_valid},
              {RVT_TANDEM_SENDS_MTIME, &r->mtime_valid}};
  bool some = false;
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if ((p->elements & list[i].bit) != 0 || !*list[i].valid) continue;
    some = true;
    *list[i].valid = false;
  }
  for (unsigned i = p->csrs; i < RVT_TANDEM_CSRS; i++) r->csr[i].valid = false;
  return some;
}

/* What the port says, as a record that has a group. @return whether something was left out */
static bool record_of(const struct rvt_tandem_params *p, const struct rvt_tandem_record *told,
                      struct rvt_tandem_record *r) {
  *r = (struct rvt_tandem_record){.kind = told->kind};
  if (told->kind == RVT_TANDEM_HART_RESET) return false;
  *r = *told;
  memset(&r->access, 0, sizeof r->access);
  if (r->kind == RVT_TANDEM_RETIRED) r->insn_valid = true;
  if (r->kind == RVT_TANDEM_INTERRUPT || r->kind == RVT_TANDEM_OUTSIDE) r->insn_valid = false;
  if (!r->is32) r->insn &= 0xffff;
  if (r->privilege == 2) r->privilege_valid = false;
  r->store &= tb_ones(SHORT << r->store_size);
  return leave_out(p, r);
}

/* A transaction without the data that it must not have (TV:AMB-T8, AMB-T9). */
static void transaction_of(const struct rvt_tandem_access *told, struct rvt_tandem_record *r) {
  struct rvt_tandem_element e = {
      .opcode = RVT_TANDEM_REQUEST, .op = told->op, .size = told->size, .result = told->result};
  *r = (struct rvt_tandem_record){.kind = RVT_TANDEM_TRANSACTION, .access = *told};
  r->access.request &= tb_ones(8 * rvt_tandem_data_bytes(&e, 0));
  e.opcode = RVT_TANDEM_RESPONSE;
  r->access.response &= tb_ones(8 * rvt_tandem_data_bytes(&e, told->op));
}

static bool is_strict(const struct rvt_tandem_record *r) {
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++) {
    if (!r->csr[i].valid) continue;
    if (r->csr[i].number == FCSR && r->fflags_valid) return false;
    for (unsigned k = 0; k < i; k++)
      if (r->csr[k].valid && r->csr[k].number == r->csr[i].number) return false;
  }
  return true;
}

static void add_record(struct tb_tandem_check *c, struct tb *tb, const struct rvt_tandem_record *r,
                       bool less) {
  struct tb_tandem_group *const g = group(c, c->to);
  size_t size = 0;
  *g = (struct tb_tandem_group){.kind = r->kind, .less = less};
  g->strict = is_strict(r);
  g->x0 = r->gpr_valid && r->gpr == 0;
  g->trap = r->kind == RVT_TANDEM_EXCEPTION && r->privilege_valid;
  for (unsigned i = 0; i < RVT_TANDEM_CSRS; i++) g->trap = g->trap && r->csr[i].valid;
  if (rvt_tandem_encode(&c->p->format, &c->p->forms, r, g->bytes, &size) != RVT_OK)
    tb_fail(tb, "tandem: the functional encoder refuses a record of kind %u", r->kind);
  if (size > c->bound)
    tb_fail(tb, "tandem: a group of %zu bytes, more than %u (TV:E-04)", size, c->bound);
  g->size = (uint8_t)size;
  const bool increments = g->bytes[1] == RVT_TANDEM_INCREMENT_PC;
  c->wraps += increments && r->pc_w < r->pc_r;
  if (++c->to - c->from > TB_TANDEM_DUE) tb_fail(tb, "tandem: more groups than the judge holds");
}

static void add_word(struct tb_tandem_check *c, struct tb *tb, const struct rvt_tandem_in *in) {
  const uint32_t first = c->to;
  struct rvt_tandem_record r;
  for (unsigned i = 0; i < c->p->nret; i++)
    if (tb_tandem_is_told(c, in, i)) {
      const bool less = record_of(c->p, &in->slot[i], &r);
      add_record(c, tb, &r, less);
    }
  if (tb_tandem_is_bus_told(c->p, in)) {
    transaction_of(&in->bus, &r);
    add_record(c, tb, &r, false);
  }
  group(c, c->to - 1)->ends = true;
  for (uint32_t n = first + 1; n < c->to; n++)
    if (group(c, n)->kind != group(c, first)->kind) group(c, n)->other = true;
  c->words++;
}

/* ---- What leaves ---- */

static void prove_kind(const struct tb_tandem_group *g) {
  switch (g->kind) {
  case RVT_TANDEM_INTERRUPT: PROVED("TV:R-08"); break;
  case RVT_TANDEM_HART_RESET: PROVED("TV:R-13"); break;
  case RVT_TANDEM_OUTSIDE: PROVED("TV:R-12"); break;
  default: break;
  }
  if (g->other) {
    PROVED("TV:E-02");
    PROVED("TV:R-11");
  }
  if (g->trap) PROVED("TV:R-14");
  if (g->less) PROVED("TV:E-01");
  if (g->x0) PROVED("TV:AMB-T15");
}

/* The group is one for a strict reader, too. */
static void read_group(struct tb_tandem_check *c, struct tb *tb, const struct tb_tandem_group *g) {
  struct rvt_bytes in = {.data = g->bytes, .size = g->size};
  struct rvt_tandem_element e;
  struct rvt_tandem_note note = {NULL, "", 0};
  enum rvt_status status;
  unsigned elements = 0;
  while ((status = rvt_tandem_read(&c->reader, &in, &e, &note)) == RVT_OK) {
    c->counts[e.opcode]++;
    if (e.opcode == RVT_TANDEM_STATE) c->counts[TB_TANDEM_STATE + e.number]++;
    elements++;
    if (e.opcode == RVT_TANDEM_REQUEST) PROVED("TV:R-10");
    if (e.opcode == RVT_TANDEM_RESPONSE) {
      PROVED("TV:R-09");
      if (e.result != 0) PROVED("TV:AMB-T9");
      if (e.answers) PROVED("TV:AMB-T8");
    }
    if (e.opcode == RVT_TANDEM_REGISTER && e.number < RVT_TANDEM_X &&
        e.data >> (c->p->format.xlen - 1) != 0)
      PROVED("TV:AMB-T11");
  }
  if (status != RVT_END) tb_fail(tb, "tandem: byte %zu of a group: %s", note.offset, note.text);
  PROVED("TV:R-01");
  if (elements >= SOME_ELEMENTS) {
    PROVED("TV:E-03");
    PROVED("TV:E-07");
  }
}

/* The whole group has left. */
static void end_group(struct tb_tandem_check *c, struct tb *tb) {
  const struct tb_tandem_group *const g = group(c, c->from);
  PROVED("TV:E-06");
  c->longest += g->size == c->bound;
  if (g->size == c->bound) PROVED("TV:E-04");
  prove_kind(g);
  if (g->strict) read_group(c, tb, g);
  c->words -= g->ends;
  c->at = 0;
  c->from++;
}

/* In a gap: a group of a dump. */
static void take_dump(struct tb_tandem_check *c, struct tb *tb, const struct rvt_beat *m) {
  tb_tandem_dump_beat(&c->dump, m);
  c->at += m->bytes;
  if (!m->eom) return;
  c->at = 0;
  tb_tandem_dump_group(&c->dump, tb);
}

static void take_beat(struct tb_tandem_check *c, struct tb *tb, const struct rvt_beat *m) {
  if (c->from != c->to && group(c, c->from)->gap && tb_tandem_dump_ends(&c->dump)) {
    tb_tandem_dump_next(&c->dump, tb);
    c->from++;
  }
  const struct tb_tandem_group *const g = group(c, c->from);
  if (c->from == c->to || (g->gap && !tb_tandem_dump_due(&c->dump))) {
    tb_fail(tb, "tandem: a beat from 0x%02x, with no group due", m->data[0]);
    return;
  }
  if (g->gap) {
    take_dump(c, tb, m);
    return;
  }
  const size_t left = g->size - c->at;
  for (size_t i = 0; i < m->bytes; i++) {
    if (i < left && m->data[i] == g->bytes[c->at + i]) continue;
    tb_fail(tb, "tandem: byte %zu of a group of %u, kind %u: expected 0x%02x, found 0x%02x",
            c->at + i, g->size, g->kind, i < left ? g->bytes[c->at + i] : 0, m->data[i]);
    return;
  }
  if (m->eom != (m->bytes == left))
    tb_fail(tb, "tandem: eom is %d with %zu bytes to come (TV:E-06)", m->eom, left - m->bytes);
  c->at += m->bytes;
  if (m->eom) end_group(c, tb);
}

/* ---- A clock ---- */

/* Beats of what was taken and has not left. */
static unsigned beats_held(struct tb_tandem_check *c) {
  unsigned beats = 0;
  for (uint32_t n = c->from; n != c->to; n++)
    beats += (group(c, n)->size + c->p->lanes - 1u) / c->p->lanes;
  return beats - (unsigned)(c->at / c->p->lanes);
}

/* When something is refused, and what is said of it (TV:E-05). */
static void check_loss(struct tb_tandem_check *c, struct tb *tb, bool taken, bool missed) {
  if (missed && c->obeys) tb_fail(tb, "tandem: a hart that obeys has lost a record (TV:E-05)");
  if (c->p->shadow) return; /* what is held of dumps is not known */
  if (missed) {
    if (!c->dropping && c->words < c->p->queue_depth)
      tb_fail(tb, "tandem: refused with %u clocks held (TV:E-05)", c->words);
    if (c->dropping && c->idle > 1) tb_fail(tb, "tandem: refused with nothing held (TV:E-05)");
    c->dropping = true;
  } else if (taken) {
    /* The FIFO was half full two clocks before, and had room for a beat since. */
    if (c->dropping && beats_held(c) > c->p->fifo_depth / 2u + 1)
      tb_fail(tb, "tandem: taken again with %u beats held (TV:E-05)", beats_held(c));
    if (c->dropping) PROVED("TV:E-05");
    c->dropping = false;
  }
}

/* A gap is none. */
static bool holds_groups(struct tb_tandem_check *c) {
  return c->from != c->to &&
         !(c->from + 1 == c->to && group(c, c->from)->gap && !tb_tandem_dump_due(&c->dump));
}

/* A gap begins where something is not taken; nothing else keeps a record from being one. */
static void follow_gaps(struct tb_tandem_check *c, struct tb *tb, const struct rvt_tandem_in *in,
                        bool taken, bool missed, const struct tb_tandem_moment *of) {
  if (!c->p->shadow) return;
  const bool was_open = c->dump.open;
  if (of->dumping && !was_open)
    tb_fail(tb, "tandem: a state is dumped with no gap before it (TV:E-08)");
  if (of->dumping && taken) tb_fail(tb, "tandem: a record is taken before the state is (TV:E-08)");
  tb_tandem_dump_told(&c->dump, tb, in, taken, missed);
  if (of->put) tb_tandem_dump_put(&c->dump, tb);
  if (c->dump.open && !was_open) add_gap(c);
}

struct tb_tandem_moment tb_tandem_moment_of(const struct rvt_tandem *model,
                                            const struct rvt_tandem_in *in) {
  const bool dumping = model->p.shadow && !model->dropping_q && !model->shadow.live_q;
  return (struct tb_tandem_moment){.taken = rvt_tandem_takes(model),
                                   .dumping = dumping,
                                   .put = rvt_tandem_dumps(model, in),
                                   .reset = model->shadow.reset_q};
}

static bool any_reset(const struct tb_tandem_check *c, const struct rvt_tandem_in *in) {
  for (unsigned i = 0; i < c->p->nret; i++)
    if (in->valid[i] && in->slot[i].kind == RVT_TANDEM_HART_RESET) return true;
  return false;
}

void tb_tandem_check_clock(struct tb_tandem_check *c, struct tb *tb, const struct rvt_tandem_in *in,
                           const struct rvt_tandem_out *out, const struct tb_tandem_moment *of) {
  const bool some = tb_tandem_any_told(c, in) || tb_tandem_is_bus_told(c->p, in);
  const bool told = some && in->enable && in->active;
  const bool taken = told && of->taken, missed = told && !of->taken && !of->dumping;
  tb_stream_check_clock(&c->stream, &out->m, in->m_ready, tb);
  if (out->lost != c->lost) tb_fail(tb, "tandem: lost_o is %d (TV:E-05)", out->lost);
  if (out->empty == holds_groups(c))
    tb_fail(tb, "tandem: empty_o is %d with %u groups held", out->empty, c->to - c->from);
  c->idle = !out->empty ? 0 : c->idle < 2 ? c->idle + 1 : 2;
  if (out->m.valid && in->m_ready) take_beat(c, tb, &out->m);
  if (tb->error[0] != 0) return;
  check_loss(c, tb, taken, missed);
  c->lost = missed || (c->lost && !in->lost_clr);
  follow_gaps(c, tb, in, taken, missed, of);
  if (taken) add_word(c, tb, in);
  if (in->active) return;
  begin(c);
  tb_tandem_dump_drop(&c->dump, of->reset || any_reset(c, in));
  if (c->p->shadow) add_gap(c);
}

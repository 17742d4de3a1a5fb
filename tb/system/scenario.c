/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/config.h"
#include "scenario_open.h"

bool tb_scenario_init(struct tb_scenario *s, struct tb *tb) {
  if (!tb_encoder_unit_init(&s->unit, tb)) return false;
  s->mask_addr = tb_ones(s->unit.p.xlen);
  s->mask_time = tb_ones(s->unit.p.ts_width);
  s->mask_context = tb_ones(s->unit.p.context == 2 ? s->unit.p.context_width : 1);
  tb_pace_init(&s->ready, tb, "ready", "mixed");
  s->flicker = (uint32_t)tb_option_in(tb, "flicker", 0, 0, UINT32_MAX);
  s->halts = (uint32_t)tb_option_in(tb, "halts", 0, 0, UINT32_MAX);
  s->dead_every = (uint32_t)tb_option_in(tb, "dead", 0, 0, UINT32_MAX);
  s->has_back = tb_option_in(tb, "back", 0, 0, 1) != 0;
  s->overflows_allowed = tb_option_in(tb, "overflows", 1, 0, 1) != 0;
  s->was_tracing = true;
  return tb_trace_check_open(&s->check, tb, &s->unit.p) && tb_scenario_open(s, tb);
}

void tb_scenario_reset(struct tb_scenario *s, struct tb *tb) {
  if (s->begun) tb_fail(tb, "a program needs a run with -o resets=0");
  tb_encoder_unit_reset(&s->unit, tb);
  tb_trace_late_clear(&s->late);
  s->config_bits = tb_config_bits(&s->unit.in.cfg);
}

static void halt(struct tb_scenario *s, uint32_t clocks) {
  s->halt_left = clocks;
  rvt_player_force_halt(&s->player, true);
}

static void act(struct tb_scenario *s, const struct rvt_scn_action *a) {
  switch (a->what) {
  case RVT_DO_SET: rvt_scn_set(&s->unit.in.cfg, a); break;
  case RVT_DO_SINK: s->scn.sink = a->sink; break;
  case RVT_DO_EXT: s->unit.in.ingress.ext_trigger |= (uint8_t)a->value; break;
  default: halt(s, (uint32_t)a->value); break;
  }
}

static void scn_actions(struct tb_scenario *s, bool halts, uint64_t clock, uint64_t before,
                        uint64_t after) {
  if (s->actions_done == s->scn.action_count) return;
  for (size_t i = 0; i < s->scn.action_count; i++) {
    const struct rvt_scn_action *a = &s->scn.actions[i];
    if (s->action_done[i] || (a->what == RVT_DO_HALT) != halts) continue;
    if (!rvt_scn_due(a, clock, before, after)) continue;
    act(s, a);
    s->action_done[i] = 1;
    s->actions_done++;
  }
}

static void chance_halt(struct tb_scenario *s, struct tb *tb) {
  if (s->halt_left != 0 && --s->halt_left == 0) rvt_player_force_halt(&s->player, false);
  if (s->halt_left == 0 && !s->ended && tb_rng_one_in(&tb->rng, s->halts))
    halt(s, 1 + tb_rng_below(&tb->rng, tb_rng_one_in(&tb->rng, 4) ? 300 : 4));
}

static void chance_tracing(struct tb_scenario *s, struct tb *tb) {
  struct rvt_config *c = &s->unit.in.cfg;
  if (s->ended) {
    c->tracing = false;
  } else if (s->off_left != 0) {
    if (--s->off_left == 0) c->enable = c->tracing = true;
  } else if (tb_rng_one_in(&tb->rng, s->flicker)) {
    s->off_left = 1 + tb_rng_below(&tb->rng, tb_rng_one_in(&tb->rng, 3) ? 500 : 5);
    c->enable = tb_rng_one_in(&tb->rng, 2);
    c->tracing = !c->enable || tb_rng_one_in(&tb->rng, 2);
    if (c->enable) c->tracing = false;
  }
}

/* What is told but not traced may have any width. */
static void fit_ports(struct tb_scenario *s) {
  struct rvt_ingress *in = &s->unit.in.ingress;
  for (unsigned i = 0; i < s->unit.p.blocks; i++) in->block[i].iaddr &= s->mask_addr;
  in->cause &= s->mask_addr;
  in->tval &= s->mask_addr;
  in->context &= s->mask_context;
  in->impdef &= 1;
  in->trigger &= (uint8_t)((RVT_TRIGGER_NOTIFY << s->unit.p.blocks) - 1);
  in->time &= s->mask_time;
}

static bool sink_ready(struct tb_scenario *s, struct tb *tb) {
  if (s->has_scn) return rvt_scn_sink_ready(&s->scn.sink, s->told.clock, &s->sink_seed);
  const bool ready = tb_pace_next(&s->ready, &tb->rng);
  if (s->dead_left != 0) {
    s->dead_left--;
    return false;
  }
  if (tb_rng_one_in(&tb->rng, s->dead_every)) s->dead_left = 200 + tb_rng_below(&tb->rng, 5000);
  return ready;
}

void tb_scenario_play(struct tb_scenario *s, struct tb *tb, bool stall) {
  struct rvt_encoder_in *in = &s->unit.in;
  struct rvt_error e;
  scn_actions(s, true, s->begun ? s->told.clock + 1 : 0, s->told.insns, s->told.insns);
  chance_halt(s, tb);
  const enum rvt_status status = rvt_player_tick(&s->player, stall, &in->ingress, &s->told, &e);
  if (status != RVT_OK && status != RVT_END) tb_fail(tb, "player: %s", e.text);
  s->ended = s->ended || status == RVT_END || (s->scn.clocks != 0 && tb->clock >= s->scn.clocks);
  s->begun = true;
  uint64_t reported = 0;
  for (unsigned i = 0; i < s->told.slots; i++) reported += s->told.slot[i].insns;
  scn_actions(s, false, s->told.clock, s->told.insns, s->told.insns + reported);
  s->told.insns += reported;
  fit_ports(s);
  tb_ports_pack(&s->unit.ports, &s->unit.p, &in->ingress);
}

void tb_scenario_idle(struct tb_scenario *s) {
  struct rvt_ingress *in = &s->unit.in.ingress;
  *in = (struct rvt_ingress){.time = in->time, .priv = in->priv, .halted = in->halted};
  s->told.slots = 0;
  tb_ports_pack(&s->unit.ports, &s->unit.p, in);
}

void tb_scenario_drive(struct tb_scenario *s, struct tb *tb) {
  struct rvt_encoder_in *in = &s->unit.in;
  if (tb->in_reset) return;
  /* The register of trTeInstTracing follows the triggers of the clock before (D-23). */
  in->cfg.tracing = rvt_ingress_tracing_next(&s->unit.p, &in->cfg, &in->ingress);
  /* Stall of this clock: it depends on state and configuration alone. */
  struct rvt_encoder_out now;
  rvt_encoder_outputs(&s->unit.model, &in->cfg, &now);
  tb_scenario_play(s, tb, now.stall);
  chance_tracing(s, tb);
  in->m_ready = sink_ready(s, tb);
  if (s->has_back) tb_back_signals_next(&s->back, &tb->rng);
  in->sync_req = s->back.asks;
  in->dn_lost = s->back.lost;
  s->config_bits = tb_config_bits(&in->cfg);
}

void tb_scenario_byte(struct tb_scenario *s, struct tb *tb, uint8_t byte) {
  if (!s->unchecked) tb_trace_late_byte(&s->late, tb, byte);
  tb->cover[TB_SCN_BYTES]++;
  if (s->bytes != NULL) fputc(byte, s->bytes);
}

/* Whether what the hart reports in this clock is traced (D-02). */
static bool traced(const struct tb_encoder_unit *u) {
  return rvt_ingress_on_now(&u->p, &u->in.cfg, &u->in.ingress) &&
         !rvt_ingress_away(&u->in.ingress) && !u->in.ingress.hart_reset;
}

/* Who runs it, if Ownership messages say so: privilege, and with them hcontext and scontext. */
static void tell_owner(const struct tb_scenario *s) {
  const struct rvt_params *p = &s->unit.p;
  const struct rvt_ingress *in = &s->unit.in.ingress;
  const unsigned scontext_width = p->context_width - p->hcontext_width;
  if (!s->unit.in.cfg.context_en) return;
  fprintf(s->pcs, " %u", in->priv);
  if (p->context < 2) return;
  if (p->hcontext_width != 0)
    fprintf(s->pcs, " 0x%" PRIx64, (in->context & s->mask_context) >> scontext_width);
  fprintf(s->pcs, " 0x%" PRIx64, in->context & tb_ones(scontext_width));
}

/* When it is reported, if messages say so. */
static void tell_time(const struct tb_scenario *s) {
  if (s->unit.in.cfg.ts_en) fprintf(s->pcs, " ~0x%" PRIx64, s->unit.in.ingress.time);
}

static void tell_pcs(const struct tb_scenario *s, struct tb *tb) {
  const struct tb_encoder_unit *u = &s->unit;
  if (s->pcs == NULL) return;
  if (u->loss == RVT_LOSS_END)
    fprintf(s->pcs, "overflow %" PRIu64 "\n", tb_trace_late_lost(&s->late, &s->check, tb));
  if (u->loss != RVT_LOSS_NONE || !traced(u)) return;
  for (unsigned i = 0; i < s->told.slots; i++)
    for (unsigned k = 0; k < s->told.slot[i].insns; k++) {
      fprintf(s->pcs, "0x%" PRIx64, s->told.slot[i].insn[k].pc);
      tell_owner(s);
      tell_time(s);
      fputc('\n', s->pcs);
    }
}

static void count(struct tb_scenario *s, uint64_t *cover) {
  const struct tb_encoder_unit *u = &s->unit;
  for (unsigned i = 0; i < s->told.slots; i++) {
    const struct rvt_player_slot *g = &s->told.slot[i];
    cover[TB_SCN_INSNS] += g->insns;
    for (unsigned k = 0; k < g->insns; k++) cover[TB_SCN_LONG] += g->insn[k].size > 2;
    cover[TB_SCN_TRAPS] += g->itype == RVT_IT_EXCEPTION || g->itype == RVT_IT_INTERRUPT;
  }
  const bool tracing = rvt_ingress_on_now(&u->p, &u->in.cfg, &u->in.ingress);
  cover[TB_SCN_HALTS] += s->told.halted && !s->was_halted;
  cover[TB_SCN_STOPS] += s->was_tracing && !tracing;
  cover[TB_SCN_STALLS] += u->out.stall && !s->was_stall;
  cover[TB_SCN_OVERFLOWS] += u->loss == RVT_LOSS_END;
  cover[TB_SCN_MESSAGES] = s->check.messages;
  s->was_halted = s->told.halted;
  s->was_tracing = tracing;
  s->was_stall = u->out.stall;
}

/* What the player says, not what the port shows. */
static void tell_check(struct tb_scenario *s, struct tb *tb) {
  if (s->unchecked) return;
  for (unsigned i = 0; i < s->told.slots; i++) {
    const struct rvt_player_slot *g = &s->told.slot[i];
    s->check.slot[i].insns = g->insns;
    for (unsigned k = 0; k < g->insns; k++)
      s->check.slot[i].insn[k] = (struct oracle_insn){g->insn[k].pc, g->insn[k].size};
  }
  if (tb_encoder_unit_idle(&s->unit) && s->unit.loss == RVT_LOSS_NONE)
    tb_trace_late_idle(&s->late, &s->check, tb);
  tb_trace_late_clock(&s->late, &s->check, tb, &s->unit);
}

void tb_scenario_tick(struct tb_scenario *s, struct tb *tb) {
  tb_encoder_unit_tick(&s->unit, tb->cover);
  if (!s->overflows_allowed && s->unit.loss != RVT_LOSS_NONE)
    tb_fail(tb, "an overflow, although the hart obeys stall (NT:CTL-11)");
  tell_check(s, tb);
  tell_pcs(s, tb);
  count(s, tb->cover);
}

static uint64_t scn_value(const struct tb *tb, const char *name) {
  static const struct {
    const char *name;
    unsigned from, to;
  } values[] = {{"instructions", TB_SCN_INSNS, TB_SCN_INSNS},
                {"bytes", TB_SCN_BYTES, TB_SCN_BYTES},
                {"messages", TB_SCN_MESSAGES, TB_SCN_MESSAGES},
                {"syncs", TB_ENC_SYNC_ENABLE, TB_ENC_SYNC_POWER},
                {"correlations", TB_ENC_EV_DEBUG, TB_ENC_EV_POWER},
                {"errors", TB_ENC_OVERFLOW_END_RUNNING, TB_ENC_OVERFLOW_END_STOPPED},
                {"traps", TB_SCN_TRAPS, TB_SCN_TRAPS},
                {"overflows", TB_SCN_OVERFLOWS, TB_SCN_OVERFLOWS},
                {"stalls", TB_SCN_STALLS, TB_SCN_STALLS},
                {"halts", TB_SCN_HALTS, TB_SCN_HALTS}};
  uint64_t sum = 0;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    for (unsigned k = values[i].from; strcmp(values[i].name, name) == 0 && k <= values[i].to; k++)
      sum += tb->cover[k];
  return sum;
}

bool tb_scenario_finish(struct tb_scenario *s, struct tb *tb) {
  if (!tb->done) tb_fail(tb, "the program was not over after the last clock");
  if (!s->unchecked) {
    tb_trace_late_idle(&s->late, &s->check, tb);
    tb_trace_check_empty(&s->check, tb);
  }
  for (size_t i = 0; i < s->scn.minimum_count; i++) {
    const struct rvt_scn_minimum *m = &s->scn.minima[i];
    if (scn_value(tb, m->name) < m->value)
      tb_fail(tb, "the scenario expects %s %" PRIu64 ", found %" PRIu64, m->name, m->value,
              scn_value(tb, m->name));
  }
  return tb->error[0] == 0;
}

void tb_scenario_close(struct tb_scenario *s) {
  tb_trace_check_close(&s->check);
  rvt_progen_close(s->progen);
  if (s->reader != NULL) rvt_rvti_reader_close(s->reader);
  if (s->has_scn) rvt_scn_free(&s->scn);
  free(s->action_done);
  if (s->bytes != NULL) fclose(s->bytes);
  if (s->pcs != NULL) fclose(s->pcs);
}

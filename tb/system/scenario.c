/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/config.h"
#include "rvt/sidecar.h"

/* ---- A run --------------------------------------------------------------------------------- */

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
    /* When a rise of trTeEnable finds room for its 3.3, the judges do not know (benches.md). */
    if (s->unit.p.format == RVT_PROTOCOL_ETRACE) c->enable = true;
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
  rvt_encoder_outputs(s->unit.model, &in->cfg, &now);
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

/* As "0x%" PRIx64, which takes as long as all the oracle. */
static void tell_address(FILE *file, uint64_t address) {
  char text[2 + 16];
  char *at = text + sizeof text;
  do {
    *--at = "0123456789abcdef"[address & 15];
    address >>= 4;
  } while (address != 0);
  *--at = 'x';
  *--at = '0';
  fwrite(at, 1, (size_t)(text + sizeof text - at), file);
}

static void tell_pcs(const struct tb_scenario *s, struct tb *tb) {
  const struct tb_encoder_unit *u = &s->unit;
  if (s->pcs == NULL) return;
  if (u->loss == RVT_LOSS_END)
    fprintf(s->pcs, "overflow %" PRIu64 "\n", tb_trace_late_lost(&s->late, &s->check, tb));
  if (u->loss != RVT_LOSS_NONE || !traced(u)) return;
  for (unsigned i = 0; i < s->told.slots; i++)
    for (unsigned k = 0; k < s->told.slot[i].insns; k++) {
      tell_address(s->pcs, s->told.slot[i].insn[k].pc);
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
  if (s->unit.model == &s->unit.own)
    tb_encoder_unit_tick(&s->unit, tb->cover);
  else
    tb_encoder_unit_after(&s->unit, tb->cover);
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

/* ---- From the options ---------------------------------------------------------------------- */

static enum rvt_status next_steps(void *context, struct rvt_step *steps, size_t max, size_t *count,
                                  struct rvt_error *e) {
  (void)e;
  return rvt_progen_fill(context, steps, max, count);
}

/* gen=name:value,name:value */
static void set_generator(struct rvt_progen_params *params, struct tb *tb, const char *text) {
  struct rvt_error e;
  char name[32];
  unsigned value;
  int used;
  while (*text != 0) {
    if (sscanf(text, "%31[a-z_]:%u%n", name, &value, &used) != 2) {
      tb_fail(tb, "option gen: expected NAME:VALUE, found %s", text);
      return;
    }
    if (rvt_progen_params_set(params, name, value, &e) != RVT_OK) tb_fail(tb, "gen: %s", e.text);
    text += used;
    if (*text == ',') text++;
  }
}

static void write_elf(struct tb_scenario *s, struct tb *tb) {
  const char *path = tb_option_text(tb, "elf", NULL);
  if (path == NULL || s->progen == NULL) return;
  struct rvt_error e = {{0}};
  FILE *file = fopen(path, "w+b");
  if (file == NULL || rvt_progen_write_elf(s->progen, fileno(file), &e) != RVT_OK)
    tb_fail(tb, "%s: cannot be written %s", path, e.text);
  if (file != NULL) fclose(file);
}

static struct rvt_step_source open_generator(struct tb_scenario *s, struct tb *tb) {
  struct rvt_progen_params params;
  struct rvt_error e;
  rvt_progen_params_init(&params, s->unit.p.xlen, tb_rng_next(&tb->rng));
  params.instructions = tb_option_in(tb, "insns", 20000, 1, UINT64_MAX);
  /* An encoder that hardly compares return addresses asks for a program that suits it. */
  if (s->unit.in.cfg.ir_mode < 3) params.returns = s->unit.in.cfg.ir_mode;
  set_generator(&params, tb, tb_option_text(tb, "gen", ""));
  if (tb->error[0] == 0 && rvt_progen_open(&s->progen, &params, &e) != RVT_OK)
    tb_fail(tb, "generator: %s", e.text);
  return (struct rvt_step_source){next_steps, s->progen};
}

static struct rvt_step_source open_recording(struct tb_scenario *s, struct tb *tb,
                                             const char *path) {
  struct rvt_error e;
  if (rvt_rvti_reader_open(&s->reader, path, &e) != RVT_OK)
    tb_fail(tb, "%s: %s", path, e.text);
  else if (rvt_rvti_get_info(s->reader)->xlen != s->unit.p.xlen)
    tb_fail(tb, "%s: is of another XLEN than the build", path);
  else if (s->unit.p.context == 2 &&
           rvt_rvti_check_context(s->reader, s->unit.p.context_width, "ContextWidth", &e) != RVT_OK)
    tb_fail(tb, "%s", e.text);
  return (struct rvt_step_source){rvt_step_rvti_next, s->reader};
}

static uint8_t choose(struct tb *tb, const char *name, uint32_t below) {
  uint64_t value = tb_option(tb, name, UINT64_MAX);
  return (uint8_t)(value == UINT64_MAX ? tb_rng_below(&tb->rng, below) : value);
}

/* One configuration for the whole capture: the side-car tells one. */
static void choose_config(struct tb_scenario *s, struct tb *tb) {
  const struct rvt_params *p = &s->unit.p;
  struct rvt_config *c = &s->unit.in.cfg;
  static const uint8_t periods[] = {RVT_PERIOD_OFF, RVT_PERIOD_MESSAGES, RVT_PERIOD_HALFWORDS,
                                    RVT_PERIOD_HALFWORDS};
  *c = (struct rvt_config){.active = true, .enable = true, .tracing = true};
  c->mode = (uint8_t)tb_option_in(tb, "mode", 0, 0, RVT_MODE_HTM);
  const bool htm = tb_rng_one_in(&tb->rng, 2);
  if (c->mode == 0) c->mode = p->htm && (htm || !p->btm) ? RVT_MODE_HTM : RVT_MODE_BTM;
  const uint8_t period = tb_rng_below(&tb->rng, 4) & 3;
  c->sync_mode = (uint8_t)tb_option_in(tb, "sync_mode", periods[period], 0, 3);
  c->sync_max = choose(tb, "sync_max", 9);
  c->ir_en = choose(tb, "ir", 2) != 0;
  if (p->itype_width == 3) c->ir_en = false; /* NT:ING-08 */
  if (p->format == RVT_PROTOCOL_ETRACE && p->stack_depth == 0) c->ir_en = false;
  c->ir_mode = (uint8_t)(c->ir_en ? tb_option_in(tb, "ir_mode", 3, 1, 3) : 0);
  c->ts_en = choose(tb, "ts", 2) != 0 && p->ts_width != 0;
  c->plain_sync = choose(tb, "plain_sync", 2) != 0;
  c->src_bits = choose(tb, "src", p->src_bits_max + 1u);
  if (p->format == RVT_PROTOCOL_ETRACE && p->ts_width != 0) c->src_bits &= 8; /* ETR:DC-11 */
  c->src_id = (uint16_t)(tb_rng_next(&tb->rng) & 0xfff);
  c->stall_ena = choose(tb, "stall", 2) != 0;
  c->trig_ena = p->events && choose(tb, "trig", 2) != 0;
  c->seq_en = p->seq_jump && choose(tb, "seq", 2) != 0;
  c->context_en = p->context != 0 && choose(tb, "own", 4) != 0;
  c->all_jumps = p->all_jumps && choose(tb, "all_jumps", 2) != 0;
  if (p->repeat_branch) c->repeat_branch = choose(tb, "repeat", 4) != 0;
  if (p->repeat_hist != 0) c->repeat_hist = choose(tb, "history", 4) != 0;
  c->extend_addr = p->extend_addr && choose(tb, "extend", 2) != 0;
  if (p->format == RVT_PROTOCOL_ETRACE) c->no_addr_diff = choose(tb, "full", 3) == 0;
  if (p->bpred_size != 0) c->branch_prediction = choose(tb, "predict", 4) != 0;
  if (p->cache_size != 0) c->jump_target_cache = choose(tb, "cache", 4) != 0;
  if (c->src_bits > p->src_bits_max) tb_fail(tb, "option src: the build has no such width");
}

static void choose_player(struct tb_scenario *s, struct tb *tb, struct rvt_player_options *o) {
  *o = rvt_player_options_for(&s->unit.p);
  o->seed = tb_rng_next(&tb->rng);
  o->pace = (enum rvt_pace)choose(tb, "pace", 3);
  o->fold = (enum rvt_fold)choose(tb, "fold", 3);
  o->stall_rule = (enum rvt_stall_rule)choose(tb, "rule", 3);
  o->garbage = (enum rvt_garbage)choose(tb, "garbage", 1);
  o->random_end = choose(tb, "cut", 64);
  o->time_step = 1;
  const struct rvt_config *c = &s->unit.in.cfg;
  /* A call that is itype 5 is not pushed, so none may be where returns are implicit (D-38). */
  if (!c->all_jumps || c->ir_en) return;
  o->jumps_taken = o->itype_width == 3 || choose(tb, "jumps_taken", 2) != 0;
}

/** Widths of time differ in nothing where no time is sent, and how many blocks flow takes in a
 * clock is the build's matter. */
static bool same_build(const struct rvt_params *a, const struct rvt_params *b, bool ts_en) {
  struct rvt_params want = *a;
  if (!ts_en) want.ts_width = b->ts_width;
  want.flow_blocks = b->flow_blocks;
#define SAME(Name, field, kind, least, greatest, preset) &&want.field == b->field
  return true RVT_PARAMS(SAME);
#undef SAME
}

static struct rvt_step_source open_scn(struct tb_scenario *s, struct tb *tb, const char *path,
                                       struct rvt_player_options *player) {
  struct rvt_error e;
  if (rvt_scn_load(&s->scn, path, &e) != RVT_OK) {
    tb_fail(tb, "%s", e.text);
    return (struct rvt_step_source){NULL, NULL};
  }
  s->has_scn = true;
  if (!same_build(&s->scn.params, &s->unit.p, s->scn.config.ts_en))
    tb_fail(tb, "%s: is for another build than %s", path, tb_dut_build());
  s->unit.in.cfg = s->scn.config;
  *player = s->scn.player;
  s->sink_seed = s->scn.seed;
  s->action_done = calloc(s->scn.action_count + 1, 1);
  if (s->action_done == NULL) tb_fail(tb, "out of memory");
  return open_recording(s, tb, s->scn.trace);
}

static FILE *open_file(struct tb *tb, const char *option) {
  const char *path = tb_option_text(tb, option, NULL);
  FILE *file = path == NULL ? NULL : fopen(path, "wb");
  if (path != NULL && file == NULL) tb_fail(tb, "%s: cannot be written", path);
  return file;
}

static void write_sidecar(const struct tb_scenario *s, struct tb *tb) {
  const char *path = tb_option_text(tb, "sidecar", NULL);
  const struct rvt_config *c = &s->unit.in.cfg;
  const struct rvt_params *p = &s->unit.p;
  const uint8_t src_bits = c->inhibit_src ? 0 : c->src_bits;
  struct rvt_sidecar car = {
      .protocol = (enum rvt_protocol)p->format,
      .xlen = p->xlen,
      .ntrace = {.format = {.src_bits = src_bits, .ts = c->ts_en && p->ts_width != 0},
                 .mode = c->mode,
                 .all_jumps = c->all_jumps,
                 .extend_addr = c->extend_addr},
      .has_src_id = src_bits != 0,
      .src_id = (uint16_t)(c->src_id & ((1u << src_bits) - 1)),
      .ts_width = p->ts_width,
      .implicit_return = c->ir_en && p->stack_depth != 0 ? c->ir_mode : 0,
      .sequential_jump = c->seq_en,
      .stack_depth = p->stack_depth};
  if (p->format == RVT_PROTOCOL_ETRACE) {
    car.etrace.format = rvt_etrace_format_of(p, c);
    car.etrace.full_address = c->no_addr_diff;
  }
  if (path != NULL && rvt_sidecar_write(path, &car) != RVT_OK)
    tb_fail(tb, "%s: cannot be written", path);
}

/* What was drawn, in the form of options. */
static void write_config(const struct tb_scenario *s, struct tb *tb,
                         const struct rvt_player_options *o) {
  const struct rvt_config *c = &s->unit.in.cfg;
  FILE *file = open_file(tb, "config");
  if (file == NULL) return;
  fprintf(file, "mode=%u sync_mode=%u sync_max=%u ir=%u ir_mode=%u ts=%u plain_sync=%u src=%u ",
          c->mode, c->sync_mode, c->sync_max, c->ir_en, c->ir_mode, c->ts_en, c->plain_sync,
          c->src_bits);
  fprintf(file, "stall=%u trig=%u seq=%u own=%u pace=%u fold=%u rule=%u garbage=%u cut=%u",
          c->stall_ena, c->trig_ena, c->seq_en, c->context_en, o->pace, o->fold, o->stall_rule,
          o->garbage, o->random_end);
  if (s->unit.p.all_jumps) fprintf(file, " all_jumps=%u", c->all_jumps);
  if (s->unit.p.extend_addr) fprintf(file, " extend=%u", c->extend_addr);
  if (s->unit.p.repeat_branch) fprintf(file, " repeat=%u", c->repeat_branch);
  if (s->unit.p.repeat_hist != 0) fprintf(file, " history=%u", c->repeat_hist);
  if (s->unit.p.format == RVT_PROTOCOL_ETRACE) fprintf(file, " full=%u", !c->no_addr_diff);
  if (s->unit.p.bpred_size != 0) fprintf(file, " predict=%u", c->branch_prediction);
  if (s->unit.p.cache_size != 0) fprintf(file, " cache=%u", c->jump_target_cache);
  if (c->all_jumps && !c->ir_en && o->itype_width == 4)
    fprintf(file, " jumps_taken=%u", o->jumps_taken);
  fputc('\n', file);
  fclose(file);
}

bool tb_scenario_open(struct tb_scenario *s, struct tb *tb) {
  struct rvt_player_options player;
  struct rvt_step_source source;
  struct rvt_error e;
  const char *scn = tb_option_text(tb, "scn", NULL);
  const char *trace = tb_option_text(tb, "trace", NULL);
  if (scn != NULL) {
    source = open_scn(s, tb, scn, &player);
  } else {
    choose_config(s, tb);
    choose_player(s, tb, &player);
    source = trace != NULL ? open_recording(s, tb, trace) : open_generator(s, tb);
  }
  if (tb->error[0] != 0) return false;
  if (rvt_player_init(&s->player, &player, &source, &e) != RVT_OK) tb_fail(tb, "%s", e.text);
  write_elf(s, tb);
  write_sidecar(s, tb);
  write_config(s, tb, &player);
  s->bytes = open_file(tb, "bytes");
  s->pcs = open_file(tb, "pcs");
  return tb->error[0] == 0;
}

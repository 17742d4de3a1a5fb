/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "scenario_open.h"

#include <stdlib.h>
#include <string.h>

#include "rvt/sidecar.h"

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
  c->ir_mode = (uint8_t)(c->ir_en ? tb_option_in(tb, "ir_mode", 3, 1, 3) : 0);
  c->ts_en = choose(tb, "ts", 2) != 0 && p->ts_width != 0;
  c->plain_sync = choose(tb, "plain_sync", 2) != 0;
  c->src_bits = choose(tb, "src", p->src_bits_max + 1u);
  c->src_id = (uint16_t)(tb_rng_next(&tb->rng) & 0xfff);
  c->stall_ena = choose(tb, "stall", 2) != 0;
  c->trig_ena = p->events && choose(tb, "trig", 2) != 0;
  c->seq_en = p->seq_jump && choose(tb, "seq", 2) != 0;
  c->context_en = p->context != 0 && choose(tb, "own", 4) != 0;
  c->all_jumps = p->all_jumps && choose(tb, "all_jumps", 2) != 0;
  if (p->repeat_branch) c->repeat_branch = choose(tb, "repeat", 4) != 0;
  c->extend_addr = p->extend_addr && choose(tb, "extend", 2) != 0;
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

/** Widths of time differ in nothing where no time is sent. */
static bool same_build(const struct rvt_params *a, const struct rvt_params *b, bool ts_en) {
  return a->xlen == b->xlen && a->addr_bits == b->addr_bits && a->btm == b->btm &&
         a->htm == b->htm && a->blocks == b->blocks && a->iretire_width == b->iretire_width &&
         a->single == b->single && a->iaddr_on_int == b->iaddr_on_int &&
         a->icnt_width == b->icnt_width && a->hist_width == b->hist_width &&
         a->stack_depth == b->stack_depth && a->src_bits_max == b->src_bits_max &&
         (!ts_en || a->ts_width == b->ts_width) && a->queue_depth == b->queue_depth &&
         a->queue_sync == b->queue_sync && a->stall_latency == b->stall_latency &&
         a->lanes == b->lanes && a->fifo_depth == b->fifo_depth && a->fifo_bytes == b->fifo_bytes &&
         a->context == b->context && a->context_width == b->context_width &&
         a->hcontext_width == b->hcontext_width && a->plain_hist == b->plain_hist &&
         a->itype_width == b->itype_width && a->events == b->events && a->seq_jump == b->seq_jump &&
         a->all_jumps == b->all_jumps && a->repeat_branch == b->repeat_branch &&
         a->extend_addr == b->extend_addr;
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
  const struct rvt_sidecar car = {
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

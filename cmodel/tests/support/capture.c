/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>

#include "rvt/player.h"
#include "rvt/unit/encode.h"
#include "stimulus/progen.h"

enum { BYTES_PER_INSN = 4, BYTES_LEAST = 4096, SRC_ID = 1, TS_WIDTH = 40 };

static void need(bool good, const char *what) {
  if (good) return;
  fprintf(stderr, "capture: expected %s, found none\n", what);
  exit(2);
}

static enum rvt_status next_steps(void *generator, struct rvt_step *steps, size_t max,
                                  size_t *count, struct rvt_error *e) {
  (void)e;
  return rvt_progen_fill(generator, steps, max, count);
}

static struct rvt_progen *make_program(struct capture *c, const struct capture_options *o) {
  struct rvt_progen_params p;
  struct rvt_progen *g = NULL;
  struct rvt_progen_region region;
  rvt_progen_params_init(&p, o->xlen, o->seed);
  p.code = o->code;
  p.instructions = o->instructions;
  p.p_exception = p.p_interrupt = o->traps;
  if (o->sequential_jump) p.w_sequential = 200;
  if (o->long_insns) { /* no block may end with 48 bits (NT:ING-06) */
    p.p_custom = p.p_long = 500000;
    p.traps = p.w_straight = p.p_halt = 0;
  }
  need(rvt_progen_open(&g, &p, NULL) == RVT_OK, "a program");
  need(rvt_image_new(o->xlen, &c->image) == RVT_OK, "an image");
  for (size_t i = 0; rvt_progen_get_region(g, i, &region); i++)
    need(rvt_image_add(c->image, region.address, region.bytes, region.size) == RVT_OK, "code");
  return g;
}

static void add_pcs(struct capture *c, const struct rvt_player_clock *told, size_t room) {
  if (told->slots == 0 || told->halted) return;
  const struct rvt_player_slot *g = &told->slot[0];
  need(g->insns <= room - c->pcs, "room for the PCs");
  for (unsigned i = 0; i < g->insns; i++) c->pc[c->pcs++] = g->insn[i].pc;
}

/*
 * What an encoder with trTeInstEnSequentialJump makes of a jump whose pair lies in one block: a
 * direct one (NT:SQJ-01). Swaps stay what they are; an encoder is free to report any pair.
 */
static void take_pair(struct capture *c, struct rvt_block *block) {
  static const uint8_t inferable[16] = {[RVT_IT_INDIRECT_CALL] = RVT_IT_DIRECT_CALL,
                                        [RVT_IT_INDIRECT_JUMP] = RVT_IT_DIRECT_JUMP,
                                        [RVT_IT_INDIRECT_LINK] = RVT_IT_DIRECT_LINK};
  if (!block->sijump || inferable[block->itype & 0xf] == 0 ||
      block->iretire <= 1U << block->ilastsize)
    return;
  block->itype = inferable[block->itype & 0xf];
  c->pairs++;
}

static void encode(struct capture *c, struct rvt_player *player, struct rvt_encode *encoder,
                   struct rvt_config *config, const struct capture_options *o) {
  struct rvt_encode_bytes out = {c->bytes, (size_t)o->instructions * BYTES_PER_INSN + BYTES_LEAST,
                                 0};
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK) {
    struct rvt_ingress in;
    struct rvt_player_clock told;
    status = rvt_player_tick(player, false, &in, &told, NULL);
    need(status == RVT_OK || status == RVT_END, "steps that can be played");
    add_pcs(c, &told, (size_t)o->instructions + 1);
    if (o->sequential_jump) take_pair(c, &in.block[0]);
    config->enable = status == RVT_OK; /* the last clock disables trace */
    need(rvt_encode_push(encoder, config, &in, RVT_LOSS_NONE, &out) == RVT_OK,
         "room for the trace");
  }
  c->size = out.used;
}

void capture_make(struct capture *c, const struct capture_options *o) {
  struct rvt_params params;
  rvt_params_init(&params, NULL);
  params.xlen = (uint8_t)o->xlen;
  params.iretire_width = o->long_insns ? 8 : 6;
  params.icnt_width = 10;
  params.hist_width = 16;
  params.stack_depth = 8;
  params.ts_width = TS_WIDTH;
  params.all_jumps = o->all_jumps;
  params.extend_addr = o->extend_addr;
  struct rvt_config config = {.active = true,
                              .enable = true,
                              .tracing = true,
                              .mode = o->mode,
                              .sync_mode = RVT_PERIOD_HALFWORDS,
                              .sync_max = o->sync_max,
                              .ir_mode = o->implicit_return ? 3 : 0,
                              .ir_en = o->implicit_return,
                              .all_jumps = o->all_jumps,
                              .extend_addr = o->extend_addr,
                              .src_bits = o->src_bits,
                              .src_id = SRC_ID,
                              .ts_en = o->ts};
  const struct rvt_player_options play = {.seed = o->seed,
                                          .xlen = params.xlen,
                                          .blocks = 1,
                                          .iretire_width = params.iretire_width,
                                          .itype_width = 4,
                                          .iaddr_on_int = true,
                                          .stall_latency = 1,
                                          .time_step = 1};
  *c = (struct capture){
      .config = {.ntrace = {.format = {.src_bits = o->src_bits,
                                       .ts = o->ts,
                                       .extend_bits = rvt_extend_bits(o->extend_addr, o->xlen)},
                            .mode = o->mode,
                            .all_jumps = o->all_jumps},
                 .ts_width = o->ts ? TS_WIDTH : 0,
                 .implicit_return = config.ir_mode,
                 .sequential_jump = o->sequential_jump}};
  struct rvt_progen *g = make_program(c, o);
  struct rvt_player *player = calloc(1, sizeof *player);
  struct rvt_encode *encoder = calloc(1, sizeof *encoder);
  c->bytes = malloc((size_t)o->instructions * BYTES_PER_INSN + BYTES_LEAST);
  c->pc = malloc(((size_t)o->instructions + 1) * sizeof *c->pc);
  need(player != NULL && encoder != NULL && c->bytes != NULL && c->pc != NULL, "memory");
  const struct rvt_step_source source = {next_steps, g};
  need(rvt_player_init(player, &play, &source, NULL) == RVT_OK, "a player");
  need(rvt_encode_init(encoder, &params, NULL) == RVT_OK, "an encoder");
  encode(c, player, encoder, &config, o);
  free(encoder);
  free(player);
  rvt_progen_close(g);
}

void capture_free(struct capture *c) {
  rvt_image_free(c->image);
  free(c->bytes);
  free(c->pc);
}

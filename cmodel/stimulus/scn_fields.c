/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "scn_fields.h"

#include <string.h>

#include "model/common/params.h"
#include "rvt/ntrace.h"
#include "rvt/params.h"

_Static_assert(sizeof(bool) == 1, "fields of type bool are stored as one byte");

static const char *const off_on[] = {"off", "on", NULL};
static const char *const modes[] = {"off", "", "", "btm", "", "", "htm", NULL};
static const char *const sync_modes[] = {"off", "messages", "clocks", "halfwords", NULL};
static const char *const paces[] = {"natural", "recorded", "fast", NULL};
static const char *const folds[] = {"random", "never", "always", NULL};
static const char *const stalls[] = {"random", "latest", "ignore", NULL};
static const char *const garbages[] = {"all", "slots", "quiet", NULL};

#define FIELD(type, field, min, max, names)                                                        \
  { #field, offsetof(struct type, field), sizeof((struct type *)0)->field, min, max, names }
#define BUILD_FLAG off_on
#define BUILD_BYTE NULL
#define BUILD_HALF NULL
#define BUILD(Name, field, kind, least, greatest, preset)                                          \
  FIELD(rvt_params, field, least, greatest, BUILD_##kind),
#define CONFIG(field, min, max, names) FIELD(rvt_config, field, min, max, names)
#define PLAYER(name, field, min, max, names)                                                       \
  {                                                                                                \
    name, offsetof(struct rvt_player_options, field),                                              \
        sizeof((struct rvt_player_options *)0)->field, min, max, names                             \
  }

const struct scn_field rvt_scn_build_fields[] = {RVT_PARAMS(BUILD){NULL, 0, 0, 0, 0, NULL}};

const struct scn_field rvt_scn_config_fields[] = {CONFIG(active, 0, 1, off_on),
                                                  CONFIG(enable, 0, 1, off_on),
                                                  CONFIG(tracing, 0, 1, off_on),
                                                  CONFIG(mode, 0, 6, modes),
                                                  CONFIG(stall_ena, 0, 1, off_on),
                                                  CONFIG(sync_mode, 0, 3, sync_modes),
                                                  CONFIG(sync_max, 0, 15, NULL),
                                                  CONFIG(ir_mode, 0, 3, NULL),
                                                  CONFIG(ir_en, 0, 1, off_on),
                                                  CONFIG(inhibit_src, 0, 1, off_on),
                                                  CONFIG(src_bits, 0, RVT_SRC_BITS_CEIL, NULL),
                                                  CONFIG(src_id, 0, 0xfff, NULL),
                                                  CONFIG(all_jumps, 0, 1, off_on),
                                                  CONFIG(extend_addr, 0, 1, off_on),
                                                  CONFIG(repeat_branch, 0, 1, off_on),
                                                  CONFIG(context_en, 0, 1, off_on),
                                                  CONFIG(ts_en, 0, 1, off_on),
                                                  CONFIG(ts_suppress, 0, 15, NULL),
                                                  CONFIG(plain_sync, 0, 1, off_on),
                                                  CONFIG(trig_ena, 0, 1, off_on),
                                                  CONFIG(seq_en, 0, 1, off_on),
                                                  {NULL, 0, 0, 0, 0, NULL}};

const struct scn_field rvt_scn_player_fields[] = {
    PLAYER("pace", pace, 0, RVT_PACE_FAST, paces),
    PLAYER("fold", fold, 0, RVT_FOLD_ALWAYS, folds),
    PLAYER("stall", stall_rule, 0, RVT_STALL_IGNORE, stalls),
    PLAYER("garbage", garbage, 0, RVT_GARBAGE_QUIET, garbages),
    PLAYER("itype_width", itype_width, 3, 4, NULL),
    PLAYER("jumps_taken", jumps_taken, 0, 1, off_on),
    PLAYER("max_insns", max_insns, 0, 255, NULL),
    PLAYER("random_end", random_end, 0, 255, NULL),
    PLAYER("time_step", time_step, 0, 255, NULL),
    {NULL, 0, 0, 0, 0, NULL}};

void rvt_scn_field_store(const struct scn_field *f, void *base, uint64_t value) {
  void *to = (char *)base + f->offset;
  const uint8_t byte = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  const uint32_t word = (uint32_t)value; /* an enumeration */
  switch (f->size) {
  case 1: memcpy(to, &byte, 1); break;
  case 2: memcpy(to, &half, 2); break;
  default: memcpy(to, &word, 4); break;
  }
}

void rvt_scn_defaults(struct rvt_scn *scn) {
  *scn = (struct rvt_scn){
      .config = {.active = true, .enable = true, .tracing = true, .mode = RVT_MODE_HTM},
      .player = {.itype_width = 4, .time_step = 1}};
  struct rvt_params *p = &scn->params;
  rvt_params_init(p, NULL);
  p->xlen = 64;
  p->icnt_width = RVT_ICNT_CEIL;
  p->stack_depth = 8;
  p->ts_width = 40;
  p->queue_depth = 16;
  p->fifo_depth = 128;
  p->plain_hist = false;
}

enum rvt_status rvt_scn_check_config(const struct rvt_params *p, const struct rvt_config *c,
                                     struct rvt_error *e) {
  const enum rvt_status status = rvt_config_check(p, c, e);
  return status == RVT_OK ? RVT_OK : rvt_error_at(e, RVT_ERR_RANGE, "config");
}

enum rvt_status rvt_scn_check(struct rvt_scn *scn, struct rvt_error *e) {
  const struct rvt_params *p = &scn->params;
  if (scn->trace == NULL)
    return rvt_error_set(e, RVT_ERR_RANGE, "expected a line 'trace FILE', found none");
  if (rvt_params_check(p, e) != RVT_OK) return rvt_error_at(e, RVT_ERR_RANGE, "build");
  scn->player.seed = scn->seed;
  scn->player.xlen = p->xlen;
  if (p->itype_width < scn->player.itype_width) scn->player.itype_width = p->itype_width;
  scn->player.blocks = p->blocks;
  scn->player.iretire_width = p->iretire_width;
  scn->player.single = p->single;
  scn->player.iaddr_on_int = p->iaddr_on_int;
  scn->player.stall_latency = p->stall_latency;
  return rvt_scn_check_config(p, &scn->config, e);
}

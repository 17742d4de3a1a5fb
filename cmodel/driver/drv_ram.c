/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

enum { WORD = 4 };

static const struct rvt_drv_field rp_low = {"trRamRPLow", RVT_TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFFu, 0};
static const struct rvt_drv_field wp_low = {"trRamWPLow", RVT_TR_RAM_WP_LOW_OFFSET, 0xFFFFFFFFu, 0};
static const struct rvt_drv_field limit_low = {"trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET,
                                               0xFFFFFFFFu, 0};
static const struct rvt_drv_field data = {"trRamData", RVT_TR_RAM_DATA_OFFSET, 0xFFFFFFFFu, 0};

/** One of the addresses; its High register reads 0 where there is none (TCI:RAM-02). */
static enum rvt_drv_status address(struct rvt_drv *drv, uint64_t base, struct rvt_drv_field low,
                                   struct rvt_drv_field high, uint64_t *value) {
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  for (;;) { /* High, Low, High, so that a carry between both is seen (TCI:BUS-12) */
    uint32_t lower, upper, again;
    rvt_drv_before_look(drv, &p);
    RVT_DRV_TRY(rvt_drv_read(drv, base, high, &upper));
    RVT_DRV_TRY(rvt_drv_read(drv, base, low, &lower));
    RVT_DRV_TRY(rvt_drv_read(drv, base, high, &again));
    *value = (uint64_t)upper << 32 | lower;
    if (again == upper) return RVT_DRV_OK;
    RVT_DRV_TRY(rvt_drv_look_again(drv, &p, base, high, upper, again));
  }
}

/** All addresses are those of words; a component gone wrong shall not make others of them. */
static enum rvt_drv_status ram_state(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_state *state) {
  const uint64_t words = ~(uint64_t)(WORD - 1);
  uint64_t wp;
  RVT_DRV_TRY(address(drv, base, RVT_DRV_REG("trRamStartLow", RVT_TR_RAM_START_LOW_OFFSET),
                      RVT_DRV_REG("trRamStartHigh", RVT_TR_RAM_START_HIGH_OFFSET), &state->start));
  RVT_DRV_TRY(address(drv, base, RVT_DRV_REG("trRamLimitLow", RVT_TR_RAM_LIMIT_LOW_OFFSET),
                      RVT_DRV_REG("trRamLimitHigh", RVT_TR_RAM_LIMIT_HIGH_OFFSET), &state->limit));
  RVT_DRV_TRY(address(drv, base, RVT_DRV_REG("trRamWPLow", RVT_TR_RAM_WP_LOW_OFFSET),
                      RVT_DRV_REG("trRamWPHigh", RVT_TR_RAM_WP_HIGH_OFFSET), &wp));
  state->start &= words;
  state->limit &= words;
  state->wp = wp & words;
  state->wrapped = (wp & RVT_TR_RAM_WRAP_MASK) != 0;
  return RVT_DRV_OK;
}

/** tr..Control in parts. */
static enum rvt_drv_status control_state(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                         struct rvt_drv_state *state, uint32_t *word) {
  RVT_DRV_TRY(rvt_drv_read(drv, c->base, rvt_drv_control(c->type), word));
  state->active = (*word & RVT_DRV_ACTIVE) != 0;
  state->enabled = (*word & RVT_DRV_ENABLE) != 0;
  state->empty = (*word & RVT_DRV_EMPTY) != 0;
  return RVT_DRV_OK;
}

/** Such a sink is full, not enabled, and stands at the start. */
static bool has_stopped(const struct rvt_drv_state *s, uint32_t control) {
  return s->active && !s->enabled && s->wrapped && s->wp == s->start &&
         RVT_FIELD(control, RVT_TR_RAM_STOP_ON_WRAP) != 0;
}

enum rvt_drv_status rvt_drv_get_state(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                      struct rvt_drv_state *state) {
  struct rvt_drv_state s = {.active = false};
  uint32_t word;
  RVT_DRV_TRY(control_state(drv, c, &s, &word));
  if (c->type == RVT_DRV_ENCODER) {
    s.tracing = (word & RVT_TR_TE_INST_TRACING_MASK) != 0;
    s.lost = (word & RVT_DRV_LOST) != 0;
    s.silent = s.active && s.enabled && s.tracing && s.empty;
  } else if (c->type == RVT_DRV_RAM) {
    RVT_DRV_TRY(ram_state(drv, c->base, &s));
    s.stopped = has_stopped(&s, word);
  }
  *state = s;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_resume(struct rvt_drv *drv, const struct rvt_drv_component *ram) {
  const struct rvt_drv_field enable = rvt_drv_enable(RVT_DRV_RAM);
  struct rvt_drv_state s;
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_get_state(drv, ram, &s));
  if (!s.stopped) return rvt_drv_fail(drv, RVT_DRV_ERR_STATE, ram->base, enable, 0, s.enabled);
  /* A sink that holds nothing takes a write of WP, so that trRamWrap tells the truth again. */
  if (s.empty) RVT_DRV_TRY(rvt_drv_ram_rewind(drv, ram));
  /* Not waited for: the buffer may be full again by the next look. */
  return rvt_drv_modify(drv, ram->base, enable, 1);
}

/** Set RP to the first of `left` bytes. */
static enum rvt_drv_status set_rp(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                  uint64_t first) {
  uint32_t rp;
  RVT_DRV_TRY(rvt_drv_try(drv, ram->base, rp_low, (uint32_t)first, &rp));
  if (rp == (uint32_t)first) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_REFUSED, ram->base, rp_low, (uint32_t)first, rp);
}

/** The state of a memory that can be read now. */
static enum rvt_drv_status readable(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                    struct rvt_drv_state *s) {
  const struct rvt_drv_field mode = RVT_DRV_FIELD("trRamMode", TR_RAM_CONTROL, TR_RAM_MODE);
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_get_state(drv, ram, s));
  if (!s->stopped) RVT_DRV_TRY(rvt_drv_idle(drv, ram));
  RVT_DRV_TRY(rvt_drv_expect(drv, ram->base, mode, 0, RVT_DRV_ERR_ABSENT));
  if (s->limit < s->start)
    return rvt_drv_fail(drv, RVT_DRV_ERR_STATE, ram->base, limit_low, (uint32_t)s->start,
                        (uint32_t)s->limit);
  /* A limit that was lowered after the wrap leaves WP outside: the sink goes on at the start. */
  if (s->wp > s->limit || s->wp < s->start) s->wp = s->start;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_begin(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                          struct rvt_drv_readout *r) {
  struct rvt_drv_state s;
  RVT_DRV_TRY(readable(drv, ram, &s));
  RVT_DRV_TRY(set_rp(drv, ram, s.wrapped ? s.wp : s.start));
  *r = (struct rvt_drv_readout){
      .left = s.wrapped ? s.limit + WORD - s.start : s.wp - s.start,
      .wrapped = s.wrapped && !s.stopped,
  };
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_resumed(struct rvt_drv *drv,
                                            const struct rvt_drv_component *ram,
                                            struct rvt_drv_readout *r) {
  struct rvt_drv_state s;
  RVT_DRV_TRY(readable(drv, ram, &s));
  RVT_DRV_TRY(set_rp(drv, ram, s.start));
  /* trRamWrap may be of the time before; at the start again the sink has filled the buffer. */
  const bool full = s.wrapped && s.wp == s.start;
  *r = (struct rvt_drv_readout){.left = full ? s.limit + WORD - s.start : s.wp - s.start};
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_next(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                         struct rvt_drv_readout *r, uint8_t *bytes, size_t size,
                                         size_t *count) {
  size_t done = 0;
  if (size < WORD) return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, ram->base, data, WORD, (uint32_t)size);
  while (r->left != 0 && size - done >= WORD) {
    uint32_t word;
    RVT_DRV_TRY(rvt_drv_read(drv, ram->base, data, &word));
    /* The first byte of the stream is the least significant (TCI:RAM-03). */
    for (unsigned i = 0; i < WORD; i++) bytes[done++] = (uint8_t)(word >> (8 * i));
    r->left -= WORD;
  }
  *count = done;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_ram_rewind(struct rvt_drv *drv, const struct rvt_drv_component *ram) {
  struct rvt_drv_state s = {.active = false};
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_idle(drv, ram));
  RVT_DRV_TRY(ram_state(drv, ram->base, &s));
  /* Any write of trRamWPLow clears trRamWrap, so what reads back has it 0 (TCI:RAM-06). */
  RVT_DRV_TRY(rvt_drv_write(drv, ram->base, wp_low, (uint32_t)s.start));
  return rvt_drv_expect(drv, ram->base, wp_low, (uint32_t)s.start, RVT_DRV_ERR_REFUSED);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

enum { WORD = 4 };

/**
 * An address of the sink. High, Low, High, so that a carry between both is seen (TCI:BUS-12). High
 * reads 0 where there is none (TCI:RAM-02), and is not looked at where that is known.
 */
static enum rvt_drv_status address(struct rvt_drv *drv, rvt_drv_at c, enum rvt_drv_field low,
                                   uint64_t *value) {
  const enum rvt_drv_field high = (enum rvt_drv_field)(low + 1);
  const bool wide = !rvt_drv_sram_only(c);
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  for (;;) {
    uint32_t lower, upper = 0, again = 0;
    rvt_drv_before_look(drv, &p);
    if (wide) RVT_DRV_TRY(rvt_drv_read(drv, c, high, &upper));
    RVT_DRV_TRY(rvt_drv_read(drv, c, low, &lower));
    if (wide) RVT_DRV_TRY(rvt_drv_read(drv, c, high, &again));
    *value = (uint64_t)upper << 32 | lower;
    if (again == upper) return RVT_DRV_OK;
    RVT_DRV_TRY(rvt_drv_look_again(drv, &p, c, high, upper, again));
  }
}

/** All addresses are those of words; a component gone wrong shall not make others of them. */
static enum rvt_drv_status ram_state(struct rvt_drv *drv, rvt_drv_at c,
                                     struct rvt_drv_state *state) {
  const uint64_t words = ~(uint64_t)(WORD - 1);
  uint64_t wp;
  if (!rvt_drv_sram_only(c)) RVT_DRV_TRY(address(drv, c, RVT_DRV_F_START, &state->start));
  RVT_DRV_TRY(address(drv, c, RVT_DRV_F_LIMIT, &state->limit));
  RVT_DRV_TRY(address(drv, c, RVT_DRV_F_WP, &wp));
  state->start &= words;
  state->limit &= words;
  state->wp = wp & words;
  state->wrapped = ((uint32_t)wp & RVT_TR_RAM_WRAP_MASK) != 0;
  return RVT_DRV_OK;
}

/** Such a sink is full, not enabled, and stands at the start. */
static bool has_stopped(const struct rvt_drv_state *s, uint32_t control) {
  return s->active && !s->enabled && s->wrapped && s->wp == s->start &&
         RVT_FIELD(control, RVT_TR_RAM_STOP_ON_WRAP) != 0;
}

/** rvt_drv_get_state(), and tr..Control as it was. */
static enum rvt_drv_status look(struct rvt_drv *drv, rvt_drv_at c, struct rvt_drv_state *state,
                                uint32_t *control) {
  struct rvt_drv_state s = {.active = false};
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_CONTROL, control));
  const uint32_t word = *control;
  s.active = (word & RVT_DRV_ACTIVE) != 0;
  s.enabled = (word & RVT_DRV_ENABLE) != 0;
  s.empty = (word & RVT_DRV_EMPTY) != 0;
  if (c->type == RVT_DRV_ENCODER) {
    s.tracing = (word & RVT_TR_TE_INST_TRACING_MASK) != 0;
    s.lost = (word & RVT_DRV_LOST) != 0;
    s.silent = s.active && s.enabled && s.tracing && s.empty;
  } else if (c->type == RVT_DRV_TANDEM) {
    s.lost = (word & RVT_RVT_TANDEM_LOST_MASK) != 0;
    s.cut = (word & RVT_RVT_TANDEM_SINK_LOST_MASK) != 0;
  } else if (c->type == RVT_DRV_RAM) {
    RVT_DRV_TRY(ram_state(drv, c, &s));
    s.stopped = has_stopped(&s, word);
  }
  *state = s;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_get_state(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                      struct rvt_drv_state *state) {
  uint32_t control;
  return look(drv, c, state, &control);
}

enum rvt_drv_status rvt_drv_resume(struct rvt_drv *drv, const struct rvt_drv_component *ram) {
  struct rvt_drv_state s;
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_get_state(drv, ram, &s));
  if (!s.stopped) return rvt_drv_fail(drv, RVT_DRV_ERR_STATE, ram, RVT_DRV_F_ENABLE, 0, s.enabled);
  /* A sink that holds nothing takes a write of WP, so that trRamWrap tells the truth again. */
  if (s.empty) RVT_DRV_TRY(rvt_drv_ram_rewind(drv, ram));
  /* Not waited for: the buffer may be full again by the next look. */
  return rvt_drv_modify(drv, ram, RVT_DRV_F_ENABLE, 1);
}

/** The state of a memory that can be read now. */
static enum rvt_drv_status readable(struct rvt_drv *drv, rvt_drv_at ram, struct rvt_drv_state *s) {
  uint32_t control;
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(look(drv, ram, s, &control));
  if (!s->stopped) RVT_DRV_TRY(rvt_drv_idle(drv, ram, control));
  RVT_DRV_TRY(rvt_drv_is(drv, ram, RVT_DRV_F_RAM_MODE, control, 0, RVT_DRV_ERR_ABSENT));
  if (s->limit < s->start)
    return rvt_drv_fail(drv, RVT_DRV_ERR_STATE, ram, RVT_DRV_F_LIMIT, (uint32_t)s->start,
                        (uint32_t)s->limit);
  /* A limit that was lowered after the wrap leaves WP outside: the sink goes on at the start. */
  if (s->wp > s->limit || s->wp < s->start) s->wp = s->start;
  return RVT_DRV_OK;
}

/** Read from `first` on: all of the buffer, or what is below WP. */
static enum rvt_drv_status begin(struct rvt_drv *drv, rvt_drv_at ram, const struct rvt_drv_state *s,
                                 uint64_t first, bool full, struct rvt_drv_readout *r) {
  RVT_DRV_TRY(rvt_drv_put(drv, ram, RVT_DRV_F_RP, (uint32_t)first));
  r->left = (full ? s->limit + WORD : s->wp) - s->start;
  r->wrapped = false;
  r->to_start = first == s->start ? 0 : s->limit + WORD - first;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_begin(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                          struct rvt_drv_readout *r) {
  struct rvt_drv_state s;
  RVT_DRV_TRY(readable(drv, ram, &s));
  RVT_DRV_TRY(begin(drv, ram, &s, s.wrapped ? s.wp : s.start, s.wrapped, r));
  r->wrapped = s.wrapped && !s.stopped;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_resumed(struct rvt_drv *drv,
                                            const struct rvt_drv_component *ram,
                                            struct rvt_drv_readout *r) {
  struct rvt_drv_state s;
  RVT_DRV_TRY(readable(drv, ram, &s));
  /* trRamWrap may be of the time before; at the start again the sink has filled the buffer. */
  return begin(drv, ram, &s, s.start, s.wrapped && s.wp == s.start, r);
}

enum rvt_drv_status rvt_drv_readout_next(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                         struct rvt_drv_readout *r, uint8_t *bytes, size_t size,
                                         size_t *count) {
  size_t done = 0;
  if (size < WORD)
    return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, ram, RVT_DRV_F_DATA, WORD, (uint32_t)size);
  while (r->left != 0 && size - done >= WORD) {
    uint32_t word;
    RVT_DRV_TRY(rvt_drv_read(drv, ram, RVT_DRV_F_DATA, &word));
    /* The first byte of the stream is the least significant (TCI:RAM-03). */
    for (unsigned i = 0; i < WORD; i++) bytes[done++] = (uint8_t)(word >> (8 * i));
    r->left -= WORD;
  }
  *count = done;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_ram_rewind(struct rvt_drv *drv, const struct rvt_drv_component *ram) {
  struct rvt_drv_state s;
  uint32_t control;
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(look(drv, ram, &s, &control));
  RVT_DRV_TRY(rvt_drv_idle(drv, ram, control));
  /* Any write of trRamWPLow clears trRamWrap, so what reads back has it 0 (TCI:RAM-06). */
  return rvt_drv_put(drv, ram, RVT_DRV_F_WP, (uint32_t)s.start);
}

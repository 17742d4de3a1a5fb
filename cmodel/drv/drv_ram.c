/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

enum { WORD = 4 };

static const struct rvt_drv_field rp_low = {"trRamRPLow", RVT_TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFFu, 0};
static const struct rvt_drv_field wp_low = {"trRamWPLow", RVT_TR_RAM_WP_LOW_OFFSET, 0xFFFFFFFFu, 0};
static const struct rvt_drv_field data = {"trRamData", RVT_TR_RAM_DATA_OFFSET, 0xFFFFFFFFu, 0};

/** One of the addresses; its High register reads 0 where there is none (TCI:RAM-02). */
static enum rvt_drv_status address(struct rvt_drv *drv, uint64_t base, const char *name,
                                   uint16_t low, uint64_t *value) {
  uint32_t lower, upper, again;
  do { /* High, Low, High, so that a carry between both is seen (TCI:BUS-12) */
    RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG(name, (uint16_t)(low + WORD)), &upper));
    RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG(name, low), &lower));
    RVT_DRV_TRY(rvt_drv_read(drv, base, RVT_DRV_REG(name, (uint16_t)(low + WORD)), &again));
  } while (again != upper);
  *value = (uint64_t)upper << 32 | lower;
  return RVT_DRV_OK;
}

static enum rvt_drv_status ram_state(struct rvt_drv *drv, uint64_t base,
                                     struct rvt_drv_state *state) {
  uint64_t wp;
  RVT_DRV_TRY(address(drv, base, "trRamStart", RVT_TR_RAM_START_LOW_OFFSET, &state->start));
  RVT_DRV_TRY(address(drv, base, "trRamLimit", RVT_TR_RAM_LIMIT_LOW_OFFSET, &state->limit));
  RVT_DRV_TRY(address(drv, base, "trRamWP", RVT_TR_RAM_WP_LOW_OFFSET, &wp));
  state->wp = wp & ~(uint64_t)(WORD - 1);
  state->wrapped = (wp & RVT_TR_RAM_WRAP_MASK) != 0;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_state(struct rvt_drv *drv, const struct rvt_drv_component *c,
                                  struct rvt_drv_state *state) {
  struct rvt_drv_state s = {.active = false};
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_read(drv, c->base, rvt_drv_control(c->type), &word));
  s.active = (word & RVT_DRV_ACTIVE) != 0;
  s.enabled = (word & RVT_DRV_ENABLE) != 0;
  s.empty = (word & RVT_DRV_EMPTY) != 0;
  if (c->type == RVT_DRV_ENCODER) {
    s.tracing = (word & RVT_TR_TE_INST_TRACING_MASK) != 0;
    s.lost = (word & RVT_DRV_LOST) != 0;
  } else if (c->type == RVT_DRV_RAM) {
    RVT_DRV_TRY(ram_state(drv, c->base, &s));
  }
  *state = s;
  return RVT_DRV_OK;
}

enum rvt_drv_status rvt_drv_readout_begin(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                          struct rvt_drv_readout *r) {
  const struct rvt_drv_field mode = RVT_DRV_FIELD("trRamMode", TR_RAM_CONTROL, TR_RAM_MODE);
  struct rvt_drv_state s = {.active = false};
  uint32_t rp;
  RVT_DRV_TRY(rvt_drv_typed(drv, ram, RVT_DRV_RAM));
  RVT_DRV_TRY(rvt_drv_idle(drv, ram));
  RVT_DRV_TRY(rvt_drv_expect(drv, ram->base, mode, 0, RVT_DRV_ERR_ABSENT));
  RVT_DRV_TRY(ram_state(drv, ram->base, &s));
  /* A limit that was lowered behind the wrap leaves WP outside: the sink goes on at the start. */
  const uint64_t next = s.wp <= s.limit ? s.wp : s.start;
  const uint64_t oldest = s.wrapped ? next : s.start;
  RVT_DRV_TRY(rvt_drv_try(drv, ram->base, rp_low, (uint32_t)oldest, &rp));
  if (rp != (uint32_t)oldest)
    return rvt_drv_fail(drv, RVT_DRV_ERR_REFUSED, ram->base, rp_low, (uint32_t)oldest, rp);
  *r = (struct rvt_drv_readout){
      .left = s.wrapped ? s.limit + WORD - s.start : next - s.start,
      .wrapped = s.wrapped,
  };
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

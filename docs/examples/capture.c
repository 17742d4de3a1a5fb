/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

enum { TEXT_SIZE = 192, HTM = 6, HALFWORDS = 3 };

/** Components found, configured and enabled; trace is on. */
static enum rvt_drv_status begin(struct rvt_drv *drv, const struct capture_map *map,
                                 struct rvt_drv_component *encoder, struct rvt_drv_component *ram,
                                 const struct rvt_drv_path *path) {
  /* History mode, stalling rather than losing, a synchronization every 2^12 half-words. */
  static const struct rvt_drv_encoder_config how = {
      .mode = HTM, .sync_mode = HALFWORDS, .sync_max = 8, .stall = true};
  /* All of the memory; what is oldest is overwritten. */
  static const struct rvt_drv_ram_config where = {.stop_on_wrap = false};
  enum rvt_drv_status status = rvt_drv_discover(drv, map->encoder, encoder);
  if (status == RVT_DRV_OK) status = rvt_drv_discover(drv, map->ram, ram);
  if (status == RVT_DRV_OK) status = rvt_drv_encoder_configure(drv, encoder, &how);
  if (status == RVT_DRV_OK) status = rvt_drv_ram_configure(drv, ram, &where);
  if (status == RVT_DRV_OK) status = rvt_drv_start(drv, path, true);
  return status;
}

static enum rvt_drv_status fetch(struct rvt_drv *drv, const struct rvt_drv_component *ram,
                                 uint8_t *bytes, size_t size, size_t *count, bool *wrapped) {
  struct rvt_drv_readout r;
  enum rvt_drv_status status = rvt_drv_readout_begin(drv, ram, &r);
  if (status == RVT_DRV_OK) status = rvt_drv_readout_next(drv, ram, &r, bytes, size, count);
  if (status == RVT_DRV_OK) *wrapped = r.wrapped;
  return status;
}

bool capture(const struct rvt_drv_bus *bus, const struct capture_map *map,
             void (*work)(void *context), void *context, uint8_t *bytes, size_t size, size_t *count,
             bool *wrapped, char *text) {
  struct rvt_drv drv = {.bus = bus, .timeout = 10000};
  struct rvt_drv_component encoder, ram;
  const struct rvt_drv_path path = {&encoder, {&ram}, 1};
  enum rvt_drv_status status = begin(&drv, map, &encoder, &ram, &path);
  if (status == RVT_DRV_OK) {
    work(context);
    status = rvt_drv_stop(&drv, &path);
  }
  if (status == RVT_DRV_OK) status = fetch(&drv, &ram, bytes, size, count, wrapped);
  if (status == RVT_DRV_OK) return true;
  rvt_drv_error_text(&drv.error, text, TEXT_SIZE);
  return false;
}

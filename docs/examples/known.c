/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

/*
 * capture.c for a chip that is known: nothing is probed, which saves three quarters of the accesses
 * until trace is on, and what would probe is not linked. The memory's size, 16 KiB, is the
 * integrator's.
 */

enum { TEXT_SIZE = 192, HTM = 6, HALFWORDS = 3, MEMORY = 16384 };

/** Components compared with what they shall be, configured and enabled; trace is on. */
static enum rvt_drv_status begin(struct rvt_drv *drv, struct rvt_drv_component *encoder,
                                 struct rvt_drv_component *ram, const struct rvt_drv_path *path) {
  static const struct rvt_drv_encoder_config how = {
      .mode = HTM, .sync_mode = HALFWORDS, .sync_max = 8, .stall = true};
  static const struct rvt_drv_ram_config where = {.stop_on_wrap = false};
  enum rvt_drv_status status = rvt_drv_assume(drv, encoder);
  if (status == RVT_DRV_OK) status = rvt_drv_assume(drv, ram);
  if (status == RVT_DRV_OK) status = rvt_drv_encoder_configure(drv, encoder, &how);
  if (status == RVT_DRV_OK) status = rvt_drv_ram_configure(drv, ram, &where);
  if (status == RVT_DRV_OK) status = rvt_drv_start(drv, path, true);
  return status;
}

bool capture(const struct rvt_drv_bus *bus, const struct capture_map *map,
             void (*work)(void *context), void *context, uint8_t *bytes, size_t size, size_t *count,
             bool *wrapped, char *text) {
  struct rvt_drv drv = {.bus = bus, .timeout = 10000};
  struct rvt_drv_component encoder = {.base = map->encoder, .type = RVT_DRV_ENCODER};
  struct rvt_drv_component ram = {
      .base = map->ram,
      .type = RVT_DRV_RAM,
      .probed = true,
      .caps.ram = {.has_sram = true, .data = true, .limit_max = MEMORY - 4}};
  const struct rvt_drv_path path = {&encoder, {&ram}, 1};
  struct rvt_drv_readout r;
  enum rvt_drv_status status = begin(&drv, &encoder, &ram, &path);
  if (status == RVT_DRV_OK) {
    work(context);
    status = rvt_drv_stop(&drv, &path);
  }
  if (status == RVT_DRV_OK) status = rvt_drv_readout_begin(&drv, &ram, &r);
  if (status == RVT_DRV_OK) status = rvt_drv_readout_next(&drv, &ram, &r, bytes, size, count);
  if (status == RVT_DRV_OK) {
    *wrapped = r.wrapped;
    return true;
  }
  rvt_drv_error_text(&drv.error, text, TEXT_SIZE);
  return false;
}

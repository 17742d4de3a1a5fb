/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

static const struct rvt_drv_field tracing_field = {"trTeInstTracing", RVT_TR_TE_CONTROL_OFFSET,
                                                   RVT_TR_TE_INST_TRACING_MASK, RVT_DRV_LOST};
static const struct rvt_drv_field triggers_field = {"trTeInstTrigEnable", RVT_TR_TE_CONTROL_OFFSET,
                                                    RVT_TR_TE_INST_TRIG_ENABLE_MASK, RVT_DRV_LOST};

static enum rvt_drv_status check(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  RVT_DRV_TRY(rvt_drv_typed(drv, path->encoder, RVT_DRV_ENCODER));
  if (path->sinks != 0 && path->sinks <= RVT_DRV_SINKS_MAX) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, path->encoder->base, rvt_drv_control(RVT_DRV_ENCODER),
                      RVT_DRV_SINKS_MAX, (uint32_t)path->sinks);
}

static enum rvt_drv_status enable(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  RVT_DRV_TRY(rvt_drv_modify(drv, c->base, rvt_drv_enable(c->type), 1));
  return rvt_drv_wait(drv, c->base, rvt_drv_enable(c->type), 1);
}

static enum rvt_drv_status disable(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  RVT_DRV_TRY(rvt_drv_modify(drv, c->base, rvt_drv_enable(c->type), 0));
  return rvt_drv_wait(drv, c->base, rvt_drv_enable(c->type), 0);
}

/** Set or clear trTeInstTracing. A trigger may change it again at once, so it is no sign then. */
static enum rvt_drv_status trace(struct rvt_drv *drv, const struct rvt_drv_component *c, bool on) {
  uint32_t word;
  RVT_DRV_TRY(rvt_drv_modify(drv, c->base, tracing_field, on));
  RVT_DRV_TRY(rvt_drv_read(drv, c->base, triggers_field, &word));
  if (rvt_drv_get(triggers_field, word) != 0) return RVT_DRV_OK;
  return rvt_drv_wait(drv, c->base, tracing_field, on);
}

enum rvt_drv_status rvt_drv_start(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                  bool tracing) {
  RVT_DRV_TRY(check(drv, path));
  for (size_t i = 0; i < path->sinks; i++) RVT_DRV_TRY(enable(drv, path->sink[i]));
  RVT_DRV_TRY(enable(drv, path->encoder));
  return tracing ? trace(drv, path->encoder, true) : RVT_DRV_OK;
}

/**
 * Disable the RAM sinks that have stopped by themselves (TCI:RAM-11), before any other sink: one
 * in the middle of a message gets its end, and so empty, only when no stopped one is waited for.
 */
static enum rvt_drv_status disable_stopped(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                           bool *any) {
  *any = false;
  for (size_t i = 0; i < path->sinks; i++) {
    struct rvt_drv_state s;
    if (path->sink[i]->type != RVT_DRV_RAM) continue;
    RVT_DRV_TRY(rvt_drv_get_state(drv, path->sink[i], &s));
    if (!s.stopped) continue;
    RVT_DRV_TRY(disable(drv, path->sink[i]));
    *any = true;
  }
  return RVT_DRV_OK;
}

/** Wait until the encoder has passed on everything; RVT_DRV_ERR_STOPPED if a full memory waits. */
static enum rvt_drv_status drain(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  const struct rvt_drv_component *c = path->encoder;
  const struct rvt_drv_field empty = rvt_drv_empty(RVT_DRV_ENCODER);
  const enum rvt_drv_status status = rvt_drv_wait(drv, c->base, empty, 1);
  if (status != RVT_DRV_ERR_TIMEOUT) return status;
  const struct rvt_drv_error timeout = drv->error;
  bool stopped;
  RVT_DRV_TRY(disable_stopped(drv, path, &stopped));
  if (stopped) return rvt_drv_fail(drv, RVT_DRV_ERR_STOPPED, c->base, empty, 1, 0);
  drv->error = timeout;
  return timeout.status;
}

enum rvt_drv_status rvt_drv_stop(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  RVT_DRV_TRY(check(drv, path));
  RVT_DRV_TRY(trace(drv, path->encoder, false));
  RVT_DRV_TRY(disable(drv, path->encoder));
  const enum rvt_drv_status drained = drain(drv, path);
  if (drained != RVT_DRV_OK && drained != RVT_DRV_ERR_STOPPED) return drained;
  const struct rvt_drv_error stopped = drv->error;
  for (size_t i = path->sinks; i-- != 0;) {
    const struct rvt_drv_component *sink = path->sink[i];
    RVT_DRV_TRY(disable(drv, sink));
    RVT_DRV_TRY(rvt_drv_wait(drv, sink->base, rvt_drv_empty(sink->type), 1));
  }
  if (drained != RVT_DRV_OK) drv->error = stopped;
  return drained;
}

enum rvt_drv_status rvt_drv_flush(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  uint32_t word;
  RVT_DRV_TRY(check(drv, path));
  RVT_DRV_TRY(rvt_drv_read(drv, path->encoder->base, tracing_field, &word));
  RVT_DRV_TRY(rvt_drv_stop(drv, path));
  return rvt_drv_start(drv, path, rvt_drv_get(tracing_field, word) != 0);
}

enum rvt_drv_status rvt_drv_clear_lost(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  static const struct rvt_drv_field lost = {"trTeInstStallOrOverflow", RVT_TR_TE_CONTROL_OFFSET,
                                            RVT_DRV_LOST, RVT_DRV_LOST};
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_ENCODER));
  return rvt_drv_modify(drv, c->base, lost, 1);
}

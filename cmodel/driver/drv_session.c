/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "drv.h"

static enum rvt_drv_status check(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  if (path->encoder->type != RVT_DRV_TANDEM)
    RVT_DRV_TRY(rvt_drv_typed(drv, path->encoder, RVT_DRV_ENCODER));
  if (path->sinks != 0 && path->sinks <= RVT_DRV_SINKS_MAX) return RVT_DRV_OK;
  return rvt_drv_fail(drv, RVT_DRV_ERR_ARG, path->encoder, RVT_DRV_F_CONTROL, RVT_DRV_SINKS_MAX,
                      (uint32_t)path->sinks);
}

/** `*control` is what the component then reads. */
static enum rvt_drv_status enable(struct rvt_drv *drv, rvt_drv_at c, bool on, uint32_t *control) {
  RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_CONTROL, control));
  return rvt_drv_switch(drv, c, RVT_DRV_F_ENABLE, on, control);
}

/**
 * Set or clear trTeInstTracing on top of `*control`, what the encoder read last, and see that it is
 * so. A start may wait until the encoder's queue is empty, and whoever writes back the 0 that it
 * reads until then takes it back. With triggers on, one of them may change the bit again at once:
 * then a start has also been made if the encoder is empty. A tandem encoder has no such bit.
 */
static enum rvt_drv_status trace(struct rvt_drv *drv, rvt_drv_at c, bool on, uint32_t *control) {
  const enum rvt_drv_field tracing = RVT_DRV_F_TRACING;
  struct rvt_drv_patience p;
  if (c->type == RVT_DRV_TANDEM) return RVT_DRV_OK;
  RVT_DRV_TRY(rvt_drv_write(drv, c, tracing, rvt_drv_with(c, tracing, *control, on)));
  p = rvt_drv_patience(drv);
  for (;;) {
    rvt_drv_before_look(drv, &p);
    RVT_DRV_TRY(rvt_drv_read(drv, c, tracing, control));
    const uint32_t word = *control, found = rvt_drv_get(tracing, word);
    const bool done = !on || (word & RVT_DRV_EMPTY) != 0;
    if (found == on || (done && (word & RVT_TR_TE_INST_TRIG_ENABLE_MASK) != 0)) return RVT_DRV_OK;
    RVT_DRV_TRY(rvt_drv_look_again(drv, &p, c, tracing, on, found));
  }
}

enum rvt_drv_status rvt_drv_start(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                  bool tracing) {
  uint32_t control;
  RVT_DRV_TRY(check(drv, path));
  for (size_t i = 0; i < path->sinks; i++) RVT_DRV_TRY(enable(drv, path->sink[i], true, &control));
  RVT_DRV_TRY(enable(drv, path->encoder, true, &control));
  return tracing ? trace(drv, path->encoder, true, &control) : RVT_DRV_OK;
}

/**
 * The first RAM sink of the path that has stopped by itself (TCI:RAM-11); NULL if none has.
 * @param holds  only one that holds bytes, which a disable discards (TCI:RAM-13)
 */
static enum rvt_drv_status find_stopped(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                        bool holds, const struct rvt_drv_component **found) {
  *found = NULL;
  for (size_t i = 0; i < path->sinks && *found == NULL; i++) {
    const struct rvt_drv_component *sink = path->sink[i];
    struct rvt_drv_state s;
    uint32_t word;
    if (sink->type != RVT_DRV_RAM) continue;
    /* One look at what most sinks are. */
    RVT_DRV_TRY(rvt_drv_read(drv, sink, RVT_DRV_F_CONTROL, &word));
    if ((word & RVT_DRV_ENABLE) != 0 || RVT_FIELD(word, RVT_TR_RAM_STOP_ON_WRAP) == 0) continue;
    RVT_DRV_TRY(rvt_drv_get_state(drv, sink, &s));
    if (s.stopped && !(holds && s.empty)) *found = sink;
  }
  return RVT_DRV_OK;
}

/**
 * Wait until the encoder has passed on everything; RVT_DRV_ERR_STOPPED if a full memory waits. That
 * is told at once: nothing that the driver waits for lets such a memory go on.
 */
static enum rvt_drv_status drain(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  const struct rvt_drv_component *c = path->encoder;
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  for (;;) {
    const struct rvt_drv_component *stopped;
    uint32_t word;
    rvt_drv_before_look(drv, &p);
    /* The sink first: the encoder may have handed over its last byte in between. */
    RVT_DRV_TRY(find_stopped(drv, path, false, &stopped));
    RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_EMPTY, &word));
    if ((word & RVT_DRV_EMPTY) != 0) return RVT_DRV_OK;
    if (stopped != NULL) return rvt_drv_fail(drv, RVT_DRV_ERR_STOPPED, c, RVT_DRV_F_EMPTY, 1, 0);
    RVT_DRV_TRY(rvt_drv_look_again(drv, &p, c, RVT_DRV_F_EMPTY, 1, 0));
  }
}

/** Trace off, and the encoder disabled. */
static enum rvt_drv_status stop_encoder(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  uint32_t control;
  RVT_DRV_TRY(check(drv, path));
  RVT_DRV_TRY(rvt_drv_read(drv, path->encoder, RVT_DRV_F_CONTROL, &control));
  RVT_DRV_TRY(trace(drv, path->encoder, false, &control));
  return rvt_drv_switch(drv, path->encoder, RVT_DRV_F_ENABLE, 0, &control);
}

/**
 * Disable the sinks and wait until each is empty; one that is stuck leaves no other on. The error
 * is that of the first one that does not answer.
 */
static enum rvt_drv_status stop_sinks(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  enum rvt_drv_status first = RVT_DRV_OK;
  struct rvt_drv_error error = {.field = NULL};
  for (size_t i = path->sinks; i-- != 0;) {
    const struct rvt_drv_component *sink = path->sink[i];
    uint32_t control;
    enum rvt_drv_status status = enable(drv, sink, false, &control);
    if (status == RVT_DRV_OK && (control & RVT_DRV_EMPTY) == 0)
      status = rvt_drv_wait(drv, sink, RVT_DRV_F_EMPTY, 1, &control);
    if (status != RVT_DRV_OK && status != RVT_DRV_ERR_TIMEOUT) return status;
    if (status == RVT_DRV_OK || first != RVT_DRV_OK) continue;
    first = status;
    error = drv->error;
  }
  if (first != RVT_DRV_OK) drv->error = error;
  return first;
}

enum rvt_drv_status rvt_drv_stop(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  const struct rvt_drv_component *full;
  RVT_DRV_TRY(stop_encoder(drv, path));
  RVT_DRV_TRY(drain(drv, path));
  /* Nothing comes any more; what a full memory has no room for is the end of the trace. */
  RVT_DRV_TRY(find_stopped(drv, path, true, &full));
  if (full != NULL) return rvt_drv_fail(drv, RVT_DRV_ERR_STOPPED, full, RVT_DRV_F_EMPTY, 1, 0);
  return stop_sinks(drv, path);
}

enum rvt_drv_status rvt_drv_finish(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  const struct rvt_drv_component *full;
  uint32_t word;
  RVT_DRV_TRY(stop_encoder(drv, path));
  RVT_DRV_TRY(find_stopped(drv, path, false, &full));
  RVT_DRV_TRY(rvt_drv_read(drv, path->encoder, RVT_DRV_F_EMPTY, &word));
  if ((word & RVT_DRV_EMPTY) == 0 && full == NULL)
    for (size_t i = 0; i < path->sinks; i++) RVT_DRV_TRY(enable(drv, path->sink[i], true, &word));
  return rvt_drv_stop(drv, path);
}

/**
 * Disable the memories that have stopped, and let the other sinks take what waited for them, to the
 * end of a message at least. Another memory may stop meanwhile.
 */
static enum rvt_drv_status pass_on(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  const struct rvt_drv_error before = drv->error;
  const struct rvt_drv_component *c = path->encoder;
  struct rvt_drv_patience p = rvt_drv_patience(drv);
  bool off[RVT_DRV_SINKS_MAX] = {false};
  for (;;) {
    size_t others = 0;
    uint32_t word;
    rvt_drv_before_look(drv, &p);
    for (size_t i = 0; i < path->sinks; i++) {
      struct rvt_drv_state s;
      if (off[i]) continue;
      RVT_DRV_TRY(rvt_drv_get_state(drv, path->sink[i], &s));
      off[i] = path->sink[i]->type == RVT_DRV_RAM && s.stopped;
      if (off[i]) RVT_DRV_TRY(enable(drv, path->sink[i], false, &word));
      others += !off[i];
    }
    RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_EMPTY, &word));
    if (others == 0 || (word & RVT_DRV_EMPTY) != 0) return RVT_DRV_OK;
    const enum rvt_drv_status status = rvt_drv_look_again(drv, &p, c, RVT_DRV_F_EMPTY, 1, 0);
    if (status != RVT_DRV_OK) {
      drv->error = before; /* nobody takes it */
      return RVT_DRV_OK;
    }
  }
}

enum rvt_drv_status rvt_drv_abandon(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  RVT_DRV_TRY(stop_encoder(drv, path));
  RVT_DRV_TRY(pass_on(drv, path));
  return stop_sinks(drv, path);
}

enum rvt_drv_status rvt_drv_flush(struct rvt_drv *drv, const struct rvt_drv_path *path) {
  uint32_t word;
  RVT_DRV_TRY(check(drv, path));
  RVT_DRV_TRY(rvt_drv_read(drv, path->encoder, RVT_DRV_F_TRACING, &word));
  RVT_DRV_TRY(rvt_drv_stop(drv, path));
  return rvt_drv_start(drv, path, (word & RVT_TR_TE_INST_TRACING_MASK) != 0);
}

enum rvt_drv_status rvt_drv_clear_lost(struct rvt_drv *drv, const struct rvt_drv_component *c) {
  uint32_t word;
  if (c->type == RVT_DRV_TANDEM) {
    RVT_DRV_TRY(rvt_drv_read(drv, c, RVT_DRV_F_CONTROL, &word));
    return rvt_drv_write(drv, c, RVT_DRV_F_CONTROL, word | RVT_DRV_TANDEM_LOST);
  }
  RVT_DRV_TRY(rvt_drv_typed(drv, c, RVT_DRV_ENCODER));
  return rvt_drv_modify(drv, c, RVT_DRV_F_LOST, 1);
}

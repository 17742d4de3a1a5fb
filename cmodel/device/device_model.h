/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DEVICE_MODEL_H
#define RVT_DEVICE_MODEL_H

/*
 * The golden model as a simulated device: encoder, RAM sink and PIB sink with the worked address
 * map, a memory, and a hart that plays a program. docs/reference/device.md.
 */

#include "rvt/device.h"
#include "rvt/player.h"
#include "rvt/top.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rvt_device_model {
  struct rvt_top top;
  uint64_t *memory;        /* of the RAM sink, words of its width; the caller's */
  uint64_t rdata_q;        /* its output register */
  struct rvt_player *hart; /* NULL: the hart does nothing; the caller's */
  struct rvt_ingress ingress;
  bool ended;
  bool no_ack; /* the acknowledge of power switches is dead: nothing becomes active */
  uint64_t insns;
  struct rvt_error error;
  struct rvt_top_out out; /* of the clock that passed last */
};

/** Words that `memory` must have: one for each word of 32 bits of the sink, or 1 without one. */
size_t rvt_device_model_memory(const struct rvt_top_params *p);

/**
 * After power-up. `memory` and `hart` must stay; a `hart` must fit the encoder's ingress port.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule
 */
RVT_MUST_CHECK enum rvt_status rvt_device_model_init(struct rvt_device_model *m,
                                                     const struct rvt_top_params *p,
                                                     uint64_t *memory, struct rvt_player *hart,
                                                     struct rvt_error *e);
/** One clock: outputs, then the edge. What came out of the pins is not in `*reply`: it takes a
 * probe. */
void rvt_device_model_clock(struct rvt_device_model *m, const struct rvt_device_drive *drive,
                            struct rvt_device_reply *reply);

#ifdef __cplusplus
}
#endif
#endif

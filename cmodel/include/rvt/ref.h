/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REF_H
#define RVT_REF_H

/*
 * The golden model of rvt_top as a simulator or a script takes it: parameters as words, all
 * inputs and all outputs as bits, in the order of the RTL. DPI-C, SystemC and Python stand on it; a
 * bench in C has it easier with rvt/top.h. Instances share nothing.
 */

#include "rvt/ntrace_tap.h"
#include "rvt/top.h"
#include "rvt/top_ports.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Numbers of the parameters: RVT_REF_Xlen, ... */
#define RVT_REF_PARAM(Name, least, greatest, preset) RVT_REF_##Name,
enum rvt_ref_param { RVT_TOP_PARAMS(RVT_REF_PARAM) RVT_REF_PARAMS };
#undef RVT_REF_PARAM

struct rvt_ref_param_info {
  const char *name;
  uint32_t least, greatest, preset; /* of any build; `preset` is the default in the RTL */
};

struct rvt_ref_port {
  const char *name; /* with _i or _o */
  bool is_output;
  uint16_t at, width; /* in bits, from bit 0 of word 0 of its direction upwards */
};

struct rvt_ref;

/** `index` below RVT_REF_PARAMS. */
const struct rvt_ref_param_info *rvt_ref_param(unsigned index);

/**
 * The model's own form of the parameters.
 *
 * @param params  RVT_REF_PARAMS values in the order of the RTL
 * @retval RVT_ERR_ARG  `e` names the parameter and its range; `*p` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_ref_params(const uint32_t *params, struct rvt_top_params *p,
                                              struct rvt_error *e);

/**
 * A model in the state after reset.
 *
 * @retval RVT_ERR_ARG        `e` names the parameter and its range
 * @retval RVT_ERR_NO_MEMORY
 * `*ref` is unchanged unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_ref_new(const uint32_t *params, struct rvt_ref **ref,
                                           struct rvt_error *e);
void rvt_ref_free(struct rvt_ref *ref);

/** Ports of this build in the order of the RTL, inputs first, without clk_i and rst_ni. */
const struct rvt_ref_port *rvt_ref_ports(const struct rvt_ref *ref, size_t *count);

/** State after reset; the tap goes on. */
void rvt_ref_reset(struct rvt_ref *ref);
/**
 * Outputs of this clock.
 *
 * @param in   RVT_TOP_INPUT_WORDS words; bits above the ports are ignored
 * @param out  RVT_TOP_OUTPUT_WORDS words; bits above the ports are 0
 */
void rvt_ref_outputs(const struct rvt_ref *ref, const uint32_t *in, uint32_t *out);
/** One rising clock edge with reset released, with the inputs before it. */
void rvt_ref_tick(struct rvt_ref *ref, const uint32_t *in);

/** Call `sink` at the edge at which the last byte of a message leaves the encoder; NULL: do not. */
void rvt_ref_on_message(struct rvt_ref *ref, rvt_ntrace_tap_sink *sink, void *user);

/** The state, to be looked at. */
const struct rvt_top *rvt_ref_state(const struct rvt_ref *ref);

/** Bytes of rvt_ref_save(). */
size_t rvt_ref_snapshot_size(void);
/** Write the state and the parameters; what is called at a message is not part of it. */
void rvt_ref_save(const struct rvt_ref *ref, void *out);
/**
 * Go on from a snapshot.
 *
 * @retval RVT_ERR_FORMAT    as rvt_top_restore()
 * @retval RVT_ERR_MISMATCH  it has other parameters; `e` names the first one
 * Nothing has changed unless RVT_OK.
 */
RVT_MUST_CHECK enum rvt_status rvt_ref_restore(struct rvt_ref *ref, const void *bytes, size_t size,
                                               struct rvt_error *e);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

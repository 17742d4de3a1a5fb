/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_REGS_ENCODER_H
#define RVT_REGS_ENCODER_H

/*
 * Golden model of rtl/control/rvt_regs_encoder.sv. docs/registers.md, "Active";
 * docs/units/registers.md. Plain data throughout: memcpy is a snapshot.
 */

#include "rvt/config.h"
#include "rvt/regs.h"
#include "rvt/unit/regs_active.h"
#include "rvt/unit/timestamp.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Fields that count from the next trace start (TCI:CTRL-23), named as in struct rvt_config. */
struct rvt_regs_held {
#define RVT_HELD(type, name, field, register, legal) type name;
  RVT_TE_HELD(RVT_HELD, 0)
#undef RVT_HELD
};

/** Whether each field is the same. */
static inline bool rvt_regs_held_same(const struct rvt_regs_held *a,
                                      const struct rvt_regs_held *b) {
#define RVT_HELD(type, name, field, register, legal) a->name == b->name &&
  return RVT_TE_HELD(RVT_HELD, 0) true;
#undef RVT_HELD
}

/** The RTL's registers of the same names. */
struct rvt_regs_encoder {
  struct rvt_params p; /* of the encoder that they configure */
  bool plain_sync;     /* of the build; passed on to the encoder */
  struct rvt_regs_active active;
  bool mid_q; /* the last beat taken from the component was no end of a message */
  bool enable_q, tracing_q, trig_ena_q, sticky_q, stall_ena_q;
  uint8_t sync_mode_q, sync_max_q;
  struct rvt_regs_held set_q;  /* as written */
  struct rvt_regs_held copy_q; /* as the encoder has it */
  bool wait_q;                 /* a start waits for the copy */
  struct rvt_timestamp time;   /* the unit */
  uint32_t prdata_q;
};

struct rvt_regs_encoder_in {
  struct rvt_apb apb;
  bool active_ack;                      /* of the power or clock switch; active_req without one */
  bool empty, settled, overflow, stall; /* of the encoder in this clock */
  bool trig_on, trig_off;               /* trace-on and trace-off triggers of this clock */
  bool m_valid, m_ready, m_eom, dn_on;  /* the component's output stream, watched */
  bool halted;                          /* the hart is in debug mode */
  uint64_t time;                        /* of outside */
};

struct rvt_regs_encoder_out {
  uint32_t prdata; /* 0 outside the access clock of a read */
  bool pready;     /* constant 1 */
  bool pslverr;    /* constant 0 */
  bool active_req;
  bool closing; /* the message that crosses the output is the last */
  struct rvt_config cfg;
};

/**
 * State after reset. Of the encoder's parameters the registers read those that say what is built:
 * sim/lists/register_params.tsv, component te.
 * @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_regs_encoder_init(struct rvt_regs_encoder *s,
                                                     const struct rvt_params *p, bool plain_sync,
                                                     struct rvt_error *e);
/** The time that counts in this clock, of `time` outside. */
static inline uint64_t rvt_regs_encoder_time(const struct rvt_regs_encoder *s, uint64_t time) {
  return rvt_timestamp_now(&s->time, time);
}
/** Outputs of this clock: a function of state alone. */
void rvt_regs_encoder_outputs(const struct rvt_regs_encoder *s, struct rvt_regs_encoder_out *out);
/** One rising clock edge with reset released. */
void rvt_regs_encoder_tick(struct rvt_regs_encoder *s, const struct rvt_regs_encoder_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

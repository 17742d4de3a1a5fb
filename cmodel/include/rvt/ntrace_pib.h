/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_PIB_H
#define RVT_NTRACE_PIB_H

/* Golden model of rtl/transport/rvt_ntrace_pib.sv. docs/design.md, "PIB". */

#include "rvt/ntrace_packer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RVT_PIB_BUFFER_MAX = 256 };

/** trPibMode (TCI:PIB-01); the modes built so far. */
enum rvt_pib_mode { RVT_PIB_OFF = 0, RVT_PIB_4BIT = 10, RVT_PIB_8BIT = 11 };

struct rvt_ntrace_pib_params {
  uint8_t pins;          /* data pins: 4 (mode 10 only) or 8 (modes 10 and 11; mode 10 on [3:0]) */
  uint8_t div_width;     /* bits of the divider, 1..16 */
  uint16_t buffer_bytes; /* 38..256, at least the longest message (TCI:PIB-12) */
};

struct rvt_ntrace_pib {
  struct rvt_ntrace_pib_params p;
  uint8_t mem_q[RVT_PIB_BUFFER_MAX];
  uint16_t level_q, wptr_q, rptr_q;
  uint16_t msgs_q; /* complete messages in the buffer */
  uint16_t div_q;
  bool in_msg_q;  /* bytes of a started message remain in the buffer */
  bool high_q;    /* the next beat is a high nibble */
  bool on_pins_q; /* the pins show a beat of a message */
  uint8_t idle_q; /* idle beats since the last message beat, saturates at 4 */
  bool trc_clk_q;
  uint8_t trc_data_q;
};

struct rvt_ntrace_pib_in {
  bool active;       /* trPibActive; 0 is a synchronous reset */
  bool enable;       /* trPibEnable */
  uint8_t mode;      /* trPibMode; stable while enabled or not empty */
  uint16_t divider;  /* trPibDivider: one beat every divider + 1 clocks; stable like mode */
  struct rvt_beat s; /* one byte per beat */
};

struct rvt_ntrace_pib_out {
  bool s_ready;
  bool empty; /* trPibEmpty (TCI:PIB-26) */
  bool trc_clk;
  uint8_t trc_data;
};

/** @retval RVT_ERR_ARG  a parameter is out of its range; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_pib_init(struct rvt_ntrace_pib *s,
                                                   const struct rvt_ntrace_pib_params *p);
/** Outputs of this clock. Pure. `s_ready` depends on the configuration in `in`, nothing on the
 * stream. */
void rvt_ntrace_pib_outputs(const struct rvt_ntrace_pib *s, const struct rvt_ntrace_pib_in *in,
                            struct rvt_ntrace_pib_out *out);
/** One rising clock edge with reset released. */
void rvt_ntrace_pib_tick(struct rvt_ntrace_pib *s, const struct rvt_ntrace_pib_in *in);

#ifdef __cplusplus
}
#endif
#endif

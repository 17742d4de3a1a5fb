/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_PIB_H
#define RVT_PIB_H

/* Golden model of rtl/transport/rvt_pib.sv. docs/units/pib.md. */

#include "rvt/error.h"
#include "rvt/framing.h"
#include "rvt/unit/beat.h"
#include "rvt/unit/pib_mode.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { RVT_PIB_BUFFER_MAX = 256 };

struct rvt_pib_params {
  uint8_t lanes;         /* bytes of a beat: 1, 2, 4, 8 or 16 */
  uint8_t pins;          /* data pins: 4 (mode 10), 8 (also 11) or 16 (also 12) */
  uint8_t div_width;     /* bits of the divider, 1..16 */
  uint16_t buffer_bytes; /* up to 256, at least the longest message (TCI:PIB-12); 16 pins: even */
  bool clk_center;       /* TRC_CLK edges in the middle of beats are built */
  bool calibrate;        /* calibration patterns are built */
  uint8_t framing;       /* enum rvt_framing_code; in a rvt_top the encoder's */
};

struct rvt_pib {
  struct rvt_pib_params p;
  const struct rvt_framing *framing;
  uint32_t in_place_q;                /* of what goes into the buffer, for the framing */
  uint8_t pack_q[RVT_LANES_MAX + 1];  /* the beat that words are made of, and a byte before it */
  bool pack_end_q[RVT_LANES_MAX + 1]; /* ... a message ends with it */
  uint8_t packed_q;                   /* bytes of it; 0 with one lane */
  uint8_t mem_q[RVT_PIB_BUFFER_MAX];
  bool end_q[RVT_PIB_BUFFER_MAX];   /* a message ends with it */
  uint16_t level_q, wptr_q, rptr_q; /* in bytes, with what pads an odd tail */
  uint16_t msgs_q;                  /* complete messages in the buffer */
  bool open_q;                      /* the message that comes in has not ended */
  uint8_t mode_q;                   /* last supported mode */
  uint16_t div_q;
  bool wait_q;     /* the beat on the pins waits for its edge in the middle */
  bool in_msg_q;   /* of a message or pattern on the pins more is to come */
  bool high_q;     /* the next beat is a high nibble */
  bool second_q;   /* the next byte is the second one of a pair in the buffer */
  bool on_pins_q;  /* the pins show a beat of a message or pattern */
  bool lead_q;     /* ... the last idle one, which aligns, before a message */
  bool pattern_q;  /* of message and pattern, the pattern was on the pins last */
  uint8_t place_q; /* the next byte of the pattern */
  uint8_t idle_q;  /* idle beats since the last other beat, saturates at 4 */
  bool trc_clk_q;
  uint16_t trc_data_q;
};

struct rvt_pib_in {
  bool active;      /* 0 is a synchronous reset */
  bool enable;      /* trPibEnable */
  uint8_t mode;     /* trPibMode; stable while enabled or not empty, but 0 at any time */
  bool center;      /* trPibClkCenter; stable like the mode */
  bool calibrate;   /* trPibCalibrate */
  uint16_t divider; /* trPibDivider; stable like the mode */
  struct rvt_beat s;
};

struct rvt_pib_out {
  bool s_ready;
  bool s_dn_on;   /* messages are taken, or the rest of one */
  bool s_dn_lost; /* what the buffer holds is given up in this clock */
  bool empty;     /* trPibEmpty (TCI:PIB-26) */
  bool in_msg;    /* the pins cannot stop in this clock */
  bool trc_clk;
  uint16_t trc_data;
};

/** @retval RVT_ERR_ARG  `e` names the parameter and its rule; `*s` has not changed */
RVT_MUST_CHECK enum rvt_status rvt_pib_init(struct rvt_pib *s, const struct rvt_pib_params *p,
                                            struct rvt_error *e);
/** Outputs of this clock. Pure. `s_ready` and `s_dn_on` depend on the configuration in `in`,
 * nothing on the stream. */
void rvt_pib_outputs(const struct rvt_pib *s, const struct rvt_pib_in *in, struct rvt_pib_out *out);
/** One rising clock edge with reset released. */
void rvt_pib_tick(struct rvt_pib *s, const struct rvt_pib_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

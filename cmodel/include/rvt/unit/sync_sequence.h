/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_SYNC_SEQUENCE_H
#define RVT_SYNC_SEQUENCE_H

/* Golden model of rtl/transport/rvt_sync_sequence.sv: sync sequences between the messages of a
 * stream (ETR:DC-12). docs/units/stream.md. Plain data throughout. */

#include "rvt/framing.h"
#include "rvt/unit/beat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The RTL's registers of the same names. All zero after reset, and while the sink is off. */
struct rvt_sync_sequence {
  uint16_t count_q; /* bytes of messages since the last sequence, up to 2^12 */
  uint8_t left_q;   /* bytes of the sequence under way; 0: none is */
  bool mid_q;       /* the last beat that passed was no end of a message */
};

/**
 * The beat that the sink sees. A framing without sequences changes nothing.
 * @param freq   trRamAsyncFreq or trPibAsyncFreq; 0: none
 * @param lanes  bytes of a beat
 * @return whether the beat of `s` is kept back, so that its source is not ready
 */
bool rvt_sync_sequence_beat(const struct rvt_sync_sequence *s, const struct rvt_framing *f,
                            uint8_t freq, uint8_t lanes, const struct rvt_beat *in,
                            struct rvt_beat *out);
/** One rising clock edge with reset released, of a sink that works. `ready`: the sink's. */
void rvt_sync_sequence_tick(struct rvt_sync_sequence *s, const struct rvt_framing *f, uint8_t freq,
                            uint8_t lanes, const struct rvt_beat *in, bool ready);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_PACKER_H
#define RVT_NTRACE_PACKER_H

/*
 * Golden model of rtl/ntrace/rvt_ntrace_packer.sv: a record becomes bytes with MSEO, up to `lanes`
 * bytes per clock. docs/units/packer.md.
 */

#include "rvt/error.h"
#include "rvt/ntrace.h"
#include "rvt/params.h"
#include "rvt/unit/beat.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_ntrace_packer_params {
  uint8_t lanes;      /* bytes per beat: 1, 2, 4, 8 or 16 */
  uint8_t icnt_width; /* bits of the I-CNT segment, 1..22; HREPEAT, B-CNT and ECODE pass here too */
  uint8_t addr_width; /* bits of the address or PROCESS segment, 1..63 */
  uint8_t hist_width; /* bits of HIST, 2..32, or 0: no HIST segment (a BTM build) */
  uint8_t ts_width;   /* bits of time, 1..64, or 0: no TSTAMP segment */
  uint8_t src_bits_max; /* largest `src_bits`, 0..12 */
  bool extend_addr;     /* `extend_addr` of the inputs is read */
};

enum {
  RVT_PACKER_BYTES = 40, /* 8 of the head, 11 of an address, 6 of HIST, 11 of a time: 36 */
  RVT_PACKER_BEATS = RVT_PACKER_BYTES / 2
};

/** Of the wide form: the message that leaves, and the beats it leaves in. */
struct rvt_packer_message {
  uint8_t beats;                   /* 0: there is none */
  uint8_t beat;                    /* on offer */
  uint8_t at;                      /* its first byte */
  uint8_t size;                    /* bytes of the message */
  uint8_t bytes[RVT_PACKER_BEATS]; /* of each beat */
  uint8_t data[RVT_PACKER_BYTES];
};

/** The record, as in the RTL's registers of the same names, and in the wide form the message. */
struct rvt_ntrace_packer {
  struct rvt_ntrace_packer_params p;
  bool busy_q; /* a record is held */
  bool hist_first_q;
  bool has_icnt_q, has_addr_q, has_hist_q, has_ts_q; /* segments not finished yet */
  uint8_t carry_bits_q;                              /* 0..24 */
  uint32_t carry_q;
  uint32_t icnt_q;
  uint32_t hist_q;
  uint64_t addr_q;
  bool extend_q;       /* of the address equal upper bits are not sent (NT:ADR-11) */
  uint8_t addr_more_q; /* ... and this many bytes of it follow the next one */
  uint64_t ts_q;       /* with one lane the RTL forms it a clock after the load, beside TCODE */
  uint64_t last_time_q;
  bool base_q; /* a time was sent since ts_en rose and ts_forget: `last_time_q` is it (NT:TSP-03,
                  TCI:TS-16) */
  struct rvt_packer_message message_q;
};

struct rvt_ntrace_packer_in {
  bool clr;            /* component inactive: forget everything */
  uint8_t src_bits;    /* width of SRC now, 0..src_bits_max */
  uint16_t src_id;     /* low src_bits bits are sent */
  bool ts_en;          /* messages carry TSTAMP */
  bool extend_addr;    /* equal upper bits of addresses are not sent (NT:ADR-10) */
  uint8_t ts_suppress; /* ... but for kinds of rvt_ntrace_time_kind() */
  bool ts_forget;      /* from this record on times have another base (TCI:TS-16) */
  bool rec_valid;
  struct rvt_ntrace_record rec;
  bool m_ready; /* the consumer takes the beat on offer */
};

struct rvt_ntrace_packer_out {
  bool rec_ready; /* the record is loaded at this clock's edge */
  bool busy;      /* a record or a message is held */
  struct rvt_beat m;
};

/**
 * State after reset.
 * @retval RVT_ERR_ARG  a parameter is out of its range; `*s` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_packer_init(struct rvt_ntrace_packer *s,
                                                      const struct rvt_ntrace_packer_params *p,
                                                      struct rvt_error *e);
/** Whether a record or a message is held. */
static inline bool rvt_ntrace_packer_busy(const struct rvt_ntrace_packer *s) {
  return s->busy_q || s->message_q.beats != 0;
}
/** Outputs of this clock. Pure. `rec_ready` depends on `in->m_ready`, nothing else on `in`. */
void rvt_ntrace_packer_outputs(const struct rvt_ntrace_packer *s,
                               const struct rvt_ntrace_packer_in *in,
                               struct rvt_ntrace_packer_out *out);
/** One rising clock edge with reset released. */
void rvt_ntrace_packer_tick(struct rvt_ntrace_packer *s, const struct rvt_ntrace_packer_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

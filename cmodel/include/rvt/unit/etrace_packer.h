/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_PACKER_H
#define RVT_ETRACE_PACKER_H

/* Golden model of rtl/etrace/rvt_etrace_packer.sv: a record becomes an encapsulated packet, up to
 * `lanes` bytes per clock. */

#include "rvt/unit/beat.h"
#include "rvt/unit/etrace_flow.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct rvt_etrace_packer {
  struct rvt_params p;
  bool rec_valid_q; /* a record waits ... */
  struct rvt_etrace_record rec_q;
  uint64_t base_q; /* delta base (ETR:F2-04) */
  bool measures_q; /* the payload may give place to one with an index (ETR:AMB-16) */
  bool pay_valid_q;
  bool sync_q;    /* a decoder can begin with the packet */
  bool src_q;     /* it has a whole byte of srcID */
  uint8_t size_q; /* its bytes */
  uint8_t at_q;   /* those that have left */
  uint8_t bytes_q[RVT_ETRACE_PACKET_BYTES];
};

struct rvt_etrace_packer_in {
  const struct rvt_config *cfg;
  bool rec_valid;
  const struct rvt_etrace_record *rec;
  bool m_ready;
};

/** Make the record's address what is sent, a difference to `base` or not, and `base` the next
 * one's. */
void rvt_etrace_sent(const struct rvt_params *p, const struct rvt_config *cfg, uint64_t *base,
                     struct rvt_etrace_record *r);
/**
 * The packet of a record that is as it is sent: header, source, time and payload (ETR section 3,
 * section 10).
 * @return its bytes
 */
size_t rvt_etrace_pack(const struct rvt_params *p, const struct rvt_config *cfg,
                       const struct rvt_etrace_record *r, uint8_t *bytes);

void rvt_etrace_packer_init(struct rvt_etrace_packer *s, const struct rvt_params *p);
/** A record waits: the configuration has to stay. */
static inline bool rvt_etrace_packer_held(const struct rvt_etrace_packer *s) {
  return s->rec_valid_q || (s->pay_valid_q && s->at_q == 0);
}
static inline bool rvt_etrace_packer_busy(const struct rvt_etrace_packer *s) {
  return s->rec_valid_q || s->pay_valid_q;
}
/** The beat on offer, a function of state alone. */
void rvt_etrace_packer_beat(const struct rvt_etrace_packer *s, struct rvt_beat *m);
/** Whether a record is taken in this clock. */
bool rvt_etrace_packer_ready(const struct rvt_etrace_packer *s, bool m_ready);
/** One rising clock edge with reset released. */
void rvt_etrace_packer_tick(struct rvt_etrace_packer *s, const struct rvt_etrace_packer_in *in);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

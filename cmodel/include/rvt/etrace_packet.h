/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ETRACE_PACKET_H
#define RVT_ETRACE_PACKET_H

/*
 * Packets of E-Trace <-> bytes (rows ETR:P, ETR:F0..F3, ETR:E). One writer and one strict reader,
 * used by the functional encoder, the tools, the tests and the decoder.
 */

#include <stddef.h>
#include <string.h>

#include "rvt/bytes.h"
#include "rvt/etrace.h"
#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** What a reader or writer of bytes must know beside the bytes: constants of the build, in bits
 * (ETR:D-01). */
struct rvt_etrace_format {
  uint8_t addr_bits;    /* iaddress_width_p, 2..64 */
  uint8_t addr_lsb;     /* iaddress_lsb_p, 0..2: lowest bits of an address that are not sent */
  uint8_t priv_bits;    /* privilege_width_p, 1..3 */
  uint8_t context_bits; /* context_width_p, 0..32; 0: nocontext_p */
  uint8_t time_bits;    /* time_width_p in payloads, 0..64; 0: notime_p */
  uint8_t ecause_bits;  /* ecause_width_p, 1..16 */
  uint8_t f0s_bits;     /* f0s_width_p, 0..2; with 0 a format 0 is a 0.1 if there is a cache */
  uint8_t bpred_bits;   /* bpred_size_p, 0..7; 0: no predictor */
  uint8_t cache_bits;   /* cache_size_p, 0..16; 0: no cache */
  uint8_t irdepth_bits; /* 0..8 (ETR:F2-03) */
  uint8_t mode_bits;    /* encoder_mode, 1..4 */
  uint8_t ioptions_bits, doptions_bits; /* 0..32, 0..8 */
  uint8_t src_bits;                     /* srcID, 0..16 */
  uint8_t type_bits;                    /* 0..7, between srcID and payload (ETR:E-03); */
  uint8_t type;                         /* ... its value in a packet of instruction trace */
  uint8_t time_bytes;                   /* time in the encapsulation, 0..8; 0: there is none */
  bool iret_ext; /* the extension Implicit Return: irets, and the standard support packet */
  bool implicit_exception; /* run-time mode: a 3.1 with thaddr 1 has no address (ETR:M-IEX) */
};

/** Widths that follow from XLEN, 32 or 64, where they are 0. */
static inline void rvt_etrace_format_complete(struct rvt_etrace_format *format, unsigned xlen) {
  if (format->addr_bits == 0) format->addr_bits = (uint8_t)xlen;
  if (format->ecause_bits == 0) format->ecause_bits = xlen == 32 ? 5 : 6;
}

/** What is built without options, with the support packet of the reference encoder; XLEN 32 or
 * 64, or 0: what follows from it stays 0. */
static inline struct rvt_etrace_format rvt_etrace_format_plain(unsigned xlen) {
  struct rvt_etrace_format plain;
  memset(&plain, 0, sizeof plain);
  plain.addr_lsb = 1;
  plain.priv_bits = 2;
  plain.mode_bits = 1;
  plain.ioptions_bits = RVT_ETRACE_OPTIONS;
  plain.doptions_bits = 4;
  if (xlen != 0) rvt_etrace_format_complete(&plain, xlen);
  return plain;
}

/** The build has the unratified extension Implicit Return (ETR:A-06). */
static inline void rvt_etrace_format_irets(struct rvt_etrace_format *format) {
  format->iret_ext = true;
  format->irdepth_bits = 8;  /* irets */
  format->mode_bits = 2;     /* the standard support packet (ETR AMB-13) ... */
  format->ioptions_bits = 0; /* ... has each option by its name, */
  format->doptions_bits = 5; /* and mmacas_ext before those of data */
}

/** What the standard support packet says beside what all of them do, by its names. */
struct rvt_etrace_standard {
  bool sijump, implicit_return, branch_predictor, jump_target_cache;
  bool implicit_except, full_iaddress, resync_disabled, iret_ext;
  uint8_t time_width, f0s_width, return_stack_size, call_counter_size, bpred_size, cache_size;
};

enum { RVT_ETRACE_LEVELS = 8 };

/** What a decoder of programs must know of E-Trace alone; zero where nothing is said. A support
 * packet of the reference encoder's layout says the modes anew. */
struct rvt_etrace_setting {
  struct rvt_etrace_format format;
  bool full_address;      /* trTeInstNoAddrDiff (ETR:M-FULL) */
  bool no_cause, no_tval; /* the hart does not say it: packets have 0 (ETR:IN-09) */
  uint8_t stack_bits;     /* return_stack_size_p, 0..5 */
  /** xtvec by level, if known: where handlers begin that a 3.1 does not say (ETR:M-IEX). */
  bool tvec_known[RVT_ETRACE_LEVELS];
  uint64_t tvec[RVT_ETRACE_LEVELS];
  uint64_t count_max; /* branches that one branch_count may stand for; 0: RVT_DECODER_REPEAT_MAX */
};

/** What an event of the decoder has of E-Trace alone, by its kind (rvt/decoder.h). */
struct rvt_etrace_event {
  uint8_t qual_status; /* of a stop or an overflow */
};

/**
 * One packet, its fields by the names of the standard. A field that the packet does not have is
 * zero. notify, updiscon and irreport are what they mean, not the bits that are sent, of which each
 * refers to the bit before it (ETR:F2-01).
 */
struct rvt_etrace_packet {
  uint8_t kind; /* enum rvt_etrace_kind */
  /* Encapsulation. */
  uint8_t flow; /* 2 bits */
  uint16_t src;
  bool has_time;
  uint64_t tstamp; /* of the encapsulation */
  /* Formats 0, 1 and 2. */
  uint32_t branch_count; /* as sent: 31 less than what was predicted right */
  uint8_t branch_fmt;    /* enum rvt_etrace_branch_fmt */
  uint16_t index;
  uint8_t branches;    /* as sent: 0 in format 1 is 31 without an address */
  uint32_t branch_map; /* bit 0 is the oldest; 0 is taken (ETR:P-06) */
  bool notify, updiscon, irreport;
  uint8_t irdepth; /* if `irreport`; with iret_ext irets */
  /** In bytes, modulo 2^addr_bits, a multiple of 2^addr_lsb: a difference or an address, as the
   * mode has it; in format 3 an address. */
  uint64_t address;
  /* Format 3. */
  bool branch; /* 0: the instruction at the address is a taken branch */
  uint8_t privilege;
  uint64_t time;
  uint32_t context;
  uint16_t ecause;
  bool interrupt, thaddr;
  uint64_t tval; /* in bytes, of addr_bits */
  bool ienable;
  uint8_t encoder_mode;
  uint8_t qual_status; /* enum rvt_etrace_qual */
  uint32_t ioptions;
  struct rvt_etrace_standard standard; /* with iret_ext */
  bool denable, dloss;
  uint8_t doptions;
};

/** Why the reader refuses a packet, or what it remarks of one that it delivers all the same. */
struct rvt_etrace_note {
  const char *row;  /* requirement row, e.g. "ETR:P-02"; NULL: nothing to remark */
  const char *text; /* what was expected and what was found; constant */
  size_t offset;    /* of the byte in question, in `rvt_bytes.data` */
};

/** Null packets since the last other one. A reader keeps it from call to call; zero at the begin
 * of a stream. */
struct rvt_etrace_nulls {
  uint32_t idle; /* of 0x00 one after the other, up to the last byte */
  bool any;
  bool aligned; /* the last one is 0x80 */
};

/** Whether every width is in its range, and the longest payload in its own (ETR:P-03). */
bool rvt_etrace_format_valid(const struct rvt_etrace_format *format);
/** Bytes of the longest packet, header included. */
unsigned rvt_etrace_longest(const struct rvt_etrace_format *format);
/** Null packets of 0x00 that stand before the 0x80 in the shortest sync sequence (ETR:E-06). */
static inline unsigned rvt_etrace_sync_idle(const struct rvt_etrace_format *format) {
  return (unsigned)(RVT_ETRACE_PAYLOAD_BYTES + format->time_bytes + format->src_bits / 8);
}

/** Whether the packet has an address. */
bool rvt_etrace_has_address(const struct rvt_etrace_format *format,
                            const struct rvt_etrace_packet *packet);
/** Outcomes in `branch_map`: `branches`, but 31 of a format 1 without an address. */
static inline unsigned rvt_etrace_outcomes(const struct rvt_etrace_packet *packet) {
  if (packet->kind == RVT_ETRACE_BRANCH && packet->branches == 0) return RVT_ETRACE_BRANCHES;
  return packet->branches;
}
/** Whether every field of two packets is the same. */
bool rvt_etrace_packet_equal(const struct rvt_etrace_packet *a, const struct rvt_etrace_packet *b);

/**
 * Write the payload alone, in its shortest form (ETR:P-02).
 *
 * @param out   RVT_ETRACE_PAYLOAD_BYTES bytes
 * @param size  number of bytes written, 1 at least
 * @retval RVT_OK
 * @retval RVT_ERR_RANGE     a value exceeds its field, or an address has bits below addr_lsb
 * @retval RVT_ERR_RESERVED  no such kind in `format`, branch_fmt 1, irreport without irdepth
 * @retval RVT_ERR_ARG       not rvt_etrace_format_valid()
 * On any status but RVT_OK neither `out` nor `*size` has changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_payload_write(const struct rvt_etrace_format *format,
                                                        const struct rvt_etrace_packet *packet,
                                                        uint8_t *out, size_t *size);
/**
 * Write the packet: header, srcID, time, payload (ETR:E-01); the bits after the payload repeat its
 * last one (AMB-22).
 *
 * @param out  RVT_ETRACE_PACKET_BYTES bytes
 * The rest as above; also RVT_ERR_RANGE: srcID, flow or time exceed their fields, has_time without
 * time_bytes.
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_packet_write(const struct rvt_etrace_format *format,
                                                       const struct rvt_etrace_packet *packet,
                                                       uint8_t *out, size_t *size);

/**
 * Read a payload of `size` bytes.
 *
 * @param note  as in rvt_etrace_packet_read(), its offset counted from `bytes`; may be NULL
 * @retval RVT_OK, RVT_ERR_RESERVED, RVT_ERR_FRAMING, RVT_ERR_ARG  as there
 * On any status but RVT_OK `*packet` has not changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_payload_read(const struct rvt_etrace_format *format,
                                                       const uint8_t *bytes, size_t size,
                                                       struct rvt_etrace_packet *packet,
                                                       struct rvt_etrace_note *note);
/**
 * Deliver the next packet; null packets before it are skipped, whatever is returned: `in->pos` then
 * stands at its header.
 *
 * @param nulls  kept between calls
 * @param note   what is to be remarked; on RVT_OK a deviation that harms nothing (a payload that is
 *               longer than needed, a missing 0x80 before it), on an error its reason; may be NULL
 * @retval RVT_OK             `in->pos` stands after the packet
 * @retval RVT_END            only null packets were left; `in->pos` stands at the end
 * @retval RVT_NEED_MORE      the packet is not complete in `in`
 * @retval RVT_ERR_FRAMING    a null packet with flow, a time where none is configured, a payload
 *                            without a bit or with more than its packet has
 * @retval RVT_ERR_RESERVED   a type, subformat, branch_fmt, privilege or encoder_mode that has no
 *                            meaning; flags of implicit return that contradict each other
 * @retval RVT_ERR_ARG        not rvt_etrace_format_valid()
 * On any status but RVT_OK `*packet` has not changed; on an error rvt_etrace_resync() goes on.
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_packet_read(const struct rvt_etrace_format *format,
                                                      struct rvt_bytes *in,
                                                      struct rvt_etrace_nulls *nulls,
                                                      struct rvt_etrace_packet *packet,
                                                      struct rvt_etrace_note *note);
/**
 * Skip to the packet after the next sync sequence (ETR:E-06), where a reader that begins blind or
 * was refused a packet can go on. `*nulls` goes on from what was read before.
 *
 * @retval RVT_OK         `in->pos` stands at the begin of a packet, or at null packets before it
 * @retval RVT_NEED_MORE  no sync sequence is left; `in->pos` stands at the end
 */
RVT_MUST_CHECK enum rvt_status rvt_etrace_resync(const struct rvt_etrace_format *format,
                                                 struct rvt_bytes *in,
                                                 struct rvt_etrace_nulls *nulls);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

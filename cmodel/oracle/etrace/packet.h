/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_ORACLE_ETRACE_PACKET_H
#define RVT_ORACLE_ETRACE_PACKET_H

/*
 * A packet of E-Trace as its fields, and its bytes. Names of fields are those of the
 * specification. Nothing here depends on what the oracle decides.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Widths of a build, in bits; a width 0 leaves its field out (ETR section 3, section 7). */
struct oracle_te_build {
  uint8_t iaddress_width; /* 32 or 64 */
  uint8_t iaddress_lsb;   /* 1 with C, else 2 (ETR:P-04); the packer takes 0 too */
  uint8_t privilege_width;
  uint8_t context_width; /* 0: nocontext_p (ETR section 3.1) */
  uint8_t ecause_width;
  uint8_t irdepth_width; /* D (ETR:F2-03) */
  bool iret_ext;         /* irets in place of irdepth, the standard support packet (ETR:AMB-7) */
  uint8_t return_stack_size; /* log2 of the entries, 0 is no stack */
  uint8_t f0s_width;         /* ETR:F0-01 */
  uint8_t cache_size;        /* cache_size_p: log2 of the entries, 0 is no cache */
  uint8_t bpred_size;        /* bpred_size_p, likewise */
};

/** ETR section 3: format and subformat. */
enum oracle_te_kind {
  ORACLE_TE_BRANCH_COUNT,      /* 0.0 */
  ORACLE_TE_JUMP_TARGET_INDEX, /* 0.1 */
  ORACLE_TE_BRANCH_MAP,        /* 1 */
  ORACLE_TE_ADDRESS,           /* 2 */
  ORACLE_TE_START,             /* 3.0 */
  ORACLE_TE_TRAP,              /* 3.1 */
  ORACLE_TE_CONTEXT,           /* 3.2 */
  ORACLE_TE_SUPPORT            /* 3.3 */
};

/** qual_status (ETR:F3-06). */
enum oracle_te_qual {
  ORACLE_TE_NO_CHANGE = 0,
  ORACLE_TE_ENDED_REP = 1,
  ORACLE_TE_TRACE_LOST = 2,
  ORACLE_TE_ENDED_NTR = 3
};

/** Bits of ioptions in the reference layout (ETR AMB-13); the last two are in the standard one
 * alone. */
enum oracle_te_ioptions {
  ORACLE_TE_IMPLICIT_RETURN = 1,
  ORACLE_TE_IMPLICIT_EXCEPTION = 2,
  ORACLE_TE_FULL_ADDRESS = 4,
  ORACLE_TE_JUMP_TARGET_CACHE = 8,
  ORACLE_TE_BRANCH_PREDICTION = 16,
  ORACLE_TE_SEQUENTIAL_JUMP = 32,
  ORACLE_TE_RESYNC_DISABLED = 64
};

/** What the encapsulation puts around payloads (ETR section 10). */
struct oracle_te_encapsulation {
  uint8_t flow;
  uint8_t src_bits; /* 0..16 */
  uint16_t src_id;
  uint8_t type_bits;
  uint8_t type;
  bool extend;     /* a time stands in the packet */
  uint8_t t_bytes; /* T: bytes of the time (ETR:DC-11) */
  uint64_t time;
};

/** Fields that a packet does not have are 0. */
struct oracle_te_packet {
  enum oracle_te_kind kind;

  /* Formats 0, 1 and 2. */
  uint32_t branch_count; /* 0.0 */
  uint8_t branch_fmt;    /* 0.0: 0 no address, 2 or 3 with one */
  uint64_t index;        /* 0.1 */
  uint8_t branches;      /* 0..31; of format 1, 0 is a full map and no address (ETR:P-07) */
  uint32_t branch_map;   /* oldest in bit 0, 1 is not taken (ETR:P-06) */
  uint64_t address;      /* as sent: delta or not, shifted, cut to the field (ETR:P-04) */
  /* What the bits of the tail say, not how they are coded (ETR:F2-01). */
  bool notify;
  bool updiscon;
  bool irreport;
  uint64_t irdepth; /* or irets */

  /* Format 3. */
  bool branch; /* 0 if, and only if, the address is that of a taken branch */
  uint8_t privilege;
  uint64_t context;
  uint64_t ecause;
  bool interrupt;
  bool thaddr;
  bool implicit; /* 3.1: the address is omitted (ETR:M-IEX) */
  uint64_t tval;
  bool ienable;
  enum oracle_te_qual qual_status;
  uint8_t ioptions;

  /* The time is that of the clock of what is reported (docs/units/etrace.md), and `extend` what it
   * was then. trTsEnable takes effect at once (TCI:TS-16), so a packet may also have it as it was
   * in the clock that caused the packet, or later. */
  struct oracle_te_encapsulation around;
  bool extend_last;
};

enum { ORACLE_TE_PAYLOAD_MAX = 40 };

/**
 * The payload of a packet, compressed.
 * @return its bytes, at least 1; more than 31 would not fit a header (ETR:P-03)
 */
size_t oracle_te_payload(const struct oracle_te_build *b, const struct oracle_te_packet *p,
                         uint8_t bytes[ORACLE_TE_PAYLOAD_MAX]);

enum { ORACLE_TE_PACKET_MAX = ORACLE_TE_PAYLOAD_MAX + 12 };

/**
 * A whole packet, header first.
 * @return its bytes
 */
size_t oracle_te_encapsulate(const struct oracle_te_encapsulation *e, const uint8_t *payload,
                             size_t size, uint8_t bytes[ORACLE_TE_PACKET_MAX]);

/**
 * Whether a packet may have this time.
 * @param extend  of the header that was seen
 * @param time    that was seen, if `extend`
 */
bool oracle_te_may_have(const struct oracle_te_packet *p, bool extend, uint64_t time);
/**
 * A whole packet with the time that it has.
 * @return its bytes
 */
size_t oracle_te_bytes(const struct oracle_te_build *b, const struct oracle_te_packet *p,
                       bool extend, uint64_t time, uint8_t bytes[ORACLE_TE_PACKET_MAX]);

#endif

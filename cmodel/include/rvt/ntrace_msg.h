/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_NTRACE_MSG_H
#define RVT_NTRACE_MSG_H

/*
 * Messages <-> bytes (rows NT:MSG, NT:PKT, NT:SRC). One writer and one strict reader, used by the
 * functional encoder, the tools, the tests and the decoder.
 */

#include <stddef.h>

#include "rvt/bytes.h"
#include "rvt/ntrace.h"
#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Streams that are older than the ratified text and not all of it. */
enum rvt_dialect { RVT_DIALECT_NONE, RVT_DIALECT_SIFIVE, RVT_DIALECTS };

/** In what a dialect differs. */
struct rvt_dialect_info {
  const char *name;        /* of option and side-car */
  bool runs;               /* RCODE 8 and 9: so many branches not taken, taken */
  bool xor_times;          /* TSTAMP is the time XOR that of the message before, but in a sync */
  bool bare_stop;          /* in HTM a ProgTraceCorrelation without outcomes has CDF 0 */
  bool btm_jumps;          /* in BTM direct jumps have a DirectBranch, in HTM no outcome */
  uint8_t implicit_return; /* trTeInstImplicitReturnMode, if nothing says another one */
};

/** By enum rvt_dialect. */
extern const struct rvt_dialect_info rvt_dialects[RVT_DIALECTS];
/** RVT_DIALECT_NONE: there is none of this name. */
enum rvt_dialect rvt_dialect_named(const char *name);

/** What a reader or writer of bytes must know beside the bytes (NT:DEC-02). */
struct rvt_ntrace_format {
  uint8_t src_bits; /* width of SRC, 0..12; 0: the field is absent (NT:SRC-01) */
  bool ts;          /* messages may carry TSTAMP (NT:TSP-01) */
  /* trTeInstExtendAddrMSB: equal upper bits of addresses are not sent; bits of an address as it is
   * sent: rvt_extend_bits(). 0: off (NT:ADR-10, ADR-14, ADR-15) */
  uint8_t extend_bits;
  uint8_t dialect; /* enum rvt_dialect */
};

/** What a decoder of programs must know of N-Trace alone (NT:DEC-02); zero where nothing is said.
 */
struct rvt_ntrace_setting {
  struct rvt_ntrace_format format;
  uint8_t mode;        /* enum rvt_mode; 0: to be told from the TCODEs */
  bool all_jumps;      /* trTeInstEnAllJumps: direct jumps have an outcome (NT:AJM-04) */
  bool extend_addr;    /* trTeInstExtendAddrMSB (NT:ADR-10), which `format.extend_bits` follows */
  uint64_t repeat_max; /* half-words that one RepeatBranch or HREPEAT may stand for (NT:DEC-23); 0:
                        * RVT_DECODER_REPEAT_MAX */
};

/** What an event of the decoder has of N-Trace alone, by its kind (rvt/decoder.h). */
struct rvt_ntrace_event {
  uint8_t sync;    /* of a sync: SYNC, also reserved values (NT:SYN-38) */
  uint8_t btype;   /* of a trap: enum rvt_ntrace_btype */
  uint8_t evcode;  /* of a stop (NT:COR-02) */
  uint8_t etype;   /* of an overflow (NT:ERR-02) */
  uint8_t dialect; /* of a problem: enum rvt_dialect in which this is right; 0: none is known */
  /* Of a problem: it is about a message without program flow (NT:DEC-07), or one was the last
   * stepped over since the source's last sync, and damage may have made it of one with flow. */
  bool passed;
  uint8_t tcode; /* of a message without program flow, the event's or the problem's */
  union {
    uint64_t ecode;         /* of an overflow: what was lost (NT:ERR-03) */
    uint64_t process;       /* of a context: PROCESS (NT:OWN-01) */
    uint64_t passed_offset; /* of a problem: of the first byte of that message in the stream */
  };
};

/** `extend_bits` of a hart; XLEN 0, not known, is taken as 64: messages of an RV32 hart then have
 * addresses with bits that it has not. A decoder cuts them; who shows messages has to know. */
static inline uint8_t rvt_extend_bits(bool extend_addr, unsigned xlen) {
  return extend_addr ? (xlen == 32 ? 31 : 63) : 0;
}

/**
 * One message, its fields as sent. A field that the message does not have is zero.
 * RDATA[0] is `icnt` with RCODE 0 and `hist` with RCODE 1 and 2; RDATA[1] is `hrepeat`, and so is
 * the number of branches with RCODE 8 and 9 of RVT_DIALECT_SIFIVE.
 */
struct rvt_ntrace_msg {
  uint8_t tcode;  /* 6 bits, of enum rvt_ntrace_tcode or rvt_ntrace_other_tcode */
  uint16_t src;   /* 12 bits */
  uint8_t sync;   /* 4 bits */
  uint8_t btype;  /* 2 bits */
  uint8_t etype;  /* 4 bits */
  uint8_t rcode;  /* 4 bits */
  uint8_t evcode; /* 4 bits */
  uint8_t cdf;    /* 2 bits */
  uint8_t cksrc;  /* 4 bits, of an in-circuit trace message: what it is about */
  uint8_t ckdf;   /* 2 bits: it has one CKDATA more than this; 2 and 3 are no known layout */
  uint64_t icnt;
  uint64_t addr; /* F-ADDR or U-ADDR: bit 0 of the address is not part of it (NT:ADR-01); whole,
                  * also if not all of it is sent */
  uint64_t hist; /* with its stop bit (NT:HIST-02) */
  uint64_t hrepeat;
  uint64_t bcnt;
  uint64_t ecode;
  uint64_t process;
  uint64_t idtag;   /* of a data acquisition: whose */
  uint64_t data[2]; /* DQDATA, or CKDATA[0] and [1] */
  uint64_t tstamp;
  bool has_tstamp;
};

/** Whether every field of two messages is the same, `has_tstamp` included. */
bool rvt_ntrace_msg_equal(const struct rvt_ntrace_msg *a, const struct rvt_ntrace_msg *b);

/** What the reader remarks about a message that it delivers all the same, or why it refuses it. */
struct rvt_ntrace_note {
  const char *row;          /* requirement row, e.g. "NT:PKT-10"; NULL: nothing to remark */
  const char *text;         /* what was expected and what was found; constant */
  size_t offset;            /* of the byte in question, in `rvt_bytes.data` */
  enum rvt_dialect dialect; /* of an error: one that has this; RVT_DIALECT_NONE: none is known */
};

/** Whether a TCODE is left to vendors (NT:MSG-13): no damage, but no known layout either. */
static inline bool rvt_ntrace_is_vendor(uint8_t tcode) { return tcode >= 56 && tcode <= 62; }

/**
 * Write one message, minimal form (NT:PKT-10).
 *
 * @param out   at least RVT_MSG_BYTES_MAX bytes
 * @param size  number of bytes written, 2..RVT_MSG_BYTES_MAX
 * @retval RVT_OK
 * @retval RVT_ERR_RANGE     a value exceeds its field's ceiling (NT:GEN-05), SRC its width or an
 *                           address `format->extend_bits`
 * @retval RVT_ERR_RESERVED  `tcode` has no known layout, an RCODE that the dialect does not
 *                           have, or CDF > 1
 * @retval RVT_ERR_ARG       `format->src_bits` > 12, `format->extend_bits` > 63, no such dialect,
 * or `has_tstamp` without `format->ts` On any status but RVT_OK neither `out` nor `*size` has
 * changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_write(const struct rvt_ntrace_format *format,
                                                    const struct rvt_ntrace_msg *msg, uint8_t *out,
                                                    size_t *size);

/**
 * Deliver the next message; idle bytes (0xFF between messages, NT:PKT-13) before it are skipped,
 * whatever is returned: `in->pos` then stands at the first byte of the message.
 *
 * A field ends within 64 bits; a byte that would start a 65th bit is not accepted even if it holds
 * zeros, so that every call looks at a bounded number of bytes after the idle ones.
 *
 * @param note  what is to be remarked; on RVT_OK a deviation that harms nothing (NT:PKT-09,
 *              NT:PKT-10, a reserved SYNC …), on an error its reason; may be NULL
 * @retval RVT_OK             `in->pos` stands after the message
 * @retval RVT_END            only idle bytes were left; `in->pos` stands at the end
 * @retval RVT_NEED_MORE      the message is not complete in `in`
 * @retval RVT_ERR_FRAMING    MSEO 10, or MSEO 01 where a message should begin (NT:PKT-12), or a
 *                            message with too few or too many fields
 * @retval RVT_ERR_RESERVED   a TCODE without program flow and without a known layout, which
 *                            rvt_ntrace_pass() steps over (NT:DEC-07); RCODE 3..15 but those
 *                            of the dialect, CDF 2 or 3
 * @retval RVT_ERR_RANGE      a field is longer than 64 bits (NT:DEC-03)
 * @retval RVT_ERR_ARG        `format->src_bits` > 12, `format->extend_bits` > 63, no such dialect:
 * no byte was read
 *
 * On any status but RVT_OK `*msg` has not changed; on an error rvt_ntrace_resync() goes on after
 * the damage.
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_read(const struct rvt_ntrace_format *format,
                                                   struct rvt_bytes *in, struct rvt_ntrace_msg *msg,
                                                   struct rvt_ntrace_note *note);

/** A message of a TCODE without program flow that is stepped over; zero before its first byte. */
struct rvt_ntrace_passed {
  uint64_t bytes; /* so far */
  uint64_t field; /* of them since the last end of a field */
  bool vendor;    /* of its TCODE */
};

/**
 * Take its next byte (NT:DEC-07). A vendor's message may have any fields; a reserved one has none
 * of more than 64 bits, so that cleared memory is no message.
 *
 * @param note  as in rvt_ntrace_msg_read(), with `offset` 0: the reason of an error
 * @retval RVT_OK           it goes on
 * @retval RVT_END          this was its last byte: the message is whole
 * @retval RVT_ERR_FRAMING  MSEO 10, or a message that ends before its SRC does (NT:PKT-12)
 * @retval RVT_ERR_RANGE    a field is longer than 64 bits (NT:DEC-03)
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_pass(const struct rvt_ntrace_format *format,
                                               struct rvt_ntrace_passed *passed, uint8_t byte,
                                               struct rvt_ntrace_note *note);

/**
 * Skip to the byte after the next one with MSEO 11 (NT:PKT-12, NT:PKT-14); a reader that starts
 * blind calls it first.
 *
 * @retval RVT_OK         `in->pos` stands at a message boundary
 * @retval RVT_NEED_MORE  no such byte is left; `in->pos` stands at the end
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_resync(struct rvt_bytes *in);

/**
 * The message that a record stands for; SRC and TSTAMP are left zero: they are the packer's.
 * @retval RVT_OK
 * @retval RVT_ERR_RESERVED  as in rvt_ntrace_msg_write(); `*msg` has not changed
 */
RVT_MUST_CHECK enum rvt_status rvt_ntrace_msg_from_record(const struct rvt_ntrace_record *record,
                                                          struct rvt_ntrace_msg *msg);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

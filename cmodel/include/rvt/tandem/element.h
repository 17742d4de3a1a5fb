/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TANDEM_ELEMENT_H
#define RVT_TANDEM_ELEMENT_H

/*
 * Elements of a tandem verification trace (Trace Protocol, version 2018-11-20) <-> bytes: section 1
 * of the rows TV. One writer and one strict reader, used by the encoder, the tools and the checker.
 */

#include <stdbool.h>

#include "rvt/bytes.h"
#include "rvt/status.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** What both sides know beside the bytes (TV:R-01), in bits. */
struct rvt_tandem_format {
  uint8_t xlen; /* 32 or 64 */
  uint8_t flen; /* 0, 32 or 64; 0: no F, and no register of it in the stream */
  uint8_t mlen; /* 32, 34 or 64: of any memory address; 64 if and only if XLEN is */
};

enum rvt_tandem_opcode {
  RVT_TANDEM_BEGIN = 1, /* of a group */
  RVT_TANDEM_END = 2,
  RVT_TANDEM_INCREMENT_PC = 3, /* by the length of the group's instruction (TV:R-07) */
  RVT_TANDEM_REGISTER = 4,
  RVT_TANDEM_ADD = 5,      /* to a register, a signed byte */
  RVT_TANDEM_OR = 6,       /* into a register, a byte */
  RVT_TANDEM_STATE = 7,    /* enum rvt_tandem_state */
  RVT_TANDEM_REQUEST = 8,  /* of memory */
  RVT_TANDEM_RESPONSE = 9, /* ..., directly behind its request (TV:R-09) */
  RVT_TANDEM_RESET = 10,
  RVT_TANDEM_INIT = 11, /* state from outside (TV:R-12) */
  RVT_TANDEM_INSN16 = 16,
  RVT_TANDEM_INSN32 = 17
};

/** What opcode 7 says: its identifiers. */
enum rvt_tandem_state {
  RVT_TANDEM_PRIVILEGE = 1, /* 0 U, 1 S, 3 M */
  RVT_TANDEM_PADDR = 2,     /* physical address of an access */
  RVT_TANDEM_EADDR = 3,     /* effective address of it */
  RVT_TANDEM_STORE8 = 4,    /* data that an instruction stores */
  RVT_TANDEM_STORE16 = 5,
  RVT_TANDEM_STORE32 = 6,
  RVT_TANDEM_STORE64 = 7,
  RVT_TANDEM_MTIME = 8,
  RVT_TANDEM_PC_PADDR = 9,
  RVT_TANDEM_PC = 10, /* the new one (TV:R-07) */
  RVT_TANDEM_STATES
};

/** Register addresses: a CSR has its number. */
enum { RVT_TANDEM_X = 0x1000, RVT_TANDEM_F = 0x1020, RVT_TANDEM_REGISTERS = 0x1040 };

enum rvt_tandem_op {
  RVT_TANDEM_LOAD,
  RVT_TANDEM_STORE,
  RVT_TANDEM_LR,
  RVT_TANDEM_SC,
  RVT_TANDEM_AMOSWAP,
  RVT_TANDEM_AMOADD,
  RVT_TANDEM_AMOXOR,
  RVT_TANDEM_AMOAND,
  RVT_TANDEM_AMOOR,
  RVT_TANDEM_AMOMIN,
  RVT_TANDEM_AMOMAX,
  RVT_TANDEM_AMOMINU,
  RVT_TANDEM_AMOMAXU,
  RVT_TANDEM_FETCH,
  RVT_TANDEM_OPS
};

/** One element. What its opcode does not have is zero. */
struct rvt_tandem_element {
  uint8_t opcode;   /* enum rvt_tandem_opcode */
  uint8_t op;       /* of a request: enum rvt_tandem_op */
  uint8_t size;     /* of request and response: 2^size bytes, 0..3 */
  uint8_t result;   /* of a response: 0, or 1 for a failure */
  bool answers;     /* of a response: it has `data` */
  uint16_t number;  /* register of 4, 5 and 6; enum rvt_tandem_state of 7 */
  uint64_t address; /* of a request */
  uint64_t data;    /* value, mask, instruction; what 5 adds, sign-extended */
};

/** The longest element: a request of 64 bits with its data. */
enum { RVT_TANDEM_ELEMENT_BYTES = 18 };

/** Why the reader refuses an element. */
struct rvt_tandem_note {
  const char *row;  /* requirement row */
  const char *text; /* what was expected and what was found; constant */
  size_t offset;    /* of the byte in question, in `rvt_bytes.data` */
};

/** Where a reader stands; rvt_tandem_reader_init(). */
struct rvt_tandem_reader {
  struct rvt_tandem_format format;
  bool open;      /* a group has begun and not ended */
  bool increment; /* ... it has an opcode 3, whose instruction may be to come */
  bool insn, init, reset;
  bool any;                            /* ... it has an element */
  bool request;                        /* the element before is a request, ... */
  uint8_t op;                          /* ... its operation */
  uint16_t states;                     /* identifiers of the group, a bit each */
  uint32_t group;                      /* its number, 1 at least */
  uint32_t seen[RVT_TANDEM_REGISTERS]; /* number of the last group that has the register */
};

/** Whether XLEN, FLEN and MLEN go together. */
bool rvt_tandem_format_valid(const struct rvt_tandem_format *format);
/** The format of a hart. @param flen  0, 32 or 64. @param sv32  it has S-mode and Sv32 */
static inline struct rvt_tandem_format rvt_tandem_format_of(unsigned xlen, unsigned flen,
                                                            bool sv32) {
  struct rvt_tandem_format format;
  format.xlen = (uint8_t)xlen;
  format.flen = (uint8_t)flen;
  format.mlen = (uint8_t)(xlen == 64 ? 64 : sv32 ? 34 : 32);
  return format;
}

/** Bytes of the data that a request has, or a response to a request of `op`; 0 without any. */
unsigned rvt_tandem_data_bytes(const struct rvt_tandem_element *e, uint8_t op);

/**
 * Write one element; its place in the stream is the caller's.
 *
 * @param out  RVT_TANDEM_ELEMENT_BYTES bytes
 * @param op   of a response: what its request asks for, enum rvt_tandem_op
 * @retval RVT_OK
 * @retval RVT_ERR_RESERVED  no such opcode, identifier, register, operation, size or result
 * @retval RVT_ERR_RANGE     a value exceeds its field
 * On any status but RVT_OK neither `out` nor `*size` has changed.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_write(const struct rvt_tandem_format *format,
                                                const struct rvt_tandem_element *e, uint8_t op,
                                                uint8_t *out, size_t *size);

/** @param format  a valid one. The stream begins between two groups (TV:E-06: it has no sync). */
void rvt_tandem_reader_init(struct rvt_tandem_reader *r, const struct rvt_tandem_format *format);

/**
 * Deliver the next element; padding between groups (TV:E-06) is skipped, whatever is returned:
 * `in->pos` then stands at the element. A begin inside a group ends that first (TV:R-04): then an
 * end of no bytes is delivered.
 *
 * @param note  the reason of an error; may be NULL
 * @retval RVT_OK            `in->pos` stands after the element
 * @retval RVT_END           nothing is left, and no group is open
 * @retval RVT_NEED_MORE     the element is not complete in `in`, or its group is not (TV:R-17)
 * @retval RVT_ERR_RESERVED  an opcode, identifier, register, operation, size or result that has no
 *                           meaning
 * @retval RVT_ERR_FRAMING   an element where it must not be (TV)
 * On any status but RVT_OK `*e` has not changed. There is no way to go on after an error.
 */
RVT_MUST_CHECK enum rvt_status rvt_tandem_read(struct rvt_tandem_reader *r, struct rvt_bytes *in,
                                               struct rvt_tandem_element *e,
                                               struct rvt_tandem_note *note);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

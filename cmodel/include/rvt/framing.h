/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_FRAMING_H
#define RVT_FRAMING_H

/*
 * What FIFO, sinks and readers of a byte stream know of its format: rtl/framing of the RTL,
 * docs/units/framing.md.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** The formats, X(NAME, name) in the order of the values of the build parameter `Framing`. */
#define RVT_FRAMING_LIST(X) X(NTRACE, ntrace) X(ETRACE, etrace) X(TANDEM, tandem)

#define RVT_FRAMING_CODE(NAME, name) RVT_FRAMING_##NAME,
enum rvt_framing_code { RVT_FRAMING_LIST(RVT_FRAMING_CODE) RVT_FRAMINGS };
#undef RVT_FRAMING_CODE

/** What a reader of E-Trace has in its place in the stream: bytes of the message that are to come,
 * above them the bytes of srcID and of time that a header does not count (ETR:E-02). */
enum { RVT_FRAMING_TO_COME = 0xff, RVT_FRAMING_SRC = 8, RVT_FRAMING_TIME = 16 };

/** ... and one of tandem verification trace: the same, what comes after them, and bytes of an x
 * register, an f register and a memory address. */
enum { RVT_FRAMING_NEXT = 8, RVT_FRAMING_XLEN = 16, RVT_FRAMING_FLEN = 20, RVT_FRAMING_MLEN = 24 };

/** The place where a reader begins. @param src_bits, time_bytes  0..16 and 0..8, of srcID and of a
 * time in E-Trace; a format that says it all itself takes no notice of them */
static inline uint32_t rvt_framing_place(unsigned src_bits, unsigned time_bytes) {
  return (uint32_t)src_bits / 8 << RVT_FRAMING_SRC | (uint32_t)time_bytes << RVT_FRAMING_TIME;
}

/** The same of tandem verification trace. @param xlen, flen, mlen  bits, as in struct
 * rvt_tandem_format */
static inline uint32_t rvt_framing_place_tandem(unsigned xlen, unsigned flen, unsigned mlen) {
  return (uint32_t)(xlen / 8 << RVT_FRAMING_XLEN | flen / 8 << RVT_FRAMING_FLEN |
                    (mlen + 7) / 8 << RVT_FRAMING_MLEN);
}

/** What a format says of bytes. `*at` is the place in the stream that a reader keeps, 0 or
 * rvt_framing_place() where a message is to begin; N-Trace leaves it alone, since each byte speaks
 * for itself. */
struct rvt_framing {
  const char *name;
  uint8_t idle;         /* on pins, between messages */
  uint8_t padding;      /* the rest of a word after a message */
  uint8_t broken;       /* ends a message of which the rest will not come: ... */
  uint8_t broken_bytes; /* ... so many, and one of padding */
  uint8_t align_bytes;  /* idle ones before a message that aligns() */
  uint16_t longest;     /* bytes of the longest message */
  /* A message says with its first beat how long it is, and none is cut or begun that would have to
   * be: ... */
  bool headed;
  uint8_t align;      /* ... comes before a message after idle bytes or padding */
  uint8_t sync_bytes; /* ... idle bytes in a row that no message has within */
  bool beside;        /* a sink keeps ends of messages beside the bytes, which do not say it */
  bool once;          /* a stream is read from its begin alone, so a memory does not wrap */
  bool alone; /* a byte says by itself whether it ends a message, wherever a reader begins */
  /** Pass a byte. @return whether it is the last one of its message */
  bool (*ends)(uint32_t *at, uint8_t byte);
  /** Whether no message has such a byte, or none as its first one. */
  bool (*wrong)(uint8_t byte, bool first);
  /** Of the `size` bytes, 1 at least, with which a message begins: whether a stream can be taken up
   * there. */
  bool (*syncs)(const uint8_t *bytes, size_t size);
  /** ... whether a probe of few pins has to find it (TCI:PIB-14). */
  bool (*aligns)(const uint8_t *bytes, size_t size);
  /** Bytes of the message that begins so; 0: that is not known before its end. */
  uint16_t (*length)(const uint8_t *bytes, size_t size);
};

/** @param name  as in struct rvt_framing, and that of the trace format if it has one (struct
 * rvt_protocol_info). @return an enum rvt_framing_code; RVT_FRAMINGS: there is no such format */
uint8_t rvt_framing_named(const char *name);
/** @param framing  an enum rvt_framing_code. @return NULL: there is no such format */
const struct rvt_framing *rvt_framing_of(uint8_t framing);

/** A reader of a stream in which messages may have idle bytes or padding between them; `place`
 * begins with 0 or rvt_framing_place(), `open` with 0. */
struct rvt_framing_reader {
  uint32_t place;
  bool open; /* a message has begun and not ended */
};
/** Pass a byte. @return whether it is one of a message; then `open` says whether that goes on */
static inline bool rvt_framing_read(const struct rvt_framing *f, struct rvt_framing_reader *r,
                                    uint8_t byte) {
  const bool first = !r->open;
  if (first && (byte == f->idle || byte == f->padding)) return false;
  r->open = !f->ends(&r->place, byte);
  return f->alone || !first || r->open; /* a header that says that nothing follows is no message */
}

#pragma GCC visibility pop

/** Each format's, in a file of its own. */
#define RVT_FRAMING_OF(NAME, name) extern const struct rvt_framing rvt_framing_##name;
RVT_FRAMING_LIST(RVT_FRAMING_OF)
#undef RVT_FRAMING_OF

#ifdef __cplusplus
}
#endif
#endif

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/framing.h"

enum {
  BEGIN = 0x01, /* of a group (TV:E-06) */
  END = 0x02,
  LONGEST = 175, /* with everything in it (TV:E-04) */
  BROKEN = 0xff, /* no opcode; more of them than an element has bytes that are none */
  BROKEN_BYTES = 11,
  FIELD = 0xf,
  NEXT_MASK = 0xff << RVT_FRAMING_NEXT
};

/* What comes after the bytes to come; with the last one of a request whether it has a response with
 * data, up to that. */
enum next { OPCODE, LOW, HIGH_X, HIGH_F, IDENTIFIER, REQUEST, RESPONSE, READS = 0x10 };

static unsigned bytes_of(uint32_t at, unsigned field) { return at >> field & FIELD; }

struct step {
  unsigned bytes; /* to come, ... */
  unsigned next;  /* ... before this */
};

static struct step after_opcode(uint32_t at, uint8_t opcode, unsigned reads) {
  switch (opcode) {
  case 0x04: return (struct step){0, LOW};
  case 0x05:
  case 0x06: return (struct step){3, OPCODE};
  case 0x07: return (struct step){0, IDENTIFIER};
  case 0x08: return (struct step){bytes_of(at, RVT_FRAMING_MLEN), REQUEST};
  case 0x09: return (struct step){0, RESPONSE | reads};
  case 0x10: return (struct step){2, OPCODE};
  case 0x11: return (struct step){4, OPCODE};
  default: return (struct step){0, OPCODE};
  }
}

static unsigned after_identifier(uint32_t at, uint8_t identifier) {
  switch (identifier) {
  case 1: return 1;
  case 2:
  case 3:
  case 9: return bytes_of(at, RVT_FRAMING_MLEN);
  case 4:
  case 5:
  case 6:
  case 7: return 1U << (identifier - 4);
  case 8: return 8;
  case 10: return bytes_of(at, RVT_FRAMING_XLEN);
  default: return 0;
  }
}

/** Operation in 3:0, size in 7:4: store, SC and AMO have data in the request, all but store and SC
 * in the response (TV:AMB-T8). */
static struct step after_request(uint8_t byte) {
  const unsigned op = byte & FIELD, size = byte >> 4 & 3;
  const bool reads = op != 1 && op != 3, writes = op == 1 || (op >= 3 && op <= 12);
  return (struct step){writes ? 1U << size : 0, OPCODE | (reads ? READS : 0U)};
}

static struct step after(uint32_t at, unsigned next, uint8_t byte) {
  const unsigned reads = next & READS;
  switch (next & ~(unsigned)READS) {
  case LOW: return (struct step){0, byte >= 0x20 && byte < 0x40 ? HIGH_F : HIGH_X};
  case HIGH_X: return (struct step){bytes_of(at, RVT_FRAMING_XLEN), OPCODE};
  case HIGH_F:
    return (struct step){bytes_of(at, byte == 0x10 ? RVT_FRAMING_FLEN : RVT_FRAMING_XLEN), OPCODE};
  case IDENTIFIER: return (struct step){after_identifier(at, byte), OPCODE};
  case REQUEST: return after_request(byte);
  case RESPONSE: return (struct step){reads != 0 && byte >> 4 == 0 ? 1U << (byte & 3) : 0, OPCODE};
  default: return after_opcode(at, byte, reads);
  }
}

static bool ends(uint32_t *at, uint8_t byte) {
  const unsigned next = *at >> RVT_FRAMING_NEXT & 0xff, rest = *at & RVT_FRAMING_TO_COME;
  const uint32_t widths = *at & ~(uint32_t)(NEXT_MASK | RVT_FRAMING_TO_COME);
  const struct step to = rest != 0 ? (struct step){rest - 1, next} : after(*at, next, byte);
  const bool end = rest == 0 && (next & ~(unsigned)READS) == OPCODE && byte == END;
  *at = widths | (end ? 0 : to.next << RVT_FRAMING_NEXT | to.bytes);
  return end;
}

static bool wrong(uint8_t byte, bool first) { return first && byte != BEGIN; }

static bool syncs(const uint8_t *bytes, size_t size) {
  (void)bytes;
  return size != 0;
}

static bool aligns(const uint8_t *bytes, size_t size) {
  (void)bytes;
  (void)size;
  return false;
}

static uint16_t length(const uint8_t *bytes, size_t size) {
  (void)bytes;
  (void)size;
  return 0;
}

const struct rvt_framing rvt_framing_tandem = {
    .name = "tandem",
    .broken = BROKEN,
    .broken_bytes = BROKEN_BYTES,
    .longest = LONGEST,
    .beside = true,
    .once = true,
    .ends = ends,
    .wrong = wrong,
    .syncs = syncs,
    .aligns = aligns,
    .length = length,
};

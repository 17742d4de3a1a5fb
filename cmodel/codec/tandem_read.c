/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tandem_layout.h"

void rvt_tandem_reader_init(struct rvt_tandem_reader *r, const struct rvt_tandem_format *format) {
  memset(r, 0, sizeof *r);
  r->format = *format;
}

/* What is read of an element, and why it is refused. */
struct reading {
  const uint8_t *bytes;
  size_t size;                /* bytes that are there */
  size_t used;                /* ... that the element has */
  enum rvt_status status;     /* RVT_OK, or why there is no element */
  struct rvt_tandem_note why; /* its offset from the begin of the element */
};

static void refuse(struct reading *in, enum rvt_status status, const char *row, const char *text,
                   size_t offset) {
  if (in->status != RVT_OK) return;
  in->status = status;
  in->why = (struct rvt_tandem_note){row, text, offset};
}

static uint64_t take(struct reading *in, unsigned bytes) {
  if (in->status != RVT_OK) return 0;
  if (in->size - in->used < bytes) {
    in->status = RVT_NEED_MORE;
    return 0;
  }
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= (uint64_t)in->bytes[in->used + i] << 8 * i;
  in->used += bytes;
  return value;
}

static uint64_t take_address(const struct rvt_tandem_format *f, struct reading *in) {
  const size_t at = in->used;
  const uint64_t address = take(in, tandem_address_bytes(f));
  if (!tandem_fits(address, f->mlen))
    refuse(in, RVT_ERR_RESERVED, "TV:AMB-T18",
           "expected an address of 34 bits, found one of them set above; is MLEN right?",
           at + tandem_address_bytes(f) - 1);
  return address;
}

static void read_register(const struct rvt_tandem_reader *r, struct reading *in,
                          struct rvt_tandem_element *e) {
  e->number = (uint16_t)take(in, 2);
  if (in->status != RVT_OK) return;
  const unsigned bytes = tandem_register_bytes(&r->format, e->number);
  if (bytes == 0)
    refuse(in, RVT_ERR_RESERVED, "TV:R-17",
           e->number < RVT_TANDEM_REGISTERS
               ? "expected a register of this hart, found one of F, which it has not"
               : "expected the number of a register, found one above 0x103f",
           1);
  else if (e->opcode == RVT_TANDEM_REGISTER)
    e->data = take(in, bytes);
  else if (e->number >= RVT_TANDEM_F)
    refuse(in, RVT_ERR_RESERVED, "TV:AMB-T12",
           "expected an integer register or CSR to change by a byte, found one of F", 1);
  else
    e->data = take(in, 1);
  if (e->opcode == RVT_TANDEM_ADD) e->data = (uint64_t)(int64_t)(int8_t)e->data;
  if (in->status == RVT_OK && r->open && r->seen[e->number] == r->group)
    refuse(in, RVT_ERR_FRAMING, "TV:R-03",
           "expected each register once in a group, found one for the second time", 1);
}

static void read_state(const struct rvt_tandem_reader *r, struct reading *in,
                       struct rvt_tandem_element *e) {
  e->number = (uint16_t)take(in, 1);
  if (in->status != RVT_OK) return;
  const unsigned bytes = tandem_state_bytes(&r->format, e->number);
  if (bytes == 0)
    refuse(in, RVT_ERR_RESERVED, "TV:R-17",
           "expected an identifier of 1 to 10 after opcode 7, found another one", 1);
  else if (e->number == RVT_TANDEM_PADDR || e->number == RVT_TANDEM_EADDR ||
           e->number == RVT_TANDEM_PC_PADDR)
    e->data = take_address(&r->format, in);
  else
    e->data = take(in, bytes);
  if (e->number == RVT_TANDEM_PRIVILEGE && !tandem_is_privilege(e->data))
    refuse(in, RVT_ERR_RESERVED, "TV:AMB-T17",
           "expected a privilege of 0, 1 or 3, found another one", 2);
  if (in->status == RVT_OK && r->open && (r->states >> e->number & 1) != 0)
    refuse(in, RVT_ERR_FRAMING, "TV:R-03",
           "expected each identifier once in a group, found one for the second time", 1);
}

static void read_memory(const struct rvt_tandem_reader *r, struct reading *in,
                        struct rvt_tandem_element *e) {
  const bool request = e->opcode == RVT_TANDEM_REQUEST;
  if (!request && !r->request) {
    refuse(in, RVT_ERR_FRAMING, "TV:R-09",
           "expected a response directly behind its request, found one without", 0);
    return;
  }
  if (request) e->address = take_address(&r->format, in);
  const size_t at = in->used;
  const uint64_t codes = take(in, 1);
  e->size = (uint8_t)(request ? codes >> TANDEM_NIBBLE_BITS : codes & TANDEM_NIBBLE);
  if (request)
    e->op = (uint8_t)(codes & TANDEM_NIBBLE);
  else
    e->result = (uint8_t)(codes >> TANDEM_NIBBLE_BITS);
  if (e->size > TANDEM_SIZE_MAX)
    refuse(in, RVT_ERR_RESERVED, "TV:R-17", "expected a size of 0 to 3, found a greater one", at);
  if (e->op >= RVT_TANDEM_OPS)
    refuse(in, RVT_ERR_RESERVED, "TV:R-17", "expected an operation of 0 to 13, found another one",
           at);
  if (e->result > 1)
    refuse(in, RVT_ERR_RESERVED, "TV:R-17", "expected a result of 0 or 1, found another one", at);
  if (in->status != RVT_OK) return;
  const unsigned bytes = rvt_tandem_data_bytes(e, r->op);
  e->data = take(in, bytes);
  e->answers = !request && bytes != 0;
}

/* Elements that speak of the group as a whole. */
static void read_kind(const struct rvt_tandem_reader *r, struct reading *in,
                      struct rvt_tandem_element *e) {
  const bool instruction = e->opcode == RVT_TANDEM_INSN16 || e->opcode == RVT_TANDEM_INSN32;
  if (instruction) e->data = take(in, e->opcode == RVT_TANDEM_INSN16 ? 2 : 4);
  if (e->opcode == RVT_TANDEM_INCREMENT_PC && !r->open)
    refuse(in, RVT_ERR_FRAMING, "TV:R-07",
           "expected an increment of the pc in a group, found one outside", 0);
  if (!r->open) return;
  if (instruction && r->insn)
    refuse(in, RVT_ERR_FRAMING, "TV:R-03", "expected one instruction in a group, found two", 0);
  if (e->opcode == RVT_TANDEM_INCREMENT_PC &&
      (r->increment || (r->states >> RVT_TANDEM_PC & 1) != 0))
    refuse(in, RVT_ERR_FRAMING, "TV:R-03", "expected one new pc in a group, found two", 0);
  if ((instruction && r->init) || (e->opcode == RVT_TANDEM_INIT && (r->insn || r->init)))
    refuse(in, RVT_ERR_FRAMING, "TV:R-12",
           "expected state from outside once, and without an instruction, found otherwise", 0);
  if (e->opcode == RVT_TANDEM_RESET && r->any)
    refuse(in, RVT_ERR_FRAMING, "TV:R-13",
           "expected a reset alone in its group, found an element before it", 0);
}

static void read_bounds(const struct rvt_tandem_reader *r, struct reading *in,
                        struct rvt_tandem_element *e) {
  if (e->opcode == RVT_TANDEM_BEGIN && r->open) { /* TV:R-04 */
    e->opcode = RVT_TANDEM_END;
    in->used = 0;
  }
  if (e->opcode != RVT_TANDEM_END) return;
  if (!r->open)
    refuse(in, RVT_ERR_FRAMING, "TV:R-17",
           "expected an end after its begin, found one without; does the stream begin inside a "
           "group?",
           0);
  else if (r->increment && !r->insn)
    refuse(in, RVT_ERR_FRAMING, "TV:R-07",
           "expected an instruction in a group that increments the pc, found none", 0);
}

static void read_element(const struct rvt_tandem_reader *r, struct reading *in,
                         struct rvt_tandem_element *e) {
  e->opcode = (uint8_t)take(in, 1);
  if (r->open && r->reset && e->opcode != RVT_TANDEM_END && e->opcode != RVT_TANDEM_BEGIN)
    refuse(in, RVT_ERR_FRAMING, "TV:R-13",
           "expected a reset alone in its group, found an element behind it", 0);
  switch (e->opcode) {
  case RVT_TANDEM_BEGIN:
  case RVT_TANDEM_END: read_bounds(r, in, e); break;
  case RVT_TANDEM_INCREMENT_PC:
  case RVT_TANDEM_RESET:
  case RVT_TANDEM_INIT:
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32: read_kind(r, in, e); break;
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR: read_register(r, in, e); break;
  case RVT_TANDEM_STATE:
    read_state(r, in, e);
    if (e->number == RVT_TANDEM_PC && r->open && r->increment)
      refuse(in, RVT_ERR_FRAMING, "TV:R-03", "expected one new pc in a group, found two", 0);
    break;
  case RVT_TANDEM_REQUEST:
  case RVT_TANDEM_RESPONSE: read_memory(r, in, e); break;
  default:
    refuse(in, RVT_ERR_RESERVED, "TV:R-17",
           "expected an opcode of the protocol (1 to 11, 16, 17), found another one", 0);
  }
}

static void begin_group(struct rvt_tandem_reader *r) {
  if (++r->group == 0) { /* numbers begin anew, and none of before may be met again */
    memset(r->seen, 0, sizeof r->seen);
    r->group = 1;
  }
  r->open = true;
  r->increment = r->insn = r->init = r->reset = r->any = false;
  r->states = 0;
}

static void accept(struct rvt_tandem_reader *r, const struct rvt_tandem_element *e) {
  r->request = e->opcode == RVT_TANDEM_REQUEST;
  r->op = r->request ? e->op : 0;
  switch (e->opcode) {
  case RVT_TANDEM_BEGIN: begin_group(r); return;
  case RVT_TANDEM_END: r->open = false; return;
  case RVT_TANDEM_INCREMENT_PC: r->increment = true; break;
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR: r->seen[e->number] = r->open ? r->group : 0; break;
  case RVT_TANDEM_STATE: r->states |= (uint16_t)(1u << e->number); break;
  case RVT_TANDEM_RESET: r->reset = true; break;
  case RVT_TANDEM_INIT: r->init = true; break;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32: r->insn = true; break;
  default: break;
  }
  r->any = true;
}

/* ---- What streams are made of, without a reason to give ----------------------------------------
 */

static uint64_t little(const uint8_t *at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= (uint64_t)at[i] << 8 * i;
  return value;
}

/* A register in full, no F. */
static size_t common_register(struct rvt_tandem_reader *r, const uint8_t *at,
                              struct rvt_tandem_element *e) {
  const uint16_t number = (uint16_t)little(at + 1, 2);
  if (number >= RVT_TANDEM_F || r->seen[number] == r->group) return 0;
  r->seen[number] = r->group;
  const bool wide = r->format.xlen == 64;
  *e = (struct rvt_tandem_element){.opcode = RVT_TANDEM_REGISTER,
                                   .number = number,
                                   .data = wide ? little(at + 3, 8) : little(at + 3, 4)};
  return wide ? 11 : 7;
}

static size_t common_state(struct rvt_tandem_reader *r, const uint8_t *at,
                           struct rvt_tandem_element *e) {
  const uint8_t number = at[1];
  unsigned bytes = r->format.xlen / 8u;
  switch (number) {
  case RVT_TANDEM_PC:
    if (r->increment) return 0;
    break;
  case RVT_TANDEM_PADDR:
  case RVT_TANDEM_EADDR:
    if (r->format.mlen == 34) return 0;
    break;
  case RVT_TANDEM_STORE8: bytes = 1; break;
  case RVT_TANDEM_STORE16: bytes = 2; break;
  case RVT_TANDEM_STORE32: bytes = 4; break;
  case RVT_TANDEM_STORE64: bytes = 8; break;
  default: return 0;
  }
  if ((r->states >> number & 1) != 0) return 0;
  r->states |= (uint16_t)(1u << number);
  *e = (struct rvt_tandem_element){.opcode = RVT_TANDEM_STATE, .number = number};
  switch (bytes) {
  case 1: e->data = at[2]; break;
  case 2: e->data = little(at + 2, 2); break;
  case 4: e->data = little(at + 2, 4); break;
  default: e->data = little(at + 2, 8); break;
  }
  return 2 + bytes;
}

/* An instruction, or the increment of the pc. */
static size_t common_kind(struct rvt_tandem_reader *r, const uint8_t *at,
                          struct rvt_tandem_element *e) {
  const uint8_t opcode = at[0];
  if (opcode == RVT_TANDEM_INCREMENT_PC) {
    if (r->increment || (r->states >> RVT_TANDEM_PC & 1) != 0) return 0;
    r->increment = true;
    *e = (struct rvt_tandem_element){.opcode = opcode};
    return 1;
  }
  if (r->insn || r->init) return 0;
  r->insn = true;
  *e = (struct rvt_tandem_element){.opcode = opcode,
                                   .data = opcode == RVT_TANDEM_INSN32 ? little(at + 1, 4)
                                                                       : little(at + 1, 2)};
  return opcode == RVT_TANDEM_INSN32 ? 5 : 3;
}

/* An element that is right and as most are, of which all bytes are there.
 * @return its bytes; 0: it is another one, and nothing has changed */
static size_t read_common(struct rvt_tandem_reader *r, const uint8_t *at,
                          struct rvt_tandem_element *e) {
  size_t used = 1;
  if (!r->open) {
    if (at[0] != RVT_TANDEM_BEGIN) return 0;
    begin_group(r);
    *e = (struct rvt_tandem_element){.opcode = RVT_TANDEM_BEGIN};
  } else if (at[0] == RVT_TANDEM_END) {
    if (r->increment && !r->insn) return 0;
    r->open = false;
    *e = (struct rvt_tandem_element){.opcode = RVT_TANDEM_END};
  } else if (r->reset) {
    return 0;
  } else {
    switch (at[0]) {
    case RVT_TANDEM_INCREMENT_PC:
    case RVT_TANDEM_INSN16:
    case RVT_TANDEM_INSN32: used = common_kind(r, at, e); break;
    case RVT_TANDEM_REGISTER: used = common_register(r, at, e); break;
    case RVT_TANDEM_STATE: used = common_state(r, at, e); break;
    default: return 0;
    }
    if (used == 0) return 0;
    r->any = true;
  }
  r->request = false;
  r->op = 0;
  return used;
}

enum rvt_status rvt_tandem_read(struct rvt_tandem_reader *r, struct rvt_bytes *in,
                                struct rvt_tandem_element *e, struct rvt_tandem_note *note) {
  if (!r->open)
    while (in->pos < in->size && in->data[in->pos] == 0) in->pos++;
  if (in->size - in->pos >= RVT_TANDEM_ELEMENT_BYTES) {
    const size_t used = read_common(r, in->data + in->pos, e);
    in->pos += used;
    if (used != 0) return RVT_OK;
  }
  if (in->pos == in->size) return r->open ? RVT_NEED_MORE : RVT_END;
  struct reading reading = {.bytes = in->data + in->pos, .size = in->size - in->pos};
  struct rvt_tandem_element element = {0};
  read_element(r, &reading, &element);
  if (reading.status != RVT_OK) {
    if (note != NULL && reading.status != RVT_NEED_MORE) {
      *note = reading.why;
      note->offset += in->pos;
    }
    return reading.status;
  }
  accept(r, &element);
  in->pos += reading.used;
  *e = element;
  return RVT_OK;
}

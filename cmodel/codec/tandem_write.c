/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tandem_layout.h"

bool rvt_tandem_format_valid(const struct rvt_tandem_format *format) {
  if (format->flen != 0 && format->flen != 32 && format->flen != 64) return false;
  if (format->xlen == 64) return format->mlen == 64;
  return format->xlen == 32 && (format->mlen == 32 || format->mlen == 34);
}

/* Which data goes with a request, and which comes back (TV:AMB-T8). */
static bool sends(uint8_t op) {
  return op == RVT_TANDEM_STORE || (op >= RVT_TANDEM_SC && op <= RVT_TANDEM_AMOMAXU);
}

static bool returns(uint8_t op) { return op != RVT_TANDEM_STORE && op != RVT_TANDEM_SC; }

unsigned rvt_tandem_data_bytes(const struct rvt_tandem_element *e, uint8_t op) {
  const unsigned bytes = 1u << e->size;
  if (e->opcode == RVT_TANDEM_REQUEST) return sends(e->op) ? bytes : 0;
  if (e->opcode == RVT_TANDEM_RESPONSE) return returns(op) && e->result == 0 ? bytes : 0;
  return 0;
}

static size_t put(uint8_t *out, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) out[i] = (uint8_t)(value >> 8 * i); /* TV:R-02 */
  return bytes;
}

static enum rvt_status write_register(const struct rvt_tandem_format *f,
                                      const struct rvt_tandem_element *e, uint8_t *out,
                                      size_t *used) {
  unsigned bytes = tandem_register_bytes(f, e->number);
  if (bytes == 0) return RVT_ERR_RESERVED;
  uint64_t data = e->data;
  if (e->opcode != RVT_TANDEM_REGISTER) {
    if (e->number >= RVT_TANDEM_F) return RVT_ERR_RESERVED; /* TV:AMB-T12 */
    bytes = 1;
  }
  if (e->opcode == RVT_TANDEM_ADD) {
    if ((uint64_t)(int64_t)(int8_t)data != data) return RVT_ERR_RANGE;
    data &= 0xff;
  }
  if (!tandem_fits(data, 8 * bytes)) return RVT_ERR_RANGE;
  *used += put(out + *used, e->number, 2);
  *used += put(out + *used, data, bytes);
  return RVT_OK;
}

static enum rvt_status write_state(const struct rvt_tandem_format *f,
                                   const struct rvt_tandem_element *e, uint8_t *out, size_t *used) {
  const unsigned bytes = tandem_state_bytes(f, e->number);
  if (bytes == 0) return RVT_ERR_RESERVED;
  unsigned bits = 8 * bytes;
  if (bytes == tandem_address_bytes(f) && e->number != RVT_TANDEM_STORE32) bits = f->mlen;
  if (e->number == RVT_TANDEM_PC) bits = f->xlen;
  if (e->number == RVT_TANDEM_PRIVILEGE && !tandem_is_privilege(e->data)) return RVT_ERR_RESERVED;
  if (!tandem_fits(e->data, bits)) return RVT_ERR_RANGE;
  out[(*used)++] = (uint8_t)e->number;
  *used += put(out + *used, e->data, bytes);
  return RVT_OK;
}

static enum rvt_status write_memory(const struct rvt_tandem_format *f,
                                    const struct rvt_tandem_element *e, uint8_t op, uint8_t *out,
                                    size_t *used) {
  const bool request = e->opcode == RVT_TANDEM_REQUEST;
  if (e->op >= RVT_TANDEM_OPS || op >= RVT_TANDEM_OPS || e->size > TANDEM_SIZE_MAX || e->result > 1)
    return RVT_ERR_RESERVED;
  const unsigned bytes = rvt_tandem_data_bytes(e, op);
  if (!tandem_fits(e->address, f->mlen) || !tandem_fits(e->data, 8 * bytes)) return RVT_ERR_RANGE;
  if (request) *used += put(out + *used, e->address, tandem_address_bytes(f));
  out[(*used)++] = request ? (uint8_t)(e->op | e->size << TANDEM_NIBBLE_BITS)
                           : (uint8_t)(e->size | e->result << TANDEM_NIBBLE_BITS);
  *used += put(out + *used, e->data, bytes);
  return RVT_OK;
}

enum rvt_status rvt_tandem_write(const struct rvt_tandem_format *format,
                                 const struct rvt_tandem_element *e, uint8_t op, uint8_t *out,
                                 size_t *size) {
  uint8_t bytes[RVT_TANDEM_ELEMENT_BYTES] = {e->opcode};
  size_t used = 1;
  enum rvt_status status = RVT_OK;
  switch (e->opcode) {
  case RVT_TANDEM_BEGIN:
  case RVT_TANDEM_END:
  case RVT_TANDEM_INCREMENT_PC:
  case RVT_TANDEM_RESET:
  case RVT_TANDEM_INIT: break;
  case RVT_TANDEM_REGISTER:
  case RVT_TANDEM_ADD:
  case RVT_TANDEM_OR: status = write_register(format, e, bytes, &used); break;
  case RVT_TANDEM_STATE: status = write_state(format, e, bytes, &used); break;
  case RVT_TANDEM_REQUEST:
  case RVT_TANDEM_RESPONSE: status = write_memory(format, e, op, bytes, &used); break;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32: {
    const unsigned length = e->opcode == RVT_TANDEM_INSN16 ? 2 : 4;
    if (!tandem_fits(e->data, 8 * length)) return RVT_ERR_RANGE;
    used += put(bytes + used, e->data, length);
    break;
  }
  default: return RVT_ERR_RESERVED;
  }
  if (status != RVT_OK) return status;
  memcpy(out, bytes, used);
  *size = used;
  return RVT_OK;
}

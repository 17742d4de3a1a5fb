/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <sha2.h>
#include <stdio.h>
#include <string.h>

#include "rvt/itype.h"
#include "rvt/rvti.h"
#include "rvti_format.h"

static enum rvt_status check_insn(const struct rvt_step *s, struct rvt_error *e) {
  if (s->size < 1 || s->size > 4)
    return rvt_error_set(e, RVT_ERR_RANGE, "an instruction has 1..4 half-words, found %u", s->size);
  switch (s->itype) {
  case RVT_IT_EXCEPTION:
  case RVT_IT_INTERRUPT:
    return rvt_error_set(
        e, RVT_ERR_RANGE,
        "itype %u is a trap, which retires nothing: expected a TRAP step (NT:ITY-25)", s->itype);
  case RVT_IT_INDIRECT:
    return rvt_error_set(e, RVT_ERR_RESERVED,
                         "itype 6 does not occur on a 4-bit port: expected 8, 10, 12, 13 or 14 "
                         "(NT:ING-09)");
  case RVT_IT_RESERVED:
    return rvt_error_set(e, RVT_ERR_RESERVED, "itype 7 is reserved (NT:ITY-07)");
  default: break;
  }
  if (s->itype > RVT_IT_DIRECT_LINK)
    return rvt_error_set(e, RVT_ERR_RANGE, "itype has 4 bits, found %u", s->itype);
  if (s->has_word && s->size < 4 && s->word >> (16 * s->size) != 0)
    return rvt_error_set(e, RVT_ERR_RANGE, "a word of %u half-words, found 0x%" PRIx64, s->size,
                         s->word);
  return RVT_OK;
}

static enum rvt_status check_pc(const struct rvt_step *s, uint64_t mask, struct rvt_error *e) {
  if ((s->pc & 1) != 0 || (s->pc & ~mask) != 0)
    return rvt_error_set(e, RVT_ERR_RANGE, "a PC is even and has XLEN bits, found 0x%" PRIx64,
                         s->pc);
  return RVT_OK;
}

static enum rvt_status check_trap(const struct rvt_step *s, uint64_t mask, struct rvt_error *e) {
  if (s->itype != RVT_IT_EXCEPTION && s->itype != RVT_IT_INTERRUPT)
    return rvt_error_set(e, RVT_ERR_RANGE, "a trap has itype 1 or 2, found %u", s->itype);
  if ((s->cause & ~mask) != 0 || (s->tval & ~mask) != 0)
    return rvt_error_set(e, RVT_ERR_RANGE,
                         "cause and tval have XLEN bits, found 0x%" PRIx64 " and 0x%" PRIx64,
                         s->cause, s->tval);
  return RVT_OK;
}

static enum rvt_status check_priv(uint8_t priv, struct rvt_error *e) {
  if (priv == 2 || priv >= 7)
    return rvt_error_set(e, RVT_ERR_RESERVED,
                         "privilege is 0, 1, 3, 4, 5 or 6, found %u (NT:ING-18)", priv);
  return RVT_OK;
}

enum rvt_status rvt_step_check(const struct rvt_step *step, unsigned xlen, struct rvt_error *e) {
  const uint64_t mask = rvti_pc_mask(xlen);
  enum rvt_status status;
  switch (step->kind) {
  case RVT_STEP_INSN:
    status = check_insn(step, e);
    return status != RVT_OK ? status : check_pc(step, mask, e);
  case RVT_STEP_TRAP:
    status = check_trap(step, mask, e);
    return status != RVT_OK ? status : check_pc(step, mask, e);
  case RVT_STEP_PRIV: return check_priv(step->value, e);
  case RVT_STEP_CONTEXT:
    if (step->value > 3)
      return rvt_error_set(e, RVT_ERR_RANGE, "ctype is 0..3, found %u (NT:ING-19)", step->value);
    if ((step->tval & ~mask) != 0)
      return rvt_error_set(e, RVT_ERR_RANGE, "a context has XLEN bits, found 0x%" PRIx64,
                           step->tval);
    return RVT_OK;
  case RVT_STEP_TRIGGER:
    if (step->value < 1 || step->value > RVT_PULSE_ALL)
      return rvt_error_set(e, RVT_ERR_RANGE,
                           "trigger pulses are 1 on, 2 off, 4 notify, from outside 8, 16, 32, or "
                           "their sum, found %u (NT:ING-21, NT:ING-30)",
                           step->value);
    return RVT_OK;
  case RVT_STEP_HALT:
  case RVT_STEP_RESET:
  case RVT_STEP_LOWPOWER:
    if (step->value > 1)
      return rvt_error_set(e, RVT_ERR_RANGE, "a level is 1 on or 0 off, found %u", step->value);
    return RVT_OK;
  case RVT_STEP_TIME: return RVT_OK;
  default:
    return rvt_error_set(e, RVT_ERR_RANGE, "the kind of a step is 0..8, found %u", step->kind);
  }
}

void rvt_rvti_state_init(struct rvt_rvti_state *state) {
  *state = (struct rvt_rvti_state){.priv = RVT_PRIV_M};
}

void rvt_rvti_state_apply(struct rvt_rvti_state *state, const struct rvt_step *step) {
  switch (step->kind) {
  case RVT_STEP_PRIV: state->priv = step->value; break;
  case RVT_STEP_CONTEXT:
    state->ctype = step->value;
    state->context = step->tval;
    break;
  case RVT_STEP_HALT: state->halted = step->value != 0; break;
  case RVT_STEP_RESET: state->reset = step->value != 0; break;
  case RVT_STEP_LOWPOWER: state->lowpower = step->value != 0; break;
  case RVT_STEP_TIME: state->time = step->tval; break;
  default: break;
  }
}

enum rvt_status rvt_rvti_hash_file(const char *path, uint8_t digest[32], struct rvt_error *e) {
  FILE *f = fopen(path, "rb");
  if (f == NULL)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                         strerror(errno));
  SHA2_CTX sha;
  SHA256Init(&sha);
  uint8_t buffer[16384];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) SHA256Update(&sha, buffer, n);
  const int reason = ferror(f) ? errno : 0;
  fclose(f);
  if (reason != 0)
    return rvt_error_set(e, RVT_ERR_IO, "%s: expected a readable file, found: %s", path,
                         strerror(reason));
  SHA256Final(digest, &sha);
  return RVT_OK;
}

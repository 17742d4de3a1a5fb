/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "rvt/framing.h"
#include "state.h"

enum { MDO_BITS = 6 };

static enum rvt_status check(const struct rvt_decoder_config *config, const struct rvt_image *image,
                             struct rvt_error *e) {
  const struct {
    const char *what;
    unsigned found, max;
    const char *row;
  } limits[] = {
      {"format.src_bits", config->format.src_bits, RVT_SRC_BITS_CEIL, "NT:SRC-01"},
      {"format.extend_bits", config->format.extend_bits, RVT_ADDR_CEIL, "NT:ADR-10"},
      {"format.dialect", config->format.dialect, RVT_DIALECTS - 1, "NT:DEC-19"},
      {"ts_width", config->ts_width, RVT_TIME_CEIL, "NT:TSP-05"},
      {"implicit_return", config->implicit_return, 3, "NT:IRT-01"},
      {"addr_bits", config->addr_bits, 64, "NT:ADR-15"},
  };
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
    if (limits[i].found > limits[i].max)
      return rvt_error_set(e, RVT_ERR_ARG, "expected %s 0..%u, found %u (%s)", limits[i].what,
                           limits[i].max, limits[i].found, limits[i].row);
  if (config->protocol != RVT_PROTOCOL_NTRACE)
    return rvt_error_set(e, RVT_ERR_ARG, "expected protocol %d (N-Trace), found %d",
                         RVT_PROTOCOL_NTRACE, (int)config->protocol);
  if (config->mode != RVT_MODE_OFF && config->mode != RVT_MODE_BTM && config->mode != RVT_MODE_HTM)
    return rvt_error_set(e, RVT_ERR_ARG, "expected mode %d (BTM), %d (HTM) or 0, found %u",
                         RVT_MODE_BTM, RVT_MODE_HTM, config->mode);
  if (image->xlen == 0)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected an image that knows its XLEN, found one without an ELF file, "
                         "for which rvt_image_new() was told none");
  return RVT_OK;
}

enum rvt_status rvt_decoder_new(const struct rvt_decoder_config *config,
                                const struct rvt_image *image, rvt_decoder_sink *sink, void *user,
                                struct rvt_decoder **decoder, struct rvt_error *e) {
  const enum rvt_status status = check(config, image, e);
  if (status != RVT_OK) return status;
  size_t sources = (size_t)1 << config->format.src_bits;
  struct rvt_decoder *d = calloc(1, sizeof *d + sources * sizeof d->source[0]);
  if (d == NULL)
    return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory for the decoder, found none left");
  d->config = *config;
  d->dialect = &rvt_dialects[config->format.dialect];
  d->program = d->image = image;
  d->sink = sink;
  d->user = user;
  d->sources = sources;
  d->current = d->source;
  for (size_t i = 0; i < sources; i++) d->source[i].image = image;
  d->skipping = config->blind;
  d->skip_blind = config->blind;
  *decoder = d;
  return RVT_OK;
}

void rvt_decoder_free(struct rvt_decoder *decoder) { free(decoder); }

/* SRC of a message whose layout the reader does not know; `*at` is the byte in question. */
static enum rvt_status peek_src(const struct rvt_decoder *d, const struct rvt_bytes *in,
                                uint16_t *src, size_t *at) {
  unsigned bits = d->config.format.src_bits;
  unsigned value = 0;
  *at = in->pos;
  for (unsigned done = 0; done < bits; done += MDO_BITS) {
    if ((in->data[*at] & RVT_FRAMING_MSEO) != RVT_MSEO_NORMAL) return RVT_ERR_FRAMING;
    if (++*at == in->size) return RVT_NEED_MORE;
    value |= (unsigned)in->data[*at] >> 2 << done;
  }
  *src = (uint16_t)(value & ((1U << bits) - 1U));
  return (in->data[*at] & RVT_FRAMING_MSEO) == RVT_MSEO_RESERVED ? RVT_ERR_FRAMING : RVT_OK;
}

/* What does not end well was no message: it is damage after all. */
static void pass(struct rvt_decoder *d, uint8_t byte) {
  struct rvt_ntrace_note note;
  const enum rvt_status status = rvt_ntrace_pass(&d->config.format, &d->passing, byte, &note);
  if (status == RVT_OK || status == RVT_END) return;
  d->skip_passed = false;
  rvt_fail_all(d, status, d->consumed, note.row, note.text);
}

/* Go on after the next end of a message; the stretch may continue in the next bytes. */
static void skip(struct rvt_decoder *d, struct rvt_bytes *in) {
  while (d->skipping && in->pos < in->size) {
    const uint8_t byte = in->data[in->pos];
    if (d->skip_passed) pass(d, byte);
    in->pos++;
    d->consumed++;
    d->skipping = !rvt_framing_ends(byte);
  }
  if (d->skipping) return;
  if (!d->skip_blind) d->message++;
  d->skip_passed = false;
  d->skip_blind = false;
}

static void advance(struct rvt_decoder *d, struct rvt_bytes *in, size_t to) {
  d->consumed += to - in->pos;
  in->pos = to;
}

/* What the reader refused (NT:DEC-07, NT:DEC-08, NT:PKT-12). */
static enum rvt_status refuse(struct rvt_decoder *d, struct rvt_bytes *in, enum rvt_status status,
                              const struct rvt_ntrace_note *note, size_t start) {
  uint8_t tcode = (uint8_t)(in->data[start] >> 2);
  const bool known_source = status == RVT_ERR_RESERVED;
  const bool passed = known_source && !rvt_ntrace_has_flow(tcode);
  uint16_t src = 0;
  size_t at = start;
  enum rvt_status found = known_source ? peek_src(d, in, &src, &at) : RVT_OK;
  if (found == RVT_NEED_MORE) return RVT_NEED_MORE;
  if (found != RVT_OK) {
    rvt_fail_all(d, found, d->consumed + (at - start), "NT:PKT-12",
                 "expected the message to hold a whole SRC, found its end or MSEO 10");
    d->skipping = true;
    skip(d, in);
    return RVT_OK;
  }
  if (known_source) {
    rvt_select_source(d, src);
    d->current->time_known = false; /* its TSTAMP, if any, cannot be told from its other fields */
  }
  if (passed) {
    rvt_pass_over(d, tcode);
  } else if (known_source) {
    d->sign = note->dialect;
    (void)rvt_fail(d, status, note->row, note->text);
    d->sign = RVT_DIALECT_NONE;
  } else {
    rvt_fail_all(d, status, d->consumed + (note->offset - start), note->row, note->text);
  }
  d->skipping = true;
  d->skip_passed = passed;
  d->passing = (struct rvt_ntrace_passed){0};
  skip(d, in);
  return RVT_OK;
}

/* What the flow itself judges more strictly than the reader. */
static bool is_for_flow(const struct rvt_ntrace_note *note) {
  return note->row == NULL || strcmp(note->row, "NT:HIST-15") == 0;
}

enum rvt_status rvt_decoder_step(struct rvt_decoder *d, struct rvt_bytes *in) {
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  if (d->skipping) {
    skip(d, in);
    return d->skipping ? RVT_END : RVT_OK;
  }
  size_t start = in->pos;
  while (start < in->size && in->data[start] == RVT_FRAMING_IDLE) start++;
  advance(d, in, start);
  d->offset = d->consumed;
  enum rvt_status status = rvt_ntrace_msg_read(&d->config.format, in, &msg, &note);
  if (status == RVT_END || status == RVT_NEED_MORE) return status;
  if (status != RVT_OK) return refuse(d, in, status, &note, start);
  rvt_select_source(d, msg.src);
  if (rvt_ntrace_has_flow(msg.tcode) && !is_for_flow(&note))
    rvt_warn_byte(d, d->consumed + (note.offset - start), note.row, note.text);
  rvt_flow(d, &msg);
  d->consumed += in->pos - start;
  d->message++;
  return RVT_OK;
}

enum rvt_status rvt_decoder_feed(struct rvt_decoder *decoder, struct rvt_bytes *in) {
  enum rvt_status status;
  do status = rvt_decoder_step(decoder, in);
  while (status == RVT_OK);
  return status;
}

void rvt_decoder_finish(struct rvt_decoder *decoder, size_t rest) {
  if (rest == 0 && !(decoder->skipping && !decoder->skip_blind)) return;
  struct rvt_decoder_problem problem = {
      .status = RVT_NEED_MORE,
      .row = "NT:DEC-20",
      .text = "expected the end of the last message, found the end of the stream"};
  decoder->src = 0;
  rvt_report(decoder, false, decoder->offset, &problem);
}

void rvt_decoder_pcs_begin(struct rvt_decoder_pcs *pcs, const struct rvt_image *image,
                           const struct rvt_decoder_run *run) {
  *pcs = (struct rvt_decoder_pcs){.image = image, .run = *run, .times = run->times};
}

/* The pass that is being walked, or the next one; false: none is left. */
static inline bool has_pass(struct rvt_decoder_pcs *pcs) {
  if (pcs->left != 0) return true;
  if (pcs->times == 0) return false;
  pcs->times--;
  pcs->left = pcs->run.insns;
  pcs->next = pcs->run.pc;
  return true;
}

bool rvt_decoder_pcs_next(struct rvt_decoder_pcs *pcs) {
  if (!has_pass(pcs)) return false;
  const struct rvt_parcel *parcel = rvt_image_parcel(pcs->image, &pcs->hint, pcs->next);
  if (parcel == NULL) return false;
  pcs->pc = pcs->next;
  pcs->next = rvt_insn_address(pcs->next + 2U * parcel->size, pcs->image->xlen);
  pcs->left--;
  return true;
}

/* One look-up for what is left of a pass: the instructions of a run lie in one segment. */
size_t rvt_decoder_pcs_take(struct rvt_decoder_pcs *pcs, uint64_t *list, size_t max) {
  size_t count = 0;
  while (count < max && has_pass(pcs)) {
    const struct rvt_parcel *parcel = rvt_image_parcel(pcs->image, &pcs->hint, pcs->next);
    if (parcel == NULL) break;
    const uint64_t base = pcs->hint->base, bytes = 2 * pcs->hint->count;
    const uint64_t most = pcs->left < max - count ? pcs->left : max - count;
    uint64_t pc = pcs->next, done = 0;
    do {
      list[count + done++] = pc;
      pc += 2U * parcel->size;
      if (pc - base >= bytes) break; /* the last one may end in the next segment */
      parcel += parcel->size;
    } while (done < most && parcel->size != 0);
    count += done;
    pcs->pc = list[count - 1];
    pcs->next = rvt_insn_address(pc, pcs->image->xlen);
    pcs->left -= done;
  }
  return count;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "decoder/state.h"

enum { SRC_BITS_MAX = 12 };

static enum rvt_status check(const struct rvt_decoder_config *config, struct rvt_error *e) {
  struct rvt_etrace_format whole = config->etrace.format;
  const struct rvt_etrace_format *f = &whole;
  rvt_etrace_format_complete(&whole, 64);
  if (f->src_bits > SRC_BITS_MAX)
    return rvt_error_set(e, RVT_ERR_ARG, "expected etrace.format.src_bits 0..%d, found %u",
                         SRC_BITS_MAX, f->src_bits);
  if (f->bpred_bits > 7 || f->cache_bits > 7 || config->etrace.stack_bits > 5)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected bpred_bits and cache_bits 0..7 and stack_bits 0..5 of etrace, "
                         "found %u, %u, %u (ETR:D-01)",
                         f->bpred_bits, f->cache_bits, config->etrace.stack_bits);
  if (!rvt_etrace_format_valid(f))
    return rvt_error_set(e, RVT_ERR_ARG,
                         "expected widths of etrace.format in their ranges and a longest payload "
                         "of 31 bytes, found others (ETR:P-03)");
  return RVT_OK;
}

static unsigned src_bits(const struct rvt_decoder_config *config) {
  return config->etrace.format.src_bits;
}

static void begin(struct rvt_decoder *d) {
  rvt_etrace_format_complete(&d->config.etrace.format, d->program->xlen);
  d->own.etrace.skipping = d->config.blind;
  d->own.etrace.skip_blind = d->config.blind;
  for (size_t i = 0; i < d->sources; i++) {
    d->source[i].own.etrace.full_address = d->config.etrace.full_address;
    d->source[i].own.etrace.implicit_return = d->config.implicit_return != 0;
  }
}

/* Go on after the next sync sequence; the stretch may continue in the next bytes. */
static enum rvt_status skip(struct rvt_decoder *d, struct rvt_bytes *in) {
  struct rvt_etrace_stream *n = &d->own.etrace;
  const enum rvt_status status = rvt_etrace_resync(&d->config.etrace.format, in, &n->nulls);
  if (status != RVT_OK) return RVT_END;
  if (!n->skip_blind) d->message++;
  n->skipping = n->skip_blind = false;
  return RVT_OK;
}

/* What carries no instruction trace is stepped over by its header (ETR:E-03). */
static void pass(struct rvt_decoder *d, struct rvt_bytes *in, const struct rvt_etrace_note *note) {
  struct rvt_etrace_stream *n = &d->own.etrace;
  const struct rvt_etrace_format *f = &d->config.etrace.format;
  const uint8_t header = in->data[in->pos];
  struct rvt_decoder_event event = {.kind = RVT_DE_NO_FLOW};
  rvt_emit(d, &event);
  if (!n->other_told && !d->config.lenient) rvt_warn(d, note->row, note->text);
  n->other_told = true;
  in->pos += 1U + f->src_bits / 8U + (header & RVT_ETRACE_LENGTH) +
             ((header & RVT_ETRACE_EXTEND) != 0 ? f->time_bytes : 0U);
  d->message++;
}

/* What the reader refused: the length of what follows cannot be believed any more. */
static void refuse(struct rvt_decoder *d, struct rvt_bytes *in, enum rvt_status status,
                   const struct rvt_etrace_note *note) {
  if (status == RVT_ERR_RESERVED && strcmp(note->row, "ETR:E-03") == 0) {
    pass(d, in, note);
    return;
  }
  rvt_fail_all(d, status, d->offset, note->row, note->text);
  d->own.etrace.skipping = true;
  (void)skip(d, in);
}

static enum rvt_status read_one(struct rvt_decoder *d, struct rvt_bytes *in) {
  struct rvt_etrace_packet p;
  struct rvt_etrace_note note;
  const size_t before = in->pos;
  const enum rvt_status status =
      rvt_etrace_packet_read(&d->config.etrace.format, in, &d->own.etrace.nulls, &p, &note);
  if (status == RVT_END || status == RVT_NEED_MORE) return status;
  d->offset = d->consumed + (note.offset - before);
  if (status != RVT_OK) {
    refuse(d, in, status, &note);
    return RVT_OK;
  }
  rvt_select_source(d, p.src);
  rvt_etrace_flow(d, &p, &note);
  d->message++;
  return RVT_OK;
}

static enum rvt_status step_etrace(struct rvt_decoder *d, struct rvt_bytes *in) {
  const size_t before = in->pos;
  const enum rvt_status status = d->own.etrace.skipping ? skip(d, in) : read_one(d, in);
  d->consumed += in->pos - before;
  return status;
}

static void finish(struct rvt_decoder *d, size_t rest) {
  if (rest == 0) return;
  d->offset = d->consumed; /* of the packet that was cut */
  rvt_warn_cut(d, "ETR:E-02", "expected the end of the last packet, found that of the stream");
}

static void mark(const struct rvt_decoder *d, enum rvt_mark mark, struct rvt_decoder_event *event) {
  (void)d;
  (void)mark;
  event->own.etrace = (struct rvt_etrace_event){.qual_status = 0};
}

const struct rvt_decoder_format rvt_decoder_etrace = {.check = check,
                                                      .src_bits = src_bits,
                                                      .begin = begin,
                                                      .step = step_etrace,
                                                      .finish = finish,
                                                      .mark = mark};

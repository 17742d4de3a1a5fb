/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "decoder/state.h"
#include "rvt/ntrace.h"

enum { MDO_BITS = 6 };

static enum rvt_status check(const struct rvt_decoder_config *config, struct rvt_error *e) {
  const struct rvt_ntrace_format *format = &config->ntrace.format;
  const uint8_t mode = config->ntrace.mode;
  const struct {
    const char *what;
    unsigned found, max;
    const char *row;
  } limits[] = {
      {"src_bits", format->src_bits, RVT_SRC_BITS_CEIL, "NT:SRC-01"},
      {"extend_bits", format->extend_bits, RVT_ADDR_CEIL, "NT:ADR-10"},
      {"dialect", format->dialect, RVT_DIALECTS - 1, "NT:DEC-19"},
  };
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
    if (limits[i].found > limits[i].max)
      return rvt_error_set(e, RVT_ERR_ARG, "expected ntrace.format.%s 0..%u, found %u (%s)",
                           limits[i].what, limits[i].max, limits[i].found, limits[i].row);
  if (mode != RVT_MODE_OFF && mode != RVT_MODE_BTM && mode != RVT_MODE_HTM)
    return rvt_error_set(e, RVT_ERR_ARG, "expected ntrace.mode %d (BTM), %d (HTM) or 0, found %u",
                         RVT_MODE_BTM, RVT_MODE_HTM, mode);
  return RVT_OK;
}

static unsigned src_bits(const struct rvt_decoder_config *config) {
  return config->ntrace.format.src_bits;
}

static void begin(struct rvt_decoder *d) {
  d->own.ntrace.dialect = &rvt_dialects[d->config.ntrace.format.dialect];
  const bool blind = d->config.blind && d->consumed == 0; /* not where a part of it begins */
  d->own.ntrace.skipping = blind;
  d->own.ntrace.skip_blind = blind;
}

/* SRC of a message whose layout the reader does not know; `*at` is the byte in question. */
static enum rvt_status peek_src(const struct rvt_decoder *d, const struct rvt_bytes *in,
                                uint16_t *src, size_t *at) {
  unsigned bits = d->config.ntrace.format.src_bits;
  unsigned value = 0;
  *at = in->pos;
  for (unsigned done = 0; done < bits; done += MDO_BITS) {
    if ((in->data[*at] & RVT_MSEO_MASK) != RVT_MSEO_NORMAL) return RVT_ERR_FRAMING;
    if (++*at == in->size) return RVT_NEED_MORE;
    value |= (unsigned)in->data[*at] >> 2 << done;
  }
  *src = (uint16_t)(value & ((1U << bits) - 1U));
  return (in->data[*at] & RVT_MSEO_MASK) == RVT_MSEO_RESERVED ? RVT_ERR_FRAMING : RVT_OK;
}

/* What does not end well was no message: it is damage after all. */
static void pass(struct rvt_decoder *d, uint8_t byte) {
  struct rvt_ntrace_stream *n = &d->own.ntrace;
  struct rvt_ntrace_note note;
  const enum rvt_status status =
      rvt_ntrace_pass(&d->config.ntrace.format, &n->passing, byte, &note);
  if (status == RVT_OK || status == RVT_END) return;
  n->skip_passed = false;
  rvt_fail_all(d, status, d->consumed, note.row, note.text);
}

/* Go on after the next end of a message; the stretch may continue in the next bytes. */
static void skip(struct rvt_decoder *d, struct rvt_bytes *in) {
  struct rvt_ntrace_stream *n = &d->own.ntrace;
  while (n->skipping && in->pos < in->size) {
    const uint8_t byte = in->data[in->pos];
    if (n->skip_passed) pass(d, byte);
    in->pos++;
    d->consumed++;
    n->skipping = !rvt_ntrace_ends(byte);
  }
  if (n->skipping) return;
  if (!n->skip_blind) d->message++;
  n->skip_passed = false;
  n->skip_blind = false;
}

static void advance(struct rvt_decoder *d, struct rvt_bytes *in, size_t to) {
  d->consumed += to - in->pos;
  in->pos = to;
}

/* What the reader refused (NT:DEC-07, NT:DEC-08, NT:PKT-12). */
static enum rvt_status refuse(struct rvt_decoder *d, struct rvt_bytes *in, enum rvt_status status,
                              const struct rvt_ntrace_note *note, size_t start) {
  struct rvt_ntrace_stream *n = &d->own.ntrace;
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
    n->skipping = true;
    skip(d, in);
    return RVT_OK;
  }
  if (known_source) {
    rvt_select_source(d, src);
    d->current->time_known = false; /* its TSTAMP, if any, cannot be told from its other fields */
  }
  if (passed) {
    rvt_ntrace_pass_over(d, tcode);
  } else if (known_source) {
    n->sign = note->dialect;
    (void)rvt_fail(d, status, note->row, note->text);
    n->sign = RVT_DIALECT_NONE;
  } else {
    rvt_fail_all(d, status, d->consumed + (note->offset - start), note->row, note->text);
  }
  n->skipping = true;
  n->skip_passed = passed;
  n->passing = (struct rvt_ntrace_passed){0};
  skip(d, in);
  return RVT_OK;
}

/* What the flow itself judges more strictly than the reader. */
static bool is_for_flow(const struct rvt_ntrace_note *note) {
  return note->row == NULL || strcmp(note->row, "NT:HIST-15") == 0;
}

static enum rvt_status step_ntrace(struct rvt_decoder *d, struct rvt_bytes *in) {
  const struct rvt_ntrace_stream *n = &d->own.ntrace;
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note;
  if (n->skipping) {
    skip(d, in);
    return n->skipping ? RVT_END : RVT_OK;
  }
  size_t start = in->pos;
  while (start < in->size && in->data[start] == RVT_NTRACE_IDLE) start++;
  advance(d, in, start);
  d->offset = d->consumed;
  enum rvt_status status = rvt_ntrace_msg_read(&d->config.ntrace.format, in, &msg, &note);
  if (status == RVT_END || status == RVT_NEED_MORE) return status;
  if (status != RVT_OK) return refuse(d, in, status, &note, start);
  rvt_select_source(d, msg.src);
  if (rvt_ntrace_has_flow(msg.tcode) && !is_for_flow(&note))
    rvt_warn_byte(d, d->consumed + (note.offset - start), note.row, note.text);
  rvt_ntrace_flow(d, &msg);
  d->consumed += in->pos - start;
  d->message++;
  return RVT_OK;
}

static void finish(struct rvt_decoder *d, size_t rest) {
  const struct rvt_ntrace_stream *n = &d->own.ntrace;
  if (rest != 0 || (n->skipping && !n->skip_blind))
    rvt_warn_cut(d, "NT:DEC-20",
                 "expected the end of the last message, found the end of the stream");
}

static void mark(const struct rvt_decoder *d, enum rvt_mark mark, struct rvt_decoder_event *event) {
  const struct rvt_ntrace_source *s = &d->current->own.ntrace;
  event->own.ntrace = (struct rvt_ntrace_event){
      .dialect = (uint8_t)d->own.ntrace.sign,
      .passed = s->passed && (mark == RVT_MARK_BEFORE || s->passed_offset == d->offset),
      .tcode = s->passed_tcode,
      .passed_offset = s->passed_offset};
}

/* How the walk's faults are said. */
static bool same_stream(const struct rvt_decoder *a, const struct rvt_decoder *b) {
  const struct rvt_ntrace_stream *x = &a->own.ntrace, *y = &b->own.ntrace;
  return x->skipping == y->skipping && x->skip_passed == y->skip_passed &&
         x->skip_blind == y->skip_blind && x->passing.bytes == y->passing.bytes &&
         x->passing.field == y->passing.field && x->passing.vendor == y->passing.vendor &&
         x->passed_told == y->passed_told && x->xor_told == y->xor_told;
}

/* What RepeatBranch would do once more: replay() reads no other field. */
static bool same_branch(const struct rvt_ntrace_source *x, const struct rvt_ntrace_source *y) {
  const struct rvt_ntrace_msg *m = &x->branch.msg, *n = &y->branch.msg;
  return x->branch.valid == y->branch.valid &&
         (!x->branch.valid || (x->branch.loose == y->branch.loose &&
                               x->branch.target == y->branch.target && m->tcode == n->tcode &&
                               m->icnt == n->icnt && m->hist == n->hist && m->btype == n->btype));
}

static bool same_source(const struct rvt_source *a, const struct rvt_source *b) {
  const struct rvt_ntrace_source *x = &a->own.ntrace, *y = &b->own.ntrace;
  return x->mode == y->mode && x->assumed == y->assumed && x->ref == y->ref &&
         x->credit == y->credit && x->debt_told == y->debt_told && same_branch(x, y) &&
         (!a->time_known || (x->xor_time == y->xor_time && x->xor_grows == y->xor_grows)) &&
         x->passed == y->passed &&
         (!x->passed ||
          (x->passed_tcode == y->passed_tcode && x->passed_offset == y->passed_offset));
}

static const struct rvt_walk_text walk_texts[RVT_WALK_FAULTS] = {
    [RVT_WALK_CUT] = {RVT_ERR_MISMATCH, "NT:ICNT-17",
                      "expected I-CNT to end between two instructions, found its end inside one"},
    [RVT_WALK_NO_OUTCOME] = {RVT_ERR_MISMATCH, "NT:HIST-13",
                             "expected an outcome for every conditional branch, found none left"},
    [RVT_WALK_JUMP_NOT_TAKEN] = {RVT_ERR_MISMATCH, "NT:AJM-04",
                                 "expected outcome 1 for a direct jump, found 0"},
    [RVT_WALK_JUMP_NO_OUTCOME] = {RVT_ERR_MISMATCH, "NT:AJM-04",
                                  "expected an outcome for every direct jump, found none left"},
    [RVT_WALK_JUMP_NO_MESSAGE] = {RVT_ERR_MISMATCH, "NT:AJM-04",
                                  "expected a DirectBranch for every direct jump, found none"},
    [RVT_WALK_NO_TABLE] = {RVT_ERR_NO_CODE, "NT:CUS-07",
                           "expected the table of this jump in the program, found no such entry"},
    [RVT_WALK_LOOP] = {RVT_ERR_MISMATCH, "NT:HIST-12",
                       "expected a conditional branch for every outcome, found a loop without one"},
    [RVT_WALK_NO_BRANCH] = {RVT_ERR_MISMATCH, "NT:HIST-12",
                            "expected a conditional branch for every outcome, found none within "
                            "more units than I-CNT can count"},
    [RVT_WALK_OLDER_RETURN] = {RVT_OK, "NT:IRT-10",
                               "expected a return whose call was before a sync to be reported, "
                               "found none"},
    [RVT_WALK_NO_CALL] = {RVT_ERR_MISMATCH, "NT:IRT-16",
                          "expected a known call for a return that is not reported, found none"},
    [RVT_WALK_EARLY_TRANSFER] = {RVT_ERR_MISMATCH, "NT:HIST-14",
                                 "expected a conditional branch for every outcome, found an "
                                 "uninferable transfer before it"},
    [RVT_WALK_UNITS_LEFT] = {RVT_ERR_MISMATCH, "NT:ICNT-18",
                             "expected I-CNT to end at an uninferable transfer, found units left"},
    [RVT_WALK_TRAP_RETIRED] = {RVT_ERR_MISMATCH, "NT:ITY-25",
                               "expected instructions that retire, found an ECALL or EBREAK "
                               "counted"},
    [RVT_WALK_NO_CODE] = {RVT_ERR_NO_CODE, "NT:DEC-16",
                          "expected code of the program, found none at this address"},
    [RVT_WALK_OUTCOMES_LEFT] = {RVT_ERR_MISMATCH, "NT:HIST-14",
                                "expected a conditional branch for every outcome, found outcomes "
                                "left"},
};

const struct rvt_decoder_format rvt_decoder_ntrace = {.check = check,
                                                      .src_bits = src_bits,
                                                      .begin = begin,
                                                      .step = step_ntrace,
                                                      .finish = finish,
                                                      .mark = mark,
                                                      .walk = walk_texts,
                                                      .same_stream = same_stream,
                                                      .same_source = same_source};

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * The decoder over any stream; flow_input.h says what an input is. The units that each message
 * reports are added up here, beside the decoder, and compared with those of the runs (NT:DEC-24).
 */

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "flow_input.h"
#include "fuzz.h"

/* Units: a message's own I-CNT, and what a walk by outcomes may run ahead. */
enum { AHEAD_MAX = 1 << 23, ICNT_MAX = (1 << 22) - 1, REPEAT_UNITS = 1 << 20 };
/*
 * Events after which an input is left, so that a few of them do not take all the time: some bytes
 * may lawfully stand for millions of instructions.
 */
enum { EVENTS_MAX = 1 << 10 };

/** What a source must have walked since its last sync. */
struct account {
  bool open; /* the sums are known: a sync came, and no error since */
  uint64_t reported, walked;
  uint64_t branch; /* I-CNT of the last branch message, which may be a sync */
  bool unsure;     /* it is that of a sync which may stand on linear code: then of one before */
};

struct watch {
  const struct rvt_image *image;
  size_t size;
  uint8_t *copy;
  struct account *account;
  size_t sources;
  bool second; /* pass: what a run is made of was seen in the first */
  uint64_t hash, events;
  jmp_buf enough;
  uint64_t last_message;
  /* of the current message */
  bool error, synced, continuous;
  uint64_t units, units_max;
};

static void mix(struct watch *w, uint64_t value) {
  w->hash = (w->hash ^ value) * UINT64_C(0x100000001b3);
  w->hash ^= w->hash >> 29;
}

static void check_run(struct watch *w, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_run *run = &e->u.run;
  struct rvt_decoder_pcs pcs;
  uint64_t insns = 0, units = 0;
  FUZZ_CHECK(run->insns > 0 && run->times > 0 && run->halfwords >= run->insns);
  struct rvt_decoder_run once = *run;
  once.times = 1;
  rvt_decoder_pcs_begin(&pcs, w->image, &once);
  const bool looked_at = run->insns <= 64 && !w->second;
  while (looked_at && rvt_decoder_pcs_next(&pcs)) {
    struct rvt_insn insn;
    FUZZ_CHECK((pcs.pc & 1) == 0);
    FUZZ_CHECK(rvt_image_insn(w->image, pcs.pc, &insn, NULL) == RVT_OK);
    insns++;
    units += insn.size;
  }
  FUZZ_CHECK(!looked_at || (insns == run->insns && units == run->halfwords));
  w->units += run->halfwords * run->times;
  FUZZ_CHECK(w->units <= w->units_max);
  mix(w, run->pc);
  mix(w, run->insns);
  mix(w, run->times);
}

static void check_problem(struct watch *w, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_problem *p = &e->u.problem;
  FUZZ_CHECK(p->row != NULL && strncmp(p->row, "NT:", 3) == 0);
  FUZZ_CHECK(p->text != NULL && strncmp(p->text, "expected", 8) == 0);
  mix(w, (uint64_t)p->status);
  if (e->kind == RVT_DE_ERROR) FUZZ_CHECK(p->lost);
  if (e->kind != RVT_DE_ERROR && !p->all_sources) return;
  w->error = true;
  for (size_t i = 0; i < w->sources; i++)
    if (p->all_sources || i == e->src) w->account[i].open = false;
}

static void sink(void *user, const struct rvt_decoder_event *e) {
  struct watch *w = user;
  FUZZ_CHECK(e->offset < w->size || w->size == 0);
  FUZZ_CHECK(e->message >= w->last_message);
  FUZZ_CHECK(e->src < w->sources);
  w->last_message = e->message;
  if (++w->events > EVENTS_MAX) longjmp(w->enough, 1); /* the decoder holds nothing meanwhile */
  mix(w, (uint64_t)e->kind << 32 | e->src);
  mix(w, e->offset);
  switch (e->kind) {
  case RVT_DE_RUN: check_run(w, e); break;
  case RVT_DE_TRANSFER: FUZZ_CHECK((e->u.transfer.to & 1) == 0); break;
  case RVT_DE_TRAP: FUZZ_CHECK((e->u.trap.to & 1) == 0 && e->u.trap.to_known); break;
  case RVT_DE_SYNC:
    FUZZ_CHECK((e->u.sync.pc & 1) == 0);
    w->synced = true;
    w->continuous = e->u.sync.continuous;
    break;
  case RVT_DE_WARNING:
  case RVT_DE_ERROR: check_problem(w, e); break;
  case RVT_DE_TIME: mix(w, e->u.time); break;
  default: break;
  }
}

/*
 * Whether RepeatBranch behind this sync may be that of a branch message before it: of lenient
 * decoding, if it is no branch message itself.
 */
static bool may_be_linear(const struct rvt_ntrace_msg *msg) {
  return msg->btype == RVT_BT_NONE &&
         (msg->sync == RVT_SYNC_EXTERNAL || msg->sync == RVT_SYNC_ICNT_FULL ||
          msg->sync == RVT_SYNC_EVENT);
}

/* What one message that was read without complaint adds to both sums. */
static void book(struct watch *w, const struct rvt_ntrace_msg *msg) {
  struct account *a = &w->account[w->sources == 1 ? 0 : msg->src];
  a->walked += w->units;
  bool even = false;
  switch (msg->tcode) {
  case RVT_TC_DIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH:
  case RVT_TC_INDIRECT_BRANCH_HIST:
    a->branch = msg->icnt;
    a->unsure = false;
    a->reported += msg->icnt;
    even = true;
    break;
  case RVT_TC_REPEAT_BRANCH:
    if (a->unsure && a->open)
      FUZZ_CHECK(msg->bcnt == 0 ? w->units == 0 : w->units % msg->bcnt == 0);
    a->reported += a->unsure ? w->units : msg->bcnt * a->branch;
    even = true;
    break;
  case RVT_TC_RESOURCE_FULL:
    if (msg->rcode == RVT_RC_ICNT) a->reported += msg->icnt;
    if (a->open) FUZZ_CHECK(a->walked <= a->reported + AHEAD_MAX);
    break;
  case RVT_TC_PROG_TRACE_CORRELATION:
    a->reported += msg->icnt;
    even = true;
    break;
  case RVT_TC_ERROR: a->open = false; break;
  default:
    if (!rvt_ntrace_is_sync(msg->tcode)) break;
    a->reported += msg->icnt;
    even = w->continuous;
    if (msg->tcode == RVT_TC_PROG_TRACE_SYNC) break;
    a->branch = msg->icnt;
    a->unsure = w->continuous && may_be_linear(msg);
    break;
  }
  if (a->open && even) FUZZ_CHECK(a->walked == a->reported);
  if (msg->tcode == RVT_TC_PROG_TRACE_CORRELATION) a->open = false;
  if (w->synced) *a = (struct account){.open = true, .branch = a->branch, .unsure = a->unsure};
}

/* All messages, one by one. */
static void decode_steps(struct watch *w, struct rvt_decoder *d,
                         const struct rvt_ntrace_format *format, struct rvt_bytes *in) {
  for (;;) {
    struct rvt_bytes peek = *in;
    struct rvt_ntrace_msg msg;
    const bool whole = rvt_ntrace_msg_read(format, &peek, &msg, NULL) == RVT_OK;
    const size_t before = in->pos;
    w->units = 0;
    w->units_max = (peek.pos + 1) * ICNT_MAX + AHEAD_MAX + REPEAT_UNITS;
    w->error = w->synced = w->continuous = false;
    const enum rvt_status status = rvt_decoder_step(d, in);
    FUZZ_CHECK(in->pos >= before && in->pos <= in->size);
    if (status != RVT_OK) {
      FUZZ_CHECK(status == RVT_NEED_MORE || (status == RVT_END && in->pos == in->size));
      return;
    }
    FUZZ_CHECK(in->pos > before);
    if (whole && in->pos == peek.pos) book(w, &msg);
  }
}

/* The same stream in three pieces; the bytes after a piece are not there yet. */
static void decode_pieces(struct rvt_decoder *d, uint8_t *copy, const uint8_t *data, size_t size,
                          unsigned cut) {
  size_t pos = 0;
  const size_t first = size * cut / 256;
  const size_t ends[] = {first, first + (size - first) / 2, size};
  for (size_t i = 0; i < 3; i++) {
    /* at the end of the block, so that a read after it shows */
    uint8_t *piece = copy + size - (ends[i] - pos);
    memcpy(piece, data + pos, ends[i] - pos);
    struct rvt_bytes in = {.data = piece, .size = ends[i] - pos};
    const enum rvt_status status = rvt_decoder_feed(d, &in);
    FUZZ_CHECK(status == RVT_NEED_MORE || (status == RVT_END && in.pos == in.size));
    pos += in.pos;
  }
  rvt_decoder_finish(d, size - pos);
}

/* Both passes must give the same events. */
static void decode_twice(struct watch *w, struct rvt_decoder *d[2], const uint8_t *data,
                         unsigned cut, const struct rvt_ntrace_format *format) {
  struct rvt_bytes in = {.data = data, .size = w->size};
  if (setjmp(w->enough) != 0) return;
  decode_steps(w, d[0], format, &in);
  rvt_decoder_finish(d[0], in.size - in.pos);
  const uint64_t hash = w->hash, events = w->events;
  w->hash = w->last_message = w->events = w->units = 0;
  w->units_max = UINT64_MAX;
  w->second = true;
  decode_pieces(d[1], w->copy, data, w->size, cut);
  FUZZ_CHECK(w->hash == hash && w->events == events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < FLOW_HEAD) return 0;
  const struct flow_setup setup = flow_setup(data);
  struct rvt_decoder_config config = setup.config;
  config.ntrace.repeat_max = REPEAT_UNITS;
  struct watch w = {.image = flow_image(setup.image),
                    .size = size - FLOW_HEAD,
                    .sources = (size_t)1 << config.ntrace.format.src_bits};
  w.account = calloc(w.sources, sizeof *w.account);
  w.copy = malloc(w.size > 0 ? w.size : 1);
  FUZZ_CHECK(w.account != NULL && w.copy != NULL);
  struct rvt_decoder *d[2] = {NULL, NULL};
  for (size_t i = 0; i < 2; i++)
    FUZZ_CHECK(rvt_decoder_new(&config, w.image, sink, &w, &d[i], NULL) == RVT_OK);
  decode_twice(&w, d, data + FLOW_HEAD, data[3], &config.ntrace.format);
  for (size_t i = 0; i < 2; i++) rvt_decoder_free(d[i]);
  free(w.copy);
  free(w.account);
  return 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "decode.h"
#include "tools/shared/digits.h"
#include "tools/shared/process.h"

/* Room for all of a line but names and mnemonics, which have a size of their own. */
enum { LINE_SIZE = 512, WORD_MAX = 4 /* half-words that are shown */ };

/* `~TIME FROM..UNTIL`: by the straight line between the two, and the bounds. */
static char *put_time(char *at, const struct decode_span *span) {
  if (span == NULL || !span->known) return at;
  const uint64_t passed = (span->until - span->from) & span->mask;
  const unsigned __int128 part = (unsigned __int128)passed * span->done;
  at +=
      sprintf(at, " ~0x%" PRIx64 " 0x%" PRIx64 "..0x%" PRIx64,
              (span->from + (uint64_t)(part / span->insns)) & span->mask, span->from, span->until);
  return at;
}

static char *put_word(char *at, const struct rvt_insn *insn, uint64_t word) {
  const unsigned shown = insn->size < WORD_MAX ? insn->size : WORD_MAX;
  *at++ = ' ';
  for (unsigned i = shown; i-- > 0;)
    at = rvt_put_digits(at, (uint32_t)(word >> 16 * i & 0xffff), 4);
  return insn->size > WORD_MAX ? rvt_put_string(at, "...") : at;
}

/* The line of an instruction: of --pcs, or with all that is known of it. */
static void put_insn(struct decode *d, int src, const struct rvt_image *image, uint64_t pc,
                     const struct decode_span *span) {
  const bool full = d->o.style == DECODE_TEXT;
  struct rvt_insn insn;
  uint64_t word = 0, offset = 0;
  const char *name = full ? rvt_image_symbol(image, pc, &offset) : NULL;
  const char *text = d->listing != NULL ? decode_listing_at(d->listing, image, pc) : NULL;
  const size_t names = (name != NULL ? strlen(name) : 0) + (text != NULL ? strlen(text) : 0);
  char *const begin = decode_text_room(&d->made, LINE_SIZE + names), *at = begin;
  if (src >= 0) {
    at = rvt_put_decimal(at, (uint64_t)src);
    *at++ = ' ';
  }
  at = rvt_put_hex(rvt_put_string(at, "0x"), pc);
  if (name != NULL) {
    *at++ = ' ';
    at = rvt_put_hex(rvt_put_string(rvt_put_string(at, name), "+0x"), offset);
  }
  if (full && rvt_image_insn(image, pc, &insn, &word) == RVT_OK) at = put_word(at, &insn, word);
  at = put_time(at, span);
  if (text != NULL) {
    *at++ = ' ';
    at = rvt_put_string(at, text);
  }
  *at++ = '\n';
  d->made.size += (size_t)(at - begin);
}

/* The SRC that a line names; -1: none. */
static int src_of(const struct decode *d, const struct rvt_decoder_event *e) {
  return rvt_decoding_names_src(&d->decoding) ? e->src : -1;
}

static void put_insns(struct decode *d, const struct rvt_decoder_event *e,
                      const struct rvt_decoder_run *run, struct decode_span *span) {
  const int src = src_of(d, e);
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, e->image, run);
  while (rvt_decoder_pcs_next(&pcs)) {
    if (span != NULL) span->done++;
    put_insn(d, src, e->image, pcs.pc, span);
  }
}

/* Lines that are kept; false: they are not. */
static bool put_again(struct decode *d, const struct decode_key *key) {
  size_t size = 0;
  const char *text = decode_kept_find(d->kept, key, &size);
  if (text != NULL) rvt_pcs_put_text(&d->list, text, size);
  return text != NULL;
}

/* Times are others in each pass, and what is long may be too much to keep. */
static void put_run(struct decode *d, const struct rvt_decoder_event *e, struct decode_span *span) {
  enum { KEPT_MAX = 256 }; /* instructions */
  const struct rvt_decoder_run *run = &e->u.run;
  const bool keeps = span == NULL && run->insns <= KEPT_MAX;
  const struct rvt_decoder_run once = {run->pc, run->insns, run->halfwords, 1};
  const struct decode_key key = {
      .image = e->image, .place = run->pc, .what = run->insns, .src = src_of(d, e)};
  for (uint64_t i = 0; i < run->times; i++) {
    if (keeps && put_again(d, &key)) continue;
    d->made.size = 0;
    put_insns(d, e, &once, span);
    if (keeps) decode_kept_keep(d->kept, &key, &d->made);
    rvt_pcs_put_text(&d->list, d->made.text, d->made.size);
  }
}

static bool is_insns(const struct decode *d) {
  return d->o.style == DECODE_TEXT || d->o.style == DECODE_PCS;
}

void decode_put_path(struct decode *d, const struct rvt_decoder_event *e,
                     const struct rvt_decoder_path *path) {
  const struct decode_key key = {.image = e->image,
                                 .place = path->number,
                                 .what = path->serial,
                                 .is_path = true,
                                 .src = src_of(d, e)};
  if (is_insns(d) && put_again(d, &key)) return;
  struct rvt_decoder_event event = *e;
  if (!is_insns(d)) {
    for (unsigned i = 0; i < path->runs; i++) {
      rvt_decoder_path_run(path, i, &event.u.run);
      decode_put(d, &event, NULL);
    }
    return;
  }
  d->made.size = 0;
  for (unsigned i = 0; i < path->runs; i++) {
    rvt_decoder_path_run(path, i, &event.u.run);
    put_insns(d, &event, &event.u.run, NULL);
  }
  decode_kept_keep(d->kept, &key, &d->made);
  rvt_pcs_put_text(&d->list, d->made.text, d->made.size);
}

/* The line of an event, as far as it is made. Names and texts are constant, and short. */
enum { LINE_MAX_SIZE = 2048 };
struct line {
  bool json;
  char *at;
  char text[LINE_MAX_SIZE];
};

static void put(struct line *l, const char *text) { l->at = rvt_put_string(l->at, text); }

/* NAME=VALUE in text, "NAME":VALUE in JSON; addresses are strings there. */
static void put_value(struct line *l, const char *name, uint64_t value, bool hex) {
  put(l, l->json ? ",\"" : " ");
  put(l, name);
  put(l, l->json ? (hex ? "\":\"0x" : "\":") : (hex ? "=0x" : "="));
  l->at = hex ? rvt_put_hex(l->at, value) : rvt_put_decimal(l->at, value);
  if (hex && l->json) put(l, "\"");
}

static void put_known(struct line *l, const char *name, bool known, uint64_t value) {
  if (known) put_value(l, name, value, true);
}

/* What the message itself says. */
static void put_context(struct line *l, const struct rvt_decoder_event *e) {
  struct rvt_process p = {.known = false};
  (void)rvt_process_take(&p, &e->u.context);
  if (e->protocol == RVT_PROTOCOL_NTRACE) put_value(l, "process", e->own.ntrace.process, true);
  put(l, l->json ? ",\"privilege\":\"" : " privilege=");
  put(l, rvt_process_level(&p));
  if (l->json) put(l, "\"");
  put_known(l, "hcontext", p.has_hcontext, p.hcontext);
  put_known(l, "scontext", p.has_scontext, p.scontext);
}

static void put_trap(struct line *l, const struct rvt_decoder_trap *trap) {
  put_known(l, "from", trap->epc_known, trap->epc);
  put_known(l, "to", trap->to_known, trap->to);
  put_value(l, "interrupt", trap->kind == RVT_TRAP_INTERRUPT, false);
  if (trap->cause_known) put_value(l, "cause", trap->cause, false);
  put_known(l, "tval", trap->tval_known, trap->tval);
}

/* What only E-Trace says of an event, or N-Trace alone of other formats' events. */
static bool put_etrace(struct line *l, const struct rvt_decoder_event *e) {
  if (e->protocol != RVT_PROTOCOL_ETRACE) return false;
  switch (e->kind) {
  case RVT_DE_TRANSFER:
    put_known(l, "from", e->u.transfer.from_known, e->u.transfer.from);
    put_value(l, "to", e->u.transfer.to, true);
    return true;
  case RVT_DE_TRAP: put_trap(l, &e->u.trap); return true;
  case RVT_DE_SYNC:
    put_value(l, "pc", e->u.sync.pc, true);
    put_value(l, "continuous", e->u.sync.continuous, false);
    return true;
  case RVT_DE_OVERFLOW:
  case RVT_DE_STOP:
    put_value(l, "qual_status", e->own.etrace.qual_status, false);
    put_known(l, "pc", e->u.end.pc_known, e->u.end.pc);
    return true;
  default: return e->kind == RVT_DE_NO_FLOW;
  }
}

static void put_values(struct line *l, const struct rvt_decoder_event *e,
                       const struct decode_span *span) {
  const struct rvt_ntrace_event *own = &e->own.ntrace;
  if (put_etrace(l, e)) return;
  switch (e->kind) {
  case RVT_DE_RUN:
    put_value(l, "pc", e->u.run.pc, true);
    put_value(l, "insns", e->u.run.insns, false);
    put_value(l, "halfwords", e->u.run.halfwords, false);
    put_value(l, "times", e->u.run.times, false);
    if (span != NULL && span->known) {
      put_value(l, "from", span->from, true);
      put_value(l, "until", span->until, true);
    }
    break;
  case RVT_DE_TRANSFER:
    put_known(l, "from", e->u.transfer.from_known, e->u.transfer.from);
    put_value(l, "to", e->u.transfer.to, true);
    put_value(l, "btype", RVT_BT_NONE, false);
    break;
  case RVT_DE_TRAP:
    put_known(l, "from", e->u.trap.epc_known, e->u.trap.epc);
    put_value(l, "to", e->u.trap.to, true);
    put_value(l, "btype", own->btype, false);
    break;
  case RVT_DE_SYNC:
    put_value(l, "pc", e->u.sync.pc, true);
    put_value(l, "reason", own->sync, false);
    put_value(l, "continuous", e->u.sync.continuous, false);
    break;
  case RVT_DE_OVERFLOW:
    put_value(l, "etype", own->etype, false);
    put_value(l, "ecode", own->ecode, true);
    put_known(l, "pc", e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_STOP:
    put_value(l, "evcode", own->evcode, false);
    put_known(l, "pc", e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_CONTEXT: put_context(l, e); break;
  case RVT_DE_TIME: put_value(l, "time", e->u.time, true); break;
  case RVT_DE_NO_FLOW: put_value(l, "tcode", own->tcode, false); break;
  default:
    put_known(l, "pc", e->u.problem.pc_known, e->u.problem.pc);
    if (!own->passed) break;
    put_value(l, "passed_tcode", own->tcode, false);
    put_value(l, "passed_offset", own->passed_offset, false);
    break;
  }
}

static void put_event(struct decode *d, const struct rvt_decoder_event *e,
                      const struct decode_span *span) {
  static const char *const names[] = {"run",      "transfer", "transfer",  "sync",
                                      "overflow", "stop",     "ownership", "time",
                                      "no_flow",  "warning",  "error"};
  const bool etrace = e->protocol == RVT_PROTOCOL_ETRACE;
  const char *name = etrace && e->kind == RVT_DE_TRAP      ? "trap"
                     : etrace && e->kind == RVT_DE_CONTEXT ? "context"
                                                           : names[e->kind];
  const bool problem = e->kind == RVT_DE_WARNING || e->kind == RVT_DE_ERROR;
  struct line line, *l = &line;
  l->json = d->o.style == DECODE_JSON;
  l->at = l->text;
  if (l->json) {
    put(l, "{\"kind\":\"");
    put(l, name);
    put(l, "\"");
    put_value(l, "src", e->src, false);
    put_value(l, "message", e->message, false);
    put_value(l, "offset", e->offset, false);
  } else {
    l->at += rvt_decoding_names_src(&d->decoding) ? sprintf(l->at, "%u ", e->src) : 0;
    l->at += sprintf(l->at, "@0x%08" PRIx64 " ", e->offset);
    put(l, name);
  }
  put_values(l, e, span);
  if (problem && l->json) {
    put(l, ",\"row\":\"");
    put(l, e->u.problem.row);
    put(l, "\",\"text\":\"");
    put(l, e->u.problem.text);
    put(l, "\",\"lost\":");
    put(l, e->u.problem.lost ? "true" : "false");
  } else if (problem) {
    put(l, " ");
    put(l, e->u.problem.row);
  }
  put(l, l->json ? "}\n" : "\n");
  rvt_pcs_put_text(&d->list, l->text, (size_t)(l->at - l->text));
}

void decode_put(struct decode *d, const struct rvt_decoder_event *e, struct decode_span *span) {
  const bool is_list = d->o.style == DECODE_PCS || d->o.style == DECODE_RUNS;
  if (e->kind == RVT_DE_RUN && is_insns(d))
    put_run(d, e, span);
  else if (e->kind == RVT_DE_RUN && is_list)
    rvt_pcs_put_run(&d->list, src_of(d, e), &e->u.run);
  else if (e->kind == RVT_DE_OVERFLOW && is_list)
    rvt_pcs_put_overflow(&d->list, src_of(d, e));
  else if (!is_list)
    put_event(d, e, span);
}

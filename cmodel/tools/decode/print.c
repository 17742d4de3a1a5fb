/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "decode.h"
#include "tools/shared/process.h"

static void put_symbol(const struct decode *d, const struct rvt_image *image, uint64_t pc) {
  uint64_t offset = 0;
  const char *name = rvt_image_symbol(image, pc, &offset);
  if (name != NULL) fprintf(d->out.file, " %s+0x%" PRIx64, name, offset);
}

/* `~TIME FROM..UNTIL`: by the straight line between the two, and the bounds. */
static void put_time(const struct decode *d, const struct decode_span *span) {
  if (span == NULL || !span->known) return;
  const uint64_t passed = (span->until - span->from) & span->mask;
  const unsigned __int128 part = (unsigned __int128)passed * span->done;
  fprintf(d->out.file, " ~0x%" PRIx64 " 0x%" PRIx64 "..0x%" PRIx64,
          (span->from + (uint64_t)(part / span->insns)) & span->mask, span->from, span->until);
}

static void put_insn(const struct decode *d, const struct rvt_image *image, uint64_t pc,
                     const struct decode_span *span) {
  struct rvt_insn insn;
  uint64_t word = 0;
  fprintf(d->out.file, "0x%" PRIx64, pc);
  put_symbol(d, image, pc);
  if (rvt_image_insn(image, pc, &insn, &word) == RVT_OK)
    fprintf(d->out.file, " %0*" PRIx64 "%s", 4 * (insn.size < 4 ? insn.size : 4), word,
            insn.size > 4 ? "..." : "");
  put_time(d, span);
  const char *text = d->listing != NULL ? decode_listing_at(d->listing, image, pc) : NULL;
  if (text != NULL) fprintf(d->out.file, " %s", text);
  fputc('\n', d->out.file);
}

static void put_insns(const struct decode *d, const struct rvt_decoder_event *e,
                      struct decode_span *span) {
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, e->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) {
    if (rvt_decoding_names_src(&d->decoding)) fprintf(d->out.file, "%u ", e->src);
    if (span != NULL) span->done++;
    put_insn(d, e->image, pcs.pc, span);
  }
}

static bool is_list(const struct decode *d) {
  return d->o.style == DECODE_PCS || d->o.style == DECODE_RUNS;
}

static void put_list(struct decode *d, const struct rvt_decoder_event *e) {
  const int src = rvt_decoding_names_src(&d->decoding) ? e->src : -1;
  if (e->kind == RVT_DE_OVERFLOW) {
    rvt_pcs_put_overflow(&d->list, src);
  } else if (d->o.style == DECODE_RUNS) {
    rvt_pcs_put_run(&d->list, src, &e->u.run);
  } else {
    for (uint64_t i = 0; i < e->u.run.times; i++)
      rvt_pcs_put_pass(&d->list, src, e->image, &e->u.run);
  }
}

/* NAME=VALUE in text, "NAME":VALUE in JSON; addresses are strings there. */
static void put_value(const struct decode *d, const char *name, uint64_t value, bool hex) {
  if (d->o.style == DECODE_JSON)
    fprintf(d->out.file, hex ? ",\"%s\":\"0x%" PRIx64 "\"" : ",\"%s\":%" PRIu64, name, value);
  else
    fprintf(d->out.file, hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

static void put_known(const struct decode *d, const char *name, bool known, uint64_t value) {
  if (known) put_value(d, name, value, true);
}

/* What the message itself says. */
static void put_context(const struct decode *d, const struct rvt_decoder_event *e) {
  struct rvt_process p = {.known = false};
  (void)rvt_process_take(&p, &e->u.context);
  if (e->protocol == RVT_PROTOCOL_NTRACE) put_value(d, "process", e->own.ntrace.process, true);
  fprintf(d->out.file, d->o.style == DECODE_JSON ? ",\"privilege\":\"%s\"" : " privilege=%s",
          rvt_process_level(&p));
  put_known(d, "hcontext", p.has_hcontext, p.hcontext);
  put_known(d, "scontext", p.has_scontext, p.scontext);
}

static void put_trap(const struct decode *d, const struct rvt_decoder_trap *trap) {
  put_known(d, "from", trap->epc_known, trap->epc);
  put_known(d, "to", trap->to_known, trap->to);
  put_value(d, "interrupt", trap->kind == RVT_TRAP_INTERRUPT, false);
  if (trap->cause_known) put_value(d, "cause", trap->cause, false);
  put_known(d, "tval", trap->tval_known, trap->tval);
}

/* What only E-Trace says of an event, or N-Trace alone of other formats' events. */
static bool put_etrace(const struct decode *d, const struct rvt_decoder_event *e) {
  if (e->protocol != RVT_PROTOCOL_ETRACE) return false;
  switch (e->kind) {
  case RVT_DE_TRANSFER:
    put_known(d, "from", e->u.transfer.from_known, e->u.transfer.from);
    put_value(d, "to", e->u.transfer.to, true);
    return true;
  case RVT_DE_TRAP: put_trap(d, &e->u.trap); return true;
  case RVT_DE_SYNC:
    put_value(d, "pc", e->u.sync.pc, true);
    put_value(d, "continuous", e->u.sync.continuous, false);
    return true;
  case RVT_DE_OVERFLOW:
  case RVT_DE_STOP:
    put_value(d, "qual_status", e->own.etrace.qual_status, false);
    put_known(d, "pc", e->u.end.pc_known, e->u.end.pc);
    return true;
  default: return e->kind == RVT_DE_NO_FLOW;
  }
}

static void put_values(const struct decode *d, const struct rvt_decoder_event *e,
                       const struct decode_span *span) {
  const struct rvt_ntrace_event *own = &e->own.ntrace;
  if (put_etrace(d, e)) return;
  switch (e->kind) {
  case RVT_DE_RUN:
    put_value(d, "pc", e->u.run.pc, true);
    put_value(d, "insns", e->u.run.insns, false);
    put_value(d, "halfwords", e->u.run.halfwords, false);
    put_value(d, "times", e->u.run.times, false);
    if (span != NULL && span->known) {
      put_value(d, "from", span->from, true);
      put_value(d, "until", span->until, true);
    }
    break;
  case RVT_DE_TRANSFER:
    put_known(d, "from", e->u.transfer.from_known, e->u.transfer.from);
    put_value(d, "to", e->u.transfer.to, true);
    put_value(d, "btype", RVT_BT_NONE, false);
    break;
  case RVT_DE_TRAP:
    put_known(d, "from", e->u.trap.epc_known, e->u.trap.epc);
    put_value(d, "to", e->u.trap.to, true);
    put_value(d, "btype", own->btype, false);
    break;
  case RVT_DE_SYNC:
    put_value(d, "pc", e->u.sync.pc, true);
    put_value(d, "reason", own->sync, false);
    put_value(d, "continuous", e->u.sync.continuous, false);
    break;
  case RVT_DE_OVERFLOW:
    put_value(d, "etype", own->etype, false);
    put_value(d, "ecode", own->ecode, true);
    put_known(d, "pc", e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_STOP:
    put_value(d, "evcode", own->evcode, false);
    put_known(d, "pc", e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_CONTEXT: put_context(d, e); break;
  case RVT_DE_TIME: put_value(d, "time", e->u.time, true); break;
  case RVT_DE_NO_FLOW: put_value(d, "tcode", own->tcode, false); break;
  default:
    put_known(d, "pc", e->u.problem.pc_known, e->u.problem.pc);
    if (!own->passed) break;
    put_value(d, "passed_tcode", own->tcode, false);
    put_value(d, "passed_offset", own->passed_offset, false);
    break;
  }
}

static void put_event(const struct decode *d, const struct rvt_decoder_event *e,
                      const struct decode_span *span) {
  static const char *const names[] = {"run",      "transfer", "transfer",  "sync",
                                      "overflow", "stop",     "ownership", "time",
                                      "no_flow",  "warning",  "error"};
  const bool etrace = e->protocol == RVT_PROTOCOL_ETRACE;
  const char *name = etrace && e->kind == RVT_DE_TRAP      ? "trap"
                     : etrace && e->kind == RVT_DE_CONTEXT ? "context"
                                                           : names[e->kind];
  bool problem = e->kind == RVT_DE_WARNING || e->kind == RVT_DE_ERROR;
  if (d->o.style == DECODE_JSON) {
    fprintf(d->out.file, "{\"kind\":\"%s\",\"src\":%u,\"message\":%" PRIu64 ",\"offset\":%" PRIu64,
            name, e->src, e->message, e->offset);
    put_values(d, e, span);
    if (problem)
      fprintf(d->out.file, ",\"row\":\"%s\",\"text\":\"%s\",\"lost\":%s", e->u.problem.row,
              e->u.problem.text, e->u.problem.lost ? "true" : "false");
    fputs("}\n", d->out.file);
    return;
  }
  if (rvt_decoding_names_src(&d->decoding)) fprintf(d->out.file, "%u ", e->src);
  fprintf(d->out.file, "@0x%08" PRIx64 " %s", e->offset, name);
  put_values(d, e, span);
  if (problem) fprintf(d->out.file, " %s", e->u.problem.row);
  fputc('\n', d->out.file);
}

void decode_put(struct decode *d, const struct rvt_decoder_event *e, struct decode_span *span) {
  if (is_list(d) && (e->kind == RVT_DE_RUN || e->kind == RVT_DE_OVERFLOW))
    put_list(d, e);
  else if (e->kind == RVT_DE_RUN && d->o.style == DECODE_TEXT)
    put_insns(d, e, span);
  else if (!is_list(d))
    put_event(d, e, span);
}

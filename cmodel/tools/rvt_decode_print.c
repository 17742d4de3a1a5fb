/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "rvt_decode.h"

static bool is_shown(const struct decode *d, const struct rvt_decoder_event *e) {
  bool everybody =
      (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING) && e->u.problem.all_sources;
  return d->o->src < 0 || e->src == d->o->src || everybody;
}

static bool names_src(const struct decode *d) {
  return d->o->format.format.src_bits != 0 && d->o->src < 0;
}

/* Faster than the formatted way, and most of the output. */
static void put_pc(FILE *file, uint64_t pc) {
  char text[20];
  char *at = text + sizeof text;
  *--at = '\n';
  do *--at = "0123456789abcdef"[pc & 0xf];
  while ((pc >>= 4) != 0);
  *--at = 'x';
  *--at = '0';
  fwrite(at, 1, (size_t)(text + sizeof text - at), file);
}

static void put_symbol(const struct decode *d, uint64_t pc) {
  uint64_t offset = 0;
  const char *name = rvt_image_symbol(d->image, pc, &offset);
  if (name != NULL) fprintf(d->out.file, " %s+0x%" PRIx64, name, offset);
}

static void put_insn(const struct decode *d, uint64_t pc) {
  struct rvt_insn insn;
  uint64_t word = 0;
  fprintf(d->out.file, "0x%" PRIx64, pc);
  put_symbol(d, pc);
  if (rvt_image_insn(d->image, pc, &insn, &word) == RVT_OK)
    fprintf(d->out.file, " %0*" PRIx64 "%s", 4 * (insn.size < 4 ? insn.size : 4), word,
            insn.size > 4 ? "..." : "");
  const char *text = d->listing != NULL ? decode_listing_at(d->listing, pc) : NULL;
  if (text != NULL) fprintf(d->out.file, " %s", text);
  fputc('\n', d->out.file);
}

static void put_run(const struct decode *d, const struct rvt_decoder_event *e) {
  struct rvt_decoder_pcs pcs;
  rvt_decoder_pcs_begin(&pcs, d->image, &e->u.run);
  while (rvt_decoder_pcs_next(&pcs)) {
    if (names_src(d)) fprintf(d->out.file, "%u ", e->src);
    if (d->o->style == DECODE_PCS)
      put_pc(d->out.file, pcs.pc);
    else
      put_insn(d, pcs.pc);
  }
}

/* NAME=VALUE in text, "NAME":VALUE in JSON; addresses are strings there. */
static void put_value(const struct decode *d, const char *name, uint64_t value, bool hex) {
  if (d->o->style == DECODE_JSON)
    fprintf(d->out.file, hex ? ",\"%s\":\"0x%" PRIx64 "\"" : ",\"%s\":%" PRIu64, name, value);
  else
    fprintf(d->out.file, hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

static void put_known(const struct decode *d, const char *name, bool known, uint64_t value) {
  if (known) put_value(d, name, value, true);
}

static void put_values(const struct decode *d, const struct rvt_decoder_event *e) {
  switch (e->kind) {
  case RVT_DE_RUN:
    put_value(d, "pc", e->u.run.pc, true);
    put_value(d, "insns", e->u.run.insns, false);
    put_value(d, "halfwords", e->u.run.halfwords, false);
    put_value(d, "times", e->u.run.times, false);
    break;
  case RVT_DE_TRANSFER:
    put_known(d, "from", e->u.transfer.from_known, e->u.transfer.from);
    put_value(d, "to", e->u.transfer.to, true);
    put_value(d, "btype", e->u.transfer.btype, false);
    break;
  case RVT_DE_SYNC:
    put_value(d, "pc", e->u.sync.pc, true);
    put_value(d, "reason", e->u.sync.reason, false);
    put_value(d, "continuous", e->u.sync.continuous, false);
    break;
  case RVT_DE_OVERFLOW:
    put_value(d, "etype", e->u.overflow.etype, false);
    put_value(d, "ecode", e->u.overflow.ecode, true);
    put_known(d, "pc", e->u.overflow.pc_known, e->u.overflow.pc);
    break;
  case RVT_DE_STOP:
    put_value(d, "evcode", e->u.stop.evcode, false);
    put_known(d, "pc", e->u.stop.pc_known, e->u.stop.pc);
    break;
  case RVT_DE_OWNERSHIP: put_value(d, "process", e->u.process, true); break;
  case RVT_DE_TIME: put_value(d, "time", e->u.time, true); break;
  case RVT_DE_VENDOR: put_value(d, "tcode", e->u.tcode, false); break;
  default: put_known(d, "pc", e->u.problem.pc_known, e->u.problem.pc); break;
  }
}

static void put_event(const struct decode *d, const struct rvt_decoder_event *e) {
  static const char *const names[] = {"run",       "transfer", "sync",   "overflow", "stop",
                                      "ownership", "time",     "vendor", "warning",  "error"};
  bool problem = e->kind == RVT_DE_WARNING || e->kind == RVT_DE_ERROR;
  if (d->o->style == DECODE_JSON) {
    fprintf(d->out.file, "{\"kind\":\"%s\",\"src\":%u,\"message\":%" PRIu64 ",\"offset\":%" PRIu64,
            names[e->kind], e->src, e->message, e->offset);
    put_values(d, e);
    if (problem)
      fprintf(d->out.file, ",\"row\":\"%s\",\"text\":\"%s\",\"lost\":%s", e->u.problem.row,
              e->u.problem.text, e->u.problem.lost ? "true" : "false");
    fputs("}\n", d->out.file);
    return;
  }
  if (names_src(d)) fprintf(d->out.file, "%u ", e->src);
  fprintf(d->out.file, "@0x%08" PRIx64 " %s", e->offset, names[e->kind]);
  put_values(d, e);
  if (problem) fprintf(d->out.file, " %s", e->u.problem.row);
  fputc('\n', d->out.file);
}

static void complain(const struct decode *d, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_problem *p = &e->u.problem;
  char src[24] = "";
  char pc[32] = "";
  if (names_src(d) && !p->all_sources) snprintf(src, sizeof src, "SRC %u: ", e->src);
  if (p->pc_known) snprintf(pc, sizeof pc, "pc 0x%" PRIx64 ": ", p->pc);
  rvt_complain("%s:0x%08" PRIx64 ": %s%s%s%s (%s)", d->in.name, e->offset,
               e->kind == RVT_DE_WARNING ? "warning: " : "", src, pc, p->text, p->row);
}

/* What is not known to fit may be why a flow contradicts its program (NT:DEC-02). */
static void hint(const struct decode *d, const char *row) {
  if (strcmp(row, "NT:GEN-05") == 0) {
    rvt_complain("%s: hint: --lenient reads streams of encoders that let a counter grow",
                 d->in.name);
    return;
  }
  const bool told = d->o->format.config != NULL;
  const bool hashed = d->o->format.sidecar.elfs != 0;
  if (told && hashed) return;
  const char *missing = d->o->format.missing;
  rvt_complain("%s: hint:%s%s%s%s%s%s", d->in.name, missing != NULL ? " there is no side-car " : "",
               missing != NULL ? missing : "", missing != NULL ? ";" : "",
               hashed ? "" : " is this the program that ran (--elf)?",
               told ? "" : " is this how it was traced (--config, --src-bits, --ts)?",
               told || d->o->implicit_return >= 0 ? ""
                                                  : " was implicit return on (--implicit-return)?");
}

/* A wrong format makes thousands; the output has them all. */
static void complain_limited(struct decode *d, const struct rvt_decoder_event *e) {
  const bool error = e->kind == RVT_DE_ERROR;
  if ((error ? ++d->errors : ++d->warnings) > RVT_SAID_MAX) return;
  complain(d, e);
  if (error && d->errors == 1) hint(d, e->u.problem.row);
}

void decode_finish(const struct decode *d) {
  if (d->warnings > RVT_SAID_MAX)
    rvt_complain("%s: warning: %lu more warnings", d->in.name, d->warnings - RVT_SAID_MAX);
  if (d->errors > RVT_SAID_MAX)
    rvt_complain("%s: %lu more errors", d->in.name, d->errors - RVT_SAID_MAX);
  rvt_complain_losses(d->in.name, d->losses, d->first_loss);
}

static void take_loss(struct decode *d, const struct rvt_decoder_event *e) {
  if (d->losses++ == 0) d->first_loss = e->offset;
  if (d->o->style != DECODE_PCS) return;
  fputs("# overflow", d->out.file);
  if (names_src(d)) fprintf(d->out.file, " SRC=%u", e->src);
  fputc('\n', d->out.file);
}

void decode_put_event(void *user, const struct rvt_decoder_event *e) {
  struct decode *d = user;
  if (!is_shown(d, e)) return;
  if (e->kind == RVT_DE_SYNC) d->synchronized = true;
  if (e->kind == RVT_DE_OVERFLOW) take_loss(d, e);
  if (e->kind == RVT_DE_ERROR || e->kind == RVT_DE_WARNING) complain_limited(d, e);
  if (d->o->style == DECODE_FUNCTIONS)
    decode_functions_take(d, e);
  else if (e->kind == RVT_DE_RUN && d->o->style != DECODE_JSON)
    put_run(d, e);
  else if (d->o->style != DECODE_PCS)
    put_event(d, e);
}

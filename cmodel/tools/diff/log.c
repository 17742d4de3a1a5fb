/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff.h"
#include "rvt/session.h"
#include "stimulus/record_line.h"
#include "tools/shared/tool.h"

enum form { UNKNOWN, PLAIN, SPIKE, TABLE };
enum { SYSTEM = 0x73, CSR_SCONTEXT = 0x5a8, CSR_HCONTEXT = 0x6a8 };

struct log {
  struct diff_list *list;
  const struct rvt_decoding *decoding;
  enum form form;
  uint64_t line;
  bool hart_known; /* Spike: there was a line ... */
  uint64_t hart;   /* ... of this hart */
  bool committed; /* Spike: lines of what retired are there, those of what was tried are not read */
  int pc, valid, trap; /* table: columns, from 0 on; -1: there is none */
  int priv, scontext, hcontext;
  struct rvt_process process; /* who runs; Spike: contexts as the last writes of their CSRs say */
  char separator;
};

/* ---- Words ---------------------------------------------------------------------------------- */

/* All of a cell is a number, in hexadecimal. */
static bool is_hex(const char *cell, uint64_t *value) {
  const size_t size = strlen(cell);
  return size != 0 && rvt_line_hex(cell, size, value) == size;
}

static bool refuse(const struct log *x, const char *expected, const char *found) {
  rvt_complain("%s:%" PRIu64 ": expected %s, found '%.40s'", x->list->name, x->line, expected,
               found);
  return false;
}

static bool take(struct log *x, uint64_t pc) { return diff_list_put(x->list, pc, x->line); }

/* ECALL and EBREAK are exceptions: a list that has them has more than what retired. */
static bool take_listed(struct log *x, uint64_t pc) {
  struct rvt_insn insn;
  uint64_t word = 0;
  if (rvt_image_insn(x->decoding->image, pc, &insn, &word) == RVT_OK && insn.kind == RVT_INSN_TRAP)
    return true;
  return take(x, pc);
}

/* ---- Lists of PCs -----------------------------------------------------------------------------
 */

static bool take_plain(struct log *x, const char *text) {
  uint64_t pc = 0;
  if (!rvt_line_pc(text, strlen(text), &pc))
    return refuse(x, "an address in hexadecimal, `core` or a line of names", text);
  return take_listed(x, pc);
}

/* ---- Spike ------------------------------------------------------------------------------------
 */

/* What an instruction writes into scontext or hcontext holds after it. */
static void take_contexts(struct log *x, struct rvt_line *line) {
  struct rvt_process *p = &x->process;
  if ((line->word & 0x7f) != SYSTEM) return;
  for (;;) {
    const struct rvt_effect effect = rvt_line_effect(line);
    if (effect.kind == RVT_EFFECT_NONE) return;
    if (effect.kind != RVT_EFFECT_CSR || effect.where != line->word >> 20) continue;
    if (effect.where == CSR_SCONTEXT) p->has_scontext = true, p->scontext = effect.value;
    if (effect.where == CSR_HCONTEXT) p->has_hcontext = true, p->hcontext = effect.value;
  }
}

/* What was tried, and of that what retired, in a log with --log-commits; and traps. */
static bool take_spike(struct log *x, const char *text) {
  struct rvt_line line;
  if (!rvt_line_parse(text, strlen(text), &line)) return refuse(x, "a line of Spike's log", text);
  if (!x->hart_known) x->hart = line.hart;
  x->hart_known = true;
  if (line.hart != x->hart) return refuse(x, "lines of one hart alone", text);
  switch (line.kind) {
  case RVT_LINE_TRIED: return x->committed || take(x, line.pc);
  case RVT_LINE_RETIRED:
    if (!x->committed) x->list->count = x->list->marks = 0; /* it was tried before it retired */
    x->committed = true;
    x->process.known = true;
    x->process.level = line.priv;
    if (!diff_list_own(x->list, &x->process) || !take(x, line.pc)) return false;
    take_contexts(x, &line);
    return true;
  case RVT_LINE_EXCEPTION: /* what was tried there has not retired */
    if (!x->committed && x->list->count != 0 && x->list->pc[x->list->count - 1] == line.pc)
      diff_list_drop(x->list);
    return true;
  default: return true;
  }
}

/* ---- Tables with a line of names
 * ----------------------------------------------------------------- */

static bool is_named(const char *cell, const char *name) {
  if (strncasecmp(cell, "rvfi_", 5) == 0) cell += 5;
  return strcasecmp(cell, name) == 0;
}

/* A line of names has one for PCs, and none of its cells is a PC. It is cut into its cells. */
static bool take_names(struct log *x, char *text) {
  x->separator = strchr(text, '\t') != NULL ? '\t' : ',';
  x->pc = x->valid = x->trap = x->priv = x->scontext = x->hcontext = -1;
  const char *cell;
  for (int i = 0; (cell = rvt_cell(&text, x->separator)) != NULL; i++) {
    if (is_named(cell, "pc") || is_named(cell, "pc_rdata")) x->pc = i;
    if (is_named(cell, "valid")) x->valid = i;
    if (is_named(cell, "trap")) x->trap = i;
    if (is_named(cell, "mode") || is_named(cell, "priv")) x->priv = i;
    if (is_named(cell, "scontext")) x->scontext = i;
    if (is_named(cell, "hcontext")) x->hcontext = i;
  }
  return x->pc >= 0;
}

/* Who ran a row. A column of another meaning says nothing. */
static bool take_owner(struct log *x, const char *priv, const char *scontext,
                       const char *hcontext) {
  static const char *const names[] = {"U", "S", NULL, "M", NULL, "VU", "VS"}; /* NT:ING-18 */
  static const uint8_t levels[] = {0, 1, 0, 3, 0, 4, 5};                      /* NT:OWN-03 */
  struct rvt_process *p = &x->process;
  *p = (struct rvt_process){.known = false};
  for (unsigned i = 0; i < sizeof levels; i++) {
    uint64_t code = 0;
    if (names[i] == NULL || !(is_hex(priv, &code) ? code == i : strcasecmp(priv, names[i]) == 0))
      continue;
    p->known = true;
    p->level = levels[i];
    x->list->has_v |= levels[i] > 3;
  }
  p->has_scontext = is_hex(scontext, &p->scontext);
  p->has_hcontext = is_hex(hcontext, &p->hcontext);
  return (x->priv < 0 && x->scontext < 0 && x->hcontext < 0) || diff_list_own(x->list, p);
}

/* A clock in which nothing is valid may hold anything. */
static bool take_row(struct log *x, char *text) {
  const char *pc_cell = "", *valid_cell = "1", *trap_cell = "0", *cell;
  const char *priv = "", *scontext = "", *hcontext = "";
  for (int i = 0; (cell = rvt_cell(&text, x->separator)) != NULL; i++) {
    if (i == x->pc) pc_cell = cell;
    if (i == x->valid) valid_cell = cell;
    if (i == x->trap) trap_cell = cell;
    if (i == x->priv) priv = cell;
    if (i == x->scontext) scontext = cell;
    if (i == x->hcontext) hcontext = cell;
  }
  uint64_t pc = 0, valid = 0, trap = 0;
  if (!is_hex(valid_cell, &valid)) return refuse(x, "0 or 1", valid_cell);
  if (valid == 0) return true;
  if (!is_hex(trap_cell, &trap)) return refuse(x, "0 or 1", trap_cell);
  if (!is_hex(pc_cell, &pc)) return refuse(x, "a PC in hexadecimal", pc_cell);
  return trap != 0 || (take_owner(x, priv, scontext, hcontext) && take_listed(x, pc));
}

/* ---- Files -------------------------------------------------------------------------------------
 */

static bool take_line(struct log *x, char *text) {
  if (text[0] == '\0' || text[0] == '#' || text[0] == '@') return true;
  if (x->form == UNKNOWN) {
    uint64_t pc = 0;
    x->form = strncmp(text, "core ", 5) == 0         ? SPIKE
              : rvt_line_pc(text, strlen(text), &pc) ? PLAIN
              : take_names(x, text)                  ? TABLE
                                                     : PLAIN;
    if (x->form == TABLE) return true;
  }
  return x->form == SPIKE   ? take_spike(x, text)
         : x->form == TABLE ? take_row(x, text)
                            : take_plain(x, text);
}

static bool read_text(struct log *x, FILE *file) {
  char *text = NULL;
  size_t room = 0;
  ssize_t size = 0;
  bool good = true;
  while (good && (size = getline(&text, &room, file)) >= 0) {
    x->line++;
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r')) text[--size] = '\0';
    good = take_line(x, text);
  }
  const bool failed = good && !feof(file); /* also for want of memory */
  if (failed)
    rvt_complain("%s: expected a readable file, found: %s", x->list->name, strerror(errno));
  free(text);
  return good && !failed;
}

struct decoding {
  struct diff_events events;
  uint64_t problems, losses, first_loss;
};

static void take_event(void *user, const struct rvt_decoder_event *e) {
  struct decoding *d = user;
  if (e->kind == RVT_DE_ERROR && d->problems++ == 0)
    rvt_complain("%s:0x%08" PRIx64 ": %s (%s)", d->events.list->name, e->offset, e->u.problem.text,
                 e->u.problem.row);
  if (e->kind == RVT_DE_OVERFLOW && d->losses++ == 0) d->first_loss = e->offset;
  diff_events_take(&d->events, e, "");
}

static bool read_trace(struct diff_list *log, const char *path,
                       const struct rvt_decoding *decoding) {
  char *sidecar = rvt_sidecar_name(path);
  struct decoding d = {.events = {.list = log, .src = -1}};
  const struct rvt_session_options options = {.sidecar =
                                                  access(sidecar, F_OK) == 0 ? sidecar : NULL,
                                              .image = decoding->image,
                                              .sink = take_event,
                                              .user = &d};
  struct rvt_session *session = NULL;
  struct rvt_error e = {""};
  enum rvt_status status = rvt_session_open(&options, &session, &e);
  if (status == RVT_OK) status = rvt_session_decode(session, path, &e);
  if (status != RVT_OK) rvt_complain("%s: %s", path, e.text);
  rvt_complain_losses(path, (unsigned long)d.losses, d.first_loss);
  log->has_v = true;
  log->flawed = d.problems != 0 || d.losses != 0;
  rvt_session_free(session);
  free(sidecar);
  return status == RVT_OK && !d.events.refused;
}

/* Trace bytes hold some that no text has. What cannot be read twice, as a pipe, is a text. */
static bool is_trace(FILE *file) {
  unsigned char piece[512];
  struct stat s;
  if (fstat(fileno(file), &s) != 0 || !S_ISREG(s.st_mode)) return false;
  const size_t size = fread(piece, 1, sizeof piece, file);
  bool text = true;
  for (size_t i = 0; i < size; i++)
    text = text && (isprint(piece[i]) || piece[i] == '\t' || piece[i] == '\n' || piece[i] == '\r');
  rewind(file);
  return !text;
}

bool diff_log_read(struct diff_list *log, const char *path, const struct rvt_decoding *decoding) {
  const bool standard = strcmp(path, "-") == 0;
  *log = (struct diff_list){.name = standard ? "<stdin>" : path, .lines = true};
  FILE *file = standard ? stdin : fopen(path, "r");
  if (file == NULL) {
    rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
    return false;
  }
  if (!rvt_file_is(path, 1U << RVT_FILE_TRACE | 1U << RVT_FILE_TEXT,
                   "a list of PCs, a log or a trace")) {
    fclose(file);
    return false;
  }
  rvt_input_claim(path);
  struct log x = {.list = log, .decoding = decoding};
  log->lines = standard || !is_trace(file);
  bool good = log->lines ? read_text(&x, file) : read_trace(log, path, decoding);
  if (!standard) fclose(file);
  if (good && log->count == 0) {
    rvt_complain("%s: expected PCs, found none", log->name);
    good = false;
  }
  return good;
}

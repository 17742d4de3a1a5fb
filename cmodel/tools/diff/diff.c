/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/shared/decoding.h"

static const char doc[] =
    "Compare the instructions that a trace reports with those that a core or simulator retired.\v"
    "LOG is a list of PCs in hexadecimal, one at the beginning of each line; a log of Spike (`-l`, "
    "with --log-commits or without); a table with a line of names, one of which is pc or "
    "rvfi_pc_rdata, and valid and trap if it has them, between commas or tabs; or another trace, "
    "with its side-car beside it, of one SRC. - is a text on standard input. A trace may begin and "
    "end anywhere in the "
    "log. "
    "Privilege and contexts are compared, too, where both tell them: Ownership messages, and Spike "
    "with --log-commits, or a table with columns mode or priv, scontext, hcontext, any of them. "
    "Between two of its segments something was not reported, so each "
    "segment has to be a piece of the log, and they come in order. The first difference is shown "
    "with what both say; the status is then 1, as it is for trace that is damaged or lost.\n\n"
    "Example:\n"
    "  $ rvt diff a.nex core.log --elf prog.elf\n"
    "  a.nex: 13586 instructions are those of core.log";

enum { OPT_JSON = 0x200 };

struct diff {
  struct rvt_decoding decoding;
  const char *log_path;
  bool json;
  struct diff_list trace, log;
  struct diff_events events; /* of the trace */
  bool levels, contexts;     /* privileges, contexts were compared */
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct diff *d = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &d->decoding; return 0;
  case OPT_JSON: d->json = true; return 0;
  case ARGP_KEY_ARG:
    if (d->log_path != NULL) argp_error(state, "expected TRACE and LOG, found '%s' too", arg);
    if (d->decoding.input != NULL)
      d->log_path = arg;
    else
      rvt_decoding_set_input(&d->decoding, arg);
    return 0;
  case ARGP_KEY_END:
    if (d->log_path == NULL)
      argp_error(state, "expected TRACE and LOG, found %s",
                 d->decoding.input != NULL ? "one argument" : "no argument");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {{"json", OPT_JSON, NULL, 0, "One JSON object", 0},
                                                 {0}};
static const struct argp_child children[] = {{&rvt_decoding_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "TRACE LOG", doc, children, NULL, NULL};

static void take_event(void *user, const struct rvt_decoder_event *e) {
  struct diff *d = user;
  if (!rvt_decoding_take(&d->decoding, e)) return;
  diff_events_take(&d->events, e, ", or --src N");
}

/* ---- What is said ---------------------------------------------------------------------------- */

/* Where a segment is in the log. */
struct found {
  size_t segment, first, count; /* PCs of the trace */
  struct diff_match match;
  size_t owned;          /* PCs that have the same owner, too */
  enum diff_owned other; /* ... and how the next one differs */
};

static bool has_other_owner(const struct found *f) { return f->owned < f->match.length; }
static bool is_equal(const struct found *f) {
  return f->match.length == f->count && !has_other_owner(f);
}

static void put_place(const struct diff_list *l, size_t pc) {
  printf(l->lines ? "%s:%" PRIu64 : "%s:0x%08" PRIx64, l->name, diff_list_place(l, pc));
}

static void put_owner(const struct diff_list *l, size_t pc) {
  struct diff_owners o;
  diff_owners_begin(&o, l);
  diff_owners_go(&o, pc);
  const char *between = o.now.known ? ", " : "";
  if (o.now.known) printf("%s", rvt_process_level(&o.now));
  if (o.now.has_hcontext) printf("%shcontext 0x%" PRIx64, between, o.now.hcontext), between = ", ";
  if (o.now.has_scontext) printf("%sscontext 0x%" PRIx64, between, o.now.scontext);
}

/* A line of the report: who says it, the PC with its symbol, where it stands; `owned`: who ran it.
 */
static void put_side(const struct diff *d, const char *who, const struct diff_list *l, size_t pc,
                     bool owned) {
  uint64_t offset = 0;
  const char *name = rvt_image_symbol(d->decoding.image, l->pc[pc], &offset);
  int width = 0;
  printf("  %-6s 0x%" PRIx64 " ", who, l->pc[pc]);
  if (name != NULL) width = printf("%s+0x%" PRIx64, name, offset);
  printf("%*s ", width < 24 ? 24 - width : 0, "");
  put_place(l, pc);
  if (owned) {
    printf("  ");
    put_owner(l, pc);
  }
  putchar('\n');
}

static void put_difference(const struct diff *d, const struct found *f) {
  const size_t trace = f->first + f->match.length, log = f->match.at + f->match.length;
  printf("%s: differs from %s after %zu of %zu instructions", d->trace.name, d->log.name, trace,
         d->trace.count);
  if (d->trace.segments > 1) printf(", in segment %zu of %zu", f->segment + 1, d->trace.segments);
  putchar('\n');
  if (f->match.length != 0) put_side(d, "both", &d->trace, trace - 1, false);
  put_side(d, "trace", &d->trace, trace, false);
  if (f->match.length == 0)
    printf("  log    has no such instruction %s\n",
           f->match.at == 0 ? "" : "after what the segments before are");
  else if (log < d->log.count)
    put_side(d, "log", &d->log, log, false);
  else
    printf("  log    ends: %s\n", d->log.name);
}

static void put_other_owner(const struct diff *d, const struct found *f) {
  const size_t trace = f->first + f->owned, log = f->match.at + f->owned;
  printf("%s: %s differs from %s after %zu of %zu instructions\n", d->trace.name,
         f->other == DIFF_OWNED_CONTEXT ? "context" : "privilege", d->log.name, trace,
         d->trace.count);
  put_side(d, "trace", &d->trace, trace, true);
  put_side(d, "log", &d->log, log, true);
}

static void put_segment(const struct diff *d, const struct found *f) {
  if (d->trace.segments < 2) return;
  printf("segment %zu: %zu instructions from ", f->segment + 1, f->count);
  put_place(&d->log, f->match.at);
  putchar('\n');
}

static void put_json_pc(const char *name, const struct diff_list *l, size_t pc, bool owned) {
  if (pc >= l->count) {
    printf(",\"%s\":null", name);
    return;
  }
  printf(",\"%s\":{\"pc\":\"0x%" PRIx64 "\",\"%s\":%" PRIu64, name, l->pc[pc],
         l->lines ? "line" : "offset", diff_list_place(l, pc));
  if (owned) {
    printf(",\"owner\":\"");
    put_owner(l, pc);
    putchar('"');
  }
  putchar('}');
}

static void put_json_segment(const struct diff *d, const struct found *f) {
  const bool owned = has_other_owner(f);
  const size_t equal = owned ? f->owned : f->match.length;
  printf("%s{\"instructions\":%zu,\"equal\":%zu", f->segment == 0 ? "" : ",", f->count, equal);
  if (f->match.length != 0) put_json_pc("from", &d->log, f->match.at, false);
  if (!is_equal(f)) {
    put_json_pc("trace", &d->trace, f->first + equal, owned);
    put_json_pc("log", &d->log, f->match.length == 0 ? d->log.count : f->match.at + equal, owned);
  }
  putchar('}');
}

/* ---- The comparison ----------------------------------------------------------------------------
 */

/* A segment of the trace on its way through the log. */
struct walk {
  struct diff *d;
  struct found *f;
  struct diff_owners trace, log; /* where the segment begins; before the places that follow */
};

/* How many PCs of the segment have the owner of those from `at` on, of `length`. */
static size_t owned(struct walk *w, size_t at, size_t length, enum diff_owned *other) {
  struct diff *d = w->d;
  if (d->trace.owners == 0 || d->log.owners == 0) return length;
  diff_owners_go(&w->log, at);
  struct diff_owners trace = w->trace, log = w->log;
  for (size_t i = 0; i < length; i++) {
    diff_owners_go(&trace, w->f->first + i);
    diff_owners_go(&log, at + i);
    *other = diff_owners_agree(&trace, &log);
    if (*other == DIFF_OWNED_PRIVILEGE || *other == DIFF_OWNED_CONTEXT) return i;
    d->levels |= *other == DIFF_OWNED_LEVEL || *other == DIFF_OWNED_ALL;
    d->contexts |= *other == DIFF_OWNED_SPACE || *other == DIFF_OWNED_ALL;
  }
  return length;
}

/* Of the places that have all PCs the first one counts, if none has their owners, too. */
static bool fits(void *user, size_t at) {
  struct walk *w = user;
  enum diff_owned other = DIFF_OWNED_UNTOLD;
  const size_t same = owned(w, at, w->f->count, &other);
  if (w->f->other == DIFF_OWNED_UNTOLD || same == w->f->count) {
    w->f->owned = same;
    w->f->other = other;
  }
  return same == w->f->count;
}

/* False: no memory. `*equal` tells whether all of the trace is in the log. */
static bool compare(struct diff *d, bool *equal) {
  const struct diff_list *t = &d->trace;
  size_t from = 0;
  *equal = true;
  if (d->json) printf("{\"instructions\":%zu,\"segments\":[", t->count);
  for (size_t i = 0; i < t->segments && *equal; i++) {
    struct found f = {.segment = i, .first = t->segment[i]};
    f.count = (i + 1 < t->segments ? t->segment[i + 1] : t->count) - f.first;
    if (f.count == 0) continue;
    struct walk w = {.d = d, .f = &f};
    diff_owners_begin(&w.trace, t);
    diff_owners_begin(&w.log, &d->log);
    diff_owners_go(&w.trace, f.first);
    if (!diff_find(&d->log, from, &t->pc[f.first], f.count, fits, &w, &f.match)) return false;
    if (f.match.length < f.count) {
      diff_owners_begin(&w.log, &d->log);
      f.owned = owned(&w, f.match.at, f.match.length, &f.other);
    }
    *equal = is_equal(&f);
    from = f.match.at + f.match.length;
    if (d->json)
      put_json_segment(d, &f);
    else if (*equal)
      put_segment(d, &f);
    else if (has_other_owner(&f))
      put_other_owner(d, &f);
    else
      put_difference(d, &f);
  }
  const char *with = d->levels && d->contexts ? ", with privilege and context"
                     : d->levels              ? ", with privilege"
                     : d->contexts            ? ", with context"
                                              : "";
  if (d->json)
    printf("],\"equal\":%s}\n", *equal ? "true" : "false");
  else if (*equal)
    printf("%s: %zu instructions are those of %s%s\n", t->name, t->count, d->log.name, with);
  return true;
}

int rvt_diff(int argc, char **argv) {
  struct diff d = {.trace = {.has_v = true}, .events = {.list = &d.trace, .src = -1}};
  struct rvt_decoding *decoding = &d.decoding;
  rvt_parse_args(&argp, argc, argv, &d);
  int status = RVT_EXIT_BAD;
  if (rvt_decoding_open(decoding, take_event, &d)) {
    d.trace.name = decoding->in.name;
    if (rvt_decoding_walk(decoding, NULL, NULL) && !d.events.refused &&
        diff_log_read(&d.log, d.log_path, decoding)) {
      bool equal = false;
      const bool whole = rvt_decoding_finish(decoding);
      if (d.trace.count == 0) {
        rvt_complain("%s: expected instructions, found none", d.trace.name);
        status = RVT_EXIT_DAMAGED;
      } else if (compare(&d, &equal)) {
        status = whole && equal && !d.log.flawed ? RVT_EXIT_OK : RVT_EXIT_DAMAGED;
      }
    }
  }
  diff_list_free(&d.trace);
  diff_list_free(&d.log);
  rvt_decoding_close(decoding);
  return status;
}

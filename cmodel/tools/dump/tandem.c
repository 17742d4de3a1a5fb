/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "dump.h"
#include "rvt/tandem/text.h"
#include "tools/shared/tandem.h"

/* The groups of tandem verification trace, as text or JSON. */

static const char doc[] =
    "Show the groups of a tandem verification trace, one per line: offset, elements, and the bytes "
    "as a comment.\v"
    "An element outside of groups has a line `Outside ...`, padding a line `Idle COUNT=n`. "
    "`rvt assemble --format tandem` turns the output back into the same bytes. The protocol has no "
    "point to go on after damage: what is wrong ends the dump with status 1, the rest of the bytes "
    "behind it as `Bytes ...`.\n\n"
    "Example:\n"
    "  $ printf '\\1\\3\\x10\\x0d\\x8d\\4\\x0a\\x10\\5\\0\\0\\0\\2' | rvt dump --format tandem "
    "--xlen 32 -\n"
    "  0x00000000: Group pc+ insn16=0x8d0d x10=0x5  # 01 03 10 0d 8d 04 0a 10 05 00 00 00 02";

enum { OPT_JSON = 0x200, BYTES_PER_LINE = 16 };

struct dump {
  struct rvt_tool_tandem tandem;
  const char *input, *output;
  bool json;
  struct rvt_tool_stream in;
  struct rvt_tool_output out;
  struct rvt_tandem_reader reader;
  size_t begin;  /* of the line, in `in.data` */
  size_t pos;    /* what comes next */
  bool any;      /* the line has begun, ... */
  json_t *words; /* ... and has these */
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct dump *d = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &d->tandem; return 0;
  case 'o': d->output = arg; return 0;
  case OPT_JSON: d->json = true; return 0;
  case ARGP_KEY_ARG:
    if (d->input != NULL) argp_error(state, "expected one FILE, found '%s' too", arg);
    d->input = arg;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "expected FILE, found no argument"); return EINVAL;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option option_list[] = {
    {"output", 'o', "OUT", 0, "Where the lines go (default: standard output)", 0},
    {"json", OPT_JSON, NULL, 0, "One JSON object per line", 0},
    {0}};
static const struct argp_child children[] = {{&rvt_tandem_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {option_list, parse_option, "FILE", doc, children, NULL, NULL};

static uint64_t offset_of(const struct dump *d, size_t at) { return d->in.base + at; }

static void put_bytes(const struct dump *d, const char *before) {
  for (size_t i = d->begin; i < d->pos; i++)
    fprintf(d->out.file, "%s%02x", i == d->begin ? before : " ", d->in.data[i]);
}

static void put_head(const struct dump *d) {
  fprintf(d->out.file, "0x%08" PRIx64 ":", offset_of(d, d->begin));
}

static void put_object(struct dump *d, const char *kind) {
  json_t *line =
      json_pack("{s:s, s:I, s:I}", "kind", kind, "offset", (json_int_t)offset_of(d, d->begin),
                "size", (json_int_t)(d->pos - d->begin));
  if (json_array_size(d->words) != 0) json_object_set(rvt_need_memory(line), "elements", d->words);
  rvt_json_print(line, d->out.file);
}

static void put_words(const struct dump *d) {
  size_t i;
  json_t *word;
  json_array_foreach(d->words, i, word) fprintf(d->out.file, " %s", json_string_value(word));
}

/* The line so far, which the bytes up to `pos` are. */
static void end_line(struct dump *d, const char *kind, const char *name) {
  if (d->json) {
    put_object(d, kind);
  } else {
    put_head(d);
    fprintf(d->out.file, " %s", name);
    put_words(d);
    put_bytes(d, "  # ");
    fputc('\n', d->out.file);
  }
  json_array_clear(d->words);
  d->begin = d->pos;
  d->any = false;
}

static void add_word(struct dump *d, const char *word) {
  if (json_array_append_new(d->words, json_string(word)) != 0) rvt_need_memory(NULL);
}

/* An element, which ends at `after`. */
static void take(struct dump *d, const struct rvt_tandem_element *e, size_t after) {
  char word[RVT_TANDEM_WORD_MAX];
  const bool implied = e->opcode == RVT_TANDEM_END && after == d->pos;
  d->pos = after;
  if (e->opcode == RVT_TANDEM_BEGIN) {
    d->any = true;
  } else if (e->opcode == RVT_TANDEM_END) {
    if (implied) add_word(d, "open");
    end_line(d, "group", "Group");
  } else {
    rvt_tandem_print(e, word);
    add_word(d, word);
    if (!d->any) end_line(d, "outside", "Outside");
  }
}

static void put_padding(struct dump *d) {
  while (d->pos < d->in.size && d->in.data[d->pos] == 0) d->pos++;
  if (d->pos == d->begin) return;
  if (d->json) {
    put_object(d, "idle");
  } else {
    put_head(d);
    fprintf(d->out.file, " Idle COUNT=%zu\n", d->pos - d->begin);
  }
  d->begin = d->pos;
}

/* What is left is no group: all of it as bytes, with the elements before what is wrong. */
static int put_rest(struct dump *d, const char *row, const char *text, size_t at) {
  rvt_complain("%s: byte %" PRIu64 ": %s (%s)", d->in.name, offset_of(d, at), text, row);
  do {
    for (; d->begin < d->in.size; d->begin = d->pos) {
      d->pos = d->in.size - d->begin > BYTES_PER_LINE ? d->begin + BYTES_PER_LINE : d->in.size;
      if (d->json) {
        put_object(d, "damage");
      } else {
        put_head(d);
        put_bytes(d, " Bytes ");
        if (d->any) fputs("  # begins with", d->out.file);
        put_words(d);
        fputc('\n', d->out.file);
      }
      d->any = false;
      json_array_clear(d->words);
    }
    d->begin = 0;
  } while (rvt_stream_more(&d->in, d->in.size));
  return RVT_EXIT_DAMAGED;
}

/* More bytes; false: there are none. Those of the line stay. */
static bool read_more(struct dump *d) {
  if (!d->in.regular) fflush(d->out.file);
  const size_t used = d->begin;
  const bool more = rvt_stream_more(&d->in, used);
  if (!d->in.failed && (more || d->in.ended)) {
    d->begin -= used;
    d->pos -= used;
  }
  return more;
}

static int walk(struct dump *d) {
  for (;;) {
    struct rvt_tandem_element e;
    struct rvt_tandem_note note = {NULL, NULL, 0};
    if (!d->any) put_padding(d);
    struct rvt_bytes in = {d->in.data, d->in.size, d->pos};
    const enum rvt_status status = rvt_tandem_read(&d->reader, &in, &e, &note);
    if (status == RVT_OK) {
      take(d, &e, in.pos);
    } else if (status != RVT_END && status != RVT_NEED_MORE) {
      return put_rest(d, note.row, note.text, note.offset);
    } else if (!read_more(d)) {
      if (d->in.failed) return RVT_EXIT_BAD;
      if (status == RVT_END) return RVT_EXIT_OK;
      return put_rest(d, "TV:R-17", "expected the rest of a group, found the end of the stream",
                      d->in.size);
    }
  }
}

int dump_tandem(int argc, char **argv) {
  static struct dump d = {.output = "-"};
  int status = RVT_EXIT_BAD;
  rvt_parse_args(&argp, argc, argv, &d);
  rvt_tandem_reader_init(&d.reader, &d.tandem.format);
  d.words = rvt_need_memory(json_array());
  if (rvt_stream_open(&d.in, d.input) && rvt_output_open(&d.out, d.output)) {
    status = walk(&d);
    if (status != RVT_EXIT_BAD && !rvt_output_commit(&d.out)) status = RVT_EXIT_BAD;
    rvt_output_abort(&d.out);
  }
  rvt_stream_close(&d.in);
  json_decref(d.words);
  return status;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>

#include "rvt/rvti.h"
#include "tools/shared/tool.h"

static const char doc[] =
    "Turn a recorded program (.rvti) into text, and text into a recorded program.\v"
    "What IN is decides the direction. The text has one step per line; everything after # is "
    "ignored. OUT appears only when all of IN was good; - as OUT is standard output, for text.\n\n"
    "Example:\n"
    "  $ printf 'rvti xlen=32\\ninsn 0x100 2 taken\\ninsn 0x80 1 none\\n' > a.txt\n"
    "  $ rvt convert a.txt a.rvti && rvt convert a.rvti -\n"
    "  rvti xlen=32\n"
    "  insn 0x100 2 taken\n"
    "  insn 0x80 1 none";

struct options {
  const char *file[2];
  unsigned files;
};

static error_t parse_option(int key, char *arg, struct argp_state *state) {
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (o->files == 2) argp_error(state, "expected IN and OUT, found '%s' too", arg);
    o->file[o->files++] = arg;
    return 0;
  case ARGP_KEY_END:
    if (o->files < 2) argp_error(state, "expected IN and OUT, found %u arguments", o->files);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {NULL, parse_option, "IN OUT", doc, NULL, NULL, NULL};

/** A recording begins with a byte that no text begins with. */
static bool is_recording(const char *path, bool *recording) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
    return false;
  }
  *recording = fgetc(file) == 0x89;
  const bool good = !ferror(file);
  if (!good) rvt_complain("%s: expected a readable file, found: %s", path, strerror(errno));
  fclose(file);
  rvt_input_claim(path);
  return good;
}

static int from_text(const struct options *o) {
  struct rvt_tool_output out;
  struct rvt_error e = {""};
  if (strcmp(o->file[1], "-") == 0) {
    rvt_complain("<stdout>: expected a file for a recording, found standard output");
    return RVT_EXIT_BAD;
  }
  if (!rvt_output_open(&out, o->file[1])) return RVT_EXIT_BAD;
  if (rvt_rvti_from_text_on(o->file[0], out.file, out.name, &e) == RVT_OK)
    return rvt_output_commit(&out) ? RVT_EXIT_OK : RVT_EXIT_BAD;
  rvt_output_abort(&out);
  rvt_complain("%s", e.text);
  return RVT_EXIT_BAD;
}

static int to_text(const struct options *o) {
  struct rvt_tool_output out;
  struct rvt_error e = {""};
  if (!rvt_output_open(&out, o->file[1])) return RVT_EXIT_BAD;
  if (rvt_rvti_to_text(o->file[0], out.file, &e) != RVT_OK) {
    if (ferror(out.file)) { /* the output says it itself */
      (void)!rvt_output_commit(&out);
      return RVT_EXIT_BAD;
    }
    rvt_output_abort(&out);
    rvt_complain("%s", e.text);
    return RVT_EXIT_BAD;
  }
  return rvt_output_commit(&out) ? RVT_EXIT_OK : RVT_EXIT_BAD;
}

int rvt_convert(int argc, char **argv) {
  struct options o = {0};
  rvt_parse_args(&argp, argc, argv, &o);
  bool recording = false;
  if (!rvt_file_is(o.file[0], 1U << RVT_FILE_RVTI | 1U << RVT_FILE_TEXT,
                   "a recording or its text") ||
      !is_recording(o.file[0], &recording))
    return RVT_EXIT_BAD;
  return recording ? to_text(&o) : from_text(&o);
}

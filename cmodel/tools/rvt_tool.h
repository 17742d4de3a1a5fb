/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOL_H
#define RVT_TOOL_H

/* What the commands of `rvt` share: files, complaints, the format options. */

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "rvt/ntrace_msg.h"
#include "rvt/sidecar.h"

/** Exit statuses of every command. */
enum {
  RVT_EXIT_OK = 0,
  RVT_EXIT_DAMAGED = 1, /* a difference or a damaged trace stream */
  RVT_EXIT_BAD = 2      /* bad use, or a file that cannot be read, written or understood */
};

/** Commands; argv[0] is "rvt NAME". They return an exit status. */
int rvt_assemble(int argc, char **argv);
int rvt_convert(int argc, char **argv);
int rvt_ctl(int argc, char **argv);
int rvt_decode(int argc, char **argv);
int rvt_device(int argc, char **argv);
int rvt_dump(int argc, char **argv);
int rvt_encode(int argc, char **argv);
int rvt_generate(int argc, char **argv);
int rvt_record(int argc, char **argv);
int rvt_stats(int argc, char **argv);

/** One line on stderr; the text names file and place, expectation and finding. */
__attribute__((format(printf, 1, 2))) void rvt_complain(const char *form, ...);

struct rvt_tool_input {
  const char *name; /* for messages; "<stdin>" for "-" */
  uint8_t *data;    /* `size` bytes and a zero behind them */
  size_t size;
};

/** Read a whole file, "-" is stdin. Complains and returns false on failure; `*in` is then empty. */
RVT_MUST_CHECK bool rvt_input_read(struct rvt_tool_input *in, const char *path);
void rvt_input_free(struct rvt_tool_input *in);

/**
 * A file to be written. A regular file appears under its name only when committed; before, it is a
 * temporary file beside it. "-" is stdout; it and devices are written directly.
 */
struct rvt_tool_output {
  const char *name;
  FILE *file;
  char *target;    /* final name; NULL: written directly */
  char *temporary; /* NULL: written directly */
};

/** Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_output_open(struct rvt_tool_output *out, const char *path);
/** Flush, close and give the file its name. Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_output_commit(struct rvt_tool_output *out);
/** Leave nothing behind. */
void rvt_output_abort(struct rvt_tool_output *out);

/** Name of a capture's side-car: .json in place of .nex, or behind what else it ends with. To be
 * freed. */
char *rvt_sidecar_name(const char *output);

/** Options that tell the format of a stream: --src-bits, --ts, --config. */
struct rvt_tool_format {
  struct rvt_ntrace_format format; /* valid after parsing */
  struct rvt_sidecar sidecar;      /* all zero without --config */
  const char *config;
  int src_bits; /* -1: not given */
  bool ts;
};

/** Child parser for them; its input is a struct rvt_tool_format. Bad values end the program. */
extern const struct argp rvt_format_argp;

/** Parse arguments; `--help` and errors end the program with 0 and RVT_EXIT_BAD. */
void rvt_parse_args(const struct argp *argp, int argc, char **argv, void *input);

#endif

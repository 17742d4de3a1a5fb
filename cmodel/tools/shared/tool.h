/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TOOL_H
#define RVT_TOOL_H

/* What the commands of `rvt` share: files, complaints, the format options. */

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "rvt/decoder.h"
#include "rvt/framing.h"
#include "rvt/ntrace_msg.h"
#include "rvt/sidecar.h"
#include "rvt/step.h"

/** The hidden option by which `rvt trace` says what counts of a file that goes are to name. */
#define RVT_NAMED "named"

/** Exit statuses of every command. */
enum {
  RVT_EXIT_OK = 0,
  RVT_EXIT_DAMAGED = 1, /* a difference, a trace stream that is damaged or announces a loss, or a
                         * program that comes to no good end */
  RVT_EXIT_BAD = 2      /* bad use, or a file that cannot be read, written or understood */
};

/** Commands; argv[0] is "rvt NAME". They return an exit status. */
int rvt_assemble(int argc, char **argv);
int rvt_convert(int argc, char **argv);
int rvt_ctl(int argc, char **argv);
int rvt_ctr(int argc, char **argv);
int rvt_decode(int argc, char **argv);
int rvt_device(int argc, char **argv);
int rvt_diff(int argc, char **argv);
int rvt_dump(int argc, char **argv);
int rvt_encode(int argc, char **argv);
int rvt_generate(int argc, char **argv);
int rvt_import(int argc, char **argv);
int rvt_pins(int argc, char **argv);
int rvt_record(int argc, char **argv);
int rvt_ring(int argc, char **argv);
int rvt_stats(int argc, char **argv);
int rvt_tandem(int argc, char **argv);
int rvt_trace(int argc, char **argv);

/**
 * One line on stderr: `rvt COMMAND: ` and the text, which names file and place, expectation and
 * finding.
 */
__attribute__((format(printf, 1, 2))) void rvt_complain(const char *form, ...);

/** Memory that was asked for. Where there is none (NULL) the command says so and ends with
 * RVT_EXIT_BAD. */
__attribute__((returns_nonnull)) void *rvt_need_memory(void *memory);

/** Complaints of one kind that are printed; the rest is counted. */
enum { RVT_SAID_MAX = 10 };

/** Write out what a stream holds; complains and returns false on failure. */
bool rvt_flush(FILE *file, const char *name);
/** Write out what standard output holds; false: it failed, and that was reported once. */
bool rvt_stdout_flush(void);

/** ", did you mean 'NAME'?" for a name that is not in a list; else "". */
const char *rvt_suggestion(const char *word, const char *const *names, size_t count);

/* ---- Files: files.c, file_kind.c ---- */

/**
 * Say that a file is read. It is then refused as an output, under any name. Files that are no
 * regular ones, and those that do not exist, are passed over.
 */
void rvt_input_claim(const char *path);

/** What a file is known to be by its first bytes. */
enum rvt_file_kind {
  RVT_FILE_TRACE,
  RVT_FILE_ELF,
  RVT_FILE_RVTI,
  RVT_FILE_ARCHIVE,
  RVT_FILE_XZ,
  RVT_FILE_GZIP,
  RVT_FILE_ZSTD,
  RVT_FILE_FST,
  RVT_FILE_VCD,
  RVT_FILE_JSON,
  RVT_FILE_TEXT
};

/**
 * Whether a file may be one of the kinds of `accepted`, bits 1 << enum rvt_file_kind. Complains and
 * returns false where a regular file is known to be of another one (file_kind.c). That a trace
 * seems to be a text is a warning.
 *
 * @param expected  what the kinds are called in the complaint
 */
RVT_MUST_CHECK bool rvt_file_is(const char *path, unsigned accepted, const char *expected);
static inline bool rvt_file_is_recording(const char *path) {
  return rvt_file_is(path, 1U << RVT_FILE_RVTI, "a recording (.rvti)");
}
/** Whether a regular file begins as a capture of this format does; a guess, for hints alone. */
bool rvt_file_seems_ntrace(const char *path);
bool rvt_file_seems_etrace(const char *path);

struct rvt_tool_input {
  const char *name; /* for messages; "<stdin>" for "-" */
  uint8_t *data;    /* `size` bytes and a zero after them */
  size_t size;
};

/** Read a whole file, "-" is stdin. Complains and returns false on failure; `*in` is then empty. */
RVT_MUST_CHECK bool rvt_input_read(struct rvt_tool_input *in, const char *path);
void rvt_input_free(struct rvt_tool_input *in);

/**
 * A file to be written. A regular file appears under its name only when committed; before, it is a
 * temporary file beside it, which a signal that ends the program takes along. "-" is stdout; it and
 * devices are written directly.
 */
struct rvt_tool_output {
  const char *name;
  FILE *file;
  char *target;    /* final name; NULL: written directly */
  char *temporary; /* NULL: written directly */
  unsigned claim;  /* its entry among the files of this program; 0: none */
};

/** Complains and returns false on failure; a file that is read or written already is refused. */
RVT_MUST_CHECK bool rvt_output_open(struct rvt_tool_output *out, const char *path);
/** Flush, close and give the file its name. Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_output_commit(struct rvt_tool_output *out);
/**
 * The same for files that belong together; entries without a file are passed over. No file gets its
 * name before all are flushed and closed.
 */
RVT_MUST_CHECK bool rvt_outputs_commit(struct rvt_tool_output *const *outs, size_t count);
/** Leave nothing behind. */
void rvt_output_abort(struct rvt_tool_output *out);

/* ---- Lists of addresses: address_list.c ---- */

/* RVT_PCS_COPY: bytes copied at once, so many more than a text has may be read. */
enum { RVT_PCS_PIECE = 1 << 16, RVT_PCS_LINE = 1024, RVT_PCS_COPY = 64 };

/** Lines on their way into a file, in pieces that fill its pages. Nothing else may be written
 * there. */
struct rvt_tool_pcs {
  FILE *file;                                              /* NULL: there is no list */
  void (*take)(void *user, const char *text, size_t size); /* in place of `file`, if not NULL */
  void *user;
  size_t used;
  int src;       /* of `head` */
  uint64_t page; /* of `head`: an address without its two last digits; 0: there is none */
  size_t head_size;
  char head[24]; /* a line up to there */
  char text[RVT_PCS_PIECE + RVT_PCS_LINE];
};

void rvt_pcs_begin(struct rvt_tool_pcs *p, FILE *file);
/** Lines of an address each, `SRC` before it if it is not negative. */
void rvt_pcs_put(struct rvt_tool_pcs *p, int src, const uint64_t *pcs, size_t count);
/** Lines that are made already. */
void rvt_pcs_put_text(struct rvt_tool_pcs *p, const char *text, size_t size);
/** A line for each pass of a straight run: its address, instructions, bytes. */
void rvt_pcs_put_run(struct rvt_tool_pcs *p, int src, const struct rvt_decoder_run *run);
/** The line of trace that was lost. */
void rvt_pcs_put_overflow(struct rvt_tool_pcs *p, int src);
void rvt_pcs_flush(struct rvt_tool_pcs *p);
/** Text of any size that goes into the file of a list at once. */
void rvt_pcs_write(FILE *file, const char *text, size_t size);
/** Flush and free; not an error where there is no list. */
void rvt_pcs_end(struct rvt_tool_pcs *p);

/* ---- Recordings: files.c ---- */

enum { RVT_STEPS = 1024 };

/** Steps on their way into a recording. */
struct rvt_tool_steps {
  struct rvt_rvti_writer *writer;
  struct rvt_step batch[RVT_STEPS];
  size_t count;
};

/** Take at most RVT_STEPS of them; `steps` is a struct rvt_tool_steps. */
enum rvt_status rvt_steps_take(void *steps, const struct rvt_step *more, size_t count,
                               struct rvt_error *e);
/** Write what was taken. */
RVT_MUST_CHECK enum rvt_status rvt_steps_flush(struct rvt_tool_steps *steps, struct rvt_error *e);
/** End of the arguments: -o names a file to be made. */
void rvt_need_output_file(const char *output, struct argp_state *state);

/** A side-car into a file that is open. Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_sidecar_put(struct rvt_tool_output *out, const struct rvt_sidecar *sidecar);

/* ---- Tables: tool.c ---- */

/**
 * The next cell of a line, without quotes and blanks around it; NULL: there is none. The line is
 * cut there, and `*line` moves on. A separator between quotes is one of the cell's characters.
 */
char *rvt_cell(char **line, char separator);

/* ---- Streams: files.c ---- */

/** A file that is read piece by piece, as its bytes arrive. */
struct rvt_tool_stream {
  const char *name;
  int fd;
  uint8_t *data; /* bytes read and not given up */
  size_t size, room;
  uint64_t base;   /* offset of data[0] in the stream */
  uint64_t length; /* of a regular file; else 0 */
  bool regular;    /* else whoever looks at the output should see it before more is read */
  bool ended;      /* nothing more comes */
  bool failed;     /* and that was reported */
};

/** "-" is stdin. Complains and returns false on failure. */
RVT_MUST_CHECK bool rvt_stream_open(struct rvt_tool_stream *s, const char *path);
/** Give up the first `used` bytes and read more after the others; false: nothing more comes. */
bool rvt_stream_more(struct rvt_tool_stream *s, size_t used);
void rvt_stream_close(struct rvt_tool_stream *s);

/* ---- Messages of a stream: messages.c ---- */

enum rvt_stretch_kind {
  RVT_STRETCH_SKIPPED,
  RVT_STRETCH_VENDOR,   /* a whole message of a vendor's TCODE, */
  RVT_STRETCH_RESERVED, /* or of a reserved one without a known layout */
  RVT_STRETCH_DAMAGE,
  RVT_STRETCH_INCOMPLETE
};

/** Bytes that are no message. A very long stretch comes in pieces. */
struct rvt_stretch {
  enum rvt_stretch_kind kind;
  uint64_t offset;
  const uint8_t *bytes;
  size_t size;
  bool begins; /* false: the rest of the stretch before */
  const struct rvt_ntrace_note *note;
  uint64_t note_offset;
};

struct rvt_message {
  const struct rvt_ntrace_msg *msg;
  uint64_t offset;
  const uint8_t *bytes;
  size_t size;
  const struct rvt_ntrace_note *note;
  uint64_t note_offset;
};

/** A walk over the messages of a stream; calls come in the order of the bytes. */
struct rvt_messages {
  struct rvt_tool_stream *in;
  const struct rvt_tool_format *format;
  bool blind; /* the first byte may stand inside a message (NT:PKT-14); so the side-car may say */
  void *user;
  void (*idle)(void *user, uint64_t offset, uint64_t count);
  void (*message)(void *user, const struct rvt_message *message);
  void (*stretch)(void *user, const struct rvt_stretch *s);
  void (*wait)(void *user); /* more is about to be read */
  uint64_t damages;         /* made by the walk; each was reported, up to RVT_SAID_MAX */
  uint64_t losses;          /* made by the walk: Error messages (NT:ERR-01) */
  uint64_t first_loss;      /* offset of the first one */
  bool any;                 /* made by the walk: there was a byte that is not idle */
};

/** Reports damage, losses, an incomplete end and an empty stream. False: reading failed. */
RVT_MUST_CHECK bool rvt_messages_walk(struct rvt_messages *m);
/** The exit status of a command that has walked: of a stream with damage or a loss it is 1. */
int rvt_messages_status(const struct rvt_messages *m);
/** Say that Error messages announce a loss, if there are any. */
void rvt_complain_losses(const char *name, uint64_t count, uint64_t first);

/* Messages and bytes per kind, as `rvt encode` and `rvt stats` report them. */

enum { RVT_TCODES = 64 };

struct rvt_counts {
  enum rvt_protocol protocol;
  uint64_t messages, bytes; /* of all */
  struct {
    uint64_t messages, bytes;
  } of[RVT_TCODES];
};

/** A message. @param kind  its TCODE, or enum rvt_etrace_kind */
void rvt_count(struct rvt_counts *c, uint8_t kind, size_t bytes);
/** Name of a message; NULL where the format has no such kind. */
const char *rvt_counts_name(const struct rvt_counts *c, uint8_t kind);
/** 8 * bytes / instructions; 0 without instructions. */
double rvt_bits_per_instr(uint64_t bytes, uint64_t instructions);
/** {"NAME": {"count": N, "bytes": N}, ...}, in the order of kinds; only those that occur. */
json_t *rvt_counts_json(const struct rvt_counts *c);
/** A line per message that occurs. */
void rvt_counts_print(const struct rvt_counts *c, FILE *file);
/** The object on a line of its own, its keys in order; drops the reference. */
void rvt_json_print(json_t *object, FILE *file);

/** Whether a side-car's SHA-256 is this one. */
bool rvt_is_hash(const char *text, const uint8_t sha256[32]);

/* ---- Options: format.c ---- */

/** Name of a capture's side-car: .json in place of .nex, or after what else it ends with. To be
 * freed. */
char *rvt_sidecar_name(const char *output);

/** Child parser for --format; its input is an int that gets the enum rvt_protocol, -1 if not given.
 * A format that is not built ends the program. */
extern const struct argp rvt_protocol_argp;
/** Framing of a trace format, whose name it has. @param protocol  below 0: none was named */
const struct rvt_framing *rvt_framing_of_protocol(int protocol);
/** Where a memory that has wrapped begins, a packet begins, if messages say their length: a sync
 * sequence in `file` tells a decoder. Other formats need none. */
void rvt_put_sync_sequence(FILE *file, const struct rvt_framing *framing);

/** Options that tell the format of a stream: --format, --src-bits, --ts, --extend-addr, --dialect,
 * --config. */
struct rvt_tool_format {
  int protocol; /* enum rvt_protocol; -1: not given. In `sidecar` after parsing */
  struct rvt_ntrace_format format; /* valid after parsing */
  struct rvt_sidecar sidecar;      /* all zero without one */
  const char *config;              /* of the side-car that was read; NULL: none */
  const char *missing;             /* name of the one that is not beside the capture, or NULL */
  const char *trace;               /* the capture, for the side-car beside it; NULL: no capture */
  int src_bits;                    /* -1: not given */
  uint8_t extend_bits;             /* 0: not given */
  uint8_t dialect;                 /* enum rvt_dialect; RVT_DIALECT_NONE: not given */
  bool ts;
  uint8_t ts_width; /* 0: not given; in `sidecar` after parsing */
};

/** Whether addresses can be read: extended ones need XLEN, of side-car or option. Complains if not;
 * who has the program knows XLEN anyway. */
RVT_MUST_CHECK bool rvt_format_reads_addresses(const struct rvt_tool_format *tool);

/** The widths of E-Trace's packets, those that follow from XLEN among them. Complains if nothing
 * says XLEN; who has the program knows it anyway. */
RVT_MUST_CHECK bool rvt_format_completes_etrace(const struct rvt_tool_format *tool,
                                                struct rvt_etrace_format *format);

/** Say so where the capture's bytes seem to be of another format. */
void rvt_hint_protocol(const struct rvt_tool_format *tool);

/** Say which option reads a trace that shows signs of a dialect. */
void rvt_hint_dialect(const char *name, enum rvt_dialect dialect);

/** Child parser for them; its input is a struct rvt_tool_format. Bad values end the program. */
extern const struct argp rvt_format_argp;

/**
 * Parse arguments with the options that all commands have; `--help` and errors end the program with
 * 0 and RVT_EXIT_BAD. `flags` are those of argp_parse().
 */
void rvt_parse_args_with(const struct argp *argp, unsigned flags, int argc, char **argv,
                         void *input);
void rvt_parse_args(const struct argp *argp, int argc, char **argv, void *input);
/** The line of `--version`. */
void rvt_print_version(void);

#endif

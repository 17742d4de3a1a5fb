/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rvt/rvti.h"
#include "tool.h"

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

/* ---- Which files this program reads and writes ---- */

/* A file by device and inode; one that does not exist by its directory's, and its name there. */
struct claim {
  unsigned number; /* 0: given back */
  bool written;
  dev_t dev;
  ino_t ino;
  char *base; /* NULL: it exists */
  char *name; /* for messages */
};

static struct claim *claims;
static size_t claim_count;
static unsigned claim_last;

/* False: nothing that could be overwritten, as a device or a pipe. */
static bool identify(const char *path, bool written, struct claim *c) {
  struct stat found;
  *c = (struct claim){.written = written};
  if (is_standard(path) ? fstat(written ? STDOUT_FILENO : STDIN_FILENO, &found) == 0
                        : stat(path, &found) == 0) {
    c->dev = found.st_dev;
    c->ino = found.st_ino;
    return S_ISREG(found.st_mode);
  }
  if (!written || is_standard(path)) return false;
  char *folder = strdup(path), *copy = strdup(path);
  const bool good = folder != NULL && copy != NULL && stat(dirname(folder), &found) == 0;
  if (good) {
    c->dev = found.st_dev;
    c->ino = found.st_ino;
    c->base = strdup(basename(copy));
  }
  free(folder);
  free(copy);
  return good && c->base != NULL;
}

static bool same_file(const struct claim *a, const struct claim *b) {
  if (a->dev != b->dev || a->ino != b->ino || (a->base == NULL) != (b->base == NULL)) return false;
  return a->base == NULL || strcmp(a->base, b->base) == 0;
}

/* The number of the new entry; 0: there is none to be made. */
static unsigned add_claim(struct claim *c, const char *name) {
  claims = rvt_need_memory(realloc(claims, (claim_count + 1) * sizeof *claims));
  c->name = rvt_need_memory(strdup(name));
  c->number = ++claim_last;
  claims[claim_count++] = *c;
  return c->number;
}

static void give_back(unsigned number) {
  for (size_t i = 0; number != 0 && i < claim_count; i++) {
    if (claims[i].number != number) continue;
    free(claims[i].base);
    free(claims[i].name);
    claims[i] = claims[--claim_count];
    return;
  }
}

void rvt_input_claim(const char *path) {
  struct claim c;
  if (identify(path, false, &c)) (void)add_claim(&c, is_standard(path) ? "<stdin>" : path);
}

/* Complains and returns false where a file is read, or written, already. */
static bool claim_output(struct rvt_tool_output *out, const char *path) {
  struct claim c;
  if (!identify(path, true, &c)) return true;
  for (size_t i = 0; i < claim_count; i++) {
    if (!same_file(&claims[i], &c)) continue;
    rvt_complain(
        claims[i].written
            ? "%s: expected an output of its own, found that %s is written to the same file"
            : "%s: expected an output that is no input, found that it is the input %s",
        out->name, claims[i].name);
    free(c.base);
    return false;
  }
  out->claim = add_claim(&c, out->name);
  return true;
}

/* ---- Temporary files, which no end of the program may leave ---- */

enum { TEMPORARIES = 8 };
static char *volatile temporaries[TEMPORARIES];

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
enum { ENDS = sizeof ends / sizeof ends[0] };

static void remove_temporaries(void) {
  for (size_t i = 0; i < TEMPORARIES; i++)
    if (temporaries[i] != NULL) unlink(temporaries[i]);
}

static void on_signal(int number) {
  remove_temporaries();
  signal(number, SIG_DFL);
  raise(number);
}

/* A command that has a handler of its own keeps it, and a signal that is ignored stays so. */
static void watch_signals(void) {
  static bool watching;
  if (watching) return;
  watching = true;
  if (atexit(remove_temporaries) != 0) rvt_need_memory(NULL);
  for (size_t i = 0; i < ENDS; i++) {
    struct sigaction old;
    const struct sigaction action = {.sa_handler = on_signal};
    if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(ends[i], &action, NULL);
  }
}

static void hold_signals(sigset_t *before) {
  sigset_t held;
  sigemptyset(&held);
  for (size_t i = 0; i < ENDS; i++) sigaddset(&held, ends[i]);
  sigprocmask(SIG_BLOCK, &held, before);
}

static void release_signals(const sigset_t *before) { sigprocmask(SIG_SETMASK, before, NULL); }

static int make_temporary(char *name) {
  sigset_t before;
  watch_signals();
  hold_signals(&before);
  const int fd = mkstemp(name);
  size_t i = 0;
  while (i < TEMPORARIES && temporaries[i] != NULL) i++;
  if (i == TEMPORARIES) abort();
  if (fd >= 0) temporaries[i] = name;
  release_signals(&before);
  return fd;
}

static void forget_temporary(const char *name) {
  for (size_t i = 0; i < TEMPORARIES; i++)
    if (temporaries[i] == name) temporaries[i] = NULL;
}

/* ---- Inputs ---- */

/* Reads to the end without trusting a size from the file system: pipes have none. */
static bool read_all(FILE *file, struct rvt_tool_input *in) {
  size_t room = 0;
  for (;;) {
    if (in->size + 1 >= room) {
      if (room > SIZE_MAX / 2) return false;
      room = room == 0 ? 1U << 16 : room * 2;
      uint8_t *grown = realloc(in->data, room);
      if (grown == NULL) return false;
      in->data = grown;
    }
    in->size += fread(in->data + in->size, 1, room - in->size - 1, file);
    if (ferror(file)) return false;
    if (feof(file)) break;
  }
  in->data[in->size] = 0;
  return true;
}

bool rvt_input_read(struct rvt_tool_input *in, const char *path) {
  *in = (struct rvt_tool_input){.name = is_standard(path) ? "<stdin>" : path};
  FILE *file = is_standard(path) ? stdin : fopen(path, "rb");
  bool good = file != NULL && read_all(file, in);
  if (!good) {
    rvt_complain("%s: expected a readable file, found: %s", in->name, strerror(errno));
    rvt_input_free(in);
  }
  if (file != NULL && file != stdin) fclose(file);
  rvt_input_claim(path);
  return good;
}

bool rvt_is_hash(const char *text, const uint8_t sha256[32]) {
  char found[RVT_SHA256_TEXT] = "";
  for (size_t i = 0; i < 32; i++) snprintf(found + 2 * i, 3, "%02x", sha256[i]);
  return strcmp(text, found) == 0;
}

void rvt_input_free(struct rvt_tool_input *in) {
  free(in->data);
  in->data = NULL;
  in->size = 0;
}

/* ---- Outputs ---- */

static void open_temporary(struct rvt_tool_output *out, const char *path, const struct stat *old) {
  out->target = old != NULL ? realpath(path, NULL) : strdup(path);
  char *name = NULL;
  if (out->target == NULL || asprintf(&name, "%s.XXXXXX", out->target) < 0) return;
  const int fd = make_temporary(name);
  if (fd < 0) {
    free(name);
    return;
  }
  out->temporary = name;
  mode_t mask = umask(0);
  umask(mask);
  mode_t mode = old != NULL ? old->st_mode & 07777 : 0666 & ~mask;
  out->file = fchmod(fd, mode) == 0 ? fdopen(fd, "wb") : NULL;
  if (out->file == NULL) close(fd);
}

bool rvt_output_open(struct rvt_tool_output *out, const char *path) {
  *out = (struct rvt_tool_output){.name = is_standard(path) ? "<stdout>" : path};
  if (!claim_output(out, path)) return false;
  struct stat old;
  bool exists = !is_standard(path) && stat(path, &old) == 0;
  if (is_standard(path))
    out->file = stdout;
  else if (exists && !S_ISREG(old.st_mode))
    out->file = fopen(path, "wb");
  else
    open_temporary(out, path, exists ? &old : NULL);
  if (out->file != NULL) return true;
  rvt_complain("%s: expected a writable file, found: %s", out->name, strerror(errno));
  rvt_output_abort(out);
  return false;
}

static bool finish(struct rvt_tool_output *out) {
  if (out->file == stdout) {
    out->file = NULL;
    return rvt_stdout_flush();
  }
  const bool good = rvt_flush(out->file, out->name);
  const bool closed = fclose(out->file) == 0;
  out->file = NULL;
  if (good && !closed)
    rvt_complain("%s: expected to write it, found: %s", out->name, strerror(errno));
  return good && closed;
}

static bool put_in_place(struct rvt_tool_output *out) {
  if (out->temporary == NULL) return true;
  if (rename(out->temporary, out->target) != 0) {
    rvt_complain("%s: expected to write it, found: %s", out->name, strerror(errno));
    return false;
  }
  forget_temporary(out->temporary);
  free(out->temporary);
  out->temporary = NULL;
  return true;
}

bool rvt_outputs_commit(struct rvt_tool_output *const *outs, size_t count) {
  bool good = true;
  for (size_t i = 0; i < count; i++)
    if (outs[i]->file != NULL) good = finish(outs[i]) && good;
  if (good) {
    sigset_t before;
    hold_signals(&before);
    for (size_t i = 0; good && i < count; i++) good = put_in_place(outs[i]);
    release_signals(&before);
  }
  for (size_t i = 0; i < count; i++) rvt_output_abort(outs[i]);
  return good;
}

bool rvt_output_commit(struct rvt_tool_output *out) { return rvt_outputs_commit(&out, 1); }

void rvt_output_abort(struct rvt_tool_output *out) {
  if (out->file != NULL && out->file != stdout) fclose(out->file);
  if (out->temporary != NULL) {
    unlink(out->temporary);
    forget_temporary(out->temporary);
  }
  free(out->temporary);
  free(out->target);
  give_back(out->claim);
  *out = (struct rvt_tool_output){.name = out->name};
}

bool rvt_sidecar_put(struct rvt_tool_output *out, const struct rvt_sidecar *sidecar) {
  errno = 0;
  const enum rvt_status status = rvt_sidecar_print(out->file, sidecar);
  if (status == RVT_OK) return true;
  rvt_complain("%s: expected to write it, found: %s", out->name,
               status == RVT_ERR_IO && errno != 0 ? strerror(errno) : "values that it cannot hold");
  return false;
}

/* ---- Streams -----------------------------------------------------------------------------------
 */

enum { PIECE = 1 << 18 };

static void cannot_read(struct rvt_tool_stream *s, int reason) {
  s->failed = s->ended = true;
  rvt_complain("%s: expected a readable file, found: %s", s->name, strerror(reason));
}

bool rvt_stream_open(struct rvt_tool_stream *s, const char *path) {
  const bool standard = strcmp(path, "-") == 0;
  *s = (struct rvt_tool_stream){.name = standard ? "<stdin>" : path, .fd = -1};
  if (!rvt_file_is(path, 1U << RVT_FILE_TRACE, "a trace")) return false;
  s->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  struct stat found;
  if (s->fd < 0 || fstat(s->fd, &found) != 0 || S_ISDIR(found.st_mode)) {
    cannot_read(s, s->fd >= 0 && S_ISDIR(found.st_mode) ? EISDIR : errno);
    rvt_stream_close(s);
    return false;
  }
  s->regular = S_ISREG(found.st_mode);
  if (s->regular) s->length = (uint64_t)found.st_size;
  rvt_input_claim(path);
  return true;
}

bool rvt_stream_more(struct rvt_tool_stream *s, size_t used) {
  if (s->ended) return false;
  s->size -= used;
  s->base += used;
  if (s->size != 0 && used != 0) memmove(s->data, s->data + used, s->size);
  if (s->room - s->size < PIECE) {
    const size_t room = 2 * s->size + 2 * PIECE;
    uint8_t *grown = realloc(s->data, room);
    if (grown == NULL) {
      cannot_read(s, ENOMEM);
      return false;
    }
    s->data = grown;
    s->room = room;
  }
  ssize_t got;
  do got = read(s->fd, s->data + s->size, PIECE);
  while (got < 0 && errno == EINTR);
  if (got < 0) cannot_read(s, errno);
  if (got == 0) s->ended = true;
  if (got > 0) s->size += (size_t)got;
  return got > 0;
}

void rvt_stream_close(struct rvt_tool_stream *s) {
  if (s->fd > STDIN_FILENO) close(s->fd);
  free(s->data);
  s->data = NULL;
  s->size = s->room = 0;
  s->fd = -1;
}

/* ---- Recordings --------------------------------------------------------------------------------
 */

enum rvt_status rvt_steps_flush(struct rvt_tool_steps *s, struct rvt_error *e) {
  const size_t count = s->count;
  s->count = 0;
  return count == 0 ? RVT_OK : rvt_rvti_write(s->writer, s->batch, count, e);
}

enum rvt_status rvt_steps_take(void *steps, const struct rvt_step *more, size_t count,
                               struct rvt_error *e) {
  struct rvt_tool_steps *s = steps;
  const enum rvt_status status = count > RVT_STEPS - s->count ? rvt_steps_flush(s, e) : RVT_OK;
  if (status != RVT_OK) return status;
  memcpy(s->batch + s->count, more, count * sizeof *more);
  s->count += count;
  return RVT_OK;
}

void rvt_need_output_file(const char *output, struct argp_state *state) {
  if (output == NULL) argp_error(state, "expected -o OUT, found none");
  if (strcmp(output, "-") == 0) argp_error(state, "-o: expected a file, found standard output");
}

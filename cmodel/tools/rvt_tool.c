/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt_tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rvt_complain(const char *form, ...) {
  va_list args;
  va_start(args, form);
  vfprintf(stderr, form, args);
  fputc('\n', stderr);
  va_end(args);
}

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

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
  return good;
}

void rvt_input_free(struct rvt_tool_input *in) {
  free(in->data);
  in->data = NULL;
  in->size = 0;
}

static bool open_temporary(struct rvt_tool_output *out, const char *path, const struct stat *old) {
  out->target = old != NULL ? realpath(path, NULL) : strdup(path);
  if (out->target == NULL || asprintf(&out->temporary, "%s.XXXXXX", out->target) < 0) {
    out->temporary = NULL;
    return false;
  }
  int fd = mkstemp(out->temporary);
  if (fd < 0) {
    free(out->temporary);
    out->temporary = NULL;
    return false;
  }
  mode_t mask = umask(0);
  umask(mask);
  mode_t mode = old != NULL ? old->st_mode & 07777 : 0666 & ~mask;
  out->file = fchmod(fd, mode) == 0 ? fdopen(fd, "wb") : NULL;
  if (out->file == NULL) close(fd);
  return out->file != NULL;
}

bool rvt_output_open(struct rvt_tool_output *out, const char *path) {
  *out = (struct rvt_tool_output){.name = is_standard(path) ? "<stdout>" : path};
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

bool rvt_output_commit(struct rvt_tool_output *out) {
  errno = 0;
  bool good = fflush(out->file) == 0 && !ferror(out->file);
  if (out->file != stdout) good = fclose(out->file) == 0 && good;
  out->file = NULL;
  if (good && out->temporary != NULL) {
    good = rename(out->temporary, out->target) == 0;
    if (good) {
      free(out->temporary);
      out->temporary = NULL;
    }
  }
  if (!good) rvt_complain("%s: expected to write it, found: %s", out->name, strerror(errno));
  rvt_output_abort(out);
  return good;
}

void rvt_output_abort(struct rvt_tool_output *out) {
  if (out->file != NULL && out->file != stdout) fclose(out->file);
  if (out->temporary != NULL) unlink(out->temporary);
  free(out->temporary);
  free(out->target);
  *out = (struct rvt_tool_output){.name = out->name};
}

char *rvt_sidecar_name(const char *output) {
  size_t size = strlen(output);
  if (size > 4 && strcmp(output + size - 4, ".nex") == 0) size -= 4;
  char *name = NULL;
  if (asprintf(&name, "%.*s.json", (int)size, output) < 0) abort();
  return name;
}

void rvt_parse_args(const struct argp *argp, int argc, char **argv, void *input) {
  argp_err_exit_status = RVT_EXIT_BAD;
  program_invocation_name = argv[0];
  argp_parse(argp, argc, argv, 0, NULL, input);
}

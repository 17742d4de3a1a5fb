/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rvt_tool.h"

enum { PIECE = 1 << 18 };

static void complain(struct rvt_tool_stream *s, int reason) {
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
    complain(s, s->fd >= 0 && S_ISDIR(found.st_mode) ? EISDIR : errno);
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
      complain(s, ENOMEM);
      return false;
    }
    s->data = grown;
    s->room = room;
  }
  ssize_t got;
  do got = read(s->fd, s->data + s->size, PIECE);
  while (got < 0 && errno == EINTR);
  if (got < 0) complain(s, errno);
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

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/device.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rvt/number.h"

enum { WORDS_MAX = 5, WAIT_MAX = 100000 };

/** A client that has gone is seen by the next read. */
static bool put(int fd, const char *text, size_t size) {
  while (size != 0) {
    ssize_t n = send(fd, text, size, MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = write(fd, text, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n;
    size -= (size_t)n;
  }
  return true;
}

__attribute__((format(printf, 2, 3))) static void answer(struct rvt_device_server *s,
                                                         const char *form, ...) {
  char text[RVT_DEVICE_LINE];
  va_list args;
  va_start(args, form);
  int size = vsnprintf(text, sizeof text - 1, form, args);
  va_end(args);
  if (size < 0) size = 0;
  if ((size_t)size > sizeof text - 2) size = (int)(sizeof text - 2);
  text[size++] = '\n';
  if (!put(s->out, text, (size_t)size)) s->over = true;
}

void rvt_device_server_init(struct rvt_device_server *s, const char *name) {
  s->name = name;
  s->apb = (struct rvt_apb){0};
  s->left = s->clock = 0;
  s->waited = 0;
  s->run = s->broken = s->pins_lost = false;
  s->over = true;
  s->last = (struct rvt_device_reply){0};
  s->pins = 0;
}

enum rvt_status rvt_device_server_begin(struct rvt_device_server *s, int in, int out,
                                        struct rvt_error *e) {
  s->in = in;
  s->out = out;
  s->phase = RVT_DEVICE_IDLE;
  s->over = s->broken;
  s->fill = s->taken = 0;
  if (put(out, "rvt-device 1 ", 13) && put(out, s->name, strlen(s->name)) && put(out, "\n", 1))
    return RVT_OK;
  s->over = true;
  return rvt_error_set(e, RVT_ERR_IO, "greeting the client: %s", strerror(errno));
}

/** The next line without its end, or NULL when there is none any more. */
static char *next_line(struct rvt_device_server *s) {
  for (;;) {
    char *begin = s->line + s->taken;
    char *end = memchr(begin, '\n', s->fill - s->taken);
    if (end != NULL) {
      *end = '\0';
      s->taken = (size_t)(end - s->line) + 1;
      return begin;
    }
    memmove(s->line, begin, s->fill - s->taken);
    s->fill -= s->taken;
    s->taken = 0;
    if (s->fill == sizeof s->line) {
      answer(s, "error expected a line of at most %d bytes", RVT_DEVICE_LINE - 1);
      return NULL;
    }
    const ssize_t n = read(s->in, s->line + s->fill, sizeof s->line - s->fill);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return NULL;
    s->fill += (size_t)n;
  }
}

static bool number(const char *word, uint64_t max, uint64_t *value) {
  return word != NULL && rvt_number(word, strlen(word), max, value);
}

/** Begin an access. */
static void request(struct rvt_device_server *s, char **word, size_t words, bool write) {
  uint64_t address, data = 0, strobes = write ? 0xF : 0;
  const size_t least = write ? 3 : 2, most = write ? 4 : 2;
  if (words < least || words > most || !number(word[1], UINT16_MAX, &address) ||
      (words > 2 && !number(word[2], UINT32_MAX, &data)) ||
      (words > 3 && !number(word[3], 0xF, &strobes)))
    answer(s, "error expected `%s`", write ? "write ADDRESS VALUE [STROBES]" : "read ADDRESS");
  else if ((address & 3) != 0)
    answer(s, "error expected an address that is a multiple of 4, found 0x%" PRIx64, address);
  else {
    s->apb = (struct rvt_apb){.psel = true,
                              .pwrite = write,
                              .paddr = (uint16_t)address,
                              .pwdata = (uint32_t)data,
                              .pstrb = (uint8_t)strobes};
    s->phase = RVT_DEVICE_SETUP;
    s->waited = 0;
  }
}

static void give_status(struct rvt_device_server *s) {
  answer(s, "ok clock=%" PRIu64 " insns=%" PRIu64 " hart=%s stall=%d pins=%zu%s", s->clock,
         s->last.insns,
         s->last.ended ? "ended"
         : s->run      ? "run"
                       : "hold",
         s->last.stall, s->pins, s->pins_lost ? " lost" : "");
}

static void give_pins(struct rvt_device_server *s) {
  char text[2 * RVT_DEVICE_PINS_MAX + 1];
  const size_t count = s->pins < RVT_DEVICE_PINS_MAX ? s->pins : RVT_DEVICE_PINS_MAX;
  static const char digit[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    text[2 * i] = digit[s->pin[i] >> 4];
    text[2 * i + 1] = digit[s->pin[i] & 15];
  }
  text[2 * count] = '\0';
  memmove(s->pin, s->pin + count, s->pins - count);
  s->pins -= count;
  if (s->pins == 0) s->pins_lost = false;
  answer(s, "ok %s", text);
}

static void set_hart(struct rvt_device_server *s, const char *word) {
  if (word == NULL || (strcmp(word, "run") != 0 && strcmp(word, "hold") != 0)) {
    answer(s, "error expected `hart run` or `hart hold`");
    return;
  }
  s->run = word[0] == 'r';
  answer(s, "ok");
}

static void obey(struct rvt_device_server *s, char *line) {
  char *word[WORDS_MAX + 1] = {NULL}, *rest = NULL;
  size_t words = 0;
  for (char *w = strtok_r(line, " \t\r", &rest); w != NULL && words <= WORDS_MAX;
       w = strtok_r(NULL, " \t\r", &rest))
    word[words++] = w;
  for (size_t i = 1; i < words; i++) {
    if (*rvt_number_hint(word[i]) == '\0') continue;
    answer(s, "error expected decimal, or hexadecimal after 0x, found '%s'", word[i]);
    return;
  }
  if (words == 0) {
    answer(s, "error expected a command, found an empty line");
  } else if (strcmp(word[0], "read") == 0 || strcmp(word[0], "write") == 0) {
    request(s, word, words, word[0][0] == 'w');
  } else if (strcmp(word[0], "clocks") == 0) {
    if (words != 2 || !number(word[1], UINT64_MAX, &s->left))
      answer(s, "error expected `clocks NUMBER`");
    else if (s->left == 0)
      answer(s, "ok");
    else
      s->phase = RVT_DEVICE_CLOCKS;
  } else if (strcmp(word[0], "hart") == 0 && words == 2) {
    set_hart(s, word[1]);
  } else if (strcmp(word[0], "status") == 0 && words == 1) {
    give_status(s);
  } else if (strcmp(word[0], "pins") == 0 && words == 1) {
    give_pins(s);
  } else if (strcmp(word[0], "bye") == 0 && words == 1) {
    answer(s, "ok");
    s->over = true;
  } else {
    answer(s, "error expected read, write, clocks, hart, status, pins or bye, found '%s'%s",
           word[0], words > 1 ? " with other arguments" : "");
  }
}

bool rvt_device_server_drive(struct rvt_device_server *s, struct rvt_device_drive *drive) {
  while (s->phase == RVT_DEVICE_IDLE && !s->over) {
    char *line = next_line(s);
    if (line == NULL)
      s->over = true;
    else
      obey(s, line);
  }
  if (s->over) return false;
  *drive = (struct rvt_device_drive){.run = s->run};
  if (s->phase != RVT_DEVICE_CLOCKS) drive->apb = s->apb;
  drive->apb.penable = s->phase == RVT_DEVICE_ACCESS;
  return true;
}

static void keep_pins(struct rvt_device_server *s, const struct rvt_device_reply *reply) {
  for (size_t i = 0; i < reply->pin_count; i++) {
    if (s->pins < sizeof s->pin)
      s->pin[s->pins++] = reply->pins[i];
    else
      s->pins_lost = true;
  }
}

static void end_access(struct rvt_device_server *s, const struct rvt_device_reply *reply) {
  s->phase = RVT_DEVICE_IDLE;
  if (reply->pslverr)
    answer(s, "error the device answers 0x%x with an error", s->apb.paddr);
  else if (s->apb.pwrite)
    answer(s, "ok");
  else
    answer(s, "ok 0x%08" PRIx32, reply->prdata);
}

void rvt_device_server_done(struct rvt_device_server *s, const struct rvt_device_reply *reply) {
  s->clock++;
  s->last = *reply;
  keep_pins(s, reply);
  if (reply->failure != NULL) {
    answer(s, "error the simulation has ended: %s", reply->failure);
    s->over = s->broken = true;
  } else if (s->phase == RVT_DEVICE_SETUP) {
    s->phase = RVT_DEVICE_ACCESS;
  } else if (s->phase == RVT_DEVICE_ACCESS) {
    if (reply->pready) {
      end_access(s, reply);
    } else if (++s->waited == WAIT_MAX) {
      s->phase = RVT_DEVICE_IDLE;
      answer(s, "error expected PREADY for 0x%x within %d clocks", s->apb.paddr, WAIT_MAX);
    }
  } else if (--s->left == 0) {
    s->phase = RVT_DEVICE_IDLE;
    answer(s, "ok");
  }
}

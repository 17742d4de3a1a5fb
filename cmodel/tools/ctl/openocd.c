/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "hardware.h"

/* OpenOCD's Tcl server (its manual, "Tcl Scripting API"): `read_memory` and `write_memory` of
 * OpenOCD 0.12. The server does not say whether a command failed, but then the answer is a text: a
 * read that is not one number has failed, and so has a write with any answer. */

enum { END = 0x1A, PATIENCE = 5000000 /* us, for a connection and for a whole answer */ };

static enum rvt_status broken(struct rvt_ctl_openocd *o, const char *why) {
  o->broken = true;
  return rvt_error_set(&o->error, RVT_ERR_IO, "the connection to OpenOCD has ended: %s", why);
}

/** By an error of the socket; a server that closes with something unread resets the connection. */
static enum rvt_status broken_by(struct rvt_ctl_openocd *o, int error) {
  const bool closed = error == 0 || error == ECONNRESET || error == EPIPE;
  return broken(o, closed ? "closed by OpenOCD" : strerror(error));
}

/** Wait until the socket is ready for `events`, but not past `deadline`, by rvt_ctl_now(). */
static bool ready(int fd, short events, uint64_t deadline, int *error) {
  struct pollfd p = {.fd = fd, .events = events};
  for (;;) {
    const uint64_t now = rvt_ctl_now(NULL);
    *error = ETIMEDOUT;
    if (now >= deadline) return false;
    const int n = poll(&p, 1, (int)((deadline - now + 999) / 1000));
    if (n > 0) return true;
    *error = errno;
    if (n < 0 && *error != EINTR) return false;
  }
}

static bool dial(const struct addrinfo *a, int *fd, int *error) {
  const int made = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  socklen_t size = sizeof *error;
  *error = errno;
  if (made < 0) return false;
  bool done = connect(made, a->ai_addr, a->ai_addrlen) == 0;
  *error = errno;
  if (!done && *error == EINPROGRESS && ready(made, POLLOUT, rvt_ctl_now(NULL) + PATIENCE, error))
    done = getsockopt(made, SOL_SOCKET, SO_ERROR, error, &size) == 0 && *error == 0;
  if (done)
    *fd = made;
  else
    close(made);
  return done;
}

/** The answer to a command, without its end, in `o->text`. */
static enum rvt_status get_answer(struct rvt_ctl_openocd *o) {
  const uint64_t deadline = rvt_ctl_now(NULL) + PATIENCE;
  size_t fill = 0;
  for (;;) {
    int error;
    if (!ready(o->fd, POLLIN, deadline, &error))
      return broken(o, error == ETIMEDOUT ? "no answer within 5 s" : strerror(error));
    const ssize_t n = recv(o->fd, o->text + fill, sizeof o->text - fill, 0);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) return broken_by(o, n < 0 ? errno : 0);
    fill += (size_t)n;
    if (o->text[fill - 1] == END) break;
    if (fill == sizeof o->text) return broken(o, "an answer is too long");
  }
  o->text[fill - 1] = '\0';
  if (memchr(o->text, END, fill - 1) == NULL) return RVT_OK;
  return broken(o, "more than one answer");
}

__attribute__((format(printf, 2, 3))) static enum rvt_status ask(struct rvt_ctl_openocd *o,
                                                                 const char *form, ...) {
  char text[128];
  va_list args;
  va_start(args, form);
  const int size = vsnprintf(text, sizeof text, form, args);
  va_end(args);
  if (o->broken) return RVT_ERR_IO; /* and o->error says why */
  text[size] = END;
  /* Less than the buffer of a socket whose last answer was taken. */
  const ssize_t n = send(o->fd, text, (size_t)size + 1, MSG_NOSIGNAL);
  if (n < 0) return broken_by(o, errno);
  if (n != size + 1) return broken(o, "it takes nothing more");
  return get_answer(o);
}

/** The first line of what OpenOCD said instead of an answer. */
static enum rvt_status complaint(struct rvt_ctl_openocd *o) {
  o->text[strcspn(o->text, "\r\n")] = '\0';
  return rvt_error_set(&o->error, RVT_ERR_MISMATCH, "OpenOCD: %.160s",
                       o->text[0] != '\0' ? o->text : "no value");
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  struct rvt_ctl_openocd *o = context;
  if (ask(o, "read_memory 0x%" PRIx64 " 32 1 phys", address) != RVT_OK) return false;
  char *end = o->text;
  errno = 0;
  const unsigned long long number =
      strncmp(o->text, "0x", 2) == 0 ? strtoull(o->text, &end, 16) : 0;
  if (end == o->text || *end != '\0' || errno != 0 || number > UINT32_MAX) {
    (void)complaint(o);
    return false;
  }
  *value = (uint32_t)number;
  return true;
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  struct rvt_ctl_openocd *o = context;
  if (ask(o, "write_memory 0x%" PRIx64 " 32 0x%" PRIx32 " phys", address, value) != RVT_OK)
    return false;
  if (o->text[0] == '\0') return true;
  (void)complaint(o);
  return false;
}

struct rvt_drv_bus rvt_ctl_openocd_bus(struct rvt_ctl_openocd *o) {
  return (struct rvt_drv_bus){.context = o,
                              .read32 = bus_read,
                              .write32 = bus_write,
                              .pause = rvt_ctl_pause,
                              .now = rvt_ctl_now};
}

/** Whoever answers is an OpenOCD, on its Tcl port. */
static enum rvt_status greet(struct rvt_ctl_openocd *o) {
  static const char begin[] = "Open On-Chip Debugger";
  const enum rvt_status status = ask(o, "version");
  if (status != RVT_OK) return status;
  o->text[strcspn(o->text, "\r\n")] = '\0';
  if (strncmp(o->text, begin, sizeof begin - 1) != 0)
    return rvt_error_set(&o->error, RVT_ERR_FORMAT,
                         "expected `version` to answer `%s ...`, found '%.40s'", begin, o->text);
  snprintf(o->name, sizeof o->name, "%.150s", o->text);
  return RVT_OK;
}

/** `HOST:PORT`; brackets are around a host with colons, an address of IPv6. */
static bool split(const char *address, char *host, size_t size, const char **port) {
  const bool brackets = address[0] == '[';
  const char *begin = brackets ? address + 1 : address;
  const char *end = brackets ? strchr(begin, ']') : strrchr(begin, ':');
  if (end == NULL || end == begin || (size_t)(end - begin) >= size) return false;
  *port = brackets ? end + 1 : end;
  if ((*port)[0] != ':' || (*port)[1] == '\0') return false;
  (*port)++;
  snprintf(host, size, "%.*s", (int)(end - begin), begin);
  return true;
}

enum rvt_status rvt_ctl_openocd_open(struct rvt_ctl_openocd *o, const char *address,
                                     struct rvt_error *e) {
  char host[256];
  const char *port;
  if (!split(address, host, sizeof host, &port))
    return rvt_error_set(e, RVT_ERR_ARG, "--openocd: expected HOST:PORT, found '%s'", address);
  const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  int error = getaddrinfo(host, port, &wanted, &found);
  if (error != 0) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, gai_strerror(error));
  *o = (struct rvt_ctl_openocd){.fd = -1};
  for (const struct addrinfo *a = found; a != NULL && o->fd < 0; a = a->ai_next)
    (void)dial(a, &o->fd, &error);
  freeaddrinfo(found);
  if (o->fd < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, strerror(error));
  const enum rvt_status status = greet(o);
  if (status == RVT_OK) return RVT_OK;
  close(o->fd);
  return rvt_error_set(e, status, "%s: %s (OpenOCD's Tcl port is 6666 unless it is told another)",
                       address, o->error.text);
}

void rvt_ctl_openocd_close(struct rvt_ctl_openocd *o) { close(o->fd); }

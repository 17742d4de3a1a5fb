/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "device_socket.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "rvt/device.h"

/** An address as the system takes it. */
struct place {
  int family;
  socklen_t size;
  struct sockaddr_storage address;
};

static enum rvt_status unix_place(const char *path, struct place *p, struct rvt_error *e) {
  struct sockaddr_un *un = (struct sockaddr_un *)&p->address;
  if (path[0] == '\0' || strlen(path) >= sizeof un->sun_path)
    return rvt_error_set(e, RVT_ERR_ARG, "unix:%s: expected a path of 1 to %zu bytes", path,
                         sizeof un->sun_path - 1);
  un->sun_family = AF_UNIX;
  memcpy(un->sun_path, path, strlen(path) + 1);
  p->family = AF_UNIX;
  p->size = sizeof *un;
  return RVT_OK;
}

static enum rvt_status tcp_place(const char *text, struct place *p, struct rvt_error *e) {
  char host[256];
  const char *port = strrchr(text, ':');
  if (port == NULL || port == text || (size_t)(port - text) >= sizeof host)
    return rvt_error_set(e, RVT_ERR_ARG, "tcp:%s: expected tcp:HOST:PORT", text);
  memcpy(host, text, (size_t)(port - text));
  host[port - text] = '\0';
  const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  const int error = getaddrinfo(host, port + 1, &wanted, &found);
  if (error != 0) return rvt_error_set(e, RVT_ERR_IO, "tcp:%s: %s", text, gai_strerror(error));
  p->family = found->ai_family;
  p->size = found->ai_addrlen;
  memcpy(&p->address, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return RVT_OK;
}

static enum rvt_status place_of(const char *address, struct place *p, struct rvt_error *e) {
  memset(p, 0, sizeof *p);
  if (strncmp(address, "unix:", 5) == 0) return unix_place(address + 5, p, e);
  if (strncmp(address, "tcp:", 4) == 0) return tcp_place(address + 4, p, e);
  return rvt_error_set(e, RVT_ERR_ARG, "expected unix:PATH or tcp:HOST:PORT, found '%s'", address);
}

static bool is_socket(const char *path) {
  struct stat st;
  return lstat(path, &st) == 0 && S_ISSOCK(st.st_mode);
}

enum rvt_status rvt_device_listen(const char *address, int *fd, struct rvt_error *e) {
  struct place p;
  const enum rvt_status status = place_of(address, &p, e);
  if (status != RVT_OK) return status;
  const int made = socket(p.family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, strerror(errno));
  const int on = 1;
  if (p.family != AF_UNIX)
    (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  else if (is_socket(address + 5))
    (void)unlink(address + 5); /* left by a server that was killed */
  if (bind(made, (struct sockaddr *)&p.address, p.size) != 0 || listen(made, 1) != 0) {
    const int error = errno;
    close(made);
    return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, strerror(error));
  }
  *fd = made;
  return RVT_OK;
}

enum rvt_status rvt_device_accept(int listening, int *fd, struct rvt_error *e) {
  int taken;
  do taken = accept(listening, NULL, NULL);
  while (taken < 0 && errno == EINTR);
  if (taken < 0) return rvt_error_set(e, RVT_ERR_IO, "waiting for a client: %s", strerror(errno));
  *fd = taken;
  return RVT_OK;
}

void rvt_device_unlisten(const char *address, int fd) {
  close(fd);
  if (strncmp(address, "unix:", 5) == 0 && is_socket(address + 5)) (void)unlink(address + 5);
}

enum rvt_status rvt_device_dial(const char *address, int *fd, struct rvt_error *e) {
  struct place p;
  const enum rvt_status status = place_of(address, &p, e);
  if (status != RVT_OK) return status;
  const int made = socket(p.family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, strerror(errno));
  if (connect(made, (struct sockaddr *)&p.address, p.size) != 0) {
    const int error = errno;
    close(made);
    return rvt_error_set(e, RVT_ERR_IO, "%s: %s", address, strerror(error));
  }
  *fd = made;
  return RVT_OK;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device_socket.h"
#include "rvt/device.h"

static const char greeting[] = "rvt-device 1 ";

static enum rvt_status lost(struct rvt_device_client *c, const char *why) {
  return rvt_error_set(&c->error, RVT_ERR_IO, "the connection to the device has ended: %s", why);
}

/** The next line without its end, valid until the next call. */
static enum rvt_status get_line(struct rvt_device_client *c, char **line) {
  for (;;) {
    char *begin = c->line + c->taken;
    char *end = memchr(begin, '\n', c->fill - c->taken);
    if (end != NULL) {
      *end = '\0';
      c->taken = (size_t)(end - c->line) + 1;
      *line = begin;
      return RVT_OK;
    }
    memmove(c->line, begin, c->fill - c->taken);
    c->fill -= c->taken;
    c->taken = 0;
    if (c->fill == sizeof c->line) return lost(c, "an answer is too long");
    const ssize_t n = recv(c->fd, c->line + c->fill, sizeof c->line - c->fill, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return lost(c, strerror(errno));
    if (n == 0) return lost(c, "closed by the device");
    c->fill += (size_t)n;
  }
}

static enum rvt_status put_line(struct rvt_device_client *c, const char *text, size_t size) {
  while (size != 0) {
    const ssize_t n = send(c->fd, text, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return lost(c, strerror(errno));
    text += n;
    size -= (size_t)n;
  }
  return RVT_OK;
}

static enum rvt_status greet(struct rvt_device_client *c) {
  char *line;
  const enum rvt_status status = get_line(c, &line);
  if (status != RVT_OK) return status;
  if (strncmp(line, greeting, sizeof greeting - 1) != 0)
    return rvt_error_set(&c->error, RVT_ERR_FORMAT,
                         "expected a device that greets with `%s...`, found '%.40s'", greeting,
                         line);
  snprintf(c->name, sizeof c->name, "%s", line + sizeof greeting - 1);
  return RVT_OK;
}

enum rvt_status rvt_device_open(struct rvt_device_client *c, const char *address, int fd,
                                struct rvt_error *e) {
  c->fd = fd;
  c->owned = address != NULL;
  c->fill = c->taken = 0;
  c->error.text[0] = '\0';
  if (address != NULL) {
    const enum rvt_status status = rvt_device_dial(address, &c->fd, e);
    if (status != RVT_OK) return status;
  }
  const enum rvt_status status = greet(c);
  if (status == RVT_OK) return RVT_OK;
  if (c->owned) close(c->fd);
  if (address == NULL) return rvt_error_set(e, status, "%s", c->error.text);
  return rvt_error_set(e, status, "%s: %s", address, c->error.text);
}

void rvt_device_close(struct rvt_device_client *c) {
  (void)!rvt_device_ask(c, NULL, "bye");
  if (c->owned) close(c->fd);
}

enum rvt_status rvt_device_ask(struct rvt_device_client *c, const char **result, const char *format,
                               ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text, sizeof text - 1, format, args);
  va_end(args);
  if (size < 0 || (size_t)size > sizeof text - 2)
    return rvt_error_set(&c->error, RVT_ERR_ARG, "the request is too long");
  text[size] = '\n';
  char *line;
  enum rvt_status status = put_line(c, text, (size_t)size + 1);
  if (status == RVT_OK) status = get_line(c, &line);
  if (status != RVT_OK) return status;
  if (strncmp(line, "error ", 6) == 0)
    return rvt_error_set(&c->error, RVT_ERR_MISMATCH, "%s", line + 6);
  if (strncmp(line, "ok", 2) != 0 || (line[2] != '\0' && line[2] != ' '))
    return rvt_error_set(&c->error, RVT_ERR_FORMAT, "expected `ok` or `error`, found '%.40s'",
                         line);
  if (result != NULL) *result = line[2] == ' ' ? line + 3 : line + 2;
  return RVT_OK;
}

enum rvt_status rvt_device_read(struct rvt_device_client *c, uint64_t address, uint32_t *value) {
  const char *result;
  const enum rvt_status status = rvt_device_ask(c, &result, "read 0x%" PRIx64, address);
  if (status == RVT_OK) *value = (uint32_t)strtoul(result, NULL, 0);
  return status;
}

enum rvt_status rvt_device_write(struct rvt_device_client *c, uint64_t address, uint32_t value,
                                 uint8_t strobes) {
  return rvt_device_ask(c, NULL, "write 0x%" PRIx64 " 0x%" PRIx32 " %u", address, value, strobes);
}

enum rvt_status rvt_device_clocks(struct rvt_device_client *c, uint64_t count) {
  return rvt_device_ask(c, NULL, "clocks %" PRIu64, count);
}

enum rvt_status rvt_device_hart(struct rvt_device_client *c, bool run) {
  return rvt_device_ask(c, NULL, "hart %s", run ? "run" : "hold");
}

enum rvt_status rvt_device_get_status(struct rvt_device_client *c,
                                      struct rvt_device_status *status) {
  const char *result;
  char hart[8];
  int stall, end = 0;
  struct rvt_device_status s = {0};
  const enum rvt_status asked = rvt_device_ask(c, &result, "status");
  if (asked != RVT_OK) return asked;
  if (sscanf(result, "clock=%" SCNu64 " insns=%" SCNu64 " hart=%7s stall=%d pins=%" SCNu64 "%n",
             &s.clock, &s.insns, hart, &stall, &s.pins, &end) != 5)
    return rvt_error_set(&c->error, RVT_ERR_FORMAT, "expected a status, found '%.80s'", result);
  s.run = strcmp(hart, "run") == 0;
  s.ended = strcmp(hart, "ended") == 0;
  s.stall = stall != 0;
  s.pins_lost = strcmp(result + end, " lost") == 0;
  *status = s;
  return RVT_OK;
}

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10); }

enum rvt_status rvt_device_pins(struct rvt_device_client *c, uint8_t *bytes, size_t *count) {
  const char *result;
  const enum rvt_status status = rvt_device_ask(c, &result, "pins");
  if (status != RVT_OK) return status;
  const size_t size = strlen(result);
  if (size % 2 != 0 || size > 2 * RVT_DEVICE_PINS_MAX || strspn(result, "0123456789abcdef") != size)
    return rvt_error_set(&c->error, RVT_ERR_FORMAT, "expected bytes, found '%.40s'", result);
  for (size_t i = 0; i < size / 2; i++)
    bytes[i] = (uint8_t)(digit(result[2 * i]) << 4 | digit(result[2 * i + 1]));
  *count = size / 2;
  return RVT_OK;
}

static bool bus_read(void *context, uint64_t address, uint32_t *value) {
  return rvt_device_read(context, address, value) == RVT_OK;
}

static bool bus_write(void *context, uint64_t address, uint32_t value) {
  return rvt_device_write(context, address, value, 0xF) == RVT_OK;
}

/** A device that is gone is noticed by the next look. */
static void bus_pause(void *context) { (void)!rvt_device_clocks(context, RVT_DEVICE_PAUSE); }

struct rvt_drv_bus rvt_device_bus(struct rvt_device_client *c) {
  return (struct rvt_drv_bus){
      .context = c, .read32 = bus_read, .write32 = bus_write, .pause = bus_pause};
}

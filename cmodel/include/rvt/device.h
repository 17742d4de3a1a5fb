/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_DEVICE_H
#define RVT_DEVICE_H

/*
 * A simulated device on a socket: its APB port and its clocks, as lines of text. Protocol:
 * docs/reference/device.md. The server decides what is driven clock by clock and leaves the clock
 * to whoever owns the device:
 *
 *   rvt_device_server_init(&server, "golden model");
 *   rvt_device_server_begin(&server, fd, fd, &e);
 *   while (rvt_device_server_drive(&server, &drive)) {
 *     ... show drive.apb to the device, let the hart run if drive.run ...
 *     rvt_device_server_done(&server, &reply);   outputs of this very clock
 *     ... the clock edge ...
 *   }
 *
 * so that one server serves a model, of Verilated RTL, or of both in lock-step.
 */

#include <stddef.h>

#include "rvt/apb.h"
#include "rvt/drv.h"
#include "rvt/error.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Longest line of the protocol with its end of line; a line of trace bytes is the longest. */
enum { RVT_DEVICE_LINE = 4096, RVT_DEVICE_PINS_MAX = 2000, RVT_DEVICE_PINS_KEPT = 1 << 16 };

/** What is driven in a clock. */
struct rvt_device_drive {
  struct rvt_apb apb;
  bool run; /* the hart executes; it stands still otherwise, as if each clock were idle */
};

/** What the device shows in a clock. */
struct rvt_device_reply {
  uint32_t prdata;
  bool pready, pslverr;
  bool stall;          /* asked of the hart */
  bool ended;          /* the hart's program has ended */
  uint64_t insns;      /* instructions the hart has retired so far */
  const uint8_t *pins; /* bytes that a probe has taken from the pins in this clock */
  size_t pin_count;    /* 0 without a PIB */
  const char *failure; /* not NULL: the simulation cannot go on, and why */
};

/** What a client asked for and has not been given yet. */
enum rvt_device_phase { RVT_DEVICE_IDLE, RVT_DEVICE_SETUP, RVT_DEVICE_ACCESS, RVT_DEVICE_CLOCKS };

struct rvt_device_server {
  const char *name;
  int in, out; /* file descriptors, borrowed */
  enum rvt_device_phase phase;
  struct rvt_apb apb; /* of the access that is going on */
  uint64_t left;      /* clocks to be passed */
  uint64_t clock;     /* clocks so far */
  uint32_t waited;    /* access clocks of this access */
  bool run;
  bool over;
  bool broken; /* the simulation cannot go on */
  struct rvt_device_reply last;
  size_t fill, taken; /* of `line` */
  char line[RVT_DEVICE_LINE];
  size_t pins; /* bytes kept for the client, the oldest first */
  bool pins_lost;
  uint8_t pin[RVT_DEVICE_PINS_KEPT];
};

/** After power-up of the device: the hart stands still. `name` has no end of line and must stay.
 */
void rvt_device_server_init(struct rvt_device_server *s, const char *name);
/**
 * Begin a session and greet the client. Clocks, the hart and what came out of the pins go on where
 * the session before left them.
 * @retval RVT_ERR_IO  the greeting could not be sent
 */
RVT_MUST_CHECK enum rvt_status rvt_device_server_begin(struct rvt_device_server *s, int in, int out,
                                                       struct rvt_error *e);
/**
 * Choose what the next clock has. Waits for the client while nothing is under way, so that no clock
 * passes that nobody asked for.
 * @return false: the session has ended; nothing is to be driven. `broken` then says whether the
 *     simulation has, too.
 */
RVT_MUST_CHECK bool rvt_device_server_drive(struct rvt_device_server *s,
                                            struct rvt_device_drive *drive);
/** Outputs of the clock that rvt_device_server_drive() chose; answers the client when it is due. */
void rvt_device_server_done(struct rvt_device_server *s, const struct rvt_device_reply *reply);

/**
 * Wait for clients at `unix:PATH` or `tcp:HOST:PORT` (port 0: any free one). A file of the name
 * that is no socket is left alone.
 * @param fd  a listening socket
 * @retval RVT_ERR_ARG  no address of these forms
 * @retval RVT_ERR_IO
 */
RVT_MUST_CHECK enum rvt_status rvt_device_listen(const char *address, int *fd, struct rvt_error *e);
/** Take the next client. @retval RVT_ERR_IO */
RVT_MUST_CHECK enum rvt_status rvt_device_accept(int listening, int *fd, struct rvt_error *e);
/** Close what rvt_device_listen() opened and remove the socket's name. */
void rvt_device_unlisten(const char *address, int fd);

/** A client's end of a session. */
struct rvt_device_client {
  int fd;
  bool owned; /* close `fd` at the end */
  size_t fill, taken;
  char line[RVT_DEVICE_LINE];
  char name[128];         /* of the device */
  struct rvt_error error; /* of the call that failed last */
};

/** What `status` tells. */
struct rvt_device_status {
  uint64_t clock, insns, pins;
  bool run, ended, stall, pins_lost;
};

/**
 * Connect to `unix:PATH` or `tcp:HOST:PORT`, or take over the connected socket `fd` when `address`
 * is NULL, and read the greeting.
 * @retval RVT_ERR_ARG     no address of these forms
 * @retval RVT_ERR_IO
 * @retval RVT_ERR_FORMAT  the answer is not of a device of this protocol
 */
RVT_MUST_CHECK enum rvt_status rvt_device_open(struct rvt_device_client *c, const char *address,
                                               int fd, struct rvt_error *e);
/** Say goodbye and close what rvt_device_open() opened. */
void rvt_device_close(struct rvt_device_client *c);
/**
 * Send one line, as printf, and read the answer.
 * @param result  what stands after `ok `, valid until the next call; may be NULL
 * @retval RVT_ERR_IO        the connection is gone
 * @retval RVT_ERR_MISMATCH  the device answers with an error; its text is in `c->error`
 */
RVT_MUST_CHECK enum rvt_status rvt_device_ask(struct rvt_device_client *c, const char **result,
                                              const char *format, ...) RVT_PRINTF(3, 4);
RVT_MUST_CHECK enum rvt_status rvt_device_read(struct rvt_device_client *c, uint64_t address,
                                               uint32_t *value);
RVT_MUST_CHECK enum rvt_status rvt_device_write(struct rvt_device_client *c, uint64_t address,
                                                uint32_t value, uint8_t strobes);
RVT_MUST_CHECK enum rvt_status rvt_device_clocks(struct rvt_device_client *c, uint64_t count);
RVT_MUST_CHECK enum rvt_status rvt_device_hart(struct rvt_device_client *c, bool run);
RVT_MUST_CHECK enum rvt_status rvt_device_get_status(struct rvt_device_client *c,
                                                     struct rvt_device_status *status);
/** Up to RVT_DEVICE_PINS_MAX bytes that came out of the pins; `*count` 0: none are left. */
RVT_MUST_CHECK enum rvt_status rvt_device_pins(struct rvt_device_client *c, uint8_t *bytes,
                                               size_t *count);
/** Clocks that rvt_device_bus() lets pass between two looks at a register. */
enum { RVT_DEVICE_PAUSE = 16 };
/** The registers of the device for the driver; `c` must stay. A time-out counts looks. */
struct rvt_drv_bus rvt_device_bus(struct rvt_device_client *c);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

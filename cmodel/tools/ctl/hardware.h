/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTL_HARDWARE_H
#define RVT_CTL_HARDWARE_H

/* Ways of `rvt ctl` to the registers of hardware; that to a simulated device is rvt/device.h. Every
 * failure of an access is in `error`, and every access ends. */

#include "rvt/drv.h"
#include "rvt/error.h"

/** OpenOCD's Tcl server: commands and answers that end with 0x1A. */
struct rvt_ctl_openocd {
  int fd;
  bool broken;    /* an answer was not understood or did not come; none that follows is believed */
  char name[160]; /* of the server: its version */
  char text[512]; /* the answer */
  struct rvt_error error;
};

/**
 * Connect to `HOST:PORT`, an address of IPv6 as `[HOST]:PORT`, and see that OpenOCD answers.
 * @retval RVT_ERR_ARG     no address of this form
 * @retval RVT_ERR_IO      nobody there, or no whole answer within some seconds
 * @retval RVT_ERR_FORMAT  not the Tcl port of an OpenOCD
 */
RVT_MUST_CHECK enum rvt_status rvt_ctl_openocd_open(struct rvt_ctl_openocd *o, const char *address,
                                                    struct rvt_error *e);
void rvt_ctl_openocd_close(struct rvt_ctl_openocd *o);
/** The registers in the address space of OpenOCD's current target; `o` must stay. Times are
 * microseconds. */
struct rvt_drv_bus rvt_ctl_openocd_bus(struct rvt_ctl_openocd *o);

enum { RVT_CTL_MEM_PAGES = 4 };

/** A file that is memory: /dev/mem. */
struct rvt_ctl_mem {
  int fd;
  const char *name;
  size_t page_size;
  struct rvt_ctl_mem_page {
    uint64_t address;
    void *at; /* NULL: none */
  } page[RVT_CTL_MEM_PAGES];
  unsigned next; /* page to be given up */
  struct rvt_error error;
};

/** @retval RVT_ERR_IO  the file cannot be opened for reading and writing */
RVT_MUST_CHECK enum rvt_status rvt_ctl_mem_open(struct rvt_ctl_mem *m, const char *name,
                                                struct rvt_error *e);
void rvt_ctl_mem_close(struct rvt_ctl_mem *m);
/** The registers at offsets of the file; `m` must stay. Times are microseconds. */
struct rvt_drv_bus rvt_ctl_mem_bus(struct rvt_ctl_mem *m);

/** For both: microseconds of a clock that never goes back; some of them pass. */
uint64_t rvt_ctl_now(void *context);
void rvt_ctl_pause(void *context);

#endif

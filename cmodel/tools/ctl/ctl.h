/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_CTL_H
#define RVT_CTL_H

/* What the files of `rvt ctl` share: ctl.c has the table of commands, common.c what they need of
 * each other. */

#include "hardware.h"
#include "rvt/device.h"
#include "rvt/drv.h"
#include "tools/shared/tool.h"

enum rvt_ctl_unit { RVT_CTL_TE, RVT_CTL_RAM, RVT_CTL_PIB, RVT_CTL_UNITS };
extern const char *const rvt_ctl_unit_names[RVT_CTL_UNITS];

struct rvt_ctl {
  enum rvt_ctl_way { RVT_CTL_NOWHERE, RVT_CTL_DEVICE, RVT_CTL_OPENOCD, RVT_CTL_MEM } way;
  union { /* by `way` */
    struct rvt_device_client client;
    struct rvt_ctl_openocd openocd;
    struct rvt_ctl_mem mem;
  };
  struct rvt_drv_bus bus;        /* of that */
  const struct rvt_error *error; /* why its last access failed */
  struct rvt_drv drv;
  uint64_t base[RVT_CTL_UNITS];
  bool there[RVT_CTL_UNITS]; /* not turned off by an option */
  bool json;
  uint8_t xlen;      /* of the hart, for side-cars; 0: not given, no register has it */
  const char *place; /* before complaints: "rvt ctl" or file and line */
};

/** How a command ended; complaints are made. */
enum rvt_ctl_end {
  RVT_CTL_GOOD = RVT_EXIT_OK,
  RVT_CTL_FAILED = RVT_EXIT_DAMAGED, /* the device did not do as it should */
  RVT_CTL_BAD = RVT_EXIT_BAD,        /* bad use, or no connection */
  RVT_CTL_QUIT
};

/** Complain. @return `end` */
__attribute__((format(printf, 3, 4))) enum rvt_ctl_end
rvt_ctl_complain(const struct rvt_ctl *ctl, enum rvt_ctl_end end, const char *form, ...);
/** Complain about a call of the driver, or an access, that failed. @return how it ends */
enum rvt_ctl_end rvt_ctl_driver_failed(const struct rvt_ctl *ctl);
enum rvt_ctl_end rvt_ctl_link_failed(const struct rvt_ctl *ctl);

/** Read a register. */
bool rvt_ctl_get(struct rvt_ctl *ctl, uint64_t address, uint32_t *value);
/** Whether this is a simulated device, which `command` is for; complains if not. */
bool rvt_ctl_simulated(const struct rvt_ctl *ctl, const char *command);

/** A whole word as a number, decimal or hexadecimal with 0x; none has a leading 0. */
bool rvt_ctl_number(const char *word, uint64_t max, uint64_t *value);
/** The unit of a name, complaining. */
bool rvt_ctl_unit(const struct rvt_ctl *ctl, const char *name, enum rvt_ctl_unit *unit);

/** A unit that works, as the driver wants it. */
enum rvt_ctl_end rvt_ctl_attach(struct rvt_ctl *ctl, enum rvt_ctl_unit unit,
                                struct rvt_drv_component *c);

/** Commands: `word[0]` is the command, `words` of them. */
enum rvt_ctl_end rvt_ctl_read(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_write(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_registers(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_discover(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_probe_pins(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_configure(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_start(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_stop(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_abandon(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_flush(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_status(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_readout(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_resume(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_rewind(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_clear_lost(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_clocks(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_hart(struct rvt_ctl *ctl, char **word, size_t words);
enum rvt_ctl_end rvt_ctl_pins(struct rvt_ctl *ctl, char **word, size_t words);

#endif

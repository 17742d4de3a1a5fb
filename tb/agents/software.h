/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RVT_TB_SOFTWARE_H
#define RVT_TB_SOFTWARE_H

/*
 * Software on the bus of a bench, written as a program: each access, and each wait, lets clocks
 * pass. It runs as a coroutine of the bench, so a run is as repeatable as any other.
 *
 * The bench sets `bus->done` to tb_software_done() with the software as its context, and calls
 * tb_software_clock() in drive(), before tb_apb_next().
 */

#include <ucontext.h>

#include "apb_bus.h"
#include "rvt/drv.h"

struct tb_software {
  struct tb_apb *bus;
  struct tb *tb;
  void (*program)(struct tb_software *sw, void *context);
  void *context;
  ucontext_t bench, self;
  void *stack;
  bool running, ended;
  bool pending; /* it waits for its access */
  uint32_t read;
  uint64_t wait; /* clocks it waits for */
  struct rvt_drv_bus drv_bus;
};

/** Ready to run `program` from the next clock on. @return false after tb_fail() */
bool tb_software_init(struct tb_software *sw, struct tb *tb, struct tb_apb *bus,
                      void (*program)(struct tb_software *sw, void *context), void *context);
void tb_software_close(struct tb_software *sw);
/** Let it run until it waits again. */
void tb_software_clock(struct tb_software *sw);
/** tb_apb_done */
void tb_software_done(void *software, const struct tb_apb_access *access, uint32_t read);

/* From within the program. A run that has failed never comes back from them. */
uint32_t tb_sw_read(struct tb_software *sw, uint16_t address);
void tb_sw_write(struct tb_software *sw, uint16_t address, uint32_t data);
/** Some bytes of a word. */
void tb_sw_write_bytes(struct tb_software *sw, uint16_t address, uint32_t data, uint8_t strobes);
void tb_sw_wait(struct tb_software *sw, uint64_t clocks);
/**
 * Read until the bits of `mask` have `value`; fails the run after `most` reads.
 * @return the word
 */
uint32_t tb_sw_poll(struct tb_software *sw, uint16_t address, uint32_t mask, uint32_t value,
                    unsigned most);
/** Fail the run unless the word reads `value` in the bits of `mask`. */
void tb_sw_expect(struct tb_software *sw, uint16_t address, uint32_t mask, uint32_t value,
                  const char *what);

#endif

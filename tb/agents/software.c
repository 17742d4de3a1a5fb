/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "software.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 1 << 18, TAG = 0x50F7, DRIVER_PAUSE = 20 };

/* makecontext() hands over nothing but int. */
static void enter(unsigned high, unsigned low) {
  struct tb_software *sw = (struct tb_software *)((uintptr_t)high << 32 | low);
  sw->program(sw, sw->context);
  sw->running = false;
  sw->ended = true;
}

static bool drv_read(void *context, uint64_t address, uint32_t *value) {
  *value = tb_sw_read(context, (uint16_t)address);
  return true;
}

static bool drv_write(void *context, uint64_t address, uint32_t value) {
  tb_sw_write(context, (uint16_t)address, value);
  return true;
}

static void drv_pause(void *context) { tb_sw_wait(context, DRIVER_PAUSE); }

bool tb_software_init(struct tb_software *sw, struct tb *tb, struct tb_apb *bus,
                      void (*program)(struct tb_software *sw, void *context), void *context) {
  *sw = (struct tb_software){.bus = bus, .tb = tb, .program = program, .context = context};
  sw->drv_bus = (struct rvt_drv_bus){
      .context = sw, .read32 = drv_read, .write32 = drv_write, .pause = drv_pause};
  sw->stack = malloc(STACK_BYTES);
  if (sw->stack == NULL || getcontext(&sw->self) != 0) {
    tb_fail(tb, "out of memory");
    return false;
  }
  sw->self.uc_stack.ss_sp = sw->stack;
  sw->self.uc_stack.ss_size = STACK_BYTES;
  sw->self.uc_link = &sw->bench;
  const uint64_t place = (uintptr_t)sw;
  makecontext(&sw->self, (void (*)(void))(void *)enter, 2, (unsigned)(place >> 32),
              (unsigned)place);
  sw->running = true;
  return true;
}

void tb_software_close(struct tb_software *sw) { free(sw->stack); }

void tb_software_clock(struct tb_software *sw) {
  if (!sw->running || sw->tb->error[0] != 0) return;
  if (sw->wait != 0) {
    sw->wait--;
    return;
  }
  if (sw->pending) return;
  swapcontext(&sw->bench, &sw->self);
}

void tb_software_done(void *software, const struct tb_apb_access *access, uint32_t read) {
  struct tb_software *sw = software;
  if (access->tag != TAG) return;
  sw->read = read;
  sw->pending = false;
}

/* Back to the bench; a run that has failed does not come here again. */
static void leave(struct tb_software *sw) {
  do swapcontext(&sw->self, &sw->bench);
  while (sw->tb->error[0] != 0);
}

static void access_bus(struct tb_software *sw, struct tb_apb_access a) {
  a.tag = TAG;
  sw->pending = true;
  if (!tb_apb_queue(sw->bus, &a)) tb_fail(sw->tb, "software: the bus is busy");
  leave(sw);
}

uint32_t tb_sw_read(struct tb_software *sw, uint16_t address) {
  access_bus(sw, (struct tb_apb_access){.paddr = address});
  return sw->read;
}

void tb_sw_write_bytes(struct tb_software *sw, uint16_t address, uint32_t data, uint8_t strobes) {
  access_bus(
      sw, (struct tb_apb_access){.write = true, .paddr = address, .data = data, .strb = strobes});
}

void tb_sw_write(struct tb_software *sw, uint16_t address, uint32_t data) {
  tb_sw_write_bytes(sw, address, data, 0xF);
}

void tb_sw_wait(struct tb_software *sw, uint64_t clocks) {
  sw->wait = clocks;
  if (clocks != 0) leave(sw);
}

uint32_t tb_sw_poll(struct tb_software *sw, uint16_t address, uint32_t mask, uint32_t value,
                    unsigned most) {
  uint32_t word = tb_sw_read(sw, address);
  for (unsigned i = 1; (word & mask) != value; i++) {
    if (i >= most) {
      tb_fail(sw->tb, "software: 0x%04x reads 0x%08x, waited for 0x%x in 0x%x", address, word,
              value, mask);
      leave(sw);
    }
    word = tb_sw_read(sw, address);
  }
  return word;
}

void tb_sw_expect(struct tb_software *sw, uint16_t address, uint32_t mask, uint32_t value,
                  const char *what) {
  const uint32_t word = tb_sw_read(sw, address);
  if ((word & mask) == value) return;
  tb_fail(sw->tb, "software: 0x%04x reads 0x%08x, expected 0x%x in 0x%x: %s", address, word, value,
          mask, what);
  leave(sw);
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/ctr.h"
#include "rvt/drv.h"

/*
 * The program traces a workload of its own with the driver, reads the trace out of the memory and
 * sends it over the UART. It ends as the workload does. What else it does is said by the switches
 * of the system. A hart reset begins the program anew: then the trace is on, and only read.
 */

#define UART     ((volatile uint32_t *)0x10000000)
#define CONSOLE  ((volatile uint32_t *)0x10000004)
#define SWITCHES ((volatile uint32_t *)0x10000008)

enum {
  ENCODER = 0x40000000,
  RAM = 0x40001000,
  PIB = 0x40002000,
  NO_TRACE = 50,   /* what the program then ends with */
  TIMEOUT = 10000, /* looks at a register */
  HTM = 6,
  ETRACE = 0,     /* trTeFormat of the only format of the build */
  BYTES_128 = 2,  /* a sync sequence after as many bytes */
  HALF_WORDS = 3, /* a synchronization every 2^12 half-words */
  PINS_4 = 10,
  WHOLE_ADDRESS = 3, /* what a return is compared with */
};

/* Switches: the trace pins are a sink as well; trace is lost rather than the hart stalled; branch
 * trace; privilege and context; implicit return, and of E-Trace predictor and jump target cache;
 * records of control transfers besides. From bit DIVIDER_AT on: the clocks more than one of a beat.
 */
enum { PINS = 1, LOSE = 2, BRANCHES = 4, OWNERSHIP = 8, MODES = 16, RECORDS = 32 };
enum { DIVIDER_AT = 8 };

/** main() of the workload. */
int workload(void);
/** How a workload ends that does not return; reset.S comes here from a trap's handler. */
void workload_ended(int result) __attribute__((noreturn));
void rt_exit(int code) __attribute__((noreturn));

static bool reg_read(void *context, uint64_t address, uint32_t *value) {
  (void)context;
  *value = *(volatile uint32_t *)(uintptr_t)address;
  return true;
}

static bool reg_write(void *context, uint64_t address, uint32_t value) {
  (void)context;
  *(volatile uint32_t *)(uintptr_t)address = value;
  return true;
}

static const struct rvt_drv_bus bus = {.read32 = reg_read, .write32 = reg_write};
static uint8_t trace[1 << 14];

enum { CTR_WINDOW = 0x50000000, CTR_DEPTH = 16 };
static const struct rvt_ctr_io records = {.window = CTR_WINDOW, .machine = true};
static struct rvt_ctr_entry record[CTR_DEPTH];

/* What a hart reset leaves as it was. */
__attribute__((section(".noinit"))) static struct {
  uint32_t running; /* RUNNING: all of this is valid */
  struct rvt_drv_component encoder, ram, pib;
} session;
enum { RUNNING = 0x7452756e };

static enum rvt_drv_status begin(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                 uint32_t switches) {
  struct rvt_drv_encoder_config how = {.mode = (switches & BRANCHES) != 0 ? 3 : HTM,
                                       .sync_mode = HALF_WORDS,
                                       .sync_max = 8,
                                       .stall = (switches & LOSE) == 0,
                                       .context = (switches & OWNERSHIP) != 0};
  /* All of the memory; what is oldest is overwritten. */
  struct rvt_drv_ram_config where = {.stop_on_wrap = false};
  struct rvt_drv_pib_config pins = {.mode = PINS_4, .divider = (uint8_t)(switches >> DIVIDER_AT)};
  enum rvt_drv_status status = rvt_drv_discover(drv, ENCODER, &session.encoder);
  how.etrace = session.encoder.caps.encoder.formats == 1 << ETRACE;
  if ((switches & MODES) != 0) {
    how.implicit_return = WHOLE_ADDRESS;
    how.branch_prediction = how.jump_target_cache = how.etrace;
  }
  where.async_freq = pins.async_freq = how.etrace ? BYTES_128 : 0;
  if (status == RVT_DRV_OK) status = rvt_drv_discover(drv, RAM, &session.ram);
  if (status == RVT_DRV_OK) status = rvt_drv_encoder_configure(drv, &session.encoder, &how);
  if (status == RVT_DRV_OK) status = rvt_drv_ram_configure(drv, &session.ram, &where);
  if (status == RVT_DRV_OK && (switches & PINS) != 0) {
    status = rvt_drv_discover(drv, PIB, &session.pib);
    if (status == RVT_DRV_OK) status = rvt_drv_pib_configure(drv, &session.pib, &pins);
  }
  return status == RVT_DRV_OK ? rvt_drv_start(drv, path, true) : status;
}

static void say(const char *text) {
  for (const char *c = text; *c != '\0'; c++) *CONSOLE = (uint8_t)*c;
  *CONSOLE = '\n';
}

static void say_hex(const char *before, uint64_t value) {
  for (const char *c = before; *c != '\0'; c++) *CONSOLE = (uint8_t)*c;
  int shift = 60;
  while (shift > 0 && value >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) *CONSOLE = (uint8_t) "0123456789abcdef"[value >> shift & 15];
}

/** In the form that `rvt ctr` reads. */
static void say_records(void) {
  const unsigned count = rvt_ctr_io_read(&records, record, CTR_DEPTH);
  say_hex("ctr 1 0x", count);
  say_hex(" 0x", (uintptr_t)say_records);
  for (unsigned i = 0; i < count; i++) {
    say_hex("\nctr 0x", record[i].source);
    say_hex(" 0x", record[i].target);
    say_hex(" 0x", record[i].data);
  }
  say("");
}

/** The side-car of what is sent, run.sh keeps it: a memory that has wrapped may begin inside a
 * message. */
static enum rvt_drv_status finish(struct rvt_drv *drv, const struct rvt_drv_path *path,
                                  size_t *count) {
  struct rvt_drv_readout r;
  enum rvt_drv_status status = rvt_drv_stop(drv, path);
  if (status == RVT_DRV_OK) status = rvt_drv_readout_begin(drv, &session.ram, &r);
  if (status != RVT_DRV_OK) return status;
  say(r.wrapped ? "{\"origin\": \"wrapped\"}" : "{\"origin\": \"start\"}");
  return rvt_drv_readout_next(drv, &session.ram, &r, trace, sizeof trace, count);
}

static struct rvt_drv_path path_of(uint32_t switches) {
  return (struct rvt_drv_path){
      &session.encoder, {&session.ram, &session.pib}, (switches & PINS) != 0 ? 2 : 1};
}

/** Unless there was no trace: stop it and send it. What the program ends with. */
static int conclude(struct rvt_drv *drv, enum rvt_drv_status status, int result) {
  const struct rvt_drv_path path = path_of(*SWITCHES);
  const bool records_on = (*SWITCHES & RECORDS) != 0;
  size_t count = 0;
  if (records_on) rvt_ctr_io_freeze(&records);
  if (status == RVT_DRV_OK) status = finish(drv, &path, &count);
  if (status != RVT_DRV_OK) {
    char text[192];
    rvt_drv_error_text(&drv->error, text, sizeof text);
    say(text);
    return NO_TRACE;
  }
  for (size_t i = 0; i < count; i++) *UART = trace[i];
  if (records_on) say_records();
  return result;
}

void workload_ended(int result) {
  struct rvt_drv drv = {.bus = &bus, .timeout = TIMEOUT};
  rt_exit(conclude(&drv, RVT_DRV_OK, result));
}

int main(void) {
  const uint32_t switches = *SWITCHES;
  const struct rvt_drv_path path = path_of(switches);
  struct rvt_drv drv = {.bus = &bus, .timeout = TIMEOUT};
  enum rvt_drv_status status = RVT_DRV_OK;
  int result = 0;
  if (session.running != RUNNING) {
    status = begin(&drv, &path, switches);
    if (status == RVT_DRV_OK) {
      session.running = RUNNING;
      if ((switches & RECORDS) != 0)
        rvt_ctr_io_configure(&records, CTR_DEPTH, RVT_CTR_CTL_U | RVT_CTR_CTL_S | RVT_CTR_CTL_M);
      result = workload();
    }
  }
  return conclude(&drv, status, result);
}

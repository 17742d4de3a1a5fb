/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/tandem/load.h"

/*
 * Two models of a hart step along the same program: `logged`, of which Spike writes a log, and
 * `quick`, whose state before a step is compared with that behind it. What `quick` says to have
 * changed is in the log, or has the value that it had, as what it does not say.
 *
 *   spike_steps SPIKE.so LOGGED.toml QUICK.toml PROGRAM.elf STEPS
 */

struct hart {
  struct rvt_tandem_core core;
  struct rvt_tandem_loaded model;
  struct rvt_tandem_writes writes;
};
static struct hart logged, quick;
static uint64_t value[RVT_TANDEM_REGISTERS]; /* before the step */

static void check(enum rvt_status status, const struct rvt_error *e) {
  if (status == RVT_OK) return;
  fprintf(stderr, "spike_steps: %s\n", e->text);
  exit(2);
}

static void begin(struct hart *h, const char *library, const char *core, const char *elf) {
  struct rvt_error e = {""};
  check(rvt_tandem_core_read(core, &h->core, &e), &e);
  check(rvt_tandem_loaded_open(&h->model, library, &h->core, &e), &e);
  check(rvt_tandem_loaded_program(&h->model, elf, &h->core, &e), &e);
  h->model.face->reset(h->model.handle);
}

static uint64_t get(const struct hart *h, uint16_t number) {
  uint64_t found = 0;
  (void)h->model.face->get(h->model.handle, number, &found);
  return found;
}

/* Registers, and of the CSRs those that instructions of F change. */
static bool is_looked_at(uint16_t number) {
  enum { FFLAGS = 1, FRM = 2, MSTATUS = 0x300 };
  return number == FFLAGS || number == FRM || number == MSTATUS || number >= RVT_TANDEM_X;
}

static bool has(const struct rvt_tandem_writes *w, uint16_t number) {
  for (unsigned i = 0; i < w->registers; i++)
    if (w->reg[i].number == number) return true;
  return false;
}

static void differs(unsigned long step, uint64_t pc, const char *what, uint64_t number) {
  printf("step %lu, pc 0x%" PRIx64 ": expected %s 0x%" PRIx64 " as the log has it\n", step, pc, what,
         number);
  exit(1);
}

static void compare(unsigned long step, uint64_t pc) {
  const struct rvt_tandem_writes *const l = &logged.writes, *const q = &quick.writes;
  for (unsigned i = 0; i < q->registers; i++) {
    const uint16_t number = q->reg[i].number;
    const bool same = get(&quick, number) == value[number]; /* a CSR's, if the access traps */
    if (is_looked_at(number) && !same && !has(l, number)) differs(step, pc, "no change of", number);
  }
  for (unsigned i = 0; i < l->registers; i++) {
    const uint16_t number = l->reg[i].number;
    if (!is_looked_at(number)) continue;
    const uint64_t now = get(&logged, number);
    if (get(&quick, number) != now) differs(step, pc, "the same value of", number);
    if (now != value[number] && !has(q, number)) differs(step, pc, "a change of", number);
    value[number] = now;
  }
  if (q->stores != l->stores) differs(step, pc, "stores:", l->stores);
  for (unsigned i = 0; i < l->stores; i++) {
    if (q->store[i].address != l->store[i].address) differs(step, pc, "a store at", l->store[i].address);
    if (q->store[i].physical != l->store[i].physical) differs(step, pc, "a physical address", l->store[i].physical);
    if (q->store[i].bytes != l->store[i].bytes) differs(step, pc, "bytes:", l->store[i].bytes);
    if (q->store[i].data != l->store[i].data) differs(step, pc, "data", l->store[i].data);
  }
  if (get(&quick, RVT_TANDEM_MODEL_PC) != get(&logged, RVT_TANDEM_MODEL_PC))
    differs(step, pc, "pc", get(&logged, RVT_TANDEM_MODEL_PC));
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  const unsigned long steps = strtoul(argv[5], NULL, 10);
  unsigned long floats = 0, stores = 0;
  begin(&logged, argv[1], argv[2], argv[4]);
  begin(&quick, argv[1], argv[3], argv[4]);
  for (uint16_t i = 0; i < RVT_TANDEM_REGISTERS; i++) value[i] = get(&quick, i);
  for (unsigned long step = 0; step < steps; step++) {
    const uint64_t pc = get(&quick, RVT_TANDEM_MODEL_PC);
    struct hart *const both[] = {&logged, &quick};
    for (unsigned i = 0; i < 2; i++) {
      both[i]->model.face->step(both[i]->model.handle);
      both[i]->model.face->writes(both[i]->model.handle, &both[i]->writes);
    }
    compare(step, pc);
    for (unsigned i = 0; i < quick.writes.registers; i++)
      floats += quick.writes.reg[i].number >= RVT_TANDEM_F;
    stores += quick.writes.stores;
  }
  printf("spike_steps: %lu steps, %lu F registers and %lu stores, as the log has them\n", steps, floats, stores);
  rvt_tandem_loaded_close(&logged.model);
  rvt_tandem_loaded_close(&quick.model);
  return 0;
}

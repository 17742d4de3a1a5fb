/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tandem_toy.h"

#include <string.h>

void tandem_toy_next(struct tandem_toy *t, uint64_t pc) {
  memset(&t->next, 0, sizeof t->next);
  t->next_pc = pc;
}

void tandem_toy_writes(struct tandem_toy *t, uint16_t number, uint64_t value) {
  const unsigned i = t->next.registers++;
  t->next.reg[i].number = number;
  t->next.reg[i].value = value;
}

void tandem_toy_stores(struct tandem_toy *t, uint64_t address, uint8_t bytes, uint64_t data) {
  const unsigned i = t->next.stores++;
  t->next.store[i].address = address;
  t->next.store[i].physical = address;
  t->next.store[i].bytes = bytes;
  t->next.store[i].data = data;
}

void tandem_toy_loads(struct tandem_toy *t, uint64_t address, uint8_t bytes) {
  const unsigned i = t->next.loads++;
  t->next.load[i].address = address;
  t->next.load[i].bytes = bytes;
}

static void reset(void *model) {
  struct tandem_toy *t = model;
  memset(t->value, 0, sizeof t->value);
  t->value[RVT_TANDEM_MODEL_PC] = t->boot;
  t->value[RVT_TANDEM_MODEL_PRIVILEGE] = 3;
  t->resets++;
}

static uint8_t *at(struct tandem_toy *t, uint64_t address, size_t size) {
  const bool inside = address >= TOY_BASE && address - TOY_BASE <= TOY_BYTES - size;
  return inside ? t->memory + (address - TOY_BASE) : NULL;
}

static bool get(void *model, uint16_t number, uint64_t *value) {
  const struct tandem_toy *t = model;
  if (number != TOY_LACKS) *value = t->value[number];
  return number != TOY_LACKS;
}

static bool set(void *model, uint16_t number, uint64_t value) {
  struct tandem_toy *t = model;
  if (number != TOY_LACKS) t->value[number] = value;
  return number != TOY_LACKS;
}

static bool read_bytes(void *model, uint64_t address, void *bytes, size_t size) {
  const uint8_t *found = at(model, address, size);
  if (found != NULL) memcpy(bytes, found, size);
  return found != NULL;
}

static bool write_bytes(void *model, uint64_t address, const void *bytes, size_t size) {
  uint8_t *found = at(model, address, size);
  if (found != NULL) memcpy(found, bytes, size);
  return found != NULL;
}

static void step(void *model) {
  struct tandem_toy *t = model;
  for (unsigned i = 0; i < t->next.registers; i++)
    (void)set(t, t->next.reg[i].number, t->next.reg[i].value);
  for (unsigned i = 0; i < t->next.stores; i++)
    (void)write_bytes(t, t->next.store[i].physical, &t->next.store[i].data, t->next.store[i].bytes);
  t->value[RVT_TANDEM_MODEL_PC] = t->next_pc;
  t->taken = t->pending;
  t->steps++;
}

static void interrupt(void *model, uint64_t pending) {
  struct tandem_toy *t = model;
  t->pending = pending;
}

static void writes(void *model, struct rvt_tandem_writes *w) {
  const struct tandem_toy *t = model;
  *w = t->next;
}

const struct rvt_tandem_model tandem_toy = {.version = RVT_TANDEM_MODEL_VERSION,
                                            .name = "toy",
                                            .reset = reset,
                                            .step = step,
                                            .get = get,
                                            .set = set,
                                            .read = read_bytes,
                                            .write = write_bytes,
                                            .interrupt = interrupt,
                                            .writes = writes};

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * Clocks that the encoder of tandem verification trace takes for a group:
 *
 *   bench_tandem_rate XLEN FLEN MLEN ADD TRACE
 *
 * The groups of a trace as records again, with what is in them as elements of the build, by the
 * model with a hart that always has the next one and a reader that always takes a beat. ADD 1: with
 * AddRegisters, each x register as it was last told. One JSON object: groups, bytes of a group, and
 * of each number of lanes clocks of a group, an element a clock (0) and wide (1), and beats.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/tandem/encoder.h"

enum { ELEMENTS = 32, LANES = 5 };

struct trace {
  struct rvt_tandem_format format;
  bool add;
  uint8_t *data;
  size_t size;
  struct rvt_tandem_record *record;
  size_t records;
};

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_tandem_rate: %s\n", text);
  exit(2);
}

static void *need(void *memory) {
  if (memory == NULL) stop("expected memory, found none left");
  return memory;
}

static void load(struct trace *t, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) stop("expected a file, cannot read it");
  const long end = ftell(file);
  t->data = need(malloc((size_t)end + 1));
  rewind(file);
  t->size = fread(t->data, 1, (size_t)end, file);
  fclose(file);
}

/* ---- Records ---- */

static void add_state(struct rvt_tandem_record *r, const struct rvt_tandem_element *e) {
  switch (e->number) {
  case RVT_TANDEM_PC: r->pc_valid = true, r->pc_w = e->data; break;
  case RVT_TANDEM_PRIVILEGE: r->privilege_valid = true, r->privilege = (uint8_t)e->data; break;
  case RVT_TANDEM_PADDR: r->paddr_valid = true, r->paddr = e->data; break;
  case RVT_TANDEM_EADDR: r->eaddr_valid = true, r->eaddr = e->data; break;
  case RVT_TANDEM_PC_PADDR: r->pc_paddr_valid = true, r->pc_paddr = e->data; break;
  case RVT_TANDEM_MTIME: r->mtime_valid = true, r->mtime = e->data; break;
  default:
    r->store_valid = true, r->store = e->data;
    r->store_size = (uint8_t)(e->number - RVT_TANDEM_STORE8);
  }
}

static void add_register(struct rvt_tandem_record *r, const struct rvt_tandem_element *e) {
  if (e->opcode == RVT_TANDEM_OR) {
    r->fflags_valid = true, r->fflags = (uint8_t)e->data;
  } else if (e->number >= RVT_TANDEM_F) {
    r->fpr_valid = true, r->fpr = (uint8_t)(e->number - RVT_TANDEM_F), r->fpr_data = e->data;
  } else if (e->number >= RVT_TANDEM_X) {
    r->gpr_valid = true, r->gpr = (uint8_t)(e->number - RVT_TANDEM_X), r->gpr_data = e->data;
  } else {
    unsigned k = 0;
    while (k < RVT_TANDEM_CSRS - 1u && r->csr[k].valid) k++;
    r->csr[k] = (struct rvt_tandem_csr){true, e->number, e->data};
  }
}

static void add(struct rvt_tandem_record *r, const struct rvt_tandem_element *e) {
  switch (e->opcode) {
  case RVT_TANDEM_INCREMENT_PC: break; /* the instruction says how far */
  case RVT_TANDEM_RESET: r->kind = RVT_TANDEM_HART_RESET; break;
  case RVT_TANDEM_INIT: r->kind = RVT_TANDEM_OUTSIDE; break;
  case RVT_TANDEM_INSN16:
  case RVT_TANDEM_INSN32:
    r->kind = RVT_TANDEM_RETIRED;
    r->insn_valid = true, r->is32 = e->opcode == RVT_TANDEM_INSN32, r->insn = (uint32_t)e->data;
    if (!r->pc_valid) r->pc_w = r->pc_r + (r->is32 ? 4 : 2);
    break;
  case RVT_TANDEM_STATE: add_state(r, e); break;
  default: add_register(r, e);
  }
}

static void read_records(struct trace *t) {
  static struct rvt_tandem_reader reader;
  static uint64_t x[32];
  static bool known[32];
  struct rvt_bytes in = {.data = t->data, .size = t->size};
  struct rvt_tandem_element e;
  struct rvt_tandem_record r = {.kind = RVT_TANDEM_INTERRUPT};
  t->record = need(malloc((t->size / 2 + 1) * sizeof *t->record));
  rvt_tandem_reader_init(&reader, &t->format);
  while (rvt_tandem_read(&reader, &in, &e, NULL) == RVT_OK) {
    if (e.opcode == RVT_TANDEM_BEGIN) {
      r = (struct rvt_tandem_record){.kind = RVT_TANDEM_INTERRUPT, .pc_r = r.pc_w, .pc_w = r.pc_w};
    } else if (e.opcode != RVT_TANDEM_END) {
      add(&r, &e);
    } else {
      r.gpr_old_known = t->add && known[r.gpr];
      r.gpr_old = x[r.gpr];
      if (r.gpr_valid) x[r.gpr] = r.gpr_data, known[r.gpr] = true;
      t->record[t->records++] = r;
    }
  }
  if (t->records == 0) stop("expected a trace of this format with a group");
}

/* ---- Clocks ---- */

static struct rvt_tandem model;

static void run(const struct trace *t, uint8_t lanes, bool wide, uint64_t *clocks, uint64_t *beats,
                uint64_t *bytes) {
  const struct rvt_tandem_params p = {.format = t->format,
                                      .forms = {true, true, t->add},
                                      .nret = 1,
                                      .csrs = RVT_TANDEM_CSRS,
                                      .elements = t->format.flen != 0 ? RVT_TANDEM_SENDS_ALL
                                                                      : RVT_TANDEM_SENDS_ALL &
                                                                            ~RVT_TANDEM_SENDS_FPR,
                                      .queue_depth = 1,
                                      .lanes = lanes,
                                      .fifo_depth = 2,
                                      .wide = wide};
  struct rvt_error error;
  if (rvt_tandem_init(&model, &p, &error) != RVT_OK) stop(error.text);
  static struct rvt_tandem_in in;
  in = (struct rvt_tandem_in){.active = true, .enable = true, .m_ready = true};
  struct rvt_tandem_out out = {.empty = false};
  size_t next = 0;
  *clocks = *beats = *bytes = 0;
  for (bool ends = false; !ends; ++*clocks) {
    rvt_tandem_outputs(&model, &out);
    ends = next == t->records && out.empty;
    *beats += out.m.valid;
    *bytes += out.m.valid ? out.m.bytes : 0;
    in.valid[0] = next < t->records && !out.stall;
    if (in.valid[0]) in.slot[0] = t->record[next++];
    rvt_tandem_tick(&model, &in);
  }
}

int main(int argc, char **argv) {
  static struct trace t;
  if (argc != 6) stop("expected XLEN FLEN MLEN ADD TRACE");
  t.format = (struct rvt_tandem_format){(uint8_t)atoi(argv[1]), (uint8_t)atoi(argv[2]),
                                        (uint8_t)atoi(argv[3])};
  t.add = atoi(argv[4]) != 0;
  load(&t, argv[5]);
  read_records(&t);
  printf("{\"groups\": %zu", t.records);
  for (unsigned i = 0; i < LANES; i++) {
    uint64_t clocks[2], beats, bytes;
    for (unsigned wide = 0; wide < 2; wide++)
      run(&t, (uint8_t)(1u << i), wide != 0, &clocks[wide], &beats, &bytes);
    const double groups = (double)t.records;
    if (i == 0) printf(", \"bytes\": %.2f", (double)bytes / groups);
    printf(", \"%u\": [%.3f, %.3f, %.3f]", 1u << i, (double)clocks[0] / groups,
           (double)clocks[1] / groups, (double)beats / groups);
  }
  puts("}");
  free(t.record);
  free(t.data);
  return 0;
}

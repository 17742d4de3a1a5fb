/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */

/*
 * How fast a tandem verification trace is read, and checked against a model:
 *
 *   bench_tandem CORE.toml TRACE [ELF MODEL.so]
 *
 * One JSON object: groups, and per second of processor time groups that the strict reader reads;
 * with a model steps that it takes alone, groups that are checked (the reader's time not in it),
 * and their ratio. Alone it gets the interrupts and values that the check has put into it, at the
 * same steps, and so runs the same instructions. The best of five times each.
 */

#include <dlfcn.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <gelf.h>

#include "rvt/tandem/check.h"

enum { TIMES = 5 };

/* A call of `set`, or of `interrupt`, before a step. */
struct input {
  uint64_t step, value;
  uint16_t number;
};
enum { INTERRUPT = UINT16_MAX };

struct bench {
  struct rvt_tandem_core core;
  uint8_t *data;
  size_t size;
  uint64_t groups, hash;
  struct rvt_tandem_element *element; /* of all groups, one after the other */
  size_t *first;                      /* of each group, and one more */
  const struct rvt_tandem_model *model;
  uint64_t steps, differences;
  struct input *input;
  size_t inputs, room;
};

__attribute__((noreturn)) static void stop(const char *text) {
  fprintf(stderr, "bench_tandem: %s\n", text);
  exit(2);
}

static void *need(void *memory) {
  if (memory == NULL) stop("expected memory, found none left");
  return memory;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint8_t *load(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) stop("expected a file, cannot read it");
  const long end = ftell(file);
  uint8_t *data = need(malloc((size_t)end + 1));
  rewind(file);
  *size = fread(data, 1, (size_t)end, file);
  fclose(file);
  return data;
}

/* All of the trace; with `keep` its elements stay. */
static void read_all(struct bench *b, bool keep) {
  static struct rvt_tandem_reader reader;
  struct rvt_bytes in = {.data = b->data, .size = b->size};
  struct rvt_tandem_element e;
  enum rvt_status status;
  size_t count = 0;
  b->groups = 0;
  rvt_tandem_reader_init(&reader, &b->core.format);
  while ((status = rvt_tandem_read(&reader, &in, &e, NULL)) == RVT_OK) {
    b->hash += e.data;
    if (e.opcode == RVT_TANDEM_END) {
      b->groups++;
      if (keep) b->first[b->groups] = count;
    } else if (e.opcode != RVT_TANDEM_BEGIN) {
      if (keep) b->element[count] = e;
      count++;
    }
  }
  if (status != RVT_END) stop("expected a trace of this core that ends with a group");
}

static void put_elf(const struct bench *b, void *handle, char *data, size_t size) {
  size_t segments = 0;
  elf_version(EV_CURRENT);
  Elf *elf = elf_memory(data, size);
  if (elf == NULL || elf_getphdrnum(elf, &segments) != 0) stop("expected an ELF file");
  for (size_t i = 0; i < segments; i++) {
    GElf_Phdr p;
    if (gelf_getphdr(elf, (int)i, &p) == NULL) stop("expected segments of an ELF file");
    if (p.p_type == PT_LOAD && p.p_filesz != 0 &&
        !b->model->write(handle, p.p_paddr, data + p.p_offset, p.p_filesz))
      stop("expected segments in the RAM of the core");
  }
  elf_end(elf);
}

/* ---- A check whose inputs of the model are kept -------------------------------------------- */

static struct bench *kept;

static void keep(uint16_t number, uint64_t value) {
  struct bench *b = kept;
  if (b->inputs == b->room) {
    b->room = 2 * b->room + 1024;
    b->input = need(realloc(b->input, b->room * sizeof *b->input));
  }
  b->input[b->inputs++] = (struct input){b->steps, value, number};
}

static void keep_step(void *model) {
  kept->steps++;
  kept->model->step(model);
}

static bool keep_set(void *model, uint16_t number, uint64_t value) {
  keep(number, value);
  return kept->model->set(model, number, value);
}

static void keep_interrupt(void *model, uint64_t pending) {
  keep(INTERRUPT, pending);
  kept->model->interrupt(model, pending);
}

/* ---- Times --------------------------------------------------------------------------------- */

static void ignore_difference(void *user, const struct rvt_tandem_difference *d) {
  struct bench *b = user;
  (void)d;
  b->differences++;
}

static void step_alone(const struct bench *b, void *handle) {
  const struct input *next = b->input, *const end = b->input + b->inputs;
  for (uint64_t i = 0; i < b->steps; i++) {
    for (; next != end && next->step == i; next++)
      if (next->number == INTERRUPT)
        b->model->interrupt(handle, next->value);
      else
        (void)b->model->set(handle, next->number, next->value);
    b->model->step(handle);
  }
}

enum what { ALONE, CHECK, KEEP };

/* Seconds of the model alone, or of the check. */
static double run(struct bench *b, char *elf, size_t size, enum what what) {
  struct rvt_error error = {""};
  void *handle = b->model->open(&b->core, &error);
  if (handle == NULL) stop(error.text);
  put_elf(b, handle, elf, size);
  b->model->reset(handle);
  struct rvt_tandem_model keeping = *b->model;
  keeping.step = keep_step;
  keeping.set = keep_set;
  keeping.interrupt = keep_interrupt;
  const struct rvt_tandem_check_config config = {.core = &b->core,
                                                 .model = what == KEEP ? &keeping : b->model,
                                                 .handle = handle,
                                                 .difference = ignore_difference,
                                                 .user = b};
  struct rvt_tandem_check *c = need(rvt_tandem_check_new(&config));
  const double begin = now();
  if (what == ALONE) step_alone(b, handle);
  for (uint64_t i = 0; what != ALONE && i < b->groups; i++)
    rvt_tandem_check_group(c, b->element + b->first[i], b->first[i + 1] - b->first[i], i);
  const double took = now() - begin;
  rvt_tandem_check_free(c);
  b->model->close(handle);
  return took;
}

static void measure_check(struct bench *b, const char *elf, const char *library) {
  size_t size = 0;
  char *data = (char *)load(elf, &size);
  void *found = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  const char *name = strrchr(library, '/');
  char symbol[64];
  name = name == NULL ? library : name + 1;
  snprintf(symbol, sizeof symbol, "rvt_tandem_model_%.*s", (int)strcspn(name, "."), name);
  if (found != NULL) b->model = dlsym(found, symbol);
  if (b->model == NULL) stop("expected a model");
  b->element = need(malloc(b->size * sizeof *b->element));
  b->first = need(calloc(b->groups + 1, sizeof *b->first));
  read_all(b, true);
  kept = b;
  (void)run(b, data, size, KEEP);
  double alone = 0, checked = 0;
  for (unsigned i = 0; i < TIMES; i++) {
    const double check = run(b, data, size, CHECK), step = run(b, data, size, ALONE);
    if (i == 0 || check < checked) checked = check;
    if (i == 0 || step < alone) alone = step;
  }
  printf(", \"steps\": %" PRIu64 ", \"differences\": %" PRIu64
         ", \"alone_per_s\": %.0f, \"checked_per_s\": %.0f, \"ratio\": %.3f",
         b->steps, b->differences / (TIMES + 1), (double)b->steps / alone,
         (double)b->groups / checked, alone / checked);
  free(data);
}

int main(int argc, char **argv) {
  static struct bench b;
  struct rvt_error error = {""};
  if (argc != 3 && argc != 5) stop("expected CORE.toml TRACE [ELF MODEL.so]");
  if (rvt_tandem_core_read(argv[1], &b.core, &error) != RVT_OK) stop(error.text);
  b.data = load(argv[2], &b.size);
  double best = 0;
  for (unsigned i = 0; i < TIMES; i++) {
    const double begin = now();
    read_all(&b, false);
    const double took = now() - begin;
    if (i == 0 || took < best) best = took;
  }
  printf("{\"groups\": %" PRIu64 ", \"bytes\": %zu, \"read_per_s\": %.0f", b.groups, b.size,
         (double)b.groups / best);
  if (argc == 5) measure_check(&b, argv[3], argv[4]);
  puts("}");
  free(b.element);
  free(b.input);
  free(b.first);
  free(b.data);
  return b.groups == 0;
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "ports are compared as little-endian bytes");

enum { BINDS_MAX = 128, RESET_CLOCKS = 3 };

#define MUTANT_PORT "mutant_sel"

/* A binding with its port found. */
struct link {
  const struct tb_bind *bind;
  const struct tb_port *port;
  uint8_t *rtl;
  uint8_t *model;
  size_t bytes;        /* that both have */
  const uint8_t *mask; /* NULL: all bits count */
};

/* Links in two lists, since most ports have one byte and every clock passes them all: first those
 * of one byte on both sides without a mask, then the others. */
struct links {
  struct link list[BINDS_MAX];
  size_t count, ones;
};

struct run {
  const struct tb_bench *bench;
  struct tb tb;
  struct tb_dut *dut;
  uint8_t *clk, *rst_n;
  void *self;
  struct links in, out;
  uint64_t digest;
};

void tb_fail(struct tb *tb, const char *format, ...) {
  if (tb->error[0] != 0) return;
  va_list args;
  va_start(args, format);
  vsnprintf(tb->error, sizeof tb->error, format, args);
  va_end(args);
}

static const char *find_param(const char *name) {
  size_t len = strlen(name);
  for (const char *p = tb_dut_params(); *p != 0; p += strcspn(p, " ")) {
    p += strspn(p, " ");
    if (strncmp(p, name, len) == 0 && p[len] == '=') return p + len + 1;
  }
  return NULL;
}

uint32_t tb_param(struct tb *tb, const char *name) {
  const char *value = find_param(name);
  if (value == NULL) tb_fail(tb, "build %s has no parameter %s", tb_dut_build(), name);
  return value == NULL ? 0 : (uint32_t)strtoul(value, NULL, 0);
}

uint32_t tb_param_or(const char *name, uint32_t otherwise) {
  const char *value = find_param(name);
  return value == NULL ? otherwise : (uint32_t)strtoul(value, NULL, 0);
}

const char *tb_option_text(struct tb *tb, const char *name, const char *otherwise) {
  struct tb_name_value *list = (struct tb_name_value *)(uintptr_t)tb->args->options;
  for (size_t i = tb->args->option_count; i-- > 0;) {
    if (strlen(name) != list[i].name_len || strncmp(list[i].name, name, list[i].name_len) != 0)
      continue;
    list[i].used = true;
    return list[i].value;
  }
  return otherwise;
}

uint64_t tb_option(struct tb *tb, const char *name, uint64_t otherwise) {
  const char *text = tb_option_text(tb, name, NULL);
  if (text == NULL) return otherwise;
  char *end;
  uint64_t value = strtoull(text, &end, 0);
  if (*text == 0 || *end != 0) tb_fail(tb, "option %s=%s is not a number", name, text);
  return value;
}

uint64_t tb_option_in(struct tb *tb, const char *name, uint64_t otherwise, uint64_t min,
                      uint64_t max) {
  uint64_t value = tb_option(tb, name, otherwise);
  if (value < min || value > max) tb_fail(tb, "option %s=%" PRIu64 " is out of range", name, value);
  return value;
}

static const struct tb_port *find_port(const struct tb_dut *dut, const char *name) {
  size_t count;
  const struct tb_port *ports = tb_dut_ports(dut, &count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(ports[i].name, name) == 0) return &ports[i];
  return NULL;
}

static bool is_bound(const struct tb_bench *bench, const char *name) {
  for (size_t i = 0; i < bench->bind_count; i++)
    if (strcmp(bench->binds[i].port, name) == 0) return true;
  return false;
}

static void link_one(struct run *r, const struct tb_bind *bind) {
  const struct tb_port *port = find_port(r->dut, bind->port);
  if (port == NULL || port->input != bind->input) {
    tb_fail(&r->tb, "the unit has no %s %s", bind->input ? "input" : "output", bind->port);
    return;
  }
  if (bind->bytes * 8u < port->width)
    tb_fail(&r->tb, "%s has %u bits, more than its binding", bind->port, port->width);
  struct links *links = bind->input ? &r->in : &r->out;
  if (links->count == BINDS_MAX) {
    tb_fail(&r->tb, "more than %d ports", BINDS_MAX);
    return;
  }
  struct link *at = &links->list[links->count++];
  if (bind->bytes == 1 && port->bytes == 1 && bind->mask == 0) {
    *at = links->list[links->ones];
    at = &links->list[links->ones++];
  }
  *at = (struct link){
      .bind = bind,
      .port = port,
      .rtl = port->data,
      .model = (uint8_t *)r->self + bind->offset,
      .bytes = bind->bytes < port->bytes ? bind->bytes : port->bytes,
      .mask = bind->mask != 0 ? (const uint8_t *)r->self + bind->mask : NULL,
  };
}

/* Every port must be bound: an output that nobody compares is a hole in the proof. */
static void link_all(struct run *r) {
  size_t count;
  const struct tb_port *ports = tb_dut_ports(r->dut, &count);
  for (size_t i = 0; i < r->bench->bind_count; i++) link_one(r, &r->bench->binds[i]);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(ports[i].name, "clk_i") == 0)
      r->clk = ports[i].data;
    else if (strcmp(ports[i].name, "rst_ni") == 0)
      r->rst_n = ports[i].data;
    else if (strcmp(ports[i].name, MUTANT_PORT) != 0 && !is_bound(r->bench, ports[i].name))
      tb_fail(&r->tb, "bench %s does not bind port %s", r->bench->name, ports[i].name);
  }
  if (r->clk == NULL || r->rst_n == NULL) tb_fail(&r->tb, "the unit has no clk_i or no rst_ni");
}

/* A netlist with mutants (docs/verification/mutation.md) has a port that selects one. */
static void choose_mutant(struct run *r) {
  const struct tb_port *port = find_port(r->dut, MUTANT_PORT);
  if (port != NULL)
    memcpy(port->data, &r->tb.args->mutant, (port->width + 7u) / 8u);
  else if (r->tb.args->mutant != 0)
    tb_fail(&r->tb, "the unit has no port " MUTANT_PORT);
}

static void put_inputs(struct run *r) {
  const struct link *l = r->in.list;
  for (; l != r->in.list + r->in.ones; l++) *l->rtl = *l->model;
  for (; l != r->in.list + r->in.count; l++) {
    switch (l->bytes) {
    case 1: *l->rtl = *l->model; break;
    case 2: memcpy(l->rtl, l->model, 2); break;
    case 4: memcpy(l->rtl, l->model, 4); break;
    case 8: memcpy(l->rtl, l->model, 8); break;
    default: memcpy(l->rtl, l->model, l->bytes); break;
    }
  }
}

static void hex(char *out, size_t size, const uint8_t *bytes, size_t count) {
  while (count > 1 && bytes[count - 1] == 0) count--;
  size_t pos = (size_t)snprintf(out, size, "0x%x", bytes[count - 1]);
  while (count-- > 1 && pos < size)
    pos += (size_t)snprintf(out + pos, size - pos, "%02x", bytes[count - 1]);
}

static bool rest_is_zero(const uint8_t *bytes, size_t from, size_t to) {
  uint64_t any = 0;
  uint64_t word;
  for (; from + sizeof word <= to; from += sizeof word) {
    memcpy(&word, bytes + from, sizeof word);
    any |= word;
  }
  for (; from < to; from++) any |= bytes[from];
  return any == 0;
}

static bool link_equal(const struct link *l) {
  return memcmp(l->rtl, l->model, l->bytes) == 0 &&
         rest_is_zero(l->rtl, l->bytes, l->port->bytes) &&
         rest_is_zero(l->model, l->bytes, l->bind->bytes);
}

/* Bits outside the mask are not defined: they count neither here nor in the digest. */
static bool masked_equal(const struct link *l, uint64_t *digest) {
  bool equal = rest_is_zero(l->rtl, l->bytes, l->port->bytes);
  for (size_t i = 0; i < l->bytes; i++) {
    uint8_t byte = l->rtl[i] & l->mask[i];
    equal = equal && byte == (l->model[i] & l->mask[i]);
    *digest = *digest * 31 + byte;
  }
  return equal;
}

static inline uint64_t digest_of(uint64_t digest, uint64_t value) {
  return (digest ^ value) * 0x100000001b3u;
}

static bool compare_one(struct run *r, const struct link *l) {
  const size_t bytes = l->port->bytes;
  uint64_t value = 0;
  bool equal;
  if (l->mask != NULL) {
    equal = masked_equal(l, &value);
  } else {
    equal = link_equal(l);
    memcpy(&value, l->rtl, bytes < 8 ? bytes : 8);
    for (size_t k = 8; k < bytes; k++) value = value * 31 + l->rtl[k];
  }
  if (!l->bind->apart) r->digest = digest_of(r->digest, value);
  return equal;
}

static void report(struct run *r, const struct link *l) {
  char rtl[160];
  char model[160];
  hex(rtl, sizeof rtl, l->port->data, l->port->bytes);
  hex(model, sizeof model, l->model, l->bind->bytes);
  tb_fail(&r->tb, "%s %s: RTL %s, model %s", l->bind->unit != NULL ? l->bind->unit : r->bench->name,
          l->bind->port, rtl, model);
}

static bool compare(struct run *r) {
  const struct link *l = r->out.list;
  uint64_t digest = r->digest;
  for (; l != r->out.list + r->out.ones; l++) {
    digest = digest_of(digest, *l->rtl);
    if (*l->rtl != *l->model) break;
  }
  r->digest = digest;
  if (l == r->out.list + r->out.ones)
    while (l != r->out.list + r->out.count && compare_one(r, l)) l++;
  if (l == r->out.list + r->out.count) return true;
  report(r, l);
  return false;
}

static void settle(struct run *r) {
  if (!tb_dut_eval(r->dut)) tb_fail(&r->tb, "%s %s", r->bench->name, tb_dut_failure(r->dut));
}

/* The rising edge that ends a clock and shows the inputs of the next (scripts/sim/stage.py). Reset
 * passes beside the clock: it changes after the edge. */
static void edge(struct run *r, bool in_reset, bool wave) {
  *r->clk = 0;
  settle(r);
  if (wave && r->tb.clock != 0) tb_dut_wave_dump(r->dut, 10 * r->tb.clock - 5);
  put_inputs(r);
  *r->clk = 1;
  settle(r);
  if (*r->rst_n == in_reset) {
    *r->rst_n = !in_reset;
    settle(r);
  }
  if (wave) tb_dut_wave_dump(r->dut, 10 * r->tb.clock);
}

/* One clock: inputs after the edge that begins it, comparison before the edge that ends it. */
static void clock_once(struct run *r, bool in_reset, bool wave) {
  r->tb.in_reset = in_reset;
  r->bench->drive(r->self, &r->tb);
  edge(r, in_reset, wave);
  /* What an assertion saw at this edge is the clock before. */
  if (r->tb.error[0] != 0 && r->tb.clock != 0) r->tb.clock--;
  r->bench->outputs(r->self);
  if (r->tb.error[0] != 0 || !compare(r)) return;
  if (in_reset)
    r->bench->reset(r->self, &r->tb);
  else
    r->bench->tick(r->self, &r->tb);
  r->tb.clock++;
}

static void loop(struct run *r, uint64_t clocks, uint32_t reset_every, uint64_t wave_from,
                 const char *wave) {
  unsigned reset_left = RESET_CLOCKS;
  /* An asynchronous reset acts on its falling edge, so the unit must have seen it high. */
  *r->clk = 0;
  *r->rst_n = 1;
  settle(r);
  *r->rst_n = 0;
  settle(r);
  r->bench->reset(r->self, &r->tb);
  while (r->tb.clock < clocks && !r->tb.done && r->tb.error[0] == 0) {
    if (r->tb.clock == wave_from) tb_dut_wave_open(r->dut, wave);
    if (reset_left == 0 && tb_rng_one_in(&r->tb.rng, reset_every)) {
      reset_left = 1 + tb_rng_below(&r->tb.rng, RESET_CLOCKS);
      r->bench->reset(r->self, &r->tb);
    }
    clock_once(r, reset_left != 0, r->tb.clock >= wave_from);
    if (reset_left != 0) reset_left--;
  }
  /* Assertions see the last clock at the edge that ends it. */
  if (r->tb.error[0] == 0) edge(r, !*r->rst_n, false);
}

static void check_options(struct run *r, const struct tb_args *args) {
  for (size_t i = 0; i < args->option_count; i++)
    if (!args->options[i].used)
      tb_fail(&r->tb, "bench %s has no option %.*s", r->bench->name, (int)args->options[i].name_len,
              args->options[i].name);
}

void tb_run(const struct tb_bench *bench, struct tb_args *args, uint64_t wave_from, uint64_t *cover,
            struct tb_result *result) {
  struct run *r = calloc(1, sizeof *r);
  void *self = calloc(1, bench->bytes);
  struct tb_dut *dut = tb_dut_new(args->reset_seed);
  if (r == NULL || self == NULL || dut == NULL) {
    fprintf(stderr, "%s: out of memory\n", bench->name);
    exit(2);
  }
  memset(cover, 0, bench->cover_count * sizeof *cover);
  *r = (struct run){.bench = bench, .dut = dut, .self = self, .digest = 0xcbf29ce484222325u};
  r->tb.args = args;
  r->tb.cover = cover;
  r->tb.framing = rvt_framing_of((uint8_t)tb_param_or("Framing", RVT_FRAMING_NTRACE));
  tb_rng_seed(&r->tb.rng, args->seed);
  link_all(r);
  choose_mutant(r);
  bool ready = r->tb.error[0] == 0 && bench->init(self, &r->tb);
  uint32_t reset_every = (uint32_t)tb_option_in(&r->tb, "resets", 20000, 0, UINT32_MAX);
  check_options(r, args);
  if (ready && r->tb.error[0] == 0) loop(r, args->clocks, reset_every, wave_from, args->wave);
  if (ready && r->tb.error[0] == 0 && bench->finish != NULL && !bench->finish(self, &r->tb))
    tb_fail(&r->tb, "%s: the checks at the end failed", bench->name);
  result->ok = r->tb.error[0] == 0;
  result->clocks = r->tb.clock;
  result->digest = r->digest;
  snprintf(result->text, sizeof result->text, "clock %" PRIu64 ": %s", r->tb.clock, r->tb.error);
  if (bench->close != NULL) bench->close(self);
  tb_dut_free(dut);
  free(self);
  free(r);
}

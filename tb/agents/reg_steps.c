/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "reg_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 32, BLOCK = 4096, LIMIT = 400000 };

/* Says where in the script, and what was written last. */
static void fail(struct tb_steps *s, const char *what, uint32_t at, uint64_t found,
                 uint64_t expected) {
  tb_fail(s->tb, "%s:%u: %s 0x%03X reads 0x%08llX, expected 0x%08llX after 0x%08X to 0x%03X/%u",
          s->path, s->line, what, at, (unsigned long long)found, (unsigned long long)expected,
          s->wrote.data, s->wrote.paddr & 0xFFCu, s->wrote.strb);
}

static void bad(struct tb_steps *s) {
  tb_fail(s->tb, "%s:%u: not a step that reg_steps.py writes", s->path, s->line);
}

/* A word of a block: what the line of `all` says of it, or 0. */
static void next_of_block(struct tb_steps *s) {
  unsigned offset = 0, value = 0, mask = 0;
  int used = 0;
  s->value = 0;
  s->mask = UINT32_MAX;
  if (sscanf(s->all_at, " %x=%x/%x%n", &offset, &value, &mask, &used) != 3) return;
  if (offset != s->all_next) return;
  s->value = value;
  s->mask = mask;
  s->all_at += used;
}

static void done(void *context, const struct tb_apb_access *a, uint32_t read) {
  struct tb_steps *s = context;
  const uint16_t offset = a->paddr & 0xFFC;
  if (a->write) {
    s->wrote = *a;
    s->writes++;
    return;
  }
  if (s->until) {
    s->until = (read & s->mask) != s->value;
    if (!s->until) s->reads++;
    return;
  }
  s->reads++;
  if ((read & s->mask) != s->value) fail(s, "word", offset, read & s->mask, s->value);
  if (s->all_next == BLOCK) return;
  s->all_next += 4;
  s->blocks += s->all_next == BLOCK;
}

bool tb_steps_init(struct tb_steps *s, struct tb *tb, struct tb_apb *bus) {
  s->tb = tb;
  s->path = tb_option_text(tb, "steps", NULL);
  bus->every = 0;
  bus->done = done;
  bus->context = s;
  if (s->path == NULL) {
    tb_fail(tb, "option steps=FILE is missing");
    return false;
  }
  FILE *f = fopen(s->path, "rb");
  long size = -1;
  if (f != NULL && fseek(f, 0, SEEK_END) == 0) size = ftell(f);
  if (size > 0) s->text = calloc(1, (size_t)size + 1);
  if (s->text == NULL || fseek(f, 0, SEEK_SET) != 0 ||
      fread(s->text, 1, (size_t)size, f) != (size_t)size)
    tb_fail(tb, "%s: cannot be read", s->path);
  if (f != NULL) fclose(f);
  return tb->error[0] == 0;
}

void tb_steps_close(struct tb_steps *s) { free(s->text); }

static void put_together(struct tb_steps *s) {
  if (s->end != NULL) *s->end = '\n';
  s->end = NULL;
}

void tb_steps_reset(struct tb_steps *s) {
  put_together(s);
  s->at = s->text;
  s->line = 0;
  s->wait_left = 0;
  s->limit_left = LIMIT;
  s->all_next = BLOCK;
  s->until = s->ended = false;
  s->count = s->sent = 0;
  s->reads = s->writes = s->blocks = s->checks = 0;
}

static void access(struct tb_steps *s, struct tb_apb *bus, bool write, uint32_t offset,
                   uint32_t data, uint32_t strobes) {
  const struct tb_apb_access a = {.write = write,
                                  .paddr = (uint16_t)(offset | tb_rng_below(&s->tb->rng, 4)),
                                  .data = data,
                                  .strb = (uint8_t)strobes};
  tb_apb_queue(bus, &a);
}

static void set(struct tb_steps *s, const char *name, unsigned value) {
  for (const struct tb_step_place *p = s->inputs; p->name != NULL; p++) {
    if (strcmp(p->name, name) != 0) continue;
    *((uint8_t *)s->self + p->offset) = (uint8_t)value;
    return;
  }
  bad(s);
}

static void check_cfg(struct tb_steps *s, const char *name, uint64_t expected) {
  const uint64_t found = s->cfg == NULL ? ~expected : s->cfg(s->self, name);
  s->checks++;
  if (found != expected) fail(s, name, 0, found, expected);
}

static void send(struct tb_steps *s, const char *hex, unsigned ends) {
  unsigned byte = 0;
  s->count = s->sent = 0;
  s->ends = ends != 0;
  while (s->count < TB_STEPS_BYTES && sscanf(hex + 2 * (size_t)s->count, "%2x", &byte) == 1)
    s->bytes[s->count++] = (uint8_t)byte;
}

static void step(struct tb_steps *s, struct tb_apb *bus, const char *line) {
  char name[NAME_ROOM], hex[2 * TB_STEPS_BYTES + 1];
  unsigned a = 0, b = 0, c = 0;
  unsigned long long n = 0;
  s->limit_left = LIMIT;
  if (line[0] == '#') return;
  if (sscanf(line, "r %x %x %x", &a, &s->value, &s->mask) == 3) {
    access(s, bus, false, a, 0, 0);
  } else if (sscanf(line, "w %x %x %u", &a, &b, &c) == 3) {
    access(s, bus, true, a, b, c);
  } else if (sscanf(line, "set %31s %u", name, &a) == 2) {
    set(s, name, a);
  } else if (sscanf(line, "wait %u", &a) == 1) {
    s->wait_left = a;
  } else if (strncmp(line, "all", 3) == 0) {
    s->all_next = 0;
    s->all_at = line + 3;
  } else if (sscanf(line, "until %x %x %x", &a, &s->mask, &s->value) == 3) {
    s->until = true;
    s->polled = (uint16_t)a;
  } else if (sscanf(line, "send %128s %u", hex, &a) == 2) {
    send(s, hex, a);
  } else if (sscanf(line, "cfg %31s %llu", name, &n) == 2) {
    check_cfg(s, name, n);
  } else if (sscanf(line, "end %llu", &n) == 1) {
    s->ended = s->tb->done = true;
    if (n != s->reads + s->writes) tb_fail(s->tb, "%s: not all accesses were made", s->path);
  } else {
    bad(s);
  }
}

static bool step_goes_on(struct tb_steps *s, struct tb_apb *bus) {
  if (s->ended || s->tb->error[0] != 0) return true;
  if (s->limit_left-- == 0) tb_fail(s->tb, "%s:%u: does not end", s->path, s->line);
  if (s->wait_left != 0) {
    s->wait_left--;
    return true;
  }
  if (s->sent != s->count || !tb_apb_idle(bus)) return true;
  if (s->until) {
    access(s, bus, false, s->polled, 0, 0);
  } else if (s->all_next != BLOCK) {
    next_of_block(s);
    access(s, bus, false, s->all_next, 0, 0);
  } else {
    return false;
  }
  return true;
}

void tb_steps_next(struct tb_steps *s, struct tb_apb *bus) {
  while (!step_goes_on(s, bus)) {
    const char *line = s->at;
    put_together(s);
    s->end = strchr(line, '\n');
    if (s->end == NULL) {
      tb_fail(s->tb, "%s: has no end", s->path);
      return;
    }
    *s->end = 0; /* while the line is looked at */
    s->at = s->end + 1;
    s->line++;
    step(s, bus, line);
  }
}

bool tb_steps_finish(const struct tb_steps *s, struct tb *tb) {
  if (!s->ended) tb_fail(tb, "%s:%u: the run ends within the script", s->path, s->line);
  return s->ended;
}

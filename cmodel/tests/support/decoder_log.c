/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "decoder_log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/ntrace_text.h"

static _Noreturn void give_up(const char *what, const char *where) {
  fprintf(stderr, "decoder_log: expected %s, found %s\n", what, where);
  exit(2);
}

__attribute__((format(printf, 2, 3))) static void put(struct rvt_decoder_log *log, const char *form,
                                                      ...) {
  va_list args;
  if (log->count_only) return;
  va_start(args, form);
  int length = vsnprintf(log->text + log->used, RVT_LOG_SIZE - log->used, form, args);
  va_end(args);
  if (length < 0 || (size_t)length >= RVT_LOG_SIZE - log->used) give_up("a shorter log", log->text);
  log->used += (size_t)length;
}

static void put_known(struct rvt_decoder_log *log, bool known, uint64_t value) {
  if (known)
    put(log, "%" PRIx64, value);
  else
    put(log, "?");
}

static void put_run(struct rvt_decoder_log *log, const struct rvt_image *image,
                    const struct rvt_decoder_run *run) {
  struct rvt_decoder_pcs pcs, bulk;
  struct rvt_decoder_run once = *run;
  uint64_t count = 0;
  uint64_t few[3];
  size_t taken = 0, used = 0;
  once.times = 1;
  log->runs++;
  if (log->count_only) return;
  rvt_decoder_pcs_begin(&pcs, image, &once);
  rvt_decoder_pcs_begin(&bulk, image, &once);
  while (rvt_decoder_pcs_next(&pcs)) {
    if (used == taken) {
      taken = rvt_decoder_pcs_take(&bulk, few, 3);
      used = 0;
    }
    if (used == taken || few[used++] != pcs.pc)
      give_up("the same addresses one by one and in bulk", log->text);
    put(log, " %" PRIx64, pcs.pc);
    count++;
  }
  if (used != taken || rvt_decoder_pcs_take(&bulk, few, 3) != 0)
    give_up("the same number of addresses one by one and in bulk", log->text);
  if (count != run->insns || pcs.next != run->pc + 2 * run->halfwords)
    give_up("a run with its instructions", log->text);
  if (run->times != 1) put(log, "*%" PRIx64, run->times);
}

static void put_problem(struct rvt_decoder_log *log, const struct rvt_decoder_event *e) {
  const struct rvt_decoder_problem *p = &e->u.problem;
  bool error = e->kind == RVT_DE_ERROR;
  if (error)
    log->errors++;
  else
    log->warnings++;
  put(log, "%c%s:%s@%" PRIx64, error ? 'E' : 'W', error && p->all_sources ? "!" : "", p->row,
      e->offset);
}

void rvt_decoder_log(void *user, const struct rvt_decoder_event *e) {
  struct rvt_decoder_log *log = user;
  if (e->kind == RVT_DE_RUN) {
    put_run(log, e->image, &e->u.run);
    return;
  }
  put(log, " ");
  if (log->with_src) put(log, "s%x/", e->src);
  switch (e->kind) {
  case RVT_DE_TRANSFER:
    put_known(log, e->u.transfer.from_known, e->u.transfer.from);
    put(log, ">%" PRIx64 ":0", e->u.transfer.to);
    break;
  case RVT_DE_TRAP:
    put_known(log, e->u.trap.epc_known, e->u.trap.epc);
    put(log, ">%" PRIx64 ":%x", e->u.trap.to, e->own.ntrace.btype);
    break;
  case RVT_DE_SYNC:
    put(log, "S%x@%" PRIx64 "%s", e->own.ntrace.sync, e->u.sync.pc,
        e->u.sync.continuous ? "c" : "");
    break;
  case RVT_DE_OVERFLOW:
    put(log, "G%" PRIx64 "@", e->own.ntrace.ecode);
    put_known(log, e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_STOP:
    put(log, "X%x@", e->own.ntrace.evcode);
    put_known(log, e->u.end.pc_known, e->u.end.pc);
    break;
  case RVT_DE_CONTEXT: put(log, "O%" PRIx64, e->own.ntrace.process); break;
  case RVT_DE_TIME: put(log, "T%" PRIx64, e->u.time); break;
  case RVT_DE_NO_FLOW: put(log, "N%x", e->own.ntrace.tcode); break;
  default: put_problem(log, e); break;
  }
}

const struct rvt_decoder_log *rvt_log_bytes(const struct rvt_image *image,
                                            const struct rvt_decoder_config *config,
                                            const void *bytes, size_t size) {
  static struct rvt_decoder_log log;
  struct rvt_decoder *d = NULL;
  struct rvt_bytes in = {.data = bytes, .size = size};
  memset(&log, 0, offsetof(struct rvt_decoder_log, text) + 1);
  log.errors = log.warnings = log.runs = 0;
  log.count_only = false;
  log.with_src = config->ntrace.format.src_bits != 0;
  if (rvt_decoder_new(config, image, rvt_decoder_log, &log, &d, NULL) != RVT_OK)
    give_up("a good configuration", "another");
  if (rvt_decoder_feed(d, &in) == RVT_END && in.pos != size) give_up("all bytes used", "some left");
  rvt_decoder_finish(d, size - in.pos);
  rvt_decoder_free(d);
  if (log.text[0] == ' ') memmove(log.text, log.text + 1, log.used);
  return &log;
}

size_t rvt_hex(const char *text, uint8_t *bytes, size_t room) {
  size_t size = 0;
  char *end = NULL;
  for (;;) {
    text += strspn(text, " ");
    if (*text == '\0') return size;
    unsigned long value = strtoul(text, &end, 16);
    if (end == text || value > 0xff || size == room) give_up("hexadecimal bytes", text);
    bytes[size++] = (uint8_t)value;
    text = end;
  }
}

size_t rvt_lines(const struct rvt_ntrace_format *format, const char *text, uint8_t *bytes,
                 size_t room) {
  char copy[4096];
  char *rest = copy;
  size_t size = 0;
  if (strlen(text) >= sizeof copy) give_up("shorter lines", text);
  strcpy(copy, text);
  for (char *line = strsep(&rest, ";"); line != NULL; line = strsep(&rest, ";")) {
    struct rvt_ntrace_msg msg;
    struct rvt_error error;
    uint8_t out[RVT_MSG_BYTES_MAX];
    size_t length = 0;
    while (*line == ' ') line++;
    if (rvt_ntrace_msg_parse(format, line, &msg, NULL, &error) != RVT_OK) give_up(error.text, line);
    if (rvt_ntrace_msg_write(format, &msg, out, &length) != RVT_OK || length > room - size)
      give_up("a message that fits", line);
    memcpy(bytes + size, out, length);
    size += length;
  }
  return size;
}

uint32_t rvt_branch(int32_t offset) {
  uint32_t i = (uint32_t)offset;
  return 0x63 | (i >> 12 & 1) << 31 | (i >> 5 & 0x3f) << 25 | (i >> 1 & 0xf) << 8 |
         (i >> 11 & 1) << 7;
}

uint32_t rvt_jal(unsigned rd, int32_t offset) {
  uint32_t i = (uint32_t)offset;
  return 0x6f | rd << 7 | (i >> 20 & 1) << 31 | (i >> 1 & 0x3ff) << 21 | (i >> 11 & 1) << 20 |
         (i >> 12 & 0xff) << 12;
}

uint16_t rvt_c_j(int32_t offset) {
  uint32_t i = (uint32_t)offset;
  return (uint16_t)(0xa001 | (i >> 11 & 1) << 12 | (i >> 4 & 1) << 11 | (i >> 8 & 3) << 9 |
                    (i >> 10 & 1) << 8 | (i >> 6 & 1) << 7 | (i >> 7 & 1) << 6 | (i >> 1 & 7) << 3 |
                    (i >> 5 & 1) << 2);
}

uint16_t rvt_c_beqz(int32_t offset) {
  uint32_t i = (uint32_t)offset;
  return (uint16_t)(0xc001 | (i >> 8 & 1) << 12 | (i >> 3 & 3) << 10 | (i >> 6 & 3) << 5 |
                    (i >> 1 & 3) << 3 | (i >> 5 & 1) << 2);
}

uint32_t rvt_auipc(unsigned rd, int32_t offset) { return 0x17 | rd << 7 | (uint32_t)offset; }

uint32_t rvt_lui(unsigned rd, int32_t value) { return 0x37 | rd << 7 | (uint32_t)value; }

uint32_t rvt_jalr(unsigned rd, unsigned rs1, int32_t offset) {
  return 0x67 | rd << 7 | rs1 << 15 | (uint32_t)offset << 20;
}

struct rvt_image *rvt_code_image(unsigned xlen, const struct rvt_code *code, size_t count) {
  const struct rvt_isa isa = {.xlen = (uint8_t)xlen};
  return rvt_code_image_isa(&isa, code, count);
}

/* Contiguous instructions become one piece of code. */
struct rvt_image *rvt_code_image_isa(const struct rvt_isa *isa, const struct rvt_code *code,
                                     size_t count) {
  struct rvt_image *image = NULL;
  uint8_t piece[4096];
  size_t used = 0;
  uint64_t base = 0;
  if (rvt_image_new(0, &image) != RVT_OK || rvt_image_set_isa(image, isa) != RVT_OK)
    give_up("an image", "none");
  for (size_t i = 0; i <= count; i++) {
    if (used > 0 && (i == count || code[i].address != base + used)) {
      if (rvt_image_add(image, base, piece, used) != RVT_OK) give_up("good code", "bad");
      used = 0;
    }
    if (i == count) break;
    if (used == 0) base = code[i].address;
    size_t size = rvt_insn_size((uint16_t)code[i].insn) == 2 ? 4 : 2;
    if (used + size > sizeof piece) give_up("a small image", "a large one");
    for (size_t k = 0; k < size; k++) piece[used++] = (uint8_t)(code[i].insn >> 8 * k);
  }
  return image;
}

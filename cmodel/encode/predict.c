/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "rvt/predict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rvt/insn.h"
#include "rvt/ntrace.h"
#include "rvt/ntrace_text.h"
#include "rvt/unit/encode.h"

/* ---- Counters: two crosses ----------------------------------------------------------------- */

/*
 * Counters of the predictor: two crosses. A message with its codes, each value of one with each of
 * the other; and each message after each other one.
 */
enum { BINS_CODES = 113, BINS_MESSAGES = 12 };

struct bins {
  uint64_t code[BINS_CODES];
  uint64_t after[BINS_MESSAGES][BINS_MESSAGES]; /* [before][after] */
  bool any;
  uint8_t last; /* place of the message before */
};

/* Values of a code, the specification's; a message has one code or two. */
struct code {
  const char *name;
  uint8_t value[9];
  uint8_t count;
};
enum code_name { NONE, SYNC, BTYPE, ETYPE, RCODE, EVCODE, CDF, OWNER };
static const struct code codes[] = {
    [NONE] = {"", {0}, 1},
    [SYNC] = {"SYNC", {0, 1, 2, 3, 4, 5, 6, 7, 9}, 9},
    [BTYPE] = {"B-TYPE", {0, 1, 2, 3}, 4},
    [ETYPE] = {"ETYPE", {0}, 1},
    [RCODE] = {"RCODE", {0, 1, 2}, 3},
    [EVCODE] = {"EVCODE", {0, 1, 4}, 3},
    [CDF] = {"CDF", {0, 1}, 2},
    [OWNER] = {"FORMAT", {0, 2, 3}, 3},
};

static const struct {
  uint8_t tcode;
  enum code_name first, second;
} messages[BINS_MESSAGES] = {
    {RVT_TC_OWNERSHIP, OWNER, NONE},
    {RVT_TC_DIRECT_BRANCH, NONE, NONE},
    {RVT_TC_INDIRECT_BRANCH, BTYPE, NONE},
    {RVT_TC_ERROR, ETYPE, NONE},
    {RVT_TC_PROG_TRACE_SYNC, SYNC, NONE},
    {RVT_TC_DIRECT_BRANCH_SYNC, SYNC, NONE},
    {RVT_TC_INDIRECT_BRANCH_SYNC, SYNC, BTYPE},
    {RVT_TC_RESOURCE_FULL, RCODE, NONE},
    {RVT_TC_INDIRECT_BRANCH_HIST, BTYPE, NONE},
    {RVT_TC_INDIRECT_BRANCH_HIST_SYNC, SYNC, BTYPE},
    {RVT_TC_REPEAT_BRANCH, NONE, NONE},
    {RVT_TC_PROG_TRACE_CORRELATION, EVCODE, CDF},
};

static unsigned value_of(const struct rvt_ntrace_msg *msg, enum code_name name) {
  switch (name) {
  case SYNC: return msg->sync;
  case BTYPE: return msg->btype;
  case ETYPE: return msg->etype;
  case RCODE: return msg->rcode;
  case EVCODE: return msg->evcode;
  case CDF: return msg->cdf;
  case OWNER: return msg->process & 3;
  default: return 0;
  }
}

/* Place of the value; `count` if the code has it not. */
static size_t place(const struct code *c, unsigned value) {
  size_t i = 0;
  while (i < c->count && c->value[i] != value) i++;
  return i;
}

static void count_bin(struct bins *s, const struct rvt_ntrace_msg *msg) {
  size_t at = 0;
  for (uint8_t m = 0; m < BINS_MESSAGES; m++) {
    const struct code *a = &codes[messages[m].first], *b = &codes[messages[m].second];
    if (messages[m].tcode != msg->tcode) {
      at += (size_t)a->count * b->count;
      continue;
    }
    const size_t i = place(a, value_of(msg, messages[m].first));
    const size_t k = place(b, value_of(msg, messages[m].second));
    if (i < a->count && k < b->count) s->code[at + i * b->count + k]++;
    if (s->any) s->after[s->last][m]++;
    s->any = true;
    s->last = m;
    return;
  }
}

static const char *name_of(size_t m) {
  static const struct rvt_ntrace_format plain = {.src_bits = 0};
  const struct rvt_ntrace_msg msg = {.tcode = messages[m].tcode};
  struct rvt_ntrace_fields fields = {.message = ""};
  (void)!rvt_ntrace_msg_fields(&plain, &msg, &fields);
  return fields.message;
}

/* A name, with a code's value if the message has one. */
static int put_code(char *text, size_t room, const struct code *c, size_t place_of_it) {
  return c == &codes[NONE] ? 0 : snprintf(text, room, " %s=%u", c->name, c->value[place_of_it]);
}

static bool get_bin(const struct bins *s, size_t index, struct rvt_predict_bin *bin) {
  size_t at = 0;
  for (size_t m = 0; m < BINS_MESSAGES; m++) {
    const struct code *a = &codes[messages[m].first], *b = &codes[messages[m].second];
    const size_t count = (size_t)a->count * b->count;
    if (index < at + count) {
      int used = snprintf(bin->name, sizeof bin->name, "%s", name_of(m));
      used +=
          put_code(bin->name + used, sizeof bin->name - (size_t)used, a, (index - at) / b->count);
      (void)put_code(bin->name + used, sizeof bin->name - (size_t)used, b, (index - at) % b->count);
      bin->count = s->code[index];
      return true;
    }
    at += count;
  }
  index -= at;
  if (index >= BINS_MESSAGES * BINS_MESSAGES) return false;
  const size_t before = index / BINS_MESSAGES, after = index % BINS_MESSAGES;
  snprintf(bin->name, sizeof bin->name, "%s, %s", name_of(before), name_of(after));
  bin->count = s->after[before][after];
  return true;
}

/* ---- Predictor ----------------------------------------------------------------------------- */

/* A message that is expected, with the format it is written in. */
struct wanted {
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_format format;
};

struct rvt_predict {
  struct rvt_encode encode;
  struct rvt_params p;
  struct rvt_config config;
  struct rvt_isa isa;
  struct rvt_ingress port;
  struct rvt_insn last; /* the instruction before, if there is one */
  uint64_t last_next;
  bool has_last, timed;
  struct wanted *wanted;
  size_t wanted_at, wanted_end, wanted_room;
  uint8_t *bytes;
  size_t used, room;
  uint64_t number; /* of the oldest of `wanted` */
  uint64_t equal;
  struct bins bins;
};

static enum rvt_status no_memory(struct rvt_error *e) {
  return rvt_error_set(e, RVT_ERR_NO_MEMORY, "expected memory for the predictor, found none left");
}

enum rvt_status rvt_predict_new(const struct rvt_params *p, const char *isa,
                                const struct rvt_config *config, struct rvt_predict **predict,
                                struct rvt_error *e) {
  struct rvt_isa parsed = {.xlen = p->xlen};
  if (isa != NULL && (rvt_isa_parse(isa, &parsed) != RVT_OK || parsed.xlen != p->xlen))
    return rvt_error_set(e, RVT_ERR_ARG, "expected an ISA with XLEN %u, found '%.40s'", p->xlen,
                         isa);
  struct rvt_predict *made = calloc(1, sizeof *made);
  if (made == NULL) return no_memory(e);
  const enum rvt_status status = rvt_encode_init(&made->encode, p, e);
  if (status != RVT_OK) {
    free(made);
    return status;
  }
  made->p = *p;
  made->isa = parsed;
  made->config = *config;
  made->port.priv = RVT_PRIV_M;
  *predict = made;
  return RVT_OK;
}

void rvt_predict_free(struct rvt_predict *predict) {
  if (predict == NULL) return;
  free(predict->wanted);
  free(predict->bytes);
  free(predict);
}

void rvt_predict_configure(struct rvt_predict *s, const struct rvt_config *config) {
  s->config = *config;
}

void rvt_predict_hart(struct rvt_predict *s, const struct rvt_ingress *port) {
  s->port = *port;
  memset(s->port.block, 0, sizeof s->port.block);
  s->timed = s->timed || port->time != 0;
}

/* ---- Instructions into messages ----------------------------------------------------------------
 */

static enum rvt_status clock_of(struct rvt_predict *s, const struct rvt_block *block,
                                struct rvt_error *e) {
  struct rvt_ntrace_msg made[RVT_ENCODE_MSGS_MAX];
  size_t count = 0;
  if (s->wanted_room - s->wanted_end < RVT_ENCODE_MSGS_MAX) {
    const size_t held = s->wanted_end - s->wanted_at;
    const size_t room = 2 * held + RVT_ENCODE_MSGS_MAX;
    struct wanted *grown = malloc(room * sizeof *grown);
    if (grown == NULL) return no_memory(e);
    if (held != 0) memcpy(grown, s->wanted + s->wanted_at, held * sizeof *grown);
    free(s->wanted);
    s->wanted = grown;
    s->wanted_at = 0;
    s->wanted_end = held;
    s->wanted_room = room;
  }
  s->port.block[0] = *block;
  rvt_ntrace_encode_push_msgs(&s->encode, &s->config, &s->port, RVT_LOSS_NONE, made, &count);
  const struct rvt_ntrace_format format = {
      .src_bits = s->config.inhibit_src ? 0 : s->config.src_bits,
      .ts = s->config.ts_en && s->p.ts_width != 0,
      .extend_bits = rvt_extend_bits(s->config.extend_addr && s->p.extend_addr, s->p.xlen)};
  for (size_t i = 0; i < count; i++)
    s->wanted[s->wanted_end++] = (struct wanted){.msg = made[i], .format = format};
  s->config.tracing = rvt_ingress_tracing_next(&s->p, &s->config, &s->port);
  s->config.time_new = false;
  s->port.ctype = s->port.trigger = s->port.ext_trigger = 0;
  return RVT_OK;
}

/* What the port says of it: all, or what 3 bits can (NT:ITY-22, NT:AJM-01). */
static uint8_t itype_of(const struct rvt_predict *s, const struct rvt_insn *insn, bool taken) {
  if (insn->kind == RVT_INSN_BRANCH) return taken ? RVT_IT_TAKEN : RVT_IT_NOT_TAKEN;
  if (s->p.itype_width != 3) return insn->itype;
  const bool direct = insn->kind == RVT_INSN_JUMP || insn->kind == RVT_INSN_TABLE_JUMP;
  return direct && s->config.all_jumps ? RVT_IT_TAKEN : rvt_itype_narrow(insn->itype);
}

enum rvt_status rvt_predict_insn(struct rvt_predict *s, uint64_t pc, uint64_t word, uint64_t next,
                                 struct rvt_error *e) {
  struct rvt_insn insn;
  if (rvt_insn_decode_isa(word, &s->isa, &insn) != RVT_OK || insn.size > 4 || insn.size == 3)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "pc 0x%" PRIx64 ": expected an instruction of 16, 32 or 64 bits, found "
                         "0x%" PRIx64 " (NT:ING-06)",
                         pc, word);
  if (insn.kind == RVT_INSN_TRAP)
    return rvt_error_set(e, RVT_ERR_ARG,
                         "pc 0x%" PRIx64 ": expected an instruction that retires, found an ECALL "
                         "or EBREAK, which is a trap (NT:ITY-25)",
                         pc);
  const uint64_t after = rvt_insn_next(&insn, pc, s->p.xlen);
  const bool follows = s->has_last && s->last_next == pc;
  const struct rvt_block block = {
      .iretire = (uint8_t)(s->p.single ? 1 : insn.size),
      .itype = itype_of(s, &insn, rvt_insn_address(next, s->p.xlen) != after),
      .ilastsize = (uint8_t)(insn.size / 2),
      .sijump = follows && rvt_insn_sequential(&s->last, &insn) && insn.itype != RVT_IT_RETURN,
      .iaddr = pc};
  const enum rvt_status status = clock_of(s, &block, e);
  if (status != RVT_OK) return status;
  s->last = insn;
  s->last_next = after;
  s->has_last = true;
  return RVT_OK;
}

enum rvt_status rvt_predict_trap(struct rvt_predict *s, bool interrupt, uint64_t epc,
                                 struct rvt_error *e) {
  const struct rvt_block block = {.itype = interrupt ? RVT_IT_INTERRUPT : RVT_IT_EXCEPTION,
                                  .iaddr = epc};
  s->has_last = false;
  return clock_of(s, &block, e);
}

enum rvt_status rvt_predict_idle(struct rvt_predict *s, struct rvt_error *e) {
  const struct rvt_block none = {.iretire = 0};
  return clock_of(s, &none, e);
}

bool rvt_predict_next(struct rvt_predict *s, struct rvt_ntrace_msg *msg,
                      struct rvt_ntrace_format *format) {
  if (s->wanted_at == s->wanted_end) return false;
  *msg = s->wanted[s->wanted_at].msg;
  *format = s->wanted[s->wanted_at++].format;
  s->number++;
  return true;
}

/* ---- The scoreboard ----------------------------------------------------------------------------
 */

static enum rvt_status compare(struct rvt_predict *s, const struct wanted *w,
                               const struct rvt_ntrace_msg *found, struct rvt_error *e) {
  struct rvt_ntrace_msg want = w->msg, got = *found;
  if (!s->timed && want.has_tstamp && got.has_tstamp) want.tstamp = got.tstamp = 0;
  if (rvt_ntrace_msg_equal(&want, &got)) {
    count_bin(&s->bins, &want);
    s->equal++;
    return RVT_OK;
  }
  struct rvt_ntrace_fields a, b;
  char line[RVT_MSG_TEXT_MAX] = "", other[RVT_MSG_TEXT_MAX] = "";
  const unsigned long long number = s->number;
  (void)!rvt_ntrace_msg_print(&w->format, &want, line);
  (void)!rvt_ntrace_msg_print(&w->format, &got, other);
  if (rvt_ntrace_msg_fields(&w->format, &want, &a) == RVT_OK &&
      rvt_ntrace_msg_fields(&w->format, &got, &b) == RVT_OK && a.message == b.message)
    for (size_t i = 0; i < a.count && i < b.count && strcmp(a.field[i].name, b.field[i].name) == 0;
         i++)
      if (a.field[i].value != b.field[i].value)
        return rvt_error_set(e, RVT_ERR_MISMATCH,
                             "message %llu: %s: expected 0x%llx, found 0x%llx, in %s", number,
                             a.field[i].name, (unsigned long long)a.field[i].value,
                             (unsigned long long)b.field[i].value, other);
  return rvt_error_set(e, RVT_ERR_MISMATCH, "message %llu: expected %s, found %s", number, line,
                       other);
}

/* Compare what both have. */
static enum rvt_status match(struct rvt_predict *s, struct rvt_error *e) {
  struct rvt_bytes in = {.data = s->bytes, .size = s->used};
  enum rvt_status status = RVT_OK;
  while (status == RVT_OK && s->wanted_at != s->wanted_end) {
    const struct wanted *w = &s->wanted[s->wanted_at];
    struct rvt_ntrace_msg found;
    struct rvt_ntrace_note note = {.text = NULL};
    status = rvt_ntrace_msg_read(&w->format, &in, &found, &note);
    if (status == RVT_END || status == RVT_NEED_MORE) {
      status = RVT_OK;
      break;
    }
    if (status == RVT_OK) {
      status = compare(s, w, &found, e);
    } else {
      char line[RVT_MSG_TEXT_MAX] = "";
      (void)!rvt_ntrace_msg_print(&w->format, &w->msg, line);
      (void)!rvt_ntrace_resync(&in);
      status = rvt_error_set(e, RVT_ERR_FORMAT, "message %llu: expected %s, found: %s (%s)",
                             (unsigned long long)s->number, line, note.text, note.row);
    }
    s->wanted_at++;
    s->number++;
  }
  s->used -= in.pos;
  if (s->used != 0) memmove(s->bytes, s->bytes + in.pos, s->used);
  return status;
}

enum rvt_status rvt_predict_found(struct rvt_predict *s, const uint8_t *bytes, size_t size,
                                  struct rvt_error *e) {
  if (size > s->room - s->used) {
    const size_t room = 2 * s->used + size + 64;
    uint8_t *grown = realloc(s->bytes, room);
    if (grown == NULL) return no_memory(e);
    s->bytes = grown;
    s->room = room;
  }
  if (size != 0) memcpy(s->bytes + s->used, bytes, size);
  s->used += size;
  return match(s, e);
}

enum rvt_status rvt_predict_finish(struct rvt_predict *s, struct rvt_error *e) {
  const enum rvt_status status = match(s, e);
  if (status != RVT_OK) return status;
  const unsigned long long number = s->number;
  if (s->wanted_at != s->wanted_end) {
    const struct wanted *w = &s->wanted[s->wanted_at];
    char line[RVT_MSG_TEXT_MAX] = "";
    (void)!rvt_ntrace_msg_print(&w->format, &w->msg, line);
    return rvt_error_set(e, RVT_ERR_MISMATCH,
                         "message %llu: expected %s, found the end, %zu messages before it is due",
                         number, line, s->wanted_end - s->wanted_at);
  }
  size_t idle = 0;
  while (idle < s->used && s->bytes[idle] == RVT_NTRACE_IDLE) idle++;
  if (idle == s->used) return RVT_OK;
  return rvt_error_set(e, RVT_ERR_MISMATCH,
                       "message %llu: expected the end, found %zu bytes, TCODE %u first", number,
                       s->used - idle, s->bytes[idle] >> 2U);
}

uint64_t rvt_predict_equal(const struct rvt_predict *s) { return s->equal; }

bool rvt_predict_get_bin(const struct rvt_predict *s, size_t index, struct rvt_predict_bin *bin) {
  return get_bin(&s->bins, index, bin);
}

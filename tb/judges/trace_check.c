/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/bench.h"
#include "rvt/ntrace_text.h"

static bool is_etrace(const struct tb_trace_check *c) { return c->p.format == RVT_PROTOCOL_ETRACE; }

bool tb_trace_check_open(struct tb_trace_check *c, struct tb *tb, const struct rvt_params *p) {
  const char *list = tb_option_text(tb, "list", NULL);
  c->p = *p;
  c->list = list == NULL ? NULL : fopen(list, "w");
  if (list != NULL && c->list == NULL) tb_fail(tb, "%s: cannot be written", list);
  tb_trace_check_reset(c, tb);
  return tb->error[0] == 0;
}

void tb_trace_check_close(struct tb_trace_check *c) {
  oracle_free(c->oracle);
  oracle_history_free(c->history);
  c->oracle = NULL;
  c->history = NULL;
  if (c->list != NULL) fclose(c->list);
  c->list = NULL;
}

static void forget(struct tb_trace_check *c) {
  c->put = c->taken = 0;
  c->counted = c->unwalked = 0;
  c->before = (struct rvt_ntrace_msg){0};
  c->timed = c->base_new = false;
  c->ref_valid = c->ref_again = false;
  c->bytes_put = c->bytes_taken = 0;
  c->partial_size = 0;
  if (c->history != NULL) oracle_history_clear(c->history);
}

void tb_trace_check_reset(struct tb_trace_check *c, struct tb *tb) {
  oracle_free(c->oracle);
  c->oracle = oracle_new(is_etrace(c) ? &oracle_of_etrace : &oracle_of_ntrace, &c->p);
  if (c->oracle == NULL || rvt_encode_init(&c->encode, &c->p, NULL) != RVT_OK) {
    tb_fail(tb, "trace check: no memory, or a parameter out of range");
    return;
  }
  if (is_etrace(c)) tb_packet_check_build(c);
  const bool counted = c->p.repeat_hist != 0;
  if (counted && c->history == NULL) c->history = oracle_history_new(&c->p);
  if (counted && c->history == NULL) tb_fail(tb, "out of memory");
  forget(c);
}

void tb_trace_check_slot(struct tb_trace_check *c, unsigned slot, uint64_t pc, const uint8_t *sizes,
                         unsigned count) {
  c->slot[slot].insns = (uint8_t)count;
  for (unsigned i = 0; i < count; pc += 2u * sizes[i++])
    c->slot[slot].insn[i] = (struct oracle_insn){pc, sizes[i]};
}

void tb_trace_check_block(struct tb_trace_check *c, unsigned slot, const struct rvt_block *b) {
  uint8_t sizes[ORACLE_INSN_MAX];
  unsigned count = 0;
  unsigned last = 1u << b->ilastsize;
  if (!c->p.single && last > b->iretire) last = b->iretire; /* no legal block: one instruction */
  unsigned rest = c->p.single || b->iretire == 0 ? 0 : b->iretire - last;
  if (rest & 1) sizes[count++] = 1;
  for (rest >>= 1; rest != 0; rest--) sizes[count++] = 2;
  if (b->iretire != 0) sizes[count++] = (uint8_t)last;
  tb_trace_check_slot(c, slot, b->iaddr & ~(uint64_t)1, sizes, count);
}

static void print(const struct tb_trace_check *c, const struct rvt_ntrace_msg *m, char *text) {
  if (rvt_ntrace_msg_print(&c->format, m, text) != RVT_OK)
    snprintf(text, RVT_MSG_TEXT_MAX, "a message of TCODE %u that has no text", m->tcode);
}

static void count_unwalked(struct tb_trace_check *c, const struct rvt_ntrace_msg *m) {
  if (m->tcode == RVT_TC_OWNERSHIP) return; /* nothing is walked for it (NT:OWN-14) */
  if (m->tcode == RVT_TC_ERROR) c->unwalked = c->counted;
  if (m->tcode != RVT_TC_RESOURCE_FULL)
    c->counted = 0;
  else if (m->rcode == RVT_RC_ICNT)
    c->counted += m->icnt;
}

static void tell_history(struct tb_trace_check *c, const struct rvt_ntrace_msg *msg,
                         const struct oracle_origin *origin, size_t count) {
  for (size_t i = 0; i < count; i++) {
    oracle_history_tell(c->history, &msg[i], &origin[i]);
    count_unwalked(c, &msg[i]);
  }
  oracle_take(c->oracle);
}

static void ask_oracle(struct tb_trace_check *c, struct tb *tb) {
  if (is_etrace(c)) {
    tb_packet_check_ask(c, tb);
    return;
  }
  oracle_clock(c->oracle, &c->clock);
  size_t count;
  const struct rvt_ntrace_msg *msg = oracle_messages(c->oracle, &count);
  if (count == 0) return;
  if (c->history != NULL) {
    tell_history(c, msg, oracle_origins(c->oracle), count);
    return;
  }
  if (c->put - c->taken + count > TB_CHECK_MESSAGES) {
    tb_fail(tb, "trace check: %u messages are owed and none comes", c->put - c->taken);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    c->origin[c->put % TB_CHECK_MESSAGES] =
        (struct tb_trace_origin){c->format,      c->clock.config.context_en,
                                 c->clock.ctype, c->format.ts && c->clock.config.ts_suppress == 0,
                                 c->bases,       c->periods};
    c->expected[c->put++ % TB_CHECK_MESSAGES] = msg[i];
    count_unwalked(c, &msg[i]);
    if (c->list == NULL) continue;
    char text[RVT_MSG_TEXT_MAX];
    print(c, &msg[i], text);
    fprintf(c->list, "%s\n", text);
  }
  oracle_take(c->oracle);
}

static struct rvt_encode_bytes room(struct tb_trace_check *c) {
  if (c->bytes_taken == c->bytes_put) c->bytes_taken = c->bytes_put = 0;
  if (c->bytes_put > TB_CHECK_BYTES / 2) {
    memmove(c->bytes, c->bytes + c->bytes_taken, c->bytes_put - c->bytes_taken);
    c->bytes_put -= c->bytes_taken;
    c->bytes_taken = 0;
  }
  return (struct rvt_encode_bytes){c->bytes, sizeof c->bytes, c->bytes_put};
}

static void flush(struct tb_trace_check *c) {
  struct rvt_encode_bytes out = room(c);
  const struct oracle_origin now = oracle_origin_now(c->oracle, &c->clock.config, c->clock.time);
  oracle_history_flush(c->history, &now);
  rvt_ntrace_encode_flush(&c->encode, &c->clock.config, &out);
  c->bytes_put = out.used;
}

static void ask_encode(struct tb_trace_check *c, struct tb *tb, const struct rvt_ingress *in,
                       enum rvt_loss loss) {
  struct rvt_encode_bytes out = room(c);
  if (rvt_encode_push(&c->encode, &c->clock.config, in, loss, &out) != RVT_OK)
    tb_fail(tb, "trace check: bytes are owed and none comes");
  c->bytes_put = out.used;
}

static void set_clock(struct oracle_clock *o, const struct rvt_config *config,
                      const struct rvt_ingress *in, enum rvt_loss loss) {
  o->config = *config;
  o->halted = in->halted || in->priv == RVT_PRIV_DEBUG;
  o->lowpower = in->lowpower;
  o->hart_reset = in->hart_reset;
  o->trigger = in->trigger;
  o->ext_trigger = in->ext_trigger;
  o->priv = in->priv & 7;
  o->ctype = in->ctype & 3;
  o->context = in->context;
  o->time = in->time;
  o->cause = in->cause;
  o->tval = in->tval;
  o->overflow = loss != RVT_LOSS_NONE;
  o->overflow_end = loss == RVT_LOSS_END;
}

/* Slot `i` of `slots`. */
static void set_slot(struct tb_trace_check *c, const struct rvt_ingress *in, unsigned i,
                     unsigned slots) {
  struct oracle_clock *o = &c->clock;
  const struct rvt_block *b = &in->block[i];
  o->more = i + 1 < slots;
  o->valid = rvt_block_valid(b);
  o->itype = b->itype;
  o->sijump = b->sijump;
  o->iaddr = b->iaddr & ~(uint64_t)1;
  o->iaddr_known = b->iretire != 0 || b->itype != RVT_IT_INTERRUPT || c->p.iaddr_on_int;
  o->insns = o->valid ? c->slot[i].insns : 0;
  memcpy(o->insn, c->slot[i].insn, o->insns * sizeof *o->insn);
  o->expired = (c->due >> i & 1) != 0;
}

void tb_trace_check_clock(struct tb_trace_check *c, struct tb *tb, const struct rvt_config *config,
                          const struct rvt_ingress *in, enum rvt_loss loss) {
  if (c->flushed) flush(c);
  set_clock(&c->clock, config, in, loss);
  c->bases += config->time_new;
  c->periods += config->sync_mode != RVT_PERIOD_OFF || c->due != 0;
  c->clock.lost = c->lost;
  if (c->lost) rvt_encode_lost(&c->encode);
  c->format = (struct rvt_ntrace_format){
      .src_bits = config->inhibit_src ? 0 : config->src_bits,
      .ts = config->ts_en && c->p.ts_width != 0,
      .extend_bits = rvt_extend_bits(config->extend_addr && c->p.extend_addr, c->p.xlen)};
  const unsigned slots = tb_trace_check_slots(in, c->p.blocks);
  /* A clock without a slot is told, too: something else may have changed in it. */
  for (unsigned i = 0; i == 0 || i < slots; i++) {
    set_slot(c, in, i, slots);
    if (c->clock.expired) rvt_encode_due(&c->encode, i);
    ask_oracle(c, tb);
  }
  ask_encode(c, tb, in, loss);
  if (!config->active) forget(c);
}

uint32_t tb_trace_check_expects(struct tb_trace_check *c, struct tb *tb,
                                const struct rvt_config *config, const struct rvt_ingress *in,
                                unsigned slots) {
  struct oracle *oracle = oracle_copy(c->oracle);
  size_t count = 0;
  if (oracle == NULL) {
    tb_fail(tb, "out of memory");
    return 0;
  }
  set_clock(&c->clock, config, in, RVT_LOSS_NONE);
  for (unsigned i = 0; i < slots; i++) {
    set_slot(c, in, i, slots);
    oracle_clock(oracle, &c->clock);
  }
  (void)oracle_messages(oracle, &count);
  oracle_free(oracle);
  return c->put + (uint32_t)count;
}

/* Without the oracle: a relative address needs a reference, and loss a sync after it. */
static void check_reference(struct tb_trace_check *c, struct tb *tb,
                            const struct rvt_ntrace_msg *m) {
  if (rvt_ntrace_is_sync(m->tcode)) {
    c->ref_valid = true;
    return;
  }
  if (m->tcode == RVT_TC_ERROR || m->tcode == RVT_TC_PROG_TRACE_CORRELATION) {
    c->ref_again = c->ref_again || c->ref_valid;
    c->ref_valid = false;
    return;
  }
  if (!c->ref_valid)
    tb_fail(tb, "message %" PRIu64 ": TCODE %u without a sync before it (NT:ADR-06, TCI:OVF-03)",
            c->messages, m->tcode);
  else if (c->ref_again &&
           (m->tcode == RVT_TC_INDIRECT_BRANCH || m->tcode == RVT_TC_INDIRECT_BRANCH_HIST))
    PROVED("NT:ADR-06");
}

/* Behind a new base the first time is a sync message's. */
static void check_base(struct tb_trace_check *c, struct tb *tb, const struct rvt_ntrace_msg *m,
                       const struct tb_trace_origin *origin) {
  c->base_new = c->base_new || origin->base != c->base;
  c->base = origin->base;
  if (!c->base_new) return;
  if (m->has_tstamp && !rvt_ntrace_is_sync(m->tcode))
    tb_fail(tb, "message %" PRIu64 ": TCODE %u with an increase over a new base (TCI:TS-16)",
            c->messages, m->tcode);
  else if (c->timed && origin->times && !m->has_tstamp)
    PROVED("TCI:TS-16");
  if (m->has_tstamp) c->base_new = c->timed = false;
}

/* A sync message of SYNC 2 that a new base of time alone has asked for. */
static void check_base_sync(struct tb_trace_check *c, const struct rvt_ntrace_msg *m,
                            const struct tb_trace_origin *origin) {
  const bool sync = rvt_ntrace_is_sync(m->tcode);
  if (!sync && m->tcode != RVT_TC_ERROR && m->tcode != RVT_TC_PROG_TRACE_CORRELATION) return;
  if (sync && m->sync == RVT_SYNC_PERIODIC && origin->base != c->sync_base &&
      origin->periods == c->sync_periods)
    PROVED("TCI:TS-22");
  c->sync_base = origin->base;
  c->sync_periods = origin->periods;
}

/* Time that runs backwards shows as an increase of nearly its whole range, whoever expected it. */
static void check_time(struct tb_trace_check *c, struct tb *tb, const struct rvt_ntrace_msg *m) {
  const unsigned width = c->p.ts_width;
  const uint64_t mask = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  if (!m->has_tstamp) return;
  if (width < TB_CHECK_TIME_BITS) {
    c->timed = true;
    return;
  }
  const uint64_t now = rvt_ntrace_is_sync(m->tcode) ? m->tstamp : (c->time + m->tstamp) & mask;
  const uint64_t by = (now - c->time) & mask;
  if (c->timed && by >> (width - 1) != 0)
    tb_fail(tb, "message %" PRIu64 ": time 0x%" PRIx64 " after 0x%" PRIx64 " (NT:TSP-08)",
            c->messages, now, c->time);
  else if (c->timed && by != 0)
    PROVED("NT:TSP-08");
  c->time = now;
  c->timed = true;
}

/* Against the oracle's list; of a build with HREPEAT against all that say the same. */
static void check_history(struct tb_trace_check *c, struct tb *tb,
                          const struct rvt_ntrace_msg *msg) {
  char sent[RVT_MSG_TEXT_MAX], why[ORACLE_HISTORY_TEXT];
  print(c, msg, sent);
  if (!oracle_history_take(c->history, msg, why))
    tb_fail(tb, "message %" PRIu64 ": sent %s: %s", c->messages, sent, why);
  if (tb->error[0] == 0) tb_trace_history_rows(oracle_history_seen(c->history));
  check_reference(c, tb, msg);
}

static void check_expected(struct tb_trace_check *c, struct tb *tb,
                           const struct rvt_ntrace_msg *msg,
                           const struct rvt_ntrace_format *format) {
  char sent[RVT_MSG_TEXT_MAX];
  char wanted[RVT_MSG_TEXT_MAX];
  print(c, msg, sent);
  if (c->taken == c->put) {
    tb_fail(tb, "message %" PRIu64 ": sent %s, the oracle expects none", c->messages, sent);
    return;
  }
  const struct tb_trace_origin *origin = &c->origin[c->taken % TB_CHECK_MESSAGES];
  const struct rvt_ntrace_msg *want = &c->expected[c->taken++ % TB_CHECK_MESSAGES];
  if (!rvt_ntrace_msg_equal(msg, want)) {
    print(c, want, wanted);
    tb_fail(tb, "message %" PRIu64 ": sent %s, the oracle expects %s", c->messages, sent, wanted);
  }
  check_reference(c, tb, msg);
  check_base(c, tb, msg, origin);
  check_time(c, tb, msg);
  check_base_sync(c, msg, origin);
  if (tb->error[0] == 0) {
    tb_trace_rows(&c->before, msg);
    tb_trace_extend_rows(&c->p, format, msg, c->partial_size);
    tb_trace_owner_rows(&c->p, origin, &c->level, &c->before, msg);
  }
}

static const struct rvt_ntrace_format *next_format(const struct tb_trace_check *c) {
  const struct rvt_ntrace_format *format = c->history != NULL ? oracle_history_format(c->history)
                                           : c->taken < c->put
                                               ? &c->origin[c->taken % TB_CHECK_MESSAGES].format
                                               : NULL;
  return format == NULL ? &c->format : format;
}

static void end_of_message(struct tb_trace_check *c, struct tb *tb) {
  struct rvt_bytes in = {c->partial, c->partial_size, 0};
  struct rvt_ntrace_msg msg;
  struct rvt_ntrace_note note = {0};
  const struct rvt_ntrace_format *format = next_format(c);
  const enum rvt_status status = rvt_ntrace_msg_read(format, &in, &msg, &note);
  if (status != RVT_OK || in.pos != c->partial_size || note.row != NULL) {
    tb_fail(tb, "message %" PRIu64 ": the strict reader says: %s (%s, %s)", c->messages,
            rvt_status_text(status), note.row != NULL ? note.row : "-",
            note.text != NULL ? note.text : "-");
    return;
  }
  PROVED("NT:GEN-12"); /* the reader has no text for any other TCODE */
  if (c->history != NULL)
    check_history(c, tb, &msg);
  else
    check_expected(c, tb, &msg, format);
  if (tb->error[0] != 0) return;
  c->before = msg;
  c->messages++;
  c->partial_size = 0;
  if (c->on_message != NULL) c->on_message(c->context, tb, &msg);
}

void tb_trace_check_byte(struct tb_trace_check *c, struct tb *tb, uint8_t byte) {
  if (c->bytes_taken == c->bytes_put) {
    tb_fail(tb, "message %" PRIu64 ": a byte 0x%02x that the functional encoder does not send",
            c->messages, byte);
    return;
  }
  if (c->bytes[c->bytes_taken++] != byte)
    tb_fail(tb, "message %" PRIu64 ": byte 0x%02x, the functional encoder sends 0x%02x",
            c->messages, byte, c->bytes[c->bytes_taken - 1]);
  if (is_etrace(c)) {
    tb_packet_check_byte(c, tb, byte);
    return;
  }
  if (c->partial_size == RVT_MSG_BYTES_MAX) {
    tb_fail(tb, "message %" PRIu64 " is longer than %d bytes (NT:GEN-07)", c->messages,
            RVT_MSG_BYTES_MAX);
    return;
  }
  c->partial[c->partial_size++] = byte;
  if ((byte & 3) == RVT_MSEO_END_MSG) end_of_message(c, tb);
}

void tb_trace_check_empty(const struct tb_trace_check *c, struct tb *tb) {
  if (c->taken != c->put)
    tb_fail(tb, "empty, but %u messages of the oracle have not come (TCI:CTRL-15)",
            c->put - c->taken);
  if (c->history != NULL && oracle_history_owes(c->history))
    tb_fail(tb, "empty, but messages of the oracle have not come (TCI:CTRL-15)");
  if (c->bytes_taken != c->bytes_put)
    tb_fail(tb, "empty, but %zu bytes of the functional encoder have not come (TCI:CTRL-15)",
            c->bytes_put - c->bytes_taken);
  if (c->messages != 0 && tb->error[0] == 0) PROVED("TCI:CTRL-15");
}

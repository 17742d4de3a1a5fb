/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ram_packets.h"

#include <string.h>

enum { WORD = 4, LEAST_LOG2 = 5, LONGEST = 41, SEQUENCE = 39 };

void ram_packets_reset(struct ram_packets *c) {
  const struct ram_packets_seen seen = c->seen;
  memset(c, 0, sizeof *c);
  c->seen = seen;
}

/* ---- What goes in ------------------------------------------------------------------------------
 */

static void take(struct ram_packets *c, const struct rvt_ram_sink *model, const struct rvt_beat *s,
                 struct tb *tb) {
  if (!c->mid) {
    c->drops = s->length > WORD * ((uint64_t)model->regs.limit_q + 1);
    c->seen.dropped += c->drops;
  }
  for (unsigned i = 0; i < s->bytes && !c->drops; i++) {
    const unsigned at = c->put++ % RAM_PACKETS_WAY;
    c->way[at] = s->data[i];
    c->begins[at] = !c->mid && i == 0;
    c->lengths[at] = s->length;
  }
  if (c->put - c->taken > RAM_PACKETS_WAY) tb_fail(tb, "ram_sink: takes more than it can hold");
  c->mid = !s->eom;
  c->lost = c->drops && s->eom;
}

/* ---- What is in the memory ---------------------------------------------------------------------
 */

static void null(struct ram_packets *c, uint8_t byte) {
  c->nulls++;
  c->needs_align = byte == 0;
  if (byte == 0) return;
  if (c->nulls > SEQUENCE) {
    c->seen.sequences++;
    c->unsynced = 0;
    PROVED("ETR:E-06");
    if (c->freq != 0) PROVED("ETR:DC-12");
  }
}

static void begin(struct ram_packets *c, bool at_start, struct tb *tb) {
  if (c->needs_align && !at_start)
    tb_fail(tb, "ram_sink: a message follows idle bytes without 0x80 (ETR:DC-13)");
  if (c->freq != 0 && c->unsynced > (1u << (LEAST_LOG2 + c->freq)) + LONGEST)
    tb_fail(tb, "ram_sink: %u bytes without a sync sequence (ETR:DC-12)", c->unsynced);
  c->seen.aligned += c->nulls != 0;
  c->seen.at_start += at_start;
  if (c->nulls == 0 || c->needs_align) return;
  PROVED("ETR:DC-13");
  PROVED("ETR:E-05");
}

static void byte_written(struct ram_packets *c, uint8_t byte, bool at_start, struct tb *tb) {
  if (c->rest == 0 && (byte & 0x1F) == 0) {
    null(c, byte);
    return;
  }
  const unsigned at = c->taken % RAM_PACKETS_WAY;
  if (c->taken == c->put) {
    tb_fail(tb, "ram_sink: byte 0x%02x in the memory, none was taken", byte);
    return;
  }
  if (byte != c->way[at])
    tb_fail(tb, "ram_sink: byte 0x%02x in the memory, expected 0x%02x", byte, c->way[at]);
  if (c->begins[at] != (c->rest == 0))
    tb_fail(tb, "ram_sink: a message of %u bytes, expected another length", c->lengths[at]);
  c->taken++;
  c->unsynced++;
  if (c->rest == 0) {
    begin(c, at_start, tb);
    c->rest = c->lengths[at];
  }
  c->nulls = 0;
  c->needs_align = false;
  c->rest--;
  if (c->rest == 0) c->seen.messages++;
}

static uint32_t word_of(const struct rvt_ram_sink *model, const struct rvt_ram_sink_out *out) {
  if (model->p.sram_width == 32) return out->ram_addr;
  return 2 * out->ram_addr + (out->ram_be == 0xF0);
}

static void word_written(struct ram_packets *c, const struct rvt_ram_sink *model,
                         const struct rvt_ram_sink_out *out, struct tb *tb) {
  const uint32_t to = word_of(model, out);
  const bool high = model->p.sram_width == 64 && to % 2 != 0;
  const uint32_t word = (uint32_t)(out->ram_wdata >> (high ? 32 : 0));
  if (to != c->next) c->needs_align = false; /* what is before it is no part of the trace */
  c->next = to == model->regs.limit_q ? 0 : to + 1;
  if (to > model->regs.limit_q) tb_fail(tb, "ram_sink: writes outside its buffer (TCI:RAM-23)");
  if (to == 0 && c->rest != 0)
    tb_fail(tb, "ram_sink: the start of the buffer begins no message (ETR:DC-14)");
  for (unsigned i = 0; i < WORD; i++)
    byte_written(c, (uint8_t)(word >> 8 * i), to == 0 && i == 0, tb);
  if (to != model->regs.limit_q) return;
  if (c->rest != 0) tb_fail(tb, "ram_sink: a message is cut at the limit (ETR:DC-14)");
  c->seen.wraps++;
  c->seen.filled += c->nulls != 0;
  c->seen.exact += c->nulls == 0;
  c->seen.stops += model->regs.stop_on_wrap_q;
  c->needs_align = false;
  if (c->seen.filled != 0 && c->seen.exact != 0 && tb->error[0] == 0) PROVED("ETR:DC-14");
}

void ram_packets_clock(struct ram_packets *c, const struct rvt_ram_sink *model,
                       const struct rvt_ram_sink_in *in, const struct rvt_ram_sink_out *out,
                       struct tb *tb) {
  if (!rvt_regs_active_works(&model->regs.active)) {
    if (out->s_ready || out->ram_cs || out->s_dn_on)
      tb_fail(tb, "ram_sink: acts while inactive (TCI:CTRL-20)");
    ram_packets_reset(c);
    return;
  }
  if (c->lost != out->s_dn_lost) tb_fail(tb, "ram_sink: dn_lost is %d (ETR:DC-14)", out->s_dn_lost);
  c->lost = false;
  if (model->regs.async_freq_q != c->freq || model->regs.limit_q < LONGEST / WORD) {
    c->freq = model->regs.async_freq_q; /* no sequence fits into a small buffer */
    c->unsynced = 0;
  }
  if (out->ram_we) word_written(c, model, out, tb);
  const bool empty = rvt_ram_sink_empty(model);
  if (empty && c->taken != c->put)
    tb_fail(tb, "ram_sink: empty with %u bytes not in the memory", c->put - c->taken);
  c->seen.flushed += empty && !model->regs.enable_q && c->nulls != 0;
  if (in->s.valid && out->s_ready) take(c, model, &in->s, tb);
}
